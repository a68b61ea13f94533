"""Round pages say why: points, floats, meetings, costs, byes, and what a director changed."""

import re
from fractions import Fraction

from games.pages.tournaments import explanation
from games.tournaments.models import Pairing, Place, Round
from games.tournaments.writer import manual, rounds
from games.tournaments.writer.orders import Order
from tests.pages.browsing import address, signed_in, text
from tests.tournaments.conftest import NOW, WAR, new_players
from tests.tournaments.evening import Evening

CALLED = {1: "Ann", 2: "Ben", 3: "Cat", 4: "Dan", 5: "Eve"}


def facts(points, **more):
    table = {"points": points, "met": [], "before": [], "seats": [[0] * len(points)] * len(points)}
    return table | more


def reasons(stored, seats, method="dutch", number=2, directs=False):
    """The sentences, then the numbers, both without markup."""
    told = explanation.of_table(stored, seats, CALLED, method, number, directs)
    return [[re.sub(r"<[^>]+>", "", line) for line in lines] for lines in told]


def lines(*arguments, **more):
    return reasons(*arguments, **more)[0]


def test_who_floats_from_which_group():
    assert lines(facts(["1", "1"]), [1, 2])[:2] == [
        "These two have 1 point each.",
        "They have not met before.",
    ]
    found = lines(facts(["3/2", "1"]), [1, 2])
    assert found[:3] == [
        "These two have 1.5 and 1 points.",
        "Ann (1.5 points) moved down to fill this table.",
        "Ben (1 point) moved up to fill this table.",
    ]
    found = lines(facts(["3", "3", "2", "3"]), [1, 2, 3, 4], "cost")
    assert found[:3] == [
        "These four have 3, 3, 2 and 3 points.",
        "Cat (2 points) moved up to fill this table.",
        "No two of them have met before.",
    ]


def test_a_forbidden_pair_is_told_to_directors_only():
    stored = facts(["1", "1"], natural=5, reason="forbidden")
    assert "Eve would be the best match, but could not be paired." in lines(stored, [1, 2])
    assert "a director keeps them apart" in lines(stored, [1, 2], directs=True)[-1]


def test_a_table_of_a_draw_by_cost_has_its_cost_and_the_cheapest_exchange():
    more = {"rep": 2, "short": 0, "spread": "-1/2"}
    cost = {"rep": 1, "short": 0, "spread": "2/9"}
    stored = facts(["1", "1"], cost=cost, exchange={"one": 2, "other": 4, "more": more})
    stored |= {"met": [[1, 2, 1]], "before": [[[1, 3]]]}
    sentences, numbers = reasons(stored, [1, 2], "cost")
    assert sentences == [
        "These two have 1 point each.",
        "Ann and Ben have met before, in round 1 at table 3.",
        "Any exchange of two players would mean more repeats, short tables or gaps.",
    ]
    assert numbers == [
        "How often in seat 1, 2 so far: Ann 0, 0; Ben 0, 0.",
        "The table costs: repeats 1, short tables 0, spread 2/9.",
        "The cheapest exchange is Ben for Dan. It would cost the round: "
        "repeats +2, short tables 0, spread −½.",
    ]
    level = stored["exchange"] | {"more": dict.fromkeys(more, "0")}
    assert lines(stored | {"exchange": level}, [1, 2], "cost")[-1] == (
        "Exchanging Ben for Dan would be just as good."
    )


def test_the_quality_of_a_draw_is_a_sentence():
    met = facts(["4", "5/2"]) | {"met": [[1, 2, 1]]}
    assert explanation.of_round([met, facts(["1", "1"])]) == (
        "Quality of the draw: 1 repeated meeting, scores within 1.5 points."
    )
    assert explanation.of_round([facts(["1", "1"])]) == (
        "Quality of the draw: nobody meets again, level scores at every table."
    )
    long, short = facts(["3", "3", "2", "3"]), facts(["2", "2", "2"])
    assert explanation.of_round([long]) == (
        "Quality of the draw: nobody meets again, no short table, scores within 1 point."
    )
    assert ", 1 short table, " in explanation.of_round([long, short])
    assert explanation.of_round([{}]) == ""


def test_the_page_of_a_round_says_why_and_its_facts_are_true(client, director):
    evening = Evening(director, [WAR | {"engine": "cost"}], new_players(5))
    ended = evening.run()
    page = text(client.get(address(ended, "tournament_round", 1, 3)))
    for words in (
        "Quality of the draw:",
        "The round costs:",
        "The cheapest exchange is player",
        "From the score group",
    ):
        assert words in page
    before = Place.objects.filter(round__number__lt=3)
    for pairing in Pairing.objects.filter(round__number=3):
        seated = list(pairing.places.order_by("seat").select_related("entrant"))
        for place, told, seats in zip(
            seated, pairing.why["points"], pairing.why["seats"], strict=True
        ):
            own = before.filter(entrant=place.entrant)
            assert Fraction(told) == sum(Fraction(one.points) for one in own)
            assert seats == [own.filter(pairing__isnull=False, seat=n).count() for n in (1, 2)]
        met = before.filter(entrant=seated[0].entrant, pairing__places__entrant=seated[1].entrant)
        where = [[one.round.number, one.pairing.number] for one in met]
        assert pairing.why["before"] == ([where] if where else [])


def test_a_round_set_by_hand_shows_what_it_replaced_and_directors_see_it_first(client, director):
    evening = Evening(director, [WAR], new_players(4), review=True, pace="director")
    rounds.draw_round(Order(evening.code, director, now=NOW))
    a, b, c, d = (
        place.entrant.number
        for place in Place.objects.order_by("pairing__number", "seat").select_related("entrant")
    )
    asked = Order(evening.code, director, reason="Old friends.", now=NOW)
    manual.set_pairings(asked, tables=[[a, c], [b, d]])
    where = address(evening.row, "tournament_round", 1, 1)
    assert client.get(where).status_code == 404
    for reader in (signed_in(director), client):
        page = text(reader.get(where))
        assert "A director paired this round by hand. Reason: Old friends." in page
        assert f"player {a}, player {b}" in page
        if reader is not client:
            rounds.publish(Order(evening.code, director, now=NOW))


def test_the_page_takes_as_many_queries_for_many_as_for_few(
    client, director, django_assert_max_num_queries
):
    evening = Evening(director, [WAR | {"rounds": 2, "engine": "cost"}], new_players(9))
    evening.run()
    assert Round.objects.count() == 2
    with django_assert_max_num_queries(14):
        client.get(address(evening.row, "tournament_round", 1, 2))
