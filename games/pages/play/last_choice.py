"""A visitor's choices when they last started a game, with which *Play* on the home page starts the
next one.

The choices are kept in the session, so that guests have them too; visitors who have not played have
none."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.presentation.base import PRESENTATIONS, Presentation
from games.rule_sets.models import RuleSet, find_offered

KEPT = "last_choice"


def offered(presentation: Presentation, saved: Sequence[RuleSet] = ()) -> dict[str, dict[str, str]]:
    """The options of a game apart from the number of players, as values and names, the usual value
    first."""
    presets = {preset.key: _(preset.name) for preset in presentation.house_rules}
    return {
        "preset": presets | {rule_set.key: rule_set.called for rule_set in saved},
        "length": {preset.key: _(preset.name) for preset in presentation.lengths},
        "level": {key: _(level.name) for key, level in presentation.bots.levels.items()},
        "tempo": {key: _(tempo.name) for key, tempo in presentation.tempos.items()},
    }


def saved_in(request: HttpRequest, key: str, form: Mapping[str, str]) -> list[RuleSet]:
    """The visitor's own house rules for this game, if the form chooses them."""
    rule_set = find_offered(request.user, form.get("preset", ""))
    return [rule_set] if rule_set and rule_set.game == key else []


def read(
    presentation: Presentation, form: Mapping[str, str], saved: Sequence[RuleSet]
) -> dict[str, str]:
    """The choices in a form or a session, as far as they are still offered."""
    fields = offered(presentation, saved) | {
        "players": {choice.value: "" for choice in presentation.seats.choices}
    }
    return {name: form[name] for name, values in fields.items() if form.get(name) in values}


def remember(request: HttpRequest, key: str, form: Mapping[str, str]) -> None:
    """Store the choices of a game that has been opened."""
    kept = request.session.get(KEPT, {})
    chosen = read(PRESENTATIONS[key], form, saved_in(request, key, form))
    if kept.get(key, {}) != chosen:
        request.session[KEPT] = kept | {key: chosen}


def recall(request: HttpRequest, presentation: Presentation) -> dict[str, str]:
    """The choices of this visitor's last game; empty for the usual ones."""
    key = presentation.key
    kept = request.session.get(KEPT, {}).get(key, {})
    return read(presentation, kept, saved_in(request, key, kept))


def words(
    presentation: Presentation, chosen: Mapping[str, str], saved: Sequence[RuleSet] = ()
) -> str:
    """The unusual choices in words, with the number of players; "" if all choices are usual."""
    usual = presentation.seats.default
    count = chosen.get("players", usual)
    parts = [
        names[chosen[name]]
        for name, names in offered(presentation, saved).items()
        if name in chosen and (name == "level" or chosen[name] != next(iter(names)))
    ]
    if not parts and count == usual:
        return ""
    players = ngettext("{count} player", "{count} players", int(count)).format(count=count)
    return ", ".join([*parts, players])
