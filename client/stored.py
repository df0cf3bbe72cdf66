"""What the store of a table tells of its game, without playing it."""

__all__ = ["stored_players"]

from p2p.lobby import read_found
from p2p.messages import Found, read_message
from p2p.store import StoreContents
from protocol.carried import agreed_by
from protocol.entry import Entry
from protocol.players import Players


def stored_players(contents: StoreContents) -> Players | None:
    """Who plays and has played in the game of a store; None before it begins.

    Raises:
        NodeError, ProtocolError: the store is damaged.
    """
    found = None if contents.founding is None else read_message(contents.founding)
    if not isinstance(found, Found):
        return None
    players = Players.of(read_found(found).charter)
    for raw in contents.entries:
        entry = Entry.from_bytes(raw)
        agreed = agreed_by(entry)
        for signed in () if agreed is None else agreed.agreement.terms.successors:
            successor = signed.statement
            players = players.with_player(successor.seat, successor.player(entry.sequence))
    return players
