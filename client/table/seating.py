"""Who sits where, and who is there: before the charter is signed, and afterwards."""

__all__ = ["arrivals", "raised", "seated"]

from collections.abc import Collection, Mapping

from client.schema.table import Seat
from engine.variants.secret_subs.state import MODULE
from engine.variants.secret_subs.windows import called
from p2p.hosting import Hosting
from p2p.joining import Joining
from p2p.saying import raised_hands
from protocol.players import Players
from protocol.table import Table


def seated(
    players: Players,
    own: int | None,
    present: Collection[str],
    place: int | None = None,
    hands: Collection[int] = (),
) -> Mapping[str, Seat]:
    """The seats of a game, and who plays them.

    Args:
        players: of the game.
        own: the seat of the player who looks; None for a watcher.
        present: fingerprints of the keys whose nodes are connected to this one.
        place: of the line, after which they play; None for its end.
        hands: seats whose hand is raised.
    """
    found = {}
    for i, seat in enumerate(players.charter.seats):
        player = players.now[i] if place is None else players.after(place, i)
        key = player.key.fingerprint
        found[str(i)] = Seat(
            name=player.name,
            bot=player.bot,
            powers=tuple(seat.powers),
            key=key,
            you=i == own,
            here=i == own or key in present,
            hand=i in hands,
        )
    return found


def raised(table: Table) -> frozenset[int]:
    """The seats whose hand is raised, and has got no window yet (SS-4.0)."""
    game = table.game
    set_up = MODULE in game.modules  # until then there can have been no window
    return frozenset(raised_hands(table)) | (called(game) if set_up else frozenset(game.hands))


def arrivals(lobby: Hosting | Joining | None, taken: Mapping[int, str]) -> Mapping[str, Seat]:
    """Who has come so far, and on the host's side which seats are free.

    Args:
        lobby: of this node.
        taken: names by seat, as the node has told of them.
    """
    if not isinstance(lobby, Hosting):
        return {str(i): Seat(name=name, here=True) for i, name in taken.items()}
    return {
        str(seat): Seat(
            name=None if guest is None else guest.name,
            powers=tuple(powers),
            key=None if guest is None else guest.key.fingerprint,
            you=seat == lobby.seat,
            here=guest is not None,
        )
        for seat, powers in enumerate(lobby.terms.places)
        for guest in (lobby.guests.get(seat),)
    }
