"""The check that a message fits its description."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from jsonschema_rs import validator_for

from games.live.commands import schemas
from games.rules.catalogue import GAMES
from games.schemas.described import definitions

PLACE = "#/$defs/"


def fits(message: Mapping[str, Any], kind: str = "Message") -> None:
    """Raises ValueError, which says what is wrong."""
    check(kind, tuple(GAMES))(message)


@lru_cache
def check(kind: str, games: tuple[str, ...]) -> Callable[[Any], None]:
    defs = definitions([GAMES[key] for key in games], schemas(), PLACE, exact=True)
    validate: Callable[[Any], None] = validator_for({"$ref": PLACE + kind, "$defs": defs}).validate
    return validate
