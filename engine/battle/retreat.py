"""Retreat of the attacker (BG-8.19, 8.20). The defender never retreats.

Implements: BG-8.21
"""

__all__ = [
    "BreakOff",
    "Press",
    "Retreat",
    "Withdraw",
    "may_retreat_to",
    "may_withdraw",
    "retreat",
    "retreat_spaces",
    "retreating_pieces",
]

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine import claims
from engine.battle.events import Retreated
from engine.battle.sides import current_battle, engaged, is_aircraft, without_lost_pieces
from engine.battles import Role
from engine.board import SpaceId
from engine.claims import Claim
from engine.errors import Illegal
from engine.game import Game
from engine.movement.cargo import cargo_of
from engine.pieces import Figure, PieceId
from engine.questions.battle import RetreatSpace
from engine.requests import Decision, Step, decide, show


@dataclass(frozen=True, slots=True)
class Press:
    """Go on fighting; where neither side can hit anything, stay."""

    tag: ClassVar[str] = "press"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """All land or sea units withdraw to one space, and aircraft break off.

    `by` names a piece where the way must be shown to be open (SS-A6).
    """

    tag: ClassVar[str] = "withdraw"

    to: SpaceId
    by: PieceId | None = None


@dataclass(frozen=True, slots=True)
class BreakOff:
    """Aircraft leave the battle where no other unit can withdraw with them."""

    tag: ClassVar[str] = "break_off"


@dataclass(frozen=True, slots=True)
class Retreat(Decision[Press | Withdraw | BreakOff]):
    """S7: retreat or continue."""

    answers: ClassVar[object] = Press | Withdraw | BreakOff
    open: ClassVar[bool] = True

    def check(self, game: Game, answer: Press | Withdraw | BreakOff) -> None:
        """See `Decision.check`."""
        if answer in set(self.candidates(game)):
            return
        match answer:
            case Withdraw(to):
                open_to = ", ".join(sorted({way.to for way in _spaces(game)})) or "nowhere"
                if to in game.record.contested:
                    raise Illegal(
                        "BG-8.19",
                        "{space} was hostile when the turn began; the attacker can withdraw only "
                        "to {open_to}",
                        space=to,
                        open_to=open_to,
                    )
                raise Illegal(
                    "BG-8.19",
                    "the attacker cannot withdraw to {space}, only to {open_to}",
                    space=to,
                    open_to=open_to,
                )
            case Press() | BreakOff():
                raise Illegal(
                    "BG-8.19",
                    "aircraft break off alone only where no land or sea unit could withdraw",
                )

    def candidates(self, game: Game) -> Iterator[Press | Withdraw | BreakOff]:
        """See `Decision.candidates`; all legal answers."""
        yield Press()
        for way in _spaces(game):
            yield Withdraw(way.to, way.by)
        if _may_break_off(game):
            yield BreakOff()

    def sample_owned(
        self, game: Game, draw: random.Random, secrets: Mapping[PieceId, int]
    ) -> Press | Withdraw | BreakOff:
        """See `Decision.sample_owned`."""
        false = {
            Withdraw(way.to, way.by)
            for way in _spaces(game)
            if way.claim is not None and not _holds(way.claim, secrets)
        }
        return draw.choice([answer for answer in self.candidates(game) if answer not in false])


def _holds(claim: Claim, secrets: Mapping[PieceId, int]) -> bool:
    try:
        claims.check(claim, secrets)
    except Illegal:
        return False
    return True


def retreating_pieces(game: Game) -> tuple[PieceId, ...]:
    """Attacking land or sea pieces that withdraw together; units from the sea never.

    Implements: BG-8.20
    """
    battle = current_battle(game)
    return tuple(
        piece.id
        for piece in engaged(game, Role.ATTACKER)
        if not is_aircraft(game, piece) and piece.id not in battle.landed
    )


def retreat_spaces(game: Game) -> tuple[RetreatSpace, ...]:
    """Adjacent friendly spaces, not hostile, from which an attacker came.

    Implements: BG-8.19, R12
    """
    battle = current_battle(game)
    return tuple(RetreatSpace(space) for space in battle.origins if may_retreat_to(game, space))


def may_retreat_to(game: Game, space: SpaceId) -> bool:
    """Whether a space is open to a retreat, provided that an attacker came from there (BG-8.19).

    A sea zone that was hostile when the turn began is not, even if it has been cleared since.
    """
    battle = current_battle(game)
    if not game.board.adjacent(battle.space, space):
        return False
    if game.rules.hostile(game, battle.attacker, space):
        return False
    if game.board.is_sea(space):
        return space not in game.record.contested
    return space in game.control


def may_withdraw(game: Game) -> bool:
    """Whether the attacker's land or sea units have a legal retreat."""
    return game.rules.may_retreat(game) and bool(_spaces(game))


def _spaces(game: Game) -> tuple[RetreatSpace, ...]:
    return game.rules.retreat_spaces(game) if game.rules.retreating_pieces(game) else ()


def _may_break_off(game: Game) -> bool:
    """Whether aircraft may leave alone: no land or sea unit is left that could withdraw.

    So beside paratroops that did not come overland they stay.

    Implements: R29
    """
    attackers = engaged(game, Role.ATTACKER)
    return not game.rules.retreating_pieces(game) and any(is_aircraft(game, p) for p in attackers)


def retreat(game: Game) -> Step:
    """S7: the attacker may withdraw, or continue.

    Not asked where nothing can retreat: whatever else a house rule lets the active power do, it can
    do just as well when the battle is over (⚖).
    """
    if not game.rules.may_retreat(game) or not (_spaces(game) or _may_break_off(game)):
        return game
    game, answer = yield from decide(game, Retreat(current_battle(game).attacker))
    match answer:
        case Press():
            return game
        case BreakOff():
            return _withdrawn(game, None)
        case Withdraw(to, by):
            claim = next(way.claim for way in _spaces(game) if (way.to, way.by) == (to, by))
            if claim is not None:
                game = yield from show(game, current_battle(game).attacker, claim)
            return (yield from _withdraw(game, to))


def _withdraw(game: Game, to: SpaceId) -> Step:
    here = current_battle(game).space
    game = yield from game.rules.leaving(game, game.rules.retreating_pieces(game), here, to)
    moving = game.rules.retreating_pieces(game)
    game = _withdrawn(game, to)
    return without_lost_pieces((yield from game.rules.entered(game, moving, to)))


def _withdrawn(game: Game, to: SpaceId | None) -> Game:
    """Land and sea units stand in `to`, with what they carry; aircraft stay and land later."""
    battle = current_battle(game)
    moving = game.rules.retreating_pieces(game) if to is not None else ()
    aircraft = tuple(p.id for p in engaged(game, Role.ATTACKER) if is_aircraft(game, p))
    if to is not None:
        game = game.with_pieces(
            *(game.pieces[piece].replace(at=to) for piece in moving),
            *(_aboard(cargo, to) for cargo in cargo_of(game, moving)),
        )
    return game.update_battle(
        attackers=tuple(p for p in battle.attackers if p not in {*moving, *aircraft}),
        withdrawn=tuple(sorted({*battle.withdrawn, *moving})),
    ).with_events(Retreated(battle.space, to, moving, aircraft))


def _aboard(cargo: Figure, to: SpaceId) -> Figure:
    """Cargo retreats too, and its landing is cancelled (BG-7.9)."""
    return cargo.replace(at=to, ashore=None)
