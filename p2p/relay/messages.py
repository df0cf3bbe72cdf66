"""What is said to a relay and by it (SPEC-16.15): one canonical array a frame, its kind first.

Also what a relay's holder is asked, and answers, on a connection that the relay has joined.

After `joined` a relay says nothing more on a connection: every frame is the other node's.
"""

from enum import StrEnum, unique
from typing import Annotated, ClassVar, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from p2p.errors import BadMessage
from p2p.listing import MAX_LISTING
from p2p.relay.names import NONCE_SIZE
from protocol.encoding import Data, decode, encode
from protocol.errors import Refused
from protocol.identity import KEY_SIZE, SIGNATURE_SIZE

__all__ = [
    "MAX_CONTROL",
    "MAX_LINK",
    "MAX_PASS",
    "MAX_REASON",
    "TOKEN_SIZE",
    "VERSION",
    "Answer",
    "Call",
    "Challenge",
    "Decline",
    "Held",
    "Hold",
    "Incoming",
    "Joined",
    "List",
    "Listed",
    "Probe",
    "Prove",
    "Reason",
    "Register",
    "Registered",
    "RelayMessage",
    "Seen",
    "Sorry",
    "read_control",
    "write_control",
]

VERSION: Final = 1
TOKEN_SIZE: Final = 16
MAX_CONTROL: Final = 4096
"""Bytes of the longest message."""
MAX_PASS: Final = 64
"""Characters of the longest pass."""
MAX_LINK: Final = 2800
"""Characters of the longest link that a holder is given."""
MAX_REASON: Final = 300
"""Characters of the longest reason why a holder declines."""
MAX_NUMBER: Final = 45
"""Characters of the longest number of IPv6."""

Version = Annotated[int, Field(ge=1, le=2**16 - 1)]
Name = Annotated[bytes, Field(min_length=KEY_SIZE, max_length=KEY_SIZE)]
Token = Annotated[bytes, Field(min_length=TOKEN_SIZE, max_length=TOKEN_SIZE)]


@unique
class Reason(StrEnum):
    """Why a relay ends a connection."""

    VERSION = "version"  # it does not speak the version that was asked for
    MALFORMED = "malformed"  # what was sent is no message that can be sent then
    UNPROVEN = "unproven"  # the signature is not of the name, this relay and its nonce
    UNINVITED = "uninvited"  # registers only those with a pass
    FULL = "full"  # as many are registered, or wait, as may be
    REPLACED = "replaced"  # the same name was registered by a newer connection
    UNKNOWN = "unknown"  # nobody is registered under the name that is called
    UNANSWERED = "unanswered"  # the node that is called did not answer in time
    STALE = "stale"  # no call waits for that token
    UNSEEN = "unseen"  # the asker comes from a local network, or by a proxy that hides where from
    LATE = "late"  # the first message, or the proof, did not come in time


class _ControlMessage(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    kind: ClassVar[str]


class Register(_ControlMessage):
    """A node would be called by this name; the first on a connection."""

    kind = "register"
    version: Version
    name: Name


class Challenge(_ControlMessage):
    """The relay has the name proved.

    Attributes:
        url: of the relay, as it knows itself; nodes sign for no other than the one that they call.
        nonce: made for this connection.
    """

    kind = "challenge"
    url: Annotated[str, Field(min_length=1, max_length=300)]
    nonce: Annotated[bytes, Field(min_length=NONCE_SIZE, max_length=NONCE_SIZE)]


class Prove(_ControlMessage):
    """The proof, and the pass of a relay that registers only those who have one; else empty."""

    kind = "prove"
    signature: Annotated[bytes, Field(min_length=SIGNATURE_SIZE, max_length=SIGNATURE_SIZE)]
    relay_pass: Annotated[str, Field(max_length=MAX_PASS)]


class Registered(_ControlMessage):
    """From now on the node is called on this connection."""

    kind = "registered"


class List(_ControlMessage):
    """A registered node would have its table listed (SPEC-16.21), or no more if it is empty."""

    kind = "list"
    listing: Annotated[bytes, Field(max_length=MAX_LISTING)]


class Listed(_ControlMessage):
    """Whether the table is listed now."""

    kind = "listed"
    shown: bool


class Incoming(_ControlMessage):
    """Somebody calls; the token is good for one answer."""

    kind = "incoming"
    token: Token


class Call(_ControlMessage):
    """A node would speak to the one of this name; the first on a connection."""

    kind = "call"
    version: Version
    name: Name


class Answer(_ControlMessage):
    """A node that was called answers; the first on a connection of its own."""

    kind = "answer"
    version: Version
    token: Token


class Probe(_ControlMessage):
    """A node would know whether it can be called; the first on a connection of its own.

    The relay calls the address from which it sees this connection come, at that port, sends the
    token there as the only frame, and hangs up.
    """

    kind = "probe"
    version: Version
    port: Annotated[int, Field(ge=1, le=65_535)]
    token: Token


class Seen(_ControlMessage):
    """The relay has called, or tried to; the number is where it sees the asker."""

    kind = "seen"
    host: Annotated[str, Field(min_length=2, max_length=MAX_NUMBER)]


class Joined(_ControlMessage):
    """Both are there: what comes from now on is the other node's."""

    kind = "joined"


class Sorry(_ControlMessage):
    """Why the relay is about to end the connection."""

    kind = "sorry"
    reason: Reason


class Hold(_ControlMessage):
    """A holder is to hold the log of a table, or to keep its game.

    Attributes:
        relay_pass: see `Prove`.
        invite: link to the table; with the ticket of a keeper's seat that is to be taken.
    """

    kind = "hold"
    version: Version
    relay_pass: Annotated[str, Field(max_length=MAX_PASS)]
    invite: Annotated[str, Field(min_length=1, max_length=MAX_LINK)]


class Held(_ControlMessage):
    """The holder does so; the key is its own at that table, and the relay knows it by it."""

    kind = "held"
    key: Name


class Decline(_ControlMessage):
    """The holder does not, and why."""

    kind = "decline"
    reason: Annotated[str, Field(min_length=1, max_length=MAX_REASON)]


RelayMessage: TypeAlias = (
    Register
    | Challenge
    | Prove
    | Registered
    | List
    | Listed
    | Incoming
    | Call
    | Answer
    | Joined
    | Probe
    | Seen
    | Sorry
    | Hold
    | Held
    | Decline
)

_KINDS: Final[dict[object, type[RelayMessage]]] = {
    model.kind: model
    for model in (
        Register,
        Challenge,
        Prove,
        Registered,
        List,
        Listed,
        Incoming,
        Call,
        Answer,
        Joined,
        Probe,
        Seen,
        Sorry,
        Hold,
        Held,
        Decline,
    )
}


def write_control(message: RelayMessage) -> bytes:
    """The message as bytes."""
    fields: list[Data] = []
    for name in type(message).model_fields:
        value = getattr(message, name)
        fields.append(value.value if isinstance(value, Reason) else value)
    return encode((message.kind, *fields))


def read_control(raw: bytes) -> RelayMessage:
    """Read a message.

    Raises:
        BadMessage: it is too long, not canonical, of no known kind, or not of the form of its kind.
    """
    try:
        data = decode(raw, MAX_CONTROL)
    except Refused as error:
        raise BadMessage(f"no message of a relay: {error.reason}") from error
    if not isinstance(data, tuple) or not data or not isinstance(data[0], str):
        raise BadMessage("no message of a relay: it does not begin with its kind")
    model = _KINDS.get(data[0])
    if model is None:
        raise BadMessage(f"a message of unknown kind {data[0][:20]!a}")
    values: list[object] = list(data[1:])
    names = list(model.model_fields)
    if len(names) != len(values):
        raise BadMessage(f"{model.kind}: {len(values)} fields instead of {len(names)}")
    if model is Sorry:
        values = [_reason(values[0])]
    try:
        return model.model_validate(dict(zip(names, values, strict=True)))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        raise BadMessage(f"{model.kind}, {where}: {first['msg']}") from error


def _reason(value: object) -> Reason:
    for reason in Reason:
        if value == reason.value:
            return reason
    raise BadMessage("sorry: for a reason that is not known")
