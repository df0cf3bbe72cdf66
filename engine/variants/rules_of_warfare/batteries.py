"""WA: artillery batteries, which fire from one territory into the battles next to it."""

__all__ = [
    "BATTERY",
    "Batteries",
    "BatteryFire",
    "BatteryRaid",
    "Bombarded",
    "FireBatteries",
    "RaidByBatteries",
]

import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import ClassVar

from engine.battle.casualties import assign_hits, mark_hits
from engine.battle.fire import fire, remaining_hits
from engine.battle.sides import current_battle, engaged
from engine.battles import Role, Shots
from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Event, Game
from engine.phases import Phase
from engine.pieces import Figure, Piece, PieceId
from engine.requests import Decision, Roll, Step, ask
from engine.slots import ModuleState, StateSlot
from engine.units import Domain, Kind, Trait, UnitType
from engine.variants.rules_of_warfare.article import RulesOfWarfare

BATTERY = Kind("artillery_battery")

_ROW = UnitType(
    kind=BATTERY,
    domain=Domain.LAND,
    cost=8,
    attack=0,  # the printed 3 is for its fire from next door
    defence=1,
    move=1,
    hits=1,
    traits=frozenset((Trait.STAYS_IN_COMBAT_MOVE,)),
    bulk=3,
)
_FIRE = 3
_RAID_SIDES = 6


@dataclass(frozen=True, slots=True)
class Spent(ModuleState):
    """Batteries that have fired or raided this turn."""

    batteries: frozenset[PieceId] = frozenset()


_STATE = StateSlot("WA", Spent, Spent())


@dataclass(frozen=True, slots=True)
class Bombarded(Event):
    """Batteries have rolled these dice at a complex (WA-4)."""

    tag: ClassVar[str] = "batteries_bombarded"

    space: SpaceId
    batteries: tuple[PieceId, ...]
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BatteryFire:
    """Batteries that fire into the battle."""

    batteries: frozenset[PieceId]


@dataclass(frozen=True, slots=True)
class FireBatteries(Decision[BatteryFire]):
    """Which batteries next to a battle fire into it, once a turn each (WA-2)."""

    answers: ClassVar[type[BatteryFire]] = BatteryFire

    def check(self, game: Game, answer: BatteryFire) -> None:
        """See `Decision.check`."""
        strangers = answer.batteries.difference(_near(game, self.power, current_battle(game).space))
        if strangers:
            raise Illegal(
                "WA-2", "{piece} is not a battery that can fire here", piece=min(strangers)
            )

    def candidates(self, game: Game) -> Iterator[BatteryFire]:
        """Legal answers; of those that fire equally many, the one with the lowest ids."""
        near = _near(game, self.power, current_battle(game).space)
        return (BatteryFire(frozenset(near[:count])) for count in range(len(near) + 1))

    def sample(self, game: Game, draw: random.Random) -> BatteryFire:
        """Mostly all of them."""
        near = _near(game, self.power, current_battle(game).space)
        return BatteryFire(frozenset(battery for battery in near if draw.randrange(4)))


@dataclass(frozen=True, slots=True)
class BatteryRaid:
    """The territory that each raiding battery fires at; the others are left out."""

    targets: Mapping[PieceId, SpaceId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RaidByBatteries(Decision[BatteryRaid]):
    """Which batteries raid a complex next door instead of firing into a battle (WA-4)."""

    answers: ClassVar[type[BatteryRaid]] = BatteryRaid

    def check(self, game: Game, answer: BatteryRaid) -> None:
        """See `Decision.check`."""
        reach = _reach(game, self.power)
        for battery, territory in sorted(answer.targets.items()):
            if territory not in reach.get(battery, ()):
                raise Illegal(
                    "WA-4",
                    "{piece} cannot raid a complex in {space}",
                    piece=battery,
                    space=territory,
                )

    def candidates(self, game: Game) -> Iterator[BatteryRaid]:
        """See `Decision.candidates`; all legal answers."""
        reach = _reach(game, self.power)
        choices: list[list[SpaceId | None]] = [[None, *targets] for targets in reach.values()]
        for chosen in product(*choices):
            aimed = zip(reach, chosen, strict=True)
            yield BatteryRaid({battery: there for battery, there in aimed if there is not None})

    def sample(self, game: Game, draw: random.Random) -> BatteryRaid:
        """Each raids or not as it falls."""
        return BatteryRaid(
            {
                battery: draw.choice(targets)
                for battery, targets in _reach(game, self.power).items()
                if draw.randrange(2)
            }
        )


class Batteries(RulesOfWarfare):
    """Guns of long range that move after combat only (WA).

    Attacked at home they are units like others, which defend on 1 and stop tanks (WA-3).

    Implements: WA-3
    """

    module: ClassVar[str] = "WA"
    title: ClassVar[str] = "artillery batteries"
    about: ClassVar[str] = "heavy guns that reach over a border, or a coast"
    units: ClassVar[tuple[UnitType, ...]] = (_ROW,)

    def may_stack(
        self,
        game: Game,
        kinds: tuple[Kind, ...],
        space: SpaceId,
        leaving: Collection[PieceId] = (),
    ) -> None:
        """One battery in a territory, of whatever power.

        Implements: WA-1
        """
        super().may_stack(game, kinds, space, leaving)
        staying = (piece for piece in game.pieces.at(space) if piece.id not in leaving)
        coming = kinds.count(BATTERY)
        if coming and coming + sum(map(_is_battery, staying)) > 1:
            raise Illegal("WA-1", "{space} can have only one artillery battery", space=space)

    def turn_opens(self, game: Game) -> Step:
        """All may fire again (WA-2)."""
        if game.state(_STATE).batteries:
            game = game.with_state(_STATE, Spent())
        return (yield from super().turn_opens(game))

    def phase_opens(self, game: Game, phase: Phase) -> Step:
        """Conduct combat begins with the raids of batteries; nothing fires at them (WA-4)."""
        game = yield from super().phase_opens(game, phase)
        if phase is not Phase.CONDUCT_COMBAT or not _reach(game, game.active):
            return game
        game, answer = yield from ask(game, RaidByBatteries(game.active))
        for territory in sorted(set(answer.targets.values())):
            firing = tuple(b for b, there in sorted(answer.targets.items()) if there == territory)
            game = yield from _raid(game, firing, territory)
        return game

    def supporting_strength(self, game: Game, piece: Piece) -> int:
        """A battery that has not fired in this turn."""
        if piece not in _ready(game, piece.owner):
            return super().supporting_strength(game, piece)
        return game.rules.scaled_strength(game, _FIRE)

    def opening_fire(self, game: Game) -> Step:
        """Batteries next door fire; what they hit still fires back in round 1.

        Implements: WA-2
        """
        game = yield from super().opening_fire(game)
        battle = current_battle(game)
        near = _near(game, battle.attacker, battle.space)
        if not near or not _targets(game):
            return game
        game, answer = yield from ask(game, FireBatteries(battle.attacker))
        if not answer.batteries:
            return game
        volley = Shots(
            role=Role.ATTACKER,
            kind=BATTERY,
            strength=game.rules.scaled_strength(game, _FIRE),
            count=len(answer.batteries),
            targets=_targets(game),
        )
        game = yield from fire(
            _spent(game, answer.batteries), (volley,), "batteries fire", battle.attacker
        )
        game, losses = yield from assign_hits(game, Role.DEFENDER)
        return mark_hits(game, losses)


def _is_battery(piece: Piece) -> bool:
    return isinstance(piece, Figure) and piece.kind == BATTERY


def _ready(game: Game, power: Power) -> tuple[Figure, ...]:
    """A power's batteries ashore that have neither fired nor raided this turn."""
    spent = game.state(_STATE).batteries
    return tuple(
        piece
        for piece in game.owned(power)
        if isinstance(piece, Figure)
        and piece.kind == BATTERY
        and piece.aboard is None
        and piece.id not in spent
    )


def _near(game: Game, power: Power, space: SpaceId) -> tuple[PieceId, ...]:
    """Batteries that can fire into a battle in a space next to theirs."""
    return tuple(b.id for b in _ready(game, power) if game.board.adjacent(b.at, space))


def _targets(game: Game) -> tuple[PieceId, ...]:
    """What batteries may hit in the battle; what lies face down has no room for hits.

    Implements: ruling 4
    """
    return tuple(
        piece.id
        for piece in engaged(game, Role.DEFENDER)
        if remaining_hits(game, piece) > 0
        and game.rules.may_hit(game, Role.ATTACKER, BATTERY, piece)
    )


def _reach(game: Game, power: Power) -> dict[PieceId, tuple[SpaceId, ...]]:
    """The enemy complexes next to each battery that can raid."""
    found = {
        battery.id: tuple(
            there
            for there in game.board.adjacent_land(battery.at)
            if any(
                game.rules.counts_as(game, piece, Trait.COMPLEX)
                for piece in game.enemies_at(power, there)
            )
        )
        for battery in _ready(game, power)
    }
    return {battery: spaces for battery, spaces in found.items() if spaces}


def _spent(game: Game, batteries: frozenset[PieceId]) -> Game:
    spent = game.state(_STATE).batteries
    return game.with_state(_STATE, Spent(spent | batteries))


def _raid(game: Game, batteries: tuple[PieceId, ...], territory: SpaceId) -> Step:
    """A die for each battery; the sum is done to the complex as by bombers.

    Implements: WA-4
    """
    roll = Roll(
        game.active, len(batteries), _RAID_SIDES, "battery raid", (game.control[territory],)
    )
    game, dice = yield from ask(_spent(game, frozenset(batteries)), roll)
    game = game.with_events(Bombarded(territory, batteries, dice))
    game = yield from game.rules.raid_rolled(game, territory, dice)
    return game.rules.complex_bombed(game, territory, sum(dice))
