"""One player's or spectator's node of one table: what it shows, and what it can be told to do.

It is run by `p2p.runner`.
"""

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from engine.board import Power
from engine.game import Game
from engine.instructions import Instructions
from engine.pieces import PieceId
from p2p.address import Address
from p2p.advertising import NOBODY, OpenTo
from p2p.ending import LINGER_SECONDS
from p2p.errors import LobbyError
from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.inviting import WATCHING
from p2p.joining import Joining
from p2p.listing import Listing
from p2p.meeting import Meeting
from p2p.player import InviteWithdrawn, Knocked, Player
from p2p.probing import Reachability
from p2p.proposed import Reply
from p2p.relay.client import RelayAccess
from p2p.reminding.asking import KeepersAsked
from p2p.reminding.desk import Desk
from p2p.runner import Runner
from p2p.standing import Hindrance
from p2p.store import Store
from p2p.succeeding import ended
from p2p.tickets import Ticket
from p2p.waiting import Awaited
from p2p.ways import Holder, Relay, WayIn
from protocol.consent import OpenProposal
from protocol.errors import ProtocolError
from protocol.founding import Founding
from protocol.identity import Phrase, PublicKey
from protocol.proposals import ChangeKeepers, Ended, HandOver, Proposal, Replace, Terms
from protocol.successors import Successor
from protocol.table import Table

__all__ = ["Node"]

_PAUSE: Final = 0.05
"""Seconds between two looks at whether everything has been sent."""


class Node:
    """One player's or spectator's node of one table. Made within a running loop, it runs once."""

    def __init__(
        self,
        store: Store,
        phrase: Phrase,
        player: Player,
        *,
        listen: Address | None = None,
        ways: Sequence[WayIn] = (),
        found_at: Sequence[WayIn] = (),
        relays: Sequence[RelayAccess] = (),
        mailboxes: Sequence[Relay] = (),
        relay_only: bool = False,
        linger: float | None = LINGER_SECONDS,
        state: Path | None = None,
        bot: bool = False,
        hold: bool = False,
        holder: bool = False,
        meeting: Meeting = Meeting.SEATS,
        whole: bool = True,
        open_to: OpenTo = NOBODY,
        reminders: Desk | None = None,
        open_table: Callable[[Founding], Table] = Table.start,
    ) -> None:
        """A node as its store remembers it.

        Args:
            store: opened, with the lobby's state in it; stays the caller's to close.
            phrase: of the player.
            player: who decides.
            listen: where to listen; None to only call others.
            ways: in to others, besides those of the invite.
            found_at: the ways in to this node; where it listens, if there are none.
            relays: where to register, so that others can call it who cannot reach it otherwise.
            mailboxes: relays of Nostr, where to leave mail and look for it; strangers may run them.
            relay_only: whether to call through these relays alone, so that no other player learns
                our address.
            linger: see `LINGER_SECONDS`; None to go on serving the log for ever.
            state: folder outside of the store's, where the number of its signatures is kept; None
                for nowhere, and then the node meets another seat before it signs.
            bot: whether a bot decides, as the others are told where this node comes to play.
            hold: whether to ask the relays to hold the log.
            holder: whether this is a relay's own node, that holds the log for others: it calls
                nobody, and the relay knows it by the key of the phrase.
            meeting: whom our seat must have met before it signs, if the store is not known to be
                whole.
            whole: whether the player is to be told of all entries that were played before; if not,
                the node starts from a snapshot, and tells of those after it.
            open_to: which strangers are told of the table, if it is ours and has not begun.
            reminders: by which this node, if it keeps the game, reminds players who are away.
            open_table: makes the table of a founding; tests play other games than the program's.

        Raises:
            BadStore: the store holds no lobby, or a game that this program does not accept.
        """
        self._phrase = phrase
        self._runner = Runner(
            store,
            phrase,
            player,
            listen=listen,
            ways=ways,
            found_at=found_at,
            relays=relays,
            mailboxes=mailboxes,
            relay_only=relay_only,
            linger=linger,
            state=state,
            bot=bot,
            hold=hold,
            holder=holder,
            meeting=meeting,
            whole=whole,
            open_to=open_to,
            reminders=reminders,
            open_table=open_table,
        )

    @property
    def lobby(self) -> Hosting | Joining:
        """How this node came to the table, and on the host's side who has come."""
        return self._runner.lobby.lobby

    @property
    def table(self) -> Table | None:
        """The game, once it is founded; to be looked at only."""
        return None if self._runner.replica is None else self._runner.replica.table

    @property
    def seat(self) -> int | None:
        """The seat that this node plays; None for a spectator, or before the game is founded."""
        author = None if self._runner.replica is None else self._runner.replica.author
        return None if author is None else author.seat

    @property
    def hindrance(self) -> Hindrance | None:
        """Why our seat may not do what the game asks of it; None if it may, or nothing is asked."""
        replica = self._runner.replica
        if replica is None or replica.author is None or replica.author.owes is None:
            return None
        return replica.standing.hindrance

    @property
    def groups(self) -> Mapping[PieceId, int]:
        """What every token holds that this seat ever sealed: handle and group; never to be sent."""
        author = None if self._runner.replica is None else self._runner.replica.author
        return {} if author is None else author.secrets

    @property
    def ways(self) -> tuple[WayIn, ...]:
        """The newest ways in to any node of the table, our own first."""
        return self._runner.reach.ways

    @property
    def held_at(self) -> Mapping[Holder, bool]:
        """The relays' nodes that hold the log, and whether we are connected to them."""
        peers = self._runner.peers
        return {way: peers.with_key(way.key) is not None for way in self._runner.reach.held_at}

    @property
    def mailboxes(self) -> Mapping[Relay, bool]:
        """Where we leave mail, and whether we are connected."""
        return self._runner.mailboxes.connected(self._runner.peers)

    def dismiss(self, reason: str) -> None:
        """End all connections, after telling everybody why."""
        for peer in self._runner.peers:
            peer.dismissed = reason
        self._runner.peers.wake()

    @property
    def connected(self) -> bool:
        """Whether anybody is."""
        return bool(self._runner.peers.keys)

    @property
    def visited(self) -> bool:
        """Whether anybody is connected besides those who only hold the log."""
        runner = self._runner
        return any(
            key not in runner.reach.holders - runner.lobby.members for key in runner.peers.keys
        )

    @property
    def next_call(self) -> float | None:
        """Seconds until somebody is called again; None if nobody is to be."""
        return self._runner.reach.next_call

    @property
    def tested(self) -> tuple[Reachability, ...]:
        """Who can call by the ways in to this node, as far as that is known."""
        return self._runner.reach.tested

    def retry(self) -> None:
        """Call now whoever is not connected, and test the ways in again."""
        self._runner.reach.retry()

    async def port(self) -> int:
        """Where it listens, as soon as it does. Cancelled if it cannot."""
        return await self._runner.port()

    async def run(self) -> None:
        """Play until the game is over and the seats that we met hold all of it, or cancelled.

        On return all its tasks have ended, and all its connections are closed.

        Raises:
            Unreachable: the address to listen at is taken.
            LobbyError: the player does not agree to the charter.
            StoreFailed: the disk refuses; nothing was sent that is not on it.
        """
        await self._runner.run()

    def stay(self) -> None:
        """Go on until `leave`, also when the game is over: the player looks at it, and talks."""
        self._runner.ending.stay()

    async def settled(self) -> None:
        """Wait until the game is over, and nobody at the table needs the node any more."""
        await self._runner.ending.settled.wait()

    def leave(self) -> None:
        """Stop as soon as the game is over; what `stay` asked for is not wanted any more."""
        self._runner.ending.leave()

    def raise_hand(self) -> None:
        """Ask for a window at the next boundary (SPEC-10.8).

        Raises:
            LobbyError: the game has not begun.
            LocalError: this node has no seat, or its seat has raised its hand too often.
        """
        self._runner.follow_up(self._runner.begun.replica.raise_hand())

    def instruct(self, power: Power, instructions: Instructions) -> None:
        """Give an own power new instructions (SPEC-10.10); the next entry of any seat carries them.

        Raises:
            LobbyError: the game has not begun.
            LocalError: this node's seat does not play the power, or the game is over.
            Illegal: they name what the game does not have.
        """
        self._runner.follow_up(self._runner.begun.replica.instruct(power, instructions))

    def claim_silence(self) -> None:
        """Say beside the line that another seat lets the game wait. It proves nothing.

        Raises:
            LobbyError: the game has not begun.
            LocalError: this node has no seat, the game waits for nobody else, or it was said
                too often.
        """
        self._runner.follow_up(self._runner.begun.replica.claim_silence())

    def disclose(self) -> None:
        """Show everybody what our tokens held, once the game is over (SPEC-13.3).

        Raises:
            LobbyError: the game has not begun.
            LocalError: see `Replica.disclose`.
        """
        self._runner.follow_up(self._runner.begun.replica.disclose())

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        """What the game waits for, since when, and what can be done about it here."""
        return self._runner.awaited

    @property
    def meeting(self) -> Meeting:
        """Whom our seat must have met before it signs, unless its store is known to be whole."""
        return self._runner.meeting

    @property
    def relay_only(self) -> bool:
        """Whether we call through our own relays alone, so that no player learns our address."""
        return self._runner.reach.relay_only

    @property
    def gone(self) -> frozenset[int]:
        """The seats against which something can be agreed: absent by our clock, or caught."""
        return self._runner.gone

    @property
    def astray(self) -> tuple[int, ...]:
        """After a fork, the seats that have to say first which line they hold."""
        return () if self._runner.replica is None else self._runner.replica.sync.astray

    def remind(self) -> None:
        """Remind who owes the game something, or a proposal a signature; see `Talk.remind`.

        Raises:
            LobbyError: the game has not begun.
            LocalError: nobody else is waited for, or see `Chat.remind`.
        """
        self._runner.begun.remind(int(time.time()) // 60)

    @property
    def keepers(self) -> KeepersAsked:
        """What keepers say of reminders of our player, and to ask them for some (SPEC-16.24)."""
        return self._runner.keepers

    def propose(self, terms: Terms, named: tuple[Ended, ...] = ()) -> None:
        """Propose something to the table; see `Replica.propose`."""
        minute = int(time.time()) // 60
        self._runner.follow_up(self._runner.begun.replica.propose(terms, named, minute))

    def consent(self, name: bytes) -> None:
        """Sign the proposal of this hash; see `Replica.consent`."""
        minute = int(time.time()) // 60
        self._runner.follow_up(self._runner.begun.replica.consent(name, os.urandom(32), minute))

    def refuse(self, name: bytes) -> None:
        """Refuse or withdraw the proposal of this hash; see `Replica.refuse`."""
        self._runner.follow_up(self._runner.begun.replica.refuse(name))

    @property
    def absent(self) -> frozenset[int]:
        """The seats that count as absent by what this node has heard (SPEC-18.8)."""
        return self._runner.absent

    @property
    def proposals(self) -> tuple[OpenProposal, ...]:
        """What is proposed for the next place of the line, and who has signed."""
        return () if self._runner.replica is None else self._runner.replica.proposed.open

    def remindable(self, one: OpenProposal) -> frozenset[int]:
        """The seats that can be reminded of an open proposal; see `Proposed.remindable`."""
        replica = self._runner.replica
        return frozenset() if replica is None else replica.proposed.remindable(one)

    def replies(self, one: OpenProposal) -> tuple[Reply, ...]:
        """What our player can say to an open proposal; see `Proposed.replies`."""
        replica = self._runner.replica
        return () if replica is None else replica.proposed.replies(one)

    def preview(self, proposal: Proposal) -> Game | None:
        """The position that an open proposal leads to; None if it cannot be done."""
        replica = self._runner.replica
        try:
            return None if replica is None else replica.proposed.preview(proposal).game
        except ProtocolError:
            return None

    def stays(self, proposal: Proposal) -> int:
        """The last place of our line that stays by an open proposal; see `Proposed.stays`."""
        return self._runner.begun.replica.proposed.stays(proposal)

    @property
    def candidates(self) -> tuple[Successor, ...]:
        """Who would play a seat in its player's stead, of those who have come."""
        game = self._runner.game
        return () if game is None else tuple(one.statement for one in game.candidates.values())

    def replace(self, candidate: PublicKey) -> None:
        """Propose that a candidate plays or keeps its seat; against it, unless that is our own.

        Raises:
            LobbyError: the game has not begun, or there is no such candidate.
            LocalError: it cannot be proposed here.
        """
        game = self._runner.begun
        if candidate not in game.candidates:
            raise LobbyError("nobody with that key would play a seat")
        successor = game.candidates[candidate]
        seat = successor.statement.seat
        if seat == self.seat:
            self.propose(HandOver(successor))
            return
        keeps = seat in game.replica.table.charter.keepers
        terms = ChangeKeepers((successor,)) if keeps else Replace((successor,))
        self.propose(terms, (ended(game.replica.table, seat),))

    def invite_successor(self, seat: int, at: Sequence[WayIn] = ()) -> Invite:
        """Invite somebody who may come to play a seat of the running game (SPEC-16.14).

        Args:
            seat: that is to be played.
            at: where the link leads: to us or to any other node of the game; `ways`, if nowhere.

        Raises:
            LobbyError: we play no seat, or the game has not begun, or has no such seat.
            BadInvite: the link would lead nowhere, or to too many places.
        """
        lobby = self._runner.lobby
        link = self._runner.reach.link(None, at)
        invite = replace(link, ticket=lobby.invite(seat))
        self._runner.follow_up()
        return invite

    def invite_watcher(self) -> Invite:
        """Invite somebody who may watch the running game at any of its nodes (SPEC-16.4).

        Raises:
            LobbyError: we play no seat, or the game has not begun.
            BadInvite: the link would lead nowhere.
        """
        invite = replace(self.link(), ticket=self._runner.lobby.invite(WATCHING))
        self._runner.follow_up()
        return invite

    def link(self) -> Invite:
        """The link by which whoever belongs to the table finds it: with the newest ways in.

        Raises:
            BadInvite: it would lead nowhere.
        """
        return self._runner.reach.link(None)

    def given_invites(self, at: Sequence[WayIn] = ()) -> tuple[Invite, ...]:
        """The invites of ours that nobody has used here, so that they can be shown again.

        Raises:
            BadInvite: they would lead nowhere, or to too many places.
        """
        tickets = self._runner.lobby.given_tickets
        return tuple(self._runner.reach.link(ticket, at) for ticket in tickets)

    def ticket(self, number: int) -> Ticket:
        """The ticket of an invite to our table, which the host hands out.

        Raises:
            LobbyError: we are not the host.
        """
        if not isinstance(self.lobby, Hosting):
            raise LobbyError("only the host can invite")
        return self.lobby.ticket(self._phrase, number)

    @property
    def open_to(self) -> OpenTo:
        """Which strangers are told of our table."""
        return self._runner.strangers.advertising.open_to

    def open_up(self, open_to: OpenTo) -> None:
        """Tell strangers of our table from now on, or no more (SPEC-16.21).

        Raises:
            LobbyError: we are not the host, or the game has begun, or it cannot be listed.
        """
        self._runner.strangers.advertising.change(open_to)

    @property
    def listing(self) -> Listing | None:
        """What strangers are told of our table now; None if nothing."""
        return self._runner.strangers.advertising.listing

    @property
    def knocks(self) -> tuple[Knocked, ...]:
        """The strangers who wait to be let in."""
        return tuple(
            Knocked(one.key, one.said.name, one.said.watches)
            for one in self._runner.strangers.knocks
        )

    def let_in(self, key: PublicKey, place: int | None) -> None:
        """Let a stranger in who has knocked (SPEC-16.22).

        Args:
            key: of the stranger.
            place: a seat that is free; None to watch.

        Raises:
            LobbyError: it does not wait any more, or the place is not free.
        """
        self._runner.strangers.let_in(key, place)

    def turn_away(self, key: PublicKey, *, bar: bool = False) -> None:
        """Do not let a stranger in who has knocked.

        Args:
            key: of the stranger.
            bar: whether not to be asked about it again.

        Raises:
            LobbyError: it does not wait any more.
        """
        self._runner.strangers.turn_away(key, bar=bar)

    def withdraw(self, place: int) -> None:
        """Take back the invite to a place, and remove whoever has used it (SPEC-16.4).

        Raises:
            LobbyError: we are not the host, or the game has begun, or nobody is invited there.
        """
        before = self._runner.lobby.guests
        for key, reason in self._runner.lobby.withdraw(place).items():
            peer = self._runner.peers.with_key(key)
            if peer is not None:
                peer.dismissed = reason
        freed = sorted(before.keys() - self._runner.lobby.guests.keys())
        self._runner.follow_up(InviteWithdrawn(place, {seat: before[seat].name for seat in freed}))

    def say(self, text: str) -> None:
        """Say a line to all who are connected; it is in no log (SPEC-16.11).

        Raises:
            LobbyError: the game has not begun.
            LocalError: see `Chat.say`.
        """
        said = self._runner.begun.talk.say(text, self._runner.reach.holders)
        self._runner.follow_up(said)

    async def offer_rematch(self, invites: Mapping[PublicKey, Invite]) -> frozenset[PublicKey]:
        """Invite the others to another game over their connections (SPEC-16.23).

        Args:
            invites: by the key of who is invited.

        Returns:
            The keys of those who were connected, and have been told.

        Raises:
            LobbyError: the game has not begun.
        """
        told = self._runner.begun.talk.offer(invites)
        for peer in self._runner.peers:
            while peer.replies and not peer.ended.is_set():  # noqa: ASYNC110 (a connection tells nobody)
                await asyncio.sleep(_PAUSE)
        return told
