"""Deposited openings among nodes (SPEC-16.18): a keeper says its part, who is due opens the tokens.

Nothing of it is kept: whoever starts anew says it again, and the entry shows what came of it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from p2p.errors import PeerFault
from p2p.messages import Parts
from p2p.patience import PATIENCE
from p2p.standing import Standing
from p2p.sync import Sync
from protocol.author import Author
from protocol.commitments import Commitments
from protocol.depositing import deposited, open_deposits, parts_of
from protocol.encoding import encode
from protocol.entry import Entry, Leave, OpenTokens
from protocol.hashing import Tag
from protocol.head import Head
from protocol.identity import PublicKey
from protocol.table import Table

__all__ = ["DEPOSIT_PATIENCE", "Revealing", "WrongPart"]

DEPOSIT_PATIENCE: Final = 600.0
"""Seconds for which a seat waits for keepers before it leaves tokens to an owner who is away."""


@dataclass(frozen=True, slots=True)
class WrongPart:
    """What a keeper had said of a deposited token was not its part, as the opening shows now."""

    seat: int
    token: int


class Revealing:
    """One node's side of it."""

    def __init__(self, sync: Sync, standing: Standing) -> None:
        """Nothing has been said yet.

        Args:
            sync: the log and the links to peers.
            standing: whether our seat may sign.
        """
        self._sync = sync
        self._standing = standing
        self._said: dict[PublicKey, Parts] = {}
        self._direct: tuple[Parts, ...] = ()
        self._doubted: Mapping[PublicKey, Parts] = {}
        self._awaited: tuple[Head, float] | None = None

    @property
    def waits(self) -> bool:
        """Whether a keeper is waited for."""
        return self._awaited is not None

    def due(self, author: Author | None) -> tuple[tuple[PublicKey, Parts], ...]:
        """What is to be said to whom of tokens that another seat is to open.

        A keeper says its own parts, only where its own line asks for just these tokens; others
        pass on what keepers have said to them.
        """
        table, standing = self._sync.table, self._standing
        now = table.due
        if now is None or not table.deposited or author is None or author.seat == now.seat:
            return ()
        target = table.log.players.now[now.seat].key
        if author.seat not in table.charter.keepers:
            return tuple((target, one) for one in self._direct if Head(*one.head) == table.head)
        if not standing.may_sign or not standing.complete or self._sync.astray:
            return ()
        parts = parts_of(table.ledger.commitments, table.deposited, author.keys.identity)
        if not parts:
            return ()
        place = (table.head.sequence, table.head.hash)
        signed = author.keys.identity.sign(Tag.PARTS, _content(table, author.seat, place, parts))
        message = Parts(keeper=author.seat, head=place, parts=parts, signature=signed)
        here = {link.peer for link in self._sync.serving.links}
        others = (player.key for player in table.log.players.now)
        return tuple((key, message) for key in ((target,) if target in here else others))

    def hear(self, peer: PublicKey, message: Parts) -> None:
        """The parts of a keeper come; of use at the place that they name alone.

        Raises:
            PeerFault: they are of none that keeps, or it has not signed them.
        """
        table, seat = self._sync.table, message.keeper
        if seat not in table.charter.keepers:
            raise PeerFault("parts of what is deposited come from none that keeps")
        key = table.log.players.now[seat].key
        content = _content(table, seat, message.head, message.parts)
        if not key.verifies(Tag.PARTS, content, message.signature):
            if Head(*message.head) == table.head:
                raise PeerFault("parts of what is deposited that no keeper has signed")
            return
        if peer == key:
            self._direct = (*(one for one in self._direct if one.keeper != seat), message)
        known = self._said.get(key)
        if known is None or known.head[0] <= message.head[0]:
            self._said[key] = message

    def item(self, author: Author) -> OpenTokens | Leave | None:
        """What to enter of the deposited tokens that our seat is to open; None to wait.

        None, too, where it is to open none.
        """
        table = self._sync.table
        head, handles = table.head, table.deposited
        if not handles:
            return None
        players = table.log.players.now
        keepers = [players[keeper].key for keeper in table.charter.keepers]
        said = {key: one for key, one in self._said.items() if Head(*one.head) == head}
        complete = all(
            key in said and {token for token, _ in said[key].parts} >= set(handles)
            for key in keepers
        )
        if complete:
            self._awaited = None
            given = {key.raw: said[key].parts for key in keepers}
            known, identity = table.ledger.commitments, author.keys.identity
            found = open_deposits(table.suite, known, handles, identity, given)
            if found is not None:
                return OpenTokens(found)
            self._doubted = {key: said[key] for key in keepers}
            return Leave()
        return Leave() if self._waited_enough(head) else None

    def _waited_enough(self, head: Head) -> bool:
        """Whether keepers that say nothing are waited for no longer."""
        sync = self._sync
        if self._awaited is None or self._awaited[0] != head:
            self._awaited = head, sync.now
        due, players = sync.table.due, sync.table.log.players.now
        owner = None if due is None else players[sync.table.game.seat_of(due.power)].key
        here = any(link.peer == owner for link in sync.serving.links)
        if sync.now - self._awaited[1] < (PATIENCE if here else DEPOSIT_PATIENCE):
            return False
        self._awaited = None
        return True

    def judge(self, entry: Entry) -> tuple[WrongPart, ...]:
        """Which keepers had said something else than their part, now that tokens are open."""
        doubted, opened = self._doubted, [i for i in entry.items if isinstance(i, OpenTokens)]
        if not doubted or not opened:
            return ()
        self._doubted, table = {}, self._sync.table
        right = _right_parts(table.ledger.commitments, opened)
        seats = {player.key: seat for seat, player in enumerate(table.log.players.now)}
        return tuple(
            WrongPart(seats[key], token)
            for key, message in doubted.items()
            for token, part in message.parts
            if key in seats and token in right and right[token].get(key.raw) != part
        )


def _content(
    table: Table, keeper: int, head: tuple[int, bytes], parts: tuple[tuple[int, bytes], ...]
) -> bytes:
    """What a keeper signs."""
    return encode((table.charter.game_id, keeper, head, parts))


def _right_parts(
    known: Commitments, opened: Collection[OpenTokens]
) -> Mapping[int, Mapping[bytes, bytes]]:
    """The parts of all recipients of tokens that are open now, where the deposits were good."""
    found = {}
    for one in (one for item in opened for one in item.openings):
        deposits = deposited(known, (one.handle,))
        parts = None if deposits is None else deposits[one.handle].parts(one.proof)
        if parts is not None:
            found[one.handle] = parts
    return found
