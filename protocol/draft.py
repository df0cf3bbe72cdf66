"""One entry's items, carried out one after another on a run (SPEC-10).

A table accepts an entry through a draft and an author writes one through it, so what is sent and
what is received are judged by the same code.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar, assert_never

from engine.board import Power
from engine.errors import Illegal, Malformed
from engine.game import Event
from engine.pieces import PieceId
from engine.requests import Decision, Request, Reveal, Roll, Seal
from engine.run import Run
from protocol.agreeing import begun_by, check_agreement
from protocol.agreements import Agreement
from protocol.carried import read_agree, read_rejoin
from protocol.charter import Charter
from protocol.dice import Chain, roll, roll_seed
from protocol.due import Due, Duty, due, playing, roll_seats
from protocol.enacting import Moment, enact
from protocol.entry import (
    Agree,
    Deal,
    Decide,
    DiceShare,
    Entry,
    Hand,
    Instruct,
    Item,
    Opening,
    OpenTokens,
    Rejoin,
    Resign,
    SealTokens,
    Waive,
    sign_entry,
)
from protocol.errors import Code, LocalError, Refused
from protocol.holding import read_passed
from protocol.identity import Identity
from protocol.instructing import check_instructions
from protocol.ledger import Ledger, PendingReveal
from protocol.log import Log
from protocol.obligations import Claimed, Obligation, Opened
from protocol.passing import (
    check_hand_over,
    check_resignation,
    deal_tokens,
    hidden_powers,
    owe_deal,
)
from protocol.proposals import HandOver, Proposal
from protocol.receipts import Receipt
from protocol.rejoin import begin_incarnation
from protocol.sealing.suite import Assertion, SealContext, Sealed, Suite
from protocol.seals import must_answer, must_reshuffle
from protocol.statement import check_statement, read_statement
from protocol.statements import NewInstructions

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
        head: what the entry follows.
        began: the ledger before it.
        run: the game after the items so far.
        ledger: after the items so far.
        items: so far.
        entry: which they are, once it is signed here.
        events: what they brought about.
        rolls: dice that fell.
        owed: openings and claims taken on trust, in order.
    """

    __slots__ = (
        "_answered",
        "_incarnation",
        "_log",
        "_moments",
        "_seat",
        "_suite",
        "began",
        "entry",
        "events",
        "head",
        "items",
        "ledger",
        "owed",
        "rolls",
        "run",
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
        self._log = log
        self._moments = moments
        self._suite = suite
        self._seat = seat
        self._incarnation = incarnation
        self._answered = False
        self.head = log.head
        self.began = self.ledger = ledger
        self.run = run.fork()
        self.trusting = trusting
        self.items: list[Item] = []
        self.entry: Entry | None = None
        self.owed: list[Obligation] = []
        self.events: list[Event] = []
        self.rolls: list[Rolled] = []

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
        return playing(self.run.game) | frozenset(self._log.charter.keepers)

    @property
    def sequence(self) -> int:
        """Place of the entry."""
        return self.head.sequence + 1

    def context(self, power: str, fresh: bytes) -> SealContext:
        """Where the next item would stand, as a seal of a power's tokens."""
        return SealContext(
            game=self._log.charter.game_id,
            power=power,
            seat=self._seat,
            incarnation=self._incarnation,
            sequence=self.sequence,
            item=len(self.items),
            previous=self.head.hash,
            fresh=fresh,
        )

    def apply(self, item: Item, then: Item | None = None) -> None:
        """Carry out the next item.

        Args:
            item: which it is.
            then: what follows it; a rejoin may rest on an agreement there (SPEC-12.6).

        Raises:
            Refused: it may not stand here, and nothing may follow it in this draft.
        """
        match item:
            case Rejoin():
                self._rejoin(item, then)
            case Decide() | Resign():
                self._decide(item)
            case DiceShare(value):
                self._share(value)
            case OpenTokens():
                self._open(item)
            case SealTokens():
                self._seal(item)
            case Deal():
                self._deal(item)
            case Waive(waived):
                self._may_note("waive its windows")
                self.run.waive(self._seat, waived=waived)
            case Hand():
                self._grant(item)
            case Instruct():
                self._instruct(item)
            case Agree():
                self._agree(item)
            case _:
                assert_never(item)
        self.items.append(item)

    def sign(self, identity: Identity, *, minute: int, state: bytes | None) -> Entry:
        """The entry of these items; the seat's own table can adopt the draft now.

        Raises:
            LocalError: the items do not make an entry.
        """
        self.entry = sign_entry(
            identity,
            game=self._log.charter.game_id,
            head=self.head,
            seat=self._seat,
            incarnation=self._incarnation,
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
        if not self._answered:
            raise self._refuse(Code.NOT_DUE, "SPEC-10.5", "it carries no answer")
        return self.ledger.with_entry(self._seat, self.sequence, entry_hash, digested)

    # Items

    def _rejoin(self, item: Rejoin, then: Item | None) -> None:
        agreed = None
        if isinstance(then, Agree):
            with suppress(Refused):  # it is judged when it is carried out
                agreed = read_agree(then)
        chain = begin_incarnation(
            item,
            players=self._log.players,
            line=self._log,
            carried=self._log.carried,
            needed=self.needed,
            chains=self.ledger.chains.values(),
            seat=self._seat,
            incarnation=self._incarnation,
            agreed=agreed,
        )
        self.ledger = self.ledger.with_incarnation(self._incarnation, chain)

    def _agree(self, item: Agree) -> None:
        log = self._log
        shown = {}
        try:
            found = read_agree(item)
            for signed in found.shown:
                check_statement(log.players, signed)
                shown[signed.statement.hash] = signed.statement
        except Refused as error:
            raise self._refuse(Code.BAD_AGREEMENT, "SPEC-18.3", str(error)) from error
        for before in self.items:
            if isinstance(before, Rejoin):
                shown |= {one.hash: one for one in read_rejoin(before).all}
        check_agreement(
            found.agreement,
            players=log.players,
            line=log,
            held={**log.carried, **shown},
            names=self.began.incarnations,
            needed=self.needed,
            author=self._seat,
        )
        chains = self.ledger.chains.values()
        begun = begun_by(found.agreement, log.players, chains, self._seat)
        rejoins = self.ledger.incarnations[self._seat] != self.began.incarnations[self._seat]
        self.carry_out(
            found.agreement,
            {n: chain for n, chain in begun.items() if not (rejoins and chain.seat == self._seat)},
        )

    def carry_out(self, agreement: Agreement, begun: Mapping[bytes, Chain] | None = None) -> None:
        """Do what is agreed, with the keys that pass by it, whoever has signed it (SPEC-18.4).

        Args:
            agreement: that is complete.
            begun: see `enact`.

        Raises:
            Refused: `bad_agreement`: it cannot be done here.
        """
        match agreement.terms.terms:
            case HandOver(successor):
                powers = self.run.game.powers_of(successor.statement.seat)
                hidden = hidden_powers(self.ledger, self.run.game, powers)
                check_hand_over(agreement.receipt, hidden, author=self._seat, place=self.sequence)
            case _:
                pass
        self.enact(agreement.terms, begun, agreement.receipt)

    def enact(
        self,
        proposal: Proposal,
        begun: Mapping[bytes, Chain] | None = None,
        receipt: Receipt | None = None,
    ) -> None:
        """Do what is agreed, whoever has signed it (SPEC-18.4).

        Args:
            proposal: that is agreed.
            begun: the dice chains of the incarnations that begin after a fault, by name.
            receipt: of a successor who has the keys of a seat that hands over.

        Raises:
            Refused: `bad_agreement`: it cannot be done here.
        """
        self.ledger, events = enact(
            proposal,
            self.run,
            self.ledger,
            self._log,
            self._moments,
            author=self._seat,
            begun=begun,
            receipt=receipt,
        )
        self.events.extend(events)
        self._answered = True

    def _decide(self, item: Decide | Resign) -> None:
        self._asked(Decision, Code.NOT_DUE)  # type: ignore[type-abstract]  # only isinstance uses it
        try:
            match item:
                case Decide(data):
                    self._answer(data)
                case Resign():
                    self._resign(item)
        except Illegal as error:
            raise self._refuse(Code.ILLEGAL_ANSWER, error.rule, error.reason) from error
        except Malformed as error:
            raise self._refuse(Code.MALFORMED, "SPEC-10.5", str(error)) from error

    def _resign(self, item: Resign) -> None:
        """Others play on; tokens of which nobody has the keys are dealt (SPEC-13.1, SPEC-8.9)."""
        powers = self.run.game.powers_of(self._seat)
        commitments = self.ledger.commitments
        passed = read_passed(
            item,
            players=self._log.players,
            head=self.head,
            giver=self._seat,
            powers=commitments.limits,
            sealed=any(isinstance(before, SealTokens) for before in self.items),
        )
        check_resignation(passed, self.ledger, self.run.game, self._seat, self.sequence)
        known = {power for one in passed for power in one.receipt.powers}
        self.events.extend(self.run.resign(self._seat, frozenset(map(Power, known))))
        self.ledger = self.ledger.with_commitments(commitments.with_passed(*passed))
        if self.run.request is not None:
            charter, game = self._log.charter, self.run.game
            dealt = [power for power in powers if power not in known]
            self.ledger = owe_deal(self.ledger, charter, game, dealt, self.sequence)

    def _deal(self, item: Deal) -> None:
        self._must_owe(Duty.DEAL, Code.NOT_DUE)
        self.ledger = deal_tokens(
            item,
            self.ledger,
            self.run.game,
            self.run.request,
            suite=self._suite,
            context=self.context("", b""),
        )

    def _share(self, value: bytes) -> None:
        if self.ledger.deal is not None:
            self._must_owe(Duty.SHARE, Code.SHARE_EARLY)
            self.ledger = self.ledger.with_share_of_deal(value)
            return
        request = self._asked(Roll, Code.SHARE_EARLY)
        pending = self.ledger.roll
        if pending.request is None and len(pending.chains) == 1:
            raise self._refuse(
                Code.SHARE_EARLY,
                "SPEC-10.6",
                "the dice of a seat that rolls alone depend on this entry, so its share comes next",
            )
        self.ledger = self.ledger.with_share(value)
        pending = self.ledger.roll
        if pending.request is None or pending.owing:
            return
        seed = roll_seed(pending.request, pending.number, pending.shares)
        dice = roll(seed, request.count, request.sides)
        self.rolls.append(Rolled(request.sides, dice, len(pending.chains)))
        self._answer(dice)

    def _open(self, item: OpenTokens) -> None:
        request = self._asked(Reveal, Code.NOT_DUE)
        pending = self.ledger.reveal
        owner, handles = request.tokens[len(pending.shown)]
        if tuple(one.handle for one in item.openings) != handles:
            raise self._refuse(
                Code.BAD_OPENING, "SPEC-10.7", f"tokens {list(handles)} of {owner} must be opened"
            )
        groups: dict[PieceId, int] = {}
        for one in item.openings:
            handle = PieceId(one.handle)
            face = self.ledger.commitments.sealed_face(self._seat, self.sequence, one)
            self._must_open(handle, face, one)
            groups[handle] = one.group
        try:
            self.run.game.rules.check_reveal(self.run.game, groups)
        except Illegal as error:
            raise self._refuse(Code.ILLEGAL_ANSWER, error.rule, error.reason) from error
        opened = {one.handle: one.group for one in item.openings}
        shown = (*pending.shown, opened)
        known = self.ledger.commitments.with_openings(opened)
        self.ledger = self.ledger.with_commitments(known).with_pending(PendingReveal(shown))
        if len(shown) == len(request.tokens):
            together = {handle: group for part in shown for handle, group in part.items()}
            self._answer(sorted(together.items()))

    def _reshuffle(self, item: SealTokens) -> None:
        """Tokens that were dealt for all to see are shuffled by who plays them now."""
        self._must_owe(Duty.SEAL, Code.NOT_DUE)
        power, tokens = self.ledger.reshuffles[0]
        must_reshuffle(power, tokens, item, self._seat, self.sequence)
        context = self.context(power, item.fresh)
        known, assertion = self.ledger.commitments.place(item, context, self._suite)
        self._must_show(assertion, item.justification)
        self.ledger = self.ledger.reshuffled(known)

    def _seal(self, item: SealTokens) -> None:
        if self.ledger.deal is None and self.ledger.reshuffles:
            self._reshuffle(item)
            return
        request = self._asked(Seal, Code.NOT_DUE)
        must_answer(request, item, self._seat, self.sequence)
        context = self.context(item.power, item.fresh)
        try:
            known, assertion = self.ledger.commitments.place(item, context, self._suite)
        except Refused as error:
            if error.code is Code.WRONG_CLAIM:  # it is what the rules ask for, so they are wrong
                raise LocalError(f"the rules ask for what nobody can claim: {error}") from error
            raise
        self._must_show(assertion, item.justification)
        self.ledger = self.ledger.with_commitments(known)
        self._answer(None)

    def _grant(self, item: Hand) -> None:
        self._may_note("grant a raised hand")
        due_counter = self.run.game.hands.get(item.seat, 0) + 1
        if item.seat == self._seat or item.seat not in self._log.charter.players:
            raise self._refuse(
                Code.BAD_HAND, "SPEC-10.9", f"seat {item.seat} is not another seat with powers"
            )
        if item.counter != due_counter:
            raise self._refuse(
                Code.BAD_HAND,
                "SPEC-10.9",
                f"the next hand of seat {item.seat} is number {due_counter}, not {item.counter}",
            )
        self.run.grant(item.seat)

    def _instruct(self, item: Instruct) -> None:
        self._may_note("carry instructions")
        try:
            signed = read_statement(NewInstructions, item.statement)
            self._log.check(signed)
            said = signed.statement
            instructions = check_instructions(said, self.run.game, self.ledger, self._log)
        except Refused as error:
            raise self._refuse(Code.BAD_INSTRUCTIONS, "SPEC-10.10", str(error)) from error
        self.run.instruct(Power(said.power), instructions)
        self.ledger = self.ledger.with_instructions(said.seat, said.counter)

    # What can be taken on trust

    def _must_open(self, handle: PieceId, face: Sealed, one: Opening) -> None:
        if self.trusting:
            self.owed.append(Opened(handle, face, one.group, one.proof, self._seat))
        else:
            self._suite.check_opening(handle, face, one.group, one.proof, self._seat)

    def _must_show(self, assertion: Assertion, justification: bytes) -> None:
        if self.trusting:
            self.owed.append(Claimed(assertion, justification))
        else:
            self._suite.verify(assertion, justification)

    # What all of them need

    def _asked(self, kind: type[R], code: Code) -> R:
        """The request of this kind that is due from the author; from here on the entry answers."""
        request = self.run.request
        first = self.ledger.deal is not None or self.ledger.reshuffles
        if not isinstance(request, kind) or first:
            raise self._out_of_place(code)
        self._must_be_due(code)
        return request

    def _must_owe(self, duty: Duty, code: Code) -> None:
        """As `_asked`, of what comes before the request: the author must owe this."""
        if self.due is None or self.due.duty is not duty:
            raise self._out_of_place(code)
        self._must_be_due(code)

    def _must_be_due(self, code: Code) -> None:
        if self.due is None or self.due.seat != self._seat:
            raise self._out_of_place(code)
        self._answered = True

    def _out_of_place(self, code: Code) -> Refused:
        now, place = self.due, len(self.items) + 1
        if now is None:
            return self._refuse(code, "SPEC-10.5", "the game is over")
        return self._refuse(
            code,
            "SPEC-10.5",
            f"item {place} is out of place: a {now.duty} is due from seat {now.seat}",
        )

    def _may_note(self, what: str) -> None:
        """Refuse a note unless a decision is due from the author."""
        now = self.due
        if now is None or (now.seat, now.duty) != (self._seat, Duty.DECISION):
            raise self._refuse(
                Code.NOT_DUE,
                "SPEC-10.9",
                f"seat {self._seat} may {what} only where a decision is asked of it",
            )

    def _answer(self, data: object) -> None:
        self.events.extend(self.run.answer(data))
        self.ledger = await_answers(self.ledger, self.run, self._log.charter)

    def _refuse(self, code: Code, rule: str, reason: str) -> Refused:
        return Refused(code, rule, self._seat, f"entry {self.sequence}: {reason}")


def await_answers(ledger: Ledger, run: Run, charter: Charter) -> Ledger:
    """The ledger at a new pause: which seats must answer it together, if several must."""
    match run.request:
        case Roll() as request:
            return ledger.with_roll(roll_seats(charter, run.game, request))
        case Reveal():
            return ledger.with_pending(PendingReveal())
        case _:
            return ledger if ledger.pending is None else ledger.with_pending(None)
