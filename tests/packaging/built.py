"""Builds both distributions from the files that git tracks, as a fresh clone would."""

__all__ = ["ROOT", "build", "tracked"]

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def tracked() -> list[str]:
    """The files of the repository, as paths below its root; none where there is no repository."""
    if not (ROOT / ".git").exists():
        return []
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]


def build(files: list[str], work: Path) -> tuple[Path, Path]:
    """Copy the files and build there: the source distribution, and the wheel made from it."""
    source, out = work / "source", work / "dist"
    for name in files:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, source / name)
    # -P: the `build` that is installed, not a folder of that name here
    command = [
        sys.executable,
        "-P",
        "-m",
        "build",
        "--no-isolation",
        "--outdir",
        str(out),
        str(source),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{done.stdout}{done.stderr}")
    (archive,) = out.glob("*.tar.gz")
    (wheel,) = out.glob("*.whl")
    return archive, wheel
