"""What can go wrong in the network and on the disk, whose fault it is, and what to do about it.

Refusals of what the game itself says are `protocol.errors`; here are only the edges: the channel
to another node, the invite, the key file and the store.
"""

from protocol.printable import printable

__all__ = [
    "BadAddress",
    "BadCopy",
    "BadDeviceCode",
    "BadInvite",
    "BadKeyFile",
    "BadListing",
    "BadMessage",
    "BadMove",
    "BadStore",
    "ChannelError",
    "ConnectionLost",
    "ConnectionRefused",
    "DoubleSigning",
    "InternalError",
    "KnockDeclined",
    "LobbyError",
    "MailRefused",
    "NoReminders",
    "NodeError",
    "PeerFault",
    "SeatMoved",
    "StoreFailed",
    "StoreInUse",
    "Unreachable",
    "WrongPassphrase",
]


class NodeError(Exception):
    """Base of everything that the edges raise.

    What it says is one line of characters that show: a peer, and who only says to be one, can make
    us quote anything.
    """

    def __str__(self) -> str:
        return printable(super().__str__())


class ChannelError(NodeError):
    """The other end of a connection broke the channel: the connection must end."""


class ConnectionLost(NodeError):
    """A connection has ended. Nothing is lost: what was not sent will be, once there is another."""


class ConnectionRefused(ConnectionLost):
    """The other end has said why it ends the connection: calling again changes nothing."""


class Unreachable(NodeError):
    """There is no node of the table at an address, or it does not let us in."""


class PeerFault(NodeError):
    """A peer sent what no honest node would have: the connection must end."""


class MailRefused(NodeError):
    """A mailbox does not take what is to be left there: later it may."""


class InternalError(NodeError):
    """Our own code failed on what a peer sent: it is as if refused, and the connection must end."""


class BadMessage(NodeError):
    """The other end sent bytes that are no message: the connection must end."""


class BadAddress(NodeError):
    """A network address is badly written."""


class BadInvite(NodeError):
    """An invite link is damaged, cut short, or not ours."""


class BadListing(NodeError):
    """A listing of a table is damaged, forged or not ours."""


class KnockDeclined(NodeError):
    """A host does not let a stranger in who has knocked."""


class LobbyError(NodeError):
    """A player may not join, or a proposed charter is not what was agreed."""


class BadKeyFile(NodeError):
    """A key file is damaged or not ours."""


class WrongPassphrase(NodeError):
    """The passphrase does not open the key file, or the key file was altered."""


class BadStore(NodeError):
    """A store is damaged, not ours, of another table, or lies where it would not be safe."""


class BadDeviceCode(NodeError):
    """The code of a device that waits for a seat is mistyped or cut short."""


class BadCopy(NodeError):
    """A copy of what a player keeps is damaged, or is none."""


class BadMove(NodeError):
    """A file with a seat that moves is damaged, or not for this device."""


class SeatMoved(NodeError):
    """The seat of a store has moved to another device: this one must never sign for it again."""


class StoreInUse(NodeError):
    """Another process holds the store: one device at a time plays a seat."""


class NoReminders(NodeError):
    """A keeper cannot send reminders as its operator has chosen; says what to do."""


class StoreFailed(NodeError):
    """The disk refused to keep what must be kept: nothing may be sent any more, the node stops."""


class DoubleSigning(NodeError):
    """Our own mistake: a second signature for a place, or a share for a second request."""
