"""Players in several tournaments at the same time: those who sit at a table of another one, and the
tournaments that will probably overlap (17.6)."""

from collections.abc import Collection

from games.accounts.models import Player
from games.table.models import Seat
from games.tournaments import checks, terms
from games.tournaments.acts import ENDED, LIVE
from games.tournaments.declared import MINUTE_MS
from games.tournaments.models import Entrant, Tournament
from games.tournaments.reading.record import GONE, settings_of

UNFINISHED = ("open", "running")  # tables
ROUNDS = 8  # where the number follows from who is there


def at_other_tables(tournament: int, players: Collection[int]) -> set[int]:
    """The players among these who are called to a table of another tournament, or play there.
    Takes two queries."""
    path = "table__tournament_game__pairing__round__stage__tournament"
    seats = Seat.objects.filter(player__in=players, table__status__in=UNFINISHED)
    seats = seats.filter(table__tournament_game__void=False).exclude(**{path: tournament})
    called = set(seats.values_list("player", path))
    gone = Entrant.objects.filter(player__in={player for player, _ in called}, status__in=GONE)
    return {player for player, _ in called - set(gone.values_list("player", "tournament"))}


def overlapping(tournament: Tournament, player: Player, now: int) -> list[Tournament]:
    """The other tournaments that this player has entered and that will probably be played at the
    same time."""
    active = (Entrant.Status.ENTERED, Entrant.Status.WAITING, Entrant.Status.PLAYING)
    entered = player.entrants.filter(status__in=active).exclude(tournament=tournament)
    others = Tournament.objects.exclude(state__in=ENDED).filter(entrants__in=entered)
    begins, ends = span(tournament, now)
    meeting = []
    for other in others.order_by("pk"):
        other_begins, other_ends = span(other, now)
        if begins < other_ends and other_begins < ends:
            meeting.append(other)
    return meeting


def span(tournament: Tournament, now: int) -> tuple[int, int]:
    """The probable beginning and end of a tournament (epoch ms), if every game takes as long as it
    may.  Without a start time, the tournament begins at `now`."""
    conditions = terms.resolve(tournament.terms)
    begins = tournament.started_ms or conditions.starts or now
    length, last = 0, max(conditions.times, default=0)
    for stage in tournament.stages.all():
        s = settings_of(stage)
        rounds = s.rounds or ROUNDS
        a_round = s.games * checks.limit_ms(s, conditions, s.size) + 1000 * (
            conditions.call_s + conditions.break_s
        )
        length += s.minutes * MINUTE_MS if s.minutes else rounds * a_round
        last += a_round
    ends = max(begins + length, last)
    return begins, max(ends, now + 1) if tournament.state in LIVE else ends
