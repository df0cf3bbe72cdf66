"""The captain in battle: what to attack, which losses to take, when to dive, when to break off."""

__all__ = [
    "chance",
    "declaration",
    "next_battle",
    "outmatched",
    "retreat",
    "withdrawal",
]

from client.bots.captain.situation import Situation
from client.bots.captain.threats import Threats
from client.seat.odds import outlook
from engine.battle.combat import Fight, NextBattle
from engine.battle.retreat import BreakOff, Press, Retreat, Withdraw
from engine.battle.sides import current_battle, role_of
from engine.battles import BattleKind, Role
from engine.board import SpaceId
from engine.editions.classic import Withdrawal, WithdrawSubmarines
from engine.movement.declarations import Declare, assaults, attack_choices
from engine.movement.orders import Declaration
from engine.pieces import PieceId
from engine.units import Trait

_FAIR = 0.5  # chance to win above which enemies that could be ignored are attacked
_FLIGHT = 0.35  # chance to win below which the captain breaks off
_DIVE = 0.4  # chance to win below which its submarines dive


def declaration(situation: Situation, decision: Declare) -> Declaration:
    """Attack what looks beatable, ignore the rest; fire every gun that may (BG-7.14)."""
    chosen = Declaration()
    for zone in attack_choices(situation.game).may:
        own = [piece for piece in situation.own if piece.at == zone]
        expected = situation.clash(own, situation.enemies(zone))
        trial = Declaration(chosen.attack | {zone})
        favourable = expected.win > _FAIR and expected.prize > expected.cost
        if favourable and decision.legal(situation.game, trial):
            chosen = trial
    if not decision.legal(situation.game, chosen):
        # Some aircraft counts on another declaration for its landing (BG-7.6).
        chosen = next(decision.candidates(situation.game))
    return _with_guns(situation, decision, chosen)


def _with_guns(situation: Situation, decision: Declare, chosen: Declaration) -> Declaration:
    bombard: dict[SpaceId, frozenset[PieceId]] = dict(chosen.bombard)
    for territory, landing in sorted(assaults(situation.game).items()):
        for zone in sorted({unit.at for unit in landing}):
            for ship in situation.own:
                if ship.at == zone and situation.is_kind(ship, Trait.BOMBARDS):
                    firing = {**bombard, territory: bombard.get(territory, frozenset()) | {ship.id}}
                    if decision.legal(situation.game, Declaration(chosen.attack, firing)):
                        bombard = firing
    return Declaration(chosen.attack, bombard)


def outmatched(situation: Situation) -> bool:
    """Whether the power had better not be in this battle."""
    return chance(situation) < _DIVE


def chance(situation: Situation) -> float:
    """How likely the power's side wins the battle being fought, from 0 to 1."""
    win = outlook(situation.view).win
    return win if role_of(situation.game, situation.power) is Role.ATTACKER else 1 - win


def retreat(situation: Situation, decision: Retreat) -> Press | Withdraw | BreakOff:
    """Go on while the odds are fair; else save what can be saved."""
    expected = outlook(situation.view)
    battle = current_battle(situation.game)
    stake = 0.0 if battle.kind is BattleKind.SEA else situation.worth(battle.space)
    gain = expected.win * stake + expected.cost(Role.DEFENDER) - expected.cost(Role.ATTACKER)
    if expected.win > _FLIGHT or gain > 0:
        return Press()
    ways = [
        answer for answer in decision.candidates(situation.game) if not isinstance(answer, Press)
    ]
    # A withdrawal that needs a claim tells the enemy something, and may be false.
    silent = [way for way in ways if not isinstance(way, Withdraw) or way.by is None]
    return silent[0] if silent else Press()


def withdrawal(situation: Situation, decision: WithdrawSubmarines) -> Withdrawal:
    """All submarines away to where the least threatens them, if the battle is going badly."""
    ways = list(decision.candidates(situation.game))
    if not outmatched(situation):
        return ways[0]
    threats = Threats(situation)

    def liking(way: Withdrawal) -> tuple[int, float]:
        return len(way.to), -sum(threats.strength(zone) for zone in way.to.values())

    return max(ways, key=liking)


def next_battle(situation: Situation, decision: NextBattle) -> Fight:
    """The largest battle first: how it ends decides what the others are worth."""
    return max(
        decision.candidates(situation.game),
        key=lambda fight: (situation.cost(situation.enemies(fight.space)), fight.space),
    )
