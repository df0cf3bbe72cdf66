"""Research, and the rockets that it may bring (BG-4)."""

__all__ = ["CHAPTER"]

from collections.abc import Iterator, Mapping

from client.presentation.controls import Aims, Assign, Share, Shares
from client.presentation.names import Names, dice
from client.presentation.reading import ARROW, NOTHING, bare, parts, space
from client.presentation.record import (
    Chapter,
    DecisionRecord,
    DiceResult,
    EventRecord,
    Menu,
    Verb,
    Wording,
)
from client.presentation.words import NotUnderstood, amount, breakthrough_name, listed
from client.schema.forms import ChoiceWords, ShareWords
from client.seat.view import PlayerView
from engine.battle.events import RocketsLaunched
from engine.battle.raids import Launch, LaunchRockets, rocket_sites
from engine.board import SpaceId
from engine.economy.research import (
    PRICE,
    BrokeThrough,
    Chart,
    ChooseChart,
    Hire,
    HireResearchers,
    Researched,
)
from engine.errors import counted
from engine.game import Game

_NOBODY = NOTHING | {"nobody"}


# Researchers


def _hire(_: PlayerView, text: str) -> Hire:
    number = bare(text, "researchers", "researcher")
    return Hire(0 if text.casefold() in _NOBODY else 1 if number == "a" else amount(number))


def _say_hire(_: PlayerView, answer: Hire) -> str:
    if not answer.count:
        return "hire nobody"
    return (
        "hire a researcher" if answer.count == 1 else f"hire {counted(answer.count, 'researcher')}"
    )


def _hiring(game: Game, decision: HireResearchers) -> Shares:
    most = max(answer.count for answer in decision.candidates(game))
    return Shares({"researchers": most}, game.treasury[decision.power], price=PRICE)


def _hired(shares: Mapping[str, int]) -> Hire:
    return Hire(shares.get("researchers", 0))


def _none_kept(view: PlayerView) -> tuple[str, tuple[str, ...]] | None:
    """The question where researchers are not kept beyond their roll ([CL] BG-4.4)."""
    if view.game.rules.researchers_kept(view.game, 1, 0):
        return None
    return "Buy researchers for 5 IPC each? Each rolls once, and none is kept.", ("BG-4.4",)


def _purse(view: PlayerView, decision: HireResearchers) -> Iterator[str]:
    yield f"you have {view.game.treasury[decision.power]} IPC"


def _researched(event: Researched, _: Names) -> str:
    count, fresh = len(event.dice), event.hired
    named = "new " if fresh == count else ""
    many = f"a {named}die" if count == 1 else f"{count} {named}dice"
    some = f", {fresh} of them new," if 0 < fresh < count else ""
    end = "" if event.sixes else ": no breakthrough"
    return f"{event.power} researches with {many}{some} and rolls {dice(event.dice)}{end}"


def _research_dice(event: Researched) -> DiceResult:
    return DiceResult("Research", None, event.dice)


# Charts


def _chart(_: PlayerView, text: str) -> Chart:
    return Chart(amount(text.partition(":")[0]))


def _say_chart(view: PlayerView, answer: Chart) -> str:
    charts = view.game.rules.scenario.charts
    number = answer.number
    chosen = charts.charts[number - 1 : number] if charts is not None else ()
    found = ", ".join(breakthrough_name(one) for chart in chosen for one in chart)
    return f"chart {number}: {found}" if found else f"chart {number}"


def _broke_through(event: BrokeThrough, _: Names) -> str:
    return f"{event.power} has a breakthrough: {breakthrough_name(event.breakthrough)}"


# Rockets


def _launch(view: PlayerView, text: str) -> Launch:
    targets: dict[SpaceId, SpaceId] = {}
    for part in parts(text):
        if part.casefold() in NOTHING:
            continue
        ends = ARROW.split(part)
        if len(ends) != 2:  # noqa: PLR2004 (from and to)
            raise NotUnderstood(
                f'"{part}" cannot be read', "write the gun, > and the complex: Germany > Egypt"
            )
        gun, target = (space(view, name) for name in ends)
        if gun in targets:
            raise NotUnderstood(f"two rockets from {gun}", "a territory launches one")
        targets[gun] = target
    return Launch(dict(sorted(targets.items())))


def _say_launch(_: PlayerView, answer: Launch) -> str:
    flights = [f"{gun} > {target}" for gun, target in sorted(answer.targets.items())]
    return f"launch {'; '.join(flights) or 'nothing'}"


def _tell_launch(_: PlayerView, answer: Launch) -> str:
    flights = [f"a rocket from {gun} at {target}" for gun, target in sorted(answer.targets.items())]
    return f"launch {listed(flights) or 'no rocket'}"


def _in_reach(game: Game, _: LaunchRockets) -> Aims:
    return {str(gun): reached for gun, reached in rocket_sites(game).items()}


def _launched(_: Game, to: Mapping[str, str]) -> Launch:
    return Launch({SpaceId(gun): SpaceId(target) for gun, target in to.items()})


def _rockets(event: RocketsLaunched, _: Names) -> str:
    flights = [
        f"from {gun} at {there} and rolls {event.dice[gun]}"
        for gun, there in sorted(event.targets.items())
    ]
    return f"{event.power} launches rockets {', '.join(flights)}"


def _rocket_dice(event: RocketsLaunched) -> DiceResult:
    rolled = tuple(event.dice[gun] for gun in sorted(event.targets))
    return DiceResult("Rockets", min(event.targets.values()), rolled)


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            HireResearchers,
            asks="Buy researchers for 5 IPC each?",
            rules=("BG-4.1",),
            task="buy researchers",
            control=Share(ShareWords(send="Hire", none="Hire nobody"), _hiring, _hired),
            says=(Wording(Hire, _say_hire),),
            verbs=(Verb("hire", "2: so many researchers, or nobody", _hire),),
            examples=("hire a researcher", "hire 2", "hire nobody"),
            numbered=False,
            facts=_purse,
            put_now=_none_kept,
        ),
        DecisionRecord(
            ChooseChart,
            asks="On which chart do you roll for your breakthrough?",
            rules=("BG-4.1",),
            task="choose a research chart",
            control=Menu(),
            says=(Wording(Chart, _say_chart),),
            verbs=(Verb("chart", "1: the chart on which the breakthrough is rolled", _chart),),
            examples=("chart 1",),
        ),
        DecisionRecord(
            LaunchRockets,
            asks="Which complexes do your rockets hit?",
            rules=("BG-4.2",),
            task="launch rockets",
            control=Assign(
                ChoiceWords(chosen="hits", left="does not fire", send="Launch", none="Launch none"),
                aims=_in_reach,
                answer=_launched,
            ),
            says=(Wording(Launch, _say_launch, _tell_launch),),
            verbs=(
                Verb(
                    "launch",
                    "Germany > Egypt; Poland > Russia: what the gun of each territory hits",
                    _launch,
                ),
            ),
            examples=("launch Germany > United Kingdom", "launch nothing"),
        ),
    ),
    events=(
        EventRecord(Researched, _researched, dice=_research_dice),
        EventRecord(BrokeThrough, _broke_through, beside_dice=True),
        EventRecord(RocketsLaunched, _rockets, dice=_rocket_dice),
    ),
)
