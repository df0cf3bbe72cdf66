"""What the captain makes of the board: worth of places, strength of pieces, threats.

All of it is an estimate from what one player may see: the public game and that player's own
secrets. An enemy's face-down token is taken for what all public facts let it hold on average
(SS-5), or for its owner's average group.
"""

__all__ = ["Situation"]

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from client.bots.captain import aims
from client.bots.odds import Forecast, forecast, mixed
from client.seat.view import PlayerView
from engine.board import Power, SpaceId
from engine.game import Game
from engine.pieces import Figure, Piece, PieceId
from engine.terms import hostile
from engine.units import SUBMARINE, Domain, Kind, Trait, UnitType
from engine.variants.rules_of_warfare.mines import enemy_mine
from engine.variants.rules_of_warfare.odds import mine_hit_chance, rolls_due
from engine.variants.secret_subs.state import MODULE
from engine.variants.secret_subs.token import Token

_BUDGET = 200_000  # steps for exact odds, a few hundredths of a second; else they are drawn
_TRIALS = 400
_SEED = 1
_UNLIMITED = 99  # places of a complex that has room for all


@dataclass(frozen=True, eq=False)
class Situation:
    """Estimates for one power at one moment."""

    game: Game
    power: Power
    view: PlayerView
    _worth: dict[SpaceId, float] = field(default_factory=dict, repr=False)
    _kinds: dict[tuple[PieceId, Trait], bool] = field(default_factory=dict, repr=False)
    _domains: dict[PieceId, Domain] = field(default_factory=dict, repr=False)
    _rows: dict[tuple[Power, Kind], UnitType] = field(default_factory=dict, repr=False)
    _hostile: dict[SpaceId, bool] = field(default_factory=dict, repr=False)
    _held: dict[PieceId, tuple[int | None, float]] = field(default_factory=dict, repr=False)
    _sums: dict[frozenset[PieceId], Mapping[int, Fraction] | None] = field(
        default_factory=dict, repr=False
    )
    _reserves: dict[SpaceId, tuple[UnitType, ...]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, view: PlayerView) -> "Situation":
        """What the player of this view makes of it, as the power that is asked."""
        return cls(view.game, view.decision.power, view)

    # Places

    def worth(self, space: SpaceId) -> float:
        """What holding a territory is worth to either side, in IPC."""
        if space not in self._worth:
            self._worth[space] = aims.worth(self.game, space)
        return self._worth[space]

    def hostile(self, space: SpaceId) -> bool:
        """Whether a space is hostile to the power (BG-1.3, 1.4)."""
        if space not in self._hostile:
            self._hostile[space] = hostile(self.game, self.power, space)
        return self._hostile[space]

    def coasts(self, zone: SpaceId) -> tuple[SpaceId, ...]:
        """Territories next to a sea zone."""
        return self.game.board.adjacent_land(zone)

    # Pieces

    @functools.cached_property
    def own(self) -> tuple[Piece, ...]:
        """The power's pieces."""
        return self.game.owned(self.power)

    def is_kind(self, piece: Piece, trait: Trait) -> bool:
        """Whether a piece counts as a unit of this trait."""
        key = piece.id, trait
        if key not in self._kinds:
            self._kinds[key] = self.game.rules.counts_as(self.game, piece, trait)
        return self._kinds[key]

    def domain(self, piece: Piece) -> Domain:
        """Where a piece lives."""
        if piece.id not in self._domains:
            self._domains[piece.id] = self.game.rules.domain(self.game, piece)
        return self._domains[piece.id]

    def enemies(self, space: SpaceId) -> tuple[Piece, ...]:
        """Enemy pieces in a space."""
        return self.game.enemies_at(self.power, space)

    def defenders(self, territory: SpaceId) -> list[Piece]:
        """Enemy pieces in a territory that fight."""
        return [p for p in self.enemies(territory) if self.fights(p)]

    def fighters_at(self, territory: SpaceId) -> list[Piece]:
        """Pieces of the power's side in a territory that fight."""
        return [p for p in self.game.friends_at(self.power, territory) if self.fights(p)]

    def fights(self, piece: Piece) -> bool:
        """Whether a piece counts in a battle where it stands, if only to be lost."""
        if not isinstance(piece, Figure):
            return True
        return self.domain(piece) is Domain.SEA or self.unit(piece).is_combat_unit

    @functools.cached_property
    def hostile_pieces(self) -> tuple[Piece, ...]:
        """All pieces of the other side."""
        game = self.game
        return tuple(p for p in game.pieces.values() if not game.friendly(self.power, p.owner))

    def units(self, pieces: Iterable[Piece]) -> list[UnitType]:
        """The units of some pieces, as far as known or on average; cargo does not fight."""
        return self._units(pieces, frozenset())

    def shown_units(self, pieces: Iterable[Piece]) -> list[UnitType]:
        """The units of some pieces for all that the enemy can know; cargo does not fight.

        The power's own tokens are what all public facts let them hold on average (SS-5).
        """
        return self._units(pieces, self.disguised)

    @functools.cached_property
    def disguised(self) -> frozenset[PieceId]:
        """The power's own tokens of which others know less than it does."""
        if not self.view.knowledge.supports:
            return frozenset()
        tokens = (piece for piece in self.own if isinstance(piece, Token))
        return frozenset(t.id for t in tokens if self._submarines(t)[0] != self._submarines(t)[1])

    def _units(self, pieces: Iterable[Piece], guessed: frozenset[PieceId]) -> list[UnitType]:
        """The units of some pieces, some tokens being guessed as by those who do not own them."""
        found: list[UnitType] = []
        hidden: dict[Power, float] = {}
        for piece in pieces:
            if isinstance(piece, Figure):
                if piece.aboard is None or piece.ashore is not None:
                    found.append(self.unit(piece))
            elif isinstance(piece, Token):
                known, average = self._submarines(piece)
                if known is None or piece.id in guessed:
                    hidden[piece.owner] = hidden.get(piece.owner, 0) + average
                else:
                    found += self._subs(piece.owner, known)
        for owner, count in sorted(hidden.items()):
            found += self._subs(owner, round(count))
        return found

    def _submarines(self, token: Token) -> tuple[int | None, float]:
        """What a token holds as far as the power knows, and on average for all others."""
        if token.id not in self._held:
            held = self.view.submarines(token), self.view.expected_submarines(token)
            self._held[token.id] = held
        return self._held[token.id]

    def unit(self, figure: Figure) -> UnitType:
        """The row of the unit table for a figure."""
        return self.row(figure.owner, figure.kind)

    def row(self, owner: Power, kind: Kind) -> UnitType:
        """The row of the unit table for a power's units of a kind."""
        key = owner, kind
        if key not in self._rows:
            self._rows[key] = self.game.rules.unit_type(self.game, owner, kind)
        return self._rows[key]

    def group_or(self, piece: Piece, other: int) -> int:
        """Submarines under a token as far as the player knows; `other` for anything else."""
        known = self._submarines(piece)[0] if isinstance(piece, Token) else None
        return other if known is None else known

    def likely(self, piece: Piece) -> float:
        """Submarines that a piece is, as far as known or on average; 0 for what hides none."""
        if not isinstance(piece, Token):
            return 0.0
        known, average = self._submarines(piece)
        return average if known is None else float(known)

    def garrison(self, territory: SpaceId) -> int:
        """Land units that never leave a territory together."""
        return 1 if territory in self.game.rules.scenario.capitals.values() else 0

    def _subs(self, owner: Power, count: int) -> list[UnitType]:
        return [self.row(owner, SUBMARINE)] * count

    def berths(self, owner: Power, kind: Kind) -> int:
        """How many of the least bulky land units a transport holds (BG-7.9)."""
        table = self.game.rules.scenario.units.values()
        least = min((unit.bulk for unit in table if unit.bulk), default=1)
        return self.row(owner, kind).capacity // least

    def cost(self, pieces: Iterable[Piece]) -> float:
        """What pieces cost, in IPC."""
        return sum(unit.cost for unit in self.units(pieces))

    @property
    def plays_tokens(self) -> bool:
        """Whether Secret Subs is on."""
        return MODULE in self.game.modules

    # New units

    @functools.cached_property
    def usable(self) -> tuple[SpaceId, ...]:
        """Complexes that the power will be able to use in this turn (BG-10.1)."""
        start = self.game.record.control_at_start
        return tuple(
            piece.at
            for piece in self.game.pieces.values()
            if self.is_kind(piece, Trait.COMPLEX) and start.get(piece.at) == self.power
        )

    def reserves(self, space: SpaceId) -> tuple[UnitType, ...]:
        """Units bought that may be placed in a space if need be: all in a capital, else half."""
        if space not in self._reserves:
            self._reserves[space] = self._placeable(space)
        return self._reserves[space]

    def _placeable(self, space: SpaceId) -> tuple[UnitType, ...]:
        waiting = self.game.waiting.get(self.power, {})
        board = self.game.board
        sea = board.is_sea(space)
        sites = [
            site for site in self.usable if site == space or (sea and board.adjacent(site, space))
        ]
        rooms = [self.game.rules.capacity(self.game, site) for site in sites]
        room = sum(_UNLIMITED if most is None else most for most in rooms)
        fitting = [
            unit
            for kind, number in sorted(waiting.items())
            for unit in [self.row(self.power, kind)] * number
            if unit.is_combat_unit and (unit.domain is not Domain.SEA) != sea
        ]
        fitting.sort(key=lambda unit: (-unit.defence, unit.kind))
        if space not in self.game.rules.scenario.capitals.values():
            room = min(room, len(fitting) // 2)
        return tuple(fitting[:room])

    # Battles

    def clash(
        self,
        attackers: Sequence[Piece],
        defenders: Sequence[Piece],
        *,
        bombarding: int = 0,
        drowned: float = 0.0,
    ) -> Forecast:
        """What to expect when these pieces attack those (`client.bots.odds.forecast`).

        `drowned` of them are expected to be lost with mined transports, besides what meets a mine
        where the battle is.
        """
        force = self.units(attackers)
        lineups = self._lineups(defenders)
        due = rolls_due(self.game, defenders[0].at, attackers) if defenders else ()
        mined = drowned + (len(due) * mine_hit_chance(self.game) if due else 0.0)
        return mixed(
            (chance, forecast(force, units, bombarding=bombarding, mined=mined))
            for chance, units in lineups
        )

    def sinking(self, route: Iterable[SpaceId]) -> float:
        """How likely mines sink a ship that sails this way (WM-3)."""
        met = sum(enemy_mine(self.game, self.power, zone) for zone in route)
        return 1.0 - (1.0 - mine_hit_chance(self.game)) ** met if met else 0.0

    def _lineups(self, pieces: Sequence[Piece]) -> list[tuple[float, list[UnitType]]]:
        """What pieces may be, and how likely, as far as known; on average where nothing is."""
        hidden: dict[Power, set[PieceId]] = {}
        for piece in pieces:
            if isinstance(piece, Token) and self._submarines(piece)[0] is None:
                hidden.setdefault(piece.owner, set()).add(piece.id)
        known = [p for p in pieces if p.id not in hidden.get(p.owner, ())]
        lineups = [(1.0, self.units(known))]
        for owner, tokens in sorted(hidden.items()):
            counts = self._together(owner, frozenset(tokens))
            if counts is None:
                return [(1.0, self.units(pieces))]
            lineups = [
                (chance * float(part), units + self._subs(owner, n))
                for chance, units in lineups
                for n, part in counts.items()
            ]
        return lineups

    def _together(self, owner: Power, tokens: frozenset[PieceId]) -> Mapping[int, Fraction] | None:
        """How many submarines tokens hold together, by all that is public."""
        if tokens not in self._sums:
            self._sums[tokens] = self.view.knowledge.together(self.game, owner, tokens)
        return self._sums[tokens]
