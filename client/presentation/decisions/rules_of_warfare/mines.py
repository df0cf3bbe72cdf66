"""Sea mines (WM): stowing, laying, and sailing on after a hit."""

__all__ = ["CHAPTER"]

from client.presentation import places
from client.presentation.controls import PickOne, PieceAction
from client.presentation.names import Names, dice
from client.presentation.naming import laden, placed
from client.presentation.reading import alone, bare, one_able
from client.presentation.record import (
    ActionRecord,
    Chapter,
    DecisionRecord,
    DiceResult,
    EventRecord,
    Menu,
    Verb,
    Wording,
)
from client.presentation.words import counted_kind, one_of
from client.schema.forms import ChoiceWords
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.game import Game
from engine.movement.phases import NoncombatMove
from engine.pieces import PieceId
from engine.variants.rules_of_warfare.mines import (
    MINE,
    Course,
    GoOn,
    LayMine,
    MineHit,
    MineLaid,
    MineLoaded,
    MineRolled,
    MinesLost,
    MineTransport,
    StowMine,
)

# Stowing


def _stow(view: PlayerView, text: str) -> MineTransport:
    ships = {
        laden(view, answer.transport): answer
        for answer in view.decision.candidates(view.game)
        if isinstance(answer, MineTransport)
    }
    return ships[one_of(bare(text, "aboard"), ships, "transport with room for a mine")]


def _say_stowage(view: PlayerView, answer: MineTransport) -> str:
    return f"stow aboard {laden(view, answer.transport)}"


def _harbour(_: Game, decision: StowMine) -> SpaceId:
    return decision.at


def _loaded(event: MineLoaded, names: Names) -> str:
    return f"a mine goes aboard {names.pieces([event.transport])}"


def _not_loaded(event: MinesLost, _: Names) -> str:
    mines = counted_kind(MINE, event.count)
    return f"{event.power} loses {mines}, which no transport has taken aboard"


# Laying


def _lay(view: PlayerView, text: str) -> LayMine:
    actions = view.game.rules.candidate_actions(view.game, view.decision)
    able = {action.transport for action in actions if isinstance(action, LayMine)}
    named = bare(text, "a mine", "with")
    return LayMine(one_able(view, named, able, "transport that can lay a mine"))


def _say_lay(view: PlayerView, action: LayMine) -> str:
    return f"lay a mine with {placed(view, (action.transport,))}"


def _laid_by(_: PlayerView, transport: PieceId) -> LayMine:
    return LayMine(transport)


def _laid(event: MineLaid, names: Names) -> str:
    return f"{names.pieces([event.transport])} lays a mine in {event.at}"


# Hits


def _go_on(_: PlayerView, text: str) -> Course:
    alone("go", bare(text, "on"))
    return Course(on=True)


def _stop(_: PlayerView, text: str) -> Course:
    alone("stop", bare(text, "here"))
    return Course(on=False)


def _say_course(_: PlayerView, answer: Course) -> str:
    return "go on" if answer.on else "stop here"


def _rolled(event: MineRolled, names: Names) -> str:
    return f"{names.act(event.ships, 'is', 'are')} among mines in {event.at}: {dice(event.dice)}"


def _mine_dice(event: MineRolled) -> DiceResult:
    return DiceResult("Among mines", event.at, event.dice)


def _hit(event: MineHit, _: Names) -> str:
    return f"the mine in {event.at} has gone off"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            StowMine,
            asks="Which transport takes the new mine aboard?",
            rules=("WM-1",),
            task="stow a mine",
            control=PickOne(
                ChoiceWords(
                    chosen="takes the mine aboard", left="does not", send="Stow it here", none=None
                ),
                answer=MineTransport,
            ),
            says=(Wording(MineTransport, _say_stowage),),
            verbs=(Verb("stow", "aboard empty transport: the ship that takes the mine", _stow),),
            examples=("stow aboard empty transport", "stow aboard transport with infantry"),
            about=_harbour,
        ),
        DecisionRecord(
            GoOn,
            asks="A mine has hit: do the other ships sail on?",
            rules=("WM-3",),
            task="sail on or stop",
            control=Menu(),
            says=(Wording(Course, _say_course),),
            verbs=(
                Verb("go", "on: what is left of the order sails on", _go_on),
                Verb("stop", "here: what is left of the order stops", _stop),
            ),
            examples=("go on", "stop here"),
        ),
    ),
    actions=(
        ActionRecord(
            LayMine,
            verb=Verb(
                "lay",
                "transport SZ 5, or the zone alone: a transport lays one of its mines there",
                _lay,
            ),
            wording=Wording(LayMine, _say_lay),
            control=PieceAction(
                LayMine.tag,
                title="Lay mines",
                hint="The transport then moves no more; this sends what is staged.",
                send="Lay a mine",
                rules=("WM-2",),
                does=_laid_by,
            ),
            within=(NoncombatMove,),
        ),
    ),
    events=(
        EventRecord(MineLoaded, _loaded),
        EventRecord(MinesLost, _not_loaded),
        EventRecord(MineLaid, _laid, place=places.at),
        EventRecord(MineRolled, _rolled, place=places.at, dice=_mine_dice),
        EventRecord(MineHit, _hit, place=places.at, beside_dice=True),
    ),
)
