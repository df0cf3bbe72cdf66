"""What a node does about proposals by itself: it signs last, keeps its policy, and carries."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from p2p.entrusting import Entrusting
from p2p.lines import consent_of
from protocol.agreeing import suffices
from protocol.agreements import Agreement, ProposalSignature
from protocol.author import Author
from protocol.conduct import Conduct
from protocol.consent import OpenProposal
from protocol.due import carrier
from protocol.entrusting import hidden_of
from protocol.errors import LocalError, Refused
from protocol.proposals import (
    MAX_REFUSED,
    AfterFault,
    ChangeKeepers,
    End,
    Ended,
    HandOver,
    Proposal,
    ProposalRefusal,
    Replace,
    Terms,
)
from protocol.questions import RejoinQuestion
from protocol.statement import Signed
from protocol.statements import GameStatement
from protocol.successors import Successor
from protocol.table import Table

__all__ = [
    "Added",
    "asked_against",
    "complete_agreement",
    "consented",
    "due_agreement",
    "due_consent",
    "due_refusal",
    "handing_over",
    "is_bound",
    "is_stranded",
    "left_behind",
    "obstacle_to_signing",
    "open_proposals",
    "proposed",
    "refusal_of",
    "refused",
]


@dataclass(frozen=True, slots=True)
class Added:
    """What a question is made of with which our seat would go on after a fault.

    Attributes:
        entropy: 32 fresh random bytes.
        minute: the time, in minutes since 1970-01-01 00:00 UTC.
    """

    entropy: bytes
    minute: int

    def under(self, proposal: Proposal, author: Author) -> Signed[RejoinQuestion] | None:
        """The question that a signature under a proposal adds; None if it adds none."""
        if not isinstance(proposal.terms, AfterFault):
            return None
        return author.ask_to_rejoin(self.entropy, self.minute)


def proposed(
    author: Author,
    conduct: Conduct,
    terms: Terms,
    named: tuple[Ended, ...],
    *,
    longer: Table | None = None,
    astray: bool = False,
    gone: frozenset[int] = frozenset(),
) -> Signed[Proposal]:
    """A proposal of our seat for the next place, with the refusals of earlier ones.

    It is for the end of our line, or of a longer one that others hold if ours takes no more of it.

    Args:
        author: of our seat.
        conduct: of our node.
        terms: what is proposed. Where others may not follow that line, it includes to keep it; and
            where it could not come now otherwise, against seats that are gone. Keepers are then
            replaced, as players are.
        named: seats against which it is made.
        longer: the game on the longest line that goes on from ours with an entry of one of them.
        astray: whether others may hold another line, after a fork.
        gone: seats that were caught, or are absent.

    Raises:
        LocalError: it cannot be done here.
    """
    against, concerned = frozenset(one.seat for one in named), author.table.needed
    if against and not suffices(terms, len(concerned - against), len(concerned | against)):
        raise LocalError("more than half of all seats must sign what is agreed on without others")
    table, ahead = author.table, _ahead_of(author, against)
    parted = ahead or left_behind(author.table, against)
    remedy = terms
    if isinstance(terms, ChangeKeepers) and (parted or against <= gone):
        remedy = Replace(terms.successors)
    if ahead:
        if longer is None or not isinstance(remedy, Replace | End):
            raise LocalError(
                f"seats {sorted(ahead)} hold entries that ours takes no more: once these have come,"
                " who is gone can be replaced, or the game ended"
            )
        table = longer
    if (
        isinstance(remedy, Replace | End)
        and against
        and (parted or astray or (against <= gone and not _fits_now(author, terms, named)))
    ):
        terms = AfterFault(remedy)
    heard = author.table.log.heard
    earlier = {one.proposal for one in consent_of(author.table, conduct).open()}
    if isinstance(terms, AfterFault):
        kept = heard.proposals.values()
        earlier |= {one for one in kept if isinstance(one.statement.terms, AfterFault)}
    said = {
        one.statement.hash: refusals[0]
        for one in earlier
        if (refusals := heard.refusals(one.statement.listed))
    }
    refused_before = tuple(said[name] for name in sorted(said)[:MAX_REFUSED])
    proposal = author.propose(terms, named, refused_before, after=table.head)
    if proposal.statement.hash in heard.proposals:
        raise LocalError("our seat has proposed this already")
    try:
        table.preview(proposal.statement)
    except Refused as refusal:
        raise LocalError(f"that cannot be agreed on here: {refusal.reason}") from refusal
    return proposal


def _fits_now(author: Author, terms: Terms, named: tuple[Ended, ...]) -> bool:
    """Whether the rules let something be agreed while a roll, or a deal, waits (SPEC-18.4)."""
    return author.table.allows(author.propose(terms, named).statement)


def left_behind(table: Table, named: Collection[int]) -> frozenset[int]:
    """The seats that take no more of our line without its going on without the seats named.

    One of those has asked to rejoin, and was answered without its last entry here (SPEC-12.4).
    """
    rejoining = (one for seat, one in table.rejoining.items() if seat in named)
    return frozenset(seat for one in rejoining for seat in one.frozen if seat not in named)


def _ahead_of(author: Author, named: frozenset[int]) -> frozenset[int]:
    """The seats that hold more than ours, which takes no more of it because of the seats named.

    What one of them names for a place that our line has is of the other side of a fork.
    """
    table, found = author.table, set[int]()
    for seat, one in table.rejoining.items():
        heard = table.log.heard.answers(one.question.statement)
        answers = [signed.statement for signed in heard]
        if seat not in named or all(answer.seat != author.seat for answer in answers):
            continue
        found |= {
            answer.seat
            for answer in answers
            if answer.seat in one.ahead
            and answer.last is not None
            and answer.last.sequence > len(table.log)
        }
    return frozenset(found - named)


def consented(
    author: Author, conduct: Conduct, name: bytes, tables: Sequence[Table], added: Added
) -> Signed[ProposalSignature]:
    """The signature of our seat under the proposal of this hash.

    Args:
        author: of our seat.
        conduct: of our node.
        name: of the proposal.
        tables: our own, and those of other lines that are proposed to be kept.
        added: what our seat goes on with after a fault.

    Raises:
        LocalError: it is not open, or our seat must not sign it.
    """
    table, one = _open_proposal(tables, conduct, name)
    proposal = one.proposal.statement
    obstacle = obstacle_to_signing(table, conduct, one)
    signature = consent_of(table, conduct).signature(proposal, added.under(proposal, author))
    if obstacle is not None or signature is None:
        raise LocalError(f"our seat cannot sign this: {obstacle or 'it has signed it'}")
    return author.sign(signature)


def obstacle_to_signing(table: Table, conduct: Conduct, one: OpenProposal) -> str | None:
    """Why our seat cannot sign an open proposal when its player wants to; None if it can.

    Args:
        table: the game on the line that it is proposed for.
        conduct: of our node.
        one: the proposal.
    """
    proposal, consent = one.proposal.statement, consent_of(table, conduct)
    obstacle = consent.obstacle(proposal)
    match proposal.terms:
        case HandOver(successor) if successor.statement.seat == conduct.seat:
            obstacle = obstacle or "who hands over proposes it, and then signs by itself"
        case _:
            pass
    if obstacle is None and conduct.seat not in one.missing:
        obstacle = "it has signed it"
    if obstacle is None and not table.allows(proposal):
        obstacle = "it cannot be done here"
    if obstacle is None and consent.signature(proposal) is None:
        obstacle = "it is rejoining, or has signed"
    return obstacle


def refused(
    author: Author, conduct: Conduct, name: bytes, tables: Sequence[Table]
) -> Signed[ProposalRefusal]:
    """The refusal by our seat of the proposal of this hash; see `consented`.

    Raises:
        LocalError: it is not open, or our seat has signed it.
    """
    table, one = _open_proposal(tables, conduct, name)
    refusal = refusal_of(table, conduct, one)
    if refusal is None:
        raise LocalError("our seat has signed or refused this already, or is not asked")
    return author.sign(refusal)


def refusal_of(table: Table, conduct: Conduct, one: OpenProposal) -> ProposalRefusal | None:
    """The refusal of an open proposal by our seat; None if it has signed or refused it.

    Args:
        table: the game on the line that it is proposed for.
        conduct: of our node.
        one: the proposal.
    """
    proposal, heard = one.proposal.statement, table.log.heard
    refusal = consent_of(table, conduct).refusal(proposal)
    if refusal is None or heard.has_refused(refusal):
        return None
    return None if conduct.seat in heard.disputing(proposal.listed) else refusal


def _open_proposal(
    tables: Sequence[Table], conduct: Conduct, name: bytes
) -> tuple[Table, OpenProposal]:
    for table, one in open_proposals(tables, conduct):
        if one.proposal.statement.hash == name:
            return table, one
    raise LocalError("that is not proposed for the next place; the game may have gone on")


def handing_over(author: Author, conduct: Conduct) -> Successor | None:
    """To whom our seat hands over, once all others have agreed that play."""
    for one in consent_of(author.table, conduct).open():
        match one.proposal.statement:
            case Proposal(seat=seat, terms=HandOver(successor)) if (
                seat == author.seat == successor.statement.seat
                and one.alive
                and frozenset(one.missing) - frozenset(author.table.charter.keepers) == {seat}
            ):
                return successor.statement
            case _:
                pass
    return None


def open_proposals(
    tables: Sequence[Table], conduct: Conduct
) -> Iterator[tuple[Table, OpenProposal]]:
    """The proposals for the ends of some lines.

    Args:
        tables: our own; of those that end before it, what is proposed against seats, and of all
            others what is proposed to keep them.
        conduct: of our node.
    """
    own = tables[0]
    for table in tables:
        for one in consent_of(table, conduct).open():
            proposal = one.proposal.statement
            before = bool(proposal.named) and own.log.holds(table.head)
            if table is own or before or isinstance(proposal.terms, AfterFault):
                yield table, one


def due_consent(
    author: Author,
    conduct: Conduct,
    gone: frozenset[int],
    tables: Sequence[Table],
    *,
    added: Added,
    entrusting: Entrusting,
) -> Signed[GameStatement] | None:
    """The next signature that our seat gives without being asked (SPEC-18.6).

    Who proposes signs when all others have signed that play; who hands over what it hides, when its
    successor has the keys besides. A keeper signs what all have signed that play and are not named,
    against a seat that plays only if it is gone. Who has signed against a seat and rejoins signs
    again, for it has agreed already; but not if it has settled by that very agreement.

    Args:
        author: of our seat.
        conduct: of our node.
        gone: seats that a keeper knows to be absent or at fault.
        entrusting: what it has passed on.
        tables: our own, and those of other lines that are proposed to be kept.
        added: what our seat goes on with after a fault.
    """
    own = author.seat
    keeps = own in author.table.charter.keepers
    for table, one in open_proposals(tables, conduct):
        proposal = one.proposal.statement
        again = own in one.outdated and bool(proposal.named)
        again = again and not isinstance(proposal.terms, AfterFault)
        if again and one.alive and not conduct.lacks(table.log) and table.allows(proposal):
            signature = consent_of(table, conduct).signature(proposal)
            if signature is not None:
                return author.sign(signature)
        waits = frozenset(one.missing) - frozenset(table.charter.keepers)
        if own not in one.missing or not one.alive or waits - {own}:
            continue
        if keeps and not proposal.must_be_gone <= gone:
            continue
        if not keeps and proposal.seat != own:
            continue
        if not table.allows(proposal):
            continue
        receipt = None
        match proposal.terms:
            case HandOver(successor) if hidden_of(table, own) and proposal.seat == own:
                receipt = entrusting.receipt_of(successor.statement.key, table.head)
                if receipt is None:
                    continue
            case _:
                pass
        added_here = added.under(proposal, author)
        signature = consent_of(table, conduct).signature(proposal, added_here, receipt)
        if signature is not None:
            return author.sign(signature)
    return None


def asked_against(table: Table, conduct: Conduct, gone: frozenset[int]) -> frozenset[int]:
    """The seats that let the game wait because others are gone (SPEC-18.8).

    They owe a signature or a refusal under a proposal against seats that are gone and no others, or
    to change keepers: of those that play all but who has proposed it, then that one, then the
    keepers. And so does who must act and rejoins, if all are gone that owe it what it needs.
    """
    keepers, found = frozenset(table.charter.keepers), set[int]()
    if table.due is not None and {wait.seat for wait in table.waits} <= gone:
        found.add(table.due.seat)
    for one in consent_of(table, conduct).open():
        proposal = one.proposal.statement
        if not one.alive or not proposal.named:
            continue
        if proposal.must_be_gone <= gone:
            missing = frozenset(one.missing)
            last = missing & {proposal.seat}
            found |= missing - keepers - last or last or missing
    return frozenset(found)


def due_refusal(
    author: Author, conduct: Conduct, gone: frozenset[int]
) -> Signed[ProposalRefusal] | None:
    """The next refusal that our seat gives without being asked (SPEC-18.6).

    Who has signed a proposal against a seat is bound by it until it is carried or refused. So what
    another has signed, whoever plays its seat by now, and our seat never will, it refuses. A keeper
    also refuses what all have signed that play, if a seat is named that lets nobody wait, or that
    is there and has refused it. So who is named, and has played on since, refuses what keepers have
    yet to sign: who has signed passes none of its entries on, but its word.

    Args:
        author: of our seat.
        conduct: of our node.
        gone: seats that a keeper knows to be absent or at fault.
    """
    table = author.table
    consent, own = consent_of(table, conduct), author.seat
    keepers = frozenset(table.charter.keepers)
    owing = gone | {wait.seat for wait in table.waits} | asked_against(table, conduct, gone)
    for one in consent.undecided():
        proposal, missing = one.proposal.statement, frozenset(one.missing)
        if not {*one.signed, *one.outdated} - {own}:
            continue
        disputing = table.log.heard.disputing(proposal.listed)
        ended = proposal.names(own)
        if isinstance(proposal.terms, AfterFault):
            gone_on = table.log.holds(proposal.after) and table.head != proposal.after
            due = gone_on and ended is None and not proposal.seats_named <= gone
        elif ended is not None:
            played = table.log.holds(proposal.after) and table.head != proposal.after
            is_us = ended.key == conduct.key
            due = is_us and played and bool(missing & keepers) and own not in disputing
        else:
            accused = proposal.must_be_gone
            unasked = own in keepers and not missing - keepers
            there = bool(accused - owing or (accused & disputing) - gone)
            parted = missing & left_behind(table, proposal.seats_named)
            due = consent.is_past(proposal) or (unasked and there) or bool(parted)
        refusal = consent.refusal(proposal) if due else None
        if refusal is not None and not table.log.heard.has_refused(refusal):
            return author.sign(refusal)
    return None


def due_agreement(author: Author, conduct: Conduct) -> Agreement | None:
    """The agreement that our seat carries now."""
    if conduct.pending:
        return None
    agreement = complete_agreement(author, conduct)
    lacking = conduct.lacks(author.table.log)
    return None if agreement is None or lacking - {agreement.hash} else agreement


def complete_agreement(author: Author, conduct: Conduct) -> Agreement | None:
    """The agreement that is for our seat to carry, once it has settled if it is rejoining."""
    table, now = author.table, author.table.due
    if now is None:
        return None
    consent = consent_of(table, conduct)
    for one in consent.open():
        named = one.proposal.statement.seats_named
        if one.missing or carrier(now.seat, named, table.needed) != author.seat:
            continue
        agreement = consent.complete(one.proposal)
        if agreement is not None and table.accepts(agreement):
            return agreement
    return None


def is_stranded(author: Author, conduct: Conduct) -> bool:
    """Whether our seat has settled by an agreement that it can never carry, and so must ask anew.

    Somebody has signed it in a later incarnation since, or the line has gone on without it.
    """
    log = author.table.log
    if not conduct.lacks(log) or due_agreement(author, conduct) is not None:
        return False
    ahead = (one.statement.after.sequence > len(log) for one in log.heard.proposals.values())
    return not any(ahead)


def is_bound(table: Table, conduct: Conduct) -> bool:
    """Whether our seat may sign only what carries an agreement at the next place, and so waits.

    It has signed against another seat, or has settled by such an agreement.
    """
    counted = conduct.counted(table.log.heard)
    return bool(conduct.lacks(table.log)) or any(
        one.proposal.statement.hash in counted
        for one in consent_of(table, conduct).binding(here=True)
    )
