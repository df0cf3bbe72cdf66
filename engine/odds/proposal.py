"""Which units of a battle that is being fought had best take the hits scored (BG-8.13, 8.14)."""

__all__ = ["best_losses"]

from collections import deque
from collections.abc import Iterable, Mapping

from engine.battle.casualties import Casualties, Losses, salvo
from engine.battle.sides import current_battle
from engine.battles import BattleKind, Role
from engine.board import Power
from engine.game import Game
from engine.movement.cargo import cargo_of
from engine.odds.combat import Combat
from engine.odds.encounter import Encounter, RetreatPolicy, SideOrders, Troop
from engine.pieces import Figure, PieceId, PieceMark
from engine.units import SUBMARINE, Kind

_FOUGHT_OUT = (BattleKind.SEA, BattleKind.LAND, BattleKind.ASSAULT)


def best_losses(
    game: Game, decision: Casualties, encounter: Encounter, orders: SideOrders | None = None
) -> Losses:
    """The legal losses nearest to the owners' orders, and for the rest those of the best chance.

    Of units that are alike, loaded ships are lost last. In a raid or a flight over guns, where
    nobody fights on, the cheapest are.

    Args:
        game: with the battle being fought.
        decision: what is asked.
        encounter: the battle as it stands, less the hits that are marked; hidden units as whoever
            asks takes them to be.
        orders: what the owners of the units want.
    """
    role = decision.role
    orders, others = orders or SideOrders(), SideOrders()
    both = (orders, others) if role is Role.ATTACKER else (others, orders)
    combat = Combat(encounter, *both, RetreatPolicy())
    force, enemy = combat.force(role), combat.force(role.other)
    fought_out = current_battle(game).kind in _FOUGHT_OUT
    closing = not (fought_out and enemy.present[enemy.start])
    order = force.remaining(force.start, closing=closing)
    return decision.by_preference(game, _pieces(game, decision.role, force.troops, order))


def _pieces(
    game: Game, role: Role, troops: tuple[Troop, ...], order: Iterable[int]
) -> list[PieceId]:
    """An order of losses by troop as one by piece: a mention for each hit."""
    landed, room = current_battle(game).landed, salvo(game, role).remaining_hits
    alike: dict[tuple[Power, Kind, bool, tuple[PieceMark, ...]], list[PieceId]] = {}
    for piece in sorted(room, key=lambda piece: (bool(cargo_of(game, (piece,))), piece)):
        unit = game.pieces[piece]
        kind = unit.kind if isinstance(unit, Figure) else SUBMARINE
        marks = game.rules.marks(game, unit)
        alike.setdefault((unit.owner, kind, piece in landed, marks), []).append(piece)
    waiting = {key: deque(_hits(game, pieces, room)) for key, pieces in alike.items()}
    named: list[PieceId] = []
    for index in order:
        troop = troops[index]
        marks = () if troop.like is None else game.rules.marks(game, game.pieces[troop.like])
        if left := waiting.get((troop.owner, troop.kind, troop.landed, marks)):
            named.append(left.popleft())
    return named


def _hits(game: Game, pieces: list[PieceId], room: Mapping[PieceId, int]) -> list[PieceId]:
    """Hits on pieces that are alike: whole two-hit ships are damaged before any is lost."""
    figures = [piece for piece in pieces if isinstance(game.pieces[piece], Figure)]
    tokens = [piece for piece in pieces if piece not in figures]
    return [
        *(piece for piece in figures for _ in range(room[piece] - 1)),
        *figures,
        *(piece for piece in tokens for _ in range(room[piece])),
    ]
