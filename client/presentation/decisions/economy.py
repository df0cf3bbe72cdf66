"""Buying units and repairs, and placing new units (BG-5, BG-10)."""

__all__ = ["CHAPTER"]

from collections import Counter
from collections.abc import Iterator

from client.presentation.controls import OwnForm
from client.presentation.names import Names
from client.presentation.naming import stacked
from client.presentation.reading import NOTHING, bare, counted, parts, space
from client.presentation.record import Chapter, DecisionRecord, EventRecord, Verb, Wording
from client.presentation.words import NotUnderstood, amount, counted_kind
from client.schema.answers import MobilizeAnswer, PurchaseAnswer
from client.schema.forms import MobilizeForm, PlacementCount, PurchaseForm
from client.seat.proposing import deployed, is_placed_later
from client.seat.view import PlayerView
from engine.board import Power, SpaceId
from engine.economy.charging import charged
from engine.economy.mobilize import (
    Mobilization,
    Mobilized,
    MobilizeUnits,
    Placement,
    capacity_left,
    complexes,
    free_slots,
)
from engine.economy.purchase import Bought, Purchase, PurchaseUnits, wares
from engine.errors import Illegal
from engine.game import Game
from engine.units import TRANSPORT, Domain, Kind, Trait

# Purchase


def _buy(view: PlayerView, text: str) -> Purchase:
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


def _say_purchase(view: PlayerView, answer: Purchase) -> str:
    repairs = [f"repair {n} in {at}" for at, n in sorted(answer.repairs.items())]
    goods = [part for part in (stacked(view, answer.units), *repairs) if part]
    return f"buy {'; '.join(goods) or 'nothing'}"


def _tell_purchase(view: PlayerView, answer: Purchase) -> str:
    repairs = [f"repair {n} damage in {at}" for at, n in sorted(answer.repairs.items())]
    goods = stacked(view, answer.units)
    return "; ".join((*([f"buy {goods}"] if goods else []), *repairs)) or "buy nothing"


def _purchase_form(view: PlayerView, decision: PurchaseUnits) -> PurchaseForm:
    game, power = view.game, decision.power
    rooms = [capacity_left(game, at) for at in complexes(game, power)]
    damage = {at: n for at, n in sorted(game.damage.items()) if game.control.get(at) == power and n}
    markers = range(1, sum(damage.values()) + 1)
    rules, waiting = game.rules, game.waiting.get(power, {})
    offered = wares(game, power)
    return PurchaseForm(
        treasury=game.treasury[power],
        capacity=None if None in rooms else sum(n for n in rooms if n is not None),
        waiting=sum(n * rules.capacity_use(game, power, kind) for kind, n in waiting.items()),
        wares=dict(offered.items()),
        uses={kind: rules.capacity_use(game, power, kind) for kind in offered},
        placeless=tuple(
            kind
            for kind in offered
            if not is_placed_later(game, power, kind)
            and not any(rules.placements(game, power, kind).values())
        ),
        damage=dict(damage.items()),
        repairs=tuple(game.rules.repair_price(game, power, n) for n in markers),
    )


def _purchased(_: PlayerView, answer: PurchaseAnswer) -> Purchase:
    return Purchase(
        {Kind(k): n for k, n in sorted(answer.units.items()) if n},
        {SpaceId(s): n for s, n in sorted(answer.repairs.items()) if n},
    )


def _purse(view: PlayerView, decision: PurchaseUnits) -> Iterator[str]:
    game, power = view.game, decision.power
    yield f"you have {game.treasury[power]} IPC; `units` tells what each unit costs"
    for at, markers in sorted(game.damage.items()):
        if markers and game.control.get(at) == power:
            yield f"{at} has {markers} damage"


def _bought(event: Bought, names: Names) -> str:
    repaired = ", ".join(f"{n} damage in {at}" for at, n in sorted(event.repairs.items()))
    goods = f"buys {names.units(event.units)}" if event.units else ""
    does = "; ".join(part for part in (goods, repaired and f"repairs {repaired}") if part)
    return f"{event.power} {does} for {event.spent} IPC" if does else f"{event.power} buys nothing"


# Mobilize


def _place(view: PlayerView, text: str) -> Mobilization:
    """Placements whose complex is left out are charged so that all others can still be placed."""
    wanted: list[tuple[Kind, SpaceId | None, SpaceId]] = []
    for part in parts(text):
        if part.casefold() in NOTHING:
            continue
        where, _, source = part.partition(" from ")
        units, at = _units_in(view, where)
        by = space(view, source) if source else None
        for kind, count in units.items():
            wanted += [(kind, by or _only_complex(view, kind, at), at)] * count
    chosen = charged(view.game, view.decision.power, wanted)
    if chosen is None:
        chosen = Counter((kind, by or _complexes(view, kind, at)[0], at) for kind, by, at in wanted)
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


def _complexes(view: PlayerView, kind: Kind, at: SpaceId) -> list[SpaceId]:
    """The complexes from which a unit can be placed in a space."""
    where = view.game.rules.placements(view.game, view.decision.power, kind)
    sources = [source for source, spaces in where.items() if at in spaces]
    if not sources:
        raise NotUnderstood(f"no {kind} can be placed in {at}", "`legal` shows what can be")
    return sources


def _only_complex(view: PlayerView, kind: Kind, at: SpaceId) -> SpaceId | None:
    """The complex from which a unit can be placed in a space; None if there are several."""
    sources = _complexes(view, kind, at)
    return sources[0] if len(sources) == 1 else None


def _say_mobilization(_: PlayerView, answer: Mobilization) -> str:
    where = [
        f"{counted_kind(p.kind, p.count)} in {p.at}"
        + ("" if p.at == p.complex else f" from {p.complex}")
        for p in answer.placements
    ]
    return f"place {'; '.join(where) or 'nothing'}"


def _tell_mobilization(view: PlayerView, answer: Mobilization) -> str:
    where: dict[tuple[SpaceId, SpaceId], Counter[Kind]] = {}
    for p in answer.placements:
        where.setdefault((p.at, p.complex), Counter())[p.kind] += p.count
    placed = (
        f"{stacked(view, units)} in {at}{'' if at == by else f' from {by}'}"
        for (at, by), units in where.items()
    )
    return f"place {'; '.join(placed) or 'nothing'}"


def _mobilize_form(view: PlayerView, decision: MobilizeUnits) -> MobilizeForm:
    game, power = view.game, decision.power
    waiting: dict[str, int] = {
        kind: n for kind, n in sorted(game.waiting.get(power, {}).items()) if n
    }
    slots: dict[str, dict[str, tuple[str, ...]]] = {
        kind: {
            complex_: free
            for complex_, spaces in sorted(game.rules.placements(game, power, Kind(kind)).items())
            if (free := tuple(at for at in spaces if _has_place(game, power, Kind(kind), at)))
        }
        for kind in waiting
    }
    later = any(is_placed_later(game, power, Kind(kind)) for kind in waiting)
    docks = tuple(sorted(game.rules.placements(game, power, TRANSPORT))) if later else ()
    charged = sorted({*docks, *(complex_ for places in slots.values() for complex_ in places)})
    return MobilizeForm(
        waiting=waiting,
        slots=slots,
        uses={kind: game.rules.capacity_use(game, power, Kind(kind)) for kind in waiting},
        rooms={complex_: capacity_left(game, SpaceId(complex_)) for complex_ in charged},
        docks=docks,
        proposed=tuple(
            PlacementCount(kind=spot.kind, complex=spot.complex, at=spot.at, count=spot.count)
            for spot in deployed(game, decision).placements
        ),
    )


def _has_place(game: Game, power: Power, kind: Kind, at: SpaceId) -> bool:
    """Whether a unit may be placed beside what stands in a space, perhaps along with another."""

    def may_stack(*kinds: Kind) -> bool:
        try:
            game.rules.may_stack(game, kinds, at)
        except Illegal:
            return False
        return True

    others = [other for other, count in game.waiting.get(power, {}).items() if count]
    units = game.rules.scenario.units
    if units[kind].domain is Domain.AIR and game.board.is_sea(at):
        carriers = any(Trait.CARRIER in units[other].traits for other in others)
        return carriers or free_slots(game, power, at) > 0
    return may_stack(kind) or any(may_stack(kind, other) for other in others if other != kind)


def _mobilized(_: PlayerView, answer: MobilizeAnswer) -> Mobilization:
    placed = (
        Placement(Kind(s.kind), SpaceId(s.complex), SpaceId(s.at), s.count)
        for s in answer.spots
        if s.count
    )
    return Mobilization(tuple(sorted(placed)))


def _new_units(view: PlayerView, decision: MobilizeUnits) -> Iterator[str]:
    waiting = view.game.waiting.get(decision.power, {})
    yield f"new: {stacked(view, waiting) or 'none'}"


def _placed(event: Mobilized, _: Names) -> str:
    placement = event.placement
    unit = counted_kind(placement.kind, placement.count)
    charged = "" if placement.complex == placement.at else f" from {placement.complex}"
    return f"{event.power} mobilizes {unit} in {placement.at}{charged}"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            PurchaseUnits,
            asks="Buy units and repairs.",
            rules=("BG-5",),
            task="buy units",
            control=OwnForm(_purchase_form, PurchaseAnswer, _purchased),
            says=(Wording(Purchase, _say_purchase, _tell_purchase),),
            verbs=(Verb("buy", "2 infantry, tank; repair 2 Hawaii, or nothing", _buy),),
            examples=("buy 2 infantry, transport", "buy nothing"),
            numbered=False,
            staged=True,
            facts=_purse,
        ),
        DecisionRecord(
            MobilizeUnits,
            asks="Place your new units.",
            rules=("BG-10",),
            task="place new units",
            control=OwnForm(_mobilize_form, MobilizeAnswer, _mobilized),
            says=(Wording(Mobilization, _say_mobilization, _tell_mobilization),),
            verbs=(
                Verb(
                    "place",
                    "2 infantry, tank Hawaii; destroyer SZ Hawaii from Hawaii, or nothing",
                    _place,
                ),
            ),
            examples=("place 2 infantry Hawaii; transport SZ Hawaii", "place nothing"),
            numbered=False,
            facts=_new_units,
        ),
    ),
    events=(EventRecord(Bought, _bought), EventRecord(Mobilized, _placed)),
)
