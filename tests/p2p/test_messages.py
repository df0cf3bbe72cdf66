"""Messages are of the form of their kind, or refused (SPEC-16.6)."""

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from p2p.channel import MAX_MESSAGE
from p2p.errors import BadMessage
from p2p.messages import (
    MAX_BATCH,
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
    read_message,
    write_message,
)
from protocol.charter import MAX_CHARTER, MAX_SEATS
from protocol.encoding import Data, encode
from protocol.logfile import MAX_SCENARIO
from protocol.statement import MAX_SIGNED

HASH = bytes(range(32))

MESSAGES: list[Message] = [
    Join(name="Ann", salt=HASH, dice_head=HASH),
    Seek(),
    Proposal(charter=b"charter", scenario=b"scenario"),
    Consent(signature=b"signed"),
    Found(charter=b"charter", scenario=b"scenario", signatures=(b"one", b"two")),
    Heads(game=HASH, places=((2, HASH), (0, HASH)), held=(HASH,)),
    Entries(entries=(b"one", b"two")),
    Statements(records=((7, b"hand"),)),
    Offending(entry=b"entry"),
    Succeed(successor=b"successor"),
    Entrust(seat=1, head=(7, HASH), keys=(("Italy", HASH),)),
    Received(receipt=b"receipt"),
    Parts(keeper=3, head=(7, HASH), parts=((3, HASH), (5, HASH)), signature=HASH * 2),
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


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.kind)
def test_a_message_is_read_as_it_was_written(message: Message) -> None:
    assert read_message(write_message(message)) == message


def test_spec_16_6_each_kind_has_the_fields_of_its_row() -> None:
    spec = (Path(__file__).parents[2] / "SPEC.md").read_text(encoding="utf-8")
    table = spec[spec.index("**16.6 Messages**") : spec.index("**16.7")]
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", table, re.MULTILINE))
    fields = {kind: [] if row == "none" else row.split("; ") for kind, row in rows.items()}
    fields["statements"] = ["records: pairs, whose own parts the row separates in the same way"]
    assert {kind: len(named) for kind, named in fields.items()} == {
        message.kind: len(type(message).model_fields) for message in MESSAGES
    }


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.kind)
def test_a_field_that_a_message_does_not_have_is_refused(message: Message) -> None:
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        type(message).model_validate({**message.model_dump(), "colour": "blue"})


@pytest.mark.parametrize(
    "message", [one for one in MESSAGES if type(one).model_fields], ids=lambda one: one.kind
)
def test_a_field_by_another_name_is_refused(message: Message) -> None:
    fields = message.model_dump()
    name = next(iter(fields))
    fields[f"{name}s"] = fields.pop(name)
    with pytest.raises(ValidationError, match="Field required"):
        type(message).model_validate(fields)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.kind)
def test_a_message_cannot_be_changed(message: Message) -> None:
    for name in type(message).model_fields:
        with pytest.raises(ValidationError, match="frozen"):
            setattr(message, name, None)


def test_the_largest_founding_fits_into_a_message() -> None:
    largest = Found(
        charter=bytes(MAX_CHARTER),
        scenario=bytes(MAX_SCENARIO),
        signatures=(bytes(MAX_SIGNED),) * MAX_SEATS,
    )
    assert len(write_message(largest)) <= MAX_MESSAGE
    assert read_message(write_message(largest)) == largest


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (7, "begin with its kind"),
        ((), "begin with its kind"),
        ((1, HASH), "begin with its kind"),
        (("peace",), "unknown kind 'peace'"),
        (("sorry",), "0 fields instead of 1"),
        (("sorry", "a", "b"), "2 fields instead of 1"),
        (("sorry", 7), "sorry, reason"),
        (("sorry", "a" * 201), "sorry, reason"),
        (("join", "", HASH, HASH), "join, name"),
        (("join", "Ann", HASH[:31], HASH), "join, salt"),
        (("join", "Ann", HASH, HASH + b"0"), "join, dice_head"),
        (("consent", b""), "consent, signature"),
        (("consent", bytes(MAX_SIGNED + 1)), "consent, signature"),
        (("found", b"c", b"s", ()), "found, signatures"),
        (("found", b"c", b"s", (b"x",) * 10), "found, signatures"),
        (("heads", HASH, (), ()), "heads, places"),
        (("heads", HASH, ((True, HASH),), ()), r"heads, places\.0\.0"),
        (("heads", HASH, ((-1, HASH),), ()), r"heads, places\.0\.0"),
        (("heads", HASH, ((2**31, HASH),), ()), r"heads, places\.0\.0"),
        (("heads", HASH, ((0, HASH, 0),), ()), r"heads, places\.0"),
        (("heads", HASH, ((0, HASH),) * 65, ()), "heads, places"),
        (("heads", HASH, ((0, HASH),), ("held",)), r"heads, held\.0"),
        (("entries", ()), "entries, entries"),
        (("entries", (b"",)), r"entries, entries\.0"),
        (("entries", (b"e",) * (MAX_BATCH + 1)), "entries, entries"),
        (("statements", ((256, b"hand"),)), r"statements, records\.0\.0"),
    ],
)
def test_invalid_messages_are_refused_with_their_fault(data: Data, complaint: str) -> None:
    with pytest.raises(BadMessage, match=complaint):
        read_message(encode(data))


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xc1",
        b"\x92\xa5sorry\xd9\x01a",  # a longer form of the text's length than needed
        b"\x81\xa5sorry\xa1a",  # a map
        b"\x92\xa5sorry\xca\x00\x00\x00\x00",  # a float
        b"\x92\xa5sorry\xd4\x00\x00",  # an extension
        b"\x91" * 9 + b"\x01",  # nested too deep
        b"\xdd\xff\xff\xff\xff",  # an array that claims four billion members
        b"\x92\xa5sorry\xa1a\x00",  # trailing bytes
        bytes(MAX_MESSAGE + 1),
    ],
)
def test_bytes_that_are_not_canonical_are_refused(raw: bytes) -> None:
    with pytest.raises(BadMessage, match="not a message"):
        read_message(raw)


@given(st.text())
def test_a_reason_may_quote_anything(text: str) -> None:
    """Also what no canonical text contains, or what would play tricks on a terminal."""
    sorry = Sorry.because(f"{text}\u202e\ud800")
    assert read_message(write_message(sorry)) == sorry
    assert sorry.reason.isascii()


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_else(raw: bytes) -> None:
    try:
        message = read_message(raw)
    except BadMessage:
        return
    assert write_message(message) == raw


@given(st.sampled_from(MESSAGES), st.integers(0, 500), st.integers(0, 7))
def test_an_altered_message_is_refused_or_another_one(
    message: Message, index: int, bit: int
) -> None:
    raw = bytearray(write_message(message))
    raw[index % len(raw)] ^= 1 << bit
    with contextlib.suppress(BadMessage):
        assert read_message(bytes(raw)) != message
