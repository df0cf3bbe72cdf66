"""What a browser may say before there is a table: the key, a new game, an invite, a saved game."""

__all__ = [
    "AcceptRematch",
    "AwaitSeat",
    "BringCopy",
    "Called",
    "CopyHome",
    "Create",
    "DeclineRematch",
    "DraftGame",
    "Enter",
    "FindTables",
    "Forget",
    "Knock",
    "Learn",
    "Leave",
    "MakeKey",
    "MoveSeat",
    "OfferRematch",
    "OpenMap",
    "OpenScenario",
    "RestoreKey",
    "Resume",
    "StopKnocking",
    "StopWaiting",
    "TakeSeat",
    "Unlock",
    "WroteDown",
]

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from client.maps.form import LIMIT as MAP_LIMIT
from client.schema.model import Model, Name, Number
from engine.scenario_form import LIMIT
from p2p.sealed_copy import MAX_COPY
from protocol.charter import ABSENCE, MAX_ABSENCE, MAX_KEEPERS

_Passphrase: TypeAlias = Annotated[str, Field(max_length=400)]
_Person: TypeAlias = Annotated[str, Field(min_length=1, max_length=40)]


class MakeKey(Model):
    """Make this player's key, sealed under a passphrase."""

    type: Literal["make_key"]
    id: Number
    passphrase: _Passphrase


class Unlock(Model):
    """Open this player's key."""

    type: Literal["unlock"]
    id: Number
    passphrase: _Passphrase


class RestoreKey(Model):
    """Make this player's key again from its recovery phrase, sealed under a passphrase."""

    type: Literal["restore_key"]
    id: Number
    words: Annotated[str, Field(max_length=400)]
    passphrase: _Passphrase


class WroteDown(Model):
    """The recovery phrase is written down: it is to be shown no more."""

    type: Literal["wrote_down"]
    id: Number


class Leave(Model):
    """Get up from the table and go back to the entrance; the game waits."""

    type: Literal["leave"]
    id: Number


class AwaitSeat(Model):
    """Wait for a seat of this player that is played from another device.

    Attributes:
        passphrase: of this player's key; if there is none yet, what will seal it here.
    """

    type: Literal["await_seat"]
    id: Number
    passphrase: _Passphrase


class StopWaiting(Model):
    """Wait for no seat any more; its code is the same the next time."""

    type: Literal["stop_waiting"]
    id: Number


class TakeSeat(Model):
    """Take up the seat in a file, as another device has written it: its bytes in base64."""

    type: Literal["take_seat"]
    id: Number
    file: Annotated[str, Field(max_length=MAP_LIMIT)]


class MoveSeat(Model):
    """Move the seat of a saved game to another device.

    Attributes:
        game: as it is listed.
        to: what that device shows; empty for the device to which the seat has moved already.
    """

    type: Literal["move_seat"]
    id: Number
    game: Name
    to: Annotated[str, Field(max_length=400)] = ""


class CopyHome(Model):
    """Copy all games, the key and the settings into one file.

    Attributes:
        passphrase: of this player's key; if there is none yet, what will seal the copy.
    """

    type: Literal["copy_home"]
    id: Number
    passphrase: _Passphrase


class BringCopy(Model):
    """Bring what such a file holds to this home: its bytes in base64, and its passphrase."""

    type: Literal["bring_copy"]
    id: Number
    file: Annotated[str, Field(max_length=MAX_COPY * 4 // 3 + 4)]
    passphrase: _Passphrase


class OpenMap(Model):
    """A drawn map of the player's own, for every board that has just its spaces."""

    type: Literal["open_map"]
    id: Number
    file: Annotated[str, Field(min_length=1, max_length=60)]
    text: Annotated[str, Field(max_length=MAP_LIMIT)]


class OpenScenario(Model):
    """A scenario of the player's own, to be chosen from now on: its file's name and text."""

    type: Literal["open_scenario"]
    id: Number
    file: Annotated[str, Field(min_length=1, max_length=60)]
    text: Annotated[str, Field(max_length=LIMIT)]


class GivenInstructions(Model):
    """Public instructions of one power (`engine.instructions.Instructions`)."""

    losses: Annotated[tuple[Name, ...], Field(max_length=40, strict=False)]
    keep_land_unit: bool
    two_hit_ships: Literal["first", "last"]
    groups: Literal["smallest", "largest"]
    submerge: Literal["ask", "always", "never"]
    zones: Annotated[dict[Name, Literal["ask", "always", "never"]], Field(max_length=200)]
    intercept: Literal["ask", "always", "never"]
    patrol: Literal["ask", "always", "never"]
    landing: Literal["ask", "carriers", "land"]
    divide_evenly: bool
    windows: Literal["none", "phases", "turns", "all"]


class DraftGame(Model):
    """A new game as it would be.

    Attributes:
        scenario: its name, or that of the file that it was opened from.
        pace: how often the players look at the game (`client.pace`).
        players: how many seats share the powers; 0 for as few as the scenario proposes.
        rounds: after how many the game ends at the latest; 0 for no such end.
        modules: ids of the house rules.
        options: settings that differ from their defaults, by name.
        secrecy, windows: as in the charter.
        dice: as in the charter; None as is usual with so many seats and keepers
            (`client.tables.usual_dice`).
        keepers: how many seats without powers come after the players'.
        absence: days after which a seat counts as absent; 0: never.
        deposits: whether openings are deposited with the keepers.
        instructions: first ones, by power. In the charter stand those of the host's own powers, and
            at the pace of days those of all.
    """

    type: Literal["draft"] = "draft"
    id: Number = 0
    scenario: Name
    pace: Literal["live", "days"] = "live"
    players: Annotated[int, Field(ge=0, le=16)] = 0
    rounds: Annotated[int, Field(ge=0, le=999)] = 0
    modules: Annotated[tuple[Name, ...], Field(max_length=40, strict=False)] = ("SS",)
    options: Annotated[dict[Name, Name], Field(max_length=100)] = Field(default_factory=dict)
    secrecy: Literal["proved", "hashed"] = "proved"
    dice: Literal["sides", "all", "keepers"] | None = None
    keepers: Annotated[int, Field(ge=0, le=MAX_KEEPERS)] = 0
    absence: Annotated[int, Field(ge=0, le=MAX_ABSENCE)] = ABSENCE
    deposits: bool = False
    windows: Literal["asked", "waived"] = "asked"
    instructions: Annotated[dict[Name, GivenInstructions], Field(max_length=16)] = Field(
        default_factory=dict
    )


class Called(Model):
    """How others find this player, and who vouches for its copy of the game.

    Attributes:
        at: where they call, as HOST:PORT or as the URL of a relay; empty for nowhere or, of a host
            without a mailbox, for this machine alone.
        hold: whether that relay is asked to hold the log of the game.
        relay_only: whether this player shows its address to that relay alone.
        router: whether the router is asked to pass calls at HOST:PORT on to this machine.
        mailboxes: relays of Nostr where mail is left and read.
        meet: who must show, before this player moves, that its copy is the newest
            (`p2p.meeting.Meeting`).
    """

    at: Name = ""
    hold: bool = False
    relay_only: bool = False
    router: bool = False
    mailboxes: Annotated[tuple[Name, ...], Field(max_length=4, strict=False)] = ()
    meet: Literal["seats", "holders"] = "seats"


class Create(Model):
    """Make the game that was drafted, and sit down.

    Attributes:
        name: this player's, as the others will see it.
        seat: this player's.
        bots: whether the other seats are played by bots on this machine.
        called: how the others find it.
        watchers: how many may be invited to watch.
    """

    type: Literal["create"]
    id: Number
    name: _Person
    seat: Annotated[int, Field(ge=0, le=16)]
    bots: bool
    called: Called = Called()
    watchers: Annotated[int, Field(ge=0, le=16)] = 0


class Enter(Model):
    """Sit down where an invite leads: at its seat, to watch, or, without a seat, to come back.

    Attributes:
        invite: the link.
        name: this player's; empty to watch or to come back.
        back: whether to take up a game that another machine has lost, by any link to its table.
        called: how the others find it; nothing changes where nothing is said.
    """

    type: Literal["enter"]
    id: Number
    invite: Annotated[str, Field(max_length=2000)]
    name: Annotated[str, Field(max_length=40)]
    back: bool = False
    called: Called = Called()


class OfferRematch(Model):
    """Invite the players of a game that is over to another one.

    Attributes:
        swapped: whether each takes the next seat.
    """

    type: Literal["rematch"]
    id: Number
    swapped: bool


class AcceptRematch(Model):
    """Sit down where another player has invited to a rematch."""

    type: Literal["again"]
    id: Number


class DeclineRematch(Model):
    """Stay where one is, though another player invites to a rematch; nobody is told."""

    type: Literal["decline"]
    id: Number


class Learn(Model):
    """Play the guided turn.

    Attributes:
        anew: from its beginning, not from where it was left.
    """

    type: Literal["learn"]
    id: Number
    anew: bool = False


class FindTables(Model):
    """Look for tables whose hosts let strangers in: at a relay or, if none is named, nearby."""

    type: Literal["find_tables"]
    id: Number
    relay: Name = ""


class Knock(Model):
    """Ask the host of a table that was found for a place, and sit down there if it is given.

    Attributes:
        table: its id.
        name: this player's, as the others would see it.
        watches: whether to watch only.
        called: how the others find it.
    """

    type: Literal["knock"]
    id: Number
    table: Name
    name: _Person
    watches: bool = False
    called: Called = Called()


class StopKnocking(Model):
    """Wait no more for the host that was asked."""

    type: Literal["stop_knocking"]
    id: Number


class Forget(Model):
    """Remove a saved game that nobody else counts on, as it is listed."""

    type: Literal["forget"]
    id: Number
    game: Name


class Resume(Model):
    """Go on with a saved game.

    Attributes:
        game: as it is listed.
        reach: where others call, as in `Called`; only for games that this player hosts against
            people.
    """

    type: Literal["resume"]
    id: Number
    game: Name
    reach: Name = ""
