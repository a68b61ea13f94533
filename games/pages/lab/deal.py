"""Deals by hand: the cards of each seat, typed or tapped.  The cards that are not named are dealt
at random."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.accounts.callers import caller_of, opener_for
from games.lab.runs import by_hand, limits, run
from games.lab.runs.spec import BadRun, RunSpec, read_spec
from games.limits.declared import PLACES
from games.pages.lab.runs import words_of
from games.pages.play.draft import of_game
from games.pages.play.table import levels_of
from games.rule_sets.models import RuleSet, offered_to
from games.rules.cards import PACK, name
from games.rules.catalogue import BOTS, find
from games.rules.hands import sentences, sign
from games.rules.options import BadOptions
from games.table.models import Table
from games.table.refusals import Refused
from games.table.writer.by_hand import open_by_hand
from games.templatetags.cards import spoken
from games.untrusted import whole_number

View = dict[str, Any]
GAME = by_hand.dealable()[0]
# Suit by suit, high cards first, as people sort them.
CARDS = sorted(PACK, key=lambda card: (3 - card % 4, 12 - card // 4))


class Seat(NamedTuple):
    """The hand of a seat as the form shows it."""

    number: int
    text: str
    is_ordered: bool


def seats_of(data: QueryDict, players: int) -> list[Seat]:
    """The hands in a form: the typed cards, then the tapped ones."""
    return [
        Seat(
            number,
            " ".join([data.get(f"hand{number}", ""), *data.getlist(f"tap{number}")]).strip(),
            f"fixed{number}" in data,
        )
        for number in range(1, players + 1)
    ]


def asked_of(data: QueryDict) -> RunSpec:
    """The run that the data of a form or an address describe.  Raises BadRun."""
    options = data.get("options", "")
    plain = read_spec(game=GAME, games=1, options=options)
    seats = seats_of(data, plain.o.players)
    return by_hand.read_deal(
        game=GAME,
        hands=[seat.text for seat in seats],
        ordered=[seat.is_ordered for seat in seats],
        options=options,
        games=data.get("games", by_hand.GAMES),
        seed=data.get("seed", "1"),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The form, with the deal in words; POST starts the run, or opens a table."""
    data = request.POST if request.method == "POST" else request.GET
    saved = of_game(offered_to(request.user), find(GAME))
    context, status = form_of(data, limits.rank_of(request.user), saved), 200
    try:
        if any(seat.text for seat in context["seats"]):
            spec = asked_of(data)
            if request.method == "POST":
                if "table" in data:
                    return redirect(play(request, spec))
                return redirect(run.start_for(caller_of(request), spec))
            context |= {"hands": sentences(spec.hands, translation), "words": words_of(spec)}
        elif request.method == "POST":
            raise BadRun("BAD_HAND", _("Type or tap the cards of at least one hand."))
    except (BadRun, Refused) as bad:
        context["problem"], status = bad.sentence, 400
    return render(request, "lab/deal.html", context, status=status)


def play(request: HttpRequest, spec: RunSpec) -> Table:
    """Open a table with this deal, where bots have the other seats.  Raises Refused, TooMany."""
    caller_of(request).verify(PLACES)
    return open_by_hand(
        by=opener_for(request),
        game=spec.game,
        options=spec.options,
        hands=spec.hands,
        number=whole_number(request.POST.get("seat", ""), 1, spec.o.players),
        level=request.POST.get("level", ""),
    )


def players_in(options: str) -> int:
    """The number of seats of these rules; two if they are invalid."""
    try:
        return int(find(GAME).options(options).players)
    except BadOptions:
        return 2


def form_of(data: QueryDict, rank: str, saved: Sequence[RuleSet]) -> View:
    """The context of the form with its fields as filled in, and a hand for each player of the
    rules.  `saved`: house rules that are offered beside the presets."""
    rules, options = find(GAME), data.get("options", "")
    presets = [(preset.options, _(preset.name)) for preset in rules.presets if not preset.length]
    if options not in {*dict(presets), *(rule_set.options for rule_set in saved)}:
        presets.append((options, options))
    return {
        "section": "lab",
        "game": rules,
        "presets": presets,
        "saved": saved,
        "options": options,
        "seats": seats_of(data, players_in(options)),
        "cards": [(name(card), spoken(name(card)), sign(card)) for card in CARDS],
        "games": data.get("games", str(by_hand.GAMES)),
        "seed": data.get("seed", "1"),
        "most": limits.most_games(GAME, rank),
        "levels": levels_of(GAME),
        "usual_level": BOTS[GAME].usual[0],
    }
