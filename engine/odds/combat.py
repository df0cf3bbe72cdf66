"""The course of a battle between standings: its opening and one round (BG-8.4 to 8.22).

Chance is left open: a procedure says what is fired at each side. `walks` follows all that may come
of it, or one way that is drawn.
"""

__all__ = ["NOTHING", "Combat", "CombatState", "Salvoes"]

from typing import NamedTuple

from engine.battles import Role
from engine.odds.dice import Chances, Volley, added, chances
from engine.odds.encounter import Encounter, RetreatPolicy, SideOrders
from engine.odds.force import Force, Spread, Standing
from engine.odds.losses import loss_order
from engine.odds.survey import Flags, Survey


class CombatState(NamedTuple):
    """How both sides stand."""

    attackers: Standing
    defenders: Standing


Salvoes = tuple[Volley, Volley]
"""What is fired at the attackers and at the defenders at once."""

NOTHING: Chances = (1.0,)
"""No hit at all."""


class Combat:
    """A battle between two forces under their owners' orders.

    Attributes:
        attackers: the attacker's force.
        defenders: the other side's.
        musters: in which numbers the troops may meet.
        conquerors: the attacker's troops that take territory (BG-8.24), a bit for each.
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
        self.musters = survey.musters
        self._leaves_dropped = bool(self.attackers.dropped) and survey.leaves_dropped()

    # Before the first round

    def opened(self) -> list[tuple[CombatState, float]]:
        """What may stand when the first round begins: defenceless transports and AA (BG-8.8)."""
        starts = [
            (
                CombatState(
                    self.attackers.mustered(muster.attackers),
                    self.defenders.mustered(muster.defenders),
                ),
                muster.chance,
            )
            for muster in self.musters
        ]
        if self._survey.sea:
            return [(self._without_defenceless(state), chance) for state, chance in starts]
        return [
            (CombatState(standing, state.defenders), chance * p)
            for state, chance in starts
            for standing, p in self._shot_at(state.attackers)
        ]

    def _shot_at(self, standing: Standing) -> Spread:
        """How the attackers stand after anti-aircraft fire (BG-8.4)."""
        force = self.attackers
        flying = {i: t.count for i, t in enumerate(force.troops) if force.aircraft >> i & 1}
        spread: Spread = [(standing, 1.0)]
        if self._survey.guns and self._survey.low_luck:
            shots = self._chances([(self._survey.guns, sum(flying.values()), 1)])
            spread = [
                (force.shot_down(standing, hits, flying), chance)
                for hits, chance in enumerate(shots)
                if chance
            ]
        elif self._survey.guns:
            for i, number in flying.items():
                shots = self._chances([(self._survey.guns, number, 1)])
                spread = [
                    (after, p * chance)
                    for before, p in spread
                    for after, chance in force.hit(before, ((1 << i, shots),))
                ]
        return spread

    def bombardment(self) -> Chances:
        """The chances of hits before the first round; what is hit still fires (BG-8.5b)."""
        ships = self._survey.bombardment()
        return self._chances([(strength, dice, 1) for strength, dice in ships])

    def _chances(self, dice: list[tuple[int, int, int]]) -> Chances:
        return chances(dice, self._survey.sides, low_luck=self._survey.low_luck)

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

    def strikes(self, state: CombatState) -> Salvoes | None:
        """S2: the surprise strikes at attackers and defenders; None if there are none."""
        strikers = self._strikers(state)
        return self._salvoes(state, self.flags(state), *strikers) if any(strikers) else None

    def fires(self, state: CombatState, began: CombatState, bombs: Chances = NOTHING) -> Salvoes:
        """S3 to S5: the fire of all that have not struck, at attackers and defenders.

        `began` is how they stood after S1, when destroyers were counted; `bombs` are hits marked on
        the defenders before (BG-8.5b).
        """
        attacking, defending = self._strikers(began)
        at_attackers, at_defenders = self._salvoes(
            state,
            self.flags(began),
            self.attackers.everybody & ~attacking,
            self.defenders.everybody & ~defending,
        )
        if len(bombs) > 1:
            there = self.defenders.present[state.defenders]
            at_defenders = _together(at_defenders, there, bombs)
        return at_attackers, at_defenders

    def _strikers(self, state: CombatState) -> tuple[int, int]:
        """The troops of each side that strike in S2."""
        if not self._survey.sea:
            return 0, 0
        flags = self.flags(state)
        striking = [
            force.submarines & force.present[self._of(state, force.role)]
            if self._survey.surprise(force.role, flags)
            else 0
            for force in (self.attackers, self.defenders)
        ]
        return striking[0], striking[1]

    def _salvoes(self, state: CombatState, flags: Flags, attacking: int, defending: int) -> Salvoes:
        attackers, defenders = self.attackers, self.defenders
        here, there = attackers.present[state.attackers], defenders.present[state.defenders]
        return (
            defenders.volley(state.defenders, defending, flags, here),
            attackers.volley(state.attackers, attacking, flags, there),
        )

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

    def _going(self, present: int) -> int:
        """The attackers that may withdraw (BG-8.19, 8.20); beside paratroops alone nobody (R29)."""
        force = self.attackers
        here = present & ~force.landed
        on_foot = ~(force.aircraft | force.dropped | force.landed)
        if not here & force.dropped or here & on_foot:
            return here
        if self._leaves_dropped:
            return here & force.aircraft
        return here if force.everybody & on_foot else 0

    def over(self, state: CombatState) -> bool:
        """Whether a side has no unit left, or neither can hit anything (BG-8.22)."""
        if not self._both_left(state):
            return True
        flags = self.flags(state)
        here, there = (
            self.attackers.present[state.attackers],
            self.defenders.present[state.defenders],
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
        """Before a round's dice: the attacker's stay, as a way back is taken to be open."""
        roles = (Role.DEFENDER,) if self._survey.may_retreat else tuple(Role)
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
    """A volley on land with the hits of a bombardment, which may go to the same targets."""
    for aim, likely in volley:
        if aim == targets:
            return ((aim, added(likely, bombs)),)
    return ((targets, bombs),)
