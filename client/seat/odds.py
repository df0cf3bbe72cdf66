"""The odds of the battle being fought, for all that one player knows."""

__all__ = ["NoOdds", "battle_odds", "foreseen_odds", "no_odds", "outlook", "proposed_losses"]

import random
from collections.abc import Iterable, Sequence
from enum import Enum, auto, unique
from typing import Final

from client.seat.forces import known_encounter
from client.seat.view import PlayerView
from client.seat.viewer import Viewer
from engine.battle.casualties import Casualties, Losses
from engine.battle.sides import current_battle, engaged
from engine.battles import BattleKind, Role
from engine.board import SpaceId
from engine.game import Game
from engine.odds import Encounter, Odds, SideOrders, best_losses, forecast
from engine.pieces import Piece
from engine.units import Kind
from engine.variants.depth.state import Depth, depth_of
from engine.variants.submarine_warfare.odds import hunt_odds

_BUDGET: Final = 200_000  # steps for exact odds, a few hundredths of a second; else they are drawn
_TRIALS: Final = 400
_SEED: Final = 1
_QUICK_BUDGET: Final = 60_000  # some milliseconds, for each of several battles that are planned
_QUICK_TRIALS: Final = 600


@unique
class NoOdds(Enum):
    """Why odds of a battle would mislead.

    A hunt that is under way is not followed (SW-3), nor what conceals submarines below the surface
    (DS-5 to DS-12).
    """

    HUNT = auto()
    DEPTHS = auto()


def no_odds(game: Game, pieces: Iterable[Piece]) -> NoOdds | None:
    """Why odds of a battle in which these pieces meet would mislead; None if not."""
    if game.battle is not None and game.battle.kind is BattleKind.HOUSE:
        return NoOdds.HUNT
    if any(depth_of(game, piece.id) is not Depth.SURFACED for piece in pieces):
        return NoOdds.DEPTHS
    return None


def battle_odds(view: PlayerView) -> Odds | NoOdds:
    """How the battle being fought would go on if nobody retreated; or why nobody can say."""
    game = view.game
    battle = current_battle(game)
    present = (game.pieces[piece] for piece in (*battle.attackers, *battle.defenders))
    return no_odds(game, present) or outlook(view)


def foreseen_odds(
    game: Game,
    space: SpaceId,
    attackers: Sequence[Piece],
    defenders: Sequence[Piece],
    viewer: Viewer,
    *,
    bombarding: Sequence[Piece] = (),
) -> Odds:
    """How a battle of the active power that has not begun may go, for all that a viewer knows."""
    hunt = game.rules.battle_kind(game, space) is BattleKind.HOUSE
    if hunt:
        attackers = [p for p in attackers if game.rules.takes_part(game, p, space)]
    met = known_encounter(
        game,
        space,
        attackers,
        defenders,
        groups=viewer.groups,
        knowledge=viewer.knowledge,
        bombarding=bombarding,
        apart=hunt,
    )
    if hunt:
        return hunt_odds(met)
    draw = random.Random(space)  # noqa: S311 (an estimate, alike whenever it is made)
    return forecast(met, draw=draw, budget=_QUICK_BUDGET, trials=_QUICK_TRIALS)


def outlook(view: PlayerView) -> Odds:
    """How the battle being fought would go on if nobody retreated, seen from the attacker.

    Here it pays to be exact: one answer hangs on it, and forces are often as small and mixed as
    a quick forecast judges badly.
    """
    return forecast(
        _encounter(view),
        draw=random.Random(_SEED),  # noqa: S311 (an estimate, alike whenever it is made)
        budget=_BUDGET,
        trials=_TRIALS,
    )


def proposed_losses(view: PlayerView, decision: Casualties, order: tuple[Kind, ...] = ()) -> Losses:
    """What had best take the hits: kinds in a player's own order, and what they leave open."""
    return best_losses(view.game, decision, _encounter(view), SideOrders(losses=order))


def _encounter(view: PlayerView) -> Encounter:
    """The battle as it stands, less what is marked, for all that the player knows."""
    battle = current_battle(view.game)
    return known_encounter(
        view.game,
        battle.space,
        engaged(view.game, Role.ATTACKER),
        engaged(view.game, Role.DEFENDER),
        groups=view.groups,
        knowledge=view.knowledge,
        landed=battle.landed,
    )
