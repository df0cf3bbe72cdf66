"""SPEC-5: entries, as far as they speak for themselves."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.claims import Holds, Shuffled
from protocol.encoding import Data, decode, encode
from protocol.entry import (
    Decide,
    DiceShare,
    Entry,
    Hand,
    Item,
    Opening,
    OpenTokens,
    Rejoin,
    Resign,
    SealTokens,
    Waive,
    sign_entry,
)
from protocol.errors import Code, LocalError, Refused
from protocol.hashing import Tag, digest
from protocol.head import Head
from protocol.questions import FIRST
from tests.protocol.sample import CHARTER, MINUTE, entry, identity, some_hash, start
from tests.protocol.vectors import Json, check_vectors

ITEMS: list[tuple[str, Item, Data]] = [
    (
        "decide",
        Decide(("move", 3, (True, None, ("Wake",)))),
        ("decide", ("move", 3, (True, None, ("Wake",)))),
    ),
    ("decide nothing", Decide(None), ("decide", None)),
    ("share", DiceShare(b"s" * 32), ("share", b"s" * 32)),
    (
        "open",
        OpenTokens((Opening(3, 1, b"r" * 32), Opening(7, 12, b""))),
        ("open", ((3, 1, b"r" * 32), (7, 12, b""))),
    ),
    (
        "seal",
        SealTokens(
            "Japan", Shuffled("Wake", (1, 2), (5, 6)), b"u" * 32, (b"c" * 32, b"d" * 32), b"because"
        ),
        (
            "seal",
            "Japan",
            ("shuffled", "Wake", (1, 2), (5, 6)),
            b"u" * 32,
            (b"c" * 32, b"d" * 32),
            b"because",
        ),
    ),
    (
        "seal without commitments",
        SealTokens("Japan", Holds(3, 1), b"u" * 32, (), b""),
        ("seal", "Japan", ("holds", 3, 1), b"u" * 32, (), b""),
    ),
    ("waive", Waive(waived=True), ("waive", True)),
    ("take back", Waive(waived=False), ("waive", False)),
    ("hand", Hand(1, 4), ("hand", 1, 4)),
    ("resign", Resign((b"receipt",)), ("resign", (b"receipt",))),
    (
        "rejoin",
        Rejoin(b"settlement", (b"shown",)),
        ("rejoin", b"settlement", (b"shown",)),
    ),
]

SAMPLE = sign_entry(
    identity(1),
    game=CHARTER.game_id,
    head=start(),
    seat=1,
    incarnation=FIRST,
    minute=MINUTE,
    state=some_hash("state"),
    items=(Decide(("pass",)), DiceShare(b"s" * 32)),
)


def body_fields() -> list[Data]:
    outer = decode(SAMPLE.raw, 57_344)
    assert isinstance(outer, tuple)
    assert isinstance(outer[0], bytes)
    body = decode(outer[0], 57_344)
    assert isinstance(body, tuple)
    return list(body)


def signed(fields: list[Data]) -> bytes:
    """Signed as an entry, whatever the fields are."""
    body = encode(tuple(fields))
    return encode((body, identity(1).sign(Tag.ENTRY_SIGNATURE, digest(Tag.ENTRY, body))))


def with_field(index: int, value: Data) -> bytes:
    fields = body_fields()
    fields[index] = value
    return signed(fields)


def with_items(*items: Data) -> bytes:
    return with_field(7, items)


def nested(levels: int) -> Data:
    data: Data = 1
    for _ in range(levels):
        data = (data,)
    return data


PASS: Data = ("decide", ("pass",))
BIG: Data = ("seal", b"u" * 32, (), bytes(48 * 1024))

CORRUPTIONS: list[tuple[str, bytes, Code]] = [
    ("empty", b"", Code.MALFORMED),
    ("cut short", SAMPLE.raw[:-1], Code.MALFORMED),
    ("trailing byte", SAMPLE.raw + b"\x00", Code.MALFORMED),
    ("body alone", encode(tuple(body_fields())), Code.MALFORMED),
    ("no signature", encode((encode(tuple(body_fields())),)), Code.MALFORMED),
    ("signature of 63 bytes", encode((encode(tuple(body_fields())), bytes(63))), Code.MALFORMED),
    ("body empty", encode((b"", bytes(64))), Code.MALFORMED),
    ("body not canonical", encode((b"\xdc\x00\x08" + bytes(8), bytes(64))), Code.MALFORMED),
    ("body with a trailing byte", encode((b"\x90\x00", bytes(64))), Code.MALFORMED),
    ("a field missing", signed(body_fields()[:-1]), Code.MALFORMED),
    ("a field too many", signed([*body_fields(), None]), Code.MALFORMED),
    ("game id too short", with_field(0, bytes(31)), Code.MALFORMED),
    ("game id as text", with_field(0, "x" * 32), Code.MALFORMED),
    ("sequence number 0", with_field(1, 0), Code.MALFORMED),
    ("sequence number negative", with_field(1, -1), Code.MALFORMED),
    ("sequence number true", with_field(1, True), Code.MALFORMED),
    ("sequence number 2^31", with_field(1, 2**31), Code.MALFORMED),
    ("previous hash nil", with_field(2, None), Code.MALFORMED),
    ("seat 9", with_field(3, 9), Code.MALFORMED),
    ("seat by name", with_field(3, "Japan"), Code.MALFORMED),
    ("incarnation of 31 bytes", with_field(4, bytes(31)), Code.MALFORMED),
    ("minute negative", with_field(5, -1), Code.MALFORMED),
    ("minute 2^31", with_field(5, 2**31), Code.MALFORMED),
    ("state digest too short", with_field(6, bytes(31)), Code.MALFORMED),
    ("state digest false", with_field(6, False), Code.MALFORMED),
    ("items nil", with_field(7, None), Code.MALFORMED),
    ("no items", with_items(), Code.MALFORMED),
    ("33 items", with_items(*[PASS] * 33), Code.MALFORMED),
    ("item of no kind", with_items(("attack", 1)), Code.MALFORMED),
    ("item kind as bytes", with_items((b"resign",)), Code.MALFORMED),
    ("item empty", with_items(()), Code.MALFORMED),
    ("item not an array", with_items("resign"), Code.MALFORMED),
    ("resign without receipts", with_items(("resign",)), Code.MALFORMED),
    ("decide without data", with_items(("decide",)), Code.MALFORMED),
    ("decide with bytes", with_items(("decide", (1, (b"",)))), Code.MALFORMED),
    ("share too short", with_items(("share", bytes(31))), Code.MALFORMED),
    ("open nothing", with_items(("open", ())), Code.MALFORMED),
    ("open 13", with_items(("open", tuple((n, 1, b"") for n in range(13)))), Code.MALFORMED),
    ("open out of order", with_items(("open", ((2, 1, b""), (1, 1, b"")))), Code.MALFORMED),
    ("open a handle twice", with_items(("open", ((1, 1, b""), (1, 2, b"")))), Code.MALFORMED),
    ("open group 0", with_items(("open", ((1, 0, b""),))), Code.MALFORMED),
    ("open group 13", with_items(("open", ((1, 13, b""),))), Code.MALFORMED),
    ("opening of 65 bytes", with_items(("open", ((1, 1, bytes(65)),))), Code.MALFORMED),
    ("seal with few fresh bytes", with_items(("seal", bytes(31), (), b"")), Code.MALFORMED),
    ("commitment too short", with_items(("seal", bytes(32), (bytes(31),), b"")), Code.MALFORMED),
    (
        "13 commitments",
        with_items(("seal", bytes(32), tuple(bytes([n]) * 32 for n in range(13)), b"")),
        Code.MALFORMED,
    ),
    ("waive 1", with_items(("waive", 1)), Code.MALFORMED),
    ("hand 0", with_items(("hand", 0, 0)), Code.MALFORMED),
    ("rejoin second", with_items(PASS, ("rejoin", b"q", (), bytes(32))), Code.MALFORMED),
    ("rejoin twice", with_items(*[("rejoin", b"q", (), bytes(32))] * 2), Code.MALFORMED),
    ("rejoin six answers", with_items(("rejoin", b"q", (b"a",) * 6, bytes(32))), Code.MALFORMED),
]


@pytest.mark.parametrize(("name", "item", "data"), ITEMS, ids=[name for name, _, _ in ITEMS])
def test_spec_5_2_every_item_has_its_form(name: str, item: Item, data: Data) -> None:
    made = entry(start(), 0, item)
    assert made.items == (item,), name
    outer = decode(made.raw, 57_344)
    assert isinstance(outer, tuple)
    assert isinstance(outer[0], bytes)
    body = decode(outer[0], 57_344)
    assert isinstance(body, tuple)
    assert body[7] == (data,)


def test_spec_5_1_the_fields_stand_in_this_order() -> None:
    assert body_fields() == [
        CHARTER.game_id,
        1,
        CHARTER.game_id,
        1,
        FIRST,
        MINUTE,
        some_hash("state"),
        (("decide", ("pass",)), ("share", b"s" * 32)),
    ]


def test_spec_5_3_the_signature_is_over_the_hash_and_the_hash_over_the_body() -> None:
    body = encode(tuple(body_fields()))
    expected = hashlib.sha256(b"\x14secret-subs/v2/entry" + body).digest()
    assert SAMPLE.hash == expected
    assert identity(1).public.verifies(Tag.ENTRY_SIGNATURE, expected, SAMPLE.signature)
    assert SAMPLE.signed_by(identity(1).public)
    assert not SAMPLE.signed_by(identity(0).public)


def test_spec_5_4_the_head_after_an_entry_is_its_place_and_hash() -> None:
    assert SAMPLE.head == Head(1, SAMPLE.hash)
    assert entry(SAMPLE.head, 0).previous == SAMPLE.hash
    assert entry(SAMPLE.head, 0).sequence == 2


@pytest.mark.parametrize(
    ("name", "raw", "code"), CORRUPTIONS, ids=[name for name, _, _ in CORRUPTIONS]
)
def test_spec_5_a_corrupted_entry_is_refused(name: str, raw: bytes, code: Code) -> None:
    with pytest.raises(Refused) as refused:
        Entry.from_bytes(raw)
    assert refused.value.code is code, name
    assert refused.value.culprit is None


def test_spec_5_1_an_entry_has_at_most_512_kib() -> None:
    assert entry(
        start(), 0, SealTokens("Japan", Holds(3, 1), bytes(32), (), bytes(48 * 1024))
    ).items
    with pytest.raises(Refused) as refused:
        Entry.from_bytes(with_items(*[BIG] * 11))
    assert refused.value.code is Code.TOO_LARGE


def test_spec_5_2_an_answer_is_nested_at_most_five_deep() -> None:
    assert entry(start(), 0, Decide(nested(5))).items == (Decide(nested(5)),)
    with pytest.raises(LocalError, match="nested deeper than 8"):
        entry(start(), 0, Decide(nested(6)))


def test_spec_5_2_arrays_of_an_answer_are_read_as_tuples() -> None:
    assert entry(start(), 0, Decide(["move", [1, 2]])).items == (Decide(("move", (1, 2))),)


def test_spec_5_an_entry_that_others_would_refuse_is_not_signed() -> None:
    with pytest.raises(LocalError, match="share must be 32 bytes"):
        entry(start(), 0, DiceShare(b""))
    with pytest.raises(LocalError, match="items must be an array of 1 to 32 members"):
        entry(start(), 0, *[Resign()] * 33)


@given(st.data())
def test_spec_5_any_changed_byte_is_refused_or_breaks_hash_or_signature(
    data: st.DataObject,
) -> None:
    raw = bytearray(SAMPLE.raw)
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        changed = Entry.from_bytes(bytes(raw))
    except Refused:
        return
    assert not changed.signed_by(identity(1).public)


def test_vectors_of_entries() -> None:
    valid: list[Json] = []
    for name, item, _ in ITEMS:
        made = entry(start(), 0, item)
        valid.append(
            {
                "name": name,
                "bytes": made.raw.hex(),
                "hash": made.hash.hex(),
                "signature": made.signature.hex(),
            }
        )
    check_vectors(
        "entries",
        {
            "public_key": identity(0).public.raw.hex(),
            "valid": valid,
            "refused": [
                {"name": name, "bytes": raw.hex(), "code": code.value}
                for name, raw, code in CORRUPTIONS
            ],
        },
    )
