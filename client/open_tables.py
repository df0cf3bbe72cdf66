"""Finding tables whose hosts let strangers in, and asking to be let in."""

__all__ = ["Search", "ask_in", "find_tables", "named"]

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from client.errors import ClientError
from p2p.errors import NodeError, Unreachable
from p2p.invite import Invite
from p2p.knocking import Knock, knock
from p2p.listing import FoundTable
from p2p.locality import Scope
from p2p.nearby import find_nearby
from p2p.relay.client import RelayAccess
from p2p.relay.tables import tables_at
from p2p.ways import Relay
from protocol.identity import Identity


@dataclass(frozen=True, slots=True)
class Search:
    """What a search for tables has come to.

    Attributes:
        found: each table once, with all ways in to it.
        faults: where nothing could be searched, and why.
    """

    found: tuple[FoundTable, ...]
    faults: tuple[str, ...]


async def find_tables(relays: Sequence[RelayAccess], *, nearby: bool) -> Search:
    """Look for tables at these relays and, if wanted, in the own network, at the same time."""
    searches = [tables_at(access) for access in relays]
    if nearby:
        searches.insert(0, find_nearby())
    found: dict[bytes, FoundTable] = {}
    faults = []
    for answer in await asyncio.gather(*searches, return_exceptions=True):
        match answer:
            case NodeError():
                faults.append(str(answer))
            case BaseException():
                raise answer
            case tables:
                for table in tables:
                    known = found.get(table.listing.key.raw)
                    ways = table.ways if known is None else (*known.ways, *table.ways)
                    found[table.listing.key.raw] = FoundTable(table.listing, ways)
    return Search(tuple(found.values()), tuple(faults))


def named(search: Search, beginning: str) -> FoundTable:
    """The table whose id begins like this.

    Raises:
        ClientError: there is none, or several.
    """
    found = [one for one in search.found if one.listing.id.startswith(beginning.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(one.listing.id[:8] for one in found)
        raise ClientError("several open tables match", f"name one of {ids}")
    why = "".join(f"; {fault}" for fault in search.faults)
    raise ClientError(
        f"no open table {beginning} was found{why}",
        "`secret-subs tables` lists those of your network, and with --relay those of a relay; with "
        "a link from the host you need none",
    )


async def ask_in(table: FoundTable, identity: Identity, said: Knock) -> Invite:
    """Knock at a table, by each way in until one leads to its host, and wait for its answer.

    Raises:
        KnockDeclined: the host does not let us in.
        Unreachable: it cannot be called.
        BadInvite: it has given us a link that leads nowhere.
    """
    failures = []
    for way in table.ways:
        # What is announced may lead anywhere; the relays are those that the player has named.
        scope = Scope.EVERYWHERE if isinstance(way, Relay) else Scope.OWN_NETWORK
        try:
            return await knock(way, table.listing.key, identity, said, scope)
        except Unreachable as error:
            failures.append(str(error))
    raise Unreachable("; ".join(failures))
