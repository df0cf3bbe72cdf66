"""A log as a table that is only looked at: any entry of it, forwards and back."""

__all__ = ["LogReplay", "serve_replay"]

import asyncio
from collections.abc import Sequence
from pathlib import Path

from client.errors import ClientError
from client.presentation.safety import safety_words
from client.presentation.waiting import due_tasks
from client.table import messages as said
from client.table.documents import audited, log_file
from client.table.drawing import drawing
from client.table.journal import Journal
from client.table.messages import Asked
from client.table.opening import Serve
from client.table.page_model import ChangeNotifier
from client.table.picture import Section, board_of
from client.table.seating import seated
from client.table.timeline import Timeline
from protocol.charter import Charter
from protocol.logfile import LogFile, RecordKind
from protocol.table import Table


class LogReplay:
    """A `PageModel` that shows a log entry by entry, as everybody at the table saw it."""

    def __init__(self, file: LogFile, log: bytes, maps: Sequence[Path] = ()) -> None:
        """Play the log once; then any moment of it can be shown.

        Args:
            file: what the log contains.
            log: as it stands in its file.
            maps: files of drawn maps besides those that come with the program.

        Raises:
            Refused: the log is not what was signed; `secret-subs audit` says what is wrong.
        """
        self.changes = ChangeNotifier()
        self._log = log
        self._charter: Charter = file.founding.charter
        table = Table.start(file.founding)
        self.board: Section = {**board_of(table.game), "map": drawing(table.game, maps)}
        self._journal = Journal(table.game, [seat.name for seat in self._charter.seats])
        self._everybody = {seat.key.fingerprint for seat in self._charter.seats}
        entries = [record.content for record in file.records if record.kind is RecordKind.ENTRY]
        names = [seat.name for seat in self._charter.seats]
        self._timeline = Timeline(table.game, self._journal, names)
        for raw in entries:
            appended = table.append(raw)
            self._journal.tell(appended, table.game)
            self._timeline.add(appended, due_tasks(table))

    def picture(self) -> dict[str, Section]:
        """See `PageModel.picture`."""
        return {
            "table": self._state(),
            "seats": seated(self._charter, None, self._everybody),
            **self._timeline.scene(),
            "ask": {},
        }

    def _state(self) -> Section:
        return {
            "mode": "replay",
            "seat": None,
            **self._timeline.place,
            "waiting": [str(task) for task in self._timeline.waiting],
            "owing": None,
            "notices": [],
            "staged": [],
            "secrecy": self._charter.secrecy.value,
            "safety": safety_words(self._charter.game_id),
        }

    async def carry_out(self, asked: Asked) -> Section:
        """See `PageModel.carry_out`."""
        match asked:
            case said.Seek(entry=entry):
                self._timeline.seek(entry)
                self.changes.notify()
                return {}
            case said.Keep():
                return log_file(self._log)
            case said.Report():
                return await audited(self._log)
            case _:
                raise ClientError("a replay cannot be changed")


def serve_replay(replay: LogReplay, serve: Serve) -> None:
    """Show a replay until no page looks on any more."""

    async def show() -> None:
        async with serve(replay) as server:
            await server.left()

    asyncio.run(show())
