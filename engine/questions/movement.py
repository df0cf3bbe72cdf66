"""What movement asks (BG-7, 9)."""

__all__ = ["MovementQuestions"]

from collections.abc import Mapping

from engine.board import Power, SpaceId
from engine.game import Game
from engine.movement import declarations, steps
from engine.movement.cargo import fits_aboard
from engine.options import SUBS_BLOCK_LANDING
from engine.pieces import Figure, Piece, PieceId
from engine.requests import Step
from engine.terms import hostile
from engine.units import Domain, Trait


class MovementQuestions:
    """The base game's answers about movement."""

    def hostile(self, game: Game, power: Power, space: SpaceId) -> bool:
        """Value: whether a space is hostile to a power (BG-1.3, 1.4)."""
        return hostile(game, power, space)

    def domain(self, game: Game, piece: Piece) -> Domain:
        """Value: where a piece lives and moves.

        Raises:
            TypeError: a house rule has put a piece on the board without answering for it.
        """
        if not isinstance(piece, Figure):
            raise TypeError(f"nothing says in which domain a {type(piece).__name__} moves")
        return game.rules.scenario.units[piece.kind].domain

    def move_limit(self, game: Game, piece: Piece) -> int:
        """Value: movement points of a piece in a turn (BG-6)."""
        if not isinstance(piece, Figure):
            return 0
        most = game.rules.unit_type(game, piece.owner, piece.kind).move
        return game.rules.limited(game, piece, most)

    def limited(self, game: Game, piece: Piece, most: int) -> int:
        """Value: how much of a printed limit of movement a piece has, as it stands (DS-3)."""
        return most

    def blocks(self, game: Game, piece: Piece) -> bool:
        """Value: whether enemies take notice of a ship in their way (BG-1.3 [CL]; DS-7)."""
        return True

    def may_enter(self, game: Game, piece: Piece, here: SpaceId, there: SpaceId) -> None:
        """Veto: a step of a piece between two spaces that touch (BG-7, 9.1)."""
        steps.may_enter(game, piece, here, there)

    def entry_price(self, game: Game, territory: SpaceId) -> int | None:
        """Value: IPC that entering a neutral territory costs; None if it is closed (BG-7.13)."""
        return None

    def passed(self, game: Game, pieces: tuple[PieceId, ...], there: SpaceId) -> Game:
        """Value: the game after pieces have come into a space, to stay or in passing (BG-7.13)."""
        return game

    def taken_back(self, game: Game, pieces: tuple[PieceId, ...]) -> Game:
        """Value: the game after pieces stand again where they stood when the phase began (R6)."""
        return game

    def stops(self, game: Game, piece: Piece, space: SpaceId) -> bool:
        """Value: whether entering a space ends a piece's movement (BG-7.2 to 7.4)."""
        return steps.stops(game, piece, space)

    def stops_blitz(self, game: Game, piece: Piece) -> bool:
        """Value: whether a piece stops enemy tanks: any unit does, guns and complexes too (R14)."""
        return True

    def riders(
        self, game: Game, pieces: tuple[Piece, ...], route: tuple[SpaceId, ...]
    ) -> Mapping[PieceId, PieceId]:
        """Value: which pieces of one order others bring along, each with its mount (BG-4.2)."""
        return {}

    def may_ride(self, game: Game) -> bool:
        """Value: whether units of the active power might bring others along (`riders`)."""
        return bool(game.breakthroughs.get(game.active))

    def stepped(self, game: Game, piece: Piece, there: SpaceId, cost: int) -> Piece:
        """Value: a piece after a step that costs so many movement points."""
        return steps.stepped(game, piece, there, cost)

    def air_cost(self, game: Game, piece: Piece, space: SpaceId) -> int:
        """Value: what ending its order in a space costs an aircraft beyond 1 per space (BG-7.6)."""
        return 0

    def needs_landing(self, game: Game, piece: Piece) -> bool:
        """Value: whether an aircraft must have some possible landing (BG-7.6)."""
        return True

    def fits(self, game: Game, transport: Figure, cargo: tuple[Figure, ...]) -> bool:
        """Value: whether a transport has room for all of this cargo at once (BG-7.9)."""
        return fits_aboard(game, cargo)

    def unloads_in_one(self, game: Game, transport: Figure) -> bool:
        """Value: whether a transport must unload all in one territory this turn (BG-7.9)."""
        return True

    def landing_barred(self, game: Game, power: Power, zone: SpaceId) -> bool:
        """Value: whether ignored submarines bar landings from a sea zone (BG-7.11, R15)."""
        blocking = game.rules.option(SUBS_BLOCK_LANDING)
        return blocking and declarations.submarines_bar(game, power, zone)

    def bars_landing(self, game: Game, piece: Piece) -> bool:
        """Value: whether a piece, if ignored, bars enemy landings from its zone (BG-7.11)."""
        return game.rules.counts_as(game, piece, Trait.SUBMARINE)

    def might_hit(self, game: Game, piece: Piece, enemy: Piece, *, destroyer: bool) -> bool:
        """Value: whether an attacking piece might hit an enemy at sea (BG-8.10, 8.23).

        `destroyer`: whether one of its own side stands beside it.
        """
        return declarations.might_hit(game, piece, enemy, destroyer=destroyer)

    def may_declare(self, game: Game, zone: SpaceId) -> None:
        """Veto: an attack on a sea zone that the active power might as well ignore (BG-8.23)."""
        declarations.may_declare(game, zone)

    def may_ignore(self, game: Game, zone: SpaceId) -> bool:
        """Value: whether the active power may ignore the enemies in a zone (BG-7.3, 7.4)."""
        return declarations.may_ignore(game, zone)

    def bombardments(self, game: Game, landed: int) -> int:
        """Value: how many ships may bombard where so many units land from the sea (BG-8.5b)."""
        return landed

    def leaving(
        self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId, there: SpaceId
    ) -> Step:
        """Point: pieces are about to leave a space for the next; one that is gone stays behind."""
        yield from ()
        return game

    def entered(self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
        """Point: pieces have entered a space."""
        yield from ()
        return game

    def arrived(self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
        """Point: an order has ended in a space; not all of its pieces need have come so far."""
        yield from ()
        return game

    def between_legs(self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
        """Point: pieces are between two steps of one order."""
        yield from ()
        return game
