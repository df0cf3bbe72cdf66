"""One link of a game's log: what a seat did at one place of the line (SPEC-5).

Here an entry is read: form, bounds, hash. Whether it follows the entry before it is judged by
`log`, whether the game allows it by `table`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias, assert_never

from protocol.agreements import MAX_PROPOSAL_SIGNATURE
from protocol.charter import MAX_PLAYERS, MAX_POWERS, MAX_SEATS
from protocol.claims import MAX_GROUP, MAX_TOKENS, Claim, claim_data, read_claim
from protocol.encoding import Data, decode, encode
from protocol.errors import LocalError, Refused
from protocol.hashing import HASH_SIZE, Tag, digest
from protocol.head import MAX_NUMBER, Head
from protocol.identity import Identity, PublicKey
from protocol.proposals import MAX_PROPOSAL
from protocol.record_reader import RecordReader
from protocol.settlements import MAX_SETTLEMENT
from protocol.statement import MAX_SIGNED

__all__ = [
    "COMMITMENT_SIZE",
    "FRESH_SIZE",
    "MAX_ENTRY",
    "MAX_GROUP",
    "MAX_ITEMS",
    "MAX_JUSTIFICATION",
    "MAX_OPENING",
    "MAX_SHOWN",
    "MAX_TOKENS",
    "SHARE_SIZE",
    "Agree",
    "Deal",
    "Decide",
    "DiceShare",
    "Entry",
    "Hand",
    "Instruct",
    "Item",
    "Leave",
    "OpenTokens",
    "Opening",
    "Rejoin",
    "Resign",
    "SealTokens",
    "Waive",
    "sign_entry",
    "size_of",
]

MAX_ENTRY: Final = 512 * 1024
"""Bytes of an entry with its signature: 33 settlements of nine seats fit into one (SPEC-12.6)."""
MAX_ITEMS: Final = 32
MAX_OPENING: Final = 64
MAX_JUSTIFICATION: Final = 48 * 1024
MAX_SHOWN: Final = 32
"""Settlements that a rejoin shows besides its own."""
SHARE_SIZE: Final = HASH_SIZE
COMMITMENT_SIZE: Final = 32
FRESH_SIZE: Final = 32
MIN_DEPOSIT: Final = 64
MAX_DEPOSIT: Final = 32 * MAX_PLAYERS
"""Bytes of a deposit: a key, and a masked opening for each other seat with powers."""

_ENTRY = RecordReader("SPEC-5.1", "entry")
_ITEM = RecordReader("SPEC-5.2", "item")


@dataclass(frozen=True, slots=True)
class Decide:
    """The answer to a Decision, in plain data that the engine judges; it contains no bytes."""

    data: Data


@dataclass(frozen=True, slots=True)
class DiceShare:
    """The author's next dice share, 32 bytes, for the pending Roll."""

    value: bytes


@dataclass(frozen=True, slots=True)
class Opening:
    """What one token holds, and the bytes that show it: of at most 64 bytes, by the suite."""

    handle: int
    group: int
    proof: bytes


@dataclass(frozen=True, slots=True)
class OpenTokens:
    """The answer to a Reveal: the author's tokens opened, in ascending order of handle."""

    openings: tuple[Opening, ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """The author leaves it to their owner to open the deposited tokens that it should open."""


@dataclass(frozen=True, slots=True)
class SealTokens:
    """The answer to a Seal: it says itself what it seals, so that its proof can be judged alone.

    Attributes:
        power: whose tokens they are.
        claim: what is said of them.
        fresh: 32 fresh random bytes that the blindings are derived with (u in the formulas).
        commitments: 32 bytes each, new ones in ascending order of handle; none where the claim
            makes none.
        justification: what shows the claim, by the suite; empty in `hashed`.
        deposits: of the openings of the commitments, in the same order; none where the charter
            knows no deposits.
    """

    power: str
    claim: Claim
    fresh: bytes
    commitments: tuple[bytes, ...]
    justification: bytes
    deposits: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Waive:
    """The author's windows are waived from here on, or asked for again."""

    waived: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """The raised hand of a seat, named by its counter, is granted."""

    seat: int
    counter: int


@dataclass(frozen=True, slots=True)
class Instruct:
    """A power's new instructions, signed by the seat that plays it: they hold from here on.

    Attributes:
        statement: as sent.
    """

    statement: bytes


@dataclass(frozen=True, slots=True)
class Resign:
    """The author gives the game up, in place of a Decision asked of it.

    Attributes:
        receipts: of those who have the sealing keys of its powers and play them now, as sent,
            ascending by seat. The tokens of powers without one are dealt.
    """

    receipts: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """Tokens are dealt by the shares given since an entry.

    It states what that follows from, so that it can be judged without the rules.

    Attributes:
        place: of the entry that caused it.
        powers: whose tokens are dealt, in turn order.
    """

    place: int
    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rejoin:
    """The author's new incarnation begins; first item of its first entry, and of no other.

    Attributes:
        settlement: as sent.
        shown: the settlements that it rests on and that no entry before carries, as sent.
    """

    settlement: bytes
    shown: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Agree:
    """The seats have agreed; the last item of its entry, and none but a rejoin is before it.

    Attributes:
        proposal: as sent.
        signatures: under it, as sent, ascending by seat.
        shown: the settlements in whose names these are given and that no entry before carries, as
            sent.
    """

    proposal: bytes
    signatures: tuple[bytes, ...]
    shown: tuple[bytes, ...]


Item: TypeAlias = (
    Decide
    | DiceShare
    | OpenTokens
    | Leave
    | SealTokens
    | Deal
    | Waive
    | Hand
    | Instruct
    | Resign
    | Rejoin
    | Agree
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A signed entry, well formed; nothing else about it is checked.

    Attributes:
        game: game id.
        sequence: its place in the line, from 1.
        previous: hash of the entry before it; of entry 1, the game id.
        seat: index of the author.
        incarnation: name of the author's.
        minute: when the author says it was made: minutes since 1970-01-01 00:00 UTC.
        digest: of the public state before the items, where the author gives it.
        items: 1 to 32.
        signature: 64 bytes over the hash.
        hash: of the body, 32 bytes; the signature is outside.
        raw: the whole as sent and stored.
    """

    game: bytes
    sequence: int
    previous: bytes
    seat: int
    incarnation: bytes
    minute: int
    digest: bytes | None
    items: tuple[Item, ...]
    signature: bytes
    hash: bytes
    raw: bytes = field(repr=False)

    @classmethod
    def from_bytes(cls, raw: bytes) -> "Entry":
        """Read an entry as sent.

        Raises:
            Refused: `too_large` or `malformed` (SPEC-5.1, SPEC-5.2).
        """
        body, signature = _ENTRY.signed(raw, MAX_ENTRY)
        game, sequence, previous, seat, incarnation, minute, state, items = _ENTRY.array(
            decode(body, MAX_ENTRY), "body", 8, 8
        )
        read = tuple(_read_item(data) for data in _ENTRY.array(items, "items", 1, MAX_ITEMS))
        if any(isinstance(item, Rejoin) for item in read[1:]):
            raise _ENTRY.refusal("a rejoin must be its first item")
        others = [item for item in read if not isinstance(item, Rejoin)]
        if len(others) != 1 and any(isinstance(item, Agree) for item in others):
            raise _ENTRY.refusal("an agreement must be its only item, but for a rejoin")
        return cls(
            game=_ENTRY.octets(game, "game id", HASH_SIZE, HASH_SIZE),
            sequence=_ENTRY.integer(sequence, "sequence number", 1, MAX_NUMBER),
            previous=_ENTRY.octets(previous, "previous hash", HASH_SIZE, HASH_SIZE),
            seat=_ENTRY.integer(seat, "seat", 0, MAX_SEATS - 1),
            incarnation=_ENTRY.octets(incarnation, "incarnation", HASH_SIZE, HASH_SIZE),
            minute=_ENTRY.integer(minute, "minute", 0, MAX_NUMBER),
            digest=(
                None
                if state is None
                else _ENTRY.octets(state, "state digest", HASH_SIZE, HASH_SIZE)
            ),
            items=read,
            signature=signature,
            hash=digest(Tag.ENTRY, body),
            raw=raw,
        )

    @property
    def agree(self) -> Agree | None:
        """The agreement that it carries."""
        last = self.items[-1]
        return last if isinstance(last, Agree) else None

    @property
    def head(self) -> Head:
        """The line's head once this entry is its last."""
        return Head(self.sequence, self.hash)

    def signed_by(self, key: PublicKey) -> bool:
        """Whether the key signed this entry (SPEC-5.3)."""
        return key.verifies(Tag.ENTRY_SIGNATURE, self.hash, self.signature)


def sign_entry(
    identity: Identity,
    *,
    game: bytes,
    head: Head,
    seat: int,
    incarnation: bytes,
    minute: int,
    state: bytes | None,
    items: Iterable[Item],
) -> Entry:
    """Make the entry that follows `head`.

    It is read back before it is returned, so nothing leaves that others would find malformed.

    Raises:
        LocalError: the values do not make an entry.
    """
    body = encode(
        (
            game,
            head.sequence + 1,
            head.hash,
            seat,
            incarnation,
            minute,
            state,
            tuple(_item_data(item) for item in items),
        )
    )
    signature = identity.sign(Tag.ENTRY_SIGNATURE, digest(Tag.ENTRY, body))
    try:
        return Entry.from_bytes(encode((body, signature)))
    except Refused as error:
        raise LocalError(f"this entry would be refused: {error}") from error


def size_of(item: Item) -> int:
    """How many bytes of an entry an item takes."""
    return len(encode(_item_data(item)))


def _item_data(item: Item) -> Data:
    match item:
        case Decide(data):
            return ("decide", data)
        case DiceShare(value):
            return ("share", value)
        case OpenTokens(openings):
            return ("open", tuple((one.handle, one.group, one.proof) for one in openings))
        case Leave():
            return ("leave",)
        case SealTokens(power, claim, fresh, commitments, shown, deposits):
            seal = ("seal", power, claim_data(claim), fresh, commitments, shown)
            return (*seal, deposits) if deposits else seal
        case Waive(waived):
            return ("waive", waived)
        case Hand(seat, counter):
            return ("hand", seat, counter)
        case Instruct(statement):
            return ("instruct", statement)
        case Resign(receipts):
            return ("resign", receipts)
        case Deal(place, powers):
            return ("deal", place, powers)
        case Rejoin(settlement, shown):
            return ("rejoin", settlement, shown)
        case Agree(proposal, signatures, shown):
            return ("agree", proposal, signatures, shown)
        case _:
            assert_never(item)


def _read_item(data: Data) -> Item:
    fields = _ITEM.array(data, "the whole", 1, 7)
    match fields:
        case ("decide", value):
            return Decide(_ITEM.plain(value, "an answer"))
        case ("share", value):
            return DiceShare(_ITEM.octets(value, "share", SHARE_SIZE, SHARE_SIZE))
        case ("open", openings):
            return OpenTokens(_read_openings(openings))
        case ("leave",):
            return Leave()
        case ("seal", power, claim, fresh, commitments, shown):
            return _read_seal(power, claim, fresh, commitments, shown)
        case ("seal", power, claim, fresh, commitments, shown, deposits):
            return replace(
                _read_seal(power, claim, fresh, commitments, shown),
                deposits=tuple(
                    _ITEM.octets(one, "a deposit", MIN_DEPOSIT, MAX_DEPOSIT)
                    for one in _ITEM.array(deposits, "deposits", 1, MAX_TOKENS)
                ),
            )
        case ("waive", waived):
            return Waive(_ITEM.truth(waived, "waive"))
        case ("hand", seat, counter):
            return Hand(
                _ITEM.integer(seat, "seat", 0, MAX_SEATS - 1),
                _ITEM.integer(counter, "counter", 1, MAX_NUMBER),
            )
        case ("instruct", statement):
            return Instruct(_ITEM.octets(statement, "instructions", 1, MAX_SIGNED))
        case ("resign", receipts):
            return Resign(
                tuple(
                    _ITEM.octets(one, "a receipt", 1, MAX_SIGNED)
                    for one in _ITEM.array(receipts, "receipts", 0, MAX_SEATS - 1)
                )
            )
        case ("deal", place, powers):
            named = _ITEM.array(powers, "powers", 1, MAX_POWERS)
            return Deal(
                _ITEM.integer(place, "place", 1, MAX_NUMBER),
                tuple(_ITEM.label(power, "power") for power in named),
            )
        case ("rejoin", settlement, shown):
            return Rejoin(
                _ITEM.octets(settlement, "settlement", 1, MAX_SETTLEMENT),
                tuple(
                    _ITEM.octets(one, "a settlement shown", 1, MAX_SETTLEMENT)
                    for one in _ITEM.array(shown, "settlements shown", 0, MAX_SHOWN)
                ),
            )
        case ("agree", proposal, signatures, shown):
            return Agree(
                _ITEM.octets(proposal, "proposal", 1, MAX_PROPOSAL),
                tuple(
                    _ITEM.octets(one, "a signature", 1, MAX_PROPOSAL_SIGNATURE)
                    for one in _ITEM.array(signatures, "signatures", 1, MAX_SEATS)
                ),
                tuple(
                    _ITEM.octets(one, "a settlement shown", 1, MAX_SETTLEMENT)
                    for one in _ITEM.array(shown, "settlements shown", 0, MAX_SHOWN)
                ),
            )
        case _:
            raise _ITEM.refusal(f"{fields[0]!a} with {len(fields) - 1} fields is not an item")


def _read_seal(power: Data, claim: Data, fresh: Data, commitments: Data, shown: Data) -> SealTokens:
    return SealTokens(
        _ITEM.label(power, "power"),
        read_claim(claim),
        _ITEM.octets(fresh, "fresh", FRESH_SIZE, FRESH_SIZE),
        tuple(
            _ITEM.octets(one, "commitment", COMMITMENT_SIZE, COMMITMENT_SIZE)
            for one in _ITEM.array(commitments, "commitments", 0, MAX_TOKENS)
        ),
        _ITEM.octets(shown, "justification", 0, MAX_JUSTIFICATION),
    )


def _read_openings(data: Data) -> tuple[Opening, ...]:
    openings = []
    for one in _ITEM.array(data, "openings", 1, MAX_TOKENS):
        handle, group, proof = _ITEM.array(one, "an opening", 3, 3)
        openings.append(
            Opening(
                _ITEM.integer(handle, "handle", 0, MAX_NUMBER),
                _ITEM.integer(group, "group", 1, MAX_GROUP),
                _ITEM.octets(proof, "opening", 0, MAX_OPENING),
            )
        )
    handles = [one.handle for one in openings]
    if handles != sorted(set(handles)):
        raise _ITEM.refusal("openings must be in strictly ascending order of handle")
    return tuple(openings)
