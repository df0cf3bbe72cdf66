"""WM: sea mines, laid by transports."""

__all__ = [
    "MINE",
    "Course",
    "GoOn",
    "LayMine",
    "MineHit",
    "MineLaid",
    "MineLoaded",
    "MineRolled",
    "MineTransport",
    "Minefield",
    "MinefieldFields",
    "MinesLost",
    "SeaMines",
    "StowMine",
    "enemy_mine",
    "update_mines",
]

import dataclasses
import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypedDict, Unpack

from engine.board import Power, SpaceId
from engine.errors import Illegal, counted
from engine.game import Event, Game
from engine.movement.cargo import cargo_of
from engine.movement.phases import NoncombatMove
from engine.movement.takeback import taken_back_together, without_take_back
from engine.pause import Action, Prompt
from engine.pieces import Figure, Piece, PieceId, PieceMark
from engine.requests import Decision, Roll, Step, ask
from engine.slots import ModuleState, StateSlot
from engine.units import INFANTRY, Domain, Kind, Trait, UnitType
from engine.variants.rules_of_warfare.article import RulesOfWarfare

MINE = Kind("sea_mine")

_ROW = UnitType(
    kind=MINE,
    domain=Domain.SEA,
    cost=5,
    attack=0,  # the printed 1 is what it rolls against ships that pass
    defence=0,
    move=0,
    hits=1,
    traits=frozenset(),
)
_MOST = 2  # aboard one transport
_HIT = 1
_SELDOM = 3


class MinefieldFields(TypedDict, total=False):
    """The fields of a `Minefield`: the keywords of `update_mines`."""

    laid: Mapping[SpaceId, Power]
    aboard: Mapping[PieceId, int]
    shaken: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Minefield(ModuleState):
    """What the rule remembers.

    Attributes:
        laid: who has laid the mine of each zone.
        aboard: the mines aboard each transport.
        shaken: the remaining pieces of an order after a mine has hit, until they move on.
    """

    laid: Mapping[SpaceId, Power] = field(default_factory=dict)
    aboard: Mapping[PieceId, int] = field(default_factory=dict)
    shaken: tuple[PieceId, ...] = ()


_STATE = StateSlot("WM", Minefield, Minefield())


@dataclass(frozen=True, slots=True)
class MineLoaded(Event):
    """A new mine has gone aboard a transport (WM-1)."""

    tag: ClassVar[str] = "mine_loaded"

    transport: PieceId


@dataclass(frozen=True, slots=True)
class MinesLost(Event):
    """New mines of a power found no place aboard a transport and are lost (WM-1)."""

    tag: ClassVar[str] = "mines_lost"

    power: Power
    count: int


@dataclass(frozen=True, slots=True)
class MineLaid(Event):
    """A transport has laid a mine (WM-2)."""

    tag: ClassVar[str] = "mine_laid"

    transport: PieceId
    at: SpaceId


@dataclass(frozen=True, slots=True)
class MineRolled(Event):
    """Ships have entered a mined zone; a die for each, in their order; 1 hits (WM-3)."""

    tag: ClassVar[str] = "mine_rolled"

    at: SpaceId
    ships: tuple[PieceId, ...]
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MineHit(Event):
    """The mine of a zone is used up (WM-3)."""

    tag: ClassVar[str] = "mine_hit"

    at: SpaceId


@dataclass(frozen=True, slots=True)
class LayMine(Action):
    """A transport lays one of its mines where it is; its movement is over.

    Implements: WM-2
    """

    tag: ClassVar[str] = "lay_mine"

    transport: PieceId


@dataclass(frozen=True, slots=True)
class Course:
    """Whether the remaining ships continue."""

    on: bool


@dataclass(frozen=True, slots=True)
class GoOn(Decision[Course]):
    """Whether an order continues after a mine has hit (WM-3)."""

    answers: ClassVar[type[Course]] = Course

    def check(self, game: Game, answer: Course) -> None:
        """See `Decision.check`; either is legal."""

    def candidates(self, game: Game) -> Iterator[Course]:
        """See `Decision.candidates`; all legal answers."""
        return map(Course, (True, False))


@dataclass(frozen=True, slots=True)
class MineTransport:
    """The transport that takes a mine aboard."""

    transport: PieceId


@dataclass(frozen=True, slots=True)
class StowMine(Decision[MineTransport]):
    """Which transport takes a new mine aboard in a zone: its owner's choice (WM-1)."""

    at: SpaceId

    answers: ClassVar[type[MineTransport]] = MineTransport

    def check(self, game: Game, answer: MineTransport) -> None:
        """See `Decision.check`."""
        if answer.transport not in _with_room(game, self.power, self.at):
            raise Illegal(
                "WM-1",
                "{piece} has no room for a mine in {space}",
                piece=answer.transport,
                space=self.at,
            )

    def candidates(self, game: Game) -> Iterator[MineTransport]:
        """One of those transports that are alike: with the same cargo and the same markers."""
        seen = set()
        for ship in _with_room(game, self.power, self.at):
            load = tuple(sorted((unit.owner, unit.kind) for unit in cargo_of(game, (ship,))))
            likeness = load, game.rules.marks(game, game.pieces[ship])
            if likeness not in seen:
                seen.add(likeness)
                yield MineTransport(ship)


class SeaMines(RulesOfWarfare):
    """Mines (WM)."""

    module: ClassVar[str] = "WM"
    title: ClassVar[str] = "sea mines"
    about: ClassVar[str] = "mines laid at sea, which strike whoever enters"
    units: ClassVar[tuple[UnitType, ...]] = (_ROW,)
    needs: ClassVar[tuple[Kind, ...]] = (INFANTRY,)
    actions: ClassVar[Mapping[str, type[Action]]] = {LayMine.tag: LayMine}

    # Loading, WM-1

    def placements(
        self, game: Game, power: Power, kind: Kind
    ) -> Mapping[SpaceId, tuple[SpaceId, ...]]:
        """Mines go aboard own transports next to an own complex (WM-1).

        ⚖ Also aboard new ones: where a transport waits it may be placed along with them.
        """
        found = super().placements(game, power, kind)
        if kind != MINE or _awaits_transport(game, power):
            return found
        return {
            complex_: tuple(zone for zone in zones if _with_room(game, power, zone))
            for complex_, zones in found.items()
        }

    def may_stack(
        self,
        game: Game,
        kinds: tuple[Kind, ...],
        space: SpaceId,
        leaving: Collection[PieceId] = (),
    ) -> None:
        """No more new mines in a zone than its transports have room for, new ones included (WM-1).

        Implements: WM-1
        """
        super().may_stack(game, kinds, space, leaving)
        number = kinds.count(MINE)
        if not number:
            return
        units = game.rules.scenario.units
        ships = [
            *_own_transports(game, game.active, space),
            *(
                Figure(id=PieceId(0), owner=game.active, at=space, kind=kind)
                for kind in kinds
                if Trait.TRANSPORT in units[kind].traits
            ),
        ]
        room = sum(_room(game, ship) for ship in ships)
        if number > room:
            raise Illegal(
                "WM-1",
                "the transports in {space} have room for {mines}, not {number}",
                space=space,
                mines=counted(room, "mine"),
                number=number,
            )

    def units_placed(self, game: Game) -> Step:
        """New mines go aboard, one after the other; the others are lost, or stored by rule WW.

        Implements: ruling 36
        """
        power = game.active
        new = [p for p in game.owned(power) if isinstance(p, Figure) and p.kind == MINE]
        for mine in new:
            game = game.without_pieces((mine.id,))
            game, stowage = yield from ask(game, StowMine(power, mine.at))
            game = _aboard(game, stowage.transport, 1).with_events(MineLoaded(stowage.transport))
        waiting = game.waiting.get(power, {})
        if waiting.get(MINE, 0) and not game.rules.stores(game, power, MINE):
            others = {kind: count for kind, count in waiting.items() if kind != MINE}
            game = game.replace(waiting={**game.waiting, power: others})
            game = game.with_events(MinesLost(power, waiting[MINE]))
        return (yield from super().units_placed(game))

    def fits_aboard(self, game: Game, transport: Figure, cargo: tuple[Figure, ...]) -> bool:
        """A mine takes the place of an infantry (WM-1, ruling 37).

        Implements: ruling 37
        """
        mines = game.state(_STATE).aboard.get(transport.id, 0)
        stowed = Figure(id=PieceId(0), owner=transport.owner, at=transport.at, kind=INFANTRY)
        return super().fits_aboard(game, transport, (*cargo, *((stowed,) * mines)))

    def marks(self, game: Game, piece: Piece) -> tuple[PieceMark, ...]:
        """A transport with mines differs from others as a casualty."""
        mines = game.state(_STATE).aboard.get(piece.id, 0)
        marks = super().marks(game, piece)
        return (*marks, PieceMark("mine", mines)) if mines else marks

    # Laying, WM-2

    def check_action(self, game: Game, decision: Prompt, action: Action) -> None:
        """A transport with a mine, in Noncombat move, in waters without enemies (WM-2)."""
        if not isinstance(action, LayMine):
            super().check_action(game, decision, action)
        elif not isinstance(decision, NoncombatMove) or action.transport not in _layers(game):
            raise Illegal("WM-2", "{piece} cannot lay a mine here now", piece=action.transport)

    def candidate_actions(self, game: Game, decision: Prompt) -> Iterator[Action]:
        """Each transport that can lay one."""
        yield from super().candidate_actions(game, decision)
        if isinstance(decision, NoncombatMove):
            yield from map(LayMine, _layers(game))

    def draft_action(
        self,
        game: Game,
        decision: Prompt,
        draw: random.Random,
        secrets: Mapping[PieceId, int],
    ) -> Action | None:
        """Mostly lay a mine."""
        able = _layers(game) if isinstance(decision, NoncombatMove) else ()
        if able and draw.randrange(_SELDOM):
            return LayMine(draw.choice(able))
        return super().draft_action(game, decision, draw, secrets)

    def perform_action(self, game: Game, power: Power, action: Action) -> Step:
        """Lay the mine; the transport's movement is over (WM-2)."""
        if not isinstance(action, LayMine):
            return (yield from super().perform_action(game, power, action))
        ship = game.pieces[action.transport]
        game = without_take_back(_aboard(game, ship.id, -1), (ship.id,)).with_pieces(
            ship.replace(left=0)
        )
        laid = {**game.state(_STATE).laid, ship.at: power}
        return update_mines(game, laid=laid).with_events(MineLaid(ship.id, ship.at))

    # Passing, WM-3

    def entered(self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
        """Enemy ships that come into a mined zone roll, retreating ones too (WM-3)."""
        game = yield from super().entered(game, pieces, here)
        if game.state(_STATE).shaken:
            game = update_mines(game, shaken=())
        owner = game.state(_STATE).laid.get(here)
        ships = tuple(
            piece
            for piece in pieces
            if piece in game.pieces and game.rules.domain(game, game.pieces[piece]) is Domain.SEA
        )
        if owner is None or not ships or game.friendly(owner, game.pieces[ships[0]].owner):
            return game
        return (yield from _roll_for_mine(game, owner, ships, here))

    def between_legs(self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
        """After a loss the owner may stop the rest of the order there (WM-3)."""
        game = yield from super().between_legs(game, pieces, here)
        shaken = [p for p in game.state(_STATE).shaken if p in game.pieces]
        if not any(game.pieces[piece].left for piece in shaken):
            return game
        game, answer = yield from ask(update_mines(game, shaken=()), GoOn(game.active))
        if answer.on:
            return game
        halted = (game.pieces[piece].replace(left=0) for piece in shaken)
        return _settled(game.with_pieces(*halted), pieces)

    def remove_power(self, game: Game, power: Power) -> Game:
        """A power that leaves the game takes its mines along (ruling 46)."""
        game = super().remove_power(game, power)
        mines = game.state(_STATE).laid
        return update_mines(
            game, laid={zone: owner for zone, owner in mines.items() if owner != power}
        )


def enemy_mine(game: Game, power: Power, zone: SpaceId) -> bool:
    """Whether a mine of its enemies lies in a zone for a power (WM-3)."""
    owner = game.state(_STATE).laid.get(zone)
    return owner is not None and not game.friendly(owner, power)


def update_mines(game: Game, **changes: Unpack[MinefieldFields]) -> Game:
    """The game with some fields of the state replaced."""
    return game.with_state(_STATE, dataclasses.replace(game.state(_STATE), **changes))


def _roll_for_mine(game: Game, owner: Power, ships: tuple[PieceId, ...], zone: SpaceId) -> Step:
    """A die for each ship or token; a hit uses up the mine once all have rolled.

    Implements: WM-3
    """
    roll = Roll(
        roller=owner,
        count=len(ships),
        sides=game.rules.die_sides(game),
        why=f"a mine in {zone}",
        versus=(game.pieces[ships[0]].owner,),
    )
    game, dice = yield from ask(game, roll)
    game = game.with_events(MineRolled(zone, ships, dice))
    strength = game.rules.scaled_strength(game, _HIT)
    hit = tuple(ship for ship, die in zip(ships, dice, strict=True) if die <= strength)
    for ship in hit:
        game = yield from _take_hit(game, ship)
    if hit:
        mines = game.state(_STATE).laid
        game = update_mines(
            game,
            laid={at: who for at, who in mines.items() if at != zone},
            shaken=tuple(ship for ship in ships if ship in game.pieces),
        ).with_events(MineHit(zone))
    return _settled(game, ships)


def _take_hit(game: Game, ship: PieceId) -> Step:
    """A ship takes a hit; a token is shown, a decoy is discarded (WM-3, ruling 6).

    Implements: ruling 6
    """
    hidden = not game.rules.units_of(game, game.pieces[ship])
    if hidden:
        game = yield from game.rules.turn_face_up(game, (ship,))
    if ship in game.pieces:
        game = game.rules.lose(game, ship, 1)
    if hidden and ship in game.pieces:
        game = yield from game.rules.turn_face_down(game, (ship,))
    return game


def _settled(game: Game, ships: tuple[PieceId, ...]) -> Game:
    """The game in which the move so far cannot be taken back, but later orders can (WM-3)."""
    began = game.record.phase_began
    here = (i for i in taken_back_together(game, ships) if i in began and i in game.pieces)
    gone = [i for i in began if i not in game.pieces]
    return game.update_turn_record(phase_began=began.replaced([game.pieces[i] for i in here], gone))


def _aboard(game: Game, ship: PieceId, by: int) -> Game:
    """The game with more or fewer mines aboard transports; those of lost ships are gone."""
    loads = game.state(_STATE).aboard
    aboard = {i: count for i, count in loads.items() if i in game.pieces}
    aboard[ship] = aboard.get(ship, 0) + by
    aboard = {i: count for i, count in sorted(aboard.items()) if count}
    return update_mines(game, aboard=aboard)


def _own_transports(game: Game, power: Power, zone: SpaceId) -> tuple[Figure, ...]:
    return tuple(
        ship
        for ship in game.pieces.at(zone)
        if isinstance(ship, Figure)
        and ship.owner == power
        and game.rules.counts_as(game, ship, Trait.TRANSPORT)
    )


def _room(game: Game, ship: Figure) -> int:
    """How many more mines a transport can take aboard (WM-1, ruling 37)."""
    stowed = Figure(id=PieceId(0), owner=ship.owner, at=ship.at, kind=INFANTRY)
    cargo = cargo_of(game, (ship.id,)) if ship.id in game.pieces else ()
    most = _MOST - game.state(_STATE).aboard.get(ship.id, 0)
    fitting = (
        number
        for number in range(most, 0, -1)
        if game.rules.fits_aboard(game, ship, (*cargo, *[stowed] * number))
    )
    return next(fitting, 0)


def _with_room(game: Game, power: Power, zone: SpaceId) -> tuple[PieceId, ...]:
    """Own transports in a zone with room for a mine."""
    return tuple(ship.id for ship in _own_transports(game, power, zone) if _room(game, ship))


def _awaits_transport(game: Game, power: Power) -> bool:
    """Whether a power has a transport to place in this Mobilize phase."""
    return any(
        count and Trait.TRANSPORT in game.rules.unit_type(game, power, kind).traits
        for kind, count in game.waiting.get(power, {}).items()
    )


def _layers(game: Game) -> tuple[PieceId, ...]:
    """Transports of the active power that can lay a mine where they are (WM-2)."""
    field_ = game.state(_STATE)
    return tuple(
        ship.id
        for ship in (game.pieces[i] for i in sorted(field_.aboard) if i in game.pieces)
        if isinstance(ship, Figure)
        and ship.owner == game.active
        and not (ship.moved or ship.fought or ship.unloaded is not None)
        and ship.at not in field_.laid
        and not any(
            game.rules.domain(game, enemy) is Domain.SEA
            for enemy in game.enemies_at(game.active, ship.at)
        )
    )
