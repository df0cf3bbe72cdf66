"""Joint dice (SPEC-7).

Every seat commits to a chain of hashes and gives one link of it per roll; the links together make
the dice. Nobody knows them before all have given theirs, and nobody can give another one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from protocol.charter import DiceSetting
from protocol.errors import Code, LocalError, Refused
from protocol.hashing import Tag, chained, digest, stream
from protocol.identity import Phrase, PublicKey
from protocol.players import Players

__all__ = [
    "CHAIN_LENGTH",
    "MAX_DICE",
    "MAX_SIDES",
    "Chain",
    "ChainName",
    "DiceChain",
    "contributors",
    "roll",
    "roll_seed",
]

CHAIN_LENGTH: Final = 2**15
"""Shares in one chain; a chain is never extended."""
MAX_SIDES: Final = 2**16
MAX_DICE: Final = 4096

_MIN_SIDES = 2
_STRIDE = 512


@dataclass(frozen=True, slots=True)
class ChainName:
    """Which chain it is; every step hashes it, so no link fits into another chain.

    Attributes:
        nonce: of the charter.
        key: of the player.
        salt: of the player.
        origin: of the chain: `FIRST`, or what the question says that names its head.
    """

    nonce: bytes
    key: PublicKey
    salt: bytes
    origin: bytes
    context: bytes = field(init=False, repr=False, compare=False)
    """All of the above as it is hashed."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "context", self.nonce + self.key.raw + self.salt + self.origin)

    def step(self, index: int, after: bytes) -> bytes:
        """Link `index` (0 … N - 1) of the chain, from the link after it (SPEC-7.1)."""
        return digest(Tag.DICE, self.context + index.to_bytes(4, "big") + after)

    def links(self, start: int, end: int, after: bytes) -> list[bytes]:
        """Links `start` to `end` - 1 of the chain, from link `end`."""
        links = chained(Tag.DICE, self.context, reversed(range(start, end)), after)
        links.reverse()
        return links

    def follows(self, number: int, share: bytes, before: bytes) -> bool:
        """Whether this is share `number` (1 … N), after the share (or head) before it."""
        return 1 <= number <= CHAIN_LENGTH and self.step(number - 1, share) == before


@dataclass(frozen=True, slots=True)
class Chain:
    """A seat's dice chain as far as it is known.

    Attributes:
        seat: whose it is.
        name: which chain of the seat.
        number: shares given.
        link: the last share, or the head while there is none.
    """

    seat: int
    name: ChainName
    number: int
    link: bytes

    @classmethod
    def begun(cls, players: Players, seat: int, origin: bytes, head: bytes) -> "Chain":
        """A chain of which no share has been given, of who plays a seat.

        Args:
            players: of the game.
            seat: whose it is.
            origin: of the chain, see `ChainName`.
            head: h₀ of it.
        """
        player = players.now[seat]
        name = ChainName(players.charter.nonce, player.key, player.salt, origin)
        return cls(seat, name, 0, head)

    def given(self, share: bytes) -> "Chain":
        """The chain after its next share.

        Raises:
            Refused: `share_wrong`: it is not the next one (SPEC-7.2).
        """
        number = self.number + 1
        if not self.name.follows(number, share, self.link):
            raise Refused(
                Code.SHARE_WRONG,
                "SPEC-7.2",
                self.seat,
                f"dice share {number} of seat {self.seat} does not hash to the one before it",
            )
        return replace(self, number=number, link=share)


class DiceChain:
    """A seat's own chain, from its phrase.

    Hashing goes from the last link to the first, shares are given from the first to the last. Every
    512th link is kept, and the stretch in use is hashed again from the next one kept.
    """

    __slots__ = ("_kept", "_name", "_start", "_stretch")

    def __init__(self, phrase: Phrase, name: ChainName) -> None:
        self._name = name
        tip = phrase.derive(Tag.DICE_TIP, name.nonce + name.salt + name.origin)
        self._kept = {CHAIN_LENGTH: tip}
        for start in reversed(range(0, CHAIN_LENGTH, _STRIDE)):
            self._kept[start] = self._hashed(start)[0]
        self._start = CHAIN_LENGTH
        self._stretch = [self._kept[CHAIN_LENGTH]]

    @property
    def head(self) -> bytes:
        """h₀, which everybody knows from the start: in the charter, or in a question."""
        return self._kept[0]

    def share(self, number: int) -> bytes:
        """Share `number` of the seat, counted from 1 within this chain: 32 bytes.

        Raises:
            LocalError: the chain has no such share.
        """
        if not 1 <= number <= CHAIN_LENGTH:
            raise LocalError(f"a dice chain has shares 1 to {CHAIN_LENGTH}, not {number}")
        start = number - number % _STRIDE
        if start != self._start:
            self._start, self._stretch = start, self._hashed(start)
        return self._stretch[number - start]

    def _hashed(self, start: int) -> list[bytes]:
        """The links from a kept one to the one before the next kept."""
        if start == CHAIN_LENGTH:
            return [self._kept[start]]
        return self._name.links(start, start + _STRIDE, self._kept[start + _STRIDE])


def roll_seed(request: bytes, number: int, shares: Sequence[bytes]) -> bytes:
    """What one roll is drawn from (SPEC-7.3): 32 bytes.

    Args:
        request: hash of the entry that caused the roll.
        number: of the roll within the game, from 1.
        shares: one of each contributing seat, in the order of `contributors`.
    """
    return digest(Tag.ROLL, request + number.to_bytes(8, "big") + b"".join(shares))


def roll(seed: bytes, count: int, sides: int) -> tuple[int, ...]:
    """The results of `count` dice, each from 1 to `sides`, all equally likely (SPEC-7.4).

    Raises:
        LocalError: more dice or sides than can be rolled at once, or fewer than make sense.
    """
    if not (1 <= count <= MAX_DICE and _MIN_SIDES <= sides <= MAX_SIDES):
        raise LocalError(
            f"{count} dice of {sides} sides cannot be rolled: "
            f"1 to {MAX_DICE} dice of {_MIN_SIDES} to {MAX_SIDES} sides can"
        )
    width = 1 if sides <= 1 << 8 else 2
    space = 1 << 8 * width
    fair = space - space % sides
    length = count * width
    while True:
        drawn = stream(Tag.ROLL_STREAM, seed, length)
        numbers = (
            int.from_bytes(drawn[start : start + width], "big") for start in range(0, length, width)
        )
        results = [number % sides + 1 for number in numbers if number < fair]
        if len(results) >= count:
            return tuple(results[:count])
        length *= 2


def contributors(
    setting: DiceSetting,
    roller: int,
    versus: Sequence[int],
    playing: Sequence[int],
    *,
    active: int,
    keepers: Sequence[int] = (),
) -> tuple[int, ...]:
    """The seats that give a share to a roll, in the order in which they give them (SPEC-7.5).

    Args:
        setting: the charter's.
        roller: seat of the power whose dice they are.
        versus: seats of the enemy powers, in turn order after the roller; first those with a piece
            in the battle, then those of the game.
        playing: seats with a power left in the game, in seat order.
        active: seat of the power whose turn it is.
        keepers: seats without powers, in seat order.

    Raises:
        LocalError: the roller has no power left.
    """
    if roller not in playing:
        raise LocalError(f"seat {roller} has no power left in the game, so no dice")
    if setting is DiceSetting.KEEPERS:
        return (*keepers, active)
    after = [seat for seat in playing if seat > roller] + [s for s in playing if s < roller]
    if setting is DiceSetting.ALL:
        return (roller, *sorted(after))
    for seat in (*versus, *after):
        if seat != roller and seat in playing:
            return (roller, seat)
    return (roller,)
