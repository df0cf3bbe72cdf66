"""What a relay tells whoever watches over it: the text form of Prometheus, version 0.0.4.

Only sums: no name, no address, nothing of who talks to whom.
"""

from collections.abc import Hashable, Iterator, Mapping
from typing import Final, TypeVar

from p2p.relay.forwarding import Forwarding
from p2p.relay.holding import Numbers
from p2p.relay.messages import Reason

__all__ = ["CONTENT_TYPE", "prometheus"]

CONTENT_TYPE: Final = "text/plain; version=0.0.4"

S = TypeVar("S", bound=Hashable)


def prometheus(forwarding: Forwarding[S]) -> str:
    """All numbers of a relay."""
    done = forwarding.traffic
    lines = [
        *_number("gauge", "connections", "Connections of all kinds.", forwarding.connections),
        *_number("gauge", "registered", "Nodes that are registered.", forwarding.registered),
        *_number("gauge", "waiting_calls", "Calls without an answer yet.", forwarding.waiting),
        *_number("gauge", "joined_pairs", "Calls that are joined.", forwarding.pairs),
        *_number("counter", "registrations_total", "Names proved.", done.registrations),
        *_number("counter", "calls_total", "Calls to a registered node.", done.calls),
        *_number("counter", "joined_total", "Calls that were joined.", done.joined),
        *_number("counter", "probes_total", "Nodes that were called back.", done.probes),
        *_number("counter", "frames_total", "Frames passed on.", done.frames),
        *_number("counter", "bytes_total", "Bytes of frames passed on.", done.octets),
        *_ended(done.ended),
        *(() if forwarding.holding is None else _held(forwarding.holding.numbers)),
    ]
    return "".join(f"{line}\n" for line in lines)


def _number(kind: str, name: str, meaning: str, value: int) -> Iterator[str]:
    full = f"secret_subs_relay_{name}"
    yield f"# HELP {full} {meaning}"
    yield f"# TYPE {full} {kind}"
    yield f"{full} {value}"


def _held(numbers: Numbers) -> Iterator[str]:
    yield from _number("gauge", "held_tables", "Tables whose logs are held.", numbers.held)
    yield from _number("gauge", "loaded_tables", "Of those, the ones in memory.", numbers.loaded)
    yield from _number(
        "counter",
        "overdrawn_tables_total",
        "Times a table was put away for the processor time that it took.",
        numbers.overdrawn,
    )
    yield from _number("gauge", "held_bytes", "Bytes of held logs on disk.", numbers.octets)
    yield from _number(
        "counter", "codes_total", "Codes sent to addresses for reminders.", numbers.codes
    )
    yield from _number(
        "counter", "reminders_total", "Reminders sent to players who are away.", numbers.reminders
    )


def _ended(ended: Mapping[Reason, int]) -> Iterator[str]:
    full = "secret_subs_relay_ended_total"
    yield f"# HELP {full} Connections that the relay ended, by reason."
    yield f"# TYPE {full} counter"
    for reason in Reason:
        yield f'{full}{{reason="{reason.value}"}} {ended.get(reason, 0)}'
