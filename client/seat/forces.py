"""Both sides of a battle as one viewer knows them: tokens by how likely they hold what."""

__all__ = ["known_encounter"]

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from client.seat.knowledge import Knowledge
from client.seat.viewer import Groups
from engine.battle.fire import remaining_hits
from engine.board import Power, SpaceId
from engine.game import Game
from engine.odds import Encounter, Muster, Troop
from engine.pieces import Figure, Piece, PieceId
from engine.units import SUBMARINE
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.support import Support
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of


@dataclass(frozen=True, slots=True)
class _Fleet:
    """One power's tokens on a side: how many submarines they hold, and how likely that is.

    `doubt` is how far these chances may be off.
    """

    owner: Power
    submarines: Mapping[int, float]
    doubt: float = 0.0

    @property
    def troop(self) -> Troop:
        """As many submarines as there may be."""
        return Troop(self.owner, SUBMARINE, max(self.submarines))


def known_encounter(
    game: Game,
    space: SpaceId,
    attackers: Sequence[Piece],
    defenders: Sequence[Piece],
    *,
    groups: Groups,
    knowledge: Knowledge,
    bombarding: Sequence[Piece] = (),
    landed: Collection[PieceId] = (),
) -> Encounter:
    """The battle between these pieces, for all that one viewer can know of it.

    Args:
        game: the public game.
        space: where it is fought.
        attackers: the active power's pieces.
        defenders: those of the other side.
        groups: what the viewer's own tokens hold, handle → group.
        knowledge: what everybody can know of tokens (SS-5); of a power that it leaves out no more
            is known than its tracker says.
        bombarding: ships that may bombard (BG-8.5b).
        landed: attackers that have come ashore already.
    """
    met = Encounter.of(
        game,
        space,
        _figures(game, attackers),
        _figures(game, defenders),
        bombarding=_figures(game, bombarding),
        landed=landed,
    )
    ours, theirs = (
        _fleets(game, [p for p in side if isinstance(p, Token)], groups, knowledge)
        for side in (attackers, defenders)
    )
    fleets = (*ours, *theirs)
    if not fleets:
        return met
    attacking = tuple(troop.count for troop in met.attackers)
    defending = tuple(troop.count for troop in met.defenders)
    musters = []
    for found in product(*(fleet.submarines.items() for fleet in fleets)):
        chance = 1.0
        for _, likely in found:
            chance *= likely
        numbers = tuple(number for number, _ in found)
        musters.append(
            Muster(
                chance,
                (*attacking, *numbers[: len(ours)]),
                (*defending, *numbers[len(ours) :]),
            )
        )
    return dataclasses.replace(
        met,
        attackers=(*met.attackers, *(fleet.troop for fleet in ours)),
        defenders=(*met.defenders, *(fleet.troop for fleet in theirs)),
        musters=tuple(musters) if len(musters) > 1 else (),
        doubt=min(1.0, sum(fleet.doubt for fleet in fleets)),
    )


def _figures(game: Game, pieces: Sequence[Piece]) -> list[Figure]:
    """Figures with the hits that are marked on them, without those that are as good as lost."""
    marked = {} if game.battle is None else game.battle.marked
    return [
        piece.replace(damaged=True) if piece.id in marked else piece
        for piece in pieces
        if isinstance(piece, Figure) and (piece.id not in marked or remaining_hits(game, piece) > 0)
    ]


def _fleets(
    game: Game, tokens: Sequence[Token], groups: Groups, knowledge: Knowledge
) -> tuple[_Fleet, ...]:
    owners = sorted({token.owner for token in tokens})
    return tuple(
        _fleet(game, owner, [t for t in tokens if t.owner == owner], groups, knowledge)
        for owner in owners
    )


def _fleet(
    game: Game, owner: Power, tokens: Sequence[Token], groups: Groups, knowledge: Knowledge
) -> _Fleet:
    """What a power's tokens hold: the truth where it is known, else by how likely it is."""
    track = tracker(game, owner)
    marked = {} if game.battle is None else game.battle.marked
    sure, hidden = 0, []
    for token in tokens:
        group = groups.get(token.id)
        if group is None:
            group = knowledge.group(game, token)
        if group is None:
            hidden.append(token.id)
        else:
            sure += track.size(group) - marked.get(token.id, 0)
    if not hidden:
        return _Fleet(owner, {sure: 1.0})
    sizes = {group: size for group, size in enumerate(track.sizes, start=1) if size}
    support = knowledge.supports.get(owner)
    if support is None or not set(hidden).issubset(support.tokens):
        support = _by_tracker(game, owner)
    if support.sample == 0:
        support, doubt = _by_tracker(game, owner), 1.0
    else:
        doubt = float(support.error)
    likely = support.submarines(hidden, sizes)
    return _Fleet(owner, {sure + n: float(chance) for n, chance in likely.items()}, doubt)


def _by_tracker(game: Game, owner: Power) -> Support:
    """What a power's tokens may hold for all that its tracker says, without a history."""
    track = tracker(game, owner)
    tokens = [token.id for token in tokens_of(game, owner)]
    full = [group for group, size in enumerate(track.sizes, start=1) if size]
    shown = {token: track.opened[token] for token in tokens if token in track.opened}
    return Support.of(track.limit).placed(tokens, full).shown(shown)
