"""What an honest node takes from others while seats rejoin, and what it says (SPEC-12).

Which line is valid does not depend on it: this is how a seat keeps from being shown two lines, and
from signing what contradicts what it has forgotten. `tests/rejoining` is the model of it.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from protocol.agreements import Agreement
from protocol.answers import MAX_LISTED, RejoinAnswer
from protocol.branch import Branch
from protocol.carried import Agreed, Carried, agreed_by, carried_by
from protocol.entry import Entry, Rejoin
from protocol.errors import Refused
from protocol.head import Head
from protocol.heard import Heard
from protocol.log import Log
from protocol.proposals import ListedProposal, Proposal
from protocol.questions import Rank, RejoinQuestion, first_name, first_rank
from protocol.settlements import Settlement
from protocol.settling import (
    Line,
    check_settlement,
    crossed,
    crosses,
    last_of,
    rank_on,
    shown_by,
)
from protocol.statement import Signed, check_statement

__all__ = ["Conduct", "rejoin_of"]

Held = Mapping[bytes, Settlement]
"""Settlements by the name that they begin."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What bars entries: the greatest question of each seat, and the settlements held."""

    greatest: Mapping[int, RejoinQuestion]
    held: Held

    def bar(self, seat: int) -> RejoinQuestion | None:
        """The greatest question of a seat that is known or settled."""
        asked = [one.asked for one in self.held.values() if one.seat == seat]
        if seat in self.greatest:
            asked.append(self.greatest[seat])
        return max(asked, key=lambda question: question.rank, default=None)


class Conduct:
    """One node's memory of seats that rejoin, and of its own.

    Attributes:
        seat: of the node; None if it has none.
        key: number of the key with which it plays the seat.
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

    def play(self, seat: int | None, key: int) -> None:
        """The node plays a seat from here on with a key of this number; or none any more."""
        self.seat, self.key = seat, key
        self.begun, self.own, self.lost = None, None, key > 0

    def ask(self, question: Signed[RejoinQuestion]) -> None:
        """The seat has signed a question."""
        self.begun, self.own, self.lost = question, None, False

    # Proposals

    def proposals_signed(self, heard: Heard) -> tuple[Proposal, ...]:
        """The proposals that the seat has signed, in whatever incarnation."""
        return tuple(
            signed.statement
            for signed in heard.proposals.values()
            if self.seat in heard.consents(signed.statement)
        )

    def counted(self, heard: Heard) -> Mapping[bytes, ListedProposal]:
        """The proposals that the seat counts as having signed, by hash.

        Besides those that it has signed, what the answers to its question say to wait for it.
        """
        made = {one.hash: one.listed for one in self.proposals_signed(heard)}
        if self.own is None:
            return made
        last = self.own.statement.last
        stands = 0 if last is None else last.sequence
        for answer in self.own.statement.answers:
            for one in answer.statement.signed:
                if one.names(self.own.statement.seat) is None and one.place > stands:
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

    def has_refused(self, heard: Heard, proposal: Proposal) -> bool:
        """Whether the seat has refused a proposal, in whatever incarnation."""
        return any(one.statement.seat == self.seat for one in heard.refusals(proposal.listed))

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
            if self._may_hold(settlement, heard) and _is_valid(settlement, line, at_hand, needed):
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
            and not _crosses_any(settlement, self.held.values())
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
        """An entry is on the line: hold the settlement that it carries."""
        begins = carried_by(entry)
        if begins is None:
            return
        settlement = begins.settlement.statement
        known = heard.greatest.get(entry.seat)
        if known is None or settlement.asked.rank >= known.statement.rank:
            self.held.setdefault(settlement.asked.hash, settlement)

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
                if _crosses_any(settlement, others):
                    return index
                held[asked.hash] = settlement
        known = _Known(greatest, held)
        ended = self._ended(log.heard, held)
        first = root + 1 if self.bound else 1
        for place in range(first, len(branch) + 1):
            entry = branch.at(place)
            bar = known.bar(entry.seat)
            barred = bar is not None and not self._free(entry, bar, branch, held)
            if barred or any(_ends(proposal, entry, branch) for proposal in ended):
                return max(place - root - 1, 0)
        return None

    def _free(self, entry: Entry, bar: RejoinQuestion, line: Line, held: Held) -> bool:
        """Whether nothing that is known of its author keeps this node from an entry (12.4)."""
        rank = line.rank(entry.incarnation)
        if rank is None or rank >= bar.rank or rank.key != bar.key:
            return True
        settlement = held.get(bar.hash)
        if settlement is None:
            return not self.bound
        last = settlement.last
        return last is not None and line.holds(last) and entry.sequence <= last.sequence

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
            signed=self._listed(
                log.heard, question.statement, 0 if last is None else last.sequence
            ),
            refused=log.heard.refused_by(asker),
        )

    def _listed(self, heard: Heard, asked: RejoinQuestion, last: int) -> tuple[ListedProposal, ...]:
        """The proposals that the seat has signed, as an answer lists them.

        If there are too many, those against the asker count most, then the latest.
        """
        said = []
        for one in self.counted(heard).values():
            named = one.names(asked.seat)
            if one.place > last if named is None else named.key == asked.key:
                said.append(one)
        said.sort(key=lambda one: (one.names(asked.seat) is not None, one.place))
        return tuple(sorted(said[-MAX_LISTED:], key=lambda one: one.hash))

    # Settling

    def lacks(self, log: Log) -> frozenset[bytes]:
        """The agreements by which the seat has settled and that no entry carries yet.

        Its next entry must carry them.
        """
        if self.own is None:
            return frozenset()
        return frozenset(self.own.statement.agreements) - log.agreements.keys()

    def settlement(
        self, log: Log, needed: frozenset[int], coming: Agreement | None = None
    ) -> Settlement | None:
        """The settlement that the seat can sign now, of as much of its copy as the answers allow.

        Args:
            log: its copy.
            needed: seats with a power left.
            coming: the agreement that the seat carries next, if it settles.
        """
        if self.begun is None or self.own is not None or self.seat is None or self.lost:
            return None
        usable: dict[int, list[Signed[RejoinAnswer] | Agreement]] = {
            seat: [] for seat in sorted(needed) if seat != self.seat
        }
        for answer in log.heard.usable(self.begun.statement):
            if answer.statement.seat in usable:
                usable[answer.statement.seat].append(answer)
        for agreement in (*log.agreements.values(), *(() if coming is None else (coming,))):
            for seat in self._stands_for(agreement, log.heard) & usable.keys():
                usable[seat].append(agreement)
        if not all(usable.values()):
            return None
        lasts: list[Head | None] = [e.head for e in log if e.seat == self.seat]
        for last in (*reversed(lasts), None):
            for given in itertools.product(*usable.values()):
                answers = tuple(one for one in given if not isinstance(one, Agreement))
                if any(_beyond(answer.statement.last, last) for answer in answers):
                    continue
                standing = {one.hash for one in given if isinstance(one, Agreement)}
                made = Settlement(
                    game=log.charter.game_id,
                    seat=self.seat,
                    question=self.begun,
                    answers=answers,
                    last=last,
                    agreements=tuple(sorted(standing)),
                )
                if self._settling(made, log, needed, coming) is not None:
                    return made
        return None

    def _stands_for(self, agreement: Agreement, heard: Heard) -> frozenset[int]:
        """The seats for whose answers it may stand: no later question of theirs is known.

        It stands for nobody if it names the own seat.
        """
        named = agreement.terms.named
        if any(ended.seat == self.seat for ended in named):
            return frozenset()
        known = {seat: one.statement.rank for seat, one in heard.greatest.items()}
        return frozenset(e.seat for e in named if e.rank >= known.get(e.seat, e.rank))

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
            The place up to which it keeps its copy: to its own last entry, and on as far as it
            would take the rest.
        """
        made = signed.statement
        held = self._settling(made, log, needed, coming)
        self.held = {**(self.held if held is None else held), made.asked.hash: made}
        self.own = signed
        root = 0 if made.last is None else made.last.sequence
        if self.key:  # on any other line it does not play
            root = max(root, log.players.now[made.seat].since)
        return root + self._longest(log, root, tuple(log.since(root)), needed)

    def _settling(
        self, made: Settlement, log: Log, needed: frozenset[int], coming: Agreement | None
    ) -> Held | None:
        """The settlements held besides one of its own; None if it must not sign that one."""
        at_hand = {**log.heard.settlements, **log.carried}
        if not _is_valid(made, log, at_hand, needed, coming):
            return None
        held = dict(self.held)
        for shown in (*shown_by(made, at_hand), *_behind_agreements(made, log, at_hand, coming)):
            others = [one for one in held.values() if one != shown]
            if _crosses_any(shown, others) or held.setdefault(shown.asked.hash, shown) != shown:
                return None
        if _crosses_any(made, held.values()):
            return None
        last = 0 if made.last is None else made.last.sequence
        return held if _fits(log, last, _greatest(log.heard, self.seat), held) else None


def rejoin_of(settlement: Signed[Settlement], log: Log) -> Rejoin:
    """The item that begins an incarnation, with all that it rests on and no entry carries."""
    needed: dict[bytes, Signed[Settlement]] = {}
    ahead = [settlement.statement]
    while ahead:
        for shown in shown_by(ahead.pop(), log.heard.settlements):
            if shown.hash not in log.carried and shown.hash not in needed:
                needed[shown.hash] = log.heard.signed(shown)
                ahead.append(shown)
    return Rejoin(settlement.raw, tuple(needed[one].raw for one in sorted(needed)))


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


def _greatest(heard: Heard, own: int | None) -> dict[int, RejoinQuestion]:
    return {seat: one.statement for seat, one in heard.greatest.items() if seat != own}


def _crosses_any(settlement: Settlement, held: Iterable[Settlement]) -> bool:
    return any(crossed(settlement, other) for other in held)


def _beyond(named: Head | None, last: Head | None) -> bool:
    return named is not None and (last is None or named.sequence > last.sequence)


def _fits(line: Line, end: int, greatest: Mapping[int, RejoinQuestion], held: Held) -> bool:
    """Whether a line up to a place keeps within the settlements held."""
    for place in range(1, end + 1):
        entry = line.at(place)
        bar, rank = greatest.get(entry.seat), line.rank(entry.incarnation)
        if bar is None or rank is None or rank >= bar.rank or bar.hash not in held:
            continue
        if rank.key != bar.key:
            continue
        last = held[bar.hash].last
        if last is None or not line.holds(last) or entry.sequence > last.sequence:
            return False
    return True


def _behind_agreements(
    made: Settlement, log: Log, at_hand: Held, coming: Agreement | None
) -> Iterator[Settlement]:
    """The settlements in whose names the agreements are signed that stand for answers."""
    agreements = log.agreements if coming is None else {**log.agreements, coming.hash: coming}
    for name in made.agreements:
        for signed in agreements[name].signatures:
            own = signed.statement.settlement
            if own is not None:
                yield at_hand[own]


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
    return _is_valid(begins.settlement.statement, line, at_hand, needed, coming)


def _is_valid(
    settlement: Settlement,
    line: Line,
    at_hand: Held,
    needed: frozenset[int],
    coming: Agreement | None = None,
) -> bool:
    try:
        check_settlement(settlement, line, at_hand, needed, coming)
    except Refused:
        return False
    return True
