"""What happened, in the rulebook's words: one line for each event."""

__all__ = ["event_lines", "goes_on", "in_runs", "told_together"]

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from client.presentation.catalog import CATALOG
from client.presentation.decisions.movement import road
from client.presentation.names import Names
from engine.battle.events import Lost
from engine.game import Event
from engine.movement.orders import Moved
from engine.units import Kind

_INDENT = "  "


def event_lines(events: Iterable[Event], names: Names) -> Iterator[str]:
    """A line for each event, indented where it is a detail of what was told before.

    The steps of one move are one line, and so is what a power loses at once.
    """
    for run in in_runs(events):
        yield (_INDENT if CATALOG.event(run[0]).nested else "") + told_together(run, names)


def told_together(run: Sequence[Event], names: Names) -> str:
    """One line for events that go on with each other (`in_runs`)."""
    match run:
        case [Moved(), _, *_]:
            return road([step for step in run if isinstance(step, Moved)], names)
        case [Lost(owner=owner), _, *_]:
            return f"{owner} loses {names.units(_total(run))}"
        case _:
            return CATALOG.tell(run[0], names)


def in_runs(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Events, with those together that are told in one line (`goes_on`)."""
    run: list[Event] = []
    for event in events:
        if run and not goes_on(run[-1], event):
            yield run
            run = []
        run.append(event)
    if run:
        yield run


def goes_on(before: Event, after: Event) -> bool:
    """Whether an event goes on with the one before: the next step of a move, one more loss."""
    match before, after:
        case Moved(), Moved():
            return before.pieces == after.pieces and before.to == after.origin
        case Lost(), Lost():
            return before.owner == after.owner
        case _:
            return False


def _total(losses: Iterable[Event]) -> Counter[Kind]:
    total: Counter[Kind] = Counter()
    for loss in losses:
        if isinstance(loss, Lost):
            total[loss.kind] += loss.count
    return total
