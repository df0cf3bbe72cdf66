"""What the mine of a zone is likely to do to ships before they fight there (WM-3)."""

__all__ = ["cargo_past_mine", "mine_hit_chance", "past_mine", "rolls_due"]

import dataclasses
from collections import defaultdict
from collections.abc import Collection, Sequence
from math import comb

from engine.board import SpaceId
from engine.game import Game
from engine.odds import Encounter, Muster
from engine.pieces import Figure, Piece, PieceId
from engine.units import Domain
from engine.variants.rules_of_warfare.mines import enemy_mine


def mine_hit_chance(game: Game) -> float:
    """How likely a mine hits a ship or token that meets it; dice are rolled in low luck, too."""
    return game.rules.scaled_strength(game, 1) / game.rules.die_sides(game)


def rolls_due(game: Game, zone: SpaceId, pieces: Sequence[Piece]) -> frozenset[PieceId]:
    """The pieces of one power that have still to roll, or would, for the mine of a zone.

    Not those that are there and have rolled, or have begun the phase there.
    """
    if not pieces or not enemy_mine(game, pieces[0].owner, zone):
        return frozenset()
    began = game.record.phase_began
    return frozenset(
        piece.id
        for piece in pieces
        if game.rules.domain(game, piece) is Domain.SEA
        and not (isinstance(piece, Figure) and piece.aboard is not None)
        and not (piece.at == zone and (piece.id not in began or began[piece.id].at == zone))
    )


def past_mine(
    met: Encounter, ships: Collection[int], tokens: Collection[int] = frozenset()
) -> Encounter:
    """The battle after these troops of the attacker have met a mine: each ship is hit on 1.

    Args:
        met: the battle, were there no mine.
        ships: troops of ships; a die for each ship.
        tokens: troops that are one token each: a die for the token, and one submarine is lost.
    """
    hit, game = mine_hit_chance(met.game), met.game
    troops, joins = list(met.attackers), dict[int, int]()
    for i in sorted(ships):
        troop = troops[i]
        if game.rules.unit_type(game, troop.owner, troop.kind).hits > 1:
            joins[i] = len(troops)
            troops.append(dataclasses.replace(troop, damaged=troop.count))
            troops[i] = dataclasses.replace(troop, damaged=0)
    whole = tuple(troop.count for troop in met.attackers)
    defending = tuple(troop.count for troop in met.defenders)
    musters: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
    for muster in met.musters or (Muster(1.0, whole, defending),):
        before = [*muster.attackers, *(0 for _ in joins)]
        for i, then in joins.items():
            before[then] = min(met.attackers[i].damaged, before[i])
            before[i] -= before[then]
        ways = {tuple(before): muster.chance}
        for i in [*joins.values(), *sorted(ships)]:  # the damaged before those that join them
            ways = _hit(ways, i, joins.get(i), hit, dice=None)
        for i in sorted(tokens):
            ways = _hit(ways, i, None, hit, dice=1)
        for row, chance in ways.items():
            key = row, muster.defenders
            musters[key] = musters.get(key, 0.0) + chance
    return dataclasses.replace(
        met,
        attackers=tuple(troops),
        musters=tuple(Muster(chance, *rows) for rows, chance in sorted(musters.items())),
    )


def cargo_past_mine(met: Encounter, loads: Sequence[Sequence[int]]) -> Encounter:
    """The landing after its ships have met a mine: each is hit on 1; with a transport, its cargo.

    Ships that are left bombard, at most one for each unit that lands (BG-8.5b).

    Args:
        met: the landing, were there no mine.
        loads: what each transport carries, units of each troop of the attacker.
    """
    hit = mine_hit_chance(met.game)
    whole = tuple(troop.count for troop in met.attackers)
    defending = tuple(troop.count for troop in met.defenders)
    musters = {(m.attackers, m.defenders): m.chance for m in met.musters}
    ways = musters or {(whole, defending): 1.0}
    for load in loads:
        after: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = defaultdict(float)
        for (row, others), chance in ways.items():
            left = tuple(map(int.__sub__, row, load))
            after[row, others] += chance * (1 - hit)
            after[left, others] += chance * hit
        ways = after
    fleet = Encounter(game=met.game, space=met.space, attackers=met.bombarding, defenders=())
    passed = past_mine(fleet, range(len(met.bombarding)))
    return dataclasses.replace(
        met,
        bombarding=passed.attackers,
        musters=tuple(
            Muster(chance * ships.chance, *rows, ships.attackers)
            for rows, chance in sorted(ways.items())
            for ships in passed.musters
        ),
    )


def _hit(
    ways: dict[tuple[int, ...], float], troop: int, then: int | None, hit: float, dice: int | None
) -> dict[tuple[int, ...], float]:
    """What is left after the dice of one troop; what is hit joins another, or is lost."""
    after: dict[tuple[int, ...], float] = {}
    for row, chance in ways.items():
        rolled = row[troop] if dice is None else min(dice, row[troop])
        for hits in range(rolled + 1):
            numbers = list(row)
            numbers[troop] -= hits
            if then is not None:
                numbers[then] += hits
            key = tuple(numbers)
            likely = comb(rolled, hits) * hit**hits * (1 - hit) ** (rolled - hits)
            after[key] = after.get(key, 0.0) + chance * likely
    return after
