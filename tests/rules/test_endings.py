"""The words about the end for the winner, the others and spectators."""

from games.rules.words import own_words
from tests.each import each
from tests.rules.live import NAMES, LiveTable
from tests.rules.war.live import Live as War
from tests.rules.ww3.live import Live as WorldWar


def read_by_all(live: LiveTable) -> list[str]:
    """The words for each seat, then for a spectator."""
    seats = range(live.o.players)
    own = [own_words(live.game, live.t, live.o, seat, NAMES)["detail"] for seat in seats]
    return [*own, live.view(None)["result"]["text"]]


def test_who_has_every_card_took_them():
    live = War.of("9c", "7c")
    live.all("flip")
    live.run(live.now + 600)
    third = "Ann took all 2 cards."
    assert read_by_all(live) == ["You took all 2 cards.", third, third]


@each([(War, "players=2"), (WorldWar, "seats=2")])
def test_at_a_table_for_two_whoever_resigns_is_named(kind, options):
    live = kind.dealt(options, 1)
    live.act(1, "resign")
    assert read_by_all(live) == ["Bob resigned.", "You resigned.", "Bob resigned."]


def test_of_several_who_resign_none_is_named():
    live = War.dealt("players=3", 1)
    live.act(0, "resign")
    live.act(1, "resign")
    won = "Cem wins: all others resigned."
    own = [f"{won} You finish 3rd of 3.", f"{won} You finish 2nd of 3.", "All others resigned."]
    assert read_by_all(live) == [*own, won]


def test_a_game_that_is_stopped_goes_to_most_cards():
    live = War.of("9c 2c", "7c 3c", cap=1)
    live.all("flip")
    live.run(live.now + 600)
    won = "Ann wins: most cards at the battle limit."
    assert read_by_all(live) == ["Most cards at the battle limit.", won, won]
