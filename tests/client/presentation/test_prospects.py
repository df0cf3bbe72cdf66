"""Odds beside the choice of what submerges, and of what is named in a hunt (SS-3.1, SW-3)."""

from typing import Any

import pytest

from client.presentation.catalog import CATALOG
from client.presentation.prospects import dive_lines, dive_prospects
from client.schema.forms import PickForm, SidesForm
from client.schema.submarine_forms import GroupsForm, Prospects
from client.seat.knowledge import Knowledge
from client.seat.odds import dive_choices, hunt_choices
from client.seat.view import PlayerView
from engine.battle.submarines import Submerge
from engine.odds import BattleEnd
from engine.pieces import PieceId
from engine.variants.secret_subs.combat import ChooseSides, SubmergeGroups
from engine.variants.secret_subs.support import Support
from engine.variants.submarine_warfare.hunting import Hunt, HuntTarget, NameTarget
from tests.client.seat.test_viewer import JAPAN, USA
from tests.engine.battle.field import battlefield
from tests.engine.position import find
from tests.engine.secret_subs.owners import Referee
from tests.engine.secret_subs.test_combat import battle, second_round


def seen_by(sea: Referee, power: str, knowledge: Knowledge | None = None) -> PlayerView:
    """What a power sees: its own secrets, and no other's."""
    own = {handle: group for handle, group in sea.secrets.items() if owned(sea, handle, power)}
    return PlayerView(sea.game, sea.asked, own, knowledge or Knowledge())


def owned(sea: Referee, handle: PieceId, power: str) -> bool:
    piece = sea.game.pieces.get(handle)
    return piece is not None and piece.owner == power


def by_choice(prospects: Prospects) -> dict[tuple[int, ...], str]:
    return {one.pieces: one.words for one in prospects.choices}


def test_ss_3_1_who_is_asked_sees_every_choice_with_its_odds() -> None:
    """A cruiser attacks two tokens: it fights both, one of them, or none is left to be lost."""
    sea = battle("SZ 8: USA cruiser", "SZ 8: Japan k=1:2, j=2:1")
    sea.until(ChooseSides)
    k, j = sea["k"], sea["j"]
    form = CATALOG.question(seen_by(sea, "Japan")).form
    assert isinstance(form, SidesForm)
    words = by_choice(form.prospects)
    assert list(words) == [(), (k,), (j,), (k, j)]
    assert words[k, j] == "the battle ends here; nothing is lost"
    assert words[()].startswith("win ")
    odds = dive_choices(seen_by(sea, "Japan"))
    wins = [found.chance(BattleEnd.LOST) for found in odds.values() if found is not None]
    assert wins[0] > wins[2] > wins[1], "the cruiser loses to three, to two, to one"
    assert [one.title for one in form.prospects.choices][-1] == f"Submerge #{k} #{j}"


def test_odds_are_told_from_the_side_of_who_is_asked() -> None:
    """A defender wins what its attacker loses."""
    sea = battle("SZ 8: USA cruiser", "SZ 8: Japan k=1:2")
    sea.until(ChooseSides)
    view = seen_by(sea, "Japan")
    odds = dive_choices(view)[frozenset()]
    assert odds is not None
    lost = round(100 * odds.chance(BattleEnd.LOST))
    assert f"All fight: win {lost} %" in next(dive_lines(view))


def test_ss_5_what_the_enemy_hides_does_not_change_the_odds() -> None:
    """Two seas that differ in the enemy's secrets alone: the same words, counted by chance."""
    told = []
    for groups in ("k=1:3, j=2:0", "k=2:0, j=1:3"):
        sea = battle(
            "SZ 8: USA cruiser",
            f"SZ 8: USA a=1:1 / Japan {groups.split(',')[0]}\nSZ 9: Japan {groups.split(', ')[1]}",
        )
        sea.until(ChooseSides)
        assert sea.asked.power == USA
        support = Support.of(10).placed(sorted((sea["k"], sea["j"])), (1,))
        told.append(dive_prospects(seen_by(sea, "USA", Knowledge({JAPAN: support}))))
    assert told[0].notes == told[1].notes
    assert [one.words for one in told[0].choices] == [one.words for one in told[1].choices]
    assert (
        "Hidden tokens of Japan count by what can be known of them, 0 to 3 submarines, "
        "1.5 on average, and all fight." in told[0].notes
    )


def test_with_many_tokens_there_are_odds_for_none_and_for_all() -> None:
    """Four tokens can submerge in 16 ways."""
    sea = battle("SZ 8: USA cruiser", "SZ 8: Japan k=1:1, j=2:1, l=3:1, m=4:1")
    sea.until(ChooseSides)
    assert [len(under) for under in dive_choices(seen_by(sea, "Japan"))] == [0, 4]


def test_ss_3_4_revealed_groups_have_both_outcomes_too() -> None:
    """In the second round a group goes down, or fights on."""
    sea = second_round("SZ 8: USA a=1:2, b=4:1, u=2:0")
    assert isinstance(sea.asked, SubmergeGroups)
    form = CATALOG.question(seen_by(sea, "USA")).form
    assert isinstance(form, GroupsForm)
    assert {(), (sea["a"],), (sea["b"],)} <= by_choice(form.prospects).keys()


def test_bg_8_11_submarines_that_are_figures_are_counted() -> None:
    """A pick of submarines has its odds by how many submerge."""
    fight = battlefield("SZ 3: USA cruiser / Japan 2 submarine", attacked=("SZ 3",))
    asked: Any = fight.request
    assert isinstance(asked, Submerge)
    form = CATALOG.question(PlayerView(fight.game, asked, {})).form
    assert isinstance(form, PickForm)
    assert form.prospects is not None
    assert [len(one.pieces) for one in form.prospects.choices] == [0, 1, 2]
    assert [one.title for one in form.prospects.choices] == [
        "All fight",
        "Submerge 1",
        "Submerge 2",
    ]


def test_sw_3_each_token_that_can_be_named_has_its_odds() -> None:
    """One token is known to be a decoy: to name it uses up the attack of the only hunter."""
    sea = battle("SZ 8: USA destroyer", "SZ 8: Japan k=1:1, j=2:0", beside=("SW",))
    (hunter,) = find(sea.game, "SZ 8", "destroyer")
    sea.roll(1)
    sea.do(Hunt(hunter))
    assert sea.asks(NameTarget)
    support = Support.of(10).placed((sea["k"], sea["j"]), (1,)).shown({sea["k"]: 1})
    view = seen_by(sea, "USA", Knowledge({JAPAN: support}))
    odds = hunt_choices(view)
    sunk = {
        piece: sum(one.chance for one in odds[HuntTarget(piece)].outcomes if not sum(one.defenders))
        for piece in (sea["k"], sea["j"])
    }
    assert sunk[sea["k"]] > 0.3
    assert sunk[sea["j"]] == pytest.approx(0)
    form = CATALOG.question(view).form
    assert isinstance(form, PickForm)
    assert form.prospects is not None
    assert by_choice(form.prospects).keys() == {(sea["k"],), (sea["j"],)}
    assert not dive_choices(view), "nothing submerges here"
