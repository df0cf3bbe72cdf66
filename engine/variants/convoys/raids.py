"""Raiding convoys in the victim's income phase: the die on the map, dividing (CD-1 to 4)."""

__all__ = ["DivideLoss", "Division", "fallen_evenly", "raid_all_zones"]

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.economy.convoys import coasts, exposed, raid_zone
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import Instruction
from engine.requests import Decision, Step, ask
from engine.variants.convoys.state import LossDivided, convoy_state, update_convoy_state


@dataclass(frozen=True, slots=True)
class Division:
    """How many IPC each territory loses; those that lose none are left out."""

    losses: Mapping[SpaceId, int]


@dataclass(frozen=True, slots=True)
class DivideLoss(Decision[Division]):
    """Divide the loss of a sea zone among the victim's territories next to it.

    As much as their limits leave room for; the rest is void.

    Implements: CD-3b
    """

    victim: Power
    zone: SpaceId

    answers: ClassVar[type] = Division
    instruction: ClassVar[Instruction] = Instruction.CONVOYS

    def instructed(self, game: Game) -> Division | None:
        """See `Decision.instructed`; of territories that are alike the first in their order."""
        if not game.instructions_of(self.power).divide_evenly:
            return None
        return Division(fallen_evenly(_room(game, self.victim, self.zone), self._due(game)))

    def check(self, game: Game, answer: Division) -> None:
        """See `Decision.check`."""
        room = _room(game, self.victim, self.zone)
        for territory, ipc in sorted(answer.losses.items()):
            if not 1 <= ipc <= room.get(territory, 0):
                most = room.get(territory, 0)
                raise Illegal(
                    "CD-3",
                    "{space} can lose at most {most} IPC here, not {ipc}",
                    space=territory,
                    most=most,
                    ipc=ipc,
                )
        due = self._due(game)
        if sum(answer.losses.values()) != due:
            raise Illegal(
                "CD-3",
                "divide the {due} IPC lost in {space}, not {total}",
                due=due,
                space=self.zone,
                total=sum(answer.losses.values()),
            )

    def candidates(self, game: Game) -> Iterator[Division]:
        """See `Decision.candidates`; all legal answers."""
        room = _room(game, self.victim, self.zone)
        return (Division(losses) for losses in _divisions(tuple(room.items()), self._due(game)))

    def _due(self, game: Game) -> int:
        room = _room(game, self.victim, self.zone)
        return min(convoy_state(game).zones[self.zone], sum(room.values()))


def fallen_evenly(room: Mapping[SpaceId, int], due: int) -> dict[SpaceId, int]:
    """What each territory loses if every IPC comes from the one that can lose most then.

    Args:
        room: how many IPC each can lose; of those that can lose as much the first counts.
        due: how many are lost, no more than there is room for.
    """
    left = dict(room)
    for _ in range(due):
        left[max(left, key=lambda territory: left[territory])] -= 1
    return {at: most - left[at] for at, most in room.items() if left[at] < most}


def _divisions(room: tuple[tuple[SpaceId, int], ...], due: int) -> Iterator[dict[SpaceId, int]]:
    if not room:
        if not due:
            yield {}
        return
    (territory, most), *rest = room
    for ipc in range(min(most, due), -1, -1):
        for losses in _divisions(tuple(rest), due - ipc):
            yield {territory: ipc, **losses} if ipc else losses


def raid_all_zones(game: Game, victim: Power) -> Step:
    """All raids on a victim's convoys: every zone's dice first, then every zone is divided.

    Limits apply anew in each victim's phase (CD-4).

    Implements: CD-3, CD-4
    """
    game = update_convoy_state(game, zones={}, losses={})
    dividers: dict[SpaceId, Power] = {}
    for zone in exposed(game, victim):
        game, ipc, raiders = yield from raid_zone(game, victim, zone)
        if ipc:
            game = update_convoy_state(game, zones={**convoy_state(game).zones, zone: ipc})
            dividers[zone] = max(raiders, key=lambda power: raiders[power])
    for zone, power in dividers.items():
        game = yield from _divide(game, victim, zone, power)
    return game


def _room(game: Game, victim: Power, zone: SpaceId) -> dict[SpaceId, int]:
    """What the victim's territories next to a zone can still lose in this phase.

    Implements: CD-2
    """
    lost = convoy_state(game).losses
    room = {
        territory: most - lost.get(territory, 0)
        for territory, most in coasts(game, victim, zone).items()
    }
    return {territory: ipc for territory, ipc in room.items() if ipc > 0}


def _divide(game: Game, victim: Power, zone: SpaceId, power: Power) -> Step:
    """The power that rolled most dice in a zone, of several the first in turn order, divides."""
    game, answer = yield from ask(game, DivideLoss(power, victim, zone))
    losses = dict(convoy_state(game).losses)
    for territory, ipc in answer.losses.items():
        losses[territory] = losses.get(territory, 0) + ipc
    game = update_convoy_state(game, losses=dict(sorted(losses.items())))
    return game.with_events(LossDivided(zone, power, answer.losses))
