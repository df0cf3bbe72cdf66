"""Vectors of who carries an agreement, and of what comes of it (SPEC-18.2, 18.4).

Three players and two keepers; Ann has thrown dice, and it is the turn of Bob. In `tokens` all
powers hide something, in `open` nobody does.
"""

from collections.abc import Callable
from dataclasses import replace

from protocol.agreements import Agreement
from protocol.consent import agree_of
from protocol.entry import Entry, Resign, SealTokens
from protocol.errors import Code
from protocol.head import Head
from protocol.logfile import Record
from protocol.proposals import AfterFault, End, Ended, HandOver, Replace, Result, TakeBack, Terms
from tests.protocol import toy
from tests.protocol.agreeing import agreement_of, carrying, consenting, item_of, proposing
from tests.protocol.full_log import Added
from tests.protocol.rejoining import asking
from tests.protocol.sample import MINUTE, identity
from tests.protocol.succession import DORA, EVE, begin, coming, replaced
from tests.protocol.toy_match import ToyMatch, open_table, toy_founding, toy_match, toy_table
from tests.protocol.vectors import check_vectors
from tests.protocol.verdicts import Case, described

ANN, BOB, CID, DOT, ELI = SEATS = range(5)
POWERS = (*(tuple(map(str, powers)) for powers in toy.SEATS), (), ())
DRAW = End(Result.DRAW)
Change = Callable[[ToyMatch], None]


def match_of(steps: toy.Steps) -> ToyMatch:
    made = toy_match(toy_founding(powers=POWERS), steps)
    made.act(ANN, toy.Throw(2))
    made.act(ANN, toy.End())
    return made


def with_tokens() -> ToyMatch:
    return match_of(toy.STEPS)


def without_tokens() -> ToyMatch:
    return match_of(toy.OPEN_STEPS)


def agreement(
    made: ToyMatch, carrier: int, terms: Terms, *named: int, signers: tuple[int, ...] | None = None
) -> Entry:
    """All seats that are not named agree; a seat carries it."""
    asked = made.spectator.needed - set(named) if signers is None else signers
    proposal = proposing(made, min(asked), terms, *named)
    return carrying(made, carrier, agreement_of(proposal, *sorted(asked)))


def without(made: ToyMatch, carrier: int, terms: Terms, *named: Ended) -> Entry:
    """The same, against seats in other incarnations than their first."""
    signers = made.spectator.needed - {one.seat for one in named}
    proposal = proposing(made, min(signers), terms, named=named)
    return carrying(made, carrier, agreement_of(proposal, *sorted(signers)))


def case(carried: Callable[[ToyMatch], Entry], before: Change = lambda _: None) -> Case:
    """The entries of a change, and one more."""

    def added(made: ToyMatch) -> list[Added | Record]:
        start = len(made.spectator.log)
        before(made)
        return [*made.spectator.log.since(start), carried(made)]

    return added


# Who carries it


def cid_resigns(made: ToyMatch) -> None:
    """Germany passes to Bob."""
    made.act(BOB, toy.End())
    made.act(ANN, toy.End())
    made.act(CID, Resign(()))


def won(made: ToyMatch) -> None:
    made.act(BOB, toy.Win())


def unreadable(carrier: int) -> Callable[[ToyMatch], Entry]:
    def carried(made: ToyMatch) -> Entry:
        item = item_of(agreement_of(proposing(made, CID, DRAW, BOB), ANN, CID, DOT, ELI))
        return made.forged(carrier, replace(item, signatures=(b"none",)))

    return carried


# What comes of it


def bob_throws(made: ToyMatch) -> None:
    """His roll waits for Ann's share."""
    made.send(made.prepare(BOB, toy.Throw(2)).entry)


def bob_only_orders(made: ToyMatch) -> None:
    """His roll waits for his own share, and then for Ann's."""
    made.send(made.forged(BOB, toy.Throw(2)))


def bob_has_thrown(made: ToyMatch) -> None:
    made.act(BOB, toy.Throw(2))


def back(place: int) -> Callable[[ToyMatch], TakeBack]:
    """To a place so many entries before the head."""

    def terms(made: ToyMatch) -> TakeBack:
        sequence = len(made.spectator.log) - place
        return TakeBack(made.spectator.log.at(sequence).head)

    return terms


def takes_back(carrier: int, place: int) -> Callable[[ToyMatch], Entry]:
    return lambda made: agreement(made, carrier, back(place)(made))


def taken_back(made: ToyMatch) -> None:
    """Play goes back to before Ann's end of turn."""
    made.send(agreement(made, BOB, back(1)(made)))


def all_over_again(made: ToyMatch) -> Entry:
    head = Head(0, made.spectator.charter.game_id)
    return agreement(made, BOB, TakeBack(head))


def after_fault(carrier: int, named: int) -> Callable[[ToyMatch], Entry]:
    """All others keep this line, and end the game."""

    def carried(made: ToyMatch) -> Entry:
        signers = [seat for seat in SEATS if seat != named]
        proposal = proposing(made, signers[0], AfterFault(DRAW), named)
        added = {seat: asking(made, seat, nonce=b"f" * 32) for seat in signers}
        signatures = tuple(
            consenting(proposal, seat, question=question) for seat, question in added.items()
        )
        item = item_of(replace(agreement_of(proposal), signatures=signatures))
        return made.forged(carrier, item, incarnation=added[carrier].statement.hash)

    return carried


OPEN: dict[str, tuple[Code | None, Case]] = {
    "the seat that must act carries it": (None, case(lambda m: agreement(m, BOB, DRAW, CID))),
    "the next seat carries it against the one that must act": (
        None,
        case(lambda m: agreement(m, CID, DRAW, BOB)),
    ),
    "a keeper carries it against the players before it": (
        None,
        case(lambda m: agreement(m, DOT, DRAW, BOB, CID)),
    ),
    "a seat that has resigned is passed over": (
        None,
        case(lambda m: agreement(m, DOT, DRAW, BOB), cid_resigns),
    ),
    "another seat than must act carries it": (
        Code.WRONG_AUTHOR,
        case(lambda m: agreement(m, ANN, DRAW, CID)),
    ),
    "the seat that must act carries it, and is named": (
        Code.WRONG_AUTHOR,
        case(lambda m: agreement(m, BOB, DRAW, BOB)),
    ),
    "a seat before the next carries it": (
        Code.WRONG_AUTHOR,
        case(lambda m: agreement(m, ANN, DRAW, BOB)),
    ),
    "a seat after the next carries it": (
        Code.WRONG_AUTHOR,
        case(lambda m: agreement(m, ELI, DRAW, BOB, CID)),
    ),
    "a seat that has resigned carries it": (
        Code.WRONG_AUTHOR,
        case(lambda m: agreement(m, CID, DRAW, BOB), cid_resigns),
    ),
    "one that cannot be read names nobody": (Code.BAD_AGREEMENT, case(unreadable(BOB))),
    "one that cannot be read, by another seat": (Code.WRONG_AUTHOR, case(unreadable(CID))),
    "the game is over": (Code.CLOSED, case(lambda m: agreement(m, BOB, DRAW, CID), won)),
    "a side wins": (None, case(lambda m: agreement(m, BOB, End(Result.WIN, "Axis"), CID))),
    "a side wins that the game does not have": (
        Code.BAD_AGREEMENT,
        case(lambda m: agreement(m, BOB, End(Result.WIN, "Japan"), CID)),
    ),
    "play goes on where it is taken back to": (
        None,
        case(lambda m: m.forged(ANN, toy.Throw(1)), taken_back),
    ),
    "who had to act before play was taken back goes on": (
        Code.WRONG_AUTHOR,
        case(lambda m: m.forged(BOB, toy.Throw(1)), taken_back),
    ),
    "what was taken back is taken back again": (None, case(takes_back(ANN, 1), taken_back)),
    "everything is taken back": (None, case(all_over_again)),
    "play is taken back to a roll that waits": (
        Code.BAD_AGREEMENT,
        case(takes_back(BOB, 1), bob_has_thrown),
    ),
    "play is taken back while a roll waits": (
        Code.BAD_AGREEMENT,
        case(takes_back(ANN, 1), bob_throws),
    ),
    "play is taken back to before a seat has resigned": (
        Code.BAD_AGREEMENT,
        case(takes_back(BOB, 2), cid_resigns),
    ),
    "the game ends against the seat that owes a share": (
        None,
        case(lambda m: agreement(m, BOB, DRAW, ANN), bob_throws),
    ),
    "the game ends against the seat that owes the next of two shares": (
        None,
        case(lambda m: agreement(m, CID, DRAW, BOB), bob_only_orders),
    ),
    "the game ends against the seat that owes the last of two shares": (
        Code.BAD_AGREEMENT,
        case(lambda m: agreement(m, BOB, DRAW, ANN), bob_only_orders),
    ),
    "the game ends against another seat than owes a share": (
        None,
        case(lambda m: agreement(m, ANN, DRAW, CID), bob_throws),
    ),
    "all end the game while a roll waits": (
        Code.BAD_AGREEMENT,
        case(lambda m: agreement(m, ANN, DRAW), bob_throws),
    ),
    "after a fault, a roll may wait for anybody": (None, case(after_fault(ANN, CID), bob_throws)),
}


# While tokens are dealt and shuffled


def bob_is_replaced(made: ToyMatch) -> None:
    """Ann owes the first share of the deal, Dora the last."""
    replaced(made, CID, BOB)
    begin(made, BOB)


def ann_has_given_a_share(made: ToyMatch) -> None:
    bob_is_replaced(made)
    made.send(made.prepare(ANN).entry)


def dealt(made: ToyMatch) -> None:
    """And Dora, who gives the last share and deals, has to shuffle."""
    replaced(made, CID, BOB)
    for seat in (ANN, CID, DOT, ELI):
        made.send(made.prepare(seat).entry)
    begin(made, BOB)
    whole = made.prepare(BOB).entry
    items = [item for item in whole.items if not isinstance(item, SealTokens)]
    name = whole.incarnation
    made.send(made.forged(BOB, *items, identity=identity(DORA), incarnation=name))


def shuffled(made: ToyMatch) -> None:
    dealt(made)
    made.settle()


def dora(made: ToyMatch) -> Ended:
    """Up to the incarnation that she has begun."""
    return Ended(BOB, 1, made.spectator.log.heard.greatest[BOB])


def with_dora(made: ToyMatch, carrier: int, terms: Terms, *named: int) -> Entry:
    """Dora signs, too, in the incarnation that she has settled."""
    own = made.conducts[BOB].own
    assert own is not None
    proposal = proposing(made, CID, terms, *named)
    signatures = []
    for seat in SEATS:
        if seat == BOB:
            told = {"begun": own.statement.question, "settlement": own.statement.hash}
            plain = consenting(proposal, seat, **told).statement
            signatures.append(made.authors[BOB].sign(plain))
        elif seat not in named:
            signatures.append(consenting(proposal, seat))
    agreed = Agreement(proposal, tuple(signatures))
    if carrier == BOB and own.statement.hash not in made.spectator.log.carried:
        return made.authors[BOB].prepare_agreement(agreed, minute=MINUTE, settlement=own).entry
    return made.forged(
        carrier, agree_of(agreed, made.authors[BOB].table.log), **key_of_bob(carrier)
    )


def key_of_bob(carrier: int) -> dict[str, object]:
    """Dora signs the entries of Bob's seat."""
    return {"identity": identity(DORA)} if carrier == BOB else {}


TOKENS: dict[str, tuple[Code | None, Case]] = {
    "while tokens are dealt, the game ends against the seat that owes a share": (
        None,
        case(lambda m: with_dora(m, BOB, DRAW, ANN), bob_is_replaced),
    ),
    "while tokens are dealt, the seat that owes a share is replaced": (
        None,
        case(lambda m: with_dora(m, BOB, Replace((coming(m, ANN, EVE),)), ANN), bob_is_replaced),
    ),
    "while tokens are dealt, the game ends against another seat": (
        Code.BAD_AGREEMENT,
        case(lambda m: without(m, ANN, DRAW, dora(m)), bob_is_replaced),
    ),
    "while tokens are dealt, all end the game": (
        Code.BAD_AGREEMENT,
        case(lambda m: with_dora(m, ANN, DRAW), bob_is_replaced),
    ),
    "while tokens are dealt, play is taken back": (
        Code.BAD_AGREEMENT,
        case(lambda m: with_dora(m, CID, back(1)(m)), ann_has_given_a_share),
    ),
    "while tokens are dealt, a seat hands over": (
        Code.BAD_AGREEMENT,
        case(lambda m: with_dora(m, ANN, HandOver(coming(m, ANN, EVE))), bob_is_replaced),
    ),
    "before dealt tokens are shuffled, the game ends against who shuffles them": (
        None,
        case(lambda m: without(m, CID, DRAW, dora(m)), dealt),
    ),
    "before dealt tokens are shuffled, the game ends against another seat": (
        Code.BAD_AGREEMENT,
        case(lambda m: with_dora(m, BOB, DRAW, ANN), dealt),
    ),
    "once dealt tokens are shuffled, all end the game": (
        None,
        case(lambda m: with_dora(m, BOB, DRAW), shuffled),
    ),
    "play is taken back to where tokens waited to be dealt": (
        None,
        case(lambda m: with_dora(m, BOB, back(3)(m)), shuffled),
    ),
}


def test_vectors_of_what_comes_of_agreements() -> None:
    check_vectors(
        "enacted",
        {
            "open": described(without_tokens, OPEN, open_table),
            "tokens": described(with_tokens, TOKENS, toy_table),
        },
    )
