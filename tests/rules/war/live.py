"""A live table of War without a server: a clock, acts by name, timers fired when due."""

from games.rules.cards import parse
from games.rules.catalogue import find
from games.rules.war import deal
from games.rules.war.acts import Reject
from games.rules.war.options import SCHEMA, Options
from games.rules.war.state import Phase, Table
from tests.development.scripted.options import loose
from tests.rules.live import LiveTable

GAME = find("war")


def lay_out(*piles: str, center: str = "", **options: object) -> tuple[Options, Table]:
    """A position: piles as `"9c 5d"`, top first; options by key, winner's cards first."""
    o = loose(SCHEMA, {"order": "winner"} | options)._replace(players=len(piles))
    cards = [parse(pile.replace(" ", "")) for pile in piles]
    return o, deal.lay_out(o, cards, parse(center.replace(" ", "")))


class Live(LiveTable):
    game = GAME

    @classmethod
    def of(cls, *piles: str, center: str = "", **options: object) -> "Live":
        """A table at this position, before the first battle."""
        live = cls(*lay_out(*piles, center=center, **options))
        live.run(3000)
        return live

    def all(self, name: str) -> None:
        """Let every seat that is asked do this."""
        for seat in range(self.o.players):
            asks = self.view(seat)["asks"]
            if asks and name in asks["acts"]:
                assert self.act(seat, name) == Reject.OK

    def slap(self, seat: int, rt: int, arr: int, credit: int) -> Reject:
        """A slap of the cards on show, applied when it arrives."""
        self.run(max(self.now, self.t.show_at + arr))
        reveal = self.t.reveal
        return self.act(seat, "slap", reveal=reveal, rt=rt, arr=arr, credit=credit)

    @property
    def phase(self) -> Phase:
        return Phase(self.t.phase)
