"""From what the rules ask to be sealed to what an entry must state (SPEC-8.5)."""

from typing import assert_never

from engine import claims as asked
from engine.requests import Seal
from protocol.claims import Bound, Claim, Counted, From, Holds, Present, Shuffled
from protocol.entry import SealTokens
from protocol.errors import Code, Refused

__all__ = ["claim_of", "must_answer"]


def claim_of(claim: asked.Claim) -> Claim:
    """A claim of the rules, as an entry states it."""
    match claim:
        case asked.Holds(token, group):
            return Holds(token, group)
        case asked.Shuffled(place, old, new):
            return Shuffled(place, old, new)
        case asked.Present(groups, tokens):
            return Present(groups, tokens)
        case asked.Elsewhere(_, groups, tokens):
            return Present(groups, tokens)
        case asked.From(token, pieces):
            return From(token, pieces)
        case asked.Counted(fresh, standing, added, bounds):
            return Counted(
                fresh,
                standing,
                tuple(sorted(added.items())),
                tuple(Bound(b.place, b.tokens, b.least, b.most) for b in bounds),
            )
        case _:
            assert_never(claim)


def must_answer(request: Seal, item: SealTokens, seat: int, sequence: int) -> None:
    """Hold what a seal states against what the rules ask for.

    Args:
        request: that is due.
        item: which answers it.
        seat: its author.
        sequence: of its entry.

    Raises:
        Refused: `wrong_claim`: another power or claim (SPEC-10.8).
    """
    wanted = claim_of(request.claim)
    if item.power == request.owner and item.claim == wanted:
        return
    raise Refused(
        Code.WRONG_CLAIM,
        "SPEC-10.8",
        seat,
        f"entry {sequence}: the rules ask for {wanted} of {request.owner}, "
        f"and {item.claim} of {item.power} is sealed",
    )
