"""What movement asks (BG-7, 9)."""

__all__ = ["MovementQuestions"]

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic

from engine.board import Power, SpaceId
from engine.claims import Claim
from engine.pause import G, Step
from engine.pieces import Figure, Piece, PieceId
from engine.units import Domain


class MovementQuestions(ABC, Generic[G]):
    """What may move where, and what happens on the way."""

    @abstractmethod
    def hostile(self, game: G, power: Power, space: SpaceId) -> bool:
        """Value: whether a space is hostile to a power (BG-1.3, 1.4)."""

    @abstractmethod
    def domain(self, game: G, piece: Piece) -> Domain:
        """Value: where a piece lives and moves.

        Raises:
            TypeError: a house rule has put a piece on the board without answering for it.
        """

    @abstractmethod
    def move_limit(self, game: G, piece: Piece) -> int:
        """Value: movement points of a piece in a turn (BG-6)."""

    @abstractmethod
    def capped_move(self, game: G, piece: Piece, most: int) -> int:
        """Value: how much of a printed limit of movement a piece has, as it stands (DS-3)."""

    @abstractmethod
    def blocks(self, game: G, piece: Piece) -> bool:
        """Value: whether enemies take notice of a ship in their way (BG-1.3 [CL]; DS-7)."""

    @abstractmethod
    def may_enter(self, game: G, piece: Piece, here: SpaceId, there: SpaceId) -> None:
        """Veto: a step of a piece between two spaces that touch (BG-7, 9.1)."""

    @abstractmethod
    def entry_price(self, game: G, territory: SpaceId) -> int | None:
        """Value: IPC that entering a neutral territory costs; None if it is closed (BG-7.13)."""

    @abstractmethod
    def after_entering(self, game: G, pieces: tuple[PieceId, ...], there: SpaceId) -> G:
        """Value: the game after pieces have come into a space, to stay or in passing (BG-7.13)."""

    @abstractmethod
    def after_takeback(self, game: G, pieces: tuple[PieceId, ...]) -> G:
        """Value: the game after pieces stand again where they stood when the phase began (R6)."""

    @abstractmethod
    def stops(self, game: G, piece: Piece, space: SpaceId) -> bool:
        """Value: whether entering a space ends a piece's movement (BG-7.2 to 7.4)."""

    @abstractmethod
    def stops_blitz(self, game: G, piece: Piece) -> bool:
        """Value: whether a piece stops enemy tanks: any unit does, guns and complexes too (R14)."""

    @abstractmethod
    def passengers(
        self, game: G, pieces: tuple[Piece, ...], route: tuple[SpaceId, ...]
    ) -> Mapping[PieceId, PieceId]:
        """Value: which pieces of one order others bring along, each with its vehicle (BG-4.2)."""

    @abstractmethod
    def may_bring_passengers(self, game: G) -> bool:
        """Value: whether units of the active power might bring others along (`passengers`)."""

    @abstractmethod
    def air_cost(self, game: G, piece: Piece, space: SpaceId) -> int:
        """Value: what ending its order in a space costs an aircraft beyond 1 per space (BG-7.6)."""

    @abstractmethod
    def needs_landing(self, game: G, piece: Piece) -> bool:
        """Value: whether an aircraft must have some possible landing (BG-7.6)."""

    @abstractmethod
    def fits_aboard(self, game: G, transport: Figure, cargo: tuple[Figure, ...]) -> bool:
        """Value: whether a transport has room for all of this cargo at once (BG-7.9)."""

    @abstractmethod
    def unloads_in_one_territory(self, game: G, transport: Figure) -> bool:
        """Value: whether a transport must unload all in one territory this turn (BG-7.9)."""

    @abstractmethod
    def landing_barred(self, game: G, power: Power, zone: SpaceId) -> bool:
        """Value: whether ignored submarines bar landings from a sea zone (BG-7.11, R15)."""

    @abstractmethod
    def bars_landing(self, game: G, piece: Piece) -> bool:
        """Value: whether a piece, if ignored, bars enemy landings from its zone (BG-7.11)."""

    @abstractmethod
    def might_hit(self, game: G, piece: Piece, enemy: Piece, *, destroyer: bool) -> bool:
        """Value: whether an attacking piece might hit an enemy at sea (BG-8.10, 8.23).

        `destroyer`: whether one of its own side stands beside it.
        """

    @abstractmethod
    def may_ignore(self, game: G, zone: SpaceId) -> bool:
        """Value: whether the active power may ignore the enemies in a zone (BG-7.3, 7.4)."""

    @abstractmethod
    def bombardment_limit(self, game: G, landed: int) -> int:
        """Value: how many ships may bombard where so many units land from the sea (BG-8.5b)."""

    @abstractmethod
    def leaving(
        self, game: G, pieces: tuple[PieceId, ...], here: SpaceId, there: SpaceId
    ) -> Step[G]:
        """Point: pieces are about to leave a space for the next; one that is gone stays behind."""

    @abstractmethod
    def entered(self, game: G, pieces: tuple[PieceId, ...], here: SpaceId) -> Step[G]:
        """Point: pieces have entered a space."""

    @abstractmethod
    def arrived(self, game: G, pieces: tuple[PieceId, ...], here: SpaceId) -> Step[G]:
        """Point: an order has ended in a space; not all of its pieces need have come so far."""

    @abstractmethod
    def between_legs(self, game: G, pieces: tuple[PieceId, ...], here: SpaceId) -> Step[G]:
        """Point: pieces are between two steps of one order."""

    @abstractmethod
    def movement_claim(self, game: G, piece: Piece, steps: int) -> Claim | None:
        """Value: what must be shown for a piece to use `steps` movement points in this phase.

        None where nothing must; else the claim comes with the order (`requests.show`). Pieces of
        one order are asked about in ascending id, each after what the one before has shown.

        Raises:
            Illegal: it may not (BG-7, 9.1).
        """

    @abstractmethod
    def claim_shown(self, game: G, claim: Claim) -> G:
        """Value: the game after a claim has been shown to hold."""

    @abstractmethod
    def uncertain(self, game: G, piece: Piece) -> bool:
        """Value: whether a shuffle of this phase leaves open which piece this is (R6)."""
