"""What happened, in the rulebook's words: one line for each event."""

__all__ = ["event_lines", "goes_on"]

from collections import Counter
from collections.abc import Iterable, Iterator

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
    for run in _runs(events):
        match run:
            case [Moved(), _, *_]:
                yield road([step for step in run if isinstance(step, Moved)], names)
            case [Lost(owner=owner), _, *_]:
                yield f"{_INDENT}{owner} loses {names.units(_total(run))}"
            case _:
                indent = _INDENT if CATALOG.event(run[0]).nested else ""
                yield indent + CATALOG.tell(run[0], names)


def _runs(events: Iterable[Event]) -> Iterator[list[Event]]:
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
