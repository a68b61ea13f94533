"""The only writer of sets of house rules.  Refused changes raise Refused; changes other than
deleting count towards a limit and raise TooMany beyond it."""

from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.translation import gettext_noop as _

from games.accounts import refusals
from games.accounts.models import Player
from games.accounts.names import as_typed, clean_title, fold_case
from games.accounts.people import begin_change
from games.limits.declared import RULE_SETS
from games.rule_sets.models import LONGEST_NAME, RuleSet
from games.rules.catalogue import UnknownGame, find
from games.rules.options import BadOptions

MOST_OWNED = 50

SENTENCES = {
    "ACCOUNTS_OWN": _("Sign up or sign in to save house rules."),
    "BAD_NAME": _("House rules need a name of 1 to 40 characters."),
    "NAME_TAKEN": _("You already have house rules with this name."),
    "NOT_YOURS": _("Only the owner of these house rules may do that."),
    "TOO_MANY_SETS": _("You have saved 50 sets of house rules, which is the limit. Delete one."),
    "UNKNOWN_GAME": _("This game does not exist."),
}


class Refused(refusals.Refused):
    """A change of a rule set that is refused, with a code and a sentence."""

    sentences = SENTENCES


@transaction.atomic
def save(*, by: Player, name: str, game: str, options: str) -> RuleSet:
    """Save house rules under a name.  Raises Refused, TooMany."""
    if not by.is_person:
        raise Refused("ACCOUNTS_OWN")
    title, canonical = clean(name), read(game, options)
    begin_change(by, RULE_SETS)
    if by.rule_sets.count() >= MOST_OWNED:
        raise Refused("TOO_MANY_SETS")
    made = RuleSet(owner=by, game=game, options=canonical)
    store_name(made, title)
    return made


@transaction.atomic
def rename(*, rule_set: RuleSet, by: Player, name: str) -> None:
    """Change the name of a rule set.  Raises Refused, TooMany."""
    verify_owns(rule_set, by)
    title = clean(name)
    begin_change(by, RULE_SETS)
    store_name(rule_set, title)


@transaction.atomic
def mend(*, rule_set: RuleSet, by: Player) -> None:
    """Replace rules that can no longer be played by the nearest rules that can.  Raises Refused,
    TooMany."""
    verify_owns(rule_set, by)
    begin_change(by, RULE_SETS)
    rule_set.options, rule_set.rules_version = rule_set.mended.options, None
    rule_set.save(update_fields=["options", "rules_version"])


def delete(*, rule_set: RuleSet, by: Player) -> None:
    """Delete a rule set; tables and runs with its rules stay.  Raises Refused."""
    verify_owns(rule_set, by)
    rule_set.delete()


def note_measured(rule_set: RuleSet, version: int) -> None:
    """Store the version of the rules with which the lab measures the rule set."""
    rule_set.rules_version = version
    RuleSet.objects.filter(pk=rule_set.pk).update(rules_version=version)


def clean(name: str) -> str:
    title = clean_title(as_typed(name), LONGEST_NAME)
    if not title:
        raise Refused("BAD_NAME")
    return title


def read(game: str, options: str) -> str:
    """The canonical text of these options.  Raises Refused if the game or an option is invalid."""
    try:
        rules = find(game)
        return rules.canonical(rules.options(options))
    except UnknownGame:
        raise Refused("UNKNOWN_GAME") from None
    except BadOptions as bad:
        raise Refused("BAD_OPTIONS", bad.reason.translate(translation)) from None


def store_name(rule_set: RuleSet, title: str) -> None:
    rule_set.name, rule_set.name_key = title, fold_case(title)
    try:
        with transaction.atomic():
            rule_set.save()
    except IntegrityError:
        raise Refused("NAME_TAKEN") from None


def verify_owns(rule_set: RuleSet, by: Player) -> None:
    if rule_set.owner_id != by.pk:
        raise Refused("NOT_YOURS")
