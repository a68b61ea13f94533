"""The lines of a game's log: lines about its events, from the rules, and lines about the table."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import translation as active
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, ngettext, override, to_locale

from games.accounts.names import isolated_text
from games.rules.cards import NONE
from games.rules.catalogue import UnknownGame, find, rules_of
from games.rules.events import Event
from games.rules.game import Game, Line
from games.rules.phrases import Language
from games.rules.phrases import gettext_noop as _
from games.rules.replay import Stored
from games.rules.words import safe
from games.table.models import Table
from games.table.reasons import Reason, in_words

LOCALE = Path(__file__).parents[1] / "locale"


def active_language() -> Language:
    """The active language, for texts from the rules."""
    return language_of(get_language())


def language_of(code: str) -> Language:
    """A language for texts from the rules.  Django's own functions look up the active language for
    every text, so that a live message took twice as long."""
    return read_language(code, *settings.LOCALE_PATHS)


@lru_cache(maxsize=8)
def read_language(code: str, *folders: Path) -> Language:
    """The texts of a language, from the first folder that has the text; English is the fallback."""
    language = NullTranslations()
    for folder in (*folders, LOCALE):
        language.add_fallback(translation("django", folder, [to_locale(code)], fallback=True))
    return language


def paused(move: Stored, mine: bool) -> str:
    if "reason" in move.args:
        reason = safe([in_words(move.args["reason"])])[0]
        if move.args["reason"] in Reason.values:
            return gettext("Paused: {reason}").format(reason=reason)
        return gettext("Paused by the director: {reason}").format(reason=reason)
    return gettext("The server was away, and all clocks stood still.")


def offered(move: Stored, mine: bool) -> str:
    if move.args.get("what") == "fast":
        text = _("{name} offers to speed up the game."), _("You offer to speed up the game.")
    else:
        text = _("{name} offers to end the game now."), _("You offer to end the game now.")
    return gettext(text[mine])


def answered(move: Stored, mine: bool) -> str:
    if move.args.get("yes"):
        return gettext("You agree.") if mine else gettext("{name} agrees.")
    return gettext("You decline.") if mine else gettext("{name} declines.")


def dealt(move: Stored, mine: bool) -> str:
    if "code" not in move.args:
        return gettext("The cards are shuffled.")
    return gettext("The game goes on from a place of game {code}.").format(code=move.args["code"])


def extended(move: Stored, mine: bool) -> str:
    minutes = move.args.get("minutes", 0)
    text = ngettext(
        "The time limit was extended by {minutes} minute.",
        "The time limit was extended by {minutes} minutes.",
        minutes,
    )
    return text.format(minutes=minutes)


def aborted(move: Stored, mine: bool) -> str:
    reason = safe([in_words(move.args.get("reason", ""))])[0]
    return gettext("The table was closed: {reason}").format(reason=reason)


# Acts of the table and their words; {name} is the name of the seat, {seat} its number.  Of two
# sentences the first is for others, the second for the player in that seat.
TABLE_WORDS: dict[str, str | tuple[str, str] | Callable[[Stored, bool], str]] = {
    "sit": (_("{name} sits down."), _("You sit down.")),
    "bot": (_("{name} takes a seat."), _("You take a seat.")),
    "leave": _("Seat {seat} is free again."),
    "missed": _("Seat {seat} is free again: its player did not come."),
    "ready": (_("{name} is ready."), _("You are ready.")),
    "unready": (
        _("{name} cannot play rated games at the moment."),
        _("You cannot play rated games at the moment."),
    ),
    "deal": dealt,
    "away": (_("{name} lost connection."), _("You lost connection.")),
    "back": (_("{name} is back."), _("You are back.")),
    "substitute": (_("A bot takes over for {name}."), _("A bot takes over for you.")),
    "offer": offered,
    "answer": answered,
    "lapse": _("The offer was not answered and has expired."),
    "hurry": _("Everyone agreed to speed up the game."),
    "pause": paused,
    "resume": _("The game resumes."),
    "extend": extended,
    "rematch": (_("{name} asks for a rematch."), _("You ask for a rematch.")),
    "unrematch": (
        _("{name} withdrew the rematch request."),
        _("You withdrew the rematch request."),
    ),
    "abort": aborted,
}


def title(table: Table) -> str:
    """The name of the game and preset, in words."""
    try:
        game = find(table.game)
    except UnknownGame:
        return table.game
    if table.day is not None:
        day = date_format(table.day, "j M Y")
        return gettext("{game}, deal of {day}").format(game=gettext(game.name), day=day)
    name = named(game, table.preset)
    if not table.branch_at:
        return name
    words = gettext("{game}, played on from {place}")
    return words.format(game=name, place=place_name(game, table.branch_at))


@lru_cache(maxsize=256)
def phrases(game: str, text: str, language: str) -> list[str]:
    """The house rules in phrases, in the active language."""
    rules, options = rules_of(game, text)
    return rules.phrases(options, active)


@lru_cache(maxsize=256)
def heading(
    game: str, preset: str, day: date | None, at: str, text: str, language: str
) -> dict[str, Any]:
    """The title and the house rules in words."""
    table = Table(game=game, preset=preset, day=day, branch_at=at)
    with override(language):
        return {"title": title(table), "options": phrases(game, text, language)}


def place_name(game: Game, at: str) -> str:
    """A place in words, for example "the deal", "battle 64", "battle 64, step 2" or "2:03"."""
    number, _dot, step = at.partition(".")
    if at == "0":
        return gettext("the deal")
    if game.step == "second":
        return stamp(int(number), game.key)
    unit = gettext(game.step)
    if step:
        return gettext("{unit} {number}, step {step}").format(unit=unit, number=number, step=step)
    return gettext("{unit} {number}").format(unit=unit, number=number)


def stamp(place: int, game: str) -> str:
    """A place as shown to people: 442, or 7:22 if places are seconds."""
    if find(game).step != "second":
        return str(place)
    hours, minutes, seconds = place // 3600, place // 60 % 60, place % 60
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def named(game: Game, preset: str) -> str:
    """The name of a preset, with the name of its game unless the preset's name is enough.  Without
    a preset, the game with "own options"."""
    name = gettext(game.name)
    chosen = {known.key: known.name for known in game.presets}.get(preset)
    if chosen is None:
        return gettext("{game}, own options").format(game=name)
    if game.presets_say_all or chosen == game.name:
        return gettext(chosen)
    return gettext("{game}, {preset}").format(game=name, preset=lower_first(gettext(chosen)))


def lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def lines_of(
    game: Game,
    move: Stored,
    events: Sequence[Event],
    names: Sequence[str],
    battle: int,
    language: Language | None = None,
    you: int = NONE,
) -> list[Line]:
    """The lines about a move, in the active language; lines from the rules in `language`, if given.
    `events` are as the reader may see them, `names` are by seat, `you` is the reader's seat (from
    0), and `battle` is the number for lines about the table."""
    names = [isolated_text(name) for name in names]
    lines = game.describe(events, names, language or active_language(), you) if events else []
    if not is_of_table(move):
        return lines
    name, mine = name_of(move, names), you != NONE and move.seat == you + 1
    if move.refused:
        return [Line(battle, refused(game, move, name, mine), "note")]
    text = of_table(move, mine).format(name=name, seat=move.seat)
    is_outage = move.act == "pause" and "reason" not in move.args
    return [Line(battle, text, "outage" if is_outage else "note"), *lines]


def of_table(move: Stored, mine: bool) -> str:
    """The sentence about an act at the table, with fields to fill in; `mine`: the reader is the
    player who acted."""
    words = TABLE_WORDS[move.act]
    if callable(words):
        return words(move, mine)
    return gettext(words if isinstance(words, str) else words[mine])


def is_of_table(move: Stored) -> bool:
    """Whether the move gets a line about the table, which has no place of its own."""
    return bool(move.refused) or move.act in TABLE_WORDS


def name_of(move: Stored, names: Sequence[str]) -> str:
    """The name of the move's seat, without braces, because braces mark cards in a line."""
    named = 1 <= move.seat <= len(names) and names[move.seat - 1]
    return safe([named or gettext("Seat {number}").format(number=move.seat)])[0]


def refused(game: Game, move: Stored, name: str, mine: bool) -> str:
    text = _("{name}: {act} was refused. {why}"), _("Your {act} was refused. {why}")
    if "rt" in move.args and move.args["rt"] != move.args.get("arr"):  # those of bots are equal
        text = (
            _("{name}: {act} ({ms} ms) was refused. {why}"),
            _("Your {act} ({ms} ms) was refused. {why}"),
        )
    why = gettext(game.rejects[move.refused].sentence)
    return gettext(text[mine]).format(name=name, act=move.act, ms=move.args.get("rt"), why=why)
