"""`Game`: everything public about a game at one moment, as one frozen value.

Nothing secret is ever in it: what a face-down token holds is known to its owner's node alone
(`protocol.secrets`). So every replica holds the same `Game`, and a view of it cannot leak.
"""

__all__ = [
    "Event",
    "Game",
    "GameFields",
    "TurnRecord",
    "TurnRecordFields",
]

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self, TypedDict, Unpack

from engine.battles import Battle, BattleFields
from engine.board import Board, Power, SpaceId
from engine.charts import Breakthrough
from engine.frozen import Frozen
from engine.instructions import NO_INSTRUCTIONS, Instructions
from engine.phases import Outcome, Phase, Stage
from engine.pieces import Figure, Piece, PieceId, Pieces
from engine.questions import Questions
from engine.slots import ModuleState, S, StateSlot
from engine.units import Kind


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in the rulebook's words; animation and history are made of these.

    Subclasses are frozen records with a `tag`, declared in the chapter that they belong to.
    """


class TurnRecordFields(TypedDict, total=False):
    """The fields of a `TurnRecord`: the keywords of `Game.update_turn_record`."""

    control_at_start: Mapping[SpaceId, Power]
    phase_began: Pieces
    before_unloading: Pieces
    orders: int
    bought: Mapping[Kind, int]
    attacked: frozenset[SpaceId]
    ignored: frozenset[SpaceId]
    bombarding: Mapping[SpaceId, tuple[PieceId, ...]]
    raiding: Mapping[SpaceId, tuple[PieceId, ...]]
    raided: frozenset[SpaceId]
    sea_battles: frozenset[SpaceId]
    contested: frozenset[SpaceId]
    captured: frozenset[SpaceId]
    fought: frozenset[SpaceId]
    used: Mapping[SpaceId, int]
    bonds: int
    exchanged: bool


@dataclass(frozen=True, kw_only=True)
class TurnRecord(Frozen):
    """What the rules must remember within one turn.

    Attributes:
        control_at_start: who controlled each territory when the turn began (BG-2.5, 7.6, 10.1).
        phase_began: the active side's pieces as they stood when the movement phase began, for
            taking back orders; what something irrevocable has happened to is left out.
        before_unloading: units that have unloaded in this phase, and their ships, as they were
            before, for taking back the unloading alone.
        orders: orders of movement given in this phase, those taken back too.
        bought: units bought this turn, by kind (BG-5.1; SS-1.2).
        attacked: sea zones whose enemies the active power has declared to attack (BG-7.3, 7.14).
        ignored: sea zones whose enemy submarines and transports it has declared to ignore.
        bombarding: ships that will bombard, by the territory of their assault (BG-8.5b).
        raiding: aircraft that raid or escort a raid instead of fighting, by territory (BG-8.2).
        raided: territories whose raid is over.
        sea_battles: zones where a sea battle took place this turn (BG-8.5a).
        contested: sea zones that were hostile when their battle began; so they were when the turn
            began, since nothing else clears a zone in its enemies' turn (BG-8.19).
        captured: territories taken this turn (BG-7.6, 8.24).
        fought: spaces whose battle is over.
        used: placements charged to each complex this Mobilize phase (BG-10.1).
        bonds: IPC that war bonds bring this turn (BG-4.2).
        exchanged: whether the second of two powers that share the turn fights first (BG-3.3).
    """

    control_at_start: Mapping[SpaceId, Power] = field(default_factory=dict)
    phase_began: Pieces = field(default_factory=Pieces)
    before_unloading: Pieces = field(default_factory=Pieces)
    orders: int = 0
    bought: Mapping[Kind, int] = field(default_factory=dict)
    attacked: frozenset[SpaceId] = frozenset()
    ignored: frozenset[SpaceId] = frozenset()
    bombarding: Mapping[SpaceId, tuple[PieceId, ...]] = field(default_factory=dict)
    raiding: Mapping[SpaceId, tuple[PieceId, ...]] = field(default_factory=dict)
    raided: frozenset[SpaceId] = frozenset()
    sea_battles: frozenset[SpaceId] = frozenset()
    contested: frozenset[SpaceId] = frozenset()
    captured: frozenset[SpaceId] = frozenset()
    fought: frozenset[SpaceId] = frozenset()
    used: Mapping[SpaceId, int] = field(default_factory=dict)
    bonds: int = 0
    exchanged: bool = False

    def replace(self, **changes: Unpack[TurnRecordFields]) -> Self:
        """The record with some fields replaced."""
        return self._replaced(changes)


class GameFields(TypedDict, total=False):
    """The fields of a `Game`: the keywords of `Game.replace`."""

    rules: "Questions[Game]"
    stage: Stage
    round: int
    turn: int
    phase: int
    pieces: Pieces
    next_id: int
    control: Mapping[SpaceId, Power]
    damage: Mapping[SpaceId, int]
    treasury: Mapping[Power, int]
    waiting: Mapping[Power, Mapping[Kind, int]]
    researchers: Mapping[Power, int]
    breakthroughs: Mapping[Power, frozenset[Breakthrough]]
    record: TurnRecord
    battle: Battle | None
    modules: Mapping[str, ModuleState]
    waived: frozenset[int]
    hands: Mapping[int, int]
    passed: Mapping[Power, int]
    instructions: Mapping[Power, Instructions]
    phases_closed: int
    outcome: Outcome | None
    events: tuple[Event, ...]


@dataclass(frozen=True, kw_only=True)
class Game(Frozen):
    """The public state of a game.

    Attributes:
        rules: scenario, options and house rules; fixed for the whole game, so not part of the
            state that digests cover.
        stage: the step that comes next.
        round: counted from 1 (BG-3.2).
        turn: index in the scenario's turn order.
        phase: index in the plan of that turn (BG-3.3).
        pieces: everything on the board.
        next_id: the id that the next new piece gets.
        control: who controls each territory (BG-1.4); neutrals are absent.
        damage: damage markers on complexes, by territory (BG-8.2).
        treasury: IPC in hand.
        waiting: units bought and not yet placed (BG-5.1, 10.7).
        researchers: researchers held (BG-4.1).
        breakthroughs: what research has brought each power (BG-4.2, 4.3).
        record: what this turn must remember.
        battle: the battle being fought, if any.
        modules: what each house rule must remember, by module id.
        waived: seats that have waived their windows.
        hands: hands granted so far, by seat.
        passed: powers whose seat has resigned, with the seat that plays them since (SPEC-13.1).
        instructions: of the powers that have left any (BG-3.4).
        phases_closed: how many phases have ended; state digests go into the log when it grows.
        outcome: how the game ended, once it has.
        events: what happened since the last pause.
    """

    rules: "Questions[Game]" = field(repr=False, compare=False, metadata={"transient": True})
    stage: Stage = Stage.SET_UP
    round: int = 1
    turn: int = 0
    phase: int = 0
    pieces: Pieces = field(default_factory=Pieces)
    next_id: int = 1
    control: Mapping[SpaceId, Power] = field(default_factory=dict)
    damage: Mapping[SpaceId, int] = field(default_factory=dict)
    treasury: Mapping[Power, int] = field(default_factory=dict)
    waiting: Mapping[Power, Mapping[Kind, int]] = field(default_factory=dict)
    researchers: Mapping[Power, int] = field(default_factory=dict)
    breakthroughs: Mapping[Power, frozenset[Breakthrough]] = field(default_factory=dict)
    record: TurnRecord = field(default_factory=TurnRecord)
    battle: Battle | None = None
    modules: Mapping[str, ModuleState] = field(default_factory=dict)
    waived: frozenset[int] = frozenset()
    hands: Mapping[int, int] = field(default_factory=dict)
    passed: Mapping[Power, int] = field(default_factory=dict)
    instructions: Mapping[Power, Instructions] = field(default_factory=dict)
    phases_closed: int = 0
    outcome: Outcome | None = None
    events: tuple[Event, ...] = field(default=(), compare=False, metadata={"transient": True})

    def replace(self, **changes: Unpack[GameFields]) -> Self:
        """The game with some fields replaced."""
        return self._replaced(changes)

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.rules.board(self)

    def is_sea(self, space: SpaceId) -> bool:
        """Whether a space is a sea zone: no rule ever changes that."""
        return self.rules.scenario.board.spaces[space].sea

    @property
    def active(self) -> Power:
        """The power whose phase it is."""
        return self.rules.scenario.turns[self.turn].phases[self.phase].power

    @property
    def current_phase(self) -> Phase:
        """The phase that is being played."""
        return self.rules.scenario.turns[self.turn].phases[self.phase].phase

    def update_turn_record(self, **changes: Unpack[TurnRecordFields]) -> Self:
        """The game with some fields of its turn record replaced."""
        return self._replaced({"record": self.record._replaced(changes)})

    def update_battle(self, **changes: Unpack[BattleFields]) -> Self:
        """The game with some fields of its battle record replaced.

        Raises:
            RuntimeError: no battle is being fought (our own mistake).
        """
        if self.battle is None:
            raise RuntimeError("no battle is being fought")
        return self._replaced({"battle": self.battle._replaced(changes)})

    def state(self, slot: StateSlot[S]) -> S:
        """What a house rule remembers.

        Raises:
            TypeError: nothing yet, though set-up should have kept something (our own mistake).
        """
        found = self.modules.get(slot.name, slot.blank)
        if not isinstance(found, slot.kind):
            raise TypeError(f"{slot.name} keeps no {slot.kind.__name__} in this game")
        return found

    def with_state(self, slot: StateSlot[S], state: S) -> Self:
        """The game with what a house rule remembers replaced."""
        return self.replace(modules={**self.modules, slot.name: state})

    def without_state(self, slot: StateSlot[S]) -> Self:
        """The game in which a house rule remembers nothing."""
        if slot.name not in self.modules:
            return self
        others = {name: state for name, state in self.modules.items() if name != slot.name}
        return self.replace(modules=others)

    def with_events(self, *events: Event) -> "Game":
        """The game with events added, for whoever watches."""
        return self.replace(events=(*self.events, *events))

    def without_events(self) -> "Game":
        """The game without its events; what is cached of it still holds."""
        if not self.events:
            return self
        after = self.replace(events=())
        results = getattr(self, "_cached", None)
        if results is not None:
            object.__setattr__(after, "_cached", results)
        return after

    def with_pieces(self, *pieces: Piece) -> "Game":
        """The game with pieces changed or added."""
        return self.replace(pieces=self.pieces.replaced(pieces)) if pieces else self

    def without_pieces(self, ids: Iterable[PieceId]) -> "Game":
        """The game with pieces removed, and with them whatever they carry (BG-8.16)."""
        gone = frozenset(ids)
        cargo = {
            piece.id
            for space in {piece.at for piece in self.pieces.named(gone)}
            for piece in self.pieces.at(space)
            if isinstance(piece, Figure) and piece.aboard in gone
        }
        return self.replace(pieces=self.pieces.replaced((), sorted(gone | cargo)))

    def friendly(self, a: Power, b: Power) -> bool:
        """Whether two powers are of one side (BG-1.1)."""
        sides = self.rules.scenario.sides
        return sides[a] == sides[b]

    def after(self, power: Power) -> tuple[Power, ...]:
        """All other powers, in turn order counted from `power`."""
        order = self.rules.scenario.powers
        start = order.index(power)
        return order[start + 1 :] + order[:start]

    def enemies(self, power: Power) -> tuple[Power, ...]:
        """Powers of the other side, in turn order counted from `power`."""
        return tuple(other for other in self.after(power) if not self.friendly(power, other))

    def owned(self, power: Power) -> tuple[Piece, ...]:
        """All pieces of a power, in ascending id."""
        return self.pieces.of(power)

    def friends_at(self, power: Power, space: SpaceId) -> tuple[Piece, ...]:
        """Pieces of the power's side in a space."""
        sides = self.rules.scenario.sides
        ours = sides[power]
        return tuple([p for p in self.pieces.at(space) if sides[p.owner] == ours])

    def enemies_at(self, power: Power, space: SpaceId) -> tuple[Piece, ...]:
        """Pieces of the other side in a space."""
        sides = self.rules.scenario.sides
        ours = sides[power]
        return tuple([p for p in self.pieces.at(space) if sides[p.owner] != ours])

    def seat_of(self, power: Power) -> int:
        """The seat that plays a power."""
        return self.passed.get(power, self.rules.seat_of[power])

    def powers_of(self, seat: int) -> tuple[Power, ...]:
        """The powers that a seat plays, those that have passed to it included, in turn order."""
        return tuple(p for p in self.rules.scenario.powers if self.seat_of(p) == seat)

    def instructions_of(self, power: Power) -> Instructions:
        """The instructions of a power (BG-3.4)."""
        return self.instructions.get(power, NO_INSTRUCTIONS)

    def with_instructions(self, power: Power, instructions: Instructions) -> Self:
        """The game in which a power has left these instructions, and no others."""
        others = {p: left for p, left in self.instructions.items() if p != power}
        given = {} if instructions == NO_INSTRUCTIONS else {power: instructions}
        return self.replace(instructions={**others, **given})

    def without_instructions(self, powers: Iterable[Power]) -> Self:
        """The game in which the instructions of these powers have lapsed (BG-3.4)."""
        gone = frozenset(powers)
        left = {p: kept for p, kept in self.instructions.items() if p not in gone}
        return self.replace(instructions=left)
