"""What the captain does with what is known of tokens, and with what others can know of its own."""

import random
from collections.abc import Iterator

import pytest

from client.bots.arena import Referee
from client.bots.captain import Captain
from client.bots.captain.hidden import token_action
from client.bots.captain.situation import Situation
from client.bots.captain.threats import Threats
from client.bots.odds import forecast
from client.seat.knowledge import Knowledge
from client.seat.view import PlayerView
from engine.board import Power, SpaceId
from engine.loading import builtin
from engine.movement.phases import CombatMove
from engine.records import decode
from engine.setup import new_game
from engine.variants.secret_subs.actions import Anonymize, Reorganize, Transfer
from engine.variants.secret_subs.support import Support
from engine.variants.secret_subs.tokens import tokens_of
from engine.variants.secret_subs.windows import Window
from engine.variants.submarine_warfare.hunting import Hunt, HuntTarget, NameTarget
from tests.client.positions import JAPAN, USA
from tests.engine.secret_subs.owners import Referee as Sea
from tests.engine.secret_subs.owners import waters
from tests.engine.variants.test_secret_hunts import destroyers, hunting

SZ_2, SZ_3 = SpaceId("SZ 2"), SpaceId("SZ 3")


def seen(
    sea: Sea, power: Power, knowledge: Knowledge | None = None, *, window: bool = False
) -> Situation:
    """What a captain of this power makes of a sea."""
    own = {t.id: sea.secrets[t.id] for t in tokens_of(sea.game, power)}
    decision = Window(power) if window else CombatMove(power)
    return Situation.of(PlayerView(sea.game, decision, own, knowledge or Knowledge()))


def watched(sea: Sea, power: Power, **shown: int) -> Knowledge:
    """All that is public of a power's tokens: those of the tracker are on the board, some shown."""
    tokens = [t.id for t in tokens_of(sea.game, power)]
    support = Support.of(10).placed(tokens, {sea.secrets[t] for t in tokens})
    return Knowledge({power: support.shown({sea[name]: group for name, group in shown.items()})})


def at_sea() -> Iterator[tuple[Referee, PlayerView]]:
    """Every decision of a game on Wake Island, of two rounds."""
    game = new_game(builtin("wake-island"), ("SS",), {}, ((USA,), (JAPAN,)))
    referee, captains = Referee(game, 3), {USA: Captain(1), JAPAN: Captain(2)}
    while (view := referee.advance()) is not None and view.game.round < 3:
        yield referee, view
        referee.decide(view, captains[view.decision.power])


@pytest.mark.no_cover
def test_no_choice_depends_on_what_the_enemys_tokens_hold() -> None:
    """SS-0.4: with the enemy's unseen groups dealt anew, the captain chooses the same."""
    draw, compared = random.Random(1), 0
    for referee, view in at_sea():
        enemy = JAPAN if view.decision.power == USA else USA
        truth = referee.owners.bookmark()
        groups = truth.get(enemy, {})
        if not tokens_of(view.game, enemy) or draw.randrange(3):
            continue
        dealt = list(groups.values())
        draw.shuffle(dealt)
        other = dict(zip(groups, dealt, strict=True))
        assert other != groups
        referee.owners.rewind({**truth, enemy: other})
        again = referee.advance()
        assert again is not None
        assert Captain(1).choose(again) == Captain(1).choose(view)
        referee.owners.rewind(truth)
        compared += 1
    assert compared > 20


def test_an_enemy_is_taken_for_what_can_be_known() -> None:
    """SS-5: k1 has been seen to be a decoy, so the three submarines are in k2."""
    sea = waters("SZ 2: USA destroyer", "SZ 3: Japan k1=1:0, k2=2:3")
    tokens = [sea.game.pieces[sea[name]] for name in ("k1", "k2")]
    for knowledge, counts in ((None, [2, 2]), (watched(sea, JAPAN, k1=1), [0, 3])):
        situation = seen(sea, USA, knowledge)
        assert [len(situation.units([token])) for token in tokens] == counts


def test_an_attack_weighs_all_that_may_be_there() -> None:
    """One of two tokens hides four submarines: half the time there is nothing there."""
    sea = waters("SZ 2: USA destroyer", "SZ 3: Japan k1=1:0, k2=2:4")
    destroyer = [p for p in sea.game.pieces.at(SZ_2) if p.owner == USA]
    target = [sea.game.pieces[sea["k1"]]]
    situation = seen(sea, USA, watched(sea, JAPAN))
    units = situation.units(destroyer)
    nothing, four = forecast(units, []), forecast(units, [situation.row(JAPAN, "submarine")] * 4)  # type: ignore[arg-type]  # a kind's name
    expected = situation.clash(destroyer, target)
    assert expected.win == pytest.approx((nothing.win + four.win) / 2)
    assert expected.cost == pytest.approx((nothing.cost + four.cost) / 2)


@pytest.mark.parametrize(("shown", "deterred"), [(False, True), (True, False)])
def test_a_decoy_guards_until_it_is_known(*, shown: bool, deterred: bool) -> None:
    """The enemy can only know that one of two tokens hides twelve: it attacks neither."""
    sea = waters(
        "SZ 2: USA carrier, cruiser\nSZ 3: Japan 2 cruiser, battleship",
        "SZ 2: USA h1=1:0\nSZ 4: USA h2=2:12",
    )
    fleet = [p for p in sea.game.pieces.at(SZ_2) if p.owner == USA]
    honest = Threats(seen(sea, USA)).exposure(SZ_2, fleet)
    bluff = Threats(seen(sea, USA, watched(sea, USA, **({"h1": 1} if shown else {}))))
    assert honest > 0
    assert (bluff.exposure(SZ_2, fleet) < honest) is deterred


@pytest.mark.parametrize(("shown", "shuffles"), [(True, True), (False, False)])
def test_tokens_are_shuffled_where_others_tell_them_apart(*, shown: bool, shuffles: bool) -> None:
    """SS-4.3: a shuffle of tokens that are alike to everybody else hides nothing more."""
    sea = waters("", "SZ 2: USA h1=1:0, h2=2:3", active="Japan")
    situation = seen(sea, USA, watched(sea, USA, **({"h1": 1} if shown else {})), window=True)
    own = {t.id for t in tokens_of(sea.game, USA)}
    for seed in range(6):
        action = token_action(situation, situation.view.decision, random.Random(seed))
        assert action == (Anonymize(frozenset(own)) if shuffles else None)


def test_the_likeliest_token_is_hunted() -> None:
    """SW-3: of face-down tokens the hunter names one, and not a decoy that all have seen."""
    sea = hunting("SZ 8: USA destroyer", "SZ 8: Japan k1=1:0, k2=2:3")
    sea.roll(3)
    sea.do(Hunt(destroyers(sea)[0]))
    assert sea.asks(NameTarget, "USA")
    view = PlayerView(sea.game, sea.asked, {}, watched(sea, JAPAN, k1=1))
    assert decode(HuntTarget, Captain(1).choose(view)) == HuntTarget(sea["k2"])


def test_submarines_that_lie_alike_are_gathered_under_one_token() -> None:
    """SS-4.1: the tracker shows a group of three and a decoy; on average nothing has changed."""
    sea = waters("", "SZ 2: USA h1=1:1, h2=2:2", active="Japan")
    situation = seen(sea, USA, watched(sea, USA), window=True)
    action = token_action(situation, situation.view.decision, random.Random(1))
    assert action == Reorganize(sea["h1"], (Transfer(1, 2, 1),))
    unknowing = seen(sea, USA, window=True)
    assert not isinstance(
        token_action(unknowing, unknowing.view.decision, random.Random(1)), Reorganize
    )
