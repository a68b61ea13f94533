"""The specification of a run: game, options, a policy per seat, number of games, seed.  This module
checks it for every entry point.  The specification determines each game of the run.

The games begin with random deals, or all with the same deal by hand, or all at the same place of
another game (`start`)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _

from games.lab.counting.adapter import Adapter, BadRun
from games.lab.counting.adapter import find as find_adapter
from games.lab.counting.driver import Levels, Start
from games.rules.catalogue import find
from games.rules.game import Game, Options
from games.rules.hands import Hand
from games.rules.options import BadOptions
from games.rules.phrases import gettext_noop
from games.rules.records import StaleLayout
from games.untrusted import whole_number
from warsite.local.places import MANAGE

__all__ = ["BadRun", "RunSpec", "read_spec", "whole"]

MOST_GAMES = 10_000_000_000
MOST_SEED = 2**63 - 1


class Origin(NamedTuple):
    """The place at which the games of a run start, in words for people.  Runs that start in the
    same state are the same run, even if their places differ.  `unlisted`: the game is private."""

    source: str  # the code of a table, or a game of a run, `RUN/17`; "" if nobody knows
    place: str  # `64` or `64.2`
    view: str  # `all`, `watcher` or a seat
    unlisted: bool = False


class RunSpec(NamedTuple):
    """A valid specification of a run.  `options` is canonical text, `policies` has one policy for
    each seat, `start` is `Start.text`, or "" for an ordinary run.  Another version of zlib may
    compress the same start to another text, so in rare cases runs from the same place count as
    different runs."""

    game: str
    options: str
    policies: tuple[str, ...]
    games: int
    seed: int
    rules_version: int  # includes that of the bots, see `Adapter.version`
    start: str = ""

    @property
    def rules(self) -> Game:
        return find(self.game)

    @property
    def o(self) -> Options:
        return self.rules.options(self.options)

    @property
    def adapter(self) -> Adapter:
        return find_adapter(self.game)

    @property
    def levels(self) -> Levels:
        """The policies as one number, in the form that compiled code uses."""
        return self.adapter.levels(self.policies)

    @property
    def begins(self) -> Start | None:
        """The start of the run's games; None if they start with a random deal.  Raises ValueError
        if the text is not a start (see `Start.read`)."""
        return Start.read(self.rules.table, self.start) if self.start else None

    @property
    def hands(self) -> list[Hand]:
        """The deal by hand with which the run's games begin; empty for all other runs."""
        by_hand = self.adapter.by_hand
        try:
            begins = self.begins
        except ValueError:  # written by another version of the site
            return []
        return by_hand.hands_of(begins) if by_hand and begins else []

    @property
    def starts_later(self) -> bool:
        """Whether the run's games start at a place of another game."""
        return bool(self.start) and not self.hands

    @property
    def is_fast(self) -> bool:
        """Whether the second implementation of the game plays the run, whose games then begin with
        a deal."""
        return not self.starts_later and self.adapter.is_fast(self.o)

    @property
    def command(self) -> str:
        """The command that repeats the run.  It contains the start itself, so the game that the
        start is from is not needed."""
        words = [f"{MANAGE} simulate {self.game} --games {self.games} --seed {self.seed}"]
        words += [f"-o {pair}" for pair in self.options.split(";") if pair]
        if not self.is_plain:
            words += [f"--policy {policy}" for policy in self.policies]
        if self.start:
            words += [f"--start {self.start}"]
        return " ".join(words)

    @property
    def trouble(self) -> str:
        """The reason why the run's games cannot be played today, as a sentence; "" if they can."""
        changed = _("The rules have changed since this run began, or the bots have.")
        if self.adapter.version(self.policies) != self.rules_version:
            return changed
        try:
            self.adapter.read_policies(self.policies, self.o)
            if self.start:
                Start.read(self.rules.table, self.start)
        except StaleLayout:
            return changed
        except BadOptions as bad:
            words = _("The current rules do not allow these options: %(reason)s")
            return words % {"reason": bad.reason.translate(translation)}
        except BadRun as bad:
            return bad.sentence
        return ""

    @property
    def is_plain(self) -> bool:
        """Whether every seat has the default policy."""
        return set(self.policies) == {next(iter(self.adapter.policies))}

    def row(self) -> dict[str, object]:
        return self._asdict() | {"policies": list(self.policies)}


def read_spec(
    *,
    game: str,
    games: object,
    seed: object = 1,
    options: str | Mapping[str, str] = "",
    policies: Sequence[str] = (),
    most: int = MOST_GAMES,
    start: str = "",
) -> RunSpec:
    """The specification of a run with these parameters, after checks.  `start` is trusted (see
    `Start.read`).

    Raises:
        BadRun: a parameter is wrong, with a sentence about it.
    """
    adapter = find_adapter(game)
    rules = find(game)
    try:
        o = rules.options(options)
    except BadOptions as bad:
        raise BadRun("BAD_OPTIONS", bad.reason.translate(translation)) from None
    players = adapter.read_policies(policies, o)
    if start:
        verify_start(rules, start)
    return RunSpec(
        game=game,
        options=rules.canonical(o),
        policies=players,
        games=whole(gettext_noop("Games"), games, 1, most, "BAD_COUNT"),
        seed=whole(gettext_noop("Seed"), seed, 0, MOST_SEED, "BAD_SEED"),
        rules_version=adapter.version(players),
        start=start,
    )


def verify_start(rules: Game, start: str) -> None:
    """Verify that games can start from this text.  Raises BadRun."""
    try:
        begins = Start.read(rules.table, start)
    except StaleLayout as bad:
        words = _("This place was written by another version of the site, or is of another game.")
        raise BadRun("BAD_START", words) from bad
    except ValueError as bad:
        words = _("This is no place of a game. Copy the whole text behind “--start”.")
        raise BadRun("BAD_START", words) from bad
    if begins.state.end:
        raise BadRun("GAME_OVER", _("The game is over at this place. Choose an earlier one."))


def whole(field: str, value: object, low: int, high: int, code: str) -> int:
    """The whole number in a text.  Raises BadRun if it is not a number from `low` to `high`."""
    text = str(value).strip().replace(",", "").replace("_", "")
    number = whole_number(text, low, high)
    if number is not None:
        return number
    words = _("%(field)s: enter a whole number from %(low)s to %(high)s, not “%(value)s”.")
    given = str(value)[:40]
    raise BadRun(code, words % {"field": _(field), "low": low, "high": f"{high:,}", "value": given})
