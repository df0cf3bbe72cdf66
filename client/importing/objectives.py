"""National objectives of a TripleA game (BG-11.3)."""

__all__ = ["objectives"]

import re
from collections.abc import Collection, Iterator, Mapping

from client.importing.gamefile import Attachment, GameFile, OptionOf
from client.importing.limits import within
from client.importing.naming import NameTable
from client.importing.report import ImportNote, NoteKind
from engine.scenario_form import ObjectiveForm

_HELD = ("alliedOwnershipTerritories", "directOwnershipTerritories")
_FREE_OF_WARSHIPS = "enemySurfaceExclusionTerritories"
_FREE_OF_ALLIES = "alliedExclusionTerritories"
_WORTH = "objectiveValue"
_EACH = "each"


def objectives(
    game: GameFile, names: NameTable, playing: Collection[str]
) -> tuple[list[ObjectiveForm], list[ImportNote]]:
    """All objectives that our conditions can say, of players that are powers; and the others."""
    forms: list[ObjectiveForm] = []
    notes: list[ImportNote] = []
    for about in game.attached("RulesAttachment"):
        if not about.get(_WORTH):
            continue
        unsaid = sorted(_unsaid(game, about))
        aimless = all(option.name == _WORTH for option in about.options)
        if unsaid or aimless or about.to not in playing:
            why = f"depends on {', '.join(unsaid)}" if unsaid else "is of no power of ours"
            if aimless:
                why = "asks for nothing that must hold"
            what = f"worth {about.get(_WORTH)} IPC, {why}"
            subject = f"objective of {names.power(about.to)}, {about.name}"
            notes.append(ImportNote(NoteKind.LEFT_OUT, subject, what))
        else:
            forms.extend(_forms(about, names))
    return forms, notes


def _unsaid(game: GameFile, about: Attachment) -> Iterator[str]:
    """The options of an objective that our conditions cannot say."""
    held = [option.name for option in about.options if option.name in _HELD]
    for option in about.options:
        if not _sayable(game, option) or (option.name in _HELD and len(held) > 1):
            yield option.name


def _sayable(game: GameFile, option: OptionOf) -> bool:
    match option.name:
        case name if name in _HELD:
            return _countable(game, option, water=False)
        case name if name == _FREE_OF_WARSHIPS:
            return _countable(game, option, water=True) and _needed(option) == len(_listed(option))
        case name if name == _FREE_OF_ALLIES:
            return option.value == "controlled"
        case name if name == _WORTH:
            return re.fullmatch("[1-9][0-9]?", option.value) is not None
        case _:
            return False


def _listed(option: OptionOf) -> list[str]:
    return option.value.split(":")


def _countable(game: GameFile, option: OptionOf, *, water: bool) -> bool:
    """Whether an option lists spaces of the map, and a number of them or each of them."""
    return (
        all(game.spaces.get(space) is water for space in _listed(option))
        and re.fullmatch(f"([0-9]{{1,3}}|{_EACH})?", option.count) is not None
        and (option.count == _EACH or 0 < _needed(option) <= len(_listed(option)))
    )


def _needed(option: OptionOf) -> int:
    return int(option.count) if option.count.isdigit() else len(_listed(option))


def _forms(about: Attachment, names: NameTable) -> Iterator[ObjectiveForm]:
    """An objective; one that pays for each territory is as many objectives as there are."""
    options: Mapping[str, OptionOf] = {option.name: option for option in about.options}
    power = names.power(about.to)
    called = re.sub(r"^objectiveAttachment_?", "", about.name).replace("_", " ").strip()
    title = called if called.startswith(about.to) else f"{power} {called}"
    held = next((options[name] for name in _HELD if name in options), None)
    zones = options.get(_FREE_OF_WARSHIPS)
    spaces = [] if held is None else [names.space(space) for space in _listed(held)]
    for share in [[space] for space in spaces] if held and held.count == _EACH else [spaces]:
        all_needed = held is None or held.count == _EACH or _needed(held) == len(share)
        free = None if zones is None else [names.space(zone) for zone in _listed(zones)]
        with within(f"objective of {power}, {about.name}"):
            form = ObjectiveForm(
                name=(title if len(share) == len(spaces) else f"{title}: {share[0]}")[:120],
                power=power,
                worth=int(about.get(_WORTH)),
                held=share or None,
                at_least=None if all_needed or held is None else _needed(held),
                alone=held is not None and held.name == _HELD[1],
                no_enemy_warships=free,
                no_allied_units=_FREE_OF_ALLIES in options,
            )
        yield form
