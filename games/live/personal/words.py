"""The words of notices, made when they are read: in the reader's language, with today's names."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Window
from django.db.models.functions import RowNumber
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import Player
from games.notices.kinds import Kind
from games.notices.models import Notice
from games.tournaments.models import Tournament

NEWEST = 20  # in the list of every page
TOURNAMENTS = (Kind.ROUND, Kind.TOURNAMENT)


class Line(NamedTuple):
    """A notice as people read it, and the address of what it is about."""

    notice: Notice
    text: str
    address: str


class Names(NamedTuple):
    """Players by id, tournaments by code."""

    players: dict[int, str]
    tournaments: dict[str, str]


def unread(player: Player) -> int:
    return Notice.objects.unseen().filter(player=player).count()


def newest(players: Collection[int]) -> list[Notice]:
    """The newest of each, in order."""
    rank = Window(RowNumber(), partition_by="player", order_by=["-made", "-id"])
    found = Notice.objects.filter(player__in=players).annotate(rank=rank)
    return list(found.filter(rank__lte=NEWEST).order_by("player", "rank"))


def names_in(notices: Collection[Notice]) -> Names:
    """At most two queries, however many they are."""
    by = {one.args["by"] for one in notices if "by" in one.args}
    codes = {one.args["code"] for one in notices if one.kind in TOURNAMENTS}
    players = Player.objects.filter(pk__in=by).values_list("pk", "name")
    tournaments = Tournament.objects.filter(code__in=codes).values_list("code", "name")
    return Names(dict(players), dict(tournaments))


def in_words(notices: Collection[Notice], names: Names | None = None) -> list[Line]:
    names = names_in(notices) if names is None else names
    return [Line(one, sentence(one, names), address(one)) for one in notices]


def sentence(notice: Notice, names: Names) -> str:
    args, code = notice.args, notice.subject
    name = names.players.get(args.get("by", 0), "?")
    tournament = names.tournaments.get(args.get("code", ""), "?")
    match notice.kind:
        case Kind.INVITED:
            return _("{name} invited you to play.").format(name=name)
        case Kind.ANSWERED if args["yes"]:
            return _("{name} accepted your invitation.").format(name=name)
        case Kind.ANSWERED:
            return _("{name} declined your invitation.").format(name=name)
        case Kind.ROUND:
            text = _("Round {round} of {tournament} has begun. Go to your table.")
            return text.format(round=args["round"], tournament=tournament)
        case Kind.TOURNAMENT:
            return _("{tournament} is over. See the result.").format(tournament=tournament)
        case Kind.WAITS:
            return _("Your game at table {code} is continuing without you.").format(code=code)
        case Kind.REMATCH:
            return _("{name} asks you for a rematch.").format(name=name)
        case Kind.OVER:
            text = _("Your game at table {code} ended while you were away.")
            return text.format(code=code)
        case Kind.VOID:
            return _("Your game at table {code} no longer counts for ratings.").format(code=code)
        case Kind.TOKEN:
            return _("Token {token} was created.").format(token=f"{code}…")
        case Kind.EXPIRES:
            return of_expiry(f"{code}…", args["days"])
        case Kind.CLOSED if args["open"]:
            return _("The operators have reopened your account.")
        case _:
            return _("The operators have closed your account.")


def of_expiry(token: str, days: int) -> str:
    text = ngettext(
        "Token {token} expires in {days} day.",
        "Token {token} expires in {days} days.",
        days,
    )
    return text.format(token=token, days=days)


def address(notice: Notice) -> str:
    """Empty: there is nothing to see."""
    match notice.kind:
        case Kind.ROUND | Kind.TOURNAMENT:
            return reverse("tournament", args=[notice.args["code"]])
        case Kind.INVITED:
            return reverse("invitations")
        case Kind.ANSWERED:
            return reverse("table", args=[notice.args["code"]])
        case Kind.WAITS | Kind.REMATCH | Kind.OVER:
            return reverse("table", args=[notice.subject])
        case Kind.VOID:
            return reverse("table_ratings", args=[notice.subject])
        case Kind.TOKEN | Kind.EXPIRES:
            return reverse("account_tokens")
    return ""
