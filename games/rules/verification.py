"""The checks that a finished game was dealt and played as promised.  This module has the parts that
tables and files share; each of these takes the values from its own source."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules import fairness
from games.rules.game import Game, Options, State
from games.rules.phrases import ENGLISH, Language
from games.rules.replay import TABLE_ACTS, Replayed, Stored


class Check(NamedTuple):
    """One promise: its name, whether it was kept, and the details."""

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
    """The state after all moves, the number of moves, and the numbers of moves outside the game
    whose time is before that of the previous move, as older releases stored them."""

    state: State
    moves: int
    odd: Sequence[int]


def promised(secret: bytes, commitment: str, lang: Language = ENGLISH) -> Check:
    """Check that the secret matches the hash shown before the deal."""
    promise = fairness.commitment(secret)
    words = lang.gettext("SHA-256 of the secret is %(hash)s") % {"hash": promise}
    return Check("commitment", promise == commitment, words)


def replay(game: Replayed, moves: Iterable[Stored]) -> Replay:
    """Play every move again.  Raises ValueError at the first move that is missing, too early, not
    allowed, or does not have its stored events."""
    number, odd = 0, list[int]()
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
    return Replay(game.state, number, odd)


def replayed(played: Replay, lang: Language = ENGLISH) -> Check:
    """The check of moves, which have been played again without a difference."""
    detail = lang.ngettext(
        "%(count)s move gives the same events once more",
        "%(count)s moves give the same events once more",
        played.moves,
    ) % {"count": played.moves}
    if not played.odd:
        return Check("moves", True, detail)
    words = lang.ngettext(
        "the time goes back at move %(numbers)s, which changes nothing in the game",
        "the time goes back at moves %(numbers)s, which changes nothing in the game",
        len(played.odd),
    ) % {"numbers": ", ".join(map(str, played.odd))}
    return Check("moves", True, f"{detail}; {words}")


def concluded(
    game: Game, o: Options, state: State, result: str, end: str, lang: Language = ENGLISH
) -> Check:
    """Check the result and the end of the game, as they are stored: `*` and "" for a game without
    an end."""
    found = game.result(state, o)
    ended = (found.text, found.end) if found else ("*", "")
    words = lang.gettext("the result is %(result)s") % {"result": ended[0]}
    return Check("result", ended == (result, end), words)
