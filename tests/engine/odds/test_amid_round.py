"""DS-12: after S3 only the defenders' fire is left of a round, also that of who has been hit."""

import random
from dataclasses import replace

import pytest

from client.seat.odds import outlook
from client.seat.view import PlayerView
from engine.odds import Muster, after_attack, forecast
from engine.units import SUBMARINE
from engine.variants.depth.detection import Searchers
from engine.variants.depth.diving import DiveAway
from engine.variants.depth.state import Depth
from tests.engine.battle.field import Combat
from tests.engine.odds.trial import encounter
from tests.engine.position import find
from tests.engine.variants.depths import at_depth, battle


def asked(units: str, *dice: int, lost: str = "") -> Combat:
    """The submarines have been found, the attackers have fired; those that are left may dive."""
    drawn = battle(units)
    zone = "SZ 2"
    subs = find(drawn.start, zone, SUBMARINE, "Japan")
    fought = Combat(at_depth(drawn.start, dict.fromkeys(subs, Depth.PERISCOPE)))
    searchers = [i for i in fought.attackers if fought.kind(i) in ("destroyer", "fighter")]
    fought.answer(Searchers(frozenset(searchers)))
    fought.roll(*(1 for _ in searchers), why="search")
    fought.roll(*dice, why="attackers fire")
    if lost:
        fought.lose(lost)
    assert isinstance(fought.request, DiveAway)
    return fought


def test_ds_12_who_is_hit_fires_before_the_next_round() -> None:
    """By hand: both submarines miss with 25/36; then the destroyer beats the other with 5/8."""
    fought = asked("USA destroyer / Japan 2 submarine", 1)
    amid = after_attack(fought.game, encounter(fought.game))
    odds = forecast(amid, draw=random.Random(1))
    assert odds.exact
    assert odds.win == pytest.approx(25 / 36 * 5 / 8)
    told = outlook(PlayerView(fought.game, fought.request, {}))  # type: ignore[arg-type]  # a decision
    assert told.win == pytest.approx(odds.win)
    drawn = forecast(amid, draw=random.Random(1), budget=0, trials=4_000)
    assert drawn.win == pytest.approx(odds.win, abs=drawn.error)


def test_ds_12_who_is_hit_fires_beside_what_is_hidden_too() -> None:
    """As by hand above, if it is told in musters how many submarines are left (SS-0.1)."""
    fought = asked("USA destroyer / Japan 2 submarine", 1)
    met = encounter(fought.game)
    here, there = (tuple(t.count for t in side) for side in (met.attackers, met.defenders))
    hidden = replace(met, musters=(Muster(1.0, here, there),))
    odds = forecast(after_attack(fought.game, hidden), draw=random.Random(1))
    assert odds.win == pytest.approx(25 / 36 * 5 / 8)


def test_ds_12_losses_of_the_rest_of_a_round_are_weighed() -> None:
    """Of two classes of attackers and of defenders; as when the same is drawn."""
    units = "USA destroyer, cruiser, fighter / Japan 2 submarine, cruiser, carrier"
    fought = asked(units, 1, 6, 6, lost="cruiser")
    amid = after_attack(fought.game, encounter(fought.game))
    odds, later = (forecast(met, draw=random.Random(1)) for met in (amid, encounter(fought.game)))
    assert odds.exact
    assert odds.win < later.win - 0.02, "the defenders fire once more"
    drawn = forecast(amid, draw=random.Random(1), budget=0, trials=4_000)
    assert drawn.win == pytest.approx(odds.win, abs=drawn.error)
    assert drawn.rounds == pytest.approx(odds.rounds, rel=0.1)
