"""Opening tables: the rules, the secret, and the first seats."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import translation

from games.accounts.bots import bot_player
from games.accounts.models import Player
from games.relations.circles import Circle
from games.relations.reading import without_blocks
from games.rules import fairness
from games.rules.catalogue import BOTS, UnknownGame, find
from games.rules.game import Game, Options
from games.rules.options import BadOptions, pairs
from games.table import daily
from games.table import rated as ratable
from games.table.clock import moment, now_ms
from games.table.models import Chat, Seat, Table
from games.table.querysets import NOW
from games.table.reasons import Reason
from games.table.refusals import Refused
from games.table.writer import deal, seats
from games.table.writer.ledger import Ledger
from games.table.writer.orders import close, under_lock

MOST_OPEN = 5  # tables a player may have waiting
MOST_GAMES = 10  # games a player may be in, those that wait included
# What a rematch keeps.
KEPT = (
    *("private", "substitute", "away_after_s", "tempo", "outside_bots", "fast"),
    *("chat", "guest_text", "circle_id", "one_screen", "agree"),
)


def read_rules(game: str, options: str | Mapping[str, str], preset: str) -> tuple[Game, Options]:
    """Read the chosen game and its options; a preset supplies missing options.  Raises Refused."""
    try:
        rules = find(game)
    except UnknownGame:
        raise Refused("UNKNOWN_GAME") from None
    ready_made = {known.key: known.options for known in rules.presets}
    try:
        return rules, rules.options(options or ready_made.get(preset, ""))
    except BadOptions as bad:
        raise Refused("BAD_OPTIONS", bad.reason.translate(translation)) from None


def preset_of(rules: Game, options: str) -> str:
    """The preset with these options, whatever their length; "" if there is none."""
    for preset in rules.presets:
        if not preset.length and essence(rules, preset.options) == essence(rules, options):
            return preset.key
    return ""


def essence(rules: Game, options: str) -> set[tuple[str, str]]:
    return {pair for pair in pairs(options) if not rules.keeps_preset(*pair)}


def verify_room(by: Player) -> None:
    """Check that a player may open another table.  Bots of programs have limits only for taking
    seats.  Raises Refused."""
    seats.verify_welcome(by)
    if by.is_bot:
        return
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)  # two tabs keep the limits too
    if Table.objects.open().filter(opened_by=by).count() >= MOST_OPEN:
        raise Refused("TOO_MANY_TABLES")
    verify_games(by)


def verify_games(player: Player) -> None:
    """Check that a player may be in another game.  Games with a seat of the player count, and
    running games that the player opened for others; games of tournaments do not.  Raises
    Refused."""
    seated = Q(pk__in=Seat.objects.filter(player=player, ended_at=None).values("table"))
    games = Table.objects.filter(status__in=NOW, arranged=False)
    if games.filter(seated | Q(opened_by=player, status="running")).count() >= MOST_GAMES:
        raise Refused("TOO_MANY_GAMES")


def verify_rematch(old: Ledger, by: Player) -> None:
    if old.table.arranged:
        raise Refused("ARRANGED")
    verify_room(by)
    seats.verify_pace(by)
    seats.verify_may_sit(old.table, by, now=old.now)


def new_table(
    rules: Game,
    o: Options,
    *,
    by: Player | None,
    now: int,
    **fields: Any,
) -> Ledger:
    """Create a table with only its fixed bots, if any.  If the new code is taken, another one is
    drawn."""
    while True:
        table = unsaved_table(rules, o, opened_by=by, moved_ms=now, **fields)
        try:
            with transaction.atomic():
                table.save(force_insert=True)
        except IntegrityError:  # extremely rare
            continue
        ledger = Ledger(table, [], now)
        ledger.log("open", player=by)
        for number, level in fixed_bots(ledger).items():
            bot = bot_player(level, game=table.game)
            seats.take(ledger, bot, number=number)
        return ledger


def unsaved_table(rules: Game, o: Options, *, secret: bytes = b"", **fields: Any) -> Table:
    """Build, without saving it, a table with these rules, a new secret or the secret of its day,
    and these other fields."""
    options = rules.canonical(o)
    day = fields.get("day")
    secret = secret or (bytes(daily.sealed(day).secret) if day else secrets.token_bytes(32))
    return Table(
        game=rules.key,
        options=options,
        preset=preset_of(rules, options),
        players=o.players,
        rules_version=rules.rules_version,
        secret=secret,
        commitment=fairness.commitment(secret),
        **fields,
    )


def fixed_bots(ledger: Ledger) -> dict[int, str]:
    """The levels of the bots that this table always has, by seat."""
    return BOTS[ledger.table.game].fixed(ledger.o)


def open_table(
    *,
    by: Player | None,
    game: str = "war",
    options: str | Mapping[str, str] = "",
    preset: str = "",
    private: bool = False,
    bots: Sequence[str] = (),
    seated: bool = True,
    substitute: bool = True,
    tempo: str = "",
    rated: bool = False,
    day: date | None = None,
    outside_bots: bool = False,
    fast: bool = False,
    chat: str = Chat.TEXT,
    guest_text: bool = True,
    circle: Circle | None = None,
    one_screen: bool = False,
    now: int | None = None,
) -> Table:
    """Open a table.  `by` takes a seat if `seated`, then bots of these levels, who play at this
    tempo; a game of bots alone starts at once.  A `day` sets the deal.  At a `rated` table no bot
    replaces a player.  Only members of a `circle` see its tables.  Raises Refused."""
    rules, o = read_rules(game, options, preset)
    verify_tempo(game, tempo)
    fields = {"private": private, "substitute": substitute, "tempo": tempo, "day": day}
    fields |= {"fast": fast, "chat": chat, "guest_text": guest_text, "one_screen": one_screen}
    may_join = outside_bots or fast or (by is not None and by.owner_id is not None)
    fields |= {"outside_bots": may_join, "agree": not one_screen} | within(circle, chat)
    with transaction.atomic():
        if by is not None:
            verify_room(by)
        ledger = new_table(rules, o, by=by, now=now or now_ms(), **fields)
        if rated:
            make_rated(ledger, by, bots)
        take_first_seats(ledger, by, bots, seated=seated)
        deal.deal_when_ready(ledger)
        close(ledger)
    return ledger.table


def verify_tempo(game: str, tempo: str) -> None:
    """Check the tempo of a table's bots.  Raises Refused."""
    if tempo and tempo not in BOTS[game].tempos:
        raise Refused("UNKNOWN_TEMPO")


def within(circle: Circle | None, chat: str) -> dict[str, Any]:
    """The fields that a circle sets for its tables; empty without a circle."""
    if circle is None:
        return {}
    allowed = max(chat, circle.chat, key=Chat.values.index)
    return {"circle": circle, "private": True, "outside_bots": False, "chat": allowed}


def take_first_seats(
    ledger: Ledger, by: Player | None, bots: Sequence[str], *, seated: bool
) -> None:
    """Seat the player who opens a table, and the bots.  Raises Refused."""
    if by is not None and seated:
        seats.verify_may_sit(ledger.table, by, now=ledger.now)
        seats.take(ledger, by, present=False)
    for level in bots:
        seats.take(ledger, find_bot(level, ledger), by=by)


def make_rated(ledger: Ledger, by: Player | None, bots: Sequence[str] = ()) -> None:
    """Make a new table rated.  Raises Refused."""
    ratable.verify_ratable(ledger.table, by, has_bots=bool(bots or ledger.seats))
    ledger.change(rated=True, substitute=False, forfeit_after_s=ratable.FORFEIT_S)


def open_daily(*, by: Player, game: str = "ww3", now: int | None = None) -> Table:
    """Open or continue this player's game with the deal of the day.  Raises Refused."""
    at = now or now_ms()
    rules, _ = read_rules(game, "", "")
    if rules.daily is None:
        raise Refused("NO_DAILY")
    day = moment(at).date()
    begun = Table.objects.for_player(by).filter(game=game, day=day, status__in=("open", "running"))
    table = begun.first()
    return table or open_table(by=by, game=game, options=rules.daily.options, day=day, now=at)


def find_bot(level: str, ledger: Ledger) -> Player:
    """Return a bot that can be invited to this table.  Raises Refused."""
    if level not in BOTS[ledger.table.game].levels:
        raise Refused("UNKNOWN_LEVEL")
    return bot_player(level, [seat.player_id for seat in ledger.seats], ledger.table.game)


def take_back_rematch(ledger: Ledger, player: Player) -> None:
    """Undo a rematch if the player who asked for it has left and nobody else is there: restore the
    old table as it was before."""
    people = [seat for seat in ledger.seats if not seat.bot]
    present = [seat for seat in people if seat.ready or seat.away_ms is None]
    old = Table.objects.filter(rematch=ledger.table).values_list("pk", flat=True).first()
    if old is None or present or ledger.table.opened_by_id != player.pk:
        return
    with under_lock(old, now=ledger.now) as before:
        before.change(rematch=None)
        before.log("unrematch", seat=before.seat_of(player).number, player=player)
    ledger.abort(Reason.REMATCH_WITHDRAWN)


def open_rematch(old: Ledger, by: Player, entropy: bytes = b"") -> Table:
    """Open a table with the same rules; everyone except fixed bots moves to the next seat.  If one
    of two players has blocked the other, only one gets a seat: the player who asked for the
    rematch, or else the first of the two."""
    table = old.table
    rules, o = old.rules
    kept = {name: getattr(table, name) for name in KEPT}
    ledger = new_table(rules, o, by=by, now=old.now, **kept)
    if table.rated:
        make_rated(ledger, by)
    fixed = fixed_bots(ledger)
    free = [n for n in range(1, table.players + 1) if n not in fixed]
    coming = without_blocks([by, *(seat.player for seat in old.seats)])
    for seat in old.seats:
        if seat.player.is_active and seat.player in coming and seat.number not in fixed:
            number = free[(free.index(seat.number) + 1) % len(free)]
            own = seat.player_id == by.pk or table.one_screen
            taken = seats.take(ledger, seat.player, number=number, present=own)
            if own and entropy:
                ledger.change_seat(taken, ready=True, entropy=entropy)
                ledger.log("ready", seat=number, player=seat.player)
    deal.deal_when_ready(ledger)
    close(ledger)
    return ledger.table
