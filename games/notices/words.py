"""The texts of notices, built when they are read: in the reader's language, with current names."""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from django.db.models import Window
from django.db.models.functions import RowNumber
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.accounts.models import Player
from games.accounts.names import isolated_text
from games.accounts.sanctions import token_of
from games.notices.kinds import Kind
from games.notices.models import Notice
from games.relations.circles import Circle

NEWEST = 20  # in the list of every page
SANCTIONS = {
    "warning": gettext_noop("You have received a warning."),
    "mute": gettext_noop("You cannot write in chats for now."),
    "pause": gettext_noop("You cannot play rated games for now."),
    "ban": gettext_noop("Your account is closed."),
    "rename": gettext_noop("Your name was replaced."),
}
LIFTED = {
    "warning": gettext_noop("Your warning was taken back."),
    "mute": gettext_noop("You can write in chats again."),
    "pause": gettext_noop("You can play rated games again."),
    "ban": gettext_noop("Your account is open again."),
    "rename": gettext_noop("The decision about your name was taken back."),
}
CIRCLES = (Kind.JOINED, Kind.CIRCLE)
TOURNAMENTS = (Kind.CHECKIN, Kind.STARTS, Kind.ROUND, Kind.TOURNAMENT)


class NoticeLine(NamedTuple):
    """A notice as shown to people, and the address of its subject."""

    notice: Notice
    text: str
    address: str


class Names(NamedTuple):
    """The names of players and circles by id, and of tournaments by code."""

    players: dict[int, str]
    tournaments: dict[str, str]
    circles: dict[int, str]


def newest(players: Collection[int]) -> list[Notice]:
    """The newest notices of each player, in order."""
    rank = Window(RowNumber(), partition_by="player", order_by=["-made", "-id"])
    notices = Notice.objects.filter(player__in=players).annotate(rank=rank)
    return list(notices.filter(rank__lte=NEWEST).order_by("player", "rank"))


def names_in(
    notices: Collection[Notice], tournament_names: Callable[[Collection[str]], dict[str, str]]
) -> Names:
    """The names in these notices, in at most three queries; `tournament_names` finds names by
    codes."""
    by = {notice.args["by"] for notice in notices if "by" in notice.args}
    codes = {notice.args["code"] for notice in notices if notice.kind in TOURNAMENTS}
    players = Player.objects.filter(pk__in=by).values_list("pk", "name")
    ids = {notice.args["circle"] for notice in notices if notice.kind in CIRCLES}
    circles = Circle.objects.filter(pk__in=ids).values_list("pk", "name")
    return Names(dict(players), tournament_names(codes), dict(circles))


def in_words(notices: Collection[Notice], names: Names) -> list[NoticeLine]:
    return [
        NoticeLine(notice, sentence(notice, names), address(notice, names)) for notice in notices
    ]


def for_mail(notices: Collection[Notice], names: Names) -> list[NoticeLine]:
    """The lines of notices for mails.  Names that other people chose are left out, because nobody
    else may write in the site's mails."""
    plain = Names(
        dict.fromkeys(names.players, _("someone")),
        dict.fromkeys(names.tournaments, _("your tournament")),
        dict.fromkeys(names.circles, _("your circle")),
    )
    return [
        NoticeLine(
            notice,
            capfirst(sentence(notice, plain)),
            reverse("notices") if notice.kind == Kind.FOLLOW else address(notice, names),
        )
        for notice in notices
    ]


def sentence(notice: Notice, names: Names) -> str:
    args, code = notice.args, notice.subject
    name = isolated_text(names.players.get(args.get("by", 0), "?"))
    tournament = isolated_text(names.tournaments.get(args.get("code", ""), "?"))
    circle = isolated_text(names.circles.get(args.get("circle", 0), "?"))
    match notice.kind:
        case Kind.INVITED:
            return _("{name} invited you to play.").format(name=name)
        case Kind.ANSWERED if args["yes"]:
            return _("{name} accepted your invitation.").format(name=name)
        case Kind.ANSWERED:
            return _("{name} declined your invitation.").format(name=name)
        case Kind.MATCHED:
            return _("Players were found for you. Go to table {code}.").format(code=code)
        case Kind.ROUND | Kind.TOURNAMENT | Kind.CHECKIN | Kind.STARTS:
            return of_tournament(notice.kind, args, tournament)
        case Kind.FOLLOW:
            return _("{name} follows you.").format(name=name)
        case Kind.JOINED:
            return _("{name} joined {circle}.").format(name=name, circle=circle)
        case Kind.CIRCLE:
            return _("{name} opened a table in {circle}.").format(name=name, circle=circle)
        case Kind.WAITS:
            return _("Your game at table {code} is continuing without you.").format(code=code)
        case Kind.REMATCH:
            return _("{name} asks you for a rematch.").format(name=name)
        case Kind.OVER:
            text = _("Your game at table {code} ended while you were away.")
            return text.format(code=code)
        case Kind.VOID:
            return _("Your game at table {code} no longer counts for ratings.").format(code=code)
        case Kind.DEVICE:
            return _("You signed in on a new device. If it was not you, change your password.")
        case Kind.TOKEN:
            return _("Token {token} was created.").format(token=f"{code}…")
        case Kind.EXPIRES:
            return of_expiry(f"{code}…", args["days"], unused="unused" in args)
        case _:
            return of_moderators(notice.kind, args, code)


def of_moderators(kind: str, args: dict[str, Any], number: str) -> str:
    match kind:
        case Kind.APPEAL if args["granted"]:
            return _("Your appeal was successful.")
        case Kind.APPEAL:
            return _("Your appeal was decided: the decision stands.")
        case Kind.REPORT if args["acted"]:
            return _("We took action on your report {number}. Thank you.").format(number=number)
        case Kind.REPORT:
            text = _("We looked at your report {number} and found no breach of the rules.")
            return text.format(number=number)
        case Kind.SANCTION if args["lifted"]:
            return _(LIFTED[args["kind"]])
        case _:
            return _(SANCTIONS[args["kind"]])


def of_tournament(kind: str, args: dict[str, Any], tournament: str) -> str:
    match kind:
        case Kind.ROUND:
            text = _("Round {round} of {tournament} has begun. Go to your table.")
            return text.format(round=args["round"], tournament=tournament)
        case Kind.TOURNAMENT:
            return _("{tournament} is over. See the result.").format(tournament=tournament)
        case Kind.CHECKIN:
            return _("Check-in for {tournament} is open.").format(tournament=tournament)
    text = ngettext(
        "The next round of {tournament} begins in {minutes} minute.",
        "The next round of {tournament} begins in {minutes} minutes.",
        args["minutes"],
    )
    return text.format(tournament=tournament, minutes=args["minutes"])


def of_expiry(token: str, days: int, *, unused: bool) -> str:
    if unused:
        text = ngettext(
            "Token {token} has not been used for almost a year. It expires in {days} day.",
            "Token {token} has not been used for almost a year. It expires in {days} days.",
            days,
        )
    else:
        text = ngettext(
            "Token {token} expires in {days} day.",
            "Token {token} expires in {days} days.",
            days,
        )
    return text.format(token=token, days=days)


def address(notice: Notice, names: Names) -> str:
    """The address of a notice's subject; "" if the subject has no page."""
    match notice.kind:
        case Kind.CHECKIN | Kind.STARTS | Kind.ROUND | Kind.TOURNAMENT:
            return reverse("tournament", args=[notice.args["code"]])
        case Kind.INVITED:
            return reverse("invitations")
        case Kind.FOLLOW:
            follower = Player(name=names.players.get(notice.args["by"], ""))
            return reverse("player", args=[follower.slug]) if follower.name else ""
        case Kind.ANSWERED:
            return reverse("table", args=[notice.args["code"]])
        case Kind.JOINED | Kind.CIRCLE:
            return reverse("circle", args=[notice.subject.partition("-")[0]])
        case Kind.REMATCH:  # a player who comes accepts it, and is ready
            return reverse("table", args=[notice.subject]) + "?ready=1"
        case Kind.MATCHED | Kind.WAITS | Kind.OVER:
            return reverse("table", args=[notice.subject])
        case Kind.VOID:
            return reverse("table_ratings", args=[notice.subject])
        case Kind.TOKEN | Kind.EXPIRES:
            return reverse("account_tokens")
        case Kind.DEVICE:
            return reverse("usersessions_list")
        case Kind.SANCTION | Kind.APPEAL:
            return reverse("sanction", args=[token_of(notice.args["sanction"])])
    return ""
