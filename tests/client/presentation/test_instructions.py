"""BG-3.4: instructions are said as they are written, and written as they are said."""

import pytest

from client.presentation.instructions import READ_BY_ALL, changed, instruction_lines
from client.presentation.words import NotUnderstood
from engine.board import Power, SpaceId
from engine.game import Game
from engine.instructions import (
    GroupLosses,
    Instructions,
    Landing,
    Standing,
    TwoHitShips,
    WaivedWindows,
)
from engine.units import Kind
from tests.engine.position import position

USA, UK = Power("USA"), Power("UK")
OWN = (USA, UK)


def written(*lines: str, game: Game | None = None) -> Game:
    """A game in which a player has written these lines one after the other."""
    game = game or position()
    for line in lines:
        game = game.with_instructions(*changed(game, OWN, line))
    return game


def test_each_instruction_is_a_word() -> None:
    game = written(
        "USA losses inf and tanks",
        "USA land keep",
        "USA ships last",
        "USA groups largest",
        "USA submerge never",
        "USA submerge always in SZ 5",
        "USA intercept never",
        "USA patrol always",
        "USA fighters land",
        "USA convoys evenly",
        "USA windows turns",
    )
    assert game.instructions == {
        USA: Instructions(
            losses=(Kind("infantry"), Kind("tank")),
            keep_land_unit=True,
            two_hit_ships=TwoHitShips.LAST,
            groups=GroupLosses.LARGEST,
            submerge=Standing.NEVER,
            zones={SpaceId("SZ 5"): Standing.ALWAYS},
            intercept=Standing.NEVER,
            patrol=Standing.ALWAYS,
            landing=Landing.LAND,
            divide_evenly=True,
            windows=WaivedWindows.TURNS,
        )
    }


def test_all_powers_are_told_and_that_attackers_read_them() -> None:
    lines = [*instruction_lines(written("USA losses infantry", "UK submerge always in SZ 5"))]
    assert lines[0].startswith("USA: losses: infantry, then the cheaper first")
    assert "UK: in SZ 5 submarines submerge where they may in others' turns" in lines
    assert "Japan: none" in lines
    assert lines[-1] == READ_BY_ALL


def test_they_are_taken_back_one_by_one_or_together() -> None:
    game = written("USA losses infantry", "USA submerge never", "USA submerge off")
    assert game.instructions == {USA: Instructions(losses=(Kind("infantry"),))}
    assert written("USA nothing", game=game).instructions == {}


def test_who_plays_one_power_need_not_name_it() -> None:
    assert changed(position(), (UK,), "intercept always")[0] == UK


@pytest.mark.parametrize(
    "line",
    [
        "",
        "losses infantry",
        "USA losses",
        "USA losses dragons",
        "USA submerge",
        "USA fly",
        "USA submerge never in West",
        "Japan losses infantry",
    ],
)
def test_what_is_no_instruction_is_refused(line: str) -> None:
    with pytest.raises(NotUnderstood):
        changed(position(), OWN, line)
