"""What the battle board tells: dice of all seats with their hits, and what came of them."""

import pytest

from client.presentation.names import Names
from client.schema.game import Plan
from client.schema.log import Clash, Dice, RollStep, RoundStep, TextStep, VolleyStep
from client.seat.odds import outlook
from client.seat.standing_orders import StandingOrders, answer_by_orders
from client.seat.view import PlayerView
from client.seat.viewer import Viewer
from client.table.battle_log import BattleLog
from client.table.picture import scene
from engine.battle.retreat import Press, Retreat, Withdraw
from engine.board import Power, SpaceId
from engine.odds import BattleEnd
from engine.phases import Phase
from engine.requests import Decision, Roll
from engine.units import CRUISER, TANK
from engine.variants.depth.detection import FiringSubmarines, Search
from engine.variants.depth.diving import DiveAway
from engine.variants.depth.state import Depth, update_depths
from engine.variants.rules_of_warfare.elite import Elite, Reroll, Roster, with_elite
from tests.client.asking import form_of
from tests.engine.battle.field import Combat, battlefield
from tests.engine.position import figure, find, position
from tests.engine.variants.depths import at_depth, battle
from tests.engine.variants.test_depth_battles import search


def dice_of(fight: Combat) -> Dice:
    """All that has happened so far, as a page is shown it."""
    names, battle_log = Names(fight.start), BattleLog()
    for event in fight.events:
        battle_log.add(event, names)
    return battle_log.dice


def told(fight: Combat) -> Clash:
    """What was fought or thrown last."""
    latest = dice_of(fight).latest
    assert latest is not None
    return latest


def test_every_die_says_whether_it_hit() -> None:
    """BG-1.6, 8.7: a result of at most the strength hits; losses stand beneath their dice."""
    fight = battlefield(
        "Plains: USA 2 tank, infantry / Japan 2 infantry", came_from={"Plains": "Border"}
    )
    fight.roll(3, 1, 4)
    fight.roll(2, 6)
    fight.lose("infantry")
    shown = told(fight)
    assert (shown.title, shown.space) == ("Battle in Plains", "Plains")
    assert dice_of(fight).end is None
    volleys = [step for step in shown.steps if isinstance(step, VolleyStep)]
    attack = next(step for step in volleys if step.why == "attackers fire")
    assert [(s.kind, s.dice, s.hits) for s in attack.shots] == [
        ("infantry", ((3, False),), 0),
        ("tank", ((1, True), (4, False)), 1),
    ]
    assert TextStep(text="Japan loses an infantry") in shown.steps
    assert RoundStep(round=2) in shown.steps


def test_what_a_power_loses_at_once_is_told_together() -> None:
    """BG-8.13: each casualty is a loss of its own; after the next volley begins another line."""
    fight = battlefield(
        "Plains: USA 3 tank / Japan 5 infantry, tank", came_from={"Plains": "Border"}
    )
    fight.roll(1, 1, 1)
    fight.lose("2 infantry, tank")
    fight.roll(6, 6, 6, 6, 6, 6)
    fight.roll(1, 6, 6)
    fight.roll(6, 6, 6)
    lost = [step.text for step in told(fight).steps if isinstance(step, TextStep)]
    assert lost == ["Japan loses 2 infantry and a tank", "Japan loses an infantry"]


def test_of_dice_of_which_the_best_counts_one_is_marked() -> None:
    """BG-4.3: heavy bombers roll two dice, and hit once at most."""
    fight = battlefield(
        "Plains: USA bomber / Japan 2 infantry",
        breakthroughs={"USA": ["heavy_bombers"]},
        options={"heavy_bombers": "best"},
    )
    fight.roll(2, 2)
    last = told(fight).steps[-1]
    assert isinstance(last, VolleyStep)
    assert last.shots[0].dice == ((2, True), (2, False))
    assert last.shots[0].hits == 1


def test_a_raid_tells_its_bombs() -> None:
    """BG-8.2: the dice of the bombs, and the damage done."""
    fight = battlefield("Plains: USA 2 bomber / Japan complex", raiding={"Plains": "2 bomber"})
    fight.roll(2, 3)
    shown = told(fight)
    assert shown.title == "Raid on Plains"
    bombs = next(step for step in shown.steps if isinstance(step, RollStep))
    assert bombs.dice == (2, 3)
    assert any("5 damage" in step.text for step in shown.steps if isinstance(step, TextStep))


def test_odds_of_a_landing_count_the_ships_that_may_bombard() -> None:
    """BG-8.5b: with a battleship beside the transport the landing wins more often."""
    wins = []
    for escort in ("", ", battleship"):
        game = position(
            f"SZ 3: USA transport, 2 infantry{escort}\nBorder: Japan 2 infantry",
            phase=Phase.COMBAT_MOVE,
        )
        (ship,) = find(game, "SZ 3", "transport")
        troops = [figure(game, piece) for piece in find(game, "SZ 3", "infantry")]
        game = game.with_pieces(*(p.replace(aboard=ship, ashore=SpaceId("Border")) for p in troops))
        odds = scene(game, Viewer(frozenset((Power("USA"),)))).plans["Border"]
        wins.append(odds.win)
    assert wins[1] > wins[0] + 10


def test_who_flies_to_a_complex_is_told_that_a_raid_is_still_to_be_chosen() -> None:
    """BG-8.2: bombers may raid or fight; a fighter alone may not raid."""
    notes = {}
    for aircraft in ("bomber", "fighter"):
        units = f"Border: USA {aircraft} / Japan 2 infantry, complex"
        game = position(units, phase=Phase.COMBAT_MOVE)
        notes[aircraft] = scene(game, Viewer(frozenset((Power("USA"),)))).plans["Border"].notes
    assert notes == {
        "bomber": ("or raid its complex: you are asked after your moves (BG-8.2)",),
        "fighter": (),
    }


def test_battles_that_are_due_have_odds_until_one_begins() -> None:
    """BG-8.1: what is chosen next is chosen by its odds."""
    fight = battlefield("Plains: USA 4 tank / Japan infantry\nEast: USA tank / Japan 4 infantry")
    viewer = Viewer(frozenset((Power("USA"),)))
    plans = scene(fight.game, viewer).plans
    assert plans.keys() == {"East", "Plains"}
    wins = {space: plan.win for space, plan in plans.items()}
    assert wins["Plains"] > 95
    assert wins["East"] < 5
    fight.fight("Plains")
    assert scene(fight.game, viewer).plans == {}


def test_whether_to_go_on_is_asked_with_what_it_may_cost() -> None:
    """BG-8.19: ten tanks lose a third of a tank, worth 5 IPC, to the infantry that they beat."""
    fight = battlefield(
        "Plains: USA 10 tank / Japan infantry",
        came_from={"Plains": "Border"},
        control={"Border": "USA"},
    )
    fight.roll(*[6] * 10)
    fight.roll(6)
    assert isinstance(fight.request, Retreat)
    hint = form_of(PlayerView(fight.game, fight.request, {}))["hint"]
    assert hint == "If you go on: win 100 %. You lose 2 IPC on average, they 3."


def test_whoever_may_retreat_is_told_what_would_stay() -> None:
    """BG-8.20: seaborne units never retreat."""
    fight = battlefield(
        "SZ 3: USA transport, 2 infantry\nBorder: USA tank / Japan infantry",
        landing={"SZ 3": "Border"},
        came_from={"Border tank": "Plains"},
        control={"Plains": "USA"},
    )
    hint = asked_to_retreat(fight)
    assert hint.endswith(" What came from the sea cannot retreat: 2 infantry (BG-8.20).")


def test_odds_that_are_estimated_say_how_far_they_may_be_off() -> None:
    """400 battles are simulated: within 5 points of the truth 19 times out of 20."""
    fleet = "6 submarine, 6 destroyer, 6 cruiser, 6 bomber, 3 battleship, 3 carrier"
    fight = battlefield(
        f"SZ 3: USA {fleet} / Japan {fleet}", attacked=("SZ 3",), came_from={"SZ 3": "SZ 2"}
    )
    while not isinstance(fight.request, Retreat):
        assert isinstance(fight.request, Roll)
        fight.roll(*[6] * fight.request.count)
    hint = form_of(PlayerView(fight.game, fight.request, {}))["hint"]
    assert hint.endswith(" Estimated, ± 5 %.")


def test_who_goes_on_is_told_that_its_transports_are_lost() -> None:
    """BG-8.17: their escort has dived, and they have not been hit."""
    fight = battlefield(
        "SZ 3: USA submarine, 2 transport / Japan cruiser",
        attacked=("SZ 3",),
        came_from={"SZ 3": "SZ 2"},
    )
    fight.dive("submarine")
    fight.roll(6)
    assert isinstance(fight.request, Retreat)
    view = PlayerView(fight.game, fight.request, {})
    assert form_of(view)["hint"] == "If you go on, you lose 2 defenceless transports (BG-8.17)."
    orders = answer_by_orders(StandingOrders(retreat=50), view)
    assert orders == Withdraw(SpaceId("SZ 2"))


def asked_to_retreat(fight: Combat) -> str:
    """Both sides fight on, with dice that miss, until the attacker is asked; the hint then."""
    while not isinstance(fight.request, Retreat):
        if isinstance(fight.request, Roll):
            fight.roll(*[fight.request.sides] * fight.request.count)
        else:
            assert isinstance(fight.request, Decision)
            possible = list(fight.request.candidates(fight.game))
            fight.answer(Reroll(again=False) if Reroll(again=False) in possible else possible[0])
    hint: str = form_of(PlayerView(fight.game, fight.request, {}))["hint"]
    return hint


def test_a_battle_under_way_tells_what_its_odds_take_for_granted() -> None:
    """DS-12: a submarine that stays might dive; WE-1: an elite unit has its reroll left."""
    units = "SZ 3: USA destroyer, cruiser / Japan submarine, cruiser"
    start = battlefield(
        units, attacked=("SZ 3",), came_from={"SZ 3": "SZ 2"}, modules=("DS", "WE")
    ).start
    (submarine,) = find(start, "SZ 3", "submarine")
    (cruiser,) = find(start, "SZ 3", "cruiser", "USA")
    deep = at_depth(start, {submarine: Depth.PERISCOPE})
    elite = with_elite(deep, Power("USA"), Elite(CRUISER, cruiser))
    hint = asked_to_retreat(Combat(elite))
    assert "Submarines that may dive away stay and fight." in hint
    assert "Elite units roll their first miss again." in hint
    assert "can search" not in hint


def planned(units: str, *modules: str) -> Plan:
    """What USA is told of an attack in SZ 3."""
    game = position(units, phase=Phase.COMBAT_MOVE, modules=modules)
    return scene(game, Viewer(frozenset((Power("USA"),)))).plans["SZ 3"]


def test_a_standoff_is_told_apart_from_a_loss() -> None:
    """BG-8.22: aircraft sink the transport's escort and cannot hit the submarine, nor it them."""
    odds = planned("SZ 3: USA 6 bomber / Japan destroyer, submarine")
    assert odds.win == 0
    assert odds.standoff > 95
    assert odds.ends == f"standoff {odds.standoff} % (neither can hit the other)"


def test_who_goes_on_into_a_standoff_does_not_flee_by_standing_orders() -> None:
    """BG-8.19, 8.22: a battleship is about to sink, and its submarine cannot hit aircraft."""
    fight = battlefield("SZ 3: USA 6 bomber / Japan battleship, submarine", attacked=("SZ 3",))
    fight.dive("")
    fight.roll(*[6] * 6)
    fight.roll(6)
    assert isinstance(fight.request, Retreat)
    odds = outlook(view := PlayerView(fight.game, fight.request, {}))
    assert odds.win == 0
    assert odds.chance(BattleEnd.STANDOFF) > 0.95
    assert answer_by_orders(StandingOrders(retreat=50), view) == Press()
    assert "win" not in form_of(view)["hint"]


def test_ds_10_after_a_round_odds_reckon_with_the_search_of_the_next() -> None:
    """Nothing was found and nobody hit: all is as before the first search, and orders go by it."""
    fight = battle(
        "USA 2 fighter / Japan destroyer, submarine",
        "periscope",
        came_from="SZ 1",
        options={"ds_search_each_round": "on"},
    )
    searching, request = fight.game, fight.request
    assert isinstance(request, Search)
    before = outlook(PlayerView(searching, request, {}))
    search(fight, "2 fighter", 6, 6)
    fight.roll(6, 6, why="attackers fire")
    fight.roll(6, why="defenders fire")
    assert isinstance(fight.request, Retreat)
    view = PlayerView(fight.game, fight.request, {})
    odds = outlook(view)
    assert odds.exact
    assert odds.win == pytest.approx(before.win)
    chances = StandingOrders(retreat=99), StandingOrders(retreat=1)
    assert [answer_by_orders(orders, view) == Press() for orders in chances] == [False, True]
    assert "can search does in every round" in form_of(view)["hint"]


def test_a_battle_that_is_due_among_concealed_submarines_says_what_it_reckons_with() -> None:
    """DS-8, 11: cruisers do not search; the submarine fires, and cannot be hit in round 1."""
    units = "SZ 3: USA 2 cruiser / Japan cruiser, submarine\nEast: USA tank / Japan infantry"
    fight = battlefield(units, attacked=("SZ 3",), modules=("DS",))
    viewer = Viewer(frozenset((Power("USA"),)))
    (submarine,) = find(fight.game, "SZ 3", "submarine")
    below = update_depths(fight.game, at={submarine: Depth.PERISCOPE})
    on_top = scene(fight.game, viewer).plans["SZ 3"]
    concealed = scene(below, viewer).plans["SZ 3"]
    assert concealed.ends != on_top.ends
    assert on_top.notes == ()
    assert concealed.notes == (
        (
            "reckoned as if every unit that can search does, and as if submarines that are not "
            "found fire where they may (DS-11)"
        ),
    )


def test_batteries_and_elite_units_are_reckoned_with() -> None:
    """WA-2, WE-1: and it is said that they are."""
    units = (
        "Border: USA artillery_battery\nPlains: USA 2 tank / Japan 2 infantry\n"
        "East: USA tank / Japan infantry"
    )
    fight = battlefield(units, modules=("WA", "WE"))
    viewer = Viewer(frozenset((Power("USA"),)))
    (tank, *_) = find(fight.game, "Plains", "tank")
    roster = Roster({Power("USA"): Elite(TANK, tank)})
    better = fight.game.replace(modules={**fight.game.modules, "WE": roster})
    plain, elite = (scene(game, viewer).plans["Plains"] for game in (fight.game, better))
    assert elite.win > plain.win
    assert plain.notes == ("a battery next door fires into it",)
    assert elite.notes == (
        "a battery next door fires into it",
        "elite units roll their first miss again",
    )


def test_a_hunt_has_odds_that_say_how_it_is_fought() -> None:
    """SW-4: a destroyer spots with 1/2 and sinks with 4/7, is lost with 2/7, both with 2/21."""
    odds = planned("SZ 3: USA destroyer / Japan submarine", "SW")
    assert odds.ends == "win 24 %, some left 62 %, nobody left 5 %, loss 9 %"
    assert odds.notes == (
        "destroyers attack before aircraft; submarines leave as soon as they may",
    )


def test_what_was_fought_before_in_the_phase_is_kept() -> None:
    """BG-8.1: the next battle does not wipe out the one before it."""
    fight = battlefield("Plains: USA 2 tank / Japan infantry\nEast: USA 2 tank / Japan infantry")
    fight.fight("Plains")
    fight.roll(1, 1)
    fight.roll(6)
    assert told(fight).title == "Battle in East"
    (before,) = dice_of(fight).earlier
    assert before.title == "Battle in Plains"
    assert any("Japan loses" in step.text for step in before.steps if isinstance(step, TextStep))


def test_ds_11_once_the_attackers_have_fired_odds_take_who_was_let_fire_as_found() -> None:
    """DS-12 asks the surfaced submarine before S4: both can be hit from the next round on.

    Of the same odds as of two that have surfaced, and were never concealed.
    """
    options = {"ds_retreat_all_depths": "on"}
    fight = battle("USA destroyer / Japan 2 submarine", options=options)
    begun = fight.game
    first = find(begun, "SZ 2", "submarine")[0]
    concealed = Combat(at_depth(fight.start, {first: Depth.PERISCOPE}))
    search(concealed, "destroyer", 6)
    concealed.answer(FiringSubmarines(frozenset((first,))))
    odds = []
    for asked in (fight, concealed):
        asked.roll(6, why="attackers fire")
        assert isinstance(asked.request, DiveAway)
        odds.append(outlook(PlayerView(asked.game, asked.request, {})))
    surfaced, found = odds
    assert surfaced.exact
    assert found.win == pytest.approx(surfaced.win)
