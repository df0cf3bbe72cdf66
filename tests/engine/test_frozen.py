"""Frozen values: some fields replaced, everything else shared."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self, TypedDict, Unpack, get_type_hints

import pytest

from engine.battles import Battle, BattleFields
from engine.frozen import Frozen, cached
from engine.game import Game, GameFields, TurnRecord, TurnRecordFields
from engine.instructions import Instructions, InstructionsFields
from engine.pieces import Figure, FigureFields, Piece, PieceFields
from engine.turn import RoundEnded
from engine.variants.convoys.state import ConvoyState, ConvoyStateFields, update_convoy_state
from engine.variants.depth.state import Depths, DepthsFields, update_depths
from engine.variants.rules_of_warfare.mines import Minefield, MinefieldFields, update_mines
from engine.variants.secret_subs.state import (
    SecretSubsFields,
    SecretSubsState,
    update_subs_state,
)
from engine.variants.secret_subs.token import Token, TokenFields
from engine.variants.submarine_warfare.state import Hunts, HuntsFields, update_hunts
from tests.engine.position import position

api = pytest.importorskip("mypy.api", reason="the newest Python has no mypy")


class ShipFields(TypedDict, total=False):
    name: str
    hits: int


@dataclass(frozen=True, kw_only=True)
class Ship(Frozen):
    name: str
    hits: int = 0

    def replace(self, **changes: Unpack[ShipFields]) -> Self:
        return self._replaced(changes)


ROOT = Path(__file__).parents[2]

RECORDS: dict[Any, Any] = {
    Game: GameFields,
    TurnRecord: TurnRecordFields,
    Battle: BattleFields,
    Piece: PieceFields,
    Figure: FigureFields,
    Instructions: InstructionsFields,
    Token: TokenFields,
    Ship: ShipFields,
}


def test_a_changed_value_is_another_one() -> None:
    before = Ship(name="Enterprise")
    after = before.replace(hits=1)
    assert (before, after) == (Ship(name="Enterprise"), Ship(name="Enterprise", hits=1))


def test_a_value_that_does_not_change_is_itself() -> None:
    ship = Ship(name="Enterprise")
    assert ship.replace(hits=0) is ship
    assert ship.replace() is ship


@pytest.mark.parametrize("value", [None, 1])
def test_a_field_that_does_not_exist_is_named(value: int | None) -> None:
    with pytest.raises(TypeError, match="a Ship has no field speed"):
        Ship(name="Enterprise").replace(speed=value)  # type: ignore[call-arg]


def test_every_frozen_record_is_held_here() -> None:
    def below(record: type[Frozen]) -> set[type[Frozen]]:
        return {record}.union(*map(below, record.__subclasses__()))

    assert below(Frozen) - {Frozen} == RECORDS.keys()


@pytest.mark.parametrize(
    ("record", "keywords", "method"),
    [
        *((record, keywords, record.replace) for record, keywords in RECORDS.items()),
        (TurnRecord, TurnRecordFields, Game.update_turn_record),
        (Battle, BattleFields, Game.update_battle),
        (ConvoyState, ConvoyStateFields, update_convoy_state),
        (Depths, DepthsFields, update_depths),
        (Hunts, HuntsFields, update_hunts),
        (Minefield, MinefieldFields, update_mines),
        (SecretSubsState, SecretSubsFields, update_subs_state),
    ],
)
def test_the_keywords_of_a_change_are_the_fields(record: Any, keywords: Any, method: Any) -> None:
    hints, declared = get_type_hints(record), get_type_hints(keywords)
    assert declared == {field.name: hints[field.name] for field in fields(record)}
    assert list(declared) == [field.name for field in fields(record)]
    assert get_type_hints(method)["changes"] == Unpack[keywords]


WRONG = """
from engine.board import SpaceId
from engine.game import Game
from engine.pieces import Figure

def changed(game: Game, figure: Figure) -> None:
    game.replace(rond=1)
    game.replace(round="one")
    game.update_turn_record(atacked=frozenset())
    game.update_turn_record(attacked=("SZ 1",))
    game.update_battle(rond=1)
    game.update_battle(round="one")
    figure.replace(face_up=True)
    figure.replace(at=1)
"""

RIGHT = """
from engine.board import SpaceId
from engine.game import Game
from engine.pieces import Figure

def changed(game: Game, figure: Figure) -> Game:
    game = game.replace(round=1).update_turn_record(attacked=frozenset({SpaceId("SZ 1")}))
    return game.update_battle(round=2).with_pieces(figure.replace(at=SpaceId("SZ 1"), left=0))
"""


def types_of(program: str, folder: Path) -> list[str]:
    """What mypy says against a program, by line."""
    file = folder / "program.py"
    file.write_text(program)
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary"]
    found, trouble, _ = api.run([*settings, str(file)])
    assert not trouble
    return [line.partition("program.py:")[2] for line in found.splitlines() if "error:" in line]


def test_a_wrong_name_or_type_is_an_error_of_types(tmp_path: Path) -> None:
    refused = types_of(WRONG, tmp_path)
    assert [line.partition(":")[0] for line in refused] == [str(7 + n) for n in range(8)]
    assert ["call-arg" in line for line in refused] == [True, False] * 4
    assert types_of(RIGHT, tmp_path) == []


def test_what_is_cached_is_computed_once_for_a_value_and_anew_for_a_changed_one() -> None:
    asked: list[tuple[int, str]] = []

    @cached
    def greeting(ship: Ship, words: str) -> str:
        """What it says."""
        asked.append((ship.hits, words))
        return f"{words}, {ship.name}"

    ship = Ship(name="Enterprise")
    assert [greeting(ship, "Hail"), greeting(ship, "Hail"), greeting(ship, "Ahoy")] == [
        "Hail, Enterprise",
        "Hail, Enterprise",
        "Ahoy, Enterprise",
    ]
    assert greeting(ship.replace(hits=1), "Hail") == "Hail, Enterprise"
    assert asked == [(0, "Hail"), (0, "Ahoy"), (1, "Hail")]
    assert ship == Ship(name="Enterprise")


def test_what_is_cached_of_a_game_holds_without_its_events() -> None:
    """Nothing follows from events; anything may follow from all else."""
    counted: list[int] = []

    @cached
    def rounds(game: Game) -> int:
        """How many were begun."""
        counted.append(game.round)
        return game.round

    game = position()
    after = game.with_events(RoundEnded(1))
    assert rounds(after) == rounds(after.without_events()) == 1
    assert after.without_events() == game
    assert after.without_events().events == ()
    assert rounds(after.without_events().replace(round=2)) == 2
    assert counted == [1, 2]
