"""SPEC-10, 11, 13: what a table accepts, from whom, and what it says meanwhile."""

import contextlib

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Game
from engine.phases import Stage
from engine.records import encode as plain
from engine.requests import Roll, Step
from protocol.charter import DiceSetting, Secrecy
from protocol.claims import Holds
from protocol.dice import roll, roll_seed
from protocol.due import Due, Duty
from protocol.encoding import encode
from protocol.entry import MAX_ENTRY, Decide, DiceShare, Hand, Item, Resign, SealTokens, Waive
from protocol.entry_builder import Declined
from protocol.errors import Code, LocalError, Refused
from protocol.hashing import Tag, digest
from protocol.items import carry_out
from protocol.ledger import PendingRoll, state_digest
from protocol.questions import FIRST
from protocol.sealing.suite import ClaimStatus, Sealed
from protocol.statement import sign_statement
from protocol.statements import Closing
from protocol.table import Table
from tests.examples import examples
from tests.protocol import toy
from tests.protocol.sample import MINUTE, identity
from tests.protocol.toy_match import (
    ToyMatch,
    author,
    chain,
    openings,
    seals,
    shares,
    toy_founding,
    toy_match,
)


@pytest.fixture
def made() -> ToyMatch:
    """Set-up is done; seat 0 gives USA's first order."""
    return toy_match()


# Who must act, and what an entry contains


def test_spec_10_2_set_up_seals_every_deck_without_a_player() -> None:
    made = ToyMatch()
    assert made.spectator.due == Due(0, Duty.SEAL, toy.USA)
    made.settle()
    authors = [entry.seat for entry in made.spectator.log]
    assert authors == [0, 1, 0, 2], "USA, Japan, UK, Germany"
    assert made.spectator.due == Due(0, Duty.DECISION, toy.USA)
    assert made.spectator.waiting_for == ("seat 0 (Ann): decision for USA",)


def test_spec_10_3_one_entry_carries_a_decision_and_all_that_follows_from_it(
    made: ToyMatch,
) -> None:
    entry = made.prepare(0, toy.Shuffle(), toy.Shuffle(), toy.Throw(2)).entry
    assert [type(item) for item in entry.items] == [
        Decide,
        SealTokens,
        Decide,
        SealTokens,
        Decide,
        DiceShare,
    ]
    made.send(entry)
    assert made.spectator.due == Due(1, Duty.SHARE, toy.USA)
    assert made.spectator.waiting_for == ("seat 1 (Bob): dice share 1",)


def test_spec_10_5_a_roll_costs_one_round_trip(made: ToyMatch) -> None:
    thrown = made.send(made.prepare(0, toy.Throw(3)).entry)
    assert thrown.rolls == ()
    answered = made.send(made.prepare(1).entry)
    assert len(shares(answered.entry)) == 1
    seed = roll_seed(thrown.entry.hash, 1, [chain(0).share(1), chain(1).share(1)])
    assert answered.rolls[0].dice == roll(seed, 3, 6)
    assert answered.events == (toy.Fell(roll(seed, 3, 6)),)


def test_spec_10_5_while_a_roll_is_pending_nothing_but_its_next_share_is_accepted(
    made: ToyMatch,
) -> None:
    made.send(made.prepare(0, toy.Throw(3)).entry)
    for item in (toy.End(), Resign(), Waive(waived=True), Hand(0, 1)):
        with pytest.raises(Refused) as refused:
            made.spectator.append(made.forged(1, item).raw)
        assert (refused.value.code, refused.value.culprit) == (Code.NOT_DUE, 1)


def test_spec_7_5_with_dice_all_every_seat_contributes_in_turn() -> None:
    made = toy_match(toy_founding(dice=DiceSetting.ALL))
    made.act(0, toy.Throw(2))
    assert [entry.seat for entry in made.spectator.log][-3:] == [0, 1, 2]
    rolled = made.authors[0].table.ledger
    assert rolled.rolls == 1
    assert rolled.pending is None
    assert all(link.number == 1 for link in rolled.chains.values())


def test_spec_10_7_each_owner_opens_its_own_and_all_turn_up_in_one_event(made: ToyMatch) -> None:
    entry = made.prepare(0, toy.Show((toy.USA, toy.UK, toy.JAPAN), 2)).entry
    assert len(openings(entry)) == 2, "seat 0 answers for both of its powers"
    assert made.send(entry).events == ()
    assert made.spectator.due == Due(1, Duty.OPENINGS, toy.JAPAN)
    shown = made.send(made.prepare(1).entry).events
    assert len(shown) == 1
    assert isinstance(shown[0], toy.Shown)
    assert len(shown[0].groups) == 6


def test_spec_8_4_a_removed_token_is_proved_at_once(made: ToyMatch) -> None:
    token, group = next(iter(made.authors[0].secrets.items()))
    made.act(0, toy.Remove(token, group))
    assert made.spectator.ledger.commitments.claims[-1].status is ClaimStatus.PROVED
    assert made.spectator.ledger.commitments.opened[token] == group


def test_spec_10_8_windows_are_waived_and_hands_granted_beside_an_answer(made: ToyMatch) -> None:
    made.act(0, Waive(waived=True), Hand(1, 1), Hand(1, 2), toy.Throw(1))
    assert made.spectator.game.waived == frozenset({0})
    assert made.spectator.game.hands == {1: 2}
    made.act(0, Waive(waived=False), toy.Throw(1))
    assert made.spectator.game.waived == frozenset()


def test_spec_13_1_a_seat_may_resign_in_place_of_a_decision(made: ToyMatch) -> None:
    made.act(0, Resign())
    assert made.spectator.due is None
    assert made.spectator.waiting_for == ()
    assert made.spectator.outcome is not None


REFUSED: list[tuple[str, tuple[Item | toy.Order, ...], Code]] = [
    ("an order against the rules", (toy.Throw(0),), Code.ILLEGAL_ANSWER),
    ("an answer that is none", (Decide(("dance",)),), Code.MALFORMED),
    ("a good answer and a bad one", (toy.Throw(1), toy.Throw(0)), Code.NOT_DUE),
    ("a good action and a bad answer", (Waive(waived=True), toy.Throw(0)), Code.ILLEGAL_ANSWER),
    ("nothing that answers", (Waive(waived=True),), Code.NOT_DUE),
    ("only a granted hand", (Hand(1, 1),), Code.NOT_DUE),
    ("the hand of its own seat", (Hand(0, 1), toy.End()), Code.BAD_HAND),
    ("the hand of no seat", (Hand(5, 1), toy.End()), Code.BAD_HAND),
    ("a hand that is used up", (Hand(1, 2), toy.End()), Code.BAD_HAND),
    ("a share that nobody asked for", (DiceShare(chain(0).share(1)),), Code.SHARE_EARLY),
    (
        "a seal that nobody asked for",
        (SealTokens(toy.USA, Holds(1, 1), bytes(32), (), b""),),
        Code.NOT_DUE,
    ),
    ("anything after its resignation", (Resign(), toy.End()), Code.NOT_DUE),
    ("a note after its resignation", (Resign(), Waive(waived=True)), Code.NOT_DUE),
]


@pytest.mark.parametrize(
    ("items", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_spec_10_3_an_entry_is_appended_whole_or_not_at_all(
    made: ToyMatch, items: tuple[Item | toy.Order, ...], code: Code
) -> None:
    table = made.spectator
    before = (table.head, table.game, table.request, table.ledger, table.due)
    with pytest.raises(Refused) as refused:
        table.append(made.forged(0, *items).raw)
    assert (refused.value.code, refused.value.culprit) == (code, 0)
    assert (table.head, table.game, table.request, table.ledger, table.due) == before
    made.act(0, toy.Throw(1))


@examples(40)
@given(
    st.lists(
        st.sampled_from(
            [
                Waive(waived=True),
                Hand(1, 1),
                Resign(),
                DiceShare(bytes(32)),
                SealTokens(toy.USA, Holds(1, 1), bytes(32), (bytes(32),), b""),
                *(Decide(toy.data(order)) for order in (toy.Shuffle(), toy.End(), toy.Throw(0))),
            ]
        ),
        min_size=1,
        max_size=5,
    )
)
def test_spec_10_3_random_items_change_all_or_nothing(items: list[Item]) -> None:
    made = _SHARED
    table = made.spectator
    before = (table.head, table.game, table.ledger, state_digest(table.game, table.ledger))
    entry = made.forged(0, *items)
    draft = table.draft(0, FIRST)
    with contextlib.suppress(Refused):
        for item in entry.items:
            carry_out(draft, item)
    assert (table.head, table.game, table.ledger) == before[:3]
    assert state_digest(table.game, table.ledger) == before[3]


_SHARED = toy_match()


# State digests


def test_spec_11_1_an_entry_carries_a_digest_exactly_when_a_phase_has_ended(made: ToyMatch) -> None:
    made.act(0, toy.Throw(1))
    assert all(entry.digest is None for entry in made.spectator.log)
    made.act(0, toy.End())
    assert made.spectator.log.at(len(made.spectator.log)).digest is None
    state = state_digest(made.spectator.game, made.spectator.ledger)
    assert made.spectator.due_digest == state
    made.act(1, toy.Throw(1))
    thrown = made.spectator.log.at(len(made.spectator.log) - 1)
    assert thrown.digest == state
    made.act(1, toy.Throw(1))
    assert made.spectator.log.at(len(made.spectator.log)).digest is None


@pytest.mark.parametrize("wrong", [None, bytes(32)], ids=["missing", "of another state"])
def test_spec_11_1_a_wrong_digest_is_refused(made: ToyMatch, wrong: bytes | None) -> None:
    made.act(0, toy.End())
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(1, toy.End(), state=wrong).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.WRONG_DIGEST, 1)


def test_spec_11_1_a_digest_that_is_not_due_is_refused(made: ToyMatch) -> None:
    state = state_digest(made.spectator.game, made.spectator.ledger)
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(0, toy.End(), state=state).raw)
    assert refused.value.code is Code.WRONG_DIGEST


def test_spec_11_2_the_digest_covers_game_and_ledger(made: ToyMatch) -> None:
    seen = {state_digest(made.spectator.game, made.spectator.ledger)}
    for action in (Waive(waived=True), Hand(1, 1)):
        made.act(0, action, toy.Shuffle())
        seen.add(state_digest(made.spectator.game, made.spectator.ledger))
    made.act(0, toy.Show((toy.USA,), 1))
    seen.add(state_digest(made.spectator.game, made.spectator.ledger))
    made.send(made.prepare(0, toy.Throw(1)).entry)
    seen.add(state_digest(made.spectator.game, made.spectator.ledger))
    made.settle()
    seen.add(state_digest(made.spectator.game, made.spectator.ledger))
    assert len(seen) == 6


def test_spec_11_2_the_digest_is_this_hash(made: ToyMatch) -> None:
    token, group = next(iter(made.authors[0].secrets.items()))
    made.act(0, toy.Remove(token, group))
    made.send(made.prepare(0, toy.Throw(1)).entry)
    table = made.spectator
    history = table.charter.game_id
    for handle, face in table.ledger.commitments.faces.items():
        if isinstance(face, Sealed):
            history = digest(Tag.HISTORY, encode((history, handle, face.commitment)))
    history = digest(Tag.HISTORY, encode((history, token, group)))
    chains = [
        [0, FIRST, 1, chain(0).share(1)],
        [1, FIRST, 0, chain(1).head],
        [2, FIRST, 0, chain(2).head],
    ]
    owing: list[list[object]] = [[1, FIRST]]
    players = [
        [name, identity(seat).public.raw, 0, False]
        for seat, name in enumerate(("Ann", "Bob", "Cid"))
    ]
    state = [plain(table.game), history, chains, [FIRST] * 3, 1, owing, players]
    expected = digest(Tag.STATE, msgpack.packb(state, use_bin_type=True))
    assert state_digest(table.game, table.ledger) == expected


# The author's side


def test_ss_0_9_an_answer_against_the_rules_is_declined_to_its_author_alone(made: ToyMatch) -> None:
    head = made.spectator.head
    with pytest.raises(Declined) as declined:
        made.prepare(0, toy.Shuffle(), toy.Throw(0))
    assert (declined.value.index, declined.value.rule) == (1, "BG-1.6")
    assert made.authors[0].table.head == head
    made.act(0, toy.Throw(1))


def test_ss_0_9_an_answer_that_would_need_a_false_claim_is_declined(made: ToyMatch) -> None:
    secrets = made.authors[0].secrets
    token = toy.toy(made.spectator.game).tokens[toy.USA][0]
    wrong = secrets[token] % toy.GROUPS + 1
    for order in (
        toy.Remove(token, wrong),
        toy.Say((wrong,), (token,)),
        toy.Load((token,), secrets[token], 3, 2),
    ):
        with pytest.raises(Declined) as declined:
            made.prepare(0, Waive(waived=True), Hand(1, 1), order)
        assert declined.value.code in ("NOT_PRESENT", "CAPACITY")
        assert declined.value.index == 2
    made.act(0, toy.Remove(token, secrets[token]))


def test_spec_10_5_prepared_names_the_shares_that_must_be_on_the_disk_first(made: ToyMatch) -> None:
    prepared = made.prepare(0, toy.Throw(1))
    (share,) = prepared.shares
    assert (share.incarnation, share.number, share.request) == (FIRST, 1, prepared.entry.hash)
    made.send(prepared.entry)
    (other,) = made.prepare(1).shares
    assert other.request == prepared.entry.hash


def test_spec_10_3_what_its_author_adopts_is_what_all_others_append(made: ToyMatch) -> None:
    actions = Waive(waived=True), Hand(1, 1), toy.Shuffle(), toy.Throw(2)
    prepared = made.prepare(0, *actions)
    own = made.authors[0].table
    assert own.head == prepared.draft.head, "writing an entry changes nothing"
    adopted = own.adopt(prepared.draft)
    appended = [table.append(prepared.entry.raw) for table in made.tables if table is not own]
    assert all(
        (one.entry, one.events, one.rolls) == (adopted.entry, adopted.events, adopted.rolls)
        for one in appended
    )
    assert len({state_digest(table.game, table.ledger) for table in made.tables}) == 1
    made.settle()
    made.act(0, toy.Throw(1))


def test_a_draft_is_adopted_only_where_it_began(made: ToyMatch) -> None:
    table = made.authors[0].table
    one, other = made.prepare(0, toy.Shuffle()), made.prepare(0, toy.Throw(1))
    table.adopt(one.draft)
    unsigned = table.draft(0, FIRST)
    before = table.head, table.game, table.ledger
    for draft in (one.draft, other.draft, unsigned):
        with pytest.raises(LocalError, match="not signed for this state of the table"):
            table.adopt(draft)
    assert (table.head, table.game, table.ledger) == before


def test_a_long_list_of_wishes_is_taken_as_far_as_it_fits(made: ToyMatch) -> None:
    prepared = made.prepare(0, *[toy.Shuffle()] * 30)
    assert prepared.carried == 8
    assert len(seals(prepared.entry)) == 8
    stopped = made.prepare(0, toy.Shuffle(), toy.Throw(2), toy.Shuffle())
    assert stopped.carried == 2, "what follows dice must wait for them"


def test_what_does_not_fit_into_an_entry_waits_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SPEC-5.1: proved shuffles of the largest decks, 9 kB each; of actions, and of set-up."""
    monkeypatch.setattr(toy, "GROUPS", 12)
    made = ToyMatch(toy_founding(Secrecy.PROVED))
    made.settle()
    shuffled = made.prepare(0, *[toy.Shuffle()] * 8)
    assert shuffled.carried == 3
    assert len(shuffled.entry.raw) < MAX_ENTRY
    made.send(shuffled.entry)

    def much(game: Game) -> Step:
        for _ in range(7):
            game = yield from toy._shuffled(game, toy.USA, "sea")
        return game.replace(stage=Stage.TURN_OPENS)

    steps = {**toy.STEPS, Stage.SET_UP: much}
    table = Table(toy_founding(Secrecy.PROVED), toy.toy_game(), steps)
    first = author(table, 0).prepare(entropy=bytes(32), minute=MINUTE).entry
    assert len(seals(first)) == 5
    table.append(first.raw)
    rest = author(table, 0).prepare(entropy=bytes(32), minute=MINUTE).entry
    assert len(seals(rest)) == 2


def test_only_the_seat_that_is_due_writes(made: ToyMatch) -> None:
    assert made.authors[0].owes is Duty.DECISION
    assert made.authors[1].owes is None
    with pytest.raises(LocalError, match=r"waiting|seat 0 \(Ann\): decision for USA"):
        made.prepare(1, toy.End())
    with pytest.raises(LocalError, match="no action was given"):
        made.prepare(0)
    with pytest.raises(LocalError, match="no action was given"):
        made.prepare(0, Waive(waived=True))


def test_a_lone_roller_gives_its_share_in_the_next_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """SPEC-10.5: where no other seat can contribute, the request is fixed before the share."""
    monkeypatch.setattr("protocol.draft.roll_seats", lambda *_: (0,))
    made = toy_match()
    entry = made.prepare(0, toy.Throw(2)).entry
    assert [type(item) for item in entry.items] == [Decide]
    forged = made.forged(0, toy.Throw(2), DiceShare(chain(0).share(1)))
    with pytest.raises(Refused) as refused:
        made.spectator.append(forged.raw)
    assert (refused.value.code, refused.value.culprit) == (Code.SHARE_EARLY, 0)
    made.send(entry)
    assert made.send(made.prepare(0).entry).rolls[0].seats == 1


def test_entropy_is_32_bytes(made: ToyMatch) -> None:
    with pytest.raises(LocalError, match="32 bytes, not 31"):
        made.authors[0].prepare([], entropy=bytes(31), minute=0)


def test_the_ledger_says_when_it_is_asked_for_what_is_not_pending(made: ToyMatch) -> None:
    with pytest.raises(LocalError, match="no roll waits"):
        _ = made.spectator.ledger.roll
    with pytest.raises(LocalError, match="no reveal waits"):
        _ = made.spectator.ledger.reveal


# Beside the line


def over(secrecy: Secrecy = Secrecy.HASHED) -> ToyMatch:
    made = toy_match(toy_founding(secrecy))
    made.act(0, toy.Shuffle())
    made.act(0, toy.Win())
    return made


def test_spec_13_2_after_the_close_seats_sign_and_disclose_in_any_order() -> None:
    made = over()
    for each in reversed(made.authors):
        disclosed = each.disclose()
        assert disclosed is not None
        made.spectator.add_statement(disclosed)
        made.spectator.add_statement(each.close())
    assert made.spectator.closings() == made.spectator.disclosures() == (0, 1, 2)
    standings = {claim.status for claim in made.spectator.ledger.commitments.claims}
    assert standings == {ClaimStatus.DISCLOSED}


def test_spec_13_3_in_proved_nobody_owes_a_disclosure() -> None:
    made = over(Secrecy.PROVED)
    assert made.authors[0].disclose() is None
    assert {claim.status for claim in made.spectator.ledger.commitments.claims} == {
        ClaimStatus.PROVED
    }
    assert made.spectator.disclosed == {}


@pytest.mark.parametrize("secrecy", list(Secrecy))
def test_spec_13_3_who_wants_it_shows_what_its_tokens_held(secrecy: Secrecy) -> None:
    """In `proved` too, and all of it was sealed so: nobody can tell a story afterwards."""
    made = over(secrecy)
    wanted = made.authors[0].disclose(wanted=True)
    assert wanted is not None
    made.spectator.add_statement(wanted)
    assert made.spectator.disclosures() == (0,)
    assert made.spectator.disclosed == dict(made.authors[0].secrets)


@pytest.mark.parametrize("secrecy", list(Secrecy))
def test_spec_13_4_the_truth_is_that_of_each_moment(secrecy: Secrecy) -> None:
    """What a shuffle has made held nothing before it, and what it took away is known still."""
    made = ToyMatch(toy_founding(secrecy))
    made.act(0, toy.Shuffle())
    before = len(made.spectator.log)
    early = dict(made.authors[0].secrets)
    made.act(0, toy.Shuffle())
    made.act(0, toy.Win())
    assert made.spectator.truth.after(before) == {}
    wanted = made.authors[0].disclose(wanted=True)
    assert wanted is not None
    made.spectator.add_statement(wanted)
    truth = made.spectator.truth
    assert truth.after(before) == early
    assert truth.after(len(made.spectator.log)) == dict(made.authors[0].secrets)
    assert len(made.authors[0].secrets) > len(early)


def test_spec_13_1_nothing_is_closed_before_the_end(made: ToyMatch) -> None:
    for say in (made.authors[0].close, made.authors[0].disclose):
        with pytest.raises(LocalError, match="has not ended"):
            say()
    other = over()
    with pytest.raises(Refused) as refused:
        made.spectator.add_statement(other.authors[0].close())
    assert refused.value.code is Code.GAP


def test_spec_13_2_a_game_that_goes_on_is_closed_by_no_signature(made: ToyMatch) -> None:
    head = made.spectator.head
    early = Closing(game=made.spectator.charter.game_id, seat=0, head=head)
    with pytest.raises(Refused) as refused:
        made.spectator.add_statement(sign_statement(identity(0), early))
    assert refused.value.code is Code.NOT_DUE
    assert made.spectator.closings() == ()


def test_spec_6_6_a_claim_of_silence_is_kept_and_proves_nothing(made: ToyMatch) -> None:
    due = made.spectator.due
    made.spectator.add_statement(made.authors[1].claim_silence(0))
    made.spectator.add_statement(made.authors[2].raise_hand())
    assert len(made.spectator.log.statements) == 2
    assert made.spectator.due == due


def test_spec_6_1_a_statement_about_another_line_is_refused(made: ToyMatch) -> None:
    other = toy_match()
    other.act(0, toy.Throw(1))
    made.act(0, toy.Throw(2))
    with pytest.raises(Refused) as refused:
        made.spectator.add_statement(other.authors[1].raise_hand())
    assert refused.value.code is Code.STALE_HEAD


def test_spec_10_5_the_chains_of_a_roll_are_fixed_when_it_is_asked_for(made: ToyMatch) -> None:
    made.send(made.prepare(0, toy.Throw(4)).entry)
    pending = made.spectator.ledger.pending
    assert isinstance(made.spectator.request, Roll)
    assert isinstance(pending, PendingRoll)
    assert pending.chains == ((0, FIRST), (1, FIRST))
    assert pending.owing == ((1, FIRST),)
    assert pending.request == made.spectator.head.hash
