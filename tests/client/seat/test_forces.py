"""Odds among hidden submarines: by what a seat can know, and the truth where it knows it (SS-5)."""

import dataclasses
import random
from fractions import Fraction

import pytest

from client.presentation.odds import doubts
from client.presentation.plans import plans
from client.seat.forces import known_encounter
from client.seat.knowledge import Knowledge
from client.seat.viewer import Viewer
from engine.board import Power, SpaceId
from engine.odds import BattleEnd, Encounter, Odds, forecast
from engine.phases import Phase
from engine.variants.secret_subs.support import Support
from engine.variants.secret_subs.tokens import tokens_of
from tests.engine.secret_subs.owners import Referee, waters

USA, JAPAN = Power("USA"), Power("Japan")
SEA = SpaceId("SZ 8")


def met(sea: Referee, *, seat: Power = USA, **supports: Support) -> Encounter:
    """The battle in SZ 8 as a seat knows it."""
    game = sea.game
    here = game.pieces.at(SEA)
    own = {t.id: sea.secrets[t.id] for t in tokens_of(game, seat)}
    return known_encounter(
        game,
        SEA,
        [piece for piece in here if piece.owner == USA],
        [piece for piece in here if piece.owner != USA],
        groups=own,
        knowledge=Knowledge({Power(power): support for power, support in supports.items()}),
    )


def odds(encounter: Encounter) -> Odds:
    return forecast(encounter, draw=random.Random(1))


def test_ss_5_the_odds_are_those_over_all_that_a_token_may_hold() -> None:
    """A destroyer meets one of two tokens, one of which hides a submarine and one nothing."""
    sea = waters(
        "SZ 8: USA destroyer",
        "SZ 8: Japan k=1:1\nSZ 9: Japan j=2:0",
        phase=Phase.CONDUCT_COMBAT,
    )
    found = odds(met(sea))
    # One against one on 2 and 1 of six, both fire: the destroyer wins 1/3 * 5/6 of 4/9.
    beats = Fraction(1, 3) * Fraction(5, 6) / (1 - Fraction(2, 3) * Fraction(5, 6))
    assert found.win == pytest.approx(float((1 + beats) / 2))
    assert found.exact
    assert [m.defenders for m in found.musters] == [(0,), (1,)]


def test_ss_5_its_owner_reckons_with_the_truth() -> None:
    units, tokens = "SZ 8: USA destroyer", "SZ 8: Japan k=1:1\nSZ 9: Japan j=2:0"
    sea = waters(units, tokens, phase=Phase.CONDUCT_COMBAT)
    known = odds(met(sea, seat=JAPAN))
    assert known.musters == odds(met(sea, seat=JAPAN)).musters
    assert [m.defenders for m in known.musters] == [(1,)]
    assert known.win < odds(met(sea)).win


def test_ss_5_what_was_learned_of_a_token_counts_for_its_neighbour() -> None:
    """Both tokens together hold the only submarine, though each holds it as likely as not."""
    sea = waters(
        "SZ 8: USA 2 destroyer",
        "SZ 8: Japan k=1:1, j=2:0\nSZ 9: Japan i=3:0",
        phase=Phase.CONDUCT_COMBAT,
    )
    handles = [sea["k"], sea["j"], sea["i"]]
    support = Support.of(10).placed(handles, [1]).present([1], handles[:2])
    assert [m.defenders for m in met(sea, Japan=support).musters] == [(1,)]
    (fleet,) = [t for t in met(sea, Japan=support).defenders if t.kind == "submarine"]
    assert fleet.count == 1


def test_ss_3_9_two_powers_hide_their_tokens_each_by_itself() -> None:
    sea = waters(
        "SZ 8: USA 2 destroyer",
        "SZ 8: Japan k=1:1 / Germany g=1:2\nSZ 9: Japan j=2:0 / Germany f=2:0",
        phase=Phase.CONDUCT_COMBAT,
    )
    musters = met(sea).musters
    assert sorted((m.defenders, m.chance) for m in musters) == [
        ((0, 0), 0.25),
        ((0, 1), 0.25),
        ((2, 0), 0.25),
        ((2, 1), 0.25),
    ]


def test_ss_3_9_decoys_alone_are_beaten_without_dice() -> None:
    sea = waters("SZ 8: USA destroyer", "SZ 8: Japan k=1:0, j=2:0", phase=Phase.CONDUCT_COMBAT)
    found = odds(met(sea))
    assert (found.win, found.rounds) == (1, 0)


def test_ss_a14_an_attack_of_decoys_is_lost() -> None:
    sea = waters("SZ 8: Japan cruiser", "SZ 8: USA a=1:0", phase=Phase.CONDUCT_COMBAT)
    assert odds(met(sea)).chance(BattleEnd.LOST) == 1


def test_what_is_sampled_states_its_error() -> None:
    """A sample of 400 worlds may be off by two standard errors, a twentieth."""
    sea = waters("SZ 8: USA destroyer", "SZ 8: Japan k=1:1\nSZ 9: Japan j=2:0")
    handles = [sea["k"], sea["j"]]
    whole = Support.of(10).placed(handles, [1])
    anything = dict.fromkeys(handles, frozenset(range(1, 11)))
    drawn = dataclasses.replace(whole, sample=400, bounds=anything)
    found = odds(met(sea, Japan=drawn))
    assert not found.exact
    assert found.error == pytest.approx(0.05)
    assert [*doubts(found)] == ["estimated, ± 6 %"]


def test_a_plan_says_what_it_takes_for_granted_and_what_others_can_know() -> None:
    """The table: own tokens as they are, and beside it what everybody else can know."""
    sea = waters(
        "SZ 8: Japan cruiser",
        "SZ 8: USA a=1:3\nSZ 9: USA b=2:0",
        phase=Phase.COMBAT_MOVE,
    )
    own = {handle: sea.secrets[handle] for handle in (sea["a"], sea["b"])}
    mine = plans(sea.game, Viewer(frozenset({USA}), own))[SEA]
    public = plans(sea.game, Viewer(frozenset({USA})))[SEA]
    assert mine.win > public.win
    assert mine.notes == (f"for all that others can know: {public.ends}",)
    assert public.notes == (
        (
            "hidden tokens of USA count by what can be known of them, 0 to 3 submarines, "
            "1.5 on average, and all fight"
        ),
    )


def test_ss_3_1_a_plan_says_what_it_means_if_tokens_submerge() -> None:
    """Without a destroyer they may: then the cruiser has the transport for nothing (BG-8.17)."""
    sea = waters(
        "SZ 8: USA cruiser / Japan transport",
        "SZ 8: Japan k=1:1, j=2:1",
        phase=Phase.COMBAT_MOVE,
    )
    odds = plans(sea.game, Viewer(frozenset({USA})))[SEA]
    assert odds.win < 100
    assert odds.notes == ("if the defenders' tokens submerge: win 100 %",)
