"""What a node knows of the ways in to the others, and tells them of its own (SPEC-16.16).

Decides, without sockets, disk and clock. A list is no part of a game: no log carries it, and those
who only watch never hear one.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from p2p.changes import Change, WaysStored
from p2p.errors import BadStore, PeerFault
from p2p.limits import RateLimiter
from p2p.ways import Holder, WayIn, is_loopback
from p2p.ways_list import MAX_LISTED, WaysList
from protocol.head import MAX_NUMBER
from protocol.identity import Identity, PublicKey

__all__ = ["Directory", "Told", "newest_ways"]

Told = dict[PublicKey, tuple[int, bytes]]
"""Which list of whom one peer has, as it or we have said."""

RENEWAL_BURST: Final = 8
SECONDS_PER_RENEWAL: Final = 30.0
"""How many lists of one player are taken at once, and seconds after which one more is."""


def newest_ways(
    lists: Mapping[PublicKey, WaysList], own: PublicKey, members: Iterable[PublicKey]
) -> tuple[WayIn, ...]:
    """The ways in to any node of a table: our own first, then by turns one of each member.

    Those that lead to this machine alone come last; a holder, who is always there, is among those
    that a link has room for.
    """
    others = sorted(key for key in members if key != own)
    rows = [lists[key].ways for key in (own, *others) if key in lists]
    longest = max(map(len, rows), default=0)
    turns = (row[turn] for turn in range(longest) for row in rows if turn < len(row))
    ways = sorted(dict.fromkeys(turns), key=lambda way: is_loopback(way.address))
    holder = next((way for way in ways if isinstance(way, Holder)), None)
    if holder is not None and holder not in ways[:MAX_LISTED]:
        ways.remove(holder)
        ways.insert(MAX_LISTED - 1, holder)
    return tuple(ways)


class Directory:
    """The newest lists of ways in that this node knows.

    Attributes:
        lists: by the key of the player; our own among them.
    """

    def __init__(self, identity: Identity, table: bytes, records: Iterable[bytes]) -> None:
        """What the store holds of a table.

        Args:
            identity: of this node.
            table: table id.
            records: the lists that are stored.

        Raises:
            BadStore: one of them is damaged.
        """
        try:
            read = tuple(map(WaysList.read, records))
        except PeerFault as error:
            raise BadStore(f"a stored list of ways in is damaged: {error}") from error
        self.lists: dict[PublicKey, WaysList] = {one.key: one for one in read}
        self._identity = identity
        self._table = table
        self._own_ways: tuple[WayIn, ...] = ()
        self._renewals = RateLimiter[PublicKey](RENEWAL_BURST, SECONDS_PER_RENEWAL)
        self._changes: list[Change] = []

    @property
    def changes(self) -> tuple[Change, ...]:
        """What must be written before anything else is sent."""
        return tuple(self._changes)

    def mark_written(self) -> None:
        """The changes are on the disk."""
        self._changes.clear()

    def announce(self, ways: tuple[WayIn, ...], minute: int) -> None:
        """These are our ways in from now on.

        A list that says so already stays; who was never listed and cannot be called needs none.
        """
        self._own_ways = ways
        known = self.lists.get(self._identity.public)
        if known is None and not ways:
            return
        number = minute if known is None else max(minute, known.number + 1)
        new = WaysList.signed(self._identity, self._table, min(number, MAX_NUMBER), ways)
        if known is None or (known.ways != new.ways and known.order < new.order):
            self._keep(new)

    def hear(self, raw: bytes, members: Iterable[PublicKey], now: float, minute: int) -> Told:
        """Take a list that a peer has sent: which list of whom the peer has.

        One that is not newer than what is known changes nothing, and neither does one of a player
        who is no member of the table, or whose lists change too often. Of our own we sign another
        one above it: a list of ours that we do not know was made before we lost it.

        Args:
            raw: as sent.
            members: who plays or keeps.
            now: seconds on any clock that only goes forwards.
            minute: of the wall clock.

        Raises:
            PeerFault: it is none, or of another table.
        """
        heard = WaysList.read(raw)
        if heard.table != self._table:
            raise PeerFault("the peer sent ways in to another table")
        told = {heard.key: heard.order}
        known = self.lists.get(heard.key)
        if known is not None and heard.order <= known.order:
            return told
        if heard.key not in members or not self._renewals.allows(heard.key, now):
            return {} if known is None else {heard.key: known.order}  # and is not answered
        self._keep(heard)
        if heard.key == self._identity.public:
            self.announce(self._own_ways, minute)
        return told

    def ways(self, members: Iterable[PublicKey]) -> Mapping[PublicKey, tuple[WayIn, ...]]:
        """The ways in to these, so far as they are known."""
        return {key: self.lists[key].ways for key in members if key in self.lists}

    def untold(self, told: Told, members: Iterable[PublicKey]) -> WaysList | None:
        """A list of one of these that a peer lacks, by what it has been told; then it has it."""
        for key in members:
            known = self.lists.get(key)
            if known is not None and told.get(key) != known.order:
                told[key] = known.order
                return known
        return None

    def _keep(self, new: WaysList) -> None:
        self.lists[new.key] = new
        self._changes.append(WaysStored(new.key.raw, new.raw))
