"""A new game as it would be: what can be chosen, what it means, and why some is refused."""

__all__ = ["FIRST", "ScenarioCatalog", "draft_view", "opened", "proposed", "redrafted"]

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from client.errors import ClientError
from client.pace import ABOUT, Pace, proposed_instructions, usual_terms
from client.scenarios import ScenarioSource, find, shortened
from client.schema import entrance as page
from client.schema.table import RulingText
from client.table.entering import DraftGame, GivenInstructions
from client.table.instructions import read_given, shown_instructions
from client.table.picture import unit_facts
from client.tables import seats_of, terms_of, usual_dice, with_instructions
from engine.board import Power
from engine.errors import EngineError, IncompatibleModules, counted
from engine.instructions import NO_INSTRUCTIONS, Instructions
from engine.loading import builtin_names, load
from engine.options import BASE, Option, Selection
from engine.scenario import Scenario
from engine.setup import compose, declarations
from engine.variants import HOUSE_RULES, MODULES
from engine.variants.compatibility import pair_name, rulings
from p2p.terms import Terms
from protocol.charter import DiceSetting, Secrecy, WindowsStart

FIRST: Final = DraftGame(scenario="wake-island")
"""The game that is proposed first: the small one, with Secret Subs."""

_SUFFIX: Final = ".toml"
_MOST: Final = 16  # scenarios that one page may open


@dataclass(frozen=True, slots=True)
class ScenarioCatalog:
    """The scenarios that there are to choose from; pages name no files of this machine.

    Attributes:
        own: those that the player has opened, by the name of the file.
    """

    own: Mapping[str, ScenarioSource] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the scenarios that come with the program, then of the player's own."""
        return (*builtin_names(), *self.own)

    def opened(self, file: str, text: bytes) -> tuple["ScenarioCatalog", str]:
        """The catalog with one more, and its name there: never that of a built-in one.

        Raises:
            ClientError: there are too many.
            ScenarioError: it cannot be played; every fault is listed with its place.
        """
        name = file if file.endswith(_SUFFIX) else file + _SUFFIX
        own = {**self.own, name: ScenarioSource(load(text, name.removesuffix(_SUFFIX)), text)}
        if len(own) > _MOST:
            raise ClientError(f"more than {_MOST} scenarios were opened", "open this page anew")
        return ScenarioCatalog(own), name

    def find(self, name: str) -> ScenarioSource:
        """A scenario by its name here.

        Raises:
            ClientError: there is none of that name.
        """
        if name in self.own:
            return self.own[name]
        if name not in builtin_names():
            raise ClientError(f"{name}: no such scenario", f"there are {', '.join(self.names)}")
        return _read(name)


_read = functools.cache(find)


def proposed(draft: DraftGame, catalog: ScenarioCatalog) -> Terms:
    """What a host of this game proposes to the others.

    Raises:
        ClientError, IncompatibleModules, ScenarioError: it cannot be played.
    """
    chosen = _chosen(draft, catalog)
    return terms_of(
        chosen,
        Selection(draft.modules, draft.options),
        seats_of(chosen.scenario, draft.players or None),
        secrecy=Secrecy(draft.secrecy),
        dice=None if draft.dice is None else DiceSetting(draft.dice),
        windows=WindowsStart(draft.windows),
        keepers=draft.keepers,
        absence=draft.absence,
        deposits=draft.deposits,
    )


def opened(draft: DraftGame, catalog: ScenarioCatalog, seat: int) -> Terms:
    """The same, with first instructions: of the host's seat, at the pace of days of all.

    Raises:
        ClientError, IncompatibleModules, ScenarioError: it cannot be played.
    """
    terms = proposed(draft, catalog)
    own = terms.seats[seat] if seat < len(terms.seats) else ()
    given = draft.instructions
    everybody = usual_terms(Pace(draft.pace)).instructed
    return with_instructions(
        terms,
        {Power(power): read_given(given[power]) for power in given if everybody or power in own},
    )


def redrafted(now: DraftGame, before: DraftGame, catalog: ScenarioCatalog) -> DraftGame:
    """A draft after a page has changed it: another pace brings its usual terms along.

    Raises:
        ClientError: there is no such scenario.
    """
    usual = usual_terms(Pace(now.pace))
    if now.pace != before.pace:
        now = now.model_copy(
            update={
                "windows": usual.windows.value,
                "keepers": usual.keepers,
                "deposits": now.deposits and usual.keepers > 0,
                "absence": usual.absence,
                "dice": None,
            }
        )
    elif now.scenario == before.scenario:
        return now
    scenario = catalog.find(now.scenario).scenario
    left = proposed_instructions(scenario) if usual.instructed else {}
    given = {power: GivenInstructions.model_validate(_given(one)) for power, one in left.items()}
    return now.model_copy(update={"instructions": given})


def _given(left: Instructions) -> dict[str, object]:
    shown = shown_instructions(left).model_dump()
    return {name: shown[name] for name in GivenInstructions.model_fields}


def draft_view(draft: DraftGame, catalog: ScenarioCatalog) -> page.DraftView:
    """A draft with all that can be changed in it.

    `problem` says why it cannot be played as it is; None if it can.

    Raises:
        ClientError: there is no such scenario.
    """
    scenario = catalog.find(draft.scenario).scenario
    players = draft.players if draft.players in scenario.seatings else min(scenario.seatings)
    usual = usual_dice(players, draft.keepers)
    return page.DraftView(
        scenario=draft.scenario,
        pace=draft.pace,
        paces={pace.value: about for pace, about in ABOUT.items()},
        scenarios=tuple(_scenario(name, catalog.find(name).scenario) for name in catalog.names),
        players=players,
        seatings={
            count: tuple(tuple(powers) for powers in seats)
            for count, seats in sorted(scenario.seatings.items())
        },
        sides={power: str(side) for power, side in scenario.sides.items()},
        rounds=draft.rounds,
        secrecy=draft.secrecy,
        dice=draft.dice or usual.value,
        keepers=draft.keepers,
        absence=draft.absence,
        deposits=draft.deposits,
        usual_dice=usual.value,
        windows=draft.windows,
        modules=tuple(_modules(scenario, draft)),
        options=tuple(_options(scenario, draft)),
        rulings=tuple(
            RulingText(of=pair_name(ruling.pair), text=ruling.text)
            for ruling in rulings(draft.modules, scenario.edition)
        ),
        problem=_problem(draft, catalog),
        units=unit_facts(scenario),
        zones=tuple(name for name, space in scenario.board.spaces.items() if space.sea),
        instructions={
            power: shown_instructions(
                read_given(draft.instructions[power])
                if power in draft.instructions
                else NO_INSTRUCTIONS
            )
            for power in scenario.powers
        },
    )


def _chosen(draft: DraftGame, catalog: ScenarioCatalog) -> ScenarioSource:
    found = catalog.find(draft.scenario)
    return shortened(found, draft.rounds) if draft.rounds else found


def _problem(draft: DraftGame, catalog: ScenarioCatalog) -> str | None:
    try:
        proposed(draft, catalog)
    except (ClientError, EngineError) as error:
        return str(error)
    return None


def _scenario(name: str, scenario: Scenario) -> page.ScenarioChoice:
    powers, spaces = len(scenario.powers), len(scenario.board.spaces)
    own = "; own unit table" if scenario.own_units else ""
    size = f"{counted(powers, 'power')}, {counted(spaces, 'space')}"
    about = f"{size}; {_range(scenario)} players{own}"
    return page.ScenarioChoice(name=name, title=scenario.title, about=about)


def _range(scenario: Scenario) -> str:
    fewest, most = min(scenario.seatings), max(scenario.seatings)
    return str(fewest) if fewest == most else f"{fewest} to {most}"


def _modules(scenario: Scenario, draft: DraftGame) -> Iterator[page.ModuleChoice]:
    """Each house rule: whether it is chosen, and if not, why it cannot be as things are."""
    known = set(_against(scenario, draft.modules))  # what stands against those present
    for module in MODULES:
        code = module.module
        on = code in draft.modules
        wanted = () if on else _against(scenario, (*draft.modules, code))
        yield page.ModuleChoice(
            id=code,
            name=HOUSE_RULES[code].title,
            about=HOUSE_RULES[code].about,
            on=on,
            why="; ".join(reason for reason in wanted if reason not in known) or None,
        )


def _against(scenario: Scenario, modules: tuple[str, ...]) -> Iterator[str]:
    try:
        compose(scenario, modules, {}, tuple((power,) for power in scenario.powers))
    except IncompatibleModules as error:
        yield from error.reasons


def _options(scenario: Scenario, draft: DraftGame) -> Iterator[page.OptionChoice]:
    """Every option, those of the house rules first and bids last."""
    base = {option.name for option in BASE}
    owners = {option.name: module.module for module in MODULES for option in module.declares}
    declared = declarations(scenario, draft.modules)
    rank = {
        option.name: (option.name not in owners, option.name not in base) for option in declared
    }
    for option in sorted(declared, key=lambda option: rank[option.name]):
        yield page.OptionChoice(
            name=option.name,
            text=option.text,
            of=owners.get(option.name),
            values=_values(option),
            value=draft.options.get(option.name, str(option.default)),
            default=str(option.default),
        )


def _values(option: Option[object]) -> tuple[str, ...]:
    spellings: Iterable[str] = option.values
    return tuple(str(spelling) for spelling in spellings)
