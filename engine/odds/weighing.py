"""Every choice of losses weighed: what each side best loses in each state of a battle.

In a state the attacker's best chance and the defender's are the same number, for one side gains
what the other gives up (`engine.odds.losses`). A round is worth what its dice bring on average,
where the defender, who marks first (BG-8.14), takes the losses that leave the attacker least, and
the attacker then those that leave it most: the value of a stochastic game (Shapley, 1953), found
from its ends backwards.
"""

__all__ = ["Blow", "Weighing", "is_weighed"]

import random
from collections import defaultdict
from typing import NamedTuple

from engine.battles import Role
from engine.odds.combat import NOTHING, Combat, CombatState
from engine.odds.dice import Hits, Volley, combined
from engine.odds.force import Standing
from engine.odds.walks import Ends

_LEAST = 1e-10
"""Hits less likely than this are left out; `Odds.error` counts them."""

_TAKEN, _IPC = 1e-4, 1e-8
"""What a territory and an IPC weigh against winning: too little to give up a chance for."""


class _Node(NamedTuple):
    """A state before a round; `round` is None where nothing depends on the number of the round."""

    state: CombatState
    round: int | None


class _Move(NamedTuple):
    """What a round comes to if both sides lose what is best.

    Attributes:
        worth: what the state before it is worth to the attacker.
        ways: the nodes that may follow, but for the same again, and how likely each is.
        rounds: how many rounds are fought until one of them follows.
    """

    worth: float
    ways: dict[_Node, float]
    rounds: float


class _Part(NamedTuple):
    """What may follow a choice: its worth, the nodes, and the chance of the same again.

    The same again has no worth yet: it is divided out.
    """

    worth: float
    ways: dict[_Node, float]
    same: float


_Replies = dict[tuple[Standing, ...], float]
"""The choices that dice may leave to the attackers, and how likely they are."""

_SAME = _Part(0.0, {}, 1.0)


_CHOICES = 100_000
"""About so many choices are weighed in some tenths of a second."""

_ROUNDS = 30
"""So many rounds up to a retreat are looked through one after the other."""


def is_weighed(combat: Combat, after: int | None = None) -> bool:
    """Whether losses leave a choice, and all choices are weighed in some tenths of a second."""
    rounds = 1 + (after or 0)
    few = rounds <= _ROUNDS and combat.choices * rounds <= _CHOICES
    return few and combat.leaves_choice and combat.plain


class Blow(NamedTuple):
    """Hits that a side must take at the start of a battle as it is forecast.

    Attributes:
        role: the side.
        hits: what it must take.
        replies: what the attackers must then take, if that is known: hits of S2.
        striking: whether these are hits of S2; else of S3 at defenders, of S4 at attackers.
    """

    role: Role
    hits: Hits
    replies: Hits
    striking: bool


class Weighing:
    """The best losses in every state that a battle may come to."""

    def __init__(self, combat: Combat, after: int | None = None) -> None:
        self.combat = combat
        self._after = after
        self._moves: dict[_Node, _Move] = {}
        self._followed: defaultdict[int | None, dict[tuple[Standing, Standing], _Part]]
        self._followed = defaultdict(dict)

    def ends(self) -> Ends:
        """All ends of the battle and their chances, if both sides lose what is best."""
        ends = Ends()
        reached: defaultdict[_Node, float] = defaultdict(float)
        for node, chance in self._opened().items():
            reached[node] += chance
            self._move(node)
        for node in sorted(self._moves, key=self._place):
            chance, move = reached[node], self._moves[node]
            if not move.ways:
                ends.add(node.state, chance)
            ends.rounds += chance * move.rounds
            for then, share in move.ways.items():
                reached[then] += chance * share
        return ends

    def draw_ends(self, trials: int, draw: random.Random) -> Ends:
        """The ends of so many battles whose rounds are drawn, if both sides lose what is best."""
        ends = Ends()
        opened = self._opened()
        for first in draw.choices(list(opened), list(opened.values()), k=trials):
            node, move = first, self._move(first)
            while move.ways:
                ends.rounds += move.rounds / trials
                (node,) = draw.choices(list(move.ways), list(move.ways.values()))
                move = self._move(node)
            ends.add(node.state, 1 / trials)
        return ends

    def _opened(self) -> dict[_Node, float]:
        number = None if self._after is None else 1
        opened: defaultdict[_Node, float] = defaultdict(float)
        for start in self.combat.opened():
            opened[_Node(start.state, number)] += start.chance
        return opened

    def best_loss(self, blow: Blow) -> Standing:
        """How the side that a blow strikes best stands after it."""
        start = CombatState(self.combat.attackers.start, self.combat.defenders.start)
        fought = _Round(self, _Node(start, None), start)
        left = fought.best_left(blow) if blow.role is Role.DEFENDER else fought.best_here(blow)
        self._followed[None].pop(start, None)
        return left

    def _place(self, node: _Node) -> tuple[float, int]:
        """Whatever follows a node has a greater place."""
        combat, state = self.combat, node.state
        points = combat.attackers.points[state.attackers] + combat.defenders.points[state.defenders]
        return float("inf") if node.round is None else node.round, -points

    def _move(self, node: _Node) -> _Move:
        found = self._moves.get(node)
        if found is None:
            found = self._moves[node] = self._fight(node)
        return found

    def _fight(self, node: _Node) -> _Move:
        combat = self.combat
        if combat.over(node.state):
            return _Move(self._score(node.state), {}, 0)
        began = combat.submerged(node.state)
        if combat.over(began):
            end = _Node(began, None)
            return _Move(self._move(end).worth, {end: 1.0}, 1)
        part = _Round(self, node, began).strikes()
        changed = 1 - part.same
        self._followed[node.round].pop(node.state, None)
        ways = {then: chance / changed for then, chance in part.ways.items()}
        return _Move(part.worth / changed, ways, 1 / changed)

    def _score(self, state: CombatState) -> float:
        """What an end is worth to the attacker: winning, then the territory, then IPC."""
        attackers, defenders = self.combat.attackers, self.combat.defenders
        here = attackers.present[state.attackers]
        won = bool(here) and not defenders.present[state.defenders]
        ipc = attackers.worth(state.attackers) - defenders.worth(state.defenders)
        return won + _TAKEN * bool(won and here & self.combat.conquerors) + _IPC * ipc

    def followed(self, number: int | None) -> dict[tuple[Standing, Standing], _Part]:
        """What is known to follow a round of this number that leaves the sides so."""
        return self._followed[number]

    def follow(self, state: CombatState, number: int | None) -> _Part:
        """What follows a round of this number that has left the sides so."""
        last = number is not None and number == self._after
        done = self.combat.finished(state, withdrawing=last)
        then = _Node(done, None if number is None or last else number + 1)
        part = _Part(self._move(then).worth, {then: 1.0}, 0.0)
        self._followed[number][state] = part
        return part


class _Round:
    """One round from a node, S2 to S5."""

    def __init__(self, weighing: Weighing, node: _Node, began: CombatState) -> None:
        self._weighing = weighing
        self._combat = weighing.combat
        self._number = node.round
        self._began = began
        self._fired: dict[CombatState, _Part] = {}
        self._followed = weighing.followed(node.round)
        if node == (began, None):
            self._followed[began] = _SAME

    def strikes(self) -> _Part:
        """S2 and what follows."""
        for struck in self._combat.strikes(self._began, self._began, 0, ()):
            volleys = struck.at_attackers, struck.at_defenders
            return self._exchange(self._began, volleys, striking=True)
        return self.fires(self._began)

    def fires(self, state: CombatState) -> _Part:
        """S3 to S5, from where S2 has left the sides."""
        part = self._fired.get(state)
        if part is None:
            (fired,) = self._combat.fires(state, self._began, 0, (), NOTHING)
            volleys = fired.at_attackers, fired.at_defenders
            part = self._fired[state] = self._exchange(state, volleys, striking=False)
        return part

    def best_left(self, blow: Blow) -> Standing:
        """How the defenders best stand after a blow, whatever the attackers take after it."""
        combat, state = self._combat, self._began
        if blow.striking:
            replies = {combat.attackers.choices(state.attackers, blow.replies): 1.0}
        else:
            (fired,) = combat.fires(state, state, 0, (), NOTHING)
            replies = self._replies(state, fired.at_attackers)
        choices = combat.defenders.choices(state.defenders, blow.hits)
        return min(
            choices, key=lambda left: self._answered(left, replies, striking=blow.striking)[0]
        )

    def best_here(self, blow: Blow) -> Standing:
        """How the attackers best stand after a blow; the defenders' losses are known."""
        choices = self._combat.attackers.choices(self._began.attackers, blow.hits)
        left = self._began.defenders
        return max(choices, key=lambda here: self._next((here, left), striking=blow.striking).worth)

    def _replies(self, state: CombatState, volley: Volley) -> _Replies:
        replies: _Replies = {}
        for hits, chance in combined(volley, _LEAST):
            reply = self._combat.attackers.choices(state.attackers, hits)
            replies[reply] = replies.get(reply, 0.0) + chance
        return replies

    def _answered(
        self, left: Standing, replies: _Replies, *, striking: bool
    ) -> tuple[float, list[tuple[_Part, float]]]:
        """What a choice of the defenders is worth, and what may follow it."""
        parts = [
            (self._best(reply, left, striking=striking), share) for reply, share in replies.items()
        ]
        return sum([part.worth * share for part, share in parts]), parts

    def _exchange(
        self, state: CombatState, volleys: tuple[Volley, Volley], *, striking: bool
    ) -> _Part:
        """Hits on both sides: the defender chooses its losses, and then the attacker."""
        replies = self._replies(state, volleys[0])
        choices: defaultdict[tuple[Standing, ...], float] = defaultdict(float)
        for hits, chance in combined(volleys[1], _LEAST):
            choices[self._combat.defenders.choices(state.defenders, hits)] += chance
        worth = same = 0.0
        ways: defaultdict[_Node, float] = defaultdict(float)
        for standings, chance in choices.items():
            total, parts = min(
                (self._answered(left, replies, striking=striking) for left in standings),
                key=lambda answered: answered[0],
            )
            worth += chance * total
            for part, share in parts:
                likely = chance * share
                same += likely * part.same
                for then, further in part.ways.items():
                    ways[then] += likely * further
        return _Part(worth, ways, same)

    def _best(self, reply: tuple[Standing, ...], left: Standing, *, striking: bool) -> _Part:
        """The best that the attacker can choose, once the defender has chosen."""
        first, *others = reply
        best = self._next((first, left), striking=striking)
        for here in others:
            part = self._next((here, left), striking=striking)
            if part.worth > best.worth:
                best = part
        return best

    def _next(self, sides: tuple[Standing, Standing], *, striking: bool) -> _Part:
        """What follows when both sides have lost what they choose."""
        if striking:
            return self.fires(CombatState(*sides))
        part = self._followed.get(sides)
        return part or self._weighing.follow(CombatState(*sides), self._number)
