"""The units of a TripleA game as a unit table (BG-6).

A scenario brings the game's own table; where that is the table of one of our editions to the last
number, it names the edition. `nearest` finds the edition whose rules to play by.
"""

__all__ = [
    "MONEY",
    "UnitTable",
    "check_kept",
    "nearest",
    "notes",
    "own_rows",
    "title_mark",
    "unit_table",
]

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from client.importing.errors import CannotImport
from client.importing.gamefile import Attachment, GameFile, OptionOf
from client.importing.limits import within
from client.importing.naming import NameTable
from client.importing.report import ImportNote, NoteKind
from client.importing.rows import Row, Sale, row, scale
from engine.board import Power
from engine.errors import counted
from engine.loading import edition, edition_names
from engine.scenario_form import UnitForm
from engine.unit_tables import Units, fits_name, form
from engine.units import BATTLESHIP, SUBMARINE, TRANSPORT, Domain, Kind, Trait, UnitType

MONEY = "PUs"
"""What IPC are called there."""
Holds = frozenset[tuple[int, ...]]
"""What a transport holds: numbers of units, by how bulky they are."""

_STRANGER = 8
"""What a kind without a counterpart counts against an edition: as much as eight differences."""
_LONGEST = 40
_SHOWN = 12
"""Kinds of unit that a refusal names, of as many as there are."""
_TWO_HITS = "Two hit battleship"
"""The property that says how many hits battleships take, whatever their attachment says."""

_SERVES: Mapping[str, str] = {
    "airAttack": "air battles before raids (BG-8.3)",
    "airDefense": "air battles before raids (BG-8.3)",
    "canEscort": "air battles before raids (BG-8.3)",
    "canIntercept": "air battles before raids (BG-8.3)",
    "isInfantry": "mechanized infantry (BG-4.2)",
    "isLandTransport": "mechanized infantry (BG-4.2)",
    "isAirTransport": "paratroopers (BG-4.2)",
    "isAirTransportable": "paratroopers (BG-4.2)",
    "isParatroop": "paratroopers (BG-4.2)",
    "isMechanized": "mechanized infantry (BG-4.2)",
    "canNotTarget": "what aircraft and submarines hit (BG-8.10)",
    "canNotBeTargetedBy": "what aircraft and submarines hit (BG-8.10)",
    "typeAA": "fire at aircraft (BG-8.4)",
    "targetsAA": "fire at aircraft (BG-8.4)",
}
"""Options that say of a kind what our rules say of it themselves."""

_READ = frozenset(
    (
        *("attack", "defense", "movement", "hitPoints", "isTwoHit", "isTwoHits", "isSea", "isAir"),
        *("isInfrastructure", "isFactory", "canProduceUnits", "transportCapacity"),
        *("transportCost", "carrierCapacity", "carrierCost", "blockade", "isSub", "isDestroyer"),
        *("canBombard", "bombard", "isStrategicBomber", "bombingTargets", "canBlitz", "artillery"),
        *("artillerySupportable", "isAA", "isAAforCombatOnly", "attackAA", "attackRolls"),
        *("canNotMoveDuringCombatMove", "defenseRolls", "tuv", "canEvade", "isFirstStrike"),
        *("canMoveThroughEnemies", "canBeMovedThroughByEnemies", "isCombatTransport"),
    )
)

_USUAL: Mapping[str, str] = {
    "maxRoundsAA": "1",
    "attackAAmaxDieSides": "6",
    "bombingMaxDieSides": "6",
}
"""What options say that are left out, where it is not nothing."""

_AROUND = frozenset(
    (
        *("canBeGivenByTerritoryTo", "canBeCapturedOnEnteringBy", "whenCapturedChangesInto"),
        *("destroyedWhenCapturedBy", "destroyedWhenCapturedFrom", "unitPlacementRestrictions"),
        *("canOnlyBePlacedInTerritoryValuedAtX", "unitPlacementOnlyAllowedIn", "special"),
        *("canProduceXUnits", "maxDamage", "maxOperationalDamage", "canBeDamaged"),
        *("canDieFromReachingMaxDamage", "isAAforBombingThisUnitOnly", "bombingMaxDieSides"),
        *("bombingBonus", "isConstruction", "constructionType"),
        *("constructionsPerTerrPerTypePerTurn", "maxConstructionsPerTypePerTerr", "isRocket"),
        *("canScramble", "maxScrambleDistance", "maxScrambleCount", "isAirBase", "repairsUnits"),
        *("givesMovement", "movementLimit", "attackingLimit", "placementLimit", "stackingLimit"),
        *("maxBuiltPerPlayer", "requiresUnits", "requiresAirBaseToIntercept"),
    )
)
"""Options that leave a unit its numbers: where it is built, whose it becomes, what others get."""


@dataclass(frozen=True, slots=True)
class UnitTable:
    """The units of a game, and what becomes of them.

    Attributes:
        edition: by whose rules to play.
        own: whether the table is not the edition's.
        kinds: what units in use are called with us; those left out are not here.
        rows: the unit table.
        left: units in use that are left out.
        altered: kinds of which something is left out or played otherwise, and what.
    """

    edition: str
    own: bool
    kinds: Mapping[str, Kind]
    rows: Units
    left: tuple[str, ...]
    altered: Mapping[Kind, tuple[str, ...]]


def unit_table(
    game: GameFile, names: NameTable, playing: Mapping[str, str], by: str | None = None
) -> UnitTable:
    """The unit table with which a game is to be played.

    Args:
        game: the game.
        names: what its units are called with us.
        playing: the players that are powers.
        by: the edition by whose rules to play; by default the nearest.

    Raises:
        CannotImport: a unit has numbers that none can have, or there are no units.
    """
    attached: dict[str, Attachment] = {}
    for about in game.attached("UnitAttachment"):
        before = attached.get(about.to, Attachment("UnitAttachment", "", about.to, ()))
        attached[about.to] = replace(before, options=(*before.options, *about.options))
    used = {*(offer.unit for offer in game.offers), *(placed.unit for placed in game.placed)}
    units = {
        unit: _with_hits(game, attached.get(unit, Attachment("UnitAttachment", "", unit, ())))
        for unit in game.units
        if unit in used
    }
    if not units:
        raise CannotImport("no unit is bought or on the board", "a game needs units (BG-6)")
    lent, unlike = _supports(game)
    measure = scale(units.values())
    raw = {
        unit: row(about, _sale(game, names, unit, playing), measure, lent.get(unit, frozenset()))
        for unit, about in units.items()
    }
    kinds = _kinds(raw, names)
    theirs = {unit: replace(found.unit, kind=kinds[unit]) for unit, found in raw.items()}
    chosen = by or nearest({unit.kind: unit for unit in theirs.values()})
    printed = edition(chosen)
    kept = {
        u: kinds[u]
        for u, each in raw.items()
        if not each.useless or _is_base(each, kinds[u], printed)
    }
    rows = {kind: _priced(theirs[unit], printed) for unit, kind in kept.items()}
    same = _played(rows) == _played(printed)
    return UnitTable(
        edition=chosen,
        own=not same,
        kinds=kept,
        rows=printed if same else rows,
        left=tuple(unit for unit in units if unit not in kept),
        altered={
            kind: told
            for unit, kind in kept.items()
            if (told := (*raw[unit].notes, *_unplayed(units[unit]), *unlike.get(unit, ())))
        },
    )


def _is_base(each: Row, kind: Kind, printed: Units) -> bool:
    """Whether a unit that does nothing by itself is a facility of the edition."""
    return each.unit.domain is Domain.FACILITY and kind in printed


def check_kept(table: UnitTable) -> None:
    """Judge whether enough of a game's units is left for it to be the game.

    ⚖ At least half of its kinds must be there, and at least a quarter of them in full.

    Raises:
        CannotImport: it is less.
    """
    count = len(table.kinds) + len(table.left)
    lost = [*table.left, *table.altered]
    if 2 * len(table.left) > count or 4 * len(lost) > 3 * count:
        raise CannotImport(
            f"of {counted(count, 'kind')} of unit, {len(table.left)} would be left out and "
            f"{len(table.altered)} played otherwise: that would be another game",
            f"it needs what this program has no rules for: {_some(lost)}",
        )


def _some(kinds: list[str]) -> str:
    """As many kinds of unit as one reads, and how many more there are."""
    more = len(kinds) - _SHOWN
    return ", ".join(kinds) if more <= 1 else f"{', '.join(kinds[:_SHOWN])} and {more} more"


def own_rows(table: UnitTable) -> dict[str, UnitForm]:
    """The rows that a scenario's file has; none where they are those of its edition.

    Raises:
        CannotImport: a number is higher than a file may have it.
    """
    rows: dict[str, UnitForm] = {}
    for kind, unit in table.rows.items() if table.own else ():
        with within(f"unit {kind}"):
            rows[kind] = form(unit)
    return rows


def title_mark(table: UnitTable) -> str:
    """What a scenario's title says of its units; empty if all are played as the game has them.

    Who lists a scenario, opens a table or signs a charter reads the title, and no report.
    """
    of = f"of {counted(len(table.kinds) + len(table.left), 'unit')}"
    match len(table.altered), len(table.left):
        case 0, 0:
            return ""
        case 0, left:
            return f", {left} {of} left out"
        case altered, 0:
            return f", {altered} {of} simplified"
        case altered, left:
            return f", {altered} {of} simplified, {left} left out"


def notes(game: GameFile, names: NameTable, table: UnitTable) -> Iterator[ImportNote]:
    """What a report says of a game's units."""
    rules = f"the rules of {table.edition}"
    units = "its own unit table" if table.own else f"the unit table of {table.edition}"
    yield ImportNote(NoteKind.CHANGED, "edition", f"{rules}, {units}")
    used = {*table.kinds, *table.left}
    for unused in (unit for unit in game.units if unit not in used):
        yield ImportNote(NoteKind.NO_MATTER, f"unit {unused}", "neither bought nor on the board")
    for unit in table.left:
        what = "nothing that it does can be played by our rules"
        yield ImportNote(NoteKind.LEFT_OUT, f"unit {unit}", what)
    for kind, told in table.altered.items():
        for what in told:
            yield ImportNote(NoteKind.DIFFERENT, f"unit {kind}", what)
    for unit, kind in table.kinds.items():
        row_ = table.rows[kind]
        if row_.buyers is not None and not row_.buyers:
            what = f"is not for sale; where its worth matters, it counts {row_.cost} IPC"
            yield ImportNote(NoteKind.CHANGED, f"unit {kind}", what)
        if names.unit(unit) != kind:
            yield ImportNote(NoteKind.CHANGED, f"unit {unit}", f"is called {kind}")
    yield from _options_left(game)


def _with_hits(game: GameFile, about: Attachment) -> Attachment:
    """A battleship takes as many hits as the game's property says, if it says so."""
    twice = game.properties.get(_TWO_HITS)
    if about.to.casefold() != BATTLESHIP or twice not in ("true", "false"):
        return about
    others = tuple(option for option in about.options if option.name != "hitPoints")
    hits = OptionOf("hitPoints", "2" if twice == "true" else "1", "")
    return replace(about, options=(*others, hits))


def _sale(game: GameFile, names: NameTable, unit: str, playing: Mapping[str, str]) -> Sale:
    """At which price, and to whom, a unit is sold.

    Raises:
        CannotImport: it costs nothing.
    """
    offers = [offer for offer in game.offers if offer.unit == unit and offer.player in playing]
    sold = [offer for offer in offers if offer.price.keys() <= {MONEY}]
    others = sorted({name for o in offers for name in o.price} - {MONEY})
    notes = [f"costs {', '.join(others)} too: it is not for sale with us"] if others else []
    prices = Counter(-(-offer.price.get(MONEY, 0) // max(1, offer.count)) for offer in sold)
    if 0 in prices:
        raise CannotImport(
            f"unit {unit}: is sold for nothing; a unit costs 1 IPC or more (BG-5.1)",
            "give it a price in the game's file",
        )
    price = max(prices, key=lambda each: (prices[each], -each), default=0)
    if len(prices) > 1:
        listed = ", ".join(map(str, sorted(prices)))
        notes.append(f"costs {listed} IPC by power: {price} with us for all")
    if lots := sorted({offer.count for offer in sold} - {1}):
        listed = ", ".join(map(str, lots))
        notes.append(f"is sold in lots of {listed}: singly with us, for {price} IPC")
    buyers = {offer.player for offer in sold}
    everyone = {offer.player for offer in game.offers if offer.player in playing}
    chosen = None if buyers == everyone else frozenset(Power(names.power(p)) for p in buyers)
    return Sale(price, chosen, tuple(notes))


def _priced(unit: UnitType, printed: Units) -> UnitType:
    """A unit that nobody buys, worth what its edition asks for it."""
    if unit.buyers is None or unit.buyers or unit.kind not in printed:
        return unit
    return replace(unit, cost=printed[unit.kind].cost)


def _kinds(rows: Mapping[str, Row], names: NameTable) -> dict[str, Kind]:
    """What units are called with us, each otherwise.

    Rules call submarines and transports by name: the only kind of its sort is called so.
    """
    found: dict[str, Kind] = {}
    for unit, each in rows.items():
        name = _ascii(names.unit(unit)) or "unit"
        if not fits_name(Kind(name), each.unit.domain, each.unit.traits):
            name = f"{each.unit.domain}_{name}"
        taken = set(found.values())
        numbered = (f"{name[: _LONGEST - 3]}_{number}" for number in range(2, len(rows) + 2))
        found[unit] = Kind(next(n for n in (name[:_LONGEST], *numbered) if n not in taken))
    for kind, trait in ((SUBMARINE, Trait.SUBMARINE), (TRANSPORT, Trait.TRANSPORT)):
        alike = [
            unit
            for unit, each in rows.items()
            if trait in each.unit.traits and Trait.SURFACE_WARSHIP not in each.unit.traits
        ]
        if len(alike) == 1 and kind not in found.values():
            found[alike[0]] = kind
    return found


def _ascii(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return f"unit_{words}" if words[:1].isdigit() else words


def _supports(game: GameFile) -> tuple[dict[str, frozenset[Trait]], dict[str, tuple[str, ...]]]:
    """Traits that supports give to units, and supports of units that we cannot play.

    Who supports as artillery does supports all that is supported: of several supports with other
    receivers the first counts, one that research betters before others (BG-4.2, 8.18).
    """
    lent: dict[str, set[Trait]] = {}
    unlike: dict[str, list[str]] = {}
    found = sorted(
        game.attached("UnitSupportAttachment"), key=lambda support: not support.on("impArtTech")
    )
    receivers: frozenset[str] = frozenset()
    for support in found:
        helped = frozenset(filter(None, support.get("unitType").split(":")))
        receivers = receivers or (helped if _as_artillery_does(support) else frozenset())
        if helped and helped == receivers and _as_artillery_does(support):
            lent.setdefault(support.to, set()).add(Trait.SUPPORTS)
            for unit in helped:
                lent.setdefault(unit, set()).add(Trait.SUPPORTED)
        else:
            what = f"lends {support.get('bonus') or 'something'} to {', '.join(sorted(helped))}"
            unlike.setdefault(support.to, []).append(what)
    return (
        {unit: frozenset(traits) for unit, traits in lent.items()},
        {unit: tuple(what) for unit, what in unlike.items()},
    )


def _as_artillery_does(support: Attachment) -> bool:
    """Whether a unit lends 1 to the attack of another, as artillery does (BG-8.18)."""
    wanted = {"side": "offence", "dice": "strength", "bonus": "1", "number": "1"}
    return all(support.get(k) == v for k, v in wanted.items())


def nearest(theirs: Units) -> str:
    """The edition whose unit table differs least; the first of several, in order of name."""
    return min(edition_names(), key=lambda name: _distance(theirs, edition(name)))


def _distance(theirs: Units, ours: Units) -> int:
    strangers = sum(kind not in ours for kind in theirs)
    missing = sum(kind not in theirs for kind in ours)
    inside = sum(_differences(theirs[kind], ours[kind]) for kind in theirs if kind in ours)
    return _STRANGER * strangers + missing + inside


def _differences(theirs: UnitType, ours: UnitType) -> int:
    """How many numbers and traits of two rows differ; what is not for sale has no price."""
    fields = ["domain", "attack", "defence", "move", "hits"]
    if theirs.buyers is None or theirs.buyers:
        fields.append("cost")
    unlike = [field for field in fields if getattr(theirs, field) != getattr(ours, field)]
    return len(unlike) + len(theirs.traits ^ ours.traits)


def _played(units: Units) -> dict[Kind, tuple[UnitType, Holds]]:
    """A unit table as it is played, to be compared with another.

    Nothing is supported where nothing supports (BG-8.18), and bulks are as good as others with
    which transports hold the same (BG-7.9).
    """
    supports = any(Trait.SUPPORTS in unit.traits for unit in units.values())
    idle = frozenset() if supports else frozenset((Trait.SUPPORTED,))
    bulks = sorted({unit.bulk for unit in units.values()} - {0})
    return {
        kind: (
            replace(
                unit,
                traits=unit.traits - idle,
                bulk=0 if not unit.bulk else 1 + bulks.index(unit.bulk),
                capacity=0 if Trait.TRANSPORT in unit.traits else unit.capacity,
            ),
            _holds(unit.capacity, bulks) if Trait.TRANSPORT in unit.traits else frozenset(),
        )
        for kind, unit in units.items()
    }


def _holds(capacity: int, bulks: list[int]) -> Holds:
    """Numbers of units of each bulk that go aboard together, up to three of each."""
    counts = itertools.product(range(4), repeat=min(len(bulks), 4))
    return frozenset(
        each
        for each in counts
        if sum(n * bulk for n, bulk in zip(each, bulks, strict=False)) <= capacity
    )


def _unplayed(about: Attachment) -> Iterator[str]:
    """Options that change what a unit does itself, and that our rules have no word for."""
    for option in about.options:
        if option.name not in _READ | _AROUND | _SERVES.keys() and _is_set(option):
            yield f"{option.name} {_shown(option)}"


def _options_left(game: GameFile) -> Iterator[ImportNote]:
    """Options of units that our tables have no word for, each with the units that have it."""
    found: dict[str, list[str]] = {}
    for about in game.attached("UnitAttachment"):
        for option in about.options:
            if option.name not in _READ and _is_set(option):
                found.setdefault(option.name, []).append(f"{about.to} {_shown(option)}")
    for name, units in sorted(found.items()):
        if name in _SERVES:
            yield ImportNote(
                NoteKind.NO_MATTER, f"units, {name}", f"our rules say so: {_SERVES[name]}"
            )
        else:
            yield ImportNote(NoteKind.LEFT_OUT, f"units, {name}", ", ".join(units))


def _shown(option: OptionOf) -> str:
    value = option.value.replace(":", ", ")
    return f"{option.count} {value}" if option.count else value


def _is_set(option: OptionOf) -> bool:
    """Whether an option says more than it does where it is left out."""
    return option.value.casefold() not in ("false", "0", "-1", "", _USUAL.get(option.name, ""))
