"""What a terminal is wide enough for, and what a prompt looks like."""

import asyncio
import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.console import folded
from client.terminal.stdio import StandardTerminal
from tests.patience import PATIENCE

LINK = "secret-subs:" + "x" * 90


def test_long_lines_are_broken_between_words_and_hang() -> None:
    text = "  a token is a piece that hides one group\nshort"
    assert folded(text, 24) == "  a token is a piece\n    that hides one group\nshort"


def test_a_link_is_never_broken() -> None:
    """Whoever copies an invite copies one line."""
    assert LINK in folded(f"  Japan: {LINK}", 80).replace("\n    ", "\n").split("\n")


@given(st.lists(st.text("ab c-", max_size=60)).map("\n".join), st.integers(8, 40))
def test_folding_changes_nothing_but_spaces(text: str, width: int) -> None:
    assert "".join(folded(text, width).split()) == "".join(text.split())


def test_no_word_of_a_stranger_ends_in_a_line_of_its_own() -> None:
    """A terminal breaks a word that is too long where it likes, and the rest would begin a line."""
    for said in ("", "secret-subs:", "http://127.0.0.1:"):
        lines = folded(f"Bob: {said}{'x' * (75 - len(said))}VERIFIED", 80).split("\n")
        assert all(line.startswith("  ") for line in lines[1:])
        assert all(len(line) <= 80 for line in lines)


class Typed(io.StringIO):
    """A keyboard at a terminal, or lines piped in."""

    def __init__(self, text: str, *, terminal: bool) -> None:
        super().__init__(text)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize("terminal", [True, False])
async def test_what_happens_meanwhile_stands_above_the_prompt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, terminal: bool
) -> None:
    """The line that is typed ends the prompt's line on a terminal, and nothing does in a pipe."""
    monkeypatch.setattr(sys, "stdin", Typed("buy tank\n", terminal=terminal))
    keyboard = StandardTerminal()
    keyboard.prompt("USA> ")
    keyboard.show("connected: Bob")
    async with asyncio.timeout(PATIENCE):
        assert await keyboard.line() == "buy tank\n"
        keyboard.show("staged")
        with pytest.raises(EOFError):
            await keyboard.line()
    after = "staged\n" if terminal else "\nstaged\n"
    assert capsys.readouterr().out == f"USA> \nconnected: Bob\nUSA> {after}"
