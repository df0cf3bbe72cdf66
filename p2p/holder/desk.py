"""Where a holder is asked to hold a log or to keep a game (SPEC-16.19)."""

import hashlib
from pathlib import Path
from typing import Final

from p2p.errors import BadInvite, StoreFailed
from p2p.holder.policy import HeldTable, Policy, Role
from p2p.holder.shelf import Shelf
from p2p.invite import Invite
from p2p.relay.client import RelayAccess
from p2p.relay.messages import MAX_REASON, VERSION, Decline, Held, Hold
from p2p.relay.server import read_passes
from protocol.charter import MAX_SEATS

__all__ = ["answer"]

_HASHED: Final = 16


def answer(
    hold: Hold,
    shelf: Shelf,
    policy: Policy,
    access: RelayAccess,
    passes: Path | None,
    *,
    network: bytes,
) -> tuple[Held | Decline, HeldTable | None]:
    """Answer who asks; with the table, if it was not held before.

    Args:
        hold: what is asked.
        shelf: of the holder, which takes the table.
        policy: what it takes.
        access: the relay.
        passes: file of the passes of which one is needed; None if everybody may ask.
        network: that asks, hashed (see `asking_network`).
    """
    try:
        return _answer(hold, shelf, policy, access, passes, network=network)
    except BadInvite as error:
        return _decline(str(error)), None
    except (StoreFailed, OSError):
        return _decline("this relay's disk does not take it; try again later"), None


def _answer(
    hold: Hold,
    shelf: Shelf,
    policy: Policy,
    access: RelayAccess,
    passes: Path | None,
    *,
    network: bytes,
) -> tuple[Held | Decline, HeldTable | None]:
    if hold.version != VERSION:
        return _decline("this relay speaks another version: update secret-subs"), None
    asked_with = network
    if passes is not None:
        if hold.relay_pass not in read_passes(passes):
            return _decline("this relay takes only who has a pass: ask its owner for one"), None
        asked_with = hashlib.sha256(hold.relay_pass.encode()).digest()[:_HASHED]
    invite = Invite.parse(hold.invite)
    place = None if invite.ticket is None else invite.ticket.place
    role = Role.HOLDER if place is None or place >= MAX_SEATS else Role.KEEPER
    known = shelf.held.get((invite.table, role))
    if known is not None:
        return (_decline(policy.too_long) if known.full else _held(known)), None
    if role is Role.KEEPER and not any(map(access.leads_to, invite.ways)):
        reason = "the link leads nowhere through this relay: its host must play with"
        return _decline(f"{reason} --relay {access.relay}"), None
    against = policy.objection(role, asked_with, shelf.held.values(), everybody=passes is None)
    if against:
        return _decline(against), None
    taken = shelf.take(invite, role, asked_with)
    return _held(taken), taken


def _held(held: HeldTable) -> Held:
    return Held(key=held.identity.public.raw)


def _decline(reason: str) -> Decline:
    return Decline(reason=reason[:MAX_REASON])
