"""Deposited openings on the line: what a seal deposits, and how tokens are opened by it (SPEC-19).

Who opens them is said by `due`.
"""

from collections.abc import Iterable, Mapping, Sequence

from protocol.claims import new_tokens
from protocol.commitments import Commitments
from protocol.encoding import encode
from protocol.entry import Opening, SealTokens
from protocol.errors import Code, Refused
from protocol.identity import Identity
from protocol.players import Players
from protocol.sealing.deposit import Deposit, Recipients, make_deposit
from protocol.sealing.suite import SealContext, Sealed, Suite

__all__ = ["Parts", "deposited", "deposits_of", "make_deposits", "open_deposits", "parts_of"]

Parts = tuple[tuple[int, bytes], ...]
"""Handles of deposited tokens, ascending, and what one recipient takes off each: 32 bytes."""


def make_deposits(
    suite: Suite,
    context: SealContext,
    *,
    key: bytes,
    groups: Mapping[int, int],
    commitments: Sequence[bytes],
    players: Players,
) -> tuple[bytes, ...]:
    """The deposits of a seal; none where the charter knows none (SPEC-19.2).

    Args:
        suite: of the game.
        context: of the seal.
        key: the power's sealing key.
        groups: of each new token.
        commitments: to them, in ascending order of handle.
        players: before the seal.
    """
    if not players.charter.deposits:
        return ()
    recipients, made = _recipients(players, context.seat), []
    for (handle, group), commitment in zip(sorted(groups.items()), commitments, strict=True):
        opening = suite.open(key, handle, Sealed(commitment, context), group)
        made.append(make_deposit(opening, _place(context, handle, commitment), recipients).raw)
    return tuple(made)


def deposits_of(item: SealTokens, context: SealContext, players: Players) -> tuple[Deposit, ...]:
    """The deposits that a seal states.

    Args:
        item: the seal.
        context: of it.
        players: before its entry.

    Raises:
        Refused: `bad_deposit`: too many, too few, or not for those who play (SPEC-19.2).
    """
    due = len(new_tokens(item.claim)) if players.charter.deposits else 0
    if len(item.deposits) != due:
        raise _bad(context, f"of deposits it makes {len(item.deposits)}, its new tokens need {due}")
    recipients = _recipients(players, context.seat)
    found = []
    tokens = zip(new_tokens(item.claim), item.commitments, item.deposits, strict=False)
    for handle, commitment, raw in tokens:  # another number of commitments is refused for itself
        deposit = Deposit.read(raw, _place(context, handle, commitment), recipients)
        if deposit is None:
            raise _bad(context, f"that for token {handle} is not for all who play")
        found.append(deposit)
    return tuple(found)


def deposited(known: Commitments, handles: Iterable[int]) -> Mapping[int, Deposit] | None:
    """The deposits of these tokens; None if not all have one."""
    faces = {handle: known.faces.get(handle) for handle in handles}
    found = {
        handle: face.deposit
        for handle, face in faces.items()
        if isinstance(face, Sealed) and face.deposit is not None
    }
    return found if len(found) == len(faces) else None


def parts_of(known: Commitments, handles: Sequence[int], identity: Identity) -> Parts:
    """What a keeper takes off the deposits of these tokens, of those that leave it something."""
    deposits = deposited(known, handles) or {}
    parts = ((handle, deposit.part(identity)) for handle, deposit in sorted(deposits.items()))
    return tuple((handle, part) for handle, part in parts if part is not None)


def open_deposits(
    suite: Suite,
    known: Commitments,
    handles: Sequence[int],
    identity: Identity,
    given: Mapping[bytes, Parts],
) -> tuple[Opening, ...] | None:
    """The openings in the deposits of these tokens; None if they do not open.

    Args:
        suite: of the game.
        known: of its tokens.
        handles: of the tokens, ascending; each has a deposit for this player.
        identity: of who opens them.
        given: what each keeper has taken off, by public key; of all of them.
    """
    deposits, openings = deposited(known, handles) or {}, []
    for handle in handles:
        deposit, own = deposits[handle], deposits[handle].part(identity)
        parts = {key: dict(mine)[handle] for key, mine in given.items() if handle in dict(mine)}
        if own is None or not parts.keys() >= set(deposit.recipients.keepers):
            return None
        proof = deposit.opening(identity.public, {**parts, identity.public.raw: own})
        group = _group(suite, known, handle, proof)
        if group is None:
            return None
        openings.append(Opening(handle, group, proof))
    return tuple(openings)


def _group(suite: Suite, known: Commitments, handle: int, proof: bytes) -> int | None:
    """The group to which a commitment opens with this; None if it does not."""
    face = known.faces[handle]
    if not isinstance(face, Sealed):
        return None
    for group in range(1, known.limits[face.context.power] + 1):
        try:
            suite.check_opening(handle, face, group, proof, face.context.seat)
        except Refused:
            continue
        return group
    return None


def _recipients(players: Players, seat: int) -> Recipients:
    """For whom a seat deposits: who play the other seats with powers now, and all keepers."""
    charter, keys = players.charter, [player.key.raw for player in players.now]
    return Recipients(
        tuple(keys[other] for other in charter.players if other != seat),
        tuple(keys[keeper] for keeper in charter.keepers),
    )


def _place(context: SealContext, handle: int, commitment: bytes) -> bytes:
    return encode((context.to_data(), handle, commitment))


def _bad(context: SealContext, reason: str) -> Refused:
    return Refused(
        Code.BAD_DEPOSIT, "SPEC-19.2", context.seat, f"entry {context.sequence}: {reason}"
    )
