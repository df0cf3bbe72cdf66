"""A unit of a TripleA game as a row of a unit table, and what of it the row does not say (BG-6)."""

__all__ = ["Row", "Sale", "Scale", "row", "scale"]

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from client.importing.errors import CannotImport
from client.importing.gamefile import Attachment
from engine.board import Power
from engine.errors import counted
from engine.units import HIGHEST, Domain, Kind, Trait, UnitType

_TRAITS: Mapping[str, tuple[Trait, ...]] = {
    "isDestroyer": (Trait.DESTROYER,),
    "canBombard": (Trait.BOMBARDS,),
    "isStrategicBomber": (Trait.RAIDS,),
    "canBlitz": (Trait.BLITZES,),
    "artillery": (Trait.SUPPORTS,),
    "artillerySupportable": (Trait.SUPPORTED,),
    "isAA": (Trait.ANTI_AIR, Trait.STAYS_IN_COMBAT_MOVE),
    "isAAforCombatOnly": (Trait.ANTI_AIR,),
    "canNotMoveDuringCombatMove": (Trait.STAYS_IN_COMBAT_MOVE,),
    "isFactory": (Trait.COMPLEX,),
    "canProduceUnits": (Trait.COMPLEX,),
}
"""What each option of a unit says in our words, where it is set."""

_HOMES: Mapping[Domain, frozenset[Trait]] = {
    Domain.LAND: frozenset(
        (
            *(Trait.BLITZES, Trait.SUPPORTS, Trait.SUPPORTED),
            *(Trait.ANTI_AIR, Trait.STAYS_IN_COMBAT_MOVE),
        )
    ),
    Domain.SEA: frozenset((Trait.DESTROYER, Trait.BOMBARDS)),
    Domain.AIR: frozenset((Trait.RAIDS,)),
    Domain.FACILITY: frozenset((Trait.COMPLEX,)),
}
"""Which of them a unit can have with us, by where it lives."""

_MOST_HITS = 2
_FARTHEST = 20
_AA_HITS = "1"
_NUMBER = re.compile(r"-?[0-9]+")
_DIGITS = 6
_NOT_SET = {"transportCapacity", "transportCost", "carrierCapacity", "carrierCost"}
"""Numbers that are -1 where a unit has none."""

_DICE = ("attackRolls", "defenseRolls")
_WORTH = "tuv"
_WARSHIPS = ("canBombard", "isDestroyer", "isCombatTransport")
"""Options of ships that are more than transports."""
_BRINGS = ("isAirTransport", "isLandTransport")
"""Options of units that bring others by a breakthrough (BG-4.2)."""

_COMPLEX_PRICE = 15


@dataclass(frozen=True, slots=True)
class Sale:
    """How a unit is sold.

    Attributes:
        price: IPC; 0 where nobody can buy it for IPC alone.
        buyers: the powers that can; None: all.
        notes: what else the file says of its sale.
    """

    price: int
    buyers: frozenset[Power] | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scale:
    """How a game counts what ships carry.

    Attributes:
        light: the bulk of the least bulky land unit; 0: none is carried.
        slot: what the smallest aircraft takes of a deck.
    """

    light: int
    slot: int


@dataclass(frozen=True, slots=True)
class Row:
    """What became of a unit.

    Attributes:
        unit: its row.
        notes: what the row says otherwise, or not at all.
        useless: whether nothing that it is there for is left.
    """

    unit: UnitType
    notes: tuple[str, ...]
    useless: bool


def scale(attached: Iterable[Attachment]) -> Scale:
    """How these units count what ships carry.

    Raises:
        CannotImport: a number of theirs is none.
    """
    units = tuple(attached)
    bulks = [b for u in units if _domain(u) is Domain.LAND and (b := _number(u, "transportCost"))]
    slots = [s for u in units if _domain(u) is Domain.AIR and (s := _number(u, "carrierCost"))]
    return Scale(min(bulks, default=0), min(slots, default=1))


def row(about: Attachment, sale: Sale, measure: Scale, lent: frozenset[Trait]) -> Row:
    """The row of one unit, under the file's name.

    Args:
        about: what the file says of it.
        sale: how it is sold.
        measure: how the game counts what ships carry.
        lent: what supports give it: to support or to be supported.

    Raises:
        CannotImport: a number of it is none, or no unit could have it.
    """
    domain = _domain(about)
    traits, notes = _traits(about, domain, lent)
    traits |= {*_class(about, domain), *_borne(about, domain, measure)}
    capacity, bulk, carried = _loads(about, domain, traits, measure)
    attack, defence = _number(about, "attack"), _number(about, "defense")
    move, hits = _number(about, "movement"), _hits(about)
    if domain is Domain.FACILITY:
        attack, defence, move = 0, 0, 0
    notes += [*sale.notes, *carried, *_beyond(about, traits, move, hits)]
    unit = UnitType(
        kind=Kind(about.to),
        domain=domain,
        cost=sale.price or _worth(about, traits, (attack + defence) * hits),
        attack=min(attack, HIGHEST),
        defence=min(defence, HIGHEST),
        move=min(move, _FARTHEST),
        hits=1 if domain is Domain.FACILITY else min(hits, _MOST_HITS),
        traits=frozenset(traits),
        capacity=capacity,
        bulk=bulk,
        buyers=sale.buyers if sale.price else frozenset(),
    )
    used = unit.is_combat_unit or traits & {Trait.TRANSPORT, Trait.ANTI_AIR, Trait.COMPLEX}
    return Row(unit, tuple(notes), useless=not used or about.get("consumesUnits") != "")


def _number(about: Attachment, option: str) -> int:
    """A number of a unit; 0 where it has none.

    Raises:
        CannotImport: it is no whole number from 0 up.
    """
    value = about.get(option, "0").strip() or "0"
    if not _NUMBER.fullmatch(value):
        raise CannotImport(f'unit {about.to}: {option} is "{value}", which is no number')
    if len(value) > _DIGITS:
        raise CannotImport(f"unit {about.to}: {option} is larger than any unit's")
    if int(value) < 0 and option not in _NOT_SET:
        raise CannotImport(f"unit {about.to}: {option} is {value}; a unit has 0 or more (BG-6)")
    return max(0, int(value))


def _hits(about: Attachment) -> int:
    twice = about.on("isTwoHit") or about.on("isTwoHits")
    return max(_number(about, "hitPoints"), _MOST_HITS if twice else 1)


def _worth(about: Attachment, traits: Iterable[Trait], fights: int) -> int:
    """What a unit that nobody buys counts for where the worth of units matters, in IPC."""
    return _number(about, _WORTH) or (_COMPLEX_PRICE if Trait.COMPLEX in traits else max(1, fights))


def _domain(about: Attachment) -> Domain:
    if about.on("isSea"):
        return Domain.SEA
    if about.on("isAir"):
        return Domain.AIR
    fires = about.on("isAA") or about.on("isAAforCombatOnly")
    built = any(about.on(o) for o in ("isFactory", "canProduceUnits", "isInfrastructure"))
    fights = _number(about, "attack") or _number(about, "defense")
    return Domain.FACILITY if built and not fires and not fights else Domain.LAND


def _traits(
    about: Attachment, domain: Domain, lent: frozenset[Trait]
) -> tuple[set[Trait], list[str]]:
    """Traits that single options say, and notes of those that no such unit has with us."""
    found = set(lent)
    for option, traits in _TRAITS.items():
        if about.on(option) or (option.startswith("artillery") and about.get(option) == "1"):
            found.update(traits)
    if Trait.RAIDS in found and _other_targets(about):
        found.remove(Trait.RAIDS)
    fitting = found & _HOMES[domain]
    return set(fitting), [
        f"{trait.replace('_', ' ')}: no {domain} unit does so with us"
        for trait in sorted(found - fitting)
    ]


def _other_targets(about: Attachment) -> bool:
    """Whether a bomber raids other things than complexes."""
    targets = about.get("bombingTargets")
    return bool(targets) and not any("factory" in target for target in targets.split(":"))


def _class(about: Attachment, domain: Domain) -> Iterator[Trait]:
    """The class of a ship (BG-1.2): what both carries land units and fights is of two."""
    if domain is not Domain.SEA:
        return
    if _is_submarine(about):
        yield Trait.SUBMARINE
        return
    carries, flies = _number(about, "transportCapacity"), _number(about, "carrierCapacity")
    fights = _number(about, "attack") > 1 or any(about.on(option) for option in _WARSHIPS)
    if carries and not flies:
        yield Trait.TRANSPORT
    if fights or flies or not carries:
        yield Trait.SURFACE_WARSHIP
    if flies:
        yield Trait.CARRIER


def _is_submarine(about: Attachment) -> bool:
    return about.on("isSub") or (about.on("canEvade") and about.on("isFirstStrike"))


def _borne(about: Attachment, domain: Domain, measure: Scale) -> Iterator[Trait]:
    """Traits that follow from what ships carry (BG-7.8, 7.9)."""
    if domain is Domain.AIR and _number(about, "carrierCost"):
        yield Trait.CARRIER_BORNE
    heavy = any(about.on(option) for option in ("canBlitz", "isAA", "isAAforCombatOnly"))
    if domain is Domain.LAND and not heavy and measure.light == _number(about, "transportCost") > 0:
        yield Trait.LIGHT


def _loads(
    about: Attachment, domain: Domain, traits: set[Trait], measure: Scale
) -> tuple[int, int, list[str]]:
    """Capacity and bulk, and what else it carries or takes; a carrier too small for any is none."""
    land, planes = _number(about, "transportCapacity"), _number(about, "carrierCapacity")
    takes = _number(about, "carrierCost")
    capacity, notes = 0, []
    if Trait.TRANSPORT in traits:
        capacity = land
    elif domain is Domain.SEA and land:
        notes.append("carries land units too: it carries none with us (BG-7.9)")
    elif land and not any(about.on(option) for option in _BRINGS):
        notes.append("carries land units: only ships do so with us (BG-7.9)")
    if planes and domain is not Domain.SEA:
        notes.append("carries aircraft: only ships do so with us (BG-7.8)")
    if Trait.CARRIER in traits:
        capacity = planes // measure.slot
        if not capacity:
            traits.remove(Trait.CARRIER)
    if domain is Domain.SEA and planes and not capacity:
        notes.append("no deck for any aircraft with us (BG-7.8)")
    if Trait.CARRIER_BORNE in traits and takes > measure.slot:
        what = f"takes {takes} of a deck where others take {measure.slot}"
        notes.append(f"{what}: one place with us (BG-7.8)")
    bulk = _number(about, "transportCost") if domain is Domain.LAND else 0
    return capacity, bulk, notes


def _beyond(about: Attachment, traits: set[Trait], move: int, hits: int) -> Iterator[str]:
    """What lies beyond what our rules know of a unit's numbers."""
    if hits > _MOST_HITS:
        yield f"takes {counted(hits, 'hit')}, {_MOST_HITS} with us (BG-8.15)"
    if move > _FARTHEST:
        yield f"moves {counted(move, 'space')}, {_FARTHEST} with us"
    for option in _DICE:
        if (dice := _number(about, option)) > 1:
            yield f"{option} {dice}: one die with us (BG-1.6)"
    shells = about.get("bombard")
    if Trait.BOMBARDS in traits and shells not in ("", "-1", about.get("attack", "0")):
        yield f"bombards with {shells}, with its attack by our rules (BG-8.5)"
    if Trait.ANTI_AIR in traits and (fire := about.get("attackAA", _AA_HITS)) != _AA_HITS:
        yield f"its fire at aircraft hits with {fire}, with 1 by our rules (BG-8.4)"
    if about.on("isStrategicBomber") and _other_targets(about):
        yield f"raids {about.get('bombingTargets').replace(':', ', ')}: by our rules complexes only"
