"""Notes on tokens, taken at the keyboard."""

__all__ = ["NOTE", "take_note"]

from typing import Final

from client.presentation.words import NotUnderstood
from client.seat.memo import MemoFile

NOTE: Final = "note something about a token, for you alone: note #12 a decoy?; alone, take it back"
"""What the command does."""


def take_note(file: MemoFile, words: str) -> str:
    """Keep what was typed after the command; return what was done.

    Raises:
        NotUnderstood: it names no token.
        ClientError: there are too many notes, or the disk refuses.
    """
    handle, _, text = words.strip().partition(" ")
    number = handle.removeprefix("#")
    if not (number.isascii() and number.isdigit()):
        raise NotUnderstood("which token?", "name it, as in note #12 a decoy?")
    file.keep(file.memo.noted(int(number), text))
    return f"noted on #{number}" if text.strip() else f"no note on #{number} any more"
