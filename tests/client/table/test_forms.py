"""Every request has a form that a page can show; what it sends back are the engine's answers."""

import random

import pytest

from client.bots.arena import Referee
from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from client.errors import InvalidMessage
from client.scenarios import find
from client.schema.board import Board
from client.schema.game import PieceMark, Space
from client.schema.log import Dice
from client.schema.picture import Changes, Picture
from client.schema.table import Table
from client.seat import moving
from client.seat.view import PlayerView
from client.seat.viewer import Viewer
from client.table import messages
from client.table.drawing import drawing
from client.table.generated_map import generate_map
from client.table.picture import board_of, scene
from engine.battle.casualties import Casualties
from engine.board import Power, SpaceId
from engine.economy.purchase import PurchaseUnits
from engine.game import Game
from engine.movement.orders import Done, Load
from engine.movement.phases import Ordering
from engine.pieces import Figure
from engine.setup import new_game
from engine.variants.secret_subs.combat import ChooseSides, SubmergeGroups
from engine.variants.secret_subs.setup import OpeningGroups
from engine.variants.secret_subs.state import MODULE
from engine.variants.secret_subs.windows import Window
from tests.client.asking import form_of, meant, refused

_SPARING = 6  # of many alike decisions one is looked at


def wake() -> Game:
    """A new game of wake-island with Secret Subs."""
    scenario = find("wake-island").scenario
    return new_game(scenario, (MODULE,), {}, scenario.seatings[2])


def test_a_complex_tells_how_many_units_the_rules_let_it_place() -> None:
    """BG-10.1 [CL]: an original one places any number, one that was taken as many as its value."""
    classic = find("classic").scenario
    game = new_game(classic, (), {}, classic.seatings[2])
    karelia = scene(game, Viewer()).spaces["Karelia S.S.R."].complex
    assert karelia is not None
    assert karelia.capacity is None
    taken = game.replace(control={**game.control, SpaceId("Karelia S.S.R."): Power("Germany")})
    captured = scene(taken, Viewer()).spaces["Karelia S.S.R."].complex
    assert captured is not None
    assert captured.capacity == 3


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", [3, 8])
def test_every_question_of_a_game_has_a_form_and_every_offered_answer_is_legal(seed: int) -> None:
    """What a page offers as legal, the decision accepts; all of it is plain JSON."""
    referee, bot, draw = Referee(wake(), seed), Fuzz(seed), random.Random(seed)
    kinds = set()
    for _ in range(400):
        view = referee.advance()
        if view is None:
            break
        if not isinstance(view.decision, Ordering) or draw.randrange(_SPARING) == 0:
            asked = form_of(view)
            kinds.add(asked["kind"])
            offered = proposed(view, asked)
            if offered is not None:
                assert refused(view, offered) is None, (asked, offered)
        referee.decide(view, bot)
    assert {"opening", "purchase", "orders", "casualties", "place_subs"} <= kinds


def proposed(view: PlayerView, asked: dict[str, object]) -> dict[str, object] | None:
    """The answer that the page proposes by itself."""
    match view.decision:
        case OpeningGroups() as decision:
            return {"do": "open", "zones": {zone: [n] for zone, n in decision.printed}}
        case PurchaseUnits():
            return {"do": "buy", "units": {}}
        case Casualties():
            return {"do": "lose", "hits": asked["proposed"]}
        case ChooseSides():
            return {"do": "stand", "submerge": [] if asked["barred"] else asked["tokens"]}
        case SubmergeGroups():
            return {"do": "under", "tokens": []}
        case Window():
            return {"do": "done"}
        case Ordering() as decision:
            legal = decision.legal(view.game, Done())
            assert legal == (asked["done"] is None)
            return {"do": "done"} if legal else None
        case _ if asked["kind"] == "menu":
            assert asked["options"]
            return {"do": "option", "number": 0}
        case _:
            return None


def test_what_lights_up_is_legal_and_brings_the_pieces_there() -> None:
    """BG-7.2: the order behind each lit space is accepted as it stands."""
    referee, bot = Referee(wake(), 5), Fuzz(5)
    seen = 0
    while seen < 3 and (view := referee.advance()) is not None:
        if isinstance(view.decision, Ordering):
            movable = form_of(view)["movable"]
            for piece in movable[:12]:
                for space, lit in moving.lit(view, [piece]).items():
                    for order in lit.orders:
                        assert moving.judged(view, order) is None
                    (way,) = lit.ways
                    assert (way[0], way[-1]) == (view.game.pieces[piece].at, space)
            seen += bool(movable)
        referee.decide(view, bot)


def at_hawaii() -> tuple[PlayerView, dict[str, list[int]]]:
    """USA gives orders in round 1 (two transports at Hawaii); its units there by kind."""
    referee, bot = Referee(wake(), 5), Captain(5)
    while (view := referee.advance()) is not None:
        if isinstance(view.decision, Ordering) and view.decision.power == "USA":
            break
        referee.decide(view, bot)
    assert view is not None
    units: dict[str, list[int]] = {}
    for piece in view.game.pieces.at(SpaceId("Hawaii")):
        if isinstance(piece, Figure):
            units.setdefault(piece.kind, []).append(piece.id)
    return view, units


def test_cargo_for_two_ships_boards_one_after_the_other_at_one_drag() -> None:
    """BG-7.9: a transport has room for one land unit and one infantry; two take three infantry."""
    view, units = at_hawaii()
    cargo = [*units["infantry"][:2], *units["tank"], *units["artillery"]]
    assert "SZ Hawaii" in moving.lit(view, cargo)
    loads = meant(view, {"do": "move", "pieces": cargo, "to": "SZ Hawaii"})
    assert len(loads) == 2
    boarded: set[int] = set()
    for load in loads:
        assert isinstance(load, Load)
        assert moving.judged(view, load) is None
        assert not boarded & load.pieces
        boarded |= load.pieces
    assert boarded == set(cargo)


def test_cargo_that_finds_no_room_is_told_so() -> None:
    """BG-7.9: five units do not fit two transports, and the refusal speaks of room."""
    view, units = at_hawaii()
    cargo = [*units["infantry"], *units["tank"], *units["artillery"]]
    assert "SZ Hawaii" not in moving.lit(view, cargo)
    (load,) = meant(view, {"do": "move", "pieces": cargo, "to": "SZ Hawaii"})
    refusal = moving.judged(view, load)
    assert refusal is not None
    assert refusal.rule == "BG-7.9"
    assert "room" in refusal.reason


def test_a_page_is_sent_only_what_has_changed() -> None:
    """Setting what changed and removing what is gone makes the new picture; null is a value."""
    ours, theirs = (Space(control=power, stacks=(), tokens=()) for power in ("USA", "Japan"))
    table, dice = Table(mode="play"), Dice()
    before = Picture(table=table, spaces={"Wake": ours, "Guam": ours, "Truk": theirs}, dice=dice)
    after = Picture(table=table, spaces={"Wake": ours, "Guam": theirs})
    assert Changes.between(before, after) == Changes(
        cleared=("dice",), gone={"spaces": ("Truk",)}, spaces={"Guam": theirs}
    )
    assert Changes.between(after, after) is None


def test_the_markers_of_house_rules_are_on_the_pieces() -> None:
    """DS-1: a depth is public, and stands on every submarine that a page is shown."""
    scenario = find("anniversary-1941").scenario
    game = new_game(scenario, ("DS",), {}, scenario.seatings[2])
    stacks = [s for space in scene(game, Viewer()).spaces.values() for s in space.stacks]
    marks = {stack.kind: stack.marks for stack in stacks}
    assert marks["submarine"] == (PieceMark(words="surfaced", sign="↑"),)
    assert marks["infantry"] == ()


def test_a_viewers_own_groups_are_in_its_picture_and_in_no_other() -> None:
    """SS-0.4: what a token holds is its owner's to see."""
    referee, bot = Referee(wake(), 1), Fuzz(1)
    for _ in range(6):
        view = referee.advance()
        assert view is not None
        referee.decide(view, bot)
    game = referee.run.game
    own = Viewer(frozenset(("USA",)), referee.owners.of("USA"))  # type: ignore[arg-type]  # a power's name
    thief = Viewer(frozenset(("Japan",)), referee.owners.of("USA"))  # type: ignore[arg-type]  # a power's name
    for viewer, sees in ((own, True), (thief, False), (Viewer(), False)):
        tokens = [
            token
            for space in scene(game, viewer).spaces.values()
            for token in space.tokens
            if token.power == "USA" and not token.open
        ]
        assert tokens
        assert all((token.group is not None) == sees for token in tokens)


@pytest.mark.parametrize("name", ["wake-island", "anniversary-1941"])
def test_every_space_of_a_board_is_drawn(name: str) -> None:
    """The map of a scenario, and the sketch that stands in for one, show all of it."""
    scenario = find(name).scenario
    game = new_game(scenario, (), {}, tuple((power,) for power in scenario.powers))
    for drawn in (drawing(game), generate_map(name, game.board)):
        assert drawn.spaces.keys() == game.board.spaces.keys()
        board = board_of(game, drawn)
        assert Board.model_validate_json(board.model_dump_json()) == board


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"type":"answer","id":1,"question":"1.0"}',
        '{"type":"answer","id":1,"answer":{"do":"done"}}',
        '{"type":"answer","id":true,"question":"1.0","answer":{"do":"done"}}',
        '{"type":"judge","id":1,"answer":{"do":"move","pieces":["1"],"to":"Wake"}}',
        '{"type":"undo","id":1}',
        '{"type":"hand","id":1,"more":2}',
        '{"type":"hand","id":-1}',
    ],
)
def test_anything_that_our_page_would_not_say_is_refused(text: str) -> None:
    """Messages are strict: no coercion, no further members."""
    with pytest.raises(InvalidMessage):
        messages.read(text)
