"""The checks that a game was dealt and played as promised, which anyone can repeat with its
file."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules import fairness
from games.rules.catalogue import rules_of
from games.rules.game import State
from games.table import daily
from games.table.models import Move, Seat, Table
from games.table.moves import moves_of
from games.table.replay.rebuild import TABLE_ACTS, Replayed, dealt, key_of, stored_state


class Check(NamedTuple):
    """One promise, whether it was kept, and the details."""

    name: str
    ok: bool
    detail: str


class Verification(NamedTuple):
    """All checks of a game; `ok` if every check passes."""

    code: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)


class Replay(NamedTuple):
    """The state after all moves, the number of moves, and the numbers of moves of the table (not of
    the game) whose time is before that of the move before.  Older releases wrote such times."""

    state: State
    moves: int
    odd: Sequence[int]


def verify(table: Table) -> Verification:
    """Check a finished game: the commitment, the deal, every move, the result.  A game that is not
    over has no checks yet, as its secret is hidden."""
    if not table.shows_cards:
        words = _("The game is not over: its secret is not shown yet.")
        return Verification(table.code, (Check("over", False, words),))
    seats = list(table.seats.order_by("number"))
    is_public = table.day is not None and not table.commitment  # from before days had secrets
    checks = [] if is_public else [promised(table)]
    if table.deal:
        checks += game_checks(table, seats, moves_of(table))
    return Verification(table.code, tuple(checks))


def promised(table: Table) -> Check:
    """Check that the secret matches the hash shown before the deal, and the hash of its day."""
    promise = fairness.commitment(bytes(table.secret))
    kept = promise == table.commitment
    if table.day is not None:
        kept = kept and daily.sealed(table.day).commitment == promise
    words = _("SHA-256 of the secret is %(hash)s") % {"hash": promise}
    return Check("commitment", kept, words)


def game_checks(table: Table, seats: Sequence[Seat], moves: Iterable[Move]) -> list[Check]:
    key = key_of(table, seats)
    game, o = rules_of(table.game, table.options)
    deal = branch_check(table) if table.is_branch else dealt_check(table, key)
    try:
        replayed, count, odd = replay(table, key, moves)
    except ValueError as error:
        return [deal, Check("moves", False, str(error))]
    same = agrees(table, replayed)
    result = game.result(replayed, o)
    ended = (result.text, result.end) if result else ("*", "")
    return [
        deal,
        Check("moves", True, moves_detail(count, odd)),
        Check("state", same, _("the last position is the stored one") if same else _("it differs")),
        Check(
            "result",
            ended == (table.result, table.end),
            _("the result is %(result)s") % {"result": ended[0]},
        ),
    ]


def branch_check(table: Table) -> Check:
    """Check that the origin of a branch was dealt and played as promised.  A simulated origin was
    never promised, so only the deals are compared."""
    origin = table.branch_of
    if origin is None:
        words = _("it goes on from simulated game %(code)s") % {"code": table.origin}
        return Check("simulated", table.deal == table.beginning.deal, words)
    is_verified = table.deal == origin.deal and verify(origin).ok
    words = _("it goes on after move %(move)s of game %(code)s")
    return Check("branch", is_verified, words % {"move": table.branch_move, "code": origin.code})


def dealt_check(table: Table, key: bytes) -> Check:
    """Check that the key gives the deal."""
    deal = dealt(table, key)
    words = _("the key, which is shown when the day is over, deals %(deal)s") % {"deal": deal}
    if daily.shows_secret(table):
        words = _("the key %(key)s deals %(deal)s") % {"key": key.hex(), "deal": deal}
    name = "deal" if table.day is None else "daily" if table.commitment else "date"
    return Check(name, deal == table.deal, words)


def moves_detail(count: int, odd: Sequence[int]) -> str:
    detail = ngettext(
        "%(count)s move gives the same events once more",
        "%(count)s moves give the same events once more",
        count,
    ) % {"count": count}
    if not odd:
        return detail
    words = ngettext(
        "the time goes back at move %(numbers)s, which changes nothing in the game",
        "the time goes back at moves %(numbers)s, which changes nothing in the game",
        len(odd),
    )
    return f"{detail}; {words % {'numbers': ', '.join(map(str, odd))}}"


def agrees(table: Table, replayed: State) -> bool:
    """Whether the replayed position is the stored one, card by card.  The stored bytes may differ:
    their layout belongs to the release that wrote them."""
    game, o = rules_of(table.game, table.options)
    standing = game.standing(replayed, o)
    stored = (table.counts, table.length, table.wars, table.score)
    over = game.result(replayed, o) is not None
    score = game.score(replayed, o) if over else None
    return stored == (standing["counts"], standing["number"], standing["wars"], score) and (
        game.open_view(stored_state(table), o) == game.open_view(replayed, o)
    )


def replay(table: Table, key: bytes, moves: Iterable[Move]) -> Replay:
    """Play every move again; raises ValueError at the first that differs."""
    game, number, odd = Replayed(table, key), 0, list[int]()
    last = played = None  # game time of the last move, and of the last move of the game
    act = ""  # the last move of the game
    for number, move in enumerate(moves, 1):
        if move.number != number:
            raise ValueError(f"move {number} is missing")
        concerns_game = move.act not in TABLE_ACTS and not move.refused
        # The rules set the time of a timer, which `step` compares with theirs: an agreed
        # fast-forward may have moved it to before itself.
        is_hurried = move.act == "timer" and act == "hurry"
        if concerns_game and (played is None or (move.at_ms < played and not is_hurried)):
            raise ValueError(f"move {number}: the time goes back")
        if last is not None and move.at_ms < last:
            odd.append(number)
        if move.act == "deal" or concerns_game:  # the time of the game begins with the deal
            played, act = move.at_ms, move.act
        if played is not None:
            last = move.at_ms
        if [event.to_dict() for event in game.step(move)] != move.events:
            raise ValueError(f"move {number}: other events than those in the log")
    if number != table.version:
        raise ValueError(f"the log ends at move {number}, the table at {table.version}")
    return Replay(game.state, number, odd)
