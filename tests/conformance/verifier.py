"""A second verifier, written from SPEC.md alone; it shares no code with the program.

Plain functions from bytes to values. What the document refuses raises `Refused` with its code;
a file that cannot be read raises `Unreadable`. Chapter 1 is in `canonical`, 8.5 in `claims`, 10 to
13 in `replica`, 14 in `lines` and `evidence`, 15 in `proofs`, 16 in `channel`.
"""

import functools
import hashlib
import itertools
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from . import curve
from .canonical import Refused, Value, array, binary, decode, encode, integer, label, truth
from .claims import read_claim
from .names import skeleton

__all__ = [
    "ABOUT_HEAD",
    "BASE32",
    "RECEIPT",
    "SUCCESSOR",
    "Charter",
    "Entry",
    "Player",
    "Players",
    "Record",
    "Statement",
    "Unreadable",
    "accepts",
    "blinding",
    "carried",
    "commitment",
    "derive",
    "digest",
    "entries_first",
    "first_name",
    "follows",
    "linked",
    "of_game",
    "read_charter",
    "read_entry",
    "read_file",
    "read_founding",
    "read_statement",
    "roll",
    "seed_of_roll",
    "share_before",
    "sign",
    "signed_by",
    "signer",
    "stated",
    "stated_of",
    "stream",
    "successors",
    "tagged",
    "writing",
]

NUMBER = 2**31 - 1
P = curve.PRIME
T = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDER = {0, 1, P - 1, T, P - T}
BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CHAIN = 2**17


class Unreadable(Exception):
    """A file cannot be read at all (SPEC-6.9)."""


def signed(data: bytes, most: int) -> tuple[bytes, bytes, Value]:
    """Body, signature and the value of the body of a signed record (SPEC-1.6, 1.4)."""
    if len(data) > most:
        raise Refused("too_large")
    body, signature = array(decode(data), 2)
    inner = binary(body, 0, most)
    return inner, binary(signature, 64), decode(inner)


# Chapters 2 and 3: hashes and keys


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


# Chapter 4: charter


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
    array(fields, 13)
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
    secrecy = "proved" if fields[6] == "proved" else "hashed"
    waived = fields[8] == "waived"
    game = digest("charter", data)
    return Charter(game, scenario, nonce, names, keys, powers, salts, heads, secrecy, waived)


def _instructed(given: Value) -> str:
    power, orders = array(given, 2)
    _no_bytes(orders)
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


# Chapter 5: entries


class Entry(NamedTuple):
    """An entry (SPEC-5.1), with its hash and its signature."""

    game: bytes
    number: int
    previous: bytes
    seat: int
    incarnation: bytes
    state: bytes | None
    items: list[Value]
    hash: bytes
    signature: bytes


def read_entry(data: bytes) -> Entry:
    """An entry, judged by its form alone (SPEC-5.1, 5.2)."""
    body, signature, value = signed(data, 524_288)
    game, number, previous, seat, incarnation, minute, state, items = array(value, 8)
    binary(game, 32)
    integer(number, 1, NUMBER)
    binary(previous, 32)
    integer(seat, 0, 8)
    binary(incarnation, 32)
    integer(minute, 0, NUMBER)
    members = array(items, 1, 32)
    for index, item in enumerate(members):
        _item(item, first=index == 0)
    kinds = [array(item, 1, 6)[0] for item in members]
    if "agree" in kinds and kinds not in (["agree"], ["rejoin", "agree"]):
        raise Refused("malformed")
    return Entry(
        binary(game, 32),
        integer(number, 1, NUMBER),
        binary(previous, 32),
        integer(seat, 0, 8),
        binary(incarnation, 32),
        None if state is None else binary(state, 32),
        members,
        digest("entry", body),
        signature,
    )


def _item(item: Value, *, first: bool) -> None:
    match item:
        case ["decide", data]:
            _no_bytes(data)
        case ["share", share]:
            binary(share, 32)
        case ["open", openings]:
            handles = []
            for opening in array(openings, 1, 12):
                handle, group, proof = array(opening, 3)
                handles.append(integer(handle, 0, NUMBER))
                integer(group, 1, 12)
                binary(proof, 0, 64)
            if handles != sorted(set(handles)):
                raise Refused("malformed")
        case ["seal", power, claim, fresh, commitments, justification]:
            label(power)
            read_claim(claim)
            binary(fresh, 32)
            for made in array(commitments, 0, 12):
                binary(made, 32)
            binary(justification, 0, 49_152)
        case ["deal", place, powers]:
            integer(place, 1, NUMBER)
            for power in array(powers, 1, 16):
                label(power)
        case ["waive", waived]:
            truth(waived)
        case ["hand", seat, counter]:
            integer(seat, 0, 8)
            integer(counter, 1, NUMBER)
        case ["instruct", statement]:
            binary(statement, 1, 4096)
        case ["resign", receipts]:
            for part in array(receipts, 0, 8):
                binary(part, 1, 4096)
        case ["rejoin", settlement, shown] if first:
            for part in (settlement, *array(shown, 0, 32)):
                binary(part, 1, 24_576)
        case ["agree", proposal, signatures, shown]:
            binary(proposal, 1, 8192)
            for part in array(signatures, 1, 9):
                binary(part, 1, 16_384)
            for part in array(shown, 0, 32):
                binary(part, 1, 24_576)
        case _:
            raise Refused("malformed")


def _no_bytes(data: Value) -> None:
    if isinstance(data, bytes):
        raise Refused("malformed")
    if isinstance(data, list):
        for member in data:
            _no_bytes(member)


def of_game(entry: Entry, charter: Charter) -> None:
    """Whether a read entry is of the game, and by one of its seats (SPEC-5.5, 2)."""
    if entry.game != charter.game:
        raise Refused("wrong_game")
    if entry.seat >= len(charter.keys):
        raise Refused("no_seat")


def signed_by(entry: Entry, player: Player) -> bool:
    """Whether an entry is signed by a player (SPEC-5.3)."""
    return accepts(player.key, entry.signature, "entry-signature", entry.hash)


def linked(
    entry: Entry, charter: Charter, line: list[Entry], author: Player, *, trusting: bool = False
) -> None:
    """Whether a read entry of the game is the next of a line (SPEC-5.5, 5.6); refused otherwise.

    The signature of the next one, by its author, is not looked at when `trusting` (SPEC-14.8).
    """
    if entry.number <= len(line):
        there = line[entry.number - 1]
        if there.hash == entry.hash:
            raise Refused("known")
        if not signed_by(entry, author):
            raise Refused("bad_signature")
        if (there.seat, there.incarnation) == (entry.seat, entry.incarnation):
            raise Refused("fork", entry.seat)
        raise Refused("stale_head")
    follows(entry, len(line), line[-1].hash if line else charter.game)
    if not trusting and not signed_by(entry, author):
        raise Refused("bad_signature")


def follows(entry: Entry, number: int, head: bytes) -> None:
    """Whether an entry follows a head, by one who keeps nothing else (SPEC-5.5, 3 and 4; 5.6)."""
    if entry.number > number + 1:
        raise Refused("gap")
    if entry.number <= number or entry.previous != head:
        raise Refused("stale_head")


# Chapter 6: statements and the file


class Statement(NamedTuple):
    """A statement (SPEC-6.1): its kind of record, game, seat, and the fields after them."""

    kind: int
    game: bytes
    seat: int
    fields: list[Value]
    body: bytes
    signature: bytes


def _head_field(value: Value) -> tuple[int, bytes]:
    number, at = array(value, 2)
    return integer(number, 0, NUMBER), binary(at, 32)


def _last_field(value: Value) -> None:
    if value is not None:
        number, at = array(value, 2)
        integer(number, 1, NUMBER)
        binary(at, 32)


def _inner(kind: int, value: Value) -> "Statement":
    return read_statement(kind, binary(value, 1, LIMITS[kind]))


def _keys_field(value: Value) -> None:
    keys = []
    for pair in array(value, 1, 48):
        power, key = array(pair, 2)
        keys.append((label(power), binary(key, 32)))
    if keys != sorted(set(keys)):
        raise Refused("malformed")


def _powers_field(value: Value) -> None:
    powers = [label(power) for power in array(value, 1, 16)]
    if powers != sorted(set(powers)):
        raise Refused("malformed")


def _key_field(value: Value) -> None:
    if not acceptable(binary(value, 32)):
        raise Refused("bad_key")


def _listed(value: Value) -> bytes:
    """A proposal that an answer lists as signed (SPEC-6.4)."""
    proposal, place, named = array(value, 3)
    integer(place, 1, NUMBER)
    seats = [_ended(one) for one in array(named, 0, 8)]
    if seats != sorted(set(seats)):
        raise Refused("malformed")
    return binary(proposal, 32)


def _hashes_field(value: Value) -> None:
    """The agreements of a settlement (SPEC-6.10)."""
    hashes = [binary(one, 32) for one in array(value, 0, 8)]
    if hashes != sorted(set(hashes)):
        raise Refused("malformed")


def _ended(value: Value) -> int:
    """A seat named by a proposal (SPEC-6.12)."""
    seat, key, question = array(value, 3)
    integer(key, 0, 63)
    if question is not None:
        asked = _inner(5, question)
        if (asked.seat, asked.fields[0]) != (seat, key):
            raise Refused("malformed")
    return integer(seat, 0, 8)


def _terms_field(value: Value) -> None:
    """SPEC-18.1."""
    match value:
        case ["take back", to]:
            _head_field(to)
        case ["hand over", _] | ["replace" | "keepers", _]:
            successors(value)
        case ["end", "win", winner]:
            label(winner)
        case ["end", "draw" | "adjourned", None]:
            pass
        case ["after fault", ["replace" | "end", *_] as remedy]:
            _terms_field(remedy)
        case _:
            raise Refused("malformed")


def successors(terms: Value) -> "list[Statement]":
    """The successors of terms that have any (SPEC-18.1)."""
    match terms:
        case ["hand over", successor]:
            return [_inner(SUCCESSOR, successor)]
        case ["replace" | "keepers", some]:
            return [_inner(SUCCESSOR, one) for one in array(some, 1, 8)]
        case ["after fault", remedy]:
            return successors(remedy)
        case _:
            return []


_Check: TypeAlias = Callable[[Value], object]
SUCCESSOR, RECEIPT = -11, -16
"""Kinds of their own for statements that are never alone (SPEC-6.11, 6.16)."""
STATEMENTS: dict[int, tuple[str, tuple[_Check, ...]]] = {
    3: ("charter-signature", ()),
    5: (
        "question-signature",
        (
            lambda v: integer(v, 0, 63),
            lambda v: integer(v, 0, 2**53 - 1),
            lambda v: binary(v, 32),
            lambda v: binary(v, 32),
        ),
    ),
    6: (
        "answer",
        (
            lambda v: v is None or _inner(5, v),
            lambda v: v is None or binary(v, 32),
            lambda v: _inner(5, v),
            _last_field,
            lambda v: [_inner(5, one) for one in array(v, 0, 7)],
            lambda v: [_listed(one) for one in array(v, 0, 8)],
            lambda v: [_inner(14, one) for one in array(v, 0, 8)],
        ),
    ),
    7: ("hand", (_head_field, lambda v: integer(v, 1, NUMBER))),
    8: ("silence", (_head_field, lambda v: integer(v, 0, 8))),
    9: ("closing", (_head_field,)),
    10: ("disclosure", (_head_field, _keys_field)),
    RECEIPT: (
        "receipt",
        (
            lambda v: integer(v, 0, 8),
            _head_field,
            _key_field,
            _powers_field,
            lambda v: binary(v, 1, 3072),
        ),
    ),
    SUCCESSOR: (
        "successor",
        (
            lambda v: integer(v, 1, 63),
            label,
            _key_field,
            lambda v: binary(v, 32),
            lambda v: binary(v, 32),
            truth,
        ),
    ),
    11: (
        "settlement-signature",
        (
            lambda v: _inner(5, v),
            lambda v: [_inner(6, one) for one in array(v, 0, 8)],
            _hashes_field,
            _last_field,
        ),
    ),
    12: (
        "proposal-signature",
        (
            _head_field,
            _terms_field,
            lambda v: [_ended(one) for one in array(v, 0, 8)],
            lambda v: [_inner(14, one) for one in array(v, 0, 8)],
        ),
    ),
    13: (
        "agreement-signature",
        (
            lambda v: v is None or _inner(5, v),
            lambda v: v is None or binary(v, 32),
            lambda v: binary(v, 32),
            lambda v: [_inner(5, one) for one in array(v, 0, 8)],
            lambda v: [_inner(6, one) for one in array(v, 0, 8)],
            lambda v: v is None or _inner(5, v),
            lambda v: v is None or _inner(RECEIPT, v),
        ),
    ),
    14: (
        "refusal",
        (lambda v: v is None or _inner(5, v), lambda v: binary(v, 32)),
    ),
    15: ("instructions", (_head_field, lambda v: integer(v, 1, NUMBER), label, _no_bytes)),
}


def read_statement(kind: int, data: bytes) -> Statement:
    """A statement, judged by its form alone (SPEC-6.1 to 6.8)."""
    body, signature, value = signed(data, LIMITS[kind])
    checks = STATEMENTS[kind][1]
    game, seat, *fields = array(value, 2 + len(checks))
    binary(game, 32)
    integer(seat, 0, 8)
    for check, field in zip(checks, fields, strict=True):
        check(field)
    form = {6: _answer_form, 12: _proposal_form, 13: _signature_form, 14: _refusal_form}.get(kind)
    if form is not None:
        form(integer(seat, 0, 8), fields)
    return Statement(kind, binary(game, 32), integer(seat, 0, 8), fields, body, signature)


def _proposal_form(seat: int, fields: list[Value]) -> None:
    """What the fields of a proposal must be besides (SPEC-6.12, 18.1)."""
    after, terms, ended, refused = fields
    named = [_ended(one) for one in array(ended, 0, 8)]
    against = [binary(_inner(14, one).fields[1], 32) for one in array(refused, 0, 8)]
    if named != sorted(set(named)) or against != sorted(set(against)) or seat in named:
        raise Refused("malformed")
    given = [one.seat for one in successors(terms)]
    match terms:
        case ["take back", to]:
            good = not named and 1 <= _head_field(after)[0] - _head_field(to)[0] <= 128
        case ["hand over", _]:
            good = not named
        case ["replace" | "keepers", _] | ["after fault", ["replace", _]]:
            good = given == named
        case ["after fault", _]:
            good = bool(named)
        case _:
            good = True
    if not good:
        raise Refused("malformed")


def _signature_form(seat: int, fields: list[Value]) -> None:
    """What the fields of a signature under a proposal must be besides (SPEC-6.13)."""
    begun, settled, _, heard, answers, added, _ = fields
    if any(one is not None and _inner(5, one).seat != seat for one in (begun, added)):
        raise Refused("malformed")
    if begun is None and settled is not None:
        raise Refused("malformed")
    if answers and (begun is None or settled is not None):
        raise Refused("malformed")
    seats = [_inner(5, one).seat for one in array(heard, 0, 8)]
    given = [_inner(6, one).seat for one in array(answers, 0, 8)]
    if seats != sorted(set(seats)) or seat in seats or given != sorted(set(given)):
        raise Refused("malformed")


def _refusal_form(seat: int, fields: list[Value]) -> None:
    if fields[0] is not None and _inner(5, fields[0]).seat != seat:
        raise Refused("malformed")


def _answer_form(seat: int, fields: list[Value]) -> None:
    """What the fields of an answer must be besides (SPEC-6.4)."""
    begun, settled, question, last, heard, signed_, refused = fields
    asker = _inner(5, question).seat
    if asker == seat or (begun is not None and _inner(5, begun).seat != seat):
        raise Refused("malformed")
    if (begun is None and settled is not None) or (
        begun is not None and settled is None and last is not None
    ):
        raise Refused("malformed")
    hashes = [_listed(one) for one in array(signed_, 0, 8)]
    refusals = [_inner(14, one) for one in array(refused, 0, 8)]
    against = [binary(one.fields[1], 32) for one in refusals]
    if hashes != sorted(set(hashes)) or against != sorted(set(against)):
        raise Refused("malformed")
    if any(one.seat != asker for one in refusals):
        raise Refused("malformed")
    seats = [_inner(5, one).seat for one in array(heard, 0, 7)]
    if seats != sorted(set(seats)) or {seat, asker} & set(seats):
        raise Refused("malformed")


def stated_of(statement: Statement, charter: Charter) -> None:
    """Whether a read statement is of a game, and of a seat of it (SPEC-6.1)."""
    if statement.game != charter.game:
        raise Refused("wrong_game")
    if statement.seat >= len(charter.keys):
        raise Refused("no_seat")


def key_number(statement: Statement) -> int:
    """The number of the key that must sign a statement (SPEC-6.1)."""
    match statement.kind, statement.fields:
        case 5, [int(key), *_]:
            return key
        case ((6 | 11 | 13 | 14), [bytes(question), *_]):
            return key_number(_inner(5, question))
        case _:
            return 0


def first_name(number: int) -> bytes:
    """The name of the first incarnation of a key (SPEC-12.1)."""
    return number.to_bytes(32, "big")


def signer(statement: Statement, players: Players) -> bytes:
    """The key that must have signed a statement (SPEC-6.1); `gap` if there is none yet."""
    if statement.kind in (SUCCESSOR, RECEIPT):
        return binary(statement.fields[2], 32)
    if statement.kind in ABOUT_HEAD or statement.kind == 12:
        return players.after(statement.seat, _head_field(statement.fields[0])[0]).key
    player = players.numbered(statement.seat, key_number(statement))
    if player is None:
        raise Refused("gap")
    return player.key


ABOUT_HEAD = {7, 8, 9, 10, 15}


def stated(statement: Statement, charter: Charter, players: Players | None = None) -> None:
    """Whether a read statement is of a game and by its seat (SPEC-6.1); refused otherwise.

    `players` are those known, if they are others than the first.
    """
    stated_of(statement, charter)
    tag = STATEMENTS[statement.kind][0]
    known = charter.players if players is None else players
    if not accepts(signer(statement, known), statement.signature, tag, statement.body):
        raise Refused("bad_signature")
    for one in carried(statement):
        stated(one, charter, known)


def carried(statement: Statement) -> list[Statement]:
    """The statements that a statement carries whole, in the order of its fields (SPEC-6.1)."""
    found: list[tuple[int, Value]] = []
    match statement.kind, statement.fields:
        case 6, [own, _, question, _, list(heard), _, list(refused)]:
            found = [(5, one) for one in (own, question, *heard)]
            found += [(14, one) for one in refused]
        case 11, [question, list(answers), *_]:
            found = [(5, question), *((6, one) for one in answers)]
        case 12, [_, terms, list(named), list(refused)]:
            coming = successors(terms)
            questions = [_inner(5, q) for one in named if (q := array(one, 3)[2]) is not None]
            return [*coming, *questions, *(_inner(14, one) for one in refused)]
        case 13, [own, _, _, list(heard), list(answers), added, receipt]:
            found = [(5, one) for one in (own, *heard)]
            found += [*((6, one) for one in answers), (5, added), (RECEIPT, receipt)]
        case 14, [own, _]:
            found = [(5, own)]
        case _:
            pass
    return [_inner(kind, raw) for kind, raw in found if raw is not None]


LIMITS = {1: 57_344, 2: 1_048_576, 4: 524_288, 11: 24_576, 13: 16_384} | dict.fromkeys(
    (3, 5, 7, 8, 9, 10, 14, 15, SUCCESSOR, RECEIPT), 4096
)
LIMITS |= {6: 8192, 12: 8192}


Record: TypeAlias = tuple[int, bytes]
"""Kind and content."""


def read_file(data: bytes, line: bytes = b"secret-subs log 2\n") -> tuple[list[Record], int]:
    """The records of a log file, and how many bytes are torn (SPEC-6.9)."""
    if not data.startswith(line):
        raise Unreadable
    records = []
    at = len(line)
    while len(data) - at >= 9:
        kind, length = data[at], int.from_bytes(data[at + 1 : at + 5], "big")
        if zlib.crc32(data[at : at + 5]) != int.from_bytes(data[at + 5 : at + 9], "big"):
            raise Unreadable
        if length > LIMITS.get(kind, -1):
            raise Unreadable
        if at + 9 + length > len(data):
            break
        records.append((kind, data[at + 9 : at + 9 + length]))
        at += 9 + length
    return records, len(data) - at


def entries_first(records: list[Record]) -> list[Record]:
    """Entries and statements in the order in which they are judged (SPEC-6.9)."""
    return sorted(records, key=lambda record: record[0] != 4)


def read_founding(records: list[Record]) -> tuple[Charter, list[Record]]:
    """The charter of a file, judged by SPEC-4.6, and the records after the founding (SPEC-6.9)."""
    kinds = [kind for kind, _ in records]
    if kinds[:1] != [1]:
        raise Unreadable
    charter = read_charter(records[0][1])
    end = 2 + len(charter.keys)
    if kinds[:end] != [1, 2] + [3] * len(charter.keys) or any(kind <= 3 for kind in kinds[end:]):
        raise Unreadable
    signatures = [read_statement(3, data) for _, data in records[2:end]]
    if digest("scenario", records[1][1]) != charter.scenario:
        raise Refused("bad_charter")
    if [signature.seat for signature in signatures] != list(range(len(charter.keys))):
        raise Refused("bad_charter")
    for signature in signatures:
        stated(signature, charter)
    return charter, records[end:]


# Chapter 7: dice


def share_before(nonce: bytes, player: Player, origin: bytes, k: int, share: bytes) -> bytes:
    """The link before the kth share of a chain, k from 1 (SPEC-7.1, 7.2)."""
    place = origin + (k - 1).to_bytes(4, "big")
    return digest("dice", nonce + player.key + player.salt + place + share)


def seed_of_roll(request: bytes, number: int, shares: list[bytes]) -> bytes:
    """The seed of a roll (SPEC-7.3)."""
    return digest("roll", request + number.to_bytes(8, "big") + b"".join(shares))


def roll(seed: bytes, count: int, sides: int) -> list[int]:
    """The dice of a roll (SPEC-7.4)."""
    return list(itertools.islice(_dice(seed, sides), count))


def _dice(seed: bytes, sides: int) -> Iterator[int]:
    width = 1 if sides <= 256 else 2
    space = 256**width
    for drawn in itertools.count(1):
        number = int.from_bytes(stream("roll-stream", seed, drawn * width)[-width:], "big")
        if number < space - space % sides:
            yield number % sides + 1


# Chapters 8 and 9: commitments


def blinding(key: bytes, context: list[Value], handle: int, group: int) -> bytes:
    """The blinding of a token in the suite `hashed`, from the context of SPEC-8.1 (SPEC-8.2)."""
    return digest("blinding", blinding_input(key, context, handle, group))


def blinding_input(key: bytes, context: list[Value], handle: int, group: int) -> bytes:
    """The blinding input of a token (SPEC-8.2)."""
    _, _, _, incarnation, number, item, previous, fresh = context
    return encode([key, fresh, incarnation, number, item, previous, handle, group])


def commitment(context: list[Value], handle: int, group: int, opening: bytes) -> bytes:
    """The commitment of a token in the suite `hashed` (SPEC-9.1)."""
    game, power, _, _, number, item, _, _ = context
    return digest("commitment", encode([game, power, handle, number, item, group, opening]))
