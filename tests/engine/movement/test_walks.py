"""Where a single piece may go, against a slow twin that tries every walk (BG-7.2 to 7.4, 9.1)."""

import itertools
from collections.abc import Callable, Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import SpaceId
from engine.game import Game, Phase
from engine.movement.destinations import destinations
from engine.pieces import Figure
from tests.engine.movement.drill import Drill, combat_move, noncombat_move

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


@settings(max_examples=80, deadline=None)
@given(positions(), st.sampled_from((combat_move, noncombat_move)))
def test_bg_7_a_piece_goes_where_some_walk_leads(units: str, phase: Callable[[str], Drill]) -> None:
    game = phase(units).game
    for piece in game.owned(game.active):
        assert isinstance(piece, Figure)
        expected = {w[-1] for w in walks(game, piece.at, piece.left) if allowed(game, piece, w)}
        assert set(destinations(game, (piece.id,))) == expected - {piece.at}
