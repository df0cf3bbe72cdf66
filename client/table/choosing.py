"""Decisions of three shapes, as a page is asked them and as it answers.

|shape   |what is chosen                                    |
|--------|--------------------------------------------------|
|`pick`  |some of the pieces that are offered, or one       |
|`assign`|a target for each of some pieces or spaces        |
|`share` |how much each of some spaces, powers, or wares get|

What is offered alone is what would be legal alone; the decision's own judgement has the last word.
"""

__all__ = ["asked", "assigned", "picked", "shared"]

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from client.errors import InvalidMessage
from client.presentation.words import kind_name
from client.seat.view import PlayerView
from client.table.picture import Section
from engine.battle.raids import Intercept, Interceptors, Launch, LaunchRockets, rocket_sites
from engine.battle.submarines import Dive, Submerge
from engine.board import Power, SpaceId
from engine.economy.convoys import ShownRaiders, ShowRaiders
from engine.economy.research import PRICE, Hire, HireResearchers
from engine.editions.classic import Withdrawal, WithdrawSubmarines
from engine.game import Game
from engine.movement.homeless import LandHomeless, Landings
from engine.pieces import Figure, PieceId
from engine.requests import Decision
from engine.variants.convoys.raids import DivideLoss, Division
from engine.variants.depth.declaring import DeclareDepths, DepthDeclaration
from engine.variants.depth.depths import Depth, depth_of, is_submarine
from engine.variants.depth.detection import FiringSubmarines, LetFire, Search, Searchers
from engine.variants.depth.diving import DiveAway, DivingSubmarines
from engine.variants.rules_of_warfare.batteries import (
    BatteryFire,
    BatteryRaid,
    FireBatteries,
    RaidByBatteries,
)
from engine.variants.rules_of_warfare.battleships import Repairs, RepairShips
from engine.variants.rules_of_warfare.destroyers import Swap, SwapBattleship
from engine.variants.rules_of_warfare.elite import Mark, MarkElite
from engine.variants.rules_of_warfare.mines import MineTransport, StowMine
from engine.variants.rules_of_warfare.monetary_aid import Gifts, GiveAid
from engine.variants.rules_of_warfare.resistance import DiscardedUnit, DiscardUnit
from engine.variants.submarine_warfare.hunting import (
    Direct,
    DirectDestroyer,
    Hunt,
    HuntTarget,
    NameTarget,
    NextHunter,
    StopHunting,
)
from engine.variants.submarine_warfare.patrol import Patrol, Targets


@dataclass(frozen=True, slots=True)
class _Words:
    """How a choice of pieces, or of targets, is put.

    Attributes:
        chosen: what a chosen piece does.
        left: what any other does.
        send: the button that sends a choice.
        none: the button with nothing chosen; None if something must be.
        one: whether at most one piece is chosen.
        all: whether all are proposed; the first, if at most one is chosen.
    """

    chosen: str
    left: str
    send: str
    none: str | None
    one: bool = False
    all: bool = False


_PICKS: Mapping[type[Decision[Any]], _Words] = {
    Submerge: _Words("submerges", "strikes", "Submerge", "Strike with all"),
    Intercept: _Words("intercepts", "stays down", "Intercept", "Intercept with none"),
    ShowRaiders: _Words("raids, shown to all", "stays face down", "Show and raid", "Show none"),
    Search: _Words("searches", "does not search", "Search", "Do not search", all=True),
    LetFire: _Words("fires, found from then on", "stays concealed", "Fire", "Stay concealed"),
    DiveAway: _Words("dives away", "stays", "Dive away", "Stay with all"),
    FireBatteries: _Words("fires", "holds its fire", "Fire", "Hold fire", all=True),
    RepairShips: _Words("is repaired", "stays damaged", "Repair", "Repair none"),
    NextHunter: _Words("hunts next", "waits", "Hunt", "Break off the hunt", one=True, all=True),
    NameTarget: _Words("was spotted", "was not", "This one was spotted", None, one=True),
    DirectDestroyer: _Words(
        "attacks instead", "waits", "Send it", "Attack with the aircraft", one=True
    ),
    MarkElite: _Words("is elite", "is not", "Make it elite", None, one=True),
    SwapBattleship: _Words(
        "becomes two destroyers", "stays", "Exchange it", "Keep all battleships", one=True
    ),
    StowMine: _Words("takes the mine aboard", "does not", "Stow it here", None, one=True),
    DiscardUnit: _Words("is discarded", "stays", "Discard it", None, one=True),
}

_ASSIGNMENTS: Mapping[type[Decision[Any]], _Words] = {
    LaunchRockets: _Words("hits", "stays silent", "Launch", "Launch nothing"),
    LandHomeless: _Words("lands in", "is lost", "Land them", None),
    WithdrawSubmarines: _Words("withdraws to", "fights on", "Withdraw", "Fight on with all"),
    DeclareDepths: _Words("runs", "keeps its depth", "Declare", "Change nothing"),
    Patrol: _Words("rolls at", "keeps its roll", "Roll", "Let them pass"),
    RaidByBatteries: _Words("fires at", "does not raid", "Raid", "Raid nothing"),
}

Aims = Mapping[str, tuple[str, ...]]
"""Keys of targets by the key of what can be aimed at them: a space, a piece, a depth."""


def asked(view: PlayerView) -> Section | None:
    """The form of a decision of one of these shapes; None for any other."""
    match view.decision:
        case HireResearchers() | GiveAid() | DivideLoss() as decision:
            return _shares(view.game, decision)
        case decision if type(decision) in _PICKS:
            return _picks(view.game, decision, _PICKS[type(decision)])
        case decision if type(decision) in _ASSIGNMENTS:
            return _assignment(view.game, decision, _ASSIGNMENTS[type(decision)])
        case _:
            return None


# Pieces


def _picks(game: Game, decision: Decision[Any], words: _Words) -> Section:
    offered = list(_offered(game, decision))
    return {
        "kind": "pick",
        "offered": offered,
        "one": words.one,
        "proposed": offered[: 1 if words.one else None] if words.all else [],
        "words": _spelled(words),
        "spaces": sorted({game.pieces[piece].at for piece in offered}),
        "hint": _hint(game, decision),
    }


def _offered(game: Game, decision: Decision[Any]) -> Iterator[PieceId]:
    """Pieces that could be chosen alone, ascending."""
    if isinstance(decision, NameTarget):
        yield from sorted(prey.piece for prey in decision.candidates(game))
        return
    for piece in sorted(piece.id for piece in game.owned(decision.power)):
        if decision.legal(game, picked(decision, frozenset((piece,)))):
            yield piece


def _hint(game: Game, decision: Decision[Any]) -> str | None:
    match decision:
        case RepairShips():
            purse = game.treasury[decision.power]
            return f"A repair costs a third of a battleship's price; you have {purse} IPC."
        case _:
            return None


def picked(decision: Decision[Any], pieces: frozenset[PieceId]) -> object:
    """The answer that chooses these pieces.

    Raises:
        InvalidMessage: the decision chooses no pieces, or one of them alone.
    """
    match decision:
        case Submerge():
            return Dive(pieces)
        case Intercept():
            return Interceptors(pieces)
        case ShowRaiders():
            return ShownRaiders(pieces)
        case Search():
            return Searchers(pieces)
        case LetFire():
            return FiringSubmarines(pieces)
        case DiveAway():
            return DivingSubmarines(pieces)
        case FireBatteries():
            return BatteryFire(pieces)
        case RepairShips():
            return Repairs(pieces)
        case _:
            return _one(decision, _only(pieces))


def _one(decision: Decision[Any], piece: PieceId | None) -> object:
    match decision:
        case NextHunter():
            return StopHunting() if piece is None else Hunt(piece)
        case DirectDestroyer():
            return Direct(piece)
        case SwapBattleship():
            return Swap(piece)
        case NameTarget() if piece is not None:
            return HuntTarget(piece)
        case MarkElite() if piece is not None:
            return Mark(piece)
        case StowMine() if piece is not None:
            return MineTransport(piece)
        case DiscardUnit() if piece is not None:
            return DiscardedUnit(piece)
        case _:
            raise InvalidMessage(
                "this is not answered by choosing pieces", "look at the question again"
            )


def _only(pieces: frozenset[PieceId]) -> PieceId | None:
    if len(pieces) > 1:
        raise InvalidMessage("one piece is chosen, not several", "look at the question again")
    return next(iter(pieces), None)


# A target for each


def _assignment(game: Game, decision: Decision[Any], words: _Words) -> Section:
    aims = _aims(game, decision)
    aimed = sorted({target for targets in aims.values() for target in targets})
    return {
        "kind": "assign",
        "rows": [
            {
                **_named(game, key),
                "targets": list(targets),
                "now": _now(game, decision, key),
            }
            for key, targets in aims.items()
        ],
        "targets": {target: _named(game, target) for target in aimed},
        "lacking": not isinstance(decision, DeclareDepths),
        "words": _spelled(words),
        "spaces": [target for target in aimed if target in game.board.spaces],
    }


def _aims(game: Game, decision: Decision[Any]) -> Aims:
    """What each piece or space could be aimed at, by itself."""
    match decision:
        case LaunchRockets():
            return {str(gun): reached for gun, reached in rocket_sites(game).items()}
        case LandHomeless():
            return {str(fighter): spaces for fighter, spaces in decision.reach(game).items()}
        case DeclareDepths():
            subs = [p.id for p in game.owned(decision.power) if is_submarine(game, p)]
            return {str(sub): tuple(depth.value for depth in Depth) for sub in sorted(subs)}
        case Patrol(leaving=leaving):
            return _single(game, decision, map(str, leaving))
        case _:
            return _single(game, decision, None)


def _single(game: Game, decision: Decision[Any], targets: Iterable[str] | None) -> Aims:
    """For each own piece the targets that would be legal for it alone; else spaces next door."""
    wanted = None if targets is None else tuple(targets)
    found: dict[str, tuple[str, ...]] = {}
    for piece in sorted(game.owned(decision.power), key=lambda piece: piece.id):
        tried = game.board.neighbours[piece.at] if wanted is None else wanted
        able = tuple(
            target
            for target in tried
            if decision.legal(game, assigned(game, decision, {str(piece.id): target}))
        )
        if able:
            found[str(piece.id)] = able
    return found


def _now(game: Game, decision: Decision[Any], key: str) -> str | None:
    """What is aimed at as long as nothing is chosen."""
    match decision:
        case DeclareDepths():
            return depth_of(game, _piece(key)).value
        case LandHomeless():
            return next(decision.candidates(game)).places.get(_piece(key))
        case _:
            return None


def _named(game: Game, key: str) -> Section:
    """A space, a piece or a depth, as a page shows it."""
    if key in game.board.spaces:
        return {"key": key, "at": key, "name": key}
    if not key.isdigit():
        return {"key": key, "name": key}
    piece = game.pieces[PieceId(int(key))]
    name = kind_name(piece.kind) if isinstance(piece, Figure) else f"token #{piece.id}"
    return {"key": key, "piece": piece.id, "at": piece.at, "name": name}


def assigned(game: Game, decision: Decision[Any], to: Mapping[str, str]) -> object:
    """The answer that gives each key its target; those left out have none.

    Raises:
        InvalidMessage: the decision gives no targets, or there is no such key.
    """
    chosen = sorted(to.items())
    match decision:
        case LaunchRockets():
            return Launch({SpaceId(gun): SpaceId(target) for gun, target in chosen})
        case LandHomeless():
            return Landings({_piece(fighter): SpaceId(space) for fighter, space in chosen})
        case WithdrawSubmarines():
            return Withdrawal({_piece(sub): SpaceId(zone) for sub, zone in chosen})
        case RaidByBatteries():
            return BatteryRaid({_piece(battery): SpaceId(there) for battery, there in chosen})
        case Patrol():
            return Targets({_piece(destroyer): _piece(sub) for destroyer, sub in chosen})
        case DeclareDepths():
            depths = {_piece(sub): _depth(depth) for sub, depth in chosen}
            return DepthDeclaration({s: d for s, d in depths.items() if d is not depth_of(game, s)})
        case _:
            raise InvalidMessage("this is not answered by targets", "look at the question again")


def _depth(text: str) -> Depth:
    try:
        return Depth(text)
    except ValueError:
        raise InvalidMessage(f"there is no depth {text}", "reload the page") from None


def _piece(key: str) -> PieceId:
    if not key.isdigit():
        raise InvalidMessage(f"{key} is no piece", "reload the page")
    return PieceId(int(key))


# Shares


def _shares(game: Game, decision: HireResearchers | GiveAid | DivideLoss) -> Section:
    match decision:
        case HireResearchers():
            most = max(answer.count for answer in decision.candidates(game))
            purse = game.treasury[decision.power]
            return _sharing({"researchers": most}, purse, "Hire", "Hire nobody", price=PRICE)
        case GiveAid():
            purse = game.treasury[decision.power]
            allies = [p for p in game.treasury if decision.legal(game, Gifts({p: 1}))]
            return _sharing(dict.fromkeys(allies, purse), purse, "Give aid", "Give nothing")
        case DivideLoss():
            ways = [dict(answer.losses) for answer in decision.candidates(game)]
            lands = sorted({str(land) for way in ways for land in way})
            most_of: dict[str, int] = {
                land: max(way.get(SpaceId(land), 0) for way in ways) for land in lands
            }
            form = _sharing(most_of, sum(ways[0].values()), "Divide", "Divide")
            return {**form, "exactly": True, "proposed": ways[0], "spaces": lands}


def _sharing(most: Mapping[str, int], total: int, send: str, none: str, price: int = 1) -> Section:
    return {
        "kind": "share",
        "rows": [{"name": name, "most": number} for name, number in most.items()],
        "total": total,
        "price": price,
        "exactly": False,
        "proposed": {},
        "words": {"send": send, "none": none},
        "spaces": [],
    }


def shared(decision: Decision[Any], of: Mapping[str, int]) -> object:
    """The answer that gives each name its share; zeros are left out.

    Raises:
        InvalidMessage: the decision shares nothing.
    """
    shares = {name: number for name, number in sorted(of.items()) if number}
    match decision:
        case HireResearchers():
            return Hire(shares.get("researchers", 0))
        case GiveAid():
            return Gifts({Power(ally): ipc for ally, ipc in shares.items()})
        case DivideLoss():
            return Division({SpaceId(land): ipc for land, ipc in shares.items()})
        case _:
            raise InvalidMessage("this is not answered by shares", "look at the question again")


def _spelled(words: _Words) -> Section:
    return {"chosen": words.chosen, "left": words.left, "send": words.send, "none": words.none}
