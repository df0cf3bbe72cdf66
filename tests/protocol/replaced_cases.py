"""One of three players is gone for good, and a keeper is there: tokens are dealt (SPEC-18.4).

The game is played to its end.
"""

from collections.abc import Sequence
from dataclasses import replace

from protocol.errors import Code
from protocol.proposals import ChangeKeepers, HandOver, Proposal
from protocol.statement import Signed, sign_statement
from tests.protocol import toy
from tests.protocol.agreeing import agreement_of, carrying, consent_of, proposing
from tests.protocol.full_log import Added
from tests.protocol.sample import MINUTE, identity
from tests.protocol.succession import DORA, EVE, begin, coming, replaced
from tests.protocol.succession_cases import ANN, BOB, CID, DOT, since
from tests.protocol.toy_match import ToyMatch, toy_founding, toy_match
from tests.protocol.verdicts import Case

POWERS = (*(tuple(map(str, powers)) for powers in toy.SEATS), ())


def with_keeper() -> ToyMatch:
    """Ann has thrown dice; then it is the turn of Bob, who has hidden tokens."""
    made = toy_match(toy_founding(powers=POWERS))
    made.act(ANN, toy.Throw(2))
    made.act(ANN, toy.End())
    return made


def agreed(made: ToyMatch, proposal: Signed[Proposal], *signers: int) -> None:
    """Seats sign as honest nodes do, and who is due carries it."""
    made.say(proposal)
    for seat in signers:
        signature = consent_of(made, seat).signature(proposal.statement)
        assert signature is not None
        made.say(made.authors[seat].sign(signature))
    due = made.spectator.due
    assert due is not None
    agreement = consent_of(made, due.seat).complete(proposal)
    assert agreement is not None
    own = made.conducts[due.seat].own
    author = made.authors[due.seat]
    made.send(author.prepare_agreement(agreement, minute=MINUTE, settlement=own).entry)


def dora_sits_down(made: ToyMatch) -> None:
    """Bob is replaced; his tokens are dealt, and shuffled by Dora."""
    replaced(made, CID, BOB)
    for seat in (ANN, CID, DOT):
        made.send(made.prepare(seat).entry)
    begin(made, BOB)
    made.settle()


def other_keeper(made: ToyMatch) -> None:
    """Eve keeps in Dot's place, as Dora too has signed."""
    terms = ChangeKeepers((coming(made, DOT, EVE),))
    agreed(made, proposing(made, CID, terms, DOT), ANN, BOB, CID)
    begin(made, DOT, EVE)


def to_the_end(made: ToyMatch) -> None:
    """Dora plays on, the keeper changes, and the game is won."""
    dora_sits_down(made)
    made.act(BOB, toy.Throw(2))
    made.act(BOB, toy.Show((toy.JAPAN,), 2))
    made.act(BOB, toy.Shuffle())
    made.act(BOB, toy.End())
    other_keeper(made)
    made.act(ANN, toy.Throw(2))
    made.act(ANN, toy.Win())


def dealt_while_a_roll_waits(made: ToyMatch) -> None:
    """Bob's roll waits for Ann's share: Dora gives one for the deal, and one for the roll."""
    made.send(made.prepare(BOB, toy.Throw(2)).entry)
    replaced(made, BOB, ANN)
    for seat in (BOB, CID, DOT):
        made.send(made.prepare(seat).entry)
    begin(made, ANN)
    made.settle()
    made.act(BOB, toy.Throw(1))


def dealt_while_a_roll_stands(made: ToyMatch) -> None:
    """Bob's roll waits for Ann's share; Cid, who owes none, is replaced, and it is not thrown anew.

    Dora gives a share for the deal alone.
    """
    made.send(made.prepare(BOB, toy.Throw(2)).entry)
    rolls = made.spectator.ledger.rolls
    replaced(made, ANN, CID)
    assert made.spectator.ledger.rolls == rolls
    for seat in (ANN, BOB, DOT):
        made.send(made.prepare(seat).entry)
    begin(made, CID)
    made.settle()
    made.act(BOB, toy.Throw(1))


def closed_and_disclosed(made: ToyMatch) -> Sequence[Added]:
    disclosures = [author.disclose() for author in made.authors]
    closings = [author.close() for author in made.authors]
    return [*closings, *(one for one in disclosures if one is not None)]


def closed_by_old_key(made: ToyMatch) -> Sequence[Added]:
    return [sign_statement(identity(BOB), made.authors[BOB].close().statement)]


def other_keys_disclosed(made: ToyMatch) -> Sequence[Added]:
    disclosure = made.authors[BOB].disclose()
    assert disclosure is not None
    keys = tuple((power, bytes(32)) for power, _ in disclosure.statement.keys)
    return [sign_statement(identity(DORA), replace(disclosure.statement, keys=keys))]


def hides_and_hands_over(made: ToyMatch) -> Sequence[Added]:
    proposal = proposing(made, BOB, HandOver(coming(made, BOB)))
    return [carrying(made, BOB, agreement_of(proposal, ANN, BOB, CID, DOT))]


def player_as_keeper(made: ToyMatch) -> Sequence[Added]:
    terms = ChangeKeepers((coming(made, BOB),))
    proposal = proposing(made, CID, terms, BOB)
    return [carrying(made, CID, agreement_of(proposal, ANN, CID, DOT))]


REPLACED: dict[str, tuple[Code | None, Case]] = {
    "a seat is replaced, the keeper changes, and the game is played to its end": (
        None,
        since(to_the_end, closed_and_disclosed),
    ),
    "a seat that owes a share is replaced, and its tokens are dealt": (
        None,
        since(dealt_while_a_roll_waits),
    ),
    "a seat that owes no share is replaced while a roll waits": (
        None,
        since(dealt_while_a_roll_stands),
    ),
    "a closing signature of the old key": (
        Code.BAD_SIGNATURE,
        since(to_the_end, closed_by_old_key),
    ),
    "keys of the new player that open nothing": (
        Code.BAD_DISCLOSURE,
        since(to_the_end, other_keys_disclosed),
    ),
    "hidden tokens are handed over": (Code.BAD_AGREEMENT, hides_and_hands_over),
    "a player is changed as a keeper": (Code.BAD_AGREEMENT, player_as_keeper),
}
