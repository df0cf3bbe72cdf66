"""What an owner must not do with its tokens, on every board that comes with the program.

Each case tries, in the Combat move of the first power that can, something against a rule; it must
be refused by that rule or code, to the owner alone and with nothing changed (SS-0.9).
"""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from engine.board import SpaceId
from engine.game import Game
from engine.loading import builtin
from engine.movement.orders import Load, Move, TakeBack, Unload
from engine.movement.phases import CombatMove
from engine.pieces import PieceId
from engine.requests import Decision
from engine.setup import new_game
from engine.variants.secret_subs.actions import (
    Anonymize,
    ClaimFrom,
    Remove,
    Reorganize,
    Transfer,
)
from engine.variants.secret_subs.setup import OpeningGroups, OpeningPlacement
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of
from tests.engine.secret_subs.owners import Referee

BOARDS = ("wake-island", "anniversary-1941", "anniversary-1942", "classic")
VERSIONS = tuple(product(("1.0", "0.8"), ("exact", "minimum")))


@dataclass(frozen=True)
class Sea:
    """A referee, and what is in reach of the power whose Combat move it is."""

    referee: Referee
    own: tuple[Token, ...]

    @property
    def game(self) -> Game:
        return self.referee.game

    @property
    def pair(self) -> tuple[Token, Token]:
        """Two own tokens in one sea zone."""
        return next(_pairs(self.own))

    @property
    def apart(self) -> tuple[Token, Token]:
        """Two own tokens in different sea zones."""
        a = self.own[0]
        return a, next(t for t in self.own if t.at != a.at)

    @property
    def enemy(self) -> Token:
        """A token of another power."""
        others = (p for p in self.game.pieces.values() if isinstance(p, Token))
        return next(token for token in others if token.owner != self.own[0].owner)

    @property
    def stored(self) -> PieceId:
        """A token in the supply."""
        return tracker(self.game, self.own[0].owner).supply[0]

    def group(self, token: PieceId) -> int:
        return self.referee.secrets[token]

    def size(self, token: PieceId) -> int:
        return tracker(self.game, self.own[0].owner).size(self.group(token))

    def beside(self, token: Token) -> tuple[SpaceId, ...]:
        """Sea zones next to a token's."""
        board = self.game.board
        near = (space for space in sorted(board.spaces) if board.adjacent(token.at, space))
        return tuple(space for space in near if board.is_sea(space))


def _pairs(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, Token]]:
    for i, token in enumerate(tokens):
        for other in tokens[i + 1 :]:
            if other.at == token.at:
                yield token, other


def _serves(game: Game, tokens: tuple[Token, ...]) -> bool:
    return (
        next(_pairs(tokens), None) is not None
        and len({token.at for token in tokens}) > 1
        and len(tracker(game, tokens[0].owner).supply) > 1
    )


@functools.cache
def sea(board: str, version: str, markers: str) -> Sea:
    """The first Combat move of a power with a pair of tokens and another elsewhere."""
    scenario = builtin(board)
    options = {"ss_version": version, "shuffle_markers": markers, "setup_decoys": "1"}
    seats = tuple((power,) for power in scenario.powers)
    referee = Referee(new_game(scenario, ("SS",), options, seats), seed=3)
    for _ in range(200):
        asked: Decision[Any] = referee.asked
        own = tokens_of(referee.game, asked.power)
        if isinstance(asked, CombatMove) and _serves(referee.game, own):
            return Sea(referee, own)
        referee.do(
            _opening(referee, asked) if isinstance(asked, OpeningGroups) else referee.plain()
        )
    raise AssertionError(f"no power of {board} comes to move its tokens")


def _opening(referee: Referee, asked: OpeningGroups) -> OpeningPlacement:
    """A group in each zone, and a decoy in the first."""
    handles = iter(tracker(referee.game, asked.power).supply)
    placed = {next(handles): (zone, count) for zone, count in asked.printed}
    sizes = {referee.secrets[handle]: count for handle, (_, count) in placed.items()}
    tokens = {handle: zone for handle, (zone, _) in placed.items()}
    return OpeningPlacement(
        dict(sorted(sizes.items())), {**tokens, next(handles): asked.printed[0][0]}
    )


def _across(at: Sea) -> Reorganize:
    a, b = at.apart
    filled, other = sorted((a, b), key=lambda token: -at.size(token.id))
    return Reorganize(filled.id, (Transfer(at.group(filled.id), at.group(other.id), 1),))


def _into_the_supply(at: Sea) -> Reorganize:
    filled, _ = sorted(at.pair, key=lambda token: -at.size(token.id))
    return Reorganize(filled.id, (Transfer(at.group(filled.id), at.group(at.stored), 1),))


def _too_many(at: Sea) -> Reorganize:
    a, b = at.pair
    return Reorganize(a.id, (Transfer(at.group(a.id), at.group(b.id), at.size(a.id) + 1),))


def _filled_away(at: Sea) -> Reorganize:
    a, _ = sorted(at.pair, key=lambda token: -at.size(token.id))
    return Reorganize(a.id, (), {a.id: at.group(a.id)})


def _far(at: Sea) -> Move:
    """Three steps, to and fro where nobody stops a token."""
    token, there = next(
        (token, there)
        for token in at.own
        for there in at.beside(token)
        if not at.game.pieces.at(there)
    )
    return Move(frozenset({token.id}), (there, token.at, there))


CASES: dict[str, tuple[str, Callable[[Sea], Any]]] = {
    # codes or rules, one of which must be named, and what is tried
    "4.1 groups in two zones": ("NOT_PRESENT NOT_COLOCATED", _across),
    "4.1 a group in the supply": ("NOT_PRESENT", _into_the_supply),
    "4.1 more than there are": ("SS-4.2", _too_many),
    "4.1 an enemy's token": (
        "SS-0.3",
        lambda at: Reorganize(at.enemy.id, (Transfer(1, 2, 1),)),
    ),
    "4.1 a token of the supply": (
        "SS-0.3",
        lambda at: Reorganize(at.stored, (Transfer(1, 2, 1),)),
    ),
    "4.1 a group beyond the limit": (
        "SS-0.1",
        lambda at: Reorganize(at.pair[0].id, (Transfer(at.group(at.pair[0].id), 11, 1),)),
    ),
    "4.2 a removal that is not empty": ("NOT_EMPTY", _filled_away),
    "4.3a two zones": (
        "NOT_COLOCATED",
        lambda at: Anonymize(frozenset(token.id for token in at.apart)),
    ),
    "4.3a one token": ("SS-4.3a", lambda at: Anonymize(frozenset({at.own[0].id}))),
    "4.3a none": ("SS-4.3a", lambda _: Anonymize(frozenset())),
    "4.3a with an enemy's": (
        "SS-0.3",
        lambda at: Anonymize(frozenset({at.own[0].id, at.enemy.id})),
    ),
    "4.3a with one of the supply": (
        "SS-0.3",
        lambda at: Anonymize(frozenset({at.own[0].id, at.stored})),
    ),
    "4.3b nothing was shuffled": (
        "SS-4.3b",
        lambda at: ClaimFrom(at.own[0].id, frozenset({at.own[0].id})),
    ),
    "1.3b not in Mobilize": (
        "SS-1.3b",
        lambda at: Remove(at.own[0].id, at.group(at.own[0].id)),
    ),
    "2.0a three steps": ("NO_MOVEMENT", _far),
    "2.0 an enemy's token": (
        "BG-7",
        lambda at: Move(frozenset({at.enemy.id}), (at.own[0].at,)),
    ),
    "2.0 a token of the supply": ("BG-7", lambda at: Move(frozenset({at.stored}), (at.own[0].at,))),
    "2.0 from two zones at once": (
        "BG-7",
        lambda at: Move(frozenset(t.id for t in at.apart), at.beside(at.own[0])[:1]),
    ),
    "2.0 on land": (
        "BG-7 BG-1.1",
        lambda at: Move(
            frozenset({at.own[0].id}),
            (next(s for s in sorted(at.game.board.spaces) if not at.game.board.is_sea(s)),),
        ),
    ),
    "2.0 aboard nothing": ("BG-7.9", lambda at: Unload(frozenset({at.own[0].id}), at.own[0].at)),
    "2.0 boards nothing": ("BG-7.9", lambda at: Load(at.own[0].id, frozenset({at.own[1].id}))),
    "R6 nothing to take back": ("R6", lambda at: TakeBack(frozenset({at.own[0].id}))),
}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("version", "markers"), VERSIONS)
@pytest.mark.parametrize("case", CASES)
def test_what_must_not_be_is_refused_and_changes_nothing(
    board: str, version: str, markers: str, case: str
) -> None:
    expected, attempt = CASES[case]
    at = sea(board, version, markers)
    refusal = at.referee.refused(attempt(at))
    assert {refusal.code, refusal.rule}.intersection(expected.split())
