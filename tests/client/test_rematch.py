"""A rematch: the same players, scenario and house rules at a new table, sides kept or swapped."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from client.errors import ClientError
from client.home import Home
from client.rematch import AmongPeople, accepted, offered, terms_again
from client.scenarios import find
from client.seat.memo import Memo
from client.tables import hosted_lobby
from p2p.terms import guest_of
from p2p.ways import Mailbox, Relay, WayIn
from protocol.identity import Identity
from protocol.opening import first_position
from protocol.players import Players
from tests.bench.games import PHRASES, founded

FOUNDING = founded(find("wake-island"))
PLAYERS = Players.of(FOUNDING.charter)
KEYS = [Identity.from_phrase(phrase).public for phrase in PHRASES[:2]]
NONCE = b"another table, 32 bytes of nonce"
AT = Memo(address="127.0.0.1:7777", notes={7: "a wolf pack"}, seen=12)


def test_the_terms_are_those_of_the_game_before() -> None:
    """SPEC-4.1: all but nonce and seats; so it can be played as that was."""
    terms = terms_again(FOUNDING, NONCE)
    guests = {
        seat: guest_of(PHRASES[seat], NONCE, f"player {seat}", bytes([seat]) * 32)
        for seat in range(2)
    }
    charter, before = terms.charter(guests), FOUNDING.charter
    assert charter.game_id != before.game_id
    assert replace(charter, nonce=before.nonce, seats=before.seats) == before
    assert [seat.powers for seat in charter.seats] == [seat.powers for seat in before.seats]
    assert tuple(first_position(charter, FOUNDING.scenario).rules.modules) == before.modules


@pytest.mark.parametrize("swapped", [False, True])
def test_each_player_is_invited_to_its_seat(tmp_path: Path, *, swapped: bool) -> None:
    home = Home(tmp_path / "host")
    offer = offered(AmongPeople(home, PHRASES[0]), FOUNDING, PLAYERS, AT, swapped=swapped)
    assert isinstance(offer.play, partial)
    table = offer.play.args[0]
    memo = Memo.load(table.memo)
    assert (memo.address, memo.notes, memo.seen) == (AT.address, {}, 0)
    with table.store:
        lobby = hosted_lobby(table)
        assert lobby is not None
        assert (lobby.seat, lobby.guests[lobby.seat].name) == (int(swapped), "player 0")
    (key,) = offer.invites
    invite = offer.invites[key]
    assert key == KEYS[1]
    assert invite.host == KEYS[0]
    assert invite.table == lobby.table
    assert invite.ticket is not None
    assert invite.ticket.place == int(not swapped)


@pytest.mark.parametrize(
    ("memo", "way"),
    [
        (Memo(relays=("wss://relay.example/",)), Relay),
        (Memo(mailboxes=("wss://mail.example/",)), Mailbox),
    ],
)
def test_who_has_no_address_invites_by_its_relay_or_mailbox(
    tmp_path: Path, memo: Memo, way: type[WayIn]
) -> None:
    """SPEC-16.20: the next table has mail of its own at the same relay of Nostr."""
    home = Home(tmp_path / "host")
    offer = offered(AmongPeople(home, PHRASES[0]), FOUNDING, PLAYERS, memo, swapped=False)
    assert isinstance(offer.play, partial)
    table = offer.play.args[0]
    table.store.close()
    kept = Memo.load(table.memo)
    assert (kept.relays, kept.mailboxes) == (memo.relays, memo.mailboxes)
    (invite,) = offer.invites.values()
    assert [type(one) for one in invite.ways] == [way]


def test_who_is_invited_sits_down_with_one_click(tmp_path: Path) -> None:
    offer = offered(
        AmongPeople(Home(tmp_path / "host"), PHRASES[0]), FOUNDING, PLAYERS, AT, swapped=True
    )
    assert isinstance(offer.play, partial)
    offer.play.args[0].store.close()
    home = Home(tmp_path / "guest")
    play = accepted(AmongPeople(home, PHRASES[1]), "player 1", offer.invites[KEYS[1]], Memo())
    assert isinstance(play, partial)
    play.args[0].store.close()
    assert home.store(offer.invites[KEYS[1]].table).exists()


def test_who_cannot_be_called_cannot_offer_it(tmp_path: Path) -> None:
    """Its invites would lead nowhere; the table that was laid out is closed again."""
    with pytest.raises(ClientError, match="nobody can call you"):
        offered(AmongPeople(Home(tmp_path), PHRASES[0]), FOUNDING, PLAYERS, Memo(), swapped=False)
    with pytest.raises(ClientError, match="only who has played"):
        offered(AmongPeople(Home(tmp_path), PHRASES[4]), FOUNDING, PLAYERS, AT, swapped=False)
