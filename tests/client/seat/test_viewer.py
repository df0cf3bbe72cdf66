"""What a seat knows of hidden tokens: one answer for the page, the terminal and bots (SS-5)."""

from dataclasses import replace
from pathlib import Path

import pytest

from client.bots.arena import Referee as Arena
from client.bots.captain import Captain
from client.presentation.board import holdings_text
from client.presentation.knowledge import knowledge_lines
from client.presentation.words import NotUnderstood
from client.seat.knowledge import Knowledge
from client.seat.memo import MemoFile
from client.seat.notes import followed
from client.seat.viewer import Viewer
from client.table.picture import scene
from client.terminal.inspecting import Perspective, inspect
from client.terminal.notes import take_note
from engine.board import Power, SpaceId
from engine.economy.purchase import PurchaseUnits
from engine.loading import builtin
from engine.movement.orders import Move
from engine.phases import Phase
from engine.pieces import PieceId
from engine.setup import new_game
from engine.turn import TurnBegan
from engine.variants.secret_subs.actions import Anonymize, ClaimFrom
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.support import Support
from engine.variants.secret_subs.token import Token
from tests.engine.secret_subs.owners import Referee, waters

USA, JAPAN = Power("USA"), Power("Japan")


class Watched:
    """A sea with two tokens of the United States, and what all can know of them as it goes on."""

    def __init__(self, *shown: str) -> None:
        """`shown`: tokens whose group everybody has seen."""
        self.sea: Referee = waters("", "SZ 1: USA a=1:3\nSZ 2: USA b=2:1", phase=Phase.COMBAT_MOVE)
        a, b = self.sea["a"], self.sea["b"]
        support = Support.of(10).placed((a, b), (1, 2))
        self.knowledge = Knowledge(
            {
                USA: support.shown(
                    {self.sea[name]: self.sea.secrets[self.sea[name]] for name in shown}
                )
            }
        )
        self.do(Move(frozenset({a}), (SpaceId("SZ 2"),)))

    def do(self, answer: object) -> None:
        events = self.sea.do(answer)
        self.knowledge = self.knowledge.learning(events, self.sea.game)

    def shuffle(self) -> tuple[PieceId, PieceId]:
        """Mix both; the first of the new handles is a."""
        self.sea.deal(1, 2)
        self.do(Anonymize(frozenset({self.sea["a"], self.sea["b"]})))
        c, d = (p.id for p in self.sea.game.pieces.at(SpaceId("SZ 2")) if isinstance(p, Token))
        return c, d

    def viewer(self, *powers: Power) -> Viewer:
        return Viewer(frozenset(powers), self.sea.secrets if USA in powers else {}, self.knowledge)

    def notes(self, notes: dict[int, str], *powers: Power) -> dict[int, str]:
        return dict(followed(notes, self.viewer(*powers), self.sea.game))


def test_a_group_that_follows_has_its_place_in_the_tracker() -> None:
    """SS-5, EX-A: d is claimed to be b, so c is a, which all have seen to be group 1."""
    watched = Watched("a")
    c, d = watched.shuffle()
    game = watched.sea.game
    places = scene(game, watched.viewer(JAPAN)).powers[USA].tracker
    assert places is not None
    assert not places.places
    watched.do(ClaimFrom(d, frozenset({watched.sea["b"]})))
    game = watched.sea.game
    seen = scene(game, watched.viewer(JAPAN))
    track = seen.powers[USA].tracker
    assert track is not None
    assert (track.places[1].token, track.places[1].at, track.places[1].open) == (c, "SZ 2", True)
    shown = {token.id: token for token in seen.spaces["SZ 2"].tokens}
    assert (shown[c].group, shown[c].size, shown[c].open, shown[c].odds) == (1, 3, True, None)
    assert f"1:3 (#{c} SZ 2)" in holdings_text(game, USA, watched.viewer(JAPAN).known(game))
    told = inspect("look", "SZ 2", game, Perspective(watched.viewer(JAPAN), {}, 80))
    assert f"#{c}=1/3" in told
    assert f"  #{c} in SZ 2: group 1, 3 submarines" in knowledge_lines(watched.viewer(JAPAN), game)


def test_an_owner_is_told_what_follows_for_the_others() -> None:
    """Its own token is framed as known to all, although no rule has opened it."""
    watched = Watched("a")
    c, d = watched.shuffle()
    for claimed in (False, True):
        if claimed:
            watched.do(ClaimFrom(d, frozenset({watched.sea["b"]})))
        own = scene(watched.sea.game, watched.viewer(USA)).powers[USA].tracker
        assert own is not None
        assert own.places[1].token == c
        assert own.places[1].open is claimed


def test_a_certain_token_is_the_same_for_page_terminal_and_bot() -> None:
    """SS-0.8: what is printed in a zone tells the group of a token that is alone there."""
    arena = Arena(new_game(builtin("wake-island"), ("SS",), {}, ((USA,), (JAPAN,))), 3)
    captains = {USA: Captain(1), JAPAN: Captain(2)}
    while (view := arena.advance()) is not None and not isinstance(view.decision, PurchaseUnits):
        arena.decide(view, captains[view.decision.power])
    assert view is not None
    wake = [p for p in view.game.pieces.at(SpaceId("SZ Wake")) if isinstance(p, Token)]
    assert [token.owner for token in wake] == [JAPAN]
    viewer = Viewer(frozenset({USA}), view.groups, view.knowledge)
    group = viewer.group(view.game, wake[0])
    assert group == arena.owners.of(JAPAN)[wake[0].id]
    size = tracker(view.game, JAPAN).size(group)
    assert view.submarines(wake[0]) == size
    (token,) = (t for t in scene(view.game, viewer).spaces["SZ Wake"].tokens if not t.mine)
    assert (token.group, token.size) == (group, size)


def test_after_disclosure_everything_shows_the_truth() -> None:
    """SPEC-13.3: the keys that a seat discloses open every token, to watchers too."""
    watched = Watched()
    c, _ = watched.shuffle()
    game = watched.sea.game
    assert watched.viewer().group(game, game.pieces[c]) is None  # type: ignore[arg-type]  # a token
    watched.knowledge = watched.knowledge.disclosing(watched.sea.secrets)
    seen = scene(game, watched.viewer())
    assert [token.group for token in seen.spaces["SZ 2"].tokens] == [1, 2]
    track = seen.powers[USA].tracker
    assert track is not None
    assert track.places.keys() == {1, 2}


def test_a_note_on_an_own_token_follows_its_group() -> None:
    """SS-4.3a: the owner knows the result of its shuffle."""
    watched = Watched()
    c, d = watched.shuffle()
    notes = {int(watched.sea["a"]): "the wolf pack", int(watched.sea["b"]): "one"}
    assert watched.notes(notes, USA) == {c: "the wolf pack", d: "one"}


def test_a_note_on_an_enemys_token_waits_until_its_handle_is_certain() -> None:
    """SS-4.3b: the claim that d is b says which the others are, though nobody knows the groups."""
    watched = Watched()
    notes = {int(watched.sea["a"]): "came from SZ 1"}
    c, d = watched.shuffle()
    assert watched.notes(notes, JAPAN) == notes
    watched.do(ClaimFrom(d, frozenset({watched.sea["b"]})))
    assert watched.notes(notes, JAPAN) == {c: "came from SZ 1"}
    watched.knowledge = watched.knowledge.learning((TurnBegan(2, (JAPAN,)),), watched.sea.game)
    assert watched.notes(notes, JAPAN) == {c: "came from SZ 1"}


@pytest.mark.parametrize("shown", [True, False])
def test_a_note_follows_a_group_that_was_known_and_is_shown_again(*, shown: bool) -> None:
    """Turns later: who was group 1 before the shuffle is the token that turns out to be group 1."""
    watched = Watched(*(("a",) if shown else ()))
    notes = {int(watched.sea["a"]): "three"}
    c, _ = watched.shuffle()
    known = watched.knowledge.learning((TurnBegan(2, (JAPAN,)),), watched.sea.game)
    watched.knowledge = replace(known, supports={USA: known.supports[USA].shown({c: 1})})
    assert watched.notes(notes, JAPAN) == ({c: "three"} if shown else notes)


def test_two_notes_on_one_token_are_both_kept() -> None:
    watched = Watched("a")
    c, d = watched.shuffle()
    notes = {int(watched.sea["a"]): "old", int(c): "new"}
    watched.do(ClaimFrom(d, frozenset({watched.sea["b"]})))
    assert watched.notes(notes, JAPAN) == {c: "new; old"}


def test_notes_are_taken_and_shown_in_the_terminal(tmp_path: Path) -> None:
    watched = Watched()
    a = watched.sea["a"]
    file = MemoFile(tmp_path / "game.memo")
    assert take_note(file, f"#{a} a decoy?") == f"noted on #{a}"
    seen = Perspective(watched.viewer(JAPAN), MemoFile(tmp_path / "game.memo").memo.notes, 80)
    assert f"#{a} in SZ 2: " in inspect("know", "", watched.sea.game, seen)
    assert " · a decoy?" in inspect("know", "", watched.sea.game, seen)
    assert take_note(file, str(a)) == f"no note on #{a} any more"
    assert file.memo.notes == {}
    with pytest.raises(NotUnderstood, match="which token"):
        take_note(file, "a decoy?")


def test_chances_from_a_sample_state_their_error() -> None:
    """SS-5: where the worlds are too many to be counted, nobody is told more than is known."""
    watched = Watched()
    game, exact = watched.sea.game, watched.knowledge.supports[USA]
    for sample, percent in ((None, 0), (4096, 2), (100, 10)):
        bounds = dict.fromkeys(exact.tokens, frozenset(range(1, 11)))
        known = replace(exact, sample=sample, bounds={} if sample is None else bounds)
        watched.knowledge = Knowledge({USA: known})
        track = scene(game, watched.viewer()).powers[USA].tracker
        assert track is not None
        assert track.error == percent
        told = f"less than {percent} % off" in "\n".join(knowledge_lines(watched.viewer(), game))
        assert told is bool(percent)
