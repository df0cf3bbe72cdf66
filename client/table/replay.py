"""A log as a table that is only looked at: any entry of it, forwards and back."""

__all__ = ["LogReplay", "serve_replay"]

import asyncio
from collections.abc import Sequence
from pathlib import Path

from client.errors import ClientError
from client.presentation.players import seat_names
from client.presentation.safety import safety_words
from client.presentation.waiting import due_tasks
from client.schema.board import Board
from client.schema.picture import Picture
from client.schema.replies import Nothing, Result
from client.schema.table import Table as TableView
from client.table import answering
from client.table import messages as said
from client.table.documents import audited, game_page, in_retrospect, log_file
from client.table.drawing import drawing
from client.table.ending import ending
from client.table.history import Hindsight
from client.table.journal import Journal
from client.table.lobby import agreement_of_game
from client.table.messages import Asked
from client.table.page_model import ChangeNotifier, Serve
from client.table.picture import board_of
from client.table.playback import MOST_ENTRIES, Recording
from client.table.seating import seated
from client.table.supposing import supposed
from client.table.timeline import Timeline
from protocol.charter import Charter
from protocol.logfile import LogFile, RecordKind, read_disclosures
from protocol.table import Table


class LogReplay:
    """A `PageModel` that shows a log entry by entry, as everybody at the table saw it."""

    def __init__(
        self, file: LogFile, log: bytes, maps: Sequence[Path] = (), upto: int | None = None
    ) -> None:
        """Play the log once; then any moment of it can be shown.

        Args:
            file: what the log contains.
            log: as it stands in its file.
            maps: files of drawn maps besides those that come with the program.
            upto: the last entry to be shown, where more is not good; None for the last of all.

        Raises:
            Refused: the log is not what was signed; `secret-subs audit` says what is wrong.
        """
        self.changes = ChangeNotifier()
        self._log = log
        self._maps = tuple(maps)
        self._charter: Charter = file.founding.charter
        table = Table.start(file.founding)
        self.board: Board | None = board_of(table.game, drawing(table.game, maps))
        self._agreement = agreement_of_game(table.game, self._charter)
        self._journal = Journal(table.game)
        all_of_it = [record.content for record in file.records if record.kind is RecordKind.ENTRY]
        entries = all_of_it[:upto]
        self._timeline = Timeline(table.game, self._journal)
        self._recording = Recording(table.game, self._journal.names, seen=len(entries))
        for raw in entries:
            seats = seat_names(table.log.players)
            appended = table.append(raw)
            told = self._journal.tell(appended, table.game, seats)
            self._timeline.add(appended, due_tasks(table))
            self._recording.add(appended.entry.seat, told, table.game)
        for signed in read_disclosures(file) if len(entries) == len(all_of_it) else ():
            table.add_statement(signed)
        self._timeline.look_back(Hindsight(table.truth, table.disclosures()))
        self._ending = ending(table, None)
        self._players = table.log.players
        self._everybody = {player.key.fingerprint for player in self._players}

    def picture(self) -> Picture:
        """See `PageModel.picture`."""
        scene = self._timeline.scene()
        return Picture(
            table=self._table(),
            agreement=self._agreement,
            seats=seated(self._players, None, self._everybody, self._timeline.number),
            turn=scene.turn,
            battle=scene.battle,
            spaces=scene.spaces,
            powers=scene.powers,
            plans=scene.plans,
            log=self._timeline.lines,
            dice=self._timeline.dice,
        )

    def _table(self) -> TableView:
        return TableView(
            mode="replay",
            waiting=tuple(map(str, self._timeline.waiting)),
            entries=self._timeline.number,
            secrecy=self._charter.secrecy,
            safety=safety_words(self._charter.game_id),
            timeline=self._timeline.place,
            ending=self._ending,
        )

    async def carry_out(self, asked: Asked) -> Result:
        """See `PageModel.carry_out`."""
        match asked:
            case said.SeekEntry(entry=entry):
                self._timeline.seek(entry)
                self.changes.notify()
                return Nothing()
            case said.OpenPlayback(after=after, whole=whole):
                viewers = self._timeline.viewers(after, MOST_ENTRIES)
                return self._recording.playback(after, viewers, whole=whole)
            case said.LookAs(eyes=eyes):
                self._timeline.look_as(eyes)
                self.changes.notify()
                return Nothing()
            case answering.Suppose():
                return await supposed(*self._timeline.seen, asked)
            case said.Keep():
                return log_file(self._log)
            case said.MakePage():
                return await game_page(self._log, self._maps)
            case said.OpenReport():
                return await audited(self._log)
            case said.OpenRetrospect():
                return await in_retrospect(self._log)
            case _:
                raise ClientError("a replay cannot be changed")


def serve_replay(replay: LogReplay, serve: Serve) -> None:
    """Show a replay until no page looks on any more."""

    async def show() -> None:
        async with serve(replay) as server:
            await server.left()

    asyncio.run(show())
