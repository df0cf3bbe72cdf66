"""Vectors of SPEC-10.9, 10.10, 6.5 and 6.15: windows, hands and instructions."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.instructions import Instructions, Standing
from engine.records import encode
from protocol.charter import WindowsStart
from protocol.encoding import Data
from protocol.entry import Hand, Instruct, Item, Resign, Waive
from protocol.founding import Founding
from protocol.head import Head
from protocol.statement import Signed, read_statement, sign_statement
from protocol.statements import NewInstructions, RaisedHand
from tests.protocol import toy
from tests.protocol.full_log import Added, grown, written
from tests.protocol.rejoining import asking, rejoining, settling
from tests.protocol.sample import found, identity, some_hash
from tests.protocol.toy_match import ToyMatch, toy_founding, toy_match
from tests.protocol.vectors import check_vectors

WAIVE, ASK = Waive(waived=True), Waive(waived=False)
ORDER = toy.Throw(1)


@functools.cache
def all_waived() -> Founding:
    """A game of the toy's seats whose windows start waived."""
    return found(replace(toy_founding().charter, windows_start=WindowsStart.WAIVED))


def says(*items: Item | toy.Order) -> Callable[[ToyMatch], Sequence[Added]]:
    """One entry of seat 0, which owes the next answer."""
    return lambda made: [made.forged(0, *items)]


def says_in_two(first: Waive | Hand, second: Waive | Hand) -> Callable[[ToyMatch], Sequence[Added]]:
    """An entry of seat 0 for each, with the dice of the first between them."""

    def added(made: ToyMatch) -> Sequence[Added]:
        begin = len(made.spectator.log)
        made.act(0, first, ORDER)
        return [*made.spectator.log.since(begin), made.forged(0, second, ORDER)]

    return added


def notes_of_a_rejoin(made: ToyMatch) -> Sequence[Added]:
    return [rejoining(made, settling(made, asking(made)), WAIVE, Hand(1, 1), ORDER)]


def hand(made: ToyMatch, counter: int = 1, head: Head | None = None) -> Signed[RaisedHand]:
    """A hand that seat 1 raises at the end of this line, or elsewhere."""
    at = made.spectator.head if head is None else head
    game = made.spectator.charter.game_id
    return sign_statement(identity(1), RaisedHand(game=game, seat=1, head=at, counter=counter))


def raised(made: ToyMatch, **fields: object) -> Sequence[Added]:
    """A hand with other fields, signed by seat 1."""
    other = replace(hand(made).statement, **fields)  # type: ignore[arg-type]  # fields of RaisedHand, by name
    return [sign_statement(identity(1), other)]


def at_the_beginning(made: ToyMatch) -> Sequence[Added]:
    return [hand(made, head=Head(0, made.spectator.charter.game_id))]


def beyond(made: ToyMatch) -> Sequence[Added]:
    """It names an entry that comes only then."""
    entry = made.forged(0, ORDER)
    return [hand(made, head=entry.head), entry]


NEVER: Data = encode(Instructions(submerge=Standing.NEVER))


def told(
    made: ToyMatch,
    power: str = "Japan",
    counter: int = 1,
    orders: Data = NEVER,
    seat: int = 1,
) -> Instruct:
    """Instructions of a power, signed by seat 1 unless another is named."""
    given = NewInstructions(
        game=made.spectator.charter.game_id,
        seat=seat,
        head=made.spectator.head,
        counter=counter,
        power=power,
        data=orders,
    )
    return Instruct(sign_statement(identity(seat), given).raw)


def carries(*given: Callable[[ToyMatch], Instruct]) -> Callable[[ToyMatch], Sequence[Added]]:
    """One entry of seat 0 with these instructions."""
    return lambda made: [made.forged(0, *(one(made) for one in given), ORDER)]


def carried_from_another_line(made: ToyMatch) -> Sequence[Added]:
    given = read_statement(NewInstructions, told(made).statement).statement
    elsewhere = replace(given, head=replace(given.head, hash=some_hash("line")))
    return [made.forged(0, Instruct(sign_statement(identity(1), elsewhere).raw), ORDER)]


def carried_unsigned(made: ToyMatch) -> Sequence[Added]:
    given = read_statement(NewInstructions, told(made).statement).statement
    return [made.forged(0, Instruct(sign_statement(identity(2), given).raw), ORDER)]


GOOD: dict[str, Callable[[ToyMatch], Sequence[Added]]] = {
    "nothing": lambda _: [],
    "a hand raised at an entry that stands after it": beyond,
    "windows are waived": says(WAIVE, ORDER),
    "windows are waived that are waived": says(WAIVE, WAIVE, ORDER),
    "windows are waived and asked again": says(WAIVE, ASK, ORDER),
    "windows are waived, and asked again in the next entry": says_in_two(WAIVE, ASK),
    "hands of two seats are granted": says(Hand(1, 1), Hand(2, 1), ORDER),
    "two hands of one seat are granted": says(Hand(2, 1), Hand(2, 2), ORDER),
    "a second hand of a seat is granted in another entry": says_in_two(Hand(1, 1), Hand(1, 2)),
    "windows are waived and a hand is granted, and the game resigned": says(
        WAIVE, Hand(1, 1), Resign()
    ),
    "windows are waived and a hand is granted after a rejoin": notes_of_a_rejoin,
    "a hand is raised": lambda m: [hand(m)],
    "a hand is raised and granted": lambda m: [hand(m), m.forged(0, Hand(1, 1), ORDER)],
    "a hand is raised that is not the next one": lambda m: [hand(m, 5)],
    "a hand is raised before the first entry": at_the_beginning,
    "instructions of another seat are carried": carries(told),
    "instructions of two powers of the author are carried": carries(
        lambda m: told(m, "USA", seat=0), lambda m: told(m, "UK", 2, seat=0)
    ),
    "instructions whose counter is not the next": carries(lambda m: told(m, counter=5)),
    "instructions are given and changed": carries(
        told, lambda m: told(m, counter=2, orders=encode(Instructions()))
    ),
    "instructions beside the line": lambda m: [read_statement(NewInstructions, told(m).statement)],
    "one hand is raised at two heads": lambda m: [hand(m), *at_the_beginning(m)],
}

REFUSED: dict[str, Callable[[ToyMatch], Sequence[Added]]] = {
    "an entry that only waives": says(WAIVE),
    "an entry that only grants a hand": says(Hand(1, 1)),
    "a hand of the author": says(Hand(0, 1), ORDER),
    "a hand of a seat that the game does not have": says(Hand(3, 1), ORDER),
    "a second hand before the first": says(Hand(1, 2), ORDER),
    "a hand twice": says(Hand(1, 1), Hand(1, 1), ORDER),
    "a hand twice, in two entries": says_in_two(Hand(1, 1), Hand(1, 1)),
    "a hand with the counter of another seat": says(Hand(1, 1), Hand(2, 2), ORDER),
    "a hand after a resignation": says(Resign(), Hand(1, 1)),
    "an entry that only carries instructions": lambda m: [m.forged(0, told(m))],
    "instructions twice": carries(told, told),
    "instructions before those that were carried": carries(lambda m: told(m, counter=2), told),
    "instructions of another seat's power": carries(lambda m: told(m, "Germany")),
    "instructions on another line": carried_from_another_line,
    "instructions that their seat has not signed": carried_unsigned,
    "instructions that are none": carries(lambda m: told(m, orders=())),
    "instructions that are no statement": carries(lambda _: Instruct(b"instructions")),
    "a hand raised on another line": lambda m: raised(
        m, head=replace(m.spectator.head, hash=some_hash("line"))
    ),
    "a hand raised twice alike": lambda m: [hand(m), hand(m)],
    "a hand raised in another game": lambda m: raised(m, game=some_hash("game")),
    "a hand raised by a seat that the game does not have": lambda m: raised(m, seat=3),
    "a hand raised in the name of another seat": lambda m: raised(m, seat=2),
    "a hand raised by nobody": lambda m: [Signed(hand(m).statement, bytes(64))],
}

WAIVED: dict[str, Callable[[ToyMatch], Sequence[Added]]] = {
    "nothing": lambda _: [],
    "a hand raised at an entry that stands after it": beyond,
    "windows are asked again": says(ASK, ORDER),
    "windows are waived that are waived": says(WAIVE, ORDER),
}


def test_vectors_of_hands_windows_and_instructions() -> None:
    def begin() -> ToyMatch:
        return toy_match(all_waived())

    made, waived = grown(toy_match, GOOD | REFUSED), grown(begin, WAIVED)
    assert len(made) == len(GOOD) + len(REFUSED)
    assert {made[name].code for name in GOOD} == {each.code for each in waived.values()} == {None}
    assert None not in {made[name].code for name in REFUSED}
    check_vectors("hands", [written(toy_match, made), written(begin, waived)])
