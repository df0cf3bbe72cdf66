"""SPEC-8.10, 10.9, 12 and 18: who rejoins, what is agreed, and who plays on."""

import re

import pytest

from tests.conformance import lines
from tests.conformance.entries import read_entry
from tests.conformance.files import read_file
from tests.conformance.hashing import digest
from tests.conformance.statements import read_statement
from tests.conformance.vectors import VECTORS, tokens_at, vectors


@pytest.mark.parametrize("name", ["rejoin", "hands"], ids=["12_rejoin", "10_9_hands"])
def test_records_added_to_a_log(name: str) -> None:
    for game in vectors(name):
        for case in game["cases"]:
            judged, replica = lines.full(bytes.fromhex(game["start"] + case["added"]))
            assert replica is not None
            after = None
            if judged.code is None:
                chains = [replica.chains[chain] for chain in enumerate(replica.incarnations)]
                after = {
                    "incarnations": [name.hex() for name in replica.incarnations],
                    "shares given": [given for given, _ in chains],
                    "last share": [last.hex() for _, last in chains],
                    "hands granted": replica.hands,
                    "waived": [seat in replica.waived for seat in range(len(chains))],
                }
            said = (judged.entries, judged.code, judged.entry, judged.culprit, after)
            assert said == tuple(case["verdict"].values()), case["name"]


@pytest.mark.parametrize("level", ["line", "secrets", "rules"])
@pytest.mark.parametrize("game", ["replaced", "handed over", "after a fault"])
def test_18_other_keys_play(game: str, level: str) -> None:
    """And whose key is convicted: that which has signed the last record, the one refused."""
    file = vectors("succession")[game]
    for case in file["cases"]:
        data = bytes.fromhex(file["start"] + case["added"])
        tokens = tokens_at(level, known=game == "replaced")
        judged, replica = lines.full(data, (), level, tokens=tokens)
        assert replica is not None
        convicted = None
        if judged.culprit is not None:
            convicted = replica.signer(*read_file(data)[0][-1]).hex()
        said = (judged.entries, judged.code, judged.entry, judged.culprit, convicted)
        assert said == tuple(case[level].values()), case["name"]


@pytest.mark.parametrize("level", ["line", "secrets", "rules"])
@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("signers", "five seats"),
        ("signers", "two seats"),
        ("enacted", "open"),
        ("enacted", "tokens"),
    ],
)
def test_18_2_to_18_4_who_signs_and_carries_and_what_comes_of_it(
    name: str, game: str, level: str
) -> None:
    file = vectors(name)[game]
    for case in file["cases"]:
        data = bytes.fromhex(file["start"] + case["added"])
        judged, _ = lines.full(data, (), level, tokens=tokens_at(level, known=game == "tokens"))
        said = [judged.entries, judged.code, judged.entry, judged.culprit]
        assert said == list(case[level].values())[:4], case["name"]


@pytest.mark.parametrize("level", ["line", "secrets"])
@pytest.mark.parametrize("secrecy", ["hashed", "proved"])
def test_8_10_keys_pass_on(secrecy: str, level: str) -> None:
    """What only the rules know: which powers have tokens, and to whom they pass."""
    file = vectors("passing")[secrecy]
    for case in file["cases"]:
        data = bytes.fromhex(file["start"] + case["added"])
        judged, replica = lines.full(data, (), level)
        assert replica is not None
        convicted = None
        if judged.culprit is not None and judged.code == "false_claim":
            assert judged.entry is not None
            convicted = replica.author(replica.line[judged.entry - 1]).key.hex()
        elif judged.culprit is not None:
            convicted = replica.signer(*read_file(data)[0][-1]).hex()
        said = (judged.entries, judged.code, judged.entry, judged.culprit, convicted)
        assert said == tuple(case[level].values()), case["name"]


def test_12_12_a_rejoin_told_in_bytes() -> None:
    """Each line of SPEC.md gives the bytes of the record, once what it names is put in."""
    spec = (VECTORS.parents[1] / "SPEC.md").read_text(encoding="utf-8")
    block = spec[spec.index("**12.12") :].split("```")[1]
    lines_of = dict(re.split(r" += ", line, maxsplit=1) for line in block.strip().splitlines())
    game, _ = vectors("rejoin")
    (case,) = (case for case in game["cases"] if case["name"] == "a rejoin")
    records, _ = read_file(bytes.fromhex(game["start"] + case["added"]))
    told = dict(
        zip(("question", "answer 1", "answer 2", "settlement", "entry"), records[-5:], strict=True)
    )
    line = [read_entry(content) for kind, content in records if kind == 4]
    asked = read_statement(*told["question"])
    known = {
        "game id": line[0].game,
        "hash of entry 5": line[4].hash,
        "hash of entry 6": line[5].hash,
        "name": digest("question", asked.body),
    }
    for field, value in zip(("nonce", "dice head"), asked.fields[-2:], strict=True):
        assert isinstance(value, bytes)
        known[field] = value

    def written(name: str) -> bytes:
        if name in known:
            return known[name]
        data = b""
        for word in re.findall(r"<.+?>|[0-9a-f]+", lines_of[name]):
            if word.startswith("<signature"):
                data += told[name][1][-64:]
            else:
                data += written(word[1:-1]) if word.startswith("<") else bytes.fromhex(word)
        return data

    for name, (_, content) in told.items():
        assert written(name) == content, name
