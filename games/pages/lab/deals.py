"""The page about the share of results that the deal explains, for each set of rules and number of
players."""

from itertools import groupby
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.lab.chances.deal_share import DealShare, shipped, version_of
from games.lab.runs.spec import read_spec
from games.pages.lab.runs import name_of
from games.rules.catalogue import GAMES
from games.rules.options import pairs


class Row(NamedTuple):
    game: str
    name: str
    players: int
    share: DealShare


def rows() -> list[Row]:
    """The rows that were measured with today's rules."""
    found = []
    for (game, version, options), share in shipped().items():
        if version == version_of(game):
            rules = GAMES[game]
            players = rules.options(options).players
            usual = rules.schema.find(rules.seats_key).default
            chosen = dict(pairs(options)) | {rules.seats_key: usual}
            spec = read_spec(game=game, games=1, options=chosen, seed=0)
            found.append(Row(game, name_of(spec), players, share))
    return found


@require_safe
def deals(request: HttpRequest) -> HttpResponse:
    measured = rows()
    context: dict[str, Any] = {
        "section": "lab",
        "first": measured[0] if measured else None,
        "games": [
            (_(GAMES[game].name), list(own))
            for game, own in groupby(measured, key=lambda row: row.game)
        ],
    }
    return render(request, "lab/deals.html", context)
