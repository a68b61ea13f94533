"""Checks that a game was dealt and played as promised.  Anyone can repeat them with the game's
file."""

from collections.abc import Iterable, Sequence

from django.utils import translation
from django.utils.translation import gettext as _

from games.rules import verification
from games.rules.catalogue import rules_of
from games.rules.game import State
from games.rules.verification import Check, Verification
from games.table import daily
from games.table.models import Move, Seat, Table
from games.table.moves import moves_of
from games.table.replay.rebuild import Replayed, dealt, key_of, stored_state


def verify(table: Table) -> Verification:
    """Check a finished game: the commitment, the deal, every move, the result.  A game that is not
    over has no checks, because its secret is still hidden."""
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
    """Check that the secret matches the hash shown before the deal and, for a deal of the day, the
    hash of its day."""
    check = verification.promised(bytes(table.secret), table.commitment, translation)
    if table.day is None:
        return check
    return check._replace(ok=check.ok and daily.sealed(table.day).commitment == table.commitment)


def game_checks(table: Table, seats: Sequence[Seat], moves: Iterable[Move]) -> list[Check]:
    key = key_of(table, seats)
    game, o = rules_of(table.game, table.options)
    deal = branch_check(table) if table.is_branch else dealt_check(table, key)
    try:
        played = verification.replay(Replayed(table, key), moves)
        if played.moves != table.version:
            raise ValueError(f"the log ends at move {played.moves}, the table at {table.version}")
    except ValueError as error:
        return [deal, Check("moves", False, str(error))]
    same = agrees(table, played.state)
    return [
        deal,
        verification.replayed(played, translation),
        Check("state", same, _("the last position is the stored one") if same else _("it differs")),
        verification.concluded(game, o, played.state, table.result, table.end, translation),
    ]


def branch_check(table: Table) -> Check:
    """Check that the origin of a branch was dealt and played as promised.  There is no promise for
    a simulated origin, so only the deals are compared."""
    origin = table.branch_of
    if origin is None:
        words = _("it goes on from simulated game %(code)s") % {"code": table.origin}
        return Check("simulated", table.deal == table.beginning.deal, words)
    is_verified = table.deal == origin.deal and verify(origin).ok
    words = _("it goes on after move %(move)s of game %(code)s")
    return Check("branch", is_verified, words % {"move": table.branch_move, "code": origin.code})


def dealt_check(table: Table, key: bytes) -> Check:
    """Check that the key produces the deal."""
    deal = dealt(table, key)
    words = _("the key, which is shown when the day is over, deals %(deal)s") % {"deal": deal}
    if daily.shows_secret(table):
        words = _("the key %(key)s deals %(deal)s") % {"key": key.hex(), "deal": deal}
    name = "deal" if table.day is None else "daily" if table.commitment else "date"
    return Check(name, deal == table.deal, words)


def agrees(table: Table, replayed: State) -> bool:
    """Whether the replayed position equals the stored one, card by card.  The stored bytes may
    differ, because each release has its own layout."""
    game, o = rules_of(table.game, table.options)
    standing = game.standing(replayed, o)
    stored = (table.counts, table.length, table.wars, table.score)
    over = game.result(replayed, o) is not None
    score = game.score(replayed, o) if over else None
    return stored == (standing["counts"], standing["number"], standing["wars"], score) and (
        game.open_view(stored_state(table), o) == game.open_view(replayed, o)
    )
