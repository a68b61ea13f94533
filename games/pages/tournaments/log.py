"""Pages of the entrants and of the log of a tournament."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.pages.tournaments.shortcuts import find, frame, names, page_of
from games.table.clock import now_ms
from games.tournaments.acts import RULES
from games.tournaments.log import Act
from games.tournaments.models import Tournament
from games.tournaments.reading.export import export


@require_safe
def entrants(request: HttpRequest, code: str) -> HttpResponse:
    context = frame(request, code, "entrants")
    rows = context["tournament"].entrants.order_by("number").select_related("player")
    seeds = {
        entrant: number
        for stage, _settings in context["stages"][:1]
        for entrant, number in stage.field.values_list("entrant", "number")
    }
    context |= {"page": page_of(request, rows), "seeds": seeds}
    return render(request, "tournaments/entrants.html", context)


@require_safe
def as_json(request: HttpRequest, code: str) -> HttpResponse:
    """The whole tournament, for programs that check it (12.5)."""
    text = json.dumps(export(find(request, code), now_ms()), ensure_ascii=False)
    return HttpResponse(text, content_type="application/json; charset=utf-8")


@require_safe
def log(request: HttpRequest, code: str) -> HttpResponse:
    context = frame(request, code, "log")
    acts = context["tournament"].acts.order_by("-number").select_related("player")
    page = page_of(request, acts)
    named = {number for act in page for number in entrants_in(act)}
    known = names(context["tournament"], named)
    called = {number: one.player.name for number, one in known.items()}
    context |= {"page": page, "lines": [line(act, called) for act in page]}
    return render(request, "tournaments/log.html", context)


def entrants_in(act: Act) -> list[int]:
    """The entrants that an act names."""
    args = act.args
    single = [args["entrant"]] if "entrant" in args else []
    return [*single, *args.get("pair", ()), *args.get("absent", ())]


def line(act: Act, called: dict[int, str]) -> dict[str, Any]:
    """An act as the log shows it; `called`: the names of entrants by number."""
    names = {number: called.get(number, f"#{number}") for number in entrants_in(act)}
    absent = [names[number] for number in act.args.get("absent", ())]
    return {
        "act": act,
        "words": gettext(RULES[act.act].label),
        "details": [*details(act.args), *([absent_words(absent)] if absent else [])],
        "who": [name for name in names.values() if name not in absent],
        "changes": act.args.get("changes", {}),
        "text": act.args.get("text", ""),
    }


def details(args: Mapping[str, Any]) -> Iterator[str]:
    """The round, the table and the result of an act, in words."""
    if "round" in args:
        yield gettext("round %(number)s") % {"number": args["round"]}
    if "pairing" in args:
        yield gettext("table %(table)s") % {"table": args["pairing"]}
    if args.get("again"):
        yield gettext("on another device")
    if args.get("rounds"):
        yield gettext("rounds %(rounds)s") % {"rounds": ", ".join(map(str, args["rounds"]))}
    places, before = by_seat(args), by_seat(args.get("before") or {})
    if before:
        both = {"places": places, "before": before}
        yield gettext("places %(places)s instead of %(before)s") % both
    elif places:
        yield gettext("places %(places)s") % {"places": places}


def absent_words(names: list[str]) -> str:
    return gettext("without %(names)s") % {"names": ", ".join(names)}


def by_seat(result: Mapping[str, Any]) -> str:
    """The places of a result by seat, in words: 2, 1, –."""
    return ", ".join(str(place or "–") for place in result.get("places") or ())


def lines_since(tournament: Tournament, revision: int | None) -> list[dict[str, Any]]:
    """The acts after this revision, with the numbers of entrants instead of names."""
    if revision is None:
        return []
    return [line(act, {}) | {"who": entrants_in(act)} for act in tournament.acts.since(revision)]
