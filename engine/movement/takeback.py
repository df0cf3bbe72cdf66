"""Why a unit moves in Combat move, and how an order is taken back (BG-7.1, R6).

A unit that moves in Combat move needs a combat purpose; one without a purpose goes back to where it
stood when the phase began. Any order may be taken back until something irrevocable has happened.
"""

__all__ = [
    "can_go_back",
    "check_purposes",
    "check_take_back",
    "has_changed",
    "is_needed_for_landing",
    "pieces_without_purpose",
    "take_back",
    "taken_back_together",
    "with_unloading",
    "without_take_back",
]

from collections.abc import Iterable

from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.movement.declarations import assaults, could_attack
from engine.movement.landing import check_landing
from engine.movement.orders import TakeBack, TakenBack
from engine.pieces import Figure, Piece, PieceId
from engine.terms import friendly_since_start, is_warship
from engine.units import Domain, Trait


def taken_back_together(game: Game, ids: Iterable[PieceId]) -> tuple[PieceId, ...]:
    """Pieces that must go back together, ascending.

    A ship goes back with what is aboard it, was when the phase began, or has unloaded since, and
    such a unit with its ships; likewise a unit that another has brought along in this phase.
    """
    bonds: dict[PieceId, set[PieceId]] = {}
    began = game.record.phase_began
    for piece in (*began.carried, *game.record.before_unloading.carried, *game.pieces.carried):
        before = began.get(piece.id)
        earlier = isinstance(before, Figure) and before.brought_by is not None
        for other in (piece.aboard, None if earlier else piece.brought_by):
            if other is not None:
                bonds.setdefault(piece.id, set()).add(other)
                bonds.setdefault(other, set()).add(piece.id)
    found: set[PieceId] = set()
    queue = set(ids)
    while queue:
        piece_id = queue.pop()
        found.add(piece_id)
        queue |= bonds.get(piece_id, set()) - found
    return tuple(sorted(found))


def with_unloading(game: Game, ships: Iterable[Figure], units: Iterable[Figure]) -> Game:
    """The game that remembers ships, and units about to unload from them, as they are now."""
    before = game.record.before_unloading
    first = (ship for ship in ships if ship.id not in before)
    return game.update_turn_record(before_unloading=before.replaced((*first, *units)))


def can_go_back(game: Game, piece: Piece) -> bool:
    """Whether an order that names this piece, and no other, takes anything back.

    What has blitzed, or was subject to dice or a shuffle, cannot go back (`phase_began`); but what
    has unloaded since can go back aboard.
    """
    if _has_unloaded(game, piece.id):
        return True
    return has_changed(game, piece) and _can_go_back(game, taken_back_together(game, (piece.id,)))


def has_changed(game: Game, piece: Piece) -> bool:
    """Whether a piece, or what it carries, has changed since the phase began."""
    together = taken_back_together(game, (piece.id,)) if _carries(game, piece) else (piece.id,)
    began = game.record.phase_began
    now = ((began.get(one), game.pieces.get(one)) for one in together)
    return any(then is not None and then is not one and then != one for then, one in now)


def _carries(game: Game, piece: Piece) -> bool:
    """Whether a unit of the active power is aboard a piece."""
    cargo = (unit for unit in game.pieces.carried if unit.aboard == piece.id)
    return any(unit.owner == game.active for unit in cargo)


def _has_unloaded(game: Game, piece: PieceId) -> bool:
    """Whether a piece has unloaded from a ship in this phase."""
    before = game.record.before_unloading.get(piece)
    return isinstance(before, Figure) and before.aboard is not None


def _can_go_back(game: Game, pieces: Iterable[PieceId]) -> bool:
    began = game.record.phase_began
    return all(piece in began and piece in game.pieces for piece in pieces)


def without_take_back(game: Game, ids: Iterable[PieceId]) -> Game:
    """The game in which these pieces, and all that would go back with them, must stay."""
    began = game.record.phase_began
    staying = [piece for piece in taken_back_together(game, ids) if piece in began]
    return game.update_turn_record(phase_began=began.replaced((), staying))


def check_take_back(game: Game, order: TakeBack) -> None:
    """Judge an order to take back.

    Raises:
        Illegal: a piece has nothing to take back or can no longer do so, has no place left where it
            stood, or an aircraft needs the carrier where it has gone.
    """
    if not order.pieces:
        raise Illegal("R6", "the order names nothing to take back")
    for piece_id in sorted(order.pieces):
        piece = game.pieces.get(piece_id)
        if (
            piece is None
            or not (piece.owner == game.active or _carries(game, piece))
            or not (has_changed(game, piece) or _has_unloaded(game, piece_id))
        ):
            raise Illegal("R6", "{piece} has no move to take back", piece=piece_id)
    back, unloaded = _going_back(game, order)
    if not _can_go_back(game, back):
        raise Illegal("R6", "a piece that would go back can no longer be taken back")
    after = _taken_back(game, back, unloaded)
    _check_room(after, back)
    shut = after.control != game.control  # a neutral territory over which others count on flying
    if shut or any(is_needed_for_landing(game, game.pieces[piece]) for piece in back):
        check_landing(game, after, "BG-7.6")


def _going_back(game: Game, order: TakeBack) -> tuple[tuple[PieceId, ...], tuple[PieceId, ...]]:
    """What goes back to where it stood, and the units of which only the unloading is taken back."""
    before = game.record.before_unloading
    aboard = {
        unit.id
        for unit in before.carried
        if unit.id in order.pieces and unit.aboard not in order.pieces
    }
    back = taken_back_together(game, order.pieces - aboard)
    return back, tuple(sorted(aboard.difference(back)))


def _check_room(after: Game, back: tuple[PieceId, ...]) -> None:
    """Judge whether what has come where pieces stand again may stay there beside them."""
    began = after.record.phase_began
    for space in sorted({after.pieces[piece].at for piece in back}):
        new = [
            piece
            for piece in after.pieces.at(space)
            if isinstance(piece, Figure) and (piece.id not in began or began[piece.id].at != space)
        ]
        if new:
            kinds = tuple(piece.kind for piece in new)
            after.rules.may_stack(after, kinds, space, leaving={piece.id for piece in new})


def is_needed_for_landing(game: Game, piece: Piece) -> bool:
    """Whether an aircraft may count on a piece: a carrier, or one that clears a carrier's way."""
    return game.rules.counts_as(game, piece, Trait.CARRIER) or (
        game.rules.hostile(game, game.active, piece.at)
    )


def take_back(game: Game, order: TakeBack) -> Game:
    """Carry out a legal order to take back."""
    return _taken_back(game, *_going_back(game, order))


def _taken_back(game: Game, back: tuple[PieceId, ...], unloaded: tuple[PieceId, ...]) -> Game:
    """The game with some pieces where they stood, and others aboard their ships again.

    A ship from which nothing has unloaded any longer may go on.
    """
    began, before = game.record.phase_began, game.record.before_unloading
    rest = before.replaced((), (piece for piece in (*back, *unloaded) if piece in before))
    busy = {unit.aboard for unit in rest.carried}
    units = {unit.id for unit in before.carried}
    ships = [ship for ship in rest.values() if ship.id not in busy | units]
    game = game.with_pieces(
        *(began[piece] for piece in back), *(before[piece] for piece in unloaded), *ships
    ).update_turn_record(before_unloading=rest.replaced((), (ship.id for ship in ships)))
    gone = tuple(sorted((*back, *unloaded)))
    return game.rules.after_takeback(game.with_events(TakenBack(gone)), gone)


def check_purposes(game: Game) -> None:
    """Judge whether everything that moved in Combat move had a reason to.

    Raises:
        Illegal: a unit has moved and takes part in no attack, assault, blitz, landing plan or
            escape (R6), or was loaded and lands nowhere (BG-7.9).

    Implements: R6
    """
    for piece in pieces_without_purpose(game):
        if isinstance(piece, Figure) and piece.aboard is not None:
            raise Illegal(
                "BG-7.9",
                "{piece} was loaded but does not land; land it or take it back",
                piece=piece.id,
            )
        raise Illegal("R6", "{piece} moved without a combat purpose; take it back", piece=piece.id)


def pieces_without_purpose(game: Game) -> tuple[Piece, ...]:
    """The active power's pieces whose Combat move has no purpose, ascending.

    Only pieces that can still take their move back are tested: what has blitzed has its purpose,
    and a token is not tested while a shuffle leaves open which piece it is (R6).
    """
    coasts = {unit.at for units in assaults(game).values() for unit in units}
    return tuple(
        piece
        for piece in game.owned(game.active)
        if piece.moved
        and can_go_back(game, piece)
        and not game.rules.uncertain(game, piece)
        and not _has_purpose(game, piece, coasts)
    )


def _has_purpose(game: Game, piece: Piece, coasts: set[SpaceId]) -> bool:
    """Whether a moved piece has one of the reasons of BG-7.1; `coasts`: zones landed from.

    Implements: BG-7.1
    """
    if isinstance(piece, Figure) and piece.aboard is not None:
        return piece.ashore is not None
    domain = game.rules.domain(game, piece)
    if domain is Domain.LAND:
        return not friendly_since_start(game, game.active, piece.at)
    if _has_escaped(game, piece) or _attacks(game, piece) or _has_brought(game, piece):
        return True
    if domain is Domain.SEA and piece.at in coasts:
        return is_warship(game, piece) or _lands_cargo(game, piece)
    return game.rules.counts_as(game, piece, Trait.CARRIER) and _is_awaited(game, piece)


def _has_brought(game: Game, vehicle: Piece) -> bool:
    """It has brought another unit along this turn, wherever it has gone since (BG-4.2; WP-1)."""
    return any(
        isinstance(piece, Figure) and piece.brought_by == vehicle.id
        for piece in game.owned(vehicle.owner)
    )


def _has_escaped(game: Game, piece: Piece) -> bool:
    """It has left a zone shared with enemy surface warships.

    Implements: BG-7.5
    """
    start = game.record.phase_began[piece.id].at
    return start != piece.at and game.rules.hostile(game, game.active, start)


def _attacks(game: Game, piece: Piece) -> bool:
    """It is in hostile territory, or at sea where an attack may be declared (BG-8.23)."""
    if not game.board.is_sea(piece.at):
        return game.rules.hostile(game, game.active, piece.at)
    return bool(game.enemies_at(game.active, piece.at)) and could_attack(game, piece.at)


def _lands_cargo(game: Game, ship: Piece) -> bool:
    return any(
        isinstance(unit, Figure) and unit.aboard == ship.id and unit.ashore is not None
        for unit in game.pieces.at(ship.at)
    )


def _is_awaited(game: Game, carrier: Piece) -> bool:
    """An attacking aircraft of the same power can reach the carrier where it has gone (BG-7.1)."""
    return any(
        isinstance(piece, Figure)
        and game.rules.counts_as(game, piece, Trait.CARRIER_BORNE)
        and _attacks(game, piece)
        and game.board.distances(piece.at).get(carrier.at, piece.left + 1) <= piece.left
        for piece in game.owned(game.active)
    )
