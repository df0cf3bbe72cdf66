"""SPEC-1 to SPEC-4: values, hashes, keys and the charter, as their vectors say."""

from pathlib import Path
from typing import Any

from tests.conformance import canonical
from tests.conformance.canonical import Value
from tests.conformance.charter import read_charter
from tests.conformance.files import read_founding
from tests.conformance.hashing import accepts, derive, digest, stream, writing
from tests.conformance.names import skeleton
from tests.conformance.vectors import VECTORS, code_of, public, vectors


def named(value: Any) -> Value:
    """A value of encoding.json: byte strings are written `{"bytes": …}`."""
    match value:
        case {"bytes": written}:
            return bytes.fromhex(written)
        case list():
            return [named(member) for member in value]
        case _:
            return value  # type: ignore[no-any-return]  # what JSON holds


def test_every_file_is_used_here() -> None:
    here = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
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
