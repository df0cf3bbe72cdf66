"""What happened, in the rulebook's words."""

import dataclasses
import importlib
import pkgutil
from collections.abc import Mapping
from enum import Enum
from types import UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

import pytest

import engine
from client.bots.arena import Referee
from client.bots.fuzz import Fuzz
from client.presentation.catalog import CATALOG
from client.presentation.events import event_lines
from client.presentation.names import Names
from engine.battle.events import Bombed, ComplexDamaged, Fired, Lost, RocketsLaunched
from engine.battles import Role, Shots
from engine.board import SpaceId
from engine.charts import Breakthrough
from engine.economy.purchase import Bought
from engine.economy.research import BrokeThrough, Researched
from engine.game import Event
from engine.loading import builtin
from engine.movement.orders import Declared, Loaded, Moved
from engine.pieces import PieceId
from engine.run import Run
from engine.setup import new_game
from engine.units import Kind
from engine.variants.depth.state import Depth, DepthsDeclared
from engine.variants.secret_subs.events import TokensDiscarded, TokensRevealed
from tests.client.positions import JAPAN, USA
from tests.engine.position import position

A, B, C = (SpaceId(f"SZ {number}") for number in (1, 2, 3))
EAST, WEST = SpaceId("East"), SpaceId("West")
SHIP, OTHER = PieceId(1), PieceId(2)


def names() -> Names:
    return Names(position("SZ 1: USA transport, destroyer"))


def test_the_steps_of_a_move_are_one_line() -> None:
    events = [Moved((SHIP,), A, B), Moved((SHIP,), B, C), Moved((OTHER,), A, B)]
    assert list(event_lines(events, names())) == [
        "a transport moves from SZ 1 through SZ 2 to SZ 3",
        "a destroyer moves from SZ 1 to SZ 2",
    ]


def test_what_a_power_loses_at_once_is_one_line() -> None:
    lost = [
        Lost(PieceId(1), USA, Kind("infantry"), WEST),
        Lost(PieceId(2), USA, Kind("tank"), WEST),
        Lost(PieceId(3), USA, Kind("infantry"), WEST),
        Lost(PieceId(4), JAPAN, Kind("submarine"), WEST, 2),
    ]
    assert list(event_lines(lost, names())) == [
        "  USA loses 2 infantry and a tank",
        "  Japan loses 2 submarines",
    ]


def test_hits_are_counted_as_in_speech() -> None:
    shots = tuple(
        Shots(
            role=Role.ATTACKER,
            kind=Kind("fighter"),
            strength=3,
            count=len(dice),
            targets=(),
            dice=dice,
        )
        for dice in ((4,), (1,), (1, 2))
    )
    line = CATALOG.tell(Fired(A, "attackers fire", shots), names())
    assert [shot.rpartition(", ")[2] for shot in line.split("; ")] == ["no hits", "1 hit", "2 hits"]


def test_hits_that_are_sure_are_told_apart() -> None:
    """R26, R28: one sum of strengths, and a die for what is left of it."""
    both = Shots(
        role=Role.DEFENDER,
        kind=Kind("aa_gun"),
        strength=3,
        count=1,
        targets=(),
        sure=1,
        dice=(2,),
    )
    sure = Shots(role=Role.ATTACKER, kind=Kind("tank"), strength=0, count=0, targets=(), sure=2)
    assert CATALOG.tell(Fired(A, "fire", (both, sure)), names()) == (
        "fire: the defender's AA gun at 3: 2, 2 hits (1 sure); the attacker's tank: 2 sure hits"
    )


def test_what_comes_between_two_steps_parts_them() -> None:
    events = [Moved((SHIP,), A, B), Loaded(SHIP, (PieceId(9),)), Moved((SHIP,), B, C)]
    assert list(event_lines(events, names())) == [
        "a transport moves from SZ 1 to SZ 2",
        "#9 boards a transport",
        "a transport moves from SZ 2 to SZ 3",
    ]


def test_pieces_are_named_after_they_are_gone() -> None:
    known = names()
    known.learn(position(""))
    assert known.pieces([SHIP, OTHER]) == "a transport and a destroyer"


def test_tokens_turned_up_are_named_with_their_groups() -> None:
    """SS-3.3a: all at once, for everybody to see."""
    one, other = PieceId(12), PieceId(14)
    revealed = TokensRevealed(B, {one: 3, other: 7}, {one: USA, other: JAPAN}, {one: 2, other: 0})
    assert CATALOG.tell(revealed, names()) == (
        "tokens turned up in SZ 2: #12 is group 3 (USA, 2 submarines) and #14 is group 7 (Japan, "
        "a decoy)"
    )


def test_an_empty_token_that_is_taken_back_need_not_have_been_a_decoy() -> None:
    """SS-3.6: its group may have been sunk in this very battle."""
    assert CATALOG.tell(TokensDiscarded(JAPAN, B, {PieceId(12): 3}), names()) == (
        "Japan takes back an empty token in SZ 2 (#12, group 3)"
    )


def _events() -> list[type[Event]]:
    """Every kind of event that the engine has, of all its rules."""
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(engine.__path__, "engine.")
    ]
    found = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    }
    return sorted(found, key=lambda kind: (kind.__module__, kind.__name__))


def _some(of: Any, *, much: bool) -> Any:
    """A value of an annotated type: one that holds something, or nothing where it may."""
    if isinstance(of, NewType):
        return _some(of.__supertype__, much=much)
    arguments, origin = get_args(of), get_origin(of)
    if origin in (Union, UnionType):
        choices = [one for one in arguments if (one is not type(None)) == much]
        return _some((choices or arguments)[0], much=much)
    if origin is tuple and arguments[-1] is not Ellipsis:
        return tuple(_some(one, much=much) for one in arguments)
    if origin in (tuple, frozenset):
        return origin([_some(arguments[0], much=much)] if much else [])
    if origin in (Mapping, dict):
        return dict([[_some(one, much=much) for one in arguments]] if much else [])
    if isinstance(of, type) and dataclasses.is_dataclass(of):
        hints = get_type_hints(of)
        fields = (field.name for field in dataclasses.fields(of))
        return of(**{name: _some(hints[name], much=much) for name in fields})
    if isinstance(of, type) and issubclass(of, Enum):
        return next(iter(of))
    return {int: 1 if much else 0, str: "Wake", bool: much, type(None): None}[of]


@pytest.mark.parametrize("kind", _events(), ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
@pytest.mark.parametrize("much", [True, False])
def test_every_event_has_words(kind: type[Event], *, much: bool) -> None:
    """None is told by its name and fields, whichever rule it belongs to, full or empty."""
    line = CATALOG.tell(_some(kind, much=much), names())
    assert line.strip()
    assert not line.startswith(kind.__name__)
    assert "{" not in line


def test_every_depth_has_words() -> None:
    """DS-1."""
    lines = {CATALOG.tell(DepthsDeclared(USA, {SHIP: depth}), names()) for depth in Depth}
    assert len(lines) == len(Depth)


def test_a_raid_is_told_from_its_declaration_to_its_damage() -> None:
    """BG-7.14, 8.2."""
    declared = Declared(USA, (), (), {}, {EAST: (SHIP,)})
    events = [declared, Bombed(EAST, USA, (3, 5)), ComplexDamaged(EAST, 6)]
    assert list(event_lines(events, names())) == [
        "USA raids East with a transport",
        "  USA bombs East and rolls 3 5",
        "  6 damage to the complex in East",
    ]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Bought(USA, {Kind("tank"): 2}, {}, 10), "USA buys 2 tanks for 10 IPC"),
        (Bought(USA, {}, {WEST: 3}, 3), "USA repairs 3 damage in West for 3 IPC"),
        (Bought(USA, {}, {}, 0), "USA buys nothing"),
    ],
)
def test_a_purchase_is_told_with_its_repairs(event: Bought, line: str) -> None:
    """BG-5."""
    assert CATALOG.tell(event, names()) == line


def test_research_is_told_with_its_dice() -> None:
    """BG-4.1."""
    found = BrokeThrough(USA, Breakthrough.HEAVY_BOMBERS)
    assert list(event_lines([Researched(USA, 1, (2, 6)), found], names())) == [
        "USA researches with 2 dice, 1 of them new, and rolls 2 6",
        "USA has a breakthrough: heavy bombers",
    ]
    assert CATALOG.tell(Researched(USA, 1, (2,)), names()) == (
        "USA researches with a new die and rolls 2: no breakthrough"
    )
    assert CATALOG.tell(Researched(USA, 0, (2, 3)), names()) == (
        "USA researches with 2 dice and rolls 2 3: no breakthrough"
    )


def test_rockets_are_told_with_their_dice_by_gun() -> None:
    """BG-4.2."""
    flown = RocketsLaunched(USA, {WEST: EAST}, {WEST: 4})
    assert CATALOG.tell(flown, names()) == "USA launches rockets from West at East and rolls 4"


@pytest.mark.no_cover
def test_every_event_of_a_game_has_words() -> None:
    scenario = builtin("wake-island")
    game = new_game(scenario, ("SS",), {}, scenario.seatings[2])
    referee, bots = Referee(game, 0), {USA: Fuzz(0), JAPAN: Fuzz(1)}
    while (view := referee.advance()) is not None:
        referee.decide(view, bots[view.decision.power])
    run, known = Run(game), Names(game)
    seen: set[type[Event]] = set()
    for answer in referee.tape:
        events = run.answer(answer)
        known.learn(run.game)
        seen |= {type(event) for event in events}
        for event in events:
            line = CATALOG.tell(event, known)
            assert line
            assert not line.startswith(type(event).__name__)
    assert len(seen) > 30
