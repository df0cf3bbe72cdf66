"""Vectors of what refuses a record that is added to a log, at every level of an audit (SPEC-14.1).

The game is the toy; without its rules, less is refused.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.board import Power
from protocol.audit import audit
from protocol.claims import Present
from protocol.entry import (
    Decide,
    DiceShare,
    Entry,
    Hand,
    Instruct,
    Item,
    OpenTokens,
    Resign,
    SealTokens,
    sign_entry,
)
from protocol.errors import Code
from protocol.head import Head
from protocol.logfile import write_log, write_record
from protocol.proposals import TakeBack
from protocol.receipts import sign_receipt
from protocol.report import Level
from protocol.statement import sign_statement
from tests.protocol import toy
from tests.protocol.agreeing import agree, agreement_of, carrying, proposing
from tests.protocol.full_log import Added, record_of
from tests.protocol.rejoining import asking, rejoining, settling
from tests.protocol.sample import identity, phrase, some_hash
from tests.protocol.toy_match import ToyMatch, openings, seals, toy_match, toy_table
from tests.protocol.vectors import DIRECTORY, Json, check_vectors

Case = Callable[[ToyMatch], Sequence[Added]]

ORDER = toy.Throw(1)
WRONG_SHARE = DiceShare(bytes(32))


def says(*items: Item | toy.Order, seat: int = 0, **fields: object) -> Case:
    """One entry, of seat 0, which owes the next answer, if no other is named."""
    return lambda made: [made.forged(seat, *items, **fields)]


def after(*orders: toy.Order, then: Case) -> Case:
    """Records that come after these orders of seat 0 and what follows from them."""

    def added(made: ToyMatch) -> Sequence[Added]:
        begin = len(made.spectator.log)
        for order in orders:
            made.act(0, order)
        return [*made.spectator.log.since(begin), *then(made)]

    return added


def with_seal(order: toy.Order, change: Callable[[SealTokens, ToyMatch], SealTokens]) -> Case:
    """The entry of an order that asks for a seal, with another one."""

    def added(made: ToyMatch) -> Sequence[Added]:
        items = made.prepare(0, order).entry.items
        return [
            made.forged(0, *(change(i, made) if isinstance(i, SealTokens) else i for i in items))
        ]

    return added


def with_opening(change: Callable[[OpenTokens], OpenTokens]) -> Case:
    """The entry in which the USA show their first token, with another opening."""

    def added(made: ToyMatch) -> Sequence[Added]:
        entry = made.prepare(0, toy.Show((toy.USA,), 1)).entry
        (opening,) = openings(entry)
        return [made.forged(0, entry.items[0], change(opening))]

    return added


def tokens(made: ToyMatch, power: str) -> tuple[int, ...]:
    return toy.toy(made.spectator.game).tokens[Power(power)]


def other_group(opening: OpenTokens) -> OpenTokens:
    (one,) = opening.openings
    return OpenTokens((replace(one, group=one.group % toy.GROUPS + 1),))


def other_token(opening: OpenTokens) -> OpenTokens:
    (one,) = opening.openings
    return OpenTokens((replace(one, handle=one.handle + 1),))


def first_twice(seal: SealTokens, _: ToyMatch) -> SealTokens:
    first = seal.commitments[0]
    return replace(seal, commitments=(first, first, *seal.commitments[2:]))


def of_an_earlier_seal(seal: SealTokens, made: ToyMatch) -> SealTokens:
    earlier = next(one for entry in made.spectator.log for one in seals(entry))
    return replace(seal, commitments=(earlier.commitments[0], *seal.commitments[1:]))


def of_japan(seal: SealTokens, made: ToyMatch) -> SealTokens:
    return replace(seal, claim=Present((1,), tokens(made, "Japan")))


def of_a_part(seal: SealTokens, made: ToyMatch) -> SealTokens:
    return replace(seal, claim=Present((1,), tokens(made, "USA")[:2]))


def says_present(change: Callable[[SealTokens, ToyMatch], SealTokens]) -> Case:
    """The USA are to show that group 1 is among their tokens, and seal another thing."""

    def added(made: ToyMatch) -> Sequence[Added]:
        say = toy.Say((1,), toy.toy(made.spectator.game).tokens[toy.USA])
        return with_seal(say, change)(made)

    return added


def at_the_last_place_of_seat_0(made: ToyMatch) -> Sequence[Added]:
    last = next(e for e in reversed(list(made.spectator.log)) if e.seat == 0)
    head = Head(last.sequence - 1, last.previous)
    return [made.forged(0, ORDER, head=head, state=None)]


def unsigned(made: ToyMatch) -> Sequence[Added]:
    return [Entry.from_bytes(made.forged(0, ORDER).raw[:-64] + bytes(64))]


def of_seat_3(made: ToyMatch) -> Sequence[Added]:
    entry = made.forged(0, ORDER)
    return [
        sign_entry(
            identity(3),
            game=entry.game,
            head=made.spectator.head,
            seat=3,
            incarnation=entry.incarnation,
            minute=entry.minute,
            state=None,
            items=entry.items,
        )
    ]


def stands_by_nothing(made: ToyMatch) -> Sequence[Added]:
    return [rejoining(made, settling(made, asking(made), last=None))]


def disclosed(made: ToyMatch) -> Sequence[Added]:
    """The right powers, and a key that is another."""
    disclosure = made.authors[0].disclose()
    assert disclosure is not None
    said = disclosure.statement
    keys = tuple((power, bytes(32)) for power, _ in said.keys)
    return [sign_statement(identity(0), replace(said, keys=keys))]


def closing_early(made: ToyMatch) -> Sequence[Added]:
    begin = len(made.spectator.log)
    made.act(0, toy.Win())
    closing = made.authors[0].close()
    first = Head(1, made.spectator.log.at(1).hash)
    early = sign_statement(identity(0), replace(closing.statement, head=first))
    return [*made.spectator.log.since(begin), early]


def taken_back(made: ToyMatch) -> Sequence[Added]:
    """Nothing refuses this: the secrets of what is taken back stay as they are."""
    begin = made.spectator.head
    for order in (toy.Throw(2), toy.Show((toy.USA, toy.JAPAN), 2), toy.Shuffle()):
        made.act(0, order)
    agree(made, 1, TakeBack(begin))
    made.act(0, toy.Shuffle())
    return [*made.spectator.log.since(begin.sequence)]


def resigns_with_old_receipt(made: ToyMatch) -> Sequence[Added]:
    """Seat 1 has signed for keys where the game began."""
    receipt = sign_receipt(
        phrase(1),
        game=made.spectator.charter.game_id,
        seat=1,
        giver=0,
        head=Head(0, made.spectator.charter.game_id),
        keys=((toy.UK, b"k" * 32),),
        fresh=made.entropy(),
    )
    return [made.forged(0, Resign((receipt.raw,)))]


def signed_by_two(made: ToyMatch) -> Sequence[Added]:
    """Seat 2 has not signed that something is taken back."""
    proposal = proposing(made, 1, TakeBack(Head(0, made.spectator.charter.game_id)))
    return [carrying(made, 0, agreement_of(proposal, 0, 1))]


CASES: dict[str, tuple[Code | None, Case]] = {
    "an answer that is none": (Code.MALFORMED, says(Decide(("nothing",)))),
    "another game": (Code.WRONG_GAME, says(ORDER, game=some_hash("game"))),
    "a seat that the game does not have": (Code.NO_SEAT, of_seat_3),
    "the first entry again": (Code.KNOWN, lambda m: [m.spectator.log.at(1)]),
    "not signed by its seat": (Code.BAD_SIGNATURE, unsigned),
    "another entry of the seat at its last place": (Code.FORK, at_the_last_place_of_seat_0),
    "the entry after the next": (
        Code.GAP,
        lambda m: [m.forged(0, ORDER, head=Head(len(m.spectator.log) + 1, some_hash("line")))],
    ),
    "another entry before it": (
        Code.STALE_HEAD,
        lambda m: [m.forged(0, ORDER, head=Head(len(m.spectator.log), some_hash("line")))],
    ),
    "an order when the game is over": (
        Code.CLOSED,
        after(toy.Win(), then=says(ORDER)),
    ),
    "an order of another seat": (Code.WRONG_AUTHOR, says(ORDER, seat=1)),
    "an incarnation that has not begun": (
        Code.WRONG_INCARNATION,
        says(ORDER, incarnation=some_hash("name")),
    ),
    "a state digest when no phase has ended": (
        Code.WRONG_DIGEST,
        says(ORDER, state=some_hash("state")),
    ),
    "no state digest when a phase has ended": (
        Code.WRONG_DIGEST,
        after(toy.End(), then=says(ORDER, seat=1, state=None)),
    ),
    "the digest of another state": (
        Code.WRONG_DIGEST,
        after(toy.End(), then=says(ORDER, seat=1, state=some_hash("state"))),
    ),
    "an opening where an order is asked for": (
        Code.NOT_DUE,
        lambda m: [m.forged(0, *openings(m.prepare(0, toy.Show((toy.USA,), 1)).entry))],
    ),
    "an order that the rules forbid": (Code.ILLEGAL_ANSWER, says(toy.Throw(0))),
    "a share that does not hash to the one before it": (
        Code.SHARE_WRONG,
        says(ORDER, WRONG_SHARE),
    ),
    "a share that no roll asks for": (
        Code.SHARE_EARLY,
        lambda m: [m.forged(0, DiceShare(m.authors[0].keys.chain(bytes(32)).share(1)), ORDER)],
    ),
    "an opening that shows another group": (Code.BAD_OPENING, with_opening(other_group)),
    "an opening of another token": (Code.BAD_OPENING, with_opening(other_token)),
    "a justification where none may be": (
        Code.FALSE_CLAIM,
        with_seal(toy.Shuffle(), lambda seal, _: replace(seal, justification=b"true")),
    ),
    "a claim of fewer tokens than the rules ask for": (Code.WRONG_CLAIM, says_present(of_a_part)),
    "a claim of tokens of another power": (Code.WRONG_CLAIM, says_present(of_japan)),
    "a commitment missing": (
        Code.BAD_COMMITMENT,
        with_seal(toy.Shuffle(), lambda seal, _: replace(seal, commitments=seal.commitments[1:])),
    ),
    "a commitment twice in one seal": (
        Code.BAD_COMMITMENT,
        with_seal(toy.Shuffle(), first_twice),
    ),
    "a commitment of an earlier seal": (
        Code.BAD_COMMITMENT,
        with_seal(toy.Shuffle(), of_an_earlier_seal),
    ),
    "a receipt of who resigns for another place": (Code.BAD_RECEIPT, resigns_with_old_receipt),
    "instructions that are none": (
        Code.BAD_INSTRUCTIONS,
        says(Instruct(b"instructions"), ORDER),
    ),
    "a second hand before the first": (Code.BAD_HAND, says(Hand(1, 2), ORDER)),
    "a rejoin that stands by none of its seat's entries": (Code.BAD_REJOIN, stands_by_nothing),
    "dice, shown tokens and a shuffle, all taken back, and another shuffle": (None, taken_back),
    "an agreement that a seat has not signed": (Code.BAD_AGREEMENT, signed_by_two),
    "keys that open nothing": (Code.BAD_DISCLOSURE, after(toy.Win(), then=disclosed)),
    "a closing signature of the first entry": (Code.NOT_DUE, closing_early),
}


def verdicts(log: bytes) -> dict[str, Json]:
    """What an audit of each level says."""
    told: dict[str, Json] = {}
    for level in Level:
        report = audit(log, level, open_table=toy_table)
        fault = report.fault
        told[level.value] = {
            "entries": report.entries,
            "code": None if fault is None else fault.code,
            "entry": None if fault is None else fault.entry,
            "culprit": None if fault is None else fault.culprit,
        }
    return told


def test_vectors_of_refusals() -> None:
    start = write_log(toy_match().spectator.log)
    cases: list[Json] = []
    for name, (code, case) in CASES.items():
        added = b"".join(write_record(record_of(one)) for one in case(toy_match()))
        said = verdicts(start + added)
        rules = said["rules"]
        assert isinstance(rules, dict)
        assert rules["code"] == code, name
        cases.append({"name": name, "added": added.hex(), **said})
    check_vectors("refused", {"start": start.hex(), "cases": cases})


def codes_in(vectors: Json) -> set[str]:
    """All codes that stand in a file of vectors."""
    match vectors:
        case dict():
            own = {str(vectors["code"])} if vectors.get("code") else set[str]()
            return own.union(*map(codes_in, vectors.values()))
        case list():
            return set[str]().union(*map(codes_in, vectors))
        case _:
            return set()


def test_spec_0_3_every_code_has_a_vector() -> None:
    """What is refused by form alone, or shown by evidence, stands in other files."""
    files = (json.loads(file.read_text()) for file in DIRECTORY.glob("*.json"))
    missing = set(Code) - set[str]().union(*map(codes_in, files))
    assert not missing
