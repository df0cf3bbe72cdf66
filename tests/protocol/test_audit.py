"""SPEC-14: the verdict on a log, from its bytes alone."""

import itertools
import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache, partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.audit import audit, audit_steps
from protocol.charter import Secrecy
from protocol.entry import DiceShare, Entry, Resign
from protocol.errors import Code, Refused, Unreadable
from protocol.evidence import portable_evidence
from protocol.founding import Founding
from protocol.hashing import Tag
from protocol.logfile import (
    LOG_MAGIC,
    Record,
    RecordKind,
    founding_records,
    read_records,
    statement_record,
    write_log,
    write_record,
)
from protocol.report import Claims, Level, Report, Status, uniformity
from protocol.statement import sign_statement
from protocol.table import Table
from protocol.verdict import PROGRAM_FAULT, Evidence
from tests.examples import examples
from tests.protocol import toy
from tests.protocol.sample import identity
from tests.protocol.toy_match import ToyMatch, toy_founding, toy_match, toy_table
from tests.protocol.vectors import Json, check_vectors

judge = partial(audit, open_table=toy_table)


def played(secrecy: Secrecy = Secrecy.HASHED) -> ToyMatch:
    """A whole game with something of everything, up to the close."""
    made = toy_match(toy_founding(secrecy))
    for _ in range(3):
        made.act(0, toy.Throw(6))
    made.act(0, toy.Shuffle())
    made.act(0, toy.Show((toy.USA, toy.JAPAN), 2))
    token, group = made.held(0)
    made.act(0, toy.Say((group,), (token,)))
    made.act(0, toy.End())
    made.restore(1)
    made.rejoin(1)
    made.win()
    return made


@cache
def closed() -> ToyMatch:
    """The game signed and disclosed by all."""
    made = played()
    made.close()
    made.disclose()
    return made


@cache
def whole() -> bytes:
    return write_log(closed().spectator.log)


def test_spec_14_3_a_game_closed_signed_and_disclosed_is_complete() -> None:
    report = judge(whole())
    assert report.verified, report.to_text()
    assert report.status is Status.COMPLETE
    assert report.claims == Claims(proved=1, disclosed=8, open=0)
    assert report.entries == len(closed().spectator.log)
    assert (report.winner, report.win_verified) == ("Axis", True)
    assert report.waiting_for == ()
    assert report.statistics.rolls == 4
    assert report.statistics.alone == 0
    assert [(one.sides, one.dice) for one in report.statistics.dice] == [(6, 22)]
    assert report.statistics.openings == 5


def test_spec_14_3_who_has_not_signed_or_disclosed_is_named() -> None:
    made = played()
    report = judge(write_log(made.spectator.log))
    assert (report.verified, report.status) == (True, Status.CLOSED)
    assert report.unsigned == (0, 1, 2)
    assert report.win_verified is False
    assert set(report.unproved) == {0, 1, 2}
    made.close()
    assert judge(write_log(made.spectator.log)).status is Status.CLOSED
    japan, germany = (made.authors[seat].disclose() for seat in (1, 2))
    assert japan is not None
    assert germany is not None
    made.say(japan, germany)
    report = judge(write_log(made.spectator.log))
    assert report.status is Status.COMPLETE, "the winners have disclosed"
    assert set(report.unproved) == {0}


def test_spec_14_3_in_proved_nothing_waits_for_a_disclosure() -> None:
    made = played(Secrecy.PROVED)
    made.close()
    report = judge(write_log(made.spectator.log))
    assert (report.verified, report.status) == (True, Status.COMPLETE)
    assert report.claims.open == report.claims.disclosed == 0


def test_spec_14_3_a_side_wins_when_the_other_has_resigned() -> None:
    made = toy_match()
    made.act(0, toy.End())
    made.act(1, Resign())
    assert judge(write_log(made.spectator.log)).status is Status.OPEN
    made.act(2, Resign())
    made.close()
    report = judge(write_log(made.spectator.log))
    assert (report.verified, report.winner) == (True, "Allies")


def cuts() -> list[int]:
    """Where each entry of the whole log ends."""
    ends, offset = [], len(LOG_MAGIC)
    records, _ = read_records(whole(), LOG_MAGIC)
    for record in records:
        offset += len(write_record(record))
        if record.kind is RecordKind.ENTRY:
            ends.append(offset)
    return ends


def test_spec_14_3_a_log_cut_at_an_entrys_end_is_open_never_complete() -> None:
    *inner, last = cuts()
    for level in Level:
        for end in inner[:: 5 if level is Level.RULES else 1]:
            report = judge(whole()[:end], level=level)
            assert (report.verified, report.status) == (True, Status.OPEN), report.to_text()
            assert report.waiting_for or level is not Level.RULES
        report = judge(whole()[:last], level=level)
        assert report.verified
        assert report.status is not Status.COMPLETE


def test_spec_14_3_a_log_cut_inside_a_record_says_so() -> None:
    report = judge(whole()[:-1])
    assert report.verified
    assert report.torn > 0
    assert report.status is Status.OPEN


def test_spec_14_2_the_quick_audit_says_endorsed_not_replayed() -> None:
    report = judge(whole(), level=Level.LINE)
    assert (report.verified, report.level, report.status) == (True, Level.LINE, Status.CLOSED)
    log = closed().spectator.log
    assert report.endorsed == closed().spectator.ledger.places
    assert report.entries == len(log)
    assert "endorsed, not replayed" in report.to_text()


def test_spec_14_2_an_audit_of_the_line_accuses_nobody() -> None:
    """A wrong share that seat 0 never signed."""
    made = toy_match()
    bad = made.forged(0, toy.Throw(1), DiceShare(bytes(32)))
    nobodys = bad.raw[:-64] + bytes(64)
    data = write_log(made.spectator.log) + write_record(Record(RecordKind.ENTRY, nobodys))
    told = [judge(data, level=level).fault for level in Level]
    assert [fault and (fault.code, fault.culprit) for fault in told] == [
        (Code.SHARE_WRONG, None),
        (Code.BAD_SIGNATURE, None),
        (Code.BAD_SIGNATURE, None),
    ]


def refused_or_unreadable(data: bytes, *, level: Level = Level.RULES) -> Report | None:
    """The report on a damaged file, None where it is unreadable."""
    try:
        return judge(data, level=level)
    except Unreadable:
        return None


@pytest.mark.no_cover
def test_spec_14_1_no_single_byte_can_be_changed() -> None:
    draw = random.Random(5)
    data = whole()
    for place in draw.sample(range(len(data)), 250):
        changed = bytearray(data)
        changed[place] ^= 1 << draw.randrange(8)
        report = refused_or_unreadable(bytes(changed))
        if report is not None:
            assert not report.verified, f"byte {place}"
            assert report.fault is not None
            assert report.fault.code != PROGRAM_FAULT, report.fault
            assert report.fault.code in list(Code)


@pytest.mark.no_cover
@examples(60)
@given(st.data())
def test_spec_14_1_no_splice_passes_or_crashes(data: st.DataObject) -> None:
    """Records left out, repeated or moved."""
    records, _ = read_records(whole(), LOG_MAGIC)
    count = len(records)
    pick = st.integers(0, count - 1)
    first, second = data.draw(pick), data.draw(pick)
    changed = list(records)
    how = data.draw(st.sampled_from(["drop", "repeat", "swap"]))
    match how:
        case "drop":
            del changed[first]
        case "repeat":
            changed.insert(second, records[first])
        case _:
            changed[first], changed[second] = changed[second], changed[first]
    spliced = LOG_MAGIC + b"".join(map(write_record, changed))
    for level in Level:
        report = refused_or_unreadable(spliced, level=level)
        if report is None or spliced == whole():
            continue
        kept = [record for record in changed if record.kind is RecordKind.ENTRY]
        same = (
            kept == [record for record in records if record.kind is RecordKind.ENTRY][: len(kept)]
        )
        if report.verified:
            assert same, "only statements may be moved, and the log cut at its end"
            assert report.status is not Status.COMPLETE or len(kept) == report.entries
        elif report.fault is not None:
            assert report.fault.code != PROGRAM_FAULT, report.fault


def test_spec_14_1_a_log_signed_by_others_is_refused() -> None:
    made = closed()
    log = made.spectator.log
    resigned = [
        Entry.from_bytes(entry.raw[:-64] + identity(8).sign(Tag.ENTRY_SIGNATURE, entry.hash))
        for entry in log
    ]
    records = (
        *founding_records(log.founding),
        *(Record(RecordKind.ENTRY, entry.raw) for entry in resigned),
    )
    for level in Level:
        report = judge(LOG_MAGIC + b"".join(map(write_record, records)), level=level)
        assert not report.verified
        assert report.fault is not None
        assert (report.fault.code, report.fault.culprit) == (Code.BAD_SIGNATURE, None)
        assert report.fault.evidence is Evidence.NONE


def test_spec_14_1_one_entry_signed_by_another_seat_is_refused() -> None:
    """Whoever re-signs one entry of the line changes no hash; only its signature tells."""
    records, _ = read_records(whole(), LOG_MAGIC)
    for index, record in enumerate(records):
        if record.kind is not RecordKind.ENTRY:
            continue
        entry = Entry.from_bytes(record.content)
        other = identity((entry.seat + 1) % 3).sign(Tag.ENTRY_SIGNATURE, entry.hash)
        changed = list(records)
        changed[index] = Record(RecordKind.ENTRY, entry.raw[:-64] + other)
        report = judge(LOG_MAGIC + b"".join(map(write_record, changed)))
        assert report.fault is not None
        assert (report.fault.code, report.fault.entry) == (Code.BAD_SIGNATURE, entry.sequence)
        assert report.fault.culprit is None


def test_spec_14_1_an_entry_in_the_place_of_another_is_refused() -> None:
    records, _ = read_records(whole(), LOG_MAGIC)
    places = [index for index, record in enumerate(records) if record.kind is RecordKind.ENTRY]
    for target, source in itertools.pairwise((*places, places[0])):
        changed = list(records)
        changed[target] = records[source]
        for level in Level:
            report = judge(LOG_MAGIC + b"".join(map(write_record, changed)), level=level)
            assert not report.verified
            assert report.fault is not None
            assert report.fault.code in (Code.GAP, Code.KNOWN, Code.STALE_HEAD)


def test_spec_14_1_a_fault_names_entry_code_rule_and_culprit() -> None:
    made = toy_match()
    made.act(0, toy.Throw(1))
    bad = made.forged(0, toy.Throw(0))
    data = write_log(made.spectator.log) + write_record(Record(RecordKind.ENTRY, bad.raw))
    report = judge(data)
    assert not report.verified
    assert report.fault is not None
    assert report.fault.entry == bad.sequence
    assert (report.fault.code, report.fault.rule) == (Code.ILLEGAL_ANSWER, "BG-1.6")
    assert (report.fault.culprit, report.fault.evidence) == (0, Evidence.REPLAY)
    assert report.entries == bad.sequence - 1
    assert "seat 0 (Ann)" in report.to_text()


def test_spec_14_1_void_entries_do_not_belong_in_a_log() -> None:
    made = toy_match()
    tail = made.prepare(0, toy.Shuffle()).entry
    made.restore(0)
    made.rejoin(0)
    rejoin = made.prepare(0, toy.Throw(1)).entry
    data = write_log(made.spectator.log)
    records, _ = read_records(data, LOG_MAGIC)
    entries = [r for r in records if r.kind not in (RecordKind.QUESTION, RecordKind.ANSWER)]
    both = (*entries, Record(RecordKind.ENTRY, tail.raw), Record(RecordKind.ENTRY, rejoin.raw))
    for level in Level:
        report = judge(LOG_MAGIC + b"".join(map(write_record, both)), level=level)
        assert not report.verified
        assert report.fault is not None
        assert report.fault.code is Code.STALE_HEAD


def test_spec_14_1_a_false_claim_is_found_where_it_was_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = toy_match()
    token, group = made.held(0)
    monkeypatch.setattr("protocol.entry_builder.check", lambda *_: None)
    made.act(0, toy.Throw(1))
    made.act(0, toy.Say((group % toy.GROUPS + 1,), (token,)))
    lie = made.spectator.head.sequence
    made.act(0, toy.Win())
    disclosed = made.authors[0].disclose()
    assert disclosed is not None
    data = write_log(made.spectator.log) + write_record(statement_record(disclosed))
    report = judge(data)
    assert not report.verified
    assert report.fault is not None
    assert (report.fault.entry, report.fault.code, report.fault.culprit) == (
        lie,
        Code.FALSE_CLAIM,
        0,
    )


def test_spec_14_1_a_program_that_fails_blames_nobody() -> None:
    class Broken(Table):
        def append(self, raw: bytes) -> object:  # type: ignore[override]  # it never returns
            raise ZeroDivisionError(len(raw))

    def broken(founding: Founding) -> Table:
        return Broken(founding, toy.toy_game(), toy.STEPS)

    report = audit(whole(), open_table=broken)
    assert not report.verified
    assert report.fault is not None
    assert (report.fault.code, report.fault.culprit) == (PROGRAM_FAULT, None)


def test_spec_14_1_a_charter_that_cannot_be_played_is_refused() -> None:
    def unplayable(_: Founding) -> Table:
        raise Refused(Code.BAD_CHARTER, "SPEC-10.1", None, "no such scenario")

    report = audit(whole(), open_table=unplayable)
    assert not report.verified
    assert report.fault is not None
    assert (report.fault.entry, report.fault.code) == (0, Code.BAD_CHARTER)


@pytest.mark.parametrize("data", [b"", b"hello", LOG_MAGIC, LOG_MAGIC + bytes(9), whole()[:200]])
def test_spec_14_1_what_is_no_log_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable):
        judge(data)


@examples(100)
@given(st.binary(max_size=400))
def test_spec_14_1_no_input_crashes(junk: bytes) -> None:
    for data in (junk, LOG_MAGIC + junk, whole()[:3000] + junk):
        report = refused_or_unreadable(data)
        assert report is None or report.fault is None or report.fault.code != PROGRAM_FAULT


def test_an_audit_tells_how_far_it_is() -> None:
    steps = audit_steps(whole(), open_table=toy_table)
    told = list(steps)
    assert told[0] == (0, told[-1][1])
    assert told[-1][0] == told[-1][1] - 1


def test_spec_14_9_the_report_is_one_json_object() -> None:
    for data in (whole(), whole()[: cuts()[3]]):
        for level in Level:
            told = json.loads(json.dumps(judge(data, level=level).to_json()))
            assert {
                "verified",
                "status",
                "entries",
                "claims",
                "fault",
                "waiting_for",
            } <= told.keys()
            assert told["claims"].keys() == {"proved", "disclosed", "open"}
            assert told["verified"] is True
            assert told["fault"] is None


def test_every_claim_is_told_with_how_far_it_is_shown() -> None:
    """SPEC-14.9: in the order of the log, each with the entry that made it."""
    report = judge(whole())
    standings = Counter(one.status.value for one in report.each_claim)
    assert standings == {"proved": 1, "disclosed": 8}
    places = [one.entry for one in report.each_claim]
    assert places == sorted(places)
    told = json.loads(json.dumps(report.to_json()))["each_claim"]
    assert [one["claim"]["tag"] for one in told[:4]] == ["shuffled"] * 4
    assert {one["power"] for one in told} == {"USA", "Japan", "UK", "Germany"}
    lines = report.claims_text().splitlines()
    assert len(lines) == len(told) == 9
    assert lines[0].startswith("entry 1, ")
    assert "shuffled in supply, now #" in lines[0]
    words = ("holds group", "is one of #", "under #")
    assert [sum(word in line for line in lines) for word in words] == [1, 1, 1]
    assert sum(line.endswith(": disclosed") for line in lines) == 8
    assert judge(whole(), level=Level.LINE).claims_text() == ""


def test_a_claim_of_bounds_is_told_with_its_room() -> None:
    made = toy_match(toy_founding(Secrecy.PROVED))
    token, group = made.held(0)
    made.act(0, toy.Load((token,), group, 2, 5))
    report = judge(write_log(made.spectator.log))
    assert report.each_claim[-1].to_text().endswith(f"#{token} within bounds: West 0 to 5: proved")
    made.act(0, toy.Throw(1))
    assert judge(write_log(made.spectator.log)).claims.proved == 5


def test_the_text_says_who_waits_for_whom() -> None:
    made = toy_match()
    made.say(made.authors[1].claim_silence(0))
    text = judge(write_log(made.spectator.log)).to_text()
    assert "waiting for seat 0 (Ann): decision for USA" in text
    assert "seat 1 (Bob) waits for seat 0 (Ann) since entry 4, it says" in text


def test_the_text_tells_how_it_ended() -> None:
    text = judge(whole()).to_text()
    assert text.startswith("VERIFIED\n")
    assert "won by Axis (it said so), verified" in text
    assert "22 dice of 6: chi-square" in text
    made = played()
    text = judge(write_log(made.spectator.log)).to_text()
    assert "not verified: some claims of the winners are open" in text
    assert "closed, not signed by seat 0 (Ann), seat 1 (Bob), seat 2 (Cid)" in text
    assert "seat 1 (Bob): " in text
    resigned = toy_match()
    resigned.act(0, Resign())
    text = judge(write_log(resigned.spectator.log)).to_text()
    assert "USA and UK resigned" in text
    assert "the file ends inside a record" in judge(whole()[:-1]).to_text()


def test_the_text_tells_what_a_fault_can_be_shown_with() -> None:
    made = toy_match()
    made.act(0, toy.Throw(1))
    log = made.spectator.log
    for entry, words in (
        (made.forged(0, toy.Throw(0)), "provable with this log"),
        (made.forged(0, toy.End(), head=log.at(4).head), "with the charter and a few entries"),
        (made.forged(0, toy.End(), game=bytes(32)), "nobody can be blamed"),
    ):
        text = judge(write_log(log) + write_record(Record(RecordKind.ENTRY, entry.raw))).to_text()
        assert text.startswith("REFUSED\n")
        assert words in text
    stories = portable_evidence(
        made.spectator.charter, (made.forged(0, toy.End()), made.forged(0, Resign()))
    )
    assert judge(stories).to_text().startswith("PROVED: this evidence shows a fault\n")
    assert judge(stories[:-1]).to_text().startswith("NOT PROVED: this evidence shows no fault\n")


def test_uniformity_tells_fair_dice_from_loaded_ones() -> None:
    draw = random.Random(7)
    fair = uniformity(6, Counter(draw.randint(1, 6) for _ in range(6000)))
    assert fair.p is not None
    assert 0.001 < fair.p < 0.999
    loaded = uniformity(6, Counter(draw.choice((1, 2, 3, 4, 5, 6, 6)) for _ in range(6000)))
    assert loaded.p is not None
    assert loaded.p < 0.001
    assert uniformity(6, Counter([1, 2])).p is None
    even = uniformity(6, Counter(dict.fromkeys(range(1, 7), 100)))
    assert even.chi_square == 0
    assert even.p is not None
    assert even.p > 0.99
    # 11.070 is the 5 % point of chi-square with 5 degrees of freedom
    table = uniformity(6, Counter({1: 148, 2: 85, 3: 92, 4: 90, 5: 92, 6: 93}))
    assert table.p is not None
    assert (table.p < 0.05) == (table.chi_square > 11.07)


def small_log() -> bytes:
    """A few entries, for the vectors: none after a phase has ended, so none with a state digest."""
    made = toy_match()
    made.act(0, toy.Throw(2))
    made.act(0, toy.Show((toy.USA, toy.JAPAN), 1))
    made.act(0, toy.Win())
    made.close()
    made.disclose()
    return write_log(made.spectator.log)


def corruptions(data: bytes) -> list[tuple[str, bytes]]:
    """A family of named corruptions of a log."""
    records, _ = read_records(data, LOG_MAGIC)
    first = next(i for i, record in enumerate(records) if record.kind is RecordKind.ENTRY)

    def rebuilt(changed: list[Record]) -> bytes:
        return LOG_MAGIC + b"".join(map(write_record, changed))

    def flipped(index: int, place: int) -> bytes:
        content = bytearray(records[index].content)
        content[place] ^= 1
        changed = list(records)
        changed[index] = Record(records[index].kind, bytes(content))
        return rebuilt(changed)

    swapped = list(records)
    swapped[first], swapped[first + 1] = swapped[first + 1], swapped[first]
    return [
        ("first entry missing", rebuilt([*records[:first], *records[first + 1 :]])),
        ("first two entries swapped", rebuilt(swapped)),
        ("an entry twice", rebuilt([*records[: first + 1], *records[first:]])),
        ("signature of the first entry changed", flipped(first, -1)),
        ("body of the first entry changed", flipped(first, 70)),
        ("scenario changed", flipped(1, 3)),
        ("nonce of the charter changed", flipped(0, -400)),
        ("a closing signature twice", rebuilt([*records, records[-4]])),
        ("a disclosed key changed", flipped(len(records) - 1, 100)),
        ("header changed", data[: len(LOG_MAGIC)] + b"\x02" + data[len(LOG_MAGIC) + 1 :]),
    ]


def told(data: bytes) -> Json:
    report = refused_or_unreadable(data)
    if report is None:
        return "unreadable"
    fault = report.fault
    return {
        "verified": report.verified,
        "status": report.status.value,
        "entries": report.entries,
        "code": None if fault is None else fault.code,
        "entry": None if fault is None else fault.entry,
        "culprit": None if fault is None else fault.culprit,
    }


def test_vectors_of_a_small_log() -> None:
    data = small_log()
    damaged = corruptions(data)
    for name, changed in damaged:
        verdict = told(changed)
        assert verdict == "unreadable" or not verdict["verified"], name  # type: ignore[index,call-overload]  # a report
    check_vectors(
        "small_log",
        {
            "log": data.hex(),
            "verdict": told(data),
            "corrupted": [
                {"name": name, "log": changed.hex(), "verdict": told(changed)}
                for name, changed in damaged
            ],
        },
    )


def test_a_statement_signed_twice_alike_is_one_statement() -> None:
    made = closed()
    closing = made.authors[0].close()
    again = sign_statement(identity(0), replace(closing.statement))
    with pytest.raises(Refused) as refused:
        made.spectator.add_statement(again)
    assert refused.value.code is Code.KNOWN


_WITHOUT_THE_ENGINE = """
import sys
from importlib.abc import MetaPathFinder

class NoEngine(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "engine":
            raise ImportError(f"{name} is not here")
        return None

sys.meta_path.insert(0, NoEngine())
from protocol.outline_audit import outline_audit
from protocol.report import Level

audit = outline_audit(sys.stdin.buffer.read(), Level(sys.argv[1]))
try:
    while True:
        next(audit)
except StopIteration as done:
    print(done.value.verified)
"""


@pytest.mark.parametrize("level", [Level.LINE, Level.SECRETS])
@pytest.mark.parametrize("secrecy", Secrecy)
def test_spec_14_what_needs_no_rules_runs_where_they_are_not_installed(
    secrecy: Secrecy, level: Level
) -> None:
    command = [sys.executable, "-c", _WITHOUT_THE_ENGINE, level.value]
    done = subprocess.run(
        command,
        input=write_log(played(secrecy).spectator.log),
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.split() == [b"True"]
