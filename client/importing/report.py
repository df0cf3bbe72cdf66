"""What an import could not express, and what it changed: every point by name."""

__all__ = ["ImportNote", "ImportReport", "NoteKind"]

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from protocol.printable import printable_lines


class NoteKind(StrEnum):
    """What became of something in the game file; the value is the heading in the report."""

    LEFT_OUT = "Left out: this program cannot play it"
    DIFFERENT = "Different: the game is played by our rules"
    CHANGED = "Said otherwise in our format"
    SETTING = "Settings: not the scenario's but the game's (--rules)"
    NO_MATTER = "Of no matter to the rules"


_LOSSES = (NoteKind.LEFT_OUT, NoteKind.DIFFERENT)


@dataclass(frozen=True, slots=True)
class ImportNote:
    """One point: what it is about, and what became of it.

    `subject` names the part of the game file, `what` is a sentence for people.
    """

    sort: NoteKind
    subject: str
    what: str

    def __str__(self) -> str:
        return f"{self.subject}: {self.what}"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """All notes of an import.

    Attributes:
        source: the game file.
        notes: in the order in which the conversion met them.
    """

    source: str
    notes: tuple[ImportNote, ...]

    @property
    def whole(self) -> bool:
        """Whether the scenario says everything about play that the game file says."""
        return not self.of(*_LOSSES)

    def of(self, *sorts: NoteKind) -> tuple[ImportNote, ...]:
        """The notes of some sorts."""
        return tuple(note for note in self.notes if note.sort in sorts)

    def text(self, sorts: Iterable[NoteKind] = NoteKind) -> str:
        """The report for people, by sort."""
        parts = [
            f"{sort} ({len(notes)})\n" + "\n".join(f"  {note}" for note in notes)
            for sort in sorts
            if (notes := self.of(sort))
        ]
        return printable_lines("\n\n".join(parts))
