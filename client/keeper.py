"""A keeper: a node at a seat without powers, that runs until it is stopped."""

__all__ = ["Keeper"]

from collections.abc import Sequence
from pathlib import Path

from client.presentation.invitations import invitation_lines
from client.presentation.notices import NoticeText
from client.presentation.waiting import due_tasks
from client.seat.consent import objection
from client.seat.invitations import Invitation
from client.seat.observer import Observer
from client.seat.participant import Screen
from p2p.choice import Choice
from p2p.lobby_protocol import Proposed
from p2p.node import Node
from p2p.player import Notice, Position
from protocol.errors import LocalError
from protocol.identity import PublicKey

_DUTIES = (
    "This node is a keeper: it holds the log, adds to the dice where the charter says so, and "
    "answers players who have lost a machine. It sees what a spectator sees, and decides nothing. "
    "Stop it with Ctrl-C; rolls that need it wait until it is back."
)


class Keeper:
    """Says what its node does; there is nothing that it could decide.

    Attributes:
        observer: what it knows of the game: what a spectator knows.
    """

    wants_past = False

    def __init__(self, screen: Screen, key: PublicKey) -> None:
        """A keeper with this key."""
        self.observer = Observer()
        self._screen = screen
        self._key = key
        self._text = NoticeText(self.observer)
        self._waiting = ""

    async def run(self, node: Node, memo: Path | None = None) -> None:  # noqa: ARG002 (it keeps nothing)
        """See `Participant.run`; a keeper keeps no memo."""
        self.observer.attach(node)
        self.show(_DUTIES)
        await node.run()

    async def consents(self, proposed: Proposed) -> bool:
        """See `Player.consents`: it agrees to keep any game, and to play none."""
        seats = proposed.charter.seats
        against = objection(proposed, None)
        if against is None and any(seat.key == self._key and seat.powers for seat in seats):
            against = "not signed, because this invite is for a player: use `join`"
        self.show(against or f"agreed to keep {proposed.charter.scenario}")
        return against is None

    async def decide(self, position: Position) -> Choice:
        """See `Player.decide`.

        Raises:
            LocalError: always, for no decision is a keeper's.
        """
        raise LocalError(f"a keeper is asked to decide for seat {position.seat}")

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`: what happens, and whom the game waits for."""
        lines = list(self._text.lines(notice, self.observer.observe(notice)))
        table = self.observer.table
        waiting = "" if table is None else "; ".join(map(str, due_tasks(table)))
        if waiting not in ("", self._waiting):
            lines.append(f"Waiting for {waiting}")
        self._waiting = waiting
        if lines:
            self.show("\n".join(lines))

    def show(self, text: str) -> None:
        """See `Screen.show`."""
        self._screen.show(text)

    def invite(self, invitations: Sequence[Invitation]) -> None:
        """See `Participant.invite`."""
        self.show("\n".join(invitation_lines(invitations)))
