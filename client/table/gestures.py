"""What a player does on the table, read as an answer of the decision that is asked.

Whether the answer is legal is the decision's own judgement (`Staging.stage`, `moving.judged`).
"""

__all__ = ["answers", "read"]

from collections.abc import Iterator, Mapping
from typing import TypeVar, assert_never

from client.errors import InvalidMessage
from client.presentation.reading.supply import drawn_supply
from client.seat.moving import landings, moved, there
from client.seat.view import PlayerView
from client.table import messages as said
from client.table.asking import options
from client.table.choosing import assigned, picked, shared
from client.table.messages import Gesture
from engine.battle.casualties import Losses
from engine.board import SpaceId
from engine.economy.mobilize import Mobilization, Placement
from engine.economy.purchase import Purchase
from engine.errors import Illegal
from engine.movement.orders import Declaration, Done, TakeBack
from engine.pieces import PieceId
from engine.units import Kind
from engine.variants.rules_of_warfare.kamikaze import BecomeKamikaze
from engine.variants.rules_of_warfare.mines import LayMine
from engine.variants.secret_subs.actions import Anonymize, ClaimFrom, Remove, Reorganize, Transfer
from engine.variants.secret_subs.combat import SubmergeChoice, SubmergeOrFight
from engine.variants.secret_subs.dock import PlacementSlot, PlacementSlots, Placing
from engine.variants.secret_subs.setup import OpeningPlacement
from engine.variants.secret_subs.windows import Pass

T = TypeVar("T")


def answers(view: PlayerView, gesture: Gesture) -> tuple[object, ...]:
    """The answers that a gesture means, one after another.

    Raises:
        InvalidMessage, Illegal: see `read`.
    """
    if isinstance(gesture, said.Move):
        return moved(view, gesture.pieces, SpaceId(gesture.to))
    if isinstance(gesture, said.Home):
        return landings(view.game)
    return (read(view, gesture),)


def read(view: PlayerView, gesture: Gesture) -> object:
    """The answer that a gesture means, the first of them if it means several.

    Raises:
        InvalidMessage: it speaks of something that is not there.
        Illegal: it can mean no answer, by the rules.
    """
    match gesture:
        case said.Option(number=number):
            offered = [*options(view)]
            if not offered or number >= len(offered):
                raise InvalidMessage(f"there is no answer {number}", "look at the question again")
            return offered[number]
        case said.End():
            return Done() if _orders(view) else Pass()
        case said.Move(pieces=pieces, to=to):
            return moved(view, pieces, SpaceId(to))[0]
        case said.Home():
            return landings(view.game)[0]
        case said.TakeBack(pieces=pieces):
            return TakeBack(_ids(pieces))
        case said.Buy(units=units, repairs=repairs):
            return Purchase(
                {Kind(k): n for k, n in sorted(units.items()) if n},
                {SpaceId(s): n for s, n in sorted(repairs.items()) if n},
            )
        case said.Place(spots=spots):
            placed = (
                Placement(Kind(s.kind), SpaceId(s.complex), SpaceId(s.at), s.count)
                for s in spots
                if s.count
            )
            return Mobilization(tuple(sorted(placed)))
        case said.Declare(attack=attack, bombard=bombard, raid=raid):
            return Declaration(frozenset(map(SpaceId, attack)), _by_land(bombard), _by_land(raid))
        case said.Lose(hits=hits):
            return Losses({piece: n for piece, n in sorted(_handles(hits).items()) if n})
        case said.Pick(pieces=pieces):
            return picked(view.decision, there(view.game, pieces) if pieces else frozenset())
        case said.Assign(to=to):
            return assigned(view.game, view.decision, to)
        case said.Share(of=of):
            return shared(view.decision, of)
        case said.Vow(piece=piece):
            return BecomeKamikaze(PieceId(piece))
        case said.Lay(piece=piece):
            return LayMine(PieceId(piece))
        case _:
            return _with_tokens(view, gesture)


def _with_tokens(
    view: PlayerView,
    gesture: said.PlaceSubs
    | said.Open
    | said.Stand
    | said.Under
    | said.Shuffle
    | said.Reorganize
    | said.Claim
    | said.Remove,
) -> object:
    match gesture:
        case said.Open(zones=zones):
            return _opening(view, zones)
        case said.PlaceSubs():
            return _placing(view, gesture)
        case said.Stand(submerge=submerge):
            return SubmergeOrFight(_ids(submerge))
        case said.Under(tokens=tokens, joins=joins):
            return SubmergeChoice(_ids(tokens), _transfers(joins))
        case said.Shuffle(tokens=tokens):
            return Anonymize(_ids(tokens))
        case said.Reorganize(token=token, transfers=transfers, remove=remove):
            leaving = {PieceId(t): _group(view, PieceId(t)) for t in sorted(remove)}
            return Reorganize(PieceId(token), _transfers(transfers), leaving)
        case said.Claim(token=token, pieces=pieces):
            return ClaimFrom(PieceId(token), _ids(pieces))
        case said.Remove(token=token):
            return Remove(PieceId(token), _group(view, PieceId(token)))
        case other:
            assert_never(other)


def _orders(view: PlayerView) -> bool:
    return Done in getattr(view.decision.answers, "__args__", ())


# Tokens


def _opening(view: PlayerView, zones: Mapping[str, list[int]]) -> OpeningPlacement:
    supply = drawn_supply(view)
    sizes: dict[int, int] = {}
    placed: dict[PieceId, SpaceId] = {}
    for zone, groups in sorted(zones.items()):
        for size in groups:
            handle = _next(supply)
            placed[handle] = SpaceId(zone)
            if size:
                sizes[_group(view, handle)] = size
    return OpeningPlacement(dict(sorted(sizes.items())), dict(sorted(placed.items())))


def _placing(view: PlayerView, gesture: said.PlaceSubs) -> Placing:
    slots, supply = PlacementSlots.of(view.game, view.decision.power), drawn_supply(view)
    added: dict[int, int] = {}
    fresh: dict[PieceId, PlacementSlot] = {}
    for drop in gesture.new:
        handle = _next(supply)
        fresh[handle] = PlacementSlot(SpaceId(drop.at), SpaceId(drop.complex))
        if drop.count:
            added[_group(view, handle)] = drop.count
    for token, count in sorted(_handles(gesture.join).items()):
        if count:
            added[_group(view, token)] = count
    charged = {handle: ways[0] for handle, ways in sorted(slots.joinable.items())}
    charged |= {
        handle: SpaceId(complex_)
        for handle, complex_ in sorted(_handles(gesture.charge).items())
        if handle in charged
    }
    answer = Placing(dict(sorted(added.items())), dict(sorted(fresh.items())), charged)
    return Placing() if answer.empty else answer


def _next(supply: Iterator[PieceId]) -> PieceId:
    handle = next(supply, None)
    if handle is None:
        raise Illegal("SS-0.3b", "there are not so many tokens in your supply")
    return handle


def _group(view: PlayerView, handle: PieceId) -> int:
    group = view.groups.get(handle)
    if group is None:
        raise Illegal("SS-0.3", f"#{handle} is no token of yours that you know the group of")
    return group


def _transfers(transfers: list[said.Transfers]) -> tuple[Transfer, ...]:
    return tuple(Transfer(t.source, t.target, t.count) for t in transfers if t.count)


# Ids


def _ids(pieces: list[int]) -> frozenset[PieceId]:
    return frozenset(map(PieceId, pieces))


def _by_land(pieces: Mapping[str, list[int]]) -> dict[SpaceId, frozenset[PieceId]]:
    return {SpaceId(land): _ids(those) for land, those in sorted(pieces.items()) if those}


def _handles(given: Mapping[str, T]) -> dict[PieceId, T]:
    try:
        return {PieceId(int(handle)): value for handle, value in given.items()}
    except ValueError:
        raise InvalidMessage("a handle is a number", "reload the page") from None
