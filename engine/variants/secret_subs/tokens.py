"""Tokens on the board: where they are, which are alike, how they leave for the supply."""

__all__ = [
    "class_of",
    "discard_empty_tokens",
    "first_of_class",
    "possible",
    "return_to_supply",
    "shuffle_of",
    "size_of",
    "swap_tokens",
    "tokens_of",
    "tokens_where",
]

from collections.abc import Iterable, Mapping

from engine.board import Power, SpaceId
from engine.game import Game
from engine.pieces import PieceId
from engine.variants.secret_subs.events import TokensDiscarded
from engine.variants.secret_subs.settings import VERSION, Version
from engine.variants.secret_subs.state import subs_state, tracker, with_tracker
from engine.variants.secret_subs.token import Markers, Shuffle, Token, always_alike, current_markers


def tokens_of(game: Game, power: Power) -> tuple[Token, ...]:
    """A power's tokens on the board, ascending."""
    return tuple(piece for piece in game.owned(power) if isinstance(piece, Token))


def tokens_where(game: Game, power: Power, zone: SpaceId) -> tuple[Token, ...]:
    """A power's tokens in a sea zone, ascending."""
    return tuple(
        piece for piece in game.pieces.at(zone) if isinstance(piece, Token) and piece.owner == power
    )


def size_of(game: Game, token: Token) -> int:
    """Submarines in the group of a token that lies face up."""
    track = tracker(game, token.owner)
    return track.size(track.opened[token.id])


def shuffle_of(game: Game, token: PieceId) -> Shuffle | None:
    """The shuffle that a token came out of this turn, if any."""
    return next((s for s in subs_state(game).shuffles if token in s.tokens), None)


def possible(game: Game, token: Token) -> Mapping[PieceId, Markers]:
    """The pieces that a token may be, and its markers if it is that piece (SS-4.3b).

    A token that has not been shuffled this turn is itself.
    """
    shuffle = shuffle_of(game, token.id)
    return {token.id: Markers.of(token)} if shuffle is None else current_markers(shuffle, token)


def class_of(game: Game, token: Token) -> tuple[Token, ...]:
    """The tokens between whose groups submarines may move, with `token`: alike in every way."""
    return tuple(
        other for other in tokens_where(game, token.owner, token.at) if _alike(game, token, other)
    )


def first_of_class(game: Game, token: Token) -> Token:
    """The lowest of those tokens that have the same class as this one: it names the class."""
    alike = class_of(game, token)
    return next(other for other in alike if class_of(game, other) == alike)


def _alike(game: Game, a: Token, b: Token) -> bool:
    """Whether two tokens of a power in a sea zone are interchangeable (SS-4.1).

    In every arrangement that the public allows. All of a power's tokens in a zone that is fought
    over are in that battle (SS-3.9), save those that have submerged; those that have retreated from
    it are still in it until it ends, among others where they went. Under version 0.8
    (`mid_move_reorg` of SS-6) what is left to move, and so whether they moved, may differ.

    Implements: SS-A4
    """
    if a.id == b.id:
        return True
    if a.submerged != b.submerged or not game.rules.same_markers(game, a, b):
        return False
    if game.battle is not None and len({a.id, b.id}.intersection(game.battle.withdrawn)) == 1:
        return False
    same = _fought_alike if game.rules.option(VERSION) is Version.V0_8 else _identical
    shuffle = shuffle_of(game, a.id)
    if shuffle is not None and b.id in shuffle.tokens:
        return always_alike(shuffle, a, b, same)
    return all(same(m, n) for m in possible(game, a).values() for n in possible(game, b).values())


def _identical(m: Markers, n: Markers) -> bool:
    return (m.left, m.moved, m.fought) == (n.left, n.moved, n.fought)


def _fought_alike(m: Markers, n: Markers) -> bool:
    return m.fought == n.fought


def swap_tokens(game: Game, old: Iterable[PieceId], new: tuple[Token, ...] = ()) -> Game:
    """The game with tokens in place of others, in the battle too."""
    gone = frozenset(old)
    game = game.replace(pieces=game.pieces.replaced(new, sorted(gone)))
    if game.battle is None:
        return game
    fresh = frozenset(token.id for token in new)

    def renamed(members: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
        if gone.isdisjoint(members):
            return members
        return tuple(sorted(fresh.union(members) - gone))

    battle = game.battle
    return game.update_battle(
        attackers=renamed(battle.attackers),
        defenders=renamed(battle.defenders),
        submerged=renamed(battle.submerged),
        withdrawn=renamed(battle.withdrawn),
    )


def return_to_supply(game: Game, power: Power, groups: Mapping[PieceId, int]) -> Game:
    """The game with tokens back in their owner's supply, shown to hold these empty groups."""
    track = tracker(game, power).knowing(groups).receiving(groups)
    return with_tracker(swap_tokens(game, groups), power, track)


def discard_empty_tokens(game: Game, power: Power) -> Game:
    """The game without a power's face-up tokens whose groups are empty.

    Implements: SS-3.6, SS-A16
    """
    track = tracker(game, power)
    empty = [t for t in tokens_of(game, power) if t.face_up and not size_of(game, t)]
    for zone in sorted({token.at for token in empty}):
        groups = {token.id: track.opened[token.id] for token in empty if token.at == zone}
        game = return_to_supply(game, power, groups).with_events(
            TokensDiscarded(power, zone, groups)
        )
    return game
