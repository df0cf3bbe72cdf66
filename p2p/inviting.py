"""Who is invited to a running game, as one of its nodes keeps it (SPEC-16.14)."""

from dataclasses import dataclass, replace
from typing import Final, Self

from p2p.errors import LobbyError
from p2p.terms import KEPT, Key
from p2p.tickets import MAX_INVITE_NUMBER, PLACES, SignedProof
from protocol.charter import MAX_SEATS
from protocol.identity import PublicKey
from protocol.players import Players

__all__ = ["MAX_USED", "WATCHING", "Inviting", "Used"]

WATCHING: Final = MAX_SEATS
"""The place to which seats of a running game invite spectators."""

MAX_USED: Final = 64
"""Tickets of one seat that a node lets others use."""


@dataclass(frozen=True, slots=True)
class Used:
    """A ticket of a seat, and who was the first to use it here.

    Attributes:
        seat: that invited.
        key: of the ticket.
        caller: to whom it belongs.
    """

    seat: int
    key: Key
    caller: Key

    __pydantic_config__ = KEPT


@dataclass(frozen=True, slots=True)
class Inviting:
    """What one node has signed, and whom it has let in by what any seat has signed.

    Attributes:
        given: numbers of the tickets that this node has signed, oldest first.
        used: the tickets that were used here.
    """

    given: tuple[int, ...] = ()
    used: tuple[Used, ...] = ()

    __pydantic_config__ = KEPT

    def give(self, place: int, players: Players) -> tuple[Self, int]:
        """Invite once more to play on in a seat, or to watch: the number of the invite.

        Raises:
            LobbyError: there is no such place, or too many were invited to it.
        """
        number = place + PLACES * sum(one % PLACES == place for one in self.given)
        if place not in _places(players) or number > MAX_INVITE_NUMBER:
            raise LobbyError(f"there is no place {place}, or too many were invited to it")
        return replace(self, given=(*self.given, number)), number

    def admit(self, players: Players, table: bytes, caller: PublicKey, proof: SignedProof) -> Self:
        """Let a caller in whom a seat has invited, or not.

        A ticket belongs to the first key that proves it to this node.

        Raises:
            LobbyError: who plays that seat has not invited the caller, or too many others, or
                somebody else has used the ticket.
        """
        if proof.seat not in range(len(players.now)) or proof.place not in _places(players):
            raise LobbyError(f"{caller.fingerprint} shows a ticket of or for a place that is not")
        if not proof.proves(table, players.now[proof.seat].key):
            raise LobbyError(f"{caller.fingerprint} shows a ticket that seat {proof.seat} denies")
        for one in self.used:
            if one.key == proof.key and one.caller != caller:
                raise LobbyError(
                    f"the ticket was used by {one.caller.fingerprint}, and now by"
                    f" {caller.fingerprint}: ask the player which key is theirs"
                )
        used = Used(proof.seat, proof.key, caller)
        if used in self.used:
            return self
        if sum(one.seat == proof.seat for one in self.used) >= MAX_USED:
            raise LobbyError(f"seat {proof.seat} has let in {MAX_USED} already")
        return replace(self, used=(*self.used, used))


def _places(players: Players) -> frozenset[int]:
    """What a seat can invite to in a running game: the seats, and the place of all who watch."""
    return frozenset({*range(len(players.now)), WATCHING})
