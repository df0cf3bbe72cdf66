"""Two homes behind routers that masquerade, and a server that both reach: network namespaces.

    192.168.1.2 ── router ── 203.0.113.11 ┐
                                          ├─ 203.0.113.1, the server
    192.168.1.2 ── router ── 203.0.113.12 ┘

Both homes have the same private numbers, as homes do. A router lets out whoever calls, under its
own number, and lets nobody in.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

__all__ = [
    "HOME",
    "NETWORK",
    "ROUTERS",
    "SERVER",
    "Neighbourhood",
    "inside",
    "neighbourhood",
    "one_network",
    "why_not",
]

SERVER = "203.0.113.1"
ROUTERS = ("203.0.113.11", "203.0.113.12")
HOME, GATEWAY = "192.168.1.2", "192.168.1.1"
NETWORK = ("192.168.1.2", "192.168.1.3")
"""Two machines of one home."""


@dataclass(frozen=True)
class Neighbourhood:
    """The namespaces.

    Attributes:
        server: what everybody reaches.
        routers: their numbers are `ROUTERS`.
        homes: what nobody reaches.
    """

    server: str
    routers: tuple[str, str]
    homes: tuple[str, str]

    @property
    def all(self) -> tuple[str, ...]:
        return (self.server, *self.routers, *self.homes)


def inside(namespace: str) -> tuple[str, ...]:
    """What starts a command there."""
    return ("ip", "netns", "exec", namespace)


def why_not() -> str:
    """Why this machine can make none; empty if it can."""
    missing = [name for name in ("ip", "iptables") if shutil.which(name) is None]
    if missing:
        return f"{' and '.join(missing)} not installed"
    try:
        with neighbourhood():
            return ""
    except subprocess.CalledProcessError as error:
        return f"no network namespaces here: {error.stderr.decode(errors='replace').strip()}"


@contextmanager
def neighbourhood() -> Iterator[Neighbourhood]:
    """Make it; it is gone at the end.

    Raises:
        CalledProcessError: this system does not let us.
    """
    own = f"subs{os.getpid()}"
    made = Neighbourhood(
        f"{own}server", (f"{own}router0", f"{own}router1"), (f"{own}home0", f"{own}home1")
    )
    try:
        _make(made)
        yield made
    finally:
        for namespace in made.all:
            command = f"ip netns delete {namespace}"
            subprocess.run(command.split(), check=False, capture_output=True)


@contextmanager
def one_network() -> Iterator[tuple[str, str]]:
    """Two machines of one network, at the numbers of `NETWORK`; it is gone at the end.

    Raises:
        CalledProcessError: this system does not let us.
    """
    first, second = names = (f"subs{os.getpid()}lan0", f"subs{os.getpid()}lan1")
    try:
        for namespace in names:
            _run(f"ip netns add {namespace}")
            _run("ip link set lo up", namespace)
        _run(f"ip link add wire netns {first} type veth peer name wire netns {second}")
        for namespace, number in zip(names, NETWORK, strict=True):
            _run(f"ip address add {number}/24 dev wire", namespace)
            _run("ip link set wire up", namespace)
            _run(f"ip route add default via {GATEWAY}", namespace)
        yield names
    finally:
        for namespace in names:
            command = f"ip netns delete {namespace}"
            subprocess.run(command.split(), check=False, capture_output=True)


def _make(made: Neighbourhood) -> None:
    for namespace in made.all:
        _run(f"ip netns add {namespace}")
        _run("ip link set lo up", namespace)
    _run("ip link add street type bridge", made.server)
    _run(f"ip address add {SERVER}/24 dev street", made.server)
    _run("ip link set street up", made.server)
    for number, (router, home) in enumerate(zip(made.routers, made.homes, strict=True)):
        outward = f"ip link add out netns {router} type veth"
        _run(f"{outward} peer name router{number} netns {made.server}")
        _run(f"ip link set router{number} master street up", made.server)
        _run(f"ip address add {ROUTERS[number]}/24 dev out", router)
        _run("ip link set out up", router)
        _run(f"ip link add home netns {router} type veth peer name router netns {home}")
        _run(f"ip address add {GATEWAY}/24 dev home", router)
        _run("ip link set home up", router)
        _run(f"ip address add {HOME}/24 dev router", home)
        _run("ip link set router up", home)
        _run(f"ip route add default via {GATEWAY}", home)
        _run("sysctl --quiet --write net.ipv4.ip_forward=1", router)
        _run("iptables --table nat --append POSTROUTING --out-interface out -j MASQUERADE", router)
        _run("iptables --policy FORWARD DROP", router)
        _run("iptables --append FORWARD --in-interface home -j ACCEPT", router)
        known = "--match conntrack --ctstate ESTABLISHED,RELATED"
        _run(f"iptables --append FORWARD --in-interface out {known} -j ACCEPT", router)


def _run(command: str, namespace: str = "") -> None:
    before = inside(namespace) if namespace else ()
    subprocess.run([*before, *command.split()], check=True, capture_output=True)
