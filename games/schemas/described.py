"""JSON Schemas of everything that programs are told at a table, and may send there."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from pydantic import ConfigDict, TypeAdapter
from typing_extensions import get_original_bases, get_type_hints, is_typeddict

from games.rules.catalogue import BOTS
from games.rules.events import KINDS, Event
from games.rules.game import Game
from games.schemas.messages import TYPE, Message

Schema = dict[str, Any]
Acts = Mapping[str, Schema]  # the arguments of each act
DIALECT = "https://json-schema.org/draft/2020-12/schema"
ID = {"type": "string", "format": "uuid", "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"}


def document(game: Game, acts: Acts) -> Schema:
    """The JSON Schema of a game's messages: of `Message`, which the server sends, and `Command`,
    which a program sends.  `acts` are those of every table."""
    return {
        "$schema": DIALECT,
        "title": game.name,
        "$ref": "#/$defs/Message",
        "$defs": definitions([game], acts, "#/$defs/"),
    }


def definitions(
    games: Iterable[Game], acts: Acts, place: str, *, exact: bool = False
) -> dict[str, Schema]:
    """All types by their names; they refer to each other below `place`.  `exact`: what is told has
    no other fields, which a later version may add."""
    games = list(games)
    defs = of_types([Message, *(game.view_type for game in games)], place, exact)
    defs["View"] = one_of([game.view_type.__name__ for game in games], place)
    for game in games:
        defs |= texts(defs, game.view_type.__name__, place)
    defs["ViewWords"] = one_of([f"{game.view_type.__name__}Words" for game in games], place)
    happened = events(games, exact)
    defs |= happened
    defs["Event"] = one_of(happened, place)
    defs["Message"] = one_of([kind.__name__ for kind in get_args(Message)], place)
    defs |= commands(games, acts, place)
    return defs


def one_of(names: Iterable[str], place: str) -> Schema:
    return {"anyOf": [{"$ref": place + name} for name in names]}


def of_types(types: Iterable[Any], place: str, exact: bool) -> dict[str, Schema]:
    """The schemas of these types and of all types in them, by name."""
    known = {kind.__name__: kind for each in types for kind in typed_dicts(each)}
    config = ConfigDict(use_attribute_docstrings=True, extra="forbid" if exact else "ignore")
    adapters = [
        (name, "validation", TypeAdapter(list[kind], config=config))  # type: ignore[valid-type]
        for name, kind in known.items()
    ]
    _each, made = TypeAdapter.json_schemas(adapters, ref_template=f"{place}{{model}}")  # type: ignore[arg-type]
    defs = {name: referring(untitled(schema), place) for name, schema in made["$defs"].items()}
    for name, kind in known.items():
        for base in get_original_bases(kind):
            if is_typeddict(base):  # the comment on a field stands where the field is declared
                for key, field in defs[base.__name__]["properties"].items():
                    defs[name]["properties"][key] = field
    return defs


def typed_dicts(kind: Any) -> Iterator[type]:
    """The TypedDicts in a type, each after its bases."""
    if not is_typeddict(kind):
        for part in get_args(kind):
            yield from typed_dicts(part)
        return
    for base in get_original_bases(kind):
        yield from typed_dicts(base)
    yield kind
    for hint in get_type_hints(kind, include_extras=True).values():
        yield from typed_dicts(hint)


def referring(node: Any, place: str) -> Any:
    """The schema with references in the place of what depends on the game."""
    if isinstance(node, list):
        return [referring(part, place) for part in node]
    if not isinstance(node, dict):
        return node
    if isinstance(name := node.get(TYPE), str):
        said = {"description": node["description"]} if "description" in node else {}
        return {"$ref": place + name, **said}
    return {key: referring(part, place) for key, part in node.items()}


def untitled(schema: Schema) -> Schema:
    """The schema of an object without the titles that Pydantic makes of the names."""
    fields = {
        key: {word: value for word, value in field.items() if word != "title"}
        for key, field in schema["properties"].items()
    }
    return {key: value for key, value in schema.items() if key != "title"} | {"properties": fields}


def texts(defs: Mapping[str, Schema], name: str, place: str) -> dict[str, Schema]:
    """The schemas of the tree of texts that belongs to a type: `WarViewWords` for `WarView`.  Empty
    for a type without texts."""
    made: dict[str, Schema] = {}
    fields: dict[str, Schema] = {}
    for key, field in defs[name]["properties"].items():
        if "x-text" in field:
            fields[key] = field
            continue
        for choice in (field, *field.get("anyOf", [])):
            inner = choice.get("$ref", "").removeprefix(place)
            if inner in defs and (parts := texts(defs, inner, place)):
                made |= parts
                fields[key] = {"$ref": f"{place}{inner}Words"}
    if fields:
        made[f"{name}Words"] = {
            "type": "object",
            "description": f"The texts of {name}.",
            "properties": fields,
            "additionalProperties": False,
        }
    return made


def prefix(game: Game) -> str:
    """The beginning of the names of a game's types: `War` of `WarView`."""
    return game.view_type.__name__.removesuffix("View")


def events(games: Iterable[Game], exact: bool) -> dict[str, Schema]:
    """The schemas of the events of these games: `WarSlapOpenEvent`."""
    return {
        f"{prefix(game)}{kind.__name__}Event": event(kind, exact)
        for game in games
        for kind in KINDS[game.key].values()
    }


def event(kind: type[Event], exact: bool) -> Schema:
    """The schema of an event in a state."""
    fields = {
        "n": {"type": "integer", "description": "number of the move"},
        "t": {"type": "integer", "description": "ms of the game"},
        "ev": {"const": kind.ev, "type": "string"},
        **kind.fields(),
    }
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split()),
        "properties": fields,
        "required": list(fields),
        **({"additionalProperties": False} if exact else {}),
    }


def commands(games: Iterable[Game], acts: Acts, place: str) -> dict[str, Schema]:
    """The schemas of commands: those of every table, and those of these games."""
    made: dict[str, Schema] = {}
    sets = [("Table", acts), *((prefix(game), BOTS[game.key].acts.schemas()) for game in games)]
    for title, offered in sets:
        for name, taken in offered.items():
            words = "".join(part.title() for part in name.split("_"))
            fields = {"id": ID, "act": {"const": name, "type": "string"}, **taken["properties"]}
            made[f"{title}{words}Command"] = {
                "type": "object",
                "properties": fields,
                "required": ["id", "act", *taken["required"]],
                "additionalProperties": False,
            }
    return made | {"Command": one_of(made, place)}
