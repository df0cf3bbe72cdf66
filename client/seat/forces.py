"""Both sides of a battle as one viewer knows them: tokens by how likely they hold what."""

__all__ = ["known_encounter"]

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from math import prod

from client.seat.knowledge import Knowledge
from client.seat.viewer import Groups
from engine.battle.fire import remaining_hits
from engine.board import Power, SpaceId
from engine.game import Game
from engine.odds import Encounter, Muster, Troop, way_back
from engine.pieces import Figure, Piece, PieceId
from engine.units import SUBMARINE
from engine.variants.rules_of_warfare.odds import past_mine
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.support import Support
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import tokens_of


@dataclass(frozen=True, slots=True)
class _Fleet:
    """One power's tokens on a side: how many submarines they may hold.

    Attributes:
        troops: parts of the tokens, and the most submarines that each may hold.
        ways: how many submarines the parts hold together, and how likely that is.
        doubt: how far these chances may be off.
    """

    troops: tuple[Troop, ...]
    ways: Mapping[tuple[int, ...], float]
    doubt: float


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
    supporting: Sequence[PieceId] = (),
    searched: bool = False,
    apart: bool = False,
    mined: Collection[PieceId] = (),
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
        supporting: pieces next to the battle that fire into it.
        searched: whether submarines have been searched for (DS-8).
        apart: whether each token is a troop of its own, those likely to hold most first.
        mined: attackers that have to roll for a mine before (WM-3).
    """
    own = _figures(game, attackers)
    figures = Encounter.of(
        game,
        space,
        [figure for figure in own if figure.id not in mined],
        _figures(game, defenders),
        bombarding=_figures(game, bombarding),
        landed=landed,
    )
    passing = Encounter.of(game, space, [figure for figure in own if figure.id in mined], ())
    ships = range(len(figures.attackers), len(figures.attackers) + len(passing.attackers))
    met = dataclasses.replace(
        figures,
        attackers=(*figures.attackers, *passing.attackers),
        supporting=tuple(supporting),
        searched=searched,
        way_back=way_back(game, space, attackers),
    )
    ours, theirs = (
        _fleets(
            game,
            [p for p in side if isinstance(p, Token)],
            groups,
            knowledge,
            apart=frozenset(piece.id for piece in side) if apart else frozenset(mined),
        )
        for side in (attackers, defenders)
    )
    met = _with_fleets(met, ours, theirs)
    hidden = range(ships.stop, len(met.attackers))
    tokens = [i for i in hidden if met.attackers[i].like in mined]
    return past_mine(met, ships, tokens) if mined else met


def _with_fleets(met: Encounter, ours: Sequence[_Fleet], theirs: Sequence[_Fleet]) -> Encounter:
    """The battle with the tokens of both sides besides."""
    fleets = (*ours, *theirs)
    if not fleets:
        return met
    attacking = tuple(troop.count for troop in met.attackers)
    defending = tuple(troop.count for troop in met.defenders)
    musters = []
    for ways in product(*(fleet.ways.items() for fleet in fleets)):
        found = [number for number, _ in ways]
        musters.append(
            Muster(
                prod(likely for _, likely in ways),
                (*attacking, *chain(*found[: len(ours)])),
                (*defending, *chain(*found[len(ours) :])),
            )
        )
    return dataclasses.replace(
        met,
        attackers=(*met.attackers, *chain(*(fleet.troops for fleet in ours))),
        defenders=(*met.defenders, *chain(*(fleet.troops for fleet in theirs))),
        musters=tuple(musters),
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
    game: Game,
    tokens: Sequence[Token],
    groups: Groups,
    knowledge: Knowledge,
    *,
    apart: Collection[PieceId],
) -> tuple[_Fleet, ...]:
    fleets = []
    for owner in sorted({token.owner for token in tokens}):
        own = [token for token in tokens if token.owner == owner]
        likely = {token.id: _expected(game, token, groups, knowledge) for token in own}
        parts: dict[object, list[Token]] = {}
        for token in sorted(own, key=lambda token: (-likely[token.id], token.id)):
            alike = token.id if token.id in apart else game.rules.marks(game, token)
            parts.setdefault(alike, []).append(token)
        fleets.append(_fleet(game, owner, [*parts.values()], groups, knowledge))
    return tuple(fleets)


def _expected(game: Game, token: Token, groups: Groups, knowledge: Knowledge) -> Fraction:
    """Submarines that a token holds on average."""
    group = groups.get(token.id)
    if group is None:
        return knowledge.submarines(game, token)
    return Fraction(tracker(game, token.owner).size(group))


def _fleet(
    game: Game,
    owner: Power,
    parts: Sequence[Sequence[Token]],
    groups: Groups,
    knowledge: Knowledge,
) -> _Fleet:
    """What a power's tokens hold: the truth where it is known, else by how likely it is."""
    track = tracker(game, owner)
    marked = {} if game.battle is None else game.battle.marked
    sure = [0] * len(parts)
    hidden: list[list[PieceId]] = [[] for _ in parts]
    for number, part in enumerate(parts):
        for token in part:
            group = groups.get(token.id)
            if group is None:
                group = knowledge.group(game, token)
            if group is None:
                hidden[number].append(token.id)
            else:
                sure[number] += track.size(group) - marked.get(token.id, 0)
    support, doubt = knowledge.supports.get(owner), 0.0
    if support is None or not set(chain(*hidden)).issubset(support.tokens):
        support = _by_tracker(game, owner)
    elif support.sample == 0:
        support, doubt = _by_tracker(game, owner), 1.0
    elif any(hidden):
        doubt = float(support.error)
    sizes = {group: size for group, size in enumerate(track.sizes, start=1) if size}
    ways = {
        tuple(map(int.__add__, found, sure)): float(chance)
        for found, chance in support.submarines_of(hidden, sizes).items()
    }
    most = map(max, zip(*ways, strict=True))
    troops = (
        Troop(owner, SUBMARINE, number, like=part[0].id)
        for number, part in zip(most, parts, strict=True)
    )
    return _Fleet(tuple(troops), ways, doubt)


def _by_tracker(game: Game, owner: Power) -> Support:
    """What a power's tokens may hold for all that its tracker says, without a history."""
    track = tracker(game, owner)
    tokens = [token.id for token in tokens_of(game, owner)]
    full = [group for group, size in enumerate(track.sizes, start=1) if size]
    shown = {token: track.opened[token] for token in tokens if token in track.opened}
    return Support.of(track.limit).placed(tokens, full).shown(shown)
