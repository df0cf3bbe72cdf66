"""Strategic bombing raids: interception, bombs and their damage (BG-8.2, 8.3)."""

__all__ = [
    "Intercept",
    "Interceptors",
    "assemble_raid",
    "bombed",
    "due",
    "raid",
]

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.battle.aa import anti_air
from engine.battle.casualties import leave, take
from engine.battle.events import BattleOpened, Bombed, ComplexDamaged
from engine.battle.fire import fire, roller, shots
from engine.battle.sides import current, engaged
from engine.battles import Battle, BattleKind, Role
from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Game, Stage
from engine.movement.declarations import fighters
from engine.options import INTERCEPTORS
from engine.pieces import PieceId
from engine.requests import Decision, Roll, Step, ask
from engine.units import Trait

_SIDES = 6
_CAP = 2  # damage markers for each IPC of a territory's value, at most


@dataclass(frozen=True, slots=True)
class Interceptors:
    """Fighters that meet a raid."""

    pieces: frozenset[PieceId]


@dataclass(frozen=True, slots=True)
class Intercept(Decision[Interceptors]):
    """Which of a power's fighters in the territory intercept the raid (BG-8.3).

    ⚖ They defend in a battle there later in the phase as if they had not.
    """

    answers: ClassVar[type[Interceptors]] = Interceptors

    def check(self, game: Game, answer: Interceptors) -> None:
        """See `Decision.check`."""
        strangers = answer.pieces.difference(fighters(game, self.power, current(game).space))
        if strangers:
            raise Illegal("BG-8.3", f"piece {min(strangers)} is no fighter of yours here")

    def candidates(self, game: Game) -> Iterator[Interceptors]:
        """Legal answers; of those that send equally many up, the one with the lowest ids."""
        ready = fighters(game, self.power, current(game).space)
        return (Interceptors(frozenset(ready[:count])) for count in range(len(ready) + 1))

    def sample(self, game: Game, draw: random.Random) -> Interceptors:
        """See `Decision.sample`."""
        ready = fighters(game, self.power, current(game).space)
        return Interceptors(frozenset(draw.sample(ready, draw.randint(0, len(ready)))))


def due(game: Game) -> tuple[SpaceId, ...]:
    """Territories whose raid is still to come."""
    return tuple(sorted(game.record.raiding.keys() - game.record.raided))


def assemble_raid(game: Game, territory: SpaceId) -> Game:
    """Draw up a raid; what takes part in it fights nowhere else."""
    raiding = tuple(game.pieces[piece] for piece in game.record.raiding[territory])
    game = game.with_pieces(*(piece.replace(fought=True) for piece in raiding))
    game = game.update_turn_record(raided=game.record.raided | {territory})
    pieces = tuple(piece.id for piece in raiding)
    battle = Battle(space=territory, kind=BattleKind.RAID, attacker=game.active, attackers=pieces)
    return game.replace(battle=battle).with_events(BattleOpened(territory, battle.kind, pieces, ()))


def raid(game: Game) -> Step:
    """One raid: interception, anti-aircraft fire at the bombers, bombs."""
    game = yield from _intercepted(game)
    game = yield from anti_air(game)
    game = yield from _bombs_fall(game)
    return game.replace(battle=None, stage=Stage.CONDUCT_COMBAT)


def _intercepted(game: Game) -> Step:
    """One round in which everybody hits on 1; then interceptors and escorts leave (BG-8.3)."""
    if game.rules.option(INTERCEPTORS):
        battle = current(game)
        met: list[PieceId] = []
        for power in game.enemies(battle.attacker):
            if fighters(game, power, battle.space):
                game, answer = yield from ask(game, Intercept(power))
                met.extend(answer.pieces)
        game = game.update_battle(defenders=tuple(sorted(met)))
        game = yield from _dogfight(game)
    bombing = tuple(
        piece.id
        for piece in engaged(game, Role.ATTACKER)
        if game.rules.counts_as(game, piece, Trait.RAIDS)
    )
    return game.update_battle(attackers=bombing, defenders=())


def _dogfight(game: Game) -> Step:
    volley = tuple(shot for role in Role for shot in shots(game, role, engaged(game, role)))
    if not volley:
        return game
    game = yield from fire(game, volley, "interception", roller(game, volley))
    for role in (Role.DEFENDER, Role.ATTACKER):
        game, losses = yield from take(game, role)
        game = yield from leave(game, losses)
    return game


def _bombs_fall(game: Game) -> Step:
    """Each surviving bomber rolls; the sum is done to the complex."""
    battle = current(game)
    throws = [game.rules.bombs(game, piece) for piece in engaged(game, Role.ATTACKER)]
    if not throws:
        return game
    roll = Roll(
        roller=battle.attacker,
        count=sum(throw.dice for throw in throws),
        sides=_SIDES,
        why="bombs",
        versus=(game.control[battle.space],),
    )
    game, dice = yield from ask(game, roll)
    game = game.with_events(Bombed(battle.space, battle.attacker, dice))
    game = yield from game.rules.raid_rolled(game, battle.space, dice)
    total, left = 0, list(dice)
    for throw in throws:
        thrown, left = left[: throw.dice], left[throw.dice :]
        total += max(thrown) if throw.best else sum(thrown)
    return game.rules.bombed(game, battle.space, total)


def bombed(game: Game, territory: SpaceId, total: int) -> Game:
    """Damage markers, capped at twice the territory's value in all (BG-8.2)."""
    before = game.damage.get(territory, 0)
    after = min(before + total, _CAP * game.board[territory].value)
    if after <= before:
        return game
    markers = {**game.damage, territory: after}
    return game.replace(damage=markers).with_events(ComplexDamaged(territory, after - before))
