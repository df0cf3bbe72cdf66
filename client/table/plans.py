"""The odds of battles that are planned or due, shown beside them."""

__all__ = ["plans"]

import dataclasses
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from client.presentation.odds import ends, no_odds_words, percent
from client.schema.game import Plan, PlanOdds
from client.seat.odds import no_odds
from client.seat.viewer import Viewer
from engine.battle import raids
from engine.battle.combat import NextBattle
from engine.battle.opening import combatants
from engine.battle.opening_fire import seaborne
from engine.battles import Role
from engine.board import Power, SpaceId
from engine.game import Game
from engine.movement.declarations import assaults, attack_choices, bombarding_ships
from engine.odds import BattleEnd, Encounter, Troop, forecast
from engine.phases import Phase
from engine.pieces import Figure, Piece, PieceId
from engine.units import SUBMARINE
from engine.variants.secret_subs.token import Token

_BUDGET = 60_000
_TRIALS = 600
"""Steps and simulated battles that odds beside a planned battle may cost: some milliseconds."""


def plans(game: Game, viewer: Viewer) -> Mapping[str, Plan]:
    """How battles of the active power would go, by the odds: those planned, and those due next."""
    match game.current_phase:
        case Phase.COMBAT_MOVE:
            return _planned(game, viewer)
        case Phase.CONDUCT_COMBAT if game.battle is None and not raids.raids_due(game):
            return _due(game, viewer)
        case _:
            return {}


def _due(game: Game, viewer: Viewer) -> Mapping[str, Plan]:
    """The battles that may come next."""
    found: dict[str, Plan] = {}
    for space in (fight.space for fight in NextBattle(game.active).candidates(game)):
        attackers, defenders = combatants(game, game.active, space)
        attackers += seaborne(game, game.active, space)
        ships = (game.pieces.get(ship) for ship in game.record.bombarding.get(space, ()))
        ready = [s for s in ships if s is not None and s.at not in game.record.sea_battles]
        met = Encounter.of(
            game, space, _figures(attackers), _figures(defenders), bombarding=_figures(ready)
        )
        found[space] = _odds_of(met, attackers, defenders, viewer)
    return found


def _planned(game: Game, viewer: Viewer) -> Mapping[str, Plan]:
    """Where the active power stands beside enemies."""
    found: dict[str, Plan] = {}
    landing = assaults(game)
    shelling = _bombarding(game) if landing else {}
    for space in game.board.spaces:
        enemies = game.enemies_at(game.active, space)
        own: list[Piece] = [p for p in game.pieces.at(space) if p.owner == game.active]
        own = [p for p in own if not (isinstance(p, Figure) and p.aboard is not None)]
        own += landing.get(space, ())
        if own and enemies:
            met = Encounter.of(
                game,
                space,
                _figures(own),
                _figures(enemies),
                bombarding=shelling.get(space, ()),
            )
            found[space] = _odds_of(met, own, enemies, viewer)
    return found


def _bombarding(game: Game) -> Mapping[SpaceId, list[Figure]]:
    """Ships that could bombard each assault, every ship once, if no more is attacked than must be.

    Which of them do, and how many may, the forecast knows (BG-8.5b).
    """
    used: set[PieceId] = set()
    found: dict[SpaceId, list[Figure]] = {}
    for territory, (ships, _) in bombarding_ships(game, attack_choices(game).must).items():
        ready = [ship for ship in ships if ship not in used]
        used.update(ready)
        found[territory] = _figures(game.pieces[ship] for ship in ready)
    return found


def _odds_of(
    met: Encounter, own: Sequence[Piece], enemies: Sequence[Piece], viewer: Viewer
) -> Plan:
    """How a battle would go, or why that cannot be told."""
    game = met.game
    present = game.enemies_at(game.active, met.space)  # also those that must be found first
    if why := no_odds(game, met.space, (*own, *present)):
        return Plan(unforeseen=no_odds_words(why))
    met = dataclasses.replace(
        met,
        attackers=(*met.attackers, *_hidden(own, game, viewer)),
        defenders=(*met.defenders, *_hidden(enemies, game, viewer)),
    )
    draw = random.Random(met.space)  # noqa: S311 (odds for display, the same whenever asked)
    odds = forecast(met, draw=draw, budget=_BUDGET, trials=_TRIALS)
    return Plan(
        odds=PlanOdds(
            ends=ends(odds),
            win=percent(odds, BattleEnd.WON),
            standoff=percent(odds, BattleEnd.STANDOFF),
            cost=round(odds.cost(Role.ATTACKER)),
            prize=round(odds.cost(Role.DEFENDER)),
        )
    )


def _figures(pieces: Iterable[Piece]) -> list[Figure]:
    return [piece for piece in pieces if isinstance(piece, Figure)]


def _hidden(pieces: Iterable[Piece], game: Game, viewer: Viewer) -> Iterator[Troop]:
    """Tokens as what they likely hold, for all that the viewer knows."""
    expected: dict[Power, Fraction] = defaultdict(Fraction)
    for piece in pieces:
        if isinstance(piece, Token):
            expected[piece.owner] += viewer.submarines(game, piece)
    for power, amount in sorted(expected.items()):
        if count := round(amount):
            yield Troop(power, SUBMARINE, count)
