"""SPEC-5.5, 5.6: entries in one line, all or nothing."""

from collections.abc import Callable

import pytest

from protocol.entry import Entry, Resign
from protocol.errors import Code, LocalError, Refused
from protocol.head import Head
from protocol.log import Log, check_link, check_signature
from protocol.players import Players
from protocol.questions import FIRST
from protocol.statement import sign_statement
from protocol.statements import Closing
from tests.protocol.sample import CHARTER, another_game, entry, found, identity, some_hash, start


def log_of(length: int) -> Log:
    """Seats 0 and 1 pass in turn."""
    log = Log(found())
    for number in range(length):
        log.append(log.admit(entry(log.head, number % 2).raw))
    return log


def resigned(log: Log, sequence: int, seat: int, incarnation: bytes = FIRST) -> Entry:
    """Another entry for a place that is taken."""
    before = log.at(sequence - 1).head if sequence > 1 else start()
    return entry(before, seat, Resign(), incarnation=incarnation)


def test_spec_5_5_a_line_begins_at_the_game_id() -> None:
    log = Log(found())
    assert log.head == Head(0, CHARTER.game_id)
    assert len(log) == 0
    assert log.charter == CHARTER


def test_spec_5_5_each_entry_follows_the_head() -> None:
    log = log_of(3)
    assert [one.sequence for one in log] == [1, 2, 3]
    assert [one.previous for one in log] == [CHARTER.game_id, log.at(1).hash, log.at(2).hash]
    assert log.head == log.at(3).head
    assert list(log.since(2)) == [log.at(3)]


REFUSALS: list[tuple[str, Callable[[Log], bytes], Code, int | None]] = [
    ("no entry", lambda log: log.at(1).raw[:-1], Code.MALFORMED, None),
    (
        "of another game",
        lambda log: entry(log.head, 1, game=another_game().game_id).raw,
        Code.WRONG_GAME,
        None,
    ),
    (
        "of another game, for a place that is taken",
        lambda _: entry(start(), 1, game=another_game().game_id).raw,
        Code.WRONG_GAME,
        None,
    ),
    (
        "of a seat that does not exist",
        lambda log: entry(log.head, 2, author=identity(1)).raw,
        Code.NO_SEAT,
        None,
    ),
    (
        "of a seat that does not exist, for a place that is taken",
        lambda _: entry(start(), 2, author=identity(1)).raw,
        Code.NO_SEAT,
        None,
    ),
    (
        "beyond the next place",
        lambda log: entry(entry(log.head, 1).head, 0).raw,
        Code.GAP,
        None,
    ),
    (
        "after another third entry",
        lambda _: entry(Head(3, some_hash("unseen")), 1).raw,
        Code.STALE_HEAD,
        None,
    ),
    (
        "signed by another seat",
        lambda log: entry(log.head, 1, author=identity(0)).raw,
        Code.BAD_SIGNATURE,
        None,
    ),
    ("held already", lambda log: log.at(2).raw, Code.KNOWN, None),
    ("a second story", lambda log: resigned(log, 2, 1).raw, Code.FORK, 1),
    ("a second story of the first entry", lambda log: resigned(log, 1, 0).raw, Code.FORK, 0),
    (
        "a second story of another incarnation",
        lambda log: resigned(log, 2, 1, incarnation=b"i" * 32).raw,
        Code.STALE_HEAD,
        None,
    ),
    (
        "by another seat for a place that is taken",
        lambda log: resigned(log, 2, 0).raw,
        Code.STALE_HEAD,
        None,
    ),
    (
        "a second story that its author did not sign",
        lambda log: entry(log.at(1).head, 1, Resign(), author=identity(0)).raw,
        Code.BAD_SIGNATURE,
        None,
    ),
]


@pytest.mark.parametrize(
    ("name", "make", "code", "culprit"), REFUSALS, ids=[name for name, *_ in REFUSALS]
)
def test_spec_5_5_whatever_is_not_next_is_refused_and_changes_nothing(
    name: str, make: Callable[[Log], bytes], code: Code, culprit: int | None
) -> None:
    log = log_of(3)
    before = list(log)
    with pytest.raises(Refused) as refused:
        log.admit(make(log))
    assert refused.value.code is code, name
    assert refused.value.culprit == culprit
    assert list(log) == before


def test_spec_5_5_admitting_appends_nothing() -> None:
    log = log_of(1)
    log.admit(entry(log.head, 1).raw)
    assert len(log) == 1


def test_spec_5_5_only_the_next_entry_is_appended() -> None:
    log = log_of(1)
    two = log.admit(entry(log.head, 1).raw)
    log.append(two)
    with pytest.raises(LocalError, match="does not follow"):
        log.append(two)


def test_spec_5_5_a_quick_audit_links_without_signatures() -> None:
    forged = entry(start(), 1, author=identity(0))
    check_link(CHARTER, start(), forged)
    with pytest.raises(Refused) as refused:
        check_signature(Players.of(CHARTER).now[forged.seat], forged)
    assert refused.value.code is Code.BAD_SIGNATURE


def test_spec_5_5_a_place_that_is_taken_does_not_link() -> None:
    log = log_of(2)
    with pytest.raises(Refused) as refused:
        check_link(CHARTER, log.head, log.at(1))
    assert refused.value.code is Code.STALE_HEAD


def test_a_log_knows_the_heads_it_passes_through() -> None:
    log = log_of(2)
    assert all(log.holds(head) for head in (start(), log.at(1).head, log.head))
    assert not log.holds(Head(0, some_hash("game")))
    assert not log.holds(Head(2, log.at(1).hash))
    assert not log.holds(Head(3, some_hash("unseen")))


def test_a_place_outside_the_line_is_our_own_mistake() -> None:
    for sequence in (0, 3):
        with pytest.raises(LocalError, match=f"none at {sequence}"):
            log_of(2).at(sequence)


def test_spec_6_1_statements_are_kept_once_in_the_order_in_which_they_came() -> None:
    log = log_of(1)
    closings = [
        sign_statement(identity(seat), Closing(game=CHARTER.game_id, seat=seat, head=log.head))
        for seat in (1, 0)
    ]
    for signed in closings:
        log.add_statement(signed)
    assert list(log.statements) == closings
    with pytest.raises(Refused, match="held already") as refused:
        log.add_statement(closings[0])
    assert refused.value.code is Code.KNOWN


def test_spec_6_1_a_forged_statement_is_not_kept() -> None:
    log = log_of(1)
    forged = sign_statement(identity(0), Closing(game=CHARTER.game_id, seat=1, head=log.head))
    with pytest.raises(Refused) as refused:
        log.add_statement(forged)
    assert refused.value.code is Code.BAD_SIGNATURE
    assert log.statements == ()
