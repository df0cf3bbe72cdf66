"""Convoy disruption (CD): raids, limits, dividing, collapse, victory."""

import dataclasses
from typing import Any

import pytest

from engine.board import Power, SpaceId
from engine.economy.convoys import ConvoysLost, ConvoysRaided
from engine.economy.income import Collected
from engine.errors import Illegal, IncompatibleModules
from engine.game import Game
from engine.instructions import Instruction, Instructions
from engine.loading import builtin
from engine.movement.homeless import Landings
from engine.movement.orders import Done
from engine.phases import Phase, Stage
from engine.pieces import Figure
from engine.requests import Instructed
from engine.run import Run
from engine.scenario import Convoys
from engine.setup import compose
from engine.validate import validate
from engine.variants.convoys.raids import DivideLoss, Division, fallen_evenly
from engine.variants.convoys.state import (
    MODULE,
    ConvoyState,
    LossDivided,
    PowerCollapsed,
    convoy_state,
)
from engine.variants.rules_of_warfare.resistance import Underground
from tests.engine.position import asked, find, play, position, state, step, world
from tests.engine.variants.atlantic import SEATS, atlantic, events, turn

UK, USA = Power("UK"), Power("USA")

FOUR = """
    SZ 8: Germany submarine
    SZ 2: Germany submarine
    SZ 3: Germany submarine
    SZ 6: Germany submarine
"""
"""CD-T1; dice are asked for zone by zone in the order of the board: SZ 2, 3, 6, 8."""


def lost(happened: object) -> dict[str, int]:
    assert isinstance(happened, tuple)
    return {event.zone: event.ipc for event in events(happened, ConvoysLost)}


def collected(happened: object) -> dict[str, int]:
    assert isinstance(happened, tuple)
    return {
        term.reason: term.amount
        for event in events(happened, Collected)
        for term in event.terms
        if term.amount < 0
    }


def test_cd_t1_four_submarines_sink_all_that_england_can_lose() -> None:
    game, happened = step(atlantic(FOUR), (1, 2), (3, 5), (4, 1), (3, 3))
    assert lost(happened) == {"SZ 8": 4, "SZ 2": 2, "SZ 3": 1, "SZ 6": 1}
    assert collected(happened) == {"convoys": -8}
    assert not game.rules.is_playing(game, UK)


def test_cd_t1_one_ipc_less_and_the_uk_plays_on() -> None:
    game, happened = step(atlantic(FOUR), (1, 2), (4, 5), (4, 1), (3, 3))
    assert collected(happened) == {"convoys": -7}
    assert game.rules.is_playing(game, UK)
    assert not events(happened, PowerCollapsed)


def test_cd_t2_a_zone_without_a_limit_loses_nothing() -> None:
    assert asked(atlantic("SZ 1: Germany 2 submarine")) is None


def test_cd_t3_losses_of_two_zones_meet_in_france() -> None:
    raiders = "SZ 7: UK submarine\nSZ 13: UK submarine"
    _, happened = step(atlantic(raiders, active="Germany"), (3, 3), (3, 3))
    assert lost(happened) == {"SZ 7": 1, "SZ 13": 1}
    assert [event.losses for event in events(happened, LossDivided)] == [{"France": 1}] * 2
    assert collected(happened) == {"convoys": -2}


def test_cd_t4_limits_apply_anew_in_each_income_phase() -> None:
    """Losses of 4 in two successive phases are no collapse (CD-4, CD-5)."""
    game, first = step(atlantic("SZ 8: Germany submarine"), (3, 3))
    again = game.replace(stage=Stage.COLLECT_INCOME)
    game, second = step(again, (3, 3))
    assert collected(first) == collected(second) == {"convoys": -4}
    assert game.rules.is_playing(game, UK)


def test_cd_t5_eastern_canada_loses_no_more_than_its_limit() -> None:
    """SZ 9 can lose 1, and Eastern Canada too."""
    _, happened = step(atlantic("SZ 9: Germany submarine"), (3, 3))
    assert collected(happened) == {"convoys": -1}


def test_cd_1_submarines_and_aircraft_roll_two_dice_warships_one_others_none() -> None:
    fleet = "SZ 8: Germany submarine, carrier, fighter, battleship, cruiser, destroyer, transport"
    request = asked(atlantic(fleet))
    assert request is not None
    assert (request.count, request.sides) == (2 + 2 + 1 + 1 + 1, 6)  # type: ignore[attr-defined]  # a roll


def test_cd_1_dice_of_4_to_6_count_nothing() -> None:
    _, happened = step(atlantic("SZ 8: Germany 3 destroyer"), (4, 5, 6))
    assert lost(happened) == {}
    assert collected(happened) == {}
    _, happened = step(atlantic("SZ 8: Germany 3 destroyer"), (4, 1, 2))
    assert lost(happened) == {"SZ 8": 3}


def test_cd_1_friends_raid_nobody() -> None:
    assert asked(atlantic("SZ 8: USA submarine")) is None


def test_cd_2_what_is_not_listed_has_no_limit_to_lose() -> None:
    """Nobody can lose anything in the Pacific, nor can Morocco or Northwestern Europe."""
    convoys = builtin("anniversary-1941").convoys
    assert convoys is not None
    assert convoys == builtin("anniversary-1942").convoys
    assert [convoys.zones.get(SpaceId(f"SZ {n}"), 0) for n in range(1, 15)] == [
        *(0, 2, 1, 1, 1, 1, 1, 4, 1, 3, 0, 1, 1, 0),
    ]
    assert convoys.territories == {
        "Archangel": 1,
        "Norway": 1,
        "United Kingdom": 8,
        "Germany": 1,
        "France": 2,
        "Eastern Canada": 1,
        "Eastern United States": 4,
    }


def test_cd_2_the_limit_of_the_eastern_united_states_cannot_be_reached() -> None:
    raiders = "SZ 10: Germany 3 submarine"
    _, happened = step(atlantic(raiders, active="USA"), (3, 3, 3, 3, 3, 3))
    assert collected(happened) == {"convoys": -3}


def test_cd_3_the_raider_divides_among_adjacent_territories() -> None:
    """SZ 5 touches Germany and Norway, each with a limit of 1; one IPC is lost."""
    game = atlantic("SZ 5: UK submarine", active="Germany")
    _, happened = step(game, (3, 3), Division({SpaceId("Norway"): 1}))
    assert [event.losses for event in events(happened, LossDivided)] == [{"Norway": 1}]


@pytest.mark.parametrize("losses", [{}, {"Norway": 1, "Germany": 1}, {"Norway": 2}, {"France": 1}])
def test_cd_3_what_cannot_be_lost_there_is_refused(losses: dict[str, int]) -> None:
    game = atlantic("SZ 5: UK submarine", active="Germany")
    with pytest.raises(Illegal, match="CD-3"):
        step(game, (3, 3), Division({SpaceId(space): n for space, n in losses.items()}))


def test_cd_3_what_finds_no_room_is_void() -> None:
    """SZ 5 and SZ 6 lose 1 each; with Germany out of reach only Norway can lose anything, and 1."""
    game = atlantic(
        "SZ 5: UK submarine\nSZ 6: UK submarine", active="Japan", control={"Norway": "Japan"}
    )
    _, happened = step(game, (3, 3), (3, 3))
    assert lost(happened) == {"SZ 5": 1, "SZ 6": 1}
    assert [event.losses for event in events(happened, LossDivided)] == [{"Norway": 1}, {}]
    assert collected(happened) == {"convoys": -1}


def test_cd_3_who_rolled_most_dice_divides_the_loss() -> None:
    raiders = "SZ 5: UK submarine / USA 2 submarine"
    game = atlantic(raiders, active="Germany")
    run = Run(game)
    play(run, (4, 4), (3, 4, 4, 4))
    assert run.request == DivideLoss(Power("USA"), Power("Germany"), SpaceId("SZ 5"))


def test_cd_3_by_instruction_a_loss_falls_evenly_on_the_territories() -> None:
    """BG-3.4: four IPC where Germany can lose three, Norway two and Archangel one."""
    room = {SpaceId("Norway"): 2, SpaceId("Germany"): 3, SpaceId("Archangel"): 1}
    assert fallen_evenly(room, 4) == {"Norway": 2, "Germany": 2}
    game = atlantic("SZ 5: USA 2 submarine", active="Germany")
    game = game.with_instructions(USA, Instructions(divide_evenly=True))
    _, happened = step(game, (3, 4, 4, 4))
    assert [event.losses for event in events(happened, LossDivided)] == [{"Germany": 1}]
    assert [event.instruction for event in events(happened, Instructed)] == [Instruction.CONVOYS]


def test_cd_3_at_a_tie_the_next_in_turn_order_divides() -> None:
    """After Germany comes the USSR, then the UK, then the USA."""
    run = Run(atlantic("SZ 5: UK submarine / USA submarine", active="Germany"))
    play(run, (4, 4), (3, 4))
    assert run.request == DivideLoss(UK, Power("Germany"), SpaceId("SZ 5"))


def test_cd_3_each_raider_rolls_its_own_dice() -> None:
    game = atlantic("SZ 8: Germany submarine / Italy submarine")
    _, happened = step(game, (1, 1), (1, 4))
    assert [(e.power, e.dice) for e in events(happened, ConvoysRaided)] == [
        ("Italy", (1, 1)),
        ("Germany", (1, 4)),
    ]
    assert lost(happened) == {"SZ 8": 3}


def test_cd_3_income_does_not_fall_below_nothing() -> None:
    """The UK holds England alone, worth 8, of which all is lost."""
    alone = dict.fromkeys(builtin("anniversary-1941").control, "Japan")
    treasury = {"UK": 0}
    game = atlantic(FOUR, control={**alone, "United Kingdom": "UK"}, treasury=treasury)
    _, happened = step(game, (1, 2), (3, 5), (4, 1), (3, 3))
    (income,) = events(happened, Collected)
    assert income.total == 0


def test_cd_3_a_victim_without_its_capital_collects_and_loses_nothing() -> None:
    assert asked(atlantic(FOUR, control={"United Kingdom": "Germany"})) is None


# CD-5


def collapsed(units: str = "", **place: Any) -> Game:
    game, _ = step(atlantic(FOUR + units, **place), (1, 2), (3, 5), (4, 1), (3, 3))
    return game


def test_cd_5_everything_of_it_leaves_the_game() -> None:
    game = collapsed(
        """
        United Kingdom: UK 2 infantry, fighter, complex, aa_gun
        SZ 12: UK battleship, transport
        """,
        treasury={"UK": 30},
        waiting={"UK": {"tank": 2}},
    )
    assert game.owned(UK) == ()
    assert game.treasury[UK] == 0
    assert "UK" not in game.waiting
    assert validate(game) == frozenset()


def test_wr_3_cells_vanish_where_a_collapse_brings_their_owner_its_territory_back() -> None:
    held = {"Libya": "UK"}
    game = atlantic(FOUR, modules=("CD", "WR"), control=held)
    cells = {SpaceId("Libya"): {Power("Italy"): 1}, SpaceId("India"): {Power("Japan"): 1}}
    game = game.replace(modules={**game.modules, "WR": Underground(cells)})
    game, _ = step(game, (1, 2), (3, 5), (4, 1), (3, 3))
    assert game.control[SpaceId("Libya")] == "Italy"
    assert state(game, "WR", Underground).cells == {"India": {"Japan": 1}}
    game = turn(game, "Japan", Phase.COMBAT_MOVE).replace(stage=Stage.PHASE_OPENS)
    game, _ = step(game)  # India is closed: nobody is there to roll against
    assert game.stage is Stage.COMBAT_MOVE


def test_cd_5_its_own_territories_are_closed() -> None:
    game = collapsed("Egypt: USA infantry")
    assert "India" not in game.control
    assert game.board[SpaceId("India")].neutral
    assert not game.board[SpaceId("France")].neutral
    run = Run(turn(game, "USA", Phase.COMBAT_MOVE))
    play(run, Done())
    assert run.game.board[SpaceId("Egypt")].neutral


def test_cd_5_no_money_opens_them() -> None:
    """Where an edition sells passage through neutral territory (BG-7.13 [CL])."""
    scenario = world(('edition = "anniversary"', 'edition = "classic"'))
    west, cove = SpaceId("West"), SpaceId("Cove")
    convoys = Convoys(zones={SpaceId("SZ 2"): 8}, territories={west: 8}, collapse={})
    game = position(modules=("CD",), scenario=dataclasses.replace(scenario, convoys=convoys))
    assert game.rules.entry_price(game, SpaceId("Rock")) == 3
    game = game.replace(
        modules={**game.modules, MODULE: ConvoyState(collapsed=(UK,), closed=(cove,))}
    )
    assert game.rules.entry_price(game, cove) is None


def test_cd_5_what_it_had_taken_goes_to_the_original_controller() -> None:
    """France and Poland go back to Germany, save where an ally's land unit stands."""
    game = collapsed(
        "France: USA infantry / UK complex",
        control={"France": "UK", "Poland": "UK", "Archangel": "UK"},
    )
    assert game.control[SpaceId("France")] == "USA"
    assert game.control[SpaceId("Poland")] == "Germany"
    assert game.control[SpaceId("Archangel")] == "USSR"
    (complex_,) = find(game, "France", "complex")
    assert game.pieces[complex_].owner == "USA"


def test_cd_5_its_territories_that_others_hold_stay_theirs() -> None:
    game = collapsed(control={"India": "Japan"})
    assert game.control[SpaceId("India")] == "Japan"


def test_cd_5_allied_fighters_aboard_land_and_other_cargo_is_lost() -> None:
    game = atlantic(FOUR + "SZ 12: UK carrier, transport / USA 2 fighter, infantry")
    (carrier,) = find(game, "SZ 12", "carrier")
    (transport,) = find(game, "SZ 12", "transport")
    guests, cargo = find(game, "SZ 12", "fighter"), find(game, "SZ 12", "infantry")
    aboard = [
        dataclasses.replace(piece, aboard=carrier if piece.id in guests else transport)
        for piece in game.pieces.values()
        if isinstance(piece, Figure) and piece.id in (*guests, *cargo)
    ]
    game = game.with_pieces(*aboard).replace(
        control={**game.control, SpaceId("Morocco Algeria"): USA}
    )
    game, _ = step(game, (1, 2), (3, 5), (4, 1), (3, 3))
    assert [game.pieces[guest].at for guest in guests] == ["Morocco Algeria"] * 2
    assert not any(unit in game.pieces for unit in cargo)


def test_cd_5_allied_aircraft_in_land_that_passes_to_an_enemy_land_at_once() -> None:
    """⚖ One space away, or on a deck (BG-9.4); what finds no place is lost."""
    units = "Poland: USA fighter, bomber\nFrance: USA fighter, infantry\nSZ 5: USA carrier"
    held = {"Poland": "UK", "France": "UK", "East Poland": "USSR"}
    game = atlantic(FOUR + units, control=held)
    fighter, bomber = find(game, "Poland", "fighter") + find(game, "Poland", "bomber")
    (stays,) = find(game, "France", "fighter")  # with a garrison, which France passes to
    places = {fighter: SpaceId("SZ 5"), bomber: SpaceId("East Poland")}
    game, _ = step(game, (1, 2), (3, 5), (4, 1), (3, 3), Landings(places))
    assert {p: game.pieces[p].at for p in (fighter, bomber, stays)} == {**places, stays: "France"}
    assert validate(game) == frozenset()


def test_cd_5_a_bomber_without_land_next_door_is_lost() -> None:
    held = {"Poland": "UK", "East Poland": "Germany", "Baltic States": "Germany"}
    game = collapsed("Poland: USA fighter, bomber\nSZ 5: USA carrier", control=held)
    assert game.control[SpaceId("Poland")] == "Germany"
    assert len(find(game, "SZ 5", "fighter")) == 1
    assert not find(game, "Poland", "bomber")
    assert validate(game) == frozenset()


def test_cd_5_its_turn_is_skipped() -> None:
    game = collapsed()
    turns = [turn.powers for turn in game.rules.scenario.turns]
    before = game.replace(turn=turns.index((UK,)), phase=0, stage=Stage.TURN_OPENS)
    after, _ = step(before)
    assert after.stage is Stage.TURN_CLOSES
    after, _ = step(after)
    assert game.rules.scenario.turns[after.turn].powers == ("Italy",)


def test_cd_5_foreign_units_have_until_the_end_of_their_next_noncombat_move() -> None:
    game = collapsed("United Kingdom: USA infantry, bomber\nFrance: USA tank")
    assert len(find(game, "United Kingdom", "infantry")) == 1
    run = Run(turn(game, "USA", Phase.NONCOMBAT_MOVE))
    while run.game.current_phase is Phase.NONCOMBAT_MOVE and run.request is not None:
        decision = run.request
        play(run, decision.remedy(run.game))  # type: ignore[attr-defined]  # a move
        if run.game.active != "USA":
            break
    assert run.game.pieces.at(SpaceId("United Kingdom")) == ()
    assert find(run.game, "France", "tank")


def test_cd_5_canals_with_a_closed_side_are_shut() -> None:
    game = turn(collapsed("SZ 15: USA destroyer"), "USA", Phase.NONCOMBAT_MOVE)
    (ship,) = find(game, "SZ 15", "destroyer")
    with pytest.raises(Illegal, match=r"BG-2\.5"):
        game.rules.may_enter(game, game.pieces[ship], SpaceId("SZ 15"), SpaceId("SZ 34"))


# CD-6


@pytest.mark.parametrize(("setting", "target"), [("scaled", 11), ("unchanged", 15)])
def test_cd_6_the_target_drops_by_the_cities_on_closed_ground(setting: str, target: int) -> None:
    """United Kingdom, Eastern Canada, India and Australia are closed: four cities."""
    game = collapsed(options={"cd_victory": setting}, control={"Kwangtung": "Japan"})
    assert game.rules.victory_target(game, 15) == target


def test_cd_6_the_target_does_not_drop_below_ten() -> None:
    assert collapsed().rules.victory_target(collapsed(), 13) == 10


def test_cd_6_a_collapse_can_decide_the_game() -> None:
    game = collapsed(options={"cd_victory": "axis_wins"})
    outcome = game.rules.victory(game)
    assert outcome is not None
    assert outcome.winner == "Axis"
    before = atlantic("", options={"cd_victory": "axis_wins"})
    assert before.rules.victory(before) is None


def test_rulings_24_and_25_a_board_without_limits_is_refused() -> None:
    scenario = builtin("wake-island")
    with pytest.raises(IncompatibleModules, match="no convoy limits"):
        compose(scenario, (MODULE,), {}, tuple((power,) for power in scenario.powers))


def test_ruling_23_losses_are_one_term_among_others() -> None:
    """Whatever else is deducted, the floor comes once, at the end (BG-11.1)."""
    game = position(
        "",
        active="UK",
        phase=Phase.COLLECT_INCOME,
        scenario=builtin("anniversary-1941"),
        seats=SEATS,
        modules=(MODULE,),
    )
    game = game.replace(modules={MODULE: ConvoyState(losses={SpaceId("United Kingdom"): 3})})
    assert [t.amount for t in game.rules.income_terms(game, UK) if t.reason == "convoys"] == [-3]
    assert convoy_state(game).zones == {}
