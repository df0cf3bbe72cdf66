"""Kamikaze (WK): fighters that fly without a way back."""

__all__ = ["CHAPTER"]

from client.presentation.controls import PieceAction
from client.presentation.names import Names
from client.presentation.naming import placed
from client.presentation.reading import bare, one_able
from client.presentation.record import ActionRecord, Chapter, EventRecord, Verb, Wording
from client.seat.view import PlayerView
from engine.movement.phases import CombatMove
from engine.pieces import PieceId
from engine.variants.rules_of_warfare.kamikaze import (
    BecomeKamikaze,
    KamikazeDeclared,
    KamikazeSpent,
)


def _vow(view: PlayerView, text: str) -> BecomeKamikaze:
    actions = view.game.rules.candidate_actions(view.game, view.decision)
    able = {action.fighter for action in actions if isinstance(action, BecomeKamikaze)}
    return BecomeKamikaze(one_able(view, bare(text, "with"), able, "fighter that can take the vow"))


def _say_vow(view: PlayerView, action: BecomeKamikaze) -> str:
    return f"kamikaze with {placed(view, (action.fighter,))}"


def _vow_of(_: PlayerView, fighter: PieceId) -> BecomeKamikaze:
    return BecomeKamikaze(fighter)


def _sworn(event: KamikazeDeclared, names: Names) -> str:
    return f"{names.pieces([event.fighter])} becomes a kamikaze: it is removed after the battles"


def _spent(event: KamikazeSpent, names: Names) -> str:
    return f"{names.act(event.fighters, 'is', 'are')} removed after a kamikaze flight"


CHAPTER = Chapter(
    actions=(
        ActionRecord(
            BecomeKamikaze,
            verb=Verb(
                "kamikaze",
                "fighter Japan, or the space alone: a fighter flies without hope of landing",
                _vow,
            ),
            wording=Wording(BecomeKamikaze, _say_vow),
            control=PieceAction(
                BecomeKamikaze.tag,
                title="Kamikaze: fighters that will not come back",
                hint="A vow cannot be taken back; it sends what is staged.",
                send="Vow",
                rules=("WK-1",),
                does=_vow_of,
            ),
            within=(CombatMove,),
        ),
    ),
    events=(EventRecord(KamikazeDeclared, _sworn), EventRecord(KamikazeSpent, _spent)),
)
