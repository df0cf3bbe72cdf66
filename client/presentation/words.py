"""Names of spaces, units and tokens as people read and write them.

Reading is forgiving (case, plurals, any unique beginning), never guessing: what could mean two
things is refused with both of them named.
"""

__all__ = [
    "NotUnderstood",
    "amount",
    "breakthrough_name",
    "code",
    "counted_kind",
    "counted_kinds",
    "decoys_shown",
    "end_words",
    "group_size",
    "group_sizes",
    "groups_shown",
    "handles",
    "kind_name",
    "kind_of",
    "listed",
    "named_tokens",
    "one_of",
    "reason",
    "refusal",
    "several",
    "stack",
    "tracker_sizes",
]

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from client.errors import ClientError
from engine.board import SpaceId
from engine.charts import Breakthrough
from engine.errors import EngineError, Illegal, counted
from engine.game import Game
from engine.phases import Outcome
from engine.pieces import Figure, PieceId
from engine.units import (
    AA_GUN,
    ARTILLERY,
    BATTLESHIP,
    BOMBER,
    CARRIER,
    COMPLEX,
    CRUISER,
    DESTROYER,
    FIGHTER,
    INFANTRY,
    SUBMARINE,
    TANK,
    TRANSPORT,
    Kind,
)
from engine.variants.rules_of_warfare.batteries import BATTERY
from engine.variants.rules_of_warfare.mines import MINE
from engine.variants.rules_of_warfare.resistance import CELL
from engine.variants.secret_subs.token import Token
from protocol.entry_builder import Declined

_SHOWN = 8  # how many possible readings a refusal lists

_CODES: Mapping[Kind, str] = {
    INFANTRY: "inf",
    ARTILLERY: "art",
    TANK: "tank",
    AA_GUN: "aa",
    COMPLEX: "ic",
    FIGHTER: "ftr",
    BOMBER: "bmr",
    SUBMARINE: "ss",
    TRANSPORT: "tt",
    DESTROYER: "dd",
    CRUISER: "ca",
    CARRIER: "cv",
    BATTLESHIP: "bb",
    BATTERY: "bty",
    CELL: "cell",
    MINE: "mine",
}


class NotUnderstood(ClientError):
    """A line that cannot be read; `advice` says what could be meant instead."""


def code(kind: Kind) -> str:
    """A kind of unit in the few letters that a map has room for."""
    return _CODES.get(kind, kind)


def kind_name(kind: Kind, count: int = 1) -> str:
    """``tank``, ``2 tanks``, ``AA gun``; infantry and artillery have no plural."""
    if count != 1:
        return f"{count or 'no'} {several(kind)}"
    return "AA gun" if kind == AA_GUN else kind.replace("_", " ")


def counted_kind(kind: Kind, count: int = 1) -> str:
    """``a tank``, ``2 tanks``, ``an AA gun``."""
    name = kind_name(kind, count)
    if count != 1:
        return name
    return f"{'an' if name[0] in 'aeiouA' else 'a'} {name}"


def several(kind: Kind) -> str:
    """More than one of a kind, without their number: ``tanks``, ``infantry``."""
    name = kind_name(kind)
    return name if name.endswith((INFANTRY, ARTILLERY)) else _plural(name)


_FACTORY = re.compile(r"(?:industrial )?(?:factory|factories)|industrial complex(?:es)?")


def kind_of(text: str, units: Iterable[Kind]) -> Kind:
    """The kind of unit that is meant: ``tanks``, ``inf``, ``2tt`` without its number, ``subs``.

    A ``factory`` is a complex.

    Raises:
        NotUnderstood: none, or several.
    """
    name, known = _FACTORY.sub("complex", text.strip().casefold()), tuple(units)
    codes = {code(kind): kind for kind in known}
    names = {kind_name(kind): kind for kind in known}
    if name in names:
        return names[name]
    for form in (name, name.removesuffix("s")):
        if form in codes:
            return codes[form]
    try:
        return names[one_of(name, names, "kind of unit")]
    except NotUnderstood:
        singular = name.removesuffix("es") if name.endswith("xes") else name.removesuffix("s")
        return names[one_of(singular, names, "kind of unit")]


def breakthrough_name(found: Breakthrough) -> str:
    """``heavy bombers``."""
    return found.value.replace("_", " ")


def _plural(name: str) -> str:
    """More than one of a thing; what is called after several already stays: ``marines``."""
    if name.endswith("y") and name[-2:-1] not in set("aeiou"):
        return f"{name[:-1]}ies"
    if name.endswith("s") and not name.endswith("ss"):
        return name
    return f"{name}es" if name.endswith(("ss", "x")) else f"{name}s"


def stack(kinds: Iterable[Kind] | Mapping[Kind, int], order: Iterable[Kind]) -> str:
    """``2 infantry, tank``: units counted by kind, in the order of the unit table."""
    counts = Counter(kinds)
    return ", ".join(kind_name(kind, counts[kind]) for kind in order if counts[kind])


def counted_kinds(kinds: Iterable[Kind] | Mapping[Kind, int], order: Iterable[Kind]) -> list[str]:
    """``2 infantry``, ``a tank``: units as people count them, in the order of the unit table."""
    counts = Counter(kinds)
    return [counted_kind(kind, counts[kind]) for kind in order if counts[kind]]


def end_words(outcome: Outcome) -> str:
    """How a game ended, as in: Nobody has won: a draw, agreed."""
    won = "Nobody has won" if outcome.winner is None else f"Won by {outcome.winner}"
    return f"{won}: {outcome.why}"


def listed(names: Iterable[str], last: str = "and") -> str:
    """``Wake, Midway and Guam``; nothing for no names."""
    *most, final = tuple(names) or ("",)
    return f"{', '.join(most)} {last} {final}" if most else final


def amount(text: str) -> int:
    """A number that a person wrote.

    Raises:
        NotUnderstood: it is none.
    """
    if not text.isascii() or not text.isdigit():
        raise NotUnderstood(f'"{text}" is not a number', "write one like 2")
    return int(text)


def one_of(text: str, names: Iterable[str], what: str) -> str:
    """The one name that `text` can mean: the same name, else the only one it begins or occurs in.

    Raises:
        NotUnderstood: it can mean none of them, or several; `what` says what was looked for.
    """
    known = list(names)
    wanted = _plain(text)
    tests = (
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: wanted in name,
    )
    for test in tests:
        found = [name for name in known if test(_plain(name))]
        if len(found) == 1:
            return found[0]
        if found:
            raise NotUnderstood(f'"{text}" is ambiguous', _choices(found))
    raise NotUnderstood(f'there is no {what} "{text}"', _choices(known, wanted))


def handles(ids: Iterable[PieceId]) -> str:
    """``#12 #13``."""
    return " ".join(f"#{token}" for token in sorted(ids))


def named_tokens(ids: Iterable[PieceId]) -> str:
    """``#12, #13 and #14``: as `handles`, within a sentence."""
    return listed(f"#{token}" for token in sorted(ids))


def decoys_shown(groups: Mapping[PieceId, int], at: SpaceId) -> str:
    """``a decoy in SZ 4 (#12, group 3)``, ``decoys in SZ 4 (#12, group 3; #14, group 1)``."""
    return f"{'a decoy' if len(groups) == 1 else 'decoys'} in {at} ({groups_shown(groups)})"


def groups_shown(groups: Mapping[PieceId, int]) -> str:
    """``#12, group 3; #14, group 1``: tokens with their groups."""
    return "; ".join(f"#{token}, group {group}" for token, group in sorted(groups.items()))


def group_size(size: int) -> str:
    """``2 submarines``, ``a decoy``: what a token of a group of this size is."""
    return counted_kind(SUBMARINE, size) if size else "a decoy"


def group_sizes(sizes: Mapping[int, int]) -> str:
    """``3 submarines in group 1, none in 2 and 1 in 5``: what everybody knows of groups."""
    known = sorted(sizes.items())
    first = [f"{counted(size, SUBMARINE)} in group {group}" for group, size in known[:1]]
    return listed((*first, *(f"{size or 'none'} in {group}" for group, size in known[1:])))


def tracker_sizes(sizes: Mapping[int, int]) -> str:
    """``1:2 2:0``: how many submarines each group has."""
    return " ".join(f"{group}:{size}" for group, size in sorted(sizes.items()))


def refusal(game: Game, error: EngineError | Declined) -> str:
    """What is wrong with an answer: the rule and the reason, or what its data should have been."""
    illegal = error.illegal if isinstance(error, Declined) else error
    if not isinstance(illegal, Illegal):
        return str(error)
    said = f"{illegal.rule}: {reason(game, illegal)}"
    return f"{said} [{illegal.code}]" if illegal.code else said


def reason(game: Game, error: Illegal) -> str:
    """Why the rules refuse an answer, with figures called by what they are and where they stand."""

    def name(number: int) -> str:
        match game.pieces.get(PieceId(number)):
            case Figure(kind=kind, at=at):
                return f"the {kind_name(kind)} in {at}"
            case Token():
                return f"#{number}"
            case _:
                return f"piece {number}"

    return error.reason_naming(name, lambda kind: kind_name(Kind(kind)))


def _plain(text: str) -> str:
    """Case, spaces, points and underscores do not matter."""
    return "".join(c for c in text.casefold() if c.isalnum())


def _choices(names: list[str], wanted: str = "") -> str:
    """What could be meant: the names that are written much like it, if there are any."""
    spelled = {_plain(name): name for name in names}
    close = [spelled[form] for form in get_close_matches(wanted, spelled, n=3)]
    if close:
        return f"is it {listed(close, 'or')}?"
    more = "" if len(names) <= _SHOWN else f", and {len(names) - _SHOWN} more"
    return "it could be " + ", ".join(names[:_SHOWN]) + more if names else "there is none at all"
