"""The side of a lobby of everybody but the host (SPEC-16.5).

It is a value, as the host's side is. Nobody signs two charters of one table: the dice chain whose
head a seat puts into its charter must serve one game only.
"""

from dataclasses import dataclass, field, replace
from typing import Annotated, Self, TypeAlias

from pydantic import PlainSerializer, PlainValidator

from p2p.errors import LobbyError
from p2p.invite import Invite
from p2p.inviting import Inviting
from p2p.messages import Join, Proposal
from p2p.terms import KEPT, Guest, seat_with
from protocol.charter import MAX_SEATS, Charter, scenario_digest
from protocol.errors import ProtocolError
from protocol.founding import Founding
from protocol.identity import PublicKey

__all__ = ["Joining"]

InviteLink: TypeAlias = Annotated[
    Invite, PlainSerializer(lambda invite: invite.link()), PlainValidator(Invite.parse)
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """The side of everybody else: a player who joins, a watcher, or one who comes back.

    Attributes:
        invite: how the table was found.
        guest: what this player brings, if the invite is for a seat.
        agreed: game id of the charter that this player has signed; there is only ever one.
        inviting: who is invited to play on, once the game runs.
    """

    invite: InviteLink
    guest: Guest | None = None
    agreed: bytes | None = None
    inviting: Inviting = field(default_factory=Inviting)

    __pydantic_config__ = KEPT

    def __post_init__(self) -> None:
        ticket = self.invite.ticket
        seated = ticket is not None and ticket.place < MAX_SEATS
        if seated != (self.guest is not None):
            raise LobbyError("an invite to a seat needs a player, and no other invite may have one")

    def join(self) -> Join | None:
        """What this player says first; None for a watcher."""
        if self.guest is None:
            return None
        return Join(name=self.guest.name, salt=self.guest.salt, dice_head=self.guest.dice_head)

    def review(self, message: Proposal) -> Charter:
        """Judge whether a proposed charter is one that this player may be asked to sign.

        Whether its scenario and options make a game is judged where the rules are known, and
        whether it is a game worth playing, by the player.

        Raises:
            LobbyError: it is not of this table, does not name this player as agreed, or another one
                was signed before.
        """
        if self.guest is None:
            raise LobbyError("a charter was proposed to a spectator")
        try:
            charter = Charter.from_bytes(message.charter)
        except ProtocolError as error:
            raise LobbyError(f"the proposed charter is unusable: {error}") from error
        self._of_this_table(charter)
        if charter.scenario_digest != scenario_digest(message.scenario):
            raise LobbyError("the scenario sent with the charter is not the one it names")
        seated = (Guest(seat.name, seat.key, seat.salt, seat.dice_head) for seat in charter.seats)
        if self.guest not in seated:
            raise LobbyError("the proposed charter does not seat this player as it joined")
        if self.agreed not in (None, charter.game_id):
            raise LobbyError("this player has signed another charter: join again with the link")
        return charter

    def agree(self, charter: Charter) -> Self:
        """The player agrees to a charter that was reviewed: it may be signed now."""
        return replace(self, agreed=charter.game_id)

    def accept(self, founding: Founding, own: PublicKey) -> None:
        """Judge whether this is the founding of the table that was joined.

        Who comes back may have come to play only later: the line says so, and not the charter.

        Raises:
            LobbyError: it is of another table, or not the one that this player signed.
        """
        charter = founding.charter
        self._of_this_table(charter)
        if self.guest is None:
            return
        if self.agreed is None and seat_with(own, charter) is None:
            return  # the game goes on already: others may agree that this player takes over
        if self.agreed != charter.game_id:
            raise LobbyError("the game was founded on a charter that this player did not sign")

    def _of_this_table(self, charter: Charter) -> None:
        if charter.nonce != self.invite.nonce or seat_with(self.invite.host, charter) is None:
            raise LobbyError("the charter and the invite are of different tables")
