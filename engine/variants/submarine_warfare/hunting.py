"""A hunt, attack by attack (SW-3 to SW-6).

Implements: SW-3
"""

__all__ = [
    "DESTROYER_SPOTS",
    "ESCAPE",
    "BreakOffDuel",
    "Direct",
    "DirectDestroyer",
    "Escape",
    "EscapeAttempt",
    "FightOn",
    "Hunt",
    "HuntTarget",
    "NameTarget",
    "NextHunter",
    "PressDuel",
    "StopHunting",
    "hunt",
]

import dataclasses
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.battle.casualties import remove_casualties
from engine.battle.losing import order_of_losses
from engine.battle.sides import current_battle, is_aircraft, without_lost_pieces
from engine.battle.submarines import standing
from engine.battles import Role, Shots
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import Instruction
from engine.phases import Stage
from engine.pieces import Figure, PieceId
from engine.requests import Decision, Pause, Resume, Roll, Step, ask, decide
from engine.variants.submarine_warfare.state import (
    SEARCH_COST,
    SPOT,
    Directed,
    Dueled,
    Escaped,
    Looked,
    attack_over,
    fighting,
    hunted_submarines,
    hunts,
    ready_hunters,
    unfought_destroyers,
    update_hunts,
)

DESTROYER_SPOTS = 3
"""The highest result of a six-sided die with which a destroyer spots a submarine (SW-3)."""

ESCAPE = 6
"""The result of its own die on which a destroyer lets a submarine leave (SW-4)."""

Found = Generator[Pause, Resume, tuple[Game, PieceId]]
Exchange = Generator[Pause, Resume, tuple[Game, tuple[Shots, Shots]]]


@dataclass(frozen=True, slots=True)
class Hunt:
    """This aircraft or destroyer attacks next."""

    tag: ClassVar[str] = "hunt"

    hunter: PieceId


@dataclass(frozen=True, slots=True)
class StopHunting:
    """The hunt ends."""

    tag: ClassVar[str] = "stop_hunting"


@dataclass(frozen=True, slots=True)
class NextHunter(Decision[Hunt | StopHunting]):
    """Who attacks next: the attacker picks the order, or breaks off (SW-3)."""

    answers: ClassVar[object] = Hunt | StopHunting
    open: ClassVar[bool] = True

    def check(self, game: Game, answer: Hunt | StopHunting) -> None:
        """See `Decision.check`."""
        if answer not in set(self.candidates(game)):
            raise Illegal("SW-3", "name an aircraft or destroyer here that has not attacked")

    def candidates(self, game: Game) -> Iterator[Hunt | StopHunting]:
        """See `Decision.candidates`; all legal answers."""
        yield from (Hunt(piece.id) for piece in ready_hunters(game))
        yield StopHunting()


@dataclass(frozen=True, slots=True)
class HuntTarget:
    """The submarine, or what may be one, that was spotted."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class NameTarget(Decision[HuntTarget]):
    """Which submarine was spotted: its owner names it; of face-down pieces the hunter (SW-3).

    ⚖ Of several owners the first in turn order names it.
    """

    answers: ClassVar[type] = HuntTarget
    instruction: ClassVar[Instruction] = Instruction.SPOTTED

    def instructed(self, game: Game) -> HuntTarget | None:
        """See `Decision.instructed`: in the order of losses, if none is face down."""
        hunted, instructions = hunted_submarines(game), game.instructions_of(self.power)
        face_up = all(isinstance(piece, Figure) for piece in hunted)
        if not instructions.losses or not face_up:
            return None
        once = {piece.id: 1 for piece in hunted}
        first, *_ = order_of_losses(game, Role.DEFENDER, once, instructions)
        return HuntTarget(first)

    def check(self, game: Game, answer: HuntTarget) -> None:
        """See `Decision.check`."""
        if answer.piece not in current_battle(game).defenders:
            raise Illegal("SW-3", "{piece} is not hunted here", piece=answer.piece)

    def candidates(self, game: Game) -> Iterator[HuntTarget]:
        """One of each owner's submarines that are alike; every piece that hides something."""
        seen: set[object] = set()
        for piece in hunted_submarines(game):
            alike = piece.owner, game.rules.marks(game, piece)
            likeness = alike if isinstance(piece, Figure) else piece.id
            if likeness not in seen:
                seen.add(likeness)
                yield HuntTarget(piece.id)


@dataclass(frozen=True, slots=True)
class Direct:
    """The destroyer that is sent instead of the aircraft's own attack; None: it attacks itself."""

    destroyer: PieceId | None = None


@dataclass(frozen=True, slots=True)
class DirectDestroyer(Decision[Direct]):
    """An aircraft that has spotted may send a destroyer that has not fought.

    Implements: SW-6
    """

    answers: ClassVar[type] = Direct

    def check(self, game: Game, answer: Direct) -> None:
        """See `Decision.check`."""
        if answer.destroyer is not None and answer.destroyer not in unfought_destroyers(game):
            raise Illegal(
                "SW-6", "{piece} is not a destroyer that has yet to fight", piece=answer.destroyer
            )

    def candidates(self, game: Game) -> Iterator[Direct]:
        """See `Decision.candidates`; all legal answers."""
        yield Direct()
        yield from map(Direct, unfought_destroyers(game))


@dataclass(frozen=True, slots=True)
class EscapeAttempt:
    """Whether the submarine leaves the fight."""

    leaves: bool


@dataclass(frozen=True, slots=True)
class Escape(Decision[EscapeAttempt]):
    """Whether a submarine takes its chance to leave the fight (SW-4, SW-5)."""

    piece: PieceId

    answers: ClassVar[type] = EscapeAttempt
    instruction: ClassVar[Instruction] = Instruction.SUBMERGE

    def instructed(self, game: Game) -> EscapeAttempt | None:
        """See `Decision.instructed`."""
        leaving = standing(game, self.power).among((self.piece,))
        return None if leaving is None else EscapeAttempt(leaves=bool(leaving))

    def check(self, game: Game, answer: EscapeAttempt) -> None:
        """Either is legal."""

    def candidates(self, game: Game) -> Iterator[EscapeAttempt]:
        """See `Decision.candidates`."""
        yield from (EscapeAttempt(leaves=True), EscapeAttempt(leaves=False))


@dataclass(frozen=True, slots=True)
class FightOn:
    """Another round."""

    tag: ClassVar[str] = "fight_on"


@dataclass(frozen=True, slots=True)
class BreakOffDuel:
    """The hunter breaks off the duel."""

    tag: ClassVar[str] = "break_off"


@dataclass(frozen=True, slots=True)
class PressDuel(Decision[FightOn | BreakOffDuel]):
    """Whether the hunter fights another round with the submarine that it has spotted (SW-4)."""

    answers: ClassVar[object] = FightOn | BreakOffDuel

    def check(self, game: Game, answer: FightOn | BreakOffDuel) -> None:
        """Either is legal."""

    def candidates(self, game: Game) -> Iterator[FightOn | BreakOffDuel]:
        """See `Decision.candidates`."""
        yield from (FightOn(), BreakOffDuel())


def hunt(game: Game) -> Step:
    """One attack of one hunter, or the end of the hunt.

    It ends when all have attacked, no submarine is left, or the attacker stops.
    """
    if not ready_hunters(game) or not hunted_submarines(game):
        return (yield from _end(game))
    game, answer = yield from decide(game, NextHunter(current_battle(game).attacker))
    if isinstance(answer, StopHunting):
        return (yield from _end(game))
    game = yield from _attack(_charged(game, answer.hunter), answer.hunter)
    return attack_over(game).replace(stage=Stage.HOUSE_BATTLE)


def _end(game: Game) -> Step:
    """What was turned up is turned face down again."""
    shown = tuple(sorted(hunts(game).shown))
    game = yield from game.rules.turn_face_down(game, shown)
    game = update_hunts(game, attacked=frozenset(), dueled=frozenset(), shown=frozenset())
    return without_lost_pieces(game).replace(stage=Stage.BATTLE_CLOSES)


def _charged(game: Game, hunter: PieceId) -> Game:
    """The hunter has made its attack; an aircraft that was here already pays for the search."""
    piece = game.pieces[hunter]
    game = update_hunts(game, attacked=hunts(game).attacked | {hunter})
    if piece.moved or not is_aircraft(game, piece):
        return game
    return game.with_pieces(piece.replace(left=piece.left - game.rules.option(SEARCH_COST)))


def _attack(game: Game, hunter: PieceId) -> Step:
    """Spot, name, perhaps direct a destroyer, fight."""
    piece, battle = game.pieces[hunter], current_battle(game)
    flies = is_aircraft(game, piece)
    owners = tuple(dict.fromkeys(target.owner for target in hunted_submarines(game)))
    versus = tuple(power for power in game.enemies(battle.attacker) if power in owners)
    roll = Roll(battle.attacker, 1, game.rules.die_sides(game), "spotting", versus)
    game, (die,) = yield from ask(game, roll)
    spots = game.rules.scaled_strength(game, game.rules.option(SPOT) if flies else DESTROYER_SPOTS)
    game = game.with_events(Looked(battle.space, hunter, die, die <= spots))
    if die > spots:
        return game
    game = update_hunts(game, hunter=hunter)
    game, target = yield from _named(game)
    if target not in game.pieces:
        return game
    game = update_hunts(game, target=target)
    if flies:
        game, sent = yield from ask(game, DirectDestroyer(battle.attacker))
        if sent.destroyer is not None:
            game = game.with_events(Directed(hunter, sent.destroyer))
            hunter = sent.destroyer
    return (yield from _duel(fighting(game, hunter), hunter, target))


def _named(game: Game) -> Found:
    """The piece that was spotted; a face-down one is turned up, and leaves if it is a decoy."""
    targets, battle = hunted_submarines(game), current_battle(game)
    if all(isinstance(target, Figure) for target in targets):
        owners = {target.owner for target in targets}
        namer = next(power for power in game.enemies(battle.attacker) if power in owners)
    else:
        namer = battle.attacker
    game, answer = yield from ask(game, NameTarget(namer))
    game = update_hunts(game, shown=hunts(game).shown | {answer.piece})
    game = yield from game.rules.turn_face_up(game, (answer.piece,))
    return without_lost_pieces(game), answer.piece


def _duel(game: Game, hunter: PieceId, target: PieceId) -> Step:
    """Rounds of simultaneous dice, until a loss, an escape or a break-off (SW-4, SW-5).

    From a destroyer the submarine may escape when that has rolled a 6; from an aircraft it may dive
    after any round.

    Implements: SW-4, SW-5
    """
    battle, owner = current_battle(game), game.pieces[target].owner
    flies = is_aircraft(game, game.pieces[hunter])
    while True:
        game, (own, back) = yield from _exchange(game, hunter, target)
        first, hits = own.dice[0], (bool(own.hits), bool(back.hits))
        game = game.with_events(Dueled(battle.space, hunter, target, (first, back.dice[0]), hits))
        lost = {piece: 1 for piece, hit in ((target, hits[0]), (hunter, hits[1])) if hit}
        if lost:
            return remove_casualties(game, lost)
        if flies or first == game.rules.scaled_strength(game, ESCAPE):
            game, slip = yield from ask(game, Escape(owner, target))
            if slip.leaves:
                return game.with_events(Escaped(battle.space, target))
        game, choice = yield from ask(game, PressDuel(battle.attacker))
        if isinstance(choice, BreakOffDuel):
            return game


def _exchange(game: Game, hunter: PieceId, target: PieceId) -> Exchange:
    """A die of each, as a battle of these two within the hunt; ⚖ in low luck too (R26)."""
    battle = current_battle(game)
    volley = (
        _shot(game, hunter, Role.ATTACKER, target),
        _shot(game, target, Role.DEFENDER, hunter),
    )
    game = game.update_battle(attackers=(hunter,), defenders=(target,), volley=volley)
    roll = Roll(
        roller=battle.attacker,
        count=len(volley),
        sides=game.rules.die_sides(game),
        why="hunt",
        versus=(game.pieces[target].owner,),
    )
    game, dice = yield from ask(game, roll)
    rolled = tuple(
        dataclasses.replace(shot, dice=(die,)) for shot, die in zip(volley, dice, strict=True)
    )
    game = yield from game.rules.after_roll(game.update_battle(volley=rolled))
    own, back = current_battle(game).volley
    game = game.update_battle(attackers=battle.attackers, defenders=battle.defenders, volley=())
    return game, (own, back)


def _shot(game: Game, piece: PieceId, role: Role, at: PieceId) -> Shots:
    """The die of a hunter, or of one submarine of what it hunts."""
    firing = game.pieces[piece]
    kind = game.rules.units_of(game, firing)[0]
    strength = game.rules.strength(game, firing, kind, role)
    return Shots(role=role, kind=kind, strength=strength, count=1, targets=(at,))
