"""Submarine warfare (SW): hunts, and destroyers that roll at what sails past."""

__all__ = ["CHAPTER"]

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from client.presentation import places
from client.presentation.controls import Aims, Assign, PickOne, piece_of, single_aims
from client.presentation.markers import mark_words
from client.presentation.names import Names
from client.presentation.naming import named
from client.presentation.odds import assumptions, doubts, ends, house_assumptions
from client.presentation.prospects import named_prospects
from client.presentation.reading import (
    NOTHING,
    alone,
    bare,
    counted,
    one_in,
    parts,
    stack_in,
    tokens,
)
from client.presentation.record import (
    Chapter,
    DecisionRecord,
    DiceResult,
    EventRecord,
    Menu,
    MenuNotes,
    Verb,
    Wording,
)
from client.presentation.words import NotUnderstood, handles, one_of
from client.schema.forms import ChoiceWords
from client.seat.odds import hunt_choices, outlook
from client.seat.view import PlayerView
from engine.battle.sides import current_battle
from engine.battles import Role
from engine.board import SpaceId
from engine.errors import counted as count_of
from engine.game import Game
from engine.pieces import Figure, Piece, PieceId
from engine.requests import Decision
from engine.variants.submarine_warfare.hunting import (
    BreakOffDuel,
    Direct,
    DirectDestroyer,
    Escape,
    EscapeAttempt,
    FightOn,
    Hunt,
    HuntTarget,
    NameTarget,
    NextHunter,
    PressDuel,
    StopHunting,
)
from engine.variants.submarine_warfare.patrol import Patrol, Targets, halting_chance, patrols
from engine.variants.submarine_warfare.state import Directed, Dueled, Escaped, Halted, Looked

# Hunts


def _hunt(view: PlayerView, text: str) -> Hunt:
    ready = [a.hunter for a in view.decision.candidates(view.game) if isinstance(a, Hunt)]
    return Hunt(_one(view, bare(text, "with"), lambda piece: piece.id in ready))


def _stop(_: PlayerView, text: str) -> StopHunting:
    alone("stop", bare(text, "the hunt"))
    return StopHunting()


def _name(view: PlayerView, text: str) -> HuntTarget:
    named_prey = {_called(view, piece): piece for piece in _spotted(view)}
    return HuntTarget(named_prey[one_of(text, named_prey, "submarine here")])


def _spotted(view: PlayerView) -> Iterator[PieceId]:
    candidates = view.decision.candidates(view.game)
    return (answer.piece for answer in candidates if isinstance(answer, HuntTarget))


def _called(view: PlayerView, piece: PieceId) -> str:
    """A token by its handle; submarines are alike, but for their owner and what marks them."""
    found = view.game.pieces[piece]
    if not isinstance(found, Figure):
        return handles((piece,))
    marks = map(mark_words, view.game.rules.marks(view.game, found))
    return " ".join((f"{found.owner}'s", *marks, "submarine"))


def _attack(_: PlayerView, text: str) -> Direct:
    alone("attack", bare(text, "with the aircraft itself"))
    return Direct()


def _send(view: PlayerView, text: str) -> Direct:
    able = [a.destroyer for a in view.decision.candidates(view.game) if isinstance(a, Direct)]
    return Direct(_one(view, text, lambda piece: piece.id in able))


def _one(view: PlayerView, text: str, usable: Callable[[Piece], bool]) -> PieceId:
    """One own piece of the battle."""
    return one_in(view, f"{text} in {current_battle(view.game).space}", usable)


def _leave(_: PlayerView, text: str) -> EscapeAttempt:
    alone("leave", bare(text, "the fight"))
    return EscapeAttempt(leaves=True)


def _stay(_: PlayerView, text: str) -> EscapeAttempt:
    alone("stay", bare(text, "and fight"))
    return EscapeAttempt(leaves=False)


def _fight_on(_: PlayerView, text: str) -> FightOn:
    alone("fight", bare(text, "on"))
    return FightOn()


def _break_off(_: PlayerView, text: str) -> BreakOffDuel:
    alone("break", bare(text, "off"))
    return BreakOffDuel()


def _say_hunt(view: PlayerView, answer: Hunt) -> str:
    return f"hunt with {named(view, (answer.hunter,))}"


def _say_stop(_: PlayerView, __: StopHunting) -> str:
    return "stop the hunt"


def _say_prey(view: PlayerView, answer: HuntTarget) -> str:
    return f"name {_called(view, answer.piece)}"


def _say_direct(view: PlayerView, answer: Direct) -> str:
    sent = "" if answer.destroyer is None else named(view, (answer.destroyer,))
    return f"send {sent}" if sent else "attack with the aircraft itself"


def _say_slip(_: PlayerView, answer: EscapeAttempt) -> str:
    return "leave the fight" if answer.leaves else "stay and fight"


def _say_fight_on(_: PlayerView, __: FightOn) -> str:
    return "fight on"


def _say_break_off(_: PlayerView, __: BreakOffDuel) -> str:
    return "break off"


def _stalked(game: Game, decision: Escape) -> SpaceId:
    return game.pieces[decision.piece].at


def _prospects(view: PlayerView, _: Decision[Any] | None = None) -> Iterator[str]:
    """How the hunt would go on, or would after each answer amid an attack (SW-3 to SW-6)."""
    game = view.game
    whose = " of the attacker" if view.decision.power != game.active else ""
    say: Mapping[type, Callable[[PlayerView, Any], str]] = {
        HuntTarget: _say_prey,
        Direct: _say_direct,
        EscapeAttempt: _say_slip,
        FightOn: _say_fight_on,
        BreakOffDuel: _say_break_off,
    }
    found = {
        f"you {say[type(answer)](view, answer)}": odds
        for answer, odds in hunt_choices(view).items()
    } or {"the hunt goes on": outlook(view)}
    notes: dict[str, None] = {}
    for what, odds in found.items():
        lost, sunk = (round(odds.cost(role)) for role in (Role.ATTACKER, Role.DEFENDER))
        yield f"Odds{whose} if {what}: {ends(odds)}; {lost} IPC are lost for {sunk} on average."
        notes |= dict.fromkeys((*assumptions(game, odds), *doubts(odds)))
    hunters, hunted = (game.pieces.named(current_battle(game).side(role)) for role in Role)
    notes |= dict.fromkeys(house_assumptions(game, hunters, hunted, supporting=0))
    yield from (f"{note[0].upper()}{note[1:]}." for note in notes)


def _hint(view: PlayerView) -> str:
    return " ".join(_prospects(view))


def _notes(view: PlayerView, _: Decision[Any]) -> MenuNotes:
    return MenuNotes(hint=_hint(view))


# Patrols


def _patrol(view: PlayerView, text: str) -> Targets:
    decision = view.decision
    if not isinstance(decision, Patrol):
        raise TypeError(f"{type(decision).__name__} asks for no destroyers")
    at: dict[PieceId, PieceId] = {}
    for part in parts(text):
        if part.casefold() in NOTHING:
            continue
        what, sign, prey = part.partition(" at ")
        if not sign:
            raise NotUnderstood(f'"{part}" at what?', "write: destroyer at #12")
        what = bare(what, "with")
        rolling, _ = stack_in(view, f"{what} in {decision.zone}", lambda piece: piece.id not in at)
        for destroyer in sorted(rolling):
            at[destroyer] = _leaving(view, decision, prey, frozenset(at.values()))
    return Targets(dict(sorted(at.items())))


def _leaving(view: PlayerView, decision: Patrol, text: str, aimed: frozenset[PieceId]) -> PieceId:
    """A token by its handle; of submarines, which are alike, one that nobody rolls at yet."""
    if "#" in text:
        (prey,) = tokens(text) or {PieceId(0)}
        return prey
    counted(view, text)
    figures = [p for p in decision.leaving if isinstance(view.game.pieces[p], Figure)]
    if not figures:
        raise NotUnderstood("what leaves are tokens", "name one, as in #12")
    return next((piece for piece in figures if piece not in aimed), figures[0])


def _say_patrol(view: PlayerView, answer: Targets) -> str:
    rolls = (
        f"with {named(view, (destroyer,))} at {named(view, (sub,))}"
        for destroyer, sub in sorted(answer.at.items())
    )
    return f"roll {'; '.join(rolls) or 'none'}"


def _tell_patrol(view: PlayerView, answer: Targets) -> str:
    return _say_patrol(view, answer) if answer.at else "let them sail past"


def _aimed(_: Game, to: Mapping[str, str]) -> Targets:
    return Targets({piece_of(destroyer): piece_of(sub) for destroyer, sub in to.items()})


def _halting(view: PlayerView, decision: Patrol) -> Iterator[str]:
    """How likely so many rolls at one submarine halt it."""
    game = view.game
    able = [i for i in patrols(game, decision.zone) if game.pieces[i].owner == decision.power]
    each = (
        f"{count_of(rolls, 'roll')} {round(100 * halting_chance(game, rolls))} %"
        for rolls in range(1, len(able) + 1)
    )
    yield f"Chance to halt a submarine, or a token: {', '.join(each)}"


def _halting_hint(view: PlayerView, decision: Patrol) -> str:
    return " ".join(f"{line}." for line in _halting(view, decision))


def _sailing_past(game: Game, decision: Patrol) -> Aims:
    return single_aims(decision, game, _aimed, map(str, decision.leaving))


def _patrolled(_: Game, decision: Patrol) -> SpaceId:
    return decision.zone


# Events


def _halted(event: Halted, names: Names) -> str:
    shots = ", ".join(
        f"{names.pieces([destroyer])} at {names.pieces([prey])}: {die}"
        for destroyer, (die, prey) in sorted(event.rolled.items())
    )
    halted = names.act(event.halted, "is halted", "are halted")
    stopped = halted if event.halted else "nothing is halted"
    return f"{event.power} in {event.zone}, {shots}; {stopped}"


def _halted_dice(event: Halted) -> DiceResult:
    rolled = tuple(die for _, (die, _) in sorted(event.rolled.items()))
    return DiceResult("Submarines sail past destroyers", event.zone, rolled)


def _looked(event: Looked, names: Names) -> str:
    seen = "spots one" if event.spotted else "spots nothing"
    hunter = names.pieces([event.hunter])
    return f"{hunter} looks for submarines in {event.zone}: {event.die}, {seen}"


def _looked_dice(event: Looked) -> DiceResult:
    return DiceResult(f"Hunt in {event.zone}", event.zone, (event.die,))


def _directed(event: Directed, names: Names) -> str:
    return f"{names.pieces([event.aircraft])} sends {names.pieces([event.destroyer])}"


def _dueled(event: Dueled, names: Names) -> str:
    pieces = (event.hunter, event.prey)
    shots = (
        f"{names.pieces([piece])} rolls {die} and {'hits' if hit else 'misses'}"
        for piece, die, hit in zip(pieces, event.dice, event.hits, strict=True)
    )
    return f"{'; '.join(shots)}"


def _duel_dice(event: Dueled) -> DiceResult:
    return DiceResult(f"Hunt in {event.zone}", event.zone, event.dice)


def _escaped(event: Escaped, names: Names) -> str:
    return f"{names.pieces([event.prey])} escapes in {event.zone}"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            NextHunter,
            asks="Who hunts next, or is the hunt over?",
            rules=("SW-3",),
            task="choose the next hunter",
            control=PickOne(
                ChoiceWords(
                    chosen="hunts next", left="waits", send="Hunt", none="Break off the hunt"
                ),
                answer=Hunt,
                nothing=StopHunting(),
                first=True,
                hint=_hint,
            ),
            facts=_prospects,
            says=(Wording(Hunt, _say_hunt), Wording(StopHunting, _say_stop)),
            verbs=(
                Verb("hunt", "with destroyer: what attacks next", _hunt),
                Verb("stop", "the hunt: it ends", _stop),
            ),
            examples=("hunt with destroyer", "stop the hunt"),
        ),
        DecisionRecord(
            NameTarget,
            asks="Which submarine was spotted?",
            rules=("SW-3",),
            task="name the spotted submarine",
            control=PickOne(
                ChoiceWords(
                    chosen="was spotted", left="was not", send="This one was spotted", none=None
                ),
                answer=HuntTarget,
                offered=_spotted,
                hint=_hint,
                prospects=named_prospects,
            ),
            facts=_prospects,
            says=(Wording(HuntTarget, _say_prey),),
            verbs=(Verb("name", "#12, or of submarines their owner: what was spotted", _name),),
            examples=("name #12",),
        ),
        DecisionRecord(
            DirectDestroyer,
            asks="Does the aircraft attack, or does it send a destroyer?",
            rules=("SW-6",),
            task="attack or send a destroyer",
            control=PickOne(
                ChoiceWords(
                    chosen="attacks instead",
                    left="waits",
                    send="Send it",
                    none="Attack with the aircraft",
                ),
                answer=Direct,
                nothing=Direct(),
                hint=_hint,
                prospects=named_prospects,
            ),
            facts=_prospects,
            says=(Wording(Direct, _say_direct),),
            verbs=(
                Verb("attack", "the aircraft attacks itself", _attack),
                Verb("send", "destroyer: what is sent in the aircraft's place", _send),
            ),
            examples=("attack", "send destroyer"),
        ),
        DecisionRecord(
            Escape,
            asks="Does your submarine slip away?",
            rules=("SW-4", "SW-5"),
            task="slip away or stay",
            control=Menu(notes=_notes),
            facts=_prospects,
            says=(Wording(EscapeAttempt, _say_slip),),
            verbs=(
                Verb("leave", "the submarine leaves the fight", _leave),
                Verb("stay", "the submarine stays and fights", _stay),
            ),
            examples=("leave", "stay"),
            about=_stalked,
        ),
        DecisionRecord(
            PressDuel,
            asks="Do you fight another round, or let it go?",
            rules=("SW-4",),
            task="fight on or break off",
            control=Menu(notes=_notes),
            facts=_prospects,
            says=(Wording(FightOn, _say_fight_on), Wording(BreakOffDuel, _say_break_off)),
            verbs=(
                Verb("fight", "on: another round", _fight_on),
                Verb("break", "off: the submarine is let go", _break_off),
            ),
            examples=("fight on", "break off"),
        ),
        DecisionRecord(
            Patrol,
            asks="Which destroyers roll at which submarines that leave?",
            rules=("SW-2",),
            task="roll at leaving submarines",
            control=Assign(
                ChoiceWords(
                    chosen="rolls at", left="keeps its roll", send="Roll", none="Let them pass"
                ),
                aims=_sailing_past,
                answer=_aimed,
                hint=_halting_hint,
            ),
            facts=_halting,
            says=(Wording(Targets, _say_patrol, _tell_patrol),),
            verbs=(
                Verb(
                    "roll",
                    "destroyer at #12; 2 destroyers at submarine: who rolls at what, or none",
                    _patrol,
                ),
            ),
            examples=("roll destroyer at #12; 2 destroyers at #13", "roll none"),
            about=_patrolled,
        ),
    ),
    events=(
        EventRecord(Halted, _halted, place=places.zone, dice=_halted_dice),
        EventRecord(Looked, _looked, place=places.zone, nested=True, dice=_looked_dice),
        EventRecord(Directed, _directed, nested=True, beside_dice=True),
        EventRecord(Dueled, _dueled, place=places.zone, nested=True, dice=_duel_dice),
        EventRecord(Escaped, _escaped, place=places.zone, nested=True, beside_dice=True),
    ),
)
