"""JSON Schemas as types of TypeScript, for programs and for the scripts of the pages."""

import json
from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]
PLAIN = {
    "integer": "number",
    "number": "number",
    "string": "string",
    "boolean": "boolean",
    "null": "null",
}


CARD = """/** `Kd`; capitals for suits of the second pack, `X1` a joker, `??` a face-down card. */
export type Card = string;"""


def declarations(defs: Mapping[str, Schema], *, filled_in: bool) -> str:
    """The types of these definitions.  `filled_in`: texts have been put into the views."""
    types = [declaration(name, schema, filled_in) for name, schema in defs.items()]
    return "\n\n".join([CARD, *types])


def declaration(name: str, schema: Schema, filled_in: bool) -> str:
    if "properties" not in schema:
        return f"{said(schema)}export type {name} = {written(schema)};"
    rows = [
        f"{said(field, '  ')}  {key}{mark(key, schema, filled_in)}: {written(field)};"
        for key, field in schema["properties"].items()
        if filled_in or "x-text" not in field or name.endswith("Words")
    ]
    return "\n".join([f"{said(schema)}export interface {name} {{", *rows, "}"])


def mark(key: str, schema: Schema, filled_in: bool) -> str:
    """The question mark of a field that may be missing."""
    has_text = filled_in and schema["properties"][key].get("x-text") == "always"
    return "" if has_text or key in schema.get("required", []) else "?"


def said(schema: Schema, indent: str = "") -> str:
    """The description as a comment."""
    words = " ".join(schema.get("description", "").split())
    return f"{indent}/** {words} */\n" if words else ""


def written(schema: Schema) -> str:
    """The type of a value."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(written, schema["anyOf"])))
    kind = schema.get("type", "object")
    if isinstance(kind, list):
        return " | ".join(written(schema | {"type": one}) for one in kind)
    if kind == "array":
        item = written(schema.get("items", {"type": "object"}))
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        value = schema.get("additionalProperties")
        inner = written(value) if isinstance(value, dict) else "unknown"
        return f"Record<string, {inner}>"
    return "Card" if schema.get("format") == "card" and kind == "string" else PLAIN[kind]
