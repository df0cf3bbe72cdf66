"""What is remembered while losses are weighed: states, what follows them, and what it is worth."""

__all__ = [
    "UNDER_WAY",
    "Answer",
    "Blow",
    "BlowStep",
    "Known",
    "Move",
    "Node",
    "Part",
    "Replies",
    "Reply",
]

from collections import defaultdict
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from engine.battles import Role
from engine.odds.combat import Firing
from engine.odds.dice import Hits
from engine.odds.standings import CombatState, Standing, Units

UNDER_WAY = 0
"""The number of a round of which only the defenders' fire is left."""


class Node(NamedTuple):
    """A state before a round.

    Attributes:
        state: how both sides stand.
        round: the number of the round; None where nothing depends on it.
        unseen: defending troops that cannot be hit in this round (DS-11), a bit for each.
    """

    state: CombatState
    round: int | None = None
    unseen: int = 0


class Move(NamedTuple):
    """What a round comes to if both sides lose what is best.

    Attributes:
        worth: what the state before it is worth to the attacker.
        ways: the nodes that may follow, but for the same again, and how likely each is.
        rounds: how many rounds are fought until one of them follows.
    """

    worth: float
    ways: dict[Node, float]
    rounds: float


class Part(NamedTuple):
    """What may follow a choice: its worth, the nodes, and the chance of the same again.

    The same again has no worth yet: it is divided out.
    """

    worth: float
    ways: dict[Node, float]
    same: float


@dataclass(slots=True)
class Reply:
    """What dice may leave to the attackers to choose between, after S4.

    Attributes:
        choices: how they may stand.
        best: what follows the best of them, by how the defenders are left.
    """

    choices: tuple[Standing, ...]
    best: dict[Standing, Part] = field(default_factory=dict)


Replies = list[tuple[Reply, float]]
"""The choices that dice may leave to the attackers, and how likely they are."""


@dataclass(slots=True)
class Known:
    """What is known of rounds of one number.

    Attributes:
        followed: what follows, by how the sides are left.
        replies: what dice may leave to the attackers, by their choices.
        fired: what S3 to S5 come to and what follows, by who fires then, and under which flags;
            then by how the sides stand after S2.
    """

    followed: dict[tuple[Standing, Standing], Part] = field(default_factory=dict)
    replies: dict[tuple[Standing, ...], Reply] = field(default_factory=dict)
    fired: defaultdict[Firing, dict[tuple[CombatState, Units], Part]] = field(
        default_factory=lambda: defaultdict(dict)
    )


Answer = tuple[float, list[tuple[Part, float]]]
"""What a choice is worth to the attacker, and what may follow it with which chance."""


class BlowStep(Enum):
    """When hits are made that a side must take (BG-8.7)."""

    SUPPORT = auto()  # after S1, from next door (WA-2)
    STRIKE = auto()  # S2
    FIRE = auto()  # S3 at defenders, S4 at attackers


class Blow(NamedTuple):
    """Hits that a side must take at the start of a battle as it is forecast.

    Attributes:
        role: the side.
        step: when they were made.
        hits: what it must take.
        replies: what the attackers must then take, if that is known: hits of S2.
        condemned: hit points that the defenders have lost before, and still fire with (WA-2).
    """

    role: Role
    step: BlowStep
    hits: Hits
    replies: Hits
    condemned: Units = ()
