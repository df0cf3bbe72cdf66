"""What a finished game shows of bluffs: what was believed of tokens, and what they were (SS-5)."""

__all__ = ["Bluff", "BluffKind", "Bluffs", "Unmasked"]

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from client.seat.knowledge import Knowledge
from engine.battle.events import BattleOpened
from engine.battles import BattleKind
from engine.board import Power, SpaceId
from engine.game import Event, Game
from engine.movement.declarations import could_attack
from engine.movement.orders import Declared
from engine.pieces import PieceId
from engine.units import Trait
from engine.variants.secret_subs.events import TokensRevealed
from engine.variants.secret_subs.state import MODULE, tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_where


class BluffKind(StrEnum):
    """How somebody was deceived."""

    ATTACKED = "attacked"
    """Decoys alone were attacked."""
    HUNTED = "hunted"
    """Decoys alone were hunted (SW-3): no other house rule has battles of its own."""
    PASSED = "passed"
    """Submarines were taken for nothing, and passed over."""


@dataclass(frozen=True, slots=True)
class Bluff:
    """A moment at which hidden tokens deceived an enemy.

    Attributes:
        kind: how.
        owner: of the tokens.
        by: the power that was deceived.
        at: where.
        round: in which.
        tokens: that did it.
        submarines: that they held.
        decoys: how likely it was, for all that everybody knew, that they held none.
        units: that were sent against them.
    """

    kind: BluffKind
    owner: Power
    by: Power
    at: SpaceId
    round: int
    tokens: tuple[PieceId, ...]
    submarines: int
    decoys: Fraction
    units: int = 0


@dataclass(frozen=True, slots=True)
class Unmasked:
    """A token that was turned up: what it was, and what had been believed.

    Attributes:
        token: that was.
        owner: of it.
        at: where.
        round: in which.
        submarines: that it held.
        decoy: how likely it had been that it held none.
    """

    token: PieceId
    owner: Power
    at: SpaceId
    round: int
    submarines: int
    decoy: Fraction


@dataclass
class Bluffs:
    """Notes the bluffs of a game as it is gone through again.

    Attributes:
        known: what everybody knows by now.
        found: the bluffs so far, as far as it is known what tokens held.
        unmasked: the tokens that were turned up so far.
    """

    known: Knowledge
    found: list[Bluff] = field(default_factory=list)
    unmasked: list[Unmasked] = field(default_factory=list)

    def add(
        self, before: Game, events: Iterable[Event], after: Game, held: Mapping[PieceId, int]
    ) -> None:
        """Note what happened between two moments.

        Args:
            before: the game at the first.
            events: what happened between them.
            after: the game at the second.
            held: groups of the tokens that it is known of, at the first.
        """
        if MODULE not in after.modules:
            return
        for event in events:
            match event:
                case BattleOpened():
                    self.found += self._drawn(before, event, held)
                case TokensRevealed(at, groups):
                    self.unmasked += self._turned_up(before, at, groups)
                case Declared(ignored=ignored):
                    for zone in ignored:
                        self.found += self._overlooked(before, zone, held)
                case _:
                    pass
            self.known = self.known.learning((event,), after)

    def _drawn(
        self, game: Game, opened: BattleOpened, held: Mapping[PieceId, int]
    ) -> Iterator[Bluff]:
        """Each owner of whose decoys alone, among others of no power, this battle is fought for."""
        pieces = [game.pieces[piece] for piece in opened.defenders if piece in game.pieces]
        tokens = [piece for piece in pieces if isinstance(piece, Token)]
        if not tokens or len(tokens) < len(pieces):
            return
        for owner in sorted({token.owner for token in tokens}):
            mine = tuple(token.id for token in tokens if token.owner == owner)
            chance = self._nothing(game, owner, mine)
            if chance is None or chance == 1 or _submarines(game, owner, mine, held) != 0:
                continue
            yield Bluff(
                kind=BluffKind.HUNTED if opened.kind is BattleKind.HOUSE else BluffKind.ATTACKED,
                owner=owner,
                by=game.active,
                at=opened.space,
                round=game.round,
                tokens=mine,
                submarines=0,
                decoys=chance,
                units=len(opened.attackers),
            )

    def _overlooked(
        self, game: Game, zone: SpaceId, held: Mapping[PieceId, int]
    ) -> Iterator[Bluff]:
        """Each enemy whose submarines the active power could have attacked, and sailed past.

        It could not where nothing of it could hit (BG-8.23): a cruiser hunts nothing (SW-3), and
        silent submarines are out of reach (DS-7).
        """
        if not could_attack(game, zone):
            return
        own = [piece for piece in game.pieces.at(zone) if piece.owner == game.active]
        destroyer = any(game.rules.counts_as(game, piece, Trait.DESTROYER) for piece in own)
        for owner in game.enemies(game.active):
            mine = tuple(
                token.id
                for token in tokens_where(game, owner, zone)
                if not token.face_up
                and any(game.rules.might_hit(game, one, token, destroyer=destroyer) for one in own)
            )
            chance = self._nothing(game, owner, mine) if mine else None
            number = _submarines(game, owner, mine, held)
            if chance and number:
                yield Bluff(
                    kind=BluffKind.PASSED,
                    owner=owner,
                    by=game.active,
                    at=zone,
                    round=game.round,
                    tokens=mine,
                    submarines=number,
                    decoys=chance,
                )

    def _turned_up(
        self, game: Game, at: SpaceId, groups: Mapping[PieceId, int]
    ) -> Iterator[Unmasked]:
        for handle, group in sorted(groups.items()):
            token = game.pieces.get(handle)
            if not isinstance(token, Token) or self.known.group(game, token) is not None:
                continue
            chance = self._nothing(game, token.owner, (handle,))
            if chance is not None:
                size = tracker(game, token.owner).size(group)
                yield Unmasked(handle, token.owner, at, game.round, size, chance)

    def _nothing(self, game: Game, owner: Power, tokens: Collection[PieceId]) -> Fraction | None:
        """How likely it is that tokens hold no submarine; None where nothing is foreseen."""
        together = self.known.together(game, owner, tokens)
        return None if together is None else together.get(0, Fraction(0))


def _submarines(
    game: Game, owner: Power, tokens: Collection[PieceId], held: Mapping[PieceId, int]
) -> int | None:
    """How many submarines tokens hold; None where it is not known."""
    if not held.keys() >= set(tokens):
        return None
    track = tracker(game, owner)
    return sum(track.size(held[token]) for token in tokens)
