"""What a seat may see (SS-0.3, 0.4, 0.7; EX-I), and what it may never see."""

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Power
from engine.claims import Shuffled
from engine.loading import builtin
from engine.phases import Phase
from engine.pieces import PieceId
from engine.records import encode
from engine.requests import Reveal, Roll, Seal
from engine.run import Run
from engine.setup import new_game
from engine.variants.secret_subs.actions import Anonymize
from engine.variants.secret_subs.combat import ChooseSides, SubmergeOrFight
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.tokens import tokens_of
from engine.view import as_json, record_as_json, view
from tests.engine.position import position
from tests.engine.secret_subs.owners import Referee, move, waters

USA, JAPAN = Power("USA"), Power("Japan")
TOKENS = "SZ 2: USA a=1:1, b=2:0 / Japan k=3:2"


def seat_view(sea: Referee, seat: int | None) -> dict[str, Any]:
    return dict(view(sea.game, seat, sea.asked, sea.secrets))


def pieces(seen: Mapping[str, Any], zone: str) -> dict[int, Any]:
    return {piece["id"]: piece for piece in seen["spaces"][zone]["pieces"]}


class TestOwnSecrets:
    def test_own_tokens_show_their_group_others_do_not(self) -> None:
        sea = waters("", TOKENS)
        for seat, own, other in ((0, "a", "k"), (1, "k", "a")):
            found = pieces(seat_view(sea, seat), "SZ 2")
            assert found[sea[own]]["group"] == sea.secrets[sea[own]]
            assert found[sea[other]]["group"] is None

    def test_a_spectator_sees_no_group(self) -> None:
        sea = waters("", TOKENS)
        assert {p["group"] for p in pieces(seat_view(sea, None), "SZ 2").values()} == {None}

    def test_what_was_opened_is_seen_by_all(self) -> None:
        sea = waters("", TOKENS)
        sea = sea.holding(JAPAN, tracker(sea.game, JAPAN).knowing({sea["k"]: 3}))
        assert pieces(seat_view(sea, None), "SZ 2")[sea["k"]]["group"] == 3

    def test_ss_0_3b_supply_handles_are_the_owner_s_alone(self) -> None:
        sea = waters("", TOKENS)
        own = seat_view(sea, 0)["modules"]["SS"]["USA"]
        assert {int(t): g for t, g in own["supply_tokens"].items()} == {
            t: sea.secrets[t] for t in tracker(sea.game, USA).supply
        }
        for seat in (1, None):
            seen = json.dumps(seat_view(sea, seat)["modules"]["SS"]["USA"])
            assert json.loads(seen) == {"sizes": [1, *[0] * 9], "supply": 8, "decoys": 1}

    def test_the_tracker_is_public(self) -> None:
        sea = waters("", TOKENS)
        japan = seat_view(sea, None)["modules"]["SS"]["Japan"]
        assert japan["sizes"][2] == 2
        assert japan["supply"] == 9


class TestAsked:
    def test_a_decision(self) -> None:
        sea = waters("", TOKENS)
        assert seat_view(sea, None)["asked"] == {
            "kind": "decision",
            "decision": "PurchaseUnits",
            "powers": ["USA"],
            "seats": [0],
        }

    def test_a_seal_says_only_the_sort_of_its_claim(self) -> None:
        """The tokens of a supply may be in it."""
        scenario = builtin("wake-island")
        run = Run(new_game(scenario, ("SS",), {}, tuple((p,) for p in scenario.powers)))
        asked = view(run.game, 0, run.request)["asked"]
        assert isinstance(asked, dict)
        assert (asked["kind"], asked["claim"]) == ("seal", "shuffled")
        assert len(asked) == 4

    def test_a_reveal_and_a_roll(self) -> None:
        sea = waters("", TOKENS)
        reveal = Reveal(((USA, (sea["a"],)), (JAPAN, (sea["k"],))))
        assert view(sea.game, 0, reveal)["asked"] == {
            "kind": "reveal",
            "tokens": {"Japan": [sea["k"]], "USA": [sea["a"]]},
            "powers": ["USA", "Japan"],
            "seats": [0, 1],
        }
        roll = view(sea.game, 0, Roll(USA, 3, 6, "bombardment"))["asked"]
        assert isinstance(roll, dict)
        assert (roll["kind"], roll["count"], roll["why"]) == ("roll", 3, "bombardment")

    def test_nothing_is_asked(self) -> None:
        sea = waters("", TOKENS)
        assert view(sea.game, None)["asked"] is None


def test_what_a_shuffle_leaves_open_is_public() -> None:
    sea = waters("", "SZ 2: USA a=1:1\nSZ 3: USA b=2:1", phase=Phase.COMBAT_MOVE)
    sea.do(move(sea, "a", 3), Anonymize(frozenset({sea["a"], sea["b"]})))
    for token in pieces(seat_view(sea, 1), "SZ 3").values():
        assert {int(p): m["left"] for p, m in token["may_be"].items()} == {
            sea["a"]: 1,
            sea["b"]: 2,
        }


def test_the_base_game_has_a_view_too() -> None:
    seen = view(position("West: USA infantry"), 0)
    assert seen["modules"] == {}
    json.dumps(seen)


def test_before_the_set_up_there_is_nothing_to_see() -> None:
    scenario = builtin("wake-island")
    game = new_game(scenario, ("SS",), {}, tuple((p,) for p in scenario.powers))
    assert view(game, 0)["modules"] == {"SS": {}}


def test_only_records_and_what_they_hold() -> None:
    with pytest.raises(TypeError):
        as_json(object())
    with pytest.raises(TypeError):
        record_as_json(3)


def swapped(sea: Referee, power: Power, draw: random.Random) -> Referee:
    """The same position with other secrets of a power, as far as the public allows."""
    other = Referee(sea.game, sea.secrets, sea.names)
    handles = [t.id for t in tokens_of(sea.game, power)]
    groups = [sea.secrets[t] for t in handles]
    draw.shuffle(groups)
    other.secrets.update(zip(handles, groups, strict=True))
    return other


@pytest.mark.no_cover
@given(st.integers(0, 10**6))
def test_no_view_of_another_seat_depends_on_a_secret(seed: int) -> None:
    """EX-I in general: whatever the secrets, others see and are asked the same."""
    draw = random.Random(seed)
    sea = waters(
        "West: USA complex\nSZ 8: Japan cruiser",
        "SZ 2: USA a=1:2, b=2:0, c=3:1\nSZ 8: USA d=4:1, e=5:0 / Japan k=1:1",
        phase=draw.choice([Phase.COMBAT_MOVE, Phase.CONDUCT_COMBAT, Phase.MOBILIZE]),
        attacked=["SZ 8"],
    )
    other = swapped(sea, USA, draw)
    for _ in range(8):
        if sea.asked is None or sea.asked.power != USA:
            break
        answer = sea.asked.sample(sea.game, draw)
        try:
            sea.do(answer)
            other.do(answer)
        except Exception:  # noqa: BLE001 - a claim that one of the two cannot make
            break
        if tracker(sea.game, USA).opened:
            break  # something was revealed
        assert encode(sea.game) == encode(other.game)
        assert type(sea.asked) is type(other.asked)
        for seat in (1, None):
            assert json.dumps(seat_view(sea, seat)) == json.dumps(seat_view(other, seat))


def test_secrets_of_others_are_left_out_even_when_handed_over() -> None:
    sea = waters("", TOKENS, phase=Phase.CONDUCT_COMBAT, attacked=["SZ 2"])
    everything = dict(sea.secrets)
    supplies = [*tracker(sea.game, JAPAN).supply, *tracker(sea.game, Power("Germany")).supply]
    own = {t: everything[t] for t in (sea["k"], *supplies)}
    assert view(sea.game, 1, sea.asked, everything) == view(sea.game, 1, sea.asked, own)


def test_seals_name_handles_only_to_the_engine() -> None:
    claim = Seal(USA, Shuffled(next(iter(builtin("wake-island").board.spaces)), (), ()))
    sea = waters("", TOKENS)
    assert "old" not in json.dumps(view(sea.game, 0, claim))


def test_a_face_up_token_shows_its_group() -> None:
    sea = waters(
        "", "SZ 8: USA a=1:2, b=2:1 / Japan k=3:1", phase=Phase.CONDUCT_COMBAT, attacked=["SZ 8"]
    )
    sea.until(ChooseSides)
    sea.roll(*[6] * 9)
    sea.do(SubmergeOrFight(), SubmergeOrFight())
    found = pieces(seat_view(sea, None), "SZ 8")
    shown = {PieceId(i): p["group"] for i, p in found.items() if p["face_up"]}
    assert shown == {t: sea.secrets[t] for t in shown}
    assert shown
