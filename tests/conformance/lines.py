"""Audits of a log by everything but the rules of its game (SPEC-14.1, 14.2)."""

from collections.abc import Sequence
from typing import NamedTuple

from .canonical import Refused, Value
from .claims import listed
from .replica import Asked, Replica
from .verifier import (
    Charter,
    Entry,
    Statement,
    blinding,
    commitment,
    entries_first,
    follows,
    of_game,
    read_entry,
    read_file,
    read_founding,
    read_statement,
    signed_by_author,
    stated,
)

__all__ = ["Seal", "Verdict", "disclosed", "full", "opened", "quick", "seals"]

MOST_HANDLE = 200


class Verdict(NamedTuple):
    """What is said of a log; `entry` as in SPEC-14.1."""

    entries: int = 0
    code: str | None = None
    entry: int | None = None
    culprit: int | None = None
    torn: int = 0
    ended: bool = False


def _refused(refused: Refused, entries: int, place: int, torn: int) -> Verdict:
    entry = place if refused.entry is None else refused.entry
    return Verdict(entries, refused.code, entry, refused.culprit, torn)


def full(data: bytes, asked: Sequence[Asked] = ()) -> tuple[Verdict, Replica | None]:
    """Judge a log by everything but the rules of its game. `Unreadable`."""
    records, torn = read_file(data)
    try:
        charter, rest = read_founding(records)
    except Refused as refused:
        return _refused(refused, 0, 0, torn), None
    replica = Replica(charter, asked)
    for kind, content in entries_first(rest):
        place = len(replica.line) + (kind == 4)
        try:
            if kind == 4:
                replica.append(content)
            else:
                replica.hear(kind, content)
        except Refused as refused:
            return _refused(refused, len(replica.line), place, torn), replica
    ends = {said.seat for said in replica.said if said.kind == 9}
    ended = len(ends) == len(charter.keys)
    return Verdict(len(replica.line), torn=torn, ended=ended), replica


def quick(data: bytes) -> Verdict:
    """Judge a log by its chain and the last signature of each seat. `Unreadable`."""
    records, torn = read_file(data)
    head: tuple[int, bytes] = (0, b"")
    last: dict[int, Entry] = {}
    said: list[Statement] = []
    place = 0
    try:
        charter, rest = read_founding(records)
        head = (0, charter.game)
        for kind, content in entries_first(rest):
            place = head[0] + (kind == 4)
            if kind == 4:
                entry = read_entry(content)
                of_game(entry, charter)
                follows(entry, *head)
                head, last[entry.seat] = (entry.number, entry.hash), entry
                continue
            statement = read_statement(kind, content)
            stated(statement, charter)
            said = _with(said, statement)
        for entry in sorted(last.values(), key=lambda entry: entry.number):
            place = entry.number
            _endorsed(entry, charter)
    except Refused as refused:
        return _refused(refused, head[0], place, torn)
    ends = {s.seat for s in said if s.kind == 9 and s.fields[0] == list(head)}
    return Verdict(head[0], torn=torn, ended=len(ends) == len(charter.keys) and not torn)


def _with(said: list[Statement], statement: Statement) -> list[Statement]:
    if any((s.kind, s.body) == (statement.kind, statement.body) for s in said):
        raise Refused("known")
    return [*said, statement]


def _endorsed(entry: Entry, charter: Charter) -> None:
    if not signed_by_author(entry, charter):
        raise Refused("bad_signature")


# What disclosed keys open, by one who does not know which tokens there are


class Seal(NamedTuple):
    """A seal of a line: the seat that made it, its context (SPEC-8.1) less game and power."""

    seat: int
    place: tuple[bytes, int, int, bytes, bytes]
    commitments: list[bytes]


def seals(replica: Replica) -> list[Seal]:
    """The seals of a line that make tokens."""
    found = []
    for entry in replica.line:
        for index, item in enumerate(entry.items):
            match item:
                case ["seal", _, _, bytes(fresh), list(made), _] if made:
                    place = (entry.incarnation, entry.number, index, entry.previous, fresh)
                    commitments = [each for each in made if isinstance(each, bytes)]
                    found.append(Seal(entry.seat, place, commitments))
                case _:
                    pass
    return found


def disclosed(replica: Replica) -> list[tuple[int, str, bytes]]:
    """Seat, power and sealing key of all disclosures."""
    found = []
    for said in replica.said:
        if said.kind == 10:
            for pair in listed(said.fields[1]):
                match pair:
                    case [str(power), bytes(key)]:
                        found.append((said.seat, power, key))
                    case _:
                        raise TypeError(pair)
    return found


def opened(seal: Seal, game: bytes, power: str, key: bytes) -> list[tuple[int, int]] | None:
    """Handle and group of each token of a seal by a disclosed key (SPEC-13.3), or None."""
    incarnation, number, item, previous, fresh = seal.place
    context: list[Value] = [game, power, seal.seat, incarnation, number, item, previous, fresh]
    found = []
    handle = 0
    for made in seal.commitments:
        tries = (
            (at, group)
            for at in range(handle, MOST_HANDLE)
            for group in range(1, 13)
            if commitment(context, at, group, blinding(key, context, at, group)) == made
        )
        token = next(tries, None)
        if token is None:
            return None
        found.append(token)
        handle = token[0] + 1
    return found
