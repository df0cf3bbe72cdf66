"""The shape of a scenario file: what each table may hold, whether or not it makes sense.

The format is documented field by field at the head of `scenarios/wake-island.toml`. Files may come
from a stranger, so every size has a limit.
"""

__all__ = [
    "LIMIT",
    "LONGEST_LINE",
    "MAX_SEATS",
    "NAME",
    "PLAYED",
    "PRINTABLE",
    "CapitalsForm",
    "CitiesForm",
    "ConvoysForm",
    "ImprovementForm",
    "IncomeForm",
    "LastRoundForm",
    "ObjectiveForm",
    "PhaseForm",
    "PowerForm",
    "RecruitsForm",
    "ResearchForm",
    "ScenarioForm",
    "TerritoryForm",
    "TurnForm",
    "UnitForm",
    "ZoneForm",
]

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from engine.board import Power
from engine.charts import Breakthrough
from engine.phases import Phase
from engine.scenario import PhaseOf
from engine.units import HIGHEST, Domain, Trait

LIMIT = 1 << 18
"""Bytes of the largest scenario file that is read."""
LONGEST_LINE = 3000
"""Bytes of its longest line. A key of very many parts, which must be on one line, takes a
reader of TOML hours; the longest list of names takes less than this."""

PRINTABLE = r"^[^\p{C}]+$"
"""The pattern of what is shown to people."""
NAME = r"^[a-z0-9][a-z0-9-]{0,39}$"
"""The pattern of what names a scenario."""

Printable = Annotated[str, Field(pattern=PRINTABLE)]
MAX_SEATS = 6
"""Of a game; a seat may play several powers."""

PLAYED = tuple(phase for phase in Phase if phase is not Phase.RESEARCH)
"""The phases of a turn whose file lists none, in order (BG-3.1); research is to be asked for.

Implements: BG-3.1
"""

Name = Annotated[Printable, Field(max_length=40)]
Title = Annotated[Printable, Field(max_length=120)]
Names = Annotated[list[Name], Field(max_length=64)]
Amount = Annotated[int, Field(ge=0, le=10_000)]
Small = Annotated[int, Field(ge=0, le=100)]
Positive = Annotated[int, Field(ge=1, le=100)]
_Price = Annotated[int, Field(ge=1, le=1000)]
_Strength = Annotated[int, Field(ge=0, le=HIGHEST)]
Place = tuple[Annotated[int, Field(ge=-180, le=360)], Annotated[int, Field(ge=-90, le=90)]]
Units = dict[Name, dict[Name, dict[Name, Positive]]]


class _StrictModel(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class UnitForm(_StrictModel):
    """A row of a unit table, an edition's or a scenario's own."""

    domain: Annotated[Domain, Field(strict=False)]
    cost: _Price
    attack: _Strength
    defence: _Strength
    move: Annotated[int, Field(ge=0, le=20)]
    hits: Annotated[int, Field(ge=1, le=2)] = 1
    traits: Annotated[list[Annotated[Trait, Field(strict=False)]], Field(max_length=len(Trait))]
    capacity: Small = 0
    bulk: Small = 0
    buyers: Names | None = None


class ImprovementForm(_StrictModel):
    """What a breakthrough changes in a row of a unit table."""

    cost: _Price | None = None
    attack: _Strength | None = None
    defence: _Strength | None = None
    move: Small | None = None


_Breakthrough = Annotated[Breakthrough, Field(strict=False)]


class ResearchForm(_StrictModel):
    """Charts of breakthroughs (editions/*.toml; BG-4.2, 4.3)."""

    charts: list[Annotated[list[_Breakthrough], Field(min_length=6, max_length=6)]]
    improved: dict[_Breakthrough, dict[Name, ImprovementForm]] = {}


class RecruitsForm(_StrictModel):
    """What a power without IPC gets each turn (BG-10.5)."""

    per: Positive
    crowded: Positive


class PowerForm(_StrictModel):
    """A power."""

    side: Name
    capital: Name | None = None
    treasury: Amount
    income: Amount
    units: Amount
    home: Names = []
    recruits: RecruitsForm | None = None


class PhaseForm(_StrictModel):
    """A phase that another power than the turn's own plays (BG-3.3)."""

    phase: Annotated[Phase, Field(strict=False)]
    power: Name


_Part = Annotated[
    Annotated[Phase, Field(strict=False), Tag("name")] | Annotated[PhaseForm, Tag("table")],
    Discriminator(lambda part: "table" if isinstance(part, dict | PhaseForm) else "name"),
]


class TurnForm(_StrictModel):
    """A turn."""

    power: Name
    phases: Annotated[list[_Part], Field(min_length=1, max_length=32)] = list(PLAYED)

    def plan(self) -> tuple[PhaseOf, ...]:
        """Its phases, each with the power that plays it."""
        return tuple(
            PhaseOf(part.phase, Power(part.power))
            if isinstance(part, PhaseForm)
            else PhaseOf(part, Power(self.power))
            for part in self.phases
        )


class TerritoryForm(_StrictModel):
    """A territory."""

    borders: Names
    value: Small = 0
    original: Name | None = None
    control: Name | None = None
    victory_city: bool = False
    neutral: bool = False
    place: Annotated[Place | None, Field(strict=False)] = None


class ZoneForm(_StrictModel):
    """A sea zone."""

    borders: Names
    lake: bool = False
    place: Annotated[Place | None, Field(strict=False)] = None


class CanalForm(_StrictModel):
    """A canal (BG-2.4)."""

    name: Name
    zones: Annotated[list[Name], Field(min_length=2, max_length=2)]
    territories: Annotated[Names, Field(min_length=1)]
    exempt: Names = []
    option: Name = ""


class ObjectiveForm(_StrictModel):
    """A national objective (BG-11.3)."""

    name: Title
    power: Name
    worth: Positive
    held: Annotated[Names, Field(min_length=1)] | None = None
    at_least: Positive | None = None
    alone: bool = False
    no_enemy_warships: Annotated[Names, Field(min_length=1)] | None = None
    no_allied_units: bool = False


class ConvoysForm(_StrictModel):
    """Limits of convoy losses (BG-11.2, CD-2)."""

    zones: Annotated[dict[Name, Positive], Field(min_length=1)]
    territories: Annotated[dict[Name, Positive], Field(min_length=1)]
    collapse: dict[Name, Name] = {}


class CitiesForm(_StrictModel):
    """Victory by cities (BG-12.1)."""

    kind: Literal["cities"]
    at_least: Positive
    short: Positive | None = None
    total: Positive | None = None


class CapitalsForm(_StrictModel):
    """Victory by capitals (BG-12.2)."""

    kind: Literal["capitals"]
    side: Name
    at_least: Positive


class IncomeForm(_StrictModel):
    """Victory by income (BG-12.2)."""

    kind: Literal["income"]
    side: Name
    at_least: Amount


class LastRoundForm(_StrictModel):
    """The end by round limit."""

    kind: Literal["last_round"]
    round: Positive
    points: dict[Name, Positive] = {}
    tie: Name


VictoryForm = Annotated[
    CitiesForm | CapitalsForm | IncomeForm | LastRoundForm, Field(discriminator="kind")
]


class ScenarioForm(_StrictModel):
    """A whole scenario file."""

    format: Literal[1]
    name: Annotated[str, Field(pattern=NAME)]
    title: Title
    edition: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$")]
    unit_types: Annotated[dict[Name, UnitForm], Field(max_length=100)] = {}
    powers: Annotated[dict[Name, PowerForm], Field(min_length=2, max_length=12)]
    turns: Annotated[list[TurnForm], Field(min_length=1, max_length=24)]
    territories: Annotated[dict[Name, TerritoryForm], Field(min_length=1, max_length=400)]
    zones: Annotated[dict[Name, ZoneForm], Field(max_length=400)]
    canals: Annotated[list[CanalForm], Field(max_length=32)] = []
    units: Units = {}
    objectives: Annotated[list[ObjectiveForm], Field(max_length=64)] = []
    victory: Annotated[list[VictoryForm], Field(min_length=1, max_length=16)]
    convoys: ConvoysForm | None = None
    seats: Annotated[dict[Name, list[Names]], Field(max_length=MAX_SEATS)] = {}

    def borders(self) -> dict[str, list[str]]:
        """What each space says that it touches."""
        return {name: space.borders for name, space in (self.territories | self.zones).items()}

    def control(self) -> dict[str, str]:
        """Who controls each territory when the game opens."""
        control = {name: t.control or t.original for name, t in self.territories.items()}
        return {name: power for name, power in control.items() if power is not None}
