"""Depths, hunts, convoys: ``depth #12 silent``, ``hunt destroyer``, ``divide 2 France``."""

__all__ = [
    "attack",
    "break_off",
    "depth",
    "dive_away",
    "divide",
    "fight_on",
    "fire",
    "hunt",
    "leave",
    "name",
    "patrol",
    "search",
    "send",
    "show",
    "stay",
    "stop",
]

from collections.abc import Callable, Iterable

from client.presentation.reading.stacks import (
    NOTHING,
    alone,
    bare,
    counted,
    parts,
    space,
    stack_in,
    tokens,
)
from client.presentation.words import NotUnderstood, amount, one_of
from client.seat.view import PlayerView
from engine.battle.sides import current
from engine.board import SpaceId
from engine.economy.convoys import ShownRaiders
from engine.pieces import Figure, Piece, PieceId
from engine.variants.convoys.raids import Division
from engine.variants.depth.declaring import DepthDeclaration
from engine.variants.depth.depths import Depth, depth_of, is_submarine
from engine.variants.depth.detection import FiringSubmarines, Searchers
from engine.variants.depth.diving import DivingSubmarines
from engine.variants.submarine_warfare.hunting import (
    BreakOffDuel,
    Direct,
    EscapeAttempt,
    FightOn,
    Hunt,
    HuntTarget,
    StopHunting,
)
from engine.variants.submarine_warfare.patrol import Patrol, Targets


def depth(view: PlayerView, text: str) -> DepthDeclaration:
    """``2 submarines SZ 5 silent; #12 periscope``: new depths; the others keep theirs."""
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


def search(view: PlayerView, text: str) -> Searchers:
    """``fighter, destroyer``: what searches, ``all`` or ``none``."""
    able = (a.pieces for a in view.decision.candidates(view.game) if isinstance(a, Searchers))
    return Searchers(_some(view, bare(text, "with"), able))


def fire(view: PlayerView, text: str) -> FiringSubmarines:
    """``2 submarines``: undetected submarines that fire, ``all`` or ``none``."""
    able = (
        a.pieces for a in view.decision.candidates(view.game) if isinstance(a, FiringSubmarines)
    )
    return FiringSubmarines(_some(view, bare(text, "with"), able))


def dive_away(view: PlayerView, text: str) -> DivingSubmarines:
    """``2 submarines``: what gives up its fire and dives away, ``all`` or ``none``."""
    able = (
        a.pieces for a in view.decision.candidates(view.game) if isinstance(a, DivingSubmarines)
    )
    return DivingSubmarines(_some(view, bare(text, "away", "with"), able))


def _some(view: PlayerView, text: str, answers: Iterable[frozenset[PieceId]]) -> frozenset[PieceId]:
    """Own pieces of the battle that some legal answer names."""
    if text.casefold() in NOTHING:
        return frozenset()
    able = frozenset[PieceId]().union(*answers)
    if text.casefold() == "all":
        return able
    here = current(view.game).space
    return stack_in(view, f"{text} in {here}", lambda piece: piece.id in able)[0]


def hunt(view: PlayerView, text: str) -> Hunt:
    """``destroyer``: what attacks next."""
    ready = [a.hunter for a in view.decision.candidates(view.game) if isinstance(a, Hunt)]
    return Hunt(_one(view, bare(text, "with"), lambda piece: piece.id in ready))


def stop(_: PlayerView, text: str) -> StopHunting:
    """The hunt ends."""
    alone("stop", bare(text, "the hunt"))
    return StopHunting()


def name(view: PlayerView, text: str) -> HuntTarget:
    """``#12``, or of submarines their owner: what was spotted."""
    spotted = [
        view.game.pieces[a.piece]
        for a in view.decision.candidates(view.game)
        if isinstance(a, HuntTarget)
    ]
    named = {
        f"{p.owner}'s submarine" if isinstance(p, Figure) else f"#{p.id}": p.id for p in spotted
    }
    return HuntTarget(named[one_of(text, named, "submarine here")])


def attack(_: PlayerView, text: str) -> Direct:
    """The aircraft attacks itself."""
    alone("attack", bare(text, "with the aircraft itself"))
    return Direct()


def send(view: PlayerView, text: str) -> Direct:
    """``destroyer``: what is sent in the aircraft's place."""
    able = [a.destroyer for a in view.decision.candidates(view.game) if isinstance(a, Direct)]
    return Direct(_one(view, text, lambda piece: piece.id in able))


def _one(view: PlayerView, text: str, usable: Callable[[Piece], bool]) -> PieceId:
    """One own piece of the battle."""
    chosen, _ = stack_in(view, f"{text} in {current(view.game).space}", usable)
    if len(chosen) != 1:
        raise NotUnderstood(f'"{text}" are several', "name one")
    return min(chosen)


def leave(_: PlayerView, text: str) -> EscapeAttempt:
    """The submarine leaves the fight."""
    alone("leave", bare(text, "the fight"))
    return EscapeAttempt(leaves=True)


def stay(_: PlayerView, text: str) -> EscapeAttempt:
    """The submarine stays and fights."""
    alone("stay", bare(text, "and fight"))
    return EscapeAttempt(leaves=False)


def fight_on(_: PlayerView, text: str) -> FightOn:
    """Another round."""
    alone("fight", bare(text, "on"))
    return FightOn()


def break_off(_: PlayerView, text: str) -> BreakOffDuel:
    """The submarine is let go."""
    alone("break", bare(text, "off"))
    return BreakOffDuel()


def patrol(view: PlayerView, text: str) -> Targets:
    """``destroyer at #12; 2 destroyers at submarine``: who rolls at what leaves, or ``none``."""
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


def show(view: PlayerView, text: str) -> ShownRaiders:
    """``#12 #13``: the tokens that raid, ``all`` or ``none``."""
    text = bare(text, "with")
    if text.casefold() in NOTHING:
        return ShownRaiders()
    if text.casefold() == "all":
        able = (
            a.pieces for a in view.decision.candidates(view.game) if isinstance(a, ShownRaiders)
        )
        return ShownRaiders(frozenset[PieceId]().union(*able))
    return ShownRaiders(tokens(text))


def divide(view: PlayerView, text: str) -> Division:
    """``2 France, 1 Germany``: how many IPC each territory loses, or ``nothing``."""
    losses: dict[SpaceId, int] = {}
    for part in parts(text, ","):
        if part.casefold() in NOTHING:
            continue
        number, _, place = part.partition(" ")
        territory = space(view, place)
        losses[territory] = losses.get(territory, 0) + amount(number)
    return Division(dict(sorted(losses.items())))
