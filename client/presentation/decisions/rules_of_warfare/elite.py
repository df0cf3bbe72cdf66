"""Elite units (WE): which unit, its second roll, and a new one."""

__all__ = ["CHAPTER"]

from client.presentation.controls import PickOne
from client.presentation.names import Names
from client.presentation.naming import placed
from client.presentation.reading import alone, bare, one_in
from client.presentation.record import (
    Chapter,
    DecisionRecord,
    EventRecord,
    Menu,
    MenuNotes,
    Verb,
    Wording,
)
from client.presentation.shots import shot_seen
from client.presentation.words import kind_name
from client.schema.forms import ChoiceWords
from client.seat.view import PlayerView
from engine.pieces import Figure
from engine.variants.rules_of_warfare.elite import (
    EliteBought,
    EliteMarked,
    Mark,
    MarkElite,
    Renew,
    RenewElite,
    Reroll,
    RerollDie,
    Rerolled,
    elite_of,
)


def _elite(view: PlayerView, text: str) -> Mark:
    return Mark(one_in(view, bare(text, "elite"), lambda piece: isinstance(piece, Figure)))


def _say_mark(view: PlayerView, answer: Mark) -> str:
    return f"make {placed(view, (answer.piece,))} elite"


def _marked(event: EliteMarked, names: Names) -> str:
    return f"{event.power} makes {names.pieces([event.piece])} elite"


def _reroll(_: PlayerView, text: str) -> Reroll:
    alone("roll", bare(text, "again"))
    return Reroll(again=True)


def _keep(_: PlayerView, text: str) -> Reroll:
    alone("keep", bare(text, "the result"))
    return Reroll(again=False)


def _say_reroll(_: PlayerView, answer: Reroll) -> str:
    return "roll again" if answer.again else "keep the result"


def _missed(view: PlayerView, decision: RerollDie) -> MenuNotes:
    """The dice that have fallen, and whose one may be rolled again (WE-1)."""
    game = view.game
    elite = elite_of(game, decision.power)
    unit = None if elite is None else game.pieces[elite]
    name = kind_name(unit.kind) if isinstance(unit, Figure) else "unit"
    volley = () if game.battle is None else game.battle.volley
    return MenuNotes(
        hint=f"Your elite {name} missed.", shots=tuple(shot_seen(shot) for shot in volley)
    )


def _rerolled(event: Rerolled, names: Names) -> str:
    elite = names.pieces([event.piece])
    return f"{elite}, elite, rolls again: {event.after} for {event.before}"


def _buy(_: PlayerView, text: str) -> Renew:
    alone("buy", bare(text, "a new elite unit"))
    return Renew(buy=True)


def _decline(_: PlayerView, text: str) -> Renew:
    alone("decline", bare(text, "a new elite unit"))
    return Renew(buy=False)


def _say_renew(_: PlayerView, answer: Renew) -> str:
    return "buy a new elite unit" if answer.buy else "decline a new elite unit"


def _bought(event: EliteBought, _: Names) -> str:
    return f"{event.power} buys an elite {kind_name(event.kind)} for {event.spent} IPC"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            MarkElite,
            asks="Which of your units is elite?",
            rules=("WE-1",),
            task="choose an elite unit",
            control=PickOne(
                ChoiceWords(chosen="is elite", left="is not", send="Make it elite", none=None),
                answer=Mark,
            ),
            says=(Wording(Mark, _say_mark),),
            verbs=(
                Verb("make", "a tank in Russia elite: the unit that is elite from now on", _elite),
                Verb("elite", "tank Russia: the same", _elite),
            ),
            examples=("make tank Russia elite", "elite tank Russia"),
        ),
        DecisionRecord(
            RerollDie,
            asks="Your elite unit has missed: do you roll again?",
            rules=("WE-1",),
            task="roll again or keep the result",
            control=Menu(notes=_missed),
            says=(Wording(Reroll, _say_reroll),),
            verbs=(
                Verb("roll", "again: the second result stands", _reroll),
                Verb("keep", "the result: it stands", _keep),
            ),
            examples=("roll again", "keep the result"),
        ),
        DecisionRecord(
            RenewElite,
            asks="Do you buy a new elite unit of the kind that you lost?",
            rules=("WE-2",),
            task="buy a new elite unit",
            control=Menu(),
            says=(Wording(Renew, _say_renew),),
            verbs=(
                Verb("buy", "a new elite unit is bought", _buy),
                Verb("decline", "none is bought", _decline),
            ),
            examples=("buy", "decline"),
        ),
    ),
    events=(
        EventRecord(EliteMarked, _marked),
        EventRecord(Rerolled, _rerolled, nested=True, beside_dice=True),
        EventRecord(EliteBought, _bought),
    ),
)
