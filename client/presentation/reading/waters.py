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
from client.seat.view import Sight
from engine.battle.sides import current
from engine.board import SpaceId
from engine.economy.convoys import Shown
from engine.pieces import Figure, Piece, PieceId
from engine.variants.convoys.raids import Division
from engine.variants.depth.declaring import Declared
from engine.variants.depth.depths import Depth, depth_of, is_submarine
from engine.variants.depth.detection import Firing, Searching
from engine.variants.depth.diving import Away
from engine.variants.submarine_warfare.hunting import (
    BreakOff,
    Direct,
    FightOn,
    Hunt,
    Prey,
    Slip,
    StopHunting,
)
from engine.variants.submarine_warfare.patrol import Patrol, Targets


def depth(sight: Sight, text: str) -> Declared:
    """``2 submarines SZ 5 silent; #12 periscope``: new depths; the others keep theirs."""
    found: dict[PieceId, Depth] = {}
    for part in parts(text):
        if part.casefold() not in NOTHING:
            what, _, word = part.rpartition(" ")
            wanted = Depth(one_of(word, [each.value for each in Depth], "depth"))
            changed = _changed(sight, what, wanted, frozenset(found))
            found |= dict.fromkeys(sorted(changed), wanted)
    return Declared(dict(sorted(found.items())))


def _changed(sight: Sight, text: str, to: Depth, others: frozenset[PieceId]) -> frozenset[PieceId]:
    """Own submarines that are named, at another depth and not among some others."""
    chosen, _ = stack_in(
        sight,
        text,
        lambda piece: (
            is_submarine(sight.game, piece)
            and piece.id not in others
            and depth_of(sight.game, piece.id) is not to
        ),
    )
    return chosen


def search(sight: Sight, text: str) -> Searching:
    """``fighter, destroyer``: what searches, ``all`` or ``none``."""
    able = (a.pieces for a in sight.decision.candidates(sight.game) if isinstance(a, Searching))
    return Searching(_some(sight, bare(text, "with"), able))


def fire(sight: Sight, text: str) -> Firing:
    """``2 submarines``: undetected submarines that fire, ``all`` or ``none``."""
    able = (a.pieces for a in sight.decision.candidates(sight.game) if isinstance(a, Firing))
    return Firing(_some(sight, bare(text, "with"), able))


def dive_away(sight: Sight, text: str) -> Away:
    """``2 submarines``: what gives up its fire and dives away, ``all`` or ``none``."""
    able = (a.pieces for a in sight.decision.candidates(sight.game) if isinstance(a, Away))
    return Away(_some(sight, bare(text, "away", "with"), able))


def _some(sight: Sight, text: str, answers: Iterable[frozenset[PieceId]]) -> frozenset[PieceId]:
    """Own pieces of the battle that some legal answer names."""
    if text.casefold() in NOTHING:
        return frozenset()
    able = frozenset[PieceId]().union(*answers)
    if text.casefold() == "all":
        return able
    here = current(sight.game).space
    return stack_in(sight, f"{text} in {here}", lambda piece: piece.id in able)[0]


def hunt(sight: Sight, text: str) -> Hunt:
    """``destroyer``: what attacks next."""
    ready = [a.hunter for a in sight.decision.candidates(sight.game) if isinstance(a, Hunt)]
    return Hunt(_one(sight, bare(text, "with"), lambda piece: piece.id in ready))


def stop(_: Sight, text: str) -> StopHunting:
    """The hunt ends."""
    alone("stop", bare(text, "the hunt"))
    return StopHunting()


def name(sight: Sight, text: str) -> Prey:
    """``#12``, or of submarines their owner: what was spotted."""
    spotted = [
        sight.game.pieces[a.piece]
        for a in sight.decision.candidates(sight.game)
        if isinstance(a, Prey)
    ]
    named = {
        f"{p.owner}'s submarine" if isinstance(p, Figure) else f"#{p.id}": p.id for p in spotted
    }
    return Prey(named[one_of(text, named, "submarine here")])


def attack(_: Sight, text: str) -> Direct:
    """The aircraft attacks itself."""
    alone("attack", bare(text, "with the aircraft itself"))
    return Direct()


def send(sight: Sight, text: str) -> Direct:
    """``destroyer``: what is sent in the aircraft's place."""
    able = [a.destroyer for a in sight.decision.candidates(sight.game) if isinstance(a, Direct)]
    return Direct(_one(sight, text, lambda piece: piece.id in able))


def _one(sight: Sight, text: str, usable: Callable[[Piece], bool]) -> PieceId:
    """One own piece of the battle."""
    chosen, _ = stack_in(sight, f"{text} in {current(sight.game).space}", usable)
    if len(chosen) != 1:
        raise NotUnderstood(f'"{text}" are several', "name one")
    return min(chosen)


def leave(_: Sight, text: str) -> Slip:
    """The submarine leaves the fight."""
    alone("leave", bare(text, "the fight"))
    return Slip(leaves=True)


def stay(_: Sight, text: str) -> Slip:
    """The submarine stays and fights."""
    alone("stay", bare(text, "and fight"))
    return Slip(leaves=False)


def fight_on(_: Sight, text: str) -> FightOn:
    """Another round."""
    alone("fight", bare(text, "on"))
    return FightOn()


def break_off(_: Sight, text: str) -> BreakOff:
    """The submarine is let go."""
    alone("break", bare(text, "off"))
    return BreakOff()


def patrol(sight: Sight, text: str) -> Targets:
    """``destroyer at #12; 2 destroyers at submarine``: who rolls at what leaves, or ``none``."""
    decision = sight.decision
    if not isinstance(decision, Patrol):
        raise TypeError(f"{type(decision).__name__} asks for no destroyers")
    at: dict[PieceId, PieceId] = {}
    for part in parts(text):
        if part.casefold() in NOTHING:
            continue
        what, sign, prey = part.partition(" at ")
        if not sign:
            raise NotUnderstood(f'"{part}" at what?', "write: destroyer at #12")
        rolling, _ = stack_in(sight, f"{what} in {decision.zone}", lambda piece: piece.id not in at)
        for destroyer in sorted(rolling):
            at[destroyer] = _leaving(sight, decision, prey, frozenset(at.values()))
    return Targets(dict(sorted(at.items())))


def _leaving(sight: Sight, decision: Patrol, text: str, aimed: frozenset[PieceId]) -> PieceId:
    """A token by its handle; of submarines, which are alike, one that nobody rolls at yet."""
    if "#" in text:
        (prey,) = tokens(text) or {PieceId(0)}
        return prey
    counted(sight, text)
    figures = [p for p in decision.leaving if isinstance(sight.game.pieces[p], Figure)]
    if not figures:
        raise NotUnderstood("what leaves are tokens", "name one, as in #12")
    return next((piece for piece in figures if piece not in aimed), figures[0])


def show(sight: Sight, text: str) -> Shown:
    """``#12 #13``: the tokens that raid, ``all`` or ``none``."""
    text = bare(text, "with")
    if text.casefold() in NOTHING:
        return Shown()
    if text.casefold() == "all":
        able = (a.pieces for a in sight.decision.candidates(sight.game) if isinstance(a, Shown))
        return Shown(frozenset[PieceId]().union(*able))
    return Shown(tokens(text))


def divide(sight: Sight, text: str) -> Division:
    """``2 France, 1 Germany``: how many IPC each territory loses, or ``nothing``."""
    losses: dict[SpaceId, int] = {}
    for part in parts(text, ","):
        if part.casefold() in NOTHING:
            continue
        number, _, place = part.partition(" ")
        territory = space(sight, place)
        losses[territory] = losses.get(territory, 0) + amount(number)
    return Division(dict(sorted(losses.items())))
