"""What a player keeps for itself: standing orders, and notes on tokens. No other node sees it.

Standing orders are answers given beforehand. The node sends each when it is asked for, as the
ordinary answer that it is; whatever they do not cover is asked of the player.
"""

__all__ = ["Memo", "Standing", "Submerging", "answered", "forced", "prospects"]

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from pathlib import Path
from typing import Annotated, Final, Self, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from client.bots.captain.combat import outlook
from client.bots.captain.situation import Situation
from client.errors import ClientError
from client.seat.prospects import unforeseen
from client.seat.view import PlayerView
from engine.battle.casualties import Casualties, Losses, salvo
from engine.battle.retreat import BreakOff, Press, Retreat, Withdraw
from engine.battle.sides import current
from engine.battle.submarines import Dive, Submerge
from engine.game import Game
from engine.odds import End, Odds
from engine.pieces import Figure, PieceId
from engine.units import SUBMARINE
from engine.variants.secret_subs.combat import ChooseSides, GoUnder, Stand, SubmergeGroups
from p2p.system import replace_private

A = TypeVar("A")

_MOST_NOTES: Final = 400


@unique
class Submerging(StrEnum):
    """What submarines do where they may submerge (BG-8.11, SS-3.1, SS-3.4)."""

    ASK = "ask"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Standing:
    """Standing orders.

    Attributes:
        losses: kinds of units in the order in which they take hits (BG-8.13); units of other kinds
            come after them, the cheapest first. Empty to be asked.
        submerge: what submarines do where they may submerge.
        retreat: percent of the chance to win, or to come to a standoff, below which an attack is
            broken off, and from which on it is pressed (BG-8.19); None to be asked, as where the
            odds cannot tell.
    """

    losses: tuple[str, ...] = ()
    submerge: Submerging = Submerging.ASK
    retreat: Annotated[int, Field(ge=0, le=100)] | None = None


@dataclass(frozen=True, slots=True)
class Memo:
    """What is kept of one game.

    Attributes:
        standing: the standing orders.
        notes: by the handle of a token.
        waive: whether windows are waived from the next answer on, or taken back (SS-4.0); None if
            they stay as they are.
        address: where this player's node listens and the others find it, as HOST:PORT; empty if it
            does not listen.
    """

    standing: Standing = field(default_factory=Standing)
    notes: Mapping[int, str] = field(default_factory=dict)
    waive: bool | None = None
    address: str = ""

    __pydantic_config__ = ConfigDict(extra="forbid")

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read what `save` wrote; nothing if there is no such file.

        Raises:
            ClientError: the file is damaged.
        """
        try:
            return TypeAdapter(cls).validate_json(file.read_bytes())
        except FileNotFoundError:
            return cls()
        except ValidationError as error:
            advice = "remove it to do without your standing orders and notes"
            raise ClientError(f"{file}: this is no memo", advice) from error

    def noted(self, token: int, text: str) -> Self:
        """With a note on a token; an empty one is taken back.

        Raises:
            ClientError: there are too many.
        """
        notes = {**self.notes, token: text.strip()}
        kept = {number: note for number, note in notes.items() if note}
        if len(kept) > _MOST_NOTES:
            raise ClientError(f"{_MOST_NOTES} notes are kept", "take one back first")
        return replace(self, notes=kept)

    def save(self, file: Path) -> None:
        """Write the memo, readable by this user only, as a whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        replace_private(file, TypeAdapter(Memo).dump_json(self))


def answered(standing: Standing, view: PlayerView) -> object | None:
    """The answer that standing orders give to a decision; None if the player must be asked.

    What is `forced` is answered by any.
    """
    if only := forced(view):
        return only
    match view.decision:
        case Casualties() as decision if standing.losses:
            return _losses(standing.losses, view.game, decision)
        case Retreat() as decision if standing.retreat is not None:
            return _retreat(standing.retreat, view, decision)
        case Submerge() as decision if standing.submerge is not Submerging.ASK:
            dives: list[Dive] = [*decision.candidates(view.game)]
            return _most(dives, standing.submerge, lambda dive: len(dive.pieces))
        case ChooseSides() as decision if standing.submerge is not Submerging.ASK:
            stands: list[Stand] = [*decision.candidates(view.game)]
            return _most(stands, standing.submerge, lambda stand: len(stand.submerge))
        case SubmergeGroups() as decision if standing.submerge is not Submerging.ASK:
            unders: list[GoUnder] = [g for g in decision.candidates(view.game) if not g.joins]
            return _most(unders, standing.submerge, lambda under: len(under.tokens))
        case _:
            return None


def forced(view: PlayerView) -> Stand | None:
    """The answer to a battle slot that leaves nothing to choose nor to do; None if it leaves any.

    An enemy destroyer has all tokens fight (SS-3.1c), yet the slot is asked of who has two of them,
    for they might be reorganized or shuffled. Who has waived its windows does not want that. All of
    it is public, so an answer given at once tells nothing.
    """
    game, decision = view.game, view.decision
    if not isinstance(decision, ChooseSides) or game.seat_of(decision.power) not in game.waived:
        return None
    only, *others = itertools.islice(decision.candidates(game), 2)
    return None if others else only


def prospects(view: PlayerView) -> Odds | str:
    """How the battle at hand goes if its attacker, who is asked, goes on; or why nobody can say."""
    game = view.game
    battle = current(game)
    present = (game.pieces[piece] for piece in (*battle.attackers, *battle.defenders))
    return unforeseen(game, battle.space, present) or outlook(Situation.of(view))


def _losses(order: tuple[str, ...], game: Game, decision: Casualties) -> Losses:
    """The legal assignment nearest to an order of kinds; of a kind, those already damaged last."""
    rank = {kind: number for number, kind in enumerate(order)}

    def place(piece: PieceId) -> tuple[int, int, PieceId]:
        unit = game.pieces[piece]
        kind = unit.kind if isinstance(unit, Figure) else SUBMARINE
        cost = game.rules.unit_type(game, unit.owner, kind).cost
        return rank.get(kind, len(rank)), cost, piece

    room = salvo(game, decision.role).room
    return decision.by_preference(
        game, [piece for piece in sorted(room, key=place) for _ in range(room[piece])]
    )


def _retreat(
    threshold: int, view: PlayerView, decision: Retreat
) -> Press | Withdraw | BreakOff | None:
    """Press on, or the first way out that shows nothing; the player, if every way would.

    Nobody flees from a standoff, where nothing can be lost (BG-8.22).
    """
    odds = prospects(view)
    if isinstance(odds, str):
        return None
    if 100 * (odds.win + odds.chance(End.STANDOFF)) >= threshold:
        return Press()
    ways = [way for way in decision.candidates(view.game) if not isinstance(way, Press)]
    if not ways:
        return Press()
    silent = (way for way in ways if not isinstance(way, Withdraw) or way.by is None)
    return next(silent, None)


def _most(candidates: Sequence[A], submerging: Submerging, size: Callable[[A], int]) -> A:
    """Of the legal answers the one that sends most submarines down, or fewest."""
    ordered = sorted(candidates, key=size)
    return ordered[-1] if submerging is Submerging.ALWAYS else ordered[0]
