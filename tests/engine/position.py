"""Positions for tests, on a small invented world, written as one reads them.

    position('''
        West: USA 2 infantry, tank
        SZ 2: USA transport / Japan destroyer, damaged battleship
    ''', phase=Phase.COMBAT_MOVE)

The world: two powers a side, each with a capital of value 8, a complex where `units` says so.

    West(USA) -- Prairie(USA) -- Border(Japan) -- Plains(Japan) -- East(Japan)
    Cove(UK) and Fort(Germany) are single islands; Isle(USA) and Atoll(Japan) too; Rock is neutral.
    West touches SZ 1 and SZ 2, Prairie SZ 2, Border SZ 3, Plains SZ 3, East SZ 4 and SZ 5.
    The zones are a row, SZ 1 to SZ 5, and a second one below it, SZ 6 to SZ 10; neighbours in a row
    touch, and so do SZ 1 and SZ 6, SZ 2 and SZ 7, and so on.
    Isle lies in SZ 7, Atoll in SZ 8, Cove in SZ 6, Fort in SZ 10, Rock in SZ 9.
    The Strait from SZ 3 to SZ 8 needs Isle and Atoll.
"""

__all__ = [
    "WORLD",
    "asked",
    "ending_after",
    "figure",
    "find",
    "laboratory",
    "play",
    "position",
    "state",
    "step",
    "world",
]

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.board import Power, SpaceId
from engine.charts import Breakthrough
from engine.game import Event, Game, TurnRecord
from engine.loading import load
from engine.phases import Phase, Stage
from engine.pieces import Figure, PieceId, Pieces
from engine.records import encode
from engine.requests import Request, Step
from engine.run import Run
from engine.scenario import Scenario
from engine.setup import new_game
from engine.slots import S, StateSlot
from engine.turn import STEPS
from engine.units import Kind

WORLD = """
format = 1
name = "world"
title = "A small world"
edition = "anniversary"

[powers]
USA = {side = "Allies", capital = "West", treasury = 30, income = 12, units = 0}
Japan = {side = "Axis", capital = "East", treasury = 30, income = 13, units = 0}
UK = {side = "Allies", capital = "Cove", treasury = 30, income = 8, units = 0}
Germany = {side = "Axis", capital = "Fort", treasury = 30, income = 8, units = 0}

[[turns]]
power = "USA"
[[turns]]
power = "Japan"
[[turns]]
power = "UK"
[[turns]]
power = "Germany"

[territories]
West = {original = "USA", value = 8, victory_city = true, borders = ["Prairie", "SZ 1", "SZ 2"]}
Prairie = {original = "USA", value = 3, borders = ["West", "Border", "SZ 2"]}
Border = {original = "Japan", value = 2, borders = ["Prairie", "Plains", "SZ 3"]}
Plains = {original = "Japan", value = 3, borders = ["Border", "East", "SZ 3"]}
East = {original = "Japan", value = 8, victory_city = true, borders = ["Plains", "SZ 4", "SZ 5"]}
Isle = {original = "USA", value = 1, victory_city = true, borders = ["SZ 7"]}
Atoll = {original = "Japan", borders = ["SZ 8"]}
Cove = {original = "UK", value = 8, victory_city = true, borders = ["SZ 6"]}
Fort = {original = "Germany", value = 8, victory_city = true, borders = ["SZ 10"]}
Rock = {neutral = true, borders = ["SZ 9"]}

[zones]
"SZ 1" = {borders = ["SZ 2", "SZ 6", "West"]}
"SZ 2" = {borders = ["SZ 1", "SZ 3", "SZ 7", "West", "Prairie"]}
"SZ 3" = {borders = ["SZ 2", "SZ 4", "SZ 8", "Border", "Plains"]}
"SZ 4" = {borders = ["SZ 3", "SZ 5", "SZ 9", "East"]}
"SZ 5" = {borders = ["SZ 4", "SZ 10", "East"]}
"SZ 6" = {borders = ["SZ 7", "SZ 1", "Cove"]}
"SZ 7" = {borders = ["SZ 6", "SZ 8", "SZ 2", "Isle"]}
"SZ 8" = {borders = ["SZ 7", "SZ 9", "SZ 3", "Atoll"]}
"SZ 9" = {borders = ["SZ 8", "SZ 10", "SZ 4", "Rock"]}
"SZ 10" = {borders = ["SZ 9", "SZ 5", "Fort"]}

[[canals]]
name = "Strait"
zones = ["SZ 3", "SZ 8"]
territories = ["Isle", "Atoll"]

[[victory]]
kind = "cities"
at_least = 4
"""

_NAMES = {"aa": "aa_gun", "sub": "submarine", "aa_guns": "aa_gun", "infantry": "infantry"}
_FIRST = {
    Phase.RESEARCH: Stage.RESEARCH,
    Phase.PURCHASE: Stage.PURCHASE,
    Phase.COMBAT_MOVE: Stage.COMBAT_MOVE,
    Phase.CONDUCT_COMBAT: Stage.CONDUCT_COMBAT,
    Phase.NONCOMBAT_MOVE: Stage.NONCOMBAT_MOVE,
    Phase.MOBILIZE: Stage.MOBILIZE,
    Phase.COLLECT_INCOME: Stage.COLLECT_INCOME,
}


@functools.cache
def world(*changes: tuple[str, str]) -> Scenario:
    """The small world, with pieces of its file replaced: (old, new)."""
    text = WORLD
    for old, new in changes:
        if old not in text:
            raise ValueError(f"the world's file does not say {old!r}")
        text = text.replace(old, new)
    return load(text.encode(), "world")


def laboratory(*changes: tuple[str, str]) -> Scenario:
    """The small world in which everybody's turn begins with research."""
    listed = ", ".join(f'"{phase}"' for phase in Phase)
    turns = (f'[[turns]]\npower = "{power}"\n' for power in ("USA", "Japan", "UK", "Germany"))
    return world(*((turn, f"{turn}phases = [{listed}]\n") for turn in turns), *changes)


def position(
    units: str = "",
    *,
    active: str = "USA",
    phase: Phase = Phase.PURCHASE,
    control: Mapping[str, str] | None = None,
    control_at_start: Mapping[str, str] | None = None,
    treasury: Mapping[str, int] | None = None,
    damage: Mapping[str, int] | None = None,
    waiting: Mapping[str, Mapping[str, int]] | None = None,
    researchers: Mapping[str, int] | None = None,
    breakthroughs: Mapping[str, Iterable[str]] | None = None,
    seats: tuple[tuple[str, ...], ...] = (("USA", "UK"), ("Japan", "Germany")),
    modules: tuple[str, ...] = (),
    options: Mapping[str, str] | None = None,
    scenario: Scenario | None = None,
    round_: int = 1,
) -> Game:
    """A game at the start of a phase.

    `units` has a line per space: ``SPACE: POWER UNITS / POWER UNITS``, units separated by commas,
    each with an optional number before and ``damaged`` before the kind. Territories in which only
    one side has units and that nobody lists in `control` stay as printed. With `breakthroughs` the
    world is the `laboratory` unless another is given.
    """
    scenario = scenario or (world() if breakthroughs is None else laboratory())
    game = new_game(
        scenario,
        modules,
        options or {},
        tuple(tuple(Power(power) for power in seat) for seat in seats),
    )
    figures = list(_figures(units, game))
    turns = game.rules.scenario.turns
    turn = next(i for i, t in enumerate(turns) if Power(active) in t.powers)
    plan = turns[turn].phases
    index = next(i for i, p in enumerate(plan) if p.phase is phase and p.power == active)
    held = {**scenario.control, **_control(control)}
    game = game.replace(
        stage=_FIRST[phase],
        round=round_,
        turn=turn,
        phase=index,
        pieces=Pieces(figures),
        next_id=len(figures) + 1,
        control=held,
        treasury={
            **game.treasury,
            **{Power(power): ipc for power, ipc in (treasury or {}).items()},
        },
        damage={SpaceId(space): markers for space, markers in (damage or {}).items()},
        waiting={
            Power(power): {Kind(kind): n for kind, n in kinds.items()}
            for power, kinds in (waiting or {}).items()
        },
        researchers={Power(power): number for power, number in (researchers or {}).items()},
        breakthroughs={
            Power(power): frozenset(map(Breakthrough, owned))
            for power, owned in (breakthroughs or {}).items()
        },
    )
    game = game.with_pieces(
        *(game.rules.piece_at_turn_start(game, p) for p in game.owned(Power(active)))
    )
    return game.replace(
        record=TurnRecord(
            control_at_start={**held, **_control(control_at_start)},
            phase_began=Pieces(game.owned(Power(active))),
        )
    )


def _control(control: Mapping[str, str] | None) -> dict[SpaceId, Power]:
    return {SpaceId(space): Power(power) for space, power in (control or {}).items()}


def _figures(units: str, game: Game) -> Iterable[Figure]:
    number = 0
    for line in filter(None, (line.strip() for line in units.splitlines())):
        space, _, stacks = line.partition(":")
        if SpaceId(space) not in game.board.spaces:
            raise ValueError(f"the world has no {space!r}")
        for stack in stacks.split("/"):
            owner, _, listed = stack.strip().partition(" ")
            for item in listed.split(","):
                match = re.fullmatch(r"\s*(?:(\d+) )?(damaged )?([a-z_]+)\s*", item)
                if match is None:
                    raise ValueError(f"not a unit: {item!r}")
                kind = Kind(_NAMES.get(match[3], match[3]))
                if kind not in game.rules.scenario.units:
                    kind = Kind(kind.removesuffix("s"))
                if kind not in game.rules.scenario.units or Power(owner) not in game.treasury:
                    raise ValueError(f"not units of a power: {stack!r}")
                for _ in range(int(match[1] or 1)):
                    number += 1
                    yield Figure(
                        id=PieceId(number),
                        owner=Power(owner),
                        at=SpaceId(space),
                        kind=kind,
                        damaged=match[2] is not None,
                    )


def figure(game: Game, piece: PieceId) -> Figure:
    """A piece that is its own unit.

    Raises:
        TypeError: it is not.
    """
    found = game.pieces[piece]
    if not isinstance(found, Figure):
        raise TypeError(f"piece {piece} is a {type(found).__name__}")
    return found


def state(game: Game, module: str, kind: type[S]) -> S:
    """What a house rule remembers."""
    return game.state(StateSlot(module, kind))


def find(game: Game, space: str, kind: str, owner: str | None = None) -> tuple[PieceId, ...]:
    """Ids of the figures of a kind in a space, ascending."""
    return tuple(
        piece.id
        for piece in game.pieces.at(SpaceId(space))
        if isinstance(piece, Figure) and piece.kind == kind and owner in (None, piece.owner)
    )


def play(run: Run, *answers: Any) -> tuple[Event, ...]:
    """Answer a run's requests one after the other; records are encoded, dice are tuples.

    Returns all that happened.
    """
    events: list[Event] = []
    for answer in answers:
        events.extend(run.answer(encode(answer)))
    return tuple(events)


def step(game: Game, *answers: Any) -> tuple[Game, tuple[Event, ...]]:
    """Play the step at whose start a game stands, with these answers to all that it asks.

    Returns the game after it and all that happened.
    """
    events: list[Event] = []
    playing = STEPS[game.stage](game)
    left = list(answers)
    try:
        pause = next(playing)
        while True:
            events.extend(pause.game.events)
            before = pause.game.replace(events=())
            answer = pause.request.parse(before, encode(left.pop(0)))
            pause = playing.send((before, answer))
    except StopIteration as end:
        if left:
            raise ValueError(f"nothing asks for {left}") from None
        after: Game = end.value
        return after.replace(events=()), (*events, *after.events)


def ending_after(*stages: Stage) -> Mapping[Stage, Callable[[Game], Step]]:
    """The steps of some stages, of which a phase is made; the run stops when the phase closes."""
    return {**{stage: STEPS[stage] for stage in stages}, Stage.PHASE_CLOSES: _stop}


def _stop(game: Game) -> Step:
    yield from ()
    return game.replace(stage=Stage.OVER)


def asked(game: Game) -> Request[object] | None:
    """What the step at whose start a game stands asks first, if anything."""
    pause = next(STEPS[game.stage](game), None)
    return None if pause is None else pause.request
