"""Legal destinations, the way home for aircraft, and a slow twin that tries every walk.

Where a single piece may go is in BG-7.2 to 7.4 and 9.1.
"""

import dataclasses
import itertools
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.movement.orders import Move
from engine.movement.proposals import destinations, order_home
from engine.phases import Phase
from engine.pieces import Figure
from engine.units import Domain
from tests.engine.movement.drill import Drill, combat_move, noncombat_move
from tests.examples import examples


def test_every_destination_comes_with_a_legal_route() -> None:
    drill = combat_move("SZ 1: USA destroyer\nSZ 2: Japan cruiser\nWest: USA infantry")
    ship = drill.pick("SZ 1: destroyer")
    lit = destinations(drill.game, ship)
    assert sorted(lit) == ["SZ 2", "SZ 6", "SZ 7"]
    assert lit[next(iter(lit))] == ("SZ 2",)


def test_a_group_goes_where_all_of_it_can() -> None:
    drill = combat_move("Prairie: USA infantry, tank\nBorder: Japan infantry")
    assert sorted(destinations(drill.game, drill.pick("Prairie: infantry, tank"))) == [
        "Border",
        "West",
    ]
    assert sorted(destinations(drill.game, drill.pick("Prairie: tank"))) == ["Border", "West"]


def test_aircraft_are_shown_only_where_they_can_still_land() -> None:
    drill = combat_move("Isle: USA fighter\nSZ 8: Japan submarine")
    lit = destinations(drill.game, drill.pick("Isle: fighter"))
    assert "SZ 9" not in lit, "three spaces out, and Isle is the only land in reach"
    assert "SZ 8" in lit


def test_what_cannot_be_ordered_together_has_no_destinations() -> None:
    drill = combat_move("SZ 1: USA destroyer\nSZ 2: USA destroyer")
    with pytest.raises(Illegal):
        destinations(drill.game, (*drill.pick("SZ 1: destroyer"), *drill.pick("SZ 2: destroyer")))


def test_homeward_brings_all_home_that_can_be() -> None:
    drill = noncombat_move("SZ 1: USA carrier, destroyer\nSZ 3: USA 2 fighter, bomber")
    orders = 0
    while (order := order_home(drill.game)) is not None:
        drill.give(order)
        orders += 1
        assert orders < 10
    drill.done()
    assert drill.is_over
    game = drill.game
    assert [game.rules.domain(game, p) for p in game.pieces.values()].count(Domain.AIR) == 3


def test_homeward_sends_the_carrier_first() -> None:
    drill = noncombat_move("SZ 1: USA carrier\nSZ 3: USA fighter\nPrairie: USA infantry")
    spent = dataclasses.replace(drill.figure("SZ 3: fighter"), left=0)
    drill = Drill(drill.game.with_pieces(spent))
    order = order_home(drill.game)
    assert order == Move(frozenset(drill.pick("SZ 1: carrier")), (SpaceId("SZ 2"), SpaceId("SZ 3")))
    drill.give(order)
    assert order_home(drill.game) is None


def test_homeward_flies_to_the_nearest_land_that_serves() -> None:
    drill = noncombat_move("SZ 3: USA bomber, submarine")
    order = order_home(drill.game)
    assert order is not None
    assert len(order.route) == 2
    assert order.route[-1] in ("West", "Prairie")


def test_homeward_lands_on_a_deck_that_is_nearer_than_land() -> None:
    drill = noncombat_move("SZ 7: USA submarine\nSZ 8: USA carrier\nSZ 9: USA fighter")
    order = order_home(drill.game)
    assert order == Move(frozenset(drill.pick("SZ 9: fighter")), (SpaceId("SZ 8"),))
    drill.give(order)
    assert order_home(drill.game) is None


def test_homeward_leaves_the_deck_to_whoever_reaches_no_land() -> None:
    drill = noncombat_move("SZ 3: USA carrier, 3 fighter")
    last = [dataclasses.replace(p, left=0) for p in drill.game.pieces.values()][2:4]
    drill = Drill(drill.game.with_pieces(*last))
    order = order_home(drill.game)
    assert order is not None
    assert order.route[-1] in ("West", "Prairie")
    drill.give(order)
    assert order_home(drill.game) is None
    drill.done()


def test_homeward_prefers_land_that_no_enemy_borders() -> None:
    drill = noncombat_move("Border: USA bomber\nPrairie: USA infantry")
    order = order_home(drill.game)
    assert order == Move(
        frozenset(drill.pick("Border: bomber")), (SpaceId("Prairie"), SpaceId("West"))
    )


def test_homeward_lands_next_to_an_enemy_where_nothing_else_is_in_reach() -> None:
    drill = noncombat_move("Border: USA fighter\nPrairie: USA infantry")
    tired = dataclasses.replace(drill.figure("Border: fighter"), left=1)
    drill = Drill(drill.game.with_pieces(tired))
    assert order_home(drill.game) == Move(frozenset((tired.id,)), (SpaceId("Prairie"),))


LAND = ("West", "Prairie", "Border", "Plains", "East")
ZONES = tuple(f"SZ {n}" for n in range(1, 11))
SHIPS = ("destroyer", "submarine", "transport", "battleship")

GARRISONS = ("infantry", "aa_gun", "complex")


@st.composite
def positions(draw: st.DrawFn) -> str:
    """One own ship and one own land unit, among enemies."""
    ship, unit = draw(st.sampled_from(SHIPS)), draw(st.sampled_from(("infantry", "tank")))
    lines = [f"{draw(st.sampled_from(ZONES))}: USA {ship}"]
    lines.append(f"{draw(st.sampled_from(LAND[:2]))}: USA {unit}")
    zones = draw(st.lists(st.sampled_from(ZONES), max_size=4))
    lines += [f"{zone}: Japan {draw(st.sampled_from((*SHIPS, 'cruiser')))}" for zone in zones]
    lands = draw(st.lists(st.sampled_from(LAND[2:]), max_size=2))
    lines += [f"{land}: Japan {draw(st.sampled_from(GARRISONS))}" for land in lands]
    return "\n".join(lines)


def walks(game: Game, start: SpaceId, steps: int) -> Iterator[tuple[SpaceId, ...]]:
    """All walks of 1 to `steps` steps."""
    for there in game.board.neighbours[start] if steps else ():
        yield (there,)
        for rest in walks(game, there, steps - 1):
            yield (there, *rest)


def enemies(game: Game, space: SpaceId) -> list[str]:
    return [p.kind for p in game.pieces.at(space) if isinstance(p, Figure) and p.owner == "Japan"]


def allowed(game: Game, piece: Figure, walk: tuple[SpaceId, ...]) -> bool:
    """The rules, one walk at a time and as literally as they are written."""
    combat = game.current_phase is Phase.COMBAT_MOVE
    if piece.kind in ("infantry", "tank"):
        if any(game.board.is_sea(space) for space in walk):
            return False
        held = [game.control[space] == "Japan" for space in walk]
        if not combat:
            return not any(held)
        blitz = piece.kind == "tank"
        return all(
            not hostile or (blitz and not enemies(game, space))
            for space, hostile in zip(walk[:-1], held, strict=False)
        )
    if not all(game.board.is_sea(space) for space in walk):
        return False
    if any({a, b} == {"SZ 3", "SZ 8"} for a, b in itertools.pairwise((piece.at, *walk))):
        return False
    if piece.kind == "submarine":
        return not any("destroyer" in enemies(game, zone) for zone in walk[:-1])
    warships = {"destroyer", "battleship", "cruiser"}
    hostile = [not warships.isdisjoint(enemies(game, zone)) for zone in walk]
    return not any(hostile[:-1] if combat else hostile)


@examples(80)
@given(positions(), st.sampled_from((combat_move, noncombat_move)))
def test_bg_7_a_piece_goes_where_some_walk_leads(units: str, phase: Callable[[str], Drill]) -> None:
    game = phase(units).game
    for piece in game.owned(game.active):
        assert isinstance(piece, Figure)
        expected = {w[-1] for w in walks(game, piece.at, piece.left) if allowed(game, piece, w)}
        assert set(destinations(game, (piece.id,))) == expected - {piece.at}
