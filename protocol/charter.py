"""What all seats sign before a game exists (SPEC-4).

The host only proposes. The charter is what every seat signed; its hash is the game id, and nothing
inside depends on that. Whether scenario, modules and options make a playable game is judged where
the engine is known, not here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Final

from protocol.confusables import skeleton
from protocol.encoding import MAX_ARRAY, Data, decode, encode
from protocol.errors import Code, LocalError, Refused
from protocol.hashing import HASH_SIZE, Tag, digest
from protocol.identity import KEY_SIZE, PublicKey
from protocol.record_reader import RecordReader

__all__ = [
    "ABSENCE",
    "MAX_ABSENCE",
    "MAX_CHARTER",
    "MAX_KEEPERS",
    "MAX_PLAYERS",
    "MAX_POWERS",
    "MAX_SEATS",
    "NONCE_SIZE",
    "PROTOCOL_VERSION",
    "Charter",
    "DiceSetting",
    "OptionValue",
    "Seat",
    "Secrecy",
    "WindowsStart",
    "scenario_digest",
    "table_id",
]

PROTOCOL_VERSION: Final = 2
MAX_CHARTER: Final = 56 * 1024
"""Bytes of a charter."""
MAX_PLAYERS: Final = 6
MAX_KEEPERS: Final = 3
MAX_SEATS: Final = MAX_PLAYERS + MAX_KEEPERS
NONCE_SIZE: Final = 32

ABSENCE: Final = 14
"""Days after which a seat counts as absent, where nothing else is said."""
MAX_ABSENCE: Final = 365

_MAX_VERSION = 2**16 - 1
MAX_POWERS: Final = 16
_MAX_MODULES = 32
_MAX_OPTIONS = 64
_MAX_OPTION = 2**31 - 1
_MAX_INSTRUCTED = MAX_PLAYERS * MAX_POWERS

_DEPOSITS = "deposits"
"""The last field, where openings are deposited; elsewhere there is none."""

_CHARTER = RecordReader("SPEC-4.1", "charter")
_OPTION = RecordReader("SPEC-4.2", "charter option")
_SEAT = RecordReader("SPEC-4.3", "charter seat")

OptionValue = bool | int | str


@unique
class Secrecy(StrEnum):
    """How claims about secrets are justified: the sealing suite."""

    HASHED = "hashed"
    PROVED = "proved"


@unique
class DiceSetting(StrEnum):
    """Which seats contribute to a roll (SPEC-7.5)."""

    SIDES = "sides"
    ALL = "all"
    KEEPERS = "keepers"


@unique
class WindowsStart(StrEnum):
    """Whether the seats begin with their windows asked for or waived."""

    ASKED = "asked"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A key that plays one or more powers, or a keeper's, which plays none.

    Attributes:
        name: of the player, as the others see it.
        key: what the seat signs with.
        powers: by their names in the scenario, in the scenario's order; none of a keeper.
        salt: 32 fresh random bytes of the seat.
        dice_head: h₀ of the seat's first dice chain (SPEC-7.1).
    """

    name: str
    key: PublicKey
    powers: tuple[str, ...]
    salt: bytes
    dice_head: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Charter:
    """Entry 0 of a log: the game that all seats agree to play.

    Attributes:
        rules_version: of the rules of play.
        scenario: its name.
        scenario_digest: of its source text (`scenario_digest`).
        modules: house rules by name, in the order in which they apply.
        options: name and value of each, ascending by name.
        secrecy: sealing suite.
        dice: who contributes to rolls.
        windows_start: whether seats start with windows waived.
        nonce: 32 random bytes of the host, fixed before anyone joined.
        seats: in seat order, keepers last; a seat is named by its index here.
        absence: days that a seat may owe something before it counts as absent (SPEC-18.8); 0:
            it never does.
        instructions: the first instructions of powers, in plain data that the engine judges,
            ascending by power; of a power that is not named there are none.
        deposits: whether openings are deposited with the keepers (SPEC-19).
        game_id: hash of the charter's canonical form; 32 bytes that every entry names.

    Raises:
        Refused: `bad_charter`, on construction: the fields contradict each other (SPEC-4.4).
    """

    rules_version: int
    scenario: str
    scenario_digest: bytes
    modules: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    secrecy: Secrecy
    dice: DiceSetting
    windows_start: WindowsStart
    nonce: bytes
    seats: tuple[Seat, ...]
    absence: int = ABSENCE
    instructions: tuple[tuple[str, Data], ...] = ()
    deposits: bool = False
    game_id: bytes = field(init=False, compare=False)

    def __post_init__(self) -> None:
        names = [name for name, _ in self.options]
        if names != sorted(set(names)):
            raise _contradiction("its options are not in strictly ascending order of name")
        _distinct("house rule", self.modules)
        _unlike("house rule", self.modules)
        _distinct("seat name", (seat.name for seat in self.seats))
        _unlike("seat name", (seat.name for seat in self.seats))
        _distinct("public key", (seat.key.raw for seat in self.seats))
        _distinct("salt", (seat.salt for seat in self.seats))
        _distinct("dice head", (seat.dice_head for seat in self.seats))
        _distinct("power", (power for seat in self.seats for power in seat.powers))
        _unlike("power", (power for seat in self.seats for power in seat.powers))
        if any(self.seats[seat].powers for seat in range(len(self.players), len(self.seats))):
            raise _contradiction("a keeper stands before a seat with powers")
        if len(self.players) > MAX_PLAYERS:
            raise _contradiction(f"it has {len(self.players)} seats with powers")
        if len(self.keepers) > MAX_KEEPERS:
            raise _contradiction(f"it has {len(self.keepers)} keepers")
        if not self.players:
            raise _contradiction("no seat plays a power")
        instructed = [power for power, _ in self.instructions]
        if instructed != sorted(set(instructed)):
            raise _contradiction("its instructions are not in strictly ascending order of power")
        unknown = set(instructed).difference(*(seat.powers for seat in self.seats))
        if unknown:
            raise _contradiction(f"it has instructions of {min(unknown)!a}, which no seat plays")
        if self.dice is DiceSetting.KEEPERS and not self.keepers:
            raise _contradiction("keepers are to add to its dice, and it has none")
        if self.deposits and not self.keepers:
            raise _contradiction("openings are to be deposited with its keepers, and it has none")
        if self.deposits and len(self.players) == 1:
            raise _contradiction("openings are to be deposited, and nobody else plays")
        object.__setattr__(self, "game_id", digest(Tag.CHARTER, self._encoded()))

    @classmethod
    def from_bytes(cls, raw: bytes) -> "Charter":
        """Read a charter that somebody proposes or a log begins with.

        Raises:
            Refused: `too_large`, `malformed`, `bad_key` or `bad_charter`.
        """
        whole = _CHARTER.array(decode(raw, MAX_CHARTER), "the whole", 1, MAX_ARRAY)
        version = _CHARTER.integer(whole[0], "protocol version", 1, _MAX_VERSION)
        if version != PROTOCOL_VERSION:
            raise _contradiction(
                f"it has protocol version {version}, and this program speaks {PROTOCOL_VERSION}"
            )
        fields = _CHARTER.array(whole, "the whole", 13, 14)
        return cls(
            rules_version=_CHARTER.integer(fields[1], "rules version", 1, _MAX_VERSION),
            scenario=_CHARTER.label(fields[2], "scenario"),
            scenario_digest=_CHARTER.octets(fields[3], "scenario digest", HASH_SIZE, HASH_SIZE),
            modules=_labels(_CHARTER, fields[4], "house rules", 0, _MAX_MODULES),
            options=tuple(
                _option(data) for data in _CHARTER.array(fields[5], "the options", 0, _MAX_OPTIONS)
            ),
            secrecy=_CHARTER.member(fields[6], "secrecy", Secrecy),
            dice=_CHARTER.member(fields[7], "dice", DiceSetting),
            windows_start=_CHARTER.member(fields[8], "windows start", WindowsStart),
            nonce=_CHARTER.octets(fields[9], "nonce", NONCE_SIZE, NONCE_SIZE),
            seats=tuple(
                _seat(data) for data in _CHARTER.array(fields[10], "the seats", 1, MAX_SEATS)
            ),
            absence=_CHARTER.integer(fields[11], "absence", 0, MAX_ABSENCE),
            instructions=tuple(
                _instructions(data)
                for data in _CHARTER.array(fields[12], "the instructions", 0, _MAX_INSTRUCTED)
            ),
            deposits=any(_deposits(data) for data in fields[13:]),
        )

    def to_bytes(self) -> bytes:
        """The charter's canonical form: what is hashed and signed.

        Raises:
            LocalError: a field is outside its bounds, so that no one would accept it.
        """
        raw = self._encoded()
        try:
            self.from_bytes(raw)
        except Refused as error:
            raise LocalError(f"this charter would be refused: {error}") from error
        return raw

    @property
    def players(self) -> tuple[int, ...]:
        """The seats with powers, in seat order."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.powers)

    @property
    def keepers(self) -> tuple[int, ...]:
        """The seats without powers, in seat order, after all others."""
        return tuple(index for index, seat in enumerate(self.seats) if not seat.powers)

    def seat_of(self, power: str) -> int:
        """Index of the seat that plays a power.

        Raises:
            LocalError: no seat does.
        """
        for index, seat in enumerate(self.seats):
            if power in seat.powers:
                return index
        raise LocalError(f"no seat of this game plays {power}")

    def _encoded(self) -> bytes:
        return encode(
            (
                PROTOCOL_VERSION,
                self.rules_version,
                self.scenario,
                self.scenario_digest,
                self.modules,
                self.options,
                self.secrecy.value,
                self.dice.value,
                self.windows_start.value,
                self.nonce,
                tuple(
                    (seat.name, seat.key.raw, seat.powers, seat.salt, seat.dice_head)
                    for seat in self.seats
                ),
                self.absence,
                self.instructions,
                *((_DEPOSITS,) if self.deposits else ()),
            )
        )


def table_id(host: PublicKey, nonce: bytes) -> bytes:
    """What a table is called from its first invite until its game exists: 32 bytes."""
    return digest(Tag.TABLE, host.raw + nonce)


def scenario_digest(source: bytes) -> bytes:
    """Hash of a scenario's source text, which travels with every log: 32 bytes."""
    return digest(Tag.SCENARIO, source)


def _contradiction(reason: str) -> Refused:
    return Refused(Code.BAD_CHARTER, "SPEC-4.4", None, f"the charter is refused: {reason}")


def _distinct(what: str, values: Iterable[str | bytes]) -> None:
    seen: set[str | bytes] = set()
    for value in values:
        if value in seen:
            shown = value.hex() if isinstance(value, bytes) else value
            raise _contradiction(f"{what} {shown} occurs twice")
        seen.add(value)


def _unlike(what: str, names: Iterable[str]) -> None:
    """Refuse names that differ and look alike (SPEC-4.7)."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(skeleton(name), name)
        if other != name:
            raise _contradiction(f"{what} {name!a} looks like {other!a}")


def _labels(reader: RecordReader, data: Data, what: str, low: int, high: int) -> tuple[str, ...]:
    return tuple(reader.label(name, what) for name in reader.array(data, what, low, high))


def _option(data: Data) -> tuple[str, OptionValue]:
    name, value = _OPTION.array(data, "the whole", 2, 2)
    checked: OptionValue
    if isinstance(value, bool):
        checked = value
    elif isinstance(value, int):
        checked = _OPTION.integer(value, "value", 0, _MAX_OPTION)
    else:
        checked = _OPTION.label(value, "value")
    return _OPTION.label(name, "name"), checked


def _instructions(data: Data) -> tuple[str, Data]:
    power, given = _CHARTER.array(data, "instructions", 2, 2)
    return _CHARTER.label(power, "power"), _CHARTER.plain(given, "instructions")


def _deposits(data: Data) -> bool:
    if data != _DEPOSITS:
        raise _CHARTER.refusal(f"its last field is not {_DEPOSITS!a}")
    return True


def _seat(data: Data) -> Seat:
    name, key, powers, salt, dice_head = _SEAT.array(data, "the whole", 5, 5)
    return Seat(
        name=_SEAT.label(name, "name"),
        key=PublicKey(_SEAT.octets(key, "public key", KEY_SIZE, KEY_SIZE)),
        powers=_labels(_SEAT, powers, "powers", 0, MAX_POWERS),
        salt=_SEAT.octets(salt, "salt", NONCE_SIZE, NONCE_SIZE),
        dice_head=_SEAT.octets(dice_head, "dice head", HASH_SIZE, HASH_SIZE),
    )
