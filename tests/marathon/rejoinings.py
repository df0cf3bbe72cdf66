"""Random histories of rejoining, of the model and of the program on all tables."""

__all__ = ["rejoinings"]

from collections.abc import Iterator
from itertools import count

from tests.marathon.step import Step
from tests.rejoining.calm import calm, debts, stuck
from tests.rejoining.code import with_code
from tests.rejoining.rules import convicted
from tests.rejoining.tables import TABLES
from tests.rejoining.world import Table, history

_HISTORIES = 100
"""How many histories of each table are one step."""

_OF_THE_PROGRAM = 10
"""And how many of the program."""

_STEPS = 120


def rejoinings(first: int) -> Iterator[Step]:
    """Some histories of every table; what must never happen is reported with its seed."""
    for start in count(first * _HISTORIES, _HISTORIES):
        for name, table in TABLES.items():
            found = [
                f"{name}, seed {seed}: {broken}"
                for seed in range(start, start + _HISTORIES)
                if (broken := _broken(table, seed)) is not None
            ]
            found += [
                f"the program, {name}, seed {seed}: {broken}"
                for seed in range(start, start + _OF_THE_PROGRAM)
                if (broken := _broken(table, seed, program=True)) is not None
            ]
            yield Step("; ".join(found), failed=bool(found))


def _broken(table: Table, seed: int, *, program: bool = False) -> str | None:
    world = history(table, seed)
    if program:
        world = with_code(world)
    broken = world.run(_STEPS)
    if broken is not None or table.proposals or convicted(world.records):
        return broken
    calm(world, answering=bool(seed % 2))
    if stuck(world) and not list(debts(world)):
        return "honest seats are stuck, and nobody owes anything"
    return world.broken()
