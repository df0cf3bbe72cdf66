"""The one proof: complete, bound to everything it hashes, and refused when anything is off."""

import itertools
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.hashing import Tag
from protocol.sealing import sigma
from protocol.sealing.group import IDENTITY, ORDER, SIZE, G, H, Scalar
from protocol.sealing.sigma import Degenerate, NotProved, Statement, Witness
from tests.examples import examples

SECRET, FRESH = b"s" * 32, b"f" * 32
CONTEXT = b"game, power, place"


class Case(NamedTuple):
    """A statement with its witnesses."""

    statement: Statement
    witnesses: tuple[Witness, ...]

    def prove(self, context: bytes = CONTEXT) -> bytes:
        return sigma.prove(self.statement, self.witnesses, context, SECRET, FRESH)


def known(name: str) -> Scalar:
    return Scalar.hashed(Tag.NONCE, name.encode())


def case(shape: tuple[tuple[int, ...], ...], true: tuple[int, ...]) -> Case:
    """A statement of this shape (points per branch, branches per OR), true in these branches.

    Points of other branches are multiples of G, whose logarithm to H nobody knows.
    """
    statement, witnesses = [], []
    for i, (sizes, here) in enumerate(zip(shape, true, strict=True)):
        branches = []
        for b, size in enumerate(sizes):
            names = [known(f"{i}/{b}/{p}") for p in range(size)]
            branches.append(tuple(w * (H if b == here else G) for w in names))
            if b == here:
                witnesses.append(Witness(b, tuple(names)))
        statement.append(tuple(branches))
    return Case(tuple(statement), tuple(witnesses))


shapes = st.lists(
    st.lists(st.integers(1, 2), min_size=1, max_size=4).map(tuple), min_size=1, max_size=3
).map(tuple)


@examples(25)
@given(st.data(), shapes)
def test_whoever_knows_one_branch_of_each_or_proves_it(
    data: st.DataObject, shape: tuple[tuple[int, ...], ...]
) -> None:
    true = tuple(data.draw(st.integers(0, len(sizes) - 1)) for sizes in shape)
    made = case(shape, true)
    proof = made.prove()
    sigma.verify(made.statement, CONTEXT, proof)
    assert len(proof) == sigma.size(made.statement)


@pytest.mark.parametrize(("tokens", "size"), [(2, 256), (4, 960), (10, 6144)])
def test_size_of_a_shuffle_depends_on_its_number_of_tokens_alone(tokens: int, size: int) -> None:
    shape = tuple(tuple(1 for _ in range(tokens)) for _ in range(tokens))
    for true in (0, tokens - 1):
        made = case((*shape, (1,)), (*(true for _ in shape), 0))
        assert sigma.size(made.statement) == size


def test_without_a_witness_there_is_no_proof() -> None:
    """Claiming the wrong branch, or a wrong logarithm, gives a proof that nobody accepts."""
    made = case(((1, 1), (1,)), (0, 0))
    wrong_branch = (Witness(1, made.witnesses[0].logarithms), made.witnesses[1])
    wrong_logarithm = (made.witnesses[0], Witness(0, (known("other"),)))
    for witnesses in (wrong_branch, wrong_logarithm):
        proof = sigma.prove(made.statement, witnesses, CONTEXT, SECRET, FRESH)
        with pytest.raises(NotProved, match="challenge"):
            sigma.verify(made.statement, CONTEXT, proof)


MADE = case(((1, 1, 1), (2, 1), (1,)), (1, 0, 0))
PROOF = MADE.prove()


def scalar_at(index: int, change: Callable[[int], int]) -> bytes:
    start = index * SIZE
    value = change(int.from_bytes(PROOF[start : start + SIZE], "little"))
    return PROOF[:start] + value.to_bytes(SIZE, "little") + PROOF[start + SIZE :]


FORGERIES = {
    "truncated": PROOF[:-1],
    "truncated by a scalar": PROOF[:-SIZE],
    "padded": PROOF + b"\0",
    "padded by a scalar": PROOF + PROOF[-SIZE:],
    "empty": b"",
    "challenge plus one": scalar_at(0, lambda c: c + 1),
    "part of an OR changed, so that the sum is off": scalar_at(1, lambda c: c + 1),
    "response plus one": scalar_at(7, lambda z: z + 1),
    "response s + q": scalar_at(7, lambda z: z + ORDER),
    "part s + q": scalar_at(1, lambda c: c + ORDER),
    "challenge zero": scalar_at(0, lambda _: 0),
    "response zero": scalar_at(7, lambda _: 0),
    "parts of one OR swapped": PROOF[:32] + PROOF[64:96] + PROOF[32:64] + PROOF[96:],
    "responses reordered": PROOF[:-64] + PROOF[-32:] + PROOF[-64:-32],
    "all scalars one": (b"\1" + bytes(31)) * (len(PROOF) // SIZE),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forged_proof_is_refused(name: str) -> None:
    with pytest.raises(NotProved):
        sigma.verify(MADE.statement, CONTEXT, FORGERIES[name])


@given(st.integers(0, 8 * len(PROOF) - 1))
@examples(40)
def test_no_bit_of_a_proof_can_change(bit: int) -> None:
    changed = bytearray(PROOF)
    changed[bit // 8] ^= 1 << bit % 8
    with pytest.raises(NotProved):
        sigma.verify(MADE.statement, CONTEXT, bytes(changed))


def test_a_proof_speaks_only_in_its_context() -> None:
    with pytest.raises(NotProved):
        sigma.verify(MADE.statement, CONTEXT + b"!", PROOF)


def test_context_and_statement_cannot_trade_bytes() -> None:
    """Fields are hashed with their lengths."""
    head = MADE.statement[0][0][0].encoded
    with pytest.raises(NotProved):
        sigma.verify(MADE.statement, CONTEXT + head, PROOF)


@pytest.mark.parametrize("order", list(itertools.permutations(range(3)))[1:])
def test_a_proof_speaks_only_for_its_statement_in_order(order: tuple[int, ...]) -> None:
    with pytest.raises(NotProved):
        sigma.verify(tuple(MADE.statement[i] for i in order), CONTEXT, PROOF)


def test_a_branch_added_or_dropped_is_another_statement() -> None:
    first, *rest = MADE.statement
    with pytest.raises(NotProved):
        sigma.verify(((*first, (H,)), *rest), CONTEXT, PROOF)
    with pytest.raises(NotProved):
        sigma.verify((first[:-1], *rest), CONTEXT, PROOF)


def test_splitting_a_branch_does_not_make_it_two_alternatives() -> None:
    """(P, Q) known together is not P known or Q known: the shape is hashed."""
    both = case(((2,),), (0,))
    ((first, second),) = both.statement[0]
    with pytest.raises(NotProved):
        sigma.verify((((first,), (second,)),), CONTEXT, both.prove())


def test_identity_in_a_statement_is_refused_on_both_sides() -> None:
    statement = (((IDENTITY,),),)
    with pytest.raises(Degenerate):
        sigma.prove(statement, (Witness(0, (Scalar(1),)),), CONTEXT, SECRET, FRESH)
    with pytest.raises(NotProved, match="identity"):
        sigma.verify(statement, CONTEXT, PROOF)


def test_early_challenge() -> None:
    """A challenge fixed before the announcements: the statement is false and the hash shows it."""
    (point,) = (known("nobody") * G,)
    challenge, response = known("c"), known("z")
    forged = challenge.encode() + response.encode()
    with pytest.raises(NotProved, match="challenge"):
        sigma.verify((((point,),),), CONTEXT, forged)


def test_announcement_that_is_the_identity_is_refused() -> None:
    """Response c·w makes A = 0: a nonce of zero, which would show the witness."""
    w, challenge = known("w"), known("c")
    forged = challenge.encode() + challenge.times(w).encode()
    with pytest.raises(NotProved, match="identity"):
        sigma.verify((((w * H,),),), CONTEXT, forged)


def test_nonces_differ_with_context_witness_and_fresh_bytes() -> None:
    """Two proofs never share a nonce: equal ones would give the witness away."""
    first, second = case(((1,),), (0,)), case(((1, 1),), (1,))
    announced = set()
    for made, context, fresh in itertools.product(
        (first, second), (b"a", b"b"), (b"1" * 32, b"2" * 32)
    ):
        proof = sigma.prove(made.statement, made.witnesses, context, SECRET, fresh)
        announced.add(proof[-SIZE:])
    assert len(announced) == 8


def test_two_answers_to_one_announcement_give_the_witness() -> None:
    """Special soundness, as on paper: w = (z - z') / (c - c')."""
    w, k = known("w"), known("k")
    c, d = known("c"), known("d")
    z, y = k + c.times(w), k + d.times(w)
    inverse = Scalar(pow((c - d).value, -1, ORDER))
    assert (z - y).times(inverse) == w
