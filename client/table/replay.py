"""A log as a table that is only looked at: any entry of it, forwards and back."""

__all__ = ["Replay", "serve_replay"]

import asyncio
import base64
from collections.abc import Sequence
from pathlib import Path

from client.errors import ClientError
from client.presentation.safety import safety_words
from client.table import messages as said
from client.table.drawing import drawing
from client.table.history import History, Moment
from client.table.journal import Journal
from client.table.messages import Asked
from client.table.opening import Serve
from client.table.picture import Section, board_of
from client.table.seating import seated
from client.table.show import Bell
from client.table.waiting import waited_for
from protocol.audit import audit
from protocol.charter import Charter
from protocol.logfile import LogFile, RecordKind
from protocol.table import Appended, Table


class Replay:
    """Shows a log entry by entry (`client.table.show.Show`), as everybody at the table saw it."""

    def __init__(self, file: LogFile, log: bytes, maps: Sequence[Path] = ()) -> None:
        """Play the log once; then any moment of it can be shown.

        Args:
            file: what the log contains.
            log: as it stands in its file.
            maps: files of drawn maps besides those that come with the program.

        Raises:
            Refused: the log is not what was signed; `secret-subs audit` says what is wrong.
        """
        self.bell = Bell()
        self._log = log
        self._charter: Charter = file.founding.charter
        table = Table.start(file.founding)
        self.board: Section = {**board_of(table.game), "map": drawing(table.game, maps)}
        self._journal = Journal(table.game, [seat.name for seat in self._charter.seats])
        self._everybody = {seat.key.fingerprint for seat in self._charter.seats}
        entries = [record.content for record in file.records if record.kind is RecordKind.ENTRY]
        self._history = History()
        self._history.add(self._moment(table, None))
        for raw in entries:
            appended = table.append(raw)
            self._journal.tell(appended, table.game)
            self._history.add(self._moment(table, appended))
        self._at = len(entries)

    def _moment(self, table: Table, appended: Appended | None) -> Moment:
        lines, dice = len(self._journal.lines), self._journal.dice
        return Moment(table.game, lines, dice, tuple(waited_for(table)), appended)

    def picture(self) -> dict[str, Section]:
        """See `Show.picture`."""
        return {
            "table": self._state(),
            "seats": seated(self._charter, None, self._everybody),
            **self._history.shown(self._at, self._journal.lines),
            "ask": {},
        }

    def _state(self) -> Section:
        return {
            "mode": "replay",
            "seat": None,
            **self._history.place(self._at, [seat.name for seat in self._charter.seats]),
            "waiting": list(self._history.at(self._at).waiting),
            "owing": None,
            "notices": [],
            "staged": [],
            "secrecy": self._charter.secrecy.value,
            "safety": safety_words(self._charter.game_id),
        }

    async def carry_out(self, asked: Asked) -> Section:
        """See `Show.carry_out`."""
        match asked:
            case said.Seek(entry=entry):
                self._at = min(entry, self._history.last)
                self.bell.ring()
                return {}
            case said.Keep():
                return {"file": base64.b64encode(self._log).decode(), "name": "game.sslog"}
            case said.Report():
                report = await asyncio.to_thread(audit, self._log)
                return {"report": report.to_json(), "text": report.to_text()}
            case _:
                raise ClientError("this is a replay", "nothing in it can be changed")


def serve_replay(replay: Replay, serve: Serve) -> None:
    """Show a replay until no page looks on any more."""

    async def show() -> None:
        async with serve(replay) as server:
            await server.left()

    asyncio.run(show())
