"""How each decision is put to a person: the question, the verbs that answer it, examples."""

__all__ = ["Form", "form_of", "verbs_of"]

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from client.presentation.reading import Reader, battle, economy, movement, subs, warfare, waters
from client.seat.view import PlayerView
from engine.battle.casualties import Casualties
from engine.battle.combat import NextBattle
from engine.battle.raids import Intercept, LaunchRockets
from engine.battle.retreat import Retreat
from engine.battle.submarines import Submerge
from engine.economy.convoys import ShowRaiders
from engine.economy.mobilize import MobilizeUnits
from engine.economy.purchase import PurchaseUnits
from engine.economy.research import ChooseChart, HireResearchers
from engine.editions.classic import WithdrawSubmarines
from engine.movement.declarations import Declare
from engine.movement.homeless import LandHomeless
from engine.movement.phases import CombatMove, NoncombatMove
from engine.pause import Action
from engine.requests import Decision
from engine.turn import ChooseFirst
from engine.variants.convoys.raids import DivideLoss
from engine.variants.depth.declaring import DeclareDepths
from engine.variants.depth.detection import LetFire, Search
from engine.variants.depth.diving import DiveAway
from engine.variants.rules_of_warfare.batteries import FireBatteries, RaidByBatteries
from engine.variants.rules_of_warfare.battleships import RepairShips
from engine.variants.rules_of_warfare.destroyers import SwapBattleship
from engine.variants.rules_of_warfare.elite import MarkElite, RenewElite, RerollDie
from engine.variants.rules_of_warfare.kamikaze import BecomeKamikaze
from engine.variants.rules_of_warfare.mines import GoOn, LayMine, StowMine
from engine.variants.rules_of_warfare.monetary_aid import GiveAid, PickRoller
from engine.variants.rules_of_warfare.resistance import DiscardUnit
from engine.variants.rules_of_warfare.warehouses import DiscardStored
from engine.variants.secret_subs.combat import (
    AnonymizeSurvivors,
    ChooseSides,
    ReorganizeSurvivors,
    SubmergeGroups,
)
from engine.variants.secret_subs.ledger import MODULE
from engine.variants.secret_subs.place import PlaceSubs
from engine.variants.secret_subs.setup import OpeningGroups
from engine.variants.secret_subs.showing import AnonymizeShown
from engine.variants.secret_subs.windows import Window
from engine.variants.submarine_warfare.hunting import (
    DirectDestroyer,
    Escape,
    NameTarget,
    NextHunter,
    PressDuel,
)
from engine.variants.submarine_warfare.patrol import Patrol


@dataclass(frozen=True, slots=True)
class Form:
    """How a decision is put to a person.

    Attributes:
        asks: the question, with the rule's number.
        verbs: what each first word of an answer means.
        examples: answers as they may be typed.
        menu: whether legal answers are also numbered, to be chosen by number.
    """

    asks: str
    verbs: Mapping[str, Reader] = field(default_factory=dict)
    examples: tuple[str, ...] = ()
    menu: bool = False


_ORDERS: Mapping[str, Reader] = {
    "move": movement.move,
    "load": movement.load,
    "unload": movement.unload,
    "back": movement.back,
    "take": movement.back,
    "done": movement.done,
}

_ACTIONS: Mapping[str, Reader] = {
    "shuffle": subs.anonymize,
    "reorganize": subs.reorganize,
    "claim": subs.claim_from,
    "remove": subs.remove,
}
"""What Secret Subs adds wherever a power may act (SS-4.0)."""

_HOUSE_ACTIONS: Mapping[type[Action], tuple[type[Decision[Any]], str, Reader]] = {
    LayMine: (NoncombatMove, "lay", warfare.lay),
    BecomeKamikaze: (CombatMove, "kamikaze", warfare.kamikaze),
}
"""What Rules of Warfare add to an order: where, and the word for it (WM-2, WK-1)."""

_PASS: Mapping[str, Reader] = {"pass": subs.no_more}

_FORMS: Mapping[type[Decision[Any]], Form] = {
    OpeningGroups: Form(
        "Divide your submarines into groups (SS-0.8)",
        {"open": subs.opening},
        ("open SZ Hawaii 3 1; SZ California 1",),
    ),
    HireResearchers: Form(
        "Buy researchers, 5 IPC each? (BG-4.1)", {"hire": economy.hire}, ("hire 1", "hire nobody")
    ),
    ChooseChart: Form(
        "On which chart is your breakthrough rolled? (BG-4.1)",
        {"chart": economy.chart},
        ("chart 1",),
        menu=True,
    ),
    PurchaseUnits: Form(
        "Buy units, repair complexes (BG-5)",
        {"buy": economy.purchase},
        ("buy 2 infantry, transport", "buy nothing"),
    ),
    ChooseFirst: Form(
        "Which power moves to combat and fights first? (BG-3.3)",
        {"first": battle.first},
        menu=True,
    ),
    CombatMove: Form(
        "Combat move: moves that end in an attack, and sailing for an assault (BG-7)",
        _ORDERS,
        (
            "load infantry, tank Hawaii > SZ Hawaii",
            "move transport, cruiser, #12 SZ Hawaii > SZ Wake",
            "unload infantry, tank SZ Wake > Wake",
            "back cruiser SZ Wake",
            "done",
        ),
    ),
    Declare: Form(
        "Attack or ignore; which ships bombard, which bombers raid (BG-7.14)",
        {"attack": movement.declaration},
        (
            "attack SZ Wake; bombard Wake with battleship",
            "attack nothing; raid Japan with 2 bombers",
            "attack nothing",
        ),
        menu=True,
    ),
    LaunchRockets: Form(
        "Which complexes do your rockets hit? (BG-4.2)",
        {"launch": battle.launch},
        ("launch Germany > United Kingdom", "launch nothing"),
        menu=True,
    ),
    Intercept: Form(
        "Which of your fighters meet the raid? (BG-8.3)",
        {"intercept": battle.interceptors},
        ("intercept 2 fighters", "intercept all", "intercept none"),
        menu=True,
    ),
    NextBattle: Form(
        "Which battle comes next? (BG-8.1)", {"fight": battle.fight}, ("fight in SZ 5",), menu=True
    ),
    ChooseSides: Form(
        "Your tokens here: who submerges, who fights? (SS-3.1)",
        {"submerge": subs.stand, "fight": subs.fight},
        ("submerge #12", "fight"),
        menu=True,
    ),
    Submerge: Form(
        "How many of your submarines submerge? The others strike (BG-8.11)",
        {"submerge": battle.dive},
        ("submerge 2", "submerge none"),
        menu=True,
    ),
    WithdrawSubmarines: Form(
        "Do your submarines withdraw to a sea zone next door? (BG-8.12)",
        {"withdraw": battle.withdrawal},
        ("withdraw 2 submarines > SZ 5", "withdraw none"),
        menu=True,
    ),
    SubmergeGroups: Form(
        "Your revealed groups: submerge or fight on? (SS-3.4)",
        {"submerge": subs.go_under, "fight": subs.fight},
        ("submerge #12", "submerge join 3>5 1", "fight"),
        menu=True,
    ),
    Casualties: Form(
        "Which units take the hits? (BG-8.13)",
        {"lose": battle.losses},
        ("lose destroyer, 2 infantry, #12",),
        menu=True,
    ),
    Retreat: Form(
        "Go on, or retreat? (BG-8.19)",
        {"go": battle.press, "withdraw": battle.withdraw, "aircraft": battle.break_off},
        ("go on", "withdraw to SZ 5", "aircraft break off"),
        menu=True,
    ),
    ReorganizeSurvivors: Form("The battle is over; reorganize? (SS-3.7)", _PASS, ("pass",)),
    AnonymizeSurvivors: Form(
        "Your tokens are face down again; shuffle? (SS-3.7)", _PASS, ("pass",)
    ),
    LandHomeless: Form("Where do aircraft land that have lost their place? (BG-9.4)", menu=True),
    NoncombatMove: Form(
        "Noncombat move: whatever has not moved or fought; aircraft must land (BG-9)",
        _ORDERS,
        ("move fighter SZ Wake > Midway", "move destroyer SZ Hawaii > SZ Midway", "done"),
    ),
    MobilizeUnits: Form(
        "Place your new units (BG-10)",
        {"place": economy.mobilization},
        ("place 2 infantry Hawaii; transport SZ Hawaii", "place nothing"),
    ),
    PlaceSubs: Form(
        "Place your new submarines and tokens (SS-1)",
        {"place": subs.placing},
        ("place new 2 SZ Hawaii; new decoy SZ Hawaii; join 1 #12", "place nothing"),
    ),
    DeclareDepths: Form(
        "At which depths do your submarines run? (DS-1)",
        {"depth": waters.depth},
        ("depth 2 submarines SZ 5 silent; #12 periscope", "depth nothing"),
        menu=True,
    ),
    Search: Form(
        "Which aircraft and destroyers search for submarines? (DS-8)",
        {"search": waters.search},
        ("search with all", "search with fighter", "search with none"),
        menu=True,
    ),
    LetFire: Form(
        "Which undetected submarines fire, and give themselves away? (DS-11)",
        {"fire": waters.fire},
        ("fire with #12", "fire with none"),
        menu=True,
    ),
    DiveAway: Form(
        "Which submarines give up their fire and dive away? (DS-12)",
        {"dive": waters.dive_away},
        ("dive away with 2 submarines", "dive away with none"),
        menu=True,
    ),
    NextHunter: Form(
        "Who hunts next, or is it over? (SW-3)",
        {"hunt": waters.hunt, "stop": waters.stop},
        ("hunt with destroyer", "stop the hunt"),
        menu=True,
    ),
    NameTarget: Form(
        "Which submarine was spotted? (SW-3)", {"name": waters.name}, ("name #12",), menu=True
    ),
    DirectDestroyer: Form(
        "Attack, or send a destroyer instead? (SW-6)",
        {"attack": waters.attack, "send": waters.send},
        ("attack", "send destroyer"),
        menu=True,
    ),
    Escape: Form(
        "Does your submarine slip away? (SW-4, SW-5)",
        {"leave": waters.leave, "stay": waters.stay},
        ("leave", "stay"),
        menu=True,
    ),
    PressDuel: Form(
        "Another round, or let it go? (SW-4)",
        {"fight": waters.fight_on, "break": waters.break_off},
        ("fight on", "break off"),
        menu=True,
    ),
    Patrol: Form(
        "Which destroyers roll at which submarines that leave? (SW-2)",
        {"roll": waters.patrol},
        ("roll destroyer at #12; 2 destroyers at #13", "roll none"),
        menu=True,
    ),
    ShowRaiders: Form(
        "Which tokens raid convoys here, and so are shown? (SS-A23)",
        {"raid": waters.show},
        ("raid with #12 #13", "raid with none"),
        menu=True,
    ),
    DivideLoss: Form(
        "Which territories lose what was sunk here? (CD-3)",
        {"divide": waters.divide},
        ("divide 2 France, 1 Germany",),
        menu=True,
    ),
    AnonymizeShown: Form("Your tokens lie face down again; shuffle? (SS-A23)", _PASS, ("pass",)),
    SwapBattleship: Form(
        "Exchange a battleship for two destroyers before the game? (WD-2)",
        {"swap": warfare.swap},
        ("swap battleship SZ 5", "swap nothing"),
        menu=True,
    ),
    MarkElite: Form(
        "Which of your units is elite? (WE-1)",
        {"elite": warfare.elite},
        ("elite tank Russia",),
        menu=True,
    ),
    RerollDie: Form(
        "Your elite unit has missed: roll again? (WE-1)",
        {"roll": warfare.reroll, "keep": warfare.keep},
        ("roll again", "keep the result"),
        menu=True,
    ),
    RenewElite: Form(
        "Buy a new elite unit of the kind that you lost? (WE-2)",
        {"buy": warfare.renew, "decline": warfare.decline},
        ("buy", "decline"),
        menu=True,
    ),
    RepairShips: Form(
        "Which damaged battleships are repaired? (WB-2)",
        {"repair": warfare.repair},
        ("repair battleship SZ 5; 2 battleships SZ 7", "repair nothing"),
        menu=True,
    ),
    GiveAid: Form(
        "Set IPC aside for your allies? (WI-1)",
        {"give": warfare.give},
        ("give 6 USSR, 3 UK", "give nothing"),
        menu=True,
    ),
    PickRoller: Form(
        "Which enemy rolls to capture the gift? (WI-1)",
        {"let": warfare.roller},
        ("let Japan roll",),
        menu=True,
    ),
    RaidByBatteries: Form(
        "Which batteries raid a complex next door? (WA-4)",
        {"bombard": warfare.bombard},
        ("bombard Germany > Poland", "bombard nothing"),
        menu=True,
    ),
    FireBatteries: Form(
        "Which batteries fire into this battle? (WA-2)",
        {"fire": warfare.fire},
        ("fire from Germany, Poland", "fire from all", "fire from none"),
        menu=True,
    ),
    StowMine: Form(
        "Which transport takes the new mine aboard? (WM-1)",
        {"stow": warfare.stow},
        ("stow aboard empty transport", "stow aboard transport with infantry"),
        menu=True,
    ),
    GoOn: Form(
        "A mine has hit: do the others sail on? (WM-3)",
        {"go": warfare.go_on, "stop": warfare.halt},
        ("go on", "stop here"),
        menu=True,
    ),
    DiscardUnit: Form(
        "The resistance strikes: which unit do you discard? (WR-2)",
        {"discard": warfare.discard},
        ("discard infantry",),
        menu=True,
    ),
    DiscardStored: Form(
        "The raid hits your store: what is destroyed? (WW-2)",
        {"discard": warfare.discard_stored},
        ("discard infantry",),
        menu=True,
    ),
    Window: Form("A window: reorganize or shuffle, then pass (SS-4.0)", _PASS, ("pass",)),
}


def form_of(decision: Decision[Any]) -> Form:
    """The form of a decision; one that has none here is put as a menu of its legal answers."""
    found = _FORMS.get(type(decision))
    if isinstance(decision, OpeningGroups) and found is not None:
        zones = "; ".join(f"{zone} {count}" for zone, count in decision.printed)
        return replace(found, examples=(f"open {zones}", *found.examples))
    return Form(f"{type(decision).__name__}: choose", menu=True) if found is None else found


def verbs_of(view: PlayerView) -> Mapping[str, Reader]:
    """All verbs that may begin an answer here."""
    found = dict(form_of(view.decision).verbs)
    if view.decision.open and MODULE in view.game.modules:
        found |= _ACTIONS
    for action in view.game.rules.actions.values():
        where, verb, reader = _HOUSE_ACTIONS.get(action, (None, "", None))
        if reader is not None and type(view.decision) is where:
            found[verb] = reader
    return found
