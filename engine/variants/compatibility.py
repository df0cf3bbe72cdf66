"""Which house rules go together, on which edition, and what then holds: one table, pair by pair.

A pair is free, has a numbered ruling that is then in force, or is refused with a reason. House
rules go together when every pair of them does, and each with the edition.
"""

__all__ = [
    "CODES",
    "EDITIONS",
    "RULINGS",
    "FreePair",
    "RefusedPair",
    "RuledPair",
    "Verdict",
    "judge",
    "pair_name",
    "refusals",
    "rulings",
]

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

EDITIONS: Mapping[str, str] = {
    "classic": "CL",
    "anniversary": "50",
    "spring-1942": "42",
    "global-1940": "G40",
}
"""The column of each edition, by the name of its unit table.

⚖ No unit table of the spring of 1942 comes with the program (an imported map of that edition is
played by that of the Anniversary Edition), nor rules of the edition of 1940 beyond its units and
convoys. Their columns stand here all the same: whoever adds more of them finds what goes with it.
"""

_TABLE = """\
      CL  50  42  G40 SS  DS  SW  CD  WA  WD  WR  WM  WB  WE  WK  WL  WI  WP  WW
SS    9   10  F   11
DS    16  17  17  18  1
SW    20  F   F   21  2   X
CD    24  F   24  25  3   12  F
WA    F   29  29  29  4   13  13  F
WD    31  X   X   X   5   5   5   22  F
WR    F   33  F   33  F   F   F   46  F   F
WM    F   37  37  37  6   14  F   46  F   F   F
WB    F   38  38  X   F   F   F   22  26  F   F   34
WE    F   F   F   F   7   7   7   7   F   30  F   7   F
WK    F   F   F   40  F   F   19  F   F   F   F   F   F   39
WL    F   41  41  41  F   F   F   23  27  F   F   35  F   F   F
WI    F   42  F   43  F   F   F   23  F   F   F   F   F   F   F   F
WP    F   44  F   44  F   15  15  F   F   F   F   F   F   39  F   F   F
WW    F   45  45  45  8   F   F   46  28  F   32  36  F   F   F   F   F   F
"""
"""F: free; a number: the ruling in force; X: refused. A house rule adds its id and a row."""

RULINGS: Mapping[int, str] = {
    1: (
        "depth is a public marker on a token, the same for its whole group, and part of "
        "interchangeable; first the search, then the choices, the reveal and battery fire; "
        "undetected tokens need not fight unless their owner lets them fire; found ones are "
        "turned up, and concealed ones dive away instead of submerging"
    ),
    2: (
        "the hunter names the token that it has spotted: it is turned up, a decoy is "
        "discarded and the attack used up, else one of its submarines fights; tokens turn "
        "down when the hunt ends; destroyers roll per token that leaves"
    ),
    3: "only tokens that are shown for the roll raid",
    4: "batteries fire after the reveal and hit revealed groups only",
    5: "destroyers bought by rule WD count as destroyers against submarines (wd_asw is on)",
    6: (
        "one mine die per token; on a 1 it is shown and loses one submarine; a decoy is "
        "discarded, which uses up the mine"
    ),
    7: "rerolls are for combat dice only; with Secret Subs no submarine is elite",
    8: (
        "submarines without room are stored instead of lost, by number, for all to see; a "
        "stored one counts as bought in the turn in which it leaves the store"
    ),
    9: (
        "there is no submerging: every token in a battle is revealed and fights; tokens stop "
        "enemies and must be fought; a withdrawal takes a whole group with its token, part of it "
        "after a split among the groups that fight"
    ),
    10: "ignored tokens bar landings without an escort (subs_block_landing is on)",
    11: (
        "convoys are raided by tokens that are shown; naval bases add 1 to a token's "
        "movement; aircraft alone declare nothing against tokens"
    ),
    12: "silent submarines roll no convoy dice, all others two",
    13: "batteries hit concealed or hunted submarines only once they are detected",
    14: "silent submarines cannot move and so meet no mines; others roll as usual",
    15: "bombers that carry paratroops neither search nor hunt",
    16: (
        "only aircraft and destroyers of rule WD search; concealed and silent submarines "
        "neither stop movement nor must be fought; concealed ones dive away instead of "
        "withdrawing"
    ),
    17: ("six-sided dice unless the option says otherwise; submarines attack on 2 and defend on 1"),
    18: "as in the other editions; naval bases add movement to surfaced submarines only",
    19: "a kamikaze fighter pays for its search too, but needs no way back",
    20: (
        "there is nothing to hunt with but aircraft and destroyers of rule WD, which is "
        "therefore needed"
    ),
    21: "tactical bombers hunt on 3; the movement that air bases add counts",
    22: "destroyers and battleships, damaged or not, roll one convoy die",
    23: (
        "convoy losses are deducted first, then those for lost transports, floor 0; aid is no "
        "income and cannot be raided"
    ),
    24: "the scenario must say the convoy limits of its board",
    25: (
        "the scenario must say the convoy limits of its board; they then replace the "
        "edition's convoy rule"
    ),
    26: "a battery's hit damages a battleship like any hit",
    27: "a transport sunk by a battery was lost in battle",
    28: "battery raid dice of 5 and 6 hit stored units",
    29: (
        "a battery is a unit of its own; its raid gives damage markers; a complex's own guns "
        "never fire at it"
    ),
    30: "an elite battleship may not be swapped for destroyers",
    31: "not together with another source of destroyers",
    32: "cells wait among the units to be placed",
    33: "China never owns cells; elsewhere they need powers at war with their owner",
    34: "a mine's hit damages first and sinks second",
    35: "a transport lost to a mine was not lost in battle",
    36: "mines that cannot be loaded are stored",
    37: "a mine takes the place of the infantry in a transport, so that two fill it",
    38: (
        "rule WB replaces the free repair of two-hit ships; repair costs a third of the "
        "price, rounded up"
    ),
    39: "an elite fighter or infantry may be used; once lost it may be bought anew",
    40: "independent of the six kamikaze tokens; logs name which is meant",
    41: "every transport that is killed undefended counts once",
    42: "no aid to or from China",
    43: (
        "aid only between powers at war with a common enemy; the two treasuries of the UK "
        "count as two"
    ),
    44: "paratroop drops replace the breakthrough Paratroopers, which is rolled again",
    45: "stored units replace what the edition does with units left over",
    46: "a power that collapses takes its cells, mines and stored units with it",
}
"""The rulings, by number."""

_REFUSED: Mapping[tuple[str, str], str] = {
    ("DS", "SW"): "both say how submarines are found and how they get away; choose one",
    ("WD", "50"): "this edition has destroyers",
    ("WD", "42"): "this edition has destroyers",
    ("WD", "G40"): "this edition has destroyers",
    ("WB", "G40"): "in this edition naval bases repair two-hit ships",
}

_NEEDED: Mapping[tuple[str, str], tuple[str, int]] = {("SW", "CL"): ("WD", 20)}
"""House rules that a pair needs as a third, and the ruling that says so."""


@dataclass(frozen=True, slots=True)
class FreePair:
    """A pair that goes together as it is."""

    pair: tuple[str, str]


@dataclass(frozen=True, slots=True)
class RuledPair:
    """A pair that goes together under a numbered ruling."""

    pair: tuple[str, str]
    number: int

    @property
    def text(self) -> str:
        """What the ruling says."""
        return RULINGS[self.number]


@dataclass(frozen=True, slots=True)
class RefusedPair:
    """A pair that does not go together, and why not."""

    pair: tuple[str, str]
    reason: str


Verdict = FreePair | RuledPair | RefusedPair


def _parsed(table: str) -> Mapping[tuple[str, str], str]:
    """The table's cells by house rule and edition, or by house rule and a later one."""
    heading, *rows = table.splitlines()
    editions = frozenset(EDITIONS.values())
    cells: dict[tuple[str, str], str] = {}
    for row in rows:
        code, *entries = row.split()
        for column, entry in zip(heading.split(), entries, strict=False):
            cells[(code, column) if column in editions else (column, code)] = entry
    return cells


_CELLS = _parsed(_TABLE)

CODES = tuple(row.split()[0] for row in _TABLE.splitlines()[1:])
"""The ids of the house rules in the table, in the order in which they are composed."""


def judge(one: str, other: str) -> Verdict:
    """What the table says of two house rules, or of a house rule and an edition's column.

    Raises:
        KeyError: the table has no such pair (our own mistake).
    """
    pair = (one, other) if (one, other) in _CELLS else (other, one)
    match _CELLS[pair]:
        case "F":
            return FreePair(pair)
        case "X":
            return RefusedPair(pair, _REFUSED[pair])
        case number:
            return RuledPair(pair, int(number))


def pair_name(pair: tuple[str, str]) -> str:
    """A pair in words: house rules by their ids, an edition by the name of its unit table."""
    editions = {column: f"the {name} edition" for name, column in EDITIONS.items()}
    return " and ".join(editions.get(code, code) for code in pair)


def _pairs(modules: Iterable[str], edition: str) -> list[Verdict]:
    known = [code for code in CODES if code in frozenset(modules)]
    pairs: list[tuple[str, str]] = list(itertools.combinations(known, 2))
    if edition in EDITIONS:
        pairs += [(code, EDITIONS[edition]) for code in known]
    return [judge(*pair) for pair in pairs]


def refusals(modules: Iterable[str], edition: str) -> tuple[RefusedPair, ...]:
    """Why house rules do not go together on an edition; nothing where they do.

    `edition`: the name of the scenario's unit table; one without a column refuses nothing.
    """
    chosen = frozenset(modules)
    verdicts = _pairs(chosen, edition)
    lacking = [
        RefusedPair(pair, f"{RULINGS[number]} (ruling {number})")
        for pair, (third, number) in _NEEDED.items()
        if pair[0] in chosen and EDITIONS.get(edition) == pair[1] and third not in chosen
    ]
    return (*(verdict for verdict in verdicts if isinstance(verdict, RefusedPair)), *lacking)


def rulings(modules: Iterable[str], edition: str) -> tuple[RuledPair, ...]:
    """The rulings in force between house rules that go together, and with their edition."""
    return tuple(v for v in _pairs(modules, edition) if isinstance(v, RuledPair))
