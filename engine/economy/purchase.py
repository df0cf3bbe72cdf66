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
        if not capital_is_free(game, self.power):
            yield Purchase()
            return
        reparable = sorted(_reparable(game, self.power).items())
        prices = list(wares(game, self.power).items())
        for bought, purse in _bought(prices, game.treasury[self.power]):
            able = _affordable(game, self.power, purse)
            for repaired in _repaired(reparable, able):
                yield Purchase(bought, repaired)

    def sample(self, game: Game, draw: random.Random) -> Purchase:
        """Spend most of the money, on anything."""
        units: Counter[Kind] = Counter()
        repairs: Counter[SpaceId] = Counter()
        prices, reparable = wares(game, self.power), _reparable(game, self.power)
        while capital_is_free(game, self.power) and draw.randrange(8):
            purse = game.treasury[self.power] - sum(prices[kind] * units[kind] for kind in units)
            left = purse - _repair(game, self.power, repairs.total())
            more = _repair(game, self.power, repairs.total() + 1) <= purse
            ways: list[Kind | SpaceId] = [kind for kind, price in prices.items() if price <= left]
            ways += [at for at in sorted(reparable) if more and repairs[at] < reparable[at]]
            if not ways:
                break
            chosen = draw.choice(ways)
            if chosen in prices:
                units[Kind(chosen)] += 1
            else:
                repairs[SpaceId(chosen)] += 1
        return Purchase(dict(sorted(units.items())), dict(sorted(repairs.items())))


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
    return units + _repair(game, power, sum(answer.repairs.values()))


def _repair(game: Game, power: Power, markers: int) -> int:
    """What removing so many markers costs, wherever they lie, in IPC.

    Implements: BG-5.2
    """
    return game.rules.repair_price(game, power, markers)


def _affordable(game: Game, power: Power, purse: int) -> int:
    """How many markers a power can remove for so much money."""
    most = sum(_reparable(game, power).values())
    return next(n for n in range(most, -1, -1) if _repair(game, power, n) <= purse)


def _reparable(game: Game, power: Power) -> dict[SpaceId, int]:
    """Damage markers that a power may remove, by territory."""
    return {
        space: damage
        for space, damage in game.damage.items()
        if damage and game.control.get(space) == power
    }


def _bought(prices: list[tuple[Kind, int]], purse: int) -> Iterator[tuple[dict[Kind, int], int]]:
    """All units that the money can buy, and the money left; nothing first."""
    if not prices:
        yield {}, purse
        return
    (kind, price), *others = prices
    for number in range(purse // price + 1):
        for rest, left in _bought(others, purse - number * price):
            yield {**({kind: number} if number else {}), **rest}, left


def _repaired(reparable: list[tuple[SpaceId, int]], most: int) -> Iterator[dict[SpaceId, int]]:
    """All ways to remove markers, no more than `most` in all; none first."""
    if not reparable:
        yield {}
        return
    (space, damage), *others = reparable
    for number in range(min(damage, most) + 1):
        for rest in _repaired(others, most - number):
            yield {**({space: number} if number else {}), **rest}


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
