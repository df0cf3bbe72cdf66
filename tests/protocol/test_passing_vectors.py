"""Vectors of sealing keys that pass on, by a hand over and by a resignation (SPEC-8.10)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.pieces import PieceId
from protocol.charter import Secrecy
from protocol.claims import Present
from protocol.entrusting import keys_for
from protocol.entry import Resign, SealTokens
from protocol.errors import Code
from protocol.proposals import HandOver
from protocol.receipts import Receipt, sign_receipt
from protocol.statement import Signed, sign_statement
from tests.protocol import toy
from tests.protocol.agreeing import agree, carrying
from tests.protocol.full_log import Added
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
from tests.protocol.toy_match import ToyMatch, toy_founding, toy_match, toy_table
from tests.protocol.vectors import check_vectors
from tests.protocol.verdicts import Case, described

ANN, BOB, CID = range(3)


def bobs_turn(secrecy: Secrecy) -> Callable[[], ToyMatch]:
    """Japan, of Bob's seat, is to give an order."""

    def start() -> ToyMatch:
        made = toy_match(toy_founding(secrecy))
        made.act(ANN, toy.End())
        return made

    return start


def played(does: Callable[[ToyMatch], None]) -> Callable[[ToyMatch], Sequence[Added]]:
    """What comes on the line and beside it while something is done."""

    def added(made: ToyMatch) -> Sequence[Added]:
        entries, said = len(made.spectator.log), len(made.spectator.log.statements)
        does(made)
        log = made.spectator.log
        return [*log.since(entries), *log.statements[said:]]

    return added


def japans(made: ToyMatch) -> tuple[PieceId, ...]:
    return toy.toy(made.spectator.game).tokens[toy.JAPAN]


def to_the_end(made: ToyMatch, seat: int) -> None:
    """Who plays Japan now shows a token, claims, shuffles; all sign the end and disclose."""
    first, *_ = japans(made)
    groups = made.authors[seat].secrets
    made.act(seat, toy.Say((groups[first],), (first,)), toy.Show((toy.JAPAN,), 1))
    made.act(seat, toy.Shuffle(), toy.End())
    made.act(ANN, toy.Win())
    made.say(*(author.close() for author in made.authors))
    made.say(*filter(None, (author.disclose() for author in made.authors)))


def hands_over(made: ToyMatch) -> None:
    handed_over(made, BOB)
    begin(made, BOB)
    to_the_end(made, BOB)


def hands_over_twice(made: ToyMatch) -> None:
    handed_over(made, BOB)
    begin(made, BOB)
    made.act(BOB, toy.Shuffle())
    agree(made, BOB, HandOver(coming(made, BOB, EVE)), received(made, BOB, BOB, EVE))
    begin(made, BOB, EVE)
    to_the_end(made, BOB)


def resigns(made: ToyMatch) -> None:
    made.act(BOB, Resign((received(made, BOB, CID, CID).raw,)))
    to_the_end(made, CID)


def without_receipt(made: ToyMatch) -> Sequence[Added]:
    return [carrying(made, BOB, handing_over(made, BOB))]


def with_receipt(make: Callable[[ToyMatch], Signed[Receipt]]) -> Case:
    return lambda made: [carrying(made, BOB, handing_over(made, BOB, receipt=make(made)))]


def other(who: int, **fields: object) -> Callable[[ToyMatch], Signed[Receipt]]:
    """The receipt of somebody with other fields, properly signed."""

    def make(made: ToyMatch) -> Signed[Receipt]:
        good = received(made, BOB, BOB, DORA).statement
        return sign_statement(
            identity(who),
            replace(good, **{"key": identity(who).public, **fields}),  # type: ignore[arg-type]
        )

    return make


def before_last(made: ToyMatch) -> Signed[Receipt]:
    head = made.spectator.log.at(len(made.spectator.log) - 1).head
    return other(DORA, head=head)(made)


def shown_by_ann(made: ToyMatch) -> Sequence[Added]:
    """Ann shows the receipt for what Bob has passed on."""
    receipt = received(made, BOB, BOB, DORA)
    agreement = handing_over(made, BOB, receipt=receipt)
    ann, *others = agreement.signatures
    shows = sign_statement(identity(ANN), replace(ann.statement, receipt=receipt))
    return [carrying(made, BOB, replace(agreement, signatures=(shows, *others)))]


def resigning(*receipts: Callable[[ToyMatch], Signed[Receipt]]) -> Case:
    return lambda made: [made.forged(BOB, Resign(tuple(make(made).raw for make in receipts)))]


def of_cid(made: ToyMatch) -> Signed[Receipt]:
    return received(made, BOB, CID, CID)


def of_ann(made: ToyMatch) -> Signed[Receipt]:
    """Ann is of the other side."""
    good = of_cid(made).statement
    return sign_statement(identity(ANN), replace(good, seat=ANN, key=identity(ANN).public))


def in_anothers_name(made: ToyMatch) -> Signed[Receipt]:
    good = of_cid(made).statement
    return sign_statement(identity(DORA), replace(good, key=identity(DORA).public))


def of_a_power_without_tokens(made: ToyMatch) -> Signed[Receipt]:
    good = of_cid(made).statement
    return sign_statement(identity(CID), replace(good, powers=(*good.powers, "Mars")))


def of_bob(made: ToyMatch) -> Signed[Receipt]:
    good = of_cid(made).statement
    return sign_statement(identity(BOB), replace(good, seat=BOB, key=identity(BOB).public))


def after_a_shuffle(made: ToyMatch) -> Sequence[Added]:
    """Something is sealed in the entry by which the keys pass."""
    receipt = of_cid(made)
    items = made.prepare(BOB, toy.Shuffle()).entry.items
    return [made.forged(BOB, *items, Resign((receipt.raw,)))]


def keeps_a_key_back(made: ToyMatch) -> None:
    """In the end Dora does not disclose what she has signed for."""
    handed_over(made, BOB)
    begin(made, BOB)
    made.act(BOB, toy.End())
    made.act(ANN, toy.Win())


def own_key_alone(made: ToyMatch) -> Sequence[Added]:
    added = played(keeps_a_key_back)(made)
    disclosure = made.authors[BOB].disclose()
    assert disclosure is not None
    own = made.authors[BOB].keys.secrets.seal_key(toy.JAPAN)
    short = replace(disclosure.statement, keys=((toy.JAPAN, own),))
    return [*added, sign_statement(identity(DORA), short)]


def vouches_for_a_liar(made: ToyMatch) -> Sequence[Added]:
    """Bob claims what is false; Dora signs for his keys all the same, and must disclose it."""
    begun = len(made.spectator.log)
    token, other_token, *_ = japans(made)
    group = made.authors[BOB].keys.secrets.group(made.spectator.ledger.commitments, token)
    claim = SealTokens(toy.JAPAN, Present((group,), (other_token,)), b"f" * 32, (), b"")
    made.send(made.forged(BOB, toy.Say((group,), (other_token,)), claim))
    receipt = sign_receipt(
        phrase(DORA),
        game=made.spectator.charter.game_id,
        seat=BOB,
        giver=BOB,
        head=made.spectator.head,
        keys=keys_for(made.authors[BOB], (toy.JAPAN,)),
        fresh=made.entropy(),
    )
    made.send(carrying(made, BOB, handing_over(made, BOB, receipt=receipt)))
    begin(made, BOB)
    made.act(BOB, toy.End())
    made.act(ANN, toy.Win())
    disclosure = made.authors[BOB].disclose()
    assert disclosure is not None
    log = made.spectator.log
    return [*log.since(begun), *log.statements, disclosure]


CASES: dict[str, tuple[Code | None, Case]] = {
    "a seat is handed over with its tokens, and played to the end": (None, played(hands_over)),
    "it is handed over twice": (None, played(hands_over_twice)),
    "a seat resigns, and its heir plays on with its keys": (None, played(resigns)),
    "hidden tokens without a receipt": (Code.BAD_AGREEMENT, without_receipt),
    "a receipt of another key": (Code.BAD_AGREEMENT, with_receipt(other(EVE))),
    "a receipt for another place": (Code.BAD_AGREEMENT, with_receipt(before_last)),
    "a receipt for what another gave": (
        Code.BAD_AGREEMENT,
        with_receipt(other(DORA, giver=CID)),
    ),
    "a receipt for other powers": (
        Code.BAD_AGREEMENT,
        with_receipt(other(DORA, powers=("Germany",))),
    ),
    "a receipt that another seat shows": (Code.BAD_AGREEMENT, shown_by_ann),
    "who resigns has a receipt of the other side": (Code.BAD_RECEIPT, resigning(of_ann)),
    "who resigns has a receipt of itself": (Code.BAD_RECEIPT, resigning(of_bob)),
    "who resigns has a receipt of who plays no seat": (
        Code.BAD_RECEIPT,
        resigning(in_anothers_name),
    ),
    "who resigns has one receipt twice": (Code.BAD_RECEIPT, resigning(of_cid, of_cid)),
    "who resigns has two receipts for one power": (Code.BAD_RECEIPT, resigning(of_ann, of_cid)),
    "who resigns has a receipt for a power without tokens": (
        Code.BAD_RECEIPT,
        resigning(of_a_power_without_tokens),
    ),
    "who resigns seals something first": (Code.BAD_RECEIPT, after_a_shuffle),
}
HASHED: dict[str, tuple[Code | None, Case]] = {
    **CASES,
    "a key that was signed for is not disclosed": (Code.BAD_DISCLOSURE, own_key_alone),
    "a claim of the player before is false": (Code.FALSE_CLAIM, vouches_for_a_liar),
}


def test_vectors_of_passing_keys_on() -> None:
    check_vectors(
        "passing",
        {
            "hashed": described(bobs_turn(Secrecy.HASHED), HASHED, toy_table),
            "proved": described(bobs_turn(Secrecy.PROVED), CASES, toy_table),
        },
    )
