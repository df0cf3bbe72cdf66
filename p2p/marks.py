"""Marks on what a node has checked or worked out, so that it need not do so again.

Whether signature, openings and proofs of an entry hold depends on the entry and those before it,
which it names by hash; so a verdict holds wherever the entry is met again, and a mark on it says
that it was found good. Only who has the phrase can make one: an entry that was altered in the
store, or put there by somebody else, carries none that holds, and is checked like one that a peer
sends (SPEC-16.9). The rules are played again in any case, but for what a snapshot tells, and that
bears such a mark as well.
"""

import hashlib
import hmac
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from protocol.hashing import Tag, tagged
from protocol.identity import Phrase
from protocol.table import Table

__all__ = ["EntryMarks", "marks_of", "program_digest"]

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

    def mark_snapshot(self, sequence: int, raw: bytes) -> bytes:
        """The mark of the game after an entry, as this node has written it down."""
        content = tagged(Tag.SNAPSHOT, sequence.to_bytes(4, "big") + raw)
        return hashlib.blake2b(content, key=self._key, digest_size=MARK_SIZE).digest()

    def holds_snapshot(self, sequence: int, raw: bytes, mark: bytes) -> bool:
        """Whether this program has written that snapshot for this player."""
        return hmac.compare_digest(mark, self.mark_snapshot(sequence, raw))


def marks_of(phrase: Phrase | None, table: Table) -> EntryMarks | None:
    """Those of a player at a table; None without a player."""
    return None if phrase is None else EntryMarks(phrase, table.charter.game_id)


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
