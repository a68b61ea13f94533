"""The life of a tournament, from draft to archive (1.3).  Each function is one act, and raises
Refused."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _

from games.accounts.models import Player
from games.accounts.names import fold
from games.notices.kinds import Kind
from games.notices.writer import notify_all
from games.ratings import reading as ratings
from games.relations.circles import Circle
from games.rules.catalogue import find
from games.rules.options import pairs
from games.table.clock import moment
from games.table.models import Table
from games.table.rated import Pool, pool_of
from games.table.reasons import Reason
from games.table.writer import arranged
from games.table.writer.opening import preset_of
from games.tournaments import acts, checks, lots, terms
from games.tournaments.acts import Role, State
from games.tournaments.declared import BadSettings, declared, need, to_json
from games.tournaments.models import Entrant, Round, Stage, Tournament, TournamentGame
from games.tournaments.refusals import Refused
from games.tournaments.settings import Settings
from games.tournaments.terms import Terms
from games.tournaments.writer.circle import verify_may_announce, verify_may_plan, within_circle
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting
from games.tournaments.writer.results import call_off, end_stage, restate, restate_all, show_tables
from games.tournaments.writer.rounds import current
from games.tournaments.writer.stage_play import play_of
from games.tournaments.writer.stages import open_stage, resolve, save_places

LONGEST_NAME, LONGEST_DESCRIPTION = 80, 2000
DECLARED = declared(Settings) | declared(Terms)
# What may still be changed once it is announced: texts, times and the number of rounds (1.9).
STILL_OPEN = {"name", "description", *(key for key in DECLARED if DECLARED[key].late)}


def create(
    *,
    by: Player,
    name: str,
    description: str = "",
    terms: Mapping[str, Any] | None = None,
    stages: Sequence[Mapping[str, Any]] = ({},),
    circle: Circle | None = None,
    now: int | None = None,
) -> Tournament:
    """Create a draft, which only its directors see; an event of a `circle` is for its members."""
    draft = Tournament(created_by=by, circle=circle, state=State.NEW, last_hash=acts.FIRST_HASH)
    with acting(Order(draft.code, by, now=now), draft) as ledger:
        draft.created_ms = draft.state_ms = ledger.now
        if circle is not None:
            verify_may_plan(circle)
            draft.terms = {"audience": "circle"}
        ledger.act("create", {})
        draft.save()
        given = {"name": name, "description": description, **(terms or {})}
        write(ledger, with_players(given), stages)
    return draft


def edit(
    order: Order, *, changes: Mapping[str, Any], stages: Sequence[Mapping[str, Any]] | None = None
) -> Tournament:
    """Change texts and terms, and in a draft the stages; `rounds` is the number of rounds of one
    stage.  The log has the changes."""
    with acting(order) as ledger:
        changes = with_players(changes)
        new = changes | ({} if stages is None else {"stages": list(stages)})
        ledger.act("edit", {"changes": new})
        if ledger.state != State.DRAFT:
            for key in new:
                need(key in STILL_OPEN, key, _("This was settled when it was announced."), "STATE")
        others = changes
        if "rounds" in others:
            change_rounds(ledger, others.pop("rounds"))
        write(ledger, others, stages)
    return ledger.tournament


def with_players(changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes with players instead of names: names change, and the log keeps none (17.8).
    Raises Refused, and names the people without an account."""
    if not any(isinstance(one, str) for one in changes.get("invited", ())):
        return dict(changes)
    names = {fold(name): name for name in changes["invited"]}
    players = dict(Player.objects.filter(name_key__in=names).values_list("name_key", "pk"))
    if unknown := [name for key, name in names.items() if key not in players]:
        text = _("There is no player with these names: %(names)s.") % {"names": ", ".join(unknown)}
        raise Refused("UNKNOWN_PLAYER", text, field="invited")
    return {**changes, "invited": [players[key] for key in names]}


def write(
    ledger: Ledger, changes: Mapping[str, Any], stages: Sequence[Mapping[str, Any]] | None
) -> None:
    """Write texts, terms and stages.  Raises BadSettings."""
    t, new = ledger.tournament, dict(changes)
    t.name = " ".join(str(new.pop("name", t.name)).split())
    t.description = str(new.pop("description", t.description)).strip()
    named = 0 < len(t.name) <= LONGEST_NAME
    need(named, "name", _("A name has 1 to {most} characters."), most=LONGEST_NAME)
    fits = len(t.description) <= LONGEST_DESCRIPTION
    need(fits, "description", _("A description has at most 2,000 characters."))
    read = within_circle(ledger, terms.resolve(t.terms | new))
    t.terms, t.private = to_json(read), read.audience == "circle"
    vars(ledger).pop("terms", None)
    if stages is None:
        return
    resolved = [resolve(stage) for stage in stages]
    checks.verify_stages(resolved)
    t.stages.all().delete()
    for number, given in enumerate(stages, 1):
        Stage.objects.create(tournament=t, number=number, settings=dict(given))


def change_rounds(ledger: Ledger, rounds: Any) -> None:
    """Change the number of rounds of the running stage; before the start, of the last one.  Raises
    BadSettings."""
    stage = ledger.stage or ledger.tournament.stages.order_by("number").last()
    assert stage is not None
    done = stage.rounds.exclude(state="undone").count()
    stage.settings = stage.settings | {"rounds": rounds}
    resolved = resolve(stage.settings)
    checks.verify(resolved)
    fits = resolved.rounds is None or resolved.rounds >= done
    need(fits, "rounds", _("At least {done}, as many as have been drawn."), done=done)
    stage.save(update_fields=["settings"])
    if stage.opened_ms is not None:
        change_begun(ledger, stage, resolved, done)


def change_begun(ledger: Ledger, stage: Stage, s: Settings, done: int) -> None:
    """Check changed settings of a running stage against its field and plan, and end the stage if no
    round is left to draw (1.9).  Raises BadSettings."""
    need(stage.state == Stage.State.RUNNING, "rounds", _("This stage is over."))
    checks.verify_field(s, stage.field.count())
    planned = len(stage.plan or ())
    fits = not planned or (s.rounds or planned + 1) <= planned
    need(fits, "rounds", _("There are at most {most} rounds."), most=planned)
    if s.rounds == done and current(stage) is None:
        end_stage(ledger, stage)


def announce(order: Order) -> Tournament:
    """Announce a tournament: from now on everybody sees it, and its lots are fixed (4.2)."""
    with acting(order) as ledger:
        ledger.act("announce", {})
        t = ledger.tournament
        verify_may_announce(t)
        for stage in t.stages.order_by("number"):
            resolved = resolve(stage.settings)
            checks.verify(resolved)
            checks.verify_game(resolved)
            checks.verify_length(resolved, ledger.terms)
            rated = pool_for(resolved) is not None and not (ledger.terms.link_only or t.private)
            text = _("Only public games with the usual rules and choices to make can be rated.")
            need(rated or not ledger.terms.rated, "rated", text)
            stage.settings = to_json(resolved) | {"options": canonical(resolved)}
            stage.save(update_fields=["settings"])
        t.secret = secrets.token_bytes(lots.SECRET_BYTES)
        t.commitment = lots.commitment(bytes(t.secret))
    return ledger.tournament


def canonical(s: Settings) -> str:
    """The house rules as they are stored, without the number of players, which the size of the
    table gives."""
    game = find(s.game)
    o = game.options(dict(pairs(s.options)) | {game.seats_key: str(s.size)})
    kept = [f"{key}={value}" for key, value in pairs(game.canonical(o)) if key != game.seats_key]
    return ";".join(kept)


def open_entries(order: Order) -> Tournament:
    """Open entries."""
    return step(order, "open")


def open_checkin(order: Order) -> Tournament:
    """Open check-in: entrants confirm that they are here (2.3)."""
    with acting(order) as ledger:
        ledger.act("checkin", {})
        code = ledger.tournament.code
        notify_all(awaited(ledger.tournament), Kind.CHECKIN, code, {"code": code})
    return ledger.tournament


def awaited(tournament: Tournament) -> list[int]:
    """The players who have entered and not left."""
    entered = tournament.entrants.filter(
        status__in=(Entrant.Status.ENTERED, Entrant.Status.PLAYING)
    )
    return list(entered.values_list("player", flat=True))


def pause(order: Order, *, tables: bool = False) -> Tournament:
    """Pause the tournament: nothing new begins.  With `tables`, running tables are paused, too
    (9.3)."""
    with acting(order) as ledger:
        ledger.act("pause", {"tables": tables})
        if tables:
            for table in ledger.tournament.unfinished_tables():
                arranged.pause(table=table.pk, reason=ledger.reason, now=ledger.now)
    return ledger.tournament


def step(order: Order, act: str) -> Tournament:
    """Record an act whose only effect is another state."""
    with acting(order) as ledger:
        ledger.act(act, {})
    return ledger.tournament


# The start -------------------------------------------------------------------------------


def start(order: Order) -> Tournament:
    """Start: fix the field and draw the lots.  With too few players a director is refused, and the
    system cancels the tournament (1.3)."""
    with acting(order) as ledger:
        ledger.verify("start")
        starters = drop_missing(ledger)
        stage = ledger.tournament.stages.get(number=1)
        s = resolve(stage.settings)
        try:
            checks.verify_field(s, len(starters))
        except BadSettings:
            if ledger.by is not None:
                raise
            ledger.act("cancel", {}, role=Role.SYSTEM, reason=Reason.UNPLAYABLE)
            return ledger.tournament
        ledger.act("start", {})
        t = ledger.tournament
        t.started_ms = ledger.now
        entropies = [(starter.number, starter.entropy) for starter in starters]
        t.key = lots.key(bytes(t.secret), t.code, entropies)
        for starter in starters:
            starter.starter, starter.status = True, Entrant.Status.PLAYING
        note_ratings(s, starters, ledger.now)
        Entrant.objects.bulk_update(starters, ["starter", "status", "rating"])
        open_stage(ledger, stage, seeded(ledger, s, starters))
    return ledger.tournament


def pool_for(s: Settings) -> Pool | None:
    """The pool in which the games are rated; None if they cannot be rated."""
    game = find(s.game)
    options = game.canonical(game.options(arranged.seated(s.game, s.options, s.size)))
    return pool_of(s.game, preset_of(game, options), s.size)


def note_ratings(s: Settings, starters: Sequence[Entrant], now: int) -> None:
    """Store the starters' ratings in the tournament's game, for seeding (4.1) and the archive."""
    pool = pool_for(s)
    if pool is None:
        return
    points = ratings.points_of(pool.key, [starter.player_id for starter in starters], moment(now))
    for starter in starters:
        starter.rating = points.get(starter.player_id)


def drop_missing(ledger: Ledger) -> list[Entrant]:
    """Drop entrants who did not check in, move the waiting list up, and return the starters in
    order of number."""
    entrants = list(ledger.tournament.entrants.order_by("number"))
    if ledger.terms.checkin_min is not None:
        for entrant in entrants:
            if entrant.status == Entrant.Status.ENTERED and not entrant.arrived:
                entrant.status = Entrant.Status.DROPPED
    starters = [entrant for entrant in entrants if entrant.status == Entrant.Status.ENTERED]
    places = ledger.terms.most_entrants or len(entrants)
    for entrant in entrants:
        is_here = entrant.arrived or ledger.terms.checkin_min is None
        if entrant.status == Entrant.Status.WAITING and is_here and len(starters) < places:
            entrant.status = Entrant.Status.ENTERED
            starters.append(entrant)
    Entrant.objects.bulk_update(entrants, ["status"])
    return sorted(starters, key=lambda entrant: entrant.number)


def seeded(ledger: Ledger, s: Settings, starters: Sequence[Entrant]) -> list[Entrant]:
    """The starters, best seed first (4.1)."""
    key, by_number = bytes(ledger.tournament.key), {one.number: one for one in starters}
    order = lots.seeding(key, by_number)
    if s.seeding == "rating":
        order = lots.by_rating(key, [(one.number, one.rating) for one in starters])
    if s.seeding == "manual":
        act = ledger.tournament.acts.filter(act="seed").order_by("number").last()
        chosen = [number for number in act.args["order"] if number in by_number] if act else []
        order = chosen + [number for number in order if number not in chosen]
    return [by_number[number] for number in order]


# The end ---------------------------------------------------------------------------------


def resume(order: Order) -> Tournament:
    """Resume after a pause.  Paused tables, calls and grace periods are extended by the length of
    the pause."""
    with acting(order) as ledger:
        since = ledger.tournament.state_ms
        ledger.act("resume", {})
        postpone(ledger, since)
        for table in ledger.tournament.unfinished_tables():
            arranged.resume(table=table.pk, now=ledger.now)
    return ledger.tournament


def postpone(ledger: Ledger, since: int) -> None:
    """Extend calls, grace periods and an arena by the time lost since `since` (epoch ms) (9.3,
    10.6).  What began later has lost only the time since its own beginning."""
    now, lost = ledger.now, ledger.now - since
    running = Round.objects.filter(stage__tournament=ledger.tournament)
    called = running.filter(state=Round.State.PUBLISHED, published_ms__lt=now)
    called.update(begins_ms=F("begins_ms") + now - Greatest("published_ms", since))
    waiting = TournamentGame.objects.filter(pairing__round__in=running, table__status="open")
    waiting = waiting.filter(opened_ms__lt=now)
    waiting.update(opened_ms=F("opened_ms") + now - Greatest("opened_ms", since))
    if ledger.stage is not None:
        play_of(ledger.stage).postpone(ledger.stage, lost)


def finish(order: Order) -> Tournament:
    """Publish the final places and the secret of the lots.  A director may finish between two
    rounds; the system finishes after all stages."""
    with acting(order) as ledger:
        stage = ledger.stage
        if ledger.by is None and ledger.tournament.stages.exclude(state=Stage.State.OVER).exists():
            raise Refused("STATE")
        ledger.act("finish", {})
        if stage is not None and stage.state == Stage.State.RUNNING:
            if current(stage) is not None:
                raise Refused("STATE", _("The running round is not over yet."))
            end_stage(ledger, stage)
        restate_everything(ledger)
        restate_all(ledger)
        save_places(ledger.tournament)
        entered = ledger.tournament.entrants.filter(status=Entrant.Status.PLAYING)
        players, code = list(entered.values_list("player", flat=True)), ledger.tournament.code
        notify_all(players, Kind.TOURNAMENT, code, {"code": code})
    return ledger.tournament


def reopen(order: Order) -> Tournament:
    """Reopen a tournament to correct a result, for a day after the end."""
    with acting(order) as ledger:
        ledger.act("reopen", {})
        restate_everything(ledger)
    return ledger.tournament


def restate_everything(ledger: Ledger) -> None:
    """Compute all standings again.  In a finished tournament every standing shows the lots, in a
    running one only the last standing of a stage (4.4)."""
    for stage in ledger.tournament.stages.exclude(state=Stage.State.WAITING):
        restate(stage)


def cancel(order: Order) -> Tournament:
    """Cancel a tournament, before or after the start; results so far stay visible."""
    with acting(order) as ledger:
        act = ledger.act("cancel", {})
        restate_all(ledger)
        games = TournamentGame.objects.filter(pairing__round__stage__tournament=ledger.tournament)
        call_off(games.order_by("table"), act, ledger.reason)
        show_tables(ledger, Round.objects.filter(stage__tournament=ledger.tournament))
    return ledger.tournament


@transaction.atomic
def forget(tournament: Tournament) -> None:
    """Delete a tournament with its tables and its log."""
    own = Table.objects.filter(tournament_game__pairing__round__stage__tournament=tournament)
    tables = list(own.values_list("pk", flat=True))
    QuerySet.delete(tournament.acts.all())  # acts refuse to go alone; PostgreSQL looks at the end
    tournament.delete()
    Table.objects.filter(pk__in=tables).delete()
