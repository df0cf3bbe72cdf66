"""Vectors of SPEC-14.4 to 14.8: files of evidence, those that show a fault and those that do not.

The games are of the toy; none of the verdicts needs its rules.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.entry import DiceShare, Entry, Hand, Rejoin, Resign, Waive
from protocol.errors import Code, Unreadable
from protocol.evidence import EVIDENCE_MAGIC, portable_evidence, replay_evidence
from protocol.logfile import Record, RecordKind, founding_records, statement_record, write_record
from protocol.proposals import End, HandOver, ListedProposal, Result
from protocol.questions import FIRST, first_name
from protocol.statement import Signed, sign_statement
from protocol.statements import GameStatement
from protocol.verdict import NOT_SHOWN
from tests.protocol import toy
from tests.protocol.agreeing import agreement_of, carrying, consenting, proposing, refusing
from tests.protocol.rejoining import all_answers, answering, asking, carried, settling
from tests.protocol.sample import identity, some_hash
from tests.protocol.succession import DORA, coming
from tests.protocol.test_rejoin import without_one
from tests.protocol.toy_match import ToyMatch, chain, toy_founding, toy_match, toy_table
from tests.protocol.vectors import Json, check_vectors

judge = partial(audit, open_table=toy_table)

WRONG = DiceShare(bytes(32))


def unsigned(entry: Entry) -> Entry:
    return Entry.from_bytes(entry.raw[:-64] + bytes(64))


def file_of(*records: Record) -> bytes:
    return EVIDENCE_MAGIC + b"".join(map(write_record, records))


def of_entries(made: ToyMatch, *entries: Entry) -> bytes:
    """Portable evidence."""
    return portable_evidence(made.spectator.charter, entries)


def replaying(made: ToyMatch, *entries: Entry) -> bytes:
    """Evidence by replay of the game's line and these entries."""
    line = (*made.spectator.log, *entries)
    entry_records = (Record(RecordKind.ENTRY, entry.raw) for entry in line)
    return file_of(*founding_records(made.spectator.log.founding), *entry_records)


def stories(made: ToyMatch) -> tuple[Entry, Entry]:
    """Two entries of seat 0 for one place."""
    return made.forged(0, toy.End()), made.forged(0, Resign())


def two_answers(made: ToyMatch, **fields: object) -> bytes:
    """Seat 1 answers a question of seat 0 twice, with and without these fields."""
    question = asking(made)
    answers = answering(made, 1, question, last=None), answering(made, 1, question, **fields)
    return portable_evidence(made.spectator.charter, (), answers)


def carried_answers(made: ToyMatch) -> bytes:
    """The two answers stand in two settlements of two names."""
    question = asking(made)
    first = settling(made, question, all_answers(made, question, last=None), last=None)
    again = answering(made, 1, question)
    return portable_evidence(made.spectator.charter, (), (first, again))


def two_settlements(made: ToyMatch) -> bytes:
    question = asking(made)
    made_of = settling(made, question), settling(made, question, last=None)
    return portable_evidence(made.spectator.charter, (), made_of)


def said(made: ToyMatch, *statements: Signed[GameStatement]) -> bytes:
    return portable_evidence(made.spectator.charter, (), statements)


def two_proposals(made: ToyMatch, **fields: object) -> bytes:
    """Seat 1 signs that seat 0 draws, and that seat 0 wins."""
    one = proposing(made, 0, End(Result.DRAW))
    other = proposing(made, 2, End(Result.WIN, "Axis"), **fields)
    return said(made, one, other, consenting(one, 1), consenting(other, 1))


def refused_first(made: ToyMatch) -> bytes:
    """The second proposal carries seat 2's refusal of the first."""
    one = proposing(made, 0, End(Result.DRAW))
    return two_proposals(made, refused=(refusing(one, 2),))


def refused_and_signed(made: ToyMatch) -> bytes:
    one = proposing(made, 0, End(Result.DRAW))
    return said(made, one, consenting(one, 1), refusing(one, 1))


def signed_and_answered(made: ToyMatch, *told: ListedProposal) -> bytes:
    """Seat 1 signs against seat 0, and answers a question of seat 0."""
    one = proposing(made, 2, End(Result.DRAW), 0)
    answer = answering(made, 1, asking(made), signed=told)
    return said(made, one, consenting(one, 1), answer)


def signed_and_told(made: ToyMatch) -> bytes:
    one = proposing(made, 2, End(Result.DRAW), 0).statement
    return signed_and_answered(made, one.listed)


def waited(made: ToyMatch, **fields: object) -> bytes:
    """Seat 1, pending, lets seat 0 go first, and settles with an older answer of it."""
    mine, theirs = asking(made, 1), asking(made, 0)
    waits = answering(made, 1, theirs, begun=mine, settlement=None, last=None)
    older = answering(made, 0, mine, **fields), answering(made, 2, mine)
    return portable_evidence(made.spectator.charter, (), (waits, settling(made, mine, older)))


def both_go_on(made: ToyMatch) -> list[Entry]:
    """Seat 0 goes on with both of its stories: two entries of each."""
    found: list[Entry] = []
    for minute in (1, 2):
        first = made.forged(0, toy.End(), minute=minute)
        found += [first, made.forged(0, toy.End(), head=first.head, minute=minute)]
    return found


def of_two_seats(made: ToyMatch) -> bytes:
    return of_entries(
        made, *(made.forged(seat, item) for seat in (1, 0) for item in (toy.End(), Resign()))
    )


def owing(made: ToyMatch, rolls: int = 0) -> ToyMatch:
    """A roll waits for the share of seat 1, after so many others."""
    for _ in range(rolls):
        made.act(0, toy.Throw(1))
    made.send(made.prepare(0, toy.Throw(2)).entry)
    return made


def wrong_share(made: ToyMatch, rolls: int, last: int | None = None) -> bytes:
    """A wrong share of seat 1, with the whole line before it or its last entries."""
    owing(made, rolls)
    line = list(made.spectator.log)
    return of_entries(made, *(line if last is None else line[-last:]), made.forged(1, WRONG))


def share_after_a_rejoin(
    made: ToyMatch, share: Callable[[ToyMatch], DiceShare], *, told: bool = True
) -> bytes:
    """Seat 1 came back with a roll waiting: its next share but one, and all from the rejoin on."""
    owing(made)
    made.restore(1)
    made.rejoin(1)
    back = made.prepare(1).entry
    assert [type(item) for item in back.items] == [Rejoin, DiceShare]
    made.send(back)
    made.settle()
    owing(made)
    tail = list(made.spectator.log)[back.sequence - 1 :]
    question = carried(back).settlement.statement.question
    entries = (*tail, made.forged(1, share(made)))
    return portable_evidence(made.spectator.charter, entries, (question,) if told else ())


def honest_share(made: ToyMatch) -> DiceShare:
    (share,) = made.prepare(1).entry.items
    assert isinstance(share, DiceShare)
    return share


def fork_and_wrong_share(made: ToyMatch) -> bytes:
    """The wrong share of seat 1 stands before its two stories."""
    owing(made)
    bad = made.forged(1, WRONG)
    later = [made.forged(1, item, head=bad.head) for item in (toy.End(), Resign())]
    return of_entries(made, *made.spectator.log, bad, *later)


def with_record(made: ToyMatch, record: Callable[[ToyMatch], Record]) -> bytes:
    """Two stories, which would show a fork, and a record that makes the file show nothing."""
    return of_entries(made, *stories(made)) + write_record(record(made))


def hand(made: ToyMatch) -> Record:
    return statement_record(made.authors[1].raise_hand())


def unsigned_answer(made: ToyMatch) -> Record:
    return statement_record(replace(answering(made, 1, asking(made)), signature=bytes(64)))


def of_another_game(made: ToyMatch) -> Record:
    return Record(RecordKind.ENTRY, made.forged(0, toy.End(), game=some_hash("game")).raw)


def damaged_header(made: ToyMatch) -> bytes:
    data = bytearray(of_entries(made, *stories(made)))
    data[len(EVIDENCE_MAGIC) + 8] ^= 1
    return bytes(data)


def by_new_key(made: ToyMatch, *, told: bool, key: int = DORA) -> bytes:
    """Dora plays for seat 1; two stories of hers, or of the old key, with what let her play."""
    handing = proposing(made, 1, HandOver(coming(made, 1)))
    entry = carrying(made, 0, agreement_of(handing, 0, 1, 2))
    name = first_name(1) if key == DORA else FIRST
    whose = {"identity": identity(key), "incarnation": name, "head": entry.head}
    both = [made.forged(1, item, **whose) for item in (toy.End(), Resign())]
    return of_entries(made, *([entry] if told else []), *both)


def by_two_keys(made: ToyMatch) -> bytes:
    """The old key and the new one have signed one entry each, in one name."""
    handing = proposing(made, 1, HandOver(coming(made, 1)))
    entry = carrying(made, 0, agreement_of(handing, 0, 1, 2))
    one = made.forged(1, toy.End(), head=entry.head)
    other = made.forged(1, Resign(), head=entry.head, identity=identity(DORA))
    return of_entries(made, entry, one, other)


def wrong_share_of_new_key(made: ToyMatch) -> bytes:
    """Dora gives a wrong share in the first incarnation of the old key, which never signed it."""
    owing(made)
    handing = proposing(made, 1, HandOver(coming(made, 1)))
    entry = carrying(made, 0, agreement_of(handing, 0, 1, 2))
    bad = made.forged(1, WRONG, head=entry.head, identity=identity(DORA))
    return of_entries(made, *made.spectator.log, entry, bad)


def of_unsigned_successor(made: ToyMatch) -> bytes:
    """Two stories of seat 0, and an agreement whose successor has not signed."""
    unsigned_one = replace(coming(made, 1), signature=bytes(64))
    handing = proposing(made, 1, HandOver(unsigned_one))
    entry = carrying(made, 0, agreement_of(handing, 0, 1, 2))
    later = [made.forged(0, item, head=entry.head) for item in (toy.End(), Resign())]
    return of_entries(made, entry, *later)


PORTABLE: dict[str, Callable[[ToyMatch], bytes]] = {
    "two entries for one place": lambda m: of_entries(m, *stories(m)),
    "two entries of a new key for one place, and the entry by which it plays": lambda m: by_new_key(
        m, told=True
    ),
    "two entries of a new key for one place": lambda m: by_new_key(m, told=False),
    "two entries of an old key for one place, and the entry by which another plays": lambda m: (
        by_new_key(m, told=True, key=1)
    ),
    "two entries of two keys of a seat for one place": by_two_keys,
    "a wrong share that the new key has signed in the name of the old": wrong_share_of_new_key,
    "two entries for one place, and a successor that has not signed": of_unsigned_successor,
    "two entries for one place, one of them also unsigned": lambda m: of_entries(
        m, unsigned(stories(m)[0]), *stories(m)
    ),
    "two answers to a question": two_answers,
    "two answers to a question, one of them in a settlement": carried_answers,
    "two settlements of a question": two_settlements,
    "signatures under two proposals for one place": two_proposals,
    "signatures under two proposals, of which the first was refused": refused_first,
    "a proposal refused and signed": refused_and_signed,
    "a signature against a seat, and an answer that hides it": signed_and_answered,
    "a signature against a seat, and an answer that tells of it": signed_and_told,
    "waiting for an answer, then using an older one": waited,
    "two answers to a question, in two names": lambda m: two_answers(
        m, begun=asking(m, 1), settlement=some_hash("settlement")
    ),
    "an answer twice": lambda m: two_answers(m, last=None),
    "waiting for an answer, and using it": lambda m: waited(
        m, begun=asking(m, 0), settlement=some_hash("settlement")
    ),
    "two stories, each with the entry after it": lambda m: of_entries(m, *both_go_on(m)),
    "of two stories only the entries after them": lambda m: of_entries(m, *both_go_on(m)[1::2]),
    "two stories of seat 1 and two of seat 0 for one place": of_two_seats,
    "a wrong share before two stories": fork_and_wrong_share,
    "a wrong share, with the line from its beginning": lambda m: wrong_share(m, 0),
    "a wrong share, with the two shares before it": lambda m: wrong_share(m, 3, 5),
    "a wrong share after a rejoin that a share of the older chain follows": lambda m: (
        share_after_a_rejoin(m, lambda _: WRONG)
    ),
    "a share of the older chain, later than at once after a rejoin": lambda m: share_after_a_rejoin(
        m, lambda _: DiceShare(chain(1).share(2))
    ),
    "an entry twice": lambda m: of_entries(m, stories(m)[0], stories(m)[0]),
    "two entries for one place, one of them unsigned": lambda m: of_entries(
        m, stories(m)[0], unsigned(stories(m)[1])
    ),
    "entries of two seats for one place": lambda m: of_entries(
        m, m.forged(0, toy.End()), m.forged(1, toy.End())
    ),
    "entries of two incarnations for one place": lambda m: of_entries(
        m, m.forged(0, toy.End()), m.forged(0, Resign(), incarnation=some_hash("name"))
    ),
    "a right share after a rejoin that a share of the older chain follows": lambda m: (
        share_after_a_rejoin(m, honest_share)
    ),
    "a wrong share after a rejoin, without the question": lambda m: share_after_a_rejoin(
        m, lambda _: WRONG, told=False
    ),
    "a wrong share, with one share before it": lambda m: wrong_share(m, 3, 2),
    "a wrong share that its seat did not sign": lambda m: of_entries(
        owing(m), *m.spectator.log, unsigned(m.forged(1, WRONG))
    ),
    "a wrong share after a gap in the line": lambda m: of_entries(
        owing(m), *list(m.spectator.log)[:-1], m.forged(1, WRONG)
    ),
    "two stories under the charter of another game": lambda m: portable_evidence(
        toy_founding(Secrecy.PROVED).charter, stories(m)
    ),
    "two stories and a raised hand": lambda m: with_record(m, hand),
    "two stories and an answer that its seat did not sign": lambda m: with_record(
        m, unsigned_answer
    ),
    "two stories and an entry of another game": lambda m: with_record(m, of_another_game),
    "two stories and an entry that is malformed": lambda m: with_record(
        m, lambda _: Record(RecordKind.ENTRY, b"\x92")
    ),
    "two stories and the charter again": lambda m: with_record(
        m, lambda m: founding_records(m.spectator.log.founding)[0]
    ),
    "two stories, torn": lambda m: of_entries(m, *stories(m))[:-1],
    "two stories without a charter": lambda m: file_of(
        *(Record(RecordKind.ENTRY, entry.raw) for entry in stories(m))
    ),
    "no record": lambda _: EVIDENCE_MAGIC,
    "a header that does not fit its check": damaged_header,
}


def wrong_share_of_a_rejoin(made: ToyMatch) -> bytes:
    """A share that follows a rejoin at once needs the log: it is of the older chain."""
    owing(made)
    made.restore(1)
    made.rejoin(1)
    back = made.prepare(1).entry
    lie = made.forged(1, back.items[0], WRONG, incarnation=back.incarnation)
    return replay_evidence(made.spectator.log, lie)


def keys_of_another(made: ToyMatch) -> bytes:
    """Seat 0 discloses a key of a power that it does not play."""
    made.act(0, Resign())
    honest = made.authors[0].disclose()
    assert honest is not None
    lie = replace(honest.statement, keys=((toy.JAPAN, bytes(32)),))
    return replay_evidence(made.spectator.log, sign_statement(identity(0), lie))


def unsigned_line(made: ToyMatch, last: Entry) -> bytes:
    line = (Record(RecordKind.ENTRY, unsigned(entry).raw) for entry in made.spectator.log)
    founding = founding_records(made.spectator.log.founding)
    return file_of(*founding, *line, Record(RecordKind.ENTRY, last.raw))


def founded(made: ToyMatch, change: Callable[[Sequence[Record]], Sequence[Record]]) -> bytes:
    """A hand that is used up already, after another founding."""
    records = change(founding_records(made.spectator.log.founding))
    entries = (*made.spectator.log, used_up(made))
    return file_of(*records, *(Record(RecordKind.ENTRY, entry.raw) for entry in entries))


def used_up(made: ToyMatch) -> Entry:
    """A hand with a counter that is not due."""
    return made.forged(0, Hand(1, 2), toy.End())


def other_scenario(records: Sequence[Record]) -> Sequence[Record]:
    first, scenario, *rest = records
    return [first, Record(RecordKind.SCENARIO, scenario.content + b"\n"), *rest]


def raised_elsewhere(made: ToyMatch) -> bytes:
    raised = made.authors[1].raise_hand().statement
    head = replace(raised.head, hash=some_hash("line"))
    lie = sign_statement(identity(1), replace(raised, head=head))
    return replay_evidence(made.spectator.log, lie)


REPLAY: dict[str, Callable[[ToyMatch], bytes]] = {
    "a hand that is not due": lambda m: replaying(m, used_up(m)),
    "a hand that is not due, after a line without signatures": lambda m: unsigned_line(
        m, used_up(m)
    ),
    "an entry that only waives": lambda m: replaying(m, m.forged(0, Waive(waived=True))),
    "a later incarnation without a rejoin": lambda m: replaying(
        m, m.forged(0, toy.End(), incarnation=some_hash("name"))
    ),
    "a rejoin with an answer too few": lambda m: replay_evidence(m.spectator.log, without_one(m)),
    "a wrong share at once after a rejoin": wrong_share_of_a_rejoin,
    "a second entry for a place": lambda m: replaying(m, *stories(m)),
    "an entry after the end": lambda m: replaying(
        m, ended := m.forged(0, Resign()), m.forged(0, toy.End(), head=ended.head)
    ),
    "a disclosure for the power of another seat": keys_of_another,
    "a log that is accepted whole": replaying,
    "nothing after the founding": lambda m: file_of(*founding_records(m.spectator.log.founding)),
    "a second entry for a place, the first unsigned": lambda m: replaying(
        m, unsigned(stories(m)[0]), stories(m)[1]
    ),
    "an entry that is not signed": lambda m: replaying(m, unsigned(used_up(m))),
    "an entry beyond the next place": lambda m: replaying(
        m, m.forged(0, toy.End(), head=m.forged(0, toy.End()).head)
    ),
    "a raised hand on another line": raised_elsewhere,
    "a fault already before the last record": lambda m: replaying(
        m, used_up(m), m.forged(0, Waive(waived=True))
    ),
    "a fault after a founding with another scenario": lambda m: founded(m, other_scenario),
    "a fault after a founding without a signature": lambda m: founded(m, lambda r: r[:-1]),
}


def told(data: bytes) -> Json:
    try:
        fault = judge(data).fault
    except Unreadable:
        return "unreadable"
    assert fault is not None
    return {"code": fault.code, "entry": fault.entry, "culprit": fault.culprit}


def test_vectors_of_evidence() -> None:
    made: list[Json] = []
    for kind, cases in (("portable", PORTABLE), ("replay", REPLAY)):
        files = {name: make(toy_match()) for name, make in cases.items()}
        verdicts = {name: told(data) for name, data in files.items()}
        codes = {verdict["code"] for verdict in verdicts.values() if isinstance(verdict, dict)}
        assert codes >= {Code.FORK, Code.SHARE_WRONG, NOT_SHOWN}, kind
        made += [
            {"name": name, "kind": kind, "file": data.hex(), "verdict": verdicts[name]}
            for name, data in files.items()
        ]
    check_vectors("evidence", made)
