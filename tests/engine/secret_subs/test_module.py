"""Secret Subs as a whole: its options, its invariants, whole games."""

import dataclasses
from typing import Any

import pytest

from engine.board import Power, SpaceId
from engine.errors import IncompatibleModules
from engine.game import Game
from engine.loading import builtin
from engine.phases import Phase, Stage
from engine.pieces import Figure, PieceId
from engine.records import encode
from engine.setup import compose, new_game
from engine.units import SUBMARINE
from engine.validate import validate
from engine.variants.secret_subs.invariants import BrokenSubs
from engine.variants.secret_subs.settings import SETTINGS
from engine.variants.secret_subs.state import Tracker, tracker, update_subs_state, with_tracker
from engine.variants.secret_subs.token import Markers, Shuffle
from engine.variants.secret_subs.tokens import tokens_of
from tests.engine.secret_subs.owners import Referee, token, waters

USA = Power("USA")


@pytest.mark.parametrize("option", SETTINGS, ids=lambda option: option.name)
def test_every_setting_can_be_chosen(option: Any) -> None:
    scenario = builtin("wake-island")
    seats = tuple((p,) for p in scenario.powers)
    assert option.default in option.values
    for value in list(option.values)[-2:]:
        rules = compose(scenario, ("SS",), {option.name: value}, seats)
        assert rules.option(option) == option.values[value]
    with pytest.raises(IncompatibleModules):
        compose(scenario, ("SS",), {option.name: "no such thing"}, seats)


class TestInvariants:
    """SS-0.6, each broken once."""

    def sea(self) -> Game:
        return waters("", "SZ 2: USA a=1:2, b=2:0").game

    def broken(self, game: Game) -> set[str]:
        return {*validate(game)}

    def track(self, game: Game, **changes: Any) -> Game:
        return with_tracker(game, USA, dataclasses.replace(tracker(game, USA), **changes))

    def test_none(self) -> None:
        assert not self.broken(self.sea())

    def test_figure(self) -> None:
        sub = Figure(id=PieceId(1), owner=USA, kind=SUBMARINE, at=SpaceId("SZ 1"))
        assert BrokenSubs.FIGURE in self.broken(self.sea().with_pieces(sub))

    def test_tokens(self) -> None:
        game = self.sea()
        fewer = tracker(game, USA).supply[1:]
        assert BrokenSubs.TOKENS in self.broken(self.track(game, supply=fewer))

    def test_twice(self) -> None:
        game = self.sea()
        a, b = (t.id for t in tokens_of(game, USA))
        assert BrokenSubs.TWICE in self.broken(self.track(game, opened={a: 1, b: 1}))

    def test_sizes(self) -> None:
        game = self.sea()
        assert BrokenSubs.SIZE in self.broken(self.track(game, sizes=(-1, *[0] * 9)))
        assert BrokenSubs.UNHELD in self.broken(self.track(game, sizes=(1,) * 10))

    def test_stored(self) -> None:
        game = self.sea()
        stored = {tracker(game, USA).supply[0]: 1}
        assert BrokenSubs.STORED in self.broken(self.track(game, opened=stored))

    def test_shown(self) -> None:
        game = self.sea()
        b = tokens_of(game, USA)[1]
        game = self.track(game, opened={b.id: 2})
        game = game.with_pieces(dataclasses.replace(b, face_up=True))
        assert {BrokenSubs.EMPTY_SHOWN, BrokenSubs.SHOWN} <= self.broken(game)

    def test_ss_a23_a_raider_of_convoys_is_shown_for_its_dice(self) -> None:
        """No battle is fought then; under water it has no business (SS-3.7)."""
        game = self.sea().replace(stage=Stage.COLLECT_INCOME)
        a = tokens_of(game, USA)[0]
        game = self.track(game, opened={a.id: 1})
        shown = game.with_pieces(dataclasses.replace(a, face_up=True))
        assert BrokenSubs.SHOWN not in self.broken(shown)
        dived = game.with_pieces(dataclasses.replace(a, submerged=True))
        assert BrokenSubs.SHOWN in self.broken(dived)

    def test_place(self) -> None:
        game = self.sea()
        ashore = dataclasses.replace(tokens_of(game, USA)[0], at=SpaceId("West"))
        assert BrokenSubs.PLACE in self.broken(game.with_pieces(ashore))

    def test_markers(self) -> None:
        game = self.sea()
        a, b = tokens_of(game, USA)
        markers = Markers(1, moved=False, fought=False, came_from=None)
        both = {PieceId(991): markers, PieceId(992): markers}
        only = frozenset({PieceId(991)})
        shuffle = Shuffle(
            owner=USA, pieces=both, tokens=(a.id, b.id), claims={a.id: only, b.id: only}
        )
        assert BrokenSubs.MARKERS in self.broken(update_subs_state(game, shuffles=(shuffle,)))
        shuffle = dataclasses.replace(shuffle, claims={})
        higher = game.with_pieces(dataclasses.replace(a, left=2))
        assert BrokenSubs.LEFT in self.broken(update_subs_state(higher, shuffles=(shuffle,)))

    def test_nothing_is_broken_before_the_set_up(self) -> None:
        game = self.sea()
        assert not game.rules.broken_invariants(game.replace(modules={}))
        assert not game.rules.broken_invariants(game.replace(stage=Stage.SET_UP))


def test_ss_3_10_a_power_that_leaves_the_game_takes_its_tokens_along_face_down() -> None:
    game = waters("", "SZ 2: USA a=1:2, b=2:0").game
    rules: Any = game.rules
    after = rules.remove_power(game, USA)
    assert not tokens_of(after, USA)
    assert set(tracker(after, USA).sizes) == {0}
    assert len(tracker(after, USA).supply) == 10
    assert not tracker(after, USA).opened


def test_ss_0_9_a_refused_order_changes_nothing() -> None:
    sea = waters("", "SZ 2: USA a=1:1, b=2:0")
    before = encode(sea.game)
    for data in (None, 7, [], ["anonymize"], ["reorganize", 1, [], []], ["claim", 1, [1]]):
        with pytest.raises(Exception):  # noqa: B017, PT011 - of any kind
            sea.run.answer(data)
        assert encode(sea.game) == before


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"ss_version": "0.8", "windows": "all"},
        {"shuffle_markers": "minimum", "setup_decoys": "2"},
        {"limit": "12", "decoy_needs_purchase": "on"},
    ],
    ids=str,
)
def test_whole_games_break_nothing_and_replay_to_the_same_state(options: dict[str, str]) -> None:
    """Every pause of a sampled game is valid; a fork replays to the same state."""
    scenario = builtin("wake-island")
    start = new_game(scenario, ("SS",), options, tuple((p,) for p in scenario.powers))
    sea = Referee(start, seed=len(str(options)))
    for _ in range(150):
        if sea.asked is None:
            break
        sea.fuzz(1)
        assert not validate(sea.game)
    assert encode(sea.run.fork().game) == encode(sea.game)


def test_a_token_has_a_plain_form() -> None:
    sea = waters("", "SZ 2: USA a=1:2", phase=Phase.COMBAT_MOVE)
    plain = encode(token(sea.game, sea["a"]))
    assert isinstance(plain, list)
    assert plain[:4] == ["token", sea["a"], "USA", "SZ 2"]


def test_trackers_grow_and_forget() -> None:
    track = Tracker(sizes=(1, 2, 0)).grown({1: -1, 3: 4})
    assert track.sizes == (0, 2, 4)
    known = track.knowing({PieceId(5): 1, PieceId(6): 2}).forgetting([PieceId(5)])
    assert known.opened == {PieceId(6): 2}
    assert not track.receiving([]).supply_changed
    assert track.receiving([PieceId(5)]).supply_changed
