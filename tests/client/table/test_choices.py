"""Forms of the three shapes: what is offered alone is legal alone; no decision lacks a form."""

import importlib
import inspect
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import engine
from client.bots.arena import Referee
from client.bots.fuzz import Fuzz
from client.presentation.forms import form_of
from client.scenarios import find
from client.seat import moving
from client.seat.view import PlayerView
from client.table import gestures, messages
from client.table.asking import form
from client.table.choosing import asked
from engine.battle.raids import Intercept, LaunchRockets
from engine.board import Power, SpaceId
from engine.game import Phase
from engine.movement.declarations import Declare
from engine.movement.orders import Done, Move
from engine.pieces import PieceId
from engine.requests import Decision
from engine.run import Run
from engine.setup import new_game
from engine.variants.rules_of_warfare.mines import Minefield, StowMine
from engine.variants.secret_subs.setup import OpeningGroups
from engine.variants.secret_subs.windows import BoundedSlot
from tests.engine.battle.field import battlefield
from tests.engine.position import play, position

WARFARE = ("WA", "WD", "WR", "WM", "WB", "WE", "WK", "WL", "WI", "WP", "WW")


def gesture(data: dict[str, Any]) -> messages.Gesture:
    """A gesture as a page sends it."""
    read = messages.read(json.dumps({"type": "answer", "id": 1, "gesture": data}))
    assert isinstance(read, messages.Answer)
    return read.gesture


def told(view: PlayerView, data: dict[str, Any]) -> str | None:
    """Why the rules refuse a gesture; None if they do not."""
    refusal = moving.judged(view, gestures.read(view, gesture(data)))
    return None if refusal is None else refusal.rule


def offered(put: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All gestures that a form offers alone, and the one that it proposes."""
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
    referee, bot = Referee(game, 4), Fuzz(4)
    seen: dict[str, int] = {}
    for _ in range(500):
        view = referee.advance()
        if view is None:
            break
        name = type(view.decision).__name__
        put = asked(view)
        if put is not None and seen.setdefault(name, 0) < 6:
            seen[name] += 1
            json.dumps(form(view))
            for data in offered(put):
                assert told(view, data) is None, (name, data)
        referee.decide(view, bot)
    assert seen, "no such decision was met"


def view_of(run: Run) -> PlayerView:
    """What is asked now, without secrets."""
    assert isinstance(run.request, Decision)
    return PlayerView(run.game, run.request, {})


def kinds_of(parent: type) -> Iterator[type]:
    """Every kind of decision that there is."""
    kind: type
    for kind in parent.__subclasses__():
        if not inspect.isabstract(kind) and kind.__module__.startswith("engine."):
            yield kind
        yield from kinds_of(kind)


def test_every_decision_is_put_in_the_words_of_the_rules() -> None:
    """None is asked by the name of its class; each question names the rule that it comes from."""
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        importlib.import_module(module.name)
    public = {kind for kind in kinds_of(Decision) if not kind.__name__.startswith("_")}
    concrete = {k for k in public if getattr(sys.modules[k.__module__], k.__name__) is k}
    assert concrete
    for kind in sorted(concrete - {BoundedSlot}, key=lambda kind: kind.__name__):
        decision = object.__new__(kind)
        if kind is OpeningGroups:  # whose form has its zones for an example
            decision = OpeningGroups(Power("USA"), ())
        question = form_of(decision).asks
        assert re.search(r"\((BG|SS|DS|SW|CD|W[A-Z])-[A\d][\d.]*[,)]", question), question


def test_fighters_meet_a_raid_by_choice_of_their_owner() -> None:
    """BG-8.3: each fighter of the defender is offered, no infantry, no gun."""
    fight = battlefield(
        "Plains: USA 2 bomber / Japan complex, 2 fighter, infantry, aa_gun",
        raiding={"Plains": "2 bomber"},
        options={"interceptors": "on"},
    )
    view = view_of(fight.run)
    assert isinstance(view.decision, Intercept)
    put = form(view)
    assert len(put["offered"]) == 2
    assert told(view, {"do": "pick", "pieces": put["offered"]}) is None
    gun = next(p.id for p in fight.game.pieces.at(SpaceId("Plains")) if p.id not in put["offered"])
    assert told(view, {"do": "pick", "pieces": [gun]}) == "BG-8.3"


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
    raid = form(view)["raids"]["Plains"]
    assert (len(raid["bombers"]), len(raid["escorts"])) == (2, 1)
    declared = {"do": "declare", "attack": [], "raid": {"Plains": raid["bombers"]}}
    assert told(view, declared) is None
    assert told(view, {**declared, "raid": {"Plains": raid["escorts"]}}) == "BG-8.2"


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
    put = form(view_of(run))
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
    rows = {row["key"]: row["targets"] for row in form(view)["rows"]}
    assert rows == {"Prairie": ["East", "Plains"], "West": ["Plains"]}
    both = {"do": "assign", "to": {"Prairie": "Plains", "West": "Plains"}}
    assert told(view, both) == "BG-4.2"
    assert told(view, {"do": "assign", "to": {"Prairie": "East", "West": "Plains"}}) is None


def test_wm_1_the_ship_that_takes_a_mine_is_picked_on_the_map() -> None:
    game = position(
        "SZ 2: USA 2 transport\nWest: USA complex", phase=Phase.MOBILIZE, modules=("WM",)
    )
    game = game.replace(modules={"WM": Minefield({}, {PieceId(1): 1})})
    view = PlayerView(game, StowMine(Power("USA"), SpaceId("SZ 2")), {})
    put = form(view)
    assert (put["kind"], put["offered"], put["space"]) == ("pick", [1, 2], "SZ 2")
    for data in offered(put):
        assert told(view, data) is None
