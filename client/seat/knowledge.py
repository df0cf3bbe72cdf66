"""What a seat knows: its own tokens for certain, and of the others what the public facts allow."""

__all__ = ["Knowledge"]

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from client.seat.view import Groups
from engine.board import Power
from engine.game import Event, Game
from engine.pieces import PieceId
from engine.variants.secret_subs.ledger import MODULE, tracker
from engine.variants.secret_subs.support import Support, watched
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of


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

    def lines(self, game: Game, powers: Collection[Power], groups: Groups) -> Iterator[str]:
        """What the player of these powers, who knows `groups`, knows of all tokens."""
        if MODULE not in game.modules:
            yield "nothing is hidden in this game"
            return
        for power in game.rules.scenario.powers:
            whose = "your own" if power in powers else f"{power}'s"
            told = list(self.told(game, power, groups if power in powers else {}))
            yield f"{whose} tokens:" if told else f"{whose} tokens: none on the board"
            yield from (f"  {line}" for line in told)

    def told(self, game: Game, power: Power, groups: Groups) -> Iterator[str]:
        """What a player who knows `groups` knows of one power's tokens on the board."""
        if MODULE not in game.modules:
            return
        track = tracker(game, power)
        for token in tokens_of(game, power):
            group = track.opened.get(token.id, groups.get(token.id))
            if group is not None:
                yield f"#{token.id} in {token.at}: {_group(group, track.size(group))}"
            else:
                yield f"#{token.id} in {token.at}: {self._odds(game, token)}"

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

    def _odds(self, game: Game, token: Token) -> str:
        """What the token may hold, likeliest first; all decoys are as one."""
        track = tracker(game, token.owner)
        chances: dict[str, Fraction] = {}
        for group, chance in self._support[token.owner].odds(token.id).items():
            size = track.size(group)
            what = _group(group, size) if size else "a decoy"
            chances[what] = chances.get(what, Fraction()) + chance
        likely = sorted(chances, key=lambda what: (-chances[what], what))
        return " or ".join(f"{what} {max(1, round(100 * chances[what]))} %" for what in likely)


def _group(group: int, size: int) -> str:
    match size:
        case 0:
            return f"group {group}, a decoy"
        case 1:
            return f"group {group}, 1 submarine"
        case _:
            return f"group {group}, {size} submarines"
