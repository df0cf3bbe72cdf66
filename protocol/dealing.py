"""What is known of a power's tokens by its claims, and dealing groups that fit it (SPEC-8.7, 8.8).

A power whose player is gone has nobody left who knows what its tokens hold. A public roll then
picks one of all the ways in which they can hold what the claims of the log allow, each equally
likely. Claims alone decide that: who does not know the rules comes to the same.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias, assert_never

from protocol.claims import Claim, Counted, From, Holds, Present, Reshuffled, Shuffled
from protocol.encoding import encode
from protocol.hashing import Tag, digest, stream

__all__ = ["MAX_STATES", "Facts", "Sum", "count", "deal", "deal_seed", "draw"]

MAX_STATES: Final = 2**16
"""Most states of a count that looks at sums; with more of them, the sums are left out."""
_WORD: Final = 8


@dataclass(frozen=True, slots=True)
class Sum:
    """The amounts of some tokens sum to at least `least` and at most `most`.

    Attributes:
        amounts: by token, its amount if it holds group 1, 2, …
        least: of the sum.
        most: of the sum.
    """

    amounts: Mapping[int, tuple[int, ...]]
    least: int
    most: int

    def shuffled(self, old: Collection[int], new: Collection[int]) -> "Sum | None":
        """The sum after a shuffle of some tokens; None if it no longer says anything of them.

        It is kept if the shuffle touches none of its tokens, or only such with equal amounts.
        """
        inside = {self.amounts[token] for token in old if token in self.amounts}
        if not inside:
            return self
        if len(inside) > 1 or not set(old) <= set(self.amounts):
            return None
        others = {t: amounts for t, amounts in self.amounts.items() if t not in set(old)}
        return replace(self, amounts={**others, **dict.fromkeys(new, inside.pop())})


@dataclass(frozen=True, slots=True)
class Facts:
    """What the claims of the log say of the tokens that a power has, on the board and in supply.

    Attributes:
        limit: groups, and tokens, of the power.
        can: by token, the groups that it can hold.
        shown: what tokens have been shown to hold since their last shuffle.
        before: by old token, the groups that it could hold when it was shuffled away.
        sums: that the amounts of tokens keep.
    """

    limit: int
    can: Mapping[int, frozenset[int]]
    shown: Mapping[int, int] = field(default_factory=dict)
    before: Mapping[int, frozenset[int]] = field(default_factory=dict)
    sums: tuple[Sum, ...] = ()

    @classmethod
    def of_deck(cls, deck: Sequence[int]) -> "Facts":
        """A power's deck, whose ith token holds group i."""
        groups = {token: group for group, token in enumerate(deck, start=1)}
        return cls(len(deck), {token: frozenset({g}) for token, g in groups.items()}, groups)

    def after(self, claim: Claim) -> "Facts":
        """The facts once a claim holds, too."""
        match claim:
            case Holds(token, group):
                return self.opened({token: group})
            case Shuffled(_, old, new):
                return self._shuffled(old, new)
            case Reshuffled(tokens):
                return replace(self._shuffled(tokens, tokens), before=self.before)
            case Present(groups, tokens):
                return self._only_on(groups, tokens)
            case From(token, pieces):
                came = frozenset().union(*(self.before.get(p, frozenset()) for p in pieces))
                return self._narrowed({token: came})
            case Counted(bounds=bounds):
                counted = self._only_on(claim.growing, claim.tokens)
                every = range(1, self.limit + 1)
                sums = tuple(
                    Sum(
                        {t: tuple(claim.amount(t, g) for g in every) for t in bound.tokens},
                        bound.least,
                        bound.most,
                    )
                    for bound in bounds
                )
                return replace(counted, sums=(*counted.sums, *sums))
            case _:
                assert_never(claim)

    def opened(self, groups: Mapping[int, int]) -> "Facts":
        """The facts after tokens have shown these groups, so that no other token holds one."""
        known = self._narrowed({token: frozenset({g}) for token, g in groups.items()})
        shown = {token: g for token, g in groups.items() if token in self.can}
        for token, group in groups.items():
            known = known._only_on((group,), (token,))
        return replace(known, shown={**known.shown, **shown})

    def dealt(self, groups: Mapping[int, int]) -> "Facts":
        """The facts once tokens have been dealt these groups, for all to see; nothing else."""
        return Facts(self.limit, {t: frozenset({g}) for t, g in groups.items()}, groups)

    def openings(self) -> "Facts":
        """Of these facts, what has been shown and nothing else."""
        groups = frozenset(range(1, self.limit + 1))
        unknown = Facts(self.limit, dict.fromkeys(self.can, groups))
        return unknown.opened(self.shown)

    def _shuffled(self, old: tuple[int, ...], new: tuple[int, ...]) -> "Facts":
        went_in = {token: self.can.get(token, frozenset()) for token in old}
        together = frozenset().union(*went_in.values())
        others = {token: can for token, can in self.can.items() if token not in went_in}
        sums = (one.shuffled(old, new) for one in self.sums)
        return replace(
            self,
            can={**others, **dict.fromkeys(new, together)},
            shown={token: g for token, g in self.shown.items() if token not in went_in},
            before={**self.before, **went_in},
            sums=tuple(one for one in sums if one is not None),
        )

    def _only_on(self, groups: Iterable[int], tokens: Collection[int]) -> "Facts":
        """Each of the groups is on one of the tokens, so on no other."""
        gone = frozenset(groups)
        return replace(
            self, can={t: can if t in tokens else can - gone for t, can in self.can.items()}
        )

    def _narrowed(self, groups: Mapping[int, frozenset[int]]) -> "Facts":
        return replace(self, can={t: can & groups.get(t, can) for t, can in self.can.items()})


# Tokens get their groups one after another, in ascending order of handle. What the rest can get
# depends only on the groups given so far and on the sums so far.

_State: TypeAlias = tuple[int, tuple[int, ...]]
"""Groups given (bit g - 1 for group g), and of each sum what it has come to."""


def count(facts: Facts) -> int:
    """In how many ways the tokens can hold distinct groups that fit the facts."""
    return _Ways(facts).number


def deal(facts: Facts, number: int) -> Mapping[int, int]:
    """The group of each token in one of these ways.

    They are numbered from 0 in ascending order of the groups of the tokens, the tokens being taken
    in ascending order of handle.

    Raises:
        ValueError: there are not so many.
    """
    return _Ways(facts).at(number)


def deal_seed(request: bytes, power: str, shares: Sequence[bytes]) -> bytes:
    """What one power's deal is drawn from (SPEC-8.9): 32 bytes.

    Args:
        request: hash of the entry that caused the deal.
        power: whose tokens are dealt.
        shares: one of each contributing seat, in order.
    """
    return digest(Tag.DEAL, encode((request, power, tuple(shares))))


def draw(seed: bytes, ways: int) -> int:
    """A number from 0 to `ways` - 1, all equally likely (SPEC-8.8)."""
    space = 1 << 8 * _WORD
    fair = space - space % ways
    words = 1
    while True:
        drawn = stream(Tag.DEAL_STREAM, seed, words * _WORD)
        number = int.from_bytes(drawn[-_WORD:], "big")
        if number < fair:
            return number % ways
        words += 1


class _Ways:
    """All ways to give groups to the tokens, counted from each state on."""

    def __init__(self, facts: Facts) -> None:
        self._tokens = sorted(facts.can)
        self._can = [sorted(facts.can[token]) for token in self._tokens]
        self._sums = facts.sums
        levels = self._levels()
        if levels is None:
            self._sums = ()
            levels = self._levels() or []
        last = {state: int(self._holds(state)) for state in levels[-1]}
        self._ways: list[Mapping[_State, int]] = [last]
        for index in reversed(range(len(self._tokens))):
            after = self._ways[0]
            ways = {
                state: sum(after[following] for _, following in self._steps(index, state))
                for state in levels[index]
            }
            self._ways.insert(0, ways)

    @property
    def _start(self) -> _State:
        return 0, (0,) * len(self._sums)

    @property
    def number(self) -> int:
        """How many there are."""
        return self._ways[0][self._start]

    def at(self, number: int) -> Mapping[int, int]:
        """One of them, by its number from 0."""
        if not 0 <= number < self.number:
            raise ValueError(f"there is no deal {number} of {self.number}")
        dealt, state = {}, self._start
        for index, token in enumerate(self._tokens):
            for group, following in self._steps(index, state):
                ways = self._ways[index + 1][following]
                if number < ways:
                    dealt[token], state = group, following
                    break
                number -= ways
        return dealt

    def _levels(self) -> list[set[_State]] | None:
        """The states after each number of tokens; None if they are too many with sums."""
        levels, total = [{self._start}], 1
        for index in range(len(self._tokens)):
            level: set[_State] = set()
            for state in levels[-1]:
                level.update(following for _, following in self._steps(index, state))
            total += len(level)
            if self._sums and total > MAX_STATES:
                return None
            levels.append(level)
        return levels

    def _steps(self, index: int, state: _State) -> Iterable[tuple[int, _State]]:
        """The groups that the next token can get, ascending, and where that leads."""
        token = self._tokens[index]
        given, so_far = state
        for group in self._can[index]:
            bit = 1 << group - 1
            if given & bit:
                continue
            sums = tuple(
                total + one.amounts[token][group - 1] if token in one.amounts else total
                for one, total in zip(self._sums, so_far, strict=True)
            )
            if all(total <= one.most for one, total in zip(self._sums, sums, strict=True)):
                yield group, (given | bit, sums)

    def _holds(self, state: _State) -> bool:
        return all(total >= one.least for one, total in zip(self._sums, state[1], strict=True))
