"""How a lobby is kept, and how the founding that comes of it is kept and sent (SPEC-16.5)."""

from typing import Final

from pydantic import TypeAdapter, ValidationError

from p2p.errors import BadInvite, BadStore, LobbyError
from p2p.hosting import Hosting
from p2p.joining import Joining
from p2p.messages import Found
from protocol.charter import Charter
from protocol.errors import ProtocolError
from protocol.founding import Founding
from protocol.statement import read_statement
from protocol.statements import CharterSignature

__all__ = ["read_found", "read_lobby", "write_found", "write_lobby"]

_LOBBY: Final[TypeAdapter[Hosting | Joining]] = TypeAdapter(Hosting | Joining)


def write_lobby(lobby: Hosting | Joining) -> bytes:
    """The state of the lobby as a store keeps it."""
    return _LOBBY.dump_json(lobby)


def read_lobby(raw: bytes) -> Hosting | Joining:
    """Read what `write_lobby` wrote.

    Raises:
        BadStore: it is something else.
    """
    try:
        return _LOBBY.validate_json(raw)
    except (ValidationError, BadInvite, ProtocolError) as error:
        raise BadStore(f"the state of the lobby is damaged: {error}") from error


def write_found(founding: Founding) -> Found:
    """The founding as it is sent and stored."""
    return Found(
        charter=founding.charter.to_bytes(),
        scenario=founding.scenario,
        signatures=tuple(signed.raw for signed in founding.signatures),
    )


def read_found(message: Found) -> Founding:
    """Read a founding.

    Raises:
        LobbyError: the charter, the scenario or a signature is not what it must be.
    """
    try:
        return Founding(
            Charter.from_bytes(message.charter),
            message.scenario,
            tuple(read_statement(CharterSignature, raw) for raw in message.signatures),
        )
    except ProtocolError as error:
        raise LobbyError(f"the founding of the game is unusable: {error}") from error
