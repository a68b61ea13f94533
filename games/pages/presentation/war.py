"""The presentation of War on pages."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_noop as _

from games.lab.runs import preset_lengths
from games.pages.presentation.base import Presentation, Shown, View
from games.rules.cards import NONE
from games.rules.war.options import Options
from games.templatetags.cards import HIDDEN
from games.templatetags.script_words import Words, ngettext_noop

BATTLE_MS = 1200  # for people who turn their cards quickly


class Length(NamedTuple):
    """Battles of simulated games until one player held every card (section 1.12)."""

    name: str
    mean: int
    median: int
    p90: int
    p99: int
    longest: int
    options: str | None = None  # None: not those of a preset
    run: str = ""  # the code of this site's run, if any
    fair: bool = True


WAR_2 = Length(_("War, 2 players"), 281, 211, 583, 1112, 2812, options="")
WAR_3 = Length(_("War, 3 players"), 300, 234, 603, 1131, 2864, options="players=3")
PEACE = Length(_("Peace"), 181, 136, 374, 718, 1524, options="mode=peace")
AUTOMATIC_2 = Length(_("Automatic war with 2, 2 players"), 89, 68, 183, 344, 758, options="auto=2")
AUTOMATIC_3 = Length(_("Automatic war with 2, 3 players"), 82, 62, 174, 335, 792)
FACES = Length(_("Threes beat faces"), 283, 214, 584, 1130, 2380, options="faces=3")
ACE = Length(_("Threes beat aces"), 277, 210, 570, 1098, 2422, options="ace=3")
UNDERDOG = Length(_("Underdog with 6"), 273, 208, 565, 1068, 2030, options="underdog=6")
SLAP = Length(_("Slap War with 5, 9 in 10 slapped"), 293, 221, 610, 1154, 2510, options="slap=5")
ARSENAL = "ace=4;auto=2;faces=3;slap=5;underdog=6"
ARSENAL_2 = Length(_("Arsenal, 2 players"), 93, 72, 190, 358, 801, options=ARSENAL)
ARSENAL_3 = Length(_("Arsenal, 3 players"), 77, 54, 170, 344, 752)
LENGTHS = (
    *(WAR_2, WAR_3, PEACE, AUTOMATIC_2, AUTOMATIC_3, FACES, ACE, UNDERDOG, SLAP),
    *(ARSENAL_2, ARSENAL_3),
)


def nearest(o: Options) -> Length:
    """The measurement of the rules that are nearest to these."""
    three = o.players == 3
    if o.auto != NONE:
        arsenal = o.slap != NONE and o.underdog != NONE
        two_or_three = (ARSENAL_2, ARSENAL_3) if arsenal else (AUTOMATIC_2, AUTOMATIC_3)
        return two_or_three[three]
    if o.peace:
        return PEACE
    if three:
        return WAR_3
    if o.slap != NONE:
        return SLAP
    return UNDERDOG if o.underdog != NONE else WAR_2


def battles(o: Options) -> int:
    return min(nearest(o).median, o.cap)


def is_cut(o: Options, median: int) -> bool:
    return median >= o.cap


def own_end(o: Options) -> int:
    return nearest(o).median


def minutes(length: int, o: Options) -> float:
    return length * (o.rhythm or BATTLE_MS) / 60_000


def latest(row: Length) -> Length:
    """The lab's measurement of these rules, or the given row if there is none."""
    length = None if row.options is None else preset_lengths.find_length("war", row.options)
    if length is None:
        return row
    return row._replace(
        mean=round(length.mean),
        median=length.median,
        p90=length.p90,
        p99=length.p99,
        longest=length.max,
        run=length.run,
        fair=length.fair,
    )


def shown(view: View) -> list[Shown]:
    """The cards of the battle and its wars that lie face up."""
    return [
        Shown([stage[-1] for stage in seat["lane"] if stage[-1] != HIDDEN], seat["won"])
        for seat in view["seats"]
    ]


def rules_context() -> dict[str, Any]:
    return {"lengths": [latest(row) for row in LENGTHS]}


SCRIPT_WORDS: Words = {
    "auto": _("auto"),
    "board-at": _("Board after battle {number}"),
    "cards-on-table": _("{name}, cards on the table"),
    "centre": _("Centre"),
    "empty": _("empty"),
    "in-centre": _("{count} in the centre"),
    "laid": _("laid"),
    "lay-cards": _("Lay cards"),
    "locked-out": _("locked out"),
    "look-underdog": _("Look for the underdog"),
    "not-in-war": _("not in this war"),
    "pile": _("pile"),
    "place": _("battle {number}"),
    "pot": _("Pot"),
    "ready": _("ready"),
    "slap": _("Slap"),
    "step": _("Battle {number}"),
    "step-of": _("Battle {number} of {length}"),
    "takes": _("takes {count}"),
    "turn-card": _("Turn card"),
    "units": ngettext_noop("{count} battle", "{count} battles"),
    "your-card": _("your card"),
    "your-war-card": _("your war card"),
}
presentation = Presentation(
    key="war",
    line=_("Turn a card, the higher one takes both. House rules from Peace to Slap War."),
    tile=(("8s", "fan", "Qh"), ("8d", "fan", "Jc")),
    more_options=_("wars, slaps, card order, shortage, end"),
    length=battles,
    is_cut=is_cut,
    own_end=own_end,
    endless="classic",
    practice="cap=20",
    minutes=minutes,
    held="pile",
    shown=shown,
    board="games/js/boards/war/board.js",
    script_words=SCRIPT_WORDS,
    stylesheet="games/css/war.css",
    one_screen=True,
    fixed_key=_("Slap key"),
    script_checks_moves=True,
    rules_context=rules_context,
)
