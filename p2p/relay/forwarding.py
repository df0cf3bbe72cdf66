"""All that a relay decides (SPEC-16.15): who is registered, who calls whom, and who is joined.

No sockets, time or randomness: connections are whatever the server knows them by, it says when it
is, and it brings fresh bytes. What is to be done is returned, to be done in that order.

    registering   Register → Challenge → Prove → Registered, then Incoming for each call
    calling       Call → Joined, once the node that is called has sent Answer on another connection
    listing       List → Listed, on the connection of a node that is registered
    asking        Probe → Seen, once the relay has called where the asker comes from

A connection waits for at most `WAIT_SECONDS`: until its name is proved, its call is answered, or it
was called back.
"""

from collections import Counter, deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Final, Generic, TypeAlias, TypeVar, assert_never

from p2p.errors import BadListing, BadMessage
from p2p.limits import ConnectionLimiter, Network
from p2p.relay.effects import CallBack, Effect, End, Tell
from p2p.relay.holding import Holding
from p2p.relay.listings import Listings
from p2p.relay.messages import (
    TOKEN_SIZE,
    VERSION,
    Answer,
    Call,
    Challenge,
    Incoming,
    Joined,
    List,
    Listed,
    Probe,
    Prove,
    Reason,
    Register,
    Registered,
    read_control,
)
from p2p.relay.names import HOLDER, NONCE_SIZE, proves_registration
from protocol.errors import Refused
from protocol.identity import PublicKey

__all__ = ["WAIT_SECONDS", "Forwarding", "Limits", "Traffic"]

WAIT_SECONDS: Final = 10.0
"""For a name to be proved, for a call to be answered, or for the relay to call back."""
PROBE_SECONDS: Final = 60.0
"""Within which probes are counted."""

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much anybody may have of a relay.

    Attributes:
        names: registered at once; the last tenth is kept for names that were registered before.
        connections_per_network: registered or joined, of one network.
        pairs_per_name: calls to one name that are joined at once.
        calls_per_name: calls to one name that wait at once.
        names_per_pass: registered at once with one pass.
        unproven: connections at once that are neither registered nor joined.
        unproven_per_network: of those, of one network.
        probes: askers that are called back within a minute.
        probes_per_network: of those, of one network.
        listings: tables that are listed at once.
        listings_per_network: of those, of hosts of one network.
        bytes_per_second: passed on for one name, over time.
        burst: bytes passed on for one name at once.
    """

    names: int = 10_000
    connections_per_network: int = 128
    pairs_per_name: int = 32
    calls_per_name: int = 16
    names_per_pass: int = 64
    unproven: int = 512
    unproven_per_network: int = 32
    probes: int = 240
    probes_per_network: int = 8
    listings: int = 200
    listings_per_network: int = 2
    bytes_per_second: int = 256 * 1024
    burst: int = 64 * 1024 * 1024


# What a connection is for


@dataclass(frozen=True, slots=True)
class _New:
    """It has said nothing yet."""


@dataclass(frozen=True, slots=True)
class _Challenged:
    """It has named itself, and is to prove it."""

    name: PublicKey
    nonce: bytes


@dataclass(frozen=True, slots=True)
class _Registered:
    """A node is told here who calls it."""

    name: PublicKey
    relay_pass: str


@dataclass(frozen=True, slots=True)
class _Calling:
    """It waits for the node that it calls."""

    name: PublicKey
    token: bytes


@dataclass(frozen=True, slots=True)
class _Asking:
    """It waits to be called back elsewhere."""


@dataclass(frozen=True, slots=True)
class _Paired(Generic[S]):
    """It is joined to another one."""

    name: PublicKey
    partner: S
    answers: bool


_Purpose: TypeAlias = _New | _Challenged | _Registered | _Calling | _Asking | _Paired[S]


@dataclass(slots=True)
class _Allowance:
    """Bytes that may be passed on for a name; below 0 once more were."""

    left: float
    at: float


@dataclass(slots=True)
class Traffic:
    """What a relay has done since it began; for whoever watches over it."""

    registrations: int = 0
    calls: int = 0
    joined: int = 0
    probes: int = 0
    frames: int = 0
    octets: int = 0
    ended: Counter[Reason] = field(default_factory=Counter)


class Forwarding(Generic[S]):
    """The relay.

    Attributes:
        url: of the relay, by which nodes call it.
        passes: whoever brings one of them may register; None if everybody may.
        holding: its own holder, whose nodes the limits do not count; None if it has none.
        traffic: what it has done.
        listings: the tables that strangers may ask to join.
    """

    def __init__(
        self,
        url: str,
        limits: Limits,
        passes: frozenset[str] | None = None,
        holding: Holding | None = None,
    ) -> None:
        """Nobody is connected.

        Args:
            url: see `url`.
            limits: how much anybody may have of it.
            passes: see `passes`.
            holding: see `holding`.
        """
        self.url = url
        self.passes = passes
        self.holding = holding
        self.traffic = Traffic()
        self._limits = limits
        self._limiter = ConnectionLimiter[S](
            limits.unproven, limits.unproven_per_network, limits.unproven * 3 // 4
        )
        self._purposes: dict[S, _Purpose[S]] = {}
        self._networks: dict[S, Network] = {}
        self._kept: Counter[Network] = Counter()
        self._deadlines: dict[S, float] = {}
        self._names: dict[PublicKey, S] = {}
        self._calls: dict[bytes, S] = {}
        self._pairs: Counter[PublicKey] = Counter()
        self._used: Counter[str] = Counter()
        self._held: set[PublicKey] = set()
        self._known: dict[PublicKey, _Allowance] = {}
        self._probes: deque[tuple[float, Network]] = deque()
        self.listings = Listings[S](limits.listings, limits.listings_per_network)

    @property
    def connections(self) -> int:
        """How many there are, of all kinds."""
        return len(self._purposes)

    @property
    def registered(self) -> int:
        """How many nodes are registered."""
        return len(self._names)

    @property
    def waiting(self) -> int:
        """How many calls wait for an answer."""
        return len(self._calls)

    @property
    def pairs(self) -> int:
        """How many calls are joined."""
        return sum(self._pairs.values())

    # Connections come and go

    def open(self, socket: S, network: Network, now: float) -> list[Effect[S]]:
        """A connection was made; an older one may have to end for it."""
        self._purposes[socket] = _New()
        self._networks[socket] = network
        self._deadlines[socket] = now + WAIT_SECONDS
        crowded_out = self._limiter.open(socket, network)
        return [] if crowded_out is None else self._end(crowded_out, Reason.FULL)

    def close(self, socket: S) -> list[Effect[S]]:
        """A connection has ended, whoever ended it; what it was joined to ends with it."""
        purpose = self._purposes.pop(socket, None)
        if purpose is None:
            return []
        network = self._networks.pop(socket)
        self._deadlines.pop(socket, None)
        self._limiter.close(socket)
        match purpose:
            case _New() | _Challenged() | _Asking():
                return []
            case _Calling(token=token):
                self._calls.pop(token, None)
                return []
            case _Registered(name=name, relay_pass=relay_pass):
                self.listings.drop(socket)
                _decrease(self._used, relay_pass)
                self._give_back(name, network)
                del self._names[name]
                return []
            case _Paired(name=name, partner=partner, answers=answers):
                self._give_back(name if answers else None, network)
                if partner in self._purposes:
                    return [End(partner, None)]
                _decrease(self._pairs, name)
                return []
            case never:
                assert_never(never)

    def expire(self, now: float) -> list[Effect[S]]:
        """End what has waited too long."""
        effects: list[Effect[S]] = []
        for socket, deadline in list(self._deadlines.items()):
            if deadline > now:
                break
            calls = isinstance(self._purposes[socket], _Calling | _Asking)
            effects += self._end(socket, Reason.UNANSWERED if calls else Reason.LATE)
        return effects

    # What they send

    def route(self, socket: S, size: int, now: float) -> tuple[S, float] | None:
        """Where a frame goes, and seconds after which its sender may send another.

        None if the connection is joined to none: the frame is for the relay.
        """
        purpose = self._purposes.get(socket)
        if not isinstance(purpose, _Paired):
            return None
        self.traffic.frames += 1
        self.traffic.octets += size
        rate, allowance = self._limits.bytes_per_second, self._known.get(purpose.name)
        if allowance is None:
            return purpose.partner, 0
        refilled = allowance.left + (now - allowance.at) * rate
        allowance.left, allowance.at = min(self._limits.burst, refilled) - size, now
        return purpose.partner, max(0.0, -allowance.left / rate)

    def receive(self, socket: S, frame: bytes, now: float, fresh: bytes) -> list[Effect[S]]:
        """Take a frame that is for the relay.

        Args:
            socket: on which it came.
            frame: its bytes.
            now: seconds on a clock that only goes forwards.
            fresh: 32 random bytes, used for nothing else.
        """
        purpose = self._purposes.get(socket)
        if purpose is None:
            return []  # it was ended, and does not know yet
        try:
            message = read_control(frame)
        except BadMessage:
            return self._end(socket, Reason.MALFORMED)
        match purpose, message:
            case _New(), Register() | Call() | Answer() | Probe() if message.version != VERSION:
                return self._end(socket, Reason.VERSION)
            case _New(), Call(name=raw) if raw == HOLDER:
                if self.holding is None:
                    return self._end(socket, Reason.UNKNOWN)
                if self.holding.name not in self._names:
                    return self._end(socket, Reason.UNANSWERED)  # it is about to come
                token = self.holding.token(self._networks[socket], fresh)
                return self._call(socket, self.holding.name, now, token)
            case _New(), Register(name=raw) | Call(name=raw):
                try:
                    name = PublicKey(raw)
                except Refused:
                    return self._end(socket, Reason.MALFORMED)
                if isinstance(message, Call):
                    return self._call(socket, name, now, fresh[:TOKEN_SIZE])
                nonce = fresh[:NONCE_SIZE]
                self._purposes[socket] = _Challenged(name, nonce)
                return [Tell(socket, Challenge(url=self.url, nonce=nonce))]
            case _New(), Answer(token=token):
                return self._answer(socket, token)
            case _New(), Probe(port=port, token=token):
                return self._probe(socket, port, token, now)
            case _Challenged(name=name, nonce=nonce), Prove() as proof:
                if not proves_registration(name, self.url, nonce, proof.signature):
                    return self._end(socket, Reason.UNPROVEN)
                return self._register(socket, name, proof.relay_pass, now)
            case _Registered(name=name), List(listing=raw):
                network = self._networks[socket]
                try:
                    shown = self.listings.put(socket, name, network, raw, now)
                except BadListing:
                    return self._end(socket, Reason.MALFORMED)
                return [Tell(socket, Listed(shown=shown))]
            case _:
                return self._end(socket, Reason.MALFORMED)

    def _register(self, socket: S, name: PublicKey, relay_pass: str, now: float) -> list[Effect[S]]:
        """The newest proof of a name counts: an older connection may be dead and not know it."""
        older = self._names.get(name)
        if self.holding is not None and _same(relay_pass, self.holding.own_pass):
            self._held.add(name)
        refused = self._objection(socket, name, relay_pass, older)
        if refused is not None:
            return self._end(socket, refused)
        effects = [] if older is None else self._end(older, Reason.REPLACED)
        self._names[name] = socket
        if self.passes is None:
            relay_pass = ""  # it was not asked for, and may be anything
        self._used[relay_pass] += 1
        self._keep(socket, _Registered(name, relay_pass))
        self._remember(name, now)
        self.traffic.registrations += 1
        effects.append(Tell(socket, Registered()))
        effects += [Tell(socket, Incoming(token=token)) for token in self._tokens(name)]
        return effects

    def _objection(
        self, socket: S, name: PublicKey, relay_pass: str, older: S | None
    ) -> Reason | None:
        """Why a name that was proved is not registered; None if it is."""
        limits = self._limits
        if name in self._held:
            return None
        if self.passes is not None and not sum(_same(relay_pass, each) for each in self.passes):
            return Reason.UNINVITED
        if older is not None:
            return None
        room = limits.names if name in self._known else limits.names - limits.names // 10
        if len(self._names) >= room or self._crowded(socket):
            return Reason.FULL
        if self.passes is not None and self._used[relay_pass] >= limits.names_per_pass:
            return Reason.FULL
        return None

    def _call(self, socket: S, name: PublicKey, now: float, token: bytes) -> list[Effect[S]]:
        node = self._names.get(name)
        if node is None:
            return self._end(socket, Reason.UNKNOWN)
        limits = self._limits
        if (
            len(self._tokens(name)) >= limits.calls_per_name
            or self._pairs[name] >= limits.pairs_per_name
            or self._crowded(socket)
        ):
            return self._end(socket, Reason.FULL)
        self._calls[token] = socket
        self._purposes[socket] = _Calling(name, token)
        del self._deadlines[socket]
        self._deadlines[socket] = now + WAIT_SECONDS
        self.traffic.calls += 1
        return [Tell(node, Incoming(token=token))]

    def _answer(self, socket: S, token: bytes) -> list[Effect[S]]:
        caller = self._calls.get(token)
        calling = None if caller is None else self._purposes[caller]
        if caller is None or not isinstance(calling, _Calling):
            return self._end(socket, Reason.STALE)
        if calling.name not in self._held and self._crowded(socket):
            return self._end(socket, Reason.FULL)
        del self._calls[token]
        self._keep(socket, _Paired(calling.name, caller, answers=True))
        self._keep(caller, _Paired(calling.name, socket, answers=False))
        self._pairs[calling.name] += 1
        self.traffic.joined += 1
        # The node first: what the caller sends may follow at once.
        return [Tell(socket, Joined()), Tell(caller, Joined())]

    def _probe(self, socket: S, port: int, token: bytes, now: float) -> list[Effect[S]]:
        network, probes = self._networks[socket], self._probes
        while probes and probes[0][0] <= now - PROBE_SECONDS:
            probes.popleft()
        own = sum(whence == network for _, whence in probes)
        if len(probes) >= self._limits.probes or own >= self._limits.probes_per_network:
            return self._end(socket, Reason.FULL)
        probes.append((now, network))
        self._purposes[socket] = _Asking()
        del self._deadlines[socket]
        self._deadlines[socket] = now + WAIT_SECONDS
        self.traffic.probes += 1
        return [CallBack(socket, port, token)]

    # Who holds what

    def _keep(self, socket: S, purpose: _Registered | _Paired[S]) -> None:
        """A connection has found its purpose: it may stay."""
        self._purposes[socket] = purpose
        calls = isinstance(purpose, _Paired) and not purpose.answers
        if calls or purpose.name not in self._held:
            self._kept[self._networks[socket]] += 1
        del self._deadlines[socket]
        self._limiter.prove(socket)

    def _give_back(self, name: PublicKey | None, network: Network) -> None:
        """A connection of a node has ended, or of who called one (then without a name)."""
        if name not in self._held:
            _decrease(self._kept, network)

    def _crowded(self, socket: S) -> bool:
        """Whether its network has as many connections as it may."""
        return self._kept[self._networks[socket]] >= self._limits.connections_per_network

    def _tokens(self, name: PublicKey) -> list[bytes]:
        """The calls to a name that wait."""
        return [
            token
            for token, caller in self._calls.items()
            if isinstance(calling := self._purposes[caller], _Calling) and calling.name == name
        ]

    def _remember(self, name: PublicKey, now: float) -> None:
        """A name was registered: it keeps its place, and what it has used, among the latest."""
        allowance = self._known.pop(name, None) or _Allowance(self._limits.burst, now)
        self._known[name] = allowance
        if len(self._known) > 2 * self._limits.names:
            del self._known[next(iter(self._known))]

    def _end(self, socket: S, reason: Reason) -> list[Effect[S]]:
        self.traffic.ended[reason] += 1
        others = self.close(socket)
        return [End(socket, reason), *others]


def _same(given: str, known: str) -> bool:
    """Whether two passes are one; how long that takes tells nothing of them."""
    return compare_digest(given.encode(), known.encode())


def _decrease(counter: Counter[S], key: S) -> None:
    """Count one less; what is not there any more is forgotten."""
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
