"""What a line knows of the settlements that it carries, so that none of them is judged again.

They rest on each other, back to the first of the game (SPEC-12.5): who judged each anew, with all
that it rests on, would have more to do with every rejoin.
"""

from collections.abc import Iterable, Mapping, Sequence

from protocol.agreements import Agreement
from protocol.proposals import AfterFault
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.settling import Grounds, questions_told, shown_by

__all__ = ["grounds_under"]


def grounds_under(
    valid: Iterable[Settlement],
    place: int,
    carried: Mapping[bytes, Settlement],
    agreements: Mapping[bytes, Agreement],
    known: Mapping[bytes, Grounds | None],
) -> Mapping[bytes, Grounds | None]:
    """The grounds of some settlements, and of all that they rest on, as far as they are not known.

    None for one that lists an agreement after a fault, and for what rests on such a one: what is
    behind that agreement may rest on what stood on another line (SPEC-18.4).

    Args:
        valid: settlements that are valid on the line.
        place: of its last entry.
        carried: the settlements that its entries carry, by hash.
        agreements: the agreements that they carry, by hash.
        known: grounds so far, by hash.
    """
    found: dict[bytes, Grounds | None] = {}

    def lookup(name: bytes) -> Grounds | None:
        return found[name] if name in found else known.get(name)

    ahead = list(valid)
    while ahead:
        one = ahead[-1]
        shown = tuple(shown_by(one, carried))
        unknown = [own for own in shown if own.hash not in found and own.hash not in known]
        if unknown:
            ahead += unknown
            continue
        ahead.pop()
        if one.hash in known:
            continue
        listed = [agreements[name] for name in one.agreements if name in agreements]
        below = [under for own in shown if (under := lookup(own.hash)) is not None]
        if len(below) < len(_names(one)) or not _all_stand(one, listed):
            found[one.hash] = None
            continue
        stood = {seat for agreement in listed for seat in agreement.stands_for(one.asked)}
        answered = {one.seat, *(answer.statement.seat for answer in one.answers), *stood}
        found[one.hash] = Grounds(
            place,
            frozenset(answered).intersection(*(under.answered for under in below)),
            _greatest(questions_told(one, carried, agreements, lookup)),
        )
    return found


def _names(settlement: Settlement) -> Sequence[bytes]:
    """The settlements that it rests on by its answers."""
    given = (answer.statement.settlement for answer in settlement.answers)
    return [own for own in given if own is not None]


def _all_stand(settlement: Settlement, listed: Sequence[Agreement]) -> bool:
    """Whether the agreements that it lists are all there, and none of them is after a fault."""
    return len(listed) == len(settlement.agreements) and not any(
        isinstance(agreement.terms.terms, AfterFault) for agreement in listed
    )


def _greatest(questions: Iterable[RejoinQuestion]) -> Mapping[int, RejoinQuestion]:
    """The greatest question of each seat."""
    found: dict[int, RejoinQuestion] = {}
    for question in questions:
        if question.seat not in found or found[question.seat].rank < question.rank:
            found[question.seat] = question
    return found
