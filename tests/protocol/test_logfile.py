"""SPEC-6.9: a log as a file, cut anywhere, changed anywhere."""

from itertools import accumulate
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.entry import Entry
from protocol.errors import Code, LocalError, ProtocolError, Refused, Unreadable
from protocol.log import Log
from protocol.logfile import (
    LOG_MAGIC,
    LogFile,
    Record,
    RecordKind,
    founding_records,
    read_log,
    read_records,
    read_statement_record,
    statement_record,
    write_log,
    write_record,
)
from protocol.questions import RejoinQuestion
from protocol.statement import sign_statement
from protocol.statements import Closing, RaisedHand
from tests.protocol.sample import CHARTER, SCENARIO, entry, found, identity
from tests.protocol.vectors import Json, check_vectors


def played() -> Log:
    """Three entries, a raised hand, a question, a closing signature."""
    log = Log(found())
    for number in range(3):
        log.append(log.admit(entry(log.head, number % 2).raw))
    game = CHARTER.game_id
    log.add_statement(
        sign_statement(identity(1), RaisedHand(game=game, seat=1, head=log.at(1).head, counter=1))
    )
    log.add_statement(
        sign_statement(
            identity(0),
            RejoinQuestion(game=game, seat=0, round=1, nonce=b"q" * 32, dice_head=b"h" * 32),
        )
    )
    log.add_statement(sign_statement(identity(1), Closing(game=game, seat=1, head=log.head)))
    return log


LOG = played()
FILE = write_log(LOG)
RECORDS, _ = read_records(FILE, LOG_MAGIC)
ENDS = list(accumulate((len(write_record(record)) for record in RECORDS), initial=len(LOG_MAGIC)))
FOUNDED = ENDS[4]


def replayed(file: LogFile) -> Log:
    """The log of a file, everything in it judged as far as logs go."""
    log = Log(file.founding)
    for record in file.records:
        if record.kind is RecordKind.ENTRY:
            log.append(log.admit(record.content))
        else:
            log.add_statement(read_statement_record(record))
    return log


def file_of(*records: Record) -> bytes:
    return LOG_MAGIC + b"".join(write_record(record) for record in records)


def header(kind: int, length: int) -> bytes:
    start = bytes([kind]) + length.to_bytes(4, "big")
    return start + crc32(start).to_bytes(4, "big")


def test_spec_6_9_a_file_has_a_line_and_records_with_headers() -> None:
    assert FILE.startswith(b"secret-subs log 2\n\x01")
    assert write_record(Record(RecordKind.ENTRY, b"abc")) == header(4, 3) + b"abc"
    assert [record.kind for record in RECORDS] == [
        RecordKind.CHARTER,
        RecordKind.SCENARIO,
        RecordKind.CHARTER_SIGNATURE,
        RecordKind.CHARTER_SIGNATURE,
        RecordKind.ENTRY,
        RecordKind.ENTRY,
        RecordKind.ENTRY,
        RecordKind.HAND,
        RecordKind.QUESTION,
        RecordKind.CLOSING,
    ]


def test_spec_6_9_a_written_log_is_read_back() -> None:
    file = read_log(FILE)
    assert file.torn == 0
    assert file.founding == LOG.founding
    again = replayed(file)
    assert list(again) == list(LOG)
    assert again.statements == LOG.statements


def test_spec_6_9_a_file_cut_before_its_charter_is_signed_by_all_is_unreadable() -> None:
    for end in range(FOUNDED):
        with pytest.raises(Unreadable):
            read_log(FILE[:end])


def test_spec_6_9_a_file_cut_anywhere_else_is_read_to_its_last_whole_record() -> None:
    for end in range(FOUNDED, len(FILE)):
        file = read_log(FILE[:end])
        whole = max(place for place in ENDS if place <= end)
        assert len(file.records) == ENDS.index(whole) - 4
        assert file.torn == end - whole


def test_spec_6_9_statements_may_stand_among_the_entries() -> None:
    shuffled = (*RECORDS[:4], RECORDS[8], RECORDS[4], RECORDS[9], *RECORDS[5:8])
    again = replayed(read_log(file_of(*shuffled)))
    assert list(again) == list(LOG)
    assert {one.raw for one in again.statements} == {one.raw for one in LOG.statements}


@given(st.integers(0, len(FILE) - 1), st.integers(1, 255))
def test_spec_6_9_a_changed_byte_is_noticed(place: int, change: int) -> None:
    changed = bytearray(FILE)
    changed[place] ^= change
    with pytest.raises(ProtocolError):
        replayed(read_log(bytes(changed)))


def test_spec_6_9_a_changed_header_is_damage_and_not_a_cut() -> None:
    for place in (start + step for start in ENDS[:-1] for step in range(9)):
        for bit in range(8):
            changed = bytearray(FILE)
            changed[place] ^= 1 << bit
            with pytest.raises(Unreadable, match="damaged"):
                read_log(bytes(changed))


UNREADABLE: list[tuple[str, bytes, int, str]] = [
    ("empty", b"", 0, "does not begin with"),
    ("another file", b"%PDF-1.7\n", 0, "does not begin with"),
    ("version 1", b"secret-subs log 1\n", 0, "of version 1, which is not read any more"),
    ("a later version", b"secret-subs log 3\n", 0, "does not begin with"),
    ("nothing after the line", LOG_MAGIC, 18, "not a whole charter"),
    ("entry first", file_of(RECORDS[4]), 18, "not a whole charter"),
    ("no scenario", file_of(RECORDS[0], RECORDS[2]), ENDS[1], "kind scenario"),
    ("one signature", file_of(*RECORDS[:3], RECORDS[4]), ENDS[3], "kind charter signature"),
    ("signature again", file_of(*RECORDS[:5], RECORDS[2]), ENDS[5], "is out of place"),
    ("charter again", file_of(*RECORDS[:5], RECORDS[0]), ENDS[5], "is out of place"),
    ("scenario again", file_of(*RECORDS[:4], RECORDS[1]), ENDS[4], "is out of place"),
    ("unknown kind", file_of(*RECORDS[:4]) + header(16, 0), ENDS[4], "unknown kind 16"),
    ("kind 0", LOG_MAGIC + header(0, 0), 18, "unknown kind 0"),
    ("length over the limit", LOG_MAGIC + header(1, 57_345), 18, "at most 57344 are allowed"),
    ("scenario over the limit", LOG_MAGIC + header(2, 2**20 + 1), 18, "at most 1048576"),
    ("statement over the limit", LOG_MAGIC + header(5, 4097), 18, "at most 4096 are allowed"),
]


@pytest.mark.parametrize(
    ("name", "data", "offset", "reason"), UNREADABLE, ids=[name for name, *_ in UNREADABLE]
)
def test_spec_6_9_what_is_no_log_is_unreadable_at_a_place(
    name: str, data: bytes, offset: int, reason: str
) -> None:
    with pytest.raises(Unreadable, match=reason) as unreadable:
        read_log(data)
    assert unreadable.value.offset == offset, name
    assert str(unreadable.value).startswith(f"at byte {offset}: ")


def test_spec_6_9_another_scenario_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        read_log(file_of(RECORDS[0], Record(RecordKind.SCENARIO, SCENARIO + b"\n"), *RECORDS[2:]))
    assert refused.value.code is Code.BAD_CHARTER


@given(st.binary(max_size=80))
def test_spec_6_9_any_bytes_after_the_line_are_refused(raw: bytes) -> None:
    with pytest.raises(ProtocolError):
        read_log(LOG_MAGIC + raw)


def test_spec_6_9_a_record_that_is_no_statement_is_not_read_as_one() -> None:
    with pytest.raises(LocalError, match="kind entry is no statement"):
        read_statement_record(RECORDS[4])
    with pytest.raises(LocalError, match="kind charter signature is no statement"):
        read_statement_record(RECORDS[2])


def test_spec_6_9_a_file_grows_at_its_end() -> None:
    grown = file_of(*founding_records(LOG.founding))
    for one in LOG:
        grown += write_record(Record(RecordKind.ENTRY, one.raw))
    for signed in LOG.statements:
        grown += write_record(statement_record(signed))
    assert grown == FILE
    assert Entry.from_bytes(RECORDS[4].content) == LOG.at(1)


def test_vectors_of_log_files() -> None:
    unreadable: list[Json] = [
        {"name": name, "bytes": data.hex(), "offset": offset}
        for name, data, offset, _ in UNREADABLE
    ]
    check_vectors("logfile", {"valid": FILE.hex(), "unreadable": unreadable})
