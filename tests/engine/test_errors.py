"""An illegal answer carries its data; the sentence is made when it is read."""

import ast
import inspect
import string
from collections.abc import Iterator
from pathlib import Path

import engine
from engine.errors import Illegal, counted


def refusals() -> Iterator[tuple[str, ast.Call]]:
    """Every place in the engine where a rule refuses an answer."""
    folder = Path(inspect.getfile(engine)).parent
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Illegal":
                yield f"{file.relative_to(folder)}:{node.lineno}", node


def test_a_reason_is_made_of_its_facts() -> None:
    error = Illegal("BG-7.2", "{piece} must stop in {space}", piece=12, space="Border")
    assert (error.rule, error.pieces, error.spaces) == ("BG-7.2", (12,), ("Border",))
    assert str(error) == "BG-7.2: piece 12 must stop in Border"
    assert error.reason_naming({12: "the tank"}.__getitem__, str) == "the tank must stop in Border"


def test_kinds_of_units_are_called_as_people_call_them() -> None:
    error = Illegal("BG-5.1", "no {kind} is waiting to be placed", kind="sea_mine")
    assert error.reason == "no sea mine is waiting to be placed"
    assert error.reason_naming(str, {"sea_mine": "mine"}.__getitem__).startswith("no mine is")


def test_the_code_of_ss_0_6_is_told() -> None:
    error = Illegal("SS-0.5", "token #{token} does not hold group 1", "NOT_PRESENT", token=7)
    assert str(error) == "SS-0.5: token #7 does not hold group 1 [NOT_PRESENT]"
    assert error.pieces == (7,)


def test_names_with_braces_are_no_placeholders() -> None:
    assert Illegal("BG-7", "there is no space called {space}", space="{x}").reason.endswith("{x}")


def test_things_are_counted_as_people_count() -> None:
    assert [counted(n, "token") for n in range(3)] == ["no tokens", "1 token", "2 tokens"]


def test_every_refusal_gives_the_facts_that_its_reason_names() -> None:
    found = list(refusals())
    assert len(found) > 150
    for place, call in found:
        template = call.args[1]
        assert not isinstance(template, ast.JoinedStr), f"{place}: facts are keywords"
        if isinstance(template, ast.Constant) and isinstance(template.value, str):
            named = {name for _, name, _, _ in string.Formatter().parse(template.value) if name}
            assert named == {keyword.arg for keyword in call.keywords}, place
