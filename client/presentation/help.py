"""Help in the rulebook's words."""

__all__ = ["help_text"]

from collections.abc import Mapping

from client.presentation.words import NotUnderstood, listed, one_of
from client.rulebook.book import NoSuchRule, rulebook
from client.rulebook.citations import is_number

_TOPICS = {
    "map": (
        "Each box is a sea zone; the coasts in it follow with their value in IPC and the letter of "
        "the power that holds them; * is a victory city. Units: inf infantry, art artillery, tank, "
        "aa AA gun, ic complex, ftr fighter, bmr bomber, ss submarine, tt transport, dd destroyer, "
        "ca cruiser, cv carrier, bb battleship; with house rules bty artillery battery, cell "
        "resistance cell, mine sea mine. `look` tells depths and other markers."
    ),
    "token": (
        "A token is a piece that hides one group of submarines. #12 is its handle, no more than a "
        "label. Yours are shown as #12=3/4: group 3, which has 4 submarines now. Others see only "
        "#12. [#12=3/4] lies face up for all; ~ behind it: it has submerged out of this battle."
    ),
    "group": (
        "A group is a number with a box on your tracker; the box says how many submarines it has, "
        "for all to see. On which token a group is, only its owner knows (SS-0.1)."
    ),
    "tracker": (
        "The tracker shows the size of every group, to everybody. A 0 is a decoy or a group in the "
        "supply: nobody can tell which (SS-0.7). `status` shows all trackers."
    ),
    "decoy": (
        "A token on the board whose group has no submarine. It moves, blocks and escorts like a "
        "real one until it must show itself, and then goes back to the supply (SS-2.0e, 3.6)."
    ),
    "supply": "Tokens that are not on the board. New tokens come from it (SS-0.3b).",
    "shuffle": (
        "shuffle #12 #13: two or more of your face-down tokens in one sea zone get new handles in "
        "an order that only you know. Each piece keeps what is left of its own movement (SS-4.3). "
        "What a token may then do beyond what all of them may, it does by showing which it was."
    ),
    "reorganize": (
        "reorganize #12: 3>4 1 moves one submarine from group 3 to group 4; both must be on tokens "
        "in the zone of #12 that have moved and fought alike. All see the groups and numbers, "
        "nobody sees the tokens. `; remove #13` takes an emptied token off, showing it (SS-4.1)."
    ),
    "claim": "claim #15 from #12: show that #15 was #12 before its last shuffle (SS-4.3b).",
    "remove": "remove #12: in Mobilize a decoy may leave the board, showing its number (SS-1.3).",
    "window": (
        "At the end of another power's Combat move and turn you may reorganize and shuffle once in "
        "every zone and class of tokens, then pass. `waive on` gives these windows up until you "
        "take them back with `waive off`; `hand` asks for one at the next opportunity (SS-4.0)."
    ),
    "submerge": (
        "Where the other side has no destroyer in the battle, submarines may leave it before a die "
        "is rolled: they stay in the zone, cannot be hit and fight no more in it (BG-8.11). Tokens "
        "choose before they are turned up (SS-3.1); from round 2 revealed groups choose (SS-3.4)."
    ),
    "surprise strike": (
        "Where the other side has no destroyer, submarines fire first, and what they hit is gone "
        "before it can fire (BG-8.7)."
    ),
    "destroyer": (
        "A destroyer stops submarines that enter its zone, forbids those it fights to submerge or "
        "to strike first, and lets its side's aircraft hit them (BG-7.4, 8F)."
    ),
    "combat move": (
        "Every move that ends in an attack, and sailing for an assault. A unit that moves here "
        "without such a purpose must be taken back (BG-7.1, R6). Aircraft need some place to land "
        "afterwards (BG-7.6)."
    ),
    "noncombat move": (
        "Whatever has neither moved nor fought may move through friendly space; aircraft fly home "
        "with what movement they have left. What cannot land at the end is lost (BG-9)."
    ),
    "transport": (
        "Carries one land unit of any kind and one infantry. Load next to the units, sail, unload "
        "in one territory; unloading ends its movement. Cargo goes down with it (BG-7.9)."
    ),
    "assault": (
        "Cargo that unloads in a hostile territory in Combat move lands when the sea around is "
        "won. An enemy token in the zone bars a landing without a warship of yours there (SS-2.0e)."
    ),
    "bombardment": (
        "Battleships and cruisers fire once at an assault from their zone, one for each unit "
        "landed, if no sea battle was fought there (BG-8.5)."
    ),
    "raid": (
        "A bomber over an enemy complex may raid it instead of fighting: when Combat move ends, "
        "`attack nothing; raid Japan with 2 bombers`. AA guns fire first; each bomber that is left "
        "rolls a die and puts that many damage markers on the complex, up to twice the value of "
        "its territory. Markers lessen what it can serve until they are repaired (BG-8.2)."
    ),
    "interceptor": (
        "With this option, fighters in the territory may meet a raid, and fighters that came "
        "along escort it: one round in which everybody hits on 1 (BG-8.3)."
    ),
    "research": (
        "A researcher costs 5 IPC and rolls a die each turn; a 6 is a breakthrough. You choose the "
        "chart and roll on it; what it brings works at once and for good (BG-4.1)."
    ),
    "rocket": (
        "With the breakthrough, an AA gun in each territory may hit one enemy complex in range "
        "each turn, for a die of damage; no complex is hit twice (BG-4.2)."
    ),
    "ignore": (
        "Where a zone has only enemy submarines, tokens or transports, you may attack or ignore "
        "them when your Combat move ends (BG-7.3)."
    ),
    "casualties": (
        "The owner chooses what takes the hits: as many as can be assigned, transports last. A "
        "two-hit ship absorbs its first (BG-8.13 to 8.15)."
    ),
    "standing orders": (
        "Answers given beforehand: which units take hits, whether an attack keeps its last land "
        "unit, whether submarines submerge, when an attack is broken off. `orders` shows and "
        "changes them. Each is sent as an ordinary answer, within two seconds, and nobody can tell "
        "it from one that is typed."
    ),
    "retreat": (
        "After a round the attacker may withdraw all ships or land units together to one space "
        "from which one of them came; what came from the sea cannot (BG-8.19)."
    ),
    "capture": "A land unit that survives where no defender does takes the territory (BG-8.24).",
    "mobilize": (
        "New units are placed at your complexes, or in sea zones next to them; a complex serves as "
        "many as its territory is worth, less damage (BG-10)."
    ),
    "objective": "A national objective brings IPC in every income phase where it holds (BG-11.3).",
    "depth": (
        "With depth status a submarine is surfaced, at periscope depth, submerged or silent; it is "
        "declared when Noncombat move begins. At periscope depth it attacks better and moves 1; "
        "submerged it fights worse and moves 1; silent it does nothing and nothing is done to it. "
        "One that changes its depth moves no farther than either depth allows (DS-1 to DS-7)."
    ),
    "search": (
        "Submarines at periscope depth or submerged must be found: before the first die each "
        "attacking aircraft and destroyer rolls, 3 or less finds those at periscope depth, 2 or "
        "less the submerged too. What was found may `dive away` whenever it would roll its dice "
        "(DS-8, DS-12)."
    ),
    "hunt": (
        "With submarine warfare submarines on their own are hunted one by one: a destroyer or "
        "aircraft spots on 3, then the two roll until one is lost, the submarine escapes or the "
        "hunter breaks off. A search costs an aircraft 2 movement points (SW-3 to SW-6)."
    ),
    "convoy": (
        "Raiders in a sea zone roll in the victim's income phase: a submarine or aircraft 2 dice, "
        "another warship 1; 1 to 3 counts. No zone and no territory loses more than its limit. "
        "England collapses if it loses all of its own (CD-1 to CD-5)."
    ),
    "artillery battery": (
        "Moves in Noncombat move; fires once a turn, on 3, into one battle of yours next door, or "
        "rolls a die of damage at a complex next door (WA)."
    ),
    "resistance cell": (
        "Placed in your own territory that the enemy holds. It rolls when your Combat move begins: "
        "1 costs the enemy a unit, or frees the territory if there is none; 6 betrays it (WR)."
    ),
    "sea mine": (
        "Goes aboard your transports next to a complex when it is placed; `lay SZ 5` in Noncombat "
        "move. Enemy ships that come there roll a die each; 1 is a hit (WM)."
    ),
    "damaged battleship": (
        "Where battleships take two hits it fights on 2 and moves 1; it is repaired for a third of "
        "its price in waters next to your complex where no enemy is when your turn begins (WB)."
    ),
    "elite": (
        "One unit of each power. It rolls one missed die again in every battle; if it is lost you "
        "may buy a new one of its kind (WE)."
    ),
    "kamikaze": (
        "`kamikaze fighter Japan` in Combat move: the fighter needs no landing and is gone when "
        "combat ends (WK)."
    ),
    "aid": (
        "IPC for an ally, set aside in Purchase; an enemy rolls, and gets it on a 1. It arrives in "
        "the next income phase of whoever gets it (WI)."
    ),
    "paratroops": (
        "`move bomber, infantry West > Prairie > Border`: the bomber drops the infantry where the "
        "order ends and flies on by another one. It attacks nothing in that turn (WP)."
    ),
    "warehouse": (
        "What you do not place is stored. Each 5 or 6 of a raid on a complex of yours destroys a "
        "stored unit; without your capital the store is frozen (WW)."
    ),
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
