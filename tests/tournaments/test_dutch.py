"""The Dutch Swiss of two: random tournaments, what is exported of them, and why (5.6, 8, 12.5)."""

import copy
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from pathlib import Path

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf, TrfParser

from games.tournaments.pairing.draw import Draw
from games.tournaments.pairing.dutch import NoLegalPairing, draw, feed, text
from games.tournaments.pairing.plans.plan import schedule
from games.tournaments.scoring.points import history
from games.tournaments.scoring.record import Kind, Round, StageRecord, Table, Unpaired
from games.tournaments.settings import resolve
from tests.tournaments.results import byes_of, record_with, seats_of

HALF = Fraction(1, 2)
AWAY = [
    (Kind.ABSENT, Fraction(0)),
    (Kind.WITHDRAWN, Fraction(0)),
    (Kind.HALF, HALF),
    (Kind.LATE, HALF),
    (Kind.LATE, Fraction(0)),
    (Kind.FULL, Fraction(1)),
]
PLACES = [(1, 2), (2, 1), (1, 1)] * 6 + [(1, None), (None, 1), (None, None)]


def tournament(entrants: int, rounds: int) -> Iterator[tuple[StageRecord, Draw]]:
    """Rounds with random results, absences and voids, until they end or no draw is possible.
    The numbers of entrants are not their seeds."""
    luck = random.Random(f"{entrants} {rounds}")
    field = luck.sample(range(1, 100), entrants)
    settings = resolve({"rounds": rounds, "engine": "dutch", "first_seat": luck.choice([1, 2])})
    played: list[Round] = []
    for _ in range(rounds):
        present = [entrant for entrant in field if luck.random() < 0.85] or field
        snapshot = record_with(settings, tuple(field), tuple(played), frozenset(present))
        try:
            drawn = draw(snapshot)
        except NoLegalPairing:
            return
        yield snapshot, drawn
        played.append(results(snapshot, drawn, luck))


def results(snapshot: StageRecord, drawn: Draw, luck: random.Random) -> Round:
    tables = [
        Table(pair, luck.choice(PLACES), kind=luck.choice([Kind.PLAYED] * 9 + [Kind.VOID]))
        for pair in seats_of(drawn)
    ]
    unpaired = [
        Unpaired(entrant, *luck.choice(AWAY))
        for entrant in snapshot.field
        if entrant not in snapshot.present
    ]
    unpaired += [Unpaired(entrant, Kind.BYE, Fraction(1)) for entrant in byes_of(drawn)]
    return Round(tuple(tables), tuple(unpaired))


def of_every_size() -> Iterator[tuple[StageRecord, Draw]]:
    for entrants in range(2, 21):
        yield from tournament(entrants, min(7, entrants - 1 + entrants % 2))


def met_before(snapshot: StageRecord) -> set[frozenset[int]]:
    return {
        frozenset(table.seats)
        for round_ in snapshot.rounds
        for table in round_.tables
        if table.kind is Kind.PLAYED and None not in table.places
    }


def unearned_before(snapshot: StageRecord) -> set[int]:
    """The entrants who have had a bye or a walk-over."""
    byes = {u.entrant for r in snapshot.rounds for u in r.unpaired if u.kind is Kind.BYE}
    return byes | {
        entrant
        for round_ in snapshot.rounds
        for table in round_.tables
        for entrant, place in zip(table.seats, table.places, strict=True)
        if table.kind is Kind.PLAYED and place and None in table.places
    }


def test_nobody_meets_twice_or_has_a_second_bye() -> None:
    for snapshot, drawn in of_every_size():
        pairs, byes = seats_of(drawn), byes_of(drawn)
        assert sorted([*chain(*pairs), *byes]) == sorted(snapshot.present)
        assert met_before(snapshot).isdisjoint(map(frozenset, pairs))
        assert unearned_before(snapshot).isdisjoint(byes)


def test_the_same_input_gives_the_same_draw_and_stays_as_it_was() -> None:
    for snapshot, drawn in tournament(15, 7):
        before = copy.deepcopy(snapshot)
        shuffled = replace(snapshot, missing=dict(reversed(snapshot.missing.items())))
        assert draw(snapshot) == drawn and draw(shuffled).tables == drawn.tables
        assert snapshot == before


def test_points_are_those_of_the_standings() -> None:
    for snapshot, _ in of_every_size():
        lines = history(snapshot.settings, snapshot.rounds)
        for entrant, player in zip(snapshot.field, feed(snapshot).player_sections, strict=True):
            points = sum(line.points for line in lines.get(entrant, []))
            assert player.points_times_ten == points * 10


def test_points_that_are_no_tenths_are_refused() -> None:
    settings = resolve({"rounds": 3, "half": "1/3"})
    with pytest.raises(ValueError, match="1/3"):
        draw(record_with(settings, (1, 2), (), (1, 2)))


def test_the_exported_file_is_read_strictly_and_gives_the_same_draw(tmp_path: Path) -> None:
    file = tmp_path / "event.trf"
    for snapshot, drawn in of_every_size():
        names = {e: f"Łukasz \n 001 of the very long name {e}" for e in snapshot.field}
        file.write_text(text(snapshot, "Spring\nSwiss", names), encoding="utf-8")
        read = TrfParser.parse(file, strict=True)
        assert (
            read.player_sections[0].name
            == f"Łukasz 001 of the very long name {snapshot.field[0]}"[:33].strip()
        )
        seeds = snapshot.seeds
        pairs, byes = library_draw(read)
        assert pairs == [(seeds[a], seeds[b]) for a, b in seats_of(drawn)]
        assert byes == [seeds[entrant] for entrant in byes_of(drawn)]


def library_draw(read: ParsedTrf) -> tuple[list[tuple[int, int]], list[int]]:
    """Pairs and byes, by seed."""
    pairs = DutchEngine.generate_pairings(read)
    return (
        [(pair.white, pair.black) for pair in pairs if pair.black],
        [pair.white for pair in pairs if not pair.black],
    )


def test_a_berger_table_is_exported_too(tmp_path: Path) -> None:
    given = resolve({"format": "roundrobin"})
    settings = given.format.settle(given, 5, first_seat=1)
    rounds = [
        Round(
            tuple(Table(pair, (1, 2)) for pair in pairs),
            tuple(Unpaired(e, Kind.FREE) for e in range(1, 6) if e not in chain(*pairs)),
        )
        for pairs in schedule(5)
    ]
    file = tmp_path / "berger.trf"
    names = {entrant: f"Player {entrant}" for entrant in range(1, 6)}
    file.write_text(text(record_with(settings, range(1, 6), rounds, ()), "Five", names))
    read = TrfParser.parse(file, strict=True)
    assert [len(player.results) for player in read.player_sections] == [5] * 5
    assert sum(player.points_times_ten for player in read.player_sections) == 100


def test_explanations_are_true() -> None:
    for snapshot, drawn in of_every_size():
        met, unearned = met_before(snapshot), unearned_before(snapshot)
        for table in drawn.tables:
            points = dict(zip(table.seats, map(Fraction, table.why["points"]), strict=True))
            better = min(points, key=lambda entrant: (-points[entrant], snapshot.seeds[entrant]))
            natural, reason = table.why.get("natural"), table.why.get("reason")
            assert natural not in table.seats and (natural is None) == (reason is None)
            assert (reason == "met") == (frozenset((better, natural)) in met)
        for bye in drawn.why.get("byes", ()):
            for entrant, reason in bye["over"]:
                assert (reason == "bye") == (entrant in unearned)
        if not snapshot.rounds:
            assert not any("reason" in table.why for table in drawn.tables)


def test_a_forbidden_pair_is_never_drawn_and_says_so() -> None:
    settings = resolve({"rounds": 3, "forbidden": [[10, 30]]})
    snapshot = record_with(settings, (10, 20, 30, 40), (), (10, 20, 30, 40))
    drawn = draw(snapshot)
    assert {10, 30} not in map(set, seats_of(drawn))
    assert [table.why["reason"] for table in drawn.tables] == ["forbidden", "rest"]
