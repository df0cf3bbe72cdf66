"""The seats that were caught signing what no honest seat signs, and what stops because of it.

A fault stops its culprit, not the game: its calls are refused, and of its entries only those are
taken that another seat has taken already. After a fork the others may hold two lines. A node signs
on its own once it knows that all others are on it; and it leaves its own for the other one where
nobody but the culprit has signed on it (SPEC-16.12).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from p2p.astray import seats_on_line
from p2p.events import FaultProven
from p2p.link import Link
from protocol.branch import Branch
from protocol.entry import Entry
from protocol.errors import Code, LocalError, Refused
from protocol.evidence import (
    EVIDENCE_MAGIC,
    best_evidence,
    judge_evidence,
    said_evidence,
)
from protocol.faults import Said, convictions
from protocol.head import Head
from protocol.log import Log, check_entry_origin, check_signature
from protocol.logfile import RecordKind, key_at_fault, read_records, statement_record
from protocol.players import Players
from protocol.proposals import AfterFault
from protocol.settling import Line, rank_on
from protocol.statement import Signed
from protocol.statements import GameStatement
from protocol.table import Table

__all__ = ["Culprits"]


class Culprits:
    """Who was caught, of the seats of one game.

    Attributes:
        faults: that were proven, of each seat the first of each code.
        said: what seats have signed beside the line, or carried on it, of rejoining.
    """

    def __init__(self, own: int | None) -> None:
        """Nobody is caught; `own` is the seat of this node, None for a spectator."""
        self.faults: list[FaultProven] = []
        self.said = Said()
        self._own = own
        self._keys: dict[int, int] = {}
        self._left: set[int] = set()
        self._unjudged: dict[int, Entry] = {}

    @property
    def seats(self) -> frozenset[int]:
        """The seats that are played with keys that were caught."""
        return frozenset(f.seat for f in self.faults if f.key == self._keys.get(f.seat, 0))

    def knows(self, code: Code, seat: int, key: int) -> bool:
        """Whether this is known of a key of a seat."""
        found = ((fault.refusal.code, fault.seat, fault.key) for fault in self.faults)
        return (code, seat, key) in found

    def follow(self, players: Players, own: int | None) -> None:
        """These play by now, our node the seat `own`: what others did before is not theirs."""
        self._own = own
        self._keys = {seat: player.number for seat, player in enumerate(players.now)}

    # Who is caught

    def blame(
        self, log: Log, refusal: Refused, offending: Entry | Signed[GameStatement]
    ) -> Iterator[FaultProven]:
        """A seat has signed what this log refuses; yields the fault if it is a new one."""
        evidence = best_evidence(log, refusal, offending)
        if evidence is None:
            raise LocalError(f"a seat is blamed without evidence: {refusal}")
        if isinstance(offending, Entry):
            key = log.author(offending).number
            yield from self._prove(FaultProven(refusal, evidence, offending, key))
        else:
            key = _key_number(log, refusal, offending)
            yield from self._prove(FaultProven(refusal, evidence, None, key))

    def convict(self, log: Log) -> Iterator[FaultProven]:
        """Find who has signed two statements that contradict each other; yields new faults."""
        for one in convictions(self.said):
            evidence = said_evidence(log, one)
            yield from self._prove(FaultProven(one.refusal, evidence, None, one.key_number))

    def hear(self, log: Log, raw: bytes) -> None:
        """A peer blames the author of an entry: of each seat the earliest is judged.

        Raises:
            Refused: it is not an entry of this game that its author has signed.
        """
        entry = Entry.from_bytes(raw)
        check_entry_origin(log.charter, entry)
        check_signature(log.author(entry), entry)
        known = self._unjudged.get(entry.seat)
        if known is None or entry.sequence < known.sequence:
            self._unjudged[entry.seat] = entry

    def judge(self, table: Table) -> Iterator[FaultProven]:
        """Judge the entries that others blame their authors for, as far as our line reaches.

        Each is judged after the line that its author has signed with it, so that no honest seat is
        ever caught, and only a culprit can make us play the game again up to there.
        """
        for seat, entry in list(self._unjudged.items()):
            if entry.sequence <= len(table.log) + 1:
                del self._unjudged[seat]
                if table.log.holds(Head(entry.sequence - 1, entry.previous)):
                    yield from self._judge(table, entry)

    def restore(self, table: Table, evidence: bytes) -> None:
        """Take up evidence from an earlier start of this node."""
        fault = judge_evidence(evidence, lambda _: table.replayed_to(0)).fault
        if fault is None or fault.culprit is None:
            return
        records, _ = read_records(evidence, EVIDENCE_MAGIC)
        entries = [Entry.from_bytes(one.content) for one in records if one.kind is RecordKind.ENTRY]
        offending = next((one for one in entries if not table.log.holds(one.head)), None)
        refusal = Refused(Code(fault.code), fault.rule, fault.culprit, fault.reason, fault.entry)
        signers = (
            player.number
            for player in table.log.players.seats[fault.culprit]
            if player.key == fault.key
        )
        list(self._prove(FaultProven(refusal, evidence, offending, next(signers, 0))))

    def _judge(self, table: Table, entry: Entry) -> Iterator[FaultProven]:
        refusal = _refusal(table, entry)
        if refusal is not None and refusal.code is Code.STALE_HEAD and entry.seat not in self.seats:
            table = table.replayed_to(entry.sequence - 1)
            refusal = _refusal(table, entry)
        if refusal is not None and refusal.culprit is not None:
            yield from self.blame(table.log, refusal, entry)

    def _prove(self, fault: FaultProven) -> Iterator[FaultProven]:
        if not self.knows(fault.refusal.code, fault.seat, fault.key):
            self.faults.append(fault)
            yield fault

    # What stops

    def allowed(self, entries: Sequence[Entry], link: Link, players: Players) -> int:
        """How many of some entries may be taken: the last is not a culprit's.

        Unless another seat brings it, which has then taken it before it heard of the fault.
        """
        seats = self.seats
        if self._is_seat(link, players):
            return len(entries)
        count = len(entries)
        while count and entries[count - 1].seat in seats:
            count -= 1
        return count

    def forks(self) -> Iterator[Entry]:
        """The other entries of the forks that were found: none is on the line."""
        for fault in self.faults:
            if fault.refusal.code is Code.FORK and fault.offending is not None:
                yield fault.offending

    def astray(self, log: Log, links: Sequence[Link], needed: frozenset[int]) -> tuple[int, ...]:
        """The seats of which nobody knows yet that they are on this line, after a fork.

        Args:
            log: this line.
            links: the connections that there are.
            needed: seats that have a power left, and keepers.
        """
        forks = [fork for fork in self.forks() if not _is_settled(fork, log)]
        if not forks:
            return ()
        on_it = seats_on_line(log, forks, links)
        return tuple(sorted(needed - on_it - self.seats - {self._own}))

    def prefers(self, log: Log, other: Sequence[Entry], link: Link) -> bool:
        """Whether to leave our line for another one that parts from it by a fork.

        Only if nobody but culprits has signed on ours since. Then the one on which somebody else
        has; if there is none, and a seat holds the other one, the one whose entry has the smaller
        hash, which all choose alike.

        Args:
            log: our line.
            other: entries, the first of which takes the place of one of ours.
            link: by which they came.
        """
        first = other[0]
        ours = log.at(first.sequence)
        if not self.knows(Code.FORK, first.seat, log.author(first).number) or (
            ours.seat,
            ours.previous,
        ) != (
            first.seat,
            first.previous,
        ):
            return False
        if any(not self._is_caught(log, entry) for entry in log.since(first.sequence)):
            return False
        theirs = Branch(log, first.sequence - 1, other)
        others = (entry for entry in other[1:] if entry.seat != self._own)
        if any(not self._is_caught(theirs, entry) for entry in others):
            return True
        if first.sequence in self._left or not self._is_seat(link, log.players):
            return False
        self._left.add(first.sequence)
        return first.hash < ours.hash

    def _is_caught(self, line: Line, entry: Entry) -> bool:
        """Whether an entry of a line is signed with a key that was caught."""
        key = rank_on(line, entry).key
        return any((fault.seat, fault.key) == (entry.seat, key) for fault in self.faults)

    def _is_seat(self, link: Link, players: Players) -> bool:
        """Whether a connection is that of a seat that was not caught."""
        seat = players.seat_of(link.peer)
        return seat is not None and seat not in self.seats

    def leave(self, ours: Entry, other: Entry) -> None:
        """The other entry of a fork is on our line now, in place of ours."""
        self.faults = [
            replace(fault, offending=ours) if fault.offending == other else fault
            for fault in self.faults
        ]


def _key_number(log: Log, refusal: Refused, signed: Signed[GameStatement]) -> int:
    """The number of the key that is convicted by the refusal of a statement."""
    signer = key_at_fault(refusal, statement_record(signed), log)
    players = () if refusal.culprit is None else log.players.seats[refusal.culprit]
    return next(one.number for one in players if one.key == signer)


def _is_settled(fork: Entry, log: Log) -> bool:
    """Whether all have agreed after it which line is kept, and hold none but that."""
    return any(
        isinstance(one.terms.terms, AfterFault) and one.terms.place > fork.sequence
        for one in log.agreements.values()
    )


def _refusal(table: Table, entry: Entry) -> Refused | None:
    try:
        table.check(entry.raw)
    except Refused as refusal:
        return refusal
    return None
