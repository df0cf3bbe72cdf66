"""From what the rules ask to be sealed to what an entry must state (SPEC-8.5)."""

from typing import assert_never

from engine import claims as asked
from engine.requests import Seal
from protocol.claims import Bound, Claim, Counted, From, Holds, Present, Reshuffled, Shuffled
from protocol.entry import SealTokens
from protocol.errors import Code, Refused

__all__ = ["claim_of", "must_answer", "must_reshuffle"]


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


def must_reshuffle(
    power: str, tokens: tuple[int, ...], item: SealTokens, seat: int, sequence: int
) -> None:
    """Hold what a seal states against the tokens that must be shuffled after a deal.

    Args:
        power: whose tokens they are.
        tokens: that must be shuffled.
        item: that does it.
        seat: its author.
        sequence: of its entry.

    Raises:
        Refused: `wrong_claim`: another power or claim (SPEC-8.9).
    """
    if (item.power, item.claim) != (power, Reshuffled(tokens)):
        raise _wrong(item, f"{Reshuffled(tokens)} of {power}", "SPEC-8.9", seat, sequence)


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
    if (item.power, item.claim) != (request.owner, wanted):
        raise _wrong(item, f"{wanted} of {request.owner}", "SPEC-10.8", seat, sequence)


def _wrong(item: SealTokens, wanted: str, rule: str, seat: int, sequence: int) -> Refused:
    return Refused(
        Code.WRONG_CLAIM,
        rule,
        seat,
        f"entry {sequence}: the claim asked for is {wanted}, "
        f"and {item.claim} of {item.power} is sealed",
    )
