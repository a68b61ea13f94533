"""What a visitor chose when they last started a game: *Play* on the home page starts it again.

It is kept in the session, so a guest has it too, and nobody who has not played has one."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.presentation.base import PRESENTATIONS, Presentation

KEPT = "last_choice"


def offered(presentation: Presentation) -> dict[str, dict[str, str]]:
    """The options of a game beside the number of players: values and names, the usual first."""
    return {
        "preset": {preset.key: preset.name for preset in presentation.house_rules},
        "length": {preset.key: preset.name for preset in presentation.lengths},
        "level": {key: level.name for key, level in presentation.bots.levels.items()},
        "tempo": {key: tempo.name for key, tempo in presentation.tempos.items()},
    }


def read(presentation: Presentation, form: Mapping[str, str]) -> dict[str, str]:
    """The choices in a form or a session that are still offered."""
    fields = offered(presentation) | {
        "players": {choice.value: "" for choice in presentation.seats.choices}
    }
    return {name: form[name] for name, values in fields.items() if form.get(name) in values}


def remember(request: HttpRequest, key: str, form: Mapping[str, str]) -> None:
    """Keep the choices of a game that has been opened."""
    kept, chosen = request.session.get(KEPT, {}), read(PRESENTATIONS[key], form)
    if kept.get(key, {}) != chosen:
        request.session[KEPT] = kept | {key: chosen}


def recall(request: HttpRequest, presentation: Presentation) -> dict[str, str]:
    """The choices of this visitor's last game; none: the usual ones."""
    return read(presentation, request.session.get(KEPT, {}).get(presentation.key, {}))


def words(presentation: Presentation, chosen: Mapping[str, str]) -> str:
    """The choices that are not the usual ones, with the number of players; "" if all are usual."""
    usual = presentation.seats.default
    count = chosen.get("players", usual)
    parts = [
        _(names[chosen[name]])
        for name, names in offered(presentation).items()
        if name in chosen and (name == "level" or chosen[name] != next(iter(names)))
    ]
    if not parts and count == usual:
        return ""
    players = ngettext("{count} player", "{count} players", int(count)).format(count=count)
    return ", ".join([*parts, players])
