"""Random battles under random house rules: are they played as they are foretold?"""

__all__ = ["battles"]

import random
from collections.abc import Callable, Iterator
from itertools import count

from engine.battles import Role
from engine.game import Game
from engine.odds import Odds, RetreatPolicy, SideOrders
from engine.pieces import Figure
from engine.units import SUBMARINE, Kind
from engine.variants.depth.state import Depth
from engine.variants.rules_of_warfare.elite import Elite, Roster
from tests.engine.odds.chance import tail
from tests.engine.odds.trial import LAND, SEA, Battle, Tally, fight, foretold
from tests.engine.variants.depths import at_depth
from tests.marathon.step import Step

_FOUGHT, _AGAIN = 250, 2500
_STRANGE, _WRONG = 1.35e-3, 3.2e-5
"""How unlikely it is to be beyond 3, and beyond 4, standard deviations on one side."""

_SHIPS = ("submarine", "destroyer", "cruiser", "battleship", "carrier", "transport", "fighter")
"""Fighters attack only: those of a defender without a carrier are lost after the battle."""

_HUNTERS = ("destroyer", "fighter", "bomber")
"""Against submarines alone these hunt by SW."""

_MODULES = ("DS", "SW", "WA", "WB", "WE", "WM", "WW")
"""DS and SW cannot be combined."""

_TROOPS = ("infantry", "artillery", "tank", "fighter", "bomber")


def battles(first: int) -> Iterator[Step]:
    """One battle after the other, fought some hundred times; if that is strange, some thousand."""
    for seed in count(first):
        battle = _battle(random.Random(f"battle {seed}"))
        odds = foretold(battle)
        wrong: list[str] = []
        if _unlikely(odds, fight(battle, _FOUGHT, seed), _STRANGE):
            wrong = _unlikely(odds, fight(battle, _AGAIN, seed + 1), _WRONG)
        report = f"battle {seed}, {battle}: {'; '.join(wrong)}" if wrong else ""
        yield Step(report, failed=bool(wrong))


def _unlikely(odds: Odds, tally: Tally, least: float) -> list[str]:
    """What of some battles that were fought is less likely than this, as foretold."""
    unhurt = {
        role: sum(
            one.chance
            for one in odds.outcomes
            if sum(one.left(role)) == max(sum(muster.numbers(role)) for muster in odds.musters)
        )
        for role in Role
    }
    found = (
        ("won", tally.won, odds.win),
        ("taken", tally.taken, odds.taken),
        *((f"{role} unhurt", tally.lost[role].count(0), unhurt[role]) for role in Role),
    )
    slack = 0.0 if odds.exact else odds.error
    return [
        f"{what}: {number} of {tally.battles}, foretold {chance:.4f}"
        for what, number, chance in found
        if tail(number, tally.battles, chance, slack=slack) < least
    ]


def _battle(draw: random.Random) -> Battle:
    sea = draw.random() < 0.7
    modules = tuple(m for m in _MODULES if draw.random() < 0.4)
    if "DS" in modules:
        modules = tuple(m for m in modules if m != "SW")
    own: tuple[str, ...] = _SHIPS if sea else _TROOPS
    enemies: tuple[str, ...] = _SHIPS[:-1] if sea else _TROOPS
    if sea and "SW" in modules and draw.randrange(2):
        own, enemies = _HUNTERS, (SUBMARINE,)
    attackers = _side(own, draw)
    units = f"{'SZ 3' if sea else 'Plains'}: USA {attackers} / Japan {_side(enemies, draw)}"
    if "WA" in modules:
        units += f"\n{'Plains' if sea else 'Border'}: USA artillery_battery"
    options = {
        "die": draw.choice(("6", "12", "20")),
        "ds_search_each_round": draw.choice(("on", "off")),
        "ds_retreat_all_depths": draw.choice(("on", "off")),
    }
    return Battle(
        units,
        space=SEA if sea else LAND,
        attacking=SideOrders(submerges=not draw.randrange(3)),
        defending=SideOrders(submerges=not draw.randrange(3)),
        retreat=RetreatPolicy(after=draw.choice((None, None, 1, 2)), below=draw.choice((0, 0, 2))),
        came_from=draw.choice(({}, {"SZ 3": "SZ 2", "Plains": "Border"})),
        options=options if "DS" in modules else {},
        modules=modules,
        mined=sea and "WM" in modules and bool(draw.randrange(2)) and _has_ships(attackers),
        prepare=_prepared(modules, draw.randrange(2**32)),
    )


def _has_ships(side: str) -> bool:
    """Whether a mine in the zone has anything to strike."""
    return any(f" {kind}" in f" {side}" for kind in _SHIPS[:-1])


def _side(kinds: tuple[str, ...], draw: random.Random) -> str:
    chosen = draw.sample(kinds, draw.randint(1, min(3, len(kinds))))
    if chosen == ["transport"]:
        chosen.append("destroyer")  # alone they are lost without an answer or a die
    return ", ".join(f"{draw.randint(1, 3)} {kind}" for kind in sorted(chosen))


def _prepared(modules: tuple[str, ...], seed: int) -> Callable[[Game], Game]:
    """Depths of all submarines, and an elite unit of each side, drawn alike whenever asked."""

    def prepare(game: Game) -> Game:
        draw = random.Random(seed)
        figures = [p for p in game.pieces.values() if isinstance(p, Figure)]
        subs = [p.id for p in figures if p.kind == SUBMARINE]
        if "DS" in modules:
            depths = (Depth.SURFACED, Depth.PERISCOPE, Depth.SUBMERGED)
            game = at_depth(game, {sub: draw.choice(depths) for sub in subs})
        if "WE" in modules:
            fit = [p for p in figures if p.kind not in ("transport", "artillery_battery")]
            mine = {p.owner: Elite(Kind(p.kind), p.id) for p in draw.sample(fit, len(fit))}
            game = game.replace(modules={**game.modules, "WE": Roster(mine)})
        return game

    return prepare
