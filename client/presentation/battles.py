"""Battles as a person writes them, and their odds as a person reads them."""

__all__ = [
    "SAID",
    "BattleQuestion",
    "BySide",
    "ParsedBattle",
    "left_words",
    "odds_json",
    "odds_text",
    "parse_battle",
    "trust",
]

import dataclasses
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from client.errors import ClientError
from client.presentation.battlefield import (
    FORETOLD,
    Field,
    hidden_lines,
    numbers_met,
    with_hidden,
)
from client.presentation.musters import hidden_submarines
from client.presentation.words import (
    NotUnderstood,
    amount,
    kind_name,
    kind_of,
    one_of,
    several,
    stack,
)
from engine.battles import Role
from engine.charts import Breakthrough
from engine.game import Game
from engine.loading import builtin, charts, edition
from engine.odds import BattleEnd, Encounter, Odds, Troop
from engine.options import parse
from engine.scenario import Scenario
from engine.setup import new_game
from engine.units import Domain, Kind, Trait, UnitType
from engine.variants import HOUSE_RULES
from engine.variants.depth.state import Depth
from engine.variants.rules_of_warfare.batteries import BATTERY
from engine.variants.rules_of_warfare.mines import MINE
from engine.variants.rules_of_warfare.odds import mine_hit_chance

T = TypeVar("T")

_WORLD = "anniversary-1941"
"""A scenario to lend powers and places; its units are not looked at."""

_MOST = 200
"""Units of a kind that a person may write."""

_TRIALS = 10_000_000
_SHOWN = 8  # ends that are told one by one

_AGAINST = re.compile(r"\s+(?:vs?\.?|against|attacks?)\s+", re.IGNORECASE)
_ONLY_TOKENS = re.compile(r"(?:hidden\s+)?tokens?", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:[,;+&]|\band\b)\s*", re.IGNORECASE)
_UNITS = re.compile(
    r"(?:(\d+)\s*x?\s*)?(?:(elite|surfaced|periscope|submerged|silent)\s+)?(damaged\s+)?(\D.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """Something of either side."""

    attacker: T
    defender: T


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleQuestion:
    """What a person has written; see `secret-subs odds battle --help`."""

    battle: str
    edition: str = "anniversary"
    scenario: Scenario | None = None
    rules: str = ""
    sea: bool = False
    amphibious: bool = False
    landing: str = ""
    bombarding: str = ""
    losses: BySide[str] = BySide("", "")
    research: BySide[str] = BySide("", "")
    hidden: BySide[str] = BySide("", "")
    batteries: int = 0
    mined: bool = False
    trials: int = 1
    rounds: int | None = None
    retreat_below: int = 0


@dataclass(frozen=True, slots=True)
class ParsedBattle:
    """What it means."""

    encounter: Encounter
    losses: BySide[tuple[Kind, ...]]
    hunt: bool = False


@dataclass(frozen=True, slots=True)
class _Stack:
    kind: Kind
    count: int
    damaged: int
    mark: str = ""


def parse_battle(asked: BattleQuestion) -> ParsedBattle:
    """Read a battle as a person writes it.

    Raises:
        ClientError: it cannot be read, or cannot be fought so; with advice.
        IncompatibleModules: no such option.
    """
    if asked.trials not in range(1, _TRIALS + 1) or (asked.rounds is not None and asked.rounds < 1):
        raise ClientError("trials and rounds must be at least 1", f"at most {_TRIALS:,} trials")
    if asked.retreat_below < 0:
        raise ClientError(f"--retreat-below {asked.retreat_below}", "write a number of units")
    game = _game(asked)
    units = game.rules.scenario.units
    halves = _AGAINST.split(asked.battle.strip())
    if len(halves) != 2:  # noqa: PLR2004 (attacker and defender)
        raise NotUnderstood(
            f'"{asked.battle}" names no attacker and defender',
            "write one like 2 infantry, tank vs 3 infantry",
        )
    attackers, defenders = (
        () if hidden and _ONLY_TOKENS.fullmatch(half) else _stacks(half, units)
        for half, hidden in zip(halves, (asked.hidden.attacker, asked.hidden.defender), strict=True)
    )
    ships = _stacks(asked.bombarding, units) if asked.bombarding else ()
    hides = bool(asked.hidden.attacker or asked.hidden.defender)
    sea = (
        asked.sea
        or hides
        or any(units[s.kind].domain is Domain.SEA for s in (*attackers, *defenders))
    )
    landing = _landing(asked, attackers, units)
    _check(
        sea=sea,
        attackers=attackers,
        defenders=defenders,
        ships=ships,
        landing=landing,
        units=units,
    )
    attacker = game.rules.scenario.powers[0]
    defender = game.enemies(attacker)[0]
    field = Field(game, (game.board.zones if sea else game.board.territories)[0])
    encounter = Encounter(
        game=game,
        space=field.space,
        attackers=tuple(
            field.marked(
                Troop(attacker, one.kind, number, min(one.damaged, number), landed), one.mark
            )
            for one in attackers
            for number, landed in (
                (one.count - landing[one.kind], False),
                (landing[one.kind], True),
            )
            if number
        ),
        defenders=tuple(
            field.marked(Troop(defender, one.kind, one.count, one.damaged), one.mark)
            for one in defenders
        ),
        bombarding=tuple(
            field.marked(Troop(attacker, one.kind, one.count, one.damaged), one.mark)
            for one in ships
        ),
        supporting=field.batteries(attacker, asked.batteries),
    )
    encounter = dataclasses.replace(encounter, game=field.game)
    hunt = field.is_hunt(encounter.attackers, encounter.defenders)
    if asked.mined:
        encounter = field.mined(encounter)
    for side, text in (
        (Role.ATTACKER, asked.hidden.attacker),
        (Role.DEFENDER, asked.hidden.defender),
    ):
        if text:
            owner = attacker if side is Role.ATTACKER else defender
            attacks = side is Role.ATTACKER
            if hunt and attacks:
                raise ClientError("--attacker-hidden", "submarines take no part in a hunt (SW-3)")
            mine = mine_hit_chance(field.game) if asked.mined and attacks else 0.0
            ways = hidden_submarines(text, apart=hunt, mine=mine)
            encounter = with_hidden(encounter, side, owner, ways)
    losses = asked.losses
    return ParsedBattle(
        encounter, BySide(_kinds(losses.attacker, units), _kinds(losses.defender, units)), hunt
    )


def _game(asked: BattleQuestion) -> Game:
    """A game by the rules that are asked for."""
    scenario = asked.scenario or dataclasses.replace(
        builtin(_WORLD),
        name=asked.edition,
        edition=asked.edition,
        units=edition(asked.edition),
        charts=charts(asked.edition),
    )
    scenario = dataclasses.replace(scenario, opening=())
    selection = parse(asked.rules, default=())
    others = [module for module in selection.modules if module not in FORETOLD]
    if others and not set(others) <= set(HOUSE_RULES):
        raise ClientError(
            f"--rules {', '.join(others)}",
            f"house rules that change a battle are {', '.join(FORETOLD)}; "
            "settings are written like low_luck=on",
        )
    if others:
        listed, known = ", ".join(others), ", ".join(FORETOLD)
        raise ClientError(
            f"--rules {listed}",
            f"only {known} change a battle; for tokens, write --defender-hidden",
        )
    game = new_game(
        scenario, selection.modules, selection.options, scenario.seatings[min(scenario.seatings)]
    )
    attacker = scenario.powers[0]
    owned = {
        attacker: _breakthroughs(asked.research.attacker, scenario),
        game.enemies(attacker)[0]: _breakthroughs(asked.research.defender, scenario),
    }
    return game.replace(breakthroughs={power: had for power, had in owned.items() if had})


def _breakthroughs(text: str, scenario: Scenario) -> frozenset[Breakthrough]:
    known = scenario.charts
    names = [one.value for chart in known.charts for one in chart] if known is not None else []
    wanted = filter(None, _BETWEEN.split(text.strip()))
    what = f"breakthrough in {scenario.name}"
    return frozenset(Breakthrough(one_of(name, names, what)) for name in wanted)


def _stacks(text: str, units: Mapping[Kind, UnitType]) -> tuple[_Stack, ...]:
    """Units as written, in the order of the unit table."""
    count: Counter[tuple[Kind, str]] = Counter()
    damaged: Counter[tuple[Kind, str]] = Counter()
    for item in filter(None, _BETWEEN.split(text.strip())):
        match = _UNITS.fullmatch(item)
        if match is None:
            raise NotUnderstood(f'"{item}" is not a unit', "write them like 2 infantry, tank")
        kind = kind_of(match[4], units)
        mark = (match[2] or "").casefold().replace(Depth.SURFACED, "")
        number = amount(match[1] or "1")
        if match[3] and units[kind].hits == 1:
            raise NotUnderstood(f'"{item}" takes only one hit', "only two-hit ships can be damaged")
        count[kind, mark] += number
        damaged[kind, mark] += number if match[3] else 0
        if count[kind, mark] > _MOST:
            raise NotUnderstood(f'"{item}" is too many', f"write at most {_MOST} of a kind")
    if not count.total():
        raise NotUnderstood(f'"{text}" names no units', "write them like 2 infantry, tank")
    return tuple(
        _Stack(kind, count[kind, mark], damaged[kind, mark], mark)
        for kind in units
        for mark in sorted(mark for other, mark in count if other == kind)
    )


def _kinds(text: str, units: Mapping[Kind, UnitType]) -> tuple[Kind, ...]:
    return tuple(kind_of(name, units) for name in _BETWEEN.split(text.strip()) if name)


def _landing(
    asked: BattleQuestion, attackers: tuple[_Stack, ...], units: Mapping[Kind, UnitType]
) -> Counter[Kind]:
    """How many units of each kind come from the sea."""
    land = {s.kind: s.count for s in attackers if units[s.kind].domain is Domain.LAND}
    if asked.landing:
        wanted = Counter({one.kind: one.count for one in _stacks(asked.landing, units)})
        if any(number > land.get(kind, 0) for kind, number in wanted.items()):
            raise ClientError(
                f"--landing {asked.landing}", "name land units that are among the attackers"
            )
        return wanted
    return Counter(land if asked.amphibious or asked.bombarding else {})


def _check(
    *,
    sea: bool,
    attackers: tuple[_Stack, ...],
    defenders: tuple[_Stack, ...],
    ships: tuple[_Stack, ...],
    landing: Counter[Kind],
    units: Mapping[Kind, UnitType],
) -> None:
    """Refuse what cannot fight in such a battle, instead of leaving it out."""
    for side, stacks in (("attacker", attackers), ("defender", defenders)):
        for one in stacks:
            unit = units[one.kind]
            if one.kind == MINE:
                raise ClientError(
                    "mines fight no battle; ships meet them on their way (WM-3)",
                    "leave them out, and write --mined if the attacker's ships have met one",
                )
            stands = unit.domain is Domain.FACILITY or Trait.ANTI_AIR in unit.traits
            if side == "attacker" and one.kind == BATTERY:
                raise ClientError(
                    "batteries do not attack; they fire from next door (WA-2)",
                    "leave them out, and write --batteries 1",
                )
            on_land = unit.is_combat_unit or (side == "defender" and stands)
            fights = unit.domain is Domain.SEA if sea else on_land
            if not (fights or unit.domain is Domain.AIR):
                where = "at sea" if sea else "on land"
                raise ClientError(
                    f"{kind_name(one.kind)} of the {side} does not fight {where}",
                    "leave it out; name ships that bombard with --bombard",
                )
    if sea and (ships or landing):
        raise ClientError(
            "this is a sea battle", "a landing is a separate battle, of land units and aircraft"
        )
    if any(Trait.BOMBARDS not in units[one.kind].traits for one in ships):
        raise ClientError("not all of these ships can bombard", "battleships and cruisers can")
    if ships and not landing:
        raise ClientError("nothing lands, so nothing can bombard (BG-8.5)", "add land units")


SAID: Mapping[BattleEnd, str] = {
    BattleEnd.WON: "attacker wins",
    BattleEnd.LOST: "defender wins",
    BattleEnd.NOBODY: "nobody is left",
    BattleEnd.RETREATED: "attacker retreats",
    BattleEnd.STANDOFF: "standoff",
    BattleEnd.ESCAPED: "some are left",
    BattleEnd.UNFOUND: "nothing is found",
}
"""How a battle may end, to one who has no part in it."""


_UNSEEN: Mapping[BattleEnd, str] = dict.fromkeys((BattleEnd.LOST, BattleEnd.ESCAPED), "decoys")
"""What is left of defenders without a unit: only a hunt leaves tokens that nobody has turned up."""


def odds_text(odds: Odds, encounter: Encounter) -> str:
    """The odds for a person."""
    units = encounter.game.rules.scenario.units
    lines = [
        f"{_met(odds, Role.ATTACKER, units)} against {_defenders(odds, encounter)}",
        *hidden_lines(odds),
        "",
        *(f"{SAID[end]:20}{_percent(chance)}" for end in BattleEnd if (chance := odds.chance(end))),
    ]
    if not encounter.game.board.is_sea(encounter.space):
        lines.append(f"{'territory taken':20}{_percent(odds.taken)}")
    lines += ["", f"{odds.rounds:.1f} rounds; losses on average:"]
    for name, role in (("attacker", Role.ATTACKER), ("defender", Role.DEFENDER)):
        lines.append(f"{name:20}{odds.cost(role):6.1f} of {round(odds.worth(role), 1):g} IPC")
    lines += ["", "most likely ends, and what is left:"]
    lines += [f"{_percent(chance)}  {end}" for end, chance in left_words(odds, units)[:_SHOWN]]
    lines += ["", trust(odds)]
    return "\n".join(lines)


def left_words(odds: Odds, units: Mapping[Kind, UnitType]) -> list[tuple[str, float]]:
    """How a battle may end and with what: ``attacker wins: 2 infantry / nothing``."""
    ends: dict[str, float] = {}
    for one in odds.outcomes:
        here = stack(_left(odds.attackers, one.attackers), units) or "nothing"
        there = stack(_left(odds.defenders, one.defenders), units) or _UNSEEN.get(
            one.end, "nothing"
        )
        end = f"{SAID[one.end]}: {here} / {there}"
        ends[end] = ends.get(end, 0.0) + one.chance
    return sorted(ends.items(), key=lambda item: -item[1])


def trust(odds: Odds) -> str:
    """Whether odds are exact or simulated, and how far they may be off."""
    weakest = _WEAKEST_FIRST if odds.weakest_first else ""
    if odds.trials:
        times = "once" if odds.trials == 1 else f"{odds.trials:,} times"
        return (
            f"Simulated {times}: chances are off by at most {100 * odds.error:.1f} "
            f"points, 19 times out of 20.{weakest}"
        )
    return f"Exact; what was left out adds up to less than {odds.error:.0e}.{weakest}"


_WEAKEST_FIRST = (
    "\nToo large to weigh every loss: the weakest units go first until few enough are left. The "
    "best losses\nwould change the chances by 1 point on average, in 1 of 20 battles that were "
    "tried by more than 6,\nat most by 15."
)


def _percent(chance: float) -> str:
    return f"{100 * chance:6.2f} %"


def _met(odds: Odds, role: Role, units: Mapping[Kind, UnitType]) -> str:
    met = Counter({kind: most for kind, (_, _, most) in numbers_met(odds, role).items()})
    return _with_damage(met, odds.troops(role), units)


def _with_damage(
    met: Counter[Kind], troops: tuple[Troop, ...], units: Mapping[Kind, UnitType]
) -> str:
    """``battleship, 2 damaged battleships, cruiser``."""
    damaged: Counter[Kind] = Counter()
    for troop in troops:
        damaged[troop.kind] += troop.damaged
    parts = []
    for kind in units:
        hurt = min(damaged[kind], met[kind])
        if met[kind] > hurt:
            parts.append(kind_name(kind, met[kind] - hurt))
        if hurt:
            parts.append(f"damaged {kind_name(kind)}")
        if hurt > 1:
            parts[-1] = f"{hurt} damaged {several(kind)}"
    return ", ".join(parts)


def _defenders(odds: Odds, encounter: Encounter) -> str:
    """What is attacked, and what stands there without fighting: AA guns, facilities."""
    units = encounter.game.rules.scenario.units
    met = Counter({k: most for k, (_, _, most) in numbers_met(odds, Role.DEFENDER).items()})
    for troop in encounter.defenders:
        if troop.kind not in met:
            met[troop.kind] = sum(t.count for t in encounter.defenders if t.kind == troop.kind)
    return _with_damage(met, odds.defenders, units) or "nothing"


def _left(troops: tuple[Troop, ...], number: tuple[int, ...]) -> Counter[Kind]:
    left: Counter[Kind] = Counter()
    for troop, alive in zip(troops, number, strict=True):
        left[troop.kind] += alive
    return left


def odds_json(odds: Odds) -> dict[str, object]:
    """The odds for a program: chances as fractions, money in IPC."""
    return {
        "exact": not odds.trials,
        "trials": odds.trials,
        "error": odds.error,
        "weakest_first": odds.weakest_first,
        **{end.value: odds.chance(end) for end in BattleEnd},
        "taken": odds.taken,
        "rounds": odds.rounds,
        **{
            name: {
                "ipc": odds.worth(role),
                "ipc_lost": odds.cost(role),
                "units_left": odds.survivors(role),
            }
            for name, role in (("attacker", Role.ATTACKER), ("defender", Role.DEFENDER))
        },
        "hidden": {
            str(role): {
                str(kind): {"least": least, "mean": mean, "most": most}
                for kind, (least, mean, most) in numbers_met(odds, role).items()
                if least < most
            }
            for role in Role
        },
        "outcomes": [
            {
                "chance": one.chance,
                "end": one.end.value,
                "taken": one.taken,
                "attackers": _alive(odds.attackers, one.attackers),
                "defenders": _alive(odds.defenders, one.defenders),
            }
            for one in odds.outcomes
        ],
    }


def _alive(troops: tuple[Troop, ...], number: tuple[int, ...]) -> dict[str, int]:
    return {str(kind): alive for kind, alive in sorted(_left(troops, number).items()) if alive}
