"""A seat is handed over where nobody hides anything, and what that refuses (SPEC-18, 4.8)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from protocol.encoding import Data, encode
from protocol.entry import Decide, DiceShare
from protocol.errors import Code
from protocol.head import Head
from protocol.logfile import Record, RecordKind
from protocol.proposals import End, Ended, HandOver, Proposal, Replace, Result, TakeBack
from protocol.questions import FIRST, RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, sign_statement
from protocol.successors import Successor
from tests.protocol import toy
from tests.protocol.agreeing import agree, agreement_of, carrying, consent_of, proposing
from tests.protocol.full_log import Added
from tests.protocol.rejoining import all_answers, asking, rejoining, settling
from tests.protocol.sample import identity, some_hash
from tests.protocol.succession import (
    DORA,
    EVE,
    begin,
    coming,
    first_chain,
    handed_over,
    replacing,
    sit_down,
)
from tests.protocol.succession_cases import ANN, BOB, CID, ORDER, since
from tests.protocol.toy_match import ToyMatch
from tests.protocol.verdicts import Case


def dora_plays(made: ToyMatch) -> None:
    """Bob hands over, and Dora throws dice."""
    handed_over(made, BOB)
    begin(made, BOB)
    made.act(BOB, toy.Throw(2))


def dora_ends(made: ToyMatch) -> None:
    """Bob hands over, and then all end the game."""
    handed_over(made, BOB)
    begin(made, BOB)
    agree(made, ANN, End(Result.DRAW))


def ann_is_replaced_while_she_owes_a_share(made: ToyMatch) -> None:
    made.send(made.prepare(BOB, toy.Throw(2)).entry)
    proposal = replacing(made, CID, ANN)
    made.send(carrying(made, BOB, agreement_of(proposal, BOB, CID)))
    made.send(made.prepare(BOB).entry)
    sit_down(made, ANN)


def waiting_roll(made: ToyMatch) -> None:
    ann_is_replaced_while_she_owes_a_share(made)
    begin(made, ANN)
    made.settle()


def wrong_first_share(made: ToyMatch) -> Sequence[Added]:
    question = new_question(made, ANN)
    settlement = settling_of(made, question)
    second = DiceShare(first_chain(DORA, 1).share(2))
    return [rejoining(made, settlement, second, identity=identity(DORA))]


def new_question(made: ToyMatch, seat: int, **fields: Any) -> Signed[RejoinQuestion]:
    """A question of Dora, who plays a seat."""
    asked = asking(made, seat).statement
    return sign_statement(identity(DORA), replace(asked, **{"key": 1, **fields}))


def old_question(made: ToyMatch) -> Signed[RejoinQuestion]:
    """A question of Bob, who plays no more."""
    return sign_statement(identity(BOB), replace(asking(made, BOB).statement, key=0))


def settling_of(
    made: ToyMatch, question: Signed[RejoinQuestion], who: int = DORA
) -> Signed[Settlement]:
    """All others answer that they hold no entry of the key that asks, and it settles."""
    answers = all_answers(made, question, last=None)
    told = settling(made, question, answers, last=None).statement
    return sign_statement(identity(who), told)


def hand_over(made: ToyMatch, **fields: Any) -> Signed[Proposal]:
    """Bob proposes to hand over to Dora, who brings something else."""
    brought = replace(coming(made, BOB).statement, **fields)
    return proposing(made, BOB, HandOver(sign_statement(identity(DORA), brought)))


def brings(**fields: Any) -> Case:
    """An entry by which Bob hands over to who brings this."""
    return lambda made: [
        carrying(made, BOB, agreement_of(hand_over(made, **fields), ANN, BOB, CID))
    ]


def of_unsigned_successor(made: ToyMatch) -> Signed[Proposal]:
    successor = replace(coming(made, BOB), signature=bytes(64))
    return proposing(made, BOB, HandOver(successor))


def written(made: ToyMatch, seat: int, *fields: Data) -> Record:
    """A proposal with these fields, whatever they are."""
    body = encode((made.spectator.charter.game_id, seat, *fields))
    signature = identity(seat).sign(Proposal.tag, body)
    return Record(RecordKind.PROPOSAL, encode((body, signature)))


def of_other_seats(made: ToyMatch) -> Sequence[Record]:
    """It names Ann, and Bob is to be replaced."""
    terms = ("replace", (coming(made, BOB).raw,))
    named = ((ANN, 0, None),)
    return [written(made, CID, made.spectator.head.to_data(), terms, named, ())]


def of_key_that_nobody_can_have(made: ToyMatch) -> Sequence[Record]:
    known = coming(made, BOB).statement
    fields = (known.number, known.name, bytes(32), known.salt, known.dice_head, False)
    body = encode((known.game, BOB, *fields))
    successor = encode((body, identity(DORA).sign(Successor.tag, body)))
    head = made.spectator.head.to_data()
    return [written(made, BOB, head, ("hand over", successor), (), ())]


def of_seat_3(made: ToyMatch) -> Sequence[Added]:
    brought = replace(coming(made, BOB).statement, seat=3)
    successor = sign_statement(identity(DORA), brought)
    return [proposing(made, CID, Replace((successor,)), 3)]


def beyond_the_line(made: ToyMatch) -> Sequence[Added]:
    head = replace(made.spectator.head, sequence=made.spectator.head.sequence + 1)
    return [proposing(made, BOB, HandOver(coming(made, BOB)), after=head)]


def another_entry_of_old_key(made: ToyMatch) -> Sequence[Added]:
    mine = next(e for e in made.spectator.log if e.seat == BOB)
    head = made.spectator.log.at(mine.sequence - 1).head
    fields = {"head": head, "identity": identity(BOB), "incarnation": FIRST}
    return [made.forged(BOB, toy.End(), state=mine.digest, **fields)]


def old_key_goes_on(made: ToyMatch) -> Sequence[Added]:
    return [made.forged(BOB, ORDER, identity=identity(BOB), incarnation=FIRST)]


def without_a_question(made: ToyMatch) -> Sequence[Added]:
    sit_down(made, BOB)
    return [made.forged(BOB, ORDER, identity=identity(DORA))]


def old_key_rejoins(made: ToyMatch) -> Sequence[Added]:
    return [rejoining(made, settling_of(made, old_question(made), BOB), ORDER)]


def rejoins_for_old_key(made: ToyMatch) -> Sequence[Added]:
    """Nothing else is wrong with it: neither key is said to have signed an entry."""
    sit_down(made, BOB)
    settlement = settling_of(made, old_question(made), BOB)
    return [rejoining(made, settlement, ORDER, identity=identity(DORA))]


def rejoins(**fields: Any) -> Case:
    """Dora begins with a question that says something else."""

    def added(made: ToyMatch) -> Sequence[Added]:
        sit_down(made, BOB)
        settlement = settling_of(made, new_question(made, BOB, **fields))
        return [rejoining(made, settlement, ORDER, identity=identity(DORA))]

    return added


def before_last_order(made: ToyMatch) -> Head:
    """The head after which Dora was asked for her last order."""
    mine = [entry for entry in made.spectator.log if entry.seat == BOB]
    orders = [entry for entry in mine if any(isinstance(item, Decide) for item in entry.items)]
    return made.spectator.log.at(orders[-1].sequence - 1).head


def before_dora(made: ToyMatch) -> Head:
    """The head that the agreement follows by which Dora plays."""
    place = made.spectator.ledger.players[BOB].since
    return made.spectator.log.at(place - 1).head


def takes_back(to: Callable[[ToyMatch], Head]) -> Case:
    """All sign that play is taken back, as honest nodes do that go back to Dora's last order."""

    def added(made: ToyMatch) -> Sequence[Added]:
        proposal = proposing(made, ANN, TakeBack(to(made)))
        honest = proposing(made, ANN, TakeBack(before_last_order(made)))
        made.say(honest)
        signatures = []
        for seat in (ANN, BOB, CID):
            signature = consent_of(made, seat).signature(honest.statement)
            assert signature is not None
            given = replace(signature, proposal=proposal.statement.hash)
            signatures.append(made.authors[seat].sign(given))
        agreement = replace(agreement_of(proposal), signatures=tuple(signatures))
        return [carrying(made, BOB, agreement, identity=identity(DORA))]

    return added


def old_key_signs(made: ToyMatch) -> Sequence[Added]:
    proposal = proposing(made, CID, TakeBack(before_last_order(made)))
    agreement = agreement_of(proposal, ANN, BOB, CID)
    return [carrying(made, BOB, agreement, identity=identity(DORA))]


def old_key_is_named(made: ToyMatch) -> Sequence[Added]:
    proposal = replacing(made, CID, BOB, EVE, named=(Ended(BOB, 0, None),))
    return [carrying(made, CID, agreement_of(proposal, ANN, CID))]


def by_the_third(made: ToyMatch) -> Sequence[Added]:
    """Dora and Eve are to play for Ann and Bob, and only Cid has signed."""
    terms = Replace((coming(made, ANN), coming(made, BOB, EVE)))
    return [carrying(made, CID, agreement_of(proposing(made, CID, terms, ANN, BOB), CID))]


HANDED_OVER: dict[str, tuple[Code | None, Case]] = {
    "a seat hands over, and its new key plays": (None, since(dora_plays)),
    "who comes with another key keeps the name": (None, brings(name="Bob")),
    "the first entry of the new key carries an agreement": (None, since(dora_ends)),
    "the new key agrees that its order is taken back": (
        None,
        since(dora_plays, takes_back(before_last_order)),
    ),
    "a question of the new key": (None, since(dora_plays, lambda m: [new_question(m, BOB)])),
    "a seat is replaced while it owes a share": (None, since(waiting_roll)),
    "a question of a key that plays not yet": (Code.GAP, lambda m: [new_question(m, BOB)]),
    "a proposal for a place beyond the next": (Code.GAP, beyond_the_line),
    "a proposal whose successor has not signed": (
        Code.BAD_SIGNATURE,
        lambda m: [of_unsigned_successor(m)],
    ),
    "a proposal of the old key": (
        Code.BAD_SIGNATURE,
        since(dora_plays, lambda m: [proposing(m, BOB, TakeBack(m.spectator.log.at(1).head))]),
    ),
    "a proposal that names another seat than is replaced": (Code.MALFORMED, of_other_seats),
    "a successor with a key that nobody can have": (Code.BAD_KEY, of_key_that_nobody_can_have),
    "a successor of another game": (
        Code.WRONG_GAME,
        lambda m: [hand_over(m, game=some_hash("game"))],
    ),
    "a successor of a seat that the game does not have": (Code.NO_SEAT, of_seat_3),
    "a proposal twice": (Code.KNOWN, lambda m: [hand_over(m), hand_over(m)]),
    "a seat hands over to who has not signed": (
        Code.BAD_AGREEMENT,
        lambda m: [
            carrying(m, BOB, agreement_of(of_unsigned_successor(m), ANN, BOB, CID)),
        ],
    ),
    "who comes has a name that another plays under": (Code.BAD_AGREEMENT, brings(name="Cid")),
    "who comes has a name that looks like another": (
        Code.BAD_AGREEMENT,
        brings(name="\u0421id"),
    ),
    "the key after the next": (Code.BAD_AGREEMENT, brings(number=2)),
    "who comes brings the salt of another": (Code.BAD_AGREEMENT, brings(salt=bytes([0x50]) * 32)),
    "who comes brings the dice head of another": (
        Code.BAD_AGREEMENT,
        lambda m: brings(dice_head=m.spectator.charter.seats[ANN].dice_head)(m),
    ),
    "a seat that hands over has not signed": (
        Code.BAD_AGREEMENT,
        lambda m: [carrying(m, BOB, agreement_of(hand_over(m), ANN, CID))],
    ),
    "two seats of three are replaced by the third": (Code.BAD_AGREEMENT, by_the_third),
    "the old key is named": (Code.BAD_AGREEMENT, since(dora_plays, old_key_is_named)),
    "the old key signs": (Code.BAD_AGREEMENT, since(dora_plays, old_key_signs)),
    "play is taken back to before the new key": (
        Code.BAD_AGREEMENT,
        since(dora_plays, takes_back(before_dora)),
    ),
    "another seat than the next carries it": (
        Code.WRONG_AUTHOR,
        lambda m: [carrying(m, ANN, agreement_of(replacing(m, ANN, BOB), ANN, CID))],
    ),
    "the old key goes on": (
        Code.WRONG_INCARNATION,
        since(lambda m: handed_over(m, BOB), old_key_goes_on),
    ),
    "the new key begins without a question": (
        Code.WRONG_INCARNATION,
        since(lambda m: handed_over(m, BOB), without_a_question),
    ),
    "another entry of the old key at its place": (
        Code.FORK,
        since(dora_plays, another_entry_of_old_key),
    ),
    "the old key rejoins": (Code.BAD_SIGNATURE, since(dora_plays, old_key_rejoins)),
    "the new key rejoins with a question of the old": (
        Code.BAD_REJOIN,
        since(lambda m: handed_over(m, BOB), rejoins_for_old_key),
    ),
    "the new key rejoins with the dice head that it has brought": (
        Code.BAD_REJOIN,
        since(lambda m: handed_over(m, BOB), rejoins(dice_head=first_chain(DORA, 1).head)),
    ),
    "a share that is not the first of the new key": (
        Code.SHARE_WRONG,
        since(ann_is_replaced_while_she_owes_a_share, wrong_first_share),
    ),
}
