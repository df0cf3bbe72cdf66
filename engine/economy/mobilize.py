"""Mobilize new units (BG-10)."""

__all__ = [
    "Mobilization",
    "MobilizeUnits",
    "Mobilized",
    "Placement",
    "capacity",
    "capacity_left",
    "complexes",
    "free_slots",
    "may_stack",
    "mobilize",
    "placements",
]

import itertools
import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.economy import recruits
from engine.errors import Illegal, counted
from engine.frozen import cached
from engine.game import Event, Game
from engine.movement.landing import NOTHING_MOVES, awaited_carriers, plan_landings
from engine.phases import Stage
from engine.pieces import Figure, PieceId
from engine.requests import Decision, Step, decide
from engine.terms import deck_slots
from engine.units import Domain, Kind, Trait, UnitType

Slot = tuple[Kind, SpaceId, SpaceId]
"""A kind of unit, the complex to which it is charged, the space in which it is placed."""


@dataclass(frozen=True, slots=True, order=True)
class Placement:
    """Units of one kind placed in one space, and the complex to which they are charged (BG-10.1).

    A new complex is charged to the territory in which it is placed (BG-10.2).
    """

    kind: Kind
    complex: SpaceId
    at: SpaceId
    count: int


@dataclass(frozen=True, slots=True)
class Mobilization:
    """All placements of a Mobilize phase, ascending; what is left out waits (BG-10.7).

    ⚖ Units may be left out that could be placed: no rule makes their owner place them.
    """

    tag: ClassVar[str] = "mobilization"

    placements: tuple[Placement, ...] = ()


@dataclass(frozen=True, slots=True)
class Mobilized(Event):
    """New units have been placed."""

    tag: ClassVar[str] = "mobilized"

    power: Power
    placement: Placement


@dataclass(frozen=True, slots=True)
class MobilizeUnits(Decision[Mobilization]):
    """Place units that wait off the board."""

    answers: ClassVar[type[Mobilization]] = Mobilization
    open: ClassVar[bool] = True

    def check(self, game: Game, answer: Mobilization) -> None:
        """See `Decision.check`."""
        slots = [(p.kind, p.complex, p.at) for p in answer.placements]
        if any(not a < b for a, b in itertools.pairwise(slots)):
            raise Illegal("BG-10.1", "list each kind, complex and space once, in ascending order")
        if any(placement.count < 1 for placement in answer.placements):
            raise Illegal("BG-10.1", "a placement needs at least one unit")
        waiting = game.waiting.get(self.power, {})
        placed: Counter[Kind] = Counter()
        charged: Counter[SpaceId] = Counter()
        for placement in answer.placements:
            if placement.kind not in waiting:
                raise Illegal("BG-5.1", "no {kind} is waiting to be placed", kind=placement.kind)
            where = game.rules.placements(game, self.power, placement.kind)
            if placement.at not in where.get(placement.complex, ()):
                raise Illegal(
                    "BG-10.1",
                    "no {kind} can be placed in {there} from {space}",
                    space=placement.complex,
                    kind=placement.kind,
                    there=placement.at,
                )
            use = game.rules.capacity_use(game, self.power, placement.kind)
            placed[placement.kind] += placement.count
            charged[placement.complex] += use * placement.count
        for kind, number in sorted(placed.items()):
            if number > waiting.get(kind, 0):
                raise Illegal(
                    "BG-5.1",
                    "{kind}: {number} placed, but only {waiting} waiting",
                    kind=kind,
                    number=number,
                    waiting=waiting.get(kind, 0),
                )
        for complex_, number in sorted(charged.items()):
            left = capacity_left(game, complex_)
            if number and left is not None and number > left:
                raise Illegal(
                    "BG-10.1",
                    "the complex in {space} can place {units} this turn, not {number}",
                    space=complex_,
                    units=counted(left, "unit"),
                    number=number,
                )
        for space in sorted({placement.at for placement in answer.placements}):
            here = (p for p in answer.placements if p.at == space)
            joining = tuple(placement.kind for placement in here for _ in range(placement.count))
            game.rules.may_stack(game, joining, space)
        _check_decks(game, self.power, answer)
        _check_awaited(game, self.power, answer)

    def has_choice(self, game: Game) -> bool:
        """See `Decision.has_choice`: a unit may be placed, and be left out as well."""
        singly = (_mobilization({slot: 1}) for slot in self._slots(game))
        return any(self.legal(game, answer) for answer in singly) and not awaited_carriers(game)

    def candidates(self, game: Game) -> Iterator[Mobilization]:
        """All mobilizations; first those with carriers owed to aircraft in one fitting place."""
        if not any(game.waiting.get(self.power, {}).values()):
            yield Mobilization()
            return
        slots, owed = sorted(self._slots(game)), self._owed(game)
        waiting = dict(game.waiting.get(self.power, {}))
        charged = dict.fromkeys((complex_ for _, complex_, _ in slots), 0)
        rest = waiting.copy()
        spent = charged.copy()
        for kind, complex_, _ in owed.elements():
            rest[kind] -= 1
            spent[complex_] += game.rules.capacity_use(game, self.power, kind)
        for chosen in self._choices(game, slots, rest, spent):
            answer = _mobilization(owed + Counter(chosen))
            if self.legal(game, answer):
                yield answer
        if owed:
            for chosen in self._choices(game, slots, waiting, charged):
                answer = _mobilization(chosen)
                if not owed <= Counter(chosen) and self.legal(game, answer):
                    yield answer

    def _choices(
        self,
        game: Game,
        slots: list[Slot],
        waiting: Mapping[Kind, int],
        charged: Mapping[SpaceId, int],
    ) -> Iterator[Mapping[Slot, int]]:
        """Every way to fill these slots with what waits, within the complexes' capacity."""
        if not slots:
            yield {}
            return
        slot, rest = slots[0], slots[1:]
        kind, complex_, _ = slot
        left, use = capacity_left(game, complex_), game.rules.capacity_use(game, self.power, kind)
        most = waiting[kind]
        if use and left is not None:
            most = min(most, (left - charged[complex_]) // use)
        for number in range(most + 1):
            then = {**waiting, kind: waiting[kind] - number}
            costs = {**charged, complex_: charged[complex_] + use * number}
            for others in self._choices(game, rest, then, costs):
                yield {slot: number, **others} if number else others

    def sample(self, game: Game, draw: random.Random) -> Mobilization:
        """Place units one by one, mostly all that can be placed."""
        slots = sorted(self._slots(game))
        chosen = self._owed(game)
        placed = Counter(kind for kind, _, _ in chosen.elements())
        units = [
            kind
            for kind, number in sorted(game.waiting.get(self.power, {}).items())
            for _ in range(number - placed[kind])
        ]
        draw.shuffle(units)
        for kind in units:
            fitting = [slot for slot in slots if slot[0] == kind]
            if not fitting or draw.randrange(16) == 0:
                continue
            slot = draw.choice(fitting)
            more = chosen + Counter([slot])
            if self.legal(game, _mobilization(more)):
                chosen = more
        return _mobilization(chosen)

    def _owed(self, game: Game) -> Counter[Slot]:
        """Carriers that must be placed, since aircraft wait for them (BG-9.3)."""
        return Counter(
            (kind, position.yard, position.zone)
            for kind, position in awaited_carriers(game)
            if position.yard
        )

    def _slots(self, game: Game) -> Iterator[Slot]:
        """Where each waiting kind may go."""
        for kind, number in game.waiting.get(self.power, {}).items():
            if number:
                for complex_, spaces in game.rules.placements(game, self.power, kind).items():
                    for at in spaces:
                        yield kind, complex_, at


def _mobilization(chosen: Mapping[Slot, int]) -> Mobilization:
    return Mobilization(tuple(Placement(*slot, number) for slot, number in sorted(chosen.items())))


def _type(game: Game, power: Power, kind: Kind) -> UnitType:
    return game.rules.unit_type(game, power, kind)


def _held_since_start(game: Game, power: Power) -> Iterator[SpaceId]:
    """Territories that a power has controlled since the turn began, as on the board (BG-10.1)."""
    now, then = game.control, game.record.control_at_start
    return (t for t in game.board.territories if now.get(t) == power == then.get(t))


def _complexes_at(game: Game, space: SpaceId) -> list[Figure]:
    units = game.rules.scenario.units
    return [
        piece
        for piece in game.pieces.at(space)
        if isinstance(piece, Figure) and Trait.COMPLEX in units[piece.kind].traits
    ]


def may_stack(
    game: Game, kinds: tuple[Kind, ...], space: SpaceId, leaving: Collection[PieceId]
) -> None:
    """Judge whether units of these kinds may join what stays in a space.

    Raises:
        Illegal: a territory would have two complexes (BG-6.2).

    Implements: BG-6.2
    """
    founded = sum(Trait.COMPLEX in game.rules.scenario.units[kind].traits for kind in kinds)
    if not founded:
        return
    staying = (piece for piece in game.pieces.at(space) if piece.id not in leaving)
    if founded > 1 or any(game.rules.counts_as(game, p, Trait.COMPLEX) for p in staying):
        raise Illegal("BG-6.2", "{space} can have only one industrial complex", space=space)


@cached
def complexes(game: Game, power: Power) -> tuple[SpaceId, ...]:
    """Territories whose complexes a power may use in this Mobilize phase (BG-10.1, 10.2).

    Held since the turn began; a complex placed in this phase works from the next turn, an ally's
    works for that ally (BG-10.6).

    Implements: BG-10.6
    """
    return tuple(
        space
        for space in _held_since_start(game, power)
        if any(piece.id in game.record.phase_began for piece in _complexes_at(game, space))
    )


def capacity(game: Game, territory: SpaceId) -> int:
    """Units that a complex can place in a turn: value less damage (BG-10.1); recruits: BG-10.5.

    Implements: BG-10.1
    """
    controller = game.control.get(territory)
    terms = None if controller is None else recruits.recruits_of(game, controller)
    if terms is not None:
        return recruits.recruits_left(game, territory, terms)
    return max(0, game.board[territory].value - game.damage.get(territory, 0))


def capacity_left(game: Game, territory: SpaceId) -> int | None:
    """What is left of a complex's capacity in this phase; None if it has no limit."""
    most = game.rules.capacity(game, territory)
    return None if most is None else max(0, most - game.record.used.get(territory, 0))


def placements(game: Game, power: Power, kind: Kind) -> Mapping[SpaceId, tuple[SpaceId, ...]]:
    """Where a waiting unit may go, by the complex to which it is charged (BG-10.1 to 10.5).

    Implements: BG-10.2, BG-10.3
    """
    if recruits.recruits_of(game, power) is not None:
        return recruits.placements(game, power, kind)
    unit = _type(game, power, kind)
    usable = complexes(game, power)
    if Trait.COMPLEX in unit.traits:
        return {
            space: (space,)
            for space in _held_since_start(game, power)
            if game.board[space].value and not _complexes_at(game, space)
        }
    match unit.domain:
        case Domain.SEA:
            return {space: game.board.adjacent_zones(space) for space in usable}
        case Domain.AIR if Trait.CARRIER_BORNE in unit.traits:
            return {space: (space, *game.board.adjacent_zones(space)) for space in usable}
        case Domain.AIR | Domain.LAND | Domain.FACILITY:
            return {space: (space,) for space in usable}


def _check_decks(game: Game, power: Power, answer: Mobilization) -> None:
    """New fighters at sea find a free slot on an own carrier, old or new.

    Implements: BG-10.4
    """
    landing: Counter[SpaceId] = Counter()
    for placement in answer.placements:
        flies = _type(game, power, placement.kind).domain is Domain.AIR
        if flies and game.board.is_sea(placement.at):
            landing[placement.at] += placement.count
    if not landing:
        return
    after = _placed(game, power, answer)
    for zone, number in sorted(landing.items()):
        slots = number + free_slots(after, power, zone)
        if number > slots:
            raise Illegal(
                "BG-10.4",
                "carriers in {space} have room for {slots}, not {number}",
                space=zone,
                slots=counted(max(0, slots), "fighter"),
                number=number,
            )


def _check_awaited(game: Game, power: Power, answer: Mobilization) -> None:
    """A new carrier must be placed where aircraft are waiting for it (BG-9.3)."""
    if not awaited_carriers(game):
        return
    after = _placed(game, power, answer)
    if plan_landings(after.replace(waiting={**game.waiting, power: {}}), NOTHING_MOVES).stranded:
        raise Illegal(
            "BG-9.3", "aircraft at sea are waiting for a new carrier: place it in their sea zone"
        )


def free_slots(game: Game, power: Power, zone: SpaceId) -> int:
    """Free slots on the power's carriers in a zone (BG-7.8)."""
    here = game.friends_at(power, zone)
    decks = {piece.id: deck_slots(game, piece) for piece in here if piece.owner == power}
    guests = [
        piece
        for piece in here
        if isinstance(piece, Figure)
        and Trait.CARRIER_BORNE in _type(game, piece.owner, piece.kind).traits
        and (piece.aboard in decks if piece.aboard is not None else piece.owner == power)
    ]
    return sum(decks.values()) - len(guests)


def mobilize(game: Game) -> Step:
    """Mobilize new units (BG-10.1 to 10.4); what is left waits.

    Implements: BG-10.7
    """
    power = game.active
    game, answer = yield from decide(game, MobilizeUnits(power))
    waiting = dict(game.waiting.get(power, {}))
    used = dict(game.record.used)
    game = _placed(game, power, answer)
    for placement in answer.placements:
        game = game.with_events(Mobilized(power, placement))
        waiting[placement.kind] -= placement.count
        use = placement.count * game.rules.capacity_use(game, power, placement.kind)
        used[placement.complex] = used.get(placement.complex, 0) + use
    left = {kind: number for kind, number in waiting.items() if number}
    game = game.replace(waiting={**game.waiting, power: left}).update_turn_record(used=used)
    game = yield from game.rules.units_placed(game)
    left = dict(game.rules.unplaced(game, power))
    return game.replace(waiting={**game.waiting, power: left}, stage=Stage.PHASE_CLOSES)


def _placed(game: Game, power: Power, answer: Mobilization) -> Game:
    """The game with the new units on the board; their ids follow the order of the answer."""
    units = [(p.kind, p.at) for p in answer.placements for _ in range(p.count)]
    figures = (
        Figure(id=PieceId(number), owner=power, kind=kind, at=at)
        for number, (kind, at) in enumerate(units, start=game.next_id)
    )
    return game.with_pieces(*figures).replace(next_id=game.next_id + len(units))
