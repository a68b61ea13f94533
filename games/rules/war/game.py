"""War as a game: the implementation of the interface that all games share."""

from typing import Any

from games.rules import words
from games.rules.cards import NONE, PACK
from games.rules.game import Game
from games.rules.options import Preset
from games.rules.phrases import ENGLISH, Language
from games.rules.phrases import gettext_noop as _
from games.rules.war import deal as dealing
from games.rules.war import options, play
from games.rules.war import view as views
from games.rules.war.acts import ACTS, Reject
from games.rules.war.events import ENDS
from games.rules.war.options import SCHEMA, Leftover, Options
from games.rules.war.state import Table, leaders, places, pot_size
from games.rules.war.text import notation, prompts
from games.rules.war.text.prompts import HINTS, hints, spoken
from games.rules.war.view_types import WarView

PRESETS = (
    Preset("classic", _("Classic War"), _("The higher card wins; a tie is a war."), "", 5),
    Preset(
        "peace", _("Peace"), _("The lower card wins, and a tie costs five cards."), "mode=peace", 3
    ),
    Preset(
        "three", _("Three-player War"), _("Three piles; the two highest fight."), "players=3", 5
    ),
    Preset("auto", _("Automatic War"), _("Every 2 starts a war at once."), "auto=2", 2),
    Preset("threes", _("Threes beat Faces"), _("A 3 beats jacks, queens and kings."), "faces=3", 5),
    Preset(
        "fours",
        _("Fours beat Aces"),
        _("A 3 beats the faces, a 4 beats the ace."),
        "ace=4;faces=3",
        5,
    ),
    Preset(
        "underdog",
        _("Underdog"),
        _("A 6 among the loser's cards turns the war around."),
        "underdog=6",
        5,
    ),
    Preset("slap", _("Slap War"), _("Slap a 5 first and take everything."), "slap=5", 5),
    Preset(
        "arsenal",
        _("Arsenal"),
        _("Everything: 2 starts wars, 3 beats faces, 4 beats aces, slap the 5, 6 is the underdog."),
        "ace=4;auto=2;faces=3;slap=5;underdog=6",
        2,
    ),
    Preset("quick", _("Quick War"), _("Classic, at most 100 battles."), "cap=100", 2, True),
    Preset("standard", _("Standard War"), _("Classic, at most 500 battles."), "cap=500", 4, True),
    Preset(
        "aces", _("Threes beat Aces"), _("A 3 beats the ace, and nothing else is new."), "ace=3", 5
    ),
)


class War(Game):
    """The War family, with all its house rules."""

    key = "war"
    name = _("War")
    credit = _("Traditional; house rules as collected by players over the years.")
    unit = _("battle")
    schema, presets, seats_key = SCHEMA, PRESETS, "players"
    presets_say_all = takes_all = True
    unrated = _("War without slaps is luck alone, so it is never rated.")
    table, rejects, ends = Table, Reject, ENDS
    kept_rejects = frozenset({Reject.TOO_LATE, Reject.LOCKED_OUT})

    notes = staticmethod(options.notes)
    deal = staticmethod(dealing.deal)
    deal_text = staticmethod(dealing.text)
    from_deal_text = staticmethod(dealing.from_text)
    read_act = staticmethod(ACTS.read_act)
    read_move = staticmethod(ACTS.read_move)
    write_act = staticmethod(ACTS.write_act)
    legal = staticmethod(play.legal)
    apply = staticmethod(play.apply)
    fire = staticmethod(play.fire)
    view_type = WarView
    standing = staticmethod(views.standing)
    prompts = staticmethod(prompts.prompts)
    hints = staticmethod(hints)
    hint_texts = HINTS
    describe = staticmethod(words.describe)
    spoken = staticmethod(spoken)
    write_log = staticmethod(notation.write_log)
    read_log = staticmethod(notation.read_log)

    def counted(self, number: int, lang: Language = ENGLISH) -> str:
        text = lang.ngettext("{count} battle", "{count} battles", number)
        return text.format(count=number)

    def keeps_preset(self, key: str, value: str) -> bool:
        """Whether the option leaves the preset unchanged: length and pace do not change the
        game."""
        return key in ("cap", "pace")

    def has_decisions(self, o: Options) -> bool:
        """Whether players decide anything: the only decision is whether and when to slap."""
        return o.slap != NONE

    def waits_for_hands(self, o: Options) -> bool:
        """Whether cards are turned by hand."""
        return not o.rhythm

    def limit_minutes(self, o: Options) -> int:
        """The time limit in a tournament: 15 minutes."""
        return 15

    def cards(self, o: Options) -> int:
        """The number of cards in play; with three players one card may be removed."""
        return len(PACK) - (len(PACK) % o.players if o.leftover == Leftover.REMOVE else 0)

    def races(self, o: Options) -> bool:
        return o.slap != NONE

    def position(self, t: Table, o: Options, at: int) -> int:
        return t.battles

    def pictured(self, t: Table, o: Options) -> bool:
        """Whether cards are on the table."""
        return pot_size(t) > 0

    def view(self, t: Table, o: Options, seat: int | None) -> dict[str, Any]:
        return dict(views.view(t, o, seat))

    def open_view(self, t: Table, o: Options) -> dict[str, Any]:
        return dict(views.open_view(t, o))

    def seat_fields(self, t: Table, o: Options, seat: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """The fields as the seat sees them, with its face-down cards after an underdog check; and
        the fields with all cards open."""
        if not t.face_down:
            return {}, {}
        return views.own_fields(t, o, seat), views.open_fields(t, o, seat)

    def ranking(self, t: Table, o: Options) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return leaders(t), places(t, o.players)


game = War()
