"""Whether the seat of a node may sign now, and what it owes.

It must neither be caught nor played by another device, its store must be whole or it must rejoin,
and some other player must have shown it that the store is not an old copy (SPEC-16.9).
"""

from enum import Enum, unique

from p2p.consents import is_bound
from p2p.link import Link
from p2p.meeting import Meeting
from p2p.own_seat import OwnSeat
from p2p.patience import Patience
from p2p.sync import Sync
from protocol.author import Author
from protocol.due import Duty
from protocol.errors import LocalError
from protocol.identity import PublicKey

__all__ = ["Hindrance", "Standing"]


@unique
class Hindrance(Enum):
    """Why a seat may not do what the game asks of it."""

    CAUGHT = "caught"  # it signed what no honest seat signs
    SUPERSEDED = "superseded"  # another device plays it
    ASTRAY = "astray"  # others have yet to say which line they hold, after a fork
    UNMET = "unmet"  # nobody has shown that its store is not an old copy
    REJOINING = "rejoining"  # it has lost entries, and others have yet to answer
    BOUND = "bound"  # it has signed an agreement for this place of the line


class Standing:
    """What the seat of one node may do now; a spectator may do nothing.

    Attributes:
        holders: keys of the relays' nodes that hold the log.
    """

    def __init__(self, own: OwnSeat, sync: Sync, *, whole: bool, meeting: Meeting) -> None:
        """As the node starts.

        Args:
            own: the seat.
            sync: the log, and the links to peers.
            whole: whether its store is known to be whole.
            meeting: whom it must have met otherwise.
        """
        self.holders: frozenset[PublicKey] = frozenset()
        self._meeting = meeting
        self._own = own
        self._sync = sync
        self._met = whole
        self._patience = Patience()

    @property
    def complete(self) -> bool:
        """Whether the seat may sign entries: if not, it must rejoin first (SPEC-12)."""
        return self._own.author is None or not (self._sync.conduct.pending or self.must_ask)

    @property
    def must_ask(self) -> bool:
        """Whether it needs a question of this node's own, to rejoin with."""
        return self._own.must_ask(self._sync.table, self._sync.conduct)

    @property
    def superseded(self) -> bool:
        """Whether another device has begun, or asked to begin, a later incarnation of this seat.

        Then this one signs nothing any more; whoever wants it back must recover.
        """
        return self._own.superseded(self._sync.table, self._sync.conduct)

    @property
    def convicted(self) -> bool:
        """Whether our own seat was caught: nobody takes anything of it any more."""
        author = self._own.author
        return author is not None and author.seat in self._sync.culprits.seats

    @property
    def may_sign(self) -> bool:
        """Whether our seat may sign what is no rejoin."""
        return not self.convicted and not self.superseded and self.has_met()

    @property
    def owes(self) -> Duty | None:
        """What our seat owes and may do now."""
        author = self._own.author
        return None if author is None or self.hindrance is not None else author.owes

    @property
    def hindrance(self) -> Hindrance | None:
        """Why our seat may do nothing of what it owes; None if it may, or there is none."""
        sync = self._sync
        if self._own.author is None:
            return None
        if self.convicted:
            return Hindrance.CAUGHT
        if self.superseded:
            return Hindrance.SUPERSEDED
        if sync.astray:
            return Hindrance.ASTRAY
        if not self.has_met():
            return Hindrance.UNMET
        if not self.complete:
            return Hindrance.REJOINING
        return Hindrance.BOUND if is_bound(sync.table, sync.conduct) else None

    @property
    def must_decide(self) -> bool:
        """Whether the player must decide something now."""
        return self.owes is Duty.DECISION

    @property
    def waits(self) -> bool:
        """Whether the seat may do more after mere waiting."""
        if self._own.author is None:
            return False
        owing = any(link.owes_since is not None for link in self._sync.serving.links)
        return self._patience.runs or (owing and not self.has_met())

    def tick(self, now: float) -> None:
        """Time has passed: an answer that was waited for in vain is waited for no longer.

        Args:
            now: the time, in seconds since any moment, the same one each time.
        """
        author, sync = self._own.author, self._sync
        if author is not None and self._patience.ends(sync.table.rejoining.get(author.seat), now):
            sync.conduct.lost = True

    def author(self) -> Author:
        """What writes for our seat.

        Raises:
            LocalError: this node has none.
        """
        if self._own.author is None:
            raise LocalError("this node has no seat")
        return self._own.author

    def signing_author(self) -> Author:
        """What writes for our seat, which may sign what is no rejoin.

        Raises:
            LocalError: it may not, or there is none.
        """
        if not self.may_sign:
            raise LocalError("our seat may sign nothing now")
        return self.author()

    def has_met(self) -> bool:
        """Whether the store is known to be whole, or we hold what enough others hold (`Meeting`).

        That may be one that has played before us: who hands over may be all that we know.

        A store put back from a copy does not know that it is old; the others do. A node that signs
        nothing before it has met one of them cannot be made to sign twice by that mistake.
        """
        if not self._met:
            players, author = self._sync.table.log.players, self._own.author
            own = None if author is None else author.keys.identity.public
            others = [player.key for player in players if player.key != own]
            alone = len(players.seats) == 1 and own is not None
            links = [link for link in self._sync.serving.links if self._sync.caught_up_with(link)]
            self._met = alone or self._meeting.enough(
                seats=sum(link.peer in others for link in links), holders=self._holders_met()
            )
        return self._met

    def _holders_met(self) -> int:
        """How many holders show that they know of no later entry of ours; none if anybody does."""
        sync = self._sync
        heard = [link for link in sync.serving.links if link.claimed is not None]
        if not all(map(sync.caught_up_with, heard)):
            return 0
        return sum(link.peer in self.holders and self._knows_us(link) for link in heard)

    def may_bring(self, link: Link) -> bool:
        """Whether a peer may be brought what it lacks.

        Not a holder that may have to vouch for us: what it has forgotten it would then hold by our
        own word.
        """
        return (
            self._meeting is not Meeting.HOLDERS or link.peer not in self.holders or self.has_met()
        )

    def _knows_us(self, link: Link) -> bool:
        """Whether a peer has our last entry: who lacks that cannot know of a later one."""
        author = self._own.author
        if author is None:
            return False
        own = (entry.sequence for entry in self._sync.table.log if entry.seat == author.seat)
        return link.claimed is not None and link.claimed >= max(own, default=0)
