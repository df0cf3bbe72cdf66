"""SPEC-14.1 by several hands: the same report in every field, whoever checks what is owed."""

import pickle
import random
import subprocess
import sys
from dataclasses import replace
from functools import cache

import pytest

from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.claims import Holds
from protocol.entry import DiceShare, Entry, Opening, OpenTokens, SealTokens
from protocol.errors import Code, Refused, Unreadable
from protocol.evidence import best_evidence
from protocol.logfile import LOG_MAGIC, Record, RecordKind, read_records, write_log, write_record
from protocol.obligations import Chunk, Claimed, Opened, Signature, first_broken
from protocol.report import Level, Report, finish_audit
from protocol.sealing.proved import Proved
from protocol.shared_audit import SharedAudit
from protocol.verdict import PROGRAM_FAULT
from tests.protocol import toy
from tests.protocol.test_audit import closed, corruptions, played, whole
from tests.protocol.toy_match import ToyMatch, toy_founding, toy_match, toy_table


def shared(data: bytes, draw: random.Random | None = None) -> Report:
    """An audit whose chunks are carried elsewhere and checked there, in whatever order."""
    work = SharedAudit(data, open_table=toy_table)
    chunks = [pickle.dumps(chunk) for chunk in work.chunks()]
    (draw or random.Random(1)).shuffle(chunks)
    broken = [first_broken(pickle.loads(chunk)) for chunk in chunks]  # noqa: S301 (made just now)
    return finish_audit(
        work.conclude(min((one for one in broken if one is not None), default=None))
    )


def agreed(data: bytes) -> Report:
    """The report on which both ways of auditing agree."""
    report = audit(data, open_table=toy_table)
    assert shared(data) == report
    return report


@cache
def game(secrecy: Secrecy) -> ToyMatch:
    return closed() if secrecy is Secrecy.HASHED else played(secrecy)


def entries(made: ToyMatch) -> list[Entry]:
    return list(made.spectator.log)


def rebuilt(records: list[Record]) -> bytes:
    return LOG_MAGIC + b"".join(map(write_record, records))


@pytest.mark.parametrize("secrecy", Secrecy)
def test_a_good_log_is_verified_by_both(secrecy: Secrecy) -> None:
    data = write_log(game(secrecy).spectator.log)
    assert agreed(data).verified
    assert agreed(data[:-1]).torn


@pytest.mark.parametrize("secrecy", Secrecy)
def test_every_entry_owes_its_signature_and_what_its_items_must_show(secrecy: Secrecy) -> None:
    work = SharedAudit(write_log(game(secrecy).spectator.log), open_table=toy_table)
    owed = [one for chunk in work.chunks() for record in chunk.owed for one in record]
    items = [item for entry in entries(game(secrecy)) for item in entry.items]
    assert sum(isinstance(one, Signature) for one in owed) == len(entries(game(secrecy)))
    assert sum(isinstance(one, Claimed) for one in owed) == sum(
        isinstance(item, SealTokens) for item in items
    )
    assert sum(isinstance(one, Opened) for one in owed) == sum(
        len(item.openings) for item in items if isinstance(item, OpenTokens)
    )


def test_the_named_corruptions_are_refused_alike() -> None:
    for name, changed in corruptions(whole()):
        if name == "header changed":
            with pytest.raises(Unreadable):
                shared(changed)
        else:
            assert not agreed(changed).verified, name


@pytest.mark.no_cover
@pytest.mark.parametrize("secrecy", Secrecy)
def test_changed_bytes_are_refused_alike(secrecy: Secrecy) -> None:
    data, draw = write_log(game(secrecy).spectator.log), random.Random(8)
    for place in draw.sample(range(len(data)), 40):
        changed = bytearray(data)
        changed[place] ^= 1 << draw.randrange(8)
        try:
            audit(bytes(changed), open_table=toy_table)
        except Unreadable:
            continue
        assert not agreed(bytes(changed)).verified


@pytest.mark.no_cover
def test_every_signature_is_checked() -> None:
    """Re-signed by another seat: the line's hashes are what they were."""
    records, _ = read_records(whole(), LOG_MAGIC)
    for index, record in enumerate(records):
        if record.kind is RecordKind.ENTRY:
            changed = list(records)
            content = record.content[:-1] + bytes([record.content[-1] ^ 1])
            changed[index] = Record(RecordKind.ENTRY, content)
            fault = agreed(rebuilt(changed)).fault
            assert fault is not None
            assert fault.code is Code.BAD_SIGNATURE
            assert fault.entry == Entry.from_bytes(record.content).sequence


# Forgeries that are properly signed, with a game that goes on after them


def lie(secrecy: Secrecy, item: OpenTokens | SealTokens) -> OpenTokens | SealTokens:
    """An item that obeys the rules and shows nothing."""
    match item:
        case OpenTokens(openings):
            return OpenTokens(tuple(Opening(o.handle, o.group, bytes([9]) * 32) for o in openings))
        case SealTokens(justification=shown):
            flipped = (
                shown + b"x" if secrecy is Secrecy.HASHED else shown[:-1] + bytes([shown[-1] ^ 1])
            )
            return replace(item, justification=flipped)


def forged(made: ToyMatch, place: int, after: int) -> bytes | None:
    """The log up to a place, whose first seal or opening is a lie, and so many entries more.

    None where it has no such item.
    """
    line = entries(made)
    entry = line[place - 1]
    secrecy = made.spectator.charter.secrecy
    items = list(entry.items)
    index = next(
        (i for i, one in enumerate(items) if isinstance(one, OpenTokens | SealTokens)), None
    )
    if index is None:
        return None
    item = items[index]
    assert isinstance(item, OpenTokens | SealTokens)
    items[index] = lie(secrecy, item)
    liar = made.forged(
        entry.seat,
        *items,
        head=line[place - 2].head if place > 1 else toy_table(made.spectator.log.founding).head,
        incarnation=entry.incarnation,
        state=entry.digest,
    )
    records = [
        record
        for record in read_records(write_log(made.spectator.log), LOG_MAGIC)[0]
        if record.kind is not RecordKind.ENTRY and record.kind.value < RecordKind.ENTRY
    ]
    records += [Record(RecordKind.ENTRY, one.raw) for one in (*line[: place - 1], liar)]
    head = liar.head
    for later in line[place : place + after]:
        again = made.forged(
            later.seat,
            *later.items,
            head=head,
            incarnation=later.incarnation,
            state=later.digest,
        )
        records.append(Record(RecordKind.ENTRY, again.raw))
        head = again.head
    return rebuilt(records)


@pytest.mark.parametrize("secrecy", Secrecy)
def test_whatever_follows_a_lie_the_lie_is_the_fault(secrecy: Secrecy) -> None:
    """What comes after a lie may be good, or refused by the rules: digests, dice, rejoins."""
    made, codes = game(secrecy), set()
    for place in range(1, len(entries(made)) + 1):
        data = forged(made, place, after=10)
        if data is None:
            continue
        report = agreed(data)
        assert report.fault is not None
        assert report.fault.entry == place
        assert report.fault.culprit == entries(made)[place - 1].seat
        assert report.entries == place - 1
        codes.add(report.fault.code)
    assert codes == {Code.BAD_OPENING, Code.FALSE_CLAIM}


def test_the_first_of_two_lies_is_the_fault_whichever_is_found_first() -> None:
    made = toy_match(toy_founding(Secrecy.PROVED))
    for _ in range(20):  # so that the two lie in different chunks
        made.act(0, toy.Throw(1))
    made.act(0, toy.Shuffle())
    for _ in range(20):
        made.act(0, toy.Throw(1))
    line = entries(made)
    sealed = [e.sequence for e in line if any(isinstance(item, SealTokens) for item in e.items)]
    data = forged(made, sealed[-1], after=60)
    assert data is not None
    records, _ = read_records(data, LOG_MAGIC)
    last = Record(RecordKind.ENTRY, records[-1].content[:-1] + bytes([records[-1].content[-1] ^ 1]))
    report = agreed(rebuilt([*records[:-1], last]))
    assert report.fault is not None
    assert (report.fault.entry, report.fault.code) == (sealed[-1], Code.FALSE_CLAIM)
    work = SharedAudit(data, open_table=toy_table)
    assert len(list(work.chunks())) > 1


def test_a_lie_before_what_the_rules_refuse_is_the_fault() -> None:
    """Seen from the replay alone, the share refused later would be all there is to see."""
    made = toy_match(toy_founding(Secrecy.PROVED))
    made.act(0, toy.Shuffle())
    sealed = entries(made)[-1].sequence
    made.act(0, toy.Throw(1))
    data = forged(made, sealed, after=0)
    assert data is not None
    records, _ = read_records(data, LOG_MAGIC)
    head = Entry.from_bytes(records[-1].content).head
    wrong = made.forged(0, toy.Throw(1), DiceShare(bytes(32)), head=head)
    report = agreed(data + write_record(Record(RecordKind.ENTRY, wrong.raw)))
    assert report.fault is not None
    assert report.fault.entry == sealed


def test_spec_14_2_who_knows_no_rules_sees_every_lie_about_tokens_and_no_broken_rule() -> None:
    made = toy_match(toy_founding(Secrecy.PROVED))
    illegal = made.forged(0, toy.Throw(0))
    token = toy.toy(made.spectator.game).tokens[toy.USA][0]
    lie = SealTokens(toy.USA, Holds(token, 1), bytes(32), (), bytes(31) + b"\1")
    lying = made.forged(0, toy.Remove(token, 1), lie)
    log = write_log(made.spectator.log)
    for entry, refused in (
        (illegal, {Level.RULES: Code.ILLEGAL_ANSWER}),
        (lying, {Level.RULES: Code.BAD_OPENING, Level.SECRETS: Code.BAD_OPENING}),
    ):
        data = log + write_record(Record(RecordKind.ENTRY, entry.raw))
        for level in Level:
            fault = audit(data, level, open_table=toy_table).fault
            assert (fault and fault.code) == refused.get(level), level


def test_spec_14_1_secrets_are_audited_without_the_rules() -> None:
    made = toy_match(toy_founding(Secrecy.PROVED))
    made.act(0, toy.Shuffle())
    script = (
        "import sys\n"
        "from protocol.outline_audit import outline_audit\n"
        "from protocol.report import Level, finish_audit\n"
        "report = finish_audit(outline_audit(sys.stdin.buffer.read(), Level.SECRETS))\n"
        "loaded = [name for name in sys.modules if name.split('.')[0] == 'engine']\n"
        "print(report.verified, report.claims.proved, loaded)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=write_log(made.spectator.log),
        capture_output=True,
        check=True,
    )
    proved = audit(write_log(made.spectator.log), open_table=toy_table).claims.proved
    assert done.stdout.decode().split(maxsplit=2) == ["True", str(proved), "[]\n"]
    assert proved == 5


def test_a_rule_broken_before_a_lie_is_the_fault() -> None:
    made = toy_match(toy_founding(Secrecy.PROVED))
    bad = made.forged(0, toy.Throw(0))
    after = made.forged(
        0,
        toy.Shuffle(),
        SealTokens(toy.USA, Holds(1, 1), bytes(32), (bytes(32),) * 4, b""),
        head=bad.head,
    )
    data = write_log(made.spectator.log)
    for entry in (bad, after):
        data += write_record(Record(RecordKind.ENTRY, entry.raw))
    report = agreed(data)
    assert report.fault is not None
    assert (report.fault.entry, report.fault.code) == (bad.sequence, Code.ILLEGAL_ANSWER)


def test_within_an_entry_the_signature_comes_first_then_the_items_in_order() -> None:
    """An entry that nobody signed accuses nobody, whatever it says (SPEC-10.3)."""
    made = toy_match(toy_founding(Secrecy.PROVED))
    token = toy.toy(made.spectator.game).tokens[toy.USA][0]
    unsigned = made.forged(0, toy.Throw(0)).raw
    unsigned = unsigned[:-1] + bytes([unsigned[-1] ^ 1])
    lying = made.forged(
        0,
        toy.Remove(token, 1),
        SealTokens(toy.USA, Holds(token, 1), bytes(32), (), bytes(32)),
        toy.Throw(0),
    )
    for raw, code, culprit in (
        (unsigned, Code.BAD_SIGNATURE, None),
        (lying.raw, Code.BAD_OPENING, 0),
    ):
        report = agreed(write_log(made.spectator.log) + write_record(Record(RecordKind.ENTRY, raw)))
        assert report.fault is not None
        assert (report.fault.code, report.fault.culprit) == (code, culprit)


def test_void_entries_in_a_log_are_refused_alike() -> None:
    made = toy_match()
    tail = made.prepare(0, toy.Shuffle()).entry
    made.restore(0)
    made.rejoin(0)
    rejoin = made.prepare(0, toy.Throw(1)).entry
    records, _ = read_records(write_log(made.spectator.log), LOG_MAGIC)
    kept = [r for r in records if r.kind not in (RecordKind.QUESTION, RecordKind.ANSWER)]
    both = [*kept, Record(RecordKind.ENTRY, tail.raw), Record(RecordKind.ENTRY, rejoin.raw)]
    report = agreed(rebuilt(both))
    assert report.fault is not None
    assert report.fault.code is Code.STALE_HEAD


def test_a_checker_that_cries_wolf_changes_no_verdict() -> None:
    """Its word only decides from where on the audit is made in the usual way."""
    data = whole()
    work = SharedAudit(data, open_table=toy_table)
    list(work.chunks())
    assert finish_audit(work.conclude(3)) == audit(data, open_table=toy_table)


def test_what_is_no_log_is_judged_as_ever() -> None:
    with pytest.raises(Unreadable):
        shared(b"hello")
    records, _ = read_records(whole(), LOG_MAGIC)
    records = (records[0], Record(RecordKind.SCENARIO, b"another"), *records[2:])
    report = agreed(rebuilt(list(records)))
    assert report.fault is not None
    assert (report.fault.code, report.fault.entry) == (Code.BAD_CHARTER, 0)


def test_a_proof_that_the_program_fails_on_blames_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    data = write_log(game(Secrecy.PROVED).spectator.log)
    monkeypatch.setattr(Proved, "verify", fails)
    report = agreed(data)
    assert report.fault is not None
    assert (report.fault.code, report.fault.culprit) == (PROGRAM_FAULT, None)
    assert report.fault.entry == 1


def test_an_obligation_that_cannot_be_checked_does_not_hold() -> None:
    short = Signature(identity_key(), bytes(32), b"")
    strange = Signature(b"", bytes(32), bytes(64))
    for owed in (short, strange):
        assert first_broken(Chunk(Secrecy.PROVED, 7, ((), (owed,)))) == 8


def identity_key() -> bytes:
    return closed().spectator.charter.seats[0].key.raw


@pytest.mark.parametrize("secrecy", Secrecy)
def test_every_lie_can_be_shown_to_a_stranger(secrecy: Secrecy) -> None:
    """SPEC-14.8: whoever refuses it keeps evidence, which says the same and names the same seat."""
    made, shown = game(secrecy), 0
    for place in range(1, len(entries(made)) + 1):
        data = forged(made, place, after=0)
        if data is None:
            continue
        lying = Entry.from_bytes(read_records(data, LOG_MAGIC)[0][-1].content)
        table = toy_table(made.spectator.log.founding)
        for entry in entries(made)[: place - 1]:
            table.append(entry.raw)
        with pytest.raises(Refused) as refused:
            table.append(lying.raw)
        evidence = best_evidence(table.log, refused.value, lying)
        assert evidence is not None
        report = audit(evidence, open_table=toy_table)
        assert report.verified, report.to_text()
        assert report.fault is not None
        assert (report.fault.code, report.fault.culprit) == (refused.value.code, lying.seat)
        shown += 1
    assert shown >= 8
