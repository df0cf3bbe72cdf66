"""An entry's items, carried out one after another in its draft (SPEC-10.5).

What a seat owes is in `duties`, what seats have signed beside the line in `carrying`; here are the
notes, which answer nothing and stand before a decision (SPEC-10.9).
"""

from typing import assert_never

from engine.board import Power
from protocol.carrying import agree, rejoin
from protocol.draft import Draft
from protocol.duties import deal_out, decide, give_share, leave_tokens, open_tokens, seal_tokens
from protocol.entry import (
    Agree,
    Deal,
    Decide,
    DiceShare,
    Hand,
    Instruct,
    Item,
    Leave,
    OpenTokens,
    Rejoin,
    Resign,
    SealTokens,
    Waive,
)
from protocol.errors import Code, Refused
from protocol.instructing import check_instructions
from protocol.statement import read_statement
from protocol.statements import NewInstructions

__all__ = ["carry_out"]


def carry_out(draft: Draft, item: Item, then: Item | None = None) -> None:
    """Carry out the next item.

    Args:
        draft: of the entry.
        item: which it is.
        then: what follows it; a rejoin may rest on an agreement there (SPEC-12.6).

    Raises:
        Refused: it may not stand here, and nothing may follow it in this draft.
    """
    match item:
        case Rejoin():
            rejoin(draft, item, then)
        case Agree():
            agree(draft, item)
        case Decide() | Resign():
            decide(draft, item)
        case DiceShare(value):
            give_share(draft, value)
        case OpenTokens():
            open_tokens(draft, item)
        case Leave():
            leave_tokens(draft)
        case SealTokens():
            seal_tokens(draft, item)
        case Deal():
            deal_out(draft, item)
        case Waive(waived):
            draft.may_note("waive its windows")
            draft.run.waive(draft.seat, waived=waived)
        case Hand():
            _grant(draft, item)
        case Instruct():
            _instruct(draft, item)
        case _:
            assert_never(item)
    draft.items.append(item)


def _grant(draft: Draft, item: Hand) -> None:
    """Let a seat that has raised its hand decide at the next window (SPEC-10.9)."""
    draft.may_note("grant a raised hand")
    due_counter = draft.run.game.hands.get(item.seat, 0) + 1
    if item.seat == draft.seat or item.seat not in draft.log.charter.players:
        raise draft.refuse(
            Code.BAD_HAND, "SPEC-10.9", f"seat {item.seat} is not another seat with powers"
        )
    if item.counter != due_counter:
        raise draft.refuse(
            Code.BAD_HAND,
            "SPEC-10.9",
            f"the next hand of seat {item.seat} is number {due_counter}, not {item.counter}",
        )
    draft.run.grant(item.seat)


def _instruct(draft: Draft, item: Instruct) -> None:
    """Take along instructions that a seat has given beside the line (SPEC-10.10)."""
    draft.may_note("carry instructions")
    try:
        signed = read_statement(NewInstructions, item.statement)
        draft.log.check(signed)
        said = signed.statement
        instructions = check_instructions(said, draft.run.game, draft.ledger, draft.log)
    except Refused as error:
        raise draft.refuse(Code.BAD_INSTRUCTIONS, "SPEC-10.10", str(error)) from error
    draft.run.instruct(Power(said.power), instructions)
    draft.ledger = draft.ledger.with_instructions(said.seat, said.counter)
