"""Vectors of SPEC-12 and 6.3, 6.4, 6.10: questions, answers, settlements and incarnations.

In most of them seat 0, which owes the next answer, rejoins; seats 1 and 2 have lost nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from protocol.entry import DiceShare, Entry
from protocol.statement import Signed
from tests.protocol import toy
from tests.protocol.full_log import Added, grown, written
from tests.protocol.rejoining import (
    PLAY_ON,
    all_answers,
    answering,
    asking,
    come_back,
    last_of,
    rejoining,
    said,
    settling,
)
from tests.protocol.sample import some_hash
from tests.protocol.test_rejoin import INVALID, perhaps_agreed_on
from tests.protocol.test_standing import DOES_NOT_STAND, STANDS, five_seats
from tests.protocol.toy_match import ToyMatch, toy_match
from tests.protocol.vectors import check_vectors


def start() -> ToyMatch:
    """USA, of seat 0, has thrown dice and gives the next order."""
    made = toy_match()
    made.act(0, toy.Throw(1))
    return made


def rejoined(made: ToyMatch, round_: int = 29_000_000) -> Sequence[Added]:
    """Everything beside the line, then the entry."""
    question = asking(made, round_=round_)
    settlement = settling(made, question)
    return [question, *settlement.statement.answers, settlement, rejoining(made, settlement)]


def entries_after(made: ToyMatch, begin: int, *more: Added) -> Sequence[Added]:
    return [*made.spectator.log.since(begin), *said(made), *more]


def after_rejoin(made: ToyMatch, *, older: bool = False) -> Sequence[Added]:
    """Another order of seat 0, when the dice of the first one after its rejoin have fallen."""
    begin = len(made.spectator.log)
    before = made.spectator.ledger.incarnations[0]
    come_back(made)
    made.act(0, PLAY_ON)
    fields = {"incarnation": before} if older else {}
    return entries_after(made, begin, made.forged(0, toy.Throw(2), **fields))


def twice(made: ToyMatch) -> Sequence[Added]:
    """Two losses, one after the other, with an entry of each new name."""
    begin = len(made.spectator.log)
    for _ in range(2):
        come_back(made)
        made.act(0, PLAY_ON)
    return entries_after(made, begin)


def answers_nothing(made: ToyMatch) -> Sequence[Added]:
    settlement = settling(made, asking(made))
    whole = rejoining(made, settlement)
    return [made.forged(0, whole.items[0], incarnation=settlement.statement.asked.hash)]


def old_roll(made: ToyMatch, *, fresh: bool = False) -> Sequence[Added]:
    """Seat 1 comes back with a roll waiting for its share."""
    begin = len(made.spectator.log)
    made.send(made.prepare(0, toy.Throw(3)).entry)
    settlement = come_back(made, 1)
    entry = made.prepare(1).entry
    if fresh:
        share = made.authors[1].keys.chain(settlement.statement.asked.origin).share(1)
        name = settlement.statement.asked.hash
        entry = made.forged(1, entry.items[0], DiceShare(share), incarnation=name)
    return entries_after(made, begin, entry)


def next_roll(made: ToyMatch, *, older: bool = False) -> Sequence[Added]:
    """It came back and served that roll; now the next one asks for its share."""
    begin = len(made.spectator.log)
    *_, entry = old_roll(made)
    assert isinstance(entry, Entry)
    made.send(entry)
    made.send(made.prepare(0, toy.Throw(2)).entry)
    keys = made.authors[1].keys
    origin = made.spectator.ledger.chains[1, made.spectator.ledger.incarnations[1]].name.origin
    share = keys.chain(bytes(32)).share(3) if older else keys.chain(origin).share(1)
    return entries_after(made, begin, made.forged(1, DiceShare(share)))


def two_come_back(made: ToyMatch) -> Sequence[Added]:
    """Seat 1 settles with an answer in the new name of seat 0, which has signed nothing in it."""
    begin = len(made.spectator.log)
    made.restore(0)
    made.restore(1)
    for seat in (0, 1):
        made.ask(seat, bytes([seat]) * 32)
    for seat in range(3):
        made.answer(seat)
    made.settle_question(0)
    made.answer(0)
    made.settle_question(1)
    for seat in (0, 1):
        made.catch_up(seat)
    made.act(0, toy.Throw(2))
    made.act(0, toy.End())
    made.act(1, toy.Throw(1))
    return entries_after(made, begin)


def settled_out_of_sight(made: ToyMatch) -> Sequence[Added]:
    """The settlement in whose name seat 1 answers is on no line: the entry shows it."""
    begin = len(made.spectator.log)
    come_back(made, 1)
    come_back(made, 0)
    made.act(0, PLAY_ON)
    return entries_after(made, begin)


def two_lives(made: ToyMatch) -> Sequence[Added]:
    """What it signed beyond its settlement is void, and does not belong in a file."""
    tail = made.forged(0, PLAY_ON)
    return [tail, rejoining(made, settling(made, asking(made)))]


def beside(made: ToyMatch) -> Sequence[Added]:
    """What no rejoin could be made of may stand beside the line: there it decides nothing."""
    question = asking(made)
    settlement = settling(made, question, last=None)
    return [settlement, answering(made, 1, question, last=None), question, made.forged(0, PLAY_ON)]


def of_another_line(made: ToyMatch) -> Sequence[Added]:
    head = last_of(made, 0)
    assert head is not None
    other = replace(head, hash=some_hash("line"))
    question = asking(made)
    answers = all_answers(made, question, last=other)
    return [settling(made, question, answers, last=other), made.forged(0, PLAY_ON)]


def unsigned_question(made: ToyMatch) -> Sequence[Added]:
    return [Signed(asking(made).statement, bytes(64))]


def unsigned_inside(made: ToyMatch) -> Sequence[Added]:
    question = replace(asking(made), signature=bytes(64))
    return [answering(made, 1, question)]


def again(made: ToyMatch) -> Sequence[Added]:
    question = asking(made)
    return [question, question]


def begun_already(made: ToyMatch) -> Sequence[Added]:
    begin = len(made.spectator.log)
    question = asking(made)
    made.send(rejoining(made, settling(made, question)))
    made.settle()
    return entries_after(made, begin, rejoining(made, settling(made, question)))


def invalid(corrupt: Callable[[ToyMatch], Entry]) -> Callable[[ToyMatch], Sequence[Added]]:
    return lambda made: [corrupt(made)]


GOOD: dict[str, Callable[[ToyMatch], Sequence[Added]]] = {
    "a rejoin": rejoined,
    "a rejoin with nothing beside the line": lambda m: rejoined(m)[-1:],
    "a rejoin whose statements stand after it": lambda m: rejoined(m)[::-1],
    "a rejoin of a late round": lambda m: rejoined(m, 2**53 - 1),
    "the next order after a rejoin": after_rejoin,
    "two rejoins of a seat": twice,
    "a roll asked for before a rejoin": old_roll,
    "a roll asked for after a rejoin": next_roll,
    "two seats come back": two_come_back,
    "a rejoin that rests on a settlement of another seat": settled_out_of_sight,
    "a settlement beside the line that stands by too little": beside,
    "a settlement beside the line that rests on another one": of_another_line,
    "a proposal against its seat that a pending seat may have signed, as is known": lambda m: [
        perhaps_agreed_on(m, heard=True)
    ],
    "playing on after a question": lambda m: [asking(m), m.forged(0, PLAY_ON)],
}

REFUSED: dict[str, Callable[[ToyMatch], Sequence[Added]]] = {
    "a new incarnation without a rejoin": lambda m: [
        m.forged(0, PLAY_ON, incarnation=some_hash("name"))
    ],
    "the older incarnation after a rejoin": lambda m: after_rejoin(m, older=True),
    "a rejoin that answers nothing": answers_nothing,
    "an incarnation begins again": begun_already,
    "the new chain's share for a roll asked for before the rejoin": lambda m: old_roll(
        m, fresh=True
    ),
    "the older chain's share for a roll asked for after the rejoin": lambda m: next_roll(
        m, older=True
    ),
    "a rejoin after an entry that it makes void": two_lives,
    "a question twice": again,
    "a question that its seat did not sign": unsigned_question,
    "an answer to a question that its seat did not sign": unsigned_inside,
    **{f"a rejoin with {name}": invalid(corrupt) for name, corrupt in INVALID.items()},
}

FIVE = {f"a rejoin with {name}": add for name, add in (STANDS | DOES_NOT_STAND).items()}


def test_vectors_of_rejoining() -> None:
    cases = GOOD | REFUSED
    made = grown(start, cases)
    assert len(made) == len(cases)
    assert {name: made[name].code for name in GOOD} == dict.fromkeys(GOOD)
    assert None not in {made[name].code for name in REFUSED}
    agreed = grown(five_seats, {name: invalid(add) for name, add in FIVE.items()})
    good = [name for name, one in agreed.items() if one.code is None]
    assert good == [f"a rejoin with {name}" for name in STANDS]
    check_vectors("rejoin", [written(start, made), written(five_seats, agreed)])
