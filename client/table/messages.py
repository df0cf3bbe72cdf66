"""What a browser may say, and how answers to it are told apart.

Every message is one JSON object. Anything else ends the connection: our own page never says it.
"""

__all__ = [
    "Accept",
    "AskKeepers",
    "Asked",
    "ClaimSilence",
    "Disclose",
    "GiveConsent",
    "GiveUp",
    "Hello",
    "HideAddress",
    "Instruct",
    "InviteSpectator",
    "InviteSuccessor",
    "Keep",
    "LetIn",
    "Light",
    "LookAs",
    "MakePage",
    "OpenPlayback",
    "OpenReport",
    "OpenRetrospect",
    "OpenRule",
    "OpenUp",
    "PlanStart",
    "Preview",
    "Propose",
    "ProposePlayer",
    "Refuse",
    "Remind",
    "Retry",
    "See",
    "SeekEntry",
    "SendChat",
    "SetAlerts",
    "SetSpeed",
    "TurnAway",
    "Withdraw",
    "read",
]

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from client.errors import InvalidMessage
from client.schema.model import Model, Name, Number
from client.schema.table import CallingBack, Speed
from client.table.answering import (
    Answer,
    FindComers,
    FindDestinations,
    Forecast,
    Judge,
    Note,
    Orders,
    RaiseHand,
    Send,
    Suppose,
    Undo,
    WaiveWindows,
)
from client.table.entering import (
    AcceptRematch,
    AwaitSeat,
    BringCopy,
    CopyHome,
    Create,
    DeclineRematch,
    DraftGame,
    Enter,
    FindTables,
    Forget,
    GivenInstructions,
    Knock,
    Learn,
    Leave,
    MakeKey,
    MoveSeat,
    OfferRematch,
    OpenMap,
    OpenScenario,
    RestoreKey,
    Resume,
    StopKnocking,
    StopWaiting,
    TakeSeat,
    Unlock,
    WroteDown,
)


class Hello(Model):
    """The first message: the token of the link, and the last number that the page has seen."""

    type: Literal["hello"]
    token: Annotated[str, Field(max_length=100)]


class GiveUp(Model):
    """Resign the game."""

    type: Literal["resign"]
    id: Number


class GiveConsent(Model):
    """Whether to sign the charter that is proposed."""

    type: Literal["consent"]
    id: Number
    agreed: bool


class Withdraw(Model):
    """Take back the invite to a place, and remove whoever has used it."""

    type: Literal["withdraw"]
    id: Number
    place: Number


class OpenUp(Model):
    """Tell strangers of the table for a day: in the own network, and who asks our relays."""

    type: Literal["open_up"]
    id: Number
    network: bool
    relays: bool


class LetIn(Model):
    """Let a stranger in who knocks, at a seat that is free, or to watch if there is none."""

    type: Literal["let_in"]
    id: Number
    key: Name
    place: Number | None


class TurnAway(Model):
    """Do not let a stranger in who knocks; not ever, if it is barred."""

    type: Literal["turn_away"]
    id: Number
    key: Name
    bar: bool


class Retry(Model):
    """Call the others now, who cannot be reached."""

    type: Literal["retry"]
    id: Number


class Remind(Model):
    """Remind the seats that the game waits for, or a proposal to be signed."""

    type: Literal["remind"]
    id: Number


class AskKeepers(Model):
    """Ask the game's keepers for reminders while the own node is off (SPEC-16.24).

    Attributes:
        what: to remind at an address, to take the code sent there, or to remind no more.
        text: the address or the code.
    """

    type: Literal["keepers"]
    id: Number
    what: Literal["at", "code", "off"]
    text: Annotated[str, Field(max_length=300)]


class ClaimSilence(Model):
    """State in the log that the game waits for another seat."""

    type: Literal["silence"]
    id: Number


class Disclose(Model):
    """Show everybody what one's tokens held, once the game is over (SPEC-13.3)."""

    type: Literal["disclose"]
    id: Number


class LookAs(Model):
    """Look back as everybody saw it, as it was, or as the player of a seat saw it."""

    type: Literal["eyes"]
    id: Number
    eyes: Literal["all", "truth"] | Number


class Propose(Model):
    """Propose an agreement to the others, in the words of `client.seat.agreeing`."""

    type: Literal["propose"]
    id: Number
    terms: Annotated[str, Field(max_length=200)]


class InviteSuccessor(Model):
    """Invite somebody who may come to play a seat of the running game.

    The link leads to `at`: HOST:PORT of this node or another one of the game; empty for the usual.
    """

    type: Literal["invite"]
    id: Number
    seat: Number
    at: Annotated[str, Field(max_length=300)] = ""


class InviteSpectator(Model):
    """Invite somebody to watch the running game, at any of its nodes."""

    type: Literal["spectator"]
    id: Number


class HideAddress(Model):
    """Whether to show one's address to one's relays alone, from the next start on."""

    type: Literal["hide"]
    id: Number
    hidden: bool


class PlanStart(Model):
    """How others find this player from the next start on, and who vouches for its copy.

    Attributes:
        router: whether its router is asked to pass calls on.
        holders: whether two relays that hold the game are enough.
    """

    type: Literal["plan_start"]
    id: Number
    router: bool
    holders: bool


class ProposePlayer(Model):
    """Propose that a candidate plays on for a player, or keeps instead of a keeper."""

    type: Literal["replace"]
    id: Number
    key: Name


class Accept(Model):
    """Sign a proposal."""

    type: Literal["accept"]
    id: Number
    proposal: Name


class Refuse(Model):
    """Refuse a proposal, or withdraw an own one."""

    type: Literal["refuse"]
    id: Number
    proposal: Name


class Preview(Model):
    """Show the position that a proposal leads to, or the present one again."""

    type: Literal["preview"]
    id: Number
    proposal: Name | None


class Instruct(GivenInstructions):
    """New public instructions of an own power."""

    type: Literal["instruct"]
    id: Number
    power: Name


class SendChat(Model):
    """A line to the others, beside the log."""

    type: Literal["say"]
    id: Number
    text: Annotated[str, Field(max_length=300)]


class Keep(Model):
    """The log as a file."""

    type: Literal["keep"]
    id: Number


class MakePage(Model):
    """Make one page of the whole game, to be sent round."""

    type: Literal["page"]
    id: Number


class OpenRetrospect(Model):
    """How the game went: luck, losses, and the bluffs that worked."""

    type: Literal["retrospect"]
    id: Number


class OpenReport(Model):
    """The audit's verdict on the log so far."""

    type: Literal["report"]
    id: Number


class Light(Model):
    """Whether this player's pages are dark, here and at tables to come."""

    type: Literal["light"]
    id: Number
    dark: bool


class SetSpeed(Model):
    """How fast this player's pages play back what others did, here and at tables to come."""

    type: Literal["speed"]
    id: Number
    speed: Speed


class SetAlerts(Model):
    """How this player's pages call back who does not look at them, here and at tables to come."""

    type: Literal["alerts"]
    id: Number
    alerts: CallingBack


class OpenPlayback(Model):
    """What happened after so many entries; with the position that it begins from, if `whole`."""

    type: Literal["playback"]
    id: Number
    after: Number
    whole: bool = False


class See(Model):
    """The player has seen the entries after some, up to some others."""

    type: Literal["see"]
    id: Number
    after: Number
    until: Number


class OpenRule(Model):
    """Show a paragraph of the rulebook."""

    type: Literal["rule"]
    id: Number
    number: Name


class SeekEntry(Model):
    """In a replay: show the game after this many entries."""

    type: Literal["seek"]
    id: Number
    entry: Number


Asked: TypeAlias = (
    Answer
    | Judge
    | FindDestinations
    | FindComers
    | Forecast
    | Suppose
    | Undo
    | Send
    | GiveUp
    | GiveConsent
    | Withdraw
    | OpenUp
    | LetIn
    | TurnAway
    | RaiseHand
    | Remind
    | AskKeepers
    | Retry
    | ClaimSilence
    | Disclose
    | LookAs
    | Propose
    | InviteSuccessor
    | InviteSpectator
    | HideAddress
    | PlanStart
    | ProposePlayer
    | Accept
    | Refuse
    | Preview
    | WaiveWindows
    | Orders
    | Instruct
    | Note
    | SendChat
    | Keep
    | MakePage
    | OpenReport
    | OpenRetrospect
    | Light
    | SetSpeed
    | SetAlerts
    | OpenPlayback
    | See
    | OpenRule
    | SeekEntry
    | MakeKey
    | Unlock
    | RestoreKey
    | WroteDown
    | OpenScenario
    | OpenMap
    | DraftGame
    | Create
    | Learn
    | Enter
    | OfferRematch
    | AcceptRematch
    | DeclineRematch
    | FindTables
    | Knock
    | StopKnocking
    | Resume
    | Forget
    | AwaitSeat
    | StopWaiting
    | TakeSeat
    | MoveSeat
    | CopyHome
    | BringCopy
    | Leave
)

_MESSAGE: TypeAdapter[Hello | Asked] = TypeAdapter(
    Annotated[Hello | Asked, Field(discriminator="type")]
)


def read(text: str) -> Hello | Asked:
    """Read one message.

    Raises:
        InvalidMessage: it is none.
    """
    try:
        return _MESSAGE.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "message"
        raise InvalidMessage(f"{where}: {first['msg']}", "reload the page") from None
