"""Who plays each seat, on one line: the keys of the charter, and those that came after (SPEC-4.8).

A seat outlives its player. Faults convict keys, and signatures are judged with the key that plays.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Self

from protocol.charter import Charter
from protocol.confusables import skeleton
from protocol.identity import PublicKey

__all__ = ["MAX_KEY_NUMBER", "Player", "Players"]

MAX_KEY_NUMBER: Final = 63
"""Of the last key that may play a seat; that of the charter has number 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Who plays a seat, from some place of the line on.

    Attributes:
        name: as the others see it.
        key: that signs.
        salt: 32 random bytes of its dice chains.
        dice_head: h₀ of its first dice chain.
        number: of the key among those of its seat, from 0.
        since: place of the entry after which it plays; 0 from the start.
        bot: whether a bot is said to decide.
    """

    name: str
    key: PublicKey
    salt: bytes
    dice_head: bytes
    number: int = 0
    since: int = 0
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Players:
    """All that play or have played in a game, on one line.

    Attributes:
        charter: of the game.
        seats: those of each seat, in the order of their numbers.
    """

    charter: Charter
    seats: tuple[tuple[Player, ...], ...]

    @classmethod
    def of(cls, charter: Charter) -> Self:
        """Those that the charter names."""
        return cls(
            charter,
            tuple(
                (Player(name=seat.name, key=seat.key, salt=seat.salt, dice_head=seat.dice_head),)
                for seat in charter.seats
            ),
        )

    @property
    def now(self) -> tuple[Player, ...]:
        """Those that play at the end of the line, in seat order."""
        return tuple(players[-1] for players in self.seats)

    def __iter__(self) -> Iterator[Player]:
        for players in self.seats:
            yield from players

    def after(self, place: int, seat: int) -> Player:
        """Who plays a seat after a place of the line."""
        return next(one for one in reversed(self.seats[seat]) if one.since <= place)

    def numbered(self, seat: int, number: int) -> Player | None:
        """Who plays or has played a seat with its key of this number."""
        return self.seats[seat][number] if number < len(self.seats[seat]) else None

    def seat_of(self, key: PublicKey) -> int | None:
        """The seat that a key plays at the end of the line."""
        return next((seat for seat, one in enumerate(self.now) if one.key == key), None)

    def has_played(self, key: PublicKey) -> bool:
        """Whether a key plays or has played."""
        return any(player.key == key for player in self)

    def objection(self, seat: int, newcomer: Player, leaving: frozenset[int]) -> str | None:
        """Why somebody cannot come to play a seat; None if nothing speaks against it.

        Args:
            seat: that is to be played.
            newcomer: who would play it.
            leaving: seats whose players leave at the same place.
        """
        due = self.now[seat].number + 1
        if newcomer.number != due:
            return f"its key has number {newcomer.number}, and the next of seat {seat} is {due}"
        for other in self:
            if other.key == newcomer.key:
                return "its key plays in this game, or has played"
            if newcomer.salt == other.salt or newcomer.dice_head == other.dice_head:
                return "its salt or its dice head is a copy"
        staying = (other for index, other in enumerate(self.now) if index not in leaving)
        like = next((o for o in staying if skeleton(o.name) == skeleton(newcomer.name)), None)
        return None if like is None else f"its name {newcomer.name!a} looks like {like.name!a}"

    def with_player(self, seat: int, player: Player) -> Self:
        """Another plays a seat from its place on."""
        mine = (*self.seats[seat], player)
        return replace(self, seats=(*self.seats[:seat], mine, *self.seats[seat + 1 :]))

    def upto(self, place: int) -> Self:
        """Those that play or have played on the line up to a place."""
        if all(player.since <= place for player in self):
            return self
        kept = (tuple(one for one in players if one.since <= place) for players in self.seats)
        return replace(self, seats=tuple(kept))
