"""What players propose about one another (SPEC-18.6), at the keyboard and on the page alike."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from client.errors import ClientError
from client.presentation.notices import NoticeText
from client.seat.agreeing import awaited
from client.table import messages as said
from client.terminal.agreeing import agree
from p2p import runner
from p2p.events import StatementAccepted
from p2p.waiting import Remedy
from protocol.absence import MINUTES_PER_DAY
from tests.client.table.test_succession import session_of
from tests.p2p.running import Table3
from tests.p2p.test_succession import CID, DORA, EVE, begun, come, waits_for
from tests.protocol.sample import identity


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table3]:
    async with AsyncExitStack() as stack:
        yield Table3(tmp_path, stack)


async def test_about_one_player_one_thing_is_proposed_at_a_time(
    table: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is proposed for a seat cannot be proposed again, nor anybody else for it."""
    host = await begun(table)
    session = session_of(host)
    await table.stop("Cid")
    for who in (DORA, EVE):
        come(table, who, host.invite_successor(CID))
    await table.until(lambda: len(host.candidates) == 2 and waits_for(host, CID))
    bob = session_of(table.nodes["Bob"])
    await table.until(lambda: waits_for(table.nodes["Bob"], CID))
    assert len(awaited(table.nodes["Bob"])) == 1
    later = runner._minute() + 15 * MINUTES_PER_DAY
    monkeypatch.setattr(runner, "_minute", lambda: later)

    def may_agree() -> bool:
        ((at_keyboard,), (on_page,)) = awaited(host), session.picture().table.waits
        assert (Remedy.AGREE in at_keyboard.remedies) == ("agree" in on_page.remedies)
        return "agree" in on_page.remedies

    assert not any(one.proposed for one in session.picture().table.candidates)
    assert may_agree()
    list(agree("propose", "player Dora", host, session.observer))
    session.changes.notify()
    assert all(one.proposed for one in session.picture().table.candidates)
    assert not may_agree()
    for words in ("player Dora", "player Eve", "draw without Cid"):
        with pytest.raises(ClientError, match="about Cid is proposed already") as refused:
            list(agree("propose", words, host, session.observer))
        assert refused.value.advice == "withdraw that first"
    eve = identity(EVE).public.raw.hex()
    with pytest.raises(ClientError, match="about Cid is proposed already"):
        await session.carry_out(said.ProposePlayer(type="replace", id=1, key=eve))
    (one,) = session.picture().table.proposals
    assert one.can == ("withdraw",)
    shown = "\n".join(agree("proposals", "", host, session.observer))
    assert "you can withdraw it (`refuse 1`) or `remind` who has yet to sign" in shown
    await table.until(lambda: bool(table.nodes["Bob"].proposals))
    shown = "\n".join(agree("proposals", "", table.nodes["Bob"], bob.observer))
    assert "you can `accept 1` or `refuse 1`" in shown
    with pytest.raises(ClientError, match="about Cid is proposed already") as refused:
        list(agree("propose", "draw without Cid", table.nodes["Bob"], bob.observer))
    assert refused.value.advice == "sign it, or refuse it first"
    await session.carry_out(said.Refuse(type="refuse", id=2, proposal=one.id))
    assert not any(each.proposed for each in session.picture().table.candidates)
    (proposed, *_) = host.proposals
    assert host.table is not None
    (refusal,) = host.table.log.heard.refusals(proposed.proposal.statement.listed)
    (told,) = NoticeText(session.observer).lines(StatementAccepted(refusal), ())
    assert told.endswith(" withdraws the proposal")
    await session.carry_out(said.ProposePlayer(type="replace", id=3, key=eve))
    assert len(host.proposals) == 2
    (said_here,) = agree("refuse", "2", host, session.observer)
    assert said_here == "It is withdrawn: it cannot be agreed on any more."
    assert [one.withdrawn for one in session.picture().table.proposals] == [True, True]
