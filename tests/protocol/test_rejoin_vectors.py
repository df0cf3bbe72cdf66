"""Vectors of SPEC-12 and 6.3, 6.4: questions, answers and incarnations.

In most of them seat 0, which owes the next answer, asks to rejoin; seats 1 and 2 answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from protocol.entry import DiceShare, Entry, Head, Item, Rejoin
from protocol.errors import Code
from protocol.statements import RejoinAnswer, RejoinQuestion, Signed, sign_statement
from tests.protocol import toy
from tests.protocol.full_log import Added, grown, written
from tests.protocol.sample import identity, some_hash
from tests.protocol.test_rejoin import INVALID
from tests.protocol.toy_match import ToyMatch, chain, toy_match
from tests.protocol.vectors import check_vectors

NONCE = b"q" * 32
PLAY_ON = toy.Throw(1)


def start() -> ToyMatch:
    """USA, of seat 0, has thrown dice and gives the next order."""
    made = toy_match()
    made.act(0, toy.Throw(1))
    return made


def asking(made: ToyMatch, incarnation: int = 1, nonce: bytes = NONCE) -> Signed[RejoinQuestion]:
    """A question of seat 0."""
    game = made.spectator.charter.game_id
    return sign_statement(
        identity(0), RejoinQuestion(game=game, seat=0, incarnation=incarnation, nonce=nonce)
    )


def answering(
    made: ToyMatch,
    seat: int,
    question: Signed[RejoinQuestion],
    upto: int = 0,
    head: Head | None = None,
) -> Signed[RejoinAnswer]:
    """A seat's answer with the head of this line, `upto` entries before its end, or another."""
    line = list(made.spectator.log)[: len(made.spectator.log) - upto]
    return sign_statement(
        identity(seat),
        RejoinAnswer(
            game=made.spectator.charter.game_id,
            seat=seat,
            question=question.statement.hash,
            incarnation=0,
            head=line[-1].head if head is None else head,
            place=max(entry.sequence for entry in line if entry.seat == 0),
            rejoining=False,
        ),
    )


def both(made: ToyMatch, question: Signed[RejoinQuestion]) -> list[Signed[RejoinAnswer]]:
    return [answering(made, seat, question) for seat in (1, 2)]


def beyond(made: ToyMatch, more: int = 1) -> Head:
    """A head that this line does not reach."""
    return Head(made.spectator.head.sequence + more, some_hash("beyond"))


def as_before(made: ToyMatch) -> Entry:
    """Seat 0 goes on in the incarnation that it has."""
    return made.forged(0, PLAY_ON)


def rejoin(
    made: ToyMatch,
    question: Signed[RejoinQuestion],
    answers: Sequence[Signed[RejoinAnswer]],
    *items: Item | toy.Order,
) -> Entry:
    """Seat 0 begins the incarnation that it asked for."""
    incarnation = question.statement.incarnation
    head = chain(0, incarnation).head
    item = Rejoin(question.raw, tuple(answer.raw for answer in answers), head)
    return made.forged(0, item, *items, incarnation=incarnation)


def rejoined(made: ToyMatch, incarnation: int = 1) -> Sequence[Added]:
    question = asking(made, incarnation)
    answers = both(made, question)
    return [question, *answers, rejoin(made, question, answers, PLAY_ON)]


def answered_alike(made: ToyMatch) -> Sequence[Added]:
    """The answers were given before the question was heard, and name heads of two places."""
    question = asking(made)
    answers = [answering(made, 1, question, upto=1), answering(made, 2, question)]
    return [*answers, question, rejoin(made, question, answers, PLAY_ON)]


def after_rejoin(made: ToyMatch, incarnation: int) -> Sequence[Added]:
    """Another order of seat 0, when the dice of the first one after its rejoin have fallen."""
    begin = len(made.spectator.log)
    made.restore(0)
    made.rejoin(0)
    made.act(0, PLAY_ON)
    entries = made.spectator.log.since(begin)
    return [
        *made.spectator.log.statements,
        *entries,
        made.forged(0, toy.Throw(2), incarnation=incarnation),
    ]


def answers_nothing(made: ToyMatch) -> Sequence[Added]:
    question = asking(made)
    return [rejoin(made, question, both(made, question))]


def old_roll(made: ToyMatch, share: Callable[[], DiceShare] | None = None) -> Sequence[Added]:
    """Seat 1 comes back with a roll waiting for its share."""
    begin = len(made.spectator.log)
    made.send(made.prepare(0, toy.Throw(3)).entry)
    made.restore(1)
    made.rejoin(1)
    entry = made.prepare(1).entry
    if share is not None:
        entry = made.forged(1, entry.items[0], share(), incarnation=1)
    return [*made.spectator.log.since(begin), *made.spectator.log.statements, entry]


def next_roll(made: ToyMatch, share: Callable[[], DiceShare]) -> Sequence[Added]:
    """It came back and served that roll; now the next one asks for its share."""
    *before, entry = old_roll(made)
    assert isinstance(entry, Entry)
    made.send(entry)
    asks = made.prepare(0, toy.Throw(2)).entry
    made.send(asks)
    return [*before, entry, asks, made.forged(1, share())]


def two_come_back(made: ToyMatch) -> Sequence[Added]:
    """Seats 0 and 1 answer each other as seats that are rejoining themselves."""
    begin = len(made.spectator.log)
    for seat in (0, 1):
        made.restore(seat)
    asked = [made.ask(seat, bytes([seat]) * 32) for seat in (0, 1)]
    for question in asked:
        asker = question.statement.seat
        made.say(*(a.answer(question) for a in made.authors if a.seat != asker))
    made.act(0, toy.Throw(2))
    return [*made.spectator.log.statements, *made.spectator.log.since(begin)]


def two_lives(made: ToyMatch, answered: int = 2) -> Sequence[Added]:
    """What it signed beyond the heads is void, and does not belong in a file."""
    question = asking(made)
    answers = both(made, question)
    entry = rejoin(made, question, answers[:answered], PLAY_ON)
    return [as_before(made), question, *answers, entry]


def again(made: ToyMatch) -> Sequence[Added]:
    """Another question for an incarnation that has begun, answered by all."""
    first = list(rejoined(made))
    entry = first[-1]
    assert isinstance(entry, Entry)
    made.send(entry)
    made.settle()
    later = asking(made, nonce=b"r" * 32)
    answers = both(made, later)
    item = Rejoin(later.raw, tuple(answer.raw for answer in answers), some_hash("head"))
    line = list(made.spectator.log.since(entry.sequence))
    return [*first, *line, made.forged(0, item, PLAY_ON, incarnation=1)]


def short(made: ToyMatch) -> Sequence[Added]:
    """Nobody names the last entry of the asker."""
    question = asking(made)
    last = max(entry.sequence for entry in made.spectator.log if entry.seat == 0)
    upto = made.spectator.head.sequence - last + 1
    answers = [answering(made, seat, question, upto) for seat in (1, 2)]
    return [rejoin(made, question, answers, PLAY_ON)]


def later_unanswered(made: ToyMatch) -> Sequence[Added]:
    first, later = asking(made), asking(made, 2, b"r" * 32)
    return [first, answering(made, 1, first), later, as_before(made)]


def later_answered(made: ToyMatch) -> Sequence[Added]:
    """The answer to the later one names more than that to the first."""
    first, later = asking(made), asking(made, 2, b"r" * 32)
    answers = [answering(made, 1, first), answering(made, 1, later, head=beyond(made))]
    return [first, answers[0], later, answers[1], as_before(made)]


def of_one_incarnation(made: ToyMatch, first: int) -> Sequence[Added]:
    """Two questions; the one answered first names a head further on, or the other does."""
    questions = [asking(made, nonce=nonce) for nonce in (b"a" * 32, b"b" * 32)]
    heads = (None, beyond(made))
    answers = [answering(made, 1, q, head=h) for q, h in zip(questions, heads, strict=True)]
    return [*questions, answers[first], answers[1 - first], as_before(made)]


def of_one_seat(made: ToyMatch, *furthest: bool) -> Sequence[Added]:
    """Two answers of seat 1 to one question."""
    question = asking(made)
    heads = [beyond(made) if far else None for far in furthest]
    return [question, *(answering(made, 1, question, head=h) for h in heads), as_before(made)]


def by_itself(made: ToyMatch) -> Sequence[Added]:
    question = asking(made)
    own = answering(made, 0, question, head=beyond(made, 1000))
    return [question, answering(made, 1, question), own, as_before(made)]


def contradicting(made: ToyMatch) -> Sequence[Added]:
    """Its only answer names a head of this line, and another last place of the asker."""
    question = asking(made)
    given = answering(made, 1, question).statement
    wrong = sign_statement(identity(1), replace(given, place=given.place - 1))
    return [question, wrong, as_before(made)]


def unasked(made: ToyMatch) -> Sequence[Added]:
    """Nobody has heard the question of the answer."""
    return [answering(made, 1, asking(made)), as_before(made)]


def twice(made: ToyMatch) -> Sequence[Added]:
    question = asking(made)
    return [question, question]


def invalid(corrupt: Callable[[ToyMatch], Rejoin]) -> Callable[[ToyMatch], Sequence[Added]]:
    def added(made: ToyMatch) -> Sequence[Added]:
        made.restore(0)
        made.rejoin(0)
        return [made.forged(0, corrupt(made), PLAY_ON, incarnation=1)]

    return added


def unsigned_question(made: ToyMatch) -> Sequence[Added]:
    asked = asking(made)
    return [Signed(asked.statement, bytes(64))]


REJOINED: dict[str, Callable[[ToyMatch], Sequence[Added]]] = {
    "a rejoin": rejoined,
    "a rejoin whose question and answers nobody heard beside the line": lambda m: rejoined(m)[-1:],
    "a rejoin for incarnation 7": lambda m: rejoined(m, 7),
    "answers heard before the question, with heads of two places": answered_alike,
    "the next order after a rejoin": lambda m: after_rejoin(m, 1),
    "a roll asked for before a rejoin": old_roll,
    "a roll asked for after a rejoin": lambda m: next_roll(
        m, lambda: DiceShare(chain(1, 1).share(1))
    ),
    "two seats come back": two_come_back,
}

HELD: dict[str, Callable[[ToyMatch], Sequence[Added]]] = {
    "playing on, nobody asked": lambda m: [as_before(m)],
    "playing on after a question that nobody answered": lambda m: [asking(m), as_before(m)],
    "playing on up to the head of an answer, which this line does not reach": lambda m: of_one_seat(
        m, True
    ),
    "playing on beyond the head of an answer": lambda m: of_one_seat(m, False),
    "of two answers of a seat the first names more": lambda m: of_one_seat(m, True, False),
    "of two answers of a seat the second names more": lambda m: of_one_seat(m, False, True),
    "the asker answers itself with a far head": by_itself,
    "an answer that contradicts the line is the only one": contradicting,
    "an answer to a question that nobody heard": unasked,
    "a later question that nobody answered": later_unanswered,
    "a later question that is answered": later_answered,
    "of two questions for one incarnation the first answered names less": lambda m: (
        of_one_incarnation(m, 0)
    ),
    "of two questions for one incarnation the first answered names more": lambda m: (
        of_one_incarnation(m, 1)
    ),
}

REFUSED: dict[str, Callable[[ToyMatch], Sequence[Added]]] = {
    "a new incarnation without a rejoin": lambda m: [m.forged(0, PLAY_ON, incarnation=1)],
    "the older incarnation after a rejoin": lambda m: after_rejoin(m, 0),
    "a rejoin that answers nothing": answers_nothing,
    "an incarnation begins again": again,
    "an entry of the asker that no answer names": short,
    "the new chain's share for a roll asked for before the rejoin": lambda m: old_roll(
        m, lambda: DiceShare(chain(1, 1).share(1))
    ),
    "the older chain's share for a roll asked for after the rejoin": lambda m: next_roll(
        m, lambda: DiceShare(chain(1).share(3))
    ),
    "a rejoin after an entry that it makes void": two_lives,
    "a rejoin with an answer too few, after an entry that it would make void": lambda m: two_lives(
        m, 1
    ),
    "a question twice": twice,
    "a question that its seat did not sign": unsigned_question,
    **{f"a rejoin with {name}": invalid(corrupt) for name, corrupt in INVALID},
}


def test_vectors_of_rejoining() -> None:
    cases = REJOINED | HELD | REFUSED
    made = grown(start, cases)
    assert len(made) == len(cases)
    assert {made[name].code for name in REJOINED} == {None}
    assert {made[name].code for name in HELD} == {None, Code.WRONG_INCARNATION}
    assert None not in {made[name].code for name in REFUSED}
    check_vectors("rejoin", [written(start, made)])
