"""Anonymizing: secret shuffles, and what they leave open (SS-4.3)."""

__all__ = [
    "may_shuffle",
    "new_handles",
    "origin_shown",
    "permission",
    "shuffle",
    "shuffle_supply",
    "touched",
    "without_shuffle_records",
]

import dataclasses
from collections.abc import Callable, Iterable, Mapping

from engine.board import Power
from engine.claims import Elsewhere, From, Shuffled
from engine.errors import Illegal
from engine.game import Game
from engine.pieces import Piece, PieceId
from engine.requests import Seal, Step, ask
from engine.variants.secret_subs.events import OriginShown, SupplyShuffled, TokensShuffled
from engine.variants.secret_subs.exchanges import elsewhere, least_markers, without_exchanges
from engine.variants.secret_subs.settings import SHUFFLE_MARKERS, ShuffleMarkers
from engine.variants.secret_subs.state import (
    subs_state,
    supply_of,
    tracker,
    update_subs_state,
    with_tracker,
)
from engine.variants.secret_subs.token import (
    Shuffle,
    Token,
    least_permissive,
    most_permissive,
    narrowed,
)
from engine.variants.secret_subs.tokens import (
    possible,
    shuffle_of,
    swap_tokens,
    tokens_where,
)


def may_shuffle(game: Game, tokens: tuple[Token, ...]) -> None:
    """Judge whether a power's tokens may be shuffled together (SS-4.3a, c).

    Raises:
        Illegal: they are fewer than two, show a group, are in different zones or states, or
            nothing has touched them since they were shuffled together.

    Implements: SS-4.3c
    """
    if len(tokens) < 2:  # noqa: PLR2004 - it takes two to be confused
        raise Illegal("SS-4.3a", "a shuffle needs at least two tokens")
    if any(token.face_up for token in tokens):
        raise Illegal("SS-4.3a", "only face-down tokens can be shuffled")
    if len({token.at for token in tokens}) > 1:
        raise Illegal(
            "SS-4.3a", "tokens in different sea zones cannot be shuffled together", "NOT_COLOCATED"
        )
    if len({token.submerged for token in tokens}) > 1:
        raise Illegal(
            "SS-4.3c", "submerged tokens cannot be shuffled with others", "NOT_INTERCHANGEABLE"
        )
    if not all(game.rules.same_markers(game, tokens[0], token) for token in tokens):
        raise Illegal(
            "SS-4.3c",
            "tokens with different markers cannot be shuffled together",
            "NOT_INTERCHANGEABLE",
        )
    if any(
        together.issuperset(token.id for token in tokens)
        for together in subs_state(game).shuffled_together
    ):
        raise Illegal("SS-4.0", "these tokens were shuffled together and nothing has changed since")


def shuffle(game: Game, tokens: tuple[Token, ...]) -> Step:
    """Shuffle tokens; each piece keeps its own markers, and nobody else knows where (SS-4.3b)."""
    power, zone = tokens[0].owner, tokens[0].at
    old = tuple(token.id for token in tokens)
    game, new = new_handles(game, len(old))
    game, _ = yield from ask(game, Seal(power, Shuffled(zone, old, new)))
    pieces = {token.id: least_markers(game, token) for token in tokens}
    game = without_exchanges(game, old)
    exact = game.rules.option(SHUFFLE_MARKERS) is ShuffleMarkers.EXACT
    shown = most_permissive(pieces.values()) if exact else least_permissive(pieces.values())
    if not exact:
        pieces = dict.fromkeys(pieces, shown)
    submerged = tokens[0].submerged
    fresh = tuple(
        shown.on(Token(id=handle, owner=power, at=zone, submerged=submerged)) for handle in new
    )
    game = game.rules.pieces_shuffled(touched(swap_tokens(game, old, fresh), old), old, new)
    game = _noted(game, Shuffle(owner=power, pieces=pieces, tokens=new), old)
    game = with_tracker(game, power, tracker(game, power).forgetting(old))
    return game.with_events(TokensShuffled(power, zone, old, new))


def _noted(game: Game, record: Shuffle, old: tuple[PieceId, ...]) -> Game:
    """The game with a shuffle on record, for markers and for the window that may be open."""
    book, fresh = subs_state(game), frozenset(record.tokens)
    zone = game.pieces[record.tokens[0]].at
    return update_subs_state(
        game,
        shuffles=(*book.shuffles, record),
        shuffled_together=(*book.shuffled_together, fresh),
        reorganized=book.reorganized | (frozenset() if book.reorganized.isdisjoint(old) else fresh),
        shuffled=book.shuffled.union(token.id for token in tokens_where(game, record.owner, zone)),
    )


def shuffle_supply(game: Game, power: Power) -> Step:
    """Shuffle a power's supply, so that nobody knows which of its tokens are placed next."""
    old = tracker(game, power).supply
    game, new = new_handles(game, len(old))
    game, _ = yield from ask(game, Seal(power, Shuffled(supply_of(power), old, new)))
    track = dataclasses.replace(
        tracker(game, power).forgetting(old), supply=new, supply_changed=False
    )
    return with_tracker(game, power, track).with_events(SupplyShuffled(power, len(new)))


def new_handles(game: Game, count: int) -> tuple[Game, tuple[PieceId, ...]]:
    """Fresh handles, ascending; the engine counts them, never the owner.

    Implements: SS-0.3b
    """
    handles = tuple(PieceId(game.next_id + i) for i in range(count))
    return game.replace(next_id=game.next_id + count), handles


def permission(
    game: Game, token: Token, allows: Callable[[Token], None]
) -> From | Elsewhere | None:
    """What an owner must show before a token may do something (SS-4.3b, point 2).

    Args:
        game: the game.
        token: a token, perhaps of uncertain markers.
        allows: raises `Illegal` where the markers on the token given to it do not allow it.

    Returns:
        None where all its possible markers allow it; else the claim that it is one of the pieces
        whose markers do, or that it received no submarines that moved farther.

    Raises:
        Illegal: none of its possible markers allows it.

    Implements: SS-0.5, SS-4.3b.2
    """
    if exchanged := elsewhere(game, token):
        allows(token)
        as_receiver, claim = exchanged
        refused = _refusal(allows, as_receiver)
        if refused is not None and claim is None:
            raise refused
        return claim if refused else None
    if shuffle_of(game, token.id) is None:
        allows(token)
        return None
    pieces = possible(game, token)
    verdicts = {m: _refusal(allows, m.on(token)) for m in pieces.values()}
    may = tuple(sorted(piece for piece, m in pieces.items() if verdicts[m] is None))
    refusals = [refusal for refusal in verdicts.values() if refusal is not None]
    if not may:
        raise refusals[0]
    return From(token.id, may) if refusals else None


def _refusal(allows: Callable[[Token], None], token: Token) -> Illegal | None:
    try:
        allows(token)
    except Illegal as refusal:
        return refusal
    return None


def origin_shown(game: Game, claim: From) -> Game:
    """The game after a token was shown to be one of some pieces of its last shuffle.

    Where tokens of that shuffle stood when the phase began is narrowed with them, for an order
    that is taken back.
    """
    shuffle = shuffle_of(game, claim.token)
    if shuffle is None:
        raise Illegal(
            "SS-4.3b", "token #{token} has not been shuffled this turn", token=claim.token
        )
    began = game.record.phase_began
    after, now = narrowed(shuffle, claim.token, claim.pieces, _members(shuffle, game.pieces))
    _, then = narrowed(shuffle, claim.token, claim.pieces, _members(shuffle, began))
    shuffles = tuple(after if s is shuffle else s for s in subs_state(game).shuffles)
    game = update_subs_state(game.with_pieces(*now), shuffles=shuffles)
    game = game.update_turn_record(phase_began=began.replaced(then))
    game = touched(game, (claim.token,))
    return game.with_events(OriginShown(shuffle.owner, claim.token, claim.pieces))


def _members(shuffle: Shuffle, pieces: Mapping[PieceId, Piece]) -> tuple[Token, ...]:
    members = (pieces.get(token) for token in shuffle.tokens)
    return tuple(piece for piece in members if isinstance(piece, Token))


def touched(game: Game, tokens: Iterable[PieceId]) -> Game:
    """The game in which tokens did or showed something: they may be shuffled again (SS-4.0)."""
    known = frozenset(tokens)
    shuffled_together = subs_state(game).shuffled_together
    if all(known.isdisjoint(together) for together in shuffled_together):
        return game
    rest = (together - known for together in shuffled_together)
    return update_subs_state(
        game, shuffled_together=tuple(together for together in rest if len(together) > 1)
    )


def without_shuffle_records(game: Game, powers: Iterable[Power]) -> Game:
    """The game after the markers of some powers were cleared: their records end.

    Implements: SS-4.3b.6
    """
    cleared = frozenset(powers)
    book = subs_state(game)
    return update_subs_state(
        game,
        shuffles=tuple(s for s in book.shuffles if s.owner not in cleared),
        exchanges=tuple(e for e in book.exchanges if e.owner not in cleared),
    )
