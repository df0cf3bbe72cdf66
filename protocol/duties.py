"""Items by which a seat does what it owes: decide, share, open, seal, deal (SPEC-10.5)."""

from dataclasses import replace

from engine.board import Power
from engine.errors import Illegal, Malformed
from engine.pieces import PieceId
from engine.requests import Decision, Reveal, Roll, Seal
from protocol.depositing import deposits_of
from protocol.dice import roll, roll_seed
from protocol.draft import Draft, Rolled
from protocol.due import Duty
from protocol.entry import Deal, Decide, OpenTokens, Resign, SealTokens
from protocol.errors import Code, LocalError, Refused
from protocol.holding import read_passed
from protocol.ledger import PendingReveal
from protocol.obligations import Claimed, Opened
from protocol.passing import check_resignation, deal_tokens, owe_deal
from protocol.seals import must_answer, must_reshuffle

__all__ = ["deal_out", "decide", "give_share", "leave_tokens", "open_tokens", "seal_tokens"]


def decide(draft: Draft, item: Decide | Resign) -> None:
    """Answer a decision, or resign in place of it (SPEC-10.5, SPEC-13.1).

    Raises:
        Refused: `not_due`, `illegal_answer`, `malformed`, or what a receipt is refused for.
    """
    draft.asked(Decision, Code.NOT_DUE)  # type: ignore[type-abstract]  # only isinstance uses it
    try:
        match item:
            case Decide(data):
                draft.answer(data)
            case Resign():
                _resign(draft, item)
    except Illegal as error:
        raise draft.refuse(Code.ILLEGAL_ANSWER, error.rule, error.reason) from error
    except Malformed as error:
        raise draft.refuse(Code.MALFORMED, "SPEC-10.5", str(error)) from error


def _resign(draft: Draft, item: Resign) -> None:
    """Others play on; tokens of which nobody has the keys are dealt (SPEC-13.1, SPEC-8.9)."""
    powers = draft.run.game.powers_of(draft.seat)
    commitments = draft.ledger.commitments
    passed = read_passed(
        item,
        players=draft.log.players,
        head=draft.head,
        giver=draft.seat,
        powers=commitments.limits,
        sealed=any(isinstance(before, SealTokens) for before in draft.items),
    )
    check_resignation(passed, draft.ledger, draft.run.game, draft.seat, draft.sequence)
    known = {power for one in passed for power in one.receipt.powers}
    draft.events.extend(draft.run.resign(draft.seat, frozenset(map(Power, known))))
    draft.ledger = draft.ledger.with_commitments(commitments.with_passed(*passed))
    if draft.run.request is not None:
        charter, game = draft.log.charter, draft.run.game
        dealt = [power for power in powers if power not in known]
        draft.ledger = owe_deal(draft.ledger, charter, game, dealt, draft.sequence)


def deal_out(draft: Draft, item: Deal) -> None:
    """Deal the tokens that wait for it (SPEC-8.9).

    Raises:
        Refused: `not_due`, or as `deal_tokens`.
    """
    draft.must_owe(Duty.DEAL, Code.NOT_DUE)
    draft.ledger = deal_tokens(
        item,
        draft.ledger,
        draft.run.game,
        draft.run.request,
        suite=draft.suite,
        context=draft.context("", b""),
    )


def give_share(draft: Draft, value: bytes) -> None:
    """Give a share to a roll or a deal; the last one lets the dice fall (SPEC-10.6).

    Raises:
        Refused: `share_early` or `share_wrong`.
    """
    if draft.ledger.deal is not None:
        draft.must_owe(Duty.SHARE, Code.SHARE_EARLY)
        draft.ledger = draft.ledger.with_share_of_deal(value)
        return
    request = draft.asked(Roll, Code.SHARE_EARLY)
    pending = draft.ledger.roll
    if pending.request is None and len(pending.chains) == 1:
        raise draft.refuse(
            Code.SHARE_EARLY,
            "SPEC-10.6",
            "the dice of a seat that rolls alone depend on this entry, so its share comes next",
        )
    draft.ledger = draft.ledger.with_share(value)
    pending = draft.ledger.roll
    if pending.request is None or pending.owing:
        return
    seed = roll_seed(pending.request, pending.number, pending.shares)
    dice = roll(seed, request.count, request.sides)
    draft.rolls.append(Rolled(request.sides, dice, len(pending.chains)))
    draft.answer(dice)


def open_tokens(draft: Draft, item: OpenTokens) -> None:
    """Open tokens that the rules ask to be shown (SPEC-10.7).

    Raises:
        Refused: `not_due`, `bad_opening` or `illegal_answer`.
    """
    request = draft.asked(Reveal, Code.NOT_DUE)
    pending = draft.ledger.reveal
    owner, handles = request.tokens[len(pending.shown)]
    if tuple(one.handle for one in item.openings) != handles:
        raise draft.refuse(
            Code.BAD_OPENING, "SPEC-10.7", f"tokens {list(handles)} of {owner} must be opened"
        )
    groups: dict[PieceId, int] = {}
    for one in item.openings:
        handle = PieceId(one.handle)
        face = draft.ledger.commitments.sealed_face(draft.seat, draft.sequence, one)
        made = face.made_by(draft.seat, draft.log.players.now[draft.seat].since)
        draft.owe(Opened(handle, face, one.group, one.proof, draft.seat, made))
        groups[handle] = one.group
    try:
        draft.run.game.rules.check_reveal(draft.run.game, groups)
    except Illegal as error:
        raise draft.refuse(Code.ILLEGAL_ANSWER, error.rule, error.reason) from error
    opened = {one.handle: one.group for one in item.openings}
    shown = (*pending.shown, opened)
    known = draft.ledger.commitments.with_openings(opened)
    draft.ledger = draft.ledger.with_commitments(known).with_pending(PendingReveal(shown))
    if len(shown) == len(request.tokens):
        together = {handle: group for part in shown for handle, group in part.items()}
        draft.answer(sorted(together.items()))


def leave_tokens(draft: Draft) -> None:
    """Leave it to their owner to open deposited tokens (SPEC-19.3).

    Raises:
        Refused: `not_due`: no deposited tokens of another seat are to be opened by the author.
    """
    draft.asked(Reveal, Code.NOT_DUE)
    now = draft.due
    if now is None or now.seat == draft.run.game.seat_of(now.power):
        raise draft.refuse(
            Code.NOT_DUE, "SPEC-19.3", "nobody else owns the tokens that are to be opened"
        )
    left = replace(draft.ledger.reveal, left=True)
    draft.ledger = draft.ledger.with_pending(left)


def seal_tokens(draft: Draft, item: SealTokens) -> None:
    """Seal what the rules ask for, or what must be shuffled after a deal (SPEC-10.8, SPEC-8.9).

    Raises:
        Refused: `not_due`, `wrong_claim`, `bad_deposit`, or what the suite refuses.
    """
    if draft.ledger.deal is None and draft.ledger.reshuffles:
        _reshuffle(draft, item)
        return
    request = draft.asked(Seal, Code.NOT_DUE)
    must_answer(request, item, draft.seat, draft.sequence)
    context = draft.context(item.power, item.fresh)
    deposits = deposits_of(item, context, draft.log.players)
    try:
        known, assertion = draft.ledger.commitments.place(item, context, draft.suite, deposits)
    except Refused as error:
        if error.code is Code.WRONG_CLAIM:  # it is what the rules ask for, so they are wrong
            raise LocalError(f"the rules ask for what nobody can claim: {error}") from error
        raise
    draft.owe(Claimed(assertion, item.justification))
    draft.ledger = draft.ledger.with_commitments(known)
    draft.answer(None)


def _reshuffle(draft: Draft, item: SealTokens) -> None:
    """Tokens that were dealt for all to see are shuffled by who plays them now."""
    draft.must_owe(Duty.SEAL, Code.NOT_DUE)
    power, tokens = draft.ledger.reshuffles[0]
    must_reshuffle(power, tokens, item, draft.seat, draft.sequence)
    context = draft.context(power, item.fresh)
    deposits = deposits_of(item, context, draft.log.players)
    known, assertion = draft.ledger.commitments.place(item, context, draft.suite, deposits)
    draft.owe(Claimed(assertion, item.justification))
    draft.ledger = draft.ledger.reshuffled(known)
