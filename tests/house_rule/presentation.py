"""Cheap transports (TC): which are scrapped, and what is told of it."""

__all__ = ["CHAPTER"]

from client.presentation.controls import Pick
from client.presentation.names import Names
from client.presentation.naming import stacks
from client.presentation.reading import NOTHING, parts, stack_in
from client.presentation.record import Chapter, DecisionRecord, EventRecord, Verb, Wording
from client.schema.forms import ChoiceWords
from client.seat.view import PlayerView
from engine.pieces import PieceId
from engine.units import Trait
from tests.house_rule.cheap_transports import Scrap, ScrapTransports, TransportsScrapped


def _scrap(view: PlayerView, text: str) -> Scrap:
    game, ships = view.game, frozenset[PieceId]()
    for part in parts(text):
        if part.casefold() not in NOTHING:
            ships |= stack_in(
                view, part, lambda piece: game.rules.counts_as(game, piece, Trait.TRANSPORT)
            )[0]
    return Scrap(ships)


def _say_scrap(view: PlayerView, answer: Scrap) -> str:
    return f"scrap {'; '.join(stacks(view, answer.ships)) or 'nothing'}"


def _scrapped(event: TransportsScrapped, names: Names) -> str:
    return f"{event.power} scraps {names.pieces(event.ships)} for {event.ipc} IPC"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            ScrapTransports,
            asks="Which transports do you sell for scrap?",
            rules=("TC-2",),
            task="sell transports for scrap",
            control=Pick(
                ChoiceWords(chosen="is scrapped", left="stays", send="Scrap", none="Scrap none"),
                answer=Scrap,
            ),
            says=(Wording(Scrap, _say_scrap),),
            verbs=(Verb("scrap", "transport SZ 5; 2 transports SZ 7: for 3 IPC each", _scrap),),
            examples=("scrap transport SZ 5", "scrap nothing"),
        ),
    ),
    events=(EventRecord(TransportsScrapped, _scrapped),),
)
