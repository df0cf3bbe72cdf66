"""One connection to each peer (SPEC-16.10)."""

from typing import cast

import pytest

from p2p.peers import Peers
from p2p.ways import Rank
from p2p.wire import Connection
from protocol.identity import PublicKey
from tests.p2p.keys import identity

SMALLER, LARGER = sorted([identity("ann").public, identity("bob").public])


class Called:
    """A connection as far as it matters here: to whom, by what way, and who began it."""

    def __init__(self, peer: PublicKey, rank: Rank, *, dialed: bool) -> None:
        self.peer = peer
        self.rank = rank
        self.dialed = dialed


def connection(peer: PublicKey, rank: Rank = Rank.DIRECT, *, dialed: bool) -> Connection:
    return cast("Connection", Called(peer, rank, dialed=dialed))


@pytest.mark.parametrize("own", [SMALLER, LARGER])
@pytest.mark.parametrize("dialed", [True, False])
def test_a_direct_connection_stays_before_one_through_a_relay_whoever_began_it(
    own: PublicKey, *, dialed: bool
) -> None:
    other = LARGER if own == SMALLER else SMALLER
    peers = Peers(own)
    relayed = connection(other, Rank.RELAY, dialed=dialed)
    direct = connection(other, Rank.DIRECT, dialed=not dialed)
    peers.enter(relayed)
    assert peers.better(direct)
    peers.enter(direct)
    assert not peers.better(relayed)


@pytest.mark.parametrize("smaller_began", [True, False])
def test_of_two_connections_both_sides_keep_the_one_that_the_smaller_key_began(
    *, smaller_began: bool
) -> None:
    """Each side has a connection, and then the other one arrives."""
    for own, other in ((SMALLER, LARGER), (LARGER, SMALLER)):
        peers = Peers(own)
        began_here = smaller_began == (own == SMALLER)
        peers.enter(connection(other, dialed=not began_here))
        assert peers.better(connection(other, dialed=began_here)) is smaller_began


def test_of_two_connections_that_one_side_began_the_newer_stays() -> None:
    peers = Peers(SMALLER)
    for dialed in (True, False):
        peers.enter(connection(LARGER, dialed=dialed))
        assert peers.better(connection(LARGER, dialed=dialed))


def test_a_replaced_connection_leaves_without_taking_the_new_one_along() -> None:
    peers = Peers(SMALLER)
    old = peers.enter(connection(LARGER, dialed=True))
    new = peers.enter(connection(LARGER, dialed=True))
    assert peers.leave(old)
    assert peers.with_key(LARGER) is new
    assert not peers.leave(old)
    assert peers.leave(new)
    assert list(peers) == []
    assert peers.met == {LARGER}


def test_everybody_is_woken() -> None:
    peers = Peers(SMALLER)
    peer = peers.enter(connection(LARGER, dialed=True))
    peers.wake()
    assert peer.wake.is_set()
