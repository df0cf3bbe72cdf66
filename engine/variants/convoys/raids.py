"""Raiding convoys in the victim's income phase: dice, the die on the map, dividing (CD-1 to 4)."""

__all__ = ["DivideLoss", "Division", "ShowRaiders", "Shown", "disrupted"]

import random
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.economy.convoys import DIE_SIDES, sunk
from engine.errors import Illegal
from engine.game import Game
from engine.pieces import PieceId
from engine.requests import Decision, Pause, Resume, Roll, Step, ask
from engine.units import Trait
from engine.variants.convoys.events import ConvoysLost, ConvoysRaided, LossDivided
from engine.variants.convoys.toll import limits, toll, tolled


@dataclass(frozen=True, slots=True)
class Shown:
    """The face-down pieces that raid, and so are turned up; the others roll nothing (SS-A23)."""

    pieces: frozenset[PieceId] = frozenset()


@dataclass(frozen=True, slots=True)
class ShowRaiders(Decision[Shown]):
    """Which of a power's face-down pieces in a sea zone raid its convoys."""

    zone: SpaceId

    answers: ClassVar[type] = Shown

    def check(self, game: Game, answer: Shown) -> None:
        """See `Decision.check`."""
        strangers = answer.pieces.difference(_hidden(game, self.power, self.zone))
        if strangers:
            raise Illegal(
                "SS-A23", f"piece {min(strangers)} does not lie face down in {self.zone} as yours"
            )

    def candidates(self, game: Game) -> Iterator[Shown]:
        """See `Decision.candidates`; all legal answers."""
        hidden = _hidden(game, self.power, self.zone)
        sizes = range(len(hidden) + 1)
        sets = chain.from_iterable(combinations(hidden, n) for n in sizes)
        return (Shown(frozenset(pieces)) for pieces in sets)

    def sample(self, game: Game, draw: random.Random) -> Shown:
        """See `Decision.sample`."""
        hidden = _hidden(game, self.power, self.zone)
        return Shown(frozenset(draw.sample(hidden, draw.randint(0, len(hidden)))))


@dataclass(frozen=True, slots=True)
class Division:
    """How many IPC each territory loses; those that lose none are left out."""

    losses: Mapping[SpaceId, int]


@dataclass(frozen=True, slots=True)
class DivideLoss(Decision[Division]):
    """Divide the loss of a sea zone among the victim's territories next to it (CD-3b).

    As much as their limits leave room for; the rest is void.
    """

    victim: Power
    zone: SpaceId

    answers: ClassVar[type] = Division

    def check(self, game: Game, answer: Division) -> None:
        """See `Decision.check`."""
        room = _room(game, self.victim, self.zone)
        for territory, ipc in sorted(answer.losses.items()):
            if not 1 <= ipc <= room.get(territory, 0):
                most = room.get(territory, 0)
                raise Illegal("CD-3", f"{territory} can lose at most {most} IPC here, not {ipc}")
        due = self._due(game)
        if sum(answer.losses.values()) != due:
            raise Illegal(
                "CD-3", f"divide {due} IPC lost in {self.zone}, not {sum(answer.losses.values())}"
            )

    def candidates(self, game: Game) -> Iterator[Division]:
        """See `Decision.candidates`; all legal answers."""
        room = _room(game, self.victim, self.zone)
        return (Division(losses) for losses in _divisions(tuple(room.items()), self._due(game)))

    def _due(self, game: Game) -> int:
        room = _room(game, self.victim, self.zone)
        return min(toll(game).zones[self.zone], sum(room.values()))


def _divisions(room: tuple[tuple[SpaceId, int], ...], due: int) -> Iterator[dict[SpaceId, int]]:
    if not room:
        if not due:
            yield {}
        return
    (territory, most), *rest = room
    for ipc in range(min(most, due), -1, -1):
        for losses in _divisions(tuple(rest), due - ipc):
            yield {territory: ipc, **losses} if ipc else losses


def disrupted(game: Game, victim: Power) -> Step:
    """All raids on a victim's convoys: every zone's dice first, then every zone is divided.

    Limits apply anew in each victim's phase (CD-4).
    """
    game = tolled(game, zones={}, losses={})
    dividers: dict[SpaceId, Power] = {}
    for zone in _exposed(game, victim):
        game, raiders = yield from _raid(game, victim, zone)
        if toll(game).zones.get(zone):
            dividers[zone] = max(raiders, key=lambda power: raiders[power])
    for zone, power in dividers.items():
        game = yield from _divide(game, victim, zone, power)
    return game


def _exposed(game: Game, victim: Power) -> tuple[SpaceId, ...]:
    """Zones in which convoys of a victim can be lost at all; no die is rolled in another."""
    return tuple(
        zone
        for zone in game.board.zones
        if limits(game).zones.get(zone) and _room(game, victim, zone)
    )


def _room(game: Game, victim: Power, zone: SpaceId) -> dict[SpaceId, int]:
    """What the victim's territories next to a zone can still lose in this phase (CD-2)."""
    most, lost = limits(game).territories, toll(game).losses
    room = {
        territory: most.get(territory, 0) - lost.get(territory, 0)
        for territory in game.board.adjacent_land(zone)
        if game.control.get(territory) == victim
    }
    return {territory: ipc for territory, ipc in sorted(room.items()) if ipc > 0}


def _hidden(game: Game, power: Power, zone: SpaceId) -> tuple[PieceId, ...]:
    """A power's face-down pieces in a zone that may prove to be submarines, ascending."""
    return tuple(
        piece.id
        for piece in game.pieces.at(zone)
        if piece.owner == power
        and game.rules.counts_as(game, piece, Trait.SUBMARINE)
        and game.rules.may_raid_convoys(game, piece)
        and not game.rules.units_of(game, piece)
    )


def _raid(
    game: Game, victim: Power, zone: SpaceId
) -> Generator[Pause, Resume, tuple[Game, Mapping[Power, int]]]:
    """Every enemy of the victim rolls in a zone, in turn order; the number of dice of each."""
    shown: list[PieceId] = []
    for power in game.enemies(victim):
        if _hidden(game, power, zone):
            game, answer = yield from ask(game, ShowRaiders(power, zone))
            shown.extend(answer.pieces)
    raiding = tuple(sorted(shown))
    game = yield from game.rules.turned_up(game, raiding)
    rolled: dict[Power, int] = {}
    ipc = 0
    for power in game.enemies(victim):
        own = (piece for piece in game.pieces.at(zone) if piece.owner == power)
        count = sum(
            game.rules.convoy_dice(game, piece)
            for piece in own
            if game.rules.may_raid_convoys(game, piece)
        )
        if count:
            roll = Roll(power, count, DIE_SIDES, f"convoys in {zone}", (victim,))
            game, dice = yield from ask(game, roll)
            game = game.happened(ConvoysRaided(zone, power, victim, dice))
            ipc += sum(map(sunk, dice))
            rolled[power] = count
    game = yield from game.rules.turned_down(game, raiding)
    ipc = min(ipc, limits(game).zones[zone])
    if ipc:
        game = tolled(game, zones={**toll(game).zones, zone: ipc})
        game = game.happened(ConvoysLost(zone, victim, ipc))
    return game, rolled


def _divide(game: Game, victim: Power, zone: SpaceId, power: Power) -> Step:
    """The power that rolled most dice in a zone, of several the first in turn order, divides."""
    game, answer = yield from ask(game, DivideLoss(power, victim, zone))
    losses = dict(toll(game).losses)
    for territory, ipc in answer.losses.items():
        losses[territory] = losses.get(territory, 0) + ipc
    game = tolled(game, losses=dict(sorted(losses.items())))
    return game.happened(LossDivided(zone, power, answer.losses))
