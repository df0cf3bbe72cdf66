"""Battles on land and at sea, from their declaration to their end (BG-8)."""

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

BG-8.14 the maximum of hits is assigned T1
SZ 3: USA cruiser, 2 bomber / Japan cruiser, 2 submarine
given control: Border USA
> done
= Japan is asked Submerge
> dive nothing
= 2 dice
> miss
> hit
= 1 die
> miss
= SZ 3: Japan submarine

BG-8.17 T2 the submarine dives and both transports die
SZ 3: USA battleship, 2 fighter / Japan submarine, 2 transport
given control: Border USA
> done
> declare attack SZ 3
> dive submarine
= SZ 3: Japan submarine

BG-8.15 T3 two submarines against a destroyer and a transport
SZ 3: USA 2 submarine / Japan destroyer, transport
> done
> declare attack SZ 3
= 2 dice
> roll 1 6
= 1 die
> miss
= SZ 3: Japan nothing

BG-8.15 T3 two hits take both
SZ 3: USA 2 submarine / Japan destroyer, transport
> done
> declare attack SZ 3
> roll 1 1
> miss
= SZ 3: Japan nothing
= SZ 3: USA 2 submarine

BG-8.22 T4 a destroyer and a fighter against submarines
SZ 3: USA destroyer, fighter / Japan 2 submarine
given control: Border USA
> done
> declare attack SZ 3
> roll 6 6
> roll 1 6
= USA is asked Retreat
> press
= SZ 3: USA fighter
= SZ 3: Japan 2 submarine

BG-8F submarines strike first where there is no destroyer
SZ 3: USA 2 submarine / Japan cruiser
> done
> declare attack SZ 3
> dive nothing
> roll 1 6
= SZ 3: Japan nothing
= SZ 3: USA 2 submarine

BG-8F a destroyer takes that away
SZ 3: USA 2 submarine / Japan destroyer, cruiser
> done
> declare attack SZ 3
> roll 1 1
= 2 dice

BG-8F defending submarines strike along
SZ 3: USA cruiser, carrier / Japan 2 submarine
> done
> declare attack SZ 3
> dive nothing
> roll 1 1
= SZ 3: USA nothing

BG-8F both sides' submarines strike together
SZ 3: USA 2 submarine / Japan 2 submarine
> done
> declare attack SZ 3
> dive nothing
> dive nothing
= 4 dice
> hit
= SZ 3: USA nothing
= SZ 3: Japan nothing

BG-8F an attacker's destroyer makes defending submarines fire last, without diving
SZ 3: USA destroyer, submarine / Japan submarine
> done
> declare attack SZ 3
= USA is asked Submerge
> dive nothing
= 1 die
> roll 2
= SZ 3: Japan nothing

BG-8.10 submarines hit no aircraft
SZ 3: USA submarine / Japan carrier, 2 fighter
> done
> declare attack SZ 3
> dive nothing
> hit
= SZ 3: Japan 2 fighter
= Japan is asked LandHomeless

BG-8.10 aircraft hit submarines only beside a destroyer
SZ 3: USA cruiser, 2 fighter / Japan submarine, destroyer
given control: Border USA
> done
> dive nothing
> miss
> roll 6 1 1
> roll 6
= SZ 3: Japan submarine

BG-8.9 a destroyer hit counts to the end of its round
SZ 3: USA cruiser, submarine / Japan destroyer, fighter, carrier
> done
> roll 1 6
> lose destroyer
= 3 dice

BG-8.11 what has submerged takes no more part
SZ 3: USA cruiser / Japan 2 submarine
> done
> declare attack SZ 3
> dive submarine
= 1 die
> miss
> miss
> dive nothing
> miss
> miss

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

BG-8.15 a battleship takes the first hit for nothing
SZ 3: USA battleship, destroyer / Japan battleship
> done
> miss
> hit
> lose battleship
= SZ 3: USA damaged battleship, destroyer

R22 it is its owner's choice each time
SZ 3: USA battleship, destroyer / Japan battleship
> done
> miss
> hit
> lose destroyer
= SZ 3: USA battleship

BG-8.15 two hits sink it
SZ 3: USA battleship / Japan 2 battleship
> done
> miss
> hit
= SZ 3: USA nothing

BG-6.1 the damage is gone when the combat ends
SZ 3: USA battleship / Japan destroyer
> done
> hit
> hit
= SZ 3: USA battleship

R9 or at the end of its owner's turn
SZ 3: USA battleship / Japan destroyer
West: USA infantry
given options: bb_repair end_of_owner_turn
> done
> hit
> hit
= SZ 3: USA damaged battleship
> done
= SZ 3: USA battleship

BG-8.15 transports take hits last
SZ 3: USA cruiser / Japan destroyer, 2 transport
> done
> hit
= 1 die
> miss
= SZ 3: Japan nothing

BG-8.15 not while another unit may take it
SZ 3: USA 2 cruiser / Japan destroyer, cruiser, transport
> done
> roll 1 6
= Japan is asked Casualties
! BG-8.14 lose transport
> lose cruiser

BG-8.15 fighters die before transports
SZ 3: USA 2 cruiser, transport / Japan carrier, fighter, transport
> done
> roll 1 1
> miss
= SZ 3: Japan nothing

BG-8.8 land battles know no surprise
Border: USA infantry / Japan infantry
> done
= 1 die

BG-7.8 R25 guests of the defender fight and outlive the ship
SZ 3: USA 2 battleship / Japan carrier / Germany fighter
> done
> roll 1 6
= Japan is asked Casualties
> lose carrier
= 2 dice

BG-7.8 R25 guests of the attacker are cargo
SZ 2: USA carrier / UK fighter
SZ 3: Japan destroyer
> move SZ 2: carrier > SZ 3
= SZ 3: UK fighter
> done
= 1 die
> miss
> hit
= SZ 3: UK nothing

BG-8.16 fighters of a carrier that attacks fight by themselves
SZ 3: USA carrier, 2 fighter / Japan destroyer
given control: Border USA
> done
= 3 dice

BG-8.19 the attacker withdraws to where somebody came from
Prairie: USA 2 infantry
Border: Japan 3 infantry
> move Prairie: 2 infantry > Border
> done
> miss
> miss
! BG-8.19 retreat Plains
> retreat Prairie
= Prairie: USA 2 infantry
= Border is Japan's

BG-8.19 all together, wherever each came from
Prairie: USA infantry
Plains: USA infantry
Border: Japan 3 infantry
given control: Plains USA
> move Prairie: infantry > Border
> move Plains: infantry > Border
> done
> miss
> miss
> retreat Plains
= Plains: USA 2 infantry

BG-8.19 to a territory blitzed this turn too
West: USA infantry
Prairie: USA tank
Plains: Japan 2 infantry
> move Prairie: tank > Border > Plains
> done
> miss
> miss
> retreat Border
= Border: USA tank

R12 units that were there open no way
SZ 3: USA cruiser / Japan cruiser
> done
> miss
> miss
= 1 die

R12 nor do aircraft
West: USA fighter
SZ 2: USA cruiser / Japan cruiser
> move West: fighter > SZ 2
> done
> miss
> miss
= 2 dice

R12 one ship that came opens it to all
SZ 1: USA destroyer
SZ 2: USA cruiser / Japan cruiser
> move SZ 1: destroyer > SZ 2
> done
> miss
> miss
> retreat SZ 1
= SZ 1: USA cruiser, destroyer

BG-8.19 not into a zone that is hostile
SZ 2: USA submarine, destroyer / Japan cruiser
SZ 3: Japan cruiser
SZ 7: USA battleship
> move SZ 2: submarine, destroyer > SZ 3
> move SZ 7: battleship > SZ 2
> done
> fight SZ 3
> dive nothing
> miss
> miss
> miss
= USA is asked Submerge

BG-8.19 aircraft stay when the others withdraw and land later
Prairie: USA infantry, fighter
Border: Japan 2 infantry
> move Prairie: infantry, fighter > Border
> done
> miss
> miss
> retreat Prairie
= Border: USA fighter
> move Border: fighter > Prairie
= Prairie: USA fighter, infantry

BG-8.19 aircraft alone may break off
Prairie: USA 2 fighter
Border: Japan 2 infantry
> move Prairie: 2 fighter > Border
> done
> miss
> miss
> break off
= phase noncombat_move

BG-8.19 not while a land unit fights beside them
Prairie: USA infantry, fighter
Border: Japan 2 infantry
> move Prairie: infantry, fighter > Border
> done
> miss
> miss
! BG-8.19 break off

BG-8.20 who came from the sea stays
SZ 2: USA transport, 2 infantry
Prairie: USA tank, fighter
Border: Japan 3 infantry
> move SZ 2: transport > SZ 3
> unload SZ 3: 2 infantry > Border
> move Prairie: tank, fighter > Border
> done
> miss
> miss
> retreat Prairie
= Prairie: USA tank
= Border: USA fighter, 2 infantry
= 2 dice

BG-8.20 aircraft leave a landing by themselves if nothing came overland
SZ 2: USA transport, 2 infantry
Prairie: USA fighter
Border: Japan 3 infantry
> move SZ 2: transport > SZ 3
> unload SZ 3: 2 infantry > Border
> move Prairie: fighter > Border
> done
> miss
> miss
> break off
= 2 dice

BG-8.20 a landing without partners fights to the end
SZ 2: USA transport, 2 infantry
Border: Japan infantry
> move SZ 2: transport > SZ 3
> unload SZ 3: 2 infantry > Border
> done
> miss
> miss
= 2 dice

BG-8.17 an attacker's transports die when their escort is gone
SZ 2: USA destroyer, transport
SZ 3: Japan battleship
> move SZ 2: destroyer, transport > SZ 3
> done
> miss
> hit
= USA is asked Retreat
> press
= SZ 3: USA nothing

BG-8.19 from transports alone nobody retreats
SZ 1: USA cruiser
SZ 2: Japan destroyer, transport
> move SZ 1: cruiser > SZ 2
> done
> hit
> miss
= SZ 2: Japan nothing
= SZ 2: USA cruiser

BG-8.17 submarines do not save transports from aircraft
West: USA fighter
SZ 2: Japan submarine, transport
> move West: fighter > SZ 2
> done
> declare attack SZ 2
= USA is asked Retreat
= SZ 2: Japan submarine

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

BG-8.2 raids come first and bombers that raid do not fight
Prairie: USA 2 bomber, tank
Border: Japan complex, infantry
> move Prairie: 2 bomber > Border
> move Prairie: tank > Border
> done
> declare raid Border with bomber
= 1 die
> roll 3
= damage Border 3
= 2 dice

BG-8.2 damage is capped at twice the value
Prairie: USA 2 bomber
Border: Japan complex
> move Prairie: 2 bomber > Border
> done
> declare raid Border with 2 bomber
> roll 5 6
= damage Border 4

BG-8.2 what is there already counts
Prairie: USA bomber
Plains: Japan complex
given damage: Plains 5
> move Prairie: bomber > Border > Plains
> done
> declare raid Plains with bomber
> roll 6
= damage Plains 6

BG-8.2 guns fire at each bomber first
Prairie: USA 2 bomber
Plains: Japan complex, aa
> move Prairie: 2 bomber > Border > Plains
> done
> declare raid Plains with 2 bomber
> roll 1 6
= 1 die
> roll 4
= damage Plains 4

BG-8.2 radar helps them
Prairie: USA bomber
Plains: Japan complex, aa
given breakthroughs: Japan radar
> move Prairie: bomber > Border > Plains
> done
> declare raid Plains with bomber
> roll 2
= damage Plains 0
= Plains: USA nothing

BG-4.3 heavy bombers roll two dice on raids
Prairie: USA bomber
East: Japan complex
given breakthroughs: USA heavy_bombers
> move Prairie: bomber > Border > Plains > East
> done
> declare raid East with bomber
> roll 6 5
= damage East 11

BG-8.2 a raid needs a complex
Prairie: USA bomber
Plains: Japan infantry
> move Prairie: bomber > Border > Plains
> done
= 1 die
> roll 5

BG-8.2 fighters do not raid
Prairie: USA bomber, fighter
Border: Japan complex
> move Prairie: bomber, fighter > Border
> done
! BG-8.2 declare raid Border with fighter
! BG-8.2 declare raid Border with bomber, fighter
> declare raid Border with bomber

BG-8.2 bombers may attack instead
Prairie: USA bomber
Border: Japan complex, infantry
> move Prairie: bomber > Border
> done
> declare
= 1 die
> roll 4
> roll 6
= Border: Japan complex

BG-8.2 raiders fly home after combat
Prairie: USA bomber
Border: Japan complex
> move Prairie: bomber > Border
> done
> declare raid Border with bomber
> roll 1
> move Border: bomber > Prairie > West
= West: USA bomber

BG-8.26 a complex that is bombed and taken keeps its markers
Prairie: USA bomber, tank
Border: Japan complex
> move Prairie: bomber, tank > Border
> done
> declare raid Border with bomber
> roll 3
= Border is USA's
= damage Border 3

BG-8.3 fighters intercept as a setting, everybody hits on 1
Prairie: USA bomber, fighter
Border: Japan complex, fighter
given options: interceptors on
> move Prairie: bomber, fighter > Border
> done
> declare raid Border with bomber, fighter
= Japan is asked Intercept

BG-4.2 rockets hit a complex within three spaces
Prairie: USA aa
West: USA infantry
East: Japan complex
given breakthroughs: USA rockets
> done
= USA is asked LaunchRockets
> launch Prairie > East
> roll 6
= damage East 6

BG-4.2 not farther
West: USA aa, infantry
East: Japan complex
given breakthroughs: USA rockets
> done
= phase noncombat_move

BG-4.2 one rocket from a territory however many guns stand there
Prairie: USA 2 aa, infantry
Plains: Japan complex
Border: Japan complex
given breakthroughs: USA rockets
> done
> launch Prairie > Plains
= 1 die

BG-4.2 and one at a complex
Prairie: USA aa
West: USA aa, infantry
Border: Japan complex
given breakthroughs: USA rockets
> done
! BG-4.2 launch Prairie > Border; West > Border
> launch West > Border
> roll 4
= damage Border 4

BG-4.2 under the cap of twice the value
Prairie: USA aa
West: USA infantry
Border: Japan complex
given damage: Border 3
given breakthroughs: USA rockets
> done
> launch Prairie > Border
> roll 6
= damage Border 4
"""


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_8_battles(case: str) -> None:
    play_case(case)
