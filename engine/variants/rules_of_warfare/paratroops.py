"""WP: bombers drop infantry."""

__all__ = ["Paratroops"]

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.battle.events import Fired, Lost
from engine.battle.fire import low_luck_volley
from engine.battle.opening_fire import anti_air_guns
from engine.battles import Role, Shots
from engine.board import SpaceId
from engine.capture import capture
from engine.charts import Breakthrough
from engine.game import Game
from engine.movement.steps import passengers_of
from engine.movement.takeback import without_take_back
from engine.options import LOW_LUCK
from engine.phases import Phase
from engine.pieces import Figure, Piece, PieceId
from engine.questions import replaces
from engine.requests import Roll, Step, ask
from engine.slots import ModuleState, StateSlot
from engine.units import Domain, Trait
from engine.variants.rules_of_warfare.article import RulesOfWarfare


@dataclass(frozen=True, slots=True)
class Drops(ModuleState):
    """Bombers that have dropped infantry in the Combat move of this turn."""

    bombers: frozenset[PieceId] = frozenset()


_STATE = StateSlot("WP", Drops, Drops())


class Paratroops(RulesOfWarfare):
    """A bomber takes an infantry from its own space and drops it where one order ends.

    It flies on by further orders. So the drop may be in any territory that it passes.

    Implements: WP-1
    """

    module: ClassVar[str] = "WP"
    title: ClassVar[str] = "paratroop drops"
    about: ClassVar[str] = "bombers drop infantry behind the lines"

    def unavailable_breakthroughs(self, game: Game) -> frozenset[Breakthrough]:
        """This rule replaces the breakthrough.

        Implements: ruling 44
        """
        return super().unavailable_breakthroughs(game) | {Breakthrough.PARATROOPERS}

    @replaces
    def may_bring_passengers(self, game: Game) -> bool:
        """Bombers may bring infantry."""
        return True

    def passengers(
        self, game: Game, pieces: tuple[Piece, ...], route: tuple[SpaceId, ...]
    ) -> Mapping[PieceId, PieceId]:
        """One infantry in each bomber, both at the start of their movement (WP-1)."""
        passengers = super().passengers(game, pieces, route)
        if not _may_drop(game, route):
            return passengers
        fresh = [piece for piece in pieces if _is_fresh(game, piece)]
        bombers = [p.id for p in fresh if game.rules.counts_as(game, p, Trait.RAIDS)]
        infantry = [
            p.id
            for p in fresh
            if game.rules.counts_as(game, p, Trait.LIGHT) and p.id not in passengers
        ]
        return {**passengers, **dict(zip(infantry, bombers, strict=False))}

    def arrived(self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
        """Guns of the drop territory fire first; infantry dies with its bomber.

        Implements: WP-4
        """
        game = yield from super().arrived(game, pieces, here)
        dropped = [p for p in _dropped(game, here) if p.id in pieces]
        if not dropped or game.current_phase is not Phase.COMBAT_MOVE:
            return game
        return (yield from _fired_at(game, dropped, pieces, here))

    def phase_opens(self, game: Game, phase: Phase) -> Step:
        """At the end of Combat move, note which bombers have dropped infantry (WP-3)."""
        game = yield from super().phase_opens(game, phase)
        fights = phase is Phase.CONDUCT_COMBAT
        dropping = frozenset(
            piece.id for piece in game.owned(game.active) if fights and _has_dropped(game, piece)
        )
        if dropping == game.state(_STATE).bombers:
            return game
        return game.with_state(_STATE, Drops(dropping))

    def raiders(self, game: Game, territory: SpaceId) -> tuple[PieceId, ...]:
        """A bomber that has dropped infantry cannot raid (WP-3)."""
        bombers = super().raiders(game, territory)
        return tuple(p for p in bombers if not _has_dropped(game, game.pieces[p]))

    def takes_part(self, game: Game, piece: Piece, space: SpaceId) -> bool:
        """A bomber that drops infantry does not attack; nor does infantry in empty land (WP-2, 3).

        Implements: WP-3
        """
        if piece.owner != game.active or not super().takes_part(game, piece, space):
            return super().takes_part(game, piece, space)
        if _has_dropped(game, piece):
            return False
        return not _is_dropped(game, piece) or _is_garrisoned(game, space)

    def might_hit(self, game: Game, piece: Piece, enemy: Piece, *, destroyer: bool) -> bool:
        """A bomber that drops infantry cannot attack at sea either (WP-3)."""
        able = super().might_hit(game, piece, enemy, destroyer=destroyer)
        return able and not _has_dropped(game, piece)

    def may_search(self, game: Game, piece: Piece) -> bool:
        """A bomber that drops infantry can neither search nor hunt.

        Implements: ruling 15
        """
        return not _has_dropped(game, piece) and super().may_search(game, piece)

    def retreating_pieces(self, game: Game) -> tuple[PieceId, ...]:
        """Paratroops retreat only along with units that came overland (WP-4)."""
        party = super().retreating_pieces(game)
        alone = all(_is_dropped(game, game.pieces[piece]) for piece in party)
        return () if alone else party

    def combat_closes(self, game: Game) -> Step:
        """Empty enemy land on which infantry has dropped is captured.

        Implements: WP-2
        """
        game = yield from super().combat_closes(game)
        power = game.active
        for space in game.board.territories:
            if (
                _dropped(game, space)
                and game.rules.hostile(game, power, space)
                and not _is_garrisoned(game, space)
            ):
                game = capture(game, space, power)
        return game


def _may_drop(game: Game, route: tuple[SpaceId, ...]) -> bool:
    """Whether infantry may drop where a route ends, and could not walk there (WP-1, 2).

    In Combat move on hostile land, in Noncombat move on friendly land.
    """
    there = route[-1]
    if game.board.is_sea(there) or len(route) == 1 or game.control.get(there) is None:
        return False
    combat = game.current_phase is Phase.COMBAT_MOVE
    return game.rules.hostile(game, game.active, there) is combat


def _is_fresh(game: Game, piece: Piece) -> bool:
    """Whether a piece stands at the start of its movement and has done nothing this turn."""
    return (
        not piece.moved
        and not piece.fought
        and piece.left == game.rules.move_limit(game, piece)
        and not passengers_of(game, (piece.id,))
    )


def _is_dropped(game: Game, piece: Piece) -> bool:
    """Whether a bomber has brought this piece this turn."""
    if not isinstance(piece, Figure) or piece.brought_by is None:
        return False
    vehicle = game.pieces.get(piece.brought_by)
    return vehicle is not None and game.rules.domain(game, vehicle) is Domain.AIR


def _has_dropped(game: Game, piece: Piece) -> bool:
    """Whether a bomber has dropped infantry this turn, wherever both are now."""
    if not game.rules.counts_as(game, piece, Trait.RAIDS):
        return False
    return piece.id in game.state(_STATE).bombers or any(
        isinstance(other, Figure) and other.brought_by == piece.id
        for other in game.owned(piece.owner)
    )


def _dropped(game: Game, space: SpaceId) -> tuple[Figure, ...]:
    """The active power's infantry that has dropped in a space this turn, ascending."""
    return tuple(
        piece
        for piece in game.pieces.at(space)
        if isinstance(piece, Figure) and piece.owner == game.active and _is_dropped(game, piece)
    )


def _is_garrisoned(game: Game, space: SpaceId) -> bool:
    """Whether an enemy of the active power there can fight."""
    return any(
        game.rules.unit_type(game, enemy.owner, kind).is_combat_unit
        for enemy in game.enemies_at(game.active, space)
        for kind in game.rules.units_of(game, enemy)
    )


def _fired_at(
    game: Game, dropped: list[Figure], pieces: tuple[PieceId, ...], here: SpaceId
) -> Step:
    """A die for each bomber that drops; ⚖ in the order of their infantry (WP-4).

    ⚖ In low luck the first of them are hit: they are all of one type (R28).
    """
    firing = anti_air_guns(game, game.active, here)
    if not firing:
        return game
    owner, sides = firing[0].owner, game.rules.die_sides(game)
    bombers = tuple(p.brought_by for p in dropped if p.brought_by is not None)
    volley = Shots(
        role=Role.DEFENDER,
        kind=game.rules.units_of(game, firing[0])[0],
        strength=game.rules.anti_air_strength(game, owner),
        count=len(dropped),
        targets=bombers,
    )
    low_luck = game.rules.option(LOW_LUCK)
    if low_luck:
        (volley,) = low_luck_volley((volley,), sides)
    if volley.count:
        roll = Roll(
            roller=owner,
            count=volley.count,
            sides=sides,
            why="anti-aircraft fire",
            versus=(game.active,),
        )
        game, dice = yield from ask(game, roll)
        volley = replace(volley, dice=dice)
    game = game.with_events(Fired(here, "anti-aircraft fire", (volley,)))
    hit = (
        range(volley.hits)
        if low_luck
        else [i for i, die in enumerate(volley.dice) if die <= volley.strength]
    )
    lost = [game.pieces[bombers[i]] for i in hit]
    return _gone(without_take_back(game, pieces), [*lost, *(dropped[i] for i in hit)])


def _gone(game: Game, pieces: Iterable[Piece]) -> Game:
    """The game without pieces that have been shot down."""
    lost = [piece for piece in pieces if isinstance(piece, Figure)]
    if not lost:
        return game
    events = (Lost(piece.id, piece.owner, piece.kind, piece.at) for piece in lost)
    return game.without_pieces(piece.id for piece in lost).with_events(*events)
