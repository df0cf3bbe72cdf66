"""What everybody can tell of hidden groups without a secret, and what a seat sees (SS-0.3, 0.4).

"Known" is what was opened and not shuffled since; nothing is deduced from sizes, places or moves,
except that a token in the supply holds an empty group (SS-0.6).

Implements: SS-0.7, SS-A1, SS-A2
"""

__all__ = [
    "check_holds",
    "check_opened",
    "misplaced",
    "open_groups",
    "own_token",
    "random_groups",
    "token_seen",
    "trackers_seen",
]

import random
from collections.abc import Iterable, Mapping

from engine.board import Power
from engine.errors import Illegal, counted
from engine.game import Game
from engine.pieces import Piece, PieceId
from engine.records import Json
from engine.variants.secret_subs.state import MODULE, Tracker, subs_state, tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import possible, tokens_of
from engine.view import record_as_json


def misplaced(track: Tracker, groups: Iterable[int], tokens: Iterable[PieceId]) -> str | None:
    """Why these groups cannot all be on these tokens, as everybody can tell; None if they may."""
    wanted, among = frozenset(groups), frozenset(tokens)
    holder = {group: token for token, group in track.opened.items()}
    for group in sorted(wanted & holder.keys()):
        if holder[group] not in among:
            return f"group {group} is on token #{holder[group]}"
    unknown = len(wanted - holder.keys())
    closed = len(among - track.opened.keys())
    if unknown > closed:
        if not closed:
            return f"group {min(wanted - holder.keys())} is on none of these tokens"
        return f"{counted(unknown, 'group')} cannot be on {counted(closed, 'token')}"
    return None


def open_groups(track: Tracker, tokens: Iterable[PieceId]) -> tuple[int, ...]:
    """Each group that by itself is not `misplaced` on these tokens, ascending."""
    among = frozenset(tokens)
    here = {group for token, group in track.opened.items() if token in among}
    if len(here) == len(among):
        return tuple(sorted(here))
    elsewhere = here.symmetric_difference(track.opened.values())
    return tuple(group for group in range(1, track.limit + 1) if group not in elsewhere)


def check_holds(track: Tracker, token: PieceId, group: int) -> None:
    """Judge a showing of a group before it is made.

    Raises:
        Illegal: there is no such group, or it is known to be elsewhere, or the token to hold
            another.
    """
    if not 1 <= group <= track.limit:
        raise Illegal(
            "SS-0.1",
            "there is no group {group}; groups are numbered 1 to {limit}",
            group=group,
            limit=track.limit,
        )
    fault = misplaced(track, (group,), (token,))
    if fault is not None:
        raise Illegal(
            "SS-0.6",
            "token #{token} cannot hold group {group}: {fault}",
            "NOT_PRESENT",
            token=token,
            group=group,
            fault=fault,
        )


def check_opened(game: Game, groups: Mapping[PieceId, int]) -> None:
    """Judge a reveal: no group twice, none that is known to be elsewhere (SS-0.6).

    Raises:
        Illegal: some group cannot be on its token.
    """
    for power in game.rules.scenario.powers:
        track = tracker(game, power)
        for handle, group in sorted(groups.items()):
            if game.pieces[handle].owner == power:
                check_holds(track, handle, group)
                track = track.knowing({handle: group})


def random_groups(game: Game, power: Power, draw: random.Random) -> dict[PieceId, int]:
    """Groups that a power's tokens might hold for all that is known, drawn at random.

    Legal answers drawn without secrets are legal in some arrangement; this is one.
    """
    track = tracker(game, power)
    aboard: list[PieceId] = [token.id for token in tokens_of(game, power)]
    groups = [g for g in range(1, track.limit + 1) if g not in track.opened.values()]
    filled = [g for g in groups if track.size(g)]
    empty = [g for g in groups if not track.size(g)]
    hidden = [token for token in aboard if token not in track.opened]
    stored = [token for token in track.supply if token not in track.opened]
    draw.shuffle(empty)
    spare = len(hidden) - len(filled)
    on_board = [*filled, *empty[:spare]]
    draw.shuffle(on_board)
    return {
        **track.opened,
        **dict(zip(hidden, on_board, strict=True)),
        **dict(zip(stored, empty[spare:], strict=True)),
    }


def own_token(game: Game, power: Power, handle: PieceId) -> Token:
    """The power's token on the board with this handle.

    Raises:
        Illegal: it has none.
    """
    piece = game.pieces.get(handle)
    if not isinstance(piece, Token) or piece.owner != power:
        raise Illegal(
            "SS-0.3", "{power} has no token #{token} on the board", power=power, token=handle
        )
    return piece


def token_seen(
    game: Game,
    piece: Piece,
    found: dict[str, Json],
    powers: frozenset[Power],
    secrets: Mapping[PieceId, int],
) -> dict[str, Json]:
    """What is seen of a piece; of a token also its group, and what it may be after a shuffle.

    `group` is there where it is known to all or the token is the viewer's own; `may_be` lists the
    pieces of its last shuffle that the token may be, and their markers.
    """
    if not isinstance(piece, Token):
        return found
    known = tracker(game, piece.owner).opened.get(piece.id)
    if known is None and piece.owner in powers:
        known = secrets.get(piece.id)
    may_be: dict[str, Json] = {}
    for handle, markers in possible(game, piece).items():
        if handle != piece.id:
            may_be[str(handle)] = record_as_json(markers)
    return {**found, "group": known, "may_be": may_be}


def trackers_seen(
    game: Game, powers: frozenset[Power], secrets: Mapping[PieceId, int]
) -> dict[str, Json]:
    """Every power's tracker; the tokens in a supply with their groups to the owner alone."""
    if MODULE not in game.modules:
        return {}
    found: dict[str, Json] = {}
    for power, track in subs_state(game).trackers.items():
        tokens = tokens_of(game, power)
        seen: dict[str, Json] = {
            "sizes": list(track.sizes),
            "supply": len(track.supply),
            "decoys": len(tokens) - sum(size > 0 for size in track.sizes),
        }
        if power in powers:
            seen["supply_tokens"] = {str(handle): secrets.get(handle) for handle in track.supply}
        found[power] = seen
    return found
