"""WW: bought units may be kept in store."""

__all__ = ["Discard", "DiscardStored", "StoreLost", "Warehouses"]

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Event, Game
from engine.pieces import PieceId
from engine.questions import replaces
from engine.requests import Decision, Step, ask
from engine.units import Kind, Trait
from engine.variants.rules_of_warfare.article import RulesOfWarfare
from engine.victory import capital_is_free

_DESTROYS = 5


@dataclass(frozen=True, slots=True)
class StoreLost(Event):
    """Stored units of a power are destroyed."""

    tag: ClassVar[str] = "store_lost"

    power: Power
    units: Mapping[Kind, int]


@dataclass(frozen=True, slots=True)
class Discard:
    """A kind of which a stored unit is destroyed."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class DiscardStored(Decision[Discard]):
    """Which stored unit a raid destroys: the owner's choice (WW-2)."""

    answers: ClassVar[type[Discard]] = Discard

    def check(self, game: Game, answer: Discard) -> None:
        """See `Decision.check`."""
        if not game.waiting.get(self.power, {}).get(answer.kind, 0):
            raise Illegal(
                "WW-2", "{power} has no {kind} in store", power=self.power, kind=answer.kind
            )

    def candidates(self, game: Game) -> Iterator[Discard]:
        """See `Decision.candidates`; all legal answers."""
        stored = game.waiting.get(self.power, {})
        return (Discard(kind) for kind in sorted(stored) if stored[kind])


def _destroyed(game: Game, power: Power, units: Mapping[Kind, int]) -> Game:
    left = Counter(game.waiting.get(power, {})) - Counter(units)
    game = game.replace(waiting={**game.waiting, power: dict(sorted(left.items()))})
    return game.with_events(StoreLost(power, units))


class Warehouses(RulesOfWarfare):
    """One public store for each power: the units that wait off the board (WW-1)."""

    module: ClassVar[str] = "WW"
    title: ClassVar[str] = "warehouses"
    about: ClassVar[str] = "units that are not placed wait in a store"

    @replaces
    def stores(self, game: Game, power: Power, kind: Kind) -> bool:
        """Units without a legal space are stored too, submarines included (WW-1; ruling 8).

        Implements: ruling 8
        """
        return True

    @replaces
    def unplaced(self, game: Game, power: Power) -> Mapping[Kind, int]:
        """All that is not placed is stored, by choice or for want of a space.

        Implements: WW-1
        """
        return game.waiting.get(power, {})

    def placements(
        self, game: Game, power: Power, kind: Kind
    ) -> Mapping[SpaceId, tuple[SpaceId, ...]]:
        """The store of a power without its capital is frozen (WW-3)."""
        return super().placements(game, power, kind) if capital_is_free(game, power) else {}

    def may_stack(
        self,
        game: Game,
        kinds: tuple[Kind, ...],
        space: SpaceId,
        leaving: Collection[PieceId] = (),
    ) -> None:
        """One AA gun in a territory, of whatever power, new or from elsewhere (WW-1).

        ⚖ Guns that stand together since the game began, or come together when a territory
        changes hands, stay.
        """
        super().may_stack(game, kinds, space, leaving)
        if game.board.is_sea(space):
            return
        units = game.rules.scenario.units
        coming = sum(Trait.ANTI_AIR in units[kind].traits for kind in kinds)
        standing = any(
            piece.id not in leaving and game.rules.counts_as(game, piece, Trait.ANTI_AIR)
            for piece in game.pieces.at(space)
        )
        if coming and coming + standing > 1:
            raise Illegal("WW-1", "{space} can have only one AA gun", space=space)

    def raid_rolled(self, game: Game, territory: SpaceId, dice: tuple[int, ...]) -> Step:
        """Each 5 or 6 destroys one stored unit of the complex's owner.

        Implements: WW-2
        """
        game = yield from super().raid_rolled(game, territory, dice)
        power = game.control[territory]
        for _ in range(sum(die >= _DESTROYS for die in dice)):
            if not any(game.waiting.get(power, {}).values()):
                break
            game, answer = yield from ask(game, DiscardStored(power))
            game = _destroyed(game, power, {answer.kind: 1})
        return game

    def territory_taken(self, game: Game, space: SpaceId, before: Power | None) -> Game:
        """With a power's last complex its store is lost.

        Implements: WW-3
        """
        game = super().territory_taken(game, space, before)
        stored = {} if before is None else game.waiting.get(before, {})
        if before is None or not any(stored.values()):
            return game
        if any(game.rules.counts_as(game, p, Trait.COMPLEX) for p in game.owned(before)):
            return game
        return _destroyed(game, before, {kind: n for kind, n in sorted(stored.items()) if n})

    def remove_power(self, game: Game, power: Power) -> Game:
        """A power that collapses takes its store with it (ruling 46)."""
        game = super().remove_power(game, power)
        return game.replace(waiting={**game.waiting, power: {}})
