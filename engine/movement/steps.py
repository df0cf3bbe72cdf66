"""One step of one piece: what it may enter, where it stops, what it costs (BG-7, 9.1).

Land units on the march (BG-7.2, 9.1), ships under way (BG-2.4, 2.5, 7.3, 7.4, 9.1), powers that
never leave their homeland (BG-7.12), and passengers that a tank or a bomber brings along (BG-4.2).
These are the base game's answers to the questions of movement.
"""

__all__ = [
    "can_move",
    "carried_along",
    "check_home",
    "check_markers",
    "check_price",
    "flight_distances",
    "may_enter",
    "passengers_of",
    "stepped",
    "stops",
]

from collections.abc import Iterable, Mapping

from engine.board import Power, SpaceId
from engine.errors import Illegal, counted
from engine.game import Game
from engine.phases import Phase
from engine.pieces import Figure, Piece, PieceId
from engine.terms import friendly_since_start
from engine.units import SUBMARINE, Domain, Kind, Trait


def check_markers(game: Game, piece: Piece, steps: int) -> None:
    """Judge by its markers alone whether a piece may use `steps` movement points in this phase.

    Raises:
        Illegal: it has fewer left (BG-7), stays in Combat move (BG-7.1), or has moved or fought
            before Noncombat move and is no aircraft (BG-9.1).

    Implements: BG-9.1
    """
    if game.current_phase is Phase.NONCOMBAT_MOVE:
        if (piece.moved or piece.fought) and game.rules.domain(game, piece) is not Domain.AIR:
            done = "fought" if piece.fought else "moved in Combat move"
            raise Illegal(
                "BG-9.1", "{piece} has already {done}", "NO_MOVEMENT", piece=piece.id, done=done
            )
    elif game.rules.counts_as(game, piece, Trait.STAYS_IN_COMBAT_MOVE):
        raise Illegal(
            "BG-7.1", "{piece} can move only in Noncombat move", "NO_MOVEMENT", piece=piece.id
        )
    if steps > piece.left:
        raise Illegal(
            "BG-7",
            "{piece} has {left} left, not {steps}",
            "NO_MOVEMENT",
            piece=piece.id,
            left=counted(piece.left, "movement point"),
            steps=steps,
        )


def can_move(game: Game, piece: Piece) -> bool:
    """Whether the markers of a piece let it move at all now, wherever it could go."""
    if piece.left == 0 or (isinstance(piece, Figure) and piece.aboard is not None):
        return False
    try:
        game.rules.movement_claim(game, piece, 1)
    except Illegal:
        return False
    return True


def may_enter(game: Game, piece: Piece, here: SpaceId, there: SpaceId) -> None:
    """Judge one step; that the spaces touch is known.

    Raises:
        Illegal: the piece may not enter there: neutral (BG-7.13), away from its homeland (BG-7.12),
            or by the rules of its domain.

    Implements: BG-7.13
    """
    if game.board[there].neutral:
        check_price(game, piece.owner, (there,))
    check_home(game, piece.owner, there)
    match game.rules.domain(game, piece):
        case Domain.LAND:
            _check_march(game, piece, there)
        case Domain.SEA:
            _check_sailing(game, piece, here, there)
        case Domain.AIR:
            pass  # flies over anything else (BG-7.6)
        case Domain.FACILITY:
            raise Illegal("BG-6", "{piece} never moves", piece=piece.id)


def check_price(game: Game, power: Power, way: Iterable[SpaceId]) -> None:
    """Judge whether a power may enter the neutral territories on a way, and can pay for all.

    Raises:
        Illegal: one is closed, or they cost more than the power has (BG-7.13).
    """
    price = 0
    for space in dict.fromkeys(way):
        if game.board[space].neutral:
            each = game.rules.entry_price(game, space)
            if each is None:
                raise Illegal("BG-7.13", "{space} is neutral and closed to every unit", space=space)
            price += each
    purse = game.treasury[power]
    if price > purse:
        raise Illegal(
            "BG-7.13",
            "entering neutral territory costs {price} IPC here, but {power} has {purse}",
            price=price,
            power=power,
            purse=purse,
        )


def stops(game: Game, piece: Piece, there: SpaceId) -> bool:
    """Whether entering a space ends the movement of a piece (BG-7.2 to 7.4)."""
    match game.rules.domain(game, piece):
        case Domain.LAND:
            return _ends_march(game, piece, there)
        case Domain.SEA:
            return _ends_voyage(game, piece, there)
        case Domain.AIR | Domain.FACILITY:
            return False


def stepped(game: Game, piece: Piece, there: SpaceId, cost: int) -> Piece:
    """The piece after a step into `there` that costs so many movement points.

    Where it must stop it has none left. Where it came from (BG-8.19) and that it has moved (BG-9.1)
    matter from Combat move on.
    """
    left = piece.left - cost
    if left and game.rules.stops(game, piece, there):
        left = 0
    if game.current_phase is Phase.NONCOMBAT_MOVE:
        return piece.replace(at=there, left=left)
    return piece.replace(at=there, left=left, moved=True, came_from=piece.at)


def _check_march(game: Game, piece: Piece, there: SpaceId) -> None:
    """Judge a land unit's step.

    Raises:
        Illegal: into the sea (BG-7.9), or into hostile land in Noncombat move (BG-9.1).
    """
    if game.board.is_sea(there):
        raise Illegal("BG-7.9", "{piece} can go to sea only aboard a transport", piece=piece.id)
    if game.current_phase is Phase.NONCOMBAT_MOVE and (
        game.rules.hostile(game, piece.owner, there)
    ):
        raise Illegal(
            "BG-9.1", "{space} is hostile; land units can enter it only in Combat move", space=there
        )


def _ends_march(game: Game, piece: Piece, there: SpaceId) -> bool:
    """Whether entering a territory ends a land unit's movement.

    Implements: BG-7.2
    """
    return game.rules.hostile(game, piece.owner, there) and not _blitzes_through(game, piece, there)


def _blitzes_through(game: Game, piece: Piece, there: SpaceId) -> bool:
    """Whether a unit may pass through a hostile territory: a tank, and no enemy unit at all there.

    Own units do not stand in the way (BG-8.1b).

    Implements: R14
    """
    return game.rules.counts_as(game, piece, Trait.BLITZES) and not any(
        game.rules.stops_blitz(game, enemy) for enemy in game.enemies_at(piece.owner, there)
    )


def _check_sailing(game: Game, piece: Piece, here: SpaceId, there: SpaceId) -> None:
    """Judge a step from one sea zone to the next.

    Raises:
        Illegal: onto land, through a canal that is shut (BG-2.5), or into a hostile sea zone in
            Noncombat move, submarines excepted (BG-9.1, R21).

    Implements: BG-2.5, R13, R21
    """
    if not game.is_sea(there):
        raise Illegal(
            "BG-1.1", "{space} is land; {piece} stays at sea", space=there, piece=piece.id
        )
    for canal in game.board.canals_between(here, there):
        shut = [t for t in canal.territories if not friendly_since_start(game, piece.owner, t)]
        if shut and _kind(game, piece) not in canal.exempt:
            raise Illegal(
                "BG-2.5",
                "{canal} is shut: {territories} must have been friendly since the turn began",
                canal=canal.name,
                territories=" and ".join(shut),
            )
    if (
        game.current_phase is Phase.NONCOMBAT_MOVE
        and not game.rules.counts_as(game, piece, Trait.SUBMARINE)
        and game.rules.hostile(game, piece.owner, there)
    ):
        raise Illegal(
            "BG-9.1",
            "{space} is hostile; only submarines can enter it in Noncombat move",
            space=there,
        )


def _ends_voyage(game: Game, piece: Piece, there: SpaceId) -> bool:
    """Whether entering a sea zone ends a ship's movement.

    A submarine stops where there is an enemy destroyer (BG-7.4), any other ship in a hostile zone
    (BG-7.3).

    Implements: BG-7.3, BG-7.4
    """
    if game.rules.counts_as(game, piece, Trait.SUBMARINE):
        return any(
            game.rules.counts_as(game, other, Trait.DESTROYER)
            for other in game.enemies_at(piece.owner, there)
        )
    return game.rules.hostile(game, piece.owner, there)


def _kind(game: Game, piece: Piece) -> Kind | None:
    """The kind by which a canal exempts a piece; a face-down piece is what it counts as."""
    if isinstance(piece, Figure):
        return piece.kind
    return SUBMARINE if game.rules.counts_as(game, piece, Trait.SUBMARINE) else None


def check_home(game: Game, power: Power, space: SpaceId) -> None:
    """Judge whether units of a power may be in a space.

    Raises:
        Illegal: they are bound to a homeland, and this is no part of it; no sea zone is.

    Implements: BG-7.12
    """
    home = game.rules.scenario.homelands.get(power)
    if home is not None and space not in home.spaces:
        raise Illegal(
            "BG-7.12",
            "units of {power} cannot leave their homeland for {space}",
            power=power,
            space=space,
        )


def flight_distances(game: Game, power: Power, start: SpaceId) -> Mapping[SpaceId, int]:
    """How far aircraft of a power must fly from a space to every other, nearest first.

    Aircraft that are bound to a homeland fly only over it.
    """
    home = game.rules.scenario.homelands.get(power)
    return game.board.distances(start, within=None if home is None else home.spaces)


def passengers_of(game: Game, vehicles: Iterable[PieceId]) -> tuple[Figure, ...]:
    """Units that these pieces have brought along this turn and still have with them, ascending."""
    by = frozenset(vehicles)
    spaces = sorted({game.pieces[vehicle].at for vehicle in by})
    return tuple(
        piece
        for space in spaces
        for piece in game.pieces.at(space)
        if isinstance(piece, Figure) and piece.brought_by in by
    )


def carried_along(game: Game, passenger: Piece, vehicle: Piece, there: SpaceId) -> Piece:
    """A passenger after a step of its vehicle; one that came by air cannot retreat (BG-8.19).

    Raises:
        Illegal: it is not a figure.
    """
    if not isinstance(passenger, Figure):
        raise Illegal("BG-4.2", "{piece} is not a figure that can be carried", piece=passenger.id)
    by_air = game.rules.domain(game, vehicle) is Domain.AIR
    passenger = passenger.replace(at=there, left=0, brought_by=vehicle.id)
    if game.current_phase is Phase.NONCOMBAT_MOVE:
        return passenger
    return passenger.replace(moved=True, came_from=None if by_air else vehicle.at)
