"""What the files of test vectors hold, as the tests of this verifier read them."""

import json
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.conformance import canonical
from tests.conformance.canonical import Refused
from tests.conformance.charter import read_charter
from tests.conformance.entries import read_entry
from tests.conformance.statements import read_statement

VECTORS = Path(__file__).parent.parent / "vectors"


def vectors(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text())


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


def tokens_at(level: str, *, known: bool) -> bool | None:
    """Whether the toy has tokens, for who knows its rules."""
    return known if level == "rules" else None
