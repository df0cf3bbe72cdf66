"""What happened while a player was away, in brief: losses, battles, captures, hidden tokens."""

__all__ = ["Digest"]

from collections.abc import Collection
from dataclasses import replace
from typing import Final, Literal

from client.presentation.names import Names
from client.presentation.playback import battle_won, loss_words, matters, place_of, power_of
from client.presentation.words import listed
from client.schema.playback import AwayLine
from engine.battle.events import BattleOpened, BattleOver, Lost
from engine.board import Power, SpaceId
from engine.capture import TerritoryTaken
from engine.game import Event, Game
from engine.movement.orders import Moved
from engine.pieces import PieceId
from engine.turn import TurnBegan
from engine.variants.secret_subs.events import (
    OriginShown,
    ReceiversShown,
    Reorganized,
    SubsPlaced,
    TokensRemoved,
    TokensRevealed,
    TokensShuffled,
)

_Kind = Literal["battle", "capture", "loss", "token", "turn"]
_MOST: Final = 200
"""Lines that are kept; of a longer absence, the latest."""
_ACTS: Final = (
    Moved,
    OriginShown,
    ReceiversShown,
    Reorganized,
    SubsPlaced,
    TokensRemoved,
    TokensShuffled,
)
"""What a power only does itself; it dives and discards by instructions and rules, too."""


class Digest:
    """The lines of an absence, told event by event.

    What a power loses in one battle is one line, and so is the way of tokens that keep together.
    """

    def __init__(self, own: Collection[Power] = ()) -> None:
        """Begin; what the player has done with pieces of these powers is nothing new to tell."""
        self._own = frozenset(own)
        self._lines: dict[object, AwayLine] = {}
        self._losses: dict[tuple[Power, SpaceId], list[Lost]] = {}
        self._attackers: dict[SpaceId, Power] = {}
        self._origins: dict[tuple[PieceId, ...], tuple[SpaceId, Game]] = {}

    @property
    def lines(self) -> tuple[AwayLine, ...]:
        """What happened, in its order; empty if nothing is worth a line."""
        lines = tuple(self._lines.values())
        return () if all(line.kind == "turn" for line in lines) else lines[-_MOST:]

    def add(self, event: Event, before: Game, names: Names) -> None:
        """Add an event to the lines, in the game before it."""
        match event:
            case Lost(owner=owner, at=at):
                losses = self._losses.setdefault((owner, at), [])
                losses.append(event)
                text = f"{loss_words(owner, losses, names)} in {at}"
                self._add("loss", owner, text, at, (owner, at))
            case BattleOpened(space=space, attackers=(first, *_)) if first in before.pieces:
                self._attackers[space] = before.pieces[first].owner
            case BattleOver(space=space):
                attacker = self._attackers.get(space)
                self._add("battle", attacker, battle_won(event, attacker), space)
                self._close(space)
            case TerritoryTaken(space, by, was, now):
                whose = "" if was is None else f" from {was}"
                freed = "" if now == by else f"; it belongs to {now}"
                self._add("capture", by, f"{by} took {space}{whose}{freed}", space)
            case TurnBegan(round=number, powers=powers):
                self._add("turn", powers[0], f"Round {number}: {listed(powers)}", None)
            case _ if isinstance(event, _ACTS) and power_of(before, event) in self._own:
                return
            case Moved(pieces=pieces, origin=origin, to=to):
                start, then = self._origins.get(pieces, (origin, before))
                if start == to or (words := matters(then, replace(event, origin=start))) is None:
                    return
                self._origins[pieces] = start, then
                self._add("token", None, words, to, pieces)
            case TokensRevealed():
                self._add("token", None, f"Turned up: {matters(before, event)}", place_of(event))
            case TokensShuffled(power=power, at=at) if words := matters(before, event):
                self._add("token", None, f"{power} has shuffled tokens in {at}: {words}", at)
            case _:
                if (words := matters(before, event)) is not None:
                    self._add("token", None, words[0].upper() + words[1:], place_of(event))

    def _close(self, space: SpaceId) -> None:
        """What is lost in a space from now on is another line."""
        for key in [one for one in self._losses if one[1] == space]:
            del self._losses[key]
            self._lines[object()] = self._lines.pop(key)

    def _add(
        self, kind: _Kind, power: Power | None, text: str, space: SpaceId | None, key: object = None
    ) -> None:
        """Add a line, or put it in the place of the one with its key."""
        self._lines[key or object()] = AwayLine(kind=kind, power=power, text=text, space=space)
