"""All that a page shows, and what differs between two pictures of it.

A picture has *sections*. Some are collections: objects by name, of which single members are sent;
any other section is sent as a whole.
"""

__all__ = ["COLLECTIONS", "SECTIONS", "Asked", "Changes", "Picture"]

from collections.abc import Mapping
from typing import Final

from pydantic import Field

from client.schema.entrance import Entrance
from client.schema.forms import Question
from client.schema.game import Battle, Plan, Power, Space, Turn
from client.schema.log import Dice, Line
from client.schema.model import Model
from client.schema.playback import Away, Leg
from client.schema.table import Agreement, Memo, PageSettings, Seat, Table


class Asked(Model):
    """What is asked of the player, and what is answered but not sent yet.

    Attributes:
        id: that answers, undo and send must name: where it is another by then, they are refused.
        question: None where what is staged must be sent before anything more can be asked.
        staged: answers that are not sent yet, in words.
        can_send: whether there is anything to send.
        moves: the ways that pieces go by what is staged, to be drawn as arrows.
    """

    id: str
    question: Question | None
    staged: tuple[str, ...] = ()
    can_send: bool = False
    moves: tuple[Leg, ...] = ()


class _Sections(Model):
    """What a picture and the changes to one have in common."""

    entrance: Entrance | None = None
    agreement: Agreement | None = None
    turn: Turn | None = None
    battle: Battle | None = None
    dice: Dice | None = None
    ask: Asked | None = None
    memo: Memo | None = None
    away: Away | None = None
    seats: Mapping[str, Seat] = Field(default_factory=dict)
    spaces: Mapping[str, Space] = Field(default_factory=dict)
    powers: Mapping[str, Power] = Field(default_factory=dict)
    plans: Mapping[str, Plan] = Field(default_factory=dict)
    log: Mapping[str, Line] = Field(default_factory=dict)


class Picture(_Sections):
    """What is to be seen now; a section is None where there is nothing of it."""

    table: Table
    page: PageSettings = PageSettings(dark=None)


class Changes(_Sections):
    """What differs from an earlier picture.

    Attributes:
        cleared: sections that are None from now on.
        gone: members that are no more, by collection.
        table, page, entrance, agreement, turn, battle, dice, ask, memo, away: new, if not
            None.
        seats, spaces, powers, plans, log: members that are new or changed.
    """

    cleared: tuple[str, ...] = ()
    gone: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    table: Table | None = None
    page: PageSettings | None = None

    @classmethod
    def between(cls, before: Picture, after: Picture) -> "Changes | None":
        """What must change in a picture to make it another; None if nothing must."""
        found: dict[str, object] = {}
        cleared: list[str] = []
        gone: dict[str, tuple[str, ...]] = {}
        for name in SECTIONS:
            old, new = getattr(before, name), getattr(after, name)
            if old is new or old == new:
                continue
            if name not in COLLECTIONS:
                found[name] = new
                if new is None:
                    cleared.append(name)
                continue
            found[name] = {key: one for key, one in new.items() if old.get(key) != one}
            if removed := tuple(key for key in old if key not in new):
                gone[name] = removed
        if not found:
            return None
        return cls.model_validate({**found, "cleared": tuple(cleared), "gone": gone})


SECTIONS: Final = tuple(Picture.model_fields)
COLLECTIONS: Final = frozenset({"seats", "spaces", "powers", "plans", "log"})
