"""Whom a table waits for, and for what, as in: waiting for Ann (Japan) to choose casualties."""

__all__ = [
    "DueTask",
    "astray_line",
    "due_tasks",
    "hindrance_line",
    "recourse",
    "signing_lines",
    "signing_tasks",
    "waiting_lines",
]

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from client.presentation.catalog import CATALOG
from client.presentation.players import seat_names
from client.presentation.words import listed
from engine.board import Power
from engine.errors import counted
from engine.requests import Decision
from p2p.meeting import Meeting
from p2p.standing import Hindrance
from p2p.waiting import Awaited, Recourse, Remedy
from protocol.consent import OpenProposal
from protocol.due import Due, Duty
from protocol.heard import Debt, Owed, debts
from protocol.table import Table


@dataclass(frozen=True, slots=True)
class DueTask:
    """What one player has to do before the game can go on.

    Attributes:
        name: of the player.
        power: for which the player does it; None if for the seat as such.
        task: what is to be done: ``choose casualties``.
    """

    name: str
    power: Power | None
    task: str

    def __str__(self) -> str:
        """``Ann (Japan) to choose casualties``."""
        who = self.name if self.power is None else f"{self.name} ({self.power})"
        return f"{who} to {self.task}"


def due_tasks(table: Table, own: int | None = None) -> tuple[DueTask, ...]:
    """One task for each player whom the table waits for; none once the game is over.

    `own` is the seat of who reads this: the player there is called "you".
    """
    due = table.due
    if due is None:
        return ()
    owed = debts(table.rejoining, due.seat)
    if owed:
        return tuple(_rejoin_task(table, debt, own) for debt in owed)
    return (_task(table, due, _called(table, due.seat, own)),)


def _called(table: Table, seat: int, own: int | None) -> str:
    return "you" if seat == own else seat_names(table.log.players)[seat]


def signing_tasks(
    table: Table, proposals: Sequence[OpenProposal], own: int | None = None
) -> tuple[DueTask, ...]:
    """One task for each player whose signature a proposal waits for (`OpenProposal.awaited`).

    `own` is the seat of who reads this: the player there is called "you".
    """
    return tuple(task for one in proposals for task in _signing(table, one, own))


def signing_lines(
    table: Table, proposals: Sequence[OpenProposal], own: int | None
) -> Iterator[str]:
    """Who has yet to sign what is proposed, `own` seat among them; no text of a stranger's."""
    tasks = signing_tasks(table, proposals, own)
    yield from (f"Waiting for {task}" for task in tasks)
    if tasks:
        yield "  `proposals` shows what it changes."


def _signing(table: Table, one: OpenProposal, own: int | None) -> Iterator[DueTask]:
    author, keepers = one.proposal.statement.seat, table.charter.keepers
    seats = seat_names(table.log.players)
    proposed = "what you propose" if author == own else f"what {seats[author]} proposes"
    for seat in one.awaited(keepers):
        if seat == author:
            proposed = proposed if author == own else "what they propose"
            what = f"sign {proposed}, as all others have"
        elif seat in keepers:
            what = f"sign {proposed}, as all players have"
        else:
            what = f"sign or refuse {proposed}"
        yield DueTask("you" if seat == own else seats[seat], None, what)


def _task(table: Table, due: Due, name: str) -> DueTask:
    request = table.request
    match due.duty:
        case Duty.DECISION:
            if not isinstance(request, Decision):
                raise TypeError(f"{name} owes a decision, and {request} is none")
            return DueTask(name, due.power, CATALOG.decision(request).task)
        case Duty.SHARE:
            return DueTask(name, None, f"add to the dice of {due.power}")
        case Duty.OPENINGS if table.deposited:
            what = f"turn up tokens of {due.power} as soon as all keepers have answered"
            return DueTask(name, None, what)
        case Duty.OPENINGS:
            return DueTask(name, due.power, "turn up tokens")
        case Duty.SEAL:
            return DueTask(name, due.power, "seal what is hidden")
        case Duty.DEAL:
            return DueTask(name, due.power, "deal the hidden groups anew")


def _rejoin_task(table: Table, debt: Debt, own: int | None) -> DueTask:
    """What a player owes to one who has come back on another machine (SPEC-12)."""
    name, back = (_called(table, seat, own) for seat in (debt.seat, debt.asker))
    match debt.owed:
        case Owed.ANSWER:
            return DueTask(name, None, f"confirm to {back} how far the log goes")
        case Owed.ENTRIES:
            return DueTask(name, None, f"send {back} the latest entries")
        case Owed.SETTLEMENT:
            return DueTask(name, None, "come back to the game")


_REMEDIES = {
    Remedy.WAIT: "wait",
    Remedy.REMIND: "`remind` them",
    Remedy.CLAIM: "state it in the log (`silence`)",
    Remedy.AGREE: "agree with the others to go on without them (`successor`, `propose`)",
    Remedy.RESIGN: "resign in your own turn",
}


def waiting_lines(table: Table, awaited: Sequence[Awaited], minute: int) -> Iterator[str]:
    """Who owes what since when, and what can be done about it; no text of a stranger's.

    Args:
        table: the game.
        awaited: what it waits for, as the node knows it.
        minute: the time, in minutes since 1970-01-01 00:00 UTC.
    """
    for one, task in zip(awaited, due_tasks(table), strict=True):
        yield f"Waiting for {task}"
        if one.wait.since is not None:
            known = "" if one.learnt is None else f"; known here {_ago(minute - one.learnt)}"
            yield f"  due {_ago(minute - one.wait.since)}, as the log says{known}"
        if one.fault is not None:
            yield f"  {task.name} was caught, and nothing more is taken: {one.fault.refusal.reason}"
        if one.gone:
            yield f"  {recourse(task.name, one.recourse, 'now')}"
        elif one.absent_from is not None:
            when = f"{_in(one.absent_from - minute)}, if nothing comes until then"
            yield f"  {recourse(task.name, one.recourse, when)}"
        elif one.remedies and not table.charter.absence:
            yield f"  {task.name} never counts as absent, by the charter"
        if one.remedies:
            ways = _REMEDIES
            if one.recourse is Recourse.END:
                alone = f"end the game without them (`propose draw without {task.name}`)"
                ways = {**ways, Remedy.AGREE: alone}
            can = [words for remedy, words in ways.items() if remedy in one.remedies]
            yield f"  You can {listed(can, 'or')}."


def recourse(name: str, can: Recourse, when: str) -> str:
    """What can be agreed on without a player, and when."""
    match can:
        case Recourse.REPLACE:
            return f"{name} may be replaced {when}"
        case Recourse.END:
            return (
                f"You may end the game without {name} {when}; an audit says that you claim it. To "
                "replace one of two players takes a keeper"
            )
        case Recourse.NOTHING:
            return (
                f"Nothing can be agreed on without {name}: more than half of all seats must sign it"
            )


def hindrance_line(hindrance: Hindrance, meeting: Meeting) -> str:
    """Why nothing can be decided at the own node now, and what would help.

    Args:
        hindrance: as the node knows it.
        meeting: whom it must have met before it signs.
    """
    match hindrance:
        case Hindrance.CAUGHT:
            return (
                "You cannot move: your seat has signed what no honest seat signs, and the others "
                "take nothing more of it. They can agree to let somebody else play on"
            )
        case Hindrance.SUPERSEDED:
            return (
                "You cannot move here: your seat is played on another device now. `secret-subs "
                "recover LINK` takes it back to this one"
            )
        case Hindrance.ASTRAY:
            return (
                "You cannot move before the others have said which line of the game they hold: "
                "they must be connected, or raise a hand"
            )
        case Hindrance.UNMET:
            who = {
                Meeting.SEATS: "Another player or a keeper",
                Meeting.HOLDERS: "Another player, a keeper, or two relays with the log or mail",
            }
            return (
                f"{who[meeting]} must be connected before you can move, to show that this copy of "
                "the game is the newest: wait for them, or call them again"
            )
        case Hindrance.REJOINING:
            return (
                "You can move as soon as the others have confirmed how far the log goes: each must "
                "have been connected once, and `remind` tells them so"
            )
        case Hindrance.BOUND:
            return (
                "You have signed a proposal for this place of the log: you can move once it is "
                "carried out, refused or withdrawn"
            )


def astray_line(seats: Sequence[str]) -> str:
    """Whom the game waits for after somebody has signed two entries for one place."""
    return (
        f"Waiting for {listed(seats)} to say which line of the game they hold: somebody has signed "
        "two entries for one place. Who has no connection to you can say so by raising a hand"
    )


def _ago(minutes: int) -> str:
    """``for 3 hours``."""
    return f"for {_span(minutes)}" if minutes > 0 else "since just now"


def _in(minutes: int) -> str:
    """``in 13 days and 23 hours``, rounded up to hours, so that it never promises too early."""
    days, hours = divmod(-(-minutes // 60), 24)
    parts = [counted(n, unit) for n, unit in ((days, "day"), (hours, "hour")) if n]
    return f"in {listed(parts)}"


def _span(minutes: int) -> str:
    for size, unit in ((24 * 60, "day"), (60, "hour")):
        if minutes >= size:
            return counted(minutes // size, unit)
    return counted(minutes, "minute")
