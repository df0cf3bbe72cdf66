"""SPEC-3: keys from one phrase, and one rule for signatures that all implementations share."""

import hashlib
import hmac
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import Code, LocalError, Refused
from protocol.hashing import Tag, digest, stream, tagged
from protocol.identity import Identity, Phrase, PublicKey
from tests.protocol import ed25519 as reference
from tests.protocol.vectors import Json, check_vectors

PHRASES = [bytes(32), bytes(range(32)), b"\xff" * 32]
SEED = b"\x07" * 32
MESSAGE = b"Wake"
TAG = Tag.ENTRY_SIGNATURE


def test_spec_2_1_the_tag_comes_before_what_is_hashed() -> None:
    prefix = b"\x14secret-subs/v2/entry"
    assert len(prefix) == 1 + 0x14
    assert tagged(Tag.ENTRY, b"x") == prefix + b"x"
    assert digest(Tag.ENTRY, b"x") == hashlib.sha256(prefix + b"x").digest()
    assert stream(Tag.ENTRY, b"x", 40) == hashlib.shake_256(prefix + b"x").digest(40)


def test_spec_2_1_no_tag_is_the_beginning_of_another() -> None:
    prefixes = sorted(tag.prefix for tag in Tag)
    assert not any(b.startswith(a) for a, b in pairwise(prefixes))


def test_spec_3_1_secrets_come_from_the_phrase_by_hkdf() -> None:
    """RFC 5869 written out: extract under a salt of zeros, expand one block."""
    extracted = hmac.digest(bytes(32), SEED, "sha256")
    expanded = hmac.digest(extracted, tagged(Tag.SEAL_KEY, b"Japan") + b"\x01", "sha256")
    assert Phrase(SEED).derive(Tag.SEAL_KEY, b"Japan") == expanded


def test_spec_3_1_a_phrase_is_32_bytes() -> None:
    with pytest.raises(LocalError, match="32 bytes, not 31"):
        Phrase(bytes(31))


def test_spec_3_1_secrets_are_not_shown() -> None:
    phrase = Phrase(SEED)
    assert SEED.hex() not in repr(phrase) + repr(Identity.from_phrase(phrase))
    assert repr(SEED) not in repr(phrase) + repr(Identity.from_phrase(phrase))


@given(st.binary(min_size=32, max_size=32))
def test_spec_3_2_a_written_phrase_is_read_back(secret: bytes) -> None:
    text = Phrase(secret).text
    assert len(text.split("-")) == 14
    assert Phrase.from_text(text) == Phrase(secret)


def test_spec_3_2_people_write_as_they_like() -> None:
    phrase = Phrase(bytes(range(32)))
    text = phrase.text
    assert Phrase.from_text(f"  {text.lower().replace('-', ' ')}\n") == phrase
    assert Phrase.from_text(text.replace("0", "O").replace("1", "l")) == phrase
    assert Phrase.from_text(text.replace("0", "o").replace("1", "I")) == phrase


def test_spec_3_2_a_mistyped_phrase_is_refused_with_the_reason() -> None:
    text = Phrase(bytes(range(32))).text
    with pytest.raises(LocalError, match=r"group 3 .* has 'U'"):
        Phrase.from_text(text[:10] + "U" + text[11:])
    with pytest.raises(LocalError, match="has 55 characters, it must have 56: 14 groups of 4"):
        Phrase.from_text(text[:-1])
    with pytest.raises(LocalError, match="checksum does not fit"):
        Phrase.from_text(text[:-1] + ("7" if text[-1] != "7" else "8"))
    with pytest.raises(LocalError, match="has 0 characters"):
        Phrase.from_text("")


@given(st.integers(0, 55), st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
def test_spec_3_2_no_single_mistyped_character_passes(place: int, character: str) -> None:
    typed = Phrase(SEED).text.replace("-", "")
    if typed[place] == character:
        return
    with pytest.raises(LocalError, match="checksum"):
        Phrase.from_text(typed[:place] + character + typed[place + 1 :])


def test_spec_3_3_every_encoding_of_a_point_of_small_order_is_refused() -> None:
    """Canonical ones, and those that write y as y + p or give x = 0 a sign."""
    forms = set()
    for _, y in reference.small_order():
        for sign in (0, 1 << 255):
            forms.add((y | sign).to_bytes(32, "little"))
            if y + reference.P < 1 << 255:
                forms.add((y + reference.P | sign).to_bytes(32, "little"))
    assert len(forms) == 14
    for raw in sorted(forms):
        with pytest.raises(Refused) as refused:
            PublicKey(raw)
        assert refused.value.code is Code.BAD_KEY
        assert refused.value.culprit is None


@pytest.mark.parametrize("y", [reference.P, reference.P + 3, 2**255 - 1])
def test_spec_3_3_a_key_whose_y_is_not_reduced_is_refused(y: int) -> None:
    with pytest.raises(Refused, match="field prime"):
        PublicKey(y.to_bytes(32, "little"))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_spec_3_3_a_key_is_32_bytes(size: int) -> None:
    with pytest.raises(Refused, match=f"32 bytes, not {size}"):
        PublicKey(b"\x05" * size)


def test_spec_3_4_a_signature_is_for_one_purpose_and_one_content() -> None:
    identity = Identity.from_phrase(Phrase(SEED))
    signature = identity.sign(TAG, MESSAGE)
    assert identity.public.verifies(TAG, MESSAGE, signature)
    assert not identity.public.verifies(Tag.CLOSING, MESSAGE, signature)
    assert not identity.public.verifies(TAG, MESSAGE + b".", signature)
    assert not identity.public.verifies(TAG, MESSAGE, signature + b"\x00")
    assert not identity.public.verifies(TAG, MESSAGE, b"")


@given(st.integers(0, 511))
def test_spec_3_4_no_bit_of_a_signature_is_free(bit: int) -> None:
    identity = Identity.from_phrase(Phrase(SEED))
    changed = bytearray(identity.sign(TAG, MESSAGE))
    changed[bit // 8] ^= 1 << bit % 8
    assert not identity.public.verifies(TAG, MESSAGE, bytes(changed))


def signature_cases() -> list[tuple[str, bytes, bytes, bool]]:
    """Name, key, signature of MESSAGE under TAG, whether SPEC-3.4 accepts it."""
    message = tagged(TAG, MESSAGE)
    seed = Phrase(SEED).derive(Tag.IDENTITY)
    scalar = reference.scalar_of(seed)
    point = reference.times(scalar, reference.B)
    key = reference.encoded(point)
    nonce = 123456789
    r_point = reference.times(nonce, reference.B)
    r = reference.encoded(r_point)
    good = reference.sign_with(scalar, nonce, key, r, message)
    s = int.from_bytes(good[32:], "little")
    torsion = reference.small_order()[1]
    one = (1).to_bytes(32, "little")

    cases = [
        ("valid", key, Identity.from_phrase(Phrase(SEED)).sign(TAG, MESSAGE), True),
        ("valid, another nonce", key, good, True),
        ("S + L", key, r + (s + reference.L).to_bytes(32, "little"), False),
        ("S of all ones", key, r + b"\xff" * 32, False),
        ("S is zero", key, r + bytes(32), False),
        ("R is the identity", key, reference.sign_with(scalar, 0, key, one, message), False),
        ("R not reduced", key, (reference.P + 1).to_bytes(32, "little") + good[32:], False),
        (
            "R the identity with a sign",
            key,
            reference.sign_with(scalar, 0, key, (1 | 1 << 255).to_bytes(32, "little"), message),
            False,
        ),
        (
            "R of mixed order: holds only with a cofactor",
            key,
            reference.sign_with(
                scalar, nonce, key, reference.encoded(reference.add(r_point, torsion)), message
            ),
            False,
        ),
        ("R not on the curve", key, (2).to_bytes(32, "little") + good[32:], False),
        ("no key on the curve", (2).to_bytes(32, "little"), good, False),
        ("signed without the tag", key, reference.sign_with(scalar, nonce, key, r, MESSAGE), False),
        (
            "another message",
            key,
            reference.sign_with(scalar, nonce, key, r, tagged(TAG, b"Midway")),
            False,
        ),
    ]
    for index, small in enumerate(reference.small_order()):
        raw = reference.encoded(small)
        cases.append(
            (
                f"key of small order, {index}/8",
                raw,
                reference.sign_with(0, nonce, raw, r, message),
                False,
            )
        )
    mixed = reference.encoded(reference.add(point, torsion))
    for fits in (True, False):
        attempt = nonce
        while True:
            attempt += 1
            r_mixed = reference.encoded(reference.times(attempt, reference.B))
            if (reference.challenge(r_mixed, mixed, message) % 8 == 0) is fits:
                break
        cases.append(
            (
                "key of mixed order: " + ("holds" if fits else "holds only with a cofactor"),
                mixed,
                reference.sign_with(scalar, attempt, mixed, r_mixed, message),
                fits,
            )
        )
    return cases


CASES = signature_cases()


@pytest.mark.parametrize(
    ("name", "key", "signature", "accepted"), CASES, ids=[name for name, *_ in CASES]
)
def test_spec_3_4_program_and_reference_agree(
    name: str,
    key: bytes,
    signature: bytes,
    accepted: bool,
) -> None:
    try:
        verdict = PublicKey(key).verifies(TAG, MESSAGE, signature)
    except Refused:
        verdict = False
    assert verdict is accepted, name
    assert reference.verifies(key, TAG, MESSAGE, signature) is accepted, name


def test_spec_3_5_a_fingerprint_is_120_bits_of_a_hash_in_six_groups() -> None:
    key = Identity.from_phrase(Phrase(SEED)).public
    digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    number = 0
    for character in key.fingerprint.replace("-", ""):
        number = number * 32 + digits.index(character)
    assert number.to_bytes(15, "big") == digest(Tag.FINGERPRINT, key.raw)[:15]
    assert [len(group) for group in key.fingerprint.split("-")] == [4] * 6


def test_vectors_of_keys() -> None:
    players: list[Json] = []
    for secret in PHRASES:
        phrase = Phrase(secret)
        identity = Identity.from_phrase(phrase)
        players.append(
            {
                "phrase": secret.hex(),
                "written": phrase.text,
                "identity_seed": phrase.derive(Tag.IDENTITY).hex(),
                "public_key": identity.public.raw.hex(),
                "fingerprint": identity.public.fingerprint,
                "seal_key_for_context_00": phrase.derive(Tag.SEAL_KEY, b"\x00").hex(),
            }
        )
    check_vectors("keys", players)


def test_vectors_of_hashes() -> None:
    check_vectors(
        "hashes",
        [
            {
                "tag": tag.prefix[1:].decode(),
                "content": content.hex(),
                "sha256": digest(tag, content).hex(),
                "shake256_first_40": stream(tag, content, 40).hex(),
            }
            for tag in (Tag.CHARTER, Tag.ENTRY, Tag.ENTRY_SIGNATURE, Tag.ROLL_STREAM)
            for content in (b"", b"Wake")
        ],
    )


def test_vectors_of_signatures() -> None:
    check_vectors(
        "signatures",
        {
            "tag": TAG.prefix[1:].decode(),
            "content": MESSAGE.hex(),
            "cases": [
                {
                    "name": name,
                    "public_key": key.hex(),
                    "signature": signature.hex(),
                    "accepted": accepted,
                }
                for name, key, signature, accepted in CASES
            ],
        },
    )
