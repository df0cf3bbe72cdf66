"""Standing orders and notes: what a player keeps, and how its node answers by it."""

from pathlib import Path

import pytest

from client.errors import ClientError
from client.seats.memo import Memo, Standing, Submerging


def test_a_memo_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    file = tmp_path / "game.memo"
    assert Memo.load(file) == Memo()
    memo = Memo(Standing(("infantry", "fighter"), Submerging.ALWAYS, 40)).noted(12, " a decoy? ")
    memo.save(file)
    assert Memo.load(file) == memo
    assert memo.notes == {12: "a decoy?"}
    assert file.stat().st_mode & 0o077 == 0  # nobody else's
    assert memo.noted(12, "").notes == {}


def test_a_damaged_memo_is_named(tmp_path: Path) -> None:
    file = tmp_path / "game.memo"
    file.write_text("[]")
    with pytest.raises(ClientError, match="is no memo"):
        Memo.load(file)


def test_notes_are_bounded() -> None:
    memo = Memo(notes=dict.fromkeys(range(400), "x"))
    with pytest.raises(ClientError, match="400 notes"):
        memo.noted(400, "one more")
