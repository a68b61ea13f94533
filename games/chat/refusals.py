"""The reasons for refusing a line.  A refusal is not a punishment."""

from django.utils.translation import gettext_noop as _

from games.table import refusals

SENTENCES = {
    "CHAT_OFF": _("There is no chat at this table."),
    "QUICK_ONLY": _("Only quick words can be sent here now."),
    "QUICK_SPENT": _("You have sent all your quick words for this game."),
    "UNKNOWN_QUICK": _("There is no such quick word."),
    "ROOM_CLOSED": _("Spectators can chat here after the game."),
    "NOT_YOUR_ROOM": _("You cannot write there now."),
    "PEOPLE_ONLY": _("Bots cannot chat."),
    "ACCOUNTS_ONLY": _("Sign up or sign in to write. Guests can send quick words."),
    "QUIET_MODE": _("You are in quiet mode. Turn it off in your preferences to write."),
    "MUTED": _("You cannot write for now."),
    "BAD_TEXT": _("This text cannot be sent. Write 1 to 200 plain characters."),
    "NO_LINKS": _("Only links to tables and games of this site can be sent."),
    "MIND_WORDS": _("Please choose other words."),
    "REPEAT": _("You have just said that."),
}


class Refused(refusals.Refused):
    """A refused line, which is not stored."""

    sentences = refusals.SENTENCES | SENTENCES
