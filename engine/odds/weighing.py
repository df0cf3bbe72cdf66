"""Every choice of losses weighed: what each side best loses in each state of a battle.

In a state the attacker's best chance and the defender's are the same number, for one side gains
what the other gives up (`engine.odds.losses`). A round is worth what its dice bring on average,
where the defender, who marks first (BG-8.14), takes the losses that leave the attacker least, and
the attacker then those that leave it most: the value of a stochastic game (Shapley, 1953), found
from its ends backwards.
"""

__all__ = ["CHOICES", "LEFT_OPEN", "Weighing", "is_weighed"]

import operator
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping

from engine.battles import Role
from engine.odds.combat import Combat, Exchange
from engine.odds.dice import Volley, combined
from engine.odds.opening import NOTHING
from engine.odds.prospects import (
    UNDER_WAY,
    Answer,
    Blow,
    BlowStep,
    Known,
    Move,
    Node,
    Part,
    Replies,
    Reply,
)
from engine.odds.standings import CombatState, Standing, Units
from engine.odds.walks import Ends

_LEAST = 1e-10
"""Hits less likely than this are left out; `Odds.error` counts them."""

_TAKEN, _IPC = 1e-4, 1e-8
"""What a territory and an IPC weigh against winning: too little to give up a chance for."""


_SAME = Part(0.0, {}, 1.0)


_worth = operator.itemgetter(0)
"""What a part or an answer is worth."""


CHOICES = 1_000_000
"""About so many choices are weighed in one to three seconds."""

LEFT_OPEN = 40_000
"""With so many choices left, a larger battle begins to be weighed: there are many such states."""

_ROUNDS = 30
"""So many rounds up to a retreat are looked through one after the other."""


def is_weighed(combat: Combat, after: int | None = None, most: int = CHOICES) -> bool:
    """Whether losses leave a choice, and there are at most so many choices to weigh."""
    rounds = 1 + (after or 0) + (after is not None or combat.retreats)
    few = rounds <= _ROUNDS and combat.choices * rounds <= most
    return few and combat.leaves_choice


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
        self._worths: dict[Node, float] = {}
        self._moves: dict[Node, Move] = {}
        self._known: defaultdict[tuple[int | None, bool], Known] = defaultdict(Known)

    def ends(self) -> Ends:
        """All ends of the battle and their chances, if both sides lose what is best."""
        return self._followed_to(self._opened(), Ends())

    def completed(self, walked: Ends) -> Ends:
        """All ends of a battle, if both sides lose what is best from where it was left open."""
        opened = {Node(state): chance for state, chance in walked.open.items()}
        return self._followed_to(opened, Ends(dict(walked.chance), walked.rounds))

    def _followed_to(self, opened: Mapping[Node, float], ends: Ends) -> Ends:
        """The ends, and all that follow these nodes."""
        reached: defaultdict[Node, float] = defaultdict(float)
        for node, chance in opened.items():
            reached[node] += chance
        found: Iterable[Node]
        if self._judge is self:
            for node in reached:
                self._worth(node)
            found = self._worths
        else:
            found = self._expanded(list(reached))
        for node in sorted(found, key=self._place):
            chance = reached[node]
            if not chance:
                continue
            move = self._move(node)
            if not move.ways:
                ends.add(node.state, chance)
            ends.rounds += chance * move.rounds
            for then, share in move.ways.items():
                reached[then] += chance * share
        return ends

    def _expanded(self, waiting: list[Node]) -> Iterable[Node]:
        """These nodes and all that may follow them."""
        for node in waiting:
            self._move(node)
        while waiting:
            ways = self._move(waiting.pop()).ways
            waiting += [then for then in ways if then not in self._moves]
        return self._moves

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

    def _opened(self) -> dict[Node, float]:
        opened: defaultdict[Node, float] = defaultdict(float)
        for start in self.combat.opened():
            counts = self._after is not None or start.unseen or self.combat.opening.is_supported
            number = 1 if counts else None
            if self.combat.marked is not None:
                number = UNDER_WAY
            opened[Node(start.state, number, start.unseen)] += start.chance
        return opened

    def best_loss(self, blow: Blow) -> Standing:
        """How the side that a blow strikes best stands after it."""
        began = self.combat.opening.under_way
        left = self.combat.defenders.less(began.defenders, blow.condemned)
        now = CombatState(began.attackers, left)
        node = Node(now, unseen=self.combat.opening.firing)
        fought = _Round(self, node, began, full=False)
        best = fought.best_left if blow.role is Role.DEFENDER else fought.best_here
        standing = best(now, blow)
        self.known(None, full=False).followed.pop(now, None)
        return standing

    def _place(self, node: Node) -> tuple[float, int]:
        """Whatever follows a node has a greater place."""
        combat, state = self.combat, node.state
        points = combat.attackers.points[state.attackers] + combat.defenders.points[state.defenders]
        return float("inf") if node.round is None else node.round, -points

    def _move(self, node: Node) -> Move:
        found = self._moves.get(node)
        if found is None:
            found = self._moves[node] = self._fight(node, full=True)
        return found

    def _worth(self, node: Node) -> float:
        found = self._worths.get(node)
        if found is None:
            found = self._worths[node] = self._fight(node, full=False).worth
        return found

    def _fight(self, node: Node, *, full: bool) -> Move:
        """One round from a node; what may follow it only if `full`."""
        combat = self.combat
        if node.round == UNDER_WAY:
            part = _Round(self, node, node.state, full=full).answers()
            return Move(part.worth, part.ways, 1)
        if combat.over(node.state, node.unseen):
            return Move(self._score(node.state), {}, 0)
        began = combat.submerged(node.state)
        if combat.over(began, node.unseen):
            end = Node(began, None, node.unseen)
            return Move(self._worth(end), {end: 1.0}, 1)
        part = _Round(self, node, began, full=full).opens()
        changed = 1 - part.same
        self.known(node.round, full=full).followed.pop(node.state, None)
        ways = {then: chance / changed for then, chance in part.ways.items()}
        return Move(part.worth / changed, ways, 1 / changed)

    def _score(self, state: CombatState) -> float:
        """What an end is worth to the attacker: winning, then the territory, then IPC."""
        attackers, defenders = self.combat.attackers, self.combat.defenders
        here = attackers.present[state.attackers]
        won = bool(here) and not defenders.present[state.defenders]
        ipc = attackers.worth(state.attackers) - defenders.worth(state.defenders)
        return won + _TAKEN * bool(won and here & self.combat.conquerors) + _IPC * ipc

    def known(self, number: int | None, *, full: bool) -> Known:
        """What is known of rounds of this number."""
        return self._known[number, full]

    def follow(self, state: CombatState, number: int | None, *, full: bool) -> Part:
        """What follows a round of this number that has left the sides so."""
        last = number is not None and number == self._after
        done = self.combat.finished(state, withdrawing=last)
        counts = number is not None and self._after is not None and number < self._after
        after = number + 1 if number is not None and counts else None
        ways = {Node(begun, after): p for p, begun in self.combat.searched_again(done)}
        if self._judge is self:
            worth = sum([self._worth(then) * chance for then, chance in ways.items()])
        else:
            worth = self._judge.worth(state)
        part = Part(worth, ways if full else {}, 0.0)
        self._known[number, full].followed[state] = part
        return part

    def worth(self, state: CombatState) -> float:
        """What it is worth to the attacker if a round has left the sides so."""
        found = self.combat.searched_again(self.combat.finished(state))
        return sum([self._worth(Node(begun)) * chance for chance, begun in found])

    def unchanged(self, state: CombatState, *, full: bool) -> Part:
        """What follows a round in which nothing has changed: the same again, or a find (DS-10)."""
        again = self.combat.searched_again(state)
        if len(again) == 1:
            return _SAME
        ways = {Node(begun): p for p, begun in again if begun != state}
        worth = sum([self._worth(then) * chance for then, chance in ways.items()])
        same = sum(p for p, begun in again if begun == state)
        return Part(worth, ways if full else {}, same)


class _Round:
    """One round from a node, S1 to S5."""

    def __init__(self, weighing: Weighing, node: Node, began: CombatState, *, full: bool) -> None:
        self._weighing = weighing
        self._combat = weighing.combat
        self._full = full
        self._number = node.round
        self._unseen = node.unseen
        self._leaving = weighing.combat.leaving(node.unseen)
        self._began = began
        self._fired: dict[tuple[CombatState, Units], Part] = {}
        known = weighing.known(node.round, full=full)
        self._known = known
        self._followed = known.followed
        if node == Node(began):
            self._followed[began] = weighing.unchanged(began, full=full)
        firing = self._combat.firing_after_strikes(began)
        self._shared = known.fired[firing] if node == Node(began) else {}

    def answers(self) -> Part:
        """S4 and S5 of a round in which the attackers have fired."""
        state = self._began
        ways = self._combat.answers(state, self._unseen)
        return self._exchanges(state, ways, self._combat.marked or (), striking=False)

    def opens(self) -> Part:
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

    def _supported(self, left: Standing) -> Part:
        """What follows if fire from next door leaves the defenders so; what it hits still fires."""
        points = self._combat.defenders.hit_points
        condemned = tuple(map(int.__sub__, points(self._began.defenders), points(left)))
        return self._strikes(CombatState(self._began.attackers, left), condemned)

    def _strikes(self, before: CombatState, condemned: Units) -> Part:
        """S2 and what follows."""
        combat, unseen = self._combat, self._unseen
        state = combat.dived_before_strikes(before, unseen, condemned)
        ways = combat.strikes(state, self._began, unseen, condemned)
        if not ways:
            return self._fires(state, condemned)
        return self._exchanges(state, ways, condemned, striking=True)

    def _fires(self, state: CombatState, condemned: Units) -> Part:
        """S3 to S5, from where S2 has left the sides."""
        alike = self._shared if state != self._began and not condemned else self._fired
        part = alike.get((state, condemned))
        if part is None:
            ways = self._combat.fires(state, self._began, self._unseen, condemned, NOTHING)
            part = self._exchanges(state, ways, condemned, striking=False)
            alike[state, condemned] = part
        return part

    def best_left(self, now: CombatState, blow: Blow) -> Standing:
        """How the defenders best stand after a blow, whatever the attackers take after it."""
        combat, condemned = self._combat, blow.condemned
        choices = combat.defenders.choices(now.defenders, blow.hits)
        if blow.step is BlowStep.SUPPORT:
            return min(choices, key=lambda left: self._supported(left).worth)
        if blow.step is BlowStep.STRIKE:
            reply = combat.attackers.choices(now.attackers, blow.replies)
            replies = [(Reply(reply), 1.0)]
            return min(choices, key=lambda left: self._answered(left, replies, condemned)[0])
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

    def _replies(self, way: Exchange, *, closing: bool = False) -> Replies:
        """What fire at the attackers may leave them to choose; `closing` if no enemy is left."""
        attackers, standing = self._combat.attackers, way.state.attackers
        volley = attackers.at_those_here(standing, way.at_attackers)
        found: dict[tuple[Standing, ...], float] = {}
        for hits, chance in combined(volley, _LEAST):
            choices = attackers.choices(standing, hits, closing=closing)
            found[choices] = found.get(choices, 0.0) + chance
        known = self._known.replies
        return [
            (known.get(choices) or known.setdefault(choices, Reply(choices)), chance)
            for choices, chance in found.items()
        ]

    def _met(
        self, way: Exchange, replies: Replies, left: Standing, condemned: Units, *, striking: bool
    ) -> Answer:
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

    def _answered(self, left: Standing, replies: Replies, condemned: Units | None) -> Answer:
        """What it is worth if the defenders are left so, and what may follow."""
        again = condemned is not None or left == self._began.defenders
        parts = [
            ((None if again else reply.best.get(left)) or self._best(reply, left, condemned), share)
            for reply, share in replies
        ]
        return sum([part.worth * share for part, share in parts]), parts

    def _exchanges(
        self, before: CombatState, ways: list[Exchange], condemned: Units, *, striking: bool
    ) -> Part:
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
    ) -> Part:
        """Hits on both sides: the defender chooses its losses, and then the attacker."""
        defenders, whole = self._combat.defenders, sum(way.chance for way in ways)
        met = [(way, self._replies(way), way.chance / whole) for way in ways]
        volley = defenders.at_those_here(before, ways[0].at_defenders)
        choices: defaultdict[tuple[Standing, ...], float] = defaultdict(float)
        for hits, chance in combined(volley, _LEAST):
            choices[defenders.choices(before, hits)] += chance
        answers: dict[Standing, Answer] = {}
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

    def _best(self, reply: Reply, left: Standing, condemned: Units | None) -> Part:
        """The best that the attacker can choose, once the defender has chosen."""
        best = max([self._next((here, left), condemned) for here in reply.choices], key=_worth)
        if condemned is None and left != self._began.defenders:
            reply.best[left] = best
        return best

    def _next(self, sides: tuple[Standing, Standing], condemned: Units | None) -> Part:
        """What follows when both sides have lost what they choose.

        `condemned` are the hit points that are lost besides and still fire; None after S4.
        """
        if condemned is not None:
            return self._fires(CombatState(*sides), condemned)
        part = self._followed.get(sides)
        return part or self._weighing.follow(CombatState(*sides), self._number, full=self._full)


def _mean_answer(answers: list[tuple[Answer, float]]) -> Answer:
    """What an answer is worth on average, and what may follow."""
    worth = sum([answer[0] * share for answer, share in answers])
    return worth, [(part, share * more) for answer, share in answers for part, more in answer[1]]


def _mean(parts: list[tuple[Part, float]]) -> Part:
    """What follows on average."""
    worth = same = 0.0
    ways: defaultdict[Node, float] = defaultdict(float)
    for part, share in parts:
        worth += share * part.worth
        same += share * part.same
        for then, further in part.ways.items():
            ways[then] += share * further
    return Part(worth, ways, same)
