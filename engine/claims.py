"""What the rules need to know about a secret without learning it.

A claim is made by the owner of face-down tokens. How it is justified (proved at once, or disclosed
at the end of the game) is the protocol's matter; the engine only names it. `check` is the
meaning of each claim: the one place where claims meet secrets.
"""

__all__ = [
    "Bound",
    "Claim",
    "Counted",
    "Elsewhere",
    "From",
    "Holds",
    "Present",
    "Shuffled",
    "check",
]

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import SpaceId
from engine.errors import Illegal
from engine.pieces import PieceId


@dataclass(frozen=True, slots=True)
class Holds:
    """This token holds this group: an opening (removal, discard)."""

    tag: ClassVar[str] = "holds"

    token: PieceId
    group: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The new tokens hold the same groups as the old ones, in an unknown order (SS-4.3a).

    Both lists are in ascending handle order and equally long. `place` is a sea zone, or a supply.
    The first shuffle of a power is that of its deck, whose i-th token holds group i for all to see
    (SS-0.8).

    Implements: SS-V3
    """

    tag: ClassVar[str] = "shuffled"

    place: SpaceId
    old: tuple[PieceId, ...]
    new: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Present:
    """Each of these groups is on one of these tokens (SS-1.3a, 3.4c, 4.1).

    Implements: SS-V4, SS-V5
    """

    tag: ClassVar[str] = "present"

    groups: tuple[int, ...]
    tokens: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class From:
    """This token is one of these pieces, old tokens of its last shuffle (SS-4.3b)."""

    tag: ClassVar[str] = "from"

    token: PieceId
    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """This token holds none of these groups: each is on one of these others (SS-6)."""

    tag: ClassVar[str] = "elsewhere"

    token: PieceId
    groups: tuple[int, ...]
    tokens: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """The amounts of these tokens sum to at least `least` and at most `most`."""

    place: SpaceId
    tokens: tuple[PieceId, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Counted:
    """The amounts that go with tokens keep each place within its bound (SS-0.8, 1.4).

    The amount of a token holding group g is max(1, added[g]) for `fresh` tokens and added[g] for
    `standing` ones; groups absent from `added` have 0. Each group that grows is on one of them.

    Implements: SS-V6
    """

    tag: ClassVar[str] = "counted"

    fresh: tuple[PieceId, ...]
    standing: tuple[PieceId, ...]
    added: Mapping[int, int]
    bounds: tuple[Bound, ...]


Claim = Holds | Shuffled | Present | From | Elsewhere | Counted


def check(claim: Claim, groups: Mapping[PieceId, int]) -> None:
    """Hold a claim against the secrets: `groups` is the group of every token it names.

    Made only by whoever holds the secrets: the owner before anything is sent, and the audit after
    disclosure.

    Raises:
        Illegal: the claim is false; `code` is the error code of SS-0.6.
    """
    match claim:
        case Holds(token, group):
            if groups[token] != group:
                raise Illegal(
                    "SS-0.5",
                    "token #{token} does not hold group {group}",
                    "NOT_PRESENT",
                    token=token,
                    group=group,
                )
        case Shuffled(place, old, new):
            if sorted(groups[t] for t in old) != sorted(groups[t] for t in new):
                raise Illegal(
                    "SS-4.3a",
                    "the tokens in {space} hold other groups after the shuffle than before",
                    "NOT_PRESENT",
                    space=place,
                )
        case Present(wanted, tokens):
            _on_these(wanted, tokens, groups, "SS-4.1")
        case Elsewhere(token, wanted):
            if groups[token] in wanted:
                raise Illegal(
                    "SS-6",
                    "token #{token} has received submarines that may have moved farther",
                    "NO_MOVEMENT",
                    token=token,
                )
        case From(token, pieces):
            if groups[token] not in {groups[piece] for piece in pieces}:
                raise Illegal(
                    "SS-4.3b",
                    "token #{token} is none of the pieces that may do this",
                    "NO_MOVEMENT",
                    token=token,
                )
        case Counted(fresh, standing, added, bounds):
            amounts = {t: max(1, added.get(groups[t], 0)) for t in fresh}
            amounts |= {t: added.get(groups[t], 0) for t in standing}
            for bound in bounds:
                total = sum(amounts[t] for t in bound.tokens)
                if not bound.least <= total <= bound.most:
                    raise Illegal(
                        "SS-1.4",
                        "{total} would be charged to {space}; it takes {least} to {most}",
                        "CAPACITY",
                        total=total,
                        space=bound.place,
                        least=bound.least,
                        most=bound.most,
                    )
            _on_these((g for g, n in added.items() if n), (*fresh, *standing), groups, "SS-1.3a")


def _on_these(
    wanted: Iterable[int], tokens: Iterable[PieceId], groups: Mapping[PieceId, int], rule: str
) -> None:
    missing = sorted(set(wanted) - {groups[token] for token in tokens})
    if missing:
        ", ".join(map(str, missing))
        raise Illegal(rule, "group {group} is not on these tokens", "NOT_PRESENT", group=missing[0])
