"""How the base game moves: its answers to the questions of movement (BG-7, 9)."""

__all__ = ["MovementAnswers"]

from collections.abc import Mapping

from engine.board import Power, SpaceId
from engine.claims import Claim
from engine.game import Game
from engine.movement import declarations, steps
from engine.movement.cargo import fits_aboard
from engine.movement.steps import check_markers
from engine.options import SUBS_BLOCK_LANDING
from engine.pause import unchanged
from engine.pieces import Figure, Piece, PieceId
from engine.questions.movement import MovementQuestions
from engine.requests import Step
from engine.terms import hostile
from engine.units import Domain, Trait


class MovementAnswers(MovementQuestions[Game]):
    """The rulebook's answers about movement."""

    def hostile(self, game: Game, power: Power, space: SpaceId) -> bool:
        """BG-1.3 at sea, BG-1.4 on land."""
        return hostile(game, power, space)

    def domain(self, game: Game, piece: Piece) -> Domain:
        """That of the unit.

        Raises:
            TypeError: a house rule has put a piece on the board without answering for it.
        """
        if not isinstance(piece, Figure):
            raise TypeError(f"nothing says in which domain a {type(piece).__name__} moves")
        return game.rules.scenario.units[piece.kind].domain

    def move_limit(self, game: Game, piece: Piece) -> int:
        """As printed; a piece that is no unit of the base game does not move."""
        if not isinstance(piece, Figure):
            return 0
        most = game.rules.unit_type(game, piece.owner, piece.kind).move
        return game.rules.capped_move(game, piece, most)

    def capped_move(self, game: Game, piece: Piece, most: int) -> int:
        """All of it."""
        return most

    def blocks(self, game: Game, piece: Piece) -> bool:
        """Always."""
        return True

    def may_enter(self, game: Game, piece: Piece, here: SpaceId, there: SpaceId) -> None:
        """BG-7.1 to 7.4, 7.9, 9.1; see `steps.may_enter`."""
        steps.may_enter(game, piece, here, there)

    def entry_price(self, game: Game, territory: SpaceId) -> int | None:
        """Neutral territories are closed."""
        return None

    def after_entering(self, game: Game, pieces: tuple[PieceId, ...], there: SpaceId) -> Game:
        """Unchanged."""
        return game

    def after_takeback(self, game: Game, pieces: tuple[PieceId, ...]) -> Game:
        """Unchanged."""
        return game

    def stops(self, game: Game, piece: Piece, space: SpaceId) -> bool:
        """A land unit in hostile land, a ship in hostile waters."""
        return steps.stops(game, piece, space)

    def stops_blitz(self, game: Game, piece: Piece) -> bool:
        """Always."""
        return True

    def passengers(
        self, game: Game, pieces: tuple[Piece, ...], route: tuple[SpaceId, ...]
    ) -> Mapping[PieceId, PieceId]:
        """None."""
        return {}

    def may_bring_passengers(self, game: Game) -> bool:
        """Only breakthroughs bring others along."""
        return bool(game.breakthroughs.get(game.active))

    def air_cost(self, game: Game, piece: Piece, space: SpaceId) -> int:
        """Nothing."""
        return 0

    def needs_landing(self, game: Game, piece: Piece) -> bool:
        """Always."""
        return True

    def fits_aboard(self, game: Game, transport: Figure, cargo: tuple[Figure, ...]) -> bool:
        """As the unit table says."""
        return fits_aboard(game, transport, cargo)

    def unloads_in_one_territory(self, game: Game, transport: Figure) -> bool:
        """Always."""
        return True

    def landing_barred(self, game: Game, power: Power, zone: SpaceId) -> bool:
        """As the option says, where one of them was ignored."""
        blocking = game.rules.option(SUBS_BLOCK_LANDING)
        return blocking and declarations.submarines_bar(game, power, zone)

    def bars_landing(self, game: Game, piece: Piece) -> bool:
        """A submarine."""
        return game.rules.counts_as(game, piece, Trait.SUBMARINE)

    def might_hit(self, game: Game, piece: Piece, enemy: Piece, *, destroyer: bool) -> bool:
        """By BG-8.10."""
        return declarations.might_hit(game, piece, enemy, destroyer=destroyer)

    def may_ignore(self, game: Game, zone: SpaceId) -> bool:
        """Where none of them is a surface warship, or it has only submarines there."""
        return declarations.may_ignore(game, zone)

    def bombardment_limit(self, game: Game, landed: int) -> int:
        """One for each unit."""
        return landed

    def leaving(
        self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId, there: SpaceId
    ) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def entered(self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def arrived(self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def between_legs(self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def movement_claim(self, game: Game, piece: Piece, steps: int) -> Claim | None:
        """Nothing: its markers are certain.

        Raises:
            Illegal: they forbid it (BG-7, 9.1).
        """
        check_markers(game, piece, steps)
        return None

    def claim_shown(self, game: Game, claim: Claim) -> Game:
        """Unchanged."""
        return game

    def uncertain(self, game: Game, piece: Piece) -> bool:
        """Never."""
        return False
