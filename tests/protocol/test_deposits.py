"""Deposited openings (SPEC-19): another player and all keepers open the tokens of who is away."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.pieces import PieceId
from protocol.audit import audit
from protocol.charter import Charter, Secrecy
from protocol.commitments import Commitments
from protocol.depositing import open_deposits, parts_of
from protocol.due import Duty
from protocol.entry import Leave, Opening, OpenTokens, SealTokens
from protocol.errors import Code, LocalError, Refused
from protocol.logfile import Record, RecordKind, write_log, write_record
from protocol.obligations import Chunk, Opened, first_broken
from protocol.report import Level
from protocol.sealing.deposit import Deposit, Recipients, make_deposit
from protocol.sealing.suite import Sealed
from tests.protocol import toy
from tests.protocol.depositing import (
    ANN,
    BOB,
    CID,
    KIM,
    asked,
    change_keeper,
    depositing,
    entry_of,
    founding,
    hand_bob_over,
    opened,
    parts,
    replace_ann,
    revealing,
    with_deposits,
)
from tests.protocol.sample import identity
from tests.protocol.succession import DORA
from tests.protocol.toy_match import ToyMatch, japans, seals, toy_founding, toy_table

SUITES = list(Secrecy)
BOTH = pytest.mark.parametrize("secrecy", SUITES)


def known(made: ToyMatch) -> Commitments:
    return made.spectator.ledger.commitments


def face(made: ToyMatch, handle: int) -> Sealed:
    found = known(made).faces[handle]
    assert isinstance(found, Sealed)
    return found


def shown(made: ToyMatch) -> dict[int, int]:
    return {
        int(token): group for token, group in (toy.toy(made.spectator.game).shown or {}).items()
    }


def held(made: ToyMatch, seat: int, handles: tuple[int, ...]) -> dict[int, int]:
    return {handle: made.authors[seat].secrets[PieceId(handle)] for handle in handles}


@BOTH
def test_spec_19_3_who_is_away_has_its_tokens_turned_up(secrecy: Secrecy) -> None:
    """Bob signs nothing after set-up: Ann opens Japan's tokens with Kim's part, and plays on."""
    made = revealing(depositing(secrecy))
    tokens = asked(made)
    now = made.spectator.due
    assert now is not None
    assert (now.seat, now.duty, now.power) == (ANN, Duty.OPENINGS, toy.JAPAN)
    found = opened(made)
    assert found is not None
    made.send(entry_of(made, found, toy.End()))
    assert shown(made) == held(made, BOB, tokens)


@BOTH
def test_spec_14_all_levels_agree_on_a_log_with_deposits(secrecy: Secrecy) -> None:
    made = revealing(depositing(secrecy))
    found = opened(made)
    assert found is not None
    made.send(entry_of(made, found, toy.Win()))
    made.close()
    made.disclose()
    data = write_log(made.spectator.log)
    for level in Level:
        report = audit(data, level, open_table=toy_table)
        assert report.verified, report.fault


def test_spec_19_1_who_plays_or_keeps_cannot_open_alone() -> None:
    """Not Ann without Kim, not Kim with her part alone, not Ann and one of two keepers."""
    made = revealing(depositing(keepers=2))
    ida = KIM + 1
    assert opened(made, KIM) is None
    assert opened(made, ida) is None
    assert opened(made, KIM, ida) is not None
    kept = {identity(one).public.raw: parts(made, one) for one in (KIM, ida)}
    token = asked(made)[0]
    deposit = face(made, token).deposit
    assert deposit is not None
    alone = {key: dict(mine)[token] for key, mine in kept.items()}
    bobs = bytes(deposit.masked[0])
    for part in alone.values():
        bobs = bytes(a ^ b for a, b in zip(bobs, part, strict=True))
    opening = made.authors[BOB].keys.secrets.opening(known(made), token)
    assert opening.proof != bobs  # Ann's own part is still on it


def test_spec_19_1_every_other_player_can_open_with_the_keepers() -> None:
    made = depositing()
    tokens = japans(made)
    mine = {identity(KIM).public.raw: parts_of(known(made), tokens, identity(KIM))}
    suite = made.spectator.suite
    found = {
        seat: open_deposits(suite, known(made), tokens, identity(seat), mine) for seat in (ANN, CID)
    }
    assert found[ANN] is not None
    assert found[ANN] == found[CID]


def test_spec_19_3_the_owner_opens_in_its_own_turn_and_what_it_owns() -> None:
    """Ann's own tokens are opened by her order's own entry; then Japan's are due from her, too."""
    made = revealing(depositing(), toy.USA, toy.JAPAN)
    assert len(made.spectator.ledger.reveal.shown) == 1
    found = opened(made)
    assert found is not None
    made.send(entry_of(made, found))
    assert len(shown(made)) == 4


def test_spec_19_3_what_is_left_falls_to_the_owner() -> None:
    made = revealing(depositing())
    made.send(entry_of(made, Leave()))
    now = made.spectator.due
    assert now is not None
    assert now.seat == BOB
    tokens = asked(made)
    made.settle()
    assert shown(made) == held(made, BOB, tokens)


def test_spec_19_3_each_owner_is_left_for_itself() -> None:
    """Ann leaves Japan's tokens to Bob; Germany's are due from her again."""
    made = revealing(depositing(), toy.JAPAN, toy.GERMANY)
    made.send(entry_of(made, Leave()))
    made.send(made.prepare(BOB).entry)
    now = made.spectator.due
    assert now is not None
    assert (now.seat, now.power) == (ANN, toy.GERMANY)


def test_spec_19_3_nothing_else_is_left() -> None:
    made = depositing()
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(ANN, toy.Show((toy.USA,), 1), Leave()).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.NOT_DUE, ANN)
    revealing(made)
    made.send(entry_of(made, Leave()))
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(BOB, Leave()).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.NOT_DUE, BOB)


def test_spec_19_3_the_owner_cannot_open_before_they_are_left() -> None:
    """One seat at a time may append, so that two honest ones never fork the line."""
    made = revealing(depositing())
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.prepare_unchecked(BOB).raw)
    assert refused.value.code is Code.WRONG_AUTHOR


def test_spec_19_3_without_what_to_enter_nothing_is_written() -> None:
    made = revealing(depositing())
    with pytest.raises(LocalError):
        made.prepare(ANN)


def test_spec_19_3_a_wrong_opening_is_the_fault_of_who_enters_it() -> None:
    made = revealing(depositing())
    found = opened(made)
    assert found is not None
    wrong = OpenTokens(tuple(Opening(one.handle, one.group, bytes(32)) for one in found.openings))
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(ANN, wrong).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_OPENING, ANN)


def test_spec_19_4_a_keeper_that_takes_off_something_else_is_known_by_the_opening() -> None:
    """Then Ann leaves the tokens to Bob; what he opens tells all what Kim should have said."""
    made = revealing(depositing())
    tokens = asked(made)
    lie = tuple((handle, bytes(32)) for handle in tokens)
    assert opened(made, given={KIM: lie}) is None
    right = dict(parts(made))
    made.send(entry_of(made, Leave()))
    made.settle()
    opening = made.authors[BOB].keys.secrets.opening(known(made), tokens[0])
    deposit = face(made, tokens[0]).deposit
    assert deposit is not None
    told = deposit.parts(opening.proof)
    assert told is not None
    assert told[identity(KIM).public.raw] == right[tokens[0]]


def lying(made: ToyMatch, change: Callable[[bytes], bytes]) -> None:
    """Ann shuffles, and deposits of her tokens something else than their openings."""
    items = made.prepare(ANN, toy.Shuffle()).entry.items
    made.send(made.forged(ANN, *(with_deposits(item, change) for item in items)))


@BOTH
@pytest.mark.parametrize("at", [0, 32, 64])
def test_spec_19_4_a_deposit_that_is_none_is_its_makers_fault(secrecy: Secrecy, at: int) -> None:
    """In the key, or what is masked for anybody: it shows once the maker opens the token."""
    made = depositing(secrecy)
    lying(made, lambda raw: raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
    order = toy.Show((toy.USA,), 1)
    entry = made.forged(ANN, order)
    made.send(entry)
    token = asked(made)[0]
    opening = made.authors[ANN].keys.secrets.opening(known(made), token)
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(ANN, OpenTokens((opening,))).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_DEPOSIT, ANN)


def test_spec_19_4_a_bad_deposit_is_a_fault_at_secrets_and_rules_and_when_shared() -> None:
    made = depositing()
    lying(made, lambda raw: bytes(len(raw)))
    made.send(made.forged(ANN, toy.Show((toy.USA,), 1)))
    token = asked(made)[0]
    opening = made.authors[ANN].keys.secrets.opening(known(made), token)
    data = write_log(made.spectator.log) + record(made.forged(ANN, OpenTokens((opening,))).raw)
    for level, code in (
        (Level.LINE, None),
        (Level.SECRETS, Code.BAD_DEPOSIT),
        (Level.RULES, Code.BAD_DEPOSIT),
    ):
        fault = audit(data, level, open_table=toy_table).fault
        assert (None if fault is None else fault.code) == code
    owed = Opened(token, face(made, token), opening.group, opening.proof, ANN, made=True)
    assert first_broken(Chunk(Secrecy.HASHED, 7, ((owed,),))) == 7
    other = replace(owed, made=False)
    assert first_broken(Chunk(Secrecy.HASHED, 7, ((other,),))) is None


def record(raw: bytes) -> bytes:
    return write_record(Record(RecordKind.ENTRY, raw))


def test_spec_19_4_who_found_it_is_not_asked_what_else_the_deposit_says() -> None:
    """The deposit is right for Ann and wrong for Cid: Ann opens it, and is not to blame."""
    made = depositing()
    made.act(ANN, toy.End())
    items = made.prepare(BOB, toy.Shuffle()).entry.items
    made.send(
        made.forged(BOB, *(with_deposits(item, lambda raw: raw[:64] + bytes(32)) for item in items))
    )
    made.act(BOB, toy.End())
    revealing(made)
    found = opened(made)
    assert found is not None
    made.send(entry_of(made, found))


@pytest.mark.parametrize(
    "change",
    [
        lambda seal: replace(seal, deposits=()),
        lambda seal: replace(seal, deposits=seal.deposits[1:]),
        lambda seal: replace(seal, deposits=tuple(one[:64] for one in seal.deposits)),
        lambda seal: replace(seal, deposits=tuple(one + bytes(32) for one in seal.deposits)),
    ],
    ids=["none", "one missing", "too short", "too long"],
)
def test_spec_19_2_a_seal_has_as_many_deposits_as_new_tokens(
    change: Callable[[SealTokens], SealTokens],
) -> None:
    made = depositing()
    items = made.prepare(ANN, toy.Shuffle()).entry.items
    entry = made.forged(ANN, *(change(i) if isinstance(i, SealTokens) else i for i in items))
    with pytest.raises(Refused) as refused:
        made.spectator.append(entry.raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_DEPOSIT, ANN)


def test_spec_19_2_without_the_setting_nothing_is_deposited() -> None:
    made = ToyMatch(toy_founding())
    entry = made.prepare(ANN).entry
    assert all(not seal.deposits for seal in seals(entry))
    items = [
        replace(i, deposits=(bytes(96),)) if isinstance(i, SealTokens) else i for i in entry.items
    ]
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(ANN, *items).raw)
    assert refused.value.code is Code.BAD_DEPOSIT


def test_spec_19_1_a_deposit_is_good_for_its_seal_alone() -> None:
    """A copy in another place opens nothing there, and what the keeper says of it nothing here."""
    opening, recipients = (
        bytes(range(32)),
        Recipients((identity(ANN).public.raw,), (identity(KIM).public.raw,)),
    )
    deposit = make_deposit(opening, b"here", recipients)
    copy = replace(deposit, place=b"there")
    mine = {identity(ANN).public.raw: deposit.part(identity(ANN)) or b""}
    stolen = copy.part(identity(KIM))
    assert stolen is not None
    assert (
        deposit.opening(identity(ANN).public, {**mine, identity(KIM).public.raw: stolen}) != opening
    )


def test_spec_19_1_a_key_of_small_order_leaves_nothing() -> None:
    recipients = Recipients((identity(ANN).public.raw,), (identity(KIM).public.raw,))
    deposit = Deposit.read(bytes(64), b"here", recipients)
    assert deposit is not None
    assert deposit.part(identity(KIM)) is None


def test_spec_19_3_after_a_shuffle_the_old_deposits_open_nothing() -> None:
    """Kim's parts of the old tokens are of no use for the new ones."""
    made = depositing()
    stale = parts_of(known(made), japans(made), identity(KIM))
    made.act(ANN, toy.End())
    made.act(BOB, toy.Shuffle())
    made.act(BOB, toy.End())
    revealing(made, count=4)
    renamed = tuple((new, part) for new, (_, part) in zip(asked(made), stale, strict=True))
    assert opened(made, given={KIM: renamed}) is None
    assert opened(made) is not None


def due_seat(made: ToyMatch) -> int:
    now = made.spectator.due
    assert now is not None
    return now.seat


def test_spec_19_5_with_another_keeper_the_owner_opens_until_it_seals_anew() -> None:
    made = depositing()
    change_keeper(made)
    revealing(made)
    assert due_seat(made) == BOB
    made.settle()
    made.act(ANN, toy.End())
    made.act(BOB, toy.Shuffle(), toy.End())
    revealing(made)
    assert due_seat(made) == ANN
    said = parts_of(known(made), asked(made), identity(DORA))
    keeper = identity(DORA).public.raw
    suite, tokens = made.spectator.suite, asked(made)
    assert open_deposits(suite, known(made), tokens, identity(ANN), {keeper: said}) is not None


def test_spec_19_5_who_comes_to_play_opens_nothing_that_was_sealed_before() -> None:
    """Japan's tokens are due from Bob; those that Dora has sealed are deposited for Bob."""
    made = depositing()
    replace_ann(made)
    revealing(made)
    assert due_seat(made) == BOB
    usas = toy.toy(made.spectator.game).tokens[toy.USA]
    said = {identity(KIM).public.raw: parts_of(known(made), usas, identity(KIM))}
    found = open_deposits(made.spectator.suite, known(made), usas, identity(BOB), said)
    assert found is not None


def test_spec_19_5_what_passes_with_its_keys_keeps_its_deposits() -> None:
    made = depositing()
    hand_bob_over(made)
    revealing(made)
    assert due_seat(made) == ANN
    found = opened(made)
    assert found is not None
    made.send(entry_of(made, found))


def test_spec_19_4_who_has_received_the_keys_is_not_to_blame_for_bad_deposits() -> None:
    made = depositing()
    hand_bob_over(made, lambda raw: bytes(len(raw)))
    revealing(made)
    assert opened(made) is None
    made.send(entry_of(made, Leave()))
    made.settle()
    assert len(shown(made)) == 2


def test_spec_4_4_deposits_need_a_keeper_and_another_player() -> None:
    charter = founding().charter
    with pytest.raises(Refused, match="keepers, and it has none"):
        replace(charter, seats=charter.seats[:3])
    with pytest.raises(Refused, match="nobody else plays"):
        replace(charter, seats=(charter.seats[0], charter.seats[3]))


def test_spec_4_1_the_setting_is_the_last_field_or_none() -> None:
    charter = founding().charter
    assert Charter.from_bytes(charter.to_bytes()) == charter
    without = replace(charter, deposits=False)
    assert len(charter.to_bytes()) - len(without.to_bytes()) == len("deposits") + 1
    with pytest.raises(Refused) as refused:
        Charter.from_bytes(charter.to_bytes()[:-1] + b"x")
    assert refused.value.code is Code.MALFORMED


def test_spec_3_6_the_exchange_key_is_the_signing_key() -> None:
    """Both sides of an exchange come to one secret; with itself, too."""
    ann, bob = identity(ANN), identity(BOB)
    assert ann.exchanged(bob.public.exchange_key) == bob.exchanged(ann.public.exchange_key)
    assert ann.exchanged(bytes(32)) is None
