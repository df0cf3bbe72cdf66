"""SPEC-6.9 and 4.6 once more: the records of a log file, and its founding."""

import zlib
from typing import TypeAlias

from .canonical import Refused
from .charter import Charter, read_charter
from .hashing import digest
from .statements import LIMITS, read_statement, stated

__all__ = ["Record", "Unreadable", "entries_first", "read_file", "read_founding"]


class Unreadable(Exception):
    """A file cannot be read at all (SPEC-6.9)."""


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
