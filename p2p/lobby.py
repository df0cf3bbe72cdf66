"""From a table to a game: who may come in, who sits where, and the charter that all sign.

Both sides are values. Every step takes one and returns the next, which the node keeps on disk
before it says anything that follows from it. Nobody signs two charters of one table: the dice chain
whose head a seat puts into its charter must serve one game only.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Self, TypeAlias

from pydantic import ConfigDict, PlainSerializer, PlainValidator, TypeAdapter, ValidationError

from p2p.channel import MAX_INVITE_NUMBER, PLACES, InviteProof, Ticket
from p2p.errors import BadInvite, BadStore, LobbyError
from p2p.invite import Invite, ticket_of
from p2p.messages import Found, Join, Proposal
from protocol.charter import (
    MAX_SEATS,
    Charter,
    DiceSetting,
    OptionValue,
    Seat,
    Secrecy,
    WindowsStart,
    scenario_digest,
    table_id,
)
from protocol.confusables import skeleton
from protocol.dice import ChainName, DiceChain
from protocol.errors import ProtocolError
from protocol.founding import Founding
from protocol.identity import Identity, Phrase, PublicKey
from protocol.questions import FIRST
from protocol.record_reader import RecordReader
from protocol.statement import Signed, check_statement, read_statement, sign_statement
from protocol.statements import CharterSignature

__all__ = [
    "VOID",
    "Guest",
    "Hosting",
    "Joining",
    "Terms",
    "guest_of",
    "read_found",
    "read_lobby",
    "seat_with",
    "sign_charter",
    "write_found",
    "write_lobby",
]

VOID: Final = (
    "the charter that you signed is void, as another guest left: join again with your link"
)
"""Why who has signed a charter that is void cannot go on as it came."""
_NAME: Final = RecordReader("SPEC-16.5", "player")

Key: TypeAlias = Annotated[
    PublicKey,
    PlainSerializer(lambda key: key.raw.hex()),
    PlainValidator(lambda text: PublicKey(bytes.fromhex(text))),
]
InviteLink: TypeAlias = Annotated[
    Invite, PlainSerializer(lambda invite: invite.link()), PlainValidator(Invite.parse)
]
_KEPT: Final = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64", extra="forbid")
"""How the values of this module are kept: as JSON, in the store alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """All that a charter says, but who plays.

    Attributes:
        scenario: its name.
        text: its source text.
        seats: the powers of each seat of a player, in seat order.
        keepers: how many seats without powers come after them.

    The others are those of `Charter`.
    """

    rules_version: int
    scenario: str
    text: bytes
    modules: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    secrecy: Secrecy
    dice: DiceSetting
    windows_start: WindowsStart
    nonce: bytes
    seats: tuple[tuple[str, ...], ...]
    keepers: int = 0

    __pydantic_config__ = _KEPT

    @property
    def places(self) -> tuple[tuple[str, ...], ...]:
        """The powers of each seat, in seat order; none of a keeper."""
        return (*self.seats, *((),) * self.keepers)

    def charter(self, guests: Mapping[int, "Guest"]) -> Charter:
        """The charter once every seat is taken.

        Raises:
            Refused: the guests contradict each other, for instance by having one name.
        """
        return Charter(
            rules_version=self.rules_version,
            scenario=self.scenario,
            scenario_digest=scenario_digest(self.text),
            modules=self.modules,
            options=self.options,
            secrecy=self.secrecy,
            dice=self.dice,
            windows_start=self.windows_start,
            nonce=self.nonce,
            seats=tuple(
                Seat(
                    name=guests[index].name,
                    key=guests[index].key,
                    powers=powers,
                    salt=guests[index].salt,
                    dice_head=guests[index].dice_head,
                )
                for index, powers in enumerate(self.places)
            ),
        )


@dataclass(frozen=True, slots=True)
class Guest:
    """What a player brings to a seat (`protocol.charter.Seat`)."""

    name: str
    key: Key
    salt: bytes
    dice_head: bytes

    __pydantic_config__ = _KEPT


def guest_of(phrase: Phrase, nonce: bytes, name: str, salt: bytes) -> Guest:
    """What the owner of a phrase brings to the table of this nonce: makes the dice chain.

    Args:
        phrase: of the player.
        nonce: of the table.
        name: as the others will see it.
        salt: 32 fresh random bytes.
    """
    key = Identity.from_phrase(phrase).public
    chain = DiceChain(phrase, ChainName(nonce, key, salt, FIRST))
    return Guest(name, key, salt, chain.head)


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
        spent: dice heads in charters that were signed and are void.
    """

    terms: Terms
    seat: int
    watchers: int
    guests: Mapping[int, Guest]
    bound: Mapping[int, Key] = field(default_factory=dict)
    consents: Mapping[int, bytes] = field(default_factory=dict)
    withdrawn: Mapping[int, int] = field(default_factory=dict)
    removed: tuple[Key, ...] = ()
    spent: tuple[bytes, ...] = ()

    __pydantic_config__ = _KEPT

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
        seats = (index for index in range(len(self.terms.places)) if index != self.seat)
        places = (*seats, *range(MAX_SEATS, MAX_SEATS + self.watchers))
        return tuple(place + PLACES * self.withdrawn.get(place, 0) for place in places)

    def ticket(self, phrase: Phrase, number: int) -> Ticket:
        """The ticket of an invite."""
        return ticket_of(phrase, self.terms.nonce, number)

    def admit(self, phrase: Phrase, caller: PublicKey, proof: InviteProof | None) -> Self:
        """Let a caller in, or not.

        A key that has proved an invite before comes in without one. An invite belongs to the first
        key that proves it. Who was removed comes in to be told so (`farewell`).

        Raises:
            LobbyError: the caller is unknown and proves no free invite.
        """
        if caller in self.bound.values():
            return self
        if proof is None or proof.number not in self.invited:
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
            self._check_name(seat, guest.name)
            joined = replace(self, guests={**self.guests, seat: guest})
            if joined.charter is not None:
                joined.charter.to_bytes()
        except ProtocolError as error:
            raise LobbyError(f"no charter can seat {guest.name!a}: {error}") from error
        return joined

    def _check_name(self, seat: int, name: str) -> None:
        """Refuse a name that is taken in another seat, or looks like one that is."""
        for other in (guest for index, guest in self.guests.items() if index != seat):
            if other.name == name:
                raise LobbyError(f"the name {name} is taken at this table: choose another")
            if skeleton(other.name) == skeleton(name):
                raise LobbyError(
                    f"the name {name!a} looks like {other.name!a}, which is taken at this table:"
                    " choose another"
                )

    def seat_of(self, caller: PublicKey) -> int:
        """The seat that a key was invited to.

        Raises:
            LobbyError: none.
        """
        for number, key in self.bound.items():
            if key == caller and number % PLACES < MAX_SEATS:
                return number % PLACES
        raise LobbyError(f"{caller.fingerprint} is not invited to a seat")

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
            check_statement(charter, signed)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """The side of everybody else: a player who joins, a watcher, or one who comes back.

    Attributes:
        invite: how the table was found.
        guest: what this player brings, if the invite is for a seat.
        agreed: game id of the charter that this player has signed; there is only ever one.
    """

    invite: InviteLink
    guest: Guest | None = None
    agreed: bytes | None = None

    __pydantic_config__ = _KEPT

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

        Raises:
            LobbyError: it is of another table; or not the one that this player signed; or does not
                seat one who says to belong to it.
        """
        charter = founding.charter
        self._of_this_table(charter)
        if self.guest is not None:
            if self.agreed != charter.game_id:
                raise LobbyError("the game was founded on a charter that this player did not sign")
        elif self.invite.ticket is None and seat_with(own, charter) is None:
            raise LobbyError(f"{own.fingerprint} has no seat here: check the recovery phrase")

    def _of_this_table(self, charter: Charter) -> None:
        if charter.nonce != self.invite.nonce or seat_with(self.invite.host, charter) is None:
            raise LobbyError("the charter and the invite are of different tables")


def seat_with(key: PublicKey, charter: Charter) -> int | None:
    """Index of the seat with a key; None if there is none."""
    return next((i for i, seat in enumerate(charter.seats) if seat.key == key), None)


def sign_charter(identity: Identity, charter: Charter) -> Signed[CharterSignature]:
    """The signature of one who has a seat in this charter.

    Raises:
        LobbyError: this identity has none.
    """
    seat = seat_with(identity.public, charter)
    if seat is None:
        raise LobbyError(f"{identity.public.fingerprint} has no seat in this charter")
    return sign_statement(identity, CharterSignature(game=charter.game_id, seat=seat))


def write_lobby(lobby: Hosting | Joining) -> bytes:
    """The state of the lobby as a store keeps it."""
    return _LOBBY.dump_json(lobby)


def read_lobby(raw: bytes) -> Hosting | Joining:
    """Read what `write_lobby` wrote.

    Raises:
        BadStore: it is something else.
    """
    try:
        return _LOBBY.validate_json(raw)
    except (ValidationError, BadInvite, ProtocolError) as error:
        raise BadStore(f"the state of the lobby is damaged: {error}") from error


def write_found(founding: Founding) -> Found:
    """The founding as it is sent and stored."""
    return Found(
        charter=founding.charter.to_bytes(),
        scenario=founding.scenario,
        signatures=tuple(signed.raw for signed in founding.signatures),
    )


def read_found(message: Found) -> Founding:
    """Read a founding.

    Raises:
        LobbyError: the charter, the scenario or a signature is not what it must be.
    """
    try:
        return Founding(
            Charter.from_bytes(message.charter),
            message.scenario,
            tuple(read_statement(CharterSignature, raw) for raw in message.signatures),
        )
    except ProtocolError as error:
        raise LobbyError(f"the founding of the game is unusable: {error}") from error


_LOBBY: Final[TypeAdapter[Hosting | Joining]] = TypeAdapter(Hosting | Joining)
