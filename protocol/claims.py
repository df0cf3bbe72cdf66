"""What a seal says of tokens, as the log states it: complete without the rules (SPEC-8.5).

The rules name claims in their own terms (`engine.claims`) and ask for them; the entry that answers
states the claim again in these, so that who does not know the rules can judge its proof. That it is
what the rules asked for is judged where both are known (`protocol.seals`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from protocol.encoding import Data
from protocol.head import MAX_NUMBER
from protocol.record_reader import RecordReader

__all__ = [
    "MAX_GROUP",
    "MAX_TOKENS",
    "Bound",
    "Claim",
    "Counted",
    "From",
    "Holds",
    "Present",
    "Reshuffled",
    "Shuffled",
    "claim_data",
    "contradiction",
    "named_tokens",
    "new_tokens",
    "read_claim",
    "resealed_tokens",
]

MAX_TOKENS: Final = 12
"""Most tokens of a power, and so most openings or commitments of one item."""
MAX_GROUP: Final = 12
MAX_PLACE: Final = 100
"""Longest name of a place, in characters."""
MAX_SPREAD: Final = 767
"""Largest distance between the ends of a bound: each amount between costs a branch of 64 bytes."""


@dataclass(frozen=True, slots=True)
class Holds:
    """This token holds this group."""

    tag: ClassVar[str] = "holds"

    token: int
    group: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The new tokens at this place hold the groups of the old ones, each as often, in any order."""

    tag: ClassVar[str] = "shuffled"

    place: str
    old: tuple[int, ...]
    new: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Present:
    """Each of these groups is held by one of these tokens."""

    tag: ClassVar[str] = "present"

    groups: tuple[int, ...]
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class From:
    """This token is one of these pieces, old tokens of its last shuffle."""

    tag: ClassVar[str] = "from"

    token: int
    pieces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """The amounts of these tokens sum to at least `least` and at most `most`."""

    place: str
    tokens: tuple[int, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Counted:
    """The amounts that go with tokens keep each place within its bound.

    The amount of a token holding group g is max(1, added[g]) for a `fresh` token and added[g] for a
    `standing` one, 0 where g is not in `added`. Each group that grows is on one of the tokens.

    Attributes:
        added: group and number, in ascending order of group.
    """

    tag: ClassVar[str] = "counted"

    fresh: tuple[int, ...]
    standing: tuple[int, ...]
    added: tuple[tuple[int, int], ...]
    bounds: tuple[Bound, ...]

    @property
    def tokens(self) -> tuple[int, ...]:
        """The tokens that get an amount, in ascending order of handle."""
        return tuple(sorted((*self.fresh, *self.standing)))

    @property
    def growing(self) -> tuple[int, ...]:
        """The groups that grow, ascending."""
        return tuple(group for group, number in self.added if number > 0)

    def amount(self, token: int, group: int) -> int:
        """The amount of a token if it holds this group."""
        added = dict(self.added).get(group, 0)
        return max(1, added) if token in self.fresh else added


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """These tokens hold the groups that they held, each as often, in any order.

    They keep their handles, and get new commitments.
    """

    tag: ClassVar[str] = "reshuffled"

    tokens: tuple[int, ...]


Claim: TypeAlias = Holds | Shuffled | Present | From | Counted | Reshuffled


def new_tokens(claim: Claim) -> tuple[int, ...]:
    """The tokens that get a commitment by a claim, in ascending order of handle."""
    match claim:
        case Shuffled(_, _, new):
            return new
        case Reshuffled(tokens):
            return tokens
        case _:
            return ()


def resealed_tokens(claim: Claim) -> tuple[int, ...]:
    """Of these, the tokens that have had another commitment before."""
    return claim.tokens if isinstance(claim, Reshuffled) else ()


def named_tokens(claim: Claim) -> tuple[int, ...]:
    """Every token that a claim names."""
    match claim:
        case Holds(token, _):
            return (token,)
        case Shuffled(_, old, new):
            return (*old, *new)
        case Present(_, tokens) | Reshuffled(tokens):
            return tokens
        case From(token, pieces):
            return (token, *pieces)
        case Counted():
            return claim.tokens


def contradiction(
    claim: Claim, groups: Mapping[int, int], before: Mapping[int, int] | None = None
) -> str | None:
    """Why a claim is false if its tokens hold these groups; None if it is true (SPEC-8.5).

    Args:
        claim: to be judged.
        groups: what its tokens hold, once it is made.
        before: what those held before that it seals anew.
    """
    held = before or {}
    match claim:
        case Holds(token, group):
            if groups[token] != group:
                return f"token {token} holds group {groups[token]}, not {group}"
        case Shuffled(place, old, new):
            if sorted(groups[t] for t in old) != sorted(groups[t] for t in new):
                return f"the tokens in {place} hold other groups after the shuffle than before"
        case Reshuffled(tokens):
            if sorted(held[t] for t in tokens) != sorted(groups[t] for t in tokens):
                return f"the tokens {list(tokens)} hold other groups together than before"
        case Present(wanted, tokens):
            return _missing(wanted, tokens, groups)
        case From(token, pieces):
            if groups[token] not in {groups[piece] for piece in pieces}:
                return f"token {token} is none of the tokens {list(pieces)}"
        case Counted():
            for bound in claim.bounds:
                total = sum(claim.amount(t, groups[t]) for t in bound.tokens)
                if not bound.least <= total <= bound.most:
                    return (
                        f"{total} are counted in {bound.place}, not {bound.least} to {bound.most}"
                    )
            return _missing(claim.growing, claim.tokens, groups)
    return None


def _missing(
    wanted: tuple[int, ...], tokens: tuple[int, ...], groups: Mapping[int, int]
) -> str | None:
    held = {groups[token] for token in tokens}
    absent = [group for group in wanted if group not in held]
    return f"group {absent[0]} is on none of the tokens {list(tokens)}" if absent else None


# As fields of an item

_CLAIM = RecordReader("SPEC-8.5", "claim")


def claim_data(claim: Claim) -> Data:
    """A claim as a field of a record."""
    match claim:
        case Holds(token, group):
            return (claim.tag, token, group)
        case Shuffled(place, old, new):
            return (claim.tag, place, old, new)
        case Present(groups, tokens):
            return (claim.tag, groups, tokens)
        case From(token, pieces):
            return (claim.tag, token, pieces)
        case Reshuffled(tokens):
            return (claim.tag, tokens)
        case Counted(fresh, standing, added, bounds):
            limits = tuple((b.place, b.tokens, b.least, b.most) for b in bounds)
            return (claim.tag, fresh, standing, added, limits)


def read_claim(data: Data) -> Claim:
    """Read such a field.

    Raises:
        Refused: `malformed` (SPEC-8.5).
    """
    fields = _CLAIM.array(data, "the whole", 2, 5)
    match fields:
        case (Holds.tag, token, group):
            return Holds(_handle(token), _group(group))
        case (Shuffled.tag, place, old, new):
            shuffled = Shuffled(_place(place), _handles(old, "old"), _handles(new, "new"))
            if len(shuffled.old) != len(shuffled.new):
                raise _CLAIM.refusal("as many new tokens are needed as old ones")
            return shuffled
        case (Present.tag, groups, tokens):
            wanted = _CLAIM.array(groups, "groups", 1, MAX_GROUP)
            return Present(
                _ascending([_group(one) for one in wanted], "groups"), _handles(tokens, "tokens")
            )
        case (From.tag, token, pieces):
            return From(_handle(token), _handles(pieces, "pieces"))
        case (Reshuffled.tag, tokens):
            return Reshuffled(_handles(tokens, "tokens"))
        case (Counted.tag, fresh, standing, added, bounds):
            return _counted(fresh, standing, added, bounds)
        case _:
            raise _CLAIM.refusal(f"{fields[0]!a} with {len(fields) - 1} fields is no claim")


def _counted(fresh: Data, standing: Data, added: Data, bounds: Data) -> Counted:
    pairs = [_CLAIM.array(one, "added", 2, 2) for one in _CLAIM.array(added, "added", 0, MAX_GROUP)]
    _ascending([_group(group) for group, _ in pairs], "groups added to")
    claim = Counted(
        _handles(fresh, "fresh tokens", 0),
        _handles(standing, "standing tokens", 0),
        tuple(
            (_group(group), _CLAIM.integer(number, "number added", 0, MAX_NUMBER))
            for group, number in pairs
        ),
        tuple(_bound(one) for one in _CLAIM.array(bounds, "bounds", 0, MAX_TOKENS)),
    )
    if not 1 <= len(set(claim.tokens)) == len(claim.tokens) <= MAX_TOKENS:
        raise _CLAIM.refusal(f"it must count 1 to {MAX_TOKENS} tokens, each once")
    for bound in claim.bounds:
        if not set(bound.tokens) <= set(claim.tokens):
            raise _CLAIM.refusal("a bound names a token that is not counted")
    return claim


def _bound(data: Data) -> Bound:
    place, tokens, least, most = _CLAIM.array(data, "a bound", 4, 4)
    low = _CLAIM.integer(least, "least amount", 0, MAX_NUMBER)
    high = _CLAIM.integer(most, "most amount", low, min(low + MAX_SPREAD, MAX_NUMBER))
    return Bound(_place(place), _handles(tokens, "tokens of a bound"), low, high)


def _handles(data: Data, field: str, least: int = 1) -> tuple[int, ...]:
    return _ascending([_handle(one) for one in _CLAIM.array(data, field, least, MAX_TOKENS)], field)


def _ascending(numbers: list[int], field: str) -> tuple[int, ...]:
    if numbers != sorted(set(numbers)):
        raise _CLAIM.refusal(f"{field} must be in strictly ascending order")
    return tuple(numbers)


def _handle(data: Data) -> int:
    return _CLAIM.integer(data, "handle", 0, MAX_NUMBER)


def _group(data: Data) -> int:
    return _CLAIM.integer(data, "group", 1, MAX_GROUP)


def _place(data: Data) -> str:
    if type(data) is not str or not 1 <= len(data) <= MAX_PLACE:
        raise _CLAIM.refusal(f"a place must be a text of 1 to {MAX_PLACE} characters")
    return data
