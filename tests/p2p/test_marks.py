"""SPEC-16.9: what a node has checked once it need not check again, and nothing else."""

from dataclasses import replace

import pytest

from p2p import marks
from p2p.changes import EntryMarked
from p2p.errors import BadStore
from p2p.marks import EntryMarks, program_digest
from p2p.replica import Replica
from p2p.signing import Vouch
from p2p.store import StoreContents
from protocol.ledger import state_digest
from tests.p2p.scene import ANN, BOB, Scene
from tests.protocol.sample import phrase
from tests.protocol.toy_match import toy_table


@pytest.fixture
def disk() -> StoreContents:
    """What Ann's node has kept of a game."""
    return Scene(ANN).nodes[ANN].disk


def resumed(disk: StoreContents, vouch: Vouch = Vouch.WHOLE, player: int = ANN) -> Replica:
    return Replica.resume(toy_table(), disk, phrase(player), from_start=True, vouch=vouch)


def marked_again(replica: Replica) -> list[int]:
    """The places of the entries that were checked."""
    return [change.sequence for change in replica.changes if isinstance(change, EntryMarked)]


def forged(disk: StoreContents, player: int = ANN) -> StoreContents:
    """The last entry with a wrong signature, and a mark of a player on it."""
    raw = bytearray(disk.entries[-1])
    raw[-1] ^= 1
    mark = EntryMarks(phrase(player), toy_table().charter.game_id).mark(bytes(raw))
    entries, left = (*disk.entries[:-1], bytes(raw)), (*disk.marks[:-1], mark)
    return replace(disk, entries=entries, marks=left)


def test_every_entry_goes_to_the_disk_with_a_mark(disk: StoreContents) -> None:
    assert len(disk.marks) == len(disk.entries) > 1
    assert len(set(disk.marks)) == len(disk.marks)


def test_what_was_checked_is_not_checked_again(disk: StoreContents) -> None:
    """A signature that does not hold shows it: only who has the phrase could mark the entry."""
    assert marked_again(resumed(disk)) == []
    assert len(resumed(forged(disk)).table.log) == len(disk.entries)


def test_the_game_is_the_same_as_if_all_were_checked(disk: StoreContents) -> None:
    trusted, checked = resumed(disk).table, resumed(replace(disk, marks=())).table
    assert trusted.head == checked.head
    assert state_digest(trusted.game, trusted.ledger) == state_digest(checked.game, checked.ledger)
    assert trusted.ledger == checked.ledger


def test_what_was_replayed_is_told_once(disk: StoreContents) -> None:
    """So that nobody who shows the game needs to replay it again."""
    trusted, checked = resumed(disk), resumed(replace(disk, marks=()))
    told = trusted.tell_replayed().entries
    assert tuple(one.entry.raw for one in told) == disk.entries
    assert [(one.events, one.rolls, one.game) for one in told] == [
        (one.events, one.rolls, one.game) for one in checked.tell_replayed().entries
    ]
    assert trusted.tell_replayed().entries == ()


@pytest.mark.no_cover
def test_an_entry_that_was_altered_is_checked(disk: StoreContents) -> None:
    """Whichever byte it is: then its signature does not hold, or it follows nothing."""
    raw = disk.entries[-1]
    for at in range(len(raw)):
        altered = bytearray(raw)
        altered[at] ^= 1
        with pytest.raises(BadStore):
            resumed(replace(disk, entries=(*disk.entries[:-1], bytes(altered))))


def test_an_entry_without_a_good_mark_is_checked_and_marked(disk: StoreContents) -> None:
    """Marks that are cut off, altered, or of the entry before."""
    last = disk.marks[-1]
    for marks_left in (
        disk.marks[:-1],
        (*disk.marks[:-1], bytes([last[0] ^ 1]) + last[1:]),
        (*disk.marks[:-1], disk.marks[-2]),
        (*disk.marks[:-1], b""),
    ):
        again = resumed(replace(disk, marks=marks_left))
        assert again.changes == (EntryMarked(len(disk.entries), last),)
        with pytest.raises(BadStore, match="sign"):
            resumed(replace(forged(disk), marks=marks_left))


def test_a_mark_of_another_player_says_nothing(disk: StoreContents) -> None:
    with pytest.raises(BadStore, match="sign"):
        resumed(forged(disk, BOB))


def test_a_mark_of_another_game_says_nothing(disk: StoreContents) -> None:
    elsewhere = EntryMarks(phrase(ANN), bytes(32))
    assert not elsewhere.holds(disk.entries[0], disk.marks[0])


def test_a_store_that_was_copied_or_put_back_is_checked_whole(disk: StoreContents) -> None:
    every = list(range(1, len(disk.entries) + 1))
    assert marked_again(resumed(disk, Vouch.BEHIND)) == every
    with pytest.raises(BadStore, match="sign"):
        resumed(forged(disk), Vouch.BEHIND)


def test_what_another_program_has_found_good_is_checked_again(
    disk: StoreContents, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = bytes([program_digest()[0] ^ 1]) + program_digest()[1:]
    monkeypatch.setattr(marks, "program_digest", lambda: other)
    assert marked_again(resumed(disk)) == list(range(1, len(disk.entries) + 1))
