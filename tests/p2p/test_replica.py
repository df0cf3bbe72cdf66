"""What a node does by itself, and what it leaves to its player (SPEC-16.7 to 16.9)."""

from dataclasses import replace

import pytest

from engine.board import Power
from engine.errors import Illegal
from engine.instructions import Instructions, Standing
from engine.requests import Decision
from engine.units import Kind
from p2p import serving
from p2p.changes import EntryStored, PlaceSigned, ShareReleased, StatementStored
from p2p.choice import Choice
from p2p.errors import BadStore, PeerFault
from p2p.events import EntryAccepted, FaultProven, StatementAccepted
from p2p.link import Link
from p2p.marks import EntryMarks
from p2p.messages import Entries, Heads, Statements
from p2p.offers import MAX_STATEMENTS
from p2p.player import Position
from p2p.replica import Replica
from p2p.serving import locator
from p2p.store import StoreContents
from protocol.entry import Decide, Hand, Instruct, SealTokens, Waive
from protocol.entry_builder import Declined
from protocol.errors import Code, LocalError
from protocol.head import Head
from protocol.identity import Phrase
from protocol.logfile import RecordKind
from protocol.questions import FIRST, RejoinQuestion
from protocol.statement import Signed, sign_statement
from protocol.statements import Closing, Disclosure, RaisedHand, SilenceClaim
from tests.p2p.keys import octets
from tests.p2p.scene import ANN, BOB, CID, WATCHER, Scene
from tests.protocol import toy
from tests.protocol.sample import MINUTE, identity, phrase
from tests.protocol.toy_match import toy_table


def actions(*orders: toy.Order) -> Choice:
    return Choice(tuple(Decide(toy.data(order)) for order in orders))


def decide(scene: Scene, choice: Choice) -> tuple[EntryAccepted, Choice | None]:
    return scene.ann.decide(choice, scene.world.entropy(), MINUTE)


@pytest.fixture
def scene() -> Scene:
    """Ann is asked for a decision."""
    return Scene(ANN)


# --- entries of our own ---------------------------------------------------------------------------


def test_an_entry_goes_to_the_disk_with_its_place_and_its_share(scene: Scene) -> None:
    accepted, rest = decide(scene, actions(toy.Throw(2)))
    entry = accepted.appended.entry
    assert rest is None
    place, share, kept = scene.ann.changes
    assert place == PlaceSigned(FIRST, entry.sequence, entry.hash)
    assert isinstance(share, ShareReleased)
    assert share.request == entry.hash
    mark = EntryMarks(phrase(ANN), entry.game).mark(entry.raw)
    assert kept == EntryStored(entry.sequence, entry.raw, mark)


def test_nothing_is_said_before_it_is_written(scene: Scene) -> None:
    decide(scene, actions(toy.End()))
    with pytest.raises(LocalError, match="written before anything is sent"):
        scene.ann.next_message(scene.link)
    scene.ann.mark_written()
    said = []
    while (message := scene.ann.next_message(scene.link)) is not None:
        said.append(message)
    assert said[-1] == Entries(entries=(scene.table.log.at(len(scene.table.log)).raw,))


def test_a_wish_that_the_rules_forbid_changes_nothing(scene: Scene) -> None:
    before = scene.table.head
    with pytest.raises(Declined) as declined:
        decide(scene, actions(toy.Shuffle(), toy.Throw(99)))
    assert (declined.value.index, declined.value.rule) == (1, "BG-1.6")
    assert scene.table.head == before
    assert scene.ann.changes == ()


def test_a_long_choice_takes_several_entries(scene: Scene) -> None:
    """What does not fit goes into the next entry, with the arrangements that are left."""
    tokens = toy.toy(scene.table.game).tokens[power_of(scene)]
    groups = [scene.secrets[token] for token in tokens]
    order = tuple(reversed(groups))
    choice: Choice | None = replace(
        actions(*[toy.Shuffle()] * 20), arrangements=(tuple(groups),) * 19 + (order,)
    )
    entries = []
    while choice is not None:
        accepted, choice = decide(scene, choice)
        entries.append(accepted.appended.entry)
    assert len(entries) > 1
    assert sum(isinstance(i, SealTokens) for e in entries for i in e.items) == 20
    last = toy.toy(scene.table.game).tokens[power_of(scene)]
    assert tuple(scene.secrets[token] for token in last) == order


def power_of(scene: Scene) -> Power:
    due = scene.table.due
    assert due is not None
    return due.power


def test_after_dice_the_player_is_asked_again(scene: Scene) -> None:
    """What the dice will be, nobody can know: actions beyond a roll are dropped."""
    accepted, rest = decide(scene, actions(toy.Throw(2), toy.Shuffle()))
    assert rest is None
    assert len([i for i in accepted.appended.entry.items if isinstance(i, Decide)]) == 1


def test_only_who_is_asked_decides() -> None:
    scene = Scene(BOB)
    with pytest.raises(LocalError, match="no decision is due"):
        decide(scene, actions(toy.End()))
    with pytest.raises(LocalError, match="no seat"):
        scene.nodes[3].up.raise_hand()


# --- hands ----------------------------------------------------------------------------------------


def test_a_raised_hand_is_granted_with_the_next_choice(scene: Scene) -> None:
    heard = scene.nodes[CID].up.raise_hand()
    assert isinstance(heard.signed.statement, RaisedHand)
    scene.says(heard.signed)
    accepted, _ = decide(scene, actions(toy.End()))
    assert accepted.appended.entry.items[0] == Hand(CID, 1)
    assert scene.table.game.hands == {CID: 1}


def test_a_hand_is_raised_so_often_and_no_more(scene: Scene) -> None:
    for _ in range(MAX_STATEMENTS[RecordKind.HAND]):
        scene.ann._publish(
            sign_statement(
                identity(ANN),
                RaisedHand(
                    game=scene.table.charter.game_id,
                    seat=ANN,
                    head=scene.table.head,
                    counter=1 + len(scene.table.log.statements),
                ),
            )
        )
    with pytest.raises(LocalError, match="96 times"):
        scene.ann.raise_hand()


def test_silence_is_claimed_of_who_is_waited_for() -> None:
    scene = Scene(BOB)
    heard = scene.ann.claim_silence()
    assert isinstance(heard.signed.statement, SilenceClaim)
    assert heard.signed.statement.owing == BOB
    with pytest.raises(LocalError, match="no other seat"):
        scene.nodes[BOB].up.claim_silence()


def test_windows_are_waived_in_a_choice(scene: Scene) -> None:
    accepted, _ = decide(scene, Choice((Waive(waived=True), *actions(toy.End()).actions)))
    assert accepted.appended.entry.items[0] == Waive(waived=True)
    assert scene.table.game.waived == {ANN}


# --- instructions ---------------------------------------------------------------------------------

NEVER = Instructions(submerge=Standing.NEVER)


def test_spec_10_10_a_seat_that_is_not_due_changes_its_instructions(scene: Scene) -> None:
    """They wait beside the line until the next entry, of another seat, carries them."""
    heard = scene.nodes[CID].up.instruct(toy.GERMANY, NEVER)
    scene.says(heard.signed)
    assert scene.table.game.instructions == {}
    accepted, _ = decide(scene, actions(toy.End()))
    assert accepted.appended.entry.items[0] == Instruct(heard.signed.raw)
    assert scene.table.game.instructions == {toy.GERMANY: NEVER}
    assert scene.table.waiting_instructions() == ()


def test_spec_10_10_of_each_power_the_last_instructions_are_carried(scene: Scene) -> None:
    for orders in (NEVER, Instructions(), Instructions(submerge=Standing.ALWAYS)):
        scene.ann.instruct(toy.UK, orders)
    scene.ann.instruct(toy.USA, NEVER)
    accepted, _ = decide(scene, actions(toy.End()))
    carried = [item for item in accepted.appended.entry.items if isinstance(item, Instruct)]
    assert len(carried) == 2
    assert scene.table.game.instructions == {
        toy.UK: Instructions(submerge=Standing.ALWAYS),
        toy.USA: NEVER,
    }


def test_own_instructions_that_wait_hold_where_a_player_looks_ahead(scene: Scene) -> None:
    """Its next entry begins with them, so what it stages comes after them."""
    scene.ann.instruct(toy.USA, NEVER)
    asked = scene.table.request
    assert isinstance(asked, Decision)
    position = Position(scene.table, ANN, asked, scene.secrets)
    assert position.fork().game.instructions == {toy.USA: NEVER}
    assert position.game.instructions == {}


def test_instructions_of_other_powers_and_of_nothing_are_not_given(scene: Scene) -> None:
    with pytest.raises(LocalError, match="does not play Germany"):
        scene.ann.instruct(toy.GERMANY, NEVER)
    with pytest.raises(Illegal, match="no kind of unit zeppelin"):
        scene.ann.instruct(toy.USA, Instructions(losses=(Kind("zeppelin"),)))
    assert scene.ann.changes == ()


# --- the end --------------------------------------------------------------------------------------


def test_at_the_end_each_seat_signs_and_discloses_by_itself(scene: Scene) -> None:
    decide(scene, actions(toy.Win()))
    said = [scene.ann.act(octets(str(n)), MINUTE) for n in range(3)]
    kinds = [type(s.signed.statement) if isinstance(s, StatementAccepted) else s for s in said]
    assert kinds == [Closing, Disclosure, None]
    assert not scene.ann.finished


def test_what_was_disclosed_is_not_disclosed_again(scene: Scene) -> None:
    """SPEC-13.3: and nothing is while the game goes on."""
    with pytest.raises(LocalError, match="has not ended"):
        scene.ann.disclose()
    decide(scene, actions(toy.Win()))
    scene.ann.disclose()
    with pytest.raises(LocalError, match="open already"):
        scene.ann.disclose()


def test_a_disclosure_that_does_not_fit_is_the_seats_fault(scene: Scene) -> None:
    decide(scene, actions(toy.Win()))
    false = sign_statement(
        identity(BOB),
        Disclosure(
            game=scene.table.charter.game_id,
            seat=BOB,
            head=scene.table.head,
            keys=(("Japan", octets("another key")),),
        ),
    )
    hearing = scene.ann.receive(scene.link, scene.statements(false))
    cheated = next(hearing)
    with pytest.raises(PeerFault):
        next(hearing)
    assert isinstance(cheated, FaultProven)
    assert (cheated.refusal.code, cheated.refusal.culprit) == (Code.BAD_DISCLOSURE, BOB)
    assert BOB not in scene.table.disclosures()


# --- bringing up to date --------------------------------------------------------------------------


def test_places_grow_sparser_down_to_the_game_id(scene: Scene) -> None:
    log = scene.table.log
    places = locator(log)
    length = len(log)
    assert [place.sequence for place in places[:4]] == [length, length - 1, length - 3, length - 7]
    assert places[-1] == Head(0, log.charter.game_id)
    assert all(log.holds(place) for place in places)


def test_a_long_log_comes_in_pieces(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MAX_CHUNK", 3000)
    late = Replica(toy_table())
    link = scene.ann.connect(identity(CID).public)
    at = late.connect(identity(ANN).public)
    list(scene.ann.receive(link, _heads(late, at)))
    messages = []
    while (message := scene.ann.next_message(link)) is not None:
        assert isinstance(message, Heads | Entries | Statements)
        messages.append(message)
        list(late.receive(at, message))
        late.mark_written()
    assert len(messages) > 5
    assert late.table.head == scene.table.head


def _heads(replica: Replica, link: Link) -> Heads:
    message = replica.next_message(link)
    assert isinstance(message, Heads)
    return message


def test_a_peer_that_is_ahead_is_not_sent_what_it_has(scene: Scene) -> None:
    link = scene.ann.connect(identity(CID).public)
    game, here = scene.table.charter.game_id, scene.table.head
    beyond = Heads(
        game=game,
        places=((here.sequence + 50, octets("ahead")), (0, game)),
        held=(),
    )
    list(scene.ann.receive(link, beyond))
    assert isinstance(scene.ann.next_message(link), Heads)
    assert scene.ann.next_message(link) is None


def lose_with_a_tail(scene: Scene) -> bytes:
    """A spectator alone has seen Ann's last entry, and she loses her machine."""
    lost, _ = decide(scene, actions(toy.Shuffle()))
    watcher = scene.nodes[WATCHER]
    link = watcher.up.connect(identity(ANN).public)
    list(watcher.up.receive(link, heads_of(scene.ann)))
    list(watcher.up.receive(link, Entries(entries=(lost.appended.entry.raw,))))
    watcher.keep()
    scene.world.lose(scene.nodes[ANN])
    scene.world.wires.clear()
    scene.nodes[ANN].start()
    return lost.appended.entry.raw


def deliver(scene: Scene, node: int | None = None) -> None:
    """Everything arrives that is under way, or everything on the connection of one node."""
    while ready := [
        r for r in scene.world.ready() if node is None or scene.nodes[node] in r[0].ends
    ]:
        scene.world.deliver(*ready[0])


def play_out(scene: Scene) -> None:
    scene.world.length = 0
    for node in scene.nodes:
        node.thinks = True
        node.settle()
        scene.world.pump_all(node)
    scene.world.calm()
    for node in scene.nodes:
        assert node.disk.entries == scene.nodes[BOB].disk.entries
        assert node.up.table.outcome is not None
    assert scene.table.ledger.incarnations[ANN] != FIRST


def test_a_tail_that_somebody_shows_in_time_is_saved() -> None:
    scene = Scene(ANN)
    tail = lose_with_a_tail(scene)
    for seat in (WATCHER, BOB, CID):
        scene.world.connect(scene.nodes[ANN], scene.nodes[seat])
        deliver(scene)
    play_out(scene)
    assert tail in scene.nodes[BOB].disk.entries


def test_a_tail_that_is_shown_after_all_have_answered_is_void() -> None:
    """SPEC-12.8: the spectator drops it, too."""
    scene = Scene(ANN)
    tail = lose_with_a_tail(scene)
    for seat in (BOB, CID, WATCHER):
        scene.world.connect(scene.nodes[ANN], scene.nodes[seat])
        deliver(scene)
    play_out(scene)
    assert tail not in scene.nodes[WATCHER].disk.entries


def test_a_tail_that_reaches_the_asker_before_it_settles_is_saved() -> None:
    """SPEC-12.5: no answer names it, but it is Ann's own, and she stands by it."""
    scene = Scene(ANN)
    tail = lose_with_a_tail(scene)
    ann, bob = scene.nodes[ANN], scene.nodes[BOB]
    scene.world.connect(ann, bob)
    (wire,) = scene.world.wires
    while not bob.up.table.rejoining or BOB in bob.up.table.rejoining[ANN].unanswered:
        for way in (0, 1):
            if wire.under_way[way] and not bob.up.table.rejoining:
                scene.world.deliver(wire, way)
    scene.world.connect(ann, scene.nodes[WATCHER])
    deliver(scene, WATCHER)
    assert ann.disk.entries[-1] == tail
    scene.world.connect(ann, scene.nodes[CID])
    play_out(scene)
    assert tail in ann.disk.entries


def heads_of(replica: Replica) -> Heads:
    log = replica.table.log
    return Heads(
        game=log.charter.game_id,
        places=tuple((place.sequence, place.hash) for place in locator(log)),
        held=(),
    )


def asks(scene: Scene, seat: int) -> Signed[RejoinQuestion]:
    question = RejoinQuestion(
        game=scene.table.charter.game_id,
        seat=seat,
        round=MINUTE,
        nonce=octets("nonce"),
        dice_head=octets("head"),
    )
    return sign_statement(identity(seat), question)


def test_who_has_answered_takes_nothing_more_of_the_older_incarnation() -> None:
    """SPEC-12.4: it waits for a settlement that stands by it."""
    scene = Scene(BOB)
    tail = scene.entry(BOB, toy.Shuffle())
    scene.says(asks(scene, BOB))
    scene.ann.mark_written()
    assert isinstance(scene.ann.act(octets("entropy"), MINUTE), StatementAccepted)
    assert scene.sends(tail) == []
    assert scene.table.head.sequence == tail.sequence - 1
    assert scene.evidence() == [], "and nobody is to blame"


# --- stores ---------------------------------------------------------------------------------------


def test_a_member_goes_on_where_its_store_ends(scene: Scene) -> None:
    disk = scene.nodes[ANN].disk
    again = Replica.resume(toy_table(), disk, phrase(ANN), from_start=True)
    assert again.table.head == scene.table.head
    assert again.standing.complete
    assert again.changes == ()


def test_a_store_with_an_entry_that_is_refused_is_bad(scene: Scene) -> None:
    disk = scene.nodes[ANN].disk
    with pytest.raises(BadStore, match="not one that this program accepts"):
        Replica.resume(toy_table(), replace(disk, entries=disk.entries[1:]), None, from_start=True)


def test_a_statement_about_a_void_entry_is_left_out_after_a_restart(scene: Scene) -> None:
    scene.says(
        sign_statement(
            identity(BOB),
            RaisedHand(
                game=scene.table.charter.game_id, seat=BOB, head=scene.table.head, counter=1
            ),
        )
    )
    (kept,) = [change for change in scene.ann.changes if isinstance(change, StatementStored)]
    disk = scene.nodes[ANN].disk
    short = replace(disk, entries=disk.entries[:-1], statements=(kept.record,))
    again = Replica.resume(toy_table(), short, None, from_start=True)
    assert again.table.log.statements == ()


def test_a_spectator_is_always_complete() -> None:
    assert Replica(toy_table()).standing.complete
    assert not Replica(toy_table()).standing.superseded
    assert Replica(toy_table()).act(octets("entropy"), MINUTE) is None


def test_a_stranger_has_no_seat() -> None:
    replica = Replica.resume(
        toy_table(), StoreContents(), Phrase(octets("stranger")), from_start=True
    )

    assert replica.author is None
    assert not replica.standing.must_decide
