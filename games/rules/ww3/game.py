"""World War III as the other stations see it: the protocol of `games.rules.game`."""

from games.rules.events import Event
from games.rules.game import Act, Daily, Reject
from games.rules.options import Note
from games.rules.ruleset import Ruleset
from games.rules.ww3 import deal, legal, options, piles, play, solo, view
from games.rules.ww3.acts import ACTS, Kind
from games.rules.ww3.options import PRESETS, SCHEMA, Options
from games.rules.ww3.state import Phase, Table, leaders, places
from games.rules.ww3.text import notation, words

CALLS = (Kind.HOLD, Kind.RESET, Kind.DRAW)


class WorldWarThree(Ruleset):
    """World War III (section 3)."""

    key = "ww3"
    name = "World War III"
    credit = "World War III by David Morrah (1997)."
    unit = "round"
    daily = Daily("seats=1", solo.daily_key)
    schema, presets, seats_key = SCHEMA, PRESETS, "seats"
    draws_seats = True  # seat 1 leads the first round: the first dealer is random (3.2)
    table, deals, acts = Table, deal, ACTS
    plays, views, words, notation = play, view, words, notation

    def log_options(self, o: Options) -> str:
        """The options as a log writes them: the number of seats stands in a tag of its own, but
        not that one of them is the General."""
        return self.canonical(o) if o.solo else super().log_options(o)

    def free(self, key: str, value: str) -> bool:
        """With another length, or with more or fewer opponents."""
        return key == "cap" or (key == "seats" and value != "1")

    def score(self, t: Table, o: Options) -> int | None:
        """Alone one plays for points, too."""
        return solo.score(t) if o.solo else None

    def pack(self, o: Options) -> list[int]:
        """56 or 112 cards in canonical order (0.2)."""
        return piles.pack(deal.packs(o))

    def notes(self, o: Options) -> list[Note]:
        """Remarks on combinations that are allowed but worth a word."""
        return options.notes(o)

    def legal(self, t: Table, o: Options, seat: int, act: Act) -> Reject:
        """May this seat do this now?"""
        return legal.legal(t, o, seat, act)

    def sealed(self, t: Table, o: Options, act: Act) -> bool:
        """What is said in a window stays hidden until it is judged."""
        return t.phase in (Phase.HOLD, Phase.JOKER) and act.kind in CALLS

    def races(self, o: Options) -> bool:
        """Unless holds are chosen in secret."""
        return not o.secret

    def fire(self, t: Table, o: Options, tape: list[Event] | None) -> None:
        """Fire the next timer at its deadline."""
        play.fire(t, o, tape)

    def place(self, t: Table, o: Options, at: int) -> int:
        """The round."""
        return t.rounds

    def ranking(self, t: Table, o: Options) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who leads (seats from 0), and the place of every seat."""
        return leaders(t, o.players), places(t, o.players)


game = WorldWarThree()
