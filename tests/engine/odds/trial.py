"""A battle both ways: as a forecast, and fought through the engine with random dice."""

__all__ = ["Battle", "Tally", "encounter", "fight", "foretold"]

import dataclasses
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.battle.casualties import Casualties
from engine.battle.combat import NextBattle
from engine.battle.events import BattleOver
from engine.battle.fire import remaining_hits
from engine.battle.retreat import BreakOff, Press, Withdraw
from engine.battle.retreat import Retreat as Retreating
from engine.battle.submarines import Dive, Submerge
from engine.battles import BattleKind, Role
from engine.board import Power, SpaceId
from engine.capture import TerritoryTaken
from engine.game import Game
from engine.odds import (
    Encounter,
    Odds,
    RetreatPolicy,
    SideOrders,
    Troop,
    best_losses,
    forecast,
    way_back,
)
from engine.pieces import Figure, PieceId
from engine.requests import Roll
from engine.scenario import Scenario
from engine.units import BOMBER, DESTROYER, FIGHTER, Domain
from engine.variants.depth.detection import LetFire
from engine.variants.depth.diving import DiveAway
from engine.variants.rules_of_warfare.batteries import FireBatteries
from engine.variants.rules_of_warfare.mines import update_mines
from engine.variants.rules_of_warfare.odds import past_mine
from engine.variants.submarine_warfare.hunting import (
    DirectDestroyer,
    Escape,
    EscapeAttempt,
    FightOn,
    Hunt,
    NameTarget,
    NextHunter,
    PressDuel,
)
from engine.variants.submarine_warfare.odds import hunt_odds
from tests.engine.battle.field import Combat, battlefield

SEA = SpaceId("SZ 3")
_HUNTERS = (DESTROYER, FIGHTER, BOMBER)
LAND = SpaceId("Plains")


@dataclass(frozen=True)
class Battle:
    """A battle in Plains, with a landing from SZ 3 or without, or in SZ 3.

    `units` is as for `battlefield`. Defenders are Japan and Germany. `came_from` is where units
    came from, by where they stand. If it is `mined`, ships meet a mine in SZ 3 before they fight.
    `prepare` puts on the board what house rules put there.
    """

    units: str
    space: SpaceId = LAND
    landing: bool = False
    attacking: SideOrders = field(default_factory=SideOrders)
    defending: SideOrders = field(default_factory=SideOrders)
    retreat: RetreatPolicy = field(default_factory=RetreatPolicy)
    options: Mapping[str, str] = field(default_factory=dict)
    breakthroughs: Mapping[str, tuple[str, ...]] | None = None
    scenario: Scenario | None = None
    modules: tuple[str, ...] = ()
    came_from: Mapping[str, str] = field(
        default_factory=lambda: {"SZ 3": "SZ 2", "Plains": "Border"}
    )
    mined: bool = False
    prepare: Callable[[Game], Game] = lambda game: game

    def sides_assembled(self) -> Combat:
        """Ready to be fought, in the engine."""
        there = {"SZ 3": "Plains"} if self.landing else {}
        combat = battlefield(
            self.units,
            attacked=("SZ 3",) if self.space == SEA else (),
            landing=there,
            bombarding=there,
            came_from=self.came_from,
            control={"Border": "USA"},
            options=self.options,
            breakthroughs=self.breakthroughs,
            scenario=self.scenario,
            modules=self.modules,
        )
        start = self.prepare(combat.start)
        return Combat(update_mines(start, laid={SEA: Power("Japan")}) if self.mined else start)


def foretold(battle: Battle, *, budget: int = 10**7, trials: int = 0) -> Odds:
    """The forecast of a battle."""
    game = battle.sides_assembled().start
    own = [p for p in game.owned(game.active) if isinstance(p, Figure)]
    enemies = [
        p
        for p in game.enemies_at(game.active, battle.space)
        if isinstance(p, Figure) and game.rules.takes_part(game, p, battle.space)
    ]
    met = Encounter.of(
        game,
        battle.space,
        [p for p in own if battle.space in (p.at, p.ashore)],
        enemies,
        bombarding=[p for p in own if p.at == SEA] if battle.landing else (),
    )
    if battle.mined:
        at_sea = (i for i, troop in enumerate(met.attackers) if _sails(game, troop))
        met = past_mine(met, tuple(at_sea))
    if game.rules.battle_kind(game, battle.space) is BattleKind.HOUSE:
        return hunt_odds(met)
    near = [p for p in own if game.board.adjacent(p.at, battle.space)]
    guns = tuple(p.id for p in near if game.rules.supporting_strength(game, p))
    return forecast(
        dataclasses.replace(met, supporting=guns),
        draw=random.Random(1),
        attacking=battle.attacking,
        defending=battle.defending,
        retreat=battle.retreat,
        budget=budget,
        trials=trials,
    )


def _sails(game: Game, troop: Troop) -> bool:
    return game.rules.unit_type(game, troop.owner, troop.kind).domain is Domain.SEA


@dataclass
class Tally:
    """What came of battles that were fought."""

    battles: int = 0
    won: int = 0
    taken: int = 0
    rounds: list[int] = field(default_factory=list)
    lost: dict[Role, list[int]] = field(default_factory=lambda: {role: [] for role in Role})


def fight(battle: Battle, battles: int, seed: int = 1) -> Tally:
    """Fight a battle so often, with dice of a seed, both sides under their orders."""
    tally = Tally()
    draw = random.Random(seed)
    start = battle.sides_assembled().start
    before, places = _worth(start), _places(start)
    for _ in range(battles):
        combat = Combat(_past_mine(start, draw) if battle.mined else start)
        rounds = 0
        while combat.request is not None:
            if combat.game.battle is not None and combat.game.battle.space == battle.space:
                rounds = combat.game.battle.round
            _answer(combat, battle, draw, places)
        after = _worth(combat.game)
        tally.battles += 1
        tally.won += any(e.space == battle.space and e.won for e in combat.seen(BattleOver))
        tally.taken += any(e.space == battle.space for e in combat.seen(TerritoryTaken))
        tally.rounds.append(rounds)
        for role in Role:
            tally.lost[role].append(before[role] - after[role])
    return tally


def _past_mine(game: Game, draw: random.Random) -> Game:
    """What is left of the attackers once their ships have met the mine (WM-3)."""
    ships = tuple(piece.id for piece in game.pieces.at(SEA) if piece.owner == game.active)
    entering = game.rules.entered(game, ships, SEA)
    pause = next(entering)
    assert isinstance(pause.request, Roll)
    dice = tuple(draw.randint(1, pause.request.sides) for _ in range(pause.request.count))
    try:
        entering.send((pause.game, dice))
    except StopIteration as end:
        rolled: Game = end.value
        return rolled.without_events()
    raise AssertionError


def _places(game: Game) -> dict[PieceId, PieceId]:
    """Of hunters and of those hunted: the first that each is like, in whose place it comes up."""
    first: dict[tuple[object, ...], PieceId] = {}
    places: dict[PieceId, PieceId] = {}
    for piece in game.pieces.values():
        if isinstance(piece, Figure):
            alike = piece.owner, piece.at, piece.kind, game.rules.marks(game, piece)
            first.setdefault(alike, piece.id)
            places[piece.id] = first[alike]
    return places


def _worth(game: Game) -> Counter[Role]:
    worth: Counter[Role] = Counter(dict.fromkeys(Role, 0))
    for piece in game.pieces.values():
        if isinstance(piece, Figure) and piece.kind != "aa_gun":
            role = Role.ATTACKER if piece.owner == game.active else Role.DEFENDER
            worth[role] += game.rules.unit_type(game, piece.owner, piece.kind).cost
    return worth


def _answer(
    combat: Combat, battle: Battle, draw: random.Random, places: Mapping[PieceId, PieceId]
) -> None:
    request = combat.request
    game = combat.game
    orders = {Role.ATTACKER: battle.attacking, Role.DEFENDER: battle.defending}
    match request:
        case Roll():
            combat.roll(*(draw.randint(1, request.sides) for _ in range(request.count)))
        case NextBattle():
            combat.answer(next(request.candidates(game)))
        case Casualties():
            met = encounter(game)
            combat.answer(best_losses(game, request, met, battle.attacking, battle.defending))
        case Submerge():
            role = Role.ATTACKER if request.power == game.active else Role.DEFENDER
            most = list(request.candidates(game))[-1].pieces
            combat.answer(Dive(most if orders[role].submerges else frozenset()))
        case Retreating():
            assert game.battle is not None
            ways = [way for way in request.candidates(game) if not isinstance(way, Press)]
            goes = (
                game.battle.round == battle.retreat.after
                or len(game.battle.attackers) < battle.retreat.below
            )
            assert all(isinstance(way, Withdraw | BreakOff) for way in ways)
            combat.answer(ways[0] if goes and ways else Press())
        case FireBatteries():
            combat.answer([*request.candidates(game)][-1])
        case LetFire():
            combat.answer([*request.candidates(game)][0 if battle.defending.submerges else -1])
        case DiveAway():
            combat.answer([*request.candidates(game)][-1 if battle.defending.submerges else 0])
        case NextHunter():
            ready = [hunt for hunt in request.candidates(game) if isinstance(hunt, Hunt)]
            ready.sort(key=lambda hunt: places[hunt.hunter])
            combat.answer(min(ready, key=lambda hunt: _HUNTERS.index(combat.kind(hunt.hunter))))
        case NameTarget():
            named = request.candidates(game)
            combat.answer(min(named, key=lambda target: places[target.piece]))
        case DirectDestroyer():
            able = [one for one in request.candidates(game) if one.destroyer is not None]
            combat.answer(min(able, key=lambda one: places[one.destroyer or PieceId(0)]))
        case Escape():
            combat.answer(EscapeAttempt(leaves=True))
        case PressDuel():
            combat.answer(FightOn())
        case _:
            # Homeless fighters land, Classic submarines stay: whatever comes first.
            candidates = request.candidates(game)  # type: ignore[union-attr]  # a decision
            combat.answer(next(iter(candidates)))


def encounter(game: Game) -> Encounter:
    """The battle that is being fought, less the hits that are marked."""
    assert game.battle is not None
    troops: dict[Role, list[Troop]] = {role: [] for role in Role}
    for role in Role:
        for figure in game.pieces.named(game.battle.side(role)):
            assert isinstance(figure, Figure)
            if room := remaining_hits(game, figure):
                two_hits = game.rules.unit_type(game, figure.owner, figure.kind).hits > 1
                hurt, landed = two_hits and room == 1, figure.id in game.battle.landed
                like = figure.id
                troops[role].append(Troop(figure.owner, figure.kind, 1, hurt, landed, like=like))
    return Encounter(
        game=game,
        space=game.battle.space,
        attackers=tuple(troops[Role.ATTACKER]),
        defenders=tuple(troops[Role.DEFENDER]),
        searched=True,
        way_back=way_back(game, game.battle.space, ()),
    )
