"""Who wins a TripleA game (BG-12)."""

__all__ = ["victory"]

import re
from collections.abc import Mapping

from client.importing.board import Atlas
from client.importing.gamefile import GameFile
from client.importing.report import ImportNote, NoteKind
from engine.scenario_form import CapitalsForm, CitiesForm, IncomeForm, LastRoundForm, PowerForm

End = CitiesForm | CapitalsForm | IncomeForm | LastRoundForm

_CITIES = ("Honorable Surrender", "Projection of Power", "Total Victory")
_STANDARD, _SHORT, _TOTAL = 15, 13, 18
_CITIES_OF = re.compile(r"(?:\w+ )?(?:Honorable Victory|Projection of Power|Total Victory) VCs")
_INCOME = "Economic Victory"
_TRIGGERED = "Triggered Victory"


def victory(
    game: GameFile, powers: Mapping[str, PowerForm], atlas: Atlas
) -> tuple[list[End], list[ImportNote]]:
    """What wins, in the order in which it is tried; capitals where nothing else is said."""
    notes: list[ImportNote] = []
    ends: list[End] = []
    cities = sum(territory.victory_city for territory in atlas.territories.values())
    stated = {n: v for n, v in game.properties.items() if _CITIES_OF.fullmatch(n)}
    if stated:
        listed = ", ".join(f"{name} = {value}" for name, value in stated.items())
        notes.append(ImportNote(NoteKind.LEFT_OUT, "victory cities", listed))
    elif cities == _TOTAL and all(name in game.properties for name in _CITIES):
        ends.append(CitiesForm(kind="cities", at_least=_STANDARD, short=_SHORT, total=_TOTAL))
    sides = list(dict.fromkeys(power.side for power in powers.values()))
    if game.properties.get(_INCOME) == "true":
        for side in sides:
            needed = game.properties.get(f"{side} {_INCOME}", "")
            if re.fullmatch("[1-9][0-9]{0,3}", needed):
                ends.append(IncomeForm(kind="income", side=side, at_least=int(needed)))
    if game.properties.get(_TRIGGERED) == "true":
        what = "goes by triggers, which are listed one by one"
        notes.append(ImportNote(NoteKind.LEFT_OUT, "victory", what))
    if not any(isinstance(end, CitiesForm) for end in ends):
        for side in sides:
            hostile = sum(p.capital is not None for p in powers.values() if p.side != side)
            if hostile:
                ends.append(CapitalsForm(kind="capitals", side=side, at_least=hostile))
        what = "a side wins that holds all enemy capitals and all its own (BG-12.2)"
        notes.append(ImportNote(NoteKind.CHANGED, "victory", what))
    return ends, notes
