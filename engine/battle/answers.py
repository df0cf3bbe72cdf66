"""How the base game fights: its answers to the questions of combat (BG-8)."""

__all__ = ["BattleAnswers"]

from engine.battle import casualties, fire, opening, raids, retreat, submarines
from engine.battles import BattleKind, Role, Throw
from engine.board import Power, SpaceId
from engine.game import Game
from engine.movement import declarations
from engine.pause import unchanged
from engine.phases import Stage
from engine.pieces import Figure, Piece, PieceId, PieceMark
from engine.questions.battle import BattleQuestions, RetreatSpace
from engine.requests import Step
from engine.units import Domain, Kind, Trait

ONE_DIE = Throw()


class BattleAnswers(BattleQuestions[Game]):
    """The rulebook's answers about combat."""

    def battle_kind(self, game: Game, space: SpaceId) -> BattleKind:
        """By the space, and who comes ashore."""
        return opening.battle_kind(game, space)

    def takes_part(self, game: Game, piece: Piece, space: SpaceId) -> bool:
        """Always."""
        return True

    def house_battle(self, game: Game) -> Step:
        """No rule of the base game fights its own way: the battle is over."""
        yield from ()
        return game.replace(stage=Stage.BATTLE_CLOSES)

    def sides_formed(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def battle_opens(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def opening_fire(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def submerge(self, game: Game, power: Power) -> Step:
        """Each submarine that may, as its owner chooses."""
        return submarines.submerge(game, power)

    def round_opens(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def side_may_submerge(self, game: Game, role: Role) -> bool:
        """As long as they strike by surprise."""
        return game.rules.surprise_strike(game, role)

    def piece_may_submerge(self, game: Game, piece: Piece) -> bool:
        """Always."""
        return True

    def submerge_pieces(self, game: Game, power: Power, pieces: tuple[PieceId, ...]) -> Game:
        """They are out of the battle and stay in the zone."""
        return submarines.submerge_pieces(game, power, pieces)

    def surprise_strike(self, game: Game, role: Role) -> bool:
        """Unless the other side has a destroyer."""
        return submarines.surprise_strike(game, role)

    def die_sides(self, game: Game) -> int:
        """Six."""
        return 6

    def scaled_strength(self, game: Game, value: int) -> int:
        """The same."""
        return value

    def may_search(self, game: Game, piece: Piece) -> bool:
        """Aircraft and destroyers."""
        flies = game.rules.domain(game, piece) is Domain.AIR
        return flies or game.rules.counts_as(game, piece, Trait.DESTROYER)

    def search_threshold(self, game: Game, piece: Piece) -> int:
        """Nobody must be found."""
        return 0

    def searches_again(self, game: Game) -> bool:
        """Nobody must be found."""
        return False

    def found(self, game: Game, pieces: tuple[PieceId, ...]) -> Game:
        """Nothing changes."""
        return game

    def may_dive_away(self, game: Game, piece: Piece) -> bool:
        """Never."""
        return False

    def rerolls(self, game: Game, piece: Piece) -> bool:
        """Never."""
        return False

    def supporting_strength(self, game: Game, piece: Piece) -> int:
        """None."""
        return 0

    def strength(self, game: Game, piece: Piece, kind: Kind, role: Role) -> int:
        """As printed, one better with support."""
        return fire.strength(game, piece, kind, role)

    def throw(self, game: Game, piece: Piece, kind: Kind, role: Role) -> Throw:
        """One die."""
        return ONE_DIE

    def supports(self, game: Game, piece: Piece) -> int:
        """One, if its kind supports."""
        return 1 if game.rules.counts_as(game, piece, Trait.SUPPORTS) else 0

    def anti_air_strength(self, game: Game, power: Power) -> int:
        """A 1."""
        return 1

    def raiders(self, game: Game, territory: SpaceId) -> tuple[PieceId, ...]:
        """Bombers over an enemy complex."""
        return declarations.raiders(game, territory)

    def raid_dice(self, game: Game, piece: Piece) -> Throw:
        """One die."""
        return ONE_DIE

    def raid_rolled(self, game: Game, territory: SpaceId, dice: tuple[int, ...]) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def complex_bombed(self, game: Game, territory: SpaceId, total: int) -> Game:
        """A damage marker for each point, up to twice the value."""
        return raids.complex_bombed(game, territory, total)

    def rocket_range(self, game: Game, power: Power) -> int:
        """No rockets without research."""
        return 0

    def may_hit(self, game: Game, role: Role, kind: Kind, target: Piece) -> bool:
        """By BG-8.10."""
        return fire.may_hit(game, role, kind, target)

    def in_battle(self, game: Game, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """All of them."""
        return pieces

    def after_roll(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def before_strikes(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def between_fires(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def marks(self, game: Game, piece: Piece) -> tuple[PieceMark, ...]:
        """Nothing."""
        return ()

    def lose(self, game: Game, piece: PieceId, hits: int) -> Game:
        """A two-hit ship is damaged first; all else leaves the board."""
        return casualties.lose(game, piece, hits)

    def repairs_free(self, game: Game, ship: Figure) -> bool:
        """Always."""
        return True

    def may_retreat(self, game: Game) -> bool:
        """Always."""
        return True

    def retreating_pieces(self, game: Game) -> tuple[PieceId, ...]:
        """All that fight on, but aircraft and what came ashore."""
        return retreat.retreating_pieces(game)

    def retreat_spaces(self, game: Game) -> tuple[RetreatSpace, ...]:
        """Where they came from, if it is still friendly."""
        return retreat.retreat_spaces(game)

    def battle_closes(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)

    def combat_closes(self, game: Game) -> Step:
        """Nothing happens."""
        return unchanged(game)
