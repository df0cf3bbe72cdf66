"""Tokens whose player is gone: dealt by a public roll, then shuffled by the new one (SPEC-8.9)."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from engine.board import Power
from engine.game import Game
from engine.requests import Request, Reveal
from engine.resignation import heirs
from protocol.charter import Charter
from protocol.dealing import deal_seed
from protocol.due import deal_seats
from protocol.entry import Deal
from protocol.errors import Code, LocalError, Refused
from protocol.holding import Passed
from protocol.ledger import Ledger
from protocol.receipts import Receipt
from protocol.sealing.suite import SealContext, Suite

__all__ = ["check_hand_over", "check_resignation", "deal_tokens", "hidden_powers", "owe_deal"]


def hidden_powers(ledger: Ledger, game: Game, powers: Iterable[Power]) -> tuple[Power, ...]:
    """Those of some powers that are in the game and have tokens, in turn order."""
    some, limits = set(powers), ledger.commitments.limits
    return tuple(
        power
        for power in game.rules.scenario.powers
        if power in some and power in limits and game.rules.is_playing(game, power)
    )


def check_hand_over(
    receipt: Receipt | None, hidden: Collection[Power], *, author: int, place: int
) -> None:
    """Hold the receipt of a hand over against what the seat hides (SPEC-18.4).

    Args:
        receipt: of the successor, if the agreement has one.
        hidden: powers of the seat that have tokens.
        author: who carries the agreement.
        place: of its entry.

    Raises:
        Refused: `bad_agreement`: other powers pass with their keys.
    """
    shown = () if receipt is None else receipt.powers
    if shown != tuple(sorted(hidden)):
        raise Refused(
            Code.BAD_AGREEMENT,
            "SPEC-18.4",
            author,
            f"entry {place}: the keys of {', '.join(sorted(hidden)) or 'no power'} must pass, "
            f"and the successor has those of {', '.join(shown) or 'none'}",
        )


def check_resignation(
    passed: Collection[Passed], ledger: Ledger, game: Game, seat: int, place: int
) -> None:
    """Hold the receipts of a resignation against what passes to whom (SPEC-8.10).

    Raises:
        Refused: `bad_receipt`: a power passes to another seat, or has no tokens in the game.
    """
    heir = heirs(game, seat)
    hidden = hidden_powers(ledger, game, heir)
    for one in passed:
        due = tuple(sorted(power for power in hidden if heir[power] == one.receipt.seat))
        if one.receipt.powers != due:
            raise Refused(
                Code.BAD_RECEIPT,
                "SPEC-8.10",
                seat,
                f"entry {place}: to seat {one.receipt.seat} pass {', '.join(due) or 'no tokens'}",
            )


def owe_deal(
    ledger: Ledger, charter: Charter, game: Game, powers: Iterable[Power], place: int
) -> Ledger:
    """The ledger once these powers have other players, by the entry at a place.

    A deal that waited is asked for anew, and what waited to be shuffled by who is gone is dealt.
    """
    waiting = () if ledger.deal is None else map(Power, ledger.deal.powers)
    hidden = hidden_powers(ledger, game, (*powers, *waiting))
    if not hidden:
        return ledger
    return replace(
        ledger.with_deal(hidden, place, deal_seats(charter, game, hidden)),
        reshuffles=tuple(one for one in ledger.reshuffles if one[0] not in hidden),
    )


def deal_tokens(
    item: Deal,
    ledger: Ledger,
    game: Game,
    request: Request[object] | None,
    *,
    suite: Suite,
    context: SealContext,
) -> Ledger:
    """The ledger after a deal.

    Args:
        item: that states it.
        ledger: in which all shares are given.
        game: as it stands.
        request: what is asked then; tokens that are to be turned up are not shuffled.
        suite: of the game.
        context: of the item, whatever its power and fresh bytes.

    Raises:
        Refused: `wrong_claim`: other tokens are to be dealt.
        LocalError: none are (our own mistake).
    """
    pending = ledger.deal
    if pending is None or pending.request is None:
        raise LocalError("no tokens wait to be dealt")
    if (item.place, item.powers) != (pending.place, pending.powers):
        raise Refused(
            Code.WRONG_CLAIM,
            "SPEC-8.9",
            context.seat,
            f"entry {context.sequence}: the tokens of {', '.join(pending.powers)} wait to be dealt "
            f"since entry {pending.place}",
        )
    turned = {handle for _, handles in _turned_up(request) for handle in handles}
    known, sets = ledger.commitments, list(ledger.reshuffles)
    for power in pending.powers:
        seed = deal_seed(pending.request, power, pending.shares)
        known = known.deal(replace(context, power=power, fresh=seed), suite)
        for alike in game.rules.interchangeable(game, Power(power)):
            tokens = tuple(token for token in alike if token not in turned)
            if len(tokens) > 1:
                sets.append((power, tokens))
    return ledger.dealt(known, tuple(sets))


def _turned_up(request: Request[object] | None) -> tuple[tuple[Power, tuple[int, ...]], ...]:
    return request.tokens if isinstance(request, Reveal) else ()
