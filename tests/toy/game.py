"""Beggar-my-neighbour: binds its functions to the interface that all games share."""

from typing import Any

from games.rules import words
from games.rules.game import Game
from games.rules.phrases import ENGLISH, Language
from tests.toy import notation, play, state
from tests.toy import view as views
from tests.toy.options import PRESETS, SCHEMA
from tests.toy.state import Table, leaders, places


class Beggar(Game):
    key = "toy"
    name = "Beggar-my-neighbour"
    credit = "Traditional."
    unit = "heap"
    mark, landmarks = "heap", frozenset({"take"})
    schema, presets, seats_key = SCHEMA, PRESETS, "players"
    table = Table
    view_type = views.ToyView

    deal = staticmethod(state.deal)
    deal_text = staticmethod(state.text)
    from_deal_text = staticmethod(state.from_text)
    read_act = staticmethod(play.ACTS.read_act)
    read_move = staticmethod(play.ACTS.read_move)
    write_act = staticmethod(play.ACTS.write_act)
    legal = staticmethod(play.legal)
    apply = staticmethod(play.apply)
    fire = staticmethod(play.fire)
    view = staticmethod(views.view)
    open_view = staticmethod(views.open_view)
    standing = staticmethod(views.standing)
    prompts = staticmethod(views.prompts)
    describe = staticmethod(words.describe)
    write_log = staticmethod(notation.write_log)
    read_log = staticmethod(notation.read_log)

    def counted(self, number: int, lang: Language = ENGLISH) -> str:
        text = lang.ngettext("{count} heap", "{count} heaps", number)
        return text.format(count=number)

    def keeps_preset(self, key: str, value: str) -> bool:
        """Length does not change the game."""
        return key == "cap"

    def has_decisions(self, o: Any) -> bool:
        """No: it makes no difference who plays."""
        return False

    def position(self, t: Table, o: Any, at: int) -> int:
        return t.heaps

    def pictured(self, t: Table, o: Any) -> bool:
        """When cards are on the table."""
        return t.heap.size > 0

    def seat_fields(self, t: Table, o: Any, seat: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """A seat sees what everyone sees."""
        return {}, {}

    def ranking(self, t: Table, o: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return leaders(t), places(t)


game = Beggar()
