"""Odds of a battle between units that a player supposes to be there."""

__all__ = [
    "SupposedBattle",
    "SupposedEnd",
    "SupposedFate",
    "SupposedOdds",
    "SupposedRow",
    "SupposedSide",
    "SupposedView",
]

from typing import Literal

from client.schema.model import Counts, Model, Name, Number, Numbers


class SupposedSide(Model):
    """One side of a supposed battle.

    Attributes:
        power: whose the units are that are added.
        pieces: those on the board that count, of allies on the defence, too.
        added: units besides, by kind.
    """

    power: Name
    pieces: Numbers
    added: Counts


class SupposedBattle(Model):
    """A battle that a player supposes.

    Attributes:
        seaborne: whether land units that are added come from the sea (BG-8.5).
        submerge: whose submarines submerge as soon as they may (BG-8.11).
        rounds: the attacker retreats after so many; 0: never.
    """

    space: Name
    attack: SupposedSide
    defence: SupposedSide
    seaborne: bool
    submerge: Literal["nobody", "attacker", "defender", "both"]
    rounds: Number


class SupposedRow(Model):
    """A kind of unit that can fight there.

    Attributes:
        note: what tells these apart from others of their kind; empty for those as they are bought.
        ids: pieces of it on the board that may count.
        most: how many may be added; 0: none.
    """

    kind: str
    note: str
    ids: tuple[int, ...]
    most: int


class SupposedEnd(Model):
    """How a battle may end, and how likely that is in percent."""

    words: str
    percent: int


class SupposedFate(Model):
    """A side's units: how many, how many are left on average; its IPC, and those it loses."""

    units: float
    left: float
    worth: float
    lost: float


class SupposedOdds(Model):
    """What may come of a battle.

    Attributes:
        taken: how likely the territory is taken, in percent; None at sea.
        rounds: on average.
        likely: the likeliest ends, with what is left, one line each.
        trust: whether the odds are exact; if not, how far they may be off.
        notes: what they take for granted.
    """

    ends: tuple[SupposedEnd, ...]
    attack: SupposedFate
    defence: SupposedFate
    taken: int | None
    rounds: float
    likely: tuple[str, ...]
    trust: str
    notes: tuple[str, ...]


class SupposedView(Model):
    """A battle that is supposed, what it could be made of, and its odds.

    Attributes:
        battle: as it was asked for, without pieces that are gone; or as things stand.
        attackers: kinds of unit, by row.
        defenders: the same.
        attacking_tokens: hidden tokens that may count.
        defending_tokens: the same.
        powers: those that could attack there.
        enemies: the powers that may defend against the attacker.
        odds: None where a side has nobody to fight.
    """

    battle: SupposedBattle
    attackers: tuple[SupposedRow, ...]
    defenders: tuple[SupposedRow, ...]
    attacking_tokens: tuple[int, ...]
    defending_tokens: tuple[int, ...]
    powers: tuple[str, ...]
    enemies: tuple[str, ...]
    odds: SupposedOdds | None
