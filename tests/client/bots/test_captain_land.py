"""The captain's armies: what it fights for, fears, attacks, leaves, and where it stands."""

import pytest

from client.bots.captain import Captain, aims
from client.bots.captain.situation import Situation
from client.bots.captain.threats import Threats
from client.seat.view import PlayerView
from engine.board import Power, SpaceId
from engine.game import Game
from engine.loading import builtin
from engine.movement.orders import Done, Move
from engine.phases import Phase
from engine.pieces import Figure, PieceId
from engine.records import decode
from engine.requests import Decision
from engine.run import Run
from engine.setup import new_game
from engine.units import Domain
from tests.client.positions import view_of
from tests.engine.position import position

WEST, BORDER = SpaceId("West"), SpaceId("Border")
GERMANY = Power("Germany")


def anniversary(**control: str) -> Game:
    scenario = builtin("anniversary-1941")
    seats = tuple((power,) for power in scenario.powers)
    game = new_game(scenario, (), {}, seats)
    taken = {SpaceId(space.replace("_", " ")): Power(power) for space, power in control.items()}
    return game.replace(control={**game.control, **taken})


def phase_over(units: str, phase: Phase, **more: object) -> Game:
    """The game at the next phase, the captain having ordered all of this one."""
    run = Run(position(units, phase=phase, **more))  # type: ignore[arg-type]  # as written for `position`
    captain = Captain(1)
    while run.game.current_phase is phase and isinstance(run.request, Decision):
        run.answer(captain.choose(PlayerView(run.game, run.request, {})))
    return run.game


def kinds(game: Game, space: str, owner: str = "USA") -> list[str]:
    return sorted(
        piece.kind
        for piece in game.pieces.at(SpaceId(space))
        if isinstance(piece, Figure) and piece.owner == owner
    )


class TestAims:
    """BG-11.3, 12.1: what a territory is worth, by objectives and cities by name."""

    def test_a_territory_that_completes_an_objective_is_worth_more(self) -> None:
        """Karelia or Caucasus brings Germany 5 IPC each turn: the first of the two counts."""
        before = anniversary()
        after = anniversary(Caucasus="Germany")
        karelia = SpaceId("Karelia S.S.R.")
        gain = aims.prompt(before, GERMANY, karelia) - aims.prompt(after, GERMANY, karelia)
        assert gain == pytest.approx(5.0)

    def test_what_the_enemy_needs_for_its_objective_is_worth_denying(self) -> None:
        """France stands in objectives of four powers; Sinkiang in none and is worth as much IPC."""
        game = anniversary()
        france, value = SpaceId("France"), game.board[SpaceId("France")].value
        assert aims.worth(game, france) > 3 * value + 15

    def test_without_objectives_only_income_cities_and_capitals_count(self) -> None:
        scenario = builtin("anniversary-1941")
        seats = tuple((power,) for power in scenario.powers)
        game = new_game(scenario, (), {"objectives": "off"}, seats)
        assert aims.worth(game, SpaceId("Karelia S.S.R.")) < aims.worth(
            anniversary(), SpaceId("Karelia S.S.R.")
        )

    def test_the_last_missing_city_decides(self) -> None:
        far, near = position(), position(control={"Fort": "UK"})
        assert aims.worth(near, SpaceId("East")) > aims.worth(far, SpaceId("East"))


class TestThreats:
    """What could come to a territory in the enemy's next turn."""

    def threat(self, units: str, space: str) -> float:
        situation = Situation.of(view_of(position(units)))
        return Threats(situation).exposure(SpaceId(space), situation.fighters_at(SpaceId(space)))

    def test_tanks_two_spaces_from_a_capital_threaten_it_whoever_stands_between(self) -> None:
        """BG-7.2: what stands between today may be gone when they blitz."""
        tanks = "Border: Japan 3 tank\nPrairie: USA infantry\nWest: USA infantry"
        assert self.threat(tanks, "West") > 0
        assert self.threat(tanks.replace("tank", "infantry"), "West") == 0

    def test_no_land_unit_no_conquest(self) -> None:
        assert self.threat("East: Japan 3 bomber\nWest: USA infantry", "West") == 0

    def test_a_transport_near_brings_two(self) -> None:
        """BG-7.9: three infantry and a transport are a threat of two."""
        situation = Situation.of(
            view_of(position("SZ 3: Japan transport\nBorder: Japan 3 infantry\nCove: UK infantry"))
        )
        assert not Threats(situation).assailants(SpaceId("Cove"))
        near = position("SZ 7: Japan transport\nIsle: Japan 3 infantry\nCove: UK infantry")
        situation = Situation.of(view_of(near))
        assert len(Threats(situation).assailants(SpaceId("Cove"))[Power("Japan")]) == 2

    def test_anti_aircraft_guns_attack_nobody(self) -> None:
        assert self.threat("Prairie: Japan 2 aa\nWest: USA infantry", "West") == 0


class TestCombatMove:
    def test_an_empty_territory_is_taken_by_few(self) -> None:
        """One infantry takes it; the others have better things to do."""
        units = "Prairie: USA 6 infantry\nEast: Japan infantry"
        after = phase_over(units, Phase.COMBAT_MOVE)
        assert 1 <= len(kinds(after, "Border")) <= 2

    def test_the_capital_is_not_left_to_the_enemys_tanks(self) -> None:
        """The empty Prairie is not worth the capital: who holds West against the tanks stays."""
        units = "West: USA 3 infantry\nBorder: Japan 2 tank, infantry"
        after = phase_over(units, Phase.COMBAT_MOVE, control={"Prairie": "Japan"})
        assert len(kinds(after, "West")) >= 2

    def test_no_attack_against_the_odds(self) -> None:
        units = "Prairie: USA 2 infantry, fighter\nBorder: Japan 5 infantry, 2 tank"
        view = view_of(position(units, phase=Phase.COMBAT_MOVE))
        assert view.decision.legal(view.game, Done())
        assert kinds(phase_over(units, Phase.COMBAT_MOVE), "Prairie") == [
            "fighter",
            "infantry",
            "infantry",
        ]

    def test_cargo_of_an_ally_stays_aboard(self) -> None:
        """BG-7.9: another power's units land in their own turn only; ours still use the ship."""
        game = position(
            "SZ 2: USA transport / UK infantry\nWest: USA 4 infantry\nPrairie: USA infantry",
            phase=Phase.COMBAT_MOVE,
        )
        guest = next(p for p in game.pieces.at(SpaceId("SZ 2")) if p.owner == "UK")
        assert isinstance(guest, Figure)
        game = game.with_pieces(guest.replace(aboard=PieceId(1)))
        view = view_of(game)
        order = decode(view.decision.answers, Captain(1).choose(view))
        view.decision.check(game, order)


class TestNoncombatMove:
    def test_a_capital_under_threat_is_manned(self) -> None:
        units = "Prairie: USA 3 infantry\nSZ 2: Japan transport, cruiser\nIsle: Japan 2 infantry"
        after = phase_over(units, Phase.NONCOMBAT_MOVE)
        assert kinds(after, "West")

    def test_nobody_walks_alone_into_a_stronger_enemy(self) -> None:
        units = "West: USA 2 infantry, fighter\nBorder: Japan 4 infantry, 3 tank"
        after = phase_over(units, Phase.NONCOMBAT_MOVE)
        assert kinds(after, "Prairie") == []

    def test_a_fighter_lands_with_those_it_can_help_to_defend(self) -> None:
        """Rather than alone where the enemy's tanks would find it."""
        units = "SZ 2: USA fighter\nWest: USA 3 infantry\nBorder: Japan 3 tank, 2 infantry"
        after = phase_over(units, Phase.NONCOMBAT_MOVE)
        assert "fighter" in kinds(after, "West")

    def test_aircraft_are_brought_home(self) -> None:
        after = phase_over("SZ 7: USA 2 fighter\nIsle: USA infantry", Phase.NONCOMBAT_MOVE)
        flying = [
            p for p in after.owned(Power("USA")) if after.rules.domain(after, p) is Domain.AIR
        ]
        assert len(flying) == 2
        assert not any(after.board.is_sea(p.at) for p in flying)


def test_orders_are_moves_to_spaces_that_matter() -> None:
    """The first order of a Combat move is the best attack."""
    units = "Prairie: USA 6 infantry, 2 tank\nBorder: Japan infantry\nAtoll: Japan infantry"
    view = view_of(position(units, phase=Phase.COMBAT_MOVE))
    order = decode(view.decision.answers, Captain(1).choose(view))
    assert isinstance(order, Move)
    assert order.route[-1] == BORDER


def test_nobody_leaves_a_place_in_which_aircraft_must_land() -> None:
    """The fighter reaches the Isle and nothing else: its garrison does not sail away from it."""
    game = position(
        "SZ 7: USA fighter, transport\nIsle: USA 2 infantry\nWest: USA infantry",
        phase=Phase.NONCOMBAT_MOVE,
    )
    flown = game.pieces[PieceId(1)].replace(left=1, moved=True)
    view = view_of(game.with_pieces(flown))
    order = decode(view.decision.answers, Captain(1).choose(view))
    assert isinstance(order, Move)
    assert (order.pieces, order.route[-1]) == (frozenset({PieceId(1)}), SpaceId("Isle"))
