"""A draft: the entry that a seat may append next, as far as its items are known (SPEC-10).

A table accepts an entry through a draft and an author writes one through it, so what is sent and
what is received are judged by the same code. `items` carries out the items.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from engine.game import Event
from engine.requests import Request, Reveal, Roll
from engine.run import Run
from protocol.charter import Charter
from protocol.due import Due, Duty, due, needed, roll_seats
from protocol.enacting import Moment
from protocol.entry import Entry, Item, sign_entry
from protocol.errors import Code, Refused
from protocol.identity import Identity
from protocol.ledger import Ledger, PendingReveal
from protocol.log import Log
from protocol.obligations import Claimed, Opened, check_opened
from protocol.sealing.suite import SealContext, Suite

__all__ = ["Draft", "Rolled", "await_answers"]

R = TypeVar("R", bound=Request[object])


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that fell.

    Attributes:
        sides: of each die.
        dice: the results.
        seats: how many contributed; 1 where no other seat could.
    """

    sides: int
    dice: tuple[int, ...]
    seats: int


class Draft:
    """The entry that `seat` may append next, as far as its items are known.

    It works on values of its own: the table takes them over once the entry is whole, or they are
    forgotten. A trusting draft does not look at openings and justifications: they are owed.

    Attributes:
        log: that the entry goes on.
        suite: how tokens are sealed.
        moments: see `enact`.
        seat: its author.
        incarnation: of the author.
        trusting: whether openings and claims are taken on trust.
        head: what the entry follows.
        began: the ledger before it.
        run: the game after the items so far.
        ledger: after the items so far.
        items: so far.
        answered: whether one of them answers what is asked, or does what is agreed.
        entry: which they are, once it is signed here.
        events: what they brought about.
        rolls: dice that fell.
        owed: openings and claims taken on trust, in order.
    """

    __slots__ = (
        "answered",
        "began",
        "entry",
        "events",
        "head",
        "incarnation",
        "items",
        "ledger",
        "log",
        "moments",
        "owed",
        "rolls",
        "run",
        "seat",
        "suite",
        "trusting",
    )

    def __init__(
        self,
        log: Log,
        suite: Suite,
        run: Run,
        ledger: Ledger,
        moments: Mapping[int, Moment],
        *,
        seat: int,
        incarnation: bytes,
        trusting: bool = False,
    ) -> None:
        self.log = log
        self.suite = suite
        self.moments = moments
        self.seat = seat
        self.incarnation = incarnation
        self.trusting = trusting
        self.head = log.head
        self.began = self.ledger = ledger
        self.run = run.fork()
        self.items: list[Item] = []
        self.answered = False
        self.entry: Entry | None = None
        self.events: list[Event] = []
        self.rolls: list[Rolled] = []
        self.owed: list[Opened | Claimed] = []

    # Where it stands

    @property
    def due(self) -> Due | None:
        """Who must act after the items so far."""
        return due(self.run.game, self.run.request, self.ledger)

    @property
    def request(self) -> Request[object] | None:
        """What the rules ask for after the items so far."""
        return self.run.request

    @property
    def needed(self) -> frozenset[int]:
        """The seats that have a power left, and keepers."""
        return needed(self.log.charter, self.run.game)

    @property
    def sequence(self) -> int:
        """Place of the entry."""
        return self.head.sequence + 1

    def context(self, power: str, fresh: bytes) -> SealContext:
        """Where the next item would stand, as a seal of a power's tokens."""
        return SealContext(
            game=self.log.charter.game_id,
            power=power,
            seat=self.seat,
            incarnation=self.incarnation,
            sequence=self.sequence,
            item=len(self.items),
            previous=self.head.hash,
            fresh=fresh,
        )

    # Its end

    def sign(self, identity: Identity, *, minute: int, state: bytes | None) -> Entry:
        """The entry of these items; the seat's own table can adopt the draft now.

        Raises:
            LocalError: the items do not make an entry.
        """
        self.entry = sign_entry(
            identity,
            game=self.log.charter.game_id,
            head=self.head,
            seat=self.seat,
            incarnation=self.incarnation,
            minute=minute,
            state=state,
            items=self.items,
        )
        return self.entry

    def finish(self, entry_hash: bytes, digested: int) -> Ledger:
        """The entry is whole: the ledger after it.

        Args:
            entry_hash: what a roll that it caused is requested by.
            digested: phases closed when a state digest was last due.

        Raises:
            Refused: `not_due`: it answers nothing (SPEC-10.5).
        """
        if not self.answered:
            raise self.refuse(Code.NOT_DUE, "SPEC-10.5", "it carries no answer")
        return self.ledger.with_entry(self.seat, self.sequence, entry_hash, digested)

    # What an item may do

    def asked(self, kind: type[R], code: Code) -> R:
        """The request of this kind that is due from the author; from here on the entry answers.

        Raises:
            Refused: `code`: something else is due, or from another seat.
        """
        request = self.run.request
        first = self.ledger.deal is not None or self.ledger.reshuffles
        if not isinstance(request, kind) or first:
            raise self._out_of_place(code)
        self._must_be_due(code)
        return request

    def must_owe(self, duty: Duty, code: Code) -> None:
        """As `asked`, of what comes before the request: the author must owe this."""
        now = self.due
        if now is None or now.duty is not duty:
            raise self._out_of_place(code)
        self._must_be_due(code)

    def may_note(self, what: str) -> None:
        """Refuse a note unless a decision is due from the author.

        Raises:
            Refused: `not_due`.
        """
        now = self.due
        if now is None or (now.seat, now.duty) != (self.seat, Duty.DECISION):
            raise self.refuse(
                Code.NOT_DUE,
                "SPEC-10.9",
                f"seat {self.seat} may {what} only where a decision is asked of it",
            )

    def answer(self, data: object) -> None:
        """Answer the request, and play on to the next one."""
        self.events.extend(self.run.answer(data))
        self.ledger = await_answers(self.ledger, self.run, self.log.charter)

    def owe(self, obligation: Opened | Claimed) -> None:
        """Check an opening or a claim now, or take it on trust.

        Raises:
            Refused: it does not hold.
        """
        if self.trusting:
            self.owed.append(obligation)
            return
        match obligation:
            case Opened():
                check_opened(self.suite, obligation)
            case Claimed(assertion, justification):
                self.suite.verify(assertion, justification)

    def refuse(self, code: Code, rule: str, reason: str) -> Refused:
        """Why an item may not stand here; its author is the culprit."""
        return Refused(code, rule, self.seat, f"entry {self.sequence}: {reason}")

    def _must_be_due(self, code: Code) -> None:
        now = self.due
        if now is None or now.seat != self.seat:
            raise self._out_of_place(code)
        self.answered = True

    def _out_of_place(self, code: Code) -> Refused:
        now, place = self.due, len(self.items) + 1
        if now is None:
            return self.refuse(code, "SPEC-10.5", "the game is over")
        return self.refuse(
            code,
            "SPEC-10.5",
            f"item {place} is out of place: a {now.duty} is due from seat {now.seat}",
        )


def await_answers(ledger: Ledger, run: Run, charter: Charter) -> Ledger:
    """The ledger at a new pause: which seats must answer it together, if several must."""
    match run.request:
        case Roll() as request:
            return ledger.with_roll(roll_seats(charter, run.game, request))
        case Reveal():
            return ledger.with_pending(PendingReveal())
        case _:
            return ledger if ledger.pending is None else ledger.with_pending(None)
