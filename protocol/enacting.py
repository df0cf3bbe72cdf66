"""What comes of an agreement at its place of the line (SPEC-18.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self, assert_never

from engine.board import Side
from engine.game import Event
from engine.phases import Outcome
from engine.requests import Decision
from engine.run import Origin, Run
from protocol.dealing import Facts
from protocol.dice import Chain
from protocol.due import due
from protocol.errors import Code, Refused
from protocol.holding import Passed
from protocol.ledger import Ledger, PendingRoll
from protocol.log import Log
from protocol.passing import owe_deal
from protocol.proposals import (
    AfterFault,
    ChangeKeepers,
    End,
    HandOver,
    Proposal,
    Replace,
    Result,
    TakeBack,
)
from protocol.receipts import Receipt
from protocol.statement import Signed
from protocol.successors import Successor

__all__ = ["Moment", "enact"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A place of the line, to come back to by an agreement (SPEC-18.4).

    The game itself is not kept: to hold one for every entry made each of them a tenth slower.

    Attributes:
        origin: from where the game is played to it again.
        facts: of each power's tokens then.
    """

    origin: Origin
    facts: Mapping[str, Facts]

    @classmethod
    def of(cls, run: Run, ledger: Ledger) -> Self:
        """This moment of a table."""
        return cls(run.origin, ledger.commitments.facts)


def enact(
    proposal: Proposal,
    run: Run,
    ledger: Ledger,
    log: Log,
    moments: Mapping[int, Moment],
    *,
    author: int,
    begun: Mapping[bytes, Chain] | None = None,
    receipt: Receipt | None = None,
) -> tuple[Ledger, tuple[Event, ...]]:
    """Do what is agreed, whoever has signed it.

    Args:
        proposal: that is agreed.
        run: the game, which goes on from here with what is agreed.
        ledger: before it.
        log: whose next entry carries the agreement.
        moments: places of the line that can be come back to.
        author: the seat that carries it.
        begun: the dice chains of the incarnations that begin after a fault, by name.
        receipt: of a successor who has the keys of a seat that hands over.

    Returns:
        The ledger after it, and what happened in the game.

    Raises:
        Refused: `bad_agreement`: it cannot be done here.
    """
    pending, kept = ledger.pending, isinstance(proposal.terms, AfterFault)
    owing = [seat for seat, _ in pending.owing] if isinstance(pending, PendingRoll) else []
    passed_over = proposal.seats_named & {*owing}
    if owing and not kept and (not proposal.named or (passed_over and owing[0] not in passed_over)):
        waits = f"a roll waits for seat {owing[0]}, which it does not name"
        raise _refused(log, author, waits)
    stands = bool(owing) and not kept and not passed_over
    if not kept and not _may_interrupt_deal(proposal, run, ledger):
        raise _refused(log, author, "tokens of a seat that has gone are dealt")
    for name, chain in ({} if begun is None else begun).items():
        ledger = ledger.with_incarnation(name, chain)
    terms = proposal.terms
    match terms.remedy if isinstance(terms, AfterFault) else terms:
        case TakeBack(to):
            moment = moments.get(to.sequence)
            earlier = None if moment is None else run.played_again(moment.origin)
            if moment is None or earlier is None or not isinstance(earlier.request, Decision):
                raise _refused(log, author, f"no decision was asked after entry {to.sequence}")
            if earlier.game.passed != run.game.passed:
                raise _refused(log, author, f"a seat has resigned since entry {to.sequence}")
            run.take_back(earlier)
            known = ledger.commitments.taken_back(moment.facts)
            return ledger.with_commitments(known).with_pending(None), ()
        case End() as end:
            outcome = _outcome(end, run)
            if outcome is None:
                raise _refused(log, author, "no side of that name can win")
            return ledger.with_pending(None), run.end(outcome)
        case HandOver(successor):
            ledger = _succeed((successor,), run, ledger, log, knowing=True)
            if receipt is None:
                return ledger, ()
            place, seat = log.head.sequence + 1, receipt.seat
            passed = Passed(receipt, log.players.now[seat].since, place, place)
            return ledger.with_commitments(ledger.commitments.with_passed(passed)), ()
        case Replace(successors) | ChangeKeepers(successors):
            ledger = _succeed(successors, run, ledger, log, rolled=stands)
            return _deal(successors, ledger, run, log), ()
        case unknown:
            assert_never(unknown)


def _deal(successors: Sequence[Signed[Successor]], ledger: Ledger, run: Run, log: Log) -> Ledger:
    """What those have hidden who played these seats is dealt."""
    game, seats = run.game, {signed.statement.seat for signed in successors}
    powers = [power for power in game.rules.scenario.powers if game.seat_of(power) in seats]
    return owe_deal(ledger, log.charter, game, powers, log.head.sequence + 1)


def _succeed(
    successors: Sequence[Signed[Successor]],
    run: Run,
    ledger: Ledger,
    log: Log,
    *,
    knowing: bool = False,
    rolled: bool = False,
) -> Ledger:
    """Others play these seats from here on, knowing what they hide or not.

    A roll that waits is asked for anew, unless it stands as it was asked for.
    """
    players, place = log.players, log.head.sequence + 1
    for signed in successors:
        successor = signed.statement
        players = players.with_player(successor.seat, successor.player(place))
        ledger = ledger.with_player(players, successor.seat)
        run.lapse(successor.seat, knows=knowing)
    pending = ledger.pending
    if isinstance(pending, PendingRoll) and not rolled:
        ledger = ledger.with_roll(tuple(seat for seat, _ in pending.chains))
    return ledger


def _may_interrupt_deal(proposal: Proposal, run: Run, ledger: Ledger) -> bool:
    """While tokens are dealt, only a seat that keeps the others waiting can be passed over."""
    if ledger.deal is None and not ledger.reshuffles:
        return True
    owing = due(run.game, run.request, ledger)
    return (
        owing is not None
        and proposal.names(owing.seat) is not None
        and isinstance(proposal.terms, End | Replace | ChangeKeepers)
    )


def _outcome(end: End, run: Run) -> Outcome | None:
    """How the game ends; None where a side would win that is not in it."""
    sides = set(run.game.rules.scenario.sides.values())
    match end.result:
        case Result.WIN:
            return Outcome(Side(end.winner), "agreed") if end.winner in sides else None
        case Result.DRAW:
            return Outcome(None, "a draw, agreed")
        case Result.ADJOURNED:
            return Outcome(None, "adjourned for good, agreed")


def _refused(log: Log, author: int, reason: str) -> Refused:
    place = log.head.sequence + 1
    return Refused(Code.BAD_AGREEMENT, "SPEC-18.4", author, f"entry {place}: {reason}")
