"""Links to games that this home knows, without playing them."""

__all__ = ["check_called_through", "newest_link"]

from collections.abc import Sequence

from client.errors import ClientError
from client.stored import stored_players
from client.tables import OpenTable
from p2p.directory import newest_ways
from p2p.hosting import Hosting
from p2p.invite import MAX_WAYS, Invite
from p2p.joining import Joining
from p2p.lobby import read_lobby
from p2p.relay.client import RelayAccess
from p2p.ways import Relay
from p2p.ways_list import WaysList
from protocol.identity import Identity


def newest_link(table: OpenTable) -> Invite:
    """The link by which whoever belongs to a table finds it: with the newest ways in to all.

    Raises:
        ClientError: no way in to anybody is known.
        NodeError, ProtocolError: the store is damaged.
    """
    contents = table.store.read()
    own = Identity.from_phrase(table.phrase).public
    players = stored_players(contents)
    lists = {one.key: one for one in map(WaysList.read, contents.ways.values())}
    members = lists.keys() if players is None else [player.key for player in players.now]
    ways = newest_ways({key: lists[key] for key in members if key in lists}, own, members)
    match None if contents.lobby is None else read_lobby(contents.lobby):
        case Joining(invite=invite):
            found = tuple(dict.fromkeys((*ways, *invite.ways)))
            return Invite(invite.host, invite.nonce, None, found[:MAX_WAYS])
        case Hosting() as hosting if ways:
            return Invite(own, hosting.terms.nonce, None, ways[:MAX_WAYS])
        case _:
            raise ClientError(
                "no way in to this game is known yet",
                "go on with `secret-subs play` and --listen or --relay, so that others can call",
            )


def check_called_through(relays: Sequence[RelayAccess], link: Invite) -> None:
    """See that somebody can be called through these relays.

    Raises:
        ClientError: nobody can.
    """
    named = [way.address for way in link.ways if isinstance(way, Relay)]
    if not {relay.relay.address for relay in relays}.intersection(named):
        raise ClientError(
            "nobody of this table is known at your relays; the link names "
            + (", ".join(map(str, named)) or "no relay"),
            "name one of these, whose owner then learns your address, or show it to the players",
        )
