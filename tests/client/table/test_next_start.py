"""What a player changes on the page of how others find it, for the next start."""

from dataclasses import replace
from pathlib import Path

import pytest

from client.errors import ClientError
from client.schema.table import NextStart
from client.table import messages as said
from client.table.page_requests import carry_out
from client.table.painting import paint
from p2p.meeting import Meeting
from tests.client.table.test_strangers import listed_table, looking_on


async def test_router_and_who_vouches_are_changed_for_the_next_start(tmp_path: Path) -> None:
    async with listed_table(tmp_path) as (_, host, _):
        state = looking_on(host, tmp_path)
        assert paint(state).table.next_start is None, "nobody calls, and nothing is kept yet"
        state.memo.keep(replace(state.memo.memo, address="ann.example.org:7777"))
        assert paint(state).table.next_start == NextStart(router=False, holders=False)
        plan = said.PlanStart(type="plan_start", id=1, router=True, holders=True)
        await carry_out(state, plan)
        assert state.memo.memo.upnp
        assert state.memo.memo.meeting is Meeting.HOLDERS
        assert paint(state).table.next_start == NextStart(router=True, holders=True)
        state.memo.keep(replace(state.memo.memo, address="", upnp=False))
        assert paint(state).table.next_start == NextStart(router=None, holders=True)
        with pytest.raises(ClientError, match="your router can open an address alone"):
            await carry_out(state, plan)
