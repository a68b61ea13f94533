"""The next moment at which a tournament needs the clock (10), stored as `due_ms`."""

from django.db.models import Min, QuerySet

from games.tournaments.acts import LIVE, State
from games.tournaments.declared import MINUTE_MS
from games.tournaments.models import Pairing, Round, Stage, Tournament, TournamentGame
from games.tournaments.reading.record import with_places
from games.tournaments.terms import Terms
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.stage_play import play_of

STATES = Round.State
OVERDUE = "OVERDUE"  # a question that nothing waits for


def restated(tournament: Tournament) -> QuerySet[Stage]:
    """The stages whose standings must be computed again, in order."""
    return tournament.stages.filter(restate_from__isnull=False).order_by("number")


def next_due(ledger: Ledger) -> int | None:
    """The next moment at which something happens by itself (epoch ms)."""
    terms = ledger.terms
    if ledger.state == State.ANNOUNCED:
        return terms.opens
    if ledger.state == State.OPEN:
        return terms.starts if terms.checkin_ms is None else terms.checkin_ms
    if ledger.state == State.CHECKIN:
        return terms.starts
    if ledger.state in LIVE and restated(ledger.tournament).exists():
        return ledger.now
    stage = ledger.stage
    if ledger.state != State.RUNNING or stage is None:
        return None
    if ledger.tournament.pending_draw:
        return ledger.now
    if ledger.tournament.question not in ("", OVERDUE):
        return None
    if stage.state == Stage.State.OVER:
        return after_stage(ledger, stage)
    return play_of(stage).due(ledger, stage)


def after_stage(ledger: Ledger, stage: Stage) -> int | None:
    """The moment at which the next stage opens, which is at once; after the last stage, the end of
    the time in which results may still be questioned."""
    last = stage.rounds.filter(state=STATES.COMPLETE).order_by("-number").first()
    ended = last.ended_ms if last and last.ended_ms else ledger.now
    if ledger.tournament.stages.filter(state=Stage.State.WAITING).exists():
        return ended
    ended = max(ended, ledger.tournament.state_ms)  # reopened, or paused
    return ended + ledger.terms.hold_min * MINUTE_MS


def is_due(moment: int | None, now: int) -> bool:
    return moment is not None and moment <= now


def grace_ms(stage: Stage, terms: Terms) -> int:
    return terms.grace_in(stage.format) * 1000


def end_of_grace(stage: Stage, terms: Terms, now: int) -> int | None:
    """The moment at which the first table begins without absent players; now if a table never
    opened."""
    rounds = stage.rounds.filter(state=STATES.PLAYING)
    pairings = Pairing.objects.filter(round__in=rounds, status=Pairing.Status.OPEN)
    games = TournamentGame.objects.filter(pairing__in=pairings, void=False)
    if pairings.exclude(games__in=games).exists():
        return now
    first = games.filter(table__status="open").aggregate(Min("opened_ms"))["opened_ms__min"]
    return None if first is None else first + grace_ms(stage, terms)


def waiting_pairings(rounds: QuerySet[Round]) -> list[tuple[Pairing, TournamentGame | None]]:
    """Pairings without dealt cards: with a game that waits for players, or without a game, because
    fewer than two players could come."""
    pairings = Pairing.objects.filter(round__in=rounds, status=Pairing.Status.OPEN)
    pairings = pairings.select_related("round").order_by("round__number", "number")
    waiting: list[tuple[Pairing, TournamentGame | None]] = []
    for pairing in pairings.prefetch_related(with_places(), "games__table"):
        games = [game for game in pairing.games.all() if not game.void]
        last = max(games, key=lambda game: game.number, default=None)
        if last is None or last.table.status == "open":
            waiting.append((pairing, last))
    return waiting
