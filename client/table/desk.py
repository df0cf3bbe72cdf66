"""A person at a node, playing or watching through the browser."""

__all__ = ["Desk"]

import asyncio
import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter

from client.errors import ClientError
from client.presentation.phrasing import phrase
from client.presentation.safety import safety_words
from client.presentation.words import reason
from client.seat import moving
from client.seat.memo import Memo, Standing, Submerging, answered, forced
from client.seat.staging import Staging
from client.seat.view import PlayerView
from client.seats.consent import objection
from client.seats.hesitation import hesitate
from client.seats.onlooker import Onlooker, Screen
from client.table import gestures
from client.table import messages as said
from client.table.asking import form
from client.table.drawing import drawing
from client.table.invites import invites
from client.table.journal import Journal
from client.table.lobby import (
    Agreement,
    agreement_of_charter,
    agreement_of_terms,
    invited,
    to_compare,
)
from client.table.messages import Asked, Gesture
from client.table.opening import Serve
from client.table.picture import Section, Viewer, board_of, scene
from client.table.seating import arrivals, seated
from client.table.show import Bell
from client.table.waiting import waited_for
from engine.board import SpaceId
from engine.economy.purchase import PurchaseUnits
from engine.errors import Illegal
from engine.game import Event, Game
from engine.movement.orders import Done
from engine.movement.phases import Ordering
from engine.pause import Action
from engine.pieces import PieceId
from engine.records import encode
from engine.variants.secret_subs.windows import Pass, Window
from p2p.lobby import Hosting, Joining
from p2p.lobby_protocol import Proposed
from p2p.node import Node
from p2p.player import Connected, Disconnected, GameStarted, Notice, Position, SeatTaken
from p2p.replica import Choice
from p2p.sync import EntryAccepted, FaultProven, Forked
from protocol.audit import audit
from protocol.entry import Decide, Resign
from protocol.entry_builder import PlayerAction
from protocol.logfile import write_log
from protocol.table import Appended


@dataclass(frozen=True, slots=True)
class _Announcing:
    """The terminal that the program was started in, and all that it is shown also to the pages."""

    screen: Screen
    announce: Callable[[str], None]

    def show(self, text: str) -> None:
        """See `Screen.show`."""
        self.screen.show(text)
        self.announce(text)


class Desk(Onlooker):
    """Plays, or watches, through pages in a browser (`client.table.show.Show`).

    Answers are staged where nothing that others must add stands between them, and can be taken back
    until they are sent: movement with the end of its phase, everything else at once.
    """

    def __init__(self, screen: Screen, serve: Serve, maps: Sequence[Path] = ()) -> None:
        """A desk.

        Args:
            screen: the terminal that the program was started in.
            serve: opens the desk to a browser while the node runs.
            maps: files of drawn maps besides those that come with the program.
        """
        super().__init__(_Announcing(screen, self.announce))
        self.bell = Bell()
        self._serve = serve
        self._maps = tuple(maps)
        self._board: Section | None = None
        self._journal: Journal | None = None
        self._present: set[str] = set()
        self._taken: dict[int, str] = {}
        self._unreached = self._refused = ""
        self._notices: list[str] = []
        self._consent: asyncio.Future[bool] | None = None
        self._staging: Staging | None = None
        self._actions: asyncio.Future[tuple[PlayerAction, ...]] | None = None
        self._declined: str | None = None
        self._fraud = False
        self._agreement: Agreement | None = None
        self._memo = Memo()
        self._drawn: tuple[int, dict[str, Section]] | None = None

    async def sit(self, node: Node) -> None:
        """See `Onlooker.sit`; the table stays open after the game until its pages are closed."""
        self._node = node
        self._memo = Memo() if self.memo is None else Memo.load(self.memo)
        lobby = node.lobby
        if isinstance(lobby, Hosting) and node.table is None:
            self._lay_out(agreement_of_terms(lobby.terms, lobby.seat))
        async with self._serve(self) as served:
            await node.run()
            self.bell.ring()
            await served.left()

    # The player

    async def consents(self, proposed: Proposed) -> bool:
        """See `Player.consents`."""
        if (against := objection(proposed)) is not None:
            raise ClientError(against)
        self._lay_out(agreement_of_charter(proposed, invited(self._lobby)))
        self._consent = asyncio.get_running_loop().create_future()
        self.bell.ring()
        try:
            return await self._consent
        finally:
            self._consent = None
            self.bell.ring()

    async def decide(self, position: Position) -> Choice:
        """See `Player.decide`."""
        self._staging = Staging(position.fork(), position.seat, position.groups)
        if position.declined is None and not self._waived_before(self._staging):
            actions, self._staging = self._staging.actions, None
            return Choice(actions)
        if position.declined is None and (choice := self._ordered(self._staging)) is not None:
            self._staging = None
            await hesitate()
            return choice
        self._declined = None if position.declined is None else str(position.declined)
        self._actions = asyncio.get_running_loop().create_future()
        self.bell.ring()
        try:
            return Choice(await self._actions)
        finally:
            self._staging, self._actions = None, None
            self.bell.ring()

    def _waived_before(self, staging: Staging) -> bool:
        """Stage what was chosen about windows meanwhile; whether the decision is still asked."""
        waive = self._memo.waive
        if waive is not None:
            with suppress(ClientError):  # a disk that refuses does not keep the game waiting
                self._keep(replace(self._memo, waive=None))
            if waive != (self._seat in staging.game.waived):
                staging.waive(waived=waive)
            view = staging.view
            if waive and view is not None and self._unwanted(view):
                staging.stage(Pass(), phrase(view, Pass()))
        return staging.view is not None

    def _unwanted(self, view: PlayerView) -> bool:
        """Whether a window is asked that was waived too late, and not by a raised hand."""
        return isinstance(view.decision, Window) and self._seat not in view.game.hands

    def _ordered(self, staging: Staging) -> Choice | None:
        """What standing orders answer to the decision at hand; the journal tells the player."""
        view = staging.view
        answer = None if view is None else answered(self._memo.standing, view)
        if view is None or answer is None:
            return None
        if self._journal is not None:
            why = "Nothing to choose" if forced(view) else "By your standing orders"
            self._journal.say(f"{why}: {phrase(view, answer)}")
        return Choice((*staging.actions, Decide(encode(answer))))

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        lines = list(self._lines(notice))
        match notice:
            case Connected(peer):
                self._present.add(peer.fingerprint)
                self._unreached = ""
            case Disconnected(None, reason):
                self._unreached, lines = reason, []
            case Disconnected(peer, reason, refused) if peer is not None:
                self._present.discard(peer.fingerprint)
                self._refused = reason if refused else ""
            case SeatTaken(seat, name):
                self._taken[seat] = name
            case Forked() | FaultProven():
                self._fraud = True
            case _:
                pass
        if self._journal is not None and not isinstance(notice, EntryAccepted | GameStarted):
            self._journal.hear(notice, lines)
        elif self._journal is None:
            self._notices += lines
        self.bell.ring()

    def announce(self, text: str) -> None:
        """Something for this player alone, such as the invites to hand out."""
        self._notices += text.splitlines()
        self.bell.ring()

    def _lay_out(self, agreement: Agreement) -> None:
        """Show the board before the game begins, with what is to be agreed to."""
        self._agreement = agreement
        self._set_board(agreement.game)

    def _set_board(self, game: Game) -> None:
        """Show the board of a game; it stays the same object while it is the same board."""
        board = board_of(game)
        if self._board is None or self._board != {**board, "map": self._board["map"]}:
            self._board = {**board, "map": drawing(game, self._maps)}

    def _opened(self, game: Game) -> None:
        self._set_board(game)
        seats = () if self._charter is None else self._charter.seats
        self._journal = Journal(game, [seat.name for seat in seats])

    def _recall(self, appended: Appended) -> None:
        super()._recall(appended)
        if self._journal is not None:
            self._journal.tell(appended, appended.game)

    def _told(self, accepted: EntryAccepted) -> Iterator[str]:
        if self._journal is not None:
            self._journal.tell(accepted.appended, accepted.appended.game)
        yield from super()._told(accepted)

    # What is seen

    @property
    def board(self) -> Section | None:
        """See `Show.board`."""
        return self._board

    def picture(self) -> dict[str, Section]:
        """See `Show.picture`."""
        if self._drawn is None or self._drawn[0] != self.bell.rung:
            self._drawn = (self.bell.rung, self._paint())
        return self._drawn[1]

    def _paint(self) -> dict[str, Section]:
        game = self._shown
        sections: dict[str, Section] = {"table": self._state(), "seats": self._seats()}
        if self._journal is None and self._agreement is not None:
            sections |= scene(self._agreement.game, self._agreement.viewer)
            sections["agreement"] = {**to_compare(self._lobby), **self._agreement.shown}
        if self._journal is not None and game is not None:
            sections |= scene(game, self._viewer(game))
            sections["log"] = dict(self._journal.lines)
            sections["dice"] = self._journal.dice
        sections["ask"] = self._asked()
        sections["memo"] = {
            "standing": TypeAdapter(Standing).dump_python(self._memo.standing, mode="json"),
            "notes": {str(token): text for token, text in self._memo.notes.items()},
        }
        return sections

    @property
    def _shown(self) -> Game | None:
        """The game with what is staged."""
        return self.game if self._staging is None else self._staging.game

    @property
    def _seat(self) -> int | None:
        return None if self._node is None else self._node.seat

    @property
    def _mode(self) -> str:
        if self._journal is None:
            return "lobby"
        return "watch" if self._seat is None else "play"

    @property
    def _lobby(self) -> Hosting | Joining | None:
        return None if self._node is None else self._node.lobby

    @property
    def _groups(self) -> Mapping[PieceId, int]:
        return {} if self._node is None else self._node.groups

    def _viewer(self, game: Game) -> Viewer:
        powers = () if self._seat is None else game.rules.seats[self._seat]
        return Viewer(frozenset(powers), self._groups, self.knowledge)

    def _state(self) -> Section:
        table, charter = self.table, self._charter
        return {
            "mode": self._mode,
            "seat": self._seat,
            "waiting": [] if table is None else waited_for(table),
            "owing": None if table is None or table.due is None else table.due.seat,
            "entries": 0 if self._journal is None else self._journal.entries,
            "notices": list(self._notices),
            "unreached": self._unreached,
            "refused": self._refused,
            "invites": invites(self._notices),
            "declined": self._declined,
            "fraud": self._fraud,
            "secrecy": None if charter is None else charter.secrecy.value,
            "safety": None if charter is None else safety_words(charter.game_id),
            "waive": self._memo.waive,
            "staged": [] if self._staging is None else list(self._staging.words),
            "can_send": self._staging is not None and bool(self._staging.actions),
            "to_sign": self._consent is not None,
        }

    def _seats(self) -> Section:
        if self._charter is not None:
            return seated(self._charter, self._seat, self._present)
        if self._agreement is not None and self._agreement.seats is not None:
            return self._agreement.seats
        return arrivals(self._lobby, self._taken)

    def _asked(self) -> Section:
        view = None if self._staging is None else self._staging.view
        entries = 0 if self._journal is None else self._journal.entries
        return {} if view is None else {**form(view), "entries": entries}

    # What pages ask for

    async def carry_out(self, asked: Asked) -> Section:
        """See `Show.carry_out`."""
        match asked:
            case said.Answer(gesture=gesture):
                return self._answer(gesture)
            case said.Preview(gesture=gesture) if gesture is not None:
                return self._judge(gesture)
            case said.Preview(to=to) if to is not None:
                return self._reaching(to)
            case said.Preview(pieces=pieces):
                return self._light(pieces)
            case said.Undo():
                return {"undone": self._decision().undo()} | self._rung()
            case said.Send():
                self._send(self._decision().actions)
                return {}
            case said.WaiveWindows(waived=waived):
                if self._staging is None:
                    self._keep(replace(self._memo, waive=waived))
                    return self._rung()
                staging = self._decision()
                staging.waive(waived=waived)
                if len(staging.actions) > 1 or staging.view is None:
                    self._send(staging.actions)
                return self._rung()
            case said.GiveUp():
                self._decision()
                self._send((Resign(),))
                return {}
            case said.Consent(agreed=agreed):
                if self._consent is None or self._consent.done():
                    raise ClientError("nothing is proposed now")
                self._consent.set_result(agreed)
                return {}
            case said.Orders() | said.Note():
                self._remember(asked)
                return self._rung()
            case said.Chat(text=text):
                if self._node is None:
                    raise ClientError("the table has not opened yet")
                self._node.say(text.strip())
                return {}
            case said.RaiseHand():
                if self._node is None:
                    raise ClientError("the table has not opened yet")
                self._node.raise_hand()
                return {}
            case _:
                return await self._documents(asked)

    def _remember(self, asked: said.Orders | said.Note) -> None:
        """Keep standing orders or a note; orders count at once if something is asked.

        Raises:
            ClientError: the disk refuses, or there are too many notes.
        """
        if isinstance(asked, said.Note):
            self._keep(self._memo.noted(asked.token, asked.text))
        else:
            standing = Standing(asked.losses, Submerging(asked.submerge), asked.retreat)
            self._keep(replace(self._memo, standing=standing))
        staging = self._staging
        if isinstance(asked, said.Orders) and staging is not None and not staging.actions:
            choice = self._ordered(staging)
            if choice is not None:
                self._send(choice.actions)

    def _keep(self, memo: Memo) -> None:
        if self.memo is not None:
            try:
                memo.save(self.memo)
            except OSError as error:
                raise ClientError(f"{self.memo}: cannot be written: {error.strerror}") from error
        self._memo = memo

    async def _documents(self, asked: Asked) -> Section:
        if self.table is None:
            raise ClientError("there is no log yet", "it begins when all have signed the charter")
        log = write_log(self.table.log)
        match asked:
            case said.Keep():
                return {"file": base64.b64encode(log).decode(), "name": "game.sslog"}
            case said.Report():
                report = await asyncio.to_thread(audit, log)
                return {"report": report.to_json(), "text": report.to_text()}
            case _:
                raise ClientError("this is no replay", "open one with `secret-subs replay FILE`")

    def _rung(self) -> Section:
        self.bell.ring()
        return {}

    def _decision(self) -> Staging:
        if self._staging is None or self._actions is None or self._actions.done():
            raise ClientError("nothing is asked of you now", "wait for your turn")
        return self._staging

    def _view(self) -> PlayerView:
        view = self._decision().view
        if view is None:
            raise ClientError("this must be sent before you can go on", "send it, or undo")
        return view

    def _answer(self, gesture: Gesture) -> Section:
        staging, view = self._decision(), self._view()
        told: list[str] = []
        events: list[Event] = []
        for answer in gestures.answers(view, gesture):
            words = phrase(view, answer)
            try:
                events += staging.stage(answer, words, along=bool(told))
            except Illegal:
                if told:
                    staging.undo()
                raise
            told.append(words)
            self._declined = None
            if staging.view is None or not _can_wait(view, answer):
                self._send(staging.actions)
                break
        self.bell.ring()
        return {"words": "; ".join(told), "events": self._in_words(events, staging.game)}

    def _in_words(self, events: Sequence[Event], game: Game) -> list[str]:
        return [] if self._journal is None else self._journal.words(events, game)

    def _judge(self, gesture: Gesture) -> Section:
        view = self._view()
        answer = gestures.read(view, gesture)
        refusal = moving.judged(view, answer)
        if refusal is not None:
            return {"legal": False, "rule": refusal.rule, "why": reason(view.game, refusal)}
        return {"legal": True, "words": phrase(view, answer)}

    def _light(self, pieces: list[int]) -> Section:
        view = self._view()
        if not isinstance(view.decision, Ordering):
            return {"lit": {}}
        found = moving.lit(view, pieces)
        return {
            "lit": {
                space: {
                    "ways": [list(way) for way in goal.ways],
                    "enemies": bool(view.game.enemies_at(view.decision.power, space)),
                }
                for space, goal in found.items()
            }
        }

    def _reaching(self, to: str) -> Section:
        view = self._view()
        if not isinstance(view.decision, Ordering) or to not in view.game.board.spaces:
            return {"reach": []}
        return {"reach": list(moving.reaching(view, SpaceId(to)))}

    def _send(self, actions: tuple[PlayerAction, ...]) -> None:
        if not actions:
            raise ClientError("nothing is staged", "answer first")
        if self._actions is not None and not self._actions.done():
            self._actions.set_result(actions)


def _can_wait(view: PlayerView, answer: object) -> bool:
    """Whether an answer is kept back until the phase ends, so that it can be undone."""
    staged = isinstance(view.decision, Ordering | PurchaseUnits)
    return staged and not isinstance(answer, Action | Done)
