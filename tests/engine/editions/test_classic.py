"""Where the Classic edition differs: the paragraphs [CL], rule by rule, on the small world."""

import random
from typing import Any

import pytest

from engine.battle.events import Retreated
from engine.battle.raids import Launch, LaunchRockets
from engine.battle.retreat import Retreat
from engine.board import Power, Side, SpaceId
from engine.capture import capture
from engine.charts import Breakthrough
from engine.economy.mobilize import Mobilization, Placement, capacity
from engine.economy.research import Hire
from engine.editions.classic import CashBombed, Withdrawal, WithdrawSubmarines
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import Instructions, Standing
from engine.loading import builtin, edition
from engine.movement.orders import Unload
from engine.phases import Phase, Stage
from engine.requests import Instructed, Roll
from engine.scenario import Capitals, Income, Scenario
from engine.setup import new_game
from engine.units import Kind
from engine.validate import validate
from engine.victory import victory
from tests.engine.battle.field import Combat, battlefield
from tests.engine.movement.drill import combat_move, illegal, noncombat_move
from tests.engine.position import asked, laboratory, position, step, world

EDITION = ('edition = "anniversary"', 'edition = "classic"')
CLASSIC = world(EDITION)


def sea_battle(units: str) -> Combat:
    return battlefield(f"SZ 3: {units}", attacked=("SZ 3",), scenario=CLASSIC)


class TestTable:
    def test_bg_6_units(self) -> None:
        table = {
            kind: (unit.cost, unit.attack, unit.defence, unit.move, unit.hits)
            for kind, unit in edition("classic").items()
        }
        assert table == {
            "infantry": (3, 1, 2, 1, 1),
            "tank": (5, 3, 2, 2, 1),
            "aa_gun": (5, 0, 0, 1, 1),
            "complex": (15, 0, 0, 0, 1),
            "fighter": (12, 3, 4, 4, 1),
            "bomber": (15, 4, 1, 6, 1),
            "submarine": (8, 2, 2, 2, 1),
            "transport": (8, 0, 1, 2, 1),
            "carrier": (18, 1, 3, 2, 1),
            "battleship": (24, 4, 4, 2, 1),
        }


class TestMovement:
    def test_bg_1_3_and_7_3_every_enemy_sea_unit_stops_ships(self) -> None:
        for enemy in ("submarine", "transport", "battleship"):
            drill = combat_move(f"SZ 1: USA battleship\nSZ 2: Japan {enemy}", scenario=CLASSIC)
            with illegal(drill, "BG-7.3"):
                drill.move("SZ 1: battleship", "SZ 2", "SZ 3")

    def test_bg_7_3_and_must_be_fought(self) -> None:
        drill = combat_move("SZ 1: USA battleship\nSZ 2: Japan submarine", scenario=CLASSIC)
        drill.move("SZ 1: battleship", "SZ 2")
        drill.done()
        assert drill.is_over, "nothing is left to declare"
        assert drill.game.record.attacked == {"SZ 2"}

    def test_bg_7_4_submarines_stop_like_other_ships(self) -> None:
        drill = combat_move("SZ 1: USA submarine\nSZ 2: Japan transport", scenario=CLASSIC)
        with illegal(drill, "BG-7.4"):
            drill.move("SZ 1: submarine", "SZ 2", "SZ 3")
        drill.move("SZ 1: submarine", "SZ 2")
        drill.done()
        assert drill.game.record.attacked == {"SZ 2"}

    def test_bg_9_1_and_do_not_slip_in_after_combat(self) -> None:
        drill = noncombat_move("SZ 1: USA submarine\nSZ 2: Japan transport", scenario=CLASSIC)
        with illegal(drill, "BG-9.1"):
            drill.move("SZ 1: submarine", "SZ 2")

    def test_bg_7_2_r14_tanks_blitz_past_guns_and_complexes(self) -> None:
        drill = combat_move(
            "Prairie: USA tank\nBorder: Japan aa_gun, complex\nPlains: Japan infantry",
            scenario=CLASSIC,
        )
        drill.move("Prairie: tank", "Border", "Plains")
        assert drill.game.control[SpaceId("Border")] == "USA"
        assert drill.units("Border", "USA") == "aa_gun, complex"

    def test_bg_7_2_but_not_past_a_soldier(self) -> None:
        drill = combat_move("Prairie: USA tank\nBorder: Japan aa_gun, infantry", scenario=CLASSIC)
        with illegal(drill, "BG-7.2"):
            drill.move("Prairie: tank", "Border", "Plains")

    def test_bg_7_9_two_infantry_or_one_other_unit(self) -> None:
        units = "West: USA 3 infantry, tank, aa_gun\nSZ 2: USA transport"
        for cargo in ("infantry", "2 infantry", "tank", "aa_gun"):
            drill = noncombat_move(units, scenario=CLASSIC)
            drill.load("SZ 2: transport", f"West: {cargo}")
        for cargo in ("infantry, tank", "3 infantry", "tank, aa_gun"):
            drill = noncombat_move(units, scenario=CLASSIC)
            with illegal(drill, "BG-7.9"):
                drill.load("SZ 2: transport", f"West: {cargo}")

    def test_bg_7_9_r11_cargo_is_split_over_two_territories_after_combat(self) -> None:
        units = "SZ 2: USA transport, 2 infantry\n"
        drill = noncombat_move(units, scenario=CLASSIC)
        drill.unload("SZ 2: infantry", "West")
        drill.unload("SZ 2: infantry", "Prairie")
        assert drill.units("West") == drill.units("Prairie") == "infantry"

    def test_bg_7_9_but_lands_in_one_in_an_assault(self) -> None:
        units = "SZ 3: USA transport, 2 infantry\nBorder: Japan infantry\nPlains: Japan infantry"
        drill = combat_move(units, scenario=CLASSIC)
        drill.give(Unload(frozenset(drill.pick("SZ 3: infantry", aboard=True)), SpaceId("Border")))
        with illegal(drill, "BG-7.9"):
            second = drill.pick("SZ 3: 2 infantry", aboard=True)[1]
            drill.give(Unload(frozenset({second}), SpaceId("Plains")))


class TestSeaBattle:
    def test_bg_8_12_only_attacking_submarines_fire_first(self) -> None:
        combat = sea_battle("USA 2 submarine / Japan 2 submarine")
        combat.roll(1, 6, why="surprise strikes")
        combat.roll(6, why="defenders fire")
        assert combat.units("SZ 3", "Japan") == "submarine"

    def test_bg_8_12_aircraft_hit_submarines_freely(self) -> None:
        combat = sea_battle("USA bomber / Japan submarine")
        combat.roll(1, why="attackers fire")
        assert combat.is_over
        assert combat.units("SZ 3", "Japan") == ""

    def test_bg_8_15_transports_are_ordinary_casualties_and_defend(self) -> None:
        combat = sea_battle("USA battleship / Japan battleship, transport")
        combat.roll(1, why="attackers fire")
        combat.lose("transport")
        combat.roll(6, 1, why="defenders fire")
        assert combat.is_over
        assert combat.units("SZ 3") == "battleship"

    def test_bg_8_17_nor_do_they_die_without_dice(self) -> None:
        combat = sea_battle("USA submarine / Japan transport")
        combat.roll(6, why="surprise strikes")
        combat.roll(6, why="defenders fire")

    def test_bg_8_22_transports_that_can_hit_nothing_go_on_being_fired_at(self) -> None:
        combat = battlefield(
            "SZ 3: USA battleship, transport / Japan battleship",
            attacked=("SZ 3",),
            scenario=CLASSIC,
        )
        combat.roll(6, why="attackers fire")
        combat.roll(1, why="defenders fire")
        combat.lose("battleship")
        combat.roll(6, why="defenders fire")
        combat.roll(1, why="defenders fire")
        assert combat.is_over
        assert combat.units("SZ 3", "USA") == ""

    def test_bg_6_1_battleships_take_one_hit(self) -> None:
        combat = sea_battle("USA battleship / Japan battleship")
        combat.roll(1, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert combat.units("SZ 3") == "battleship"


class TestWithdrawal:
    """BG-8.12: after a round the defender's submarines may leave, the attacker's retreat."""

    def fought(self, units: str) -> Combat:
        """A battle after a round in which all have missed and the attacker has pressed on."""
        combat = sea_battle(units)
        combat.roll(6, why="attackers fire")
        combat.roll(*[6] * 2, why="defenders fire")
        return combat

    def test_to_any_adjacent_zone_free_of_enemies(self) -> None:
        combat = self.fought("USA battleship / Japan 2 submarine\nSZ 4: USA transport")
        assert combat.request == WithdrawSubmarines(Power("Japan"))
        first, second = combat.defenders
        with pytest.raises(Illegal, match="SZ 4 is not an adjacent sea zone free of enemies"):
            combat.answer(Withdrawal({first: SpaceId("SZ 4")}))
        combat.answer(Withdrawal({second: SpaceId("SZ 2")}))
        assert combat.defenders == (first,)
        assert combat.units("SZ 2") == "submarine"
        assert [event.to for event in combat.seen(Retreated)] == ["SZ 2"]
        combat.roll(6, why="attackers fire")

    def test_when_all_have_left_the_battle_is_over_and_won(self) -> None:
        combat = self.fought("USA battleship / Japan 2 submarine")
        combat.answer(Withdrawal(dict.fromkeys(combat.defenders, SpaceId("SZ 2"))))
        assert combat.is_over
        assert combat.units("SZ 3") == "battleship"

    def test_not_before_the_first_round(self) -> None:
        combat = sea_battle("USA battleship / Japan submarine")
        assert isinstance(combat.request, Roll)

    def test_other_pieces_stay(self) -> None:
        combat = self.fought("USA battleship / Japan submarine, transport")
        transport = combat.pick("transport", combat.defenders)[0]
        with pytest.raises(Illegal, match="is not one of your submarines"):
            combat.answer(Withdrawal({transport: SpaceId("SZ 2")}))

    def test_where_enemies_are_all_around_nothing_is_asked(self) -> None:
        ring = "\n".join(f"{zone}: USA transport" for zone in ("SZ 2", "SZ 4", "SZ 8"))
        combat = self.fought(f"USA battleship / Japan 2 submarine\n{ring}")
        assert isinstance(combat.request, Roll)

    @pytest.mark.parametrize(("submerge", "left"), [(Standing.ALWAYS, 2), (Standing.NEVER, 0)])
    def test_bg_3_4_instructions_for_submerging_say_whether_they_leave(
        self, submerge: Standing, left: int
    ) -> None:
        """SZ 2 is the only way out, so that nothing is left to choose."""
        ring = "\n".join(f"{zone}: USA transport" for zone in ("SZ 4", "SZ 8"))
        combat = self.instructed(f"USA battleship / Japan 2 submarine\n{ring}", submerge)
        assert [event.power for event in combat.seen(Instructed)] == ["Japan"]
        assert [len(event.pieces) for event in combat.seen(Retreated)] == [left] * (left > 0)
        assert combat.is_over == (left == 2)

    @pytest.mark.parametrize(
        ("friends", "zone"),
        [
            ("", "SZ 2"),
            ("SZ 4: Japan transport", "SZ 4"),
            ("SZ 2: Japan transport\nSZ 4: Japan transport", "SZ 2"),
            ("SZ 2: Japan transport\nSZ 4: Japan 2 transport", "SZ 4"),
            ("SZ 2: USA transport\nSZ 4: Japan 2 transport", "SZ 4"),
        ],
    )
    def test_bg_3_4_they_leave_for_where_most_of_their_side_are(
        self, friends: str, zone: str
    ) -> None:
        """SZ 2 comes before SZ 4 in the scenario; there is a way to SZ 8 in no case."""
        units = f"USA battleship / Japan 2 submarine\nSZ 8: USA transport\n{friends}"
        combat = self.instructed(units, Standing.ALWAYS)
        (left,) = combat.seen(Retreated)
        assert (left.to, len(left.pieces)) == (SpaceId(zone), 2)
        assert combat.is_over

    def instructed(self, units: str, submerge: Standing) -> Combat:
        """The same, with instructions of Japan."""
        given = Instructions(submerge=submerge)
        combat = Combat(sea_battle(units).start.with_instructions(Power("Japan"), given))
        combat.roll(6, why="attackers fire")
        combat.roll(*[6] * 2, why="defenders fire")
        return combat

    def test_every_answer_offered_or_drawn_is_legal(self) -> None:
        combat = self.fought("USA battleship / Japan 2 submarine")
        request = combat.request
        assert isinstance(request, WithdrawSubmarines)
        offered = list(request.candidates(combat.game))
        assert len(offered) == 1 + 2 * 2, "none, or one or both to SZ 2 or SZ 4"
        drawn = [request.sample(combat.game, random.Random(seed)) for seed in range(20)]
        assert all(request.legal(combat.game, answer) for answer in (*offered, *drawn))


class TestAssault:
    def test_bg_8_6_every_battleship_supports_a_single_unit(self) -> None:
        combat = battlefield(
            "SZ 3: USA 3 battleship, transport, infantry\nPlains: Japan infantry",
            landing={"SZ 3": "Plains"},
            bombarding={"SZ 3": "Plains"},
            scenario=CLASSIC,
        )
        combat.roll(6, 6, 6, why="bombardment")

    def test_bg_8_6_and_may_be_declared_so(self) -> None:
        drill = combat_move(
            "SZ 3: USA 3 battleship, transport, infantry\nPlains: Japan infantry",
            scenario=CLASSIC,
        )
        drill.unload("SZ 3: infantry", "Plains")
        drill.done()
        drill.declare(bombard={"Plains": "SZ 3: 3 battleship"})
        assert len(drill.game.record.bombarding[SpaceId("Plains")]) == 3

    def test_bg_8_20_nobody_retreats_aircraft_included(self) -> None:
        combat = battlefield(
            "SZ 3: USA transport, infantry\nPlains: USA tank, bomber / Japan 3 infantry",
            landing={"SZ 3": "Plains"},
            came_from={"Plains tank": "Border", "Plains bomber": "Border"},
            control={"Border": "USA"},
            scenario=CLASSIC,
        )
        combat.roll(6, 6, 6, why="attackers fire")
        combat.roll(6, 6, 6, why="defenders fire")
        assert not isinstance(combat.request, Retreat)

    def test_bg_8_19_elsewhere_they_do(self) -> None:
        combat = battlefield(
            "Plains: USA tank / Japan infantry",
            came_from={"Plains": "Border"},
            control={"Border": "USA"},
            scenario=CLASSIC,
        )
        combat.roll(6, why="attackers fire")
        combat.roll(6, why="defenders fire")
        combat.retreat("Border")


class TestResearch:
    """BG-4.4: a die for 5 IPC each, nothing kept; each 6 gives one roll on the chart."""

    LAB = laboratory(EDITION)

    def lab(self, **circumstances: Any) -> Game:
        return position(phase=Phase.RESEARCH, scenario=self.LAB, **circumstances)

    def test_nothing_is_kept(self) -> None:
        after, _ = step(self.lab(), Hire(2), (1, 5))
        assert after.researchers[Power("USA")] == 0
        assert after.treasury[Power("USA")] == 20

    def test_each_6_gives_one_roll(self) -> None:
        after, _ = step(self.lab(), Hire(3), (6, 2, 6), (1,), (3,))
        found = {Breakthrough.JET_FIGHTERS, Breakthrough.SUPER_SUBMARINES}
        assert after.breakthroughs[Power("USA")] == found

    @pytest.mark.parametrize(
        ("breakthrough", "kind", "field", "number"),
        [
            ("jet_fighters", "fighter", "defence", 5),
            ("super_submarines", "submarine", "attack", 3),
            ("long_range_aircraft", "fighter", "move", 6),
            ("long_range_aircraft", "bomber", "move", 8),
        ],
    )
    def test_better_units(self, breakthrough: str, kind: str, field: str, number: int) -> None:
        game = self.lab(breakthroughs={"USA": [breakthrough]})
        assert getattr(game.rules.unit_type(game, Power("USA"), Kind(kind)), field) == number

    def test_industrial_technology_makes_every_unit_1_ipc_cheaper(self) -> None:
        game = self.lab(breakthroughs={"USA": ["industrial_technology"]})
        for kind, unit in edition("classic").items():
            assert game.rules.unit_type(game, Power("USA"), kind).cost == unit.cost - 1

    def test_heavy_bombers_roll_three_dice(self) -> None:
        combat = battlefield(
            "Border: USA bomber, infantry / Japan 4 infantry",
            breakthroughs={"USA": ["heavy_bombers"]},
            scenario=self.LAB,
        )
        combat.roll(6, 4, 4, 4, why="attackers fire")
        assert combat.game.battle is not None
        assert sum(combat.game.battle.marked.values()) == 3

    def test_rockets_cost_cash(self) -> None:
        game = position(
            "Prairie: USA aa_gun\nPlains: Japan complex",
            phase=Phase.CONDUCT_COMBAT,
            breakthroughs={"USA": ["rockets"]},
            scenario=self.LAB,
        )
        launch = Launch({SpaceId("Prairie"): SpaceId("Plains")})
        after, _ = step(game.replace(stage=Stage.ROCKETS), launch, (4,))
        assert after.treasury[Power("Japan")] == 26

    def test_bg_8_26_a_gun_taken_by_a_blitz_launches_nothing_this_turn(self) -> None:
        game = position(
            "Border: USA aa_gun\nPlains: Japan complex",
            phase=Phase.CONDUCT_COMBAT,
            control={"Border": "USA"},
            breakthroughs={"USA": ["rockets"]},
            scenario=self.LAB,
        ).replace(stage=Stage.ROCKETS)
        assert isinstance(asked(game), LaunchRockets)
        assert asked(game.update_turn_record(captured=frozenset({SpaceId("Border")}))) is None


class TestRaid:
    """BG-8.2: what bombs do costs cash, not production."""

    def bombed(self, treasury: int, *dice: int) -> Combat:
        game = position(
            f"East: USA {len(dice)} bomber / Japan complex",
            phase=Phase.CONDUCT_COMBAT,
            treasury={"Japan": treasury},
            scenario=CLASSIC,
        )
        east = SpaceId("East")
        raiding = {east: tuple(piece.id for piece in game.owned(Power("USA")))}
        combat = Combat(game.update_turn_record(raiding=raiding))
        combat.roll(*dice, why="bombs")
        return combat

    def test_the_controller_pays(self) -> None:
        combat = self.bombed(30, 3, 6)
        assert combat.game.treasury[Power("Japan")] == 30 - 9
        assert not combat.game.damage
        assert [event.ipc for event in combat.seen(CashBombed)] == [9]

    def test_but_never_more_than_there_is(self) -> None:
        assert self.bombed(5, 6, 6).game.treasury[Power("Japan")] == 0


def mobilizing(units: str, scenario: Scenario, **waiting: int) -> Game:
    return position(units, phase=Phase.MOBILIZE, waiting={"USA": waiting}, scenario=scenario)


def placed(*placements: tuple[str, str, str, int]) -> Mobilization:
    return Mobilization(
        tuple(
            Placement(Kind(kind), SpaceId(complex_), SpaceId(at), number)
            for kind, complex_, at, number in placements
        )
    )


class TestNewUnits:
    ORIGINAL = world(
        EDITION,
        ("[[canals]]", "[units]\nPrairie = {USA = {complex = 1}}\n\n[[canals]]"),
        ("income = 12, units = 0", "income = 12, units = 1"),
    )

    def test_bg_10_1_complexes_of_the_opening_place_any_number(self) -> None:
        game = new_game(self.ORIGINAL, (), {}, self.ORIGINAL.seatings[2])
        assert game.rules.capacity(game, SpaceId("Prairie")) is None

    def test_bg_10_1_but_not_for_who_has_taken_them(self) -> None:
        game = new_game(self.ORIGINAL, (), {}, self.ORIGINAL.seatings[2])
        prairie = SpaceId("Prairie")
        taken = capture(game, prairie, Power("Japan"))
        assert taken.rules.capacity(taken, prairie) == 3
        freed = capture(taken, prairie, Power("UK"))
        assert freed.rules.capacity(freed, prairie) is None

    def test_bg_10_1_later_ones_as_many_as_their_territory_is_worth(self) -> None:
        game = position("West: USA complex", scenario=self.ORIGINAL)
        west = SpaceId("West")
        assert game.rules.capacity(game, west) == capacity(game, west) == 8

    def test_bg_10_3_no_sea_unit_where_enemies_are(self) -> None:
        game = mobilizing("West: USA complex\nSZ 1: Japan submarine", CLASSIC, transport=1)
        where = game.rules.placements(game, Power("USA"), Kind("transport"))
        assert where == {"West": ("SZ 2",)}

    def test_bg_10_7_what_is_not_placed_is_lost(self) -> None:
        game = mobilizing("West: USA complex", CLASSIC, tank=2)
        after, _ = step(game, placed(("tank", "West", "West", 1)))
        assert after.waiting[Power("USA")] == {}


class TestScenario:
    """The board of the Classic edition."""

    def game(self, **control: str) -> Game:
        scenario = builtin("classic")
        game = new_game(scenario, (), {}, scenario.seatings[2])
        taken = {SpaceId(s.replace("_", " ")): Power(p) for s, p in control.items()}
        return game.replace(control={**game.control, **taken})

    def test_bg_2_3_order_and_opening_cash(self) -> None:
        scenario = builtin("classic")
        assert scenario.powers == ("USSR", "Germany", "UK", "Japan", "USA")
        assert list(scenario.treasury.values()) == [24, 32, 30, 25, 36]
        for power in scenario.powers:
            held = [s for s, who in scenario.control.items() if who == power]
            assert sum(scenario.board[s].value for s in held) == scenario.treasury[power]
        assert validate(self.game()) == frozenset()

    def test_bg_2_4_canals(self) -> None:
        assert {c.name: c.territories for c in builtin("classic").board.canals} == {
            "Suez Canal": ("Anglo-Egypt Sudan", "Syria-Jordan"),
            "Panama Canal": ("Panama",),
        }

    def test_bg_12_2_victory(self) -> None:
        assert builtin("classic").victory == (
            Capitals(Side("Axis"), 2),
            Income(Side("Axis"), 84),
            Capitals(Side("Allies"), 2),
        )
        assert victory(self.game()) is None
        assert victory(self.game(Russia="Germany")) is None
        moscow_and_london = victory(self.game(Russia="Germany", United_Kingdom="Germany"))
        assert moscow_and_london is not None
        assert moscow_and_london.winner == "Axis"
        berlin = victory(self.game(Germany="UK", Japan="USA"))
        assert berlin is not None
        assert berlin.winner == "Allies"

    def test_bg_12_2_axis_income(self) -> None:
        """57 IPC when the game opens; 21 more are not enough, with 6 more they are."""
        taken = {"Russia": "Germany", "India": "Japan", "Western_United_States": "Japan"}
        assert victory(self.game(**taken)) is None
        taken |= {"Karelia_S.S.R.": "Germany", "Brazil": "Germany"}
        outcome = victory(self.game(**taken))
        assert outcome is not None
        assert outcome.why == "Axis holds territories worth 84 IPC"
