"""`secret-subs rules`: the house rules, their options, and what goes together on a scenario."""

__all__ = ["configure"]

import argparse
from collections.abc import Iterator

from client.commands.common import DEFAULT_SCENARIO
from client.commands.parser import Parser
from client.commands.rules_who import who
from client.console import say
from client.rulebook.book import rulebook
from client.scenarios import find
from engine.errors import IncompatibleModules
from engine.options import Option, parse
from engine.rules import Rules
from engine.scenario import Scenario
from engine.setup import compose
from engine.variants import HOUSE_RULES, MODULES
from engine.variants.compatibility import pair_name, refusals, rulings

_DESCRIPTION = """
List the house rules with their options, which of them can be combined on a scenario, what then
applies, and why others cannot be combined.
"""


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.description = _DESCRIPTION
    command.add_argument(
        "--scenario",
        default=DEFAULT_SCENARIO,
        metavar="NAME",
        help=f"the scenario (default: {DEFAULT_SCENARIO})",
    )
    command.add_argument(
        "--rules",
        metavar="R",
        help="check only this selection, as in `SS,CD,cd_victory=unchanged`; "
        "Secret Subs is on unless you write `none`",
    )
    command.add_argument(
        "--who",
        metavar="N",
        help="say who answers the questions about a rule, as in `BG-8.14`, or one question by its "
        "name, in the game of --scenario and --rules",
    )
    command.add_argument("--text", metavar="N", help="print a rule of the rulebook, as in `SS-4.0`")
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    if args.text is not None:
        say(rulebook().printed(args.text))
        return 0
    scenario = find(args.scenario).scenario
    if args.rules is not None or args.who is not None:
        selection = parse(args.rules or "")
        rules = _composed(scenario, selection.modules, dict(selection.options))
        for line in _in_force(rules) if args.who is None else who(args.who, rules):
            say(line)
        return 0
    for line in (*_listed(scenario), *_combined(scenario)):
        say(line)
    return 0


def _composed(scenario: Scenario, modules: tuple[str, ...], options: dict[str, str]) -> Rules:
    return compose(scenario, modules, options, tuple((power,) for power in scenario.powers))


def _in_force(rules: Rules) -> Iterator[str]:
    """What a choice that can be played means."""
    names = ", ".join(HOUSE_RULES[code].title for code in rules.modules) or "none"
    yield f"House rules: {names}."
    for ruling in rulings(rules.modules, rules.scenario.edition):
        yield f"  ruling {ruling.number} ({pair_name(ruling.pair)}): {ruling.text}"
    for name, value in rules.options.items():
        yield f"  {name}={value}"


def _listed(scenario: Scenario) -> Iterator[str]:
    """Every house rule with its options, and whether it can be played here."""
    yield f"House rules on {scenario.name}, as --rules names them:"
    for module in MODULES:
        code = module.module
        yield f"{code}  {HOUSE_RULES[code].title}: {HOUSE_RULES[code].about}{_note(scenario, code)}"
        for option in module.declares:
            yield f"      {_option(option)}"


def _note(scenario: Scenario, code: str) -> str:
    reason = _why_not(scenario, code)
    if reason is None:
        return ""
    needed = _companions(scenario, code)
    return f" - only with {' or '.join(needed)}: {reason}" if needed else f" - not here: {reason}"


def _option(option: Option[object]) -> str:
    spelled = tuple(option.values)
    values = "|".join(spelled) if len(spelled) <= _SHORT else f"{spelled[0]}…{spelled[-1]}"
    return f"{option.name}={option.default} ({values}): {option.text}"


_SHORT = 4
"""Values of an option that are listed, if there are no more."""


def _why_not(scenario: Scenario, *codes: str) -> str | None:
    """Why house rules cannot be played together on a scenario, if they cannot."""
    try:
        _composed(scenario, codes, {})
    except IncompatibleModules as error:
        return str(error)
    return None


def _companions(scenario: Scenario, code: str) -> list[str]:
    """The house rules each of which makes one possible that cannot be played on its own."""
    others = (module.module for module in MODULES if module.module != code)
    return [other for other in others if _why_not(scenario, code, other) is None]


def _combined(scenario: Scenario) -> Iterator[str]:
    """The pairs that do not go together, and those with a ruling."""
    codes = [
        module.module
        for module in MODULES
        if _why_not(scenario, module.module) is None or _companions(scenario, module.module)
    ]
    refused = refusals(codes, scenario.edition)
    if refused:
        yield "Cannot be combined:"
        for no in refused:
            yield f"  {pair_name(no.pair)}: {no.reason}"
    ruled = rulings(codes, scenario.edition)
    if ruled:
        yield "Can be combined; a ruling applies:"
        for ruling in ruled:
            yield f"  {pair_name(ruling.pair)}: {ruling.text} (ruling {ruling.number})"
    yield "All other pairs can be combined, and so can more than two rules if every pair can."
