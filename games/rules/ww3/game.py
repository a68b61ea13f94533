"""World War III as a game: the implementation of the interface that all games share."""

from typing import Any

from games.rules import words
from games.rules.game import Act, Daily, Game
from games.rules.phrases import ENGLISH, Language
from games.rules.phrases import gettext_noop as _
from games.rules.ww3 import deal as dealing
from games.rules.ww3 import legal as legality
from games.rules.ww3 import options, play
from games.rules.ww3 import view as views
from games.rules.ww3.acts import ACTS, Kind, Reject
from games.rules.ww3.events import ENDS
from games.rules.ww3.options import PRESETS, SCHEMA, Options
from games.rules.ww3.state import Phase, Table, leaders, pack, places
from games.rules.ww3.text import notation, prompts
from games.rules.ww3.text.prompts import HINTS, hints, spoken
from games.rules.ww3.view_types import WorldWarThreeView

CALLS = (Kind.HOLD, Kind.RESET, Kind.DRAW)


class WorldWarThree(Game):
    """World War III (section 3), with its house rules."""

    key = "ww3"
    name = _("World War III")
    rules_version = 2
    credit = _("World War III by David Morrah (1997).")
    unit = _("round")
    common = ("removed",)
    daily = Daily("seats=1", dealing.old_daily_key)
    schema, presets, seats_key = SCHEMA, PRESETS, "seats"
    draws_seats = True  # seat 1 leads the first round, so the first dealer is random (3.2)
    table, rejects, ends = Table, Reject, ENDS

    notes = staticmethod(options.notes)
    deal = staticmethod(dealing.deal)
    deal_text = staticmethod(dealing.text)
    from_deal_text = staticmethod(dealing.from_text)
    read_act = staticmethod(ACTS.read_act)
    read_move = staticmethod(ACTS.read_move)
    write_act = staticmethod(ACTS.write_act)
    legal = staticmethod(legality.legal)
    apply = staticmethod(play.apply)
    fire = staticmethod(play.fire)
    view_type = WorldWarThreeView
    standing = staticmethod(views.standing)
    prompts = staticmethod(prompts.prompts)
    hints = staticmethod(hints)
    hint_texts = HINTS
    describe = staticmethod(words.describe)
    spoken = staticmethod(spoken)
    write_log = staticmethod(notation.write_log)
    read_log = staticmethod(notation.read_log)

    def log_options(self, o: Options) -> str:
        """The options for a log.  The number of seats has another tag, which does not show that the
        General has one of the seats; so in the solo game the option is written."""
        return self.canonical(o) if o.solo else super().log_options(o)

    def counted(self, number: int, lang: Language = ENGLISH) -> str:
        text = lang.ngettext("{count} round", "{count} rounds", number)
        return text.format(count=number)

    def keeps_preset(self, key: str, value: str) -> bool:
        """Whether the option leaves the preset unchanged: length and the number of opponents do not
        change the game."""
        return key == "cap" or (key == "seats" and value != "1")

    def score(self, t: Table, o: Options) -> int | None:
        """The score of the solo game: captured cards minus rounds."""
        return t.seats[0].captured - t.rounds if o.solo else None

    def pack(self, o: Options) -> list[int]:
        """The 56 or 112 cards in canonical order (0.2)."""
        return pack(dealing.packs(o))

    def sealed(self, t: Table, o: Options, act: Act) -> bool:
        """Whether the act is a call in a window, which stays hidden until the window is judged."""
        return t.phase in (Phase.HOLD, Phase.JOKER) and act.kind in CALLS

    def races(self, o: Options) -> bool:
        """Whether reactions are measured: always, unless holds are secret."""
        return not o.secret

    def limit_minutes(self, o: Options) -> int:
        """The time limit in a tournament: 30 minutes with one pack, 60 with two."""
        return 30 * dealing.packs(o)

    def position(self, t: Table, o: Options, at: int) -> int:
        return t.rounds

    def view(self, t: Table, o: Options, seat: int | None) -> dict[str, Any]:
        return dict(views.view(t, o, seat))

    def open_view(self, t: Table, o: Options) -> dict[str, Any]:
        return dict(views.open_view(t, o))

    def seat_fields(self, t: Table, o: Options, seat: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """The fields as the seat sees them, twice: the seat sees all its open cards and its
        hand."""
        own = dict(views.own_fields(t, o, seat))
        return own, own

    def ranking(self, t: Table, o: Options) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return leaders(t, o.players), places(t, o.players)


game = WorldWarThree()
