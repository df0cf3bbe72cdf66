"""The table itself: who sits where, whom it waits for, what is staged, agreed and noted."""

__all__ = [
    "Agreement",
    "CallingBack",
    "Candidate",
    "ChangedOption",
    "Ending",
    "Eyes",
    "HouseRule",
    "Invited",
    "KeeperReminders",
    "Memo",
    "PageSettings",
    "PowerInstructions",
    "Proposal",
    "ReminderAddress",
    "RulingText",
    "Seat",
    "Speed",
    "StandingOrders",
    "Table",
    "Timeline",
    "TurnMark",
    "Wait",
]

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from client.schema.model import Model
from client.schema.rulebook import RuleTerm
from protocol.charter import Secrecy

Speed: TypeAlias = Literal["slow", "normal", "fast", "off"]
Eyes: TypeAlias = Literal["all", "truth"] | int
"""As whom one looks back: as everybody saw it, as it was, or as the player of a seat saw it."""


class CallingBack(Model):
    """How pages call back a player who does not look at them.

    Attributes:
        notify: whether by notifications of the system.
        volume: of sounds, 0 (none) to 10.
    """

    notify: bool
    volume: Annotated[int, Field(ge=0, le=10)]


class PageSettings(Model):
    """What pages are told besides the game.

    Attributes:
        dark: whether they are dark; None: as the system has it.
        speed: at which they play back what others did.
        alerts: how they call the player back.
        chapters: letters that the numbers of rules begin with, as in ``BG-8.13``.
        terms: what the rules' own words mean.
    """

    dark: bool | None
    speed: Speed = "normal"
    alerts: CallingBack = CallingBack(notify=False, volume=0)
    chapters: tuple[str, ...] = ()
    terms: tuple[RuleTerm, ...] = ()


class Seat(Model):
    """A seat: who sits there, whether it is a bot, and whether they are connected.

    Attributes:
        hand: whether a hand of theirs is raised that has got no window yet.
    """

    name: str | None
    bot: bool = False
    powers: tuple[str, ...] = ()
    key: str | None = None
    you: bool = False
    here: bool
    hand: bool = False


class Stranger(Model):
    """A stranger who asks to be let in: name, key to answer with and as people compare it."""

    name: str
    key: str
    fingerprint: str
    watches: bool


class OpenTo(Model):
    """Which strangers are told of the table.

    Attributes:
        network, relays: those in the own network, and those who ask our relays.
        no_network, no_relays: why these cannot be told; empty if they can.
        free: the places that somebody can be let in to, and what each is.
    """

    network: bool
    relays: bool
    no_network: str
    no_relays: str
    free: tuple[tuple[int, str], ...]


class Holder(Model):
    """A relay that holds the log of the game (SPEC-16.19), and whether it is connected.

    Attributes:
        relay: its address.
        here: whether it is connected.
        mail: whether it is one of Nostr, where players leave each other mail (SPEC-16.20).
    """

    relay: str
    here: bool
    mail: bool = False


class TurnMark(Model):
    """A turn on the timeline: after how many entries it begins, in which round, whose it is."""

    at: int
    round: int
    power: str


class Timeline(Model):
    """Where one stands in the past.

    Attributes:
        at: how many entries are shown.
        last: how many there are.
        entry: who signed the entry before, and the beginning of its hash.
        eyes: as whom one looks.
        views: as whom one can look.
    """

    at: int
    last: int
    turns: tuple[TurnMark, ...]
    entry: str | None
    eyes: Eyes = "all"
    views: tuple[Eyes, ...] = ("all",)


class Ending(Model):
    """What is done once a game is over.

    Attributes:
        signed: the seats that have signed the end.
        open: the seats that have shown what their tokens held throughout.
        closed: those with tokens that have not.
        can_open: whether this player can.
        rematch: the seat that invites this player to another game; None if nobody does.
        can_rematch: whether this player can invite the others.
        uncalled: whether it could if others could call it.
    """

    signed: tuple[int, ...]
    open: tuple[int, ...]
    closed: tuple[int, ...]
    can_open: bool
    rematch: int | None = None
    can_rematch: bool = False
    uncalled: bool = False


class Invited(Model):
    """An invite: for whom it is, its link, and the link as a QR code.

    Attributes:
        purpose: a seat, a place to watch, or the way back for who has lost a machine.
        place: at the table, by which it is taken back; None of the way back.
        seat: that it is for.
        qr: the `d` of an SVG path of modules one unit wide.
        size: modules in a row, with the quiet zone.
        message: that tells what to do with the link; empty once the game has begun.
    """

    who: str
    purpose: Literal["seat", "watch", "recover"]
    place: int | None
    seat: int | None
    link: str
    qr: str
    size: int
    message: str = ""


class Candidate(Model):
    """Somebody who has come to play on for a player, or to keep for a keeper, if all agree.

    Attributes:
        key: by which it is proposed.
        fingerprint: of the key.
        name: of the candidate; that of a bot says so.
        seat: that it would play.
        proposed: whether something about that seat is proposed already, and so must be signed or
            refused first.
    """

    key: str
    fingerprint: str
    name: str
    seat: int
    proposed: bool = False


class Proposal(Model):
    """What a seat has proposed to the others.

    Attributes:
        id: by which it is accepted and refused.
        seat: that proposed it.
        words: what it asks.
        undone: what it undoes, in words.
        changes: what stands otherwise then, in words.
        spaces: those in which something does.
        signed: names of those who have signed it.
        missing: names of those who have yet to sign it.
        refused: names of those who have refused it; then it cannot be agreed on any more.
        withdrawn: whether who proposed it, then named first there, has taken it back.
        can: what this player can say to it.
        remindable: whether others whom it waits for can be reminded.
        shown: whether the map shows the position that it leads to.
    """

    id: str
    seat: int
    words: str
    undone: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    signed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    withdrawn: bool = False
    can: tuple[Literal["accept", "refuse", "withdraw", "dispute"], ...] = ()
    remindable: bool = False
    shown: bool = False


class Wait(Model):
    """What one seat owes the game.

    Attributes:
        seat: that owes it.
        words: who is to do what, as in "Ann (Japan) to choose casualties".
        since: the minute of the entry that made it due, as its author has written it.
        learnt: the minute at which this node learnt of it, by its own clock.
        fault: what the seat was caught at, so that nothing is expected of it any more.
        absent_from: the minute from which on the others may replace it; None: never.
        gone: whether they may now, also because it was caught.
        recourse: what can be agreed on without it: to replace it, to end the game, or nothing.
        remedies: what can be done here about it.
    """

    seat: int
    words: str
    since: int | None = None
    learnt: int | None = None
    fault: str | None = None
    absent_from: int | None = None
    gone: bool = False
    recourse: Literal["replace", "end", "nothing"] = "replace"
    remedies: tuple[Literal["wait", "remind", "claim silence", "agree", "resign"], ...] = ()


class PowerInstructions(Model):
    """The instructions of a power, which everybody reads (`engine.instructions.Instructions`).

    Attributes:
        words: what they say; empty if nothing.
        waits: whether they hold only from the next entry of any seat on.
    """

    words: str
    waits: bool
    losses: tuple[str, ...]
    keep_land_unit: bool
    two_hit_ships: Literal["first", "last"]
    groups: Literal["smallest", "largest"]
    submerge: Literal["ask", "always", "never"]
    zones: Mapping[str, Literal["ask", "always", "never"]]
    intercept: Literal["ask", "always", "never"]
    patrol: Literal["ask", "always", "never"]
    landing: Literal["ask", "carriers", "land"]
    divide_evenly: bool
    windows: Literal["none", "phases", "turns", "all"]


class Reachability(Model):
    """Who can call by one way in to this player's node, and what would help.

    Attributes:
        works: whether others can from anywhere; None if it is not known.
        here: whether only this machine can.
        words: the way, and what was found out.
    """

    works: bool | None
    here: bool
    words: str


class NextStart(Model):
    """What holds from the next start of this player's node on.

    Attributes:
        router: whether the router is asked to pass calls on; None where nobody calls this machine.
        holders: whether two relays that hold the game can vouch for the player's copy.
    """

    router: bool | None
    holders: bool


class ReminderAddress(Model):
    """Where a keeper reminds the player: the address without what is secret in it."""

    shown: str
    confirmed: bool


class KeeperReminders(Model):
    """How a keeper that is connected reminds the player while the player's own node is off.

    Attributes:
        keeper: its name.
        kinds: how the addresses begin to which it sends.
        addresses: the player's.
    """

    keeper: str
    kinds: tuple[str, ...]
    addresses: tuple[ReminderAddress, ...]


class Table(Model):
    """How the table stands.

    Attributes:
        seat: the player's own; None for a watcher.
        waiting: whom the game waits for, and to do what, as in "Ann (Japan) to choose casualties".
        waits: the same, with since when and what can be done about it.
        astray: whom the game waits for to say which of two lines they hold, after a fork.
        hindered: why the player cannot do what the game waits for, and what would help.
        gone: the seats against which something can be proposed: absent, or caught.
        proposals: what is proposed to all.
        candidates: who has come to play on for somebody.
        offer: for whom this player has come to play on, and what has to happen first, in words.
        owing: the seat that the game waits for.
        entries: of the log so far.
        notices: lines for this player alone.
        unreached: why the host is not reached.
        refused: why the host lets nobody in.
        next_call: seconds until the others are called again; None while somebody is connected, or
            nobody is to be called.
        holders: the relays that hold the log for who comes while others sleep.
        declined: why the last answer was not sent.
        fraud: whether somebody was caught signing what no honest player signs.
        secrecy: as in the charter.
        safety: the safety phrase.
        waive: whether windows are to be waived with the next answer; None: no change.
        to_sign: whether a charter is to be signed.
        hidden: whether the player's address is shown to its relays alone; None: it has no relay.
        hides_next: the same from the next start of its node on.
        next_start: what else can be changed so; None of who plays with nobody from elsewhere.
        hosting: whether the player made this table, so that all were told where to find them.
        tested: who can call this node, by which way, until the game begins.
        open_to: which strangers are told, until the game begins; None of another's table.
        knocks: the strangers who ask to be let in.
        reach: where links to the running game lead, as HOST:PORT; empty if that is not known.
        entrance: whether one can leave to the entrance.
        timeline: of who only looks on, and of all once the game is over.
        ending: once the game is over.
        instructions: by power, also of those that have left none.
        lesson: whether it is the guided turn.
        alone: whether nobody else is a person: the others are bots of this program.
        reminders: how keepers remind the player.
    """

    mode: Literal["entrance", "lobby", "play", "watch", "replay"]
    seat: int | None = None
    waiting: tuple[str, ...] = ()
    waits: tuple[Wait, ...] = ()
    astray: str | None = None
    hindered: str | None = None
    gone: tuple[int, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    offer: str = ""
    owing: int | None = None
    entries: int = 0
    notices: tuple[str, ...] = ()
    unreached: str = ""
    refused: str = ""
    next_call: int | None = None
    holders: tuple[Holder, ...] = ()
    invites: tuple[Invited, ...] = ()
    hidden: bool | None = None
    hides_next: bool = False
    next_start: NextStart | None = None
    hosting: bool = False
    tested: tuple[Reachability, ...] = ()
    open_to: OpenTo | None = None
    knocks: tuple[Stranger, ...] = ()
    reach: str = ""
    declined: str | None = None
    fraud: bool = False
    secrecy: Secrecy | None = None
    safety: str | None = None
    waive: bool | None = None
    to_sign: bool = False
    entrance: bool = False
    timeline: Timeline | None = None
    ending: Ending | None = None
    instructions: Mapping[str, PowerInstructions] = Field(default_factory=dict)
    lesson: bool = False
    alone: bool = False
    reminders: tuple[KeeperReminders, ...] = ()


class StandingOrders(Model):
    """Answers given beforehand (`client.seat.standing_orders.StandingOrders`)."""

    losses: tuple[str, ...]
    best_losses: bool
    keep_land: bool
    only_answers: bool
    submerge: Literal["ask", "always", "never"]
    retreat: int | None


class Memo(Model):
    """What the player keeps for themself: standing orders, and notes by token."""

    standing: StandingOrders
    notes: Mapping[int, str]


class HouseRule(Model):
    """A house rule: its name, and what it is about."""

    name: str
    about: str


class ChangedOption(Model):
    """An option that is not as usual: its value, the usual one, what it decides, whose it is."""

    name: str
    value: str
    usual: str
    text: str
    of: str | None


class RulingText(Model):
    """A ruling of two house rules that meet."""

    of: str
    text: str


class Agreement(Model):
    """What players are about to agree to.

    Attributes:
        title: of the scenario.
        edition: by whose rules it is played, and with whose units.
        winning: how the game is won.
        trust: what is trusted to whom.
        text: the charter in words; None before there is one.
        safety: the safety phrase; None before there is one.
    """

    title: str
    edition: str
    winning: tuple[str, ...]
    rules: tuple[HouseRule, ...]
    options: tuple[ChangedOption, ...]
    rulings: tuple[RulingText, ...]
    trust: tuple[str, ...]
    text: str | None = None
    safety: str | None = None
