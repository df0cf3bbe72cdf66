"""Which relays hold the log of a game, or mail for it, in words."""

__all__ = ["held_lines", "mailbox_lines"]

from collections.abc import Iterator, Mapping

from p2p.ways import Holder, Relay


def held_lines(held: Mapping[Holder, bool]) -> Iterator[str]:
    """One line for each relay that holds the log: whether our entries reach it now.

    Args:
        held: what holds the log, and whether it is connected.
    """
    for way, connected in held.items():
        how = "up to date with you" if connected else "not connected to you now"
        yield f"{way.relay} holds the log for who comes while others sleep: {how}."


def mailbox_lines(mailboxes: Mapping[Relay, bool]) -> Iterator[str]:
    """One line for each mailbox: whether we read and leave mail there now.

    Args:
        mailboxes: relays of Nostr, and whether each is connected.
    """
    for relay, connected in mailboxes.items():
        how = "open" if connected else "not connected to you now; it is tried again"
        yield f"Mail at {relay}: {how}."
