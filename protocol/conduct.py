"""What an honest node takes from others while seats rejoin, and what it says (SPEC-12).

Which line is valid does not depend on it: this is how a seat keeps from being shown two lines, and
from signing what contradicts what it has forgotten. `tests/rejoining` is the model of it.
"""

from collections.abc import Iterator, Mapping, Sequence

from protocol.agreements import Agreement
from protocol.answers import MAX_LISTED, RejoinAnswer
from protocol.bars import Bars
from protocol.branch import Branch
from protocol.carried import Agreed, Carried, agreed_by, carried_by
from protocol.entry import Entry
from protocol.errors import Refused
from protocol.heard import Heard
from protocol.log import Log
from protocol.own_settlement import Held, held_after, kept_by, settlement_of
from protocol.proposals import AfterFault, ListedProposal, Proposal
from protocol.questions import Rank, RejoinQuestion, first_name, first_rank
from protocol.settlements import Settlement
from protocol.settling import Line, crosses, crosses_any, is_valid, last_of, rank_on
from protocol.statement import Signed, check_statement

__all__ = ["Conduct"]


class Conduct:
    """One node's memory of seats that rejoin, and of its own.

    Attributes:
        seat: of the node; None if it has none.
        key: number of the key with which it plays the seat.
        since: place of the entry from which on it does.
        begun: the question that began the seat's incarnation; None in the first.
        own: the settlement of it; None in the first, and while the seat is *pending*.
        held: the settlements that this node goes by, by the name that they begin.
        lost: whether the seat has signed what this node may not hold, and must ask.
    """

    def __init__(self, seat: int | None, key: int = 0) -> None:
        """The memory of a node that has heard nothing.

        Args:
            seat: of the node; None if it has none.
            key: number of the key with which it plays the seat. Unless it is the first, it begins
                with a question.
        """
        self.seat = seat
        self.key = key
        self.since = 0
        self.begun: Signed[RejoinQuestion] | None = None
        self.own: Signed[Settlement] | None = None
        self.held: dict[bytes, Settlement] = {}
        self.lost = key > 0

    @property
    def pending(self) -> bool:
        """Whether the seat must ask, or has not settled. It has no line then, and takes any."""
        return self.lost or (self.begun is not None and self.own is None)

    @property
    def name(self) -> bytes:
        """Name of the incarnation in which the seat signs, or would once it has settled."""
        return first_name(self.key) if self.begun is None else self.begun.statement.hash

    @property
    def rank(self) -> Rank:
        """Where that stands among those of its seat."""
        return first_rank(self.key) if self.begun is None else self.begun.statement.rank

    @property
    def bound(self) -> bool:
        """Whether this node must keep to the line that it holds."""
        return self.seat is not None and not self.pending

    def play(self, seat: int | None, key: int = 0, since: int = 0) -> None:
        """The node plays a seat with a key of this number, since this place; or none any more."""
        self.seat, self.key, self.since = seat, key, since
        self.begun, self.own, self.lost = None, None, key > 0

    def ask(self, question: Signed[RejoinQuestion]) -> None:
        """The seat has signed a question."""
        self.begun, self.own, self.lost = question, None, False

    # Proposals

    def _signed(self, heard: Heard) -> Iterator[Proposal]:
        """The proposals that the seat has signed in its incarnation; after a fault, in any."""
        for signed in heard.proposals.values():
            consents = heard.consents(signed.statement)
            own = None if self.seat is None else consents.get(self.seat)
            kept = isinstance(signed.statement.terms, AfterFault)
            if own is not None and (kept or own.statement.name == self.name):
                yield signed.statement

    def has_signed(self, proposal: Proposal, heard: Heard) -> bool:
        """Whether the seat has signed a proposal in its present incarnation."""
        own = None if self.seat is None else heard.consents(proposal).get(self.seat)
        return own is not None and own.statement.name == self.name

    def counted(self, heard: Heard) -> Mapping[bytes, ListedProposal]:
        """The proposals that the seat counts as having signed, by hash.

        Besides those that it has signed, those by which it has settled, and what the answers to
        its question list for places that it has forgotten. But nothing that it has refused: it had
        not signed that.
        """
        made = {one.hash: one.listed for one in self._signed(heard)}
        if self.own is None:
            return made
        for signed in heard.proposals.values() if self._stands_by else ():
            if heard.agreement(signed).hash in self._stands_by:
                made[signed.statement.hash] = signed.statement.listed
        seat = self.own.statement.seat
        said = heard.listed_by(seat, self.name)
        last = self.own.statement.last
        stands = self.since if last is None else last.sequence
        for answer in self.own.statement.answers:
            for one in answer.statement.signed:
                if one.names(seat) is not None or one.place <= stands:
                    continue
                if one.hash in said or not self.has_refused(heard, one):
                    made.setdefault(one.hash, one)
        return made

    def is_dead(self, proposal: ListedProposal, heard: Heard, held: Held) -> bool:
        """Whether a proposal can never be complete any more.

        A seat that it asks has refused it in its latest incarnation, or one that it names has
        settled a later question than the one named.
        """
        for refusal in heard.refusals(proposal):
            asked = heard.greatest.get(refusal.statement.seat)
            if asked is None or refusal.statement.rank >= asked.statement.rank:
                return True
        return any(
            (one := proposal.names(settlement.seat)) is not None
            and one.rank.key == settlement.asked.key
            and one.rank < settlement.asked.rank
            for settlement in held.values()
        )

    def _ended(self, heard: Heard, held: Held) -> Sequence[ListedProposal]:
        """The proposals against seats by which the seat is bound."""
        counted = self.counted(heard).values()
        return [one for one in counted if one.named and not self.is_dead(one, heard, held)]

    def _given_up(self, heard: Heard, held: Held) -> int | None:
        """The place from which on it takes no own entry again; None if it takes all.

        Pending, the seat has signed a proposal for a place before them. It is to be carried there.
        """
        if not self.pending:
            return None
        return min(
            (
                proposal.place
                for proposal in self._signed(heard)
                if proposal.named
                and not isinstance(proposal.terms, AfterFault)
                and not self.is_dead(proposal.listed, heard, held)
            ),
            default=None,
        )

    def has_refused(self, heard: Heard, proposal: ListedProposal) -> bool:
        """Whether the seat has refused a proposal, in whatever incarnation."""
        return any(one.statement.seat == self.seat for one in heard.refusals(proposal))

    # Hearing

    def hear(self, line: Line, carried: Held, heard: Heard, needed: frozenset[int]) -> None:
        """Hold the settlements that have been heard and are valid on a line, as far as they fit.

        If one of them is crossed with the seat's own, which uses the older answer, it has to ask.

        Args:
            line: that is at hand, be it taken or not.
            carried: settlements that its entries carry, by hash.
            heard: all that has been heard.
            needed: seats with a power left.
        """
        at_hand = {**heard.settlements, **carried}
        for settlement in heard.settlements.values():
            if self._may_hold(settlement, heard) and is_valid(settlement, line, at_hand, needed):
                self.held[settlement.asked.hash] = settlement
            if self.own is not None and crosses(self.own.statement, settlement):
                self.lost = True

    def _may_hold(self, settlement: Settlement, heard: Heard) -> bool:
        asked = settlement.asked
        known = heard.greatest.get(asked.seat)
        return (
            settlement.seat != self.seat
            and asked.hash not in self.held
            and not (known is not None and asked.rank < known.statement.rank)
            and not crosses_any(settlement, self.held.values())
        )

    # The line

    def takes(self, log: Log, root: int, new: Sequence[Entry], needed: frozenset[int]) -> int:
        """How many of some entries this node takes, which are linked to a place of its line.

        Whether the rules allow them is another question.

        Args:
            log: the line held.
            root: place after which the new entries come; before its end, they are another line.
            new: linked to each other.
            needed: seats with a power left.
        """
        if root < len(log) and self.bound and not self._plays_no_more(new):
            return 0
        return self._longest(log, root, new, needed)

    def _plays_no_more(self, new: Sequence[Entry]) -> bool:
        """Whether some entries begin with an agreement that ends our seat's incarnation."""
        agreed = agreed_by(new[0]) if new else None
        if agreed is None or self.seat is None:
            return False
        named = agreed.agreement.terms.names(self.seat)
        return named is not None and named.key == self.key and self.rank <= named.rank

    def _longest(self, log: Log, root: int, new: Sequence[Entry], needed: frozenset[int]) -> int:
        count = len(new)
        if self.bound:
            line = Branch(log, root, new)
            mine = (place for place, entry in enumerate(new) if self._is_own(entry, line))
            count = next(mine, count)
        while count:
            barred = self._first_barred(log, Branch(log, root, new[:count]), root, needed)
            if barred is None:
                break
            count = barred
        return count

    def _is_own(self, entry: Entry, line: Line) -> bool:
        """Whether an entry of a line is signed with the key of this node."""
        return entry.seat == self.seat and rank_on(line, entry).key == self.key

    def took(self, entry: Entry, heard: Heard) -> None:
        """An entry is on the line: hold the settlement that it carries, go on after a fault."""
        agreed = agreed_by(entry)
        if agreed is not None and not self.lost:
            self._begin(agreed.agreement, heard)
        begins = carried_by(entry)
        if begins is None:
            return
        settlement = begins.settlement.statement
        known = heard.greatest.get(entry.seat)
        if known is None or settlement.asked.rank >= known.statement.rank:
            self.held.setdefault(settlement.asked.hash, settlement)

    def _begin(self, agreement: Agreement, heard: Heard) -> None:
        """After a fault the seat goes on in the name of the question that it has added.

        If it has lost its machine since it added that, it asks anew; also if it has signed the
        proposal once more: in one incarnation it signs one after a fault.
        """
        for signed in agreement.signatures:
            signature, added = signed.statement, signed.statement.question
            if signature.seat != self.seat or added is None or added.statement.key != self.key:
                continue
            if signature.name == self.name:
                self.ask(added)
                settled = heard.settling(added.statement)
                self.own = next((heard.signed(one) for one in settled), None)
            elif self.rank < added.statement.rank or self.has_signed(agreement.terms, heard):
                self.lost = True

    def went_over(self, log: Log, needed: frozenset[int]) -> None:
        """The line is another one: a settlement that does not stand there begins nothing on it."""
        if self.own is not None:
            at_hand = {**log.heard.settlements, **log.carried}
            if not is_valid(self.own.statement, log, at_hand, needed):
                self.lost = True

    def _first_barred(
        self, log: Log, branch: Branch, root: int, needed: frozenset[int]
    ) -> int | None:
        """Index of the first entry after `root` that something known keeps this node from."""
        greatest = _greatest(log.heard, self.seat)
        held = dict(self.held)
        for index, entry in enumerate(branch.new):
            begins = carried_by(entry)
            if begins is None:
                continue
            settlement = begins.settlement.statement
            asked = settlement.asked
            if held.get(asked.hash, settlement) != settlement:
                return index
            line = Branch(log, root, branch.new[:index])
            if not _is_sound(begins, agreed_by(entry), line, needed):
                return index
            heard = greatest.get(asked.seat)
            if heard is None or asked.rank >= heard.rank:
                others = [one for one in held.values() if one != settlement]
                if crosses_any(settlement, others):
                    return index
                held[asked.hash] = settlement
        bars, own = Bars(greatest, held), self._stands_by
        ended = self._ended(log.heard, held)
        coming, given_up = self._coming(log), self._given_up(log.heard, held)
        first = root + 1 if self.bound else 1
        for place in range(first, len(branch) + 1):
            entry = branch.at(place)
            barred = bars.bars(entry, branch, unsettled=self.bound)
            barred = barred and not any(_stands(one, entry, branch) for one in coming)
            if given_up is not None and place >= given_up:
                barred |= self._is_own(entry, branch)
            agreed = agreed_by(entry)
            if agreed is not None:
                unsettled = self.bound and agreed.agreement.hash not in own
                barred |= bars.bars_agreement(agreed.agreement, branch, unsettled=unsettled)
            if barred or any(_ends(proposal, entry, branch) for proposal in ended):
                return max(place - root - 1, 0)
        return None

    def _coming(self, log: Log) -> Sequence[Proposal]:
        """What the seat has settled by and is to carry, which stands by the line before it."""
        lacking = self.lacks(log)
        return [
            signed.statement
            for signed in log.heard.proposals.values()
            if lacking and log.heard.agreement(signed).hash in lacking
        ]

    # Answering

    def due_answers(self, log: Log) -> Iterator[RejoinAnswer]:
        """The answers that the seat owes and has not given in its present incarnation."""
        seat = self.seat
        if seat is None or self.lost:
            return
        for asker, question in sorted(log.heard.greatest.items()):
            if asker == seat or (self.pending and asker > seat):
                continue
            given = (signed.statement for signed in log.heard.answers(question.statement))
            if not any((a.seat, a.name) == (seat, self.name) for a in given):
                yield self._answer(log, seat, question)

    def _answer(self, log: Log, own: int, question: Signed[RejoinQuestion]) -> RejoinAnswer:
        asker = question.statement.seat
        key = question.statement.key
        last = None if self.pending else last_of(log, asker, len(log), key)
        player = log.players.now[asker]
        since = player.since if player.number == key else 0
        return RejoinAnswer(
            game=log.charter.game_id,
            seat=own,
            begun=self.begun,
            settlement=None if self.own is None else self.own.statement.hash,
            question=question,
            last=None if last is None else last.head,
            known=tuple(
                known
                for seat, known in sorted(log.heard.greatest.items())
                if seat not in (asker, own)
            ),
            signed=self._listed(log, question.statement, since if last is None else last.sequence),
            refused=log.heard.refused_by(asker),
        )

    def _listed(self, log: Log, asked: RejoinQuestion, last: int) -> tuple[ListedProposal, ...]:
        """The proposals of which an answer tells.

        Those against the asker that the seat has signed, and those after a fault; and those that
        the asker has signed and its line carries. If there are too many, those against the asker
        count most, then the latest.
        """
        said = {} if self.pending else {one.hash: one for one in _forgotten(log, asked, last)}
        for one in self.counted(log.heard).values():
            named, known = one.names(asked.seat), log.heard.proposals.get(one.hash)
            kept = known is None or isinstance(known.statement.terms, AfterFault)
            if (kept and one.place > last) if named is None else named.key == asked.key:
                said[one.hash] = one
        first = sorted(
            said.values(), key=lambda one: (one.names(asked.seat) is not None, one.place)
        )
        return tuple(sorted(first[-MAX_LISTED:], key=lambda one: one.hash))

    # Settling

    @property
    def _stands_by(self) -> frozenset[bytes]:
        """The agreements by which the seat has settled."""
        return frozenset(() if self.own is None else self.own.statement.agreements)

    def lacks(self, log: Log) -> frozenset[bytes]:
        """The agreements by which the seat has settled and that no entry carries yet.

        Its next entry must carry them.
        """
        return self._stands_by - log.agreements.keys()

    def settlement(
        self, log: Log, needed: frozenset[int], coming: Agreement | None = None
    ) -> Settlement | None:
        """The settlement that the seat can sign now, of as much of its copy as the answers allow.

        Args:
            log: its copy.
            needed: seats with a power left.
            coming: the agreement that the seat carries next, if it settles.
        """
        if self.begun is None or self.own is not None or self.lost:
            return None
        return settlement_of(self.begun, self.held, log, needed, coming)

    def settle(
        self,
        signed: Signed[Settlement],
        log: Log,
        needed: frozenset[int],
        coming: Agreement | None = None,
    ) -> int:
        """The seat has signed its settlement.

        Args:
            signed: the settlement.
            log: its copy.
            needed: seats with a power left.
            coming: the agreement that the seat carries next.

        Returns:
            The place up to which it keeps its copy: see `kept_by`, and on as far as it would take
            the rest.
        """
        made = signed.statement
        held = held_after(made, self.held, log, needed, coming)
        self.held = {**(self.held if held is None else held), made.asked.hash: made}
        self.own = signed
        if any(one.settles(made.asked) for one in log.agreements.values()):
            return len(log)  # its line is the one that was agreed on
        root = kept_by(made, log)
        return root + self._longest(log, root, tuple(log.since(root)), needed)


def _ends(proposal: ListedProposal, entry: Entry, line: Line) -> bool:
    """Whether an entry is of an incarnation that ends with a proposal, and not before its place."""
    named, rank = proposal.names(entry.seat), line.rank(entry.incarnation)
    return (
        named is not None
        and rank is not None
        and entry.sequence >= proposal.place
        and rank.key == named.rank.key
        and rank <= named.rank
    )


def _stands(proposal: Proposal, entry: Entry, line: Line) -> bool:
    """Whether an entry is of an incarnation that ends with a proposal, and lies before its place.

    All that sign the proposal sign for the place after it.
    """
    named, rank = proposal.names(entry.seat), line.rank(entry.incarnation)
    return (
        named is not None
        and rank is not None
        and rank.key == named.rank.key
        and rank <= named.rank
        and entry.sequence < proposal.place
        and line.holds(proposal.after)
    )


def _forgotten(log: Log, asked: RejoinQuestion, last: int) -> Iterator[ListedProposal]:
    """What a line carries beyond a place that an asker has signed before it asked."""
    for agreement in log.agreements.values():
        proposal, signatures = agreement.terms, (one.statement for one in agreement.signatures)
        if proposal.place <= last or isinstance(proposal.terms, AfterFault):
            continue
        if any(one.seat == asked.seat and one.rank.is_older(asked.rank) for one in signatures):
            yield proposal.listed


def _greatest(heard: Heard, own: int | None) -> dict[int, RejoinQuestion]:
    return {seat: one.statement for seat, one in heard.greatest.items() if seat != own}


def _is_sound(begins: Carried, agreed: Agreed | None, line: Branch, needed: frozenset[int]) -> bool:
    """Whether what an entry carries after a line is valid there."""
    at_hand = {**line.carried, **{one.hash: one for one in begins.all}}
    coming = None
    if agreed is not None:
        at_hand |= {one.statement.hash: one.statement for one in agreed.shown}
        coming = agreed.agreement
    try:
        for signed in (begins.settlement, *begins.shown):
            check_statement(line.players, signed)
    except Refused:
        return False
    return is_valid(begins.settlement.statement, line, at_hand, needed, coming)
