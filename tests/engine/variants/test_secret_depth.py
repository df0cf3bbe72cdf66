"""Ruling 1: Secret Subs together with depth status."""

from typing import Any

import pytest

from engine.battles import Role
from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.movement.phases import NoncombatMove
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.run import Run
from engine.variants.depth.declaring import DeclareDepths, DepthDeclaration
from engine.variants.depth.detection import FiringSubmarines, LetFire, Search, Searchers
from engine.variants.depth.diving import DiveAway, DivingSubmarines
from engine.variants.depth.state import Depth, depth_of, depths, update_depths
from engine.variants.secret_subs.actions import Anonymize, Reorganize, Transfer
from engine.variants.secret_subs.combat import ChooseSides, SubmergeGroups, SubmergeOrFight
from engine.variants.secret_subs.events import TokensRevealed
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.tokens import class_of, tokens_of
from tests.engine.position import find
from tests.engine.secret_subs.owners import Referee, sizes, token, waters


def battle(units: str, tokens: str, **more: Any) -> Referee:
    """The USA attacks in SZ 8."""
    return waters(
        units, tokens, phase=Phase.CONDUCT_COMBAT, attacked=["SZ 8"], beside=("DS",), **more
    )


def shown(sea: Referee) -> set[PieceId]:
    """All tokens that have been turned up."""
    return {t for event in sea.events if isinstance(event, TokensRevealed) for t in event.groups}


def quiet(units: str, tokens: str, **more: Any) -> Referee:
    """Noncombat move of the USA, its depths about to be declared."""
    sea = waters(units, tokens, phase=Phase.NONCOMBAT_MOVE, beside=("DS",), **more)
    return Referee(sea.game.replace(stage=Stage.PHASE_OPENS), sea.secrets, sea.names)


def test_ruling_1_depth_is_declared_per_token_and_is_public() -> None:
    sea = quiet("", "SZ 8: USA a=1:3, b=2:0")
    assert sea.asks(DeclareDepths, "USA")
    sea.do(DepthDeclaration({sea["b"]: Depth.SILENT}))
    assert depth_of(sea.game, sea["b"]) is Depth.SILENT
    assert all('"silent"' in seen for seen in sea.seen_by("Japan"))
    assert token(sea.game, sea["b"]).left == 0
    assert token(sea.game, sea["a"]).left == 2


def test_ruling_1_tokens_of_other_depths_are_neither_mixed_nor_reorganized() -> None:
    """SS-4.3c, SS-4.1."""
    sea = quiet("", "SZ 8: USA a=1:3, b=2:1", depths={"a": "periscope"})
    sea.do(DepthDeclaration())
    assert sea.asks(NoncombatMove)
    both = frozenset({sea["a"], sea["b"]})
    assert sea.refused(Anonymize(both)).code == "NOT_INTERCHANGEABLE"
    transfer = Reorganize(sea["a"], (Transfer(1, 2, 1),))
    assert sea.refused(transfer).code in ("NOT_INTERCHANGEABLE", "NOT_PRESENT")


def test_ruling_1_a_shuffle_keeps_the_depth() -> None:
    sea = quiet("", "SZ 8: USA a=1:3, b=2:1", depths={"a": "periscope", "b": "periscope"})
    sea.do(DepthDeclaration())
    sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
    fresh = [t.id for t in tokens_of(sea.game, sea.game.active)]
    assert sea["a"] not in fresh
    assert all(depth_of(sea.game, handle) is Depth.PERISCOPE for handle in fresh)
    assert set(depths(sea.game).at) == set(fresh)


def test_ruling_1_the_search_comes_before_the_choices_and_the_reveal() -> None:
    sea = battle("SZ 8: USA destroyer", "SZ 8: Japan k=1:2", depths={"k": "periscope"})
    assert sea.asks(Search, "USA")
    assert not shown(sea)


def test_ruling_1_found_tokens_are_turned_up_and_dive_away_instead_of_submerging() -> None:
    """No choice of SS-3.1 though the attacker has no destroyer; DS-12 before their strike."""
    sea = battle("SZ 8: USA cruiser, fighter", "SZ 8: Japan k=1:3", depths={"k": "periscope"})
    (fighter,) = find(sea.game, "SZ 8", "fighter")
    sea.roll(3)
    sea.do(Searchers(frozenset({fighter})))
    assert not sea.asks(ChooseSides)
    assert shown(sea) == {sea["k"]}
    assert sea.asks(DiveAway, "Japan")
    sea.do(DivingSubmarines(frozenset({sea["k"]})))
    assert sea.game.battle is None
    assert sizes(sea.game, "Japan")[0] == 3
    assert not token(sea.game, sea["k"]).face_up


def test_ruling_1_of_found_tokens_some_dive_before_the_strike_and_some_strike() -> None:
    """DS-12 in S2, and again in the next round; SS-3.4 does not apply to them."""
    sea = battle(
        "SZ 8: USA cruiser, fighter",
        "SZ 8: Japan k=1:3, j=2:2",
        depths={"k": "periscope", "j": "periscope"},
    )
    sea.roll(3)
    sea.do(Searchers(frozenset(find(sea.game, "SZ 8", "fighter"))))
    sea.until(DiveAway)
    sea.roll(6, 6, 6, 6)
    sea.do(DivingSubmarines(frozenset({sea["k"]})))
    assert token(sea.game, sea["k"]).submerged
    assert token(sea.game, sea["j"]).face_up
    assert sea.game.battle is not None
    assert sea.game.battle.round == 2
    assert sea.asks(DiveAway, "Japan")
    assert sea.refused(DivingSubmarines(frozenset({sea["k"]}))).rule == "DS-12"


def test_ruling_1_a_token_that_was_let_fire_is_asked_from_the_next_round_on() -> None:
    sea = battle(
        "SZ 8: USA cruiser / Japan battleship", "SZ 8: Japan k=1:2", depths={"k": "periscope"}
    )
    sea.roll(6, 6, 6, 6)
    sea.do(FiringSubmarines(frozenset({sea["k"]})))
    assert sea.game.battle is not None
    assert sea.game.battle.round == 2
    assert sea.asks(DiveAway, "Japan")


def test_ruling_1_a_found_token_dives_whole_and_face_down() -> None:
    sea = battle("SZ 8: USA 2 destroyer", "SZ 8: Japan k=1:3", depths={"k": "periscope"})
    sea.roll(1, 1, 1, 6)  # both search; then one of two hits
    sea.do(Searchers(frozenset(find(sea.game, "SZ 8", "destroyer"))))
    sea.until(DiveAway)
    sea.do(DivingSubmarines(frozenset({sea["k"]})))
    assert sizes(sea.game, "Japan")[0] == 2
    assert not token(sea.game, sea["k"]).face_up
    assert depth_of(sea.game, sea["k"]) is Depth.PERISCOPE


def test_ruling_1_undetected_tokens_need_not_fight_though_there_is_a_destroyer() -> None:
    """They are outside SS-3.1c, and nobody turns them up."""
    sea = battle(
        "SZ 8: USA destroyer / Japan cruiser", "SZ 8: Japan k=1:3", depths={"k": "periscope"}
    )
    sea.roll(6)
    sea.do(Searchers(frozenset(find(sea.game, "SZ 8", "destroyer"))))
    assert sea.asks(LetFire, "Japan")
    sea.do(FiringSubmarines(frozenset()))
    assert sea["k"] not in shown(sea)
    assert not token(sea.game, sea["k"]).fought


def test_ruling_1_found_tokens_stay_found_when_they_are_shuffled() -> None:
    depths_ = {"k": "periscope", "j": "periscope"}
    sea = battle("SZ 8: USA destroyer", "SZ 8: Japan k=1:2, j=2:1", depths=depths_)
    sea.roll(3)
    sea.do(Searchers(frozenset(find(sea.game, "SZ 8", "destroyer"))))
    assert sea.asks(ChooseSides, "Japan")
    sea.do(Anonymize(frozenset({sea["k"], sea["j"]})))
    fresh = {t.id for t in tokens_of(sea.game, Power("Japan"))}
    assert sea["k"] not in fresh
    assert depths(sea.game).found == fresh


def test_ruling_1_a_token_that_fires_is_no_longer_like_one_that_does_not() -> None:
    sea = battle(
        "SZ 8: USA destroyer",
        "SZ 8: Japan k=1:2, j=2:1",
        depths={"k": "periscope", "j": "periscope"},
    )
    alike = class_of(sea.game, token(sea.game, sea["k"]))
    assert [each.id for each in alike] == [sea["k"], sea["j"]]
    firing = update_depths(sea.game, firing=frozenset({sea["k"]}))
    alone = class_of(firing, token(firing, sea["k"]))
    assert [each.id for each in alone] == [sea["k"]]


def test_ruling_1_a_token_that_fires_is_turned_up() -> None:
    sea = battle(
        "SZ 8: USA destroyer / Japan cruiser", "SZ 8: Japan k=1:3", depths={"k": "periscope"}
    )
    sea.roll(6, 6)
    sea.do(Searchers(frozenset()))
    sea.do(FiringSubmarines(frozenset({sea["k"]})))
    assert sea["k"] in shown(sea)


def test_ruling_1_surfaced_tokens_choose_as_ever() -> None:
    sea = battle(
        "SZ 8: USA cruiser, fighter", "SZ 8: Japan k=1:3, j=2:1", depths={"k": "periscope"}
    )
    sea.roll(1)
    sea.do(Searchers(frozenset(find(sea.game, "SZ 8", "fighter"))))
    assert sea.asks(ChooseSides, "Japan")
    with pytest.raises(Illegal, match="DS-12"):
        sea.do(SubmergeOrFight(frozenset({sea["k"]})))
    sea.do(SubmergeOrFight(frozenset({sea["j"]})))
    assert shown(sea) == {sea["k"]}


def test_ruling_1_from_round_two_concealed_groups_have_no_s1_choice() -> None:
    sea = battle("SZ 8: USA cruiser, fighter", "SZ 8: Japan k=1:3", depths={"k": "periscope"})
    sea.roll(1, *[6] * 30)
    sea.do(Searchers(frozenset(find(sea.game, "SZ 8", "fighter"))))
    for _ in range(6):
        assert not sea.asks(SubmergeGroups)
        if sea.game.battle is None:
            break
        sea.do(sea.plain())


def test_ruling_1_attacking_tokens_give_up_concealment() -> None:
    """DS-13: they are in the battle and are turned up, with their bonus."""
    sea = battle("SZ 8: Japan transport, cruiser", "SZ 8: USA a=1:1", depths={"a": "periscope"})
    sea.until(ChooseSides)
    sea.do(SubmergeOrFight())
    assert sea["a"] in shown(sea)
    piece = sea.game.pieces[sea["a"]]
    (kind,) = sea.game.rules.units_of(sea.game, piece)
    assert sea.game.rules.strength(sea.game, piece, kind, Role.ATTACKER) == 3


def test_ruling_1_silent_tokens_stay_out_of_it() -> None:
    sea = battle("SZ 8: USA destroyer / Japan cruiser", "SZ 8: Japan k=1:3", depths={"k": "silent"})
    sea.while_in(Phase.CONDUCT_COMBAT)
    assert sea["k"] not in shown(sea)
    assert tracker(sea.game, token(sea.game, sea["k"]).owner).size(1) == 3


def test_ruling_1_silent_tokens_bar_no_landing() -> None:
    sea = waters("", "SZ 8: Japan k=1:1", beside=("DS",), depths={"k": "silent"})
    usa = sea.game.active
    assert not sea.game.rules.landing_barred(sea.game, usa, SpaceId("SZ 8"))
    loud = waters("", "SZ 8: Japan k=1:1", beside=("DS",), depths={"k": "submerged"})
    assert loud.game.rules.landing_barred(loud.game, usa, SpaceId("SZ 8"))


def test_ds_3_a_token_moves_as_its_depth_allows() -> None:
    sea = waters("", "SZ 8: USA a=1:1", beside=("DS",), depths={"a": "submerged"})
    assert sea.game.rules.move_limit(sea.game, token(sea.game, sea["a"])) == 1
    assert isinstance(sea.run, Run)
