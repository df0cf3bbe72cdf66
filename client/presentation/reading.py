"""Units, tokens and spaces as people write them: ``2 infantry, tank Wake``, ``#12 #13``."""

__all__ = [
    "ARROW",
    "NOTHING",
    "alone",
    "bare",
    "counted",
    "one_able",
    "one_in",
    "parts",
    "pick",
    "some_of",
    "space",
    "stack_in",
    "token",
    "tokens",
]

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from client.presentation.words import NotUnderstood, kind_name, kind_of, one_of, several
from client.seat.view import PlayerView
from engine.battle.sides import current_battle
from engine.board import Power, SpaceId
from engine.pieces import Figure, Piece, PieceId
from engine.units import Kind

NOTHING = frozenset({"", "nothing", "none"})
"""How people say that they choose nothing."""

ARROW = re.compile(r"\s*(?:->|>)\s*|\s+to\s+")
"""What stands between a space and the next one on a way."""

_TOKEN = re.compile(r"#(\d+)")
_BETWEEN = re.compile(r",|\band\b", re.IGNORECASE)
_ITEM = re.compile(
    r"(?:(?P<count>\d+)\s*(?:x\s+)?|(?P<all>all)\b\s*|(?:an?|the)\s+)?(?P<kind>\D*)", re.IGNORECASE
)
_BEFORE_SPACE = frozenset({"from", "in", "at", "of"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """So many units of a kind.

    Attributes:
        kind: None for whatever there is, tokens too.
        count: None for all there are.
    """

    kind: Kind | None
    count: int | None


def space(view: PlayerView, text: str) -> SpaceId:
    """The space that a person means.

    Raises:
        NotUnderstood: none, or several.
    """
    return SpaceId(one_of(text, view.game.board.spaces, "space"))


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


def counted(view: PlayerView, text: str) -> dict[Kind, int]:
    """Units by kind, as in ``2 infantry, tank``.

    Raises:
        NotUnderstood: something in it is no unit, or is not counted.
    """
    wanted, named = _listed(view, text)
    if named or not wanted:
        raise NotUnderstood(f'"{text}" names no kinds of units', "write them like 2 infantry, tank")
    found: dict[Kind, int] = {}
    for item in wanted:
        if item.kind is None or item.count is None:
            raise NotUnderstood(f"how many {item.kind or 'units'}?", "write a number")
        found[item.kind] = found.get(item.kind, 0) + item.count
    return found


def stack_in(
    view: PlayerView, text: str, usable: Callable[[Piece], bool]
) -> tuple[frozenset[PieceId], SpaceId]:
    """Own pieces in one space, as in ``2 infantry, tank Wake`` or ``#12 #13``; and that space.

    Args:
        view: what the player sees.
        text: units and tokens, then the space; it may be left out where a token is named, which
            stands in it. ``all Wake`` is whatever there is in Wake.
        usable: which of the pieces there can be meant.

    Raises:
        NotUnderstood: units or space cannot be read, or there are not so many.
    """
    words = _TOKEN.sub(r" , #\1 , ", text).replace(",", " , ").split()
    for end in range(len(words), 0, -1):
        units, rest = words[:end], words[end:]
        if units[-1] in _BEFORE_SPACE:
            continue
        try:
            wanted, named = _listed(view, " ".join(units))
        except NotUnderstood:
            continue
        said = " ".join(rest[1:] if rest and rest[0] in _BEFORE_SPACE else rest)
        if named:
            at = _place_of(view, named, said)
        elif said:
            at = space(view, said)
        else:
            break
        return named | pick(view, wanted, at, usable), at
    raise NotUnderstood(
        f'"{text.strip()}" cannot be read', "write units, then their space: 2 infantry, tank Wake"
    )


def pick(
    view: PlayerView, wanted: Iterable[Wanted], at: SpaceId, usable: Callable[[Piece], bool]
) -> frozenset[PieceId]:
    """Own units of these kinds in a space, those with most movement left first.

    Raises:
        NotUnderstood: there are not so many.
    """
    power = view.decision.power
    chosen: set[PieceId] = set()
    for item in wanted:
        there = [
            piece
            for piece in view.game.pieces.at(at)
            if piece.owner == power and _is_of(piece, item.kind) and piece.id not in chosen
        ]
        here = sorted(filter(usable, there), key=lambda piece: (-piece.left, piece.id))
        count = len(here) if item.count is None else item.count
        if len(here) < count or not count:
            raise NotUnderstood(
                _too_few(power, item, at, len(there), len(here)), "`look` shows what is there"
            )
        chosen.update(piece.id for piece in here[:count])
    return frozenset(chosen)


def _too_few(power: Power, item: Wanted, at: SpaceId, there: int, usable: int) -> str:
    """Whether units are not there, or are there and cannot do what is said."""
    one = "unit" if item.kind is None else kind_name(item.kind)
    more = "units" if item.kind is None else several(item.kind)
    if not there:
        return f"{power} has no {one} in {at}"
    if there < (item.count or 1):
        return f"{power} has only {there} {one if there == 1 else more} in {at}"
    name = one if there == 1 else f"{there} {more}"
    if not usable:
        return f"{power}'s {name} in {at} cannot do this now"
    return f"only {usable} of {power}'s {name} in {at} can do this now"


def one_in(view: PlayerView, text: str, usable: Callable[[Piece], bool]) -> PieceId:
    """One own piece in a space, as in ``destroyer SZ 5``.

    Raises:
        NotUnderstood: none is meant, or several.
    """
    chosen, _ = stack_in(view, text, usable)
    if len(chosen) != 1:
        raise NotUnderstood(f'"{text}" are several', "name one")
    return min(chosen)


def one_able(view: PlayerView, text: str, able: Collection[PieceId], what: str) -> PieceId:
    """One of the pieces that can do something, by its space: those of a space are alike.

    Args:
        view: what the player sees.
        text: the space, or a unit and its space.
        able: the pieces.
        what: what they are, for the refusal.

    Raises:
        NotUnderstood: none is meant.
    """
    spaces = {view.game.pieces[piece].at: piece for piece in sorted(able, reverse=True)}
    if not spaces:
        raise NotUnderstood(f"there is no {what} now", "`legal` shows what can be done")
    try:
        return spaces[SpaceId(one_of(text, spaces, what + " in"))]
    except NotUnderstood:
        return min(stack_in(view, text, lambda piece: piece.id in able)[0])


def some_of(
    view: PlayerView, text: str, answers: Iterable[frozenset[PieceId]]
) -> frozenset[PieceId]:
    """Own pieces of the battle that some legal answer names: some, ``all`` or ``none``.

    Raises:
        NotUnderstood: there are not so many.
    """
    if text.casefold() in NOTHING:
        return frozenset()
    able = frozenset[PieceId]().union(*answers)
    if text.casefold() == "all":
        return able
    here = current_battle(view.game).space
    return stack_in(view, f"{text} in {here}", lambda piece: piece.id in able)[0]


def _is_of(piece: Piece, kind: Kind | None) -> bool:
    return kind is None or (isinstance(piece, Figure) and piece.kind == kind)


def _place_of(view: PlayerView, named: frozenset[PieceId], said: str) -> SpaceId:
    """The one space where tokens stand, checked against what was said of it."""
    places = {view.game.pieces[t].at for t in named if t in view.game.pieces}
    if len(places) != 1:
        raise NotUnderstood("these tokens are not on the board together", "name those of one space")
    at = places.pop()
    if said and space(view, said) != at:
        raise NotUnderstood(f"these tokens are in {at}", "name that space, or none")
    return at


def _listed(view: PlayerView, text: str) -> tuple[list[Wanted], frozenset[PieceId]]:
    """Units and tokens in a list like ``2 infantry, tank and #12``.

    Raises:
        NotUnderstood: something else is in it.
    """
    wanted: list[Wanted] = []
    named: set[PieceId] = set()
    for item in filter(None, map(str.strip, _BETWEEN.split(text))):
        if item.startswith("#"):
            named.add(token(item))
            continue
        read = _ITEM.fullmatch(item)
        if read is None:
            raise NotUnderstood(f'"{item}" is not a unit', "write them like 2 infantry, tank")
        if read["all"] and not read["kind"]:
            wanted.append(Wanted(None, None))
            continue
        kind = kind_of(read["kind"], view.game.rules.scenario.units)
        wanted.append(Wanted(kind, None if read["all"] else int(read["count"] or 1)))
    return wanted, frozenset(named)
