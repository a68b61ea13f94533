"""The rules in words and pictures."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.presentation.base import PRESENTATIONS
from games.rules.options import Option


def values(option: Option) -> str:
    """What may be chosen, the default first: "none, 2 to A"."""
    unit = f" {option.unit}" if option.unit else ""
    if option.number:
        return f"{option.default}; from {option.low} to {option.high}{unit}"
    named = [choice.value for choice in option.choices]
    named.sort(key=lambda value: value != option.default)
    if len(named) > 8:
        named = [named[0], f"{named[1]} to {named[-1]}"]
    text = ", ".join(named)
    if option.prefix:
        plain = [value for value in named if not value.startswith(option.prefix)]
        text = f"{', '.join(plain)}, or {option.prefix}{option.low} to {option.high}{unit}"
    return text + (", or two of them" if option.pair else "")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Every game in one minute."""
    context = {"section": "rules", "presentations": PRESENTATIONS.values()}
    return render(request, "rules/index.html", context)


@require_safe
def rules_of(request: HttpRequest, key: str) -> HttpResponse:
    """Everything about one game."""
    if key not in PRESENTATIONS:
        raise Http404("There is no game with this name.")
    presentation = PRESENTATIONS[key]
    game = presentation.game
    context = {
        "section": "rules",
        "options": [(option, values(option)) for option in game.schema.options],
        "presets": game.presets,
        "credit": game.credit,
    }
    return render(request, presentation.rules_page, context | presentation.rules_context())
