"""Where the Classic edition differs: the paragraphs [CL] of the rules, as answers to questions.

Its units and its chart of breakthroughs are in ``classic.toml``; what neutral territories cost and
what guns do on the way has modules of its own, `engine.editions.neutrals` and `overflight`.
"""

__all__ = ["AA_ALWAYS_ON", "CashBombed", "Classic", "WithdrawSubmarines", "Withdrawal"]

import dataclasses
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.battle.events import Retreated
from engine.battle.sides import current_battle, engaged, owners, without_lost_pieces
from engine.battle.submarines import standing
from engine.battles import BattleKind, Role, Throw
from engine.board import Board, Power, SpaceId
from engine.editions import neutrals, overflight
from engine.errors import Illegal
from engine.game import Event, Game
from engine.instructions import Instruction
from engine.options import Option, flag
from engine.phases import Phase
from engine.pieces import Figure, Piece, PieceId
from engine.questions import replaces
from engine.requests import Decision, Step, decide
from engine.rules import Rules
from engine.units import Domain, Kind, Trait

AA_ALWAYS_ON = flag(
    "aa_always_on",
    default=False,
    text="whether guns fire at aircraft passing over in Noncombat move too (BG-7.7)",
)

_HEAVY = 3


@dataclass(frozen=True, slots=True)
class CashBombed(Event):
    """A raid has cost a power so many IPC (BG-8.2)."""

    tag: ClassVar[str] = "cash_bombed"

    territory: SpaceId
    power: Power
    ipc: int


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Submarines that leave a battle, each to a sea zone; the others fight on."""

    to: Mapping[PieceId, SpaceId]


@dataclass(frozen=True, slots=True)
class WithdrawSubmarines(Decision[Withdrawal]):
    """Which of a defender's submarines withdraw after a round, and where to.

    House rules may let the defender act first: it re-splits its groups (ruling 9).

    Implements: BG-8.12
    """

    answers: ClassVar[type] = Withdrawal
    open: ClassVar[bool] = True
    instruction: ClassVar[Instruction] = Instruction.SUBMERGE

    def instructed(self, game: Game) -> Withdrawal | None:
        """See `Decision.instructed`: all stay, or all that can withdraw.

        Each goes where most pieces of its own side are, and where that leaves a choice to the
        first of these zones in the order of the scenario (BG-3.4).
        """
        able = {piece: zones for piece, zones in _havens(game, self.power).items() if zones}
        gone = standing(game, self.power).among(able)
        if gone is None:
            return None
        order = game.board.zones.index

        def first(zone: SpaceId) -> tuple[int, int]:
            return -len(game.pieces.at(zone)), order(zone)

        return Withdrawal({piece: min(able[piece], key=first) for piece in sorted(gone)})

    def check(self, game: Game, answer: Withdrawal) -> None:
        """See `Decision.check`."""
        open_to = _havens(game, self.power)
        for piece, there in sorted(answer.to.items()):
            if piece not in open_to:
                raise Illegal(
                    "BG-8.12", "{piece} is not one of your submarines in this battle", piece=piece
                )
            if there not in open_to[piece]:
                raise Illegal(
                    "BG-8.12", "{space} is not an adjacent sea zone free of enemies", space=there
                )

    def candidates(self, game: Game) -> Iterator[Withdrawal]:
        """See `Decision.candidates`; of those that send equally many away, one for each zone."""
        open_to = _havens(game, self.power)
        yield Withdrawal({})
        zones = sorted({zone for zones in open_to.values() for zone in zones})
        for zone in zones:
            able = [piece for piece, havens in open_to.items() if zone in havens]
            yield from (
                Withdrawal(dict.fromkeys(able[:count], zone)) for count in range(1, len(able) + 1)
            )

    def sample(self, game: Game, draw: random.Random) -> Withdrawal:
        """See `Decision.sample`."""
        open_to = _havens(game, self.power)
        return Withdrawal(
            {
                piece: draw.choice(havens)
                for piece, havens in open_to.items()
                if havens and draw.randrange(2)
            }
        )


def _havens(game: Game, power: Power) -> dict[PieceId, tuple[SpaceId, ...]]:
    """A defender's submarines in the battle, and where each may withdraw to."""
    here = current_battle(game).space
    return {
        piece.id: tuple(
            zone for zone in game.board.adjacent_zones(here) if _open(game, piece, here, zone)
        )
        for piece in engaged(game, Role.DEFENDER)
        if piece.owner == power
        and game.rules.counts_as(game, piece, Trait.SUBMARINE)
        and game.rules.piece_may_submerge(game, piece)
    }


def _open(game: Game, piece: Piece, here: SpaceId, zone: SpaceId) -> bool:
    if game.enemies_at(piece.owner, zone):
        return False
    try:
        game.rules.may_enter(game, piece, here, zone)
    except Illegal:
        return False
    return True


class Classic(Rules):
    """The answers of the Classic edition."""

    declares: ClassVar[tuple[Option[object], ...]] = (AA_ALWAYS_ON,)

    # Research, BG-4.4

    @replaces
    def breakthroughs_earned(self, game: Game, sixes: int) -> int:
        """Each 6 gives one roll on the chart."""
        return sixes

    @replaces
    def researchers_kept(self, game: Game, held: int, sixes: int) -> int:
        """Nothing is kept: a die is paid for each time.

        Implements: BG-4.4
        """
        return 0

    def throw(self, game: Game, piece: Piece, kind: Kind, role: Role) -> Throw:
        """Heavy bombers roll three dice."""
        return _heavier(super().throw(game, piece, kind, role))

    def raid_dice(self, game: Game, piece: Piece) -> Throw:
        """Heavy bombers roll three dice."""
        return _heavier(super().raid_dice(game, piece))

    # Movement, BG-7

    def board(self, game: Game) -> Board:
        """Neutral territories that have been paid for are neutral no longer (BG-7.13)."""
        return neutrals.with_neutrals_opened(super().board(game), game)

    @replaces
    def entry_price(self, game: Game, territory: SpaceId) -> int | None:
        """Neutral territories are open for money (BG-7.13)."""
        return neutrals.PRICE

    def after_entering(self, game: Game, pieces: tuple[PieceId, ...], there: SpaceId) -> Game:
        """Who enters or overflies neutral territory pays; it is then the entrant's (BG-7.13)."""
        return neutrals.pay_for_entry(super().after_entering(game, pieces, there), pieces, there)

    def after_takeback(self, game: Game, pieces: tuple[PieceId, ...]) -> Game:
        """What nobody has entered after all is not paid for (R6)."""
        return neutrals.give_neutrals_back(super().after_takeback(game, pieces), pieces)

    def phase_opens(self, game: Game, phase: Phase) -> Step:
        """What was entered in an earlier phase stays entered, and guns fire afresh."""
        game = yield from super().phase_opens(game, phase)
        return overflight.forget_overflights(neutrals.keep_neutrals_open(game))

    def hostile(self, game: Game, power: Power, space: SpaceId) -> bool:
        """Any enemy sea unit makes a sea zone hostile.

        Implements: BG-1.3 [CL]
        """
        if not game.board.is_sea(space):
            return super().hostile(game, power, space)
        enemies = (e for e in game.enemies_at(power, space) if game.rules.blocks(game, e))
        return any(game.rules.domain(game, enemy) is Domain.SEA for enemy in enemies)

    def may_enter(self, game: Game, piece: Piece, here: SpaceId, there: SpaceId) -> None:
        """Submarines are ships like others: none enters after combat what stops it (BG-9.1)."""
        super().may_enter(game, piece, here, there)
        if (
            game.current_phase is Phase.NONCOMBAT_MOVE
            and game.rules.domain(game, piece) is Domain.SEA
            and game.rules.stops(game, piece, there)
        ):
            raise Illegal(
                "BG-9.1", "{space} is hostile; no ship can enter it in Noncombat move", space=there
            )

    def stops(self, game: Game, piece: Piece, space: SpaceId) -> bool:
        """Every enemy sea unit stops every ship, submarines too (BG-7.3, 7.4).

        Implements: BG-7.3 [CL]
        """
        if game.rules.domain(game, piece) is Domain.SEA:
            return game.rules.hostile(game, piece.owner, space)
        return super().stops(game, piece, space)

    @replaces
    def may_ignore(self, game: Game, zone: SpaceId) -> bool:
        """Every enemy sea unit must be fought (BG-7.3)."""
        return not game.rules.hostile(game, game.active, zone)

    def might_hit(self, game: Game, piece: Piece, enemy: Piece, *, destroyer: bool) -> bool:
        """Aircraft might hit submarines by themselves (BG-8.12, 8.23)."""
        flies = game.rules.domain(game, piece) is Domain.AIR
        return flies or super().might_hit(game, piece, enemy, destroyer=destroyer)

    @replaces
    def stops_blitz(self, game: Game, piece: Piece) -> bool:
        """AA guns and complexes do not stop tanks.

        Implements: BG-7.2 [CL], R14 [CL]
        """
        passed = (Trait.ANTI_AIR, Trait.COMPLEX)
        return not any(game.rules.counts_as(game, piece, trait) for trait in passed)

    @replaces
    def unloads_in_one_territory(self, game: Game, transport: Figure) -> bool:
        """In Noncombat move cargo may be split over two territories (BG-7.9, R11)."""
        return game.current_phase is not Phase.NONCOMBAT_MOVE

    @replaces
    def bombardment_limit(self, game: Game, landed: int) -> int:
        """Each battleship may give a support shot, however few units land.

        Implements: BG-8.6
        """
        return len(game.pieces) if landed else 0

    def leaving(
        self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId, there: SpaceId
    ) -> Step:
        """Guns fire at aircraft that pass over them in Combat move (BG-7.7)."""
        game = yield from super().leaving(game, pieces, here, there)
        match game.current_phase:
            case Phase.COMBAT_MOVE:
                return (yield from overflight.fire_at_overflight(game, pieces, here))
            case Phase.NONCOMBAT_MOVE if game.rules.option(AA_ALWAYS_ON):
                return (yield from overflight.fire_at_overflight(game, pieces, here))
            case _:
                return game

    # Combat, BG-8

    def round_opens(self, game: Game) -> Step:
        """After each round of a sea battle the defenders' submarines may withdraw (BG-8.12)."""
        game = yield from super().round_opens(game)
        battle = current_battle(game)
        if battle.kind is BattleKind.SEA and battle.round:
            for power in owners(game, Role.DEFENDER):
                game = yield from _withdraw(game, power)
        return game

    def surprise_strike(self, game: Game, role: Role) -> bool:
        """Only attacking submarines fire first (BG-8.12)."""
        return role is Role.ATTACKER and super().surprise_strike(game, role)

    @replaces
    def side_may_submerge(self, game: Game, role: Role) -> bool:
        """There is no submerging (BG-8.12)."""
        return False

    def may_hit(self, game: Game, role: Role, kind: Kind, target: Piece) -> bool:
        """Aircraft hit submarines freely (BG-8.12)."""
        unit = self.scenario.units[kind]
        return unit.domain is Domain.AIR or super().may_hit(game, role, kind, target)

    def may_retreat(self, game: Game) -> bool:
        """Nobody retreats from an amphibious assault, aircraft included.

        Implements: BG-8.20 [CL]
        """
        return current_battle(game).kind is not BattleKind.ASSAULT and super().may_retreat(game)

    @replaces
    def complex_bombed(self, game: Game, territory: SpaceId, total: int) -> Game:
        """Raids cost the controller cash, as far as there is any.

        Implements: BG-8.2 [CL]
        """
        power = game.control[territory]
        paid = min(total, game.treasury[power])
        treasury = {**game.treasury, power: game.treasury[power] - paid}
        return game.replace(treasury=treasury).with_events(CashBombed(territory, power, paid))

    # New units, BG-10

    def capacity(self, game: Game, territory: SpaceId) -> int | None:
        """Complexes that the game opens with place any number of units.

        ⚖ For the power that opens it with them; an enemy that has taken one is limited by value.

        Implements: BG-10.1 [CL]
        """
        for stack in self.scenario.opening:
            if (stack.at, stack.owner) == (
                territory,
                game.control.get(territory),
            ) and Trait.COMPLEX in self.scenario.units[stack.kind].traits:
                return None
        return super().capacity(game, territory)

    def placements(
        self, game: Game, power: Power, kind: Kind
    ) -> Mapping[SpaceId, tuple[SpaceId, ...]]:
        """No sea unit is placed where enemies are.

        Implements: BG-10.3 [CL]
        """
        found = super().placements(game, power, kind)
        if game.rules.unit_type(game, power, kind).domain is not Domain.SEA:
            return found
        return {
            complex_: tuple(zone for zone in zones if not game.enemies_at(power, zone))
            for complex_, zones in found.items()
        }

    @replaces
    def unplaced(self, game: Game, power: Power) -> Mapping[Kind, int]:
        """What is not placed is lost.

        Implements: BG-10.7 [CL]
        """
        return {}


def _heavier(throw: Throw) -> Throw:
    return throw if throw.dice == 1 else Throw(_HEAVY)


def _withdraw(game: Game, power: Power) -> Step:
    if not any(_havens(game, power).values()):
        return game
    game, answer = yield from decide(game, WithdrawSubmarines(power))
    battle = current_battle(game)
    gone = [dataclasses.replace(game.pieces[p], at=to) for p, to in sorted(answer.to.items())]
    game = game.with_pieces(*gone).update_battle(
        defenders=tuple(piece for piece in battle.defenders if piece not in answer.to),
        withdrawn=tuple(sorted({*battle.withdrawn, *answer.to})),
    )
    for zone in sorted(set(answer.to.values())):
        pieces = tuple(piece.id for piece in gone if piece.at == zone)
        game = game.with_events(Retreated(battle.space, zone, pieces, ()))
        game = yield from game.rules.entered(game, pieces, zone)
    return without_lost_pieces(game)
