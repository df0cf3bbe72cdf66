"""House rules in words: every answer is told as people say it, and can be typed as it is told."""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, get_args

import pytest

import engine
from client.presentation.catalog import CATALOG
from client.presentation.words import NotUnderstood
from client.seat.staging import Staging
from client.seat.view import PlayerView
from client.terminal.conversation import Conversation
from engine.board import Power, SpaceId
from engine.economy.convoys import ShowRaiders
from engine.economy.purchase import Purchase, PurchaseUnits
from engine.game import Game
from engine.movement.phases import CombatMove, NoncombatMove
from engine.pause import Action
from engine.phases import Phase
from engine.pieces import PieceId
from engine.records import encode
from engine.requests import Decision
from engine.run import Run
from engine.units import INFANTRY, TANK, Kind
from engine.variants import MODULES
from engine.variants.convoys.raids import DivideLoss
from engine.variants.convoys.state import update_convoy_state
from engine.variants.depth.declaring import DeclareDepths
from engine.variants.depth.detection import LetFire, Search
from engine.variants.depth.diving import DiveAway
from engine.variants.depth.state import update_depths
from engine.variants.rules_of_warfare.batteries import FireBatteries, RaidByBatteries
from engine.variants.rules_of_warfare.battleships import Docked, RepairShips
from engine.variants.rules_of_warfare.destroyers import SwapBattleship
from engine.variants.rules_of_warfare.elite import MarkElite, RenewElite, RerollDie
from engine.variants.rules_of_warfare.kamikaze import BecomeKamikaze
from engine.variants.rules_of_warfare.mines import GoOn, LayMine, Minefield, StowMine
from engine.variants.rules_of_warfare.monetary_aid import GiveAid, PickRoller
from engine.variants.rules_of_warfare.resistance import DiscardUnit
from engine.variants.rules_of_warfare.warehouses import DiscardStored
from engine.variants.submarine_warfare.hunting import (
    DirectDestroyer,
    Escape,
    Hunt,
    HuntTarget,
    NameTarget,
    NextHunter,
    PressDuel,
)
from engine.variants.submarine_warfare.patrol import Patrol
from protocol.entry import Decide
from tests.client.positions import Script
from tests.client.presentation.test_events import _some as some
from tests.engine.position import figure, position
from tests.engine.secret_subs.owners import Referee, waters
from tests.engine.variants.atlantic import atlantic
from tests.engine.variants.depths import at_depth, battle

USA, JAPAN, UK = Power("USA"), Power("Japan"), Power("UK")
ALL = "West: USA tank, complex\nSZ 2: USA submarine, destroyer, transport, battleship"


# Every answer has words


def _kinds(parent: type) -> Iterator[type]:
    kind: type
    for kind in parent.__subclasses__():
        yield kind
        yield from _kinds(kind)


def _answers() -> list[type]:
    """Every record that answers a decision of the engine, or is an action of a house rule."""
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        importlib.import_module(module.name)
    found: set[type] = {action for rules in MODULES for action in rules.actions.values()}
    for kind in _kinds(Decision):
        answers = vars(kind).get("answers")
        if answers is not None and kind.__module__.startswith("engine."):
            found.update(get_args(answers) or (answers,))
    return sorted(found, key=lambda kind: (kind.__module__, kind.__name__))


@pytest.mark.parametrize("kind", _answers(), ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
@pytest.mark.parametrize("much", [True, False])
def test_every_answer_has_words(kind: type, *, much: bool) -> None:
    """None is shown by the name of its class or as a record, whichever rule it belongs to."""
    game = position(ALL).replace(next_id=99)
    ship = next(piece for piece in game.pieces.values() if piece.at == "SZ 2")
    game = game.with_pieces(ship.replace(id=PieceId(0)))  # the piece that an empty answer names
    words = CATALOG.phrase(PlayerView(game, RenewElite(USA), {}), some(kind, much=much))
    assert words.strip()
    assert kind.__name__ not in words
    assert not re.search(r"[\[{(<]|=", words), words


# Every answer can be typed as it is told


def _placed(units: str, phase: Phase, *modules: str, **more: Any) -> Game:
    return position(units, phase=phase, modules=modules, **more)


def _fight(units: str, depth: str, *modules: str) -> Game:
    return battle(units, depth, modules=("DS", *modules)).game


def _hunting(decision: type[Decision[Any]]) -> PlayerView:
    """A hunt by a fighter that spots a token, up to a decision."""
    sea = waters(
        "SZ 8: USA 2 destroyer, fighter",
        "SZ 8: Japan k=1:2, j=2:1",
        phase=Phase.CONDUCT_COMBAT,
        attacked=["SZ 8"],
        beside=("SW",),
    )
    sea.roll(3)
    for answer in (Hunt(PieceId(3)), HuntTarget(sea["k"])):
        if not sea.asks(decision):
            sea.do(answer)
    return _asked(sea)


def _asked(sea: Referee | Run) -> PlayerView:
    run = sea.run if isinstance(sea, Referee) else sea
    assert isinstance(run.request, Decision)
    return PlayerView(run.game, run.request, {})


def _depths(game: Game, depth: str, *pieces: int) -> Game:
    return at_depth(game, {PieceId(piece): depth for piece in pieces})


def _patrolled() -> PlayerView:
    game = _placed("SZ 2: USA 2 submarine / Japan 2 destroyer", Phase.NONCOMBAT_MOVE, "SW")
    run = Run(game)
    run.answer(["move", [1, 2], ["SZ 1"]])
    return _asked(run)


def _raiders() -> PlayerView:
    sea = waters(
        "",
        "SZ 8: Germany k=1:1, j=2:1",
        phase=Phase.COLLECT_INCOME,
        active="UK",
        beside=("CD",),
        scenario=atlantic("").rules.scenario,
        seats=(("UK", "USSR", "USA", "China"), ("Germany", "Italy", "Japan")),
    )
    return _asked(sea)


def _divided() -> PlayerView:
    game = atlantic("", active="Germany")
    game = update_convoy_state(game, zones={SpaceId("SZ 5"): 1})
    return PlayerView(game, DivideLoss(UK, Power("Germany"), SpaceId("SZ 5")), {})


def _mined() -> PlayerView:
    game = _placed("SZ 1: USA 2 destroyer", Phase.NONCOMBAT_MOVE, "WM")
    run = Run(game.replace(modules={"WM": Minefield({SpaceId("SZ 2"): JAPAN})}))
    run.answer(["move", [1, 2], ["SZ 2", "SZ 7"]])
    run.answer([1, 6])
    return _asked(run)


def _rerolled() -> PlayerView:
    game = _placed("", Phase.CONDUCT_COMBAT, "WE")
    return PlayerView(game, RerollDie(USA), {})


def _docked() -> PlayerView:
    units = "SZ 2: USA 2 damaged battleship\nSZ 1: USA damaged battleship\nWest: USA complex"
    game = _placed(units, Phase.PURCHASE, "WB")
    able = tuple(PieceId(piece) for piece in (1, 2, 3))
    return PlayerView(game.replace(modules={"WB": Docked(able)}), RepairShips(USA), {})


def _loaded() -> PlayerView:
    game = _placed("SZ 2: USA 2 transport\nSZ 1: USA transport", Phase.NONCOMBAT_MOVE, "WM")
    aboard = {PieceId(piece): 1 for piece in (1, 2, 3)}
    return PlayerView(game.replace(modules={"WM": Minefield({}, aboard)}), NoncombatMove(USA), {})


def _stowing() -> PlayerView:
    units = "SZ 2: USA 3 transport, infantry\nWest: USA complex"
    game = _placed(units, Phase.MOBILIZE, "WM")
    game = game.with_pieces(figure(game, PieceId(4)).replace(aboard=PieceId(1)))
    mines = {"WM": Minefield({}, {PieceId(2): 1})}
    return PlayerView(game.replace(modules=mines), StowMine(USA, SpaceId("SZ 2")), {})


def _see(game: Game, decision: Decision[Any]) -> Callable[[], PlayerView]:
    return lambda: PlayerView(game, decision, {})


PUT: Mapping[type[Decision[Any]], Callable[[], PlayerView]] = {
    DeclareDepths: _see(
        _depths(
            _placed("SZ 2: USA 2 submarine\nSZ 1: USA submarine", Phase.NONCOMBAT_MOVE, "DS"),
            "silent",
            2,
        ),
        DeclareDepths(USA),
    ),
    Search: lambda: _asked(battle("USA destroyer, 2 fighter / Japan submarine", "periscope").run),
    LetFire: _see(
        _fight("USA cruiser / Japan 2 submarine, destroyer", "periscope"), LetFire(JAPAN)
    ),
    DiveAway: _see(
        update_depths(
            _fight("USA cruiser / Japan 2 submarine, destroyer", "periscope"),
            found=frozenset({PieceId(2), PieceId(3)}),
        ),
        DiveAway(JAPAN),
    ),
    NextHunter: lambda: _hunting(NextHunter),
    NameTarget: lambda: _hunting(NameTarget),
    DirectDestroyer: lambda: _hunting(DirectDestroyer),
    PressDuel: _see(_placed("", Phase.CONDUCT_COMBAT), PressDuel(USA)),
    Escape: _see(_placed("SZ 2: Japan submarine", Phase.PURCHASE), Escape(JAPAN, PieceId(1))),
    Patrol: _patrolled,
    ShowRaiders: _raiders,
    DivideLoss: _divided,
    FireBatteries: lambda: _asked(
        Run(
            _placed(
                "Plains: USA artillery_battery\nBorder: USA artillery_battery\n"
                "SZ 3: USA cruiser / Japan destroyer",
                Phase.CONDUCT_COMBAT,
                "WA",
            ).update_turn_record(attacked=frozenset({SpaceId("SZ 3")}))
        )
    ),
    RaidByBatteries: _see(
        _placed(
            "Plains: USA artillery_battery\nEast: Japan complex\nBorder: Japan complex",
            Phase.CONDUCT_COMBAT,
            "WA",
        ),
        RaidByBatteries(USA),
    ),
    SwapBattleship: _see(
        _placed("SZ 2: USA battleship\nSZ 1: USA battleship", Phase.PURCHASE, "WB"),
        SwapBattleship(USA),
    ),
    DiscardUnit: _see(
        _placed("Prairie: Japan infantry, 2 tank, aa_gun", Phase.COMBAT_MOVE, "WR"),
        DiscardUnit(JAPAN, SpaceId("Prairie")),
    ),
    GoOn: _mined,
    StowMine: _stowing,
    RepairShips: _docked,
    MarkElite: _see(_placed(ALL, Phase.PURCHASE, "WE"), MarkElite(USA)),
    RerollDie: _rerolled,
    RenewElite: _see(_placed(ALL, Phase.PURCHASE, "WE"), RenewElite(USA)),
    GiveAid: _see(_placed(ALL, Phase.PURCHASE, "WI"), GiveAid(USA)),
    PickRoller: _see(_placed(ALL, Phase.PURCHASE, "WI"), PickRoller(JAPAN)),
    DiscardStored: _see(
        _placed(ALL, Phase.PURCHASE, "WW", waiting={"USA": {INFANTRY: 2, TANK: 1}}),
        DiscardStored(USA),
    ),
}


def _typed(view: PlayerView, line: str) -> object:
    verb, _, rest = line.partition(" ")
    answer = CATALOG.verbs(view)[verb].read(view, rest)
    if isinstance(answer, Action):
        view.game.rules.check_action(view.game, view.decision, answer)
    else:
        view.decision.check(view.game, answer)
    return answer


@pytest.mark.parametrize("kind", PUT, ids=lambda kind: kind.__name__)
def test_what_is_told_can_be_typed(kind: type[Decision[Any]]) -> None:
    """Of units that are alike any may be meant."""
    view = PUT[kind]()
    assert isinstance(view.decision, kind)
    answers = list(islice(view.decision.candidates(view.game), 12))
    assert len(answers) > 1
    for answer in answers:
        line = CATALOG.phrase(view, answer)
        assert CATALOG.phrase(view, _typed(view, line)) == line


class TestActions:
    def test_wm_2_a_mine_is_laid_by_naming_the_zone_or_the_transport(self) -> None:
        view = _loaded()
        for line, ship in (("lay SZ 1", 3), ("lay transport SZ 2", 1), ("lay SZ 2", 1)):
            assert _typed(view, line) == LayMine(PieceId(ship))
        line = CATALOG.phrase(view, LayMine(PieceId(3)))
        assert line == "lay a mine with a transport in SZ 1"
        assert _typed(view, line) == LayMine(PieceId(3))
        with pytest.raises(NotUnderstood):
            _typed(view, "lay SZ 7")

    def test_wk_1_a_fighter_takes_the_vow_by_its_space(self) -> None:
        game = _placed("East: Japan 2 fighter", Phase.COMBAT_MOVE, "WK", active="Japan")
        view = PlayerView(game, CombatMove(JAPAN), {})
        for line in ("kamikaze East", "kamikaze fighter East", "kamikaze fighter in East"):
            assert _typed(view, line) == BecomeKamikaze(PieceId(1))
        assert CATALOG.phrase(view, BecomeKamikaze(PieceId(1))) == "kamikaze with a fighter in East"

    def test_their_words_are_there_only_where_they_can_be_used(self) -> None:
        assert "lay" in CATALOG.verbs(_loaded())
        assert "kamikaze" not in CATALOG.verbs(_loaded())
        plain = PlayerView(_placed(ALL, Phase.NONCOMBAT_MOVE), NoncombatMove(USA), {})
        assert "lay" not in CATALOG.verbs(plain)
        empty = PlayerView(_placed(ALL, Phase.NONCOMBAT_MOVE, "WM"), NoncombatMove(USA), {})
        with pytest.raises(NotUnderstood, match="no transport"):
            _typed(empty, "lay SZ 2")


def test_units_of_house_rules_are_bought_by_their_names() -> None:
    view = PlayerView(_placed(ALL, Phase.PURCHASE, "WA", "WR", "WM"), PurchaseUnits(USA), {})
    bought = {Kind("artillery_battery"): 1, Kind("resistance_cell"): 1, Kind("sea_mine"): 2}
    line = "buy artillery battery, 2 sea mines, resistance cell"
    assert _typed(view, line) == Purchase(bought)


async def test_a_mine_is_laid_from_the_keyboard_by_word_or_by_number() -> None:
    """WM-2: it stands among what is legal, and may be typed."""
    game = _placed("SZ 2: USA transport\nSZ 1: USA destroyer", Phase.NONCOMBAT_MOVE, "WM")
    run = Run(game.replace(modules={"WM": Minefield({}, {PieceId(1): 1})}))
    script = Script("legal", "lay SZ 2", "done", "send")
    actions = await Conversation(script, Staging(run, 0, {})).actions()
    assert actions[0] == Decide(encode(LayMine(PieceId(1))))
    number = re.search(r"(\d+)  lay a mine with a transport in SZ 2", script.text)
    assert number is not None
    again = Script("legal", number[1], "done", "send")
    assert await Conversation(again, Staging(run, 0, {})).actions() == actions
    assert "staged: lay a mine with a transport in SZ 2" in again.text
