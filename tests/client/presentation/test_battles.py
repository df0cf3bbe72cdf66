"""`secret-subs odds`: battles as people write them, odds as people and programs read them."""

import json
from pathlib import Path

import pytest

from client.cli import main
from client.errors import ClientError
from client.presentation.battles import BattleQuestion, BySide, parse_battle
from engine.units import FIGHTER, INFANTRY, TANK
from tests.engine.position import WORLD
from tests.engine.test_unit_tables import with_table


def drawn(battle: str, **more: object) -> tuple[dict[str, int], dict[str, int]]:
    """Units of attacker and defender by kind, as read."""
    encounter = parse_battle(BattleQuestion(battle=battle, **more)).encounter  # type: ignore[arg-type]  # as written for `BattleQuestion`
    return tuple(  # type: ignore[return-value]  # of two
        {
            f"{'landed ' * troop.landed}{troop.kind}": troop.count
            for troop in (encounter.attackers, encounter.defenders)[side]
        }
        for side in range(2)
    )


@pytest.mark.parametrize(
    "text",
    [
        "2 infantry, tank, fighter vs 3 infantry, aa gun",
        "2 inf + tanks and ftr VS. AA guns, 3 Infantry",
        "1 infantry, 1 inf, 1 tank, 1 fighter against 3x inf, aa_gun",
    ],
)
def test_a_battle_can_be_written_in_many_ways(text: str) -> None:
    assert drawn(text) == (
        {"infantry": 2, "tank": 1, "fighter": 1},
        {"infantry": 3, "aa_gun": 1},
    )


def test_ships_make_it_a_sea_battle() -> None:
    board = parse_battle(BattleQuestion(battle="2 fighters vs sub, dd")).encounter
    assert board.game.board.is_sea(board.space)
    board = parse_battle(BattleQuestion(battle="2 fighters vs fighter", sea=True)).encounter
    assert board.game.board.is_sea(board.space)


def test_bg_8_5_who_lands_is_said_or_follows_from_a_bombardment() -> None:
    battle = "2 infantry, tank, fighter vs infantry"
    assert drawn(battle, landing="infantry")[0] == {
        "infantry": 1,
        "landed infantry": 1,
        "tank": 1,
        "fighter": 1,
    }
    everybody = {"landed infantry": 2, "landed tank": 1, "fighter": 1}
    assert drawn(battle, amphibious=True)[0] == everybody
    assert drawn(battle, bombarding="cruiser, battleship")[0] == everybody


def test_orders_of_losses_are_lists_of_kinds() -> None:
    asked = parse_battle(BattleQuestion(battle="tank vs tank", losses=BySide("inf, tanks", "ftr")))
    assert asked.losses == BySide((INFANTRY, TANK), (FIGHTER,))


@pytest.mark.parametrize(
    ("battle", "more", "printed"),
    [
        ("tank", {}, "attacker and defender"),
        ("tank vs", {}, "attacker and defender"),
        ("tank vs  , ", {}, "names no units"),
        ("tank vs gnu", {}, 'no kind of unit "gnu"'),
        ("tank vs 3", {}, "is not a unit"),
        ("tank vs 300 infantry", {}, "at most 200"),
        ("damaged tank vs tank", {}, "two-hit"),
        ("tank, cruiser vs cruiser", {}, "tank of the attacker does not fight at sea"),
        ("aa gun vs tank", {}, "AA gun of the attacker does not fight on land"),
        ("tank, complex vs infantry", {}, "complex of the attacker"),
        ("tank vs tank", {"landing": "2 tanks"}, "among the attackers"),
        ("tank vs tank", {"bombarding": "destroyer"}, "battleships and cruisers"),
        ("fighter vs tank", {"bombarding": "cruiser"}, "nothing lands"),
        ("sub vs sub", {"bombarding": "cruiser"}, "sea battle"),
        ("tank vs tank", {"rules": "SS"}, "for tokens"),
        ("tank vs tank", {"rounds": 0}, "at least 1"),
        ("tank vs tank", {"retreat_below": -1}, "--retreat-below -1"),
        ("tank vs tank", {"rules": "WA", "batteries": -1}, "--batteries -1"),
        ("tank, battery vs tank", {"rules": "WA"}, r"WA-2"),
        ("elite tank, elite infantry vs tank", {"rules": "WE"}, "WE-2"),
        ("fighter vs silent submarine", {"rules": "DS"}, "DS-7"),
        ("destroyer vs sub", {"rules": "SW", "hidden": BySide("1 of 2", "")}, "attacker-hidden"),
        ("mine, transport vs sub", {"rules": "WM"}, "WM-3"),
        ("sub vs transport, mine", {"rules": "WM"}, "WM-3"),
        ("destroyer vs sub", {"hidden": BySide("", "0 of 0")}, "has no tokens"),
        ("destroyer vs sub", {"hidden": BySide("", "1 of 999")}, "at most 100"),
        ("tank vs tank", {"rules": "low_luck"}, "low_luck=on"),
        ("destroyer vs tokens", {}, 'no kind of unit "token'),
        ("tank vs tank", {"research": BySide("warp_drive", "")}, "no breakthrough"),
    ],
)
def test_what_cannot_be_fought_is_refused_with_what_can(
    battle: str, more: dict[str, object], printed: str
) -> None:
    with pytest.raises(ClientError, match=printed):
        parse_battle(BattleQuestion(battle=battle, **more))  # type: ignore[arg-type]  # as written for `BattleQuestion`


def test_the_odds_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """BG-1.6: infantry hits infantry on 1, is hit on 2: 1/4, 5/8 and 1/8."""
    assert main(["odds", "infantry vs infantry"]) == 0
    printed = capsys.readouterr().out
    assert "attacker wins        25.00 %" in printed
    assert "defender wins        62.50 %" in printed
    assert "nobody is left       12.50 %" in printed
    assert "Exact" in printed


def test_the_odds_are_told_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "battle", "infantry", "vs", "infantry", "--json"]) == 0
    odds = json.loads(capsys.readouterr().out)
    assert odds["exact"] is True
    assert (odds["won"], odds["lost"], odds["nobody"]) == pytest.approx((0.25, 0.625, 0.125))
    assert odds["attacker"] == pytest.approx({"ipc": 3, "ipc_lost": 2.25, "units_left": 0.25})
    assert {"chance": 0.25, "end": "won", "attackers": {"infantry": 1}}.items() <= {
        **odds["outcomes"][1],
        "chance": round(odds["outcomes"][1]["chance"], 9),
    }.items()


def test_a_simulation_states_its_error_and_repeats_by_its_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["odds", "--simulate", "--trials", "400", "--seed", "7", "--json", "tank vs tank"]
    assert main(asked) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(asked) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert (first["exact"], first["trials"]) == (False, 400)
    assert first["error"] == pytest.approx(0.049)
    assert abs(first["won"] - 0.375) < 2 * first["error"]


def test_orders_reach_the_battle(capsys: pytest.CaptureFixture[str]) -> None:
    """BG-8.11, 8.17 (T2): the submarine submerges, both transports die without dice."""
    text = "battleship, 2 fighters vs sub, 2 transports"
    assert main(["odds", text, "--submerge", "defender", "--json"]) == 0
    odds = json.loads(capsys.readouterr().out)
    assert odds["won"] == 1
    assert odds["outcomes"][0]["defenders"] == {"submarine": 1}
    assert main(["odds", "3 infantry vs 3 infantry", "--retreat-below", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["retreated"] > 0.5


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, float]:
    """What `secret-subs odds` prints for programs."""
    assert main(["odds", *words, "--json"]) == 0
    found: dict[str, float] = json.loads(capsys.readouterr().out)
    return found


def test_ss_5_tokens_may_hide_some_of_several_groups(capsys: pytest.CaptureFixture[str]) -> None:
    """One token with a submarine or nothing: halfway between the two battles."""
    either = told(capsys, "2 destroyers vs cruiser", "--defender-hidden", "1 of 0, 1")
    nothing = told(capsys, "2 destroyers vs cruiser")
    one = told(capsys, "2 destroyers vs cruiser, submarine")
    assert either["won"] == pytest.approx((nothing["won"] + one["won"]) / 2)
    assert main(["odds", "2 dd vs cruiser", "--defender-hidden", "2 of 0, 1, 3"]) == 0
    shown = capsys.readouterr().out
    assert "2 destroyers against 4 submarines, cruiser" in shown
    assert "defender: 1 to 4 submarines, 2.7 on average" in shown


@pytest.mark.parametrize("hidden", ["some", "3 of 0, 1", "0 of 1", "2"])
def test_what_tokens_hide_must_be_readable(hidden: str) -> None:
    with pytest.raises(ClientError, match=r"group|hide"):
        drawn("cruiser vs cruiser", hidden=BySide("", hidden))


def test_sw_3_submarines_alone_are_hunted(capsys: pytest.CaptureFixture[str]) -> None:
    """A destroyer spots with 1/2, and sinks with 4/7 (SW-4); a decoy uses up the attack."""
    hunt = told(capsys, "destroyer vs sub", "--rules", "SW")
    assert hunt["won"] + hunt["nobody"] == pytest.approx(2 / 7)
    token = told(capsys, "dd vs sub", "--rules", "SW", "--defender-hidden", "1 of 0, 0")
    assert token["won"] == 0
    with pytest.raises(ClientError, match="SW-3"):
        drawn("cruiser vs sub", rules="SW")


def test_sw_4_hunters_may_break_off(capsys: pytest.CaptureFixture[str]) -> None:
    """In one round a destroyer hits with 1/3; with one of two hunters lost, the hunt may end."""
    once = told(capsys, "destroyer vs sub", "--rules", "SW", "--rounds", "1")
    assert once["won"] + once["nobody"] == pytest.approx(1 / 2 * 1 / 3)
    both = told(capsys, "2 dd vs sub", "--rules", "SW", "--retreat-below", "2")
    first_sinks, first_waits = 1 / 2 * 4 / 7, 1 / 2 + 1 / 2 * (1 - 4 / 7 - 2 / 7 + 2 / 21)
    assert both["won"] + both["nobody"] == pytest.approx(first_sinks + first_waits * 2 / 7)


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("--simulate", "always exact"),
        ("--submerge=both", "SW-3"),
        ("--losses=fighter", "SW-4"),
        ("--keep-land", "SW-4"),
    ],
)
def test_what_means_nothing_in_a_hunt_is_refused(
    capsys: pytest.CaptureFixture[str], option: str, why: str
) -> None:
    assert main(["odds", "destroyer, fighter vs 2 subs", "--rules", "SW", option]) != 0
    assert why in capsys.readouterr().err


def test_ruling_2_tokens_that_nobody_has_turned_up_are_left_as_decoys(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tokens = ("destroyer vs tokens", "--rules", "SW", "--defender-hidden", "2 of 0, 1")
    assert main(["odds", *tokens]) == 0
    printed = capsys.readouterr().out
    assert "some are left: destroyer / decoys" in printed
    assert "defender wins: nothing / submarine" in printed
    assert "nothing / nothing" not in printed.replace("nobody is left: nothing / nothing", "")


def test_ds_8_submarines_are_written_with_their_depth(capsys: pytest.CaptureFixture[str]) -> None:
    """A bomber finds a periscope submarine with 1/2; it hits on 4 and cannot be hit (DS-10)."""
    found = told(capsys, "bomber vs periscope sub", "--rules", "DS", "--rounds", "1")
    assert found["won"] == pytest.approx(1 / 2 * 4 / 6)
    assert found["unfound"] == pytest.approx(1 / 2)
    dives = told(
        capsys, "bomber vs periscope sub", "--rules", "DS", "--rounds", "1", "--submerge", "both"
    )
    assert dives["won"] == dives["unfound"] == pytest.approx(1 / 2)
    with pytest.raises(ClientError, match="only submarines"):
        drawn("periscope cruiser vs cruiser", rules="DS")
    with pytest.raises(ClientError, match="periscope submarine"):
        drawn("cruiser vs periscope sub")


def test_we_1_and_wa_2_an_elite_unit_and_batteries(capsys: pytest.CaptureFixture[str]) -> None:
    """A tank against infantry, worked out by hand, with a reroll; then a battery on 3."""
    elite = told(capsys, "elite tank vs infantry", "--rules", "WE")
    assert elite["won"] == pytest.approx(7 / 12)
    gun = told(capsys, "tank vs infantry", "--rules", "WA", "--batteries", "1", "--rounds", "1")
    assert gun["won"] == pytest.approx(3 / 4 * 2 / 3)
    with pytest.raises(ClientError, match="one at most"):
        drawn("2 elite tanks vs infantry", rules="WE")
    with pytest.raises(ClientError, match="--rules WA"):
        drawn("tank vs infantry", batteries=1)


def test_wm_3_ships_have_passed_a_mine(capsys: pytest.CaptureFixture[str]) -> None:
    """Each ship is hit on 1: with both of two gone the cruiser has won, before any dice."""
    mined = told(capsys, "2 dd vs cruiser", "--rules", "WM", "--mined")
    one, two = (told(capsys, f"{n} dd vs cruiser")["won"] for n in (1, 2))
    assert mined["won"] == pytest.approx(25 / 36 * two + 10 / 36 * one)


def test_wm_3_a_transport_that_a_mine_sinks_lands_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Two ships, each with a tank and an infantry; both are lost with 1/36."""
    asked = ("--rules", "WM", "--amphibious")
    mined = told(capsys, "2 tanks, 2 inf vs 2 inf", *asked, "--mined")
    two = told(capsys, "2 tanks, 2 inf vs 2 inf", *asked)
    one = told(capsys, "tank, inf vs 2 inf", *asked)
    assert mined["taken"] == pytest.approx(25 / 36 * two["taken"] + 10 / 36 * one["taken"])
    assert main(["odds", "tank vs inf", "--rules", "WM", "--mined"]) != 0


def test_wm_3_and_bg_8_5_what_a_mine_leaves_of_the_ships_bombards(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Two transports and two cruisers: those left bombard, one for each unit that lands."""
    ashore = ("--rules", "WM", "--amphibious")
    units, lands = ("2 tanks, 2 inf", "tank, inf"), (25 / 36, 10 / 36)
    mined = told(capsys, f"{units[0]} vs 3 inf", *ashore, "--bombard", "2 cruiser", "--mined")
    taken = sum(
        chance * likely * told(capsys, f"{landing} vs 3 inf", *ashore, *ships)["taken"]
        for landing, chance in zip(units, lands, strict=True)
        for ships, likely in (
            (("--bombard", "2 cruiser"), 25 / 36),
            (("--bombard", "cruiser"), 10 / 36),
            ((), 1 / 36),
        )
    )
    assert mined["taken"] == pytest.approx(taken)


def test_wm_3_and_bg_8_5_who_lands_nothing_bombards_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A tank on a transport, a tank overland: with one sunk the cruiser has nobody to help."""
    asked = ("--rules", "WM", "--landing", "tank", "--bombard", "2 cruiser")
    mined = told(capsys, "2 tank vs 2 inf", *asked, "--mined")
    shelling = [
        told(capsys, "2 tank vs 2 inf", "--landing", "tank", "--bombard", ships)["taken"]
        for ships in ("2 cruiser", "cruiser")
    ]
    alone = told(capsys, "2 tank vs 2 inf", "--landing", "tank")["taken"]
    overland = told(capsys, "tank vs 2 inf")["taken"]
    lands = 25 / 36 * shelling[0] + 10 / 36 * shelling[1] + 1 / 36 * alone
    assert mined["taken"] == pytest.approx(5 / 6 * lands + 1 / 6 * overland)


def test_ruling_34_a_mine_damages_a_two_hit_battleship(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """WB: whole with 5/6, else damaged; a damaged one is sunk."""
    rules = ("--rules", "WM,WB")
    mined = told(capsys, "battleship vs cruiser", *rules, "--mined")
    whole, hurt = (told(capsys, f"{b} vs cruiser", *rules) for b in ("bb", "damaged bb"))
    assert mined["won"] == pytest.approx(5 / 6 * whole["won"] + 1 / 6 * hurt["won"])
    sunk = told(capsys, "damaged battleship vs cruiser", *rules, "--mined")
    assert sunk["won"] == pytest.approx(5 / 6 * hurt["won"])


def test_ruling_6_a_mine_takes_one_submarine_of_a_token(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A die for a token, however many submarines it hides; an empty one loses nothing."""
    hidden = ("transport vs cruiser", "--rules", "WM", "--attacker-hidden")
    for mined, mean in (((), 1), (("--mined",), 1 / 2 * (2 - 1 / 6))):
        assert main(["odds", *hidden, "1 of 0, 2", *mined, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)["hidden"]["attacker"]["submarine"]
        assert found == pytest.approx({"least": 0, "mean": mean, "most": 2})


def test_house_rules_that_change_no_battle_are_refused() -> None:
    with pytest.raises(ClientError, match="WK"):
        drawn("tank vs infantry", rules="WK")


def test_bg_8_1a_a_complex_of_the_defender_changes_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seen = []
    for defenders in ("2 infantry", "2 infantry, factory"):
        assert main(["odds", f"2 infantry, tank vs {defenders}"]) == 0
        seen.append(capsys.readouterr().out.splitlines()[1:5])
    assert seen[0] == seen[1]


def test_odds_say_where_the_weakest_go_first(capsys: pytest.CaptureFixture[str]) -> None:
    """Few losses among submarines are weighed; many are not, and need not be the best."""
    for ships, weakest in ((1, False), (9, True)):
        fleet = f"{ships} sub, {ships} destroyer, {ships} fighter"
        assert main(["odds", f"{fleet} vs {fleet}"]) == 0
        assert ("weakest units go first" in capsys.readouterr().out) is weakest


def test_ss_3_9_a_zone_can_hold_nothing_but_tokens(capsys: pytest.CaptureFixture[str]) -> None:
    """A decoy ends the battle without dice; a submarine is hit on 2, and hits on 1."""
    odds = told(capsys, "destroyer vs tokens", "--defender-hidden", "1 of 0, 1")
    alone = told(capsys, "destroyer vs submarine")
    assert odds["won"] == pytest.approx(0.5 + 0.5 * alone["won"])


def test_damaged_ships_are_called_damaged(capsys: pytest.CaptureFixture[str]) -> None:
    fleet = "2 damaged battleships, battleship, carrier vs damaged battleship"
    assert main(["odds", fleet]) == 0
    assert capsys.readouterr().out.startswith(
        "carrier, battleship, 2 damaged battleships against damaged battleship\n"
    )


def test_a_scenario_brings_its_own_units(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """BG-6: grenadiers hit on 6; by the table of its edition nobody knows them."""
    file = tmp_path / "own.toml"
    file.write_text(WORLD.replace(*with_table()))
    odds = told(capsys, "2 grenadiers vs infantry", "--scenario", str(file))
    assert odds["won"] == pytest.approx(1.0)
    assert main(["odds", "2 grenadiers vs infantry", "--scenario", str(file)]) == 0
    assert "of 18 IPC" in capsys.readouterr().out
    assert main(["odds", "2 grenadiers vs infantry"]) == 1
    assert 'no kind of unit "grenadier"' in capsys.readouterr().err
    own = told(capsys, "tank, infantry vs infantry", "--scenario", "wake-island")
    assert own == told(capsys, "tank, infantry vs infantry")


def test_what_stands_there_without_fighting_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "2 infantry vs factory"]) == 0
    assert capsys.readouterr().out.startswith("2 infantry against complex\n")


def test_one_trial_is_counted_as_people_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "tank vs tank", "--simulate", "--trials", "1"]) == 0
    assert "Simulated once:" in capsys.readouterr().out


def test_ends_that_read_alike_are_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    """SW-3: which of the tokens was hunted is nothing that the printed end tells."""
    assert (
        main(["odds", "destroyer vs sub", "--rules", "SW", "--defender-hidden", "2 of 1, 3"]) == 0
    )
    ends = [line[10:] for line in capsys.readouterr().out.splitlines() if " / " in line]
    assert len(ends) == len(set(ends)) > 1
