"""The worked examples of Secret Subs (SS-7) in battle, each under its name.

The zones of the examples are zones of the small world of `tests.engine.position`.
"""

from typing import Any

import pytest

from engine.battle.casualties import Casualties, Losses
from engine.battle.events import Fired, Lost, RoundBegan
from engine.battle.retreat import Press, Retreat, Withdraw
from engine.board import Power, SpaceId
from engine.capture import TerritoryTaken
from engine.claims import From
from engine.errors import EngineError
from engine.movement.orders import Declaration, Declared, Done, Load, Move, Unload
from engine.phases import Phase
from engine.records import encode
from engine.variants.secret_subs.actions import Anonymize, Reorganize, Transfer
from engine.variants.secret_subs.combat import (
    ChooseSides,
    SubmergeChoice,
    SubmergeGroups,
    SubmergeOrFight,
)
from engine.variants.secret_subs.events import (
    TokensDiscarded,
    TokensRevealed,
)
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.support import Support
from engine.variants.secret_subs.survivors import AnonymizeSurvivors, ReorganizeSurvivors
from engine.variants.secret_subs.tokens import tokens_of, tokens_where
from engine.variants.secret_subs.watching import watched
from engine.variants.secret_subs.windows import Pass
from tests.engine.position import find
from tests.engine.secret_subs.owners import (
    Referee,
    move,
    route,
    sizes,
    token,
    waters,
    zone_of,
)

USA, JAPAN = Power("USA"), Power("Japan")


class TestExCCombat:
    """EX-C. SZ Wake is SZ 8, Wake is Atoll; the US fleet comes from SZ 7."""

    def sea(self, **more: Any) -> Referee:
        sea = waters(
            """
            Isle: USA infantry
            SZ 7: USA battleship, 2 cruisers, 2 transports
            SZ 8: Japan cruiser, destroyer
            Atoll: Japan infantry
            """,
            "SZ 7: USA h1=1:4, h2=2:0\nSZ 8: Japan k1=1:3, k2=2:0",
            phase=Phase.COMBAT_MOVE,
            **more,
        )
        fleet = [p.id for p in sea.game.pieces.at(SpaceId("SZ 7"))]
        infantry = find(sea.game, "Isle", "infantry")
        carrier = find(sea.game, "SZ 7", "transport")[0]
        sea.do(
            Load(carrier, frozenset(infantry)),
            Move(frozenset(fleet), route(8)),
            Unload(frozenset(infantry), SpaceId("Atoll")),
            Done(),
        )
        sea.until(ChooseSides)
        return sea

    def revealed(self, **more: Any) -> Referee:
        """Steps 1 and 2, up to the dice of round 1 (step 4: S2, S3)."""
        sea = self.sea(**more)
        sea.do(Reorganize(sea["h1"], (Transfer(1, 2, 2),)), SubmergeOrFight())
        sea.roll(6, 6, 6, 6, 6, 6, 6, 3, 3, 4, 6, 6)
        sea.do(SubmergeOrFight(frozenset({sea["k2"]})))
        return sea

    def round_2(self, **more: Any) -> Referee:
        """Step 4: cruiser, destroyer and one sub of id1 are lost."""
        sea = self.revealed(**more)
        cruiser = find(sea.game, "SZ 8", "cruiser", "Japan")[0]
        destroyer = find(sea.game, "SZ 8", "destroyer")[0]
        assert sea.asks(Casualties)
        sea.do(Losses(dict(sorted({cruiser: 1, destroyer: 1, sea["k1"]: 1}.items()))))
        assert sizes(sea.game, "Japan")[:2] == (2, 0)
        assert sea.asks(Retreat)
        sea.do(Press())
        return sea

    def test_1_us_slot(self) -> None:
        sea = self.sea()
        assert sea.asked.power == USA
        assert sea.refused(SubmergeOrFight(frozenset({sea["h1"]}))).code == "MUST_FIGHT"
        known = Support.of(10).placed([sea["h1"], sea["h2"]], (1,))
        events = sea.do(Reorganize(sea["h1"], (Transfer(1, 2, 2),)))
        assert sizes(sea.game, "USA")[:2] == (2, 2)
        after = watched({USA: known}, events)[USA]
        assert after.possible(sea["h1"]) == after.possible(sea["h2"]) == {1, 2}

    def test_2_ss_3_2_japan_slot(self) -> None:
        sea = self.sea()
        sea.do(Reorganize(sea["h1"], (Transfer(1, 2, 2),)), SubmergeOrFight())
        assert sea.asks(ChooseSides, JAPAN)
        sea.do(SubmergeOrFight(frozenset({sea["k2"]})))
        k2 = token(sea.game, sea["k2"])
        assert k2.submerged
        assert not k2.face_up
        assert k2.id not in tracker(sea.game, JAPAN).opened

    def test_3_reveal_in_one_event(self) -> None:
        sea = self.revealed()
        (revealed,) = [e for e in sea.events if isinstance(e, TokensRevealed)]
        assert revealed.groups == {sea["h1"]: 1, sea["h2"]: 2, sea["k1"]: 1}
        assert not any(isinstance(e, TokensDiscarded) for e in sea.events)

    def test_3_without_the_transfer_h2_is_discarded(self) -> None:
        sea = self.sea()
        before = len(tracker(sea.game, USA).supply)
        sea.do(SubmergeOrFight(), SubmergeOrFight(frozenset({sea["k2"]})))
        assert len(tracker(sea.game, USA).supply) == before + 1
        assert sea["h2"] not in sea.game.pieces

    def test_4_round_1(self) -> None:
        sea = self.revealed()
        first, second = [e for e in sea.events if isinstance(e, Fired)]
        assert [shot.dice for shot in first.volley] == [(6, 6, 6)]
        assert [shot.dice for shot in second.volley] == [(6, 6, 6, 6), (3, 3), (4,)]

    def test_5_round_2_both_strike(self) -> None:
        sea = self.round_2()
        assert sea.asks(SubmergeGroups, USA)
        sea.do(SubmergeChoice())
        sea.roll(1, 6, 6, 6, 6, 6, 6, 6, 6)
        sea.do(SubmergeChoice())
        assert sizes(sea.game, "Japan")[:2] == (1, 0)

    def round_3(self) -> Referee:
        sea = self.round_2()
        sea.do(SubmergeChoice())
        sea.roll(1, 6, 6, 6, 6, 6, 6, 6, 6)
        sea.do(SubmergeChoice(), Press(), SubmergeChoice())
        return sea

    def test_6_the_last_sub_submerges(self) -> None:
        sea = self.round_3()
        assert sea.asked.power == JAPAN
        sea.do(SubmergeChoice(frozenset({sea["k1"]})))
        k1 = token(sea.game, sea["k1"])
        assert (k1.face_up, k1.at) == (False, "SZ 8")

    def test_7_anonymized_after_the_battle(self) -> None:
        sea = self.round_3()
        sea.do(SubmergeChoice(frozenset({sea["k1"]})))
        assert tracker(sea.game, JAPAN).opened == {sea["k1"]: 1}
        assert sea.asks(ReorganizeSurvivors, "USA")  # both sides alike, the attacker first (SS-3.7)
        sea.do(Pass())
        assert sea.asks(ReorganizeSurvivors, "Japan")
        sea.do(Pass())
        assert sea.asks(AnonymizeSurvivors, "USA")
        sea.do(Pass())
        assert sea.asks(AnonymizeSurvivors, "Japan")
        known = Support.of(10).placed([sea["k1"], sea["k2"]], (1,)).shown({sea["k1"]: 1})
        events = sea.do(Anonymize(frozenset({sea["k1"], sea["k2"]})))
        k3, k4 = (t.id for t in tokens_where(sea.game, JAPAN, SpaceId("SZ 8")))
        assert {sea.secrets[k3], sea.secrets[k4]} == {1, 2}
        after = watched({JAPAN: known}, events)[JAPAN]
        assert after.odds(k3)[1] == after.odds(k4)[1]

    def test_8_the_landing_goes_on(self) -> None:
        sea = self.round_3()
        sea.do(SubmergeChoice(frozenset({sea["k1"]})), *[Pass()] * 4)
        (declared,) = [e for e in sea.events if isinstance(e, Declared)]
        assert declared.bombarding == {}  # refused without being asked: there is a sea battle
        sea.roll(1, 6)
        sea.while_in(Phase.CONDUCT_COMBAT)
        assert any(isinstance(e, TerritoryTaken) for e in sea.events)
        assert not any(isinstance(e, Fired) and e.why == "bombardment" for e in sea.events)

    def test_9_one_under_by_joining(self) -> None:
        sea = self.round_2()
        sea.do(SubmergeChoice())
        sea.roll(6, 6, 6, 6, 6, 6, 6, 6)
        sea.do(SubmergeChoice(joins=(Transfer(1, 2, 1),)))
        assert sizes(sea.game, "Japan")[:2] == (1, 1)
        assert tracker(sea.game, JAPAN).opened[sea["k2"]] == 2  # public: k2 = 2

    def test_9_not_in_version_0_8(self) -> None:
        sea = self.round_2(options={"ss_version": "0.8"})
        sea.do(SubmergeChoice())
        assert sea.refused(SubmergeChoice(joins=(Transfer(1, 2, 1),))).code == "ALL_OR_NONE"


def test_ex_i_seen_alike_in_battle() -> None:
    """EX-I: what others receive does not depend on which token hides a decoy."""
    seen = []
    for decoy in ("k1", "k2"):
        sea = TestExCCombat().sea()
        if decoy == "k1":
            k1, k2 = sea["k1"], sea["k2"]
            sea.secrets[k1], sea.secrets[k2] = sea.secrets[k2], sea.secrets[k1]
        sea.do(Reorganize(sea["h1"], (Transfer(1, 2, 2),)), SubmergeOrFight())
        seen.append((sea.seen_by("USA"), encode(tuple(sea.events)), encode(sea.game)))
    assert seen[0] == seen[1]


class TestExBBlocker:
    """EX-B. One Japanese decoy in SZ 8, beside Atoll."""

    def sea(self, escort: str = "") -> Referee:
        sea = waters(
            f"Isle: USA infantry\nSZ 7: USA transport{escort}",
            "SZ 8: Japan k=1:0",
            phase=Phase.COMBAT_MOVE,
        )
        infantry = find(sea.game, "Isle", "infantry")
        fleet = frozenset(p.id for p in sea.game.pieces.at(SpaceId("SZ 7")))
        sea.do(Load(min(fleet), frozenset(infantry)), Move(fleet, route(8)))
        return sea

    def test_a_transport_alone_cannot_land(self) -> None:
        sea = self.sea()
        landing = Unload(frozenset(find(sea.game, "SZ 8", "infantry")), SpaceId("Atoll"))
        assert sea.refused(landing, Done()).rule == "BG-7.11"
        assert not token(sea.game, sea["k"]).face_up

    def test_with_a_cruiser_the_token_is_ignored(self) -> None:
        sea = self.sea(", cruiser")
        landing = Unload(frozenset(find(sea.game, "SZ 8", "infantry")), SpaceId("Atoll"))
        sea.do(landing, Done(), Declaration())
        sea.while_in(Phase.COMBAT_MOVE)
        sea.while_in(Phase.CONDUCT_COMBAT)
        assert sea.game.control[SpaceId("Atoll")] == USA
        assert not any(isinstance(e, TokensRevealed) for e in sea.events)


def test_ex_d_decoy_screen() -> None:
    """EX-D: two decoys must fight a destroyer; no dice, a landing, but no bombardment."""
    sea = waters(
        "Isle: USA infantry\nSZ 7: USA destroyer, transport, battleship\nAtoll: Japan infantry",
        "SZ 8: Japan k1=1:0, k2=2:0",
        phase=Phase.COMBAT_MOVE,
    )
    infantry = frozenset(find(sea.game, "Isle", "infantry"))
    fleet = frozenset(p.id for p in sea.game.pieces.at(SpaceId("SZ 7")))
    ship = find(sea.game, "SZ 7", "transport")[0]
    sea.do(Load(ship, infantry), Move(fleet, route(8)), Unload(infantry, SpaceId("Atoll")), Done())
    guns = Declaration(
        frozenset({SpaceId("SZ 8")}),
        {SpaceId("Atoll"): frozenset(find(sea.game, "SZ 8", "battleship"))},
    )
    assert sea.refused(guns).rule == "BG-8.5"
    sea.do(Declaration(frozenset({SpaceId("SZ 8")})))
    while not isinstance(sea.asked, ChooseSides):
        sea.do(next(sea.asked.candidates(sea.game)))
    assert sea.refused(SubmergeOrFight(frozenset({sea["k1"]}))).code == "MUST_FIGHT"
    sea.do(SubmergeOrFight())
    (discarded,) = [e for e in sea.events if isinstance(e, TokensDiscarded)]
    assert set(discarded.groups) == {sea["k1"], sea["k2"]}
    sea.roll(1, 6)
    sea.while_in(Phase.CONDUCT_COMBAT)
    assert {e.space for e in sea.events if isinstance(e, Fired)} == {"Atoll"}
    assert "bombardment" not in {e.why for e in sea.events if isinstance(e, Fired)}
    assert sea.game.control[SpaceId("Atoll")] == USA


def test_ex_m_ss_a10_two_owners() -> None:
    """EX-M: Japan's tokens attack a US destroyer and token, and a UK token."""
    sea = waters(
        "SZ 8: USA destroyer",
        "SZ 8: Japan j1=1:1, j2=2:1 / UK u1=1:1, u2=2:1 / USA a1=1:1, a2=2:1",
        active="Japan",
        phase=Phase.CONDUCT_COMBAT,
        attacked=["SZ 8"],
    )
    order = []
    while not any(isinstance(e, TokensRevealed) for e in sea.events):
        if isinstance(sea.asked, ChooseSides):
            order.append((sea.asked.power, len(list(sea.asked.candidates(sea.game)))))
        sea.do(next(sea.asked.candidates(sea.game)))
    assert order == [("Japan", 1), ("UK", 4), ("USA", 4)]
    reveals = [e for e in sea.events if isinstance(e, TokensRevealed)]
    assert [set(e.groups) for e in reveals] == [
        {sea[name] for name in ("j1", "j2", "u1", "u2", "a1", "a2")}
    ]


class TestExFRetreat:
    """EX-F. X, Y, Z, W are SZ 8, SZ 10, SZ 9, SZ 4; a Japanese cruiser is in Z."""

    def sea(self, c: int = 1, d: int = 2, ships: str = "SZ 9: Japan cruiser") -> Referee:
        sea = waters(
            ships,
            "SZ 8: USA a=1:2\nSZ 10: USA b=2:2",
            phase=Phase.COMBAT_MOVE,
        )
        sea.deal(c, d)
        sea.do(move(sea, "a", 9), move(sea, "b", 9), Anonymize(frozenset({sea["a"], sea["b"]})))
        sea.names["c"], sea.names["d"] = (t.id for t in tokens_of(sea.game, USA))
        return sea

    def fight(self, sea: Referee) -> Referee:
        sea.do(Done(), Declaration(frozenset({SpaceId("SZ 9")})))
        sea.roll(*[6] * 8)
        sea.until(Retreat)
        return sea

    def ways(self, sea: Referee) -> set[Any]:
        return {a for a in sea.asked.candidates(sea.game) if isinstance(a, Withdraw)}

    def test_both_fight_both_spaces_are_open(self) -> None:
        sea = self.fight(self.sea())
        assert self.ways(sea) == {Withdraw(SpaceId("SZ 8")), Withdraw(SpaceId("SZ 10"))}

    @pytest.mark.parametrize(("d", "to", "piece"), [(1, "SZ 8", "a"), (2, "SZ 10", "b")])
    def test_one_fights_its_own_way_is_open_by_claim(self, d: int, to: str, piece: str) -> None:
        sea = self.sea(3 - d, d)
        sea.do(move(sea, "c", 4))
        self.fight(sea)
        ways = {SpaceId(zone): Withdraw(SpaceId(zone), sea["d"]) for zone in ("SZ 8", "SZ 10")}
        assert self.ways(sea) == set(ways.values())
        false = next(way for zone, way in ways.items() if zone != to)
        assert sea.refused(false).code in ("NOT_PRESENT", "NO_MOVEMENT")
        sea.do(ways[SpaceId(to)])
        assert sea.claims[-1] == From(sea["d"], (sea[piece],))
        assert zone_of(sea.game, sea["d"]) == to

    def test_no_claim_opens_a_hostile_space(self) -> None:
        """A second cruiser lies in Y, which b has left."""
        sea = self.sea(2, 1, "SZ 9: Japan cruiser\nSZ 10: Japan cruiser")
        sea.do(move(sea, "c", 4))
        self.fight(sea)
        assert self.ways(sea) == {Withdraw(SpaceId("SZ 8"), sea["d"])}


class TestExZEmpties:
    """EX-Z. Face-up groups id1:1 and id2:2 of Japan in SZ 8."""

    def sea(self) -> Referee:
        sea = waters(
            "SZ 8: USA destroyer, cruiser, battleship",
            "SZ 8: Japan k1=1:1, k2=2:2",
            phase=Phase.CONDUCT_COMBAT,
            attacked=["SZ 8"],
        )
        sea.roll(6, 3, 4)  # two hits in S3
        sea.until(Casualties)
        return sea

    def test_the_emptied_token_is_discarded_at_removal(self) -> None:
        sea = self.sea()
        sea.roll(6, 6, 6)
        events = sea.do(Losses({sea["k1"]: 1, sea["k2"]: 1}))
        round_2 = next(i for i, e in enumerate(events) if isinstance(e, RoundBegan))
        assert [(e.piece, e.count) for e in events[:round_2] if isinstance(e, Lost)] == [
            (sea["k1"], 1),
            (sea["k2"], 1),
        ]
        assert [e.groups for e in events[:round_2] if isinstance(e, TokensDiscarded)] == [
            {sea["k1"]: 1}
        ]
        assert sea["k1"] in tracker(sea.game, JAPAN).supply

    def test_ss_a16_no_transfer_between_roll_and_removal(self) -> None:
        sea = self.sea()
        before = sea.game
        with pytest.raises(EngineError):
            sea.do(Reorganize(sea["k1"], (Transfer(2, 1, 1),)))
        assert sea.game == before
