"""SPEC-6: what seats say beside the line."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from protocol.agreements import ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.encoding import Data, decode, encode
from protocol.errors import Code, LocalError, Refused
from protocol.hashing import Tag, digest
from protocol.head import Head
from protocol.identity import Identity
from protocol.players import Players
from protocol.proposals import End, Ended, Proposal, ProposalRefusal, Result
from protocol.questions import RejoinQuestion
from protocol.receipts import Receipt
from protocol.settlements import Settlement
from protocol.statement import Signed, Statement, check_statement, read_statement, sign_statement
from protocol.statements import CharterSignature, Closing, Disclosure, RaisedHand, SilenceClaim
from protocol.successors import Successor
from tests.protocol.sample import CHARTER, another_game, identity, some_hash
from tests.protocol.vectors import Json, check_vectors

GAME = CHARTER.game_id
HEAD = Head(7, some_hash("head"))
QUESTION = RejoinQuestion(game=GAME, seat=1, round=29, nonce=b"q" * 32, dice_head=b"h" * 32)
ASKED = sign_statement(identity(1), QUESTION)
OWN = sign_statement(identity(0), replace(QUESTION, seat=0))
THIRD = sign_statement(identity(2), replace(QUESTION, seat=2))
ANSWER = RejoinAnswer(
    game=GAME, seat=0, begun=OWN, settlement=b"s" * 32, question=ASKED, last=HEAD, known=()
)


def signed_by(identity: Identity, kind: type[Statement], fields: Data) -> bytes:
    body = encode(fields)
    return encode((body, identity.sign(kind.tag, body)))


RECEIPT = sign_statement(
    identity(0),
    Receipt(
        game=GAME,
        seat=0,
        giver=1,
        head=HEAD,
        key=identity(0).public,
        powers=("Italy", "Japan"),
        kept=b"k" * 60,
    ),
)
REFUSAL = ProposalRefusal(game=GAME, seat=0, begun=OWN, proposal=b"p" * 32)
PROPOSAL = Proposal(
    game=GAME,
    seat=0,
    after=HEAD,
    terms=End(Result.WIN, "Axis"),
    named=(Ended(1, 0, ASKED),),
    refused=(sign_statement(identity(0), REFUSAL),),
)

STATEMENTS: list[tuple[Statement, tuple[Data, ...]]] = [
    (REFUSAL, (GAME, 0, OWN.raw, b"p" * 32)),
    (
        PROPOSAL,
        (
            GAME,
            0,
            (7, HEAD.hash),
            ("end", "win", "Axis"),
            ((1, 0, ASKED.raw),),
            (sign_statement(identity(0), REFUSAL).raw,),
        ),
    ),
    (
        ProposalSignature(
            game=GAME,
            seat=0,
            begun=OWN,
            settlement=b"s" * 32,
            proposal=b"p" * 32,
            known=(ASKED,),
            receipt=RECEIPT,
        ),
        (GAME, 0, OWN.raw, b"s" * 32, b"p" * 32, (ASKED.raw,), (), None, RECEIPT.raw),
    ),
    (CharterSignature(game=GAME, seat=0), (GAME, 0)),
    (replace(QUESTION, seat=0), (GAME, 0, 0, 29, b"q" * 32, b"h" * 32)),
    (
        ANSWER,
        (GAME, 0, OWN.raw, b"s" * 32, ASKED.raw, (7, HEAD.hash), (), (), ()),
    ),
    (
        Settlement(
            game=GAME,
            seat=0,
            question=OWN,
            answers=(
                sign_statement(
                    identity(1),
                    RejoinAnswer(
                        game=GAME,
                        seat=1,
                        begun=None,
                        settlement=None,
                        question=OWN,
                        last=None,
                        known=(),
                    ),
                ),
            ),
            last=HEAD,
            agreements=(b"a" * 32, b"b" * 32),
        ),
        (
            GAME,
            0,
            OWN.raw,
            (
                signed_by(
                    identity(1),
                    RejoinAnswer,
                    (GAME, 1, None, None, OWN.raw, None, (), (), ()),
                ),
            ),
            (b"a" * 32, b"b" * 32),
            (7, HEAD.hash),
        ),
    ),
    (RaisedHand(game=GAME, seat=0, head=HEAD, counter=2), (GAME, 0, (7, HEAD.hash), 2)),
    (SilenceClaim(game=GAME, seat=0, head=HEAD, owing=1), (GAME, 0, (7, HEAD.hash), 1)),
    (Closing(game=GAME, seat=0, head=HEAD), (GAME, 0, (7, HEAD.hash))),
    (
        Disclosure(game=GAME, seat=0, head=HEAD, keys=(("Italy", b"i" * 32), ("Japan", b"j" * 32))),
        (GAME, 0, (7, HEAD.hash), (("Italy", b"i" * 32), ("Japan", b"j" * 32))),
    ),
    (
        RECEIPT.statement,
        (
            GAME,
            0,
            1,
            (7, HEAD.hash),
            identity(0).public.raw,
            ("Italy", "Japan"),
            b"k" * 60,
        ),
    ),
    (
        Successor(
            game=GAME,
            seat=0,
            number=1,
            name="Dora",
            key=identity(0).public,
            salt=b"s" * 32,
            dice_head=b"h" * 32,
            bot=True,
        ),
        (GAME, 0, 1, "Dora", identity(0).public.raw, b"s" * 32, b"h" * 32, True),
    ),
]
KINDS = [statement.reader.name for statement, _ in STATEMENTS]


def signed_fields(kind: type[Statement], *fields: Data) -> bytes:
    return signed_by(identity(0), kind, fields)


def answer_with(**changes: Data) -> bytes:
    """The answer of seat 0 with other fields, properly signed."""
    fields: dict[str, Data] = {
        "begun": OWN.raw,
        "settlement": b"s" * 32,
        "question": ASKED.raw,
        "last": (7, bytes(32)),
        "known": (THIRD.raw,),
        "signed": (),
        "refused": (),
    }
    return signed_fields(RejoinAnswer, GAME, 0, *{**fields, **changes}.values())


def successor_with(**changes: Data) -> bytes:
    """A successor with other fields, properly signed."""
    fields: dict[str, Data] = {
        "number": 1,
        "name": "Dora",
        "key": identity(0).public.raw,
        "salt": bytes(32),
        "dice_head": bytes(32),
        "bot": False,
    }
    return signed_fields(Successor, GAME, 0, *{**fields, **changes}.values())


def receipt_with(**changes: Data) -> bytes:
    """A receipt with other fields, properly signed."""
    fields: dict[str, Data] = {
        "giver": 1,
        "head": (7, HEAD.hash),
        "key": identity(0).public.raw,
        "powers": ("Italy", "Japan"),
        "kept": b"k" * 60,
    }
    return signed_fields(Receipt, GAME, 0, *{**fields, **changes}.values())


CORRUPTIONS: list[tuple[str, type[Statement], bytes]] = [
    ("game id too short", Closing, signed_fields(Closing, bytes(31), 0, (7, bytes(32)))),
    ("seat 9", Closing, signed_fields(Closing, GAME, 9, (7, bytes(32)))),
    ("field missing", Closing, signed_fields(Closing, GAME, 0)),
    ("field too many", CharterSignature, signed_fields(CharterSignature, GAME, 0, None)),
    ("head flat", Closing, signed_fields(Closing, GAME, 0, 7, bytes(32))),
    ("head without number", Closing, signed_fields(Closing, GAME, 0, (bytes(32),))),
    ("head negative", Closing, signed_fields(Closing, GAME, 0, (-1, bytes(32)))),
    (
        "question of a key that no seat can have",
        RejoinQuestion,
        signed_fields(RejoinQuestion, GAME, 0, 64, 0, bytes(32), bytes(32)),
    ),
    (
        "a proposal to take back what is still to come",
        Proposal,
        signed_fields(Proposal, GAME, 0, (7, HEAD.hash), ("take back", (7, HEAD.hash)), (), ()),
    ),
    (
        "a proposal to take back too much",
        Proposal,
        signed_fields(Proposal, GAME, 0, (130, HEAD.hash), ("take back", (1, HEAD.hash)), (), ()),
    ),
    (
        "a proposal to take back against a seat",
        Proposal,
        signed_fields(
            Proposal, GAME, 0, (7, HEAD.hash), ("take back", (6, HEAD.hash)), ((1, 0, None),), ()
        ),
    ),
    (
        "a draw that somebody wins",
        Proposal,
        signed_fields(Proposal, GAME, 0, (7, HEAD.hash), ("end", "draw", "Axis"), (), ()),
    ),
    (
        "a proposal against its own seat",
        Proposal,
        signed_fields(
            Proposal, GAME, 0, (7, HEAD.hash), ("end", "draw", None), ((0, 0, None),), ()
        ),
    ),
    ("receipt for no power", Receipt, receipt_with(powers=())),
    ("receipt for a power twice", Receipt, receipt_with(powers=("Italy", "Italy"))),
    ("receipt without keys", Receipt, receipt_with(kept=b"")),
    ("receipt of too many keys", Receipt, receipt_with(kept=b"k" * 3073)),
    ("receipt of a seat that no game has", Receipt, receipt_with(giver=9)),
    ("successor with key 0", Successor, successor_with(number=0)),
    ("successor with key 64", Successor, successor_with(number=64)),
    ("successor without a name", Successor, successor_with(name="")),
    ("successor that may be a bot", Successor, successor_with(bot=1)),
    (
        "question of round -1",
        RejoinQuestion,
        signed_fields(RejoinQuestion, GAME, 0, 0, -1, bytes(32), bytes(32)),
    ),
    (
        "question with a short nonce",
        RejoinQuestion,
        signed_fields(RejoinQuestion, GAME, 0, 0, 1, bytes(31), bytes(32)),
    ),
    ("answer that names place 0", RejoinAnswer, answer_with(last=(0, bytes(32)))),
    ("answer to itself", RejoinAnswer, answer_with(question=OWN.raw)),
    ("answer in the name of another seat", RejoinAnswer, answer_with(begun=THIRD.raw)),
    ("answer in a first name with a settlement", RejoinAnswer, answer_with(begun=None)),
    ("answer of a pending seat with an entry", RejoinAnswer, answer_with(settlement=None)),
    ("answer that lists the asker's question", RejoinAnswer, answer_with(known=(ASKED.raw,))),
    ("answer that lists a seat twice", RejoinAnswer, answer_with(known=(THIRD.raw, THIRD.raw))),
    ("answer with an agreement", RejoinAnswer, answer_with(signed=(b"agreement",))),
    ("answer with a refusal", RejoinAnswer, answer_with(refused=(b"refusal",))),
    (
        "settlement with a short hash of an agreement",
        Settlement,
        signed_fields(Settlement, GAME, 0, OWN.raw, (), (b"agreement",), None),
    ),
    (
        "settlement with agreements out of order",
        Settlement,
        signed_fields(Settlement, GAME, 0, OWN.raw, (), (b"b" * 32, b"a" * 32), None),
    ),
    (
        "settlement that names place 0",
        Settlement,
        signed_fields(Settlement, GAME, 0, OWN.raw, (), (), (0, bytes(32))),
    ),
    ("hand 0", RaisedHand, signed_fields(RaisedHand, GAME, 0, (7, bytes(32)), 0)),
    ("owing seat 9", SilenceClaim, signed_fields(SilenceClaim, GAME, 0, (7, bytes(32)), 9)),
    ("no keys", Disclosure, signed_fields(Disclosure, GAME, 0, (7, bytes(32)), ())),
    (
        "keys out of order",
        Disclosure,
        signed_fields(
            Disclosure, GAME, 0, (7, bytes(32)), (("Japan", bytes(32)), ("Italy", bytes(32)))
        ),
    ),
    (
        "a power twice",
        Disclosure,
        signed_fields(
            Disclosure, GAME, 0, (7, bytes(32)), (("Japan", bytes(32)), ("Japan", bytes(32)))
        ),
    ),
    (
        "key too short",
        Disclosure,
        signed_fields(Disclosure, GAME, 0, (7, bytes(32)), (("Japan", bytes(31)),)),
    ),
]


@pytest.mark.parametrize(("statement", "fields"), STATEMENTS, ids=KINDS)
def test_spec_6_each_statement_has_its_form_and_is_read_back(
    statement: Statement, fields: tuple[Data, ...]
) -> None:
    signed = sign_statement(identity(0), statement)
    assert decode(statement.body, 4096) == fields
    assert decode(signed.raw, 4096) == (statement.body, signed.signature)
    assert read_statement(type(statement), signed.raw) == signed
    check_statement(Players.of(CHARTER), signed)


@pytest.mark.parametrize("statement", [one for one, _ in STATEMENTS], ids=KINDS)
def test_spec_6_1_each_kind_is_signed_under_a_tag_of_its_own(statement: Statement) -> None:
    signed = sign_statement(identity(0), statement)
    for other, _ in STATEMENTS:
        accepted = identity(0).public.verifies(other.tag, statement.body, signed.signature)
        assert accepted is (type(other) is type(statement))


def moved(change: Callable[[Statement], Statement]) -> list[Signed[Statement]]:
    """Each statement changed after it was signed."""
    return [
        Signed(change(statement), sign_statement(identity(0), statement).signature)
        for statement, _ in STATEMENTS
    ]


@pytest.mark.parametrize("signed", moved(lambda one: replace(one, game=another_game().game_id)))
def test_spec_6_1_a_statement_is_of_one_game(signed: Signed[Statement]) -> None:
    with pytest.raises(Refused) as refused:
        check_statement(Players.of(CHARTER), signed)
    assert refused.value.code is Code.WRONG_GAME
    with pytest.raises(Refused) as refused:
        check_statement(Players.of(another_game()), signed)
    assert refused.value.code is Code.BAD_SIGNATURE


@pytest.mark.parametrize("signed", moved(lambda one: replace(one, seat=1)))
def test_spec_6_1_a_statement_is_of_one_seat(signed: Signed[Statement]) -> None:
    with pytest.raises(Refused) as refused:
        check_statement(Players.of(CHARTER), signed)
    assert refused.value.code is Code.BAD_SIGNATURE
    assert refused.value.culprit is None


def test_spec_6_1_the_game_must_have_the_seat() -> None:
    signed = sign_statement(identity(0), Closing(game=GAME, seat=2, head=HEAD))
    with pytest.raises(Refused, match="no seat 2") as refused:
        check_statement(Players.of(CHARTER), signed)
    assert refused.value.code is Code.NO_SEAT


@pytest.mark.parametrize(
    ("name", "kind", "raw"), CORRUPTIONS, ids=[name for name, _, _ in CORRUPTIONS]
)
def test_spec_6_a_corrupted_statement_is_refused(
    name: str, kind: type[Statement], raw: bytes
) -> None:
    with pytest.raises(Refused) as refused:
        read_statement(kind, raw)
    assert refused.value.code is Code.MALFORMED, name


def test_spec_6_1_a_statement_has_at_most_4096_bytes() -> None:
    with pytest.raises(Refused) as refused:
        read_statement(Closing, signed_fields(Closing, GAME, 0, bytes(4096)))
    assert refused.value.code is Code.TOO_LARGE


def test_spec_6_a_statement_that_others_would_refuse_is_not_signed() -> None:
    with pytest.raises(LocalError, match="counter must be an integer"):
        sign_statement(identity(0), RaisedHand(game=GAME, seat=0, head=HEAD, counter=0))


def test_spec_6_3_a_question_is_named_by_its_hash() -> None:
    assert QUESTION.hash == digest(Tag.QUESTION, encode((GAME, 1, 0, 29, b"q" * 32, b"h" * 32)))
    assert replace(QUESTION, nonce=b"p" * 32).hash != QUESTION.hash


def test_vectors_of_statements() -> None:
    refused: list[Json] = [
        {"name": name, "kind": kind.reader.name, "bytes": raw.hex(), "code": "malformed"}
        for name, kind, raw in CORRUPTIONS
    ]
    too_long = bytes(RaisedHand.limit + 1).hex()
    kind = RaisedHand.reader.name
    refused.append(
        {"name": "one byte too long", "kind": kind, "bytes": too_long, "code": "too_large"}
    )
    check_vectors(
        "statements",
        {
            "charter": CHARTER.to_bytes().hex(),
            "valid": [
                {
                    "kind": statement.reader.name,
                    "bytes": sign_statement(identity(0), statement).raw.hex(),
                }
                for statement, _ in STATEMENTS
            ],
            "question_hash": replace(QUESTION, seat=0).hash.hex(),
            "refused": refused,
        },
    )
