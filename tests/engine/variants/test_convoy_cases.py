"""Corner cases of convoys and collapse, each by the sentence that decides it."""

from collections.abc import Mapping

import pytest

from engine.board import Power, SpaceId
from engine.capture import capture
from engine.economy.convoys import ConvoysRaided
from engine.errors import Illegal
from engine.game import Game
from engine.movement.orders import Load, Move
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.requests import Roll
from engine.run import Run
from engine.validate import validate
from engine.variants.convoys.raids import DivideLoss, Division
from engine.variants.convoys.state import ConvoyState, convoy_state
from engine.variants.rules_of_warfare.mines import Minefield
from engine.variants.rules_of_warfare.monetary_aid import Gift, UnderWay
from tests.engine.movement.drill import Drill, illegal
from tests.engine.position import asked, figure, find, play, state, step
from tests.engine.variants.atlantic import atlantic, events, turn
from tests.engine.variants.depths import at_depth

USA, UK, GERMANY, ITALY = map(Power, ("USA", "UK", "Germany", "Italy"))
ONE = PieceId(1)


FOUR = """
    SZ 8: Germany submarine
    SZ 2: Germany submarine
    SZ 3: Germany submarine
    SZ 6: Germany submarine
"""
_FALL = ((1, 2), (3, 5), (4, 1), (3, 3))


def collapsed(units: str = "", control: Mapping[str, str] | None = None) -> Game:
    game, _ = step(atlantic(FOUR + units, control=control), *_FALL)
    assert not game.rules.is_playing(game, UK)
    return game


class TestConvoys:
    def test_cd_1_guests_on_an_allys_carrier_roll_two_each(self) -> None:
        game = atlantic("SZ 8: Germany carrier / Italy fighter")
        request = asked(game)
        assert isinstance(request, Roll)
        assert (request.roller, request.count) == (ITALY, 2)

    def test_cd_1_a_transport_raids_nothing(self) -> None:
        assert asked(atlantic("SZ 8: Germany transport, carrier")) is None

    def test_cd_1_only_zones_next_to_what_the_victim_holds(self) -> None:
        assert asked(atlantic("SZ 8: Germany submarine", control={"United Kingdom": "USA"})) is None

    def test_cd_3_two_zones_share_the_limit_of_one_territory(self) -> None:
        """Northern waters: SZ 3 and SZ 5 each lose 1, Norway no more than 1."""
        game = atlantic("SZ 3: UK submarine\nSZ 5: UK submarine", active="Germany")
        run = Run(game)
        play(run, (3, 3), (3, 3))
        while isinstance(run.request, DivideLoss):
            decision = run.request
            chosen = max(
                decision.candidates(run.game),
                key=lambda d: d.losses.get(SpaceId("Norway"), 0),
            )
            play(run, chosen)
        losses = convoy_state(run.game).losses
        assert losses.get(SpaceId("Norway"), 0) <= 1
        assert losses.get(SpaceId("Germany"), 0) <= 1

    def test_cd_3_less_than_the_whole_may_not_be_divided(self) -> None:
        game = atlantic("").replace(modules={"CD": ConvoyState(zones={SpaceId("SZ 8"): 4})})
        decision = DivideLoss(GERMANY, UK, SpaceId("SZ 8"))
        with pytest.raises(Illegal, match="CD-3"):
            decision.check(game, Division({SpaceId("United Kingdom"): 3}))
        decision.check(game, Division({SpaceId("United Kingdom"): 4}))

    def test_cd_4_what_was_lost_before_does_not_count_again(self) -> None:
        game, first = step(atlantic("SZ 10: Germany 2 submarine", active="USA"), (3, 3, 3, 3))
        game, second = step(game.replace(stage=Stage.COLLECT_INCOME), (3, 3, 3, 3))
        assert len(events(first, ConvoysRaided)) == len(events(second, ConvoysRaided)) == 1

    def test_ruling_12_a_periscope_submarine_rolls_two(self) -> None:
        game = atlantic("SZ 8: Germany submarine", modules=("CD", "DS"))
        request = asked(at_depth(game, {ONE: "periscope"}))
        assert isinstance(request, Roll)
        assert request.count == 2
        assert request.sides == 6

    def test_cd_dice_keep_six_sides(self) -> None:
        request = asked(
            atlantic("SZ 8: Germany submarine", modules=("CD", "DS"), options={"die": "20"})
        )
        assert isinstance(request, Roll)
        assert request.sides == 6


class TestCollapse:
    def test_cd_5_guests_in_closed_land_may_board_and_leave(self) -> None:
        """They have until the end of their Noncombat move."""
        game = collapsed("United Kingdom: USA infantry\nSZ 7: USA transport")
        (infantry,) = find(game, "United Kingdom", "infantry")
        (ship,) = find(game, "SZ 7", "transport")
        drill = Drill(turn(game, "USA", Phase.NONCOMBAT_MOVE))
        drill.give(Load(ship, frozenset({infantry})))
        assert drill.game.pieces[infantry].at == "SZ 7"

    def test_cd_5_each_power_has_until_its_own_noncombat_move(self) -> None:
        game = collapsed("United Kingdom: USA infantry / USSR infantry")
        game = turn(game, "USA", Phase.NONCOMBAT_MOVE)
        after, _ = step(game.replace(stage=Stage.PHASE_CLOSES))
        assert not after.owned(USA)
        assert find(after, "United Kingdom", "infantry", "USSR")

    def test_cd_5_nobody_flies_over_closed_land(self) -> None:
        game = collapsed("SZ 35: USA carrier, fighter")
        (fighter,) = find(game, "SZ 35", "fighter")
        drill = Drill(turn(game, "USA", Phase.NONCOMBAT_MOVE))
        with illegal(drill, "BG-7.13"):
            drill.give(Move(frozenset({fighter}), (SpaceId("India"), SpaceId("SZ 35"))))

    def test_cd_5_aircraft_may_fly_out_of_it(self) -> None:
        game = collapsed("United Kingdom: USA bomber")
        (bomber,) = find(game, "United Kingdom", "bomber")
        drill = Drill(turn(game, "USA", Phase.NONCOMBAT_MOVE))
        way = (SpaceId("SZ 2"), SpaceId("SZ 1"), SpaceId("SZ 10"), SpaceId("Eastern United States"))
        near = drill.game.board.distances(SpaceId("United Kingdom"))
        assert near[way[-1]] <= 6
        drill.give(Move(frozenset({bomber}), _way(drill.game, "United Kingdom", way[-1])))
        assert drill.game.pieces[bomber].at == way[-1]

    def test_cd_5_cargo_of_its_own_leaves_an_allys_ship(self) -> None:
        game = atlantic(FOUR + "SZ 12: USA transport / UK infantry")
        (ship,) = find(game, "SZ 12", "transport")
        (infantry,) = find(game, "SZ 12", "infantry")
        game = game.with_pieces(figure(game, infantry).replace(aboard=ship))
        game, _ = step(game, *_FALL)
        assert infantry not in game.pieces
        assert ship in game.pieces

    def test_cd_5_guests_leave_their_deck_with_it_and_own_fighters_an_allys(self) -> None:
        game = collapsed("SZ 12: USA carrier / UK fighter")
        assert game.owned(UK) == ()
        assert find(game, "SZ 12", "carrier")
        assert validate(game) == frozenset()

    def test_cd_5_gifts_to_and_from_it_are_gone_and_others_come(self) -> None:
        gifts = (Gift(USA, UK, 3), Gift(UK, USA, 4), Gift(USA, Power("USSR"), 5))
        game = atlantic(FOUR, modules=("CD", "WI"))
        game = game.replace(modules={**game.modules, "WI": UnderWay(gifts)})
        game, _ = step(game, *_FALL)
        assert state(game, "WI", UnderWay).gifts == gifts[2:]

    def test_ruling_46_its_mines_go_and_others_stay(self) -> None:
        game = atlantic(FOUR, modules=("CD", "WM"))
        mines = Minefield({SpaceId("SZ 8"): UK, SpaceId("SZ 12"): USA})
        game, _ = step(game.replace(modules={**game.modules, "WM": mines}), *_FALL)
        assert state(game, "WM", Minefield).laid == {"SZ 12": USA}

    def test_cd_5_what_it_held_of_an_allys_goes_back_to_that_ally(self) -> None:
        """Though another ally's infantry stands there: only an enemy's goes to who stands there."""
        game = collapsed("Archangel: USA infantry", control={"Archangel": "UK"})
        assert game.control[SpaceId("Archangel")] == "USSR"

    def test_cd_5_convoys_of_who_has_collapsed_are_raided_no_more(self) -> None:
        game = collapsed()
        assert asked(game.replace(stage=Stage.COLLECT_INCOME)) is None

    def test_cd_5_what_was_british_and_is_retaken_later_stays_with_the_conqueror(self) -> None:
        """⚖ The original controller is out of the game."""
        game = collapsed("Kwangtung: Japan infantry", control={"Kwangtung": "Japan"})
        assert game.control[SpaceId("Kwangtung")] == "Japan"
        assert not game.rules.is_playing(game, UK)
        retaken = capture(game, SpaceId("Kwangtung"), USA)
        assert retaken.control[SpaceId("Kwangtung")] == USA

    def test_cd_5_at_7_of_8_it_collects_what_is_left(self) -> None:
        game, _ = step(atlantic(FOUR), (1, 2), (4, 5), (4, 1), (3, 3))
        whole, _ = step(atlantic(""))
        assert whole.treasury[UK] - game.treasury[UK] == 7


def _way(game: Game, start: str, end: SpaceId) -> tuple[SpaceId, ...]:
    """A shortest way between two spaces."""
    back = game.board.distances(end)
    here, way = SpaceId(start), []
    while here != end:
        here = min(game.board.neighbours[here], key=lambda space: back.get(space, 99))
        way.append(here)
    return tuple(way)
