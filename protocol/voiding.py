"""Entries that make the end of a line void and take its place (SPEC-12.8, SPEC-18.2).

Replaying the game is expensive, so all that the line alone shows is judged here first: nobody can
make others replay it with an entry that the line refutes, or that only its author has signed.
"""

from protocol.carried import Agreed, agreed_by
from protocol.entry import Entry, Rejoin
from protocol.errors import Code, Refused
from protocol.ledger import check_digest
from protocol.log import Log
from protocol.players import Players
from protocol.proposals import Proposal
from protocol.rejoin import check_rejoin
from protocol.statement import check_statement

__all__ = ["makes_void"]


def makes_void(entry: Entry, log: Log, needed: frozenset[int]) -> bool:
    """Whether a rejoin or an agreement makes the end of a line void, as far as the line shows.

    Its author has settled without the entry whose place it takes, or all others have agreed that
    the author of that one plays no more; and what others have signed after it, they have settled
    without, too.

    Args:
        entry: for a place that the line may have taken.
        log: of the line.
        needed: seats with a power left, and keepers.

    Returns:
        False where the entry is only late.

    Raises:
        Refused: it would, and is not good: `wrong_digest`, `bad_rejoin`, `bad_agreement`, or as
            `check_statement`.
    """
    first = next(log.since(entry.sequence - 1), None)
    # The first entry that would be void was accepted at the same place.
    if first is None or entry.previous != first.previous:
        return False
    rejoin, agreed = entry.items[0], agreed_by(entry)
    if agreed is not None and _is_ended(first, agreed.agreement.terms, log):
        return _all_others_agree(agreed, log.players.upto(entry.sequence - 1), needed)
    if first.seat != entry.seat or not isinstance(rejoin, Rejoin):
        return False
    check_digest(entry, first.digest)
    line = _upto(log, entry.sequence - 1)
    check_rejoin(
        rejoin,
        players=line.players,
        line=line,
        carried=line.carried,
        needed=needed,
        seat=entry.seat,
        incarnation=entry.incarnation,
        agreed=agreed,
    )
    if agreed is not None:
        _check_signed(agreed, line.players, entry)
    return True


def _upto(log: Log, place: int) -> Log:
    """The line up to a place, and nothing beside it."""
    line = Log(log.founding)
    for kept in list(log)[:place]:
        line.append(kept)
    return line


def _is_ended(entry: Entry, agreed: Proposal, log: Log) -> bool:
    """Whether an entry is of an incarnation that ends with what is agreed."""
    named, rank = agreed.names(entry.seat), log.rank(entry.incarnation)
    return named is not None and rank is not None and rank <= named.rank


def _all_others_agree(agreed: Agreed, players: Players, needed: frozenset[int]) -> bool:
    """Whether all seats that are needed have signed, but for those that it names."""
    _check_statements(agreed, players)
    return needed - agreed.agreement.terms.seats_named <= {*agreed.agreement.signers}


def _check_signed(agreed: Agreed, players: Players, entry: Entry) -> None:
    """Refuse a forged agreement that a rejoin rests on; its author is to blame."""
    try:
        _check_statements(agreed, players)
    except Refused as refusal:
        reason = f"agreement carried by seat {entry.seat}: {refusal}"
        raise Refused(Code.BAD_AGREEMENT, "SPEC-18.3", entry.seat, reason) from refusal


def _check_statements(agreed: Agreed, players: Players) -> None:
    for signed in (agreed.agreement.proposal, *agreed.agreement.signatures):
        check_statement(players, signed)
