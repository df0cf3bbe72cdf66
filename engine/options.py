"""Options: settings that all seats agree on in the charter, and how they are written.

An option has a name, a closed list of spellings, and what each spelling means. The base game's are
here; a house rule declares its own the same way (`Rules.declares`).
"""

__all__ = [
    "BASE",
    "BATTLESHIP_REPAIR",
    "CASUALTY_DISPUTE",
    "DARDANELLES_CLOSED",
    "HEAVY_BOMBERS",
    "INTERCEPTORS",
    "LOW_LUCK",
    "OBJECTIVES",
    "RESEARCH",
    "SUBS_BLOCK_LANDING",
    "VICTORY_CITIES",
    "BattleshipRepair",
    "CasualtyDispute",
    "HeavyDice",
    "Option",
    "Selection",
    "VictoryCities",
    "bid",
    "count",
    "flag",
    "parse",
    "settle",
]

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from engine.board import Power
from engine.errors import IncompatibleModules

T_co = TypeVar("T_co", covariant=True)

_HIGHEST_BID = 99
_LISTED = 12  # values that a message lists, if there are no more


@dataclass(frozen=True, slots=True)
class Option(Generic[T_co]):
    """One setting.

    Attributes:
        name: as written in ``name=value``.
        values: what each spelling means, in the order in which help lists them.
        default: the spelling in force when nothing is said.
        text: what it decides, for people, with the rule's number.
    """

    name: str
    values: Mapping[str, T_co]
    default: str
    text: str


def flag(name: str, *, default: bool, text: str) -> Option[bool]:
    """An option that is on or off."""
    return Option(name, {"on": True, "off": False}, "on" if default else "off", text)


def count(name: str, allowed: range, *, default: int, text: str) -> Option[int]:
    """An option that is a number."""
    return Option(name, {str(n): n for n in allowed}, str(default), text)


class BattleshipRepair(StrEnum):
    """When the damage of a two-hit ship disappears (BG-6.1, R9)."""

    END_OF_COMBAT = "end_of_combat"
    END_OF_OWNER_TURN = "end_of_owner_turn"


class CasualtyDispute(StrEnum):
    """Who settles a dispute of several defending powers over casualties (BG-8.13)."""

    ATTACKER = "attacker"
    LARGEST = "largest"


class HeavyDice(StrEnum):
    """What becomes of the two dice of a heavy bomber (BG-4.3, R10)."""

    BOTH = "both"
    BEST = "best"


class VictoryCities(StrEnum):
    """How many victory cities win, where a scenario knows of more than one number (BG-12.1)."""

    STANDARD = "standard"
    SHORT = "short"
    TOTAL = "total"


BATTLESHIP_REPAIR = Option(
    "bb_repair",
    {when.value: when for when in BattleshipRepair},
    BattleshipRepair.END_OF_COMBAT,
    "when damage to a two-hit ship disappears (BG-6.1)",
)
CASUALTY_DISPUTE = Option(
    "casualty_dispute",
    {who.value: who for who in CasualtyDispute},
    CasualtyDispute.ATTACKER,
    "who picks casualties among several defending powers: the attacker, or the power with most "
    "units in the battle (BG-8.13)",
)
SUBS_BLOCK_LANDING = flag(
    "subs_block_landing",
    default=False,
    text="whether an ignored submarine bars a landing without an escort (BG-7.11)",
)
OBJECTIVES = flag(
    "objectives", default=True, text="whether national objectives bring IPC (BG-11.3)"
)
DARDANELLES_CLOSED = flag(
    "dardanelles_closed", default=False, text="whether the Black Sea is shut off (BG-2.4)"
)
HEAVY_BOMBERS = Option(
    "heavy_bombers",
    {which.value: which for which in HeavyDice},
    HeavyDice.BOTH,
    "whether both dice of a heavy bomber count, or the better one (BG-4.3)",
)
INTERCEPTORS = flag(
    "interceptors",
    default=False,
    text="whether fighters may escort raids, and intercept them (BG-8.3)",
)
LOW_LUCK = flag(
    "low_luck",
    default=False,
    text="whether combat dice are added up to sure hits, a die for the remainder (BG-8, R26)",
)
RESEARCH = flag(
    "research", default=True, text="whether powers research, where the scenario has research (BG-4)"
)
VICTORY_CITIES = Option(
    "victory_cities",
    {cities.value: cities for cities in VictoryCities},
    VictoryCities.STANDARD,
    "how many victory cities win: as the scenario has it, as in its short game, or for its total "
    "victory (BG-12.1)",
)

BASE: tuple[Option[object], ...] = (
    BATTLESHIP_REPAIR,
    CASUALTY_DISPUTE,
    DARDANELLES_CLOSED,
    HEAVY_BOMBERS,
    INTERCEPTORS,
    LOW_LUCK,
    OBJECTIVES,
    RESEARCH,
    SUBS_BLOCK_LANDING,
    VICTORY_CITIES,
)
"""The base game's options."""


def bid(power: Power) -> Option[int]:
    """The option of what a power gets on top of its opening IPC, to even out the sides."""
    text = f"IPC that {power} has on top when the game opens (BG-2)"
    return count(f"bid_{power}", range(_HIGHEST_BID + 1), default=0, text=text)


@dataclass(frozen=True, slots=True)
class Selection:
    """House rules and settings, as chosen for a game: module ids and option spellings."""

    modules: tuple[str, ...]
    options: Mapping[str, str]


def parse(text: str, default: tuple[str, ...] = ("SS",)) -> Selection:
    """Read what a person writes after ``--rules``.

    Items are separated by commas: a module id turns a house rule on, ``none`` turns off those that
    are on by default, ``name=value`` sets an option. So ``""`` is Secret Subs alone,
    ``shuffle_markers=minimum`` is Secret Subs with that setting, ``none`` is the base game.
    Whether the names exist is `settle`'s matter.

    Raises:
        IncompatibleModules: an item is badly written, or an option is set twice.
    """
    modules = dict.fromkeys(default)
    options: dict[str, str] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, sign, value = (part.strip() for part in item.partition("="))
        if not name or (sign and not value):
            raise IncompatibleModules(f'"{item}": write a house rule\'s id, none, or name=value')
        if not sign and name == "none":
            modules.clear()
        elif not sign:
            modules[name] = None
        elif options.setdefault(name, value) != value:
            raise IncompatibleModules(f"{name} is set twice, to {options[name]} and to {value}")
    return Selection(tuple(modules), options)


def settle(declared: Iterable[Option[object]], chosen: Mapping[str, str]) -> dict[str, str]:
    """The value of every declared option: as chosen, else its default.

    Raises:
        IncompatibleModules: a name or a value that does not exist; the message lists those that do.
    """
    known = {option.name: option for option in declared}
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        raise IncompatibleModules(
            f"no option {', '.join(unknown)} in this game; there are {', '.join(sorted(known))}"
        )
    for name, value in sorted(chosen.items()):
        if value not in known[name].values:
            values = tuple(known[name].values)
            some = values if len(values) <= _LISTED else (*values[:3], "…", values[-1])
            raise IncompatibleModules(f"{name}={value}: write one of {', '.join(some)}")
    return {name: chosen.get(name, known[name].default) for name in sorted(known)}
