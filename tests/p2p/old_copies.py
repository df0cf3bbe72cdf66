"""Histories of a store that is put back from a copy of itself."""

from protocol.charter import DiceSetting
from tests.p2p.simulation import World
from tests.protocol.toy_match import toy_founding

__all__ = ["put_back_behind_its_count"]

_ENTRIES = 12


def put_back_behind_its_count(seed: int) -> None:
    """A seat signs an order that nobody hears of; then its store is put back from before it.

    Others cannot show that entry, and what is kept beside the store tells that there was one.
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
    (node,) = (one for one in world.nodes if one.up.standing.must_decide)
    for wire in [wire for wire in world.wires if node in wire.ends]:
        world.sever(wire)
    copy = node.disk
    for one in world.nodes:
        one.thinks = True
    node.settle()
    assert len(node.disk.entries) > len(copy.entries)
    world.crash(node)
    node.disk = copy
    world.calm()
    world.check_finished()
