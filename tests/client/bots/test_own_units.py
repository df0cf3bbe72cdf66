"""Bots on a board with a unit table of its own (BG-6): whatever it sells is played."""

from collections import Counter
from importlib import resources

import pytest

from client.bots.arena import Referee
from client.bots.bot import Bot
from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from engine.loading import edition, edition_names, load
from engine.pieces import Figure
from engine.scenario import Scenario
from engine.setup import new_game
from engine.unit_tables import nearest_kind
from engine.units import Kind
from engine.validate import validate
from tests.client.positions import JAPAN, USA

pytestmark = pytest.mark.no_cover  # whole games

TABLE = """
[unit_types]
infantry = {domain = "land", cost = 2, attack = 1, defence = 1, move = 1, bulk = 1,
    traits = ["light", "supported"]}
marines = {domain = "land", cost = 4, attack = 2, defence = 2, move = 1, hits = 2, bulk = 2,
    traits = ["supported"], buyers = ["USA"]}
howitzer = {domain = "land", cost = 3, attack = 2, defence = 2, move = 1, bulk = 3,
    traits = ["supports"]}
tank = {domain = "land", cost = 7, attack = 4, defence = 3, move = 3, bulk = 3,
    traits = ["blitzes"]}
fort = {domain = "land", cost = 5, attack = 0, defence = 4, move = 0, hits = 2, traits = []}
aa_gun = {domain = "land", cost = 6, attack = 0, defence = 0, move = 1, bulk = 3,
    traits = ["anti_air", "stays_in_combat_move"]}
complex = {domain = "facility", cost = 15, attack = 0, defence = 0, move = 0,
    traits = ["complex"]}
fighter = {domain = "air", cost = 8, attack = 3, defence = 3, move = 6,
    traits = ["carrier_borne"]}
bomber = {domain = "air", cost = 12, attack = 4, defence = 1, move = 8, traits = ["raids"]}
submarine = {domain = "sea", cost = 6, attack = 3, defence = 1, move = 3,
    traits = ["submarine"]}
midget = {domain = "sea", cost = 4, attack = 1, defence = 1, move = 1, traits = ["submarine"]}
transport = {domain = "sea", cost = 7, attack = 0, defence = 0, move = 3, capacity = 8,
    traits = ["transport"]}
raider = {domain = "sea", cost = 9, attack = 3, defence = 2, move = 3, capacity = 3,
    traits = ["surface_warship", "transport", "bombards"]}
destroyer = {domain = "sea", cost = 8, attack = 2, defence = 2, move = 3,
    traits = ["surface_warship", "destroyer"]}
cruiser = {domain = "sea", cost = 12, attack = 3, defence = 3, move = 2, hits = 2,
    traits = ["surface_warship", "bombards"]}
carrier = {domain = "sea", cost = 14, attack = 0, defence = 3, move = 2, hits = 2, capacity = 3,
    traits = ["surface_warship", "carrier"]}
battleship = {domain = "sea", cost = 20, attack = 5, defence = 5, move = 2, hits = 2,
    traits = ["surface_warship", "bombards"]}
"""


def wake_island() -> Scenario:
    """Wake Island, with other numbers and some kinds that no edition has."""
    file = resources.files("engine").joinpath("scenarios", "wake-island.toml").read_text("utf-8")
    named = 'edition = "anniversary"\n'
    table = TABLE.replace(",\n    ", ", ")
    own = file.replace(named, named + table, 1).replace("artillery =", "howitzer =")
    return load(own.encode(), "own units")


def rounds(bots: dict[str, Bot], modules: tuple[str, ...], count: int, seed: int) -> Counter[Kind]:
    """Play some rounds, every position checked; how many of each kind stood on the board."""
    referee = Referee(new_game(wake_island(), modules, {}, ((USA,), (JAPAN,))), seed)
    seen: dict[int, Kind] = {}
    while (view := referee.advance()) is not None and view.game.round <= count:
        assert validate(view.game) == frozenset()
        seen |= {p.id: p.kind for p in view.game.pieces.values() if isinstance(p, Figure)}
        referee.decide(view, bots[view.decision.power])
    return Counter(seen.values())


@pytest.mark.parametrize("modules", [(), ("SS",), ("SS", "DS", "WA", "WM", "WE", "WW")])
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_drawn_from_the_table_can_be_played(
    seed: int, modules: tuple[str, ...]
) -> None:
    seen = rounds({USA: Fuzz(seed), JAPAN: Fuzz(seed + 1)}, modules, 4, seed)
    assert seen.keys() & {"marines", "howitzer", "fort", "midget"}


@pytest.mark.parametrize("modules", [(), ("SS",)])
def test_captains_buy_and_sail_what_the_table_has(modules: tuple[str, ...]) -> None:
    seen = rounds({USA: Captain(1), JAPAN: Captain(2)}, modules, 2, 4)
    opening = Counter({stack.kind: 0 for stack in wake_island().opening})
    for stack in wake_island().opening:
        opening[stack.kind] += stack.count
    bought = seen - opening
    assert bought.total() > 10
    assert bought.keys() & {"marines", "howitzer", "midget"}


def test_bg_6_an_editions_kinds_are_most_like_themselves() -> None:
    strangers = {"mechanized_infantry", "tactical_bomber", "minor_complex", "major_complex"}
    for name in edition_names():
        for kind, unit in edition(name).items():
            if kind not in strangers | {"air_base", "naval_base"}:
                assert nearest_kind(unit) == kind


def test_bg_6_what_other_kinds_are_most_like() -> None:
    table = {**wake_island().units, **edition("global-1940")}
    like = {kind: nearest_kind(unit) for kind, unit in table.items()}
    assert {
        kind: like[Kind(kind)] for kind in ("marines", "howitzer", "fort", "midget", "raider")
    } == {
        "marines": "infantry",
        "howitzer": "artillery",
        "fort": "infantry",
        "midget": "submarine",
        "raider": "cruiser",
    }
    assert like[Kind("tactical_bomber")] == "fighter"
    assert like[Kind("major_complex")] == "complex"
    assert like[Kind("naval_base")] is None
