"""Words beside the log (SPEC-16.11): who is heard, who passes them on, and how much is enough."""

import pytest

from p2p.chat import (
    CHAT_BURST,
    FLOOD_BURST,
    SECONDS_OF_FLOOD,
    SECONDS_PER_LINE,
    Chat,
    ChatMessage,
    RematchOffered,
)
from p2p.errors import PeerFault
from p2p.messages import Rematch, Say
from protocol.errors import LocalError
from protocol.identity import PublicKey
from tests.p2p import party
from tests.p2p.keys import identity as stranger
from tests.protocol.sample import identity

HOST, BOB, CID = (identity(seat).public for seat in range(3))
WATCHER = stranger("watcher").public
CHARTER = party.TERMS.charter({seat: party.guest(seat) for seat in range(3)})
WORDS = Say(seat=1, text="Well sailed.")


def ear(own: int = 0) -> Chat:
    return Chat(CHARTER, identity(own).public)


def test_who_hears_the_speaker_tells_its_player_and_passes_it_on() -> None:
    said, others = ear().receive(BOB, WORDS, [BOB, CID, WATCHER], 0)
    assert said == ChatMessage(1, "Well sailed.")
    assert set(others) == {CID, WATCHER}


def test_what_was_passed_on_is_told_as_such_and_goes_no_further() -> None:
    assert ear(2).receive(HOST, WORDS, [HOST], 0) == (ChatMessage(1, "Well sailed.", by=0), ())


@pytest.mark.parametrize(("sender", "own"), [(HOST, 2), (HOST, 1)], ids=["there", "ours"])
def test_words_of_one_who_is_there_are_passed_over(sender: PublicKey, own: int) -> None:
    present = [HOST, BOB, WATCHER] if own == 2 else [HOST, WATCHER]
    assert ear(own).receive(sender, WORDS, present, 0) == (None, ())


def test_a_seat_that_the_game_does_not_have_ends_the_connection() -> None:
    with pytest.raises(PeerFault, match="seat 5"):
        ear().receive(BOB, Say(seat=5, text="I am Nemo."), [BOB], 0)


def test_who_has_no_seat_and_speaks_is_left() -> None:
    for text in ("Ahoy!", "Ahoy!"):
        with pytest.raises(PeerFault, match="no seat and speaks"):
            ear().receive(WATCHER, Say(seat=1, text=text), [BOB, WATCHER], 0)


def test_who_says_far_too_much_is_left() -> None:
    """Also if nothing of it is heard; five others whose words a seat passes on are no flood."""
    chat = ear()
    for _ in range(FLOOD_BURST):
        chat.receive(BOB, WORDS, [BOB], 0)
    with pytest.raises(PeerFault, match="too much"):
        chat.receive(BOB, WORDS, [BOB], 0)
    assert 5 * CHAT_BURST < FLOOD_BURST
    assert 5 * SECONDS_OF_FLOOD < SECONDS_PER_LINE


def test_eight_at_once_are_heard_and_then_one_each_four_seconds() -> None:
    chat = ear()
    heard = [chat.receive(BOB, WORDS, [BOB], 0)[0] for _ in range(CHAT_BURST + 1)]
    assert heard == [ChatMessage(1, "Well sailed.")] * CHAT_BURST + [None]
    assert chat.receive(BOB, WORDS, [BOB], SECONDS_PER_LINE)[0] is not None
    assert chat.receive(BOB, WORDS, [BOB], SECONDS_PER_LINE)[0] is None


def test_what_the_others_would_pass_over_is_not_said() -> None:
    chat = ear()
    assert chat.say("Ahoy!", 0) == Say(seat=0, text="Ahoy!")
    with pytest.raises(LocalError, match="1 to 300 visible"):
        chat.say("\x1b[2J", 0)
    for _ in range(CHAT_BURST - 1):
        chat.say("Ahoy!", 0)
    with pytest.raises(LocalError, match="too many lines at once"):
        chat.say("Ahoy!", 0)


def test_a_watcher_says_nothing() -> None:
    with pytest.raises(LocalError, match="spectators cannot chat"):
        Chat(CHARTER, WATCHER).say("Move the carrier!", 0)


def test_a_player_invites_to_a_table_of_its_own() -> None:
    """SPEC-16.23: it is from who makes the table, and from nobody in its name."""
    invite = party.invite(1, 7777)
    offer = Rematch(invite=invite.link())
    assert ear(1).invited(HOST, offer) == RematchOffered(0, invite)
    with pytest.raises(PeerFault, match="table of somebody else"):
        ear(1).invited(CID, offer)
    with pytest.raises(PeerFault, match="no invite"):
        ear(1).invited(HOST, Rematch(invite="https://example.org"))
    assert ear(1).invited(WATCHER, offer) is None
