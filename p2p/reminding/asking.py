"""A player's side of reminders by a keeper: what keepers have said, and what they are asked."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from p2p.messages import RemindAt, RemindCode, ReminderReply, RemindNever, RemindTerms
from p2p.peers import Peer, Peers
from p2p.player import KeeperReminds
from p2p.reminding.destinations import BadDestination, Destination
from protocol.errors import LocalError
from protocol.identity import PublicKey
from protocol.table import Table

__all__ = ["KeepersAsked"]

_Asked: TypeAlias = RemindAt | RemindCode | RemindNever

_NOBODY: Final = "no keeper that reminds is connected; keepers remind if their operators chose so"


class KeepersAsked:
    """What the keepers of one game have said about reminders of our player."""

    def __init__(self, peers: Peers) -> None:
        """Nobody has said anything."""
        self._peers = peers
        self._terms: dict[int, tuple[PublicKey, RemindTerms]] = {}
        self._open: dict[int, tuple[Peer | None, _Asked]] = {}

    @property
    def terms(self) -> Mapping[int, RemindTerms]:
        """By keeper's seat what each has said last, of those who are connected."""
        keys = self._peers.keys
        return {seat: terms for seat, (key, terms) in self._terms.items() if key in keys}

    def hear(self, peer: Peer, said: RemindTerms, table: Table) -> Iterator[KeeperReminds]:
        """Take what a peer says; nothing follows if it is no keeper.

        What it was asked over a connection that has ended since is asked again.
        """
        seat = table.log.players.seat_of(peer.key)
        if seat is None or seat not in table.charter.keepers:
            return
        self._terms[seat] = peer.key, said
        asked_over, asked = self._open.pop(seat, (peer, None))
        if said.reply is ReminderReply.NOTHING and asked is not None:
            if asked_over is peer:
                self._open[seat] = peer, asked
            else:
                self._ask(seat, asked)
        yield KeeperReminds(seat, said)

    def remind_at(self, address: str) -> None:
        """Ask a keeper to remind our player at an address; it sends a code there first.

        Raises:
            LocalError: it is no address, or no keeper that is connected sends there.
        """
        try:
            destination = Destination.parse(address)
        except BadDestination as error:
            raise LocalError(f"this is no address for a keeper: {error}") from error
        if not self.terms:
            raise LocalError(_NOBODY)
        for seat, said in self.terms.items():
            if destination.kind.value in said.kinds:
                self._ask(seat, RemindAt(address=destination.text))
                return
        kinds = sorted({kind for said in self.terms.values() for kind in said.kinds})
        raise LocalError(f"the keeper sends to {', '.join(kinds)} and nowhere else")

    def confirm(self, code: str) -> None:
        """Give a code back to the keeper that has sent it.

        Raises:
            LocalError: it is no code, or none was asked for.
        """
        if len(code) != 8 or not (code.isascii() and code.isdigit()):  # noqa: PLR2004 (SPEC-16.24)
            raise LocalError("a code has eight digits")
        asked = [
            seat
            for seat, said in self.terms.items()
            if any(not confirmed for _, confirmed in said.addresses)
        ]
        if not asked:
            raise LocalError("no keeper that is connected waits for a code: give an address first")
        for seat in asked:
            self._ask(seat, RemindCode(code=code))

    def forget(self) -> None:
        """Have all keepers forget our player's addresses.

        Raises:
            LocalError: no keeper that reminds is connected.
        """
        if not self.terms:
            raise LocalError(_NOBODY)
        for seat in self.terms:
            self._ask(seat, RemindNever())

    def _ask(self, seat: int, message: _Asked) -> None:
        key, _ = self._terms[seat]
        self._open[seat] = self._peers.with_key(key), message
        self._peers.forward(message, [key])
        self._peers.wake()
