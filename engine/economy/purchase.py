"""Purchase and repair (BG-5)."""

__all__ = ["Bought", "Purchase", "PurchaseUnits", "purchase", "wares"]

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.errors import Illegal, counted
from engine.game import Event, Game
from engine.phases import Stage
from engine.requests import Decision, Step, decide
from engine.units import Kind
from engine.victory import capital_is_free


@dataclass(frozen=True, slots=True)
class Purchase:
    """What a power buys: units by kind, and damage markers removed by territory; all above 0."""

    tag: ClassVar[str] = "purchase"

    units: Mapping[Kind, int] = field(default_factory=dict)
    repairs: Mapping[SpaceId, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """A power has bought units and repairs for `spent` IPC; everybody sees which (BG-5.1)."""

    tag: ClassVar[str] = "bought"

    power: Power
    units: Mapping[Kind, int]
    repairs: Mapping[SpaceId, int]
    spent: int


@dataclass(frozen=True, slots=True)
class _Item:
    """Something for sale: a unit or the repair of a complex.

    `prices`: what none, one, two and so on cost together, as many as can be bought.
    """

    name: str
    prices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PurchaseUnits(Decision[Purchase]):
    """Buy units, repair complexes, in one go; more than can be placed may be bought.

    Implements: BG-5.3
    """

    answers: ClassVar[type[Purchase]] = Purchase
    open: ClassVar[bool] = True

    def check(self, game: Game, answer: Purchase) -> None:
        """See `Decision.check`."""
        bought = bool(answer.units or answer.repairs)
        if bought and not capital_is_free(game, self.power):
            raise Illegal(
                "BG-8.27",
                "{power} cannot buy anything while an enemy holds its capital",
                power=self.power,
            )
        for kind, number in answer.units.items():
            if kind not in game.rules.scenario.units:
                raise Illegal("BG-6", "there is no unit called {kind}", kind=kind)
            if kind not in wares(game, self.power):
                raise Illegal("BG-6", "{power} cannot buy {kind}", power=self.power, kind=kind)
            if number < 1:
                raise Illegal("BG-5.1", "buy at least one {kind}, or leave it out", kind=kind)
        reparable = _reparable(game, self.power)
        for space, number in answer.repairs.items():
            if not 1 <= number <= reparable.get(space, 0):
                raise Illegal(
                    "BG-5.2",
                    "{power} can remove {markers} in {space}, not {number}",
                    power=self.power,
                    markers=counted(reparable.get(space, 0), "damage marker"),
                    space=space,
                    number=number,
                )
        price, purse = cost(game, self.power, answer), game.treasury[self.power]
        if price > purse:
            raise Illegal(
                "BG-5.1",
                "this costs {price} IPC, but {power} has {purse}",
                price=price,
                power=self.power,
                purse=purse,
            )

    def has_choice(self, game: Game) -> bool:
        """See `Decision.has_choice`: there is money for one unit, which need not be spent."""
        purse = game.treasury[self.power]
        return capital_is_free(game, self.power) and any(
            price <= purse for price in wares(game, self.power).values()
        )

    def candidates(self, game: Game) -> Iterator[Purchase]:
        """All purchases, beginning with none."""
        units, repairs = self._wares(game)
        for bought, purse in _purchases(units, game.treasury[self.power]):
            for repaired, _ in _purchases(repairs, purse):
                yield Purchase(
                    {Kind(name): n for name, n in bought.items()},
                    {SpaceId(name): n for name, n in repaired.items()},
                )

    def sample(self, game: Game, draw: random.Random) -> Purchase:
        """Spend most of the money, on anything."""
        units, repairs = self._wares(game)
        purse = game.treasury[self.power]
        chosen: Counter[_Item] = Counter()
        while draw.randrange(8):
            affordable = [
                (item, extra)
                for item in (*units, *repairs)
                if (extra := _extra(item, chosen[item])) is not None and extra <= purse
            ]
            if not affordable:
                break
            item, extra = draw.choice(affordable)
            chosen[item] += 1
            purse -= extra
        return Purchase(
            {Kind(item.name): chosen[item] for item in units if chosen[item]},
            {SpaceId(item.name): chosen[item] for item in repairs if chosen[item]},
        )

    def _wares(self, game: Game) -> tuple[list[_Item], list[_Item]]:
        """Units and repairs that this power may buy."""
        if not capital_is_free(game, self.power):
            return [], []
        purse = game.treasury[self.power]
        units = [
            _Item(kind, tuple(range(0, purse + 1, each)))
            for kind, each in wares(game, self.power).items()
        ]
        repairs = [
            _Item(space, tuple(_repair(game, self.power, n) for n in range(damage + 1)))
            for space, damage in sorted(_reparable(game, self.power).items())
        ]
        return units, repairs


def wares(game: Game, power: Power) -> dict[Kind, int]:
    """The kinds that a power can buy, and the price of each in IPC, in the unit table's order."""
    rows = (game.rules.unit_type(game, power, kind) for kind in game.rules.scenario.units)
    return {row.kind: row.cost for row in rows if row.buyers is None or power in row.buyers}


def cost(game: Game, power: Power, answer: Purchase) -> int:
    """What a purchase costs (BG-5.1, 5.2), in IPC."""
    units = sum(
        number * game.rules.unit_type(game, power, kind).cost
        for kind, number in answer.units.items()
    )
    return units + sum(_repair(game, power, markers) for markers in answer.repairs.values())


def _repair(game: Game, power: Power, markers: int) -> int:
    """What removing markers from one complex costs, in IPC.

    Implements: BG-5.2
    """
    return game.rules.repair_price(game, power, markers)


def _reparable(game: Game, power: Power) -> dict[SpaceId, int]:
    """Damage markers that a power may remove, by territory."""
    return {
        space: damage
        for space, damage in game.damage.items()
        if damage and game.control.get(space) == power
    }


def _extra(item: _Item, number: int) -> int | None:
    """What one more of an item costs when so many are bought already; None if there are no more."""
    more = number + 1
    return item.prices[more] - item.prices[number] if more < len(item.prices) else None


def _purchases(items: list[_Item], purse: int) -> Iterator[tuple[dict[str, int], int]]:
    """Everything that the money can buy of these items, and the money left; nothing first."""
    if not items:
        yield {}, purse
        return
    item = items[0]
    for number, price in enumerate(item.prices):
        if price > purse:
            return
        chosen = {item.name: number} if number else {}
        for rest, left in _purchases(items[1:], purse - price):
            yield {**chosen, **rest}, left


def purchase(game: Game) -> Step:
    """Purchase and repair (BG-5): pay in full now, units wait off the board.

    Implements: BG-5.1
    """
    power = game.active
    game, answer = yield from decide(game, PurchaseUnits(power))
    spent = cost(game, power, answer)
    waiting = dict(game.waiting.get(power, {}))
    for kind, number in answer.units.items():
        waiting[kind] = waiting.get(kind, 0) + number
    damage = {
        space: markers - answer.repairs.get(space, 0) for space, markers in game.damage.items()
    }
    game = game.replace(
        treasury={**game.treasury, power: game.treasury[power] - spent},
        waiting={**game.waiting, power: waiting},
        damage={space: markers for space, markers in damage.items() if markers},
    )
    game = game.update_turn_record(bought=answer.units)
    if spent:
        game = game.with_events(Bought(power, answer.units, answer.repairs, spent))
    game = yield from game.rules.after_purchase(game)
    return game.replace(stage=Stage.PHASE_CLOSES)
