"""Facts and deals of SPEC.md once more (SPEC-8.7, 8.8)."""

from dataclasses import dataclass, field

from .claims import Claim, amount, bounds, number, wanted
from .hashing import stream

__all__ = ["Facts", "deals", "dealt", "learn", "of_deck", "shown_only"]


@dataclass
class Facts:
    """What is known of a power's tokens; changed in place."""

    limit: int
    can: dict[int, set[int]]
    shown: dict[int, int]
    before: dict[int, set[int]] = field(default_factory=dict)
    sums: list[tuple[dict[int, list[int]], range]] = field(default_factory=list)


def of_deck(deck: list[int]) -> Facts:
    """The facts of a power's deck."""
    shown = {token: i + 1 for i, token in enumerate(deck)}
    return Facts(len(deck), {token: {group} for token, group in shown.items()}, shown)


def learn(facts: Facts, claim: Claim) -> None:
    """SPEC-8.7: what a claim changes."""
    match claim:
        case ["holds", int(token), int(group)]:
            facts.shown[token] = group
            for one in facts.can:
                facts.can[one] = (
                    facts.can[one] & {group} if one == token else facts.can[one] - {group}
                )
        case ["shuffled", _, list(old), list(new)]:
            _shuffle(facts, [number(one) for one in old], [number(one) for one in new])
        case ["reshuffled", list(tokens)]:
            before = dict(facts.before)
            _shuffle(facts, [number(one) for one in tokens], [number(one) for one in tokens])
            facts.before = before
        case ["present", list(groups), list(tokens)]:
            _confine(facts, {number(group) for group in groups}, {number(one) for one in tokens})
        case ["from", int(token), list(pieces)]:
            came: set[int] = set()
            for piece in pieces:
                came |= facts.before.get(number(piece), set())
            if token in facts.can:
                facts.can[token] &= came
        case ["counted", list(fresh), list(standing), *_]:
            _confine(facts, set(wanted(claim)), {number(one) for one in (*fresh, *standing)})
            for some, allowed in bounds(claim):
                each = {t: [amount(claim, t, g + 1) for g in range(facts.limit)] for t in some}
                facts.sums.append((each, allowed))
        case _:
            raise TypeError(claim)


def _confine(facts: Facts, groups: set[int], tokens: set[int]) -> None:
    for token in facts.can:
        if token not in tokens:
            facts.can[token] = facts.can[token] - groups


def _shuffle(facts: Facts, old: list[int], new: list[int]) -> None:
    union: set[int] = set()
    for token in old:
        facts.before[token] = facts.can.pop(token, set())
        facts.shown.pop(token, None)
        union |= facts.before[token]
    for token in new:
        facts.can[token] = set(union)
    kept = []
    for each, allowed in facts.sums:
        touched = [each[token] for token in old if token in each]
        if touched and (len(touched) < len(old) or any(one != touched[0] for one in touched)):
            continue
        rest = {token: amounts for token, amounts in each.items() if token not in old}
        kept.append((rest | dict.fromkeys(new, touched[0]) if touched else rest, allowed))
    facts.sums = kept


def deals(facts: Facts) -> list[dict[int, int]]:
    """SPEC-8.8: all deals in their order, of few tokens."""
    found: list[dict[int, int]] = []
    tokens = sorted(facts.can)

    def give(dealt: dict[int, int]) -> None:
        if len(dealt) == len(tokens):
            if all(
                sum(amounts[dealt[token] - 1] for token, amounts in each.items()) in allowed
                for each, allowed in facts.sums
            ):
                found.append(dealt)
            return
        token = tokens[len(dealt)]
        for group in sorted(facts.can[token] - set(dealt.values())):
            give(dealt | {token: group})

    give({})
    return found


def shown_only(facts: Facts) -> Facts:
    """SPEC-8.8: what is dealt by where a claim was false."""
    rest = set(range(1, facts.limit + 1)) - set(facts.shown.values())
    known = {t: {facts.shown[t]} if t in facts.shown else rest for t in facts.can}
    return Facts(facts.limit, known, dict(facts.shown))


def dealt(seed: bytes, ways: int) -> int:
    """SPEC-8.8: the number of the deal that a seed draws."""
    end = 2**64 // ways * ways
    place = 0
    while True:
        drawn = int.from_bytes(stream("deal-stream", seed, place + 8)[place:])
        if drawn < end:
            return drawn % ways
        place += 8
