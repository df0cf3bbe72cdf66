"""A scenario's form as a file: the one canonical way to write it.

The counterpart of `engine.loading`: what is written here reads back as the same form. Fields that
have their default are left out, tables stand in the order of the format's description.
"""

__all__ = ["text"]

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.scenario_form import ScenarioForm

_WIDTH = 100
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\"}

Value = bool | int | str | Sequence["Value"] | Mapping[str, "Value"]


def text(form: ScenarioForm) -> str:
    """The file, TOML, ending in a line feed."""
    return "\n".join(_lines(form.model_dump(mode="json", exclude_defaults=True))) + "\n"


def _lines(form: Mapping[str, Value]) -> Iterator[str]:
    for key, value in form.items():
        match value:
            case Mapping():
                continue
            case [Mapping(), *_]:
                continue
            case _:
                yield from _entry(key, value)
    for key, value in form.items():
        match value:
            case Mapping() if all(isinstance(row, Mapping) for row in value.values()):
                for name, row in value.items():
                    yield from _table(f"[{key}.{_key(name)}]", row)
            case Mapping():
                yield from _table(f"[{key}]", value)
            case [Mapping(), *_]:
                for row in value:
                    yield from _table(f"[[{key}]]", row)
            case _:
                pass


def _table(header: str, row: Value) -> Iterator[str]:
    yield ""
    yield header
    if isinstance(row, Mapping):
        for key, value in row.items():
            yield from _entry(key, value)


def _entry(key: str, value: Value) -> Iterator[str]:
    """``key = value``; a list too long for its line gets a line for as many items as fit."""
    line = f"{_key(key)} = {_value(value)}"
    if len(line) <= _WIDTH or isinstance(value, str) or not isinstance(value, Sequence):
        yield line
        return
    yield f"{_key(key)} = ["
    row = "   "
    for item in value:
        word = f" {_value(item)},"
        if len(row) + len(word) > _WIDTH:
            yield row
            row = "   "
        row += word
    yield row
    yield "]"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)


def _value(value: Value) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return '"' + "".join(map(_character, value)) + '"'
        case Mapping():
            inside = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items())
            return f"{{{inside}}}"
        case _:
            return "[" + ", ".join(map(_value, value)) + "]"


def _character(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    return character if character.isprintable() else f"\\U{ord(character):08X}"
