"""What the cases of succession share: their seats, and how a change is told (SPEC-18)."""

from collections.abc import Callable, Sequence

from protocol.logfile import Record
from tests.protocol import toy
from tests.protocol.full_log import Added
from tests.protocol.succession import open_match
from tests.protocol.toy_match import ToyMatch
from tests.protocol.verdicts import Case

ANN, BOB, CID, DOT = range(4)
"""Three players, and one who keeps."""
ORDER = toy.Throw(1)


def without_tokens() -> ToyMatch:
    """Ann and Bob have thrown dice; it is the turn of Bob."""
    made = open_match()
    made.act(ANN, toy.Throw(2))
    made.act(ANN, toy.End())
    made.act(BOB, toy.Throw(1))
    return made


def since(change: Callable[[ToyMatch], None], then: Case = lambda _: []) -> Case:
    """The entries of a change, and records after it."""

    def added(made: ToyMatch) -> Sequence[Added | Record]:
        start = len(made.spectator.log)
        change(made)
        return [*made.spectator.log.since(start), *then(made)]

    return added
