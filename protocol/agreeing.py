"""Whether an agreement is complete and valid at its place of the line (SPEC-18.3)."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from protocol.agreements import Agreement, ProposalSignature
from protocol.carried import agreed_by
from protocol.dice import Chain
from protocol.entry import Resign
from protocol.errors import Code, Refused
from protocol.players import Players
from protocol.proposals import (
    AfterFault,
    ChangeKeepers,
    End,
    HandOver,
    Proposal,
    TakeBack,
    Terms,
)
from protocol.questions import Rank
from protocol.receipts import Receipt
from protocol.settlements import Settlement
from protocol.settling import Line, check_settlement, crossed, questions_of
from protocol.statement import check_statement

__all__ = ["begun_by", "check_agreement", "objection_to", "suffices"]


def suffices(terms: Terms, knowing: int, concerned: int) -> bool:
    """Whether so many seats can agree on something against all others that it concerns (SPEC-18.3).

    More than half can, so that two such agreements share a signer that knows of both; and one of
    two can end the game, which leaves nothing for the other to go on with.
    """
    alone = isinstance(terms, End) and (knowing, concerned) == (1, 2)
    return alone or 2 * knowing > concerned


def check_agreement(
    agreement: Agreement,
    *,
    players: Players,
    line: Line,
    held: Mapping[bytes, Settlement],
    names: Sequence[bytes],
    needed: frozenset[int],
    author: int,
) -> None:
    """Judge an agreement that the next entry of a line carries.

    Args:
        agreement: as it is carried.
        players: those that play before the entry.
        line: up to the entry before.
        held: the settlements at hand, by hash.
        names: of the incarnation that each seat has on the line.
        needed: seats with a power left, and keepers: those that are not named must have signed.
            Who does not know them gives none.
        author: who carries it, and had everything at hand to see that it is not valid.

    Raises:
        Refused: `bad_agreement`, with the author as culprit.
    """
    ranks = [line.rank(name) or Rank() for name in names]
    _Judge(agreement, players, line, held, ranks, needed, author).check()


def objection_to(proposal: Proposal, players: Players, line: Line) -> str | None:
    """Why no entry can ever carry a proposal, whoever signs it; None if one can (SPEC-18.3).

    Args:
        proposal: for the next entry of the line.
        players: those that play before it.
        line: up to the entry before.
    """
    given = {one.statement.seat for one in proposal.successors}
    if any(seat >= len(players.seats) for seat in given | proposal.seats_named):
        return "it names a seat that the game does not have"
    leaving, then = frozenset(given), players
    for successor in (one.statement for one in proposal.successors):
        player = successor.player(proposal.place)
        objection = then.objection(successor.seat, player, leaving)
        if objection is not None:
            return f"seat {successor.seat} cannot be played so: {objection}"
        then = then.with_player(successor.seat, player)
        leaving -= {successor.seat}
    match proposal.terms:
        case TakeBack(to) if not line.holds(to):
            return f"entry {to.sequence} that it goes back to is not on this line"
        case TakeBack(to) if (place := _change_after(line, to.sequence)) is not None:
            return f"entry {place} changed who plays, and cannot be taken back"
        case ChangeKeepers() if not given <= frozenset(players.charter.keepers):
            return "it changes a keeper that is none"
        case _:
            return None


def _change_after(line: Line, place: int) -> int | None:
    """The first entry after a place by which another key plays, or a seat has left."""
    for later in range(place + 1, len(line) + 1):
        entry = line.at(later)
        agreed = agreed_by(entry)
        if any(isinstance(item, Resign) for item in entry.items) or (
            agreed is not None and agreed.agreement.terms.successors
        ):
            return later
    return None


def begun_by(
    agreement: Agreement, players: Players, chains: Iterable[Chain], author: int
) -> Mapping[bytes, Chain]:
    """The dice chains of the incarnations that an agreement after a fault begins, by name.

    Args:
        agreement: that is valid.
        players: those that play before the entry that carries it.
        chains: dice chains that are known.
        author: who carries it.

    Raises:
        Refused: `bad_agreement`: a dice head is a copy.
    """
    known = {chain.link for chain in chains} | {player.dice_head for player in players}
    begun = {}
    for signed in agreement.added:
        question = signed.statement
        if question.dice_head in known:
            reason = f"agreement carried by seat {author}: a dice head that it adds is a copy"
            raise Refused(Code.BAD_AGREEMENT, "SPEC-18.3", author, reason)
        known.add(question.dice_head)
        chain = Chain.begun(players, question.seat, question.origin, question.dice_head)
        begun[question.hash] = chain
    return begun


@dataclass(frozen=True, slots=True)
class _Judge:
    """Judges one agreement; `ranks` are those of the incarnation that each seat has."""

    agreement: Agreement
    players: Players
    line: Line
    held: Mapping[bytes, Settlement]
    ranks: Sequence[Rank]
    needed: frozenset[int]
    author: int

    @property
    def _proposal(self) -> Proposal:
        return self.agreement.terms

    @property
    def _adds(self) -> bool:
        """Whether all signers leave what they have signed on another line, in new names."""
        return isinstance(self._proposal.terms, AfterFault)

    def check(self) -> None:
        """Judge it; the checks are in the order of SPEC-18.3."""
        try:
            for signed in (self.agreement.proposal, *self.agreement.signatures):
                check_statement(self.players, signed)
        except Refused as error:
            raise self._refusal(str(error)) from error
        self._check_place()
        self._check_terms()
        self._check_signers()
        for signed in self.agreement.signatures:
            self._check_signature(signed.statement)
        self._check_names()
        shown = [
            self.held[own]
            for signed in self.agreement.signatures
            if (own := signed.statement.settlement) is not None
        ]
        for one, other in itertools.combinations(shown, 2):
            if crossed(one, other):
                raise self._refusal(
                    f"the settlements of the seats {one.seat} and {other.seat} are crossed"
                )

    def _check_place(self) -> None:
        after = self._proposal.after
        if after.sequence != len(self.line) or not self.line.holds(after):
            raise self._refusal(f"it was made for another place, after entry {after.sequence}")

    def _check_terms(self) -> None:
        objection = objection_to(self._proposal, self.players, self.line)
        if objection is not None:
            raise self._refusal(objection)
        for one in self._proposal.named:
            current = self.ranks[one.seat]
            if one.rank.key != current.key or one.rank < current:
                raise self._refusal(f"seat {one.seat} is in a later incarnation than it names")

    def _check_signers(self) -> None:
        signatures = [signed.statement for signed in self.agreement.signatures]
        seats = list(self.agreement.signers)
        if seats != sorted(set(seats)) or self._proposal.seats_named & set(seats):
            raise self._refusal("it needs one signature of each seat that is not named, ascending")
        if any(one.proposal != self._proposal.hash for one in signatures):
            raise self._refusal("a signature is under another proposal")
        missing = sorted(self.needed - self._proposal.seats_named - set(seats))
        if missing:
            raise self._refusal(f"it is not signed by the seats {missing}")
        knowing = sum(not one.pending for one in signatures)
        concerned = len(self.needed | self._proposal.seats_named | set(seats))
        if self._proposal.named and not suffices(self._proposal.terms, knowing, concerned):
            raise self._refusal("more than half of all seats must sign it that are not pending")
        if any((one.question is not None) != self._adds for one in signatures):
            raise self._refusal("after a fault, and only then, each signature adds a question")
        for one in signatures:
            if one.receipt is not None:
                self._check_receipt(one.seat, one.receipt.statement)

    def _check_receipt(self, seat: int, receipt: Receipt) -> None:
        """Under a hand over, and by who hands over, the receipt of the successor is shown."""
        proposal = self._proposal
        match proposal.terms:
            case HandOver(successor) if successor.statement.seat == seat:
                shown = (receipt.seat, receipt.giver, receipt.key, receipt.head)
                if shown == (seat, seat, successor.statement.key, proposal.after):
                    return
            case _:
                pass
        raise self._refusal(f"seat {seat} shows a receipt that is not its successor's for here")

    def _check_signature(self, signature: ProposalSignature) -> None:
        seat, current = signature.seat, self.ranks[signature.seat]
        if signature.rank.key != current.key or signature.rank < current:
            raise self._refusal(f"seat {seat} signed in an older incarnation than its own")
        if signature.question is not None:
            added = signature.question.statement.rank
            if added.key != current.key or added <= signature.rank:
                raise self._refusal(f"seat {seat} adds a question that begins no later incarnation")
        if signature.begun is None:
            return
        if signature.pending:
            self._check_pending(signature)
            return
        own = self._settlement(signature.settlement, seat)
        if own.asked.hash != signature.name:
            raise self._refusal(f"seat {seat} signed in a name that another settlement began")
        if self._adds:
            return  # its entries may stand on the line that it leaves
        stands = 0 if own.last is None else own.last.sequence
        for place in range(stands + 1, len(self.line) + 1):
            entry = self.line.at(place)
            rank = self._rank(entry.incarnation)
            older = rank.key == signature.rank.key and rank < signature.rank
            if entry.seat == seat and older:
                raise self._refusal(
                    f"entry {place} of seat {seat} lies after {stands}, by which its settlement "
                    "stands"
                )

    def _check_pending(self, signature: ProposalSignature) -> None:
        """A pending signer shows what all that are not named hold of it."""
        given = {answer.statement.seat for answer in signature.answers}
        due = set(self.agreement.signers) - {signature.seat}
        if given != due:
            raise self._refusal(
                f"seat {signature.seat} is pending and shows no answer of the seats "
                f"{sorted(due - given)}, or one too many"
            )
        for answer in signature.answers:
            if answer.statement.asked.hash != signature.name:
                raise self._refusal(f"seat {signature.seat} shows an answer to another question")
            if answer.statement.settlement is not None:
                self._settlement(answer.statement.settlement, answer.statement.seat)

    def _settlement(self, name: bytes | None, seat: int) -> Settlement:
        own = None if name is None else self.held.get(name)
        if own is None:
            raise self._refusal(f"the settlement in whose name seat {seat} signs is missing")
        if self._adds:
            return own
        try:
            check_settlement(own, self.line, self.held, self.needed)
        except Refused as error:
            raise self._refusal(error.reason) from error
        return own

    def _check_names(self) -> None:
        """No name of a signer, and none that ends, is below a question of its seat told of."""
        ranks = {one.statement.seat: one.statement.rank for one in self.agreement.signatures}
        ranks |= {one.seat: one.rank for one in self._proposal.named}
        ranks |= {one.statement.seat: one.statement.rank for one in self.agreement.added}
        for heard in questions_of(self.agreement, self.held, self.line):
            if heard.seat in ranks and ranks[heard.seat] < heard.rank:
                raise self._refusal(f"seat {heard.seat} has asked a greater question")

    def _rank(self, name: bytes) -> Rank:
        return self.line.rank(name) or Rank()

    def _refusal(self, reason: str) -> Refused:
        return Refused(
            Code.BAD_AGREEMENT,
            "SPEC-18.3",
            self.author,
            f"agreement carried by seat {self.author}: {reason}",
        )
