"""First instructions that a host lays down on the set-up page (BG-3.4)."""

import pytest

from client.errors import ClientError
from client.table.draft import ScenarioCatalog, draft_view, opened
from client.table.entering import DraftGame, GivenInstructions
from client.tables import opening
from engine.board import Power
from engine.instructions import Instructions, Standing


def given(**changes: object) -> GivenInstructions:
    nothing = {
        "losses": (),
        "keep_land_unit": False,
        "two_hit_ships": "first",
        "groups": "smallest",
        "submerge": "ask",
        "zones": {},
        "intercept": "ask",
        "patrol": "ask",
        "landing": "ask",
        "divide_evenly": False,
        "windows": "none",
    }
    return GivenInstructions.model_validate({**nothing, **changes})


def draft(**instructions: GivenInstructions) -> DraftGame:
    return DraftGame(scenario="wake-island", instructions=instructions)


def test_those_of_the_hosts_own_powers_stand_in_the_charter() -> None:
    asked = draft(USA=given(submerge="never"), Japan=given(submerge="always"))
    terms = opened(asked, ScenarioCatalog(), 0)
    assert opening(terms).instructions == {Power("USA"): Instructions(submerge=Standing.NEVER)}


def test_the_draft_says_them_back_with_what_they_can_name() -> None:
    view = draft_view(draft(USA=given(submerge="never")), ScenarioCatalog())
    assert view.instructions["USA"].words
    assert view.instructions["Japan"].words == ""
    assert "fighter" in view.units
    assert view.zones
    assert "Midway" not in view.zones


def test_what_the_scenario_does_not_have_is_refused() -> None:
    with pytest.raises(ClientError, match="zeppelin"):
        opened(draft(USA=given(losses=("zeppelin",))), ScenarioCatalog(), 0)
