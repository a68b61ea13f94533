"""A tournament that is being put together: its game, its format, and the resulting plan."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.play.draft import Draft, Rule
from games.pages.play.new import draft_of
from games.rule_sets.models import RuleSet
from games.rules.catalogue import GAMES
from games.rules.game import Game
from games.tournaments import checks, formats, proposal, terms
from games.tournaments.declared import BadSettings, declared
from games.tournaments.formats.base import Format
from games.tournaments.proposal import Plan, Proposal
from games.tournaments.settings import Settings
from games.tournaments.writer.stages import resolve
from games.untrusted import whole_number

RULE = "rule-"  # begins the names of the fields for house rules
FORCED = {"pace": "auto"}  # so that no player is waited for (SLOW_RULES)
SIZES = (4, 2)  # proposed if the game has them
TIMES = (30, 45, 60, 90, 120, 180, 240, 360)  # minutes to choose from
USUAL_MINUTES, USUAL_ENTRANTS, MOST_ENTRANTS = 90, 8, 2000


def usual_game() -> str:
    """The first game with decisions for players."""
    for key, game in GAMES.items():
        if game.has_decisions(Draft.of_preset(game, game.presets[0].key).options):
            return key
    return next(iter(GAMES))


class Sketch:
    """A tournament being put together, read leniently: invalid values become the default."""

    def __init__(
        self,
        data: Mapping[str, str],
        entrants: int = USUAL_ENTRANTS,
        saved: Sequence[RuleSet] = (),
    ) -> None:
        self.data = data
        game = data.get("game", "")
        given = {"game": game if game in GAMES else usual_game()}
        given |= {key: data[key] for key in ("was_game", "preset", "was") if key in data}
        given |= {
            key.removeprefix(RULE): text for key, text in data.items() if key.startswith(RULE)
        }
        self.draft = self.with_size(draft_of(Fields(given), saved))
        self.entrants = self.number("entrants", 2, MOST_ENTRANTS) or entrants
        self.minutes = self.number("time", TIMES[0], TIMES[-1]) or USUAL_MINUTES
        self.problem = ""

    def number(self, key: str, low: int, high: int) -> int | None:
        return whole_number(self.data.get(key, ""), low, high)

    # What -----------------------------------------------------------------------------------

    def with_size(self, draft: Draft) -> Draft:
        """The draft with the size of tables: the chosen size, or a usual one."""
        sizes = [int(choice.value) for choice in draft.seat_choices if int(choice.value) > 1]
        wanted = (self.number("size", 2, 8), *SIZES, *sizes)
        self.sizes = sizes
        self.size = next(size for size in wanted if size in sizes)
        values = draft.values | {draft.game.seats_key: str(self.size)}
        return Draft(draft.game, values, draft.saved)

    @property
    def game(self) -> Game:
        return self.draft.game

    def main_rules(self) -> list[Rule]:
        return [rule for rule in self.draft.main_rules() if rule.option.key not in FORCED]

    def more_rules(self) -> list[Rule]:
        return [rule for rule in self.draft.more_rules() if rule.option.key not in FORCED]

    @property
    def options(self) -> str:
        """The house rules as the writer takes them, without the number of players."""
        values = self.draft.values
        if not self.draft.problem and self.game.waits_for_hands(self.draft.options):
            values = values | FORCED
        chosen = {
            option.key: values[option.key]
            for option in self.game.schema.options
            if values[option.key] != option.default and option.key != self.game.seats_key
        }
        return ";".join(f"{key}={value}" for key, value in chosen.items())

    @property
    def is_luck(self) -> bool:
        return not self.draft.problem and not self.game.has_decisions(self.draft.options)

    # How ------------------------------------------------------------------------------------

    def resolve(self, format: Format, **more: Any) -> Settings:
        """The settings of the stage in this format.  Raises BadSettings if it cannot be played."""
        stage = {"game": self.game.key, "options": self.options, "size": self.size}
        s = resolve(stage | {"format": format.key} | more)
        checks.verify(s)
        checks.verify_game(s)
        return s

    def attempt(self, format: Format) -> Settings | None:
        """The settings in this format; None if they cannot be played."""
        with suppress(BadSettings):
            return self.resolve(format)
        return None

    @cached_property
    def proposed(self) -> Proposal | None:
        if self.draft.problem:
            return None
        return proposal.propose(self.attempt, self.entrants, self.minutes, self.round_minutes)

    @cached_property
    def format(self) -> Format:
        """The chosen format; until one is chosen, the proposed one."""
        key = self.data.get("format", "")
        if key in formats.ENTRIES and key != self.data.get("proposed"):
            return formats.find(key)
        return self.proposed.format if self.proposed else formats.find(formats.DEFAULT)

    def round_minutes(self, s: Settings) -> int:
        usual = self.draft.usual
        return proposal.minutes_of_round(s, terms.Terms(), usual.minutes if usual else 1)

    @property
    def times(self) -> list[tuple[int, str]]:
        """The times to choose from, with their words."""
        return [(minutes, duration(minutes)) for minutes in sorted({*TIMES, self.minutes})]

    @property
    def choices(self) -> frozenset[str]:
        """The settings of this format that only some formats have."""
        return self.format.choices(self.size == 2)

    @cached_property
    def rounds(self) -> int | None:
        """The number of rounds: the one that the director has typed, or the proposed one until then
        and after a change of format.  None for formats without a choice."""
        if "rounds" not in self.choices:
            return None
        typed = self.number("rounds", 1, 200)
        is_own = self.data.get("rounds") != self.data.get("was_rounds")
        if typed and is_own and self.data.get("was_format", self.format.key) == self.format.key:
            return typed
        return self.proposed_rounds or typed

    @cached_property
    def proposed_rounds(self) -> int | None:
        s = self.attempt(self.format) if "rounds" in self.choices else None
        if s is None:
            return None
        most = max(1, self.minutes // self.round_minutes(s))
        return self.format.proposed_rounds(s, self.entrants, most) or min(s.rounds or most, most)

    @property
    def length(self) -> int:
        """The minutes of an arena."""
        return self.number("minutes", 5, 1440) or self.minutes

    @cached_property
    def settings(self) -> Settings | None:
        more: dict[str, Any] = {} if self.rounds is None else {"rounds": self.rounds}
        if "minutes" in self.choices:
            more["minutes"] = self.length
        if "games" in self.choices and (games := self.number("games", 1, 7)):
            more["games"] = games
        try:
            s = self.resolve(self.format, **more)
            checks.verify_field(s, self.entrants)
        except BadSettings as bad:
            self.problem = bad.reason.translate(translation)
            return None
        return s

    # In words -------------------------------------------------------------------------------

    @property
    def words(self) -> str:
        """The plan in a sentence, or the reason why there is none."""
        if self.draft.problem:
            return self.draft.problem_words
        s = self.settings
        if s is None:
            return self.problem
        plan = proposal.plan_of(s, self.entrants, self.round_minutes(s))
        who = ngettext("%(n)d player", "%(n)d players", self.entrants) % {"n": self.entrants}
        parts = [who, _(self.format.label), rounds_words(plan, s), about(plan.minutes)]
        return "; ".join(filter(None, [", ".join(filter(None, parts)), tail(plan)])) + "."

    @property
    def query(self) -> str:
        """The plan as the query of an address."""
        chosen = {"size": self.size, "format": self.format.key, "entrants": self.entrants}
        chosen |= {"time": self.minutes} | ({"rounds": self.rounds} if self.rounds else {})
        rules = {
            RULE + option.key: self.draft.values[option.key]
            for option in self.game.schema.options
            if self.draft.values[option.key] != option.default
        }
        return urlencode({"game": self.game.key} | rules | chosen)

    @property
    def engines(self) -> tuple[str | None, ...]:
        return self.format.engines(self.size == 2)

    @property
    def edition(self) -> str:
        """A sentence that names the edition of the rules by which pairs are drawn; empty for
        formats without one."""
        return _(declared(Settings)["format"].hint) if "dutch" in self.engines else ""

    @property
    def is_possible(self) -> bool:
        return not self.draft.problem and self.settings is not None

    @property
    def formats(self) -> list[dict[str, Any]]:
        """The formats to choose from, each with its sentence and its picture."""
        return [self.offer(formats.find(key)) for key in formats.ENTRIES]

    def offer(self, format: Format) -> dict[str, Any]:
        try:
            sentence, is_possible = format.sentence(self.resolve(format)), True
        except BadSettings as bad:
            sentence, is_possible = bad.reason, False
        return {
            "key": format.key,
            "label": _(format.label),
            "sentence": sentence.translate(translation),
            "pictures": [f"tournaments/pictures/{format.key}.svg", "tournaments/pictures/any.svg"],
            "is_proposed": bool(self.proposed and self.proposed.format is format),
            "is_possible": is_possible,
        }


class Fields(dict[str, str]):
    """The data of a form as a dictionary, with the method `dict` of a QueryDict, for `draft_of`."""

    def dict(self) -> dict[str, str]:
        return dict(self)


def rounds_words(plan: Plan, s: Settings) -> str:
    if plan.rounds is None:
        text = ngettext("tables of %(n)d", "tables of %(n)d", s.size)
        return text % {"n": s.size}
    rounds = ngettext("%(n)d round", "%(n)d rounds", plan.rounds) % {"n": plan.rounds}
    if s.format.is_knockout:
        return rounds
    tables = ngettext("%(n)d table", "%(n)d tables", plan.tables) % {"n": plan.tables}
    return _("%(rounds)s of %(tables)s") % {"rounds": rounds, "tables": tables}


def duration(minutes: int) -> str:
    """A duration in words: `1 h 10`."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return _("%(minutes)d min") % {"minutes": rest}
    if not rest:
        return _("%(hours)d h") % {"hours": hours}
    return _("%(hours)d h %(minutes)s") % {"hours": hours, "minutes": f"{rest:02}"}


def about(minutes: int) -> str:
    """An estimated duration in words, rounded to five minutes, or from two hours on to ten."""
    step = 5 if minutes < 120 else 10
    return _("about %(time)s") % {"time": duration(max(step, round(minutes / step) * step))}


def tail(plan: Plan) -> str:
    if plan.each is not None:
        text = ngettext("up to %(n)d game each", "up to %(n)d games each", plan.each)
        return text % {"n": plan.each}
    if plan.met is None:
        return ""
    low, high = plan.met
    if low == high:
        text = ngettext("everybody meets %(n)d other", "everybody meets %(n)d others", high)
        return text % {"n": high}
    return _("everybody meets %(low)d–%(high)d others") % {"low": low, "high": high}
