"""A toy match in which openings are deposited.

Ann plays USA and UK, Bob Japan, Cid Germany, each with four tokens; Kim keeps. It is Ann's turn.
"""

from collections.abc import Callable
from dataclasses import replace

from engine.board import Power
from engine.requests import Reveal
from protocol.charter import Secrecy
from protocol.depositing import Parts, open_deposits, parts_of
from protocol.entry import Entry, Item, Leave, OpenTokens, SealTokens
from protocol.founding import Founding
from protocol.proposals import ChangeKeepers
from tests.protocol import toy
from tests.protocol.agreeing import agreement_of, carrying, proposing
from tests.protocol.sample import MINUTE, found, identity
from tests.protocol.succession import begin, coming, handed_over, replaced
from tests.protocol.toy_match import ToyMatch, action_of, toy_founding, toy_match

ANN, BOB, CID, KIM = range(4)


def founding(secrecy: Secrecy = Secrecy.HASHED, *, keepers: int = 1) -> Founding:
    """The charter of such a match, signed."""
    powers = (*toy.SEATS, *((),) * keepers)
    return found(replace(toy_founding(secrecy, powers=powers).charter, deposits=True))


def depositing(secrecy: Secrecy = Secrecy.HASHED, *, keepers: int = 1) -> ToyMatch:
    """The match, all tokens being shuffled."""
    return toy_match(founding(secrecy, keepers=keepers))


def asked(made: ToyMatch) -> tuple[int, ...]:
    """The tokens that are to be opened next."""
    request, ledger = made.spectator.request, made.spectator.ledger
    assert isinstance(request, Reveal)
    _, handles = request.tokens[len(ledger.reveal.shown)]
    return handles


def revealing(made: ToyMatch, *owners: str, count: int = 2) -> ToyMatch:
    """Ann lets powers turn up tokens; what that is of her own is opened in the same entry."""
    order = toy.Show(tuple(map(Power, owners or (toy.JAPAN,))), count)
    made.send(made.prepare(ANN, order).entry)
    return made


def parts(made: ToyMatch, keeper: int = KIM) -> Parts:
    """What a keeper takes off the deposits of the tokens that are to be opened."""
    return parts_of(made.spectator.ledger.commitments, asked(made), identity(keeper))


def opened(
    made: ToyMatch, *keepers: int, given: dict[int, Parts] | None = None
) -> OpenTokens | None:
    """What Ann finds with the parts of these keepers, in place of which others may be given."""
    said = {keeper: parts(made, keeper) for keeper in keepers or (KIM,)} | (given or {})
    found = open_deposits(
        made.spectator.suite,
        made.spectator.ledger.commitments,
        asked(made),
        identity(ANN),
        {identity(keeper).public.raw: mine for keeper, mine in said.items()},
    )
    return None if found is None else OpenTokens(found)


def entry_of(made: ToyMatch, revealed: OpenTokens | Leave, *orders: toy.Order) -> Entry:
    """Ann's entry that opens another's tokens, or leaves them."""
    return (
        made.authors[ANN]
        .prepare(
            [action_of(order) for order in orders],
            entropy=made.entropy(),
            minute=MINUTE,
            revealed=revealed,
        )
        .entry
    )


def change_keeper(made: ToyMatch) -> None:
    """All others agree that Dora keeps in Kim's place; Ann, who is due, carries it."""
    proposal = proposing(made, CID, ChangeKeepers((coming(made, KIM),)), KIM)
    made.send(carrying(made, ANN, agreement_of(proposal, ANN, BOB, CID)))
    begin(made, KIM)


def replace_ann(made: ToyMatch) -> None:
    """All others agree that Dora plays for Ann, whose tokens are dealt."""
    replaced(made, BOB, ANN)
    for seat in (BOB, CID, KIM):
        made.send(made.prepare(seat).entry)
    begin(made, ANN)
    made.settle()


def hand_bob_over(made: ToyMatch, change: Callable[[bytes], bytes] = bytes) -> None:
    """Bob shuffles, deposits what may be something else, and hands over to Dora in his turn."""
    made.act(ANN, toy.End())
    items = made.prepare(BOB, toy.Shuffle()).entry.items
    made.send(made.forged(BOB, *(with_deposits(item, change) for item in items)))
    handed_over(made, BOB)
    begin(made, BOB)
    made.act(BOB, toy.End())


def with_deposits(item: Item, change: Callable[[bytes], bytes]) -> Item:
    """An item, of a seal with other deposits."""
    if isinstance(item, SealTokens):
        return replace(item, deposits=tuple(map(change, item.deposits)))
    return item
