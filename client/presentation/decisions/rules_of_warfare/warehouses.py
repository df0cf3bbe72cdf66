"""Warehouses (WW): what a raid destroys in the store."""

__all__ = ["CHAPTER"]

from client.presentation.names import Names
from client.presentation.reading import bare
from client.presentation.record import Chapter, DecisionRecord, EventRecord, Menu, Verb, Wording
from client.presentation.words import kind_name, one_of
from client.seat.view import PlayerView
from engine.variants.rules_of_warfare.warehouses import Discard, DiscardStored, StoreLost


def _discard(view: PlayerView, text: str) -> Discard:
    stored = {
        kind_name(answer.kind): answer
        for answer in view.decision.candidates(view.game)
        if isinstance(answer, Discard)
    }
    return stored[one_of(bare(text, "a stored"), stored, "stored unit")]


def _say_discard(_: PlayerView, answer: Discard) -> str:
    return f"discard a stored {kind_name(answer.kind)}"


def _lost(event: StoreLost, names: Names) -> str:
    return f"{event.power} loses {names.units(event.units)} from its store"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            DiscardStored,
            asks="The raid hits your store: which unit is destroyed?",
            rules=("WW-2",),
            task="discard a stored unit",
            control=Menu(),
            says=(Wording(Discard, _say_discard),),
            verbs=(Verb("discard", "infantry: the stored unit that is destroyed", _discard),),
            examples=("discard infantry",),
        ),
    ),
    events=(EventRecord(StoreLost, _lost, beside_dice=True),),
)
