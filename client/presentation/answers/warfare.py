"""The items of Rules of Warfare: answers in their words."""

__all__ = ["chapter"]

from collections.abc import Iterable

from client.presentation.answers.naming import laden, named, placed, stacks
from client.presentation.words import kind_name
from client.seat.view import PlayerView
from engine.pieces import PieceId
from engine.variants.rules_of_warfare.batteries import BatteryFire, BatteryRaid
from engine.variants.rules_of_warfare.battleships import Repairs
from engine.variants.rules_of_warfare.destroyers import Swap
from engine.variants.rules_of_warfare.elite import Mark, Renew, Reroll
from engine.variants.rules_of_warfare.kamikaze import BecomeKamikaze
from engine.variants.rules_of_warfare.mines import Course, LayMine, MineTransport
from engine.variants.rules_of_warfare.monetary_aid import GiftRoller, Gifts
from engine.variants.rules_of_warfare.resistance import DiscardedUnit
from engine.variants.rules_of_warfare.warehouses import Discard


def chapter(view: PlayerView, answer: object) -> str | None:
    """What an answer about guns, ships, mines or elite units says, or about money and stores."""
    match answer:
        case BatteryFire(batteries):
            return f"fire from {_homes(view, batteries) or 'none'}"
        case BatteryRaid(targets):
            shots = (
                f"{_homes(view, (battery,))} > {target}"
                for battery, target in sorted(targets.items())
            )
            return f"bombard {'; '.join(shots) or 'nothing'}"
        case Swap(battleship):
            ship = "" if battleship is None else placed(view, (battleship,))
            return f"swap {ship} for two destroyers" if ship else "swap nothing"
        case Repairs(ships):
            return f"repair {'; '.join(stacks(view, ships)) or 'nothing'}"
        case LayMine(transport):
            return f"lay a mine with {placed(view, (transport,))}"
        case MineTransport(transport):
            return f"stow aboard {laden(view, transport)}"
        case Course(on):
            return "go on" if on else "stop here"
        case BecomeKamikaze(fighter):
            return f"kamikaze {placed(view, (fighter,))}"
        case _:
            return _of_elite(view, answer) or _at_home(view, answer)


def _of_elite(view: PlayerView, answer: object) -> str | None:
    match answer:
        case Mark(piece):
            return f"elite {placed(view, (piece,))}"
        case Reroll(again):
            return "roll again" if again else "keep the result"
        case Renew(buy):
            return "buy a new elite unit" if buy else "decline a new elite unit"
        case _:
            return None


def _at_home(view: PlayerView, answer: object) -> str | None:
    match answer:
        case DiscardedUnit(piece):
            return f"discard {named(view, (piece,))}"
        case Discard(kind):
            return f"discard a stored {kind_name(kind)}"
        case Gifts(to):
            gifts = (f"{ipc} {ally}" for ally, ipc in sorted(to.items()))
            return f"give {', '.join(gifts) or 'nothing'}"
        case GiftRoller(power):
            return f"let {power} roll"
        case _:
            return None


def _homes(view: PlayerView, batteries: Iterable[PieceId]) -> str:
    """The territories of batteries, of which there is one in each (WA-1)."""
    return ", ".join(sorted(view.game.pieces[battery].at for battery in batteries))
