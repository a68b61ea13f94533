"""The next time at which a tournament needs the clock (10).  Stored as `due_ms`."""

from django.db.models import Min, QuerySet

from games.tournaments import checks
from games.tournaments.acts import LIVE, State
from games.tournaments.declared import MINUTE_MS
from games.tournaments.models import Pairing, Round, Stage, Tournament, TournamentGame
from games.tournaments.reading.record import settings_of, with_places
from games.tournaments.terms import Terms
from games.tournaments.writer.ledger import Ledger

STATES = Round.State
OVERDUE = "OVERDUE"  # a question that nothing waits for


def restated(tournament: Tournament) -> QuerySet[Stage]:
    """The stages with standings to be computed anew, the first one first."""
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
    if stage.format.in_waves:
        return in_arena(ledger, stage)
    rounds = stage.rounds.exclude(state=STATES.UNDONE).order_by("-number")
    last = rounds.first()
    if last is None or last.state == STATES.COMPLETE:
        return next_draw(ledger, stage, last)
    return in_round(ledger, last)


def after_stage(ledger: Ledger, stage: Stage) -> int | None:
    """The time of the next stage, at once; after the last one results may still be looked into."""
    last = stage.rounds.filter(state=STATES.COMPLETE).order_by("-number").first()
    ended = last.ended_ms if last and last.ended_ms else ledger.now
    if ledger.tournament.stages.filter(state=Stage.State.WAITING).exists():
        return ended
    ended = max(ended, ledger.tournament.state_ms)  # reopened, or paused
    return ended + ledger.terms.hold_min * MINUTE_MS


def next_draw(ledger: Ledger, stage: Stage, last: Round | None) -> int | None:
    """The time of the next draw: early enough to call players before the round begins (10.1,
    10.2)."""
    terms = ledger.terms
    ended = stage.opened_ms if last is None else last.ended_ms
    number = 1 if last is None else last.number + 1
    rounds = settings_of(stage).rounds
    if last is not None and rounds and last.number >= rounds:
        return ledger.now  # there were to be more: the stage ends
    if terms.pace == "director" or ended is None:
        return None
    undone = stage.rounds.filter(number=number, state=STATES.UNDONE, drawn_ms__gte=ended)
    if undone.exists():  # a director draws it again
        return None
    if terms.pace == "schedule":
        planned = terms.times[number - 1 : number]
        return max(ended, planned[0] - terms.call_s * 1000) if planned else None
    return ended if last is None else ended + max(0, terms.break_s - terms.call_s) * 1000


def in_round(ledger: Ledger, current: Round) -> int | None:
    if current.state == STATES.PUBLISHED:
        return current.begins_ms
    if current.state == STATES.OPENING:
        return current.begun_ms
    if current.state != STATES.PLAYING:
        return None
    moments = (end_of_grace(current.stage, ledger.terms, ledger.now), overdue_ms(ledger, current))
    return min((moment for moment in moments if moment is not None), default=None)


def overdue_ms(ledger: Ledger, current: Round) -> int | None:
    """The time at which a director is notified that the next round should have begun while this one
    is not over (10.4)."""
    planned = ledger.terms.times[current.number : current.number + 1]
    if ledger.terms.pace != "schedule" or not planned or ledger.tournament.question == OVERDUE:
        return None
    return planned[0] + ledger.terms.overdue_min * MINUTE_MS


def in_arena(ledger: Ledger, stage: Stage) -> int | None:
    """The next time in an arena: a wave, a grace, tables to open; after the end only the last
    tables."""
    if stage.rounds.filter(state=STATES.OPENING).exists():
        return ledger.now
    assert stage.ends_ms and stage.wave_ms
    moments = [end_of_grace(stage, ledger.terms, ledger.now)]
    if ledger.now < stage.ends_ms and stage.wave_ms < last_wave_ms(ledger, stage):
        moments.append(stage.wave_ms)
    elif ledger.now < stage.ends_ms or not stage.rounds.filter(state=STATES.PLAYING).exists():
        moments.append(stage.ends_ms)
    return min((moment for moment in moments if moment is not None), default=None)


def last_wave_ms(ledger: Ledger, stage: Stage) -> int:
    """The time from which no wave of an arena begins (5.8.5)."""
    assert stage.ends_ms
    return stage.ends_ms - checks.last_start_ms(settings_of(stage), ledger.terms)


def grace_ms(stage: Stage, terms: Terms) -> int:
    return terms.grace_in(stage.format) * 1000


def end_of_grace(stage: Stage, terms: Terms, now: int) -> int | None:
    """The time at which the first table begins without those who are late; at once if it never
    opened."""
    rounds = stage.rounds.filter(state=STATES.PLAYING)
    pairings = Pairing.objects.filter(round__in=rounds, status=Pairing.Status.OPEN)
    games = TournamentGame.objects.filter(pairing__in=pairings, void=False)
    if pairings.exclude(games__in=games).exists():
        return now
    first = games.filter(table__status="open").aggregate(Min("opened_ms"))["opened_ms__min"]
    return None if first is None else first + grace_ms(stage, terms)


def waiting_pairings(rounds: QuerySet[Round]) -> list[tuple[Pairing, TournamentGame | None]]:
    """Pairings whose cards are not dealt: with a game that waits for players, or without one,
    because fewer than two could come."""
    pairings = Pairing.objects.filter(round__in=rounds, status=Pairing.Status.OPEN)
    pairings = pairings.select_related("round").order_by("round__number", "number")
    waiting: list[tuple[Pairing, TournamentGame | None]] = []
    for pairing in pairings.prefetch_related(with_places(), "games__table"):
        games = [game for game in pairing.games.all() if not game.void]
        last = max(games, key=lambda game: game.number, default=None)
        if last is None or last.table.status == "open":
            waiting.append((pairing, last))
    return waiting
