"""Tables of strangers, and what is sent to friends, in words."""

from dataclasses import replace

import pytest

from client.presentation.invitations import invitation_message
from client.presentation.open_tables import knock_hint, open_table_lines
from client.scenarios import find
from client.seat.invitations import Purpose, invitations_of
from p2p.address import Address
from p2p.hosting import Hosting
from p2p.listing import Listing
from p2p.relay.names import relay_identity
from p2p.ways import Direct
from protocol.charter import WindowsStart
from tests.p2p import party
from tests.p2p.keys import octets, phrase
from tests.protocol import sample


def listing(free: tuple[int, ...], windows: WindowsStart = WindowsStart.ASKED) -> Listing:
    return Listing.signed(
        relay_identity(phrase("ann"), octets("table")),
        until=7,
        host="Ann",
        scenario="wake-island",
        modules=("SS", "DS"),
        windows=windows,
        seats=(("Japan",), ("USA", "UK")),
        free=free,
    )


@pytest.mark.parametrize(
    ("free", "words"),
    [
        ((1,), "live: USA+UK is free. House rules: SS and DS."),
        ((0, 1), "live: Japan and USA+UK are free."),
        ((1, 2, 3), "live: USA+UK and a keeper's place are free."),
        ((), "live: no seat is free."),
    ],
)
def test_a_line_says_what_is_played_and_what_is_free(free: tuple[int, ...], words: str) -> None:
    shown = listing(free)
    line, how = open_table_lines([shown])
    assert line.startswith(f"{shown.id[:8]} wake-island, hosted by Ann, {words}")
    assert "join --name YOU ID" in how


def test_by_correspondence_is_said_so_and_nothing_found_too() -> None:
    assert "by correspondence: " in next(open_table_lines([listing((1,), WindowsStart.WAIVED)]))
    assert list(open_table_lines([])) == ["No open table was found."]


def test_what_a_host_can_type_stays_one_line_whatever_the_name() -> None:
    assert "`admit Bob`" in knock_hint("Bob")
    assert knock_hint("B\nob\u202e").isprintable()


def test_a_message_says_what_it_is_and_what_to_do_with_the_link() -> None:
    wake = find("wake-island")
    terms = replace(party.TERMS, scenario=wake.scenario.name, text=wake.source)
    lobby = Hosting.open(terms, 0, party.guest(0), watchers=1)
    ways = (Direct(Address("ann.example.org", 7777)),)
    for invitation in invitations_of(sample.phrase(0), lobby, ways):
        first, second, third = invitation_message(invitation, lobby).split("\n")
        assert first.startswith("Ann invites you to ")
        assert "Wake Island, spring 1942, a game of Axis & Allies" in first
        assert first.endswith("We play live: all are there at once.")
        assert "secret-subs table" in second
        link = invitation.invite.link()
        command = {
            Purpose.SEAT: "join --name YOU",
            Purpose.WATCH: "watch",
            Purpose.RECOVER: "recover",
        }[invitation.purpose]
        assert third == f"secret-subs {command} {link}"
