"""Submarines in a sea battle: the table of BG-8F.

|`A_DD`|`D_DD`|attacking subs          |defending subs          |
|------|------|------------------------|------------------------|
|no    |no    |S1 submerge or S2 strike|S1 submerge or S2 strike|
|yes   |no    |S1 submerge or S2 strike|fire in S4              |
|no    |yes   |fire in S3              |S1 submerge or S2 strike|
|yes   |yes   |fire in S3              |fire in S4              |

So each side's submarines depend on the other side's destroyers alone. The last two columns of the
printed table, what aircraft may hit, are `fire.may_hit`.

Implements: BG-8F
"""

__all__ = [
    "Dive",
    "Submerge",
    "destroyers_fixed",
    "standing",
    "strikers",
    "submerge",
    "submerge_pieces",
    "surprise_strike",
]

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.battle.events import Submerged
from engine.battle.sides import current_battle, engaged, role_of
from engine.battles import Role
from engine.board import Power
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import Instruction, Standing
from engine.pieces import Piece, PieceId
from engine.requests import Decision, Step, ask
from engine.units import Trait


@dataclass(frozen=True, slots=True)
class Dive:
    """Submarines that submerge; the others strike."""

    pieces: frozenset[PieceId]


@dataclass(frozen=True, slots=True)
class Submerge(Decision[Dive]):
    """S1: which of the power's submarines submerge (BG-8.11)."""

    answers: ClassVar[type] = Dive
    instruction: ClassVar[Instruction] = Instruction.SUBMERGE

    def instructed(self, game: Game) -> Dive | None:
        """See `Decision.instructed`: all of them submerge, or none."""
        under = standing(game, self.power).among(piece.id for piece in _own(game, self.power))
        return None if under is None else Dive(under)

    def check(self, game: Game, answer: Dive) -> None:
        """See `Decision.check`."""
        strangers = answer.pieces - {piece.id for piece in _own(game, self.power)}
        if strangers:
            ", ".join(map(str, sorted(strangers)))
            raise Illegal(
                "BG-8.11",
                "{piece} is not one of your submarines in this battle",
                piece=min(strangers),
            )

    def candidates(self, game: Game) -> Iterator[Dive]:
        """Legal answers; for each number of submarines, the one with the lowest ids."""
        subs = [piece.id for piece in _own(game, self.power)]
        return (Dive(frozenset(subs[:count])) for count in range(len(subs) + 1))

    def sample(self, game: Game, draw: random.Random) -> Dive:
        """See `Decision.sample`."""
        subs = [piece.id for piece in _own(game, self.power)]
        return Dive(frozenset(draw.sample(subs, draw.randint(0, len(subs)))))


def standing(game: Game, power: Power) -> Standing:
    """Whether a power's instructions keep its submarines out of the battle being fought (BG-3.4).

    In its own turn it is asked: who attacks with submarines wants them to strike.
    """
    if power == game.active:
        return Standing.ASK
    return game.instructions_of(power).submerging(current_battle(game).space)


def destroyers_fixed(game: Game) -> Game:
    """S0: note which side has a destroyer alive in the battle, of any power (BG-8.7, 8.9; R4).

    Implements: BG-8.9, R4
    """

    def any_destroyer(role: Role) -> bool:
        pieces = engaged(game, role)
        return any(game.rules.counts_as(game, piece, Trait.DESTROYER) for piece in pieces)

    return game.update_battle(
        attacker_destroyer=any_destroyer(Role.ATTACKER),
        defender_destroyer=any_destroyer(Role.DEFENDER),
    )


def surprise_strike(game: Game, role: Role) -> bool:
    """Whether a side's submarines submerge in S1 or strike in S2; else they fire with the rest."""
    return not current_battle(game).destroyer(role.other)


def submerge(game: Game, power: Power) -> Step:
    """S1 for one power, before any die is rolled: its submarines submerge or stay.

    Not asked where they have no choice, or all their enemies have submerged before them.

    Implements: BG-8.11, R3
    """
    role = role_of(game, power)
    if (
        not game.rules.side_may_submerge(game, role)
        or not _own(game, power)
        or not engaged(game, role.other)
    ):
        return game
    game, answer = yield from ask(game, Submerge(power))
    return game.rules.submerge_pieces(game, power, tuple(sorted(answer.pieces)))


def submerge_pieces(game: Game, power: Power, pieces: tuple[PieceId, ...]) -> Game:
    """Pieces of a power leave the battle for good and stay in the sea zone (BG-8.11)."""
    if not pieces:
        return game
    battle = current_battle(game)
    return game.update_battle(
        attackers=tuple(piece for piece in battle.attackers if piece not in pieces),
        defenders=tuple(piece for piece in battle.defenders if piece not in pieces),
        submerged=tuple(sorted({*battle.submerged, *pieces})),
    ).with_events(Submerged(battle.space, power, pieces))


def strikers(game: Game, role: Role) -> tuple[Piece, ...]:
    """Pieces of a side that strike in S2."""
    if not game.rules.surprise_strike(game, role):
        return ()
    return tuple(
        piece for piece in engaged(game, role) if game.rules.counts_as(game, piece, Trait.SUBMARINE)
    )


def _own(game: Game, power: Power) -> tuple[Piece, ...]:
    return tuple(
        piece
        for piece in engaged(game, role_of(game, power))
        if piece.owner == power
        and game.rules.counts_as(game, piece, Trait.SUBMARINE)
        and game.rules.piece_may_submerge(game, piece)
    )
