"""The page is checked against declarations that are made from the models of its messages."""

from typing import Literal, get_args

import pytest
from pydantic import TypeAdapter

from client.schema.model import Model
from client.schema.replies import RESULTS, Result
from client.table.messages import Asked
from tools import declarations as made
from tools.declarations import FILE, declarations


def test_the_declarations_are_current() -> None:
    """Else the page would be checked against fields that Python neither sends nor takes."""
    assert FILE.read_text(encoding="utf-8") == declarations(), "run: make declarations"


def test_results_are_declared_for_requests_that_there_are() -> None:
    """A result of no request would be declared to the page for nothing, one misspelt not at all."""
    asked = {get_args(one.model_fields["type"].annotation)[0] for one in get_args(Asked)}
    assert asked >= RESULTS.keys()
    assert set(RESULTS.values()) <= set(get_args(Result))


class Pawn(Model):
    """A piece."""

    kind: Literal["pawn"] = "pawn"
    at: tuple[int, int]
    moved: bool = False


def test_what_is_sent_has_every_field_and_what_is_received_may_lack_defaults(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A tag stands in every message, whichever way it goes."""
    for mode, moved in (("serialization", "moved:"), ("validation", "moved?:")):
        unions = (("Board", TypeAdapter(list[Pawn] | Pawn), mode),)
        monkeypatch.setattr(made, "_UNIONS", unions)
        text = declarations()
        assert "/** A piece. */\nexport interface Pawn {\n" in text
        assert '  readonly kind: "pawn";\n' in text
        assert "  readonly at: readonly [number, number];\n" in text
        assert f"  readonly {moved} boolean;\n" in text
        assert "  | readonly Pawn[]\n  | Pawn;\n" in text
