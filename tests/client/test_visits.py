"""Play by correspondence: players who are never there together, and a keeper that always is."""

from pathlib import Path

import pytest

from client.scenarios import find
from protocol.audit import audit
from protocol.charter import DiceSetting
from protocol.identity import Identity
from protocol.logfile import write_log
from protocol.report import Level
from tests.client.visits import Visits, terms_of_days
from tests.protocol.sample import phrase

KEEPER = 2


@pytest.mark.parametrize("deposits", [True, False])
async def test_a_game_goes_on_though_no_two_players_are_there_together(
    tmp_path: Path, *, deposits: bool
) -> None:
    """Neither meeting somebody before signing (SPEC-16.9) nor dice (SPEC-7.5) need a player.

    Tokens need their owner, unless their openings are deposited (SPEC-19.3).
    """
    terms = terms_of_days(find("wake-island"), 2, deposits=deposits)
    visits = Visits(tmp_path, terms)
    table = await visits.play(rounds=2)
    assert table.charter.dice is DiceSetting.KEEPERS
    assert visits.met == {Identity.from_phrase(phrase(KEEPER)).public}
    assert visits.turns == 4
    assert set(visits.needing) <= (set() if deposits else {"openings: Reveal"})
    log = write_log(table.log)
    assert all(audit(log, level).verified for level in Level)
