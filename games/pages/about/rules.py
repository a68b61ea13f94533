"""The rules in words and pictures."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.presentation.base import PRESENTATIONS
from games.rules.options import Option


def values(option: Option) -> str:
    """The values of an option in words, the default first, such as "none, 2 to A"."""
    unit = f" {_(option.unit)}" if option.unit else ""
    span = _("%(low)s to %(high)s") % {"low": option.low, "high": f"{option.high}{unit}"}
    if option.number:
        return f"{option.default}; {span}"
    named = [choice.value for choice in option.choices]
    named.sort(key=lambda value: value != option.default)
    if len(named) > 8:
        named = [named[0], _("%(low)s to %(high)s") % {"low": named[1], "high": named[-1]}]
    text = ", ".join(named)
    if option.prefix:
        plain = [value for value in named if not value.startswith(option.prefix)]
        text = f"{', '.join(plain)}, {option.prefix}{span}"
    return _("%(values)s, or two of them") % {"values": text} if option.pair else text


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The page of all games, each explained in one minute."""
    context = {"section": "rules", "presentations": PRESENTATIONS.values()}
    return render(request, "rules/index.html", context)


@require_safe
def rules_of(request: HttpRequest, key: str) -> HttpResponse:
    """The page with all rules of one game."""
    if key not in PRESENTATIONS:
        raise Http404(_("There is no game with this name."))
    presentation = PRESENTATIONS[key]
    game = presentation.game
    context = {
        "section": "rules",
        "options": lambda: [(option, values(option)) for option in game.schema.options],
        "presets": game.presets,
        "game_key": key,
        "credit": game.credit,
    }
    return render(request, presentation.rules_page, context | presentation.rules_context())
