"""The verifier written from SPEC.md alone and the program say the same of hostile files.

What is forged here is well formed and well signed, but for one thing or two. Where the program
refuses by the rules of the game, the verifier, which has none, need not.
"""

import random
from collections.abc import Callable, Sequence

import pytest

from engine.records import encode as plain
from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.errors import Unreadable as ProgramUnreadable
from protocol.logfile import Record as ProgramRecord
from protocol.logfile import RecordKind, read_statement_record
from protocol.report import Level, Report
from protocol.sealing.suite import ClaimStatus
from tests.conformance import evidence, lines
from tests.conformance.canonical import Value, encode
from tests.conformance.claims import listed
from tests.conformance.dice import roll, seed_of_roll
from tests.conformance.entries import read_entry
from tests.conformance.files import Record, Unreadable, read_founding
from tests.conformance.hashing import derive
from tests.conformance.hostile import (
    FOUNDING,
    fields_of,
    forged,
    played,
    resigned,
    unsigned,
    whole,
)
from tests.conformance.lines import Verdict
from tests.conformance.replica import Replica
from tests.protocol.sample import phrase
from tests.protocol.toy_match import toy_founding, toy_table

pytestmark = pytest.mark.no_cover  # a second verifier, over and over

HASHED, PROVED = Secrecy.HASHED, Secrecy.PROVED
OF_THE_RULES = {"wrong_author", "not_due", "wrong_digest", "illegal_answer", "share_early"}
"""Codes of refusals that can need the rules of the game."""
BY_THE_RULES = {"SPEC-10.5", "SPEC-10.7"}
"""Rules of this document by which an answer is held against a request."""


def program(data: bytes, *, level: Level = Level.RULES) -> Report | None:
    """The program's report; None where the file is unreadable."""
    try:
        return audit(data, level=level, open_table=toy_table)
    except ProgramUnreadable:
        return None


def agree(data: bytes, secrecy: Secrecy) -> str | None:
    """Hold both verifiers against each other; the code, `""` if none or None if by the rules."""
    report = program(data)
    if report is None:
        assert program(data, level=Level.LINE) is program(data, level=Level.SECRETS) is None
        with pytest.raises(Unreadable):
            lines.full(data)
        return "unreadable"
    verdict, replica = lines.full(data, played(secrecy).asked)
    for level in (Level.LINE, Level.SECRETS):
        again = program(data, level=level)
        assert again is not None
        assert verdict_of(again) == lines.full(data, (), level.value)[0]._replace(ended=False)
    fault = report.fault
    same = verdict_of(report) == verdict._replace(ended=False)
    if not same and fault and (fault.code in OF_THE_RULES or fault.rule in BY_THE_RULES):
        return None
    assert same, (report.to_text(), verdict)
    if fault is None and replica is not None:
        proved = [made.status is ClaimStatus.PROVED for made in report.each_claim]
        assert proved == [made.proved for made in replica.tokens.claims]
    return "" if fault is None else fault.code


def verdict_of(report: Report) -> Verdict:
    fault = report.fault
    if fault is None:
        return Verdict(report.entries, torn=report.torn)
    return Verdict(report.entries, fault.code, fault.entry, fault.culprit, report.torn)


def draws(name: str, count: int) -> Sequence[random.Random]:
    return [random.Random(f"{name} {index}") for index in range(count)]


@pytest.mark.parametrize("secrecy", [HASHED, PROVED])
def test_14_a_whole_log(secrecy: Secrecy) -> None:
    data = whole(played(secrecy).records)
    assert agree(data, secrecy) == ""
    assert lines.full(data, played(secrecy).asked)[0].ended
    assert all(lines.full(data, (), level)[0].ended for level in ("line", "secrets"))


def test_14_1_changed_bytes() -> None:
    data = whole(played(HASHED).records)
    codes = set()
    for draw in draws("byte", 40):
        changed = bytearray(data)
        changed[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        codes.add(agree(bytes(changed), HASHED))
    assert "" not in codes
    assert len(codes) > 3, codes


@pytest.mark.parametrize(("secrecy", "count"), [(HASHED, 100), (PROVED, 25)])
def test_14_1_forged_records(secrecy: Secrecy, count: int) -> None:
    records = played(secrecy).records
    codes = set()
    for draw in draws("forged", count):
        index = draw.randrange(FOUNDING, len(records))
        after = records[index + 1 : index + 3]
        data = whole([*records[:index], forged(draw, records[index]), *after])
        codes.add(agree(data, secrecy))
    assert len(codes) > 3, codes


def test_14_1_records_out_of_place() -> None:
    records = played(HASHED).records
    for draw in draws("place", 40):
        here, there = (draw.randrange(FOUNDING, len(records)) for _ in range(2))
        moved = [*records[:here], records[there], *records[here + draw.randrange(2) :]]
        agree(whole(moved), HASHED)


@pytest.mark.parametrize("secrecy", [HASHED, PROVED])
@pytest.mark.parametrize("whose", ["own", "another"])
def test_13_3_sealing_keys_are_judged_alike_in_both_suites(secrecy: Secrecy, whose: str) -> None:
    """In `proved` nobody owes a disclosure, and false keys are a fault all the same."""
    records = [record for record in played(secrecy).records if record[0] != 10]
    entry = read_entry(played(secrecy).entries[-1][1])
    seat, power = 1, "Japan"
    phrase_of = phrase(seat if whose == "own" else 0).secret
    key = derive(phrase_of, "seal-key", encode([entry.game, power]))
    fields: list[Value] = [entry.game, seat, [entry.number, entry.hash], [[power, key]]]
    code = agree(whole([*records, resigned(10, fields, seat)]), secrecy)
    assert code == ("" if whose == "own" else "bad_disclosure")


ANOTHER_SPELLING: dict[str, Callable[[bytes], bytes]] = {
    "the same point": lambda point: point[:31] + bytes([point[31] | 0x80]),
    "the identity": lambda _: bytes(31) + b"\x80",
}


@pytest.mark.parametrize("spelling", ANOTHER_SPELLING)
@pytest.mark.parametrize(
    ("claim", "member", "code"), [("counted", 5, "false_claim"), ("shuffled", 4, "bad_commitment")]
)
def test_15_0_a_point_has_one_spelling(claim: str, member: int, code: str, spelling: str) -> None:
    """The first K of a justification, and the first commitment, with the highest bit set."""
    records, asked = played(PROVED).records, played(PROVED).asked
    seals = [
        (index, at)
        for index, (kind, content) in enumerate(records)
        if kind == 4
        for at, item in enumerate(listed(fields_of(content)[7]))
        if listed(item)[0] == "seal"
    ]
    index, at = seals[[said[0] for _, said in asked].index(claim)]
    fields = fields_of(records[index][1])
    seal = listed(listed(fields[7])[at])
    respell = ANOTHER_SPELLING[spelling]
    match seal[member]:
        case bytes(justification):
            seal[5] = respell(justification[:32]) + justification[32:]
        case [bytes(first), *others]:
            seal[4] = [respell(first), *others]
        case _:
            pytest.fail("neither a justification nor commitments")
    assert agree(whole([*records[:index], resigned(4, fields)]), PROVED) == code


@pytest.mark.parametrize("secrecy", [HASHED, PROVED])
def test_7_3_and_11_2_the_dice_and_the_state_digests_of_a_whole_log(secrecy: Secrecy) -> None:
    """The toy's orders tell which dice are thrown, the program what its rules remember."""
    records, asked = played(secrecy).records, played(secrecy).asked
    table = toy_table(toy_founding(secrecy))
    replica = Replica(read_founding(records[:FOUNDING])[0], asked)
    thrown: list[tuple[bytes, int, int]] = []
    given: list[bytes] = []
    fallen = digests = 0
    for kind, content in records[FOUNDING:]:
        if kind != 4:
            table.add_statement(read_statement_record(ProgramRecord(RecordKind(kind), content)))
            replica.hear(kind, content)
            continue
        entry = read_entry(content)
        if entry.state is not None:
            assert replica.state(plain(table.game), len(thrown)) == entry.state
            digests += 1
        rolls = table.append(content).rolls
        replica.append(content)
        for item in entry.items:
            match item:
                case ["decide", ["throw", int(count), int(sides)]]:
                    thrown.append((entry.hash, count, sides))
                case ["share", bytes(share)]:
                    given.append(share)
                case _:
                    pass
        if len(given) == 2:
            (rolled,) = rolls
            request, count, sides = thrown[-1]
            seed = seed_of_roll(request, len(thrown), given)
            assert roll(seed, count, sides) == list(rolled.dice)
            given, fallen = [], fallen + 1
    assert fallen == len(thrown) == 4
    assert digests == 1


def moved_statements(draw: random.Random, records: list[Record]) -> list[Record]:
    """The statements of a log anywhere in it, some of them gone, and others signed anew."""
    entries = [record for record in records if record[0] == 4]
    said = [record for record in records[FOUNDING:] if record[0] != 4]
    mixed = list(entries)
    for kind, content in draw.sample(said, draw.randrange(len(said) + 1)):
        record = (kind, content)
        if draw.random() < 0.2:
            fields = fields_of(content)
            record = resigned(kind, fields, draw.choice((fields[1], 0, 1)))
        mixed.insert(draw.randrange(len(mixed) + 1), record)
    return [*records[:FOUNDING], *mixed]


def test_12_where_statements_stand_decides_nothing() -> None:
    codes = set()
    for draw in draws("rejoin", 40):
        codes.add(agree(whole(moved_statements(draw, played(HASHED).records)), HASHED))
    assert codes <= {"", "bad_signature"}, codes
    assert "" in codes


def altered(draw: random.Random, entry: Record) -> Record:
    """A rejoin whose settlement says something else, signed anew."""
    fields = fields_of(entry[1])
    match fields[7]:
        case [["rejoin", bytes(raw), list(shown)], *rest]:
            settlement = fields_of(raw)
            change = draw.randrange(5)
            answers = listed(settlement[3])
            if change == 0:
                settlement[3] = answers[1:]
            elif change == 1:
                settlement[3] = answers[::-1]
            elif change == 2:
                settlement[5] = None
            elif change == 3:
                settlement[5] = [draw.randrange(1, 9), bytes(32)]
            else:
                shown = [*shown, raw]
            _, again = resigned(11, settlement, settlement[1])
            first: Value = ["rejoin", again, shown]
            fields[7] = [first, *rest]
            return resigned(4, fields)
        case _:
            raise ValueError(entry)


def test_12_6_rejoins_that_say_something_else() -> None:
    records, entries = played(HASHED).records, played(HASHED).entries
    begin = [
        place
        for place, (_, content) in enumerate(entries)
        if listed(read_entry(content).items[0])[0] == "rejoin"
    ]
    codes = set()
    for draw in draws("settlement", 30):
        place = draw.choice(begin)
        line = [*records[:FOUNDING], *entries[:place], altered(draw, entries[place])]
        codes.add(agree(whole(line), HASHED))
    assert "bad_rejoin" in codes
    assert codes <= {"bad_rejoin", ""}, codes


# Evidence


def shown(data: bytes, secrecy: Secrecy = HASHED) -> evidence.Shown:
    """What both verifiers say that a file of evidence shows."""
    report = program(data)
    verdict = evidence.judge(data, played(secrecy).asked)
    assert report is not None
    assert report.fault is not None
    fault = report.fault
    assert report.verified is (fault.culprit is not None)
    said = evidence.Shown(fault.code, fault.entry, fault.culprit)
    if said != verdict:
        assert fault.code in OF_THE_RULES or fault.rule in BY_THE_RULES, (report.to_text(), verdict)
    return said


def liar_pool(draw: random.Random, liar: int) -> list[Record]:
    """Records of a game in which one seat signs whatever it likes, and others are imitated."""
    pool = list(played(HASHED).entries)
    answers: list[Record] = []
    for _ in range(draw.randrange(1, 6)):
        fields = fields_of(draw.choice(pool)[1])
        change: dict[int, Value] = {
            2: read_entry(draw.choice(pool)[1]).hash,
            3: draw.randrange(3),
            4: bytes([draw.randrange(3)]) * 32,
            5: draw.randrange(1000),
            7: [["share", bytes(32)]],
        }
        place = draw.choice(list(change))
        fields[place] = change[place]
        pool.append(resigned(4, fields) if fields[3] == liar else unsigned(4, fields))
    for kind, content in played(HASHED).records[FOUNDING:]:
        if kind not in (5, 6, 11):
            continue
        fields = fields_of(content)
        answers.append((kind, content))
        if kind == 6 and fields[1] == liar and draw.random() < 0.5:
            entry = read_entry(draw.choice(pool)[1])
            fields[5] = [entry.number, entry.hash]
            answers.append(resigned(6, fields))
    return pool + answers


def test_14_6_nobody_but_the_liar_is_convicted_by_portable_evidence() -> None:
    charter = played(HASHED).records[0]
    codes = []
    for draw in draws("evidence", 100):
        liar = draw.randrange(3)
        pool = liar_pool(draw, liar)
        start = draw.randrange(len(played(HASHED).entries))
        if draw.random() < 0.5:
            chosen = draw.sample(pool, draw.randrange(1, len(pool)))
        else:
            chosen = [*pool[start : start + draw.randrange(1, 12)], *draw.sample(pool, 2)]
        said = shown(whole([charter, *chosen], evidence.LINE))
        codes.append(said.code)
        assert said.culprit in (None, liar), said
    assert {"fork", "two_answers", "not_shown"} <= set(codes)


def test_14_7_a_wrong_share_after_any_part_of_the_line() -> None:
    charter, entries = played(HASHED).records[0], played(HASHED).entries
    codes = set()
    for draw in draws("share", 12):
        place = draw.randrange(1, len(entries))
        fields = fields_of(entries[place][1])
        fields[7] = [["share", bytes(32)]]
        start = draw.randrange(place)
        taken = [charter, *entries[start:place], resigned(4, fields)]
        said = shown(whole(taken, evidence.LINE))
        assert said in (evidence.Shown(), evidence.Shown("share_wrong", place + 1, said.culprit))
        codes.add(said.code)
        honest = [charter, *entries[start : place + 1]]
        assert shown(whole(honest, evidence.LINE)) == evidence.Shown()
    assert len(codes) == 2


def test_14_8_an_honest_seat_is_not_convicted_by_what_others_put_before_its_record() -> None:
    records, entries = played(HASHED).records, played(HASHED).entries
    beside = [record for record in records[FOUNDING:] if record[0] != 4]
    for draw in draws("replay", 60):
        place = draw.randrange(1, len(entries))
        before = list(entries[:place])
        fields = fields_of(entries[place][1])
        fields[5] = 7
        if draw.random() < 0.5:
            before.append(unsigned(4, fields))
        for _ in range(draw.randrange(3)):
            before.insert(draw.randrange(len(before)), draw.choice(beside))
        last = draw.choice([entries[place], entries[place], draw.choice(beside)])
        said = shown(whole([*records[:FOUNDING], *before, last], evidence.LINE))
        assert said == evidence.Shown()


def test_14_8_evidence_by_replay_of_forged_records() -> None:
    records, entries = played(HASHED).records, played(HASHED).entries
    codes = set()
    for draw in draws("forged evidence", 60):
        place = draw.randrange(1, len(entries))
        last = forged(draw, entries[place])
        codes.add(shown(whole([*records[:FOUNDING], *entries[:place], last], evidence.LINE)).code)
    assert len(codes) > 3, codes


@pytest.mark.parametrize(
    ("change", "code", "culprit"),
    [
        ("nothing", "stale_head", None),
        ("digest", "wrong_digest", 0),
        ("an answer left out", "bad_rejoin", 0),
        ("previous hash", "stale_head", None),
    ],
)
def test_12_8_a_rejoin_after_entries_that_it_makes_void(
    change: str, code: str, culprit: int | None
) -> None:
    """It is judged as if they were not there, and does not belong in a file with them."""
    records, entries = played(HASHED).records, played(HASHED).entries
    begins = [
        place
        for place, (_, content) in enumerate(entries)
        if listed(read_entry(content).items[0])[0] == "rejoin"
    ]
    place = begins[0]
    fields = fields_of(entries[place][1])
    older = list(fields)
    older[4] = bytes(32)
    match fields[7]:
        case [["rejoin", bytes(raw), list(others)], *rest]:
            older[7] = [["resign", []]]
            if change == "an answer left out":
                settlement = fields_of(raw)
                settlement[3] = listed(settlement[3])[1:]
                first: Value = ["rejoin", resigned(11, settlement, 0)[1], others]
                fields[7] = [first, *rest]
        case _:
            pytest.fail("the first entry of an incarnation begins with a rejoin")
    if change == "digest":
        fields[6] = bytes(32)
    if change == "previous hash":
        fields[2] = bytes(32)
    line = [*records[:FOUNDING], *entries[:place], resigned(4, older), resigned(4, fields)]
    verdict, _ = lines.full(whole(line), played(HASHED).asked)
    assert (verdict.code, verdict.entry, verdict.culprit) == (code, place + 2, culprit)
    report = program(whole(line))
    assert report is not None
    assert verdict_of(report) == verdict
    said = shown(whole(line, evidence.LINE))
    assert said.culprit == culprit
