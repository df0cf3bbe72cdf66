"""What a relay decides (SPEC-16.15), without sockets: connections here are words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.limits import network_of
from p2p.relay.counters import prometheus
from p2p.relay.effects import CallBack, Effect, End, Tell
from p2p.relay.forwarding import WAIT_SECONDS, Forwarding, Limits
from p2p.relay.holding import Holding
from p2p.relay.messages import (
    VERSION,
    Answer,
    Call,
    Challenge,
    Incoming,
    Joined,
    Probe,
    Prove,
    Reason,
    Register,
    Registered,
    RelayMessage,
    Sorry,
    write_control,
)
from p2p.relay.names import HOLDER, sign_registration
from protocol.identity import Identity
from tests.p2p.keys import identity, octets

URL = "wss://relay.example/"
ANN, BOB, EVE = identity("ann"), identity("bob"), identity("eve")


class Relay:
    """A relay whose clock and fresh bytes the test has."""

    def __init__(self, limits: Limits | None = None, passes: frozenset[str] | None = None) -> None:
        self.forwarding = Forwarding[str](URL, limits or Limits(), passes)
        self.now = 100.0
        self.drawn = 0

    def open(self, socket: str, host: str = "192.0.2.1") -> list[Effect[str]]:
        return self.forwarding.open(socket, network_of(host), self.now)

    def say(self, socket: str, message: RelayMessage | bytes) -> list[Effect[str]]:
        self.drawn += 1
        frame = message if isinstance(message, bytes) else write_control(message)
        return self.forwarding.receive(socket, frame, self.now, octets(f"fresh {self.drawn}"))

    def challenge(self, socket: str, who: Identity, host: str = "192.0.2.1") -> bytes:
        assert self.open(socket, host) == []
        (effect,) = self.say(socket, register(who))
        assert isinstance(effect, Tell)
        assert isinstance(effect.message, Challenge)
        assert effect.message.url == URL
        return effect.message.nonce

    def register(
        self, socket: str, who: Identity, relay_pass: str = "", host: str = "192.0.2.1"
    ) -> list[Effect[str]]:
        nonce = self.challenge(socket, who, host)
        return self.say(socket, prove(who, nonce, relay_pass))

    def ring(self, caller: str, called: Identity, host: str = "192.0.2.1") -> bytes:
        """A call; the token that the node is given."""
        assert self.open(caller, host) == []
        (effect,) = self.say(caller, call(called))
        assert isinstance(effect, Tell)
        assert isinstance(effect.message, Incoming)
        return effect.message.token

    def join(self, caller: str, answering: str, called: Identity) -> None:
        token = self.ring(caller, called)
        self.open(answering)
        told = self.say(answering, Answer(version=VERSION, token=token))
        assert told == [Tell(answering, Joined()), Tell(caller, Joined())]


def register(who: Identity) -> Register:
    return Register(version=VERSION, name=who.public.raw)


def call(who: Identity) -> Call:
    return Call(version=VERSION, name=who.public.raw)


def prove(who: Identity, nonce: bytes, relay_pass: str = "", url: str = URL) -> Prove:
    return Prove(signature=sign_registration(who, url, nonce), relay_pass=relay_pass)


def test_a_call_is_answered_on_a_second_connection_and_the_two_are_joined() -> None:
    relay = Relay()
    assert relay.register("ann", ANN) == [Tell("ann", Registered())]
    relay.open("bob")
    (rung,) = relay.say("bob", call(ANN))
    assert isinstance(rung, Tell)
    assert rung.socket == "ann"
    assert isinstance(rung.message, Incoming)
    relay.open("ann 2")
    answer = Answer(version=VERSION, token=rung.message.token)
    assert relay.say("ann 2", answer) == [Tell("ann 2", Joined()), Tell("bob", Joined())]
    assert relay.forwarding.route("bob", 300, relay.now) == ("ann 2", 0)
    assert relay.forwarding.route("ann 2", 300, relay.now) == ("bob", 0)
    assert relay.forwarding.route("ann", 300, relay.now) is None


def test_what_is_joined_ends_together_and_the_registration_stays() -> None:
    relay = Relay()
    relay.register("ann", ANN)
    relay.join("bob", "ann 2", ANN)
    assert (relay.forwarding.waiting, relay.forwarding.pairs) == (0, 1)
    assert relay.forwarding.close("bob") == [End("ann 2", None)]
    assert relay.forwarding.close("ann 2") == []
    assert (relay.forwarding.pairs, relay.forwarding.registered) == (0, 1)


def test_a_call_outlives_the_registration() -> None:
    relay = Relay()
    relay.register("ann", ANN)
    relay.join("bob", "ann 2", ANN)
    assert relay.forwarding.close("ann") == []
    assert relay.forwarding.route("bob", 1, relay.now) == ("ann 2", 0)


def probe(port: int = 7777, version: int = VERSION) -> Probe:
    return Probe(version=version, port=port, token=octets("token", 16))


def test_who_asks_is_called_back_at_the_port_that_it_names() -> None:
    relay = Relay()
    relay.open("ann")
    assert relay.say("ann", probe()) == [CallBack("ann", 7777, octets("token", 16))]
    assert relay.say("ann", probe()) == [End("ann", Reason.MALFORMED)], "once on a connection"
    relay.open("bob")
    assert relay.say("bob", probe(version=2)) == [End("bob", Reason.VERSION)]


def test_who_was_not_called_back_in_time_is_told_so() -> None:
    relay = Relay()
    relay.open("ann")
    relay.say("ann", probe())
    relay.now += WAIT_SECONDS
    assert relay.forwarding.expire(relay.now) == [End("ann", Reason.UNANSWERED)]


def test_a_relay_calls_nobody_back_again_and_again() -> None:
    relay = Relay(Limits(probes=3, probes_per_network=2))

    def asks(socket: str, host: str) -> bool:
        relay.open(socket, host)
        (effect,) = relay.say(socket, probe())
        assert isinstance(effect, CallBack) or effect == End(socket, Reason.FULL)
        return isinstance(effect, CallBack)

    assert [asks(f"a{number}", "2001:db8::1") for number in range(2)] == [True, True]
    assert not asks("b", "2001:db8::2"), "64 bits of IPv6 are one network"
    assert asks("c", "192.0.2.1")
    assert not asks("d", "192.0.2.2"), "three in all"
    relay.now += 60
    assert asks("e", "2001:db8::1")


def test_nobody_is_called_who_is_not_registered() -> None:
    relay = Relay()
    relay.open("bob")
    assert relay.say("bob", call(ANN)) == [End("bob", Reason.UNKNOWN)]
    relay.register("ann", ANN)
    relay.forwarding.close("ann")
    relay.open("cid")
    assert relay.say("cid", call(ANN)) == [End("cid", Reason.UNKNOWN)]


# Names


def test_nobody_registers_under_the_name_of_another() -> None:
    relay = Relay()
    nonce = relay.challenge("eve", ANN)
    assert relay.say("eve", prove(EVE, nonce)) == [End("eve", Reason.UNPROVEN)]
    assert relay.forwarding.registered == 0


def test_a_proof_is_good_for_one_relay_and_one_connection() -> None:
    """A relay that passes on the nonce of another gets a proof that is good for itself alone."""
    relay = Relay()
    nonce = relay.challenge("elsewhere", ANN)
    elsewhere = prove(ANN, nonce, url="wss://evil.example/")
    assert relay.say("elsewhere", elsewhere) == [End("elsewhere", Reason.UNPROVEN)]
    nonce = relay.challenge("first", ANN)
    assert relay.say("first", prove(ANN, nonce)) == [Tell("first", Registered())]
    relay.challenge("second", ANN)
    assert relay.say("second", prove(ANN, nonce)) == [End("second", Reason.UNPROVEN)]


def test_the_newest_proof_wins_and_takes_over_the_calls_that_wait() -> None:
    """A dead connection shuts nobody out, and who called meanwhile need not call again."""
    relay = Relay()
    relay.register("dead", ANN)
    token = relay.ring("bob", ANN)
    assert relay.register("ann", ANN) == [
        End("dead", Reason.REPLACED),
        Tell("ann", Registered()),
        Tell("ann", Incoming(token=token)),
    ]
    assert relay.forwarding.close("dead") == []
    relay.open("answer")
    told = relay.say("answer", Answer(version=VERSION, token=token))
    assert Tell("bob", Joined()) in told


def test_a_pass_is_needed_where_there_are_passes() -> None:
    relay = Relay(passes=frozenset({"open-sesame"}))
    assert relay.register("eve", EVE) == [End("eve", Reason.UNINVITED)]
    assert relay.register("mallory", EVE, "open-sesam") == [End("mallory", Reason.UNINVITED)]
    assert relay.register("ann", ANN, "open-sesame") == [Tell("ann", Registered())]


def test_callers_need_no_pass() -> None:
    relay = Relay(passes=frozenset({"open-sesame"}))
    relay.register("ann", ANN, "open-sesame")
    relay.join("bob", "ann 2", ANN)


# Tokens


def test_a_token_is_good_once() -> None:
    relay = Relay()
    relay.register("ann", ANN)
    token = relay.ring("bob", ANN)
    for socket in ("ann 2", "ann 3"):
        relay.open(socket)
    relay.say("ann 2", Answer(version=VERSION, token=token))
    again = relay.say("ann 3", Answer(version=VERSION, token=token))
    assert again == [End("ann 3", Reason.STALE)]


def test_a_guessed_token_joins_nobody() -> None:
    relay = Relay()
    relay.register("ann", ANN)
    relay.ring("bob", ANN)
    relay.open("eve")
    guess = Answer(version=VERSION, token=bytes(16))
    assert relay.say("eve", guess) == [End("eve", Reason.STALE)]


def test_the_token_of_a_caller_who_has_left_is_stale() -> None:
    relay = Relay()
    relay.register("ann", ANN)
    token = relay.ring("bob", ANN)
    relay.forwarding.close("bob")
    relay.open("ann 2")
    stale = relay.say("ann 2", Answer(version=VERSION, token=token))
    assert stale == [End("ann 2", Reason.STALE)]


# Time


def test_a_call_waits_for_so_long() -> None:
    relay = Relay()
    relay.register("ann", ANN)
    relay.now += 5
    relay.ring("bob", ANN)
    assert relay.forwarding.expire(relay.now + WAIT_SECONDS - 1) == []
    assert relay.forwarding.expire(relay.now + WAIT_SECONDS) == [End("bob", Reason.UNANSWERED)]
    assert relay.forwarding.waiting == 0


def test_who_says_nothing_or_proves_nothing_is_left() -> None:
    relay = Relay()
    relay.open("mute")
    relay.now += 1
    relay.challenge("slow", ANN)
    assert relay.forwarding.expire(relay.now + WAIT_SECONDS) == [
        End("mute", Reason.LATE),
        End("slow", Reason.LATE),
    ]


def test_who_is_registered_or_joined_may_be_silent_for_ever() -> None:
    relay = Relay()
    relay.register("ann", ANN)
    relay.join("bob", "ann 2", ANN)
    assert relay.forwarding.expire(relay.now + 1e9) == []


# Forms


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"junk",
        bytes(5000),
        write_control(Joined()),
        write_control(Sorry(reason=Reason.FULL)),
        write_control(Prove(signature=bytes(64), relay_pass="")),
        write_control(Register(version=VERSION, name=bytes(32))),
    ],
)
def test_what_cannot_be_said_first_is_malformed(message: bytes) -> None:
    """A name of small order is no key (SPEC-3.3)."""
    relay = Relay()
    relay.open("eve")
    assert relay.say("eve", message) == [End("eve", Reason.MALFORMED)]


@pytest.mark.parametrize("message", [register(ANN), call(ANN), Answer(version=2, token=bytes(16))])
def test_another_version_is_told_apart(message: RelayMessage) -> None:
    relay = Relay()
    relay.open("new")
    newer = message.model_copy(update={"version": VERSION + 1})
    assert relay.say("new", newer) == [End("new", Reason.VERSION)]


def test_who_is_registered_or_waits_says_nothing_more() -> None:
    relay = Relay()
    relay.register("ann", ANN)
    relay.ring("bob", ANN)
    assert relay.say("bob", b"early") == [End("bob", Reason.MALFORMED)]
    assert relay.say("ann", call(BOB)) == [End("ann", Reason.MALFORMED)]
    assert relay.say("ann", call(BOB)) == []


# Limits


def test_names_are_limited_and_the_last_places_kept_for_those_known() -> None:
    relay = Relay(Limits(names=10))
    players = [identity(f"player {number}") for number in range(11)]
    for number, player in enumerate(players[:9]):
        assert Tell(f"{number}", Registered()) in relay.register(f"{number}", player)
    assert relay.register("new", players[9]) == [End("new", Reason.FULL)]
    relay.forwarding.close("0")
    assert Tell("new", Registered()) in relay.register("new", players[9])
    assert relay.register("newer", players[10]) == [End("newer", Reason.FULL)]
    assert relay.register("back", players[0]) == [Tell("back", Registered())]


def test_connections_of_one_network_are_limited() -> None:
    """Of IPv6 a network is 64 bits, so that one person is one network."""
    relay = Relay(Limits(connections_per_network=2))
    relay.register("a", identity("a"), host="2001:db8::1")
    relay.register("b", identity("b"), host="2001:db8::2")
    full = relay.register("c", identity("c"), host="2001:db8::3")
    assert full == [End("c", Reason.FULL)]
    assert relay.register("d", identity("d"), host="2001:db8:0:1::1") == [Tell("d", Registered())]
    relay.forwarding.close("a")
    assert relay.register("e", identity("c"), host="2001:db8::3") == [Tell("e", Registered())]


def test_calls_to_one_name_are_limited() -> None:
    relay = Relay(Limits(calls_per_name=2, pairs_per_name=1))
    relay.register("ann", ANN)
    token = relay.ring("1", ANN)
    relay.ring("2", ANN)
    relay.open("3")
    assert relay.say("3", call(ANN)) == [End("3", Reason.FULL)]
    relay.open("ann 2")
    relay.say("ann 2", Answer(version=VERSION, token=token))
    relay.open("4")
    assert relay.say("4", call(ANN)) == [End("4", Reason.FULL)], "one is joined, and no more may be"


def test_one_pass_is_good_for_so_many_names() -> None:
    relay = Relay(Limits(names_per_pass=1), passes=frozenset({"one", "two"}))
    relay.register("ann", ANN, "one")
    assert relay.register("bob", BOB, "one") == [End("bob", Reason.FULL)]
    assert relay.register("bob 2", BOB, "two") == [Tell("bob 2", Registered())]
    relay.forwarding.close("ann")
    assert relay.register("eve", EVE, "one") == [Tell("eve", Registered())]


def test_of_too_many_who_prove_nothing_the_oldest_gives_way() -> None:
    relay = Relay(Limits(unproven=8, unproven_per_network=2))
    relay.register("ann", ANN)
    relay.open("1", "198.51.100.1")
    relay.open("2", "198.51.100.1")
    assert relay.open("3", "198.51.100.1") == [End("1", Reason.FULL)]
    for number in range(10):
        relay.open(f"flood {number}", f"203.0.113.{number}")
    assert relay.register("ann 2", ANN)[-1] == Tell("ann 2", Registered()), "known networks come in"
    assert relay.forwarding.connections <= 8 + 1


def test_bytes_of_one_name_are_slowed_down_once_its_burst_is_used() -> None:
    relay = Relay(Limits(bytes_per_second=1000, burst=5000))
    relay.register("ann", ANN)
    relay.join("bob", "ann 2", ANN)
    assert relay.forwarding.route("bob", 5000, relay.now) == ("ann 2", 0)
    assert relay.forwarding.route("ann 2", 2000, relay.now) == ("bob", 2.0)
    assert relay.forwarding.route("bob", 1000, relay.now + 4) == ("ann 2", 0)


def test_its_numbers_name_nobody() -> None:
    relay = Relay()
    relay.register("ann", ANN)
    relay.join("bob", "ann 2", ANN)
    relay.forwarding.route("bob", 300, relay.now)
    relay.open("eve")
    relay.say("eve", b"junk")
    text = prometheus(relay.forwarding)
    for line in (
        "secret_subs_relay_registered 1",
        "secret_subs_relay_joined_pairs 1",
        "secret_subs_relay_bytes_total 300",
        'secret_subs_relay_ended_total{reason="malformed"} 1',
    ):
        assert f"{line}\n" in text
    assert ANN.public.raw.hex() not in text


SOCKETS = [f"socket {number}" for number in range(6)]
ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(
            ["open", "close", "register", "prove", "call", "answer", "probe", "junk", "wait"]
        ),
        st.sampled_from(SOCKETS),
        st.sampled_from([ANN, BOB]),
    ),
    max_size=60,
)


@given(ACTIONS)
def test_whatever_is_said_in_whatever_order_nothing_is_left_behind(
    actions: list[tuple[str, str, Identity]],
) -> None:
    """Routes lead both ways, only the living are told anything, and at the end all is empty."""
    relay = Relay()
    living: set[str] = set()
    nonces: dict[str, bytes] = {}
    tokens: list[bytes] = [bytes(16)]
    for action, socket, who in actions:
        effects: list[Effect[str]] = []
        if action == "wait":
            relay.now += WAIT_SECONDS / 3
            effects = relay.forwarding.expire(relay.now)
        elif action == "close":
            living.discard(socket)
            effects = relay.forwarding.close(socket)
        elif action == "open" or socket not in living:
            if socket not in living:
                living.add(socket)
                nonces.pop(socket, None)
                effects = relay.open(socket)
        elif relay.forwarding.route(socket, 1, relay.now) is None:
            said: dict[str, RelayMessage | bytes] = {
                "register": register(who),
                "prove": prove(who, nonces.get(socket, bytes(32))),
                "call": call(who),
                "answer": Answer(version=VERSION, token=tokens[-1]),
                "probe": probe(),
                "junk": b"junk",
            }
            effects = relay.say(socket, said[action])
        while effects:
            effect = effects.pop(0)
            assert effect.socket in living
            match effect:
                case Tell(told, Challenge(nonce=nonce)):
                    nonces[told] = nonce
                case Tell(_, Incoming(token=token)):
                    tokens.append(token)
                case Tell() | CallBack():
                    pass
                case End(ended):
                    living.discard(ended)
                    effects += relay.forwarding.close(ended)
        for one in living:
            route = relay.forwarding.route(one, 1, relay.now)
            if route is not None:
                back = relay.forwarding.route(route[0], 1, relay.now)
                assert back is not None
                assert back[0] == one
    for one in SOCKETS:
        relay.forwarding.close(one)
    forwarding = relay.forwarding
    assert (forwarding.connections, forwarding.registered) == (0, 0)
    assert (forwarding.waiting, forwarding.pairs) == (0, 0)
    assert not forwarding._deadlines
    assert not forwarding._kept
    assert not forwarding._used


# Its own holder


HOLDING = Holding(identity("desk").public, "its-own", "Holds a few logs.", b"networks")


def holding_relay(limits: Limits | None = None) -> Relay:
    relay = Relay(limits)
    relay.forwarding.holding = HOLDING
    return relay


def test_zero_bytes_call_the_relays_own_holder() -> None:
    relay = holding_relay()
    relay.register("desk", identity("desk"), "its-own")
    relay.open("ann")
    (told,) = relay.say("ann", Call(version=VERSION, name=HOLDER))
    assert isinstance(told, Tell)
    assert told.socket == "desk"


def test_a_holder_that_is_not_there_yet_is_about_to_come() -> None:
    relay = holding_relay()
    relay.open("ann")
    message = Call(version=VERSION, name=HOLDER)
    assert relay.say("ann", message) == [End("ann", Reason.UNANSWERED)]


def test_a_relay_without_a_holder_knows_nobody_of_that_name() -> None:
    relay = Relay()
    relay.open("ann")
    assert relay.say("ann", Call(version=VERSION, name=HOLDER)) == [End("ann", Reason.UNKNOWN)]


def test_limits_do_not_count_the_nodes_of_its_own_holder() -> None:
    """They come from the relay's own machine, where others may play, too."""
    relay = holding_relay(Limits(connections_per_network=2))
    for number in range(8):
        held = identity(f"held {number}")
        assert relay.register(f"{number}", held, "its-own") == [Tell(f"{number}", Registered())]
    for name in ("ann", "bob"):
        assert relay.register(name, identity(name)) == [Tell(name, Registered())]
    assert relay.register("cid", identity("cid")) == [End("cid", Reason.FULL)]
    for number in range(8):
        relay.forwarding.close(f"{number}")
    assert relay.register("dan", identity("dan")) == [End("dan", Reason.FULL)], "and stay uncounted"


def test_the_pass_of_its_own_holder_is_good_where_others_need_one() -> None:
    relay = Relay(passes=frozenset({"one"}))
    relay.forwarding.holding = HOLDING
    assert relay.register("held", identity("held"), "its-own") == [Tell("held", Registered())]
    assert relay.register("eve", EVE, "guessed") == [End("eve", Reason.UNINVITED)]
