"""WI: powers give money to their allies, which the enemy may capture under way."""

__all__ = ["Aid", "AidGiven", "AidReceived", "GiftRoller", "Gifts", "GiveAid", "PickRoller"]

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.board import Power
from engine.economy.recruits import recruits_of
from engine.errors import Illegal
from engine.game import Event, Game
from engine.requests import Decision, Roll, Step, ask
from engine.slots import ModuleState, StateSlot
from engine.variants.rules_of_warfare.article import RulesOfWarfare
from engine.victory import capital_is_free

_SIDES = 6
_CAPTURED = 1


@dataclass(frozen=True, slots=True)
class Gift:
    """IPC of one power that another gets in its next Collect income."""

    giver: Power
    to: Power
    ipc: int


@dataclass(frozen=True, slots=True)
class UnderWay(ModuleState):
    """Gifts that have not arrived; nobody can plunder them.

    Implements: WI-2
    """

    gifts: tuple[Gift, ...] = ()


_STATE = StateSlot("WI", UnderWay, UnderWay())


@dataclass(frozen=True, slots=True)
class AidGiven(Event):
    """A gift is under way; `to` gets it, the enemy where the die has captured it (WI-1)."""

    tag: ClassVar[str] = "aid_given"

    giver: Power
    ally: Power
    ipc: int
    die: int
    to: Power


@dataclass(frozen=True, slots=True)
class AidReceived(Event):
    """Money under way has reached a power, or the bank if the power has lost its capital (WI-2)."""

    tag: ClassVar[str] = "aid_received"

    power: Power
    ipc: int
    banked: bool


@dataclass(frozen=True, slots=True)
class Gifts:
    """IPC for each ally; nothing for those left out."""

    to: Mapping[Power, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GiveAid(Decision[Gifts]):
    """What a power sets aside for its allies after its purchase.

    Implements: WI-1
    """

    answers: ClassVar[type[Gifts]] = Gifts

    def check(self, game: Game, answer: Gifts) -> None:
        """See `Decision.check`."""
        allies = _allies(game, self.power)
        for ally, ipc in sorted(answer.to.items()):
            if ally not in allies:
                raise Illegal(
                    "WI-1", "{power} cannot send aid to {ally}", power=self.power, ally=ally
                )
            if not ipc:
                raise Illegal(
                    "WI-1",
                    "a gift to {ally} needs at least 1 IPC; leave it out otherwise",
                    ally=ally,
                )
        total, purse = sum(answer.to.values()), game.treasury[self.power]
        if total > purse:
            raise Illegal(
                "WI-1",
                "the gifts come to {total} IPC, but {power} has {purse}",
                total=total,
                power=self.power,
                purse=purse,
            )

    def candidates(self, game: Game) -> Iterator[Gifts]:
        """None, or one gift of any size; several gifts at once are legal too."""
        yield Gifts()
        for ally in _allies(game, self.power):
            for ipc in range(1, game.treasury[self.power] + 1):
                yield Gifts({ally: ipc})

    def sample(self, game: Game, draw: random.Random) -> Gifts:
        """Mostly no gift, now and then some."""
        gifts: dict[Power, int] = {}
        purse = game.treasury[self.power]
        for ally in _allies(game, self.power):
            ipc = draw.randint(0, purse) if draw.randrange(8) == 0 else 0
            if ipc:
                gifts[ally] = ipc
                purse -= ipc
        return Gifts(dict(sorted(gifts.items())))


@dataclass(frozen=True, slots=True)
class GiftRoller:
    """The enemy power that rolls for a gift, and gets it on a 1."""

    power: Power


@dataclass(frozen=True, slots=True)
class PickRoller(Decision[GiftRoller]):
    """Which enemy rolls for a gift; ⚖ the next in turn order chooses for all of them (WI-1)."""

    answers: ClassVar[type[GiftRoller]] = GiftRoller

    def check(self, game: Game, answer: GiftRoller) -> None:
        """See `Decision.check`."""
        if answer.power not in _enemies(game):
            raise Illegal(
                "WI-1", "{power} is not an enemy that could roll for the gift", power=answer.power
            )

    def candidates(self, game: Game) -> Iterator[GiftRoller]:
        """See `Decision.candidates`; all legal answers."""
        return (GiftRoller(power) for power in _enemies(game))


def _has_money(game: Game, power: Power) -> bool:
    """Whether a power uses IPC at all (ruling 42) and still plays.

    Implements: ruling 42
    """
    return recruits_of(game, power) is None and game.rules.is_playing(game, power)


def _allies(game: Game, power: Power) -> tuple[Power, ...]:
    return tuple(p for p in game.after(power) if game.friendly(p, power) and _has_money(game, p))


def _enemies(game: Game) -> tuple[Power, ...]:
    return tuple(power for power in game.enemies(game.active) if _has_money(game, power))


class Aid(RulesOfWarfare):
    """Gifts between allies; a loan is a gift whose repayment nobody enforces (WI-1)."""

    module: ClassVar[str] = "WI"
    title: ClassVar[str] = "monetary aid"
    about: ClassVar[str] = "allies may give each other IPC"

    def after_purchase(self, game: Game) -> Step:
        """Set money aside, and roll for every gift (WI-1)."""
        game = yield from super().after_purchase(game)
        giver = game.active
        if (
            not capital_is_free(game, giver)
            or not _has_money(game, giver)
            or not game.treasury[giver]
        ):
            return game
        game, gifts = yield from ask(game, GiveAid(giver))
        for ally, ipc in sorted(gifts.to.items()):
            treasury = {**game.treasury, giver: game.treasury[giver] - ipc}
            game = yield from _send(game.replace(treasury=treasury), giver, ally, ipc)
        return game

    def income_closes(self, game: Game) -> Step:
        """Gifts under way arrive; they are not income, so nothing is deducted from them.

        Implements: ruling 23
        """
        game = yield from super().income_closes(game)
        power, coming = game.active, game.state(_STATE).gifts
        ipc = sum(gift.ipc for gift in coming if gift.to == power)
        if not ipc:
            return game
        banked = not capital_is_free(game, power)
        if not banked:
            treasury = {**game.treasury, power: game.treasury[power] + ipc}
            game = game.replace(treasury=treasury)
        left = tuple(gift for gift in coming if gift.to != power)
        game = game.with_state(_STATE, UnderWay(left))
        return game.with_events(AidReceived(power, ipc, banked))

    def remove_power(self, game: Game, power: Power) -> Game:
        """Aid to and from a power that collapses is lost (CD-5)."""
        game = super().remove_power(game, power)
        coming = game.state(_STATE).gifts
        left = tuple(gift for gift in coming if power not in (gift.giver, gift.to))
        return game.with_state(_STATE, UnderWay(left))


def _send(game: Game, giver: Power, ally: Power, ipc: int) -> Step:
    """Have an enemy roll: on a 1 the gift is theirs (WI-1)."""
    to, die = ally, 0
    enemies = _enemies(game)
    if enemies:
        game, picked = yield from ask(game, PickRoller(enemies[0]))
        roll = Roll(picked.power, 1, _SIDES, "capturing aid", (giver,))
        game, (die,) = yield from ask(game, roll)
        to = picked.power if die == _CAPTURED else ally
    coming = game.state(_STATE).gifts
    game = game.with_state(_STATE, UnderWay((*coming, Gift(giver, to, ipc))))
    return game.with_events(AidGiven(giver, ally, ipc, die, to))
