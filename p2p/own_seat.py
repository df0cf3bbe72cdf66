"""The seat that a node plays by now, if any: who writes for it, and what was signed for it.

Agreements change who plays (SPEC-18.4), so that a node may gain its seat or lose it in the game.
"""

from p2p.changes import Change, ShareReleased
from p2p.signing import SigningRecord, Vouch
from p2p.store import StoreContents
from protocol.author import Author, Prepared
from protocol.conduct import Conduct
from protocol.identity import Identity, Phrase
from protocol.log import Log
from protocol.statement import Statement
from protocol.table import Table

__all__ = ["OwnSeat", "author_of"]


class OwnSeat:
    """The seat of one node.

    Attributes:
        author: what writes for it; None while the node plays none.
    """

    def __init__(
        self,
        author: Author | None,
        phrase: Phrase | None,
        contents: StoreContents,
        *,
        from_start: bool,
        vouch: Vouch,
    ) -> None:
        """The seat as its store knows it; see `Replica`."""
        self.author = author
        self._phrase = phrase
        self._record: SigningRecord | None = None
        if author is not None:
            self._record = SigningRecord(author.seat, contents, from_start=from_start, vouch=vouch)

    def resume(self, conduct: Conduct, log: Log) -> None:
        """Go on as the store was left."""
        if self.author is not None and self._record is not None:
            self._play(self.author, conduct)
            self._record.resume(conduct, log)

    def follow(self, table: Table, conduct: Conduct) -> None:
        """Others may play by now: in our stead, or we in theirs."""
        players = table.log.players
        if self.author is not None and players.seat_of(self.author.keys.identity.public) is None:
            self.author = None
            conduct.play(None)
        if self.author is None:
            self.author = author_of(table, self._phrase)
            if self.author is not None:
                self._play(self.author, conduct)
                self._begin(self.author.seat, conduct)

    def _play(self, author: Author, conduct: Conduct) -> None:
        player = author.keys.player
        conduct.play(author.seat, player.number, player.since)

    def _begin(self, seat: int, conduct: Conduct) -> None:
        """It is ours from here on, or again: what we have signed then may be void, so we ask."""
        if self._record is None:
            contents = StoreContents()
            self._record = SigningRecord(seat, contents, from_start=True, vouch=Vouch.UNKNOWN)
        else:
            conduct.lost = True

    def must_ask(self, table: Table, conduct: Conduct) -> bool:
        """Whether it needs a question of this node's own, to rejoin with."""
        return self._record is not None and self._record.must_ask(table, conduct)

    def superseded(self, table: Table, conduct: Conduct) -> bool:
        """Whether another device has begun, or asked to begin, a later incarnation of it.

        Not of one that somebody else plays by now.
        """
        if self.author is None or self._record is None:
            return False
        return self._record.is_superseded(table, conduct)

    def said(self, statement: Statement) -> tuple[Change, ...]:
        """A statement is signed for it: what must be on the disk before it is sent."""
        made = None if self._record is None else self._record.statement(statement)
        return () if made is None else (made,)

    def wrote(self, prepared: Prepared) -> tuple[Change, ...]:
        """An entry is signed for it: what must be on the disk before it is sent."""
        place = () if self._record is None else (self._record.place(prepared.entry),)
        shares = (
            ShareReleased(share.incarnation, share.number, share.request)
            for share in prepared.shares
        )
        return (*place, *shares)


def author_of(table: Table, phrase: Phrase | None) -> Author | None:
    """What writes for the seat of a phrase; None if its key plays none at the end of the line."""
    if phrase is None:
        return None
    seat = table.log.players.seat_of(Identity.from_phrase(phrase).public)
    return None if seat is None else Author(table, phrase)
