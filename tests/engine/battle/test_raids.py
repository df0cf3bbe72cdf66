"""Strategic bombing raids (BG-8.2, 8.3, 7.14) and rockets (BG-4.2), in their place (BG-8.1)."""

import random

import pytest

from engine.battle.combat import NextBattle
from engine.battle.events import Bombed, ComplexDamaged, RocketsLaunched
from engine.battle.raids import Intercept, Interceptors, Launch, LaunchRockets
from engine.battles import BattleKind
from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.movement.declarations import Declare
from engine.movement.orders import Declaration
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.requests import Roll
from engine.turn import STEPS
from tests.engine.battle.field import Combat, battlefield
from tests.engine.position import asked, find, position, step

USA, JAPAN, GERMANY = Power("USA"), Power("Japan"), Power("Germany")
EAST, PLAINS = SpaceId("East"), SpaceId("Plains")


def declaring(units: str, **options: str) -> Game:
    """The USA about to declare."""
    game = position(units, phase=Phase.COMBAT_MOVE, options=options)
    return game.replace(stage=Stage.DECLARE)


def raid(territory: str, *pieces: int) -> Declaration:
    return Declaration(raid={SpaceId(territory): frozenset(map(PieceId, pieces))})


class TestBG714Targets:
    UNITS = "East: USA 2 bomber, fighter / Japan complex, infantry"

    def test_bombers_raid_a_complex_beneath_them(self) -> None:
        game = declaring(self.UNITS)
        assert Declare(USA).legal(game, raid("East", 1, 2))
        assert Declare(USA).legal(game, raid("East", 2))
        assert Declare(USA).legal(game, Declaration())

    def test_nothing_else_raids(self) -> None:
        with pytest.raises(Illegal, match="piece 3 cannot raid East"):
            Declare(USA).check(declaring(self.UNITS), raid("East", 1, 3))

    def test_the_target_has_an_enemy_complex(self) -> None:
        bare = declaring("East: USA bomber / Japan infantry")
        assert not Declare(USA).legal(bare, raid("East", 1))
        own = declaring("West: USA bomber, complex")
        assert not Declare(USA).legal(own, raid("West", 1))

    def test_an_empty_raid_is_left_out(self) -> None:
        assert not Declare(USA).legal(declaring(self.UNITS), raid("East"))
        for nowhere in ("Atlantis", "West", "SZ 4"):
            assert not Declare(USA).legal(declaring(self.UNITS), raid(nowhere))

    def test_all_choices_are_offered(self) -> None:
        raids = [answer.raid for answer in Declare(USA).candidates(declaring(self.UNITS))]
        assert raids == [{}, {EAST: {1}}, {EAST: {2}}, {EAST: {1, 2}}]

    def test_samples_come_to_raids_and_are_legal(self) -> None:
        game, draw = declaring(self.UNITS, interceptors="on"), random.Random(3)
        drawn = [Declare(USA).sample(game, draw) for _ in range(60)]
        assert all(Declare(USA).legal(game, answer) for answer in drawn)
        assert {frozenset(a.raid.get(EAST, ())) for a in drawn} >= {frozenset(), frozenset({1, 3})}


class TestBG81Order:
    def test_raids_come_first(self) -> None:
        combat = battlefield(
            "East: USA bomber / Japan complex\n"
            "SZ 3: USA destroyer / Japan destroyer\n"
            "Border: USA infantry / Japan infantry",
            raiding={"East": "bomber"},
            attacked=("SZ 3",),
        )
        combat.roll(3, why="bombs")
        assert isinstance(combat.request, NextBattle)

    def test_the_attacker_picks_the_order_of_raids(self) -> None:
        combat = battlefield(
            "East: USA bomber / Japan complex\nFort: USA bomber / Germany complex",
            raiding={"East": "bomber", "Fort": "bomber"},
        )
        assert isinstance(combat.request, NextBattle)
        combat.fight("Fort")
        combat.roll(2)
        assert combat.game.damage == {"Fort": 2}

    def test_bg_8_1b_undefended_territories_change_hands_after_the_raids(self) -> None:
        """The tank has entered; the complex beside it is still Japan's to be bombed."""
        combat = battlefield("East: USA bomber, tank / Japan complex", raiding={"East": "bomber"})
        combat.roll(4)
        assert combat.game.damage == {"East": 4}
        assert combat.game.control[EAST] == USA


class TestBG82Raid:
    def test_each_bomber_rolls_a_die_and_the_sum_is_damage(self) -> None:
        combat = battlefield("East: USA 2 bomber / Japan complex", raiding={"East": "2 bomber"})
        assert isinstance(combat.request, Roll)
        assert (combat.request.roller, combat.request.versus) == (USA, (JAPAN,))
        combat.roll(3, 5, why="bombs")
        assert combat.game.damage == {"East": 8}
        assert combat.seen(Bombed) == [Bombed(EAST, USA, (3, 5))]
        assert combat.seen(ComplexDamaged) == [ComplexDamaged(EAST, 8)]
        assert combat.is_over

    def test_damage_in_all_is_at_most_twice_the_value(self) -> None:
        """Plains is worth 3; five markers lie there already."""
        combat = battlefield(
            "Plains: USA bomber / Japan complex", raiding={"Plains": "bomber"}, damage={"Plains": 5}
        )
        combat.roll(6)
        assert combat.game.damage == {"Plains": 6}

    def test_a_gun_fires_at_each_bomber_first(self) -> None:
        combat = battlefield("East: USA 2 bomber / Japan complex, aa", raiding={"East": "2 bomber"})
        combat.roll(1, 4, why="anti-aircraft fire")
        assert combat.units("East", "USA") == "bomber"
        combat.roll(5, why="bombs")
        assert combat.game.damage == {"East": 5}

    def test_without_a_survivor_nothing_falls(self) -> None:
        combat = battlefield("East: USA bomber / Japan complex, aa", raiding={"East": "bomber"})
        combat.roll(1)
        assert combat.is_over
        assert combat.game.damage == {}

    def test_bombers_raid_or_fight_not_both(self) -> None:
        """One raids, one fights; the gun fires at each in its own place."""
        combat = battlefield(
            "East: USA 2 bomber, tank / Japan complex, aa, infantry", raiding={"East": "bomber"}
        )
        combat.roll(6, why="anti-aircraft fire")
        combat.roll(2, why="bombs")
        combat.roll(6, why="anti-aircraft fire")
        assert combat.attackers == (2, 3)

    def test_a_raid_alone_is_no_battle(self) -> None:
        combat = battlefield(
            "East: USA bomber / Japan complex, infantry", raiding={"East": "bomber"}
        )
        combat.roll(1)
        assert combat.is_over
        assert combat.units("East") == "bomber, complex, infantry"

    def test_defenders_do_not_fire_at_raiders(self) -> None:
        combat = battlefield(
            "East: USA bomber / Japan complex, 2 fighter", raiding={"East": "bomber"}
        )
        combat.roll(6, why="bombs")
        assert combat.is_over

    def test_raiders_have_fought(self) -> None:
        combat = battlefield("East: USA bomber / Japan complex", raiding={"East": "bomber"})
        combat.roll(1)
        assert combat.game.pieces[PieceId(1)].fought

    def test_income_does_not_change(self) -> None:
        combat = battlefield("East: USA bomber / Japan complex", raiding={"East": "bomber"})
        combat.roll(6)
        assert combat.game.treasury[JAPAN] == 30


class TestBG83Interceptors:
    UNITS = "East: USA bomber, 2 fighter / Japan complex, 2 fighter"

    def fought(self, raiding: str = "bomber, fighter", units: str = UNITS) -> Combat:
        return battlefield(units, raiding={"East": raiding}, options={"interceptors": "on"})

    def test_off_by_default(self) -> None:
        combat = battlefield(self.UNITS, raiding={"East": "bomber"})
        combat.roll(6, why="bombs")

    def test_escorts_are_declared_with_a_raid(self) -> None:
        assert not Declare(USA).legal(declaring(self.UNITS), raid("East", 1, 2))
        game = declaring(self.UNITS, interceptors="on")
        assert Declare(USA).legal(game, raid("East", 1, 2))
        with pytest.raises(Illegal, match="no bomber raids East"):
            Declare(USA).check(game, raid("East", 2))

    def test_everyone_hits_on_1(self) -> None:
        combat = self.fought()
        assert combat.request == Intercept(JAPAN)
        combat.answer(Interceptors(frozenset(find(combat.game, "East", "fighter", "Japan"))))
        assert combat.game.battle is not None
        assert combat.game.battle.kind is BattleKind.RAID
        assert {shot.strength for shot in combat.game.battle.volley} == {1}
        combat.roll(1, 2, 2, 2, why="interception")
        assert combat.units("East", "Japan") == "complex, fighter"
        combat.roll(6, why="bombs")

    def test_either_bombers_or_escorts_may_be_lost(self) -> None:
        combat = self.fought()
        combat.answer(Interceptors(frozenset(find(combat.game, "East", "fighter", "Japan"))))
        combat.roll(6, 6, 1, 6, why="interception")
        combat.lose("fighter")
        assert combat.units("East", "USA") == "bomber, fighter"

    def test_guns_fire_at_bombers_only_once_escorts_have_left(self) -> None:
        combat = self.fought(units=self.UNITS + ", aa")
        combat.answer(Interceptors(frozenset()))
        combat.roll(6, why="anti-aircraft fire")
        combat.roll(6, why="bombs")

    def test_escorts_do_not_fight_in_the_battle(self) -> None:
        combat = self.fought(units=self.UNITS + ", infantry")
        combat.answer(Interceptors(frozenset()))
        combat.roll(6, why="bombs")
        assert [combat.kind(piece) for piece in combat.attackers] == ["fighter"]

    def test_only_fighters_in_the_territory_intercept(self) -> None:
        combat = self.fought(units=self.UNITS + ", bomber\nPlains: Japan fighter")
        away, bomber = find(combat.game, "Plains", "fighter"), find(combat.game, "East", "bomber")
        for strangers in (away, bomber):
            with pytest.raises(Illegal, match="not one of your fighters"):
                combat.answer(Interceptors(frozenset(strangers)))

    def test_each_defending_power_decides(self) -> None:
        combat = self.fought(units=self.UNITS + " / Germany fighter")
        assert combat.request == Intercept(JAPAN)
        combat.answer(Interceptors(frozenset()))
        assert combat.request == Intercept(GERMANY)
        combat.answer(Interceptors(frozenset(find(combat.game, "East", "fighter", "Germany"))))
        combat.roll(6, 6, 6, why="interception")

    def test_interceptors_still_defend(self) -> None:
        combat = self.fought(units=self.UNITS + ", infantry")
        combat.answer(Interceptors(frozenset(find(combat.game, "East", "fighter", "Japan"))))
        combat.roll(6, 6, 6, 6, why="interception")
        combat.roll(6, why="bombs")
        assert len(combat.defenders) == 3

    def test_samples_are_legal(self) -> None:
        combat, draw = self.fought(), random.Random(5)
        decision = combat.request
        assert isinstance(decision, Intercept)
        drawn = [decision.sample(combat.game, draw) for _ in range(30)]
        assert all(decision.legal(combat.game, answer) for answer in drawn)
        assert {len(answer.pieces) for answer in drawn} == {0, 1, 2}
        assert len(list(decision.candidates(combat.game))) == 3


USA = Power("USA")
ROCKETS = {"USA": ["rockets"]}


def ready(units: str, damage: dict[str, int] | None = None, active: str = "USA") -> Game:
    """The beginning of the USA's Conduct combat."""
    game = position(
        units,
        active=active,
        phase=Phase.CONDUCT_COMBAT,
        breakthroughs=ROCKETS,
        damage=damage,
    )
    return game.replace(stage=Stage.ROCKETS)


def launch(**targets: str) -> Launch:
    return Launch({SpaceId(gun): SpaceId(target) for gun, target in targets.items()})


UNITS = "Prairie: USA aa\nPlains: Japan complex"


def test_d6_damage() -> None:
    after, events = step(ready(UNITS), launch(Prairie="Plains"), (4,))
    assert after.damage == {"Plains": 4}
    assert after.stage is Stage.CONDUCT_COMBAT
    assert ComplexDamaged(SpaceId("Plains"), 4) in events
    assert any(isinstance(event, RocketsLaunched) for event in events)


def test_under_the_cap_of_bg_8_2() -> None:
    after, _ = step(ready(UNITS, damage={"Plains": 4}), launch(Prairie="Plains"), (5,))
    assert after.damage == {"Plains": 6}


def test_within_three_spaces() -> None:
    """From West: Prairie, Border, Plains; East is a fourth."""
    game = ready("West: USA aa\nPlains: Japan complex\nEast: Japan complex")
    assert LaunchRockets(USA).legal(game, launch(West="Plains"))
    with pytest.raises(Illegal, match="no gun in West can hit a complex in East"):
        LaunchRockets(USA).check(game, launch(West="East"))


def test_over_sea_too_but_not_across_neutrals() -> None:
    """Isle, SZ 7, SZ 8, Atoll are three steps; Rock in SZ 9 is neutral and on no way."""
    game = ready("Isle: USA aa\nAtoll: Japan complex")
    assert LaunchRockets(USA).legal(game, launch(Isle="Atoll"))


def test_only_at_enemy_complexes() -> None:
    assert asked(ready("West: USA aa\nPrairie: USA complex")) is None
    assert asked(ready("West: USA aa\nPrairie: UK complex")) is None


def test_one_rocket_per_gun_territory() -> None:
    game = ready("Prairie: USA 3 aa\nPlains: Japan complex\nBorder: Japan complex")
    request = asked(game)
    assert request == LaunchRockets(USA)
    assert len(list(LaunchRockets(USA).candidates(game))) == 3


def test_one_rocket_per_complex() -> None:
    game = ready("Prairie: USA aa\nWest: USA aa\nPlains: Japan complex")
    with pytest.raises(Illegal, match="only one rocket"):
        LaunchRockets(USA).check(game, launch(Prairie="Plains", West="Plains"))


def test_each_die_is_for_its_gun() -> None:
    game = ready("Prairie: USA aa\nWest: USA aa\nPlains: Japan complex\nBorder: Japan complex")
    after, _ = step(game, launch(West="Border", Prairie="Plains"), (1, 3))
    assert after.damage == {"Plains": 1, "Border": 3}


def test_guns_may_stay_silent() -> None:
    after, events = step(ready(UNITS), launch())
    assert (after.damage, events) == ({}, ())


def test_nobody_launches_without_the_breakthrough() -> None:
    game = ready("Prairie: USA aa\nWest: USA complex\nPlains: Japan complex, aa", active="Japan")
    assert asked(game) is None


def test_samples_are_legal_and_of_every_kind() -> None:
    game = ready("Prairie: USA aa\nWest: USA aa\nPlains: Japan complex\nBorder: Japan complex")
    draw = random.Random(1)
    drawn = [LaunchRockets(USA).sample(game, draw) for _ in range(60)]
    assert all(LaunchRockets(USA).legal(game, answer) for answer in drawn)
    assert {len(answer.targets) for answer in drawn} == {0, 1, 2}


def test_the_dice_are_the_attackers_with_the_victim_first_against_them() -> None:
    game = ready("Prairie: USA aa\nPlains: Japan complex\nFort: Germany complex")
    playing = STEPS[game.stage](game)
    pause = next(playing)
    pause = playing.send((pause.game, launch(Prairie="Plains")))
    assert pause.request == Roll(USA, 1, 6, "rockets", (Power("Japan"),))
