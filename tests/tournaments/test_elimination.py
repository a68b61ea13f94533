"""Single, double and table eliminations of every size, with random results (5.1-5.3)."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain, combinations, product
from typing import Any

import pytest

from games.tournaments.pairing.elimination.cut import serpentine
from games.tournaments.pairing.elimination.nodes import History, Progress, State, Status
from games.tournaments.settings import Settings, resolve
from tests.each import each

KNOCKOUT = resolve({"format": "elimination"})
WITH_THIRD = resolve({"format": "elimination", "third": True})
DOUBLE = resolve({"format": "double"})
FOURS = resolve({"format": "elimination", "size": 4, "least": 3, "advance": 2})
SIZES = (*range(2, 34), 47, 48, 49, 63, 64)  # every kind of bracket, and the largest


class Event:
    """An elimination played with chance results: all ready nodes of a round, or one by one."""

    def __init__(self, rules: Settings, entrants: int, seed: int, missing: float = 0) -> None:
        self.rules, self.entrants, self.missing, self.seed = rules, entrants, missing, seed
        self.results: dict[str, dict[int, int | None]] = {}
        self.played: list[State] = []
        self.gone: set[tuple[int, str]] = set()

    def now(self) -> Progress:
        lots = {seed: -seed for seed in range(1, self.entrants + 1)}
        return self.rules.format.advance(
            self.rules, History(self.entrants, self.results, lots, self.gone)
        )

    def play(self, state: State) -> None:
        luck = random.Random(f"{self.seed} {state.name} {state.entrants}")
        places: list[int | None] = list(range(1, len(state.entrants) + 1))
        luck.shuffle(places)
        came = [None if luck.random() < self.missing else place for place in places]
        self.results[state.name or ""] = dict(zip(state.entrants, came, strict=True))
        self.played.append(state)

    def play_on(self, flow: random.Random | None = None) -> Progress:
        while (progress := self.now()).ready:
            if flow:
                self.play(flow.choice(progress.ready))
                continue
            for state in progress.due:
                self.play(state)
        return progress

    def first_place(self, seed: int) -> tuple[int, int]:
        """The order by the place at the first table, then by seed."""
        first = (result[seed] for result in self.results.values() if seed in result)
        return next(first, None) or 1, seed

    def losses(self) -> Counter[int]:
        return Counter(seed for state in self.now().states for seed in state.lost)


def ranking(progress: Progress) -> list[int]:
    """The places in order; none may be missing."""
    return sorted(place for place in progress.places.values() if place is not None)


def is_ranking(places: list[int]) -> bool:
    """1, then as many share a place as the next one says: 1 2 3 3 5."""
    return all(place == 1 + sum(p < place for p in places) for place in places)


@each([KNOCKOUT, WITH_THIRD, DOUBLE, FOURS])
def test_every_size_ends_with_a_complete_ranking(rules: Settings) -> None:
    for entrants in SIZES:
        for missing in (0, 0.3):
            places = ranking(Event(rules, entrants, entrants, missing).play_on())
            assert len(places) == entrants and is_ranking(places)
            assert missing or places[:2] == [1, 2]


@each([KNOCKOUT, WITH_THIRD])
def test_byes_go_to_the_best_and_nobody_meets_twice(rules: Settings) -> None:
    for entrants in SIZES:
        event = Event(rules, entrants, 1)
        byes = [s for s in event.now().in_round(1) if s.status is Status.BYE]
        slots = 2 ** (entrants - 1).bit_length()
        assert sorted(s.onward[0] for s in byes) == list(range(1, slots - entrants + 1))
        event.play_on()
        meetings = Counter(s.entrants for s in event.played)
        assert max(meetings.values()) == 1
        assert len(event.played) == entrants - 1 + (rules.third and entrants > 3)


def test_the_best_two_can_only_meet_in_the_final() -> None:
    for entrants in SIZES[1:]:
        event = Event(KNOCKOUT, entrants, 1)
        while (progress := event.now()).ready:
            for state in progress.ready:
                event.results[state.name or ""] = {s: s for s in state.entrants}
        assert [progress.places[seed] for seed in (1, 2)] == [1, 2]
        assert all(progress.places[seed] == 3 for seed in (3, 4) if seed <= entrants)


@each([DOUBLE, resolve({"format": "double", "reset": False})])
def test_nobody_is_out_of_a_double_elimination_before_two_losses(rules: Settings) -> None:
    for entrants in SIZES:
        event = Event(rules, entrants, entrants)
        progress = event.play_on()
        losses = event.losses()
        champion = next(seed for seed, place in progress.places.items() if place == 1)
        finalist = next(seed for seed, place in progress.places.items() if place == 2)
        rest = set(progress.places) - {champion, finalist}
        assert all(losses[seed] == 2 for seed in rest)
        assert losses[champion] < 2 and losses[finalist] <= 2
        assert losses[finalist] == 2 or not rules.reset
        meetings = Counter(s.entrants for s in event.played if s.name and s.name[0] == "W")
        assert max(meetings.values()) == 1


def test_up_to_16_nobody_drops_to_somebody_they_have_met() -> None:
    """The last round of the losers' bracket is excepted, where there is no choice (5.3.1)."""
    for entrants in range(5, 17):
        last = f"L{2 * (entrants - 1).bit_length() - 2}.1"
        for seed in range(20):
            event = Event(DOUBLE, entrants, seed)
            event.play_on()
            met: set[tuple[int, ...]] = set()
            for state in event.played:
                name = state.name or ""
                takes_drops = name[0] == "L" and int(name[1]) % 2 == 0 and name != last
                assert not takes_drops or state.entrants not in met, state
                met.add(state.entrants)


def test_who_is_absent_is_out_of_the_losers_bracket_too() -> None:
    event = Event(DOUBLE, 4, 1)
    event.results["W1.1"] = {1: None, 4: 1}
    event.results["W1.2"] = {2: None, 3: None}
    progress = event.now()
    assert progress.places == {1: 2, 2: 2, 3: 2, 4: 1}
    assert not progress.ready


def test_the_reset_is_played_only_if_the_unbeaten_is_beaten() -> None:
    event = Event(DOUBLE, 2, 1)
    event.results["W1.1"] = {1: 1, 2: 2}
    event.results["F1.1"] = {1: 1, 2: 2}
    assert event.now().places == {1: 1, 2: 2}
    event.results["F1.1"] = {1: 2, 2: 1}
    assert [s.name for s in event.now().ready] == ["F2.1"]
    event.results["F1.1"] = {1: None, 2: 1}  # absent: out
    assert event.now().places == {1: 2, 2: 1}


@each(product([KNOCKOUT, WITH_THIRD, DOUBLE, FOURS], [0, 0.2]))
def test_flow_and_rounds_lead_to_the_same_end(rules: Settings, missing: float) -> None:
    for entrants in (2, 3, 6, 13, 16, 29):
        by_round = Event(rules, entrants, entrants, missing)
        flowing = Event(rules, entrants, entrants, missing)
        assert by_round.play_on() == flowing.play_on(random.Random(entrants))


@each([KNOCKOUT, WITH_THIRD, DOUBLE, FOURS])
def test_a_place_that_is_told_never_changes(rules: Settings) -> None:
    for entrants in (6, 13, 16):
        event, luck = Event(rules, entrants, 3), random.Random(3)
        told: dict[int, Any] = {}
        while (progress := event.now()).ready:
            assert told.items() <= progress.places.items()
            told = {seed: place for seed, place in progress.places.items() if place}
            event.play(luck.choice(progress.ready))
        assert told.items() <= progress.places.items()


def test_who_has_gone_is_passed_over_from_the_next_round_on() -> None:
    event = Event(KNOCKOUT, 4, 1)
    event.results |= {"W1.1": {1: 1, 4: 2}, "W1.2": {2: 1, 3: 2}}
    event.gone = {(2, "W2.1")}
    final = event.now().in_round(2)[0]
    assert (final.status, final.entrants, final.onward) == (Status.BYE, (1, 2), (1,))
    assert event.now().places == {1: 1, 2: 2, 3: 3, 4: 3}


def test_who_has_gone_from_a_cut_is_last_of_the_round_they_miss() -> None:
    event = Event(FOURS, 8, 1)
    event.results |= {
        "K1.1": {1: 1, 4: 2, 5: 3, 8: 4},
        "K1.2": {2: 1, 3: 2, 6: 3, 7: None},
    }
    event.gone = {(4, "K2")}
    assert [s.entrants for s in event.now().ready] == [(1, 2, 3)]
    event.results["K2.1"] = {1: 2, 2: 1, 3: 2}
    assert event.now().places == {2: 1, 1: 2, 3: 2, 4: 4, 5: 5, 6: 5, 8: 7, 7: 8}


def test_a_level_place_at_the_cut_is_decided_by_lot() -> None:
    event = Event(FOURS, 8, 1)
    event.results |= {"K1.1": {1: 1, 4: 2, 5: 2, 8: 4}, "K1.2": {2: 1, 3: 1, 6: 1, 7: 4}}
    final = event.now().ready[0]  # the lot of a test event is smaller for worse seeds
    assert final.entrants == (1, 3, 5, 6)


def test_everything_that_follows_from_a_result_is_found() -> None:
    event = Event(WITH_THIRD, 8, 1)
    assert event.now().dependents("W1.3") == ("W2.2", "W3.1", "P3")
    assert Event(DOUBLE, 4, 1).now().dependents("W2.1") == ("L2.1", "F1.1", "F2.1")
    tables = Event(FOURS, 16, 1)
    tables.play_on()
    assert tables.now().dependents("K1.2") == ("K2.1", "K2.2", "K3.1")


def test_a_result_of_others_is_refused() -> None:
    event = Event(KNOCKOUT, 4, 1)
    event.results["W1.1"] = {1: 1, 3: 2}
    with pytest.raises(ValueError, match=r"W1\.1"):
        event.now()
    with pytest.raises(ValueError, match="two entrants"):
        Event(KNOCKOUT, 1, 1).now()


def test_tables_look_out_for_those_who_have_met() -> None:
    """Fewer meet again than if everybody were seated to and fro without looking."""
    looking, plain = 0, 0
    for entrants in range(16, 64):
        event = Event(FOURS, entrants, entrants)
        for state in event.now().ready:
            event.play(state)
        onward = [s.onward for s in event.now().in_round(1)]
        met = defaultdict(set, {seed: set(both) - {seed} for both in onward for seed in both})
        tables = [s.entrants for s in event.now().ready]
        order = sorted(chain(*tables), key=event.first_place)
        blind = serpentine(order, [len(table) for table in tables], defaultdict(set))
        looking += meetings_again(tables, met)
        plain += meetings_again(blind, met)
    assert looking * 4 < plain


def meetings_again(tables: Iterable[Iterable[int]], met: Mapping[int, set[int]]) -> int:
    return sum(b in met[a] for table in tables for a, b in combinations(table, 2))
