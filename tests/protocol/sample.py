"""A small game between two seats for the tests of this package. Nothing in it is random."""

from dataclasses import replace

from protocol.charter import (
    Charter,
    DiceSetting,
    Seat,
    Secrecy,
    WindowsStart,
    scenario_digest,
)
from protocol.entry import Decide, Entry, Item, sign_entry
from protocol.founding import Founding
from protocol.hashing import Tag, digest
from protocol.head import Head
from protocol.identity import Identity, Phrase
from protocol.questions import FIRST
from protocol.statement import sign_statement
from protocol.statements import CharterSignature

SCENARIO = b'name = "puddle"\n'
MINUTE = 29_000_000


def phrase(number: int) -> Phrase:
    return Phrase(bytes([number]) * 32)


def identity(number: int) -> Identity:
    return Identity.from_phrase(phrase(number))


JAPAN, AMERICA = identity(0), identity(1)


def seat(number: int, name: str, *powers: str) -> Seat:
    return Seat(
        name=name,
        key=identity(number).public,
        powers=powers,
        salt=bytes([0x50 + number]) * 32,
        dice_head=bytes([0x60 + number]) * 32,
    )


CHARTER = Charter(
    rules_version=2,
    scenario="puddle",
    scenario_digest=scenario_digest(SCENARIO),
    modules=("secret-subs",),
    options=(("limit", 4), ("shuffle_markers", "exact"), ("windows_all", False)),
    secrecy=Secrecy.HASHED,
    dice=DiceSetting.SIDES,
    windows_start=WindowsStart.ASKED,
    nonce=b"n" * 32,
    seats=(seat(0, "Aiko", "Japan"), seat(1, "Bill", "United States")),
)


def found(charter: Charter = CHARTER, scenario: bytes = SCENARIO) -> Founding:
    """The charter signed by all its seats; seat 0 has the key of `identity(0)`, and so on."""
    return Founding(
        charter,
        scenario,
        tuple(
            sign_statement(identity(index), CharterSignature(game=charter.game_id, seat=index))
            for index in range(len(charter.seats))
        ),
    )


def another_game() -> Charter:
    return replace(CHARTER, nonce=b"m" * 32)


def start() -> Head:
    return Head(0, CHARTER.game_id)


def entry(
    head: Head,
    seat: int,
    *items: Item,
    author: Identity | None = None,
    game: bytes = CHARTER.game_id,
    incarnation: bytes = FIRST,
) -> Entry:
    """An entry after a head, by default a pass."""
    return sign_entry(
        author if author is not None else identity(seat),
        game=game,
        head=head,
        seat=seat,
        incarnation=incarnation,
        minute=MINUTE + head.sequence,
        state=None,
        items=items or (Decide(("pass",)),),
    )


def some_hash(name: str) -> bytes:
    """A hash of nothing in particular."""
    return digest(Tag.STATE, name.encode())
