"""The terms of a whole tournament, whatever its stages: who may enter, when, and how tables are run
(sections 2, 6, 9.1, 10).  Pure; stored as plain JSON."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from zoneinfo import available_timezones

from games.rules.phrases import gettext_noop as _
from games.tournaments.declared import (
    FAR_MS,
    MINUTE_MS,
    Choice,
    Flag,
    Moment,
    Setting,
    Unreadable,
    Whole,
    read_all,
)
from games.tournaments.formats.base import Format

PACES = {
    "auto": _("soon after the last table"),
    "schedule": _("at set times"),
    "director": _("when a director says so"),
}
TIME_OF_DAY = re.compile(r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d")
AUDIENCES = {  # audiences of a circle's event
    "circle": _("Only members see it and play"),
    "shown": _("Everyone can see it, members play"),
    "open": _("Everyone can see it and play"),
}


class Players(Setting):
    """The primary keys of players."""

    def convert(self, value: Any) -> tuple[int, ...]:
        if len(value) > 2000:
            raise Unreadable(_("Give up to 2,000 names of players."))
        return tuple(map(Whole(1, FAR_MS).convert, value))


class Moments(Setting):
    """Moments in epoch ms, in order."""

    def convert(self, value: Any) -> tuple[int, ...]:
        moments = tuple(map(Whole(0, FAR_MS).convert, value))
        if list(moments) != sorted(moments):
            raise Unreadable(_("Rounds begin one after the other."))
        return moments


class Zone(Setting):
    """The name of a time zone; "" for none."""

    def convert(self, value: Any) -> str:
        if value and value not in available_timezones():
            raise Unreadable(_("There is no such time zone."))
        return str(value)


class TimeOfDay(Setting):
    """A local time of day, such as 02:30:00; "" for none."""

    def convert(self, value: Any) -> str:
        if value and not TIME_OF_DAY.fullmatch(str(value)):
            raise Unreadable(_("There is no such time of day."))
        return str(value)


@dataclass(frozen=True, kw_only=True, slots=True)
class Terms:
    """The terms of a tournament.  Defaults are those of the rules.  Moments are epoch ms; None: a
    director decides when."""

    audience: Annotated[
        str, Choice(AUDIENCES, _("Who it is for"), heading=_("Who may enter"))  # 2.1, 1.5
    ] = "open"  # fmt: skip
    most_entrants: Annotated[
        int | None,  # the others wait
        Whole(2, 10_000, _("Places"), optional=True),
    ] = None
    account_days: Annotated[int, Whole(0, 3650, _("Minimum account age (days)"))] = 0
    games_played: Annotated[int, Whole(0, 100_000, _("Minimum games played"))] = 0
    guests: Annotated[bool, Flag(_("Guests may enter"))] = True
    bots: Annotated[bool, Flag(_("Directors may enter bots"))] = False
    link_only: Annotated[
        bool, Flag(_("Unlisted: only people with the link can find it"))
    ] = False  # fmt: skip
    invited: Annotated[
        tuple[int, ...],  # none: everybody
        Players(
            _("Invited players"),
            _("One name in each line. Leave empty to let everybody enter."),
            late=True,
        ),
    ] = ()
    opens: Annotated[
        int | None, Moment(_("Entries open"), heading=_("Schedule"), late=True)  # 2.3, 10
    ] = None  # fmt: skip
    starts: Annotated[int | None, Moment(_("Start"), late=True)] = None
    # Where it is held again a week later; "": it is not.
    weekly: Annotated[str, Zone(late=True)] = ""
    # When it was meant to start, if the clocks there skip that time on its day; else "".
    meant: Annotated[str, TimeOfDay()] = ""
    checkin_min: Annotated[
        int | None,  # None: there is no check-in
        Whole(
            1, 1440, _("Check-in (minutes before the start)"),
            optional=True, late=True,
        ),
    ] = None  # fmt: skip
    pace: Annotated[str, Choice(PACES, _("Rounds begin"))] = "auto"
    times: Annotated[
        tuple[int, ...],  # start times of a schedule's rounds
        Moments(
            _("Set times"), _("One in each line, such as 2026-11-30 20:00. Time zone:"),
            late=True,
        ),
    ] = ()  # fmt: skip
    break_s: Annotated[int, Whole(0, 86_400, _("Break between rounds (seconds)"), late=True)] = 60
    call_s: Annotated[int, Whole(0, 3600, _("Notice before each round (seconds)"), late=True)] = 60
    grace_s: Annotated[
        int | None,  # None: that of the format
        Whole(5, 3600, _("Time to come to the table (seconds)"), optional=True, late=True),
    ] = None
    overdue_min: Annotated[int, Whole(1, 1440, late=True)] = 10
    hold_min: Annotated[
        int, Whole(0, 1440, _("Time between the last game and the end (minutes)"), late=True)
    ] = 5
    limit_min: Annotated[
        int | None,  # None: the usual one of the game
        Whole(
            1, 1440, _("Game time limit (minutes)"),
            optional=True, heading=_("At the tables"), late=True,  # 6, 9.1
        ),
    ] = None  # fmt: skip
    absent_after_min: Annotated[int, Whole(1, 60)] = 5
    rated: Annotated[bool, Flag(_("Games between people with accounts are rated"))] = False
    agree: Annotated[bool, Flag(_("Players may agree to end a game"))] = False
    review: Annotated[
        bool, Flag(_("A director checks each draw before it is published"))
    ] = False  # fmt: skip
    delay: Annotated[int, Whole(0, 100)] = 0  # moves that spectators are behind

    @property
    def checkin_ms(self) -> int | None:
        """The time at which check-in opens by itself."""
        if self.starts is None or self.checkin_min is None:
            return None
        return self.starts - self.checkin_min * MINUTE_MS

    def grace_in(self, format: Format) -> int:
        """The grace period in seconds, after which a table begins without late players (2.6)."""
        return self.grace_s or format.grace_s


def resolve(given: Mapping[str, Any]) -> Terms:
    """The terms given as plain JSON, with the defaults of the rest.

    Raises:
        BadSettings: see `read_all`.
    """
    return Terms(**read_all(given, Terms))
