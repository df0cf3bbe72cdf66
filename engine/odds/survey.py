"""What the rules say of the units that meet, asked once and kept.

The questions are those that a battle asks (`engine.questions.battle`), put to the rules of the game
about one figure of each troop. So editions, options, breakthroughs and house rules that answer them
are in force here too; what house rules *do* at their points is not.
"""

__all__ = ["Flags", "Survey"]

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.battle.casualties import is_transport
from engine.battles import Battle, BattleKind, Role, Throw
from engine.game import Game
from engine.odds.dice import Dice
from engine.odds.encounter import Encounter, Muster, Troop
from engine.options import LOW_LUCK
from engine.pieces import Figure, PieceId, Pieces
from engine.units import Domain, Trait, UnitType

Flags = tuple[bool, bool]
"""`A_DD` and `D_DD` (BG-8.7)."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A troop and the figure that stands for each of its units."""

    troop: Troop
    figure: Figure
    unit: UnitType


class Survey:
    """The answers that one battle needs; a troop is named by its index on its side.

    Attributes:
        sea: whether it is a sea battle.
        sides: how many sides the dice have.
        low_luck: whether strengths are added up (R26).
        troops: those that fight, by side.
        units: their rows of the unit table.
        may_retreat: whether the attacker may retreat at all.
        guns: the highest result with which anti-aircraft fire hits; 0 without a gun.
        musters: in which numbers the troops may meet; one way, if nothing is hidden.
        spent: by side, the troop that a unit joins once it has used its reroll (WE-1).
        thresholds: the highest die that finds a defending troop, if it must be found (DS-8).
        firing: the defending troops that fire in this round though nobody has found them (DS-11), a
            bit for each.
        searchers: the attacker's troops that search, a bit for each.
        searched: whether they have done so before the first round.
        searches_again: whether they search in every round for what is not found (DS-10).
        marked: hit points that each defending troop has lost and still fires with, if only the
            defenders' fire is left of the round under way; else None.
    """

    def __init__(self, encounter: Encounter) -> None:
        game, space = encounter.game, encounter.space
        self._game = game
        self.sea = game.board.is_sea(space)
        self._sides: dict[Role, tuple[_Drawn, ...]] = {}
        self._surprise: dict[tuple[Role, Flags], bool] = {}
        self.told: dict[Role, int] = {}
        self.spent: dict[Role, dict[int, int]] = {}
        fighting: dict[Role, list[int]] = {}
        first = 1
        for role, troops in (
            (Role.ATTACKER, encounter.attackers),
            (Role.DEFENDER, encounter.defenders),
        ):
            drawn = self._drawn(troops, encounter, first)
            fights = [one.troop.count > 0 and self._fights(one) for one in drawn]
            fighting[role] = [number for number, able in enumerate(fights) if able]
            self._sides[role] = tuple(drawn[number] for number in fighting[role])
            self.told[role] = len(fighting[role])
            first += len(drawn)
            if role is Role.DEFENDER:
                self.guns = self._anti_air(one for one in drawn if one.troop.count)
        fleet = tuple(
            (
                (i, number),
                dataclasses.replace(
                    t, count=1, damaged=int(number < t.damaged), like=None if number else t.like
                ),
            )
            for i, t in enumerate(encounter.bombarding)
            for number in range(t.count)
        )
        self._ships = self._drawn((ship for _, ship in fleet), encounter, first)
        self._places = tuple(place for place, _ in fleet)
        landed = sum(one.troop.count for one in self._sides[Role.ATTACKER] if one.troop.landed)
        kind = BattleKind.ASSAULT if landed else BattleKind.LAND
        attackers = [one.figure for one in self._sides[Role.ATTACKER]]
        defenders = [one.figure for one in self._sides[Role.DEFENDER]]
        ships = [one.figure for one in self._ships]
        battle = Battle(
            space=space,
            kind=BattleKind.SEA if self.sea else kind,
            attacker=encounter.attackers[0].owner if encounter.attackers else game.active,
            attackers=tuple(figure.id for figure in attackers),
            defenders=tuple(figure.id for figure in defenders),
            landed=tuple(one.figure.id for one in self._sides[Role.ATTACKER] if one.troop.landed),
        )
        self._game = game.replace(pieces=Pieces((*attackers, *defenders, *ships)), battle=battle)
        self._supporting = encounter.supporting
        self._asked = game
        for role, side in self._sides.items():
            able = [i for i, one in enumerate(side) if game.rules.rerolls(self._game, one.figure)]
            self.spent[role] = {i: len(side) + number for number, i in enumerate(able)}
            self._sides[role] = (*side, *(side[i] for i in able))
        self.thresholds = {
            i: limit
            for i, one in enumerate(self._sides[Role.DEFENDER])
            if self.sea and (limit := game.rules.search_threshold(self._game, one.figure))
        }
        before = self._exposed()
        if self.sea:
            self._game = game.rules.found(self._game, battle.defenders)
        searched_for = sum(1 << i for i in self.thresholds)
        self.firing = self._exposed() & ~before & ~searched_for
        self.searchers = self._those(Role.ATTACKER, game.rules.may_search)
        self.searched = encounter.searched
        self.searches_again = self.sea and game.rules.searches_again(self._game)
        self.sides = game.rules.die_sides(self._game)
        self.low_luck = game.rules.option(LOW_LUCK)
        self.may_retreat = game.rules.may_retreat(self._game)
        self.troops = {role: tuple(one.troop for one in side) for role, side in self._sides.items()}
        self.units = {role: tuple(one.unit for one in side) for role, side in self._sides.items()}
        marked = encounter.marked
        self.marked = marked and self._in_order(Role.DEFENDER, marked, fighting)
        whole = Muster(
            1.0,
            tuple(troop.count for troop in encounter.attackers),
            tuple(troop.count for troop in encounter.defenders),
        )
        self.musters = tuple(
            Muster(
                muster.chance,
                self._in_order(Role.ATTACKER, muster.attackers, fighting),
                self._in_order(Role.DEFENDER, muster.defenders, fighting),
                muster.bombarding,
            )
            for muster in encounter.musters or (whole,)
        )

    def _in_order(
        self, role: Role, numbers: Sequence[int], fighting: Mapping[Role, Sequence[int]]
    ) -> tuple[int, ...]:
        """The numbers of the troops that fight; nobody has used a reroll yet."""
        return (*(numbers[i] for i in fighting[role]), *(0 for _ in self.spent[role]))

    def _drawn(
        self, troops: Iterable[Troop], encounter: Encounter, first: int
    ) -> tuple[_Drawn, ...]:
        drawn = []
        for number, troop in enumerate(troops, start=first):
            fresh = PieceId(encounter.game.next_id + number)
            figure = Figure(
                id=fresh if troop.like is None else troop.like,
                owner=troop.owner,
                kind=troop.kind,
                at=encounter.space,
                damaged=troop.damaged == troop.count,
            )
            unit = self._game.rules.unit_type(self._game, troop.owner, troop.kind)
            drawn.append(_Drawn(troop, figure, unit))
        return tuple(drawn)

    def _fights(self, one: _Drawn) -> bool:
        """BG-1.2, 8.1a."""
        domain = self._game.rules.domain(self._game, one.figure)
        if self.sea:
            return domain in (Domain.SEA, Domain.AIR)
        return domain in (Domain.LAND, Domain.AIR) and one.unit.is_combat_unit

    def _anti_air(self, defenders: Iterable[_Drawn]) -> int:
        if self.sea:
            return 0
        rules = self._game.rules
        return max(
            (
                rules.anti_air_strength(self._game, one.troop.owner)
                for one in defenders
                if rules.counts_as(self._game, one.figure, Trait.ANTI_AIR)
            ),
            default=0,
        )

    def _those(self, role: Role, holds: Callable[[Game, Figure], bool]) -> int:
        """The troops of a side of which something holds, a bit for each."""
        side = self._sides[role]
        return sum(1 << i for i, one in enumerate(side) if holds(self._game, one.figure))

    def _with(self, role: Role, trait: Trait) -> int:
        rules = self._game.rules
        return self._those(role, lambda game, figure: rules.counts_as(game, figure, trait))

    def submarines(self, role: Role) -> int:
        """A side's submarines, a bit for each troop."""
        return self._with(role, Trait.SUBMARINE)

    def divers(self, role: Role) -> int:
        """Those of them that may submerge where their side's may (BG-8.11)."""
        may_dive = self._game.rules.piece_may_submerge
        return self.submarines(role) & self._those(role, may_dive)

    def destroyers(self, role: Role) -> int:
        """A side's destroyers, a bit for each troop."""
        return self._with(role, Trait.DESTROYER)

    def aircraft(self, role: Role) -> int:
        """A side's aircraft, a bit for each troop."""
        domain = self._game.rules.domain
        return self._those(role, lambda game, figure: domain(game, figure) is Domain.AIR)

    def transports(self, role: Role) -> int:
        """A side's defenceless transports (BG-8.15), a bit for each troop."""
        return self._those(role, is_transport)

    def conquerors(self) -> int:
        """The attacker's land combat units (BG-8.24), a bit for each troop."""
        domain = self._game.rules.domain
        return (
            0
            if self.sea
            else self._those(
                Role.ATTACKER, lambda game, figure: domain(game, figure) is Domain.LAND
            )
        )

    def leaves_dropped(self) -> bool:
        """Whether aircraft may break off where only dropped infantry could withdraw (WP-4)."""
        game, units = self._game, self._game.rules.scenario.units
        dropped = [one.figure for one in self._sides[Role.ATTACKER] if one.troop.dropped]
        bomber = Figure(
            id=PieceId(max(game.pieces) + 1),
            owner=dropped[0].owner,
            kind=next(kind for kind in units if Trait.RAIDS in units[kind].traits),
            at=dropped[0].at,
        )
        game = game.with_pieces(bomber, *(one.replace(brought_by=bomber.id) for one in dropped))
        game = game.update_battle(attackers=tuple(one.id for one in dropped))
        return not game.rules.retreating_pieces(game)

    def supportable(self) -> int:
        """The attacker's troops that can be supported (BG-8.18), a bit for each."""
        return self._with(Role.ATTACKER, Trait.SUPPORTED)

    def supports(self, index: int) -> int:
        """How many units each unit of an attacking troop supports (BG-8.18)."""
        return self._game.rules.supports(self._game, self._sides[Role.ATTACKER][index].figure)

    def strength(
        self, role: Role, index: int, *, supported: bool = False, damaged: bool = False
    ) -> int:
        """The highest result with which a unit of a troop hits."""
        one = self._sides[role][index]
        helped = (one.figure.id,) if supported else ()
        game = self._game.update_battle(supported=helped)
        figure = one.figure.replace(damaged=damaged)
        return game.rules.strength(game, figure, one.troop.kind, role)

    def throw(self, role: Role, index: int) -> Throw:
        """The dice of a unit of a troop."""
        one = self._sides[role][index]
        return self._game.rules.throw(self._game, one.figure, one.troop.kind, role)

    def cost(self, role: Role, index: int) -> int:
        """IPC that a side keeps with a unit of a troop.

        None with an aircraft that needs no landing: it is lost after combat whatever it does.
        """
        one = self._sides[role][index]
        return one.unit.cost if self._game.rules.needs_landing(self._game, one.figure) else 0

    def power(self, role: Role, index: int) -> float:
        """How many hits a unit of a troop makes on average, unsupported."""
        throw = self.throw(role, index)
        hit = min(self.strength(role, index), self.sides) / self.sides
        return 1 - (1 - hit) ** throw.dice if throw.best else hit * throw.dice

    def reach(self, role: Role, index: int, flags: Flags) -> int:
        """The enemy troops that hits of a troop may go to (BG-8.10), a bit for each."""
        return self._reached(role, self._sides[role][index], flags)

    def _exposed(self) -> int:
        """The defending troops that any attacker can hit, a bit for each."""
        reached = 0
        for one in self._sides[Role.ATTACKER]:
            reached |= self._reached(Role.ATTACKER, one, (False, False))
        return reached

    def _reached(self, role: Role, one: _Drawn, flags: Flags) -> int:
        game = self._flagged(flags)
        return sum(
            1 << i
            for i, enemy in enumerate(self._sides[role.other])
            if game.rules.may_hit(game, role, one.troop.kind, enemy.figure)
        )

    def surprise(self, role: Role, flags: Flags) -> bool:
        """Whether a side's submarines strike in S2 (BG-8F)."""
        known = self._surprise.get((role, flags))
        if known is None:
            game = self._flagged(flags)
            known = self._surprise[role, flags] = game.rules.surprise_strike(game, role)
        return known

    def may_submerge(self, role: Role, flags: Flags) -> bool:
        """Whether a side's submarines may submerge in S1 (BG-8F)."""
        game = self._flagged(flags)
        return game.rules.side_may_submerge(game, role)

    def _flagged(self, flags: Flags) -> Game:
        return self._game.update_battle(attacker_destroyer=flags[0], defender_destroyer=flags[1])

    def divers_away(self) -> int:
        """The defending troops that may leave instead of firing (DS-12), a bit for each."""
        return self._those(Role.DEFENDER, self._game.rules.may_dive_away)

    def warships(self) -> int:
        """The attacker's sea units that are no submarines (DS-11), a bit for each troop."""
        sea = self._those(
            Role.ATTACKER, lambda game, figure: game.rules.domain(game, figure) is Domain.SEA
        )
        return sea & ~self.submarines(Role.ATTACKER)

    def support(self) -> tuple[tuple[Dice, ...], int]:
        """The dice that fire from next door, and the troops that they may hit (WA-2)."""
        game = self._game
        firing = [self._asked.pieces[piece] for piece in self._supporting]
        dice = [(game.rules.supporting_strength(self._asked, piece), 1, 1) for piece in firing]
        kinds = {kind for piece in firing for kind in game.rules.units_of(self._asked, piece)}
        targets = sum(
            1 << i
            for i, enemy in enumerate(self._sides[Role.DEFENDER])
            if any(game.rules.may_hit(game, Role.ATTACKER, kind, enemy.figure) for kind in kinds)
        )
        return tuple(one for one in dice if one[0]), targets

    def bombardment(self, muster: Muster) -> tuple[Dice, ...]:
        """The dice of the ships that bombard for those that land, strongest first (BG-8.5b)."""
        game, ships = self._game, muster.bombarding
        landed = sum(
            number
            for number, one in zip(muster.attackers, self._sides[Role.ATTACKER], strict=True)
            if one.troop.landed
        )
        ready = sorted(
            (
                (
                    game.rules.strength(game, one.figure, one.troop.kind, Role.ATTACKER),
                    game.rules.throw(game, one.figure, one.troop.kind, Role.ATTACKER).dice,
                    2 if game.rules.rerolls(game, one.figure) else 1,
                )
                for (troop, number), one in zip(self._places, self._ships, strict=True)
                if (not ships or number < ships[troop])
                and game.rules.counts_as(game, one.figure, Trait.BOMBARDS)
            ),
            reverse=True,
        )
        return tuple(ready[: game.rules.bombardment_limit(game, landed)])
