"""Ultimate War as a game: the implementation of the interface that all games share."""

from typing import Any

from games.rules import words
from games.rules.cards import PACK
from games.rules.game import Act, Game
from games.rules.phrases import ENGLISH, Language
from games.rules.phrases import gettext_noop as _
from games.rules.ultimate import deal as dealing
from games.rules.ultimate import legal, options, play, timers
from games.rules.ultimate import view as views
from games.rules.ultimate.events import ENDS
from games.rules.ultimate.legal import ACTS
from games.rules.ultimate.options import PRESETS, SCHEMA, Leftover, Options
from games.rules.ultimate.state import RULES, Reject, Table, leaders, places
from games.rules.ultimate.text import notation, prompts
from games.rules.ultimate.text.prompts import HINTS, hints, spoken
from games.rules.ultimate.view_types import UltimateView


class Ultimate(Game):
    key = "ultimate"
    name = _("Ultimate War")
    rules_version = RULES
    credit = _("Created by Elaine and Raymond Cheong, 1997 (Queen Anne's Games).")
    unit = _("fight")
    mark = _("fight")
    landmarks = frozenset({"win", "carry", "deadlock"})
    schema, presets, seats_key = SCHEMA, PRESETS, "seats"
    takes_all = True
    table, rejects, ends = Table, Reject, ENDS

    notes = staticmethod(options.notes)
    deal = staticmethod(dealing.deal)
    deal_text = staticmethod(dealing.text)
    from_deal_text = staticmethod(dealing.from_text)
    read_act = staticmethod(ACTS.read_act)
    read_move = staticmethod(ACTS.read_move)
    write_act = staticmethod(ACTS.write_act)
    apply = staticmethod(play.apply)
    deadline = staticmethod(timers.deadline)
    fire = staticmethod(timers.fire)
    view_type = UltimateView
    standing = staticmethod(views.standing)
    prompts = staticmethod(prompts.prompts)
    hints = staticmethod(hints)
    hint_texts = HINTS
    describe = staticmethod(words.describe)
    spoken = staticmethod(spoken)
    write_log = staticmethod(notation.write_log)
    read_log = staticmethod(notation.read_log)

    def counted(self, number: int, lang: Language = ENGLISH) -> str:
        text = lang.ngettext("{count} fight", "{count} fights", number)
        return text.format(count=number)

    def keeps_preset(self, key: str, value: str) -> bool:
        """Whether the option leaves the preset unchanged: length and the number of opponents do not
        change the game."""
        return key in ("clock", "seats")

    def cards(self, o: Options) -> int:
        """The number of cards in play: unless two or four players play, some cards cannot be dealt
        evenly."""
        return len(PACK) - (len(PACK) % o.players if o.leftover == Leftover.REMOVE else 0)

    def keep_rules(self, t: Table, version: int) -> None:
        t.rules = version

    def legal(self, t: Table, o: Options, seat: int, act: Act) -> Reject:
        """Whether this seat may do this act, at the time of the last act or timer."""
        return legal.legal(t, o, t.now, seat, act)

    @property
    def step(self) -> str:
        return _("second")

    def limit_minutes(self, o: Options) -> int:
        """The time limit in a tournament: the minutes of the game's own clock, plus five."""
        return -(-o.clock // 60_000) + 5

    def position(self, t: Table, o: Options, at: int) -> int:
        """The second of the game, because a game without turns is logged by seconds."""
        return at // 1000

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
        return leaders(t), places(t)


game = Ultimate()
