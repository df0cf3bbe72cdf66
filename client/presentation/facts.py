"""What a person has to know to answer, told with the question: money, hits, what waits."""

__all__ = ["facts"]

from collections.abc import Iterator

from client.presentation.answers.naming import stacked
from client.presentation.words import counted_hits
from client.seat.view import PlayerView
from engine.battle.casualties import Casualties, salvo
from engine.economy.mobilize import MobilizeUnits
from engine.economy.purchase import PurchaseUnits
from engine.economy.research import HireResearchers
from engine.movement.landing import STILL, prospect
from engine.movement.phases import NoncombatMove
from engine.units import SUBMARINE
from engine.variants.rules_of_warfare.monetary_aid import GiveAid
from engine.variants.secret_subs.ledger import tracker
from engine.variants.secret_subs.place import PlaceSubs
from engine.variants.secret_subs.setup import OpeningGroups


def facts(view: PlayerView) -> Iterator[str]:
    """Lines that stand under the question."""
    game, power = view.game, view.decision.power
    match view.decision:
        case OpeningGroups(printed=printed):
            yield "you have " + ", ".join(f"{count} in {zone}" for zone, count in printed)
        case PurchaseUnits():
            yield f"you have {game.treasury[power]} IPC; `units` tells what each unit costs"
            for space, markers in sorted(game.damage.items()):
                if markers and game.control.get(space) == power:
                    yield f"{space} has {markers} damage"
        case HireResearchers() | GiveAid():
            yield f"you have {game.treasury[power]} IPC"
        case MobilizeUnits():
            waiting = game.waiting.get(power, {})
            yield f"new: {stacked(view, waiting) or 'none'}"
        case PlaceSubs():
            bought = game.waiting.get(power, {}).get(SUBMARINE, 0)
            yield f"new submarines: {bought}; tokens in the supply: {_stored(view)}"
        case Casualties(role=role):
            yield counted_hits(sum(count for count, _ in salvo(game, role).hits))
        case NoncombatMove():
            stranded = prospect(game, STILL).stranded
            if stranded:
                yield f"{stranded} aircraft must still find a place to land"
        case _:
            pass


def _stored(view: PlayerView) -> int:
    return len(tracker(view.game, view.decision.power).supply)
