"""What becomes of the powers of a seat that resigns (SPEC-13.1)."""

__all__ = ["SeatResigned", "heirs", "pass_on", "resignation"]

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, Side
from engine.game import Event, Game
from engine.phases import Outcome


@dataclass(frozen=True, slots=True)
class SeatResigned(Event):
    """A seat has resigned; others play its powers from now on."""

    tag: ClassVar[str] = "seat_resigned"

    seat: int
    passed: Mapping[Power, int]


def heirs(game: Game, seat: int) -> Mapping[Power, int]:
    """The seats to which a seat's powers pass when it resigns; a power without one is absent.

    Each passes to the next seat, in seat order and going round, that plays a power of its side
    which is still in the game.
    """
    seats = len(game.rules.seats)
    others = [(seat + step) % seats for step in range(1, seats)]
    passed = {}
    for power in game.powers_of(seat):
        for other in others:
            allies = (p for p in game.powers_of(other) if game.friendly(p, power))
            if any(game.rules.is_playing(game, ally) for ally in allies):
                passed[power] = other
                break
    return passed


def resignation(game: Game, seat: int) -> Outcome | None:
    """How the game ends when a seat resigns: lost, if its side has no other; None if it goes on.

    A seat that is the last of both sides leaves no winner.
    """
    passed, sides = heirs(game, seat), game.rules.scenario.sides
    powers = game.powers_of(seat)
    lost = {sides[p] for p in powers if p not in passed and game.rules.is_playing(game, p)}
    if not lost:
        return None
    left: set[Side] = set(sides.values()) - lost
    *most, last = powers
    names = f"{', '.join(most)} and {last}" if most else last
    return Outcome(next(iter(sorted(left)), None), f"{names} resigned")


def pass_on(game: Game, seat: int, known: Collection[Power] = ()) -> Game:
    """The game in which others play the powers of a seat, by no instructions of its own.

    Args:
        game: before that.
        seat: whose powers they are.
        known: those of which the new player knows what their tokens hold and held.
    """
    passed = heirs(game, seat)
    for power in passed:
        if power not in known:
            game = game.rules.player_changed(game, power)
    game = game.without_instructions(passed)
    return game.replace(passed={**game.passed, **passed})
