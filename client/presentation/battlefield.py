"""The place of a battle that a person writes: what house rules put on its units, and near them."""

__all__ = ["FORETOLD", "Field", "hidden_lines", "numbers_met", "with_hidden"]

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from client.errors import ClientError
from client.presentation.musters import Numbers
from client.presentation.words import counted_kind
from engine.battles import Role
from engine.board import Power, SpaceId
from engine.game import Game
from engine.odds import Encounter, Muster, Odds, Troop
from engine.pieces import Figure, PieceId
from engine.units import SUBMARINE, Domain, Kind, Trait
from engine.variants.depth.state import Depth, depths, update_depths
from engine.variants.rules_of_warfare.batteries import BATTERY
from engine.variants.rules_of_warfare.elite import Elite, elite_of, with_elite
from engine.variants.rules_of_warfare.odds import cargo_past_mine, past_mine

FORETOLD: Final = ("DS", "SW", "WA", "WB", "WD", "WE", "WM")
"""House rules that change a battle between given units."""

_MOST_BATTERIES: Final = 20
"""More than any space has neighbours; a territory holds one (WA-1)."""


class Field:
    """A space, and pieces there that are more than the unit table says.

    Attributes:
        game: with these pieces.
        space: where the battle is fought.
    """

    def __init__(self, game: Game, space: SpaceId) -> None:
        self.game = game
        self.space = space

    def marked(self, troop: Troop, mark: str) -> Troop:
        """Units with the mark that a person writes before them: a depth, or ``elite``.

        Raises:
            ClientError: the mark belongs to a house rule that is not played, or to other units.
        """
        if not mark:
            return troop
        if mark == Depth.SILENT:
            raise ClientError("silent submarines take no part in a battle (DS-7)", "leave them out")
        module = "WE" if mark == "elite" else "DS"
        if module not in self.game.rules.modules:
            raise ClientError(f"{mark} {troop.kind}", f"name the house rule: --rules {module}")
        if mark == "elite" and (troop.count > 1 or elite_of(self.game, troop.owner) is not None):
            raise ClientError("an elite unit too many", "each side has one at most (WE-2)")
        row = self.game.rules.scenario.units[troop.kind]
        if mark != "elite" and Trait.SUBMARINE not in row.traits:
            raise ClientError(f"{mark} {troop.kind}", "only submarines have a depth")
        piece = self._put(troop.owner, troop.kind)
        if mark == "elite":
            self.game = with_elite(self.game, troop.owner, Elite(troop.kind, piece))
        else:
            at = {**depths(self.game).at, piece: Depth(mark)}
            self.game = update_depths(self.game, at=at)
        return dataclasses.replace(troop, like=piece)

    def batteries(self, owner: Power, number: int) -> tuple[PieceId, ...]:
        """Batteries next door that fire into the battle (WA-2).

        Raises:
            ClientError: there can be none.
        """
        if number and "WA" not in self.game.rules.modules:
            raise ClientError("--batteries", "name the house rule: --rules WA")
        if not 0 <= number <= _MOST_BATTERIES:
            raise ClientError(f"--batteries {number}", f"write a number up to {_MOST_BATTERIES}")
        return tuple(self._put(owner, BATTERY) for _ in range(number))

    def _put(self, owner: Power, kind: Kind) -> PieceId:
        piece = PieceId(self.game.next_id)
        figure = Figure(id=piece, owner=owner, kind=kind, at=self.space)
        self.game = self.game.with_pieces(figure).replace(next_id=self.game.next_id + 1)
        return piece

    def is_hunt(self, attackers: Sequence[Troop], defenders: Sequence[Troop]) -> bool:
        """Whether the defenders are hunted (SW-1).

        Raises:
            ClientError: the attackers take no part in a hunt.
        """
        if "SW" not in self.game.rules.modules or any(t.kind != SUBMARINE for t in defenders):
            return False
        units = self.game.rules.scenario.units
        for troop in attackers:
            row = units[troop.kind]
            if not (row.domain is Domain.AIR or Trait.DESTROYER in row.traits):
                raise ClientError(
                    f"{troop.kind} of the attacker takes no part in a hunt (SW-3)",
                    "leave it out: destroyers and aircraft hunt",
                )
        return True

    def mined(self, met: Encounter) -> Encounter:
        """The attacker's ships have passed a mine: each was hit on 1 (WM-3).

        Of a landing, its transports, as full as can be, and the ships that bombard.

        Raises:
            ClientError: there can be no mines, or they cannot be reckoned with.
        """
        if "WM" not in self.game.rules.modules:
            raise ClientError("--mined", "name the house rule: --rules WM")
        if not self.game.board.is_sea(self.space):
            loads = self._loads(met)
            if not loads:
                raise ClientError("--mined", "mines are met at sea: nothing lands here")
            return cargo_past_mine(met, loads)
        units = self.game.rules.scenario.units
        ships = [i for i, t in enumerate(met.attackers) if units[t.kind].domain is Domain.SEA]
        return past_mine(met, ships)

    def _loads(self, met: Encounter) -> list[list[int]]:
        """What each transport brings, by troop: the dearest units first, with what fits beside."""
        units = self.game.rules.scenario.units
        ships = (row for row in units.values() if Trait.TRANSPORT in row.traits)
        owner, here = met.attackers[0].owner, self.space
        ship = Figure(id=PieceId(0), owner=owner, kind=next(ships).kind, at=here)
        waiting = [
            (i, Figure(id=PieceId(0), owner=owner, kind=troop.kind, at=here))
            for i, troop in sorted(
                enumerate(met.attackers), key=lambda one: (-units[one[1].kind].cost, one[0])
            )
            if troop.landed
            for _ in range(troop.count)
        ]
        loads: list[list[int]] = []
        while waiting:
            aboard = [waiting.pop(0)]
            for unit in tuple(waiting):
                cargo = tuple(figure for _, figure in (*aboard, unit))
                if self.game.rules.fits_aboard(self.game, ship, cargo):
                    aboard.append(unit)
                    waiting.remove(unit)
            load = [0] * len(met.attackers)
            for i, _ in aboard:
                load[i] += 1
            loads.append(load)
        return loads


def with_hidden(met: Encounter, side: Role, owner: Power, ways: tuple[Numbers, ...]) -> Encounter:
    """A battle with hidden submarines of one side besides."""
    parts = len(ways[0][0])
    fleet = tuple(
        Troop(owner, SUBMARINE, max(row[part] for row, _ in ways)) for part in range(parts)
    )
    attacking = side is Role.ATTACKER
    whole = (
        Muster(
            1.0,
            tuple(troop.count for troop in met.attackers),
            tuple(troop.count for troop in met.defenders),
        ),
    )
    before = tuple(((m.attackers, m.defenders), m.chance) for m in met.musters or whole)
    return dataclasses.replace(
        met,
        attackers=(*met.attackers, *fleet) if attacking else met.attackers,
        defenders=met.defenders if attacking else (*met.defenders, *fleet),
        musters=tuple(
            Muster(
                chance * likely,
                (*attackers, *row) if attacking else attackers,
                defenders if attacking else (*defenders, *row),
            )
            for (attackers, defenders), chance in before
            for row, likely in ways
        ),
    )


def numbers_met(odds: Odds, role: Role) -> Mapping[Kind, tuple[int, float, int]]:
    """How many units of each kind a side may have: the least, the mean, the most."""
    found: dict[Kind, tuple[int, float, int]] = {}
    for kind in dict.fromkeys(troop.kind for troop in odds.troops(role)):
        troops = [i for i, troop in enumerate(odds.troops(role)) if troop.kind == kind]
        ways = [(sum(m.numbers(role)[i] for i in troops), m.chance) for m in odds.musters]
        mean = sum(number * chance for number, chance in ways)
        found[kind] = min(n for n, _ in ways), mean, max(n for n, _ in ways)
    return found


def hidden_lines(odds: Odds) -> Iterator[str]:
    """In which numbers units may meet that are hidden, or have passed mines."""
    for role in Role:
        for kind, (least, mean, most) in numbers_met(odds, role).items():
            if least < most:
                units = counted_kind(kind, most)
                number = f"{least} to {units}" if most > 1 else f"{units}, or none"
                yield f"{role}: {number}, {mean:.1f} on average"
