"""What only the primitives of an installed program do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows keeps what it has loaded")


def test_a_program_leaves_no_library_among_temporary_files(tmp_path: Path) -> None:
    """`rbcl` unpacks one at each start, and works on after it is deleted."""
    uses_it = "from protocol.primitives import ristretto255_is_valid as v; print(v(bytes(32)))"
    told = subprocess.run(
        [sys.executable, "-c", uses_it],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        check=True,
        text=True,
    )
    assert told.stdout == "True\n"
    assert list(tmp_path.iterdir()) == []
