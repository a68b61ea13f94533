"""A tournament in sentences: its rules and its scoring."""

from collections.abc import Sequence
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.tournaments.presence import BEFORE
from games.rules.catalogue import find
from games.rules.options import BadOptions, pairs
from games.templatetags.tournaments import points, tiebreak_words
from games.tournaments import terms
from games.tournaments.formats.base import Format
from games.tournaments.models import Stage, Tournament
from games.tournaments.settings import Settings
from games.tournaments.terms import Terms


def about(tournament: Tournament, stages: Sequence[tuple[Stage, Settings]]) -> dict[str, Any]:
    """The context of `_about.html`: how a tournament is played, who may enter and when."""
    given, (first, *_rest) = terms.resolve(tournament.terms), [s for _stage, s in stages]
    return {
        "terms": given,
        "formats": [(stage, sentences(s)) for stage, s in stages],
        "rules": rules(first),
        "luck": is_luck(first),
        "has_plan": tournament.state in BEFORE,
        "conditions": conditions(given, first.format),
    }


def sentences(s: Settings) -> list[str]:
    """The format of a tournament in sentences."""
    lines = [s.format.sentence(s).translate(translation), *_length(s)]
    if s.games > 1:
        lines.append(_("Each match is the best of %(games)d games.") % {"games": s.games})
    if not s.format.is_knockout:
        lines += [_points(s), _order(s)]
    if s.format.in_waves and s.streaks:
        lines.append(_("After two wins in a row, your points count double until you fail to win."))
    return lines


def _length(s: Settings) -> list[str]:
    if s.minutes is not None:
        return [_("It lasts %(minutes)d minutes.") % {"minutes": s.minutes}]
    if s.rounds is None:
        return []
    text = ngettext("There is %(rounds)d round.", "There are %(rounds)d rounds.", s.rounds)
    return [text % {"rounds": s.rounds}]


def _points(s: Settings) -> str:
    if s.duplicate:
        return _(
            "All tables of a round play the same cards. You get the share of the players in your"
            " seat at the other tables who did worse than you."
        )
    full = ", ".join(points(one) for one in s.points[s.size])
    if not s.two:
        return _("Points by place at a full table: %(points)s.") % {"points": full}
    draw = s.half if s.draw is None else s.draw
    values = {"win": points(s.points[2][0]), "draw": points(draw), "loss": points(s.points[2][1])}
    return _("A win gives %(win)s, a draw %(draw)s, a loss %(loss)s.") % values


def _order(s: Settings) -> str:
    if s.format.ties:
        return _(s.format.ties)
    ties = ", ".join(tiebreak_words(key) for key in s.tiebreaks)
    return _("Ties are broken in this order: %(ties)s.") % {"ties": ties}


def rules(s: Settings) -> list[str]:
    """The house rules in short phrases."""
    game = find(s.game)
    try:
        o = game.options(dict(pairs(s.options)) | {game.seats_key: str(s.size)})
    except BadOptions:  # a draft may hold any options
        return []
    return game.phrases(o, translation)


def is_luck(s: Settings) -> bool:
    """Whether the rules leave players no choice."""
    game = find(s.game)
    try:
        o = game.options(dict(pairs(s.options)) | {game.seats_key: str(s.size)})
    except BadOptions:
        return False
    return not game.has_decisions(o)


def conditions(given: Terms, format: Format) -> list[str]:
    """Sentences on who may enter, and on the course of rounds."""
    lines = []
    if given.most_entrants:
        lines.append(
            _("There are %(places)d places. After that, there is a waiting list.")
            % {"places": given.most_entrants}
        )
    if given.invited:
        lines.append(_("Only invited players can enter."))
    if not given.guests:
        lines.append(_("You need an account to enter."))
    if given.account_days:
        text = ngettext(
            "Your account must be %(days)d day old.",
            "Your account must be %(days)d days old.",
            given.account_days,
        )
        lines.append(text % {"days": given.account_days})
    if given.games_played:
        text = ngettext(
            "You must have played %(games)d game.",
            "You must have played %(games)d games.",
            given.games_played,
        )
        lines.append(text % {"games": given.games_played})
    if given.rated:
        lines.append(_("Games between people with accounts are rated."))
    if "pace" in format.choices(two=True):
        lines.append(_pace(given))
    return [*lines, _(format.lateness) % {"grace": given.grace_in(format)}]


def _pace(given: Terms) -> str:
    if given.pace == "schedule":
        return _("Rounds begin at set times.")
    if given.pace == "director":
        return _("A director starts each round.")
    return _("The next round begins soon after the last table ends.")
