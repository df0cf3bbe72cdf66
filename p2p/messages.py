"""What nodes say to each other (SPEC-16.6): one canonical array a message, its kind first.

The form is checked here and nothing else; whether an entry or a statement is true is for `protocol`
to judge.
"""

from enum import StrEnum, unique
from typing import Annotated, ClassVar, Final, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from p2p.channel import MAX_MESSAGE
from p2p.errors import BadMessage
from p2p.ways_list import MAX_WAYS_LIST
from protocol.charter import MAX_CHARTER, MAX_SEATS, NONCE_SIZE
from protocol.encoding import Data, decode, encode
from protocol.entry import MAX_ENTRY, MAX_TOKENS
from protocol.errors import Refused
from protocol.hashing import HASH_SIZE
from protocol.head import MAX_NUMBER
from protocol.identity import SIGNATURE_SIZE
from protocol.logfile import MAX_SCENARIO
from protocol.receipts import MAX_KEYS
from protocol.settlements import MAX_SETTLEMENT
from protocol.statement import MAX_SIGNED

__all__ = [
    "MAX_BATCH",
    "MAX_CHUNK",
    "MAX_HELD",
    "MAX_INTRODUCTION",
    "MAX_LOCATOR",
    "MAX_SAID",
    "Alive",
    "Consent",
    "Entries",
    "Entrust",
    "Found",
    "Heads",
    "Introduce",
    "Join",
    "Message",
    "Offending",
    "Parts",
    "Proposal",
    "Received",
    "Rematch",
    "Remind",
    "RemindAt",
    "RemindCode",
    "RemindNever",
    "RemindTerms",
    "ReminderReply",
    "Say",
    "Seek",
    "Sorry",
    "Statements",
    "Succeed",
    "Ways",
    "check_beginning",
    "read_message",
    "write_message",
]

MAX_LOCATOR: Final = 64
"""Places of a line that one message names."""
MAX_HELD: Final = 1024
"""Statements beside the line that one message names."""
MAX_BATCH: Final = 256
"""Entries or statements of one message."""
MAX_CHUNK: Final = 256 * 1024
"""Bytes of entries or statements that one message brings, unless a single one has more."""
MAX_INTRODUCTION: Final = 512
"""Bytes of the longest introduction with its signature."""
MAX_REASON: Final = 200
MAX_INVITE: Final = 2_800
"""Characters of the longest invite."""
MAX_SAID: Final = 300
"""Characters that are said at a time."""
MAX_KIND: Final = 255
MAX_KINDS: Final = 16
MAX_ADDRESSES: Final = 8

Hash = Annotated[bytes, Field(min_length=HASH_SIZE, max_length=HASH_SIZE)]
Place = tuple[Annotated[int, Field(ge=0, le=MAX_NUMBER)], Hash]
Signed = Annotated[bytes, Field(min_length=1, max_length=MAX_SIGNED)]
BesideTheLine = Annotated[bytes, Field(min_length=1, max_length=MAX_SETTLEMENT)]
Text = Annotated[bytes, Field(max_length=MAX_SCENARIO)]
CharterBytes = Annotated[bytes, Field(min_length=1, max_length=MAX_CHARTER)]


def _visible(text: str) -> str:
    """Refuse what a terminal might obey, or what would make a line read other than it is."""
    if not text.isprintable() or not text.strip():
        raise ValueError("not a line of visible characters")
    return text


Line = Annotated[str, Field(min_length=1, max_length=MAX_SAID), AfterValidator(_visible)]
Scheme = Annotated[str, Field(pattern=r"^[a-z]{1,16}\z")]


class _WireMessage(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    kind: ClassVar[str]


class Join(_WireMessage):
    """A guest takes the seat of its invite: its name, salt and dice head for the charter."""

    kind = "join"
    name: Annotated[str, Field(min_length=1, max_length=40)]
    salt: Annotated[bytes, Field(min_length=NONCE_SIZE, max_length=NONCE_SIZE)]
    dice_head: Hash


class Seek(_WireMessage):
    """The sender belongs to the table but has no game yet: it asks for what founded it."""

    kind = "seek"


class Proposal(_WireMessage):
    """The host proposes a charter, all seats being taken; with the scenario's source text."""

    kind = "proposal"
    charter: CharterBytes
    scenario: Text


class Consent(_WireMessage):
    """A guest's signed charter signature."""

    kind = "consent"
    signature: Signed


class Found(_WireMessage):
    """The game exists: charter, scenario and the charter signatures in seat order."""

    kind = "found"
    charter: CharterBytes
    scenario: Text
    signatures: Annotated[tuple[Signed, ...], Field(min_length=1, max_length=MAX_SEATS)]


class Heads(_WireMessage):
    """What the sender holds of a game.

    Attributes:
        game: game id.
        places: sequence numbers and hashes of its line, from its head backwards, ever sparser, the
            last one being (0, game id).
        held: hashes of the statements beside the line that it holds.
    """

    kind = "heads"
    game: Hash
    places: Annotated[tuple[Place, ...], Field(min_length=1, max_length=MAX_LOCATOR)]
    held: Annotated[tuple[Hash, ...], Field(max_length=MAX_HELD)]


class Entries(_WireMessage):
    """Consecutive signed entries, as stored."""

    kind = "entries"
    entries: Annotated[
        tuple[Annotated[bytes, Field(min_length=1, max_length=MAX_ENTRY)], ...],
        Field(min_length=1, max_length=MAX_BATCH),
    ]


class Statements(_WireMessage):
    """Statements beside the line: the kind of record of a log file (SPEC-6.9), and its bytes."""

    kind = "statements"
    records: Annotated[
        tuple[tuple[Annotated[int, Field(ge=0, le=MAX_KIND)], BesideTheLine], ...],
        Field(min_length=1, max_length=MAX_BATCH),
    ]


class Offending(_WireMessage):
    """An entry that the sender refuses, and for which it blames its author, as signed."""

    kind = "offending"
    entry: Annotated[bytes, Field(min_length=1, max_length=MAX_ENTRY)]


class Remind(_WireMessage):
    """A seat says to another one that the game waits for it (SPEC-16.13)."""

    kind = "remind"
    seat: Annotated[int, Field(ge=0, lt=MAX_SEATS)]
    owing: Annotated[int, Field(ge=0, lt=MAX_SEATS)]


@unique
class ReminderReply(StrEnum):
    """What a keeper says of what it was asked last (SPEC-16.24)."""

    NOTHING = ""  # nothing was asked
    CODE_SENT = "code sent"
    NOT_SENT = "not sent"  # the code could not be sent
    CONFIRMED = "confirmed"
    WRONG_CODE = "wrong code"
    FORGOTTEN = "forgotten"
    REFUSED = "refused"  # the keeper does not send there
    TOO_MANY = "too many"  # addresses
    TOO_OFTEN = "too often"  # codes


class RemindAt(_WireMessage):
    """A player asks a keeper to remind it at an address (SPEC-16.24)."""

    kind = "remind-at"
    address: Line


class RemindCode(_WireMessage):
    """A player gives the keeper the code that was sent to its address."""

    kind = "remind-code"
    code: Annotated[str, Field(pattern=r"^[0-9]{8}\z")]


class RemindNever(_WireMessage):
    """A player has the keeper forget its addresses."""

    kind = "remind-never"


class RemindTerms(_WireMessage):
    """How a keeper reminds, and what it knows of the player to whom it says so.

    Attributes:
        kinds: of addresses to which it sends, by their schemes, ascending.
        addresses: of the player, without what is secret in them, and whether they are confirmed.
        reply: to what the player has asked.
    """

    kind = "remind-terms"
    kinds: Annotated[tuple[Scheme, ...], Field(max_length=MAX_KINDS)]
    addresses: Annotated[
        tuple[tuple[Line, Annotated[int, Field(ge=0, le=1)]], ...], Field(max_length=MAX_ADDRESSES)
    ]
    reply: Annotated[ReminderReply, Field(strict=False)]


class Succeed(_WireMessage):
    """The sender would play a seat in its player's stead: a signed successor (SPEC-6.11)."""

    kind = "succeed"
    successor: Signed


class Entrust(_WireMessage):
    """The sender passes its sealing keys on to who will play its powers next (SPEC-16.17).

    Attributes:
        seat: the sender's.
        head: up to which they open everything.
        keys: powers and keys, ascending.
    """

    kind = "entrust"

    seat: Annotated[int, Field(ge=0, lt=MAX_SEATS)]
    head: Place
    keys: Annotated[
        tuple[tuple[Annotated[str, Field(min_length=1, max_length=40)], Hash], ...],
        Field(min_length=1, max_length=MAX_KEYS),
    ]


class Received(_WireMessage):
    """The sender has these keys: a signed receipt (SPEC-6.16)."""

    kind = "received"

    receipt: Signed


class Parts(_WireMessage):
    """What a keeper takes off deposited tokens that are to be opened (SPEC-16.18).

    Attributes:
        keeper: its seat.
        head: of the line that asks for them.
        parts: handles and parts, ascending.
        signature: of the keeper.
    """

    kind = "parts"

    keeper: Annotated[int, Field(ge=0, lt=MAX_SEATS)]
    head: Place
    parts: Annotated[
        tuple[tuple[Annotated[int, Field(ge=0, le=MAX_NUMBER)], Hash], ...],
        Field(min_length=1, max_length=MAX_TOKENS),
    ]
    signature: Annotated[bytes, Field(min_length=SIGNATURE_SIZE, max_length=SIGNATURE_SIZE)]


class Ways(_WireMessage):
    """The ways in to the node of a player, as that player has signed them (SPEC-16.16)."""

    kind = "ways"
    signed: Annotated[bytes, Field(min_length=1, max_length=MAX_WAYS_LIST)]


class Introduce(_WireMessage):
    """By which key a player writes mail, as the player has signed it (SPEC-16.20); in mail only."""

    kind = "introduce"
    signed: Annotated[bytes, Field(min_length=1, max_length=MAX_INTRODUCTION)]


class Sorry(_WireMessage):
    """Why the sender is about to end the connection; for people."""

    kind = "sorry"
    reason: Annotated[str, Field(max_length=MAX_REASON)]

    @classmethod
    def because(cls, reason: str) -> Self:
        """A reason of any text, which may quote what a peer has sent: cut, and made plain ASCII."""
        plain = reason.encode("ascii", "backslashreplace").decode("ascii")
        return cls(reason=plain[:MAX_REASON])


class Alive(_WireMessage):
    """Nothing but that the sender is there: a relay that passes on nothing shows (SPEC-16.15)."""

    kind = "alive"


class Say(_WireMessage):
    """Words of a seat to the others (SPEC-16.11); the connection vouches for them, if anything."""

    kind = "say"
    seat: Annotated[int, Field(ge=0, lt=MAX_SEATS)]
    text: Line


class Rematch(_WireMessage):
    """The sender invites to a new table, once the game is over (SPEC-16.23)."""

    kind = "rematch"
    invite: Annotated[str, Field(min_length=1, max_length=MAX_INVITE)]


Message: TypeAlias = (
    Join
    | Seek
    | Proposal
    | Consent
    | Found
    | Heads
    | Entries
    | Statements
    | Offending
    | Succeed
    | Entrust
    | Received
    | Parts
    | Ways
    | Introduce
    | Say
    | Remind
    | RemindAt
    | RemindCode
    | RemindNever
    | RemindTerms
    | Rematch
    | Alive
    | Sorry
)

_KINDS: Final[dict[object, type[Message]]] = {
    model.kind: model
    for model in (
        Join,
        Seek,
        Proposal,
        Consent,
        Found,
        Heads,
        Entries,
        Statements,
        Offending,
        Succeed,
        Entrust,
        Received,
        Parts,
        Ways,
        Introduce,
        Say,
        Remind,
        RemindAt,
        RemindCode,
        RemindNever,
        RemindTerms,
        Rematch,
        Alive,
        Sorry,
    )
}


def write_message(message: Message) -> bytes:
    """The message as bytes."""
    fields: list[Data] = [_data(getattr(message, name)) for name in type(message).model_fields]
    return encode((message.kind, *fields))


def _data(field: Data) -> Data:
    return field.value if isinstance(field, ReminderReply) else field


_LONG: Final = (Proposal, Found, Entries, Statements, Offending)
"""Messages that may need more than one frame (SPEC-16.3)."""
_BEGINNINGS: Final = tuple(
    bytes([0x90 + 1 + len(model.model_fields)]) + encode(model.kind) for model in _LONG
)


def check_beginning(raw: bytes) -> None:
    """Judge a message before all of it has come: most are short, and junk is of no kind.

    Raises:
        BadMessage: no message of more than one frame begins like this.
    """
    if not raw.startswith(_BEGINNINGS):
        raise BadMessage(f"a long message of no kind that is long: it begins {raw[:20]!r}")


def read_message(raw: bytes) -> Message:
    """Read a message.

    Raises:
        BadMessage: it is not canonical, of no known kind, or not of the form of its kind.
    """
    try:
        data = decode(raw, MAX_MESSAGE)
    except Refused as error:
        raise BadMessage(f"not a message: {error.reason}") from error
    if not isinstance(data, tuple) or not data or not isinstance(data[0], str):
        raise BadMessage("not a message: it does not begin with its kind")
    model = _KINDS.get(data[0])
    if model is None:
        raise BadMessage(f"a message of unknown kind {data[0][:20]!a}")
    names = list(model.model_fields)
    if len(names) != len(data) - 1:
        raise BadMessage(f"{model.kind}: {len(data) - 1} fields instead of {len(names)}")
    try:
        return model.model_validate(dict(zip(names, data[1:], strict=True)))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        raise BadMessage(f"{model.kind}, {where}: {first['msg']}") from error
