"""Nobody signs a charter that their own program cannot play (SPEC-10.1)."""

from dataclasses import replace

import pytest

from client.seat.consent import objection
from p2p.lobby_protocol import Proposed
from protocol.charter import Charter
from tests.protocol.test_wake_island import SOURCE, charter

UNPLAYABLE: dict[str, tuple[Charter, bytes]] = {
    "another version of the rules": (replace(charter(), rules_version=3), SOURCE),
    "an unknown house rule": (replace(charter(), modules=("XX",)), SOURCE),
    "an unknown option": (replace(charter(), options=(("colour", "red"),)), SOURCE),
    "a scenario that is none": (charter(), b"no scenario at all"),
}


def test_a_charter_that_can_be_played_meets_no_objection() -> None:
    assert objection(Proposed(charter(), SOURCE), None) is None


@pytest.mark.parametrize("name", UNPLAYABLE)
def test_a_charter_that_cannot_be_played_is_not_signed(name: str) -> None:
    assert (objection(Proposed(*UNPLAYABLE[name]), None) or "").startswith("not signed, ")
