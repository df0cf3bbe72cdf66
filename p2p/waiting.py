"""What a node's player can see of whom the game waits for, and do about it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, unique

from p2p.changes import WaitsStored
from p2p.culprits import Culprits
from p2p.events import FaultProven
from protocol.agreeing import suffices
from protocol.carried import agreed_by
from protocol.due import playing
from protocol.proposals import End, Replace, Result
from protocol.table import Table
from protocol.waiting import Wait

__all__ = ["Awaited", "Recourse", "Remedy", "Waits", "ended_without"]


@unique
class Remedy(Enum):
    """What can be done about a seat that lets the game wait."""

    WAIT = "wait"
    REMIND = "remind"  # say to it that it is waited for
    CLAIM = "claim silence"  # state it in the log
    AGREE = "agree"  # without it, which is gone: to replace it, or to end the game
    RESIGN = "resign"  # in a turn of one's own


@unique
class Recourse(Enum):
    """What the others can agree on without a seat that is gone, and all who are gone by now."""

    REPLACE = "replace"  # another plays it, or the game ends
    END = "end"  # of two seats the other can end the game, and an audit says who claims it
    NOTHING = "nothing"  # half of the seats or more are gone


@dataclass(frozen=True, slots=True)
class Awaited:
    """What the game waits for, as this node knows it.

    Attributes:
        wait: who owes what.
        learnt: the minute at which this node learnt of it, by its own clock, over restarts; None
            until it is noted.
        fault: why nothing is expected of the seat any more; None if it was not caught.
        absent_from: the minute from which on the seat counts as absent, if nothing of it comes;
            None if that never is.
        gone: whether the others may go on without the seat now: it was caught, or is absent.
        recourse: what they can agree on without it then.
        remedies: what can be done here.
    """

    wait: Wait
    learnt: int | None
    fault: FaultProven | None
    absent_from: int | None
    gone: bool
    recourse: Recourse
    remedies: frozenset[Remedy]

    @property
    def remindable(self) -> bool:
        """Whether the seat can be reminded from here."""
        return Remedy.REMIND in self.remedies


class Waits:
    """Since when one node knows of what the game waits for."""

    def __init__(self, learnt: Mapping[bytes, int]) -> None:
        """As the store holds it."""
        self._learnt = dict(learnt)

    def watch(self, table: Table, minute: int) -> Iterator[WaitsStored]:
        """Note what the game waits for now; yields what is to be stored, if it is something new.

        Args:
            table: the game.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
        """
        learnt = {wait.key: self._learnt.get(wait.key, minute) for wait in table.waits}
        if learnt != self._learnt:
            self._learnt = learnt
            yield WaitsStored(learnt)

    def awaited(
        self,
        table: Table,
        culprits: Culprits,
        own: int | None,
        absent_from: Mapping[int, int],
        minute: int,
    ) -> tuple[Awaited, ...]:
        """What the game waits for, as this node knows it.

        Args:
            table: the game.
            culprits: who was caught.
            own: the seat of this node; None for a spectator.
            absent_from: see `Silence.absent_from`.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
        """
        caught = {fault.seat: fault for fault in culprits.faults if fault.seat in culprits.seats}
        gone = caught.keys() | {seat for seat, then in absent_from.items() if then <= minute}
        plays = own in playing(table.game)
        found = []
        for wait in table.waits:
            recourse = _recourse(table.needed, frozenset({*gone, wait.seat}))
            helps = wait.seat in gone and recourse is not Recourse.NOTHING
            remedies = _remedies(
                wait.seat, own, caught=wait.seat in caught, gone=helps, plays=plays
            )
            found.append(
                Awaited(
                    wait,
                    self._learnt.get(wait.key),
                    caught.get(wait.seat),
                    absent_from.get(wait.seat),
                    wait.seat in gone,
                    recourse,
                    remedies,
                )
            )
        return tuple(found)


def ended_without(table: Table) -> frozenset[int]:
    """The seats against which it was agreed that the game ends; none if it ended otherwise."""
    if table.request is not None or not len(table.log):
        return frozenset()
    carried = agreed_by(table.log.at(len(table.log)))
    return frozenset() if carried is None else carried.agreement.terms.seats_named


def _recourse(needed: frozenset[int], gone: frozenset[int]) -> Recourse:
    """What those of the seats needed that are there can agree on (SPEC-18.3)."""
    here, concerned = len(needed - gone), len(needed)
    if suffices(Replace(()), here, concerned):
        return Recourse.REPLACE
    return Recourse.END if suffices(End(Result.DRAW), here, concerned) else Recourse.NOTHING


def _remedies(
    seat: int, own: int | None, *, caught: bool, gone: bool, plays: bool
) -> frozenset[Remedy]:
    """What can be done about a seat that lets the game wait.

    Args:
        seat: that is waited for.
        own: the seat of this node; None for a spectator.
        caught: whether it signed what no honest seat signs, so that waiting is no use.
        gone: whether the others may agree on something without it now.
        plays: whether the own seat has a power.
    """
    if own is None or own == seat:
        return frozenset()
    found = {Remedy.CLAIM}
    if gone:
        found.add(Remedy.AGREE)
    if not caught:
        found |= {Remedy.WAIT, Remedy.REMIND}
    if plays:
        found.add(Remedy.RESIGN)
    return frozenset(found)
