"""Help in the rulebook's words."""

__all__ = ["help_text"]

from collections.abc import Mapping

from client.presentation.words import NotUnderstood, listed, one_of
from client.rulebook.book import NoSuchRule, rulebook
from client.rulebook.citations import is_number
from client.rulebook.glossary import GLOSSARY

_TYPED = {
    "map": (
        "Each box is a sea zone; the coasts in it follow with their value in IPC and the letter of "
        "the power that holds them; * is a victory city. Units: inf infantry, art artillery, tank, "
        "aa AA gun, ic complex, ftr fighter, bmr bomber, ss submarine, tt transport, dd destroyer, "
        "ca cruiser, cv carrier, bb battleship; with house rules bty artillery battery, cell "
        "resistance cell, mine sea mine. `look` tells depths and other markers."
    ),
    "token": (
        "Yours are shown as #12=3/4: group 3, which has 4 submarines now. Others see only #12. "
        "[#12=3/4] lies face up for all; ~ behind it: it has submerged out of this battle."
    ),
    "tracker": "`status` shows all trackers.",
    "shuffle": "`shuffle #12 #13` shuffles these two.",
    "reorganize": (
        "`reorganize #12: 3>4 1` moves one submarine from group 3 to group 4, in the zone of #12; "
        "`; remove #13` takes an emptied token off, showing it."
    ),
    "claim": "`claim #15 from #12` shows that #15 was #12.",
    "remove": "`remove #12`: in Mobilize a decoy may leave the board, showing its number (SS-1.3).",
    "window": (
        "`waive on` gives these windows up until you take them back with `waive off`; `hand` asks "
        "for one at the next opportunity."
    ),
    "raid": "When Combat move ends, `attack nothing; raid Japan with 2 bombers`.",
    "standing orders": (
        "Answers given beforehand: which units take hits, whether an attack keeps its last land "
        "unit, whether submarines submerge, when an attack is broken off. `orders` shows and "
        "changes them. Each is sent as an ordinary answer, within two seconds, and nobody can tell "
        "it from one that is typed."
    ),
    "search": "`dive away` dives.",
    "sea mine": "`lay SZ 5` lays it.",
    "kamikaze": "`kamikaze fighter Japan` declares it.",
    "paratroops": (
        "`move bomber, infantry West > Prairie > Border` drops the infantry where the order ends; "
        "the bomber flies on by another one."
    ),
}
"""What else whoever types needs to know of a term, and of words that only the terminal has."""

_TOPICS = {term.name: term.about for term in GLOSSARY}
_TOPICS |= {
    name: f"{_TOPICS[name]} {typed}" if name in _TOPICS else typed for name, typed in _TYPED.items()
}

_RULES = "`help SS-4.0` prints a rule; sentences end with the number of theirs, in brackets."


def help_text(text: str, commands: Mapping[str, str]) -> str:
    """Help on one word, a command or one of the rulebook, or on the number of a rule.

    For no word, all that can be asked.

    Raises:
        NotUnderstood: there is no help on that word, or no such rule.
    """
    if is_number(text):
        try:
            return rulebook().printed(text)
        except NoSuchRule as error:
            raise NotUnderstood(error.what, error.advice) from error
    if text:
        known = {**commands, **_TOPICS}
        topic = one_of(text, known, "help on")
        return f"{topic}: {known[topic]}"
    lines = [f"  {verb:10} {meaning}" for verb, meaning in commands.items()]
    return "\n".join([*lines, f"`help WORD` explains {listed(sorted(_TOPICS))}.", _RULES])
