"""Which relays hold the log of a game, in words."""

__all__ = ["held_lines"]

from collections.abc import Iterator, Mapping

from p2p.ways import Holder


def held_lines(held: Mapping[Holder, bool]) -> Iterator[str]:
    """One line for each relay that holds the log: whether our entries reach it now.

    Args:
        held: what holds the log, and whether it is connected.
    """
    for way, connected in held.items():
        how = "up to date with you" if connected else "not connected to you now"
        yield f"{way.relay} holds the log for who comes while others sleep: {how}."
