"""Decisions as a page is asked them: what is offered, and what is proposed.

Each form has a `kind`, which names the control that answers it. What is offered is a function of
the public game and, for its owner's page alone, of the player's own groups. Pieces are given by
their handles, spaces and kinds of units by their names.
"""

__all__ = [
    "Actions",
    "AssignForm",
    "AssignRow",
    "Barred",
    "Battery",
    "Berth",
    "CasualtiesForm",
    "ClaimOffer",
    "DeclareForm",
    "Form",
    "GroupsForm",
    "HeldToken",
    "Joinable",
    "MenuForm",
    "MobilizeForm",
    "OpeningForm",
    "OrdersForm",
    "PickForm",
    "PlaceSubsForm",
    "PurchaseForm",
    "Question",
    "RaidTarget",
    "ShareForm",
    "ShareRow",
    "ShareWords",
    "ShotView",
    "SidesForm",
    "SpotView",
    "Stray",
    "Target",
    "WindowForm",
    "Words",
]

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from client.table.record import Record
from engine.battles import Role


class Barred(Record):
    """Why an answer is not legal: the rule, and its reason."""

    rule: str
    reason: str


class ShotView(Record):
    """Dice of units that are alike.

    Attributes:
        role: of the side that fires.
        kind: of the units.
        strength: what a die may show at most to hit.
        dice: each with whether it counts as a hit.
        hits: how many, with the sure ones.
        sure: hits that needed no die.
    """

    role: Role
    kind: str
    strength: int
    dice: tuple[tuple[int, bool], ...]
    hits: int
    sure: int


# Any decision


class MenuForm(Record):
    """A list of answers, of which one is chosen by its number.

    Attributes:
        options: the answers in words.
        more: whether there are more legal answers than these.
        spaces: what each answer is about, so that the map can show it.
        hint: what helps to choose.
        win: the attacker's chance to win in percent, if the battle goes on.
        shots: dice that have fallen, where one is to be chosen.
    """

    kind: Literal["menu"] = "menu"
    options: tuple[str, ...]
    more: bool
    spaces: tuple[str | None, ...]
    hint: str | None = None
    win: int | None = None
    shots: tuple[ShotView, ...] = ()


class WindowForm(Record):
    """A window: actions of house rules, or a pass (SS-4.0)."""

    kind: Literal["window"] = "window"


class Words(Record):
    """How a choice of pieces, or of targets, is put.

    Attributes:
        chosen: what a chosen piece does.
        left: what any other does.
        send: the button that sends a choice.
        none: the button with nothing chosen; None if something must be.
    """

    chosen: str
    left: str
    send: str
    none: str | None


class PickForm(Record):
    """Some of the pieces that are offered, or at most one of them."""

    kind: Literal["pick"] = "pick"
    offered: tuple[int, ...]
    one: bool
    proposed: tuple[int, ...]
    words: Words
    spaces: tuple[str, ...]
    hint: str | None = None


class Target(Record):
    """A space, a piece or a depth, by its key; where it is, if it is on the board."""

    key: str
    name: str
    at: str | None = None
    piece: int | None = None


class AssignRow(Target):
    """What can be aimed.

    Attributes:
        targets: keys of what it could be aimed at.
        now: what it is aimed at as long as nothing is chosen.
    """

    targets: tuple[str, ...]
    now: str | None


class AssignForm(Record):
    """A target for each of some pieces or spaces.

    Attributes:
        rows: what can be aimed.
        targets: by key.
        lacking: whether a row may have no target.
        words: of the form.
        spaces: the targets that are spaces.
    """

    kind: Literal["assign"] = "assign"
    rows: tuple[AssignRow, ...]
    targets: Mapping[str, Target]
    lacking: bool
    words: Words
    spaces: tuple[str, ...]


class ShareRow(Record):
    """Who, or what, may get how much at most."""

    name: str
    most: int


class ShareWords(Record):
    """The buttons that send a division, and one that gives nothing."""

    send: str
    none: str


class ShareForm(Record):
    """How much each of some spaces, powers or wares gets.

    Attributes:
        rows: who may get something.
        total: IPC to divide.
        price: of one, in IPC.
        exactly: whether all of it must be divided.
        proposed: shares by name.
        words: of the buttons.
        spaces: the names that are spaces.
    """

    kind: Literal["share"] = "share"
    rows: tuple[ShareRow, ...]
    total: int
    price: int
    exactly: bool
    proposed: Mapping[str, int]
    words: ShareWords
    spaces: tuple[str, ...]


# Economy


class PurchaseForm(Record):
    """Purchase Units (BG-5).

    Attributes:
        treasury: IPC at hand.
        capacity: units that all complexes of the power can place together; None: any number.
        waiting: units that wait to be placed already.
        wares: price by kind of unit.
        repairs: by damaged territory, what one, two, ... points of repair cost together.
    """

    kind: Literal["purchase"] = "purchase"
    treasury: int
    capacity: int | None
    waiting: int
    wares: Mapping[str, int]
    repairs: Mapping[str, tuple[int, ...]]


class SpotView(Record):
    """Units of a kind in a space, charged to a complex (BG-10.1)."""

    kind: str
    complex: str
    at: str
    count: int


class MobilizeForm(Record):
    """Mobilize New Units (BG-10).

    Attributes:
        waiting: how many units of each kind are to be placed.
        slots: spaces by the complex that they would be charged to, by kind.
        uses: capacity that one unit of a kind takes.
        rooms: capacity of each complex; None: without limit.
        proposed: a legal answer to begin from.
    """

    kind: Literal["mobilize"] = "mobilize"
    waiting: Mapping[str, int]
    slots: Mapping[str, Mapping[str, tuple[str, ...]]]
    uses: Mapping[str, int]
    rooms: Mapping[str, int | None]
    proposed: tuple[SpotView, ...]


# Movement


class Stray(Record):
    """A piece that was moved without a combat purpose, and where it is."""

    id: int
    at: str


class OrdersForm(Record):
    """Orders of a movement phase, one by one.

    Attributes:
        movable: pieces that can still move.
        back: pieces that can go back to where they stood when the phase began.
        aimless: pieces that were moved without a combat purpose (BG-7.1).
        done: why the phase cannot end yet; None if it can.
        airborne: spaces over which aircraft have no place to land (BG-9.3).
        drops: whether bombers may drop infantry.
    """

    kind: Literal["orders"] = "orders"
    movable: tuple[int, ...]
    back: tuple[int, ...]
    aimless: tuple[Stray, ...]
    done: Barred | None
    airborne: tuple[str, ...]
    drops: bool


class Battery(Record):
    """Ships that could bombard a territory, and how many of them may (BG-8.5b)."""

    ships: tuple[int, ...]
    most: int


class RaidTarget(Record):
    """Aircraft that could raid a complex or escort the raid, and its damage (BG-8.3)."""

    bombers: tuple[int, ...]
    escorts: tuple[int, ...]
    damage: int


class DeclareForm(Record):
    """Where to attack, which ships bombard, which bombers raid (BG-7.14).

    Attributes:
        must: sea zones with a battle in any case.
        may: sea zones in which to attack or not.
        proposed: those of `may` to begin with.
        cannot: sea zones in which an attack could hit nothing (BG-8.23).
        guns: by territory.
        raids: by territory.
        spaces: what may be clicked on the map.
    """

    kind: Literal["declare"] = "declare"
    must: tuple[str, ...]
    may: tuple[str, ...]
    proposed: tuple[str, ...]
    cannot: tuple[str, ...]
    guns: Mapping[str, Battery]
    raids: Mapping[str, RaidTarget]
    spaces: tuple[str, ...]


# Battles


class CasualtiesForm(Record):
    """Hits to be assigned (BG-8.13).

    Attributes:
        role: of the side that takes them.
        targets: how many hits each piece can take.
        hits: how many there are.
        proposed: hits by piece, to begin with.
    """

    kind: Literal["casualties"] = "casualties"
    role: Role
    targets: Mapping[int, int]
    hits: int
    proposed: Mapping[int, int]


class SidesForm(Record):
    """Which tokens submerge before they are turned up (SS-3.1); why none may, if so."""

    kind: Literal["sides"] = "sides"
    tokens: tuple[int, ...]
    barred: Barred | None


class HeldToken(Record):
    """A token, and the group in it as far as the player knows; how many submarines that has."""

    id: int
    group: int | None
    size: int | None = None


class GroupsForm(Record):
    """Which revealed groups submerge, and which submarines join a submerged one (SS-3.4)."""

    kind: Literal["groups"] = "groups"
    tokens: tuple[HeldToken, ...]
    under: tuple[HeldToken, ...]


# Submarines


class OpeningForm(Record):
    """The opening groups of each sea zone (SS-0.8).

    Attributes:
        printed: submarines by sea zone.
        groups: boxes of the tracker.
        decoys: how many there may be.
    """

    kind: Literal["opening"] = "opening"
    printed: Mapping[str, int]
    groups: int
    decoys: int


class Berth(Record):
    """A sea zone for a new token, and the complex that it is charged to."""

    at: str
    complex: str


class Joinable(Record):
    """A token that new submarines may join: where it is, its group, complexes to charge."""

    at: str
    group: int | None
    complexes: tuple[str, ...]


class PlaceSubsForm(Record):
    """New tokens, and submarines that join tokens on the board (SS-1).

    Attributes:
        waiting: submarines to place.
        supply: tokens that are left.
        most: new tokens at most.
        berths: places for them.
        rooms: capacity of each complex; None: without limit.
        joinable: tokens on the board that may grow.
    """

    kind: Literal["place_subs"] = "place_subs"
    waiting: int
    supply: int
    most: int
    berths: tuple[Berth, ...]
    rooms: Mapping[str, int | None]
    joinable: Mapping[int, Joinable]


Form: TypeAlias = Annotated[
    MenuForm
    | WindowForm
    | PickForm
    | AssignForm
    | ShareForm
    | PurchaseForm
    | MobilizeForm
    | OrdersForm
    | DeclareForm
    | CasualtiesForm
    | SidesForm
    | GroupsForm
    | OpeningForm
    | PlaceSubsForm,
    Field(discriminator="kind"),
]


# What a decision is asked with


class ClaimOffer(Record):
    """What could be shown of a shuffled token: one of these pieces (SS-4.3b).

    Attributes:
        token: that is uncertain.
        pieces: that it is one of.
        left: steps that each of them has left.
        moved: whether they have moved.
    """

    token: int
    pieces: tuple[int, ...]
    left: int
    moved: bool


class Actions(Record):
    """What house rules let the player do besides answering.

    Attributes:
        shuffle: tokens by sea zone (SS-4.3).
        reorganize: tokens that may exchange submarines, by class (SS-4.1).
        remove: decoys that may leave the board (SS-1.3).
        claims: what can be shown of shuffled tokens (SS-4.3b).
        vow: fighters that may take the vow (WK-1).
        lay: transports that may lay a mine (WM-2).
    """

    shuffle: Mapping[str, tuple[int, ...]] = Field(default_factory=dict)
    reorganize: tuple[tuple[int, ...], ...] = ()
    remove: tuple[int, ...] = ()
    claims: tuple[ClaimOffer, ...] = ()
    vow: tuple[int, ...] = ()
    lay: tuple[int, ...] = ()


class Question(Record):
    """A decision that is asked of the player.

    Attributes:
        id: names this question: an answer to any other is refused.
        name: of the kind of decision.
        power: whose decision it is.
        asks: the question in words.
        space: that it is about, if it is about one.
        form: how it is answered.
        actions: of house rules; None where none can be taken.
    """

    id: str
    name: str
    power: str
    asks: str
    space: str | None
    form: Form
    actions: Actions | None
