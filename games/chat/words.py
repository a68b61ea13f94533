"""Quick words: stored as keys, shown to each reader in their language."""

from django.utils.translation import gettext_noop as _

QUICK = {
    "hello": _("Hello!"),
    "luck": _("Good luck!"),
    "well_played": _("Well played!"),
    "thanks": _("Thank you!"),
    "wow": _("Wow!"),
    "oops": _("Oops!"),
    "close": _("That was close!"),
    "moment": _("One moment, please."),
    "ready": _("I am ready."),
    "sorry": _("Sorry!"),
    "again": _("Another game?"),
    "bye": _("Bye!"),
}
# Drawn in the sheet of symbols; the words are for those who cannot see them.
SIGNS = {
    "smile": _("smiling face"),
    "laugh": _("laughing face"),
    "wink": _("winking face"),
    "gasp": _("surprised face"),
    "sad": _("sad face"),
    "heart": _("heart"),
    "thumb": _("thumbs up"),
    "fire": _("fire"),
}
