"""Depth status (DS): values, declaring, movement, what a silent submarine does not do."""

import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from engine.battles import Role
from engine.board import Power, SpaceId
from engine.economy.convoys import DIE_SIDES
from engine.errors import Illegal
from engine.game import Game
from engine.movement.declarations import Declare, may_declare
from engine.movement.orders import Declaration, Done, Move
from engine.movement.phases import CombatMove, NoncombatMove
from engine.phases import Phase, Stage
from engine.pieces import Figure, PieceId
from engine.run import Run
from engine.units import SUBMARINE
from engine.variants.depth.declaring import DeclareDepths, DepthDeclaration
from engine.variants.depth.state import Depth, depth_of, threshold
from tests.engine.position import find, play, position
from tests.engine.variants.atlantic import atlantic
from tests.engine.variants.depths import asks, at_depth, battle, dice, sub

USA = Power("USA")


def value(
    depth: str, role: Role, *, die: str = "6", breakthroughs: Mapping[str, list[str]] | None = None
) -> int:
    """What a submarine of the United States hits on."""
    game = position(
        "SZ 2: USA submarine", modules=("DS",), options={"die": die}, breakthroughs=breakthroughs
    )
    piece = sub(game, "USA")
    if depth != "surfaced":
        game = at_depth(game, {piece: depth})
    fight = battle("USA destroyer / Japan destroyer", options={"die": die})
    game = game.replace(battle=fight.game.battle)
    assert game.battle is not None
    return game.rules.strength(game, game.pieces[piece], SUBMARINE, role)


@pytest.mark.parametrize(
    ("die", "depth", "attack", "defence"),
    [
        ("6", "surfaced", 2, 1),
        ("6", "periscope", 3, 1),
        ("6", "submerged", 1, 0),
        ("6", "silent", 0, 0),
        ("12", "surfaced", 4, 2),
        ("12", "periscope", 6, 2),
        ("12", "submerged", 2, 0),
        ("20", "surfaced", 7, 3),
        ("20", "periscope", 10, 3),
        ("20", "submerged", 4, 0),
    ],
)
def test_ds_5_ds_6_values_by_depth_and_die(die: str, depth: str, attack: int, defence: int) -> None:
    """Ruling 17: in [50] attack 2 and defence 1, six-sided by default."""
    assert value(depth, Role.ATTACKER, die=die) == attack
    assert value(depth, Role.DEFENDER, die=die) == defence


def test_ds_5_the_periscope_bonus_is_not_cumulative() -> None:
    """Super submarines at periscope depth attack on 3, not 4."""
    owned = {"USA": ["super_submarines"]}
    assert value("surfaced", Role.ATTACKER, breakthroughs=owned) == 3
    assert value("periscope", Role.ATTACKER, breakthroughs=owned) == 3
    assert value("submerged", Role.ATTACKER, breakthroughs=owned) == 2


@pytest.mark.parametrize(
    ("die", "scaled"), [("6", [1, 2, 3, 4]), ("12", [2, 4, 6, 8]), ("20", [3, 7, 10, 13])]
)
def test_ds_the_die_scales_every_hit(die: str, scaled: list[int]) -> None:
    game = position("", modules=("DS",), options={"die": die})
    assert [game.rules.scaled_strength(game, v) for v in (1, 2, 3, 4)] == scaled
    assert game.rules.die_sides(game) == int(die)
    assert game.rules.anti_air_strength(game, USA) == scaled[0]
    assert DIE_SIDES == 6


@pytest.mark.parametrize(
    ("die", "periscope", "submerged"), [("6", 3, 2), ("12", 6, 4), ("20", 10, 7)]
)
def test_ds_8_detection_by_die(die: str, periscope: int, submerged: int) -> None:
    game = position("SZ 2: Japan submarine", modules=("DS",), options={"die": die})
    assert threshold(at_depth(game, {sub(game): "periscope"}), sub(game)) == periscope
    assert threshold(at_depth(game, {sub(game): "submerged"}), sub(game)) == submerged
    assert threshold(at_depth(game, {sub(game): "silent"}), sub(game)) == 0
    assert threshold(game, sub(game)) == 0


@pytest.mark.parametrize(
    ("die", "depth", "chance"),
    [
        ("6", "periscope", Fraction(7, 8)),
        ("6", "submerged", Fraction(19, 27)),
        ("20", "submerged", Fraction(725375, 1000000)),
    ],
)
def test_ds_8_two_destroyers_and_a_fighter_find(die: str, depth: str, chance: Fraction) -> None:
    """7/8, 19/27, and on a d20 72.5 %: any one die of three suffices."""
    game = position("SZ 2: Japan submarine", modules=("DS",), options={"die": die})
    game = at_depth(game, {sub(game): depth})
    seen, sides = threshold(game, sub(game)), game.rules.die_sides(game)
    found = sum(min(dice) <= seen for dice in product(range(1, sides + 1), repeat=3))
    assert Fraction(found, sides**3) == chance


# Declaring


def phase(name: Phase, units: str, **place: object) -> Run:
    """A run at the opening of a phase of the United States."""
    game = position(units, phase=name, modules=("DS",), **place)  # type: ignore[arg-type]  # as written for `position`
    return Run(game.replace(stage=Stage.PHASE_OPENS))


def declare(run: Run, depth: str) -> None:
    play(run, DepthDeclaration({sub(run.game, "USA"): Depth(depth)}))


def test_ds_1_depths_are_declared_in_noncombat_move_and_hold() -> None:
    run = phase(Phase.NONCOMBAT_MOVE, "SZ 2: USA submarine")
    assert asks(run, DeclareDepths)
    declare(run, "periscope")
    assert asks(run, NoncombatMove)
    assert depth_of(run.game, sub(run.game, "USA")) is Depth.PERISCOPE
    game = run.game.replace(stage=Stage.TURN_OPENS)
    assert depth_of(Run(game).game, sub(game, "USA")) is Depth.PERISCOPE


def test_ds_1_the_option_declares_in_combat_move_instead() -> None:
    options = {"ds_declare": "combat"}
    run = phase(Phase.COMBAT_MOVE, "SZ 2: USA submarine", options=options)
    assert asks(run, DeclareDepths)
    play(run, DepthDeclaration())
    assert asks(run, CombatMove)
    run = phase(Phase.NONCOMBAT_MOVE, "SZ 2: USA submarine", options=options)
    assert asks(run, NoncombatMove)
    run = phase(Phase.COMBAT_MOVE, "SZ 2: USA submarine")
    assert asks(run, CombatMove)


def test_ds_1_only_own_submarines_change() -> None:
    units = "SZ 2: USA submarine, destroyer\nSZ 4: Japan submarine"
    run = phase(Phase.NONCOMBAT_MOVE, units)
    (destroyer,) = find(run.game, "SZ 2", "destroyer")
    for piece in (destroyer, sub(run.game, "Japan")):
        with pytest.raises(Illegal, match="DS-1"):
            play(run, DepthDeclaration({piece: Depth.SILENT}))
    with pytest.raises(Illegal, match="leave it out"):
        declare(run, "surfaced")


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        ("surfaced", None, 2),
        ("surfaced", "periscope", 1),
        ("surfaced", "submerged", 1),
        ("surfaced", "silent", 0),
        ("periscope", None, 1),
        ("periscope", "surfaced", 1),
        ("submerged", "periscope", 1),
        ("silent", None, 0),
        ("silent", "surfaced", 0),
    ],
)
def test_ds_2_ds_3_the_smaller_limit_binds(before: str, after: str | None, left: int) -> None:
    game = position("SZ 2: USA submarine", phase=Phase.NONCOMBAT_MOVE, modules=("DS",))
    piece = sub(game, "USA")
    if before != "surfaced":
        game = at_depth(game, {piece: before})
    run = Run(game.replace(stage=Stage.PHASE_OPENS))
    play(run, DepthDeclaration({} if after is None else {piece: Depth(after)}))
    if left:
        assert run.game.pieces[piece].left == left
    zones = [SpaceId("SZ 3"), SpaceId("SZ 4")]
    if left < 2:
        assert asks(run, NoncombatMove) or left == 0
        assert not _may_move(run, piece, zones[: left + 1])
    if left:
        assert _may_move(run, piece, zones[:left])


def _may_move(run: Run, piece: PieceId, zones: list[SpaceId]) -> bool:
    if not isinstance(run.request, NoncombatMove):
        return False
    return run.request.legal(run.game, Move(frozenset({piece}), tuple(zones)))


def test_ds_3_base_bonuses_raise_only_the_surfaced_limit() -> None:
    """Ruling 18: whatever raises movement, other depths keep theirs."""
    game = position("SZ 2: USA submarine", modules=("DS",))
    piece = game.pieces[sub(game, "USA")]
    assert game.rules.capped_move(game, piece, 3) == 3
    assert game.rules.capped_move(at_depth(game, {piece.id: "periscope"}), piece, 3) == 1
    assert game.rules.capped_move(at_depth(game, {piece.id: "silent"}), piece, 3) == 0


def test_ds_1_new_submarines_are_surfaced() -> None:
    game = position("SZ 2: USA submarine", modules=("DS",))
    assert depth_of(game, sub(game, "USA")) is Depth.SURFACED


def test_declared_depths_are_drawn_legal_and_of_every_kind() -> None:
    game = position("SZ 2: USA 3 submarine", phase=Phase.NONCOMBAT_MOVE, modules=("DS",))
    draw, decision = random.Random(1), DeclareDepths(USA)
    drawn = [decision.sample(game, draw) for _ in range(200)]
    for answer in drawn:
        decision.check(game, answer)
    assert {depth for answer in drawn for depth in answer.depths.values()} == {
        Depth.PERISCOPE,
        Depth.SUBMERGED,
        Depth.SILENT,
    }
    assert all(decision.legal(game, answer) for answer in decision.candidates(game))


# DS-7


def waters(units: str, silent: str = "Japan", **place: object) -> Game:
    game = position(units, phase=Phase.COMBAT_MOVE, modules=("DS",), **place)  # type: ignore[arg-type]  # as written for `position`
    subs = {
        piece.id: "silent"
        for piece in game.owned(Power(silent))
        if isinstance(piece, Figure) and piece.kind == "submarine"
    }
    return at_depth(game, subs)


def test_ds_7_a_zone_with_only_silent_submarines_cannot_be_attacked() -> None:
    game = waters("SZ 2: USA destroyer, fighter / Japan submarine")
    with pytest.raises(Illegal):
        may_declare(game, SpaceId("SZ 2"))


def test_ds_7_silent_submarines_do_not_attack() -> None:
    game = waters("SZ 2: USA submarine / Japan transport", silent="USA")
    with pytest.raises(Illegal):
        may_declare(game, SpaceId("SZ 2"))


def test_ds_7_silent_submarines_bar_no_landing() -> None:
    options = {"subs_block_landing": "on"}
    units = "SZ 3: USA transport / Japan submarine"
    game = waters(units, options=options)
    assert not game.rules.landing_barred(game, USA, SpaceId("SZ 3"))
    loud = at_depth(game, {sub(game): "periscope"})
    assert loud.rules.landing_barred(loud, USA, SpaceId("SZ 3"))


def test_ds_7_ds_5a_silent_submarines_roll_no_convoy_dice_all_others_two() -> None:
    """Ruling 12."""
    game = atlantic("SZ 8: Germany 4 submarine", modules=("DS", "CD"))
    subs = find(game, "SZ 8", "submarine")
    depths = dict(zip(subs, ("silent", "periscope", "submerged"), strict=False))
    run = Run(at_depth(game, depths))
    assert dice(run).count == 6


def test_ds_4_surfaced_submarines_are_attacked_without_detection() -> None:
    game = waters("SZ 2: USA cruiser / Japan submarine")
    surfaced = at_depth(game, {})
    may_declare(surfaced, SpaceId("SZ 2"))


def test_ds_8_aircraft_alone_may_be_sent_to_search() -> None:
    """BG-8.23 forbids it only against what is surfaced; a cruiser alone finds nobody."""
    game = waters("SZ 2: USA fighter / Japan submarine")
    hidden = at_depth(game, {sub(game): "periscope"})
    may_declare(hidden, SpaceId("SZ 2"))
    surfaced = at_depth(game, {})
    with pytest.raises(Illegal, match=r"BG-8\.23"):
        may_declare(surfaced, SpaceId("SZ 2"))
    cruiser = waters("SZ 2: USA cruiser / Japan submarine")
    cruiser = at_depth(cruiser, {sub(cruiser): "periscope"})
    with pytest.raises(Illegal, match=r"BG-8\.23"):
        may_declare(cruiser, SpaceId("SZ 2"))


def test_ds_8_aircraft_fly_to_search_in_combat_move() -> None:
    game = position(
        "West: USA fighter\nSZ 2: Japan submarine", phase=Phase.COMBAT_MOVE, modules=("DS",)
    )
    run = Run(at_depth(game, {sub(game): "submerged"}))
    (fighter,) = find(game, "West", "fighter")
    play(run, Move(frozenset({fighter}), (SpaceId("SZ 2"),)), Done())
    assert isinstance(run.request, Declare)
    assert run.request.legal(run.game, Declaration(frozenset({SpaceId("SZ 2")})))
