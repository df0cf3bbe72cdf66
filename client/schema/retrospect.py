"""A finished game in retrospect: luck, losses, bluffs."""

__all__ = ["BluffLine", "LossRow", "LuckRow", "Retrospect"]

from client.schema.model import Model


class LuckRow(Model):
    """How lucky the dice were of one player, or of several whose units fired together.

    Attributes:
        names: of the players.
        throws: that they have made in battles.
        hits: that came of them.
        expected: how many come of such throws on average.
        percent: of all such throws, those that bring fewer hits: 50 is usual, 100 the best of luck.
    """

    names: str
    throws: int
    hits: int
    expected: float
    percent: int


class LossRow(Model):
    """What a power has lost: its units, in words, and what they had cost."""

    power: str
    units: str
    ipc: int


class BluffLine(Model):
    """How somebody was deceived, or what a token turned out to be.

    Attributes:
        text: a sentence.
        entry: with which it happened.
        space: where.
        percent: how likely the contrary of the truth was, for all that everybody knew.
    """

    text: str
    entry: int
    space: str
    percent: int


class Retrospect(Model):
    """A game in retrospect.

    Attributes:
        luck: by player, in the order of seats.
        losses: by power, in turn order.
        bluffs: that have worked, the boldest first; only as far as tokens were opened.
        unmasked: tokens that were turned up, the greatest surprise first.
        open: whether all players have opened their tokens.
    """

    luck: tuple[LuckRow, ...]
    losses: tuple[LossRow, ...]
    bluffs: tuple[BluffLine, ...]
    unmasked: tuple[BluffLine, ...]
    open: bool
