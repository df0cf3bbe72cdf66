"""Malicious peers: what each does, and what must happen (network design, catalogue).

Ann of seat 0 is the victim and honest. What is done to her on the socket is in `test_wire`, in the
handshake in `test_channel`, in the lobby in `test_lobby`; what the protocol refuses in detail in
`tests/protocol/test_attacks`.
"""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from p2p.errors import PeerFault
from p2p.events import FaultProven, SyncEvent
from p2p.link import MAX_IDLE_MESSAGES, MAX_REPEATED
from p2p.messages import MAX_BATCH, Entries, Heads, Offending, Statements
from p2p.offers import MAX_STATEMENTS
from p2p.replica import Replica
from p2p.store import StoreContents
from protocol.answers import RejoinAnswer
from protocol.encoding import encode
from protocol.entry import Decide, DiceShare, Entry
from protocol.errors import Code
from protocol.evidence import judge_evidence
from protocol.founding import Founding
from protocol.head import Head
from protocol.logfile import RecordKind
from protocol.questions import FIRST, RejoinQuestion
from protocol.statement import Signed, sign_statement
from protocol.statements import RaisedHand, SilenceClaim
from protocol.table import Table
from tests.p2p.keys import identity as named
from tests.p2p.keys import octets
from tests.p2p.scene import ANN, BOB, CID, Scene
from tests.p2p.simulated_node import Node
from tests.protocol import toy
from tests.protocol.sample import MINUTE, identity, phrase
from tests.protocol.toy_match import toy_table


def opened(founding: Founding) -> Table:
    return toy_table(founding)


def accused(evidence: bytes) -> tuple[Code | str, int | None]:
    """Code and culprit, as a stranger who has nothing but the file finds them."""
    report = judge_evidence(evidence, opened)
    assert report.verified
    assert report.fault is not None
    return report.fault.code, report.fault.culprit


@pytest.fixture
def scene() -> Scene:
    """Bob is asked for a decision."""
    return Scene(BOB)


def test_the_scene_is_peaceful(scene: Scene) -> None:
    (news,) = scene.sends(scene.entry(BOB, toy.Throw(2)))
    assert not isinstance(news, FaultProven)


# --- two stories ----------------------------------------------------------------------------------


def test_equivocation(scene: Scene) -> None:
    """Bob shows Ann one entry and later another: a file says who did it, and nobody else stops."""
    scene.sends(scene.entry(BOB, toy.Throw(2)))
    other = scene.entry(BOB, toy.End(), head=Head(len(scene.table.log) - 1, _before(scene)))
    (news,) = scene.sends(other)
    assert isinstance(news, FaultProven)
    assert accused(news.evidence) == (Code.FORK, BOB)
    assert scene.evidence() == [news.evidence]
    assert scene.ann.sync.culprits.seats == {BOB}


def test_shares_for_two_heads(scene: Scene) -> None:
    """Bob gives one link of his chain for two rolls: a stranger can be shown that he did."""
    bob = scene.nodes[BOB].up.standing.author()
    one, other = (
        bob.prepare([Decide(toy.data(roll))], entropy=bytes(32), minute=MINUTE).entry
        for roll in (toy.Throw(2), toy.Throw(3))
    )
    assert one.items[-1] == other.items[-1]
    assert isinstance(one.items[-1], DiceShare)
    _, fault = (*scene.sends(one), *scene.sends(other))
    assert isinstance(fault, FaultProven)
    assert accused(fault.evidence) == (Code.FORK, BOB)
    assert scene.ann.sync.culprits.seats == {BOB}


def test_nobody_signs_after_a_fork_before_all_others_are_known_to_be_on_the_line() -> None:
    """SPEC-16.12: Cid is away, and may have been shown the other entry, until he says."""
    scene = Scene(BOB)
    cid = scene.nodes[CID]
    for wire in [wire for wire in scene.world.wires if cid in wire.ends]:
        scene.world.sever(wire)
    head = scene.table.head
    scene.sends(scene.entry(BOB, toy.End()))
    scene.sends(scene.entry(BOB, toy.End(), head=head, minute=MINUTE + 1))
    due = scene.table.due
    assert due is not None
    assert due.seat == ANN
    assert _held_up(scene) == ((CID,), False)
    back = scene.ann.connect(identity(CID).public)
    last = scene.table.head
    game = scene.table.charter.game_id
    places = ((last.sequence, last.hash), (0, game))
    scene.hears(Heads(game=game, places=places, held=()), back)
    assert _held_up(scene) == ((), True)


def _held_up(scene: Scene) -> tuple[tuple[int, ...], bool]:
    """Whom Ann waits for after a fork, and whether she may decide."""
    return scene.ann.sync.astray, scene.ann.standing.must_decide


def _before(scene: Scene) -> bytes:
    return scene.table.log.at(len(scene.table.log)).previous


def test_after_a_fork_everybody_learns_of_both_stories(scene: Scene) -> None:
    head = scene.table.head
    scene.sends(scene.entry(BOB, toy.Throw(2)))
    (forked,) = scene.sends(scene.entry(BOB, toy.End(), head=head))
    assert isinstance(forked, FaultProven)
    scene.nodes[ANN].disk = StoreContents()
    scene.ann.mark_written()
    cid = Scene(BOB).nodes[CID]
    told = scene.ann.connect(identity(CID).public)
    heard: list[SyncEvent] = []
    theirs = cid.up.connect(identity(ANN).public)
    list(scene.ann.receive(told, _heads_of(cid)))
    while (message := scene.ann.next_message(told)) is not None:
        assert isinstance(message, Heads | Entries | Statements | Offending)
        heard += cid.up.receive(theirs, message)
    assert any(isinstance(news, FaultProven) for news in heard)
    assert cid.up.sync.culprits.seats == {BOB}


def _heads_of(node: Node) -> Heads:
    link = node.up.connect(named("somebody").public)
    message = node.up.next_message(link)
    assert isinstance(message, Heads)
    return message


def test_a_fork_is_remembered_after_a_restart(scene: Scene) -> None:
    head = scene.table.head
    scene.sends(scene.entry(BOB, toy.Throw(2)))
    (forked,) = scene.sends(scene.entry(BOB, toy.End(), head=head))
    assert isinstance(forked, FaultProven)
    contents = StoreContents(
        entries=tuple(entry.raw for entry in scene.table.log), evidence=(forked.evidence,)
    )
    again = Replica.resume(toy_table(), contents, None, from_start=True)
    (kept,) = again.sync.culprits.faults
    assert kept.offending == forked.offending
    assert kept.seat == BOB
    assert kept.evidence == forked.evidence


def test_split_heads() -> None:
    """Two lines that part: whoever is shown both finds the place, whichever line it holds."""
    one, other = Scene(BOB), Scene(BOB)
    head = one.table.head
    one.sends(one.entry(BOB, toy.Throw(2)))
    other.sends(other.entry(BOB, toy.End(), head=head))
    for scene in (one, other):
        scene.ann.mark_written()
    left = one.ann.connect(identity(CID).public)
    right = other.ann.connect(identity(CID).public)
    found: list[SyncEvent] = []
    for _ in range(10):
        for mine, at, theirs, arrives in (
            (one.ann, left, other.ann, right),
            (other.ann, right, one.ann, left),
        ):
            message = mine.next_message(at)
            if isinstance(message, Heads | Entries | Statements | Offending):
                found += theirs.receive(arrives, message)
                theirs.mark_written()
    forks = [news for news in found if isinstance(news, FaultProven)]
    assert len(forks) == 2
    assert {accused(fork.evidence) for fork in forks} == {(Code.FORK, BOB)}
    assert one.table.head == other.table.head, (
        "nobody has signed on either: the smaller hash counts"
    )


# --- entries that no honest node passes on --------------------------------------------------------


def test_forged_signature(scene: Scene) -> None:
    forged = scene.entry(BOB, toy.Throw(2), identity=named("eve"))
    fault = scene.unchanged(scene.sends, forged)
    assert Code.BAD_SIGNATURE in str(fault)


def test_signature_with_r_the_identity_or_s_not_reduced(scene: Scene) -> None:
    honest = scene.entry(BOB, toy.Throw(2))
    body = honest.raw[: -len(encode(honest.signature))]
    for signature in (bytes([1]) + bytes(63), honest.signature[:32] + b"\xff" * 32):
        scene.unchanged(scene.sends, body + encode(signature))


@pytest.mark.parametrize("raw", [b"\x00", b"\xc1" * 50, encode((b"body", bytes(64))), b"\x91" * 30])
def test_malformed_entry(scene: Scene, raw: bytes) -> None:
    scene.unchanged(scene.sends, raw)


def test_who_was_sent_what_is_void_now_is_sent_what_took_its_place(scene: Scene) -> None:
    """SPEC-12.5: served anew from the place where the line was cut."""
    serving, place = scene.ann.sync.serving, scene.table.head.sequence
    while serving.next_message(scene.link) is not None:
        pass
    serving.rewind(place - 1)
    assert serving.next_message(scene.link) == Entries(entries=(scene.table.log.at(place).raw,))


def test_a_later_life_that_begins_without_a_rejoin(scene: Scene) -> None:
    """SPEC-16.7: what holds it is not served from there again, as an older life would be."""
    head = scene.table.head
    scene.sends(scene.entry(BOB, toy.Throw(2)))
    other = scene.entry(BOB, toy.End(), head=head, incarnation=octets("name"))
    with pytest.raises(PeerFault, match="nobody honest made"):
        scene.sends(other)
    (evidence,) = scene.evidence()
    assert accused(evidence) == (Code.WRONG_INCARNATION, BOB)


def test_replay_from_another_game(scene: Scene) -> None:
    foreign = scene.entry(BOB, toy.Throw(2), game=octets("another game"))
    assert Code.WRONG_GAME in str(scene.unchanged(scene.sends, foreign))


def test_heads_of_another_game(scene: Scene) -> None:
    heads = Heads(game=octets("other"), places=((0, octets("other")),), held=())
    assert "another game" in str(scene.unchanged(scene.hears, heads))


def test_entries_before_heads(scene: Scene) -> None:
    link = scene.ann.connect(identity(CID).public)
    entry = scene.entry(BOB, toy.Throw(2))
    with pytest.raises(PeerFault, match="before it said what it holds"):
        scene.sends(entry, link=link)


def test_wrong_author(scene: Scene) -> None:
    """Cid signs in Bob's turn: his fault, shown by the log and the entry."""
    with pytest.raises(PeerFault, match="seat 2"):
        scene.sends(scene.entry(CID, toy.Throw(2)))
    (evidence,) = scene.evidence()
    assert accused(evidence) == (Code.WRONG_AUTHOR, CID)


def test_wrong_author_at_a_place_that_is_taken(scene: Scene) -> None:
    """SPEC-16.7: Cid's fault is the same, whether Bob's entry has come before his or not."""
    head = scene.table.head
    scene.sends(scene.entry(BOB, toy.Throw(2)))
    with pytest.raises(PeerFault, match="nobody honest made"):
        scene.sends(scene.entry(CID, toy.Throw(2), head=head))
    (evidence,) = scene.evidence()
    assert accused(evidence) == (Code.WRONG_AUTHOR, CID)


def test_nobody_is_blamed_for_an_entry_that_another_forged_for_a_place_that_is_taken(
    scene: Scene,
) -> None:
    head = scene.table.head
    scene.sends(scene.entry(BOB, toy.Throw(2)))
    forged = scene.entry(CID, toy.Throw(2), head=head, identity=named("eve"))
    scene.unchanged(scene.sends, forged)


def test_illegal_answer(scene: Scene) -> None:
    with pytest.raises(PeerFault):
        scene.sends(scene.entry(BOB, toy.Throw(99)))
    (evidence,) = scene.evidence()
    assert accused(evidence) == (Code.ILLEGAL_ANSWER, BOB)


def test_wrong_dice_share(scene: Scene) -> None:
    with pytest.raises(PeerFault):
        scene.sends(scene.entry(BOB, toy.Throw(2), DiceShare(octets("no share"))))
    (evidence,) = scene.evidence()
    assert accused(evidence) == (Code.SHARE_WRONG, BOB)


def test_wrong_state_digest(scene: Scene) -> None:
    with pytest.raises(PeerFault):
        scene.sends(scene.entry(BOB, toy.Throw(2), state=octets("another state")))
    (evidence,) = scene.evidence()
    assert accused(evidence) == (Code.WRONG_DIGEST, BOB)


def test_a_cheat_fills_no_disk(scene: Scene) -> None:
    """Of each seat one piece of evidence is kept for each kind of fault."""
    for count in range(5):
        bad = scene.entry(BOB, toy.Throw(99), minute=MINUTE + count)
        with pytest.raises(PeerFault):
            scene.sends(bad)
    assert len(scene.evidence()) == 1


def test_clock_games(scene: Scene) -> None:
    """No clock decides anything: a claimed time far off is accepted, and is the author's."""
    for minute in (0, 2**31 - 1):
        (news,) = Scene(BOB).sends(scene.entry(BOB, toy.Throw(2), minute=minute))
        assert not isinstance(news, FaultProven)


# --- places ---------------------------------------------------------------------------------------


def test_replay_in_the_same_game_is_harmless_but_not_for_ever(scene: Scene) -> None:
    old = scene.table.log.at(3)
    for _ in range(MAX_IDLE_MESSAGES - 1):
        assert scene.sends(old) == []
    assert "nothing new" in str(scene.unchanged(scene.sends, old))


def test_passing_on_what_others_brought_first_is_no_flood(scene: Scene) -> None:
    """SPEC-16.7: in a mesh every peer passes everything on, and one is always the fastest."""
    fast = scene.link
    slow = scene.ann.connect(identity(CID).public)
    scene.hears(Heads(game=scene.table.charter.game_id, places=((0, octets("x")),), held=()), slow)
    for old in scene.table.log:
        assert scene.sends(old, link=slow) == []
    for counter in range(1, MAX_STATEMENTS[RecordKind.HAND] + 1):
        said = hand(scene, BOB, counter)
        scene.says(said, link=fast)
        assert scene.says(said, link=slow) == []
    assert slow.idle_budget == MAX_IDLE_MESSAGES - 1, "its heads alone are counted"


def test_heads_between_entries_that_are_known_are_still_counted(scene: Scene) -> None:
    """Each makes the node send all that it holds: an old entry buys no more of them."""
    game = scene.table.charter.game_id
    nothing = Heads(game=game, places=((0, game),), held=())

    def ask_for_all() -> None:
        for place in range(1, MAX_IDLE_MESSAGES + 1):
            scene.hears(nothing)
            scene.sends(scene.table.log.at(1 + place % len(scene.table.log)))

    assert "nothing new" in str(scene.unchanged(ask_for_all))


def test_what_a_peer_brings_again_is_counted(scene: Scene) -> None:
    """Entries one by one, however many a message holds; neither is new twice on a connection."""
    old = scene.table.log.at(3).raw
    batch = Entries(entries=(old,) * MAX_BATCH)
    for _ in range(MAX_REPEATED // MAX_BATCH):
        assert scene.hears(batch) == []
    assert "again" in str(scene.unchanged(scene.hears, batch))


def test_statements_said_again_after_other_heads_are_no_news(scene: Scene) -> None:
    said = hand(scene, BOB, 1)
    scene.says(said)
    for _ in range(MAX_IDLE_MESSAGES // 2 - 2):
        scene.say_heads()
        scene.says(said)
    assert scene.link.idle_budget < 10


def test_heads_said_for_ever(scene: Scene) -> None:
    def prattle() -> None:
        for _ in range(MAX_IDLE_MESSAGES):
            scene.say_heads()

    assert "nothing new" in str(scene.unchanged(prattle))


def test_an_entry_beyond_the_end_asks_for_what_lies_between(scene: Scene) -> None:
    ahead = scene.entry(BOB, toy.Throw(2), head=Head(len(scene.table.log) + 5, octets("later")))
    drain(scene)
    assert scene.sends(ahead) == []
    assert isinstance(scene.ann.next_message(scene.link), Heads)


def test_a_stale_previous_hash_asks_for_the_line_it_is_on(scene: Scene) -> None:
    stale = scene.entry(BOB, toy.Throw(2), head=Head(len(scene.table.log), octets("another")))
    drain(scene)
    assert scene.sends(stale) == []
    assert isinstance(scene.ann.next_message(scene.link), Heads)


def drain(scene: Scene) -> None:
    while scene.ann.next_message(scene.link) is not None:
        pass


# --- beside the line ------------------------------------------------------------------------------


def hand(scene: Scene, seat: int, counter: int, **fields: object) -> Signed[RaisedHand]:
    statement = RaisedHand(
        game=scene.table.charter.game_id, seat=seat, head=scene.table.head, counter=counter
    )
    return sign_statement(identity(seat), replace(statement, **fields))  # type: ignore[arg-type]  # any field


def test_inbox_filling(scene: Scene) -> None:
    """A seat may say so much and no more, and its chatter takes nobody else's room."""
    for counter in range(1, MAX_STATEMENTS[RecordKind.HAND] + 50):
        scene.says(hand(scene, BOB, counter))
    kept = [said for said in scene.table.log.statements if said.statement.seat == BOB]
    assert len(kept) == MAX_STATEMENTS[RecordKind.HAND]
    assert len(scene.says(hand(scene, CID, 1))) == 1


def test_claims_of_silence_are_bounded_too(scene: Scene) -> None:
    game, log = scene.table.charter.game_id, scene.table.log
    claims = [
        sign_statement(
            identity(BOB),
            SilenceClaim(game=game, seat=BOB, head=log.at(n).head, owing=CID),
        )
        for n in range(1, 20)
    ]
    scene.says(*claims)
    assert len(scene.table.log.statements) == MAX_STATEMENTS[RecordKind.SILENCE]


def test_a_spectator_cannot_post(scene: Scene) -> None:
    """Neither an entry nor a statement of somebody without a seat is signed by anybody known."""
    eve = named("eve")
    posted = sign_statement(eve, hand(scene, BOB, 1).statement)
    assert Code.BAD_SIGNATURE in str(scene.unchanged(scene.says, posted))
    scene.unchanged(scene.sends, scene.entry(BOB, toy.Throw(2), identity=eve))


def test_statements_that_are_none(scene: Scene) -> None:
    for kind, raw in (
        (99, b"hand"),
        (int(RecordKind.ENTRY), b"entry"),
        (int(RecordKind.HAND), b"junk"),
    ):
        message = Statements(records=((kind, raw),))
        scene.unchanged(scene.hears, message)


def test_a_statement_about_an_unknown_place_is_left_alone(scene: Scene) -> None:
    for head in (Head(10**6, octets("later")), Head(3, octets("another line"))):
        assert scene.says(hand(scene, BOB, 1, head=head)) == []
    assert scene.table.log.statements == ()


# --- rejoin ---------------------------------------------------------------------------------------


def back(scene: Scene, entries: Iterable[Entry]) -> Replica:
    """Ann with nothing but her phrase and what somebody serves her."""
    node = scene.nodes[ANN]
    scene.world.lose(node)
    node.start()
    link = node.up.connect(identity(BOB).public)
    served = list(entries)
    head = served[-1].head
    game = node.up.table.charter.game_id
    heads = Heads(game=game, places=((head.sequence, head.hash), (0, game)), held=())
    list(node.up.receive(link, heads))
    list(node.up.receive(link, Entries(entries=tuple(entry.raw for entry in served))))
    return node.up


def test_hidden_tail_at_a_rejoin() -> None:
    """Bob serves the log without Ann's last entry: she asks all, and signs nothing before."""
    scene = Scene(ANN)
    whole = list(scene.table.log)
    cut = max(entry.sequence for entry in whole if entry.seat == ANN)
    ann = back(scene, whole[: cut - 1])
    assert not ann.standing.complete
    assert not ann.standing.must_decide
    said = ann.act(octets("entropy 1"), MINUTE)
    assert [type(s.statement) for s in ann.table.log.statements] == [RejoinQuestion]
    assert said is not None
    assert ann.act(octets("entropy 2"), MINUTE) is None
    assert not ann.standing.must_decide


def test_a_copy_put_back_signs_nothing_before_it_has_met_somebody() -> None:
    """Restored-backup fork: the store of yesterday does not know that it is old."""
    scene = Scene(ANN)
    node = scene.nodes[ANN]
    old = replace(node.disk, entries=node.disk.entries[:-6])
    scene.world.crash(node)
    copy = Replica.resume(toy_table(), old, phrase(ANN), from_start=True)
    assert copy.act(octets("entropy"), MINUTE) is None
    assert not copy.standing.must_decide


def test_a_copy_put_back_finds_out_that_it_is_old_and_rejoins() -> None:
    scene = Scene(ANN)
    node = scene.nodes[ANN]
    last = max(e.sequence for e in scene.table.log if e.seat == ANN)
    signed = {key: value for key, value in node.disk.signed.items() if key[1] < last}
    node.disk = replace(node.disk, entries=node.disk.entries[: last - 1], signed=signed)
    scene.world.crash(node)
    scene.world.signed = {key: value for key, value in scene.world.signed.items() if key[0] != ANN}
    scene.world.length = 0
    scene.world.calm()
    for other in scene.nodes:
        other.thinks = True
        other.settle()
        scene.world.pump_all(other)
    scene.world.calm()
    assert scene.table.ledger.incarnations[ANN] != FIRST
    assert {n.up.table.head for n in scene.nodes} == {scene.table.head}
    assert scene.table.outcome is not None


def test_an_old_device_leaves_the_seat_to_the_new_one() -> None:
    """Two devices with one phrase: once the new one asks to rejoin, the old one signs no more."""
    scene = Scene(ANN)
    question = RejoinQuestion(
        game=scene.table.charter.game_id,
        seat=ANN,
        round=MINUTE,
        nonce=octets("new device"),
        dice_head=octets("head"),
    )
    scene.says(sign_statement(identity(ANN), question))
    assert scene.ann.standing.superseded
    assert not scene.ann.standing.must_decide
    assert scene.ann.act(octets("entropy"), MINUTE) is None


def test_nobody_answers_for_another_seat(scene: Scene) -> None:
    question = sign_statement(
        identity(CID),
        RejoinQuestion(
            game=scene.table.charter.game_id,
            seat=CID,
            round=MINUTE,
            nonce=octets("nonce"),
            dice_head=octets("head"),
        ),
    )
    answer = RejoinAnswer(
        game=scene.table.charter.game_id,
        seat=BOB,
        begun=None,
        settlement=None,
        question=question,
        last=None,
        known=(),
    )
    forged = sign_statement(named("eve"), answer)
    scene.unchanged(scene.says, forged)
    scene.says(question)
    scene.ann.mark_written()
    assert scene.ann.act(octets("entropy"), MINUTE) is not None
    answers = [
        s.statement for s in scene.table.log.statements if isinstance(s.statement, RejoinAnswer)
    ]
    last = max(entry.sequence for entry in scene.table.log if entry.seat == CID)
    assert [(said.seat, said.last) for said in answers] == [(ANN, scene.table.log.at(last).head)]
