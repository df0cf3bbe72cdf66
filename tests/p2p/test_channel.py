"""Who is at the other end, and what strangers learn: nothing (SPEC-16.1 to 16.3)."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.channel import MAX_MESSAGE, Channel, Dialed, Greeted, Listening
from p2p.errors import ChannelError
from p2p.noise_xx import MAX_FRAME, Session
from p2p.tickets import AnyTicket, InviteProof, SignedProof, SignedTicket, Ticket, read_proof
from protocol.encoding import Data, decode, encode
from protocol.hashing import Tag, tagged
from protocol.identity import Identity
from tests.examples import examples
from tests.p2p.keys import fresh, identity, octets, phrase

TABLE = octets("table")
ANN, BOB, EVE = identity("ann"), identity("bob"), identity("eve")


@dataclass
class Shaken:
    """A finished handshake: Ann called Bob."""

    ann: Channel
    bob: Channel
    messages: list[bytes]


def shake(ticket: Ticket | None = None) -> Shaken:
    dialed, one = Dialed.begin(ANN, TABLE, fresh("ann"), ticket)
    listening, two = Listening.called(BOB, TABLE, fresh("bob"), one)
    greeted, three = dialed.greeted(two)
    bob, four = listening.introduced(three).admit()
    return Shaken(greeted.admitted(four), bob, [one, two, three, four])


def test_each_side_learns_the_others_key() -> None:
    shaken = shake()
    assert shaken.ann.peer == BOB.public
    assert shaken.ann.dialed
    assert shaken.bob.peer == ANN.public
    assert not shaken.bob.dialed


def test_messages_arrive_whole_in_both_directions() -> None:
    shaken = shake()
    for message in (b"a", bytes(MAX_FRAME), bytes(range(256)) * 1000, bytes(MAX_MESSAGE)):
        for sender, receiver in ((shaken.ann, shaken.bob), (shaken.bob, shaken.ann)):
            frames = sender.seal(message)
            assert all(len(frame) <= MAX_FRAME for frame in frames)
            opened = [receiver.open(frame) for frame in frames]
            assert opened[-1] == message
            assert opened[:-1] == [None] * (len(frames) - 1)


@given(lengths=st.lists(st.integers(1, 200_000), max_size=4))
@examples(15)
def test_no_length_confuses_the_cutting(lengths: list[int]) -> None:
    shaken = shake()
    for length in lengths:
        frames = shaken.ann.seal(bytes(length))
        assert [shaken.bob.open(frame) for frame in frames][-1] == bytes(length)


@pytest.mark.parametrize("length", [0, MAX_MESSAGE + 1])
def test_a_message_has_its_bounds(length: int) -> None:
    with pytest.raises(ChannelError, match="a message has 1 to"):
        shake().ann.seal(bytes(length))


def test_frames_without_end_are_refused() -> None:
    """Object amplification: a peer may not make us hold more than one message."""
    shaken = shake()
    piece = b"\x01" + bytes(60_000)
    for _ in range(MAX_MESSAGE // 60_000):
        assert shaken.bob.open(shaken.ann._session.encrypt(piece)) is None
    with pytest.raises(ChannelError, match="longer than"):
        shaken.bob.open(shaken.ann._session.encrypt(piece))


@pytest.mark.parametrize("plain", [b"", b"\x00", b"\x01", b"\x02piece"])
def test_a_badly_formed_frame_is_refused(plain: bytes) -> None:
    shaken = shake()
    with pytest.raises(ChannelError, match="malformed"):
        shaken.bob.open(shaken.ann._session.encrypt(plain))


def test_before_the_introduction_nothing_names_anybody() -> None:
    """A prober sees two throw-away keys: no payload and no key of anybody, in clear or not."""
    shaken = shake()
    one, two = shaken.messages[:2]
    assert len(one) == 32
    assert len(two) == 32 + 32 + 16 + 16
    prober = Session(tagged(Tag.CHANNEL, TABLE), fresh("eve"), caller=True)
    _, answer = Listening.called(BOB, TABLE, fresh("bob"), prober.write(b""))
    assert prober.read(answer) == b""
    assert BOB.public.raw not in answer


def test_who_does_not_know_the_table_gets_nowhere() -> None:
    dialed, one = Dialed.begin(EVE, octets("another table"), fresh("eve"))
    listening, two = Listening.called(BOB, TABLE, fresh("bob"), one)
    with pytest.raises(ChannelError, match="another table"):
        dialed.greeted(two)
    with pytest.raises(ChannelError):
        listening.introduced(two)


def test_a_node_does_not_talk_to_itself() -> None:
    dialed, one = Dialed.begin(ANN, TABLE, fresh("ann"))
    listening, two = Listening.called(ANN, TABLE, fresh("ann 2"), one)
    _, three = dialed.greeted(two)
    with pytest.raises(ChannelError, match="our own key"):
        listening.introduced(three)


# --- malicious peers ------------------------------------------------------------------------------


def introduced_by(session: Session, payload: Data) -> None:
    """Bob hears this as the third message of a caller."""
    listening, two = Listening.called(BOB, TABLE, fresh("bob"), session.write(b""))
    session.read(two)
    listening.introduced(session.write(encode(payload)))


def caller_signature(who: Identity, session: Session, role: bytes = b"\x00") -> bytes:
    return who.sign(Tag.CHANNEL, role + session.transcript + session.own_static)


@pytest.mark.parametrize(
    "case",
    ["another's key", "another's role", "of another handshake", "of another static", "small order"],
)
def test_identity_swap_in_the_handshake(case: str) -> None:
    """Eve, who has no key of Ann's, cannot call as Ann with anything that she may have seen."""
    session = Session(tagged(Tag.CHANNEL, TABLE), fresh("eve"), caller=True)
    listening, two = Listening.called(BOB, TABLE, fresh("bob"), session.write(b""))
    session.read(two)
    key = ANN.public.raw
    match case:
        case "another's key":
            signature = caller_signature(EVE, session)
        case "another's role":
            signature = caller_signature(ANN, session, role=b"\x01")
        case "of another handshake":
            signature = ANN.sign(Tag.CHANNEL, b"\x00" + octets("old") + session.own_static)
        case "of another static":
            signature = ANN.sign(Tag.CHANNEL, b"\x00" + session.transcript + octets("other"))
        case _:
            key, signature = bytes([1]) + bytes(31), bytes([1]) + bytes(63)
    with pytest.raises(ChannelError):
        listening.introduced(session.write(encode((key, signature, None))))


@pytest.mark.parametrize(
    "payload",
    [
        (),
        (1, 2, 3),
        (b"short", b"short", None),
        (ANN.public.raw, bytes(64), None, None),
        (ANN.public.raw, None, None),
    ],
)
def test_a_badly_formed_introduction_is_refused(payload: Data) -> None:
    session = Session(tagged(Tag.CHANNEL, TABLE), fresh("eve"), caller=True)
    with pytest.raises(ChannelError):
        introduced_by(session, payload)


@pytest.mark.parametrize("proof", [(1,), (1, b"short"), (-1, bytes(32)), (2**16, bytes(32)), b""])
def test_a_badly_formed_proof_of_an_invite_is_refused(proof: Data) -> None:
    session = Session(tagged(Tag.CHANNEL, TABLE), fresh("ann"), caller=True)
    listening, two = Listening.called(BOB, TABLE, fresh("bob"), session.write(b""))
    session.read(two)
    payload = (ANN.public.raw, caller_signature(ANN, session), proof)
    with pytest.raises(ChannelError):
        listening.introduced(session.write(encode(payload)))


def test_nothing_is_said_before_the_listener_is_known() -> None:
    session = Session(tagged(Tag.CHANNEL, TABLE), fresh("eve"), caller=True)
    with pytest.raises(ChannelError, match="payload too early"):
        Listening.called(BOB, TABLE, fresh("bob"), session.write(b"hello"))


@pytest.mark.parametrize("case", ["another's key", "another's role", "malformed", "not canonical"])
def test_an_impostor_who_listens_is_found_out(case: str) -> None:
    """Eve answers at Bob's address."""
    dialed, one = Dialed.begin(ANN, TABLE, fresh("ann"))
    session = Session(tagged(Tag.CHANNEL, TABLE), fresh("eve"), caller=False)
    session.read(one)
    greeted, three = dialed.greeted(session.write(b""))
    session.read(three)
    content = session.transcript + session.own_static
    match case:
        case "another's key":
            plain = encode((BOB.public.raw, EVE.sign(Tag.CHANNEL, b"\x01" + content)))
        case "another's role":
            plain = encode((BOB.public.raw, BOB.sign(Tag.CHANNEL, b"\x00" + content)))
        case "malformed":
            plain = encode((BOB.public.raw,))
        case _:
            plain = b"\xdc\x00\x02" + encode((BOB.public.raw, bytes(64)))[1:]
    with pytest.raises(ChannelError):
        greeted.admitted(session.encrypt(plain))


# --- invites --------------------------------------------------------------------------------------


TICKET = Ticket(3, octets("token", 16))


def introduced(ticket: AnyTicket | None) -> tuple[Greeted, Listening, bytes]:
    dialed, one = Dialed.begin(ANN, TABLE, fresh("ann"), ticket)
    listening, two = Listening.called(BOB, TABLE, fresh("bob"), one)
    greeted, three = dialed.greeted(two)
    return greeted, listening, three


def test_a_caller_proves_its_invite() -> None:
    _, listening, three = introduced(TICKET)
    proof = listening.introduced(three).proof
    assert isinstance(proof, InviteProof)
    assert proof.number == 3
    assert proof.proves(TICKET)
    assert not proof.proves(Ticket(3, octets("another token", 16)))
    assert not proof.proves(Ticket(4, TICKET.token))


def test_spec_16_2_any_node_can_judge_a_ticket_that_a_seat_has_signed() -> None:
    """Bob, who listens, has not signed it: Eve has, and Ann holds it."""
    own, nonce = phrase("eve"), octets("nonce")
    ticket = SignedTicket.of(own, 2, 1, nonce=nonce, table=TABLE)
    _, listening, three = introduced(ticket)
    proof = listening.introduced(three).proof
    assert isinstance(proof, SignedProof)
    assert (proof.seat, proof.place) == (2, 1)
    assert proof.proves(TABLE, EVE.public)
    assert not proof.proves(TABLE, BOB.public)
    assert not proof.proves(octets("another table"), EVE.public)


def test_invite_theft_of_a_signed_ticket() -> None:
    """Bob hears Ann's proof, and cannot use it as his own at another node."""
    ticket = SignedTicket.of(phrase("eve"), 2, 1, nonce=octets("nonce"), table=TABLE)
    transcript = octets("handshake")
    shown = ticket.shown(transcript, ANN.public)
    stolen = read_proof(shown, transcript, BOB.public)
    later = read_proof(shown, octets("another handshake"), ANN.public)
    for proof in (stolen, later):
        assert isinstance(proof, SignedProof)
        assert not proof.proves(TABLE, EVE.public)


def test_a_caller_without_invite_gives_no_proof() -> None:
    _, listening, three = introduced(None)
    assert listening.introduced(three).proof is None


def test_invite_theft_by_an_impostor_listener() -> None:
    """Eve hears Ann's proof, and can use it neither as Ann nor as Eve."""
    dialed, one = Dialed.begin(ANN, TABLE, fresh("ann"), TICKET)
    impostor = Session(tagged(Tag.CHANNEL, TABLE), fresh("eve"), caller=False)
    impostor.read(one)
    _, three = dialed.greeted(impostor.write(b""))
    heard = decode(impostor.read(three), 1000)
    assert isinstance(heard, tuple)
    assert TICKET.token not in encode(heard)

    session = Session(tagged(Tag.CHANNEL, TABLE), fresh("eve"), caller=True)
    listening, two = Listening.called(BOB, TABLE, fresh("bob"), session.write(b""))
    session.read(two)
    replayed = (EVE.public.raw, caller_signature(EVE, session), heard[2])
    proof = listening.introduced(session.write(encode(replayed))).proof
    assert isinstance(proof, InviteProof)
    assert not proof.proves(TICKET)
