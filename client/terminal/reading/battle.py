"""Losses, and what submerges: ``lose destroyer, 2 infantry``, ``submerge #12``."""

__all__ = ["dive", "losses"]

from client.bots.bot import Sight
from client.terminal.reading.stacks import NOTHING, stack_in, tokens
from client.terminal.words import NotUnderstood
from engine.battle.casualties import Casualties, Losses, salvo
from engine.battle.sides import current
from engine.battle.submarines import Dive
from engine.pieces import PieceId


def losses(sight: Sight, text: str) -> Losses:
    """``destroyer, 2 infantry, #12``: what takes the hits; a token once for each submarine.

    Hits that the rules then still ask for are filled in, and those that cannot be are dropped.
    """
    decision = sight.decision
    if not isinstance(decision, Casualties):
        raise TypeError(f"{type(decision).__name__} asks for no losses")
    room = salvo(sight.game, decision.role).room
    order: list[PieceId] = []
    for part in text.split(","):
        if "#" in part:
            named = tokens(part.rpartition(" ")[2])
            number = part.strip().partition(" ")[0]
            count = int(number) if number.isascii() and number.isdigit() else 1
            order += [piece for piece in named for _ in range(count)]
        else:
            at = current(sight.game).space
            chosen, _ = stack_in(sight, f"{part.strip()} in {at}", lambda p: p.id in room)
            order += sorted(chosen)
    if not order:
        raise NotUnderstood("lose what?", "name units, as in: lose destroyer, 2 infantry")
    return decision.by_preference(sight.game, order)


def dive(sight: Sight, text: str) -> Dive:
    """How many submarines submerge: ``2``, ``all`` or ``none``."""
    options = list(sight.decision.candidates(sight.game))
    word = text.strip().casefold()
    if word in NOTHING:
        return Dive(frozenset())
    number = len(options) - 1 if word == "all" else int(word) if word.isdigit() else -1
    if not 0 <= number < len(options):
        raise NotUnderstood(f'"{text}" submarines?', f"write a number up to {len(options) - 1}")
    chosen: Dive = options[number]
    return chosen
