"""Withdrawals, and who may not (BG-8.19, 8.20, R12)."""

import pytest

from tests.engine.cases.script import cases, play_case

CASES = """
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

BG-8.19 not to a sea zone that was hostile when the turn began, though it is cleared
SZ 2: USA 3 cruiser / Japan destroyer
SZ 3: Japan 2 cruiser
> move SZ 2: 2 cruiser > SZ 3
> done
> fight SZ 2
> hit
> miss
> miss
> miss
= 2 dice

BG-8.19 but to one that held only submarines and transports
SZ 1: USA destroyer
SZ 2: USA 2 cruiser / Japan transport
SZ 3: Japan 2 cruiser
> move SZ 2: 2 cruiser > SZ 3
> move SZ 1: destroyer > SZ 2
> done
> declare attack SZ 2
> fight SZ 2
> miss
> miss
> retreat SZ 2
= SZ 2: USA 2 cruiser, destroyer

BG-8.19 the others' way is open to all, and the refusal names it
SZ 2: USA 3 cruiser / Japan destroyer
SZ 3: Japan 2 cruiser
SZ 4: USA destroyer
> move SZ 2: 2 cruiser > SZ 3
> move SZ 4: destroyer > SZ 3
> done
> fight SZ 2
> hit
> miss
> miss
> miss
! BG-8.19 retreat SZ 2
> retreat SZ 4
= SZ 4: USA 2 cruiser, destroyer

BG-8.17 a transport waits for its owner's word, and a zone cleared this turn is no way out
SZ 2: USA submarine, transport, cruiser / Japan destroyer
SZ 3: Japan cruiser
> move SZ 2: submarine, transport > SZ 3
> done
> fight SZ 2
> hit
> miss
> dive submarine
= SZ 3: USA submarine

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

BG-8.19 from transports alone nobody retreats
SZ 1: USA cruiser
SZ 2: Japan destroyer, transport
> move SZ 1: cruiser > SZ 2
> done
> hit
> miss
= SZ 2: Japan nothing
= SZ 2: USA cruiser
"""


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_8_19_withdrawals(case: str) -> None:
    play_case(case)
