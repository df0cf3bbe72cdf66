"""Where everybody of the captain's side will stand, while a Noncombat move is being planned."""

__all__ = ["Deployment"]

import functools
import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from client.bots.captain import aims
from client.bots.captain.distance import effort
from client.bots.captain.situation import Situation
from client.bots.captain.threats import Threats
from engine.board import SpaceId
from engine.pieces import Piece, PieceId
from engine.units import Domain, Trait

_FADE = 0.6  # what a goal is worth from one turn further away
_SCALE = 40.0  # the pull of the space that is nearest of all to what the power wants
_LITTLE = 1e-6  # so that something is nearest even where nothing is wanted
_GOAL = 25.0  # IPC above which a goal draws no more: a capital is far away, the war is here


@dataclass(eq=False)
class Deployment:
    """A plan of who stands where, and what each place draws and risks.

    Attributes:
        situation: what the captain makes of the board.
        threats: what the enemy could do to each space.
        placing: whether new units are being placed, so that there are none to come.
        at: where pieces will be that are going to move.
    """

    situation: Situation
    threats: Threats
    placing: bool = False
    at: dict[PieceId, SpaceId] = field(default_factory=dict)
    _here: dict[SpaceId, list[Piece]] = field(default_factory=dict)

    def place(self, piece: Piece) -> SpaceId:
        """Where a piece will stand."""
        return self.at.get(piece.id, piece.at)

    def here(self, space: SpaceId) -> list[Piece]:
        """Pieces of the power's side that will stand in a space."""
        if space not in self._here:
            here = self.situation.game.friends_at(self.situation.power, space)
            self._here[space] = [piece for piece in here if piece.id not in self.at]
        return self._here[space]

    def send(self, pieces: Iterable[Piece], to: SpaceId) -> None:
        """Plan that pieces will stand elsewhere."""
        for piece in pieces:
            here = self.here(self.place(piece))
            there = self.here(to)
            here.remove(piece)
            there.append(piece)
            self.at[piece.id] = to

    def add(self, piece: Piece) -> None:
        """Plan that a new piece will stand where it is placed."""
        self.here(piece.at).append(piece)

    # What draws and what frightens

    @functools.cached_property
    def _goals(self) -> list[tuple[SpaceId, float]]:
        """Territories to be taken, and what they are worth."""
        board = self.situation.game.board
        return [
            (space, min(_GOAL, self.situation.worth(space)))
            for space in board.territories
            if not board[space].neutral and self.situation.hostile(space)
        ]

    @functools.cached_property
    def _has_ships(self) -> bool:
        return any(self.situation.is_kind(piece, Trait.TRANSPORT) for piece in self.situation.own)

    def pull(self, space: SpaceId) -> float:
        """How near a space is to what the power wants, from 0 to what is nearest of all."""
        return self._pulls[space]

    @functools.cached_property
    def _pulls(self) -> dict[SpaceId, float]:
        """The worth of all goals, faded by the turns to each, and brought to scale."""
        board = self.situation.game.board
        near = dict.fromkeys(board.spaces, _LITTLE)
        for goal, worth in self._goals:
            for space, turns in effort(board, goal, ships=self._has_ships).items():
                near[space] += worth * math.pow(_FADE, turns)
        most = max(near.values())
        return {space: _SCALE * worth / most for space, worth in near.items()}

    @functools.cache  # noqa: B019 (a plan lives for one decision)
    def prey(self, zone: SpaceId) -> float:
        """How near a sea zone is to enemy ships that submarines may sink."""
        situation = self.situation
        steps = situation.game.board.distances(zone, sea=True)
        return sum(
            situation.cost([piece]) * _FADE ** steps.get(piece.at, 99)
            for piece in situation.hostile_pieces
            if situation.domain(piece) is Domain.SEA
        )

    @functools.cached_property
    def waters(self) -> dict[SpaceId, float]:
        """Sea zones that an objective wants free of enemies."""
        return aims.guarded_waters(self.situation.game, self.situation.power)

    @functools.cached_property
    def lanes(self) -> dict[SpaceId, float]:
        """Sea zones in which raiders cost the enemy income."""
        return aims.shipping_lanes(self.situation.game, self.situation.power)

    def risk(
        self, space: SpaceId, without: Collection[Piece] = (), joined: Collection[Piece] = ()
    ) -> float:
        """What the enemy stands to gain in a space, with some pieces gone and others come."""
        if not self.threats.assailants(space):
            return 0.0
        standing = [piece for piece in self.here(space) if piece not in without]
        new = () if self.placing else self.situation.reserves(space)
        return self.threats.exposure(space, [*standing, *joined], reserves=new)

    def relief(self, pieces: Collection[Piece], origin: SpaceId, to: SpaceId) -> float:
        """How much less is at risk in both spaces when pieces go from one to the other."""
        return (
            self.risk(origin)
            - self.risk(origin, without=pieces)
            + self.risk(to)
            - self.risk(to, joined=pieces)
        )
