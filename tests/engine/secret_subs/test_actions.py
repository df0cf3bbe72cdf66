"""SS-4: reorganizing and anonymizing."""

import dataclasses

import pytest

from engine.board import Power, SpaceId
from engine.claims import Holds, Present, Shuffled
from engine.economy.purchase import Purchase
from engine.errors import Illegal, Malformed
from engine.movement.orders import TakeBack
from engine.pause import Action
from engine.phases import Phase
from engine.pieces import PieceId
from engine.variants.secret_subs.actions import (
    MOST_ACTIONS,
    Anonymize,
    ClaimFrom,
    Remove,
    Reorganize,
    Transfer,
)
from engine.variants.secret_subs.events import Reorganized, TokensRemoved, TokensShuffled
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.token import TokenFields
from engine.variants.secret_subs.tokens import class_of, first_of_class, tokens_of, tokens_where
from tests.engine.secret_subs.owners import Referee, move, sizes, token, waters

USA = Power("USA")
SZ_2 = SpaceId("SZ 2")
PAIR = "SZ 2: USA a=1:2, b=2:1\nSZ 5: USA c=3:1"


def pair(phase: Phase = Phase.PURCHASE) -> Referee:
    return waters("", PAIR, phase=phase)


class TestReorganize:
    def test_ss_4_1_a20_submarines_move_between_groups_in_one_zone(self) -> None:
        """All public; the owner shows that the groups named are there."""
        sea = pair()
        sea.do(Reorganize(sea["a"], (Transfer(1, 2, 2),)))
        assert sizes(sea.game, "USA")[:3] == (0, 3, 1)
        assert sea.claims == [Present((1, 2), (sea["a"], sea["b"]))]
        (event,) = [e for e in sea.events if isinstance(e, Reorganized)]
        assert (event.at, event.sizes) == ("SZ 2", {1: 0, 2: 3})

    def test_ss_4_1_the_first_token_of_a_class_names_it(self) -> None:
        """Any other would tell which of them its owner had in mind."""
        sea = pair()
        by_another = sea.refused(Reorganize(sea["b"], (Transfer(2, 1, 1),)))
        assert (by_another.rule, by_another.facts["token"]) == ("SS-4.1", sea["a"])
        sea.do(Reorganize(sea["a"], (Transfer(2, 1, 1),)))
        assert sizes(sea.game, "USA")[:2] == (3, 0)

    def test_ss_4_1_each_class_of_a_zone_has_its_own_first_token(self) -> None:
        sea = waters("", "SZ 1: USA a=1:2, b=2:1\nSZ 2: USA c=3:1, d=4:0", phase=Phase.COMBAT_MOVE)
        sea.do(move(sea, "a", 2), move(sea, "b", 2))
        game = sea.game
        for handle, first in (("a", "a"), ("b", "a"), ("c", "c"), ("d", "c")):
            assert first_of_class(game, token(sea.game, sea[handle])).id == sea[first]

    def test_a_group_elsewhere_is_refused_to_the_owner_alone(self) -> None:
        """SS-0.9: nobody else can tell that id3 is not here."""
        sea = pair()
        false = Reorganize(sea["a"], (Transfer(3, 1, 1),))
        sea.asked.parse(sea.game, ["reorganize", sea["a"], [[3, 1, 1]], []])  # legal in public
        assert sea.refused(false).code == "NOT_PRESENT"

    def test_more_groups_than_tokens(self) -> None:
        sea = pair()
        three = Reorganize(sea["a"], (Transfer(1, 2, 1), Transfer(3, 2, 1)))
        assert sea.refused(three).code == "NOT_COLOCATED"
        alone = Reorganize(sea["c"], (Transfer(3, 4, 1),))
        assert sea.refused(alone).code == "NOT_COLOCATED"

    @pytest.mark.parametrize(
        ("version", "differs", "together"),
        [
            ("1.0", {"left": 0, "moved": True}, False),
            ("0.8", {"left": 0, "moved": True}, True),
            ("1.0", {"fought": True}, False),
            ("0.8", {"fought": True}, False),
        ],
    )
    def test_which_tokens_are_of_one_class(
        self, version: str, differs: TokenFields, together: bool
    ) -> None:
        """SS-6: in version 0.8 they may have moved differently, not fought."""
        sea = waters("", "SZ 2: USA a=1:2, b=2:1", options={"ss_version": version})
        a = token(sea.game, sea["a"]).replace(**differs)
        alike = class_of(sea.game.with_pieces(a), a)
        assert len(alike) == (2 if together else 1)

    def test_no_more_than_a_group_has(self) -> None:
        sea = pair()
        assert "has 2" in str(sea.refused(Reorganize(sea["a"], (Transfer(1, 2, 3),))))
        emptied = (Transfer(1, 2, 2), Transfer(1, 2, 1))
        assert "has no submarines" in str(sea.refused(Reorganize(sea["a"], emptied)))

    @pytest.mark.parametrize("transfer", [(1, 1, 1), (1, 2, 0), (0, 2, 1), (1, 11, 1)])
    def test_a_transfer_between_two_groups_that_exist(self, transfer: tuple[int, int, int]) -> None:
        sea = pair()
        refusal = sea.refused(Reorganize(sea["a"], (Transfer(*transfer),)))
        assert refusal.rule in ("SS-0.1", "SS-4.1")

    def test_it_says_something(self) -> None:
        sea = pair()
        assert sea.refused(Reorganize(sea["a"], ())).rule == "SS-4.1"

    def test_another_power_s_token(self) -> None:
        sea = waters("", "SZ 2: USA a=1:1, b=2:1 / Japan k=1:1, j=2:1")
        assert sea.refused(Reorganize(sea["k"], (Transfer(1, 2, 1),))).rule == "SS-0.3"
        assert sea.refused(Reorganize(PieceId(10**6), (Transfer(1, 2, 1),))).rule == "SS-0.3"

    def test_ss_a24_allied_tokens_are_never_mixed(self) -> None:
        sea = waters("", "SZ 2: USA a=1:1 / UK u=2:1")
        both = Anonymize(frozenset({sea["a"], sea["u"]}))
        assert sea.refused(both).rule == "SS-0.3"
        assert sea.refused(Reorganize(sea["a"], (Transfer(1, 2, 1),))).code == "NOT_COLOCATED"

    def test_exchanged_submarines_are_not_taken_back(self) -> None:
        """A move cannot be taken back past an exchange: submarines would sail for nothing."""
        sea = waters("", "SZ 1: USA a=1:2\nSZ 3: USA b=2:1", phase=Phase.COMBAT_MOVE)
        sea.do(move(sea, "a", 2), move(sea, "b", 2), Reorganize(sea["a"], (Transfer(1, 2, 2),)))
        assert sea.refused(TakeBack(frozenset({sea["a"]}))).rule == "R6"

    def test_exchange_before_moving_may_be_followed_by_taking_back(self) -> None:
        sea = pair(Phase.COMBAT_MOVE)
        sea.do(Reorganize(sea["a"], (Transfer(1, 2, 1),)))
        sea.do(move(sea, "a", 3), TakeBack(frozenset({sea["a"]})))
        assert token(sea.game, sea["a"]).at == "SZ 2"


class TestRemoving:
    def test_ss_4_2_a19_an_emptied_token_stays_as_a_decoy_or_is_removed_face_up(self) -> None:
        sea = pair()
        sea.do(Reorganize(sea["a"], (Transfer(2, 1, 1),), {sea["b"]: 2}))
        assert [t.id for t in tokens_where(sea.game, USA, SZ_2)] == [sea["a"]]
        assert [type(c) for c in sea.claims] == [Present, Holds]
        (event,) = [e for e in sea.events if isinstance(e, TokensRemoved)]
        assert event.groups == {sea["b"]: 2}
        assert sea["b"] in tracker(sea.game, USA).supply

    def test_ss_4_2_a_decoy_of_two_may_leave_without_a_transfer(self) -> None:
        sea = waters("", "SZ 2: USA a=1:2, b=2:0")
        sea.do(Reorganize(sea["a"], (), {sea["b"]: 2}))
        assert sea.claims == [Holds(sea["b"], 2)]

    def test_ss_4_2_a_decoy_alone_leaves_in_mobilize_only(self) -> None:
        sea = waters("", "SZ 2: USA a=1:0")
        assert sea.refused(Reorganize(sea["a"], (), {sea["a"]: 1})).rule == "SS-4.2"
        assert sea.refused(Remove(sea["a"], 1)).rule == "SS-1.3b"
        sea = waters("West: USA complex", "SZ 2: USA a=1:0", phase=Phase.MOBILIZE)
        sea.do(Remove(sea["a"], 1))
        assert not tokens_of(sea.game, USA)

    def test_a_token_with_submarines_is_not_removed(self) -> None:
        sea = waters("West: USA complex", "SZ 2: USA a=1:1, b=2:0", phase=Phase.MOBILIZE)
        assert sea.refused(Remove(sea["a"], 1)).code == "NOT_EMPTY"
        assert sea.refused(Reorganize(sea["a"], (), {sea["a"]: 1})).code == "NOT_EMPTY"

    def test_a_false_showing_is_refused_to_the_owner(self) -> None:
        sea = waters("West: USA complex", "SZ 2: USA a=1:1, b=2:0", phase=Phase.MOBILIZE)
        assert sea.refused(Remove(sea["a"], 2)).code == "NOT_PRESENT"

    def test_a_showing_that_is_known_to_be_false_is_refused_by_all(self) -> None:
        sea = waters("West: USA complex", "SZ 2: USA a=1:1, b=2:0, c=3:0", phase=Phase.MOBILIZE)
        sea = sea.holding(USA, tracker(sea.game, USA).knowing({sea["b"]: 2}))
        for action in (Remove(sea["c"], 2), Remove(sea["b"], 3), Remove(sea["c"], 11)):
            with pytest.raises(Illegal):
                sea.game.rules.check_action(sea.game, sea.asked, action)

    def test_only_tokens_of_the_class(self) -> None:
        sea = waters("", "SZ 2: USA a=1:1, b=2:0\nSZ 5: USA c=3:0")
        assert sea.refused(Reorganize(sea["a"], (), {sea["c"]: 3})).code == "NOT_COLOCATED"

    def test_ss_4_2_no_group_is_made_that_has_no_token(self) -> None:
        """Two tokens for three groups; and a group that is known to be in the supply."""
        sea = waters("", "SZ 2: USA a=1:2, b=2:1, d=4:0\nSZ 5: USA c=3:1")
        taken = Reorganize(sea["a"], (Transfer(1, 4, 1),), {sea["b"]: 3})
        assert sea.refused(taken).code == "NOT_EMPTY"
        three = Reorganize(sea["a"], (Transfer(1, 4, 1),), {sea["d"]: 5})
        assert sea.refused(three).code == "CREATES_TOKEN"
        shown = waters("", PAIR)
        shown = shown.holding(USA, tracker(shown.game, USA).knowing({shown["USA4"]: 4}))
        assert shown.refused(Reorganize(shown["a"], (Transfer(1, 4, 1),))).code == "CREATES_TOKEN"


class TestAnonymize:
    def test_ss_4_3a_fresh_handles_and_an_unchanged_tracker(self) -> None:
        sea = pair()
        before = sizes(sea.game, "USA")
        sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
        (claim,) = sea.claims
        assert isinstance(claim, Shuffled)
        assert claim.old == (sea["a"], sea["b"])
        assert claim.new == tuple(t.id for t in tokens_where(sea.game, USA, SZ_2))
        assert min(claim.new) > max(sea.names.values())
        assert sizes(sea.game, "USA") == before
        assert {sea.secrets[t] for t in claim.new} == {1, 2}

    def test_ss_4_3a_what_was_known_is_open_again(self) -> None:
        sea = pair()
        sea = sea.holding(USA, tracker(sea.game, USA).knowing({sea["a"]: 1, sea["c"]: 3}))
        sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
        assert tracker(sea.game, USA).opened == {sea["c"]: 3}

    def test_two_tokens_in_one_zone(self) -> None:
        sea = pair()
        assert sea.refused(Anonymize(frozenset({sea["a"]}))).rule == "SS-4.3a"
        assert sea.refused(Anonymize(frozenset({sea["a"], sea["c"]}))).code == "NOT_COLOCATED"

    def test_ss_4_0_again_only_when_something_touched_them(self) -> None:
        sea = pair(Phase.COMBAT_MOVE)
        sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
        d, e = (t.id for t in tokens_where(sea.game, USA, SZ_2))
        again = Anonymize(frozenset({d, e}))
        assert sea.refused(again).rule == "SS-4.0"
        sea.do(Reorganize(d, (Transfer(1, 2, 1),)), again)

    def test_ss_4_0_tokens_of_two_shuffles_may_be_mixed(self) -> None:
        sea = waters("", "SZ 2: USA a=1:1, b=2:1, c=3:1, d=4:1")
        first, second = frozenset({sea["a"], sea["b"]}), frozenset({sea["c"], sea["d"]})
        sea.do(Anonymize(first), Anonymize(second))
        everything = frozenset(t.id for t in tokens_of(sea.game, USA))
        sea.do(Anonymize(everything))
        part = frozenset(t.id for t in tokens_of(sea.game, USA)[:3])
        assert sea.refused(Anonymize(part)).rule == "SS-4.0"

    def test_a_moved_token_has_been_touched(self) -> None:
        sea = pair(Phase.COMBAT_MOVE)
        sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
        d, e = (t.id for t in tokens_where(sea.game, USA, SZ_2))
        sea.names["d"], sea.names["e"] = d, e
        sea.do(move(sea, "d e", 3), Anonymize(frozenset({d, e})))
        assert sum(isinstance(event, TokensShuffled) for event in sea.events) == 2


class TestWhen:
    def test_ss_4_0_the_active_power_at_any_point_in_its_turn(self) -> None:
        sea = pair()
        sea.do(Reorganize(sea["a"], (Transfer(1, 2, 1),)), Purchase())
        sea.do(Reorganize(sea["a"], (Transfer(2, 1, 1),)))
        assert sizes(sea.game, "USA")[:2] == (2, 1)

    def test_ss_4_0_nobody_else(self) -> None:
        sea = waters("", "SZ 2: Japan k=1:1, j=2:1")
        shuffle = Anonymize(frozenset({sea["k"], sea["j"]}))
        assert sea.refused(shuffle).rule == "SS-0.3"
        foreign = dataclasses.replace(sea.asked, power=Power("Japan"))
        with pytest.raises(Illegal, match="its windows"):
            sea.game.rules.check_action(sea.game, foreign, shuffle)

    def test_ss_4_0_at_most_64_actions_in_a_phase(self) -> None:
        sea = pair()
        to, fro = Transfer(1, 2, 1), Transfer(2, 1, 1)
        for _ in range(MOST_ACTIONS // 2):
            sea.do(Reorganize(sea["a"], (to,)), Reorganize(sea["a"], (fro,)))
        assert "64 times" in str(sea.refused(Reorganize(sea["a"], (to,))))
        sea.do(Purchase())
        sea.do(Reorganize(sea["a"], (to,)))

    def test_garbage(self) -> None:
        sea = pair()
        for data in (["reorganize"], ["anonymize", [2, 1]], ["claim", 1], ["remove", "x", 1]):
            with pytest.raises(Malformed):
                sea.run.answer(data)

    def test_no_other_action(self) -> None:
        class Dance(Action):
            pass

        sea = pair()
        with pytest.raises(Illegal):
            sea.game.rules.check_action(sea.game, sea.asked, Dance())
        with pytest.raises(RuntimeError):
            next(sea.game.rules.perform_action(sea.game, USA, Dance()))


def test_candidates_are_legal_and_each_once() -> None:
    sea = waters(
        "West: USA complex",
        "SZ 2: USA a=1:2, b=2:0, d=4:1\nSZ 5: USA c=3:0",
        phase=Phase.MOBILIZE,
    )
    rules, game = sea.game.rules, sea.game
    listed = list(rules.candidate_actions(game, sea.asked))
    assert len({repr(action) for action in listed}) == len(listed)
    assert {type(action) for action in listed} == {Anonymize, Reorganize, Remove}
    for action in listed:
        rules.check_action(game, sea.asked, action)


def test_drafts_are_justified() -> None:
    sea = waters(
        "West: USA complex",
        "SZ 2: USA a=1:2, b=2:0, d=4:1\nSZ 5: USA c=3:0",
        phase=Phase.COMBAT_MOVE,
    )
    kinds = set()
    for _ in range(40):
        if len(tokens_of(sea.game, USA)) < 2:
            break
        action = sea.game.rules.draft_action(sea.game, sea.asked, sea.draw, sea.secrets)
        if action is not None:
            kinds.add(type(action))
            sea.do(action)
    assert kinds >= {Anonymize, Reorganize}
    assert ClaimFrom not in kinds  # all markers agree: there is nothing to claim
