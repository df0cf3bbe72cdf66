"""What strangers are told of a table that they may ask to join (SPEC-16.21).

It is signed by the key by which relays know the host's node: another one at every table, so that
nobody can tell which of them have one host.
"""

from dataclasses import dataclass, field
from typing import Final, Self

from p2p.errors import BadListing
from p2p.ways import WayIn
from protocol.charter import MAX_PLAYERS, MAX_POWERS, MAX_SEATS, WindowsStart
from protocol.encoding import Data, decode, encode
from protocol.errors import Refused
from protocol.hashing import Tag
from protocol.head import MAX_NUMBER
from protocol.identity import KEY_SIZE, Identity, PublicKey
from protocol.record_reader import RecordReader

__all__ = ["MAX_LISTING", "MAX_LISTING_MINUTES", "FoundTable", "Listing"]

MAX_LISTING: Final = 1200
"""Bytes of the longest listing with its signature: what one packet of a local network carries."""
MAX_LISTING_MINUTES: Final = 7 * 24 * 60
"""For which a table is listed at most; then its host has to say again that it is open."""

_MAX_MODULES: Final = 32
_FORM: Final = RecordReader("SPEC-16.21", "listing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A table that strangers may ask to join.

    Attributes:
        key: of the listing: the name of the host's node at relays.
        until: minute of Unix time from which on it means nothing.
        host: name of the host at the table.
        scenario: its name.
        modules: the house rules.
        windows: whether windows are offered from the start, as when all play at once, or waived,
            as by correspondence.
        seats: the powers of each seat of a player, in seat order.
        free: the seats that nobody has taken; from their number on, the places of keepers.
        raw: all of it as it is shown, with the signature.
    """

    key: PublicKey
    until: int
    host: str
    scenario: str
    modules: tuple[str, ...]
    windows: WindowsStart
    seats: tuple[tuple[str, ...], ...]
    free: tuple[int, ...]
    raw: bytes = field(repr=False)

    @classmethod
    def signed(
        cls,
        identity: Identity,
        *,
        until: int,
        host: str,
        scenario: str,
        modules: tuple[str, ...],
        windows: WindowsStart,
        seats: tuple[tuple[str, ...], ...],
        free: tuple[int, ...],
    ) -> Self:
        """A listing by the identity that it names.

        Raises:
            BadListing: it would be too long, or nobody could read it.
        """
        body = encode(
            (
                identity.public.raw,
                until,
                host,
                scenario,
                modules,
                windows.value,
                seats,
                free,
            )
        )
        return cls.read(encode((body, identity.sign(Tag.LISTING, body))))

    @classmethod
    def read(cls, raw: bytes) -> Self:
        """Read a listing, and judge its signature.

        Raises:
            BadListing: it is of another form, or its key has not signed it.
        """
        try:
            body, signature = _FORM.signed(raw, MAX_LISTING)
            fields = _FORM.array(decode(body, MAX_LISTING), "the whole", 8, 8)
            seats = _FORM.array(fields[6], "the seats", 1, MAX_PLAYERS)
            read = cls(
                key=PublicKey(_FORM.octets(fields[0], "key", KEY_SIZE, KEY_SIZE)),
                until=_FORM.integer(fields[1], "minute", 0, MAX_NUMBER),
                host=_FORM.label(fields[2], "name of the host"),
                scenario=_FORM.label(fields[3], "scenario"),
                modules=_labels(fields[4], "house rules", _MAX_MODULES),
                windows=_FORM.member(fields[5], "windows", WindowsStart),
                seats=tuple(_labels(seat, "powers", MAX_POWERS) for seat in seats),
                free=tuple(
                    _FORM.integer(place, "free seat", 0, MAX_SEATS - 1)
                    for place in _FORM.array(fields[7], "the free seats", 0, MAX_SEATS)
                ),
                raw=raw,
            )
        except Refused as error:
            raise BadListing(f"this is no listing of a table: {error}") from error
        if list(read.free) != sorted(set(read.free)):
            raise BadListing("this is no listing of a table: its free seats are not in order")
        if not read.key.verifies(Tag.LISTING, body, signature):
            raise BadListing("nobody has signed this listing of a table like this")
        return read

    @property
    def id(self) -> str:
        """By which people name it: its key in hexadecimal."""
        return self.key.raw.hex()


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table that is listed somewhere.

    Attributes:
        listing: of it.
        ways: in to its host.
    """

    listing: Listing
    ways: tuple[WayIn, ...]


def _labels(data: Data, what: str, most: int) -> tuple[str, ...]:
    return tuple(_FORM.label(name, what) for name in _FORM.array(data, what, 0, most))
