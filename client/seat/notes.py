"""Notes on tokens go with them through shuffles."""

__all__ = ["follow_notes", "followed"]

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from client.errors import ClientError
from client.seat.memo import MemoFile
from client.seat.observer import Observer
from client.seat.viewer import Viewer
from engine.game import Game
from engine.pieces import PieceId


def followed(notes: Mapping[int, str], viewer: Viewer, game: Game) -> Mapping[int, str]:
    """Notes by the handles that their tokens have now, as far as that is certain (SS-4.3).

    A note on a token whose handle is uncertain waits under the old one: what is shown later may
    tell. Where two notes come together, the one on the later handle stands first.
    """
    found: dict[int, str] = {}
    for handle in sorted(notes, reverse=True):
        now = viewer.now(game, PieceId(handle))
        found[now] = f"{found[now]}; {notes[handle]}" if now in found else notes[handle]
    return found


def follow_notes(file: MemoFile, observer: Observer) -> None:
    """Keep the notes of a memo with their tokens; a disk that refuses changes nothing."""
    if observer.game is None or not file.memo.notes:
        return
    notes = followed(file.memo.notes, observer.viewer, observer.game)
    if notes != file.memo.notes:
        with suppress(ClientError):
            file.keep(replace(file.memo, notes=notes))
