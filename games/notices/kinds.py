"""The kinds of notices.  Their words are in `games/notices/words.py`."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """The kinds of notices.  A label says when a player gets one; the comment beside it gives the
    subject and arguments."""

    INVITED = "invited", _("Someone invites me")  # table; by: player
    ANSWERED = "answered", _("Someone answers my invitation")  # table and player; by, code, yes
    MATCHED = "matched", _("Players are found for me")  # table
    ROUND = "round", _("A round of my tournament begins")  # a round; code, round
    TOURNAMENT = "tournament", _("A tournament of mine is over")  # code
    CHECKIN = "checkin", _("Check-in for my tournament opens")  # code
    STARTS = "starts", _("A tournament or round of mine begins soon")  # a moment; code, minutes
    FOLLOW = "follow", _("Someone follows me")  # player and day; by
    JOINED = "joined", _("Someone joins a circle that I lead")  # circle and player; by, circle: id
    CIRCLE = "circle", _("Someone opens a table in a circle of mine")  # circle; by, circle: id
    WAITS = "waits", _("A game continues without me")  # table
    REMATCH = "rematch", _("Someone asks me for a rematch")  # new table; by: player
    OVER = "over", _("A game ended while I was away")  # table
    VOID = "void", _("A rated game of mine no longer counts")  # table
    SANCTION = "sanction", _("A sanction begins, or is lifted")  # its id; kind, lifted: bool
    APPEAL = "appeal", _("An appeal of mine is decided")  # the sanction's id; granted: bool
    REPORT = "report", _("A report of mine is decided")  # its id; acted: bool
    TOKEN = "token", _("A token is created")  # prefix
    EXPIRES = "expires", _("A token expires soon")  # prefix; days, unused
    DEVICE = "device", _("Someone signs in to my account on a new device")  # a moment


ALWAYS = (Kind.SANCTION, Kind.APPEAL, Kind.REPORT)
OPTIONAL = tuple(kind for kind in Kind if kind not in ALWAYS)  # players may switch them off
# By mail too, unless it is switched off.
MAILED = (
    Kind.INVITED,
    Kind.CHECKIN,
    Kind.STARTS,
    Kind.ROUND,
    Kind.WAITS,
    Kind.VOID,
    Kind.EXPIRES,
    Kind.DEVICE,
)
# A mail only to those who are not here.
UNLESS_HERE = (Kind.INVITED, Kind.CHECKIN, Kind.STARTS, Kind.ROUND, Kind.WAITS)
# In a mail of all that was not seen.
IN_DIGEST = (Kind.TOURNAMENT, Kind.FOLLOW, Kind.JOINED, Kind.CIRCLE, Kind.OVER)
