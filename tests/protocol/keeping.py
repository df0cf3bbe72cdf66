"""What all agree on after a fault: a line that is kept, and names in which they go on."""

from collections.abc import Sequence
from typing import Any

from protocol.agreements import Agreement
from protocol.consent import agree_of
from protocol.entry import Entry
from protocol.proposals import AfterFault, End, Proposal, Replace
from protocol.statement import Signed
from tests.protocol.agreeing import consenting, proposing
from tests.protocol.rejoining import asking
from tests.protocol.sample import some_hash
from tests.protocol.succession import coming
from tests.protocol.toy_match import ToyMatch

ANN, BOB, CID = range(3)


def keeping(made: ToyMatch, terms: Replace | End, **fields: Any) -> Signed[Proposal]:
    """Cid proposes, against Bob, to keep the line."""
    return proposing(made, CID, AfterFault(terms), BOB, **fields)


def replacing_bob(made: ToyMatch) -> Replace:
    return Replace((coming(made, BOB),))


def agreed(
    made: ToyMatch, proposal: Signed[Proposal], signers: Sequence[int] = (ANN, CID)
) -> Agreement:
    """All others have signed, in their first incarnations, each with a question of its own."""
    signatures = (
        consenting(
            proposal, seat, question=asking(made, seat, nonce=some_hash(f"{proposal.raw!r}"))
        )
        for seat in signers
    )
    return Agreement(proposal, tuple(signatures))


def kept(made: ToyMatch, agreement: Agreement, carrier: int = CID, **fields: object) -> Entry:
    """The entry of a seat that carries it, in the name that it begins."""
    names = {one.statement.seat: one.statement.hash for one in agreement.added}
    agree = agree_of(agreement, made.authors[carrier].table.log)
    return made.forged(carrier, agree, **{"incarnation": names.get(carrier), **fields})


def keep(made: ToyMatch, terms: Replace | End, carrier: int = CID) -> Agreement:
    """It is agreed, and all that have signed go on, each with its settlement."""
    agreement = agreed(made, keeping(made, terms))
    entry = kept(made, agreement, carrier)
    made.send(entry)
    for seat in (ANN, CID):
        made.conducts[seat].took(entry, made.authors[seat].table.log.heard)
        made.settle_question(seat)
    return agreement
