"""Standings of random rounds: the order, and every number against a plain reading of 7.4-7.8."""

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.scoring.points import unpaired
from games.tournaments.scoring.record import Kind, Round, Table
from games.tournaments.scoring.standings import Row, standings
from games.tournaments.scoring.tiebreaks import Number
from games.tournaments.settings import Settings, resolve
from tests.depth import examples
from tests.each import each
from tests.tournaments.results import random_rounds, read_rounds

ALL = ["oms", "buchholz1", "buchholz", "sonneborn", "wins", "games", "cards", "direct", "lot"]
LOTS = {entrant: entrant * 7919 % 101 for entrant in range(1, 20)}


@dataclass
class Played:
    """Five random rounds and their standing."""

    settings: Settings
    entrants: int
    rounds: list[Round]

    def standing(self) -> list[Row]:
        return standings(self.settings, range(1, self.entrants + 1), self.rounds, LOTS)


def play(size: int, entrants: int, random: Random) -> Played:
    settings = resolve({"size": size, "tiebreaks": ALL})
    return Played(settings, entrants, random_rounds(settings, entrants, 5, random))


randoms = st.randoms(use_true_random=False)
tournaments = st.builds(play, st.sampled_from([2, 3, 5]), st.integers(3, 12), randoms)


def numbers(row: Row) -> list[Number]:
    return [row.points, *(number for number in row.ties.values() if number)]


# 7.8 -------------------------------------------------------------------------------------


@examples(40)
@given(tournaments, randoms)
def test_the_order_of_the_input_does_not_matter(played: Played, random: Random) -> None:
    mixed = [
        Round(
            tuple(random.sample([turned(table, random) for table in r.tables], len(r.tables))),
            tuple(random.sample(r.unpaired, len(r.unpaired))),
        )
        for r in played.rounds
    ]
    again = replace(played, rounds=mixed).standing()
    assert [told(row) for row in again] == [told(row) for row in played.standing()]


def turned(table: Table, random: Random) -> Table:
    """The same result with the entrants in other seats."""
    order = random.sample(range(len(table.seats)), len(table.seats))
    seats, places = table.seats, table.places
    return replace(
        table, seats=tuple(seats[i] for i in order), places=tuple(places[i] for i in order)
    )


def told(row: Row) -> tuple[object, ...]:
    return row.entrant, row.place, [number.value for number in numbers(row)]


@examples(40)
@given(tournaments)
def test_rows_fall_by_points_then_ties_and_a_lot_leaves_nobody_level(played: Played) -> None:
    rows = played.standing()
    assert [row.place for row in rows] == list(range(1, played.entrants + 1))
    points = [row.points.value for row in rows]
    assert points == sorted(points, reverse=True)


@examples(40)
@given(tournaments)
def test_the_rows_of_one_level_are_those_of_the_whole(played: Played) -> None:
    field, rows = range(1, played.entrants + 1), played.standing()
    for points in {row.points.value for row in rows}:
        of_whole = sorted((r for r in rows if r.points.value == points), key=lambda r: r.entrant)
        level = [row.entrant for row in of_whole]
        alone = standings(played.settings, field, played.rounds, LOTS, level=level)
        assert [(row.points, row.ties) for row in of_whole] == [
            (row.points, row.ties) for row in sorted(alone, key=lambda row: row.entrant)
        ]


def test_level_entrants_share_a_place_while_lots_are_not_told() -> None:
    settings = resolve({"tiebreaks": ["wins", "lot"]})
    rounds = read_rounds(settings, [{"t": [[1, 2], [3, 4]], "p": [[1, 2], [2, 1]]}])
    rows = standings(settings, range(1, 5), rounds)
    assert [(row.entrant, row.place) for row in rows] == [(1, 1), (4, 1), (2, 3), (3, 3)]
    told = standings(settings, range(1, 5), rounds, {1: 9, 4: 8})  # a cut between 1 and 4
    assert [(row.entrant, row.place) for row in told] == [(4, 1), (1, 2), (2, 3), (3, 3)]


def test_the_disqualified_come_last_and_their_opponents_keep_what_they_have() -> None:
    settings = resolve({})
    rounds = read_rounds(
        settings,
        [
            {"t": [[1, 2], [3, 4]], "p": [[1, 2], [1, 2]]},
            {"t": [[2, 4]], "p": [[1, 2]], "u": {"1": "disqualified", "3": "bye"}},
        ],
    )
    rows = standings(settings, range(1, 5), rounds, out={1})
    assert [(r.entrant, r.place, r.points.value) for r in rows] == [
        (3, 1, 2), (2, 2, 1), (4, 3, 0), (1, None, 1),
    ]  # fmt: skip


def test_direct_is_asked_once_of_all_who_are_level() -> None:
    """1 beat 2, 2 beat 3, 3 beat 1: level, and direct is not asked again of what it leaves."""
    settings = resolve({"tiebreaks": ["direct"]})
    rounds = read_rounds(
        settings,
        [
            {"t": [[1, 2], [3, 4]], "p": [[1, 2], [1, 2]]},
            {"t": [[2, 3], [1, 4]], "p": [[1, 2], [1, 2]]},
            {"t": [[3, 1], [2, 4]], "p": [[1, 2], [1, 2]]},
        ],
    )
    rows = standings(settings, range(1, 5), rounds)
    assert [row.place for row in rows] == [1, 1, 1, 4]
    assert {row.entrant: row.ties["direct"] and row.ties["direct"].value for row in rows} == {
        1: 1, 2: 1, 3: 1, 4: None,
    }  # fmt: skip


# 7.9 -------------------------------------------------------------------------------------


@examples(40)
@given(tournaments)
def test_every_number_is_the_sum_it_shows(played: Played) -> None:
    for number in (number for row in played.standing() for number in numbers(row) if number.terms):
        counted = [term.value for term in number.terms if term.counted]
        assert number.value * number.divisor == sum(counted)
        for term in number.terms:
            parts = sum(part.number * part.weight for part in term.parts)
            assert not term.parts or term.value == parts


# 7.4-7.7, read again from the rounds ------------------------------------------------------

AT_WILL = ("half", "late", "absent", "withdrawn", "disqualified", "noshow")
H = {2: Fraction(1, 2), 3: Fraction(1), 5: Fraction(2)}


@examples(40)
@given(tournaments)
def test_tie_breaks_are_those_of_the_rules(played: Played) -> None:
    size, entrants = played.settings.size, range(1, played.entrants + 1)
    book = {e: [seen(r, e, size) for r in played.rounds] for e in entrants}
    for row in played.standing():
        expected = by_the_rules(book, row.entrant, size)
        assert {key: row.ties[key].value for key in expected} == expected
        assert row.points.value == total(book[row.entrant])


def seen(r: Round, entrant: int, size: int) -> dict:
    """The entrant's part in this round: kind, points, and everybody who came, with places."""
    for one in r.unpaired:
        if one.entrant == entrant:
            return {"kind": one.kind, "points": one.points}
    table = next(table for table in r.tables if entrant in table.seats)
    if table.kind != Kind.PLAYED:
        return {"kind": table.kind, "points": H[size] * (table.kind == "void")}
    came = {e: p for e, p in zip(table.seats, table.places, strict=True) if p}
    if entrant not in came:
        return {"kind": "noshow", "points": Fraction(0)}
    if len(came) == 1:
        return {"kind": "walkover", "points": Fraction(size - 1)}
    own, s = came.pop(entrant), len(came) + 1
    level = list(came.values()).count(own)
    mean_place = own + Fraction(level, 2)
    points = (size - 1) * (s - mean_place) / (s - 1)
    cards = Fraction(table.games[0].cards_of(entrant), sum(table.games[0].cards))
    return {"kind": "played", "points": points, "place": own, "others": came, "cards": cards}


def total(lines: list[dict]) -> Fraction:
    return sum((line["points"] for line in lines), Fraction(0))


def adjusted(lines: list[dict], size: int) -> Fraction:
    counted = [line for line in lines if line["kind"] not in ("free", "annulled")]
    end = len(counted)
    while end and counted[end - 1]["kind"] in AT_WILL:
        end -= 1
    gone = sum(line["kind"] != "noshow" for line in counted[end:])
    return total(counted[:end]) + H[size] * gone


def by_the_rules(book: dict[int, list[dict]], entrant: int, size: int) -> dict[str, Fraction]:
    own = [line for line in book[entrant] if line["kind"] not in ("free", "annulled")]
    a = {e: adjusted(lines, size) for e, lines in book.items()}
    dummy = min(total(own), len(own) * H[size])
    games = [line for line in own if line["kind"] == "played"]
    duels = [line for line in games if len(line["others"]) == 1]
    contributions = [
        Fraction(sum(a[e] for e in line["others"]), len(line["others"])) if line in games else dummy
        for line in own
    ]
    at_will = [c for c, line in zip(contributions, own, strict=True) if line["kind"] in AT_WILL]
    sonneborn = sum((min(1, x["points"] / (size - 1)) * dummy for x in own if x not in games), 0)
    for line in games:
        worth = sum((a[e] * score(line["place"], p) for e, p in line["others"].items()), 0)
        sonneborn += Fraction(worth) / len(line["others"])
    return {
        "buchholz": sum(contributions),
        "buchholz1": sum(contributions) - min(at_will or contributions or [0]),
        "oms": Fraction(sum(contributions), max(1, len(contributions))),
        "sonneborn": sonneborn,
        "wins": sum(line["place"] == 1 and 1 not in line["others"].values() for line in games),
        "games": Fraction(
            sum(score(line["place"], *line["others"].values()) for line in duels),
            max(1, len(duels)),
        ),
        "cards": Fraction(sum(line["cards"] for line in games), max(1, len(games))),
    }


def score(own: int, other: int) -> Fraction:
    return Fraction(1 if own < other else 0) if own != other else Fraction(1, 2)


# 7.5 -------------------------------------------------------------------------------------


@each(
    [
        (["withdrawn", "withdrawn"], "2"),  # 1 + H + H
        (["absent", "noshow"], "3/2"),  # a no-show counts nothing, but is at the end as well
        (["withdrawn", "noshow", "withdrawn"], "2"),
        (["half"], "3/2"),
        (["bye", "withdrawn"], "5/2"),
        (["absent", "bye"], "2"),  # not at the end
    ]
)
def test_who_goes_home_does_not_spoil_the_tie_breaks_of_opponents(kinds, expected) -> None:
    """Entrant 1 beats 2 and then has these rounds: what 2 gets from that game."""
    settings = resolve({"tiebreaks": ["buchholz"]})
    rounds = read_rounds(settings, [{"t": [[1, 2]], "p": [[1, 2]]}])
    rounds += [
        Round((), tuple(unpaired(settings, e, k) for e, k in ((1, Kind(kind)), (2, Kind.FREE))))
        for kind in kinds
    ]
    row = next(row for row in standings(settings, [1, 2], rounds) if row.entrant == 2)
    assert row.ties["buchholz"].value == Fraction(expected)
