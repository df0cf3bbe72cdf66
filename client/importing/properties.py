"""The properties of a TripleA game: rules of ours under other names, settings, and matters of show.

Each rule is listed with what it says where our rules hold: in the Anniversary Edition (and wherever
no edition has rules of its own), and in Classic where that differs.
"""

__all__ = ["properties"]

from collections.abc import Iterator, Mapping

from client.importing.convoys import ROLLED
from client.importing.gamefile import GameFile
from client.importing.naming import NameTable
from client.importing.report import ImportNote, NoteKind
from engine.editions.neutrals import PRICE

_ON, _OFF = "true", "false"

_RULES: Mapping[str, tuple[str, str, str]] = {
    name: (number, ours, classic or ours)
    for name, number, ours, classic in (
        ("WW2V3 Tech Model", "BG-4.1", _ON, _OFF),
        ("Use Shipyards", "BG-4.3", _ON, _OFF),
        ("All Rockets Attack", "BG-4.2", _ON, _OFF),
        ("Rockets Can Fly Over Impassables", "BG-4.2", _OFF, ""),
        ("Super Sub Defence Bonus", "BG-4.3", "0", ""),
        ("Movement By Territory Restricted", "BG-7.12", _ON, _OFF),
        ("Production Per X Territories Restricted", "BG-10.5", _ON, _OFF),
        ("Unit Placement Per Territory Restricted", "BG-10.5", _ON, _OFF),
        ("Place in Any Territory", "BG-10.5", _ON, _OFF),
        ("Unplaced units live when not placed", "BG-10.7", _ON, _OFF),
        ("Occupied Territories", "BG-8.25", _ON, _OFF),
        ("Blitz Through Factories And AA Restricted", "BG-7.2", _ON, _OFF),
        ("Roll AA Individually", "BG-8.4", _ON, _OFF),
        ("Choose AA Casualties", "BG-8.4", _OFF, ""),
        ("AA Territory Restricted", "BG-7.7", _ON, _OFF),
        ("Multiple AA Per Territory", "BG-6.2", _ON, ""),
        ("Partial Amphibious Retreat", "BG-8.20", _ON, _OFF),
        ("Attacker Retreat Planes", "BG-8.20", _ON, _OFF),
        ("Shore Bombard Per Ground Unit Restricted", "BG-8.5", _ON, _OFF),
        ("Naval Bombard Casualties Return Fire", "BG-8.5", _ON, ""),
        ("Hari-Kari Units", "BG-1.6", _ON, _OFF),
        ("Allied Air Dependents", "BG-7.8", _ON, ""),
        ("Surviving Air Move To Land", "BG-9.4", _ON, ""),
        ("Air Attack Sub Restricted", "BG-8.10", _ON, _OFF),
        ("Ignore Transport In Movement", "BG-7.3", _ON, _OFF),
        ("Transport Casualties Restricted", "BG-8.15", _ON, _OFF),
        ("Unescorted Transport Dies", "BG-8.17", _ON, _OFF),
        ("Ignore Sub In Movement", "BG-7.3", _ON, _OFF),
        ("Defending Subs Sneak Attack", "BG-8.7", _ON, _OFF),
        ("Sub Retreat Before Battle", "BG-8.7", _ON, _OFF),
        ("Submersible Subs", "BG-8.11", _ON, _OFF),
        ("Submarines Defending May Submerge Or Retreat", "BG-8.12", _OFF, ""),
        ("Sub Control Sea Zone Restricted", "BG-1.3", _OFF, ""),
        ("Subs Can End NonCombat Move With Enemies", "BG-9.1", _ON, _OFF),
        ("Previous Units Fight", "BG-7.5", _ON, _OFF),
        ("Two hit battleship", "BG-6.1", _ON, _OFF),
        ("Produce fighters on carriers", "BG-10.4", _ON, ""),
        ("Produce new fighters on old carriers", "BG-10.4", _ON, ""),
        ("Move existing fighters to new carriers", "BG-10.4", _OFF, ""),
        ("Land existing fighters on new carriers", "BG-9.3", _ON, ""),
        ("LHTR Carrier production rules", "BG-10.4", _ON, ""),
        ("Unit Placement In Enemy Seas", "BG-10.3", _ON, _OFF),
        ("Territory Turn Limit", "BG-8.2", _OFF, ""),
        ("Placement Restricted By Factory", "BG-10.1", _ON, _OFF),
        ("Damage From Bombing Done To Units Instead Of Territories", "BG-8.2", _ON, _OFF),
        ("maxFactoriesPerTerritory", "BG-6.2", "1", ""),
        ("Neutrals Are Impassable", "BG-7.13", _ON, _OFF),
        ("Neutrals Are Blitzable", "BG-7.13", _OFF, ""),
        ("Multiply PUs", "BG-11.1", "1", ""),
        ("Kamikaze Airplanes", "BG-7.6", _OFF, ""),
        ("Units Can Be Destroyed Instead Of Captured", "BG-8.26", _OFF, ""),
        ("Transport Restricted Unload", "BG-7.9", _ON, _OFF),
        ("Transport Control Sea Zone", "BG-1.3", _OFF, _ON),
        ("Naval Units May Not NonCombat Move Into Controlled Sea Zones", "BG-9.1", _OFF, ""),
    )
}
"""By name: the number of the rule, what we say in general, what we say in Classic."""

_SETTINGS: Mapping[str, tuple[str, str, str]] = {
    "National Objectives": ("objectives", "on", "off"),
    "Tech Development": ("research", "on", "off"),
    "LHTR Heavy Bombers": ("heavy_bombers", "best", "both"),
    "Low Luck": ("low_luck", "on", "off"),
    "Always on AA": ("aa_always_on", "on", "off"),
    "Raids May Be Preceeded By Air Battles": ("interceptors", "on", "off"),
    "Submarines Prevent Unescorted Amphibious Assaults": ("subs_block_landing", "on", "off"),
    "Units Repair Hits End Turn": ("bb_repair", "end_of_owner_turn", "end_of_combat"),
}
"""Properties that are settings with us: the option, its value if they are on, if they are off."""

_CITIES: Mapping[str, str] = {"Projection of Power": "short", "Total Victory": "total"}
"""Properties that say how many victory cities win, and our option's value (BG-12.1)."""

_BID = " bid"

_CHARGE = "neutralCharge"

_NO_MATTER: Mapping[str, str] = {
    "Honorable Surrender": "the scenario says how many victory cities win",
    "WW2V3": "the edition says whose rules hold",
    "mapName": "names the picture",
    "notes": "is for people",
    "Use Triggers": "triggers are listed one by one",
    "Use Politics": "politics are listed one by one",
    _CHARGE: "goes with neutrals that can be entered",
    "Heavy Bomber Dice Rolls": "our rules say how many dice heavy bombers roll (BG-4.3, 4.4)",
    "Economic Victory": "goes with the incomes that win",
    "Triggered Victory": "victory is listed by itself",
}
_READ_ELSEWHERE = (" Economic Victory", " Victory VCs", " of Power VCs", "Victory VCs", ROLLED)


def properties(
    game: GameFile, names: NameTable, edition: str, options: Mapping[str, str]
) -> Iterator[ImportNote]:
    """What each property of a game means where it is played by our rules.

    Args:
        game: the game.
        names: what its powers are called with us.
        edition: by whose rules it will be played.
        options: the default of every option that such a game has, by name.
    """
    classic = edition == "classic"
    for name, value in game.properties.items():
        if name == _CHARGE and classic:
            if value != str(PRICE):
                what = f"{value} in the file, {PRICE} by our rules (BG-7.13)"
                yield ImportNote(NoteKind.DIFFERENT, name, what)
        elif name in _RULES:
            number, general, in_classic = _RULES[name]
            ours = in_classic if classic else general
            if value != ours:
                what = f"{value} in the file, {ours} by our rules ({number})"
                yield ImportNote(NoteKind.DIFFERENT, name, what)
        elif name in _CITIES:
            if value == _ON:
                yield ImportNote(NoteKind.SETTING, name, f"victory_cities={_CITIES[name]}")
        elif name in _SETTINGS:
            yield from _setting(name, value, options)
        elif name.endswith(_BID):
            if value not in ("0", ""):
                power = names.power(name.removesuffix(_BID))
                yield ImportNote(NoteKind.SETTING, name, f"bid_{power}={value}")
        elif name in _NO_MATTER:
            yield ImportNote(NoteKind.NO_MATTER, name, _NO_MATTER[name])
        elif value in (_OFF, "0", ""):
            yield ImportNote(NoteKind.NO_MATTER, name, "is off")
        elif not name.endswith(_READ_ELSEWHERE):
            yield ImportNote(
                NoteKind.LEFT_OUT, name, f"is {value} in the file; we have no such rule"
            )


def _setting(name: str, value: str, options: Mapping[str, str]) -> Iterator[ImportNote]:
    option, on, off = _SETTINGS[name]
    chosen = on if value == _ON else off
    if option not in options:
        if value == _ON:
            yield ImportNote(
                NoteKind.LEFT_OUT, name, "is on in the file; this program cannot play it yet"
            )
    elif options[option] == chosen:
        yield ImportNote(NoteKind.NO_MATTER, name, f"{option}={chosen} is our default")
    else:
        yield ImportNote(NoteKind.SETTING, name, f"{option}={chosen}")
