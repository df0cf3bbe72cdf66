"""Defending fighters that have lost their carrier: BG-9.4."""

import random

import pytest

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import Instructions, Landing
from engine.movement.homeless import LandHomeless, Landings, land_homeless
from engine.phases import Phase
from engine.pieces import PieceId
from engine.requests import Pause
from tests.engine.position import find, position

JAPAN = Power("Japan")


def after_combat(units: str, **circumstances: object) -> Game:
    """A position at the end of the United States' combat."""
    return position(units, phase=Phase.CONDUCT_COMBAT, **circumstances)  # type: ignore[arg-type]  # as written for `position`


def settle(game: Game, *answers: Landings) -> Game:
    """Let fighters land, with these answers in turn."""
    step, given = land_homeless(game, game.enemies(game.active)), iter(answers)
    try:
        pause: Pause = next(step)
        while True:
            answer = next(given)
            pause.request.check(pause.game, answer)  # type: ignore[attr-defined]  # a decision
            pause = step.send((pause.game, answer))
    except StopIteration as end:
        assert next(given, None) is None
        return end.value  # type: ignore[no-any-return]  # a game


def landings(places: dict[PieceId, str]) -> Landings:
    """Where fighters land."""
    return Landings({fighter: SpaceId(space) for fighter, space in places.items()})


def test_bg_9_4_fighters_with_a_deck_stay_and_nobody_is_asked() -> None:
    game = after_combat("SZ 8: Japan carrier, 2 fighter")
    assert settle(game) == game


def test_bg_9_4_within_one_space_to_friendly_land() -> None:
    game = after_combat("SZ 3: Japan 2 fighter")
    (first, second) = find(game, "SZ 3", "fighter")
    settled = settle(game, landings({first: "Border", second: "Plains"}))
    assert settled.pieces[first].at == "Border"
    assert settled.pieces[second].at == "Plains"


def test_bg_9_4_within_one_space_to_a_free_deck() -> None:
    game = after_combat("SZ 7: Japan 2 fighter\nSZ 8: Japan carrier, fighter")
    first, second = find(game, "SZ 7", "fighter")
    with pytest.raises(Illegal, match="room"):
        settle(game, landings({first: "SZ 8", second: "SZ 8"}))
    settled = settle(game, landings({second: "SZ 8"}))
    assert first not in settled.pieces
    assert settled.pieces[second].at == "SZ 8"


def test_bg_9_4_what_finds_nothing_is_lost() -> None:
    assert not find(settle(after_combat("SZ 7: Japan 2 fighter")), "SZ 7", "fighter")


def test_bg_9_4_enemy_land_and_two_spaces_do_not_serve() -> None:
    game = after_combat("SZ 2: Japan fighter\nSZ 8: Japan carrier")
    assert not find(settle(game), "SZ 2", "fighter"), "West and Prairie are American"


def test_bg_9_4_land_lost_this_turn_is_no_refuge() -> None:
    game = after_combat("SZ 3: Japan fighter", control={"Border": "USA", "Plains": "USA"})
    assert not find(settle(game), "SZ 3", "fighter")


def test_bg_9_4_as_many_as_possible_land() -> None:
    game = after_combat("SZ 3: Japan 2 fighter")
    first, _ = find(game, "SZ 3", "fighter")
    with pytest.raises(Illegal, match="more fighters"):
        settle(game, landings({first: "Border"}))
    with pytest.raises(Illegal, match="cannot land in West"):
        settle(game, landings({first: "West"}))


def test_bg_9_4_one_of_three_must_leave_the_only_carrier() -> None:
    game = after_combat("SZ 3: Japan carrier, 3 fighter")
    request = next(land_homeless(game, game.enemies(game.active))).request
    assert isinstance(request, LandHomeless)
    ways = list(request.candidates(game))
    assert all(len(way.places) == 3 for way in ways)
    assert all(list(way.places.values()).count(SpaceId("SZ 3")) <= 2 for way in ways)
    assert len(ways) == 3**3 - 1, "each in one of three spaces, but not all on the carrier"


@pytest.mark.parametrize(
    ("landing", "spaces"),
    [(Landing.CARRIERS, ["SZ 3", "SZ 3", "Border"]), (Landing.LAND, ["Border"] * 3)],
)
def test_bg_9_4_by_instruction_fighters_land_on_decks_first_or_on_land(
    landing: Landing, spaces: list[str]
) -> None:
    """BG-3.4: nobody is asked, and as many land as can."""
    game = after_combat("SZ 3: Japan carrier, 3 fighter")
    fighters = find(game, "SZ 3", "fighter")
    settled = settle(game.with_instructions(JAPAN, Instructions(landing=landing)))
    assert [settled.pieces[fighter].at for fighter in fighters] == spaces


def test_bg_9_4_by_instruction_none_is_lost_that_can_land() -> None:
    """SZ 7 has no land; of two fighters one finds a deck."""
    game = after_combat("SZ 7: Japan 2 fighter\nSZ 8: Japan carrier, fighter")
    settled = settle(game.with_instructions(JAPAN, Instructions(landing=Landing.LAND)))
    assert len(find(settled, "SZ 8", "fighter")) == 2


def test_bg_9_4_an_allys_deck_serves_but_its_own_aircraft_keep_theirs() -> None:
    game = after_combat("SZ 7: Japan fighter / Germany carrier, 2 fighter")
    (fighter,) = find(game, "SZ 7", "fighter", "Japan")
    assert fighter not in settle(game).pieces
    shared = after_combat("SZ 7: Japan fighter / Germany carrier, fighter")
    assert settle(shared) == shared


def test_bg_9_4_powers_land_in_turn_order() -> None:
    game = after_combat("SZ 7: Japan 2 fighter / Germany 2 fighter\nSZ 8: Germany carrier")
    first, second = find(game, "SZ 7", "fighter", "Japan")
    settled = settle(game)
    assert settled.pieces[first].at == settled.pieces[second].at == "SZ 8"
    assert not find(settled, "SZ 7", "fighter")
    assert len(find(settled, "SZ 8", "fighter", "Germany")) == 0


def test_bg_9_4_whatever_is_listed_or_drawn_is_legal() -> None:
    game = after_combat("SZ 3: Japan carrier, 3 fighter\nSZ 8: Japan carrier, fighter")
    request = LandHomeless(JAPAN)
    for way in request.candidates(game):
        request.check(game, way)
    drawn = {tuple(request.sample(game, random.Random(seed)).places.items()) for seed in range(60)}
    assert len(drawn) > 10
    for seed in range(60):
        request.check(game, request.sample(game, random.Random(seed)))
