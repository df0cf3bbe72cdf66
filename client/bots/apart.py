"""A bot that chooses apart from its player's node, in another worker of the same page.

What goes there and back is pickled, as `multiprocessing` has it: both ends are one program, and
nobody else has a line to either.
"""

__all__ = ["ChoosingBot", "answer_of", "bot_to_make", "view_to_judge"]

import io
import pickle
from typing import Final

from client.bots.kinds import bot_named
from client.seat.view import PlayerView
from engine.game import Game
from engine.questions import Questions
from engine.records import Plain

_RULES: Final = "rules"
"""What stands for the rules in a view: they never change, and are as large as all the rest."""


class _ViewPickler(pickle.Pickler):
    def persistent_id(self, value: object) -> str | None:
        return _RULES if isinstance(value, Questions) else None


class _ViewUnpickler(pickle.Unpickler):
    def __init__(self, raw: bytes, rules: Questions[Game]) -> None:
        super().__init__(io.BytesIO(raw))
        self._rules = rules

    def persistent_load(self, _: str) -> Questions[Game]:
        return self._rules


def bot_to_make(kind: str, seed: int, rules: Questions[Game]) -> bytes:
    """What the other end makes a bot of.

    Args:
        kind: of `client.bots.kinds.BOTS`.
        seed: its own.
        rules: of its game.
    """
    return pickle.dumps((kind, seed, rules))


def view_to_judge(view: PlayerView) -> bytes:
    """What the other end has its bot answer."""
    written = io.BytesIO()
    _ViewPickler(written, pickle.HIGHEST_PROTOCOL).dump(view)
    return written.getvalue()


def answer_of(reply: bytes) -> Plain:
    """What the bot at the other end has chosen."""
    answer: Plain = pickle.loads(reply)  # noqa: S301 (from this page's own worker)
    return answer


class ChoosingBot:
    """The other end: a bot that answers what is asked of it there, of arrays as of bytes."""

    def __init__(self, made: bytes) -> None:
        """Make it of what `bot_to_make` says."""
        kind, seed, self._rules = pickle.loads(bytes(made))  # noqa: S301 (as in `answer_of`)
        self._bot = bot_named(kind, seed)

    def choose(self, view: bytes) -> bytes:
        """Answer what `view_to_judge` asks, for `answer_of`."""
        return pickle.dumps(self._bot.choose(_ViewUnpickler(bytes(view), self._rules).load()))
