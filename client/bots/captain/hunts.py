"""What the captain does under depth status, submarine warfare and convoy disruption."""

__all__ = ["answer"]

from typing import Any

from client.bots.captain import combat
from client.bots.captain.reckoning import Reckoning
from client.bots.captain.threats import Threats
from engine.economy.convoys import Shown, ShowRaiders
from engine.pieces import PieceId
from engine.requests import Decision
from engine.units import Domain, Trait
from engine.variants.convoys.raids import DivideLoss
from engine.variants.depth.declaring import Declared, DeclareDepths
from engine.variants.depth.depths import Depth, depth_of
from engine.variants.depth.detection import LetFire, Search
from engine.variants.depth.diving import Away, DiveAway
from engine.variants.submarine_warfare.hunting import (
    DirectDestroyer,
    Escape,
    FightOn,
    Hunt,
    NameTarget,
    NextHunter,
    PressDuel,
    Slip,
    StopHunting,
)
from engine.variants.submarine_warfare.patrol import Patrol, Targets


def answer(view: Reckoning, decision: Decision[Any]) -> object | None:
    """Answer a decision of these house rules; None for one that belongs to none of them."""
    match decision:
        case DeclareDepths():
            return _depths(view)
        case Search():
            return next(decision.candidates(view.game))  # all search
        case NextHunter():
            # Aircraft first: what they spot, destroyers fight (SW-6).
            return min(decision.candidates(view.game), key=lambda step: _turn(view, step))
        case LetFire():
            none, *more = decision.candidates(view.game)
            return none if combat.outmatched(view) else more[-1]
        case DiveAway():
            *_, everybody = decision.candidates(view.game)
            return everybody if combat.outmatched(view) else Away(frozenset())
        case NameTarget():
            named = list(decision.candidates(view.game))
            return max(named, key=lambda prey: view.group_or(view.game.pieces[prey.piece], 0))
        case DirectDestroyer():
            *_, sent = decision.candidates(view.game)
            return sent
        case Escape():
            return Slip(leaves=True)
        case PressDuel():
            return FightOn()
        case Patrol():
            all_at = (targets for targets in decision.candidates(view.game) if targets.at)
            return next(all_at, Targets())
        case ShowRaiders():
            return _raiders(view, decision)
        case DivideLoss():
            return _division(view, decision)
        case _:
            return None


def _turn(view: Reckoning, step: Hunt | StopHunting) -> tuple[int, int]:
    """Whose turn it is in a hunt: aircraft, then destroyers, then the end."""
    if isinstance(step, StopHunting):
        return 2, 0
    flies = view.domain(view.game.pieces[step.hunter]) is Domain.AIR
    return (0 if flies else 1), step.hunter


def _depths(view: Reckoning) -> Declared:
    """Down to the periscope beside prey, deeper where only hunters are near, else on the surface.

    A submarine beside enemies hides and aims better; alone it wants its movement (DS-3 to DS-6).
    """
    threats = Threats(view)
    wanted: dict[PieceId, Depth] = {}
    for piece in view.own:
        if not view.is_kind(piece, Trait.SUBMARINE):
            continue
        around = (piece.at, *view.game.board.adjacent_zones(piece.at))
        if any(view.domain(p) is Domain.SEA for zone in around for p in view.enemies(zone)):
            depth = Depth.PERISCOPE
        elif threats.strength(piece.at) > view.cost([piece]):
            depth = Depth.SUBMERGED
        else:
            depth = Depth.SURFACED
        if depth is not depth_of(view.game, piece.id):
            wanted[piece.id] = depth
    return Declared(wanted)


def _raiders(view: Reckoning, decision: ShowRaiders) -> Shown:
    """Tokens that hold submarines; decoys would only be discarded."""
    *_, everybody = decision.candidates(view.game)
    pieces = (view.game.pieces[piece] for piece in everybody.pieces)
    return Shown(frozenset(piece.id for piece in pieces if view.group_or(piece, 0)))


def _division(view: Reckoning, decision: DivideLoss) -> object:
    """As much as possible where a power lives by its convoys (CD-5)."""
    convoys = view.game.rules.scenario.convoys
    vital = frozenset() if convoys is None else frozenset(convoys.collapse.values())
    return max(
        decision.candidates(view.game),
        key=lambda division: sum(n for space, n in division.losses.items() if space in vital),
    )
