"""SW-2: what destroyers may do to submarines that sail on, told to both before they decide."""

import random

import pytest

from client.errors import ClientError
from client.presentation.catalog import CATALOG
from client.presentation.plans import dangers, imagined, plans
from client.schema.forms import AssignForm
from client.seat.knowledge import Knowledge
from client.seat.view import PlayerView
from client.seat.viewer import Viewer
from client.table.picture import scene
from client.terminal.inspecting import Perspective, inspect
from engine.board import Power, SpaceId
from engine.movement.orders import Move
from engine.phases import Phase
from engine.run import Run
from engine.variants.submarine_warfare.patrol import Patrol, Targets, halting_chance, patrols
from tests.engine.movement.drill import combat_move, noncombat_move, stowed
from tests.engine.odds.chance import agrees
from tests.engine.position import figure, find, play, position
from tests.engine.secret_subs.owners import waters

UNITS = "SZ 2: USA submarine / Japan {} destroyer\nSZ 3: Japan transport"
USA = Viewer(frozenset((Power("USA"),)))
PLAYED = 400


@pytest.mark.no_cover
@pytest.mark.parametrize("destroyers", [1, 2, 3])
def test_sw_2_submarines_are_halted_as_often_as_is_told(destroyers: int) -> None:
    draw, halted = random.Random(destroyers), 0
    game = stowed(position(UNITS.format(destroyers), phase=Phase.COMBAT_MOVE, modules=("SW",)))
    (sub,) = find(game, "SZ 2", "submarine")
    for _ in range(PLAYED):
        run = Run(game)
        play(run, Move(frozenset({sub}), (SpaceId("SZ 3"),)))
        assert isinstance(run.request, Patrol)
        rolling = dict.fromkeys(patrols(run.game, SpaceId("SZ 2")), sub)
        play(run, Targets(rolling), tuple(draw.randint(1, 6) for _ in rolling))
        halted += run.game.pieces[sub].at == "SZ 2"
    assert agrees(halted, PLAYED, halting_chance(game, destroyers))


def test_sw_2_the_owner_is_told_before_it_sails() -> None:
    for drill in (combat_move, noncombat_move):
        game = drill(UNITS.format(2), modules=("SW",)).game
        told = (
            "2 destroyers may each roll at a submarine or token that leaves: 50 % to halt it, "
            "75 % if all roll at the same one"
        )
        assert dangers(game, ()) == {"SZ 2": [told]}
        assert scene(game, USA).spaces["SZ 2"].dangers == (told,)
        assert f"SZ 2: {told}" in inspect("odds", "", game, Perspective(USA, {}, 80))


def test_sw_2_and_of_a_zone_that_it_would_pass() -> None:
    game = combat_move("SZ 2: USA submarine\nSZ 3: Japan destroyer", modules=("SW",)).game
    told = "a destroyer may roll at one submarine or token that leaves: 50 % to halt it"
    assert dangers(game, ()) == {"SZ 3": [told]}


def test_sw_1_beside_surface_ships_nobody_rolls() -> None:
    units = UNITS.replace("USA submarine", "USA submarine, transport").format(1)
    assert not dangers(noncombat_move(units, modules=("SW",)).game, ())


def test_sw_2_who_patrols_is_told_what_each_roll_is_worth() -> None:
    run = Run(stowed(position(UNITS.format(3), phase=Phase.COMBAT_MOVE, modules=("SW",))))
    (sub,) = find(run.game, "SZ 2", "submarine")
    play(run, Move(frozenset({sub}), (SpaceId("SZ 3"),)))
    assert isinstance(run.request, Patrol)
    view = PlayerView(run.game, run.request, {})
    record, told = CATALOG.decision(run.request), "Chance to halt a submarine, or a token: "
    assert [*record.lines(view)] == [f"{told}1 roll 50 %, 2 rolls 75 %, 3 rolls 88 %"]
    form = record.form(view)
    assert isinstance(form, AssignForm)
    assert form.hint == f"{told}1 roll 50 %, 2 rolls 75 %, 3 rolls 88 %."


def test_the_odds_of_a_planned_attack_are_those_of_the_attackers_own_turn() -> None:
    """BG-8: asked in an enemy's turn, of pieces that still stand elsewhere."""
    units = "West: USA 3 tank\nPrairie: USA infantry\nBorder: Japan infantry"
    waiting = position(units, active="Japan")
    tanks = find(waiting, "West", "tank")
    asked = imagined(waiting, USA, tanks, SpaceId("Border"))
    there = "Border: USA 3 tank / Japan infantry\nPrairie: USA infantry"
    due = plans(position(there, phase=Phase.COMBAT_MOVE), USA)[SpaceId("Border")]
    assert (asked.ends, asked.cost, asked.prize) == (due.ends, due.cost, due.prize)
    assert asked.win > 90


def test_the_odds_of_a_battle_that_is_due_reckon_with_anti_air_fire() -> None:
    """BG-8.4: it costs the attacker a fighter now and then, before the battle as in its plan."""
    units = "Border: USA 2 infantry, 4 tank, fighter / Japan 2 infantry, artillery, aa_gun"
    planned, due = (
        plans(position(units, phase=phase), USA)[SpaceId("Border")]
        for phase in (Phase.COMBAT_MOVE, Phase.CONDUCT_COMBAT)
    )
    assert (due.ends, due.cost, due.prize) == (planned.ends, planned.cost, planned.prize)


@pytest.mark.parametrize(
    ("kind", "space", "why"),
    [
        ("infantry", "Prairie", "no enemy there"),
        ("infantry", "SZ 3", "no piece among these"),
        ("infantry", "Nowhere", "takes a place"),
    ],
)
def test_where_nobody_would_fight_there_are_no_odds(kind: str, space: str, why: str) -> None:
    game = position("West: USA infantry\nSZ 3: Japan transport", active="Japan")
    with pytest.raises(ClientError, match=why):
        imagined(game, USA, find(game, "West", kind), SpaceId(space))


def test_ships_bombard_for_those_aboard() -> None:
    """BG-8.5: a battleship helps one infantry ashore."""
    units = "SZ 2: USA battleship, transport, infantry\nBorder: Japan infantry"
    game = position(units, active="Japan")
    ships, (boat,) = find(game, "SZ 2", "battleship"), find(game, "SZ 2", "transport")
    (landing,) = find(game, "SZ 2", "infantry")
    game = game.with_pieces(figure(game, landing).replace(aboard=boat))
    alone = imagined(game, USA, (landing,), SpaceId("Border"))
    shelled = imagined(game, USA, (landing, *ships), SpaceId("Border"))
    assert shelled.win > alone.win


def test_bombers_that_raid_fight_no_battle() -> None:
    """BG-8.2: once the raid is declared, no odds of a battle are told for them."""
    drill = combat_move("SZ 4: USA bomber, carrier\nEast: Japan complex, fighter")
    drill.move("SZ 4: bomber", "East")
    assert set(plans(drill.game, USA)) == {"East"}
    bombers = frozenset(find(drill.game, "East", "bomber"))
    declared = drill.game.update_turn_record(raiding={SpaceId("East"): tuple(bombers)})
    assert not plans(declared, USA)


def test_ds_10_a_decoy_that_a_search_would_not_find_is_not_beaten_either() -> None:
    """Two dice find a token at periscope depth with 3/4, whether it is a submarine or a decoy."""
    sea = waters(
        "SZ 8: USA fighter, bomber",
        "SZ 8: Japan k=1:2\nSZ 4: Japan j=2:0",
        phase=Phase.COMBAT_MOVE,
        beside=("DS",),
        depths={"k": "periscope"},
    )
    public = Viewer(USA.powers, {}, Knowledge.of(sea.game))
    plan = plans(sea.game, public)["SZ 8"]
    assert "0 to 2 submarines" in plan.notes[0]
    assert plan.ends == "win 75 %, nothing found 25 %"
