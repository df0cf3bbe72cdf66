"""The order of battles in Conduct combat (BG-8.1)."""

__all__ = ["Fight", "NextBattle", "combat_closes", "conduct_combat", "house_battle"]

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.battle import raids
from engine.battle.opening import assemble, combatants
from engine.battle.opening_fire import anti_air_guns
from engine.battle.sides import current_battle
from engine.battles import BattleKind
from engine.board import SpaceId
from engine.capture import capture
from engine.errors import Illegal
from engine.frozen import cached
from engine.game import Game
from engine.movement.homeless import land_homeless
from engine.phases import Stage
from engine.pieces import Figure
from engine.requests import Decision, Step, decide
from engine.units import Domain


@dataclass(frozen=True, slots=True)
class Fight:
    """The battle in this space comes next."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class NextBattle(Decision[Fight]):
    """Which battle comes next: the attacker's choice inside each step of BG-8.1."""

    answers: ClassVar[type] = Fight
    open: ClassVar[bool] = True

    def check(self, game: Game, answer: Fight) -> None:
        """See `Decision.check`."""
        choice = _due(game)
        if answer.space not in choice:
            raise Illegal(
                "BG-8.1",
                "no battle in {space} is due now, only in {listed}",
                space=answer.space,
                listed=", ".join(choice),
            )

    def candidates(self, game: Game) -> Iterator[Fight]:
        """See `Decision.candidates`; all legal answers."""
        return (Fight(space) for space in _due(game))


def conduct_combat(game: Game) -> Step:
    """Begin the next raid or battle, or end the phase when none is left."""
    raiding = bool(raids.raids_due(game))
    if not raiding:
        game = _occupied(game)
    if not _due(game):
        return game.replace(stage=Stage.COMBAT_CLOSES)
    game, choice = yield from decide(game, NextBattle(game.active))
    if raiding:
        return raids.assemble_raid(game, choice.space).replace(stage=Stage.RAID)
    game = assemble(game, choice.space)
    house = current_battle(game).kind is BattleKind.HOUSE
    return game.replace(stage=Stage.HOUSE_BATTLE if house else Stage.BATTLE_OPENS)


def house_battle(game: Game) -> Step:
    """One step of a battle that is fought by a house rule."""
    return game.rules.house_battle(game)


def combat_closes(game: Game) -> Step:
    """End Conduct combat; fighters without a carrier land before Noncombat move (BG-9.4)."""
    game = yield from game.rules.combat_closes(game)
    game = yield from land_homeless(game, game.enemies(game.active))
    return game.replace(stage=Stage.PHASE_CLOSES)


def _occupied(game: Game) -> Game:
    """Undefended territories entered overland change hands after the raids.

    Implements: BG-8.1b
    """
    for space in _entered(game):
        if not _defended(game, space):
            attackers, _ = combatants(game, game.active, space)
            if any(game.rules.domain(game, piece) is Domain.LAND for piece in attackers):
                game = capture(game, space, game.active)
    return game


def _entered(game: Game) -> tuple[SpaceId, ...]:
    """Hostile territories where the active power has units, and no battle was fought this turn."""
    raiding = {piece for pieces in game.record.raiding.values() for piece in pieces}
    present = {piece.at for piece in game.owned(game.active) if piece.id not in raiding}
    present -= game.record.fought
    return tuple(
        space
        for space in game.board.territories
        if space in present and game.rules.hostile(game, game.active, space)
    )


def _defended(game: Game, territory: SpaceId) -> bool:
    """Whether there is anything to attack: defenders, or a gun that fires at aircraft."""
    attackers, defenders = combatants(game, game.active, territory)
    overflown = any(game.rules.domain(game, piece) is Domain.AIR for piece in attackers)
    met = bool(defenders) or (overflown and bool(anti_air_guns(game, game.active, territory)))
    return bool(attackers) and met


@cached
def _due(game: Game) -> tuple[SpaceId, ...]:
    """Where a battle may come next: raids first, then assaults, then all others.

    A landing comes after every sea battle in the zones that it comes from; otherwise ⚖ sea battles
    and landings of several assaults come in any order.

    Implements: BG-8.1, R5
    """
    if raiding := raids.raids_due(game):
        return raiding
    waiting = game.record.attacked - game.record.fought
    zones_of: dict[SpaceId, set[SpaceId]] = {}
    for piece in game.owned(game.active):
        if isinstance(piece, Figure) and piece.ashore is not None:
            zones_of.setdefault(piece.ashore, set()).add(piece.at)
    assaults: set[SpaceId] = set()
    for territory, zones in zones_of.items():
        assaults |= zones & waiting or {territory}
    if assaults:
        return tuple(sorted(assaults))
    return tuple(sorted({*waiting, *(space for space in _entered(game) if _defended(game, space))}))
