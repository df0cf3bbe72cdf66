"""Standing orders: answers that a player gives beforehand.

The node sends each when it is asked for, as the ordinary answer that it is; whatever they do not
cover is asked of the player.
"""

__all__ = ["StandingOrders", "Submerging", "answer_by_orders", "forced"]

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from typing import Annotated, TypeVar

from pydantic import Field

from client.seat.odds import outlook, proposed_losses
from client.seat.supply import drawn_supply
from client.seat.view import PlayerView
from engine.battle.casualties import Casualties
from engine.battle.combat import Fight, NextBattle
from engine.battle.retreat import BreakOff, Press, Retreat, Withdraw
from engine.battle.submarines import Dive, Submerge
from engine.economy.mobilize import MobilizeUnits
from engine.odds import BattleEnd, SideOrders
from engine.units import SUBMARINE, Kind
from engine.variants.depth.diving import DiveAway, DivingSubmarines
from engine.variants.secret_subs.combat import (
    ChooseSides,
    SubmergeChoice,
    SubmergeGroups,
    SubmergeOrFight,
)
from engine.variants.secret_subs.settings import SETUP_DECOYS
from engine.variants.secret_subs.setup import OpeningGroups, OpeningPlacement, Printed
from engine.variants.secret_subs.tokens import tokens_of

A = TypeVar("A")


@unique
class Submerging(StrEnum):
    """What submarines do where they may submerge (BG-8.11, SS-3.1, SS-3.4) or dive away (DS-12)."""

    ASK = "ask"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """Standing orders.

    Attributes:
        losses: kinds of units in the order in which they take hits (BG-8.13); units of other kinds
            come after them in the order that keeps the best chance. Empty to be asked.
        submerge: what submarines do where they may submerge or dive away; an attacker's own never
            do without being asked.
        retreat: percent of the chance to win, or to come to a standoff, below which an attack is
            broken off, and from which on it is pressed (BG-8.19); None to be asked, as where the
            odds cannot tell.
        best_losses: whether hits are taken so that the best chance is kept, where `losses` is
            empty.
        keep_land: whether an attack loses its last land unit last, to take the territory (BG-8.24).
        only_answers: whether the only answer to a question of the own turn is given, though tokens
            could be reorganized or shuffled first (SS-4.0).
    """

    losses: tuple[str, ...] = ()
    submerge: Submerging = Submerging.ASK
    retreat: Annotated[int, Field(ge=0, le=100)] | None = None
    best_losses: bool = False
    keep_land: bool = False
    only_answers: bool = False


def answer_by_orders(orders: StandingOrders, view: PlayerView) -> object | None:
    """The answer that standing orders give to a decision; None if the player must be asked.

    What is `forced` is answered by any.
    """
    if only := forced(view):
        return only
    attacks = view.decision.power == view.game.active
    unasked = attacks and orders.only_answers and isinstance(view.decision, _UNASKED)
    if unasked and (only := _only_answer(view)):
        return only
    orders = _as_meant(orders, attacks=attacks)
    match view.decision:
        case Casualties() as decision if orders.losses or orders.best_losses:
            return proposed_losses(view, decision, _wanted(orders))
        case Retreat() as decision if orders.retreat is not None:
            return _retreat(orders.retreat, _wanted(orders), view, decision)
        case Submerge() as decision if orders.submerge is not Submerging.ASK:
            dives: list[Dive] = [*decision.candidates(view.game)]
            return _most(dives, orders.submerge, lambda dive: len(dive.pieces))
        case DiveAway() as decision if orders.submerge is not Submerging.ASK:
            away: list[DivingSubmarines] = [*decision.candidates(view.game)]
            return _most(away, orders.submerge, lambda diving: len(diving.pieces))
        case ChooseSides() as decision if orders.submerge is not Submerging.ASK:
            stands: list[SubmergeOrFight] = [*decision.candidates(view.game)]
            return _most(stands, orders.submerge, lambda stand: len(stand.submerge))
        case SubmergeGroups() as decision if orders.submerge is not Submerging.ASK:
            unders: list[SubmergeChoice] = [
                g for g in decision.candidates(view.game) if not g.joins
            ]
            return _most(unders, orders.submerge, lambda under: len(under.tokens))
        case _:
            return None


_UNASKED = (NextBattle, MobilizeUnits, ChooseSides)
"""What is asked though there may be one answer, because tokens could be rearranged first."""


def _as_meant(orders: StandingOrders, *, attacks: bool) -> StandingOrders:
    """Whoever attacks wants to fight: its submarines submerge only if it says so itself."""
    if attacks and orders.submerge is Submerging.ALWAYS:
        return replace(orders, submerge=Submerging.ASK)
    return orders


def forced(view: PlayerView) -> object | None:
    """The answer to a question that leaves nothing to choose nor to do; None if it leaves any.

    Such questions are asked because their power might reorganize or shuffle tokens first:

    - An enemy destroyer has all tokens fight (SS-3.1c). Who has waived its windows does not want to
      rearrange them.
    - One battle is due, and no own token is in it (BG-8.1). Tokens elsewhere can be rearranged
      after it as well as before.
    - No unit can be placed (BG-10), and either submarines are asked about next (SS-1), or there is
      nothing else to do.
    - One submarine lies in each zone, and no decoy may (SS-0.8): there is nothing to divide.

    All of it is public, so an answer given at once tells nothing.
    """
    game, decision = view.game, view.decision
    match decision:
        case ChooseSides() if game.seat_of(decision.power) in game.waived:
            return _only_answer(view)
        case NextBattle():
            only = _only_answer(view)
            own = {token.at for token in tokens_of(game, decision.power)}
            return only if isinstance(only, Fight) and only.space not in own else None
        case MobilizeUnits():
            later = game.waiting.get(decision.power, {}).get(SUBMARINE)
            idle = next(game.rules.candidate_actions(game, decision), None) is None
            return _only_answer(view) if later or idle else None
        case OpeningGroups(printed=printed) if not game.rules.option(SETUP_DECOYS):
            return _one_to_a_zone(view, printed)
        case _:
            return None


def _one_to_a_zone(view: PlayerView, printed: Printed) -> OpeningPlacement | None:
    """A token for each zone, if each has one submarine and what tokens hold is known."""
    placed = dict(zip(drawn_supply(view), (zone for zone, _ in printed), strict=False))
    if any(count > 1 for _, count in printed) or not placed.keys() <= view.groups.keys():
        return None
    sizes = {view.groups[handle]: 1 for handle in placed}
    return OpeningPlacement(dict(sorted(sizes.items())), dict(sorted(placed.items())))


def _only_answer(view: PlayerView) -> object | None:
    """The only legal answer; None if there are several."""
    if view.decision.has_choice(view.game):
        return None
    only, *others = itertools.islice(view.decision.candidates(view.game), 2)
    return None if others else only


def _wanted(orders: StandingOrders) -> SideOrders:
    return SideOrders(tuple(Kind(kind) for kind in orders.losses), keeps_land=orders.keep_land)


def _retreat(
    threshold: int, wanted: SideOrders, view: PlayerView, decision: Retreat
) -> Press | Withdraw | BreakOff | None:
    """Press on, or the first way out that shows nothing; the player, if every way would.

    Nobody flees from a standoff, where nothing can be lost (BG-8.22).
    """
    odds = outlook(view, wanted)
    if 100 * (odds.win + odds.chance(BattleEnd.STANDOFF)) >= threshold:
        return Press()
    ways = [way for way in decision.candidates(view.game) if not isinstance(way, Press)]
    if not ways:
        return Press()
    silent = (way for way in ways if not isinstance(way, Withdraw) or way.by is None)
    return next(silent, None)


def _most(candidates: Sequence[A], submerging: Submerging, size: Callable[[A], int]) -> A:
    """Of the legal answers the one that sends most submarines down, or fewest."""
    ordered = sorted(candidates, key=size)
    return ordered[-1] if submerging is Submerging.ALWAYS else ordered[0]
