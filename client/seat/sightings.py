"""Where each group of a tracker was last known to all to be."""

__all__ = ["Sighting", "Sightings"]

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.board import Power, SpaceId
from engine.game import Event, Game
from engine.variants.secret_subs.events import TokensShuffled
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.support import Support


@dataclass(frozen=True, slots=True)
class Sighting:
    """A place where a group was known to be, until its token was shuffled there in this round."""

    at: SpaceId
    round: int


@dataclass(frozen=True, slots=True)
class Sightings:
    """The last place of each group whose token nobody can point at any more.

    Only a shuffle takes away what is known (SS-4.3), so a place is kept when that happens. It is
    forgotten with the last submarine of its group: when the group has some again, they are others.

    Attributes:
        groups: by power and group.
    """

    groups: Mapping[tuple[Power, int], Sighting] = field(default_factory=dict)

    def learning(self, event: Event, before: Mapping[Power, Support], after: Game) -> "Sightings":
        """What is kept once an event has happened; `before`: what tokens could hold until then."""
        if not isinstance(event, TokensShuffled):
            return self
        known = (before[event.power].certain(token) for token in event.old)
        here = Sighting(event.at, after.round)
        seen = {(event.power, group): here for group in known if group is not None}
        return Sightings({**self.groups, **seen}) if seen else self

    def remaining(self, after: Game) -> "Sightings":
        """Those of groups that have submarines."""
        kept = {
            (power, group): seen
            for (power, group), seen in self.groups.items()
            if tracker(after, power).size(group)
        }
        return self if len(kept) == len(self.groups) else Sightings(kept)

    def of(self, power: Power) -> Mapping[int, Sighting]:
        """Those of one power, by group."""
        return {group: seen for (owner, group), seen in self.groups.items() if owner == power}
