"""The rules of the toy, as tests/vectors/README.md tells them: what is asked, and of whom.

With them a verifier judges who must act (SPEC-10.2, 10.4), which items are due (10.5, 10.6), what
is dealt and shuffled (8.9), and what comes of an agreement (18.2, 18.4). Whether an answer is one
of the toy's is not asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from .canonical import Value, label
from .claims import listed, number

__all__ = ["POWERS", "Cannot", "Decision", "Game", "Reveal", "Roll", "Seal", "Table"]

POWERS = ("USA", "Japan", "UK", "Germany")
"""In turn order."""
SIDES = {"Allies": ("USA", "UK"), "Axis": ("Japan", "Germany")}


class Cannot(Exception):
    """An agreement cannot be brought about here (SPEC-18.4)."""


class Decision(NamedTuple):
    """A power gives an order."""

    power: str


class Seal(NamedTuple):
    """A power states a claim."""

    power: str


class Reveal(NamedTuple):
    """These powers turn up so many of their tokens each, one after the other."""

    powers: tuple[str, ...]
    many: int


class Roll(NamedTuple):
    """A power throws dice, since the entry at a place; who gives shares, and who still owes one."""

    power: str
    since: int
    contributors: tuple[int, ...]
    owing: tuple[int, ...]


Request: TypeAlias = Decision | Seal | Reveal | Roll


class Game(NamedTuple):
    """What the rules remember: turns ended, powers that set up still, what is asked, or None."""

    turns: int
    setting_up: tuple[str, ...]
    request: Request | None

    @property
    def next(self) -> Game:
        """With the next thing asked, once nothing else is."""
        if self.setting_up:
            return self._replace(request=Seal(self.setting_up[0]), setting_up=self.setting_up[1:])
        return self._replace(request=Decision(POWERS[self.turns % len(POWERS)]))


class Deal(NamedTuple):
    """Powers whose tokens wait to be dealt, since the entry at a place (SPEC-8.9)."""

    powers: tuple[str, ...]
    since: int
    contributors: tuple[int, ...]
    owing: tuple[int, ...]


class Table(NamedTuple):
    """Who plays each power, what is asked, which powers have tokens, and what comes first."""

    seats: Mapping[str, int]
    keepers: frozenset[int]
    game: Game
    hidden: frozenset[str] = frozenset()
    deal: Deal | None = None
    shuffles: tuple[str, ...] = ()

    @classmethod
    def begun(cls, played: Sequence[Sequence[str]], *, tokens: bool) -> Table:
        """At the founding of a game with tokens or without."""
        seats = {power: seat for seat, powers in enumerate(played) for power in powers}
        keepers = frozenset(seat for seat, powers in enumerate(played) if not powers)
        return cls(seats, keepers, Game(0, POWERS if tokens else (), None).next)

    @property
    def needed(self) -> frozenset[int]:
        """Seats with a power left, and keepers."""
        return frozenset(self.seats.values()) | self.keepers

    @property
    def due(self) -> tuple[int, str] | None:
        """Who must act, and the item that answers; None once the game is over (SPEC-10.2)."""
        request = self.game.request
        if request is None:
            return None
        if self.deal is not None:
            owing = self.deal.owing
            return (owing[0], "share") if owing else (self.deal.contributors[-1], "deal")
        if self.shuffles:
            return self.seats[self.shuffles[0]], "seal"
        match request:
            case Decision(power):
                return self.seats[power], "decide"
            case Seal(power):
                return self.seats[power], "seal"
            case Reveal(powers):
                return self.seats[powers[0]], "open"
            case Roll(owing=owing):
                return owing[0], "share"

    def carrier(self, named: Collection[int]) -> int | None:
        """The seat that carries an agreement against these seats (SPEC-18.2)."""
        if self.due is None:
            return None
        seat, _ = self.due
        order = sorted(self.needed, key=lambda other: (other < seat, other))
        return next((other for other in order if other not in named), None)

    # Items

    def accepts(self, kind: str, seat: int, place: int) -> bool:
        """Whether an item of this kind is due from a seat in the entry at a place (SPEC-10.5)."""
        if kind in ("resign", "waive", "hand", "instruct"):
            return self.due == (seat, "decide")
        request = self.game.request
        if kind == "share" and self.deal is None and isinstance(request, Roll):
            alone = len(request.contributors) == 1 and request.since == place
            return self.due == (seat, kind) and not alone
        return self.due == (seat, kind)

    def answered(self, item: Value, place: int) -> Table:
        """After an item that is due and good, in the entry at a place."""
        match item:
            case ["decide", order]:
                return self._ordered(listed(order), place)
            case ["share", _] if self.deal is not None:
                return self._replace(deal=self.deal._replace(owing=self.deal.owing[1:]))
            case ["deal", *_] if self.deal is not None:
                again = tuple(power for power in self.deal.powers if self._face_down(power) > 1)
                return self._replace(deal=None, shuffles=(*self.shuffles, *again))
            case ["seal", *_] if self.shuffles:
                return self._replace(shuffles=self.shuffles[1:])
            case ["seal", str(power), ["shuffled", *_], *_]:
                return self._replace(game=self._played(), hidden=self.hidden | {power})
            case ["share" | "open" | "seal", *_]:
                return self._replace(game=self._played())
            case _:
                return self

    def _ordered(self, order: list[Value], place: int) -> Table:
        """After an order of the active power."""
        game = self.game
        power = POWERS[game.turns % len(POWERS)]
        match order:
            case ["throw", *_]:
                seats = self._contributors(power)
                game = game._replace(request=Roll(power, place, seats, seats))
            case ["show", owners, count]:
                powers = tuple(label(one) for one in listed(owners))
                game = game._replace(request=Reveal(powers, number(count)))
            case ["end"]:
                game = game._replace(turns=game.turns + 1).next
            case ["win"]:
                game = game._replace(request=None)
            case _:
                game = game._replace(request=Seal(power))
        return self._replace(game=game)

    def _played(self) -> Game:
        """After a share, an opening or a seal that the rules have asked for."""
        game = self.game
        match game.request:
            case Roll(owing=owing) as roll if len(owing) > 1:
                return game._replace(request=roll._replace(owing=owing[1:]))
            case Reveal(powers) as reveal if len(powers) > 1:
                return game._replace(request=reveal._replace(powers=powers[1:]))
            case _:
                return game.next

    def _contributors(self, power: str) -> tuple[int, ...]:
        """SPEC-7.5, in `sides`, where no enemy has a piece in a battle."""
        roller, after = self.seats[power], POWERS.index(power) + 1
        later = [*POWERS[after:], *POWERS[:after]]
        enemies = [self.seats[one] for one in later if _side(one) != _side(power)]
        others = sorted(set(self.seats.values()), key=lambda seat: (seat < roller, seat))
        second = next((seat for seat in (*enemies, *others) if seat != roller), None)
        return (roller,) if second is None else (roller, second)

    def _face_down(self, power: str) -> int:
        """How many of its four tokens nothing asks for."""
        match self.game.request:
            case Reveal(powers, count) if power in powers:
                return 4 - count
            case _:
                return 4

    # Seats that change

    def resigned(self, seat: int, passed: Collection[str], place: int) -> Table:
        """A seat leaves; of these powers the keys pass (SPEC-13.1, 8.9)."""
        powers = [power for power in POWERS if self.seats[power] == seat]
        seats = dict(self.seats)
        for power in powers:
            allies = {self.seats[one] for one in SIDES[_side(power)]} - {seat}
            if not allies:
                return self._replace(game=self.game._replace(request=None))
            seats[power] = min(allies, key=lambda other: (other < seat, other))
        after = self._replace(seats=seats)
        return after._owing([power for power in powers if power not in passed], place)

    def _owing(self, powers: Sequence[str], place: int) -> Table:
        """With the tokens of these powers to be dealt, and of those that wait (SPEC-8.9)."""
        waiting = self.deal.powers if self.deal else ()
        dealt = tuple(p for p in POWERS if p in (*powers, *waiting) and p in self.hidden)
        if not dealt:
            return self
        now = {self.seats[power] for power in dealt}
        seats = (*sorted(self.needed - now), *sorted(now))
        shuffles = tuple(power for power in self.shuffles if power not in dealt)
        return self._replace(deal=Deal(dealt, place, seats, seats), shuffles=shuffles)

    # Agreements

    def agreed(
        self,
        terms: Value,
        named: Collection[int],
        *,
        given: Sequence[int],
        received: Sequence[str],
        moments: Sequence[Table],
    ) -> Table:
        """After an agreement in the next entry (SPEC-18.4). `Cannot`.

        `given` are the seats of its successors, `received` the powers of the receipt shown;
        `moments` is how things stood after each place, from 0 to the last of the line.
        """
        kind, *fields = listed(terms)
        place = len(moments)
        if kind == "after fault":
            remedy = listed(fields[0])
            return self._done(remedy, given=given, received=received, place=place)
        request, stands = self.game.request, False
        if isinstance(request, Roll):
            stands = bool(named) and not {*named} & {*request.owing}
            if not stands and request.owing[0] not in named:
                raise Cannot
        if self.deal is not None or self.shuffles:
            owing, _ = self.due or (None, "")
            if kind not in ("end", "replace", "keepers") or owing not in named:
                raise Cannot
        if kind == "take back":
            then = moments[number(listed(fields[0])[0])].game
            if not isinstance(then.request, Decision):
                raise Cannot
            return self._replace(game=then)
        return self._done(listed(terms), given=given, received=received, place=place, stands=stands)

    def _done(
        self,
        terms: list[Value],
        *,
        given: Sequence[int],
        received: Sequence[str],
        place: int,
        stands: bool = False,
    ) -> Table:
        """What comes of the terms; a roll that `stands` is not asked for anew."""
        match terms:
            case ["end", _, winner]:
                if winner is not None and winner not in SIDES:
                    raise Cannot
                ended = self.game._replace(request=None)
                return self._replace(game=ended, deal=None, shuffles=())
            case ["hand over", _]:
                if sorted(received) != sorted(p for p in self.hidden if self.seats[p] in given):
                    raise Cannot
                return self._asked_anew(place)
            case _:
                gone = [power for power in POWERS if self.seats[power] in given]
                asked = self if stands else self._asked_anew(place)
                return asked._owing(gone, place)

    def _asked_anew(self, place: int) -> Table:
        """A roll that waits is asked for by this entry, of the same seats."""
        match self.game.request:
            case Roll(contributors=seats) as roll:
                again = roll._replace(since=place, owing=seats)
                return self._replace(game=self.game._replace(request=again))
            case _:
                return self


def _side(power: str) -> str:
    return next(side for side, powers in SIDES.items() if power in powers)
