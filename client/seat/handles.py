"""Which handle a token has after its shuffles, where that is certain (SS-4.3)."""

__all__ = ["Handles"]

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from engine.board import Power
from engine.game import Event
from engine.pieces import PieceId
from engine.turn import TurnBegan
from engine.variants.secret_subs.events import TokensShuffled
from engine.variants.secret_subs.support import Support


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A token that went into a shuffle.

    Attributes:
        owner: whose it is.
        among: the handles that came out, one of which it has now.
        group: in it, if everybody could know it then.
        certain: the handle that it has now, if that followed in the turn of the shuffle.
    """

    owner: Power
    among: tuple[PieceId, ...]
    group: int | None
    certain: PieceId | None = None


@dataclass(frozen=True, slots=True)
class Handles:
    """What became of the tokens that were shuffled, by the handles that they had.

    Attributes:
        shuffled: every token that was shuffled on the board.
        recent: those of them that were shuffled in this turn.
    """

    shuffled: Mapping[PieceId, Shuffled] = field(default_factory=dict)
    recent: frozenset[PieceId] = frozenset()

    def learning(self, event: Event, before: Mapping[Power, Support]) -> "Handles":
        """What is known once an event has happened; `before`: what tokens could hold until then."""
        match event:
            case TokensShuffled(power, _, old, new):
                fresh = {token: Shuffled(power, new, before[power].certain(token)) for token in old}
                return Handles({**self.shuffled, **fresh}, self.recent | fresh.keys())
            case TurnBegan() if self.recent:
                found = {token: self._found(token, before) for token in self.recent}
                return Handles({**self.shuffled, **found})
            case _:
                return self

    def _found(self, token: PieceId, supports: Mapping[Power, Support]) -> Shuffled:
        """A token that was shuffled in this turn, with its handle now, if that is certain."""
        record = self.shuffled[token]
        return replace(record, certain=supports[record.owner].becomes(token))

    def certain(self, token: PieceId, supports: Mapping[Power, Support]) -> PieceId | None:
        """The handle that a shuffled token has had since, as far as shuffles alone tell."""
        if token not in self.recent:
            return self.shuffled[token].certain if token in self.shuffled else None
        return self._found(token, supports).certain

    def group(self, token: PieceId) -> int | None:
        """The group that everybody could know a token to hold when it was shuffled."""
        return self.shuffled[token].group if token in self.shuffled else None

    def later(self, token: PieceId) -> Iterator[PieceId]:
        """All handles that a shuffled token may have had since."""
        ahead, met = [token], {token}
        while ahead:
            record = self.shuffled.get(ahead.pop())
            for handle in record.among if record is not None else ():
                if handle not in met:
                    met.add(handle)
                    ahead.append(handle)
                    yield handle
