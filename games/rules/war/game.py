"""War as the other stations see it: the protocol of `games.rules.game`."""

from typing import Any

from games.rules.cards import NONE
from games.rules.events import Event
from games.rules.game import Act, Reject
from games.rules.options import Note
from games.rules.ruleset import Ruleset
from games.rules.war import deal, options, play, view
from games.rules.war.acts import ACTS
from games.rules.war.options import PRESETS, SCHEMA, Options
from games.rules.war.state import Table, leaders, places, pot_size
from games.rules.war.text import notation, words


class War(Ruleset):
    """The War family."""

    key = "war"
    name = "War"
    credit = "Traditional; house rules as collected by players over the years."
    unit = "battle"
    schema, presets, seats_key = SCHEMA, PRESETS, "players"
    table, deals, acts = Table, deal, ACTS
    plays, views, words, notation = play, view, words, notation

    def free(self, key: str, value: str) -> bool:
        """With another length or rhythm."""
        return key in ("cap", "pace")

    def notes(self, o: Options) -> list[Note]:
        """Remarks on combinations that are allowed but worth a word."""
        return options.notes(o)

    def legal(self, t: Table, o: Options, seat: int, act: Act) -> Reject:
        """May this seat do this now?"""
        return play.legal(t, o, seat, act)

    def races(self, o: Options) -> bool:
        """With a slap card."""
        return o.slap != NONE

    def fire(self, t: Table, o: Options, tape: list[Event] | None) -> None:
        """Fire the next timer at its deadline."""
        play.fire(t, o, tape)

    def place(self, t: Table, o: Options, at: int) -> int:
        """The battle."""
        return t.battles

    def pictured(self, t: Table, o: Options) -> bool:
        """Cards lie on the table."""
        return pot_size(t) > 0

    def hidden(self, t: Table, o: Options, seat: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """A seat may look at its face-down cards when they are checked."""
        if not t.face_down:
            return {}, {}
        return view.own_fields(t, o, seat), view.open_fields(t, o, seat)

    def ranking(self, t: Table, o: Options) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who leads (seats from 0), and the place of every seat."""
        return leaders(t), places(t, o.players)


game = War()
