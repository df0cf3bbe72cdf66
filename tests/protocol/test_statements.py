"""SPEC-6: what seats say beside the line."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from protocol.encoding import Data, decode, encode
from protocol.entry import Head
from protocol.errors import Code, LocalError, Refused
from protocol.hashing import Tag, digest
from protocol.statements import (
    CharterSignature,
    Closing,
    Disclosure,
    RaisedHand,
    RejoinAnswer,
    RejoinQuestion,
    Signed,
    SilenceClaim,
    Statement,
    check_statement,
    read_statement,
    sign_statement,
)
from tests.protocol.sample import CHARTER, another_game, identity, some_hash
from tests.protocol.vectors import check_vectors

GAME = CHARTER.game_id
HEAD = Head(7, some_hash("head"))
QUESTION = RejoinQuestion(game=GAME, seat=0, incarnation=1, nonce=b"q" * 32)

STATEMENTS: list[tuple[Statement, tuple[Data, ...]]] = [
    (CharterSignature(game=GAME, seat=0), (GAME, 0)),
    (QUESTION, (GAME, 0, 1, b"q" * 32)),
    (
        RejoinAnswer(
            game=GAME,
            seat=0,
            question=QUESTION.hash,
            incarnation=3,
            head=HEAD,
            place=6,
            rejoining=False,
        ),
        (GAME, 0, QUESTION.hash, 3, (7, HEAD.hash), 6, False),
    ),
    (RaisedHand(game=GAME, seat=0, head=HEAD, counter=2), (GAME, 0, (7, HEAD.hash), 2)),
    (SilenceClaim(game=GAME, seat=0, head=HEAD, owing=1), (GAME, 0, (7, HEAD.hash), 1)),
    (Closing(game=GAME, seat=0, head=HEAD), (GAME, 0, (7, HEAD.hash))),
    (
        Disclosure(game=GAME, seat=0, head=HEAD, keys=(("Italy", b"i" * 32), ("Japan", b"j" * 32))),
        (GAME, 0, (7, HEAD.hash), (("Italy", b"i" * 32), ("Japan", b"j" * 32))),
    ),
]
KINDS = [statement.reader.name for statement, _ in STATEMENTS]


def signed_fields(kind: type[Statement], *fields: Data) -> bytes:
    body = encode(fields)
    return encode((body, identity(0).sign(kind.tag, body)))


CORRUPTIONS: list[tuple[str, type[Statement], bytes]] = [
    ("game id too short", Closing, signed_fields(Closing, bytes(31), 0, (7, bytes(32)))),
    ("seat 6", Closing, signed_fields(Closing, GAME, 6, (7, bytes(32)))),
    ("field missing", Closing, signed_fields(Closing, GAME, 0)),
    ("field too many", CharterSignature, signed_fields(CharterSignature, GAME, 0, None)),
    ("head flat", Closing, signed_fields(Closing, GAME, 0, 7, bytes(32))),
    ("head without number", Closing, signed_fields(Closing, GAME, 0, (bytes(32),))),
    ("head negative", Closing, signed_fields(Closing, GAME, 0, (-1, bytes(32)))),
    (
        "question of incarnation 0",
        RejoinQuestion,
        signed_fields(RejoinQuestion, GAME, 0, 0, bytes(32)),
    ),
    (
        "question with a short nonce",
        RejoinQuestion,
        signed_fields(RejoinQuestion, GAME, 0, 1, bytes(31)),
    ),
    (
        "answer with a place beyond its head",
        RejoinAnswer,
        signed_fields(RejoinAnswer, GAME, 0, bytes(32), 0, (7, bytes(32)), 8, False),
    ),
    (
        "answer that is rejoining 0",
        RejoinAnswer,
        signed_fields(RejoinAnswer, GAME, 0, bytes(32), 0, (7, bytes(32)), 7, 0),
    ),
    (
        "answer of incarnation -1",
        RejoinAnswer,
        signed_fields(RejoinAnswer, GAME, 0, bytes(32), -1, (7, bytes(32)), 7, False),
    ),
    ("hand 0", RaisedHand, signed_fields(RaisedHand, GAME, 0, (7, bytes(32)), 0)),
    ("owing seat 6", SilenceClaim, signed_fields(SilenceClaim, GAME, 0, (7, bytes(32)), 6)),
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
    check_statement(CHARTER, signed)


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
        check_statement(CHARTER, signed)
    assert refused.value.code is Code.WRONG_GAME
    with pytest.raises(Refused) as refused:
        check_statement(another_game(), signed)
    assert refused.value.code is Code.BAD_SIGNATURE


@pytest.mark.parametrize("signed", moved(lambda one: replace(one, seat=1)))
def test_spec_6_1_a_statement_is_of_one_seat(signed: Signed[Statement]) -> None:
    with pytest.raises(Refused) as refused:
        check_statement(CHARTER, signed)
    assert refused.value.code is Code.BAD_SIGNATURE
    assert refused.value.culprit is None


def test_spec_6_1_the_game_must_have_the_seat() -> None:
    signed = sign_statement(identity(0), Closing(game=GAME, seat=2, head=HEAD))
    with pytest.raises(Refused, match="no seat 2") as refused:
        check_statement(CHARTER, signed)
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
    assert QUESTION.hash == digest(Tag.QUESTION, encode((GAME, 0, 1, b"q" * 32)))
    assert replace(QUESTION, nonce=b"p" * 32).hash != QUESTION.hash


def test_vectors_of_statements() -> None:
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
            "question_hash": QUESTION.hash.hex(),
            "refused": [
                {"name": name, "kind": kind.reader.name, "bytes": raw.hex(), "code": "malformed"}
                for name, kind, raw in CORRUPTIONS
            ],
        },
    )
