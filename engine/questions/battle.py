"""What combat asks (BG-8)."""

__all__ = ["BattleQuestions"]

from engine.battle import casualties, fire, opening, raids, retreat, submarines
from engine.battles import BattleKind, Role, Throw
from engine.board import Power, SpaceId
from engine.game import Game, Stage
from engine.movement import declarations
from engine.pieces import Figure, Piece, PieceId
from engine.requests import Step
from engine.units import Domain, Kind, Trait

ONE_DIE = Throw()


class BattleQuestions:
    """The base game's answers about combat."""

    def battle_kind(self, game: Game, space: SpaceId) -> BattleKind:
        """Value: what is fought in a space (BG-8.1)."""
        return opening.battle_kind(game, space)

    def takes_part(self, game: Game, piece: Piece, space: SpaceId) -> bool:
        """Value: whether a piece that can fight in a space is drawn up for a battle (BG-8.1a)."""
        return True

    def house_battle(self, game: Game) -> Step:
        """Point: a step of a battle that a house rule fights by its own steps (SW-3).

        It says which stage comes next: `HOUSE_BATTLE` again, or `BATTLE_CLOSES`.
        """
        yield from ()
        return game.replace(stage=Stage.BATTLE_CLOSES)

    def drawn_up(self, game: Game) -> Step:
        """Point: both sides are drawn up; nothing has been tested or rolled yet (DS-8)."""
        yield from ()
        return game

    def battle_opens(self, game: Game) -> Step:
        """Point: the sides stand drawn up, before the first round (before BG-8.7)."""
        yield from ()
        return game

    def opening_fire(self, game: Game) -> Step:
        """Point: fire along with the bombardment (BG-8.5b); at sea after S1 of round 1.

        What it hits is marked (`casualties.mark`) and leaves in S5.
        """
        yield from ()
        return game

    def submerge(self, game: Game, power: Power) -> Step:
        """Point: S1 of every round at sea for one power in the battle (BG-8.11)."""
        return submarines.submerge(game, power)

    def round_opens(self, game: Game) -> Step:
        """Point: a battle goes into a round, its first or another one (before S0)."""
        yield from ()
        return game

    def may_submerge(self, game: Game, role: Role) -> bool:
        """Value: whether a side's submarines may submerge (BG-8F, 8.11)."""
        return game.rules.surprise(game, role)

    def may_dive(self, game: Game, piece: Piece) -> bool:
        """Value: whether a submarine may submerge in S1, where its side's may (BG-8.11)."""
        return True

    def dive(self, game: Game, power: Power, pieces: tuple[PieceId, ...]) -> Game:
        """Value: the game after pieces have left the battle for good under water (BG-8.11)."""
        return submarines.dive(game, power, pieces)

    def surprise(self, game: Game, role: Role) -> bool:
        """Value: whether a side's submarines strike in S2, else with the rest (BG-8F)."""
        return submarines.surprise(game, role)

    def die_sides(self, game: Game) -> int:
        """Value: how many sides the dice of combat have (BG-1.6)."""
        return 6

    def scaled(self, game: Game, value: int) -> int:
        """Value: what a hit on `value` or less of a six-sided die is on the dice of combat."""
        return value

    def may_search(self, game: Game, piece: Piece) -> bool:
        """Value: whether a piece can look for submarines: aircraft and destroyers (DS-8, SW-3)."""
        flies = game.rules.domain(game, piece) is Domain.AIR
        return flies or game.rules.counts_as(game, piece, Trait.DESTROYER)

    def strength(self, game: Game, piece: Piece, kind: Kind, role: Role) -> int:
        """Value: the highest result with which a unit of a piece hits; 0 rolls nothing (BG-1.6)."""
        return fire.strength(game, piece, kind, role)

    def throw(self, game: Game, piece: Piece, kind: Kind, role: Role) -> Throw:
        """Value: the dice that a unit of a piece rolls when it fires (BG-1.6)."""
        return ONE_DIE

    def lends(self, game: Game, piece: Piece) -> int:
        """Value: how many attacking units a piece supports (BG-8.18)."""
        return 1 if game.rules.counts_as(game, piece, Trait.SUPPORTS) else 0

    def anti_air_strength(self, game: Game, power: Power) -> int:
        """Value: the highest result with which a power's anti-aircraft fire hits (BG-8.2, 8.4)."""
        return 1

    def raiders(self, game: Game, territory: SpaceId) -> tuple[PieceId, ...]:
        """Value: the active power's aircraft in a territory that may raid there (BG-8.2)."""
        return declarations.raiders(game, territory)

    def bombs(self, game: Game, piece: Piece) -> Throw:
        """Value: the dice that a raider rolls at its target (BG-8.2)."""
        return ONE_DIE

    def raid_rolled(self, game: Game, territory: SpaceId, dice: tuple[int, ...]) -> Step:
        """Point: the dice of a raid have been rolled, their damage is not yet done (BG-8.2)."""
        yield from ()
        return game

    def bombed(self, game: Game, territory: SpaceId, total: int) -> Game:
        """Value: the game after a complex has taken what a raid or rocket rolled (BG-8.2)."""
        return raids.bombed(game, territory, total)

    def rocket_range(self, game: Game, power: Power) -> int:
        """Value: how many spaces the rockets of a power's guns fly; 0 where it has none."""
        return 0

    def may_hit(self, game: Game, role: Role, kind: Kind, target: Piece) -> bool:
        """Value: whether hits by a side's units of a kind may go to an enemy piece (BG-8.10)."""
        return fire.may_hit(game, role, kind, target)

    def in_battle(self, game: Game, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """Value: those of a side's pieces that now count as in the battle (BG-8.14, 8.17, 8.22)."""
        return pieces

    def after_roll(self, game: Game) -> Step:
        """Point: dice have been rolled; they are in the battle's volley, no hit is assigned yet."""
        yield from ()
        return game

    def between_fires(self, game: Game) -> Step:
        """Point: between S3 and S4."""
        yield from ()
        return game

    def absorb(self, game: Game, piece: Piece) -> int:
        """Value: how many hits it takes to remove all of a piece as it stands (BG-8.15)."""
        if isinstance(piece, Figure):
            hits = game.rules.unit_type(game, piece.owner, piece.kind).hits
            return hits - piece.damaged
        return len(game.rules.units_of(game, piece))

    def marks(self, game: Game, piece: Piece) -> tuple[str, ...]:
        """Value: what tells a unit from others of its kind that might be lost instead (BG-8.13)."""
        return ()

    def lose(self, game: Game, piece: PieceId, hits: int) -> Game:
        """Value: the game after a piece has lost units to that many hits (BG-8.15, 8.16)."""
        return casualties.lose(game, piece, hits)

    def casualties_left(self, game: Game) -> Step:
        """Point: casualties have left the board (S2, S5, BG-8.4, 8.17)."""
        yield from ()
        return game

    def mends(self, game: Game, ship: Figure) -> bool:
        """Value: whether damage to a two-hit ship disappears free of charge (BG-6.1)."""
        return True

    def may_retreat(self, game: Game) -> bool:
        """Value: whether the attacker may retreat from this battle at all (BG-8.19, 8.20)."""
        return True

    def retreat_party(self, game: Game) -> tuple[PieceId, ...]:
        """Value: attacking land or sea pieces that would withdraw together (BG-8.19, 8.20)."""
        return retreat.party(game)

    def retreat_spaces(self, game: Game) -> tuple[retreat.Way, ...]:
        """Value: where they may withdraw to, and what must be shown for it (BG-8.19)."""
        return retreat.spaces(game)

    def battle_closes(self, game: Game) -> Step:
        """Point: a battle is over; its record still names both sides (BG-8.22)."""
        yield from ()
        return game

    def combat_closes(self, game: Game) -> Step:
        """Point: all battles are over (the end of BG-8)."""
        yield from ()
        return game

    def in_game(self, game: Game, power: Power) -> bool:
        """Value: whether a power still plays; who has none left gives no dice (WW-3, WR-3)."""
        return True

    def power_removed(self, game: Game, power: Power) -> Game:
        """Value: the game without what a power has on the board, once a rule ends it (SS-3.10).

        Nothing in the base game ends a power, not even the loss of its capital (BG-8.27).
        """
        return game.without(p.id for p in game.owned(power) if isinstance(p, Figure))

    def territory_taken(self, game: Game, space: SpaceId, before: Power | None) -> Game:
        """Value: the game after a territory has changed hands (BG-8.25 to 8.27)."""
        return game
