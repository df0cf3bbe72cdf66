"""SPEC-16.24: what a keeper allows, and whom it reminds when; values alone."""

import pytest

from p2p.messages import ReminderReply
from p2p.reminding.allowance import MOST, MOST_TO_ONE, Allowance, Sending
from p2p.reminding.book import (
    CODE_MINUTES,
    CODES_PER_DAY,
    MOST_ADDRESSES,
    TRIES,
    Book,
    Reminded,
    Waiting,
)
from p2p.reminding.destinations import EXAMPLES, BadDestination, Destination, Kind

DAY = 24 * 60
MINUTE = 30_000 * DAY
ANN, BOB = "a" * 64, "b" * 64
MAIL = "mailto:ann@example.org"
KINDS = frozenset({Kind.MAIL, Kind.NTFY})
CODE = "12345678"


def asked(book: Book, text: str = MAIL, code: str = CODE, minute: int = MINUTE) -> Book:
    after, reply = book.ask(ANN, text, code, minute, kinds=KINDS)
    assert reply is ReminderReply.CODE_SENT
    return after


def confirmed() -> Book:
    book, reply = asked(Book()).confirm(ANN, CODE, MINUTE + 1)
    assert reply is ReminderReply.CONFIRMED
    return book


def sent(book: Book, minutes: range, present: frozenset[str] = frozenset()) -> list[int]:
    """The minutes of waiting at which somebody is reminded."""
    found = []
    for minute in minutes:
        book, to = book.remind(present, MINUTE + minute)
        found += [minute] * len(to)
    return found


WAIT = Waiting(ANN, "wait", MINUTE)


def test_one_after_ten_minutes_and_one_after_a_day() -> None:
    assert sent(confirmed().wait(WAIT), range(3 * DAY)) == [10, DAY]


def test_nobody_is_reminded_before_the_code_is_back() -> None:
    assert sent(asked(Book()).wait(WAIT), range(3 * DAY)) == []


def test_whose_node_is_connected_is_told_by_it() -> None:
    assert sent(confirmed().wait(WAIT), range(DAY), frozenset({ANN})) == []


def test_only_who_is_waited_for_is_reminded() -> None:
    book = confirmed().wait(Waiting(BOB, "wait", MINUTE))
    assert sent(book, range(3 * DAY)) == []


def test_when_to_look_again() -> None:
    book = confirmed()
    assert book.due is None
    book = book.wait(WAIT)
    assert book.due == MINUTE + 10
    book, _ = book.remind((), MINUTE + 10)
    assert book.due == MINUTE + DAY
    book, _ = book.remind((), MINUTE + DAY)
    assert book.due is None
    assert book.wait(Waiting(ANN, "next", MINUTE)).due == MINUTE + 10


def test_no_more_than_so_many_a_day() -> None:
    """Though the game waits for a new decision each ten minutes."""
    book, count = confirmed(), 0
    for start in range(0, 6 * 60, 10):
        book = book.wait(Waiting(ANN, f"wait {start}", MINUTE + start))
        book, to = book.remind((), MINUTE + start + 10)
        count += len(to)
    assert count == 8


def test_a_wrong_code_confirms_nothing_and_after_five_the_address_is_forgotten() -> None:
    book = asked(Book())
    for _ in range(TRIES):
        assert book.subscribers[ANN].addresses
        book, reply = book.confirm(ANN, "00000000", MINUTE)
        assert reply is ReminderReply.WRONG_CODE
    assert book.subscribers[ANN].addresses == ()
    _, reply = book.confirm(ANN, CODE, MINUTE)
    assert reply is ReminderReply.WRONG_CODE


def test_a_code_is_worth_nothing_after_an_hour_or_to_another_player() -> None:
    book = asked(Book())
    assert book.confirm(BOB, CODE, MINUTE)[1] is ReminderReply.WRONG_CODE
    assert book.confirm(ANN, CODE, MINUTE + CODE_MINUTES)[1] is ReminderReply.CONFIRMED
    assert book.confirm(ANN, CODE, MINUTE + CODE_MINUTES + 1)[1] is ReminderReply.WRONG_CODE


def test_an_empty_code_confirms_nothing() -> None:
    """As an address that is confirmed has none."""
    book = asked(confirmed(), "ntfy://topic", "22222222")
    book, reply = book.confirm(ANN, "", MINUTE)
    assert reply is ReminderReply.WRONG_CODE
    assert [one.confirmed for one in book.subscribers[ANN].addresses] == [True, False]


def test_a_code_can_be_given_back_again_where_the_reply_was_lost() -> None:
    book, reply = confirmed().confirm(ANN, CODE, MINUTE)
    assert (book, reply) == (confirmed(), ReminderReply.CONFIRMED)
    assert Book().confirm(ANN, CODE, MINUTE)[1] is ReminderReply.WRONG_CODE


def test_the_code_of_one_address_is_no_wrong_one_of_another() -> None:
    book = asked(asked(Book()), "ntfy://topic", "22222222")
    book, reply = book.confirm(ANN, "22222222", MINUTE)
    assert reply is ReminderReply.CONFIRMED
    one, other = book.subscribers[ANN].addresses
    assert (one.confirmed, one.tries, other.confirmed) == (False, 0, True)


def test_two_addresses_and_four_codes_a_day() -> None:
    book = Book()
    for number in range(MOST_ADDRESSES):
        book = asked(book, f"ntfy://topic{number}")
    assert book.ask(ANN, "ntfy://more", CODE, MINUTE, kinds=KINDS)[1] is ReminderReply.TOO_MANY
    for _ in range(CODES_PER_DAY - MOST_ADDRESSES):
        book = asked(book, "ntfy://topic0")
    for after in (book, book.forget(ANN)):
        reply = after.ask(ANN, "ntfy://topic0", CODE, MINUTE, kinds=KINDS)[1]
        assert reply is ReminderReply.TOO_OFTEN, "taking all back does not begin the day anew"
    asked(book, "ntfy://topic0", minute=MINUTE + DAY)


def test_what_the_operator_has_not_chosen_is_refused() -> None:
    for text in ("discord://123456789012345678/" + "t" * 60, "file:///etc/passwd", "nonsense"):
        assert Book().ask(ANN, text, CODE, MINUTE, kinds=KINDS) == (Book(), ReminderReply.REFUSED)


def test_what_is_taken_back_or_whose_player_is_replaced_is_forgotten() -> None:
    book = confirmed().wait(WAIT)
    assert MAIL not in str(book.forget(ANN))
    assert sent(book.forget(ANN), range(3 * DAY)) == []
    assert book.follow({ANN}) == book
    assert book.follow({BOB}).empty, "another plays, or the game is over"


def test_a_new_wait_is_counted_anew() -> None:
    book, _ = confirmed().wait(WAIT).remind((), MINUTE + 10)
    assert book.subscribers[ANN].reminded == Reminded("wait", 1)
    book = book.wait(Waiting(ANN, "next", MINUTE + 20))
    assert sent(book, range(20, 40)) == [30]


@pytest.mark.parametrize(
    "text",
    [
        "mailto:ann@example.org?smtp=10.0.0.1",
        "mailto:ann@example.org,bob@example.org",
        "mailto:ann@example.org\nBcc: bob@example.org",
        "mailto:ann@localhost",
        "mailto:-f@example.org",
        "mailto://user:password@mail.example.org",
        "ntfy://host/topic",
        "ntfy://topic?attach=http://10.0.0.1/",
        "https://127.0.0.1/hook",
        "https://[::1]/hook",
        "https://localhost/hook",
        "https://user@example.org/hook",
        "https://example.org:22/hook",
        "https://example.org/a b",
        "http://example.org/hook",
        "json://example.org/hook",
        "tgram://12345/1",
        "MAILTO:ann@example.org",
        " mailto:ann@example.org",
        "https://example.org/" + "x" * 300,
        "",
    ],
)
def test_no_address_says_more_than_where_to(text: str) -> None:
    with pytest.raises(BadDestination):
        Destination.parse(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (MAIL, MAIL),
        ("ntfy://secret_topic", "ntfy://se****"),
        ("https://hook.example.org/secret", "https://hook.example.org/****"),
        ("https://hook.example.org", "https://hook.example.org/****"),
        (f"tgram://123456789:{'s' * 35}/-100", "tgram://****/-100"),
        (f"discord://{'1' * 18}/{'s' * 60}", f"discord://{'1' * 18}/****"),
    ],
)
def test_an_address_is_shown_without_what_is_secret(text: str, shown: str) -> None:
    one = Destination.parse(text)
    assert one.text == text
    assert one.shown == shown
    assert set(EXAMPLES) == set(Kind)


def test_addresses_of_one_mailbox_are_counted_as_one() -> None:
    names = {"ann@example.org", "ann+ss@example.org", "Ann+x@EXAMPLE.org", "a.nn@example.org"}
    assert len({Destination.parse(f"mailto:{one}").counted_as for one in names}) == 1


def test_a_keeper_sends_so_many_to_one_address_and_in_all() -> None:
    allowance = Allowance()
    for what in Sending:
        for _ in range(MOST_TO_ONE[what]):
            after = allowance.after(1, what, "ann")
            assert after is not None
            allowance = after
        assert allowance.after(1, what, "ann") is None
        assert allowance.after(0, what, "ann") is None, "a clock set back begins no new day"
        assert allowance.after(1, what, "bob") is not None
        assert allowance.after(2, what, "ann") is not None
    full = Allowance(1, {f"code:{n}": 1 for n in range(MOST[Sending.CODE])})
    assert full.after(1, Sending.CODE, "ann") is None
    assert full.after(1, Sending.REMINDER, "ann") is not None
