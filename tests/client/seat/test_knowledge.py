"""SS-5 over real games: what is known of tokens, against every order written out."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

import pytest

from client.bots.fuzz import Fuzz
from client.scenarios import find
from client.seat.knowledge import Knowledge
from engine.board import Power
from engine.game import Event
from engine.turn import TurnBegan
from engine.variants.secret_subs.events import (
    GroupsOpened,
    OriginShown,
    Reorganized,
    SubsJoined,
    SubsPlaced,
    TokensDiscarded,
    TokensRemoved,
    TokensRevealed,
    TokensShuffled,
)
from protocol.charter import Secrecy
from protocol.table import Appended, Table
from tests.bench.games import founded, playing
from tests.engine.secret_subs.test_support import History

LIMIT = 10
MOST = 6_000
"""Orders that are written out; a power that has more is no longer followed."""


class Twin:
    """All orders of every power's tokens that agree with what has happened, one by one."""

    def __init__(self, powers: tuple[Power, ...]) -> None:
        self.histories = {power: History(LIMIT, [({}, {}, 1)]) for power in powers}

    def learn(self, event: Event) -> None:
        if isinstance(event, TurnBegan):
            for history in self.histories.values():
                _forget(history)
        elif isinstance(event, TokensRevealed):
            for history in self.histories.values():
                for token, group in event.groups.items():
                    if all(token in held for held, _, _ in history.worlds):
                        history.shown(token, group)
        else:
            power = getattr(event, "power", None)
            if power in self.histories:
                _learn(self.histories[power], event)
        for power, history in tuple(self.histories.items()):
            if len(history.worlds) > MOST:
                del self.histories[power]


def _forget(history: History) -> None:
    """A turn begins: what went into shuffles is of no account any more (SS-4.3b, point 6)."""
    weights: Counter[frozenset[tuple[int, int]]] = Counter()
    for held, _, weight in history.worlds:
        weights[frozenset(held.items())] += weight
    history.worlds = [(dict(held), {}, weight) for held, weight in weights.items()]


def _learn(history: History, event: Event) -> None:
    match event:
        case GroupsOpened(_, sizes, tokens, bounds):
            history.placed(sorted(tokens), sizes)
            history.counted((), dict(sizes), bounds)
        case SubsPlaced(_, added, tokens, charged, _, bounds):
            history.placed(sorted(tokens), added)
            history.present(added, {*charged, *tokens})
            history.counted(sorted(tokens), dict(added), bounds)
        case TokensShuffled(_, _, old, new):
            history.shuffled(old, new)
        case OriginShown(_, token, pieces):
            history.came_from(token, pieces)
        case Reorganized(_, _, tokens, sizes):
            history.present(sizes, tokens)
        case SubsJoined(_, _, _, joined, among):
            history.present(joined, among)
        case TokensRemoved(_, _, groups) | TokensDiscarded(_, _, groups):
            for token, group in groups.items():
                history.shown(token, group)
                history.returned(token)
        case _:
            pass


def entries(secrecy: Secrecy, seed: int, most: int) -> Iterator[Appended]:
    """The entries of a game that is drawn, as a spectator appends them."""
    founding = founded(find("wake-island"), secrecy)
    spectator = Table.start(founding)
    for table in islice(playing(founding, (Fuzz(seed), Fuzz(seed + 100))), 1, most + 1):
        (*_, last) = table.log
        yield spectator.append_on_trust(last.raw)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("secrecy", "seed", "most"),
    [*((Secrecy.HASHED, seed, 200) for seed in range(8)), (Secrecy.PROVED, 0, 30)],
)
def test_what_is_known_is_what_brute_force_finds(secrecy: Secrecy, seed: int, most: int) -> None:
    """Set-up, production, shuffles, claims, battles: each chance is exact, in both suites."""
    founding = founded(find("wake-island"), secrecy)
    game = Table.start(founding).game
    knowledge, twin = Knowledge.of(game), Twin(game.rules.scenario.powers)
    compared = 0
    for appended in entries(secrecy, seed, most):
        knowledge = knowledge.learning(appended.events, appended.game)
        for event in appended.events:
            twin.learn(event)
        for power, history in twin.histories.items():
            compared += _agree(knowledge, power, history)
        if not twin.histories:
            break
    assert compared > 20


def _agree(knowledge: Knowledge, power: Power, history: History) -> int:
    """How many tokens are told of alike, both by chance and by certainty."""
    support = knowledge.supports[power]
    assert knowledge.error(power) == 0
    held: Mapping[int, int] = history.worlds[0][0]
    assert sorted(support.tokens) == sorted(held)
    for token in support.tokens:
        odds = history.odds(token)
        assert support.odds(token) == odds
        assert support.certain(token) == (min(odds) if len(odds) == 1 else None)
    return len(support.tokens)
