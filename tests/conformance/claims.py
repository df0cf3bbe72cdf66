"""What claims say of tokens and groups, as arrays (SPEC-8.5)."""

from collections.abc import Mapping
from typing import TypeAlias

from .canonical import Refused, Value, array, integer

__all__ = [
    "Claim",
    "amount",
    "bounds",
    "holds",
    "listed",
    "named",
    "new_tokens",
    "number",
    "read_claim",
    "resealed",
    "wanted",
]

Claim: TypeAlias = list[Value]


def number(value: Value) -> int:
    """An integer of a claim."""
    if not isinstance(value, int):
        raise TypeError(value)
    return value


def listed(value: Value) -> list[Value]:
    """An array of a claim."""
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _numbers(value: Value) -> list[int]:
    return [number(member) for member in listed(value)]


def read_claim(claim: Value) -> None:
    """Check the form of a claim. `Refused`."""
    match claim:
        case ["holds", token, group]:
            integer(token, 0, _NUMBER)
            integer(group, 1, 12)
        case ["shuffled", place, old, new]:
            _place(place)
            if len(_tokens(old)) != len(_tokens(new)):
                raise Refused("malformed")
        case ["reshuffled", tokens]:
            _tokens(tokens)
        case ["present", groups, tokens]:
            _ascending(groups, 1, 12, 1)
            _tokens(tokens)
        case ["from", token, pieces]:
            integer(token, 0, _NUMBER)
            _tokens(pieces)
        case ["counted", fresh, standing, added, bounds]:
            counted = [*_tokens(fresh, 0), *_tokens(standing, 0)]
            if not 1 <= len(set(counted)) == len(counted) <= 12:
                raise Refused("malformed")
            pairs = [array(pair, 2) for pair in array(added, 0, 12)]
            _ascending([group for group, _ in pairs], 1, 12, 0)
            for _, n in pairs:
                integer(n, 0, _NUMBER)
            for bound in array(bounds, 0, 12):
                _bound(bound, counted)
        case _:
            raise Refused("malformed")


_NUMBER = 2**31 - 1


def _bound(bound: Value, counted: list[int]) -> None:
    place, tokens, least, most = array(bound, 4)
    _place(place)
    low = integer(least, 0, _NUMBER)
    integer(most, low, min(low + 767, _NUMBER))
    if not set(_tokens(tokens)) <= set(counted):
        raise Refused("malformed")


def _place(place: Value) -> None:
    if not isinstance(place, str) or not 1 <= len(place) <= 100:
        raise Refused("malformed")


def _tokens(value: Value, least: int = 1) -> list[int]:
    return _ascending(value, 0, _NUMBER, least)


def _ascending(value: Value, low: int, high: int, least: int) -> list[int]:
    found = [integer(member, low, high) for member in array(value, least, 12)]
    if found != sorted(set(found)):
        raise Refused("malformed")
    return found


def new_tokens(claim: Claim) -> list[int]:
    """The tokens that a claim makes."""
    return _numbers(claim[3]) if claim[0] == "shuffled" else resealed(claim)


def resealed(claim: Claim) -> list[int]:
    """The tokens that a claim seals anew."""
    return _numbers(claim[1]) if claim[0] == "reshuffled" else []


def named(claim: Claim) -> list[int]:
    """All tokens that a claim names, ascending."""
    match claim:
        case ["holds", token, _]:
            found = [number(token)]
        case ["shuffled", _, old, new]:
            found = [*_numbers(old), *_numbers(new)]
        case ["present", _, tokens] | ["reshuffled", tokens]:
            found = _numbers(tokens)
        case ["from", token, pieces]:
            found = [number(token), *_numbers(pieces)]
        case ["counted", fresh, standing, _, _]:
            found = [*_numbers(fresh), *_numbers(standing)]
        case _:
            raise ValueError(claim)
    return sorted(set(found))


def _added(claim: Claim) -> dict[int, int]:
    return {number(group): number(n) for group, n in map(listed, listed(claim[3]))}


def amount(claim: Claim, token: int, group: int) -> int:
    """What a token with a group counts in a `Counted`."""
    added = _added(claim).get(group, 0)
    return max(1, added) if token in listed(claim[1]) else added


def wanted(claim: Claim) -> list[int]:
    """The groups that a `Counted` says to be there, ascending."""
    return sorted(group for group, added in _added(claim).items() if added > 0)


def bounds(claim: Claim) -> list[tuple[list[int], range]]:
    """Of each bound of a `Counted` its tokens, and the sums that it allows."""
    found = []
    for bound in map(listed, listed(claim[4])):
        _, tokens, least, most = bound
        found.append((_numbers(tokens), range(number(least), number(most) + 1)))
    return found


def holds(claim: Claim, groups: Mapping[int, int], before: Mapping[int, int]) -> bool:
    """Whether a claim is true, by the groups of the tokens that it names, and those before it."""
    held = {token: groups[token] for token in named(claim)}
    match claim:
        case ["holds", token, group]:
            return held[number(token)] == group
        case ["shuffled", _, old, new]:
            taken, made = ([held[token] for token in _numbers(part)] for part in (old, new))
            return sorted(taken) == sorted(made)
        case ["reshuffled", _]:
            return sorted(held.values()) == sorted(before.values())
        case ["present", shown, _]:
            return set(_numbers(shown)) <= set(held.values())
        case ["from", token, pieces]:
            return held[number(token)] in {held[piece] for piece in _numbers(pieces)}
        case _:
            fits = all(
                sum(amount(claim, token, held[token]) for token in tokens) in allowed
                for tokens, allowed in bounds(claim)
            )
            return fits and set(wanted(claim)) <= set(held.values())
