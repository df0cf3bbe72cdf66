"""Hashes under domain tags (SPEC-2).

Every hash, key derivation and signature begins with the tag of its one purpose, so that no output
of one can ever stand for another.
"""

import hashlib
from collections.abc import Iterable
from enum import Enum, unique

__all__ = ["HASH_SIZE", "Tag", "chained", "digest", "stream", "tagged"]

HASH_SIZE = 32

_NAMESPACE = "secret-subs/v2/"


@unique
class Tag(Enum):
    """The purposes. The value is the last part of the tag `secret-subs/v2/<purpose>`."""

    PHRASE_CHECK = "phrase-check"  # checksum of a written recovery phrase
    IDENTITY = "identity"  # seed of the signing key
    FINGERPRINT = "fingerprint"  # a public key as people compare it
    SCENARIO = "scenario"  # source text of a scenario
    TABLE = "table"  # table id
    CHARTER = "charter"  # game id
    CHARTER_SIGNATURE = "charter-signature"
    ENTRY = "entry"
    ENTRY_SIGNATURE = "entry-signature"
    STATE = "state"  # digest of a game's public state
    HISTORY = "history"  # all commitments and openings so far, one after the other
    HAND = "hand"
    INSTRUCTIONS = "instructions"
    QUESTION = "question"  # hash of a rejoining seat's question: the name that it begins
    QUESTION_SIGNATURE = "question-signature"
    ANSWER = "answer"
    SETTLEMENT = "settlement"  # hash of a settlement
    SETTLEMENT_SIGNATURE = "settlement-signature"
    SUCCESSOR = "successor"  # signature of a new key: it agrees to play a seat
    PROPOSAL = "proposal"  # hash of a proposal
    PROPOSAL_SIGNATURE = "proposal-signature"
    RECEIPT = "receipt"  # signature: sealing keys have been received
    REFUSAL = "refusal"
    AGREEMENT = "agreement"  # hash of a proposal with all signatures under it
    AGREEMENT_SIGNATURE = "agreement-signature"
    SILENCE = "silence"
    CLOSING = "closing"
    DISCLOSURE = "disclosure"
    CHAIN = "chain"  # which dice chain it is, from the question that began it
    DICE_TIP = "dice-tip"  # last link of a dice chain, derived from the phrase
    DICE = "dice"  # step of a dice chain
    ROLL = "roll"  # seed of one roll
    ROLL_STREAM = "roll-stream"  # the bytes that dice are drawn from
    DEAL = "deal"  # seed of a deal
    DEAL_STREAM = "deal-stream"  # the bytes that say which deal it is
    DEAL_KEY = "deal-key"  # the public sealing key of dealt tokens
    SEAL_KEY = "seal-key"  # a power's sealing key
    KEPT_KEYS = "kept-keys"  # what sealing keys are encrypted with in a receipt
    SEAL_FRESH = "seal-fresh"  # the random bytes that a Seal carries
    SHUFFLE = "shuffle"  # the order that a shuffle gives
    DEPOSIT = "deposit"  # the ephemeral key of a deposit, from the opening in it
    DEPOSIT_PART = "deposit-part"  # what one recipient takes off a deposit
    PARTS = "parts"  # signature: what a keeper takes off the deposits of some tokens
    BLINDING = "blinding"
    COMMITMENT = "commitment"  # suite hashed
    CHALLENGE = "challenge"  # suite proved
    TIE = "tie"  # suite proved: what ties an amount to its token
    NONCE = "nonce"  # suite proved
    GENERATOR = "generator"  # suite proved: points of unknown relation
    STATEMENT = "statement"  # what nodes call a statement beside the line
    CHANNEL = "channel"  # who speaks on an encrypted channel
    INVITE = "invite"  # token of an invite, derived from the host's phrase
    INVITE_MARK = "invite-mark"  # that a caller holds a token
    TICKET = "ticket"  # private key of a ticket that a seat signs, derived from its phrase
    TICKET_SIGNATURE = "ticket-signature"  # that a seat invites with it
    TICKET_MARK = "ticket-mark"  # that a caller holds it
    INVITE_CHECK = "invite-check"  # checksum of an invite link
    RELAY_KEY = "relay-key"  # seed of the key by which a relay knows a node
    REGISTRATION = "registration"  # signature: who is called by that key at a relay
    WAYS = "ways"  # signature of a list of ways in
    LISTING = "listing"  # signature: a table that strangers may ask to join
    KNOCK = "knock"  # who asks to join, on an encrypted channel
    MAIL = "mail"  # the secret that the mail of a table is sealed with
    MAIL_SEAL = "mail-seal"  # key of what one author seals
    MAIL_CHUNK = "mail-chunk"  # by what name a mailbox keeps a chunk
    MAIL_AUTHOR = "mail-author"  # key by which a player writes mail, derived from the phrase
    MAIL_TICKET = "mail-ticket"  # key by which the holder of a ticket does
    MAIL_BOX = "mail-box"  # what a node calls a mailbox among its peers
    MAIL_INTRODUCTION = "mail-introduction"  # signature: by which key a player writes mail
    KEY_FILE = "key-file"  # what a sealed phrase is bound to
    CHECKED_KEY = "checked-key"  # what a node marks the entries with that it has checked
    CHECKED = "checked"  # mark of such an entry
    SNAPSHOT = "snapshot"  # mark of a game that it has written down
    DEVICE_KEY = "device-key"  # key of a device that waits for a seat
    DEVICE_CODE = "device-code"  # checksum of its code, and what is sealed to it
    COPY = "copy"  # what seals a copy of what a player keeps

    def __init__(self, purpose: str) -> None:
        name = (_NAMESPACE + purpose).encode("ascii")
        self.prefix = bytes([len(name)]) + name


def tagged(tag: Tag, content: bytes) -> bytes:
    """The content under its tag: one byte, the tag's length; the tag in ASCII; the content."""
    return tag.prefix + content


def digest(tag: Tag, content: bytes) -> bytes:
    """SHA-256 of the tagged content: 32 bytes."""
    return hashlib.sha256(tag.prefix + content).digest()


def chained(tag: Tag, context: bytes, numbers: Iterable[int], link: bytes) -> list[bytes]:
    """Digests of which each is of the context, a number in 4 bytes and the digest before.

    Args:
        tag: of all of them.
        context: the same in all of them.
        numbers: 0 … 2³² - 1, one for each.
        link: what the first is of in place of a digest before.
    """
    before, sha256 = tag.prefix + context, hashlib.sha256
    # One expression, for a dice chain takes 2^15 of them.
    return [link := sha256(before + n.to_bytes(4, "big") + link).digest() for n in numbers]


def stream(tag: Tag, content: bytes, length: int) -> bytes:
    """The first `length` bytes of SHAKE-256 over the tagged content.

    A longer stream begins with every shorter one.
    """
    return hashlib.shake_256(tag.prefix + content).digest(length)
