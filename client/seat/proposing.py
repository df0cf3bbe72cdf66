"""Answers that a page proposes before its player has chosen anything."""

__all__ = ["deployed"]

from collections import Counter
from collections.abc import Mapping

from engine.board import SpaceId
from engine.economy.charging import charged
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement, Slot
from engine.game import Game
from engine.movement.landing import awaited_carriers
from engine.units import Kind, Trait


def deployed(game: Game, decision: MobilizeUnits) -> Mobilization:
    """What waits, placed as far as there is room; a new complex is left to its owner to place.

    Carriers go where aircraft wait for them (BG-9.3), other ships where most of their own side are
    and fewest enemies.
    """
    waiting = game.waiting.get(decision.power, {})
    wanted: list[tuple[Kind, SpaceId | None, SpaceId]] = [
        (kind, position.yard, position.zone)
        for kind, position in awaited_carriers(game)
        if position.yard
    ]
    found = _answer(Counter((kind, yard, at) for kind, yard, at in wanted if yard))
    placed = Counter(kind for kind, _, _ in wanted)
    for kind in sorted(waiting, key=lambda kind: (-game.rules.scenario.units[kind].cost, kind)):
        if Trait.COMPLEX in game.rules.scenario.units[kind].traits:
            continue
        for at in _best_first(game, decision, kind):
            while placed[kind] < waiting[kind]:
                more = charged(game, decision.power, [*wanted, (kind, None, at)])
                if more is None or not decision.legal(game, _answer(more)):
                    break
                found = _answer(more)
                wanted.append((kind, None, at))
                placed[kind] += 1
    return found


def _best_first(game: Game, decision: MobilizeUnits, kind: Kind) -> list[SpaceId]:
    """Places for one kind, whichever complexes they belong to."""
    where = game.rules.placements(game, decision.power, kind)
    spaces = {space for spaces in where.values() for space in spaces}
    return sorted(spaces, key=lambda space: (_danger(game, decision, space), space))


def _danger(game: Game, decision: MobilizeUnits, at: SpaceId) -> tuple[bool, int, int]:
    """Land before sea, then the fewest enemies and the most friends."""
    friends = len(game.friends_at(decision.power, at))
    return game.board.is_sea(at), len(game.enemies_at(decision.power, at)), -friends


def _answer(chosen: Mapping[Slot, int]) -> Mobilization:
    return Mobilization(tuple(Placement(*slot, count) for slot, count in sorted(chosen.items())))
