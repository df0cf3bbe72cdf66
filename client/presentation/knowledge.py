"""What a seat knows of every token, in words: its own for certain, the others' by likelihood."""

__all__ = ["knowledge_lines", "observed_lines"]

from collections.abc import Collection, Iterator
from fractions import Fraction

from client.seat.knowledge import Knowledge
from client.seat.observer import Observer
from client.seat.view import Groups
from engine.board import Power
from engine.game import Game
from engine.variants.secret_subs.state import MODULE, tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of


def observed_lines(observer: Observer) -> Iterator[str]:
    """What the seat of an observer knows of all tokens; nothing before the game begins."""
    if observer.game is not None and observer.knowledge is not None:
        yield from knowledge_lines(
            observer.knowledge, observer.game, observer.powers, observer.groups
        )


def knowledge_lines(
    knowledge: Knowledge, game: Game, powers: Collection[Power], groups: Groups
) -> Iterator[str]:
    """What the player of these powers, who knows `groups`, knows of all tokens."""
    if MODULE not in game.modules:
        yield "Nothing is hidden in this game."
        return
    for power in game.rules.scenario.powers:
        whose = "your own" if power in powers else f"{power}'s"
        lines = list(_token_lines(knowledge, game, power, groups if power in powers else {}))
        yield f"{whose} tokens:" if lines else f"{whose} tokens: none on the board"
        yield from (f"  {line}" for line in lines)


def _token_lines(knowledge: Knowledge, game: Game, power: Power, groups: Groups) -> Iterator[str]:
    """What a player who knows `groups` knows of one power's tokens on the board."""
    if MODULE not in game.modules:
        return
    track = tracker(game, power)
    for token in tokens_of(game, power):
        group = track.opened.get(token.id, groups.get(token.id))
        if group is not None:
            yield f"#{token.id} in {token.at}: {_group(group, track.size(group))}"
        else:
            yield f"#{token.id} in {token.at}: {_chances(knowledge, game, token)}"


def _chances(knowledge: Knowledge, game: Game, token: Token) -> str:
    """What the token may hold, likeliest first; all decoys are as one."""
    track = tracker(game, token.owner)
    chances: dict[str, Fraction] = {}
    for group, chance in knowledge.odds(token).items():
        size = track.size(group)
        what = _group(group, size) if size else "a decoy"
        chances[what] = chances.get(what, Fraction()) + chance
    likely = sorted(chances, key=lambda what: (-chances[what], what))
    return " or ".join(f"{what} {max(1, round(100 * chances[what]))} %" for what in likely)


def _group(group: int, size: int) -> str:
    match size:
        case 0:
            return f"group {group}, a decoy"
        case 1:
            return f"group {group}, 1 submarine"
        case _:
            return f"group {group}, {size} submarines"
