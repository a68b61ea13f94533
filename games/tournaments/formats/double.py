"""Double elimination: out after two losses (5.3)."""

from games.rules.phrases import Phrase
from games.rules.phrases import gettext_noop as _
from games.tournaments.declared import need
from games.tournaments.formats.elimination import Elimination
from games.tournaments.pairing.elimination import bracket
from games.tournaments.pairing.elimination.bracket import Node
from games.tournaments.settings import Settings


class Double(Elimination):
    """Tables of two, with a losers' bracket."""

    key, label = "double", _("Double elimination")
    has_losers_bracket = True

    def sentence(self, s: Settings) -> Phrase:
        return Phrase(_("Two losses and you are out."))

    def verify(self, s: Settings) -> None:
        need(s.two, "most", _("Double elimination needs tables of two."))
        super().verify(s)

    def graph(self, s: Settings, entrants: int) -> list[Node]:
        return bracket.double(entrants, s.reset)


DOUBLE = Double()
