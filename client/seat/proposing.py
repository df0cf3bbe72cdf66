"""Answers that a page proposes before its player has chosen anything."""

__all__ = ["danger", "deployed", "is_placed_later"]

from collections import Counter
from collections.abc import Mapping

from engine.board import Power, SpaceId
from engine.economy.charging import charged
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement, Slot
from engine.game import Game
from engine.movement.landing import awaited_carriers
from engine.units import SUBMARINE, TRANSPORT, Kind, Trait


def deployed(game: Game, decision: MobilizeUnits) -> Mobilization:
    """What waits, placed as far as there is room; a new complex is left to its owner to place.

    Carriers go where aircraft wait for them (BG-9.3), other ships where most of their own side are
    and fewest enemies. Submarines that are placed after all else (SS-1.4) keep room for one each.
    """
    waiting = game.waiting.get(decision.power, {})
    kept: Counter[SpaceId] = Counter()
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
        later = is_placed_later(game, decision.power, kind)
        ship = TRANSPORT if later else kind  # which goes where those will be placed
        for at in _best_first(game, decision, ship):
            while placed[kind] < waiting[kind]:
                more = charged(game, decision.power, [*wanted, (ship, None, at)])
                if more is None:
                    break
                answer = _answer(_without(more, kept + Counter({at: int(later)})))
                if not decision.legal(game, answer):
                    break
                found = answer
                kept[at] += later
                wanted.append((ship, None, at))
                placed[kind] += 1
    return found


def is_placed_later(game: Game, power: Power, kind: Kind) -> bool:
    """Whether units of a kind have no place among the others, because tokens come after them."""
    return kind == SUBMARINE and not game.rules.placements(game, power, kind)


def _without(chosen: Mapping[Slot, int], kept: Mapping[SpaceId, int]) -> Mapping[Slot, int]:
    """What is placed, less the transports in whose stead room is kept."""
    found = Counter(chosen)
    for zone, count in kept.items():
        for _ in range(count):
            slot = next(slot for slot in found if slot[0] == TRANSPORT and slot[2] == zone)
            found -= Counter([slot])
    return found


def _best_first(game: Game, decision: MobilizeUnits, kind: Kind) -> list[SpaceId]:
    """Places for one kind, whichever complexes they belong to."""
    where = game.rules.placements(game, decision.power, kind)
    spaces = {space for spaces in where.values() for space in spaces}
    return sorted(spaces, key=lambda space: (danger(game, decision.power, space), space))


def danger(game: Game, power: Power, at: SpaceId) -> tuple[bool, int, bool, int]:
    """By what new units of a power are placed: the least first.

    Land before sea, then the fewest enemies and the most friends. Ships rather stand alone than in
    a fleet that is outnumbered by what stands next door.
    """
    sea = game.board.is_sea(at)
    friends = len(game.friends_at(power, at))
    near = (len(game.enemies_at(power, zone)) for zone in game.board.adjacent_zones(at))
    return sea, len(game.enemies_at(power, at)), sea and sum(near) > friends, -friends


def _answer(chosen: Mapping[Slot, int]) -> Mobilization:
    return Mobilization(tuple(Placement(*slot, count) for slot, count in sorted(chosen.items())))
