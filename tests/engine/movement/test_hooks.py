"""What house rules can answer about movement without the base game's knowing (design: hooks)."""

import dataclasses
import random
from typing import Any

from engine.board import SpaceId
from engine.claims import Claim, From
from engine.game import Game
from engine.movement.orders import Done
from engine.pieces import Figure, Piece, PieceId
from engine.requests import Seal, Step
from engine.rules import Rules
from engine.run import Run
from engine.units import Trait
from tests.engine.movement.drill import STEPS, Drill, combat_move, illegal, noncombat_move


def under(house_rule: type[Rules], drill: Drill) -> Drill:
    """The same phase with a house rule in force."""
    rules = drill.game.rules
    composed: Any = type("Composed", (house_rule, Rules), {})
    return Drill(drill.game.replace(rules=composed(rules.scenario, rules.options, rules.seats)))


class Mined(Rules):
    """A mine in SZ 2 sinks the first piece that enters."""

    def entered(self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
        game = yield from super().entered(game, pieces, here)
        return game.without_pieces(pieces[:1]) if here == "SZ 2" else game


def test_a_mine_under_an_order_of_three_ships() -> None:
    drill = under(Mined, noncombat_move("SZ 1: USA destroyer, cruiser, transport, infantry"))
    drill.move("SZ 1: destroyer, cruiser, transport", "SZ 2", "SZ 3")
    assert drill.units("SZ 3") == "cruiser, infantry, transport"


def test_an_order_ends_when_nothing_is_left_to_carry_it_out() -> None:
    drill = under(Mined, noncombat_move("SZ 1: USA transport, infantry\nSZ 6: USA cruiser"))
    drill.move("SZ 1: transport", "SZ 2", "SZ 3")
    assert drill.units("SZ 1") == drill.units("SZ 2") == drill.units("SZ 3") == ""


class Patrolled(Rules):
    """Submarines that leave SZ 2 are stopped there."""

    def leaving(
        self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId, there: SpaceId
    ) -> Step:
        game = yield from super().leaving(game, pieces, here, there)
        stopped = [
            dataclasses.replace(game.pieces[piece], left=0)
            for piece in pieces
            if here == "SZ 2" and self.counts_as(game, game.pieces[piece], Trait.SUBMARINE)
        ]
        return game.with_pieces(*stopped)


def test_what_is_stopped_on_leaving_stays_behind() -> None:
    drill = under(Patrolled, noncombat_move("SZ 1: USA destroyer, submarine"))
    drill.move("SZ 1: destroyer, submarine", "SZ 2", "SZ 3")
    assert drill.units("SZ 2") == "submarine"
    assert drill.units("SZ 3") == "destroyer"


class Kamikaze(Rules):
    """Fighters need no landing."""

    def needs_landing(self, game: Game, piece: Piece) -> bool:
        fighter = isinstance(piece, Figure) and piece.kind == "fighter"
        return not fighter and super().needs_landing(game, piece)


def test_a_flight_without_return() -> None:
    drill = combat_move("West: USA fighter\nSZ 4: Japan cruiser")
    with illegal(drill, "BG-7.6"):
        drill.move("West: fighter", "SZ 2", "SZ 3", "SZ 4")
    drill = under(Kamikaze, drill)
    drill.move("West: fighter", "SZ 2", "SZ 3", "SZ 4")
    drill.done()
    assert drill.is_over


class Searching(Rules):
    """To end an order at sea costs aircraft two points more."""

    def air_cost(self, game: Game, piece: Piece, space: SpaceId) -> int:
        return super().air_cost(game, piece, space) + 2 * game.board.is_sea(space)


def test_what_an_aircraft_does_at_the_end_of_its_flight_may_cost() -> None:
    drill = under(Searching, combat_move("West: USA fighter\nSZ 2: Japan transport"))
    with illegal(drill, "BG-7.6"):
        drill.move("West: fighter", "Prairie", "SZ 2")
    drill.move("West: fighter", "SZ 2")
    assert drill.figure("SZ 2: fighter").left == 1


class Doubtful(Rules):
    """Destroyers must show what they are before they move."""

    def movement_claim(self, game: Game, piece: Piece, steps: int) -> Claim | None:
        needed = super().movement_claim(game, piece, steps)
        doubtful = self.counts_as(game, piece, Trait.DESTROYER)
        return From(piece.id, (piece.id,)) if doubtful else needed


def test_ss_4_3b_claims_come_with_the_order_in_ascending_order() -> None:
    drill = under(Doubtful, noncombat_move("SZ 1: USA 2 destroyer, cruiser"))
    first, second = drill.pick("SZ 1: 2 destroyer")
    drill.move("SZ 1: 2 destroyer, cruiser", "SZ 2")
    for destroyer in (first, second):
        assert drill.run.request == Seal(drill.game.active, From(destroyer, (destroyer,)))
        assert drill.units("SZ 1") == "cruiser, 2 destroyer", "nothing moves before it is shown"
        drill.run.answer(None)
    assert drill.units("SZ 2") == "cruiser, 2 destroyer"


def test_ss_4_3b_a_drawn_order_is_one_that_its_owners_secrets_bear_out() -> None:
    drill = under(Doubtful, noncombat_move("SZ 1: USA destroyer\nSZ 3: Japan cruiser"))
    decision: Any = drill.run.request
    ship = drill.pick("SZ 1: destroyer")[0]
    drawn = [decision.sample_owned(drill.game, random.Random(seed), {}) for seed in range(30)]
    assert set(drawn) == {Done()}, "without secrets nothing can be shown"
    drawn = [decision.sample_owned(drill.game, random.Random(s), {ship: 1}) for s in range(30)]
    assert set(drawn) != {Done()}


def test_runs_begin_and_end_with_the_phase() -> None:
    assert Run(noncombat_move("SZ 1: Japan cruiser").game, STEPS).request is None
