"""Battles between units that a player supposes to be there, of which some stand on the board.

What is added stands for units that could be bought, or that an enemy could bring. An attacker comes
from next door; nothing that is added bears a mark of a house rule.
"""

__all__ = [
    "MOST",
    "Force",
    "Supposition",
    "as_things_stand",
    "hits_assigned",
    "in_turn_of",
    "reckoned",
    "seats_of",
]

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from client.errors import ClientError
from client.seat.odds import Conduct, foreseen_odds
from client.seat.viewer import Viewer
from engine.battle.casualties import mark_hits, salvo
from engine.battle.fire import remaining_hits
from engine.battle.losing import order_of_losses
from engine.battles import Role
from engine.board import Power, SpaceId
from engine.game import Game
from engine.instructions import NO_INSTRUCTIONS
from engine.odds import Odds
from engine.phases import Phase
from engine.pieces import Figure, Piece, PieceId
from engine.units import Domain, Kind, Trait, UnitType
from engine.variants.rules_of_warfare.batteries import BATTERY
from engine.variants.rules_of_warfare.mines import MINE
from engine.variants.secret_subs.token import Token

MOST: Final = 30
"""Units of a kind that may be added; more than anybody buys in a turn."""

_KINDS: Final = 60
"""More kinds than any unit table has."""


@dataclass(frozen=True, slots=True)
class Force:
    """A side: whose units are added, the pieces on the board that count, and what is added."""

    power: Power
    pieces: tuple[PieceId, ...]
    added: Mapping[Kind, int]


@dataclass(frozen=True, slots=True)
class Supposition:
    """A battle that is supposed.

    Attributes:
        seaborne: whether land units that are added come from the sea.
    """

    space: SpaceId
    attack: Force
    defence: Force
    seaborne: bool = False

    def force(self, role: Role) -> Force:
        """One of its sides."""
        return self.attack if role is Role.ATTACKER else self.defence


@dataclass(frozen=True, slots=True)
class Drawn:
    """Both sides of a supposed battle, as pieces of a game in the attacker's turn."""

    game: Game
    attackers: tuple[Piece, ...]
    bombarding: tuple[Piece, ...]
    defenders: tuple[Piece, ...]


def in_turn_of(game: Game, power: Power) -> Game:
    """The game as it stands, were it the power's time to move into battle.

    Raises:
        ClientError: it has none.
    """
    for number, turn in enumerate(game.rules.scenario.turns):
        for phase, part in enumerate(turn.phases):
            if part.power == power and part.phase is Phase.COMBAT_MOVE:
                return game.replace(turn=number, phase=phase, battle=None)
    raise ClientError(f"{power} attacks nobody")


def hits_assigned(game: Game) -> Game:
    """The game, were all hits of the battle being fought assigned, to the cheapest units.

    Until somebody has chosen what takes them, they stand in the volley alone (BG-8.14).
    """
    if game.battle is None:
        return game
    for role in Role:
        hits = salvo(game, role)
        order = order_of_losses(game, role, hits.remaining_hits, NO_INSTRUCTIONS)
        game = mark_hits(game, hits.by_preference(order))
    return game.update_battle(volley=())


def seats_of(game: Game, power: Power) -> tuple[tuple[Power, ...], tuple[Power, ...]]:
    """The powers that attack in turns of their own, and those against whom one of them may."""
    moving = {
        part.power
        for turn in game.rules.scenario.turns
        for part in turn.phases
        if part.phase is Phase.COMBAT_MOVE
    }
    return tuple(p for p in game.rules.scenario.powers if p in moving), game.enemies(power)


def as_things_stand(
    game: Game, space: SpaceId, viewer: Viewer, attacker: Power | None = None
) -> Supposition:
    """A battle of those who stand in a space, with those on their way ashore.

    Args:
        game: with what is staged.
        space: where.
        viewer: for whom; without enemies in the space the viewer attacks.
        attacker: who attacks; None: the power in whose turn a battle there would be fought.

    Raises:
        ClientError: there is no such space or power, or the power attacks nobody.
    """
    _check_place(game, space)
    battle = game.battle if game.battle is not None and game.battle.space == space else None
    if attacker is None:
        attacker = _attacker(game, space, viewer) if battle is None else battle.attacker
    _check_power(game, attacker)
    turn = in_turn_of(game, attacker)
    if battle is not None and battle.attacker == attacker:
        own, enemies = (
            [piece for piece in game.pieces.named(battle.side(role)) if _lives(game, piece)]
            for role in (Role.ATTACKER, Role.DEFENDER)
        )
    else:
        own, enemies = [*_own(turn, attacker, space)], [*_enemies(turn, attacker, space)]
    owners = [piece.owner for piece in enemies] or [
        owner
        for owner in (game.control.get(space), *game.enemies(attacker))
        if owner is not None and not game.friendly(owner, attacker)
    ]
    return Supposition(
        space,
        Force(attacker, tuple(sorted(piece.id for piece in own)), {}),
        Force(max(owners, key=owners.count), tuple(sorted(piece.id for piece in enemies)), {}),
        seaborne=not turn.is_sea(space) and not _next_door(game, space, sea=False),
    )


def _attacker(game: Game, space: SpaceId, viewer: Viewer) -> Power:
    """Who would attack there: whoever's turn it is, else the viewer, else another."""
    able, _ = seats_of(game, game.active)
    holder = game.control.get(space)
    here = {piece.owner for piece in game.pieces.at(space)}
    for power in (game.active, *sorted(viewer.powers), *able):
        if power not in able:
            continue
        enemies = any(not game.friendly(owner, power) for owner in here)
        if enemies if holder is None else not game.friendly(holder, power):
            return power
    return next((p for p in (*sorted(viewer.powers), game.active, *able) if p in able), game.active)


def _lives(game: Game, piece: Piece) -> bool:
    marked = {} if game.battle is None else game.battle.marked
    return piece.id not in marked or remaining_hits(game, piece) > 0


def _own(game: Game, power: Power, space: SpaceId) -> Iterator[Piece]:
    """The attacker's pieces there, those about to land, and ships that could bombard for them."""
    landing: set[SpaceId] = set()
    for piece in game.owned(power):
        ashore = isinstance(piece, Figure) and piece.ashore == space
        aboard = isinstance(piece, Figure) and piece.aboard is not None
        if ashore or (piece.at == space and not aboard and _fights(game, piece, Role.ATTACKER)):
            yield piece
        if ashore:
            landing.add(piece.at)
    for zone in sorted(landing):
        if not game.enemies_at(power, zone):
            yield from (p for p in game.pieces.at(zone) if p.owner == power and _shells(game, p))


def _enemies(game: Game, power: Power, space: SpaceId) -> Iterator[Piece]:
    for piece in game.enemies_at(power, space):
        aboard = isinstance(piece, Figure) and piece.aboard is not None
        flies = game.rules.domain(game, piece) is Domain.AIR
        if (flies or not aboard) and _fights(game, piece, Role.DEFENDER):
            yield piece


def fighting_kinds(game: Game, space: SpaceId, role: Role) -> tuple[UnitType, ...]:
    """Rows of the unit table that can fight there, or bombard for those who land."""
    sea = game.is_sea(space)
    return tuple(row for row in game.rules.scenario.units.values() if _can_fight(row, role, sea))


def _can_fight(row: UnitType, role: Role, sea: bool) -> bool:  # noqa: FBT001 (named by its type)
    attacks = role is Role.ATTACKER
    if row.kind == MINE or (attacks and row.kind == BATTERY):
        return False
    match row.domain:
        case Domain.AIR:
            return row.is_combat_unit
        case Domain.SEA:
            return sea or (attacks and Trait.BOMBARDS in row.traits)
        case Domain.LAND:
            guns = not attacks and Trait.ANTI_AIR in row.traits
            return not sea and (row.is_combat_unit or guns)
        case Domain.FACILITY:
            return False


def _fights(game: Game, piece: Piece, role: Role) -> bool:
    """Whether a piece can fight where it stands."""
    if not isinstance(piece, Figure):
        return isinstance(piece, Token)
    row, sea = game.rules.scenario.units[piece.kind], game.is_sea(piece.at)
    lands = sea or row.domain is not Domain.SEA
    return lands and _can_fight(row, role, sea) and game.rules.takes_part(game, piece, piece.at)


def _shells(game: Game, piece: Piece) -> bool:
    return (
        isinstance(piece, Figure) and Trait.BOMBARDS in game.rules.scenario.units[piece.kind].traits
    )


def reckoned(
    game: Game, supposed: Supposition, viewer: Viewer, conduct: Conduct
) -> tuple[Drawn, Odds | None]:
    """The odds of a supposed battle, for all that a viewer knows; None if a side has nobody.

    Raises:
        ClientError: it names what there cannot be.
    """
    drawn = _drawn(game, supposed)
    if not drawn.attackers or not drawn.defenders:
        return drawn, None
    odds = foreseen_odds(
        drawn.game,
        supposed.space,
        drawn.attackers,
        drawn.defenders,
        viewer,
        bombarding=drawn.bombarding,
        conduct=conduct,
    )
    fought = odds.attackers and odds.defenders
    return drawn, odds if fought else None


def _drawn(game: Game, supposed: Supposition) -> Drawn:
    space, attack, defence = supposed.space, supposed.attack, supposed.defence
    _check_place(game, space)
    for force in (attack, defence):
        _check_power(game, force.power)
    if game.friendly(attack.power, defence.power):
        raise ClientError(f"{attack.power} and {defence.power} are on one side")
    hurt = {} if game.battle is None or game.battle.space != space else game.battle.marked
    game = in_turn_of(game, attack.power)
    pieces: dict[Role, list[Piece]] = {}
    for role in Role:
        force = supposed.force(role)
        pieces[role] = [
            p.replace(damaged=True) if isinstance(p, Figure) and p.id in hurt else p
            for p in _counted(game, supposed, force, role)
        ]
        for figure in _added(game, supposed, role):
            pieces[role].append(figure)
            game = game.with_pieces(figure).replace(next_id=figure.id + 1)
    attackers = [_ashore(piece, space) for piece in pieces[Role.ATTACKER]]
    game = game.with_pieces(*attackers, *pieces[Role.DEFENDER])
    game = _only(game, space, {piece.id for side in pieces.values() for piece in side})
    sea = game.is_sea(space)
    ships = [p for p in attackers if not sea and game.rules.domain(game, p) is Domain.SEA]
    return Drawn(
        game,
        tuple(p for p in attackers if p not in ships and game.rules.takes_part(game, p, space)),
        tuple(ships),
        tuple(p for p in pieces[Role.DEFENDER] if game.rules.takes_part(game, p, space)),
    )


def _counted(game: Game, supposed: Supposition, force: Force, role: Role) -> Iterator[Piece]:
    """The pieces on the board that count; those that are gone meanwhile do not.

    Raises:
        ClientError: it is none of that side, or cannot fight there.
    """
    for number in sorted(set(force.pieces)):
        piece = game.pieces.get(number)
        if piece is None:
            continue
        attacks = role is Role.ATTACKER
        if (attacks and piece.owner != force.power) or (
            not attacks and game.friendly(piece.owner, supposed.attack.power)
        ):
            raise ClientError(f"piece {number} of {piece.owner} is not on that side")
        sea = game.is_sea(supposed.space)
        if isinstance(piece, Token):
            able = sea
        else:
            row = game.rules.scenario.units[piece.kind] if isinstance(piece, Figure) else None
            able = row is not None and _can_fight(row, role, sea)
        if not able:
            raise ClientError(f"piece {number} cannot fight in {supposed.space}")
        yield piece


def _added(game: Game, supposed: Supposition, role: Role) -> Iterator[Figure]:
    """Figures of the units that are added, with numbers that no piece has.

    Raises:
        ClientError: there is no such kind, it cannot fight there, or it is too many.
    """
    force, space = supposed.force(role), supposed.space
    able = {row.kind: row for row in fighting_kinds(game, space, role)}
    if len(force.added) > _KINDS:
        raise ClientError(f"{len(force.added)} kinds of unit are too many")
    number = game.next_id
    for kind, count in force.added.items():
        if kind not in able:
            raise ClientError(f"{kind} cannot fight in {space}", "add units that can")
        if not 0 <= count <= MOST:
            raise ClientError(f"{count} {kind} are too many", f"add at most {MOST} of a kind")
        for _ in range(count):
            yield _newcomer(game, supposed, role, able[kind], PieceId(number))
            number += 1


def _newcomer(
    game: Game, supposed: Supposition, role: Role, row: UnitType, number: PieceId
) -> Figure:
    """A unit that is added: a defender is there, an attacker comes from next door."""
    space, owner = supposed.space, supposed.force(role).power
    if role is Role.DEFENDER:
        return Figure(id=number, owner=owner, kind=row.kind, at=space)
    lands = supposed.seaborne and row.domain is Domain.LAND
    sails = lands or row.domain is Domain.SEA or game.is_sea(space)
    near = _next_door(game, space, sea=sails) or _next_door(game, space, sea=not sails)
    return Figure(
        id=number,
        owner=owner,
        kind=row.kind,
        at=near[0] if near else space,
        ashore=space if lands else None,
    )


def _next_door(game: Game, space: SpaceId, *, sea: bool) -> tuple[SpaceId, ...]:
    return tuple(near for near in sorted(game.board.neighbours[space]) if game.is_sea(near) is sea)


def _ashore(piece: Piece, space: SpaceId) -> Piece:
    """A piece as it lands from its ship, if it is aboard one (BG-7.9)."""
    if not isinstance(piece, Figure) or piece.aboard is None:
        return piece
    return piece.replace(ashore=space)


def _only(game: Game, space: SpaceId, counted: Iterable[PieceId]) -> Game:
    """The game without other pieces there that could fight: they decide what kind of battle it is.

    Tokens go elsewhere and stay on the board, as what is known of the others depends on them.
    """
    kept = set(counted)
    others = [piece for piece in game.pieces.at(space) if piece.id not in kept]
    away = _next_door(game, space, sea=True) or (game.board.zones[0],)
    tokens = [piece.replace(at=away[0]) for piece in others if isinstance(piece, Token)]
    figures = [piece.id for piece in others if isinstance(piece, Figure)]
    return game.without_pieces(figures).with_pieces(*tokens)


def _check_place(game: Game, space: SpaceId) -> None:
    if space not in game.board.spaces:
        raise ClientError(f"there is no space {space}")


def _check_power(game: Game, power: Power) -> None:
    if power not in game.rules.scenario.powers:
        raise ClientError(f"there is no power {power}")
