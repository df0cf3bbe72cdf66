"""Depth status (DS) in battle: search, firing from concealment, diving away."""

import random

import pytest

from engine.battle.events import Fired
from engine.battle.submarines import Submerge
from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.instructions import Instructions, Standing
from engine.pieces import PieceId
from engine.requests import Roll
from engine.variants.depth.detection import FiringSubmarines, LetFire, Search, Searchers
from engine.variants.depth.diving import DiveAway, DivingSubmarines
from engine.variants.depth.state import (
    Depth,
    DivedAway,
    Searched,
    SubsFire,
    depth_of,
    depths,
    update_depths,
)
from tests.engine.battle.field import Combat
from tests.engine.position import find
from tests.engine.variants.depths import asks, at_depth, battle, dice, sub

JAPAN = Power("Japan")
SHIPS = "cruiser, fighter / Japan destroyer, submarine"


def search(fight: Combat, units: str, *dice: int) -> None:
    assert asks(fight, Search)
    fight.answer(Searchers(frozenset(fight.pick(units, fight.attackers))))
    if dice:
        fight.roll(*dice, why="search")


@pytest.mark.parametrize(("standing", "fires"), [(Standing.ALWAYS, False), (Standing.NEVER, True)])
def test_bg_3_4_by_instruction_unfound_submarines_fire_or_keep_out(
    standing: Standing, fires: bool
) -> None:
    fight = battle(f"USA {SHIPS}", "periscope")
    fight.run.instruct(JAPAN, Instructions(submerge=standing))
    search(fight, "fighter", 5)
    assert not asks(fight, LetFire)
    assert any(isinstance(event, SubsFire) for event in fight.events) is fires


def let_fire(fight: Combat, *, fire: bool) -> None:
    assert asks(fight, LetFire)
    fight.answer(FiringSubmarines(frozenset({sub(fight.game)} if fire else ())))


def dive_away(fight: Combat, *, away: bool) -> None:
    assert asks(fight, DiveAway)
    chosen = frozenset({sub(fight.game)}) if away else frozenset[PieceId]()
    fight.answer(DivingSubmarines(chosen))


def test_ds_t_cruiser_and_fighter_attack_a_destroyer_and_a_periscope_submarine() -> None:
    """The search fails; round 1 all hits go to the destroyer; the sub fires; then it may be hit."""
    fight = battle(f"USA {SHIPS}", "periscope")
    search(fight, "fighter", 5)
    let_fire(fight, fire=True)
    # no destroyer on the attacker's side: the submarine strikes in S2
    fight.roll(6, why="surprise")
    fight.roll(3, 3, why="attackers fire")  # two hits, one destroyer: the rest is void
    assert len(fight.defenders) == 2
    fight.roll(6, why="defenders fire")
    assert list(fight.defenders) == [sub(fight.game)]
    # round 2: found, for it has fired; both hit it, the fighter too, if it stays
    dive_away(fight, away=False)
    fight.roll(6, why="surprise")
    assert asks(fight, Roll)
    assert dice(fight).count == 2
    fight.roll(3, 6)
    assert sub_is_lost(fight)


def dive_away_none(fight: Combat) -> None:
    assert asks(fight, DiveAway)
    fight.answer(DivingSubmarines(frozenset()))


def both_depths(attackers: str) -> Combat:
    """Two submarines are attacked, the first at periscope depth, the second submerged."""
    fight = battle(f"{attackers} / Japan 2 submarine")
    periscope, submerged = find(fight.start, "SZ 2", "submarine")
    return Combat(at_depth(fight.start, {periscope: "periscope", submerged: "submerged"}))


def sub_is_lost(fight: Combat) -> bool:
    """Whether Japan has nothing left."""
    return not any(piece.owner == "Japan" for piece in fight.game.pieces.values())


def test_ds_8_each_searcher_rolls_once_and_one_die_finds_all() -> None:
    """3 finds periscope depth only, 2 finds both."""
    for die, found in ((4, 0), (3, 1), (2, 2)):
        fight = battle("USA 2 destroyer, fighter / Japan 2 submarine, destroyer", "periscope")
        game = fight.game
        first = min(p.id for p in game.pieces.values() if p.owner == "Japan")
        at = {**depths(game).at, first: Depth.SUBMERGED}
        fight = Combat(update_depths(game, at=at))
        search(fight, "2 destroyer, fighter", 6, die, 6)
        (event,) = (event for event in fight.events if isinstance(event, Searched))
        assert len(event.found) == found


def test_ds_8_only_aircraft_and_destroyers_search() -> None:
    fight = battle("USA cruiser, destroyer / Japan submarine, transport", "periscope")
    with pytest.raises(Illegal, match="DS-8"):
        search(fight, "cruiser, destroyer")
    alone = battle("USA cruiser / Japan submarine, destroyer", "periscope")
    assert not asks(alone, Search)


def test_ds_9_aircraft_hit_what_was_found_without_a_destroyer() -> None:
    fight = battle("USA fighter / Japan submarine", "periscope")
    search(fight, "fighter", 3)
    assert asks(fight, Roll)
    fight.roll(3, why="attackers fire")  # nobody for the submarine to strike at
    assert sub_is_lost(fight)


def test_ds_9_surfaced_submarines_keep_bg_8_10() -> None:
    """A fighter beside a cruiser cannot hit them without a destroyer."""
    fight = battle("USA cruiser, fighter / Japan submarine")
    assert asks(fight, Submerge)
    fight.dive("")
    fight.roll(6, why="surprise")
    assert asks(fight, Roll)
    assert dice(fight).count == 1


def test_ds_10_nothing_found_and_nobody_else_no_battle() -> None:
    fight = battle("USA destroyer / Japan submarine", "submerged")
    search(fight, "destroyer", 3)
    assert fight.is_over
    assert all(piece.fought for piece in fight.game.owned(fight.game.active))
    assert len(fight.game.pieces) == 2


def test_ds_10_the_option_searches_each_round() -> None:
    options = {"ds_search_each_round": "on"}
    fight = battle(
        "USA fighter, submarine / Japan destroyer, submarine", "periscope", options=options
    )
    search(fight, "fighter", 6)
    fight.roll(6, 6, why="attackers fire")
    fight.roll(6, why="defenders fire")
    search(fight, "fighter", 1)
    assert sub(fight.game) in depths(fight.game).found


def test_ds_10_else_once_a_battle() -> None:
    fight = battle("USA fighter, submarine / Japan destroyer, submarine", "periscope")
    search(fight, "fighter", 6)
    fight.roll(6, 6, why="attackers fire")
    fight.roll(6, why="defenders fire")
    fight.roll(6, 6, why="attackers fire")


def test_ds_10_what_was_found_is_concealed_again_when_the_battle_is_over() -> None:
    fight = battle("USA fighter / Japan submarine", "periscope")
    search(fight, "fighter", 3)
    fight.roll(6, why="attackers fire")
    dive_away(fight, away=True)
    assert fight.is_over
    assert depths(fight.game).found == frozenset()


def test_ds_11_undetected_submarines_take_no_hits_though_the_owner_would_like_it() -> None:
    fight = battle(f"USA {SHIPS}", "periscope")
    fight.answer(Searchers(frozenset()))
    let_fire(fight, fire=False)
    fight.roll(3, 3, why="attackers fire")
    fight.roll(6, why="defenders fire")
    assert fight.is_over  # the destroyer is gone, the submarine was not in the battle (BG-8.22)
    assert depth_of(fight.game, sub(fight.game)) is Depth.PERISCOPE


def test_ds_11_only_against_sea_units_other_than_submarines() -> None:
    fight = battle("USA fighter, submarine / Japan destroyer, submarine", "periscope")
    search(fight, "fighter", 6)
    assert asks(fight, Roll)


def test_ds_11_submerged_submarines_have_no_fire_to_give() -> None:
    """Their defence on a six-sided die is 0 (DS-6)."""
    fight = battle(f"USA {SHIPS}", "submerged")
    search(fight, "fighter", 6)
    assert asks(fight, Roll)


def test_ds_11_a_hidden_submarine_does_not_protect_transports() -> None:
    """It is not in the battle for BG-8.17."""
    fight = battle("USA cruiser / Japan transport, submarine", "periscope")
    let_fire(fight, fire=False)
    assert fight.is_over
    assert [p.id for p in fight.game.pieces.values() if p.owner == "Japan"] == [sub(fight.game)]


def test_ds_12_survivors_dive_after_the_attacker_has_rolled_whatever_destroyers_there_are() -> None:
    fight = battle("USA destroyer / Japan submarine", "periscope")
    search(fight, "destroyer", 1)
    fight.roll(6, why="attackers fire")  # no choice before: BG-8.11 is not for it
    dive_away(fight, away=True)
    assert fight.is_over
    assert any(isinstance(event, DivedAway) for event in fight.events)
    assert depth_of(fight.game, sub(fight.game)) is Depth.PERISCOPE
    assert fight.game.pieces[sub(fight.game)].at == "SZ 2"


def test_ds_12_who_stays_fires() -> None:
    fight = battle("USA destroyer / Japan submarine", "periscope")
    search(fight, "destroyer", 1)
    fight.roll(6)
    dive_away(fight, away=False)
    fight.roll(1, why="defenders fire")
    assert fight.is_over
    assert sub(fight.game)


def test_ds_12_a_hit_submarine_does_not_dive() -> None:
    fight = battle("USA destroyer / Japan submarine", "periscope")
    search(fight, "destroyer", 1)
    fight.roll(2)
    assert isinstance(fight.request, Roll)  # it still fires in S4
    fight.roll(6)
    assert sub_is_lost(fight)


def test_ds_12_a_found_submarine_gives_up_its_surprise_strike_before_anybody_fires() -> None:
    """Without a destroyer against it its dice come up in S2."""
    fight = battle("USA cruiser, fighter / Japan submarine", "periscope")
    search(fight, "fighter", 3)
    dive_away(fight, away=True)
    assert fight.is_over
    assert fight.seen(Fired) == []
    assert fight.seen(DivedAway) == [DivedAway(SpaceId("SZ 2"), JAPAN, (sub(fight.game),))]
    assert depth_of(fight.game, sub(fight.game)) is Depth.PERISCOPE
    assert "SZ 2" in fight.game.record.fought


def test_ds_12_a_submarine_that_struck_in_s2_cannot_dive_in_this_round() -> None:
    """In the next one it is asked again."""
    fight = battle("USA cruiser, fighter / Japan submarine", "periscope", came_from="SZ 1")
    search(fight, "fighter", 1)
    dive_away(fight, away=False)
    fight.roll(6, why="surprise")
    fight.roll(6, 6, why="attackers fire")
    fight.press()
    dive_away(fight, away=True)
    assert fight.is_over


def test_ds_12_one_that_was_let_fire_is_asked_from_the_next_round_on() -> None:
    """DS-11: not in the round in which it fires from concealment."""
    for destroyer in (False, True):
        attackers = "destroyer" if destroyer else "cruiser"
        fight = battle(
            f"USA {attackers} / Japan battleship, submarine", "periscope", came_from="SZ 1"
        )
        if destroyer:
            search(fight, "destroyer", 6)
        let_fire(fight, fire=True)
        if destroyer:
            fight.roll(6, why="attackers fire")
            fight.roll(6, 6, why="defenders fire")
        else:
            fight.roll(6, why="surprise")
            fight.roll(6, why="attackers fire")
            fight.roll(6, why="defenders fire")
        fight.press()
        if destroyer:
            fight.roll(6, why="attackers fire")
        dive_away(fight, away=True)
        fight.roll(*[6] * dice(fight).count)
        assert fight.units("SZ 2", "Japan") == "battleship, submarine"


def test_ds_12_several_submarines_each_as_its_owner_chooses() -> None:
    """Two of three give up their strike; the third strikes, and is fired at alone."""
    fight = battle("USA cruiser, fighter / Japan 3 submarine", "periscope")
    search(fight, "fighter", 1)
    one, two, three = find(fight.game, "SZ 2", "submarine")
    fight.answer(DivingSubmarines(frozenset({one, three})))
    assert fight.defenders == (two,)
    assert dice(fight).count == 1
    fight.roll(1, why="surprise")
    assert fight.units("SZ 2", "USA") == "fighter"
    fight.roll(3, why="attackers fire")
    assert find(fight.game, "SZ 2", "submarine") == (one, three)


def test_ds_12_both_depths_are_asked_together_where_dice_come_up_in_s2() -> None:
    """What is submerged goes with the others, though on a six-sided die it rolls none (DS-6)."""
    fight = both_depths("USA cruiser, fighter")
    periscope, submerged = find(fight.game, "SZ 2", "submarine")
    search(fight, "fighter", 2)
    fight.answer(DivingSubmarines(frozenset({submerged})))
    assert fight.defenders == (periscope,)
    fight.roll(6, why="surprise")
    fight.roll(6, 6, why="attackers fire")
    dive_away_none(fight)  # in the next round
    assert dice(fight).why == "surprise strikes"


def test_ds_12_both_depths_before_s4_where_a_destroyer_has_found_them() -> None:
    fight = both_depths("USA 2 destroyer")
    periscope, submerged = find(fight.game, "SZ 2", "submarine")
    search(fight, "2 destroyer", 6, 2)
    fight.roll(6, 6, why="attackers fire")
    fight.answer(DivingSubmarines(frozenset({periscope})))
    assert fight.defenders == (submerged,)


def test_ds_12_without_dice_in_s2_they_are_asked_before_s4() -> None:
    """Against aircraft alone, and submerged alone on a six-sided die (DS-6)."""
    for attackers, depth, count in (
        ("2 fighter", "periscope", 2),
        ("cruiser, fighter", "submerged", 2),
    ):
        fight = battle(f"USA {attackers} / Japan submarine", depth)
        search(fight, "fighter", 2)
        fight.roll(*[6] * count, why="attackers fire")
        dive_away(fight, away=True)
        assert fight.is_over


def test_ds_12_a_strike_of_the_attackers_submarines_leaves_the_choice_before_s4() -> None:
    """The submerged one has not fired when the attacker's submarine strikes in S2."""
    fight = battle("USA fighter, submarine / Japan submarine", "submerged")
    search(fight, "fighter", 1)
    fight.dive("")
    fight.roll(6, why="surprise")
    fight.roll(6, why="attackers fire")
    dive_away(fight, away=True)
    assert fight.is_over


def test_ds_12_what_a_surprise_strike_has_sunk_does_not_dive() -> None:
    """Both sides strike in S2, after the owner was asked."""
    fight = battle("USA fighter, submarine / Japan 2 submarine", "periscope")
    search(fight, "fighter", 1)
    fight.dive("")
    dive_away_none(fight)
    fight.roll(2, 6, 6, why="surprise")
    assert len(fight.defenders) == 1
    fight.roll(6, why="attackers fire")
    assert not asks(fight, DiveAway)


def test_ds_12_the_ships_that_it_leaves_fight_on() -> None:
    fight = battle("USA cruiser, fighter / Japan destroyer, submarine", "periscope")
    search(fight, "fighter", 3)
    dive_away(fight, away=True)
    fight.roll(3, 6, why="attackers fire")
    fight.roll(6, why="defenders fire")
    assert fight.units("SZ 2", "Japan") == "submarine"


def test_ds_12_transports_that_it_leaves_die_at_the_end_of_the_round() -> None:
    """BG-8.17."""
    fight = battle("USA cruiser, fighter / Japan transport, submarine", "periscope")
    search(fight, "fighter", 3)
    dive_away(fight, away=True)
    fight.roll(6, 6, why="attackers fire")
    assert fight.is_over
    assert fight.units("SZ 2", "Japan") == "submarine"


def test_ds_12_a_found_one_beside_a_surfaced_one_dives_by_its_own_rule() -> None:
    """The surfaced one submerges in S1 (BG-8.11), the other gives up its dice in S2."""
    fight = battle("USA cruiser, fighter / Japan 2 submarine")
    surfaced, periscope = find(fight.game, "SZ 2", "submarine")
    fight = Combat(at_depth(fight.start, {periscope: "periscope"}))
    search(fight, "fighter", 3)
    assert isinstance(fight.request, Submerge)
    assert {d.pieces for d in fight.request.candidates(fight.game)} == {
        frozenset(),
        frozenset({surfaced}),
    }
    fight.dive("")
    with pytest.raises(Illegal, match="DS-12"):
        fight.answer(DivingSubmarines(frozenset({surfaced})))
    fight.answer(DivingSubmarines(frozenset({periscope})))
    assert fight.defenders == (surfaced,)


def test_ds_12_low_luck_comes_after_the_choice() -> None:
    """R26: the strengths of those that stay add up."""
    fight = battle(
        "USA cruiser, fighter / Japan 7 submarine", "periscope", options={"low_luck": "on"}
    )
    search(fight, "fighter", 3)
    one, *_ = find(fight.game, "SZ 2", "submarine")
    fight.answer(DivingSubmarines(frozenset({one})))
    assert fight.units("SZ 2", "USA") == "fighter"  # six strike on 1: a sure hit


def test_ds_12_surfaced_submarines_submerge_by_bg_8_11() -> None:
    fight = battle("USA cruiser / Japan submarine")
    assert asks(fight, Submerge)
    fight = battle("USA destroyer / Japan submarine")
    assert asks(fight, Roll)
    fight.roll(6)
    assert not asks(fight, DiveAway)


def test_ds_12_the_option_lets_all_depths_dive_away() -> None:
    fight = battle("USA destroyer / Japan submarine", options={"ds_retreat_all_depths": "on"})
    fight.roll(6)
    dive_away(fight, away=True)
    assert fight.is_over


def test_ds_13_attacking_submarines_give_up_concealment() -> None:
    """A defending cruiser hits a periscope submarine that attacks, with its bonus."""
    fight = battle("USA submarine / Japan destroyer", {"USA": "periscope"})
    fight.roll(3, why="attackers fire")  # a destroyer cancels the surprise strike; 3 hits (DS-5)
    fight.roll(1, why="defenders fire")
    assert len(fight.game.pieces) == 0


def test_ds_7_silent_submarines_take_no_part() -> None:
    fight = battle("USA destroyer, cruiser / Japan destroyer, submarine", "silent")
    assert sub(fight.game) not in fight.defenders
    fight.roll(2, 3)
    fight.roll(6)
    assert fight.is_over
    assert sub(fight.game) in fight.game.pieces


def test_ds_a_d20_is_rolled_in_battle() -> None:
    fight = battle("USA destroyer / Japan submarine", "periscope", options={"die": "20"})
    search(fight, "destroyer", 10)
    assert asks(fight, Roll)
    assert dice(fight).sides == 20
    fight.roll(8)  # a destroyer hits on 7
    dive_away(fight, away=False)
    assert not sub_is_lost(fight)


def test_every_decision_draws_legal_answers() -> None:
    draw = random.Random(3)
    fight = battle("USA 2 destroyer, cruiser, fighter / Japan 2 submarine, cruiser", "periscope")
    for _ in range(400):
        request = fight.request
        if request is None:
            break
        if isinstance(request, Roll):
            fight.roll(*(draw.randint(1, 6) for _ in range(request.count)))
            continue
        answers = list(request.candidates(fight.game))  # type: ignore[attr-defined]  # a decision
        assert all(request.legal(fight.game, answer) for answer in answers)  # type: ignore[attr-defined]  # a decision
        fight.answer(request.sample(fight.game, draw))  # type: ignore[attr-defined]  # a decision
    assert fight.is_over
