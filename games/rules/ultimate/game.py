"""Ultimate War as the other stations see it: the protocol of `games.rules.game`."""

from games.rules.events import Event
from games.rules.game import Act, Reject
from games.rules.options import Note
from games.rules.ruleset import Ruleset
from games.rules.ultimate import deal, legal, options, play, timers, view
from games.rules.ultimate.acts import ACTS
from games.rules.ultimate.options import PRESETS, SCHEMA, Options
from games.rules.ultimate.state import Table, leaders, places
from games.rules.ultimate.text import notation, words


class Ultimate(Ruleset):
    """Ultimate War, for three to eight players."""

    key = "ultimate"
    name = "Ultimate War"
    credit = "Created by Elaine and Raymond Cheong, 1997 (Queen Anne's Games)."
    unit = "fight"
    mark = "fight"
    landmarks = frozenset({"win", "carry", "deadlock"})
    schema, presets, seats_key = SCHEMA, PRESETS, "seats"
    table, deals, acts = Table, deal, ACTS
    plays, views, words, notation = play, view, words, notation

    def free(self, key: str, value: str) -> bool:
        """With another length, or with more or fewer opponents."""
        return key in ("clock", "seats")

    def notes(self, o: Options) -> list[Note]:
        """Remarks on combinations that are allowed but worth a word."""
        return options.notes(o)

    def legal(self, t: Table, o: Options, seat: int, act: Act) -> Reject:
        """May this seat do this, at the time of the last act or timer?"""
        return legal.legal(t, o, t.now, seat, act)

    def deadline(self, t: Table, o: Options) -> int:
        """When the next timer fires; NONE: there is none."""
        return timers.deadline(t, o)

    def fire(self, t: Table, o: Options, tape: list[Event] | None) -> None:
        """Fire the next timer at its deadline."""
        timers.fire(t, o, tape)

    @property
    def step(self) -> str:
        """What its places are."""
        return "second"

    def place(self, t: Table, o: Options, at: int) -> int:
        """There are no turns: its log goes by seconds."""
        return at // 1000

    def ranking(self, t: Table, o: Options) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who leads (seats from 0), and the place of every seat."""
        return leaders(t), places(t)


game = Ultimate()
