"""Where the edition of 1940 differs: of the paragraphs [G40], convoy disruption (BG-11.2).

The other paragraphs with that tag are not played: politics, bases and what they lend, scrambling,
neutral armies. Who plays with its unit table plays those chapters by the base game's answers.
"""

__all__ = ["EDITION", "Blockade", "Global1940", "most_lost"]

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.economy.convoys import coasts, exposed, raid_zone
from engine.game import Game
from engine.questions import replaces
from engine.questions.economy import Term
from engine.requests import Step
from engine.rules import Rules
from engine.scenario import Convoys
from engine.slots import ModuleState, StateSlot

EDITION = "global-1940"
"""The name of its unit table."""


@dataclass(frozen=True, slots=True)
class Blockade(ModuleState):
    """What raiders have rolled in this income phase: IPC by sea zone."""

    tag: ClassVar[str] = "blockade"

    zones: Mapping[SpaceId, int] = field(default_factory=dict)


_STATE = StateSlot(EDITION, Blockade, Blockade())


class Global1940(Rules):
    """Rules of the Global 1940 edition."""

    @replaces
    def convoys(self, game: Game) -> Convoys | None:
        """The board's."""
        return self.scenario.convoys

    def raid_convoys(self, game: Game) -> Step:
        """Every enemy at sea next to the victim's coasts rolls.

        ⚖ China, which is immune, is the power that has no capital.

        Implements: BG-11.2
        """
        game = yield from super().raid_convoys(game)
        sunk: dict[SpaceId, int] = {}
        if self.convoys(game) is not None and game.active in self.scenario.capitals:
            for zone in exposed(game, game.active):
                game, ipc, _ = yield from raid_zone(game, game.active, zone)
                sunk[zone] = ipc
        return game.with_state(_STATE, Blockade(sunk))

    def income_terms(self, game: Game, power: Power) -> tuple[Term, ...]:
        """Income falls by as much as can be lost (BG-11.2, R16)."""
        terms = super().income_terms(game, power)
        blockade = game.state(_STATE)
        room = {zone: coasts(game, power, zone) for zone in blockade.zones}
        lost = most_lost(blockade.zones, room)
        return (*terms, Term("convoys", -lost)) if lost else terms


def most_lost(sunk: Mapping[SpaceId, int], coasts: Mapping[SpaceId, Mapping[SpaceId, int]]) -> int:
    """The greatest total that territories can lose to several sea zones.

    No zone costs more than was sunk there, no territory more than its limit over all zones. A
    territory that is full makes room by passing an IPC on to another coast of the zone that it came
    from: the augmenting paths of Ford and Fulkerson, an IPC at a time.

    Args:
        sunk: IPC by sea zone.
        coasts: by sea zone, the victim's territories next to it, and the limit of each in IPC.

    Implements: R16
    """
    borne: dict[SpaceId, list[SpaceId]] = {}

    def bears(zone: SpaceId, tried: set[SpaceId]) -> bool:
        """Whether one more IPC of a zone finds a territory to be lost by."""
        for territory, limit in coasts[zone].items():
            if territory in tried:
                continue
            tried.add(territory)
            origins = borne.setdefault(territory, [])
            if len(origins) < limit:
                origins.append(zone)
                return True
            for i, other in enumerate(origins):
                if bears(other, tried):
                    origins[i] = zone
                    return True
        return False

    return sum(bears(zone, set()) for zone, ipc in sorted(sunk.items()) for _ in range(ipc))
