"""What is staged stays to be undone for a whole phase, however many orders it has."""

from client.seat.staging import Staging
from engine.board import Power, SpaceId
from engine.economy.purchase import Purchase
from engine.loading import builtin
from engine.movement.orders import Load, Move, TakeBack, Unload
from engine.movement.proposals import routes
from engine.movement.steps import can_move
from engine.phases import Phase
from engine.pieces import Figure
from engine.run import Run
from engine.setup import new_game
from engine.units import Domain
from engine.variants.secret_subs.state import subs_state, update_subs_state
from tests.engine.secret_subs.owners import waters


def test_a_whole_phase_of_single_moves_is_staged_and_undone_one_by_one() -> None:
    """Nothing of a great power's many moves has to be sent before the last is made (BG-7)."""
    scenario = builtin("anniversary-1941")
    run = Run(new_game(scenario, (), {"research": "off"}, scenario.seatings[2]))
    staging = Staging(run, run.game.seat_of(Power("Germany")), {})
    staging.stage(Purchase({}), "buy nothing")
    marching = [
        (piece.id, land)
        for piece in staging.game.owned(Power("Germany"))
        if can_move(staging.game, piece)
        and staging.game.rules.domain(staging.game, piece) is Domain.LAND
        for land in [_own_neighbour(staging, piece.at)]
        if land is not None
    ]
    assert len(marching) > 20
    for piece, land in marching:
        staging.stage(Move(frozenset((piece,)), (land,)), f"move {piece} to {land}")
    assert len(staging.actions) == 1 + len(marching)
    assert staging.view is not None
    for piece, land in reversed(marching):
        assert staging.undo() == f"move {piece} to {land}"
        assert staging.game.pieces[piece] == run.game.pieces[piece]
    assert staging.undo() == "buy nothing"
    assert staging.undo() is None
    assert staging.game is run.game


def test_orders_that_are_taken_back_whole_are_forgotten() -> None:
    """Others hear neither of the move nor that it was taken back; the rest stays as it was."""
    scenario = builtin("anniversary-1941")
    run = Run(new_game(scenario, (), {"research": "off"}, scenario.seatings[2]))
    staging = Staging(run, run.game.seat_of(Power("Germany")), {})
    staging.stage(Purchase({}), "buy nothing")
    first, second, third = [
        piece.id
        for piece in staging.game.pieces.at(SpaceId("Poland"))
        if isinstance(piece, Figure) and piece.kind == "infantry"
    ][:3]
    east = (SpaceId("East Poland"),)
    staging.stage(Move(frozenset((first,)), east), "first")
    staging.stage(Move(frozenset((second,)), east), "second", along=True)
    staging.stage(Move(frozenset((third,)), east), "third")
    staging.stage(TakeBack(frozenset((first,))), "first back")
    assert list(staging.words) == ["buy nothing", "first", "second", "third", "first back"]
    staging.stage(TakeBack(frozenset((second,))), "second back")
    assert list(staging.words) == ["buy nothing", "third"]
    assert staging.game.pieces[first].at == staging.game.pieces[second].at == "Poland"
    assert staging.game.pieces[third].at == "East Poland"
    assert staging.undo() == "third"


def test_a_landing_that_is_taken_back_is_forgotten_and_its_cargo_stays_aboard() -> None:
    """BG-7.9: what goes back aboard was loaded, and has sailed."""
    scenario = builtin("wake-island")
    staging = Staging(Run(new_game(scenario, (), {}, scenario.seatings[2])), 0, {})
    harbour, zone = SpaceId("SZ Hawaii"), SpaceId("SZ Wake")
    staging.stage(Purchase({}), "buy nothing")
    ship = next(
        piece.id
        for piece in staging.game.pieces.at(harbour)
        if isinstance(piece, Figure) and piece.kind == "transport"
    )
    infantry = next(
        piece.id
        for piece in staging.game.pieces.at(SpaceId("Hawaii"))
        if isinstance(piece, Figure) and piece.kind == "infantry"
    )
    fleet = tuple(staging.game.pieces.at(harbour))
    way = next(way for way in routes(staging.game, fleet) if way[-1] == zone)
    staging.stage(Load(ship, frozenset((infantry,))), "load")
    staging.stage(Move(frozenset(piece.id for piece in fleet), way), "sail")
    staging.stage(Unload(frozenset((infantry,)), SpaceId("Wake Island")), "land")
    staging.stage(TakeBack(frozenset((infantry,))), "go back aboard")
    assert staging.words == ("buy nothing", "load", "sail")
    passenger = staging.game.pieces[infantry]
    assert isinstance(passenger, Figure)
    assert (passenger.at, passenger.aboard, passenger.ashore) == (zone, ship, None)


def test_tokens_that_were_shuffled_and_taken_back_leave_no_trace() -> None:
    """SS-4.0: nothing has touched them, so to shuffle them again would still hide nothing."""
    sea = waters("", "SZ 8: USA a=1:3, b=2:1", phase=Phase.NONCOMBAT_MOVE)
    both = frozenset((sea["a"], sea["b"]))
    game = update_subs_state(sea.game, shuffled_together=(both,))
    staging = Staging(Run(game), game.seat_of(Power("USA")), sea.secrets)
    way = next(iter(routes(staging.game, tuple(staging.game.pieces[one] for one in both))))
    staging.stage(Move(both, way), "sail")
    assert subs_state(staging.game).shuffled_together == ()
    staging.stage(TakeBack(both), "sail back")
    assert staging.words == ()
    assert subs_state(staging.game).shuffled_together == (both,)


def _own_neighbour(staging: Staging, at: SpaceId) -> SpaceId | None:
    game = staging.game
    return next((n for n in game.board.neighbours[at] if game.control.get(n) == "Germany"), None)
