"""Instructions that wait for an entry to carry them, and those that one carries (SPEC-10.10)."""

from engine.board import Power
from engine.errors import EngineError
from engine.game import Game
from engine.instructing import read_instructions
from engine.instructions import Instructions
from protocol.errors import Code, Refused
from protocol.ledger import Ledger
from protocol.log import Log
from protocol.statement import Signed
from protocol.statements import NewInstructions

__all__ = ["check_instructions", "next_counter", "waiting_instructions"]

_MOST = 8
"""Instructions that one entry takes along; what is left is for the next."""


def check_instructions(said: NewInstructions, game: Game, ledger: Ledger, log: Log) -> Instructions:
    """Judge whether instructions can be carried next, and read them.

    Raises:
        Refused: `bad_instructions`: they cannot; nobody is named.
    """
    if said.counter <= ledger.instructed[said.seat]:
        raise _refusal(f"number {said.counter} of seat {said.seat} is used up")
    if not log.holds(said.head):
        raise _refusal(f"they were given on another line, at entry {said.head.sequence}")
    if log.players.after(said.head.sequence, said.seat) != log.players.now[said.seat]:
        raise _refusal(f"another key plays seat {said.seat} by now")
    power = Power(said.power)
    if power not in game.powers_of(said.seat):
        raise _refusal(f"seat {said.seat} does not play {said.power}")
    try:
        return read_instructions(game, power, said.data)
    except EngineError as error:
        raise _refusal(str(error)) from error


def waiting_instructions(
    game: Game, ledger: Ledger, log: Log, seat: int | None = None
) -> tuple[Signed[NewInstructions], ...]:
    """The instructions beside the line that an entry can carry next: the last of each power.

    Args:
        game: the position.
        ledger: at the same moment.
        log: with the statements.
        seat: whose; None for those of all.
    """
    last: dict[str, Signed[NewInstructions]] = {}
    for signed in log.statements:
        said = signed.statement
        if not isinstance(said, NewInstructions) or seat not in (None, said.seat):
            continue
        before = last.get(said.power)
        if before is not None and before.statement.counter >= said.counter:
            continue
        try:
            check_instructions(said, game, ledger, log)
        except Refused:
            continue
        last[said.power] = Signed(said, signed.signature)
    inorder = sorted(last.values(), key=lambda one: (one.statement.seat, one.statement.counter))
    return tuple(inorder[:_MOST])


def next_counter(ledger: Ledger, log: Log, seat: int) -> int:
    """The number of the next instructions that a seat gives."""
    said = (
        signed.statement.counter
        for signed in log.statements
        if isinstance(signed.statement, NewInstructions) and signed.statement.seat == seat
    )
    return max((ledger.instructed[seat], *said)) + 1


def _refusal(reason: str) -> Refused:
    return Refused(Code.BAD_INSTRUCTIONS, "SPEC-10.10", None, f"instructions: {reason}")
