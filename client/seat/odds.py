"""The odds of the battle being fought, for all that one player knows."""

__all__ = ["NoOdds", "battle_odds", "no_odds", "outlook", "proposed_losses"]

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum, auto, unique
from typing import Final

from client.seat.view import PlayerView
from engine.battle.casualties import Casualties, Losses
from engine.battle.fire import remaining_hits
from engine.battle.sides import current_battle, engaged
from engine.battles import BattleKind, Role
from engine.board import SpaceId
from engine.game import Game
from engine.odds import Encounter, Odds, SideOrders, Troop, best_losses, forecast
from engine.pieces import Figure, Piece, PieceId
from engine.units import SUBMARINE, Kind
from engine.variants.depth.state import Depth, depth_of
from engine.variants.secret_subs.token import Token

_BUDGET: Final = 200_000  # steps for exact odds, a few hundredths of a second; else they are drawn
_TRIALS: Final = 400
_SEED: Final = 1


@unique
class NoOdds(Enum):
    """Why odds of a battle would mislead.

    `engine.odds` follows the ordinary course of a battle. It knows neither the steps of a hunt
    (SW-1) nor what conceals submarines below the surface (DS-5 to DS-12).
    """

    HUNT = auto()
    DEPTHS = auto()


def no_odds(game: Game, space: SpaceId, pieces: Iterable[Piece]) -> NoOdds | None:
    """Why odds of a battle in a space where these pieces meet would mislead; None if not."""
    if game.rules.battle_kind(game, space) is BattleKind.HOUSE:
        return NoOdds.HUNT
    if any(depth_of(game, piece.id) is not Depth.SURFACED for piece in pieces):
        return NoOdds.DEPTHS
    return None


def battle_odds(view: PlayerView) -> Odds | NoOdds:
    """How the battle being fought would go on if nobody retreated; or why nobody can say."""
    game = view.game
    battle = current_battle(game)
    present = (game.pieces[piece] for piece in (*battle.attackers, *battle.defenders))
    return no_odds(game, battle.space, present) or outlook(view)


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
    return Encounter(
        game=view.game,
        space=battle.space,
        attackers=_troops(view, engaged(view.game, Role.ATTACKER), frozenset(battle.landed)),
        defenders=_troops(view, engaged(view.game, Role.DEFENDER), frozenset()),
    )


def _troops(
    view: PlayerView, pieces: Sequence[Piece], landed: frozenset[PieceId]
) -> tuple[Troop, ...]:
    """Pieces as units of their owners, as far as known or on average; cargo does not fight."""
    marked = current_battle(view.game).marked
    troops = []
    for owner, ashore in sorted({(piece.owner, piece.id in landed) for piece in pieces}):
        own = [p for p in pieces if (p.owner, p.id in landed) == (owner, ashore)]
        damaged = Counter(
            p.kind
            for p in own
            if isinstance(p, Figure)
            and remaining_hits(view.game, p)
            and (p.damaged or p.id in marked)
        )
        troops += [
            Troop(owner, kind, number, damaged[kind], ashore)
            for kind, number in sorted(_kinds(view, own).items())
        ]
    return tuple(troops)


def _kinds(view: PlayerView, pieces: Iterable[Piece]) -> Counter[Kind]:
    """Fighting units of one owner by kind, without those that are marked as lost."""
    marked = current_battle(view.game).marked
    kinds: Counter[Kind] = Counter()
    hidden = 0.0
    for piece in pieces:
        if isinstance(piece, Figure):
            if remaining_hits(view.game, piece) > 0:
                kinds[piece.kind] += piece.aboard is None or piece.ashore is not None
        elif isinstance(piece, Token):
            known = view.submarines(piece)
            if known is None:
                hidden += max(0, view.expected_submarines(piece) - marked.get(piece.id, 0))
            else:
                kinds[SUBMARINE] += max(0, known - marked.get(piece.id, 0))
    kinds[SUBMARINE] += round(hidden)
    return +kinds
