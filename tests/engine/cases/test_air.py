"""Aircraft, carriers and the landing guarantee (BG-7.6, 7.8, 7.13, 9.1, 9.3, 9.4)."""

import pytest

from tests.engine.cases.script import cases, play_case

CASES = """
BG-7.6 a fighter attacks as far as it can come back
West: USA fighter
Border: Japan infantry
> move West: fighter > Prairie > Border

BG-7.6 and no farther
West: USA fighter
Plains: Japan infantry
! BG-7.6 move West: fighter > Prairie > Border > Plains

BG-7.6 a bomber neither
West: USA bomber
East: Japan infantry
! BG-7.6 move West: bomber > Prairie > Border > Plains > East

BG-7.6 from nearer it may
Prairie: USA bomber
East: Japan infantry
> move Prairie: bomber > Border > Plains > East

BG-7.6 an island costs a space and its sea zone another
Isle: USA fighter
Atoll: Japan infantry
! BG-7.6 move Isle: fighter > SZ 7 > SZ 8 > Atoll

BG-7.6 within reach of home it is legal
SZ 7: USA carrier, fighter
Atoll: Japan infantry
> move SZ 7: fighter > SZ 8 > Atoll

BG-7.6 a carrier beside the battle is a landing
West: USA fighter
SZ 3: USA carrier
Plains: Japan infantry
> move West: fighter > Prairie > Border > Plains

BG-7.6 a carrier that can sail there in Noncombat move is one
West: USA fighter
SZ 1: USA carrier
Plains: Japan infantry
> move West: fighter > Prairie > Border > Plains

BG-7.6 not if it is too far away
West: USA fighter
SZ 6: USA carrier
Plains: Japan infantry
! BG-7.6 move West: fighter > Prairie > Border > Plains

BG-7.6 not through a canal that is shut
West: USA fighter
SZ 8: USA carrier
Plains: Japan infantry
! BG-7.6 move West: fighter > Prairie > Border > Plains

BG-7.6 through one that is open it may
West: USA fighter
SZ 8: USA carrier
Plains: Japan infantry
given control: Atoll UK
> move West: fighter > Prairie > Border > Plains

BG-7.6 not through a hostile zone
West: USA fighter
SZ 1: USA carrier
SZ 2: Japan cruiser
Plains: Japan infantry
! BG-7.6 move West: fighter > Prairie > Border > Plains

R19 unless a battle there might be won
West: USA fighter
SZ 1: USA carrier
SZ 7: USA destroyer
SZ 2: Japan cruiser
Plains: Japan infantry
> move SZ 7: destroyer > SZ 2
> move West: fighter > Prairie > Border > Plains

BG-7.6 who clears the way cannot be taken back then
West: USA fighter
SZ 1: USA carrier
SZ 7: USA destroyer
SZ 2: Japan cruiser
Plains: Japan infantry
> move SZ 7: destroyer > SZ 2
> move West: fighter > Prairie > Border > Plains
! BG-7.6 back SZ 2: destroyer

BG-7.6 submarines and transports do not stop the carrier
West: USA fighter
SZ 1: USA carrier
SZ 2: Japan submarine, transport
Plains: Japan infantry
> move West: fighter > Prairie > Border > Plains

BG-7.6 a carrier has two places
Prairie: USA 3 fighter
SZ 3: USA carrier
East: Japan infantry
> move Prairie: 2 fighter > Border > Plains > East
! BG-7.6 move Prairie: fighter > Border > Plains > East

BG-7.6 its own fighters count if they have nowhere else to go
SZ 3: USA carrier, 2 fighter
Prairie: USA fighter
East: Japan infantry
> move Prairie: fighter > Border > Plains > East
! BG-7.6 move SZ 3: 2 fighter > Plains > East

BG-7.6 but they may make room by flying home
SZ 3: USA carrier, 2 fighter
Prairie: USA 2 fighter
East: Japan infantry
> move Prairie: 2 fighter > Border > Plains > East
> done
> miss
> miss
= USA is asked Retreat

BG-7.6 bombers land on no carrier
West: USA bomber
SZ 4: USA carrier
East: Japan infantry
! BG-7.6 move West: bomber > Prairie > Border > Plains > East

BG-7.6 an ally's carrier will do
West: USA fighter
SZ 3: UK carrier
Plains: Japan infantry
> move West: fighter > Prairie > Border > Plains

BG-7.6 where it is, for it does not sail
West: USA fighter
SZ 2: UK carrier
Plains: Japan infantry
! BG-7.6 move West: fighter > Prairie > Border > Plains

BG-7.6 if it has room
West: USA fighter
SZ 3: UK carrier, 2 fighter
Plains: Japan infantry
! BG-7.6 move West: fighter > Prairie > Border > Plains

BG-7.6 an ally's carrier in a zone that will be cleared counts too
West: USA fighter
SZ 2: USA destroyer
SZ 3: UK carrier / Japan cruiser
Plains: Japan infantry
> move SZ 2: destroyer > SZ 3
> move West: fighter > Prairie > Border > Plains

BG-7.6 in one that stays hostile it does not
West: USA fighter
SZ 3: UK carrier / Japan cruiser
Plains: Japan infantry
! BG-7.6 move West: fighter > Prairie > Border > Plains

BG-7.8 allied guests keep their places
SZ 3: USA carrier / UK fighter
Prairie: USA 2 fighter
East: Japan infantry
> move Prairie: fighter > Border > Plains > East
= Prairie: USA fighter

BG-7.6 an ally's territory is a landing
Isle: USA fighter
Atoll: Japan infantry
given control: Isle UK
> move Isle: fighter > SZ 7
! BG-7.6 move SZ 7: fighter > SZ 8 > Atoll

BG-7.6 territory taken this turn never counts
Prairie: USA tank
West: USA fighter
Plains: Japan infantry
> move Prairie: tank > Border > Prairie
= Border is USA's
! BG-7.6 move West: fighter > Prairie > Border > Plains

BG-7.6 territory that was hostile when the turn began neither
West: USA fighter
Plains: Japan infantry
given control: Border USA
> move West: fighter > Prairie > Border > Plains

BG-7.6 a carrier bought this turn will be mobilized there
Isle: USA fighter
West: USA complex
SZ 3: Japan transport
given waiting: USA carrier
> move Isle: fighter > SZ 7 > SZ 2 > SZ 3

BG-7.6 none is bought
Isle: USA fighter
West: USA complex
SZ 3: Japan transport
! BG-7.6 move Isle: fighter > SZ 7 > SZ 2 > SZ 3

BG-7.6 none can be mobilized without a complex
Isle: USA fighter
SZ 3: Japan transport
given waiting: USA carrier
! BG-7.6 move Isle: fighter > SZ 7 > SZ 2 > SZ 3

BG-7.6 nor from one that is bombed out
Isle: USA fighter
West: USA complex
SZ 3: Japan transport
given waiting: USA carrier
given damage: West 8
! BG-7.6 move Isle: fighter > SZ 7 > SZ 2 > SZ 3

BG-7.6 two bought carriers, and a complex that places one
Isle: USA 3 fighter
West: USA complex
SZ 3: Japan transport
given waiting: USA 2 carrier
given damage: West 7
> move Isle: 2 fighter > SZ 7 > SZ 2 > SZ 3
! BG-7.6 move Isle: fighter > SZ 7 > SZ 2 > SZ 3

BG-9.3 the bought carrier is placed where they wait
Isle: USA fighter
West: USA complex
SZ 3: Japan transport
given waiting: USA carrier
> move Isle: fighter > SZ 7 > SZ 2 > SZ 3
> done
> declare attack SZ 3
> move SZ 3: fighter > SZ 2
> done
= SZ 2: USA carrier, fighter

R27 fighters may wait in a hostile sea zone for their own new carrier
Isle: USA 2 fighter
West: USA complex
SZ 2: Japan cruiser
SZ 3: Japan transport
given waiting: USA carrier, USA infantry
> move Isle: 2 fighter > SZ 7 > SZ 2 > SZ 3
> done
> declare attack SZ 3
> move SZ 3: 2 fighter > SZ 2
> done
= SZ 2: USA 2 fighter
! BG-9.3 place nothing
! BG-9.3 place carrier West > SZ 1
> place carrier West > SZ 2
= SZ 2: USA carrier, 2 fighter

R27 one carrier has room for two
Isle: USA 3 fighter
West: USA complex
SZ 2: Japan cruiser
SZ 3: Japan transport
given waiting: USA carrier
> move Isle: 2 fighter > SZ 7 > SZ 2 > SZ 3
! BG-7.6 move Isle: fighter > SZ 7 > SZ 2 > SZ 3

R27 not where no complex can place it
Isle: USA fighter
West: USA complex
SZ 2: Japan cruiser
SZ 3: Japan transport
given waiting: USA carrier
given damage: West 8
! BG-7.6 move Isle: fighter > SZ 7 > SZ 2 > SZ 3

R27 nor where a complex was captured in this turn
Isle: USA fighter
West: USA complex
SZ 2: Japan cruiser
SZ 3: Japan transport
given waiting: USA carrier
given control_at_start: West Japan
! BG-7.6 move Isle: fighter > SZ 7 > SZ 2 > SZ 3

R27 an ally's carrier in a hostile sea zone is no landing place
Isle: USA fighter
SZ 2: UK carrier / Japan cruiser
SZ 3: Japan transport
given control_at_start: West Japan, Prairie Japan
! BG-7.6 move Isle: fighter > SZ 7 > SZ 2 > SZ 3

R27 an ally's carrier where nobody is hostile is one
Isle: USA fighter
SZ 2: UK carrier / Japan submarine
SZ 3: Japan transport
given control_at_start: West Japan, Prairie Japan
> move Isle: fighter > SZ 7 > SZ 2 > SZ 3

BG-9.3 an own carrier in a hostile sea zone is a landing place
Isle: USA fighter
SZ 2: USA carrier / Japan cruiser
given phase: noncombat_move
> move Isle: fighter > SZ 7 > SZ 2
> done
= SZ 2: USA carrier, fighter

R27 a fighter flies to the hostile sea zone in Noncombat move
West: USA complex, fighter
SZ 2: Japan cruiser
given phase: noncombat_move
given waiting: USA carrier, USA infantry
> move West: fighter > SZ 2
> done
> place carrier West > SZ 2
= SZ 2: USA carrier, fighter

R27 a bomber does not wait for a carrier
West: USA complex, bomber
SZ 2: Japan cruiser
given phase: noncombat_move
given waiting: USA carrier
> move West: bomber > SZ 2
! BG-9.3 done
> move SZ 2: bomber > Prairie
> done

BG-7.6 the carrier relied on must go there
West: USA fighter
SZ 1: USA carrier
Plains: Japan infantry
> move West: fighter > Prairie > Border > Plains
> done
> miss
> miss
> break off
! BG-9.3 done
> move SZ 1: carrier > SZ 2 > SZ 3
! BG-9.3 done
> move Plains: fighter > SZ 3
= SZ 3: USA carrier, fighter

BG-7.6 nor may it sail away
West: USA fighter
SZ 1: USA carrier
Plains: Japan infantry
> move West: fighter > Prairie > Border > Plains
! BG-7.6 move SZ 1: carrier > SZ 6

BG-7.6 unless another is found
West: USA fighter
SZ 1: USA carrier
SZ 3: UK carrier
Plains: Japan infantry
> move West: fighter > Prairie > Border > Plains
> move SZ 1: carrier > SZ 6

BG-9.3 with the carrier lost the fighter is lost
West: USA fighter
SZ 2: USA carrier
SZ 3: Japan battleship
Plains: Japan infantry
> move SZ 2: carrier > SZ 3
> move West: fighter > Prairie > Border > Plains
> done
> fight SZ 3
> miss
> hit
> miss
> miss
> break off
> done
= Plains: USA nothing

BG-7.13 neutral territory is closed to aircraft too
SZ 9: USA carrier, fighter
Fort: Japan infantry
! BG-7.13 move SZ 9: fighter > Rock

BG-7.1 aircraft that attack nothing wait for Noncombat move
West: USA fighter
> move West: fighter > Prairie
! R6 done

BG-7.1 a carrier sails so that aircraft can land
SZ 3: USA carrier
Prairie: USA 2 fighter
SZ 5: Japan transport
East: Japan infantry
> move Prairie: 2 fighter > Border > Plains > East
> move SZ 3: carrier > SZ 4
> done
= 2 dice

BG-7.1 otherwise it has no reason to
SZ 3: USA carrier
> move SZ 3: carrier > SZ 4
! R6 done

BG-7.1 fighters that are left behind and attack nothing give it none
SZ 2: USA carrier, 2 fighter
> move SZ 2: carrier > SZ 1
! R6 done

BG-7.8 own fighters launch before the carrier moves
SZ 2: USA carrier, 2 fighter
SZ 3: Japan cruiser
> move SZ 2: carrier > SZ 3
= SZ 2: USA 2 fighter
> move SZ 2: fighter > SZ 3
> move SZ 2: fighter > West

BG-7.8 allied fighters aboard go with the ship
SZ 2: USA carrier / UK 2 fighter
given phase: noncombat_move
> move SZ 2: carrier > SZ 3

BG-9.1 aircraft that fought use what they have left
Prairie: USA fighter
Border: Japan infantry
> move Prairie: fighter > Border
> done
> hit
> miss
> move Border: fighter > Prairie > West
= West: USA fighter

BG-9.1 and fly over the enemy
SZ 3: USA carrier, fighter
given phase: noncombat_move
> move SZ 3: fighter > Border > Prairie > West

BG-9.3 but do not stay there
West: USA fighter
Plains: Japan infantry
given phase: noncombat_move
! BG-9.3 move West: fighter > Prairie > Border > Plains

BG-9.3 nor where own troops have come this turn
West: USA fighter
Prairie: USA infantry
> move Prairie: infantry > Border
> done
> move West: fighter > Prairie > Border
! BG-9.3 done

BG-9.3 aircraft may move in pieces
West: USA fighter
given phase: noncombat_move
> move West: fighter > Prairie
> move Prairie: fighter > SZ 2
> move SZ 2: fighter > West
= West: USA fighter

BG-4.3 long-range aircraft fly two spaces farther
West: USA fighter, bomber
Plains: Japan infantry
East: Japan infantry
given breakthroughs: USA long_range_aircraft
> move West: fighter > Prairie > Border > Plains
> move West: bomber > Prairie > Border > Plains > East

BG-4.2 a bomber drops an infantry beyond its walk
West: USA bomber, infantry
Border: Japan infantry
given breakthroughs: USA paratroopers
> move West: bomber, infantry > Prairie > Border
= Border: USA bomber, infantry

BG-4.2 in the first hostile territory on its way
West: USA bomber, infantry
Plains: Japan infantry
given breakthroughs: USA paratroopers
! BG-7 move West: bomber, infantry > SZ 2 > SZ 3 > Border > Plains
> move West: bomber, infantry > SZ 2 > SZ 3 > Plains

BG-4.2 one infantry for each bomber
West: USA bomber, 2 infantry
Plains: Japan infantry
given breakthroughs: USA paratroopers
! BG-7 move West: bomber, 2 infantry > SZ 2 > SZ 3 > Plains

BG-4.2 no tank drops
West: USA bomber, tank
Plains: Japan infantry
given breakthroughs: USA paratroopers
! BG-7 move West: bomber, tank > SZ 2 > SZ 3 > Plains

BG-4.2 from where the bomber starts
West: USA bomber
Prairie: USA infantry
Plains: Japan infantry
given breakthroughs: USA paratroopers
> move West: bomber > Prairie
! BG-7 move Prairie: bomber, infantry > Border > Plains

BG-4.2 the infantry takes what is empty
West: USA bomber, infantry
given breakthroughs: USA paratroopers
> move West: bomber, infantry > SZ 2 > SZ 3 > Plains
> done
= Plains is USA's

BG-4.2 a bomber that drops does not raid
West: USA bomber, infantry
Plains: Japan complex
given breakthroughs: USA paratroopers
> move West: bomber, infantry > SZ 2 > SZ 3 > Plains
> done
= Plains is USA's
= Plains: USA bomber, complex, infantry

BG-4.2 nor go on
West: USA bomber, infantry
Border: Japan infantry
given breakthroughs: USA paratroopers
> move West: bomber, infantry > Prairie > Border
! BG-4.2 move Border: bomber > Plains

BG-9.4 fighters of a lost carrier land within a space, where their owner says
SZ 2: USA carrier, 2 fighter
SZ 3: Japan battleship, submarine
given active: Japan
> move SZ 3: battleship, submarine > SZ 2
> done
= Japan is asked Submerge
> dive nothing
> roll 1
> roll 6
> miss
> retreat SZ 3
= USA is asked LandHomeless
! BG-9.4 land SZ 2: 2 fighter > Isle
! BG-9.4 land SZ 2: fighter > West
> land SZ 2: 2 fighter > West
= West: USA 2 fighter

BG-9.4 beside no deck and no friendly ground they are lost
SZ 9: USA carrier, fighter
SZ 4: Japan battleship, cruiser
given active: Japan
> move SZ 4: battleship, cruiser > SZ 9
> done
> roll 1 6
> lose carrier
> miss
> press
> miss
> miss
> retreat SZ 4
= SZ 9: USA nothing

BG-9.4 a carrier next door takes them
SZ 9: USA carrier, fighter
SZ 8: USA carrier
SZ 4: Japan battleship, cruiser
given active: Japan
> move SZ 4: battleship, cruiser > SZ 9
> done
> roll 1 6
> lose carrier
> miss
> retreat SZ 4
= SZ 8: USA carrier, fighter

BG-9.4 two spaces away is too far
SZ 9: USA carrier, fighter
SZ 7: USA carrier
SZ 4: Japan battleship, cruiser
given active: Japan
> move SZ 4: battleship, cruiser > SZ 9
> done
> roll 1 6
> lose carrier
> miss
> retreat SZ 4
= SZ 7: USA carrier
"""


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_7_6_aircraft(case: str) -> None:
    play_case(case)
