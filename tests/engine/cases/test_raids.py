"""Bombing raids and rockets (BG-4.2, 4.3, 8.2, 8.3)."""

import pytest

from tests.engine.cases.script import cases, play_case

CASES = """
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
def test_bg_8_2_raids(case: str) -> None:
    play_case(case)
