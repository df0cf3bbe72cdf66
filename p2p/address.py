"""Where a node can be reached (SPEC-16.4)."""

import ipaddress
import re
from dataclasses import dataclass
from typing import Final, Self

from p2p.errors import BadAddress

__all__ = ["MAX_ADDRESS", "Address", "is_number"]

MAX_ADDRESS: Final = 261
"""Characters of the longest address: a host name of 253, brackets, a colon and a port."""

_MAX_PORT: Final = 65_535
_HOST_NAME: Final = re.compile(
    r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*\Z"
)


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """A host, by name or number, and a TCP port; to listen at, 0 is any free port.

    Raises:
        BadAddress: on construction, if it cannot be one.
    """

    host: str
    port: int

    def __post_init__(self) -> None:
        if not 0 <= self.port <= _MAX_PORT:
            raise BadAddress(f"port {self.port} is not between 0 and {_MAX_PORT}")
        if not is_number(self.host) and not _HOST_NAME.match(self.host):
            raise BadAddress(f"{self.host!r} is neither a host name nor an IP address")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `host:port`; an IPv6 number stands in brackets.

        Raises:
            BadAddress: what is wrong with it.
        """
        host, colon, port = text.strip().lower().rpartition(":")
        if not colon or not port.isascii() or not port.isdigit() or len(port) > len(str(_MAX_PORT)):
            raise BadAddress(f"{text!r} is not host:port, for example 192.168.1.20:7777")
        bracketed = host.startswith("[") and host.endswith("]")
        if bracketed != (":" in host):
            raise BadAddress(f"{text!r}: IPv6 addresses, and only they, are written in brackets")
        return cls(host[1:-1] if bracketed else host, int(port))

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def is_number(host: str) -> bool:
    """Whether a host is an IP address rather than a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return "%" not in host
