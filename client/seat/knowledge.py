"""What the public facts tell of hidden tokens: to players, bots, watchers and auditors alike."""

__all__ = ["Knowledge"]

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from client.seat.handles import Handles
from client.seat.sightings import Sightings
from engine.board import Power
from engine.game import Event, Game
from engine.pieces import PieceId
from engine.variants.secret_subs.state import MODULE, tracker
from engine.variants.secret_subs.support import Support
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of
from engine.variants.secret_subs.watching import watched


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What an observer of a whole game knows of every power's tokens (SS-5).

    Attributes:
        supports: what each power's tokens may hold; empty where nothing is known.
        handles: which handles tokens got when they were shuffled.
        sightings: where groups were last known to be.
        disclosed: what tokens held by the keys that were disclosed after the game, by handle.
    """

    supports: Mapping[Power, Support] = field(default_factory=dict)
    handles: Handles = field(default_factory=Handles)
    sightings: Sightings = field(default_factory=Sightings)
    disclosed: Mapping[PieceId, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game) -> "Knowledge":
        """What is known of a game where nothing has been played."""
        if MODULE not in game.modules:
            return cls()
        powers = game.rules.scenario.powers
        return cls({power: Support.of(tracker(game, power).limit) for power in powers})

    def learning(self, events: Iterable[Event], after: Game) -> "Knowledge":
        """What is known once these events have happened, and the game is the one after them."""
        if MODULE not in after.modules:
            return self
        known = self if self.supports else Knowledge.of(after)
        for event in events:
            supports = watched(known.supports, (event,))
            handles = known.handles.learning(event, known.supports)
            sightings = known.sightings.learning(event, known.supports, after)
            known = replace(known, supports=supports, handles=handles, sightings=sightings)
        return replace(known, sightings=known.sightings.remaining(after))

    def disclosing(self, groups: Mapping[PieceId, int]) -> "Knowledge":
        """What is known once keys have shown what these tokens held."""
        return replace(self, disclosed=groups) if groups else self

    @property
    def undisclosed(self) -> "Knowledge":
        """What was known while nothing had been disclosed."""
        return replace(self, disclosed={})

    def group(self, game: Game, token: Token) -> int | None:
        """The group that everybody can know a token to hold: shown, disclosed, or the only one."""
        shown = tracker(game, token.owner).opened.get(token.id, self.disclosed.get(token.id))
        if shown is not None:
            return shown
        support = self.supports.get(token.owner)
        if support is None or token.id not in support.tokens:
            return None
        return support.certain(token.id)

    def odds(self, token: Token) -> Mapping[int, Fraction]:
        """How likely each group is on a token; empty for one that nothing is known of."""
        if token.id in self.disclosed:
            return {self.disclosed[token.id]: Fraction(1)}
        support = self.supports.get(token.owner)
        return {} if support is None or token.id not in support.tokens else support.odds(token.id)

    def error(self, power: Power) -> Fraction:
        """How far a chance may be off: 0, or the error of the sample that stands for all."""
        support = self.supports.get(power)
        return Fraction(0) if support is None else support.error

    def submarines(self, game: Game, token: Token) -> Fraction:
        """Submarines that a token holds on average, by all that is public."""
        track = tracker(game, token.owner)
        shown = track.opened.get(token.id)
        if shown is not None:
            return Fraction(track.size(shown))
        odds = self.odds(token)
        if not odds:
            return _average(game, token.owner)
        return sum((chance * track.size(group) for group, chance in odds.items()), Fraction())

    def together(
        self, game: Game, owner: Power, tokens: Collection[PieceId]
    ) -> Mapping[int, Fraction] | None:
        """How many submarines a power's tokens hold together, and how likely that is.

        None where nothing is known of them but the tracker.
        """
        support = self.supports.get(owner)
        if support is None or support.sample == 0 or not set(support.tokens).issuperset(tokens):
            return None
        return support.submarines(tokens, dict(enumerate(tracker(game, owner).sizes, start=1)))


def _average(game: Game, owner: Power) -> Fraction:
    """Submarines under a face-down token of a power, on average."""
    track = tracker(game, owner)
    tokens = tokens_of(game, owner)
    shown = [track.size(track.opened[token.id]) for token in tokens if token.id in track.opened]
    hidden = len(tokens) - len(shown)
    return Fraction(sum(track.sizes) - sum(shown), hidden) if hidden else Fraction(0)
