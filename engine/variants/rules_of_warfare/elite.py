"""WE: one unit of each power is elite, and rerolls a die in every battle."""

__all__ = [
    "Elite",
    "EliteBought",
    "EliteMarked",
    "EliteUnits",
    "Mark",
    "MarkElite",
    "Renew",
    "RenewElite",
    "Reroll",
    "RerollDie",
    "Rerolled",
    "elite_of",
    "with_elite",
]

import dataclasses
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.battle.sides import current_battle, engaged, role_of
from engine.battles import BattleKind, Role, Shots
from engine.board import Power
from engine.errors import Illegal
from engine.game import Event, Game
from engine.options import LOW_LUCK
from engine.pieces import Figure, Piece, PieceId, PieceMark
from engine.requests import Decision, Roll, Step, ask
from engine.slots import ModuleState, StateSlot
from engine.units import Kind, Trait
from engine.variants.rules_of_warfare.article import RulesOfWarfare
from engine.victory import capital_is_free


@dataclass(frozen=True, slots=True)
class Elite:
    """A power's elite unit: its kind, and its piece; None if it waits to be placed."""

    kind: Kind
    piece: PieceId | None


@dataclass(frozen=True, slots=True)
class Roster(ModuleState):
    """The elite unit of each power, and those that have rerolled in this battle."""

    units: Mapping[Power, Elite] = field(default_factory=dict)
    rerolled: frozenset[PieceId] = frozenset()


_STATE = StateSlot("WE", Roster, Roster())


def elite_of(game: Game, power: Power) -> PieceId | None:
    """The elite unit that a power has on the board, if any."""
    elite = game.state(_STATE).units.get(power)
    return elite.piece if elite is not None and elite.piece in game.pieces else None


@dataclass(frozen=True, slots=True)
class EliteMarked(Event):
    """A unit has become elite (WE-1, 2)."""

    tag: ClassVar[str] = "elite_marked"

    power: Power
    piece: PieceId


@dataclass(frozen=True, slots=True)
class EliteBought(Event):
    """A power has paid for a new elite unit in place of the one that it has lost (WE-2)."""

    tag: ClassVar[str] = "elite_bought"

    power: Power
    kind: Kind
    spent: int


@dataclass(frozen=True, slots=True)
class Rerolled(Event):
    """An elite unit has rolled its die again (WE-1)."""

    tag: ClassVar[str] = "rerolled"

    piece: PieceId
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Mark:
    """The unit that becomes elite."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class MarkElite(Decision[Mark]):
    """Which of its starting units a power makes elite (WE-1)."""

    answers: ClassVar[type[Mark]] = Mark

    def check(self, game: Game, answer: Mark) -> None:
        """See `Decision.check`."""
        if answer.piece not in _fit(game, self.power):
            raise Illegal(
                "WE-1",
                "{piece} is not a unit of {power} that fights",
                piece=answer.piece,
                power=self.power,
            )

    def candidates(self, game: Game) -> Iterator[Mark]:
        """See `Decision.candidates`; all legal answers."""
        return map(Mark, _fit(game, self.power))


@dataclass(frozen=True, slots=True)
class Reroll:
    """Whether the elite unit rolls its die again; the second result stands."""

    again: bool


@dataclass(frozen=True, slots=True)
class RerollDie(Decision[Reroll]):
    """Whether an elite unit that has missed uses its reroll of this battle now (WE-1)."""

    answers: ClassVar[type[Reroll]] = Reroll

    def check(self, game: Game, answer: Reroll) -> None:
        """See `Decision.check`; either is legal."""

    def candidates(self, game: Game) -> Iterator[Reroll]:
        """See `Decision.candidates`; all legal answers."""
        return map(Reroll, (True, False))


@dataclass(frozen=True, slots=True)
class Renew:
    """Whether a new elite unit is bought."""

    buy: bool


@dataclass(frozen=True, slots=True)
class RenewElite(Decision[Renew]):
    """Whether a power buys a new elite unit of the kind that it has lost.

    Implements: WE-2
    """

    answers: ClassVar[type[Renew]] = Renew

    def check(self, game: Game, answer: Renew) -> None:
        """See `Decision.check`; either is legal, since it is asked only of who can pay."""

    def candidates(self, game: Game) -> Iterator[Renew]:
        """See `Decision.candidates`; all legal answers."""
        return map(Renew, (False, True))

    def sample(self, game: Game, draw: random.Random) -> Renew:
        """More often than not."""
        return Renew(draw.randrange(3) > 0)


def _fit(game: Game, power: Power) -> tuple[PieceId, ...]:
    """Figures of a power that fight; ⚖ guns and complexes have no dice to reroll (WE-1).

    With Secret Subs no submarine is elite (ruling 7).

    Implements: ruling 7
    """
    hidden = "SS" in game.rules.modules
    return tuple(
        piece.id
        for piece in game.owned(power)
        if isinstance(piece, Figure)
        and game.rules.unit_type(game, power, piece.kind).is_combat_unit
        and not (hidden and game.rules.counts_as(game, piece, Trait.SUBMARINE))
    )


class EliteUnits(RulesOfWarfare):
    """Elite units (WE)."""

    module: ClassVar[str] = "WE"
    title: ClassVar[str] = "elite units"
    about: ClassVar[str] = "one unit of each power is better than its like"

    def set_up(self, game: Game) -> Step:
        """Each power marks one starting unit (WE-1)."""
        game = yield from super().set_up(game)
        for power in self.scenario.powers:
            if _fit(game, power):
                game, answer = yield from ask(game, MarkElite(power))
                game = _enlisted(game, power, game.pieces[answer.piece])
        return game

    def marks(self, game: Game, piece: Piece) -> tuple[PieceMark, ...]:
        """Its owner knows when choosing it as a casualty (WE-1)."""
        marks = super().marks(game, piece)
        return (*marks, PieceMark("elite")) if elite_of(game, piece.owner) == piece.id else marks

    def rerolls(self, game: Game, piece: Piece) -> bool:
        """An elite unit that has not done so in this battle; nobody in low luck."""
        spent = self.option(LOW_LUCK) or piece.id in game.state(_STATE).rerolled
        elite = elite_of(game, piece.owner) == piece.id
        return (elite and not spent) or super().rerolls(game, piece)

    def after_roll(self, game: Game) -> Step:
        """Elite units that have missed may roll again, once a battle.

        Implements: WE-1
        """
        game = yield from super().after_roll(game)
        skirmish = current_battle(game).kind in (BattleKind.RAID, BattleKind.OVERFLIGHT)
        if skirmish or self.option(LOW_LUCK):
            return game
        active = current_battle(game).attacker
        for power in (active, *game.after(active)):
            game = yield from _again(game, power)
        return game

    def battle_closes(self, game: Game) -> Step:
        """Rerolls are available again in the next battle (WE-1)."""
        roster = game.state(_STATE)
        if roster.rerolled:
            game = game.with_state(_STATE, Roster(roster.units))
        return (yield from super().battle_closes(game))

    def after_purchase(self, game: Game) -> Step:
        """A lost elite unit may be bought again at the normal price (WE-2)."""
        game = yield from super().after_purchase(game)
        power = game.active
        elite = game.state(_STATE).units.get(power)
        if elite is None or not _is_lost(game, power, elite):
            return game
        price = game.rules.unit_type(game, power, elite.kind).cost
        if not capital_is_free(game, power) or price > game.treasury[power]:
            return game
        game, answer = yield from ask(game, RenewElite(power))
        if not answer.buy:
            return game
        waiting = Counter(game.waiting.get(power, {}))
        waiting[elite.kind] += 1
        game = game.replace(
            treasury={**game.treasury, power: game.treasury[power] - price},
            waiting={**game.waiting, power: dict(sorted(waiting.items()))},
        )
        game = with_elite(game, power, Elite(elite.kind, None))
        return game.with_events(EliteBought(power, elite.kind, price))

    def units_placed(self, game: Game) -> Step:
        """⚖ The first unit of its kind that is placed is the new elite unit (WE-2)."""
        game = yield from super().units_placed(game)
        elite = game.state(_STATE).units.get(game.active)
        if elite is None or elite.piece is not None:
            return game
        for piece in game.owned(game.active):
            new = piece.id not in game.record.phase_began
            if new and isinstance(piece, Figure) and piece.kind == elite.kind:
                return _enlisted(game, game.active, piece)
        return game

    def unplaced(self, game: Game, power: Power) -> Mapping[Kind, int]:
        """A new elite unit waits for any later Mobilize (WE-2)."""
        left = super().unplaced(game, power)
        elite = game.state(_STATE).units.get(power)
        if elite is None or elite.piece is not None or left.get(elite.kind, 0):
            return left
        return {**left, elite.kind: min(1, game.waiting.get(power, {}).get(elite.kind, 0))}


def _is_lost(game: Game, power: Power, elite: Elite) -> bool:
    """Whether a power has lost its elite unit and none is waiting (WE-2)."""
    if elite.piece is None:
        return not game.waiting.get(power, {}).get(elite.kind, 0)
    return elite.piece not in game.pieces


def with_elite(game: Game, power: Power, elite: Elite) -> Game:
    """The game with a power's elite unit."""
    roster = game.state(_STATE)
    units = {**roster.units, power: elite}
    return game.with_state(_STATE, Roster(units, roster.rerolled))


def _enlisted(game: Game, power: Power, piece: Piece) -> Game:
    (kind,) = game.rules.units_of(game, piece)
    return with_elite(game, power, Elite(kind, piece.id)).with_events(EliteMarked(power, piece.id))


def _again(game: Game, power: Power) -> Step:
    """Offer a power's elite unit its reroll, if its own die has missed."""
    piece, roster = elite_of(game, power), game.state(_STATE)
    if piece is None or piece in roster.rerolled:
        return game
    at = _own_shots(game, game.pieces[piece])
    if at is None:
        return game
    volley = current_battle(game).volley
    shot = volley[at]
    missed = _missed(game, game.pieces[piece], shot)
    if missed is None:
        return game
    game, answer = yield from ask(game, RerollDie(power))
    if not answer.again:
        return game
    roll = Roll(power, 1, game.rules.die_sides(game), "an elite unit's reroll")
    game, (die,) = yield from ask(game, roll)
    dice = (*shot.dice[:missed], die, *shot.dice[missed + 1 :])
    again = dataclasses.replace(shot, dice=dice)
    game = game.update_battle(volley=(*volley[:at], again, *volley[at + 1 :]))
    game = game.with_state(_STATE, Roster(roster.units, roster.rerolled | {piece}))
    return game.with_events(Rerolled(piece, shot.dice[missed], die))


def _missed(game: Game, piece: Piece, shot: Shots) -> int | None:
    """Which of a unit's own dice, the first of its shots, is worth rolling again."""
    throw = game.rules.throw(game, piece, shot.kind, shot.role)
    misses = [i for i, die in enumerate(shot.dice[: throw.dice]) if die > shot.strength]
    if not misses or (throw.best and len(misses) < throw.dice):
        return None
    return misses[0]


def _own_shots(game: Game, piece: Piece) -> int | None:
    """Where in the volley the dice of a unit are; ⚖ its own is the first of its kind."""
    role = _firing(game, piece)
    if role is None:
        return None
    (kind,) = game.rules.units_of(game, piece)
    strength = game.rules.strength(game, piece, kind, role)

    def its_own(shot: Shots) -> bool:
        return (shot.role, shot.kind, shot.strength) == (role, kind, strength) and bool(shot.dice)

    return next((i for i, shot in enumerate(current_battle(game).volley) if its_own(shot)), None)


def _firing(game: Game, piece: Piece) -> Role | None:
    """The side for which a unit fires now: in the battle, or bombarding from the sea (BG-8.5b)."""
    battle = current_battle(game)
    role = role_of(game, piece.owner)
    shelling = piece.id in game.record.bombarding.get(battle.space, ()) and (
        piece.at not in game.record.sea_battles
    )
    return role if shelling or piece in engaged(game, role) else None
