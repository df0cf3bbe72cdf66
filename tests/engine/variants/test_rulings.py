"""Rulings between the rules about submarines and convoys, and with editions and the article's."""

import dataclasses
from typing import Any

import pytest

from engine.battle.casualties import Casualties
from engine.battle.events import Marked
from engine.battles import Role
from engine.board import Power, SpaceId
from engine.economy.income import Collected
from engine.editions.classic import Withdrawal, WithdrawSubmarines
from engine.errors import Illegal, IncompatibleModules
from engine.game import Game
from engine.loading import builtin
from engine.movement.declarations import may_declare
from engine.phases import Phase
from engine.pieces import PieceId
from engine.records import encode
from engine.requests import Roll
from engine.run import Run
from engine.scenario import Convoys, Scenario
from engine.setup import compose
from engine.units import BATTLESHIP
from engine.variants.compatibility import RuledPair, judge
from engine.variants.depth.detection import FiringSubmarines, Searchers
from engine.variants.depth.state import Depth, strength
from engine.variants.rules_of_warfare.batteries import BatteryFire, FireBatteries
from engine.variants.rules_of_warfare.kamikaze import BecomeKamikaze, KamikazeSpent
from engine.variants.rules_of_warfare.lost_transports import TransportsLost
from engine.variants.rules_of_warfare.mines import Minefield
from engine.variants.rules_of_warfare.monetary_aid import Gift, UnderWay
from engine.variants.rules_of_warfare.resistance import CELL
from engine.variants.secret_subs.actions import Anonymize, Reorganize, Transfer
from engine.variants.secret_subs.combat import ChooseSides, SubmergeOrFight
from engine.variants.secret_subs.place import PlacementSlots
from engine.variants.submarine_warfare.hunting import Hunt
from tests.engine.battle.field import Combat
from tests.engine.movement.drill import STEPS as MOVES
from tests.engine.movement.drill import combat_move, illegal, noncombat_move
from tests.engine.position import asked, position, step, world
from tests.engine.secret_subs.owners import Referee, sizes, token, waters
from tests.engine.variants.atlantic import atlantic, events
from tests.engine.variants.depths import asks, at_depth, battle, sub

USA, SZ_2 = Power("USA"), SpaceId("SZ 2")
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))


def classic(units: str, depth: str = "", modules: tuple[str, ...] = ("DS",)) -> Game:
    game = position(units, phase=Phase.COMBAT_MOVE, modules=modules, scenario=CLASSIC)
    return at_depth(game, {sub(game): depth}) if depth else game


@pytest.mark.parametrize(
    ("depth", "stops"), [("", True), ("periscope", False), ("submerged", False), ("silent", False)]
)
def test_ruling_16_on_classic_only_surfaced_submarines_are_in_the_way(
    depth: str,
    stops: bool,
) -> None:
    """Others neither stop movement nor must be fought."""
    game = classic("SZ 2: Japan submarine\nSZ 1: USA transport", depth)
    ship = next(piece for piece in game.owned(USA))
    assert game.rules.stops(game, ship, SZ_2) is stops
    assert game.rules.may_ignore(game, SZ_2) is not stops


def test_ruling_16_on_classic_only_aircraft_search() -> None:
    """There are no destroyers but those of rule WD."""
    for units, able in (("USA battleship", False), ("USA fighter", True)):
        game = classic(f"SZ 2: {units} / Japan submarine", "periscope")
        if able:
            may_declare(game, SZ_2)
        else:
            with pytest.raises(Illegal, match=r"BG-8\.23"):
                may_declare(game, SZ_2)


def test_ruling_17_depth_shifts_whatever_the_edition_prints() -> None:
    """[CL] submarines are 2/2."""
    assert strength(Depth.PERISCOPE, Role.ATTACKER, 2, 2, 6) == 3
    assert strength(Depth.PERISCOPE, Role.DEFENDER, 2, 2, 6) == 2
    assert strength(Depth.SUBMERGED, Role.DEFENDER, 2, 2, 6) == 1


def test_ruling_20_submarine_warfare_on_classic_comes_with_destroyers() -> None:
    scenario = builtin("classic")
    seats = tuple((power,) for power in scenario.powers)
    with pytest.raises(IncompatibleModules, match="ruling 20"):
        compose(scenario, ("SW",), {}, seats)
    assert compose(scenario, ("SW", "WD"), {}, seats).modules == ("SW", "WD")


def test_ruling_22_battleships_damaged_or_not_roll_one_convoy_die() -> None:
    game = atlantic("SZ 8: Germany battleship, damaged battleship", modules=("CD", "WB"))
    request = asked(game)
    assert request is not None
    assert request.count == 2  # type: ignore[attr-defined]  # a roll


def test_wb_1_a_die_of_any_size_scales_a_damaged_battleship_once() -> None:
    """It hits on 2 of 6 (WB-1), so on 4 of 12."""
    fight = battle(
        "USA damaged battleship / Japan cruiser", modules=("DS", "WB"), options={"die": "12"}
    )
    ship = next(iter(fight.game.owned(USA)))
    assert fight.game.rules.strength(fight.game, ship, BATTLESHIP, Role.ATTACKER) == 4


def test_ruling_9_on_classic_tokens_are_not_placed_among_enemies() -> None:
    """BG-10.3, as for any other ship."""
    units = "West: USA complex\nSZ 1: Japan transport"
    sea = waters(units, phase=Phase.MOBILIZE, bought=1, scenario=CLASSIC)
    assert [slot.at for slot in PlacementSlots.of(sea.game, USA).free_slots] == ["SZ 2"]


# 4, 13, 14: batteries and mines against what hides

SZ_3 = SpaceId("SZ 3")
BATTERY_SHORE = "Plains: USA artillery_battery\n"


def test_ruling_4_batteries_fire_after_the_reveal_at_revealed_groups_only() -> None:
    """First Japan chooses who fights; only then are the batteries asked."""
    for under, hit in ((True, False), (False, True)):
        sea = waters(
            BATTERY_SHORE + "SZ 3: USA cruiser",
            "SZ 3: Japan k=1:2, j=2:1",
            phase=Phase.CONDUCT_COMBAT,
            attacked=["SZ 3"],
            beside=("WA",),
        )
        assert sea.asks(ChooseSides, "Japan")
        sea.roll(1)
        sea.do(SubmergeOrFight(frozenset({sea["k"]} if under else ())))
        assert sea.asks(FireBatteries, "USA")
        assert sea.game.battle is not None
        fire = BatteryFire(frozenset({PieceId(1)}))
        sea.do(fire)
        assert sea.asks(Casualties) is hit  # of two groups; of one there is no choice
        marked = {p for event in sea.events if isinstance(event, Marked) for p in event.hits}
        assert marked == ({sea["j"]} if under else set())


@pytest.mark.parametrize(("die", "found"), [(3, True), (4, False)])
def test_ruling_13_batteries_hit_concealed_submarines_only_once_detected(
    die: int,
    found: bool,
) -> None:
    game = position(
        BATTERY_SHORE + "SZ 3: USA destroyer / Japan submarine, destroyer",
        phase=Phase.CONDUCT_COMBAT,
        modules=("DS", "WA"),
    ).update_turn_record(attacked=frozenset({SZ_3}))
    hidden = sub(game)
    fight = Combat(at_depth(game, {hidden: "periscope"}))
    fight.answer(Searchers(frozenset({PieceId(2)})))
    fight.roll(die, why="search")
    if not found:
        fight.answer(FiringSubmarines(frozenset()))
    fight.answer(BatteryFire(frozenset({PieceId(1)})))
    fight.roll(1, why="batteries fire")
    assert asks(fight, Casualties) is found


def test_ruling_13_batteries_take_no_part_in_a_hunt() -> None:
    game = position(
        BATTERY_SHORE + "SZ 3: USA destroyer / Japan submarine",
        phase=Phase.CONDUCT_COMBAT,
        modules=("SW", "WA"),
    ).update_turn_record(attacked=frozenset({SZ_3}))
    fight = Combat(game)
    fight.answer(Hunt(PieceId(2)))
    fight.roll(6, why="spotting")
    assert fight.is_over


@pytest.mark.parametrize("depth", ["surfaced", "periscope", "submerged", "silent"])
def test_ruling_14_silent_submarines_meet_no_mines_and_others_roll(depth: str) -> None:
    drill = noncombat_move("SZ 1: USA submarine", modules=("DS", "WM"))
    game = at_depth(drill.game, {} if depth == "surfaced" else {PieceId(1): depth})
    mines = {**game.modules, "WM": Minefield({SZ_2: Power("Japan")})}
    game = game.replace(modules=mines)
    ship = game.pieces[PieceId(1)]
    game = game.with_pieces(ship.replace(left=game.rules.move_limit(game, ship)))
    drill.run = Run(game, MOVES)
    if depth == "silent":
        with illegal(drill, "BG-7"):
            drill.move("SZ 1: submarine", "SZ 2")
    else:
        drill.move("SZ 1: submarine", "SZ 2")
        assert isinstance(drill.run.request, Roll)


# 9: Secret Subs on classic


def classic_waters(units: str, tokens: str, **more: Any) -> Referee:
    return waters(units, tokens, scenario=CLASSIC, **more)


def test_ruling_9_on_classic_every_token_in_a_battle_is_revealed_and_fights() -> None:
    sea = classic_waters(
        "SZ 3: USA battleship",
        "SZ 3: Japan k=1:3, j=2:0",
        phase=Phase.CONDUCT_COMBAT,
        attacked=["SZ 3"],
    )
    assert sea.asks(ChooseSides, "Japan")  # to reorganize; none may submerge
    assert sea.refused(SubmergeOrFight(frozenset({sea["k"]}))).code == "MUST_FIGHT"
    sea.roll(6, 6, 6, 6)
    sea.do(SubmergeOrFight())
    assert sea["j"] not in sea.game.pieces
    assert token(sea.game, sea["k"]).face_up


def test_ruling_9_on_classic_tokens_stop_enemies_and_must_be_fought() -> None:
    """SS-2.0d is off: a decoy too makes its zone hostile."""
    sea = classic_waters("SZ 1: USA transport", "SZ 2: Japan k=1:0", phase=Phase.COMBAT_MOVE)
    ship = next(piece for piece in sea.game.owned(USA) if piece.at == "SZ 1")
    assert sea.game.rules.stops(sea.game, ship, SZ_2)
    assert not sea.game.rules.may_ignore(sea.game, SZ_2)


def withdrawing() -> Referee:
    """Japan, after a round in which all have missed."""
    sea = classic_waters(
        "SZ 3: USA battleship",
        "SZ 3: Japan k=1:3, j=2:1",
        phase=Phase.CONDUCT_COMBAT,
        attacked=["SZ 3"],
    )
    sea.roll(*[6] * 20)
    sea.do(SubmergeOrFight())
    assert sea.asks(WithdrawSubmarines, "Japan")
    return sea


def test_ruling_9_a_withdrawal_takes_a_whole_group_with_its_token() -> None:
    sea = withdrawing()
    sea.do(Withdrawal({sea["k"]: SZ_2}))
    assert token(sea.game, sea["k"]).at == SZ_2
    assert sizes(sea.game, "Japan")[:2] == (3, 1)
    assert token(sea.game, sea["j"]).at == "SZ 3"


def test_ruling_9_part_of_them_withdraws_after_a_split_among_the_groups_that_fight() -> None:
    """SS-3.4b; nothing else is done out of turn."""
    sea = withdrawing()
    both = frozenset({sea["k"], sea["j"]})
    assert sea.refused(Anonymize(both)).rule == "SS-4.0"
    sea.do(Reorganize(sea["k"], (Transfer(1, 2, 2),)))
    assert sea.asks(WithdrawSubmarines, "Japan")
    sea.do(Withdrawal({sea["j"]: SZ_2}))
    assert sizes(sea.game, "Japan")[:2] == (1, 3)
    assert token(sea.game, sea["k"]).at == "SZ 3"


# 18, 21, 33, 40, 43: the edition of 1940

GLOBAL = world(('edition = "anniversary"', 'edition = "global-1940"'))


@pytest.mark.parametrize(
    ("depth", "most"), [("surfaced", 3), ("periscope", 1), ("submerged", 1), ("silent", 0)]
)
def test_ruling_18_what_a_naval_base_adds_moves_surfaced_submarines_only(
    depth: str, most: int
) -> None:
    game = position("SZ 2: USA submarine", modules=("DS",), scenario=GLOBAL)
    game = at_depth(game, {} if depth == "surfaced" else {PieceId(1): depth})
    assert game.rules.capped_move(game, game.pieces[PieceId(1)], 3) == most


def test_ruling_21_tactical_bombers_hunt_on_3() -> None:
    for die, sunk in ((3, True), (4, False)):
        game = position(
            "SZ 3: USA tactical_bomber / Japan submarine",
            phase=Phase.CONDUCT_COMBAT,
            modules=("SW",),
            scenario=GLOBAL,
        ).update_turn_record(attacked=frozenset({SZ_3}))
        fight = Combat(game)
        fight.answer(Hunt(PieceId(1)))
        fight.roll(3, why="spotting")
        fight.roll(die, 6, why="hunt")
        assert (fight.units("SZ 3", "Japan") == "") is sunk


def test_ruling_33_china_never_owns_cells() -> None:
    """It buys nothing, so no cell either, and places its recruits alone."""
    scenario = builtin("anniversary-1941")
    phases = [part for turn in scenario.turns for part in turn.phases]
    assert all(p.power != "China" for p in phases if p.phase is Phase.PURCHASE)
    game = atlantic("", modules=("WR",))
    assert game.rules.unit_type(game, Power("UK"), CELL).cost == 5


@pytest.mark.parametrize(
    ("pair", "number", "word"),
    [
        (("WK", "G40"), 40, "tokens"),
        (("WI", "G40"), 43, "common enemy"),
        (("WR", "G40"), 33, "at war"),
        (("WD", "CL"), 31, "another source of destroyers"),
        (("WW", "42"), 45, "left over"),
    ],
)
def test_rulings_31_33_40_43_45_are_told(pair: tuple[str, str], number: int, word: str) -> None:
    verdict = judge(*pair)
    assert isinstance(verdict, RuledPair)
    assert verdict.number == number
    assert word in verdict.text


def test_ruling_40_logs_name_which_kamikaze_is_meant() -> None:
    """A fighter that is sworn is no token of that edition."""
    game = position(active="Japan", phase=Phase.COMBAT_MOVE, modules=("WK",), scenario=GLOBAL)
    assert set(game.rules.actions) == {"kamikaze"}
    assert KamikazeSpent.tag == "kamikaze_spent"


def test_ruling_31_destroyers_of_rule_wd_come_where_there_are_none() -> None:
    for scenario in (world(), GLOBAL):
        with pytest.raises(IncompatibleModules, match="this edition has destroyers"):
            compose(scenario, ("WD",), {}, tuple((power,) for power in scenario.powers))


# 19, 23, 24, 25, 45


def test_ruling_19_a_kamikaze_fighter_pays_for_its_search_but_needs_no_way_back() -> None:
    """Two spaces out a search takes all of its four points (SW-5)."""
    units = "East: Japan fighter\nSZ 3: USA submarine"
    drill = combat_move(units, active="Japan", modules=("SW", "WK"))
    with illegal(drill, "BG-7.6"):
        drill.move("East: fighter", "SZ 4", "SZ 3")
    drill.run.answer(encode(BecomeKamikaze(PieceId(1))))
    drill.move("East: fighter", "SZ 4", "SZ 3")
    assert drill.figure("SZ 3: fighter").left == 0
    far = combat_move(
        "East: Japan fighter\nSZ 2: USA submarine", active="Japan", modules=("SW", "WK")
    )
    far.run.answer(encode(BecomeKamikaze(PieceId(1))))
    with illegal(far, "BG-7"):
        far.move("East: fighter", "SZ 4", "SZ 3", "SZ 2")


def test_ruling_23_convoys_then_lost_transports_floor_nothing_and_aid_is_no_income() -> None:
    """The UK holds England alone; 8 IPC, 6 lost to raids, 2 to transports; 6 of aid are whole."""
    alone = dict.fromkeys(builtin("anniversary-1941").control, "Japan")
    game = atlantic(
        "SZ 8: Germany submarine\nSZ 2: Germany submarine",
        control={**alone, "United Kingdom": "UK"},
        treasury={"UK": 0},
        modules=("CD", "WL", "WI"),
    )
    modules = {
        **game.modules,
        "WL": TransportsLost({Power("UK"): 2}),
        "WI": UnderWay((Gift(USA, Power("UK"), 6),)),
    }
    game, happened = step(game.replace(modules=modules), (3, 3), (3, 3))
    (income,) = events(happened, Collected)
    lost = {term.reason: term.amount for term in income.terms}
    assert lost == {"territories": 8, "convoys": -6, "lost transports": -2}
    assert income.total == 0
    assert game.treasury[Power("UK")] == 6


@pytest.mark.parametrize("scenario", [CLASSIC, world(), GLOBAL], ids=lambda s: s.edition)
def test_rulings_24_25_convoys_need_the_limits_of_their_board(scenario: Scenario) -> None:
    seats = tuple((power,) for power in scenario.powers)
    with pytest.raises(IncompatibleModules, match="no convoy limits"):
        compose(scenario, ("CD",), {}, seats)
    limits = Convoys(zones={SZ_2: 3}, territories={SpaceId("West"): 2}, collapse={})
    supplied = dataclasses.replace(scenario, convoys=limits)
    assert compose(supplied, ("CD",), {}, seats).modules == ("CD",)


def test_ruling_45_stored_units_replace_what_the_edition_does_with_what_is_left() -> None:
    """[50] keeps it in the mobilization zone, out of reach of raids; a store is not."""
    for modules, left in (((), {"infantry": 1}), (("WW",), {})):
        game = position(
            "East: USA bomber / Japan complex",
            phase=Phase.CONDUCT_COMBAT,
            waiting={"Japan": {"infantry": 1}},
            modules=modules,
        ).update_turn_record(raiding={SpaceId("East"): (PieceId(1),)})
        fight = Combat(game)
        fight.roll(6, why="bombs")
        assert fight.game.waiting[Power("Japan")] == left
