"""The game as one player may see it: spaces and pieces, powers, the turn, a battle, odds."""

__all__ = [
    "Battle",
    "Complex",
    "Fighter",
    "GroupPlace",
    "GroupSeen",
    "Marker",
    "Outcome",
    "Plan",
    "Power",
    "Sides",
    "Space",
    "Stack",
    "Token",
    "TokenOdds",
    "Tracker",
    "Turn",
]

from collections.abc import Mapping
from typing import Literal

from client.schema.model import Model
from engine.battles import BattleKind


class Marker(Model):
    """What a house rule has laid in a space.

    Attributes:
        power: whose it is; None: nobody's.
        count: a number; 0 if it has none.
        text: what it is.
    """

    sign: Literal["mine", "cell", "convoy", "closed"]
    power: str | None
    count: int
    text: str


class PieceMark(Model):
    """What a house rule has put on a piece: in words, and as a sign on its chip."""

    words: str
    sign: str


class Stack(Model):
    """Figures that nothing tells apart.

    Attributes:
        left: movement left.
        moved: whether they have moved in this turn.
        aboard: the ship that carries them.
        ashore: the territory where they are to land.
        marks: markers of house rules.
    """

    power: str
    kind: str
    ids: tuple[int, ...]
    left: int
    moved: bool
    damaged: bool = False
    aboard: int | None = None
    ashore: str | None = None
    marks: tuple[PieceMark, ...] = ()


class TokenOdds(Model):
    """The chance, in percent, that a token holds a group of this size; None: a decoy."""

    percent: int
    group: int | None
    size: int


class Token(Model):
    """A token of Secret Subs.

    Attributes:
        mine: whether it is the player's own.
        up: whether it is face up.
        under: whether it is submerged.
        left: movement left, as far as the player knows.
        moved: whether it has moved in this turn, as far as the player knows.
        open: whether everybody can know its group.
        group: in it, as far as the player knows.
        size: submarines of that group.
        marks: markers of house rules.
        was: tokens of its last shuffle that it may have been.
        odds: what it may hold, the likeliest first; None where nothing is foreseen.
        believed: what it might hold for all that everybody knew, where a disclosure shows the
            truth.
    """

    id: int
    power: str
    mine: bool
    up: bool
    under: bool
    left: int
    moved: bool
    open: bool
    group: int | None
    size: int | None
    marks: tuple[PieceMark, ...] = ()
    was: tuple[int, ...] = ()
    odds: tuple[TokenOdds, ...] | None = None
    believed: tuple[TokenOdds, ...] | None = None


class Complex(Model):
    """An industrial complex: units that it can place in a turn (None: any number), its damage."""

    capacity: int | None
    damage: int


class Space(Model):
    """What stands in a space, and who controls it.

    Attributes:
        dangers: what ships of the player may meet there as they move, in words.
    """

    control: str | None
    stacks: tuple[Stack, ...]
    tokens: tuple[Token, ...]
    complex: Complex | None = None
    markers: tuple[Marker, ...] = ()
    dangers: tuple[str, ...] = ()


class GroupPlace(Model):
    """The token that holds a group, where it is, and whether everybody can know."""

    token: int
    at: str
    open: bool


class GroupSeen(Model):
    """Where a group was last known to all to be, and in which round."""

    at: str
    round: int


class Tracker(Model):
    """The tracker of a power.

    Attributes:
        sizes: submarines of each group, the first being group 1.
        supply: tokens that are not on the board.
        places: by group, as far as the player knows.
        last: by group, where it was before its token was shuffled among others.
        error: how far chances of its tokens may be off, in percent; 0 where they are exact.
    """

    sizes: tuple[int, ...]
    supply: int
    places: Mapping[int, GroupPlace]
    last: Mapping[int, GroupSeen]
    error: int = 0


class Power(Model):
    """A power.

    Attributes:
        treasury: IPC.
        income: IPC a turn.
        cities: victory cities held.
        waiting: units to be placed, or in store, by kind.
        researchers: how many it has hired.
        breakthroughs: that it has made.
        mine: whether the player plays it.
        stores: whether units that wait are in store.
        coming: IPC of aid under way to it.
        tracker: of Secret Subs.
    """

    treasury: int
    income: int
    cities: int
    waiting: Mapping[str, int]
    researchers: int
    breakthroughs: tuple[str, ...]
    mine: bool
    stores: bool
    coming: int
    tracker: Tracker | None = None


class Outcome(Model):
    """The end of a game: the side that has won, if one has, and why."""

    winner: str | None
    why: str


class Turn(Model):
    """Whose turn it is, and how far it has come.

    Attributes:
        active: the power whose turn it is.
        powers: that share the turn.
        phase: one of the phases; `set_up` before the first turn.
        waived: seats that do without windows.
        standing: how each condition of victory stands.
    """

    round: int
    active: str
    powers: tuple[str, ...]
    phase: str
    phases: tuple[str, ...]
    waived: tuple[int, ...]
    standing: tuple[str, ...]
    outcome: Outcome | None


class Fighter(Model):
    """A piece in a battle.

    Attributes:
        kind: of a figure; None of a token.
        strength: a die up to this hits.
        takes: how many hits destroy it; None where that is hidden.
        token: as it is seen elsewhere; None of a figure.
    """

    id: int
    power: str
    kind: str | None
    damaged: bool
    marks: tuple[PieceMark, ...]
    strength: int
    takes: int | None
    token: Token | None


class Sides(Model):
    """Both sides of a battle."""

    attacker: tuple[Fighter, ...]
    defender: tuple[Fighter, ...]


class Battle(Model):
    """The battle that is fought.

    Attributes:
        round: 0 before the first.
        attacker: the power that attacks.
        submerged: out of the battle.
        marked: hits so far on pieces that take several.
        die_sides: of the dice.
    """

    space: str
    kind: BattleKind
    round: int
    attacker: str
    sides: Sides
    submerged: tuple[Fighter, ...]
    marked: Mapping[int, int]
    die_sides: int


class Plan(Model):
    """How a battle that is planned or due would go for the attacker, by the odds.

    Attributes:
        ends: in words.
        win: percent.
        standoff: percent.
        cost: IPC that the attacker loses on average.
        prize: IPC that the defender loses on average.
        notes: what the odds take for granted, how far they may be off, and what others can know.
        reckoned: whether all this is known by now; else the numbers are 0.
    """

    ends: str
    win: int
    standoff: int
    cost: int
    prize: int
    notes: tuple[str, ...] = ()
    reckoned: bool = True
