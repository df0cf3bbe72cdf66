"""What a page proposes is legal and leaves nothing out that has a place."""

from collections import Counter

import pytest

from client.bots.arena import Referee
from client.bots.fuzz import Fuzz
from client.presentation.catalog import CATALOG
from client.scenarios import find
from client.schema.submarine_forms import PlaceSubsForm
from client.seat.odds import proposed_losses
from client.seat.proposing import deployed
from client.seat.view import PlayerView
from engine.battle.casualties import Casualties
from engine.board import Power, SpaceId
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement
from engine.game import Game
from engine.phases import Phase
from engine.pieces import Figure
from engine.requests import Roll
from engine.setup import new_game
from engine.units import COMPLEX, SUBMARINE, Kind
from engine.variants.secret_subs.place import PlacementSlots, PlaceSubs
from engine.variants.secret_subs.state import MODULE
from tests.engine.battle.field import battlefield
from tests.engine.position import position
from tests.engine.secret_subs.owners import waters

JAPAN = Power("Japan")


def waiting(**units: int) -> Game:
    """1941, and Japan has bought these units."""
    scenario = find("anniversary-1941").scenario
    game = new_game(scenario, (), {}, scenario.seatings[2])
    bought = {Kind(kind): count for kind, count in units.items()}
    turn = next(i for i, turn in enumerate(scenario.turns) if JAPAN in turn.powers)
    game = game.replace(turn=turn, waiting={JAPAN: bought})
    return game.update_turn_record(control_at_start=game.control, phase_began=game.pieces)


def test_everything_that_has_a_place_is_placed_within_capacity() -> None:
    """BG-10.1: Japan's complex places as many units as Japan is worth, the dearest first."""
    game = waiting(infantry=6, tank=3)
    placements = deployed(game, MobilizeUnits(JAPAN)).placements
    assert sum(p.count for p in placements) == game.board[SpaceId("Japan")].value
    assert Placement(Kind("tank"), SpaceId("Japan"), SpaceId("Japan"), 3) in placements


def test_ships_join_their_fleet_and_a_complex_is_left_to_its_owner() -> None:
    """BG-10.2: where a new complex stands is no matter for a proposal."""
    game = waiting(transport=1, complex=1)
    (placed,) = deployed(game, MobilizeUnits(JAPAN)).placements
    assert placed.kind == "transport"
    zones = game.board.adjacent_zones(SpaceId("Japan"))
    assert len(game.friends_at(JAPAN, placed.at)) == max(
        len(game.friends_at(JAPAN, zone)) for zone in zones
    )
    assert COMPLEX in game.waiting[JAPAN]


def test_ships_do_not_join_a_fleet_that_is_outnumbered_from_next_door() -> None:
    """BG-10.2: two battleships in SZ 3 threaten SZ 2, where a cruiser is; SZ 1 is out of reach."""

    def placed(enemies: str) -> SpaceId:
        game = position(
            f"West: USA complex\nSZ 2: USA cruiser\nSZ 3: Japan {enemies}",
            phase=Phase.MOBILIZE,
            waiting={"USA": {"destroyer": 1}},
        )
        (placement,) = deployed(game, MobilizeUnits(Power("USA"))).placements
        return placement.at

    assert placed("2 battleship") == "SZ 1"
    assert placed("battleship") == "SZ 2"


def test_nothing_is_left_out_that_another_charge_has_room_for() -> None:
    """BG-10.1: the destroyers by SZ 2 are charged to Prairie, for West alone builds in SZ 1."""
    game = position(
        "West: USA complex\nPrairie: USA complex\nSZ 2: USA cruiser",
        phase=Phase.MOBILIZE,
        waiting={"USA": {"destroyer": 4}},
        damage={"West": 6, "Prairie": 1},
    )
    placements = deployed(game, MobilizeUnits(Power("USA"))).placements
    assert sum(p.count for p in placements) == 4
    assert {p.at for p in placements} == {"SZ 2"}


def test_every_proposal_of_a_game_is_legal_and_full() -> None:
    """BG-10: nothing could be added to what is proposed."""
    scenario = find("wake-island").scenario
    referee = Referee(new_game(scenario, (), {}, scenario.seatings[2]), 4)
    bot, seen = Fuzz(4), 0
    while seen < 4 and (view := referee.advance()) is not None:
        game, decision = view.game, view.decision
        if isinstance(decision, MobilizeUnits):
            found = deployed(game, decision)
            assert decision.legal(game, found)
            assert not [more for more in _one_more(game, decision, found) if more]
            seen += bool(found.placements)
        referee.decide(view, bot)
    assert seen == 4


def _one_more(game: Game, decision: MobilizeUnits, found: Mobilization) -> list[bool]:
    """For each place where one more unit might go, whether it would be legal there."""
    placed = {(p.kind, p.complex, p.at): p.count for p in found.placements}
    more = []
    for kind in game.waiting.get(decision.power, {}):
        for complex_, spaces in game.rules.placements(game, decision.power, kind).items():
            for at in spaces if kind != COMPLEX else ():
                slot = (kind, complex_, at)
                slots = {**placed, slot: placed.get(slot, 0) + 1}
                answer = Mobilization(tuple(Placement(*s, n) for s, n in sorted(slots.items())))
                more.append(decision.legal(game, answer))
    return more


def test_room_is_kept_for_submarines_that_come_after_all_else() -> None:
    """SS-1.4: of twelve infantry one waits, for the submarine is dearer, and goes to a coast."""
    scenario = find("anniversary-1941").scenario
    ussr = Power("USSR")
    game = new_game(scenario, (MODULE,), {}, scenario.seatings[2])
    turn = next(i for i, turn in enumerate(scenario.turns) if ussr in turn.powers)
    game = game.replace(turn=turn)
    game = game.update_turn_record(control_at_start=game.control, phase_began=game.pieces)
    infantry = {Kind("infantry"): 12}

    def used(bought: dict[Kind, int]) -> Counter[SpaceId]:
        proposed = deployed(game.replace(waiting={ussr: bought}), MobilizeUnits(ussr))
        assert {p.kind for p in proposed.placements} == {"infantry"}
        return Counter({p.complex: p.count for p in proposed.placements})

    docks = PlacementSlots.of(game, ussr).left
    assert used(infantry).total() == 12, "all that the complexes can place"
    kept = used({**infantry, SUBMARINE: 1})
    assert kept.total() == 11
    assert any(left is None or left > kept[dock] for dock, left in docks.items())


@pytest.mark.parametrize(
    ("attackers", "lost"), [("bomber", "infantry"), ("4 infantry, 2 tank, bomber", "bomber")]
)
def test_who_is_sure_of_a_battle_is_proposed_to_lose_the_cheapest(
    attackers: str, lost: str
) -> None:
    """BG-8.13: a lone bomber costs an infantry; where it matters, the infantry fights better."""
    combat = battlefield(f"Plains: USA {attackers} / Japan 5 infantry, bomber")
    for _ in range(2):  # the infantry and the others roll together
        if isinstance(combat.request, Roll):
            combat.roll(1, *[6] * (combat.request.count - 1))
    decision = combat.request
    assert isinstance(decision, Casualties)
    view = PlayerView(combat.game, decision, {})
    (piece,) = proposed_losses(view, decision).hits
    figure = combat.game.pieces[piece]
    assert isinstance(figure, Figure)
    assert figure.kind == lost


def test_new_submarines_are_proposed_away_from_the_enemy() -> None:
    """SS-1: SZ 1 and SZ 2 both touch West; two of Japan's tokens are in SZ 1."""
    sea = waters(
        "West: USA complex\nSZ 2: USA cruiser",
        "SZ 1: Japan a=1:1, b=2:1",
        phase=Phase.MOBILIZE,
        waiting={"USA": {"submarine": 1}},
    )
    decision = PlaceSubs(Power("USA"))
    view = PlayerView(sea.game, decision, sea.secrets)
    form = CATALOG.question(view).form
    assert isinstance(form, PlaceSubsForm)
    assert [slot.at for slot in form.slots] == ["SZ 2", "SZ 1"]
