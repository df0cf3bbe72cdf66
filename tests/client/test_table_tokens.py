"""What the table offers to do with tokens."""

from client.bots.bot import Sight
from client.table.asking import form
from client.table.viewing import Section
from engine.variants.secret_subs.combat import ChooseSides, ReorganizeSurvivors, Stand
from engine.variants.secret_subs.windows import Pass
from tests.engine.secret_subs.owners import Referee
from tests.engine.secret_subs.test_combat import battle


def offered(sea: Referee) -> Section:
    """What may be done with tokens beside answering."""
    actions: Section = form(Sight(sea.game, sea.asked, sea.secrets))["actions"]
    return actions


def test_tokens_that_were_shown_can_be_shuffled_once_they_are_face_down() -> None:
    """SS-3.7, 4.3a: after the battle everybody knows them, which is why their owner shuffles."""
    sea = battle("SZ 8: USA cruiser", "SZ 8: Japan k=1:2, j=2:1")
    sea.until(ChooseSides)
    sea.roll(*[1] * 20)
    sea.do(Stand())
    assert sea.asks(ReorganizeSurvivors)
    assert offered(sea)["shuffle"] == {}
    sea.do(Pass())
    assert offered(sea)["shuffle"] == {"SZ 8": [sea["k"], sea["j"]]}
