"""WK: kamikaze."""

import random

import pytest

from engine.battle.casualties import Casualties
from engine.board import Power
from engine.errors import Illegal
from engine.movement.orders import Done
from engine.movement.phases import CombatMove
from engine.odds import best_losses
from engine.pieces import PieceId
from engine.records import encode
from engine.run import Run
from engine.variants.rules_of_warfare.kamikaze import BecomeKamikaze, Kamikaze, KamikazeSpent
from tests.engine.battle.field import STEPS, battlefield
from tests.engine.movement.drill import combat_move, illegal, noncombat_move
from tests.engine.odds.trial import encounter

JAPAN = Power("Japan")
FAR = "East: Japan fighter\nSZ 2: USA transport"
FIGHTER = PieceId(1)


def test_wk_1_four_spaces_out_with_no_way_back() -> None:
    drill = combat_move(FAR, active="Japan", modules=("WK",))
    with illegal(drill, "BG-7.6"):
        drill.move("East: fighter", "Plains", "Border", "Prairie", "SZ 2")
    drill.run.answer(encode(BecomeKamikaze(FIGHTER)))
    with illegal(drill, "BG-7"):  # movement is 4 still
        drill.move("East: fighter", "Plains", "Border", "Prairie", "West", "SZ 1")
    drill.move("East: fighter", "Plains", "Border", "Prairie", "SZ 2")
    drill.give(Done())


def test_wk_1_wins_unhurt_and_is_removed_at_the_end_of_conduct_combat() -> None:
    units = "SZ 2: Japan fighter / USA destroyer"
    sworn = combat_move(units, active="Japan", modules=("WK",))
    sworn.run.answer(encode(BecomeKamikaze(FIGHTER)))
    combat = battlefield(units, active="Japan", attacked=("SZ 2",), modules=("WK",))
    combat.run = Run(combat.game.replace(modules=sworn.game.modules), STEPS)
    combat.roll(3, why="attackers fire")
    combat.roll(6, why="defenders fire")
    assert combat.is_over
    assert combat.units("SZ 2") == ""
    assert combat.seen(KamikazeSpent) == [KamikazeSpent((FIGHTER,))]


def test_wk_1_is_the_first_of_its_like_to_be_proposed_as_a_loss() -> None:
    """It is lost after combat whatever it does."""
    units = "Plains: Japan 2 fighter, tank / USA 2 infantry"
    second = PieceId(2)
    sworn = combat_move(units, active="Japan", modules=("WK",))
    sworn.run.answer(encode(BecomeKamikaze(second)))
    combat = battlefield(units, active="Japan", attacked=("Plains",), modules=("WK",))
    combat.run = Run(combat.game.replace(modules=sworn.game.modules), STEPS)
    combat.roll(6, 6, 6, why="attackers fire")
    combat.roll(1, 6, why="defenders fire")
    decision = combat.request
    assert isinstance(decision, Casualties)
    assert best_losses(combat.game, decision, encounter(combat.game)).hits == {second: 1}


def test_wk_1_removed_even_if_it_has_not_flown() -> None:
    sworn = combat_move("East: Japan fighter", active="Japan", modules=("WK",))
    sworn.run.answer(encode(BecomeKamikaze(FIGHTER)))
    game = sworn.game
    step = game.rules.combat_closes(game)
    with pytest.raises(StopIteration) as end:
        next(step)
    assert end.value.value.events[-1] == KamikazeSpent((FIGHTER,))


def test_wk_1_not_in_noncombat_move() -> None:
    drill = noncombat_move("East: Japan fighter", active="Japan", modules=("WK",))
    with pytest.raises(Illegal, match="WK-1"):
        drill.run.answer(encode(BecomeKamikaze(FIGHTER)))
    with illegal(drill, "BG-9.3"):
        drill.move("East: fighter", "SZ 4", "SZ 3", "SZ 2")


def test_wk_1_only_fighters_only_of_japan_only_once() -> None:
    game = combat_move("East: Japan fighter, bomber", active="Japan", modules=("WK",)).game
    decision = CombatMove(JAPAN)
    assert list(game.rules.candidate_actions(game, decision)) == [BecomeKamikaze(FIGHTER)]
    game = combat_move("West: USA fighter", modules=("WK",)).game
    assert not list(game.rules.candidate_actions(game, CombatMove(Power("USA"))))


def test_wk_1_is_drafted_now_and_then() -> None:
    game, draw = combat_move(FAR, active="Japan", modules=("WK",)).game, random.Random(2)
    drafts = [game.rules.draft_action(game, CombatMove(JAPAN), draw, {}) for _ in range(40)]
    assert BecomeKamikaze(FIGHTER) in drafts
    assert None in drafts
    assert Kamikaze.module == "WK"
