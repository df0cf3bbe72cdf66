"""TC: transports cost 8 IPC, and old ones can be scrapped."""

__all__ = ["CheapTransports", "Scrap", "ScrapTransports", "TransportsScrapped"]

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from engine.board import Power
from engine.errors import Illegal
from engine.game import Event, Game
from engine.phases import Phase
from engine.pieces import PieceId
from engine.requests import Decision, Step, ask
from engine.rules import Rules
from engine.units import Kind, Trait, UnitType

_PRICE, _SCRAP = 8, 3  # IPC


@dataclass(frozen=True, slots=True)
class TransportsScrapped(Event):
    """A power has sold transports for scrap (TC-2)."""

    tag: ClassVar[str] = "transports_scrapped"

    power: Power
    ships: tuple[PieceId, ...]
    ipc: int


@dataclass(frozen=True, slots=True)
class Scrap:
    """The transports that are sold."""

    ships: frozenset[PieceId] = frozenset()


@dataclass(frozen=True, slots=True)
class ScrapTransports(Decision[Scrap]):
    """Which of its transports a power sells before it buys (TC-2)."""

    answers: ClassVar[type[Scrap]] = Scrap

    def check(self, game: Game, answer: Scrap) -> None:
        """See `Decision.check`."""
        for ship in sorted(answer.ships.difference(_transports(game, self.power))):
            raise Illegal("TC-2", "{piece} is no transport of yours", piece=ship)

    def candidates(self, game: Game) -> Iterator[Scrap]:
        """See `Decision.candidates`; all legal answers."""
        ships = _transports(game, self.power)
        for number in range(len(ships) + 1):
            yield from (Scrap(frozenset(some)) for some in combinations(ships, number))


def _transports(game: Game, power: Power) -> tuple[PieceId, ...]:
    own = sorted(game.owned(power), key=lambda piece: piece.id)
    return tuple(p.id for p in own if game.rules.counts_as(game, p, Trait.TRANSPORT))


class CheapTransports(Rules):
    """Transports at one price on every board, and their scrap."""

    module: ClassVar[str] = "TC"
    title: ClassVar[str] = "cheap transports"
    about: ClassVar[str] = "transports cost 8 IPC, and old ones can be scrapped"

    def unit_type(self, game: Game, owner: Power, kind: Kind) -> UnitType:
        """A transport costs 8 IPC (TC-1)."""
        row = super().unit_type(game, owner, kind)
        return dataclasses.replace(row, cost=_PRICE) if Trait.TRANSPORT in row.traits else row

    def phase_opens(self, game: Game, phase: Phase) -> Step:
        """Before it buys, a power may sell transports for 3 IPC each (TC-2)."""
        game = yield from super().phase_opens(game, phase)
        if phase is not Phase.PURCHASE:
            return game
        game, sold = yield from ask(game, ScrapTransports(game.active))
        if not sold.ships:
            return game
        ships, ipc = tuple(sorted(sold.ships)), _SCRAP * len(sold.ships)
        treasury = {**game.treasury, game.active: game.treasury[game.active] + ipc}
        game = game.without_pieces(ships).replace(treasury=treasury)
        return game.with_events(TransportsScrapped(game.active, ships, ipc))
