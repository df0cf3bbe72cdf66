"""Chapter 4 of SPEC.md once more: the charter, and who plays a seat."""

import itertools
from typing import NamedTuple

from .canonical import Refused, Value, array, binary, decode, integer, label, no_bytes
from .hashing import NUMBER, acceptable, digest
from .names import skeleton

__all__ = ["Charter", "Player", "Players", "read_charter"]


class Charter(NamedTuple):
    """What a verifier needs of a charter."""

    game: bytes
    scenario: bytes
    nonce: bytes
    names: tuple[str, ...]
    keys: tuple[bytes, ...]
    powers: tuple[tuple[str, ...], ...]
    salts: tuple[bytes, ...]
    heads: tuple[bytes, ...]
    secrecy: str
    waived: bool
    deposits: bool

    @property
    def players(self) -> "Players":
        """Those that play first (SPEC-4.8)."""
        fields = zip(self.names, self.keys, self.salts, self.heads, strict=True)
        return Players([[Player(0, *brought)] for brought in fields])


class Player(NamedTuple):
    """A key of a seat, with what it brings (SPEC-4.8), and the place from whose entry it plays."""

    number: int
    name: str
    key: bytes
    salt: bytes
    head: bytes
    bot: bool = False
    since: int = 0


class Players(NamedTuple):
    """All players of each seat, in the order of their numbers."""

    seats: list[list[Player]]

    @property
    def now(self) -> list[Player]:
        """Those that play at the end of the line."""
        return [keys[-1] for keys in self.seats]

    @property
    def all(self) -> list[Player]:
        """Whoever plays or has played."""
        return list(itertools.chain(*self.seats))

    def after(self, seat: int, place: int) -> Player:
        """Who plays a seat after a place."""
        return next(one for one in reversed(self.seats[seat]) if one.since <= place)

    def numbered(self, seat: int, number: int) -> Player | None:
        """Who has the key of this number of a seat."""
        return self.seats[seat][number] if number < len(self.seats[seat]) else None

    def come(self, seat: int, player: Player) -> "Players":
        """The same, and another who plays a seat."""
        seats = [list(keys) for keys in self.seats]
        seats[seat].append(player)
        return Players(seats)


def read_charter(data: bytes) -> Charter:
    """A charter (SPEC-4.1 to 4.5)."""
    if len(data) > 57_344:
        raise Refused("too_large")
    fields = array(decode(data), 1, 1024)
    if integer(fields[0], 1, 65_535) != 2:
        raise Refused("bad_charter")
    array(fields, 13, 14)
    integer(fields[1], 1, 65_535)
    label(fields[2])
    scenario = binary(fields[3], 32)
    rules = [label(rule) for rule in array(fields[4], 0, 32)]
    options = [_option(option) for option in array(fields[5], 0, 64)]
    for value, words in zip(
        fields[6:9],
        (("hashed", "proved"), ("sides", "all", "keepers"), ("asked", "waived")),
        strict=True,
    ):
        if value not in words:
            raise Refused("malformed")
    nonce = binary(fields[9], 32)
    seats = [_seat(seat) for seat in array(fields[10], 1, 9)]
    integer(fields[11], 0, 365)
    instructed = [_instructed(given) for given in array(fields[12], 0, 96)]
    if fields[13:] not in ([], ["deposits"]):
        raise Refused("malformed")
    names, keys, powers, salts, heads = zip(*seats, strict=True)
    if options != sorted(set(options)):
        raise Refused("bad_charter")
    all_powers = tuple(itertools.chain(*powers))
    for once in (rules, names, keys, salts, heads, all_powers):
        if len(set(once)) < len(once):
            raise Refused("bad_charter")
    for seen in (rules, names, all_powers):
        if len(set(map(skeleton, seen))) < len(seen):
            raise Refused("bad_charter")
    players = [played for played in powers if played]
    keepers = len(powers) - len(players)
    if not all(powers[: len(players)]) or not 1 <= len(players) <= 6 or keepers > 3:
        raise Refused("bad_charter")
    if instructed != sorted(set(instructed)) or not set(instructed) <= set(all_powers):
        raise Refused("bad_charter")
    if fields[7] == "keepers" and not keepers:
        raise Refused("bad_charter")
    deposits = len(fields) > 13
    if deposits and (not keepers or len(players) == 1):
        raise Refused("bad_charter")
    secrecy = "proved" if fields[6] == "proved" else "hashed"
    waived = fields[8] == "waived"
    game = digest("charter", data)
    return Charter(
        game, scenario, nonce, names, keys, powers, salts, heads, secrecy, waived, deposits
    )


def _instructed(given: Value) -> str:
    power, orders = array(given, 2)
    no_bytes(orders)
    return label(power)


def _option(option: Value) -> str:
    name, value = array(option, 2)
    label(name)
    if type(value) is int:
        integer(value, 0, NUMBER)
    elif type(value) is not bool:
        label(value)
    return label(name)


def _seat(seat: Value) -> tuple[str, bytes, tuple[str, ...], bytes, bytes]:
    name, key, powers, salt, head = array(seat, 5)
    label(name)
    if not acceptable(binary(key, 32)):
        raise Refused("bad_key")
    played = tuple(label(power) for power in array(powers, 0, 16))
    return label(name), binary(key, 32), played, binary(salt, 32), binary(head, 32)
