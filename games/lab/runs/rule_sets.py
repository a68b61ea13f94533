"""The runs that measure a set of house rules.  They are ordinary runs over the deals of the
gallery, so earlier runs of the same rules are found and used."""

from typing import NamedTuple

from games.accounts.callers import Caller
from games.lab.counting.adapter import ADAPTERS
from games.lab.runs import luck, run
from games.lab.runs.gallery import GAMES
from games.lab.runs.luck import Meter
from games.lab.runs.models import Simulation, State
from games.lab.runs.preset_lengths import of_rules, without_idle
from games.lab.runs.spec import RunSpec
from games.rule_sets import writer
from games.rule_sets.models import RuleSet
from games.rules.options import pairs


def run_of(rule_set: RuleSet) -> Simulation | None:
    """The run that shows the effect of the rules: the largest finished run, otherwise a run in
    progress, otherwise a finished run with the version of the last measurement; None without a
    run."""
    game, rules = rule_set.game, without_idle(rule_set.game, rule_set.options)
    today = ADAPTERS[game].version()
    known = Simulation.objects.filter(game=game, options=rules, plain=True, start="")
    return (
        Simulation.objects.of_rules(game, rules, today).first()
        or known.filter(rules_version=today).exclude(status=State.FAILED).order_by("-id").first()
        or Simulation.objects.of_rules(game, rules, rule_set.rules_version or 0).first()
    )


def plays(run: Simulation, rule_set: RuleSet) -> bool:
    """Whether the games of this run begin with random deals, and are played by these rules."""
    rules = without_idle(rule_set.game, rule_set.options)
    return (run.game, run.options, run.start) == (rule_set.game, rules, "")


def meter_of(rule_set: RuleSet) -> Meter | None:
    """The share of skill with these rules; None if it was not measured."""
    game, options = rule_set.game, rule_set.options
    return luck.find_meter(game, options) or luck.counted_meter(game, options)


class Needed(NamedTuple):
    """A run that measures a set of rules, and its stored run, in progress or finished; None if it
    is not stored."""

    spec: RunSpec
    stored: Simulation | None


def needed(rule_set: RuleSet) -> list[Needed]:
    """The runs whose results are not known yet.  Raises BadRun if today's rules refuse the set."""
    spec = of_rules(rule_set.game, rule_set.options, GAMES)
    known = Simulation.objects.of_rules(spec.game, spec.options, spec.rules_version)
    specs = [] if known.filter(games__gte=spec.games).exists() else [spec]
    game, options = spec.game, spec.options
    if luck.is_measurable(game, options) and luck.find_meter(game, options) is None:
        specs += luck.specs(game, options, luck.best_of(game))
    begun = Simulation.objects.filter(status__in=(State.RUNNING, State.DONE))
    return [Needed(spec, begun.with_spec(spec).first()) for spec in specs]


def measure(caller: Caller, rule_set: RuleSet) -> None:
    """Start the missing runs, which count as one run of all their games.  Raises BadRun,
    TooMany."""
    run.start_all(caller, [row.spec for row in needed(rule_set) if row.stored is None])
    writer.note_measured(rule_set, ADAPTERS[rule_set.game].version())


def beside_usual(rule_set: RuleSet) -> list[RunSpec]:
    """The specifications of two runs over the same deals: the game's usual rules for this number of
    players, and the rules of this set.  Raises BadRun if today's rules refuse the set."""
    own, rules = of_rules(rule_set.game, rule_set.options, GAMES), rule_set.rules
    seats = {key: value for key, value in pairs(own.options) if key == rules.seats_key}
    usual = rules.canonical(rules.options(dict(pairs(rules.presets[0].options)) | seats))
    return [of_rules(own.game, usual, GAMES), own]


def compare(caller: Caller, rule_set: RuleSet) -> list[Simulation]:
    """Start the runs that compare the set with the usual rules, and return them.  Raises BadRun,
    TooMany."""
    specs = beside_usual(rule_set)
    run.start_all(caller, specs)
    return [Simulation.objects.with_spec(spec).order_by("id")[0] for spec in specs]
