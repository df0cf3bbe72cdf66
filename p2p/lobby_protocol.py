"""The conversation before there is a game: join, propose, consent, found (SPEC-16.5).

The counterpart of `p2p.replica` for the lobby, without sockets, disk and player. What it changes
must be written before what it says is sent. Every message may be repeated: after a broken
connection each side begins again, and what was said before has no further effect.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Self

from p2p.changes import Change, FoundingStored, LobbyStored
from p2p.channel import Introduced
from p2p.errors import BadStore, LobbyError, PeerFault
from p2p.hosting import VOID, Hosting
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.lobby import read_found, read_lobby, write_found, write_lobby
from p2p.mail.introduction import Introduction
from p2p.messages import (
    Consent,
    Found,
    Join,
    Message,
    Proposal,
    Seek,
    read_message,
    write_message,
)
from p2p.store import StoreContents
from p2p.terms import Guest, sign_charter
from p2p.tickets import AnyTicket, SignedProof, SignedTicket, Ticket
from p2p.ways import WayIn
from protocol.charter import MAX_SEATS, Charter
from protocol.founding import Founding
from protocol.identity import Identity, Phrase, PublicKey
from protocol.players import Players

__all__ = ["MAX_WATCHERS", "LobbyProtocol", "Proposed", "Reply"]

MAX_WATCHERS: Final = 16
"""Connected at once, so that there is always room for the players."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A charter that the player may sign or not.

    Attributes:
        charter: as the host proposes it.
        scenario: source text of the scenario.
    """

    charter: Charter
    scenario: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """A message to be sent.

    Attributes:
        message: what.
        everybody: to all who are connected, and not only to who is being answered.
    """

    message: Message
    everybody: bool = False


class LobbyProtocol:
    """One node's part in the lobby of a table.

    Attributes:
        lobby: the state, as kept in the store.
        founding: what founded the game, once it is.
        proposed: what the player is to judge, if anything.
    """

    def __init__(self, phrase: Phrase, lobby: Hosting | Joining, founding: Founding | None) -> None:
        self.lobby = lobby
        self.founding = founding
        self.proposed: Proposed | None = None
        self._players: Players | None = None
        self._phrase = phrase
        self._identity = Identity.from_phrase(phrase)
        self._changes: list[Change] = []

    @classmethod
    def resume(cls, phrase: Phrase, contents: StoreContents) -> Self:
        """The lobby as it was when the store was last written.

        Raises:
            BadStore: the store holds no lobby, or a founding that is none.
        """
        if contents.lobby is None:
            raise BadStore("this store has no table yet: host one, or join one with an invite")
        lobby = read_lobby(contents.lobby)
        if contents.founding is None:
            return cls(phrase, lobby, None)
        found = read_message(contents.founding)
        if not isinstance(found, Found):
            raise BadStore("the founding of the game is damaged; recover it from phrase and peers")
        return cls(phrase, lobby, read_found(found))

    @property
    def table(self) -> bytes:
        """Table id."""
        match self.lobby:
            case Hosting(table=table):
                return table
            case Joining(invite=invite):
                return invite.table

    @property
    def origin(self) -> tuple[PublicKey, bytes]:
        """Who made the table, and under which nonce: what every invite to it begins with."""
        match self.lobby:
            case Hosting() as hosting:
                return hosting.guests[hosting.seat].key, hosting.terms.nonce
            case Joining(invite=invite):
                return invite.host, invite.nonce

    @property
    def ticket(self) -> AnyTicket | None:
        """What we show to those we call."""
        return self.lobby.invite.ticket if isinstance(self.lobby, Joining) else None

    @property
    def coming_to(self) -> int | None:
        """The seat of our invite, if it is one to play; another may play it by now."""
        ticket = self.ticket
        guest = self.lobby.guest if isinstance(self.lobby, Joining) else None
        return None if ticket is None or guest is None else ticket.place

    @property
    def ways(self) -> tuple[WayIn, ...]:
        """The ways in that the invite names."""
        return self.lobby.invite.ways if isinstance(self.lobby, Joining) else ()

    @property
    def members(self) -> frozenset[PublicKey]:
        """Who plays or keeps; of a game that is not founded yet, so far as we know them."""
        players = self._playing
        if players is not None:
            return frozenset(player.key for player in players.now)
        match self.lobby:
            case Hosting() as hosting:
                return hosting.members
            case Joining(invite=invite, guest=None):
                return frozenset({invite.host})
            case Joining(invite=invite):
                return frozenset({invite.host, self._identity.public})

    def seats(self, key: PublicKey) -> bool:
        """Whether a key plays a seat of the game, once that is founded."""
        players = self._playing
        return players is not None and players.seat_of(key) is not None

    def follow(self, players: Players) -> None:
        """These play, and have played, by now."""
        self._players = players

    @property
    def _playing(self) -> Players | None:
        if self.founding is None:
            return None
        return self._players or Players.of(self.founding.charter)

    def _belongs(self, key: PublicKey) -> bool:
        """Whether a key plays a seat, or has played one and may watch."""
        players = self._playing
        return players is not None and players.has_played(key)

    @property
    def guests(self) -> Mapping[int, Guest]:
        """Who has taken which seat; empty unless we are the host."""
        return self.lobby.guests if isinstance(self.lobby, Hosting) else {}

    @property
    def changes(self) -> tuple[Change, ...]:
        """What must be written before anything else is sent."""
        return tuple(self._changes)

    def mark_written(self) -> None:
        """The changes are on the disk."""
        self._changes.clear()

    def admit(self, introduced: Introduced | Introduction) -> None:
        """Let a caller in: a seat of the game, or who shows a seat's invite or the host's.

        Who comes back, or holds the log for others, and has no founding yet lets anybody in who
        knows the table: the founding that one may bring judges itself.

        Raises:
            LobbyError: it may not come in.
        """
        caller, players = introduced.caller, self._playing
        if self._belongs(caller):
            return
        match self.lobby, introduced.proof:
            case lobby, SignedProof() as proof:
                if players is None:
                    raise LobbyError("the game has not begun: nobody is invited to play on")
                now = lobby.inviting.admit(players, self.table, caller, proof)
                self._keep(replace(lobby, inviting=now))
            case Hosting() as hosting, shown:
                self._keep(hosting.admit(self._phrase, caller, shown))
            case Joining(invite=Invite(ticket=None)), _ if players is None:
                pass  # whoever knows the table may bring its founding
            case Joining(invite=invite), _:
                if caller != invite.host:
                    raise LobbyError(f"{caller.fingerprint} does not belong to this table")

    def expects(self, listener: PublicKey) -> bool:
        """Whether the node that answered our call belongs to this table.

        Before the game is founded we know only the host. Who comes back, or to play on, may call at
        any seat, and judges what it hears there; as long as we play no seat, as far as we know,
        that seat may be played by another than we know.
        """
        if self._belongs(listener):
            return True
        match self.lobby:
            case Hosting():
                return False
            case Joining(invite=invite) if isinstance(invite.ticket, Ticket):
                return self.founding is None and listener == invite.host
            case Joining():
                return not self._belongs(self._identity.public)

    def greeting(self) -> Message | None:
        """What to say first on a connection; None if the other side begins."""
        if self.founding is not None:
            return None
        match self.lobby:
            case Hosting(proposal=proposal):
                return proposal
            case Joining() as joining:
                return joining.join() or Seek()

    @property
    def lasting_greeting(self) -> Message | None:
        """What to leave in a mailbox, for whoever looks into it later."""
        return self.greeting() if self.founding is None else write_found(self.founding)

    def receive(self, peer: PublicKey, message: Message) -> list[Reply]:
        """Take a message of the lobby, and return what to say.

        Raises:
            PeerFault: it has no place here: the connection must end.
            LobbyError: the peer cannot have what it asks for; it is to be told why.
        """
        match self.lobby, message:
            case _, Join() | Seek() | Consent() if self.founding is not None:
                return [Reply(write_found(self.founding))]
            case Hosting() as hosting, Join():
                return self._joined(hosting, hosting.join(peer, message))
            case Hosting() as hosting, Consent(signature=signature):
                return self._consented(hosting.consent(peer, signature))
            case Hosting(), Seek():
                return []
            case Joining(invite=invite, guest=None), Proposal() if peer == invite.host:
                return []  # the host says it to all; who has no seat waits for the founding
            case Joining() as joining, Proposal() if peer == joining.invite.host:
                return self._reviewed(joining, message)
            case Joining() as joining, Found():
                return self._founded(joining, message)
            case _:
                raise PeerFault(f"the peer sent an unexpected {message.kind}")

    def agree(self) -> list[Reply]:
        """The player agrees to the charter that was proposed.

        Raises:
            LobbyError: none was.
        """
        if self.proposed is None or not isinstance(self.lobby, Joining):
            raise LobbyError("no charter was proposed")
        charter, self.proposed = self.proposed.charter, None
        self._keep(self.lobby.agree(charter))
        return [Reply(self._consent(charter), everybody=True)]

    def withdraw(self, place: int) -> Mapping[PublicKey, str]:
        """Take back the invite to a place, and remove whoever has used it (`Hosting.withdraw`).

        Returns:
            Whose connections must end, and why.

        Raises:
            LobbyError: we are not the host, or the game has begun, or nobody is invited there.
        """
        before = self.lobby
        if not isinstance(before, Hosting):
            raise LobbyError("only the host can take back an invite")
        if self.founding is not None:
            raise LobbyError("the game has begun: nobody can be removed from it")
        now = before.withdraw(place)
        self._keep(now)
        gone = {key: now.farewell(key) for key in now.removed if now.farewell(key)}
        signed = before.guests.keys() - now.guests.keys()
        return {before.guests[seat].key: VOID for seat in signed} | gone

    def let_in(self, key: PublicKey, place: int | None) -> Ticket:
        """Let a stranger in who has knocked (SPEC-16.22): the ticket of its place.

        Args:
            key: of the stranger.
            place: a seat that is free; None to watch.

        Raises:
            LobbyError: we are not the host, or the game has begun, or the place is not free.
        """
        lobby = self.hosting
        if lobby is None:
            raise LobbyError("only the host of a game that has not begun can let somebody in")
        now = lobby.let_watch(key, MAX_WATCHERS) if place is None else lobby.let_in(key, place)
        self._keep(now)
        ticket = now.ticket_of(self._phrase, key)
        if ticket is None:
            raise LobbyError(f"{key.fingerprint} has no place")
        return ticket

    def given_to(self, key: PublicKey) -> Ticket | None:
        """The ticket of a stranger who was let in before and knocks again."""
        return None if self.hosting is None else self.hosting.ticket_of(self._phrase, key)

    def bar(self, key: PublicKey) -> None:
        """Ask no more about a stranger who knocks.

        Raises:
            LobbyError: we are not the host, or the game has begun.
        """
        lobby = self.hosting
        if lobby is None:
            raise LobbyError("only the host of a game that has not begun is asked")
        self._keep(lobby.bar(key))

    @property
    def hosting(self) -> Hosting | None:
        """The host's side of a game that has not begun; None of everybody else's."""
        if self.founding is None and isinstance(self.lobby, Hosting):
            return self.lobby
        return None

    def invite(self, place: int) -> SignedTicket:
        """Sign a ticket for somebody who may come to play a seat (SPEC-16.14), or to watch.

        Raises:
            LobbyError: we play no seat, or the game has not begun, or has no such place.
        """
        players = self._playing
        if players is None:
            raise LobbyError("the game has not begun: only its host can invite")
        now, number = self.lobby.inviting.give(place, players)
        ticket = self._signed_ticket(players, number)
        self._keep(replace(self.lobby, inviting=now))
        return ticket

    @property
    def given_tickets(self) -> tuple[SignedTicket, ...]:
        """The tickets to seats and to watch that we have signed and nobody has used here."""
        players, inviting = self._playing, self.lobby.inviting
        if players is None or players.seat_of(self._identity.public) is None:
            return ()
        used = {one.key for one in inviting.used}
        signed = (self._signed_ticket(players, number) for number in inviting.given)
        return tuple(ticket for ticket in signed if ticket.key not in used)

    @property
    def seat_tickets(self) -> tuple[AnyTicket, ...]:
        """The tickets to seats that we have given out; those of a host also where they were used.

        Whoever has one introduces itself by mail with it.
        """
        given: list[AnyTicket] = list(self.given_tickets)
        if isinstance(self.lobby, Hosting):
            given += [self.lobby.ticket(self._phrase, number) for number in self.lobby.invited]
        return tuple(ticket for ticket in given if ticket.place < MAX_SEATS)

    def _signed_ticket(self, players: Players, number: int) -> SignedTicket:
        own = players.seat_of(self._identity.public)
        if own is None:
            raise LobbyError("only who plays or keeps can invite")
        nonce = players.charter.nonce
        return SignedTicket.of(self._phrase, own, number, nonce=nonce, table=self.table)

    def farewell(self, key: PublicKey) -> str:
        """Why one who came in may not stay; empty if it may."""
        return self.lobby.farewell(key) if isinstance(self.lobby, Hosting) else ""

    def _joined(self, before: Hosting, now: Hosting) -> list[Reply]:
        self._keep(now)
        if now.proposal is None:
            return []
        return [Reply(now.proposal, everybody=now != before)]

    def _consented(self, hosting: Hosting) -> list[Reply]:
        charter = hosting.charter
        if charter is not None and hosting.seat not in hosting.consents:
            # The host laid down the terms; it signs when the first guest has.
            own = sign_charter(self._identity, charter)
            hosting = hosting.consent(self._identity.public, own.raw)
        self._keep(hosting)
        founding = hosting.founding
        if founding is None:
            return []
        return [Reply(self._found(founding), everybody=True)]

    def _reviewed(self, joining: Joining, message: Proposal) -> list[Reply]:
        charter = joining.review(message)
        if joining.agreed == charter.game_id:
            return [Reply(self._consent(charter))]
        self.proposed = Proposed(charter, message.scenario)
        return []

    def _founded(self, joining: Joining, message: Found) -> list[Reply]:
        founding = read_found(message)
        if self.founding is None:
            joining.accept(founding, self._identity.public)
            self._found(founding)
        return []

    def _found(self, founding: Founding) -> Found:
        found = write_found(founding)
        self.founding = founding
        self._changes.append(FoundingStored(write_message(found)))
        return found

    def _consent(self, charter: Charter) -> Consent:
        return Consent(signature=sign_charter(self._identity, charter).raw)

    def _keep(self, lobby: Hosting | Joining) -> None:
        if lobby != self.lobby:
            self.lobby = lobby
            self._changes.append(LobbyStored(write_lobby(lobby)))
