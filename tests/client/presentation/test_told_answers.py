"""A page tells answers in words, not as they are typed."""

import random
import re
from dataclasses import replace

import pytest

from client.bots.arena import Referee
from client.bots.fuzz import Fuzz
from client.presentation.catalog import CATALOG
from client.scenarios import find
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement
from engine.movement.orders import Move, TakeBack
from engine.movement.phases import CombatMove
from engine.pieces import Figure, PieceId
from engine.setup import new_game
from engine.units import CRUISER, DESTROYER, INFANTRY, TANK, TRANSPORT
from engine.variants.secret_subs.actions import ClaimFrom, Remove, Reorganize, Transfer
from engine.variants.secret_subs.state import tracker, with_tracker
from engine.variants.secret_subs.tokens import tokens_of
from tests.client.positions import USA, view_of, wake_island
from tests.engine.movement.drill import combat_move

_TYPED = re.compile(r" > |\d>\d|#\d+ #\d|join \d|`")


def two_tokens() -> tuple[PlayerView, PieceId, PieceId]:
    """A combat move of the USA, with a token that holds 2 submarines in group 3, and a decoy."""
    _, view = wake_island(CombatMove)
    token, decoy = (token.id for token in tokens_of(view.game, USA)[:2])
    track = tracker(view.game, USA)
    first, second, _, _, *others = track.sizes
    sizes = (first, second, 2, 0, *others)
    game = with_tracker(view.game, USA, replace(track, sizes=sizes))
    return replace(view, game=game, groups={token: 3, decoy: 4}), token, decoy


def test_a_move_is_told_by_its_way_and_by_what_own_tokens_hold() -> None:
    """BG-7, SS-0.9: nobody types what is told; the owner reads the groups under the tokens."""
    view, token, decoy = two_tokens()
    at = view.game.pieces[token].at
    ships = (
        next(p.id for p in view.game.pieces.at(at) if isinstance(p, Figure) and p.kind == kind)
        for kind in (TRANSPORT, CRUISER)
    )
    move = Move(frozenset({token, *ships}), (SpaceId("SZ A"), SpaceId("SZ B")))
    assert CATALOG.told(view, move) == (
        f"move a transport, a cruiser and #{token} (group 3, 2 submarines) from {at} "
        "to SZ B through SZ A"
    )
    assert " > SZ A > SZ B" in CATALOG.phrase(view, move)
    assert CATALOG.told(view, TakeBack(frozenset({decoy}))) == (
        f"take #{decoy} (a decoy) back from {view.game.pieces[decoy].at}"
    )


def test_a_move_of_a_transport_tells_what_is_aboard() -> None:
    """BG-7.9: cargo goes with its ship."""
    drill = combat_move("SZ 2: USA 2 transport, 2 infantry, tank")
    view, ships = view_of(drill.game), drill.pick("SZ 2: 2 transport")
    move = Move(frozenset(ships), (SpaceId("SZ 3"),))
    assert CATALOG.told(view, move) == (
        "move 2 transports from SZ 2 with 2 infantry and a tank aboard to SZ 3"
    )


def test_new_units_of_one_territory_are_told_together() -> None:
    """BG-10: by territory, with the complex only where it is another."""
    _, view = wake_island(MobilizeUnits)
    home, zone = SpaceId("California"), SpaceId("SZ California")
    answer = Mobilization(
        (
            Placement(INFANTRY, home, home, 7),
            Placement(TANK, home, home, 2),
            Placement(DESTROYER, home, zone, 1),
        )
    )
    assert CATALOG.told(view, answer) == (
        "place 7 infantry and 2 tanks in California; a destroyer in SZ California from California"
    )


def test_what_is_done_with_tokens_is_told_in_words() -> None:
    """SS-4: transfers, removals and claims."""
    view, _, decoy = two_tokens()
    at = view.game.pieces[decoy].at
    moved = Reorganize(decoy, (Transfer(3, 4, 1), Transfer(5, 4, 2)), {decoy: 4})
    assert CATALOG.told(view, moved) == (
        f"reorganize in {at}: move a submarine from group 3 to group 4 and 2 submarines from "
        f"group 5 to group 4; take #{decoy} (a decoy) off the board"
    )
    assert CATALOG.told(view, Remove(decoy, 4)) == (f"take #{decoy} off the board, showing group 4")
    shown = ClaimFrom(PieceId(9), frozenset({PieceId(7), PieceId(8)}))
    assert CATALOG.told(view, shown) == "show that #9 was one of #7 and #8"


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("scenario", "modules"), [("wake-island", ("SS",)), ("anniversary-1941", ()), ("classic", ())]
)
def test_no_answer_is_told_as_it_is_typed(scenario: str, modules: tuple[str, ...]) -> None:
    """In whole games, of whatever is answered and done."""
    chosen = find(scenario).scenario
    referee = Referee(new_game(chosen, modules, {}, chosen.seatings[2]), 5)
    bot, draw, met = Fuzz(5), random.Random(5), set[str]()
    for _ in range(400):
        view = referee.advance()
        if view is None:
            break
        answer = view.decision.sample_owned(view.game, draw, view.groups)
        told = CATALOG.told(view, answer)
        assert told, answer
        assert not _TYPED.search(told), told
        met.add(told.partition(" ")[0])
        referee.decide(view, bot)
    assert {"move", "buy", "place", "done"} <= met
