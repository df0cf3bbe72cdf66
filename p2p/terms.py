"""What a charter is made of: what is played, and what players bring to their seats (SPEC-16.5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from pydantic import ConfigDict, PlainSerializer, PlainValidator

from p2p.errors import LobbyError
from protocol.charter import (
    ABSENCE,
    MAX_CHARTER,
    Charter,
    DiceSetting,
    OptionValue,
    Seat,
    Secrecy,
    WindowsStart,
    scenario_digest,
)
from protocol.dice import ChainName, DiceChain
from protocol.encoding import decode
from protocol.identity import Identity, Phrase, PublicKey
from protocol.questions import FIRST
from protocol.statement import Signed, sign_statement
from protocol.statements import CharterSignature

__all__ = ["KEPT", "Guest", "Key", "Terms", "guest_of", "seat_with", "sign_charter"]

Key: TypeAlias = Annotated[
    PublicKey,
    PlainSerializer(lambda key: key.raw.hex()),
    PlainValidator(lambda text: PublicKey(bytes.fromhex(text))),
]
KEPT: Final = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64", extra="forbid")
"""How the sides of a lobby are kept: as JSON, in the store alone."""


@dataclass(frozen=True, slots=True)
class Guest:
    """What a player brings to a seat (`protocol.charter.Seat`)."""

    name: str
    key: Key
    salt: bytes
    dice_head: bytes

    __pydantic_config__ = KEPT


def guest_of(phrase: Phrase, nonce: bytes, name: str, salt: bytes) -> Guest:
    """What the owner of a phrase brings to the table of this nonce: makes the dice chain.

    Args:
        phrase: of the player.
        nonce: of the table.
        name: as the others will see it.
        salt: 32 fresh random bytes.
    """
    key = Identity.from_phrase(phrase).public
    chain = DiceChain(phrase, ChainName(nonce, key, salt, FIRST))
    return Guest(name, key, salt, chain.head)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """All that a charter says, but who plays.

    Attributes:
        scenario: its name.
        text: its source text.
        seats: the powers of each seat of a player, in seat order.
        keepers: how many seats without powers come after them.
        instructions: of powers, ascending, each in canonical form.

    The others are those of `Charter`.
    """

    rules_version: int
    scenario: str
    text: bytes
    modules: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    secrecy: Secrecy
    dice: DiceSetting
    windows_start: WindowsStart
    nonce: bytes
    seats: tuple[tuple[str, ...], ...]
    keepers: int = 0
    absence: int = ABSENCE
    instructions: tuple[tuple[str, bytes], ...] = ()
    deposits: bool = False

    __pydantic_config__ = KEPT

    @property
    def places(self) -> tuple[tuple[str, ...], ...]:
        """The powers of each seat, in seat order; none of a keeper."""
        return (*self.seats, *((),) * self.keepers)

    def charter(self, guests: Mapping[int, Guest]) -> Charter:
        """The charter once every seat is taken.

        Raises:
            Refused: the guests contradict each other, for instance by having one name.
        """
        return Charter(
            rules_version=self.rules_version,
            scenario=self.scenario,
            scenario_digest=scenario_digest(self.text),
            modules=self.modules,
            options=self.options,
            secrecy=self.secrecy,
            dice=self.dice,
            windows_start=self.windows_start,
            nonce=self.nonce,
            seats=tuple(
                Seat(
                    name=guests[index].name,
                    key=guests[index].key,
                    powers=powers,
                    salt=guests[index].salt,
                    dice_head=guests[index].dice_head,
                )
                for index, powers in enumerate(self.places)
            ),
            absence=self.absence,
            instructions=tuple(
                (power, decode(plain, MAX_CHARTER)) for power, plain in self.instructions
            ),
            deposits=self.deposits,
        )


def seat_with(key: PublicKey, charter: Charter) -> int | None:
    """Index of the seat with a key; None if there is none."""
    return next((i for i, seat in enumerate(charter.seats) if seat.key == key), None)


def sign_charter(identity: Identity, charter: Charter) -> Signed[CharterSignature]:
    """The signature of one who has a seat in this charter.

    Raises:
        LobbyError: this identity has none.
    """
    seat = seat_with(identity.public, charter)
    if seat is None:
        raise LobbyError(f"{identity.public.fingerprint} has no seat in this charter")
    return sign_statement(identity, CharterSignature(game=charter.game_id, seat=seat))
