"""Exchanges of submarines between groups that have moved differently, as version 0.8 has them.

A group that receives submarines takes the least movement of its own and theirs; one that only gives
keeps its own. Which groups receive is public, which tokens hold them often is not: then a token
shows what it may do at most, and its owner shows, before it does more than a receiver could, that
the groups that received are on others (SS-0.5, 4.3b, 6).
"""

__all__ = [
    "elsewhere",
    "exchange_of",
    "given_only",
    "groups_shown_elsewhere",
    "least_markers",
    "narrowed_exchanges",
    "with_exchange",
    "without_exchanges",
]

import dataclasses
from collections.abc import Collection, Iterable

from engine.board import Power
from engine.claims import Elsewhere
from engine.game import Game
from engine.pieces import PieceId
from engine.variants.secret_subs.events import ReceiversShown
from engine.variants.secret_subs.state import subs_state, tracker, update_subs_state
from engine.variants.secret_subs.token import (
    Exchange,
    Markers,
    Token,
    least_permissive,
    received,
)
from engine.variants.secret_subs.tokens import possible


def exchange_of(game: Game, token: PieceId) -> Exchange | None:
    """The exchange in which a token may have received submarines, if any."""
    return next((e for e in subs_state(game).exchanges if token in e.own), None)


def least_markers(game: Game, token: Token) -> Markers:
    """What a token may do whatever piece it is, and whatever it received."""
    exchange = exchange_of(game, token.id)
    lower = () if exchange is None else (received(exchange, token),)
    return least_permissive((*possible(game, token).values(), *lower))


def elsewhere(game: Game, token: Token) -> tuple[Token, Elsewhere | None] | None:
    """The token if it received submarines, and the claim that it did not; None if it cannot have.

    No claim can be made once one of the others is gone.
    """
    exchange = exchange_of(game, token.id)
    if exchange is None:
        return None
    others = tuple(sorted(other for other in exchange.own if other != token.id))
    claim = Elsewhere(token.id, exchange.receiving, others)
    gone = any(other not in game.pieces for other in others)
    return received(exchange, token).on(token), None if gone else claim


def given_only(game: Game, token: Token) -> Elsewhere | None:
    """The claim that a token received nothing and keeps its own movement, if that can be shown."""
    as_receiver, claim = elsewhere(game, token) or (token, None)
    return None if as_receiver == token else claim


def with_exchange(
    game: Game, tokens: tuple[Token, ...], giving: Collection[int], receiving: Collection[int]
) -> Game:
    """The game after some groups of a class of tokens have given submarines to others.

    ⚖ A token of uncertain markers counts with the least of them, unless its owner has made them
    certain before (SS-4.1). Exchanges before count along with this one if all their tokens are in
    it, else they are settled.
    """
    power, handles = tokens[0].owner, frozenset(token.id for token in tokens)
    before = [e for e in subs_state(game).exchanges if not handles.isdisjoint(e.own)]
    apart = [e for e in before if not handles.issuperset(e.own)]
    game = without_exchanges(game, {token for e in apart for token in e.own})
    joined = {group for e in before if e not in apart for group in e.receiving}
    present = [game.pieces[token.id] for token in tokens]
    tokens = tuple(token for token in present if isinstance(token, Token))
    least = {token.id: least_markers(game, token) for token in tokens}
    opened = tracker(game, power).opened
    unknown = not set(giving).issubset(opened.values())
    givers = [t for t in sorted(handles) if (unknown if t not in opened else opened[t] in giving)]
    own = {
        token.id: least[token.id] if len(possible(game, token)) > 1 else Markers.of(token)
        for token in tokens
    }
    exchange = Exchange(
        owner=power,
        receiving=tuple(sorted({*receiving, *joined})),
        own=own,
        least=least_permissive(least[token] for token in givers),
    )
    rest = tuple(e for e in subs_state(game).exchanges if handles.isdisjoint(e.own))
    shuffles = (
        dataclasses.replace(s, settled=s.settled.union(handles.intersection(s.tokens)))
        for s in subs_state(game).shuffles
    )
    game = game.with_pieces(*(own[token.id].on(token) for token in tokens))
    game = update_subs_state(game, shuffles=tuple(shuffles), exchanges=(*rest, exchange))
    return narrowed_exchanges(game, power)


def narrowed_exchanges(game: Game, power: Power) -> Game:
    """The game in which a power's exchanges name only tokens and groups that are still unknown."""
    opened = tracker(game, power).opened
    for exchange in subs_state(game).exchanges:
        if exchange.owner != power:
            continue
        known = {t: opened[t] for t in exchange.own if t in opened}
        certain = {t for t, group in known.items() if group in exchange.receiving}
        receiving = tuple(g for g in exchange.receiving if g not in opened.values())
        own = {t: markers for t, markers in exchange.own.items() if t not in known}
        if len(own) <= len(receiving):
            certain, own = certain.union(own), {}
        left = dataclasses.replace(exchange, receiving=receiving, own=own)
        game = _settled(game, exchange, certain)
        game = _replacing(game, exchange, (left,) if _matters(game, left) else ())
    return game


def _matters(game: Game, exchange: Exchange) -> bool:
    """Whether some token would lose movement if it had received."""
    if not exchange.receiving:
        return False
    tokens = (game.pieces.get(token) for token in exchange.own)
    return any(
        received(exchange, token) != Markers.of(token)
        for token in tokens
        if isinstance(token, Token)
    )


def without_exchanges(game: Game, tokens: Iterable[PieceId]) -> Game:
    """The game without the exchanges of some tokens: what is left of them counts as received."""
    gone = frozenset(tokens)
    for exchange in subs_state(game).exchanges:
        if not gone.isdisjoint(exchange.own):
            game = _replacing(_settled(game, exchange, exchange.own), exchange, ())
    return game


def groups_shown_elsewhere(game: Game, claim: Elsewhere) -> Game:
    """The game after a token was shown to hold none of the groups that received submarines."""
    exchange = exchange_of(game, claim.token)
    power = game.pieces[claim.token].owner
    if exchange is not None:
        own = {t: markers for t, markers in exchange.own.items() if t != claim.token}
        game = _replacing(game, exchange, (dataclasses.replace(exchange, own=own),))
    event = ReceiversShown(power, claim.groups, claim.tokens)
    return narrowed_exchanges(game.with_events(event), power)


def _settled(game: Game, exchange: Exchange, certain: Iterable[PieceId]) -> Game:
    """The game in which these tokens have received; a move before that is not taken back."""
    pieces = (game.pieces.get(token) for token in sorted(certain))
    changed = {
        token.id: received(exchange, token).on(token)
        for token in pieces
        if isinstance(token, Token) and received(exchange, token) != Markers.of(token)
    }
    began = game.record.phase_began
    staying = [token for token in changed if token in began]
    game = game.with_pieces(*changed.values())
    return game.update_turn_record(phase_began=began.replaced((), staying))


def _replacing(game: Game, old: Exchange, new: tuple[Exchange, ...]) -> Game:
    others = tuple(e for e in subs_state(game).exchanges if e is not old)
    return update_subs_state(game, exchanges=(*others, *new))
