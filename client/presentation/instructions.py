"""Instructions in words, and instructions from words (BG-3.4)."""

__all__ = ["INSTRUCT", "READ_BY_ALL", "changed", "instruction_lines", "instructions_text"]

import re
from collections.abc import Iterable, Iterator
from typing import Final

from client.presentation.words import NotUnderstood, kind_name, kind_of, listed, one_of
from engine.board import Power, SpaceId
from engine.game import Game
from engine.instructions import (
    NO_INSTRUCTIONS,
    GroupLosses,
    Instructions,
    Landing,
    Standing,
    TwoHitShips,
    WaivedWindows,
)
from engine.units import Kind

READ_BY_ALL: Final = "Everybody reads instructions, attackers too."
INSTRUCT: Final = (
    "instruct losses infantry, tank; instruct land keep; instruct ships last; instruct groups "
    "largest; instruct submerge never; instruct submerge always in SZ 5; instruct intercept "
    "always; instruct patrol always; instruct fighters carriers, or land; instruct convoys "
    "evenly; instruct windows waive, or phases, or turns; off instead asks you again; "
    "with several powers name one first: instruct UK losses off"
)
"""What can be written."""

_BETWEEN = re.compile(r"\s*(?:,|\band\b)\s*")
_OFF = "off"
_ABOUT = (
    "losses",
    "land",
    "ships",
    "groups",
    "submerge",
    "intercept",
    "patrol",
    "fighters",
    "convoys",
    "windows",
    "nothing",
)
_WINDOWS = {
    "waive": WaivedWindows.ALL,
    "phases": WaivedWindows.PHASES,
    "turns": WaivedWindows.TURNS,
    _OFF: WaivedWindows.NONE,
}
_WAIVED = {
    WaivedWindows.PHASES: "windows are waived where a phase ends, not where a turn does",
    WaivedWindows.TURNS: "windows are waived where a turn ends",
    WaivedWindows.ALL: "windows are waived",
}
_LANDINGS = {"carriers": Landing.CARRIERS, "land": Landing.LAND, _OFF: Landing.ASK}
_STANDING = {"always": Standing.ALWAYS, "never": Standing.NEVER, _OFF: Standing.ASK}


def instruction_lines(game: Game) -> Iterator[str]:
    """The instructions of every power that has left any, and who reads them."""
    for power in game.rules.scenario.powers:
        words = instructions_text(game.instructions_of(power))
        yield f"{power}: {words}"
    yield READ_BY_ALL


def instructions_text(instructions: Instructions) -> str:
    """The instructions of one power."""
    return "; ".join(_parts(instructions)) or "none"


def _parts(given: Instructions) -> Iterator[str]:
    if given.losses:
        yield f"losses: {', '.join(map(kind_name, given.losses))}, then the cheaper first"
        if given.keep_land_unit:
            yield "an attack loses its last land unit after its aircraft"
        match given.two_hit_ships:
            case TwoHitShips.FIRST:
                yield "two-hit ships take their first hit before all else"
            case TwoHitShips.LAST:
                yield "two-hit ships take hits after all else"
        match given.groups:
            case GroupLosses.SMALLEST:
                yield "the smallest group loses first"
            case GroupLosses.LARGEST:
                yield "the largest group loses first"
    if given.submerge is not Standing.ASK:
        yield _submerging(given.submerge)
    for standing in Standing:
        zones = [zone for zone, chosen in sorted(given.zones.items()) if chosen is standing]
        if zones:
            yield f"in {listed(zones)} {_submerging(standing)}"
    match given.intercept:
        case Standing.ALWAYS:
            yield "all fighters intercept raids"
        case Standing.NEVER:
            yield "no fighter intercepts raids"
        case Standing.ASK:
            pass
    match given.patrol:
        case Standing.ALWAYS:
            yield "destroyers roll at submarines that sail past"
        case Standing.NEVER:
            yield "destroyers let submarines sail past"
        case Standing.ASK:
            pass
    match given.landing:
        case Landing.CARRIERS:
            yield "fighters that have lost their carrier land on other carriers, else on land"
        case Landing.LAND:
            yield "fighters that have lost their carrier land on land, else on other carriers"
        case Landing.ASK:
            pass
    if given.divide_evenly:
        yield "convoy losses that it inflicts fall evenly on the territories"
    if given.windows is not WaivedWindows.NONE:
        yield _WAIVED[given.windows]


def _submerging(standing: Standing) -> str:
    match standing:
        case Standing.ALWAYS:
            return "submarines submerge where they may in others' turns"
        case Standing.NEVER:
            return "submarines stay and fight in others' turns"
        case Standing.ASK:
            return "the owner of submarines is asked"


def changed(game: Game, own: Iterable[Power], words: str) -> tuple[Power, Instructions]:
    """The instructions of an own power after what was written.

    Args:
        game: with the instructions as they are.
        own: the powers of the seat.
        words: as `INSTRUCT` has them, without the command.

    Raises:
        NotUnderstood: it is no instruction.
    """
    power, rest = _power(tuple(own), words.strip())
    given = game.instructions_of(power)
    about, _, wanted = rest.partition(" ")
    wanted = wanted.strip()
    match one_of(about, _ABOUT, "instruction"):
        case "losses":
            return power, given.replace(losses=_losses(game, wanted))
        case "land":
            kept = one_of(wanted, ("keep", _OFF), "instruction for the last land unit")
            return power, given.replace(keep_land_unit=kept == "keep")
        case "ships":
            ships = TwoHitShips(one_of(wanted, TwoHitShips, "instruction for two-hit ships"))
            return power, given.replace(two_hit_ships=ships)
        case "groups":
            groups = GroupLosses(one_of(wanted, GroupLosses, "instruction for groups"))
            return power, given.replace(groups=groups)
        case "submerge":
            return power, _with_submerging(game, given, wanted)
        case "intercept":
            standing = _STANDING[one_of(wanted, _STANDING, "instruction for interceptors")]
            return power, given.replace(intercept=standing)
        case "patrol":
            standing = _STANDING[one_of(wanted, _STANDING, "instruction for patrols")]
            return power, given.replace(patrol=standing)
        case "fighters":
            landing = _LANDINGS[one_of(wanted, _LANDINGS, "instruction for fighters")]
            return power, given.replace(landing=landing)
        case "convoys":
            divided = one_of(wanted, ("evenly", _OFF), "instruction for convoy losses")
            return power, given.replace(divide_evenly=divided == "evenly")
        case "windows":
            waived = _WINDOWS[one_of(wanted, _WINDOWS, "instruction for windows")]
            return power, given.replace(windows=waived)
        case _:
            return power, NO_INSTRUCTIONS


def _power(own: tuple[Power, ...], words: str) -> tuple[Power, str]:
    """Whose instructions they are, and the words after its name."""
    for power in sorted(own, key=len, reverse=True):
        if words.casefold().startswith(f"{power} ".casefold()):
            return power, words[len(power) :].strip()
    if len(own) != 1:
        raise NotUnderstood("whose instructions?", f"begin with {listed(own, 'or')}")
    return own[0], words


def _losses(game: Game, wanted: str) -> tuple[Kind, ...]:
    if wanted == _OFF:
        return ()
    kinds = [kind_of(name, game.rules.scenario.units) for name in _BETWEEN.split(wanted) if name]
    if not kinds:
        raise NotUnderstood("which losses?", "name kinds in their order, or write off")
    return tuple(dict.fromkeys(kinds))


def _with_submerging(game: Game, given: Instructions, wanted: str) -> Instructions:
    word, _, where = wanted.partition(" ")
    standing = _STANDING[one_of(word, _STANDING, "instruction for submarines")]
    name = where.strip().removeprefix("in ").strip()
    if not name:
        return given.replace(submerge=standing)
    zones = [space for space in game.rules.scenario.board.spaces if game.is_sea(space)]
    zone = SpaceId(one_of(name, zones, "sea zone"))
    others = {other: chosen for other, chosen in given.zones.items() if other != zone}
    return given.replace(zones=dict(sorted({**others, zone: standing}.items())))
