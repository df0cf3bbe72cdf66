"""What combat asks (BG-8)."""

__all__ = ["BattleQuestions", "RetreatSpace"]

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic

from engine.battles import BattleKind, Role, Throw
from engine.board import Power, SpaceId
from engine.claims import Claim
from engine.pause import G, Step
from engine.pieces import Figure, Piece, PieceId, PieceMark
from engine.units import Kind


@dataclass(frozen=True, slots=True)
class RetreatSpace:
    """A space to which the attacker may withdraw.

    Attributes:
        to: the space.
        by: the piece whose way here opens it, where that must be shown (SS-A6).
        claim: what must be shown then.
    """

    to: SpaceId
    by: PieceId | None = None
    claim: Claim | None = None


class BattleQuestions(ABC, Generic[G]):
    """Who fights, with what dice, at whom, and how a battle ends."""

    @abstractmethod
    def battle_kind(self, game: G, space: SpaceId) -> BattleKind:
        """Value: what is fought in a space (BG-8.1)."""

    @abstractmethod
    def takes_part(self, game: G, piece: Piece, space: SpaceId) -> bool:
        """Value: whether a piece that can fight in a space is drawn up for a battle (BG-8.1a)."""

    @abstractmethod
    def house_battle(self, game: G) -> Step[G]:
        """Point: a step of a battle that a house rule fights by its own steps (SW-3).

        It says which stage comes next: `HOUSE_BATTLE` again, or `BATTLE_CLOSES`.
        """

    @abstractmethod
    def sides_formed(self, game: G) -> Step[G]:
        """Point: both sides are drawn up; nothing has been tested or rolled yet (DS-8)."""

    @abstractmethod
    def battle_opens(self, game: G) -> Step[G]:
        """Point: the sides stand drawn up, before the first round (before BG-8.7)."""

    @abstractmethod
    def opening_fire(self, game: G) -> Step[G]:
        """Point: fire along with the bombardment (BG-8.5b); at sea after S1 of round 1.

        What it hits is marked (`casualties.mark`) and leaves in S5.
        """

    @abstractmethod
    def submerge(self, game: G, power: Power) -> Step[G]:
        """Point: S1 of every round at sea for one power in the battle (BG-8.11)."""

    @abstractmethod
    def round_opens(self, game: G) -> Step[G]:
        """Point: a battle goes into a round, its first or another one (before S0)."""

    @abstractmethod
    def side_may_submerge(self, game: G, role: Role) -> bool:
        """Value: whether a side's submarines may submerge (BG-8F, 8.11)."""

    @abstractmethod
    def piece_may_submerge(self, game: G, piece: Piece) -> bool:
        """Value: whether a submarine may submerge in S1, where its side's may (BG-8.11)."""

    @abstractmethod
    def submerge_pieces(self, game: G, power: Power, pieces: tuple[PieceId, ...]) -> G:
        """Value: the game after pieces have left the battle for good under water (BG-8.11)."""

    @abstractmethod
    def surprise_strike(self, game: G, role: Role) -> bool:
        """Value: whether a side's submarines strike in S2, else with the rest (BG-8F)."""

    @abstractmethod
    def die_sides(self, game: G) -> int:
        """Value: how many sides the dice of combat have (BG-1.6)."""

    @abstractmethod
    def scaled_strength(self, game: G, value: int) -> int:
        """Value: what a hit on `value` or less of a six-sided die is on the dice of combat."""

    @abstractmethod
    def may_search(self, game: G, piece: Piece) -> bool:
        """Value: whether a piece can look for submarines: aircraft and destroyers (DS-8, SW-3)."""

    @abstractmethod
    def search_threshold(self, game: G, piece: Piece) -> int:
        """Value: the highest die that finds a defender which cannot be hit before; 0: it can."""

    @abstractmethod
    def searches_again(self, game: G) -> bool:
        """Value: whether what was not found is searched for again in every round (DS-10)."""

    @abstractmethod
    def found(self, game: G, pieces: tuple[PieceId, ...]) -> G:
        """Value: the game in which a search of the battle being fought has found these (DS-8)."""

    @abstractmethod
    def may_dive_away(self, game: G, piece: Piece) -> bool:
        """Value: whether a defender may leave instead of rolling its defence dice (DS-12)."""

    @abstractmethod
    def rerolls(self, game: G, piece: Piece) -> bool:
        """Value: whether a unit may still roll a die again in the battle being fought (WE-1)."""

    @abstractmethod
    def supporting_strength(self, game: G, piece: Piece) -> int:
        """Value: on what a piece hits in a battle next to it, before round 1; 0: it does not fire.

        It fires along with the bombardment (WA-2).
        """

    @abstractmethod
    def strength(self, game: G, piece: Piece, kind: Kind, role: Role) -> int:
        """Value: the highest result with which a unit of a piece hits; 0 rolls nothing (BG-1.6)."""

    @abstractmethod
    def throw(self, game: G, piece: Piece, kind: Kind, role: Role) -> Throw:
        """Value: the dice that a unit of a piece rolls when it fires (BG-1.6)."""

    @abstractmethod
    def supports(self, game: G, piece: Piece) -> int:
        """Value: how many attacking units a piece supports (BG-8.18)."""

    @abstractmethod
    def anti_air_strength(self, game: G, power: Power) -> int:
        """Value: the highest result with which a power's anti-aircraft fire hits (BG-8.2, 8.4)."""

    @abstractmethod
    def raiders(self, game: G, territory: SpaceId) -> tuple[PieceId, ...]:
        """Value: the active power's aircraft in a territory that may raid there (BG-8.2)."""

    @abstractmethod
    def raid_dice(self, game: G, piece: Piece) -> Throw:
        """Value: the dice that a raider rolls at its target (BG-8.2)."""

    @abstractmethod
    def raid_rolled(self, game: G, territory: SpaceId, dice: tuple[int, ...]) -> Step[G]:
        """Point: the dice of a raid have been rolled, their damage is not yet done (BG-8.2)."""

    @abstractmethod
    def complex_bombed(self, game: G, territory: SpaceId, total: int) -> G:
        """Value: the game after a complex has taken what a raid or rocket rolled (BG-8.2)."""

    @abstractmethod
    def rocket_range(self, game: G, power: Power) -> int:
        """Value: how many spaces the rockets of a power's guns fly; 0 where it has none."""

    @abstractmethod
    def may_hit(self, game: G, role: Role, kind: Kind, target: Piece) -> bool:
        """Value: whether hits by a side's units of a kind may go to an enemy piece (BG-8.10)."""

    @abstractmethod
    def in_battle(self, game: G, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """Value: those of a side's pieces that now count as in the battle (BG-8.14, 8.17, 8.22)."""

    @abstractmethod
    def after_roll(self, game: G) -> Step[G]:
        """Point: dice have been rolled; they are in the battle's volley, no hit is assigned yet."""

    @abstractmethod
    def before_strikes(self, game: G) -> Step[G]:
        """Point: between S1 and S2 of a sea battle."""

    @abstractmethod
    def between_fires(self, game: G) -> Step[G]:
        """Point: between S3 and S4."""

    @abstractmethod
    def marks(self, game: G, piece: Piece) -> tuple[PieceMark, ...]:
        """Value: what tells a unit from others of its kind that might be lost instead (BG-8.13)."""

    @abstractmethod
    def lose(self, game: G, piece: PieceId, hits: int) -> G:
        """Value: the game after a piece has lost units to that many hits (BG-8.15, 8.16)."""

    @abstractmethod
    def repairs_free(self, game: G, ship: Figure) -> bool:
        """Value: whether damage to a two-hit ship disappears free of charge (BG-6.1)."""

    @abstractmethod
    def may_retreat(self, game: G) -> bool:
        """Value: whether the attacker may retreat from this battle at all (BG-8.19, 8.20)."""

    @abstractmethod
    def retreating_pieces(self, game: G) -> tuple[PieceId, ...]:
        """Value: attacking land or sea pieces that would withdraw together (BG-8.19, 8.20)."""

    @abstractmethod
    def retreat_spaces(self, game: G) -> tuple[RetreatSpace, ...]:
        """Value: where they may withdraw to, and what must be shown for it (BG-8.19)."""

    @abstractmethod
    def battle_closes(self, game: G) -> Step[G]:
        """Point: a battle is over; its record still names both sides (BG-8.22)."""

    @abstractmethod
    def combat_closes(self, game: G) -> Step[G]:
        """Point: all battles are over (the end of BG-8)."""
