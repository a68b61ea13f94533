"""What there are notices of.  Their words are in `games/live/personal/words.py`."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """The label says when a player gets one; the comments, its subject and arguments."""

    INVITED = "invited", _("Someone invites me")  # table; by: player
    ANSWERED = "answered", _("Someone answers my invitation")  # table and player; by, code, yes
    ROUND = "round", _("A round of my tournament begins")  # a round; code, round
    TOURNAMENT = "tournament", _("A tournament of mine is over")  # code
    WAITS = "waits", _("A game continues without me")  # table
    REMATCH = "rematch", _("Someone asks me for a rematch")  # new table; by: player
    OVER = "over", _("A game ended while I was away")  # table
    VOID = "void", _("A rated game of mine no longer counts")  # table
    CLOSED = "closed", _("The operators closed or reopened my account")  # "account"; open: bool
    TOKEN = "token", _("A token is created")  # prefix
    EXPIRES = "expires", _("A token expires soon")  # prefix; days


OPTIONAL = tuple(kind for kind in Kind if kind != Kind.CLOSED)  # players may switch them off
# By mail too, unless it is switched off.
MAILED = (
    Kind.INVITED,
    Kind.ROUND,
    Kind.WAITS,
    Kind.VOID,
    Kind.EXPIRES,
)
UNLESS_HERE = (Kind.INVITED, Kind.ROUND, Kind.WAITS)  # a mail only to those who are not here
