"""Who would play a seat in its player's stead, and what it brings (SPEC-16.14)."""

from p2p.errors import LobbyError, PeerFault
from p2p.joining import Joining
from protocol.dice import ChainName, DiceChain
from protocol.errors import ProtocolError
from protocol.identity import Identity, Phrase, PublicKey
from protocol.players import Players
from protocol.proposals import Ended
from protocol.questions import first_name
from protocol.statement import Signed, check_statement, read_statement, sign_statement
from protocol.successors import Successor
from protocol.table import Table

__all__ = ["check_successor", "ended", "successor_of"]


def successor_of(
    lobby: Joining, players: Players, phrase: Phrase, *, bot: bool
) -> Signed[Successor] | None:
    """What a guest brings to the seat of its invite, which another plays; None if it plays already.

    Makes the dice chain, which takes a moment.
    """
    identity, ticket = Identity.from_phrase(phrase), lobby.invite.ticket
    if lobby.guest is None or ticket is None or players.has_played(identity.public):
        return None
    charter = players.charter
    if ticket.place >= len(charter.seats):
        return None
    number = players.now[ticket.place].number + 1
    name = ChainName(charter.nonce, identity.public, lobby.guest.salt, first_name(number))
    return sign_statement(
        identity,
        Successor(
            game=charter.game_id,
            seat=ticket.place,
            number=number,
            name=lobby.guest.name,
            key=identity.public,
            salt=lobby.guest.salt,
            dice_head=DiceChain(phrase, name).head,
            bot=bot,
        ),
    )


def check_successor(players: Players, peer: PublicKey, raw: bytes) -> Signed[Successor] | None:
    """Judge what a peer brings to a seat.

    None of one who plays already, or who does not know yet who plays: it says so again.

    Raises:
        PeerFault: it is not signed by the peer for this game.
        LobbyError: it cannot come to play; it is to be told why.
    """
    try:
        signed = read_statement(Successor, raw)
        check_statement(players, signed)
    except ProtocolError as error:
        raise PeerFault(f"the peer is no successor: {error}") from error
    successor = signed.statement
    if successor.key != peer:
        raise PeerFault("the peer brings a successor of another key")
    due = players.now[successor.seat].number + 1
    if players.has_played(peer) or successor.number < due:
        return None
    leaving = frozenset({successor.seat})
    objection = players.objection(successor.seat, successor.player(0), leaving)
    if objection is not None:
        raise LobbyError(f"{successor.name!a} cannot play seat {successor.seat}: {objection}")
    return signed


def ended(table: Table, seat: int) -> Ended:
    """How a proposal names a seat: its player, up to the last incarnation that it has asked for."""
    number = table.log.players.now[seat].number
    return Ended(seat, number, table.log.heard.greatest.get(seat))
