"""Artillery batteries (WA): fire into battles, raids on complexes next door."""

__all__ = ["CHAPTER"]

from collections.abc import Iterable, Mapping

from client.presentation import places
from client.presentation.controls import Aims, Assign, Pick, piece_of, single_aims
from client.presentation.names import Names, dice
from client.presentation.reading import ARROW, NOTHING, bare, parts, space
from client.presentation.record import (
    Chapter,
    DecisionRecord,
    DiceResult,
    EventRecord,
    Verb,
    Wording,
)
from client.presentation.words import NotUnderstood, listed, one_of
from client.schema.forms import ChoiceWords
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.game import Game
from engine.pieces import PieceId
from engine.variants.rules_of_warfare.batteries import (
    BatteryFire,
    BatteryRaid,
    Bombarded,
    FireBatteries,
    RaidByBatteries,
)


def _homes(view: PlayerView, batteries: Iterable[PieceId]) -> dict[SpaceId, PieceId]:
    """Batteries by their territory: there is one in each (WA-1)."""
    return {view.game.pieces[battery].at: battery for battery in batteries}


def _battery(homes: dict[SpaceId, PieceId], text: str) -> PieceId:
    return homes[SpaceId(one_of(text, homes, "battery that can fire from"))]


def _territories(view: PlayerView, batteries: Iterable[PieceId]) -> str:
    return ", ".join(sorted(_homes(view, batteries)))


# Fire into a battle


def _fire(view: PlayerView, text: str) -> BatteryFire:
    text = bare(text, "from")
    if text.casefold() in NOTHING:
        return BatteryFire(frozenset())
    answers = view.decision.candidates(view.game)
    homes = _homes(view, (b for a in answers if isinstance(a, BatteryFire) for b in a.batteries))
    if text.casefold() == "all":
        return BatteryFire(frozenset(homes.values()))
    return BatteryFire(frozenset(_battery(homes, part) for part in parts(text, ",")))


def _say_fire(view: PlayerView, answer: BatteryFire) -> str:
    return f"fire from {_territories(view, answer.batteries) or 'none'}"


# Raids


def _bombard(view: PlayerView, text: str) -> BatteryRaid:
    answers = view.decision.candidates(view.game)
    homes = _homes(view, (b for a in answers if isinstance(a, BatteryRaid) for b in a.targets))
    targets: dict[PieceId, SpaceId] = {}
    for part in parts(text):
        if part.casefold() in NOTHING:
            continue
        home, *named = ARROW.split(part)
        if len(named) != 1:
            raise NotUnderstood(f'"{part}" cannot be read', "write: Germany > Poland")
        targets[_battery(homes, home)] = space(view, named[0])
    return BatteryRaid(dict(sorted(targets.items())))


def _say_raid(view: PlayerView, answer: BatteryRaid) -> str:
    shots = (
        f"{_territories(view, (battery,))} > {target}"
        for battery, target in sorted(answer.targets.items())
    )
    return f"bombard {'; '.join(shots) or 'nothing'}"


def _tell_raid(view: PlayerView, answer: BatteryRaid) -> str:
    shots = (
        f"{target} from {_territories(view, (battery,))}"
        for battery, target in sorted(answer.targets.items())
    )
    return f"bombard {listed(shots) or 'nothing'}"


def _aimed(_: Game, to: Mapping[str, str]) -> BatteryRaid:
    return BatteryRaid({piece_of(battery): SpaceId(there) for battery, there in to.items()})


def _next_door(game: Game, decision: RaidByBatteries) -> Aims:
    return single_aims(decision, game, _aimed)


def _bombarded(event: Bombarded, names: Names) -> str:
    batteries = names.act(event.batteries, "bombards", "bombard")
    return f"{batteries} the complex in {event.space}: {dice(event.dice)}"


def _raid_dice(event: Bombarded) -> DiceResult:
    return DiceResult("Batteries raid", event.space, event.dice)


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            RaidByBatteries,
            asks="Which batteries raid a neighbouring complex?",
            rules=("WA-4",),
            task="raid with batteries",
            control=Assign(
                ChoiceWords(
                    chosen="fires at", left="does not raid", send="Raid", none="Do not raid"
                ),
                aims=_next_door,
                answer=_aimed,
            ),
            says=(Wording(BatteryRaid, _say_raid, _tell_raid),),
            verbs=(
                Verb(
                    "bombard",
                    "Germany > Poland; France > Italy: what the battery of each territory raids",
                    _bombard,
                ),
            ),
            examples=("bombard Germany > Poland", "bombard nothing"),
        ),
        DecisionRecord(
            FireBatteries,
            asks="Which batteries fire into this battle?",
            rules=("WA-2",),
            task="fire batteries",
            control=Pick(
                ChoiceWords(chosen="fires", left="holds its fire", send="Fire", none="Hold fire"),
                answer=BatteryFire,
                all=True,
            ),
            says=(Wording(BatteryFire, _say_fire),),
            verbs=(Verb("fire", "from Germany, Poland; from all, from none", _fire),),
            examples=("fire from Germany, Poland", "fire from all", "fire from none"),
        ),
    ),
    events=(EventRecord(Bombarded, _bombarded, place=places.space, dice=_raid_dice),),
)
