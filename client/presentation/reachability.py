"""Who can call by which way in, in words."""

__all__ = ["reachability_line", "reachability_lines"]

from collections.abc import Iterator, Sequence
from typing import assert_never

from p2p.probing import Reachability, Verdict
from p2p.ways import Direct, Holder, Lan, Mailbox, Relay


def reachability_lines(ways: Sequence[Reachability], *, begun: bool) -> Iterator[str]:
    """One line for each way in, and before them who can call by any of them.

    Args:
        ways: what was found out about each; nothing is said where there is none.
        begun: whether the game has begun: then nobody is to join it, but to come back.
    """
    if not ways:
        return
    can = "call you" if begun else "join"
    if any(one.verdict is Verdict.WORKS for one in ways):
        yield f"Others can {can} from anywhere."
    elif any(one.verdict is Verdict.UNTESTED for one in ways):
        yield f"It is not known whether others can {can} from anywhere."
    elif all(one.verdict is Verdict.MACHINE for one in ways):
        yield "This game is on this machine alone."
    else:
        yield f"Nobody can {can} from the Internet yet."
    for one in ways:
        yield f"  {reachability_line(one)}"


def reachability_line(found: Reachability) -> str:
    """What was found out about one way, and what would help."""
    match found.way:
        case Direct() | Lan() as way:
            return f"{way}: {_called(found)}"
        case Relay() | Holder() as way:
            place = str(way).rpartition("/")[0]
            if found.used:
                return f"{place}/: works; somebody has come in through this relay"
            if found.verdict is Verdict.WORKS:
                return f"{place}/: works; others can call you through this relay"
            return f"{place}/: not reachable; you are not registered at this relay"
        case Mailbox(relay):
            return f"{relay}: a mailbox, where others leave you mail and find yours"
        case never:
            assert_never(never)


def _called(found: Reachability) -> str:
    match found.verdict:
        case Verdict.WORKS | Verdict.NETWORK | Verdict.MACHINE if found.used:
            where = {
                Verdict.NETWORK: " in your network",
                Verdict.MACHINE: " on this machine",
            }
            return f"works{where.get(found.verdict, '')}; somebody has come in by it"
        case Verdict.WORKS:
            return "works; a relay has called you there"
        case Verdict.ELSEWHERE:
            return (
                f"a relay has called you at {found.seen} instead: if that does not change, give "
                "it with --address"
            )
        case Verdict.UNREACHABLE:
            return (
                f"not reachable; a relay could not call you at {found.seen}: have your router "
                "pass the port on to this machine, and your firewall let it in"
            )
        case Verdict.NETWORK:
            return "only in your network"
        case Verdict.MACHINE:
            return "only on this machine"
        case Verdict.UNTESTED:
            return "not tested, for want of a relay that calls you back: --relay names one"
        case never:
            assert_never(never)
