"""What has happened, to be played back on the map step by step, and in brief."""

__all__ = ["Away", "AwayLine", "Leg", "Playback", "PlaybackStep", "StepKind"]

from collections.abc import Mapping
from typing import Literal, TypeAlias

from client.schema.game import Battle, Space, Turn
from client.schema.log import Clash, Step
from client.schema.model import Model

StepKind: TypeAlias = Literal[
    "move",
    "attack",
    "fire",
    "loss",
    "reveal",
    "shuffle",
    "dive",
    "capture",
    "place",
    "turn",
    "told",
]


class Leg(Model):
    """Pieces that go one way: the spaces from where they stood to where they stand now."""

    route: tuple[str, ...]
    pieces: tuple[int, ...]


class PlaybackStep(Model):
    """One thing that happened, and the board after it.

    Attributes:
        kind: what it is, by which it is drawn.
        entry: how many entries have been told once it is over.
        seat: of who signed the last of them.
        power: whose doing or suffering it is, if it is one power's.
        text: a sentence.
        matters: what it may mean for hidden tokens, a sentence; None if nothing.
        space: where it happened.
        legs: of a move; several if all of them end in one space.
        clash: the battle, raid or throw that begins with it, without its steps.
        fallen: dice, and what came of them, to be added to the battle board.
        spaces: those that have changed since the step before.
        battle: that is fought after it.
        turn: in which it happened, and in which phase.
    """

    kind: StepKind
    entry: int
    seat: int
    power: str | None
    text: str
    matters: str | None = None
    space: str | None = None
    legs: tuple[Leg, ...] = ()
    clash: Clash | None = None
    fallen: tuple[Step, ...] = ()
    spaces: Mapping[str, Space]
    battle: Battle | None
    turn: Turn


class Playback(Model):
    """Some entries, to be played back.

    Attributes:
        start: the spaces before the first of them, if they were asked for.
        steps: in their order.
        until: how many entries have been told once the last step is over.
    """

    start: Mapping[str, Space] | None
    steps: tuple[PlaybackStep, ...]
    until: int


class AwayLine(Model):
    """Something that happened while the player was away: what it is about, in words, where."""

    kind: Literal["battle", "capture", "loss", "token", "turn"]
    power: str | None
    text: str
    space: str | None


class Away(Model):
    """What happened since the player looked on last.

    Attributes:
        after: how many entries the player has seen.
        until: how many there are.
    """

    after: int
    until: int
    lines: tuple[AwayLine, ...]
