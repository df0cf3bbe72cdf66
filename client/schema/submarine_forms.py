"""Forms of Secret Subs: groups, tokens, and the actions that shuffle and reorganize them."""

__all__ = [
    "ClaimForm",
    "GroupToken",
    "GroupsForm",
    "JoinableToken",
    "NewTokenSlot",
    "OpeningForm",
    "PlaceSubsForm",
    "PossibleOrigin",
    "Prospect",
    "Prospects",
    "ReorganizeForm",
    "ShuffleForm",
    "SubmergedToken",
]

from collections.abc import Mapping
from typing import Literal

from client.schema.model import Model


class Prospect(Model):
    """How a battle goes on, by the odds, after a choice.

    Attributes:
        pieces: those that are chosen, and no others.
        title: the choice in words; empty where each piece stands in a row of its own.
        words: how the battle may end for who chooses.
    """

    pieces: tuple[int, ...]
    title: str
    words: str


class Prospects(Model):
    """How a battle goes on after each of some choices.

    Attributes:
        notes: what these odds take for granted, in sentences.
    """

    choices: tuple[Prospect, ...]
    notes: str


class GroupToken(Model):
    """A token that lies face up, with its group and the submarines in it."""

    id: int
    group: int
    size: int


class SubmergedToken(Model):
    """A submerged token, with its group where the player knows it."""

    id: int
    group: int | None


class GroupsForm(Model):
    """Revealed groups that submerge, and submarines that join a submerged one (SS-3.4).

    Attributes:
        prospects: how the battle goes on, by the tokens that submerge.
    """

    kind: Literal["groups"] = "groups"
    tokens: tuple[GroupToken, ...]
    under: tuple[SubmergedToken, ...]
    prospects: Prospects


class OpeningForm(Model):
    """The opening groups (SS-0.8).

    Attributes:
        printed: submarines by sea zone.
        groups: how many the power has.
        decoys: how many decoys may be placed.
    """

    kind: Literal["opening"] = "opening"
    printed: Mapping[str, int]
    groups: int
    decoys: int


class NewTokenSlot(Model):
    """A sea zone where a new token may be placed, charged to a complex."""

    at: str
    complex: str


class JoinableToken(Model):
    """A token that new submarines may join.

    Attributes:
        complexes: those that they could be charged to.
    """

    at: str
    group: int | None
    complexes: tuple[str, ...]


class PlaceSubsForm(Model):
    """New submarines and tokens (SS-1).

    Attributes:
        waiting: new submarines.
        supply: tokens that are not on the board.
        most: new tokens at most.
        slots: where new tokens may be placed, the zone with the least danger first.
        rooms: what is left of each complex's capacity; None if it has no limit.
        joinable: by the number of the token.
    """

    kind: Literal["place_subs"] = "place_subs"
    waiting: int
    supply: int
    most: int
    slots: tuple[NewTokenSlot, ...]
    rooms: Mapping[str, int | None]
    joinable: Mapping[int, JoinableToken]


class ShuffleForm(Model):
    """Tokens that may be shuffled with each other, two or more of them (SS-4.3)."""

    kind: Literal["shuffle"] = "shuffle"
    classes: tuple[tuple[int, ...], ...]


class ReorganizeForm(Model):
    """Tokens whose groups may be reorganized with each other (SS-4.1)."""

    kind: Literal["reorganize"] = "reorganize"
    classes: tuple[tuple[int, ...], ...]


class PossibleOrigin(Model):
    """What could be shown of a token that a shuffle has made uncertain (SS-4.3b).

    Attributes:
        pieces: those of the shuffle that it is one of.
        left: movement that it then has.
        moved: whether it then has moved.
    """

    token: int
    pieces: tuple[int, ...]
    left: int
    moved: bool


class ClaimForm(Model):
    """What could be shown of tokens (SS-4.3b)."""

    kind: Literal["claim"] = "claim"
    origins: tuple[PossibleOrigin, ...]
