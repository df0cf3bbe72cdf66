"""Test vectors: what a second implementation is held to.

A test computes its vectors and hands them here. They are compared with the file of that name in
`tests/vectors`, or written there when SECRET_SUBS_WRITE_VECTORS is 1 (`make vectors`).
"""

import json
import os
from pathlib import Path
from typing import TypeAlias

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

DIRECTORY = Path(__file__).parent.parent / "vectors"


def check_vectors(name: str, computed: Json) -> None:
    """Hold the computed vectors to the file, or write the file anew."""
    path = DIRECTORY / f"{name}.json"
    text = json.dumps(computed, indent=1, ensure_ascii=True) + "\n"
    if os.environ.get("SECRET_SUBS_WRITE_VECTORS") == "1":
        path.write_text(text, encoding="ascii")
    assert json.loads(path.read_text(encoding="ascii")) == computed
