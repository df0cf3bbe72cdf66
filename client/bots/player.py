"""A bot at a seat, behind the same interface as a person."""

__all__ = ["BotPlayer"]

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from client.bots.bot import Bot
from client.bots.fuzz import Fuzz
from client.presentation.invitations import invitation_lines
from client.presentation.knowledge import observed_lines
from client.presentation.notices import NoticeText
from client.seat.consent import objection
from client.seat.invitations import Invitation
from client.seat.observer import Observer
from client.seat.participant import Screen
from client.seat.view import PlayerView
from engine.records import Plain
from p2p.choice import Choice
from p2p.events import StatementAccepted
from p2p.lobby_protocol import Proposed
from p2p.node import Node
from p2p.player import Notice, Position
from protocol.entry import Decide
from protocol.errors import LocalError
from protocol.proposals import Proposal
from protocol.statement import Signed


class BotPlayer:
    """A player who is a program: it agrees to any game, and answers at once.

    Attributes:
        observer: what it knows of the game.
    """

    wants_past = True

    def __init__(self, screen: Screen, bot: Bot, seed: int) -> None:
        """Seat a bot; `seed` is for the answers drawn where its own secrets forbid its first."""
        self.observer = Observer()
        self._screen = screen
        self._text = NoticeText(self.observer)
        self._bot = bot
        self._fallback = Fuzz(seed)

    async def run(self, node: Node, memo: Path | None = None) -> None:  # noqa: ARG002 (it keeps nothing)
        """See `Participant.run`; a bot keeps no memo. At the end it tells what it knew."""
        self.observer.attach(node)
        await node.run()
        self.show("\n".join(("What this seat knew at the end", *observed_lines(self.observer))))

    async def consents(self, proposed: Proposed) -> bool:
        """See `Player.consents`."""
        against = objection(proposed, self.observer.lobby)
        self.show(against or f"agreed to {proposed.charter.scenario}")
        return against is None

    async def decide(self, position: Position) -> Choice:
        """See `Player.decide`."""
        known = self.observer.knowledge
        view = PlayerView(position.game, position.decision, position.groups, known)
        if position.declined is not None:
            return Choice((Decide(self._fallback.choose(view)),))
        return Choice((Decide(await self.choose(view)),))

    async def choose(self, view: PlayerView) -> Plain:
        """What the bot answers."""
        return self._bot.choose(view)

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        lines = list(self._text.lines(notice, self.observer.observe(notice)))
        if lines:
            self.show("\n".join(lines))
        match notice:
            case StatementAccepted(Signed(Proposal())) if self.observer.powers:
                self._decline()
            case StatementAccepted():
                self._disclose()
            case _:
                pass

    def _decline(self) -> None:
        """Say that a bot signs no agreement (SPEC-18.6); who proposes often hears it less often."""
        if self.observer.node is not None:
            with suppress(LocalError):
                self.observer.node.say("A bot plays here, and signs no agreement.")

    def _disclose(self) -> None:
        """Show what its tokens held, once it has closed the game: a bot has no reason not to.

        Unasked, since it leaves soon after (SPEC-13.3).
        """
        node, table = self.observer.node, self.observer.table
        if node is None or table is None or table.request is not None:
            return
        if node.seat in table.closings() and node.seat not in table.disclosures():
            with suppress(LocalError):
                node.disclose()

    def show(self, text: str) -> None:
        """See `Screen.show`."""
        self._screen.show(text)

    def invite(self, invitations: Sequence[Invitation]) -> None:
        """See `Participant.invite`."""
        self.show("\n".join(invitation_lines(invitations)))
