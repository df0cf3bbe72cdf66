"""Marks on the stored entries that this node has checked, so that it need not check them again.

Whether signature, openings and proofs of an entry hold depends on the entry and those before it,
which it names by hash; so a verdict holds wherever the entry is met again, and a mark on it says
that it was found good. Only who has the phrase can make one: an entry that was altered in the
store, or put there by somebody else, carries none that holds, and is checked like one that a peer
sends (SPEC-16.9). The rules are played again in any case.
"""

import hashlib
import hmac
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain, repeat
from typing import Final

from p2p.changes import EntryMarked
from p2p.store import StoreContents
from protocol.hashing import Tag, tagged
from protocol.identity import Phrase
from protocol.table import Appended, Table

__all__ = ["EntryMarks", "Replayed", "marks_of", "program_digest", "replay"]

MARK_SIZE: Final = 32


class EntryMarks:
    """The marks of one player in one game, made by this very program."""

    def __init__(self, phrase: Phrase, game: bytes) -> None:
        """See the class.

        Args:
            phrase: of the player.
            game: game id.
        """
        self._key = phrase.derive(Tag.CHECKED_KEY, game + program_digest())

    def mark(self, raw: bytes) -> bytes:
        """The mark of an entry that is good, as it is stored, its signature included."""
        content = tagged(Tag.CHECKED, raw)
        return hashlib.blake2b(content, key=self._key, digest_size=MARK_SIZE).digest()

    def holds(self, raw: bytes, mark: bytes) -> bool:
        """Whether this program has checked the entry for this player."""
        return hmac.compare_digest(mark, self.mark(raw))


def marks_of(phrase: Phrase | None, table: Table) -> EntryMarks | None:
    """Those of a player at a table; None without a player."""
    return None if phrase is None else EntryMarks(phrase, table.charter.game_id)


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of replaying a store.

    Attributes:
        entries: what each brought about.
        marks: of those that were checked, to be written.
    """

    entries: tuple[Appended, ...] = ()
    marks: tuple[EntryMarked, ...] = ()


def replay(
    table: Table, contents: StoreContents, marks: EntryMarks | None, *, trusting: bool
) -> Replayed:
    """Append the entries of a store to a table with nothing played.

    Args:
        table: which.
        contents: of the store.
        marks: of its player, if it has one.
        trusting: whether an entry whose mark holds need not be checked again.

    Raises:
        Refused: one of them is not the next entry of this game.
    """
    entries, new = [], []
    marked = zip(contents.entries, chain(contents.marks, repeat(b"")), strict=False)
    for place, (raw, mark) in enumerate(marked, 1):
        if trusting and marks is not None and marks.holds(raw, mark):
            entries.append(table.append_again(raw))
            continue
        entries.append(table.append(raw))
        if marks is not None:
            new.append(EntryMarked(place, marks.mark(raw)))
    return Replayed(tuple(entries), tuple(new))


@cache
def program_digest() -> bytes:
    """Hash of the source of all that judges an entry: 32 bytes.

    What an older program has found good, a newer one checks again.
    """
    whole = hashlib.sha256()
    for package in ("engine", "protocol"):
        for name, source in _sources(files(package), package):
            whole.update(hashlib.sha256(name.encode()).digest())
            whole.update(hashlib.sha256(source).digest())
    return whole.digest()


def _sources(folder: Traversable, name: str) -> list[tuple[str, bytes]]:
    """The modules and data of a package, by path."""
    found: list[tuple[str, bytes]] = []
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        path = f"{name}/{each.name}"
        if each.name == "__pycache__":
            continue
        if each.is_dir():
            found.extend(_sources(each, path))
        else:
            found.append((path, each.read_bytes()))
    return found
