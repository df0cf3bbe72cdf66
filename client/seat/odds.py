"""The odds of the battle being fought, for all that one player knows."""

__all__ = [
    "Conduct",
    "HuntChoice",
    "dive_choices",
    "foreseen_odds",
    "hunt_choices",
    "outlook",
    "proposed_losses",
    "supporting_pieces",
]

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from client.seat.forces import known_encounter
from client.seat.view import PlayerView
from client.seat.viewer import Viewer
from engine.battle.casualties import Casualties, Losses, mark_hits
from engine.battle.retreat import Retreat
from engine.battle.sides import current_battle, engaged, role_of
from engine.battle.submarines import Submerge
from engine.battles import BattleKind, Role
from engine.board import SpaceId
from engine.game import Game
from engine.odds import (
    Encounter,
    Odds,
    RetreatPolicy,
    SideOrders,
    after_attack,
    best_losses,
    forecast,
    is_sure,
)
from engine.pieces import Piece, PieceId
from engine.variants.depth.detection import Search
from engine.variants.depth.diving import DiveAway, defenders_strike
from engine.variants.rules_of_warfare.odds import rolls_due
from engine.variants.secret_subs.combat import ChooseSides, SubmergeGroups
from engine.variants.submarine_warfare.hunting import (
    BreakOffDuel,
    Direct,
    DirectDestroyer,
    Escape,
    EscapeAttempt,
    FightOn,
    HuntTarget,
    NameTarget,
    PressDuel,
)
from engine.variants.submarine_warfare.odds import hunt_odds
from engine.variants.submarine_warfare.state import (
    attack_over,
    fighting,
    hunts,
    unfought_destroyers,
    update_hunts,
)

HuntChoice: TypeAlias = HuntTarget | Direct | EscapeAttempt | FightOn | BreakOffDuel
"""What may be answered amid an attack of a hunt (SW-3 to SW-6)."""

_MOST_CHOICES: Final = 8
"""Of what submerges; where there are more, odds are made for none and for all."""

_BUDGET: Final = 200_000  # steps for exact odds, a few hundredths of a second; else they are drawn
_TRIALS: Final = 400
_SEED: Final = 1
_QUICK_BUDGET: Final = 60_000  # some milliseconds, for each of several battles that are planned
_QUICK_TRIALS: Final = 600
_WEIGHED: Final = 400_000
"""Choices of losses that are weighed while somebody waits: about a second."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a battle is fought, and how much is reckoned.

    Attributes:
        attacking: the attacker's orders.
        defending: the defenders' orders.
        retreat: when the attacker retreats, or breaks off a hunt.
        budget: steps for exact odds.
        trials: battles that are simulated where those do not suffice.
        weighed: choices of losses that may be weighed.
    """

    attacking: SideOrders = field(default_factory=SideOrders)
    defending: SideOrders = field(default_factory=SideOrders)
    retreat: RetreatPolicy = field(default_factory=RetreatPolicy)
    budget: int = _QUICK_BUDGET
    trials: int = _QUICK_TRIALS
    weighed: int = _WEIGHED


_QUICK: Final = Conduct()


def foreseen_odds(
    game: Game,
    space: SpaceId,
    attackers: Sequence[Piece],
    defenders: Sequence[Piece],
    viewer: Viewer,
    *,
    bombarding: Sequence[Piece] = (),
    conduct: Conduct = _QUICK,
) -> Odds:
    """How a battle of the active power that has not begun may go, for all that a viewer knows."""
    hunt = game.rules.battle_kind(game, space) is BattleKind.HOUSE
    met = known_encounter(
        game,
        space,
        attackers,
        defenders,
        groups=viewer.groups,
        knowledge=viewer.knowledge,
        bombarding=bombarding,
        supporting=supporting_pieces(game, space),
        apart=hunt,
        mined=rolls_due(game, space, attackers),
    )
    if hunt:
        return hunt_odds(met, conduct.retreat)
    draw = random.Random(space)  # noqa: S311 (an estimate, alike whenever it is made)
    return forecast(
        met,
        draw=draw,
        attacking=conduct.attacking,
        defending=conduct.defending,
        retreat=conduct.retreat,
        budget=conduct.budget,
        trials=conduct.trials,
        weighed=conduct.weighed,
    )


def outlook(view: PlayerView, wanted: SideOrders | None = None) -> Odds:
    """How the battle being fought would go on if nobody retreated, seen from the attacker.

    A hunt is one, too (SW-3). Here it pays to be exact: one answer hangs on it, and forces are
    often as small and mixed as a quick forecast judges badly.
    """
    met = _encounter(view)
    if current_battle(view.game).kind is BattleKind.HOUSE:
        return hunt_odds(met)
    return forecast(
        met,
        draw=random.Random(_SEED),  # noqa: S311 (an estimate, alike whenever it is made)
        attacking=wanted,
        budget=_BUDGET,
        trials=_TRIALS,
        weighed=_WEIGHED,
    )


def hunt_choices(view: PlayerView) -> Mapping[HuntChoice, Odds]:
    """How the hunt being fought would go on after each answer to what is asked amid an attack.

    Empty where something else is asked. Of destroyers that are alike one is sent.
    """
    game = view.game
    hunter = hunts(game).hunter if game.battle is not None else None
    then: dict[HuntChoice, Game] = {}
    match view.decision:
        case NameTarget() as decision if hunter is not None:
            named = decision.candidates(game)
            then |= {answer: update_hunts(game, target=answer.piece) for answer in named}
        case DirectDestroyer() if hunter is not None:
            then[Direct()] = fighting(game, hunter)
            able = unfought_destroyers(game)
            alike = {game.rules.marks(game, game.pieces[one]): one for one in reversed(able)}
            then |= {Direct(one): fighting(game, one) for one in sorted(alike.values())}
        case Escape():
            then[EscapeAttempt(leaves=True)] = attack_over(game)
            then[EscapeAttempt(leaves=False)] = game
        case PressDuel():
            then[FightOn()] = game
            then[BreakOffDuel()] = attack_over(game)
        case _:
            pass
    return {choice: outlook(replace(view, game=after)) for choice, after in then.items()}


def dive_choices(view: PlayerView) -> Mapping[frozenset[PieceId], Odds | None]:
    """How the battle being fought would go on, by what of the player's submerges (BG-8.11, SS-3.1).

    None where nobody of the player's side stays in it. Empty where something else is asked.
    """
    game, power = view.game, view.decision.power
    found: set[frozenset[PieceId]] = set()
    match view.decision:
        case ChooseSides() as decision:
            found = {answer.submerge for answer in decision.candidates(game)}
        case SubmergeGroups() as decision:
            found = {answer.tokens for answer in decision.candidates(game)}
        case Submerge() as decision:
            found = {answer.pieces for answer in decision.candidates(game)}
        case _:
            pass
    choices = sorted(found, key=lambda under: (len(under), sorted(under)))
    if len(choices) > _MOST_CHOICES:
        choices = [choices[0], choices[-1]]
    then = {
        under: game.rules.submerge_pieces(game, power, tuple(sorted(under))) for under in choices
    }
    return {
        under: outlook(replace(view, game=after)) if engaged(after, role_of(game, power)) else None
        for under, after in then.items()
    }


def proposed_losses(
    view: PlayerView, decision: Casualties, wanted: SideOrders | None = None
) -> Losses:
    """What had best take the hits: as a player has ordered, and what that leaves open.

    Who is sure of the battle even so loses the cheapest, if that saves IPC in the end.
    """
    met, role = _encounter(view), decision.role
    best, cheapest = (
        best_losses(
            view.game,
            decision,
            met,
            **{"attacking" if role is Role.ATTACKER else "defending": orders},
        )
        for orders in (wanted, replace(wanted or SideOrders(), by_price=True))
    )
    if cheapest == best or current_battle(view.game).kind is BattleKind.HOUSE:
        return best
    saving, keeping = (_odds_after(view, losses) for losses in (cheapest, best))
    saves = saving.worth(role) - saving.cost(role) > keeping.worth(role) - keeping.cost(role)
    return cheapest if saves and is_sure(saving, role) else best


def _odds_after(view: PlayerView, losses: Losses) -> Odds:
    """How the battle would go on once these are lost."""
    return forecast(
        _encounter(replace(view, game=mark_hits(view.game, losses.hits))),
        draw=random.Random(_SEED),  # noqa: S311 (an estimate, alike whenever it is made)
        budget=_QUICK_BUDGET,
        trials=_QUICK_TRIALS,
        weighed=_QUICK_BUDGET,
    )


def _encounter(view: PlayerView) -> Encounter:
    """The battle as it stands, less what is marked, for all that the player knows."""
    game, decision = view.game, view.decision
    battle = current_battle(game)
    fired = isinstance(decision, Casualties | DiveAway | Retreat)
    opening = not battle.round or (
        battle.kind is BattleKind.SEA and battle.round == 1 and not fired
    )
    attacked = isinstance(decision, DiveAway) and not defenders_strike(game)
    if attacked:
        here = tuple(piece.id for piece in engaged(game, Role.DEFENDER))
        game = game.rules.found(game, here)  # as those let fire are from the next round on (DS-11)
    searches = isinstance(decision, Search) or (
        isinstance(decision, Retreat) and game.rules.searches_again(game)
    )
    met = known_encounter(
        game,
        battle.space,
        game.pieces.named(battle.attackers),
        game.pieces.named(battle.defenders),
        groups=view.groups,
        knowledge=view.knowledge,
        landed=battle.landed,
        supporting=supporting_pieces(game, battle.space) if opening else (),
        searched=not searches,
        apart=battle.kind is BattleKind.HOUSE,
    )
    return after_attack(game, met) if attacked else met


def supporting_pieces(game: Game, space: SpaceId) -> tuple[PieceId, ...]:
    """The active power's pieces that fire into a battle in a space from next door (WA-2)."""
    return tuple(
        piece.id
        for piece in game.owned(game.active)
        if game.board.adjacent(piece.at, space) and game.rules.supporting_strength(game, piece)
    )
