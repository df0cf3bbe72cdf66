"""Placing new submarines and tokens in Mobilize (SS-1), as complexes have capacity (SS-1.4)."""

__all__ = [
    "PlaceSubs",
    "PlacementSlot",
    "PlacementSlots",
    "Placing",
    "bounds",
    "can_fit",
    "new_limit",
    "place",
]

import dataclasses
import functools
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from engine.board import Power, SpaceId
from engine.claims import Bound, Counted
from engine.economy.mobilize import capacity_left
from engine.errors import Illegal, counted
from engine.game import Game
from engine.pieces import PieceId
from engine.requests import Decision, Step, ask, show
from engine.units import SUBMARINE, TRANSPORT
from engine.variants.secret_subs.events import SubsPlaced
from engine.variants.secret_subs.public import misplaced, random_groups
from engine.variants.secret_subs.settings import DECOY_NEEDS_PURCHASE
from engine.variants.secret_subs.shuffling import shuffle_supply
from engine.variants.secret_subs.state import Tracker, tracker, with_tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of

_Counts: TypeAlias = tuple[int, ...]
"""A number for each complex."""


@dataclass(frozen=True, slots=True)
class PlacementSlot:
    """Where a new token is placed, and the complex to which it is charged.

    Implements: SS-1.1d
    """

    at: SpaceId
    complex: SpaceId


@dataclass(frozen=True, slots=True)
class Placing:
    """One order for all that is placed (SS-1.1); an empty one places nothing.

    Attributes:
        added: submarines added, by group.
        tokens: where each new token goes, by its handle in the supply.
        charged: the complex of each own token that new submarines could join; all of them, unless
            the order is empty.
    """

    added: Mapping[int, int] = field(default_factory=dict)
    tokens: Mapping[PieceId, PlacementSlot] = field(default_factory=dict)
    charged: Mapping[PieceId, SpaceId] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether the order places nothing."""
        return not self.added and not self.tokens

    @property
    def complexes(self) -> dict[PieceId, SpaceId]:
        """The complex to which each token is charged, new or old."""
        return {**{t: slot.complex for t, slot in self.tokens.items()}, **self.charged}


@dataclass(frozen=True, slots=True)
class PlacementSlots:
    """Where a power can mobilize submarines now, after all its other units.

    Attributes:
        where: sea zones by complex (BG-10.1, 10.3).
        left: capacity left of each complex, None if it has no limit.
        joinable: own tokens that new submarines could join, and the complexes to which each may
            be charged.

    Implements: SS-1.4c
    """

    where: Mapping[SpaceId, tuple[SpaceId, ...]]
    left: Mapping[SpaceId, int | None]
    joinable: Mapping[PieceId, tuple[SpaceId, ...]]

    @classmethod
    def of(cls, game: Game, power: Power) -> "PlacementSlots":
        """The slots of a power: submarines go wherever its other ships may (BG-10.3)."""
        where = game.rules.placements(game, power, TRANSPORT)
        left = {complex_: capacity_left(game, complex_) for complex_ in where}
        ways = {
            token.id: tuple(c for c, zones in where.items() if left[c] != 0 and token.at in zones)
            for token in tokens_of(game, power)
        }
        return cls(where, left, {token: options for token, options in ways.items() if options})

    @property
    def free_slots(self) -> tuple[PlacementSlot, ...]:
        """Every place for a new token."""
        return tuple(
            PlacementSlot(at, complex_)
            for complex_, zones in self.where.items()
            if self.left[complex_] != 0
            for at in zones
        )

    def holds(self, complex_: SpaceId, used: int) -> bool:
        """Whether a complex has so much capacity left."""
        left = self.left[complex_]
        return left is None or used <= left


def can_fit(slots: PlacementSlots, track: Tracker, order: Placing, *, known: bool) -> bool:
    """Whether in some arrangement each complex has capacity for what is charged to it.

    The public test of V6: with `known` in the arrangements that are open for all that is known
    (a group with submarines is on the board, an opened one on its token), else in any.

    Implements: SS-1.4a
    """
    opened = track.opened if known else {}
    used = Counter(slot.complex for slot in order.tokens.values())
    fresh = used.copy()
    standing = Counter(c for token, c in order.charged.items() if token not in opened)
    growing = dict(order.added)
    for token, complex_ in sorted(order.charged.items()):
        if token in opened:
            used[complex_] += growing.pop(opened[token], 0)
    rest = sorted((n, not (known and track.size(group))) for group, n in growing.items())
    complexes = tuple(slots.where)

    @functools.cache
    def seated(left: int, fresh: _Counts, standing: _Counts, used: _Counts) -> bool:
        """Whether the first `left` growing groups (how much, whether on a new token) find tokens.

        On a new token a group uses one less than on an old one, which used nothing before. What
        went before matters by its sums alone, so of the many ways few have to be followed.
        """
        if not all(map(slots.holds, complexes, used)):
            return False
        if not left:
            return True
        n, may_be_new = rest[left - 1]
        for i in range(len(complexes)):
            if may_be_new and fresh[i]:
                taken = (_more(fresh, i, -1), standing, _more(used, i, n - 1))
            elif standing[i]:
                taken = (fresh, _more(standing, i, -1), _more(used, i, n))
            else:
                continue
            if seated(left - 1, *taken):
                return True
        return False

    counts = (tuple(each[c] for c in complexes) for each in (fresh, standing, used))
    return seated(len(rest), *counts)


def _more(counts: _Counts, i: int, n: int) -> _Counts:
    return (*counts[:i], counts[i] + n, *counts[i + 1 :])


def bounds(slots: PlacementSlots, order: Placing) -> tuple[Bound, ...]:
    """The bounds on what is charged to each complex, where capacity matters."""
    charged = order.complexes
    found = []
    for complex_, left in sorted(slots.left.items()):
        tokens = tuple(token for token, c in sorted(charged.items()) if c == complex_)
        new = sum(token in order.tokens for token in tokens)
        if tokens and left is not None and left < sum(order.added.values()) + new:
            found.append(Bound(complex_, tokens, 0, left))
    return tuple(found)


_DRAWS = 16  # tokens that a sampled answer tries for a submarine before leaving it out


def new_limit(game: Game, added: int = 0) -> int:
    """How many new tokens may be placed this turn along with so many submarines.

    Submarines that leave a store count as bought (ruling 8).

    Implements: SS-1.2, SS-A3
    """
    bought = max(added, game.record.bought.get(SUBMARINE, 0))
    if not bought and game.rules.option(DECOY_NEEDS_PURCHASE):
        return 0
    return bought + 1


def _waiting(game: Game, power: Power) -> int:
    return game.waiting.get(power, {}).get(SUBMARINE, 0)


@dataclass(frozen=True, slots=True)
class PlaceSubs(Decision[Placing]):
    """Place new submarines and tokens.

    Implements: SS-1.1, SS-A25, SS-A26
    """

    answers: ClassVar[type] = Placing

    def check(self, game: Game, answer: Placing) -> None:
        """See `Decision.check`; the first fault in the order of SS-0.6."""
        self._judge(game, PlacementSlots.of(game, self.power), answer)

    def _judge(self, game: Game, slots: PlacementSlots, answer: Placing) -> None:
        track = tracker(game, self.power)
        _check_added(track, answer, _waiting(game, self.power))
        _check_tokens(track, slots, answer, new_limit(game, sum(answer.added.values())))
        joinable = {} if answer.empty else slots.joinable
        if answer.charged.keys() != joinable.keys():
            listed = ", ".join(f"#{token}" for token in sorted(joinable)) or "none"
            raise Illegal(
                "SS-1.1", "charge each of these tokens to a complex: {listed}", listed=listed
            )
        for handle, complex_ in sorted(answer.charged.items()):
            if complex_ not in joinable[handle]:
                raise Illegal(
                    "SS-1.1",
                    "token #{token} cannot be charged to {space}",
                    token=handle,
                    space=complex_,
                )
        _check_capacity(track, slots, answer)

    def has_choice(self, game: Game) -> bool:
        """See `Decision.has_choice`: a new token may be placed, or nothing."""
        supplied = bool(tracker(game, self.power).supply)
        return (
            supplied
            and new_limit(game) > 0
            and bool(PlacementSlots.of(game, self.power).free_slots)
        )

    def candidates(self, game: Game) -> Iterator[Placing]:
        """Answers with at most one new token and one growing group, at the first complex each."""
        track, slots = tracker(game, self.power), PlacementSlots.of(game, self.power)
        charged = {handle: ways[0] for handle, ways in sorted(slots.joinable.items())}
        yield Placing()
        waiting = range(1, _waiting(game, self.power) + 1)
        growth: list[dict[int, int]] = [{}]
        growth += [{group: n} for group in range(1, track.limit + 1) for n in waiting]
        for tokens in _single(track.supply, slots.free_slots):
            for added in growth:
                answer = Placing(added, tokens, charged)
                if not answer.empty and self._passes(game, slots, answer):
                    yield answer

    def _passes(self, game: Game, slots: PlacementSlots, answer: Placing) -> bool:
        try:
            self._judge(game, slots, answer)
        except Illegal:
            return False
        return True

    def sample(self, game: Game, draw: random.Random) -> Placing:
        """See `Decision.sample`."""
        return self.sample_owned(game, draw, random_groups(game, self.power, draw))

    def sample_owned(
        self, game: Game, draw: random.Random, secrets: Mapping[PieceId, int]
    ) -> Placing:
        """Place some new tokens, then the submarines one by one on tokens that have room."""
        track, slots = tracker(game, self.power), PlacementSlots.of(game, self.power)
        used: Counter[SpaceId] = Counter()
        tokens: dict[PieceId, PlacementSlot] = {}
        most = min(new_limit(game), len(track.supply)) if slots.free_slots else 0
        for handle in draw.sample(track.supply, draw.randint(0, most)):
            slot = draw.choice(slots.free_slots)
            if slots.holds(slot.complex, used[slot.complex] + 1):
                tokens[handle] = slot
                used[slot.complex] += 1
        charged = {handle: draw.choice(ways) for handle, ways in sorted(slots.joinable.items())}
        order = Placing({}, dict(sorted(tokens.items())), charged)
        added: Counter[int] = Counter()
        taking = sorted(order.complexes)
        for _ in range(_waiting(game, self.power) if taking else 0):
            for handle in draw.choices(taking, k=_DRAWS):
                group, complex_ = secrets[handle], order.complexes[handle]
                extra = 0 if handle in tokens and not added[group] else 1
                if slots.holds(complex_, used[complex_] + extra):
                    added[group] += 1
                    used[complex_] += extra
                    break
        order = dataclasses.replace(order, added={g: n for g, n in sorted(added.items()) if n})
        return Placing() if order.empty else order


def _single(
    supply: tuple[PieceId, ...], slots: tuple[PlacementSlot, ...]
) -> Iterator[dict[PieceId, PlacementSlot]]:
    """No new token; then any one, in any slot."""
    yield {}
    for handle in supply:
        for slot in slots:
            yield {handle: slot}


def _check_added(track: Tracker, answer: Placing, waiting: int) -> None:
    for group, n in sorted(answer.added.items()):
        if not 1 <= group <= track.limit:
            raise Illegal(
                "SS-0.1",
                "there is no group {group}; groups are numbered 1 to {limit}",
                group=group,
                limit=track.limit,
            )
        if not n:
            raise Illegal(
                "SS-1.1",
                "add at least one submarine to group {group}, or leave it out",
                group=group,
            )
    if sum(answer.added.values()) > waiting:
        raise Illegal(
            "SS-1.1",
            "{submarines} can be placed, not {number}",
            submarines=counted(waiting, "submarine"),
            number=sum(answer.added.values()),
        )


def _check_tokens(track: Tracker, slots: PlacementSlots, answer: Placing, limit: int) -> None:
    number = len(answer.tokens)
    if number > limit:
        raise Illegal(
            "SS-1.2",
            "this turn {tokens} can be placed, not {number}",
            "NEW_LIMIT",
            tokens=counted(limit, "new token"),
            number=number,
        )
    if number > len(track.supply):
        raise Illegal(
            "SS-1.3",
            "the supply has {tokens}, not {number}",
            "TOKEN_LIMIT",
            tokens=counted(len(track.supply), "token"),
            number=number,
        )
    for handle, slot in sorted(answer.tokens.items()):
        if handle not in track.supply:
            raise Illegal("SS-1.1", "token #{token} is not in the supply", token=handle)
        if slot.at not in slots.where.get(slot.complex, ()):
            raise Illegal(
                "BG-10.1",
                "the complex in {space} cannot place a token in {there}",
                space=slot.complex,
                there=slot.at,
            )


def _check_capacity(track: Tracker, slots: PlacementSlots, answer: Placing) -> None:
    """The tests of SS-1.3 and 1.4a that need no secret (V6).

    Each group that grows needs a token. One that has submarines is on the board already, so on no
    new token.

    Implements: SS-1.3a
    """
    if len(answer.added) > len(answer.complexes):
        exhausted = len(track.supply) == len(answer.tokens)
        remedy = "none is left in the supply" if exhausted else "place a new one for each other"
        raise Illegal(
            "SS-1.4",
            "{groups} cannot grow on {tokens}: {remedy}",
            "TOKEN_LIMIT",
            remedy=remedy,
            groups=counted(len(answer.added), "group"),
            tokens=counted(len(answer.complexes), "token"),
        )
    if not can_fit(slots, track, answer, known=False):
        raise Illegal("SS-1.4", "the complexes cannot place so many", "CAPACITY")
    standing = [group for group in answer.added if track.size(group)]
    fault = misplaced(track, answer.added, answer.complexes) or misplaced(
        track, standing, answer.charged
    )
    if fault is not None:
        raise Illegal("SS-1.3", "not on these tokens: {fault}", "NOT_PRESENT", fault=fault)
    if not can_fit(slots, track, answer, known=True):
        raise Illegal("SS-1.4", "the complexes cannot place so many", "CAPACITY")


def place(game: Game, power: Power) -> Step:
    """Place tokens and submarines; those left over are lost, or stored by rule WW.

    New tokens have no movement left until their owner's next turn (SS-1.5).

    Implements: SS-1.4b, SS-1.5, SS-A18
    """
    if tracker(game, power).supply_changed and PlaceSubs(power).forced(game) is None:
        game = yield from shuffle_supply(game, power)
    game, order = yield from ask(game, PlaceSubs(power))
    limits: tuple[Bound, ...] = ()
    if not order.empty:
        limits = bounds(PlacementSlots.of(game, power), order)
        fresh, standing = tuple(sorted(order.tokens)), tuple(sorted(order.charged))
        claim = Counted(fresh, standing, order.added, limits)
        game = yield from show(game, power, claim)
    over = _waiting(game, power) - sum(order.added.values())
    stored = over if game.rules.stores(game, power, SUBMARINE) else 0
    lost = over - stored
    if order.empty and not lost:
        return game
    track = tracker(game, power).grown(order.added)
    supply = tuple(token for token in track.supply if token not in order.tokens)
    game = with_tracker(game, power, dataclasses.replace(track, supply=supply))
    game = game.with_pieces(
        *(Token(id=t, owner=power, at=slot.at) for t, slot in sorted(order.tokens.items()))
    )
    waiting = {k: n for k, n in game.waiting.get(power, {}).items() if k != SUBMARINE}
    if stored:
        waiting[SUBMARINE] = stored
    return game.replace(waiting={**game.waiting, power: waiting}).with_events(
        SubsPlaced(
            power,
            order.added,
            {token: slot.at for token, slot in order.tokens.items()},
            order.complexes,
            lost,
            limits,
        )
    )
