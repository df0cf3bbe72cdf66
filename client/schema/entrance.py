"""The first page: the key, a new game, an invite, saved games."""

__all__ = [
    "DraftView",
    "Entrance",
    "ModuleChoice",
    "OpenTable",
    "OptionChoice",
    "SavedGame",
    "ScenarioChoice",
    "WaitingDevice",
]

from collections.abc import Mapping
from typing import Literal

from client.schema.board import UnitFacts
from client.schema.model import Model
from client.schema.table import PowerInstructions, RulingText


class SavedGame(Model):
    """A game to go on with (`client.table.saved_games.SavedTable`)."""

    id: str
    bots: bool
    title: str
    seats: tuple[tuple[str, tuple[str, ...]], ...]
    watched: bool
    kept: bool
    entries: int | None
    over: bool
    yours: bool
    awaited: tuple[str, ...]
    hosted: bool
    address: str
    bound: bool
    open: bool
    touched: float
    moved: int | None
    forgettable: bool


class ScenarioChoice(Model):
    """A scenario that can be played."""

    name: str
    title: str
    about: str


class ModuleChoice(Model):
    """A house rule: whether it is chosen, and if not, why it cannot be as things are."""

    id: str
    name: str
    about: str
    on: bool
    why: str | None


class OptionChoice(Model):
    """An option: whose it is (None: the base game's), its values, the chosen and the usual one."""

    name: str
    text: str
    of: str | None
    values: tuple[str, ...]
    value: str
    default: str


class DraftView(Model):
    """A new game with all that can be changed in it.

    Attributes:
        paces: what each pace means.
        seatings: powers of each seat, by the number of seats.
        sides: by power.
        usual_dice: what `dice` is with so many seats, unless another setting is chosen.
        problem: why it cannot be played as it is.
        units, zones: what instructions can name: kinds of units and sea zones.
        instructions: first ones, by power, also of those that have none.
    """

    scenario: str
    scenarios: tuple[ScenarioChoice, ...]
    pace: Literal["live", "days"]
    paces: Mapping[Literal["live", "days"], str]
    players: int
    seatings: Mapping[int, tuple[tuple[str, ...], ...]]
    sides: Mapping[str, str]
    rounds: int
    secrecy: Literal["proved", "hashed"]
    dice: Literal["sides", "all", "keepers"]
    keepers: int
    absence: int
    deposits: bool
    usual_dice: Literal["sides", "all", "keepers"]
    windows: Literal["asked", "waived"]
    modules: tuple[ModuleChoice, ...]
    options: tuple[OptionChoice, ...]
    rulings: tuple[RulingText, ...]
    problem: str | None
    units: Mapping[str, UnitFacts]
    zones: tuple[str, ...]
    instructions: Mapping[str, PowerInstructions]


class WaitingDevice(Model):
    """This device waits for a seat from another one.

    Attributes:
        code: what that device must be told.
        qr: the same as the path of a QR code.
        size: modules in a row of it.
        called: whether that device can bring the seat itself; else it comes as a file.
    """

    code: str
    qr: str
    size: int
    called: bool


class OpenTable(Model):
    """A table whose host lets strangers in: its id, who hosts what, and which seats are free."""

    id: str
    host: str
    scenario: str
    about: str


class Entrance(Model):
    """What the first page shows.

    Attributes:
        words: the recovery phrase, while it is to be written down.
        name: of the player, as it was last.
        faults: of a scenario that was opened, its name first.
        reach: a proposal for where others reach this machine.
        fault: why the table that was to be opened is not.
        invite: the link that was tried last.
        device: while this device waits for a seat.
        came: the id of the table whose seat has come last.
        tables: those that were found whose hosts let strangers in; None before any search.
        unsearched: where nothing could be searched, and why.
        knocking: the host who is asked for a place; empty if none is.
        learning: whether a guided turn was begun, and can be gone on with.
    """

    key: Literal["none", "sealed", "open"]
    fingerprint: str | None
    words: str
    name: str
    saved: tuple[SavedGame, ...]
    draft: DraftView
    faults: tuple[str, ...]
    reach: str
    fault: str
    invite: str
    device: WaitingDevice | None
    came: str
    tables: tuple[OpenTable, ...] | None = None
    unsearched: tuple[str, ...] = ()
    knocking: str = ""
    learning: bool = False
