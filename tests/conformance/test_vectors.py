"""The verifier written from SPEC.md alone agrees with every file of tests/vectors."""

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from tests.conformance import canonical, channel, curve, dealing, deposits, evidence, lines, proofs
from tests.conformance.canonical import Refused, Value
from tests.conformance.charter import Player, read_charter
from tests.conformance.dice import CHAIN, roll, seed_of_roll, share_before
from tests.conformance.entries import read_entry
from tests.conformance.files import Unreadable, read_file, read_founding
from tests.conformance.hashed import blinding, commitment
from tests.conformance.hashing import accepts, derive, digest, sign, stream, tagged, writing
from tests.conformance.names import skeleton
from tests.conformance.statements import RECEIPT, SUCCESSOR, read_statement, stated

VECTORS = Path(__file__).parent.parent / "vectors"
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


def vectors(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text())


def named(value: Any) -> Value:
    """A value of encoding.json: byte strings are written `{"bytes": …}`."""
    match value:
        case {"bytes": written}:
            return bytes.fromhex(written)
        case list():
            return [named(member) for member in value]
        case _:
            return value  # type: ignore[no-any-return]  # what JSON holds


def code_of(data: bytes, kind: int | None = None) -> str | None:
    """The code that refuses a charter (1), an entry (4) or a statement; None if none does."""
    try:
        match kind:
            case 1:
                read_charter(data)
            case 4:
                read_entry(data)
            case None:
                canonical.decode(data)
            case _:
                read_statement(kind, data)
    except Refused as refused:
        return refused.code
    return None


def public(seed: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def test_every_file_is_used_here() -> None:
    here = Path(__file__).read_text()
    assert all(f'"{file.stem}"' in here for file in VECTORS.glob("*.json"))


def test_4_7_what_names_look_like() -> None:
    for text, seen in vectors("skeletons").items():
        assert skeleton(text) == seen, text


def test_1_1_values_and_their_only_form() -> None:
    for case in vectors("encoding")["valid"]:
        data = bytes.fromhex(case["bytes"])
        value = canonical.decode(data)
        assert value == named(case["value"]), case["name"]
        assert type(value) is type(named(case["value"])), case["name"]
        assert canonical.encode(value) == data, case["name"]


def test_1_1_what_no_reader_accepts() -> None:
    for case in vectors("encoding")["refused"]:
        assert code_of(bytes.fromhex(case["bytes"])) == "malformed", case["name"]


def test_2_hashes() -> None:
    for case in vectors("hashes"):
        purpose = case["tag"].removeprefix("secret-subs/v2/")
        content = bytes.fromhex(case["content"])
        assert digest(purpose, content).hex() == case["sha256"]
        assert stream(purpose, content, 40).hex() == case["shake256_first_40"]


def test_3_keys_of_a_phrase() -> None:
    for case in vectors("keys"):
        phrase = bytes.fromhex(case["phrase"])
        check = digest("phrase-check", phrase)[:3]
        assert writing(phrase + check, 56) == case["written"]
        seed = derive(phrase, "identity", b"")
        assert seed.hex() == case["identity_seed"]
        assert public(seed).hex() == case["public_key"]
        fingerprint = digest("fingerprint", public(seed))[:15]
        assert writing(fingerprint, 24) == case["fingerprint"]
        assert derive(phrase, "seal-key", b"\0").hex() == case["seal_key_for_context_00"]


def test_3_4_signatures() -> None:
    file = vectors("signatures")
    purpose = file["tag"].removeprefix("secret-subs/v2/")
    content = bytes.fromhex(file["content"])
    for case in file["cases"]:
        key, signature = bytes.fromhex(case["public_key"]), bytes.fromhex(case["signature"])
        assert accepts(key, signature, purpose, content) is case["accepted"], case["name"]


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


def test_4_charter() -> None:
    file = vectors("charter")
    data = bytes.fromhex(file["bytes"])
    charter = read_charter(data)
    assert charter.game.hex() == file["game_id"]
    assert charter.scenario.hex() == file["scenario_digest"]
    assert digest("scenario", file["scenario"].encode()) == charter.scenario
    table = digest("table", charter.keys[0] + charter.nonce)
    assert table.hex() == file["table_id_hosted_by_seat_0"]
    signatures = [(3, bytes.fromhex(signature)) for signature in file["signatures"]]
    records = [(1, data), (2, file["scenario"].encode()), *signatures]
    assert read_founding(records) == (charter, [])


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


def tokens_at(level: str, *, known: bool) -> bool | None:
    """Whether the toy has tokens, for who knows its rules."""
    return known if level == "rules" else None


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


def test_16_handshake_of_a_channel() -> None:
    given = vectors("wire")["channel"]
    table = bytes.fromhex(given["table"])
    seeds = [
        derive(bytes.fromhex(given[side]), "identity", b"")
        for side in ("caller_phrase", "listener_phrase")
    ]
    names = ("caller_static", "caller_ephemeral", "listener_static", "listener_ephemeral")
    own = {name: bytes.fromhex(given[name]) for name in names}
    shown = {
        name: X25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw()
        for name, key in own.items()
    }
    noise = channel.Noise(table)
    first = noise.shown(shown["caller_ephemeral"]) + noise.hidden(b"")
    second = noise.shown(shown["listener_ephemeral"])
    noise.agreed(own["listener_ephemeral"], shown["caller_ephemeral"])
    second += noise.hidden(shown["listener_static"])
    noise.agreed(own["listener_static"], shown["caller_ephemeral"])
    second += noise.hidden(b"")
    key = public(seeds[0])
    number, token = given["ticket"]
    mark = digest("invite-mark", noise.hash + key + bytes.fromhex(token))
    hello = channel.greeting(key, seeds[0], 0, noise.hash, shown["caller_static"])
    third = noise.hidden(shown["caller_static"])
    noise.agreed(own["caller_static"], shown["listener_ephemeral"])
    third += noise.hidden(canonical.encode([*hello, [number, mark]]))
    from_caller, from_listener = noise.split()
    answer = channel.greeting(public(seeds[1]), seeds[1], 1, noise.hash, shown["listener_static"])
    fourth = from_listener.lock(canonical.encode(answer))
    assert [first.hex(), second.hex(), third.hex(), fourth.hex()] == given["handshake"]
    for cipher, side in ((from_caller, "from_caller"), (from_listener, "from_listener")):
        for frame in given[side]:
            plain = cipher.unlock(bytes.fromhex(frame))
            assert plain[0] in (0, 1)
            assert len(plain) > 1


def test_16_4_invites() -> None:
    for case in vectors("wire")["invites"]:
        ticket = case["ticket"] and ticket_of(case["ticket"])
        keys = [bytes.fromhex(case[field]) for field in ("host", "nonce")]
        fields: list[Value] = [2, *keys, ticket, case["ways"]]
        assert channel.read_invite(case["link"]) == fields
        assert channel.write_invite(fields) == case["link"]


def test_16_16_ways_in() -> None:
    for case in vectors("wire")["ways"]:
        seed = derive(bytes.fromhex(case["phrase"]), "identity", b"")
        table = bytes.fromhex(case["table"])
        signed = channel.write_ways(seed, public(seed), table, case["number"], case["ways"])
        assert signed.hex() == case["signed"]


def ticket_of(written: list[Any]) -> list[Value]:
    """A ticket of either kind, its octets as bytes."""
    return [bytes.fromhex(one) if isinstance(one, str) else one for one in written]


def test_16_4_a_ticket_that_a_seat_has_signed() -> None:
    given = vectors("wire")["ticket"]
    phrase, table, nonce, handshake, caller = (
        bytes.fromhex(given[name])
        for name in ("inviter_phrase", "table", "nonce", "handshake", "caller")
    )
    number, secret, seat, signature = ticket_of(given["ticket"])
    assert isinstance(number, int)
    assert isinstance(secret, bytes)
    counted = number.to_bytes(2, "big")
    assert secret == derive(phrase, "ticket", nonce + counted)
    inviter = derive(phrase, "identity", b"")
    content = table + counted + public(secret)
    assert signature == sign(inviter, "ticket-signature", content)
    mark = sign(secret, "ticket-mark", handshake + caller)
    shown: list[Value] = [number, seat, public(secret), signature, mark]
    assert given["proof"] == canonical.encode(shown).hex()


def test_16_6_messages() -> None:
    for kind, data in vectors("wire")["messages"].items():
        assert channel.message(bytes.fromhex(data)) == kind


def test_16_15_a_name_and_what_is_said_to_a_relay() -> None:
    given = vectors("wire")["relay"]
    phrase, table, nonce = (bytes.fromhex(given[one]) for one in ("phrase", "table", "nonce"))
    seed = derive(phrase, "relay-key", table)
    name, token = public(seed), bytes.fromhex(given["messages"]["incoming"])[-16:]
    assert given["way"] == given["url"] + base64.urlsafe_b64encode(name).decode().rstrip("=")
    content = tagged("registration", canonical.encode([given["url"], nonce]))
    signature = Ed25519PrivateKey.from_private_bytes(seed).sign(content)
    written_name = base64.urlsafe_b64encode(name).decode().rstrip("=")
    assert given["holder"] == f"{given['url']}~{written_name}", "SPEC-16.19"
    first = vectors("wire")["invites"][0]
    keys = [bytes.fromhex(first[field]) for field in ("host", "nonce")]
    back: list[Value] = [2, *keys, None, ["wss://relay.example.org/wake"]]
    said: dict[str, list[Value]] = {
        "register": [1, name],
        "challenge": [given["url"], nonce],
        "prove": [signature, "mariana"],
        "registered": [],
        "incoming": [token],
        "call": [1, name],
        "answer": [1, token],
        "joined": [],
        "sorry": ["unknown"],
        "hold": [1, "mariana", channel.write_invite(back)],
        "held": [name],
        "decline": ["no room"],
    }
    written = {kind: canonical.encode([kind, *fields]).hex() for kind, fields in said.items()}
    assert written == given["messages"]


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
