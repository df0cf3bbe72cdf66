"""Convoy disruption (CD): who raids, and which territories lose."""

__all__ = ["CHAPTER"]

from collections.abc import Mapping

from client.presentation import places
from client.presentation.controls import Pick, Share, Shares
from client.presentation.names import Names, dice
from client.presentation.naming import seen
from client.presentation.reading import NOTHING, bare, parts, space, tokens
from client.presentation.record import (
    Chapter,
    DecisionRecord,
    DiceResult,
    EventRecord,
    Verb,
    Wording,
)
from client.presentation.words import amount, handles, listed
from client.schema.forms import ChoiceWords, ShareWords
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.economy.convoys import ConvoysLost, ConvoysRaided, ShownRaiders, ShowRaiders
from engine.game import Game
from engine.pieces import PieceId
from engine.variants.convoys.raids import DivideLoss, Division
from engine.variants.convoys.state import Evicted, LossDivided, PowerCollapsed

# Raiders


def _raid(view: PlayerView, text: str) -> ShownRaiders:
    text = bare(text, "with")
    if text.casefold() in NOTHING:
        return ShownRaiders()
    if text.casefold() == "all":
        able = (
            a.pieces for a in view.decision.candidates(view.game) if isinstance(a, ShownRaiders)
        )
        return ShownRaiders(frozenset[PieceId]().union(*able))
    return ShownRaiders(tokens(text))


def _say_raid(_: PlayerView, answer: ShownRaiders) -> str:
    return f"raid with {handles(answer.pieces) or 'none'}"


def _tell_raid(view: PlayerView, answer: ShownRaiders) -> str:
    return f"raid convoys with {seen(view, answer.pieces)}" if answer.pieces else "raid no convoys"


def _zone(_: Game, decision: ShowRaiders | DivideLoss) -> SpaceId:
    return decision.zone


# Losses


def _divide(view: PlayerView, text: str) -> Division:
    losses: dict[SpaceId, int] = {}
    for part in parts(text, ","):
        if part.casefold() in NOTHING:
            continue
        number, _, place = part.partition(" ")
        territory = space(view, place)
        losses[territory] = losses.get(territory, 0) + amount(number)
    return Division(dict(sorted(losses.items())))


def _say_division(_: PlayerView, answer: Division) -> str:
    shares = (f"{ipc} {territory}" for territory, ipc in sorted(answer.losses.items()))
    return f"divide {', '.join(shares) or 'nothing'}"


def _tell_division(_: PlayerView, answer: Division) -> str:
    shares = (f"{ipc} IPC from {territory}" for territory, ipc in sorted(answer.losses.items()))
    return f"take {listed(shares) or 'nothing'}"


def _losses(game: Game, decision: DivideLoss) -> Shares:
    ways = [dict(answer.losses) for answer in decision.candidates(game)]
    lands = sorted({land for way in ways for land in way})
    return Shares(
        {str(land): max(way.get(land, 0) for way in ways) for land in lands},
        total=sum(ways[0].values()),
        exactly=True,
        proposed={str(land): ipc for land, ipc in ways[0].items()},
        spaces=tuple(lands),
    )


def _divided(shares: Mapping[str, int]) -> Division:
    return Division({SpaceId(land): ipc for land, ipc in shares.items()})


# Events


def _raided(event: ConvoysRaided, _: Names) -> str:
    rolled = dice(event.dice)
    return f"{event.power} raids convoys of {event.victim} in {event.zone}: {rolled}"


def _raid_dice(event: ConvoysRaided) -> DiceResult:
    return DiceResult("Convoys", event.zone, event.dice)


def _convoys_lost(event: ConvoysLost, _: Names) -> str:
    return f"{event.victim} loses {event.ipc} IPC of convoys in {event.zone}"


def _loss_divided(event: LossDivided, _: Names) -> str:
    shares = ", ".join(f"{ipc} to {there}" for there, ipc in sorted(event.losses.items()))
    return f"{event.power} divides the loss in {event.zone}: {shares or 'nothing'}"


def _collapsed(event: PowerCollapsed, _: Names) -> str:
    told = (
        f"{event.power} collapses, since {event.territory} is cut off",
        f"{listed(event.closed)} closed" if event.closed else "",
        ", ".join(f"{there} passes to {by}" for there, by in sorted(event.passed.items())),
    )
    return "; ".join(part for part in told if part)


def _evicted(event: Evicted, names: Names) -> str:
    return f"{event.power} loses {names.pieces(event.pieces)}: the territory is closed"


def _raid_hint(view: PlayerView) -> str:
    """What is at stake (BG-11.2, CD-2, SS-A23)."""
    game, decision = view.game, view.decision
    convoys = game.rules.convoys(game)
    zone = decision.zone if isinstance(decision, ShowRaiders) else None
    limit = None if convoys is None or zone is None else convoys.zones.get(zone)
    most = "" if limit is None else f", which lose {limit} IPC here at most"
    return (
        f"Every submarine that is revealed rolls against the convoys of {game.active}{most}. "
        "A decoy that is revealed leaves the board."
    )


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            ShowRaiders,
            asks="Which tokens raid convoys here and are revealed?",
            rules=("SS-A23",),
            task="choose convoy raiders",
            control=Pick(
                ChoiceWords(
                    chosen="raids and is revealed",
                    left="stays face down",
                    send="Reveal and raid",
                    none="Reveal none",
                ),
                answer=ShownRaiders,
                hint=_raid_hint,
            ),
            says=(Wording(ShownRaiders, _say_raid, _tell_raid),),
            verbs=(Verb("raid", "with #12 #13: the tokens that raid, all or none", _raid),),
            examples=("raid with #12 #13", "raid with none"),
            about=_zone,
        ),
        DecisionRecord(
            DivideLoss,
            asks="Which territories lose what was sunk here?",
            rules=("CD-3",),
            task="divide a convoy loss",
            control=Share(ShareWords(send="Divide", none="Divide"), _losses, _divided),
            says=(Wording(Division, _say_division, _tell_division),),
            verbs=(Verb("divide", "2 France, 1 Germany: IPC that each territory loses", _divide),),
            examples=("divide 2 France, 1 Germany",),
            about=_zone,
        ),
    ),
    events=(
        EventRecord(ConvoysRaided, _raided, place=places.zone, dice=_raid_dice),
        EventRecord(ConvoysLost, _convoys_lost, place=places.zone, beside_dice=True),
        EventRecord(LossDivided, _loss_divided, place=places.zone),
        EventRecord(PowerCollapsed, _collapsed, place=places.territory),
        EventRecord(Evicted, _evicted),
    ),
)
