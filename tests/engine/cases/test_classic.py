"""Where the Classic edition differs: the paragraphs [CL] told as cases."""

import pytest

from tests.engine.cases.script import cases, play_case
from tests.engine.position import world

CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))

CASES = """
BG-1.3 a submarine makes a zone hostile
SZ 1: USA battleship
SZ 2: Japan submarine
! BG-7.3 move SZ 1: battleship > SZ 2 > SZ 3

BG-1.3 and a transport does
SZ 1: USA battleship
SZ 2: Japan transport
! BG-7.3 move SZ 1: battleship > SZ 2 > SZ 3

BG-7.3 what ends there fights without being asked
SZ 1: USA battleship
SZ 2: Japan transport
> move SZ 1: battleship > SZ 2
> done
= 1 die
> roll 4
> roll 1
= SZ 2: USA nothing
= SZ 2: Japan nothing

BG-7.9 nothing is loaded beside an enemy submarine
West: USA infantry
SZ 2: USA transport / Japan submarine
! BG-7.9 load West: infantry > SZ 2: transport

BG-9.1 no ship enters after combat where an enemy ship is
SZ 1: USA transport, submarine
SZ 2: Japan transport
given phase: noncombat_move
! BG-9.1 move SZ 1: transport > SZ 2
! BG-9.1 move SZ 1: submarine > SZ 2

BG-7.2 R14 tanks blitz past guns and complexes
Prairie: USA tank
Border: Japan aa_gun, complex
Plains: Japan infantry
> move Prairie: tank > Border > Plains
= Border is USA's
= Border: USA aa_gun, complex

BG-7.7 guns fire at what passes over them
Prairie: USA bomber
Border: Japan aa_gun
Plains: Japan infantry
> move Prairie: bomber > Border > Plains
= 1 die
> roll 1
= Plains: USA nothing

BG-7.7 in two orders as in one
Prairie: USA bomber
Border: Japan aa_gun
Plains: Japan infantry
> move Prairie: bomber > Border
> move Border: bomber > Plains
= 1 die
> roll 1
= Border: USA nothing
= Plains: USA nothing

BG-7.7 once however often it passes
Prairie: USA bomber
Border: Japan aa_gun
Plains: Japan infantry
> move Prairie: bomber > Border > SZ 3
> roll 6
> move SZ 3: bomber > Border > Plains
> done
= 1 die
> roll 5

BG-7.7 another territory fires too
Prairie: USA bomber
Border: Japan aa_gun
Plains: Japan aa_gun
East: Japan infantry
> move Prairie: bomber > Border > Plains > East
> roll 6
= 1 die
> roll 6
= East: USA bomber

BG-7.7 the territory that is attacked fires when its battle opens
Prairie: USA bomber
Border: Japan aa_gun, infantry
> move Prairie: bomber > Border
> done
= 1 die
> roll 1
= Border: USA nothing

BG-7.7 on the way home nobody fires
Prairie: USA bomber
Border: Japan aa_gun
Plains: Japan infantry
> move Prairie: bomber > Border > Plains
> roll 6
> done
> hit
> miss
> move Plains: bomber > Border > Prairie
= Prairie: USA bomber

BG-7.7 unless the guns are always on
Prairie: USA bomber
Border: Japan aa_gun
Plains: Japan infantry
given options: aa_always_on on
> move Prairie: bomber > Border > Plains
> roll 6
> done
> hit
> miss
> move Plains: bomber > Border > Prairie
= 1 die

BG-8.12 attacking submarines fire first
SZ 3: USA submarine / Japan battleship
> done
> roll 2
= SZ 3: Japan nothing
= SZ 3: USA submarine

BG-8.12 defending ones do not
SZ 3: USA battleship / Japan submarine
> done
> roll 1
= 1 die
> roll 2
= SZ 3: USA nothing

BG-8.12 aircraft hit submarines without a destroyer
West: USA fighter
SZ 2: Japan submarine
> move West: fighter > SZ 2
> done
= 1 die
> roll 3
= SZ 2: Japan nothing

BG-8.12 submarines hit no aircraft
West: USA fighter
SZ 2: Japan submarine
> move West: fighter > SZ 2
> done
> miss
= USA is asked Retreat

BG-8.12 a defending submarine withdraws after a round
SZ 3: USA battleship / Japan submarine
> done
> miss
> miss
= Japan is asked WithdrawSubmarines

BG-8.15 a transport may be chosen before a warship
SZ 3: USA battleship / Japan battleship, transport
> done
> hit
> lose transport
> miss
= SZ 3: Japan battleship

BG-6.1 a battleship sinks at the first hit
SZ 3: USA battleship / Japan battleship
> done
> hit
> hit
= SZ 3: USA nothing

BG-6 transports defend at 1, fighters at 4
SZ 3: USA battleship / Japan transport
> done
> miss
> roll 1
= SZ 3: USA nothing

BG-6 tanks defend at 2
Border: USA infantry / Japan tank
> done
> miss
> roll 2
= Border: USA nothing

BG-8.6 every battleship fires, however few land
SZ 2: USA 2 battleship, transport, infantry
Border: Japan 3 infantry
> move SZ 2: 2 battleship, transport > SZ 3
> unload SZ 3: infantry > Border
> done
> declare bombard Border with SZ 3: 2 battleship
= 2 dice

BG-8.20 nobody leaves an assault
SZ 2: USA transport, infantry
Prairie: USA tank, fighter
Border: Japan 3 infantry
> move SZ 2: transport > SZ 3
> unload SZ 3: infantry > Border
> move Prairie: tank, fighter > Border
> done
> miss
> miss
= 3 dice

BG-8.2 bombs cost cash
Prairie: USA bomber
Border: Japan complex
given treasury: Japan 10
> move Prairie: bomber > Border
> done
> declare raid Border with bomber
> roll 6
= Japan has 4 IPC
= damage Border 0

BG-8.2 as far as there is any
Prairie: USA bomber
Border: Japan complex
given treasury: Japan 2
> move Prairie: bomber > Border
> done
> declare raid Border with bomber
> roll 6
= Japan has 0 IPC

BG-7.9 two infantry or one tank
West: USA infantry, tank
SZ 2: USA transport
given phase: noncombat_move
! BG-7.9 load West: infantry, tank > SZ 2: transport
> load West: tank > SZ 2: transport
! BG-7.9 load West: infantry > SZ 2: transport

BG-7.9 after combat cargo may be split over two territories
SZ 2: USA transport, 2 infantry
given phase: noncombat_move
> unload SZ 2: infantry > West
> unload SZ 2: infantry > Prairie
= West: USA infantry
= Prairie: USA infantry

BG-7.9 not in an assault
SZ 3: USA transport, 2 infantry
> unload SZ 3: infantry > Border
! BG-7.9 unload SZ 3: infantry > Plains

BG-10.3 no ship where an enemy is
West: USA complex
SZ 2: Japan transport
given phase: mobilize
given waiting: USA transport
! BG-10.1 place transport West > SZ 2
> place transport West > SZ 1

BG-10.7 what is not placed is lost
West: USA complex
SZ 1: Japan transport
SZ 2: Japan transport
given phase: mobilize
given waiting: USA transport, USA infantry
! BG-10.1 place transport West > SZ 2
> place infantry West

BG-5.2 there is no damage to repair
West: USA complex
given phase: purchase
! BG-5.2 buy repair West 1

BG-6 a cruiser is not for sale
West: USA complex
given phase: purchase
! BG-6 buy cruiser
"""


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_classic(case: str) -> None:
    play_case(case, CLASSIC)
