"""Which addresses of local networks a node calls: those of its own network (SPEC-16.16).

A link was given to this player, who may call what it names. What another player lists is called
where it means the same to both: a public address everywhere, a private one in one's own network
alone, whether it is written as a number or a name resolves to it.
"""

import asyncio
import ipaddress
import socket
from enum import Enum, unique
from typing import Final

from p2p.address import Address
from p2p.errors import Unreachable
from p2p.sockets import RESOLVES_NAMES
from p2p.ways import Number, is_local_number, number_of

__all__ = ["Scope", "permitted"]

_SHARED: Final = ipaddress.ip_network("100.64.0.0/10")
_OWN_BITS: Final = {4: 24, 6: 64}
"""How much two numbers of one network have in common, by version. The system does not say it."""
_NOWHERE_PORT: Final = 9


@unique
class Scope(Enum):
    """Which local networks may be called."""

    EVERYWHERE = "everywhere"
    OWN_NETWORK = "own network"
    OWN_MACHINE = "own machine, and own network"


async def permitted(address: Address, scope: Scope) -> Address:
    """The address to call: as it is where everything may be called, else the number of the host.

    Raises:
        Unreachable: there is no such host, or it is in a local network that is not ours.
    """
    if scope is Scope.EVERYWHERE:
        return address
    if not RESOLVES_NAMES:
        return _permitted_unresolved(address, scope)
    try:
        found = await asyncio.get_running_loop().getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM
        )
    except OSError as error:
        raise Unreachable(f"{address}: {error.strerror or 'no such host'}") from error
    for _, _, _, _, place in found:
        number = number_of(str(place[0]))
        if number is not None and _may_call(number, scope):
            return Address(str(place[0]), address.port)
    raise Unreachable(f"{address}: an address of a local network that this machine is not in")


def _permitted_unresolved(address: Address, scope: Scope) -> Address:
    """The same where a name is looked up by the system alone, when it is called.

    A page calls with TLS: who answers in a local network would need a certificate for the name.

    Raises:
        Unreachable: it is a number in a local network that is not ours.
    """
    number = number_of(address.host)
    if number is None or _may_call(number, scope):
        return address
    raise Unreachable(f"{address}: an address of a local network")


def _may_call(number: Number, scope: Scope) -> bool:
    if not is_local_number(number):
        return True
    if number.is_loopback:
        return scope is Scope.OWN_MACHINE
    if number.is_unspecified or number.is_link_local:
        return False
    return in_one_network(number, _source(number))


def in_one_network(number: Number, source: Number | None) -> bool:
    """Whether a number is in the network of the number from which this machine would call it.

    Behind a provider's router (RFC 6598) all are: no home has such numbers, but virtual networks.
    """
    if source is None or source.version != number.version or not is_local_number(source):
        return False
    if number in _SHARED:
        return source in _SHARED
    own = ipaddress.ip_network((source, _OWN_BITS[source.version]), strict=False)
    return number in own


def _source(number: Number) -> Number | None:
    """From which number the system would call another one; nothing is sent."""
    family = socket.AF_INET if number.version == 4 else socket.AF_INET6  # noqa: PLR2004 (IPv4)
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((str(number), _NOWHERE_PORT))
            return number_of(str(probe.getsockname()[0]))
    except OSError:
        return None
