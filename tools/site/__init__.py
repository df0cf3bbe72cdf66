"""The site: the whole program as static files, for a browser in which its node runs.

All that is in it is pinned (package-lock.json, and the versions that are installed here), and
nothing of it is fetched from elsewhere when it is opened. Two builds of one state of the project
are alike, byte by byte, so that anybody can check what a site serves.
"""

__all__ = ["BEST", "NEVER", "build", "imported_by"]

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import files as files_of
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from client.home import Home
from client.table.in_page import first_picture
from tools.site.imports import modules_in

BEST: Final = 11
"""The quality of Brotli with which a site is sent soonest, and built slowest."""

_ROOT: Final = Path(__file__).parents[2]
_WEB: Final = _ROOT / "client" / "web"
_MODULES: Final = _ROOT / "node_modules"
_PROGRAM: Final = ("engine", "protocol", "p2p", "client")
_PURE: Final = (
    "annotated-types",
    "defusedxml",
    "platformdirs",
    "pydantic",
    "segno",
    "typing-extensions",
    "typing-inspection",
)
_COMPILED: Final = ("msgpack", "pydantic_core")
_LEFT_OUT: Final = ("__pycache__", "league", "web", "mypy.py", "py.typed")
_FIRST: Final = (
    "_sysconfigdata__emscripten_wasm32-emscripten",
    "encodings.ascii",
    "encodings.cp437",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.punycode",
    "encodings.utf_8",
    "pydantic.functional_serializers",
)
"""What is imported by a name that is put together: by Python's library, and by pydantic."""

NEVER: Final = (
    "_pyrepl",
    "_pydatetime",
    "argparse",
    "concurrent.futures.process",
    "doctest",
    "gettext",
    "http.cookiejar",
    "msgpack.fallback",
    "multiprocessing",
    "optparse",
    "pdb",
    "plistlib",
    "pprint",
    "pydantic.v1",
    "pydoc",
    "statistics",
    "tarfile",
    "unittest",
    "ftplib",
    "webbrowser",
)
"""What is imported in a page never, or not missed: where a library is asked for more than we ask,
in place of what is compiled, or in order to try out a module of Python."""

_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_SODIUM: Final = {
    "libsodium-wrappers.mjs": "libsodium-wrappers-sumo/dist/modules-sumo-esm",
    "libsodium-sumo.mjs": "libsodium-sumo/dist/modules-sumo-esm",
}
_PLACES: Final = {
    '"libsodium-wrappers-sumo"': '"../vendor/libsodium-wrappers.mjs"',
    '"pyodide"': '"../pyodide/pyodide.mjs"',
}
"""What modules are imported by in the checkout, and in the site."""

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; connect-src 'self' wss: ws://127.0.0.1:* ws://localhost:*"
)
_CALLED: Final = re.compile(r'pyimport\("([\w.]+)"\)')
_COMMENT: Final = re.compile(r"/\*.*?\*/|^//.*?$", re.DOTALL | re.MULTILINE)
_IMPORTED: Final = re.compile(r'\b(?:from|import)\b\s*\(?\s*"(\.[^"]+)"')
_PRECOMPILED: Final = "precompiled"
_PYODIDES: Final = ("_pyodide", "pyodide")
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)


def build(folder: Path, wheels: Path, quality: int = BEST) -> int:
    """Build the site in a folder, which is replaced.

    Args:
        folder: where.
        wheels: what `tools.wheels` has fetched.
        quality: of Brotli, 0 to 11: each is kept in a folder of its own.

    Returns:
        Bytes of all its files.

    Raises:
        CalledProcessError: something cannot be compiled.
        OSError: something is missing: `make site` brings all that is needed.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(_WEB, folder, ignore=shutil.ignore_patterns("*.d.ts"))
    (folder / "js" / "main.js").unlink()
    for name in ("LICENSE", "NOTICE"):
        shutil.copyfile(_ROOT / name, folder / f"{name}.txt")
    _copy_libraries(folder)
    with tempfile.TemporaryDirectory() as work:
        stage = Path(work)
        program, library = _program(stage / "program", wheels), _library(stage / "library")
        called = sorted(_called(folder))
        first = [*_FIRST, _PRECOMPILED, *called, *_loading(library)]
        names = {"first": first, "never": NEVER, "called": called, "apart": [_PRECOMPILED]}
        _run("compile.js", stage, told=json.dumps(names))
        _join(program, folder / "program.bin")
        _zip(library, folder / "pyodide" / "python_stdlib.zip")
    with tempfile.TemporaryDirectory() as home:
        shown = first_picture(Home(Path(home))).model_dump_json()
    (folder / "entrance.json").write_text(shown, encoding="utf-8")
    listed = _listed(folder)
    page = (folder / "index.html").read_text("utf-8")
    (folder / "index.html").write_text(
        _with_node(page, listed, imported_by(folder, "node/main.js")), encoding="utf-8"
    )
    _write_service_worker(folder, _listed(folder))
    (folder / "files.txt").write_text(_listed(folder), encoding="ascii")
    kept = "compressed" if quality == BEST else f"compressed-{quality}"
    _run("compress.js", folder, wheels.with_name(kept), str(quality))
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _copy_libraries(folder: Path) -> None:
    (folder / "pyodide").mkdir()
    for name in _PYODIDE:
        shutil.copyfile(_MODULES / "pyodide" / name, folder / "pyodide" / name)
    lock = json.loads((_MODULES / "pyodide" / "pyodide-lock.json").read_bytes())
    nothing = {"info": lock["info"], "packages": {}}  # that Pyodide would fetch from elsewhere
    (folder / "pyodide" / "pyodide-lock.json").write_text(json.dumps(nothing), encoding="ascii")
    for name, place in _SODIUM.items():
        text = (_MODULES / place / name).read_text("utf-8")
        text = text.replace('from"libsodium-sumo"', 'from"./libsodium-sumo.mjs"')
        (folder / "vendor" / name).write_text(text, encoding="utf-8")
    for file in (folder / "node").glob("*.js"):
        text = file.read_text("utf-8")
        for place, moved in _PLACES.items():
            text = text.replace(f"from {place}", f"from {moved}")
        file.write_text(text, encoding="utf-8")


def _program(stage: Path, wheels: Path) -> Path:
    """The program with the packages that it needs, as they are imported."""
    for package in _PROGRAM:
        shutil.copytree(_ROOT / package, stage / package, ignore=shutil.ignore_patterns(*_LEFT_OUT))
    for package in _PURE:
        for file in files_of(package) or ():
            if file.suffix == ".py" and file.name not in _LEFT_OUT and ".." not in file.parts:
                target = stage / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file.locate(), target)
    for package in _COMPILED:
        ignored = shutil.ignore_patterns("*.pyi", "*.pyx", "*.c", "*.h", "__pycache__")
        shutil.copytree(wheels / package, stage / package, ignore=ignored)
    shutil.copyfile(Path(__file__).with_name(f"{_PRECOMPILED}.py"), stage / f"{_PRECOMPILED}.py")
    return stage


def _library(stage: Path) -> Path:
    """Python's own library, of which there is nothing but modules to be had."""
    with ZipFile(_MODULES / "pyodide" / "python_stdlib.zip") as archive:
        archive.extractall(stage, (name for name in archive.namelist() if name.endswith(".py")))
    return stage


def _called(folder: Path) -> set[str]:
    """The modules of the program that the site's workers call."""
    texts = (file.read_text("utf-8") for file in (folder / "node").glob("*.js"))
    return {name for text in texts for name in _CALLED.findall(text)}


def _loading(library: Path) -> Iterator[str]:
    """The modules by which Pyodide itself is Python's and the browser's."""
    return (name for name in modules_in(library) if name.partition(".")[0] in _PYODIDES)


def _run(name: str, *arguments: str | Path, told: str = "") -> None:
    node = Path(sys.executable).with_name("node")
    command = [node, Path(__file__).with_name(name), *arguments]
    subprocess.run(command, cwd=_ROOT, check=True, input=told, encoding="ascii")  # noqa: S603 (ours)


def _join(stage: Path, target: Path) -> None:
    """One file of all, always alike: how long a list is, the list of names and sizes, then each.

    A page can leave them where they are (`unpacked` in client/web/node/program.js).
    """
    files = list(_files(stage))
    listed = [(file.relative_to(stage).as_posix(), file.stat().st_size) for file in files]
    head = json.dumps(listed).encode()
    with target.open("wb") as joined:
        joined.write(len(head).to_bytes(4) + head)
        for file in files:
            joined.write(file.read_bytes())


def _zip(stage: Path, target: Path) -> None:
    """One file of all, always alike; compressed as a whole it is smaller, and opened sooner."""
    with ZipFile(target, "w", ZIP_STORED) as archive:
        for file in _files(stage):
            name = ZipInfo(file.relative_to(stage).as_posix(), _LONG_AGO)
            archive.writestr(name, file.read_bytes())


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in sorted(folder.rglob("*")) if file.is_file())


def _listed(folder: Path) -> str:
    """Every file with its hash, as `sha256sum` writes and checks them."""
    lines = (
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder).as_posix()}\n"
        for file in _files(folder)
    )
    return "".join(lines)


def imported_by(folder: Path, first: str) -> list[str]:
    """A module of a page with all that it imports: files by their names, in the order of import."""
    found: list[str] = []
    following = [(folder / first).resolve()]
    while following:
        file = following.pop()
        name = file.relative_to(folder.resolve()).as_posix()
        if name not in found:
            found.append(name)
            text = _COMMENT.sub("", file.read_text("utf-8"))
            following += ((file.parent / each).resolve() for each in _IMPORTED.findall(text))
    return found


def _with_node(page: str, listed: str, modules: Sequence[str]) -> str:
    """The page of an installed program, with its node in a worker of its own.

    Its modules are named in the page, so that a browser fetches them at once and not each of them
    when it has read another.
    """
    head = (
        f'<meta http-equiv="content-security-policy" content="{POLICY}">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<link rel="manifest" href="manifest.json">\n'
        '<link rel="stylesheet" href="site.css">\n'
        '<script type="module" src="node/main.js"></script>\n'
        + "".join(f'<link rel="modulepreload" href="{name}">\n' for name in modules[1:])
    )
    begun = '<script type="module" src="js/main.js"></script>\n'
    others = "".join(
        line + "\n" for line in listed.splitlines() if not line.endswith(" index.html")
    )
    foot = (
        '<footer id="files"><details><summary>What this site is made of</summary>\n'
        "<p>Whoever serves this page serves the program that plays for you: use a site that you, "
        "or somebody whom you trust, runs. Everybody can build the same files from the project and "
        "compare them: here they are with their SHA-256.</p>\n"
        f"<pre>{others}</pre>\n</details></footer>\n</body>"
    )
    if begun not in page:
        raise ValueError(f"the page has no line {begun!r}")
    return re.sub("</body>", lambda _: foot, page.replace(begun, head))


def _write_service_worker(folder: Path, listed: str) -> None:
    """The script that keeps the site in the browser, with the list of what it keeps."""
    kept = {name: digest for digest, name in (line.split("  ", 1) for line in listed.splitlines())}
    kept.pop("node/service.js")
    source = (folder / "node" / "service.js").read_text("utf-8")
    (folder / "node" / "service.js").unlink()
    version = hashlib.sha256(listed.encode("ascii")).hexdigest()[:16]
    written = source.replace("const FILES = {};", f"const FILES = {json.dumps(kept)};")
    written = written.replace('const VERSION = "";', f'const VERSION = "{version}";')
    (folder / "service.js").write_text(written, encoding="utf-8")
