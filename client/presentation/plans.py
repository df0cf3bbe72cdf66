"""The odds of battles that are planned or due, and of what is met before, shown beside them."""

__all__ = ["dangers", "imagined", "plan_words", "plans", "unweighed"]

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from client.errors import ClientError
from client.presentation.odds import (
    assumptions,
    doubts,
    ends,
    house_assumptions,
    mine_words,
    patrol_words,
    percent,
)
from client.schema.game import Plan
from client.seat.odds import Conduct, foreseen_odds, supporting_pieces
from client.seat.supposing import in_turn_of
from client.seat.viewer import Viewer
from engine.battle import raids
from engine.battle.combat import NextBattle
from engine.battle.opening import combatants
from engine.battle.opening_fire import anti_air_guns, seaborne
from engine.battles import Role
from engine.board import SpaceId
from engine.game import Game
from engine.movement.declarations import assaults, attack_choices, bombarding_ships
from engine.odds import BattleEnd, SideOrders
from engine.phases import Phase
from engine.pieces import Figure, Piece, PieceId
from engine.units import Domain, Trait
from engine.variants.rules_of_warfare.odds import rolls_due
from engine.variants.secret_subs.token import Token
from engine.variants.submarine_warfare.patrol import patrols
from engine.variants.submarine_warfare.state import MODULE as HUNTING

_DIVING: Final = Conduct(defending=SideOrders(submerges=True))
_UNWEIGHED: Final = Plan(ends="odds to come", win=0, standoff=0, cost=0, prize=0, reckoned=False)
_OR_RAID: Final = "or raid its complex: you are asked after your moves (BG-8.2)"


@dataclass(frozen=True, slots=True)
class _Battle:
    """A battle that is planned or due: who fights, what bombards, what else there is to say."""

    own: Sequence[Piece]
    enemies: Sequence[Piece]
    bombarding: Sequence[Piece] = ()
    notes: tuple[str, ...] = ()


def plans(game: Game, viewer: Viewer) -> Mapping[str, Plan]:
    """How battles of the active power would go, by the odds: those planned, and those due next.

    In a great battle at sea this takes seconds.
    """
    return {space: _weighed(game, space, one, viewer) for space, one in _ahead(game).items()}


def unweighed(game: Game) -> Mapping[str, Plan]:
    """The same battles at once, before it is known how they would go."""
    return dict.fromkeys(_ahead(game), _UNWEIGHED)


def _ahead(game: Game) -> Mapping[SpaceId, _Battle]:
    match game.current_phase:
        case Phase.COMBAT_MOVE:
            return _planned(game)
        case Phase.CONDUCT_COMBAT if game.battle is None and not raids.raids_due(game):
            return _due(game)
        case _:
            return {}


def _weighed(game: Game, space: SpaceId, battle: _Battle, viewer: Viewer) -> Plan:
    plan = _odds_of(game, space, battle.own, battle.enemies, viewer, bombarding=battle.bombarding)
    return plan.model_copy(update={"notes": (*plan.notes, *battle.notes)})


def imagined(game: Game, viewer: Viewer, ids: Iterable[PieceId], space: SpaceId) -> Plan:
    """How it would go if one power's pieces, wherever they stand, attacked a space in its turn.

    As things are now: of what may happen before, nothing is foreseen. Ships bombard a territory for
    those aboard.

    Raises:
        ClientError: there is nobody to fight, or nobody to fight with.
    """
    own = [piece for number in ids if (piece := game.pieces.get(number)) is not None]
    if space not in game.board.spaces or len({piece.owner for piece in own}) != 1:
        raise ClientError("an attack takes a place and pieces of one power")
    power, sea = own[0].owner, game.is_sea(space)
    game = in_turn_of(game, power)
    domains = {piece.id: game.rules.domain(game, piece) for piece in own}
    here = {Domain.AIR, Domain.SEA if sea else Domain.LAND}
    attackers = [_ashore(piece, space) for piece in own if domains[piece.id] in here]
    game = game.with_pieces(*attackers)
    ships = [piece for piece in own if not sea and domains[piece.id] is Domain.SEA]
    enemies = [
        piece
        for piece in game.enemies_at(power, space)
        if game.rules.takes_part(game, piece, space)
    ]
    if not attackers or not enemies:
        who = "enemy there" if attackers else "piece among these that could fight there"
        raise ClientError(f"{space}: there is no {who}")
    return _odds_of(game, space, attackers, enemies, viewer, bombarding=ships)


def _ashore(piece: Piece, space: SpaceId) -> Piece:
    """A piece as it lands from its ship, if it is aboard one (BG-7.9)."""
    if not isinstance(piece, Figure) or piece.aboard is None:
        return piece
    return piece.replace(ashore=space)


def plan_words(plan: Plan) -> str:
    """A plan in one line, as the page says it."""
    return "; ".join(
        (f"{plan.ends}; you lose {plan.cost} IPC on average, they {plan.prize}", *plan.notes)
    )


def dangers(game: Game, planned: Collection[str]) -> Mapping[SpaceId, Sequence[str]]:
    """What the active power's ships may meet as they move, by zone: mines and patrols (WM-3, SW-2).

    A mine that ships have still to roll for is told where it lies, unless a battle is planned
    there, whose odds reckon with it; what destroyers may do, where submarines stand or could pass.
    """
    if game.current_phase not in (Phase.COMBAT_MOVE, Phase.NONCOMBAT_MOVE):
        return {}
    found: dict[SpaceId, list[str]] = defaultdict(list)
    own = tuple(game.owned(game.active))
    for zone in game.board.zones:
        ships = [piece for piece in own if piece.at == zone and zone not in planned]
        if mined := rolls_due(game, zone, ships):
            found[zone].append(mine_words(game, len(mined)))
    for zone in _sailed(game, own) if HUNTING in game.rules.modules else ():
        if destroyers := patrols(game, zone):
            found[zone].append(patrol_words(game, len(destroyers)))
    return found


def _sailed(game: Game, own: Iterable[Piece]) -> Sequence[SpaceId]:
    """Zones that submarines could leave in this phase, in the order of the board."""
    subs = [p for p in own if p.left > 0 and game.rules.counts_as(game, p, Trait.SUBMARINE)]
    left = {sub.at for sub in subs}
    passed = {near for sub in subs if sub.left > 1 for near in game.board.neighbours[sub.at]}
    return [zone for zone in game.board.zones if zone in left or zone in passed]


def _due(game: Game) -> Mapping[SpaceId, _Battle]:
    """The battles that may come next."""
    found: dict[SpaceId, _Battle] = {}
    for space in (fight.space for fight in NextBattle(game.active).candidates(game)):
        attackers, defenders = combatants(game, game.active, space)
        attackers += seaborne(game, game.active, space)
        defenders += [
            gun for gun in anti_air_guns(game, game.active, space) if gun not in defenders
        ]
        ships = (game.pieces.get(ship) for ship in game.record.bombarding.get(space, ()))
        ready = [s for s in ships if s is not None and s.at not in game.record.sea_battles]
        found[space] = _Battle(attackers, defenders, ready)
    return found


def _planned(game: Game) -> Mapping[SpaceId, _Battle]:
    """Where the active power stands beside enemies."""
    found: dict[SpaceId, _Battle] = {}
    landing = assaults(game)
    shelling = _bombarding(game) if landing else {}
    for space in game.board.spaces:
        here = [p for p in game.pieces.at(space) if game.rules.takes_part(game, p, space)]
        enemies = [p for p in here if not game.friendly(p.owner, game.active)]
        own = [p for p in here if p.owner == game.active]
        own = [p for p in own if not (isinstance(p, Figure) and p.aboard is not None)]
        own = [p for p in own if p.id not in game.record.raiding.get(space, ())]
        own += landing.get(space, ())
        if own and enemies:
            asked = (_OR_RAID,) if game.rules.raiders(game, space) else ()
            found[space] = _Battle(own, enemies, shelling.get(space, ()), asked)
    return found


def _bombarding(game: Game) -> Mapping[SpaceId, list[Piece]]:
    """Ships that could bombard each assault, every ship once, if no more is attacked than must be.

    Which of them do, and how many may, the forecast knows (BG-8.5b).
    """
    used: set[PieceId] = set()
    found: dict[SpaceId, list[Piece]] = {}
    for territory, (ships, _) in bombarding_ships(game, attack_choices(game).must).items():
        ready = [ship for ship in ships if ship not in used]
        used.update(ready)
        found[territory] = [game.pieces[ship] for ship in ready]
    return found


def _odds_of(
    game: Game,
    space: SpaceId,
    own: Sequence[Piece],
    enemies: Sequence[Piece],
    viewer: Viewer,
    *,
    bombarding: Sequence[Piece],
) -> Plan:
    """How a battle would go."""
    odds = foreseen_odds(game, space, own, enemies, viewer, bombarding=bombarding)
    guns = len(supporting_pieces(game, space))
    notes = [
        *assumptions(game, odds),
        *house_assumptions(game, own, enemies, guns),
        *doubts(odds),
    ]
    if mined := rolls_due(game, space, own):
        notes.append(mine_words(game, len(mined)))
    if any(isinstance(piece, Token) for piece in enemies):
        dived = foreseen_odds(
            game, space, own, enemies, viewer, bombarding=bombarding, conduct=_DIVING
        )
        if ends(dived) != ends(odds):
            notes.append(f"if the defenders' tokens submerge: {ends(dived)}")
    if any(piece.id in viewer.groups for piece in (*own, *enemies)):
        others = replace(viewer, groups={})
        public = ends(foreseen_odds(game, space, own, enemies, others, bombarding=bombarding))
        if public != ends(odds):
            notes.append(f"for all that others can know: {public}")
    return Plan(
        ends=ends(odds),
        win=percent(odds, BattleEnd.WON),
        standoff=percent(odds, BattleEnd.STANDOFF),
        cost=round(odds.cost(Role.ATTACKER)),
        prize=round(odds.cost(Role.DEFENDER)),
        notes=tuple(notes),
    )
