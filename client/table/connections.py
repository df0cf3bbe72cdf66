"""Which other players this node is connected to, as pages show it."""

__all__ = ["Connections"]

from p2p.player import Connected, Disconnected, Notice
from protocol.printable import printable


class Connections:
    """Who is connected to this node now.

    Attributes:
        present: fingerprints of the keys whose nodes are connected.
        unreached: why nobody could be reached last; empty once somebody is.
        refused: why the last connection was refused for good, so that calling again is no use.

    Reasons come from strangers: each is one line of characters that show.
    """

    def __init__(self) -> None:
        self.present: set[str] = set()
        self.unreached = ""
        self.refused = ""

    def observe(self, notice: Notice) -> None:
        """Take note of who comes and goes."""
        match notice:
            case Connected(peer):
                self.present.add(peer.fingerprint)
                self.unreached = self.refused = ""
            case Disconnected(None, reason):
                self.unreached = printable(reason)
            case Disconnected(peer, reason, refused) if peer is not None:
                self.present.discard(peer.fingerprint)
                self.refused = printable(reason) if refused else ""
            case _:
                pass
