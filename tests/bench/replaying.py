"""How many answers a second the rules judge and carry out."""

__all__ = ["answers"]

from client.bots.arena import Referee
from client.bots.captain import Captain
from engine.game import Game
from engine.loading import builtin
from engine.records import Plain
from engine.run import Run
from engine.setup import new_game
from tests.bench.measure import Measure, clocked


def answers(games: int = 5) -> list[Measure]:
    """Whole games between captains, replayed answer by answer."""
    tapes = [_tape(seed) for seed in range(games)]
    seconds, count = clocked(lambda: sum(_replay(tape) for tape in tapes), times=3)
    return [Measure("answers replayed by the engine, a second", count / seconds, "/s", least=5_000)]


def _opening() -> Game:
    scenario = builtin("wake-island")
    return new_game(scenario, ("SS",), {}, scenario.seatings[2])


def _tape(seed: int) -> list[Plain]:
    referee, captain = Referee(_opening(), seed), Captain(seed)
    while (view := referee.advance()) is not None:
        referee.decide(view, captain)
    return referee.tape


def _replay(tape: list[Plain]) -> int:
    run = Run(_opening())
    for answer in tape:
        run.answer(answer)
    if run.request is not None:
        raise RuntimeError("the tape ends before the game does")
    return len(tape)
