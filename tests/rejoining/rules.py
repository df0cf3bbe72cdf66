"""When records are valid, and which of them convict a seat: what anybody can check.

Every rule can be left out, so that the search shows what it is good for.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from tests.rejoining.records import (
    Agreement,
    Answer,
    Entry,
    Kind,
    Name,
    Proposal,
    Question,
    Rank,
    Records,
    Refusal,
    Settlement,
    Signature,
    line_of,
    on_line,
    place_of,
)


class Rule(Enum):
    """One thing that validity or an honest seat insists on."""

    LAST_NOT_BELOW = "a settlement's last entry is not below any that an answer names"
    NAMES_NOT_BELOW_LISTED = "an answer's name is not below a question that another answer lists"
    NAMES_NOT_BELOW_NAMES = "nor below a name used"
    NAMES_NOT_BELOW_SHOWN = "nor below a question inside a settlement shown"
    SHOWN_VALID = "an answer in a settled name shows its settlement, and that is valid"
    SHOWN_CHAIN = "the chain keeps within the settlements shown"
    SHOWN_NOT_CROSSED = "no two of a settlement and those it shows are crossed"
    ENTRY_FOLLOWS_LAST = "the first entry of a name follows the entry that its settlement names"
    HIGHER_ROUND = "a question's round is above every one of its seat that the asker knows"
    ASK_AGAIN = "who is shown a greater question of its own asks again"
    ANSWERS_LIST = "answers list the greatest question of each third seat"
    ANSWER_ONCE = "one answer to a question in a name"
    FREEZE = "who has answered a question takes no more of the asker's lower names"
    FREEZE_WITHIN = "but what the settlement names"
    LOWER_FIRST = "of two pending seats the lower goes first"
    FIRST_STAYS = "of two settlements of one question the first held stays"
    ADOPT = "a settlement's author adopts what its answers list and use"
    CUT_BACK = "it keeps of its copy what its settlement names"
    RESTS_ON = "and what answers rest on: by which their keys play, and agreements stand for them"
    FITS = "what it keeps fits the settlements it holds"
    ASK_WHEN_CROSSED = "who has settled by an older answer than it is shown then asks again"
    CROSSED = "who holds a settlement takes nothing that rests on one crossed with it"
    NOT_BELOW_KNOWN = "an asker uses no answer in a name below what it knows of that seat"
    SIGNATURES_LIST = "an agreement fails if a signature lists a question above a signer's name"
    NAMED_LISTED = "or above what it names of a named seat"
    SIGN_OR_ANSWER = "no signature against a seat after an answer to a question not named"
    ANSWERS_SAY_SIGNED = "a settlement fails if all its answers say that they have signed"
    PENDING_MAY_HAVE = "or may have signed: it is pending, and one of the others does not know it"
    SIGNERS_FREEZE = "who has signed takes no more of a named seat's ended names"
    SIGNED_FOR_ME = "who settles counts as having signed what its answers list"
    SIGNATURES_END = "who has answered takes no agreement that the asker has signed before"
    CARRIED_LISTED = "answers list what the asker has signed if their line carries it"
    STAYS = "nobody leaves a line but for one on which all have agreed after a fault"
    OWN_KEY = "a seat takes only lines on which its key plays"
    SUCCESSOR_ASKS = "a new key begins with a question, answered by who holds that it plays"
    REFUSALS_KEPT = "answers bring the asker the refusals that it has signed"
    MAJORITY = "more than half of all seats sign an agreement, pending ones not counted"
    PENDING_SHOWS = "a pending seat's signature shows the answers of all that are not named"
    PENDING_WITHIN = "and it signs for no place before an entry of its own that they name"
    GOES_BACK = "for an earlier place it gives up its own entries beyond"
    ONE_PROPOSAL = "a second proposal for a place names more seats, or the first was refused"
    ADDED_ABOVE = "a question added after a fault is above all of its seat that are told of"
    ONE_AFTER_FAULT = "who has signed after a fault signs nothing else, unless that was refused"
    KEEPS_LONGER = "who takes no more of a line may sign after a fault that it is kept"
    PROPOSES_LONGER = "and proposes so for the end of the longest that it knows"
    ADDED_STANDS = "who signs after a fault, and asks above what it added, has signed no more"
    ADDED_IN_VAIN = "who is shown what it added asks again if those not pending are too few"
    NAMES_BEGIN = "after a fault all that have signed go on in the names of the questions added"
    STANDS_CARRIED = "an agreement that stands for an answer is carried before the name is used"


ALL_RULES = frozenset(Rule)
Settled = Settlement | None


@dataclass(slots=True)
class Law:
    """The rules in force, and the game: who is due at each place.

    Attributes:
        seats: how many there are; the last `keepers` of them have no turns.
        pattern: the seat that is due at places 1, 2, …, and again.
        rules: those that are in force.
    """

    seats: int
    pattern: tuple[int, ...]
    rules: frozenset[Rule] = ALL_RULES
    _entries: dict[Entry, bool] = field(default_factory=dict)
    _settlements: dict[Settlement, bool] = field(default_factory=dict)

    def has(self, rule: Rule) -> bool:
        return rule in self.rules

    # Lines

    def due(self, end: Entry | None) -> int:
        """The seat that is due after `end`."""
        return self.pattern[place_of(end) % len(self.pattern)]

    def carrier(self, agreement: Agreement) -> int:
        """The seat that is due, or the first after it that is not named."""
        proposal = agreement.proposal
        due = self.due(proposal.parent)
        order = [(due + i) % self.seats for i in range(self.seats)]
        return next(seat for seat in order if proposal.names(seat) is None)

    def name(self, seat: int, end: Entry | None) -> Name:
        """The name that a seat has on a line."""
        while end is not None:
            if end.name.seat == seat:
                return end.name
            if end.agreement is not None:
                added = self.added(end.agreement, seat)
                if added is not None:
                    return added
                ended = end.agreement.proposal.names(seat)
                if ended is not None:
                    return Name(seat, Rank(ended.key + 1))
            end = end.parent
        return Name(seat, Rank(0))

    def added(self, agreement: Agreement, seat: int) -> Name | None:
        """The name in which a seat goes on after a fault; None if it goes on as before."""
        question = agreement.added(seat)
        if question is None or not self.has(Rule.NAMES_BEGIN):
            return None
        return Name(seat, question.rank, question)

    def last(self, seat: int, key: int, end: Entry | None) -> Entry | None:
        """The last entry of a seat's key on a line."""
        while end is not None and (end.author, end.name.rank.key) != (seat, key):
            end = end.parent
        return end

    def entry(self, entry: Entry) -> bool:
        """Whether an entry is valid on its own line."""
        if entry not in self._entries:
            self._entries[entry] = self._entry(entry)
        return self._entries[entry]

    def _entry(self, entry: Entry) -> bool:
        parent, name = entry.parent, entry.name
        if parent is not None and not self.entry(parent):
            return False
        agreement = entry.agreement
        if agreement is None:
            if self.due(parent) != entry.author:
                return False
        elif (
            agreement.proposal.parent is not parent
            or self.carrier(agreement) != entry.author
            or not self.agreement(agreement)
        ):
            return False
        begun = None if agreement is None else self.added(agreement, entry.author)
        current = self.name(entry.author, parent) if begun is None else begun
        if entry.settlement is None:
            return name == current
        settlement = entry.settlement
        question = settlement.question
        return (
            name == Name(question.seat, question.rank, question)
            and current.rank.key == name.rank.key
            and current.rank < name.rank
            and self.settlement(settlement)
            and self._carries_what_stands(entry, settlement)
            and (
                settlement.last is self.last(entry.author, name.rank.key, parent)
                or (not self.has(Rule.ENTRY_FOLLOWS_LAST) and on_line(settlement.last, parent))
            )
        )

    def _carries_what_stands(self, entry: Entry, settlement: Settlement) -> bool:
        """An agreement that stands for an answer is on the line, or in the entry."""
        if not self.has(Rule.STANDS_CARRIED):
            return True
        carried = {e.agreement for e in entry.line()}
        return all(
            answer in carried for answer in settlement.answers if isinstance(answer, Agreement)
        )

    # Settlements

    def settlement(self, settlement: Settlement) -> bool:
        """Whether a settlement is valid, the line to its entry being at hand."""
        if settlement not in self._settlements:
            self._settlements[settlement] = self._settlement(settlement)
        return self._settlements[settlement]

    def _settlement(self, settlement: Settlement) -> bool:
        question, last = settlement.question, settlement.last
        key = question.rank.key
        if last is not None and (last.author, last.name.rank.key) != (question.seat, key):
            return False
        answered: dict[int, Answer | Agreement] = {}
        for answer in settlement.answers:
            if isinstance(answer, Answer):
                if answer.question is not question or answer.seat in answered:
                    return False
                answered[answer.seat] = answer
            else:
                if not self.agreement(answer) or not on_line(last, answer.proposal.parent):
                    return False
                answered |= {s: answer for s, _ in answer.proposal.named if s not in answered}
                if answer.added(question.seat) is question:
                    signers = (signature.seat for signature in answer.signatures)
                    answered |= {s: answer for s in signers if s not in answered}
        answered.pop(question.seat, None)
        if sorted(answered) != [s for s in range(self.seats) if s != question.seat]:
            return False
        answers = [a for a in settlement.answers if isinstance(a, Answer)]
        if self.has(Rule.LAST_NOT_BELOW) and not all(on_line(a.last, last) for a in answers):
            return False
        shown = self._shown(settlement)
        if shown is None or self._outdated(settlement, answered):
            return False
        if self.has(Rule.SHOWN_NOT_CROSSED) and any(
            self.crossed(a, b) for a, b in itertools.combinations((settlement, *shown), 2)
        ):
            return False
        return not self._replaced(question, answers)

    def _replaced(self, question: Question, answers: Iterable[Answer]) -> bool:
        """Whether all that answer have signed an agreement that ends the asker's names."""
        if not self.has(Rule.ANSWERS_SAY_SIGNED):
            return False
        for proposal in dict.fromkeys(p for answer in answers for p in answer.signed):
            rank = proposal.names(question.seat)
            if rank is not None and rank.is_older(question.rank):
                telling = [answer for answer in answers if proposal in answer.signed]
                if all(self._may_have_signed(answer, proposal, telling) for answer in answers):
                    return True
        return False

    def _may_have_signed(
        self, answer: Answer, proposal: Proposal, telling: Iterable[Answer]
    ) -> bool:
        """Whether it says so, or who says so may hold a signature that the other has forgotten."""
        if proposal in answer.signed or not self.has(Rule.PENDING_MAY_HAVE):
            return proposal in answer.signed
        return answer.pending and any(answer.name.question not in one.known for one in telling)

    def _shown(self, settlement: Settlement) -> tuple[Settlement, ...] | None:
        """The settlements of the names that answers are given in; None if one is not valid."""
        shown = []
        for answer in settlement.answers:
            if isinstance(answer, Agreement):
                continue
            begun = answer.name.question
            if begun is None or answer.pending:
                continue
            own = answer.settlement
            if own is None or own.question is not begun:
                if self.has(Rule.SHOWN_VALID):
                    return None
                continue
            if self.has(Rule.SHOWN_VALID) and not self.settlement(own):
                return None
            if self.has(Rule.SHOWN_CHAIN) and not all(
                on_line(entry, own.last)
                for entry in line_of(settlement.last)
                if entry.author == answer.seat and entry.name.rank.is_older(answer.name.rank)
            ):
                return None
            shown.append(own)
        return tuple(shown)

    def _outdated(self, settlement: Settlement, answered: dict[int, Answer | Agreement]) -> bool:
        """Whether an answer is in a name below a question of its seat that is listed or used."""
        for heard in self._heard(settlement):
            answer = answered.get(heard.seat)
            rank: Rank | None = settlement.question.rank
            if isinstance(answer, Answer):
                rank = answer.name.rank
            elif isinstance(answer, Agreement):
                rank = answer.proposal.names(heard.seat)
                if rank is None:
                    added = answer.added(heard.seat)
                    rank = None if added is None else added.rank
            if rank is None or rank < heard.rank:
                return True
        return False

    def _heard(self, settlement: Settlement) -> Iterator[Question]:
        """All questions that a settlement tells of."""
        for answer in settlement.answers:
            if isinstance(answer, Agreement):
                yield from self.told(answer)
                continue
            if self.has(Rule.NAMES_NOT_BELOW_LISTED):
                yield from answer.known
            if answer.name.question is not None and self.has(Rule.NAMES_NOT_BELOW_NAMES):
                yield answer.name.question
            if answer.settlement is not None and self.has(Rule.NAMES_NOT_BELOW_SHOWN):
                yield answer.settlement.question
                yield from self._heard(answer.settlement)

    def names_in(self, settlement: Settlement) -> Iterator[Name]:
        """The name that a settlement begins, those of its answers, and those that it tells of."""
        yield name_of(settlement.question)
        for answer in settlement.answers:
            if isinstance(answer, Answer):
                yield answer.name
        yield from map(name_of, self._heard(settlement))

    def crossed(self, one: Settlement, other: Settlement) -> bool:
        """Whether two settlements cannot both be used."""
        return one.seat != other.seat and (self.crosses(one, other) or self.crosses(other, one))

    @staticmethod
    def crosses(one: Settlement, other: Settlement) -> bool:
        """`one` uses an older answer of the other's seat, and `other` shows `one` not settled."""
        mine = [a for a in one.answers if isinstance(a, Answer) and a.seat == other.seat]
        theirs = [a for a in other.answers if isinstance(a, Answer) and a.seat == one.seat]
        if not mine or not theirs:
            return False
        (old,), (shown,) = mine, theirs
        return old.name.rank < other.question.rank and (
            shown.name.rank < one.question.rank
            or (shown.name.rank == one.question.rank and shown.pending)
        )

    # Agreements

    def told(self, agreement: Agreement) -> Iterator[Question]:
        """All questions that the signatures under an agreement tell of."""
        for signature in agreement.signatures:
            yield from signature.known
            if signature.name.question is not None:
                yield signature.name.question
            if signature.settlement is not None:
                yield from self._heard(signature.settlement)
            for answer in signature.answers:
                yield from answer.known
                if answer.name.question is not None:
                    yield answer.name.question
                if answer.settlement is not None:
                    yield from self._heard(answer.settlement)

    def agreement(self, agreement: Agreement) -> bool:
        """Whether an agreement is complete and valid at its place."""
        proposal = agreement.proposal
        signed = {signature.seat: signature for signature in agreement.signatures}
        unnamed = [seat for seat in range(self.seats) if proposal.names(seat) is None]
        if sorted(signed) != unnamed or len(signed) != len(agreement.signatures):
            return False
        if (proposal.kind is Kind.MUTUAL) != (not proposal.named):
            return False
        knowing = sum(not signature.pending for signature in agreement.signatures)
        if self.has(Rule.MAJORITY) and proposal.named and 2 * knowing <= self.seats:
            return False
        for seat, rank in proposal.named:
            current = self.name(seat, proposal.parent).rank
            if rank.key != current.key or rank < current:
                return False
        if not all(self._signature(signature) for signature in agreement.signatures):
            return False
        for heard in self.told(agreement):
            if heard.seat in signed:
                added = signed[heard.seat].added
                if added is not None:
                    if self.has(Rule.ADDED_ABOVE) and added.rank < heard.rank:
                        return False
                elif self.has(Rule.SIGNATURES_LIST) and signed[heard.seat].name.rank < heard.rank:
                    return False
            elif self.has(Rule.NAMED_LISTED):
                ended = proposal.names(heard.seat)
                if ended is None or ended < heard.rank:
                    return False
        shown = [s.settlement for s in agreement.signatures if s.settlement is not None]
        return not (
            self.has(Rule.SHOWN_NOT_CROSSED)
            and any(self.crossed(a, b) for a, b in itertools.combinations(shown, 2))
        )

    def _signature(self, signature: Signature) -> bool:
        name, parent = signature.name, signature.proposal.parent
        current = self.name(signature.seat, parent).rank
        if name.rank.key != current.key or name.rank < current:
            return False
        added, kind = signature.added, signature.proposal.kind
        if (added is not None) != (kind is Kind.AFTER_FAULT):
            return False
        if added is not None and (
            (added.seat, added.rank.key) != (signature.seat, name.rank.key)
            or added.rank <= name.rank
        ):
            return False
        if name.question is None:
            return True
        if signature.pending:
            asked = {answer.seat for answer in signature.answers}
            unnamed = {s for s in range(self.seats) if signature.proposal.names(s) is None}
            return not self.has(Rule.PENDING_SHOWS) or (
                asked == unnamed - {signature.seat}
                and len(asked) == len(signature.answers)
                and all(answer.question is name.question for answer in signature.answers)
            )
        own = signature.settlement
        if added is not None:  # its name may stand on the line that it leaves
            return own is not None and own.question is name.question
        return (
            own is not None
            and own.question is name.question
            and self.settlement(own)
            and all(
                on_line(entry, own.last)
                for entry in line_of(parent)
                if entry.author == signature.seat and entry.name.rank.is_older(name.rank)
            )
        )


# Portable faults: each within one name


def convicted(records: Records) -> dict[int, str]:
    """The seats that signed what no honest seat signs, and what."""
    return {name.seat: what for name, what in _faults(records)}


def guilty_keys(records: Records) -> set[tuple[int, int]]:
    """The keys that did, by seat and number."""
    return {(name.seat, name.rank.key) for name, _ in _faults(records)}


def name_of(question: Question) -> Name:
    """The name that a question begins."""
    return Name(question.seat, question.rank, question)


def _faults(records: Records) -> Iterator[tuple[Name, str]]:
    entries: dict[tuple[Name, int], Entry] = {}
    for entry in records.all(Entry):
        if entries.setdefault((entry.name, entry.place), entry) is not entry:
            yield entry.name, f"two entries for place {entry.place}"
    answers: dict[tuple[Name, Question], Answer] = {}
    for answer in records.all(Answer):
        if answers.setdefault((answer.name, answer.question), answer) is not answer:
            yield answer.name, f"two answers to {answer.question}"
    settlements: dict[Question, Settlement] = {}
    for settlement in records.all(Settlement):
        if settlements.setdefault(settlement.question, settlement) is not settlement:
            yield name_of(settlement.question), f"two settlements of {settlement.question}"
    for settlement, answer in itertools.product(records.all(Settlement), records.all(Answer)):
        if answer.name.question is settlement.question and answer.pending:
            for used in settlement.answers:
                if (
                    isinstance(used, Answer)
                    and used.seat == answer.question.seat
                    and used.name.rank < answer.question.rank
                ):
                    yield answer.name, "it waited for an answer, then used an older one"
    refusals = {(refusal.name, refusal.proposal) for refusal in records.all(Refusal)}
    for answer in records.all(Answer):
        if any((answer.name, proposal) in refusals for proposal in answer.signed):
            yield answer.name, "it refused a proposal and says that it has signed it"
    for signature in records.all(Signature):
        if (signature.name, signature.proposal) in refusals:
            yield signature.name, "it refused and signed a proposal"
        for other in records.all(Signature):
            one, two = signature.proposal, other.proposal
            if (
                other.name == signature.name
                and one is not two
                and (one.place == two.place or one.kind is two.kind is Kind.AFTER_FAULT)
                and not one.supersedes(two)
                and not two.supersedes(one)
            ):
                yield signature.name, "it signed two proposals for a place"
        for seat, rank in signature.proposal.named:
            for answer in records.all(Answer):
                if (
                    answer.name == signature.name
                    and answer.question.seat == seat
                    and answer.question.rank.key == rank.key
                    and rank < answer.question.rank
                    and signature.proposal not in answer.signed
                ):
                    yield signature.name, "it signed against a seat that it answered"
