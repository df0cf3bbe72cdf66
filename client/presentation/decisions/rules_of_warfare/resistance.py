"""Resistance cells (WR): what they strike, and what is told of them."""

__all__ = ["CHAPTER"]

from client.presentation import places
from client.presentation.controls import PickOne
from client.presentation.names import Names
from client.presentation.naming import named
from client.presentation.reading import bare
from client.presentation.record import (
    Chapter,
    DecisionRecord,
    DiceResult,
    EventRecord,
    Verb,
    Wording,
)
from client.presentation.words import kind_name, one_of
from client.schema.forms import ChoiceWords
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.game import Game
from engine.pieces import Figure, PieceId
from engine.variants.rules_of_warfare.resistance import (
    CellRolled,
    CellsLost,
    CellsPlaced,
    DiscardedUnit,
    DiscardUnit,
)

_STRIKES, _BETRAYED = 1, 6


def _discard(view: PlayerView, text: str) -> DiscardedUnit:
    units: dict[str, PieceId] = {}
    for answer in view.decision.candidates(view.game):
        if isinstance(answer, DiscardedUnit):
            figure = view.game.pieces[answer.piece]
            if isinstance(figure, Figure):
                units.setdefault(kind_name(figure.kind), answer.piece)
    return DiscardedUnit(units[one_of(bare(text, "a", "an"), units, "unit here")])


def _say_victim(view: PlayerView, answer: DiscardedUnit) -> str:
    return f"discard {named(view, (answer.piece,))}"


def _struck(_: Game, decision: DiscardUnit) -> SpaceId:
    return decision.at


def _placed(event: CellsPlaced, _: Names) -> str:
    cells = _cells(event.count)
    return f"{event.power} has {event.count} new resistance {cells} in {event.at}"


def _rolled(event: CellRolled, _: Names) -> str:
    does = {_STRIKES: ", it strikes", _BETRAYED: ", it is betrayed"}.get(event.die, "")
    return f"a resistance cell of {event.power} in {event.at}: {event.die}{does}"


def _cell_dice(event: CellRolled) -> DiceResult:
    return DiceResult("Resistance", event.at, (event.die,))


def _lost(event: CellsLost, _: Names) -> str:
    cells, end = _cells(event.count), "dissolves" if event.count == 1 else "dissolve"
    return f"{event.count} resistance {cells} of {event.power} in {event.at} {end}: it is free"


def _cells(count: int) -> str:
    return "cell" if count == 1 else "cells"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            DiscardUnit,
            asks="The resistance strikes: which unit do you discard?",
            rules=("WR-2",),
            task="discard a unit",
            control=PickOne(
                ChoiceWords(chosen="is discarded", left="stays", send="Discard it", none=None),
                answer=DiscardedUnit,
            ),
            says=(Wording(DiscardedUnit, _say_victim),),
            verbs=(Verb("discard", "infantry: the unit that the resistance costs", _discard),),
            examples=("discard infantry",),
            about=_struck,
        ),
    ),
    events=(
        EventRecord(CellsPlaced, _placed, place=places.at),
        EventRecord(CellRolled, _rolled, place=places.at, dice=_cell_dice),
        EventRecord(CellsLost, _lost, place=places.at),
    ),
)
