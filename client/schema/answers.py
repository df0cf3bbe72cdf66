"""Answers: what a page sends back of a form. What they mean is for the decision's record to say."""

__all__ = [
    "ActionAnswer",
    "AssignAnswer",
    "CasualtiesAnswer",
    "ClaimAnswer",
    "DeclareAnswer",
    "DoneAnswer",
    "FormAnswer",
    "GatherAnswer",
    "GroupsAnswer",
    "LandingAnswer",
    "MenuAnswer",
    "MobilizeAnswer",
    "MoveAnswer",
    "NewToken",
    "OpeningAnswer",
    "PickAnswer",
    "PieceActionAnswer",
    "PlaceSubsAnswer",
    "PlacedUnits",
    "PurchaseAnswer",
    "ReorganizeAnswer",
    "ShareAnswer",
    "ShuffleAnswer",
    "SidesAnswer",
    "SubTransfer",
    "TakeBackAnswer",
]

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from client.schema.model import Counts, Model, Name, Names, Number, Numbers

_ByPiece: TypeAlias = Annotated[Mapping[int, Number], Field(max_length=400, strict=False)]
_Charges: TypeAlias = Annotated[Mapping[int, Name], Field(max_length=400, strict=False)]
_ByLand: TypeAlias = Annotated[Mapping[Name, Numbers], Field(max_length=200)]


class MenuAnswer(Model):
    """The option with this number."""

    do: Literal["option"] = "option"
    number: Number


class PurchaseAnswer(Model):
    """Units by kind, and repairs by territory (BG-5)."""

    do: Literal["buy"] = "buy"
    units: Counts
    repairs: Counts = Field(default_factory=dict)


class MoveAnswer(Model):
    """Pieces are dragged to a space: they move by a shortest way, board or land there, as fits."""

    do: Literal["move"] = "move"
    pieces: Numbers
    to: Name


class GatherAnswer(Model):
    """As many of these pieces as can come go to a space, each by its own way."""

    do: Literal["gather"] = "gather"
    pieces: Numbers
    to: Name


class TakeBackAnswer(Model):
    """Pieces go back to where they stood when the phase began."""

    do: Literal["back"] = "back"
    pieces: Numbers


class LandingAnswer(Model):
    """Aircraft that are in the air land, carriers go where they are needed, as far as can be."""

    do: Literal["home"] = "home"


class DoneAnswer(Model):
    """Nothing more is moved, or done in a window."""

    do: Literal["done"] = "done"


class DeclareAnswer(Model):
    """Where to attack; which ships bombard, and which aircraft raid, by territory (BG-7.14)."""

    do: Literal["declare"] = "declare"
    attack: Names
    bombard: _ByLand = Field(default_factory=dict)
    raid: _ByLand = Field(default_factory=dict)


class CasualtiesAnswer(Model):
    """Hits by piece (BG-8.13)."""

    do: Literal["lose"] = "lose"
    hits: _ByPiece


class PickAnswer(Model):
    """Some of the pieces that were offered."""

    do: Literal["pick"] = "pick"
    pieces: Numbers


class AssignAnswer(Model):
    """The target of each key; those left out have none."""

    do: Literal["assign"] = "assign"
    to: Annotated[Mapping[Name, Name], Field(max_length=400)]


class ShareAnswer(Model):
    """How much each name gets."""

    do: Literal["share"] = "share"
    of: Counts


class PlacedUnits(Model):
    """Units of a kind in a space, charged to a complex (BG-10.1)."""

    kind: Name
    complex: Name
    at: Name
    count: Number


class MobilizeAnswer(Model):
    """All placements of a Mobilize phase."""

    do: Literal["place"] = "place"
    spots: Annotated[tuple[PlacedUnits, ...], Field(max_length=200, strict=False)]


class NewToken(Model):
    """A new token with so many submarines (0: a decoy), in a zone, charged to a complex."""

    at: Name
    complex: Name
    count: Number


class PlaceSubsAnswer(Model):
    """New tokens, and submarines that join tokens on the board, by their numbers (SS-1).

    `charge` names the complex of each token that could be charged to several; else it is the first.
    """

    do: Literal["place_subs"] = "place_subs"
    new: Annotated[tuple[NewToken, ...], Field(max_length=20, strict=False)]
    join: _ByPiece = Field(default_factory=dict)
    charge: _Charges = Field(default_factory=dict)


class OpeningAnswer(Model):
    """Sizes of the opening groups of each sea zone (SS-0.8)."""

    do: Literal["open"] = "open"
    zones: Annotated[Mapping[Name, Numbers], Field(max_length=100)]


class SidesAnswer(Model):
    """Tokens that submerge before they are turned up (SS-3.1)."""

    do: Literal["stand"] = "stand"
    submerge: Numbers


class SubTransfer(Model):
    """Submarines that go from one group to another."""

    source: Number
    target: Number
    count: Number


_Transfers: TypeAlias = Annotated[tuple[SubTransfer, ...], Field(max_length=20, strict=False)]


class GroupsAnswer(Model):
    """Revealed groups that submerge, and submarines that join one (SS-3.4)."""

    do: Literal["under"] = "under"
    tokens: Numbers
    joins: _Transfers = ()


class ShuffleAnswer(Model):
    """Tokens that are shuffled face down (SS-4.3)."""

    do: Literal["shuffle"] = "shuffle"
    tokens: Numbers


class ReorganizeAnswer(Model):
    """Submarines change groups among the tokens of one zone (SS-4.1)."""

    do: Literal["reorganize"] = "reorganize"
    token: Number
    transfers: _Transfers
    remove: Numbers = ()


class ClaimAnswer(Model):
    """A token is shown to be one of some pieces of its last shuffle (SS-4.3b)."""

    do: Literal["claim"] = "claim"
    token: Number
    pieces: Numbers


class PieceActionAnswer(Model):
    """A piece does what the action of this tag lets it do."""

    do: Literal["act"] = "act"
    action: Name
    piece: Number


ActionAnswer: TypeAlias = ShuffleAnswer | ReorganizeAnswer | ClaimAnswer | PieceActionAnswer

FormAnswer: TypeAlias = Annotated[
    MenuAnswer
    | PurchaseAnswer
    | MoveAnswer
    | GatherAnswer
    | TakeBackAnswer
    | LandingAnswer
    | DoneAnswer
    | DeclareAnswer
    | CasualtiesAnswer
    | PickAnswer
    | AssignAnswer
    | ShareAnswer
    | MobilizeAnswer
    | PlaceSubsAnswer
    | OpeningAnswer
    | SidesAnswer
    | GroupsAnswer
    | ActionAnswer,
    Field(discriminator="do"),
]
"""What answers a form, or asks for an action beside it."""
