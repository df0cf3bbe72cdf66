"""The joint assignment behind BG-7.6 and 9.3, against a slow twin that tries everything."""

import itertools
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import SpaceId
from engine.movement.decks import Carrier, CarrierPosition, DeckPlan, Reach, deck_plan
from tests.examples import examples

A, B, C, D = (SpaceId(name) for name in "ABCD")
ZONES = st.sampled_from((A, B, C, D))


def reach(zones: str) -> Reach:
    return frozenset(SpaceId(zone) for zone in zones)


def carrier(zones: str, slots: int = 2) -> Carrier:
    return Carrier(slots, frozenset(CarrierPosition(SpaceId(zone)) for zone in zones))


def brute_force(
    aircraft: Sequence[Reach],
    fixed: Mapping[SpaceId, int],
    carriers: Sequence[Carrier],
    yards: Mapping[SpaceId, int],
) -> int:
    """The same question, by trying all positions and all landings."""
    best = 0
    for positions in itertools.product(*((*sorted(c.positions), None) for c in carriers)):
        built = [
            position.yard
            for position in positions
            if position is not None and position.yard is not None
        ]
        if any(built.count(yard) > number for yard, number in yards.items()):
            continue
        slots = dict(fixed)
        for ship, position in zip(carriers, positions, strict=True):
            if position is not None:
                slots[position.zone] = slots.get(position.zone, 0) + ship.slots
        for landing in itertools.product(*((*sorted(zones), None) for zones in aircraft)):
            landed = [zone for zone in landing if zone is not None]
            if all(landed.count(zone) <= slots.get(zone, 0) for zone in landed):
                best = max(best, len(landed))
    return best


@st.composite
def fleets(
    draw: st.DrawFn,
) -> tuple[list[Reach], dict[SpaceId, int], list[Carrier], dict[SpaceId, int]]:
    aircraft = draw(st.lists(st.frozensets(ZONES, max_size=3), max_size=5))
    fixed = draw(st.dictionaries(ZONES, st.integers(0, 2), max_size=2))
    moving = draw(
        st.lists(
            st.builds(
                Carrier,
                st.integers(1, 2),
                st.frozensets(st.builds(CarrierPosition, ZONES), min_size=1, max_size=4),
            ),
            max_size=3,
        )
    )
    new = draw(
        st.lists(
            st.builds(
                Carrier,
                st.just(2),
                st.frozensets(
                    st.builds(
                        CarrierPosition, ZONES, st.sampled_from((SpaceId("X"), SpaceId("Y")))
                    ),
                    min_size=1,
                    max_size=3,
                ),
            ),
            max_size=2,
        )
    )
    yards = {SpaceId("X"): draw(st.integers(0, 2)), SpaceId("Y"): draw(st.integers(0, 2))}
    return aircraft, fixed, moving + new, yards


def holds(plan: DeckPlan, aircraft: Sequence[Reach], carriers: Sequence[Carrier]) -> bool:
    """Whether the places named are places that aircraft and carriers can reach."""
    return all(
        zone is None or zone in zones for zone, zones in zip(plan.zones, aircraft, strict=True)
    ) and all(
        position is None or position in ship.positions
        for position, ship in zip(plan.positions, carriers, strict=True)
    )


@pytest.mark.no_cover
@examples(300)
@given(fleets())
def test_bg_7_6_as_many_land_as_can(
    fleet: tuple[list[Reach], dict[SpaceId, int], list[Carrier], dict[SpaceId, int]],
) -> None:
    aircraft, fixed, carriers, yards = fleet
    plan = deck_plan(aircraft, fixed, carriers, yards)
    assert plan.landed == brute_force(aircraft, fixed, carriers, yards)
    assert plan.landed == sum(zone is not None for zone in plan.zones)
    assert holds(plan, aircraft, carriers)
    slots = dict(fixed)
    for ship, position in zip(carriers, plan.positions, strict=True):
        if position is not None:
            slots[position.zone] = slots.get(position.zone, 0) + ship.slots
    assert all(plan.zones.count(zone) <= number for zone, number in slots.items())
    for yard, number in yards.items():
        assert sum(b is not None and b.yard == yard for b in plan.positions) <= number


def test_one_carrier_cannot_be_in_two_zones() -> None:
    assert deck_plan([reach("A"), reach("B")], {}, [carrier("AB")], {}).landed == 1
    assert deck_plan([reach("A"), reach("B")], {}, [carrier("AB"), carrier("AB")], {}).landed == 2


def test_aircraft_make_room_for_those_with_less_choice() -> None:
    plan = deck_plan([reach("AB"), reach("AB"), reach("A")], {A: 1, B: 2}, [], {})
    assert plan.zones == (B, B, A)


def test_a_complex_builds_no_more_than_it_can() -> None:
    new = Carrier(
        2, frozenset((CarrierPosition(A, SpaceId("X")), CarrierPosition(B, SpaceId("X"))))
    )
    aircraft = [reach("A"), reach("B")]
    assert deck_plan(aircraft, {}, [new, new], {SpaceId("X"): 1}).landed == 1
    assert deck_plan(aircraft, {}, [new, new], {SpaceId("X"): 2}).landed == 2


def test_thirty_aircraft_and_eight_carriers_are_no_trouble() -> None:
    zones = [SpaceId(str(i)) for i in range(40)]
    aircraft = [frozenset(zones[i : i + 9]) for i in range(30)]
    carriers = [
        Carrier(2, frozenset(CarrierPosition(zone) for zone in zones[3 * i : 3 * i + 15]))
        for i in range(8)
    ]
    assert deck_plan(aircraft, {}, carriers, {}).landed == 16
