"""Lists of ways in: whose word counts, and which of two (SPEC-16.16)."""

from dataclasses import replace

import pytest

from p2p.address import Address
from p2p.directory import RENEWAL_BURST, SECONDS_PER_RENEWAL, Directory, Told
from p2p.errors import PeerFault
from p2p.ways import Direct, Lan, WayIn
from p2p.ways_list import WaysList
from protocol.encoding import Data, encode
from protocol.hashing import Tag
from tests.p2p.keys import identity, octets

TABLE = octets("table")
ANN, BOB, EVE = identity("ann"), identity("bob"), identity("eve")
MEMBERS = frozenset({ANN.public, BOB.public})
MINUTE = 29_000_000
HOME: tuple[WayIn, ...] = (Direct(Address("ann.example.org", 7777)),)
HOTEL: tuple[WayIn, ...] = (Direct(Address("2001:db8::1", 7777)),)


def listed(number: int, ways: tuple[WayIn, ...]) -> WaysList:
    return WaysList.signed(ANN, TABLE, number, ways)


def bobs() -> Directory:
    return Directory(BOB, TABLE, [])


def hear(directory: Directory, raw: bytes, now: float = 0.0, minute: int = MINUTE) -> Told:
    return directory.hear(raw, MEMBERS, now, minute)


def test_a_list_is_read_as_it_was_signed() -> None:
    made = listed(7, (*HOME, Lan(Address("192.168.1.20", 7777))))
    assert WaysList.read(made.raw) == made


def test_the_newer_list_of_a_player_counts_whichever_comes_first() -> None:
    for order in ((1, 2), (2, 1)):
        directory = bobs()
        for number in order:
            hear(directory, listed(number, HOME if number == 1 else HOTEL).raw)
        assert directory.ways(MEMBERS) == {ANN.public: HOTEL}


def test_of_two_of_one_number_all_choose_the_same() -> None:
    chosen = set()
    for order in ((HOME, HOTEL), (HOTEL, HOME)):
        directory = bobs()
        for ways in order:
            hear(directory, listed(1, ways).raw)
        chosen.add(directory.lists[ANN.public])
    assert len(chosen) == 1


def test_a_replayed_list_changes_nothing_and_is_answered_with_the_newer_one() -> None:
    directory = bobs()
    hear(directory, listed(2, HOTEL).raw)
    directory.mark_written()
    told = hear(directory, listed(1, HOME).raw)
    assert directory.changes == ()
    assert directory.untold(told, MEMBERS) == listed(2, HOTEL)
    assert directory.untold(told, MEMBERS) is None


def forged() -> bytes:
    """Eve signs what is to be Ann's list."""
    body = replace(WaysList.signed(EVE, TABLE, 9, HOTEL), key=ANN.public).body
    return encode((body, EVE.sign(Tag.WAYS, body)))


def signed(*fields: Data) -> bytes:
    body = encode(fields)
    return encode((body, ANN.sign(Tag.WAYS, body)))


@pytest.mark.parametrize(
    ("raw", "complaint"),
    [
        (forged(), "nobody has signed"),
        (WaysList.signed(ANN, octets("another"), 1, HOME).raw, "ways in to another table"),
        (b"", "cannot be read"),
        (signed(TABLE, ANN.public.raw, -1, ("a:1",)), "number must be"),
        (signed(TABLE, ANN.public.raw, 1, ("a:1",) * 5), "array of 0 to 4"),
        (signed(TABLE, ANN.public.raw, 1, ("a:0",)), "port 0"),
        (signed(TABLE, ANN.public.raw, 1, ("ftp://a/",)), "neither host:port nor a relay"),
        (signed(TABLE, ANN.public.raw, 1, ("A:1",)), "nobody has signed"),
        (signed(TABLE, ANN.public.raw, 1, (b"a:1",)), "not written as text"),
        (signed(TABLE, bytes(32), 1, ("a:1",)), "small order"),
    ],
)
def test_what_no_player_has_signed_ends_the_connection(raw: bytes, complaint: str) -> None:
    directory = bobs()
    with pytest.raises(PeerFault, match=complaint):
        hear(directory, raw)
    assert directory.lists == {}


def test_who_does_not_belong_to_the_table_is_not_listed() -> None:
    """A watcher may sign what it likes, and one who plays no more as well."""
    directory = bobs()
    assert hear(directory, WaysList.signed(EVE, TABLE, 1, HOTEL).raw) == {}
    assert directory.lists == {}


def test_a_clock_that_was_ahead_does_not_win_for_ever() -> None:
    """Ann's first list bears a minute of next year; she has set the clock since, and moves."""
    directory = Directory(ANN, TABLE, [])
    directory.announce(HOME, MINUTE + 525_600)
    directory.announce(HOTEL, MINUTE)
    assert directory.lists[ANN.public].number == MINUTE + 525_601
    assert directory.ways(MEMBERS) == {ANN.public: HOTEL}


def test_a_lost_disk_signs_above_the_list_that_the_others_still_have() -> None:
    """Its clock is slow besides, so that its first list would be passed over."""
    directory = Directory(ANN, TABLE, [])
    directory.announce(HOTEL, MINUTE - 100)
    told = hear(directory, listed(MINUTE, HOME).raw, minute=MINUTE - 100)
    again = directory.untold(told, MEMBERS)
    assert again is not None
    assert (again.number, again.ways) == (MINUTE + 1, HOTEL)


def test_who_can_be_called_no_more_says_so() -> None:
    directory = Directory(ANN, TABLE, [])
    directory.announce((), MINUTE)
    assert directory.lists == {}
    hear(directory, listed(MINUTE, HOME).raw)
    assert directory.ways(MEMBERS) == {ANN.public: ()}


def test_the_same_ways_are_listed_once() -> None:
    directory = Directory(ANN, TABLE, [])
    directory.announce(HOME, MINUTE)
    directory.mark_written()
    directory.announce(HOME, MINUTE + 5)
    assert directory.changes == ()


def test_a_player_who_moves_all_the_time_is_followed_now_and_then() -> None:
    """Each list may name other strangers: so many are taken, the rest is heard again later."""
    directory = bobs()
    for number in range(100):
        hear(directory, listed(number, HOME).raw)
    assert directory.lists[ANN.public].number == RENEWAL_BURST - 1
    told = hear(directory, listed(100, HOME).raw)
    assert directory.untold(told, MEMBERS) is None, "no answer, which would be answered in turn"
    hear(directory, listed(100, HOME).raw, now=SECONDS_PER_RENEWAL)
    assert directory.lists[ANN.public].number == 100


def test_stored_lists_are_known_after_a_start() -> None:
    directory = bobs()
    hear(directory, listed(1, HOME).raw)
    records = [one.raw for one in directory.lists.values()]
    assert Directory(BOB, TABLE, records).ways(MEMBERS) == {ANN.public: HOME}
