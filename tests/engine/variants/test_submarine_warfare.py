"""Submarine warfare (SW): hunts, sailing past destroyers, what a search costs."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.battles import BattleKind
from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.instructions import Instructions, Standing
from engine.movement.declarations import may_declare
from engine.movement.orders import Move, TakeBack
from engine.movement.phases import CombatMove
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.requests import Decision, Roll
from engine.run import Run
from engine.units import Kind
from engine.variants.submarine_warfare.hunting import (
    BreakOffDuel,
    Direct,
    DirectDestroyer,
    Escape,
    EscapeAttempt,
    FightOn,
    Hunt,
    NameTarget,
    NextHunter,
    PressDuel,
    StopHunting,
)
from engine.variants.submarine_warfare.patrol import Patrol, Targets
from engine.variants.submarine_warfare.state import Escaped, hunts
from tests.engine.battle.field import Combat
from tests.engine.movement.drill import Drill, combat_move, illegal, noncombat_move, stowed
from tests.engine.position import find, play, position
from tests.engine.variants.depths import asks, battle, dice


def hunting(units: str, **place: Any) -> Combat:
    """SZ 2 attacked by the United States, whose aircraft have flown there."""
    return battle(units, modules=("SW",), came_from="SZ 1", **place)


def hunt(fight: Combat, kind: str, die: int, number: int = 1) -> None:
    """Send the n-th hunter of a kind; its spotting roll."""
    assert asks(fight, NextHunter), fight.request
    hunters = find(fight.game, "SZ 2", kind, "USA")
    fight.answer(Hunt(hunters[number - 1]))
    fight.roll(die, why="spotting")


def japanese(fight: Combat) -> int:
    return sum(piece.owner == "Japan" for piece in fight.game.pieces.values())


def own(fight: Combat, kind: str) -> int:
    return len(find(fight.game, "SZ 2", kind, "USA"))


def test_sw_t_bomber_directs_the_destroyer_and_the_second_submarine_dives() -> None:
    """The bomber spots, the destroyer sinks one; the fighter is lost to the other."""
    fight = hunting("USA bomber, destroyer, fighter / Japan 2 submarine")
    hunt(fight, "bomber", 2)
    (destroyer,) = find(fight.game, "SZ 2", "destroyer")
    fight.answer(Direct(destroyer))
    fight.roll(1, 6, why="hunt")
    assert japanese(fight) == 1
    hunt(fight, "fighter", 3)
    fight.roll(4, 1, why="hunt")
    assert own(fight, "fighter") == 0
    assert fight.is_over
    assert japanese(fight) == 1


@pytest.mark.parametrize(
    ("company", "kind"), [("", BattleKind.HOUSE), (", transport", BattleKind.SEA)]
)
def test_sw_1_any_friendly_sea_unit_makes_it_a_fleet(company: str, kind: BattleKind) -> None:
    fight = hunting(f"USA destroyer, cruiser / Japan submarine, cruiser{company}")
    assert fight.game.battle is not None
    assert fight.game.battle.kind is BattleKind.SEA
    units = f"SZ 2: USA destroyer / Japan submarine{company}"
    game = position(units, phase=Phase.CONDUCT_COMBAT, modules=("SW",))
    assert game.rules.battle_kind(game, SpaceId("SZ 2")) is kind


def test_sw_1_an_allys_transport_counts() -> None:
    fight = hunting("USA destroyer / Japan submarine / Germany transport")
    assert not asks(fight, NextHunter)


def test_sw_3_only_destroyers_and_aircraft_hunt() -> None:
    """Cruisers and submarines take no part and have not fought."""
    fight = hunting("USA destroyer, cruiser, submarine, fighter / Japan submarine")
    assert {fight.kind(piece) for piece in fight.attackers} == {"destroyer", "fighter"}
    (cruiser,) = find(fight.game, "SZ 2", "cruiser")
    assert not fight.game.pieces[cruiser].fought
    with pytest.raises(Illegal, match="SW-3"):
        fight.answer(Hunt(cruiser))


@pytest.mark.parametrize(
    ("hunters", "allowed"),
    [("submarine", False), ("cruiser", False), ("destroyer", True), ("fighter", True)],
)
def test_sw_3_who_may_attack_a_zone_with_submarines_only(hunters: str, allowed: bool) -> None:
    """BG-8.10 and 8.23 do not apply."""
    game = position(
        f"SZ 2: USA {hunters} / Japan submarine", phase=Phase.COMBAT_MOVE, modules=("SW",)
    )
    if allowed:
        may_declare(game, SpaceId("SZ 2"))
    else:
        with pytest.raises(Illegal):
            may_declare(game, SpaceId("SZ 2"))


def test_sw_3_each_attacks_once_and_spots_on_three() -> None:
    fight = hunting("USA 2 destroyer / Japan submarine")
    hunt(fight, "destroyer", 4)
    (first, second) = find(fight.game, "SZ 2", "destroyer")
    assert isinstance(fight.request, NextHunter)
    assert list(fight.request.candidates(fight.game)) == [Hunt(second), StopHunting()]
    with pytest.raises(Illegal):
        fight.answer(Hunt(first))
    hunt(fight, "destroyer", 4, number=2)
    assert fight.is_over
    assert japanese(fight) == 1


def test_sw_3_the_attacker_may_stop() -> None:
    fight = hunting("USA 2 destroyer / Japan submarine")
    fight.answer(StopHunting())
    assert fight.is_over


def test_sw_3_a_submarine_that_escaped_can_be_spotted_again() -> None:
    fight = hunting("USA 2 destroyer / Japan submarine")
    hunt(fight, "destroyer", 1)
    fight.roll(6, 6)
    fight.answer(EscapeAttempt(leaves=True))
    assert asks(fight, NextHunter)
    hunt(fight, "destroyer", 1, number=2)
    fight.roll(2, 6)
    assert japanese(fight) == 0


def test_sw_3_a_hunt_is_a_sea_battle_and_hunters_have_fought() -> None:
    """For bombardment (BG-8.5), and for Noncombat move."""
    fight = hunting("USA destroyer / Japan submarine")
    assert "SZ 2" in fight.game.record.sea_battles
    assert all(fight.game.pieces[piece].fought for piece in fight.attackers)


def test_sw_3_submarines_do_not_submerge_beforehand() -> None:
    fight = hunting("USA fighter / Japan submarine")
    assert asks(fight, NextHunter)


def test_sw_3_of_two_owners_one_names_the_submarine() -> None:
    fight = hunting("USA destroyer / Japan submarine / Germany submarine")
    hunt(fight, "destroyer", 1)
    assert isinstance(fight.request, NameTarget)
    assert fight.request.power == "Japan"
    assert len(list(fight.request.candidates(fight.game))) == 2


@pytest.mark.parametrize(("losses", "owners"), [(("submarine",), ["Japan"]), ((), [])])
def test_sw_3_by_instruction_the_submarine_is_named_in_the_order_of_losses(
    losses: tuple[str, ...], owners: list[str]
) -> None:
    """BG-3.4: the first of those that are alike; without an order Japan is asked."""
    drawn = hunting("USA destroyer / Japan submarine / Germany submarine").start
    left = Instructions(losses=tuple(map(Kind, losses)))
    fight = Combat(drawn.with_instructions(Power("Japan"), left))
    hunt(fight, "destroyer", 1)
    assert asks(fight, NameTarget) is not bool(owners)
    assert [fight.game.pieces[piece].owner for piece in hunts(fight.game).shown] == owners


def test_sw_4_a_destroyer_hits_on_two_a_submarine_on_one_and_both_may_be_lost() -> None:
    fight = hunting("USA destroyer / Japan submarine")
    hunt(fight, "destroyer", 3)
    fight.roll(3, 2)
    fight.answer(FightOn())
    fight.roll(2, 1)
    assert not fight.game.pieces


def test_sw_4_it_may_leave_only_on_a_six_of_the_destroyer() -> None:
    fight = hunting("USA destroyer / Japan submarine")
    hunt(fight, "destroyer", 3)
    fight.roll(5, 2)
    assert asks(fight, PressDuel)
    fight.answer(FightOn())
    fight.roll(6, 2)
    assert asks(fight, Escape)
    fight.answer(EscapeAttempt(leaves=False))
    assert asks(fight, PressDuel)


def test_sw_4_the_hunter_may_break_off() -> None:
    fight = hunting("USA destroyer / Japan submarine")
    hunt(fight, "destroyer", 3)
    fight.roll(5, 2)
    fight.answer(BreakOffDuel())
    assert fight.is_over
    assert japanese(fight) == own(fight, "destroyer") == 1


@pytest.mark.parametrize(("standing", "leaves"), [(Standing.ALWAYS, True), (Standing.NEVER, False)])
def test_bg_3_4_by_instruction_it_leaves_or_fights_on(standing: Standing, leaves: bool) -> None:
    fight = hunting("USA destroyer / Japan submarine")
    fight.run.instruct(Power("Japan"), Instructions(submerge=standing))
    hunt(fight, "destroyer", 3)
    fight.roll(6, 2)
    assert not asks(fight, Escape)
    assert any(isinstance(event, Escaped) for event in fight.events) is leaves


def test_sw_5_from_an_aircraft_it_dives_after_any_round_but_not_before() -> None:
    fight = hunting("USA fighter / Japan submarine")
    hunt(fight, "fighter", 3)
    fight.roll(4, 6)
    assert asks(fight, Escape)
    fight.answer(EscapeAttempt(leaves=True))
    assert any(isinstance(event, Escaped) for event in fight.events)
    assert fight.is_over


@pytest.mark.parametrize(("kind", "aim"), [("fighter", 3), ("bomber", 4)])
def test_sw_5_aircraft_hit_at_attack_strength(kind: str, aim: int) -> None:
    for die in (aim, aim + 1):
        fight = hunting(f"USA {kind} / Japan submarine")
        hunt(fight, kind, 1)
        fight.roll(die, 6)
        assert (japanese(fight) == 0) == (die == aim)


def test_sw_6_a_destroyer_whose_own_roll_failed_can_be_directed() -> None:
    fight = hunting("USA destroyer, fighter / Japan submarine")
    hunt(fight, "destroyer", 6)
    hunt(fight, "fighter", 1)
    (destroyer,) = find(fight.game, "SZ 2", "destroyer")
    assert asks(fight, DirectDestroyer)
    fight.answer(Direct(destroyer))
    fight.roll(1, 6)
    assert japanese(fight) == 0


def test_sw_6_a_destroyer_that_has_fought_cannot_be_directed() -> None:
    fight = hunting("USA destroyer, fighter / Japan submarine")
    hunt(fight, "destroyer", 1)
    fight.roll(6, 6)
    fight.answer(EscapeAttempt(leaves=True))
    hunt(fight, "fighter", 1)
    assert isinstance(fight.request, Roll)


def test_sw_6_a_directed_destroyer_has_made_its_attack() -> None:
    fight = hunting("USA destroyer, fighter / Japan 2 submarine")
    hunt(fight, "fighter", 1)
    (destroyer,) = find(fight.game, "SZ 2", "destroyer")
    fight.answer(Direct(destroyer))
    fight.roll(1, 6)
    assert fight.is_over


def test_sw_7_an_earlier_draft_has_aircraft_spot_on_four() -> None:
    for spot, found in (("3", False), ("4", True)):
        fight = hunting("USA fighter, destroyer / Japan submarine", options={"sw_spot": spot})
        hunt(fight, "destroyer", 4)
        assert asks(fight, NextHunter)
        hunt(fight, "fighter", 4)
        assert asks(fight, DirectDestroyer) == found


# Odds: the submarine always takes its chance to leave


def rounds(kind: str) -> Counter[str]:
    """How each of the 36 results of a round ends, by the engine's own steps."""
    ends: Counter[str] = Counter()
    for first, second in product(range(1, 7), repeat=2):
        fight = hunting(f"USA {kind} / Japan submarine")
        hunt(fight, kind, 1)
        fight.roll(first, second)
        escaped = asks(fight, Escape)
        if not (japanese(fight) and own(fight, kind)) or escaped:
            ends["ends"] += 1
        ends["sunk"] += not japanese(fight)
        ends["lost"] += not own(fight, kind)
        ends["both"] += not japanese(fight) and not own(fight, kind)
    return ends


def test_sw_4_odds_of_a_destroyer() -> None:
    """A round ends it with 7/12; sub sunk 4/7, destroyer 2/7, both 2/21; spotted: 2/7 and 1/7."""
    ends = rounds("destroyer")
    assert Fraction(ends["ends"], 36) == Fraction(7, 12)
    assert Fraction(ends["sunk"], ends["ends"]) == Fraction(4, 7)
    assert Fraction(ends["lost"], ends["ends"]) == Fraction(2, 7)
    assert Fraction(ends["both"], ends["ends"]) == Fraction(2, 21)
    spotted = Fraction(1, 2)
    assert spotted * Fraction(ends["sunk"], ends["ends"]) == Fraction(2, 7)
    assert spotted * Fraction(ends["lost"], ends["ends"]) == Fraction(1, 7)
    # directed by an aircraft it needs no roll of its own: 4/7 (SW-6)


@pytest.mark.parametrize(
    ("kind", "sunk", "lost"),
    [("fighter", Fraction(1, 4), Fraction(1, 12)), ("bomber", Fraction(1, 3), Fraction(1, 12))],
)
def test_sw_5_odds_of_aircraft(kind: str, sunk: Fraction, lost: Fraction) -> None:
    """One round, after which the submarine dives."""
    ends = rounds(kind)
    assert ends["ends"] == 36
    assert Fraction(ends["sunk"], 72) == sunk
    assert Fraction(ends["lost"], 72) == lost


# SW-2


class _Patrolled:
    """A submarine in SZ 2, with enemies around, in Combat move."""

    def __init__(self, units: str, **instructed: Any) -> None:
        game = position(units, phase=Phase.COMBAT_MOVE, modules=("SW",))
        game = game.with_instructions(Power("Japan"), Instructions(**instructed))
        self.run = Run(stowed(game))

    def sail(self, *zones: str, piece: PieceId | None = None) -> None:
        sub = piece or find(self.run.game, "SZ 2", "submarine", "USA")[0]
        play(self.run, Move(frozenset({sub}), tuple(map(SpaceId, zones))))

    @property
    def request(self) -> object:
        return self.run.request


def test_sw_2_a_destroyer_rolls_when_a_submarine_leaves_its_zone() -> None:
    """Also the zone in which it starts; 3 or less ends its movement."""
    for die, where in ((3, "SZ 2"), (4, "SZ 3")):
        sea = _Patrolled("SZ 2: USA submarine / Japan destroyer\nSZ 3: Japan transport")
        (destroyer,) = find(sea.run.game, "SZ 2", "destroyer")
        (sub,) = find(sea.run.game, "SZ 2", "submarine")
        sea.sail("SZ 3")
        assert isinstance(sea.request, Patrol)
        assert sea.request.power == "Japan"
        play(sea.run, Targets({destroyer: sub}), (die,))
        assert sea.run.game.pieces[sub].at == where
        assert hunts(sea.run.game).rolled == {destroyer}


@pytest.mark.parametrize(("standing", "rolls"), [(Standing.ALWAYS, 3), (Standing.NEVER, 0)])
def test_sw_2_by_instruction_all_destroyers_roll_or_none(standing: Standing, rolls: int) -> None:
    """BG-3.4: nobody is asked, and each destroyer takes the next of those that leave."""
    units = "SZ 2: USA 2 submarine / Japan 3 destroyer\nSZ 3: Japan transport"
    sea = _Patrolled(units, patrol=standing)
    subs = find(sea.run.game, "SZ 2", "submarine")
    play(sea.run, Move(frozenset(subs), (SpaceId("SZ 3"),)))
    if rolls:
        assert isinstance(sea.request, Roll)
        play(sea.run, (4, 3, 4))
    assert [sea.run.game.pieces[sub].at for sub in subs] == ["SZ 3", "SZ 2" if rolls else "SZ 3"]
    assert len(hunts(sea.run.game).rolled) == rolls


def test_sw_2_it_does_not_stop_who_enters() -> None:
    """The stop of BG-7.4 is replaced: the roll comes when the submarine goes on."""
    units = "SZ 2: USA submarine\nSZ 3: Japan destroyer\nSZ 4: Japan transport"
    sea = _Patrolled(units)
    (sub,) = find(sea.run.game, "SZ 2", "submarine")
    sea.sail("SZ 3", "SZ 4")
    assert isinstance(sea.request, Patrol)
    play(sea.run, Targets())
    assert sea.run.game.pieces[sub].at == "SZ 4"


BESIDE_SHIPS = "SZ 2: USA {}, submarine\nSZ 3: Japan destroyer\nSZ 4: Japan transport"


@pytest.mark.parametrize("ship", ["cruiser", "destroyer", "transport"])
def test_sw_2_with_surface_ships_it_stops_where_it_enters(ship: str) -> None:
    """SW-1: transports are surface ships, too; there the stop of BG-7.4 holds."""
    drill = combat_move(BESIDE_SHIPS.format(ship), modules=("SW",))
    with illegal(drill, "BG-7.3"):
        drill.move(f"SZ 2: {ship}, submarine", "SZ 3", "SZ 4")
    drill.move(f"SZ 2: {ship}, submarine", "SZ 3")
    assert drill.figure("SZ 3: submarine").left == 0
    with illegal(drill, "BG-7.4"):
        drill.move("SZ 3: submarine", "SZ 4")


@pytest.mark.parametrize("owner", ["USA", "UK"])
def test_sw_2_it_stops_beside_ships_that_are_there_already_allies_too(owner: str) -> None:
    units = f"SZ 2: USA submarine\nSZ 3: {owner} transport / Japan destroyer\nSZ 4: Japan transport"
    drill = combat_move(units, modules=("SW",))
    with illegal(drill, "BG-7.4"):
        drill.move("SZ 2: submarine", "SZ 3", "SZ 4")
    drill.move("SZ 2: submarine", "SZ 3")
    assert drill.figure("SZ 3: submarine").left == 0


def test_sw_2_it_sails_on_where_ships_are_but_no_destroyers() -> None:
    units = (
        "SZ 2: USA cruiser, submarine\nSZ 3: USA cruiser / Japan transport\nSZ 4: Japan transport"
    )
    drill = combat_move(units, modules=("SW",))
    drill.move("SZ 2: cruiser, submarine", "SZ 3", "SZ 4")
    assert drill.units("SZ 4", "USA") == "cruiser, submarine"


def test_sw_2_submarines_alone_and_aircraft_are_no_surface_ships() -> None:
    """Two submarines of one order sail past destroyers as one does; so does one with aircraft."""
    units = (
        "SZ 2: USA 2 submarine, fighter\nSZ 3: USA submarine / Japan destroyer\nWest: USA fighter"
    )
    sea = _Patrolled(units)
    subs = find(sea.run.game, "SZ 2", "submarine")
    play(sea.run, Move(frozenset(subs), (SpaceId("SZ 3"), SpaceId("SZ 4"))))
    assert isinstance(sea.request, Patrol)
    assert sea.request.leaving == subs


def test_sw_2_ships_that_come_after_it_stop_it_until_they_are_taken_back() -> None:
    """⚖ The order of orders changes nothing."""
    drill = combat_move(BESIDE_SHIPS.format("cruiser"), modules=("SW",))
    drill.move("SZ 2: submarine", "SZ 3")
    drill.move("SZ 2: cruiser", "SZ 3")
    with illegal(drill, "BG-7.4"):
        drill.move("SZ 3: submarine", "SZ 4")
    drill.take_back("SZ 3: cruiser")
    drill.move("SZ 3: submarine", "SZ 4")
    assert isinstance(drill.run.request, Patrol)


def test_sw_2_from_beside_ships_it_leaves_freely_and_alone_past_the_rolls() -> None:
    """It begins its move next to a destroyer in its own zone (BG-7.4)."""
    units = "SZ 2: USA cruiser, submarine / Japan destroyer\nSZ 3: Japan transport"
    drill = combat_move(units, modules=("SW",))
    drill.move("SZ 2: submarine", "SZ 3")
    assert isinstance(drill.run.request, CombatMove)
    assert drill.units("SZ 3", "USA") == "submarine"
    drill = combat_move(units, modules=("SW",))
    drill.move("SZ 2: cruiser", "SZ 3")
    drill.move("SZ 2: submarine", "SZ 3")
    assert isinstance(drill.run.request, Patrol)


def test_sw_2_after_combat_it_stops_beside_ships_too() -> None:
    units = "SZ 2: USA submarine\nSZ 3: USA transport / Japan destroyer"
    drill = noncombat_move(units, modules=("SW",))
    with illegal(drill, "BG-7.4"):
        drill.move("SZ 2: submarine", "SZ 3", "SZ 4")
    drill.move("SZ 2: submarine", "SZ 3")
    assert drill.figure("SZ 3: submarine").left == 0


def test_sw_2_each_destroyer_rolls_once_per_turn_at_one_submarine() -> None:
    sea = _Patrolled("SZ 2: USA 2 submarine / Japan destroyer\nSZ 3: Japan transport")
    (destroyer,) = find(sea.run.game, "SZ 2", "destroyer")
    one, two = find(sea.run.game, "SZ 2", "submarine")
    sea.sail("SZ 3", piece=one)
    with pytest.raises(Illegal, match="SW-2"):
        play(sea.run, Targets({destroyer: two}))
    play(sea.run, Targets({destroyer: one}), (1,))
    sea.sail("SZ 3", piece=two)
    assert isinstance(sea.request, CombatMove)
    assert sea.run.game.pieces[two].at == "SZ 3"


def test_sw_2_what_one_has_stopped_no_other_rolls_at() -> None:
    sea = _Patrolled("SZ 2: USA submarine / Japan destroyer / Germany destroyer")
    (destroyer,) = find(sea.run.game, "SZ 2", "destroyer", "Japan")
    (sub,) = find(sea.run.game, "SZ 2", "submarine")
    sea.sail("SZ 3")
    play(sea.run, Targets({destroyer: sub}), (1,))
    assert not isinstance(sea.request, Patrol)


def test_sw_2_nobody_rolls_at_a_retreat() -> None:
    """⚖ It is no move of its owner's choice."""
    fight = battle("USA submarine / Japan destroyer", modules=("SW",), came_from="SZ 1")
    fight.roll(6, why="attackers fire")
    fight.roll(6, why="defenders fire")
    fight.retreat("SZ 1")
    assert fight.is_over
    assert find(fight.game, "SZ 1", "submarine")


def test_sw_5_nothing_is_searched_for_after_combat() -> None:
    for phase, cost in ((Phase.COMBAT_MOVE, 2), (Phase.NONCOMBAT_MOVE, 0)):
        game = position(
            "West: USA fighter\nSZ 2: Japan submarine", phase=phase, modules=("SW",)
        )  # fmt: skip
        (fighter,) = find(game, "West", "fighter")
        assert game.rules.air_cost(game, game.pieces[fighter], SpaceId("SZ 2")) == cost


def test_sw_2_what_was_rolled_at_cannot_be_taken_back() -> None:
    sea = _Patrolled("SZ 2: USA submarine / Japan destroyer\nSZ 3: Japan transport")
    (destroyer,) = find(sea.run.game, "SZ 2", "destroyer")
    (sub,) = find(sea.run.game, "SZ 2", "submarine")
    sea.sail("SZ 3")
    play(sea.run, Targets({destroyer: sub}), (6,))
    with pytest.raises(Illegal, match="R6"):
        play(sea.run, TakeBack(frozenset({sub})))


def test_sw_2_submarines_fight_only_if_their_owner_wants() -> None:
    game = position(
        "SZ 2: USA submarine / Japan destroyer", phase=Phase.COMBAT_MOVE, modules=("SW",)
    )
    assert game.rules.may_ignore(game, SpaceId("SZ 2"))


def test_sw_2_other_ships_are_not_rolled_at() -> None:
    sea = _Patrolled("SZ 2: USA cruiser / Japan destroyer\nSZ 3: Japan transport")
    (cruiser,) = find(sea.run.game, "SZ 2", "cruiser")
    play(sea.run, Move(frozenset({cruiser}), (SpaceId("SZ 3"),)))
    assert sea.run.game.pieces[cruiser].at == "SZ 3"


def test_sw_2_the_rolls_come_back_with_the_next_turn() -> None:
    sea = _Patrolled("SZ 2: USA submarine / Japan destroyer\nSZ 3: Japan transport")
    (destroyer,) = find(sea.run.game, "SZ 2", "destroyer")
    (sub,) = find(sea.run.game, "SZ 2", "submarine")
    sea.sail("SZ 3")
    play(sea.run, Targets({destroyer: sub}), (6,))
    assert hunts(sea.run.game).rolled == {destroyer}
    fresh = Run(sea.run.game.replace(stage=Stage.TURN_OPENS))
    assert hunts(fresh.game).rolled == frozenset()


# SW-5: the search


def flight(units: str, **options: str) -> Drill:
    game = position(units, phase=Phase.COMBAT_MOVE, modules=("SW",), options=options)
    return Drill(stowed(game))


def test_sw_5_a_fighter_searches_adjacent_zones_only() -> None:
    """1 out, 2 to search, 1 back: 4."""
    drill = flight("Prairie: USA fighter\nSZ 2: Japan submarine\nSZ 3: Japan submarine")
    with illegal(drill, "BG-7.6"):
        drill.move("Prairie: fighter", "SZ 2", "SZ 3")
    drill.move("Prairie: fighter", "SZ 2")
    assert drill.figure("SZ 2: fighter").left == 1


def test_sw_5_a_bomber_searches_two_spaces_away() -> None:
    drill = flight("West: USA bomber\nSZ 3: Japan submarine")
    drill.move("West: bomber", "SZ 2", "SZ 3")
    assert drill.figure("SZ 3: bomber").left == 2


def test_sw_5_the_cost_can_be_waived() -> None:
    drill = flight("Prairie: USA fighter\nSZ 3: Japan submarine", sw_search_cost="0")
    drill.move("Prairie: fighter", "SZ 2", "SZ 3")
    assert drill.figure("SZ 3: fighter").left == 2


def test_sw_5_a_fleet_costs_no_search() -> None:
    drill = flight("Prairie: USA fighter\nSZ 3: Japan submarine, transport")
    drill.move("Prairie: fighter", "SZ 2", "SZ 3")
    assert drill.figure("SZ 3: fighter").left == 2


def test_sw_5_an_aircraft_that_was_here_already_pays_when_it_searches() -> None:
    fight = battle("USA carrier, fighter / Japan submarine", modules=("SW",))
    hunt(fight, "fighter", 6)
    (fighter,) = find(fight.game, "SZ 2", "fighter")
    assert fight.game.pieces[fighter].left == 2


def test_sw_3_a_hunt_is_declared_like_any_attack() -> None:
    drill = flight("Prairie: USA fighter\nSZ 2: Japan submarine")
    drill.move("Prairie: fighter", "SZ 2")
    drill.done()
    drill.declare("SZ 2")
    assert drill.is_over
    assert drill.game.record.attacked == {"SZ 2"}


def test_every_decision_draws_legal_answers() -> None:
    draw = random.Random(5)
    for _ in range(20):
        fight = hunting("USA 2 destroyer, fighter, bomber / Japan 2 submarine / Germany submarine")
        for _ in range(400):
            if fight.request is None:
                break
            if isinstance(fight.request, Roll):
                fight.answer(tuple(draw.randint(1, 6) for _ in range(dice(fight).count)))
                continue
            assert isinstance(fight.request, Decision)
            for answer in fight.request.candidates(fight.game):
                assert fight.request.legal(fight.game, answer)
            fight.answer(fight.request.sample(fight.game, draw))
        assert fight.is_over
