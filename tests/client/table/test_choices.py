"""Forms of the three shapes: what is offered alone is legal alone; no decision lacks a form."""

from collections.abc import Iterator
from typing import Any

import pytest

from client.bots.arena import Referee
from client.bots.fuzz import Fuzz
from client.presentation.catalog import CATALOG
from client.presentation.controls import Assign, Pick, PickOne, Share
from client.scenarios import find
from client.seat.view import PlayerView
from engine.battle.raids import Intercept, LaunchRockets
from engine.board import Power, SpaceId
from engine.movement.declarations import Declare
from engine.movement.orders import Done, Move
from engine.phases import Phase
from engine.pieces import PieceId
from engine.requests import Decision
from engine.run import Run
from engine.setup import new_game
from engine.variants.rules_of_warfare.mines import Minefield, StowMine
from tests.client.asking import form_of, refused
from tests.engine.battle.field import battlefield
from tests.engine.position import play, position

SHARED = (Pick, PickOne, Assign, Share)
WARFARE = ("WA", "WD", "WR", "WM", "WB", "WE", "WK", "WL", "WI", "WP", "WW")


def offered(put: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All answers that a form offers alone, and the one that it proposes."""
    match put["kind"]:
        case "pick":
            yield from ({"do": "pick", "pieces": [piece]} for piece in put["offered"])
            if put["words"]["none"] is not None:
                yield {"do": "pick", "pieces": put["proposed"]}
        case "assign" if put["words"]["none"] is None:
            yield {"do": "assign", "to": {r["key"]: r["now"] for r in put["rows"] if r["now"]}}
        case "assign":
            yield {"do": "assign", "to": {}}
            for row in put["rows"]:
                yield from ({"do": "assign", "to": {row["key"]: there}} for there in row["targets"])
        case "share":
            yield {"do": "share", "of": put["proposed"]}
            if not put["exactly"]:
                for row in put["rows"]:
                    yield from (
                        {"do": "share", "of": {row["name"]: n}} for n in (1, row["most"]) if n
                    )
        case _:
            return


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("scenario", "modules"),
    [
        ("wake-island", ("SS", "DS")),
        ("wake-island", ("DS",)),
        ("wake-island", ("SS", "SW")),
        ("anniversary-1941", ("SS", "CD")),
        ("classic", ("SS", *WARFARE)),
        ("classic", WARFARE),
    ],
)
def test_all_that_is_offered_is_legal(scenario: str, modules: tuple[str, ...]) -> None:
    """In games under house rules; each form is looked at only now and then."""
    chosen = find(scenario).scenario
    game = new_game(chosen, modules, {}, chosen.seatings[2])
    referee, bot = Referee(game, 5), Fuzz(5)
    seen: dict[str, int] = {}
    for _ in range(500):
        view = referee.advance()
        if view is None:
            break
        name = type(view.decision).__name__
        if isinstance(CATALOG.decision(view.decision).control, SHARED) and seen.get(name, 0) < 6:
            seen[name] = seen.get(name, 0) + 1
            for data in offered(form_of(view)):
                assert refused(view, data) is None, (name, data)
        referee.decide(view, bot)
    assert seen, "no such decision was met"


def view_of(run: Run) -> PlayerView:
    """What is asked now, without secrets."""
    assert isinstance(run.request, Decision)
    return PlayerView(run.game, run.request, {})


def test_fighters_meet_a_raid_by_choice_of_their_owner() -> None:
    """BG-8.3: each fighter of the defender is offered, no infantry, no gun."""
    fight = battlefield(
        "Plains: USA 2 bomber / Japan complex, 2 fighter, infantry, aa_gun",
        raiding={"Plains": "2 bomber"},
        options={"interceptors": "on"},
    )
    view = view_of(fight.run)
    assert isinstance(view.decision, Intercept)
    put = form_of(view)
    assert len(put["offered"]) == 2
    assert refused(view, {"do": "pick", "pieces": put["offered"]}) is None
    gun = next(p.id for p in fight.game.pieces.at(SpaceId("Plains")) if p.id not in put["offered"])
    assert refused(view, {"do": "pick", "pieces": [gun]}) == "BG-8.3"


def test_raids_are_declared_with_their_escorts() -> None:
    """BG-7.14, 8.3: bombers and escorts are told apart; escorts alone are refused."""
    run = Run(
        position(
            "Plains: USA 2 bomber, fighter / Japan complex, infantry",
            phase=Phase.COMBAT_MOVE,
            options={"interceptors": "on"},
        )
    )
    play(run, Done())
    view = view_of(run)
    assert isinstance(view.decision, Declare)
    raid = form_of(view)["raids"]["Plains"]
    assert (len(raid["bombers"]), len(raid["escorts"])) == (2, 1)
    declared = {"do": "declare", "attack": [], "raid": {"Plains": raid["bombers"]}}
    assert refused(view, declared) is None
    assert refused(view, {**declared, "raid": {"Plains": raid["escorts"]}}) == "BG-8.2"


def test_an_attack_is_proposed_where_pieces_came_to_attack() -> None:
    """BG-7.3, 7.4: transports may be ignored, but who sails to them means to attack."""
    run = Run(
        position(
            """
            SZ 1: USA cruiser
            SZ 2: Japan transport
            SZ 3: USA cruiser / Japan transport
            """,
            phase=Phase.COMBAT_MOVE,
        )
    )
    cruiser = next(piece.id for piece in run.game.pieces.at(SpaceId("SZ 1")))
    play(run, Move(frozenset({cruiser}), (SpaceId("SZ 2"),)), Done())
    put = form_of(view_of(run))
    assert put["may"] == ["SZ 2", "SZ 3"]
    assert put["proposed"] == ["SZ 2"]


def test_two_rockets_cannot_hit_one_complex() -> None:
    """BG-4.2: what each gun could hit is offered; that both hit the same is refused."""
    run = Run(
        position(
            "Prairie: USA aa_gun\nWest: USA aa_gun\nPlains: Japan complex\nEast: Japan complex",
            phase=Phase.COMBAT_MOVE,
            breakthroughs={"USA": ["rockets"]},
        )
    )
    view = view_of(run)
    assert isinstance(view.decision, LaunchRockets)
    rows = {row["key"]: row["targets"] for row in form_of(view)["rows"]}
    assert rows == {"Prairie": ["East", "Plains"], "West": ["Plains"]}
    both = {"do": "assign", "to": {"Prairie": "Plains", "West": "Plains"}}
    assert refused(view, both) == "BG-4.2"
    assert refused(view, {"do": "assign", "to": {"Prairie": "East", "West": "Plains"}}) is None


def test_wm_1_the_ship_that_takes_a_mine_is_picked_on_the_map() -> None:
    game = position(
        "SZ 2: USA 2 transport\nWest: USA complex", phase=Phase.MOBILIZE, modules=("WM",)
    )
    game = game.replace(modules={"WM": Minefield({}, {PieceId(1): 1})})
    view = PlayerView(game, StowMine(Power("USA"), SpaceId("SZ 2")), {})
    put = form_of(view)
    assert (put["kind"], put["offered"], CATALOG.question(view).space) == ("pick", [1, 2], "SZ 2")
    for data in offered(put):
        assert refused(view, data) is None
