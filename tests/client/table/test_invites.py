"""Invitations at the table: the links of a host, each as a QR code too."""

from dataclasses import replace

from client.seat.invitations import Invitation, Purpose
from client.table.invites import invites, invites_to_game
from p2p.address import Address
from p2p.invite import Invite
from p2p.tickets import SignedTicket, Ticket
from p2p.ways import Lan
from protocol.charter import NONCE_SIZE
from protocol.identity import Identity
from tests.protocol.sample import phrase


def test_a_page_shows_whose_each_link_is() -> None:
    """A code is a square of modules with a quiet zone around it."""
    host, here = Identity.from_phrase(phrase(0)).public, (Lan(Address("127.0.0.1", 7777)),)
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


def test_of_a_running_game_a_page_shows_what_nobody_has_used() -> None:
    """The invite of Bob's seat is bound to Bob; the ticket that a seat has signed is for Cid's."""
    host, here = Identity.from_phrase(phrase(0)).public, (Lan(Address("127.0.0.1", 7777)),)
    nonce = bytes(NONCE_SIZE)
    used = Invite(host, nonce, Ticket(1, bytes(16)), here)
    ticket = SignedTicket.of(phrase(0), 0, 2, nonce=nonce, table=used.table)
    later = replace(used, ticket=ticket)
    invitations = (
        Invitation(used, Purpose.SEAT, 1, 1, ("Japan",)),
        Invitation(replace(used, ticket=None), Purpose.RECOVER),
    )
    shown = invites_to_game(invitations, {1}, (later,), ("Ann", "Bob", "Cid"), ())
    assert [(one.who, one.place) for one in shown] == [
        ("who is to play on for Cid", None),
        ("a player who lost a machine (for `recover`)", None),
    ]
