"""Vectors of signers of an agreement that have asked to rejoin, and of the end by one of two.

At the table of `five seats` two seats keep; nobody hides anything, and it is the turn of Bob. A
signer that has asked is pending, and shows the answers of the others, or has settled, and its
settlement is at hand (SPEC-18.3).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from protocol.agreements import Agreement, ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.encoding import Data
from protocol.entry import Agree, Entry, Rejoin
from protocol.errors import Code
from protocol.proposals import AfterFault, End, Ended, Proposal, Replace, Result
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed
from tests.protocol import toy
from tests.protocol.agreeing import agreement_of, carrying, consenting, item_of, proposing
from tests.protocol.rejoining import answering, asking, last_of, settling
from tests.protocol.sample import MINUTE
from tests.protocol.succession import coming
from tests.protocol.toy_match import ToyMatch, open_table, toy_founding, toy_match
from tests.protocol.vectors import check_vectors
from tests.protocol.verdicts import Case, described

ANN, BOB, CID, DOT, ELI = range(5)
DRAW = End(Result.DRAW)
FIRST_OF_BOB = Ended(BOB, 0, None)
Question = Signed[RejoinQuestion]
Carried = Callable[[ToyMatch], Entry]
Entries = Callable[[ToyMatch], Entry | list[Entry]]
TWO = ((str(toy.USA), str(toy.UK)), (str(toy.JAPAN), str(toy.GERMANY)))


def five_seats() -> ToyMatch:
    return bobs_turn((*(tuple(map(str, powers)) for powers in toy.SEATS), (), ()))


def two_seats() -> ToyMatch:
    return bobs_turn(TWO)


def bobs_turn(powers: tuple[tuple[str, ...], ...]) -> ToyMatch:
    """Ann has thrown dice twice and ended her turn, and Bob has thrown."""
    made = toy_match(toy_founding(powers=powers), toy.OPEN_STEPS)
    made.act(ANN, toy.Throw(2))
    made.act(ANN, toy.Throw(2))
    made.act(ANN, toy.End())
    made.act(BOB, toy.Throw(1))
    return made


def answers_to(
    made: ToyMatch, question: Question, *seats: int, **fields: Any
) -> tuple[Signed[RejoinAnswer], ...]:
    """What seats answer that have lost nothing; all others, unless some are named."""
    asker = question.statement.seat
    others = seats or (seat for seat in range(len(made.authors)) if seat != asker)
    return tuple(answering(made, seat, question, **fields) for seat in others)


def settled(made: ToyMatch, question: Question, **fields: Any) -> Signed[Settlement]:
    """A settlement of a question that all others have answered, unless it says otherwise."""
    return settling(made, question, **{"answers": answers_to(made, question), **fields})


def signed(
    proposal: Signed[Proposal], *seats: int, **told: Mapping[str, Any]
) -> tuple[Signed[ProposalSignature], ...]:
    """Signatures of these seats, with other fields where a seat says them by name."""
    said = {SEATS[name]: fields for name, fields in told.items()}
    return tuple(consenting(proposal, seat, **said.get(seat, {})) for seat in seats)


SEATS = {"ann": ANN, "bob": BOB, "cid": CID}


def carried(
    made: ToyMatch, carrier: int, agreement: Agreement, *shown: Signed[Settlement]
) -> Entry:
    """An entry with an agreement and with these settlements, whatever it needs."""
    item = replace(item_of(agreement), shown=tuple(one.raw for one in shown))
    return made.forged(carrier, item)


def draw(made: ToyMatch, *shown: Signed[Settlement], **told: Mapping[str, Any]) -> Entry:
    """All five agree on a draw."""
    proposal = proposing(made, CID, DRAW)
    signatures = signed(proposal, ANN, BOB, CID, DOT, ELI, **told)
    return carried(made, BOB, Agreement(proposal, signatures), *shown)


def without_bob(made: ToyMatch, ended: Ended = FIRST_OF_BOB, **told: Any) -> Entry:
    """All but Bob agree on a draw."""
    proposal = proposing(made, CID, DRAW, named=(ended,))
    signatures = signed(proposal, ANN, CID, DOT, ELI, **told)
    return carried(made, CID, Agreement(proposal, signatures))


# Pending


def ann_is_pending(*seats: int, **fields: Any) -> Carried:
    """Ann shows what these seats have answered her."""

    def case(made: ToyMatch) -> Entry:
        question = asking(made, ANN)
        shown = answers_to(made, question, *seats, **fields)
        return draw(made, ann={"begun": question, "answers": shown})

    return case


def answered_another(made: ToyMatch) -> Entry:
    question, other = asking(made, ANN), asking(made, ANN, nonce=b"o" * 32)
    return draw(made, ann={"begun": question, "answers": answers_to(made, other)})


def two_are_pending(made: ToyMatch) -> Entry:
    """Ann and Cid have asked, and answer each other pending."""
    first, second = asking(made, ANN), asking(made, CID)
    to_ann = answers_to(made, first, BOB, CID, DOT, ELI)
    to_cid = answers_to(made, second, ANN, BOB, DOT, ELI)
    pending = answering(made, CID, first, begun=second, last=None)
    again = answering(made, ANN, second, begun=first, last=None)
    return draw(
        made,
        ann={"begun": first, "answers": (to_ann[0], pending, *to_ann[2:])},
        cid={"begun": second, "answers": (again, *to_cid[1:])},
    )


def answer_rests_on(show: bool) -> Carried:
    """Cid answers Ann in an incarnation that it has settled, and signs in it."""

    def case(made: ToyMatch) -> Entry:
        question, asked = asking(made, ANN), asking(made, CID)
        settlement = settled(made, asked)
        own = {"begun": asked, "settlement": settlement.statement.hash}
        to_ann = answers_to(made, question, BOB, CID, DOT, ELI)
        answers = (to_ann[0], answering(made, CID, question, **own), *to_ann[2:])
        shown = (settlement,) if show else ()
        return draw(made, *shown, ann={"begun": question, "answers": answers}, cid=own)

    return case


def answer_alone_rests_on(made: ToyMatch) -> Entry:
    """Cid's answer tells of a question above the incarnation in which it signs."""
    question, asked = asking(made, ANN), asking(made, CID)
    settlement = settled(made, asked)
    own = {"begun": asked, "settlement": settlement.statement.hash}
    to_ann = answers_to(made, question, BOB, CID, DOT, ELI)
    answers = (to_ann[0], answering(made, CID, question, **own), *to_ann[2:])
    return draw(made, settlement, ann={"begun": question, "answers": answers})


def against_bob(*seats: int) -> Carried:
    """Ann is pending, and shows the answers of these seats."""

    def case(made: ToyMatch) -> Entry:
        question = asking(made, ANN)
        answers = answers_to(made, question, *seats)
        return without_bob(made, ann={"begun": question, "answers": answers})

    return case


def against_bob_by_two_that_know(made: ToyMatch) -> Entry:
    """Two of the four that sign are pending."""
    first, second = asking(made, ANN), asking(made, CID)
    to_ann = answers_to(made, first, DOT, ELI)
    to_cid = answers_to(made, second, DOT, ELI)
    pending = answering(made, CID, first, begun=second, last=None)
    again = answering(made, ANN, second, begun=first, last=None)
    return without_bob(
        made,
        ann={"begun": first, "answers": (pending, *to_ann)},
        cid={"begun": second, "answers": (again, *to_cid)},
    )


# Settled


def cid_has_settled(made: ToyMatch, *, show: bool = True, **fields: Any) -> Entry:
    """Cid signs in the incarnation of its settlement, which says something else."""
    question = asking(made, CID)
    settlement = settled(made, question, **fields)
    shown = (settlement,) if show else ()
    own = {"begun": question, "settlement": settlement.statement.hash}
    return draw(made, *shown, cid=own)


def settled_another(made: ToyMatch) -> Entry:
    """Cid has settled, but another question than that in whose incarnation it signs."""
    question, other = asking(made, CID), asking(made, CID, nonce=b"o" * 32)
    settlement = settled(made, other)
    own = {"begun": question, "settlement": settlement.statement.hash}
    return draw(made, settlement, cid=own)


def entries_beyond(made: ToyMatch) -> Entry:
    """Ann has settled for her first entry, and has more on the line."""
    mine = next(entry for entry in made.spectator.log if entry.seat == ANN)
    question = asking(made, ANN)
    answers = answers_to(made, question, last=mine.head)
    settlement = settled(made, question, answers=answers, last=mine.head)
    own = {"begun": question, "settlement": settlement.statement.hash}
    return draw(made, settlement, ann=own)


def bob_comes_back(made: ToyMatch) -> tuple[Question, Signed[Settlement]]:
    """Bob has rejoined with an entry, and is due again."""
    question = asking(made, BOB)
    settlement = settled(made, question)
    order = made.forged(
        BOB,
        Rejoin(settlement.raw, ()),
        toy.End(),
        incarnation=question.statement.hash,
    )
    made.send(order)
    return question, settlement


def in_older_incarnation(made: ToyMatch) -> list[Entry]:
    bob_comes_back(made)
    back = made.spectator.log.at(len(made.spectator.log))
    proposal = proposing(made, CID, DRAW)
    agreement = agreement_of(proposal, ANN, BOB, CID, DOT, ELI)
    return [back, carried(made, ANN, agreement)]


def settlement_on_the_line(made: ToyMatch) -> list[Entry]:
    """An entry before has carried it."""
    question, settlement = bob_comes_back(made)
    back = made.spectator.log.at(len(made.spectator.log))
    proposal = proposing(made, CID, DRAW)
    own = {"begun": question, "settlement": settlement.statement.hash}
    signatures = signed(proposal, ANN, BOB, CID, DOT, ELI, bob=own)
    return [back, carried(made, ANN, Agreement(proposal, signatures))]


def rejoins_and_carries(made: ToyMatch) -> Entry:
    """Bob has signed, then lost its machine; the rejoin before the item does not count."""
    question = asking(made, BOB)
    settlement = settled(made, question)
    agreement = agreement_of(proposing(made, CID, DRAW), ANN, BOB, CID, DOT, ELI)
    return made.forged(
        BOB,
        Rejoin(settlement.raw, ()),
        item_of(agreement),
        incarnation=question.statement.hash,
    )


def both_settled(*, crossed: bool) -> Carried:
    """Ann has used an older answer of Cid; Cid answered one of her before she had settled."""

    def case(made: ToyMatch) -> Entry:
        first, second = asking(made, ANN), asking(made, CID)
        of_ann = settled(made, first)
        hers: dict[str, Data | Question] = {"begun": first, "last": None}
        if not crossed:
            hers = {"begun": first, "settlement": of_ann.statement.hash}
        again = answering(made, ANN, second, **hers)
        of_cid = settled(made, second, answers=(again, *answers_to(made, second, BOB, DOT, ELI)))
        shown = sorted((of_ann, of_cid), key=lambda one: one.statement.hash)
        return draw(
            made,
            *shown,
            ann={"begun": first, "settlement": of_ann.statement.hash},
            cid={"begun": second, "settlement": of_cid.statement.hash},
        )

    return case


# What is told of


def tells_of(seat: int) -> Carried:
    """Cid has heard that a seat has asked, which signs in its first incarnation."""
    return lambda made: draw(made, cid={"known": (asking(made, seat),)})


def named_up_to(*, question: bool) -> Carried:
    """Cid has heard that Bob has asked, who is named up to that question or not."""

    def case(made: ToyMatch) -> Entry:
        asked = asking(made, BOB)
        ended = Ended(BOB, 0, asked if question else None)
        return without_bob(made, ended, cid={"known": (asked,)})

    return case


# After a fault


def after_fault(*, show: bool = True, round_: int = MINUTE + 1) -> Carried:
    """Ann's settlement is for another line; she adds a question of this round."""

    def case(made: ToyMatch) -> Entry:
        question = asking(made, ANN)
        settlement = settled(made, question, last=None)
        proposal = proposing(made, CID, AfterFault(DRAW), BOB)
        added = {
            seat: asking(made, seat, round_=round_, nonce=b"f" * 32)
            for seat in (ANN, CID, DOT, ELI)
        }
        own = {"begun": question, "settlement": settlement.statement.hash}
        signatures = tuple(
            consenting(proposal, seat, question=one, **(own if seat == ANN else {}))
            for seat, one in added.items()
        )
        agreement = Agreement(proposal, signatures)
        shown = (settlement.raw,) if show else ()
        item: Agree = replace(item_of(agreement), shown=shown)
        return made.forged(CID, item, incarnation=added[CID].statement.hash)

    return case


def ann_asked_later(made: ToyMatch) -> Entry:
    """The question that Ann adds is below the incarnation in which she signs."""
    question = asking(made, ANN, round_=MINUTE + 1)
    answers = answers_to(made, question, CID, DOT, ELI)
    proposal = proposing(made, CID, AfterFault(DRAW), BOB)
    added = {seat: asking(made, seat, nonce=b"f" * 32) for seat in (ANN, CID, DOT, ELI)}
    signatures = tuple(
        consenting(
            proposal,
            seat,
            question=one,
            **({"begun": question, "answers": answers} if seat == ANN else {}),
        )
        for seat, one in added.items()
    )
    agreement = Agreement(proposal, signatures)
    return made.forged(CID, item_of(agreement), incarnation=added[CID].statement.hash)


FIVE: dict[str, tuple[Code | None, Entries]] = {
    "a pending seat shows the answers of all that sign": (None, ann_is_pending()),
    "two pending seats show the answers of each other": (None, two_are_pending),
    "the settlement behind an answer is shown": (None, answer_rests_on(show=True)),
    "a settled seat signs": (None, cid_has_settled),
    "a settled seat signs whose settlement an entry has carried": (None, settlement_on_the_line),
    "a seat rejoins, and carries what it has signed before": (None, rejoins_and_carries),
    "two settled seats, of whom one rests on the other": (None, both_settled(crossed=False)),
    "against a seat, a pending seat shows the answers of all that sign": (
        None,
        against_bob(CID, DOT, ELI),
    ),
    "a seat is named up to a question that is told of": (None, named_up_to(question=True)),
    "after a fault, a settlement that is not valid here": (None, after_fault()),
    "a pending seat lacks the answer of a signer": (
        Code.BAD_AGREEMENT,
        ann_is_pending(BOB, CID, DOT),
    ),
    "a pending seat shows answers to another question": (Code.BAD_AGREEMENT, answered_another),
    "against a seat, a pending seat shows the answer of the seat named": (
        Code.BAD_AGREEMENT,
        against_bob(BOB, CID, DOT, ELI),
    ),
    "against a seat, no more than half sign that are not pending": (
        Code.BAD_AGREEMENT,
        against_bob_by_two_that_know,
    ),
    "the settlement behind an answer is missing": (
        Code.BAD_AGREEMENT,
        answer_rests_on(show=False),
    ),
    "an answer is given in a later incarnation than the signature": (
        Code.BAD_AGREEMENT,
        answer_alone_rests_on,
    ),
    "the settlement of a signer is missing": (
        Code.BAD_AGREEMENT,
        lambda made: cid_has_settled(made, show=False),
    ),
    "the settlement of a signer is of another question": (Code.BAD_AGREEMENT, settled_another),
    "the settlement of a signer lacks an answer": (
        Code.BAD_AGREEMENT,
        lambda made: cid_has_settled(made, answers=()),
    ),
    "the settlement of a signer names an entry of another seat": (
        Code.BAD_AGREEMENT,
        lambda made: cid_has_settled(made, last=last_of(made, ANN)),
    ),
    "entries of a signer beyond its settlement": (Code.BAD_AGREEMENT, entries_beyond),
    "a seat signs in an older incarnation than its last entry": (
        Code.BAD_AGREEMENT,
        in_older_incarnation,
    ),
    "two settlements of signers are crossed": (Code.BAD_AGREEMENT, both_settled(crossed=True)),
    "a question of a signer is told of above its incarnation": (
        Code.BAD_AGREEMENT,
        tells_of(ANN),
    ),
    "a question of the seat named is told of above what it ends": (
        Code.BAD_AGREEMENT,
        named_up_to(question=False),
    ),
    "after a fault, the settlement of a signer is missing": (
        Code.BAD_AGREEMENT,
        after_fault(show=False),
    ),
    "after a fault, a question added below the signer's incarnation": (
        Code.BAD_AGREEMENT,
        ann_asked_later,
    ),
}


# One of two


def alone(terms: End | Replace | AfterFault, *shown: Signed[Settlement], **fields: Any) -> Carried:
    """Ann alone agrees on something against Bob."""

    def case(made: ToyMatch) -> Entry:
        proposal = proposing(made, ANN, terms, BOB)
        agreement = Agreement(proposal, (consenting(proposal, ANN, **fields),))
        return carried(made, ANN, agreement, *shown)

    return case


def alone_pending(made: ToyMatch) -> Entry:
    return alone(DRAW, begun=asking(made, ANN))(made)


def alone_settled(made: ToyMatch) -> Entry:
    question = asking(made, ANN)
    settlement = settled(made, question)
    own = {"begun": question, "settlement": settlement.statement.hash}
    return alone(DRAW, settlement, **own)(made)


def alone_after_fault(made: ToyMatch) -> Entry:
    question = asking(made, ANN)
    proposal = proposing(made, ANN, AfterFault(DRAW), BOB)
    agreement = Agreement(proposal, (consenting(proposal, ANN, question=question),))
    return made.forged(ANN, item_of(agreement), incarnation=question.statement.hash)


def named_carries(made: ToyMatch) -> Entry:
    agreement = agreement_of(proposing(made, ANN, DRAW, BOB), ANN)
    return carrying(made, BOB, agreement)


def end_by_nobody_named(made: ToyMatch) -> Entry:
    return carrying(made, BOB, agreement_of(proposing(made, ANN, DRAW), ANN))


TWO_SEATS: dict[str, tuple[Code | None, Entries]] = {
    "one of two ends the game": (None, alone(DRAW)),
    "one of two, who has settled, ends the game": (None, alone_settled),
    "one of two, who is pending, ends the game": (Code.BAD_AGREEMENT, alone_pending),
    "one of two replaces the other": (
        Code.BAD_AGREEMENT,
        lambda made: alone(Replace((coming(made, BOB),)))(made),
    ),
    "one of two ends the game after a fault": (Code.BAD_AGREEMENT, alone_after_fault),
    "one of two ends the game and names nobody": (Code.BAD_AGREEMENT, end_by_nobody_named),
    "who is named carries it": (Code.WRONG_AUTHOR, named_carries),
}


def listed(cases: Mapping[str, tuple[Code | None, Entries]]) -> dict[str, tuple[Code | None, Case]]:
    """The cases, each of which adds one entry or several."""

    def entries(case: Entries) -> Case:
        def added(made: ToyMatch) -> list[Entry]:
            found = case(made)
            return [found] if isinstance(found, Entry) else found

        return added

    return {name: (code, entries(case)) for name, (code, case) in cases.items()}


def test_vectors_of_signers() -> None:
    check_vectors(
        "signers",
        {
            "five seats": described(five_seats, listed(FIVE), open_table),
            "two seats": described(two_seats, listed(TWO_SEATS), open_table),
        },
    )
