"""StandingOrders orders and notes: what a player keeps, and how its node answers by it."""

from pathlib import Path

import pytest

from client.bots.arena import Referee
from client.bots.fuzz import Fuzz
from client.errors import ClientError
from client.scenarios import find
from client.seat.memo import Memo
from client.seat.standing_orders import StandingOrders, Submerging, answer_by_orders
from client.seat.view import PlayerView
from engine.battle.casualties import Casualties
from engine.battle.submarines import Submerge
from engine.game import Game
from engine.setup import new_game
from engine.variants.depth.detection import Searchers
from engine.variants.depth.diving import DiveAway, DivingSubmarines
from engine.variants.secret_subs.combat import ChooseSides, SubmergeGroups, SubmergeOrFight
from tests.engine.secret_subs.test_combat import battle
from tests.engine.variants.depths import battle as depth_battle


def wake() -> Game:
    """A new game of wake-island with Secret Subs."""
    scenario = find("wake-island").scenario
    return new_game(scenario, ("SS",), {}, scenario.seatings[2])


def test_a_memo_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    file = tmp_path / "game.memo"
    assert Memo.load(file) == Memo()
    memo = Memo(StandingOrders(("infantry", "fighter"), Submerging.ALWAYS, 40)).noted(
        12, " a decoy? "
    )
    memo.save(file)
    assert Memo.load(file) == memo
    assert memo.notes == {12: "a decoy?"}
    assert file.stat().st_mode & 0o077 == 0  # nobody else's
    assert memo.noted(12, "").notes == {}


def test_a_damaged_memo_is_named(tmp_path: Path) -> None:
    file = tmp_path / "game.memo"
    file.write_text("[]")
    with pytest.raises(ClientError, match="is damaged"):
        Memo.load(file)


def test_notes_are_bounded() -> None:
    memo = Memo(notes=dict.fromkeys(range(400), "x"))
    with pytest.raises(ClientError, match="400 notes"):
        memo.noted(400, "one more")


@pytest.mark.no_cover
@pytest.mark.parametrize("submerge", [Submerging.ALWAYS, Submerging.NEVER])
def test_whatever_standing_orders_answer_is_legal(submerge: Submerging) -> None:
    """BG-8.13, BG-8.19, SS-3.1, SS-3.4: asked in play, they answer all that they cover."""
    standing = StandingOrders(("fighter", "submarine"), submerge, 50)
    covered = (Casualties, ChooseSides, SubmergeGroups, Submerge)
    met = set()
    for seed in range(3):
        referee, fuzz = Referee(wake(), seed), Fuzz(seed)
        for _ in range(400):
            view = referee.advance()
            if view is None:
                break
            answer = answer_by_orders(standing, view)
            if isinstance(view.decision, covered):
                assert answer is not None
            if answer is not None:
                assert view.decision.legal(view.game, answer)
                met.add(type(view.decision))
            if isinstance(answer, SubmergeOrFight) and submerge is Submerging.NEVER:
                assert not answer.submerge
            referee.decide(view, fuzz)
    assert {Casualties, ChooseSides} <= met


def test_diving_away_is_covered_too() -> None:
    """DS-12."""
    fight = depth_battle("USA destroyer / Japan 2 submarine", "periscope")
    fight.answer(Searchers(frozenset(fight.attackers)))
    fight.roll(1, why="search")
    fight.roll(6, why="attackers fire")
    assert isinstance(fight.request, DiveAway)
    view = PlayerView(fight.game, fight.request, {})
    for submerge, away in ((Submerging.ALWAYS, fight.defenders), (Submerging.NEVER, ())):
        answer = answer_by_orders(StandingOrders(submerge=submerge), view)
        assert answer == DivingSubmarines(frozenset(away))


def test_without_standing_orders_everything_is_asked() -> None:
    referee, fuzz = Referee(wake(), 1), Fuzz(1)
    for _ in range(200):
        view = referee.advance()
        if view is None:
            break
        assert answer_by_orders(StandingOrders(), view) is None
        referee.decide(view, fuzz)


def test_who_must_fight_and_has_waived_windows_is_not_asked() -> None:
    """SS-3.1c: beside an enemy destroyer two tokens could still be mixed; without windows, why?"""
    tokens = "SZ 8: USA a=1:1, b=2:1 / Japan k=1:1"
    for ship, waived, answer in (
        ("Japan destroyer", True, SubmergeOrFight()),
        ("Japan destroyer", False, None),
        ("Japan cruiser", True, None),
    ):
        sea = battle(f"SZ 8: {ship}", tokens)
        sea.until(ChooseSides)
        view = PlayerView(
            sea.game.replace(waived=frozenset({0}) if waived else frozenset()), sea.asked, {}
        )
        assert view.game.seat_of(sea.asked.power) == 0
        assert answer_by_orders(StandingOrders(), view) == answer
