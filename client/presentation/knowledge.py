"""What a seat knows of every token, in words: its own for certain, the others' by likelihood."""

__all__ = ["knowledge_lines", "observed_lines"]

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction

from client.seat.observer import Observer
from client.seat.viewer import Viewer
from engine.board import Power
from engine.errors import counted
from engine.game import Game
from engine.variants.secret_subs.state import MODULE, tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of


def observed_lines(observer: Observer) -> Iterator[str]:
    """What the seat of an observer knows of all tokens; nothing before the game begins."""
    if observer.game is not None:
        yield from knowledge_lines(observer.viewer, observer.game)


def knowledge_lines(
    viewer: Viewer, game: Game, notes: Mapping[int, str] | None = None
) -> Iterator[str]:
    """What a viewer knows of all tokens, with the notes that it keeps of them."""
    if MODULE not in game.modules:
        yield "Nothing is hidden in this game."
        return
    for power in game.rules.scenario.powers:
        whose = "your own" if power in viewer.powers else f"{power}'s"
        lines = list(_token_lines(viewer, game, power, notes or {}))
        yield f"{whose} tokens:" if lines else f"{whose} tokens: none on the board"
        yield from (f"  {line}" for line in lines)
        if error := viewer.knowledge.error(power):
            percent = math.ceil(100 * error)
            yield f"  (from a sample: chances are mostly less than {percent} % off)"


def _token_lines(
    viewer: Viewer, game: Game, power: Power, notes: Mapping[int, str]
) -> Iterator[str]:
    """What a viewer knows of one power's tokens on the board."""
    for token in tokens_of(game, power):
        note = f" · {notes[token.id]}" if token.id in notes else ""
        yield f"#{token.id} in {token.at}: {_chances(viewer, game, token)}{note}"


def _chances(viewer: Viewer, game: Game, token: Token) -> str:
    """What the token holds, or may hold, likeliest first; all decoys are as one."""
    track = tracker(game, token.owner)
    group = viewer.group(game, token)
    if group is not None:
        return _group(group, track.size(group))
    chances: dict[str, Fraction] = {}
    for group, chance in viewer.odds(game, token).items():
        size = track.size(group)
        what = _group(group, size) if size else "a decoy"
        chances[what] = chances.get(what, Fraction()) + chance
    likely = sorted(chances, key=lambda what: (-chances[what], what))
    return " or ".join(f"{what} {max(1, round(100 * chances[what]))} %" for what in likely)


def _group(group: int, size: int) -> str:
    return f"group {group}, {counted(size, 'submarine') if size else 'a decoy'}"
