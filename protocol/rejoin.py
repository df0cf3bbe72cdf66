"""The first entry of an incarnation, which carries the settlement that begins it (SPEC-12.6)."""

from collections.abc import Iterable, Mapping

from protocol.carried import Agreed, read_rejoin
from protocol.dice import Chain
from protocol.entry import Rejoin
from protocol.errors import Code, Refused
from protocol.players import Players
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.settling import Line, check_settlement, last_of
from protocol.statement import check_statement

__all__ = ["begin_incarnation", "check_rejoin"]


def check_rejoin(
    item: Rejoin,
    *,
    players: Players,
    line: Line,
    carried: Mapping[bytes, Settlement],
    needed: frozenset[int],
    seat: int,
    incarnation: bytes,
    agreed: Agreed | None = None,
) -> RejoinQuestion:
    """Judge the first item of a new incarnation's first entry by what the line alone shows.

    That needs no replay, so a rejoin that would make entries void is judged so far before the game
    is played again up to it.

    Args:
        item: as the entry carries it.
        players: those that play before the entry.
        line: up to the entry before.
        carried: the settlements that entries of the line carry, by hash.
        needed: seats with a power left, see `check_settlement`.
        seat: author of the entry.
        incarnation: that the entry claims.
        agreed: what the entry carries besides by which the seats agree; its own faults are no
            matter here.

    Returns:
        The question that began the incarnation.

    Raises:
        Refused: `bad_rejoin`, with the author as culprit (SPEC-12.6): it had everything at hand to
            see that this is no valid rejoin.
    """

    def refuse(reason: str) -> Refused:
        return _bad_rejoin(seat, reason)

    try:
        found = read_rejoin(item)
        for signed in (found.settlement, *found.shown):
            check_statement(players, signed)
    except Refused as error:
        raise refuse(str(error)) from error
    settlement = found.settlement.statement
    if settlement.seat != seat:
        raise refuse(f"the settlement is one of seat {settlement.seat}")
    if settlement.asked.hash != incarnation:
        raise refuse("the settlement begins an incarnation of another name than the entry's")
    hashes = [one.hash for one in found.all[1:]]
    if hashes != sorted(set(hashes)):
        raise refuse("the settlements shown must be in strictly ascending order of hash")
    number = players.now[seat].number
    if settlement.asked.key != number:
        raise refuse(f"key {settlement.asked.key} has settled, and key {number} plays")
    before = last_of(line, seat, len(line), number)
    if before is not None:
        current = line.rank(before.incarnation)
        if current is not None and settlement.asked.rank <= current:
            raise refuse("an incarnation as great has begun already")
    if settlement.last != (None if before is None else before.head):
        place = 0 if before is None else before.sequence
        raise refuse(f"the last entry of seat {seat} on this line is {place}, not the one it names")
    held = {**carried, **{one.hash: one for one in found.all}}
    if agreed is not None:
        held |= {one.statement.hash: one.statement for one in agreed.shown}
    coming = None if agreed is None else agreed.agreement
    try:
        check_settlement(settlement, line, held, needed, coming)
    except Refused as error:
        raise refuse(error.reason) from error
    return settlement.asked


def begin_incarnation(
    item: Rejoin,
    *,
    players: Players,
    line: Line,
    carried: Mapping[bytes, Settlement],
    needed: frozenset[int],
    chains: Iterable[Chain],
    seat: int,
    incarnation: bytes,
    agreed: Agreed | None = None,
) -> Chain:
    """Judge the first item of a new incarnation's first entry; the dice chain that it begins.

    Args:
        item: as the entry carries it.
        players: those that play before the entry.
        line: up to the entry before.
        carried: the settlements that entries of the line carry, by hash.
        needed: seats with a power left.
        chains: dice chains that are known.
        seat: author of the entry.
        incarnation: that the entry claims.
        agreed: what the entry carries besides by which the seats agree; its own faults are no
            matter here.

    Raises:
        Refused: as `check_rejoin`.
    """
    question = check_rejoin(
        item,
        players=players,
        line=line,
        carried=carried,
        needed=needed,
        seat=seat,
        incarnation=incarnation,
        agreed=agreed,
    )
    known = {chain.link for chain in chains}
    if question.dice_head in known | {other.dice_head for other in players}:
        raise _bad_rejoin(seat, "its dice head is a copy")
    return Chain.begun(players, seat, question.origin, question.dice_head)


def _bad_rejoin(seat: int, reason: str) -> Refused:
    return Refused(Code.BAD_REJOIN, "SPEC-12.6", seat, f"rejoin of seat {seat}: {reason}")
