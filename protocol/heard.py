"""What a copy of a log has heard of seats that rejoin, and who owes them what (SPEC-12.9)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, unique

from protocol.agreements import Agreement, ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.entry import Entry
from protocol.errors import Refused
from protocol.proposals import MAX_REFUSED, AfterFault, ListedProposal, Proposal, ProposalRefusal
from protocol.questions import Rank, RejoinQuestion
from protocol.settlements import Settlement
from protocol.settling import Line, check_settlement, last_of
from protocol.statement import Signed, Statement

__all__ = ["Debt", "Heard", "Owed", "Rejoining", "debts", "open_questions"]


class Heard:
    """Questions, answers and settlements, also those that others carry whole.

    Attributes:
        greatest: of each seat the greatest question of the key that plays it.
        settlements: by hash.
        proposals: by hash.
    """

    def __init__(self) -> None:
        self.greatest: dict[int, Signed[RejoinQuestion]] = {}
        self._keys: dict[int, int] = {}
        self._asked: dict[int, Rank] = {}
        self.settlements: dict[bytes, Settlement] = {}
        self._signed: dict[bytes, Signed[Settlement]] = {}
        self._answers: dict[bytes, list[Signed[RejoinAnswer]]] = {}
        self.proposals: dict[bytes, Signed[Proposal]] = {}
        self._consents: dict[bytes, list[Signed[ProposalSignature]]] = {}
        self._refusals: dict[bytes, list[Signed[ProposalRefusal]]] = {}

    def hear(self, signed: Signed[Statement]) -> None:
        """Take note of a statement, and of what it carries."""
        match signed:
            case Signed(RejoinQuestion() as question, signature):
                known = self.greatest.get(question.seat)
                asked = self._asked.get(question.seat, question.rank)
                self._asked[question.seat] = max(asked, question.rank)
                if question.key < self._keys.get(question.seat, 0):
                    return
                if known is None or known.statement.rank < question.rank:
                    self.greatest[question.seat] = Signed(question, signature)
            case Signed(RejoinAnswer() as answer, signature):
                answers = self._answers.setdefault(answer.asked.hash, [])
                if all(known.statement != answer for known in answers):
                    answers.append(Signed(answer, signature))
            case Signed(Settlement() as settlement, signature):
                self.settlements[settlement.hash] = settlement
                self._signed[settlement.hash] = Signed(settlement, signature)
            case Signed(Proposal() as proposal, signature):
                self.proposals.setdefault(proposal.hash, Signed(proposal, signature))
            case Signed(ProposalSignature() as consent, signature):
                consents = self._consents.setdefault(consent.proposal, [])
                if all(known.statement != consent for known in consents):
                    consents.append(Signed(consent, signature))
                for inner in consent.heard:
                    self.hear(inner)
                return
            case Signed(ProposalRefusal() as refusal, signature):
                refusals = self._refusals.setdefault(refusal.proposal, [])
                if all(known.statement != refusal for known in refusals):
                    refusals.append(Signed(refusal, signature))
            case _:
                return
        for carried in signed.statement.inner:
            self.hear(carried)

    def succeed(self, seat: int, key: int) -> None:
        """Another key plays a seat, of this number: the questions of those before it count no more.

        Nothing remains to be answered of them.
        """
        self._keys[seat] = key
        known = self.greatest.get(seat)
        if known is not None and known.statement.key < key:
            del self.greatest[seat]

    def answers(self, question: RejoinQuestion) -> Sequence[Signed[RejoinAnswer]]:
        """The answers to a question, in the order in which they came."""
        return self._answers.get(question.hash, ())

    def usable(self, question: RejoinQuestion) -> Iterator[Signed[RejoinAnswer]]:
        """The answers to a question that its asker can use.

        None is in a name below a question that is known of its seat, whoever plays that by now, and
        none by a lower seat that is pending: that one goes first. None lists a proposal that was
        not heard, or, unless it is against the asker or after a fault, under which the asker's
        signature was not heard: who lists it owes that, or the asker would be bound by what it has
        not signed.
        """
        for signed in self.answers(question):
            answer = signed.statement
            outdated = answer.rank < self._asked.get(answer.seat, answer.rank)
            shown = all(self._shows(one, question.seat) for one in answer.signed)
            if shown and not outdated and not (answer.pending and answer.seat < question.seat):
                yield signed

    def _shows(self, listed: ListedProposal, asker: int) -> bool:
        """Whether what an answer lists was heard, with the asker's signature if it needs one."""
        proposal = self.proposals.get(listed.hash)
        if proposal is None:
            return False
        signs = listed.names(asker) is None and not isinstance(proposal.statement.terms, AfterFault)
        return not signs or asker in self.consents(listed)

    def listed_by(self, seat: int, name: bytes) -> frozenset[bytes]:
        """The proposals that a seat lists as signed, in its answers of one incarnation."""
        given = (one.statement for answers in self._answers.values() for one in answers)
        own = (answer for answer in given if (answer.seat, answer.name) == (seat, name))
        return frozenset(one.hash for answer in own for one in answer.signed)

    def consents(
        self, proposal: Proposal | ListedProposal
    ) -> Mapping[int, Signed[ProposalSignature]]:
        """Of each seat its signature under a proposal that it gave in its greatest incarnation.

        One that it gave when it had settled goes before one that it gave pending.
        """
        latest: dict[int, Signed[ProposalSignature]] = {}
        for signed in self._consents.get(proposal.hash, ()):
            known = latest.get(signed.statement.seat)
            if known is None or _later(known.statement, signed.statement):
                latest[signed.statement.seat] = signed
        return latest

    def proposal_adding(self, question: RejoinQuestion) -> Proposal | None:
        """The proposal under which its seat has added a question; None if it has asked it."""
        for signed in self.proposals.values():
            consent = self.consents(signed.statement).get(question.seat)
            added = None if consent is None else consent.statement.question
            if added is not None and added.statement == question:
                return signed.statement
        return None

    def has_signed(self, signature: ProposalSignature) -> bool:
        """Whether its seat has signed the proposal in this incarnation, pending or settled as now.

        It does so once: what it has heard since changes nothing.
        """
        return any(
            (one.seat, one.name, one.pending) == (signature.seat, signature.name, signature.pending)
            for one in (signed.statement for signed in self._consents.get(signature.proposal, ()))
        )

    def has_refused(self, refusal: ProposalRefusal) -> bool:
        """Whether its seat has refused the proposal in this incarnation."""
        return any(one.statement == refusal for one in self._refusals.get(refusal.proposal, ()))

    def last_round(self, seat: int, key: int) -> int | None:
        """The greatest round of the questions that a key has asked, or added under proposals."""
        signed = (one.statement for consents in self._consents.values() for one in consents)
        asked = [one.question for one in signed if one.seat == seat and one.question is not None]
        if seat in self.greatest:
            asked.append(self.greatest[seat])
        rounds = (one.statement.round for one in asked if one.statement.key == key)
        return max(rounds, default=None)

    def agreement(self, proposal: Signed[Proposal]) -> Agreement:
        """A proposal with the signatures under it that were heard, be they enough or not."""
        consents = self.consents(proposal.statement)
        return Agreement(proposal, tuple(consents[seat] for seat in sorted(consents)))

    def refusals(self, proposal: ListedProposal) -> Sequence[Signed[ProposalRefusal]]:
        """The refusals of a proposal by seats that it asks, in the order in which they came."""
        said = self._refusals.get(proposal.hash, ())
        return tuple(one for one in said if proposal.names(one.statement.seat) is None)

    def disputing(self, proposal: ListedProposal) -> frozenset[int]:
        """The seats that a proposal names and that have refused it: they are there."""
        said = (one.statement for one in self._refusals.get(proposal.hash, ()))
        named = ((one, proposal.names(one.seat)) for one in said)
        return frozenset(
            one.seat for one, ended in named if ended and ended.rank.key == one.key_number
        )

    def refused_by(self, seat: int) -> tuple[Signed[ProposalRefusal], ...]:
        """The last refusals of a seat, of each proposal one, ascending by the hash refused."""
        said = {
            name: one
            for name, refusals in self._refusals.items()
            for one in refusals
            if one.statement.seat == seat
        }
        return tuple(said[name] for name in sorted([*said][-MAX_REFUSED:]))

    def signed(self, settlement: Settlement) -> Signed[Settlement]:
        """A settlement that was heard, as signed."""
        return self._signed[settlement.hash]

    def settling(self, question: RejoinQuestion) -> Iterator[Settlement]:
        """The settlements of a question."""
        for settlement in self.settlements.values():
            if settlement.asked == question:
                yield settlement


def _later(one: ProposalSignature, other: ProposalSignature) -> bool:
    """Whether a signature under the same proposal takes the place of another of its seat."""
    return (one.rank, not one.pending) < (other.rank, not other.pending)


@dataclass(frozen=True, slots=True)
class Rejoining:
    """A seat that has asked, and of whose new incarnation the line has no entry.

    Attributes:
        question: the greatest of the seat.
        unanswered: seats that owe an answer that can be used, with the settlement of its name.
        ahead: seats that have named an entry which this line does not hold.
        unshown: those of them whose entry nobody has brought yet: they owe it. None once the asker
            was caught: it may have shown one what all have left since.
        frozen: seats that have answered it without the asker's last entry here: they take no more
            of this line until it is settled.
        settled: whether a settlement of it is valid on this line. If not, and nobody else owes
            anything, the seat itself owes it.
    """

    question: Signed[RejoinQuestion]
    unanswered: tuple[int, ...]
    ahead: tuple[int, ...]
    unshown: tuple[int, ...]
    frozen: tuple[int, ...]
    settled: bool


@unique
class Owed(Enum):
    """What a seat owes before another one, or itself, can go on."""

    ANSWER = "an answer that the asker can use"
    ENTRIES = "the entries that its answer names"
    SETTLEMENT = "the settlement of its question"


@dataclass(frozen=True, slots=True)
class Debt:
    """What a seat owes to one that is rejoining.

    Attributes:
        seat: that owes it.
        owed: what it is.
        asker: whose question it is about; of a settlement, the seat itself.
    """

    seat: int
    owed: Owed
    asker: int


def debts(rejoining: Mapping[int, Rejoining], seat: int) -> tuple[Debt, ...]:
    """What keeps a seat from going on; empty if nothing does.

    What keeps a seat from settling keeps those, too, that it has frozen.
    """
    owed = _debts_to(rejoining, seat)
    if owed:
        return owed
    froze = (asker for asker, one in rejoining.items() if seat in one.frozen)
    return tuple(dict.fromkeys(debt for asker in froze for debt in _debts_to(rejoining, asker)))


def _debts_to(rejoining: Mapping[int, Rejoining], asker: int) -> tuple[Debt, ...]:
    """What keeps a seat from settling; empty if it is not rejoining, or has settled.

    A lower seat that is rejoining itself answers only once it has settled: then what keeps it from
    that keeps the asker, too.
    """
    waiting = rejoining.get(asker)
    if waiting is None or waiting.settled:
        return ()
    found: dict[Debt, None] = {}
    for seat in waiting.unanswered:
        before = _debts_to(rejoining, seat) if seat < asker else ()
        found |= dict.fromkeys(before or (Debt(seat, Owed.ANSWER, asker),))
    found |= dict.fromkeys(Debt(seat, Owed.ENTRIES, asker) for seat in waiting.unshown)
    return tuple(found) or (Debt(asker, Owed.SETTLEMENT, asker),)


def open_questions(
    line: Line,
    carried: Mapping[bytes, Settlement],
    heard: Heard,
    names: Sequence[bytes],
    needed: frozenset[int],
    *,
    brought: Mapping[bytes, Entry],
    caught: frozenset[int],
) -> Mapping[int, Rejoining]:
    """The seats that are rejoining, with who owes them what.

    Args:
        line: of the log.
        carried: settlements that its entries carry, by hash.
        heard: all that has been heard.
        names: of the incarnation that each seat has on the line.
        needed: seats with a power left, see `check_settlement`.
        brought: entries that peers have brought and that this line does not hold, by hash.
        caught: seats that have signed what no honest seat signs.
    """
    found = {}
    held = {**heard.settlements, **carried}
    for seat, signed in sorted(heard.greatest.items()):
        question = signed.statement
        current = line.rank(names[seat])
        if current is not None and question.rank <= current:
            continue
        settled = any(
            _valid(settlement, line, held, needed) for settlement in heard.settling(question)
        )
        answers = [
            one.statement
            for one in heard.usable(question)
            if _is_settled(one.statement, line, held, needed)
        ]
        answered = {answer.seat for answer in answers}
        lasts = {a.seat: a.last for a in answers if a.last and not line.holds(a.last)}
        unshown = {
            other for other, last in lasts.items() if not _is_signed(brought.get(last.hash), line)
        }
        owing = needed - {seat} - answered - _stood_for(line, heard, question)
        found[seat] = Rejoining(
            signed,
            () if settled else tuple(sorted(owing)),
            () if settled else tuple(sorted(lasts)),
            () if settled or seat in caught else tuple(sorted(unshown)),
            () if settled else _frozen(line, answers, question),
            settled,
        )
    return found


def _is_signed(entry: Entry | None, line: Line) -> bool:
    """Whether there is an entry, and its author has signed it: otherwise nobody need show more."""
    return entry is not None and any(
        entry.signed_by(player.key) for player in line.players.seats[entry.seat]
    )


def _frozen(
    line: Line, answers: Iterable[RejoinAnswer], question: RejoinQuestion
) -> tuple[int, ...]:
    """The seats that have answered a question without the last older entry of its seat here."""
    last = last_of(line, question.seat, len(line), question.key)
    if last is None:
        return ()
    return tuple(
        sorted(
            answer.seat
            for answer in answers
            if not answer.pending and (answer.last is None or answer.last.sequence < last.sequence)
        )
    )


def _stood_for(line: Line, heard: Heard, question: RejoinQuestion) -> frozenset[int]:
    """The seats for whose answers to a question an agreement stands that the line carries."""
    last = last_of(line, question.seat, len(line), question.key)
    stands = 0 if last is None else last.sequence
    known = {seat: one.statement.rank for seat, one in heard.greatest.items()}
    return frozenset(
        ended.seat
        for agreement in line.agreements.values()
        if agreement.terms.place > stands
        for ended in agreement.terms.named
        if ended.rank >= known.get(ended.seat, ended.rank)
    )


def _is_settled(
    answer: RejoinAnswer, line: Line, held: Mapping[bytes, Settlement], needed: frozenset[int]
) -> bool:
    """Whether the settlement of the name in which an answer is given is here, if it needs one."""
    if answer.settlement is None:
        return True
    own = held.get(answer.settlement)
    return own is not None and own.asked.hash == answer.name and _valid(own, line, held, needed)


def _valid(
    settlement: Settlement, line: Line, held: Mapping[bytes, Settlement], needed: frozenset[int]
) -> bool:
    try:
        check_settlement(settlement, line, held, needed)
    except Refused:
        return False
    return True
