"""What of the program is in a site: all that it can come to import there, and little else."""

import ast
from pathlib import Path

from tools.site import NEVER, imported_by
from tools.site.imports import imported, modules_in

ROOT = Path(__file__).parents[2]


def modules(folder: Path, **texts: str) -> dict[str, Path]:
    for name, text in texts.items():
        file = folder / f"{name.replace('__', '/')}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    for inner in {file.parent for file in folder.rglob("*.py")} - {folder}:
        (inner / "__init__.py").touch()
    return modules_in(folder)


def test_imports_are_followed_wherever_they_stand(tmp_path: Path) -> None:
    there = modules(
        tmp_path,
        begin="import first",
        first="def later() -> None:\n    from inner import second",
        inner__second="from . import third\nfrom .fourth import anything",
        inner__third="",
        inner__fourth="",
        other="",
    )
    found = imported(there, ["begin"], [])
    assert found == {"begin", "first", "inner", "inner.second", "inner.third", "inner.fourth"}


def test_what_no_page_runs_is_not_followed(tmp_path: Path) -> None:
    there = modules(
        tmp_path,
        begin=(
            "if TYPE_CHECKING:\n    import types_only\n"
            "if sys.platform == 'emscripten':\n    import page\nelse:\n    import native\n"
            "if sys.platform == 'win32':\n    import windows\nelse:\n    import others\n"
        ),
        **dict.fromkeys(("types_only", "page", "native", "windows", "others"), ""),
    )
    assert imported(there, ["begin"], []) == {"begin", "page", "others"}


def test_what_is_refused_is_not_followed_with_all_that_is_in_it(tmp_path: Path) -> None:
    there = modules(
        tmp_path,
        begin="import heavy.part, heavyweight",
        heavy__part="import more",
        more="",
        heavyweight="",
    )
    assert imported(there, ["begin"], ["heavy"]) == {"begin", "heavyweight"}


def test_no_part_of_a_page_asks_for_what_is_left_out() -> None:
    ours = {
        f"{package}.{name}".rstrip("."): file
        for package in ("engine", "protocol", "p2p", "client")
        for name, file in modules_in(ROOT / package).items()
    }
    entered = ["client.table.in_page", "client.table.opened_log", "client.bots.apart"]
    for name in imported(ours, entered, []):
        for node in ast.walk(ast.parse(ours[name].read_bytes())):
            asked = {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
            if isinstance(node, ast.ImportFrom) and node.module:
                asked = {node.module}
            assert not asked & set(NEVER), f"{name} imports {asked}"


def test_a_page_names_the_modules_that_it_imports_and_no_types(tmp_path: Path) -> None:
    texts = {
        "main.js": 'import { Line } from "./js/line.js";\nconst page = import("./js/page.js");\n',
        "js/line.js": '/** @import { Picture } from "./types.js" */\n// from "./old.js"\n',
        "js/page.js": 'import {\n  h,\n} from "../h.js";\nimport { Line } from "./line.js";\n',
        "h.js": "",
    }
    for name, text in texts.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert sorted(imported_by(tmp_path, "main.js")) == sorted(texts)
