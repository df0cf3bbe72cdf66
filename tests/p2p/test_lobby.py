"""From a table to a charter that all have signed (SPEC-16.5)."""

from dataclasses import replace

import pytest

from p2p.address import Address
from p2p.channel import Dialed, Introduced, Listening
from p2p.errors import BadStore, LobbyError
from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.lobby import read_found, read_lobby, write_found, write_lobby
from p2p.messages import Join, Proposal
from p2p.terms import Guest, Terms, guest_of, seat_with, sign_charter
from p2p.tickets import Ticket
from p2p.ways import Lan
from protocol.charter import MAX_SEATS, Charter, DiceSetting, Secrecy, WindowsStart, table_id
from protocol.dice import ChainName, DiceChain
from protocol.identity import Identity
from protocol.questions import FIRST
from tests.p2p.keys import fresh, identity, octets, phrase

HOST, ANN, BOB, EVE = (identity(name) for name in ("host", "ann", "bob", "eve"))
PHRASE, NONCE = phrase("host"), octets("nonce")

TERMS = Terms(
    rules_version=2,
    scenario="wake-island",
    text=b"# the scenario's text",
    modules=("SS",),
    options=(("shuffle_markers", "exact"),),
    secrecy=Secrecy.HASHED,
    dice=DiceSetting.SIDES,
    windows_start=WindowsStart.ASKED,
    nonce=NONCE,
    seats=(("Japan",), ("United States",), ("United Kingdom", "ANZAC")),
)


def guest(name: str) -> Guest:
    """A guest whose dice head is not that of a real chain: the lobby does not look into it."""
    return Guest(name.title(), identity(name).public, octets(f"{name} salt"), octets(f"{name} h0"))


def hosting(watchers: int = 0) -> Hosting:
    return Hosting.open(TERMS, 0, guest("host"), watchers)


def called(
    who: Identity, table: bytes, ticket: Ticket | None, listener: Identity = HOST
) -> Introduced:
    """The host, or another listener, hears a caller."""
    dialed, one = Dialed.begin(who, table, fresh("caller"), ticket)
    listening, two = Listening.called(listener, table, fresh("host"), one)
    _, three = dialed.greeted(two)
    return listening.introduced(three)


def admitted(lobby: Hosting, who: Identity, number: int | None) -> Hosting:
    ticket = None if number is None else lobby.ticket(PHRASE, number)
    introduced = called(who, lobby.table, ticket)
    return lobby.admit(PHRASE, introduced.caller, introduced.proof)


def joined(name: str) -> Join:
    one = guest(name)
    return Join(name=one.name, salt=one.salt, dice_head=one.dice_head)


def joining(name: str, number: int) -> Joining:
    link = Invite(
        HOST.public, NONCE, hosting().ticket(PHRASE, number), (Lan(Address("localhost", 1)),)
    )
    return Joining(invite=link, guest=guest(name))


def full() -> Hosting:
    lobby = admitted(admitted(hosting(), ANN, 1), BOB, 2)
    return lobby.join(ANN.public, joined("ann")).join(BOB.public, joined("bob"))


def signed() -> Hosting:
    lobby = full()
    charter = lobby.charter
    assert charter is not None
    for who in (HOST, ANN, BOB):
        lobby = lobby.consent(who.public, sign_charter(who, charter).raw)
    return lobby


def proposal() -> Proposal:
    message = full().proposal
    assert message is not None
    return message


# --- who may come in ------------------------------------------------------------------------------


def test_a_table_is_named_by_host_and_nonce() -> None:
    assert hosting().table == table_id(HOST.public, NONCE)


def test_there_is_an_invite_for_each_other_seat_and_each_watcher() -> None:
    assert hosting(watchers=2).invited == (1, 2, MAX_SEATS, MAX_SEATS + 1)


def test_an_invite_lets_its_holder_in() -> None:
    lobby = admitted(hosting(), ANN, 1)
    assert lobby.seat_of(ANN.public) == 1


def test_who_came_in_once_comes_in_again_without_the_invite() -> None:
    lobby = admitted(hosting(), ANN, 1)
    assert admitted(lobby, ANN, None) == lobby
    assert admitted(lobby, ANN, 1) == lobby


def test_an_invite_belongs_to_the_first_key_that_proves_it() -> None:
    lobby = admitted(hosting(), EVE, 1)
    with pytest.raises(LobbyError, match="ask the player which key is theirs") as refusal:
        admitted(lobby, ANN, 1)
    assert EVE.public.fingerprint in str(refusal.value)
    assert ANN.public.fingerprint in str(refusal.value)


def test_a_stranger_stays_outside() -> None:
    with pytest.raises(LobbyError, match="not invited"):
        admitted(hosting(), EVE, None)


@pytest.mark.parametrize("number", [0, 3, MAX_SEATS, 999])
def test_an_invite_that_was_never_made_is_none(number: int) -> None:
    """Not for the host's own seat, a seat too many, or a watcher too many."""
    with pytest.raises(LobbyError, match="not invited"):
        admitted(hosting(), EVE, number)


def test_another_invite_cannot_be_guessed_from_ones_own() -> None:
    lobby = hosting()
    ticket = Ticket(2, lobby.ticket(PHRASE, 1).token)
    introduced = called(EVE, lobby.table, ticket)
    with pytest.raises(LobbyError, match="cannot prove the invite"):
        lobby.admit(PHRASE, introduced.caller, introduced.proof)


def test_invite_replay_at_the_listener() -> None:
    """What Ann proved in one handshake proves nothing for Eve's key, nor in another handshake."""
    lobby = hosting()
    proof = called(ANN, lobby.table, lobby.ticket(PHRASE, 1)).proof
    assert proof is not None
    stolen = replace(proof, _caller=EVE.public)
    with pytest.raises(LobbyError, match="cannot prove"):
        lobby.admit(PHRASE, EVE.public, stolen)


# --- who sits where -------------------------------------------------------------------------------


def test_a_guest_takes_the_seat_of_its_invite() -> None:
    lobby = admitted(hosting(), ANN, 1).join(ANN.public, joined("ann"))
    assert lobby.guests[1] == guest("ann")
    assert lobby.join(ANN.public, joined("ann")) == lobby


def test_a_guest_cannot_change_what_it_brought() -> None:
    """Each time the charter would be sent to all once more, and be read by all."""
    lobby = admitted(hosting(), ANN, 1).join(ANN.public, joined("ann"))
    with pytest.raises(LobbyError, match="taken by Ann"):
        lobby.join(ANN.public, Join(name="Ann", salt=octets("other"), dice_head=octets("h")))


def test_two_players_have_two_names() -> None:
    lobby = admitted(hosting(), ANN, 1)
    with pytest.raises(LobbyError, match="choose another"):
        lobby.join(ANN.public, Join(name="Host", salt=octets("s"), dice_head=octets("h")))


def test_two_names_do_not_look_alike() -> None:
    """The guest is told which name it looks like, in characters that can be told apart."""
    lobby = admitted(hosting(), ANN, 1)
    message = Join(name="H\u043est", salt=octets("s"), dice_head=octets("h"))
    with pytest.raises(LobbyError, match=r"'H\\u043est' looks like 'Host'.*choose another"):
        lobby.join(ANN.public, message)


@pytest.mark.parametrize("name", ["", " Bob", "Bob\n", "B" * 41, "\u202eBob", "\u3164", "\u2800"])
def test_a_name_is_a_label(name: str) -> None:
    lobby = admitted(hosting(), ANN, 1)
    message = joined("ann").model_copy(update={"name": name})
    with pytest.raises(LobbyError, match="no charter can seat"):
        lobby.join(ANN.public, message)


@pytest.mark.parametrize("what", ["salt", "dice_head"])
def test_nobody_copies_what_another_brought(what: str) -> None:
    lobby = admitted(admitted(hosting(), ANN, 1), BOB, 2).join(ANN.public, joined("ann"))
    copied = joined("bob").model_copy(update={what: getattr(joined("ann"), what)})
    with pytest.raises(LobbyError, match="no charter can seat"):
        lobby.join(BOB.public, copied)
    assert lobby.join(BOB.public, joined("bob")).charter is not None


def test_a_watcher_has_no_seat() -> None:
    lobby = admitted(hosting(watchers=1), EVE, MAX_SEATS)
    with pytest.raises(LobbyError, match="not invited to a seat"):
        lobby.join(EVE.public, joined("eve"))


def test_the_host_sits_in_a_seat_of_the_game() -> None:
    with pytest.raises(LobbyError, match="no seat 3"):
        Hosting.open(TERMS, 3, guest("host"))


def test_a_guest_brings_the_head_of_its_own_dice_chain() -> None:
    brought = guest_of(phrase("ann"), NONCE, "Ann", octets("salt"))
    chain = DiceChain(phrase("ann"), ChainName(NONCE, ANN.public, octets("salt"), FIRST))
    assert brought == Guest("Ann", ANN.public, octets("salt"), chain.head)


# --- what all sign --------------------------------------------------------------------------------


def test_a_charter_is_proposed_when_all_seats_are_taken() -> None:
    lobby = admitted(hosting(), ANN, 1).join(ANN.public, joined("ann"))
    assert lobby.charter is None
    assert lobby.proposal is None
    charter = full().charter
    assert charter is not None
    assert [seat.name for seat in charter.seats] == ["Host", "Ann", "Bob"]
    assert [seat.powers for seat in charter.seats] == list(TERMS.seats)
    assert Charter.from_bytes(proposal().charter) == charter
    assert proposal().scenario == TERMS.text


def test_the_game_is_founded_when_all_have_signed() -> None:
    lobby = signed()
    founding = lobby.founding
    assert founding is not None
    assert read_found(write_found(founding)) == founding
    assert replace(lobby, consents={0: lobby.consents[0]}).founding is None


def test_a_signature_comes_from_its_own_seat() -> None:
    charter = full().charter
    assert charter is not None
    with pytest.raises(LobbyError, match="sent the signature of seat 1"):
        full().consent(BOB.public, sign_charter(ANN, charter).raw)


def test_a_forged_or_malformed_signature_is_refused() -> None:
    charter = full().charter
    assert charter is not None
    other = replace(charter, nonce=octets("another nonce"))
    for raw in (b"", sign_charter(ANN, charter).raw[:-1] + b"0", sign_charter(ANN, other).raw):
        with pytest.raises(LobbyError, match="did not sign the charter"):
            full().consent(ANN.public, raw)
    with pytest.raises(LobbyError, match="can be signed once"):
        hosting().consent(ANN.public, sign_charter(ANN, charter).raw)


def test_who_has_no_seat_signs_nothing() -> None:
    charter = full().charter
    assert charter is not None
    assert seat_with(EVE.public, charter) is None
    with pytest.raises(LobbyError, match="no seat"):
        sign_charter(EVE, charter)


# --- the guest's side -----------------------------------------------------------------------------


def test_a_guest_says_what_it_brings() -> None:
    assert joining("ann", 1).join() == joined("ann")


def test_a_guest_reviews_agrees_and_accepts() -> None:
    guest_side = joining("ann", 1)
    charter = guest_side.review(proposal())
    guest_side = guest_side.agree(charter)
    assert guest_side.review(proposal()) == charter
    founding = signed().founding
    assert founding is not None
    guest_side.accept(founding, ANN.public)


def altered(**fields: object) -> Proposal:
    charter = full().charter
    assert charter is not None
    changed = replace(charter, **fields)  # type: ignore[arg-type]  # any field of any type
    return Proposal(charter=changed.to_bytes(), scenario=TERMS.text)


def seats_with(**fields: object) -> Proposal:
    """Ann's seat is not as she joined."""
    charter = full().charter
    assert charter is not None
    seats = list(charter.seats)
    seats[1] = replace(seats[1], **fields)  # type: ignore[arg-type]  # any field of any type
    return altered(seats=tuple(seats))


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        (Proposal(charter=b"junk", scenario=b""), "unusable"),
        (altered(nonce=octets("another")), "different tables"),
        (seats_with(name="Anna"), "does not seat this player as it joined"),
        (seats_with(salt=octets("other")), "does not seat this player as it joined"),
        (seats_with(dice_head=octets("other")), "does not seat this player as it joined"),
        (seats_with(key=EVE.public), "does not seat this player as it joined"),
        (Proposal(charter=proposal().charter, scenario=b"another"), "not the one"),
    ],
)
def test_a_charter_that_was_not_agreed_is_not_signed(message: Proposal, complaint: str) -> None:
    with pytest.raises(LobbyError, match=complaint):
        joining("ann", 1).review(message)


def test_a_table_without_its_host_is_another_table() -> None:
    charter = full().charter
    assert charter is not None
    seats = (replace(charter.seats[0], key=EVE.public), *charter.seats[1:])
    with pytest.raises(LobbyError, match="different tables"):
        joining("ann", 1).review(altered(seats=seats))


def test_nobody_signs_two_charters_of_one_table() -> None:
    """Else the dice chain would serve two games, and one would tell the dice of the other."""
    guest_side = joining("ann", 1)
    guest_side = guest_side.agree(guest_side.review(proposal()))
    with pytest.raises(LobbyError, match="signed another charter"):
        guest_side.review(altered(dice=DiceSetting.ALL))


def test_a_game_is_accepted_only_on_the_charter_that_was_signed() -> None:
    founding = signed().founding
    assert founding is not None
    with pytest.raises(LobbyError, match="did not sign"):
        joining("ann", 1).accept(founding, ANN.public)


def test_a_watcher_accepts_the_founding_of_its_table() -> None:
    ticket = hosting(watchers=1).ticket(PHRASE, MAX_SEATS)
    where = (Lan(Address("localhost", 1)),)
    founding = signed().founding
    assert founding is not None
    watcher = Joining(invite=Invite(HOST.public, NONCE, ticket, where))
    assert watcher.join() is None
    watcher.accept(founding, EVE.public)
    elsewhere = Joining(invite=Invite(HOST.public, octets("other"), ticket, where))
    with pytest.raises(LobbyError, match="different tables"):
        elsewhere.accept(founding, EVE.public)
    with pytest.raises(LobbyError, match="a spectator"):
        watcher.review(proposal())


def test_spec_16_5_who_comes_back_may_have_come_to_play_after_the_founding() -> None:
    """The charter does not know its key, and the line does."""
    where = (Lan(Address("localhost", 1)),)
    back = Joining(invite=Invite(HOST.public, NONCE, None, where))
    founding = signed().founding
    assert founding is not None
    back.accept(founding, BOB.public)
    back.accept(founding, EVE.public)
    elsewhere = Joining(invite=Invite(HOST.public, octets("other"), None, where))
    with pytest.raises(LobbyError, match="different tables"):
        elsewhere.accept(founding, EVE.public)


def test_only_an_invite_to_a_seat_brings_a_player() -> None:
    with pytest.raises(LobbyError, match="needs a player"):
        Joining(invite=joining("ann", 1).invite)


def test_a_founding_that_not_all_signed_is_refused() -> None:
    founding = signed().founding
    assert founding is not None
    message = write_found(founding)
    for signatures in (message.signatures[:-1], message.signatures[::-1], (b"x",) * 3):
        with pytest.raises(LobbyError, match="unusable"):
            read_found(message.model_copy(update={"signatures": signatures}))


# --- on disk --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lobby",
    [
        hosting(watchers=2),
        admitted(hosting(), ANN, 1),
        full(),
        signed(),
        joining("ann", 1),
        joining("ann", 1).agree(joining("ann", 1).review(proposal())),
        Joining(invite=Invite(HOST.public, NONCE, None, (Lan(Address("localhost", 1)),))),
    ],
)
def test_a_lobby_is_read_as_it_was_written(lobby: Hosting | Joining) -> None:
    assert read_lobby(write_lobby(lobby)) == lobby


@pytest.mark.parametrize("raw", [b"", b"{}", b"[]", b'{"invite": "secret-subs:junk"}'])
def test_a_damaged_lobby_is_refused(raw: bytes) -> None:
    with pytest.raises(BadStore, match="lobby is damaged"):
        read_lobby(raw)
