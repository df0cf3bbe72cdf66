"""China, canals and the shared turn on the board of 1941 (BG-2.4, 3.3, 7.12, 8.25, 10.5)."""

import pytest

from engine.loading import builtin
from tests.engine.cases.script import cases, play_case

CASES = """
BG-7.12 China stays in China
Yunnan: China infantry
given active: China
! BG-7.12 move Yunnan: infantry > Burma

BG-7.12 it takes Kwangtung for the UK alone
Yunnan: China infantry
Fukien: China 2 infantry
Kwangtung: Japan infantry
given active: China
given control: Kwangtung Japan, Fukien China
> move Fukien: 2 infantry > Kwangtung
> done
> roll 1 6
> miss
= Kwangtung is UK's

BG-7.12 even while London is taken
Fukien: China infantry
Yunnan: China infantry
given active: China
given control: Kwangtung Japan, Fukien China, United Kingdom Germany
> move Fukien: infantry > Kwangtung
> done
= Kwangtung is UK's

BG-7.12 its fighter flies over China only
Yunnan: China fighter
Fukien: Japan infantry
given active: China
! BG-7.12 move Yunnan: fighter > French Indo-China Thailand

BG-8.25 who frees Manchuria frees it for China
Russia: USSR infantry
Buryatia S.S.R.: USSR tank, infantry
given active: USSR
> move Buryatia S.S.R.: tank > Manchuria
> done
= Manchuria is China's

BG-8.25 an American landing in Kiangsu is for China
SZ 61: USA transport, infantry
Sikang: USA infantry
given active: USA
> unload SZ 61: infantry > Kiangsu
> done
= Kiangsu is China's

BG-8.26 a complex that comes to China is dormant
Kiangsu: China complex, infantry
Yunnan: China infantry
given active: China
given phase: mobilize
given control: Kiangsu China
given waiting: China 2 infantry
> place infantry Kiangsu; infantry Yunnan
= Kiangsu: China complex, 2 infantry

BG-10.5 recruits go where fewer than three stand
Yunnan: China 2 infantry
Sikang: China 3 infantry
given active: China
given phase: mobilize
given waiting: China 2 infantry
! BG-10.1 place infantry Sikang; infantry Yunnan
! BG-10.1 place 2 infantry Yunnan
> place infantry Hupeh; infantry Yunnan

BG-10.5 not in Kwangtung
Kwangtung: China infantry
given active: China
given phase: mobilize
given waiting: China infantry
! BG-10.1 place infantry Kwangtung

BG-2.5 Suez needs Egypt and Trans-Jordan
SZ 15: Italy cruiser
SZ 34: UK transport
given active: Italy
given control: Egypt Italy
! BG-2.5 move SZ 15: cruiser > SZ 34

BG-2.5 both of them
SZ 15: Italy cruiser
SZ 34: UK transport
given active: Italy
given control: Egypt Germany, Trans-Jordan Italy
> move SZ 15: cruiser > SZ 34

BG-2.4 the Black Sea is open
SZ 14: Italy cruiser
SZ 16: USSR transport
given active: Italy
> move SZ 14: cruiser > SZ 16

BG-2.4 as a setting it is shut
SZ 14: Italy cruiser
SZ 16: USSR transport
given active: Italy
given options: dardanelles_closed on
! BG-2.5 move SZ 14: cruiser > SZ 16

BG-7.13 Spain is closed to everybody
France: Germany infantry, fighter
Germany: Germany infantry
given active: Germany
! BG-7.13 move France: infantry > Spain
! BG-7.13 move France: fighter > Spain

BG-3.3 the two powers of a turn never share an attack
Yunnan: USA fighter / China infantry
Hupeh: Japan infantry
given active: USA
given control: Hupeh Japan
> move Yunnan: fighter > Hupeh
> done
= 1 die

BG-3.3 the power whose turn it is says who fights first
Yunnan: USA fighter
Sikang: China 2 infantry
Hupeh: Japan infantry
given control: Hupeh Japan
given phase: purchase
given active: USA
> buy nothing
= USA is asked ChooseFirst

BG-7.12 China's units board nothing
Fukien: China infantry
SZ 61: USA transport
given active: China
given phase: noncombat_move
! BG-7.12 load Fukien: infantry > SZ 61: USA's transport

BG-7.12 allies enter China freely
Burma: UK infantry
given active: UK
given phase: noncombat_move
> move Burma: infantry > Yunnan

BG-8.25 what the Chinese take in China is theirs
Sikang: China infantry
Yunnan: China infantry
given active: China
given control: Hupeh Japan
> move Yunnan: infantry > Hupeh
> done
= Hupeh is China's

BG-8.27 with its capital Germany loses its treasury
India: UK infantry
Germany: UK tank / Germany infantry
given active: UK
given treasury: Germany 30, UK 5
> done
> hit
> miss
= UK has 35 IPC
= Germany has 0 IPC

BG-8.25 Italy's Libya taken back by Germany is Italy's
Libya: Germany tank / UK infantry
Germany: Germany infantry
given active: Germany
given control: Libya UK
> done
> hit
> miss
= Libya is Italy's

BG-8.25 while Rome is taken Germany keeps it
Libya: Germany tank / UK infantry
Germany: Germany infantry
given active: Germany
given control: Libya UK, Italy UK
> done
> hit
> miss
= Libya is Germany's

BG-8.25 France bears Germany's emblem: who takes it keeps it
France: USA tank / Germany infantry
Eastern United States: USA infantry
given active: USA
> done
> hit
> miss
= France is USA's

BG-2.5 Panama needs Panama
SZ 19: USA cruiser
SZ 20: Japan transport
given active: USA
given control: Panama Japan
! BG-2.5 move SZ 19: cruiser > SZ 20

BG-2.5 and is open with it
SZ 19: USA cruiser
SZ 20: Japan transport
given active: USA
> move SZ 19: cruiser > SZ 20
"""

SEATS = (("USA", "UK", "USSR", "China"), ("Germany", "Italy", "Japan"))


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_7_12_board_of_1941(case: str) -> None:
    play_case(case, builtin("anniversary-1941"), seats=SEATS)
