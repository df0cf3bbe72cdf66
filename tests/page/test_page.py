"""What is signed, sealed and proved in a page has the bytes that it has anywhere."""

import json
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NODE = Path(sys.executable).with_name("node")
WHEELS = ROOT / "build" / "wheels"
SITE = ROOT / "build" / "site"
MODULES = (
    "tests/protocol/test_primitives.py",
    "tests/protocol/test_identity.py",
    "tests/protocol/test_encoding.py",
    "tests/protocol/sealing",
    "tests/p2p/test_hpke.py",
    "tests/p2p/test_noise_xx.py",
    "tests/p2p/test_channel.py",
    "tests/p2p/test_keystore.py",
    "tests/p2p/test_moved_seat.py",
)
OF_A_PAGE = re.compile(
    r"^\s*(?:import|from) (?:js|pyodide|page_\w+)\b|sys\.platform == .emscripten.", re.MULTILINE
)


def test_nothing_else_knows_that_it_runs_in_a_page() -> None:
    """Decision 105; `client.table.in_page` and `worker_line` are given what they need of one."""
    code = [
        file
        for part in ("engine", "protocol", "p2p", "client")
        for file in (ROOT / part).rglob("*.py")
    ]
    assert {
        str(file.relative_to(ROOT)) for file in code if OF_A_PAGE.search(file.read_text("utf-8"))
    } == {
        "protocol/primitives/__init__.py",
        "protocol/primitives/page.py",
        "p2p/sockets/__init__.py",
        "p2p/sockets/page.py",
        "p2p/listening/__init__.py",
        "p2p/system.py",
        "client/beside/__init__.py",
        "client/beside/page.py",
    }


def in_a_page(*arguments: str) -> str:
    """What pytest says of some tests in the Python of a page, where none fails."""
    packages = sysconfig.get_path("purelib")
    run = str(Path(__file__).with_name("run.js"))
    command = [str(NODE), run, packages, str(WHEELS), "-q", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    return done.stdout


def vectors_in_a_page() -> int:
    """Run all test vectors of SPEC.md there, those of whole logs, too: a minute; how many hold."""
    tests = sorted((ROOT / "tests" / "protocol").rglob("test_*.py"))
    modules = [
        str(file.relative_to(ROOT)) for file in tests if "check_vectors" in file.read_text("utf-8")
    ]
    said = in_a_page("-k", "vectors", *modules, "tests/p2p/test_vectors.py")
    found = re.search(r"(\d+) passed", said)
    assert found is not None, said
    return int(found.group(1))


@pytest.mark.skipif(not WHEELS.exists(), reason="make build/wheels/.ready fetches what it needs")
def test_keys_proofs_and_channels_are_the_same_in_a_page() -> None:
    assert " passed" in in_a_page(*MODULES)


@pytest.mark.skipif(not WHEELS.exists(), reason="make build/wheels/.ready fetches what it needs")
def test_no_power_failure_takes_back_what_a_store_has_acknowledged() -> None:
    """Also where the disk is full: then nothing is written, and the next start finds it whole."""
    packages = sysconfig.get_path("purelib")
    run = str(Path(__file__).with_name("crash.js"))
    command = [str(NODE), run, packages, str(WHEELS), "1", "150"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-3000:]
    assert done.stdout.startswith("150 rounds")


@pytest.mark.skipif(not SITE.exists(), reason="make site builds it")
def test_what_was_done_when_a_site_was_built_is_not_done_when_its_program_begins() -> None:
    command = [str(NODE), str(Path(__file__).with_name("begin.js")), str(SITE)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-3000:]
    compiled, anew, elsewhere, read = json.loads(done.stdout)
    assert compiled > 0 == anew
    assert elsewhere == []
    assert read == 0
