"""SS-2: tokens move as submarines do."""

import pytest

from engine.board import Power, SpaceId
from engine.movement.orders import Declaration, Declared, Done, Load, Move, Unload
from engine.phases import Phase
from engine.variants.secret_subs.actions import Anonymize
from engine.variants.secret_subs.tokens import tokens_of, tokens_where
from tests.engine.position import find
from tests.engine.secret_subs.owners import Referee, move, route, token, waters

USA = Power("USA")


def sailing(units: str, tokens: str) -> Referee:
    return waters(units, tokens, phase=Phase.COMBAT_MOVE)


def test_ss_2_0a_a_token_moves_as_one_submarine() -> None:
    sea = sailing("", "SZ 1: USA a=1:5")
    assert sea.refused(move(sea, "a", 2, 3, 4)).code == "NO_MOVEMENT"
    sea.do(move(sea, "a", 2, 3))
    a = token(sea.game, sea["a"])
    assert (a.at, a.left, a.came_from) == ("SZ 3", 0, "SZ 2")


def test_ss_2_0a_not_on_land_and_not_across_it() -> None:
    sea = sailing("", "SZ 2: USA a=1:1")
    assert "West" in str(sea.refused(Move(frozenset({sea["a"]}), (SpaceId("West"),))))
    sea = waters("", "SZ 3: USA a=1:1", phase=Phase.COMBAT_MOVE, control={"Isle": "Japan"})
    assert "Strait" in str(sea.refused(move(sea, "a", 8)))  # canals bind tokens (BG-2.4)


def test_ss_2_0b_tokens_stack_with_friends_and_are_not_shuffled_with_theirs() -> None:
    sea = sailing("SZ 2: UK cruiser", "SZ 1: USA a=1:1\nSZ 2: UK u=1:1")
    sea.do(move(sea, "a", 2))
    both = Anonymize(frozenset({sea["a"], sea["u"]}))
    assert sea.refused(both).rule == "SS-0.3"


def test_ss_2_0c_destroyers_stop_tokens_other_warships_do_not() -> None:
    """BG-7.4."""
    sea = sailing("SZ 2: Japan destroyer", "SZ 1: USA a=1:1")
    assert sea.refused(move(sea, "a", 2, 3)).rule == "BG-7.4"
    sea.do(move(sea, "a", 2))
    assert token(sea.game, sea["a"]).left == 0
    sea = sailing("SZ 2: Japan cruiser", "SZ 1: USA a=1:1")
    sea.do(move(sea, "a", 2, 3))


def test_ss_2_0d_tokens_never_make_a_zone_hostile() -> None:
    sea = sailing("SZ 1: USA cruiser", "SZ 2: Japan k=1:3")
    (cruiser,) = find(sea.game, "SZ 1", "cruiser")
    sea.do(Move(frozenset({cruiser}), route(2, 3)))
    assert sea.game.pieces[cruiser].at == "SZ 3"


def test_ss_2_0d_alone_or_with_transports_they_can_be_ignored() -> None:
    sea = sailing("SZ 1: USA cruiser\nSZ 2: Japan transport", "SZ 2: Japan k=1:3")
    (cruiser,) = find(sea.game, "SZ 1", "cruiser")
    sea.do(Move(frozenset({cruiser}), route(2)), Done())
    attack, ignore = Declaration(frozenset({SpaceId("SZ 2")})), Declaration()
    sea.asked.check(sea.game, attack)
    sea.do(ignore)
    (declared,) = [e for e in sea.events if isinstance(e, Declared)]
    assert declared.ignored == ("SZ 2",)


class TestCountsAsASubmarine:
    """SS-2.0e: even if it proves a decoy; every edition (SS-6, decoys bar landings)."""

    @pytest.mark.parametrize("size", [0, 2])
    def test_it_bars_an_unescorted_landing(self, size: int) -> None:
        sea = sailing("Isle: USA infantry\nSZ 7: USA transport", f"SZ 8: Japan k=1:{size}")
        assert self.landing(sea) == "BG-7.11"

    def test_it_lifts_the_bar_as_an_own_warship(self) -> None:
        units = "Isle: USA infantry\nSZ 7: USA transport"
        sea = sailing(units, "SZ 8: Japan k=1:1\nSZ 7: USA a=1:0")
        sea.do(move(sea, "a", 8))
        assert self.landing(sea) is None

    def landing(self, sea: Referee) -> str | None:
        ship, infantry = find(sea.game, "SZ 7", "transport"), find(sea.game, "Isle", "infantry")
        sea.do(
            Load(ship[0], frozenset(infantry)),
            Move(frozenset(ship), route(8)),
            Unload(frozenset(infantry), SpaceId("Atoll")),
        )
        if sea.asked.legal(sea.game, Done()):
            return None
        return sea.refused(Done()).rule

    def test_ss_2_0f_air_without_a_destroyer_cannot_be_declared_against_tokens(self) -> None:
        """BG-8.23, SS-A15; with a token along it can."""
        units = "SZ 7: USA carrier, fighter"
        sea = sailing(units, "SZ 8: Japan k=1:1")
        fighter = frozenset(find(sea.game, "SZ 7", "fighter"))
        assert sea.refused(Move(fighter, route(8)), Done()).rule == "R6"
        sea = sailing(units, "SZ 8: Japan k=1:1\nSZ 7: USA a=1:0")
        sea.do(move(sea, "a", 8), Move(fighter, route(8)), Done())
        sea.asked.check(sea.game, Declaration(frozenset({SpaceId("SZ 8")})))


def test_r6_a_token_that_may_be_another_needs_no_purpose() -> None:
    """R6: not for a token while a shuffle of this phase leaves open which piece it is."""
    sea = sailing("", "SZ 2: USA a=1:1\nSZ 3: USA b=2:1")
    sea.do(move(sea, "a", 3))
    assert sea.refused(Done()).rule == "R6"
    sea.do(Anonymize(frozenset({sea["a"], sea["b"]})))
    c = tokens_where(sea.game, USA, SpaceId("SZ 3"))[0]
    assert sea.game.rules.uncertain(sea.game, c)
    sea.do(Done())


def test_ss_0_3a_range_at_the_start_of_the_owner_s_turn_and_nothing_at_its_end() -> None:
    sea = waters("", "SZ 2: USA a=1:1 / UK u=1:1")
    assert token(sea.game, sea["a"]).left == 2
    assert token(sea.game, sea["u"]).left == 0
    while sea.game.turn == 0:
        sea.do(sea.plain())
    assert [t.left for t in tokens_of(sea.game, USA)] == [0]
    while sea.game.active != "UK":
        sea.do(sea.plain())
    assert token(sea.game, sea["u"]).left == 2


def test_bg_9_1_no_noncombat_move_after_a_fight() -> None:
    sea = waters(
        "SZ 8: Japan transport\nWest: USA infantry",
        "SZ 8: USA a=1:1",
        phase=Phase.CONDUCT_COMBAT,
        attacked=["SZ 8"],
    )
    sea.while_in(Phase.CONDUCT_COMBAT)
    assert sea.refused(move(sea, "a", 7)).code == "NO_MOVEMENT"
