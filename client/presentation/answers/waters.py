"""Depths, hunts and convoys: answers in the words of DS, SW and CD."""

__all__ = ["chapter"]

from client.presentation.answers.naming import named, stacks
from client.presentation.words import handles
from client.seat.view import PlayerView
from engine.economy.convoys import ShownRaiders
from engine.pieces import Figure, PieceId
from engine.variants.convoys.raids import Division
from engine.variants.depth.declaring import DepthDeclaration
from engine.variants.depth.depths import Depth
from engine.variants.depth.detection import FiringSubmarines, Searchers
from engine.variants.depth.diving import DivingSubmarines
from engine.variants.submarine_warfare.hunting import (
    BreakOffDuel,
    Direct,
    EscapeAttempt,
    FightOn,
    Hunt,
    HuntTarget,
    StopHunting,
)
from engine.variants.submarine_warfare.patrol import Targets


def chapter(view: PlayerView, answer: object) -> str | None:
    """What an answer about submarines or convoys says."""
    match answer:
        case DepthDeclaration(depths):
            sorts = ([p for p, at in depths.items() if at is depth] for depth in Depth)
            changes = (
                f"{stack} {depth.value}"
                for depth, by in zip(Depth, sorts, strict=True)
                for stack in stacks(view, by)
            )
            return f"depth {'; '.join(changes) or 'nothing'}"
        case Searchers(pieces):
            return f"search with {named(view, pieces) or 'none'}"
        case FiringSubmarines(pieces):
            return f"fire with {named(view, pieces) or 'none'}"
        case DivingSubmarines(pieces):
            return f"dive away with {named(view, pieces) or 'none'}"
        case ShownRaiders(pieces):
            return f"raid with {handles(pieces) or 'none'}"
        case Division(losses):
            shares = (f"{ipc} {territory}" for territory, ipc in sorted(losses.items()))
            return f"divide {', '.join(shares) or 'nothing'}"
        case _:
            return _hunt(view, answer)


def _hunt(view: PlayerView, answer: object) -> str | None:
    match answer:
        case Hunt(hunter):
            return f"hunt with {named(view, (hunter,))}"
        case StopHunting():
            return "stop the hunt"
        case HuntTarget(piece):
            return f"name {_prey(view, piece)}"
        case Direct(destroyer):
            sent = "" if destroyer is None else named(view, (destroyer,))
            return f"send {sent}" if sent else "attack with the aircraft itself"
        case EscapeAttempt(leaves):
            return "leave the fight" if leaves else "stay and fight"
        case FightOn():
            return "fight on"
        case BreakOffDuel():
            return "break off"
        case Targets(at):
            rolls = (
                f"{named(view, (destroyer,))} at {named(view, (sub,))}"
                for destroyer, sub in sorted(at.items())
            )
            return f"roll {'; '.join(rolls) or 'none'}"
        case _:
            return None


def _prey(view: PlayerView, piece: PieceId) -> str:
    """A token by its handle; submarines are alike, but for their owner."""
    found = view.game.pieces[piece]
    return f"{found.owner}'s submarine" if isinstance(found, Figure) else handles((piece,))
