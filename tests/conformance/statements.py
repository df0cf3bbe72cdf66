"""Chapter 6 of SPEC.md once more: statements by their form, and who must have signed them."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from .canonical import Refused, Value, array, binary, integer, label, no_bytes, truth
from .charter import Charter, Players
from .hashing import NUMBER, acceptable, accepts, signed

__all__ = [
    "ABOUT_HEAD",
    "LIMITS",
    "RECEIPT",
    "SUCCESSOR",
    "Statement",
    "carried",
    "first_name",
    "read_statement",
    "signer",
    "stated",
    "stated_of",
    "successors",
]


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
    15: ("instructions", (_head_field, lambda v: integer(v, 1, NUMBER), label, no_bytes)),
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
