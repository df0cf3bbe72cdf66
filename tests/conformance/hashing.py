"""Chapters 1.6, 2 and 3 of SPEC.md once more: signed records, hashes, keys and signatures."""

import functools
import hashlib

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from . import curve
from .canonical import Refused, Value, array, binary, decode

__all__ = [
    "BASE32",
    "NUMBER",
    "acceptable",
    "accepts",
    "derive",
    "digest",
    "sign",
    "signed",
    "stream",
    "tagged",
    "writing",
]


NUMBER = 2**31 - 1


P = curve.PRIME


T = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826


SMALL_ORDER = {0, 1, P - 1, T, P - T}


BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def signed(data: bytes, most: int) -> tuple[bytes, bytes, Value]:
    """Body, signature and the value of the body of a signed record (SPEC-1.6, 1.4)."""
    if len(data) > most:
        raise Refused("too_large")
    body, signature = array(decode(data), 2)
    inner = binary(body, 0, most)
    return inner, binary(signature, 64), decode(inner)


def tagged(purpose: str, content: bytes) -> bytes:
    """What is hashed and signed (SPEC-2.1, 2.2)."""
    tag = b"secret-subs/v2/" + purpose.encode("ascii")
    return bytes([len(tag)]) + tag + content


def digest(purpose: str, content: bytes) -> bytes:
    """`H` of SPEC-2.1."""
    return hashlib.sha256(tagged(purpose, content)).digest()


def stream(purpose: str, content: bytes, length: int) -> bytes:
    """The first bytes of `XOF` of SPEC-2.1."""
    return hashlib.shake_256(tagged(purpose, content)).digest(length)


def derive(phrase: bytes, purpose: str, content: bytes) -> bytes:
    """`derive` of SPEC-3.1."""
    return HKDF(SHA256(), 32, salt=b"", info=tagged(purpose, content)).derive(phrase)


def writing(content: bytes, digits: int) -> str:
    """Bytes as hyphenated base 32 (SPEC-3.2)."""
    number = int.from_bytes(content, "big")
    written = "".join(BASE32[number >> 5 * place & 31] for place in reversed(range(digits)))
    return "-".join(written[at : at + 4] for at in range(0, digits, 4))


def acceptable(point: bytes) -> bool:
    """Whether an encoded point is one that an honest player can have (SPEC-3.3)."""
    y = int.from_bytes(point, "little") & (1 << 255) - 1
    return y < P and y not in SMALL_ORDER


@functools.cache
def accepts(key: bytes, signature: bytes, purpose: str, content: bytes) -> bool:
    """Whether a signature is valid (SPEC-3.4)."""
    if len(signature) != 64 or not acceptable(key) or not acceptable(signature[:32]):
        return False
    a, s = curve.decoded_key(key), int.from_bytes(signature[32:], "little")
    if a is None or s >= curve.ORDER:
        return False
    hashed = hashlib.sha512(signature[:32] + key + tagged(purpose, content)).digest()
    k = int.from_bytes(hashed, "little") % curve.ORDER
    return (
        curve.encoded_key(curve.minus(curve.times(s, curve.BASE), curve.times(k, a)))
        == (signature[:32])
    )


def sign(seed: bytes, purpose: str, content: bytes) -> bytes:
    """`sign` of SPEC-3.4, by the player with this seed."""
    return Ed25519PrivateKey.from_private_bytes(seed).sign(tagged(purpose, content))
