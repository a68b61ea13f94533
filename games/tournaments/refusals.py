"""The refusals of tournaments: each has a code for programs and a sentence for people."""

from django.utils import translation
from django.utils.translation import gettext_noop as _

from games.accounts import refusals
from games.tournaments import acts
from games.tournaments.declared import BadSettings

SENTENCES = {
    "BUSY": _("Somebody else is changing this tournament. Try again in a moment."),
    "NO_TOURNAMENT": _("This tournament does not exist."),
    "STATE": _("That is not possible at this point of the tournament."),
    "NOT_ALLOWED": _("Only those who hold this tournament can do that."),
    "REASON": _("Give a reason of 1 to 300 characters."),
    "CONFLICT": _("You play at this table, so another director has to decide."),
    "STALE": _("Something has changed since you opened this page. Look again before you decide."),
    "BANNED": _("This account is closed."),
    "GUESTS": _("This tournament is for players with an account."),
    "BOTS": _("Bots cannot enter this tournament."),
    "MEMBERS": _("This event is for members of the circle."),
    "TOO_MANY_GUESTS": _("You have entered 300 guests today, which is the limit."),
    "CIRCLE_FULL": _("This circle has 200 members, which is the limit."),
    "TOO_MANY_EVENTS": _("This circle has 3 events announced or running, which is the limit."),
    "TOO_MANY_PLANNED": _("This circle has 20 events planned, which is the limit."),
    "NOT_INVITED": _("This tournament is for invited players."),
    "UNKNOWN_PLAYER": _("There is no player with this name."),
    "TOO_NEW": _("Your account is too new for this tournament."),
    "TOO_FEW_GAMES": _("You have not played enough games for this tournament yet."),
    "TOO_OFTEN": _("You have changed your entry very often in this hour. Try again later."),
    "TOO_LATE": _("It is too late to enter this tournament."),
    "FULL": _("This tournament is full."),
    "ENTERED": _("You have already entered this tournament."),
    "NOT_ENTERED": _("You have not entered this tournament."),
    "NO_CARD": _("This card is not valid now. Ask whoever runs the tournament for a new one."),
    "CARD_TOO_OFTEN": _("This card was used very often in this hour. Ask for a new one."),
    "BAD_ENTROPY": _("Your browser sent bad random bytes. Reload the page and try again."),
    "ROUND_DRAWN": _("One of these rounds is already drawn, or does not exist."),
    "NO_GAME": _("No game of this table can be restarted or extended now."),
    "SAME_CARDS": _("Everyone plays the same cards, so a table cannot be dealt again. Void it."),
    "BAD_PLACES": _("Rank everyone who came, for example 1, 2, 2, 4."),
    "NO_WINNER": _("In an elimination, one of the two must win."),
    "ANNULLED": _("They left before playing half of their tables, so none of their games count."),
    "DEPENDENTS": _("Tables that depend on this result have begun."),
    "NO_ROUND": _("There is no round to do this with."),
    "TOO_FEW": _("There are too few players to draw a round."),
    "OVERDUE": _("The next round should have begun, but tables of this round are still open."),
    "PAIRINGS": _("These pairings are not possible."),
    "NO_DRAW": _("No draw keeps all forbidden pairs apart."),
    "SEASON_OF_OTHERS": _("Only the owner of this circle and its helpers may do that."),
    "SEASON_NAME": _("A season needs a name of 1 to 60 characters."),
    "SEASON_BEST": _("Choose how many events count, from 1 to 60, or leave it empty for all."),
    "TOO_MANY_SEASONS": _("This circle has 20 seasons, which is the limit. Delete one first."),
}


class Refused(refusals.Refused):
    """An act was refused and had no effect."""

    sentences = SENTENCES

    @classmethod
    def of(cls, refused: acts.Refused | BadSettings) -> "Refused":
        """The refusal that corresponds to an exception of a pure module."""
        if isinstance(refused, BadSettings):
            reason = refused.reason.translate(translation)
            return cls(refused.code, reason, field=refused.setting)
        return cls(refused.code)
