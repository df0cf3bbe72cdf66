"""A person at a node, playing or watching through pages in a browser."""

__all__ = ["BrowserSession"]

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from client.errors import ClientError
from client.presentation.catalog import CATALOG
from client.presentation.invitations import invitation_lines
from client.presentation.notices import NoticeText
from client.presentation.players import seat_names
from client.presentation.waiting import DueTask, due_tasks
from client.presentation.words import refusal
from client.reminding import Reminding
from client.schema.board import Board
from client.schema.picture import Picture
from client.schema.replies import Result
from client.seat.consent import objection
from client.seat.delay import random_delay
from client.seat.invitations import Invitation, renewed
from client.seat.memo import MemoFile
from client.seat.notes import follow_notes
from client.seat.observer import Observer
from client.seat.participant import Screen
from client.seat.staging import Staging
from client.table import answering
from client.table import messages as said
from client.table.decision import PendingDecision
from client.table.drawing import drawing
from client.table.history import Hindsight
from client.table.journal import Journal
from client.table.lobby import ProposedGame, agreement_of_charter, agreement_of_terms, invited
from client.table.messages import Asked
from client.table.outlook import Outlook
from client.table.page_model import ChangeNotifier, Serve, Served
from client.table.page_requests import carry_out
from client.table.painting import paint
from client.table.picture import board_of
from client.table.playback import Recording
from client.table.session_state import SessionState
from client.table.timeline import Timeline
from engine.game import Game
from engine.variants.secret_subs.windows import Pass, Window
from p2p.chat import RematchOffered
from p2p.choice import Choice
from p2p.events import EntryAccepted, FaultProven
from p2p.failures import task_group
from p2p.hosting import Hosting
from p2p.lobby_protocol import Proposed
from p2p.node import Node
from p2p.player import (
    GameStarted,
    InviteWithdrawn,
    Notice,
    Position,
    SeatTaken,
    SuccessorCame,
    WaysTested,
)
from protocol.printable import printable_lines
from protocol.table import Appended

_COUNT_SECONDS: Final = 5.0
_AT_ONCE: Final = 20
"""Entries that are played again before pages are answered."""
_LOOKING: Final = (
    answering.Judge,
    answering.FindDestinations,
    answering.FindComers,
    answering.Forecast,
    said.Keep,
    said.MakePage,
    said.OpenPlayback,
    said.OpenReport,
    said.OpenRetrospect,
    answering.Suppose,
)
"""Requests that change nothing."""


class BrowserSession:
    """A `Participant` whose screen and keyboard are pages (`client.table.page_model.PageModel`).

    Attributes:
        state: of the session.
        changes: notified whenever pages may have to show something else.
    """

    wants_past = False

    def __init__(
        self,
        screen: Screen,
        serve: Serve,
        maps: Sequence[Path] = (),
        *,
        observer: Observer | None = None,
        reminding: Reminding | None = None,
    ) -> None:
        """A session.

        Args:
            screen: the terminal that the program was started in.
            serve: opens the session to a browser while the node runs.
            maps: files of drawn maps besides those that come with the program.
            observer: of the game; a new one if there is none.
            reminding: who reminds the player while no page is open; nobody, if there is none.
        """
        self.changes = ChangeNotifier()
        self.state = SessionState(observer or Observer(), Outlook(self.changes))
        self._screen = screen
        self._serve = serve
        self.state.maps = tuple(maps)
        self._reminding = reminding
        self._text = NoticeText(self.observer)
        self._board: Board | None = None
        self._painted: tuple[int, Picture] | None = None
        self._began, self._knows_past = asyncio.Event(), asyncio.Event()
        self._unsaid: list[tuple[Notice, list[str]]] = []

    @property
    def observer(self) -> Observer:
        """See `Participant.observer`."""
        return self.state.observer

    async def run(self, node: Node, memo: Path | None = None) -> None:
        """See `Participant.run`; the table stays open after the game until its pages are closed."""
        self.observer.attach(node)
        self.state.memo = MemoFile(memo)
        lobby = node.lobby
        if isinstance(lobby, Hosting) and node.table is None:
            self._lay_out(agreement_of_terms(lobby.terms, lobby.seat))
        async with self._serve(self) as served:
            async with task_group() as group:
                beside = [group.create_task(self._count_down(node))]
                catching_up = group.create_task(self._catch_up())
                if self._reminding is not None:
                    watching = self._reminding.watch(
                        self.observer, self.state.memo, served, self._screen
                    )
                    beside.append(group.create_task(watching))
                node.stay()
                beside.append(group.create_task(_leave(node, served)))
                await node.run()
                if self._began.is_set():
                    await catching_up
                for task in (*beside, catching_up):
                    task.cancel()
            self.changes.notify()
            try:
                await served.left()
            finally:
                self.state.outlook.close()

    async def _count_down(self, node: Node) -> None:
        """Show how long it is until the next call, as long as nobody is connected."""
        while True:
            await asyncio.sleep(_COUNT_SECONDS)
            if not node.connected and node.next_call is not None:
                self.changes.notify()

    def show(self, text: str) -> None:
        """See `Screen.show`: to this player alone."""
        self._screen.show(text)
        self.state.notices += printable_lines(text).split("\n")
        self.changes.notify()

    def invite(self, invitations: Sequence[Invitation]) -> None:
        """See `Participant.invite`."""
        self._screen.show("\n".join(invitation_lines(invitations)))
        self.state.invitations = tuple(invitations)
        self.changes.notify()

    def _renew(self) -> None:
        """Show the invitations that hold now."""
        node, lobby = self.observer.node, self.observer.lobby
        if node is not None and isinstance(lobby, Hosting) and self.state.invitations:
            self.invite(renewed(self.state.invitations, lobby, node.ticket))

    # The player

    async def consents(self, proposed: Proposed) -> bool:
        """See `Player.consents`."""
        if (against := objection(proposed, self.observer.lobby)) is not None:
            raise ClientError(against)
        self._lay_out(agreement_of_charter(proposed, invited(self.observer.lobby)))
        self.state.consent = asyncio.get_running_loop().create_future()
        self.changes.notify()
        try:
            return await self.state.consent
        finally:
            self.state.consent = None
            self.changes.notify()

    async def decide(self, position: Position) -> Choice:
        """See `Player.decide`."""
        if self.observer.behind:
            await self._knows_past.wait()
        staging = Staging(position.fork(), position.seat, position.groups, self.observer.knowledge)
        if position.declined is None:
            self._stage_waiver(staging)
            if staging.view is None:
                return Choice(staging.actions)
            unsent = self.state.memo.memo.unsent
            again = unsent is not None and unsent.restage(staging)
            if not again and (actions := self.state.answer_by_orders(staging)) is not None:
                await random_delay()
                return Choice(actions)
        declined = None if position.declined is None else refusal(staging.game, position.declined)
        decision = PendingDecision(staging, declined)
        await asyncio.to_thread(decision.prepare)
        self.state.sending = None
        self.state.decision = decision
        self.changes.notify()
        try:
            actions = await decision.sent()
            if actions[: len(staging.actions)] == staging.actions:
                self.state.sending = staging.game
        finally:
            self.state.decision = None
            self.changes.notify()
        self.state.memo.keep_unsent(None)
        return Choice(actions)

    def _stage_waiver(self, staging: Staging) -> None:
        """Stage what was chosen about windows meanwhile, and pass one that was waived too late."""
        memo = self.state.memo
        waive = memo.memo.waive
        if waive is None:
            return
        with suppress(ClientError):  # a disk that refuses does not keep the game waiting
            memo.keep(replace(memo.memo, waive=None))
        seat = self.observer.seat
        if waive != (seat in staging.game.waived):
            staging.waive(waived=waive)
        view = staging.view
        if not waive or view is None or not isinstance(view.decision, Window):
            return
        if seat not in view.game.hands:  # a raised hand wants its window after all
            staging.stage(Pass(), CATALOG.told(view, Pass()))

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        state = self.state
        entries = self.observer.observe(notice)
        if entries:
            state.sending = None
            follow_notes(state.memo, self.observer)
        lines = list(self._text.lines(notice, entries))
        state.connections.observe(notice)
        match notice:
            case GameStarted() if self.observer.opening is not None:
                self.begin(self.observer.opening)
                self._began.set()
            case SeatTaken(seat, name):
                state.taken[seat] = name
            case InviteWithdrawn(_, freed):
                for seat in freed:
                    state.taken.pop(seat, None)
                self._renew()
            case FaultProven():
                state.fraud = True
            case SuccessorCame(own=True):
                state.offer = "\n".join(lines)
            case RematchOffered():
                state.rematch = notice
            case _:
                pass
        if self.observer.behind:
            self._unsaid.append((notice, lines))
        elif state.journal is None:
            hosts = isinstance(self.observer.lobby, Hosting)
            if not (hosts and isinstance(notice, WaysTested)):  # a host sees it at the invites
                state.notices += lines
        elif not isinstance(notice, EntryAccepted | GameStarted):
            state.journal.hear(notice, lines)
        self._tell(entries, state.recording, state.moments, self._waiting(notice))
        self._look_back()
        if lines:
            self._screen.show("\n".join(lines))
        self.changes.notify()

    def _tell(
        self,
        entries: Sequence[Appended],
        recording: Recording | None,
        moments: Timeline | None,
        waiting: tuple[DueTask, ...] = (),
    ) -> None:
        """Write entries into the journal, and keep what can be played back or gone back to."""
        journal, table = self.state.journal, self.observer.table
        for appended in entries:
            if journal is not None and table is not None:
                seats = seat_names(table.log.players, appended.entry.sequence - 1)
                told = journal.tell(appended, appended.game, seats)
                if recording is not None:
                    recording.add(appended.entry.seat, told, appended.game)
            if moments is not None:
                moments.add(appended, waiting)

    def _look_back(self) -> None:
        """Once the game is over, what was disclosed is known of every moment."""
        table, moments = self.observer.table, self.state.moments
        if table is None or moments is None or not self.state.over:
            return
        seat = self.observer.seat
        moments.look_back(
            Hindsight(table.truth, table.disclosures(), seat, dict(self.observer.groups))
        )

    async def _catch_up(self) -> None:
        """Play again what came before a snapshot, between other things, and then show it."""
        await self._began.wait()
        state, behind = self.state, self.observer.behind
        recording, moments = state.recording, state.moments
        if behind:
            state.recording = state.moments = None
        while self.observer.behind:
            entries = self.observer.catch_up(_AT_ONCE)
            self._text.learn(entries)
            self._tell(entries, recording, moments)
            await asyncio.sleep(0)
        self._knows_past.set()
        if not behind:
            return
        state.recording = recording
        state.moments = moments
        self._look_back()
        follow_notes(state.memo, self.observer)
        for notice, lines in self._unsaid:
            if state.journal is not None and not isinstance(notice, GameStarted):
                state.journal.hear(notice, lines)
        self._unsaid.clear()
        if self._board is not None:
            self._board = self._board.model_copy()  # pages begin anew, as if opened only now
        self.changes.notify()

    def _waiting(self, notice: Notice) -> tuple[DueTask, ...]:
        """Whom the game waits for after a new entry; not known of those played long ago."""
        table = self.observer.table
        return due_tasks(table) if isinstance(notice, EntryAccepted) and table is not None else ()

    # The page

    def begin(self, opening: Game) -> None:
        """Show a game from its first position on."""
        self._set_board(opening)
        journal = Journal(opening)
        self.state.journal = journal
        seen, seat = self.state.memo.memo.seen, self.observer.seat
        self.state.recording = Recording(opening, journal.names, seen, seat)
        self.state.moments = Timeline(opening, journal)

    def _lay_out(self, agreement: ProposedGame) -> None:
        """Show the board before the game begins, with what is to be agreed to."""
        self.state.agreement = agreement
        self._set_board(agreement.game)

    def _set_board(self, game: Game) -> None:
        """Show the board of a game; it stays the same object while it is the same board."""
        if self._board is None or self._board != board_of(game, self._board.map):
            self._board = board_of(game, drawing(game, self.state.maps))

    @property
    def board(self) -> Board | None:
        """See `PageModel.board`."""
        return self._board

    def picture(self) -> Picture:
        """See `PageModel.picture`."""
        if self._painted is None or self._painted[0] != self.changes.version:
            self._painted = (self.changes.version, paint(self.state))
        return self._painted[1]

    async def carry_out(self, asked: Asked) -> Result:
        """See `PageModel.carry_out`."""
        if self.observer.behind:
            await self._knows_past.wait()
        result = await carry_out(self.state, asked)
        if not isinstance(asked, _LOOKING):
            self.changes.notify()
        return result


async def _leave(node: Node, served: Served) -> None:
    """Stay connected after the game for as long as a page looks on."""
    await node.settled()
    await served.left()
    node.leave()
