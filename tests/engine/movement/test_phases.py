"""Whole phases of random orders: legal ones keep a position sound, illegal ones change nothing."""

import contextlib
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Illegal, Malformed
from engine.game import Game
from engine.movement import phases
from engine.movement.cargo import cargo_of
from engine.movement.landing import NOTHING_MOVES, outlook, plan_landings
from engine.movement.orders import Done, Load, Move, TakeBack, Unload
from engine.movement.phases import Ordering
from engine.pieces import Figure
from engine.records import encode
from engine.requests import Decision
from engine.units import Domain
from tests.engine.movement.drill import Drill, combat_move, illegal, noncombat_move
from tests.examples import examples

UNITS = """
West: USA 3 infantry, 2 tank, artillery, aa_gun, fighter, bomber, complex / UK infantry
Prairie: USA infantry, tank, fighter
Isle: USA infantry
SZ 2: USA 2 transport, tank, carrier, 2 fighter, destroyer, submarine, battleship
SZ 7: USA carrier, cruiser / UK transport, fighter
SZ 8: UK carrier
SZ 3: Japan destroyer, carrier, 2 fighter
SZ 4: Japan submarine, transport
SZ 1: Japan submarine
Plains: Japan infantry
East: Japan 2 infantry, complex
Atoll: Japan infantry
"""

OPTIONS = st.sampled_from(({}, {"subs_block_landing": "on"}))


def sound(game: Game) -> None:
    """Nothing stands where it cannot, and no ship carries more than it holds."""
    for piece in game.pieces.values():
        assert isinstance(piece, Figure)
        assert piece.left >= 0
        assert piece.at in game.board.spaces
        assert not game.board[piece.at].neutral
        match game.rules.domain(game, piece):
            case Domain.SEA:
                assert game.board.is_sea(piece.at)
            case Domain.LAND:
                assert game.board.is_sea(piece.at) is (piece.aboard is not None)
            case _:
                pass
        if piece.aboard is not None:
            ship = game.pieces[piece.aboard]
            assert isinstance(ship, Figure)
            assert ship.at == piece.at
            if ship.kind == "transport":
                assert game.rules.fits_aboard(game, ship, cargo_of(game, (ship.id,)))
        if piece.ashore is not None:
            assert game.board.adjacent(piece.at, piece.ashore)


def play(drill: Drill, draw: random.Random) -> list[type]:
    """Answer what is asked with drawn answers until the phase is over."""
    kinds: list[type] = []
    while not drill.is_over:
        assert len(kinds) < 400, "the phase does not end"
        decision = drill.run.request
        assert isinstance(decision, Decision)
        answer = decision.sample(drill.game, draw)
        decision.check(drill.game, answer)
        before, stranded = drill.game, plan_landings(drill.game, outlook(drill.game)).stranded
        drill.give(answer)
        kinds.append(type(answer))
        sound(drill.game)
        if isinstance(answer, Move | Load | Unload | TakeBack):
            assert plan_landings(drill.game, outlook(drill.game)).stranded <= stranded
            assert drill.game != before
    return kinds


@pytest.mark.no_cover
@examples(25)
@given(st.integers(0, 2**32), OPTIONS)
def test_combat_move_can_always_be_closed(seed: int, options: dict[str, str]) -> None:
    drill = combat_move(UNITS, options=options)
    play(drill, random.Random(seed))
    record = drill.game.record
    for piece in drill.game.owned(drill.game.active):
        assert isinstance(piece, Figure)
        if piece.loaded:
            assert piece.ashore is not None, "cargo loaded in Combat move lands (BG-7.9)"
    assert not record.attacked & record.ignored


@examples(25)
@given(st.integers(0, 2**32))
def test_noncombat_move_brings_everybody_home(seed: int) -> None:
    drill = noncombat_move(UNITS, waiting={"USA": {"carrier": 1}})
    aircraft = sum(1 for p in drill.game.pieces.values() if getattr(p, "kind", "") == "fighter")
    play(drill, random.Random(seed))
    assert aircraft == sum(
        1 for p in drill.game.pieces.values() if getattr(p, "kind", "") == "fighter"
    )
    assert not plan_landings(drill.game, NOTHING_MOVES).stranded


def test_every_kind_of_order_comes_up() -> None:
    drawn: set[type] = set()
    for seed in range(12):
        drawn.update(play(combat_move(UNITS), random.Random(seed)))
    assert {Move, Load, Unload, TakeBack, Done} <= drawn


@pytest.mark.parametrize("begin", [combat_move, noncombat_move])
def test_r6_a_phase_is_no_place_to_sail_to_and_fro_for_ever(
    monkeypatch: pytest.MonkeyPatch, begin: Callable[[str], Drill]
) -> None:
    """After so many orders only what ends the phase is left, and it ends."""
    monkeypatch.setattr(phases, "MOST_ORDERS", 15)
    for seed in range(8):
        drill = begin(UNITS)
        assert len(play(drill, random.Random(seed))) < 15 + len(drill.game.pieces)
    drill = combat_move(UNITS)
    for _ in range(7):
        drill.move("SZ 7: cruiser", "SZ 6")
        drill.take_back("SZ 6: cruiser")
    drill.move("SZ 7: cruiser", "SZ 6")
    decision = drill.run.request
    assert isinstance(decision, Ordering)
    with illegal(drill, "R6"):
        drill.move("SZ 7: carrier", "SZ 6")
    (left,) = decision.candidates(drill.game)
    assert left == decision.remedy(drill.game)


def test_candidates_are_legal_and_different() -> None:
    for drill in (combat_move(UNITS), noncombat_move(UNITS)):
        decision = drill.run.request
        assert isinstance(decision, Ordering)
        listed = [str(encode(order)) for order in decision.candidates(drill.game)]
        assert len(set(listed)) == len(listed) > 50
        for kind in ("move", "load", "done"):
            assert any(f"['{kind}'" in order for order in listed)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 50) | st.sampled_from(("move", "SZ 3", "West", "")),
    lambda items: st.lists(items, max_size=4),
    max_leaves=8,
)


def as_list(parts: tuple[object, ...]) -> list[object]:
    return list(parts)


TAGS = st.sampled_from(("move", "load", "unload", "take_back", "done"))
IDS = st.lists(st.integers(1, 45), max_size=3).map(sorted)
SPACES = st.sampled_from(("West", "Prairie", "Border", "SZ 1", "SZ 2", "SZ 3", "SZ 7", "Atoll"))


@examples(150)
@given(
    st.one_of(
        JUNK,
        st.tuples(TAGS, JUNK, JUNK).map(as_list),
        st.tuples(st.just("move"), IDS, st.lists(SPACES, max_size=3)).map(as_list),
        st.tuples(st.just("load"), st.integers(1, 45), IDS).map(as_list),
        st.tuples(st.just("unload"), IDS, SPACES).map(as_list),
        st.tuples(st.just("take_back"), IDS).map(as_list),
    ),
    st.sampled_from((combat_move, noncombat_move)),
)
def test_what_is_refused_changes_nothing(data: object, phase: Callable[[str], Drill]) -> None:
    drill = phase(UNITS)
    before = drill.game
    with contextlib.suppress(Malformed, Illegal):
        drill.run.answer(data)
        sound(drill.game)
        return
    assert drill.game == before
