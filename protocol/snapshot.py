"""A game written down as it stands after an entry, so that the entries need not be played again.

It is this program's own, for its own store: no message carries one, and whoever reads one must know
that this very program has written it (`p2p.marks`). What it says of the game is bound besides by
the state digest in the next entry, which a seat has signed (SPEC-11).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import msgpack

from engine.errors import EngineError
from engine.game import Game
from engine.phases import Stage
from engine.requests import Step
from engine.run import Answered, Bookmark, Input, Run
from engine.serialization import Form, form_of
from engine.turn import STEPS
from protocol.errors import ProtocolError
from protocol.head import Head
from protocol.ledger import Ledger

__all__ = ["BadSnapshot", "Snapshot"]


class BadSnapshot(ProtocolError):
    """A snapshot that is not one of this game, or of this program."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game after an entry.

    Attributes:
        head: the entry; not the game id.
        base: the game where the step begins that is played there.
        inputs: what the step has been given since.
        ledger: after the entry.
    """

    head: Head
    base: Game
    inputs: tuple[Input, ...]
    ledger: Ledger

    @classmethod
    def of(cls, head: Head, run: Bookmark, ledger: Ledger) -> Self:
        """The snapshot of a moment of a table."""
        return cls(head, run.base, run.inputs, ledger)

    def write(self) -> bytes:
        """The snapshot as bytes.

        Raises:
            BadSnapshot: some value in it is not of the type that is declared for it.
        """
        try:
            packed: bytes = msgpack.packb(_form(self.base).write(self), use_bin_type=True)
        except (TypeError, OverflowError) as error:
            raise BadSnapshot(f"it cannot be written: {error}") from error
        return packed

    @classmethod
    def read(cls, raw: bytes, first: Game) -> "Snapshot":
        """Read what `write` has written.

        Args:
            raw: what it has.
            first: a position of the game, for its rules.

        Raises:
            BadSnapshot: it has not written this.
        """
        try:
            data = msgpack.unpackb(raw, raw=False, strict_map_key=True)
            found: Snapshot = _form(first).read(data)
        except (
            EngineError,
            ProtocolError,
            ValueError,
            TypeError,
            msgpack.UnpackException,
        ) as error:
            raise BadSnapshot(f"it cannot be read: {error}") from error
        return found

    def run(self, steps: Mapping[Stage, Callable[[Game], Step]] = STEPS) -> Run:
        """The game in motion.

        Args:
            steps: of the game.

        Raises:
            BadSnapshot: its inputs are not those of its step.
        """
        try:
            return Run.resumed(self.base, self.inputs, steps)
        except EngineError as error:
            raise BadSnapshot(f"its step does not take its inputs: {error}") from error


def _form(game: Game) -> Form[Any]:
    return form_of(
        Snapshot,
        {Game: {"rules": game.rules, "events": ()}, Answered: {"answer": None}},
    )
