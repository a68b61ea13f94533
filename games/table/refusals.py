"""The refusals of tables.  A refusal has a code for programs and a sentence for people."""

from typing import NamedTuple

from django.utils.translation import gettext_noop as _

from games.accounts import refusals


class Verdict(NamedTuple):
    """The answer to a command: the public version of the table after the command.  `code` is empty
    if the command was done; `again`: the same command was answered before; `waited_ms`: the time
    between the previous change of the table and this one."""

    version: int
    code: str = ""
    again: bool = False
    waited_ms: int = 0


SENTENCES = {
    "NO_TABLE": _("This table does not exist."),
    "BANNED": _("This account is closed."),
    "ARRANGED": _("The tournament decides who plays at this table."),
    "STARTED": _("The game has already started. You can watch."),
    "NOT_STARTED": _("The game has not started yet."),
    "PAUSED": _("The game is paused."),
    "GAME_OVER": _("The game is over."),
    "NOT_OVER": _("The game is not over yet."),
    "TABLE_FULL": _("All seats are taken. You can watch."),
    "SEAT_TAKEN": _("Someone else has just taken this seat."),
    "NO_SUCH_SEAT": _("This table does not have that seat."),
    "ALREADY_SEATED": _("You already have a seat at this table."),
    "KEPT": _("The free seats are reserved for invited players for two minutes."),
    "NOT_IN_CIRCLE": _("They are not in this circle. Send them the link of the circle first."),
    "NOT_INVITABLE": _("This player takes no invitations right now."),
    "INVITED": _("You have already invited this player."),
    "INVITATION_OVER": _("This invitation has ended."),
    "NO_KINDS": _("Choose what you would like to play: one to six kinds of table."),
    "BAD_SEATS": _("That many players cannot play this game."),
    "BAD_BOTS": _("Bots may fill seats after 10 or 30 seconds, or never; and not in rated games."),
    "GUESTS_UNRATED": _("Sign up or sign in to play rated games."),
    "PLAYING": _("You are in a game with other people. Finish it first."),
    "PLAY_PAUSED": _("You cannot be matched at the moment. Your account page says why."),
    "MATCHING_PAUSED": _("You missed games that were found for you. Wait a little."),
    "ACCOUNTS_INVITE": _("Sign up or sign in to invite players. Anyone with the link can join."),
    "NOT_WELCOME": _("You cannot sit at this table."),
    "BLOCKED_HERE": _("You have blocked someone at this table."),
    "NOT_YOUR_SEAT": _("You do not have a seat at this table."),
    "NOT_ALLOWED": _("Only players at this table can do that."),
    "BOTS_ONLY": _("Only bots can play at a fast table."),
    "NO_OUTSIDE_BOTS": _("Players’ own bots cannot sit at this table."),
    "BOT_BUSY": _("This bot is already at its limit of tables."),
    "NOT_A_BOT": _("There is no bot in that seat."),
    "HOUSE_SEAT": _("This seat always belongs to a bot."),
    "UNKNOWN_LEVEL": _("There is no bot at that level."),
    "UNKNOWN_TEMPO": _("The bots of this game have no such tempo."),
    "BAD_ENTROPY": _("Your browser sent bad random bytes. Reload the page and try again."),
    "NOT_YOUR_COMMAND": _("This command id was already used by someone else."),
    "TOO_OFTEN": _("You have taken seats very often in this hour. Try again later."),
    "TOO_MANY_GAMES": _("You have ten games, waiting or running. Finish or leave one first."),
    "TOO_MANY_TABLES": _("You already have five open tables. Close one first."),
    "NOT_RATABLE": _("This game cannot be rated."),
    "OLDER_RULES": _("This game was played under older rules."),
    "OVER_HERE": _("The game is over at this place. Choose an earlier one."),
    "TOO_FAR": _("This game goes on from another one, and so on, eight times. That is the limit."),
    "NO_DAILY": _("This game has no deal of the day."),
    "UNKNOWN_GAME": _("This game does not exist."),
    "BAD_OPTIONS": _("These rules cannot be combined."),
    "UNKNOWN_OFFER": _("You can offer to end the game or to speed it up."),
    "NO_LIMIT": _("This game has no time limit."),
    "NO_SUCH_OFFER": _("That cannot be offered in this game."),
    "OFFER_OPEN": _("There is already an open offer."),
    "OFFER_TOO_SOON": _("You can make one offer every three minutes."),
    "NO_OFFER": _("There is no open offer any more."),
    "YOUR_OFFER": _("You cannot answer your own offer."),
    "ANSWERED": _("You have already answered."),
    "BOT_MOVED_ON": _("The player is back."),
}


class Refused(refusals.Refused):
    """A refused order.  `version` is the version of the table; `again`: the same order was refused
    before.  The other arguments are those of `games.accounts.refusals.Refused`."""

    sentences = SENTENCES

    def __init__(
        self,
        code: str,
        sentence: str = "",
        version: int = 0,
        *,
        again: bool = False,
        wait_s: int | None = None,
        field: str = "",
    ) -> None:
        super().__init__(code, sentence, field=field, wait_s=wait_s)
        self.version, self.again = version, again
