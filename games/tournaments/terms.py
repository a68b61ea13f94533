"""What holds for a whole tournament, whatever its stages: who may enter, when, and how tables are
run (sections 2, 6, 9.1, 10).  Pure; stored as plain JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.rules.phrases import gettext_noop as _
from games.tournaments.formats.base import Format
from games.tournaments.readers import (
    Reader,
    Unreadable,
    choice,
    flag,
    or_none,
    read_all,
    text,
    whole,
)

MINUTE_MS = 60_000
FAR_MS = 10**14  # later than any date


@dataclass(frozen=True, kw_only=True, slots=True)
class Terms:
    """Defaults are those of the rules.  Moments are epoch ms; None: a director decides when."""

    # who may enter (2.1, 1.5)
    most_entrants: int | None = None  # the others wait
    guests: bool = True
    bots: bool = False
    account_days: int = 0  # an account must be so old
    games_played: int = 0
    invited: tuple[str, ...] = ()  # names; none: everybody
    link_only: bool = False  # in no list
    # when (2.3, 10)
    opens: int | None = None
    starts: int | None = None
    checkin_min: int | None = None  # check-in opens so long before the start; None: there is none
    pace: str = "auto"  # rounds begin: auto, schedule, director
    times: tuple[int, ...] = ()  # of the rounds of a schedule
    break_s: int = 60  # between rounds
    call_s: int = 60  # from the publication to the beginning
    grace_s: int | None = None  # for those who are late at the table; None: the usual
    overdue_min: int = 10
    hold_min: int = 5  # from the last table to the end
    # tables (6, 9.1)
    limit_min: int | None = None  # of a game; None: the usual one of the game
    absent_after_min: int = 5
    rated: bool = False  # games count for ratings where only people with accounts sit
    agree: bool = False  # may players agree to end a game?
    review: bool = False  # rounds are hidden until a director publishes them
    delay: int = 0  # moves that spectators are behind

    @property
    def checkin_ms(self) -> int | None:
        """When check-in opens by itself."""
        if self.starts is None or self.checkin_min is None:
            return None
        return self.starts - self.checkin_min * MINUTE_MS

    def grace_in(self, format: Format) -> int:
        """Seconds until a table begins without those who are late (2.6)."""
        return self.grace_s or format.grace_s


def _names(value: Any) -> tuple[str, ...]:
    names = tuple(map(text, value))
    if len(names) > 2000 or any(not name.strip() or len(name) > 30 for name in names):
        raise Unreadable(_("Give up to 2,000 names of players."))
    return names


def _moments(value: Any) -> tuple[int, ...]:
    moments = tuple(map(whole(0, FAR_MS), value))
    if list(moments) != sorted(moments):
        raise Unreadable(_("Rounds begin one after the other."))
    return moments


READERS: dict[str, Reader] = {
    "most_entrants": or_none(whole(2, 10_000)),
    "guests": flag,
    "bots": flag,
    "account_days": whole(0, 3650),
    "games_played": whole(0, 100_000),
    "invited": _names,
    "link_only": flag,
    "opens": or_none(whole(0, FAR_MS)),
    "starts": or_none(whole(0, FAR_MS)),
    "checkin_min": or_none(whole(1, 1440)),
    "pace": choice("auto", "schedule", "director"),
    "times": _moments,
    "break_s": whole(0, 86_400),
    "call_s": whole(0, 3600),
    "grace_s": or_none(whole(5, 3600)),
    "overdue_min": whole(1, 1440),
    "hold_min": whole(0, 1440),
    "limit_min": or_none(whole(1, 1440)),
    "absent_after_min": whole(1, 60),
    "rated": flag,
    "agree": flag,
    "review": flag,
    "delay": whole(0, 100),
}


def resolve(given: Mapping[str, Any]) -> Terms:
    """The terms given as plain JSON, with the defaults of what is left out.

    Raises:
        BadSettings: see `read_all`.
    """
    return Terms(**read_all(given, READERS))


def to_json(terms: Terms) -> dict[str, Any]:
    """Plain JSON that `resolve` reads back."""
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in asdict(terms).items()
    }
