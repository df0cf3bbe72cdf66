"""What a host's terms are for a game by correspondence."""

import argparse
from pathlib import Path

import pytest

from client.commands import host
from client.commands.common import terms_from
from client.commands.host import advise
from client.commands.parser import Parser
from client.home import Home
from client.pace import Pace, proposed_instructions, usual_terms
from client.reminding import keep_addresses
from client.table.draft import FIRST, ScenarioCatalog, opened, redrafted
from client.tables import opening
from engine.instructing import read_instructions
from engine.loading import builtin, builtin_names
from engine.records import encode
from engine.setup import new_game
from protocol.charter import ABSENCE, DiceSetting, WindowsStart


def asked(*words: str) -> argparse.Namespace:
    command = Parser()
    host.configure(command)
    return command.parse_args(words)


def test_by_correspondence_nobody_need_be_there_but_who_plays() -> None:
    terms = terms_from(asked("--pace", "days"))
    assert terms.windows_start is WindowsStart.WAIVED
    assert (terms.keepers, terms.dice) == (1, DiceSetting.KEEPERS)
    assert {power for power, _ in terms.instructions} == {"USA", "Japan"}
    assert terms.absence > ABSENCE


def test_live_everybody_is_asked() -> None:
    terms = terms_from(asked())
    assert terms.windows_start is WindowsStart.ASKED
    assert (terms.keepers, terms.absence, terms.instructions) == (0, ABSENCE, ())


def test_what_the_host_says_goes_before_the_pace() -> None:
    words = ("--pace", "days", "--keepers", "0", "--windows", "asked", "--absence", "3")
    terms = terms_from(asked(*words))
    assert terms.windows_start is WindowsStart.ASKED
    assert (terms.keepers, terms.dice, terms.absence) == (0, DiceSetting.SIDES, 3)


@pytest.mark.parametrize("name", builtin_names())
def test_proposed_instructions_can_stand_in_every_scenario(name: str) -> None:
    chosen = builtin(name)
    game = new_game(chosen, ("SS",), {}, chosen.seatings[min(chosen.seatings)])
    for power, left in proposed_instructions(chosen).items():
        assert read_instructions(game, power, encode(left)) == left


def test_a_page_that_changes_the_pace_gets_its_usual_terms() -> None:
    catalog = ScenarioCatalog()
    slow = redrafted(FIRST.model_copy(update={"pace": "days"}), FIRST, catalog)
    terms = opened(slow, catalog, 0)
    assert (terms.windows_start, terms.keepers) == (WindowsStart.WAIVED, 1)
    assert opening(terms).instructions == proposed_instructions(builtin("wake-island"))
    again = redrafted(slow.model_copy(update={"pace": "live"}), slow, catalog)
    assert again == FIRST


def test_what_was_changed_at_a_pace_stays() -> None:
    catalog = ScenarioCatalog()
    slow = redrafted(FIRST.model_copy(update={"pace": "days"}), FIRST, catalog)
    alone = slow.model_copy(update={"keepers": 0, "instructions": {}})
    assert redrafted(alone, slow, catalog) == alone


def test_another_scenario_gets_instructions_for_its_own_powers() -> None:
    catalog = ScenarioCatalog()
    slow = redrafted(FIRST.model_copy(update={"pace": "days"}), FIRST, catalog)
    other = slow.model_copy(update={"scenario": "classic"})
    assert set(redrafted(other, slow, catalog).instructions) == set(builtin("classic").powers)


def test_every_pace_has_terms() -> None:
    assert [usual_terms(pace).instructed for pace in Pace] == [False, True]


@pytest.mark.parametrize(
    ("keepers", "said"), [(1, "secret-subs keep LINK"), (0, "every roll waits")]
)
def test_the_host_is_told_what_else_it_takes(
    keepers: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(tmp_path)
    terms = terms_from(asked("--pace", "days", "--keepers", str(keepers)))
    advise(home, terms)
    told = capsys.readouterr().out
    assert said in told
    assert "Nobody reminds you" in told
    keep_addresses(home.reminders, ["ntfy://topic"])
    advise(home, terms)
    assert "Nobody reminds you" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), True),
        (("--deposits",), False),
        (("--keepers", "0"), False),
    ],
)
def test_the_host_is_told_what_tokens_wait_for(
    words: tuple[str, ...], told: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Deposits are proposed, and nobody's without being asked for (SPEC-19)."""
    terms = terms_from(asked("--pace", "days", *words))
    assert terms.deposits is ("--deposits" in words)
    advise(Home(tmp_path), terms)
    assert ("--deposits" in capsys.readouterr().out) is told
