"""Transports and their cargo (BG-7.9 to 7.11, 8.1, 8.16, 9.2)."""

import pytest

from tests.engine.cases.script import cases, play_case

CASES = """
R6 an unloading is taken back in its own phase only
SZ 2: USA transport, infantry, transport, tank
> move SZ 2: transport > SZ 3
> unload SZ 3: infantry > Border
> done
= Border: USA infantry
= phase noncombat_move
! R6 back Border: infantry
! R6 back SZ 3: transport

R6 in Noncombat move the unloading alone, by naming the unit
SZ 2: USA transport, infantry
given phase: noncombat_move
> unload SZ 2: infantry > West
> back West: infantry
= SZ 2: USA infantry, transport
> move SZ 2: transport > SZ 7
> unload SZ 7: infantry > Isle
> back SZ 7: transport
= SZ 2: USA infantry, transport

BG-7.9 a transport takes one land unit of any kind and one infantry
West: USA infantry, tank
SZ 2: USA transport
given phase: noncombat_move
> load West: infantry, tank > SZ 2: transport

BG-7.9 artillery and infantry
West: USA infantry, artillery
SZ 2: USA transport
given phase: noncombat_move
> load West: infantry, artillery > SZ 2: transport

BG-7.9 a gun and infantry
West: USA infantry, aa
SZ 2: USA transport
given phase: noncombat_move
> load West: infantry, aa_gun > SZ 2: transport

BG-7.9 two infantry
West: USA 2 infantry
SZ 2: USA transport
given phase: noncombat_move
> load West: 2 infantry > SZ 2: transport

BG-7.9 not two tanks
West: USA 2 tank
SZ 2: USA transport
given phase: noncombat_move
! BG-7.9 load West: 2 tank > SZ 2: transport

BG-7.9 nor artillery and a tank
West: USA artillery, tank
SZ 2: USA transport
given phase: noncombat_move
! BG-7.9 load West: artillery, tank > SZ 2: transport

BG-7.9 nor a gun and artillery
West: USA artillery, aa
SZ 2: USA transport
given phase: noncombat_move
! BG-7.9 load West: artillery, aa_gun > SZ 2: transport

BG-7.9 nor three infantry
West: USA 3 infantry
SZ 2: USA transport
given phase: noncombat_move
! BG-7.9 load West: 3 infantry > SZ 2: transport

BG-7.9 what is aboard counts
West: USA 2 tank, infantry
SZ 2: USA transport
given phase: noncombat_move
> load West: tank > SZ 2: transport
! BG-7.9 load West: tank > SZ 2: transport
> load West: infantry > SZ 2: transport

BG-7.9 aircraft board no transport
West: USA fighter
SZ 2: USA transport
given phase: noncombat_move
! BG-7.9 load West: fighter > SZ 2: transport

BG-7.9 nothing boards another ship
West: USA infantry
SZ 2: USA destroyer
given phase: noncombat_move
! BG-7.9 load West: infantry > SZ 2: destroyer

BG-7.9 only from a territory next to the ship
Prairie: USA infantry
SZ 1: USA transport
given phase: noncombat_move
! BG-7.9 load Prairie: infantry > SZ 1: transport

BG-7.9 before, during and after its movement
West: USA infantry
Isle: USA tank
SZ 1: USA transport
given phase: noncombat_move
> load West: infantry > SZ 1: transport
> move SZ 1: transport > SZ 2
> move SZ 2: transport > SZ 7
> load Isle: tank > SZ 7: transport
= SZ 7: USA infantry, tank, transport

BG-7.9 from two territories on the way
West: USA infantry
Prairie: USA infantry
SZ 2: USA transport
> load West: infantry > SZ 2: transport
> load Prairie: infantry > SZ 2: transport
> move SZ 2: transport > SZ 3
> unload SZ 3: 2 infantry > Border

BG-7.9 a unit that has used its movement boards nothing
West: USA infantry
SZ 2: USA transport
given phase: noncombat_move
> move West: infantry > Prairie
! BG-7 load Prairie: infantry > SZ 2: transport

BG-7.9 what has boarded moves no further by itself
SZ 6: USA destroyer
West: USA tank
SZ 2: USA transport
given phase: noncombat_move
> load West: tank > SZ 2: transport
> unload SZ 2: tank > Prairie
! BG-7 move Prairie: tank > West

BG-7.9 cargo lands next to its ship alone
West: USA infantry
SZ 2: USA transport
given phase: noncombat_move
> load West: infantry > SZ 2: transport
! BG-7.9 unload SZ 2: infantry > Isle

BG-7.9 bridging: load and unload where it lies
West: USA infantry, tank
SZ 2: USA transport
given phase: noncombat_move
> load West: infantry, tank > SZ 2: transport
> unload SZ 2: infantry, tank > Prairie
= Prairie: USA infantry, tank

BG-7.9 bridging is once: after unloading the ship loads nothing more
West: USA infantry, tank
SZ 2: USA transport
given phase: noncombat_move
> load West: tank > SZ 2: transport
> unload SZ 2: tank > Prairie
! BG-7.9 load West: infantry > SZ 2: transport

BG-7.9 bridging an assault
West: USA infantry, tank
SZ 2: USA transport
given control: Prairie Japan
> load West: infantry, tank > SZ 2: transport
> unload SZ 2: infantry, tank > Prairie
> done
= Prairie is USA's

BG-7.9 unloading ends the ship's movement
SZ 6: USA destroyer
SZ 2: USA transport, infantry
given phase: noncombat_move
> unload SZ 2: infantry > Prairie
! BG-7 move SZ 2: transport > SZ 1

BG-7.9 also when it has loaded and moved but one space
SZ 6: USA destroyer
West: USA infantry
SZ 1: USA transport
given phase: noncombat_move
> load West: infantry > SZ 1: transport
> move SZ 1: transport > SZ 2
> unload SZ 2: infantry > Prairie
! BG-7 move SZ 2: transport > SZ 7

BG-7.9 R11 all that is unloaded goes to one territory
SZ 2: USA transport, infantry, tank
given phase: noncombat_move
> unload SZ 2: infantry > Prairie
! BG-7.9 unload SZ 2: tank > West
> unload SZ 2: tank > Prairie

BG-7.9 R11 two ships may land in two territories
SZ 3: USA 2 transport, 2 infantry, tank
> unload SZ 3: 2 infantry > Border
> unload SZ 3: tank > Plains

BG-7.9 some cargo may stay aboard in an assault if it was aboard before
SZ 3: USA transport, infantry, tank
> unload SZ 3: tank > Border
> done
= Border is USA's
= SZ 3: USA infantry, transport

BG-7.9 what was loaded in Combat move must land
West: USA infantry, tank
SZ 2: USA transport
> load West: infantry, tank > SZ 2: transport
> move SZ 2: transport > SZ 3
> unload SZ 3: tank > Border
! BG-7.9 done

BG-7.9 loading without an assault waits for Noncombat move
West: USA infantry
SZ 2: USA transport
> load West: infantry > SZ 2: transport
! BG-7.9 done

BG-7.1 landing in friendly territory waits for Noncombat move
SZ 2: USA transport, infantry
! BG-7.1 unload SZ 2: infantry > Prairie

BG-9.2 no assault after combat
SZ 3: USA transport, infantry
given phase: noncombat_move
! BG-9.2 unload SZ 3: infantry > Border

BG-9.2 a transport that has landed an assault is finished
SZ 1: USA destroyer
SZ 3: USA transport, infantry, tank
> unload SZ 3: infantry > Border
> done
! BG-9.1 move SZ 3: transport > SZ 2
! BG-9.2 unload SZ 3: tank > Border

BG-9.2 one that has fought neither loads nor moves
West: USA infantry
SZ 2: USA transport, destroyer / Japan transport
> done
> declare attack SZ 2
! BG-9.1 move SZ 2: transport > SZ 1
! BG-9.2 load West: infantry > SZ 2: transport

BG-9.2 territory taken this turn is friendly to unload in
SZ 2: USA transport, tank
Prairie: USA infantry
> move Prairie: infantry > Border
> done
> move SZ 2: transport > SZ 3
> unload SZ 3: tank > Border
= Border: USA infantry, tank

BG-7.9 nothing is loaded in a hostile zone
West: USA infantry
SZ 2: USA transport, submarine / Japan destroyer
! BG-7.9 load West: infantry > SZ 2: transport

BG-7.9 beside submarines and transports it is
West: USA infantry
SZ 2: USA transport / Japan submarine, transport
given phase: noncombat_move
> load West: infantry > SZ 2: transport

BG-7.9 not from hostile territory
Border: USA infantry
SZ 3: USA transport
given phase: noncombat_move
! BG-7.9 load Border: infantry > SZ 3: transport

BG-7.9 an ally's ship takes units aboard
Isle: USA infantry
SZ 7: UK transport
given phase: noncombat_move
> load Isle: infantry > SZ 7: UK's transport
! BG-7.9 unload SZ 7: infantry > Isle

BG-7.9 but does not move on their turn
SZ 7: UK transport / USA destroyer
given phase: noncombat_move
! BG-7 move SZ 7: UK's transport > SZ 2

BG-7.9 an ally's units leave on their own turn
SZ 7: UK transport / USA infantry
given phase: noncombat_move
> unload SZ 7: infantry > Isle

BG-7.9 not on the ship's
SZ 7: UK transport / USA infantry
Cove: UK infantry
given active: UK
given phase: noncombat_move
! BG-7.9 unload SZ 7: USA's infantry > Isle

BG-7.9 the ship carries them along on its own turn
SZ 7: UK transport / USA infantry
given active: UK
given phase: noncombat_move
> move SZ 7: transport > SZ 6
= SZ 6: USA infantry

BG-7.9 they may land an assault from it
SZ 8: UK transport / USA infantry
> unload SZ 8: infantry > Atoll
> done
= Atoll is USA's

BG-7.10 not where it would need a sea battle that nobody fights
SZ 8: UK transport / USA infantry / Japan destroyer
> unload SZ 8: infantry > Atoll
! BG-7.10 done

BG-7.9 an ally's cargo counts against the room
West: USA tank
SZ 2: USA transport / UK tank
given phase: noncombat_move
! BG-7.9 load West: tank > SZ 2: transport

BG-7.9 allied infantry shares a ship with a tank
West: USA tank
SZ 2: USA transport / UK infantry
given phase: noncombat_move
> load West: tank > SZ 2: transport

BG-8.16 cargo goes down with its ship
SZ 3: USA transport, 2 infantry, submarine
SZ 2: Japan destroyer, battleship
given active: Japan
> move SZ 2: destroyer, battleship > SZ 3
> done
> declare attack SZ 3
> hit
> miss
= SZ 3: USA nothing

BG-7.10 a landing beside a warship begins with the sea battle
SZ 2: USA transport, infantry, battleship
SZ 3: Japan destroyer
Border: Japan infantry
> move SZ 2: transport, battleship > SZ 3
> unload SZ 3: infantry > Border
> done
= 1 die
> hit
> miss
= SZ 3: Japan nothing
> roll 1
> roll 6
= Border is USA's

BG-8.1 a landing whose sea battle is lost is off
SZ 2: USA transport, infantry, destroyer
SZ 3: Japan battleship
Border: Japan infantry
> move SZ 2: transport, destroyer > SZ 3
> unload SZ 3: infantry > Border
> done
> miss
> hit
> press
= SZ 3: USA nothing
= Border is Japan's

BG-8.1 its partners overland fight on
SZ 2: USA transport, infantry, destroyer
SZ 3: Japan battleship
Prairie: USA tank
Border: Japan infantry
> move SZ 2: transport, destroyer > SZ 3
> unload SZ 3: infantry > Border
> move Prairie: tank > Border
> done
> miss
> hit
> press
= 1 die
> hit
> miss
= Border is USA's
= Border: USA tank

BG-7.9 a ship that retreats from its sea battle keeps its cargo
SZ 2: USA transport, infantry, destroyer
SZ 3: Japan battleship
Border: Japan infantry
> move SZ 2: transport, destroyer > SZ 3
> unload SZ 3: infantry > Border
> done
> miss
> miss
> retreat SZ 2
= SZ 2: USA destroyer, infantry, transport
= Border is Japan's

BG-7.11 R15 an ignored submarine bars no landing in [50]
SZ 3: USA transport, infantry / Japan submarine
Border: Japan infantry
> unload SZ 3: infantry > Border
> done
= 1 die

BG-7.11 as a setting it does, unless a warship is there
SZ 3: USA transport, infantry / Japan submarine
given options: subs_block_landing on
> unload SZ 3: infantry > Border
! BG-7.11 done

BG-7.11 which may ignore it
SZ 3: USA transport, infantry, destroyer / Japan submarine
given options: subs_block_landing on
> unload SZ 3: infantry > Border
> done
> declare
= Border is USA's

BG-7.9 taking back a load puts all where it was
West: USA infantry, tank
SZ 2: USA transport
> load West: infantry, tank > SZ 2: transport
> move SZ 2: transport > SZ 3
> back SZ 3: transport
= West: USA infantry, tank
= SZ 2: USA transport

BG-7.9 a tank that has gone one space may board
West: USA tank
SZ 2: USA transport
given phase: noncombat_move
> move West: tank > Prairie
> load Prairie: tank > SZ 2: transport
"""


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_7_9_transports(case: str) -> None:
    play_case(case)
