"""A log as a table that is only looked at: any entry of it, forwards and back."""

__all__ = ["Replay", "serve_replay"]

import asyncio
import base64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from client.errors import ClientError
from client.table import messages as said
from client.table.drawing import drawing
from client.table.journal import Journal
from client.table.messages import Asked
from client.table.opening import Serve
from client.table.picture import Section, Viewer, board_of, scene
from client.table.safety import safety_words
from client.table.show import Bell
from client.table.waiting import waited_for
from client.terminal.knowledge import Knowledge
from engine.game import Game
from protocol.audit import audit
from protocol.charter import Charter
from protocol.logfile import Kind, LogFile
from protocol.table import Appended, Table


@dataclass(frozen=True, slots=True)
class _Moment:
    """The game after an entry, and how far the journal had got."""

    game: Game
    lines: int
    dice: Section
    waiting: tuple[str, ...]
    appended: Appended | None


class Replay:
    """Shows a log entry by entry (`client.table.show.Show`), as everybody at the table saw it."""

    def __init__(self, file: LogFile, log: bytes) -> None:
        """Play the log once; then any moment of it can be shown.

        Raises:
            Refused: the log is not what was signed; `secret-subs audit` says what is wrong.
        """
        self.bell = Bell()
        self._log = log
        self._charter: Charter = file.founding.charter
        table = Table.found(file.founding)
        self.board: Section = {**board_of(table.game), "map": drawing(table.game)}
        self._journal = Journal(table.game, [seat.name for seat in self._charter.seats])
        entries = [record.content for record in file.records if record.kind is Kind.ENTRY]
        self._moments = list(self._play(table, entries))
        self._turns = list(self._begun())
        self._at = len(entries)
        self._known: tuple[int, Knowledge] | None = None

    def _play(self, table: Table, entries: Iterable[bytes]) -> Iterator[_Moment]:
        yield self._moment(table, None)
        for raw in entries:
            appended = table.append(raw)
            self._journal.tell(appended, table.game)
            yield self._moment(table, appended)

    def _begun(self) -> Iterator[Section]:
        """Where each turn begins: after how many entries, in which round, and whose it is."""
        before = None
        for at, moment in enumerate(self._moments):
            now = (moment.game.round, moment.game.active)
            if now != before:
                yield {"at": at, "round": now[0], "power": now[1]}
            before = now

    def _moment(self, table: Table, appended: Appended | None) -> _Moment:
        lines, dice = len(self._journal.lines), self._journal.dice
        return _Moment(table.game, lines, dice, tuple(waited_for(table)), appended)

    def picture(self) -> dict[str, Section]:
        """See `Show.picture`."""
        now = self._moments[self._at]
        lines = list(self._journal.lines.items())[: now.lines]
        return {
            "table": self._state(now),
            "seats": {
                str(i): {
                    "name": seat.name,
                    "powers": list(seat.powers),
                    "key": seat.key.fingerprint,
                    "you": False,
                    "here": True,
                }
                for i, seat in enumerate(self._charter.seats)
            },
            **scene(now.game, Viewer(knowledge=self._knowledge())),
            "log": dict(lines),
            "dice": now.dice,
            "ask": {},
        }

    def _state(self, now: _Moment) -> Section:
        entry = None if now.appended is None else now.appended.entry
        return {
            "mode": "replay",
            "seat": None,
            "at": self._at,
            "last": len(self._moments) - 1,
            "turns": self._turns,
            "entry": None
            if entry is None
            else f"signed by {self._charter.seats[entry.seat].name}, {entry.hash.hex()[:16]}…",
            "entries": self._at,
            "waiting": list(now.waiting),
            "owing": None,
            "notices": [],
            "staged": [],
            "secrecy": self._charter.secrecy.value,
            "safety": safety_words(self._charter.game_id),
        }

    def _knowledge(self) -> Knowledge:
        """What everybody knows of the tokens at this moment; followed on where it can be."""
        at, known = self._known or (0, Knowledge(self._moments[0].game))
        if at > self._at:
            at, known = 0, Knowledge(self._moments[0].game)
        for moment in self._moments[at + 1 : self._at + 1]:
            if moment.appended is not None:
                known.learn(moment.appended.events, moment.game)
        self._known = (self._at, known)
        return known

    async def carry_out(self, asked: Asked) -> Section:
        """See `Show.carry_out`."""
        match asked:
            case said.Seek(entry=entry):
                self._at = min(entry, len(self._moments) - 1)
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
