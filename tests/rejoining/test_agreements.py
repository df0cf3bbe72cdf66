"""Who can replace a seat that has vanished, while another has lost its machine."""

import dataclasses
import random

import pytest

from tests.rejoining.code import with_code
from tests.rejoining.records import Agreement, Answer, Entry, Kind, Name, Proposal, Rank, Signature
from tests.rejoining.rules import ALL_RULES, Rule, convicted
from tests.rejoining.seat import Seat
from tests.rejoining.world import Table, World


def last_vanishes_and_one_before_loses(
    seats: int, *, hears: bool = True, without: frozenset[Rule] = frozenset()
) -> tuple[World, Proposal]:
    """All that are left are asked to sign; the pending seat only does if it has their answers."""
    gone, loser = seats - 1, seats - 2
    world = World(Table(seats, frozenset({gone})), random.Random(0), ALL_RULES - without)
    world.nodes[loser] = pending = world.nodes[loser].lost(clock=0, nonce=1)
    asked = pending.name.question
    assert asked is not None
    for node in world.nodes[:loser]:
        node.hear(asked, 0, 0)
        if hears:
            pending.hear(node.answered[asked], 0, 0)
    proposal = Proposal(None, Kind.REPLACE, ((gone, Rank(0)),), 0)
    for node in world.nodes:
        node.sign(world.records.add(proposal))
    return world, proposal


def complete(world: World) -> list[Agreement]:
    """What the first seat can make of all signatures."""
    first: Seat = world.nodes[0]
    for node in world.nodes[1:]:
        first.signatures |= node.signatures
    return first.complete()


@pytest.mark.parametrize("seats", [5, 6, 7])
def test_a_vanished_seat_is_replaced_while_another_is_pending(seats: int) -> None:
    world, _ = last_vanishes_and_one_before_loses(seats)
    assert len(complete(world)) == 1


@pytest.mark.parametrize("seats", [3, 4])
def test_no_agreement_without_a_majority_that_has_forgotten_nothing(seats: int) -> None:
    world, _ = last_vanishes_and_one_before_loses(seats)
    assert not complete(world)
    world, _ = last_vanishes_and_one_before_loses(seats, without=frozenset({Rule.MAJORITY}))
    assert len(complete(world)) == 1


def test_a_pending_seat_signs_once_it_has_the_answers_of_all_that_are_not_named() -> None:
    world, proposal = last_vanishes_and_one_before_loses(5, hears=False)
    assert not world.nodes[3].sign(proposal)
    world, proposal = last_vanishes_and_one_before_loses(5)
    assert world.nodes[3].sign(proposal)


def test_a_pending_signature_without_answers_completes_nothing() -> None:
    for without, agreements in ((frozenset[Rule](), 0), (frozenset({Rule.PENDING_SHOWS}), 1)):
        world, proposal = last_vanishes_and_one_before_loses(5, without=without)
        signed = [s for s in world.nodes[3].signatures if s.proposal.named == proposal.named]
        bare = [dataclasses.replace(signature, answers=()) for signature in signed]
        world.nodes[3].signatures = dict.fromkeys(bare)
        assert len(complete(world)) == agreements


def one_has_gone_on_and_is_asked_to_sign(
    without: frozenset[Rule] = frozenset(), *, code: bool = False
) -> tuple[World, Proposal]:
    """All but 0 sign against 4; 0, who is due, goes on, loses its machine, and is asked to sign."""
    table = Table(5, frozenset({4}), proposals=1, places=4)
    world = World(table, random.Random(0), ALL_RULES - without)
    world.law.pattern = (0, 1, 2, 3, 4)
    if code:
        world = with_code(world)
    proposal = world.records.add(Proposal(None, Kind.REPLACE, ((4, Rank(0)),), 0))
    zero, *others = world.nodes[:4]
    for node in (zero, *others):
        node.hear(proposal, 0, 0)
    assert all(node.sign(proposal) for node in others)
    entry = zero.act(0)
    assert entry is not None
    world.nodes[0] = zero = zero.lost(clock=1, nonce=1)
    asked = zero.name.question
    assert asked is not None
    zero.hear(entry, 0, 0)
    for node in others:
        node.hear(entry, 0, 0)
        node.hear(asked, 0, 0)
        zero.hear(node.answered[asked], 0, 0)
    return world, proposal


@pytest.mark.parametrize("code", [False, True], ids=["model", "code"])
def test_a_pending_seat_signs_for_no_place_before_its_own_entry(code: bool) -> None:
    """SPEC-18.6: it can settle only with that entry, so it would be bound by what never comes."""
    world, proposal = one_has_gone_on_and_is_asked_to_sign(code=code)
    assert not world.nodes[0].sign(proposal)
    world, proposal = one_has_gone_on_and_is_asked_to_sign(frozenset({Rule.PENDING_WITHIN}))
    assert world.nodes[0].sign(proposal)
    assert len(complete(world)) == 1
    assert not world.nodes[0].settle()
    assert all(node.carry(proposal, 0) is None for node in world.nodes[:4])


def one_is_shown_again_what_it_has_given_up(
    without: frozenset[Rule] = frozenset(), *, code: bool = False
) -> tuple[World, Proposal]:
    """4 alone holds the entry of 0, who has lost its machine; all others sign against 4 without."""
    world = World(Table(5, frozenset({4}), proposals=1), random.Random(0), ALL_RULES - without)
    world.law.pattern = (0, 1, 2, 3, 4)
    if code:
        world = with_code(world)
    proposal = world.records.add(Proposal(None, Kind.REPLACE, ((4, Rank(0)),), 0))
    entry = world.nodes[0].act(0)
    assert entry is not None
    world.nodes[0] = zero = world.nodes[0].lost(clock=1, nonce=1)
    asked = zero.name.question
    assert asked is not None
    zero.hear(entry, 0, 0)
    for node in world.nodes[1:4]:
        node.hear(asked, 0, 0)
        zero.hear(node.answered[asked], 0, 0)
    assert all(node.sign(proposal) for node in world.nodes[:4])
    zero.hear(entry, 0, 0)
    return world, proposal


@pytest.mark.parametrize("code", [False, True], ids=["model", "code"])
def test_who_has_signed_for_an_earlier_place_takes_its_own_entry_no_more(code: bool) -> None:
    """SPEC-18.6: else it would settle with that entry, and could not carry what it has signed."""
    world, _ = one_is_shown_again_what_it_has_given_up(code=code)
    assert world.nodes[0].head is None
    world, proposal = one_is_shown_again_what_it_has_given_up(frozenset({Rule.GOES_BACK}))
    assert world.nodes[0].head is not None
    assert len(complete(world)) == 1
    assert all(node.carry(proposal, 0) is None for node in world.nodes[:4])


def one_forgets_whom_it_has_replaced(without: frozenset[Rule]) -> str | None:
    """0 and 1 replace 2; then 0 loses its machine, and replaces 1 with the old key of 2."""
    world = World(Table(3, frozenset()), random.Random(0), ALL_RULES - without)
    world.law.pattern = (2, 0, 1)
    zero, one, old = world.nodes
    first = world.records.add(Proposal(None, Kind.REPLACE, ((2, Rank(0)),), 0))
    zero.sign(first)
    one.sign(first)
    zero.signatures |= one.signatures
    entry = zero.carry(first, 0)
    assert entry is not None
    one.hear(entry, 0, 0)
    world.replace()
    new = world.nodes[-1]
    asked = new.name.question
    assert asked is not None
    for node in (zero, one):
        node.hear(asked, 0, 0)
        new.hear(node.answered[asked], 0, 0)
    assert new.settle()
    new.hear(entry, 0, 0)
    world.nodes[0] = zero = zero.lost(clock=0, nonce=1)
    asked = zero.name.question
    assert asked is not None
    old.hear(asked, 0, 0)
    zero.hear(old.answered[asked], 0, 0)
    second = world.records.add(Proposal(None, Kind.REPLACE, ((1, Rank(0)),), 1))
    zero.sign(second)
    old.sign(second)
    zero.signatures |= old.signatures
    old.signatures |= zero.signatures
    entry = old.carry(second, 0)
    zero.settle()
    if entry is not None:
        zero.hear(entry, 0, 0)
    return world.broken()


def test_who_has_forgotten_a_replacement_does_not_replace_who_has_not() -> None:
    assert one_forgets_whom_it_has_replaced(frozenset()) is None
    assert one_forgets_whom_it_has_replaced(frozenset({Rule.MAJORITY})) is not None


def two_wait_for_one_who_has_forgotten(without: frozenset[Rule]) -> Seat:
    """1 has signed against 2, and 2 against 1; 0 has signed pending with 2, then hears of both."""
    world = World(Table(3, frozenset()), random.Random(0), ALL_RULES - without)
    world.law.pattern = (0, 1, 2)
    _, one, two = world.nodes
    theirs = world.records.add(Proposal(None, Kind.REPLACE, ((2, Rank(0)),), 0))
    ours = world.records.add(Proposal(None, Kind.REPLACE, ((1, Rank(0)),), 0))
    assert one.sign(theirs)
    world.nodes[0] = zero = world.nodes[0].lost(clock=0, nonce=1)
    asked = zero.name.question
    assert asked is not None
    two.hear(asked, 0, 0)
    zero.hear(two.answered[asked], 0, 0)
    assert zero.sign(ours)
    assert two.sign(ours)
    one.hear(asked, 0, 0)
    zero.hear(one.answered[asked], 0, 0)
    assert zero.settle()
    zero.signatures |= {**one.signatures, **two.signatures}
    for proposal in (theirs, ours):
        zero.sign(proposal)
    zero.act(0)
    return zero


def test_who_has_signed_pending_signs_again_whatever_others_have_signed() -> None:
    """Nobody goes by what it signed before it asked, so that cannot bind it (SPEC-12.4, 18.6)."""
    carried = two_wait_for_one_who_has_forgotten(frozenset()).head
    assert carried is not None
    assert carried.agreement is not None
    stuck = two_wait_for_one_who_has_forgotten(frozenset({Rule.CARRIED_LISTED}))
    assert stuck.head is None


def one_signs_against_both(without: frozenset[Rule]) -> set[Agreement]:
    """What is carried for the first place: 0 signs against 2, forgets it, and signs against 1.

    It signs the second one pending with the answer of 2, and again once it has settled: 1 need not
    tell it of the first one, for it takes that no more.
    """
    world = World(Table(3, frozenset()), random.Random(0), ALL_RULES - without)
    world.law.pattern = (1, 0, 2)
    zero, one, two = world.nodes
    theirs = world.records.add(Proposal(None, Kind.REPLACE, ((2, Rank(0)),), 0))
    ours = world.records.add(Proposal(None, Kind.REPLACE, ((1, Rank(0)),), 0))
    for node in (zero, one):
        assert node.sign(theirs)
    one.signatures |= zero.signatures
    world.nodes[0] = zero = zero.lost(clock=0, nonce=1)
    asked = zero.name.question
    assert asked is not None
    two.hear(asked, 0, 0)
    zero.hear(two.answered[asked], 0, 0)
    assert zero.sign(ours)
    one.hear(asked, 0, 0)
    zero.hear(one.answered[asked], 0, 0)
    assert zero.settle()
    assert zero.sign(ours)
    assert two.sign(ours)
    one.carry(theirs, 0)
    zero.signatures |= two.signatures
    assert zero.own is not None
    two.hear(zero.own, 0, 0)
    two.signatures |= zero.signatures
    two.carry(ours, 0)
    zero.carry(ours, 0)
    assert not convicted(world.records)
    return {e.agreement for e in world.records.all(Entry) if e.agreement is not None}


def test_who_signs_again_what_it_signed_pending_completes_nothing_it_has_forgotten() -> None:
    """Without the end of its signatures two would replace each other, and nobody is at fault."""
    assert len(one_signs_against_both(frozenset())) == 1
    assert len(one_signs_against_both(frozenset({Rule.SIGNATURES_END}))) == 2


def one_signs_what_another_has_forgotten(without: frozenset[Rule]) -> Entry | None:
    """1 signs, though it knows that 0 has asked since it signed; 2 carries it with both.

    0 has settled by then, without what it had forgotten, and plays on with 1.
    """
    world = World(Table(3, frozenset({2})), random.Random(0), ALL_RULES - without)
    world.law.pattern = (2, 0, 1)
    zero, one = world.nodes
    proposal = world.records.add(Proposal(None, Kind.MUTUAL, (), 0))
    assert zero.sign(proposal)
    old = next(iter(zero.signatures))
    world.nodes[0] = zero = zero.lost(clock=0, nonce=1)
    asked = zero.name.question
    assert asked is not None
    one.hear(asked, 0, 0)
    assert one.sign(proposal)
    again = next(iter(one.signatures))
    theirs = Name(2, Rank(0))
    zero.hear(one.answered[asked], 0, 0)
    lie = Answer(
        theirs, asked, pending=False, settlement=None, last=None, known=(), signed=(), refused=()
    )
    zero.hear(world.records.add(lie), 0, 0)
    assert zero.settle()
    settled = zero.own
    assert settled is not None
    given = world.records.add(Signature(theirs, proposal, None, pending=False, known=()))
    agreement = world.records.add(Agreement(proposal, (old, again, given)))
    entry = world.records.add(Entry(None, theirs, 0, None, agreement, 1))
    for node in (zero, one):
        node.hear(again, 0, 0)
        node.hear(settled, 0, 0)
        assert not node.hear(entry, 0, 0)
    assert not convicted(world.records)
    return entry if world.law.entry(entry) else None


def test_what_a_signer_knew_to_be_forgotten_is_no_agreement_for_who_only_reads_the_log() -> None:
    """Nobody at the table takes it, and only by this rule its author is at fault (SPEC-18.3, 6)."""
    assert one_signs_what_another_has_forgotten(frozenset()) is None
    assert one_signs_what_another_has_forgotten(frozenset({Rule.SIGNATURES_LIST})) is not None
