"""The tables of a round: opened in portions, begun without those who do not come (6.5, 11.4)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from django.db import connection, transaction

from games.accounts.models import Player
from games.notices.kinds import Kind
from games.notices.writer import notify_all
from games.rules.catalogue import find
from games.table.clock import now_ms
from games.table.models import Table
from games.table.writer import arranged
from games.tournaments import checks, terms
from games.tournaments.models import Entrant, Pairing, Place, Round, TournamentGame
from games.tournaments.reading.results import annulled, settings_of, with_places
from games.tournaments.refusals import Refused
from games.tournaments.scoring.points import Attendance, attendance
from games.tournaments.settings import Settings
from games.tournaments.terms import Terms
from games.tournaments.writer.due import grace_ms, waiting_pairings
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.results import complete, decide
from games.tournaments.writer.rounds import STATES, round_args

PORTION = 50  # tables of one transaction
STATUS = Pairing.Status


def open_tables(one: Round, *, now: int | None = None) -> int:
    """Open the next portion of tables of this round; how many were opened.  Of several workers
    each takes other pairings."""
    at = now_ms() if now is None else now
    s, t = settings_of(one.stage), one.stage.tournament
    conditions = terms.resolve(t.terms)
    with transaction.atomic():
        opening = Round.objects.filter(pk=one.pk, state=STATES.OPENING)  # it may be undone
        planned = one.pairings.filter(status=STATUS.PLANNED).order_by("number")
        if connection.features.has_select_for_update:
            opening, planned = opening.select_for_update(no_key=True), planned.select_for_update()
        if not opening.exists():
            return 0
        portion = list(planned.prefetch_related(with_places("entrant__player"))[:PORTION])
        of_size: dict[int, list[tuple[Pairing, list[Player]]]] = defaultdict(list)
        for pairing in portion:
            seated = list(pairing.places.all())
            here = [p.entrant.player for p in seated if not p.entrant.is_gone]
            if len(here) > 1 and (len(here) == len(seated) or not s.format.in_waves):
                of_size[len(here)].append((pairing, here))
        for seatings in of_size.values():
            open_games(seatings, s, conditions, at)
        rows = Pairing.objects.filter(pk__in=[pairing.pk for pairing in portion])
        rows.update(status=STATUS.OPEN)
        if not s.format.in_waves:  # there somebody gets a table every minute
            announce(one, chain.from_iterable(of_size.values()))
    return len(portion)


def announce(one: Round, seatings: Iterable[tuple[Pairing, list[Player]]]) -> None:
    """Call the players of these tables, wherever they are."""
    code = one.stage.tournament.code
    players = [player.pk for _, seated in seatings for player in seated]
    subject = f"{code}-{one.stage.number}-{one.number}"
    notify_all(players, Kind.ROUND, subject, {"code": code, "round": one.number})


def open_games(
    seatings: Sequence[tuple[Pairing, list[Player]]],
    s: Settings,
    conditions: Terms,
    now: int,
    number: int = 1,
) -> None:
    """A game of each of these pairings, with as many players in their seats, and bots in those that
    would be free (6.6)."""
    game, people = find(s.game), len(seatings[0][1])
    bots = arranged.usual_bots(s.game, max(0, least_of(s) - people))
    size = people + len(bots)
    o = game.options(arranged.seated(s.game, s.options, size))
    away_s = conditions.absent_after_min * 60 if game.has_decisions(o) else None
    tables = arranged.open_arranged(
        game=s.game,
        options=s.options,
        seatings=[[*players, *bots] for _, players in seatings],
        agree=conditions.agree,
        forfeit_after_s=away_s,
        limit_ms=checks.limit_ms(s, conditions, size),
        private=conditions.link_only,
        rated=conditions.rated,
        now=now,
    )
    TournamentGame.objects.bulk_create(
        TournamentGame(pairing=pairing, number=number, table=table, opened_ms=now)
        for (pairing, _), table in zip(seatings, tables, strict=True)
    )


def least_of(s: Settings) -> int:
    """The fewest that can play this game."""
    return checks.seats_of(s.game, s.options)[0]


def play_on(opened: Round, *, now: int) -> None:
    """All tables of a round are open: it is played, or over already."""
    with acting(Order(opened.stage.tournament_id, now=now)) as ledger:
        one = Round.objects.get(pk=opened.pk)
        if one.state != STATES.OPENING:
            return
        one.state = STATES.PLAYING
        one.save()
        complete(ledger, one)


def open_next_game(last: TournamentGame, *, now: int) -> None:
    """A match goes on, in exchanged seats (3.7)."""
    pairing = last.pairing
    stage = pairing.round.stage
    with acting(Order(stage.tournament_id, now=now)) as ledger:
        if pairing.games.filter(number__gt=last.number).exists():
            return
        seats = last.table.seats.order_by("-number").select_related("player")
        players = [seat.player for seat in seats]
        seatings = [(pairing, players)]
        open_games(seatings, settings_of(stage), ledger.terms, ledger.now, last.number + 1)


# Who does not come -----------------------------------------------------------------------


def settle_absent(order: Order) -> int:
    """The grace is over: tables begin with those who came, or are decided.  How many were."""
    with acting(order) as ledger:
        stage = ledger.stage
        playing = stage.rounds.filter(state=STATES.PLAYING) if stage else Round.objects.none()
        if stage is None or not playing:
            raise Refused("NO_ROUND")
        since = ledger.now - grace_ms(stage, ledger.terms)
        waiting = [
            (pairing, game.table if game else None)
            for pairing, game in waiting_pairings(playing)
            if game is None or game.opened_ms <= since
        ]
        here = arranged.came([table for _, table in waiting if table is not None])
        for pairing, table in waiting:
            came = here.get(table.pk, set()) if table is not None else set()
            settle(ledger, pairing, table, came)
        for one in {pairing.round for pairing, _ in waiting}:
            complete(ledger, one)
        return len(waiting)


def settle(ledger: Ledger, pairing: Pairing, table: Table | None, came: Collection[int]) -> None:
    """One pairing at the end of the grace (6.5, 6.6)."""
    one = pairing.round
    s = settings_of(one.stage)
    places = list(pairing.places.all())
    seats = seats_at(table) if table else {}
    there = {seats[number] for number in came}
    if table is None:  # nobody need prove to be here
        there = {p.entrant.player_id for p in places if not p.entrant.is_gone}
    absent = [p.entrant for p in places if p.entrant.player_id not in there]
    if table is None and annulled(one.stage) & {e.number for e in absent}:
        decide(ledger, pairing, {}, "annulled")
        return
    outcome = attendance(
        [p.entrant.number for p in places], {e.number for e in absent}, least_of(s)
    )
    if absent and s.format.in_waves:
        here = [p.entrant.number for p in places if p.entrant not in absent]
        call_off(ledger, pairing, table, here)
    elif outcome.status == "play" and table is not None:
        begin_without(places, table, outcome, ledger.now)
    else:
        if table is not None:
            arranged.call_off(table=table, reason="Not enough players came.", now=ledger.now)
        decide(ledger, pairing, {outcome.winner: 1} if outcome.winner else {}, outcome.status)
    if absent:
        mark_away(absent)
        numbers = sorted(entrant.number for entrant in absent)
        ledger.act("noshow", round_args(one) | {"pairing": pairing.number, "absent": numbers})


def call_off(ledger: Ledger, pairing: Pairing, table: Table | None, came: Collection[int]) -> None:
    """In an arena nobody plays a table at which somebody is missing (5.8.4)."""
    if table is not None:
        arranged.call_off(table=table, reason="Not everybody came.", now=ledger.now)
    decide(ledger, pairing, dict.fromkeys(came, 1), "noshow")


def seats_at(table: Table) -> dict[int, int]:
    """Who sits in each seat, by number."""
    return dict(table.seats.values_list("number", "player_id"))


def begin_without(places: Iterable[Place], table: Table, outcome: Attendance, now: int) -> None:
    players = {p.entrant.number: p.entrant.player for p in places}
    playing = [players[number] for number in outcome.seats if number]
    arranged.deal_to(table=table, players=playing, bots=outcome.seats.count(0), now=now)


def mark_away(absent: Iterable[Entrant]) -> None:
    """They are not drawn until they say to be back (2.6)."""
    numbers = [entrant.pk for entrant in absent]
    Entrant.objects.filter(pk__in=numbers, status=Entrant.Status.PLAYING).update(away=True)
