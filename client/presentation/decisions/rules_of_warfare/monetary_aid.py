"""Monetary aid (WI): gifts, and who may capture them."""

__all__ = ["CHAPTER"]

from collections.abc import Iterator, Mapping

from client.presentation.controls import Share, Shares
from client.presentation.names import Names
from client.presentation.reading import NOTHING, bare, parts
from client.presentation.record import (
    Chapter,
    DecisionRecord,
    DiceResult,
    EventRecord,
    Menu,
    Verb,
    Wording,
)
from client.presentation.words import amount, listed, one_of
from client.schema.forms import ShareWords
from client.seat.view import PlayerView
from engine.board import Power
from engine.game import Game
from engine.variants.rules_of_warfare.monetary_aid import (
    AidGiven,
    AidReceived,
    GiftRoller,
    Gifts,
    GiveAid,
    PickRoller,
)


def _give(view: PlayerView, text: str) -> Gifts:
    gifts: dict[Power, int] = {}
    for part in parts(text, ","):
        if part.casefold() in NOTHING:
            continue
        number, _, ally = part.partition(" ")
        power = Power(one_of(ally.removeprefix("IPC "), view.game.rules.scenario.powers, "power"))
        gifts[power] = gifts.get(power, 0) + amount(number)
    return Gifts(dict(sorted(gifts.items())))


def _say_gifts(_: PlayerView, answer: Gifts) -> str:
    gifts = (f"{ipc} {ally}" for ally, ipc in sorted(answer.to.items()))
    return f"give {', '.join(gifts) or 'nothing'}"


def _tell_gifts(_: PlayerView, answer: Gifts) -> str:
    gifts = (f"{ipc} IPC to {ally}" for ally, ipc in sorted(answer.to.items()))
    return f"give {listed(gifts) or 'nothing'}"


def _allies(game: Game, decision: GiveAid) -> Shares:
    purse = game.treasury[decision.power]
    allies = [ally for ally in game.treasury if decision.legal(game, Gifts({ally: 1}))]
    return Shares(dict.fromkeys(allies, purse), purse)


def _given(shares: Mapping[str, int]) -> Gifts:
    return Gifts({Power(ally): ipc for ally, ipc in shares.items()})


def _purse(view: PlayerView, decision: GiveAid) -> Iterator[str]:
    yield f"you have {view.game.treasury[decision.power]} IPC"


def _let(view: PlayerView, text: str) -> GiftRoller:
    powers = {
        answer.power: answer
        for answer in view.decision.candidates(view.game)
        if isinstance(answer, GiftRoller)
    }
    return powers[Power(one_of(bare(text, "roll"), powers, "enemy who could roll"))]


def _say_messenger(_: PlayerView, answer: GiftRoller) -> str:
    return f"let {answer.power} roll"


def _aid_given(event: AidGiven, _: Names) -> str:
    end = "it is under way" if event.to == event.ally else f"{event.to} captures it"
    rolled = f"{event.die}, " if event.die else ""
    return f"{event.giver} sends {event.ipc} IPC to {event.ally}: {rolled}{end}"


def _aid_dice(event: AidGiven) -> DiceResult | None:
    return DiceResult("Monetary aid", None, (event.die,)) if event.die else None


def _aid_received(event: AidReceived, _: Names) -> str:
    kept = ", kept by the bank" if event.banked else ""
    return f"{event.power} gets {event.ipc} IPC of aid{kept}"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            GiveAid,
            asks="Do you set IPC aside for your allies?",
            rules=("WI-1",),
            task="give monetary aid",
            control=Share(ShareWords(send="Give aid", none="Give nothing"), _allies, _given),
            says=(Wording(Gifts, _say_gifts, _tell_gifts),),
            verbs=(Verb("give", "6 USSR, 3 UK: IPC for allies, or nothing", _give),),
            examples=("give 6 USSR, 3 UK", "give nothing"),
            facts=_purse,
        ),
        DecisionRecord(
            PickRoller,
            asks="Which enemy rolls to capture the gift?",
            rules=("WI-1",),
            task="choose who rolls for the gift",
            control=Menu(),
            says=(Wording(GiftRoller, _say_messenger),),
            verbs=(Verb("let", "Japan roll: the enemy that rolls for the gift", _let),),
            examples=("let Japan roll",),
        ),
    ),
    events=(
        EventRecord(AidGiven, _aid_given, dice=_aid_dice),
        EventRecord(AidReceived, _aid_received),
    ),
)
