"""The conversation before there is a game (SPEC-16.5)."""

from dataclasses import replace

import pytest

from p2p.changes import FoundingStored, LobbyStored
from p2p.errors import LobbyError, PeerFault
from p2p.hosting import Hosting
from p2p.joining import Joining
from p2p.lobby import read_lobby
from p2p.lobby_protocol import LobbyProtocol, Reply
from p2p.messages import Consent, Found, Heads, Join, Message, Proposal, Seek, Sorry, read_message
from p2p.terms import sign_charter
from p2p.tickets import Ticket
from protocol.charter import MAX_SEATS
from protocol.founding import Founding
from tests.p2p.keys import identity, octets, phrase
from tests.p2p.test_lobby import ANN, BOB, EVE, HOST, called, full, hosting, joined, joining, signed


def host(lobby: Hosting, founding: Founding | None = None) -> LobbyProtocol:
    return LobbyProtocol(phrase("host"), lobby, founding)


def guest(lobby: Joining | None = None) -> LobbyProtocol:
    return LobbyProtocol(phrase("ann"), lobby or joining("ann", 1), None)


def said(replies: list[Reply]) -> list[tuple[str, bool]]:
    return [(reply.message.kind, reply.everybody) for reply in replies]


def proposal() -> Proposal:
    message = full().proposal
    assert message is not None
    return message


def test_a_caller_with_an_invite_is_let_in_and_remembered() -> None:
    reception = host(hosting())
    ticket = hosting().ticket(phrase("host"), 1)
    reception.admit(called(ANN, reception.table, ticket))
    (kept,) = reception.changes
    assert isinstance(kept, LobbyStored)
    assert read_lobby(kept.state) == reception.lobby
    reception.mark_written()
    reception.admit(called(ANN, reception.table, None))
    assert reception.changes == ()


def test_a_guest_that_listens_lets_only_the_host_in_before_the_game() -> None:
    reception = guest()
    reception.admit(called(HOST, reception.table, None, listener=ANN))
    with pytest.raises(LobbyError, match="does not belong"):
        reception.admit(called(BOB, reception.table, None, listener=ANN))


def test_once_the_game_is_founded_its_seats_may_come_in_everywhere() -> None:
    founding = signed().founding
    assert founding is not None
    reception = LobbyProtocol(phrase("ann"), joining("ann", 1), founding)
    reception.admit(called(BOB, reception.table, None, listener=ANN))
    with pytest.raises(LobbyError):
        reception.admit(called(EVE, reception.table, None, listener=ANN))


def test_we_know_whom_we_expect_where_we_call() -> None:
    founding = signed().founding
    assert founding is not None
    assert guest().expects(HOST.public)
    assert not guest().expects(EVE.public)
    back = Joining(invite=replace(joining("ann", 1).invite, ticket=None))
    assert guest(back).expects(BOB.public)
    assert not LobbyProtocol(phrase("ann"), back, founding).expects(EVE.public)
    assert LobbyProtocol(phrase("eve"), back, founding).expects(identity("dora").public)
    assert host(signed(), founding).expects(BOB.public)
    assert not host(signed(), founding).expects(EVE.public)
    assert not host(hosting()).expects(ANN.public)


def test_what_is_said_first() -> None:
    founding = signed().founding
    assert guest().greeting() == joined("ann")
    watching = Ticket(MAX_SEATS, octets("token", 16))
    watcher = Joining(invite=replace(joining("ann", 1).invite, ticket=watching))
    assert guest(watcher).greeting() == Seek()
    assert host(hosting()).greeting() is None
    assert host(full()).greeting() == proposal()
    assert host(signed(), founding).greeting() is None


def test_a_charter_is_proposed_to_all_when_the_last_guest_has_joined() -> None:
    lobby = replace(full(), guests={0: full().guests[0], 1: full().guests[1]})
    reception = host(lobby)
    assert said(reception.receive(ANN.public, joined("ann"))) == []
    assert said(reception.receive(BOB.public, joined("bob"))) == [("proposal", True)]
    assert said(reception.receive(BOB.public, joined("bob"))) == [("proposal", False)]


def test_the_host_signs_with_the_first_guest_and_founds_with_the_last() -> None:
    reception = host(full())
    charter = full().charter
    assert charter is not None
    anns, bobs = (Consent(signature=sign_charter(who, charter).raw) for who in (ANN, BOB))
    assert reception.receive(ANN.public, anns) == []
    assert isinstance(reception.lobby, Hosting)
    assert sorted(reception.lobby.consents) == [0, 1]
    assert said(reception.receive(BOB.public, bobs)) == [("found", True)]
    assert reception.founding is not None
    (kept,) = [change for change in reception.changes if isinstance(change, FoundingStored)]
    found = read_message(kept.record)
    assert isinstance(found, Found)
    for late in (joined("ann"), Seek(), anns):
        assert reception.receive(ANN.public, late) == [Reply(found)]


def test_a_watcher_waits_until_there_is_a_game() -> None:
    assert host(full()).receive(EVE.public, Seek()) == []


def test_a_watcher_who_hears_of_a_charter_waits_on() -> None:
    """SPEC-16.5: the host proposes to all who are there, and a watcher has nothing to sign."""
    ticket = Ticket(MAX_SEATS, octets("token", 16))
    watching = guest(Joining(invite=replace(joining("ann", 1).invite, ticket=ticket)))
    assert watching.receive(HOST.public, proposal()) == []
    assert watching.proposed is None
    assert watching.changes == ()
    with pytest.raises(PeerFault):
        watching.receive(BOB.public, proposal())


def test_a_guest_asks_its_player_once() -> None:
    reception = guest()
    assert reception.receive(HOST.public, proposal()) == []
    ((consent, everybody),) = [(r.message, r.everybody) for r in reception.agree()]
    assert isinstance(consent, Consent)
    assert everybody
    assert reception.proposed is None
    assert reception.receive(HOST.public, proposal()) == [Reply(consent)]
    with pytest.raises(LobbyError, match="no charter was proposed"):
        reception.agree()


def test_the_consent_is_on_the_disk_before_it_is_said() -> None:
    reception = guest()
    reception.receive(HOST.public, proposal())
    reception.agree()
    (kept,) = reception.changes
    assert isinstance(kept, LobbyStored)
    lobby = read_lobby(kept.state)
    assert isinstance(lobby, Joining)
    charter = signed().charter
    assert charter is not None
    assert lobby.agreed == charter.game_id


def test_a_guest_takes_the_founding_once() -> None:
    founding = signed().founding
    assert founding is not None
    reception = guest()
    reception.receive(HOST.public, proposal())
    reception.agree()
    reception.mark_written()
    (reply,) = host(signed(), founding).receive(ANN.public, Seek())
    assert reception.receive(HOST.public, reply.message) == []
    assert reception.founding == founding
    assert len(reception.changes) == 1
    assert reception.receive(HOST.public, reply.message) == []
    assert len(reception.changes) == 1


@pytest.mark.parametrize(
    "message",
    [
        proposal(),
        Sorry(reason="no reason"),
        Heads(game=octets("game"), places=((0, octets("game")),), held=()),
    ],
    ids=lambda message: message.kind,
)
def test_what_nobody_waits_for_ends_the_connection(message: Message) -> None:
    with pytest.raises(PeerFault, match=f"unexpected {message.kind}"):
        host(full()).receive(ANN.public, message)


def test_only_the_host_proposes() -> None:
    with pytest.raises(PeerFault, match="unexpected proposal"):
        guest().receive(BOB.public, proposal())


def test_a_guest_is_no_host() -> None:
    with pytest.raises(PeerFault, match="unexpected join"):
        guest().receive(BOB.public, Join(name="Bob", salt=octets("s"), dice_head=octets("h")))
    assert guest().guests == {}
    assert host(full()).guests[1].key == identity("ann").public
    assert host(full()).ticket is None
    assert guest().ticket == joining("ann", 1).invite.ticket
