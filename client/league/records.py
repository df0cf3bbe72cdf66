"""What a verified log tells a league of its game, as data."""

__all__ = ["Bluffs", "GameRecord", "PlayerRecord", "Shot", "Turn"]

from typing import TypeAlias

from pydantic import BaseModel, ConfigDict

Option: TypeAlias = tuple[str, bool | int | str]
"""Name and value of a setting."""


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Shot(_Form):
    """Dice of one chance, added up.

    Attributes:
        strength: the highest result of a die that hits (BG-1.6).
        best_of: how many dice fall for a shot, of which the best counts.
        count: of shots.
        hits: of them.
    """

    strength: int
    best_of: int
    count: int
    hits: int


class PlayerRecord(_Form):
    """A key that has played.

    Attributes:
        seat: its place at the table.
        key: in hexadecimal.
        name: as the others saw it; any other key may have the same.
        bot: whether a bot is said to decide.
        since: the entry after which it plays.
        last: whether it plays its seat to the end.
        powers: of the seat, by the charter; none of a keeper's.
        side: of its powers; None if they are on both.
        minutes: that passed before its entries, by the times that they claim; None if none does.
        shots: that its units alone have fired.
    """

    seat: int
    key: str
    name: str
    bot: bool
    since: int
    last: bool
    powers: tuple[str, ...]
    side: str | None
    minutes: int | None
    shots: tuple[Shot, ...]


class Turn(_Form):
    """A turn.

    Attributes:
        round: from 1.
        powers: that played it.
        minutes: from its first entry to that of the next turn, by the times that they claim.
    """

    round: int
    powers: tuple[str, ...]
    minutes: int | None


class Bluffs(_Form):
    """How often the tokens of a power were decoys (SS-0.3).

    Attributes:
        power: whose they are.
        shown: tokens that were turned up in battle.
        decoys: of them decoys: they drew the enemy.
        hidden: face-down tokens at the beginnings of turns, added up; None where nobody has
            disclosed what they held.
        hollow: of them decoys.
    """

    power: str
    shown: int
    decoys: int
    hidden: int | None
    hollow: int | None


class GameRecord(_Form):
    """A game.

    Attributes:
        scenario: its name.
        modules: house rules, by name.
        options: settings.
        secrecy: the sealing suite.
        players: all that have played, seat by seat, keepers too.
        began: the first time that an entry claims, in minutes since 1970; None if none does.
        ended: the last one.
        round: in which it stands or ended.
        turns: in their order.
        openings: by power, what it bought first, by kind.
        bluffs: by power, where submarines are hidden.
    """

    scenario: str
    modules: tuple[str, ...]
    options: tuple[Option, ...]
    secrecy: str
    players: tuple[PlayerRecord, ...]
    began: int | None
    ended: int | None
    round: int
    turns: tuple[Turn, ...]
    openings: dict[str, dict[str, int]]
    bluffs: tuple[Bluffs, ...]
