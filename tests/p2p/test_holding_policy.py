"""What a holder takes and declines, how it is written as a way in, and for whom it counts."""

from dataclasses import replace
from pathlib import Path

import pytest

from p2p.address import Address
from p2p.directory import newest_ways
from p2p.errors import BadAddress
from p2p.holder.desk import answer
from p2p.holder.policy import Policy, Role
from p2p.holder.shelf import Shelf
from p2p.invite import Invite
from p2p.limits import network_of
from p2p.meeting import Meeting
from p2p.relay.client import RelayAccess
from p2p.relay.holding import Holding, asking_network
from p2p.relay.messages import VERSION, Decline, Held, Hold
from p2p.tickets import Ticket
from p2p.ways import Direct, Holder, Rank, Relay, rank_of, read_way
from p2p.ways_list import WaysList
from p2p.written_keys import write_key
from tests.p2p.keys import identity, octets

ACCESS = RelayAccess.parse("wss://relay.example/subs/")
HOST = identity("host").public
KEY = identity("holder").public
NETWORK, OTHER = b"one home", b"another"


def hold(number: int = 0, ticket: Ticket | None = None, shown: str = "") -> Hold:
    ways = (ACCESS.way_to(HOST),)
    invite = Invite(HOST, octets(f"nonce {number}"), ticket, ways)
    return Hold(version=VERSION, relay_pass=shown, invite=invite.link())


def reason(asked: Hold, shelf: Shelf, policy: Policy, passes: Path | None = None) -> str:
    said, taken = answer(asked, shelf, policy, ACCESS, passes, network=NETWORK)
    assert taken is None
    assert isinstance(said, Decline)
    return said.reason


# Ways in


def test_a_holder_is_written_as_its_relay_and_its_key() -> None:
    way = Holder(ACCESS.relay, KEY)
    assert str(way) == f"wss://relay.example/subs/~{write_key(KEY)}"
    assert read_way(str(way)) == way
    assert way.called == ACCESS.way_to(KEY)
    assert rank_of(way) is Rank.RELAY
    assert ACCESS.leads_to(way)


@pytest.mark.parametrize("text", ["wss://relay.example/~ann", "wss://relay.example/~ann/"])
def test_a_folder_of_somebody_is_no_holder(text: str) -> None:
    assert isinstance(read_way(text), Relay)


def test_what_is_as_long_as_a_key_and_none_is_refused() -> None:
    with pytest.raises(BadAddress):
        read_way(f"wss://relay.example/~{'A' * 43}")


def test_a_link_has_room_for_a_holder() -> None:
    """Who follows it while all others sleep finds the log."""
    keys = [identity(f"player {number}") for number in range(5)]
    lists = {
        one.public: WaysList.signed(
            one,
            octets("table"),
            1,
            (Direct(Address(f"198.51.100.{number}", 7777)), Holder(ACCESS.relay, KEY)),
        )
        for number, one in enumerate(keys)
    }
    ways = newest_ways(lists, keys[0].public, lists.keys())
    assert ways[3] == Holder(ACCESS.relay, KEY)
    assert len(ways) == 6


# What it takes


def test_it_takes_a_table_once(tmp_path: Path) -> None:
    with Shelf(tmp_path) as shelf:
        said, taken = answer(hold(), shelf, Policy(), ACCESS, None, network=NETWORK)
        again, known = answer(hold(), shelf, Policy(), ACCESS, None, network=NETWORK)
        assert taken is not None
        assert taken.role is Role.HOLDER
        assert said == again == Held(key=taken.identity.public.raw)
        assert known is None
    with Shelf(tmp_path) as shelf:
        assert list(shelf.held.values()) == [taken], "it is on the disk"


def test_two_tables_know_it_by_two_keys(tmp_path: Path) -> None:
    with Shelf(tmp_path) as shelf:
        first, _ = answer(hold(1), shelf, Policy(), ACCESS, None, network=NETWORK)
        second, _ = answer(hold(2), shelf, Policy(), ACCESS, None, network=NETWORK)
    assert first != second


def test_it_declines_in_sentences(tmp_path: Path) -> None:
    seat = Ticket(2, bytes(16))
    elsewhere = Invite(HOST, octets("n"), seat, (Direct(Address("198.51.100.1", 80)),)).link()
    with Shelf(tmp_path) as shelf:
        assert "no more; try another one" in reason(hold(), shelf, Policy(tables=0))
        assert "it only holds their logs" in reason(hold(ticket=seat), shelf, Policy())
        asked = replace_invite(hold(), elsewhere)
        assert "--relay wss://relay.example/subs/" in reason(asked, shelf, Policy(keeps=True))
        assert "paste the whole link" in reason(
            replace_invite(hold(), "secret-subs:AAAA"), shelf, Policy()
        )
        other = hold().model_copy(update={"version": VERSION + 1})
        assert "another version" in reason(other, shelf, Policy())
        assert shelf.held == {}


def replace_invite(asked: Hold, invite: str) -> Hold:
    return asked.model_copy(update={"invite": invite})


def test_a_pass_holds_so_many_games(tmp_path: Path) -> None:
    passes = tmp_path / "passes"
    passes.write_text("one Ann\ntwo Bob\n")
    policy = Policy(per_pass=2)
    with Shelf(tmp_path / "held") as shelf:
        for number in (1, 2):
            assert answer(
                hold(number, shown="one"), shelf, policy, ACCESS, passes, network=NETWORK
            )[1]
        assert "2 games for one pass" in reason(hold(3, shown="one"), shelf, policy, passes)
        assert answer(hold(3, shown="two"), shelf, policy, ACCESS, passes, network=NETWORK)[1]
        assert "ask its owner" in reason(hold(4, shown="three"), shelf, policy, passes)


def test_without_passes_a_network_has_so_many_games_held(tmp_path: Path) -> None:
    """What it has had held already stays so, and others are taken from other networks."""
    policy = Policy(per_network=2)
    with Shelf(tmp_path) as shelf:
        for number in (1, 2):
            assert answer(hold(number), shelf, policy, ACCESS, None, network=NETWORK)[1]
        assert "2 games for the network that you call from" in reason(hold(3), shelf, policy)
        assert isinstance(answer(hold(2), shelf, policy, ACCESS, None, network=NETWORK)[0], Held)
        assert answer(hold(3), shelf, policy, ACCESS, None, network=OTHER)[1]


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("198.51.100.1", "198.51.100.1", True),
        ("198.51.100.1", "198.51.100.2", False),
        ("2001:db8:0:1::7", "2001:db8:0:1:ffff::9", True),
        ("2001:db8:0:1::7", "2001:db8:0:2::7", False),
    ],
)
def test_a_token_tells_the_holder_which_network_asks(one: str, two: str, *, same: bool) -> None:
    """64 bits of IPv6 are one network; the token of each call is another one all the same."""
    holding = Holding(KEY, "its-own", "", octets("key"))
    first = holding.token(network_of(one), octets("first"))
    second = holding.token(network_of(two), octets("second"))
    assert first != second
    assert (asking_network(first) == asking_network(second)) is same


def test_what_has_grown_too_long_is_declined(tmp_path: Path) -> None:
    with Shelf(tmp_path) as shelf:
        _, taken = answer(hold(), shelf, Policy(), ACCESS, None, network=NETWORK)
        assert taken is not None
        shelf.visited(taken, founded=True, full=True)
        assert "at most 16 MiB of a game" in reason(hold(), shelf, Policy())


def test_what_nobody_has_called_for_long_is_forgotten(tmp_path: Path) -> None:
    with Shelf(tmp_path) as shelf:
        _, new = answer(hold(1), shelf, Policy(), ACCESS, None, network=NETWORK)
        _, old = answer(hold(2), shelf, Policy(), ACCESS, None, network=NETWORK)
        assert old is not None
        assert new is not None
        shelf.keep(replace(old, visited=0))
        (found,) = shelf.forgotten()
        shelf.forget(found)
        assert list(shelf.held.values()) == [new]
        assert not shelf.store(old).exists()


def test_its_policy_says_what_it_takes_and_what_it_signs() -> None:
    text = Policy(tables=7, keeps=True).text(everybody=False)
    assert "up to 7 games for those who have a pass, 64 with each" in text
    assert "decides nothing" in text
    assert "Keeps" not in Policy().text(everybody=True)
    assert "Reminds" not in text
    reminding = Policy(keeps=True, reminds=("mailto", "ntfy")).text(everybody=False)
    assert "by mailto, ntfy; whoever runs it can read the addresses" in reminding


# For whom it counts


@pytest.mark.parametrize(
    ("meeting", "seats", "holders", "enough"),
    [
        (Meeting.SEATS, 1, 0, True),
        (Meeting.SEATS, 0, 9, False),
        (Meeting.HOLDERS, 1, 0, True),
        (Meeting.HOLDERS, 0, 1, False),
        (Meeting.HOLDERS, 0, 2, True),
    ],
)
def test_two_holders_count_as_a_seat_where_the_player_says_so(
    meeting: Meeting, seats: int, holders: int, enough: bool
) -> None:
    assert meeting.enough(seats=seats, holders=holders) is enough
