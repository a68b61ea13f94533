"""The page to find players: the reader's wish, other players' wishes, and open tables."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.callers import opener_for
from games.accounts.models import Player
from games.limits.counting import TooMany, Unavailable
from games.lobby import wishes
from games.lobby.models import Wish
from games.lobby.rows import lobby_for, wish_row
from games.lobby.wishes import BOTS_AFTER_S, MOST_KINDS, WishedGame
from games.pages.play.draft import of_game
from games.rule_sets.models import RuleSet, offered_to
from games.rules.catalogue import GAMES
from games.rules.game import Game
from games.rules.options import Preset, pairs
from games.table.refusals import Refused
from games.untrusted import whole_number

TAB = 36  # characters


class Offer(NamedTuple):
    """Rules that a player can name in a wish."""

    key: str  # game:preset
    rules: Preset | RuleSet
    chosen: bool


class GameOffers(NamedTuple):
    """A game with its presets, the reader's saved rules, and the possible numbers of players."""

    game: Game
    presets: list[Offer]
    saved: list[Offer]
    sizes: range
    low: int
    high: int


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    saved = offered_to(request.user)
    if request.method != "POST":
        return show(request, asked(request, saved), saved)
    try:
        act(request, saved)
    except (Refused, TooMany, Unavailable) as error:
        return show(request, request.POST, saved, error.sentence)
    return redirect("find")


def act(request: HttpRequest, saved: Sequence[RuleSet]) -> None:
    """Perform the act that a form of the page names.  Raises Refused, TooMany, Unavailable."""
    data, player = request.POST, request.user
    match data.get("do"):
        case "cancel" if isinstance(player, Player):
            wishes.cancel(player=player)
        case "here" if isinstance(player, Player):
            if not wishes.confirm(player=player):
                messages.info(request, _("You are no longer looking. Start again if you like."))
        case "look":
            wishes.make(
                player=opener_for(request),
                choices=choices(data, saved),
                rated="rated" in data,
                bots_after_s=number(data.get("bots")),
                outside_bots="outside_bots" in data,
                tab=data.get("tab", "")[:TAB],
            )


def choices(data: QueryDict, saved: Sequence[RuleSet]) -> list[WishedGame]:
    """The presets and saved rules that a form chooses, each with the numbers of players chosen for
    its game."""
    own = {f"{rule_set.game}:{rule_set.key}": rule_set.options for rule_set in saved}
    groups = []
    for key in data.getlist("kind")[: MOST_KINDS + 1]:
        game, _colon, preset = key.partition(":")
        low, high = number(data.get(f"low_{game}")), number(data.get(f"high_{game}"))
        seats = None if low is None or high is None else (low, high)
        groups.append(WishedGame(game, preset, own.get(key, ""), seats))
    return groups


def number(text: str | None) -> int | None:
    return whole_number(text or "", 0, 999)


# The page ----------------------------------------------------------------------------------------


def show(
    request: HttpRequest, data: QueryDict, saved: Sequence[RuleSet], problem: str = ""
) -> HttpResponse:
    player = request.user if isinstance(request.user, Player) else None
    own = Wish.objects.filter(player=player).first() if player else None
    context = {
        "section": "play",
        "problem": problem,
        "wish": wish_row(own) if own and not own.end else None,
        "games": [offers(game, data, saved) for game in GAMES.values()],
        "chosen": data,
        "waits": BOTS_AFTER_S,
        "most": MOST_KINDS,
        "lobby": lobby_for(player),
    }
    return render(request, "people/find.html", context, status=422 if problem else 200)


def asked(request: HttpRequest, saved: Sequence[RuleSet]) -> QueryDict:
    """The first values of the form: a game or another player's wish from the address, otherwise the
    player's last wish."""
    if "game" in request.GET:
        return request.GET
    like = whole_number(request.GET.get("like", ""))
    if like is not None:
        other = Wish.objects.standing().filter(pk=like).first()
        if other is not None:
            return as_form(other, saved)
    own = request.user.is_authenticated and Wish.objects.filter(player=request.user.pk).first()
    return as_form(own, saved) if own else QueryDict()


def as_form(wish: Wish, saved: Sequence[RuleSet]) -> QueryDict:
    """A wish as the data of the form.  The reader's saved rules are found by their options, as
    their name may have changed."""
    data = QueryDict(mutable=True)
    own = {
        (rule_set.game, wishes.without_seats(rule_set.rules, rule_set.options)): rule_set.key
        for rule_set in saved
    }
    for kind in wish.kinds:
        key = kind["preset"] or own.get((kind["game"], kind["options"]), "")
        data.appendlist("kind", f"{kind['game']}:{key}")
        data[f"low_{kind['game']}"] = str(kind["low"])
        data[f"high_{kind['game']}"] = str(kind["high"])
    data["bots"] = str(wish.bots_after_s or "")
    for name in ("rated", "outside_bots"):
        if getattr(wish, name):
            data[name] = "on"
    return data


def offers(game: Game, data: QueryDict, saved: Sequence[RuleSet]) -> GameOffers:
    """The offers of a game, without presets that only set the number of players."""
    low, high = wishes.usual_seats(game, None)
    presets = [
        preset for preset in game.presets if game.seats_key not in dict(pairs(preset.options))
    ]
    chosen = data.getlist("kind")
    if data.get("game") == game.key:
        chosen = [f"{game.key}:{data.get('preset') or presets[0].key}"]

    def offered(rules: Iterable[Preset | RuleSet]) -> list[Offer]:
        return [Offer(key := f"{game.key}:{one.key}", one, key in chosen) for one in rules]

    return GameOffers(
        game,
        offered(presets),
        offered(of_game(saved, game)),
        range(low, wishes.most_seats(game) + 1),
        number(data.get(f"low_{game.key}")) or low,
        number(data.get(f"high_{game.key}")) or high,
    )
