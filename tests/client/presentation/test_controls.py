"""What a page sends must answer the question that is asked, and speak of what is there."""

from typing import Any

import pytest

from client.errors import InvalidMessage
from client.presentation.catalog import CATALOG
from client.seat.view import PlayerView
from engine.board import Power, SpaceId
from engine.economy.purchase import PurchaseUnits
from engine.economy.research import HireResearchers
from engine.errors import Illegal
from engine.phases import Phase
from engine.pieces import PieceId
from engine.requests import Decision
from engine.variants.depth.declaring import DeclareDepths, DepthDeclaration
from engine.variants.depth.detection import Search
from engine.variants.depth.state import Depth, update_depths
from engine.variants.rules_of_warfare.elite import MarkElite, Renew, RenewElite
from engine.variants.rules_of_warfare.mines import StowMine
from engine.variants.rules_of_warfare.monetary_aid import Gifts, GiveAid
from engine.variants.secret_subs.state import update_subs_state
from engine.variants.secret_subs.windows import Window
from engine.variants.submarine_warfare.hunting import Direct, DirectDestroyer
from tests.client.asking import form_of, meant
from tests.client.positions import view_of
from tests.engine.battle.field import Combat, battlefield
from tests.engine.position import find, laboratory, position
from tests.engine.secret_subs.owners import waters
from tests.engine.variants.depths import at_depth

USA, UK = Power("USA"), Power("UK")


def asked(units: str, decision: Decision[Any], *modules: str) -> PlayerView:
    return PlayerView(position(units, modules=modules), decision, {})


@pytest.mark.parametrize(
    "data",
    [
        {"do": "pick", "pieces": [1]},
        {"do": "assign", "to": {}},
        {"do": "share", "of": {}},
        {"do": "buy", "units": {}},
        {"do": "done"},
        {"do": "act", "action": "kamikaze", "piece": 1},
        {"do": "option", "number": 2},
    ],
)
def test_a_menu_is_answered_by_one_of_its_options(data: dict[str, Any]) -> None:
    view = asked("", RenewElite(USA), "WE")
    with pytest.raises(InvalidMessage, match="look at the question again"):
        meant(view, data)
    assert meant(view, {"do": "option", "number": 0}) in ((Renew(buy=True),), (Renew(buy=False),))


def test_one_piece_is_chosen_where_one_is_asked_for() -> None:
    """WE-1: there must be an elite unit; SW-6: a destroyer is sent, or none."""
    view = asked("West: USA 2 tank", MarkElite(USA), "WE")
    for pieces in ([], [1, 2]):
        with pytest.raises(InvalidMessage, match="choose one piece"):
            meant(view, {"do": "pick", "pieces": pieces})
    with pytest.raises(InvalidMessage, match="piece 9 is not there"):
        meant(view, {"do": "pick", "pieces": [9]})
    hunt = asked("SZ 1: USA destroyer", DirectDestroyer(USA), "SW")
    assert meant(hunt, {"do": "pick", "pieces": []}) == (Direct(None),)


def test_each_submarine_is_given_a_depth_that_there_is() -> None:
    """DS-1: those that keep theirs are not named in the answer."""
    view = asked("SZ 1: USA 2 submarine", DeclareDepths(USA), "DS")
    one, other = find(view.game, "SZ 1", "submarine")
    rows = {row["key"]: row["now"] for row in form_of(view)["rows"]}
    assert rows == {str(one): "surfaced", str(other): "surfaced"}
    to = {str(one): "silent", str(other): "surfaced"}
    assert meant(view, {"do": "assign", "to": to}) == (DepthDeclaration({one: Depth.SILENT}),)
    with pytest.raises(InvalidMessage, match="no depth deep"):
        meant(view, {"do": "assign", "to": {str(one): "deep"}})
    with pytest.raises(InvalidMessage, match="x is no piece"):
        meant(view, {"do": "assign", "to": {"x": "silent"}})


def test_depths_are_told_with_what_they_are_worth() -> None:
    """DS-3 to DS-8, with a die of six sides."""
    view = asked("SZ 1: USA submarine", DeclareDepths(USA), "DS")
    hint = form_of(view)["hint"]
    assert "surfaced: attacks on 2, defends on 1, moves 2;" in hint
    assert "periscope: attacks on 3, defends on 1, moves 1, found on 3 or less;" in hint
    assert "submerged: attacks on 1, defends on 0, moves 1, found on 2 or less;" in hint


def test_who_searches_is_told_for_what_and_on_what() -> None:
    """DS-8: one die finds all whose number it meets."""
    fight = battlefield(
        "SZ 3: USA 2 fighter / Japan 3 submarine", attacked=("SZ 3",), modules=("DS",)
    )
    first, second, third = find(fight.game, "SZ 3", "submarine")
    deep = {first: Depth.PERISCOPE, second: Depth.SUBMERGED, third: Depth.SUBMERGED}
    fight = Combat(at_depth(fight.start, deep))
    assert isinstance(fight.request, Search)
    hint = form_of(PlayerView(fight.game, fight.request, {}))["hint"]
    assert "1 periscope, found on 3 or less; 2 submerged, found on 2 or less" in hint
    later = update_depths(fight.game, found=frozenset({second}))
    hint = form_of(PlayerView(later, fight.request, {}))["hint"]
    assert "1 periscope, found on 3 or less; 1 submerged, found on 2 or less" in hint


def test_what_needs_no_complex_takes_no_place_of_one_and_what_has_no_place_is_named() -> None:
    """WR-1: cells go where the enemy holds what was yours, and that is nowhere yet."""
    game = position("West: USA complex", phase=Phase.PURCHASE, modules=("WR",))
    form = form_of(view_of(game))
    assert form["uses"]["resistance_cell"] == 0
    assert form["uses"]["infantry"] == 1
    assert "resistance_cell" in form["placeless"]
    assert "infantry" not in form["placeless"]


def test_submarines_are_not_said_to_have_no_place_because_their_tokens_come_later() -> None:
    """SS-1: they are placed after all else, beside the same complexes."""
    sea = waters("West: USA complex", "SZ 8: USA a=1:3", phase=Phase.PURCHASE)
    assert sea.asks(PurchaseUnits, "USA")
    form = form_of(PlayerView(sea.game, sea.asked, sea.secrets))
    assert "submarine" in form["wares"]
    assert "submarine" not in form["placeless"]


def test_shares_of_nothing_are_left_out() -> None:
    """WI-1."""
    view = asked("", GiveAid(USA), "WI")
    assert form_of(view)["rows"] == [{"name": "UK", "most": 30}]
    assert meant(view, {"do": "share", "of": {"UK": 0}}) == (Gifts({}),)
    assert meant(view, {"do": "share", "of": {"UK": 6}}) == (Gifts({UK: 6}),)


def test_bg_4_1_researchers_are_shared_out_at_five_ipc_each() -> None:
    view = view_of(position(phase=Phase.RESEARCH, scenario=laboratory()))
    assert isinstance(view.decision, HireResearchers)
    form = form_of(view)
    assert (form["price"], form["total"]) == (5, view.game.treasury[USA])
    assert form["rows"] == [{"name": "researchers", "most": view.game.treasury[USA] // 5}]


@pytest.mark.parametrize(
    ("modules", "kind", "units", "offered"),
    [
        (("WW",), "aa_gun", "aa_gun, ", False),
        (("WW",), "aa_gun", "", True),
        ((), "aa_gun", "aa_gun, ", True),
        (("WA",), "artillery_battery", "artillery_battery, ", False),
    ],
)
def test_ww_1_wa_1_units_are_not_offered_a_place_that_is_taken(
    modules: tuple[str, ...], kind: str, units: str, offered: bool
) -> None:
    """BG-6.2: one gun, one battery in a territory."""
    game = position(
        f"West: USA {units}complex",
        phase=Phase.MOBILIZE,
        waiting={"USA": {kind: 1, "infantry": 1}},
        modules=modules,
    )
    form = form_of(view_of(game))
    assert form["slots"][kind] == ({"West": ["West"]} if offered else {})
    assert form["slots"]["infantry"] == {"West": ["West"]}


def test_wm_1_mines_are_offered_where_a_transport_may_be_placed_along_with_them() -> None:
    game = position(
        "West: USA complex",
        phase=Phase.MOBILIZE,
        waiting={"USA": {"sea_mine": 1, "transport": 1}},
        modules=("WM",),
    )
    assert form_of(view_of(game))["slots"]["sea_mine"] == {"West": ["SZ 1", "SZ 2"]}


def test_bg_7_2_a_drag_is_judged_as_orders() -> None:
    view = view_of(position("SZ 1: USA destroyer", phase=Phase.COMBAT_MOVE))
    with pytest.raises(InvalidMessage, match="orders are asked now"):
        meant(view, {"do": "option", "number": 0})
    with pytest.raises(InvalidMessage, match="there is no space Atlantis"):
        meant(view, {"do": "move", "pieces": [1], "to": "Atlantis"})


def test_ss_0_3_a_group_that_is_not_known_cannot_be_named() -> None:
    sea = waters("", "SZ 1: USA a=1:1, b=2:0", phase=Phase.COMBAT_MOVE)
    view = PlayerView(sea.game, sea.asked, {})
    data = {"do": "reorganize", "token": sea["a"], "transfers": [], "remove": [sea["b"]]}
    with pytest.raises(Illegal, match="no token of yours"):
        meant(view, data)
    with pytest.raises(InvalidMessage, match="cannot do this"):
        meant(view, {"do": "act", "action": "remove", "piece": sea["b"]})


def test_a_question_names_the_space_that_it_is_about() -> None:
    """So that the page can show it: where a mine is loaded (WM-1); orders are about none."""
    view = view_of(position("SZ 1: USA destroyer", phase=Phase.COMBAT_MOVE))
    assert CATALOG.question(view).space is None
    mine = asked("SZ 2: USA transport", StowMine(USA, SpaceId("SZ 2")), "WM")
    assert CATALOG.question(mine).space == "SZ 2"


def test_a_window_asks_for_what_can_be_done_in_it() -> None:
    """SS-4.0: one reorganization and one shuffle per zone."""
    sea = waters("", "SZ 1: USA a=1:1, b=2:2", phase=Phase.COMBAT_MOVE)
    groups = dict(sea.secrets)
    both = frozenset(groups)

    nothing = frozenset[PieceId]()

    def asks(
        *, shuffled: frozenset[PieceId] = nothing, reorganized: frozenset[PieceId] = nothing
    ) -> str:
        game = update_subs_state(sea.game, shuffled=shuffled, reorganized=reorganized)
        view = PlayerView(game, Window(USA), groups)
        return CATALOG.question(view).asks

    assert asks() == "Do you reorganize or shuffle tokens, or pass?"
    assert asks(shuffled=both) == "Do you reorganize tokens, or pass?"
    assert asks(reorganized=both) == "Do you shuffle tokens, or pass?"
    assert asks(shuffled=both, reorganized=both) == "Nothing is left to rearrange: pass."


@pytest.mark.parametrize(
    ("decks", "waiting", "offered"),
    [
        ("", {}, ["West"]),
        ("SZ 1: USA carrier", {}, ["West", "SZ 1"]),
        ("SZ 1: USA carrier, 2 fighter", {}, ["West"]),
        ("SZ 1: UK carrier", {}, ["West"]),
        ("", {"carrier": 1}, ["West", "SZ 1", "SZ 2"]),
    ],
)
def test_bg_10_4_fighters_are_offered_a_sea_zone_where_a_deck_is_free_or_may_come(
    decks: str, waiting: dict[str, int], offered: list[str]
) -> None:
    game = position(
        f"West: USA complex\n{decks}",
        phase=Phase.MOBILIZE,
        waiting={"USA": {"fighter": 1, **waiting}},
    )
    assert form_of(view_of(game))["slots"]["fighter"] == {"West": offered}
