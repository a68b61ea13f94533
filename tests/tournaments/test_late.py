"""Late entries, returns and absences (2.1-2.7)."""

from games.tournaments.log import Act
from games.tournaments.models import Entrant, Place
from games.tournaments.writer import entries, life, rounds
from games.tournaments.writer.orders import Order
from tests.tournaments.conftest import MINUTE, NOW, WAR, new_director, new_players
from tests.tournaments.evening import Evening, exported, refuses, until

SWISS = WAR | {"rounds": 5}


def lines(player):
    """The rounds of a player: kind and points."""
    places = Place.objects.filter(entrant__player=player).order_by("round__number")
    return list(places.values_list("kind", "points"))


def test_a_late_entrant_gets_the_next_seed_and_stands_in_every_round(director):
    players = new_players(6)
    late = players.pop()
    evening = Evening(director, [SWISS], players)
    until(evening, 1)
    until(evening, 2, "playing")
    by = Order(evening.code, late, now=evening.now)
    refuses("REASON", entries.enter, by._replace(by=director), late)
    entrant = entries.enter(by._replace(by=director, reason="The bus was late."), late)
    assert (entrant.number, entrant.status, entrant.starter) == (6, "playing", False)
    assert entrant.seeds.get().number == 6
    evening.advance()
    first = evening.row.stages.get().standings.get(after=1).rows
    assert [row["points"] for row in first if row["entrant"] == 6] == ["1/2"]
    evening.players = [*players, late]
    ended = evening.run()
    assert ended.state == "finished"
    assert lines(late)[:2] == [("late", "1/2"), ("late", "0")] and lines(late)[2][0] == "played"
    stage = exported(evening)["stages"][0]
    assert stage["field"][-1] == 6
    for one in stage["rounds"]:
        seated = [e for pairing in one["pairings"] for e in pairing["seats"]]
        assert sorted(seated + [u["entrant"] for u in one["unpaired"]]) == [1, 2, 3, 4, 5, 6]
    for standing in stage["standings"]:
        assert sorted(row["entrant"] for row in standing["rows"]) == [1, 2, 3, 4, 5, 6]


def test_late_entry_ends_with_the_first_half_and_with_the_last_place(director):
    players = new_players(8)
    evening = Evening(director, [SWISS], players[:5], most_entrants=6)
    entries.enter(Order(evening.code, players[5], now=NOW), players[5])
    refuses("FULL", entries.enter, Order(evening.code, players[6], now=NOW), players[6])
    gone = Order(evening.code, director, reason="Ill.", now=NOW)
    entries.withdraw(gone, players[0])
    entries.enter(Order(evening.code, players[6], now=NOW), players[6])
    entries.withdraw(gone, players[1])
    until(evening, 3, "published")
    refuses("TOO_LATE", entries.enter, Order(evening.code, players[7], now=NOW), players[7])


def test_other_formats_cannot_be_entered_late(director):
    stage = WAR | {"format": "elimination", "rounds": None}
    players = new_players(5)
    evening = Evening(director, [stage], players[:4])
    refuses("TOO_LATE", entries.enter, Order(evening.code, players[4], now=NOW), players[4])


def test_who_missed_the_check_in_may_still_return(director):
    starts = NOW + 30 * MINUTE
    terms = {"starts": starts, "checkin_min": 15, "opens": NOW}
    t = life.create(by=director, name="Evening", stages=[WAR], terms=terms, now=NOW)
    at = Order(t.code, now=NOW)
    life.announce(at._replace(by=director))
    life.open_entries(at._replace(by=director))
    players = new_players(5)
    for player in players:
        entries.enter(at._replace(by=player), player)
    life.open_checkin(at._replace(by=director))
    for player in players[:4]:
        entries.arrive(at._replace(by=player), player)
    life.start(at._replace(by=director))
    rounds.draw_round(Order(t.code, director, now=NOW))
    refuses("ENTERED", entries.enter, at._replace(by=players[4]), players[4])
    back = entries.come_back(at._replace(by=players[4]), players[4])
    assert (back.number, back.seeds.get().number, back.status) == (5, 5, "playing")
    assert lines(players[4]) == [("absent", "0")]
    assert Act.objects.filter(act="return").get().args == {"entrant": 5}


def test_a_director_gives_full_points_for_a_missed_round_and_nothing_else_is_lost(director):
    players = new_players(6)
    evening = Evening(director, [SWISS], players)
    entrant = Order(evening.code, players[0], now=NOW)
    entries.miss(entrant, players[0], rounds=[3, 2])
    held_the_door = Order(evening.code, director, reason="She held the door.", now=NOW)
    entries.miss(held_the_door, players[0], rounds=[1, 2], kind="full")
    refuses("NOT_ALLOWED", entries.miss, entrant, players[0], rounds=[4], kind="full")
    refuses("ROUND_DRAWN", entries.miss, entrant, players[0], rounds=[6])
    entries.miss(entrant, players[0], rounds=[3, 4])  # anew: the second is still given
    until(evening, 4)
    given, half = ("full", "1"), ("half", "1/2")
    assert lines(players[0])[:4] == [given, given, half, ("absent", "0")]
    refuses("ROUND_DRAWN", entries.miss, entrant, players[0], rounds=[4])
    kinds = Act.objects.filter(act="absent").order_by("number").values_list("args", flat=True)
    assert list(kinds)[1] == {"entrant": 1, "rounds": [1, 2], "kind": "full"}


def test_absences_are_those_of_their_stage(director):
    final = WAR | {"format": "roundrobin", "take": 4, "rounds": None}
    players = new_players(4)
    evening = Evening(director, [WAR | {"rounds": 2}, final], players)
    entries.miss(Order(evening.code, players[0], now=NOW), players[0], rounds=[1])
    evening.run()
    assert [kind for kind, _ in lines(players[0])].count("half") == 1
    assert Entrant.objects.get(player=players[0]).misses == {}


def test_only_directors_act_for_others(director):
    players = new_players(3)
    evening = Evening(director, [WAR | {"rounds": 1}], players[:2])
    stranger = Order(evening.code, players[0], now=NOW)
    refuses("NOT_ALLOWED", entries.enter, stranger._replace(reason="For fun."), players[2])
    other = new_director("otto")
    by_director = stranger._replace(by=other, reason="Asked me to.")
    assert entries.enter(by_director, players[2]).number == 3
