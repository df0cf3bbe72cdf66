"""Depth status (DS): declaring depths, searching, firing and diving away."""

__all__ = ["CHAPTER"]

from collections import Counter
from collections.abc import Iterable, Mapping

from client.errors import InvalidMessage
from client.presentation import places
from client.presentation.controls import Aims, Assign, Pick, piece_of
from client.presentation.names import Names, dice
from client.presentation.naming import named, seen_at, stacks
from client.presentation.reading import NOTHING, bare, parts, some_of, stack_in
from client.presentation.record import (
    Chapter,
    DecisionRecord,
    DiceResult,
    EventRecord,
    Verb,
    Wording,
)
from client.presentation.words import one_of
from client.schema.forms import ChoiceWords
from client.seat.view import PlayerView
from engine.battles import Role
from engine.game import Game
from engine.pieces import PieceId
from engine.units import SUBMARINE
from engine.variants.depth.declaring import DeclareDepths, DepthDeclaration
from engine.variants.depth.detection import FiringSubmarines, LetFire, Search, Searchers
from engine.variants.depth.diving import DiveAway, DivingSubmarines
from engine.variants.depth.state import (
    Depth,
    DepthsDeclared,
    DivedAway,
    Searched,
    SubsFire,
    depth_of,
    found_on,
    is_submarine,
    limit,
    strength,
)

# Depths

_CALLED = {
    Depth.SURFACED: "on the surface",
    Depth.PERISCOPE: "at periscope depth",
    Depth.SUBMERGED: "submerged",
    Depth.SILENT: "silent",
}


def _depth(view: PlayerView, text: str) -> DepthDeclaration:
    found: dict[PieceId, Depth] = {}
    for part in parts(text):
        if part.casefold() not in NOTHING:
            what, _, word = part.rpartition(" ")
            wanted = Depth(one_of(word, [each.value for each in Depth], "depth"))
            changed = _changed(view, what, wanted, frozenset(found))
            found |= dict.fromkeys(sorted(changed), wanted)
    return DepthDeclaration(dict(sorted(found.items())))


def _changed(
    view: PlayerView, text: str, to: Depth, others: frozenset[PieceId]
) -> frozenset[PieceId]:
    """Own submarines that are named, at another depth and not among some others."""
    chosen, _ = stack_in(
        view,
        text,
        lambda piece: (
            is_submarine(view.game, piece)
            and piece.id not in others
            and depth_of(view.game, piece.id) is not to
        ),
    )
    return chosen


def _say_depths(view: PlayerView, answer: DepthDeclaration) -> str:
    changes = (
        f"{stack} {depth.value}"
        for depth, by in _by_depth(answer.depths)
        for stack in stacks(view, by)
    )
    return f"depth {'; '.join(changes) or 'nothing'}"


def _tell_depth_declaration(view: PlayerView, answer: DepthDeclaration) -> str:
    changes = (
        f"{what} in {at} {_CALLED[depth]}"
        for depth, by in _by_depth(answer.depths)
        for what, at in seen_at(view, by)
    )
    return "; ".join(changes) or "all submarines stay at their depths"


def _by_depth(depths: Mapping[PieceId, Depth]) -> Iterable[tuple[Depth, list[PieceId]]]:
    return ((depth, [piece for piece, at in depths.items() if at is depth]) for depth in Depth)


def _depths(game: Game, decision: DeclareDepths) -> Aims:
    subs = [piece.id for piece in game.owned(decision.power) if is_submarine(game, piece)]
    return {str(sub): tuple(depth.value for depth in Depth) for sub in sorted(subs)}


def _declared(game: Game, to: Mapping[str, str]) -> DepthDeclaration:
    depths = {piece_of(sub): _depth_of(depth) for sub, depth in to.items()}
    return DepthDeclaration({s: d for s, d in depths.items() if d is not depth_of(game, s)})


def _depth_of(text: str) -> Depth:
    try:
        return Depth(text)
    except ValueError:
        raise InvalidMessage(f"there is no depth {text}", "reload the page") from None


def _now(game: Game, _: DeclareDepths, key: str) -> str:
    return depth_of(game, piece_of(key)).value


# Searching, firing, diving away


def _search(view: PlayerView, text: str) -> Searchers:
    answers = view.decision.candidates(view.game)
    able = (a.pieces for a in answers if isinstance(a, Searchers))
    return Searchers(some_of(view, bare(text, "with"), able))


def _fire(view: PlayerView, text: str) -> FiringSubmarines:
    able = (
        a.pieces for a in view.decision.candidates(view.game) if isinstance(a, FiringSubmarines)
    )
    return FiringSubmarines(some_of(view, bare(text, "with"), able))


def _dive_away(view: PlayerView, text: str) -> DivingSubmarines:
    able = (
        a.pieces for a in view.decision.candidates(view.game) if isinstance(a, DivingSubmarines)
    )
    return DivingSubmarines(some_of(view, bare(text, "away", "with"), able))


def _say_search(view: PlayerView, answer: Searchers) -> str:
    return f"search with {named(view, answer.pieces) or 'none'}"


def _say_fire(view: PlayerView, answer: FiringSubmarines) -> str:
    return f"fire with {named(view, answer.pieces) or 'none'}"


def _say_away(view: PlayerView, answer: DivingSubmarines) -> str:
    return f"dive away with {named(view, answer.pieces) or 'none'}"


def _depth_hint(view: PlayerView, decision: DeclareDepths) -> str:
    """What a submarine is worth at each depth, with no bonus (DS-3 to DS-8)."""
    game = view.game
    row = game.rules.unit_type(game, decision.power, SUBMARINE)
    sides = game.rules.die_sides(game)

    def at(depth: Depth) -> str:
        attack, defence = (
            strength(depth, role, value, value, sides)
            for role, value in ((Role.ATTACKER, row.attack), (Role.DEFENDER, row.defence))
        )
        found = found_on(game, depth)
        return (
            f"{depth.value}: attacks on {attack}, defends on {defence}, moves "
            f"{limit(depth, row.move)}" + (f", found on {found} or less" if found else "")
        )

    told = "; ".join(at(depth) for depth in Depth if depth is not Depth.SILENT)
    return (
        f"{told}; silent: nothing is done by it, or to it. A depth holds until the next is "
        "declared; a submarine that changes depth moves no farther this phase than both allow "
        "(DS-2)."
    )


def _search_hint(view: PlayerView) -> str:
    """Whom the dice may find, and on what (DS-8)."""
    game = view.game
    here = () if game.battle is None else game.battle.side(Role.DEFENDER)
    sought = Counter(
        depth_of(game, piece)
        for piece in here
        if game.rules.search_threshold(game, game.pieces[piece])
    )
    found = (
        f"{count} {depth.value}, found on {found_on(game, depth)} or less"
        for depth, count in sorted(sought.items())
    )
    return f"Hidden here: {'; '.join(found)}. One die finds all whose number it meets (DS-8)."


def _dive_hint(_: PlayerView) -> str:
    return (
        "A submarine that dives away leaves the battle and stays in the zone at its depth: nothing "
        "can hit it until the next player's turn, and it does not come back (DS-12)."
    )


# Events


def _tell_depths(event: DepthsDeclared, names: Names) -> str:
    changed = (f"{names.pieces(by)} {_CALLED[at]}" for at, by in _by_depth(event.depths) if by)
    return f"{event.power}: {', '.join(changed) or 'all submarines stay at their depths'}"


def _searched(event: Searched, names: Names) -> str:
    found = names.pieces(event.found) or "nothing"
    return f"{event.power} searches {event.space}: {dice(event.dice)}, finds {found}"


def _search_dice(event: Searched) -> DiceResult:
    return DiceResult(f"Battle in {event.space}", event.space, event.dice)


def _subs_fire(event: SubsFire, names: Names) -> str:
    fire = names.act(event.pieces, "that gives itself", "that give themselves")
    return f"{event.power} fires with {fire} away"


def _dived_away(event: DivedAway, names: Names) -> str:
    return f"{event.power} dives away with {names.pieces(event.pieces)}"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            DeclareDepths,
            asks="At which depths do your submarines run?",
            rules=("DS-1",),
            task="declare depths",
            control=Assign(
                ChoiceWords(
                    chosen="runs", left="keeps its depth", send="Declare", none="Change nothing"
                ),
                aims=_depths,
                hint=_depth_hint,
                answer=_declared,
                now=_now,
                lacking=False,
            ),
            says=(Wording(DepthDeclaration, _say_depths, _tell_depth_declaration),),
            verbs=(
                Verb(
                    "depth",
                    "2 submarines SZ 5 silent; #12 periscope: new depths; the others keep theirs",
                    _depth,
                ),
            ),
            examples=("depth 2 submarines SZ 5 silent; #12 periscope", "depth nothing"),
        ),
        DecisionRecord(
            Search,
            asks="Which aircraft and destroyers search for submarines?",
            rules=("DS-8",),
            task="search for submarines",
            control=Pick(
                ChoiceWords(
                    chosen="searches", left="does not search", send="Search", none="Do not search"
                ),
                answer=Searchers,
                all=True,
                hint=_search_hint,
            ),
            says=(Wording(Searchers, _say_search),),
            verbs=(Verb("search", "fighter, destroyer: what searches, all or none", _search),),
            examples=("search with all", "search with fighter", "search with none"),
        ),
        DecisionRecord(
            LetFire,
            asks="Which undetected submarines fire, and give themselves away?",
            rules=("DS-11",),
            task="choose which submarines fire",
            control=Pick(
                ChoiceWords(
                    chosen="fires and is detected",
                    left="stays concealed",
                    send="Fire",
                    none="Stay concealed",
                ),
                answer=FiringSubmarines,
            ),
            says=(Wording(FiringSubmarines, _say_fire),),
            verbs=(Verb("fire", "2 submarines: what fires, all or none", _fire),),
            examples=("fire with #12", "fire with none"),
        ),
        DecisionRecord(
            DiveAway,
            asks="Which submarines give up their fire and dive away?",
            rules=("DS-12",),
            task="choose which submarines dive away",
            control=Pick(
                ChoiceWords(
                    chosen="dives away", left="stays", send="Dive away", none="None dives away"
                ),
                answer=DivingSubmarines,
                hint=_dive_hint,
            ),
            says=(Wording(DivingSubmarines, _say_away),),
            verbs=(
                Verb("dive", "away with 2 submarines: what dives away, all or none", _dive_away),
            ),
            examples=("dive away with 2 submarines", "dive away with none"),
        ),
    ),
    events=(
        EventRecord(DepthsDeclared, _tell_depths),
        EventRecord(Searched, _searched, place=places.space, nested=True, dice=_search_dice),
        EventRecord(SubsFire, _subs_fire, place=places.space, nested=True, beside_dice=True),
        EventRecord(DivedAway, _dived_away, place=places.space, nested=True, beside_dice=True),
    ),
)
