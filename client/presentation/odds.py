"""Odds of a battle in a player's words."""

__all__ = [
    "assumptions",
    "doubts",
    "ends",
    "house_assumptions",
    "mine_words",
    "patrol_words",
    "percent",
]

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.battles import Role
from engine.errors import counted
from engine.game import Game
from engine.odds import BattleEnd, Odds
from engine.pieces import Piece
from engine.variants.depth.state import MODULE as DEPTHS
from engine.variants.depth.state import concealed
from engine.variants.rules_of_warfare.odds import mine_hit_chance
from engine.variants.secret_subs.token import Token
from engine.variants.submarine_warfare.patrol import halting_chance

_SAID: Final[Mapping[BattleEnd, str]] = {
    BattleEnd.WON: "win",
    BattleEnd.STANDOFF: "standoff",
    BattleEnd.ESCAPED: "some left",
    BattleEnd.UNFOUND: "nothing found",
    BattleEnd.RETREATED: "retreat",
    BattleEnd.NOBODY: "nobody left",
    BattleEnd.LOST: "loss",
}

_SUFFERED: Final[Mapping[BattleEnd, str]] = {
    BattleEnd.LOST: "win",
    BattleEnd.STANDOFF: "standoff",
    BattleEnd.ESCAPED: "some of yours leave",
    BattleEnd.UNFOUND: "you are not found",
    BattleEnd.RETREATED: "they retreat",
    BattleEnd.NOBODY: "nobody left",
    BattleEnd.WON: "loss",
}

_MEANT: Final[Mapping[BattleEnd, str]] = {BattleEnd.STANDOFF: " (neither can hit the other)"}


def assumptions(game: Game, odds: Odds) -> Iterator[str]:
    """What the odds take for granted of submarines (SS-3.1, SW-4), in plain words."""
    for role in Role:
        for i, troop in enumerate(odds.troops(role)):
            if troop.like is None or not isinstance(game.pieces.get(troop.like), Token):
                continue
            found = [(muster.numbers(role)[i], muster.chance) for muster in odds.musters]
            numbers = sorted({number for number, _ in found})
            if len(numbers) > 1:
                mean = sum(number * chance for number, chance in found)
                yield (
                    f"hidden tokens of {troop.owner} count by what can be known of them, "
                    f"{numbers[0]} to {counted(numbers[-1], 'submarine')}, {mean:.1f} on average, "
                    "and all fight"
                )
    if odds.chance(BattleEnd.ESCAPED):
        yield "destroyers attack before aircraft; submarines leave as soon as they may"


def house_assumptions(
    game: Game,
    attackers: Iterable[Piece],
    defenders: Iterable[Piece],
    supporting: int = 0,
    *,
    searched: bool = False,
) -> Iterator[str]:
    """What the odds take for granted of house rules: searches, dives, batteries, elite units.

    `supporting` is how many batteries fire into the battle; `searched` says whether submarines have
    been searched for.
    """
    attacking, defending = tuple(attackers), tuple(defenders)
    again = game.rules.searches_again(game)
    if searched and not again and any(game.rules.may_dive_away(game, piece) for piece in defending):
        yield "submarines that may dive away stay and fight"
    elif DEPTHS in game.modules and any(concealed(game, piece) for piece in defending):
        when = " in every round" if again else ""
        yield (
            f"reckoned as if every unit that can search does{when}, and as if submarines that are "
            "not found fire where they may (DS-11)"
        )
    if supporting == 1:
        yield "a battery next door fires into it"
    elif supporting:
        yield f"{supporting} batteries next door fire into it"
    if any(game.rules.rerolls(game, piece) for piece in (*attacking, *defending)):
        yield "elite units roll their first miss again"


def mine_words(game: Game, ships: int) -> str:
    """What a mine may cost ships, or tokens, that have still to roll for it (WM-3)."""
    hit = round(100 * mine_hit_chance(game))
    each = "each ship or token" if ships > 1 else "the ship or token"
    return f"a mine is met first and hits {each} with {hit} %"


def patrol_words(game: Game, destroyers: int) -> str:
    """How likely destroyers halt submarines, or tokens, that leave their zone (SW-2)."""
    one, all_at_one = (round(100 * halting_chance(game, rolls)) for rolls in (1, destroyers))
    if destroyers == 1:
        return f"a destroyer may roll at one submarine or token that leaves: {one} % to halt it"
    return (
        f"{counted(destroyers, 'destroyer')} may each roll at a submarine or token that leaves: "
        f"{one} % to halt it, {all_at_one} % if all roll at the same one"
    )


def doubts(odds: Odds) -> Iterator[str]:
    """How far the odds may be off, if they are an estimate."""
    if not odds.exact:
        yield f"estimated, ± {math.ceil(100 * odds.error)} %"


def percent(odds: Odds, end: BattleEnd) -> int:
    """How likely a battle ends so, in percent; all ways in which it may end make 100.

    All are rounded down, and what is left goes to those that lost most by it.
    """
    chances = {each: 100 * odds.chance(each) for each in BattleEnd}
    whole = {each: math.floor(chance) for each, chance in chances.items()}
    by_loss = sorted(BattleEnd, key=lambda each: whole[each] - chances[each])
    return whole[end] + (end in by_loss[: 100 - sum(whole.values())])


def ends(odds: Odds, role: Role = Role.ATTACKER) -> str:
    """How a battle may end for one side: ``win 63 %, loss 37 %``; a standoff is explained.

    In a standoff neither side can hit the other, like aircraft and submarines without a destroyer
    (BG-8.22): nobody has won, nor has anybody to leave.
    """
    said = _SAID if role is Role.ATTACKER else _SUFFERED
    likely = ((end, percent(odds, end)) for end in said)
    return ", ".join(f"{said[end]} {part} %{_MEANT.get(end, '')}" for end, part in likely if part)
