"""Searching for concealed submarines, and firing from concealment (DS-8 to DS-11)."""

__all__ = [
    "FiringSubmarines",
    "LetFire",
    "Search",
    "Searchers",
    "ask_to_fire",
    "search_zone",
    "with_firing_found",
]

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from typing import ClassVar

from engine.battle.sides import current_battle, engaged, opponents, owners
from engine.battle.submarines import standing
from engine.battles import Role
from engine.board import Power
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import Instruction
from engine.pieces import Piece, PieceId
from engine.requests import Decision, Roll, Step, ask
from engine.units import SUBMARINE, Domain
from engine.variants.depth.state import (
    Searched,
    SubsFire,
    concealed,
    depths,
    is_submarine,
    threshold,
    update_depths,
)


def _undetected(game: Game, power: Power | None = None) -> tuple[Piece, ...]:
    """Concealed defenders, of one power or of all, that nobody has found as yet."""
    known = depths(game).found | depths(game).firing
    pieces = (game.pieces[piece] for piece in current_battle(game).defenders)
    return tuple(
        piece
        for piece in pieces
        if concealed(game, piece) and piece.id not in known and power in (None, piece.owner)
    )


def _searchers(game: Game) -> tuple[PieceId, ...]:
    attackers = engaged(game, Role.ATTACKER)
    return tuple(piece.id for piece in attackers if game.rules.may_search(game, piece))


@dataclass(frozen=True, slots=True)
class Searchers:
    """The aircraft and destroyers that search."""

    pieces: frozenset[PieceId]


@dataclass(frozen=True, slots=True)
class Search(Decision[Searchers]):
    """Which of the attacker's aircraft and destroyers roll to find concealed submarines (DS-8)."""

    answers: ClassVar[type] = Searchers

    def check(self, game: Game, answer: Searchers) -> None:
        """See `Decision.check`."""
        strangers = answer.pieces.difference(_searchers(game))
        if strangers:
            raise Illegal("DS-8", "{piece} cannot search here", piece=min(strangers))

    def candidates(self, game: Game) -> Iterator[Searchers]:
        """All search; else, of answers with equally many, the one with the lowest ids."""
        searchers = _searchers(game)
        counts = range(len(searchers), -1, -1)
        return (Searchers(frozenset(searchers[:count])) for count in counts)

    def sample(self, game: Game, draw: random.Random) -> Searchers:
        """See `Decision.sample`."""
        searchers = _searchers(game)
        if draw.randrange(2):
            return Searchers(frozenset(searchers))
        return Searchers(frozenset(draw.sample(searchers, draw.randint(0, len(searchers)))))


@dataclass(frozen=True, slots=True)
class FiringSubmarines:
    """Submarines that fire in this round though nobody has found them."""

    pieces: frozenset[PieceId]


@dataclass(frozen=True, slots=True)
class LetFire(Decision[FiringSubmarines]):
    """Which of a defender's undetected submarines fire; they count as found from the next round.

    Allowed where the attacker has brought sea units other than submarines (DS-11).
    """

    answers: ClassVar[type] = FiringSubmarines
    instruction: ClassVar[Instruction] = Instruction.SUBMERGE

    def instructed(self, game: Game) -> FiringSubmarines | None:
        """See `Decision.instructed`: all fire that stay and fight, none that keep out of it."""
        firing = standing(game, self.power).other.among(_able(game, self.power))
        return None if firing is None else FiringSubmarines(firing)

    def check(self, game: Game, answer: FiringSubmarines) -> None:
        """See `Decision.check`."""
        strangers = answer.pieces.difference(_able(game, self.power))
        if strangers:
            raise Illegal(
                "DS-11", "{piece} is not one of your undetected submarines", piece=min(strangers)
            )

    def candidates(self, game: Game) -> Iterator[FiringSubmarines]:
        """See `Decision.candidates`; all legal answers, none first."""
        able = _able(game, self.power)
        sizes = range(len(able) + 1)
        sets = chain.from_iterable(combinations(able, count) for count in sizes)
        return (FiringSubmarines(frozenset(pieces)) for pieces in sets)

    def sample(self, game: Game, draw: random.Random) -> FiringSubmarines:
        """See `Decision.sample`."""
        able = _able(game, self.power)
        return FiringSubmarines(frozenset(draw.sample(able, draw.randint(0, len(able)))))


def _able(game: Game, power: Power) -> tuple[PieceId, ...]:
    """Undetected submarines whose fire could hit at all; ascending."""
    return tuple(
        piece.id
        for piece in _undetected(game, power)
        if game.rules.strength(game, piece, SUBMARINE, Role.DEFENDER) > 0
    )


def search_zone(game: Game) -> Step:
    """The attacker's search: a die finds all concealed submarines whose number it meets.

    Implements: DS-8
    """
    hidden = _undetected(game)
    if not hidden or not _searchers(game):
        return game
    attacker = current_battle(game).attacker
    game, answer = yield from ask(game, Search(attacker))
    if not answer.pieces:
        return game
    roll = Roll(
        roller=attacker,
        count=len(answer.pieces),
        sides=game.rules.die_sides(game),
        why="search for submarines",
        versus=opponents(game, attacker),
    )
    game, dice = yield from ask(game, roll)
    found = tuple(piece.id for piece in hidden if min(dice) <= threshold(game, piece.id))
    game = update_depths(game, found=depths(game).found.union(found))
    return game.with_events(Searched(current_battle(game).space, attacker, dice, found))


def ask_to_fire(game: Game) -> Step:
    """Every defender may let undetected submarines fire in the round to come.

    Implements: DS-11
    """
    attackers = engaged(game, Role.ATTACKER)
    if not any(
        game.rules.domain(game, piece) is Domain.SEA and not is_submarine(game, piece)
        for piece in attackers
    ):
        return game
    for power in owners(game, Role.DEFENDER):
        if not _able(game, power):
            continue
        game, answer = yield from ask(game, LetFire(power))
        if answer.pieces:
            firing = tuple(sorted(answer.pieces))
            game = update_depths(game, firing=depths(game).firing.union(firing))
            game = game.with_events(SubsFire(current_battle(game).space, power, firing))
    return game


def with_firing_found(game: Game) -> Game:
    """The game in which submarines that fire in this round count as found (DS-11).

    Once the attacker has fired this is as good as from the next round on.
    """
    state = depths(game)
    if not state.firing:
        return game
    return update_depths(game, found=state.found | state.firing, firing=frozenset())
