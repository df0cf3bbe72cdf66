"""Actions worth listing or drawing: for tables, bots and fuzzers (SS-4)."""

__all__ = ["candidates", "drawn"]

import random
from collections.abc import Iterator, Mapping
from typing import get_args

from engine.board import Power
from engine.errors import Illegal
from engine.game import Game
from engine.pause import Prompt
from engine.phases import Phase
from engine.pieces import PieceId
from engine.variants.secret_subs.actions import (
    Anonymize,
    ClaimFrom,
    Remove,
    Reorganize,
    Slot,
    SubsAction,
    Transfer,
    check_about,
    out_of_actions,
    subject,
)
from engine.variants.secret_subs.exchanges import exchange_of
from engine.variants.secret_subs.public import open_groups
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.token import Markers, Token
from engine.variants.secret_subs.tokens import class_of, first_of_class, possible, tokens_of

_DRAWS = 4  # actions that `drawn` tries before it gives up


_Proposal = tuple[SubsAction, tuple[Token, ...]]
"""An action, and the tokens that it is about (`actions.subject`)."""


def candidates(game: Game, decision: Prompt) -> Iterator[SubsAction]:
    """Legal actions, lazily: shuffles of two or all tokens, single transfers, claims, removals."""
    power = decision.power
    if out_of_actions(game, power):
        return
    tokens = decision.reaches(game) if isinstance(decision, Slot) else tokens_of(game, power)
    takes = decision.takes if isinstance(decision, Slot) else get_args(SubsAction)
    listed: dict[type[SubsAction], Iterator[_Proposal]] = {
        Anonymize: _shuffles(tokens),
        Reorganize: _reorganizations(game, power, tokens),
        ClaimFrom: _claims(game, tokens),
        Remove: _removals(game, power, tokens),
    }
    for kind, proposals in listed.items():
        if kind in takes:
            for action, about in proposals:
                if _legal(game, decision, action, about):
                    yield action


def _legal(game: Game, decision: Prompt, action: SubsAction, about: tuple[Token, ...]) -> bool:
    try:
        check_about(game, decision, action, about)
    except Illegal:
        return False
    return True


def _shuffles(tokens: tuple[Token, ...]) -> Iterator[_Proposal]:
    for i, token in enumerate(tokens):
        others = [t for t in tokens[i + 1 :] if (t.at, t.submerged) == (token.at, token.submerged)]
        for other in others:
            yield Anonymize(frozenset({token.id, other.id})), (token, other)
        if len(others) > 1:
            yield Anonymize(frozenset({token.id, *(t.id for t in others)})), (token, *others)


def _reorganizations(game: Game, power: Power, tokens: tuple[Token, ...]) -> Iterator[_Proposal]:
    track = tracker(game, power)
    for token in tokens:
        members = class_of(game, token)
        if len(members) == 1 or members[0] != token:
            continue
        groups = open_groups(track, (member.id for member in members))
        for source in groups:
            if track.size(source):
                for target in groups:
                    yield Reorganize(token.id, (Transfer(source, target, 1),)), members


def _claims(game: Game, tokens: tuple[Token, ...]) -> Iterator[_Proposal]:
    for token in tokens:
        by_markers: dict[Markers, set[PieceId]] = {}
        for piece, markers in possible(game, token).items():
            by_markers.setdefault(markers, set()).add(piece)
        for pieces in by_markers.values():
            yield ClaimFrom(token.id, frozenset(pieces)), (token,)


def _removals(game: Game, power: Power, tokens: tuple[Token, ...]) -> Iterator[_Proposal]:
    if game.current_phase is Phase.MOBILIZE:
        track = tracker(game, power)
        for token in tokens:
            for group in range(1, track.limit + 1):
                if not track.size(group):
                    yield Remove(token.id, group), (token,)


def drawn(
    game: Game, decision: Prompt, draw: random.Random, secrets: Mapping[PieceId, int]
) -> SubsAction | None:
    """A legal action of any sort that these secrets justify, or None if none was hit upon."""
    power = decision.power
    tokens = () if out_of_actions(game, power) else tokens_of(game, power)
    for _ in range(_DRAWS if tokens else 0):
        action = _drawn(game, draw.choice(tokens), draw, secrets)
        if action is not None and (_legal(game, decision, action, subject(game, power, action))):
            return action
    return None


def _drawn(
    game: Game, token: Token, draw: random.Random, secrets: Mapping[PieceId, int]
) -> SubsAction | None:
    """Some action about a token that its owner can justify; perhaps not a legal one."""
    match draw.randrange(4):
        case 0:
            return _draw_shuffle(game, token, draw)
        case 1:
            return _draw_reorganization(game, token, draw, secrets)
        case 2:
            return _true_claim(game, token, secrets)
        case _:
            return Remove(token.id, secrets[token.id])


def _draw_shuffle(game: Game, token: Token, draw: random.Random) -> Anonymize:
    near = [t.id for t in tokens_of(game, token.owner) if t.at == token.at and t != token]
    return Anonymize(frozenset({token.id, *draw.sample(near, draw.randint(0, len(near)))}))


def _draw_reorganization(
    game: Game, token: Token, draw: random.Random, secrets: Mapping[PieceId, int]
) -> Reorganize | None:
    groups = {member.id: secrets[member.id] for member in class_of(game, token)}
    if len(groups) == 1:
        return None
    track = tracker(game, token.owner)
    transfers = []
    for _ in range(draw.randint(1, 2)):
        source, target = draw.sample(sorted(groups.values()), 2)
        if track.size(source):
            transfer = Transfer(source, target, draw.randint(1, track.size(source)))
            track = track.grown({source: -transfer.count, target: transfer.count})
            transfers.append(transfer)
    removals = {
        handle: group
        for handle, group in sorted(groups.items())
        if not track.size(group) and draw.randrange(4) == 0
    }
    return Reorganize(first_of_class(game, token).id, tuple(transfers), removals)


def _true_claim(game: Game, token: Token, secrets: Mapping[PieceId, int]) -> ClaimFrom:
    pieces = possible(game, token)
    exchange = exchange_of(game, token.id)
    if exchange is not None and secrets[token.id] in exchange.receiving:
        return ClaimFrom(token.id, frozenset())  # nothing is true that could be shown
    true = next((p for p in pieces if secrets[p] == secrets[token.id]), token.id)
    alike = (p for p, m in pieces.items() if m == pieces.get(true))
    return ClaimFrom(token.id, frozenset(alike))
