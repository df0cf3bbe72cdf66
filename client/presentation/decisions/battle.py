"""Battles: which comes next, submarines, casualties, retreat (BG-8)."""

__all__ = ["CHAPTER"]

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from client.presentation import places
from client.presentation.controls import OwnForm, Pick
from client.presentation.names import Names, dice
from client.presentation.naming import placed, seen_at, stacked
from client.presentation.odds import (
    assumptions,
    doubts,
    ends,
    house_assumptions,
    percent,
)
from client.presentation.prospects import dive_lines, dive_prospects
from client.presentation.reading import NOTHING, alone, bare, stack_in, tokens
from client.presentation.record import (
    Chapter,
    DecisionRecord,
    EventRecord,
    Menu,
    MenuNotes,
    Verb,
    Wording,
)
from client.presentation.words import (
    NotUnderstood,
    counted_kind,
    counted_kinds,
    kind_name,
    listed,
    one_of,
)
from client.schema.answers import CasualtiesAnswer
from client.schema.forms import CasualtiesForm, ChoiceWords
from client.seat.odds import outlook, proposed_losses
from client.seat.view import PlayerView
from engine.battle.casualties import Casualties, Losses, salvo
from engine.battle.combat import Fight, NextBattle
from engine.battle.ending import defenceless_transports
from engine.battle.events import (
    BattleOpened,
    BattleOver,
    Damaged,
    Fired,
    Landed,
    Lost,
    Marked,
    Repaired,
    Retreated,
    RoundBegan,
    Submerged,
)
from engine.battle.fire import hit_points
from engine.battle.raids import raids_due
from engine.battle.retreat import BreakOff, Press, Retreat, Withdraw
from engine.battle.sides import current_battle, engaged
from engine.battle.submarines import Dive, Submerge
from engine.battles import BattleKind, Role, Shots
from engine.board import SpaceId
from engine.capture import Plundered, TerritoryTaken
from engine.errors import counted
from engine.game import Game
from engine.instructions import Instruction
from engine.odds import BattleEnd
from engine.pieces import Figure, PieceId
from engine.requests import Instructed
from engine.units import SUBMARINE, Kind

# Which battle comes next


def _fight(view: PlayerView, text: str) -> Fight:
    due = {a.space for a in view.decision.candidates(view.game) if isinstance(a, Fight)}
    return Fight(SpaceId(one_of(bare(text, "in"), sorted(due), "battle in")))


def _say_fight(_: PlayerView, answer: Fight) -> str:
    return f"fight in {answer.space}"


def _battle_space(answer: Fight) -> SpaceId:
    return answer.space


def _no_space(_: Game, __: NextBattle) -> None:
    return None


# Casualties


def _lose(view: PlayerView, text: str) -> Losses:
    """Hits that the rules then still ask for are filled in, those that cannot be are dropped.

    Each unit takes one hit, and what is not only damaged then takes the others that it can.
    """
    decision = view.decision
    if not isinstance(decision, Casualties):
        raise TypeError(f"{type(decision).__name__} asks for no losses")
    room = salvo(view.game, decision.role).remaining_hits
    order: list[PieceId] = []
    again: list[PieceId] = []
    for part in map(str.strip, re.split(r",|\band\b", text)):
        if "#" in part:
            named = tokens(part.rpartition(" ")[2])
            number = part.partition(" ")[0]
            count = int(number) if number.isascii() and number.isdigit() else 1
            order += [piece for piece in named for _ in range(count)]
        else:
            unit = bare(part, "damage to")
            damage = unit != part
            free = {piece: hits for piece, hits in room.items() if piece not in order}
            fitting = {piece for piece, hits in free.items() if (hits > 1) is damage}
            chosen = _hit(view, unit, fitting, free, room)
            order += chosen
            again += [p for p in chosen for _ in range(room[p] - 1) if not damage]
    if not order:
        raise NotUnderstood("lose what?", "name units, as in: lose destroyer, 2 infantry")
    return decision.by_preference(view.game, [*order, *again])


def _damage(view: PlayerView, text: str) -> Losses:
    return _lose(view, f"damage to {text}")


def _hit(
    view: PlayerView, units: str, pieces: Collection[PieceId], *others: Collection[PieceId]
) -> list[PieceId]:
    """The units meant, of the first of these collections that has so many."""
    try:
        chosen, _ = stack_in(
            view, f"{units} in {current_battle(view.game).space}", lambda p: p.id in pieces
        )
    except NotUnderstood:
        if not others:
            raise
        return _hit(view, units, *others)
    return sorted(chosen)


def _say_losses(view: PlayerView, answer: Losses) -> str:
    return _losses(view, answer, str)


def _tell_losses(view: PlayerView, answer: Losses) -> str:
    return _losses(view, answer, lambda count: counted_kind(SUBMARINE, count))


def _losses(view: PlayerView, answer: Losses, submarines: Callable[[int], str]) -> str:
    hits = answer.hits
    figures = [p for p in hits if isinstance(view.game.pieces[p], Figure)]
    lost_tokens = [f"{submarines(n)} of #{p}" for p, n in sorted(hits.items()) if p not in figures]
    damaged = [p for p in figures if _absorbs(view, p, hits[p])]
    lost = stacked(view, _kinds(view, (p for p in figures if p not in damaged)))
    marked = stacked(view, _kinds(view, damaged))
    if marked and not lost and not lost_tokens:
        return f"damage {marked}"
    parts = (lost, marked and f"damage to {marked}", *lost_tokens)
    return f"lose {listed(part for part in parts if part)}"


def _absorbs(view: PlayerView, piece: PieceId, hits: int) -> bool:
    return hits < hit_points(view.game, view.game.pieces[piece])


def _kinds(view: PlayerView, ids: Iterable[PieceId]) -> list[Kind]:
    found = (view.game.pieces[piece] for piece in ids)
    return [piece.kind for piece in found if isinstance(piece, Figure)]


def _casualties_form(view: PlayerView, decision: Casualties) -> CasualtiesForm:
    hits = salvo(view.game, decision.role)
    return CasualtiesForm(
        role=decision.role.value,
        targets={piece: hits.remaining_hits[piece] for piece in hits.targets},
        hits=sum(hits.quota),
        proposed={int(p): n for p, n in proposed_losses(view, decision).hits.items()},
    )


def _taken(_: PlayerView, answer: CasualtiesAnswer) -> Losses:
    return Losses({PieceId(piece): n for piece, n in sorted(answer.hits.items()) if n})


def _hits(view: PlayerView, decision: Casualties) -> Iterator[str]:
    yield counted(sum(count for count, _ in salvo(view.game, decision.role).hits), "hit")


# Retreat


def _press(_: PlayerView, text: str) -> Press:
    alone("go", bare(text, "on"))
    return Press()


def _withdraw(view: PlayerView, text: str) -> Withdraw:
    ways = [a for a in view.decision.candidates(view.game) if isinstance(a, Withdraw)]
    place, _, shown = bare(text, "to").partition(", showing where ")
    to = SpaceId(one_of(place, sorted({way.to for way in ways}), "way back to"))
    by = tokens(bare(shown, "came from")) if shown else frozenset()
    open_to = [way for way in ways if way.to == to]
    return next((w for w in open_to if by == ({w.by} if w.by is not None else set())), open_to[0])


def _break_off(_: PlayerView, text: str) -> BreakOff:
    alone("aircraft", bare(text, "break off"))
    return BreakOff()


def _say_press(_: PlayerView, __: Press) -> str:
    return "go on"


def _say_withdraw(_: PlayerView, answer: Withdraw) -> str:
    shown = "" if answer.by is None else f", showing where #{answer.by} came from"
    return f"withdraw to {answer.to}{shown}"


def _say_break_off(_: PlayerView, __: BreakOff) -> str:
    return "aircraft break off"


def _way_back(answer: Press | Withdraw | BreakOff) -> SpaceId | None:
    return answer.to if isinstance(answer, Withdraw) else None


def _first(view: PlayerView, decision: NextBattle) -> MenuNotes:
    """Why some battles are not to be chosen yet (BG-8.1)."""
    game = view.game
    due = {answer.space for answer in decision.candidates(game)}
    mine = {piece.at for piece in game.owned(decision.power)}
    attacked = {at for at in mine if game.rules.hostile(game, decision.power, at)}
    if attacked | game.record.attacked <= due | game.record.fought:
        return MenuNotes()
    first = "Raids" if raids_due(game) else "Assaults, with the sea battles before them,"
    return MenuNotes(hint=f"{first} come before the other battles (BG-8.1).")


def _hope(view: PlayerView, _: Retreat) -> MenuNotes:
    """The odds that standing orders go by, and what going on is likely to cost."""
    if doomed := defenceless_transports(view.game, Role.ATTACKER):
        ships = counted(len(doomed), "defenceless transport")
        return MenuNotes(hint=f"If you go on, you lose {ships} (BG-8.17).")
    odds = outlook(view)
    lost, sunk = (round(odds.cost(role)) for role in (Role.ATTACKER, Role.DEFENDER))
    hint = f"If you go on: {ends(odds)}. You lose {lost} IPC on average, they {sunk}."
    if ashore := _from_the_sea(view.game):
        hint += f" What came from the sea cannot retreat: {ashore} (BG-8.20)."
    attackers, defenders = (
        view.game.pieces.named(current_battle(view.game).side(role)) for role in Role
    )
    notes = (
        *assumptions(view.game, odds),
        *house_assumptions(view.game, attackers, defenders, searched=True),
        *doubts(odds),
    )
    said = "".join(f" {note[0].upper()}{note[1:]}." for note in notes)
    return MenuNotes(hint=hint + said, win=percent(odds, BattleEnd.WON))


def _from_the_sea(game: Game) -> str:
    """The attackers that would be left behind, in words; empty if none came from the sea."""
    landed = current_battle(game).landed
    kinds = [
        piece.kind
        for piece in engaged(game, Role.ATTACKER)
        if piece.id in landed and isinstance(piece, Figure)
    ]
    return listed(counted_kinds(kinds, game.rules.scenario.units))


def _hopes(view: PlayerView, decision: Retreat) -> Iterator[str]:
    yield _hope(view, decision).hint or ""


# Submarines


def _dive(view: PlayerView, text: str) -> Dive:
    options = list(view.decision.candidates(view.game))
    if text.casefold() in NOTHING:
        return Dive(frozenset())
    word = text.partition(" ")[0].casefold()
    some = {"all": len(options) - 1, "a": 1}
    number = int(word) if word.isdigit() else some.get(word, -1)
    if not 0 <= number < len(options):
        raise NotUnderstood(f'"{text}" submarines?', f"write a number up to {len(options) - 1}")
    chosen: Dive = options[number]
    return chosen


def _strike(_: PlayerView, text: str) -> Dive:
    alone("strike", bare(text, "with all"))
    return Dive(frozenset())


def _say_dive(view: PlayerView, answer: Dive) -> str:
    return f"submerge {placed(view, answer.pieces)}" if answer.pieces else "strike with all"


def _tell_dive(view: PlayerView, answer: Dive) -> str:
    under = listed(f"{what} in {at}" for what, at in seen_at(view, answer.pieces))
    return f"submerge {under}" if under else "strike with all"


# Events

_CALLED: Mapping[BattleKind, str] = {
    BattleKind.SEA: "Battle",
    BattleKind.LAND: "Battle",
    BattleKind.ASSAULT: "Landing",
    BattleKind.RAID: "Raid",
    BattleKind.OVERFLIGHT: "Flight over guns",
    BattleKind.HOUSE: "Hunt",
}


def _opened(event: BattleOpened, names: Names) -> str:
    defenders = names.pieces(event.defenders)
    met = f" against {defenders}" if defenders else ", met by nobody"
    sides = f"{names.pieces(event.attackers)}{met}"
    return f"{_CALLED[event.kind]} in {event.space}: {sides}"


def _landed(event: Landed, names: Names) -> str:
    return f"{names.act(event.pieces, 'goes', 'go')} ashore in {event.space}"


def _round_began(event: RoundBegan, _: Names) -> str:
    return f"combat round {event.round}"


def _fired(event: Fired, _: Names) -> str:
    return f"{event.why}: {'; '.join(_shots(shot, event.why) for shot in event.volley)}"


def _shots(shot: Shots, why: str) -> str:
    """``AA gun at 3: 3, 2 hits (1 sure)``; whose it is, unless what it is for says it."""
    whose = "" if why.startswith(shot.role) else f"the {shot.role}'s "
    if not shot.dice:
        return f"{whose}{kind_name(shot.kind, 1)}: {counted(shot.hits, 'sure hit')}"
    sure = f" ({shot.sure} sure)" if shot.sure else ""
    kind = kind_name(shot.kind, shot.count)
    rolled = f"at {shot.strength}: {dice(shot.dice)}, {counted(shot.hits, 'hit')}"
    return f"{whose}{kind} {rolled}{sure}"


def _marked(event: Marked, names: Names) -> str:
    return f"casualties of the {event.role}: {names.pieces(event.hits)}"


def _damaged(event: Damaged, names: Names) -> str:
    return f"{names.pieces([event.piece])} is damaged"


def _lost(event: Lost, _: Names) -> str:
    return f"{event.owner} loses {counted_kind(event.kind, event.count)}"


def _instructed(event: Instructed, _: Names) -> str:
    match event.instruction:
        case Instruction.LOSSES:
            return f"{event.power} takes losses by its instructions"
        case Instruction.SUBMERGE:
            return f"{event.power}'s submarines follow its instructions"
        case Instruction.INTERCEPT:
            return f"{event.power}'s fighters follow its instructions"
        case Instruction.PATROL:
            return f"{event.power}'s destroyers follow its instructions"
        case Instruction.SPOTTED:
            return f"{event.power} names the submarine by its instructions"
        case Instruction.LANDING:
            return f"{event.power}'s fighters land by its instructions"
        case Instruction.CONVOYS:
            return f"{event.power} divides the loss by its instructions"


def _submerged(event: Submerged, names: Names) -> str:
    return f"{event.owner} submerges {names.pieces(event.pieces)}"


def _retreated(event: Retreated, names: Names) -> str:
    withdrawing = names.act(event.pieces, "withdraws", "withdraw")
    ships = f"{withdrawing} to {event.to}" if event.pieces else ""
    planes = names.act(event.aircraft, "breaks off", "break off") if event.aircraft else ""
    return "; ".join(part for part in (ships, planes) if part) or "nobody retreats"


def _repaired(event: Repaired, names: Names) -> str:
    return f"{names.act(event.pieces, 'is', 'are')} repaired"


def _over(event: BattleOver, _: Names) -> str:
    won = "attacker" if event.won else "defender"
    end = "both sides stay" if event.won is None else f"the {won} has won"
    return f"the battle in {event.space} is over: {end}"


def _taken_territory(event: TerritoryTaken, _: Names) -> str:
    freed = f", for {event.now}" if event.now != event.by else ""
    before = f" from {event.before}" if event.before else ""
    return f"{event.by} takes {event.space}{before}{freed}"


def _plundered(event: Plundered, _: Names) -> str:
    return f"{event.by} takes {event.amount} IPC from {event.victim}"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            NextBattle,
            asks="Which battle do you fight next?",
            rules=("BG-8.1",),
            task="choose the next battle",
            control=Menu(battles=True, space_of=_battle_space, notes=_first),
            says=(Wording(Fight, _say_fight),),
            verbs=(Verb("fight", "SZ 5: where the next battle is fought", _fight),),
            examples=("fight in SZ 5",),
            about=_no_space,
        ),
        DecisionRecord(
            Submerge,
            asks="How many of your submarines submerge? The others strike.",
            rules=("BG-8.11",),
            task="submerge submarines",
            control=Pick(
                ChoiceWords(
                    chosen="submerges", left="strikes", send="Submerge", none="Strike with all"
                ),
                answer=Dive,
                prospects=dive_prospects,
            ),
            facts=dive_lines,
            says=(Wording(Dive, _say_dive, _tell_dive),),
            verbs=(
                Verb("submerge", "2: so many submarines, all or none", _dive),
                Verb("strike", "with all: none submerges", _strike),
            ),
            examples=("submerge 2", "strike with all"),
        ),
        DecisionRecord(
            Casualties,
            asks="Which units take the hits?",
            rules=("BG-8.13",),
            task="choose casualties",
            control=OwnForm(_casualties_form, CasualtiesAnswer, _taken),
            says=(Wording(Losses, _say_losses, _tell_losses),),
            verbs=(
                Verb(
                    "lose",
                    "destroyer, 2 infantry, #12: what takes the hits; a token once for each sub",
                    _lose,
                ),
                Verb("damage", "battleship: what stands the hit is damaged", _damage),
            ),
            examples=("lose destroyer, 2 infantry, #12",),
            facts=_hits,
        ),
        DecisionRecord(
            Retreat,
            asks="Do you fight on, or retreat?",
            rules=("BG-8.19",),
            task="fight on or retreat",
            control=Menu(usual=0, space_of=_way_back, notes=_hope),
            facts=_hopes,
            says=(
                Wording(Press, _say_press),
                Wording(Withdraw, _say_withdraw),
                Wording(BreakOff, _say_break_off),
            ),
            verbs=(
                Verb("go", "on: the battle goes on", _press),
                Verb("withdraw", "to SZ 5: all land or sea units withdraw there", _withdraw),
                Verb("aircraft", "break off: aircraft leave the battle", _break_off),
            ),
            examples=("go on", "withdraw to SZ 5", "aircraft break off"),
        ),
    ),
    events=(
        EventRecord(BattleOpened, _opened, place=places.space),
        EventRecord(Landed, _landed, place=places.space, nested=True, beside_dice=True),
        EventRecord(RoundBegan, _round_began, place=places.space, nested=True),
        EventRecord(Fired, _fired, place=places.space, nested=True),
        EventRecord(Marked, _marked, nested=True),
        EventRecord(Damaged, _damaged, place=places.at, nested=True, beside_dice=True),
        EventRecord(Lost, _lost, place=places.at, nested=True, beside_dice=True),
        EventRecord(Instructed, _instructed, nested=True),
        EventRecord(Submerged, _submerged, place=places.space, nested=True, beside_dice=True),
        EventRecord(Retreated, _retreated, place=places.space, nested=True, beside_dice=True),
        EventRecord(Repaired, _repaired, nested=True),
        EventRecord(BattleOver, _over, place=places.space, nested=True),
        EventRecord(TerritoryTaken, _taken_territory, place=places.space, beside_dice=True),
        EventRecord(Plundered, _plundered, beside_dice=True),
    ),
)
