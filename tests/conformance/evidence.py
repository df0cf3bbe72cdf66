"""Files of evidence once more (SPEC-14.4 to 14.8)."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .agreeing import coming_by, player_of
from .canonical import Refused
from .charter import Charter, Player, Players, read_charter
from .claims import listed
from .dice import CHAIN, share_before
from .entries import Entry, of_game, read_entry, signed_by
from .files import Record, entries_first, read_file, read_founding
from .replica import Replica
from .settling import FIRST, Question, all_inside, convicted, question_of
from .statements import Statement, read_statement, stated
from .tokens import Asked

__all__ = ["LINE", "Shown", "judge"]

LINE = b"secret-subs evidence 2\n"


class Shown(NamedTuple):
    """What evidence shows; nothing has the code `not_shown`."""

    code: str = "not_shown"
    entry: int = 0
    culprit: int | None = None


def judge(data: bytes, asked: Sequence[Asked] = ()) -> Shown:
    """Judge a file of evidence. `Unreadable`.

    `asked` are the claims that the rules ask for, which matters to evidence by replay alone.
    """
    records, torn = read_file(data, LINE)
    if torn or not records:
        return Shown()
    try:
        if any(kind == 2 for kind, _ in records):
            return _replayed(records, asked)
        if records[0][0] != 1:
            return Shown()
        return _portable(read_charter(records[0][1]), records[1:])
    except Refused:
        return Shown()


def _replayed(records: list[Record], asked: Sequence[Asked]) -> Shown:
    """SPEC-14.8."""
    charter, rest = read_founding(records)
    replica = Replica(charter, asked)
    replica.trusting = True
    judged = [*entries_first(rest[:-1]), *rest[-1:]]
    for index, (kind, content) in enumerate(judged):
        replica.trusting = index < len(rest) - 1
        place = len(replica.line) + (kind == 4)
        try:
            if kind == 4:
                replica.append(content)
            else:
                replica.hear(kind, content)
        except Refused as refused:
            if replica.trusting or refused.culprit is None:
                return Shown()
            if refused.code == "fork":
                other = replica.line[read_entry(content).number - 1]
                if not signed_by(other, replica.author(other)):
                    return Shown()
            entry = place if refused.entry is None else refused.entry
            return Shown(refused.code, entry, refused.culprit)
    return Shown()


def _portable(charter: Charter, records: list[Record]) -> Shown:
    entries: dict[bytes, Entry] = {}
    signed: dict[bytes, Player] = {}
    said: list[Statement] = []
    players = _shown(charter, [read_entry(content) for kind, content in records if kind == 4])
    for kind, content in records:
        if kind == 4:
            entry = read_entry(content)
            of_game(entry, charter)
            entries[entry.hash] = entry
            for player in players.seats[entry.seat]:
                if signed_by(entry, player):
                    signed[entry.hash] = player
        elif kind in (5, 6, 11, 12, 13, 14):
            statement = read_statement(kind, content)
            stated(statement, charter, players)
            said += all_inside(statement)
        else:
            return Shown()
    forks = sorted(_forks(entries, signed))
    if forks:
        place, seat = forks[0]
        return Shown("fork", place, seat)
    by_statements = convicted(said)
    if by_statements is not None:
        code, seat = by_statements
        return Shown(code, 0, seat)
    questions = {one.name: one for one in (question_of(s) for s in said if s.kind == 5)}
    return _wrong_share(charter, entries, signed, questions)


def _shown(charter: Charter, entries: list[Entry]) -> Players:
    """The keys that the entries of a file show (SPEC-14.4)."""
    players = charter.players
    for entry in sorted(entries, key=lambda one: one.number):
        for successor in coming_by(entry):
            stated(successor, charter, players)
            player = player_of(successor, entry.number)
            if player.number == players.now[successor.seat].number + 1:
                players = players.come(successor.seat, player)
    return players


def _forks(
    entries: Mapping[bytes, Entry], signed: Mapping[bytes, Player]
) -> Iterator[tuple[int, int]]:
    """Place and seat of each difference between two endorsed lines (SPEC-14.5, 14.6)."""
    ends = [
        (
            (entry.seat, entry.incarnation, signed[entry.hash].key),
            _back(entry.number, entry.hash, entries),
        )
        for entry in entries.values()
        if entry.hash in signed
    ]
    for (whose, line), (other, second) in itertools.combinations(ends, 2):
        if whose == other:
            for place in line.keys() & second.keys():
                if line[place] != second[place]:
                    yield place, whose[0]


def _back(place: int, at: bytes, entries: Mapping[bytes, Entry]) -> dict[int, bytes]:
    found = {place: at}
    while at in entries and entries[at].number == place:
        place, at = place - 1, entries[at].previous
        found[place] = at
    return found


def _wrong_share(
    charter: Charter,
    entries: Mapping[bytes, Entry],
    signed: Mapping[bytes, Player],
    questions: Mapping[bytes, Question],
) -> Shown:
    """SPEC-14.7."""
    line = sorted(entries.values(), key=lambda entry: entry.number)
    for before, after in itertools.pairwise(line):
        if (after.number, after.previous) != (before.number + 1, before.hash):
            return Shown()
    mine = [e for e in line if (e.seat, e.incarnation) == (line[-1].seat, line[-1].incarnation)]
    authors = [signed.get(entry.hash) for entry in mine]
    if not mine or any(author is None or author.number > 0 for author in authors):
        return Shown()
    seat, incarnation = mine[0].seat, mine[0].incarnation
    begun = questions.get(incarnation)
    if begun is None and incarnation != FIRST:
        return Shown()
    origin, head = (FIRST, charter.heads[seat]) if begun is None else (begun.origin, begun.head)
    shares = [(entry.number, share) for entry in mine for share in _shares(entry)]

    player = charter.players.now[seat]

    def right(k: int, share: bytes, last: bytes) -> bool:
        return k <= CHAIN and share_before(charter.nonce, player, origin, k, share) == last

    match mine[0].items[0]:
        case ["rejoin", *_]:
            given, last = 0, head
        case _ if begun is None and line[0].number == 1:
            given, last = 0, head
        case _:
            if len(shares) < 2:
                return Shown()
            (_, first), (_, last), *shares = shares
            given = next((k for k in range(2, CHAIN + 1) if right(k, last, first)), 0)
            if given == 0:
                return Shown()
    for place, share in shares:
        given += 1
        if not right(given, share, last):
            return Shown("share_wrong", place, seat)
        last = share
    return Shown()


def _shares(entry: Entry) -> list[bytes]:
    """The shares of an entry that are of its incarnation's chain (SPEC-12.10)."""
    found = []
    rejoins = listed(entry.items[0])[0] == "rejoin"
    for index, item in enumerate(entry.items):
        match item:
            case ["share", bytes(share)] if not (rejoins and index == 1):
                found.append(share)
            case _:
                pass
    return found
