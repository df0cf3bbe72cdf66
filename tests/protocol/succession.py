"""Others come to play a seat: what they bring, and how they begin."""

import functools
from dataclasses import replace
from typing import Any

from protocol.agreements import Agreement
from protocol.author import Author
from protocol.conduct import Conduct
from protocol.dice import ChainName, DiceChain
from protocol.entrusting import hidden_of, keys_for, left_to, receive
from protocol.identity import Identity
from protocol.proposals import Ended, HandOver, Proposal, Replace, Terms
from protocol.questions import first_name
from protocol.receipts import Receipt
from protocol.statement import Signed, sign_statement
from protocol.successors import Successor
from tests.protocol import toy
from tests.protocol.agreeing import agreement_of, carrying, consenting, proposing
from tests.protocol.sample import identity, phrase
from tests.protocol.toy_match import NONCE, ToyMatch, salt, toy_match

DORA, EVE = 5, 6
NAMES = {DORA: "Dora", EVE: "Eve"}


def open_match() -> ToyMatch:
    """A match in which nobody hides anything; USA, of seat 0, gives the first order."""
    return toy_match(steps=toy.OPEN_STEPS)


@functools.cache
def first_chain(who: int, number: int) -> DiceChain:
    """The chain of which a successor brings the head."""
    name = ChainName(NONCE, identity(who).public, salt(who), first_name(number))
    return DiceChain(phrase(who), name)


def coming(made: ToyMatch, seat: int, who: int = DORA, **fields: Any) -> Signed[Successor]:
    """What somebody brings to a seat."""
    number = made.spectator.log.players.now[seat].number + 1
    successor = Successor(
        game=made.spectator.charter.game_id,
        seat=seat,
        number=number,
        name=NAMES[who],
        key=identity(who).public,
        salt=salt(who),
        dice_head=first_chain(who, number).head,
        bot=False,
    )
    return sign_statement(identity(who), replace(successor, **fields))


def replacing(
    made: ToyMatch, by: int, seat: int, who: int = DORA, **fields: Any
) -> Signed[Proposal]:
    """A seat proposes that somebody replaces another, in its last incarnation on the line."""
    log = made.spectator.log
    begun = log.heard.greatest.get(seat)
    ended = Ended(seat, log.players.now[seat].number, begun)
    terms: Terms = Replace((coming(made, seat, who),))
    return proposing(made, by, terms, **{"named": (ended,), **fields})


def replaced(made: ToyMatch, carrier: int, seat: int, who: int = DORA) -> None:
    """All others agree, in their first incarnations, that somebody replaces a seat."""
    proposal = replacing(made, carrier, seat, who)
    others = [other for other in range(len(made.authors)) if other != seat]
    made.send(carrying(made, carrier, agreement_of(proposal, *others)))


def received(made: ToyMatch, giver: int, seat: int, who: int) -> Signed[Receipt]:
    """The receipt of somebody for the keys of a seat, with which it has opened everything."""
    table = made.authors[giver].table
    due = hidden_of(table, giver) if seat == giver else left_to(table, giver)[seat]
    return receive(
        made.spectator,
        phrase(who),
        giver=giver,
        seat=seat,
        keys=keys_for(made.authors[giver], due),
        fresh=made.entropy(),
    )


def handing_over(
    made: ToyMatch, seat: int, who: int = DORA, receipt: Signed[Receipt] | None = None
) -> Agreement:
    """A seat proposes to hand over, shows a receipt if there is one, and all agree."""
    proposal = proposing(made, seat, HandOver(coming(made, seat, who)))
    return Agreement(
        proposal,
        tuple(
            sign_statement(
                made.authors[other].keys.identity,
                replace(
                    consenting(proposal, other).statement,
                    receipt=receipt if other == seat else None,
                ),
            )
            for other in range(len(made.authors))
        ),
    )


def handed_over(made: ToyMatch, seat: int, who: int = DORA) -> None:
    """A seat that is due hands over, and all agree; what it hides passes with its keys."""
    receipt = received(made, seat, seat, who) if hidden_of(made.spectator, seat) else None
    made.send(carrying(made, seat, handing_over(made, seat, who, receipt)))


def sit_down(made: ToyMatch, seat: int, who: int = DORA) -> None:
    """Who plays a seat by now has the log, and nothing else."""
    made.authors[seat] = Author(made.copy(), phrase(who))
    made.conducts[seat] = Conduct(seat, made.authors[seat].keys.player.number)


def begin(made: ToyMatch, seat: int, who: int = DORA) -> None:
    """Who plays a seat by now sits down, asks, is answered, and settles."""
    sit_down(made, seat, who)
    made.rejoin(seat)


def key_of(who: int) -> Identity:
    """The key of a successor."""
    return identity(who)
