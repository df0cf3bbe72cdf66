"""SPEC-16.4: the host takes back an invite, and removes who has used it, until the game begins."""

import asyncio
from dataclasses import replace

import pytest

from p2p.address import Address
from p2p.errors import LobbyError
from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.lobby_protocol import Proposed
from p2p.messages import Proposal
from p2p.player import Disconnected, GameStarted, InviteWithdrawn, SeatTaken
from p2p.terms import Terms, guest_of, sign_charter
from p2p.tickets import PLACES
from p2p.ways import Lan
from protocol.charter import MAX_SEATS, DiceSetting
from protocol.identity import Phrase
from tests.p2p import party
from tests.p2p.keys import octets
from tests.p2p.running import Table3
from tests.p2p.test_lobby import ANN, BOB, admitted, full, hosting, joined
from tests.patience import PATIENCE
from tests.protocol.sample import identity, phrase

NEW = 1 + PLACES
"""The number of the second invite to seat 1."""


class Reading(party.Drawing):
    """A player who is still reading the charter."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.shown: list[Proposed] = []
        self.done = asyncio.Event()

    async def consents(self, proposed: Proposed) -> bool:
        self.shown.append(proposed)
        self.noticed.set()
        await self.done.wait()
        return True


def told(made: Table3, name: str) -> list[str]:
    return [notice.reason for notice in made.notices(name, Disconnected) if notice.refused]


# --- as values ------------------------------------------------------------------------------------


def test_an_invite_that_nobody_used_is_taken_back() -> None:
    lobby = hosting().withdraw(1)
    assert lobby.invited == (NEW, 2)
    with pytest.raises(LobbyError, match="not invited"):
        admitted(lobby, ANN, 1)
    assert admitted(lobby, ANN, NEW).seat_of(ANN.public) == 1


def test_who_was_removed_comes_in_only_to_be_told() -> None:
    lobby = admitted(hosting(), ANN, 1).join(ANN.public, joined("ann")).withdraw(1)
    assert 1 not in lobby.guests
    for number in (None, 1):
        assert admitted(lobby, ANN, number) == lobby
    assert "taken back" in lobby.farewell(ANN.public)
    assert lobby.farewell(BOB.public) == ""
    with pytest.raises(LobbyError, match="not invited to a seat"):
        lobby.join(ANN.public, joined("ann"))


def test_who_was_removed_can_be_invited_again() -> None:
    lobby = admitted(admitted(hosting(), ANN, 1).withdraw(1), ANN, NEW)
    assert lobby.farewell(ANN.public) == ""
    assert lobby.join(ANN.public, joined("ann")).guests[1].name == "Ann"


def test_a_spectator_is_removed_and_nobody_else() -> None:
    lobby = full()
    watched = replace(lobby, watchers=1)
    watched = admitted(watched, identity(0), MAX_SEATS).withdraw(MAX_SEATS)
    assert watched.guests == lobby.guests
    assert watched.invited == (1, 2, MAX_SEATS + PLACES)
    assert watched.farewell(identity(0).public)


@pytest.mark.parametrize("place", [0, 3, MAX_SEATS, NEW])
def test_where_nobody_is_invited_nothing_is_taken_back(place: int) -> None:
    """Not the host's own seat, a seat too many, a watcher too many, nor by an old number."""
    with pytest.raises(LobbyError, match="no invite"):
        hosting().withdraw(place)


def test_a_charter_that_some_have_signed_is_void_with_a_removal() -> None:
    """Who signed it brings another dice chain; the host may go on, and so may who did not sign."""
    lobby = full()
    charter = lobby.charter
    assert charter is not None
    lobby = lobby.consent(ANN.public, sign_charter(ANN, charter).raw).withdraw(2)
    assert (set(lobby.guests), lobby.consents) == ({0}, {})
    with pytest.raises(LobbyError, match="is void"):
        lobby.join(ANN.public, joined("ann"))
    fresh = joined("ann").model_copy(update={"dice_head": octets("another chain")})
    assert lobby.join(ANN.public, fresh).guests[1].dice_head == octets("another chain")


def test_once_an_invite_is_taken_back_guests_may_bring_something_else_until_somebody_signs() -> (
    None
):
    """Else a guest who signs what has just become void could not come back."""
    lobby = replace(full(), withdrawn={MAX_SEATS: 1})
    fresh = joined("ann").model_copy(update={"dice_head": octets("another chain")})
    again = lobby.join(ANN.public, fresh)
    assert again.guests[1].dice_head == octets("another chain")
    charter = again.charter
    assert charter is not None
    signed = again.consent(BOB.public, sign_charter(BOB, charter).raw)
    with pytest.raises(LobbyError, match="taken by Ann"):
        signed.join(ANN.public, joined("ann"))


# --- among nodes ----------------------------------------------------------------------------------


async def test_a_guest_is_removed_and_told_and_another_plays(made: Table3) -> None:
    host = await made.host()
    made.guest(1)
    await made.until(lambda: bool(made.notices("host", SeatTaken)))
    host.withdraw(1)
    await made.until(lambda: bool(told(made, "Bob")))
    assert "the host has taken back your invite" in told(made, "Bob")[0]
    assert made.notices("host", InviteWithdrawn) == [InviteWithdrawn(1, {1: "Bob"})]
    await made.stop("Bob")

    again = Joining(invite=party.invite(1, made.port), guest=party.guest(1))
    made.run("again", party.joining_store(made.home / "a.db", again, phrase(1)), phrase(1))
    thief = Joining(invite=party.invite(1, made.port), guest=party.guest(2))
    made.run("thief", party.joining_store(made.home / "t.db", thief, phrase(2)), phrase(2))
    await made.until(
        lambda: bool(told(made, "again")) and bool(made.notices("thief", Disconnected))
    )
    assert "taken back your invite" in told(made, "again")[0]
    assert told(made, "thief") == [], "strangers are dropped without a word"
    for name in ("again", "thief"):
        await made.stop(name)

    fourth = Phrase(octets("a fourth player"))
    link = renewed_link(host.lobby, made.port)
    dan = guest_of(fourth, party.NONCE, "Dan", octets("dan's salt"))
    store = party.joining_store(made.home / "dan.db", Joining(invite=link, guest=dan), fourth)
    made.run("Dan", store, fourth)
    made.guest(2)
    await made.until(lambda: all(made.notices(name, GameStarted) for name in ("Dan", "Cid")))
    with pytest.raises(LobbyError, match="the game has begun"):
        host.withdraw(1)


def renewed_link(lobby: Hosting | Joining, port: int, number: int = NEW) -> Invite:
    assert isinstance(lobby, Hosting)
    ticket = lobby.ticket(phrase(0), number)
    return Invite(identity(0).public, party.NONCE, ticket, (Lan(Address("127.0.0.1", port)),))


async def test_who_never_signs_is_removed_and_who_has_signed_joins_again(made: Table3) -> None:
    host = await made.host()
    made.guest(1)
    slow = Reading(0)
    made.guest(2, player=slow)
    async with asyncio.timeout(PATIENCE):
        while not (isinstance(host.lobby, Hosting) and 1 in host.lobby.consents):  # noqa: ASYNC110 (no notice tells of it)
            await asyncio.sleep(0.01)
    host.withdraw(2)
    await made.until(lambda: bool(told(made, "Bob")) and bool(told(made, "Cid")))
    assert "is void" in told(made, "Bob")[0]
    assert "taken back your invite" in told(made, "Cid")[0]
    for name in ("Bob", "Cid"):
        await made.stop(name)
    bob = guest_of(phrase(1), party.NONCE, "Bob", octets("another salt"))
    lobby = Joining(invite=party.invite(1, made.port), guest=bob)
    made.run("Bob", party.joining_store(made.home / "b2.db", lobby, phrase(1)), phrase(1))
    link = renewed_link(host.lobby, made.port, 2 + PLACES)
    cid = Joining(invite=link, guest=party.guest(2))
    made.run("Cid", party.joining_store(made.home / "c2.db", cid, phrase(2)), phrase(2))
    await made.until(lambda: all(made.notices(name, GameStarted) for name in ("Bob", "Cid")))


async def test_what_is_signed_is_what_was_read(made: Table3) -> None:
    """A host cannot put another charter in the place of the one that a player agrees to."""
    host = await made.host()
    reader = Reading(0)
    bob = made.guest(1, player=reader)
    made.guest(2, player=Reading(1))
    await made.until(lambda: len(reader.shown) == 1)
    other: Terms = replace(party.TERMS, dice=DiceSetting.ALL)
    assert isinstance(host.lobby, Hosting)
    swapped = replace(host.lobby, terms=other).proposal
    assert isinstance(swapped, Proposal)
    bob._runner.lobby.receive(identity(0).public, swapped)
    reader.done.set()
    await made.until(lambda: len(reader.shown) == 2)
    assert reader.shown[0].charter.dice is DiceSetting.SIDES
    assert reader.shown[1].charter.dice is DiceSetting.ALL
