"""One of everything that has a picture: fixed games, a run, rules, tournaments."""

from collections.abc import Callable

from games.lab.chances.course import course_of_table
from games.rule_sets.writer import save
from games.rules.catalogue import GAMES
from games.table.models import Table
from games.table.replay import stored
from games.table.writer import play
from games.table.writer.orders import Order
from games.work import demo
from tests.lab.counted import played as counted
from tests.lab.curved import computed
from tests.pages.stored import person, played
from tests.tournaments.conftest import WAR, new_director, new_players
from tests.tournaments.evening import Evening, open_for_entries

START, MINUTES = 1_767_300_000_000, 3 * 60_000


def of_bots(game, options):
    """A game of bots, stopped after some minutes."""
    preset = GAMES[game].presets[0]._replace(options=options)
    table = demo.begin(GAMES[game], preset, now=START)
    play.play_out(table=table, decide=demo.wishes, until=START + MINUTES)
    return Table.objects.get(pk=table.pk)


def first_war(table):
    """The place of the first war, with all its cards."""
    recording = stored.recording(table)
    place = next(place for place, depth in recording.wars if depth)
    return next(
        recording.text_of(index)
        for index in recording.places[place]
        if len(max((s["lane"] for s in recording.view(index, "ABC")["seats"]), key=len)) > 1
    )


class Depicted:
    """`addresses` are those of the pictures, by names of their own."""

    def __init__(self, same_luck: Callable[[str], None]) -> None:
        alice, bob, zoe = person("Alice"), person("Bob"), person("Zoë Şahin-Ødegård")
        same_luck("war")
        self.war = war = played(alice, bob, options="auto=2;cap=20")
        same_luck("three")
        three = played(alice, bob, zoe, options="auto=2;cap=20;players=3")
        same_luck("chances")
        curved = played(bob, zoe, options="cap=20")
        computed(curved.code, course_of_table(curved))
        same_luck("bots")
        ww3, ultimate = of_bots("ww3", "seats=4"), of_bots("ultimate", "seats=5")
        eight = of_bots("ultimate", "seats=8")
        waiting = play.open_table(by=alice, game="war", options="slap=5;underdog=6;players=3")
        play.sit(Order(waiting, bob))
        rules = save(by=alice, name="Grandma’s long Sunday", game="war", options="cap=50;slap=5")
        director = new_director("Dora")
        same_luck("evening")
        evening = Evening(director, [WAR], new_players(5)).run()
        entries = open_for_entries(director)
        self.addresses = {
            "war": f"/g/{war.code}/at/3.png",
            "war-deal": f"/g/{war.code}/at/0.png",
            "war-war": f"/g/{war.code}/at/{first_war(war)}.png",
            "war-end": f"/g/{war.code}.png",
            "war-three": f"/g/{three.code}/at/4.png",
            "war-chances": f"/g/{curved.code}/at/5.png",
            "ww3": f"/g/{ww3.code}/at/4.png",
            "ww3-end": f"/g/{ww3.code}.png",
            "ultimate": f"/g/{ultimate.code}/at/20.png",
            "ultimate-eight": f"/g/{eight.code}/at/15.png",
            "ultimate-end": f"/g/{eight.code}.png",
            "waiting": f"/t/{waiting.code}.png",
            "run": f"/lab/{counted(games=200).code}.png",
            "rules": f"/rules/set/{rules.code}.png",
            "podium": f"/tournaments/{evening.code}.png",
            "entries": f"/tournaments/{entries.code}.png",
        }
