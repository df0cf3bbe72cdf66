"""The attacks that the protocol names, each refused with its code, its rule and its culprit.

Those that need proofs of knowledge are in `sealing`, those on the wire in `tests/p2p`. All of them
run under ``python -O`` too, so no check can be an assert.
"""

from dataclasses import replace
from typing import Any

import msgpack
import pytest

from engine.pieces import PieceId
from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.claims import Holds, Shuffled
from protocol.encoding import decode, encode
from protocol.entry import (
    MAX_ENTRY,
    DiceShare,
    Entry,
    Opening,
    OpenTokens,
    SealTokens,
    sign_entry,
)
from protocol.errors import Code, Refused
from protocol.founding import Founding
from protocol.hashing import Tag, digest, tagged
from protocol.identity import PublicKey
from protocol.logfile import LOG_MAGIC, founding_records, write_log, write_record
from protocol.questions import FIRST, RejoinQuestion
from protocol.report import Status
from protocol.sealing.hashed import Hashed
from protocol.sealing.suite import Sealed
from protocol.statement import Signed, sign_statement
from protocol.statements import Disclosure
from protocol.table import Table
from tests.protocol import ed25519 as reference
from tests.protocol import toy
from tests.protocol.sample import MINUTE, another_game, identity, phrase, some_hash
from tests.protocol.toy_match import ToyMatch, chain, toy_founding, toy_match, toy_table

Verdict = tuple[Code, str, int | None]


@pytest.fixture
def made() -> ToyMatch:
    """Set-up is done; seat 0 gives USA's first order."""
    return toy_match()


@pytest.fixture
def liars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Authors who send claims that they know to be false."""
    monkeypatch.setattr("protocol.entry_builder.check", lambda *_: None)


def verdict(table: Table, raw: bytes) -> Verdict:
    """How a table refuses an entry, and that nothing has changed by it."""
    before = (table.head, table.game, table.ledger, table.due)
    with pytest.raises(Refused) as refused:
        table.append(raw)
    assert (table.head, table.game, table.ledger, table.due) == before
    return refused.value.code, refused.value.rule, refused.value.culprit


def hearing(table: Table, signed: Signed[Any]) -> Verdict:
    """How a table refuses a statement."""
    before = (table.ledger, table.log.statements)
    with pytest.raises(Refused) as refused:
        table.add_statement(signed)
    assert (table.ledger, table.log.statements) == before
    return refused.value.code, refused.value.rule, refused.value.culprit


def tokens(made: ToyMatch, power: Any) -> tuple[PieceId, ...]:
    return toy.toy(made.spectator.game).tokens[power]


def signed_body(seat: int, body: bytes) -> bytes:
    """Any bytes as the body of an entry, signed by a seat."""
    return encode((body, identity(seat).sign(Tag.ENTRY_SIGNATURE, digest(Tag.ENTRY, body))))


def body_of(entry: Entry) -> bytes:
    pair = decode(entry.raw, MAX_ENTRY)
    assert isinstance(pair, tuple)
    assert isinstance(pair[0], bytes)
    return pair[0]


# Signatures and identity


def test_attack_equivocation(made: ToyMatch) -> None:
    one, other = made.forged(0, toy.Throw(1)), made.forged(0, toy.Throw(2))
    made.spectator.append(one.raw)
    assert verdict(made.spectator, other.raw) == (Code.FORK, "SPEC-5.6", 0)
    assert verdict(made.spectator, one.raw) == (Code.KNOWN, "SPEC-5.6", None)


def test_attack_replay_from_another_game(made: ToyMatch) -> None:
    entry = made.forged(0, toy.End(), game=another_game().game_id)
    assert verdict(made.spectator, entry.raw) == (Code.WRONG_GAME, "SPEC-5.5", None)


def test_attack_replay_from_another_suite(made: ToyMatch) -> None:
    other = toy_match(toy_founding(Secrecy.PROVED))
    entry = other.prepare(0, toy.Shuffle()).entry
    assert verdict(made.spectator, entry.raw) == (Code.WRONG_GAME, "SPEC-5.5", None)


def test_attack_replay_of_another_seats_entry(made: ToyMatch) -> None:
    entry = made.forged(0, toy.End())
    fields = list(msgpack.unpackb(body_of(entry), use_list=False))
    fields[3] = 1
    _, signature = msgpack.unpackb(entry.raw)
    raw = encode((encode(tuple(fields)), signature))
    assert verdict(made.spectator, raw) == (Code.BAD_SIGNATURE, "SPEC-5.3", None)


def test_attack_replay_at_another_place(made: ToyMatch) -> None:
    early = made.forged(0, toy.Throw(1))
    made.act(0, toy.Shuffle())
    assert verdict(made.spectator, early.raw) == (Code.FORK, "SPEC-5.6", 0)
    later = made.forged(0, toy.Throw(1), head=replace(made.spectator.head, sequence=40))
    assert verdict(made.spectator, later.raw) == (Code.GAP, "SPEC-5.5", None)


def test_attack_replay_from_another_incarnation(made: ToyMatch) -> None:
    for incarnation in (some_hash("one"), b"\xff" * 32):
        entry = made.forged(0, toy.End(), incarnation=incarnation)
        expected = (Code.WRONG_INCARNATION, "SPEC-10.4", 0)
        assert verdict(made.spectator, entry.raw) == expected


def test_attack_stale_head(made: ToyMatch) -> None:
    head = replace(made.spectator.head, hash=some_hash("another line"))
    entry = made.forged(0, toy.End(), head=head)
    assert verdict(made.spectator, entry.raw) == (Code.STALE_HEAD, "SPEC-5.5", None)


def test_attack_forged_signature(made: ToyMatch) -> None:
    entry = made.forged(0, toy.End())
    stranger = sign_entry(
        identity(7),
        game=entry.game,
        head=made.spectator.head,
        seat=0,
        incarnation=FIRST,
        minute=MINUTE,
        state=None,
        items=entry.items,
    )
    assert verdict(made.spectator, stranger.raw) == (Code.BAD_SIGNATURE, "SPEC-5.3", None)


def malleated(entry: Entry, signature: bytes) -> bytes:
    return encode((body_of(entry), signature))


def test_attack_malleated_signature(made: ToyMatch) -> None:
    entry = made.forged(0, toy.End())
    s = int.from_bytes(entry.signature[32:], "little") + reference.L
    for signature in (
        entry.signature[:32] + s.to_bytes(32, "little"),
        entry.signature[:31] + bytes([entry.signature[31] ^ 0x80]) + entry.signature[32:],
    ):
        raw = malleated(entry, signature)
        assert verdict(made.spectator, raw) == (Code.BAD_SIGNATURE, "SPEC-5.3", None)


def test_attack_r_is_the_identity(made: ToyMatch) -> None:
    """An honest-looking key can sign so; backends differ about it."""
    entry = made.forged(0, toy.End())
    scalar = reference.scalar_of(phrase(0).derive(Tag.IDENTITY))
    key, one = identity(0).public.raw, (1).to_bytes(32, "little")
    message = tagged(Tag.ENTRY_SIGNATURE, entry.hash)
    raw = malleated(entry, reference.sign_with(scalar, 0, key, one, message))
    assert verdict(made.spectator, raw) == (Code.BAD_SIGNATURE, "SPEC-5.3", None)


def test_attack_small_order_key() -> None:
    for point in reference.small_order():
        with pytest.raises(Refused) as refused:
            PublicKey(reference.encoded(point))
        assert (refused.value.code, refused.value.culprit) == (Code.BAD_KEY, None)


def test_attack_charter_changed_after_signing(made: ToyMatch) -> None:
    founding = made.spectator.log.founding
    for changed in (
        replace(founding.charter, nonce=b"x" * 32),
        replace(founding.charter, secrecy=Secrecy.PROVED),
        replace(founding.charter, seats=founding.charter.seats[::-1]),
    ):
        with pytest.raises(Refused) as refused:
            Founding(changed, founding.scenario, founding.signatures)
        assert refused.value.code is Code.WRONG_GAME
        assert refused.value.culprit is None
    with pytest.raises(Refused) as refused:
        Founding(founding.charter, founding.scenario + b"\n", founding.signatures)
    assert refused.value.code is Code.BAD_CHARTER


# Whose turn it is


def test_attack_wrong_author(made: ToyMatch) -> None:
    for seat in (1, 2):
        entry = made.forged(seat, toy.End())
        assert verdict(made.spectator, entry.raw) == (Code.WRONG_AUTHOR, "SPEC-10.4", seat)


def test_attack_out_of_turn(made: ToyMatch) -> None:
    """One entry cannot go on once another seat is due."""
    entry = made.forged(0, toy.End(), toy.End())
    assert verdict(made.spectator, entry.raw) == (Code.NOT_DUE, "SPEC-10.5", 0)


def test_attack_after_the_end(made: ToyMatch) -> None:
    made.act(0, toy.Win())
    entry = made.forged(0, toy.End())
    assert verdict(made.spectator, entry.raw) == (Code.CLOSED, "SPEC-10.4", 0)


# Bytes


@pytest.mark.parametrize(
    ("name", "item", "code"),
    [
        ("integer not in shortest form", b"\x92\xa6decide\xcc\x01", Code.MALFORMED),
        ("array not in shortest form", b"\xdc\x00\x01\xa6resign", Code.MALFORMED),
        ("text not in shortest form", b"\x91\xd9\x06resign", Code.MALFORMED),
        ("a float", b"\x92\xa6decide\xcb" + bytes(8), Code.MALFORMED),
        ("a map", b"\x92\xa6decide\x81\x01\x01", Code.MALFORMED),
        ("an extension", b"\x92\xa6decide\xd4\x01\x01", Code.MALFORMED),
        ("arrays nested too deep", b"\x92\xa6decide" + b"\x91" * 6 + b"\xc0", Code.MALFORMED),
        ("arrays nested without end", b"\x92\xa6decide" + b"\x91" * 50000, Code.MALFORMED),
        ("an array that claims 2³² members", b"\x92\xa6decide\xdd\xff\xff\xff\xff", Code.MALFORMED),
        ("text that is no UTF-8", b"\x92\xa6decide\xa2\xff\xfe", Code.MALFORMED),
        ("text not in form C", b"\x92\xa6decide\xa3e\xcc\x81", Code.MALFORMED),
        (
            "too many bytes",
            b"\x92\xa6decide\xdb" + MAX_ENTRY.to_bytes(4, "big") + b"x" * MAX_ENTRY,
            Code.TOO_LARGE,
        ),
        ("an item that does not exist", b"\x91\xa4cast", Code.MALFORMED),
    ],
)
def test_attack_bytes_that_are_not_canonical(
    made: ToyMatch, name: str, item: bytes, code: Code
) -> None:
    good = body_of(made.forged(0, toy.End()))
    end = encode(("decide", toy.data(toy.End())))
    assert good.endswith(b"\x91" + end), name
    raw = encode((good[: -len(end)] + item, bytes(64)))
    found, _, culprit = verdict(made.spectator, raw)
    assert (found, culprit) == (code, None)


# Dice


def roll_asked(made: ToyMatch) -> None:
    """Seat 0 has thrown and given its share; that of seat 1 is due."""
    made.send(made.prepare(0, toy.Throw(2)).entry)


def test_attack_share_early(made: ToyMatch) -> None:
    entry = made.forged(0, DiceShare(chain(0).share(1)))
    assert verdict(made.spectator, entry.raw) == (Code.SHARE_EARLY, "SPEC-10.5", 0)
    twice = made.forged(0, toy.Throw(2), DiceShare(chain(0).share(1)), DiceShare(chain(0).share(2)))
    assert verdict(made.spectator, twice.raw) == (Code.SHARE_EARLY, "SPEC-10.5", 0)


def test_attack_share_in_parallel(made: ToyMatch) -> None:
    """Were shares collected side by side, two branches would show both outcomes."""
    made.send(made.forged(0, toy.Throw(2)))
    entry = made.forged(1, DiceShare(chain(1).share(1)))
    assert verdict(made.spectator, entry.raw) == (Code.WRONG_AUTHOR, "SPEC-10.4", 1)


@pytest.mark.parametrize(
    "share",
    [chain(1).share(2), bytes(32), chain(0).share(1), chain(1).head],
    ids=["skipped", "wrong", "of another seat", "the head again"],
)
def test_attack_share_wrong(made: ToyMatch, share: bytes) -> None:
    roll_asked(made)
    entry = made.forged(1, DiceShare(share))
    assert verdict(made.spectator, entry.raw) == (Code.SHARE_WRONG, "SPEC-7.2", 1)


def test_attack_share_of_an_earlier_roll(made: ToyMatch) -> None:
    roll_asked(made)
    made.settle()
    roll_asked(made)
    entry = made.forged(1, DiceShare(chain(1).share(1)))
    assert verdict(made.spectator, entry.raw) == (Code.SHARE_WRONG, "SPEC-7.2", 1)


def test_attack_copied_dice_head(made: ToyMatch) -> None:
    """A seat that copies another's chain cannot follow it: every step hashes whose it is."""
    charter = made.spectator.charter
    first, second, third = charter.seats
    with pytest.raises(Refused) as refused:
        replace(charter, seats=(first, replace(second, dice_head=first.dice_head), third))
    assert refused.value.code is Code.BAD_CHARTER


def test_attack_peek_by_fork(made: ToyMatch) -> None:
    """Seat 0 asks for the same roll twice, to see two outcomes and keep the better one."""
    first, second = made.forged(0, toy.Throw(2)), made.forged(0, toy.Throw(3))
    bob = made.authors[1].table
    bob.append(first.raw)
    assert verdict(bob, second.raw) == (Code.FORK, "SPEC-5.6", 0)


def test_attack_restore_and_re_roll(made: ToyMatch) -> None:
    """Seat 0 has seen its dice and claims to have lost the entry that asked for them."""
    before = made.spectator.head
    made.act(0, toy.Throw(2))
    again = made.forged(0, toy.Throw(3), head=before)
    assert verdict(made.spectator, again.raw) == (Code.FORK, "SPEC-5.6", 0)
    made.restore(0, upto=before.sequence)
    made.rejoin(0)
    rejoin = made.prepare(0, toy.Throw(3)).entry.items[0]
    name = made.prepare(0, toy.Throw(3)).entry.incarnation
    pocket = made.forged(0, rejoin, toy.Throw(3), head=before, incarnation=name)
    assert verdict(made.spectator, pocket.raw) == (Code.BAD_REJOIN, "SPEC-12.6", 0)


# Secrets


@pytest.mark.usefixtures("liars")
def test_attack_swapped_handles(made: ToyMatch) -> None:
    """A token is opened as if it were another one."""
    made.send(made.forged(0, toy.Show((toy.USA,), 2)))
    a, b = tokens(made, toy.USA)[:2]
    honest = made.prepare(0).entry.items[0]
    assert isinstance(honest, OpenTokens)
    first, second = honest.openings
    swapped = OpenTokens(
        (
            Opening(a, second.group, second.proof),
            Opening(b, first.group, first.proof),
        )
    )
    entry = made.forged(0, swapped)
    assert verdict(made.spectator, entry.raw) == (Code.BAD_OPENING, "SPEC-9.2", 0)
    other = made.forged(
        0, OpenTokens((replace(first, handle=a + 2), replace(second, handle=b + 2)))
    )
    assert verdict(made.spectator, other.raw) == (Code.BAD_OPENING, "SPEC-10.7", 0)
    fewer = made.forged(0, OpenTokens((first,)))
    assert verdict(made.spectator, fewer.raw) == (Code.BAD_OPENING, "SPEC-10.7", 0)


def test_attack_opening_that_fits_no_commitment(made: ToyMatch) -> None:
    made.send(made.forged(0, toy.Show((toy.USA,), 1)))
    token = tokens(made, toy.USA)[0]
    for group, proof in ((1, bytes(32)), (4, b"")):
        entry = made.forged(0, OpenTokens((Opening(token, group, proof),)))
        assert verdict(made.spectator, entry.raw) == (Code.BAD_OPENING, "SPEC-9.2", 0)
    beyond = made.forged(0, OpenTokens((Opening(token, 5, bytes(32)),)))
    assert verdict(made.spectator, beyond.raw) == (Code.BAD_OPENING, "SPEC-10.7", 0)


def test_attack_copied_commitment(made: ToyMatch) -> None:
    shuffled = made.prepare(0, toy.Shuffle()).entry
    seal = shuffled.items[1]
    assert isinstance(seal, SealTokens)
    stolen = made.spectator.ledger.commitments.faces[tokens(made, toy.JAPAN)[0]]
    assert isinstance(stolen, Sealed)
    for copies in (
        (seal.commitments[0],) * 4,
        (*seal.commitments[:3], stolen.commitment),
    ):
        entry = made.forged(0, toy.Shuffle(), replace(seal, commitments=copies))
        assert verdict(made.spectator, entry.raw) == (Code.BAD_COMMITMENT, "SPEC-8.4", 0)
    for number in (seal.commitments[:3], (*seal.commitments, bytes(32))):
        entry = made.forged(0, toy.Shuffle(), replace(seal, commitments=number))
        assert verdict(made.spectator, entry.raw) == (Code.BAD_COMMITMENT, "SPEC-8.4", 0)


def test_attack_seal_that_states_another_claim_than_the_rules_ask_for(made: ToyMatch) -> None:
    """SPEC-10.8: a reader without the rules believes what a seal states, so the rules hold it."""
    seal = made.prepare(0, toy.Shuffle()).entry.items[1]
    assert isinstance(seal, SealTokens)
    assert isinstance(seal.claim, Shuffled)
    fewer = replace(seal.claim, old=seal.claim.old[:3], new=seal.claim.new[:3])
    for stated in (
        replace(seal, power=toy.JAPAN),
        replace(seal, claim=replace(seal.claim, place="elsewhere")),
        replace(seal, claim=fewer, commitments=seal.commitments[:3]),
        replace(seal, claim=Holds(seal.claim.old[0], 1), commitments=()),
    ):
        entry = made.forged(0, toy.Shuffle(), stated)
        assert verdict(made.spectator, entry.raw) == (Code.WRONG_CLAIM, "SPEC-10.8", 0)


def test_attack_transplanted_justification(made: ToyMatch) -> None:
    """In `hashed` no claim but an opening carries anything that could be taken from elsewhere."""
    seal = made.prepare(0, toy.Shuffle()).entry.items[1]
    assert isinstance(seal, SealTokens)
    entry = made.forged(0, toy.Shuffle(), replace(seal, justification=b"because"))
    assert verdict(made.spectator, entry.raw) == (Code.FALSE_CLAIM, "SPEC-9.3", 0)


def test_attack_claim_without_proof_on_a_removal(made: ToyMatch) -> None:
    token = tokens(made, toy.USA)[0]
    group = made.authors[0].secrets[token]
    entry = made.forged(
        0, toy.Remove(token, group), SealTokens(toy.USA, Holds(token, group), bytes(32), (), b"")
    )
    assert verdict(made.spectator, entry.raw) == (Code.BAD_OPENING, "SPEC-9.2", 0)


@pytest.mark.usefixtures("liars")
def test_attack_duplicate_group_is_seen_at_the_reveal(made: ToyMatch) -> None:
    lie = made.prepare(0, toy.Shuffle(), arrangements=[(1, 1, 2, 3)]).entry
    made.send(lie)
    made.send(made.forged(0, toy.Show((toy.USA,), 2)))
    entry = made.prepare_unchecked(0)
    assert verdict(made.spectator, entry.raw) == (Code.ILLEGAL_ANSWER, "SS-0.6", 0)


def lied_about(made: ToyMatch, order: toy.Order) -> Verdict:
    """Seat 0 lies once; the game goes on, ends, and seat 0 discloses."""
    made.act(0, toy.Throw(1))
    made.act(0, order)
    lie = made.spectator.head.sequence
    made.act(0, toy.Shuffle())
    made.act(0, toy.Win())
    disclosed = made.authors[0].disclose()
    assert disclosed is not None
    with pytest.raises(Refused) as refused:
        made.spectator.add_statement(disclosed)
    assert refused.value.entry == lie, "the fault is where the false claim was made"
    return hearing(made.spectator, disclosed)


@pytest.mark.usefixtures("liars")
def test_attack_group_not_in_the_set(made: ToyMatch) -> None:
    token = tokens(made, toy.USA)[0]
    wrong = made.authors[0].secrets[token] % toy.GROUPS + 1
    verdict_of_lie = lied_about(made, toy.Say((wrong,), (token,)))
    assert verdict_of_lie == (Code.FALSE_CLAIM, "SPEC-13.3", 0)


@pytest.mark.usefixtures("liars")
def test_attack_capacity_exceeded(made: ToyMatch) -> None:
    token = tokens(made, toy.USA)[0]
    group = made.authors[0].secrets[token]
    verdict_of_lie = lied_about(made, toy.Load((token,), group, 3, 2))
    assert verdict_of_lie == (Code.FALSE_CLAIM, "SPEC-13.3", 0)


@pytest.mark.usefixtures("liars")
def test_attack_from_with_a_piece_that_may_not(made: ToyMatch) -> None:
    a, b, *_ = tokens(made, toy.USA)
    assert lied_about(made, toy.Trace(a, (b,))) == (Code.FALSE_CLAIM, "SPEC-13.3", 0)


@pytest.mark.usefixtures("liars")
def test_attack_shuffle_that_changes_groups(
    made: ToyMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("protocol.entry_builder.EntryBuilder._arranged", lambda *_: (1, 2, 3, 3))
    assert lied_about(made, toy.Shuffle()) == (Code.FALSE_CLAIM, "SPEC-13.3", 0)


def test_attack_commitments_that_no_key_opens(
    made: ToyMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Hashed, "commit", lambda *_: tuple(bytes([n]) * 32 for n in range(4)))
        made.act(0, toy.Shuffle())
    lie = made.spectator.head.sequence
    made.act(0, toy.Win())
    disclosed = made.authors[0].disclose()
    assert disclosed is not None
    assert hearing(made.spectator, disclosed) == (Code.BAD_DISCLOSURE, "SPEC-13.3", 0)
    with pytest.raises(Refused) as refused:
        made.spectator.add_statement(disclosed)
    assert refused.value.entry == lie


def test_attack_disclosure_of_other_keys(made: ToyMatch) -> None:
    made.act(0, toy.Win())
    honest = made.authors[0].disclose()
    assert honest is not None
    for keys in (
        honest.statement.keys[:1],
        tuple((power, bytes(32)) for power, _ in honest.statement.keys),
        (("Japan", bytes(32)), ("USA", bytes(32))),
    ):
        forged = sign_statement(identity(0), replace(honest.statement, keys=keys))
        assert hearing(made.spectator, forged) == (Code.BAD_DISCLOSURE, "SPEC-13.3", 0)
    stolen = Disclosure(
        game=honest.statement.game,
        seat=1,
        head=honest.statement.head,
        keys=honest.statement.keys,
    )
    assert hearing(made.spectator, sign_statement(identity(1), stolen)) == (
        Code.BAD_DISCLOSURE,
        "SPEC-13.3",
        1,
    )


# The log as a whole


def test_attack_truncated_tail_presented_as_whole(made: ToyMatch) -> None:
    made.act(0, toy.Win())
    founding = b"".join(
        write_record(record) for record in founding_records(made.spectator.log.founding)
    )
    whole = write_log(made.spectator.log)
    closing = made.spectator.log.at(len(made.spectator.log))
    cut = whole[: whole.index(closing.raw) - 9]
    report = audit(cut, open_table=toy_table)
    assert (report.verified, report.status) == (True, Status.OPEN)
    assert report.waiting_for == ("seat 0 (Ann): decision for USA",)
    nothing = audit(LOG_MAGIC + founding, open_table=toy_table)
    assert (nothing.verified, nothing.status, nothing.entries) == (True, Status.OPEN, 0)


def test_attack_statements_of_another_game(made: ToyMatch) -> None:
    question = RejoinQuestion(
        game=some_hash("game"), seat=0, round=1, nonce=bytes(32), dice_head=bytes(32)
    )
    assert hearing(made.spectator, sign_statement(identity(0), question)) == (
        Code.WRONG_GAME,
        "SPEC-6.1",
        None,
    )
    forged = replace(question, game=made.spectator.charter.game_id)
    assert hearing(made.spectator, sign_statement(identity(1), forged)) == (
        Code.BAD_SIGNATURE,
        "SPEC-6.1",
        None,
    )
