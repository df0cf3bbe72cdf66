"""SPEC-13.1, 8.9: a seat resigns, its powers pass on, and nobody learns what its tokens held."""

import pytest

from engine.board import Side
from engine.pieces import PieceId
from engine.requests import Decision
from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.claims import Reshuffled
from protocol.dealing import count, deal, deal_seed, draw
from protocol.entry import Deal, DiceShare, Entry, Item, Resign, SealTokens
from protocol.errors import Code, Refused
from protocol.items import carry_out
from protocol.logfile import write_log
from protocol.outline_audit import outline_audit
from protocol.passing import owe_deal
from protocol.proposals import End, Result, TakeBack
from protocol.questions import FIRST
from protocol.report import Level, Report, Status, finish_audit
from protocol.sealing.suite import ClaimStatus, Sealed
from tests.protocol import toy
from tests.protocol.agreeing import agree, agreement_of, carrying, proposing
from tests.protocol.toy_match import (
    ToyMatch,
    bobs_turn,
    chain,
    japans,
    seals,
    shares,
    toy_match,
    toy_table,
)
from tests.protocol.vectors import Json, check_vectors

ANN, BOB, CID = range(3)
BOTH = pytest.mark.parametrize("secrecy", list(Secrecy))


@pytest.fixture
def made() -> ToyMatch:
    """Japan, of Bob's seat, is to give an order."""
    return bobs_turn()


def resigned(match: ToyMatch) -> Entry:
    """Bob has resigned, and nobody has done anything since."""
    entry = match.prepare(BOB, Resign()).entry
    match.send(entry)
    return entry


def reports(match: ToyMatch) -> dict[Level, Report]:
    """What an audit of each level says of the log."""
    data = write_log(match.spectator.log)
    without = {
        level: finish_audit(outline_audit(data, level)) for level in (Level.LINE, Level.SECRETS)
    }
    return {**without, Level.RULES: audit(data, open_table=toy_table)}


@BOTH
def test_spec_13_1_the_next_seat_of_the_side_plays_on(secrecy: Secrecy) -> None:
    match = bobs_turn(secrecy)
    match.act(BOB, Resign())
    now = match.spectator.due
    assert now is not None
    assert isinstance(match.spectator.request, Decision)
    assert (now.seat, now.power) == (CID, toy.JAPAN)
    match.act(CID, toy.Throw(2))
    match.act(CID, toy.Shuffle(), toy.Show((toy.JAPAN,), 2), toy.End())
    match.act(ANN, toy.Show((toy.UK, toy.JAPAN, toy.GERMANY), 1))
    assert {level: one.verified for level, one in reports(match).items()} == dict.fromkeys(
        Level, True
    )


@BOTH
def test_spec_8_9_nobody_is_shown_what_the_tokens_held(secrecy: Secrecy) -> None:
    match = bobs_turn(secrecy)
    held = {token: match.authors[BOB].secrets[token] for token in japans(match)}
    match.act(BOB, Resign())
    assert match.spectator.ledger.commitments.opened == {}
    hold = {token: match.authors[CID].secrets[token] for token in japans(match)}
    assert sorted(hold) == sorted(held)
    assert sorted(hold.values()) == [1, 2, 3, 4]
    for stranger in (ANN, BOB):
        known = match.authors[stranger].secrets
        assert not set(hold) & set(known)


def test_spec_8_9_all_others_give_a_share_and_the_new_player_the_last(made: ToyMatch) -> None:
    entry = resigned(made)
    pending = made.spectator.ledger.deal
    assert pending is not None
    assert (pending.powers, pending.place, pending.request) == (
        (toy.JAPAN,),
        entry.sequence,
        entry.hash,
    )
    assert [seat for seat, _ in pending.chains] == [ANN, CID]
    first = made.prepare(ANN).entry
    assert len(shares(first)) == 1
    made.send(first)
    last = made.prepare(CID).entry
    assert [type(item) for item in last.items[:2]] == [DiceShare, Deal]
    assert [seal.claim for seal in seals(last)] == [Reshuffled(japans(made))]
    made.send(last)


def test_spec_8_9_the_deal_follows_from_the_resignation_and_all_shares(made: ToyMatch) -> None:
    facts = made.spectator.ledger.commitments.facts[toy.JAPAN]
    entry = resigned(made)
    given = [made.prepare(ANN).entry]
    made.send(given[0])
    given.append(made.forged(CID, DiceShare(chain(CID).share(next_share(made, CID)))))
    made.send(given[1])
    made.send(made.forged(CID, Deal(entry.sequence, (toy.JAPAN,))))
    seed = deal_seed(entry.hash, toy.JAPAN, [one.value for e in given for one in shares(e)])
    dealt = deal(facts, draw(seed, count(facts)))
    known = made.authors[ANN].secrets  # as long as they are not shuffled, all can see them
    assert {token: known[PieceId(token)] for token in dealt} == dealt


def next_share(match: ToyMatch, seat: int) -> int:
    ledger = match.spectator.ledger
    return ledger.chains[seat, ledger.incarnations[seat]].number + 1


def test_spec_8_9_a_deal_keeps_what_was_claimed(made: ToyMatch) -> None:
    one, two, *_ = japans(made)
    groups = made.authors[BOB].secrets
    made.act(BOB, toy.Remove(one, groups[one]), toy.Say((groups[two],), (two,)))
    group = groups[one], groups[two]
    made.send(made.prepare(BOB, Resign()).entry)
    for seat in (ANN, CID):
        given = DiceShare(chain(seat).share(next_share(made, seat)))
        made.send(made.forged(seat, given))
    pending = made.spectator.ledger.deal
    assert pending is not None
    made.send(made.forged(CID, Deal(pending.place, pending.powers)))
    known = made.authors[ANN].secrets
    assert (known[one], known[two]) == group


def test_spec_8_9_before_that_the_game_waits_for_the_deal(made: ToyMatch) -> None:
    resigned(made)
    assert made.spectator.waiting_for == ("seat 0 (Ann): dice share 1",)
    for seat in (ANN, BOB, CID):
        with pytest.raises(Refused) as caught:
            made.spectator.append(made.forged(seat, toy.End()).raw)
        expected = Code.NOT_DUE if seat == ANN else Code.WRONG_AUTHOR
        assert caught.value.code is expected


WRONG: list[tuple[str, Item, Code]] = [
    ("another place", Deal(1, (toy.JAPAN,)), Code.WRONG_CLAIM),
    ("another power", Deal(3, (toy.GERMANY,)), Code.WRONG_CLAIM),
    ("one power more", Deal(3, (toy.JAPAN, toy.GERMANY)), Code.WRONG_CLAIM),
    ("a resignation instead", Resign(), Code.NOT_DUE),
]


@pytest.mark.parametrize(("what", "item", "code"), WRONG, ids=[row[0] for row in WRONG])
def test_spec_8_9_who_deals_has_no_choice(
    made: ToyMatch, what: str, item: Item, code: Code
) -> None:
    """The dealer knows the deal first. It can give that one, or none."""
    resigned(made)
    made.send(made.prepare(ANN).entry)
    made.send(made.forged(CID, DiceShare(chain(CID).share(next_share(made, CID)))))
    with pytest.raises(Refused) as caught:
        made.spectator.append(made.forged(CID, item).raw)
    assert (caught.value.code, caught.value.culprit) == (code, CID), what


def test_spec_7_2_a_share_of_a_deal_is_the_next_of_its_chain(made: ToyMatch) -> None:
    resigned(made)
    number = next_share(made, ANN)
    for share in (chain(ANN).share(number + 1), b"x" * 32):
        with pytest.raises(Refused) as caught:
            made.spectator.append(made.forged(ANN, DiceShare(share)).raw)
        assert (caught.value.code, caught.value.culprit) == (Code.SHARE_WRONG, ANN)


def test_spec_8_9_nothing_is_dealt_unless_a_seat_resigns(made: ToyMatch) -> None:
    with pytest.raises(Refused) as caught:
        made.spectator.append(made.forged(BOB, Deal(1, (toy.JAPAN,)), toy.End()).raw)
    assert caught.value.code is Code.NOT_DUE


@BOTH
def test_spec_8_9_what_was_dealt_is_shuffled_before_the_game_goes_on(secrecy: Secrecy) -> None:
    match = bobs_turn(secrecy)
    entry = resigned(match)
    match.send(match.prepare(ANN).entry)
    whole = match.prepare(CID).entry
    match.send(match.forged(CID, whole.items[0], Deal(entry.sequence, (toy.JAPAN,))))
    assert match.spectator.waiting_for == ("seat 2 (Cid): seal for Japan",)
    with pytest.raises(Refused) as caught:
        match.spectator.append(match.forged(CID, toy.End()).raw)
    assert caught.value.code is Code.NOT_DUE
    if secrecy is Secrecy.PROVED:  # a proof for another place
        with pytest.raises(Refused) as caught:
            match.spectator.append(match.forged(CID, *seals(whole)).raw)
        assert caught.value.code is Code.FALSE_CLAIM


def test_spec_8_9_just_the_tokens_that_were_dealt_are_shuffled(made: ToyMatch) -> None:
    entry = resigned(made)
    made.send(made.prepare(ANN).entry)
    share = made.prepare(CID).entry.items[0]
    made.send(made.forged(CID, share, Deal(entry.sequence, (toy.JAPAN,))))
    germans = toy.toy(made.spectator.game).tokens[toy.GERMANY]
    for power, tokens in ((toy.JAPAN, japans(made)[:2]), (toy.GERMANY, germans)):
        commitments = tuple(bytes([token]) * 32 for token in tokens)
        seal = SealTokens(power, Reshuffled(tokens), b"u" * 32, commitments, b"")
        with pytest.raises(Refused) as caught:
            made.spectator.append(made.forged(CID, seal).raw)
        assert (caught.value.code, caught.value.culprit) == (Code.WRONG_CLAIM, CID)


def test_spec_8_9_tokens_keep_their_handles_and_get_new_commitments(made: ToyMatch) -> None:
    tokens, before = japans(made), made.spectator.ledger.commitments.faces
    made.act(BOB, Resign())
    after = made.spectator.ledger.commitments.faces
    assert japans(made) == tokens
    for token in tokens:
        face = after[token]
        assert isinstance(face, Sealed)
        assert face != before[token]
        assert (face.key, face.context.seat) == (None, CID)


def test_spec_13_1_the_last_seat_of_a_side_loses_when_it_resigns(made: ToyMatch) -> None:
    made.act(BOB, Resign())
    made.act(CID, Resign())
    outcome = made.spectator.outcome
    assert outcome is not None
    assert outcome.winner == Side("Allies")
    assert made.spectator.waiting_for == ()


def test_spec_13_1_a_side_whose_only_seat_resigns_has_lost_at_once() -> None:
    match = toy_match()
    match.act(ANN, Resign())
    assert match.spectator.outcome is not None
    assert match.spectator.outcome.winner == Side("Axis")
    assert match.spectator.ledger.deal is None


def test_spec_7_5_who_has_resigned_gives_no_dice(made: ToyMatch) -> None:
    made.act(BOB, Resign())
    made.act(CID, toy.Throw(2))
    assert made.spectator.needed == {ANN, CID}
    last = list(made.spectator.log)[-2:]
    assert [entry.seat for entry in last] == [CID, ANN]


@BOTH
def test_spec_13_3_each_discloses_what_it_has_sealed(secrecy: Secrecy) -> None:
    match = bobs_turn(secrecy)
    match.act(BOB, toy.Say((1, 2), japans(match)))
    match.act(BOB, Resign())
    match.act(CID, toy.Remove(japans(match)[0], match.authors[CID].secrets[japans(match)[0]]))
    match.act(CID, toy.Win())
    for seat in (CID, BOB, ANN):
        disclosed = match.authors[seat].disclose()
        if disclosed is not None:
            match.say(disclosed)
        match.say(match.authors[seat].close())
    report = reports(match)[Level.RULES]
    assert (report.verified, report.claims.open) == (True, 0)
    assert reports(match)[Level.SECRETS].verified


@BOTH
def test_spec_8_9_who_shuffles_other_groups_than_were_dealt_is_found_out(
    secrecy: Secrecy,
) -> None:
    match = bobs_turn(secrecy)
    entry = resigned(match)
    match.send(match.prepare(ANN).entry)
    share = match.prepare(CID).entry.items[0]
    match.send(match.forged(CID, share, Deal(entry.sequence, (toy.JAPAN,))))
    draft = match.authors[CID].table.draft(CID, FIRST)
    context = draft.context(toy.JAPAN, b"u" * 32)
    key = match.authors[CID].keys.secrets.seal_key(toy.JAPAN)
    tokens = japans(match)
    made = draft.suite.commit(key, context, dict(zip(tokens, (1, 2, 3, 3), strict=True)))
    proof = seals(match.prepare(CID).entry)[0].justification
    lie = match.forged(
        CID, SealTokens(toy.JAPAN, Reshuffled(tokens), context.fresh, made, proof), toy.Win()
    )
    if secrecy is Secrecy.PROVED:
        with pytest.raises(Refused) as caught:
            match.send(lie)
    else:
        match.send(lie)
        disclosed = match.authors[CID].disclose()
        assert disclosed is not None
        with pytest.raises(Refused) as caught:
            match.say(disclosed)
    assert (caught.value.code, caught.value.culprit) == (Code.FALSE_CLAIM, CID)


def test_spec_12_a_seat_that_rejoins_in_a_deal_gives_the_share_of_its_older_chain(
    made: ToyMatch,
) -> None:
    resigned(made)
    made.restore(ANN)
    made.rejoin(ANN)
    made.settle()
    now = made.spectator.due
    assert now is not None
    assert now.seat == CID
    assert all(one.verified for one in reports(made).values())


@BOTH
def test_spec_8_7_what_is_taken_back_is_taken_out_of_the_facts(secrecy: Secrecy) -> None:
    """Bob shows a token and shuffles all; that is taken back, and he resigns."""
    match = bobs_turn(secrecy)
    tokens, then = japans(match), match.spectator.head
    match.act(BOB, toy.Show((toy.JAPAN,), 1))
    match.act(BOB, toy.Shuffle())
    agree(match, CID, TakeBack(then))
    assert japans(match) == tokens
    shown = match.spectator.ledger.commitments.opened
    facts = match.spectator.ledger.commitments.facts[toy.JAPAN]
    assert {token: can for token, can in facts.can.items() if len(can) == 1} == {
        token: {group} for token, group in shown.items()
    }
    match.act(BOB, Resign())
    match.act(CID, toy.Shuffle())
    assert {level: one.verified for level, one in reports(match).items()} == dict.fromkeys(
        Level, True
    )


def test_spec_18_4_a_resignation_is_not_taken_back(made: ToyMatch) -> None:
    """Who has gone would sit before tokens that another has sealed."""
    then = made.spectator.head
    made.act(BOB, Resign())
    agreement = agreement_of(proposing(made, CID, TakeBack(then)), ANN, CID)
    with pytest.raises(Refused) as caught:
        made.send(carrying(made, CID, agreement))
    assert caught.value.code is Code.BAD_AGREEMENT


@BOTH
def test_spec_14_3_who_has_resigned_need_not_sign_the_end(secrecy: Secrecy) -> None:
    match = bobs_turn(secrecy)
    match.act(BOB, Resign())
    match.act(CID, Resign())
    for seat in (ANN, CID):
        match.say(match.authors[seat].close())
        match.say(*filter(None, (match.authors[seat].disclose(),)))
    report = reports(match)[Level.RULES]
    assert (report.winner, report.win_verified) == ("Allies", True)
    assert (report.status, report.unsigned) == (Status.COMPLETE, ())


@BOTH
def test_spec_14_3_a_win_rests_on_the_claims_of_all_who_played_its_powers(
    secrecy: Secrecy,
) -> None:
    """Bob has claimed something, resigned and gone; in `hashed` nobody can show that it is true."""
    match = bobs_turn(secrecy)
    match.act(BOB, toy.Say((1, 2), japans(match)))
    match.act(BOB, Resign())
    match.act(CID, toy.Win())
    for seat in (ANN, CID):
        match.say(match.authors[seat].close())
        match.say(*filter(None, (match.authors[seat].disclose(),)))
    report = reports(match)[Level.RULES]
    proved = secrecy is Secrecy.PROVED
    assert (report.winner, report.win_verified) == ("Axis", proved)
    assert report.status is (Status.COMPLETE if proved else Status.CLOSED)
    assert {one.seat for one in report.each_claim if one.status is ClaimStatus.OPEN} == (
        set() if proved else {BOB}
    )


def test_spec_8_9_a_deal_that_another_follows_is_asked_for_anew(made: ToyMatch) -> None:
    """Before Japan's tokens are dealt, Germany gets another player, too."""
    entry = resigned(made)
    made.send(made.prepare(ANN).entry)
    table = made.spectator
    place = table.head.sequence + 1
    after = owe_deal(table.ledger, table.charter, table.game, [toy.GERMANY], place)
    assert after.deal is not None
    assert (after.deal.powers, after.deal.place) == ((toy.JAPAN, toy.GERMANY), place)
    assert (after.deal.request, after.deal.shares) == (None, ())
    assert after.deal.place > entry.sequence


def test_spec_8_9_what_waits_to_be_shuffled_is_dealt_again_if_its_player_goes(
    made: ToyMatch,
) -> None:
    entry = resigned(made)
    made.send(made.prepare(ANN).entry)
    share = made.prepare(CID).entry.items[0]
    made.send(made.forged(CID, share, Deal(entry.sequence, (toy.JAPAN,))))
    table = made.spectator
    assert table.ledger.reshuffles == ((toy.JAPAN, japans(made)),)
    for powers, kept in (((toy.JAPAN,), ()), ((toy.UK,), table.ledger.reshuffles)):
        after = owe_deal(table.ledger, table.charter, table.game, powers, table.head.sequence + 1)
        assert after.reshuffles == kept
        assert after.deal is not None
        assert after.deal.powers == powers


def test_spec_18_4_nothing_is_agreed_while_tokens_are_dealt(made: ToyMatch) -> None:
    """Else a deal that somebody foresees could be undone."""
    entry = resigned(made)
    before = made.spectator.log.at(entry.sequence - 1).head
    for terms in (TakeBack(before), End(Result.WIN, "Axis")):
        agreement = agreement_of(proposing(made, CID, terms), ANN, CID)
        with pytest.raises(Refused) as caught:
            made.send(carrying(made, ANN, agreement))
        assert caught.value.code is Code.BAD_AGREEMENT


def test_vectors_of_dealt_logs() -> None:
    """A game of each suite in which a seat resigns, up to the claims of its successor."""
    check_vectors("dealt_log", {secrecy.value: dealt_log(secrecy) for secrecy in Secrecy})


def dealt_log(secrecy: Secrecy) -> Json:
    match = bobs_turn(secrecy)
    token = japans(match)[1]
    match.act(BOB, toy.Say((match.authors[BOB].secrets[token],), (token,)))
    entry = resigned(match)
    match.send(match.prepare(ANN).entry)
    table = match.authors[ANN].table
    draft = table.draft(CID, FIRST)
    share = match.prepare(CID).entry.items[0]
    for item in (share, Deal(entry.sequence, (toy.JAPAN,))):
        carry_out(draft, item)
    dealt = draft.ledger.commitments
    known = match.authors[ANN].keys.secrets
    tokens: Json = {
        str(handle): {"group": known.group(dealt, handle), "commitment": face.commitment.hex()}
        for handle, face in sorted(dealt.faces.items())
        if isinstance(face, Sealed) and face.key is not None
    }
    match.settle()
    match.act(CID, toy.Shuffle(), toy.Show((toy.JAPAN,), 1))
    match.act(CID, toy.Win())
    match.close()
    match.disclose()
    said = reports(match)
    assert all(report.verified for report in said.values())
    return {
        "log": write_log(match.spectator.log).hex(),
        "resigned": entry.sequence,
        "dealt": tokens,
        "claims": [one.status.value for one in said[Level.RULES].each_claim],
    }
