"""Items that carry what seats have signed beside the line: a settlement, or an agreement.

Sources: SPEC-12.6, SPEC-18.3 and SPEC-18.4.
"""

from collections.abc import Mapping
from contextlib import suppress

from protocol.agreeing import begun_by, check_agreement
from protocol.agreements import Agreement
from protocol.carried import read_agree, read_rejoin
from protocol.dice import Chain
from protocol.draft import Draft
from protocol.enacting import enact
from protocol.entry import Agree, Item, Rejoin
from protocol.errors import Code, Refused
from protocol.passing import check_hand_over, hidden_powers
from protocol.proposals import HandOver, Proposal
from protocol.receipts import Receipt
from protocol.rejoin import begin_incarnation
from protocol.statement import check_statement

__all__ = ["agree", "do_agreement", "do_proposal", "rejoin"]


def rejoin(draft: Draft, item: Rejoin, then: Item | None) -> None:
    """Begin the incarnation of which the entry is (SPEC-12.6).

    Raises:
        Refused: `bad_rejoin`.
    """
    agreed = None
    if isinstance(then, Agree):
        with suppress(Refused):  # it is judged when it is carried out
            agreed = read_agree(then)
    chain = begin_incarnation(
        item,
        players=draft.log.players,
        line=draft.log,
        carried=draft.log.carried,
        needed=draft.needed,
        chains=draft.ledger.chains.values(),
        seat=draft.seat,
        incarnation=draft.incarnation,
        agreed=agreed,
    )
    draft.ledger = draft.ledger.with_incarnation(draft.incarnation, chain)


def agree(draft: Draft, item: Agree) -> None:
    """Do what the seats have agreed on (SPEC-18.3).

    Raises:
        Refused: `bad_agreement`.
    """
    log = draft.log
    shown = {}
    try:
        found = read_agree(item)
        for signed in found.shown:
            check_statement(log.players, signed)
            shown[signed.statement.hash] = signed.statement
    except Refused as error:
        raise draft.refuse(Code.BAD_AGREEMENT, "SPEC-18.3", str(error)) from error
    for before in draft.items:
        if isinstance(before, Rejoin):
            shown |= {one.hash: one for one in read_rejoin(before).all}
    check_agreement(
        found.agreement,
        players=log.players,
        line=log,
        held={**log.carried, **shown},
        names=draft.began.incarnations,
        needed=draft.needed,
        author=draft.seat,
    )
    chains = draft.ledger.chains.values()
    begun = begun_by(found.agreement, log.players, chains, draft.seat)
    rejoins = draft.ledger.incarnations[draft.seat] != draft.began.incarnations[draft.seat]
    do_agreement(
        draft,
        found.agreement,
        {n: chain for n, chain in begun.items() if not (rejoins and chain.seat == draft.seat)},
    )


def do_agreement(
    draft: Draft, agreement: Agreement, begun: Mapping[bytes, Chain] | None = None
) -> None:
    """Do what is agreed, with the keys that pass by it, whoever has signed it (SPEC-18.4).

    Args:
        draft: where.
        agreement: that is complete.
        begun: see `enact`.

    Raises:
        Refused: `bad_agreement`: it cannot be done here.
    """
    match agreement.terms.terms:
        case HandOver(successor):
            powers = draft.run.game.powers_of(successor.statement.seat)
            hidden = hidden_powers(draft.ledger, draft.run.game, powers)
            check_hand_over(agreement.receipt, hidden, author=draft.seat, place=draft.sequence)
        case _:
            pass
    do_proposal(draft, agreement.terms, begun, agreement.receipt)


def do_proposal(
    draft: Draft,
    proposal: Proposal,
    begun: Mapping[bytes, Chain] | None = None,
    receipt: Receipt | None = None,
) -> None:
    """Do what is agreed, whoever has signed it (SPEC-18.4).

    Args:
        draft: where.
        proposal: that is agreed.
        begun: the dice chains of the incarnations that begin after a fault, by name.
        receipt: of a successor who has the keys of a seat that hands over.

    Raises:
        Refused: `bad_agreement`: it cannot be done here.
    """
    draft.ledger, events = enact(
        proposal,
        draft.run,
        draft.ledger,
        draft.log,
        draft.moments,
        author=draft.seat,
        begun=begun,
        receipt=receipt,
    )
    draft.events.extend(events)
    draft.answered = True
