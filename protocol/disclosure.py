"""Checking the disclosed keys of a seat against all that was sealed with them (SPEC-13.3)."""

from collections.abc import Mapping
from dataclasses import replace

from engine.board import Power
from engine.claims import check
from engine.errors import Illegal
from engine.pieces import PieceId
from protocol.errors import Code, Refused
from protocol.ledger import Ledger
from protocol.sealing.suite import ClaimStatus, Public, Sealed, Suite
from protocol.statements import Disclosure

__all__ = ["disclose"]


def disclose(
    suite: Suite, ledger: Ledger, disclosure: Disclosure
) -> tuple[Ledger, Mapping[PieceId, int]]:
    """Open all commitments of a seat's powers and judge all their claims by what they show.

    Returns:
        The ledger with these claims disclosed; what every token of these powers has held.

    Raises:
        Refused: `bad_disclosure`: a commitment opens to no group under the key, or to another than
            was shown; `false_claim`: what was sealed contradicts a claim. The culprit is the seat,
            the `entry` that where the commitment or the claim was made.
    """
    disclosed: dict[PieceId, int] = {}
    for name, key in disclosure.keys:
        power = Power(name)
        groups = _opened(suite, ledger, power, key)
        disclosed |= groups
        for made in ledger.claims:
            if made.context.power != power:
                continue
            try:
                check(made.claim, groups)
            except Illegal as error:
                raise Refused(
                    Code.FALSE_CLAIM,
                    error.rule,
                    made.context.seat,
                    f"entry {made.context.sequence}: {error.reason}, as the key of {power} shows",
                    made.context.sequence,
                ) from error
    powers = {power for power, _ in disclosure.keys}
    claims = tuple(
        replace(made, status=ClaimStatus.DISCLOSED)
        if made.context.power in powers and made.status is ClaimStatus.OPEN
        else made
        for made in ledger.claims
    )
    return replace(ledger, claims=claims), disclosed


def _opened(suite: Suite, ledger: Ledger, power: Power, key: bytes) -> Mapping[PieceId, int]:
    """What every token of a power has held."""
    groups: dict[PieceId, int] = {}
    for handle, face in ledger.faces.items():
        match face:
            case Public(group):
                groups[handle] = group
            case Sealed(_, context) if context.power == power:
                found = suite.recover(key, handle, face, ledger.limits[power])
                if found is None or ledger.opened.get(handle, found) != found:
                    raise Refused(
                        Code.BAD_DISCLOSURE,
                        "SPEC-13.3",
                        context.seat,
                        f"entry {context.sequence}: under the disclosed key of {power}, token "
                        f"{handle} was not sealed with any group that it could hold",
                        context.sequence,
                    )
                groups[handle] = found
            case Sealed():
                pass
    return groups
