"""Battles on land, landings, bombardment, capture (BG-8.4 to 8.8, 8.13, 8.18, 8.24 to 8.27)."""

import pytest

from tests.engine.cases.script import cases, play_case

CASES = """
BG-1.6 a die hits on the unit's strength or less
Border: USA tank / Japan infantry
> done
> roll 3
> miss
= Border: Japan nothing

BG-1.6 and not above
Border: USA tank / Japan 2 infantry
Prairie: USA infantry
> done
> roll 4
> roll 2 3
= Border: USA nothing

BG-8.7 the defender's casualties fire back
Border: USA 2 tank / Japan infantry
> done
> roll 1 6
> roll 2
= Border: USA tank
= Border is USA's

BG-8.24 if both sides vanish the old controller keeps it
Border: USA tank / Japan infantry
> done
> roll 1
> roll 2
= Border is Japan's

BG-8.24 aircraft that win alone take nothing
Prairie: USA bomber
Border: Japan infantry
> move Prairie: bomber > Border
> done
> hit
> miss
= Border is Japan's
= Border: Japan nothing

BG-8.18 artillery makes infantry hit on 2
Border: USA infantry, artillery / Japan infantry
> done
> roll 2 6
> miss
= Border: Japan nothing

BG-8.18 one for one
Border: USA 2 infantry, artillery / Japan 3 infantry
> done
> roll 2 2 2
> miss
= Border: Japan infantry

BG-8.18 not on the defence
Border: Japan infantry, artillery / USA 2 tank
> done
> miss
= 2 dice
> roll 3 3
= Border: USA 2 tank

BG-8.18 tanks get nothing from it
Border: USA tank, artillery / Japan infantry
> done
> roll 6 4
> miss
= Border: Japan infantry

BG-4.2 advanced artillery supports two
Border: USA 2 infantry, artillery / Japan 3 infantry
given breakthroughs: USA advanced_artillery
> done
> roll 2 2 2
> miss
= Border is USA's

BG-8.18 an ally's artillery lends nothing
Border: USA infantry / UK artillery / Japan infantry
> done
= 1 die
> roll 2
> miss
= Border: Japan infantry

BG-4.3 jet fighters attack at 4
Prairie: USA fighter
Border: Japan infantry
given breakthroughs: USA jet_fighters
> move Prairie: fighter > Border
> done
> roll 4
> miss
= Border: Japan nothing

BG-4.3 a heavy bomber rolls two dice
Prairie: USA bomber
Border: Japan 3 infantry
given breakthroughs: USA heavy_bombers
> move Prairie: bomber > Border
> done
> roll 4 4
> miss
= Border: Japan infantry

BG-4.3 as a setting only the better counts
Prairie: USA bomber
Border: Japan 3 infantry
given breakthroughs: USA heavy_bombers
given options: heavy_bombers best
> move Prairie: bomber > Border
> done
> roll 1 1
> miss
= Border: Japan 2 infantry

BG-4.3 on the defence it rolls one
Border: Japan bomber / USA tank
given breakthroughs: USA heavy_bombers, Japan heavy_bombers
> done
> miss
= 1 die

BG-8.4 guns fire once, before the first round
Prairie: USA 2 fighter, bomber
Border: Japan aa, 2 infantry
> move Prairie: 2 fighter, bomber > Border
> done
> roll 6 1 6
= Border: USA bomber, fighter
> miss
> miss
> press
= 2 dice

BG-8.4 one gun fires however many are there
Prairie: USA fighter
Border: Japan 3 aa, infantry
> move Prairie: fighter > Border
> done
= 1 die

BG-8.4 not at land units
Border: USA tank / Japan aa, infantry
> done
> miss
> miss
= Border: USA tank

BG-8.4 what it hits never fires
Prairie: USA fighter
Border: Japan aa, infantry
> move Prairie: fighter > Border
> done
> roll 1
= Border: USA nothing
= Border: Japan aa_gun, infantry

BG-4.3 radar makes guns hit on 2
Prairie: USA fighter
Border: Japan aa, infantry
given breakthroughs: Japan radar
> move Prairie: fighter > Border
> done
> roll 2
= Border: USA nothing

BG-8.4 in an empty territory the gun still fires, and is taken
Prairie: USA fighter, infantry
Border: Japan aa
> move Prairie: fighter, infantry > Border
> done
> roll 6
= Border is USA's
= Border: USA aa_gun, fighter, infantry

BG-8.26 guns and complexes go to the captor, damage and all
Border: USA tank / Japan infantry, aa, complex
given damage: Border 2
> done
> hit
> miss
= Border: USA aa_gun, complex, tank
= damage Border 2

BG-8.11 when all dive the battle is over and won
SZ 2: USA cruiser, transport, infantry
SZ 3: Japan 2 submarine
Border: Japan infantry
> move SZ 2: cruiser, transport > SZ 3
> unload SZ 3: infantry > Border
> done
> declare attack SZ 3
> dive 2 submarine
= 1 die
> roll 1
> miss
= Border is USA's

R7 a sea battle without a shot silences the ships all the same
SZ 2: USA cruiser, transport, infantry
SZ 3: Japan submarine
Border: Japan infantry
> move SZ 2: cruiser, transport > SZ 3
> unload SZ 3: infantry > Border
> done
! BG-8.5 declare attack SZ 3; bombard Border with SZ 3: cruiser
> declare attack SZ 3
> dive submarine
> hit
> miss
= Border is USA's

BG-8.5 a submarine that is ignored does not
SZ 2: USA cruiser, transport, infantry
SZ 3: Japan submarine
Border: Japan 2 infantry
> move SZ 2: cruiser, transport > SZ 3
> unload SZ 3: infantry > Border
> done
> declare bombard Border with SZ 3: cruiser
> roll 3
> miss
> miss

BG-8.5 one ship for each unit landed from the sea
SZ 2: USA cruiser, battleship, transport, infantry
Prairie: USA 2 tank
Border: Japan 2 infantry
> move SZ 2: cruiser, battleship, transport > SZ 3
> unload SZ 3: infantry > Border
> move Prairie: 2 tank > Border
> done
! BG-8.5b declare bombard Border with SZ 3: cruiser, battleship
> declare bombard Border with SZ 3: battleship
= 1 die

R8 the attacker may leave ships out
SZ 2: USA cruiser, battleship, transport, infantry, tank
Border: Japan 2 infantry
> move SZ 2: cruiser, battleship, transport > SZ 3
> unload SZ 3: infantry, tank > Border
> done
> declare bombard Border with SZ 3: cruiser
= 1 die
> roll 4

BG-8.5 what the guns hit fires back once
SZ 2: USA battleship, transport, infantry
Border: Japan infantry
> move SZ 2: battleship, transport > SZ 3
> unload SZ 3: infantry > Border
> done
> declare bombard Border with SZ 3: battleship
> roll 4
> roll 2
= Border: USA nothing
= Border is Japan's

BG-8.5 destroyers and carriers do not bombard
SZ 2: USA destroyer, carrier, cruiser, transport, 2 infantry
Border: Japan infantry
> move SZ 2: destroyer, carrier, cruiser, transport > SZ 3
> unload SZ 3: 2 infantry > Border
> done
! BG-8.5 declare bombard Border with SZ 3: destroyer
! BG-8.5 declare bombard Border with SZ 3: carrier
> declare

BG-8.5 nobody bombards what is empty
SZ 2: USA cruiser, transport, infantry
> move SZ 2: cruiser, transport > SZ 3
> unload SZ 3: infantry > Border
> done
= Border is USA's

BG-8.5 nor from another zone
SZ 2: USA transport, infantry
SZ 8: USA cruiser
Plains: Japan infantry
East: Japan infantry
> move SZ 2: transport > SZ 3
> unload SZ 3: infantry > Plains
> done
= 1 die

BG-8.8 land battles know no surprise
Border: USA infantry / Japan infantry
> done
= 1 die

BG-8.22 aircraft that can hit nothing more have not won
SZ 2: USA destroyer, transport, infantry
West: USA fighter
SZ 3: Japan submarine
Border: Japan infantry
> move SZ 2: destroyer, transport > SZ 3
> unload SZ 3: infantry > Border
> move West: fighter > SZ 2 > SZ 3
> done
> declare attack SZ 3
> miss
> hit
> retreat SZ 2
= SZ 2: USA infantry, transport
= Border is Japan's

BG-8.13 two players' defenders are one pool, and the attacker settles their dispute
Border: USA tank / Japan infantry / Germany infantry
given seats: USA UK, Japan, Germany
> done
> hit
= USA is asked Casualties

BG-8.13 or the power with most units
Border: USA tank / Japan infantry / Germany 2 infantry
given seats: USA UK, Japan, Germany
given options: casualty_dispute largest
> done
> hit
= Germany is asked Casualties

BG-8.13 one player's powers need no umpire
Border: USA tank / Japan infantry / Germany infantry
> done
> hit
= Japan is asked Casualties

BG-8.25 what was an ally's is liberated
Cove: UK infantry
SZ 6: USA transport, infantry
West: USA infantry
given control: Isle Japan
> move SZ 6: transport > SZ 7
> unload SZ 7: infantry > Isle
> done
= Isle is USA's

BG-8.27 who takes a capital takes the treasury
East: USA tank / Japan infantry
West: USA infantry
given treasury: USA 10, Japan 25
> done
> hit
> miss
= USA has 35 IPC
= Japan has 0 IPC

BG-8.27 an ally's capital freed brings no plunder R24
West: USA infantry
Cove: USA tank / Japan infantry
given control: Cove Japan
given treasury: USA 10, Japan 25, UK 0
> done
> hit
> miss
= Cove is UK's
= USA has 10 IPC
= Japan has 25 IPC

BG-8.25 an ally whose capital is free has its territory back
Isle: UK infantry / Japan infantry
given active: UK
given control: Isle Japan
given phase: combat_move
> hit
> miss
= Isle is USA's

BG-8.25 while its capital is taken the conqueror keeps it
Isle: UK infantry / Japan infantry
given active: UK
given control: Isle Japan, West Japan
> hit
> miss
= Isle is UK's

BG-8.25 with its capital freed allies hand over what is its own
West: UK infantry / Japan infantry
given active: UK
given control: West Japan, Isle UK, Prairie UK, Border UK
> done
> hit
> miss
= West is USA's
= Isle is USA's
= Prairie is USA's
= Border is UK's

BG-8.25 complexes go with it
West: UK infantry / Japan infantry
Prairie: UK complex
given active: UK
given control: West Japan, Prairie UK
> done
> hit
> miss
= Prairie: USA complex

BG-8.27 a power without its capital keeps fighting
Border: USA tank / Japan infantry
Prairie: USA infantry
given control: West Japan
> done
> hit
> miss
= Border is USA's

BG-4.2 not farther
West: USA aa, infantry
East: Japan complex
given breakthroughs: USA rockets
> done
= phase noncombat_move
"""


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_8_battles(case: str) -> None:
    play_case(case)
