"""Draws that directors ask for, draw again and set by hand; pairs and seeds they decide."""

from games.tournaments import lots
from games.tournaments.log import Act
from games.tournaments.models import Pairing, Place, Round, Tournament
from games.tournaments.pairing import manual as by_hand
from games.tournaments.pairing.manual import Warning
from games.tournaments.reading.record import record_of
from games.tournaments.writer import automation, entries, life, manual, rounds
from games.tournaments.writer.orders import Order
from tests.tournaments.conftest import NOW, WAR, new_director, new_players
from tests.tournaments.evening import Evening, exported, refuses, until

REVIEWED = {"review": True, "pace": "director"}


def seats(one):
    """The tables of a round: entrants by seat."""
    places = one.places.exclude(pairing=None).order_by("pairing__number", "seat")
    found = {}
    for table, entrant in places.values_list("pairing__number", "entrant__number"):
        found.setdefault(table, []).append(entrant)
    return list(found.values())


def ask(evening, by, number=1, act="draw", **more):
    order = Order(evening.code, by, now=evening.now, **more)
    return rounds.request_draw(order, number=number, act=act)


def test_a_worker_draws_what_a_director_asks_for(director):
    evening = Evening(director, [WAR], new_players(4), pace="director")
    waiting = ask(evening, director, revision=evening.row.revision)
    assert waiting.due_ms == evening.now and not Round.objects.exists()
    evening.advance()
    act = Act.objects.get(act="draw")
    assert (act.player, act.role, act.args["round"]) == (director, "director", 1)
    assert (evening.row.pending_draw, Round.objects.get().state) == (None, "published")


def test_two_directors_press_draw_and_there_is_one_draw(director):
    """TX-1."""
    evening = Evening(director, [WAR], new_players(4), pace="director")
    other, seen = new_director("otto"), evening.row.revision
    ask(evening, director, revision=seen)
    again = {"evening": evening, "by": other, "revision": seen}
    refuses("STALE", ask, **again)
    evening.advance()
    refuses("STALE", ask, **again)
    assert Act.objects.filter(act="draw").get().number > seen


def test_a_worker_killed_before_its_commit_leaves_nothing_and_another_draws_the_same(director):
    """TX-2: all that happens before the commit is `compute`."""
    for stage in (WAR, WAR | {"engine": "cost"}):
        evening = Evening(director, [stage], new_players(6), pace="director")
        for number in (1, 2):
            until_drawn = evening.row.stages.get()
            lost = rounds.compute(until_drawn)
            assert not until_drawn.rounds.filter(number=number).exists()
            ask(evening, director, number)
            evening.advance()
            drawn = until_drawn.rounds.get(number=number)
            assert seats(drawn) == [list(table.seats) for table in lost.tables]
            evening.run()
        for player in evening.players:
            player.username = player.name = player.name_key = f"{player.pk} of before"
            player.save()


def test_a_draw_that_cannot_be_made_asks_the_director_and_is_forgotten(director):
    players = new_players(4)
    evening = Evening(director, [WAR], players, pace="director")
    for player in players[1:]:
        entries.withdraw(Order(evening.code, player, now=NOW), player)
    ask(evening, director)
    assert not evening.advance()
    row = evening.row
    assert (row.question, row.pending_draw, Round.objects.count()) == ("TOO_FEW", None, 0)
    ask(evening, director)
    life.pause(Order(evening.code, director, reason="Tea.", now=NOW))
    assert evening.row.pending_draw is None


def test_a_round_is_drawn_again_without_who_is_ill_and_published_again(director):
    players = new_players(5)
    evening = Evening(director, [WAR], players)
    until(evening, 1, "published")
    first = Round.objects.get()
    ill = first.places.exclude(pairing=None).first().entrant
    by = Order(evening.code, director, reason="Ill.")
    entries.miss(by, ill.player, rounds=[1], kind="absent")
    ask(evening, director, act="redraw", reason="One is ill.")
    evening.advance()
    one = Round.objects.get()
    assert (one.pk, one.state, one.published_ms) == (first.pk, "drawn", None)
    assert one.places.get(entrant=ill).kind == "absent" and len(seats(one)) == 2
    assert exported(evening)["stages"][0]["rounds"] == []
    rounds.publish(Order(evening.code, director, now=evening.now))
    assert Round.objects.get().begins_ms == evening.now + 60_000
    acts = list(Act.objects.order_by("number").values_list("act", flat=True))
    assert acts[-5:] == ["draw", "publish", "absent", "redraw", "publish"]
    until(evening, 1, "playing")
    refuses("NO_ROUND", ask, evening=evening, by=director, act="redraw", reason="Again.")


def test_pairings_by_hand_keep_the_draw_of_the_program_beside_them(director):
    evening = Evening(director, [WAR], new_players(5), **REVIEWED)
    ask(evening, director)
    evening.advance()
    drawn = seats(Round.objects.get())
    bye = Place.objects.get(kind="bye").entrant.number
    mine = [[drawn[0][0], drawn[1][0]], [drawn[0][1], bye]]
    asked = Order(evening.code, director, reason="Friends.", now=NOW)
    refuses("PAIRINGS", manual.set_pairings, asked, tables=mine)
    refuses("PAIRINGS", manual.set_pairings, asked, tables=[*mine, [drawn[1][1]]])
    refuses("PAIRINGS", manual.set_pairings, asked, tables=mine, byes=[drawn[1][1], bye])
    refuses("PAIRINGS", manual.set_pairings, asked, tables=mine, byes=[drawn[1][1], 99])
    one = manual.set_pairings(asked, tables=mine, byes=[drawn[1][1]])
    assert (seats(one), one.method, one.state) == (mine, "manual", "drawn")
    assert one.why["program"] == {"method": "dutch", "tables": drawn, "byes": [bye]}
    assert one.cost == {"rep": 0, "short": 0, "spread": "0"}
    swapped = [mine[0][::-1], mine[1]]
    one = manual.set_pairings(asked, tables=swapped, byes=[drawn[1][1]])
    assert one.why["program"]["tables"] == drawn
    rounds.publish(Order(evening.code, director, now=NOW))
    told = exported(evening)["stages"][0]["rounds"][0]
    assert [pairing["seats"] for pairing in told["pairings"]] == swapped
    until(evening, 1, "playing")
    refuses("NO_ROUND", manual.set_pairings, asked, tables=mine, byes=[drawn[1][1]])


def test_pairings_by_hand_are_warned_about(director):
    evening = Evening(director, [WAR | {"rounds": 4}], new_players(7))
    until(evening, 2)
    stage = evening.row.stages.get()
    Round.objects.filter(number__gt=2).delete()
    a, b = seats(Round.objects.get(number=1))[0]
    bye = Place.objects.filter(kind="bye").first().entrant.number
    manual.forbid(Order(evening.code, director, reason="Sisters.", now=NOW), pair=[bye, b])
    at = record_of(Tournament.objects.get().stages.get())
    others = [entrant for entrant in at.field if entrant not in (a, b, bye)]
    found = by_hand.warnings(at, [[a, b], others[:2], others[2:]], [bye])
    assert Warning("met", (a, b), (1,)) in found and Warning("bye", (bye,)) in found
    assert by_hand.warnings(at, [[bye, b]], [])[0] == Warning("forbidden", (bye, b))
    seat = [one.seat for one in Place.objects.filter(entrant__number=a).order_by("round__number")]
    thrice = {w.entrants for w in found if w.kind == "seat"}
    assert ((a,) in thrice) == (seat == [1, 1])
    assert by_hand.differing([[2, 1], [3, 4]], [[1, 2], [3, 5]]) == [[3, 5]]
    assert stage.rounds.count() == 2


def test_a_forbidden_pair_is_kept_apart(director):
    evening = Evening(director, [WAR], new_players(4), pace="director")
    stage = evening.row.stages.get()
    first = rounds.compute(stage).tables[0].seats
    refuses("REASON", manual.forbid, Order(evening.code, director, reason=" "), pair=first)
    forbid = Order(evening.code, director, reason="Sisters.", now=NOW)
    refuses("NOT_ENTERED", manual.forbid, forbid, pair=[1, 9])
    refuses("PAIRINGS", manual.forbid, forbid, pair=[2, 2])
    manual.forbid(forbid, pair=first)
    assert Act.objects.get(act="forbid").args == {"pair": sorted(first)}
    ask(evening, director)
    evening.advance()
    assert {*first} not in [{*seated} for seated in seats(Round.objects.get())]


def test_a_director_orders_the_seeds_before_the_start(director):
    t = life.create(by=director, name="Seeds", stages=[WAR | {"seeding": "manual"}], now=NOW)
    at = Order(t.code, director, now=NOW)
    life.announce(at)
    life.open_entries(at)
    for player in new_players(4):
        entries.enter(Order(t.code, player, now=NOW), player)
    refuses("PAIRINGS", manual.seed, at, seeds=[3, 3])
    refuses("NOT_ENTERED", manual.seed, at, seeds=[3, 5])
    manual.seed(at, seeds=[3, 1])
    started = life.start(at)
    field = list(
        started.stages.get().field.order_by("number").values_list("entrant__number", flat=True)
    )
    by_lot = lots.seeding(bytes(started.key), range(1, 5))
    assert field == [3, 1, *(number for number in by_lot if number in (2, 4))]
    refuses("STATE", manual.seed, at, seeds=[1])
    refuses("REASON", manual.note, at, text=" \n")
    manual.note(at, text=" The  hall is cold. ")
    assert Act.objects.get(act="note").args == {"text": "The hall is cold."}


def test_a_bracket_is_drawn_again_without_who_has_gone(director):
    stage = WAR | {"format": "elimination", "rounds": None}
    evening = Evening(director, [stage], new_players(4))
    until(evening, 1, "published")
    gone = Pairing.objects.first().places.get(seat=1).entrant
    entries.withdraw(Order(evening.code, gone.player, now=NOW), gone.player)
    rounds.draw_round(Order(evening.code, director, reason="One has gone.", now=NOW), act="redraw")
    one = Round.objects.get()
    assert one.pairings.count() == 1
    assert automation.advance(tournament=evening.pk, now=evening.now + 60_000) is None
    rounds.publish(Order(evening.code, director, now=evening.now))
    assert evening.run().state == "finished"
