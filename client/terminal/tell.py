"""What happened, in the rulebook's words: one line for each event."""

__all__ = ["Names", "tell", "told"]

import dataclasses
from collections.abc import Callable, Iterable, Iterator

from client.terminal.telling import battles, movement, subs, turns, warfare, waters
from client.terminal.telling.movement import road
from client.terminal.telling.names import Names
from engine.game import Event
from engine.movement.orders import Moved

_CHAPTERS: tuple[Callable[[Event, Names], str | None], ...] = (
    movement.chapter,
    battles.chapter,
    turns.chapter,
    subs.chapter,
    waters.chapter,
    warfare.chapter,
)


def told(events: Iterable[Event], names: Names) -> Iterator[str]:
    """A line for each event; the steps of one move are one line."""
    way: list[Moved] = []
    for event in events:
        if way and not (isinstance(event, Moved) and _goes_on(way[-1], event)):
            yield road(way, names)
            way = []
        if isinstance(event, Moved):
            way.append(event)
        else:
            yield tell(event, names)
    if way:
        yield road(way, names)


def _goes_on(before: Moved, after: Moved) -> bool:
    return before.pieces == after.pieces and before.to == after.origin


def tell(event: Event, names: Names) -> str:
    """One line about an event; one that no chapter knows is told by its name and fields."""
    for chapter in _CHAPTERS:
        line = chapter(event, names)
        if line is not None:
            return line
    return f"{type(event).__name__}: {dataclasses.asdict(event)}"
