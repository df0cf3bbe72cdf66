"""SPEC-14.4 to 14.8: files by which a stranger sees who did wrong."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest

from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.entry import Decide, DiceShare, Entry, Rejoin, Resign
from protocol.errors import Code, Refused
from protocol.evidence import (
    EVIDENCE_MAGIC,
    best_evidence,
    portable_evidence,
    replay_evidence,
    wrong_share,
)
from protocol.logfile import Record, RecordKind, founding_records, statement_record, write_record
from protocol.report import Report
from protocol.statement import sign_statement
from protocol.verdict import NOT_SHOWN, Evidence
from tests.protocol import toy
from tests.protocol.sample import identity
from tests.protocol.toy_match import ToyMatch, chain, toy_founding, toy_match, toy_table

judge = partial(audit, open_table=toy_table)


@pytest.fixture
def made() -> ToyMatch:
    return toy_match()


def refused(made: ToyMatch, entry: Entry) -> Refused:
    with pytest.raises(Refused) as error:
        made.spectator.append(entry.raw)
    return error.value


def shows(report: Report, code: Code, culprit: int, evidence: Evidence) -> None:
    assert report.level is None
    assert report.verified, report.to_text()
    assert report.fault is not None
    assert (report.fault.code, report.fault.culprit) == (code, culprit)
    assert report.fault.evidence is evidence


def shows_nothing(report: Report) -> None:
    assert not report.verified
    assert report.fault is not None
    assert report.fault.culprit is None


def not_shown(report: Report) -> None:
    shows_nothing(report)
    assert report.fault is not None
    assert (report.fault.code, report.fault.entry) == (NOT_SHOWN, 0)


# Two stories


def test_spec_14_5_two_entries_for_one_place_convict_their_author(made: ToyMatch) -> None:
    one, other = made.forged(0, toy.Throw(1)), made.forged(0, Resign())
    made.spectator.append(one.raw)
    evidence = best_evidence(made.spectator.log, refused(made, other), other)
    assert evidence is not None
    shows(judge(evidence), Code.FORK, 0, Evidence.PORTABLE)


def test_spec_14_5_portable_evidence_is_judged_without_the_game(made: ToyMatch) -> None:
    evidence = portable_evidence(
        made.spectator.charter, (made.forged(0, toy.End()), made.forged(0, Resign()))
    )

    def no_table(_: object) -> None:
        raise AssertionError("portable evidence needs no game")

    report = audit(evidence, open_table=no_table)  # type: ignore[arg-type]  # must not be called
    shows(report, Code.FORK, 0, Evidence.PORTABLE)


def test_spec_14_5_nobody_is_framed_with_an_entry_that_he_did_not_sign(made: ToyMatch) -> None:
    own = made.forged(0, toy.End())
    forged = Entry.from_bytes(made.forged(0, Resign()).raw[:-64] + bytes(64))
    shows_nothing(judge(portable_evidence(made.spectator.charter, (own, forged))))
    shows_nothing(judge(portable_evidence(made.spectator.charter, (own, own))))
    other = made.forged(1, toy.End())
    shows_nothing(judge(portable_evidence(made.spectator.charter, (own, other))))
    later = made.forged(0, Resign(), incarnation=b"i" * 32)
    shows_nothing(judge(portable_evidence(made.spectator.charter, (own, later))))


def test_spec_14_5_evidence_is_of_one_game(made: ToyMatch) -> None:
    one, other = made.forged(0, toy.End()), made.forged(0, Resign())
    elsewhere = toy_founding(Secrecy.PROVED).charter
    shows_nothing(judge(portable_evidence(elsewhere, (one, other))))


# Two heads


def fork(made: ToyMatch) -> tuple[list[Entry], list[Entry]]:
    """Seat 0 tells two stories; seats 1 and 2 each go on with another one."""
    start = made.spectator.head
    ends = made.forged(0, toy.End())
    other = made.forged(0, Decide(toy.data(toy.End())), minute=1)
    assert start.sequence + 1 == ends.sequence
    one = [ends]
    for table in (made.spectator, made.authors[1].table):
        table.append(ends.raw)
    follows = made.forged(1, toy.End())
    made.spectator.append(follows.raw)
    return [*one, follows], [other]


def test_spec_14_6_the_entry_is_the_lowest_place_where_the_lines_differ(made: ToyMatch) -> None:
    """Seat 0 goes on with both of its stories; where they end is not where it lied."""
    start = made.spectator.head
    records: list[Entry] = []
    for minute in (1, 2):
        head = start
        for _ in range(3):
            records.append(made.forged(0, toy.End(), head=head, minute=minute))
            head = records[-1].head
    for entries in (records, records[::-1]):
        report = judge(portable_evidence(made.spectator.charter, entries))
        shows(report, Code.FORK, 0, Evidence.PORTABLE)
        assert report.fault is not None
        assert report.fault.entry == start.sequence + 1
    report = judge(portable_evidence(made.spectator.charter, [records[2], records[5]]))
    assert report.fault is not None
    assert report.fault.entry == start.sequence + 2, "the place before is known from their hashes"


def test_spec_14_4_a_copy_without_signature_hides_nothing(made: ToyMatch) -> None:
    """An entry given twice is signed if one of its signatures is valid."""
    one, other = made.forged(0, toy.End()), made.forged(0, Resign())
    copy = Entry.from_bytes(one.raw[:-64] + bytes(64))
    for entries in ((one, copy, other), (copy, one, other), (other, one, copy)):
        report = judge(portable_evidence(made.spectator.charter, entries))
        shows(report, Code.FORK, 0, Evidence.PORTABLE)


# Wrong shares


@pytest.mark.parametrize("rolls", [0, 1, 2, 7])
def test_spec_14_7_a_wrong_share_convicts_with_a_few_entries(made: ToyMatch, rolls: int) -> None:
    for _ in range(rolls):
        made.act(0, toy.Throw(1))
    made.send(made.prepare(0, toy.Throw(2)).entry)
    bad = made.forged(1, DiceShare(bytes(32)))
    evidence = best_evidence(made.spectator.log, refused(made, bad), bad)
    assert evidence is not None
    assert len(evidence) < 5000
    shows(judge(evidence), Code.SHARE_WRONG, 1, Evidence.PORTABLE)


def test_spec_14_7_a_right_share_convicts_nobody(made: ToyMatch) -> None:
    for _ in range(3):
        made.act(0, toy.Throw(1))
    good = made.spectator.log.at(len(made.spectator.log))
    table = toy_table()
    for entry in list(made.spectator.log)[:-1]:
        table.append(entry.raw)
    shows_nothing(judge(wrong_share(table.log, good)))
    shows_nothing(judge(portable_evidence(made.spectator.charter, list(made.spectator.log))))


def test_spec_14_7_entries_left_out_convict_nobody(made: ToyMatch) -> None:
    for _ in range(4):
        made.act(0, toy.Throw(1))
    entries = list(made.spectator.log)
    shows_nothing(judge(portable_evidence(made.spectator.charter, [*entries[:-3], entries[-1]])))


def test_spec_14_7_a_wrong_share_of_a_later_incarnation(made: ToyMatch) -> None:
    made.restore(1)
    made.rejoin(1)
    made.act(0, toy.Throw(1))
    made.act(0, toy.Throw(1))
    made.send(made.prepare(0, toy.Throw(2)).entry)
    bad = made.forged(1, DiceShare(chain(1).share(1)))
    evidence = best_evidence(made.spectator.log, refused(made, bad), bad)
    assert evidence is not None
    shows(judge(evidence), Code.SHARE_WRONG, 1, Evidence.PORTABLE)


def test_spec_14_7_a_share_of_the_chain_before_a_rejoin_convicts_nobody(made: ToyMatch) -> None:
    """Asked for before the machine was lost, it is of the old chain (SPEC-12.4)."""
    made.send(made.prepare(0, toy.Throw(2)).entry)
    made.restore(1)
    made.rejoin(1)
    back = made.prepare(1).entry
    made.send(back)
    made.settle()
    assert [type(item) for item in back.items] == [Rejoin, DiceShare]
    shows_nothing(judge(portable_evidence(made.spectator.charter, (back,))))
    made.act(0, toy.Throw(1))
    tail = list(made.spectator.log)[back.sequence - 1 :]
    shows_nothing(judge(portable_evidence(made.spectator.charter, tail)))


def test_spec_14_7_the_entry_is_that_of_the_wrong_share(made: ToyMatch) -> None:
    """Later entries of the line may follow it."""
    made.act(0, toy.Throw(1))
    made.send(made.prepare(0, toy.Throw(2)).entry)
    bad = made.forged(1, DiceShare(bytes(32)))
    later = made.forged(1, DiceShare(bytes(32)), head=bad.head)
    report = judge(portable_evidence(made.spectator.charter, (*made.spectator.log, bad, later)))
    shows(report, Code.SHARE_WRONG, 1, Evidence.PORTABLE)
    assert report.fault is not None
    assert report.fault.entry == bad.sequence


def test_spec_14_7_a_share_that_its_seat_did_not_sign_convicts_nobody(made: ToyMatch) -> None:
    made.send(made.prepare(0, toy.Throw(2)).entry)
    bad = made.forged(1, DiceShare(bytes(32)))
    forged = Entry.from_bytes(bad.raw[:-64] + bytes(64))
    not_shown(judge(portable_evidence(made.spectator.charter, (*made.spectator.log, forged))))


# By replay


def test_spec_14_8_an_illegal_entry_convicts_with_its_log(made: ToyMatch) -> None:
    made.act(0, toy.Throw(1))
    for entry in (made.forged(0, toy.Throw(0)), made.forged(2, toy.End())):
        refusal = refused(made, entry)
        evidence = best_evidence(made.spectator.log, refusal, entry)
        assert evidence is not None
        assert refusal.culprit is not None
        shows(judge(evidence), refusal.code, refusal.culprit, Evidence.REPLAY)


def test_spec_14_8_a_disclosure_that_does_not_fit_convicts_with_its_log(made: ToyMatch) -> None:
    made.act(0, toy.Win())
    honest = made.authors[0].disclose()
    assert honest is not None
    keys = tuple((power, bytes(32)) for power, _ in honest.statement.keys)
    lie = sign_statement(identity(0), replace(honest.statement, keys=keys))
    report = judge(replay_evidence(made.spectator.log, lie))
    shows(report, Code.BAD_DISCLOSURE, 0, Evidence.REPLAY)
    shows_nothing(judge(replay_evidence(made.spectator.log, honest)))


def test_spec_14_8_what_has_no_culprit_convicts_nobody(made: ToyMatch) -> None:
    made.act(0, toy.Throw(1))
    unsigned = Entry.from_bytes(made.forged(0, toy.End()).raw[:-64] + bytes(64))
    assert best_evidence(made.spectator.log, refused(made, unsigned), unsigned) is None
    shows_nothing(judge(replay_evidence(made.spectator.log, unsigned)))
    shows_nothing(judge(replay_evidence(made.spectator.log, made.forged(0, toy.End()))))


def test_spec_14_8_a_bad_log_shows_nothing_about_its_last_entry(made: ToyMatch) -> None:
    bad, worse = made.forged(2, toy.End()), made.forged(0, toy.Throw(0))
    records = (
        *founding_records(made.spectator.log.founding),
        *(Record(RecordKind.ENTRY, entry.raw) for entry in (*made.spectator.log, bad, worse)),
    )
    report = judge(EVIDENCE_MAGIC + b"".join(map(write_record, records)))
    shows_nothing(report)
    assert report.fault is not None
    assert "a record before its last is refused" in report.fault.reason


def test_spec_14_8_what_the_line_owes_is_endorsed_by_whoever_signed_the_last(
    made: ToyMatch,
) -> None:
    """Signatures are not hashed, so a changed one hides no fault of a later entry."""
    made.act(0, toy.Throw(1))
    line = list(made.spectator.log)
    unsigned = [Entry.from_bytes(entry.raw[:-64] + bytes(64)) for entry in line]
    bad = made.forged(0, toy.Throw(0))
    shows(judge(_replaying(made, (*unsigned, bad))), Code.ILLEGAL_ANSWER, 0, Evidence.REPLAY)


def test_spec_14_8_nobody_is_framed_by_an_unsigned_entry_at_his_place(made: ToyMatch) -> None:
    """What a seat really signed is no second story beside one that others made in its name."""
    line = list(made.spectator.log)
    honest, other = made.forged(0, toy.End()), made.forged(0, Resign())
    invented = Entry.from_bytes(other.raw[:-64] + bytes(64))
    shows_nothing(judge(_replaying(made, (*line, invented, honest))))
    shows(judge(_replaying(made, (*line, other, honest))), Code.FORK, 0, Evidence.PORTABLE)


def _replaying(made: ToyMatch, entries: Sequence[Entry]) -> bytes:
    records = (
        *founding_records(made.spectator.log.founding),
        *(Record(RecordKind.ENTRY, entry.raw) for entry in entries),
    )
    return EVIDENCE_MAGIC + b"".join(map(write_record, records))


# Damaged files


def test_spec_14_4_damaged_evidence_shows_nothing(made: ToyMatch) -> None:
    evidence = portable_evidence(
        made.spectator.charter, (made.forged(0, toy.End()), made.forged(0, Resign()))
    )
    shows_nothing(judge(EVIDENCE_MAGIC))
    shows_nothing(judge(evidence[:-1]))
    charter, first = evidence[len(EVIDENCE_MAGIC) :], made.forged(0, toy.End())
    headless = EVIDENCE_MAGIC + write_record(Record(RecordKind.ENTRY, first.raw))
    report = judge(headless)
    shows_nothing(report)
    assert report.fault is not None
    assert report.fault.code == NOT_SHOWN
    hand = statement_record(made.authors[1].raise_hand())
    shows_nothing(judge(EVIDENCE_MAGIC + charter + write_record(hand)))


def test_spec_14_4_a_record_that_is_refused_or_out_of_place_shows_nothing(made: ToyMatch) -> None:
    """Whatever else the file holds: here two stories."""
    charter = made.spectator.charter
    shown = portable_evidence(charter, (made.forged(0, toy.End()), made.forged(0, Resign())))
    shows(judge(shown), Code.FORK, 0, Evidence.PORTABLE)
    first, _, *signatures = founding_records(made.spectator.log.founding)
    question = made.ask(2)
    made.answer(1)
    (answer,) = made.spectator.log.heard.answers(question.statement)
    unsigned = replace(answer, signature=bytes(64))
    elsewhere = made.forged(0, toy.End(), game=bytes(32))
    for added in (
        first,
        signatures[0],
        statement_record(made.authors[1].raise_hand()),
        statement_record(unsigned),
        Record(RecordKind.ANSWER, b""),
        Record(RecordKind.ENTRY, b"\x92"),
        Record(RecordKind.ENTRY, elsewhere.raw),
    ):
        not_shown(judge(shown + write_record(added)))
    not_shown(judge(EVIDENCE_MAGIC + write_record(Record(RecordKind.CHARTER, b"\x9b"))))
