"""Play by correspondence: players who are never there together, and a relay that keeps the game."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from client.scenarios import find
from p2p.relay.client import RelayAccess
from protocol.audit import audit
from protocol.charter import DiceSetting
from protocol.logfile import write_log
from protocol.report import Level
from tests.client.visits import Visits, terms_of_days
from tests.p2p.company import RelayProcess, answering


@pytest.fixture
async def keeping(tmp_path: Path) -> AsyncIterator[RelayAccess]:
    """A relay that keeps games, as people start it."""
    relay = RelayProcess("--hold", str(tmp_path / "held"), "--keeper")
    relay.start()
    await answering(relay.access)
    yield relay.access
    relay.kill()


@pytest.mark.parametrize("deposits", [True, False])
async def test_a_game_goes_on_though_no_two_players_are_there_together(
    tmp_path: Path, keeping: RelayAccess, *, deposits: bool
) -> None:
    """Neither meeting somebody before signing (SPEC-16.9) nor dice (SPEC-7.5) need a player.

    Tokens need their owner, unless their openings are deposited (SPEC-19.3).
    """
    terms = terms_of_days(find("wake-island"), 2, deposits=deposits)
    visits = Visits(tmp_path, terms, keeping)
    await visits.found()
    table = await visits.play(rounds=2)
    assert table.charter.dice is DiceSetting.KEEPERS
    assert len(visits.met) == 1, "the keeper, and nobody else"
    assert len(visits.turns) == 4
    assert set(visits.needing) <= (set() if deposits else {"openings: Reveal"})
    assert not visits.blamed
    log = write_log(table.log)
    assert all(audit(log, level).verified for level in Level)
