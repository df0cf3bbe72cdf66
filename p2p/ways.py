"""Ways in: where a node of a table can be reached, and by what means (SPEC-16.4).

The text of a way says what it is, so that nobody can pass a private address off as a public one:
`host:port` is direct, or of a local network if the host is a private number or a local name;
`wss://host[:port]/path` is a relay, and one whose path ends in `~` and a key is a relay that holds
the log of the game under that key. `nostr+wss://host[:port]/path`, with `~` and a key at its end,
is a relay of Nostr, where mail is kept.
"""

import ipaddress
import re
from dataclasses import dataclass, replace
from enum import IntEnum, unique
from typing import Final, TypeAlias, assert_never

from p2p.address import MAX_ADDRESS, Address, is_number
from p2p.errors import BadAddress
from p2p.written_keys import KEY_LENGTH, read_key, read_octets, write_key, write_octets
from protocol.identity import PublicKey

__all__ = [
    "MAX_WAY",
    "Direct",
    "Holder",
    "Lan",
    "Mailbox",
    "Number",
    "Rank",
    "Relay",
    "WayIn",
    "is_local_number",
    "is_loopback",
    "is_unspecified",
    "number_of",
    "rank_of",
    "read_way",
    "way_to",
]

MAX_PATH: Final = 96
MAX_WAY: Final = len("nostr+wss://") + MAX_ADDRESS + MAX_PATH
"""Characters of the longest way in."""

Number: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_SCHEMES: Final = {"wss": 443, "ws": 80}
_HOLDS: Final = "~"
_MAIL: Final = "nostr+"
_PATH: Final = re.compile(rf"/[A-Za-z0-9._~/-]{{0,{MAX_PATH - 1}}}\Z")
_LOCAL: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8",  # where a system takes it for itself
            "10.0.0.0/8",
            "100.64.0.0/10",  # RFC 6598: behind a provider's router
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "::/127",
            "fc00::/7",
            "fe80::/10",
        ),
    )
)


@unique
class Rank(IntEnum):
    """What is better comes first; of two connections of one pair, the better stays (SPEC-16.10).

    A local network and a direct call are one rank: behind a router that sends its own network's
    calls back into it, the two ends would not agree which of the two it is.
    """

    DIRECT = 0
    RELAY = 1
    MAIL = 2


@dataclass(frozen=True, slots=True)
class Direct:
    """An address that everybody can call.

    Raises:
        BadAddress: on construction, if it is an address of a local network.
    """

    address: Address

    def __post_init__(self) -> None:
        if is_local(self.address):
            raise BadAddress(f"{self.address} is an address of a local network")

    def __str__(self) -> str:
        return str(self.address)


@dataclass(frozen=True, slots=True)
class Lan:
    """An address that is called only from its own network; of loopback, from its own machine.

    Raises:
        BadAddress: on construction, if it is no address of a local network.
    """

    address: Address

    def __post_init__(self) -> None:
        if not is_local(self.address):
            raise BadAddress(f"{self.address} is no address of a local network")

    def __str__(self) -> str:
        return str(self.address)


@dataclass(frozen=True, slots=True)
class Relay:
    """A relay that passes calls on to the node.

    Attributes:
        address: of the relay.
        path: what the relay knows the node by; begins with a slash.
        secure: whether by TLS; only a relay on this machine does without.

    Raises:
        BadAddress: on construction, if it cannot be one.
    """

    address: Address
    path: str = "/"
    secure: bool = True

    def __post_init__(self) -> None:
        if not _PATH.match(self.path):
            raise BadAddress(f"{self.path!a} is no path of a relay")
        if not self.secure and not is_loopback(self.address):
            raise BadAddress(f"a relay at {self.address} is called by wss://, not by ws://")

    def __str__(self) -> str:
        scheme = "wss" if self.secure else "ws"
        usual = self.address.port == _SCHEMES[scheme]
        host = str(self.address).rpartition(":")[0] if usual else str(self.address)
        return f"{scheme}://{host}{self.path}"


@dataclass(frozen=True, slots=True)
class Holder:
    """A node that a relay runs itself, to hold the log for those who come while others sleep.

    Attributes:
        relay: that runs it; its path ends with a slash.
        key: of the node at this table, by which the relay knows it and whoever calls it expects it.

    Raises:
        BadAddress: on construction, if the path would be too long with the key in it.
    """

    relay: Relay
    key: PublicKey

    def __post_init__(self) -> None:
        replace(self.relay, path=f"{self.relay.path}{_HOLDS}{write_key(self.key)}")

    @property
    def address(self) -> Address:
        """Of the relay."""
        return self.relay.address

    @property
    def called(self) -> Relay:
        """The way to it, as to any node that is registered there."""
        return replace(self.relay, path=self.relay.path + write_key(self.key))

    def __str__(self) -> str:
        return f"{self.relay}{_HOLDS}{write_key(self.key)}"


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A relay of Nostr, where the nodes of a table leave mail for each other (SPEC-16.20).

    Nobody answers there: who looks into it finds what the others have left.

    Attributes:
        relay: its address and path.
        author: key by which the player who lists it writes there; 32 bytes.

    Raises:
        BadAddress: on construction, if the path would be too long with the key in it.
    """

    relay: Relay
    author: bytes

    def __post_init__(self) -> None:
        replace(self.relay, path=f"{self.relay.path}{_HOLDS}{write_octets(self.author)}")

    @property
    def address(self) -> Address:
        """Of the relay."""
        return self.relay.address

    def __str__(self) -> str:
        return f"{_MAIL}{self.relay}{_HOLDS}{write_octets(self.author)}"


WayIn: TypeAlias = Direct | Lan | Relay | Holder | Mailbox


def rank_of(way: WayIn) -> Rank:
    """How good the connections are that come of it."""
    match way:
        case Lan() | Direct():
            return Rank.DIRECT
        case Relay() | Holder():
            return Rank.RELAY
        case Mailbox():
            return Rank.MAIL
        case never:
            assert_never(never)


def way_to(address: Address) -> Direct | Lan:
    """The way in that a node has which listens at an address."""
    return Lan(address) if is_local(address) else Direct(address)


def read_way(text: str) -> WayIn:
    """Read a way in, as people and invites write it.

    Raises:
        BadAddress: what is wrong with it.
    """
    if len(text) > MAX_WAY:
        raise BadAddress(f"{text[:20]!a}… is longer than {MAX_WAY} characters")
    scheme, separator, rest = text.strip().partition("://")
    if not separator:
        return way_to(Address.parse(text))
    scheme = scheme.lower()
    mail, scheme = scheme.startswith(_MAIL), scheme.removeprefix(_MAIL)
    usual = _SCHEMES.get(scheme)
    if usual is None:
        raise BadAddress(f"{text!a} is neither host:port nor a relay, as in wss://example.org/")
    place, slash, path = rest.partition("/")
    named = place if re.search(r":\d+\Z", place) else f"{place}:{usual}"
    relay = Relay(Address.parse(named), slash + path or "/", scheme == "wss")
    return _mailbox(relay) if mail else _relay_or_holder(relay)


def _mailbox(way: Relay) -> Mailbox:
    path, mark, key = way.path.rpartition(_HOLDS)
    if not mark:
        raise BadAddress(f"{_MAIL}{way} does not say by which key mail is written there")
    return Mailbox(replace(way, path=path), read_octets(key))


def _relay_or_holder(way: Relay) -> Relay | Holder:
    path, _, last = way.path.rpartition("/")
    if not last.startswith(_HOLDS) or len(last) != len(_HOLDS) + KEY_LENGTH:
        return way
    return Holder(replace(way, path=f"{path}/"), read_key(last.removeprefix(_HOLDS)))


def is_local(address: Address) -> bool:
    """Whether it means something in one network only: a private number, or a local name."""
    number = number_of(address.host)
    if number is None:
        return address.host == "localhost" or address.host.endswith((".local", ".localhost"))
    return is_local_number(number)


def is_local_number(number: Number) -> bool:
    """Whether it is one of RFC 1918, 3927, 4193, 4291 (link-local) or 6598, or loopback."""
    return any(number in network for network in _LOCAL if network.version == number.version)


def is_loopback(address: Address) -> bool:
    """Whether it leads to this machine alone."""
    number = number_of(address.host)
    if number is None:
        return address.host == "localhost" or address.host.endswith(".localhost")
    return number.is_loopback


def is_unspecified(address: Address) -> bool:
    """Whether it stands for all addresses of a machine, so that nobody finds it there."""
    number = number_of(address.host)
    return number is not None and number.is_unspecified


def number_of(host: str) -> Number | None:
    """The number that a host is written as, of IPv4 where it is that in the form of IPv6."""
    if not is_number(host):
        return None
    number = ipaddress.ip_address(host)
    if isinstance(number, ipaddress.IPv6Address):
        return number.ipv4_mapped or number
    return number
