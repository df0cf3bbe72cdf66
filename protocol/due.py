"""Who must act, and for what: the one seat that may append (SPEC-10.2, SPEC-10.4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from engine.board import Power
from engine.game import Game
from engine.requests import Decision, Request, Reveal, Roll, Seal
from protocol.carried import agreed_by
from protocol.charter import Charter
from protocol.depositing import deposited
from protocol.dice import contributors
from protocol.entry import Entry, Rejoin
from protocol.errors import Code, LocalError, Refused
from protocol.ledger import Ledger
from protocol.questions import must_ask

__all__ = [
    "Due",
    "Duty",
    "carrier",
    "check_author",
    "deal_seats",
    "due",
    "needed",
    "playing",
    "roll_seats",
]


@unique
class Duty(StrEnum):
    """What a seat owes."""

    DECISION = "decision"
    SHARE = "dice share"
    OPENINGS = "openings"
    SEAL = "seal"
    DEAL = "deal"

    @property
    def automatic(self) -> bool:
        """Whether a node fulfils it without its player."""
        return self is not Duty.DECISION


@dataclass(frozen=True, slots=True)
class Due:
    """One seat owes the next answer.

    Attributes:
        seat: index in the charter.
        duty: what it owes.
        power: for which of its powers; of a share, the power whose dice they are.
    """

    seat: int
    duty: Duty
    power: Power


def due(game: Game, request: Request[object] | None, ledger: Ledger) -> Due | None:
    """Who owes the next answer; None once the game is over.

    Tokens that wait to be dealt, or to be shuffled after that, come first.
    """
    if request is not None and ledger.deal is not None:
        power = Power(ledger.deal.powers[0])
        if ledger.deal.owing:
            return Due(ledger.deal.owing[0][0], Duty.SHARE, power)
        return Due(ledger.deal.dealer, Duty.DEAL, power)
    if request is not None and ledger.reshuffles:
        power = Power(ledger.reshuffles[0][0])
        return Due(game.seat_of(power), Duty.SEAL, power)
    match request:
        case None:
            return None
        case Decision(power):
            return Due(game.seat_of(power), Duty.DECISION, power)
        case Seal(owner, _):
            return Due(game.seat_of(owner), Duty.SEAL, owner)
        case Reveal(tokens):
            owner, handles = tokens[len(ledger.reveal.shown)]
            return Due(_opener(game, ledger, owner, handles), Duty.OPENINGS, owner)
        case Roll(roller):
            seat, _ = ledger.roll.owing[0]
            return Due(seat, Duty.SHARE, roller)
        case _:
            raise LocalError(f"no seat can answer the request {type(request).__name__}")


def _opener(game: Game, ledger: Ledger, owner: Power, handles: Sequence[int]) -> int:
    """The seat that opens an owner's tokens: the one whose turn it is, if they are deposited.

    Deposits are for those who played when they were made; and it may have left them (SPEC-19.3).
    """
    seat, active = game.seat_of(owner), game.seat_of(game.active)
    deposits = deposited(ledger.commitments, handles)
    if seat == active or deposits is None or ledger.reveal.left:
        return seat
    keys = [player.key for player in ledger.players]
    return active if all(one.is_for(keys[active], keys) for one in deposits.values()) else seat


def carrier(seat: int, named: frozenset[int], needed: frozenset[int]) -> int:
    """The seat whose entry carries an agreement: which is due, or the first after it not named.

    Args:
        seat: that is due.
        named: seats against which the agreement is made.
        needed: seats with a power left, and keepers; at least one of them is not named.
    """
    others = sorted(needed - named)
    return next((other for other in others if other >= seat), others[0])


def check_author(
    entry: Entry, due: Due | None, charter: Charter, game: Game, ledger: Ledger
) -> None:
    """Refuse an entry of a seat that may not append, or of an incarnation that is not its.

    Args:
        entry: to be appended.
        due: who owes the next answer.
        charter: of the game.
        game: before it.
        ledger: before it.

    Raises:
        Refused: `closed`, `wrong_author` or `wrong_incarnation`.
    """
    seat = entry.seat
    if due is None:
        raise _refused(Code.CLOSED, entry, "the game is over")
    agreed = agreed_by(entry)
    if agreed is not None:
        named, asked = agreed.agreement.terms.seats_named, needed(charter, game)
        carries = carrier(due.seat, named, asked) if asked - named else None
        if carries != seat:
            raise _refused(Code.WRONG_AUTHOR, entry, f"the agreement is carried by seat {carries}")
    elif due.seat != seat:
        raise _refused(Code.WRONG_AUTHOR, entry, f"the {due.duty} is due from seat {due.seat}")
    if isinstance(entry.items[0], Rejoin):
        return
    if agreed is not None and agreed.begins(seat) is not None:
        current = agreed.begins(seat)
    else:
        current = ledger.incarnations[seat]
    if entry.incarnation != current or must_ask(entry.incarnation):
        raise _refused(
            Code.WRONG_INCARNATION,
            entry,
            f"it is of another incarnation than the one in which seat {seat} is",
        )


def _refused(code: Code, entry: Entry, reason: str) -> Refused:
    seat = entry.seat
    return Refused(code, "SPEC-10.4", seat, f"entry {entry.sequence} of seat {seat}: {reason}")


def playing(game: Game) -> frozenset[int]:
    """The seats that have a power left in the game."""
    rules = game.rules
    return frozenset(game.seat_of(p) for p in rules.scenario.powers if rules.is_playing(game, p))


def needed(charter: Charter, game: Game) -> frozenset[int]:
    """The seats whose answers a rejoin needs: those that have a power left, and keepers."""
    return playing(game) | frozenset(charter.keepers)


def deal_seats(charter: Charter, game: Game, powers: Sequence[Power]) -> tuple[int, ...]:
    """The seats that contribute to a deal of these powers' tokens, in turn (SPEC-8.9).

    All that play and all keepers, in seat order; those that play these powers now come last.
    """
    new = {game.seat_of(power) for power in powers}
    others = needed(charter, game) - new
    return (*sorted(others), *sorted(new))


def roll_seats(charter: Charter, game: Game, roll: Roll) -> tuple[int, ...]:
    """The seats that contribute to a roll, in turn (SPEC-7.5)."""
    versus = (*roll.versus, *game.enemies(roll.roller))
    return contributors(
        charter.dice,
        game.seat_of(roll.roller),
        [game.seat_of(power) for power in versus],
        sorted(playing(game)),
        active=game.seat_of(game.active),
        keepers=charter.keepers,
    )
