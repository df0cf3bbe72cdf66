"""Research, purchase, repair, new units and income (BG-4, 5, 10, 11)."""

import pytest

from tests.engine.cases.script import cases, play_case

CASES = """
BG-5.1 units are paid in full and wait off the board
West: USA complex
given phase: purchase
given treasury: USA 20
> buy 2 infantry, tank
= USA has 9 IPC
= West: USA complex

BG-5.1 nobody buys beyond the purse
given phase: purchase
given treasury: USA 13
! BG-5.1 buy carrier

BG-5.2 one IPC for a damage marker
West: USA complex
given phase: purchase
given treasury: USA 20
given damage: West 5
! BG-5.2 buy repair West 6
> buy tank; repair West 5
= USA has 10 IPC
= damage West 0

BG-5.2 repaired first, so the units can be placed
West: USA complex, infantry
given phase: purchase
given treasury: USA 20
given damage: West 8
> buy 2 infantry; repair West 1
> done
> done
! BG-10.1 place 2 infantry West
> place infantry West
= West: USA complex, 2 infantry

BG-4.2 with increased production one IPC for two
West: USA complex, infantry
given phase: purchase
given treasury: USA 20
given damage: West 5
given breakthroughs: USA increased_production
> buy repair West 5
= USA has 17 IPC

BG-4.2 one IPC also for a marker in each of two complexes
West: USA complex, infantry
Prairie: USA complex
given phase: purchase
given treasury: USA 4
given damage: West 1, Prairie 1
given breakthroughs: USA increased_production
> buy infantry; repair West 1; repair Prairie 1
= USA has 0 IPC
= damage West 0
= damage Prairie 0

BG-4.3 improved shipyards
West: USA infantry
given phase: purchase
given treasury: USA 56
given breakthroughs: USA improved_shipyards
> buy battleship, carrier, cruiser, destroyer, transport, submarine
= USA has 0 IPC

BG-8.27 a power without its capital buys nothing
Prairie: USA complex, infantry
given phase: purchase
given control: West Japan
= USA is asked CombatMove

BG-10.1 as many units as the value, less damage
Prairie: USA complex
given phase: mobilize
given waiting: USA 3 infantry
given damage: Prairie 1
! BG-10.1 place 3 infantry Prairie
> place 2 infantry Prairie

BG-10.1 ships in the zones beside it count
Prairie: USA complex
given phase: mobilize
given waiting: USA 2 infantry, USA 2 submarine
! BG-10.1 place 2 infantry Prairie; 2 submarine Prairie > SZ 2
> place infantry Prairie; 2 submarine Prairie > SZ 2
= SZ 2: USA 2 submarine

BG-4.2 increased production places two more where the value is 3
Prairie: USA complex
given phase: mobilize
given waiting: USA 6 infantry
given breakthroughs: USA increased_production
! BG-10.1 place 6 infantry Prairie
> place 5 infantry Prairie

BG-4.2 not where it is less
Isle: USA complex
given phase: mobilize
given waiting: USA 3 infantry
given breakthroughs: USA increased_production
! BG-10.1 place 2 infantry Isle
> place infantry Isle

BG-10.1 not at a complex taken this turn
Border: USA complex
West: USA complex
given phase: mobilize
given waiting: USA infantry
given control: Border USA
given control_at_start: Border Japan
! BG-10.1 place infantry Border
> place infantry West

BG-10.6 nor at an ally's
Cove: UK complex
West: USA complex
given phase: mobilize
given waiting: USA infantry
! BG-10.1 place infantry Cove

BG-10.2 a new complex wants value, and no other complex
West: USA complex
given phase: mobilize
given waiting: USA 2 complex
given control: Atoll USA
! BG-10.1 place complex Atoll
! BG-10.1 place complex West
! BG-6.2 place 2 complex Prairie
> place complex Isle; complex Prairie

BG-10.2 it places nothing before the next turn
Prairie: USA infantry
given phase: mobilize
given waiting: USA complex, USA infantry
! BG-10.1 place complex Prairie; infantry Prairie
> place complex Prairie

BG-10.2 it counts against no limit
Isle: USA complex
given phase: mobilize
given waiting: USA complex, USA infantry
> place complex Prairie; infantry Isle

BG-10.3 hostile waters or not
West: USA complex
SZ 2: Japan battleship
given phase: mobilize
given waiting: USA destroyer
> place destroyer West > SZ 2
= SZ 2: USA destroyer

BG-10.3 beside the complex alone
West: USA complex
given phase: mobilize
given waiting: USA destroyer
! BG-10.1 place destroyer West > SZ 3

BG-10.4 fighters in the territory or on an own carrier beside it
West: USA complex
SZ 2: USA carrier
given phase: mobilize
given waiting: USA 3 fighter
! BG-10.4 place 3 fighter West > SZ 2
> place fighter West; 2 fighter West > SZ 2

BG-10.4 on a new carrier as well
West: USA complex
given phase: mobilize
given waiting: USA carrier, USA 2 fighter
> place carrier West > SZ 1; 2 fighter West > SZ 1

BG-10.4 not on an ally's
West: USA complex
SZ 2: UK carrier
given phase: mobilize
given waiting: USA fighter
! BG-10.4 place fighter West > SZ 2

BG-10.4 bombers on land only
West: USA complex
SZ 2: USA carrier
given phase: mobilize
given waiting: USA bomber
! BG-10.1 place bomber West > SZ 2
> place bomber West

BG-10.4 they count against the complex
Isle: USA complex
SZ 7: USA carrier
given phase: mobilize
given waiting: USA 2 fighter
! BG-10.1 place 2 fighter Isle > SZ 7
> place fighter Isle > SZ 7

BG-10.4 R20 what stands on land stays there
West: USA complex, fighter
given phase: mobilize
given waiting: USA carrier
> place carrier West > SZ 1
= West: USA complex, fighter

BG-10.7 what is left waits for the next turn
Isle: USA complex
given phase: mobilize
given waiting: USA 2 infantry
> place infantry Isle

BG-11.1 income is what is controlled, damage or not
West: USA complex
given phase: mobilize
given waiting: USA infantry
given treasury: USA 0
given damage: West 5
> place infantry West
= USA has 12 IPC

BG-11.1 not without the capital
Prairie: USA complex
given phase: mobilize
given waiting: USA infantry
given treasury: USA 0
given control: West Japan
> place infantry Prairie
= USA has 0 IPC

BG-11.1 territory of an ally held for it brings its keeper the money
West: USA complex
given phase: mobilize
given waiting: USA infantry
given treasury: USA 0
given control: Cove USA
> place infantry West
= USA has 20 IPC

BG-4.2 war bonds bring a die
West: USA complex
given phase: mobilize
given waiting: USA infantry
given treasury: USA 0
given breakthroughs: USA war_bonds
> place infantry West
= 1 die
> roll 5
= USA has 17 IPC

BG-4.1 researchers cost 5 IPC and roll a die each
given phase: research
given treasury: USA 14
given breakthroughs: UK radar
! BG-4.1 hire 3
> hire 2
= 2 dice
> roll 5 5
= USA has 4 IPC

BG-4.1 those who found nothing roll again
given phase: research
given researchers: USA 2
given breakthroughs: UK radar
> hire 1
= 3 dice

BG-4.1 R23 one breakthrough however many sixes
given phase: research
given breakthroughs: UK radar
> hire 3
> roll 6 6 6
> chart 2
> roll 4
= USA is asked PurchaseUnits

BG-4.1 what is owned is rolled again
given phase: research
given breakthroughs: USA radar
> hire 1
> roll 6
> chart 2
> roll 4
= 1 die
> roll 1
= USA is asked PurchaseUnits

BG-4.1 not without the capital
Prairie: USA infantry
given phase: research
given researchers: USA 1
given control: West Japan
given breakthroughs: UK radar
= USA is asked CombatMove

BG-4.1 researchers of a power without its capital stay
Prairie: USA infantry
given phase: research
given researchers: USA 2
given control: West Japan
given breakthroughs: UK radar
= phase combat_move

BG-4.1 a breakthrough works at once
West: USA infantry
Prairie: USA bomber
East: Japan infantry
given phase: research
given breakthroughs: UK radar
given treasury: USA 5
> hire 1
> roll 6
> chart 2
> roll 5
> move Prairie: bomber > SZ 2 > SZ 3 > SZ 4 > East
"""


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_10_economy(case: str) -> None:
    play_case(case)
