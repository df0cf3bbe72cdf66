"""Battles at sea (BG-8.7 to 8.17, 8F)."""

import pytest

from tests.engine.cases.script import cases, play_case

CASES = """
BG-8.14 the maximum of hits is assigned T1
SZ 3: USA cruiser, 2 bomber / Japan cruiser, 2 submarine
given control: Border USA
> done
= Japan is asked Submerge
> dive nothing
= 2 dice
> miss
> hit
= 1 die
> miss
= SZ 3: Japan submarine

BG-8.17 T2 the submarine dives and both transports die
SZ 3: USA battleship, 2 fighter / Japan submarine, 2 transport
given control: Border USA
> done
> declare attack SZ 3
> dive submarine
= SZ 3: Japan submarine

BG-8.15 T3 two submarines against a destroyer and a transport
SZ 3: USA 2 submarine / Japan destroyer, transport
> done
> declare attack SZ 3
= 2 dice
> roll 1 6
= 1 die
> miss
= SZ 3: Japan nothing

BG-8.15 T3 two hits take both
SZ 3: USA 2 submarine / Japan destroyer, transport
> done
> declare attack SZ 3
> roll 1 1
> miss
= SZ 3: Japan nothing
= SZ 3: USA 2 submarine

BG-8.22 T4 a destroyer and a fighter against submarines
SZ 3: USA destroyer, fighter / Japan 2 submarine
given control: Border USA
> done
> declare attack SZ 3
> roll 6 6
> roll 1 6
= USA is asked Retreat
> press
= SZ 3: USA fighter
= SZ 3: Japan 2 submarine

BG-8F submarines strike first where there is no destroyer
SZ 3: USA 2 submarine / Japan cruiser
> done
> declare attack SZ 3
> dive nothing
> roll 1 6
= SZ 3: Japan nothing
= SZ 3: USA 2 submarine

BG-8F a destroyer takes that away
SZ 3: USA 2 submarine / Japan destroyer, cruiser
> done
> declare attack SZ 3
> roll 1 1
= 2 dice

BG-8F defending submarines strike along
SZ 3: USA cruiser, carrier / Japan 2 submarine
> done
> declare attack SZ 3
> dive nothing
> roll 1 1
= SZ 3: USA nothing

BG-8F both sides' submarines strike together
SZ 3: USA 2 submarine / Japan 2 submarine
> done
> declare attack SZ 3
> dive nothing
> dive nothing
= 4 dice
> hit
= SZ 3: USA nothing
= SZ 3: Japan nothing

BG-8F an attacker's destroyer makes defending submarines fire last, without diving
SZ 3: USA destroyer, submarine / Japan submarine
> done
> declare attack SZ 3
= USA is asked Submerge
> dive nothing
= 1 die
> roll 2
= SZ 3: Japan nothing

BG-8.10 submarines hit no aircraft
SZ 3: USA submarine / Japan carrier, 2 fighter
> done
> declare attack SZ 3
> dive nothing
> hit
= SZ 3: Japan 2 fighter
= Japan is asked LandHomeless

BG-8.10 aircraft hit submarines only beside a destroyer
SZ 3: USA cruiser, 2 fighter / Japan submarine, destroyer
given control: Border USA
> done
> dive nothing
> miss
> roll 6 1 1
> roll 6
= SZ 3: Japan submarine

BG-8.9 a destroyer hit counts to the end of its round
SZ 3: USA cruiser, submarine / Japan destroyer, fighter, carrier
> done
> roll 1 6
> lose destroyer
= 3 dice

BG-8.11 what has submerged takes no more part
SZ 3: USA cruiser / Japan 2 submarine
> done
> declare attack SZ 3
> dive submarine
= 1 die
> miss
> miss
> dive nothing
> miss
> miss

BG-8.15 a battleship takes the first hit for nothing
SZ 3: USA battleship, destroyer / Japan battleship
> done
> miss
> hit
> lose battleship
= SZ 3: USA damaged battleship, destroyer

R22 it is its owner's choice each time
SZ 3: USA battleship, destroyer / Japan battleship
> done
> miss
> hit
> lose destroyer
= SZ 3: USA battleship

BG-8.15 two hits sink it
SZ 3: USA battleship / Japan 2 battleship
> done
> miss
> hit
= SZ 3: USA nothing

BG-6.1 the damage is gone when the combat ends
SZ 3: USA battleship / Japan destroyer
> done
> hit
> hit
= SZ 3: USA battleship

R9 or at the end of its owner's turn
SZ 3: USA battleship / Japan destroyer
West: USA infantry
given options: bb_repair end_of_owner_turn
> done
> hit
> hit
= SZ 3: USA damaged battleship
> done
= SZ 3: USA battleship

BG-8.15 transports take hits last
SZ 3: USA cruiser / Japan destroyer, 2 transport
> done
> hit
= 1 die
> miss
= SZ 3: Japan nothing

BG-8.15 not while another unit may take it
SZ 3: USA 2 cruiser / Japan destroyer, cruiser, transport
> done
> roll 1 6
= Japan is asked Casualties
! BG-8.14 lose transport
> lose cruiser

BG-8.15 fighters die before transports
SZ 3: USA 2 cruiser, transport / Japan carrier, fighter, transport
> done
> roll 1 1
> miss
= SZ 3: Japan nothing

BG-7.8 R25 guests of the defender fight and outlive the ship
SZ 3: USA 2 battleship / Japan carrier / Germany fighter
> done
> roll 1 6
= Japan is asked Casualties
> lose carrier
= 2 dice

BG-7.8 R25 guests of the attacker are cargo
SZ 2: USA carrier / UK fighter
SZ 3: Japan destroyer
> move SZ 2: carrier > SZ 3
= SZ 3: UK fighter
> done
= 1 die
> miss
> hit
= SZ 3: UK nothing

BG-8.16 fighters of a carrier that attacks fight by themselves
SZ 3: USA carrier, 2 fighter / Japan destroyer
given control: Border USA
> done
= 3 dice

BG-8.17 an attacker's transports die when their escort is gone
SZ 2: USA destroyer, transport
SZ 3: Japan battleship
> move SZ 2: destroyer, transport > SZ 3
> done
> miss
> hit
= USA is asked Retreat
> press
= SZ 3: USA nothing

BG-8.17 submarines do not save transports from aircraft
West: USA fighter
SZ 2: Japan submarine, transport
> move West: fighter > SZ 2
> done
> declare attack SZ 2
= USA is asked Retreat
= SZ 2: Japan submarine

BG-8.14 T5 a submarine's hit cannot go to the fighter, so the transport takes it
SZ 3: USA submarine / Japan fighter, transport
SZ 7: USA cruiser
> done
> declare attack SZ 3
> dive nothing
> hit
= SZ 3: Japan fighter

BG-8.17 with the fighter there the transport is not defenceless
SZ 3: USA submarine / Japan fighter, transport
SZ 7: USA cruiser
> done
> declare attack SZ 3
= USA is asked Submerge

BG-8.22 submarines against fighters alone: nobody can hit anybody
SZ 3: USA submarine / Japan carrier, fighter, submarine
SZ 7: USA cruiser
> done
> declare attack SZ 3
> dive nothing
> dive submarine
> roll 2
= Japan is asked LandHomeless

BG-8.14 void hits are no reason to lose more
SZ 3: USA destroyer, 3 submarine / Japan carrier, 3 fighter
> done
= USA is asked Submerge
> dive nothing
> hit
= 1 die
"""


@pytest.mark.parametrize("case", cases(CASES))
def test_bg_8_7_battles_at_sea(case: str) -> None:
    play_case(case)
