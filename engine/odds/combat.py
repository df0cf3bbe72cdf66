"""The course of a battle between standings: its opening and one round (BG-8.4 to 8.22).

Chance is left open: a procedure says what is fired at each side. `walks` follows all that may come
of it, or one way that is drawn.
"""

__all__ = ["Combat", "Exchange", "Firing"]

import copy
from typing import NamedTuple

from engine.battles import Role
from engine.odds.dice import Chances, Volley, added
from engine.odds.encounter import Encounter, Muster, RetreatPolicy, SideOrders
from engine.odds.force import Force
from engine.odds.losses import loss_order
from engine.odds.opening import Opening, Start
from engine.odds.standings import CombatState, Standing, Units
from engine.odds.survey import Flags, Survey


class Exchange(NamedTuple):
    """One way in which both sides fire at once.

    Attributes:
        chance: how likely it is.
        state: how both stand then; nobody is hit yet.
        at_attackers: what is fired at the attackers.
        at_defenders: what is fired at the defenders.
    """

    chance: float
    state: CombatState
    at_attackers: Volley
    at_defenders: Volley


class Firing(NamedTuple):
    """Who fires in S3 to S5: those that have not struck in S2 (BG-8.7).

    Attributes:
        attackers: the attacking troops that may fire, a bit for each.
        defenders: the defending troops that may fire, a bit for each.
        flags: which side had a destroyer as the round began.
    """

    attackers: int
    defenders: int
    flags: Flags


class Combat:
    """A battle between two forces under their owners' orders.

    Attributes:
        attackers: the attacker's force.
        defenders: the other side's.
        conquerors: the attacker's troops that take territory (BG-8.24), a bit for each.
        opening: what comes before the first round, and into it.
        marked: hit points that each defending troop has lost and still fires with, if all that is
            left of the round under way is the defenders' fire; else None.
    """

    def __init__(
        self,
        encounter: Encounter,
        attacking: SideOrders,
        defending: SideOrders,
        retreat: RetreatPolicy,
    ) -> None:
        survey = Survey(encounter)
        self._survey = survey
        self._below = retreat.below
        self._orders = {Role.ATTACKER: attacking, Role.DEFENDER: defending}
        self.attackers = Force(survey, Role.ATTACKER, loss_order(survey, Role.ATTACKER, attacking))
        self.defenders = Force(survey, Role.DEFENDER, loss_order(survey, Role.DEFENDER, defending))
        self.conquerors = survey.conquerors()
        self.marked = survey.marked
        fires = not defending.submerges
        self.opening = Opening(survey, self.attackers, self.defenders, lets_fire=fires)
        self._divers_away = survey.divers_away() if survey.sea else 0
        self._leaves_dropped = bool(self.attackers.dropped) and survey.leaves_dropped()
        own = self.attackers
        self._on_foot = own.everybody & ~(own.aircraft | own.dropped | own.landed)
        self._way_back = bool(self._on_foot if encounter.way_back is None else encounter.way_back)

    @property
    def told_musters(self) -> tuple[Muster, ...]:
        """In which numbers the troops may meet."""
        sizes = len(self.attackers.told_troops), len(self.defenders.told_troops)
        return tuple(
            Muster(m.chance, m.attackers[: sizes[0]], m.defenders[: sizes[1]])
            for m in self._survey.musters
        )

    @property
    def choices(self) -> int:
        """About how many losses are to be weighed: those of every hit in every state."""
        return self.choices_from(CombatState(self.attackers.start, self.defenders.start))

    def choices_from(self, state: CombatState) -> int:
        """The same of the rest of the battle, from a state on."""
        return self.attackers.choices_from(state.attackers) * self.defenders.choices_from(
            state.defenders
        )

    @property
    def leaves_choice(self) -> bool:
        """Whether a side has losses to choose between, none of which is the best in every state."""
        return any(len(self.force(role).order.classes) > 1 for role in Role)

    @property
    def retreats(self) -> bool:
        """Whether the attacker withdraws once few of its units are left."""
        return self._below > 0

    def pressing(self) -> "Combat":
        """The same battle, if the attacker goes on to the end."""
        combat = copy.copy(self)
        combat._below = 0
        return combat

    def opened(self) -> list[Start]:
        """What may stand when the first round begins: search, transports, AA (BG-8.8, DS-8)."""
        starts = self.opening.starts()
        marked = self.marked
        if marked is not None:
            return [one._replace(state=self._less(one.state, marked)) for one in starts]
        if not self._survey.sea:
            return starts
        return [one._replace(state=self._without_defenceless(one.state)) for one in starts]

    def unfound(self) -> dict[CombatState, float]:
        """How all may stand if there is no battle, as nothing is found or fires, and how likely.

        Decoys, too, must be found before anybody knows that there is nothing to beat (DS-10).
        """
        concealed = self._survey.thresholds
        if not concealed or self.searches_again or len(concealed) < len(self.defenders.troops):
            return {}
        found: dict[CombatState, float] = {}
        for start in self.opened():
            state = start.state
            if self.defenders.present[state.defenders]:
                continue
            decoys = not any(self.defenders.left(state.defenders))
            missed = self.opening.chance_to_miss_all(state) if decoys else 1.0
            found[state] = found.get(state, 0.0) + start.chance * missed
        return found

    def _less(self, state: CombatState, marked: Units) -> CombatState:
        return CombatState(state.attackers, self.defenders.less(state.defenders, marked))

    # A round

    def flags(self, state: CombatState) -> Flags:
        """S0: which side has a destroyer in the battle (BG-8.9)."""
        attackers, defenders = self.attackers, self.defenders
        return (
            bool(attackers.present[state.attackers] & attackers.destroyers),
            bool(defenders.present[state.defenders] & defenders.destroyers),
        )

    def submerged(self, state: CombatState) -> CombatState:
        """S1: submarines submerge if they are to, and what that leaves defenceless is lost."""
        if not self._survey.sea:
            return state
        flags = self.flags(state)
        for role in Role:
            force, enemy = self.force(role), self.force(role.other)
            divers = force.divers & force.present[self._of(state, role)]
            if (
                self._orders[role].submerges
                and divers
                and enemy.present[self._of(state, role.other)]
                and self._survey.may_submerge(role, flags)
            ):
                state = self._with(state, role, force.submerged(self._of(state, role), divers))
        return self._without_defenceless(state)

    def strikes(
        self, state: CombatState, began: CombatState, unseen: int, condemned: Units
    ) -> list[Exchange]:
        """S2: the ways in which both sides strike by surprise; none if nobody does.

        Args:
            state: how both sides stand.
            began: how they stood after S1, when destroyers were counted.
            unseen: defending troops that cannot be hit.
            condemned: hit points of the defenders that are as good as lost.
        """
        strikers = self._strikers(began)
        flags = self.flags(began)
        return self._exchanges(state, flags, strikers, unseen, condemned) if any(strikers) else []

    def fires(
        self, state: CombatState, began: CombatState, unseen: int, condemned: Units, bombs: Chances
    ) -> list[Exchange]:
        """S3 to S5: the ways in which all fire that have not struck; as for `strikes`.

        `bombs` are hits marked on the defenders before (BG-8.5b).
        """
        return self._fired(state, began, unseen, condemned, bombs, attacks=True)

    def answers(self, state: CombatState, unseen: int) -> list[Exchange]:
        """S4 and S5 of the round under way, in which the attackers have fired; as for `strikes`."""
        marked = self.marked or ()
        return self._fired(state, state, unseen, marked, (1.0,), attacks=False)

    def _fired(
        self,
        state: CombatState,
        began: CombatState,
        unseen: int,
        condemned: Units,
        bombs: Chances,
        *,
        attacks: bool,
    ) -> list[Exchange]:
        attacking, defending, flags = self.firing_after_strikes(began)
        attacking = attacking if attacks else 0
        firing = attacking, defending & ~self.leaving(unseen)
        ways = self._exchanges(state, flags, firing, unseen, condemned)
        if len(bombs) == 1:
            return ways
        there = self.defenders.targets(state.defenders)
        return [
            way._replace(at_defenders=_together(way.at_defenders, there, bombs)) for way in ways
        ]

    def firing_after_strikes(self, began: CombatState) -> Firing:
        """Who fires in S3 to S5 of a round that began so."""
        attacking, defending = self._strikers(began)
        flags = self.flags(began)
        everybody = self.attackers.everybody, self.defenders.everybody
        return Firing(everybody[0] & ~attacking, everybody[1] & ~defending, flags)

    def leaving(self, unseen: int) -> int:
        """The defending troops that dive away when their dice come up (DS-12), a bit for each."""
        dives = self._orders[Role.DEFENDER].submerges
        return self._divers_away & ~unseen if dives else 0

    def answered(
        self, fired: Exchange, hit: Standing, began: CombatState, unseen: int, condemned: Units
    ) -> Volley:
        """The fire of the defenders once theirs are hit, where some of them would dive away.

        Only survivors give up their dice (DS-12): those that were hit fire before they are removed.

        Args:
            fired: in which those that would dive away do not fire.
            hit: the defenders after the hits of it.
            began: how both sides stood after S1.
            unseen: defending troops that cannot be hit.
            condemned: hit points of the defenders that are as good as lost.
        """
        leaving, force = self.leaving(unseen), self.defenders
        before = fired.state.defenders
        lost = tuple(
            points - left if leaving >> i & 1 else 0
            for i, (points, left) in enumerate(
                zip(force.hit_points(before), force.hit_points(hit), strict=True)
            )
        )
        if not any(lost):
            return fired.at_attackers
        staying, flags = self.dived(before, leaving), self.flags(began)
        _, striking = self._strikers(began)
        firing = force.everybody & ~striking
        here = self.attackers.targets(fired.state.attackers)
        if fired.at_attackers == force.volley(before, firing & ~leaving, flags, here, condemned):
            both = tuple(map(int.__add__, condemned, lost)) if condemned else lost
            return force.volley(staying, firing, flags, here, both)
        aims = dict(fired.at_attackers)
        for aim, likely in force.volley(staying, firing & leaving, flags, here, lost):
            aims[aim] = added(aims[aim], likely) if aim in aims else likely
        return tuple(sorted(aims.items()))

    def dived_before_strikes(
        self, state: CombatState, unseen: int, condemned: Units
    ) -> CombatState:
        """The state after defenders that would strike in S2 have dived away instead (DS-12)."""
        leaving = self.leaving(unseen)
        if not leaving:
            return state
        _, striking = self._strikers(state)
        here, flags = self.attackers.present[state.attackers], self.flags(state)
        force = self.defenders
        if not force.volley(state.defenders, striking, flags, here, condemned):
            return state
        return CombatState(state.attackers, self.dived(state.defenders, striking & leaving))

    def dived(self, defenders: Standing, troops: int) -> Standing:
        """The defenders after these of them have left the battle."""
        here = troops & self.defenders.present[defenders]
        return self.defenders.submerged(defenders, here) if here else defenders

    def _strikers(self, state: CombatState) -> tuple[int, int]:
        """The troops of each side that strike in S2, also as what they are after a reroll."""
        if not self._survey.sea:
            return 0, 0
        flags = self.flags(state)
        striking = [
            force.with_spent(force.submarines & force.present[self._of(state, force.role)])
            if self._survey.surprise(force.role, flags)
            else 0
            for force in (self.attackers, self.defenders)
        ]
        return striking[0], striking[1]

    def _exchanges(
        self,
        state: CombatState,
        flags: Flags,
        firing: tuple[int, int],
        unseen: int,
        condemned: Units,
    ) -> list[Exchange]:
        attackers, defenders = self.attackers, self.defenders
        here = attackers.targets(state.attackers)
        there = defenders.targets(state.defenders) & ~unseen
        return [
            Exchange(
                left.chance * right.chance,
                CombatState(left.shooters, right.shooters),
                right.volley,
                left.volley,
            )
            for left in attackers.shots(state.attackers, firing[0], flags, there)
            for right in defenders.shots(state.defenders, firing[1], flags, here, condemned)
        ]

    # After a round

    def finished(self, state: CombatState, *, withdrawing: bool = False) -> CombatState:
        """S6 and S7: defenceless transports are lost; the attacker withdraws if it is to."""
        if not withdrawing and not self._survey.sea and not self._below:
            return state
        state = self._defenceless(state, Role.DEFENDER)
        force = self.attackers
        few = force.count(state.attackers) < self._below
        if (withdrawing or few) and self._survey.may_retreat and self._both_left(state):
            going = self._going(force.present[state.attackers])
            state = self._with(state, Role.ATTACKER, force.retreated(state.attackers, going))
        return self._defenceless(state, Role.ATTACKER)

    @property
    def searches_again(self) -> bool:
        """Whether what is not found is searched for in every round (DS-10)."""
        return self._survey.searches_again and bool(self._survey.thresholds)

    def searched_again(self, state: CombatState) -> list[tuple[float, CombatState]]:
        """How the next round may begin where the last has left the sides so, and how likely.

        Whoever still hides is searched for, if that goes on (DS-10) and the battle does.
        """
        if not self.defenders.hiding[state.defenders] or self.over(state):
            return [(1.0, state)]
        return self.opening.searched_again(state)

    def _going(self, present: int) -> int:
        """The attackers that may withdraw, if any (BG-8.19, 8.20); units from the sea never.

        Aircraft may do so alone where nothing stays that could withdraw (R29).
        """
        force = self.attackers
        here = present & ~force.landed
        if self._leaves_dropped and not here & self._on_foot:
            return here & force.aircraft
        return here if self._way_back or not here & ~force.aircraft else 0

    def over(self, state: CombatState, unseen: int = 0) -> bool:
        """Whether a side has no unit left, or neither can hit anything (BG-8.22).

        `unseen` are defending troops that cannot be hit.
        """
        if not self._both_left(state):
            return True
        flags = self.flags(state)
        here, there = (
            self.attackers.present[state.attackers],
            self.defenders.present[state.defenders] & ~unseen,
        )
        return not (
            self.attackers.can_hit(state.attackers, flags, there)
            or self.defenders.can_hit(state.defenders, flags, here)
        )

    def _both_left(self, state: CombatState) -> bool:
        return bool(
            self.attackers.present[state.attackers] and self.defenders.present[state.defenders]
        )

    def _without_defenceless(self, state: CombatState) -> CombatState:
        """Before a round's dice; the attacker's stay as long as they may withdraw."""
        open_to = self._survey.may_retreat and self._way_back
        roles = (Role.DEFENDER,) if open_to else tuple(Role)
        return self._defenceless(state, *roles)

    def _defenceless(self, state: CombatState, *roles: Role) -> CombatState:
        """BG-8.17."""
        for role in roles:
            force, enemy = self.force(role), self.force(role.other)
            side, enemies = self._of(state, role), self._of(state, role.other)
            transports = force.present[side] & force.transports
            others = force.present[side] & ~force.transports
            hunted = not others & ~force.submarines and not (
                enemy.present[enemies] & ~enemy.aircraft
            )
            if (
                transports
                and (not others or hunted)
                and enemy.can_hit(enemies, self.flags(state), transports)
            ):
                state = self._with(state, role, force.without(side, transports))
        return state

    def force(self, role: Role) -> Force:
        """One side."""
        return self.attackers if role is Role.ATTACKER else self.defenders

    def _of(self, state: CombatState, role: Role) -> Standing:
        return state.attackers if role is Role.ATTACKER else state.defenders

    def _with(self, state: CombatState, role: Role, standing: Standing) -> CombatState:
        if role is Role.ATTACKER:
            return CombatState(standing, state.defenders)
        return CombatState(state.attackers, standing)


def _together(volley: Volley, targets: int, bombs: Chances) -> Volley:
    """A volley on land with the hits of a bombardment."""
    aims = dict(volley)
    aims[targets] = added(aims[targets], bombs) if targets in aims else bombs
    return tuple(sorted(aims.items()))
