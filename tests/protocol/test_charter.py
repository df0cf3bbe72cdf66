"""SPEC-4: the charter, and what a game needs to begin."""

import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.charter import Charter, DiceSetting, Secrecy, WindowsStart, scenario_digest, table_id
from protocol.encoding import Data, decode, encode
from protocol.errors import Code, LocalError, Refused
from protocol.founding import Founding
from protocol.statement import sign_statement
from protocol.statements import CharterSignature
from tests.protocol.sample import CHARTER, SCENARIO, another_game, found, identity, seat
from tests.protocol.vectors import Json, check_vectors

SMALL_ORDER = bytes(32)


def fields() -> list[Data]:
    """The sample charter as data, to be changed."""
    data = decode(CHARTER.to_bytes(), 57_344)
    assert isinstance(data, tuple)
    return list(data)


def seat_fields(index: int) -> list[Data]:
    seats = fields()[10]
    assert isinstance(seats, tuple)
    chosen = seats[index]
    assert isinstance(chosen, tuple)
    return list(chosen)


def with_field(index: int, value: Data) -> bytes:
    changed = fields()
    changed[index] = value
    return encode(tuple(changed))


def with_seat_field(index: int, value: Data) -> bytes:
    """The sample charter with a field of its second seat changed."""
    changed = seat_fields(1)
    changed[index] = value
    return with_field(10, (tuple(seat_fields(0)), tuple(changed)))


def crowd(players: int, keepers: int) -> tuple[Data, ...]:
    """Seats of so many players, and of keepers after them."""
    return tuple(
        (
            f"P{index}",
            identity(index).public.raw,
            (f"Power {index}",) if index < players else (),
            bytes([0x50 + index]) * 32,
            bytes([0x60 + index]) * 32,
        )
        for index in range(players + keepers)
    )


CORRUPTIONS: list[tuple[str, bytes, Code]] = [
    ("empty", b"", Code.MALFORMED),
    ("trailing byte", CHARTER.to_bytes() + b"\x00", Code.MALFORMED),
    ("not an array", encode("charter"), Code.MALFORMED),
    ("a field missing", encode(tuple(fields()[:-1])), Code.MALFORMED),
    ("a field too many", encode((*fields(), None)), Code.MALFORMED),
    ("too large", encode((*fields(), bytes(57_344))), Code.TOO_LARGE),
    ("protocol version 0", with_field(0, 0), Code.MALFORMED),
    ("protocol version 1", with_field(0, 1), Code.BAD_CHARTER),
    ("protocol version true", with_field(0, True), Code.MALFORMED),
    ("protocol version 3 of another shape", encode((3, "new")), Code.BAD_CHARTER),
    ("rules version 65536", with_field(1, 65536), Code.MALFORMED),
    ("scenario without a name", with_field(2, ""), Code.MALFORMED),
    ("scenario named by bytes", with_field(2, b"puddle"), Code.MALFORMED),
    ("scenario name too long", with_field(2, "x" * 41), Code.MALFORMED),
    ("scenario digest too short", with_field(3, bytes(31)), Code.MALFORMED),
    ("house rule twice", with_field(4, ("depth", "depth")), Code.BAD_CHARTER),
    ("33 house rules", with_field(4, tuple(f"r{n}" for n in range(33))), Code.MALFORMED),
    ("options not ascending", with_field(5, (("b", 1), ("a", 1))), Code.BAD_CHARTER),
    ("option twice", with_field(5, (("a", 1), ("a", 2))), Code.BAD_CHARTER),
    ("option negative", with_field(5, (("a", -1),)), Code.MALFORMED),
    ("option nil", with_field(5, (("a", None),)), Code.MALFORMED),
    ("option without a value", with_field(5, (("a",),)), Code.MALFORMED),
    ("secrecy unknown", with_field(6, "none"), Code.MALFORMED),
    ("dice unknown", with_field(7, "one"), Code.MALFORMED),
    ("windows start unknown", with_field(8, True), Code.MALFORMED),
    ("nonce too long", with_field(9, bytes(33)), Code.MALFORMED),
    ("no seats", with_field(10, ()), Code.MALFORMED),
    ("ten seats", with_field(10, (tuple(seat_fields(0)),) * 10), Code.MALFORMED),
    ("keepers for dice, and none", with_field(7, "keepers"), Code.BAD_CHARTER),
    ("seven players", with_field(10, crowd(7, 0)), Code.BAD_CHARTER),
    ("four keepers", with_field(10, crowd(1, 4)), Code.BAD_CHARTER),
    ("a keeper before a player", with_field(10, crowd(1, 1)[::-1]), Code.BAD_CHARTER),
    ("nobody but keepers", with_field(10, crowd(0, 2)), Code.BAD_CHARTER),
    ("the same seat twice", with_field(10, (tuple(seat_fields(0)),) * 2), Code.BAD_CHARTER),
    ("seat name of another seat", with_seat_field(0, "Aiko"), Code.BAD_CHARTER),
    ("seat name with a space at its end", with_seat_field(0, "Bill "), Code.MALFORMED),
    ("seat name with a line break", with_seat_field(0, "Bi\nll"), Code.MALFORMED),
    ("seat name that turns the text", with_seat_field(0, "Bi\u202ell"), Code.MALFORMED),
    ("seat name that is invisible", with_seat_field(0, "\u3164"), Code.MALFORMED),
    ("seat name with a blank of braille", with_seat_field(0, "Bi\u2800ll"), Code.MALFORMED),
    ("seat name with a joiner", with_seat_field(0, "Bi\u034fll"), Code.MALFORMED),
    ("seat name that begins with a mark", with_seat_field(0, "\u0301Bill"), Code.MALFORMED),
    ("seat name under five marks", with_seat_field(0, "B" + "\u0334" * 5), Code.MALFORMED),
    ("seat name that looks like another", with_seat_field(0, "A\u0456ko"), Code.BAD_CHARTER),
    ("power that looks like another", with_seat_field(2, ("J\u0430pan",)), Code.BAD_CHARTER),
    ("powers of one seat that look alike", with_seat_field(2, ("Rome", "Rorne")), Code.BAD_CHARTER),
    ("house rules that look alike", with_field(4, ("SI", "Sl")), Code.BAD_CHARTER),
    ("seat name with two spaces", with_seat_field(0, "Bill  B"), Code.MALFORMED),
    ("seat name with a wide space", with_seat_field(0, "Bi\u3000ll"), Code.MALFORMED),
    ("key of another seat", with_seat_field(1, identity(0).public.raw), Code.BAD_CHARTER),
    ("key too short", with_seat_field(1, bytes(31)), Code.MALFORMED),
    ("key of small order", with_seat_field(1, SMALL_ORDER), Code.BAD_KEY),
    ("power of another seat", with_seat_field(2, ("Japan",)), Code.BAD_CHARTER),
    ("power twice", with_seat_field(2, ("Italy", "Italy")), Code.BAD_CHARTER),
    ("17 powers", with_seat_field(2, tuple(f"P{n}" for n in range(17))), Code.MALFORMED),
    ("salt of another seat", with_seat_field(3, b"\x50" * 32), Code.BAD_CHARTER),
    ("salt too short", with_seat_field(3, bytes(31)), Code.MALFORMED),
    ("dice head of another seat", with_seat_field(4, b"\x60" * 32), Code.BAD_CHARTER),
    ("dice head too long", with_seat_field(4, bytes(33)), Code.MALFORMED),
]


def test_spec_4_1_a_charter_is_read_back() -> None:
    assert Charter.from_bytes(CHARTER.to_bytes()) == CHARTER


@pytest.mark.parametrize(("players", "keepers"), [(6, 3), (1, 1), (2, 0)])
def test_spec_4_3_keepers_follow_the_players(players: int, keepers: int) -> None:
    charter = Charter.from_bytes(with_field(10, crowd(players, keepers)))
    assert charter.players == tuple(range(players))
    assert charter.keepers == tuple(range(players, players + keepers))


def test_spec_4_1_the_fields_stand_in_this_order() -> None:
    assert fields() == [
        2,
        2,
        "puddle",
        scenario_digest(SCENARIO),
        ("secret-subs",),
        (("limit", 4), ("shuffle_markers", "exact"), ("windows_all", False)),
        "hashed",
        "sides",
        "asked",
        b"n" * 32,
        (
            ("Aiko", identity(0).public.raw, ("Japan",), b"\x50" * 32, b"\x60" * 32),
            ("Bill", identity(1).public.raw, ("United States",), b"\x51" * 32, b"\x61" * 32),
        ),
        14,
        (),
    ]


def test_spec_4_5_the_game_id_is_the_hash_of_the_charter() -> None:
    prefix = b"\x16secret-subs/v2/charter"
    assert CHARTER.game_id == hashlib.sha256(prefix + CHARTER.to_bytes()).digest()
    assert Charter.from_bytes(CHARTER.to_bytes()).game_id == CHARTER.game_id


CHANGES: list[tuple[str, Callable[[Charter], Charter]]] = [
    ("rules version", lambda c: replace(c, rules_version=3)),
    ("scenario", lambda c: replace(c, scenario="pond")),
    ("scenario digest", lambda c: replace(c, scenario_digest=bytes(32))),
    ("house rules", lambda c: replace(c, modules=("depth", "secret-subs"))),
    ("options", lambda c: replace(c, options=())),
    ("secrecy", lambda c: replace(c, secrecy=Secrecy.PROVED)),
    ("dice", lambda c: replace(c, dice=DiceSetting.ALL)),
    ("windows start", lambda c: replace(c, windows_start=WindowsStart.WAIVED)),
    ("nonce", lambda c: replace(c, nonce=bytes(32))),
    ("absence", lambda c: replace(c, absence=0)),
    ("instructions", lambda c: replace(c, instructions=(("Japan", ()),))),
    ("seat order", lambda c: replace(c, seats=c.seats[::-1])),
    ("a seat's powers", lambda c: replace(c, seats=(seat(0, "Aiko", "Italy"), c.seats[1]))),
]


@pytest.mark.parametrize(("what", "change"), CHANGES, ids=[what for what, _ in CHANGES])
def test_spec_4_5_any_other_charter_is_another_game(
    what: str, change: Callable[[Charter], Charter]
) -> None:
    changed = change(CHARTER)
    assert changed.game_id != CHARTER.game_id, what
    assert Charter.from_bytes(changed.to_bytes()) == changed


@pytest.mark.parametrize(
    ("name", "raw", "code"), CORRUPTIONS, ids=[name for name, _, _ in CORRUPTIONS]
)
def test_spec_4_a_corrupted_charter_is_refused(name: str, raw: bytes, code: Code) -> None:
    with pytest.raises(Refused) as refused:
        Charter.from_bytes(raw)
    assert refused.value.code is code, name
    assert refused.value.culprit is None


@given(st.data())
def test_spec_4_any_changed_byte_is_another_game_or_refused(data: st.DataObject) -> None:
    raw = bytearray(CHARTER.to_bytes())
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        changed = Charter.from_bytes(bytes(raw))
    except Refused:
        return
    assert changed.game_id != CHARTER.game_id


def test_spec_4_a_charter_that_others_would_refuse_is_not_proposed() -> None:
    with pytest.raises(LocalError, match="nonce must be 32 bytes"):
        replace(CHARTER, nonce=b"").to_bytes()


def test_spec_4_4_contradictions_say_what_occurs_twice() -> None:
    with pytest.raises(Refused, match="power Japan occurs twice"):
        replace(CHARTER, seats=(seat(0, "Aiko", "Japan"), seat(1, "Bill", "Japan")))


def test_spec_4_4_names_that_look_alike_are_told_in_plain_characters() -> None:
    with pytest.raises(Refused, match=r"seat name 'A\\u0456ko' looks like 'Aiko'"):
        replace(CHARTER, seats=(CHARTER.seats[0], seat(1, "A\u0456ko", "Italy")))


def test_a_power_is_played_by_one_seat() -> None:
    assert CHARTER.seat_of("United States") == 1
    with pytest.raises(LocalError, match="no seat of this game plays Italy"):
        CHARTER.seat_of("Italy")


def test_spec_4_5_the_table_id_is_fixed_before_anyone_joins() -> None:
    host = identity(0).public
    assert table_id(host, b"n" * 32) != table_id(host, b"m" * 32)
    assert table_id(host, b"n" * 32) != table_id(identity(1).public, b"n" * 32)


def test_spec_4_6_a_game_begins_with_its_scenario_and_all_signatures() -> None:
    founding = found()
    assert [signed.statement.seat for signed in founding.signatures] == [0, 1]
    with pytest.raises(Refused, match="not that of puddle as signed") as refused:
        Founding(CHARTER, SCENARIO + b"#", founding.signatures)
    assert refused.value.code is Code.BAD_CHARTER


@pytest.mark.parametrize("order", [(), (0,), (1, 0), (0, 0), (0, 1, 1)])
def test_spec_4_6_each_seat_signs_once_in_seat_order(order: tuple[int, ...]) -> None:
    founding = found()
    with pytest.raises(Refused, match="has 2 seats, but signatures of") as refused:
        Founding(CHARTER, SCENARIO, tuple(founding.signatures[index] for index in order))
    assert refused.value.code is Code.BAD_CHARTER


def test_spec_4_6_a_charter_changed_after_signing_has_no_signatures() -> None:
    with pytest.raises(Refused) as refused:
        Founding(another_game(), SCENARIO, found().signatures)
    assert refused.value.code is Code.WRONG_GAME


def test_spec_4_6_nobody_signs_for_another_seat() -> None:
    forged = sign_statement(identity(0), CharterSignature(game=CHARTER.game_id, seat=1))
    with pytest.raises(Refused, match="not signed by seat 1") as refused:
        Founding(CHARTER, SCENARIO, (found().signatures[0], forged))
    assert refused.value.code is Code.BAD_SIGNATURE
    assert refused.value.culprit is None


def test_vectors_of_charter() -> None:
    founding = found()
    corruptions: list[Json] = [
        {"name": name, "bytes": raw.hex(), "code": code.value}
        for name, raw, code in CORRUPTIONS
        if code is not Code.TOO_LARGE
    ]
    check_vectors(
        "charter",
        {
            "bytes": CHARTER.to_bytes().hex(),
            "game_id": CHARTER.game_id.hex(),
            "scenario": SCENARIO.decode(),
            "scenario_digest": CHARTER.scenario_digest.hex(),
            "signatures": [signed.raw.hex() for signed in founding.signatures],
            "table_id_hosted_by_seat_0": table_id(identity(0).public, CHARTER.nonce).hex(),
            "refused": corruptions,
        },
    )
