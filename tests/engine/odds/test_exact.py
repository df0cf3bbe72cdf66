"""Small battles whose odds can be worked out by hand."""

from fractions import Fraction

import pytest

from engine.battles import Role
from engine.odds import BattleEnd, RetreatPolicy, SideOrders
from tests.engine.odds.trial import SEA, Battle, foretold


def fought_out(attack: Fraction, defence: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """One unit against one, until something falls: the attacker wins, the defender, nobody."""
    something = 1 - (1 - attack) * (1 - defence)
    return (
        attack * (1 - defence) / something,
        (1 - attack) * defence / something,
        attack * defence / something,
    )


@pytest.mark.parametrize(
    ("attacker", "defender", "attack", "defence"),
    [
        ("infantry", "infantry", Fraction(1, 6), Fraction(2, 6)),
        ("tank", "infantry", Fraction(3, 6), Fraction(2, 6)),
        ("bomber", "fighter", Fraction(4, 6), Fraction(4, 6)),
        ("artillery", "tank", Fraction(2, 6), Fraction(3, 6)),
    ],
)
def test_bg_1_6_one_unit_against_one(
    attacker: str, defender: str, attack: Fraction, defence: Fraction
) -> None:
    odds = foretold(Battle(f"Plains: USA {attacker} / Japan {defender}"))
    won, lost, nobody = fought_out(attack, defence)
    assert odds.win == pytest.approx(float(won))
    assert odds.chance(BattleEnd.LOST) == pytest.approx(float(lost))
    assert odds.chance(BattleEnd.NOBODY) == pytest.approx(float(nobody))
    assert odds.rounds == pytest.approx(float(1 / (1 - (1 - attack) * (1 - defence))))


def test_bg_8_24_aircraft_take_nothing() -> None:
    odds = foretold(Battle("Plains: USA bomber / Japan infantry"))
    assert odds.win > 0.5
    assert odds.taken == 0


def test_bg_8_18_artillery_supports_one_infantry() -> None:
    """Two dice on 2 against one infantry on 2; where both strike, it has struck as well."""
    odds = foretold(
        Battle("Plains: USA infantry, artillery / Japan infantry", retreat=RetreatPolicy(1))
    )
    hit = 1 - Fraction(4, 6) ** 2
    assert odds.win == pytest.approx(float(hit))
    assert odds.chance(BattleEnd.RETREATED) == pytest.approx(float(1 - hit))


def test_bg_8_4_a_gun_fires_once_at_each_aircraft() -> None:
    """Two fighters against a gun alone: they win unless both are shot down."""
    odds = foretold(Battle("Plains: USA 2 fighter / Japan aa_gun"))
    assert odds.win == pytest.approx(1 - 1 / 36)
    assert odds.cost(Role.ATTACKER) == pytest.approx(2 * 10 / 6)


def test_bg_8_5_what_a_bombardment_hits_fires_back_once() -> None:
    """A cruiser's hit leaves the infantry its one die of round 1."""
    odds = foretold(
        Battle(
            "SZ 3: USA transport, infantry, cruiser\nPlains: Japan infantry",
            landing=True,
        )
    )
    first = 1 - Fraction(1, 2) * Fraction(5, 6)  # the bombardment or the infantry hits
    won, lost, nobody = fought_out(Fraction(1, 6), Fraction(1, 3))
    alive, dead = (1 - first) * Fraction(2, 3), (1 - first) * Fraction(1, 3)
    assert odds.win == pytest.approx(float(first * Fraction(2, 3) + alive * won))
    assert odds.chance(BattleEnd.NOBODY) == pytest.approx(
        float(first * Fraction(1, 3) + alive * nobody)
    )
    assert odds.chance(BattleEnd.LOST) == pytest.approx(float(dead + alive * lost))


def test_bg_8_5_a_ship_for_each_unit_landed() -> None:
    """One infantry lands, so one of two ships fires: the stronger."""
    one = "SZ 3: USA transport, infantry, battleship\nPlains: Japan infantry"
    two = "SZ 3: USA transport, infantry, cruiser, battleship\nPlains: Japan infantry"
    assert foretold(Battle(one, landing=True)).win == foretold(Battle(two, landing=True)).win


def test_bg_8_7_a_surprise_strike_is_not_answered() -> None:
    """A submarine strikes a cruiser on 2 before it fires on 3."""
    odds = foretold(Battle("SZ 3: USA submarine / Japan cruiser", space=SEA))
    hit, reply = Fraction(1, 3), Fraction(2, 3) * Fraction(1, 2)
    assert odds.win == pytest.approx(float(hit / (hit + reply)))
    assert odds.chance(BattleEnd.NOBODY) == 0


def test_bg_8f_a_destroyer_lets_the_other_side_answer() -> None:
    odds = foretold(Battle("SZ 3: USA submarine / Japan destroyer", space=SEA))
    won, lost, nobody = fought_out(Fraction(1, 3), Fraction(1, 3))
    assert odds.win == pytest.approx(float(won))
    assert odds.chance(BattleEnd.NOBODY) == pytest.approx(float(nobody))
    assert odds.chance(BattleEnd.LOST) == pytest.approx(float(lost))


def test_bg_8_15_a_battleship_takes_its_first_hit_for_nothing() -> None:
    """Against a destroyer (2): two rounds out of three bring no hit, and damage costs nothing."""
    odds = foretold(Battle("SZ 3: USA battleship / Japan destroyer", space=SEA))
    hit, reply = Fraction(2, 3), Fraction(1, 3)
    damaged = fought_out(hit, reply)
    change = 1 - (1 - hit) * (1 - reply)
    whole = (hit + (1 - hit) * reply * damaged[0]) / change
    assert odds.win == pytest.approx(float(whole))


def test_t1_every_hit_goes_where_it_may() -> None:
    """BG-8.14 (T1): cruiser and two bombers; if all hit, one hit is void and a submarine stays."""
    odds = foretold(
        Battle(
            "SZ 3: USA cruiser, 2 bomber / Japan cruiser, 2 submarine",
            space=SEA,
            retreat=RetreatPolicy(1),
            options={"low_luck": "off"},
        )
    )
    assert all(sum(one.defenders) >= 1 for one in odds.outcomes)


def test_t2_a_submarine_that_dives_leaves_its_transports() -> None:
    odds = foretold(
        Battle(
            "SZ 3: USA battleship, 2 fighter / Japan submarine, 2 transport",
            space=SEA,
            defending=SideOrders(submerges=True),
        )
    )
    (only,) = odds.outcomes
    assert (only.end, only.attackers, only.defenders) == (BattleEnd.WON, (1, 2), (1, 0))


def test_t4_aircraft_and_submarines_part() -> None:
    """BG-8.22 (T4): once the destroyer is gone nobody can hit anything."""
    odds = foretold(Battle("SZ 3: USA destroyer, fighter / Japan 2 submarine", space=SEA))
    assert odds.chance(BattleEnd.STANDOFF) > 0
    assert odds.win + odds.chance(BattleEnd.STANDOFF) == pytest.approx(1)


def test_bg_8_17_transports_alone_die_without_dice() -> None:
    odds = foretold(Battle("SZ 3: USA submarine / Japan 3 transport", space=SEA))
    assert (odds.win, odds.rounds, odds.cost(Role.DEFENDER)) == (1, 0, 21)


def test_bg_8_20_who_came_from_the_sea_stays() -> None:
    """After a retreat the infantry that landed fights on alone."""
    odds = foretold(
        Battle(
            "SZ 3: USA transport, infantry\nPlains: USA 3 tank / Japan 8 infantry",
            landing=True,
            retreat=RetreatPolicy(1),
        )
    )
    retreated = [one for one in odds.outcomes if one.end is BattleEnd.RETREATED]
    assert retreated
    landed = next(i for i, troop in enumerate(odds.attackers) if troop.landed)
    assert all(one.attackers[landed] == 0 for one in retreated)


def test_r26_low_luck_leaves_one_die() -> None:
    """Six infantry make one hit for sure, and no more."""
    odds = foretold(
        Battle(
            "Plains: USA 6 infantry / Japan 3 infantry",
            retreat=RetreatPolicy(1),
            options={"low_luck": "on"},
        )
    )
    (only,) = odds.outcomes
    assert (only.attackers, only.defenders) == ((5,), (2,))


def test_odds_add_up_however_large_the_battle() -> None:
    """Thirty against thirty: what is left out stays far below what is shown."""
    odds = foretold(
        Battle(
            "Plains: USA 18 infantry, 6 artillery, 6 tank / "
            "Japan 24 infantry, 3 artillery, 3 fighter"
        )
    )
    assert odds.trials == 0
    assert odds.error < 1e-8
