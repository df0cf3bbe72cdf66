"""Assigning hits, and what leaves the board (BG-8.13 to 8.16)."""

__all__ = [
    "Casualties",
    "Losses",
    "assign_hits",
    "is_transport",
    "lose",
    "mark_hits",
    "remove_casualties",
    "salvo",
]

import random
from collections import Counter
from collections.abc import Generator, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.battle.events import Damaged, Lost, Marked
from engine.battle.fire import hit_points, remaining_hits
from engine.battle.losing import order_of_losses
from engine.battle.matching import Salvo
from engine.battle.sides import (
    current_battle,
    is_aircraft,
    owners,
    role_of,
    without_lost_pieces,
)
from engine.battles import Role
from engine.board import Power
from engine.frozen import cached
from engine.game import Event, Game
from engine.instructions import Instruction
from engine.movement.cargo import cargo_of
from engine.movement.steps import passengers_of
from engine.options import CASUALTY_DISPUTE, CasualtyDispute
from engine.pieces import Figure, Piece, PieceId
from engine.requests import Decision, Pause, Resume, ask
from engine.units import Trait


@dataclass(frozen=True, slots=True)
class Losses:
    """An assignment of hits, by piece; pieces that take none are left out."""

    hits: Mapping[PieceId, int]


@dataclass(frozen=True, slots=True)
class Casualties(Decision[Losses]):
    """Choose what takes the hits against a side: as many as possible, transports last (BG-8.14).

    The hits are those of the volley in the battle record, all of a step at once (R1).

    Implements: R1
    """

    role: Role

    answers: ClassVar[type] = Losses
    instruction: ClassVar[Instruction] = Instruction.LOSSES

    def instructed(self, game: Game) -> Losses | None:
        """See `Decision.instructed`: by the order of losses, among units of its own side."""
        instructions = game.instructions_of(self.power)
        if not instructions.losses or role_of(game, self.power) is not self.role:
            return None
        left = salvo(game, self.role).remaining_hits
        return self.by_preference(game, order_of_losses(game, self.role, left, instructions))

    def check(self, game: Game, answer: Losses) -> None:
        """See `Decision.check`."""
        salvo(game, self.role).check(answer.hits)

    def has_choice(self, game: Game) -> bool:
        """See `Decision.has_choice`: some hits may go to units of different kinds, or owners."""
        hits = salvo(game, self.role)
        return (
            hits.anywhere and len({_sort(game.pieces[piece]) for piece in hits.remaining_hits}) > 1
        )

    def candidates(self, game: Game) -> Iterator[Losses]:
        """Legal answers; of those that differ only by which of like units is hit, one."""
        hits = salvo(game, self.role)
        alike = {piece: _likeness(game, game.pieces[piece]) for piece in hits.remaining_hits}
        return (Losses(losses) for losses in hits.assignments(alike))

    def sample(self, game: Game, draw: random.Random) -> Losses:
        """See `Decision.sample`."""
        hits = salvo(game, self.role)
        order = [piece for piece, places in hits.remaining_hits.items() for _ in range(places)]
        draw.shuffle(order)
        return Losses(hits.by_preference(order))

    def by_preference(self, game: Game, order: Iterable[PieceId]) -> Losses:
        """The legal answer nearest to an order of losses; each mention of a piece is one hit."""
        return Losses(salvo(game, self.role).by_preference(order))


def is_transport(game: Game, piece: Piece) -> bool:
    """Whether a piece is a defenceless transport, which comes last as a casualty (BG-8.15)."""
    return (
        isinstance(piece, Figure)
        and game.rules.counts_as(game, piece, Trait.TRANSPORT)
        and not game.rules.unit_type(game, piece.owner, piece.kind).is_combat_unit
    )


@cached
def salvo(game: Game, role: Role) -> Salvo:
    """The hits of the volley in the battle record against one side."""
    scored = [
        (hits, frozenset(shot.targets))
        for shot in current_battle(game).volley
        if shot.role is not role and (hits := shot.hits)
    ]
    reached = sorted({piece for _, targets in scored for piece in targets})
    targets = game.pieces.named(reached)
    return Salvo(
        hits=tuple(scored),
        remaining_hits={piece.id: remaining_hits(game, piece) for piece in targets},
        last=frozenset(piece.id for piece in targets if is_transport(game, piece)),
    )


def _sort(piece: Piece) -> Hashable:
    """Whose unit it is and of which kind: the first that makes units differ as casualties."""
    return (piece.owner, piece.kind) if isinstance(piece, Figure) else piece.id


def _likeness(game: Game, piece: Piece) -> Hashable:
    """What distinguishes a unit from others as a casualty; any piece but a figure is unique.

    Where it came from and how far it might still go no longer matter once it fights, save for
    aircraft, which have yet to land and may have dropped infantry (BG-4.2), and for units from the
    sea, which cannot retreat (BG-8.20).
    """
    if not isinstance(piece, Figure):
        return piece.id
    aboard = tuple(
        sorted((cargo.owner, cargo.kind, cargo.damaged) for cargo in cargo_of(game, (piece.id,)))
    )
    flight = (piece.left, len(passengers_of(game, (piece.id,)))) if is_aircraft(game, piece) else ()
    landed = piece.id in current_battle(game).landed
    marks = game.rules.marks(game, piece)
    return _sort(piece), piece.damaged, flight, landed, aboard, marks


def _chooser(game: Game, role: Role, targets: Iterable[PieceId]) -> Power:
    """Who picks casualties.

    The owner; among several powers that one player plays, the first in turn order. Between several
    players ⚖ the option decides, since they cannot negotiate in the log; of powers with
    equally many units the first in turn order.

    Implements: BG-8.13
    """
    pool = {game.pieces[piece].owner for piece in targets}
    powers = tuple(power for power in owners(game, role) if power in pool)
    if len({game.seat_of(power) for power in powers}) == 1:
        return powers[0]
    match game.rules.option(CASUALTY_DISPUTE):
        case CasualtyDispute.ATTACKER:
            return current_battle(game).attacker
        case CasualtyDispute.LARGEST:
            strength: Counter[Power] = Counter()
            for piece in current_battle(game).side(role):
                units = game.rules.units_of(game, game.pieces[piece])
                strength[game.pieces[piece].owner] += len(units)
            return max(powers, key=lambda power: strength[power])


def assign_hits(
    game: Game, role: Role
) -> Generator[Pause, Resume, tuple[Game, Mapping[PieceId, int]]]:
    """Ask for the assignment of the volley's hits against one side; they are then used up."""
    targets = salvo(game, role).targets
    losses: Mapping[PieceId, int] = {}
    if targets:
        game, answer = yield from ask(game, Casualties(_chooser(game, role, targets), role))
        losses = answer.hits
        game = game.with_events(Marked(role, losses))
    unused = tuple(shot for shot in current_battle(game).volley if shot.role is not role.other)
    return game.update_battle(volley=unused), losses


def mark_hits(game: Game, losses: Mapping[PieceId, int]) -> Game:
    """Units are hit, but stay until S5 (BG-8.7)."""
    marked = Counter(current_battle(game).marked)
    marked.update(losses)
    return game.update_battle(marked=dict(sorted(marked.items())))


def remove_casualties(game: Game, losses: Mapping[PieceId, int]) -> Game:
    """Casualties leave the board, and whatever they carry with them.

    Implements: BG-8.16
    """
    if not losses:
        return game
    for piece, hits in sorted(losses.items()):
        game = game.rules.lose(game, piece, hits)
    return without_lost_pieces(game)


def lose(game: Game, piece: PieceId, hits: int) -> Game:
    """A figure takes hits: a two-hit ship absorbs its first, anything else is lost.

    Raises:
        TypeError: a house rule has put a piece into battle without answering for it.

    Implements: BG-8.15
    """
    figure = game.pieces[piece]
    if not isinstance(figure, Figure):
        raise TypeError(f"nothing says how a {type(figure).__name__} takes hits")
    if hits < hit_points(game, figure):
        hit = figure.replace(damaged=True)
        return game.with_pieces(hit).with_events(
            Damaged(figure.id, figure.owner, figure.kind, figure.at)
        )
    gone = (figure, *cargo_of(game, (piece,)))
    lost: list[Event] = [Lost(f.id, f.owner, f.kind, f.at) for f in gone]
    return game.without_pieces((piece,)).with_events(*lost)
