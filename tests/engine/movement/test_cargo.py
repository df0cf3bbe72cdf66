"""Transports (BG-7.9 to 7.11, 9.2) and allied fighters aboard carriers (BG-7.8, R25)."""

import dataclasses

from engine.board import Power, SpaceId
from engine.game import Game
from engine.movement.cargo import disembarked, embark
from engine.movement.orders import Load, Move, Unload
from engine.phases import Phase
from engine.pieces import Figure, PieceId
from engine.turn import without_markers
from tests.engine.movement.drill import Drill, combat_move, illegal, noncombat_move
from tests.engine.position import find, position


def test_bg_7_9_one_land_unit_and_one_infantry() -> None:
    for cargo in ("infantry", "tank", "2 infantry", "infantry, tank", "artillery, infantry"):
        drill = noncombat_move("West: USA 3 infantry, tank, artillery\nSZ 2: USA transport")
        drill.load("SZ 2: transport", f"West: {cargo}")
    for cargo in ("tank, artillery", "3 infantry", "2 infantry, tank"):
        drill = noncombat_move("West: USA 3 infantry, tank, artillery\nSZ 2: USA transport")
        with illegal(drill, "BG-7.9"):
            drill.load("SZ 2: transport", f"West: {cargo}")


def test_bg_7_9_what_is_aboard_takes_its_place() -> None:
    drill = noncombat_move("West: USA tank, artillery, infantry\nSZ 2: USA transport")
    drill.load("SZ 2: transport", "West: tank")
    with illegal(drill, "BG-7.9"):
        drill.load("SZ 2: transport", "West: artillery")
    drill.load("SZ 2: transport", "West: infantry")


def test_bg_7_9_loading_before_during_and_after_moving() -> None:
    drill = noncombat_move(
        "West: USA infantry\nIsle: USA infantry\nSZ 1: USA 2 transport", control={"Border": "USA"}
    )
    drill.load("SZ 1: transport", "West: infantry")
    drill.move("SZ 1: transport", "SZ 2", "SZ 7")
    drill.load("SZ 7: transport", "Isle: infantry")
    assert drill.units("SZ 7") == "2 infantry, transport"
    drill.unload("SZ 7: 2 infantry", "Isle")
    assert drill.units("Isle") == "2 infantry"


def test_bg_7_9_cargo_moves_with_its_ship() -> None:
    drill = combat_move("West: USA infantry\nSZ 2: USA transport\nBorder: Japan infantry")
    drill.load("SZ 2: transport", "West: infantry")
    ship = drill.figure("SZ 2: transport").id
    with illegal(drill, "BG-7.9"):
        drill.give(Load(ship, frozenset(drill.pick("SZ 2: infantry", aboard=True))))
    drill.move("SZ 2: transport", "SZ 3")
    assert drill.units("SZ 3") == "infantry, transport"


def test_bg_7_9_loading_ends_a_land_units_movement() -> None:
    drill = noncombat_move("West: USA tank\nSZ 2: USA transport")
    drill.load("SZ 2: transport", "West: tank")
    assert drill.figure("SZ 2: tank", aboard=True).left == 0
    walked = noncombat_move("West: USA infantry, tank\nSZ 2: USA transport")
    walked.move("West: infantry, tank", "Prairie")
    with illegal(walked, "BG-7"):
        walked.load("SZ 2: transport", "Prairie: infantry")
    walked.load("SZ 2: transport", "Prairie: tank")


def test_bg_7_9_units_board_from_a_coast_that_touches_and_is_friendly() -> None:
    drill = noncombat_move("Isle: USA infantry\nSZ 2: USA transport")
    with illegal(drill, "BG-7.9"):
        drill.load("SZ 2: transport", "Isle: infantry")
    invaders = combat_move("Prairie: USA tank\nBorder: Japan infantry\nSZ 3: USA transport")
    invaders.move("Prairie: tank", "Border")
    with illegal(invaders, "BG-7.9"):
        invaders.load("SZ 3: transport", "Border: tank")


def test_bg_7_9_only_land_units_board() -> None:
    drill = noncombat_move("West: USA fighter, complex, infantry\nSZ 2: USA transport, destroyer")
    for passenger in ("fighter", "complex"):
        with illegal(drill, "BG-7.9"):
            drill.load("SZ 2: transport", f"West: {passenger}")
    with illegal(drill, "BG-7.9"):
        drill.load("SZ 2: destroyer", "West: infantry")
    with illegal(drill, "BG-7.9"):
        drill.give(Load(drill.figure("SZ 2: transport").id, frozenset()))
    with illegal(drill, "BG-7.9"):
        drill.give(Load(PieceId(99), frozenset(drill.pick("West: infantry"))))


def test_bg_7_9_enemy_transports_are_not_for_hire() -> None:
    drill = noncombat_move("West: USA infantry / Japan infantry\nSZ 2: Japan transport")
    ship = drill.game.pieces.at(SpaceId("SZ 2"))[0].id
    with illegal(drill, "BG-7.9"):
        drill.give(Load(ship, frozenset(drill.pick("West: infantry"))))


def test_bg_7_9_unloading_ends_the_transports_movement_in_one_territory() -> None:
    drill = noncombat_move("West: USA 2 infantry\nSZ 2: USA transport")
    drill.load("SZ 2: transport", "West: 2 infantry")
    drill.unload("SZ 2: infantry", "Prairie")
    with illegal(drill, "BG-7.9"):
        drill.unload("SZ 2: infantry", "West")
    with illegal(drill, "BG-7"):
        drill.move("SZ 2: transport", "SZ 1")
    with illegal(drill, "BG-7.9"):
        drill.load("SZ 2: transport", "Prairie: infantry")
    drill.unload("SZ 2: infantry", "Prairie")
    assert drill.units("Prairie") == "2 infantry"


def test_bg_7_9_bridging() -> None:
    drill = combat_move("Prairie: USA infantry\nSZ 3: USA transport\nPlains: Japan infantry")
    with illegal(drill, "BG-7.9"):
        drill.load("SZ 3: transport", "Prairie: infantry")
    bridge = noncombat_move(
        "Border: USA infantry\nSZ 3: USA transport", control={"Border": "USA", "Plains": "USA"}
    )
    bridge.load("SZ 3: transport", "Border: infantry")
    bridge.unload("SZ 3: infantry", "Plains")
    assert bridge.units("Plains") == "infantry"


def test_bg_7_10_an_assault_keeps_its_units_aboard_until_the_battle() -> None:
    drill = combat_move("West: USA infantry, tank\nSZ 2: USA transport\nBorder: Japan infantry")
    drill.load("SZ 2: transport", "West: infantry, tank")
    drill.move("SZ 2: transport", "SZ 3")
    drill.unload("SZ 3: infantry, tank", "Border")
    assert drill.figure("SZ 3: infantry", aboard=True).ashore == "Border"
    assert drill.figure("SZ 3: transport").left == 0
    with illegal(drill, "BG-7.9"):
        drill.unload("SZ 3: infantry", "Border")
    drill.done()
    assert drill.is_over


def test_bg_7_9_partial_landing_of_cargo_from_an_earlier_turn() -> None:
    drill = combat_move("SZ 3: USA transport, 2 infantry\nBorder: Japan infantry")
    drill.unload("SZ 3: infantry", "Border")
    drill.done()
    assert drill.is_over, "cargo already aboard may stay aboard"


def test_bg_7_9_cargo_loaded_in_combat_move_must_be_landed() -> None:
    drill = combat_move("West: USA infantry\nSZ 2: USA transport\nSZ 3: Japan submarine")
    drill.load("SZ 2: transport", "West: infantry")
    with illegal(drill, "BG-7.9"):
        drill.done()
    drill.take_back("SZ 2: infantry", aboard=True)
    drill.done()
    assert drill.units("West") == "infantry"


def test_bg_7_9_an_assault_lands_in_one_territory_per_transport() -> None:
    drill = combat_move("SZ 3: USA transport, 2 infantry\nBorder: Japan infantry")
    drill.unload("SZ 3: infantry", "Border")
    (other,) = (
        piece
        for piece in drill.pick("SZ 3: 2 infantry", aboard=True)
        if drill.game.pieces[piece].left
    )
    with illegal(drill, "BG-7.9"):
        drill.give(Unload(frozenset((other,)), SpaceId("Plains")))


def test_bg_7_1_no_landing_in_friendly_land_in_combat_move() -> None:
    drill = combat_move("SZ 2: USA transport, infantry")
    with illegal(drill, "BG-7.1"):
        drill.unload("SZ 2: infantry", "West")


def test_bg_7_1_guns_are_not_landed_in_an_assault() -> None:
    drill = combat_move("SZ 3: USA transport, aa_gun\nBorder: Japan infantry")
    with illegal(drill, "BG-7.1"):
        drill.unload("SZ 3: aa_gun", "Border")


def test_bg_9_2_no_assault_in_noncombat_move() -> None:
    drill = noncombat_move("West: USA infantry\nSZ 2: USA transport")
    drill.load("SZ 2: transport", "West: infantry")
    drill.move("SZ 2: transport", "SZ 3")
    with illegal(drill, "BG-9.2"):
        drill.unload("SZ 3: infantry", "Border")


def test_bg_9_2_a_transport_that_acted_earlier_this_turn_does_nothing() -> None:
    for moved in (True, False):
        drill = noncombat_move("West: USA infantry\nSZ 2: USA transport")
        ship = dataclasses.replace(drill.figure("SZ 2: transport"), moved=moved, fought=not moved)
        drill = type(drill)(drill.game.with_pieces(ship))
        with illegal(drill, "BG-9.2"):
            drill.load("SZ 2: transport", "West: infantry")
        with illegal(drill, "BG-9.1"):
            drill.move("SZ 2: transport", "SZ 1")


def test_bg_7_13_nothing_lands_on_neutral_ground_or_in_the_sea() -> None:
    drill = combat_move("SZ 9: USA transport, infantry")
    with illegal(drill, "BG-7.13"):
        drill.unload("SZ 9: infantry", "Rock")
    with illegal(drill, "BG-7.9"):
        drill.unload("SZ 9: infantry", "SZ 8")
    with illegal(drill, "BG-7.9"):
        drill.unload("SZ 9: infantry", "Border")


def test_bg_7_9_an_ally_boards_on_its_turn_and_leaves_on_a_later_one() -> None:
    drill = noncombat_move("Isle: USA infantry\nSZ 7: UK transport", control={"Cove": "UK"})
    ship = drill.game.pieces.at(SpaceId("SZ 7"))[0].id
    drill.give(Load(ship, frozenset(drill.pick("Isle: infantry"))))
    with illegal(drill, "BG-7.9"):
        drill.unload("SZ 7: infantry", "Isle")
    with illegal(drill, "BG-7"):
        drill.give(Move(frozenset((ship,)), (SpaceId("SZ 6"),)))
    later = combat_move("SZ 3: UK transport / USA infantry\nBorder: Japan infantry")
    later.unload("SZ 3: infantry", "Border")
    later.done()
    assert later.is_over


def test_bg_7_9_an_allys_cargo_moves_with_the_ship_on_its_owners_turn() -> None:
    drill = combat_move("SZ 2: USA transport / UK infantry\nSZ 3: Japan submarine")
    drill.move("SZ 2: transport", "SZ 3")
    assert drill.units("SZ 3", "UK") == "infantry"
    guest = next(p.id for p in drill.game.pieces.at(SpaceId("SZ 3")) if p.owner == "UK")
    with illegal(drill, "BG-7.9"):
        drill.give(Unload(frozenset((guest,)), SpaceId("Border")))
    drill.take_back("SZ 3: transport")
    assert drill.units("SZ 2", "UK") == "infantry"


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
    cleared = without_markers(game, game.pieces[fighter])
    assert isinstance(cleared, Figure)
    assert cleared.aboard is None


def test_cargo_of_transports_stays_aboard_when_a_turn_ends() -> None:
    drill = combat_move("SZ 1: USA transport, infantry")
    cargo = drill.figure("SZ 1: infantry", aboard=True)
    assert disembarked(drill.game, cargo) == cargo
    assert drill.game.pieces.at(SpaceId("SZ 1"))
