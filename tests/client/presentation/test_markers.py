"""Markers of house rules, as the terminal shows them."""

from client.presentation.board import holdings_text, map_text, space_text
from engine.board import Power, SpaceId
from engine.game import Game
from engine.phases import Phase
from engine.pieces import PieceId
from engine.units import TANK
from engine.variants.rules_of_warfare.elite import Elite, Roster
from engine.variants.rules_of_warfare.mines import Minefield
from engine.variants.rules_of_warfare.monetary_aid import Gift, UnderWay
from engine.variants.rules_of_warfare.resistance import Underground
from tests.engine.position import position
from tests.engine.secret_subs.owners import waters
from tests.engine.variants.atlantic import atlantic
from tests.engine.variants.depths import at_depth

USA, UK, JAPAN = Power("USA"), Power("UK"), Power("Japan")
SZ_2, WEST = SpaceId("SZ 2"), SpaceId("West")


def look(game: Game, space: SpaceId) -> str:
    return space_text(game, space, {})


def test_ds_1_depths_are_shown_on_submarines_and_tokens() -> None:
    game = position("SZ 2: USA 3 submarine", modules=("DS",))
    game = at_depth(game, {PieceId(1): "silent", PieceId(2): "silent"})
    assert "2 submarines: silent" in look(game, SZ_2)
    sea = waters("", "SZ 2: USA a=1:1", beside=("DS",), depths={"a": "periscope"})
    assert f"#{sea['a']}: periscope" in look(sea.game, SZ_2)


def test_wm_2_mines_laid_and_aboard() -> None:
    game = position("SZ 2: USA transport", modules=("WM",))
    field = Minefield({SZ_2: JAPAN}, {PieceId(1): 2})
    game = game.replace(modules={"WM": field})
    assert "transport: 2 mines" in look(game, SZ_2)
    assert "Japan: sea mine" in look(game, SZ_2)
    assert "J: mine" in map_text(game, {}, 100)


def test_wr_1_cells() -> None:
    game = position(modules=("WR",), control={"West": "Japan"})
    game = game.replace(modules={"WR": Underground({WEST: {USA: 2}})})
    assert "USA: 2 resistance cells" in look(game, WEST)
    assert "US: 2cell" in map_text(game, {}, 100)


def test_we_1_wb_1_elite_and_damaged_units() -> None:
    game = position("West: USA 2 tank\nSZ 2: USA damaged battleship", modules=("WE", "WB"))
    game = game.replace(modules={"WE": Roster({USA: Elite(TANK, PieceId(1))})})
    assert "tank: elite" in look(game, WEST)
    assert "battleship: damaged" in look(game, SZ_2)


def test_cd_2_limits_of_convoys() -> None:
    game = atlantic("", phase=Phase.PURCHASE)
    assert "convoy limit: 8 IPC" in look(game, SpaceId("United Kingdom"))
    assert "convoy limit: 4 IPC" in look(game, SpaceId("SZ 8"))
    assert "convoys" not in look(position(), SZ_2)


def test_wi_2_aid_under_way() -> None:
    game = position(modules=("WI",)).replace(modules={"WI": UnderWay((Gift(USA, UK, 6),))})
    assert "aid under way: 6 IPC" in holdings_text(game, UK, {})
    assert "aid" not in holdings_text(game, USA, {})
