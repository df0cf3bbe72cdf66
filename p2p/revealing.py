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
from protocol.entry import Entry, Leave, OpenTokens
from protocol.head import Head
from protocol.identity import PublicKey

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
        self._doubted: Mapping[PublicKey, Parts] = {}
        self._awaited: tuple[Head, float] | None = None

    @property
    def waits(self) -> bool:
        """Whether a keeper is waited for."""
        return self._awaited is not None

    def due(self, author: Author | None) -> Mapping[PublicKey, Parts]:
        """What a keeper has to say, and to whom.

        Only where our own line asks for just these tokens, and of the seat that is due.
        """
        table, standing = self._sync.table, self._standing
        now = table.due
        ready = standing.may_sign and standing.complete and not self._sync.astray
        if now is None or not table.deposited or not ready:
            return {}
        if author is None or author.seat not in table.charter.keepers:
            return {}
        known, identity = table.ledger.commitments, author.keys.identity
        parts = parts_of(known, table.deposited, identity)
        if not parts:
            return {}
        place = (table.head.sequence, table.head.hash)
        return {table.log.players.now[now.seat].key: Parts(head=place, parts=parts)}

    def hear(self, peer: PublicKey, message: Parts) -> None:
        """A keeper says its part of some tokens; of use at the place that it names alone.

        Raises:
            PeerFault: the peer does not keep.
        """
        table = self._sync.table
        players = table.log.players.now
        if peer not in {players[keeper].key for keeper in table.charter.keepers}:
            raise PeerFault("the peer says a part of what is deposited, and is no keeper")
        self._said[peer] = message

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
