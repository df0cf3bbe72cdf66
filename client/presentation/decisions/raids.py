"""Bombing raids (BG-8.2, 8.3)."""

__all__ = ["CHAPTER"]

from client.presentation import places
from client.presentation.controls import Pick
from client.presentation.names import Names, dice
from client.presentation.naming import named
from client.presentation.reading import NOTHING, stack_in
from client.presentation.record import (
    Chapter,
    DecisionRecord,
    DiceResult,
    EventRecord,
    Verb,
    Wording,
)
from client.schema.forms import ChoiceWords
from client.seat.view import PlayerView
from engine.battle.events import Bombed, ComplexDamaged
from engine.battle.raids import Intercept, Interceptors
from engine.battle.sides import current_battle
from engine.units import Domain, Trait


def _intercept(view: PlayerView, text: str) -> Interceptors:
    game, word = view.game, text.casefold()
    if word in NOTHING:
        return Interceptors(frozenset())
    if word == "all":
        *_, everybody = view.decision.candidates(game)
        if isinstance(everybody, Interceptors):
            return everybody
    chosen, _ = stack_in(
        view,
        f"{text} in {current_battle(game).space}",
        lambda piece: (
            game.rules.domain(game, piece) is Domain.AIR
            and not game.rules.counts_as(game, piece, Trait.RAIDS)
        ),
    )
    return Interceptors(chosen)


def _say_interceptors(view: PlayerView, answer: Interceptors) -> str:
    return f"intercept with {named(view, answer.pieces) or 'none'}"


def _bombed(event: Bombed, _: Names) -> str:
    return f"{event.power} bombs {event.space} and rolls {dice(event.dice)}"


def _bombed_dice(event: Bombed) -> DiceResult:
    return DiceResult(f"Raid on {event.space}", event.space, event.dice)


def _complex_damaged(event: ComplexDamaged, _: Names) -> str:
    return f"{event.markers} damage to the complex in {event.space}"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            Intercept,
            asks="Which of your fighters meet the raid?",
            rules=("BG-8.3",),
            task="send up interceptors",
            control=Pick(
                ChoiceWords(
                    chosen="intercepts",
                    left="stays down",
                    send="Intercept",
                    none="Do not intercept",
                ),
                answer=Interceptors,
            ),
            says=(Wording(Interceptors, _say_interceptors),),
            verbs=(Verb("intercept", "2 fighters: what meets the raid, all or none", _intercept),),
            examples=("intercept 2 fighters", "intercept all", "intercept none"),
        ),
    ),
    events=(
        EventRecord(Bombed, _bombed, place=places.space, nested=True, dice=_bombed_dice),
        EventRecord(
            ComplexDamaged, _complex_damaged, place=places.space, nested=True, beside_dice=True
        ),
    ),
)
