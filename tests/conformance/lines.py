"""Audits of a log by everything but the rules of its game (SPEC-14.1, 14.2)."""

from collections.abc import Sequence
from typing import NamedTuple

from . import toy
from .canonical import Refused, Value
from .claims import listed
from .entries import signed_by
from .files import entries_first, read_file, read_founding
from .hashed import blinding, commitment
from .replica import Replica
from .tokens import Asked

__all__ = ["Seal", "Verdict", "disclosed", "full", "opened", "seals"]

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


def full(
    data: bytes,
    asked: Sequence[Asked] = (),
    level: str = "rules",
    *,
    tokens: bool | None = None,
) -> tuple[Verdict, Replica | None]:
    """Judge a log by everything but the rules of its game, or at a lower level. `Unreadable`.

    By the rules of the toy, too, if `tokens` says whether it is played with tokens.
    """
    records, torn = read_file(data)
    try:
        charter, rest = read_founding(records)
    except Refused as refused:
        return _refused(refused, 0, 0, torn), None
    table = None if tokens is None else toy.Table.begun(charter.powers, tokens=tokens)
    replica = Replica(charter, asked, level, table)
    fault: Verdict | None = None
    for kind, content in entries_first(rest):
        place = len(replica.line) + (kind == 4)
        try:
            if kind == 4:
                replica.append(content)
            else:
                replica.hear(kind, content)
        except Refused as refused:
            fault = _refused(refused, len(replica.line), place, torn)
            if level == "line":
                fault = fault._replace(culprit=None)
            break
    if fault is None and level == "line":
        fault = _endorsed(replica, torn)
    if fault is not None:
        return fault, replica
    ends = {said.seat for said in replica.said if said.kind == 9}
    ended = len(ends) == len(charter.keys) and not (torn and level != "rules")
    return Verdict(len(replica.line), torn=torn, ended=ended), replica


def _endorsed(replica: Replica, torn: int) -> Verdict | None:
    """What is wrong with the last signature of a key, in the order of the line (SPEC-14.2)."""
    authors = [(entry, replica.author(entry)) for entry in replica.line]
    last = {author.key: (entry, author) for entry, author in authors}
    for entry, author in sorted(last.values(), key=lambda one: one[0].number):
        if not signed_by(entry, author):
            return Verdict(len(replica.line), "bad_signature", entry.number, None, torn)
    return None


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
                case ["seal", _, _, bytes(fresh), list(made), *_] if made:
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
