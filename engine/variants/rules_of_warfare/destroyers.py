"""WD: destroyers for an edition that has none."""

__all__ = ["WD_ASW", "Destroyers", "Swap", "SwapBattleship", "Swapped"]

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power
from engine.errors import Illegal, IncompatibleModules
from engine.game import Event, Game
from engine.options import Option, flag
from engine.pieces import Figure, PieceId
from engine.requests import Decision, Step, ask
from engine.scenario import Scenario
from engine.units import BATTLESHIP, DESTROYER, Domain, Trait, UnitType
from engine.variants.rules_of_warfare.article import RulesOfWarfare
from engine.variants.rules_of_warfare.elite import elite_of

WD_ASW = flag(
    "wd_asw",
    default=False,
    text="whether destroyers of rule WD act against submarines; always with SS, DS and SW (WD-3)",
)
"""Whether they are destroyers as the base game knows them.

Implements: WD-3, ruling 5
"""

_AGAINST_SUBMARINES = ("SS", "DS", "SW")


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """A battleship has been exchanged for two destroyers (WD-2)."""

    tag: ClassVar[str] = "swapped"

    battleship: PieceId
    destroyers: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """The battleship that is exchanged, if any."""

    battleship: PieceId | None = None


@dataclass(frozen=True, slots=True)
class SwapBattleship(Decision[Swap]):
    """Whether a power starts with two destroyers in place of one of its battleships.

    Implements: WD-2
    """

    answers: ClassVar[type[Swap]] = Swap

    def check(self, game: Game, answer: Swap) -> None:
        """See `Decision.check`."""
        if answer.battleship is not None and answer.battleship not in _ships(game, self.power):
            raise Illegal(
                "WD-2", "{piece} is not a battleship that can be swapped", piece=answer.battleship
            )

    def candidates(self, game: Game) -> Iterator[Swap]:
        """See `Decision.candidates`; all legal answers."""
        yield Swap()
        yield from (Swap(ship) for ship in _ships(game, self.power))


def _ships(game: Game, power: Power) -> tuple[PieceId, ...]:
    """Battleships of a power; an elite one may not be swapped.

    Implements: ruling 30
    """
    elite = elite_of(game, power)
    return tuple(
        piece.id
        for piece in game.owned(power)
        if isinstance(piece, Figure) and piece.kind == BATTLESHIP and piece.id != elite
    )


class Destroyers(RulesOfWarfare):
    """Destroyers: 15 IPC, 3/3/2, no support shot.

    Implements: WD-1
    """

    module: ClassVar[str] = "WD"
    title: ClassVar[str] = "destroyers"
    about: ClassVar[str] = "an early destroyer for the Classic edition"
    declares: ClassVar[tuple[Option[object], ...]] = (WD_ASW,)

    def __init__(
        self,
        scenario: Scenario,
        options: Mapping[str, str],
        seats: tuple[tuple[Power, ...], ...],
    ) -> None:
        if DESTROYER in scenario.units:
            raise IncompatibleModules(
                f"{self.module}: the unit table of {scenario.name} has a destroyer of its own"
            )
        forced = any(module in self.modules for module in _AGAINST_SUBMARINES)
        options = {**options, WD_ASW.name: "on"} if forced else options
        traits = {Trait.SURFACE_WARSHIP}
        if WD_ASW.values[options[WD_ASW.name]]:
            traits.add(Trait.DESTROYER)
        row = UnitType(
            kind=DESTROYER,
            domain=Domain.SEA,
            cost=15,
            attack=3,
            defence=3,
            move=2,
            hits=1,
            traits=frozenset(traits),
        )
        super().__init__(scenario.with_units(row), options, seats)

    def set_up(self, game: Game) -> Step:
        """Each power may swap one battleship (WD-2)."""
        game = yield from super().set_up(game)
        for power in self.scenario.powers:
            game, answer = yield from ask(game, SwapBattleship(power))
            if answer.battleship is not None:
                game = _swapped(game, answer.battleship)
        return game


def _swapped(game: Game, battleship: PieceId) -> Game:
    ship = game.pieces[battleship]
    new = tuple(
        Figure(id=PieceId(game.next_id + i), owner=ship.owner, kind=DESTROYER, at=ship.at)
        for i in range(2)
    )
    game = (
        game.without_pieces((battleship,))
        .with_pieces(*new)
        .replace(next_id=game.next_id + len(new))
    )
    return game.with_events(Swapped(battleship, tuple(piece.id for piece in new)))
