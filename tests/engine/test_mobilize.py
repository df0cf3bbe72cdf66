"""Mobilize new units (BG-10)."""

import itertools
import random
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Power, SpaceId
from engine.economy.charging import charged
from engine.economy.mobilize import (
    Mobilization,
    Mobilized,
    MobilizeUnits,
    Placement,
    capacity_left,
)
from engine.errors import Illegal
from engine.game import Game
from engine.phases import Phase
from engine.pieces import Figure
from engine.records import encode
from engine.units import Kind
from tests.engine.position import asked, find, position, step

USA = Power("USA")


def put(*placements: tuple[str, str, str, int]) -> Mobilization:
    """Placements as (kind, complex charged, space, how many)."""
    return Mobilization(
        tuple(
            Placement(Kind(kind), SpaceId(complex_), SpaceId(at), count)
            for kind, complex_, at, count in sorted(placements)
        )
    )


def mobilizing(units: str = "West: USA complex", **waiting: int) -> Game:
    """The USA's Mobilize phase with these units waiting."""
    return position(units, phase=Phase.MOBILIZE, waiting={"USA": waiting})


def legal(game: Game, *placements: tuple[str, str, str, int]) -> bool:
    return MobilizeUnits(USA).legal(game, put(*placements))


def refused(game: Game, *placements: tuple[str, str, str, int]) -> str:
    with pytest.raises(Illegal) as error:
        MobilizeUnits(USA).check(game, put(*placements))
    return str(error.value)


class TestBG101Complexes:
    def test_a_kind_that_no_unit_is_of_cannot_be_placed(self) -> None:
        """An answer comes from others: a word that is no kind is refused like any other."""
        assert "no dreadnought is waiting" in refused(
            mobilizing(), ("dreadnought", "West", "West", 1)
        )

    def test_units_are_placed_at_a_complex(self) -> None:
        game = mobilizing(infantry=2, destroyer=1)
        after, events = step(
            game, put(("infantry", "West", "West", 2), ("destroyer", "West", "SZ 2", 1))
        )
        assert len(find(after, "West", "infantry", "USA")) == 2
        assert len(find(after, "SZ 2", "destroyer", "USA")) == 1
        assert after.waiting[USA] == {}
        placement = Placement(Kind("infantry"), SpaceId("West"), SpaceId("West"), 2)
        assert Mobilized(USA, placement) in events

    def test_new_units_cannot_move_any_more(self) -> None:
        after, _ = step(mobilizing(infantry=1), put(("infantry", "West", "West", 1)))
        assert [after.pieces[unit].left for unit in find(after, "West", "infantry")] == [0]

    def test_they_have_ids_never_used_before(self) -> None:
        game = mobilizing(infantry=3)
        after, _ = step(game, put(("infantry", "West", "West", 3)))
        assert find(after, "West", "infantry") == (2, 3, 4)
        assert after.next_id == 5

    def test_not_without_a_complex(self) -> None:
        assert refused(mobilizing(infantry=1), ("infantry", "Prairie", "Prairie", 1)) == (
            "BG-10.1: no infantry can be placed in Prairie from Prairie"
        )

    def test_not_at_an_enemy_complex(self) -> None:
        game = mobilizing("East: Japan complex", infantry=1)
        assert not legal(game, ("infantry", "East", "East", 1))

    def test_not_at_a_complex_taken_this_turn(self) -> None:
        taken = position(
            "Border: USA complex",
            phase=Phase.MOBILIZE,
            control={"Border": "USA"},
            control_at_start={"Border": "Japan"},
            waiting={"USA": {"infantry": 1}},
        )
        assert not legal(taken, ("infantry", "Border", "Border", 1))
        held = position(
            "Border: USA complex",
            phase=Phase.MOBILIZE,
            control={"Border": "USA"},
            waiting={"USA": {"infantry": 1}},
        )
        assert legal(held, ("infantry", "Border", "Border", 1))

    def test_at_most_value_units(self) -> None:
        game = mobilizing("Prairie: USA complex", infantry=4)
        assert legal(game, ("infantry", "Prairie", "Prairie", 3))
        assert refused(game, ("infantry", "Prairie", "Prairie", 4)) == (
            "BG-10.1: the complex in Prairie can place 3 units this turn, not 4"
        )

    def test_damage_counts_against_it(self) -> None:
        game = position(
            "Prairie: USA complex",
            phase=Phase.MOBILIZE,
            damage={"Prairie": 2},
            waiting={"USA": {"infantry": 4}},
        )
        assert legal(game, ("infantry", "Prairie", "Prairie", 1))
        assert not legal(game, ("infantry", "Prairie", "Prairie", 2))

    def test_a_complex_with_more_damage_than_value_places_nothing(self) -> None:
        game = position(
            "Prairie: USA complex",
            phase=Phase.MOBILIZE,
            damage={"Prairie": 6},
            waiting={"USA": {"infantry": 4}},
        )
        assert capacity_left(game, SpaceId("Prairie")) == 0
        assert asked(game) is None

    def test_units_at_sea_count_together_with_those_on_land(self) -> None:
        game = mobilizing("Prairie: USA complex", infantry=4, submarine=4)
        sea, land = ("submarine", "Prairie", "SZ 2", 2), ("infantry", "Prairie", "Prairie", 1)
        assert legal(game, sea, land)
        assert not legal(game, sea, ("infantry", "Prairie", "Prairie", 2))

    def test_a_zone_between_two_complexes_may_be_charged_to_either(self) -> None:
        game = mobilizing("West: USA complex\nPrairie: USA complex", submarine=11)
        assert legal(game, ("submarine", "West", "SZ 2", 8), ("submarine", "Prairie", "SZ 2", 3))
        assert not legal(game, ("submarine", "West", "SZ 2", 9))

    def test_what_is_used_is_remembered(self) -> None:
        game = mobilizing("Prairie: USA complex", infantry=3)
        after, _ = step(game, put(("infantry", "Prairie", "Prairie", 2)))
        assert capacity_left(after, SpaceId("Prairie")) == 1


class TestBG102NewComplexes:
    def test_in_a_territory_of_value_without_one(self) -> None:
        game = mobilizing(complex=1)
        assert legal(game, ("complex", "Isle", "Isle", 1))
        assert not legal(game, ("complex", "West", "West", 1))  # it has one
        worthless = position(
            phase=Phase.MOBILIZE, control={"Atoll": "USA"}, waiting={"USA": {"complex": 1}}
        )
        assert not legal(worthless, ("complex", "Atoll", "Atoll", 1))

    def test_held_since_the_start_of_the_turn(self) -> None:
        game = position(
            phase=Phase.MOBILIZE,
            control={"Border": "USA"},
            control_at_start={"Border": "Japan"},
            waiting={"USA": {"complex": 1}},
        )
        assert not legal(game, ("complex", "Border", "Border", 1))

    def test_does_not_count_against_any_limit(self) -> None:
        game = mobilizing("Prairie: USA complex", infantry=3, complex=1)
        assert legal(game, ("infantry", "Prairie", "Prairie", 3), ("complex", "Isle", "Isle", 1))

    def test_works_from_the_next_turn(self) -> None:
        game = mobilizing(complex=1, infantry=1)
        assert not legal(game, ("complex", "Isle", "Isle", 1), ("infantry", "Isle", "Isle", 1))

    def test_bg_6_2_at_most_one_per_territory(self) -> None:
        assert refused(mobilizing(complex=2), ("complex", "Isle", "Isle", 2)).startswith("BG-6.2")

    def test_needs_no_other_complex(self) -> None:
        after, _ = step(mobilizing("", complex=1), put(("complex", "West", "West", 1)))
        assert len(find(after, "West", "complex", "USA")) == 1


class TestBG103SeaUnits:
    def test_in_any_adjacent_sea_zone(self) -> None:
        game = mobilizing(cruiser=1)
        assert legal(game, ("cruiser", "West", "SZ 1", 1))
        assert legal(game, ("cruiser", "West", "SZ 2", 1))
        assert not legal(game, ("cruiser", "West", "SZ 3", 1))
        assert not legal(game, ("cruiser", "West", "West", 1))

    def test_hostile_or_not(self) -> None:
        game = mobilizing("West: USA complex\nSZ 2: Japan battleship", cruiser=1)
        assert legal(game, ("cruiser", "West", "SZ 2", 1))

    def test_land_units_not_at_sea(self) -> None:
        assert not legal(mobilizing(tank=1), ("tank", "West", "SZ 2", 1))


class TestBG104Fighters:
    def test_in_the_territory(self) -> None:
        assert legal(mobilizing(fighter=2), ("fighter", "West", "West", 2))

    @pytest.mark.parametrize(
        ("ships", "slots"),
        [
            ("", 0),
            ("SZ 2: USA carrier", 2),
            ("SZ 2: USA 2 carrier, fighter", 3),
            ("SZ 2: USA carrier, 2 fighter", 0),
            ("SZ 1: USA carrier", 0),
            ("SZ 2: UK carrier", 0),
            ("SZ 2: USA cruiser", 0),
        ],
    )
    def test_on_a_free_slot_of_an_own_carrier(self, ships: str, slots: int) -> None:
        game = mobilizing(f"West: USA complex\n{ships}", fighter=4)
        assert legal(game, *[("fighter", "West", "SZ 2", slots)] * bool(slots))
        assert refused(game, ("fighter", "West", "SZ 2", slots + 1)) == (
            f"BG-10.4: carriers in SZ 2 have room for {slots or 'no'} fighters, not {slots + 1}"
        )

    def test_an_allied_guest_takes_up_a_slot(self) -> None:
        game = mobilizing("West: USA complex\nSZ 2: USA carrier / UK fighter", fighter=2)
        (carrier,) = find(game, "SZ 2", "carrier")
        (guest,) = (p for p in game.pieces.values() if isinstance(p, Figure) and p.owner == "UK")
        aboard = game.with_pieces(
            Figure(id=guest.id, owner=guest.owner, at=guest.at, kind=guest.kind, aboard=carrier)
        )
        assert legal(aboard, ("fighter", "West", "SZ 2", 1))
        assert not legal(aboard, ("fighter", "West", "SZ 2", 2))

    def test_on_a_carrier_placed_with_them(self) -> None:
        game = mobilizing(fighter=2, carrier=1)
        assert legal(game, ("fighter", "West", "SZ 2", 2), ("carrier", "West", "SZ 2", 1))
        assert not legal(game, ("fighter", "West", "SZ 1", 2), ("carrier", "West", "SZ 2", 1))

    def test_they_count_against_the_complex(self) -> None:
        game = mobilizing("Prairie: USA complex\nSZ 2: USA 2 carrier", fighter=4)
        assert legal(game, ("fighter", "Prairie", "SZ 2", 3))
        assert not legal(game, ("fighter", "Prairie", "SZ 2", 4))

    def test_bombers_only_in_the_territory(self) -> None:
        game = mobilizing("West: USA complex\nSZ 2: USA carrier", bomber=1)
        assert legal(game, ("bomber", "West", "West", 1))
        assert not legal(game, ("bomber", "West", "SZ 2", 1))


class TestBG93CarriersOwed:
    """Fighters have come down at sea where a carrier that was bought will appear (BG-7.6, 9.3)."""

    def waiting(self, **units: int) -> Game:
        return mobilizing("West: USA complex\nSZ 2: USA 2 fighter", **units)

    def test_the_carrier_is_placed_there(self) -> None:
        game = self.waiting(carrier=1)
        assert refused(game).startswith("BG-9.3")
        assert not legal(game, ("carrier", "West", "SZ 1", 1))
        assert legal(game, ("carrier", "West", "SZ 2", 1))

    def test_the_only_way_to_do_so_is_not_asked(self) -> None:
        after, _ = step(self.waiting(carrier=1))
        assert len(find(after, "SZ 2", "carrier")) == 1

    def test_it_has_no_slot_for_new_fighters(self) -> None:
        game = self.waiting(carrier=1, fighter=1)
        assert not legal(game, ("carrier", "West", "SZ 2", 1), ("fighter", "West", "SZ 2", 1))

    def test_the_least_comes_first_however_much_waits(self) -> None:
        game = self.waiting(carrier=1, infantry=50, tank=50, submarine=50, aa_gun=50)
        first, second = islice(MobilizeUnits(USA).candidates(game), 2)
        assert first == put(("carrier", "West", "SZ 2", 1))
        assert sum(p.count for p in second.placements) == 2


class TestBG107Leftovers:
    def test_unplaced_units_go_on_waiting(self) -> None:
        game = mobilizing("Prairie: USA complex", infantry=5)
        after, _ = step(game, put(("infantry", "Prairie", "Prairie", 3)))
        assert after.waiting[USA] == {"infantry": 2}

    def test_units_may_be_held_back(self) -> None:
        after, _ = step(mobilizing(infantry=2), put())
        assert after.waiting[USA] == {"infantry": 2}

    def test_nobody_places_more_than_waits(self) -> None:
        assert refused(mobilizing(infantry=1), ("infantry", "West", "West", 2)) == (
            "BG-5.1: infantry: 2 placed, but only 1 waiting"
        )

    def test_who_has_nothing_to_place_is_not_asked(self) -> None:
        assert asked(mobilizing()) is None
        assert asked(mobilizing("", infantry=1)) is None


class TestAnswers:
    @pytest.mark.parametrize(
        "placements",
        [
            [("infantry", "West", "West", 0)],
            [("infantry", "West", "West", 1), ("infantry", "West", "West", 1)],
            [("infantry", "West", "West", 1), ("fighter", "West", "West", 1)],
        ],
    )
    def test_invalid_each_placement_is_written_once_in_order(
        self, placements: list[tuple[str, str, str, int]]
    ) -> None:
        answer = Mobilization(
            tuple(
                Placement(Kind(kind), SpaceId(complex_), SpaceId(at), count)
                for kind, complex_, at, count in placements
            )
        )
        with pytest.raises(Illegal, match=r"BG-10\.1"):
            MobilizeUnits(USA).check(mobilizing(infantry=2, fighter=1), answer)

    def test_candidates_are_all_legal_mobilizations(self) -> None:
        game = mobilizing("Prairie: USA complex", infantry=1, submarine=2)
        answers = list(MobilizeUnits(USA).candidates(game))
        assert len(answers) == len({str(encode(a)) for a in answers}) == 2 * 3
        assert answers[0] == put()

    @given(
        st.fixed_dictionaries(
            {
                kind: st.integers(0, 3)
                for kind in ("infantry", "fighter", "carrier", "submarine", "complex", "bomber")
            }
        ),
        st.integers(0, 2**32),
    )
    def test_every_sample_is_legal(self, waiting: dict[str, int], seed: int) -> None:
        game = mobilizing("West: USA complex\nPrairie: USA complex\nSZ 2: USA carrier", **waiting)
        decision = MobilizeUnits(USA)
        answer = decision.sample(game, random.Random(seed))
        assert decision.parse(game, encode(answer)) == answer
        after, _ = step(game, *[answer] * (asked(game) is not None))
        placed = sum(p.count for p in answer.placements)
        assert sum(after.waiting[USA].values()) + placed == sum(waiting.values())


class TestCharging:
    """BG-10.1: units that several complexes could place are charged so that all find room."""

    def shared(self, value: int = 2, **waiting: int) -> Game:
        """West and Prairie touch SZ 2, only West touches SZ 1."""
        return position(
            "West: USA complex\nPrairie: USA complex",
            phase=Phase.MOBILIZE,
            waiting={"USA": waiting},
            damage={"West": 8 - value, "Prairie": 1},
        )

    @pytest.mark.parametrize(("land", "by"), [("Prairie", "West"), ("West", "Prairie")])
    def test_bg_10_1_a_ship_leaves_room_for_what_only_one_complex_can_place(
        self, land: str, by: str
    ) -> None:
        wanted = [
            (Kind("destroyer"), None, SpaceId("SZ 2")),
            *[(Kind("infantry"), None, SpaceId(land))] * 2,
        ]
        found = charged(self.shared(destroyer=1, infantry=2), USA, wanted)
        assert found is not None
        assert found[Kind("destroyer"), SpaceId(by), SpaceId("SZ 2")] == 1

    def test_bg_10_1_what_is_charged_already_is_charged_elsewhere(self) -> None:
        game = self.shared(destroyer=4)
        sz_1, sz_2 = SpaceId("SZ 1"), SpaceId("SZ 2")
        ships = [(Kind("destroyer"), None, zone) for zone in (sz_2, sz_2, sz_1, sz_1)]
        found = charged(game, USA, ships)
        assert found == {
            (Kind("destroyer"), SpaceId("Prairie"), sz_2): 2,
            (Kind("destroyer"), SpaceId("West"), sz_1): 2,
        }

    def test_bg_10_1_no_more_than_there_is_room_for(self) -> None:
        game = self.shared(destroyer=5)
        ships = [(Kind("destroyer"), None, SpaceId("SZ 2"))] * 5
        assert charged(game, USA, ships) is None
        assert charged(game, USA, ships[1:]) is not None

    def test_bg_10_1_a_complex_that_is_named_is_kept(self) -> None:
        west, sz_2 = SpaceId("West"), SpaceId("SZ 2")
        found = charged(self.shared(destroyer=2), USA, [(Kind("destroyer"), west, sz_2)])
        assert found == {(Kind("destroyer"), west, sz_2): 1}
        named = [(Kind("destroyer"), west, sz_2)] * 3
        assert charged(self.shared(destroyer=3), USA, named) is None

    def test_bg_10_2_a_new_complex_takes_no_room(self) -> None:
        game = position("", phase=Phase.MOBILIZE, waiting={"USA": {"complex": 1}})
        isle = SpaceId("Isle")
        found = charged(game, USA, [(Kind("complex"), None, isle)])
        assert found == {(Kind("complex"), isle, isle): 1}

    @given(st.data())
    def test_bg_10_1_a_greatest_matching(self, data: st.DataObject) -> None:
        """Held against every way to charge the units."""
        waiting = {k: data.draw(st.integers(0, 3)) for k in ("destroyer", "infantry", "fighter")}
        west = data.draw(st.integers(0, 3))
        game = self.shared(west, **waiting)
        spaces = {
            "destroyer": ("SZ 1", "SZ 2"),
            "infantry": ("West", "Prairie"),
            "fighter": ("West", "Prairie", "SZ 1", "SZ 2"),
        }
        units = [
            (Kind(kind), None, SpaceId(data.draw(st.sampled_from(spaces[kind]))))
            for kind, number in waiting.items()
            for _ in range(data.draw(st.integers(0, number)))
        ]
        both = ("West", "Prairie")
        able = {"West": both[:1], "Prairie": both[1:], "SZ 1": both[:1], "SZ 2": both}
        room = {"West": west, "Prairie": 2}
        ways = itertools.product(*(able[at] for _, _, at in units))
        fits = any(all(way.count(c) <= room[c] for c in room) for way in ways)
        found = charged(game, USA, units)
        assert (found is not None) is fits
        if found is not None:
            assert sum(found.values()) == len(units)
