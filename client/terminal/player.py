"""A person at a seat: decisions as conversations, everything else as it comes."""

__all__ = ["Terminal", "TerminalPlayer"]

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol, Self

from client.errors import ClientError
from client.presentation import board
from client.presentation.catalog import CATALOG
from client.presentation.charter import proposal
from client.presentation.help import help_text
from client.presentation.instructions import READ_BY_ALL, changed, instructions_text
from client.presentation.invitations import (
    invitation_lines,
    invitation_message,
    invited_as,
    places,
)
from client.presentation.notices import NoticeText
from client.presentation.open_tables import knock_hint
from client.presentation.players import seat_names
from client.presentation.reachability import reachability_lines
from client.presentation.waiting import (
    astray_line,
    hindrance_line,
    signing_lines,
    waiting_lines,
)
from client.presentation.words import NotUnderstood, listed, one_of, refusal
from client.rematch import Next, Opponents, accept, offer
from client.seat.agreeing import awaited
from client.seat.consent import objection
from client.seat.delay import random_delay
from client.seat.invitations import Invitation, renewed
from client.seat.memo import MemoFile
from client.seat.notes import follow_notes
from client.seat.observer import Observer
from client.seat.staging import Staging
from client.seat.standing_orders import answer_by_orders
from client.terminal.agreeing import AGREEING, agree
from client.terminal.conversation import Conversation
from client.terminal.inspecting import INSPECTIONS, Perspective, inspect
from client.terminal.notes import NOTE, take_note
from client.terminal.orders import ORDERS, give_orders
from client.terminal.reaching import REACHING, connection_lines, reach
from client.terminal.reminding import REMINDERS, ask_keepers
from client.terminal.strangers import STRANGERS, deal_with
from engine.errors import EngineError
from engine.game import Game
from engine.records import encode
from p2p.chat import RematchOffered
from p2p.choice import Choice
from p2p.errors import NodeError
from p2p.failures import task_group
from p2p.hosting import Hosting
from p2p.lobby_protocol import Proposed
from p2p.node import Node
from p2p.player import GameStarted, InviteWithdrawn, Knocked, Notice, Position
from protocol.entry import Decide
from protocol.errors import ProtocolError

_PLAYING_AGAIN = {
    "rematch": "once the game is over: invite the same players to another one, or play the same "
    "bots again; rematch swapped changes sides",
    "again": "go where another player has invited you to a rematch",
}
_WAITING = {
    **INSPECTIONS,
    "say": "chat with the others: say well sailed",
    "waiting": "whom the game waits for, since when, and what can be done about it",
    "remind": "remind those who are waited for, also to sign a proposal",
    "reminders": REMINDERS,
    "silence": "state in the log that the game waits for another player; it proves nothing",
    "hand": "ask for a window at the next opportunity",
    "orders": ORDERS,
    **AGREEING,
    "note": NOTE,
    "disclose": "once the game is over: show everybody what your tokens held, checked against what "
    "you sealed; it cannot be taken back",
    **REACHING,
    "help": "explain a word of the rulebook: help window",
}
_HOSTING = {
    "status": "whether all players are here",
    "invites": "show the invites again",
    "message": "what you can send to somebody with a link: message Japan",
    "remove": "take back an invite, and remove who used it: remove Japan, remove Bob",
    **STRANGERS,
    **REACHING,
}
_QUIT = "quit"
_INSTRUCT = "instruct"


class Terminal(Protocol):
    """A person's screen and keyboard."""

    @property
    def width(self) -> int:
        """Columns."""

    def show(self, text: str) -> None:
        """Print some lines."""

    def prompt(self, text: str) -> None:
        """Print what asks for the next line; nothing once no line is expected."""

    async def line(self) -> str:
        """The next line typed.

        Raises:
            EOFError: no more will come.
        """


class TerminalPlayer:
    """Plays, or watches, through a terminal. While others act, the board can be looked at.

    Attributes:
        observer: what is known of the game here.
        next: the table to which the person goes on from this one; None to go nowhere.
    """

    wants_past = True

    def __init__(
        self,
        terminal: Terminal,
        way_back: str = "secret-subs play",
        *,
        stays: bool = False,
        opponents: Opponents | None = None,
    ) -> None:
        """Sit down.

        Args:
            terminal: of the person.
            way_back: the command that comes back to the table later.
            stays: whether the person stays when the game is over, until they quit.
            opponents: whom a rematch is against; None if there can be none.
        """
        self.next: Next | None = None
        self.observer = Observer()
        self._text = NoticeText(self.observer)
        self._terminal = terminal
        self._way_back = way_back
        self._stays = stays
        self._opponents = opponents
        self._offer: RematchOffered | None = None
        self._asked: asyncio.Future[str] | None = None
        self._invitations: tuple[Invitation, ...] = ()
        self._memo = MemoFile(None)

    def at(self, table: Next) -> Self:
        """The same person, to sit down at the next table."""
        return type(self)(
            self._terminal, self._way_back, stays=self._stays, opponents=table.opponents
        )

    async def run(self, node: Node, memo: Path | None = None) -> None:
        """See `Participant.run`; also ends when the person quits, or goes to another table."""
        self.observer.attach(node)
        self._memo = MemoFile(memo)
        left = True
        try:
            async with task_group() as group:
                running = group.create_task(node.run())
                listening = group.create_task(self._listen())
                staying = group.create_task(self._stay(node))
                await asyncio.wait({running, listening}, return_when=asyncio.FIRST_COMPLETED)
                left = not running.done() and not staying.done()
                for task in (listening, running, staying):
                    task.cancel()
        finally:
            if left and self.next is None:
                self.show(f"You have left the table. To come back, run `{self._way_back}`.")

    async def _stay(self, node: Node) -> None:
        """Stay connected when the game is over, and say what can be done then."""
        if self._stays:
            node.stay()
        await node.settled()
        if self._stays:
            self.show("You can still look and talk: `help` lists the commands, `quit` leaves.")

    # The player

    async def consents(self, proposed: Proposed) -> bool:
        """See `Player.consents`."""
        if (against := objection(proposed, self.observer.lobby)) is not None:
            self.show(against)
            return False
        self.show(proposal(proposed.charter, proposed.scenario, self.width))
        return (await self.ask("Type yes to sign this charter: ")).strip() == "yes"

    async def decide(self, position: Position) -> Choice:
        """See `Player.decide`."""
        known = self.observer.knowledge
        staging = Staging(position.fork(), position.seat, position.groups, known)
        view = staging.view
        if position.declined is not None:
            self.show(f"  Not sent: {refusal(staging.game, position.declined)}")
        elif view is not None:
            ordered = answer_by_orders(self._memo.memo.standing, view)
            if ordered is not None:
                self.show(CATALOG.by_orders(view, ordered))
                await random_delay()
                return Choice((Decide(encode(ordered)),))
        return Choice(await Conversation(self, staging, self._memo).actions())

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        entries = self.observer.observe(notice)
        if entries:
            follow_notes(self._memo, self.observer)
        lines = list(self._text.lines(notice, entries))
        if isinstance(notice, GameStarted) and self.observer.game is not None:
            lines += self._welcome(self.observer.game)
        if lines:
            self.show("\n".join(lines))
        if isinstance(notice, InviteWithdrawn):
            self._renew()
        if isinstance(notice, Knocked):
            self.show(knock_hint(notice.name))
        if isinstance(notice, RematchOffered):
            self._offer = notice
            self.show("  `again` goes there; you see the charter before you sign it.")

    def invite(self, invitations: Sequence[Invitation]) -> None:
        """See `Participant.invite`."""
        self._invitations = tuple(invitations)
        self.show("\n".join(invitation_lines(invitations)))

    def _renew(self) -> None:
        """Show the invites that hold now."""
        node, lobby = self.observer.node, self.observer.lobby
        if node is not None and isinstance(lobby, Hosting) and self._invitations:
            self.invite(renewed(self._invitations, lobby, node.ticket))

    def _welcome(self, game: Game) -> Iterator[str]:
        """Who one is, where the game stands, and where to find out more."""
        powers = self.observer.powers
        who = f"You play {listed(powers)}" if powers else "You are watching"
        yield f"{who}. {board.turn_text(game)}. `map` draws the board, `help` lists the commands."

    # The keyboard

    @property
    def width(self) -> int:
        """See `Keyboard.width`."""
        return self._terminal.width

    def show(self, text: str) -> None:
        """See `Keyboard.show`."""
        self._terminal.show(text)

    async def ask(self, prompt: str) -> str:
        """See `Keyboard.ask`."""
        self._terminal.prompt(prompt)
        self._asked = asyncio.get_running_loop().create_future()
        try:
            return await self._asked
        except asyncio.CancelledError:
            self._terminal.prompt("")
            raise
        finally:
            self._asked = None

    async def _listen(self) -> None:
        """Take every line to where it belongs, until the person quits or goes to another table."""
        with suppress(EOFError):
            while self.next is None and (line := (await self._terminal.line()).strip()) != _QUIT:
                word, _, rest = line.partition(" ")
                game_word = self.observer.game is not None and word in {
                    _INSTRUCT,
                    "reminders",
                    *AGREEING,
                }
                at_any_time = game_word or word in REACHING
                if self._asked is not None and not self._asked.done() and not at_any_time:
                    self._asked.set_result(line)
                    continue
                try:
                    if word == _INSTRUCT:
                        self._instruct(rest)
                    elif word in _PLAYING_AGAIN:
                        await self._play_again(word, rest)
                    else:
                        self._idle(line)
                except (
                    NotUnderstood,
                    ClientError,
                    NodeError,
                    ProtocolError,
                    EngineError,
                ) as error:
                    self.show(f"  {error}")

    async def _play_again(self, word: str, rest: str) -> None:
        """Offer a rematch, or accept one."""
        if self._opponents is None:
            raise NotUnderstood("there can be no rematch here", "only who has played offers one")
        memo = self._memo.memo
        if word == "again":
            self.next = accept(self._opponents, self.observer, memo, self._offer)
            return
        swapped = bool(rest) and one_of(rest, ("swapped",), "rematch") == "swapped"
        self.next = await offer(self._opponents, self.observer, memo, swapped=swapped)

    def _instruct(self, words: str) -> None:
        """Change the instructions of an own power; at any time."""
        game, node = self.observer.game, self.observer.node
        if game is None or node is None:
            raise NotUnderstood("the game has not begun", "instruct once it has")
        power, instructions = changed(game, self.observer.powers, words)
        node.instruct(power, instructions)
        said = f"{power}, from the next entry of any seat on: {instructions_text(instructions)}"
        self.show(f"  {said}. {READ_BY_ALL}")

    def _idle(self, line: str) -> None:
        """What can be done while others act."""
        word, _, rest = line.partition(" ")
        game, node = self.observer.game, self.observer.node
        lobby = self.observer.lobby
        if word in REACHING and node is not None:
            self.show("\n".join(reach(word, rest, node)))
            return
        if word and game is None and node is not None and isinstance(lobby, Hosting):
            self._host(word, rest, node, lobby)
            return
        if not word or game is None:
            self.show("\n".join(self._waiting()))
            return
        match one_of(word, _WAITING, "command while others act"):
            case "say" if node is not None:
                node.say(rest)
            case "hand" if node is not None:
                node.raise_hand()
            case "waiting":
                self.show("\n".join(self._waiting()))
            case "remind" if node is not None:
                node.remind()
                self.show("  They are reminded; who is away, as soon as they are back.")
            case "reminders" if node is not None:
                self.show("\n".join(ask_keepers(rest, node)))
            case "silence" if node is not None:
                node.claim_silence()
            case "disclose" if node is not None:
                node.disclose()
            case "orders":
                self.show(f"  {give_orders(self._memo, rest, game)}")
            case agreeing if agreeing in AGREEING and node is not None:
                self.show("\n".join(agree(agreeing, rest, node, self.observer)))
            case "note":
                self.show(f"  {take_note(self._memo, rest)}")
            case "help":
                back = f"leave; `{self._way_back}` comes back"
                self.show(help_text(rest, {**_WAITING, _QUIT: back}))
            case command:
                seen_by = Perspective(self.observer.viewer, self._memo.memo.notes, self.width)
                self.show(inspect(command, rest, game, seen_by))
                if command == "status":
                    self.show("\n".join(self._waiting()))

    def _host(self, word: str, rest: str, node: Node, lobby: Hosting) -> None:
        """What a host can do until the game begins."""
        match one_of(word, {**_HOSTING, "help": ""}, "command before the game"):
            case "status":
                self.show("\n".join(self._waiting()))
            case "invites":
                self._renew()
            case "message":
                invited = {invited_as(one): one for one in self._invitations}
                self.show(invitation_message(invited[one_of(rest, invited, "invite")], lobby))
            case command if command in STRANGERS:
                self.show("\n".join(deal_with(command, rest, node, lobby)))
                self._memo.keep(replace(self._memo.memo, open_to=node.open_to))
            case "remove":
                called = places(self._invitations, lobby)
                node.withdraw(called[one_of(rest, called, "player, power or spectator")])
            case _:
                self.show("\n".join(f"{name}: {about}" for name, about in _HOSTING.items()))

    def _waiting(self) -> list[str]:
        """Whom the game waits for, since when, and what can be done about it."""
        table, node = self.observer.table, self.observer.node
        if node is None:
            return ["Waiting for players to join."]
        if table is None:
            return [
                "Waiting for players to join.",
                *reachability_lines(node.tested, begun=False),
                *connection_lines(node),
            ]
        now = int(time.time()) // 60
        seats = seat_names(table.log.players)
        astray = [astray_line([seats[seat] for seat in node.astray])] if node.astray else []
        if table.request is None:
            return ["The game is over."]
        owing = waiting_lines(table, awaited(node), now)
        signing = signing_lines(table, node.proposals, self.observer.seat)
        hindrance = node.hindrance
        hindered = [] if hindrance is None else [f"{hindrance_line(hindrance, node.meeting)}."]
        return [*hindered, *astray, *signing, *owing, *connection_lines(node)]
