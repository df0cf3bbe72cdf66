"""SS-3: secret submarines in battle."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.battle.casualties import Casualties, Losses
from engine.battle.combat import Fight, NextBattle
from engine.battle.events import BattleOver, Fired, Lost, RoundBegan
from engine.battle.retreat import Press, Retreat, Withdraw
from engine.board import Power, SpaceId
from engine.claims import Present
from engine.errors import Illegal
from engine.instructions import Instructions, WaivedWindows
from engine.movement.orders import Declaration, Declared, Done, Move
from engine.phases import Phase
from engine.requests import Reveal
from engine.validate import validate
from engine.variants.secret_subs.actions import Anonymize, Reorganize, Transfer
from engine.variants.secret_subs.combat import (
    ChooseSides,
    SubmergeChoice,
    SubmergeGroups,
    SubmergeOrFight,
)
from engine.variants.secret_subs.events import (
    SubsJoined,
    TokensDiscarded,
    TokensRevealed,
    TokensTurnedDown,
)
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.survivors import AnonymizeSurvivors, ReorganizeSurvivors
from engine.variants.secret_subs.tokens import tokens_of
from engine.variants.secret_subs.windows import BoundedSlot, Pass
from tests.engine.position import find
from tests.engine.secret_subs.owners import Referee, move, sizes, token, waters, zone_of

USA, JAPAN = Power("USA"), Power("Japan")


def battle(units: str, tokens: str, **more: Any) -> Referee:
    """The USA attacks in SZ 8."""
    return waters(units, tokens, phase=Phase.CONDUCT_COMBAT, attacked=["SZ 8"], **more)


def seen(sea: Referee, kind: type) -> list[Any]:
    return [event for event in sea.events if isinstance(event, kind)]


class TestJoining:
    def test_ss_3_1a_all_count_as_moved_and_fought(self) -> None:
        sea = battle("", "SZ 8: USA a=1:1, b=2:1 / Japan k=1:1, j=2:1")
        sea.until(ChooseSides)
        for piece in sea.game.pieces.values():
            assert (piece.moved, piece.fought, piece.left) == (True, True, 0)

    def test_ss_3_1a_a21_ignored_tokens_next_door_take_no_part(self) -> None:
        sea = battle("", "SZ 8: USA a=1:1 / Japan k=1:1\nSZ 9: Japan j=2:1")
        sea.until(ChooseSides)
        assert not token(sea.game, sea["j"]).fought
        assert sea.game.battle is not None
        assert sea["j"] not in {*sea.game.battle.attackers, *sea.game.battle.defenders}

    def test_ss_3_1b_attacker_then_defenders_in_turn_order(self) -> None:
        sea = battle("", "SZ 8: USA a=1:1 / Germany g=1:1 / Japan k=1:1")
        order = []
        while not seen(sea, TokensRevealed):
            if sea.asks(ChooseSides):
                order.append(sea.asked.power)
            sea.do(sea.plain())
        assert order == ["USA", "Japan", "Germany"]

    def test_ss_3_1d_a_later_slot_sees_earlier_choices(self) -> None:
        sea = battle("", "SZ 8: USA a=1:1, b=2:1 / Japan k=1:1")
        sea.until(ChooseSides)
        sea.do(SubmergeOrFight(frozenset({sea["a"]})))
        assert sea.asks(ChooseSides, "Japan")
        assert token(sea.game, sea["a"]).submerged

    def test_ss_3_1c_only_the_other_side_s_destroyers_that_take_part(self) -> None:
        """SS-A11: an attacking ally's destroyer takes no part; any defending power's does."""
        sea = battle("SZ 8: UK destroyer", "SZ 8: USA a=1:1 / Japan k=1:1")
        sea.until(ChooseSides)
        sea.do(SubmergeOrFight())
        assert len(list(sea.asked.candidates(sea.game))) == 2  # Japan is free
        sea = battle("SZ 8: Germany destroyer", "SZ 8: USA a=1:1, b=2:1 / Japan k=1:1")
        sea.until(ChooseSides)
        assert sea.refused(SubmergeOrFight(frozenset({sea["a"]}))).code == "MUST_FIGHT"

    def test_who_must_fight_with_one_token_is_not_asked(self) -> None:
        """architecture, Who may act: asked only with two tokens there."""
        sea = battle("SZ 8: Japan destroyer", "SZ 8: USA a=1:1")
        assert seen(sea, TokensRevealed)

    def test_only_own_tokens_in_the_battle(self) -> None:
        sea = battle("", "SZ 8: USA a=1:1, b=2:1 / Japan k=1:1\nSZ 1: USA c=3:1, d=4:1")
        sea.until(ChooseSides)
        assert sea.refused(SubmergeOrFight(frozenset({sea["k"]}))).rule == "SS-3.1"
        elsewhere = Anonymize(frozenset({sea["c"], sea["d"]}))
        assert sea.refused(elsewhere).rule == "SS-3.1b"

    def test_ss_3_1b_reorganize_and_anonymize_in_the_slot(self) -> None:
        sea = battle("", "SZ 8: USA a=1:1, b=2:1 / Japan k=1:1, j=2:1")
        sea.until(ChooseSides)
        sea.do(SubmergeOrFight())
        sea.do(Reorganize(sea["k"], (Transfer(1, 2, 1),)))
        sea.do(Anonymize(frozenset({sea["k"], sea["j"]})))
        battle_ = sea.game.battle
        assert battle_ is not None
        assert battle_.defenders == tuple(t.id for t in tokens_of(sea.game, JAPAN))

    def test_ss_3_9_a13_all_submerge_no_dice_yet_a_sea_battle(self) -> None:
        sea = battle("West: USA infantry\nSZ 8: USA cruiser", "SZ 8: Japan k=1:2")
        sea.until(ChooseSides)
        sea.do(SubmergeOrFight(frozenset({sea["k"]})))
        assert not seen(sea, Fired)
        assert not seen(sea, TokensRevealed)
        assert "SZ 8" in sea.game.record.sea_battles
        assert not token(sea.game, sea["k"]).submerged  # cleared at the end (3.7)

    def test_ss_3_9_a14_an_attack_of_decoys_vanishes_at_the_reveal(self) -> None:
        sea = battle("SZ 8: Japan cruiser", "SZ 8: USA a=1:0, b=2:0")
        sea.until(ChooseSides)
        sea.do(SubmergeOrFight())
        assert not tokens_of(sea.game, USA)
        assert not seen(sea, Fired)

    def test_ss_3_9_transports_left_alone_by_the_choices_die(self) -> None:
        """BG-8.17 after the choices: T2 of the base game, with a token."""
        sea = battle("SZ 8: USA battleship / Japan 2 transports", "SZ 8: Japan k=1:1")
        sea.until(ChooseSides)
        sea.do(SubmergeOrFight(frozenset({sea["k"]})))
        assert [e.kind for e in seen(sea, Lost)] == ["transport", "transport"]
        assert not seen(sea, Fired)

    def test_ss_3_3c_where_the_first_test_ends_the_battle_no_token_is_revealed(self) -> None:
        sea = battle("SZ 8: USA destroyer / Japan transport", "SZ 8: USA a=1:1, b=2:1")
        sea.while_in(Phase.CONDUCT_COMBAT)
        assert [e.kind for e in seen(sea, Lost)] == ["transport"]
        assert not tracker(sea.game, USA).opened


class TestReveal:
    def test_ss_3_3a_all_owners_in_one_event(self) -> None:
        sea = battle("", "SZ 8: USA a=1:1 / Japan k=1:1 / Germany g=1:1")
        sea.until(ChooseSides)
        sea.do(SubmergeOrFight(), SubmergeOrFight(), SubmergeOrFight())
        (event,) = seen(sea, TokensRevealed)
        assert set(event.groups) == {sea["a"], sea["k"], sea["g"]}

    def test_ss_3_6_decoys_go_to_the_supply_at_once(self) -> None:
        sea = battle("SZ 8: USA cruiser", "SZ 8: Japan k=1:0, j=2:1")
        sea.until(ChooseSides)
        sea.do(SubmergeOrFight())
        (event,) = seen(sea, TokensDiscarded)
        assert event.groups == {sea["k"]: 1}
        assert sea["k"] in tracker(sea.game, JAPAN).supply
        assert tracker(sea.game, JAPAN).supply_changed

    def test_an_opening_that_cannot_be_is_refused(self) -> None:
        """Protocol: an opening names no group face up elsewhere, none twice, none that is not."""
        sea = battle("", "SZ 8: USA a=1:1 / Japan k=1:1, j=2:1\nSZ 1: Japan l=3:1")
        track = tracker(sea.game, JAPAN).knowing({sea["l"]: 3})
        sea = sea.holding(JAPAN, track)
        sea.until(ChooseSides)
        a, k, j = (sea[name] for name in "akj")
        reveal = Reveal(((USA, (a,)), (JAPAN, (k, j))))
        reveal.parse(sea.game, [[a, 1], [k, 1], [j, 2]])
        for groups in ([1, 1, 1], [1, 3, 2], [1, 1, 11], [0, 1, 2]):
            with pytest.raises(Illegal):
                reveal.parse(sea.game, [[t, g] for t, g in zip((a, k, j), groups, strict=True)])

    def test_ss_3_8_the_owner_picks_the_group(self) -> None:
        sea = battle("SZ 8: USA destroyer, cruiser", "SZ 8: Japan k=1:2, j=2:2")
        sea.roll(6, 3)
        sea.until(Casualties)
        assert {tuple(a.hits) for a in sea.asked.candidates(sea.game)} == {(sea["k"],), (sea["j"],)}
        sea.roll(*[6] * 3)
        sea.do(Losses({sea["j"]: 1}))
        lost = seen(sea, Lost)[0]
        assert (lost.piece, lost.count) == (sea["j"], 1)
        assert sizes(sea.game, "Japan")[0] == 2


def second_round(tokens: str, units: str = "SZ 8: Japan battleship", **more: Any) -> Referee:
    """S1 of round 2 for the USA, whose tokens of round 1 fight a battleship unhurt.

    Tokens named u, u1, … submerge before the battle.
    """
    sea = battle(units, tokens, **more)
    sea.until(ChooseSides)
    sea.roll(*[6] * 40)
    sea.do(SubmergeOrFight(frozenset(t for name, t in sea.names.items() if name[0] == "u")))
    sea.until(SubmergeGroups)
    return sea


class TestSubmerging:
    def test_ss_3_3b_not_in_round_1(self) -> None:
        """SS-A9: fighting was chosen; nobody looks first and leaves then."""
        sea = second_round("SZ 8: USA a=1:2")
        assert [e.round for e in seen(sea, RoundBegan)] == [1, 2]

    def test_ss_3_4a_all_may_always_submerge(self) -> None:
        sea = second_round("SZ 8: USA a=1:2")
        sea.do(SubmergeChoice(frozenset({sea["a"]})))
        assert seen(sea, BattleOver)
        assert sizes(sea.game, "USA")[0] == 2

    def test_ss_3_4a_nobody_is_left_to_submerge_from(self) -> None:
        """The attacker chooses first; once all of it is gone the defender is not asked."""
        sea = second_round("SZ 8: USA a=1:2 / Japan k=1:2", units="")
        sea.do(SubmergeChoice(frozenset({sea["a"]})))
        assert not sea.asks(SubmergeGroups)
        assert not token(sea.game, sea["k"]).submerged
        assert seen(sea, BattleOver)

    def test_ss_3_4b_some_with_two_face_up_tokens(self) -> None:
        sea = second_round("SZ 8: USA a=1:2, b=2:1")
        sea.do(SubmergeChoice(frozenset({sea["a"]})))
        assert token(sea.game, sea["a"]).submerged
        assert token(sea.game, sea["b"]).face_up
        known = tracker(sea.game, USA).opened
        assert known == {sea["a"]: 1, sea["b"]: 2}  # face down again, still known

    def test_ss_3_4b_a17_re_splitting_among_face_up_groups_first(self) -> None:
        sea = second_round("SZ 8: USA a=1:2, b=2:1")
        sea.do(Reorganize(sea["a"], (Transfer(1, 2, 1),)))
        sea.do(SubmergeChoice(frozenset({sea["a"]})))
        assert sizes(sea.game, "USA")[:2] == (1, 2)

    def test_ss_3_6_a_group_emptied_by_re_splitting_is_discarded(self) -> None:
        sea = second_round("SZ 8: USA a=1:2, b=2:1")
        sea.do(Reorganize(sea["a"], (Transfer(2, 1, 1),)))
        assert sea["b"] not in sea.game.pieces
        assert not any(t.id == sea["b"] for t in tokens_of(sea.game, USA))

    def test_a_face_up_token_is_not_removed_by_hand(self) -> None:
        sea = second_round("SZ 8: USA a=1:2, b=2:1")
        by_hand = Reorganize(sea["a"], (Transfer(2, 1, 1),), {sea["b"]: 2})
        assert sea.refused(by_hand).rule == "SS-3.6"

    def test_ss_3_4c_joining_a_group_submerged_earlier(self) -> None:
        """The id is named; that it is among the submerged is claimed, not which it is."""
        sea = second_round("SZ 8: USA a=1:2, u=2:0")
        sea.do(SubmergeChoice(joins=(Transfer(1, 2, 1),)))
        assert sizes(sea.game, "USA")[:2] == (1, 1)
        assert sea.claimed(Present)[-1] == Present((2,), (sea["u"],))
        (event,) = seen(sea, SubsJoined)
        assert event.sizes == {1: 1, 2: 1}

    def test_ss_3_4c_a_group_that_is_not_among_them(self) -> None:
        sea = second_round("SZ 8: USA a=1:2, u=2:0\nSZ 1: USA c=3:1")
        assert sea.refused(SubmergeChoice(joins=(Transfer(1, 3, 1),))).code == "NOT_PRESENT"
        known = SubmergeChoice(joins=(Transfer(1, 1, 1),))
        assert sea.refused(known).code == "NOT_PRESENT"

    def test_all_of_a_group_may_join(self) -> None:
        """3.6: the token that is emptied is discarded."""
        sea = second_round("SZ 8: USA a=1:2, u=2:0")
        sea.do(SubmergeChoice(joins=(Transfer(1, 2, 2),)))
        assert sea["a"] in tracker(sea.game, USA).supply
        assert sizes(sea.game, "USA")[:2] == (0, 2)

    def test_an_emptied_token_does_not_submerge(self) -> None:
        sea = second_round("SZ 8: USA a=1:2, u=2:0")
        both = SubmergeChoice(frozenset({sea["a"]}), (Transfer(1, 2, 2),))
        assert sea.refused(both).rule == "SS-3.6"

    def test_no_more_than_there_are(self) -> None:
        sea = second_round("SZ 8: USA a=1:2, u=2:0")
        assert sea.refused(SubmergeChoice(joins=(Transfer(1, 2, 3),))).rule == "SS-3.4"
        assert sea.refused(SubmergeChoice(joins=(Transfer(2, 2, 1),))).rule == "SS-3.4"

    def test_ss_3_5_one_token_and_none_submerged(self) -> None:
        sea = second_round("SZ 8: USA a=1:2")
        assert sea.refused(SubmergeChoice(joins=(Transfer(1, 2, 1),))).code == "ALL_OR_NONE"

    def test_ss_3_4b_two_tokens_and_none_submerged(self) -> None:
        sea = second_round("SZ 8: USA a=1:2, b=2:1")
        assert sea.refused(SubmergeChoice(joins=(Transfer(1, 3, 1),))).code == "NOT_PRESENT"

    def test_only_own_tokens(self) -> None:
        sea = second_round("SZ 8: USA a=1:2")
        assert sea.refused(SubmergeChoice(frozenset({999}))).rule == "SS-3.4"  # type: ignore[arg-type]  # no token's id

    def test_ss_3_1d_what_has_submerged_is_locked(self) -> None:
        sea = second_round("SZ 8: USA a=1:2, u1=2:1, u2=3:0")
        transfer = Reorganize(sea["u1"], (Transfer(2, 3, 1),))
        assert sea.refused(transfer).code == "LOCKED"

    def test_ss_3_1d_it_is_locked_for_the_attacker_between_rounds_too(self) -> None:
        """SS-4.0: the active power may act at any point in its turn, subject to 3.1d."""
        sea = waters(
            "SZ 8: Japan cruiser",
            "SZ 7: USA a=1:2, b=2:2, c=3:2, d=4:1",
            phase=Phase.COMBAT_MOVE,
        )
        sea.do(move(sea, "a b c d", 8), Done(), Declaration(frozenset({SpaceId("SZ 8")})))
        sea.until(ChooseSides)
        sea.roll(*[6] * 12)
        sea.do(SubmergeOrFight(frozenset({sea["a"], sea["b"]})))
        sea.until(Retreat)
        under = frozenset({sea["a"], sea["b"]})
        assert sea.refused(Anonymize(under)).code == "LOCKED"
        assert sea.refused(Reorganize(sea["a"], (Transfer(1, 2, 1),))).code == "LOCKED"
        sea.do(Reorganize(sea["c"], (Transfer(3, 4, 1),)))

    def test_face_up_tokens_are_not_shuffled(self) -> None:
        sea = second_round("SZ 8: USA a=1:2, b=2:1")
        both = Anonymize(frozenset({sea["a"], sea["b"]}))
        assert sea.refused(both).rule == "SS-4.3a"

    def test_no_slot_under_a_destroyer(self) -> None:
        sea = battle("SZ 8: Japan destroyer, battleship", "SZ 8: USA a=1:2, b=2:1")
        sea.until(ChooseSides)
        sea.roll(*[6] * 12)
        sea.do(SubmergeOrFight())
        while len(seen(sea, RoundBegan)) < 3:
            assert not sea.asks(SubmergeGroups)
            sea.do(sea.plain())

    def test_candidates_and_samples_are_legal(self) -> None:
        sea = second_round("SZ 8: USA a=1:2, b=2:1, u=3:0")
        answers = list(sea.asked.candidates(sea.game))
        assert len({repr(a) for a in answers}) == len(answers)
        draw = random.Random(1)
        for answer in [*answers, *(sea.asked.sample(sea.game, draw) for _ in range(50))]:
            sea.asked.check(sea.game, answer)


class TestAfterwards:
    def over(self, tokens: str = "SZ 8: Japan k=1:2, j=2:1", **more: Any) -> Referee:
        """A US cruiser has attacked Japan's tokens and sinks; they have survived."""
        sea = battle("SZ 8: USA cruiser", tokens, **more)
        sea.until(ChooseSides)
        sea.roll(*[1] * 20)
        sea.do(SubmergeOrFight())
        return sea

    def test_ss_3_7_reorganize_turn_down_anonymize(self) -> None:
        sea = self.over()
        assert sea.asks(ReorganizeSurvivors, "Japan")
        shuffle = Anonymize(frozenset({sea["k"], sea["j"]}))
        assert sea.refused(shuffle).rule == "SS-4.3a"  # still face up
        sea.do(Reorganize(sea["k"], (Transfer(1, 2, 1),)))
        assert sea.asks(AnonymizeSurvivors, "Japan")
        (event,) = seen(sea, TokensTurnedDown)
        assert event.tokens == (sea["k"], sea["j"])
        assert sea.refused(Reorganize(sea["k"], (Transfer(1, 2, 1),))).rule == "SS-3.7"
        sea.do(shuffle)
        assert not tracker(sea.game, JAPAN).opened

    def test_ss_3_6_emptied_while_face_up_is_discarded(self) -> None:
        sea = self.over()
        sea.do(Reorganize(sea["k"], (Transfer(2, 1, 1),)))
        assert sea["j"] not in sea.game.pieces

    def test_ss_3_7_submerged_and_face_up_ones_are_one_class(self) -> None:
        sea = battle("SZ 8: USA cruiser", "SZ 8: Japan k=1:2, u=2:0")
        sea.until(ChooseSides)
        sea.roll(*[1] * 20)
        sea.do(SubmergeOrFight(frozenset({sea["u"]})))
        sea.do(Reorganize(sea["k"], (Transfer(1, 2, 1),)))
        assert sizes(sea.game, "Japan")[:2] == (1, 1)

    def test_waived_with_the_windows(self) -> None:
        """SPEC-10.9: the reorganizing of SS-3.7 may be waived, choices never."""
        sea = battle("SZ 8: USA cruiser", "SZ 8: Japan k=1:2, j=2:1")
        sea.run.waive(1, waived=True)
        sea.until(ChooseSides)
        sea.roll(*[1] * 20)
        sea.do(SubmergeOrFight())
        assert not sea.asks(ReorganizeSurvivors)
        assert seen(sea, TokensTurnedDown)
        assert not sea.asks(AnonymizeSurvivors)

    @pytest.mark.parametrize(
        ("waived", "asked"), [(WaivedWindows.ALL, False), (WaivedWindows.TURNS, True)]
    )
    def test_waived_by_instruction(self, waived: WaivedWindows, asked: bool) -> None:
        sea = battle("SZ 8: USA cruiser", "SZ 8: Japan k=1:2, j=2:1")
        sea.run.instruct(Power("Japan"), Instructions(windows=waived))
        sea.until(ChooseSides)
        sea.roll(*[1] * 20)
        sea.do(SubmergeOrFight())
        assert sea.asks(ReorganizeSurvivors) is asked

    def test_only_survivors(self) -> None:
        sea = self.over("SZ 8: Japan k=1:2, j=2:1\nSZ 1: Japan c=3:1, d=4:1")
        assert sea.refused(Reorganize(sea["c"], (Transfer(3, 4, 1),))).rule == "SS-3.7"

    def attacked(self, tokens: str, **more: Any) -> Referee:
        """American tokens have sunk a Japanese transport."""
        sea = battle("SZ 8: Japan transport, cruiser", tokens, **more)
        sea.until(ChooseSides)
        sea.roll(*[1] * 20)
        sea.do(SubmergeOrFight())
        return sea

    def test_ss_3_7_the_attacker_is_asked_too(self) -> None:
        """Before its tokens turn down, though it may reorganize them later as well."""
        sea = self.attacked("SZ 8: USA a=1:2, b=2:1")
        assert sea.asks(ReorganizeSurvivors, "USA")
        assert all(token(sea.game, sea[name]).face_up for name in "ab")
        sea.do(Reorganize(sea["a"], (Transfer(1, 2, 1),)))
        assert sizes(sea.game, "USA")[:2] == (1, 2)
        assert sea.asks(AnonymizeSurvivors, "USA")
        sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
        assert sea.game.battle is None

    def test_ss_3_6_what_the_attacker_empties_while_face_up_is_discarded(self) -> None:
        sea = self.attacked("SZ 8: USA a=1:2, b=2:1")
        sea.do(Reorganize(sea["a"], (Transfer(1, 2, 2),)))
        assert sea["a"] not in sea.game.pieces

    def test_ss_3_7_both_sides_the_attacker_first_in_each_step(self) -> None:
        """Here the defender's last tokens have submerged, as have some of the attacker's."""
        sea = battle("", "SZ 8: USA a=1:2, b=2:1, c=3:0 / Japan k=1:2, j=2:1")
        sea.until(ChooseSides)
        sea.do(SubmergeOrFight(frozenset({sea["c"]})))
        sea.do(SubmergeOrFight(frozenset({sea["k"], sea["j"]})))
        asked = []
        while isinstance(sea.asked, BoundedSlot):
            asked.append((type(sea.asked), sea.asked.power))
            sea.do(Pass())
        assert asked == [
            (ReorganizeSurvivors, "USA"),
            (ReorganizeSurvivors, "Japan"),
            (AnonymizeSurvivors, "USA"),
            (AnonymizeSurvivors, "Japan"),
        ]

    def test_ss_3_7_who_has_nothing_to_reorganize_is_not_asked(self) -> None:
        """One token has nobody to exchange submarines with, nor to be mistaken for."""
        sea = self.attacked("SZ 8: USA a=1:2\nSZ 7: USA b=2:2, c=3:1")
        assert sea.game.battle is None
        assert not isinstance(sea.asked, BoundedSlot)

    def test_an_attacker_that_has_waived_its_windows_is_not_asked(self) -> None:
        sea = battle("SZ 8: Japan transport, cruiser", "SZ 8: USA a=1:2, b=2:1")
        sea.run.waive(0, waived=True)
        sea.until(ChooseSides)
        sea.roll(*[1] * 20)
        sea.do(SubmergeOrFight())
        assert seen(sea, TokensTurnedDown)
        assert not isinstance(sea.asked, BoundedSlot)

    def test_survivors_keep_their_ids_and_stay_known(self) -> None:
        sea = self.over()
        sea.do(Pass(), Pass())
        assert tracker(sea.game, JAPAN).opened == {sea["k"]: 1, sea["j"]: 2}
        assert not any(t.face_up for t in tokens_of(sea.game, JAPAN))


class TestRetreat:
    def test_retreating_tokens_leave_those_that_submerged(self) -> None:
        """SS-3.7: tokens that retreat never mix with those that stay."""
        sea = waters(
            "SZ 8: Japan battleship",
            "SZ 7: USA a=1:2, u=2:1",
            phase=Phase.COMBAT_MOVE,
        )
        sea.do(move(sea, "a u", 8), Done(), Declaration(frozenset({SpaceId("SZ 8")})))
        sea.until(ChooseSides)
        sea.roll(*[6] * 10)
        sea.do(SubmergeOrFight(frozenset({sea["u"]})))
        sea.until(Retreat)
        sea.do(Withdraw(SpaceId("SZ 7")))
        assert token(sea.game, sea["a"]).at == "SZ 7"
        assert token(sea.game, sea["u"]).at == "SZ 8"
        assert not token(sea.game, sea["a"]).face_up

    def test_ss_3_7_what_has_retreated_is_reorganized_by_itself(self) -> None:
        sea = waters(
            "SZ 8: Japan battleship",
            "SZ 7: USA a=1:2, b=2:2, u=3:1, v=4:1",
            phase=Phase.COMBAT_MOVE,
        )
        sea.do(move(sea, "a b u v", 8), Done(), Declaration(frozenset({SpaceId("SZ 8")})))
        sea.until(ChooseSides)
        sea.roll(*[6] * 10)
        sea.do(SubmergeOrFight(frozenset({sea["u"], sea["v"]})))
        sea.until(Retreat)
        sea.do(Withdraw(SpaceId("SZ 7")))
        assert sea.asks(ReorganizeSurvivors, "USA")
        mixed = Reorganize(sea["a"], (Transfer(1, 3, 1),))
        assert sea.refused(mixed).code == "NOT_COLOCATED"
        assert not token(sea.game, sea["u"]).submerged
        sea.do(Reorganize(sea["a"], (Transfer(1, 2, 1),)))
        sea.do(Reorganize(sea["u"], (Transfer(3, 4, 1),)))
        assert sizes(sea.game, "USA")[:4] == (1, 3, 0, 2)
        assert zone_of(sea.game, sea["a"]) == "SZ 7"
        assert zone_of(sea.game, sea["u"]) == "SZ 8"

    def test_ss_3_7_who_retreats_where_others_did_is_reorganized_by_itself(self) -> None:
        """SS-4.1: until a battle ends its tokens and those of an earlier one are not alike."""
        sea = waters(
            "SZ 8: Japan battleship\nSZ 2: Japan battleship\nSZ 7: USA cruiser",
            "SZ 7: USA a=1:2, b=2:2, c=3:2, d=4:1",
            phase=Phase.COMBAT_MOVE,
        )
        both = Declaration(frozenset({SpaceId("SZ 2"), SpaceId("SZ 8")}))
        sea.do(move(sea, "a b", 8), move(sea, "c d", 2), Done(), both)
        for zone in ("SZ 2", "SZ 8"):
            sea.do(Fight(SpaceId(zone)))
            sea.roll(*[6] * 10)
            sea.do(SubmergeOrFight(), Withdraw(SpaceId("SZ 7")))
            assert sea.asks(ReorganizeSurvivors, "USA")
            if zone == "SZ 2":
                sea.do(Pass(), Pass())
        mixed = Reorganize(sea["a"], (Transfer(1, 3, 1),))
        assert sea.refused(mixed).code == "NOT_INTERCHANGEABLE"
        sea.do(Reorganize(sea["a"], (Transfer(2, 1, 2),)))
        assert sizes(sea.game, "USA")[:4] == (4, 0, 2, 1)
        assert sea["b"] not in sea.game.pieces
        assert sea.asks(NextBattle, "USA") or sea.game.battle is None
        sea.do(Reorganize(sea["a"], (Transfer(1, 3, 1),)))
        assert sizes(sea.game, "USA")[:4] == (3, 0, 3, 1)

    def test_ss_a12_a_token_opens_a_way_back_even_if_it_proves_a_decoy(self) -> None:
        """SS-2.0e: it counts as a submarine as origin of a retreat space."""
        sea = waters(
            "SZ 8: Japan battleship\nSZ 3: USA cruiser",
            "SZ 7: USA a=1:0",
            phase=Phase.COMBAT_MOVE,
            control={"Isle": "USA", "Atoll": "USA"},
        )
        (cruiser,) = find(sea.game, "SZ 3", "cruiser")
        sea.do(move(sea, "a", 8), Move(frozenset({cruiser}), (SpaceId("SZ 8"),)))
        sea.do(Done())
        sea.roll(*[6] * 10)
        sea.until(Retreat)
        ways = [a.to for a in sea.asked.candidates(sea.game) if isinstance(a, Withdraw)]
        assert ways == ["SZ 3", "SZ 7"]

    def test_bg_8_17_transports_whose_escort_proves_a_decoy_may_still_retreat(self) -> None:
        sea = waters(
            "SZ 8: Japan battleship\nSZ 7: USA transport",
            "SZ 7: USA a=1:0",
            phase=Phase.COMBAT_MOVE,
        )
        (transport,) = find(sea.game, "SZ 7", "transport")
        sea.do(Move(frozenset({sea["a"], transport}), (SpaceId("SZ 8"),)), Done())
        sea.roll(6)
        sea.until(ChooseSides)
        sea.do(SubmergeOrFight())
        assert seen(sea, TokensDiscarded)
        assert sea.asks(Retreat, "USA")
        sea.do(Withdraw(SpaceId("SZ 7")))
        assert sea.game.pieces[transport].at == "SZ 7"

    def test_bg_8_17_and_so_may_those_whose_escort_submerges_before_the_reveal(self) -> None:
        sea = waters(
            "SZ 8: Japan battleship\nSZ 7: USA transport",
            "SZ 7: USA a=1:2",
            phase=Phase.COMBAT_MOVE,
        )
        (transport,) = find(sea.game, "SZ 7", "transport")
        sea.do(Move(frozenset({sea["a"], transport}), (SpaceId("SZ 8"),)), Done())
        sea.roll(6)
        sea.until(ChooseSides)
        sea.do(SubmergeOrFight(frozenset({sea["a"]})))
        assert sea.asks(Retreat, "USA")
        sea.do(Press())
        assert transport not in sea.game.pieces
        assert token(sea.game, sea["a"]).at == "SZ 8"


def test_two_battles_whose_order_matters() -> None:
    """SS-3.3: what is shown in the first is known in the second."""
    sea = waters(
        "SZ 3: Japan cruiser\nSZ 8: Japan cruiser",
        "SZ 3: USA a=1:1, b=2:1\nSZ 8: USA c=3:1, d=4:0",
        phase=Phase.CONDUCT_COMBAT,
        attacked=["SZ 3", "SZ 8"],
    )
    assert sea.asks(NextBattle)
    sea.roll(*[1] * 40)
    sea.until(ChooseSides)
    sea.do(SubmergeOrFight())
    sea.while_in(Phase.CONDUCT_COMBAT)
    assert len(seen(sea, TokensRevealed)) == 2


def test_the_hardest_zone_is_attacked_or_ignored() -> None:
    """SS-3.9, 2.0f: tokens count as able to hit a submarine, and as submarines to be hit."""
    sea = waters(
        "SZ 7: USA transport, 2 fighters, carrier",
        "SZ 8: Japan k=1:0",
        phase=Phase.COMBAT_MOVE,
    )
    flight = frozenset(
        p.id for p in sea.game.pieces.at(SpaceId("SZ 7")) if getattr(p, "kind", "") == "fighter"
    )
    refusal = sea.refused(Move(flight, (SpaceId("SZ 8"),)), Done())
    assert refusal.rule in ("R6", "BG-8.23")  # SS-A15: air cannot declare against tokens only
    assert not seen(sea, Declared)


@pytest.mark.no_cover
@given(st.integers(0, 10**6))
def test_battles_end_and_break_nothing(seed: int) -> None:
    draw = random.Random(seed)

    def group(names: str) -> str:
        return ", ".join(f"{n}={i}:{draw.randint(0, 3)}" for i, n in enumerate(names.split(), 1))

    ships = ["cruiser", "destroyer", "battleship", "2 transports", "carrier"]
    units = f"SZ 8: USA {draw.choice(ships)} / Japan {draw.choice(ships)}"
    tokens = f"SZ 8: USA {group('a b c')} / Japan {group('k j')} / Germany {group('g')}"
    sea = battle(units, tokens)
    sea.draw = draw
    while sea.game.current_phase is Phase.CONDUCT_COMBAT:
        sea.fuzz(1)
        assert not validate(sea.game)
    assert sea.game.battle is None
