"""Battle odds against the engine: how fast battles are forecast, drawn, and played."""

__all__ = ["odds"]

from tests.bench.measure import Measure, clocked
from tests.engine.odds.trial import SEA, Battle, fight, foretold

_THIRTY = Battle(
    "Plains: USA 18 infantry, 6 artillery, 6 tank / Japan 24 infantry, 3 artillery, 3 fighter"
)
_FLEETS = Battle(
    "SZ 3: USA 3 submarine, 3 destroyer, cruiser, carrier, 2 fighter, battleship / "
    "Japan 3 submarine, 2 destroyer, carrier, 2 fighter, battleship, 2 transport",
    space=SEA,
)
_USUAL = Battle("Plains: USA 4 infantry, artillery, tank, fighter / Japan 5 infantry, artillery")


_WAR = Battle(
    "SZ 3: USA 12 submarine, 10 destroyer, 6 cruiser, 4 carrier, 14 fighter, 8 bomber, 6 battleship"
    " / Japan 12 submarine, 12 destroyer, 8 cruiser, 6 carrier, 12 fighter, 6 battleship,"
    " 4 transport",
    space=SEA,
)
_WEIGHED = Battle(
    "SZ 3: USA 2 submarine, 2 destroyer, cruiser, fighter / "
    "Japan 2 submarine, destroyer, cruiser, carrier, fighter",
    space=SEA,
)


def odds(played: int = 150, drawn: int = 3_000) -> list[Measure]:
    """Exact odds of large battles; drawn battles and played ones of a usual size."""
    foretold(_USUAL)  # so that nothing below pays for what is made once
    thirty, _ = clocked(lambda: foretold(_THIRTY))
    fleets, _ = clocked(lambda: foretold(_FLEETS))
    usual, _ = clocked(lambda: [foretold(_USUAL) for _ in range(20)])
    told, _ = clocked(lambda: foretold(_WAR, budget=2_000_000, trials=10 * drawn // 3))
    simulated, _ = clocked(lambda: foretold(_WAR, budget=0, trials=10 * drawn // 3))
    weighed, _ = clocked(lambda: foretold(_WEIGHED))
    slow, _ = clocked(lambda: fight(_USUAL, played))
    fast, _ = clocked(lambda: foretold(_USUAL, budget=0, trials=drawn))
    by_engine, by_odds = played / slow, drawn / fast
    return [
        Measure("exact odds, 30 against 30 land units", 1e3 * thirty, "ms", most=100),
        Measure("exact odds, 11 against 11 ships and aircraft", 1e3 * fleets, "ms", most=1_000),
        Measure("exact odds, 7 against 6 land units", 1e3 * usual / 20, "ms", most=10),
        Measure("losses weighed, 6 against 6 ships and aircraft", 1e3 * weighed, "ms", most=1_000),
        Measure("odds, 60 against 60 ships and aircraft", told, "s", most=2),
        Measure("odds / simulated odds, 60 against 60", told / simulated, "times", most=1.5),
        Measure("battles a second, drawn for the odds", by_odds, "/s"),
        Measure("battles a second, played by the engine", by_engine, "/s"),
        Measure(
            "drawn for the odds / played by the engine", by_odds / by_engine, "times", least=10
        ),
    ]
