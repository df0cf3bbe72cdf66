"""SPEC-5 to SPEC-7 and 11 to 14: entries, statements, dice, whole logs and evidence."""

import pytest

from tests.conformance import canonical, evidence, lines
from tests.conformance.canonical import Value
from tests.conformance.charter import Player, read_charter
from tests.conformance.dice import CHAIN, roll, seed_of_roll, share_before
from tests.conformance.entries import read_entry
from tests.conformance.files import Unreadable, read_file, read_founding
from tests.conformance.hashing import accepts, derive, digest, stream
from tests.conformance.statements import RECEIPT, SUCCESSOR, read_statement, stated
from tests.conformance.vectors import code_of, tokens_at, vectors

KINDS = {
    "charter signature": 3,
    "question": 5,
    "answer": 6,
    "raised hand": 7,
    "claim of silence": 8,
    "closing signature": 9,
    "disclosure": 10,
    "settlement": 11,
    "successor": SUCCESSOR,
    "receipt": RECEIPT,
    "proposal": 12,
    "signature under a proposal": 13,
    "refusal": 14,
}


@pytest.mark.parametrize(
    ("name", "kind"), [("charter", 1), ("entries", 4)], ids=["4_charter", "5_entries"]
)
def test_refused_by_form(name: str, kind: int) -> None:
    for case in vectors(name)["refused"]:
        assert code_of(bytes.fromhex(case["bytes"]), kind) == case["code"], case["name"]


def test_5_entries() -> None:
    file = vectors("entries")
    for case in file["valid"]:
        entry = read_entry(bytes.fromhex(case["bytes"]))
        assert entry.hash.hex() == case["hash"], case["name"]
        assert entry.signature.hex() == case["signature"], case["name"]
        key = bytes.fromhex(file["public_key"])
        assert accepts(key, entry.signature, "entry-signature", entry.hash)


def test_6_statements() -> None:
    file = vectors("statements")
    charter = read_charter(bytes.fromhex(file["charter"]))
    assert {case["kind"] for case in file["valid"]} == set(KINDS)
    for case in file["valid"]:
        statement = read_statement(KINDS[case["kind"]], bytes.fromhex(case["bytes"]))
        stated(statement, charter)
        if case["kind"] == "question":
            assert digest("question", statement.body).hex() == file["question_hash"]
    for case in file["refused"]:
        kind = KINDS[case["kind"]]
        assert code_of(bytes.fromhex(case["bytes"]), kind) == case["code"], case["name"]


def test_6_9_a_file_and_what_is_none() -> None:
    file = vectors("logfile")
    data = bytes.fromhex(file["valid"])
    records, torn = read_file(data)
    charter, rest = read_founding(records)
    assert torn == 0
    assert len(charter.keys) == 2
    for kind, content in rest:
        assert code_of(content, kind) is None
    for case in file["unreadable"]:
        with pytest.raises(Unreadable):
            read_founding(read_file(bytes.fromhex(case["bytes"]))[0])


def test_6_9_a_cut_is_torn_or_the_end_of_a_record() -> None:
    data = bytes.fromhex(vectors("logfile")["valid"])
    whole, _ = read_file(data)
    ends = [len(b"secret-subs log 2\n")]
    for _, content in whole:
        ends.append(ends[-1] + 9 + len(content))
    for cut in range(ends[0], len(data)):
        records, torn = read_file(data[:cut])
        kept = max(end for end in ends if end <= cut)
        assert torn == cut - kept
        assert records == whole[: ends.index(kept)]


def test_7_dice() -> None:
    file = vectors("dice")
    given = file["chain"]
    phrase, nonce, key, salt = (
        bytes.fromhex(given[field]) for field in ("phrase", "nonce", "public_key", "salt")
    )
    origin = bytes.fromhex(given["origin"])
    player = Player(0, "", key, salt, b"")
    tip = derive(phrase, "dice-tip", nonce + salt + origin)
    assert tip.hex() == given["tip"]
    shares = {int(k): bytes.fromhex(share) for k, share in given["shares"].items()}
    link = tip
    for k in range(CHAIN, 0, -1):
        assert shares.get(k, link) == link
        link = share_before(nonce, player, origin, k, link)
    assert link.hex() == given["head"]
    cast = file["roll"]
    joined = [bytes.fromhex(share) for share in cast["shares"]]
    seed = seed_of_roll(bytes.fromhex(cast["request"]), cast["number"], joined)
    assert seed.hex() == cast["seed"]
    for case in cast["rolls"]:
        assert roll(seed, case["count"], case["sides"]) == case["dice"]
        drawn = bytes.fromhex(case["stream"])
        assert stream("roll-stream", seed, len(drawn)) == drawn


BY_THE_RULES = {"malformed", "wrong_digest", "illegal_answer", "wrong_claim"}
"""Codes of what can only be refused by who knows more of the toy than whom it asks for what."""


def test_14_1_what_each_level_refuses() -> None:
    file = vectors("refused")
    for case in file["cases"]:
        for level in ("line", "secrets", "rules"):
            data = bytes.fromhex(file["start"] + case["added"])
            judged, _ = lines.full(data, (), level, tokens=tokens_at(level, known=True))
            said = (judged.entries, judged.code, judged.entry, judged.culprit)
            told = tuple(case[level].values())
            if said != told:
                assert (level, judged.code) == ("rules", case["secrets"]["code"]), case["name"]
                assert case[level]["code"] in BY_THE_RULES, case["name"]


def test_11_2_and_14_9_a_proved_log() -> None:
    """Its claims and tokens are those that a reader without the rules finds."""
    file = vectors("proved_log")
    data = bytes.fromhex(file["log"])
    for level in ("line", "secrets"):
        assert lines.full(data, (), level)[0].ended
    judged, replica = lines.full(data)
    assert (judged.code, judged.ended) == (None, True)
    assert replica is not None
    found = [(made.entry, made.power, made.claim[0]) for made in replica.tokens.claims]
    told = file["each_claim"]
    assert found == [(one["entry"], one["power"], one["claim"]["tag"]) for one in told]
    assert {one["standing"] for one in told} == {"proved"}
    assert {one["handle"] for one in file["tokens"]} == set(replica.tokens.by_handle)
    for one in file["tokens"]:
        token = replica.tokens.by_handle[one["handle"]]
        assert (token.power, token.group) == (one["power"], one.get("deck"))
        if token.group is None:
            assert (token.entry, token.made.hex()) == (one["entry"], one["commitment"])
            assert replica.tokens.shown.get(one["handle"]) == one["shown"]
    state = file["digest"]
    content = bytes.fromhex(state["content"])
    assert digest("state", content).hex() == state["digest"]
    carried = replica.line[state["entry"] - 1].state
    assert carried is not None
    assert carried.hex() == state["digest"]
    chains: list[Value] = [
        [seat, name, *replica.chains[seat, name]] for seat, name in enumerate(replica.incarnations)
    ]
    incarnations = list[Value](replica.incarnations)
    rest: list[Value] = [replica.tokens.history, chains, incarnations, 1, [], replica.playing]
    assert content.endswith(b"".join(map(canonical.encode, rest)))


def test_14_files_of_evidence() -> None:
    """What only the rules of a game would refuse is not among them."""
    for case in vectors("evidence"):
        data = bytes.fromhex(case["file"])
        if case["verdict"] == "unreadable":
            with pytest.raises(Unreadable):
                evidence.judge(data)
        else:
            assert evidence.judge(data)._asdict() == case["verdict"], case["name"]


def test_a_whole_log_without_its_rules() -> None:
    file = vectors("small_log")
    judged, _ = lines.full(bytes.fromhex(file["log"]))
    assert (judged.code, judged.torn, judged.ended) == (None, 0, True)
    assert judged.entries == file["verdict"]["entries"]
    for level in ("line", "secrets"):
        assert lines.full(bytes.fromhex(file["log"]), (), level)[0] == judged


def test_13_3_disclosed_keys_open_every_token() -> None:
    _, replica = lines.full(bytes.fromhex(vectors("small_log")["log"]))
    assert replica is not None
    tokens: dict[int, int] = {}
    assert lines.seals(replica)
    for seal in lines.seals(replica):
        found = [
            held
            for seat, power, key in lines.disclosed(replica)
            if seat == seal.seat and (held := lines.opened(seal, replica.charter.game, power, key))
        ]
        assert len(found) == 1
        tokens.update(found[0])
    assert replica.tokens.shown
    assert all(tokens[handle] == group for handle, group in replica.tokens.shown.items())


def test_corrupted_logs() -> None:
    for case in vectors("small_log")["corrupted"]:
        if case["verdict"] == "unreadable":
            with pytest.raises(Unreadable):
                lines.full(bytes.fromhex(case["log"]))
            continue
        judged, _ = lines.full(bytes.fromhex(case["log"]))
        said = {
            "verified": judged.code is None,
            "status": "open",
            "entries": judged.entries,
            "code": judged.code,
            "entry": judged.entry,
            "culprit": judged.culprit,
        }
        assert said == case["verdict"], case["name"]
