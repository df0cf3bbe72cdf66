"""Edwards25519 (RFC 8032) and ristretto255 on it (RFC 9496) once more, in plain integers.

Slow, and not for secrets. A point is X, Y, Z, T with x = X/Z, y = Y/Z and xy = T/Z.
"""

import functools
import itertools
from typing import TypeAlias

__all__ = [
    "BASE",
    "IDENTITY",
    "ORDER",
    "PRIME",
    "Point",
    "decoded",
    "decoded_key",
    "derived",
    "encoded",
    "encoded_key",
    "is_identity",
    "minus",
    "plus",
    "times",
]

Point: TypeAlias = tuple[int, int, int, int]

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT = pow(2, (PRIME - 1) // 4, PRIME)
"""A square root of -1."""
IDENTITY: Point = (0, 1, 1, 0)


def plus(a: Point, b: Point) -> Point:
    """The sum of two points."""
    (x, y, z, t), (u, v, w, s) = a, b
    minus_, plus_ = (y - x) * (v - u), (y + x) * (v + u)
    twisted, scaled = 2 * t * s * D, 2 * z * w
    e, f, g, h = plus_ - minus_, scaled - twisted, scaled + twisted, plus_ + minus_
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def minus(a: Point, b: Point) -> Point:
    """The difference of two points."""
    x, y, z, t = b
    return plus(a, (-x % PRIME, y, z, -t % PRIME))


def _twice(point: Point) -> Point:
    x, y, z, _ = point
    a, b = x * x, y * y
    e, g, h = (x + y) ** 2 - a - b, b - a, -a - b
    f = g - 2 * z * z
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


@functools.lru_cache(4096)
def times(number: int, point: Point) -> Point:
    """A multiple of a point, `number` not negative and of at most 256 bits."""
    if point == BASE:
        digits = enumerate(number.to_bytes(32, "little"))
        return functools.reduce(
            plus, (_of_base(place)[digit] for place, digit in digits if digit), IDENTITY
        )
    few = _first(point, 16)
    product = IDENTITY
    for shift in range((number.bit_length() + 3) // 4 * 4 - 4, -1, -4):
        for _ in range(4):
            product = _twice(product)
        if digit := number >> shift & 15:
            product = plus(product, few[digit])
    return product


def _first(point: Point, count: int) -> list[Point]:
    """The multiples of a point by 0, 1, 2 and so on, `count` of them."""
    return list(itertools.accumulate([point] * (count - 1), plus, initial=IDENTITY))


@functools.cache
def _of_base(place: int) -> list[Point]:
    """The multiples by 0 … 255 of 256 ** place times the base."""
    if place == 0:
        return _first(BASE, 256)
    return _first(plus(_of_base(place - 1)[255], _of_base(place - 1)[1]), 256)


# Ed25519


def decoded_key(data: bytes) -> Point | None:
    """The point of 32 bytes by RFC 8032 5.1.3."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    known, x = _root(y * y - 1, D * y * y + 1)
    if y >= PRIME or not known or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = PRIME - x
    return x, y, 1, x * y % PRIME


def encoded_key(point: Point) -> bytes:
    """The encoding of RFC 8032 5.1.2."""
    x, y, z, _ = point
    inverse = pow(z, -1, PRIME)
    return (y * inverse % PRIME | (x * inverse % PRIME & 1) << 255).to_bytes(32, "little")


# Ristretto255: RFC 9496, 4.2 and 4.3, with its names


def _root(u: int, v: int) -> tuple[bool, int]:
    """SQRT_RATIO_M1: whether u/v is a square, and the even root of it, or of `ROOT`·u/v."""
    r = u * pow(v, 3, PRIME) * pow(u * pow(v, 7, PRIME), (PRIME - 5) // 8, PRIME) % PRIME
    check = v * r * r % PRIME
    correct, flipped = check == u % PRIME, check == -u % PRIME
    if flipped or check == -u * ROOT % PRIME:
        r = r * ROOT % PRIME
    return correct or flipped, _even(r)


def _even(number: int) -> int:
    """CT_ABS: the one of ±number that is even."""
    number %= PRIME
    return PRIME - number if number & 1 else number


SQRT_AD_MINUS_ONE = 25063068953384623474111414158702152701244531502492656460079210482610430750235
INVSQRT_A_MINUS_D = _root(1, -1 - D)[1]


def decoded(data: bytes) -> Point | None:
    """The element with this encoding; None if there is none."""
    s = int.from_bytes(data, "little")
    if len(data) != 32 or s >= PRIME or s & 1:
        return None
    u1, u2 = 1 - s * s, 1 + s * s
    v = -D * u1 * u1 - u2 * u2
    square, inverse = _root(1, v * u2 * u2)
    x = _even(2 * s * inverse * u2)
    y = u1 * inverse * inverse * u2 * v % PRIME
    t = x * y % PRIME
    return None if not square or t & 1 or y == 0 else (x, y, 1, t)


def encoded(point: Point) -> bytes:
    """The one encoding of an element, 32 bytes."""
    x, y, z, t = point
    u1, u2 = (z + y) * (z - y), x * y
    _, inverse = _root(1, u1 * u2 * u2)
    one, two = inverse * u1, inverse * u2
    back = one * two * t
    if t * back % PRIME & 1:
        x, y, two = y * ROOT, x * ROOT, one * INVSQRT_A_MINUS_D
    if x * back % PRIME & 1:
        y = -y
    return _even(two * (z - y)).to_bytes(32, "little")


def is_identity(point: Point) -> bool:
    """Whether an element is the neutral one, any of the four points that stand for it."""
    return point[0] % PRIME == 0 or point[1] % PRIME == 0


def derived(wide: bytes) -> Point:
    """The element derivation function, of 64 bytes."""
    return plus(_mapped(wide[:32]), _mapped(wide[32:]))


def _mapped(half: bytes) -> Point:
    t = int.from_bytes(half, "little") & (1 << 255) - 1
    r = ROOT * t * t % PRIME
    u, v = (r + 1) * (1 - D * D), (-1 - r * D) * (r + D)
    square, s = _root(u, v)
    c = -1
    if not square:
        s, c = -_even(s * t), r
    n = c * (r - 1) * (D - 1) ** 2 - v
    w0, w1, w2, w3 = 2 * s * v, n * SQRT_AD_MINUS_ONE, 1 - s * s, 1 + s * s
    return w0 * w3 % PRIME, w2 * w1 % PRIME, w1 * w3 % PRIME, w0 * w2 % PRIME


def _base() -> Point:
    point = decoded_key((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))
    if point is None:
        raise ArithmeticError
    return point


BASE = _base()
"""RFC 8032's base point; RFC 9496's generator is its element."""
