"""Purchase and repair (BG-5)."""

__all__ = ["Bought", "Purchase", "PurchaseUnits", "purchase"]

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Event, Game, Stage
from engine.requests import Decision, Step, decide
from engine.units import Kind
from engine.victory import free


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
class _Ware:
    """Something for sale: a unit or the repair of a complex, its price and how many there are."""

    name: str
    price: int
    most: int


@dataclass(frozen=True, slots=True)
class PurchaseUnits(Decision[Purchase]):
    """Buy units, repair complexes, in one go."""

    answers: ClassVar[type[Purchase]] = Purchase
    open: ClassVar[bool] = True

    def check(self, game: Game, answer: Purchase) -> None:
        """See `Decision.check`."""
        bought = bool(answer.units or answer.repairs)
        if bought and not free(game, self.power):
            raise Illegal("BG-8.27", f"{self.power} buys nothing while its capital is taken")
        for kind, number in answer.units.items():
            if kind not in game.rules.scenario.units:
                raise Illegal("BG-6", f"there is no unit {kind}")
            if number < 1:
                raise Illegal("BG-5.1", f"buy at least one {kind}, or leave it out")
        reparable = _reparable(game, self.power)
        for space, number in answer.repairs.items():
            if not 1 <= number <= reparable.get(space, 0):
                raise Illegal(
                    "BG-5.2",
                    f"{space}: {self.power} may remove {reparable.get(space, 0)} damage markers, "
                    f"not {number}",
                )
        price, purse = cost(game, self.power, answer), game.treasury[self.power]
        if price > purse:
            raise Illegal("BG-5.1", f"this costs {price} IPC, {self.power} has {purse}")

    def candidates(self, game: Game) -> Iterator[Purchase]:
        """All purchases, from none on."""
        units, repairs = self._wares(game)
        for bought, purse in _baskets(units, game.treasury[self.power]):
            for repaired, _ in _baskets(repairs, purse):
                yield Purchase(
                    {Kind(name): n for name, n in bought.items()},
                    {SpaceId(name): n for name, n in repaired.items()},
                )

    def sample(self, game: Game, draw: random.Random) -> Purchase:
        """Spend most of the money, on anything."""
        units, repairs = self._wares(game)
        purse = game.treasury[self.power]
        bought: dict[Kind, int] = {}
        repaired: dict[SpaceId, int] = {}
        while draw.randrange(8):
            ware = draw.choice([w for w in (*units, *repairs) if w.price <= purse] or [None])
            if ware is None:
                break
            if ware in repairs:
                space = SpaceId(ware.name)
                if repaired.get(space, 0) == ware.most:
                    continue
                repaired[space] = repaired.get(space, 0) + 1
            else:
                bought[Kind(ware.name)] = bought.get(Kind(ware.name), 0) + 1
            purse -= ware.price
        return Purchase(bought, repaired)

    def _wares(self, game: Game) -> tuple[list[_Ware], list[_Ware]]:
        """Units and repairs that this power may buy."""
        if not free(game, self.power):
            return [], []
        purse = game.treasury[self.power]
        prices = {
            kind: game.rules.unit_type(game, self.power, kind).cost
            for kind in game.rules.scenario.units
        }
        units = [_Ware(kind, price, purse // price) for kind, price in prices.items()]
        reparable = _reparable(game, self.power)
        return units, [_Ware(space, 1, damage) for space, damage in sorted(reparable.items())]


def cost(game: Game, power: Power, answer: Purchase) -> int:
    """What a purchase costs (BG-5.1, 5.2), in IPC."""
    units = sum(
        number * game.rules.unit_type(game, power, kind).cost
        for kind, number in answer.units.items()
    )
    return units + sum(answer.repairs.values())


def _reparable(game: Game, power: Power) -> dict[SpaceId, int]:
    """Damage markers that a power may remove, by territory."""
    return {
        space: damage
        for space, damage in game.damage.items()
        if damage and game.control.get(space) == power
    }


def _baskets(wares: list[_Ware], purse: int) -> Iterator[tuple[dict[str, int], int]]:
    """All that the money buys of these wares, and the money then left; nothing at all first."""
    if not wares:
        yield {}, purse
        return
    ware = wares[0]
    for number in range(min(ware.most, purse // ware.price) + 1):
        chosen = {ware.name: number} if number else {}
        for rest, left in _baskets(wares[1:], purse - number * ware.price):
            yield {**chosen, **rest}, left


def purchase(game: Game) -> Step:
    """Purchase and repair (BG-5): pay in full now, units wait off the board."""
    power = game.active
    game, answer = yield from decide(game, PurchaseUnits(power))
    spent = cost(game, power, answer)
    waiting = dict(game.waiting.get(power, {}))
    for kind, number in answer.units.items():
        waiting[kind] = waiting.get(kind, 0) + number
    damage = {
        space: markers - answer.repairs.get(space, 0) for space, markers in game.damage.items()
    }
    game = game.but(
        treasury={**game.treasury, power: game.treasury[power] - spent},
        waiting={**game.waiting, power: waiting},
        damage={space: markers for space, markers in damage.items() if markers},
    )
    game = game.noting(bought=answer.units)
    if spent:
        game = game.happened(Bought(power, answer.units, answer.repairs, spent))
    game = yield from game.rules.purchase_extra(game)
    return game.but(stage=Stage.PHASE_CLOSES)
