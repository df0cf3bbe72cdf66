"""What a node tells its peers: what it holds, the entries and statements they lack, who was caught.

A `Link` is the memory of one connection: how far the peer has been served. What is to be said next
is asked for (`next_message`) when there is room to send, so a slow peer costs one number and no
memory, and what it has missed is simply the rest of the log. New entries are flooded by the same
rule, and an entry that a peer has sent is never sent back (SPEC-16.7, SPEC-16.8).
"""

from p2p.culprits import Culprits
from p2p.errors import PeerFault
from p2p.link import Link
from p2p.messages import MAX_BATCH, MAX_CHUNK, Entries, Heads, Message, Offending
from p2p.offers import Offers
from protocol.head import Head
from protocol.identity import PublicKey
from protocol.log import Log
from protocol.statement import Signed
from protocol.statements import GameStatement
from protocol.table import Table

__all__ = ["Serving", "locator"]


class Serving:
    """What each peer of one table holds of it, and is sent next.

    Attributes:
        links: the connections that there are.
        offers: the statements that stand beside the line.
    """

    def __init__(self, table: Table, culprits: Culprits) -> None:
        """Nobody is connected.

        Args:
            table: whose log is served.
            culprits: whom peers are told of; notes what is offered.
        """
        self.links: list[Link] = []
        self.offers = Offers()
        self._table = table
        self._culprits = culprits
        self._offer_all()

    def connect(self, peer: PublicKey) -> Link:
        """A connection to a peer begins."""
        link = Link(peer)
        self.links.append(link)
        return link

    def disconnect(self, link: Link) -> None:
        """A connection has ended."""
        self.links.remove(link)

    def hear(self, link: Link, heads: Heads, now: float) -> None:
        """A peer says what it holds: serve it from there.

        Args:
            link: to the peer.
            heads: what it says.
            now: the time, in seconds since any moment.

        Raises:
            PeerFault: it plays another game.
        """
        log = self._table.log
        if heads.game != log.charter.game_id:
            raise PeerFault("the peer plays another game of this table")
        places = [Head(sequence, state) for sequence, state in heads.places]
        link.claimed = places[0].sequence
        if link.claimed > len(log) and link.owes_since is None:
            link.owes_since = now
        link.held = frozenset(heads.held)
        link.offered = 0
        link.shared = max((place.sequence for place in places if log.holds(place)), default=0)
        if log.holds(places[0]):
            link.served = places[0].sequence
        elif places[0].sequence > len(log):
            # It is ahead and will serve us, or will notice where its line leaves ours.
            link.served = len(log)
        else:
            link.served = link.shared

    def next_message(self, link: Link) -> Message | None:
        """What is to be sent next on a connection; None if nothing is for now.

        The message counts as sent.
        """
        heads = self.greet(link)
        if heads is not None or link.served is None:
            return heads
        if link.served < len(self._table.log):
            return self._chunk(link, link.served)
        offered = self.offers.next_for(link)
        if offered is not None:
            return offered
        for fault in self._culprits.faults[link.accused :]:
            link.accused += 1
            if fault.offending is not None:
                return Offending(entry=fault.offending.raw)
        return None

    def greet(self, link: Link) -> Heads | None:
        """Our own heads, if they are to be sent now: they have the peer bring us what we lack."""
        if not link.send_heads:
            return None
        link.send_heads = False
        return self._heads()

    def has_caught_up(self, link: Link) -> bool:
        """Whether the peer has said to hold all that we hold."""
        return link.claimed == len(self._table.log) and link.held >= set(self.offers.names)

    def offer(self, signed: Signed[GameStatement]) -> None:
        """A statement stands beside the line: offer it to everybody."""
        self.offers.add(signed)
        self._culprits.said.add(signed)

    def rewind(self, sequence: int) -> None:
        """The entries after a place are void: serve every peer anew from there."""
        for link in self.links:
            link.shared, link.accused = min(link.shared, sequence), 0
            link.served = None if link.served is None else min(link.served, sequence)

    def restart(self, sequence: int) -> None:
        """Serve everybody anew from a place, and hear anew what was said about entries after it."""
        self.rewind(sequence)
        self._offer_all()
        self.send_heads_to_all()

    def send_heads_to_all(self) -> None:
        """Say anew to every peer what we hold."""
        for link in self.links:
            link.send_heads = True

    def _heads(self) -> Heads:
        log = self._table.log
        return Heads(
            game=log.charter.game_id,
            places=tuple((place.sequence, place.hash) for place in locator(log)),
            held=self.offers.names,
        )

    def _chunk(self, link: Link, served: int) -> Entries:
        chunk: list[bytes] = []
        size = 0
        for entry in self._table.log.since(served):
            size += len(entry.raw)
            if chunk and (size > MAX_CHUNK or len(chunk) == MAX_BATCH):
                break
            chunk.append(entry.raw)
        link.served = served + len(chunk)
        return Entries(entries=tuple(chunk))

    def _offer_all(self) -> None:
        """Offer the statements that stand beside the line now."""
        self.offers.clear()
        for link in self.links:
            link.offered = 0
        for signed in self._table.log.statements:
            self.offer(signed)


def locator(log: Log) -> tuple[Head, ...]:
    """Places of a line from its head backwards, ever sparser, the last one the game id."""
    places = []
    sequence, step = len(log), 1
    while sequence > 0:
        places.append(log.at(sequence).head)
        sequence -= step
        step *= 2
    return (*places, Head(0, log.charter.game_id))
