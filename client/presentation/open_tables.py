"""Tables that are open to strangers, and strangers who knock, in words."""

__all__ = ["knock_hint", "open_table_lines", "open_table_words", "pace_word", "seats_left"]

from collections.abc import Iterator, Sequence

from client.presentation.words import listed
from p2p.listing import Listing
from protocol.charter import WindowsStart
from protocol.printable import printable

_SHOWN = 8  # digits of an id, enough to tell tables apart


def open_table_lines(listings: Sequence[Listing]) -> Iterator[str]:
    """One line for each table, and how to ask for a place; no text of a stranger's makes another.

    ``3fa90c12 Wake Island, hosted by Ann, live: USA is free. House rules: SS``
    """
    for one in listings:
        line = f"{one.id[:_SHOWN]} {one.scenario}, hosted by {one.host}, {open_table_words(one)}"
        yield printable(line)
    if listings:
        yield (
            "To ask for a place: `secret-subs join --name YOU ID`, with the first letters of its "
            "id; the host decides."
        )
    else:
        yield "No open table was found."


def open_table_words(listing: Listing) -> str:
    """Its pace and what is free: ``live: USA is free. House rules: SS.``."""
    rules = f" House rules: {listed(listing.modules)}." if listing.modules else ""
    return f"{pace_word(listing.windows)}: {seats_left(listing)}.{rules}"


def pace_word(windows: WindowsStart) -> str:
    """Whether all play at once."""
    match windows:
        case WindowsStart.ASKED:
            return "live"
        case WindowsStart.WAIVED:
            return "by correspondence"


def seats_left(listing: Listing) -> str:
    """Which seats are free: ``USA and UK are free``, ``Japan, or Italy, is free``."""
    free = [listing.seats[place] for place in listing.free if place < len(listing.seats)]
    keepers = sum(place >= len(listing.seats) for place in listing.free)
    places = ["+".join(powers) for powers in free] + ["a keeper's place"] * min(keepers, 1)
    if not places:
        return "no seat is free"
    return f"{listed(places)} {'is' if len(places) == 1 else 'are'} free"


def knock_hint(name: str) -> str:
    """What a host can type when somebody knocks."""
    return printable(
        f"  `admit {name}` lets them in, or with a power at its end to that seat, or with `watch` "
        f"to watch; `decline {name}` does not; `bar {name}` does not ever."
    )
