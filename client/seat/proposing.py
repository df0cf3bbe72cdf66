"""Answers that a page proposes before its player has chosen anything."""

__all__ = ["deployed"]

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.board import SpaceId
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
    chosen = Counter(
        (kind, position.yard, position.zone)
        for kind, position in awaited_carriers(game)
        if position.yard
    )
    placed = Counter(kind for kind, _, _ in chosen.elements())
    for kind in sorted(waiting, key=lambda kind: (-game.rules.scenario.units[kind].cost, kind)):
        if Trait.COMPLEX in game.rules.scenario.units[kind].traits:
            continue
        for slot in _best_first(game, decision, kind):
            while placed[kind] < waiting[kind]:
                more = chosen + Counter([slot])
                if not decision.legal(game, _answer(more)):
                    break
                chosen = more
                placed[kind] += 1
    return _answer(chosen)


def _best_first(game: Game, decision: MobilizeUnits, kind: Kind) -> Iterator[Slot]:
    """Places for one kind, whichever complex they belong to."""
    where = game.rules.placements(game, decision.power, kind)
    slots = [
        (_danger(game, decision, space), complex_, space)
        for complex_, spaces in where.items()
        for space in spaces
    ]
    for _, complex_, space in sorted(slots):
        yield kind, complex_, space


def _danger(game: Game, decision: MobilizeUnits, at: SpaceId) -> tuple[bool, int, int]:
    """Land before sea, then the fewest enemies and the most friends."""
    friends = len(game.friends_at(decision.power, at))
    return game.board.is_sea(at), len(game.enemies_at(decision.power, at)), -friends


def _answer(chosen: Mapping[Slot, int]) -> Mobilization:
    return Mobilization(tuple(Placement(*slot, count) for slot, count in sorted(chosen.items())))
