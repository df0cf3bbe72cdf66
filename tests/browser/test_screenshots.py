"""The list of screenshots tells which there are."""

from pathlib import Path

from tests.browser.screenshots import LOOKS, SMALL, STATES, listed

_LIST = Path(__file__).parents[2] / "docs" / "screenshots.md"


def test_the_list_has_every_state_and_how_many_pictures_there_are() -> None:
    told = _LIST.read_text(encoding="utf-8")
    assert listed() in told
    assert f"takes {sum(len(state.looks) for state in STATES.values())} pictures" in told
    assert all(state.looks in (LOOKS, SMALL) for state in STATES.values())


def test_the_looks_are_four_sizes_in_light_and_in_dark() -> None:
    assert {(look.wide, look.high) for look in LOOKS} == {
        (1366, 768),
        (1920, 1080),
        (2560, 1440),
        (390, 844),
    }
    assert len({look.name for look in LOOKS}) == len(LOOKS) == 8
