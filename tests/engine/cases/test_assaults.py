"""Battles of several parts: drops, landings, guests, raids beside battles (BG-4.2, 7.8, 8.1)."""

import pytest

from tests.engine.cases.script import cases, play_case

CASES = """
BG-4.2 dropped infantry retreats overland with the others
West: USA bomber, infantry
Prairie: USA tank
Border: Japan 3 infantry
given breakthroughs: USA paratroopers
> move West: bomber, infantry > Prairie > Border
> move Prairie: tank > Border
> done
> miss
> miss
> retreat Prairie
= Prairie: USA infantry, tank
= Border: USA bomber

BG-4.2 alone it has no way out
West: USA bomber, infantry
Border: Japan 3 infantry
given breakthroughs: USA paratroopers
> move West: bomber, infantry > Prairie > Border
> done
> miss
> miss
= 2 dice

BG-8.16 guns that shoot down a bomber kill whom it was to drop
West: USA bomber, infantry
Prairie: USA tank
Border: Japan aa, infantry
given breakthroughs: USA paratroopers
> move West: bomber, infantry > Prairie > Border
> move Prairie: tank > Border
> done
> roll 1
= Border: USA tank

BG-8.5 dropped infantry lets no ship more bombard
West: USA bomber, infantry
SZ 2: USA 2 cruiser, transport, infantry
Border: Japan 3 infantry
given breakthroughs: USA paratroopers
> move West: bomber, infantry > Prairie > Border
> move SZ 2: 2 cruiser, transport > SZ 3
> unload SZ 3: infantry > Border
> done
! BG-8.5b declare bombard Border with SZ 3: 2 cruiser
> declare bombard Border with SZ 3: cruiser

BG-8.18 support is counted anew each round
Prairie: USA 2 infantry, artillery
Border: Japan 3 infantry
> move Prairie: 2 infantry, artillery > Border
> done
> miss
> roll 2 6 6
> lose artillery
> press
> roll 2 2
= 3 dice

BG-8.11 what has submerged stays where it is
SZ 1: USA submarine
SZ 2: Japan cruiser
SZ 6: USA destroyer
> move SZ 1: submarine > SZ 2
> done
> declare attack SZ 2
> dive submarine
= phase noncombat_move
! BG-9.1 move SZ 2: submarine > SZ 1

BG-8.11 owners decide one after the other from the active power on
SZ 3: USA cruiser / Japan submarine / Germany submarine
given seats: USA UK, Japan, Germany
> done
> declare attack SZ 3
= Japan is asked Submerge
> dive submarine
= Germany is asked Submerge
> dive nothing
= 1 die

BG-8.19 a withdrawal takes what is aboard along
SZ 1: USA cruiser, transport, tank
SZ 2: Japan battleship
> move SZ 1: cruiser, transport > SZ 2
> done
> miss
> miss
> retreat SZ 1
= SZ 1: USA cruiser, tank, transport

BG-8.19 submarines that dived stay behind
SZ 1: USA cruiser, submarine
SZ 2: Japan battleship
> move SZ 1: cruiser, submarine > SZ 2
> done
> dive submarine
> miss
> miss
> retreat SZ 1
= SZ 1: USA cruiser
= SZ 2: USA submarine

BG-7.8 on the defence both own and allied fighters fight
SZ 3: USA carrier, fighter / UK fighter
SZ 2: Japan battleship
given active: Japan
> move SZ 2: battleship > SZ 3
> done
> miss
= 3 dice

BG-7.8 an allied guest dies with the carrier that attacks
SZ 2: USA carrier, cruiser / UK fighter
SZ 3: Japan battleship
> move SZ 2: carrier, cruiser > SZ 3
> done
> miss
> hit
> lose carrier
= SZ 3: UK nothing

BG-7.8 and takes no hits itself
SZ 2: USA carrier, cruiser / UK fighter
SZ 3: Japan 2 battleship
> move SZ 2: carrier, cruiser > SZ 3
> done
> miss
> hit
= SZ 3: USA nothing
= SZ 3: UK nothing

BG-8.27 a captured capital's power keeps what waits
East: USA tank / Japan infantry
West: USA infantry
given waiting: Japan 2 infantry
given treasury: USA 0, Japan 7
> done
> hit
> miss
= USA has 7 IPC

BG-8.26 a captured gun fires at once for its captor
Border: USA tank / Japan infantry, aa
West: USA infantry
> done
> hit
> miss
= Border: USA aa_gun, tank

BG-8.24 guns alone hold nothing
Prairie: USA infantry
Border: Japan 2 aa
> move Prairie: infantry > Border
> done
= Border is USA's
= Border: USA 2 aa_gun, infantry

BG-8.2 a raid and a battle in one territory: the gun fires in both
Prairie: USA 2 bomber, tank
Border: Japan complex, aa, infantry
> move Prairie: 2 bomber, tank > Border
> done
> declare raid Border with bomber
= 1 die
> roll 6
> roll 4
= 1 die
> roll 6
= 2 dice

BG-8.1 raids before assaults before the rest
Prairie: USA bomber, tank
SZ 2: USA transport, infantry
Border: Japan infantry
Plains: Japan complex, infantry
> move Prairie: bomber > Border > Plains
> move Prairie: tank > Border
> move SZ 2: transport > SZ 3
> unload SZ 3: infantry > Plains
> done
> declare raid Plains with bomber
> roll 2
= damage Plains 2
> roll 1
> roll 6
= Plains is USA's
= 1 die
> roll 1
> roll 6
= Border is USA's

BG-8.1 the attacker picks the order within a step
Prairie: USA infantry
West: USA fighter
Border: Japan infantry
SZ 2: USA destroyer / Japan destroyer
> move Prairie: infantry > Border
> done
! BG-8.1 fight Plains
> fight SZ 2
= 1 die
"""


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_8_battles_of_several_parts(case: str) -> None:
    play_case(case)
