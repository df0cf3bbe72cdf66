"""After a fork: which seats are known to be on our line (SPEC-16.12)."""

from collections.abc import Iterator, Sequence

from p2p.link import Link
from protocol.carried import agreed_by
from protocol.entry import Entry
from protocol.head import Head
from protocol.log import Log
from protocol.players import Player
from protocol.proposals import AfterFault, Proposal
from protocol.statements import AboutHead

__all__ = ["seats_on_line"]


def seats_on_line(log: Log, forks: Sequence[Entry], links: Sequence[Link]) -> frozenset[int]:
    """The seats that are on this line, and not on the other side of a fork.

    Args:
        log: this line.
        forks: the other entries of the forks that are not settled, one at least.
        links: the connections that there are.
    """
    place = min(fork.sequence for fork in forks)
    since = log.since(place)
    agreed = (one for one in log.agreements.values() if one.terms.place > place)
    came = {
        seat: player
        for seat, player in enumerate(log.players.now)
        if player.since > place
        or (player.since == place and not any(_brings(fork, player) for fork in forks))
    }
    return frozenset(
        {
            *(entry.seat for entry in since),
            *(seat for one in agreed for seat in one.signers),
            *came,
            *_have_answered(log, came),
            *_have_named(log, place),
            *_have_shown(log, place, links),
        }
    )


def _brings(entry: Entry, player: Player) -> bool:
    """Whether an entry brings a player, so that both sides of the fork have it."""
    agreed = agreed_by(entry)
    successors = () if agreed is None else agreed.agreement.terms.successors
    return any(signed.statement.key == player.key for signed in successors)


def _have_answered(log: Log, came: dict[int, Player]) -> Iterator[int]:
    """Who has answered a player that only this line has."""
    for seat, player in came.items():
        question = log.heard.greatest.get(seat)
        if question is not None and question.statement.key == player.number:
            yield from (one.statement.seat for one in log.heard.answers(question.statement))


def _have_named(log: Log, place: int) -> Iterator[int]:
    """Who has signed a statement that names an entry of the line, at the fork or after it."""
    for signed in log.statements:
        match signed.statement:
            case AboutHead(seat=seat, head=head) if _is_beyond(log, place, head):
                yield seat
            case Proposal(terms=terms) as made if not isinstance(terms, AfterFault):
                if _is_beyond(log, place, made.after):
                    yield made.seat
                    yield from log.heard.consents(made)
            case _:
                pass


def _have_shown(log: Log, place: int, links: Sequence[Link]) -> Iterator[int]:
    """Who says to hold such an entry, or has brought one."""
    for seat, player in enumerate(log.players.now):
        if any(link.peer == player.key and link.shared >= place for link in links):
            yield seat


def _is_beyond(log: Log, place: int, head: Head) -> bool:
    return head.sequence >= place and log.holds(head)
