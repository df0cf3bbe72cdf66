"""What the captain does under depth status, submarine warfare and convoy disruption."""

__all__ = ["answer"]

from typing import Any

from client.bots.captain import combat
from client.bots.captain.situation import Situation
from client.bots.captain.threats import Threats
from engine.economy.convoys import ShownRaiders, ShowRaiders
from engine.pieces import PieceId
from engine.requests import Decision
from engine.units import Domain, Trait
from engine.variants.convoys.raids import DivideLoss
from engine.variants.depth.declaring import DeclareDepths, DepthDeclaration
from engine.variants.depth.detection import LetFire, Search
from engine.variants.depth.diving import DiveAway, DivingSubmarines
from engine.variants.depth.state import Depth, depth_of
from engine.variants.submarine_warfare.hunting import (
    DirectDestroyer,
    Escape,
    EscapeAttempt,
    FightOn,
    Hunt,
    NameTarget,
    NextHunter,
    PressDuel,
    StopHunting,
)
from engine.variants.submarine_warfare.patrol import Patrol, Targets


def answer(situation: Situation, decision: Decision[Any]) -> object | None:
    """Answer a decision of these house rules; None for one that belongs to none of them."""
    match decision:
        case DeclareDepths():
            return _depths(situation)
        case Search():
            return next(decision.candidates(situation.game))  # all search
        case NextHunter():
            # Destroyers first: aircraft can send those that have spotted nothing (SW-6).
            return min(decision.candidates(situation.game), key=lambda step: _turn(situation, step))
        case LetFire():
            none, *more = decision.candidates(situation.game)
            return none if combat.outmatched(situation) else more[-1]
        case DiveAway():
            *_, everybody = decision.candidates(situation.game)
            return everybody if combat.outmatched(situation) else DivingSubmarines(frozenset())
        case NameTarget():
            named = list(decision.candidates(situation.game))
            return max(named, key=lambda prey: situation.likely(situation.game.pieces[prey.piece]))
        case DirectDestroyer():
            *_, sent = decision.candidates(situation.game)
            return sent
        case Escape():
            return EscapeAttempt(leaves=True)
        case PressDuel():
            return FightOn()
        case Patrol():
            all_at = (targets for targets in decision.candidates(situation.game) if targets.at)
            return next(all_at, Targets())
        case ShowRaiders():
            return _raiders(situation, decision)
        case DivideLoss():
            return _division(situation, decision)
        case _:
            return None


def _turn(situation: Situation, step: Hunt | StopHunting) -> tuple[int, int, int]:
    """Whose turn it is in a hunt: destroyers, then aircraft, the weakest first, then the end."""
    if isinstance(step, StopHunting):
        return 2, 0, 0
    hunter = situation.game.pieces[step.hunter]
    flies = situation.domain(hunter) is Domain.AIR
    return (1 if flies else 0), sum(u.attack for u in situation.units([hunter])), step.hunter


def _depths(situation: Situation) -> DepthDeclaration:
    """Down to the periscope beside prey, deeper where only hunters are near, else on the surface.

    A submarine beside enemies hides and aims better; alone it wants its movement (DS-3 to DS-6).
    """
    threats = Threats(situation)
    wanted: dict[PieceId, Depth] = {}
    for piece in situation.own:
        if not situation.is_kind(piece, Trait.SUBMARINE):
            continue
        around = (piece.at, *situation.game.board.adjacent_zones(piece.at))
        if any(
            situation.domain(p) is Domain.SEA for zone in around for p in situation.enemies(zone)
        ):
            depth = Depth.PERISCOPE
        elif threats.strength(piece.at) > situation.cost([piece]):
            depth = Depth.SUBMERGED
        else:
            depth = Depth.SURFACED
        if depth is not depth_of(situation.game, piece.id):
            wanted[piece.id] = depth
    return DepthDeclaration(wanted)


def _raiders(situation: Situation, decision: ShowRaiders) -> ShownRaiders:
    """Tokens that hold submarines; decoys would only be discarded."""
    *_, everybody = decision.candidates(situation.game)
    pieces = (situation.game.pieces[piece] for piece in everybody.pieces)
    return ShownRaiders(frozenset(piece.id for piece in pieces if situation.group_or(piece, 0)))


def _division(situation: Situation, decision: DivideLoss) -> object:
    """As much as possible where a power lives by its convoys (CD-5)."""
    convoys = situation.game.rules.scenario.convoys
    vital = frozenset() if convoys is None else frozenset(convoys.collapse.values())
    return max(
        decision.candidates(situation.game),
        key=lambda division: sum(n for space, n in division.losses.items() if space in vital),
    )
