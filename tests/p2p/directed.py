"""Histories that random ones hardly ever find: what hostile seats sign, and a store put back."""

from contextlib import suppress
from dataclasses import replace

from protocol.agreements import ProposalSignature
from protocol.charter import DiceSetting
from protocol.entry import Decide, Entry
from protocol.errors import LocalError
from protocol.proposals import AfterFault, End, ProposalRefusal, Replace, Result
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed
from tests.p2p.simulated_players import brings
from tests.p2p.simulation import World
from tests.p2p.stage import ANN, BOB, CID, DOT, NEWCOMER, Stage
from tests.protocol import toy
from tests.protocol.sample import MINUTE
from tests.protocol.toy_match import toy_founding

__all__ = [
    "an_old_name_after_an_answer",
    "an_old_name_after_the_settlement",
    "nothing_is_refused_for_who_played_before",
    "put_back_with_its_count",
    "refused_once",
    "two_orders",
    "two_settlements",
]

_ENTRIES = 12
_DRAW = End(Result.DRAW)


def _asked(seed: int) -> tuple[Stage, Signed[RejoinQuestion]]:
    """Ann says that she has lost her machine; Bob has answered."""
    stage = Stage(seed, BOB, toy.SEATS, DiceSetting.SIDES)
    question = stage.question(ANN)
    stage.says(question)
    return stage, question


def an_old_name_after_an_answer(seed: int) -> None:
    """Bob has said that he holds no entry of Ann's, and then she shows one."""
    stage, _ = _asked(seed)
    assert not stage.takes(stage.entry(ANN)), "an entry of a name below one that has asked"


def an_old_name_after_the_settlement(seed: int) -> None:
    """Ann has settled with no entry, and then shows one all the same."""
    stage, question = _asked(seed)
    stage.says(stage.settlement(question, *stage.answers(question)))
    assert not stage.takes(stage.entry(ANN)), "an entry beyond what its seat has settled with"


def two_settlements(seed: int) -> None:
    """Ann settles twice, with two answers of Cid's; Bob keeps to the one that he heard first."""
    stage, question = _asked(seed)
    bobs = stage.answers(question)
    first = stage.settlement(question, *bobs)
    stage.says(first)
    pending = stage.answer(CID, question, begun=stage.question(CID))
    second = stage.settlement(question, *bobs, pending)
    assert not stage.takes(stage.rejoin(second)), "two settlements are gone by"
    assert stage.takes(stage.rejoin(first))


def two_orders(seed: int) -> None:
    """Ann has forked, and Cid may hold her other order: Bob, who is next, plays on only then."""
    stage = Stage(seed, BOB)
    start = stage.node.up.table.head
    assert stage.takes(stage.entry(ANN))
    stage.takes(stage.entry(ANN, head=start, minute=MINUTE + 1))
    with suppress(LocalError):
        stage.plays()
    assert stage.held == 1, "it is on a line that others may leave"


def refused_once(seed: int) -> None:
    """Bob refuses what its line has gone on without, and no more than once.

    Somebody shows the question that it has added after a fault, so that its refusal is not in the
    last name that others know of it: the proposal is not dead.
    """
    stage = Stage(seed, BOB)
    kept = stage.proposal(CID, AfterFault(_DRAW), DOT)
    stage.says(kept)
    stage.node.up.consent(kept.statement.hash, stage.world.entropy(), stage.world.minute)
    (signature,) = stage.said(ProposalSignature)
    stage.says(signature.question, by=DOT)
    earlier = stage.proposal(CID, _DRAW, ANN)
    stage.says(earlier)
    assert stage.takes(stage.entry(ANN))
    stage.says(stage.signature(earlier, CID))
    (refusal,) = stage.said(ProposalRefusal)
    assert (refusal.seat, refusal.proposal) == (BOB, earlier.statement.hash)


def nothing_is_refused_for_who_played_before(seed: int) -> None:
    """Some have signed against Ann, the keeper has not, and then somebody comes to play for her.

    It is not the newcomer that was named, so it has nothing to say against that.
    """
    powers = (("USA",), ("Japan",), ("UK",), ("Germany",), ())
    stage = Stage(seed, powers=powers, dice=DiceSetting.KEEPERS, newcomer=True)
    earlier = stage.proposal(BOB, _DRAW, ANN)
    stage.says(earlier, *(stage.signature(earlier, seat) for seat in (BOB, CID)))
    assert stage.takes(stage.entry(ANN))
    others = (BOB, CID, DOT, 4)
    terms = Replace((brings(stage.world, NEWCOMER, ANN, 1),))
    agreement = stage.agreed(stage.proposal(CID, terms, ANN), *others)
    assert stage.takes(stage.entry(BOB, stage.item(agreement)))
    question = stage.node.up.table.log.heard.greatest[ANN]
    stage.says(*(stage.answer(seat, question) for seat in others))
    assert stage.said(Settlement), "who has come to play may sign now"
    assert not stage.said(ProposalRefusal)


def put_back_with_its_count(seed: int) -> None:
    """A machine is put back as it was before its last entry, with what is kept beside its store.

    Nothing tells it; but others hold that entry, and it signs nothing before it has met one.
    """
    world = World(seed, founding=toy_founding(dice=DiceSetting.SIDES), spectators=0)
    world.length = 30
    for pair in world.apart():
        world.connect(*pair)
    while len(world.nodes[0].disk.entries) < _ENTRIES:
        world.deliver(*world.draw.choice(world.ready()))
    for node in world.nodes:
        node.thinks = False
    while ready := world.ready():
        world.deliver(*world.draw.choice(ready))
    for node in world.nodes:
        node.thinks = True
    line = [Entry.from_bytes(raw) for raw in world.nodes[0].disk.entries]
    last = next(entry for entry in reversed(line) if isinstance(entry.items[0], Decide))
    node = world.nodes[last.seat]
    world.crash(node)
    keep = last.sequence - 1
    signed = {key: value for key, value in node.disk.signed.items() if key[1] <= keep}
    node.disk = replace(node.disk, entries=node.disk.entries[:keep], signed=signed, shares={})
    node.counted = 0
    node.start()
    world.calm()
    world.check_finished()
