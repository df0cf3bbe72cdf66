"""Destroyers (WD): a battleship exchanged for two before the game."""

__all__ = ["CHAPTER"]

from client.presentation.controls import PickOne
from client.presentation.names import Names
from client.presentation.naming import placed
from client.presentation.reading import NOTHING, bare, one_in
from client.presentation.record import Chapter, DecisionRecord, EventRecord, Verb, Wording
from client.schema.forms import ChoiceWords
from client.seat.view import PlayerView
from engine.pieces import Figure
from engine.variants.rules_of_warfare.destroyers import Swap, SwapBattleship, Swapped


def _swap(view: PlayerView, text: str) -> Swap:
    ship = bare(text, "for two destroyers")
    if ship.casefold() in NOTHING:
        return Swap()
    return Swap(one_in(view, ship, lambda piece: isinstance(piece, Figure)))


def _say_swap(view: PlayerView, answer: Swap) -> str:
    ship = "" if answer.battleship is None else placed(view, (answer.battleship,))
    return f"swap {ship} for two destroyers" if ship else "swap nothing"


def _swapped(event: Swapped, names: Names) -> str:
    given = names.pieces([event.battleship])
    return f"{given} is exchanged for {names.pieces(event.destroyers)}"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            SwapBattleship,
            asks="Do you exchange a battleship for two destroyers before the game?",
            rules=("WD-2",),
            task="exchange a battleship",
            control=PickOne(
                ChoiceWords(
                    chosen="becomes two destroyers",
                    left="stays",
                    send="Exchange it",
                    none="Keep all battleships",
                ),
                answer=Swap,
                nothing=Swap(),
            ),
            says=(Wording(Swap, _say_swap),),
            verbs=(Verb("swap", "battleship SZ 5: for two destroyers, or nothing", _swap),),
            examples=("swap battleship SZ 5", "swap nothing"),
        ),
    ),
    events=(EventRecord(Swapped, _swapped),),
)
