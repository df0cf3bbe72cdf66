"""What a browser may say, and how answers to it are told apart.

Every message is one JSON object. Anything else ends the connection: our own page never says it.
"""

__all__ = [
    "Answer",
    "Asked",
    "Assign",
    "Buy",
    "Chat",
    "Claim",
    "Consent",
    "Declare",
    "Drop",
    "End",
    "Gesture",
    "GiveUp",
    "Hello",
    "Home",
    "Keep",
    "Lay",
    "Light",
    "Lose",
    "Move",
    "Note",
    "Open",
    "OpenRule",
    "Option",
    "Orders",
    "Pick",
    "Place",
    "PlaceSubs",
    "Preview",
    "RaiseHand",
    "Reorganize",
    "Report",
    "Seek",
    "Send",
    "Share",
    "Shuffle",
    "Spot",
    "Stand",
    "TakeBack",
    "Transfers",
    "Under",
    "Undo",
    "Vow",
    "WaiveWindows",
    "read",
]

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from client.errors import InvalidMessage
from client.schema.model import Model, Name, Number
from client.table.entering import (
    Create,
    Draft,
    Enter,
    Forget,
    Leave,
    MakeKey,
    OpenMap,
    OpenScenario,
    RestoreKey,
    Resume,
    Unlock,
    WroteDown,
)

Numbers: TypeAlias = Annotated[list[Number], Field(max_length=400)]
Counts: TypeAlias = Annotated[dict[Name, Number], Field(max_length=400)]


# Gestures: one answer each to the decision that is asked


class Option(Model):
    """The answer with this number in the list that was offered."""

    do: Literal["option"]
    number: Number


class Buy(Model):
    """Units by kind and repairs by territory (BG-5)."""

    do: Literal["buy"]
    units: Counts
    repairs: Counts = Field(default_factory=dict)


class Move(Model):
    """Pieces are dragged to a space: they move by a shortest way, board or land there, as fits."""

    do: Literal["move"]
    pieces: Numbers
    to: Name


class TakeBack(Model):
    """Pieces go back to where they stood when the phase began."""

    do: Literal["back"]
    pieces: Numbers


class Home(Model):
    """Aircraft that are in the air land, carriers go where they are needed, as far as can be."""

    do: Literal["home"]


class End(Model):
    """Nothing more is moved in this phase."""

    do: Literal["done"]


class Declare(Model):
    """Where to attack; which ships bombard, and which aircraft raid, by territory (BG-7.14)."""

    do: Literal["declare"]
    attack: Annotated[list[Name], Field(max_length=200)]
    bombard: Annotated[dict[Name, Numbers], Field(max_length=200)] = Field(default_factory=dict)
    raid: Annotated[dict[Name, Numbers], Field(max_length=200)] = Field(default_factory=dict)


class Lose(Model):
    """Hits by piece (BG-8.13)."""

    do: Literal["lose"]
    hits: Counts


class Pick(Model):
    """Some of the pieces that were offered, or one of them (`client.table.choosing`)."""

    do: Literal["pick"]
    pieces: Numbers


class Assign(Model):
    """What each piece or space is aimed at; those left out are aimed at nothing."""

    do: Literal["assign"]
    to: Annotated[dict[Name, Name], Field(max_length=400)]


class Share(Model):
    """How much each name gets."""

    do: Literal["share"]
    of: Counts


class Vow(Model):
    """A fighter flies without a landing planned (WK-1)."""

    do: Literal["vow"]
    piece: Number


class Lay(Model):
    """A transport lays a mine (WM-2)."""

    do: Literal["lay"]
    piece: Number


class Spot(Model):
    """Units of a kind in a space, charged to a complex (BG-10.1)."""

    kind: Name
    complex: Name
    at: Name
    count: Number


class Place(Model):
    """All placements of a Mobilize phase."""

    do: Literal["place"]
    spots: Annotated[list[Spot], Field(max_length=200)]


class Drop(Model):
    """A new token with so many submarines (0: a decoy), in a zone, charged to a complex."""

    at: Name
    complex: Name
    count: Number


class PlaceSubs(Model):
    """New tokens, and submarines that join tokens on the board, by handle (SS-1).

    `charge` names the complex of each token that could be charged to several; else it is the first.
    """

    do: Literal["place_subs"]
    new: Annotated[list[Drop], Field(max_length=20)]
    join: Counts = Field(default_factory=dict)
    charge: Annotated[dict[Name, Name], Field(max_length=400)] = Field(default_factory=dict)


class Open(Model):
    """Sizes of the opening groups of each sea zone (SS-0.8)."""

    do: Literal["open"]
    zones: Annotated[dict[Name, Numbers], Field(max_length=100)]


class Stand(Model):
    """Tokens that submerge before they are turned up (SS-3.1)."""

    do: Literal["stand"]
    submerge: Numbers


class Transfers(Model):
    """Submarines that go from one group to another."""

    source: Number
    target: Number
    count: Number


class Under(Model):
    """Revealed groups that submerge, and submarines that join one (SS-3.4)."""

    do: Literal["under"]
    tokens: Numbers
    joins: Annotated[list[Transfers], Field(max_length=20)] = Field(default_factory=list)


class Shuffle(Model):
    """Tokens that are shuffled face down (SS-4.3)."""

    do: Literal["shuffle"]
    tokens: Numbers


class Reorganize(Model):
    """Submarines change groups among the tokens of one zone (SS-4.1)."""

    do: Literal["reorganize"]
    token: Number
    transfers: Annotated[list[Transfers], Field(max_length=20)]
    remove: Numbers = Field(default_factory=list)


class Claim(Model):
    """A token is shown to be one of some pieces of its last shuffle (SS-4.3b)."""

    do: Literal["claim"]
    token: Number
    pieces: Numbers


class Remove(Model):
    """A decoy leaves the board, showing itself (SS-1.3)."""

    do: Literal["remove"]
    token: Number


Gesture: TypeAlias = Annotated[
    Option
    | Buy
    | Move
    | TakeBack
    | Home
    | End
    | Declare
    | Lose
    | Pick
    | Assign
    | Share
    | Vow
    | Lay
    | Place
    | PlaceSubs
    | Open
    | Stand
    | Under
    | Shuffle
    | Reorganize
    | Claim
    | Remove,
    Field(discriminator="do"),
]


# What a page asks for


class Hello(Model):
    """The first message: the token of the link, and the last number that the page has seen."""

    type: Literal["hello"]
    token: Annotated[str, Field(max_length=100)]


class Answer(Model):
    """A gesture that answers the decision; staged, and sent where it cannot wait."""

    type: Literal["answer"]
    id: Number
    gesture: Gesture


class Preview(Model):
    """What a gesture would come to, where pieces could go, or who could come; changes nothing."""

    type: Literal["preview"]
    id: Number
    gesture: Gesture | None = None
    pieces: Numbers = Field(default_factory=list)
    to: Name | None = None


class Undo(Model):
    """Take back the last answer that is not sent."""

    type: Literal["undo"]
    id: Number


class Send(Model):
    """Send what is staged."""

    type: Literal["send"]
    id: Number


class GiveUp(Model):
    """Resign the game."""

    type: Literal["resign"]
    id: Number


class Consent(Model):
    """Whether to sign the charter that is proposed."""

    type: Literal["consent"]
    id: Number
    agreed: bool


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
    """Standing orders (`client.seat.memo.Standing`)."""

    type: Literal["orders"]
    id: Number
    losses: Annotated[tuple[Name, ...], Field(max_length=40, strict=False)]
    submerge: Literal["ask", "always", "never"]
    retreat: Annotated[int, Field(ge=0, le=100)] | None


class Note(Model):
    """A note on a token, for this player alone; an empty one is taken back."""

    type: Literal["note"]
    id: Number
    token: Number
    text: Annotated[str, Field(max_length=120)]


class Chat(Model):
    """A line to the others, beside the log."""

    type: Literal["say"]
    id: Number
    text: Annotated[str, Field(max_length=300)]


class Keep(Model):
    """The log as a file."""

    type: Literal["keep"]
    id: Number


class Report(Model):
    """The audit's verdict on the log so far."""

    type: Literal["report"]
    id: Number


class Light(Model):
    """Whether this player's pages are dark, here and at tables to come."""

    type: Literal["light"]
    id: Number
    dark: bool


class OpenRule(Model):
    """Show a paragraph of the rulebook."""

    type: Literal["rule"]
    id: Number
    number: Name


class Seek(Model):
    """In a replay: show the game after this many entries."""

    type: Literal["seek"]
    id: Number
    entry: Number


Asked: TypeAlias = (
    Answer
    | Preview
    | Undo
    | Send
    | GiveUp
    | Consent
    | RaiseHand
    | WaiveWindows
    | Orders
    | Note
    | Chat
    | Keep
    | Report
    | Light
    | OpenRule
    | Seek
    | MakeKey
    | Unlock
    | RestoreKey
    | WroteDown
    | OpenScenario
    | OpenMap
    | Draft
    | Create
    | Enter
    | Resume
    | Forget
    | Leave
)

_MESSAGE: TypeAdapter[Hello | Asked] = TypeAdapter(
    Annotated[Hello | Asked, Field(discriminator="type")]
)


def read(text: str) -> Hello | Asked:
    """Read one message.

    Raises:
        InvalidMessage: it is none.
    """
    try:
        return _MESSAGE.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "message"
        raise InvalidMessage(f"{where}: {first['msg']}", "reload the page") from None
