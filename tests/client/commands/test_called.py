"""Where a node is called, by its options and by what it was told before."""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from client import tables
from client.commands.called import add_reach_options, called_from
from client.home import Home
from client.keeper import Keeper
from client.playing import run_table
from client.seat.memo import Memo
from client.tables import OpenTable
from p2p.address import Address
from p2p.errors import BadAddress
from p2p.invite import Invite
from p2p.keystore import Cost
from p2p.mailboxes import read_mailbox
from p2p.meeting import Meeting
from p2p.node import Node
from p2p.tickets import ticket_of
from p2p.ways import Direct, Lan, Mailbox, Relay, WayIn
from protocol.charter import NONCE_SIZE
from protocol.identity import PHRASE_SIZE, Identity, Phrase
from tests.browser.hall import Silent

HOST, OWN = Phrase(b"\1" * PHRASE_SIZE), Phrase(bytes(PHRASE_SIZE))
PUBLIC: tuple[WayIn, ...] = (Direct(Address("bob.example.org", 7777)),)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[OpenTable]:
    home, nonce = Home(tmp_path), bytes(NONCE_SIZE)
    home.keep(OWN, "a long way to Wake", Cost(memory_kib=128, passes=1))
    key, ways = Identity.from_phrase(HOST).public, (Lan(Address("127.0.0.1", 7777)),)
    opened = tables.join(home, OWN, "Bob", Invite(key, nonce, ticket_of(HOST, nonce, 1), ways))
    with opened.store:
        yield opened


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_reach_options(parser, "none")
    return parser.parse_args(words)


def test_a_guest_that_was_called_somewhere_is_called_there_again(table: OpenTable) -> None:
    """`play` listens again where `join` did, so that nobody loses it by a restart."""
    said = options("--listen", "127.0.0.1:7777", "--address", "bob.example.org:7777")
    assert called_from(said, table).ways == PUBLIC
    again = called_from(options(), table)
    assert again.ways == PUBLIC
    assert again.listen is not None
    assert again.listen.port == 7777


def test_who_listens_nowhere_calls_only(table: OpenTable) -> None:
    called = called_from(options(), table)
    assert (called.listen, called.relays, called.ways) == (None, (), ())


def test_who_gives_an_address_shows_it_again(table: OpenTable) -> None:
    Memo(relay_only=True, relays=("wss://relay.example.org/",)).save(table.memo)
    called = called_from(options("--address", "bob.example.org:7777"), table)
    assert called.ways[:1] == PUBLIC
    assert isinstance(called.ways[1], Relay)
    assert not Memo.load(table.memo).relay_only


class Said(Silent):
    """Keeps what it is to show."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def show(self, text: str) -> None:
        self.lines.append(text)


class Passing(Keeper):
    """Comes to a table, looks whom its node must meet, and leaves."""

    met: Meeting | None = None

    async def run(self, node: Node, memo: Path | None = None) -> None:
        self.met = node.meeting if memo is not None else None


async def test_whom_a_seat_must_meet_is_remembered(table: OpenTable, tmp_path: Path) -> None:
    """SPEC-16.9: two holders count as another seat where the player has chosen so, and stay so."""
    somebody = Passing(Silent(), Identity.from_phrase(OWN).public)
    for words, meeting in (
        ((), Meeting.SEATS),
        (("--meet", "holders"), Meeting.HOLDERS),
        ((), Meeting.HOLDERS),
        (("--meet", "seats"), Meeting.SEATS),
    ):
        called_from(options(*words), table)
        await run_table(table, somebody)
        assert somebody.met is meeting
        table = tables.find(Home(tmp_path), OWN, "")
    table.store.close()


class Looking(Keeper):
    """Comes to a table, looks where its node leaves mail, and leaves."""

    mailboxes: tuple[str, ...] = ()

    async def run(self, node: Node, memo: Path | None = None) -> None:
        self.mailboxes = tuple(map(str, node.mailboxes)) if memo is not None else ()


async def test_a_mailbox_is_used_once_the_player_names_it_and_from_then_on(
    table: OpenTable, tmp_path: Path
) -> None:
    """SPEC-16.20: strangers run it, and a link alone does not make us show them our address."""
    relay = Relay(Address("relay.example.org", 443))
    said = Said()
    somebody = Looking(said, Identity.from_phrase(OWN).public)
    table = replace(table, ways=(Mailbox(relay, bytes(32)),))
    for words, used in (((), ()), (("--mailbox", str(relay)), (str(relay),)), ((), (str(relay),))):
        called_from(options(*words), table)
        said.lines.clear()
        await run_table(table, somebody)
        assert somebody.mailboxes == used
        assert any("--mailbox wss://relay.example.org/" in line for line in said.lines) != bool(
            used
        )
        table = replace(tables.find(Home(tmp_path), OWN, ""), ways=table.ways)
    table.store.close()


@pytest.mark.parametrize("text", ["relay.example.org:443", "nostr+wss://relay.example.org/"])
def test_a_mailbox_is_a_relay_of_nostr(text: str) -> None:
    with pytest.raises(BadAddress, match=r"no relay of Nostr|by which key"):
        read_mailbox(text)
