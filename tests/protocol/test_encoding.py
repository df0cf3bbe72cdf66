"""SPEC-1: one value, one form; whatever has another form is refused."""

import tracemalloc

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.encoding import (
    MAX_ARRAY,
    MAX_DEPTH,
    MAX_INTEGER,
    MAX_MEMBERS,
    Data,
    decode,
    encode,
    encode_state,
)
from protocol.errors import Code, LocalError, Refused
from tests.protocol.vectors import Json, check_vectors

LIMIT = 57_344

FORMS: list[tuple[str, Data, str]] = [
    ("nil", None, "c0"),
    ("false", False, "c2"),
    ("true", True, "c3"),
    ("zero", 0, "00"),
    ("largest positive fixint", 127, "7f"),
    ("smallest of one byte", 128, "cc80"),
    ("largest of one byte", 255, "ccff"),
    ("smallest of two bytes", 256, "cd0100"),
    ("largest of two bytes", 65535, "cdffff"),
    ("smallest of four bytes", 65536, "ce00010000"),
    ("largest of four bytes", 2**32 - 1, "ceffffffff"),
    ("smallest of eight bytes", 2**32, "cf0000000100000000"),
    ("largest integer", MAX_INTEGER, "cf001fffffffffffff"),
    ("minus one", -1, "ff"),
    ("smallest negative fixint", -32, "e0"),
    ("negative of one byte", -33, "d0df"),
    ("negative of two bytes", -129, "d1ff7f"),
    ("negative of four bytes", -32769, "d2ffff7fff"),
    ("negative of eight bytes", -(2**31) - 1, "d3ffffffff7fffffff"),
    ("smallest integer", -MAX_INTEGER, "d3ffe0000000000001"),
    ("empty text", "", "a0"),
    ("text", "Wake", "a457616b65"),
    ("text beyond ASCII", "Öl", "a3c3966c"),
    ("text of 32 bytes", "x" * 32, "d920" + "78" * 32),
    ("no bytes", b"", "c400"),
    ("bytes", b"\x00\xff", "c40200ff"),
    ("256 bytes", bytes(256), "c50100" + "00" * 256),
    ("empty array", (), "90"),
    ("array", (1, "a", (b"",)), "9301a16191c400"),
    ("array of 16", (0,) * 16, "dc0010" + "00" * 16),
    ("deepest array", ((((((((),),),),),),),), "91" * 7 + "90"),
]

REFUSED: list[tuple[str, str]] = [
    ("nothing", ""),
    ("cut short", "9201"),
    ("4,097 members in all arrays", "95" + ("dc03ff" + "c0" * 1023) * 4 + "c0"),
    ("two values", "0101"),
    ("integer of one byte written in two", "cd0001"),
    ("small integer written in one byte more", "cc01"),
    ("positive integer written as signed", "d001"),
    ("negative integer written in two bytes", "d1ffff"),
    ("integer too large", "cf0020000000000000"),
    ("integer too small", "d3ffe0000000000000"),
    ("largest of MessagePack", "cfffffffffffffffff"),
    ("text with a long length", "d90161"),
    ("bytes with a long length", "c5000100"),
    ("array with a long length", "dc000101"),
    ("array with a very long length", "dd0000000101"),
    ("array longer than what follows", "dd7fffffff"),
    ("array of 1025", "dc0401" + "00" * 1025),
    ("nested nine deep", "91" * 8 + "90"),
    ("nested a thousand deep", "91" * 1000 + "90"),
    ("nested ten thousand deep", "91" * 10_000 + "90"),
    ("empty map", "80"),
    ("map", "810102"),
    ("float of four bytes", "ca3f800000"),
    ("float of eight bytes", "cb3ff0000000000000"),
    ("not a number", "cb7ff8000000000000"),
    ("extension", "d40500"),
    ("empty extension", "c70005"),
    ("timestamp", "d6ff00000000"),
    ("unused type byte", "c1"),
    ("text not in UTF-8", "a1ff"),
    ("text with an overlong form", "a2c080"),
    ("text with a surrogate", "a3eda080"),
    ("text not composed", "a34fcc88"),
    ("text with a compatibility singleton", "a3e284ab"),
    ("character newer than Unicode 3.2", "a4f09f9880"),
    ("text deep inside and not composed", "9191a34fcc88"),
]


def plain(value: Data) -> Json:
    """A value in JSON: bytes as an object with their hexadecimal digits."""
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, tuple | list):
        return [plain(member) for member in value]
    assert value is None or isinstance(value, bool | int | str)
    return value


@pytest.mark.parametrize(("name", "value", "form"), FORMS, ids=[name for name, _, _ in FORMS])
def test_spec_1_1_each_value_has_its_form(name: str, value: Data, form: str) -> None:
    assert encode(value).hex() == form, name
    decoded = decode(bytes.fromhex(form), LIMIT)
    assert decoded == value
    assert type(decoded) is type(value)


@pytest.mark.parametrize(("name", "form"), REFUSED, ids=[name for name, _ in REFUSED])
def test_spec_1_1_every_other_form_is_refused(name: str, form: str) -> None:
    with pytest.raises(Refused) as refused:
        decode(bytes.fromhex(form), LIMIT)
    assert refused.value.code is Code.MALFORMED, name
    assert refused.value.culprit is None


def test_spec_1_4_bytes_beyond_the_limit_are_not_even_read() -> None:
    assert decode(b"\xc4\x02ab", 4) == b"ab"
    with pytest.raises(Refused) as refused:
        decode(b"\xc4\x02ab", 3)
    assert refused.value.code is Code.TOO_LARGE


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        {},
        {"a": 1},
        {1},
        MAX_INTEGER + 1,
        "O\u0308",
        "\ud800",
        "\U0001f600",
        ((((((((((),),),),),),),),),),
        (0,) * (MAX_ARRAY + 1),
        (1, (2, bytearray(b"x"))),
    ],
    ids=repr,
)
def test_spec_1_1_what_has_no_form_is_not_encoded(value: Data) -> None:
    with pytest.raises(LocalError, match="cannot be encoded"):
        encode(value)


def test_spec_1_3_claimed_lengths_reserve_little_memory() -> None:
    """A thousand nested arrays, each claiming as many members as it may."""
    hostile = b"\xdc\x04\x00" * 1000 + bytes(50_000)
    tracemalloc.start()
    try:
        with pytest.raises(Refused):
            decode(hostile, LIMIT)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_spec_1_3_a_megabyte_of_arrays_is_not_read() -> None:
    """It is refused before a reader has made more values than the bound allows."""
    full = ((0,) * (MAX_ARRAY - 1),) * (MAX_MEMBERS // MAX_ARRAY)
    assert decode(encode(full), LIMIT) == full
    with pytest.raises(LocalError, match="members together"):
        encode((*full, 0))
    row = b"\xdc\x04\x00" + b"\x90" * MAX_ARRAY
    hostile = b"\xdc\x04\x00" + row * MAX_ARRAY
    tracemalloc.start()
    try:
        with pytest.raises(Refused, match="members together") as refused:
            decode(hostile, len(hostile))
        assert refused.value.code is Code.MALFORMED
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_spec_1_7_a_state_has_the_same_form_without_the_bounds() -> None:
    assert encode_state((1, "Wake", b"x")) == encode((1, "Wake", b"x"))
    assert encode_state(((((((((0,),),),),),),),)).hex() == "91" * 8 + "00"
    assert encode_state(((((((((((0,),),),),),),),),),)).hex() == "91" * 10 + "00"
    assert encode_state((0,) * 1025)[:3].hex() == "dc0401"
    assert encode_state(2**60).hex() == "cf1000000000000000"


texts = st.text(st.characters(max_codepoint=0x24F, exclude_categories=["Cn", "Cs"]), max_size=8)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.binary(max_size=40)
    | st.text(st.characters(codec="ascii"), max_size=40)
)
values: st.SearchStrategy[Data] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=5).map(tuple), max_leaves=20
)


def depth(value: Data) -> int:
    return 1 + max(map(depth, value), default=0) if isinstance(value, tuple) else 0


@given(values)
def test_spec_1_1_what_is_encoded_is_read_back(value: Data) -> None:
    if depth(value) > MAX_DEPTH:
        with pytest.raises(LocalError):
            encode(value)
    else:
        assert decode(encode(value), LIMIT) == value


@given(st.binary(max_size=60))
def test_spec_1_1_any_bytes_are_refused_or_the_only_form(raw: bytes) -> None:
    try:
        value = decode(raw, LIMIT)
    except Refused:
        return
    assert encode(value) == raw


@given(values.filter(lambda value: depth(value) <= MAX_DEPTH), st.data())
def test_spec_1_1_a_changed_byte_never_gives_the_same_value(
    value: Data, data: st.DataObject
) -> None:
    raw = bytearray(encode(value))
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        read = decode(bytes(raw), LIMIT)
    except Refused:
        return
    assert repr(read) != repr(value)


@given(texts)
def test_spec_1_2_text_has_a_form_exactly_when_composed(text: str) -> None:
    raw: bytes = msgpack.packb(text)
    try:
        assert decode(raw, LIMIT) == text
    except Refused:
        with pytest.raises(LocalError):
            encode(text)


def test_vectors_of_encoding() -> None:
    check_vectors(
        "encoding",
        {
            "valid": [
                {"name": name, "value": plain(value), "bytes": form} for name, value, form in FORMS
            ],
            "refused": [{"name": name, "bytes": form} for name, form in REFUSED],
        },
    )
