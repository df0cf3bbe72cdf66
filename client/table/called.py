"""How others find a player, as the page says it: read, checked and kept."""

__all__ = ["Place", "check_called", "keeping_place", "keeping_settings", "place_of"]

from dataclasses import replace
from typing import TypeAlias, assert_never

from client.errors import ClientError
from client.links import check_called_through
from client.network import check_listening, listen_address
from client.seat.memo import Memo
from client.table.entering import Called
from p2p.address import Address
from p2p.invite import Invite
from p2p.mailboxes import read_mailbox
from p2p.meeting import Meeting
from p2p.nearby import INSTALL
from p2p.relay.client import RelayAccess
from p2p.upnp import can_open

Place: TypeAlias = Address | RelayAccess | None
"""Where others call: at this machine, at a relay, or nowhere."""


def place_of(text: str) -> Place:
    """Read HOST:PORT or the URL of a relay; nothing is nowhere.

    Raises:
        BadAddress: it is neither.
        ClientError: nobody can listen there.
    """
    text = text.strip()
    if "://" in text:
        return RelayAccess.parse(text)
    if not text:
        return None
    address = Address.parse(text)
    check_listening(listen_address(address))
    return address


def check_called(said: Called, place: Place, link: Invite | None = None) -> None:
    """See that others can find a player as it says.

    Args:
        said: how.
        place: as `place_of` reads it.
        link: by which the player comes; None of a host.

    Raises:
        ClientError: they cannot.
    """
    if said.router and not isinstance(place, Address):
        raise ClientError("your router can open an address alone", "write yours, as HOST:PORT")
    if said.router and not can_open():
        raise ClientError("your router cannot be asked", f"install what it takes with: {INSTALL}")
    if not said.relay_only:
        return
    if not isinstance(place, RelayAccess):
        raise ClientError("only a relay can keep your address to itself", "name a relay")
    if link is not None and not said.mailboxes:
        check_called_through((place,), link)


def keeping_settings(memo: Memo, said: Called) -> Memo:
    """A memo that keeps what is said besides the place; where nothing is, it stays as it is.

    Raises:
        BadAddress: a mailbox cannot be one.
    """
    if said == Called():
        return memo
    return replace(
        memo,
        hold=said.hold,
        relay_only=said.relay_only,
        upnp=said.router,
        mailboxes=tuple(str(read_mailbox(one)) for one in said.mailboxes) or memo.mailboxes,
        meeting=Meeting(said.meet),
    )


def keeping_place(memo: Memo, place: Place) -> Memo:
    """A memo that keeps where others call; nowhere stays what it was."""
    match place:
        case Address():
            return replace(memo, address=str(place), relays=(), relay_only=False)
        case RelayAccess():
            return replace(memo, address="", relays=(str(place),))
        case None:
            return memo
        case never:
            assert_never(never)
