"""Evidence: files that show a stranger who did wrong (SPEC-14.4).

*Portable* evidence is the charter and a few signed records, judged in milliseconds without knowing
the game. Evidence *by replay* is a log and one more signed record, which the rules refuse.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from protocol.carried import agreed_by, carried_by
from protocol.charter import Charter
from protocol.dice import CHAIN_LENGTH, ChainName
from protocol.entry import DiceShare, Entry, Rejoin
from protocol.errors import Code, Refused
from protocol.faults import Conviction, Said, convictions
from protocol.founding import Founding
from protocol.head import Head
from protocol.identity import PublicKey
from protocol.log import Log, check_entry_origin, check_signature
from protocol.logfile import (
    Record,
    RecordKind,
    founding_records,
    in_order,
    key_at_fault,
    read_founding,
    read_records,
    read_statement_record,
    statement_record,
    write_record,
)
from protocol.players import Player, Players
from protocol.questions import FIRST
from protocol.report import Report
from protocol.statement import Signed, check_statement
from protocol.statements import GameStatement
from protocol.table import Table
from protocol.verdict import NOT_SHOWN, Evidence, Fault, fault_of

__all__ = [
    "EVIDENCE_MAGIC",
    "best_evidence",
    "judge_evidence",
    "portable_evidence",
    "replay_evidence",
    "said_evidence",
    "wrong_share",
]

EVIDENCE_MAGIC: Final = b"secret-subs evidence 2\n"

_TWO = 2
"""Shares in a row that tell where in its chain a seat is."""


# Making


def portable_evidence(
    charter: Charter, entries: Iterable[Entry], statements: Iterable[Signed[GameStatement]] = ()
) -> bytes:
    """Evidence from signed records alone; which ones show what is said in SPEC-14.5 to 14.7."""
    return _file(
        (
            Record(RecordKind.CHARTER, charter.to_bytes()),
            *(Record(RecordKind.ENTRY, entry.raw) for entry in entries),
            *(statement_record(signed) for signed in statements),
        )
    )


def wrong_share(log: Log, entry: Entry) -> bytes:
    """Portable evidence of the wrong share in an entry that was to follow this log."""
    line = (*_since_share(log, entry), entry)
    begun = (carried_by(before) for before in log if before.incarnation == entry.incarnation)
    questions = [found.settlement.statement.question for found in begun if found is not None]
    return portable_evidence(log.charter, line, questions)


def replay_evidence(log: Log, offending: Entry | Signed[GameStatement]) -> bytes:
    """Evidence that a signed record is refused by what went before."""
    if isinstance(offending, Entry):
        last = Record(RecordKind.ENTRY, offending.raw)
    else:
        last = statement_record(offending)
    return _file(
        (
            *founding_records(log.founding),
            *(Record(RecordKind.ENTRY, entry.raw) for entry in log),
            *(statement_record(signed) for signed in log.reached),
            last,
        )
    )


def best_evidence(
    log: Log, refusal: Refused, offending: Entry | Signed[GameStatement]
) -> bytes | None:
    """The best evidence of a refusal; None where nobody can be blamed.

    Args:
        log: that refused.
        refusal: what it said.
        offending: what was refused.
    """
    if refusal.culprit is None:
        return None
    match refusal.code, offending:
        case Code.FORK, Entry():
            two = (log.at(offending.sequence), offending)
            return portable_evidence(log.charter, (*_letting_play(log), *two))
        case Code.SHARE_WRONG, Entry() if _is_plain(log, offending):
            return wrong_share(log, offending)
        case _:
            return replay_evidence(log, offending)


def said_evidence(log: Log, conviction: Conviction) -> bytes:
    """Evidence of what two statements show together."""
    return portable_evidence(log.charter, _letting_play(log), conviction.statements)


def _is_plain(log: Log, offending: Entry) -> bool:
    """Whether a wrong share can be shown without a replay: its chain is the charter's, or asked."""
    return not isinstance(offending.items[0], Rejoin) and log.author(offending).number == 0


def _letting_play(log: Log) -> Iterator[Entry]:
    """The entries of a line by which others came to play."""
    places = sorted({player.since for player in log.players if player.since})
    return (log.at(place) for place in places)


def _since_share(log: Log, entry: Entry) -> Sequence[Entry]:
    """The entries from the last one that shows where the author's dice chain is."""
    shares = 0
    for sequence in range(len(log), 0, -1):
        before = log.at(sequence)
        if (before.seat, before.incarnation) != (entry.seat, entry.incarnation):
            continue
        shares += len(_shares(before))
        if shares >= _TWO or isinstance(before.items[0], Rejoin):
            return tuple(log.since(sequence - 1))
    return tuple(log)


def _file(records: Iterable[Record]) -> bytes:
    return EVIDENCE_MAGIC + b"".join(write_record(record) for record in records)


# Judging


def judge_evidence(data: bytes, open_table: Callable[[Founding], Table]) -> Report:
    """Judge an evidence file: it shows a fault, or nothing.

    Args:
        data: the whole file.
        open_table: makes the table of a founding.

    Raises:
        Unreadable: it is damaged.
    """
    records, torn = read_records(data, EVIDENCE_MAGIC)
    charter = None
    try:
        if torn or not records:
            return _report(None, _nothing("the file is cut short"))
        if any(record.kind is RecordKind.SCENARIO for record in records):
            founding, rest = read_founding(records, EVIDENCE_MAGIC)
            charter = founding.charter
            return _report(charter, _replayed(open_table(founding), rest))
        if records[0].kind is not RecordKind.CHARTER:
            return _report(None, _nothing("it does not begin with a charter"))
        charter = Charter.from_bytes(records[0].content)
        return _report(charter, _judge_portable(charter, records[1:]))
    except Refused as refusal:
        return _report(charter, _nothing(f"a record of it is refused: {refusal}"))


def _report(charter: Charter | None, fault: Fault) -> Report:
    return Report(
        verified=fault.culprit is not None,
        level=None,
        game=None if charter is None else charter.game_id,
        seats=() if charter is None else tuple(seat.name for seat in charter.seats),
        fault=fault,
    )


def _nothing(reason: str) -> Fault:
    return Fault(0, NOT_SHOWN, "SPEC-14.4", None, None, Evidence.NONE, reason)


def _replayed(table: Table, records: Sequence[Record]) -> Fault:
    """What the last record is refused for, when all before it are accepted.

    They are taken on trust. Who signed the last record has signed, by its hash, the line that it
    follows, and an honest player signs nothing that follows what does not hold.
    """
    if not records:
        return _nothing("it contains nothing that could be refused")
    for record in in_order(records[:-1]):
        try:
            if record.kind is RecordKind.ENTRY:
                table.append_on_trust(record.content)
            else:
                table.add_statement(read_statement_record(record))
        except Refused as refusal:
            return _nothing(f"a record before its last is refused: {refusal}")
    last = records[-1]
    place = table.head.sequence + (last.kind is RecordKind.ENTRY)
    try:
        _judge_last(table, last)
    except Refused as refusal:
        if refusal.culprit is None:
            return _nothing(f"its last record is refused, but nobody is to blame: {refusal}")
        return fault_of(refusal, place, key_at_fault(refusal, last, table.log))
    return _nothing("all its records are accepted")


def _judge_last(table: Table, record: Record) -> None:
    if record.kind is not RecordKind.ENTRY:
        table.add_statement(read_statement_record(record))
        return
    try:
        table.append(record.content)
    except Refused as refusal:
        if refusal.code is Code.FORK:  # it does not follow the other one, so has not signed it
            other = table.log.at(Entry.from_bytes(record.content).sequence)
            check_signature(table.log.author(other), other)
        raise


@dataclass(frozen=True, slots=True)
class _Given:
    """What portable evidence consists of, besides the charter.

    Attributes:
        players: whose keys it shows.
        entries: by hash; one given twice counts once.
        signed: who has signed those that come with a signature of their author, by hash.
        said: signed by their seats, with what they carry.
    """

    players: Players
    entries: Mapping[bytes, Entry]
    signed: Mapping[bytes, Player]
    said: Said


def _judge_portable(charter: Charter, records: Sequence[Record]) -> Fault:
    given = _read_portable(charter, records)
    shown = [(one.refusal, _convicted(given.players, one)) for one in convictions(given.said)]
    for refusal, key in (*_two_lines(given), *shown, *_wrong_shares(given)):
        return fault_of(refusal, 0, key)
    return _nothing("its records do not contradict each other")


def _convicted(players: Players, conviction: Conviction) -> PublicKey:
    return conviction.statements[0].statement.signer(players)


def _read_portable(charter: Charter, records: Sequence[Record]) -> _Given:
    """Read entries and statements.

    Raises:
        Refused: one of them is malformed, of another game, or a statement that its seat did not
            sign; or a record is of another kind.
    """
    players = _players_shown(charter, records)
    entries: dict[bytes, Entry] = {}
    signed: dict[bytes, Player] = {}
    said = Said()
    for record in records:
        match record.kind:
            case RecordKind.ENTRY:
                entry = Entry.from_bytes(record.content)
                check_entry_origin(charter, entry)
                entries[entry.hash] = entry
                for player in players.seats[entry.seat]:
                    if entry.signed_by(player.key):
                        signed[entry.hash] = player
            case (
                RecordKind.QUESTION
                | RecordKind.ANSWER
                | RecordKind.SETTLEMENT
                | RecordKind.PROPOSAL
                | RecordKind.PROPOSAL_SIGNATURE
                | RecordKind.REFUSAL
            ):
                statement = read_statement_record(record)
                check_statement(players, statement)
                said.add(statement)
            case kind:
                raise Refused(Code.NOT_DUE, "SPEC-14.4", None, f"{kind.label} is out of place")
    return _Given(players, entries, signed, said)


def _players_shown(charter: Charter, records: Sequence[Record]) -> Players:
    """Those of the charter, and those that entries of the file let play a seat, in their order.

    What an agreement is worth is not looked at: a new key has signed itself that it plays.
    """
    players = Players.of(charter)
    entries = [Entry.from_bytes(one.content) for one in records if one.kind is RecordKind.ENTRY]
    for entry in sorted(entries, key=lambda one: one.sequence):
        agreed = agreed_by(entry)
        for signed in () if agreed is None else agreed.agreement.terms.successors:
            successor = signed.statement
            check_statement(players, signed)
            if successor.number == players.now[successor.seat].number + 1:
                players = players.with_player(successor.seat, successor.player(entry.sequence))
    return players


def _two_lines(given: _Given) -> Iterator[tuple[Refused, PublicKey]]:
    """The lowest place where a key signed two lines in one incarnation (SPEC-14.5, 14.6).

    The lines of one incarnation are gone back together: where two of them meet they are the same
    from there on, so no entry is passed twice.
    """
    hashes: dict[tuple[int, int, bytes, int], set[bytes]] = defaultdict(set)
    for entry in given.entries.values():
        if entry.hash not in given.signed:
            continue
        number = given.signed[entry.hash].number
        for passed in _back(entry.head, given.entries):
            known = hashes[passed.sequence, entry.seat, entry.incarnation, number]
            if passed.hash in known:
                break
            known.add(passed.hash)
    forks = [key for key, known in hashes.items() if len(known) > 1]
    if forks:
        place, seat, incarnation, number = min(forks)
        one, other, *_ = sorted(hashes[place, seat, incarnation, number])
        refusal = Refused(
            Code.FORK,
            "SPEC-14.6",
            seat,
            f"seat {seat} signed two lines, with {one.hex()} and with {other.hex()} as entry "
            f"{place}",
            place,
        )
        yield refusal, given.players.seats[seat][number].key


def _back(head: Head, entries: Mapping[bytes, Entry]) -> Iterator[Head]:
    """The places of the line that ends in a head, from there back to where the records end."""
    yield head
    while (found := entries.get(head.hash)) is not None and found.head == head:
        head = Head(found.sequence - 1, found.previous)
        yield head


def _wrong_shares(given: _Given) -> Iterator[tuple[Refused, PublicKey]]:
    """A share of the last author that does not hash to the one before it (SPEC-14.7)."""
    line = sorted(given.entries.values(), key=lambda entry: entry.sequence)
    if not line or any(Head(b.sequence - 1, b.previous) != a.head for a, b in pairwise(line)):
        return
    author, incarnation = line[-1].seat, line[-1].incarnation
    mine = [e for e in line if (e.seat, e.incarnation) == (author, incarnation)]
    if not given.signed.keys() >= {entry.hash for entry in mine}:
        return
    player, begun = given.signed[mine[0].hash], given.said.question(incarnation)
    if any(given.signed[entry.hash].number for entry in mine):
        return
    if begun is None and incarnation != FIRST:
        return
    origin, head = (FIRST, player.dice_head) if begun is None else (begun.origin, begun.dice_head)
    name = ChainName(given.players.charter.nonce, player.key, player.salt, origin)
    shares = [(share, entry.sequence) for entry in mine for share in _shares(entry)]
    if isinstance(mine[0].items[0], Rejoin) or (begun is None and line[0].sequence == 1):
        passed, link = 0, head
    elif len(shares) < _TWO:
        return
    else:
        (first, _), (link, _), *shares = shares
        numbers = range(2, CHAIN_LENGTH + 1)
        passed = next((k for k in numbers if name.follows(k, link, first)), 0)
        if not passed:
            return
    for number, (share, place) in enumerate(shares, start=passed + 1):
        if not name.follows(number, share, link):
            refusal = Refused(
                Code.SHARE_WRONG,
                "SPEC-14.7",
                author,
                f"dice share {number} of seat {author} does not hash to the one before it",
                place,
            )
            yield refusal, player.key
            return
        link = share


def _shares(entry: Entry) -> tuple[bytes, ...]:
    """The shares in an entry from the chain of its own incarnation.

    One that follows a rejoin at once is of the chain before (SPEC-12.10).
    """
    skipped = 2 if isinstance(entry.items[0], Rejoin) else 0
    return tuple(item.value for item in entry.items[skipped:] if isinstance(item, DiceShare))
