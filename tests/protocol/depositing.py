"""A toy match in which openings are deposited.

Ann plays USA and UK, Bob Japan, Cid Germany, each with four tokens; Kim keeps. It is Ann's turn.
"""

from dataclasses import replace

from engine.board import Power
from engine.requests import Reveal
from protocol.charter import Secrecy
from protocol.depositing import Parts, open_deposits, parts_of
from protocol.entry import Entry, Leave, OpenTokens
from protocol.founding import Founding
from tests.protocol import toy
from tests.protocol.sample import MINUTE, found, identity
from tests.protocol.toy_match import ToyMatch, action_of, toy_founding, toy_match

__all__ = ["ANN", "BOB", "CID", "KIM", "asked", "depositing", "founding", "opened", "revealing"]

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
