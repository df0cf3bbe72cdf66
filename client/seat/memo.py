"""What a player keeps for itself: standing orders, and notes on tokens. No other node sees it."""

__all__ = ["Memo", "MemoFile"]

import functools
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Self

from pydantic import ConfigDict, TypeAdapter, ValidationError

from client.errors import ClientError
from client.seat.standing_orders import StandingOrders
from client.seat.unsent import Unsent
from p2p.advertising import NOBODY, OpenTo
from p2p.meeting import Meeting
from p2p.reminding.book import Reminded
from p2p.system import replace_private

_MOST_NOTES: Final = 400


@dataclass(frozen=True, slots=True)
class Memo:
    """What is kept of one game.

    Attributes:
        standing: the standing orders.
        notes: by the handle of a token.
        waive: whether windows are waived from the next answer on, or taken back (SS-4.0); None if
            they stay as they are.
        address: where this player's node listens and the others find it, as HOST:PORT; empty if it
            does not listen.
        relay_only: whether the player shows its address to its relays alone.
        keeper: whether the player came to keep the game, and to play nothing in it.
        relays: where this player's node registers, with the passes that they want.
        hold: whether these relays are asked to hold the log.
        open_to: which strangers are told of the table, while it waits for players.
        mailboxes: relays of Nostr where this player leaves mail, and agreed to show its address.
        meeting: whom this player's seat must have met before it signs.
        upnp: whether the router at home is asked to pass calls on.
        site: that opens links to the table in a browser; empty for none.
        reminded: of what it was reminded last.
        seen: how many entries the player has seen happen, or read of.
        unsent: what the player has answered and not sent; None if nothing.
    """

    standing: StandingOrders = field(default_factory=StandingOrders)
    notes: Mapping[int, str] = field(default_factory=dict)
    waive: bool | None = None
    address: str = ""
    relay_only: bool = False
    keeper: bool = False
    relays: tuple[str, ...] = ()
    hold: bool = False
    open_to: OpenTo = NOBODY
    upnp: bool = False
    mailboxes: tuple[str, ...] = ()
    meeting: Meeting = Meeting.SEATS
    site: str = ""
    reminded: Reminded = field(default_factory=Reminded)
    seen: int = 0
    unsent: Unsent | None = None

    __pydantic_config__ = ConfigDict(extra="forbid")

    @classmethod
    def load(cls, file: Path) -> "Memo":
        """Read what `save` wrote; nothing if there is no such file.

        Raises:
            ClientError: the file is damaged.
        """
        try:
            raw = file.read_bytes()
        except FileNotFoundError:
            return cls()
        try:
            return _form().validate_json(raw)
        except ValidationError as error:
            advice = "remove it to continue without your standing orders and notes"
            raise ClientError(f"{file} is damaged", advice) from error

    @property
    def called(self) -> bool:
        """Whether others can call this player, or leave it mail."""
        return bool(self.address or self.relays or self.mailboxes)

    def noted(self, token: int, text: str) -> Self:
        """With a note on a token; an empty one is taken back.

        Raises:
            ClientError: there are too many.
        """
        notes = {**self.notes, token: text.strip()}
        kept = {number: note for number, note in notes.items() if note}
        if len(kept) > _MOST_NOTES:
            raise ClientError(f"no more than {_MOST_NOTES} notes can be kept", "remove one first")
        return replace(self, notes=kept)

    def save(self, file: Path) -> None:
        """Write the memo, readable by this user only, as a whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        replace_private(file, _form().dump_json(self))


@functools.cache
def _form() -> TypeAdapter[Memo]:
    """How a memo is written; made when there is one to read or to write, which takes a while."""
    return TypeAdapter(Memo)


class MemoFile:
    """The memo of one game, and the file in which it outlasts the program.

    Attributes:
        memo: as it was kept last.
    """

    def __init__(self, file: Path | None) -> None:
        """Read the file; without one nothing outlasts the program.

        Raises:
            ClientError: the file is damaged.
        """
        self._file = file
        self.memo = Memo() if file is None else Memo.load(file)

    def keep(self, memo: Memo) -> None:
        """Replace the memo.

        Raises:
            ClientError: the disk refuses; nothing has changed.
        """
        if self._file is not None:
            try:
                memo.save(self._file)
            except OSError as error:
                raise ClientError(f"cannot write {self._file}: {error.strerror}") from error
        self.memo = memo

    def keep_unsent(self, unsent: Unsent | None) -> None:
        """Replace what is not sent; a disk that refuses does not keep the game waiting."""
        if unsent != self.memo.unsent:
            with suppress(ClientError):
                self.keep(replace(self.memo, unsent=unsent))
