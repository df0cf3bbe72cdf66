"""Ruling 3 (SS-A23): of secret submarines only those that are shown raid convoys."""

import pytest

from engine.board import Power
from engine.economy.convoys import ConvoysRaided, ShownRaiders, ShowRaiders
from engine.instructions import Instructions, Standing, WaivedWindows
from engine.loading import builtin
from engine.phases import Phase
from engine.variants.convoys.raids import DivideLoss
from engine.variants.secret_subs.events import (
    TokensDiscarded,
    TokensRevealed,
    TokensTurnedDown,
)
from engine.variants.secret_subs.showing import AnonymizeShown
from tests.engine.secret_subs.owners import Referee, token, waters
from tests.engine.variants.atlantic import SEATS


def raiding(tokens: str, units: str = "") -> Referee:
    """The income phase of the UK on the board of 1941."""
    return waters(
        units,
        tokens,
        active="UK",
        phase=Phase.COLLECT_INCOME,
        scenario=builtin("anniversary-1941"),
        seats=SEATS,
        beside=("CD",),
    )


def raids(sea: Referee) -> list[tuple[int, ...]]:
    return [event.dice for event in sea.events if isinstance(event, ConvoysRaided)]


def test_ss_a23_the_raider_shows_what_it_rolls_with() -> None:
    sea = raiding("SZ 8: Germany k=1:2, j=2:1")
    assert sea.asks(ShowRaiders, "Germany")
    sea.roll(1, 1, 4, 5)
    sea.do(ShownRaiders(frozenset({sea["k"]})))
    assert raids(sea) == [(1, 1, 4, 5)]
    (revealed,) = (e for e in sea.events if isinstance(e, TokensRevealed))
    assert set(revealed.groups) == {sea["k"]}


def test_ss_a23_what_is_not_shown_rolls_nothing() -> None:
    sea = raiding("SZ 8: Germany k=1:2")
    sea.do(ShownRaiders())
    assert raids(sea) == []


def test_ss_a23_shown_decoys_are_discarded() -> None:
    sea = raiding("SZ 8: Germany k=1:0")
    sea.do(ShownRaiders(frozenset({sea["k"]})))
    assert sea["k"] not in sea.game.pieces
    assert any(isinstance(event, TokensDiscarded) for event in sea.events)
    assert raids(sea) == []


def test_ss_a23_they_turn_down_and_may_be_shuffled() -> None:
    sea = raiding("SZ 8: Germany k=1:1, j=2:1")
    sea.roll(4, 4)
    sea.do(ShownRaiders(frozenset({sea["k"]})))
    assert any(isinstance(event, TokensTurnedDown) for event in sea.events)
    assert not token(sea.game, sea["k"]).face_up
    assert sea.asks(AnonymizeShown, "Germany")


def test_ss_a23_who_has_waived_its_windows_is_not_asked_to_shuffle_them() -> None:
    sea = raiding("SZ 8: Germany k=1:1, j=2:1")
    sea.run.waive(sea.game.seat_of(Power("Germany")), waived=True)
    sea.roll(4, 4)
    sea.do(ShownRaiders(frozenset({sea["k"]})))
    assert any(isinstance(event, TokensTurnedDown) for event in sea.events)
    assert not sea.asks(AnonymizeShown)


def test_ss_a23_instructions_waive_it_too() -> None:
    sea = raiding("SZ 8: Germany k=1:1, j=2:1")
    sea.run.instruct(Power("Germany"), Instructions(windows=WaivedWindows.ALL))
    sea.roll(4, 4)
    sea.do(ShownRaiders(frozenset({sea["k"]})))
    assert any(isinstance(event, TokensTurnedDown) for event in sea.events)
    assert not sea.asks(AnonymizeShown)


@pytest.mark.parametrize(("standing", "raid"), [(Standing.ALWAYS, False), (Standing.NEVER, True)])
def test_bg_3_4_by_instruction_hidden_submarines_raid_or_keep_out(
    standing: Standing, raid: bool
) -> None:
    sea = raiding("SZ 8: Germany k=1:2")
    start = sea.run.bookmark().base.with_instructions(
        Power("Germany"), Instructions(submerge=standing)
    )
    ordered = Referee(start, sea.secrets, sea.names)
    assert not ordered.asks(ShowRaiders)
    assert bool(raids(ordered)) is raid


def test_ss_a23_ships_beside_them_need_no_showing() -> None:
    sea = raiding("SZ 8: Germany k=1:1", "SZ 8: Germany destroyer")
    sea.roll(3)
    sea.do(ShownRaiders())
    assert raids(sea) == [(3,)]


def test_cd_3_the_loss_is_divided_by_who_rolled_most_whatever_lies_hidden() -> None:
    sea = raiding("SZ 8: Germany k=1:1, j=2:4", "SZ 8: Italy 2 destroyer")
    sea.roll(1, 1, 4, 4)
    sea.do(ShownRaiders(frozenset({sea["k"]})))
    assert not sea.asks(DivideLoss)  # there is only England to lose anything
