"""Turns and phases, income, and how the game ends (BG-3, BG-11, BG-12)."""

__all__ = ["CHAPTER"]

from client.presentation.names import Names
from client.presentation.reading import bare
from client.presentation.record import Chapter, DecisionRecord, EventRecord, Menu, Verb, Wording
from client.presentation.words import end_words, listed, one_of
from client.seat.view import PlayerView
from engine.board import Power
from engine.economy.income import Collected
from engine.economy.recruits import Enlisted
from engine.questions.economy import Term
from engine.resignation import SeatResigned
from engine.turn import ChooseFirst, First, PhaseBegan, RoundEnded, TurnBegan
from engine.victory import GameEnded


def _first(view: PlayerView, text: str) -> First:
    powers = {
        answer.power: answer
        for answer in view.decision.candidates(view.game)
        if isinstance(answer, First)
    }
    return powers[Power(one_of(bare(text, "fight first"), powers, "power in this turn"))]


def _say_first(_: PlayerView, answer: First) -> str:
    return f"let {answer.power} fight first"


def _turn_began(event: TurnBegan, _: Names) -> str:
    return f"── Round {event.round}: {listed(event.powers)} ──"


def _phase_began(event: PhaseBegan, _: Names) -> str:
    return f"{event.power}: {event.phase.replace('_', ' ')}"


def _round_ended(event: RoundEnded, _: Names) -> str:
    return f"── Round {event.round} is over ──"


def _game_ended(event: GameEnded, _: Names) -> str:
    return f"The game is over. {end_words(event.outcome)}"


def _seat_resigned(event: SeatResigned, _: Names) -> str:
    powers = " and ".join(event.passed)
    return f"{powers}: the player resigns, and the next of the side plays on"


def _collected(event: Collected, _: Names) -> str:
    """``USA collects 25 IPC: 20 from territories, 5 for "The homeland"``."""
    collects = f"{event.power} collects {event.total} IPC"
    match event.terms:
        case (Term(reason="territories"),):
            return f"{collects} from its territories"
        case terms:
            return f"{collects}: {', '.join(map(_term, terms))}"


def _term(term: Term) -> str:
    """A part of an income; objectives have names of their own."""
    if term.reason == "territories":
        return f"{term.amount} from territories"
    if term.amount < 0:
        return f"{-term.amount} less for {term.reason}"
    named = term.reason if term.reason.islower() else f'"{term.reason}"'
    return f"{term.amount} for {named}"


def _enlisted(event: Enlisted, _: Names) -> str:
    return f"{event.power} raises {event.count} infantry"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            ChooseFirst,
            asks="Which power moves to combat and fights first?",
            rules=("BG-3.3",),
            task="choose which power fights first",
            control=Menu(),
            says=(Wording(First, _say_first),),
            verbs=(
                Verb("let", "USA fight first: it moves to combat before the other", _first),
                Verb("first", "USA: the same", _first),
            ),
            examples=("let USA fight first",),
        ),
    ),
    events=(
        EventRecord(TurnBegan, _turn_began),
        EventRecord(PhaseBegan, _phase_began),
        EventRecord(RoundEnded, _round_ended),
        EventRecord(GameEnded, _game_ended),
        EventRecord(SeatResigned, _seat_resigned),
        EventRecord(Collected, _collected),
        EventRecord(Enlisted, _enlisted),
    ),
)
