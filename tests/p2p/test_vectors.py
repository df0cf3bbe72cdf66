"""What a second implementation of SPEC-16 is held to."""

import re

from p2p.address import Address
from p2p.channel import Dialed, Listening
from p2p.invite import Invite
from p2p.knocking import Answer as KnockAnswer
from p2p.knocking import Declined, Granted, Heard, Knock, write_answer, write_knock
from p2p.listing import Listing
from p2p.mail.chunks import Row
from p2p.mail.introduction import Introduction
from p2p.mail.keys import Author, TableMail
from p2p.messages import (
    Alive,
    Consent,
    Entries,
    Entrust,
    Found,
    Heads,
    Introduce,
    Join,
    Message,
    Offending,
    Parts,
    Proposal,
    Received,
    Rematch,
    Remind,
    RemindAt,
    RemindCode,
    ReminderReply,
    RemindNever,
    RemindTerms,
    Say,
    Seek,
    Sorry,
    Statements,
    Succeed,
    Ways,
    write_message,
)
from p2p.offers import MAX_STATEMENTS
from p2p.relay.client import RelayAccess
from p2p.relay.messages import (
    Answer,
    Call,
    Challenge,
    Decline,
    Held,
    Hold,
    Incoming,
    Joined,
    List,
    Listed,
    Probe,
    Prove,
    Reason,
    Register,
    Registered,
    RelayMessage,
    Seen,
    write_control,
)
from p2p.relay.messages import Sorry as SorryOfRelay
from p2p.relay.names import relay_identity, sign_registration
from p2p.tickets import (
    AnyTicket,
    InviteProof,
    SignedProof,
    SignedTicket,
    Ticket,
    read_proof,
    ticket_of,
)
from p2p.ways import Direct, Holder, Lan, Mailbox, Relay, WayIn
from p2p.ways_list import WaysList
from protocol.charter import WindowsStart, table_id
from protocol.encoding import encode
from tests.p2p.keys import fresh, identity, octets, phrase
from tests.protocol.test_spec import SPEC, first_column
from tests.protocol.vectors import Json, check_vectors

NONCE = octets("nonce")
HOST, GUEST = phrase("host"), phrase("guest")
TABLE = table_id(identity("host").public, NONCE)
TICKET = ticket_of(HOST, NONCE, 1)
SIGNED = SignedTicket.of(HOST, 0, 34, nonce=NONCE, table=TABLE)
ACCESS = RelayAccess.parse("wss://mariana@relay.example.org/subs")
MESSAGES: list[Message] = [
    Join(name="Ann", salt=octets("salt"), dice_head=octets("head")),
    Seek(),
    Proposal(charter=b"charter", scenario=b"scenario"),
    Consent(signature=b"signed"),
    Found(charter=b"charter", scenario=b"scenario", signatures=(b"one", b"two")),
    Heads(game=octets("game"), places=((1, octets("one")), (0, octets("game"))), held=()),
    Entries(entries=(b"one", b"two")),
    Statements(records=((7, b"hand"),)),
    Offending(entry=b"entry"),
    Succeed(successor=b"successor"),
    Entrust(seat=1, head=(7, octets("entry")), keys=(("Italy", octets("key")),)),
    Received(receipt=b"receipt"),
    Parts(
        keeper=3,
        head=(7, octets("entry")),
        parts=((3, octets("part")),),
        signature=octets("signed") * 2,
    ),
    Ways(signed=b"ways"),
    Introduce(signed=b"introduction"),
    Say(seat=1, text="Well sailed, Ann."),
    Remind(seat=1, owing=2),
    RemindAt(address="mailto:ann@example.org"),
    RemindCode(code="12345678"),
    RemindNever(),
    RemindTerms(
        kinds=("mailto", "ntfy"),
        addresses=(("mailto:ann@example.org", 1), ("ntfy://se****", 0)),
        reply=ReminderReply.CODE_SENT,
    ),
    Rematch(invite="secret-subs:invite"),
    Alive(),
    Sorry(reason="the line is forked"),
]


def channel() -> dict[str, Json]:
    """A whole handshake with a ticket, and one message in each direction."""
    dialed, one = Dialed.begin(identity("guest"), TABLE, fresh("caller"), TICKET)
    listening, two = Listening.called(identity("host"), TABLE, fresh("listener"), one)
    greeted, three = dialed.greeted(two)
    introduced = listening.introduced(three)
    host, four = introduced.admit()
    guest = greeted.admitted(four)
    assert isinstance(introduced.proof, InviteProof)
    assert introduced.proof.proves(TICKET)
    return {
        "caller_phrase": GUEST.secret.hex(),
        "listener_phrase": HOST.secret.hex(),
        "table": TABLE.hex(),
        "caller_static": octets("caller static").hex(),
        "caller_ephemeral": octets("caller ephemeral").hex(),
        "listener_static": octets("listener static").hex(),
        "listener_ephemeral": octets("listener ephemeral").hex(),
        "ticket": [TICKET.number, TICKET.token.hex()],
        "handshake": [message.hex() for message in (one, two, three, four)],
        "from_caller": [frame.hex() for frame in guest.seal(b"to the listener")],
        "from_listener": [frame.hex() for frame in host.seal(b"to the caller")],
    }


def listing() -> Listing:
    """A table for two that waits for one of them."""
    return Listing.signed(
        relay_identity(HOST, octets("table")),
        until=29_000_000,
        host="Ann",
        scenario="Wake Island",
        modules=("SS",),
        windows=WindowsStart.WAIVED,
        seats=(("Japan",), ("USA", "UK")),
        free=(1, 2),
    )


def told_to_strangers() -> dict[str, Json]:
    """A listing, and its parts."""
    shown = listing()
    return {
        "phrase": HOST.secret.hex(),
        "table": octets("table").hex(),
        "until": shown.until,
        "host": shown.host,
        "scenario": shown.scenario,
        "house_rules": list(shown.modules),
        "windows": shown.windows.value,
        "seats": [list(powers) for powers in shown.seats],
        "free": list(shown.free),
        "signed": shown.raw.hex(),
    }


def knocking() -> dict[str, Json]:
    """A whole knock: the handshake, what the stranger says, and each answer."""
    listed = relay_identity(HOST, octets("table"))
    dialed, one = Dialed.knock(identity("guest"), listed.public, fresh("caller"))
    listening, two = Listening.knocked(listed, fresh("listener"), one)
    greeted, three = dialed.greeted(two)
    host, four = listening.introduced(three).admit()
    greeted.admitted(four)
    answers: list[KnockAnswer] = [Heard(), Granted(held_link()), Declined("perhaps another time")]
    said = [write_knock(Knock("Bob")), *map(write_answer, answers)]
    kinds = ["knock", "heard", "granted", "declined"]
    return {
        "caller_phrase": GUEST.secret.hex(),
        "name": listed.public.raw.hex(),
        "handshake": [message.hex() for message in (one, two, three, four)],
        "heard": [frame.hex() for frame in host.seal(write_answer(Heard()))],
        "messages": dict(zip(kinds, (message.hex() for message in said), strict=True)),
    }


def invites() -> list[Json]:
    ways = (
        Lan(Address("192.168.1.20", 7777)),
        Direct(Address("2001:db8::1", 443)),
        Relay(Address("relay.example.org", 443), "/wake"),
        Relay(Address("127.0.0.1", 7780), secure=False),
    )
    host = identity("host").public
    return [
        {
            "link": Invite(host, NONCE, ticket, ways).link(),
            "host": host.raw.hex(),
            "nonce": NONCE.hex(),
            "ticket": ticket_fields(ticket),
            "ways": [str(way) for way in ways],
        }
        for ticket in (TICKET, SIGNED, None)
    ]


def ways_lists() -> list[Json]:
    """Of the host: what it says first, what counts after it, and that nobody can call it."""
    listed: tuple[tuple[int, tuple[WayIn, ...]], ...] = (
        (29_000_000, (Lan(Address("192.168.1.20", 7777)), Direct(Address("2001:db8::1", 443)))),
        (29_000_001, (Relay(Address("relay.example.org", 443), "/wake"),)),
        (29_000_002, ()),
    )
    table = table_id(identity("host").public, NONCE)
    return [
        {
            "phrase": HOST.secret.hex(),
            "table": table.hex(),
            "number": number,
            "ways": [str(way) for way in ways],
            "signed": WaysList.signed(identity("host"), table, number, ways).raw.hex(),
        }
        for number, ways in listed
    ]


def ticket_fields(ticket: AnyTicket | None) -> Json:
    match ticket:
        case None:
            return None
        case Ticket(number, token):
            return [number, token.hex()]
        case SignedTicket(number, secret, seat, signature):
            return [number, secret.hex(), seat, signature.hex()]


def shown_ticket() -> Json:
    """What a caller shows of a ticket that a seat has signed, in some handshake."""
    transcript, caller = octets("handshake"), identity("guest").public
    proof = SIGNED.shown(transcript, caller)
    read = read_proof(proof, transcript, caller)
    assert isinstance(read, SignedProof)
    assert read.proves(TABLE, identity("host").public)
    return {
        "inviter_phrase": HOST.secret.hex(),
        "table": TABLE.hex(),
        "nonce": NONCE.hex(),
        "ticket": ticket_fields(SIGNED),
        "handshake": transcript.hex(),
        "caller": caller.raw.hex(),
        "proof": encode(proof).hex(),
    }


def held_link() -> str:
    """The way back to a table, as a holder is given it."""
    host, way = identity("host").public, Relay(Address("relay.example.org", 443), "/wake")
    return Invite(host, NONCE, None, (way,)).link()


def to_a_relay() -> list[RelayMessage]:
    """A registration, a call and its answer, a call back, and what a holder is asked."""
    url, nonce = str(ACCESS.relay), octets("challenge")
    name = relay_identity(HOST, octets("table"))
    signature = sign_registration(name, url, nonce)
    return [
        Register(version=1, name=name.public.raw),
        Challenge(url=url, nonce=nonce),
        Prove(signature=signature, relay_pass=ACCESS.relay_pass),
        Registered(),
        List(listing=listing().raw),
        Listed(shown=True),
        Incoming(token=octets("token", 16)),
        Call(version=1, name=name.public.raw),
        Answer(version=1, token=octets("token", 16)),
        Joined(),
        Probe(version=1, port=7777, token=octets("token", 16)),
        Seen(host="2001:db8::1"),
        SorryOfRelay(reason=Reason.UNKNOWN),
        Hold(version=1, relay_pass=ACCESS.relay_pass, invite=held_link()),
        Held(key=name.public.raw),
        Decline(reason="no room"),
    ]


def relay() -> dict[str, Json]:
    name = relay_identity(HOST, octets("table"))
    return {
        "phrase": HOST.secret.hex(),
        "table": octets("table").hex(),
        "url": str(ACCESS.relay),
        "nonce": octets("challenge").hex(),
        "way": str(ACCESS.way_to(name.public)),
        "holder": str(Holder(ACCESS.relay, name.public)),
        "messages": {message.kind: write_control(message).hex() for message in to_a_relay()},
    }


def mail() -> dict[str, Json]:
    """Whose mail it is, a guest's introduction with a ticket, and two chunks of what it leaves."""
    of_table = TableMail.of(identity("host").public, NONCE)
    author = Author.of_player(GUEST, TABLE)
    relay = Relay(Address("relay.example.org", 443), "/nostr")
    row = Row(40)
    for message in (Seek(), Statements(records=((7, b"hand"),)), Alive()):
        row.write(write_message(message))
    nonce = octets("mail nonce", 12)
    return {
        "host": identity("host").public.raw.hex(),
        "nonce": NONCE.hex(),
        "phrase": GUEST.secret.hex(),
        "secret": of_table.secret.hex(),
        "author": author.public.hex(),
        "ticket": [TICKET.number, TICKET.token.hex()],
        "ticket_author": Author.of_ticket(TICKET, TABLE).public.hex(),
        "introduction": Introduction.signed(
            identity("guest"), TABLE, author.public, TICKET
        ).raw.hex(),
        "url": str(relay),
        "way": str(Mailbox(relay, author.public)),
        "messages": [
            write_message(one).hex()
            for one in (Seek(), Statements(records=((7, b"hand"),)), Alive())
        ],
        "chunk_nonce": nonce.hex(),
        "chunks": [
            {
                "number": chunk.number,
                "start": chunk.start,
                "begins": chunk.begins,
                "octets": chunk.octets.hex(),
                "name": of_table.name(author.public, chunk.number, str(relay)).hex(),
                "sealed": chunk.sealed_with(nonce, of_table, author.public, str(relay)).hex(),
            }
            for chunk in row.chunks.values()
        ],
    }


def test_wire_vectors() -> None:
    check_vectors(
        "wire",
        {
            "channel": channel(),
            "invites": invites(),
            "ways": ways_lists(),
            "ticket": shown_ticket(),
            "messages": {message.kind: write_message(message).hex() for message in MESSAGES},
            "relay": relay(),
            "listing": told_to_strangers(),
            "knock": knocking(),
            "mail": mail(),
        },
    )


def test_spec_16_6_lists_every_message() -> None:
    assert first_column("16.6") == [message.kind for message in MESSAGES]


def test_spec_16_15_lists_every_message_of_a_relay_and_every_reason() -> None:
    assert first_column("16.15") == [message.kind for message in to_a_relay()]
    (ends,) = re.findall(r"^\*Ends\.\*.*", SPEC, re.MULTILINE)
    assert re.findall("`([a-z]+)`", ends)[1:] == [reason.value for reason in Reason]


def test_spec_16_8_says_how_much_is_kept() -> None:
    kept = re.search(r"\*\*16\.8 .*", SPEC)
    assert kept is not None
    numbers = [int(n) for n in re.findall(r"\b(\d+) (?=[a-z])", kept[0])]
    assert numbers == list(MAX_STATEMENTS.values())


def test_spec_16_22_lists_every_message_about_a_knock() -> None:
    said = knocking()["messages"]
    assert isinstance(said, dict)
    assert first_column("16.22") == list(said)
