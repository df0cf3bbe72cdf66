"""docs/environment.md lists every environment variable that is read, and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("engine", "protocol", "p2p", "client", "tests", "tools")
TREES = {
    file: ast.parse(text)
    for folder in FOLDERS
    for file in sorted((ROOT / folder).rglob("*.py"))
    if re.search("environ|getenv|SECRET_SUBS_", text := file.read_text(encoding="utf-8"))
}
CONSTANTS = {
    target.id: node.value.value
    for tree in TREES.values()
    for node in ast.walk(tree)
    if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant)
    for target in (node.targets if isinstance(node, ast.Assign) else (node.target,))
    if isinstance(target, ast.Name)
}


def is_environ(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "environ"


def keys(tree: ast.AST) -> Iterator[ast.expr]:
    """What is looked up: `os.environ[key]`, `os.environ.get(key)`, `os.getenv(key)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and is_environ(node.value):
            yield node.slice
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            of_environ = is_environ(node.func.value) and node.func.attr in {"get", "pop"}
            if of_environ or node.func.attr == "getenv":
                yield node.args[0]


def read() -> set[str]:
    names = set()
    for file, tree in TREES.items():
        for key in keys(tree):
            name = CONSTANTS.get(key.id) if isinstance(key, ast.Name) else ast.literal_eval(key)
            assert isinstance(name, str), f"{file}: which variable is {ast.unparse(key)}?"
            names.add(name)
    return names


def documented() -> set[str]:
    text = (ROOT / "docs" / "environment.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| `([A-Z_]+)` \|", text, flags=re.MULTILINE))


def test_every_variable_that_is_read_is_documented_and_no_other() -> None:
    assert documented() == read()


def test_the_passphrase_and_the_folder_are_among_them() -> None:
    assert {"SECRET_SUBS_PASSPHRASE", "SECRET_SUBS_HOME"} <= read()
