"""Allied fighters aboard: BG-7.8, R25."""

from engine.board import Power, SpaceId
from engine.game import Game, Phase
from engine.movement.guests import disembarked, embark
from engine.pieces import Figure
from tests.engine.movement.drill import Drill, combat_move, illegal
from tests.engine.position import find, position

USA = Power("USA")


def guests(game: Game) -> dict[int, str]:
    """Which aircraft are cargo, and the zone of their ship."""
    return {
        piece.id: game.pieces[piece.aboard].at
        for piece in game.pieces.values()
        if isinstance(piece, Figure) and piece.aboard is not None
    }


def test_bg_7_8_allied_fighters_are_cargo_on_the_carriers_turn() -> None:
    game = embark(position("SZ 1: USA carrier, fighter / UK fighter"), USA)
    (ally,) = find(game, "SZ 1", "fighter", "UK")
    assert guests(game) == {ally: "SZ 1"}


def test_bg_7_8_they_move_with_the_ship() -> None:
    drill = combat_move("SZ 1: USA carrier, fighter / UK fighter\nSZ 3: Japan submarine")
    drill = Drill(embark(drill.game, USA))
    drill.move("SZ 1: carrier", "SZ 2", "SZ 3")
    assert drill.units("SZ 3", "UK") == "fighter"
    assert drill.units("SZ 1", "USA") == "fighter", "own fighters use their own movement"


def test_bg_7_8_they_take_their_place_on_the_deck() -> None:
    units = "SZ 1: USA carrier / UK 2 fighter\nWest: USA fighter\nSZ 4: Japan submarine, transport"
    drill = Drill(embark(combat_move(units).game, USA))
    with illegal(drill, "BG-7.6"):
        drill.move("West: fighter", "SZ 2", "SZ 3", "SZ 4")


def test_bg_7_8_everybody_is_on_his_own_deck_first() -> None:
    game = embark(position("SZ 1: USA carrier / UK carrier, 3 fighter"), USA)
    aircraft = find(game, "SZ 1", "fighter", "UK")
    assert list(guests(game)) == [aircraft[2]]


def test_bg_7_8_own_fighters_are_never_put_out_by_guests() -> None:
    game = embark(position("SZ 1: USA carrier, 2 fighter / UK carrier, 2 fighter"), USA)
    assert guests(game) == {}


def test_bg_7_8_who_finds_no_room_is_nobodys_cargo() -> None:
    game = embark(position("SZ 1: USA carrier, 2 fighter / UK fighter"), USA)
    assert guests(game) == {}


def test_r25_when_the_turn_ends_they_are_fighters_again() -> None:
    game = embark(position("SZ 1: USA carrier / UK fighter", phase=Phase.MOBILIZE), USA)
    (fighter,) = find(game, "SZ 1", "fighter")
    cleared = game.rules.cleared(game, game.pieces[fighter])
    assert isinstance(cleared, Figure)
    assert cleared.aboard is None


def test_cargo_of_transports_stays_aboard_when_a_turn_ends() -> None:
    drill = combat_move("SZ 1: USA transport, infantry")
    cargo = drill.figure("SZ 1: infantry", aboard=True)
    assert disembarked(drill.game, cargo) == cargo
    assert drill.game.pieces.at(SpaceId("SZ 1"))
