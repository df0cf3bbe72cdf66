"""What deposits cost: bytes and milliseconds for each token that is sealed (SPEC-19)."""

__all__ = ["tokens"]

from protocol.charter import Secrecy
from protocol.identity import Identity, Phrase
from protocol.questions import FIRST
from protocol.sealing.deposit import Recipients, make_deposit
from protocol.sealing.suite import SealContext
from protocol.sealing.suites import suite_of
from tests.bench.measure import Measure, clocked

_TOKENS = 12
_ROUNDS = 5
_MADE = SealContext(
    game=bytes(32),
    power="Japan",
    seat=0,
    incarnation=FIRST,
    sequence=1,
    item=0,
    previous=bytes(32),
    fresh=bytes(32),
)


def tokens() -> list[Measure]:
    """Commitments of each suite, and deposits of one keeper at tables of two, three and six."""
    groups = {handle: handle for handle in range(1, _TOKENS + 1)}
    found = []
    for secrecy in Secrecy:
        suite = suite_of(secrecy)
        took, made = clocked(lambda: suite.commit(bytes(32), _MADE, groups), _ROUNDS)  # noqa: B023
        found += _measures(f"{secrecy}: commitment", len(b"".join(made)), took)
    return found + [one for players in (2, 3, 6) for one in _deposits(players)]


def _deposits(players: int) -> list[Measure]:
    keys = [Identity.from_phrase(Phrase(bytes([n]) * 32)) for n in range(players)]
    others = tuple(key.public.raw for key in keys[1:])
    recipients = Recipients(others, (keys[0].public.raw,))
    opening = bytes(range(32))

    def make() -> list[bytes]:
        places = (b"place of %d" % number for number in range(_TOKENS))
        return [make_deposit(opening, place, recipients).raw for place in places]

    made, raw = clocked(make, _ROUNDS)
    deposit = make_deposit(opening, b"place", recipients)
    parted, _ = clocked(lambda: [deposit.part(keys[0]) for _ in range(_TOKENS)], _ROUNDS)
    what = f"deposit, {players} players, 1 keeper"
    part = Measure(f"{what}: a part", parted * 1000 / _TOKENS, "ms/token")
    return [*_measures(what, len(b"".join(raw)), made), part]


def _measures(what: str, size: int, seconds: float) -> list[Measure]:
    return [
        Measure(f"{what}: size", size / _TOKENS, "bytes/token"),
        Measure(f"{what}: made", seconds * 1000 / _TOKENS, "ms/token"),
    ]
