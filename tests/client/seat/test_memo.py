"""Standing orders and notes: what a player keeps, and how its node answers by it."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from client.bots.arena import Referee
from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from client.errors import ClientError
from client.presentation.catalog import CATALOG
from client.scenarios import find
from client.seat.memo import Memo
from client.seat.standing_orders import StandingOrders, Submerging, answer_by_orders, forced
from client.seat.view import PlayerView
from engine.battle.casualties import Casualties
from engine.battle.combat import Fight, NextBattle
from engine.battle.submarines import Submerge
from engine.board import SpaceId
from engine.economy.mobilize import Mobilization, MobilizeUnits
from engine.game import Game
from engine.phases import Phase
from engine.requests import Decision
from engine.setup import new_game
from engine.units import SUBMARINE, Domain, Kind
from engine.variants.depth.detection import Searchers
from engine.variants.depth.diving import DiveAway, DivingSubmarines
from engine.variants.secret_subs.combat import ChooseSides, SubmergeGroups, SubmergeOrFight
from engine.variants.secret_subs.setup import OpeningGroups, OpeningPlacement
from engine.variants.secret_subs.tokens import tokens_of
from tests.client.positions import JAPAN, USA
from tests.engine.position import position
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
            asks = submerge is Submerging.ALWAYS and view.decision.power == view.game.active
            if isinstance(view.decision, Casualties if asks else covered):
                assert answer is not None
            if answer is not None:
                assert view.decision.legal(view.game, answer)
                met.add(type(view.decision))
            if isinstance(answer, SubmergeOrFight) and submerge is Submerging.NEVER:
                assert not answer.submerge
            referee.decide(view, fuzz)
    assert {Casualties, ChooseSides} <= met


def test_no_standing_order_takes_back_an_attack() -> None:
    """SS-3.1: whoever attacks is asked what submerges, though it always does on the defence."""
    sea = battle("", "SZ 8: USA a=1:1, b=2:1 / Japan k=1:1")
    sea.until(ChooseSides)
    always = StandingOrders(submerge=Submerging.ALWAYS)
    assert answer_by_orders(always, PlayerView(sea.game, sea.asked, {})) is None
    never = StandingOrders(submerge=Submerging.NEVER)
    assert answer_by_orders(never, PlayerView(sea.game, sea.asked, {})) == SubmergeOrFight()
    sea.do(SubmergeOrFight())
    assert sea.asked.power == "Japan"
    assert answer_by_orders(always, PlayerView(sea.game, sea.asked, {})) == SubmergeOrFight(
        frozenset({sea["k"]})
    )


def test_the_only_answer_to_who_submerges_is_given_in_the_own_turn_too() -> None:
    """SS-3.1c: beside an enemy destroyer all tokens fight."""
    sea = battle("SZ 8: Japan destroyer", "SZ 8: USA a=1:1, b=2:1 / Japan k=1:1")
    sea.until(ChooseSides)
    view = PlayerView(sea.game, sea.asked, {})
    assert view.decision.power == "USA"
    assert answer_by_orders(StandingOrders(), view) is None
    assert answer_by_orders(StandingOrders(only_answers=True), view) == SubmergeOrFight()


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


def test_without_standing_orders_all_that_leaves_a_choice_is_asked() -> None:
    referee, fuzz = Referee(wake(), 1), Fuzz(1)
    for _ in range(200):
        view = referee.advance()
        if view is None:
            break
        assert answer_by_orders(StandingOrders(), view) == forced(view)
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


def test_submarines_that_cannot_be_divided_are_placed_unasked() -> None:
    """SS-0.8: one in a zone has one token; where a decoy may lie beside it, its owner chooses."""
    divided = {
        (scenario, decoys): _opened(scenario, decoys)
        for scenario in ("anniversary-1941", "anniversary-1942")
        for decoys in (0, 1)
    }
    assert divided["anniversary-1941", 0] == {"USSR": {"SZ 4"}, "Germany": None}
    assert divided["anniversary-1942", 0] == {
        "Japan": {"SZ 46"},
        "USSR": {"SZ 4"},
        "Germany": {"SZ 5", "SZ 7", "SZ 8"},
        "USA": {"SZ 56"},
    }
    assert set(divided["anniversary-1942", 1].values()) == {None}


def _opened(name: str, decoys: int) -> Mapping[str, set[str] | None]:
    """By power, the zones whose submarines are placed unasked; None if the player is asked."""
    scenario = find(name).scenario
    referee = Referee(
        new_game(scenario, ("SS",), {"setup_decoys": str(decoys)}, scenario.seatings[2]), 1
    )
    found: dict[str, set[str] | None] = {}
    while (view := referee.advance()) and isinstance(view.decision, OpeningGroups):
        answer = answer_by_orders(StandingOrders(), view)
        found[view.decision.power] = None
        if isinstance(answer, OpeningPlacement):
            found[view.decision.power] = set(answer.tokens.values())
            view.decision.check(view.game, answer)
        referee.decide(view, Fuzz(1))
    return found


def test_the_only_battle_is_fought_unasked_unless_tokens_in_it_could_be_mixed() -> None:
    """BG-8.1, SS-4.0: tokens elsewhere can be shuffled after the battle as well as before it."""
    landing = _asked(NextBattle, lambda view: _in(view, Domain.LAND))
    assert answer_by_orders(StandingOrders(), landing) == Fight(_due(landing)[0])
    assert CATALOG.by_orders(landing, forced(landing)).startswith("Nothing to choose: fight in ")
    at_sea = _asked(NextBattle, lambda view: _in(view, Domain.SEA))
    assert answer_by_orders(StandingOrders(), at_sea) is None
    unasked = StandingOrders(only_answers=True)
    assert answer_by_orders(unasked, at_sea) == Fight(_due(at_sea)[0])
    choice = _asked(NextBattle, lambda view: len(_due(view)) > 1)
    assert answer_by_orders(unasked, choice) is None


def test_nothing_is_placed_unasked_only_for_who_wants_it() -> None:
    """BG-10.1, SS-1.3c: beside nothing to place a decoy could be removed."""
    busy = _asked(MobilizeUnits, lambda view: any(_waiting(view).values()))
    idle = PlayerView(busy.game.replace(waiting={}), busy.decision, {})
    unasked = StandingOrders(only_answers=True)
    assert answer_by_orders(StandingOrders(), idle) is None
    assert answer_by_orders(unasked, idle) == Mobilization()
    assert answer_by_orders(unasked, busy) is None


def _waiting(view: PlayerView) -> Mapping[Kind, int]:
    return view.game.waiting.get(view.decision.power, {})


def _due(view: PlayerView) -> list[SpaceId]:
    return [answer.space for answer in view.decision.candidates(view.game)]


def _in(view: PlayerView, domain: Domain) -> bool:
    """Whether one battle is due, on land or at sea, and at sea with a token of the attacker."""
    due = _due(view)
    own = {token.at for token in tokens_of(view.game, view.decision.power)}
    at_sea = domain is Domain.SEA
    return len(due) == 1 and view.game.is_sea(due[0]) is at_sea and (due[0] in own) is at_sea


def test_new_units_are_not_asked_about_where_none_can_be_placed() -> None:
    """BG-10, SS-1: of submarines alone the tokens are asked about, which is the next question."""
    busy = _asked(MobilizeUnits, lambda view: any(_waiting(view).values()))
    bought = busy.game.replace(waiting={busy.decision.power: {SUBMARINE: 3}})
    submarines = PlayerView(bought, busy.decision, {})
    assert answer_by_orders(StandingOrders(), submarines) == Mobilization()
    plain = position("West: USA complex, tank", phase=Phase.MOBILIZE)
    nothing = PlayerView(plain, MobilizeUnits(USA), {})
    assert answer_by_orders(StandingOrders(), nothing) == Mobilization()


def _asked(kind: type[Decision[Any]], fits: Callable[[PlayerView], bool]) -> PlayerView:
    """A question of this kind that comes up while captains play Wake Island."""
    for view in _moments():
        if isinstance(view.decision, kind) and fits(view):
            return view
    raise LookupError(kind.__name__)


def _moments() -> Iterator[PlayerView]:
    """All that captains are asked in five games, each played once for all who look through them."""
    for seed in range(5):
        playing, seen = _game(seed)
        for number in count():
            if number == len(seen):
                view = next(playing, None)
                if view is None:
                    break
                seen.append(view)
            yield seen[number]


@cache
def _game(seed: int) -> tuple[Iterator[PlayerView], list[PlayerView]]:
    """A game as it goes on, and what was asked in it so far."""
    return _played(seed), []


def _played(seed: int) -> Iterator[PlayerView]:
    referee = Referee(wake(), seed)
    captains = {USA: Captain(seed), JAPAN: Captain(seed + 1)}
    while (view := referee.advance()) is not None:
        yield view
        referee.decide(view, captains[view.decision.power])
