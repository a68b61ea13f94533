"""The reasons for which the site stopped a table or changed a tournament: stored as codes, shown in
words.  A reason given by a person is stored and shown as written."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Reason(models.TextChoices):
    NOBODY_WATCHES = "NOBODY_WATCHES", _("Nobody is watching.")
    ABANDONED = "ABANDONED", _("Nobody was there for half an hour.")
    NOBODY_CAME = "NOBODY_CAME", _("Nobody came.")
    REMATCH_WITHDRAWN = "REMATCH_WITHDRAWN", _("The rematch request was withdrawn.")
    TOO_FEW_CAME = "TOO_FEW_CAME", _("Not enough players came.")
    NOT_ALL_CAME = "NOT_ALL_CAME", _("Not everybody came.")
    UNPLAYABLE = "UNPLAYABLE", _("It cannot be played with these entrants.")
    ENTRANT_LEFT = "ENTRANT_LEFT", _("An entrant has left.")
    CIRCLE_DELETED = "CIRCLE_DELETED", _("The circle was deleted.")
    RULES_CHANGED = "RULES_CHANGED", _("The rules have changed meanwhile.")
    STUCK = "STUCK", _("It cannot go on.")
    SOMEBODY_ENTERED = "SOMEBODY_ENTERED", _("Somebody has entered.")


def in_words(reason: str) -> str:
    return str(Reason(reason).label) if reason in Reason.values else reason
