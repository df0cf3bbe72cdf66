"""What a seat knows: its own tokens for certain, and of the others what the public facts allow."""

__all__ = ["Knowledge"]

from collections.abc import Iterable, Mapping
from fractions import Fraction

from engine.board import Power
from engine.game import Event, Game
from engine.pieces import PieceId
from engine.variants.secret_subs.state import MODULE, tracker
from engine.variants.secret_subs.support import Support
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of
from engine.variants.secret_subs.watching import watched


class Knowledge:
    """What an observer of a whole game knows of every power's tokens (SS-5)."""

    def __init__(self, game: Game) -> None:
        """Begin with a game where nothing has been played."""
        self._support: Mapping[Power, Support] = {}
        if MODULE in game.modules:
            self._begin(game)

    def learn(self, events: Iterable[Event], after: Game) -> None:
        """Take note of what happened, and of the game after it."""
        if MODULE not in after.modules:
            return
        if not self._support:
            self._begin(after)
        self._support = watched(self._support, events)

    def odds(self, token: Token) -> Mapping[int, Fraction]:
        """How likely each group is on a token; empty for one that nothing is known of."""
        support = self._support.get(token.owner)
        return {} if support is None or token.id not in support.tokens else support.odds(token.id)

    def error(self, power: Power) -> Fraction:
        """How far a chance may be off: 0, or the error of the sample that stands for all."""
        support = self._support.get(power)
        return Fraction(0) if support is None else support.error

    def expected(self, game: Game) -> Mapping[PieceId, float]:
        """Submarines under each face-down token of the board, on average (SS-5)."""
        if not self._support:
            return {}
        return {
            token.id: float(
                sum(
                    chance * tracker(game, token.owner).size(group)
                    for group, chance in self.odds(token).items()
                )
            )
            for power in game.rules.scenario.powers
            for token in tokens_of(game, power)
            if not token.face_up
        }

    def _begin(self, game: Game) -> None:
        powers = game.rules.scenario.powers
        self._support = {power: Support.of(tracker(game, power).limit) for power in powers}
