"""A person at the keyboard, from the question to what is sent."""

import contextlib
from pathlib import Path

import pytest

from client.bots.arena import Referee
from client.bots.captain import Captain
from client.seat.memo import MemoFile
from client.seat.staging import Staging
from client.terminal.conversation import Conversation
from engine.battle.casualties import Casualties, salvo
from engine.board import SpaceId
from engine.economy.purchase import Purchase
from engine.loading import builtin
from engine.movement.orders import Done
from engine.movement.phases import CombatMove
from engine.records import decode, encode
from engine.requests import Decision
from engine.run import Run
from engine.setup import new_game
from engine.units import Kind
from engine.variants.secret_subs.combat import ChooseSides
from engine.variants.secret_subs.token import Token
from protocol.entry import Decide, Resign, Waive
from protocol.entry_builder import PlayerAction
from tests.client.positions import JAPAN, USA, Script, wake_island
from tests.engine.position import position


async def talk(run: Run, *lines: str) -> tuple[tuple[PlayerAction, ...], Script]:
    """What is sent, or nothing if the person leaves before."""
    script = Script(*lines)
    conversation = Conversation(script, Staging(run, 0, {}))
    with contextlib.suppress(EOFError):
        return await conversation.actions(), script
    return (), script


def buying() -> Run:
    return Run(position("West: USA complex, tank", treasury={"USA": 10}))


async def test_a_purchase_and_the_move_after_it_are_staged_and_sent_together() -> None:
    actions, script = await talk(buying(), "buy 2 infantry", "done", "send")
    bought, done = Purchase({Kind("infantry"): 2}), Done()
    assert actions == (Decide(encode(bought)), Decide(encode(done)))
    assert "staged: buy 2 infantry" in script.text
    assert "Combat move" in script.text


async def test_what_is_staged_can_be_undone_until_it_is_sent() -> None:
    actions, script = await talk(buying(), "buy tank", "undo", "buy nothing", "send")
    assert actions == (Decide(encode(Purchase())),)
    assert "undone: buy a tank" in script.text


async def test_what_is_not_sent_is_still_there_when_the_same_is_asked_again(tmp_path: Path) -> None:
    """The program was ended, or the decision was withdrawn."""
    memo = MemoFile(tmp_path / "memo.json")
    with contextlib.suppress(EOFError):
        await Conversation(Script("buy tank"), Staging(buying(), 0, {}), memo).actions()
    script = Script("send")
    again = Conversation(script, Staging(buying(), 0, {}), MemoFile(tmp_path / "memo.json"))
    (action,) = await again.actions()
    assert isinstance(action, Decide)
    assert decode(Purchase, action.data) == Purchase({Kind("tank"): 1})
    assert "Not sent yet, as you left it:\n  buy a tank" in script.text
    assert MemoFile(tmp_path / "memo.json").memo.unsent is None


async def test_an_illegal_answer_is_refused_in_the_rulebooks_words_and_nothing_is_staged() -> None:
    """BG-5.1: what costs more than there is in hand cannot be bought."""
    actions, script = await talk(buying(), "buy battleship", "buy nothing", "send")
    assert "BG-5.1: this costs 20 IPC, but USA has 10" in script.text
    assert actions == (Decide(encode(Purchase())),)


async def test_a_mistyped_line_says_what_could_be_typed() -> None:
    _, script = await talk(buying(), "purchase tank", "look", "buy nothing", "send")
    assert 'there is no command "purchase"' in script.text


async def test_the_map_a_space_and_the_trackers_are_shown_with_own_secrets_marked() -> None:
    """SS-0.4: what a token holds is shown to its owner, and to nobody else."""
    referee, view = wake_island(ChooseSides, JAPAN)
    own = next(iter(t for t in view.groups if t in view.game.pieces))
    group = view.groups[own]
    for seat, known in ((1, view.groups), (0, referee.owners.of(USA))):
        script = Script("map", f"look {view.game.pieces[own].at}", "status", "help token")
        talk = Conversation(script, Staging(referee.run, seat, known))
        with contextlib.suppress(EOFError):
            await talk.actions()
        assert (f"#{own}={group}/" in script.text) is (seat == 1)
        assert "tokens in the supply" in script.text


async def test_legal_answers_are_numbered_where_they_are_few() -> None:
    """SS-3.1: each token submerges or fights."""
    referee, view = wake_island(ChooseSides, JAPAN)
    script = Script("1", "")
    conversation = Conversation(script, Staging(referee.run, 1, view.groups))
    (action,) = await conversation.actions()
    first = next(iter(view.decision.candidates(view.game)))
    assert action == Decide(encode(first))


async def test_what_a_staged_shuffle_hides_is_known_once_it_is_sent() -> None:
    """SS-4.3: nobody knows which is which before the new tokens are drawn, their owner included."""
    referee, view = wake_island(CombatMove)
    here = [p for p in view.game.pieces.at(SpaceId("SZ Hawaii")) if isinstance(p, Token)]
    before = " ".join(f"#{token.id}" for token in here)
    fresh = view.game.next_id
    groups = sorted(view.groups[token.id] for token in here)
    join = f"reorganize #{fresh}: {groups[0]}>{groups[1]} 1"
    script = Script(f"shuffle {before}", join, "undo", "done", "send")
    actions = await Conversation(script, Staging(referee.run, 0, view.groups)).actions()
    assert "is drawn when the shuffle is sent" in script.text
    assert actions == (Decide(encode(Done())),)


async def test_only_what_the_owners_secrets_allow_is_called_legal() -> None:
    """SS-0.9: which groups are on which tokens decides what can be opened; others cannot tell."""
    game = new_game(builtin("wake-island"), ("SS",), {}, ((USA,), (JAPAN,)))
    referee = Referee(game, 3)
    view = referee.advance()
    assert view is not None
    script = Script("legal", "1", "send")
    (action,) = await Conversation(script, Staging(referee.run, 0, view.groups)).actions()
    assert isinstance(action, Decide)
    assert "  1  open a group of" in script.text
    assert "open with groups" not in script.text


async def test_help_explains_commands_as_well_as_the_words_of_the_rulebook() -> None:
    _, script = await talk(buying(), "help buy", "help goals", "help tracker", "help sends", "send")
    assert "buy: 2 infantry, tank; repair 2 Hawaii" in script.text
    assert "goals: victory conditions" in script.text
    assert "tracker: The tracker shows" in script.text
    assert 'there is no help on "sends"\n  is it send?' in script.text


async def test_prices_and_goals_can_be_looked_at_before_one_buys() -> None:
    """BG-5.1: what a unit costs; whoever has no rulebook at hand asks for it."""
    _, script = await talk(buying(), "units", "goals", "look", "status", "7", "send")
    assert "infantry      3  1/2/1" in script.text
    assert "Victory" in script.text
    assert "House rules: none" in script.text
    assert "which space?" in script.text
    assert "Round 1, USA: purchase" in script.text
    assert "no numbered answers are shown" in script.text


async def test_a_question_comes_with_what_one_has_to_know() -> None:
    """SS-0.8, BG-5.1, BG-10, BG-8.13: the printed fleet, the money, what is new, how many hits."""
    game = new_game(builtin("wake-island"), ("SS",), {}, ((USA,), (JAPAN,)))
    referee = Referee(game, 3)
    view = referee.advance()
    assert view is not None
    script = Script("open SZ Hawaii 4; SZ California 1", "buy 2 inf", "done")
    with contextlib.suppress(EOFError):
        await Conversation(script, Staging(referee.run, 0, view.groups)).actions()
    assert "you have 1 in SZ California, 4 in SZ Hawaii" in script.text
    assert "open SZ California 1; SZ Hawaii 4" in script.text
    _, script = await talk(buying(), "buy 2 inf", "done", "done")
    assert "you have 10 IPC" in script.text
    assert "new: 2 infantry" in script.text
    referee, view = wake_island(Casualties, JAPAN)
    script = Script()
    with contextlib.suppress(EOFError):
        await Conversation(script, Staging(referee.run, 1, view.groups)).actions()
    assert isinstance(view.decision, Casualties)
    hits = sum(count for count, _ in salvo(view.game, view.decision.role).hits)
    assert f"  {hits} {'hit' if hits == 1 else 'hits'}\n" in script.text


async def test_who_moved_for_nothing_is_told_with_its_place_once() -> None:
    """R6: a figure is called by where it stands now, so the reason need not say where it went."""
    referee, _ = wake_island(CombatMove)
    _, script = await talk(referee.run, "move destroyer SZ California > SZ East Pacific", "done")
    refused = "the destroyer in SZ East Pacific moved without a combat purpose; take it back"
    assert f"R6: {refused}" in script.text


async def test_legal_answers_are_told_once_and_can_be_looked_for() -> None:
    referee, view = wake_island(CombatMove)
    for line, word in (("legal", ""), ("legal fighter", "fighter")):
        script = Script(line)
        with contextlib.suppress(EOFError):
            await Conversation(script, Staging(referee.run, 0, view.groups)).actions()
        told = [line[4:].strip() for line in script.text.splitlines() if line[:4].strip().isdigit()]
        assert told
        assert all(word in answer for answer in told)
        assert len(set(told)) == len(told)


async def test_windows_are_given_up_and_the_game_too() -> None:
    actions, _ = await talk(buying(), "waive on", "buy nothing", "send")
    assert actions[0] == Waive(waived=True)
    actions, script = await talk(buying(), "resign", "no", "resign", "yes")
    assert actions == (Resign(),)
    assert "the tokens are dealt anew" in script.text, "what becomes of the tokens is said"


@pytest.mark.no_cover
async def test_every_decision_of_a_game_is_put_in_words() -> None:
    """Whatever can be asked has a question and, where there is a menu, legal answers in words."""
    kinds: set[type[Decision[object]]] = set()
    captains = {USA: Captain(1), JAPAN: Captain(2)}
    referee, _ = wake_island(ChooseSides, JAPAN)
    while (view := referee.advance()) is not None and view.game.round < 3:
        kinds.add(type(view.decision))
        script = Script("legal", "help")
        seat = view.game.seat_of(view.decision.power)
        with contextlib.suppress(EOFError):
            await Conversation(script, Staging(referee.run, seat, view.groups)).actions()
        assert view.decision.power in script.text
        referee.decide(view, captains[view.decision.power])
    assert len(kinds) > 8
