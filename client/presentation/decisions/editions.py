"""What editions of the rulebook ask and tell otherwise: Classic, and neutral territories."""

__all__ = ["CHAPTER"]

from collections.abc import Mapping

from client.presentation import places
from client.presentation.controls import Aims, Assign, piece_of, single_aims
from client.presentation.names import Names
from client.presentation.naming import named, seen
from client.presentation.reading import ARROW, NOTHING, parts, space, stack_in
from client.presentation.record import Chapter, DecisionRecord, EventRecord, Verb, Wording
from client.presentation.words import NotUnderstood, listed
from client.schema.forms import ChoiceWords
from client.seat.view import PlayerView
from engine.battle.sides import current_battle
from engine.board import SpaceId
from engine.editions.classic import CashBombed, Withdrawal, WithdrawSubmarines
from engine.editions.neutrals import NeutralEntered, NeutralGivenBack
from engine.game import Game
from engine.pieces import PieceId
from engine.units import Trait


def _withdraw(view: PlayerView, text: str) -> Withdrawal:
    leaving: dict[PieceId, SpaceId] = {}
    for part in parts(text):
        if part.casefold() in NOTHING:
            continue
        units, *to = ARROW.split(part)
        if len(to) != 1:
            raise NotUnderstood("where to?", "write > and a sea zone: withdraw 2 submarines > SZ 5")
        chosen = _submarines(view, units, frozenset(leaving))
        leaving |= dict.fromkeys(sorted(chosen), space(view, to[0]))
    return Withdrawal(leaving)


def _submarines(view: PlayerView, text: str, gone: frozenset[PieceId]) -> frozenset[PieceId]:
    """Own submarines that defend in the battle, as in ``2 submarines``, but for some."""
    game, battle = view.game, current_battle(view.game)
    chosen, _ = stack_in(
        view,
        f"{text} in {battle.space}",
        lambda piece: (
            piece.id in battle.defenders
            and piece.id not in gone
            and game.rules.counts_as(game, piece, Trait.SUBMARINE)
        ),
    )
    return chosen


def _say_withdrawal(view: PlayerView, answer: Withdrawal) -> str:
    to = answer.to
    zones = {zone: [p for p, at in to.items() if at == zone] for zone in to.values()}
    ways = [f"{named(view, by)} > {zone}" for zone, by in sorted(zones.items())]
    return f"withdraw {'; '.join(ways) or 'none'}"


def _tell_withdrawal(view: PlayerView, answer: Withdrawal) -> str:
    zones: dict[SpaceId, list[PieceId]] = {}
    for piece, zone in answer.to.items():
        zones.setdefault(zone, []).append(piece)
    ways = (f"{seen(view, by)} to {zone}" for zone, by in sorted(zones.items()))
    return f"withdraw {listed(ways) or 'none'}"


def _meant(_: Game, to: Mapping[str, str]) -> Withdrawal:
    return Withdrawal({piece_of(sub): SpaceId(zone) for sub, zone in to.items()})


def _next_door(game: Game, decision: WithdrawSubmarines) -> Aims:
    return single_aims(decision, game, _meant)


def _cash_bombed(event: CashBombed, _: Names) -> str:
    return f"{event.power} loses {event.ipc} IPC by the bombs on {event.territory}"


def _entered(event: NeutralEntered, _: Names) -> str:
    return f"{event.power} pays {event.ipc} IPC to enter neutral {event.territory}"


def _given_back(event: NeutralGivenBack, _: Names) -> str:
    return f"{event.territory} is neutral again; {event.power} has its {event.ipc} IPC back"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            WithdrawSubmarines,
            asks="Do your submarines withdraw to a neighbouring sea zone?",
            rules=("BG-8.12",),
            task="withdraw submarines",
            control=Assign(
                ChoiceWords(
                    chosen="withdraws to",
                    left="fights on",
                    send="Withdraw",
                    none="Fight on with all",
                ),
                aims=_next_door,
                answer=_meant,
            ),
            says=(Wording(Withdrawal, _say_withdrawal, _tell_withdrawal),),
            verbs=(
                Verb(
                    "withdraw",
                    "2 submarines > SZ 5; #12 > SZ 6: what leaves the battle for where, or none",
                    _withdraw,
                ),
            ),
            examples=("withdraw 2 submarines > SZ 5", "withdraw none"),
        ),
    ),
    events=(
        EventRecord(
            CashBombed, _cash_bombed, place=places.territory, nested=True, beside_dice=True
        ),
        EventRecord(NeutralEntered, _entered, place=places.territory),
        EventRecord(NeutralGivenBack, _given_back, place=places.territory),
    ),
)
