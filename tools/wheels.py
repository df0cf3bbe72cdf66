"""Fetch the compiled Python packages that a page needs: `python -m tools.wheels FOLDER`.

Each in the version that is installed here, compiled to WebAssembly for the Python of the `pyodide`
that package.json names, and unpacked into the folder.
"""

__all__ = ["COMPILED", "fetch"]

import argparse
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from zipfile import ZipFile

COMPILED = ("msgpack", "pydantic-core", "hypothesis")
"""The last is for tests alone."""
_PYTHON = ("--python-version", "314", "--abi", "cp314", "--implementation", "cp")
_PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32")


def fetch(folder: Path) -> None:
    """Unpack the wheels into a folder.

    Raises:
        CalledProcessError: the index has none of such a version; pip says which.
    """
    wanted = [f"{package}=={version(package)}" for package in COMPILED]
    with tempfile.TemporaryDirectory() as wheels:
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        subprocess.run(  # noqa: S603 (pip, on packages that are named here)
            [*download, "--only-binary=:all:", *_PYTHON, *_PLATFORM, "--dest", wheels, *wanted],
            check=True,
        )
        for wheel in Path(wheels).glob("*.whl"):
            with ZipFile(wheel) as archive:
                archive.extractall(folder)


def main() -> None:
    """Fetch them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("folder", type=Path)
    fetch(parser.parse_args().folder)


if __name__ == "__main__":
    main()
