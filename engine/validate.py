"""What must hold of every position, whatever has been played: for tests and fuzzers."""

__all__ = ["Broken", "validate"]

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from engine.battles import BattleKind
from engine.game import Game
from engine.phases import Phase
from engine.pieces import Figure
from engine.terms import deck_slots
from engine.units import Domain, Trait, UnitType


class Broken(StrEnum):
    """An invariant of the base game that a position breaks."""

    NO_SUCH_SPACE = "a unit stands in no space of the board"
    NO_SUCH_ID = "a piece has an id that was never given out"
    LAND_UNIT_AT_SEA = "a land unit or facility is at sea and aboard no transport"
    SHIP_ON_LAND = "a ship is in a territory"
    NEUTRAL_ENTERED = "a unit is in a neutral territory (BG-7.13)"
    AWAY_FROM_HOME = "a unit has left the homeland to which its power is bound (BG-7.12)"
    ABOARD_NOTHING = "a unit is aboard a ship that is not there or carries nothing of its kind"
    OVERLOADED = "a transport carries more than it can (BG-7.9)"
    NO_DECK = "more aircraft are at sea between turns than friendly carriers hold (BG-7.8)"
    MOVEMENT = "a piece has more movement points than its kind"
    DAMAGED = "a unit is damaged that one hit removes (BG-8.15)"
    TWO_COMPLEXES = "a territory has two complexes (BG-6.2)"
    FOREIGN_FACILITY = "a complex or AA gun is not the controller's (BG-8.26)"
    ENEMIES_TOGETHER = "enemies share a territory outside combat (BG-8.24)"
    CONTROL = "a territory is controlled by no power of the game, or a neutral one by any"
    DAMAGE = "damage markers without a complex, or beyond twice its value (BG-8.2)"
    TREASURY = "a treasury is below 0"
    WAITING = "a negative number of units waits"
    STRAY_BATTLE = "a battle is being fought outside Conduct combat, or planes pass guns in it"


def validate(game: Game) -> frozenset[str]:
    """Names of the invariants that a position breaks; those of house rules are among them."""
    return frozenset(_broken(game)) | game.rules.broken_invariants(game)


def _broken(game: Game) -> Iterator[Broken]:
    for piece in game.pieces.values():
        if not 0 < piece.id < game.next_id:
            yield Broken.NO_SUCH_ID
        if isinstance(piece, Figure):
            yield from _figure(game, piece)
    yield from _territories(game)
    yield from _decks(game)
    if any(ipc < 0 for ipc in game.treasury.values()):
        yield Broken.TREASURY
    if any(number < 0 for units in game.waiting.values() for number in units.values()):
        yield Broken.WAITING
    if game.battle is not None:
        passing = game.battle.kind is BattleKind.OVERFLIGHT
        if passing is (game.current_phase is Phase.CONDUCT_COMBAT):
            yield Broken.STRAY_BATTLE


def _type(game: Game, figure: Figure) -> UnitType:
    return game.rules.unit_type(game, figure.owner, figure.kind)


def _figure(game: Game, figure: Figure) -> Iterator[Broken]:
    space, unit = game.board.spaces.get(figure.at), _type(game, figure)
    if space is None:
        yield Broken.NO_SUCH_SPACE
        return
    # One closed later is left by and by (CD-5).
    if space.neutral and game.rules.scenario.board[figure.at].neutral:
        yield Broken.NEUTRAL_ENTERED
    home = game.rules.scenario.homelands.get(figure.owner)
    if home is not None and figure.at not in home.spaces:
        yield Broken.AWAY_FROM_HOME
    if unit.domain is Domain.SEA and not space.sea:
        yield Broken.SHIP_ON_LAND
    if unit.domain in (Domain.LAND, Domain.FACILITY) and space.sea and figure.aboard is None:
        yield Broken.LAND_UNIT_AT_SEA
    if figure.left > game.rules.move_limit(game, figure) or figure.left < 0:
        yield Broken.MOVEMENT
    if figure.damaged and unit.hits == 1:
        yield Broken.DAMAGED
    if figure.aboard is not None:
        ship = game.pieces.get(figure.aboard)
        bears = Trait.TRANSPORT if unit.domain is Domain.LAND else Trait.CARRIER
        if (
            not isinstance(ship, Figure)
            or ship.at != figure.at
            or bears not in _type(game, ship).traits
            or not game.friendly(ship.owner, figure.owner)
        ):
            yield Broken.ABOARD_NOTHING
    if Trait.TRANSPORT in unit.traits:
        cargo = [p for p in game.pieces.at(figure.at) if isinstance(p, Figure)]
        if not game.rules.fits_aboard(
            game, figure, tuple(p for p in cargo if p.aboard == figure.id)
        ):
            yield Broken.OVERLOADED


def _territories(game: Game) -> Iterator[Broken]:
    fighting = game.current_phase in (Phase.COMBAT_MOVE, Phase.CONDUCT_COMBAT)
    flying = game.current_phase is Phase.NONCOMBAT_MOVE  # an order may end above the enemy (BG-9.1)
    for space in game.board.territories:
        controller = game.control.get(space)
        here = [piece for piece in game.pieces.at(space) if isinstance(piece, Figure)]
        complexes = [p for p in here if Trait.COMPLEX in _type(game, p).traits]
        fixed = [p for p in here if Trait.ANTI_AIR in _type(game, p).traits]
        if controller is None:
            if not game.board[space].neutral:
                yield Broken.CONTROL
        elif controller not in game.rules.scenario.sides or game.board[space].neutral:
            yield Broken.CONTROL
        else:
            if any(piece.owner != controller for piece in complexes) or any(
                not game.friendly(piece.owner, controller) for piece in fixed
            ):
                yield Broken.FOREIGN_FACILITY
            if not fighting and any(
                not (flying and game.rules.domain(game, piece) is Domain.AIR)
                for piece in game.enemies_at(controller, space)
            ):
                yield Broken.ENEMIES_TOGETHER
        if len(complexes) > 1:
            yield Broken.TWO_COMPLEXES
        markers = game.damage.get(space, 0)
        if markers < 0 or markers > 2 * game.board[space].value * len(complexes):
            yield Broken.DAMAGE


def _decks(game: Game) -> Iterator[Broken]:
    """Between turns every aircraft at sea has a slot; during a turn it may be in the air."""
    if game.current_phase is not Phase.PURCHASE:
        return
    for zone in game.board.zones:
        slots: Counter[str] = Counter()
        for piece in game.pieces.at(zone):
            side = game.rules.scenario.side(piece.owner)
            slots[side] += deck_slots(game, piece)
            if isinstance(piece, Figure) and _type(game, piece).domain is Domain.AIR:
                slots[side] -= 1
        if any(free < 0 for free in slots.values()):
            yield Broken.NO_DECK
