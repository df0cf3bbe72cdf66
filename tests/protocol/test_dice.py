"""SPEC-7: dice that all seats make and none can choose."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.charter import DiceSetting
from protocol.dice import (
    CHAIN_LENGTH,
    MAX_DICE,
    MAX_SIDES,
    ChainName,
    DiceChain,
    contributors,
    roll,
    roll_seed,
)
from protocol.errors import LocalError
from protocol.hashing import Tag, digest, stream
from protocol.questions import FIRST
from tests.protocol import toy
from tests.protocol.sample import CHARTER, identity, phrase, some_hash
from tests.protocol.toy_match import ToyMatch, shares, toy_founding
from tests.protocol.vectors import Json, check_vectors

NONCE, SALT = CHARTER.nonce, CHARTER.seats[0].salt
NAME = ChainName(NONCE, identity(0).public, SALT, FIRST)
TIP = phrase(0).derive(Tag.DICE_TIP, NONCE + SALT + bytes(32))


@pytest.fixture(scope="module")
def chain() -> DiceChain:
    return DiceChain(phrase(0), NAME)


@pytest.fixture(scope="module")
def links() -> list[bytes]:
    """The same chain, slow and obvious: all links from the last to the first."""
    link = TIP
    links = [link]
    context = b"\x13secret-subs/v2/dice" + NONCE + NAME.key.raw + SALT + bytes(32)
    for index in reversed(range(2**15)):
        link = hashlib.sha256(context + index.to_bytes(4, "big") + link).digest()
        links.append(link)
    return links[::-1]


def test_spec_7_1_a_chain_is_hashed_from_its_tip(chain: DiceChain, links: list[bytes]) -> None:
    assert chain.head == links[0]
    assert links[CHAIN_LENGTH] == TIP
    for number in (1, 2, 511, 512, 513, 1024, 20_000, CHAIN_LENGTH - 1, CHAIN_LENGTH):
        assert chain.share(number) == links[number]


def test_spec_7_1_a_share_is_the_same_however_often_and_in_whatever_order(
    chain: DiceChain, links: list[bytes]
) -> None:
    for number in (513, 1, 512, 1, 32_768, 2):
        assert chain.share(number) == links[number]


@pytest.mark.parametrize("number", [0, -1, CHAIN_LENGTH + 1])
def test_spec_7_1_a_chain_is_never_extended(chain: DiceChain, number: int) -> None:
    with pytest.raises(LocalError, match=f"1 to 32768, not {number}"):
        chain.share(number)


def test_spec_7_2_each_share_is_checked_against_the_one_before(chain: DiceChain) -> None:
    before = chain.head
    for number in range(1, 1030):
        share = chain.share(number)
        assert NAME.follows(number, share, before)
        before = share


def test_spec_7_2_any_other_share_is_wrong(chain: DiceChain) -> None:
    share, before = chain.share(5), chain.share(4)
    assert NAME.follows(5, share, before)
    assert not NAME.follows(5, chain.share(6), before), "skipped"
    assert not NAME.follows(4, share, before), "under another number"
    assert not NAME.follows(5, before, before), "given again"
    assert not NAME.follows(5, share[:-1] + bytes([share[-1] ^ 1]), before), "changed"


def test_spec_7_2_no_share_fits_another_chain(chain: DiceChain) -> None:
    """A copied dice head is of no use: every step hashes whose chain it is."""
    share = chain.share(1)
    for other in (
        ChainName(b"m" * 32, NAME.key, SALT, FIRST),
        ChainName(NONCE, identity(1).public, SALT, FIRST),
        ChainName(NONCE, NAME.key, b"s" * 32, FIRST),
        ChainName(NONCE, NAME.key, SALT, b"o" * 32),
    ):
        assert not other.follows(1, share, chain.head)


@pytest.mark.parametrize("number", [0, CHAIN_LENGTH + 1])
def test_spec_7_2_there_is_no_share_before_the_first_or_after_the_last(number: int) -> None:
    before = digest(Tag.DICE, NAME.context + max(0, number - 1).to_bytes(4, "big") + TIP)
    assert not NAME.follows(number, TIP, before)


def test_spec_7_3_the_seed_names_request_number_and_shares_in_order() -> None:
    request, first, second = some_hash("request"), b"a" * 32, b"b" * 32
    seed = roll_seed(request, 3, [first, second])
    assert seed == digest(Tag.ROLL, request + b"\0\0\0\0\0\0\0\3" + first + second)
    assert seed != roll_seed(request, 3, [second, first])
    assert seed != roll_seed(request, 4, [first, second])
    assert seed != roll_seed(some_hash("another"), 3, [first, second])


def slow_roll(seed: bytes, count: int, sides: int) -> list[int]:
    """SPEC-7.4 one number at a time, from a stream longer than it can need."""
    width = 1 if sides <= 256 else 2
    drawn = stream(Tag.ROLL_STREAM, seed, count * width * 20 + 2000)
    dice: list[int] = []
    while len(dice) < count:
        number, drawn = int.from_bytes(drawn[:width], "big"), drawn[width:]
        if number < 256**width // sides * sides:
            dice.append(number % sides + 1)
    return dice


@given(st.binary(min_size=32, max_size=32), st.integers(1, 60), st.integers(2, MAX_SIDES))
def test_spec_7_4_dice_are_drawn_from_the_stream(seed: bytes, count: int, sides: int) -> None:
    assert list(roll(seed, count, sides)) == slow_roll(seed, count, sides)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 60), st.integers(2, 256))
def test_spec_7_4_small_dice_too(seed: bytes, count: int, sides: int) -> None:
    dice = roll(seed, count, sides)
    assert list(dice) == slow_roll(seed, count, sides)
    assert all(1 <= die <= sides for die in dice)


@pytest.mark.parametrize("sides", [2, 6, 12, 200, 256])
def test_spec_7_4_every_side_comes_up_about_as_often(sides: int) -> None:
    """Fixed seeds: each side is within five standard deviations of its share of 40,960 dice."""
    count = Counter(die for n in range(10) for die in roll(some_hash(str(n)), MAX_DICE, sides))
    mean = 10 * MAX_DICE / sides
    assert set(count) == set(range(1, sides + 1))
    assert all(abs(seen - mean) < 5 * mean**0.5 for seen in count.values())


@pytest.mark.parametrize(
    ("count", "sides"), [(0, 6), (MAX_DICE + 1, 6), (1, 1), (1, 0), (1, MAX_SIDES + 1)]
)
def test_spec_7_4_what_cannot_be_rolled_is_not(count: int, sides: int) -> None:
    with pytest.raises(LocalError, match=f"{count} dice of {sides} sides cannot be rolled"):
        roll(bytes(32), count, sides)


SIDES, ALL, KEEPERS = DiceSetting


@pytest.mark.parametrize(
    ("setting", "roller", "versus", "playing", "expected"),
    [
        pytest.param(SIDES, 0, [1], [0, 1], (0, 1), id="two seats"),
        pytest.param(SIDES, 1, [0], [0, 1], (1, 0), id="the roller first"),
        pytest.param(SIDES, 0, [3, 1], [0, 1, 2, 3], (0, 3), id="first enemy in the battle"),
        pytest.param(SIDES, 0, [0, 2], [0, 1, 2], (0, 2), id="not the roller's own seat"),
        pytest.param(SIDES, 0, [1, 2], [0, 2], (0, 2), id="no seat without a power left"),
        pytest.param(SIDES, 1, [], [0, 1, 2], (1, 2), id="no enemy: the next seat"),
        pytest.param(SIDES, 2, [], [0, 1, 2], (2, 0), id="the next seat, round the table"),
        pytest.param(SIDES, 0, [0], [0], (0,), id="alone where there is no other"),
        pytest.param(ALL, 2, [0], [0, 1, 2, 3], (2, 0, 1, 3), id="all, the roller first"),
        pytest.param(ALL, 0, [3], [0, 2, 3], (0, 2, 3), id="all that play"),
        pytest.param(ALL, 0, [], [0], (0,), id="all, which is one"),
    ],
)
def test_spec_7_5_who_contributes(
    setting: DiceSetting,
    roller: int,
    versus: list[int],
    playing: list[int],
    expected: tuple[int, ...],
) -> None:
    assert contributors(setting, roller, versus, playing, active=roller) == expected


@pytest.mark.parametrize(("roller", "active"), [(0, 0), (1, 0), (0, 1)])
def test_spec_7_5_keepers_come_first_and_the_active_seat_last(roller: int, active: int) -> None:
    """Whoever rolls: no keeper can veto what it has seen, and only the active seat can stall."""
    found = contributors(KEEPERS, roller, [1 - roller], [0, 1], active=active, keepers=[2, 3])
    assert found == (2, 3, active)


def test_spec_7_5_a_seat_without_powers_rolls_no_dice() -> None:
    with pytest.raises(LocalError, match="seat 1 has no power left"):
        contributors(SIDES, 1, [0], [0, 2], active=0)


def test_vectors_of_dice(chain: DiceChain) -> None:
    request = some_hash("request")
    shares = [
        chain.share(1),
        DiceChain(phrase(1), ChainName(NONCE, NAME.key, SALT, b"o" * 32)).share(1),
    ]
    seed = roll_seed(request, 9, shares)
    rolls: list[Json] = [
        {
            "count": count,
            "sides": sides,
            "stream": stream(Tag.ROLL_STREAM, seed, 2 * count * (1 if sides <= 256 else 2)).hex(),
            "dice": list(roll(seed, count, sides)),
        }
        for count, sides in [(10, 6), (5, 12), (20, 2), (8, 256), (8, 257), (4, 65536), (40, 6)]
    ]
    check_vectors(
        "dice",
        {
            "chain": {
                "phrase": phrase(0).secret.hex(),
                "nonce": NONCE.hex(),
                "public_key": NAME.key.raw.hex(),
                "salt": SALT.hex(),
                "origin": FIRST.hex(),
                "tip": TIP.hex(),
                "head": chain.head.hex(),
                "shares": {
                    str(number): chain.share(number).hex()
                    for number in (1, 2, 511, 512, 513, 32_767, 32_768)
                },
            },
            "roll": {
                "request": request.hex(),
                "number": 9,
                "shares": [share.hex() for share in shares],
                "seed": seed.hex(),
                "rolls": rolls,
            },
        },
    )


def test_spec_7_5_keepers_add_to_a_roll_first_and_the_active_seat_last() -> None:
    """So only whose turn it is can hold a roll back, at its own cost."""
    powers = ((toy.USA, toy.UK), (toy.JAPAN, toy.GERMANY), (), ())
    match = ToyMatch(toy_founding(dice=DiceSetting.KEEPERS, powers=powers), toy.OPEN_STEPS)
    match.act(0, toy.Throw(2))
    gave = [entry.seat for entry in match.spectator.log for _ in shares(entry)]
    assert gave == [2, 3, 0]
