"""Ships and submarines under way (BG-1.3, 2.4, 2.5, 7.3 to 7.5, 8.23, 9.1)."""

import pytest

from tests.engine.cases.script import cases, play_case

CASES = """
BG-7.3 a surface ship stops where an enemy surface warship is
SZ 1: USA destroyer
SZ 2: Japan cruiser
! BG-7.3 move SZ 1: destroyer > SZ 2 > SZ 3
> move SZ 1: destroyer > SZ 2
! BG-7 move SZ 2: destroyer > SZ 3

BG-7.3 a carrier makes a zone hostile
SZ 1: USA destroyer
SZ 2: Japan carrier
! BG-7.3 move SZ 1: destroyer > SZ 2 > SZ 3

BG-7.3 submarines and transports alone stop nobody
SZ 1: USA cruiser
SZ 2: Japan 2 submarine, 2 transport
SZ 3: Japan destroyer
> move SZ 1: cruiser > SZ 2 > SZ 3

BG-1.3 aircraft make no zone hostile
SZ 1: USA cruiser
SZ 2: Japan fighter
SZ 3: Japan destroyer
> move SZ 1: cruiser > SZ 2 > SZ 3

BG-7.3 ending beside submarines and transports the mover says whether it attacks
SZ 1: USA destroyer
SZ 2: Japan submarine, transport
> move SZ 1: destroyer > SZ 2
> done
= USA is asked Declare
> declare attack SZ 2
= 1 die

BG-7.3 who ignores them stays beside them
SZ 1: USA destroyer
SZ 2: Japan submarine, transport
SZ 7: USA cruiser
> move SZ 1: destroyer > SZ 2
> done
> declare
= phase noncombat_move
! BG-9.1 move SZ 2: destroyer > SZ 1
= SZ 2: Japan submarine, transport

BG-7.3 what stays in a hostile zone fights without being asked
SZ 2: USA destroyer / Japan cruiser
> done
= 1 die

BG-7.3 all units of a zone share the choice
SZ 2: USA destroyer, cruiser, submarine / Japan submarine
> done
= USA is asked Declare
> declare attack SZ 2
= USA is asked Submerge
> dive nothing
> miss
= 2 dice

BG-7.4 a submarine passes a hostile zone without a destroyer
SZ 1: USA submarine
SZ 2: Japan battleship, carrier, cruiser
SZ 3: Japan transport
> move SZ 1: submarine > SZ 2 > SZ 3

BG-7.4 but stops where a destroyer is
SZ 1: USA submarine
SZ 2: Japan destroyer
SZ 3: Japan transport
! BG-7.4 move SZ 1: submarine > SZ 2 > SZ 3
> move SZ 1: submarine > SZ 2
! BG-7 move SZ 2: submarine > SZ 3

BG-7.4 a submarine beside a destroyer in its own zone may leave
SZ 2: USA submarine / Japan destroyer
SZ 4: Japan transport
> move SZ 2: submarine > SZ 3 > SZ 4

BG-7.4 it may end in a hostile zone and not fight
SZ 1: USA submarine
SZ 2: Japan destroyer
> move SZ 1: submarine > SZ 2
> done
= USA is asked Declare
> declare
= SZ 2: USA submarine
= SZ 2: Japan destroyer

BG-7.4 not if another unit of its own is there too
SZ 1: USA submarine, destroyer
SZ 2: Japan cruiser
> move SZ 1: submarine, destroyer > SZ 2
> done
= USA is asked Submerge

BG-7.4 nor an aircraft
SZ 1: USA submarine
West: USA fighter
SZ 2: Japan cruiser
> move SZ 1: submarine > SZ 2
> move West: fighter > SZ 2
> done
= USA is asked Submerge

R21 after combat a submarine may enter a destroyer's zone and stops there
SZ 1: USA submarine
SZ 2: Japan destroyer
given phase: noncombat_move
! BG-7.4 move SZ 1: submarine > SZ 2 > SZ 3
> move SZ 1: submarine > SZ 2
! BG-7 move SZ 2: submarine > SZ 3

BG-9.1 after combat a submarine passes other warships
SZ 1: USA submarine
SZ 2: Japan battleship
given phase: noncombat_move
> move SZ 1: submarine > SZ 2 > SZ 3

BG-9.1 no other ship enters a hostile zone then
SZ 1: USA destroyer, transport
SZ 2: Japan cruiser
given phase: noncombat_move
! BG-9.1 move SZ 1: destroyer > SZ 2
! BG-9.1 move SZ 1: transport > SZ 2

BG-9.1 but one with submarines or transports alone
SZ 1: USA destroyer
SZ 2: Japan submarine, transport
given phase: noncombat_move
> move SZ 1: destroyer > SZ 2 > SZ 3

BG-9.1 who has moved to fight stays
SZ 1: USA destroyer
SZ 2: Japan transport
SZ 6: USA destroyer
> move SZ 1: destroyer > SZ 2
> done
> declare attack SZ 2
= SZ 2: Japan nothing
! BG-9.1 move SZ 2: destroyer > SZ 1
> move SZ 6: destroyer > SZ 7

BG-9.1 who fought where it lay stays too
SZ 2: USA destroyer / Japan transport
SZ 6: USA destroyer
> done
> declare attack SZ 2
! BG-9.1 move SZ 2: destroyer > SZ 1

BG-9.1 who ignored an enemy beside it may still move
SZ 2: USA destroyer / Japan transport
> done
> declare
> move SZ 2: destroyer > SZ 1

BG-7.5 a ship may leave a zone that it shares with enemy warships
SZ 1: USA submarine
SZ 2: USA transport, cruiser / Japan battleship
> move SZ 2: transport, cruiser > SZ 7
> done
= phase noncombat_move

BG-7.5 and fight elsewhere
SZ 2: USA cruiser / Japan battleship
SZ 4: Japan transport
> move SZ 2: cruiser > SZ 3 > SZ 4
> done
> declare attack SZ 4
= SZ 4: Japan nothing

BG-7.5 a transport leaves, loads and comes back to land
SZ 2: USA transport, cruiser / Japan destroyer
Isle: USA infantry, tank
given control: Prairie Japan
> move SZ 2: transport > SZ 7
> load Isle: infantry, tank > SZ 7: transport
> move SZ 7: transport > SZ 2
> unload SZ 2: infantry, tank > Prairie
> done
= 1 die

BG-7.5 nothing is loaded where enemy warships are
West: USA infantry
SZ 2: USA transport, cruiser / Japan destroyer
! BG-7.9 load West: infantry > SZ 2: transport

BG-2.5 a canal needs all its territories
SZ 3: USA destroyer
SZ 8: Japan transport
! BG-2.5 move SZ 3: destroyer > SZ 8

BG-2.5 held since the turn began
SZ 3: USA destroyer
SZ 8: Japan transport
given control: Atoll USA
> move SZ 3: destroyer > SZ 8

BG-2.5 an ally's will do
SZ 3: USA destroyer
SZ 8: Japan transport
given control: Atoll UK, Isle UK
> move SZ 3: destroyer > SZ 8

BG-2.5 submarines are not exempt
SZ 3: USA submarine
SZ 8: Japan transport
! BG-2.5 move SZ 3: submarine > SZ 8

R13 a canal taken this turn stays shut, after combat too
SZ 3: USA destroyer
SZ 7: USA transport, infantry
> move SZ 7: transport > SZ 8
> unload SZ 8: infantry > Atoll
> done
= Atoll is USA's
= phase noncombat_move
! BG-2.5 move SZ 3: destroyer > SZ 8

BG-2.4 aircraft ignore canals
SZ 3: USA carrier, fighter
SZ 8: Japan transport
> move SZ 3: fighter > SZ 8

BG-8.23 aircraft alone do not attack submarines
West: USA fighter, bomber
SZ 2: Japan submarine
> move West: fighter, bomber > SZ 2
! R6 done

BG-8.23 with a destroyer they do
West: USA fighter
SZ 1: USA destroyer
SZ 2: Japan submarine
> move West: fighter > SZ 2
> move SZ 1: destroyer > SZ 2
> done
> declare attack SZ 2
= 2 dice

BG-8.23 a cruiser may attack a submarine, and aircraft come along for nothing
West: USA fighter
SZ 1: USA cruiser
SZ 2: Japan submarine
> move West: fighter > SZ 2
> move SZ 1: cruiser > SZ 2
> done
> declare attack SZ 2
= Japan is asked Submerge

BG-8.23 transports alone attack nothing
SZ 1: USA transport
SZ 2: Japan submarine
> move SZ 1: transport > SZ 2
! R6 done

BG-8.23 nor do they run into a hostile zone to die
SZ 1: USA transport
SZ 2: Japan destroyer
> move SZ 1: transport > SZ 2
! R6 done

BG-8.23 a transport that cannot get away fights as it must
SZ 2: USA transport / Japan destroyer
> done
= SZ 2: USA nothing

BG-8.17 fighters sink transports without dice
West: USA fighter
SZ 2: Japan 2 transport
> move West: fighter > SZ 2
> done
> declare attack SZ 2
= SZ 2: Japan nothing

BG-7.1 ships that go nowhere wait for Noncombat move
SZ 1: USA destroyer
> move SZ 1: destroyer > SZ 2
! R6 done

BG-7.1 a warship beside a landing has a purpose
SZ 1: USA destroyer
SZ 2: USA transport, infantry
> move SZ 2: transport > SZ 3
> unload SZ 3: infantry > Border
> move SZ 1: destroyer > SZ 2 > SZ 3
> done
= Border is USA's

BG-7.1 an empty transport beside it has none
SZ 2: USA 2 transport, infantry
> move SZ 2: transport > SZ 3
> unload SZ 3: infantry > Border
> move SZ 2: transport > SZ 3
! R6 done

BG-7 ships stay at sea
SZ 1: USA destroyer
! BG-1.1 move SZ 1: destroyer > West

BG-7.3 an ally's battle does not free the way
SZ 1: USA destroyer
SZ 2: UK cruiser / Japan cruiser
! BG-7.3 move SZ 1: destroyer > SZ 2 > SZ 3

BG-8.1a allies beside the attacker do not fight
SZ 2: USA destroyer / UK battleship / Japan destroyer
> done
= 1 die
> roll 6
= 1 die
"""


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_7_ships_under_way(case: str) -> None:
    play_case(case)
