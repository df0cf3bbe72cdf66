"""What one mailbox holds and what is to be left there, without relays (SPEC-16.20)."""

import inspect
import itertools
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p import mail
from p2p.errors import BadAddress, ConnectionLost, PeerFault
from p2p.mail import connection
from p2p.mail.box import MAX_REWRITTEN, Box, Left, Letter
from p2p.mail.chunks import MAX_CHUNK, MAX_SEALED, Chunk, Row, framed, messages_of
from p2p.mail.introduction import Introduction
from p2p.mail.keys import Author, TableMail
from p2p.messages import Consent, Entries, Heads, Introduce, Join, Message, Say, Seek, write_message
from p2p.ways import Mailbox, Relay, read_way
from protocol.charter import table_id
from protocol.log import Log
from tests.p2p import party
from tests.protocol import toy
from tests.protocol.sample import identity, phrase
from tests.protocol.toy_match import toy_match

MAIL = TableMail.of(identity(0).public, party.NONCE)
TABLE = table_id(identity(0).public, party.NONCE)
URL = "wss://relay.example/"
AUTHORS = [Author.of_player(phrase(seat), TABLE) for seat in range(3)]
MEMBERS = frozenset(identity(seat).public for seat in range(3))
EVERYTHING = 2**20


def introduced(seat: int) -> Introduction:
    return Introduction.signed(identity(seat), TABLE, AUTHORS[seat].public)


def box(seat: int, known: Iterable[int] = ()) -> Box:
    authors = frozenset(AUTHORS[one].public for one in known)
    made = Box(MAIL, URL, AUTHORS[seat], {AUTHORS[seat]: introduced(seat)}, known=authors)
    made.members = MEMBERS
    return made


def row_of(*messages: Message, longest: int = MAX_CHUNK) -> Row:
    row = Row(longest)
    for message in messages:
        row.write(write_message(message))
    return row


def left(author: Author, chunk: Chunk, second: int = 1, url: str = URL) -> Left:
    name = MAIL.name(author.public, chunk.number, url)
    return Left(author.public, name, second, chunk.sealed(MAIL, author.public, url))


def given_by(mailbox: Box) -> list[Message]:
    found: list[Message] = []
    while (one := mailbox.next_letter()) is not None:
        found.append(one.message if isinstance(one, Letter) else one)
    return found


def delivered(source: Box, target: Box) -> None:
    """All that one node is to leave is left, and read by another."""
    while (due := source.due(1)) is not None:
        source.posted(due)
        target.take(left(due.author, due.chunk, due.second))


# Chunks


@given(st.lists(st.binary(min_size=1, max_size=200), max_size=12), st.integers(12, 90))
def test_a_row_is_read_as_it_was_written(messages: list[bytes], longest: int) -> None:
    row = Row(longest)
    for message in messages:
        row.write(message)
    assert list(messages_of(row.chunks, EVERYTHING)) == messages
    assert all(len(chunk.octets) <= longest for chunk in row.chunks.values())


@given(
    st.lists(st.binary(min_size=1, max_size=200), min_size=1, max_size=12),
    st.integers(12, 90),
    st.data(),
)
def test_a_lost_chunk_takes_only_its_own_messages_along(
    messages: list[bytes], longest: int, data: st.DataObject
) -> None:
    row, spans, place = Row(longest), [], 0
    for message in messages:
        row.write(message)
        end = place + len(framed(message))
        spans.append((place // longest, (end - 1) // longest))
        place = end
    lost = data.draw(st.sampled_from(sorted(row.chunks)))
    kept = {number: chunk for number, chunk in row.chunks.items() if number != lost}
    whole = [
        message
        for message, (first, last) in zip(messages, spans, strict=True)
        if not first <= lost <= last
    ]
    found = list(messages_of(kept, EVERYTHING))
    assert found == whole


def test_a_message_that_claims_to_be_longer_than_any_ends_its_run() -> None:
    chunks = {0: Chunk(0, 0, 0, b"\xff\xff\xff\xffx"), 1: Chunk(1, 5, 0, b"\0\0\0\1y")}
    assert list(messages_of(chunks, EVERYTHING)) == [b"y"]


@pytest.mark.parametrize("sealed", [b"", bytes(28), bytes(MAX_SEALED), bytes(2**20)])
def test_a_chunk_that_nobody_has_sealed_cannot_be_opened(sealed: bytes) -> None:
    name = MAIL.name(AUTHORS[0].public, 0, URL)
    with pytest.raises(PeerFault):
        Chunk.opened(sealed, name, MAIL, AUTHORS[0].public, URL)


@pytest.mark.parametrize("changed", ["author", "table", "mailbox", "place"])
def test_a_chunk_opens_only_where_it_belongs(changed: str) -> None:
    chunk, author, mail, url = Chunk(3, 0, 0, b"octets"), AUTHORS[0].public, MAIL, URL
    name = mail.name(author, 3, url)
    sealed = chunk.sealed(mail, author, url)
    assert Chunk.opened(sealed, name, mail, author, url) == chunk
    match changed:
        case "author":
            author = AUTHORS[1].public
        case "table":
            mail = TableMail.of(identity(1).public, party.NONCE)
        case "mailbox":
            url = "wss://other.example/"
        case _:
            name = mail.name(author, 4, url)
    with pytest.raises(PeerFault):
        Chunk.opened(sealed, name, mail, author, url)


# Who is read


def test_introductions_lead_from_one_author_to_all() -> None:
    host, guest = box(0, [1, 2]), box(1, [0])
    for seat in (1, 2):
        host.take(left(AUTHORS[seat], row_of(Introduce(signed=introduced(seat).raw)).chunks[0]))
    host.begin()
    guest.begin()
    delivered(host, guest)
    assert guest.authors == {author.public for author in AUTHORS}


def test_who_neither_plays_nor_keeps_is_not_read() -> None:
    host, guest = box(0), box(1, [0])
    stranger = Introduction.signed(identity(5), TABLE, bytes(32))
    host.begin()
    delivered(host, guest)
    guest.take(left(AUTHORS[0], row_of(Introduce(signed=stranger.raw)).chunks[0], 9))
    assert bytes(32) not in guest.authors


def test_an_introduction_is_signed_for_its_table() -> None:
    other = Introduction.signed(identity(1), b"t" * 32, AUTHORS[1].public)
    with pytest.raises(PeerFault, match="for this table"):
        Introduction.read(other.raw, TABLE)


def test_a_guest_comes_in_by_the_author_of_its_ticket() -> None:
    ticket = party.invite(1, 1).ticket
    assert ticket is not None
    door = Author.of_ticket(ticket, TABLE)
    shown = Introduction.signed(identity(1), TABLE, AUTHORS[1].public, ticket)
    host = box(0)
    host.members, host.doorsteps = frozenset(), frozenset({door.public})
    host.take(left(door, row_of(Introduce(signed=shown.raw)).chunks[0]))
    letter = host.next_letter()
    assert isinstance(letter, Letter)
    assert (letter.sender, letter.introduction) == (identity(1).public, shown)
    assert AUTHORS[1].public in host.authors


# What authors leave


def test_junk_of_an_author_ends_the_reading_of_that_author_alone() -> None:
    reader = box(0, [1, 2])
    join = Join(name="Bob", salt=bytes(32), dice_head=bytes(32))
    reader.take(left(AUTHORS[1], row_of(Say(seat=1, text="not by mail")).chunks[0]))
    reader.take(left(AUTHORS[2], row_of(join).chunks[0]))
    assert AUTHORS[1].public not in reader.authors
    assert given_by(reader) == [join]


def test_what_is_carried_here_from_another_mailbox_is_nobodys_fault() -> None:
    reader = box(0, [1])
    chunk = row_of(Seek()).chunks[0]
    reader.take(left(AUTHORS[1], chunk, url="wss://other.example/"))
    assert AUTHORS[1].public in reader.authors


def test_who_writes_the_same_again_and_again_is_not_read() -> None:
    reader = box(0, [1])
    one = left(AUTHORS[1], row_of(Consent(signature=b"x")).chunks[0])
    for _ in range(MAX_REWRITTEN + 1):
        reader.take(one)
    assert AUTHORS[1].public not in reader.authors


def test_an_older_version_takes_nothing_back() -> None:
    reader = box(0, [1])
    row = row_of(Consent(signature=b"old"))
    old = row.chunks[0]
    row.write(write_message(Consent(signature=b"new")))
    reader.take(left(AUTHORS[1], row.chunks[0], 7))
    reader.take(left(AUTHORS[1], old, 6))
    assert given_by(reader) == [Consent(signature=b"new")]


def test_another_device_that_writes_by_the_same_key_is_noticed() -> None:
    writer = box(0)
    writer.begin()
    with pytest.raises(ConnectionLost, match="another device"):
        writer.take(left(AUTHORS[0], row_of(Seek()).chunks[0], 9))


def test_what_is_left_keeps_to_the_rate_of_real_relays() -> None:
    assert connection.BURST + 60 / connection.SECONDS_PER_CHUNK <= 60, "events in any minute"


# The line


@pytest.fixture(scope="module")
def log() -> Log:
    match = toy_match()
    for pips in (1, 2, 1, 2, 1, 2):
        match.act(0, toy.Throw(pips))
    return match.spectator.log


def heads(log: Log, place: int) -> Heads:
    """What a node says that holds so many entries."""
    game = log.charter.game_id
    last = ((place, log.at(place).hash),) if place else ()
    return Heads(game=game, places=(*last, (0, game)), held=())


def entries(log: Log, first: int, last: int) -> Entries:
    return Entries(entries=tuple(log.at(place).raw for place in range(first, last + 1)))


def brought(messages: Iterable[Message]) -> list[bytes]:
    """The entries in messages, in the order in which they come."""
    lists = (one.entries for one in messages if isinstance(one, Entries))
    return list(itertools.chain.from_iterable(lists))


def test_what_several_authors_left_in_any_order_comes_as_one_line(log: Log) -> None:
    reader = box(0, [1, 2])
    reader.take(left(AUTHORS[1], row_of(entries(log, 5, len(log)), entries(log, 1, 2)).chunks[0]))
    reader.hear(heads(log, 0))
    reader.take(left(AUTHORS[2], row_of(entries(log, 3, 4)).chunks[0]))
    assert brought(given_by(reader)) == [entry.raw for entry in log]


def test_only_what_a_node_lacks_is_given_to_it(log: Log) -> None:
    reader = box(0, [1])
    reader.take(left(AUTHORS[1], row_of(entries(log, 1, len(log))).chunks[0]))
    reader.hear(heads(log, 4))
    assert brought(given_by(reader)) == [entry.raw for entry in log.since(4)]


def test_what_somebody_has_left_nobody_else_leaves(log: Log) -> None:
    reader = box(0, [1])
    reader.take(left(AUTHORS[1], row_of(entries(log, 1, 4)).chunks[0]))
    reader.hear(heads(log, len(log)))
    reader.hear(entries(log, 1, len(log)))
    due = reader.due(0)
    assert due is not None
    assert [*messages_of({0: due.chunk}, EVERYTHING)] == [write_message(entries(log, 5, len(log)))]


def test_a_mailbox_with_a_gap_says_to_hold_nothing(log: Log) -> None:
    """So the node leaves there what is missing, and it does not count for meeting."""
    reader, game = box(0, [1]), log.charter.game_id
    reader.take(left(AUTHORS[1], row_of(entries(log, 1, 2), entries(log, 5, 6)).chunks[0]))
    reader.hear(heads(log, len(log)))
    said = [one for one in given_by(reader) if isinstance(one, Heads)]
    assert said[-1].places == ((0, game),)
    reader.hear(entries(log, 1, 6))
    reader.hear(heads(log, len(log)))
    said = [one for one in given_by(reader) if isinstance(one, Heads)]
    assert said[-1].places[0] == (6, log.at(6).hash)


def test_the_package_of_mail_lists_its_modules() -> None:
    folder = Path(inspect.getfile(mail)).parent
    modules = {file.stem for file in folder.glob("[a-z]*.py")}
    assert modules == set(re.findall("`([a-z]+)`", mail.__doc__ or ""))


# The way to a mailbox


@pytest.mark.parametrize("url", ["wss://relay.example/", "wss://relay.example:8443/a/b"])
def test_a_way_to_a_mailbox_is_read_as_it_is_written(url: str) -> None:
    relay = read_way(url)
    assert isinstance(relay, Relay)
    way = Mailbox(relay, AUTHORS[0].public)
    assert read_way(str(way)) == way
    assert str(way).startswith(f"nostr+{url}~")


@pytest.mark.parametrize(
    "text", ["nostr+wss://relay.example/", "nostr+wss://a.example/~x", "nostr+host:7"]
)
def test_a_way_to_a_mailbox_names_an_author(text: str) -> None:
    with pytest.raises(BadAddress):
        read_way(text)


def test_an_author_is_known_by_the_x_of_its_point() -> None:
    """The first test vector of BIP-340."""
    public = "f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9"
    assert Author.of_secret(bytes(31) + b"\3").public.hex() == public
