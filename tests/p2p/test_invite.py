"""An invite is one line that survives being pasted (SPEC-16.4)."""

import base64
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.address import Address
from p2p.errors import BadAddress, BadInvite
from p2p.invite import SCHEME, Invite
from p2p.tickets import SignedTicket, Ticket, ticket_of
from p2p.ways import Direct, Lan, Relay, WayIn, read_way
from protocol.charter import table_id
from protocol.encoding import Data, encode
from protocol.hashing import Tag, digest
from tests.p2p.keys import identity, octets, phrase

HOST = identity("host").public
INVITE = Invite(
    HOST,
    octets("nonce"),
    Ticket(1, octets("token", 16)),
    (
        Lan(Address("192.168.1.20", 7777)),
        Direct(Address("wake.example.org", 443)),
        Direct(Address("2001:db8::1", 9)),
        Relay(Address("relay.example.org", 443), "/wake"),
    ),
)


def test_a_link_is_read_as_it_was_made() -> None:
    assert Invite.parse(INVITE.link()) == INVITE
    assert INVITE.table == table_id(HOST, octets("nonce"))


def test_spec_16_4_a_link_may_stand_behind_the_address_of_a_site() -> None:
    link = INVITE.link("https://site.example/subs/")
    assert link == f"https://site.example/subs/#{INVITE.link()}"
    assert Invite.parse(link) == INVITE
    with pytest.raises(BadInvite, match="begins with"):
        Invite.parse("https://site.example/subs/")


def test_a_link_is_found_in_the_message_with_which_it_was_sent() -> None:
    link = INVITE.link()
    broken = f"{link[:60]}\n{link[60:]}"
    for said in (
        f"Ann invites you to play.\nRun this:\nsecret-subs join --name YOU {link}",
        f"Open this: https://site.example/subs/#{link}\nSee you tonight, Ann",
        f"Here it is:\n{broken}\n\nAnn",
    ):
        assert Invite.parse(said) == INVITE
    with pytest.raises(BadInvite, match="cut short or damaged"):
        Invite.parse(f"Run this:\nsecret-subs join {link[:-3]}\nAnn")


def test_spec_16_4_a_ticket_of_a_seat_stands_in_a_link_too() -> None:
    ticket = SignedTicket.of(phrase("ann"), 2, 1, nonce=INVITE.nonce, table=INVITE.table)
    invite = replace(INVITE, ticket=ticket)
    assert Invite.parse(invite.link()) == invite
    assert len(invite.link()) < 400


def test_the_way_back_needs_no_ticket() -> None:
    back = replace(INVITE, ticket=None)
    assert Invite.parse(back.link()) == back
    assert back.table == INVITE.table


def test_a_link_is_one_word_of_reasonable_length() -> None:
    assert INVITE.link().startswith(SCHEME)
    assert len(INVITE.link()) < 340
    assert INVITE.link().isprintable()
    assert " " not in INVITE.link()


def test_a_link_may_be_broken_into_lines() -> None:
    link = INVITE.link()
    assert Invite.parse(f"  {link[:40]}\n   {link[40:90]}\r\n{link[90:]} ") == INVITE


@given(st.integers(0, len(INVITE.link()) - 1), st.characters(codec="ascii"))
def test_a_mistyped_character_is_noticed(index: int, character: str) -> None:
    link = INVITE.link()
    typed = link[:index] + character + link[index + 1 :]
    try:
        assert Invite.parse(typed) == INVITE
    except BadInvite:
        assert typed != link


@given(st.integers(0, len(INVITE.link()) - 1))
def test_a_cut_link_is_noticed(length: int) -> None:
    with pytest.raises(BadInvite, match="paste the whole link"):
        Invite.parse(INVITE.link()[:length])


def link(*fields: Data) -> str:
    raw = encode(fields)
    checked = raw + digest(Tag.INVITE_CHECK, raw)[:4]
    return SCHEME + base64.urlsafe_b64encode(checked).rstrip(b"=").decode()


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ((3, HOST.raw, bytes(32), None, ("a:1",)), "update secret-subs"),
        ((True, HOST.raw, bytes(32), None, ("a:1",)), "unusable: invite: version"),
        ((2, bytes(32), bytes(32), None, ("a:1",)), "small order"),
        ((2, HOST.raw, bytes(31), None, ("a:1",)), "nonce must be 32 bytes"),
        ((2, HOST.raw, bytes(32), (2**16, bytes(16)), ("a:1",)), "number must be"),
        ((2, HOST.raw, bytes(32), (0, bytes(15)), ("a:1",)), "token must be 16 bytes"),
        ((2, HOST.raw, bytes(32), (0,), ("a:1",)), "ticket"),
        ((2, HOST.raw, bytes(32), None, ()), "the ways in"),
        ((2, HOST.raw, bytes(32), None, ("a:1",) * 5), "the ways in"),
        ((2, HOST.raw, bytes(32), None, ("nowhere",)), "host:port"),
        ((2, HOST.raw, bytes(32), None, (7,)), "as text"),
        ((2, HOST.raw, bytes(32), None), "array of 5"),
    ],
)
def test_invalid_links_are_refused_with_their_fault(
    fields: tuple[Data, ...], complaint: str
) -> None:
    with pytest.raises(BadInvite, match=complaint):
        Invite.parse(link(*fields))


def test_a_link_of_something_else_is_refused() -> None:
    with pytest.raises(BadInvite, match="begins with 'secret-subs:'"):
        Invite.parse("https://example.org/")


def test_an_invite_needs_a_way_in() -> None:
    with pytest.raises(BadInvite, match="1 to 4 ways in"):
        Invite(HOST, octets("nonce"), INVITE.ticket, ())
    with pytest.raises(BadInvite, match="any free one"):
        Invite(HOST, octets("nonce"), INVITE.ticket, (Lan(Address("127.0.0.1", 0)),))


def test_tokens_follow_from_the_hosts_phrase() -> None:
    """The host keeps none, and no two invites of any tables share one."""
    host, nonce = phrase("host"), octets("nonce")
    tokens = {ticket_of(host, nonce, number).token for number in range(50)}
    tokens |= {ticket_of(host, octets("other"), 0).token, ticket_of(phrase("eve"), nonce, 0).token}
    assert len(tokens) == 52
    assert ticket_of(host, nonce, 7) == ticket_of(host, nonce, 7)


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("192.168.1.20:7777", Lan(Address("192.168.1.20", 7777))),
        ("10.1.2.3:7777", Lan(Address("10.1.2.3", 7777))),
        ("100.64.0.1:7777", Lan(Address("100.64.0.1", 7777))),
        ("127.0.0.1:7777", Lan(Address("127.0.0.1", 7777))),
        ("0.0.0.1:7777", Lan(Address("0.0.0.1", 7777))),
        ("[::1]:7777", Lan(Address("::1", 7777))),
        ("[fd00::1]:7777", Lan(Address("fd00::1", 7777))),
        ("[fe80::1]:7777", Lan(Address("fe80::1", 7777))),
        ("[::ffff:10.0.0.1]:7777", Lan(Address("::ffff:10.0.0.1", 7777))),
        ("localhost:7777", Lan(Address("localhost", 7777))),
        ("ann.local:7777", Lan(Address("ann.local", 7777))),
        ("ann.example.org:7777", Direct(Address("ann.example.org", 7777))),
        ("11.1.2.3:7777", Direct(Address("11.1.2.3", 7777))),
        ("[2001:db8::1]:7777", Direct(Address("2001:db8::1", 7777))),
        ("wss://example.org/", Relay(Address("example.org", 443))),
        ("wss://example.org:7780/a/b", Relay(Address("example.org", 7780), "/a/b")),
        ("wss://[2001:db8::1]/", Relay(Address("2001:db8::1", 443))),
        ("ws://127.0.0.1:7780/", Relay(Address("127.0.0.1", 7780), secure=False)),
    ],
)
def test_the_text_of_a_way_says_what_it_is(text: str, way: WayIn) -> None:
    """So a private address cannot be passed off as one that everybody may call."""
    assert read_way(text) == way
    assert str(way) == text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("https://example.org/", "neither host:port nor a relay"),
        ("ws://example.org/", "by wss://, not by ws://"),
        ("ws://192.168.1.20:80/", "by wss://, not by ws://"),
        ("wss:///", "neither a host name"),
        ("wss://a@example.org/", "neither a host name"),
        ("wss://example.org/?a", "no path of a relay"),
        (f"wss://example.org/{'a' * 96}", "no path of a relay"),
        (f"wss://example.org/{'a' * 400}", "longer than"),
    ],
)
def test_no_way_in_of_another_form_is_taken(text: str, complaint: str) -> None:
    with pytest.raises(BadAddress, match=complaint):
        read_way(text)


def test_a_relay_of_the_usual_port_may_leave_out_port_and_path() -> None:
    assert read_way("wss://example.org") == read_way("wss://example.org:443/")


def test_an_address_is_of_the_kind_that_it_is_said_to_be() -> None:
    with pytest.raises(BadAddress, match="of a local network"):
        Direct(Address("192.168.1.20", 7777))
    with pytest.raises(BadAddress, match="no address of a local network"):
        Lan(Address("example.org", 7777))


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.20:7777", "192.168.1.20", 7777),
        (" Wake.Example.ORG:443 ", "wake.example.org", 443),
        ("[2001:db8::1]:65535", "2001:db8::1", 65535),
        ("localhost:1", "localhost", 1),
    ],
)
def test_addresses_are_read_and_written_alike(text: str, host: str, port: int) -> None:
    address = Address.parse(text)
    assert (address.host, address.port) == (host, port)
    assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":7777",
        "wake",
        "wake:",
        "wake:-1",
        "wake:65536",
        "wake:٣",
        "wake:7777777777",
        "2001:db8::1:7777",
        "[wake]:7777",
        "[fe80::1%eth0]:7777",
        "a b:7777",
        "-wake:7777",
        "wake..org:7777",
        f"{'a' * 64}.org:7777",
        f"{'a.' * 130}org:7777",
    ],
)
def test_no_address_of_another_form_is_taken(text: str) -> None:
    with pytest.raises(BadAddress):
        Address.parse(text)


def test_a_link_of_version_1_is_refused_in_one_sentence() -> None:
    raw = encode((1, HOST.raw, bytes(32), None, ("a:1",)))
    old = raw + bytes(4)
    written = SCHEME + base64.urlsafe_b64encode(old).rstrip(b"=").decode()
    with pytest.raises(BadInvite, match="of version 1, which is not read any more; ask for a new"):
        Invite.parse(written)
