"""Corner cases of Secret Subs beside other house rules (rulings 2, 3, 6, 12)."""

from engine.board import Power, SpaceId
from engine.economy.convoys import ConvoysRaided, ShownRaiders, ShowRaiders
from engine.movement.orders import Move
from engine.phases import Phase
from engine.run import Run
from engine.variants.rules_of_warfare.mines import Course, GoOn, Minefield, MineHit, MineRolled
from engine.variants.secret_subs.events import TokensDiscarded, TokensRevealed
from engine.variants.secret_subs.state import tracker
from engine.variants.submarine_warfare.hunting import Hunt, HuntTarget, NameTarget, NextHunter
from engine.variants.submarine_warfare.patrol import Patrol, Targets
from tests.engine.position import find
from tests.engine.secret_subs.owners import Referee, sizes, token, waters
from tests.engine.variants.atlantic import SEATS, atlantic

USA, JAPAN = Power("USA"), Power("Japan")
SZ_1, SZ_2, SZ_3, SZ_7 = map(SpaceId, ("SZ 1", "SZ 2", "SZ 3", "SZ 7"))


def mined(tokens: str, *zones: SpaceId) -> Referee:
    """Noncombat move of the USA before mines of Japan."""
    sea = waters("", tokens, phase=Phase.NONCOMBAT_MOVE, beside=("WM",))
    laid = Minefield(dict.fromkeys(zones, JAPAN))
    sea.run = Run(sea.game.replace(modules={**sea.game.modules, "WM": laid}))
    return sea


def sail(sea: Referee, names: str, *route: SpaceId) -> None:
    sea.do(Move(frozenset(sea[name] for name in names.split()), route))


def events(sea: Referee, kind: type) -> list[object]:
    return [event for event in sea.events if isinstance(event, kind)]


class TestRuling6:
    def test_two_tokens_are_hit_by_one_mine_and_each_loses_one(self) -> None:
        sea = mined("SZ 1: USA a=1:3, b=2:1, c=3:2", SZ_2)
        sea.roll(1, 6, 1)
        sail(sea, "a b c", SZ_2)
        assert sizes(sea.game, "USA")[:3] == (2, 1, 1)
        assert len(events(sea, MineHit)) == 1

    def test_a_token_emptied_by_it_leaves_and_the_others_may_stop(self) -> None:
        sea = mined("SZ 1: USA a=1:1, b=2:2", SZ_2)
        sea.roll(1, 6)
        sail(sea, "a b", SZ_2, SZ_7)
        assert sea["a"] not in sea.game.pieces
        assert sea.asks(GoOn, "USA")
        sea.do(Course(on=False))
        assert token(sea.game, sea["b"]).at == SZ_2

    def test_a_decoy_uses_up_the_mine_and_what_is_hit_turns_down_again(self) -> None:
        sea = mined("SZ 1: USA a=1:0, b=2:2", SZ_2)
        sea.roll(1, 1)
        sail(sea, "a b", SZ_2)
        assert sea["a"] not in sea.game.pieces
        assert not token(sea.game, sea["b"]).face_up
        assert tracker(sea.game, USA).opened[sea["b"]] == 2  # it stays known until shuffled

    def test_whoever_evades_it_shows_nothing(self) -> None:
        sea = mined("SZ 1: USA a=1:0, b=2:2", SZ_2)
        sea.roll(2, 3)
        sail(sea, "a b", SZ_2)
        assert events(sea, TokensRevealed) == []
        assert [event.dice for event in events(sea, MineRolled)] == [(2, 3)]  # type: ignore[attr-defined]  # MineRolled

    def test_a_large_group_risks_no_more_than_a_small_one(self) -> None:
        """One die for each token, since one for each submarine would betray sizes."""
        sea = mined("SZ 1: USA a=1:9", SZ_2)
        sea.roll(6)
        sail(sea, "a", SZ_2)
        assert [len(event.dice) for event in events(sea, MineRolled)] == [1]  # type: ignore[attr-defined]  # MineRolled


class TestRuling2:
    def hunted(self) -> Referee:
        sea = waters(
            "SZ 8: USA 3 destroyer",
            "SZ 8: Japan k=1:2, j=2:0",
            phase=Phase.CONDUCT_COMBAT,
            attacked=["SZ 8"],
            beside=("SW",),
        )
        assert sea.asks(NextHunter, "USA")
        return sea

    def test_a_token_that_lies_face_up_is_named_again_without_another_reveal(self) -> None:
        sea = self.hunted()
        one, two, _ = find(sea.game, "SZ 8", "destroyer")
        sea.roll(3, 1, 6)
        sea.do(Hunt(one), HuntTarget(sea["k"]))
        assert sizes(sea.game, "Japan")[0] == 1
        sea.roll(3, 1, 6)
        sea.do(Hunt(two), HuntTarget(sea["k"]))
        assert sea["k"] not in sea.game.pieces
        assert len(events(sea, TokensRevealed)) == 1

    def test_the_decoy_left_alone_is_hunted_like_any_token(self) -> None:
        sea = self.hunted()
        one, _, three = find(sea.game, "SZ 8", "destroyer")
        sea.roll(3)
        sea.do(Hunt(one))
        assert sea.asks(NameTarget, "USA")
        sea.do(HuntTarget(sea["j"]))
        assert len(events(sea, TokensDiscarded)) == 1
        assert sea.asks(NextHunter)
        sea.roll(3, 6, 6)
        sea.do(Hunt(three))  # of one token there is no choice
        assert events(sea, TokensRevealed)

    def test_a_token_that_attacks_fights_by_fleet_rules(self) -> None:
        sea = waters(
            "SZ 8: Japan destroyer",
            "SZ 8: USA a=1:2",
            phase=Phase.CONDUCT_COMBAT,
            attacked=["SZ 8"],
            beside=("SW",),
        )
        assert not sea.asks(NextHunter)
        assert events(sea, TokensRevealed)  # a destroyer makes it fight (SS-3.1c)

    def test_a_halted_token_shows_nothing(self) -> None:
        sea = waters(
            "SZ 8: Japan 2 destroyer\nSZ 7: Japan transport",
            "SZ 8: USA a=1:0, b=2:3",
            phase=Phase.COMBAT_MOVE,
            beside=("SW",),
        )
        sail(sea, "a b", SZ_7)
        assert sea.asks(Patrol, "Japan")
        sea.roll(3, 4)
        one, two = find(sea.game, "SZ 8", "destroyer")
        sea.do(Targets({one: sea["a"], two: sea["b"]}))
        assert token(sea.game, sea["a"]).at == "SZ 8"
        assert token(sea.game, sea["b"]).at == "SZ 7"
        assert events(sea, TokensRevealed) == []


def income(tokens: str, **more: object) -> Referee:
    """Income of the UK on the board of 1941."""
    return waters(
        "",
        tokens,
        phase=Phase.COLLECT_INCOME,
        active="UK",
        scenario=atlantic("").rules.scenario,
        seats=SEATS,
        beside=("CD", "DS"),
        **more,  # type: ignore[arg-type]  # circumstances, by name
    )


def test_rulings_3_and_12_silent_tokens_cannot_be_shown_to_raid() -> None:
    sea = income("SZ 8: Germany a=1:1, b=2:1", depths={"a": "silent"})
    assert sea.asks(ShowRaiders, "Germany")
    raids = [answer.pieces for answer in sea.asked.candidates(sea.game)]
    assert raids == [frozenset(), frozenset({sea["b"]})]


def test_ruling_12_other_depths_roll_two_dice_for_each_submarine() -> None:
    sea = income("SZ 8: Germany a=1:2", depths={"a": "submerged"})
    sea.roll(1, 1, 1, 4)
    sea.do(ShownRaiders(frozenset({sea["a"]})))
    (raid,) = events(sea, ConvoysRaided)
    assert raid.dice == (1, 1, 1, 4)  # type: ignore[attr-defined]  # ConvoysRaided
