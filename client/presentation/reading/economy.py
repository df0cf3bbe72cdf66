"""Research, purchases, placements: ``hire 1``, ``buy 2 infantry``, ``place 2 infantry Hawaii``."""

__all__ = ["chart", "hire", "mobilization", "purchase"]

from collections import Counter

from client.presentation.reading.stacks import NOTHING, bare, counted, parts, space
from client.presentation.words import NotUnderstood, amount
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.economy.mobilize import Mobilization, Placement
from engine.economy.purchase import Purchase
from engine.economy.research import Chart, Hire
from engine.units import Kind

_NOBODY = NOTHING | {"nobody"}


def hire(_: PlayerView, text: str) -> Hire:
    """``2``: so many researchers, or ``nobody``."""
    return Hire(0 if text.casefold() in _NOBODY else amount(text))


def chart(_: PlayerView, text: str) -> Chart:
    """``1``: the number of the chart on which the breakthrough is rolled."""
    return Chart(amount(text))


def purchase(view: PlayerView, text: str) -> Purchase:
    """``2 infantry, tank; repair 2 Hawaii``, or ``nothing``."""
    units: Counter[Kind] = Counter()
    repairs: Counter[SpaceId] = Counter()
    for part in parts(text):
        verb, _, rest = part.partition(" ")
        if verb.casefold() == "repair":
            number, _, place = rest.partition(" ")
            repairs[space(view, bare(place, "in"))] += amount(number)
        elif part.casefold() not in NOTHING:
            units.update(counted(view, part))
    return Purchase(dict(sorted(units.items())), dict(sorted(repairs.items())))


def mobilization(view: PlayerView, text: str) -> Mobilization:
    """``2 infantry, tank Hawaii; destroyer SZ Hawaii from Hawaii``, or ``nothing``.

    The complex may be left out where only one can be charged.
    """
    chosen: Counter[tuple[Kind, SpaceId, SpaceId]] = Counter()
    for part in parts(text):
        if part.casefold() in NOTHING:
            continue
        where, _, source = part.partition(" from ")
        units, at = _units_in(view, where)
        for kind, count in units.items():
            charged = space(view, source) if source else _complex(view, kind, at)
            chosen[kind, charged, at] += count
    return Mobilization(tuple(Placement(*slot, count) for slot, count in sorted(chosen.items())))


def _units_in(view: PlayerView, text: str) -> tuple[dict[Kind, int], SpaceId]:
    """Units that wait, then the space where they are placed."""
    words = text.split()
    for end in range(len(words) - 1, 0, -1):
        try:
            units = counted(view, " ".join(words[:end]))
        except NotUnderstood:
            continue
        rest = words[end + 1 :] if words[end] == "in" else words[end:]
        return units, space(view, " ".join(rest))
    raise NotUnderstood(
        f'"{text}" cannot be read', "write units, then their space: 2 infantry Hawaii"
    )


def _complex(view: PlayerView, kind: Kind, at: SpaceId) -> SpaceId:
    """The one complex from which a unit can be placed in a space."""
    where = view.game.rules.placements(view.game, view.decision.power, kind)
    sources = [source for source, spaces in where.items() if at in spaces]
    if not sources:
        raise NotUnderstood(f"no {kind} can be placed in {at}", "`legal` shows what can be")
    if len(sources) > 1:
        raise NotUnderstood(
            f"{at} can be reached from {' and '.join(sources)}", f"add: from {sources[0]}"
        )
    return sources[0]
