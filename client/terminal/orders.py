"""Standing orders, given at the keyboard."""

__all__ = ["ORDERS", "give_orders"]

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from client.presentation.words import NotUnderstood, kind_name, kind_of, one_of
from client.seat.memo import MemoFile
from client.seat.standing_orders import StandingOrders, Submerging
from engine.game import Game
from engine.units import Kind

ORDERS: Final = (
    "standing orders, by which this node answers for you: orders losses infantry, tank; "
    "orders losses best; orders land keep; orders submerge always; orders retreat 35; "
    "orders only answers; "
    "with off as the last word an order is taken back; alone, show them"
)
"""What the command does."""

_BETWEEN = re.compile(r"\s*(?:,|\band\b)\s*")
_CERTAIN = 100

_SUBMERGING: Mapping[str, Submerging] = {
    "always": Submerging.ALWAYS,
    "never": Submerging.NEVER,
    "off": Submerging.ASK,
}

_SAID: Mapping[Submerging, str] = {
    Submerging.ALWAYS: "submarines submerge or dive away",
    Submerging.NEVER: "submarines stay and fight",
    Submerging.ASK: "submarines that may submerge: you are asked",
}

_ABOUT = ("losses", "land", "only", "submerge", "retreat")


def give_orders(file: MemoFile, words: str, game: Game) -> str:
    """Keep what was typed after the command; return the standing orders in words.

    They count from the next question on.

    Raises:
        NotUnderstood: it is no standing order.
        ClientError: the disk refuses.
    """
    about, _, wanted = words.strip().partition(" ")
    if about:
        standing = file.memo.standing
        match one_of(about, _ABOUT, "standing order"):
            case "losses":
                standing = _losses(standing, wanted.strip(), game)
            case "land":
                keeps = one_of(wanted, ("keep", "off"), "order for the last land unit") == "keep"
                standing = replace(standing, keep_land=keeps)
            case "only":
                given = one_of(wanted, ("answers", "off"), "order for only answers") == "answers"
                standing = replace(standing, only_answers=given)
            case "submerge":
                chosen = _SUBMERGING[one_of(wanted, _SUBMERGING, "order for submarines")]
                standing = replace(standing, submerge=chosen)
            case _:
                standing = replace(standing, retreat=_threshold(wanted.strip()))
        file.keep(replace(file.memo, standing=standing))
    return "; ".join(_in_words(file.memo.standing))


def _losses(standing: StandingOrders, wanted: str, game: Game) -> StandingOrders:
    if not wanted:
        raise NotUnderstood("which losses?", "name kinds in their order, or write best or off")
    if wanted in ("best", "off"):
        return replace(standing, losses=(), best_losses=wanted == "best")
    units = game.rules.scenario.units
    kinds = [kind_of(name, units) for name in _BETWEEN.split(wanted) if name]
    return replace(standing, losses=tuple(dict.fromkeys(kinds)), best_losses=False)


def _threshold(wanted: str) -> int | None:
    if wanted == "off":
        return None
    number = wanted.removesuffix("%").strip()
    if not (number.isascii() and number.isdigit() and int(number) <= _CERTAIN):
        raise NotUnderstood(
            f'"{wanted}" is no chance', "write a percentage up to 100, as in orders retreat 35"
        )
    return int(number)


def _in_words(standing: StandingOrders) -> Iterator[str]:
    if standing.losses:
        named = ", ".join(kind_name(Kind(kind)) for kind in standing.losses)
        yield f"losses: {named}, then what keeps the best chance"
    else:
        yield f"losses: {'what keeps the best chance' if standing.best_losses else 'you are asked'}"
    if standing.keep_land:
        yield "an attack loses its last land unit last"
    if standing.only_answers:
        yield "the only battle is fought, and no units are placed, without asking"
    yield _SAID[standing.submerge]
    if standing.retreat is None:
        yield "retreat: you are asked"
    else:
        yield f"retreat below a chance of {standing.retreat} % to win or stand off, else go on"
