"""Statistics over a player's last games, read in one bounded query."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from django.core.cache import caches
from django.utils.translation import gettext as _

from games.accounts.models import Player
from games.rules.catalogue import UnknownGame, find
from games.rules.options import BadOptions
from games.table.models import Seat
from games.table.querysets import SeatQuerySet, of_no_open_day

LAST = 1000  # games that count, so that a player with a million games is as fast
KEPT_S = 60  # the record of a bot, whose games end all the time


class PlayedGame(NamedTuple):
    """One finished game, with the facts for statistics."""

    won: bool
    result: str
    players: int
    game: str
    preset: str
    options: str

    @property
    def shared(self) -> bool:
        return self.won and self.result.startswith("=")

    @property
    def points(self) -> float:
        """The points of the game: 1 for a win, or an equal share of a shared win."""
        return self.won / (self.result.count("+") + 1)

    @property
    def luck(self) -> bool:
        """Whether the result was luck alone, because the rules give the players no decisions."""
        return is_luck(self.game, self.options, self.players)


@lru_cache(maxsize=512)
def is_luck(game: str, options: str, players: int) -> bool:
    try:
        rules = find(game)
        return not rules.has_decisions(rules.read_options(options, players))
    except (UnknownGame, BadOptions):  # its rules no longer exist
        return False


@dataclass
class Tally:
    games: int = 0
    won: int = 0
    shared: int = 0
    points: float = 0.0
    expected: float = 0.0  # points if every seat has the same chance
    spread: float = 0.0  # variance of that

    def add(self, played: PlayedGame) -> None:
        self.games += 1
        self.won += played.won and not played.shared
        self.shared += played.shared
        self.points += played.points
        chance = 1 / played.players
        self.expected += chance
        self.spread += chance * (1 - chance)

    @property
    def lost(self) -> int:
        return self.games - self.won - self.shared

    @property
    def share(self) -> float:
        """The points as a percentage of the number of games."""
        return 100 * self.points / self.games if self.games else 0.0

    @property
    def chance(self) -> float:
        """The expected percentage of points if chance alone decided."""
        return 100 * self.expected / self.games if self.games else 0.0

    @property
    def verdict(self) -> str:
        """A sentence that says whether the result differs from chance by two standard deviations or
        more."""
        if self.games < 10:
            return _("Too few games to say anything.")
        off = (self.points - self.expected) / sqrt(self.spread)
        if abs(off) < 2:
            return _("Within chance.")
        if off > 0:
            return _("More than luck usually gives. About 1 player in 20 is this far off.")
        return _("Less than luck usually gives. About 1 player in 20 is this far off.")


@dataclass
class Record:
    """A player's last games, newest first, with their totals."""

    total: Tally = field(default_factory=Tally)
    luck: Tally = field(default_factory=Tally)
    games: dict[str, Tally] = field(default_factory=dict)
    presets: dict[tuple[str, str], Tally] = field(default_factory=dict)
    streak: int = 0  # games won in a row until now; negative: not won
    best: int = 0  # the longest winning streak

    @property
    def all_counted(self) -> bool:
        return self.total.games < LAST


def seats_of(player: Player, *, private: bool) -> SeatQuerySet:
    """Seats of finished games, newest first; with `private`, also seats at private tables and at
    tables with the deal of today.  Branches and games with cards dealt by hand do not count."""
    seats = Seat.objects.played_by(player).filter(table__status="finished")
    seats = seats.filter(table__branch_at="", table__by_hand="")
    return seats if private else seats.filter(of_no_open_day("table__"), table__private=False)


def record(player: Player, *, private: bool = False) -> Record:
    """The record of a player.  A bot's record may be up to a minute old, because computing it takes
    most of the time of the bot's page, which everybody can open."""
    if not player.is_bot or private:
        return recorded(player, private=private)
    cache = caches["template_fragments"]
    kept: Record | None = cache.get(f"record:{player.pk}")
    if kept is None:
        kept = recorded(player, private=False)
        cache.set(f"record:{player.pk}", kept, KEPT_S)
    return kept


def recorded(player: Player, *, private: bool) -> Record:
    rows = seats_of(player, private=private).values_list(
        "won",
        "table__result",
        "table__players",
        "table__game",
        "table__preset",
        "table__options",
    )
    return add_up([PlayedGame(*row) for row in rows[:LAST]])


def add_up(games: Sequence[PlayedGame]) -> Record:
    """Add up the totals of these games, newest first."""
    record = Record()
    for played in games:
        record.total.add(played)
        record.games.setdefault(played.game, Tally()).add(played)
        record.presets.setdefault((played.game, played.preset), Tally()).add(played)
        if played.luck:
            record.luck.add(played)
    wins = [played.won for played in games]
    record.streak = streak(wins, True) or -streak(wins, False)
    record.best = longest(wins)
    return record


def streak(wins: Iterable[bool], outcome: bool) -> int:
    """The number of newest games in a row that have this outcome."""
    count = 0
    for won in wins:
        if won != outcome:
            return count
        count += 1
    return count


def longest(wins: Iterable[bool]) -> int:
    best = run = 0
    for won in wins:
        run = run + 1 if won else 0
        best = max(best, run)
    return best
