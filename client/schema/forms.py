"""Forms: how a question is put to a page. Each `kind` is one control, with one kind of answer.

What a form offers is legal by itself; the decision has the last word on what is put together.
Spaces, powers and kinds of units are named; pieces are numbered.
"""

__all__ = [
    "ActionForm",
    "AssignForm",
    "AssignRow",
    "Bombardment",
    "CasualtiesForm",
    "ChoiceWords",
    "DeclareForm",
    "Form",
    "MenuForm",
    "MobilizeForm",
    "NamedTarget",
    "OrdersForm",
    "PickForm",
    "PieceActionForm",
    "PieceWithoutPurpose",
    "PlacementCount",
    "PurchaseForm",
    "Question",
    "RaidTarget",
    "Refusal",
    "ShareForm",
    "ShareRow",
    "ShareWords",
    "ShotSeen",
    "SidesForm",
    "WindowForm",
]

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from client.schema.model import Model
from client.schema.submarine_forms import (
    ClaimForm,
    GroupsForm,
    OpeningForm,
    PlaceSubsForm,
    Prospects,
    ReorganizeForm,
    ShuffleForm,
)


class Refusal(Model):
    """Why the rules would refuse an answer."""

    rule: str
    reason: str


class ShotSeen(Model):
    """The dice of units that are alike.

    Attributes:
        strength: a die up to this hits.
        dice: each result, with whether it counts as a hit.
        sure: hits without a die (low luck).
    """

    role: str
    kind: str
    strength: int
    dice: tuple[tuple[int, bool], ...]
    hits: int
    sure: int


class ChoiceWords(Model):
    """What the parts of a choice are called.

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


class MenuForm(Model):
    """One of the legal answers that are listed.

    Attributes:
        options: in words.
        spaces: the space that each option is about, if it is about one.
        more: whether there are more legal answers than are listed.
        usual: the number of the option that is most often chosen, if there is one.
        battles: whether the options are battles, of which the odds are of interest.
        hint: what helps to choose.
        win: percent of the chance to win with the usual option, where that can be foreseen.
        shots: dice that the choice is about.
    """

    kind: Literal["menu"] = "menu"
    options: tuple[str, ...]
    spaces: tuple[str | None, ...]
    more: bool
    usual: int | None = None
    battles: bool = False
    hint: str | None = None
    win: int | None = None
    shots: tuple[ShotSeen, ...] = ()


class PickForm(Model):
    """Some of the pieces that are offered, or one of them.

    Attributes:
        offered: pieces that could be chosen alone.
        one: whether at most one is chosen.
        spaces: where they stand.
        prospects: how a battle goes on, by the pieces that are chosen.
    """

    kind: Literal["pick"] = "pick"
    offered: tuple[int, ...]
    one: bool
    proposed: tuple[int, ...]
    words: ChoiceWords
    spaces: tuple[str, ...]
    hint: str | None = None
    prospects: Prospects | None = None


class NamedTarget(Model):
    """A space, a piece or a depth.

    Attributes:
        key: what it is called in answers.
        at: where it is, if it is on the map.
        piece: its number, if it is a piece.
    """

    key: str
    name: str
    at: str | None = None
    piece: int | None = None


class AssignRow(NamedTarget):
    """Something that is given a target.

    Attributes:
        targets: keys of what it could be given alone.
        now: its target as long as nothing is chosen.
    """

    targets: tuple[str, ...]
    now: str | None


class AssignForm(Model):
    """A target for each of some pieces or spaces.

    Attributes:
        targets: all of them by key.
        lacking: whether one may be left without a target.
        spaces: targets that are spaces.
        hint: what helps to choose.
    """

    kind: Literal["assign"] = "assign"
    rows: tuple[AssignRow, ...]
    targets: Mapping[str, NamedTarget]
    lacking: bool
    words: ChoiceWords
    spaces: tuple[str, ...]
    hint: str | None = None


class ShareRow(Model):
    """Something that gets at most so much."""

    name: str
    most: int


class ShareWords(Model):
    """The button that sends a division, and its words while nothing is given."""

    send: str
    none: str


class ShareForm(Model):
    """How much each of some spaces, powers or wares gets.

    Attributes:
        total: IPC to share.
        price: IPC for each share.
        exactly: whether all of the total must be shared.
        spaces: rows that are spaces.
    """

    kind: Literal["share"] = "share"
    rows: tuple[ShareRow, ...]
    total: int
    price: int
    exactly: bool
    proposed: Mapping[str, int]
    words: ShareWords
    spaces: tuple[str, ...]


class PurchaseForm(Model):
    """Units and repairs (BG-5).

    Attributes:
        treasury: IPC.
        capacity: units that the power's complexes can place in a turn; None if one has no limit.
        waiting: how many such places are taken by units that are bought or stored already.
        wares: the price of each kind, in IPC.
        uses: how many places one of a kind takes.
        placeless: kinds for which no space is open now, as little as there is.
        damage: damage markers that can be removed, by territory.
        repairs: the price of removing one marker, two, … wherever they lie.
    """

    kind: Literal["purchase"] = "purchase"
    treasury: int
    capacity: int | None
    waiting: int
    wares: Mapping[str, int]
    uses: Mapping[str, int]
    placeless: tuple[str, ...]
    damage: Mapping[str, int]
    repairs: tuple[int, ...]


class PlacementCount(Model):
    """Units of a kind in a space, charged to a complex (BG-10.1)."""

    kind: str
    complex: str
    at: str
    count: int


class MobilizeForm(Model):
    """Where new units are placed (BG-10).

    Attributes:
        waiting: units by kind.
        slots: by kind and complex, the spaces where one may be placed.
        uses: what one of a kind uses of a complex's capacity.
        rooms: what is left of each complex's capacity; None if it has no limit.
        docks: the complexes that can place submarines after all else (SS-1.4), if any wait.
    """

    kind: Literal["mobilize"] = "mobilize"
    waiting: Mapping[str, int]
    slots: Mapping[str, Mapping[str, tuple[str, ...]]]
    uses: Mapping[str, int]
    rooms: Mapping[str, int | None]
    docks: tuple[str, ...]
    proposed: tuple[PlacementCount, ...]


class PieceWithoutPurpose(Model):
    """A piece that has moved in Combat move and would attack nothing."""

    id: int
    at: str


class OrdersForm(Model):
    """Moves, until the phase ends (BG-7, BG-9).

    Attributes:
        movable: pieces with movement left.
        back: pieces whose orders can be taken back.
        done: why the phase cannot end yet.
        airborne: spaces over which aircraft have no place to land (BG-9.3).
        drops: whether bombers may drop infantry.
    """

    kind: Literal["orders"] = "orders"
    movable: tuple[int, ...]
    back: tuple[int, ...]
    without_purpose: tuple[PieceWithoutPurpose, ...]
    done: Refusal | None
    airborne: tuple[str, ...]
    drops: bool


class Bombardment(Model):
    """Ships that may bombard a territory, and how many of them (BG-8.6).

    Attributes:
        proposed: those that do unless they are told otherwise, as it costs nothing.
    """

    ships: tuple[int, ...]
    most: int
    proposed: tuple[int, ...]


class RaidTarget(Model):
    """Aircraft over an enemy complex, and the damage that it has (BG-8.2, 8.3).

    Attributes:
        alone: whether nothing but these bombers attacks there: if they do not raid, they fight.
    """

    bombers: tuple[int, ...]
    escorts: tuple[int, ...]
    damage: int
    alone: bool


class DeclareForm(Model):
    """Where to attack, what bombards and what raids (BG-7.14).

    Attributes:
        must: sea zones where there is a battle in any case.
        may: sea zones where the enemy may be attacked or ignored.
        cannot: sea zones where an attack could hit nothing (BG-8.23).
        spaces: what may be chosen on the map.
    """

    kind: Literal["declare"] = "declare"
    must: tuple[str, ...]
    may: tuple[str, ...]
    proposed: tuple[str, ...]
    cannot: tuple[str, ...]
    guns: Mapping[str, Bombardment]
    raids: Mapping[str, RaidTarget]
    spaces: tuple[str, ...]


class CasualtiesForm(Model):
    """Which units take the hits (BG-8.13).

    Attributes:
        targets: by piece, how many hits it can take.
        hits: how many must be assigned.
    """

    kind: Literal["casualties"] = "casualties"
    role: str
    targets: Mapping[int, int]
    hits: int
    proposed: Mapping[int, int]


class SidesForm(Model):
    """Tokens that submerge before they are turned up (SS-3.1).

    Attributes:
        barred: why none may.
        prospects: how the battle goes on, by the tokens that submerge.
    """

    kind: Literal["sides"] = "sides"
    tokens: tuple[int, ...]
    barred: Refusal | None
    prospects: Prospects


class WindowForm(Model):
    """Nothing but to pass, after the actions that are offered (SS-4.0)."""

    kind: Literal["window"] = "window"


Form: TypeAlias = Annotated[
    MenuForm
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
    | PlaceSubsForm
    | WindowForm,
    Field(discriminator="kind"),
]


# Actions of house rules, beside an answer


class PieceActionForm(Model):
    """Something that each of some pieces may do.

    Attributes:
        action: the tag of the action.
        title: what it is called.
        hint: what should be known before.
        send: the button.
        rules: the numbers of its rules.
    """

    kind: Literal["piece"] = "piece"
    action: str
    title: str
    hint: str
    send: str
    rules: tuple[str, ...]
    pieces: tuple[int, ...]


ActionForm: TypeAlias = Annotated[
    ShuffleForm | ReorganizeForm | ClaimForm | PieceActionForm, Field(discriminator="kind")
]


class Question(Model):
    """A decision as it is put to a page.

    Attributes:
        name: the kind of decision.
        power: who decides.
        asks: the question, without its mark.
        rules: the numbers of its rules.
        space: the space that it is about, if it is about one.
        form: how it is answered.
        actions: what house rules let the power do besides; None where they let it do nothing.
    """

    name: str
    power: str
    asks: str
    rules: tuple[str, ...]
    space: str | None
    form: Form
    actions: tuple[ActionForm, ...] | None
