"""`secret-subs rules`, `secret-subs odds convoy` and `secret-subs odds patrol`."""

import json
import re

import pytest

from client.cli import main


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 1
    return capsys.readouterr().err


def test_every_house_rule_is_listed_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "rules", "--scenario", "anniversary-1941")
    assert "DS  depth status: every submarine is surfaced" in text
    assert "cd_victory=scaled (scaled|unchanged|axis_wins)" in text
    assert "DS and SW: both say how submarines are found" in text
    assert "SS and CD: only tokens that are shown for the roll raid (ruling 3)" in text


def test_it_is_said_why_a_house_rule_cannot_be_played_here(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = output(capsys, "rules", "--scenario", "wake-island")
    assert re.search(r"CD  convoy disruption: .* - not here", text)
    assert "no convoy limits" in text
    text = output(capsys, "rules", "--scenario", "classic")
    assert re.search(r"SW  submarine warfare: .* - only with WD: ", text)
    assert "DS and SW: both say" in text


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("ds", "no house rule ds; write DS"),
        ("XX", "no house rule XX; there are SS, DS"),
        ("die=12", "die is a setting of DS: name that too"),
        ("DS,die", "die is a setting of DS: write die=value"),
        ("DS,die=13", "die=13: write one of 6, 12, 20"),
        ("WA=on", "WA is a house rule: write WA alone"),
        ("DS,die=6,die=12", "die is set twice, to 6 and to 12"),
        ("=3", "write a house rule's id, none, or name=value"),
        ("colour=red", "no option colour in this game"),
        ("WD", "this edition has destroyers"),
    ],
)
def test_what_is_badly_written_is_put_right(
    capsys: pytest.CaptureFixture[str], written: str, advice: str
) -> None:
    assert advice in complaint(capsys, "rules", "--rules", written)


def test_a_choice_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "rules", "--scenario", "anniversary-1942", "--rules", "SW,CD")
    assert "Secret Subs, submarine warfare, convoy disruption" in text
    assert "ruling 2" in text
    assert "sw_spot=3" in text
    refusal = complaint(capsys, "rules", "--rules", "DS,SW")
    assert "choose one" in refusal


def test_who_answers_what_a_rule_is_about(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "rules", "--who", "BG-8.14", "--rules", "DS")
    assert re.search(
        r"in_battle \(value, engine\.questions\.battle\)\n.*BG-8\.14.*\n"
        r"  1\. DS depth status \(engine\.variants\.depth\.module: DepthStatus\): .*\n"
        r"  2\. base game \(engine\.battle\.answers: BattleAnswers\): All of them\.",
        text,
    )
    alone = output(capsys, "rules", "--who", "in battle", "--rules", "none")
    assert "  1. base game" in alone
    assert "  2." not in alone


def test_bg_8_26_is_found_between_the_rules_that_a_question_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "territory_taken" in output(capsys, "rules", "--who", "BG-8.26")


def test_what_stands_after_an_answer_that_replaces_is_not_listed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = output(
        capsys, "rules", "--who", "may_ignore", "--scenario", "classic", "--rules", "none"
    )
    assert text.rstrip().endswith("It asks nobody after it.")
    assert "base game" not in text


@pytest.mark.parametrize(
    ("asked", "printed"),
    [
        ("BG-1.1", "No question is about BG-1.1: no house rule or edition answers it otherwise."),
        ("WR-2", "In this game no question is about WR-2: that is for WR resistance cells"),
    ],
)
def test_of_a_rule_that_nobody_answers_it_is_said_who_might(
    capsys: pytest.CaptureFixture[str], asked: str, printed: str
) -> None:
    assert printed in output(capsys, "rules", "--who", asked)


@pytest.mark.parametrize(
    ("asked", "advice"),
    [
        ("R999", 'the rulebook has no rule "R999"'),
        ("mayhit", "is it may_hit?"),
        ("zzz", "write a rule's number, as in BG-8.14"),
    ],
)
def test_what_is_no_question_is_put_right(
    capsys: pytest.CaptureFixture[str], asked: str, advice: str
) -> None:
    assert advice in complaint(capsys, "rules", "--who", asked)


def test_cd_7_the_table_of_the_best_placements(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "odds", "convoy")
    for line in ("4  1/1/1/1/0     5.47 %  7/128", "6  2/1/1/1/1    35.45 %  363/1024"):
        assert line in text


def test_cd_7_any_placement(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "odds", "convoy", "SZ 8=2", "SZ 2=2", "SZ 3=1", "SZ 6=1", "--json")
    (found,) = json.loads(text)
    assert found["chance"] == [9799, 36864]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("SZ 99=1",), "no sea zone SZ 99"),
        (("SZ 8=many",), "how many raiders"),
        (("SZ 8=1", "--raiders", "4"), "leave one of them out"),
        (("--raiders", "99"), "from 0 to 16"),
        (("--dice", "3"), "1 to 2 dice"),
        (("--power", "USA"), "only UK"),
        (("--scenario", "wake-island"), "no convoy limits"),
    ],
)
def test_invalid_questions_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], what: str
) -> None:
    assert what in complaint(capsys, "odds", "convoy", *arguments)


def test_sw_2_a_destroyer_halts_a_submarine_on_3(capsys: pytest.CaptureFixture[str]) -> None:
    """Two miss with 1/4; divided among two submarines they halt none with 1/4, both with 1/4."""
    text = output(capsys, "odds", "patrol", "2", "2")
    assert "2 destroyers against 2 submarines" in text
    assert "2/0   0: 25.00 %, 1: 75.00 %" in text
    assert "1/1   0: 25.00 %, 1: 50.00 %, 2: 25.00 %" in text
    (found,) = json.loads(output(capsys, "odds", "patrol", "3", "--json"))
    assert found == {"rolls": [3], "halted": [0.125, 0.875]}
    assert "from 1 to 12" in complaint(capsys, "odds", "patrol", "0")


def test_a_rule_of_the_rulebook_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """SS-4.0: by its number, in any case."""
    text = output(capsys, "rules", "--text", "ss-4.0")
    assert text.startswith("SS-4.0: When")
    assert "at any point in its turn" in text
    assert 'no rule "ss-9.9"' in complaint(capsys, "rules", "--text", "ss-9.9")
