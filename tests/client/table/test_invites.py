"""Invitations at the table: the links of a host, each as a QR code too."""

from client.seat.invitations import Invitation, Purpose
from client.table.invites import invites
from p2p.address import Address
from p2p.invite import Invite
from protocol.charter import NONCE_SIZE
from protocol.identity import Identity
from tests.protocol.sample import phrase


def test_a_page_shows_whose_each_link_is() -> None:
    """A code is a square of modules with a quiet zone around it."""
    host, here = Identity.from_phrase(phrase(0)).public, (Address("127.0.0.1", 7777),)
    invite = Invite(host, bytes(NONCE_SIZE), None, here)
    (seat, back) = invites(
        [
            Invitation(invite, Purpose.SEAT, 1, 1, ("Japan", "Italy")),
            Invitation(invite, Purpose.RECOVER),
        ]
    )
    assert (seat.who, seat.seat, seat.link) == ("Japan, Italy", 1, invite.link())
    assert (back.purpose, back.seat) == ("recover", None)
    assert seat.size > 29
    assert seat.qr.startswith("M4 4h1v1h-1z")  # the corner of the first finder pattern
