"""What an honest node does about proposals: which it signs, refuses and carries (SPEC-18.6)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from protocol.agreeing import check_agreement, objection_to, suffices
from protocol.agreements import Agreement, ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.bars import Bars
from protocol.conduct import Conduct
from protocol.entry import Agree
from protocol.errors import Refused
from protocol.log import Log
from protocol.proposals import AfterFault, ListedProposal, Proposal, ProposalRefusal
from protocol.questions import RejoinQuestion
from protocol.receipts import Receipt
from protocol.settlements import Settlement
from protocol.settling import behind, shown_by
from protocol.statement import Signed

__all__ = ["Consent", "OpenProposal", "agree_of"]


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal for the next place of the line.

    Attributes:
        proposal: as signed by who proposed it.
        signed: seats that have signed it since they last asked to rejoin, ascending.
        missing: seats that have yet to sign it, or to sign it again, ascending.
        refused: seats that have refused it, ascending; it cannot be complete any more.
        outdated: seats that have signed it and asked to rejoin since, or settled, ascending: they
            sign again.
    """

    proposal: Signed[Proposal]
    signed: tuple[int, ...]
    missing: tuple[int, ...]
    refused: tuple[int, ...]
    outdated: tuple[int, ...] = ()

    @property
    def alive(self) -> bool:
        """Whether nobody has refused it."""
        return not self.refused

    @property
    def withdrawn(self) -> bool:
        """Whether who proposed it has refused it."""
        return self.proposal.statement.seat in self.refused

    def awaited(self, keepers: Collection[int]) -> tuple[int, ...]:
        """The seats whose signature can come now, ascending; none if somebody has refused it.

        Keepers sign when all players have, and who proposes when all other players have
        (SPEC-18.6).

        Args:
            keepers: the seats that have no powers by the charter.
        """
        if not self.alive:
            return ()
        author = self.proposal.statement.seat
        players = tuple(seat for seat in self.missing if seat not in keepers)
        return tuple(seat for seat in players if seat != author) or players or self.missing


@dataclass(frozen=True, slots=True)
class Consent:
    """What one node knows of proposals, and may sign.

    Attributes:
        conduct: of the node.
        log: its copy.
        names: of the incarnation that each seat has on the line.
        needed: seats with a power left, and keepers.
    """

    conduct: Conduct
    log: Log
    names: Sequence[bytes]
    needed: frozenset[int]

    def open(self) -> tuple[OpenProposal, ...]:
        """The proposals for the next place, in the order in which they were heard."""
        heard = self.log.heard
        return tuple(
            self.state(signed)
            for signed in heard.proposals.values()
            if signed.statement.after == self.log.head
        )

    def undecided(self) -> tuple[OpenProposal, ...]:
        """The proposals against seats, for any place, that are not carried and not dead."""
        heard, conduct = self.log.heard, self.conduct
        return tuple(
            self.state(signed)
            for name, signed in heard.proposals.items()
            if signed.statement.named
            and name not in self._carried
            and not conduct.is_dead(signed.statement.listed, heard, conduct.held)
        )

    def binding(self, *, here: bool = False) -> tuple[OpenProposal, ...]:
        """The proposals against seats that somebody may be bound by; for the next place, or any.

        After a fault all go on playing, whatever they have signed.
        """
        return tuple(
            one
            for one in self.undecided()
            if not isinstance(one.proposal.statement.terms, AfterFault)
            and (one.proposal.statement.after == self.log.head or not here)
        )

    def state(self, signed: Signed[Proposal]) -> OpenProposal:
        """Who has signed and who has refused a proposal."""
        proposal = signed.statement
        consents = self.log.heard.consents(proposal)
        asked = self.needed - proposal.seats_named
        refusals = self.log.heard.refusals(proposal.listed)
        standing = {
            seat
            for seat, signed in consents.items()
            if not self._has_asked(signed.statement)
            and not _goes_on_after(proposal, signed.statement.answers)
        }
        return OpenProposal(
            signed,
            tuple(sorted(standing)),
            tuple(sorted(asked - standing)),
            tuple(sorted({one.statement.seat for one in refusals})),
            tuple(seat for seat in sorted(consents) if self._is_outdated(consents[seat].statement)),
        )

    def _is_outdated(self, signature: ProposalSignature) -> bool:
        """Whether its seat has asked a greater question since, or has settled the one it had."""
        heard = self.log.heard
        if self._has_asked(signature):
            return True
        settles = signature.begun if signature.pending else None
        return settles is not None and any(heard.settling(settles.statement))

    def _has_asked(self, signature: ProposalSignature) -> bool:
        """Whether its seat has asked a greater question than it signs in, or than it adds.

        Anybody who has the signature can say that the question is asked that it adds.
        """
        known, added = self.log.heard.greatest.get(signature.seat), signature.question
        stands = signature.rank if added is None else added.statement.rank
        return known is not None and stands < known.statement.rank

    def obstacle(self, proposal: Proposal) -> str | None:
        """Why this node's seat must not sign a proposal; None if it may."""
        conduct, heard = self.conduct, self.log.heard
        seat = conduct.seat
        if seat is None or seat not in self.needed or proposal.names(seat) is not None:
            return "it does not ask this seat"
        if not conduct.pending and proposal.after != self.log.head:
            return "it is for another place than the next one"
        if proposal.hash not in heard.proposals:
            return "it was not heard of"
        if proposal.hash in self._carried:
            return "it is agreed on already"
        too_few = self.majority(proposal)
        if too_few is not None:
            return too_few
        if proposal.after == self.log.head:
            objection = objection_to(proposal, self.log.players, self.log)
            if objection is not None:
                return objection
        if conduct.has_refused(heard, proposal.listed):
            return "this seat has refused it"
        if any(self._excludes(proposal, one) for one in conduct.counted(heard).values()):
            return "this seat has signed another proposal that it excludes"
        if _goes_on_after(proposal, self._answers_under(proposal).values()):
            return "another seat holds an entry of this one after that place"
        for one in proposal.named:
            known = heard.greatest.get(one.seat)
            asked = None if known is None else known.statement.rank
            if asked is not None and asked.key == one.rank.key and one.rank < asked:
                return f"seat {one.seat} has asked to rejoin since"
        return None

    def majority(self, proposal: Proposal) -> str | None:
        """Why those whom a proposal asks can never be enough; None if they can (SPEC-18.3)."""
        asked, concerned = self.needed - proposal.seats_named, self.needed | proposal.seats_named
        if proposal.named and not suffices(proposal.terms, len(asked), len(concerned)):
            return "those whom it does not name are no more than half of all seats"
        return None

    def lacks_memory(self, proposal: Proposal) -> bool:
        """Whether too few of those whom a proposal asks are not pending: it needs a settlement."""
        asked, concerned = self.needed - proposal.seats_named, self.needed | proposal.seats_named
        knowing = sum(not self._is_pending(seat) for seat in asked)
        return not suffices(proposal.terms, knowing, len(concerned))

    def _is_pending(self, seat: int) -> bool:
        """Whether a seat has asked, and has not settled; what it has added is not asked."""
        heard, conduct = self.log.heard, self.conduct
        known = heard.greatest.get(seat)
        if seat == conduct.seat:
            return conduct.pending
        if known is None or known.statement.hash in conduct.held:
            return False
        current = self.log.rank(self.names[seat])
        asked = current is None or current < known.statement.rank
        return asked and heard.proposal_adding(known.statement) is None

    def is_past(self, proposal: Proposal) -> bool:
        """Whether this node's seat, which has not signed a proposal, never will.

        Its line has gone on without it, or something has happened that keeps the seat from it.
        """
        behind = proposal.after.sequence > len(self.log)
        return not behind and self.obstacle(proposal) is not None

    def _excludes(self, proposal: Proposal, other: ListedProposal) -> bool:
        """Whether who has signed the other must not sign a proposal (SPEC-18.6).

        After a fault, they may be for two places of two lines. One that was never heard of may be
        such a one.
        """
        if other.hash == proposal.hash or proposal.supersedes(other):
            return False
        if other.place == proposal.place:
            return True
        known = self.log.heard.proposals.get(other.hash)
        kept = (
            isinstance(proposal.terms, AfterFault)
            or known is None
            or isinstance(known.statement.terms, AfterFault)
        )
        return kept and bool(other.named) and not self._is_done(proposal, other)

    def _is_done(self, proposal: Proposal, other: ListedProposal) -> bool:
        """Whether the line carries another proposal, so that it stands in the way of none.

        In one incarnation a seat signs one after a fault, even so (SPEC-18.7).
        """
        known = self.log.heard.proposals.get(other.hash)
        both = known is not None and all(
            isinstance(one.terms, AfterFault) for one in (proposal, known.statement)
        )
        again = (
            both and known is not None and self.conduct.has_signed(known.statement, self.log.heard)
        )
        return other.hash in self._carried and not again

    @property
    def _carried(self) -> frozenset[bytes]:
        """The proposals that the line carries as agreed, by hash."""
        return frozenset(one.terms.hash for one in self.log.agreements.values())

    def signature(
        self,
        proposal: Proposal,
        added: Signed[RejoinQuestion] | None = None,
        receipt: Signed[Receipt] | None = None,
    ) -> ProposalSignature | None:
        """The signature of this node's seat under a proposal; None if it cannot be given now.

        A seat signs once in an incarnation, and once more when it has settled.

        Args:
            proposal: what it agrees to.
            added: the question with which it goes on after a fault; otherwise None.
            receipt: of the successor, if the seat hands over and hides something.
        """
        conduct, heard = self.conduct, self.log.heard
        seat = conduct.seat
        if seat is None or conduct.lost or self.obstacle(proposal) is not None:
            return None
        answers = self._answers_under(proposal)
        asked = self.needed - proposal.seats_named - {seat}
        if conduct.pending and not asked <= answers.keys():
            return None
        signature = ProposalSignature(
            game=self.log.charter.game_id,
            seat=seat,
            begun=conduct.begun,
            settlement=None if conduct.own is None else conduct.own.statement.hash,
            proposal=proposal.hash,
            known=tuple(known for other, known in sorted(heard.greatest.items()) if other != seat),
            answers=tuple(answers[other] for other in sorted(answers)),
            receipt=receipt,
            question=added,
        )
        return None if heard.has_signed(signature) else signature

    def _answers_under(self, proposal: Proposal) -> Mapping[int, Signed[RejoinAnswer]]:
        """The answers that this node's seat, if it is pending, has to show with its signature.

        By the seat that gave them, as far as they have come.
        """
        conduct, asked = self.conduct, self.needed - proposal.seats_named
        if conduct.begun is None or not conduct.pending:
            return {}
        usable = self.log.heard.usable(conduct.begun.statement)
        return {one.statement.seat: one for one in usable if one.statement.seat in asked}

    def refusal(self, proposal: Proposal) -> ProposalRefusal | None:
        """The refusal of a proposal by this node's seat; None if it has signed it.

        By a seat that is named it stops nothing, and tells others that this seat is there.
        """
        conduct = self.conduct
        if conduct.seat is None or conduct.pending:
            return None
        if proposal.hash in {*conduct.counted(self.log.heard), *self._carried}:
            return None
        return ProposalRefusal(
            game=self.log.charter.game_id,
            seat=conduct.seat,
            begun=conduct.begun,
            proposal=proposal.hash,
        )

    def complete(self, proposal: Signed[Proposal]) -> Agreement | None:
        """The agreement that the signatures heard make, if they do.

        None with a signature that its seat may have forgotten: it has asked to rejoin since.
        """
        agreement = self.log.heard.agreement(proposal)
        if self._is_outlived(agreement):
            return None
        try:
            check_agreement(
                agreement,
                players=self.log.players,
                line=self.log,
                held={**self.log.heard.settlements, **self.log.carried},
                names=self.names,
                needed=self.needed,
                author=proposal.statement.seat,
            )
        except Refused:
            return None
        return agreement

    def _is_outlived(self, agreement: Agreement) -> bool:
        heard, conduct = self.log.heard, self.conduct
        asked = {s: one.statement for s, one in heard.greatest.items() if s != conduct.seat}
        bars = Bars(asked, conduct.held)
        return bars.bars_agreement(agreement, self.log, unsettled=True)


def _goes_on_after(proposal: Proposal, answers: Iterable[Signed[RejoinAnswer]]) -> bool:
    """Whether answers to a signer name an entry of its own that lies beyond a proposal's place.

    It cannot settle without that entry, so the agreement never comes. After a fault all leave what
    they have signed.
    """
    lasts = (one.statement.last for one in answers)
    return not isinstance(proposal.terms, AfterFault) and any(
        last is not None and last.sequence > proposal.after.sequence for last in lasts
    )


def agree_of(agreement: Agreement, log: Log) -> Agree:
    """The item that carries an agreement, with all that it rests on and no entry carries."""
    held = {**log.heard.settlements, **log.carried}
    needed: dict[bytes, Signed[Settlement]] = {}
    ahead = [held[own] for own in behind(agreement) if own in held]
    while ahead:
        one = ahead.pop()
        if one.hash not in log.carried and one.hash not in needed:
            needed[one.hash] = log.heard.signed(one)
            ahead.extend(shown_by(one, log.heard.settlements))
    return Agree(
        agreement.proposal.raw,
        tuple(signed.raw for signed in agreement.signatures),
        tuple(needed[one].raw for one in sorted(needed)),
    )
