"""Two-hit battleships (WB): repairs that are paid for."""

__all__ = ["CHAPTER"]

from client.presentation.controls import Pick
from client.presentation.names import Names
from client.presentation.naming import stacks
from client.presentation.reading import NOTHING, parts, stack_in
from client.presentation.record import Chapter, DecisionRecord, EventRecord, Verb, Wording
from client.schema.forms import ChoiceWords
from client.seat.view import PlayerView
from engine.pieces import Figure, PieceId
from engine.variants.rules_of_warfare.battleships import DockedShips, Repairs, RepairShips


def _repair(view: PlayerView, text: str) -> Repairs:
    ships = frozenset[PieceId]()
    for part in parts(text):
        if part.casefold() not in NOTHING:
            ships |= stack_in(
                view, part, lambda piece: isinstance(piece, Figure) and piece.damaged
            )[0]
    return Repairs(ships)


def _say_repairs(view: PlayerView, answer: Repairs) -> str:
    return f"repair {'; '.join(stacks(view, answer.ships)) or 'nothing'}"


def _purse(view: PlayerView) -> str:
    ipc = view.game.treasury[view.decision.power]
    return f"A repair costs a third of a battleship's price; you have {ipc} IPC."


def _docked(event: DockedShips, names: Names) -> str:
    return f"{event.power} has {names.pieces(event.ships)} repaired for {event.spent} IPC"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            RepairShips,
            asks="Which damaged battleships do you repair?",
            rules=("WB-2",),
            task="repair battleships",
            control=Pick(
                ChoiceWords(
                    chosen="is repaired", left="stays damaged", send="Repair", none="Repair none"
                ),
                answer=Repairs,
                hint=_purse,
            ),
            says=(Wording(Repairs, _say_repairs),),
            verbs=(
                Verb(
                    "repair",
                    "battleship SZ 5; 2 battleships SZ 7: damaged ships, or nothing",
                    _repair,
                ),
            ),
            examples=("repair battleship SZ 5; 2 battleships SZ 7", "repair nothing"),
        ),
    ),
    events=(EventRecord(DockedShips, _docked),),
)
