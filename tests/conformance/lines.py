"""What of a log can be judged without the rules of its game (SPEC-5, 6, 7.2, 8.4, 9, 13.2)."""

from typing import NamedTuple

from .canonical import Refused, Value
from .verifier import (
    Charter,
    Entry,
    Statement,
    blinding,
    commitment,
    linked,
    read_entry,
    read_file,
    read_founding,
    read_statement,
    share_before,
    stated,
)

__all__ = ["Judged", "Seal", "judge", "opened"]

MOST_HANDLE = 200


class Seal(NamedTuple):
    """A seal of a line: the seat that made it, its context (SPEC-8.1) less game and power."""

    seat: int
    place: tuple[int, int, int, bytes, bytes]
    commitments: list[bytes]


class Judged(NamedTuple):
    """What a reader without rules says of a log; `entry` as in SPEC-14.1."""

    entries: int
    code: str | None
    entry: int | None
    culprit: int | None
    torn: int
    ended: bool
    seals: list[Seal]
    shown: dict[int, int]
    disclosed: dict[int, list[tuple[str, bytes]]]
    game: bytes


def judge(data: bytes) -> Judged:
    """Judge a log by everything but the rules of its game. `Unreadable`."""
    records, torn = read_file(data)
    line: list[Entry] = []
    statements: list[Statement] = []
    judged = Judged(
        0, None, None, None, torn, ended=False, seals=[], shown={}, disclosed={}, game=b""
    )
    try:
        charter, rest = read_founding(records)
    except Refused as refused:
        return judged._replace(code=refused.code, entry=0, culprit=refused.culprit)
    judged = judged._replace(game=charter.game)
    chains = {(seat, 0): (0, head) for seat, head in enumerate(charter.heads)}
    for kind, content in rest:
        place = len(line) + 1 if kind == 4 else len(line)
        try:
            if kind == 4:
                entry = read_entry(content)
                linked(entry, charter, line)
                _shares(entry, charter, chains)
                line.append(entry)
                judged.seals.extend(_seals(entry))
                judged.shown.update(_shown(entry))
            else:
                statement = read_statement(kind, content)
                stated(statement, charter)
                _new(statement, statements)
                _on_line(statement, charter, line)
                statements.append(statement)
        except Refused as refused:
            return judged._replace(
                entries=len(line), code=refused.code, entry=place, culprit=refused.culprit
            )
    ends = {s.seat for s in statements if s.kind == 9 and _head(s)[0] == len(line)}
    for statement in statements:
        if statement.kind == 10:
            judged.disclosed[statement.seat] = _keys(statement)
    return judged._replace(entries=len(line), ended=ends == set(range(len(charter.keys))))


def _shares(
    entry: Entry, charter: Charter, chains: dict[tuple[int, int], tuple[int, bytes]]
) -> None:
    for item in entry.items:
        match item:
            case ["share", bytes(share)]:
                chain = (entry.seat, entry.incarnation)
                given, last = chains[chain]
                if share_before(charter, *chain, given + 1, share) != last:
                    raise Refused("share_wrong", entry.seat)
                chains[chain] = (given + 1, share)
            case ["rejoin", _, _, bytes(head)]:
                chains[entry.seat, entry.incarnation] = (0, head)
            case _:
                pass


def _seals(entry: Entry) -> list[Seal]:
    found = []
    for index, item in enumerate(entry.items):
        match item:
            case ["seal", bytes(fresh), list(made), _] if made:
                place = (entry.incarnation, entry.number, index, entry.previous, fresh)
                commitments = [each for each in made if isinstance(each, bytes)]
                found.append(Seal(entry.seat, place, commitments))
            case _:
                pass
    return found


def _shown(entry: Entry) -> dict[int, int]:
    found = {}
    for item in entry.items:
        match item:
            case ["open", list(openings)]:
                for opening in openings:
                    match opening:
                        case [int(handle), int(group), _]:
                            found[handle] = group
                        case _:
                            pass
            case _:
                pass
    return found


def _head(statement: Statement) -> tuple[int, bytes]:
    match statement.fields[0]:
        case [int(number), bytes(at)]:
            return number, at
        case _:
            raise ValueError(statement)


def _keys(statement: Statement) -> list[tuple[str, bytes]]:
    match statement.fields[1]:
        case list(pairs):
            return [(power, key) for [power, key] in pairs]  # type: ignore[misc, str-unpack]  # read as such pairs
        case _:
            raise ValueError(statement)


def _new(statement: Statement, held: list[Statement]) -> None:
    """Refused as `known` if a statement alike is held (SPEC-6.1)."""
    if any((other.kind, other.body) == (statement.kind, statement.body) for other in held):
        raise Refused("known")


def _on_line(statement: Statement, charter: Charter, line: list[Entry]) -> None:
    """SPEC-13.2, but for whether the game is over."""
    if statement.kind in (5, 6):
        return
    number, at = _head(statement)
    if number > len(line):
        raise Refused("gap")
    if at != (line[number - 1].hash if number else charter.game):
        raise Refused("stale_head")
    if statement.kind in (9, 10) and number < len(line):
        raise Refused("not_due")


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
