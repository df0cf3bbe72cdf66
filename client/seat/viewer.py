"""Who looks at a game, and what they know of hidden tokens.

A page, a terminal and a bot are all told by this what a token holds.
"""

__all__ = ["Groups", "Viewer"]

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from client.seat.knowledge import Knowledge
from engine.board import Power
from engine.game import Game
from engine.pieces import PieceId
from engine.variants.secret_subs.state import MODULE, tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of

Groups = Mapping[PieceId, int]
"""What tokens hold: handle → group."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: the powers played, what their tokens hold, and what everybody can know.

    Attributes:
        powers: those that the viewer plays; none for a spectator.
        groups: the secrets of these powers, of tokens that are no more, too.
        knowledge: what all public facts tell.
    """

    powers: frozenset[Power] = frozenset()
    groups: Groups = field(default_factory=dict)
    knowledge: Knowledge = field(default_factory=Knowledge)

    def group(self, game: Game, token: Token) -> int | None:
        """The group that a token holds; None where the viewer cannot know."""
        public = self.knowledge.group(game, token)
        return public if public is not None else self._own(token.owner, token.id)

    def known(self, game: Game) -> Groups:
        """The groups of all tokens on the board that the viewer can know."""
        found = {token.id: self.group(game, token) for token in _tokens(game)}
        return {token: group for token, group in found.items() if group is not None}

    def odds(self, game: Game, token: Token) -> Mapping[int, Fraction]:
        """How likely each group is on a token; empty where nothing is foreseen."""
        group = self.group(game, token)
        return self.knowledge.odds(token) if group is None else {group: Fraction(1)}

    def submarines(self, game: Game, token: Token) -> Fraction:
        """Submarines that a token holds on average, for all that the viewer knows."""
        group = self.group(game, token)
        if group is None:
            return self.knowledge.submarines(game, token)
        return Fraction(tracker(game, token.owner).size(group))

    def now(self, game: Game, handle: PieceId) -> PieceId:
        """The handle of a token after its shuffles; the same where it is not certain.

        It is certain where what was claimed of the shuffle leaves no other, or where the viewer
        knows the group that went in and sees it come out.
        """
        handles, supports = self.knowledge.handles, self.knowledge.supports
        here = {token.id: token for token in _tokens(game)}
        while handle not in here:
            certain = handles.certain(handle, supports)
            if certain is None:
                break
            handle = certain
        if handle in here or handle not in handles.shuffled:
            return handle
        held = handles.group(handle)
        group = held if held is not None else self._own(handles.shuffled[handle].owner, handle)
        if group is None:
            return handle
        later = (here[other] for other in handles.later(handle) if other in here)
        found = [token.id for token in later if self.group(game, token) == group]
        return found[0] if found else handle

    def _own(self, owner: Power, handle: PieceId) -> int | None:
        return self.groups.get(handle) if owner in self.powers else None


def _tokens(game: Game) -> tuple[Token, ...]:
    if MODULE not in game.modules:
        return ()
    return tuple(t for power in game.rules.scenario.powers for t in tokens_of(game, power))
