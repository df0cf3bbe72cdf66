"""The rulebook's terms, each in a sentence or two, with the paragraph that has the whole of it."""

__all__ = ["GLOSSARY", "Term"]

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """A word that the rules use in a sense of their own.

    Attributes:
        name: as it is listed.
        rule: the number of the paragraph that it opens.
        about: what it means, for whoever has not read the rules.
        forms: how it stands in sentences, in small letters.
        module: the house rule that it belongs to, by its id; None for the base game.
    """

    name: str
    rule: str
    about: str
    forms: tuple[str, ...]
    module: str | None = None


GLOSSARY = (
    Term(
        "token",
        "SS-0.1",
        "A piece that lies face down and hides one group of submarines. #12 is its handle, no more "
        "than a label. Only its owner knows which group it carries (SS-0.1).",
        ("token", "tokens"),
        "SS",
    ),
    Term(
        "group",
        "SS-0.1",
        "A number with a box on the tracker; the box says how many submarines it has, for all to "
        "see. On which token a group is, only its owner knows (SS-0.1).",
        ("group", "groups"),
        "SS",
    ),
    Term(
        "tracker",
        "SS-0.7",
        "The tracker shows the size of every group, to everybody. A 0 is a decoy or a group in the "
        "supply: nobody can tell which (SS-0.7).",
        ("tracker", "trackers"),
        "SS",
    ),
    Term(
        "decoy",
        "SS-2.0e",
        "A token on the board whose group has no submarine. It moves, blocks and escorts like a "
        "real one until it must show itself, and then goes back to the supply (SS-2.0e, 3.6).",
        ("decoy", "decoys"),
        "SS",
    ),
    Term(
        "supply",
        "SS-0.3b",
        "Tokens that are not on the board. New tokens come from it (SS-0.3b).",
        ("supply",),
        "SS",
    ),
    Term(
        "reveal",
        "SS-3.3",
        "All tokens that fight are turned up at once, before a die is rolled. Decoys go back to "
        "the supply (SS-3.3, 3.6); at the end of the battle what is left turns face down again "
        "(SS-3.7).",
        ("reveal", "reveals", "revealed", "turned up"),
        "SS",
    ),
    Term(
        "shuffle",
        "SS-4.3",
        "Two or more of your face-down tokens in one sea zone get new handles in an order that "
        "only you know. Each piece keeps what is left of its own movement (SS-4.3). What a "
        "token may then do beyond what all of them may, it does by showing which it was.",
        ("shuffle", "shuffles", "shuffled"),
        "SS",
    ),
    Term(
        "reorganize",
        "SS-4.1",
        "Submarines move from one group to another. Both must be on tokens in one sea zone that "
        "have moved and fought alike. All see the groups and numbers, nobody sees the tokens "
        "(SS-4.1).",
        ("reorganize", "reorganizes", "reorganized"),
        "SS",
    ),
    Term(
        "claim",
        "SS-4.3b",
        "A token shows which one it was before its last shuffle (SS-4.3b).",
        ("claim", "claims"),
        "SS",
    ),
    Term(
        "window",
        "SS-4.0",
        "At the end of another power's Combat move and turn you may reorganize and shuffle once in "
        "every zone and class of tokens, then pass. Who waives windows is not waited for there "
        "(SS-4.0).",
        ("window", "windows"),
        "SS",
    ),
    Term(
        "submerge",
        "BG-8.11",
        "Where the other side has no destroyer in the battle, submarines may dive: they leave it "
        "before a die is rolled, stay in the zone, cannot be hit and fight no more in it "
        "(BG-8.11). Tokens choose before they are turned up (SS-3.1); from round 2 revealed groups "
        "choose (SS-3.4).",
        ("submerge", "submerges", "submerged", "dive", "dives"),
    ),
    Term(
        "surprise strike",
        "BG-8.7",
        "Where the other side has no destroyer, submarines fire first, and what they hit is gone "
        "before it can fire (BG-8.7).",
        ("surprise strike", "surprise strikes"),
    ),
    Term(
        "destroyer",
        "BG-7.4",
        "A destroyer stops submarines that enter its zone, forbids those it fights to submerge or "
        "to strike first, and lets its side's aircraft hit them (BG-7.4, 8F).",
        ("destroyer", "destroyers"),
    ),
    Term(
        "combat move",
        "BG-7.1",
        "Every move that ends in an attack, and sailing for an assault. A unit that moves here "
        "without such a purpose must be taken back (BG-7.1, R6). Aircraft need some place to land "
        "afterwards (BG-7.6).",
        ("combat move",),
    ),
    Term(
        "noncombat move",
        "BG-9",
        "Whatever has neither moved nor fought may move through friendly space; aircraft fly home "
        "with what movement they have left. What cannot land at the end is lost (BG-9).",
        ("noncombat move",),
    ),
    Term(
        "transport",
        "BG-7.9",
        "Carries one land unit of any kind and one infantry. Load next to the units, sail, unload "
        "in one territory; unloading ends its movement. Cargo goes down with it (BG-7.9).",
        ("transport", "transports"),
    ),
    Term(
        "assault",
        "BG-7.10",
        "Cargo that unloads in a hostile territory in Combat move lands when the sea around is "
        "won. An enemy token in the zone bars a landing without a warship of yours there "
        "(BG-7.10, SS-2.0e).",
        ("assault", "assaults"),
    ),
    Term(
        "bombardment",
        "BG-8.5",
        "Battleships and cruisers fire once at an assault from their zone, one for each unit "
        "landed, if no sea battle was fought there (BG-8.5).",
        ("bombardment", "bombard", "bombards"),
    ),
    Term(
        "raid",
        "BG-8.2",
        "A bomber over an enemy complex may raid it instead of fighting. AA guns fire first; each "
        "bomber that is left rolls a die and puts that many damage markers on the complex, up to "
        "twice the value of its territory. Markers lessen what it can serve until they are "
        "repaired (BG-8.2).",
        ("raid", "raids"),
    ),
    Term(
        "interceptor",
        "BG-8.3",
        "With this option, fighters in the territory may meet a raid, and fighters that came "
        "along escort it: one round in which everybody hits on 1 (BG-8.3).",
        ("interceptor", "interceptors"),
    ),
    Term(
        "research",
        "BG-4.1",
        "A researcher costs 5 IPC and rolls a die each turn; a 6 is a breakthrough. You choose the "
        "chart and roll on it; what it brings works at once and for good (BG-4.1).",
        ("research", "researcher", "researchers", "breakthrough", "breakthroughs"),
    ),
    Term(
        "rocket",
        "BG-4.2",
        "With the breakthrough, an AA gun in each territory may hit one enemy complex in range "
        "each turn, for a die of damage; no complex is hit twice (BG-4.2).",
        ("rocket", "rockets"),
    ),
    Term(
        "ignore",
        "BG-7.3",
        "Where a zone has only enemy submarines, tokens or transports, you may attack or ignore "
        "them when your Combat move ends (BG-7.3).",
        ("ignore", "ignores", "ignored"),
    ),
    Term(
        "casualties",
        "BG-8.13",
        "The owner chooses what takes the hits: as many as can be assigned, transports last. A "
        "two-hit ship absorbs its first (BG-8.13 to 8.15).",
        ("casualty", "casualties"),
    ),
    Term(
        "retreat",
        "BG-8.19",
        "After a round the attacker may withdraw all ships or land units together to one space "
        "from which one of them came; what came from the sea cannot (BG-8.19).",
        ("retreat", "retreats"),
    ),
    Term(
        "capture",
        "BG-8.24",
        "A land unit that survives where no defender does takes the territory (BG-8.24).",
        ("capture", "captures", "captured"),
    ),
    Term(
        "mobilize",
        "BG-10",
        "New units are placed at your complexes, or in sea zones next to them; a complex serves as "
        "many as its territory is worth, less damage (BG-10).",
        ("mobilize", "mobilizes", "mobilized"),
    ),
    Term(
        "objective",
        "BG-11.3",
        "A national objective brings IPC in every income phase where it holds (BG-11.3).",
        ("objective", "objectives"),
    ),
    Term(
        "depth",
        "DS-1",
        "With depth status a submarine is surfaced, at periscope depth, submerged or silent; it is "
        "declared when Noncombat move begins. At periscope depth it attacks better and moves 1; "
        "submerged it fights worse and moves 1; silent it does nothing and nothing is done to it. "
        "One that changes its depth moves no farther than either depth allows (DS-1 to DS-7).",
        ("depth", "depths"),
        "DS",
    ),
    Term(
        "search",
        "DS-8",
        "Submarines at periscope depth or submerged must be found: before the first die each "
        "attacking aircraft and destroyer rolls, 3 or less finds those at periscope depth, 2 or "
        "less the submerged too. What was found may dive away whenever it would roll its dice "
        "(DS-8, DS-12).",
        ("search", "searches"),
        "DS",
    ),
    Term(
        "hunt",
        "SW-3",
        "With submarine warfare submarines on their own are hunted one by one: a destroyer or "
        "aircraft spots on 3, then the two roll until one is lost, the submarine escapes or the "
        "hunter breaks off. A search costs an aircraft 2 movement points (SW-3 to SW-6).",
        ("hunt", "hunts", "hunted"),
        "SW",
    ),
    Term(
        "convoy",
        "CD-1",
        "Raiders in a sea zone roll in the victim's income phase: a submarine or aircraft 2 dice, "
        "another warship 1; 1 to 3 counts. No zone and no territory loses more than its limit. "
        "England collapses if it loses all of its own (CD-1 to CD-5).",
        ("convoy", "convoys"),
        "CD",
    ),
    Term(
        "artillery battery",
        "WA",
        "Moves in Noncombat move; fires once a turn, on 3, into one battle of yours next door, or "
        "rolls a die of damage at a complex next door (WA).",
        ("artillery battery", "artillery batteries"),
        "WA",
    ),
    Term(
        "resistance cell",
        "WR",
        "Placed in your own territory that the enemy holds. It rolls when your Combat move begins: "
        "1 costs the enemy a unit, or frees the territory if there is none; 6 betrays it (WR).",
        ("resistance cell", "resistance cells"),
        "WR",
    ),
    Term(
        "sea mine",
        "WM",
        "Goes aboard your transports next to a complex when it is placed, and is laid in Noncombat "
        "move. Enemy ships that come there roll a die each; 1 is a hit (WM).",
        ("sea mine", "sea mines"),
        "WM",
    ),
    Term(
        "damaged battleship",
        "WB",
        "Where battleships take two hits it fights on 2 and moves 1; it is repaired for a third of "
        "its price in waters next to your complex where no enemy is when your turn begins (WB).",
        ("damaged battleship", "damaged battleships"),
        "WB",
    ),
    Term(
        "elite",
        "WE",
        "One unit of each power. It rolls one missed die again in every battle; if it is lost you "
        "may buy a new one of its kind (WE).",
        ("elite",),
        "WE",
    ),
    Term(
        "kamikaze",
        "WK",
        "A fighter that needs no landing and is gone when combat ends; it is declared in Combat "
        "move (WK).",
        ("kamikaze",),
        "WK",
    ),
    Term(
        "aid",
        "WI",
        "IPC for an ally, set aside in Purchase; an enemy rolls, and gets it on a 1. It arrives in "
        "the next income phase of whoever gets it (WI).",
        ("aid",),
        "WI",
    ),
    Term(
        "paratroops",
        "WP",
        "A bomber drops infantry on its way and flies on. It attacks nothing in that turn (WP).",
        ("paratroops",),
        "WP",
    ),
    Term(
        "warehouse",
        "WW",
        "What you do not place is stored. Each 5 or 6 of a raid on a complex of yours destroys a "
        "stored unit; without your capital the store is frozen (WW).",
        ("warehouse", "warehouses"),
        "WW",
    ),
)
"""All of them, those of Secret Subs first."""
