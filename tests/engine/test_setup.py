"""From a scenario, house rules and options to the first position."""

import re

import pytest

from engine.board import Power
from engine.economy.purchase import PurchaseUnits
from engine.errors import IncompatibleModules, Malformed, ScenarioError
from engine.loading import builtin
from engine.options import OBJECTIVES
from engine.phases import Stage
from engine.pieces import Figure, PieceId
from engine.rules import Rules
from engine.run import Run
from engine.scenario import Scenario
from engine.setup import compose, new_game
from engine.validate import validate
from tests.engine.position import world

SEATS = ((Power("USA"),), (Power("Japan"),))


def test_the_game_opens_as_printed() -> None:
    scenario = builtin("wake-island")
    game = new_game(scenario, (), {}, SEATS)
    assert game.stage is Stage.SET_UP
    assert game.treasury == scenario.treasury
    assert game.control == scenario.control
    units = [(p.at, p.owner, p.kind) for p in game.pieces.values() if isinstance(p, Figure)]
    assert sorted(units) == sorted(
        (s.at, s.owner, s.kind) for s in scenario.opening for _ in range(s.count)
    )
    assert sorted(game.pieces) == list(range(1, game.next_id))
    assert validate(game) == frozenset()


def test_the_first_turn_is_the_first_powers() -> None:
    run = Run(new_game(builtin("wake-island"), (), {}, SEATS))
    assert run.request == PurchaseUnits(Power("USA"))
    assert (run.game.round, run.game.turn) == (1, 0)


def test_options_have_their_meaning() -> None:
    plain = compose(builtin("wake-island"), (), {}, SEATS)
    assert plain.option(OBJECTIVES) is True
    off = compose(builtin("wake-island"), (), {"objectives": "off"}, SEATS)
    assert off.option(OBJECTIVES) is False


def test_a_base_game_has_no_house_rules() -> None:
    rules = compose(builtin("wake-island"), (), {}, SEATS)
    assert rules.modules == ()
    assert rules.actions == {}


def test_every_seat_knows_its_powers() -> None:
    seats = ((Power("USA"), Power("UK")), (Power("Japan"), Power("Germany")))
    rules = compose(world(), (), {}, seats)
    assert [rules.seat_of[power] for power in world().powers] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    "seats",
    [
        (),
        (("USA",),),
        (("USA",), ("Japan",), ("USA",)),
        (("USA",), ("Japan",), ()),
        (("USA",), ("Japan", "Mars")),
    ],
)
def test_invalid_seats_are_refused(seats: tuple[tuple[str, ...], ...]) -> None:
    with pytest.raises(Malformed, match="each of USA, Japan in one seat"):
        compose(builtin("wake-island"), (), {}, tuple(tuple(Power(p) for p in s) for s in seats))


def test_invalid_house_rules_are_refused() -> None:
    with pytest.raises(IncompatibleModules, match="no house rule XX; there are"):
        compose(builtin("wake-island"), ("XX",), {}, SEATS)


def test_invalid_options_are_refused() -> None:
    with pytest.raises(IncompatibleModules, match="no option colour"):
        compose(builtin("wake-island"), (), {"colour": "red"}, SEATS)
    with pytest.raises(IncompatibleModules, match="objectives=maybe: write one of on, off"):
        compose(builtin("wake-island"), (), {"objectives": "maybe"}, SEATS)


def test_a_bid_is_ipc_on_top_for_a_power_that_buys() -> None:
    scenario = builtin("wake-island")
    game = new_game(scenario, (), {"bid_USA": "9"}, SEATS)
    usa = Power("USA")
    assert game.treasury == {**scenario.treasury, usa: scenario.treasury[usa] + 9}
    with pytest.raises(IncompatibleModules, match="no option bid_Mars"):
        new_game(builtin("wake-island"), (), {"bid_Mars": "9"}, SEATS)


def test_bg_2_4_a_canal_may_depend_on_a_setting() -> None:
    scenario = world(("[[canals]]", '[[canals]]\noption = "dardanelles_closed"'))
    seats = tuple((power,) for power in scenario.powers)
    shut = compose(scenario, (), {"dardanelles_closed": "on"}, seats).scenario.board.canals
    assert [canal.name for canal in shut] == ["Strait"]
    assert compose(scenario, (), {}, seats).scenario.board.canals == ()


def at_sea(units: str) -> Scenario:
    """The small world with units of the USA in SZ 1 when the game opens."""
    number = sum(map(int, re.findall(r"\d", units)))
    return world(
        ("units = 0}\nJapan", f"units = {number}}}\nJapan"),
        ("[[canals]]", f'[units]\n"SZ 1" = {{USA = {{{units}}}}}\n\n[[canals]]'),
    )


def test_bg_7_9_land_units_at_sea_open_the_game_aboard_transports() -> None:
    """Artillery takes the place that is for a unit of any kind, infantry fills up."""
    scenario = at_sea("infantry = 3, artillery = 1, transport = 2")
    game = new_game(scenario, (), {}, tuple((power,) for power in scenario.powers))
    cargo: dict[PieceId, list[str]] = {}
    for piece in game.pieces.values():
        if isinstance(piece, Figure) and piece.aboard is not None:
            cargo.setdefault(piece.aboard, []).append(piece.kind)
    assert sorted(map(sorted, cargo.values())) == [
        ["artillery", "infantry"],
        ["infantry", "infantry"],
    ]
    assert validate(game) == frozenset()


def test_invalid_cargo_is_refused() -> None:
    scenario = at_sea("artillery = 3, transport = 2")
    with pytest.raises(ScenarioError, match=r"units.SZ 1.USA: no transport for artillery"):
        new_game(scenario, (), {}, tuple((power,) for power in scenario.powers))


class Cautious(Rules):
    """A house rule in place of one that exists."""

    module = "DS"


class Bold(Rules):
    """Another."""

    module = "SW"


def test_house_rules_are_composed_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.setup.MODULES", (Cautious, Bold))
    rules = compose(builtin("wake-island"), ("SW",), {}, SEATS)
    assert isinstance(rules, Bold)
    assert rules.modules == ("SW",)


def test_invalid_pairs_of_house_rules_are_refused_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.setup.MODULES", (Cautious, Bold))
    with pytest.raises(IncompatibleModules, match="DS and SW: both say how submarines are found"):
        compose(builtin("wake-island"), ("SW", "DS"), {}, SEATS)
