"""Every choice of losses weighed: what each side best loses in each state of a battle.

In a state the attacker's best chance and the defender's are the same number, for one side gains
what the other gives up (`engine.odds.losses`). A round is worth what its dice bring on average,
where the defender, who marks first (BG-8.14), takes the losses that leave the attacker least, and
the attacker then those that leave it most: the value of a stochastic game (Shapley, 1953), found
from its ends backwards.
"""

__all__ = ["LEFT_OPEN", "Blow", "BlowStep", "Weighing", "is_weighed"]

import operator
import random
from collections import defaultdict
from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

from engine.battles import Role
from engine.odds.combat import Combat, Exchange
from engine.odds.dice import Hits, Volley, combined
from engine.odds.opening import NOTHING
from engine.odds.standings import CombatState, Standing, Units
from engine.odds.walks import Ends

_LEAST = 1e-10
"""Hits less likely than this are left out; `Odds.error` counts them."""

_TAKEN, _IPC = 1e-4, 1e-8
"""What a territory and an IPC weigh against winning: too little to give up a chance for."""


class _Node(NamedTuple):
    """A state before a round.

    Attributes:
        state: how both sides stand.
        round: the number of the round; None where nothing depends on it.
        unseen: defending troops that cannot be hit in this round (DS-11), a bit for each.
    """

    state: CombatState
    round: int | None = None
    unseen: int = 0


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

_Answer = tuple[float, list[tuple[_Part, float]]]
"""What a choice is worth to the attacker, and what may follow it with which chance."""

_SAME = _Part(0.0, {}, 1.0)


_worth = operator.itemgetter(0)
"""What a part or an answer is worth."""


_CHOICES = 300_000
"""About so many choices are weighed in a second and a half."""

LEFT_OPEN = 40_000
"""With so many choices left, a larger battle begins to be weighed: there are many such states."""

_ROUNDS = 30
"""So many rounds up to a retreat are looked through one after the other."""


def is_weighed(combat: Combat, after: int | None = None) -> bool:
    """Whether losses leave a choice, and all choices are weighed in about a second."""
    rounds = 1 + (after or 0) + (after is not None or combat.retreats)
    few = rounds <= _ROUNDS and combat.choices * rounds <= _CHOICES
    return few and combat.leaves_choice


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


class Weighing:
    """The best losses in every state that a battle may come to.

    They are weighed as if the attacker went on to the end: it plays for the battle, until it gives
    it up.
    """

    def __init__(self, combat: Combat, after: int | None = None) -> None:
        self.combat = combat
        self._after = after
        retreats = after is not None or combat.retreats
        self._judge: Weighing = Weighing(combat.pressing()) if retreats else self
        self._moves: dict[_Node, _Move] = {}
        self._followed: defaultdict[int | None, dict[tuple[Standing, Standing], _Part]]
        self._followed = defaultdict(dict)

    def ends(self) -> Ends:
        """All ends of the battle and their chances, if both sides lose what is best."""
        return self._followed_to(self._opened(), Ends())

    def completed(self, walked: Ends) -> Ends:
        """All ends of a battle, if both sides lose what is best from where it was left open."""
        opened = {_Node(state): chance for state, chance in walked.open.items()}
        return self._followed_to(opened, Ends(dict(walked.chance), walked.rounds))

    def _followed_to(self, opened: Mapping[_Node, float], ends: Ends) -> Ends:
        """The ends, and all that follow these nodes."""
        reached: defaultdict[_Node, float] = defaultdict(float)
        for node, chance in opened.items():
            reached[node] += chance
            self._move(node)
        if self._judge is not self:
            self._expand(list(reached))
        for node in sorted(self._moves, key=self._place):
            chance, move = reached[node], self._moves[node]
            if not move.ways:
                ends.add(node.state, chance)
            ends.rounds += chance * move.rounds
            for then, share in move.ways.items():
                reached[then] += chance * share
        return ends

    def _expand(self, waiting: list[_Node]) -> None:
        """Work out all that may follow these nodes."""
        while waiting:
            ways = self._move(waiting.pop()).ways
            waiting += [then for then in ways if then not in self._moves]

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
        opened: defaultdict[_Node, float] = defaultdict(float)
        for start in self.combat.opened():
            counts = self._after is not None or start.unseen or self.combat.opening.is_supported
            opened[_Node(start.state, 1 if counts else None, start.unseen)] += start.chance
        return opened

    def best_loss(self, blow: Blow) -> Standing:
        """How the side that a blow strikes best stands after it."""
        began = self.combat.opening.under_way
        left = self.combat.defenders.less(began.defenders, blow.condemned)
        now = CombatState(began.attackers, left)
        fought = _Round(self, _Node(now, unseen=self.combat.opening.firing), began)
        best = fought.best_left if blow.role is Role.DEFENDER else fought.best_here
        standing = best(now, blow)
        self._followed[None].pop(now, None)
        return standing

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
        if combat.over(node.state, node.unseen):
            return _Move(self._score(node.state), {}, 0)
        began = combat.submerged(node.state)
        if combat.over(began, node.unseen):
            end = _Node(began, None, node.unseen)
            return _Move(self._move(end).worth, {end: 1.0}, 1)
        part = _Round(self, node, began).opens()
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
        counts = number is not None and self._after is not None and number < self._after
        after = number + 1 if number is not None and counts else None
        ways = {_Node(begun, after): p for p, begun in self.combat.searched_again(done)}
        if self._judge is self:
            worth = sum([self._move(then).worth * chance for then, chance in ways.items()])
        else:
            worth = self._judge.worth(state)
        part = _Part(worth, ways, 0.0)
        self._followed[number][state] = part
        return part

    def worth(self, state: CombatState) -> float:
        """What it is worth to the attacker if a round has left the sides so."""
        found = self.combat.searched_again(self.combat.finished(state))
        return sum([self._move(_Node(begun)).worth * chance for chance, begun in found])

    def unchanged(self, state: CombatState) -> _Part:
        """What follows a round in which nothing has changed: the same again, or a find (DS-10)."""
        again = self.combat.searched_again(state)
        if len(again) == 1:
            return _SAME
        ways = {_Node(begun): p for p, begun in again if begun != state}
        worth = sum([self._move(then).worth * chance for then, chance in ways.items()])
        return _Part(worth, ways, sum(p for p, begun in again if begun == state))


class _Round:
    """One round from a node, S1 to S5."""

    def __init__(self, weighing: Weighing, node: _Node, began: CombatState) -> None:
        self._weighing = weighing
        self._combat = weighing.combat
        self._number = node.round
        self._unseen = node.unseen
        self._leaving = weighing.combat.leaving(node.unseen)
        self._began = began
        self._fired: dict[tuple[CombatState, Units], _Part] = {}
        self._followed = weighing.followed(node.round)
        if node == _Node(began):
            self._followed[began] = weighing.unchanged(began)

    def opens(self) -> _Part:
        """Fire from next door and all that follows (WA-2)."""
        began, defenders = self._began, self._combat.defenders
        supports = self._number == 1
        volley = self._combat.opening.support(began, self._unseen) if supports else ()
        if not volley:
            return self._strikes(began, ())
        parts = []
        for hits, chance in combined(volley, _LEAST):
            choices = defenders.choices(began.defenders, hits)
            best = min((self._supported(left) for left in choices), key=_worth)
            parts.append((best, chance))
        return _mean(parts)

    def _supported(self, left: Standing) -> _Part:
        """What follows if fire from next door leaves the defenders so; what it hits still fires."""
        points = self._combat.defenders.hit_points
        condemned = tuple(map(int.__sub__, points(self._began.defenders), points(left)))
        return self._strikes(CombatState(self._began.attackers, left), condemned)

    def _strikes(self, before: CombatState, condemned: Units) -> _Part:
        """S2 and what follows."""
        combat, unseen = self._combat, self._unseen
        state = combat.dived_before_strikes(before, unseen, condemned)
        ways = combat.strikes(state, self._began, unseen, condemned)
        if not ways:
            return self._fires(state, condemned)
        return self._exchanges(state, ways, condemned, striking=True)

    def _fires(self, state: CombatState, condemned: Units) -> _Part:
        """S3 to S5, from where S2 has left the sides."""
        part = self._fired.get((state, condemned))
        if part is None:
            ways = self._combat.fires(state, self._began, self._unseen, condemned, NOTHING)
            part = self._exchanges(state, ways, condemned, striking=False)
            self._fired[state, condemned] = part
        return part

    def best_left(self, now: CombatState, blow: Blow) -> Standing:
        """How the defenders best stand after a blow, whatever the attackers take after it."""
        combat, condemned = self._combat, blow.condemned
        choices = combat.defenders.choices(now.defenders, blow.hits)
        if blow.step is BlowStep.SUPPORT:
            return min(choices, key=lambda left: self._supported(left).worth)
        if blow.step is BlowStep.STRIKE:
            reply = combat.attackers.choices(now.attackers, blow.replies)
            return min(choices, key=lambda left: self._answered(left, {reply: 1.0}, condemned)[0])
        ways = [  # the attackers have fired: none of them rolls again
            way._replace(state=CombatState(now.attackers, way.state.defenders))
            for way in combat.fires(now, self._began, self._unseen, condemned, NOTHING)
        ]
        fired = [(way, self._replies(way), way.chance) for way in ways]
        return min(
            choices,
            key=lambda left: sum(
                chance
                * self._met(way, replies, self._rolled(left, way), condemned, striking=False)[0]
                for way, replies, chance in fired
            ),
        )

    def best_here(self, now: CombatState, blow: Blow) -> Standing:
        """How the attackers best stand after a blow; the defenders' losses are known."""
        choices = self._combat.attackers.choices(now.attackers, blow.hits)
        left, condemned = now.defenders, None
        if blow.step is BlowStep.STRIKE:
            condemned = blow.condemned
        else:
            left = self._combat.dived(left, self._leaving)
        return max(choices, key=lambda here: self._next((here, left), condemned).worth)

    def _replies(self, way: Exchange, *, closing: bool = False) -> _Replies:
        """What fire at the attackers may leave them to choose; `closing` if no enemy is left."""
        attackers, standing = self._combat.attackers, way.state.attackers
        volley = attackers.at_those_here(standing, way.at_attackers)
        replies: _Replies = {}
        for hits, chance in combined(volley, _LEAST):
            reply = attackers.choices(standing, hits, closing=closing)
            replies[reply] = replies.get(reply, 0.0) + chance
        return replies

    def _met(
        self, way: Exchange, replies: _Replies, left: Standing, condemned: Units, *, striking: bool
    ) -> _Answer:
        """What a choice of the defenders is worth, once they are hit; who survives may dive away.

        `replies` are those to all of the defenders' fire.
        """
        combat = self._combat
        if striking:
            then = condemned
        else:
            then = None
            if self._leaving:
                answer = combat.answered(way, left, self._began, self._unseen, condemned)
                left = combat.dived(left, self._leaving)
                if answer != way.at_attackers:
                    way = way._replace(at_attackers=answer)
                    replies = self._replies(way)
        if not combat.defenders.present[left]:
            replies = self._replies(way, closing=True)
        return self._answered(left, replies, then)

    def _answered(self, left: Standing, replies: _Replies, condemned: Units | None) -> _Answer:
        """What it is worth if the defenders are left so, and what may follow."""
        parts = [(self._best(reply, left, condemned), share) for reply, share in replies.items()]
        return sum([part.worth * share for part, share in parts]), parts

    def _exchanges(
        self, before: CombatState, ways: list[Exchange], condemned: Units, *, striking: bool
    ) -> _Part:
        """The ways in which both sides fire, of which the defender knows only the attacker's dice.

        It marks its losses before its own dice are rolled, and so before any is rolled again.
        """
        alike: defaultdict[tuple[Standing, Volley], list[Exchange]] = defaultdict(list)
        for way in ways:
            alike[way.state.attackers, way.at_defenders].append(way)
        parts = [
            (
                self._exchange(before.defenders, some, condemned, striking=striking),
                sum(way.chance for way in some),
            )
            for some in alike.values()
        ]
        return parts[0][0] if len(parts) == 1 else _mean(parts)

    def _exchange(
        self, before: Standing, ways: list[Exchange], condemned: Units, *, striking: bool
    ) -> _Part:
        """Hits on both sides: the defender chooses its losses, and then the attacker."""
        defenders, whole = self._combat.defenders, sum(way.chance for way in ways)
        met = [(way, self._replies(way), way.chance / whole) for way in ways]
        volley = defenders.at_those_here(before, ways[0].at_defenders)
        choices: defaultdict[tuple[Standing, ...], float] = defaultdict(float)
        for hits, chance in combined(volley, _LEAST):
            choices[defenders.choices(before, hits)] += chance
        answers: dict[Standing, _Answer] = {}
        parts = []
        for standings, chance in choices.items():
            for left in standings:
                if left not in answers:
                    answers[left] = _mean_answer(
                        [
                            (
                                self._met(
                                    way,
                                    replies,
                                    self._rolled(left, way),
                                    condemned,
                                    striking=striking,
                                ),
                                share,
                            )
                            for way, replies, share in met
                        ]
                    )
            _, found = min([answers[left] for left in standings], key=_worth)
            parts += [(part, chance * share) for part, share in found]
        return _mean(parts)

    def _rolled(self, left: Standing, way: Exchange) -> Standing:
        """The defenders after losses, with what has used its reroll in this way (WE-1)."""
        defenders = self._combat.defenders
        there = defenders.present[way.state.defenders]
        for fresh, spent in defenders.spent.items():
            if there >> spent & 1 and defenders.present[left] >> fresh & 1:
                left = defenders.moved(left, fresh, spent)
        return left

    def _best(self, reply: tuple[Standing, ...], left: Standing, condemned: Units | None) -> _Part:
        """The best that the attacker can choose, once the defender has chosen."""
        first, *others = reply
        best = self._next((first, left), condemned)
        for here in others:
            part = self._next((here, left), condemned)
            if part.worth > best.worth:
                best = part
        return best

    def _next(self, sides: tuple[Standing, Standing], condemned: Units | None) -> _Part:
        """What follows when both sides have lost what they choose.

        `condemned` are the hit points that are lost besides and still fire; None after S4.
        """
        if condemned is not None:
            return self._fires(CombatState(*sides), condemned)
        part = self._followed.get(sides)
        return part or self._weighing.follow(CombatState(*sides), self._number)


def _mean_answer(answers: list[tuple[_Answer, float]]) -> _Answer:
    """What an answer is worth on average, and what may follow."""
    worth = sum([answer[0] * share for answer, share in answers])
    return worth, [(part, share * more) for answer, share in answers for part, more in answer[1]]


def _mean(parts: list[tuple[_Part, float]]) -> _Part:
    """What follows on average."""
    worth = same = 0.0
    ways: defaultdict[_Node, float] = defaultdict(float)
    for part, share in parts:
        worth += share * part.worth
        same += share * part.same
        for then, further in part.ways.items():
            ways[then] += share * further
    return _Part(worth, ways, same)
