"""Playing at a table of a home, or watching, until the game is over."""

__all__ = ["Play", "as_before", "run_table", "save_evidence", "save_log", "ways_in"]

import hashlib
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from client.home import PROGRAM
from client.network import listen_address, reachable_at
from client.router import opened_at_router
from client.seat.invitations import invitations_of
from client.seat.memo import Memo
from client.seat.participant import Participant
from client.tables import OpenTable, hosted_lobby
from p2p.address import Address
from p2p.ending import LINGER_SECONDS
from p2p.failures import task_group
from p2p.invite import MAX_WAYS
from p2p.joining import Joining
from p2p.lobby import read_lobby
from p2p.mailboxes import mail_ways, read_mailbox
from p2p.node import Node
from p2p.relay.client import RelayAccess, ways_through
from p2p.reminding.desk import Desk
from p2p.system import Disk, state_folder
from p2p.ways import Lan, Mailbox, Relay, WayIn, read_way, way_to
from protocol.logfile import write_log

Play: TypeAlias = Callable[[Participant], Coroutine[None, None, None]]
"""Has somebody play at a table until its game is over."""

_UNKNOWN_DISK = (
    "Your game is kept in {path}. This system does not say whether that is a local disk: "
    "make sure it is no network or shared folder, where a game can be lost."
)
_UNREAD_MAIL = (
    "The link names a mailbox that you have not agreed to: --mailbox {relay} reads the mail there. "
    "Whoever runs it sees your address, when you play and how much, and nothing of the game."
)


async def run_table(
    table: OpenTable,
    participant: Participant,
    *,
    listen: Address | None = None,
    relays: Sequence[RelayAccess] = (),
    invite: bool = False,
    ways: Sequence[WayIn] = (),
    stay: bool = False,
    bot: bool = False,
    log: Path | None = None,
    reminders: Desk | None = None,
) -> None:
    """Sit down and play until the game is over and signed by all.

    Args:
        table: where to sit; its store is closed at the end.
        participant: who plays or watches.
        listen: where to listen; None to only call others.
        relays: where to register, so that others can call.
        invite: whether a host who can be called is shown its invitations.
        ways: in, as they name them, those through the relays too; where it listens, if there are
            none.
        bot: whether a bot plays, as the others are told where it comes to play for another.
        stay: go on serving the log when the game is over.
        log: where the log is written at the end, however it comes; None for nowhere.
        reminders: by which a keeper reminds players who are away; None for none.

    Raises:
        NodeError: what the node cannot go on with.
        OSError: the log cannot be written.
    """
    if table.store.disk is Disk.UNKNOWN:
        participant.show(_UNKNOWN_DISK.format(path=table.store.path))
    with table.store:
        memo = Memo.load(table.memo)
        async with opened_at_router(participant, listen if memo.upnp else None) as opened:
            await _run(
                table,
                memo,
                participant,
                listen=listen,
                relays=relays,
                invite=invite,
                ways=_with(opened, ways),
                stay=stay,
                bot=bot,
                log=log,
                reminders=reminders,
            )


def as_before(table: OpenTable, memo: Memo, *, invite: bool = False) -> Play:
    """Sit down at a table, called as a memo says.

    Args:
        table: where to sit.
        memo: which place, or which relays.
        invite: as in `run_table`.
    """
    run = partial(run_table, table, invite=invite)
    if memo.relays:
        run = partial(run, relays=tuple(map(RelayAccess.parse, memo.relays)))
    if memo.address:
        run = partial(run, listen=listen_address(read_way(memo.address).address))
    ways = ways_in(table, memo)
    return partial(run, ways=ways) if ways else run


def ways_in(table: OpenTable, memo: Memo) -> tuple[WayIn, ...]:
    """The ways in to a player who is called as its memo says, but for its mailboxes."""
    at = reachable_at(read_way(memo.address).address) if memo.address else ()
    relays = tuple(map(RelayAccess.parse, memo.relays))
    return (*at, *ways_through(relays, table.phrase, table.id))


def _with(opened: Sequence[WayIn], ways: Sequence[WayIn]) -> tuple[WayIn, ...]:
    """Ways in besides those that a router has opened; of too many those of one network go."""
    if opened and len(opened) + len(ways) > MAX_WAYS:
        ways = [way for way in ways if not isinstance(way, Lan)]
    return (*opened, *ways)[:MAX_WAYS] if opened else tuple(ways)


async def _run(
    table: OpenTable,
    memo: Memo,
    participant: Participant,
    *,
    listen: Address | None,
    relays: Sequence[RelayAccess],
    invite: bool,
    ways: Sequence[WayIn],
    stay: bool,
    bot: bool,
    log: Path | None,
    reminders: Desk | None,
) -> None:
    """See `run_table`."""
    linger = None if stay else LINGER_SECONDS
    mailboxes = tuple(map(read_mailbox, memo.mailboxes))
    ways = (*ways, *mail_ways(mailboxes, table.phrase, table.id))
    for way in _unread_mail(table, mailboxes):
        participant.show(_UNREAD_MAIL.format(relay=way.relay))
    node = Node(
        table.store,
        table.phrase,
        participant,
        listen=listen,
        ways=table.ways,
        found_at=[way for way in ways if not isinstance(way, Relay | Mailbox)],
        relays=relays,
        mailboxes=mailboxes,
        relay_only=memo.relay_only,
        hold=memo.hold,
        open_to=memo.open_to,
        meeting=memo.meeting,
        linger=linger,
        state=state_folder(PROGRAM),
        bot=bot,
        whole=participant.wants_past,
        reminders=reminders,
    )
    try:
        async with task_group() as group:
            inviting = None
            if invite and (listen is not None or relays or mailboxes):
                inviting = group.create_task(
                    _invite(table, participant, node, ways, listen, site=memo.site)
                )
            await participant.run(node, table.memo)
            if inviting is not None:
                inviting.cancel()
    finally:
        save_log(participant, log)
        for proof in participant.observer.evidence:
            participant.show(save_evidence(proof, table.evidence))


def _unread_mail(table: OpenTable, mailboxes: Sequence[Relay]) -> tuple[Mailbox, ...]:
    """The mailboxes that the link names and the player has not agreed to."""
    kept = table.store.read().lobby
    lobby = None if kept is None else read_lobby(kept)
    ways = (*table.ways, *(lobby.invite.ways if isinstance(lobby, Joining) else ()))
    named = (way for way in ways if isinstance(way, Mailbox) and way.relay not in mailboxes)
    return tuple(dict.fromkeys(named))


async def _invite(
    table: OpenTable,
    participant: Participant,
    node: Node,
    ways: Sequence[WayIn],
    listen: Address | None,
    *,
    site: str,
) -> None:
    """Show a host's invitations as soon as the node listens."""
    at = tuple(ways)
    if listen is not None:
        listening = Address(listen.host, await node.port())
        at = at or (way_to(listening),)
    lobby = hosted_lobby(table)
    if lobby is not None:
        participant.invite(invitations_of(table.phrase, lobby, at, site))


def save_log(participant: Participant, log: Path | None) -> None:
    """Write the log of a game, as far as it came, where that is wanted.

    Raises:
        OSError: it cannot be written.
    """
    table = participant.observer.table
    if log is not None and table is not None:
        log.write_bytes(write_log(table.log))


def save_evidence(evidence: bytes, folder: Path) -> str:
    """Write a proof of fraud into a file named after its content; say where, and what for."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{hashlib.sha256(evidence).hexdigest()[:16]}.evidence"
    file.write_bytes(evidence)
    return f"The proof is saved. Anybody can check it with `secret-subs audit {file}`."
