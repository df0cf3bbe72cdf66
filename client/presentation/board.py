"""The board as text: the map with what stands where, one space in full, what each power holds."""

__all__ = ["holdings_text", "initial", "letters", "map_text", "space_text", "turn_text"]

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from client.presentation import markers
from client.presentation.chart import Box, chart
from client.presentation.words import code, kind_name, listed, stack
from client.seat.viewer import Groups
from engine.board import Power, SpaceId
from engine.errors import counted
from engine.game import Game
from engine.pieces import Figure, Piece
from engine.variants.secret_subs.state import MODULE, tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of


def map_text(game: Game, groups: Groups, width: int) -> str:
    """The map: every sea zone a box with the coasts that lie in it, and what stands there."""
    board = game.board
    shown: set[SpaceId] = set()
    boxes = []
    for zone in board.zones:
        coasts = [land for land in board.adjacent_land(zone) if land not in shown]
        shown.update(coasts)
        lines = [zone, *_pieces(game, zone, groups)]
        for land in coasts:
            lines += [_land(game, land), *(f" {line}" for line in _pieces(game, land, groups))]
        boxes.append(Box(tuple(lines), board[zone].place or (0, 0)))
    inland = [land for land in board.territories if land not in shown]
    boxes += [
        Box((land, *_pieces(game, land, groups)), board[land].place or (0, 0)) for land in inland
    ]
    return chart(boxes, width)


def _land(game: Game, land: SpaceId) -> str:
    space = game.board[land]
    holder = game.control.get(land)
    star = "*" if space.victory_city else ""
    return f"{land}{star} {space.value} {initial(game, holder) if holder else '-'}"


def initial(game: Game, power: Power) -> str:
    """A power's letter on the map: as many letters of its name as tell it from the others."""
    others = [other for other in game.rules.scenario.powers if other != power]
    for length in range(1, len(power) + 1):
        if not any(other.startswith(power[:length]) for other in others):
            return power[:length]
    return power


_LETTERS: Final[Mapping[str, str]] = {
    "Germany": "G",
    "Japan": "J",
    "Italy": "I",
    "USSR": "R",
    "UK": "K",
    "USA": "A",
    "China": "C",
    "France": "F",
    "ANZAC": "Z",
}
"""Three powers begin with U, and each is to have one letter, on every board the same."""


def letters(powers: Sequence[Power]) -> dict[Power, str]:
    """One letter for each power, all different; ``?`` for one of which no letter is left."""
    found = {power: _LETTERS[power] for power in powers if power in _LETTERS}
    for power in powers:
        if power not in found:
            own = (sign for sign in power.upper() if sign.isalpha() and sign not in found.values())
            found[power] = next(own, "?")
    return found


def _pieces(game: Game, space: SpaceId, groups: Groups) -> list[str]:
    """One short line for each power with something there."""
    lines = []
    for power in game.rules.scenario.powers:
        words = _short(game, [p for p in game.pieces.at(space) if p.owner == power], groups)
        if words:
            lines.append(f"{initial(game, power)}: {words}")
    lines += [
        f"{initial(game, power)}: {count if count > 1 else ''}{code(kind)}"
        for power, kind, count in markers.standing(game, space)
    ]
    return lines


def _short(game: Game, pieces: Sequence[Piece], groups: Groups) -> str:
    counts = Counter(p.kind for p in pieces if isinstance(p, Figure))
    units = [
        f"{count if count > 1 else ''}{code(kind)}"
        for kind in game.rules.scenario.units
        if (count := counts[kind])
    ]
    tokens = (_token_mark(game, p, groups) for p in pieces if isinstance(p, Token))
    return " ".join((*units, *tokens))


def _token_mark(game: Game, token: Token, groups: Groups) -> str:
    """``#12`` for a face-down token; ``#12=3/4`` where the viewer knows group 3 with 4 subs.

    A token whose group is public stands in brackets, a submerged one has a wave behind it.
    """
    track = tracker(game, token.owner)
    public = track.opened.get(token.id)
    group = public if public is not None else groups.get(token.id)
    known = "" if group is None else f"={group}/{track.size(group)}"
    mark = f"[#{token.id}{known}]" if token.face_up else f"#{token.id}{known}"
    return f"{mark}~" if token.submerged else mark


def space_text(game: Game, space: SpaceId, groups: Groups) -> str:
    """One space in full: what it is, what touches it, what stands there."""
    here = game.board[space]
    lines = [
        f"{space}: {_described(game, space)}",
        f"  touches {listed(game.board.neighbours[space])}",
    ]
    for power in game.rules.scenario.powers:
        pieces = [piece for piece in game.pieces.at(space) if piece.owner == power]
        words = _long(game, pieces, groups)
        if words:
            lines.append(f"  {power}: {words}")
            lines += [f"    {mark}" for mark in markers.on_pieces(game, pieces)]
    lines += [
        f"  {power}: {kind_name(kind, n)}" for power, kind, n in markers.standing(game, space)
    ]
    lines += [f"  {mark}" for mark in markers.on_space(game, space)]
    if game.damage.get(space):
        lines.append(f"  {game.damage[space]} damage on its complex")
    if here.sea and space in game.record.sea_battles:
        lines.append("  a sea battle was fought here this turn")
    return "\n".join(lines)


def _described(game: Game, space: SpaceId) -> str:
    here = game.board[space]
    if here.sea:
        return "sea zone"
    if here.neutral:
        price = game.rules.entry_price(game, space)
        return "neutral territory, " + ("closed" if price is None else f"{price} IPC to enter")
    words = ["territory", f"of {game.control[space]}", f"worth {here.value} IPC"]
    if here.original is not None and here.original != game.control[space]:
        words.append(f"originally of {here.original}")
    if here.victory_city:
        words.append("a victory city")
    return ", ".join(words)


def _long(game: Game, pieces: Sequence[Piece], groups: Groups) -> str:
    figures = [piece for piece in pieces if isinstance(piece, Figure)]
    ashore = stack((f.kind for f in figures if f.aboard is None), game.rules.scenario.units)
    aboard = stack((f.kind for f in figures if f.aboard is not None), game.rules.scenario.units)
    tokens = " ".join(
        _token_mark(game, piece, groups) for piece in pieces if isinstance(piece, Token)
    )
    parts = (ashore, aboard and f"aboard: {aboard}", tokens and f"tokens {tokens}")
    return "; ".join(part for part in parts if part)


def turn_text(game: Game) -> str:
    """``Round 2, Japan: combat move``."""
    return f"Round {game.round}, {game.active}: {game.current_phase.replace('_', ' ')}"


def holdings_text(game: Game, power: Power, groups: Groups) -> str:
    """What a power has besides its pieces: IPC, units bought, its tracker.

    `groups`: what the viewer knows tokens to hold; the tracker tells where these groups are.
    """
    waiting = stack(game.waiting.get(power, {}), game.rules.scenario.units)
    lines = [
        f"{power}: {game.treasury[power]} IPC" + (f"; to be placed: {waiting}" if waiting else "")
    ]
    if MODULE in game.modules:
        track = tracker(game, power)
        places = {
            groups[token.id]: f" (#{token.id} {token.at})"
            for token in tokens_of(game, power)
            if token.id in groups
        }
        boxes = " ".join(
            f"{group}:{size}{places.get(group, '')}"
            for group, size in enumerate(track.sizes, start=1)
        )
        lines.append(f"  tracker {boxes}; {counted(len(track.supply), 'token')} in the supply")
    lines += [f"  {mark}" for mark in markers.held(game, power)]
    return "\n".join(lines)
