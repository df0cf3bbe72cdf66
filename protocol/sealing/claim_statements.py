"""Each claim as a statement about multiples of H, and its witness (SPEC-15.4, 15.6 to 15.8).

A token that holds group g is C = G_g + r·H. For any two tokens C' - C = (G_g' - G_g) + (r' - r)·H,
whose logarithm to H is known to somebody only if g = g' (or somebody knows how the generators are
related). So "these hold the same group" is "this difference is known", and every claim below is a
list of ORs of such differences. The statements are built from public points alone, so a verifier
builds them from its own replica and reads nothing of them from an entry.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from protocol.claims import Bound, Claim, Counted, From, Holds, Present, Reshuffled, Shuffled
from protocol.hashing import Tag
from protocol.sealing.group import GROUPS, G, H, Point, Scalar
from protocol.sealing.sigma import Or, Statement, Witness

__all__ = ["CommitmentOpening", "commitment", "statement", "witnesses"]


@dataclass(frozen=True, slots=True)
class CommitmentOpening:
    """What the owner knows of a token: its group, and r of C = G_g + r·H."""

    group: int
    blinding: Scalar


def commitment(opening: CommitmentOpening) -> Point:
    """C = G_g + r·H. A token of the deck is public: r = 0."""
    return GROUPS[opening.group] + opening.blinding * H


def statement(
    claim: Claim,
    tokens: Mapping[int, Point],
    amounts: Sequence[Point],
    limit: int,
    context: bytes,
    *,
    before: Mapping[int, Point] | None = None,
) -> Statement:
    """What the claim says of the points of its tokens.

    Args:
        claim: any but `Holds`, which is an opening and needs no proof.
        tokens: C of every token that the claim names.
        amounts: K of `claim.tokens`, for `Counted`; else empty.
        limit: groups of a power, 1 … 12.
        context: everything that the proof is bound to, tokens and amounts included.
        before: C of tokens before a claim that seals them anew.
    """
    had = before or {}
    match claim:
        case Holds():
            raise ValueError("an opening needs no proof")
        case Shuffled(_, old, new):
            return _shuffled([tokens[t] for t in old], [tokens[t] for t in new])
        case Reshuffled(same):
            return _shuffled([had[t] for t in same], [tokens[t] for t in same])
        case Present(groups, among):
            return _present(groups, [tokens[t] for t in among])
        case From(token, pieces):
            return (tuple((tokens[token] - tokens[piece],) for piece in pieces),)
        case Counted():
            return _counted(claim, tokens, amounts, limit, _tie(context))


def witnesses(
    claim: Claim,
    openings: Mapping[int, CommitmentOpening],
    amount_blindings: Sequence[Scalar],
    context: bytes,
    before: Mapping[int, CommitmentOpening] | None = None,
) -> tuple[Witness, ...]:
    """Why the claim holds, in the order of `statement`.

    Raises:
        ValueError: it does not hold (the owner's node checks that first).
    """
    had = before or {}
    match claim:
        case Holds():
            raise ValueError("an opening needs no proof")
        case Reshuffled(same):
            return _shuffled_because([had[t] for t in same], [openings[t] for t in same])
        case Shuffled(_, old, new):
            return _shuffled_because([openings[t] for t in old], [openings[t] for t in new])
        case Present(groups, among):
            return tuple(_on_one_of(group, [openings[t] for t in among]) for group in groups)
        case From(token, pieces):
            return (_one_of(openings[token], [openings[piece] for piece in pieces]),)
        case Counted():
            return _counted_because(claim, openings, amount_blindings, _tie(context))


# Shuffled: every new token is one of the old, and their sums differ by a known multiple of H.
#
# From a prover of all n ORs one extracts, for each new token, an old one with the same generator:
# a map f from new to old. From the sum one extracts that both lists have equal sums of
# generators, that is equal multisets; the old ones are distinct, so f is a bijection. With n - 1
# ORs the last token could carry any difference that makes the sum right and that nobody can open.


def _shuffled(old: Sequence[Point], new: Sequence[Point]) -> Statement:
    each = tuple(tuple((after - before,) for before in old) for after in new)
    return (*each, ((Point.sum(new) - Point.sum(old),),))


def _shuffled_because(
    old: Sequence[CommitmentOpening], new: Sequence[CommitmentOpening]
) -> tuple[Witness, ...]:
    each = tuple(_one_of(after, old) for after in new)
    total = _sum(o.blinding for o in new) - _sum(o.blinding for o in old)
    return (*each, Witness(0, (total,)))


# Present: each group is on one of the tokens; C_t - G_g is known exactly for the token that has it.


def _present(groups: Sequence[int], among: Sequence[Point]) -> Statement:
    return tuple(tuple((token - GROUPS[group],) for token in among) for group in groups)


def _on_one_of(group: int, among: Sequence[CommitmentOpening]) -> Witness:
    for branch, opening in enumerate(among):
        if opening.group == group:
            return Witness(branch, (opening.blinding,))
    raise ValueError(f"group {group} is on none of these tokens")


def _one_of(token: CommitmentOpening, among: Sequence[CommitmentOpening]) -> Witness:
    for branch, opening in enumerate(among):
        if opening.group == token.group:
            return Witness(branch, (token.blinding - opening.blinding,))
    raise ValueError(f"group {token.group} is on none of these pieces")


# Counted: K_t = a·G + s·H commits to the amount a of token t. One OR ties it to the token: for
# some g both X = C_t - G_g and Y = K_t - amount(g)·G are known. Then the sum of the K of one place
# commits to the sum of its amounts, and one OR over the allowed totals bounds it.
#
# That both are known is shown by one point, X + d·Y, where the tie d is a hash of the context, so
# of all C and K. From a prover who is asked for more ties than there are groups one extracts, for
# each token, one g with two ties d and d' (there is a pigeon-hole for each group). The difference
# of the two logarithms is (d - d')·log Y: so Y is known, and then X.


def amount_points(
    claim: Counted, openings: Mapping[int, CommitmentOpening], blindings: Sequence[Scalar]
) -> tuple[Point, ...]:
    """K of every counted token: a·G + s·H."""
    return tuple(
        Scalar(claim.amount(token, openings[token].group)) * G + blinding * H
        for token, blinding in zip(claim.tokens, blindings, strict=True)
    )


def _tie(context: bytes) -> Scalar:
    return Scalar.hashed(Tag.TIE, context)


def _counted(
    claim: Counted,
    tokens: Mapping[int, Point],
    amounts: Sequence[Point],
    limit: int,
    tie: Scalar,
) -> Statement:
    counted = claim.tokens
    amount = dict(zip(counted, amounts, strict=True))
    present = _present(claim.growing, [tokens[t] for t in counted])
    bounded = tuple(_bounded(bound, amount) for bound in claim.bounds)
    return (*_tied(claim, tokens, amount, limit, tie), *present, *bounded)


def _tied(
    claim: Counted,
    tokens: Mapping[int, Point],
    amount: Mapping[int, Point],
    limit: int,
    tie: Scalar,
) -> Statement:
    """One OR for each token: C_t + d·K_t is G_g + d·amount(g)·G, but for a known multiple of H."""
    ways = {t: [(g, claim.amount(t, g)) for g in range(1, limit + 1)] for t in claim.tokens}
    pairs = sorted(set(chain.from_iterable(ways.values())))
    scaled = {n: tie.times(Scalar(n)) * G for n in sorted({n for _, n in pairs})}
    tied = {(g, n): GROUPS[g] + scaled[n] for g, n in pairs}
    ors = []
    for t, pairs in ways.items():
        both = tokens[t] + tie * amount[t]
        ors.append(tuple((both - tied[pair],) for pair in pairs))
    return tuple(ors)


def _bounded(bound: Bound, amount: Mapping[int, Point]) -> Or:
    rest = Point.sum(amount[t] for t in bound.tokens) - Scalar(bound.least) * G
    ways = []
    for _ in range(bound.least, bound.most + 1):
        ways.append((rest,))
        rest = rest - G
    return tuple(ways)


def _counted_because(
    claim: Counted,
    openings: Mapping[int, CommitmentOpening],
    blindings: Sequence[Scalar],
    tie: Scalar,
) -> tuple[Witness, ...]:
    counted = claim.tokens
    blinding = dict(zip(counted, blindings, strict=True))
    tied = tuple(
        Witness(openings[t].group - 1, (openings[t].blinding + tie.times(blinding[t]),))
        for t in counted
    )
    present = tuple(_on_one_of(g, [openings[t] for t in counted]) for g in claim.growing)
    bounded = []
    for bound in claim.bounds:
        total = sum(claim.amount(t, openings[t].group) for t in bound.tokens)
        if not bound.least <= total <= bound.most:
            raise ValueError(f"{bound.place} is charged {total}")
        bounded.append(Witness(total - bound.least, (_sum(blinding[t] for t in bound.tokens),)))
    return (*tied, *present, *bounded)


def _sum(scalars: Iterable[Scalar]) -> Scalar:
    total = Scalar(0)
    for scalar in scalars:
        total = total + scalar
    return total
