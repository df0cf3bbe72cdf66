"""BG-8.13 to 8.16: who picks casualties, two-hit ships, transports, cargo."""

import dataclasses
import random

import pytest

from engine.battle.casualties import Casualties, Losses
from engine.battle.events import Damaged, Lost
from engine.board import SpaceId
from engine.errors import Illegal
from engine.phases import Stage
from engine.pieces import Figure, PieceId
from tests.engine.battle.field import Combat, battlefield

FOUR_SEATS = (("USA",), ("UK",), ("Japan",), ("Germany",))


def chooser(combat: Combat) -> str:
    assert isinstance(combat.request, Casualties), combat.request
    return combat.request.power


def test_bg_8_13_the_owner_picks() -> None:
    combat = battlefield("SZ 3: USA cruiser / Japan cruiser, destroyer", attacked=("SZ 3",))
    combat.roll(3)
    assert chooser(combat) == "Japan"


def allied_defence(*, option: str, seats: tuple[tuple[str, ...], ...] = FOUR_SEATS) -> Combat:
    combat = battlefield(
        "SZ 3: USA cruiser / Japan destroyer / Germany cruiser, destroyer",
        attacked=("SZ 3",),
        options={"casualty_dispute": option},
        seats=seats,
    )
    combat.roll(3)
    return combat


def test_bg_8_13_a_dispute_among_defenders_is_settled_as_the_option_says() -> None:
    assert chooser(allied_defence(option="attacker")) == "USA"
    assert chooser(allied_defence(option="largest")) == "Germany"


def test_bg_8_13_one_player_with_two_powers_has_no_dispute() -> None:
    seats = (("USA", "UK"), ("Japan", "Germany"))
    assert chooser(allied_defence(option="attacker", seats=seats)) == "Japan"


def test_bg_8_13_powers_that_cannot_be_hit_have_no_say() -> None:
    """Submarines hit no aircraft: the German fighter's owner is not asked."""
    combat = battlefield(
        "SZ 3: USA 2 submarine / Japan cruiser, destroyer / Germany fighter",
        attacked=("SZ 3",),
        seats=FOUR_SEATS,
    )
    combat.roll(2, 6)
    assert chooser(combat) == "Japan"


def test_r1_all_hits_of_a_step_are_one_choice() -> None:
    """R1: cruiser's and fighter's hits together; the fighter's cannot touch the sub."""
    combat = battlefield(
        "SZ 3: USA cruiser, fighter / Japan submarine, cruiser, destroyer", attacked=("SZ 3",)
    )
    combat.dive("")
    combat.roll(6, why="surprise strikes")
    combat.roll(3, 3, why="attackers fire")
    assert chooser(combat) == "Japan"
    combat.lose("submarine, destroyer")
    combat.roll(6, 6, why="defenders fire")
    assert combat.units("SZ 3", "Japan") == "cruiser"


def test_bg_8_14_the_defender_marks_first() -> None:
    combat = battlefield(
        "SZ 3: USA 2 submarine, cruiser / Japan 2 submarine, cruiser", attacked=("SZ 3",)
    )
    combat.dive("")
    combat.dive("")
    combat.roll(1, 6, 1, 6, why="surprise strikes")
    assert chooser(combat) == "Japan"
    combat.lose("submarine")
    assert chooser(combat) == "USA"
    combat.lose("cruiser")


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ({"battleship": 1, "destroyer": 1}, "cruiser, damaged battleship"),
        ({"cruiser": 1, "destroyer": 1}, "battleship"),
        ({"battleship": 2}, "cruiser, destroyer"),
    ],
)
def test_bg_8_15_a_two_hit_ship_may_absorb_or_be_spared(choice: dict[str, int], left: str) -> None:
    """R22: the owner's choice each time, also to sink it outright."""
    combat = battlefield(
        "SZ 3: USA 2 battleship / Japan battleship, cruiser, destroyer", attacked=("SZ 3",)
    )
    combat.roll(4, 4)
    hits = {combat.pick(kind, combat.defenders)[0]: n for kind, n in sorted(choice.items())}
    combat.answer(Losses(hits))
    combat.roll(*[6] * 3)
    assert combat.units("SZ 3", "Japan") == left
    assert len(combat.seen(Damaged)) == ("damaged" in left)


def test_r22_a_damaged_ship_fights_on_and_takes_one_more_hit() -> None:
    """Damage from S2 counts in S3 of the same round; a damaged battleship fires as a whole one."""
    combat = battlefield("SZ 3: USA submarine, cruiser / Japan battleship", attacked=("SZ 3",))
    combat.dive("")
    combat.roll(1, why="surprise strikes")
    assert combat.units("SZ 3", "Japan") == "damaged battleship"
    combat.roll(3, why="attackers fire")
    combat.roll(4, why="defenders fire")
    combat.lose("cruiser")
    assert combat.units("SZ 3") == "submarine"


def test_bg_8_15_transports_come_last() -> None:
    combat = battlefield(
        "SZ 3: USA 2 cruiser / Japan destroyer, 2 transport, cruiser", attacked=("SZ 3",)
    )
    combat.roll(3, 6)
    transport = combat.pick("transport", combat.defenders)[0]
    with pytest.raises(Illegal, match="other than transports must take 1 hit, not 0"):
        combat.answer(Losses({transport: 1}))
    combat.lose("cruiser")


def test_bg_8_16_cargo_dies_with_its_ship() -> None:
    combat = battlefield(
        "SZ 3: USA transport, infantry, tank, destroyer / Japan 2 cruiser",
        attacked=("SZ 3",),
        landing={"SZ 3": "Border"},
    )
    combat.roll(6)
    combat.roll(3, 3)
    assert combat.is_over
    assert combat.units("SZ 3", "USA") == ""
    assert {event.kind for event in combat.seen(Lost)} == {
        "transport",
        "infantry",
        "tank",
        "destroyer",
    }


def test_units_that_differ_only_in_cargo_are_not_alike() -> None:
    """Which transport sinks is a question when only one is laden."""
    combat = battlefield(
        "SZ 3: USA destroyer, 2 transport, infantry / Japan 2 cruiser",
        attacked=("SZ 3",),
    )
    combat.roll(6)
    combat.roll(3, 3)
    request = combat.request
    assert isinstance(request, Casualties)
    assert len(list(request.candidates(combat.game))) == 2


def deck(power: str, *, active: str) -> Combat:
    """Three cruisers of the side that is not Japan's against a Japanese carrier.

    On its deck is a German fighter. `power` has the cruisers.
    """
    combat = battlefield(
        f"SZ 3: Japan carrier / Germany fighter / {power} 3 cruiser", active=active
    )
    carrier, fighter = PieceId(1), combat.game.pieces[PieceId(2)]
    assert isinstance(fighter, Figure)
    game = combat.game.with_pieces(dataclasses.replace(fighter, aboard=carrier))
    return Combat(
        game.update_turn_record(attacked=frozenset({SpaceId("SZ 3")})).replace(
            stage=Stage.CONDUCT_COMBAT, battle=None
        )
    )


def test_r25_an_allied_fighter_on_deck_is_cargo_on_the_carriers_own_turn() -> None:
    """It does not fight, takes no hit, and dies with the ship."""
    combat = deck("USA", active="Japan")
    assert combat.attackers == (PieceId(1),)
    combat.roll(6, why="attackers fire")
    combat.roll(3, 6, 6, why="defenders fire")
    assert combat.units("SZ 3", "Germany") == ""


def test_r25_all_fighters_aboard_defend_and_outlive_the_ship() -> None:
    """BG-7.8, 8.16: on the defence they are in the air."""
    combat = deck("USA", active="USA")
    assert combat.defenders == (PieceId(1), PieceId(2))
    combat.roll(3, 6, 6, why="attackers fire")
    combat.lose("carrier")
    combat.roll(6, 6, why="defenders fire")
    assert combat.units("SZ 3", "Germany") == "fighter"


def test_a_sample_is_always_legal_and_reaches_every_answer() -> None:
    combat = battlefield(
        "SZ 3: USA 2 battleship, fighter / Japan battleship, cruiser, submarine, 2 transport",
        attacked=("SZ 3",),
    )
    combat.dive("")
    combat.roll(6, why="surprise strikes")
    combat.roll(3, 4, 4, why="attackers fire")
    request = combat.request
    assert isinstance(request, Casualties)
    listed = list(request.candidates(combat.game))
    assert all(request.legal(combat.game, answer) for answer in listed)
    draw = random.Random(7)
    drawn = {tuple(request.sample(combat.game, draw).hits.items()) for _ in range(300)}
    assert drawn == {tuple(answer.hits.items()) for answer in listed}


def test_a_preference_gives_the_nearest_legal_answer() -> None:
    combat = battlefield(
        "SZ 3: USA 2 cruiser / Japan destroyer, cruiser, transport", attacked=("SZ 3",)
    )
    combat.roll(3, 6)
    request = combat.request
    assert isinstance(request, Casualties)
    (transport,) = combat.pick("transport", combat.defenders)
    (cruiser,) = combat.pick("cruiser", combat.defenders)
    answer = request.by_preference(combat.game, [transport, cruiser])
    assert answer == Losses({cruiser: 1})


def test_malformed_losses_change_nothing() -> None:
    combat = battlefield("SZ 3: USA cruiser / Japan cruiser, destroyer", attacked=("SZ 3",))
    combat.roll(3)
    before = combat.game
    for piece, hits in ((PieceId(99), 1), (combat.defenders[0], 2)):
        with pytest.raises(Illegal):
            combat.answer(Losses({piece: hits}))
    assert combat.game == before
