"""Suite `proved`: every claim, and every way to make it that must be refused."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.claims import (
    Bound,
    Claim,
    Counted,
    From,
    Holds,
    Present,
    Shuffled,
    contradiction,
    named_tokens,
)
from protocol.errors import Code, Refused
from protocol.hashing import Tag
from protocol.questions import FIRST
from protocol.sealing import sigma
from protocol.sealing.claim_statements import (
    CommitmentOpening,
    amount_points,
    commitment,
    statement,
    witnesses,
)
from protocol.sealing.group import GROUPS, IDENTITY, ORDER, SIZE, G, H, Point, Scalar
from protocol.sealing.proved import Proved, proof_context
from protocol.sealing.sigma import Witness
from protocol.sealing.suite import Assertion, ClaimStatus, Face, Public, SealContext, Sealed
from tests.examples import examples

SUITE = Proved()
KEY, OTHER_KEY, ENTROPY = b"k" * 32, b"o" * 32, b"e" * 32
LIMIT = 10
ZONE = "Wake Zone"

Groups = Mapping[int, int]


def handles(*numbers: int) -> tuple[int, ...]:
    return tuple(n for n in numbers)


def context(sequence: int = 9, **changes: Any) -> SealContext:
    made = SealContext(
        game=b"g" * 32,
        power="Japan",
        seat=1,
        incarnation=FIRST,
        sequence=sequence,
        item=2,
        previous=b"p" * 32,
        fresh=b"u" * 32,
    )
    return dataclasses.replace(made, **changes)


def sealed(groups: Groups, where: SealContext, key: bytes = KEY) -> dict[int, Face]:
    made = SUITE.commit(key, where, groups)
    return {h: Sealed(c, where) for h, c in zip(sorted(groups), made, strict=True)}


OLD: Groups = {n: n - 10 for n in range(11, 18)}  # handles 11 … 17 hold 1 … 7
BEFORE = context(5)


def assertion(claim: Claim, new: Groups | None = None, **changes: Any) -> Assertion:
    """The claim in its place: old tokens sealed in an earlier entry, new ones in this."""
    here = context(**changes)
    faces = {**sealed(OLD, BEFORE), **sealed(new or {}, here)}
    return Assertion(claim, here, {h: faces[h] for h in named_tokens(claim)}, LIMIT)


SHUFFLED = Shuffled(ZONE, handles(11, 12, 13), handles(21, 22, 23))
NEW: Groups = {21: 3, 22: 1, 23: 2}
ALL: Groups = {**OLD, **NEW}
PRESENT = Present((2, 3), handles(11, 12, 13, 14))
COUNTED = Counted(
    handles(11, 12, 13),
    handles(14, 15),
    ((1, 3), (4, 2)),
    (Bound(ZONE, handles(11, 14), 0, 6), Bound("Other", handles(12, 13, 15), 0, 3)),
)
FROM = From(21, handles(11, 13))
CLAIMS: dict[str, Claim] = {
    "holds": Holds(12, 2),
    "shuffled": SHUFFLED,
    "present": PRESENT,
    "from": FROM,
    "counted": COUNTED,
}


def placed(name: str) -> Assertion:
    return assertion(CLAIMS[name], NEW)


def justified(name: str) -> bytes:
    made = placed(name)
    return SUITE.justify(made, KEY, {h: ALL[h] for h in made.faces}, ENTROPY)


def refused(made: Assertion, justification: bytes) -> Refused:
    with pytest.raises(Refused) as caught:
        SUITE.verify(made, justification)
    assert caught.value.culprit == 1
    return caught.value


@pytest.mark.parametrize("name", CLAIMS)
def test_a_true_claim_is_proved_at_once(name: str) -> None:
    assert contradiction(CLAIMS[name], ALL) is None
    SUITE.verify(placed(name), justified(name))
    assert SUITE.status(placed(name).claim) is ClaimStatus.PROVED


@examples(20)
@given(st.permutations(list(range(1, 6))), st.permutations(list(range(5))))
def test_any_shuffle_of_any_tokens_is_proved(groups: list[int], order: list[int]) -> None:
    old = dict(zip(handles(31, 32, 33, 34, 35), groups, strict=True))
    new = dict(zip(handles(41, 42, 43, 44, 45), (groups[i] for i in order), strict=True))
    here = context()
    faces = {**sealed(old, BEFORE), **sealed(new, here)}
    made = Assertion(Shuffled(ZONE, tuple(old), tuple(new)), here, faces, LIMIT)
    proof = SUITE.justify(made, KEY, {**old, **new}, ENTROPY)
    SUITE.verify(made, proof)
    assert len(proof) == 32 * (2 * 25 - 5 + 2)


def test_set_up_shuffles_the_public_deck() -> None:
    deck = handles(1, 2, 3)
    here = context()
    faces: dict[int, Face] = {h: Public(g, "Japan") for g, h in enumerate(deck, 1)}
    faces |= sealed(NEW, here)
    made = Assertion(Shuffled("supply", deck, handles(21, 22, 23)), here, faces, LIMIT)
    proof = SUITE.justify(made, KEY, {**dict(zip(deck, (1, 2, 3), strict=True)), **NEW}, ENTROPY)
    SUITE.verify(made, proof)


FALSE: dict[str, tuple[Claim, Groups]] = {
    "duplicate group": (SHUFFLED, {**NEW, 22: 3}),
    "foreign group": (SHUFFLED, {**NEW, 22: 9}),
    "group not in the set": (Present((2, 7), handles(11, 12, 13, 14)), NEW),
    "From with a piece that may not": (From(21, handles(11, 12)), NEW),
    "capacity exceeded": (
        dataclasses.replace(COUNTED, bounds=(Bound(ZONE, handles(11, 14), 0, 4),)),
        NEW,
    ),
    "too little for the printed submarines": (
        dataclasses.replace(COUNTED, bounds=(Bound(ZONE, handles(11, 14), 6, 6),)),
        NEW,
    ),
    "a growing group that is nowhere here": (
        dataclasses.replace(COUNTED, added=((1, 3), (7, 2))),
        NEW,
    ),
}


LIES: dict[str, Groups] = {
    "duplicate group": {22: 1},
    "foreign group": {22: 1},
    "group not in the set": {14: 7},
    "From with a piece that may not": {21: 1},
    "capacity exceeded": {11: 2, 12: 1},
    "too little for the printed submarines": {11: 4, 14: 1},
    "a growing group that is nowhere here": {15: 7},
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_claim_has_no_proof(name: str) -> None:
    """Neither the truth nor a lie about what the tokens hold gives bytes that anybody accepts."""
    claim, new = FALSE[name]
    made = assertion(claim, new)
    truth = {**OLD, **new}
    assert contradiction(claim, truth) is not None
    accepted = []
    for told in (truth, {**truth, **LIES[name]}):
        try:
            proof = SUITE.justify(made, KEY, {h: told[h] for h in made.faces}, ENTROPY)
        except ValueError:  # no witness
            continue
        accepted.append(refused(made, proof).code)
    assert set(accepted) <= {Code.FALSE_CLAIM}


REPLAYS: dict[str, dict[str, Any]] = {
    "another game": {"game": b"h" * 32},
    "another power": {"power": "Italy"},
    "another seat": {"seat": 0},
    "another incarnation": {"incarnation": b"i" * 32},
    "another entry": {"sequence": 10},
    "another answer": {"item": 3},
    "another branch of a fork": {"previous": b"q" * 32},
    "another u": {"fresh": b"v" * 32},
}


@pytest.mark.parametrize("replay", REPLAYS)
@pytest.mark.parametrize("name", ["shuffled", "present", "from", "counted"])
def test_a_proof_is_good_in_its_place_only(name: str, replay: str) -> None:
    made = placed(name)
    moved = dataclasses.replace(made, context=dataclasses.replace(made.context, **REPLAYS[replay]))
    with pytest.raises(Refused) as caught:
        SUITE.verify(moved, justified(name))
    assert caught.value.code is Code.FALSE_CLAIM


@pytest.mark.parametrize("name", ["shuffled", "present", "from", "counted"])
def test_a_proof_is_good_for_its_limit_only(name: str) -> None:
    refused(dataclasses.replace(placed(name), limit=9), justified(name))


def test_another_place() -> None:
    elsewhere = dataclasses.replace(SHUFFLED, place="Midway Zone")
    refused(dataclasses.replace(placed("shuffled"), claim=elsewhere), justified("shuffled"))


def test_swapped_handles() -> None:
    made = placed("shuffled")
    faces = dict(made.faces)
    faces[21], faces[22] = faces[22], faces[21]
    refused(dataclasses.replace(made, faces=faces), justified("shuffled"))


def test_other_groups_or_amounts_or_bounds() -> None:
    proof = justified("present")
    refused(assertion(dataclasses.replace(PRESENT, groups=(1, 3))), proof)
    proof = justified("counted")
    refused(assertion(dataclasses.replace(COUNTED, added=((1, 3), (4, 1)))), proof)
    wider = (Bound(ZONE, handles(11, 14), 0, 7), COUNTED.bounds[1])
    refused(assertion(dataclasses.replace(COUNTED, bounds=wider)), proof)
    swapped = dataclasses.replace(COUNTED, bounds=COUNTED.bounds[::-1])
    refused(assertion(swapped), proof)


BYTES: dict[str, Callable[[bytes], bytes]] = {
    "truncated": lambda proof: proof[:-1],
    "truncated by a scalar": lambda proof: proof[:-SIZE],
    "padded": lambda proof: proof + b"\0",
    "padded by a scalar": lambda proof: proof + proof[-SIZE:],
    "reordered": lambda proof: proof[:-64] + proof[-32:] + proof[-64:-32],
    "empty": lambda _: b"",
    "zero": lambda proof: bytes(len(proof)),
    "last response s + q": lambda proof: (
        proof[:-SIZE] + (int.from_bytes(proof[-SIZE:], "little") + ORDER).to_bytes(SIZE, "little")
    ),
}


@pytest.mark.parametrize(
    ("name", "change"),
    [(n, c) for n in CLAIMS for c in BYTES if (n, c) != ("holds", "reordered")],
)
def test_changed_bytes(name: str, change: str) -> None:
    changed = BYTES[change](justified(name))
    assert refused(placed(name), changed).code in (Code.FALSE_CLAIM, Code.BAD_OPENING)


NO_POINTS = {
    "identity": bytes(SIZE),
    "identity, highest bit": bytes(31) + b"\x80",
    "base, highest bit": H.encoded[:-1] + bytes([H.encoded[-1] | 0x80]),
    "p": b"\xff" * SIZE,
    "negative": b"\1" + bytes(31),
}


@pytest.mark.parametrize("amount", NO_POINTS.values(), ids=NO_POINTS)
def test_undecodable_amount_commitment(amount: bytes) -> None:
    """The binding's `add` would make the sum the identity and pass any capacity."""
    changed = amount + justified("counted")[SIZE:]
    assert refused(placed("counted"), changed).code is Code.FALSE_CLAIM


@pytest.mark.parametrize("bad", [*NO_POINTS.values(), b"short"], ids=[*NO_POINTS, "short"])
def test_commitment_that_is_no_point(bad: bytes) -> None:
    made = placed("shuffled")
    faces = {**made.faces, 22: Sealed(bad, made.context)}
    found = refused(dataclasses.replace(made, faces=faces), justified("shuffled"))
    assert found.code is Code.BAD_COMMITMENT


def _openings(made: Assertion) -> dict[int, Point]:
    return {h: Point.decode(f.commitment) for h, f in made.faces.items() if isinstance(f, Sealed)}


def test_n_minus_one_ors_would_let_a_token_hold_nothing_that_opens() -> None:
    """Why every new token has an OR: without the last, it can carry X with nobody's opening.

    C'_3 = C_1 + C_2 + C_3 - C'_1 - C'_2 + 5·H makes the sum right. If C'_1 and C'_2 both copy
    group 1, then C'_3 commits to G_2 + G_3 - G_1, a group that does not exist. The shorter
    statement would be proved; the statement of the claim is not.
    """
    old = {
        h: CommitmentOpening(g, Scalar(100 + g))
        for h, g in zip(handles(1, 2, 3), (1, 2, 3), strict=True)
    }
    copies = [CommitmentOpening(1, Scalar(7)), CommitmentOpening(1, Scalar(8))]
    points = {h: commitment(o) for h, o in old.items()}
    first, second = (commitment(o) for o in copies)
    rest = Point.sum(points.values()) - first - second + Scalar(5) * H
    points |= dict(zip(handles(4, 5, 6), (first, second, rest), strict=True))
    full = statement(Shuffled(ZONE, handles(1, 2, 3), handles(4, 5, 6)), points, (), LIMIT, b"")
    known = [Witness(0, (o.blinding - Scalar(101),)) for o in copies]
    total = Witness(0, (Scalar(5),))
    short = (*full[:2], full[3])
    cheat = sigma.prove(short, (*known, total), b"", KEY, ENTROPY)
    sigma.verify(short, b"", cheat)
    assert len(full) == 4
    with pytest.raises(sigma.NotProved):
        sigma.verify(full, b"", cheat)
    guessed = sigma.prove(full, (*known, Witness(0, (Scalar(1),)), total), b"", KEY, ENTROPY)
    with pytest.raises(sigma.NotProved):
        sigma.verify(full, b"", guessed)


def test_counted_statement_ties_every_amount_to_its_token() -> None:
    """Shape: an OR over the groups for each token, one for each growing group and each bound."""
    made = placed("counted")
    amounts = [G + Scalar(3) * H] * 5
    shape = [
        [len(branch) for branch in alternatives]
        for alternatives in statement(COUNTED, _openings(made), amounts, LIMIT, b"")
    ]
    assert shape == [[1] * LIMIT] * 5 + [[1] * 5] * 2 + [[1] * 7, [1] * 4]


def test_a_tie_known_before_the_amounts_would_tie_nothing() -> None:
    """Why the tie d is a hash of the amounts too: K = a·G + (w·H - X) / d makes X + d·Y = w·H.

    Token 11 holds group 1, which grows by 3. Told d first, its owner can choose a K that passes for
    the amount 1 of group 2, though no opening of K is known to anybody.
    """
    made = placed("counted")
    points, context = _openings(made), b"known before"
    tie = Scalar.hashed(Tag.TIE, context)
    inverse = Scalar(pow(tie.value, -1, ORDER))
    counted = handles(11, 12, 13, 14, 15)
    blindings = [Scalar(50 + n) for n in range(5)]
    held = {t: _opening_of(made, t) for t in counted}
    amounts = list(amount_points(COUNTED, held, blindings))
    apart = points[counted[0]] - GROUPS[2]
    amounts[0] = G + inverse * (Scalar(9) * H - apart)

    def prove(context: bytes) -> None:
        shown = statement(COUNTED, points, amounts, LIMIT, context)[:5]
        true = witnesses(COUNTED, held, blindings, context)[1:5]
        known = (Witness(1, (Scalar(9),)), *true)
        sigma.verify(shown, context, sigma.prove(shown, known, context, KEY, ENTROPY))

    prove(context)
    with pytest.raises(sigma.NotProved):
        prove(proof_context(made, amounts))


def test_an_amount_of_another_group_cannot_be_tied() -> None:
    """The bounds would be kept if a token that grows by 3 could be charged as one that does not."""
    made = placed("counted")
    blindings = [Scalar(50 + n) for n in range(5)]
    held = {t: _opening_of(made, t) for t in handles(11, 12, 13, 14, 15)}
    lying = {**held, 11: CommitmentOpening(5, held[11].blinding)}
    amounts = amount_points(COUNTED, lying, blindings)
    bound = proof_context(made, amounts)
    shown = statement(COUNTED, _openings(made), amounts, LIMIT, bound)
    first, *others = witnesses(COUNTED, held, blindings, bound)[:5]
    for group in (held[11].group, lying[11].group):
        known = (Witness(group - 1, first.logarithms), *others)
        proof = sigma.prove(shown[:5], known, bound, KEY, ENTROPY)
        with pytest.raises(sigma.NotProved):
            sigma.verify(shown[:5], bound, proof)


def _opening_of(made: Assertion, token: int) -> CommitmentOpening:
    face = made.faces[token]
    assert isinstance(face, Sealed)
    return CommitmentOpening(ALL[token], Scalar.decode(SUITE.open(KEY, token, face, ALL[token])))


@pytest.mark.parametrize("group", [1, 3, 10, 11, 12, 13, 0])
def test_an_opening_fits_one_group(group: int) -> None:
    face = sealed(OLD, BEFORE)[12]
    assert isinstance(face, Sealed)
    shown = SUITE.open(KEY, 12, face, 2)
    SUITE.check_opening(12, face, 2, shown, 0)
    with pytest.raises(Refused) as caught:
        SUITE.check_opening(12, face, group, shown, 2)
    assert (caught.value.code, caught.value.culprit) == (Code.BAD_OPENING, 2)


def test_an_opening_of_another_token_or_another_key() -> None:
    faces = sealed(OLD, BEFORE)
    face = faces[12]
    assert isinstance(face, Sealed)
    for shown in (
        SUITE.open(KEY, 13, face, 2),
        SUITE.open(OTHER_KEY, 12, face, 2),
    ):
        with pytest.raises(Refused):
            SUITE.check_opening(12, face, 2, shown, 0)


def test_the_owner_finds_every_secret_again_from_key_and_log() -> None:
    for handle, face in sealed(OLD, BEFORE).items():
        assert isinstance(face, Sealed)
        assert SUITE.recover(KEY, handle, face, LIMIT) == OLD[handle]
        assert SUITE.recover(OTHER_KEY, handle, face, LIMIT) is None


def test_commitments_are_all_different_and_no_group_shows() -> None:
    made = {
        SUITE.commit(KEY, context(sequence=n), {h: g})[0]
        for n in (1, 2)
        for h in (1, 2)
        for g in (1, 2)
    }
    assert len(made) == 8
    assert not made & {p.encoded for p in GROUPS.values()}


def test_sizes_depend_on_public_facts_alone() -> None:
    other: Groups = {21: 1, 22: 2, 23: 3}
    for name in ("shuffled", "from"):
        second = assertion(CLAIMS[name], other)
        told = {h: {**OLD, **other}[h] for h in second.faces}
        assert len(SUITE.justify(second, KEY, told, ENTROPY)) == len(justified(name))


def test_unconditional_hiding() -> None:
    """For one set of public points every assignment has blindings: nothing to find is in them.

    With H = h·B and G_g = e_g·B over a generator B whose logarithms we choose ourselves, each
    C is c·B, and for any group g the blinding (c - e_g) / h opens it. Shown here over scalars.
    """
    h, exponents = Scalar(11), {g: Scalar(1000 + 7 * g) for g in range(1, 5)}
    inverse = Scalar(pow(h.value, -1, ORDER))
    published = Scalar(123456789)
    for exponent in exponents.values():
        blinding = (published - exponent).times(inverse)
        assert exponent + blinding.times(h) == published


def test_identity_is_never_a_statement() -> None:
    """A copied commitment makes the difference the identity: refused before any proof is read."""
    made = placed("from")
    faces = {**made.faces, 21: made.faces[11]}
    found = refused(dataclasses.replace(made, faces=faces), justified("from"))
    assert "identity" in found.reason
    assert IDENTITY.is_identity
