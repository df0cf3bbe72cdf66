"""TypeScript declarations of what crosses between Python and the page, made from its models.

`python -m tools.declarations` writes them to `client/web/schema.d.ts`; a test holds that they are
current.
"""

__all__ = ["FILE", "declarations"]

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, get_args

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode, JsonSchemaValue

from client.schema.answers import FormAnswer
from client.schema.forms import ActionForm, Form
from client.schema.log import Step
from client.schema.replies import RESULTS, LogJudged, Nothing, Reply
from client.schema.report import GameReport
from client.table.messages import Asked, Hello

FILE: Final = Path(__file__).parent.parent / "client" / "web" / "schema.d.ts"

_HEAD: Final = """\
// What crosses between Python and the page. Made by `make declarations` from the models of
// `client.schema`, where every field is explained: change those, not this.
"""

_SCALARS: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}

_UNIONS: Final[Sequence[tuple[str, TypeAdapter[object], JsonSchemaMode]]] = (
    ("ActionForm", TypeAdapter(ActionForm), "serialization"),
    ("Form", TypeAdapter(Form), "serialization"),
    ("FormAnswer", TypeAdapter(FormAnswer), "validation"),
    ("Step", TypeAdapter(Step), "serialization"),
    ("Reply", TypeAdapter(Reply), "serialization"),
    ("Request", TypeAdapter(Hello | Asked), "validation"),
)
"""What goes either way: to the page with every field, to Python without those left at defaults."""

_ALONE: Final = (GameReport, LogJudged)
"""What reaches pages by other ways than a conversation."""


def declarations() -> str:
    """The declarations of all messages, each model an interface, by name.

    Raises:
        ValueError: two models have the same name.
    """
    models: dict[str, JsonSchemaValue] = {}
    unions: list[str] = []
    for alone in _ALONE:
        schema = alone.model_json_schema(mode="serialization", ref_template="{model}")
        models |= {**schema.pop("$defs"), alone.__name__: schema}
    for name, adapter, mode in _UNIONS:
        schema = adapter.json_schema(mode=mode, ref_template="{model}")
        for model, one in schema.pop("$defs").items():
            if models.setdefault(model, one) != one:
                raise ValueError(f"two models are called {model}: rename one of them")
        unions.append(f"export type {name} =\n" + "\n".join(_members(schema)) + ";\n")
    interfaces = (_declared(name, models[name]) for name in sorted(models))
    return "\n".join([_HEAD, *interfaces, *unions, _results()])


def _results() -> str:
    """What comes of each request, by its type."""
    asked = [one.model_fields["type"].annotation for one in get_args(Asked)]
    types = sorted(str(get_args(annotation)[0]) for annotation in asked)
    lines = "".join(f"  {name}: {RESULTS.get(name, Nothing).__name__};\n" for name in types)
    return f"/** What comes of a request. */\nexport interface Results {{\n{lines}}}\n"


def _members(schema: JsonSchemaValue) -> Iterator[str]:
    for one in schema.get("oneOf") or schema["anyOf"]:
        yield f"  | {_type(one)}"


def _declared(name: str, schema: JsonSchemaValue) -> str:
    about = schema.get("description", "").partition("\n")[0]
    comment = f"/** {about} */\n" if about else ""
    if "enum" in schema:
        return f"{comment}export type {name} = {_type(schema)};\n"
    required = set(schema.get("required", ()))
    fields = "".join(
        f"  readonly {field}{'' if field in required or 'const' in one else '?'}: {_type(one)};\n"
        for field, one in schema.get("properties", {}).items()
    )
    if not fields:
        return f"{comment}export type {name} = Readonly<Record<string, never>>;\n"
    return f"{comment}export interface {name} {{\n{fields}}}\n"


def _type(schema: JsonSchemaValue) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if parts := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(_type(part) for part in parts)
    match schema["type"]:
        case "array" if "prefixItems" in schema:
            return f"readonly [{', '.join(_type(item) for item in schema['prefixItems'])}]"
        case "array":
            item = _type(schema["items"])
            return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
        case "object":
            return f"Readonly<Record<string, {_type(schema['additionalProperties'])}>>"
        case scalar:
            return _SCALARS[scalar]


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
