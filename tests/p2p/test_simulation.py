"""Whole games over a network that does its worst (network design, How it is tested)."""

import pytest

from tests.p2p.simulation import World


def finished(world: World) -> None:
    """The game is over, everybody has the same log, and it is signed and disclosed by all."""
    tables = [node.up.table for node in world.nodes]
    assert len({table.head for table in tables}) == 1
    for table in tables:
        assert table.outcome is not None
        assert table.closings() == (0, 1, 2)
        assert table.disclosures() == (0, 1, 2)
    logs = [node.disk.entries for node in world.nodes]
    assert all(log == logs[0] for log in logs)


def test_a_calm_game() -> None:
    world = World(seed=1)
    world.calm()
    finished(world)


@pytest.mark.parametrize("seed", range(10))
def test_a_game_in_a_storm(seed: int) -> None:
    """Delays, broken connections and crashes at any moment lose nothing and sign nothing twice."""
    world = World(seed)
    world.storm(ticks=600)
    world.calm()
    finished(world)


@pytest.mark.parametrize("seed", range(10))
def test_a_game_in_which_machines_are_lost(seed: int) -> None:
    """Who has only the phrase left comes back by a rejoin, and never signs a place twice."""
    world = World(seed)
    world.storm(ticks=600, losses=2)
    world.calm()
    finished(world)
