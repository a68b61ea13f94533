"""Deals by hand in titles, sentences and addresses."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.utils import translation
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.lab.runs.spec import RunSpec
from games.rules.hands import Hand

MOST_TITLE = 40  # letters of a hand in a title


def title(name: str, hands: Sequence[Hand]) -> str:
    """The name of these rules with a deal by hand."""
    hand = Truncator(hands[0].words(translation)).chars(MOST_TITLE)
    return _("%(name)s, seat 1 with %(hand)s") % {"name": name, "hand": hand}


def query_of(spec: RunSpec) -> str:
    """The query of the form, filled in like this run."""
    rows = [("options", spec.options)]
    for seat, hand in enumerate(spec.hands, 1):
        rows.append((f"hand{seat}", hand.written))
        rows += [] if hand.shuffled else [(f"fixed{seat}", "on")]
    return urlencode([*rows, ("games", str(spec.games)), ("seed", str(spec.seed))])
