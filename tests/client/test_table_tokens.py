"""What the table offers to do with tokens."""

from client.bots.bot import Sight
from client.scenarios import find as find_scenario
from client.table.asking import form
from client.table.picture import board_of
from client.table.viewing import Section
from engine.battle.casualties import Casualties
from engine.setup import new_game
from engine.variants.secret_subs.combat import ChooseSides, ReorganizeSurvivors, Stand
from engine.variants.secret_subs.windows import Pass
from tests.engine.position import find
from tests.engine.secret_subs.owners import Referee
from tests.engine.secret_subs.test_combat import battle


def offered(sea: Referee) -> Section:
    """What may be done with tokens beside answering."""
    actions: Section = form(Sight(sea.game, sea.asked, sea.secrets))["actions"]
    return actions


def after_a_battle() -> Referee:
    """Japan's tokens k and j have sunk a cruiser; two others lie elsewhere."""
    sea = battle("SZ 8: USA cruiser", "SZ 8: Japan k=1:2, j=2:1\nSZ 4: Japan x=3:1, y=4:0")
    sea.until(ChooseSides)
    sea.roll(*[1] * 20)
    sea.do(Stand())
    assert sea.asks(ReorganizeSurvivors)
    return sea


def test_after_a_battle_only_its_survivors_are_reorganized() -> None:
    """SS-3.7: first those who fought, face up; then, face down, they may be shuffled."""
    sea = after_a_battle()
    assert offered(sea)["reorganize"] == [[sea["k"], sea["j"]]]
    sea.do(Pass())
    assert offered(sea)["reorganize"] == []


def test_tokens_that_were_shown_can_be_shuffled_once_they_are_face_down() -> None:
    """SS-3.7, 4.3a: after the battle everybody knows them, which is why their owner shuffles."""
    sea = after_a_battle()
    assert offered(sea)["shuffle"] == {}
    sea.do(Pass())
    assert offered(sea)["shuffle"] == {"SZ 8": [sea["k"], sea["j"]]}


def test_proposed_losses_are_the_cheapest_and_damage_comes_first() -> None:
    """BG-8.13: a battleship is damaged, then submarines of one group go, before any destroyer."""
    sea = battle("SZ 8: USA 4 cruiser / Japan battleship, destroyer", "SZ 8: Japan k=1:2")
    sea.until(ChooseSides)
    sea.roll(6, 6, 1, 1, 1, 6)
    sea.do(Stand())
    assert sea.asks(Casualties)
    (battleship,) = find(sea.game, "SZ 8", "battleship")
    asked = form(Sight(sea.game, sea.asked, sea.secrets))
    assert asked["proposed"] == {str(battleship): 1, str(sea["k"]): 2}


def test_a_board_knows_of_hidden_groups_before_the_first_are_opened() -> None:
    """WE-1 is asked before SS-0.8: the page that is shown then is told of tokens all the same."""
    scenario = find_scenario("wake-island").scenario
    game = new_game(scenario, ("SS", "WE"), {}, scenario.seatings[2])
    assert board_of(game)["hidden"]
    assert not board_of(new_game(scenario, ("WE",), {}, scenario.seatings[2]))["hidden"]
