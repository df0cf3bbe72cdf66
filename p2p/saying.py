"""What our seat says beside the line: because its player wants it, or because it is due.

What it says of proposals is in `consents`.
"""

from collections.abc import Mapping, Sequence

from engine.board import Power
from engine.instructing import read_instructions
from engine.instructions import Instructions
from engine.records import encode
from p2p.consents import Added, complete_agreement, due_consent, due_refusal, is_stranded
from p2p.entrusting import Entrusting
from p2p.offers import MAX_STATEMENTS
from protocol.author import Author
from protocol.conduct import Conduct
from protocol.entry import Hand, Instruct
from protocol.errors import LocalError
from protocol.logfile import RecordKind
from protocol.statement import Signed
from protocol.statements import GameStatement, NewInstructions, RaisedHand, SilenceClaim
from protocol.table import Table

__all__ = [
    "check_may_say",
    "disclosed",
    "due_statement",
    "hand_raised",
    "heard_notes",
    "instructed",
    "raised_hands",
    "silence_claimed",
]


def check_may_say(author: Author, what: type[GameStatement], kind: RecordKind) -> None:
    """Refuse to make more statements than others would keep.

    Raises:
        LocalError: our seat has said so too often.
    """
    said = sum(
        isinstance(one.statement, what) and one.statement.seat == author.seat
        for one in author.table.log.statements
    )
    if said >= MAX_STATEMENTS[kind]:
        raise LocalError(f"a seat may say so {MAX_STATEMENTS[kind]} times in a game, and no more")


def hand_raised(author: Author) -> Signed[RaisedHand]:
    """Our seat asks for a window at the next boundary (SPEC-10.8).

    Raises:
        LocalError: it has done so too often.
    """
    check_may_say(author, RaisedHand, RecordKind.HAND)
    return author.raise_hand()


def instructed(author: Author, power: Power, instructions: Instructions) -> Signed[NewInstructions]:
    """New instructions of a power of our seat (SPEC-10.10).

    Raises:
        LocalError: our seat does not play the power, or has given too many, or the game is over.
        Illegal: they name what the game does not have.
    """
    table = author.table
    if power not in table.game.powers_of(author.seat):
        raise LocalError(f"your seat does not play {power}")
    if table.request is None:
        raise LocalError("the game is over")
    read_instructions(table.game, power, encode(instructions))
    check_may_say(author, NewInstructions, RecordKind.INSTRUCTIONS)
    return author.instruct(power, instructions)


def silence_claimed(author: Author) -> Signed[SilenceClaim]:
    """Our seat says that another lets the game wait; it proves nothing.

    Raises:
        LocalError: the game waits for no other seat, or ours has claimed so too often.
    """
    owing = next((w.seat for w in author.table.waits if w.seat != author.seat), None)
    if owing is None:
        raise LocalError("the game waits for no other seat")
    check_may_say(author, SilenceClaim, RecordKind.SILENCE)
    return author.claim_silence(owing)


def disclosed(author: Author) -> Signed[GameStatement]:
    """Our seat shows what its tokens held, because its player wants it (SPEC-13.3).

    Raises:
        LocalError: the game goes on, or it has disclosed its keys, or keeps the log alone.
    """
    if author.table.request is None and author.seat in author.table.disclosures():
        raise LocalError("your tokens are open already")
    statement = author.disclose(wanted=True)
    if statement is None:
        raise LocalError("who keeps the log has no tokens")
    return statement


def due_statement(
    author: Author,
    conduct: Conduct,
    gone: frozenset[int],
    entrusting: Entrusting,
    *,
    asks: bool,
    tables: Sequence[Table],
    entropy: bytes,
    minute: int,
) -> Signed[GameStatement] | None:
    """What our seat has to say without being asked; None if nothing.

    Args:
        author: of our seat.
        conduct: of our node.
        gone: seats that a keeper knows to be absent or at fault.
        entrusting: what our node has passed on.
        asks: whether its store may lack something, so that it must rejoin.
        tables: our own, and those of other lines that are proposed to be kept.
        entropy: 32 fresh random bytes.
        minute: the time, in minutes since 1970-01-01 00:00 UTC.
    """
    table = author.table
    if asks or is_stranded(author, conduct):
        return author.ask_to_rejoin(entropy, minute)
    coming = complete_agreement(author, conduct) if conduct.pending else None
    settlement = conduct.settlement(table.log, table.needed, coming)
    if settlement is not None:
        return author.sign(settlement)
    answer = next(conduct.due_answers(table.log), None)
    if answer is not None:
        return author.sign(answer)
    consent = due_consent(
        author,
        conduct,
        gone,
        tables,
        added=Added(entropy, minute),
        entrusting=entrusting,
    )
    if consent is not None:
        return consent
    refusal = due_refusal(author, conduct, gone)
    if refusal is not None:
        return refusal
    if table.request is not None or conduct.pending:
        return None
    if author.seat not in table.closings():
        return author.close()
    if author.seat not in table.disclosures():
        return author.disclose()
    return None


def raised_hands(table: Table) -> Mapping[int, int]:
    """The raised hands that are not granted yet: their counters, by seat."""
    granted = table.game.hands
    return {
        one.seat: one.counter
        for said in table.log.statements
        if isinstance(one := said.statement, RaisedHand)
        and one.counter == granted.get(one.seat, 0) + 1
    }


def heard_notes(table: Table, own: int) -> tuple[Hand | Instruct, ...]:
    """What other seats have said beside the line and the next entry of our own carries.

    These are the raised hands that are not granted yet, and instructions of any seat.
    """
    players = table.charter.players
    hands = (
        Hand(seat, counter)
        for seat, counter in sorted(raised_hands(table).items())
        if seat != own and seat in players
    )
    return (*hands, *(Instruct(signed.raw) for signed in table.waiting_instructions()))
