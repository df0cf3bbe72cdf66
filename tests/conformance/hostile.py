"""A game of three seats, and what a hostile second implementation would make of its records.

Every seat's keys are known here, so that what is forged is well signed.
"""

import functools
import random
import zlib
from collections.abc import Callable
from typing import NamedTuple

from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.claims import claim_data
from protocol.encoding import encode as packed
from protocol.entry import Hand, Waive
from protocol.logfile import write_log
from tests.protocol import toy
from tests.protocol.sample import phrase
from tests.protocol.toy_match import ToyMatch, toy_founding, toy_match, toy_table

from .canonical import Value, decode, encode
from .claims import listed
from .entries import read_entry
from .files import Record, read_file
from .hashing import derive, digest, sign
from .tokens import Asked

__all__ = ["FOUNDING", "LOG", "Played", "forged", "played", "resigned", "spoiled", "whole"]

LOG = b"secret-subs log 2\n"
FOUNDING = 5
"""Records: charter, scenario and a signature of each seat."""
TAGS = {
    5: "question-signature",
    6: "answer",
    7: "hand",
    15: "instructions",
    8: "silence",
    9: "closing",
    10: "disclosure",
    11: "settlement-signature",
}
SEEDS = [derive(phrase(seat).secret, "identity", b"") for seat in range(3)]


class Played(NamedTuple):
    """The records of a whole log in an order in which they can have come, and what was asked."""

    records: list[Record]
    asked: list[Asked]

    @property
    def entries(self) -> list[Record]:
        """The entries alone, in the order of the line."""
        return [record for record in self.records if record[0] == 4]


@functools.cache
def played(secrecy: Secrecy) -> Played:
    """Something of everything: each kind of item and claim, and three rejoins."""
    made = toy_match(toy_founding(secrecy))
    made.act(0, toy.Throw(6))
    made.say(made.authors[1].raise_hand())
    made.act(0, Waive(waived=True), Hand(1, 1), toy.Shuffle())
    made.act(0, toy.Show((toy.USA, toy.JAPAN), 2))
    token, group = made.held(0)
    made.act(0, toy.Say((group,), (token,)))
    made.act(0, toy.Load((token,), group, 3, 3))
    _rejoined(made, 0)
    made.act(0, toy.Throw(2))
    made.act(0, toy.End())
    made.send(made.prepare(1, toy.Throw(3)).entry)
    _rejoined(made, 0)
    made.settle()
    _rejoined(made, 1)
    made.win()
    made.close()
    made.disclose()
    data = write_log(made.spectator.log)
    report = audit(data, open_table=toy_table)
    asked = [
        (made.power, listed(decode(packed(claim_data(made.claim))))) for made in report.each_claim
    ]
    return Played(_as_they_came(read_file(data)[0]), asked)


def _rejoined(made: ToyMatch, seat: int) -> None:
    made.restore(seat)
    made.rejoin(seat)


def _as_they_came(records: list[Record]) -> list[Record]:
    """What a rejoin rests on before the entry that carries it, other statements last."""
    ordered = records[:FOUNDING]
    later = records[FOUNDING:]
    for kind, content in later:
        if kind == 4:
            if listed(read_entry(content).items[0])[0] == "rejoin":
                ordered += [r for r in later if r[0] in (5, 6, 11) and r not in ordered]
            ordered.append((kind, content))
    return ordered + [r for r in later if r[0] != 4 and r not in ordered]


def whole(records: list[Record], line: bytes = LOG) -> bytes:
    """Records as a file (SPEC-6.9)."""
    data = line
    for kind, content in records:
        head = bytes([kind]) + len(content).to_bytes(4, "big")
        data += head + zlib.crc32(head).to_bytes(4, "big") + content
    return data


def fields_of(content: bytes) -> list[Value]:
    """The fields of a signed record."""
    match decode(content):
        case [bytes(body), _]:
            return listed(decode(body))
        case _:
            raise ValueError(content)


def resigned(kind: int, fields: Value, seat: Value = None) -> Record:
    """A record with these fields, signed by the seat that it names, or by another."""
    body = encode(fields)
    if seat is None and isinstance(fields, list):
        seat = fields[3 if kind == 4 else 1] if len(fields) > 3 else 0
    signer = seat if type(seat) is int and 0 <= seat < len(SEEDS) else 0
    if kind == 4:
        signature = sign(SEEDS[signer], "entry-signature", digest("entry", body))
    else:
        signature = sign(SEEDS[signer], TAGS[kind], body)
    return kind, encode([body, signature])


def unsigned(kind: int, fields: list[Value]) -> Record:
    """A record with these fields that nobody signed."""
    return kind, encode([encode(fields), bytes(64)])


def spoiled(draw: random.Random, value: Value) -> Value:
    """Another value in the place of one."""
    others: list[Value]
    match value:
        case list():
            return _spoiled_array(draw, value)
        case bool():
            others = [not value, None, int(value)]
        case int():
            others = [value + 1, value - 1, 0, 2**31 - 1, 2**31, -1, True, None, "1"]
        case str():
            others = [value + " ", value.upper(), value.encode(), "", None]
        case bytes():
            place = draw.randrange(len(value) + 1)
            bit = value[:place] + bytes([draw.randrange(256)]) + value[place + 1 :]
            others = [bytes(len(value)), value[:-1], value + b"\0", value[::-1], b"", bit, bit]
        case _:
            others = [bytes(32), False, 0]
    return draw.choice(others)


def _spoiled_array(draw: random.Random, value: list[Value]) -> Value:
    if not value:
        return [0]
    changed = list(value)
    place = draw.randrange(len(value))
    match draw.randrange(6):
        case 0:
            del changed[place]
        case 1:
            changed.insert(place, draw.choice(value))
        case 2:
            draw.shuffle(changed)
        case _:
            changed[place] = spoiled(draw, changed[place])
    return changed


def forged(draw: random.Random, record: Record) -> Record:
    """A record with something changed inside, and signed again."""
    kind, content = record
    fields: list[Value] = fields_of(content)
    change: Callable[[random.Random, list[Value]], Value] = _spoiled_array
    if kind == 4 and draw.random() < 0.6:
        change = _other_items
    changed = change(draw, fields)
    seat = draw.randrange(3) if draw.random() < 0.05 else None
    return resigned(kind, changed, seat)


def _other_items(draw: random.Random, fields: list[Value]) -> Value:
    """An entry whose items are changed, but for its decisions, which only the rules can judge."""
    *before, items = fields
    changed = (
        [list(item) for item in items if isinstance(item, list)] if isinstance(items, list) else []
    )
    place = draw.randrange(len(changed))
    added: list[list[Value]] = [
        ["waive", True],
        ["hand", draw.randrange(6), draw.randrange(1, 4)],
        ["resign", []],
        ["share", bytes(32)],
        ["seal", "USA", ["holds", 1, 1], bytes(32), [], b""],
    ]
    if draw.random() < 0.3 or changed[place][0] == "decide":
        changed.insert(place, draw.choice(added))
    elif len(changed[place]) > 1:
        at = draw.randrange(1, len(changed[place]))
        changed[place][at] = spoiled(draw, changed[place][at])
    return [*before, list[Value](changed)]
