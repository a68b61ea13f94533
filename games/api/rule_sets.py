"""Named house rules: reading them, and using them like a preset."""

from datetime import datetime
from typing import Any, TypeVar

from django.http import Http404, HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema

from games.api.problems import BadQuestion, Problem
from games.rule_sets.models import RuleSet
from games.rules.catalogue import GAMES

T = TypeVar("T", str, str | dict[str, str])

router = Router()
CHOICE = "a preset, or the `key` of house rules with a name"


class RuleSetOut(Schema):
    """Named house rules.  The rules never change; the name may."""

    code: str
    key: str = Field(description="its name where a preset can be chosen")
    name: str
    owner: str
    game: str
    options: str = Field(description="as saved: house rules, as key=value;key=value")
    words: list[str] = Field(description="the rules that can be played today, in words")
    lost: list[str] = Field(description="what has changed since they were saved; usually nothing")
    rules_version: int | None = Field(description="of the lab, when it last measured them")
    created: datetime
    address: str


@router.get(
    "/{code}",
    response={200: RuleSetOut, 404: Problem, 429: Problem},
    summary="House rules with a name",
)
def read(request: HttpRequest, code: str) -> Any:
    """House rules that somebody has saved, in the requested language."""
    rule_set = RuleSet.objects.find_shown(code)
    if rule_set is None:
        raise Http404
    rules, mended = rule_set.rules, rule_set.mended
    return RuleSetOut(
        code=rule_set.code,
        key=rule_set.key,
        name=rule_set.name,
        owner=rule_set.owner.name,
        game=rule_set.game,
        options=rule_set.options,
        words=rules.phrases(rules.options(mended.options), translation),
        lost=[reason.translate(translation) for reason in mended.lost],
        rules_version=rule_set.rules_version,
        created=rule_set.created_at,
        address=rule_set.get_absolute_url(),
    )


def options_of(game: str, preset: str, options: T) -> T | str:
    """Return the options in a request, or the options of the preset or house rules that the request
    names.  Raises BadQuestion."""
    if options or not preset or game not in GAMES:
        return options
    ready_made = {known.key: known.options for known in GAMES[game].presets}
    if preset in ready_made:
        return ready_made[preset]
    rule_set = RuleSet.objects.find_shown(RuleSet.code_in(preset))
    if rule_set is None or rule_set.game != game:
        raise BadQuestion({"preset": [_("This game has no such preset.")]})
    if lost := rule_set.mended.lost:
        raise BadQuestion({"preset": [reason.translate(translation) for reason in lost]})
    return rule_set.options
