"""What a player does on the table, read as an answer of the decision that is asked.

Whether the answer is legal is the decision's own judgement (`Staging.stage`, `judged`).
"""

__all__ = ["Lit", "answers", "judged", "lit", "read"]

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar, assert_never

from client.bots.bot import Sight
from client.table import messages as said
from client.table.asking import options
from client.table.choosing import assigned, picked, shared
from client.table.messages import Gesture, NotSaid
from client.terminal.reading.supply import drawn_supply
from engine.battle.casualties import Losses
from engine.board import SpaceId
from engine.economy.mobilize import Mobilization, Placement
from engine.economy.purchase import Purchase
from engine.errors import Illegal
from engine.game import Game
from engine.movement.destinations import destinations
from engine.movement.orders import Declaration, Done, Load, Move, Order, TakeBack, Unload
from engine.pieces import Figure, PieceId
from engine.requests import Action
from engine.units import Domain, Kind, Trait
from engine.variants.rules_of_warfare.kamikaze import Vow
from engine.variants.rules_of_warfare.mines import Lay
from engine.variants.secret_subs.actions import Anonymize, ClaimFrom, Remove, Reorganize, Transfer
from engine.variants.secret_subs.combat import GoUnder, Stand
from engine.variants.secret_subs.dock import Berth, Dock, Placing
from engine.variants.secret_subs.setup import Opening
from engine.variants.secret_subs.windows import Pass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lit:
    """A space to which pieces could go now, the orders that bring them there, and their way.

    There are several orders where cargo boards several ships.
    """

    orders: tuple[Order, ...]
    way: tuple[SpaceId, ...]


def answers(sight: Sight, gesture: Gesture) -> tuple[object, ...]:
    """The answers that a gesture means, one after another.

    Raises:
        NotSaid, Illegal: see `read`.
    """
    if isinstance(gesture, said.Move) and not gesture.way:
        found = lit(sight, gesture.pieces).get(SpaceId(gesture.to))
        if found is not None:
            return found.orders
    return (read(sight, gesture),)


def read(sight: Sight, gesture: Gesture) -> object:
    """The answer that a gesture means, the first of them if it means several.

    Raises:
        NotSaid: it speaks of something that is not there.
        Illegal: it can mean no answer, by the rules.
    """
    match gesture:
        case said.Option(number=number):
            offered = [*options(sight)]
            if not offered or number >= len(offered):
                raise NotSaid(f"there is no answer {number}", "look at the question again")
            return offered[number]
        case said.End():
            return Done() if _orders(sight) else Pass()
        case said.Move():
            return _moved(sight, gesture)
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
            return picked(sight.decision, _there(sight.game, pieces) if pieces else frozenset())
        case said.Assign(to=to):
            return assigned(sight.game, sight.decision, to)
        case said.Share(of=of):
            return shared(sight.decision, of)
        case said.Vow(piece=piece):
            return Vow(PieceId(piece))
        case said.Lay(piece=piece):
            return Lay(PieceId(piece))
        case _:
            return _with_tokens(sight, gesture)


def _with_tokens(
    sight: Sight,
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
            return _opening(sight, zones)
        case said.PlaceSubs():
            return _placing(sight, gesture)
        case said.Stand(submerge=submerge):
            return Stand(_ids(submerge))
        case said.Under(tokens=tokens, joins=joins):
            return GoUnder(_ids(tokens), _transfers(joins))
        case said.Shuffle(tokens=tokens):
            return Anonymize(_ids(tokens))
        case said.Reorganize(token=token, transfers=transfers, remove=remove):
            leaving = {PieceId(t): _group(sight, PieceId(t)) for t in sorted(remove)}
            return Reorganize(PieceId(token), _transfers(transfers), leaving)
        case said.Claim(token=token, pieces=pieces):
            return ClaimFrom(PieceId(token), _ids(pieces))
        case said.Remove(token=token):
            return Remove(PieceId(token), _group(sight, PieceId(token)))
        case other:
            assert_never(other)


def judged(sight: Sight, answer: object) -> Illegal | None:
    """Why the rules refuse an answer; None if they do not."""
    try:
        if isinstance(answer, Action):
            sight.game.rules.check_action(sight.game, sight.decision, answer)
        else:
            sight.decision.check(sight.game, answer)
    except Illegal as error:
        return error
    return None


# Movement


def lit(sight: Sight, pieces: list[int]) -> Mapping[SpaceId, Lit]:
    """Where these pieces could go together now: by moving, boarding or landing.

    Raises:
        Illegal: they cannot be ordered together at all, and why.
        NotSaid: one of them is not there.
    """
    ids = _there(sight.game, pieces)
    figures = [sight.game.pieces[piece] for piece in sorted(ids)]
    if figures and all(isinstance(f, Figure) and f.aboard is not None for f in figures):
        return dict(_landings(sight, ids))
    found = dict(_boardings(sight, ids))
    try:
        ways = destinations(sight.game, ids)
    except Illegal:
        if found:
            return found
        raise
    return {**found, **{to: Lit((Move(ids, way),), way) for to, way in ways.items()}}


def _landings(sight: Sight, ids: frozenset[PieceId]) -> Iterator[tuple[SpaceId, Lit]]:
    zone = sight.game.pieces[min(ids)].at
    for land in sight.game.board.adjacent_land(zone):
        order = Unload(ids, land)
        if judged(sight, order) is None:
            yield land, Lit((order,), (land,))


def _boardings(sight: Sight, ids: frozenset[PieceId]) -> Iterator[tuple[SpaceId, Lit]]:
    game = sight.game
    start = game.pieces[min(ids)].at
    if game.board.is_sea(start):
        return
    for zone in game.board.adjacent_zones(start):
        if orders := _aboard(sight, zone, ids):
            yield zone, Lit(orders, (zone,))


def _aboard(sight: Sight, zone: SpaceId, ids: frozenset[PieceId]) -> tuple[Load, ...]:
    """Orders by which all of these board ships in a zone, one if one will do; none if they cannot.

    What is dear goes first: beside it there is room for infantry, but not beside infantry for two
    of it (BG-7.9).
    """
    ships = _transports(sight.game, zone)
    for ship in ships:
        if judged(sight, Load(ship, ids)) is None:
            return (Load(ship, ids),)
    ashore = sorted(ids, key=lambda piece: (-_cost(sight.game, piece), piece))
    orders: list[Load] = []
    for ship in ships:
        aboard: frozenset[PieceId] = frozenset()
        for piece in ashore:
            if judged(sight, Load(ship, aboard | {piece})) is None:
                aboard |= {piece}
        if aboard:
            orders.append(Load(ship, aboard))
            ashore = [piece for piece in ashore if piece not in aboard]
    return () if ashore else tuple(orders)


def _cost(game: Game, piece: PieceId) -> int:
    figure = game.pieces[piece]
    if not isinstance(figure, Figure):
        return 0
    return game.rules.unit_type(game, figure.owner, figure.kind).cost


def _transports(game: Game, zone: SpaceId) -> list[PieceId]:
    """Ships of the active side in a zone that carry land units, in ascending id."""
    return [
        ship.id
        for ship in game.pieces.at(zone)
        if game.rules.counts_as(game, ship, Trait.TRANSPORT)
        and game.friendly(game.active, ship.owner)
    ]


def _moved(sight: Sight, gesture: said.Move) -> Order:
    """The order that a drag means."""
    ids, to = _there(sight.game, gesture.pieces), SpaceId(gesture.to)
    if to not in sight.game.board.spaces:
        raise NotSaid(f"there is no space {to}", "reload the page")
    if gesture.way:
        return Move(ids, (*map(SpaceId, gesture.way), to))
    found = lit(sight, gesture.pieces).get(to)
    if found is not None:
        return found.orders[0]
    figures = [sight.game.pieces[piece] for piece in sorted(ids)]
    if figures and all(isinstance(f, Figure) and f.aboard is not None for f in figures):
        return Unload(ids, to)
    by_land = all(sight.game.rules.domain(sight.game, figure) is Domain.LAND for figure in figures)
    ships = _transports(sight.game, to)
    if by_land and ships:
        return Load(ships[0], ids)  # its refusal tells why they cannot board
    return Move(ids, (to,))


def _orders(sight: Sight) -> bool:
    return Done in getattr(sight.decision.answers, "__args__", ())


# Tokens


def _opening(sight: Sight, zones: Mapping[str, list[int]]) -> Opening:
    supply = drawn_supply(sight)
    sizes: dict[int, int] = {}
    placed: dict[PieceId, SpaceId] = {}
    for zone, groups in sorted(zones.items()):
        for size in groups:
            handle = _next(supply)
            placed[handle] = SpaceId(zone)
            if size:
                sizes[_group(sight, handle)] = size
    return Opening(dict(sorted(sizes.items())), dict(sorted(placed.items())))


def _placing(sight: Sight, gesture: said.PlaceSubs) -> Placing:
    dock, supply = Dock.of(sight.game, sight.decision.power), drawn_supply(sight)
    added: dict[int, int] = {}
    fresh: dict[PieceId, Berth] = {}
    for drop in gesture.new:
        handle = _next(supply)
        fresh[handle] = Berth(SpaceId(drop.at), SpaceId(drop.complex))
        if drop.count:
            added[_group(sight, handle)] = drop.count
    for token, count in sorted(_handles(gesture.join).items()):
        if count:
            added[_group(sight, token)] = count
    charged = {handle: ways[0] for handle, ways in sorted(dock.joinable.items())}
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


def _group(sight: Sight, handle: PieceId) -> int:
    group = sight.groups.get(handle)
    if group is None:
        raise Illegal("SS-0.3", f"#{handle} is no token of yours that you know the group of")
    return group


def _transfers(transfers: list[said.Transfers]) -> tuple[Transfer, ...]:
    return tuple(Transfer(t.source, t.target, t.count) for t in transfers if t.count)


# Ids


def _ids(pieces: list[int]) -> frozenset[PieceId]:
    return frozenset(map(PieceId, pieces))


def _there(game: Game, pieces: list[int]) -> frozenset[PieceId]:
    ids = _ids(pieces)
    gone = sorted(piece for piece in ids if piece not in game.pieces)
    if gone or not ids:
        raise NotSaid(f"piece {gone[0] if gone else '?'} is not there", "select it again")
    return ids


def _by_land(pieces: Mapping[str, list[int]]) -> dict[SpaceId, frozenset[PieceId]]:
    return {SpaceId(land): _ids(those) for land, those in sorted(pieces.items()) if those}


def _handles(given: Mapping[str, T]) -> dict[PieceId, T]:
    try:
        return {PieceId(int(handle)): value for handle, value in given.items()}
    except ValueError:
        raise NotSaid("a handle is a number", "reload the page") from None
