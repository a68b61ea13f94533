"""Are the answers of the trainer right?  Run as a script, on plain rules:

    python -m tests.bench.bench_places [games of World War III] [games of Ultimate War]

At 20 and 10 of the shipped places the hidden cards are dealt anew by other code than the site's:
all cards that the seat does not see are shuffled until its table could have come about, and games
are played on from there after each choice (1,000 and 400 times).  It prints how far the chances and
what each choice costs are from those that are shipped, in standard errors, and the places whose
best choice is another one here."""

import os
import random
import re
import statistics
import sys
from collections.abc import Callable, Iterator
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "warsite.settings")
django.setup()

from games.lab.counting.adapter import find as adapter_of  # noqa: E402
from games.lab.training.places import TrainingPlace, shipped  # noqa: E402
from games.rules.cards import card, name  # noqa: E402
from games.rules.catalogue import find as rules_of  # noqa: E402

Slot = tuple[list[int], int]  # where a card lies: a list, and the place in it
NOBODY, TWO, JOKER = -1, 0, 13
PLACES = {"ww3": (20, 1_000), "ultimate": (10, 400)}  # and games after each choice


class Compared(NamedTuple):
    """A choice: its chance here and as shipped, and how often both were played."""

    act: str
    here: float
    games: int
    there: float
    of: int

    @property
    def error(self) -> float:
        shares = ((self.here, self.games), (self.there, self.of))
        return sqrt(sum(share * (1 - share) / games for share, games in shares))


# The cards that a seat does not see ----------------------------------------------------------


def pile_slots(pile: Any) -> Iterator[Slot]:
    """From the top of a pile down."""
    for i in range(pile.size):
        yield pile.cards, (pile.top + i) % len(pile.cards)


def hidden_in_ww3(t: Any, seat: int) -> Iterator[Slot]:
    yield from pile_slots(t.centre)
    for p, row in enumerate(t.seats):
        yield from pile_slots(row.pickup)
        yield from ((row.hand.cards, i) for i in range(row.hand.size) if p != seat)


def hidden_in_ultimate(t: Any, seat: int) -> Iterator[Slot]:
    yield from pile_slots(t.center)
    for p, row in enumerate(t.seats[: t.players]):
        yield from pile_slots(row.stack)
        if p != seat and row.hand != NOBODY:
            yield vars(row), "hand"  # type: ignore[misc]  # a card that is no list


def taken(t: Any, game: str) -> list[Slot]:
    """The packet that the last winner took, shuffled, from the bottom of the pile."""
    winner = t.last_winner if game == "ww3" else t.winner
    if winner == NOBODY or not t.last_size:
        return []
    row = t.seats[winner]
    return [*pile_slots(row.pickup if game == "ww3" else row.stack)][-t.last_size :]


@cache
def worth(one: int) -> int:
    """0 for a two, 12 for an ace, 13 for a joker."""
    return JOKER if name(one)[0] == "X" else "23456789TJQKA".index(name(one)[0])


def highest_in_ww3(t: Any, seat: int) -> Iterator[tuple[Slot, int]]:
    """Where other seats hold no card above this worth, and no two: whoever laid a card had none
    that is higher, whoever did not could beat none, and a two is declared."""
    laid = [*zip(t.laid.seats, t.laid.cards, strict=True)][: t.laid.size]
    fighting = t.duel.a if t.phase in (3, 4, 5) and t.duel.why == 0 else NOBODY
    last = {p: worth(one) for p, one in laid}
    for p, row in enumerate(t.seats):
        if p == seat or row.out or not laid:
            continue
        passed = passed_at(t, laid, p, fighting)
        for i in range(row.hand.size):
            # The fifth card was drawn after the last one was laid.
            known = [last[p]] if p in last and i < 4 else []
            if known or passed is not None:
                yield (row.hand.cards, i), min(known + ([] if passed is None else [passed]))


def passed_at(t: Any, laid: list[tuple[int, int]], p: int, fighting: int) -> int | None:
    """The worth of the highest card that seat p last could not beat, after its own last card; None:
    it was not asked since."""
    order = [q for q, row in enumerate(t.seats) if not row.out]
    asked, found = t.leader, None
    turns = [(q, worth(one)) for q, one in laid]
    until = fighting if fighting != NOBODY else t.at if t.phase in (1, 2) else turns[-1][0]
    top = JOKER + 1
    for q, value in [*turns, (until, JOKER + 1)]:
        while asked != q:
            if asked == p and asked in order:
                found = top
            asked = (asked + 1) % len(t.seats)
        if q == p and value <= JOKER:
            found = None
        if value <= JOKER:
            asked, top = (q + 1) % len(t.seats), value
    return top if fighting == p else found


def anything(t: Any, seat: int) -> Iterator[tuple[Slot, int]]:
    """Nobody has to do anything in Ultimate War."""
    yield from ()


Highest = Callable[[Any, int], Iterator[tuple[Slot, int]]]
HIDDEN: dict[str, tuple[Callable[[Any, int], Iterator[Slot]], Highest]] = {
    "ww3": (hidden_in_ww3, highest_in_ww3),
    "ultimate": (hidden_in_ultimate, anything),
}


def completed(place: TrainingPlace, luck: random.Random) -> Any:
    """A table that looks the same to the seat, each one equally likely: cards are drawn again until
    each can be where it is."""
    rules, seat, (hidden, highest) = rules_of(place.game), place.seat - 1, HIDDEN[place.game]
    o, t = rules.options(place.options), place.table
    text = repr(rules.view(t, o, seat))
    seen = {card(code) for code in re.findall(r"'([2-9TJQKA][cdhsCDHS]|X[1-8])'", text)}
    unseen = [one for one in rules.pack(o) if one not in seen]
    limits = [(slot, most) for slot, most in highest(t, seat) if slot[0][slot[1]] not in seen]
    while True:
        drawn = luck.sample(unseen, len(limits))
        if all(TWO < worth(one) <= most for (_, most), one in zip(limits, drawn, strict=True)):
            break
    held = [(id(cells), i) for (cells, i), _ in limits]
    free = [
        (cells, i)
        for cells, i in hidden(t, seat)
        if cells[i] not in seen and (id(cells), i) not in held
    ]
    rest = [one for one in unseen if one not in drawn]
    luck.shuffle(rest)
    fill([slot for slot, _ in limits], drawn)
    fill(free, rest)
    packet = taken(t, place.game)
    mixed = [cells[i] for cells, i in packet]
    luck.shuffle(mixed)
    fill(packet, mixed)
    return t


def fill(slots: list[Slot], cards: list[int]) -> None:
    for (cells, i), one in zip(slots, cards, strict=False):
        cells[i] = one


# Playing on ----------------------------------------------------------------------------------


def won(place: TrainingPlace, choice: Any, luck: random.Random) -> float:
    """What the seat wins of one game after this choice."""
    adapter, rules = adapter_of(place.game), rules_of(place.game)
    o, levels = rules.options(place.options), adapter.levels(place.policies)
    t, notes = completed(place, luck), adapter.game_stats()
    t.rng = luck.getrandbits(64)
    adapter.take_up(t, o, notes, levels, [])
    adapter.insist(t, o, notes, levels, (place.seat - 1, choice.kind, choice.a))
    while not t.end:
        adapter.step(t, o, notes, levels, None)
    winners, _places = rules.ranking(t, o)
    return (place.seat - 1 in winners) / len(winners)


def compared(place: TrainingPlace, games: int) -> list[Compared]:
    known = adapter_of(place.game).decisions
    assert known is not None
    luck, o = random.Random(place.key), rules_of(place.game).options(place.options)
    choices = known.choices(place.table, o, place.seat - 1)
    rows = []
    for choice, answer in zip(choices, place.answers, strict=True):
        assert known.word(choice) == answer.act
        chance = sum(won(place, choice, luck) for _ in range(games)) / games
        rows.append(Compared(answer.act, chance, games, answer.chance, answer.games))
    return rows


def errors_of(rows: list[Compared]) -> tuple[list[float], list[float]]:
    """How far the chances are from those that are shipped, and what the other choices cost."""
    best = max(rows, key=lambda row: row.there)
    chances = [(row.here - row.there) / row.error for row in rows if row.error]
    costs = [
        ((best.here - row.here) - (best.there - row.there)) / sqrt(best.error**2 + row.error**2)
        for row in rows
        if row != best
    ]
    return chances, costs


def main(counts: dict[str, int]) -> None:
    everything: list[float] = []
    costs: list[float] = []
    others = 0
    for game, (number, usual) in PLACES.items():
        places = [place for place in shipped().values() if place.game == game]
        for place in places[:: max(1, len(places) // number)][:number]:
            rows = compared(place, counts.get(game, usual))
            found = errors_of(rows)
            everything, costs = everything + found[0], costs + found[1]
            best = max(rows, key=lambda row: row.there)
            others += max(rows, key=lambda row: row.here) != best
            told = ", ".join(f"{row.act} {row.here:.3f} ({row.there:.3f})" for row in rows)
            print(f"{place.key:>12}  {told}", flush=True)
    for words, errors in (("chances", everything), ("costs", costs)):
        square = statistics.fmean(error**2 for error in errors)
        print(f"{len(errors)} {words}: mean z^2 {square:.2f}, largest {max(map(abs, errors)):.1f}")
    print(f"{others} places whose best choice is another one here")


if __name__ == "__main__":
    main(dict(zip(PLACES, map(int, sys.argv[1:]), strict=False)))
