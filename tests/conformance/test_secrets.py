"""SPEC-8, 9, 15 and 19: deals, commitments, claims and deposits, as their vectors say."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance import curve, dealing, deposits, lines, proofs
from tests.conformance.canonical import Refused, Value
from tests.conformance.hashed import blinding, commitment
from tests.conformance.vectors import vectors


def test_8_8_deals() -> None:
    for case in vectors("deals"):
        facts = dealing.of_deck(case["deck"])
        for claim in case["claims"]:
            dealing.learn(facts, claim)
        assert {str(t): sorted(can) for t, can in facts.can.items()} == case["can"]
        ways = dealing.deals(facts)
        assert len(ways) == case["ways"]
        assert dealing.dealt(bytes.fromhex(case["seed"]), len(ways)) == case["number"]
        deal = ways[case["number"]]
        assert {str(token): group for token, group in deal.items()} == case["deal"]


@pytest.mark.parametrize("secrecy", ["hashed", "proved"])
def test_8_9_tokens_that_are_dealt(secrecy: str) -> None:
    file = vectors("dealt_log")[secrecy]
    data = bytes.fromhex(file["log"])
    verdict, replica = lines.full(data, level="secrets")
    assert verdict.code is None
    assert replica is not None
    dealt = {
        str(handle): {
            "group": replica.tokens.group_of(handle, token),
            "commitment": token.made.hex(),
        }
        for handle, token in replica.tokens.made
        if token.key is not None
    }
    assert dealt == file["dealt"]
    assert len(replica.tokens.claims) == len(file["claims"])


def test_9_commitments() -> None:
    file = vectors("commitments")
    key = bytes.fromhex(file["key"])
    context = context_of(list(file["context"].values()))
    for token in file["tokens"]:
        opening = blinding(key, context, token["handle"], token["group"])
        assert opening.hex() == token["blinding"]
        made = commitment(context, token["handle"], token["group"], opening)
        assert made.hex() == token["commitment"]


def context_of(fields: list[Any]) -> list[Value]:
    """The context of SPEC-8.1 of a vector, whose byte strings are written in hexadecimal."""
    game, power, seat, name, number, item, previous, fresh = fields
    ends: list[Value] = [bytes.fromhex(field) for field in (previous, fresh)]
    begun = bytes.fromhex(name)
    return [bytes.fromhex(game), power, int(seat), begun, int(number), int(item), *ends]


def written(shown: proofs.Branches | None) -> list[list[list[str]]] | None:
    """A statement as proved.json writes it."""
    if shown is None:
        return None
    return [[[curve.encoded(point).hex() for point in way] for way in ways] for ways in shown]


def test_19_1_a_deposit() -> None:
    case = vectors("deposits")["deposit"]
    opening, place = bytes.fromhex(case["opening"]), bytes.fromhex(case["place"])
    to = deposits.Recipients(
        [bytes.fromhex(key) for key in case["players"]],
        [bytes.fromhex(key) for key in case["keepers"]],
    )
    keys = [*to.players, *to.keepers]
    assert [deposits.exchange_key(key).hex() for key in keys] == case["exchange keys"]
    assert deposits.deposit(opening, place, to).hex() == case["deposit"]
    _, parts = deposits.parts(opening, place, to)
    assert [parts[key].hex() for key in keys] == case["parts"]


@pytest.mark.parametrize("level", ["line", "secrets"])
@pytest.mark.parametrize("secrecy", ["hashed", "proved"])
def test_19_2_to_19_4_openings_are_deposited(secrecy: str, level: str) -> None:
    """Who opens them only the rules know."""
    file = vectors("deposits")[secrecy]
    for case in file["cases"]:
        data = bytes.fromhex(file["start"] + case["added"])
        judged, replica = lines.full(data, (), level)
        assert replica is not None
        culprit = judged.culprit
        convicted = None if culprit is None else replica.players.now[culprit].key.hex()
        said = (judged.entries, judged.code, judged.entry, culprit, convicted)
        assert said == tuple(case[level].values()), case["name"]


def test_15_generators() -> None:
    generators = vectors("proved")["generators"]
    assert generators.pop("blinding") == curve.encoded(proofs.BLINDING).hex()
    assert generators == {name: curve.encoded(proofs.generator(name)).hex() for name in generators}
    assert len(generators) == 13


@pytest.mark.parametrize("kind", ["holds", "shuffled", "present", "from", "counted"])
def test_15_claims_and_their_proofs(kind: str) -> None:
    file = vectors("proved")
    case = file["claims"][kind]
    claim = json.loads(case["claim"])
    context = context_of(case["context"])
    tokens = {int(t): bytes.fromhex(made["commitment"]) for t, made in case["tokens"].items()}
    justification = bytes.fromhex(case["justification"])
    shown = proofs.judge(claim, context, case["limit"], tokens, justification)
    assert written(shown) == case["statement"]
    if shown is not None:
        carried = 32 * len(tokens) if kind == "counted" else 0
        _, announced = proofs.announcements(shown, justification[carried:])
        assert [curve.encoded(point).hex() for point in announced] == case["announcements"]
    if kind == "counted":
        bound = bytes.fromhex(case["context of the proof"])
        assert proofs.tie(bound).to_bytes(32, "little").hex() == case["tie"]
    for name, refused in file["refused"][kind].items():
        with pytest.raises(Refused):
            proofs.judge(claim, context, case["limit"], tokens, bytes.fromhex(refused))
        assert name
    for index in (1, 2, 3, 4, 5):
        other = [*context]
        other[index] = "Elsewhere" if index == 1 else 99
        if kind != "holds":
            with pytest.raises(Refused):
                proofs.judge(claim, other, case["limit"], tokens, justification)


def is_received(read: Callable[[bytes], object], data: bytes) -> bool:
    try:
        read(data)
    except Refused:
        return False
    return True


def test_15_0_points_and_scalars_that_may_be_received() -> None:
    file = vectors("points")
    for kind, read in (("points", proofs.received), ("scalars", proofs.scalar)):
        for case in file[kind]:
            data = bytes.fromhex(case["bytes"])
            assert is_received(read, data) is case["received"], case["name"]


def test_15_0_a_point_of_a_claim_has_one_spelling() -> None:
    """Refused where it stands: a commitment of the claim's tokens, or a K."""
    claims = vectors("proved")["claims"]
    for case in vectors("points")["respelled"]:
        given = claims[case["claim"]]
        tokens = {int(t): bytes.fromhex(made) for t, made in case["tokens"].items()}
        justification = bytes.fromhex(case["justification"])
        good = all(is_received(proofs.received, made) for made in tokens.values())
        assert case["code"] == ("false_claim" if good else "bad_commitment"), case["name"]
        claim, context = json.loads(given["claim"]), context_of(given["context"])
        with pytest.raises(Refused):
            proofs.judge(claim, context, given["limit"], tokens, justification)
