"""The specification of a run: game, options, a policy per seat, number of games, seed.  Checked
here for every entry point; any game of the run can be played again from it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _

from games.lab.counting import catalogue
from games.lab.counting.adapter import Adapter, BadRun
from games.lab.counting.driver import Levels
from games.rules.catalogue import find
from games.rules.game import Game, Options
from games.rules.options import BadOptions
from games.rules.phrases import gettext_noop

__all__ = ["BadRun", "RunSpec", "read_spec", "whole"]

MOST_GAMES = 10_000_000_000
MOST_SEED = 2**63 - 1


class RunSpec(NamedTuple):
    """A valid run.  `options` is canonical text, `policies` has one for each seat."""

    game: str
    options: str
    policies: tuple[str, ...]
    games: int
    seed: int
    rules_version: int  # includes that of the bots, see `Adapter.version`

    @property
    def rules(self) -> Game:
        return find(self.game)

    @property
    def o(self) -> Options:
        return self.rules.options(self.options)

    @property
    def adapter(self) -> Adapter:
        return catalogue.find(self.game)

    @property
    def levels(self) -> Levels:
        """Policies in the form compiled code uses."""
        return self.adapter.levels(self.policies)

    @property
    def command(self) -> str:
        """The command that repeats it."""
        words = [f"manage.py simulate {self.game} --games {self.games} --seed {self.seed}"]
        words += [f"-o {pair}" for pair in self.options.split(";") if pair]
        if not self.is_plain:
            words += [f"--policy {policy}" for policy in self.policies]
        return " ".join(words)

    @property
    def trouble(self) -> str:
        """Why these games cannot be played today, as a sentence; "" if they can."""
        if self.adapter.version(self.policies) != self.rules_version:
            return _("The rules have changed since this run began, or the bots have.")
        try:
            self.adapter.read_policies(self.policies, self.o)
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
) -> RunSpec:
    """Check the parameters of a run.

    Raises:
        BadRun: with a sentence that says what is wrong.
    """
    adapter = catalogue.find(game)
    rules = find(game)
    try:
        o = rules.options(options)
    except BadOptions as bad:
        raise BadRun("BAD_OPTIONS", bad.reason.translate(translation)) from None
    players = adapter.read_policies(policies, o)
    return RunSpec(
        game=game,
        options=rules.canonical(o),
        policies=players,
        games=whole(gettext_noop("Games"), games, 1, most, "BAD_COUNT"),
        seed=whole(gettext_noop("Seed"), seed, 0, MOST_SEED, "BAD_SEED"),
        rules_version=adapter.version(players),
    )


def whole(field: str, value: object, low: int, high: int, code: str) -> int:
    """A whole number within its limits.  Raises BadRun."""
    text = str(value).strip().replace(",", "").replace("_", "")
    if text.isascii() and text.isdigit() and len(text) < 25 and low <= int(text) <= high:
        return int(text)
    words = _("%(field)s: enter a whole number from %(low)s to %(high)s, not “%(value)s”.")
    given = str(value)[:40]
    raise BadRun(code, words % {"field": _(field), "low": low, "high": f"{high:,}", "value": given})
