"""A table that is being put together: the chosen values, and the excluded ones with the reason."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils import translation
from django.utils.translation import gettext

from games.pages.presentation.base import PRESENTATIONS, Usual
from games.rule_sets.models import RuleSet
from games.rules.game import Game
from games.rules.options import BadOptions, Choice, Option, pairs

OWN = "own"
SECOND = "_2"  # the second rank of an option that takes a pair

Values = dict[str, str]


class Pick(NamedTuple):
    """An entry of a select element."""

    value: str
    label: str
    chosen: bool
    refused: str  # why it cannot be chosen now; "" if it can


class Rule(NamedTuple):
    """One house rule as the form shows it."""

    option: Option
    value: str
    picks: list[Pick]
    seconds: list[Pick]
    why: str  # the whole rule has no effect now, or clashes
    hints: list[str]
    off: bool

    @property
    def listed(self) -> bool:
        """Whether the value is chosen from a list instead of typed as a number.  Times are always
        chosen from a list."""
        return not self.option.number or self.option.unit == "ms" or bool(self.option.spare)

    @property
    def second_name(self) -> str:
        return self.option.key + SECOND


class Draft:
    """The choices of a form, read leniently: invalid values become the default.  `saved`: house
    rules of the reader, which are offered beside the presets."""

    def __init__(self, game: Game, data: Mapping[str, str], saved: Sequence[RuleSet] = ()) -> None:
        self.game, self.presentation = game, PRESENTATIONS[game.key]
        self.saved = of_game(saved, game)
        self.values = self.read(data)
        self.problem = self.refusal(self.values)

    @classmethod
    def of_preset(
        cls, game: Game, key: str, players: str = "", saved: Sequence[RuleSet] = ()
    ) -> "Draft":
        """The draft of a preset, for `players` players unless the preset itself sets the number."""
        data = dict(pairs(ready_made(game, saved).get(key, "")))
        return cls(game, {game.seats_key: players} | data, saved)

    def read(self, data: Mapping[str, str]) -> Values:
        values = {o.key: read_one(o, data) for o in self.game.schema.options}
        for option in self.game.schema.options:
            if option.needs and not option.needs.met(values):
                values[option.key] = option.default
        return values

    def refusal(self, values: Values) -> BadOptions | None:
        try:
            self.game.options(values)
        except BadOptions as bad:
            return bad
        return None

    @property
    def problem_words(self) -> str:
        return self.problem.reason.translate(translation) if self.problem else ""

    @property
    def options(self) -> Any:
        """The chosen options; valid only if there is no problem."""
        return self.game.options(self.values)

    @property
    def canonical(self) -> str:
        return self.game.schema.canonical(self.values)

    @property
    def preset(self) -> str:
        """The preset with these rules; the number of players does not matter."""
        key = self.game.seats_key
        alike = {o: value for o, value in pairs(self.canonical) if o != key}
        for options in (dict(pairs(self.canonical)), alike):
            for preset, ready in ready_made(self.game, self.saved).items():
                if dict(pairs(ready)) == options:
                    return preset
        return OWN

    # What the form shows ------------------------------------------------------------------

    def rules(self, *, main: bool) -> list[Rule]:
        listed = [o for o in self.game.schema.options if o.main is main]
        return [self.rule(option) for option in listed if option.key != self.game.seats_key]

    def main_rules(self) -> list[Rule]:
        return self.rules(main=True)

    def more_rules(self) -> list[Rule]:
        return self.rules(main=False)

    @property
    def more_words(self) -> str:
        return gettext(self.presentation.more_options)

    @property
    def players(self) -> str:
        """The number of players as chosen: 1 for the solo game of World War III."""
        return self.values[self.game.seats_key]

    @property
    def seat_choices(self) -> tuple[Choice, ...]:
        return self.game.schema.find(self.game.seats_key).choices

    @property
    def more_chosen(self) -> bool:
        return any(rule.value != rule.option.default for rule in self.more_rules())

    def rule(self, option: Option) -> Rule:
        value = self.values[option.key]
        need = option.needs
        off = need is not None and not need.met(self.values)
        first, _, second = value.partition(",")
        picks = [self.pick(option, choice, first, second) for choice in choices(option, value)]
        return Rule(
            option=option,
            value=value,
            picks=picks,
            seconds=self.seconds(option, first, second) if option.pair else [],
            why=sentence(gettext(need.why)) if off and need else self.clash(option.key),
            hints=[] if off else self.hints(option, picks),
            off=off,
        )

    def pick(self, option: Option, choice: Choice, chosen: str, second: str) -> Pick:
        wanted = f"{choice.value},{second}" if second and choice.value != "none" else choice.value
        refused = self.refusal(self.values | {option.key: wanted})
        why = explained(refused, option.key)
        return Pick(choice.value, gettext(choice.label), choice.value == chosen, why)

    def seconds(self, option: Option, first: str, second: str) -> list[Pick]:
        rows = [Pick("", gettext("no second rank"), not second, "")]
        for choice in option.choices:
            if choice.value not in (option.default, first):
                label = gettext(choice.label)
                rows.append(Pick(choice.value, label, choice.value == second, ""))
        return rows

    def clash(self, key: str) -> str:
        return explained(self.problem, key)

    def hints(self, option: Option, picks: list[Pick]) -> list[str]:
        """The reasons why some values are not offered, and remarks on the values that are
        offered."""
        refused = {pick.refused: pick.label for pick in picks if pick.refused and not pick.chosen}
        rows = [f"{sentence(label)}: {first_sentence(why)}" for why, label in refused.items()]
        notes = [] if self.problem else self.game.notes(self.options)
        return rows + [n.text.translate(translation) for n in notes if n.keys[0] == option.key]

    @property
    def words(self) -> str:
        """The game in one sentence."""
        if self.problem:
            return ""
        return sentence(", ".join(self.game.phrases(self.options, translation)) + ".")

    @property
    def usual(self) -> Usual | None:
        return None if self.problem else self.presentation.usual(self.options)


def of_game(saved: Sequence[RuleSet], game: Game) -> list[RuleSet]:
    return [rule_set for rule_set in saved if rule_set.game == game.key]


def ready_made(game: Game, saved: Sequence[RuleSet]) -> dict[str, str]:
    """The options of presets and of saved house rules, by key."""
    presets = {preset.key: preset.options for preset in game.presets}
    return presets | {rule_set.key: rule_set.options for rule_set in of_game(saved, game)}


def choices(option: Option, value: str) -> tuple[Choice, ...]:
    """The choices of a list: the suggested values, and the chosen number if it is not one of
    these."""
    if not option.number or value in {choice.value for choice in option.choices}:
        return option.choices
    label = f"{int(value) / 1000:g} s" if option.unit == "ms" else f"{value} {option.unit}"
    return (*option.choices, Choice(value, label.strip()))


def explained(problem: BadOptions | None, key: str) -> str:
    """The reason why this option cannot have its value; "" if the problem is with another
    option."""
    return problem.reason.translate(translation) if problem and key in problem.keys else ""


def read_one(option: Option, data: Mapping[str, str]) -> str:
    text = data.get(option.key, "")
    second = data.get(option.key + SECOND, "") if option.pair else ""
    if second and text and text != option.default and second != text:
        text = f"{text},{second}"
    try:
        return option.read(text) if text else option.default
    except BadOptions:
        return option.default


def first_sentence(text: str) -> str:
    return text.partition(". ")[0].rstrip(".") + "."


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
