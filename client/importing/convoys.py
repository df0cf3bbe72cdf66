"""The convoys of a TripleA game (BG-11.2)."""

__all__ = ["ROLLED", "ZONE", "convoys"]

from collections.abc import Iterator

from client.importing.board import Atlas
from client.importing.gamefile import GameFile
from client.importing.limits import within
from client.importing.report import ImportNote, NoteKind
from client.importing.units import UnitTable
from engine.economy.convoys import printed_dice
from engine.editions.global_1940 import EDITION
from engine.scenario_form import ConvoysForm

ZONE = "blockadeZone"
"""What a sea zone with convoys says of itself."""

ROLLED = "Convoy Blockades Roll Dice For Cost"
"""The property by which convoys are lost by dice."""

_DICE = "blockade"
"""What a unit says of the dice that it rolls."""


def convoys(
    game: GameFile, atlas: Atlas, table: UnitTable
) -> tuple[ConvoysForm | None, list[ImportNote]]:
    """What convoys can lose: a territory its value, a zone what the coasts around it can lose.

    None where no zone has convoys, or the edition by which the game will be played has no rule for
    them; a zone without a coast of any value has nothing to lose.
    """
    marked = [about.to for about in game.attached("TerritoryAttachment") if about.on(ZONE)]
    if table.edition != EDITION:
        what = f"the {table.edition} edition has no convoys (BG-11.2)"
        return None, [ImportNote(NoteKind.LEFT_OUT, f"{ZONE} {space}", what) for space in marked]
    zones: dict[str, int] = {}
    territories: dict[str, int] = {}
    for theirs in marked:
        zone = atlas.zones.get(atlas.spaces.get(theirs, ""))
        coasts = [] if zone is None else [s for s in zone.borders if s in atlas.territories]
        values = {coast: atlas.territories[coast].value for coast in coasts}
        worth = {coast: value for coast, value in values.items() if value}
        if worth:
            zones[atlas.spaces[theirs]] = sum(worth.values())
            territories |= worth
    notes = [*_dice(game, table), *_by_count(game, marked)]
    if not zones:
        return None, notes
    with within("convoys"):
        return ConvoysForm(zones=zones, territories=territories), notes


def _dice(game: GameFile, table: UnitTable) -> Iterator[ImportNote]:
    """Units that roll another number of dice than by our rules."""
    for about in game.attached("UnitAttachment"):
        theirs, kind = about.get(_DICE), table.kinds.get(about.to)
        if theirs and kind and theirs != str(printed_dice(table.rows[kind])):
            what = f"{theirs} dice in the file, {printed_dice(table.rows[kind])} in ours (BG-11.2)"
            yield ImportNote(NoteKind.DIFFERENT, f"unit {kind}, {_DICE}", what)


def _by_count(game: GameFile, marked: list[str]) -> Iterator[ImportNote]:
    """Whether losses go by the number of raiders alone."""
    if marked and game.properties.get(ROLLED) != "true":
        yield ImportNote(
            NoteKind.DIFFERENT, ROLLED, "false in the file, true by our rules (BG-11.2)"
        )
