"""Passing sealing keys on: what a player gives, and how its heir makes sure of it (SPEC-8.10)."""

from collections.abc import Mapping

from engine.board import Power
from engine.resignation import heirs, resignation
from protocol.author import Author
from protocol.errors import Code, Refused
from protocol.identity import Identity, Phrase
from protocol.passing import hidden_powers
from protocol.receipts import Receipt, SealingKeys, sign_receipt
from protocol.statement import Signed, check_statement
from protocol.table import Table

__all__ = ["check_receipt", "hidden_of", "keys_for", "left_to", "receive", "receiver"]


def hidden_of(table: Table, seat: int) -> tuple[Power, ...]:
    """The powers of a seat that have tokens, ascending: with them its keys must pass."""
    game = table.game
    return tuple(sorted(hidden_powers(table.ledger, game, game.powers_of(seat))))


def left_to(table: Table, seat: int) -> Mapping[int, tuple[Power, ...]]:
    """To which seats the powers of a seat that have tokens pass if it resigns now, each ascending.

    Nothing passes if that ends the game.
    """
    game = table.game
    if resignation(game, seat) is not None:
        return {}
    heir = heirs(game, seat)
    hidden = hidden_powers(table.ledger, game, heir)
    return {
        other: tuple(sorted(power for power in hidden if heir[power] == other))
        for other in sorted({heir[power] for power in hidden})
    }


def keys_for(author: Author, powers: tuple[Power, ...]) -> SealingKeys:
    """What opens all that an author's player answers for of some powers."""
    return author.keys.secrets.keys(author.table.ledger.commitments, powers)


def receiver(table: Table, phrase: Phrase, giver: int, successor_of: int | None) -> int | None:
    """The seat that the player of a phrase will play a giver's powers with; None if it will not.

    Args:
        table: of the game.
        phrase: of the player.
        giver: the seat that passes its keys on.
        successor_of: the seat that the player has come to play, if it plays none.
    """
    seat = table.log.players.seat_of(Identity.from_phrase(phrase).public)
    if seat is None:
        return giver if successor_of == giver else None
    return seat if seat != giver and seat in left_to(table, giver) else None


def receive(
    table: Table, phrase: Phrase, *, giver: int, seat: int, keys: SealingKeys, fresh: bytes
) -> Signed[Receipt]:
    """Make sure that keys open all that their giver answers for, and say so.

    Args:
        table: of the game.
        phrase: of the player that receives them.
        giver: the seat that passes them on.
        seat: that the player will play its powers with.
        keys: as they have come.
        fresh: at least 12 random bytes.

    Raises:
        Refused: they are of other powers, or do not open something; or what they show contradicts
            a claim of the log.
    """
    players, known = table.log.players, table.ledger.commitments
    due = hidden_of(table, giver) if seat == giver else left_to(table, giver).get(seat, ())
    if tuple(sorted({power for power, _ in keys})) != due:
        raise _refused(giver, f"keys of {', '.join(due) or 'no power'} must pass, and no others")
    since = players.now[giver].since
    for power in due:
        mine = [key for of, key in keys if of == power]
        known = known.disclose(table.suite, giver, since, power, mine)
    head = table.head
    return sign_receipt(
        phrase,
        game=table.charter.game_id,
        seat=seat,
        giver=giver,
        head=head,
        keys=keys,
        fresh=fresh,
    )


def check_receipt(
    table: Table, signed: Signed[Receipt], *, giver: int, seat: int, powers: tuple[Power, ...]
) -> None:
    """Judge the receipt for keys that were passed on.

    Raises:
        Refused: it is not signed by its key, or is for others, or for another place.
    """
    check_statement(table.log.players, signed)
    receipt = signed.statement
    shown = (receipt.giver, receipt.seat, receipt.head, receipt.powers)
    if shown != (giver, seat, table.head, powers):
        raise _refused(None, "the receipt is for something else")


def _refused(culprit: int | None, reason: str) -> Refused:
    return Refused(Code.BAD_RECEIPT, "SPEC-8.10", culprit, reason)
