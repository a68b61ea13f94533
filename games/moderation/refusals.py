"""The refusals of moderation.  A refusal has a code for programs and a sentence for people."""

from django.utils.translation import gettext_noop as _

from games.accounts import refusals

SENTENCES = {
    "NOT_YOURSELF": _("You cannot report yourself."),
    "HOUSE_BOT": _("This bot belongs to the site. Write to the contact address instead."),
    "CLAIMED": _("Another moderator is working on this."),
    "ABOUT_YOU": _("This is about you. Another moderator decides."),
    "YOUR_TABLE": _("You were at this table. Another moderator decides."),
    "YOUR_CIRCLE": _("This is about a circle of yours. Another moderator decides."),
    "YOUR_REPORT": _("You made this report. Another moderator decides."),
    "YOUR_DECISION": _("This appeal is against your own decision. Another moderator decides."),
    "CLOSED": _("This has already been decided."),
    "NO_PLAYER": _("This report names no player, so it can only be closed."),
    "PROTECTED": _("Sanctions against staff are decided by the operators."),
    "APPEALED": _("You have already appealed against this decision."),
    "NO_TEXT": _("Say why the decision is wrong."),
    "NOT_RATED": _("This game is not in the ratings."),
    "NOT_CHEATING": _("Only with a ban for cheating are a player's recent games not counted."),
    "BAD_LENGTH": _("Choose how long it lasts."),
}


class Refused(refusals.Refused):
    """A refused report, appeal or decision."""

    sentences = SENTENCES
