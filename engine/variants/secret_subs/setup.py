"""The opening: a shuffled deck for every power, groups for its first submarines (SS-0.8)."""

__all__ = ["OpeningGroups", "OpeningPlacement", "Printed", "set_up", "zones_needed"]

import functools
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.claims import Bound, Counted, Shuffled
from engine.errors import Illegal, counted
from engine.game import Game
from engine.pieces import Figure, PieceId
from engine.requests import Decision, Seal, Step, ask, show
from engine.scenario import Scenario
from engine.units import SUBMARINE
from engine.variants.secret_subs.events import GroupsOpened, SupplyShuffled
from engine.variants.secret_subs.public import random_groups
from engine.variants.secret_subs.settings import LIMIT, SETUP_DECOYS
from engine.variants.secret_subs.shuffling import new_handles
from engine.variants.secret_subs.state import (
    STATE,
    SecretSubsState,
    Tracker,
    supply_of,
    tracker,
    with_tracker,
)
from engine.variants.secret_subs.token import Token

Printed = tuple[tuple[SpaceId, int], ...]


@dataclass(frozen=True, slots=True)
class OpeningPlacement:
    """A power's opening groups: sizes by group, public, and the sea zone of each token."""

    sizes: Mapping[int, int] = field(default_factory=dict)
    tokens: Mapping[PieceId, SpaceId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpeningGroups(Decision[OpeningPlacement]):
    """Divide the printed submarines into groups, and put their tokens out.

    `printed`: submarines by sea zone, ascending.

    Implements: SS-0.8
    """

    printed: Printed

    answers: ClassVar[type] = OpeningPlacement

    def check(self, game: Game, answer: OpeningPlacement) -> None:
        """See `Decision.check`."""
        track = tracker(game, self.power)
        for group, size in sorted(answer.sizes.items()):
            if not 1 <= group <= track.limit:
                raise Illegal(
                    "SS-0.1",
                    "there is no group {group}; groups are numbered 1 to {limit}",
                    group=group,
                    limit=track.limit,
                )
            if not size:
                raise Illegal("SS-0.8", "group {group} is empty; leave it out", group=group)
        printed = dict(self.printed)
        for handle, zone in sorted(answer.tokens.items()):
            if handle not in track.supply:
                raise Illegal(
                    "SS-0.8",
                    "token #{token} is not in the supply of {power}",
                    token=handle,
                    power=self.power,
                )
            if zone not in printed:
                raise Illegal(
                    "SS-0.8", "{power} has no submarines in {space}", power=self.power, space=zone
                )
        self._check_numbers(game, answer)
        zones = tuple(sorted((count, tokens) for _, count, tokens in self._zones(answer)))
        if not _divisible(tuple(sorted(answer.sizes.values())), zones):
            raise Illegal(
                "SS-0.8", "groups of these sizes cannot add up to the submarines in each zone"
            )

    def _check_numbers(self, game: Game, answer: OpeningPlacement) -> None:
        subs, decoys = sum(answer.sizes.values()), len(answer.tokens) - len(answer.sizes)
        if subs != sum(n for _, n in self.printed):
            raise Illegal(
                "SS-0.8",
                "the groups hold {submarines}, not the number that the set-up prints",
                submarines=counted(subs, "submarine"),
            )
        free = game.rules.option(SETUP_DECOYS)
        if not 0 <= decoys <= free:
            raise Illegal(
                "SS-0.8",
                "{groups} with submarines cannot be on {tokens}; {decoys} can be placed",
                groups=counted(len(answer.sizes), "group"),
                tokens=counted(len(answer.tokens), "token"),
                decoys=counted(free, "decoy"),
            )
        for zone, count, tokens in self._zones(answer):
            if not 1 <= tokens <= count + free:
                reason = "{space} has {submarines}, which cannot take {tokens}"
                raise Illegal(
                    "SS-0.8",
                    reason if tokens else "{space} has {submarines} and needs a token",
                    space=zone,
                    submarines=counted(count, "submarine"),
                    tokens=counted(tokens, "token"),
                )

    def _zones(self, answer: OpeningPlacement) -> list[tuple[SpaceId, int, int]]:
        """Each zone with its submarines and how many tokens the answer puts there."""
        tokens = Counter(answer.tokens.values())
        return [(zone, count, tokens[zone]) for zone, count in self.printed]

    def candidates(self, game: Game) -> Iterator[OpeningPlacement]:
        """Those with one group in each zone."""
        track = tracker(game, self.power)
        zones = [zone for zone, _ in self.printed]
        for groups in permutations(range(1, track.limit + 1), len(zones)):
            for handles in permutations(track.supply, len(zones)):
                yield OpeningPlacement(
                    {g: n for g, (_, n) in sorted(zip(groups, self.printed, strict=True))},
                    dict(sorted(zip(handles, zones, strict=True))),
                )

    def sample(self, game: Game, draw: random.Random) -> OpeningPlacement:
        """See `Decision.sample`."""
        return self.sample_owned(game, draw, random_groups(game, self.power, draw))

    def sample_owned(
        self, game: Game, draw: random.Random, secrets: Mapping[PieceId, int]
    ) -> OpeningPlacement:
        """Divide the submarines of each zone at random; at times add the decoys allowed."""
        supply = list(tracker(game, self.power).supply)
        draw.shuffle(supply)
        spare = len(supply) - len(self.printed)
        sizes: dict[int, int] = {}
        tokens: dict[PieceId, SpaceId] = {}
        for zone, count in self.printed:
            parts = draw.randint(1, min(count, spare + 1))
            spare -= parts - 1
            cuts = sorted(draw.sample(range(1, count), parts - 1))
            for size in (b - a for a, b in zip((0, *cuts), (*cuts, count), strict=True)):
                token = supply.pop()
                sizes[secrets[token]] = size
                tokens[token] = zone
        free = game.rules.option(SETUP_DECOYS)
        for token in supply[: draw.randint(0, min(free, spare))]:
            tokens[token] = draw.choice(self.printed)[0]
        return OpeningPlacement(dict(sorted(sizes.items())), dict(sorted(tokens.items())))


@functools.lru_cache(maxsize=4096)
def _divisible(sizes: tuple[int, ...], zones: tuple[tuple[int, int], ...]) -> bool:
    """Whether groups of these sizes can be dealt to the zones, each getting what is printed.

    Sizes ascend; a zone is what is left of its submarines and of its tokens, and takes at most as
    many groups as it has tokens: the rest of its tokens are decoys. Zones are sorted, so that ways
    that differ in their names alone are followed once.
    """
    if not sizes:
        return all(count == 0 for count, _ in zones)
    *rest, largest = sizes
    return any(
        _divisible(
            tuple(rest), tuple(sorted((*zones[:i], (count - largest, tokens - 1), *zones[i + 1 :])))
        )
        for i, (count, tokens) in enumerate(zones)
        if count >= largest and tokens
    )


def zones_needed(scenario: Scenario) -> int:
    """Most sea zones in which one power has submarines when the game opens."""
    zones = {(stack.owner, stack.at) for stack in scenario.opening if stack.kind == SUBMARINE}
    return max(Counter(owner for owner, _ in zones).values(), default=0)


def set_up(game: Game) -> Step:
    """Deal every power its deck; then its submarines become groups (SS-0.8)."""
    limit = game.rules.option(LIMIT)
    powers = game.rules.scenario.powers
    empty = Tracker(sizes=(0,) * limit)
    game = game.with_state(STATE, SecretSubsState(trackers=dict.fromkeys(powers, empty)))
    for power in powers:
        subs = tuple(
            piece
            for piece in game.owned(power)
            if isinstance(piece, Figure) and piece.kind == SUBMARINE
        )
        printed = Counter(figure.at for figure in subs)
        game = game.without_pieces(figure.id for figure in subs)
        game = yield from _deal_deck(game, power, limit)
        if printed:
            game = yield from _open_groups(game, power, tuple(sorted(printed.items())))
    return game


def _deal_deck(game: Game, power: Power, limit: int) -> Step:
    """Shuffle the power's tokens, the i-th of which holds group i for all to see until then."""
    game, deck = new_handles(game, limit)
    game, supply = new_handles(game, limit)
    game, _ = yield from ask(game, Seal(power, Shuffled(supply_of(power), deck, supply)))
    track = replace(tracker(game, power), supply=supply)
    return with_tracker(game, power, track).with_events(SupplyShuffled(power, limit))


def _open_groups(game: Game, power: Power, printed: Printed) -> Step:
    """The owner divides its submarines, and shows that each zone has the printed number."""
    game, answer = yield from ask(game, OpeningGroups(power, printed))
    bounds = tuple(
        Bound(zone, tuple(t for t, at in sorted(answer.tokens.items()) if at == zone), count, count)
        for zone, count in printed
    )
    handles = tuple(sorted(answer.tokens))
    game = yield from show(game, power, Counted((), handles, answer.sizes, bounds))
    track = tracker(game, power).grown(answer.sizes)
    track = replace(track, supply=tuple(t for t in track.supply if t not in answer.tokens))
    game = game.with_pieces(
        *(Token(id=handle, owner=power, at=zone) for handle, zone in sorted(answer.tokens.items()))
    )
    return with_tracker(game, power, track).with_events(
        GroupsOpened(power, answer.sizes, answer.tokens, bounds)
    )
