"""What a page says of the question at hand: answers, questions about the rules, and orders."""

__all__ = [
    "Answer",
    "FindComers",
    "FindDestinations",
    "Forecast",
    "Judge",
    "Note",
    "Orders",
    "RaiseHand",
    "Send",
    "Suppose",
    "Undo",
    "WaiveWindows",
]

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from client.schema.answers import FormAnswer
from client.schema.model import Model, Name, Number
from client.schema.supposed import SupposedBattle

Numbers: TypeAlias = Annotated[list[Number], Field(max_length=400)]


class Answer(Model):
    """What answers a question, by its id; staged, and sent where it cannot wait."""

    type: Literal["answer"]
    id: Number
    question: Name
    answer: FormAnswer


class Judge(Model):
    """Whether the rules would take an answer; changes nothing."""

    type: Literal["judge"]
    id: Number
    answer: FormAnswer


class FindDestinations(Model):
    """Where pieces could go."""

    type: Literal["destinations"]
    id: Number
    pieces: Numbers


class FindComers(Model):
    """Which pieces could come to a space."""

    type: Literal["comers"]
    id: Number
    to: Name


class Forecast(Model):
    """How it would go if pieces attacked a space in their turn, as things are now."""

    type: Literal["forecast"]
    id: Number
    pieces: Numbers
    to: Name


class Suppose(Model):
    """The odds of a battle that is supposed in a space; null: as things stand.

    Attributes:
        attacker: who attacks, as things stand; null: whose turn comes first.
    """

    type: Literal["suppose"]
    id: Number
    space: Name
    attacker: Name | None
    battle: SupposedBattle | None


class Undo(Model):
    """Take back the last answer that is not sent, if this is still the question."""

    type: Literal["undo"]
    id: Number
    question: Name


class Send(Model):
    """Send what is staged, if this is still the question."""

    type: Literal["send"]
    id: Number
    question: Name


class RaiseHand(Model):
    """Ask for a window at the next boundary."""

    type: Literal["hand"]
    id: Number


class WaiveWindows(Model):
    """Do without windows from here on, or take them back (SS-4.0)."""

    type: Literal["waive"]
    id: Number
    waived: bool


class Orders(Model):
    """Standing orders (`client.seat.standing_orders.StandingOrders`)."""

    type: Literal["orders"]
    id: Number
    losses: Annotated[tuple[Name, ...], Field(max_length=40, strict=False)]
    best_losses: bool = False
    keep_land: bool = False
    only_answers: bool = False
    submerge: Literal["ask", "always", "never"]
    retreat: Annotated[int, Field(ge=0, le=100)] | None


class Note(Model):
    """A note on a token, for this player alone; an empty one is taken back."""

    type: Literal["note"]
    id: Number
    token: Number
    text: Annotated[str, Field(max_length=120)]
