"""Units, tokens and spaces as people write them: ``2 infantry, tank Wake``, ``#12 #13``."""

__all__ = [
    "ARROW",
    "NOTHING",
    "alone",
    "bare",
    "counted",
    "parts",
    "pick",
    "space",
    "stack_in",
    "token",
    "tokens",
]

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from client.bots.bot import Sight
from client.terminal.words import NotUnderstood, code, kind_name, one_of
from engine.board import SpaceId
from engine.pieces import Figure, Piece, PieceId
from engine.units import Kind

NOTHING = frozenset({"", "nothing", "none"})
"""How people say that they choose nothing."""

ARROW = re.compile(r"\s*(?:->|>)\s*|\s+to\s+")
"""What stands between a space and the next one on a way."""

_TOKEN = re.compile(r"#(\d+)")
_SEPARATORS = frozenset({",", "and"})
_BEFORE_SPACE = frozenset({"from", "in", "at", "of"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """So many units of a kind; None for all there are."""

    kind: Kind
    count: int | None


def space(sight: Sight, text: str) -> SpaceId:
    """The space that a person means.

    Raises:
        NotUnderstood: none, or several.
    """
    return SpaceId(one_of(text, sight.game.board.spaces, "space"))


def parts(text: str, separator: str = ";") -> list[str]:
    """The non-empty parts of a line."""
    return [part.strip() for part in text.split(separator) if part.strip()]


def bare(text: str, *fillers: str) -> str:
    """What is left without words that a sentence has around it: ``with destroyer``."""
    for filler in fillers:
        text = text.strip()
        if text.casefold() == filler or text.casefold().startswith(f"{filler} "):
            text = text[len(filler) :]
        elif text.casefold().endswith(f" {filler}"):
            text = text[: -len(filler)]
    return text.strip()


def alone(verb: str, text: str) -> None:
    """Judge that nothing more was said.

    Raises:
        NotUnderstood: something was.
    """
    if text:
        raise NotUnderstood(f'"{text}" after {verb}', f"write {verb} alone")


def token(text: str) -> PieceId:
    """The token that ``#12`` names.

    Raises:
        NotUnderstood: it names none.
    """
    found = _TOKEN.fullmatch(text.strip())
    if found is None:
        raise NotUnderstood(f'"{text.strip()}" names no token', "write its handle, as in #12")
    return PieceId(int(found[1]))


def tokens(text: str) -> frozenset[PieceId]:
    """The tokens in a list like ``#12 #13``.

    Raises:
        NotUnderstood: something else is in it.
    """
    return frozenset(token(word) for word in text.replace(",", " ").split() if word != "and")


def counted(sight: Sight, text: str) -> dict[Kind, int]:
    """Units by kind, as in ``2 infantry, tank``.

    Raises:
        NotUnderstood: something in it is no unit, or is not counted.
    """
    wanted = _wanted(sight, text.split())
    if wanted is None:
        known = ", ".join(kind_name(kind) for kind in sight.game.rules.scenario.units)
        raise NotUnderstood(f'"{text}" is no list of units', f"units are {known}")
    found: dict[Kind, int] = {}
    for item in wanted:
        if item.count is None:
            raise NotUnderstood(f"how many {item.kind}?", "write a number")
        found[item.kind] = found.get(item.kind, 0) + item.count
    return found


def stack_in(
    sight: Sight, text: str, usable: Callable[[Piece], bool]
) -> tuple[frozenset[PieceId], SpaceId]:
    """Own pieces in one space, as in ``2 infantry, tank Wake`` or ``#12 #13``; and that space.

    Args:
        sight: what the player sees.
        text: units, then the space; after tokens alone the space may be left out.
        usable: which of the pieces there can be meant.

    Raises:
        NotUnderstood: units or space cannot be read, or there are not so many.
    """
    named = frozenset(PieceId(int(number)) for number in _TOKEN.findall(text))
    words = _TOKEN.sub(" ", text).split()
    while words and words[0] in _SEPARATORS:
        words.pop(0)
    if named and (not words or words[0] in _BEFORE_SPACE):
        return named, _place_of(sight, named, " ".join(words[1:]))
    for end in range(len(words) - 1, 0, -1):
        wanted = _wanted(sight, words[:end])
        rest = words[end + 1 :] if words[end] in _BEFORE_SPACE else words[end:]
        if wanted is not None and rest:
            at = space(sight, " ".join(rest))
            return named | pick(sight, wanted, at, usable), at
    raise NotUnderstood(
        f'"{text.strip()}" cannot be read', "write units, then their space: 2 infantry, tank Wake"
    )


def pick(
    sight: Sight, wanted: Iterable[Wanted], at: SpaceId, usable: Callable[[Piece], bool]
) -> frozenset[PieceId]:
    """Own units of these kinds in a space, those with most movement left first.

    Raises:
        NotUnderstood: there are not so many.
    """
    power = sight.decision.power
    chosen: set[PieceId] = set()
    for item in wanted:
        here = sorted(
            (
                piece
                for piece in sight.game.pieces.at(at)
                if isinstance(piece, Figure)
                and piece.owner == power
                and piece.kind == item.kind
                and piece.id not in chosen
                and usable(piece)
            ),
            key=lambda piece: (-piece.left, piece.id),
        )
        count = len(here) if item.count is None else item.count
        if len(here) < count or not count:
            able = (
                f"only {kind_name(item.kind, len(here))}" if here else f"no {kind_name(item.kind)}"
            )
            raise NotUnderstood(
                f"{power} has {able} in {at} for this", "`look` shows what is there"
            )
        chosen.update(piece.id for piece in here[:count])
    return frozenset(chosen)


def _place_of(sight: Sight, named: frozenset[PieceId], said: str) -> SpaceId:
    """The one space where tokens stand, checked against what was said of it."""
    places = {sight.game.pieces[t].at for t in named if t in sight.game.pieces}
    if len(places) != 1:
        raise NotUnderstood("these tokens are not on the board together", "name those of one space")
    at = places.pop()
    if said and space(sight, said) != at:
        raise NotUnderstood(f"these tokens are in {at}", "name that space, or none")
    return at


def _wanted(sight: Sight, words: list[str]) -> list[Wanted] | None:
    """Words as a list of units; None if they are not one."""
    spelled = _spellings(sight)
    wanted: list[Wanted] = []
    items = " ".join(words).replace(" and ", " , ").split(",")
    for item in items:
        number, _, rest = item.strip().partition(" ")
        if number.isascii() and number.isdigit():
            count: int | None = int(number)
        elif number.casefold() == "all":
            count = None
        else:
            count, rest = 1, item.strip()
        kind = spelled.get(rest.strip().casefold())
        if kind is None:
            return None
        wanted.append(Wanted(kind, count))
    return wanted


def _spellings(sight: Sight) -> Mapping[str, Kind]:
    """Every way to write a kind: its name, its plural, its letters on the map."""
    found: dict[str, Kind] = {}
    for kind in sight.game.rules.scenario.units:
        plural = kind_name(kind, 2).removeprefix("2 ")
        for spelling in (kind, kind_name(kind), plural, code(kind)):
            found[spelling.casefold()] = kind
    return found
