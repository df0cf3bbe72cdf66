"""Odds of battles with units that are not on the board."""

import random
from dataclasses import replace

import pytest

from client.errors import ClientError
from client.presentation.odds import percent
from client.presentation.supposed import supposed_odds
from client.schema.supposed import SupposedBattle, SupposedRow, SupposedView
from client.seat.viewer import Viewer
from engine.battle.casualties import Casualties
from engine.battles import Role
from engine.board import Power, SpaceId
from engine.game import Game
from engine.odds import BattleEnd, Encounter, Odds, forecast
from engine.phases import Phase
from engine.pieces import Figure
from engine.variants.secret_subs.tokens import tokens_of
from tests.engine.battle.field import battlefield
from tests.engine.position import figure, find, position
from tests.engine.secret_subs.owners import waters

USA, JAPAN = Power("USA"), Power("Japan")
PLAYER = Viewer(frozenset({USA}))
BORDER = SpaceId("Border")


def added(
    battle: SupposedBattle, attack: dict[str, int], defence: dict[str, int]
) -> SupposedBattle:
    """A battle with units besides."""
    return battle.model_copy(
        update={
            "attack": battle.attack.model_copy(update={"added": attack}),
            "defence": battle.defence.model_copy(update={"added": defence}),
        }
    )


def chances(view: SupposedView) -> dict[str, int]:
    assert view.odds is not None
    return {end.words: end.percent for end in view.odds.ends}


def standing(game: Game, space: SpaceId) -> Odds:
    """The odds of the figures that stand in a space, all of them."""
    here = [piece for piece in game.pieces.at(space) if isinstance(piece, Figure)]
    own = [piece for piece in here if piece.owner == USA]
    others = [piece for piece in here if piece.owner != USA]
    return forecast(Encounter.of(game, space, own, others), draw=random.Random(1))


def row(rows: tuple[SupposedRow, ...], kind: str, note: str = "") -> SupposedRow:
    return next(one for one in rows if (one.kind, one.note) == (kind, note))


def test_units_that_are_supposed_fight_like_those_that_are_there() -> None:
    """BG-8: 2 tanks and a fighter against 3 infantry, half of them on the board."""
    some = position("Border: USA tank / Japan infantry", phase=Phase.COMBAT_MOVE)
    first = supposed_odds(some, PLAYER, BORDER)
    battle = added(first.battle, {"tank": 1, "fighter": 1}, {"infantry": 2})
    found = supposed_odds(some, PLAYER, BORDER, battle=battle)
    whole = position("Border: USA 2 tank, fighter / Japan 3 infantry", phase=Phase.COMBAT_MOVE)
    odds = standing(whole, BORDER)
    assert chances(found)["attacker wins"] == percent(odds, BattleEnd.WON)
    assert found.odds is not None
    assert found.odds.trust == "Exact."
    assert found.odds.taken == round(100 * odds.taken)
    assert found.odds.attack.units == 3
    assert found.battle == battle
    assert row(found.attackers, "tank").ids == find(some, "Border", "tank")


def test_whoever_is_left_out_does_not_fight() -> None:
    game = position("Border: USA 3 tank / Japan infantry, artillery", phase=Phase.COMBAT_MOVE)
    whole = supposed_odds(game, PLAYER, BORDER)
    fewer = whole.battle.attack.model_copy(update={"pieces": whole.battle.attack.pieces[:1]})
    found = supposed_odds(
        game, PLAYER, BORDER, battle=whole.battle.model_copy(update={"attack": fewer})
    )
    left = position("Border: USA tank / Japan infantry, artillery", phase=Phase.COMBAT_MOVE)
    assert chances(found)["attacker wins"] == percent(standing(left, BORDER), BattleEnd.WON)
    assert len(row(found.attackers, "tank").ids) == 3


def test_hits_that_nobody_has_assigned_yet_are_counted() -> None:
    """BG-8.14: the attackers have yet to choose what takes 2 hits; what is cheapest goes."""
    fought = battlefield("Border: USA 2 infantry, artillery, 2 tank / Japan 2 infantry, fighter")
    fought.roll(1, 6, 6, 1, 6, why="attackers fire")
    fought.lose("2 infantry")
    fought.roll(6, 1, 1, why="defenders fire")
    assert isinstance(fought.request, Casualties)
    assert fought.request.role is Role.ATTACKER
    found = supposed_odds(fought.game, PLAYER, BORDER)
    rest = position("Border: USA artillery, 2 tank / Japan fighter", phase=Phase.COMBAT_MOVE)
    assert chances(found)["attacker wins"] == percent(standing(rest, BORDER), BattleEnd.WON)
    assert [(one.kind, len(one.ids)) for one in found.attackers if one.ids] == [
        ("artillery", 1),
        ("tank", 2),
    ]


def test_where_a_side_has_nobody_there_are_no_odds_until_units_are_added() -> None:
    game = position("Prairie: USA infantry", active="Japan", phase=Phase.PURCHASE)
    empty = supposed_odds(game, PLAYER, SpaceId("Prairie"))
    assert (empty.battle.attack.power, empty.battle.defence.power) == ("Japan", "USA")
    assert empty.odds is None
    found = supposed_odds(
        game, PLAYER, SpaceId("Prairie"), battle=added(empty.battle, {"tank": 1}, {})
    )
    assert chances(found)["attacker wins"] > 0


def test_ships_that_are_added_bombard_for_units_that_land() -> None:
    """BG-8.5: not for those that come overland."""
    game = position("Border: Japan 2 infantry", phase=Phase.COMBAT_MOVE)
    first = supposed_odds(game, PLAYER, BORDER).battle
    battle = added(first, {"infantry": 2, "battleship": 1}, {})
    assert not battle.seaborne
    overland = supposed_odds(game, PLAYER, BORDER, battle=battle)
    landing = supposed_odds(
        game, PLAYER, BORDER, battle=battle.model_copy(update={"seaborne": True})
    )
    assert chances(landing)["attacker wins"] > chances(overland)["attacker wins"]
    isle = supposed_odds(game, Viewer(frozenset({JAPAN})), SpaceId("Isle"), attacker=JAPAN)
    assert isle.battle.seaborne


def test_damage_is_told_apart_and_counts() -> None:
    """BG-8.15: a damaged battleship is no new one."""
    game = position("SZ 3: USA battleship / Japan cruiser", phase=Phase.COMBAT_MOVE)
    (ship,) = find(game, "SZ 3", "battleship")
    hurt = game.with_pieces(figure(game, ship).replace(damaged=True))
    fresh, worn = (supposed_odds(one, PLAYER, SpaceId("SZ 3")) for one in (game, hurt))
    assert row(worn.attackers, "battleship", "damaged").ids == (ship,)
    assert row(worn.attackers, "battleship", "damaged").most == 0
    assert chances(worn)["attacker wins"] < chances(fresh)["attacker wins"]


def test_ss_5_a_token_counts_by_what_can_be_known_of_it_or_not_at_all() -> None:
    zone = SpaceId("SZ 8")
    sea = waters("SZ 8: USA destroyer", "SZ 8: Japan k=1:1\nSZ 9: Japan j=2:0")
    game = sea.game
    (token,) = (one.id for one in tokens_of(game, JAPAN) if one.at == zone)
    counted = supposed_odds(game, PLAYER, zone, attacker=USA)
    assert counted.defending_tokens == (token,)
    assert counted.odds is not None
    assert counted.odds.defence.units == 0.5
    assert any(note.startswith("hidden tokens of Japan") for note in counted.odds.notes)
    none = counted.battle.defence.model_copy(update={"pieces": ()})
    battle = added(counted.battle.model_copy(update={"defence": none}), {}, {"submarine": 1})
    without = supposed_odds(game, PLAYER, zone, battle=battle)
    assert without.odds is not None
    assert without.odds.defence.units == 1
    assert without.defending_tokens == (token,)


def test_sw_1_submarines_alone_are_hunted_also_where_they_are_supposed() -> None:
    zone = SpaceId("SZ 3")
    game = position("SZ 3: USA destroyer / Japan transport", modules=("SW",))
    met = supposed_odds(game, PLAYER, zone, attacker=USA)
    alone = met.battle.defence.model_copy(update={"pieces": ()})
    battle = met.battle.model_copy(update={"defence": alone})
    hunt = supposed_odds(game, PLAYER, zone, battle=added(battle, {}, {"submarine": 1}))
    assert "some are left" in chances(hunt)  # the submarine escapes (SW-3)


def test_pieces_that_are_gone_meanwhile_are_left_out() -> None:
    game = position("Border: USA 2 tank / Japan infantry", phase=Phase.COMBAT_MOVE)
    battle = supposed_odds(game, PLAYER, BORDER).battle
    lost, kept = find(game, "Border", "tank")
    later = supposed_odds(game.without_pieces([lost]), PLAYER, BORDER, battle=battle)
    assert later.battle.attack.pieces == (kept,)


@pytest.mark.parametrize(
    ("attack", "defence", "why"),
    [
        ({"tank": 31}, {}, "at most 30"),
        ({"destroyer": 1}, {}, "destroyer cannot fight in Border"),
        ({}, {"zeppelin": 1}, "zeppelin cannot fight"),
        ({"aa_gun": 1}, {}, "aa_gun cannot fight"),
    ],
)
def test_what_cannot_be_is_refused(
    attack: dict[str, int], defence: dict[str, int], why: str
) -> None:
    game = position("Border: Japan infantry", phase=Phase.COMBAT_MOVE)
    battle = supposed_odds(game, PLAYER, BORDER).battle
    with pytest.raises(ClientError, match=why):
        supposed_odds(game, PLAYER, BORDER, battle=added(battle, attack, defence))


def test_nobody_fights_where_it_cannot_be() -> None:
    game = position("Border: USA tank / Japan infantry", phase=Phase.COMBAT_MOVE)
    battle = supposed_odds(game, PLAYER, BORDER).battle
    with pytest.raises(ClientError, match="no space Atlantis"):
        supposed_odds(game, PLAYER, SpaceId("Atlantis"))
    with pytest.raises(ClientError, match="no power Rome"):
        supposed_odds(game, PLAYER, BORDER, attacker=Power("Rome"))
    allies = battle.model_copy(
        update={"defence": battle.defence.model_copy(update={"power": "UK", "pieces": ()})}
    )
    with pytest.raises(ClientError, match="one side"):
        supposed_odds(game, PLAYER, BORDER, battle=allies)
    swapped = battle.attack.model_copy(update={"pieces": battle.defence.pieces})
    with pytest.raises(ClientError, match="not on that side"):
        supposed_odds(game, PLAYER, BORDER, battle=battle.model_copy(update={"attack": swapped}))


@pytest.mark.parametrize("chances", [(0.029, 0.014, 0.957), (1 / 3, 1 / 3, 1 / 3), (0.0, 0.0, 1.0)])
def test_all_ways_in_which_a_battle_may_end_make_100_percent(chances: tuple[float, ...]) -> None:
    game = position("Border: USA tank / Japan infantry", phase=Phase.COMBAT_MOVE)
    odds = standing(game, BORDER)
    told = (BattleEnd.WON, BattleEnd.NOBODY, BattleEnd.LOST)
    outcomes = tuple(
        replace(odds.outcomes[0], chance=chance, end=end)
        for chance, end in zip(chances, told, strict=True)
    )
    percents = [percent(replace(odds, outcomes=outcomes), end) for end in told]
    assert sum(percents) == 100
    assert all(abs(p - 100 * c) < 1 for p, c in zip(percents, chances, strict=True))
