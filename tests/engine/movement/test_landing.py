"""The landing guarantee: BG-7.6, 7.8, R19, in Combat move; 9.3 in Noncombat move."""

import dataclasses
import itertools
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Power, SpaceId
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement
from engine.errors import Illegal
from engine.game import Game
from engine.movement.landing import NOTHING_MOVES, Outlook, outlook, plan_landings
from engine.phases import Phase, Stage
from engine.pieces import Figure
from engine.units import CARRIER
from tests.engine.movement.drill import combat_move, illegal, noncombat_move
from tests.engine.position import position
from tests.examples import examples

USA = Power("USA")


def test_bg_7_6_an_aircraft_pays_one_for_every_space_and_must_have_a_landing() -> None:
    drill = combat_move("West: USA fighter\nBorder: Japan infantry\nEast: Japan infantry")
    drill.move("West: fighter", "Prairie", "Border")
    assert drill.figure("Border: fighter").left == 2
    far = combat_move("West: USA fighter\nEast: Japan infantry")
    with illegal(far, "BG-7.6"):
        far.move("West: fighter", "Prairie", "Border", "Plains", "East")


def test_bg_7_6_aircraft_fly_over_anything_but_neutral_land() -> None:
    drill = combat_move("West: USA bomber\nSZ 2: Japan cruiser\nSZ 3: Japan cruiser, submarine")
    drill.move("West: bomber", "SZ 2", "SZ 3")
    assert drill.figure("SZ 3: bomber").left == 4


def test_bg_7_6_suicide_is_illegal_with_one_point_too_few() -> None:
    for route, refused in ((("SZ 2", "SZ 3"), False), (("SZ 2", "SZ 3", "SZ 4"), True)):
        drill = combat_move(
            "West: USA fighter\nSZ 3: Japan submarine, transport\nSZ 4: Japan cruiser"
        )
        if refused:
            with illegal(drill, "BG-7.6"):
                drill.move("West: fighter", *route)
        else:
            drill.move("West: fighter", *route)


def test_bg_7_6_territories_captured_this_turn_never_count() -> None:
    drill = combat_move(
        "West: USA fighter\nEast: Japan infantry",
        control={"Plains": "USA"},
        control_at_start={"Plains": "Japan"},
    )
    with illegal(drill, "BG-7.6"):
        drill.move("West: fighter", "Prairie", "Border", "Plains", "East")
    since_start = combat_move("West: USA bomber\nEast: Japan infantry", control={"Plains": "UK"})
    since_start.move("West: bomber", "Prairie", "Border", "Plains", "East")


def test_bg_7_6_a_carrier_may_come_to_meet_its_fighter() -> None:
    drill = combat_move("SZ 1: USA carrier, fighter\nSZ 5: Japan cruiser, carrier")
    with illegal(drill, "BG-7.6"):
        drill.move("SZ 1: fighter", "SZ 2", "SZ 3", "SZ 4", "SZ 5")
    near = combat_move("SZ 1: USA carrier, fighter\nSZ 4: Japan cruiser")
    near.move("SZ 1: fighter", "SZ 2", "SZ 3", "SZ 4")
    near.done()
    assert near.is_over, "the carrier still has its move in Noncombat move"


def test_bg_7_6_the_carrier_relied_on_cannot_sail_elsewhere() -> None:
    drill = combat_move("SZ 1: USA carrier, fighter\nSZ 4: Japan cruiser\nSZ 6: Japan cruiser")
    drill.move("SZ 1: fighter", "SZ 2", "SZ 3", "SZ 4")
    with illegal(drill, "BG-7.6"):
        drill.move("SZ 1: carrier", "SZ 6")
    drill.move("SZ 1: carrier", "SZ 2", "SZ 3")
    drill.done()
    assert drill.is_over, "moving so that an aircraft can land is a purpose (BG-7.1)"


def test_bg_7_6_decks_are_shared() -> None:
    drill = combat_move("SZ 1: USA carrier, 2 fighter\nWest: USA fighter\nSZ 4: Japan cruiser")
    drill.move("SZ 1: 2 fighter", "SZ 2", "SZ 3", "SZ 4")
    with illegal(drill, "BG-7.6"):
        drill.move("West: fighter", "SZ 2", "SZ 3", "SZ 4")


def test_bg_7_6_one_carrier_cannot_meet_two_fighters_far_apart() -> None:
    fleet = "SZ 7: USA carrier, 2 fighter\nSZ 10: Japan cruiser\nSZ 3: Japan cruiser\n"
    drill = combat_move(fleet)
    drill.move("SZ 7: fighter", "SZ 8", "SZ 9", "SZ 10")
    with illegal(drill, "BG-7.6"):
        drill.move("SZ 7: fighter", "SZ 8", "SZ 7", "SZ 2", "SZ 3")
    two = combat_move(fleet + "SZ 1: USA carrier")
    two.move("SZ 7: fighter", "SZ 8", "SZ 9", "SZ 10")
    two.move("SZ 7: fighter", "SZ 8", "SZ 7", "SZ 2", "SZ 3")


def test_bg_7_6_bombers_land_on_no_carrier() -> None:
    drill = combat_move("West: USA bomber\nSZ 2: USA carrier\nSZ 5: Japan cruiser")
    with illegal(drill, "BG-7.6"):
        drill.move("West: bomber", "SZ 2", "SZ 3", "SZ 4", "SZ 5")


def test_bg_7_6_a_bought_carrier_counts_where_an_own_complex_touches_the_zone() -> None:
    units = "West: USA fighter, complex"
    flight = ("SZ 2", "SZ 3", "SZ 2", "SZ 1")
    bought = {"USA": {"carrier": 1}}
    combat_move(units, waiting=bought).move("West: fighter", *flight)
    for circumstances in (
        {},
        {"waiting": bought, "damage": {"West": 8}},
        {"waiting": bought, "control_at_start": {"West": "Japan"}},
    ):
        drill = combat_move(units, **circumstances)
        with illegal(drill, "BG-7.6"):
            drill.move("West: fighter", *flight)


def test_bg_7_6_an_allied_deck_counts_but_stays() -> None:
    units = "West: USA fighter\nSZ 4: Japan cruiser\nSZ 3: UK carrier"
    drill = combat_move(units)
    drill.move("West: fighter", "SZ 2", "SZ 3", "SZ 4")
    full = combat_move(units + ", 2 fighter")
    with illegal(full, "BG-7.6"):
        full.move("West: fighter", "SZ 2", "SZ 3", "SZ 4")


def test_r19_a_carrier_may_pass_where_a_battle_will_be_won() -> None:
    units = "SZ 1: USA carrier, 2 fighter, destroyer\nSZ 2: Japan cruiser\nSZ 4: Japan cruiser"
    drill = combat_move(units)
    with illegal(drill, "BG-7.6"):
        drill.move("SZ 1: fighter", "SZ 2", "SZ 3", "SZ 4")
    drill.move("SZ 1: destroyer", "SZ 2")
    drill.move("SZ 1: fighter", "SZ 2", "SZ 3", "SZ 4")
    with illegal(drill, "BG-7.6"):
        drill.take_back("SZ 2: destroyer")
    drill.done()
    assert drill.is_over


def test_bg_7_6_a_carrier_that_only_orders_could_bring_must_sail_before_the_phase_ends() -> None:
    drill = combat_move("SZ 2: USA carrier, fighter / Japan cruiser\nSZ 5: Japan cruiser")
    drill.move("SZ 2: fighter", "SZ 3", "SZ 4", "SZ 5")
    with illegal(drill, "BG-7.6"):
        drill.done()
    drill.move("SZ 2: carrier", "SZ 3", "SZ 4")
    drill.done()
    assert drill.is_over


def test_bg_7_6_submarines_alone_may_clear_the_way_only_if_they_are_declared_to() -> None:
    drill = combat_move(
        "SZ 1: USA carrier, fighter, submarine\nSZ 2: Japan cruiser\nSZ 4: Japan cruiser"
    )
    drill.move("SZ 1: submarine", "SZ 2")
    drill.move("SZ 1: fighter", "SZ 2", "SZ 3", "SZ 4")
    drill.done()
    assert drill.is_over, "nothing to choose: ignoring the cruiser would cost the fighter"
    assert drill.game.record.attacked == {"SZ 2", "SZ 4"}


def test_bg_7_8_own_fighters_launch_before_the_carrier_moves() -> None:
    drill = combat_move("SZ 1: USA carrier, fighter\nSZ 3: Japan submarine\nSZ 4: Japan transport")
    drill.move("SZ 1: carrier", "SZ 2", "SZ 3")
    assert drill.units("SZ 1") == "fighter"
    assert drill.figure("SZ 1: fighter").left == 4
    drill.move("SZ 1: fighter", "SZ 2", "SZ 3", "SZ 4")
    drill.done()
    assert not drill.is_over


def test_bg_9_3_in_noncombat_move_no_order_strands_an_aircraft() -> None:
    drill = noncombat_move("SZ 3: USA carrier, fighter")
    with illegal(drill, "BG-9.3"):
        drill.move("SZ 3: fighter", "SZ 4", "East", "SZ 5", "SZ 10")
    drill.move("SZ 3: fighter", "SZ 4", "SZ 5")
    with illegal(drill, "BG-9.3"):
        drill.move("SZ 3: carrier", "SZ 2", "SZ 1")
    with illegal(drill, "BG-9.3"):
        drill.done()
    drill.move("SZ 3: carrier", "SZ 4", "SZ 5")
    drill.done()
    assert drill.units("SZ 5") == "carrier, fighter"


def test_bg_9_3_aircraft_end_on_land_friendly_since_the_turn_began() -> None:
    drill = noncombat_move(
        "SZ 3: USA fighter", control={"Border": "USA"}, control_at_start={"Border": "Japan"}
    )
    with illegal(drill, "BG-9.3"):
        drill.move("SZ 3: fighter", "Border", "SZ 3", "Border", "SZ 3")
    drill.move("SZ 3: fighter", "Border")
    with illegal(drill, "BG-9.3"):
        drill.done()
    drill.move("Border: fighter", "Prairie")
    drill.done()
    assert drill.units("Prairie") == "fighter"


def test_bg_9_3_a_refusal_says_how_many_aircraft_are_still_in_the_air() -> None:
    drill = noncombat_move("SZ 2: USA 4 fighter")
    with pytest.raises(Illegal, match="4 aircraft can still be brought to a place to land"):
        drill.done()
    drill.move("SZ 2: 3 fighter", "West")
    with pytest.raises(Illegal, match="1 aircraft can still be brought"):
        drill.done()


def test_bg_9_3_what_has_no_place_is_lost_at_the_end_and_not_before() -> None:
    drill = noncombat_move("SZ 5: USA 3 fighter, bomber, carrier\nPrairie: USA infantry")
    spent = [
        _with_left(piece, 1)
        for piece in drill.game.pieces.at(SpaceId("SZ 5"))
        if isinstance(piece, Figure) and piece.kind != "carrier"
    ]
    drill = type(drill)(drill.game.with_pieces(*spent))
    assert drill.units("SZ 5") == "bomber, carrier, 3 fighter"
    drill.done()
    assert drill.units("SZ 5") == "carrier, 2 fighter"


def test_bg_9_3_an_aircraft_may_wait_at_sea_for_a_bought_carrier() -> None:
    drill = noncombat_move(
        "West: USA complex\nSZ 2: USA fighter\nSZ 1: USA destroyer", waiting={"USA": {"carrier": 1}}
    )
    drill.done()
    assert drill.units("SZ 2") == "fighter"


def waiting_at_sea() -> Game:
    """Mobilize, with three fighters in SZ 2 and two carriers bought for them and others."""
    units = "West: USA complex\nSZ 2: USA 3 fighter"
    return position(units, phase=Phase.MOBILIZE, waiting={"USA": {"carrier": 3, "tank": 1}})


def test_bg_9_3_a_carrier_that_is_awaited_is_placed_there() -> None:
    game = waiting_at_sea()
    decision = MobilizeUnits(USA)
    west = SpaceId("West")

    def place(**carriers: int) -> Mobilization:
        where = sorted((SpaceId(f"SZ {zone[1:]}"), n) for zone, n in carriers.items())
        return Mobilization(tuple(Placement(CARRIER, west, zone, n) for zone, n in where))

    for too_few in (place(), place(z2=1), place(z1=2, z2=1)):
        with pytest.raises(Illegal, match="waiting for a new carrier"):
            decision.check(game, too_few)
    decision.check(game, place(z2=2))
    decision.check(game, place(z1=1, z2=2))


def test_bg_9_3_whatever_is_drawn_places_the_carriers_awaited() -> None:
    game = waiting_at_sea()
    decision = MobilizeUnits(USA)
    drawn = [decision.sample(game, random.Random(seed)) for seed in range(30)]
    for answer in drawn:
        decision.check(game, answer)
    assert len(set(drawn)) > 1


def _with_left(piece: Figure, left: int) -> Figure:
    return dataclasses.replace(piece, left=left)


# The slow twin

ZONES = tuple(f"SZ {n}" for n in range(1, 11))


@st.composite
def fleets(draw: st.DrawFn) -> str:
    """Positions with a few aircraft, carriers, allied carriers and enemies at sea."""
    lines = []
    count = {"fighter": 4, "carrier": 2, "destroyer": 1, "bomber": 1}
    for kind, most in count.items():
        places = draw(st.lists(st.sampled_from(ZONES), max_size=most))
        lines += [f"{zone}: USA {kind}" for zone in places]
    places = draw(st.lists(st.sampled_from(ZONES), max_size=1))
    lines += [f"{zone}: UK carrier" for zone in places]
    places = draw(st.lists(st.sampled_from(ZONES), max_size=2))
    lines += [f"{zone}: Japan cruiser" for zone in places]
    if draw(st.booleans()):
        lines.append("West: USA complex")
    return "\n".join(lines)


def marked(draw: st.DataObject, game: Game, phase: Phase) -> Game:
    """The game with some movement spent, as it may be in the midst of a phase."""
    pieces = []
    for piece in game.owned(game.active):
        assert isinstance(piece, Figure)
        left = draw.draw(st.integers(0, piece.left))
        moved = piece.kind != "fighter" and draw.draw(st.booleans())
        if phase is Phase.COMBAT_MOVE and piece.kind != "carrier":
            moved = False
        pieces.append(_marked(piece, left, moved=moved))
    return game.with_pieces(*pieces)


def _marked(piece: Figure, left: int, *, moved: bool) -> Figure:
    return dataclasses.replace(piece, left=left, moved=moved)


def walks(game: Game, start: SpaceId, steps: int) -> Iterator[tuple[SpaceId, ...]]:
    """All walks of at most so many steps, over anything but neutral land."""
    yield (start,)
    if steps:
        for there in game.board.neighbours[start]:
            if not game.board[there].neutral:
                for rest in walks(game, there, steps - 1):
                    yield (start, *rest)


def hostile(game: Game, zone: SpaceId) -> bool:
    return any(
        isinstance(p, Figure) and p.owner == "Japan" and p.kind == "cruiser"
        for p in game.pieces.at(zone)
    )


def _open(game: Game, view: Outlook, zone: SpaceId) -> bool:
    """Not hostile, or to be cleared."""
    return zone in view.battles or not hostile(game, zone)


def twin(game: Game, view: Outlook) -> int:
    """How many aircraft cannot land at best, by trying everything."""
    own = [p for p in game.owned(game.active) if isinstance(p, Figure)]
    fighters = [p for p in own if p.kind in ("fighter", "bomber")]
    goals = []
    for plane in fighters:
        ends = {w[-1] for w in walks(game, plane.at, 0 if view.still else plane.left)}
        if any(not game.board.is_sea(s) and game.control[s] in ("USA", "UK") for s in ends):
            continue
        zones = [zone for zone in sorted(ends) if game.board.is_sea(zone)]
        goals.append(zones if plane.kind == "fighter" else [])
    allied = [p.at for p in game.pieces.values() if p.owner == "UK" and _open(game, view, p.at)]
    carriers = [_places(game, view, p) for p in own if p.kind == "carrier"]
    if game.waiting.get(game.active) and _has_complex(game):
        carriers.append([SpaceId("SZ 1"), SpaceId("SZ 2")])  # hostile or not (R27)
    best = 0
    for places in itertools.product(*filter(None, carriers)):
        decks = [*places, *allied]
        best = max(best, _most(goals, {z: 2 * decks.count(z) for z in decks}))
    return len(goals) - best


def _has_complex(game: Game) -> bool:
    return any(isinstance(p, Figure) and p.kind == "complex" for p in game.pieces.values())


def _most(goals: list[list[SpaceId]], slots: dict[SpaceId, int]) -> int:
    if not goals:
        return 0
    best = _most(goals[1:], slots)
    for zone in goals[0]:
        if slots.get(zone):
            best = max(best, 1 + _most(goals[1:], {**slots, zone: slots[zone] - 1}))
    return best


def _places(game: Game, view: Outlook, ship: Figure) -> list[SpaceId]:
    ends = {ship.at}
    for walk in () if view.still else walks(game, ship.at, ship.left):
        if not all(game.board.is_sea(space) for space in walk):
            continue
        if any({a, b} == {"SZ 3", "SZ 8"} for a, b in itertools.pairwise(walk)):
            continue
        now = view.orders and not any(hostile(game, zone) for zone in walk[1:-1])
        waits = not ship.moved and ship.at not in view.battles
        later = waits and all(_open(game, view, zone) for zone in walk[1:])
        if now or later:
            ends.add(walk[-1])
    return sorted(ends)


@pytest.mark.no_cover
@examples(150)
@given(fleets(), st.sampled_from((Phase.COMBAT_MOVE, Phase.NONCOMBAT_MOVE)), st.data())
def test_bg_7_6_the_guarantee_is_exact(units: str, phase: Phase, data: st.DataObject) -> None:
    waiting = {"USA": {"carrier": 1}} if data.draw(st.booleans()) else {}
    game = marked(data, position(units, phase=phase, waiting=waiting), phase)
    view = outlook(game)
    assert plan_landings(game, view).stranded == twin(game, view)
    assert plan_landings(game, NOTHING_MOVES).stranded == twin(game, NOTHING_MOVES)
    if phase is Phase.COMBAT_MOVE:
        battles = data.draw(st.frozensets(st.sampled_from(ZONES).map(SpaceId), max_size=2))
        closing = Outlook(battles=battles)
        assert plan_landings(game.replace(stage=Stage.DECLARE), closing).stranded == twin(
            game, closing
        )
