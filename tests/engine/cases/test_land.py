"""Land units on the march (BG-7.1, 7.2, 8.1b, 9.1, 9.2), and what stops a tank."""

import pytest

from tests.engine.cases.script import cases, play_case

CASES = """
BG-7.2 a tank passes an empty hostile territory, which is its owner's at once
Prairie: USA tank
Plains: Japan infantry
> move Prairie: tank > Border > Plains
= Border is USA's
= Plains is Japan's

BG-7.2 and may return to where it came from
West: USA infantry
Prairie: USA tank
> move Prairie: tank > Border > Prairie
= Border is USA's
= Prairie: USA tank
> done
= phase noncombat_move

BG-7.2 in two orders as in one
Prairie: USA tank
Plains: Japan infantry
> move Prairie: tank > Border
= Border is Japan's
> move Border: tank > Plains
= Border is USA's

BG-7.2 a tank that stays where it entered takes the territory in Conduct combat
Prairie: USA tank
> move Prairie: tank > Border
= Border is Japan's
> done
= Border is USA's

BG-7.2 a tank cannot pass infantry
Prairie: USA tank
Border: Japan infantry
! BG-7.2 move Prairie: tank > Border > Plains
> move Prairie: tank > Border

BG-7.2 nor a fighter on the ground
Prairie: USA tank
Border: Japan fighter
! BG-7.2 move Prairie: tank > Border > Plains

BG-7.2 nor a gun
Prairie: USA tank
Border: Japan aa
! BG-7.2 move Prairie: tank > Border > Plains

BG-7.2 nor a complex
Prairie: USA tank
Border: Japan complex
! BG-7.2 move Prairie: tank > Border > Plains

BG-7.2 what came before has stopped: it has nothing left to move
Prairie: USA tank
Border: Japan infantry
> move Prairie: tank > Border
! BG-7 move Border: tank > Plains

BG-7.2 a tank that began a step away passes nothing: its two moves are used
West: USA tank
> move West: tank > Prairie > Border
! BG-7 move Border: tank > Plains

BG-7.2 infantry never passes
Prairie: USA infantry
! BG-7 move Prairie: infantry > Border > Plains

BG-7.2 and stops on entering
Prairie: USA infantry
> move Prairie: infantry > Border
! BG-7 move Border: infantry > Prairie

BG-7.2 an ally's tank passes into a territory just taken by a blitz as into a friendly one
Prairie: USA 2 tank
Plains: Japan infantry
> move Prairie: tank > Border > Plains
> move Prairie: tank > Border > Plains
= Plains: USA 2 tank

BG-8.1b own infantry in an empty hostile territory does not take it before the raids
Prairie: USA infantry
> move Prairie: infantry > Border
= Border is Japan's
> done
= Border is USA's

BG-8.1b a tank may blitz past own units there, if nothing of the enemy is
Prairie: USA infantry, tank
Plains: Japan infantry
> move Prairie: infantry > Border
> move Prairie: tank > Border > Plains
= Border is USA's

BG-7.1 land units that go nowhere hostile wait for Noncombat move
West: USA infantry
> move West: infantry > Prairie
! R6 done
> back Prairie: infantry
> done
= phase noncombat_move
> move West: infantry > Prairie

BG-7.1 guns do not move in Combat move
West: USA aa, infantry
! BG-7.1 move West: aa_gun > Prairie

BG-9.2 guns move one space in Noncombat move
West: USA aa
given phase: noncombat_move
> move West: aa_gun > Prairie
! BG-7 move Prairie: aa_gun > West

BG-9.1 a unit that has moved in Combat move stays where it is
West: USA infantry
Prairie: USA tank
> move Prairie: tank > Border
> done
= phase noncombat_move
! BG-9.1 move Border: tank > Prairie

BG-9.1 nor does one that has blitzed and returned move again
West: USA infantry
Prairie: USA tank
> move Prairie: tank > Border > Prairie
> done
! BG-9.1 move Prairie: tank > West

BG-9.1 nothing enters hostile territory after combat, empty or not
Prairie: USA infantry, tank
given phase: noncombat_move
! BG-9.1 move Prairie: infantry > Border
! BG-9.1 move Prairie: tank > Border

BG-9.1 territory taken this turn is friendly to who has not moved
West: USA tank
Prairie: USA infantry
> move Prairie: infantry > Border
> done
> move West: tank > Prairie > Border
= Border: USA infantry, tank

BG-7 nobody moves farther than printed
West: USA infantry, artillery, tank
given phase: noncombat_move
given control: Border USA
! BG-7 move West: infantry > Prairie > Border
! BG-7 move West: artillery > Prairie > Border
> move West: tank > Prairie > Border

BG-7 in steps neither
West: USA infantry
given phase: noncombat_move
given control: Border USA
> move West: infantry > Prairie
! BG-7 move Prairie: infantry > Border

BG-7 spaces of a route touch
West: USA tank
! BG-7 move West: tank > Border

BG-7.9 land units do not walk into the sea
West: USA infantry
! BG-7.9 move West: infantry > SZ 1

BG-7 nobody moves what is another's
West: USA infantry / UK infantry
! BG-7 move West: UK's infantry > Prairie

BG-1.1 an ally's territory is friendly ground
West: USA infantry
given phase: noncombat_move
given control: Prairie UK
> move West: infantry > Prairie

BG-7.2 so an ally's territory stops no tank
West: USA tank
Border: Japan infantry
given control: Prairie UK
> move West: tank > Prairie > Border

BG-6 a complex never moves
West: USA complex, infantry
! BG-7 move West: complex > Prairie

BG-7.2 a territory with nothing but a complex is entered and taken without a battle
Prairie: USA infantry
Border: Japan complex, aa
> move Prairie: infantry > Border
> done
= Border is USA's
= Border: USA aa_gun, complex, infantry

BG-8.24 a gun captures nothing, and none goes there
Prairie: USA aa
given phase: noncombat_move
! BG-9.1 move Prairie: aa_gun > Border

BG-8.24 aircraft over an empty territory do not take it
Prairie: USA fighter
> move Prairie: fighter > Border
> done
= Border is Japan's

BG-9.1 unmoved units move after combat, wherever they stood
West: USA infantry
Prairie: USA infantry
Border: Japan infantry
> move Prairie: infantry > Border
> done
> roll 1
> roll 6
> move West: infantry > Prairie
= Prairie: USA infantry

BG-7.2 two territories in one turn: the empty one and the one beyond
Prairie: USA tank, infantry
> move Prairie: tank > Border > Plains
> move Prairie: infantry > Border
> done
= Border is USA's
= Plains is USA's

BG-4.2 mechanized infantry goes two spaces with a tank
West: USA tank, infantry
given breakthroughs: USA mechanized_infantry
given phase: noncombat_move
given control: Border USA
> move West: tank, infantry > Prairie > Border

BG-4.2 and blitzes with it
Prairie: USA tank, infantry
Plains: Japan infantry
given breakthroughs: USA mechanized_infantry
> move Prairie: tank, infantry > Border > Plains
= Border is USA's
= Plains: USA infantry, tank

BG-4.2 one for each tank
Prairie: USA tank, 2 infantry
Plains: Japan infantry
given breakthroughs: USA mechanized_infantry
! BG-7 move Prairie: tank, 2 infantry > Border > Plains

BG-4.2 never without the breakthrough
Prairie: USA tank, infantry
Plains: Japan infantry
! BG-7 move Prairie: tank, infantry > Border > Plains

BG-4.2 not by another's breakthrough
Prairie: USA tank, infantry
Plains: Japan infantry
given breakthroughs: UK mechanized_infantry
! BG-7 move Prairie: tank, infantry > Border > Plains

BG-4.2 artillery does not ride
Prairie: USA tank, artillery
Plains: Japan infantry
given breakthroughs: USA mechanized_infantry
! BG-7 move Prairie: tank, artillery > Border > Plains

BG-4.2 infantry that has walked does not ride on
West: USA infantry
Prairie: USA tank
given phase: noncombat_move
given control: Border USA, Plains USA
given breakthroughs: USA mechanized_infantry
> move West: infantry > Prairie
! BG-7 move Prairie: infantry, tank > Border > Plains
"""


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_7_land_units_on_the_march(case: str) -> None:
    play_case(case)
