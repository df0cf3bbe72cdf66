"""The host's side of a lobby: who may come in, who sits where, what all sign (SPEC-16.5).

It is a value, and every step returns the next one, which the node keeps on disk before it says
anything that follows from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self

from p2p.errors import LobbyError
from p2p.inviting import Inviting
from p2p.messages import Join, Proposal
from p2p.terms import KEPT, Guest, Key, Terms
from p2p.tickets import MAX_INVITE_NUMBER, PLACES, AnyProof, InviteProof, Ticket, ticket_of
from protocol.charter import MAX_SEATS, Charter, table_id
from protocol.confusables import skeleton
from protocol.errors import ProtocolError
from protocol.founding import Founding
from protocol.identity import Phrase, PublicKey
from protocol.players import Players
from protocol.record_reader import RecordReader
from protocol.statement import check_statement, read_statement
from protocol.statements import CharterSignature

__all__ = ["VOID", "Hosting"]

VOID: Final = (
    "the charter that you signed is void, as another guest left: join again with your link"
)
"""Why who has signed a charter that is void cannot go on as it came."""
_BARRED: Final = 64
_NAME: Final = RecordReader("SPEC-16.5", "player")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosting:
    """The host's side.

    An invite has a number and is for a place, which is that number modulo `PLACES`: places below
    `MAX_SEATS` are the seats, those from there on are for watchers.

    Attributes:
        terms: what is played.
        seat: the host's own.
        watchers: how many may be invited to watch.
        guests: who has taken which seat, the host included.
        bound: the key to which each used invite belongs, by its number.
        consents: the signed charter signatures given so far, by seat, as sent.
        withdrawn: how many invites were taken back, by place.
        removed: the keys that used them.
        barred: the keys of strangers who are not asked about again.
        spent: dice heads in charters that were signed and are void.
        inviting: who is invited to play on, once the game runs.
    """

    terms: Terms
    seat: int
    watchers: int
    guests: Mapping[int, Guest]
    bound: Mapping[int, Key] = field(default_factory=dict)
    consents: Mapping[int, bytes] = field(default_factory=dict)
    withdrawn: Mapping[int, int] = field(default_factory=dict)
    removed: tuple[Key, ...] = ()
    barred: tuple[Key, ...] = ()
    spent: tuple[bytes, ...] = ()
    inviting: Inviting = field(default_factory=Inviting)

    __pydantic_config__ = KEPT

    @classmethod
    def open(cls, terms: Terms, seat: int, host: Guest, watchers: int = 0) -> Self:
        """A new table with the host in its seat."""
        if not 0 <= seat < len(terms.seats):
            raise LobbyError(f"the game has {len(terms.seats)} seats and no seat {seat}")
        return cls(terms=terms, seat=seat, watchers=watchers, guests={seat: host})

    @property
    def table(self) -> bytes:
        """Table id."""
        return table_id(self.guests[self.seat].key, self.terms.nonce)

    @property
    def invited(self) -> tuple[int, ...]:
        """Numbers of the invites that there are: one for each other seat and each watcher."""
        seats = (
            index
            for index in range(len(self.terms.places))
            if index != self.seat or index in self.withdrawn
        )
        places = (*seats, *range(MAX_SEATS, MAX_SEATS + self.watchers))
        return tuple(place + PLACES * self.withdrawn.get(place, 0) for place in places)

    def ticket(self, phrase: Phrase, number: int) -> Ticket:
        """The ticket of an invite."""
        return ticket_of(phrase, self.terms.nonce, number)

    def admit(self, phrase: Phrase, caller: PublicKey, proof: AnyProof | None) -> Self:
        """Let a caller in, or not.

        A key that has proved an invite before comes in without one. An invite belongs to the first
        key that proves it. Who was removed comes in to be told so (`farewell`).

        Raises:
            LobbyError: the caller is unknown and proves no free invite.
        """
        if caller in self.bound.values():
            return self
        if not isinstance(proof, InviteProof) or proof.number not in self.invited:
            if caller in self.removed:
                return self
            raise LobbyError(f"{caller.fingerprint} is not invited")
        if not proof.proves(self.ticket(phrase, proof.number)):
            raise LobbyError(f"{caller.fingerprint} cannot prove the invite that it names")
        if proof.number in self.bound:
            raise LobbyError(
                f"invite {proof.number} was used by {self.bound[proof.number].fingerprint},"
                f" and now by {caller.fingerprint}: ask the player which key is theirs"
            )
        return replace(self, bound={**self.bound, proof.number: caller})

    def join(self, caller: PublicKey, message: Join) -> Self:
        """A caller takes the seat of its invite. Saying the same again changes nothing.

        It may say something else once the host has taken back an invite, until somebody signs.

        Raises:
            LobbyError: the caller has no seat, or may not say something else, or its name is taken
                or none, or its salt or dice head is a copy or used up.
        """
        seat = self.seat_of(caller)
        guest = Guest(message.name, caller, message.salt, message.dice_head)
        if self.guests.get(seat) == guest:
            return self
        if guest.dice_head in self.spent:
            raise LobbyError(VOID)
        if seat in self.guests and (self.consents or not self.withdrawn):
            raise LobbyError(f"seat {seat} has been taken by {self.guests[seat].name}")
        try:
            _NAME.label(guest.name, "name")
            self.check_name(guest.name, seat)
            joined = replace(self, guests={**self.guests, seat: guest})
            if joined.charter is not None:
                joined.charter.to_bytes()
        except ProtocolError as error:
            raise LobbyError(f"no charter can seat {guest.name!a}: {error}") from error
        return joined

    def check_name(self, name: str, seat: int | None = None) -> None:
        """Refuse a name that is taken in another seat, or looks like one that is.

        Raises:
            LobbyError: it is, or does.
        """
        for other in (guest for index, guest in self.guests.items() if index != seat):
            if other.name == name:
                raise LobbyError(f"the name {name} is taken at this table: choose another")
            if skeleton(other.name) == skeleton(name):
                raise LobbyError(
                    f"the name {name!a} looks like {other.name!a}, which is taken at this table:"
                    " choose another"
                )

    # Strangers, who knock: SPEC-16.22

    @property
    def free(self) -> tuple[int, ...]:
        """The seats of players and keepers to which nobody has proved an invite."""
        places = (number % PLACES for number in self.invited if number not in self.bound)
        return tuple(place for place in places if place < MAX_SEATS)

    @property
    def has_room(self) -> bool:
        """Whether a stranger could be let in to play: a seat is free, and nobody has signed."""
        return bool(self.free) and not self.consents

    def ticket_of(self, phrase: Phrase, key: PublicKey) -> Ticket | None:
        """The ticket that belongs to a key; None if none does."""
        numbers = (number for number, owner in self.bound.items() if owner == key)
        return next((self.ticket(phrase, number) for number in numbers), None)

    def let_in(self, key: PublicKey, place: int) -> Self:
        """Give the invite to a place to a key, as if it had proved it.

        Raises:
            LobbyError: nobody is invited there, or somebody has it already, or the key has another.
        """
        number = next((one for one in self.invited if one % PLACES == place), None)
        if number is None or number in self.bound:
            raise LobbyError(f"place {place} is not free")
        if key in self.bound.values():
            raise LobbyError(f"{key.fingerprint} has a place already")
        return replace(self, bound={**self.bound, number: key})

    def let_watch(self, key: PublicKey, most: int) -> Self:
        """Let a key watch: at a place of a spectator that is free, or one more.

        Raises:
            LobbyError: there are as many as may be, or the key has a place already.
        """
        free = (number % PLACES for number in self.invited if number not in self.bound)
        place = next((one for one in free if one >= MAX_SEATS), None)
        if place is not None:
            return self.let_in(key, place)
        if self.watchers >= most:
            raise LobbyError("as many watch already as may")
        more = replace(self, watchers=self.watchers + 1)
        return more.let_in(key, MAX_SEATS + self.watchers)

    def bar(self, key: PublicKey) -> Self:
        """Ask no more about a stranger; of many the latest are remembered."""
        return replace(self, barred=(*(one for one in self.barred if one != key), key)[-_BARRED:])

    def seat_of(self, caller: PublicKey) -> int:
        """The seat that a key was invited to.

        Raises:
            LobbyError: none.
        """
        for number, key in self.bound.items():
            if key == caller and number % PLACES < MAX_SEATS:
                return number % PLACES
        raise LobbyError(f"{caller.fingerprint} is not invited to a seat")

    @property
    def members(self) -> frozenset[PublicKey]:
        """The host, and who has used an invite to a seat."""
        seated = (key for number, key in self.bound.items() if number % PLACES < MAX_SEATS)
        return frozenset({self.guests[self.seat].key, *seated})

    def withdraw(self, place: int) -> Self:
        """Take back the invite to a place, and remove whoever has used it: there is a new one.

        If some have signed the charter, it is void with that: they join again, with other dice
        chains.

        Raises:
            LobbyError: nobody is invited there, or too many were.
        """
        number = next((one for one in self.invited if one % PLACES == place), None)
        if number is None or number + PLACES > MAX_INVITE_NUMBER:
            raise LobbyError(f"there is no invite to place {place}, or too many were taken back")
        used = self.bound.get(number)
        freed = replace(
            self,
            bound={one: key for one, key in self.bound.items() if one != number},
            withdrawn={**self.withdrawn, place: self.withdrawn.get(place, 0) + 1},
            removed=self.removed if used is None else (*self.removed, used),
        )
        if place >= MAX_SEATS:
            return freed
        # Only the host could found a game on what was signed, so its own chain serves on.
        signed = self.consents.keys() - {self.seat}
        return replace(
            freed,
            guests={seat: g for seat, g in self.guests.items() if seat not in (*signed, place)},
            consents={},
            spent=(*self.spent, *(self.guests[seat].dice_head for seat in sorted(signed))),
        )

    def farewell(self, key: PublicKey) -> str:
        """Why one who came in may not stay; empty if it may."""
        if key in self.removed and key not in self.bound.values():
            return "the host has taken back your invite to this table"
        return ""

    @property
    def charter(self) -> Charter | None:
        """What is proposed to all once every seat is taken."""
        if len(self.guests) < len(self.terms.places):
            return None
        return self.terms.charter(self.guests)

    @property
    def proposal(self) -> Proposal | None:
        """The charter as it is sent."""
        charter = self.charter
        if charter is None:
            return None
        return Proposal(charter=charter.to_bytes(), scenario=self.terms.text)

    def consent(self, caller: PublicKey, raw: bytes) -> Self:
        """A seat, or the host itself, has signed the charter.

        Raises:
            LobbyError: there is no charter yet, or this is not the seat's signature of it.
        """
        charter = self.charter
        if charter is None:
            raise LobbyError("the charter can be signed once every seat is taken")
        try:
            signed = read_statement(CharterSignature, raw)
            check_statement(Players.of(charter), signed)
        except ProtocolError as error:
            raise LobbyError(f"{caller.fingerprint} did not sign the charter: {error}") from error
        seat = signed.statement.seat
        if charter.seats[seat].key != caller:
            raise LobbyError(f"{caller.fingerprint} sent the signature of seat {seat}")
        return replace(self, consents={**self.consents, seat: raw})

    @property
    def founding(self) -> Founding | None:
        """The game, once all have signed."""
        charter = self.charter
        if charter is None or len(self.consents) < len(charter.seats):
            return None
        signatures = tuple(
            read_statement(CharterSignature, self.consents[seat])
            for seat in range(len(charter.seats))
        )
        return Founding(charter, self.terms.text, signatures)
