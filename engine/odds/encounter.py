"""What a forecast is asked about: the units that meet, and what their owners have in mind."""

__all__ = ["Encounter", "Muster", "RetreatPolicy", "SideOrders", "Troop", "way_back"]

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from engine.battle.opening import assemble
from engine.battles import Role
from engine.board import Power, SpaceId
from engine.game import Game
from engine.pieces import Figure, Piece, PieceId, PieceMark
from engine.units import Kind


@dataclass(frozen=True, slots=True)
class Troop:
    """Units of one power that are alike.

    Attributes:
        owner: the power.
        kind: the kind of unit.
        count: how many; the most there may be where an encounter has musters.
        damaged: how many of them have taken a first hit (BG-8.15).
        landed: whether they come ashore from transports in this battle (BG-8.5).
        dropped: whether aircraft have brought them (BG-4.2, WP-1).
        like: a piece of the game that each of them is like in all that house rules put on it; None:
            they are as the unit table has them.
    """

    owner: Power
    kind: Kind
    count: int
    damaged: int = 0
    landed: bool = False
    dropped: bool = False
    like: PieceId | None = None


@dataclass(frozen=True, slots=True)
class Muster:
    """One way in which both sides may be made up, where that is hidden or open (SS-0.1, WM-3).

    Attributes:
        chance: how likely it is.
        attackers: how many units each attacking troop has.
        defenders: the same of the defenders.
        bombarding: how many ships each bombarding troop has; empty if they are all there.
    """

    chance: float
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    bombarding: tuple[int, ...] = ()

    def numbers(self, role: Role) -> tuple[int, ...]:
        """How many units each troop of a side has."""
        return self.attackers if role is Role.ATTACKER else self.defenders


@dataclass(frozen=True, slots=True, kw_only=True)
class Encounter:
    """A battle that may be fought.

    What does not fight in a place (BG-8.1a) may be listed and changes nothing: complexes, land
    units at sea. Anti-aircraft guns of the defender fire at aircraft (BG-8.4).

    Attributes:
        game: whose rules, options and breakthroughs decide; what stands on its board does not,
            save for what troops are `like`.
        space: where it is fought.
        attackers: all of one power.
        defenders: of any powers of the other side.
        bombarding: ships of the attacker that may bombard, if units land (BG-8.5b).
        supporting: pieces next to the battle that fire into it before round 1 (WA-2).
        searched: whether submarines have been searched for (DS-8).
        musters: every way in which the sides may be made up; none where the troops say it all.
        doubt: how far the chances of the musters may be off; 0 if they are exact.
        marked: hit points that each defending troop has lost in the round under way and still fires
            with, if all that is left of that round is the defenders' fire (S4, S5); None if a whole
            round comes next.
        way_back: whether the attacker has a space to withdraw to (BG-8.19); None: taken to be so if
            any of its units came overland or by sea.
    """

    game: Game
    space: SpaceId
    attackers: tuple[Troop, ...]
    defenders: tuple[Troop, ...]
    bombarding: tuple[Troop, ...] = ()
    supporting: tuple[PieceId, ...] = ()
    searched: bool = False
    musters: tuple[Muster, ...] = ()
    doubt: float = 0.0
    marked: tuple[int, ...] | None = None
    way_back: bool | None = None

    @classmethod
    def of(
        cls,
        game: Game,
        space: SpaceId,
        attackers: Iterable[Figure],
        defenders: Iterable[Figure],
        *,
        bombarding: Iterable[Figure] = (),
        landed: Collection[PieceId] = (),
    ) -> "Encounter":
        """The battle between these figures, wherever they stand.

        Cargo bound for it lands; `landed` has come ashore already.
        """
        attackers = tuple(attackers)
        return cls(
            game=game,
            space=space,
            attackers=_troops(game, attackers, space, landed),
            defenders=_troops(game, defenders, None, ()),
            bombarding=_troops(game, bombarding, None, ()),
            way_back=way_back(game, space, attackers),
        )


def way_back(game: Game, space: SpaceId, attackers: Iterable[Piece]) -> bool | None:
    """Whether the attacker has a space to withdraw to (BG-8.19), as for an `Encounter`.

    If the battle has not begun, that follows from the movement so far; None if any of these
    attackers has still to come here.
    """
    if game.battle is None or game.battle.space != space:
        if not all(_is_there(game, piece, space) for piece in attackers):
            return None
        game = assemble(game, space)
    return bool(game.rules.retreat_spaces(game))


def _is_there(game: Game, piece: Piece, space: SpaceId) -> bool:
    lands = isinstance(piece, Figure) and piece.ashore == space
    return piece.owner == game.active and (piece.at == space or lands)


def _troops(
    game: Game, figures: Iterable[Figure], landing: SpaceId | None, landed: Collection[PieceId]
) -> tuple[Troop, ...]:
    alike: dict[tuple[Power, Kind, bool, bool, tuple[PieceMark, ...]], list[Figure]] = {}
    for figure in figures:
        if figure.aboard is not None and figure.ashore is None and landing is not None:
            continue
        ashore = landing is not None and (figure.ashore == landing or figure.id in landed)
        dropped = figure.brought_by is not None and figure.came_from is None
        key = figure.owner, figure.kind, ashore, dropped, game.rules.marks(game, figure)
        alike.setdefault(key, []).append(figure)
    return tuple(
        Troop(
            owner,
            kind,
            len(found),
            sum(figure.damaged for figure in found),
            ashore,
            dropped,
            min(figure.id for figure in found),
        )
        for (owner, kind, ashore, dropped, _), found in sorted(
            alike.items(), key=lambda item: (*item[0][:4], str(item[0][4]))
        )
    )


@dataclass(frozen=True, slots=True)
class SideOrders:
    """What the owners of a side want: losses, the last land unit, submarines.

    Defending submarines of the Classic edition that withdraw (BG-8.12) are not foreseen: they stay.

    Attributes:
        losses: kinds in the order in which they are lost. What is not named follows in the order
            that keeps the best chance (`engine.odds.losses`). Two-hit ships take their first hits
            before all else, and what the rules say comes before any order (BG-8.14, 8.15).
        keeps_land: whether the last land unit is lost after the aircraft, to take the territory
            (BG-8.24).
        submerges: whether submarines submerge as soon as they may (BG-8.11), or strike.
        by_price: whether what is not named is lost by price, the cheapest first, rather than in the
            order that keeps the best chance: by a side that is sure of its end.
    """

    losses: tuple[Kind, ...] = ()
    keeps_land: bool = False
    submerges: bool = False
    by_price: bool = False


@dataclass(frozen=True, slots=True)
class RetreatPolicy:
    """When the attacker withdraws what may withdraw, at S7 (BG-8.19, 8.20).

    Land and sea units need a way back (`Encounter.way_back`); without one aircraft stay with them,
    as beside paratroops alone (R29). Aircraft break off with the others, or alone.

    Attributes:
        after: after so many rounds; None: never for that reason.
        below: when fewer units than this are left in the battle; 0: never.
    """

    after: int | None = None
    below: int = 0
