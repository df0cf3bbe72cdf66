"""SPEC-8.10: who leaves passes its keys on to who plays its powers next, and to nobody else."""

from dataclasses import replace

import pytest

from protocol.audit import audit
from protocol.author import Author
from protocol.charter import Secrecy
from protocol.claims import Present
from protocol.entrusting import keys_for, receive
from protocol.entry import OpenTokens, Resign, SealTokens
from protocol.errors import Code, LocalError, Refused
from protocol.evidence import best_evidence, judge_evidence
from protocol.logfile import write_log
from protocol.proposals import HandOver
from protocol.receipts import Receipt, keys_of, sign_receipt
from protocol.report import Level
from protocol.sealing.suite import ClaimStatus
from protocol.statement import Signed, sign_statement
from tests.protocol import toy
from tests.protocol.agreeing import agree, carrying
from tests.protocol.sample import identity, phrase
from tests.protocol.succession import (
    DORA,
    EVE,
    begin,
    coming,
    handed_over,
    handing_over,
    received,
)
from tests.protocol.toy_match import ToyMatch, bobs_turn, japans, toy_table

ANN, BOB, CID = range(3)
BOTH = pytest.mark.parametrize("secrecy", list(Secrecy))


@pytest.fixture
def made() -> ToyMatch:
    """Japan, of Bob's seat, is to give an order."""
    return bobs_turn()


def verified(match: ToyMatch) -> None:
    data = write_log(match.spectator.log)
    for level in Level:
        report = audit(data, level=level, open_table=toy_table)
        assert report.verified, report.fault


def standings(match: ToyMatch) -> set[ClaimStatus]:
    return {made.status for made in match.spectator.ledger.commitments.claims}


def finished(match: ToyMatch) -> None:
    """All sign the end, and disclose what they must."""
    for author in match.authors:
        match.say(author.close())
        disclosure = author.disclose()
        if disclosure is not None:
            match.say(disclosure)


@BOTH
def test_the_successor_knows_opens_and_claims_what_the_old_player_sealed(secrecy: Secrecy) -> None:
    match = bobs_turn(secrecy)
    held = {token: match.authors[BOB].secrets[token] for token in japans(match)}
    match.act(BOB, toy.Shuffle())
    before = {token: match.authors[BOB].secrets[token] for token in japans(match)}
    handed_over(match, BOB)
    begin(match, BOB)
    known = match.authors[BOB].secrets
    assert {token: known[token] for token in japans(match)} == before
    assert {token: known[token] for token in held} == held, "also what was shuffled away"
    token = japans(match)[0]
    match.act(BOB, toy.Say((before[token],), (token,)), toy.Show((toy.JAPAN,), 2))
    match.act(BOB, toy.Shuffle(), toy.End())
    match.act(ANN, toy.Win())
    finished(match)
    assert ClaimStatus.OPEN not in standings(match)
    verified(match)


@BOTH
def test_phrase_and_log_are_all_that_a_successor_needs(secrecy: Secrecy) -> None:
    match = bobs_turn(secrecy)
    before = {token: match.authors[BOB].secrets[token] for token in japans(match)}
    handed_over(match, BOB)
    anew = Author(match.copy(), phrase(DORA))
    assert {token: anew.secrets[token] for token in japans(match)} == before
    (passed,) = match.spectator.ledger.commitments.passed
    with pytest.raises(LocalError, match="this phrase"):
        keys_of(phrase(EVE), passed.receipt)


@BOTH
def test_keys_pass_on_through_several_hands(secrecy: Secrecy) -> None:
    match = bobs_turn(secrecy)
    handed_over(match, BOB)
    begin(match, BOB)
    match.act(BOB, toy.Show((toy.JAPAN,), 1))
    agree(match, BOB, HandOver(coming(match, BOB, EVE)), received(match, BOB, BOB, EVE))
    begin(match, BOB, EVE)
    known = match.authors[BOB].secrets
    assert sorted(known[token] for token in japans(match)) == [1, 2, 3, 4]
    match.act(BOB, toy.Shuffle(), toy.End())
    match.act(ANN, toy.Win())
    finished(match)
    assert ClaimStatus.OPEN not in standings(match)
    verified(match)


@BOTH
def test_spec_13_1_a_seat_that_resigns_passes_its_keys_to_its_heir(secrecy: Secrecy) -> None:
    match = bobs_turn(secrecy)
    held = {token: match.authors[BOB].secrets[token] for token in japans(match)}
    match.act(BOB, Resign((received(match, BOB, CID, CID).raw,)))
    assert match.spectator.ledger.deal is None
    known = match.authors[CID].secrets
    assert {token: known[token] for token in held} == held
    assert not held.keys() & match.authors[ANN].secrets.keys()
    match.act(CID, toy.Show((toy.JAPAN,), 2), toy.Shuffle(), toy.End())
    match.act(ANN, toy.Win())
    finished(match)
    assert ClaimStatus.OPEN not in standings(match)
    verified(match)


def test_a_bad_opening_is_the_fault_of_who_opens(made: ToyMatch) -> None:
    made.act(BOB, Resign((received(made, BOB, CID, CID).raw,)))
    made.send(made.forged(CID, toy.Show((toy.JAPAN,), 1)))
    good = made.prepare(CID).entry.items[0]
    assert isinstance(good, OpenTokens)
    bad = tuple(replace(one, proof=bytes(32)) for one in good.openings)
    with pytest.raises(Refused) as error:
        made.send(made.forged(CID, OpenTokens(bad)))
    assert (error.value.code, error.value.culprit) == (Code.BAD_OPENING, CID)


def test_spec_18_4_hidden_tokens_do_not_pass_without_a_receipt(made: ToyMatch) -> None:
    with pytest.raises(Refused, match="Japan") as error:
        made.send(carrying(made, BOB, handing_over(made, BOB)))
    assert error.value.code is Code.BAD_AGREEMENT


@pytest.mark.parametrize(
    "wrong",
    ["of another key", "for another place", "of another seat", "unsigned"],
)
def test_spec_18_3_only_the_successors_receipt_for_this_place_counts(
    made: ToyMatch, wrong: str
) -> None:
    good = received(made, BOB, BOB, DORA)
    head = made.spectator.log.at(made.spectator.head.sequence - 1).head
    bad: dict[str, Signed[Receipt]] = {
        "of another key": received(made, BOB, BOB, EVE),
        "for another place": signed(DORA, replace(good.statement, head=head)),
        "of another seat": signed(DORA, replace(good.statement, giver=CID)),
        "unsigned": Signed(good.statement, bytes(64)),
    }
    with pytest.raises(Refused) as error:
        made.send(carrying(made, BOB, handing_over(made, BOB, receipt=bad[wrong])))
    assert error.value.code is Code.BAD_AGREEMENT


def signed(who: int, receipt: Receipt) -> Signed[Receipt]:
    return sign_statement(identity(who), receipt)


@BOTH
def test_keys_that_do_not_open_everything_get_no_receipt(secrecy: Secrecy) -> None:
    match = bobs_turn(secrecy)
    with pytest.raises(Refused, match="was not sealed") as error:
        take(match, ((toy.JAPAN, bytes(32)),))
    assert (error.value.code, error.value.culprit) == (Code.BAD_DISCLOSURE, BOB)
    with pytest.raises(Refused, match="Japan"):
        take(match, ((toy.UK, bytes(32)),))


def take(match: ToyMatch, keys: tuple[tuple[str, bytes], ...]) -> Signed[Receipt]:
    """Dora looks at what she is given for Bob's seat."""
    return receive(
        match.spectator, phrase(DORA), giver=BOB, seat=BOB, keys=keys, fresh=match.entropy()
    )


def lied(match: ToyMatch) -> None:
    """Bob says of a token what another one holds; in `hashed` nobody can see that."""
    token, other, *_ = japans(match)
    group = match.authors[BOB].secrets[token]
    claim = SealTokens(toy.JAPAN, Present((group,), (other,)), b"f" * 32, (), b"")
    match.send(match.forged(BOB, toy.Say((group,), (other,)), claim))


def test_a_false_claim_of_the_old_player_gets_no_receipt(made: ToyMatch) -> None:
    lied(made)
    with pytest.raises(Refused) as error:
        take(made, keys_for(made.authors[BOB], (toy.JAPAN,)))
    assert (error.value.code, error.value.culprit) == (Code.FALSE_CLAIM, BOB)


def test_spec_13_3_who_signed_for_keys_must_disclose_them(made: ToyMatch) -> None:
    handed_over(made, BOB)
    begin(made, BOB)
    made.act(BOB, toy.End())
    made.act(ANN, toy.Win())
    honest = made.authors[BOB].disclose()
    assert honest is not None
    assert [power for power, _ in honest.statement.keys] == [toy.JAPAN, toy.JAPAN]
    own = made.authors[BOB].keys.secrets.seal_key(toy.JAPAN)
    short = replace(honest.statement, keys=((toy.JAPAN, own),))
    with pytest.raises(Refused) as error:
        made.say(sign_statement(identity(DORA), short))
    assert (error.value.code, error.value.culprit) == (Code.BAD_DISCLOSURE, BOB)
    data = write_log(made.spectator.log)
    assert audit(data, open_table=toy_table).fault is None


def test_spec_13_3_what_an_earlier_player_claimed_falsely_convicts_its_key(
    made: ToyMatch,
) -> None:
    """Dora has looked away when she signed for the keys: she must disclose, and it is Bob's lie."""
    lied(made)
    keys = keys_for(made.authors[BOB], (toy.JAPAN,))

    receipt = sign_receipt(
        phrase(DORA),
        game=made.spectator.charter.game_id,
        seat=BOB,
        giver=BOB,
        head=made.spectator.head,
        keys=keys,
        fresh=made.entropy(),
    )
    made.send(carrying(made, BOB, handing_over(made, BOB, receipt=receipt)))
    begin(made, BOB)
    made.act(BOB, toy.End())
    made.act(ANN, toy.Win())
    disclosure = made.authors[BOB].disclose()
    assert disclosure is not None
    with pytest.raises(Refused) as error:
        made.say(disclosure)
    assert error.value.code is Code.FALSE_CLAIM
    evidence = best_evidence(made.spectator.log, error.value, disclosure)
    assert evidence is not None
    fault = judge_evidence(evidence, toy_table).fault
    assert fault is not None
    assert (fault.code, fault.culprit, fault.key) == (
        Code.FALSE_CLAIM,
        BOB,
        identity(BOB).public,
    )


def test_spec_14_5_an_entry_of_the_old_key_after_the_hand_over_convicts_it_alone(
    made: ToyMatch,
) -> None:
    rival = made.forged(BOB, toy.Throw(1))
    handed_over(made, BOB)
    with pytest.raises(Refused) as error:
        made.spectator.check(rival.raw)
    assert (error.value.code, error.value.culprit) == (Code.FORK, BOB)
    evidence = best_evidence(made.spectator.log, error.value, rival)
    assert evidence is not None
    fault = judge_evidence(evidence, toy_table).fault
    assert fault is not None
    assert fault.key == identity(BOB).public
    begin(made, BOB)
    made.act(BOB, toy.Show((toy.JAPAN,), 1), toy.End())
    verified(made)
