"""What has happened: lines of the log, and the dice that fell last."""

__all__ = [
    "Clash",
    "Dice",
    "Line",
    "RollStep",
    "RoundStep",
    "Step",
    "TextStep",
    "TurnStart",
    "VolleyStep",
]

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from client.schema.forms import ShotSeen
from client.schema.model import Model


class TurnStart(Model):
    """A turn that begins: its round, and whose it is."""

    round: int
    powers: tuple[str, ...]


class Line(Model):
    """A line of the log, or something said beside it.

    Attributes:
        state: "sealed" if the entry claims something of secrets, "said" if it is no entry.
        kind: the tag of the event, or the kind of words.
        space: that it is about.
        end: how a battle ended, if one did.
        turn: that began, if one did.
        entry: its number.
        seat: of its author.
        who: name of its author.
        minute: when it was signed, by its author's clock, in minutes since 1970.
        hash: the first digits of its SHA-256.
    """

    text: str
    state: Literal["signed", "sealed", "said"]
    kind: str
    space: str | None = None
    end: str | None = None
    turn: TurnStart | None = None
    entry: int | None = None
    seat: int | None = None
    who: str | None = None
    minute: int | None = None
    hash: str | None = None


class RoundStep(Model):
    """A round of combat begins."""

    step: Literal["round"] = "round"
    round: int


class VolleyStep(Model):
    """Units fire: why, and their dice."""

    step: Literal["volley"] = "volley"
    why: str
    shots: tuple[ShotSeen, ...]


class RollStep(Model):
    """Dice outside the volleys of a battle, in words and as they fell."""

    step: Literal["roll"] = "roll"
    text: str
    dice: tuple[int, ...]


class TextStep(Model):
    """What came of the dice before it, in words."""

    step: Literal["text"] = "text"
    text: str


Step: TypeAlias = Annotated[
    RoundStep | VolleyStep | RollStep | TextStep, Field(discriminator="step")
]


class Clash(Model):
    """A battle, a raid or a throw: what it was, where, and its steps in order."""

    title: str
    space: str | None
    steps: tuple[Step, ...]


class Dice(Model):
    """The dice that fell last.

    Attributes:
        latest: None before the first dice.
        end: how it ended; None while it goes on, or where nothing is said of it.
        earlier: what was fought or thrown before in the phase, the latest first.
    """

    latest: Clash | None = None
    end: str | None = None
    earlier: tuple[Clash, ...] = ()
