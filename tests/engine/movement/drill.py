"""Movement for tests: orders given in the words of `tests.engine.position`.

    drill = combat_move("West: USA tank")
    drill.move("West: tank", "Prairie", "Border")

Pieces are named by the space in which they stand and their kinds; a number takes so many of them.
Of several alike those with the lowest ids are meant, own ones and not cargo. In a position land
units at sea are aboard a transport of their zone. The phase is the whole world here: after it and
its declarations the run stops.
"""

__all__ = ["STEPS", "Drill", "combat_move", "illegal", "noncombat_move", "stowed"]

import contextlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Event, Game
from engine.movement.orders import Declaration, Done, Load, Move, Order, TakeBack, Unload
from engine.phases import Phase, Stage
from engine.pieces import Figure, PieceId, Pieces
from engine.records import encode
from engine.run import Run
from engine.units import Domain
from tests.engine.position import ending_after, position

STEPS = ending_after(Stage.COMBAT_MOVE, Stage.DECLARE, Stage.NONCOMBAT_MOVE)


class Drill:
    """A phase of movement being played."""

    def __init__(self, game: Game) -> None:
        self.run = Run(game, STEPS)
        self.events: list[Event] = []

    @property
    def game(self) -> Game:
        return self.run.game

    @property
    def is_over(self) -> bool:
        """Whether the phase has ended and all has been declared."""
        return self.run.request is None

    def give(self, order: Order | Declaration) -> None:
        self.events.extend(self.run.answer(encode(order)))

    def move(self, pieces: str, *route: str) -> None:
        self.give(Move(frozenset(self.pick(pieces)), tuple(map(SpaceId, route))))

    def load(self, transport: str, pieces: str) -> None:
        (ship,) = self.pick(transport)
        self.give(Load(ship, frozenset(self.pick(pieces))))

    def unload(self, pieces: str, territory: str) -> None:
        self.give(Unload(frozenset(self.pick(pieces, aboard=True)), SpaceId(territory)))

    def take_back(self, pieces: str, *, aboard: bool = False) -> None:
        self.give(TakeBack(frozenset(self.pick(pieces, aboard=aboard))))

    def done(self) -> None:
        self.give(Done())

    def declare(self, *attack: str, bombard: Mapping[str, str] | None = None) -> None:
        """Attack these zones, ignore the others; `bombard` names ships by territory."""
        ships = {
            SpaceId(territory): frozenset(self.pick(named))
            for territory, named in (bombard or {}).items()
        }
        self.give(Declaration(frozenset(map(SpaceId, attack)), ships))

    def pick(self, pieces: str, *, aboard: bool = False) -> tuple[PieceId, ...]:
        """Ids of pieces named as in ``SZ 2: destroyer, 2 transport``."""
        space, _, listed = pieces.partition(": ")
        found: list[PieceId] = []
        for item in listed.split(", "):
            match = re.fullmatch(r"(?:(\d+) )?(\w+)", item)
            assert match is not None, pieces
            alike = [
                piece.id
                for piece in self._figures(space, self.game.active)
                if piece.kind == match[2] and (piece.aboard is not None) is aboard
            ]
            count = int(match[1] or 1)
            assert len(alike) >= count, f"no {item} in {space}"
            found.extend(alike[:count])
        return tuple(found)

    def units(self, space: str, owner: str | None = None) -> str:
        """The units in a space, as one writes them: ``2 fighter, submarine``."""
        kinds = Counter(figure.kind for figure in self._figures(space, owner))
        return ", ".join(f"{n} {k}" if n > 1 else k for k, n in sorted(kinds.items()))

    def figure(self, pieces: str, *, aboard: bool = False) -> Figure:
        """The one piece named."""
        (piece,) = self.pick(pieces, aboard=aboard)
        figure = self.game.pieces[piece]
        assert isinstance(figure, Figure)
        return figure

    def _figures(self, space: str, owner: str | None) -> list[Figure]:
        return [
            piece
            for piece in self.game.pieces.at(SpaceId(space))
            if isinstance(piece, Figure) and owner in (None, piece.owner)
        ]


def combat_move(units: str, **circumstances: Any) -> Drill:
    """Combat move of the United States, or of `active`, from a position."""
    return Drill(stowed(position(units, phase=Phase.COMBAT_MOVE, **circumstances)))


def noncombat_move(units: str, **circumstances: Any) -> Drill:
    """Noncombat move of the United States, or of `active`, from a position."""
    return Drill(stowed(position(units, phase=Phase.NONCOMBAT_MOVE, **circumstances)))


def stowed(game: Game) -> Game:
    """The game with land units at sea aboard the transports of their zones."""
    for zone in game.board.zones:
        here = [piece for piece in game.pieces.at(zone) if isinstance(piece, Figure)]
        for ship in (piece for piece in here if piece.kind == "transport"):
            land = [p for p in game.pieces.at(zone) if isinstance(p, Figure) and _ashore(game, p)]
            fitting = next(
                n for n in (2, 1, 0) if game.rules.fits_aboard(game, ship, tuple(land[:n]))
            )
            game = game.with_pieces(*(replace(p, aboard=ship.id) for p in land[:fitting]))
    friends = (p for p in game.pieces.values() if game.friendly(game.active, p.owner))
    return game.update_turn_record(phase_began=Pieces(friends))


def _ashore(game: Game, piece: Figure) -> bool:
    return game.rules.domain(game, piece) is Domain.LAND and piece.aboard is None


@contextlib.contextmanager
def illegal(drill: Drill, rule: str) -> Iterator[None]:
    """What is ordered in this block is refused under `rule`, and changes nothing."""
    before = drill.game
    with pytest.raises(Illegal) as refusal:
        yield
    assert refusal.value.rule == rule, refusal.value
    assert drill.game == before
