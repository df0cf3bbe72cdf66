"""Ruling 2: Secret Subs together with submarine warfare."""

from typing import Any

from engine.board import SpaceId
from engine.claims import From
from engine.movement.orders import Move
from engine.phases import Phase
from engine.pieces import PieceId
from engine.variants.secret_subs.actions import Anonymize
from engine.variants.secret_subs.combat import ChooseSides
from engine.variants.secret_subs.events import (
    TokensDiscarded,
    TokensRevealed,
    TokensTurnedDown,
)
from engine.variants.secret_subs.showing import AnonymizeShown
from engine.variants.secret_subs.windows import Pass
from engine.variants.submarine_warfare.hunting import (
    Hunt,
    HuntTarget,
    NameTarget,
    NextHunter,
    StopHunting,
)
from engine.variants.submarine_warfare.patrol import Patrol, Targets
from tests.engine.position import find
from tests.engine.secret_subs.owners import Referee, move, sizes, token, waters, zone_of


def hunting(units: str, tokens: str, **more: Any) -> Referee:
    """The USA hunts in SZ 8."""
    return waters(
        units, tokens, phase=Phase.CONDUCT_COMBAT, attacked=["SZ 8"], beside=("SW",), **more
    )


def destroyers(sea: Referee) -> tuple[PieceId, ...]:
    return find(sea.game, "SZ 8", "destroyer")


def shown(sea: Referee) -> list[set[PieceId]]:
    return [set(event.groups) for event in sea.events if isinstance(event, TokensRevealed)]


def test_ruling_2_the_hunter_names_a_token_and_only_that_is_turned_up() -> None:
    sea = hunting("SZ 8: USA destroyer", "SZ 8: Japan k=1:3, j=2:1")
    sea.roll(3)
    sea.do(Hunt(destroyers(sea)[0]))
    assert sea.asks(NameTarget, "USA")
    sea.roll(1, 6)
    sea.do(HuntTarget(sea["k"]))
    assert shown(sea) == [{sea["k"]}]
    assert sizes(sea.game, "Japan")[:2] == (2, 1)


def test_ruling_2_ss_3_1_does_not_apply() -> None:
    """No choices, no reveal of all, though there is a destroyer."""
    sea = hunting("SZ 8: USA destroyer", "SZ 8: Japan k=1:3")
    assert sea.asks(NextHunter)
    assert not sea.asks(ChooseSides)
    sea.do(StopHunting())
    assert shown(sea) == []


def test_ruling_2_a_decoy_is_discarded_and_the_attack_used_up() -> None:
    sea = hunting("SZ 8: USA 2 destroyer", "SZ 8: Japan k=1:0, j=2:1")
    sea.roll(3)
    one, two = destroyers(sea)
    sea.do(Hunt(one), HuntTarget(sea["k"]))
    assert sea["k"] not in sea.game.pieces
    assert any(isinstance(event, TokensDiscarded) for event in sea.events)
    assert list(sea.asked.candidates(sea.game)) == [Hunt(two), StopHunting()]


def test_ruling_2_an_emptied_token_leaves_and_the_rest_turn_down_when_the_hunt_ends() -> None:
    sea = hunting("SZ 8: USA 2 destroyer", "SZ 8: Japan k=1:1, j=2:2, i=3:1")
    one, two = destroyers(sea)
    sea.roll(3, 1, 6)
    sea.do(Hunt(one), HuntTarget(sea["k"]))
    assert sea["k"] not in sea.game.pieces
    sea.roll(3, 1, 6)
    sea.do(Hunt(two), HuntTarget(sea["j"]))
    assert sizes(sea.game, "Japan")[:3] == (0, 1, 1)
    assert any(isinstance(event, TokensTurnedDown) for event in sea.events)
    assert not token(sea.game, sea["j"]).face_up


def test_ruling_2_after_the_hunt_the_owner_may_shuffle() -> None:
    sea = hunting("SZ 8: USA destroyer", "SZ 8: Japan k=1:2, j=2:2")
    sea.roll(3, 1, 6)
    sea.do(Hunt(destroyers(sea)[0]), HuntTarget(sea["k"]))
    assert sea.asks(AnonymizeShown, "Japan")
    sea.do(Pass())


def test_ruling_2_destroyers_roll_per_token_that_leaves() -> None:
    """Decoy or not, a token is one submarine to them."""
    sea = waters(
        "SZ 8: Japan destroyer\nSZ 7: Japan transport",
        "SZ 8: USA a=1:4",
        phase=Phase.COMBAT_MOVE,
        beside=("SW",),
    )
    sea.do(Move(frozenset({sea["a"]}), (SpaceId("SZ 7"),)))
    assert sea.asks(Patrol, "Japan")
    sea.roll(3)
    sea.do(Targets({destroyers(sea)[0]: sea["a"]}))
    assert token(sea.game, sea["a"]).at == "SZ 8"
    assert token(sea.game, sea["a"]).left == 0


def test_sw_1_tokens_with_a_ship_are_a_fleet() -> None:
    sea = hunting("SZ 8: USA destroyer / Japan transport", "SZ 8: Japan k=1:3")
    assert not sea.asks(NextHunter)


def test_ruling_2_a_token_beside_surface_ships_stops_where_destroyers_are() -> None:
    """SW-2, SS-2.0c: it counts as a submarine, a decoy too."""
    for size in (0, 2):
        sea = waters(
            "SZ 8: USA cruiser\nSZ 9: Japan destroyer",
            f"SZ 8: USA h=1:{size}",
            phase=Phase.COMBAT_MOVE,
            beside=("SW",),
        )
        (cruiser,) = find(sea.game, "SZ 8", "cruiser")
        alone = sea.run.bookmark()
        sea.do(Move(frozenset({sea["h"], cruiser}), (SpaceId("SZ 9"),)))
        assert token(sea.game, sea["h"]).left == 0
        sea.run.rewind(alone)
        sea.do(move(sea, "h", 9, 10))
        assert sea.asks(Patrol, "Japan")


def test_ruling_2_a_shuffled_token_leaves_ships_if_it_is_the_one_that_began_there() -> None:
    """SS-4.3b: what had to stop stays; what began beside the ships may sail, by claim."""
    sea = waters(
        "SZ 9: USA cruiser / Japan destroyer",
        "SZ 8: USA h=1:1\nSZ 9: USA i=2:1",
        phase=Phase.COMBAT_MOVE,
        beside=("SW",),
    )
    sea.do(move(sea, "h", 9))
    sea.deal(1, 2)
    sea.do(Anonymize(frozenset({sea["h"], sea["i"]})))
    came, began = (t for t in sorted(sea.game.pieces) if sea.secrets.get(t) in (1, 2))
    to = (SpaceId("SZ 10"),)
    assert sea.refused(Move(frozenset({came}), to)).rule == "SS-4.3b"
    sea.do(Move(frozenset({began}), to))
    assert sea.claimed(From) == [From(began, (sea["i"],))]
    assert zone_of(sea.game, began) == "SZ 10"
