"""`make_places`: places to train on that the shipped file lacks: decisions of simulated games whose
best act is better by at least four points and four standard errors."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import count, islice
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandParser

from games.lab.chances.course import Course, course_of_simulated, playouts_of
from games.lab.chances.decisions import Decision, decisions_of
from games.lab.chances.tally import Playouts, tally_packed
from games.lab.counting.adapter import find as adapter_of
from games.lab.runs.cache import compiled_process
from games.lab.runs.games import Simulated
from games.lab.runs.spec import read_spec
from games.lab.training import places
from games.lab.training.costs import ASKED, choices_at
from games.lab.training.places import SURE_POINTS, Answer, Origin, TrainingPlace, shipped
from games.rules.catalogue import BOTS, find

SEED = 11
# Games after each act: of most decisions a few say that the acts are alike; of those that ship.
FEW, MORE, MOST = 400, 1_600, 6_400
EACH, TRIED = 2, 12  # places of a seat in a game; decisions that are tried for them
Wanted = Callable[[str], bool]  # whether there are few places yet whose best act this is


class Recipe(NamedTuple):
    """How places of a game are made: by which rules, in turn; how many there are; which part of
    them may have the same best act, because a trainer whose answer is nearly always the same
    teaches nothing; and from when on (ms of the game) there are any."""

    options: tuple[str, ...]
    places: int
    part: int  # a half, a quarter
    since: int = 0


FIVE_MINUTES = (
    "change=on;clock=300000;seats=3",
    "clock=300000",
    "change=on;clock=300000;seats=5",
    "clock=300000;seats=6",
)
RECIPES = {
    "ww3": Recipe(("",), 200, 2),
    # Before the last minutes hardly anything hangs on one choice.
    "ultimate": Recipe(FIVE_MINUTES, 50, 4, since=200_000),
}


class Command(BaseCommand):
    help = "Make the places to train on that the shipped file lacks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=RECIPES, default="ww3")
        parser.add_argument("--places", type=int, default=0, help="instead of the usual number")

    def handle(self, *args: Any, game: str, places: int, **options: Any) -> None:
        kept, wanted = [*shipped().values()], places or RECIPES[game].places
        own = [place for place in kept if place.game == game]
        with compiled_process() as pool:
            for place in islice(more(pool, game, own, wanted), wanted - len(own)):
                own.append(place)
                write([*(one for one in kept if one.game != game), *own])
        self.stdout.write(f"{len(own)} places")


def write(made: list[TrainingPlace]) -> None:
    """Write the file: the games in the order of the recipes, the places in that of their
    numbers."""
    ordered = sorted(made, key=lambda place: [*RECIPES].index(place.game))
    rows = ",\n".join(places.written(place) for place in ordered)
    places.SHIPPED.write_text(f"[\n{rows}\n]\n")


def more(
    pool: Executor, game: str, own: Sequence[TrainingPlace], wanted: int
) -> Iterator[TrainingPlace]:
    """More places of a game than these, from the games after theirs."""
    often = Counter(name_of(place.best.act) for place in own)
    number = max((int(place.key.rpartition("-")[2]) for place in own), default=0)
    last = max((place.origin.game for place in own), default=-1)
    most = wanted // RECIPES[game].part
    for place in found(pool, game, last + 1, lambda act: often[name_of(act)] < most):
        often[name_of(place.best.act)] += 1
        number += 1
        yield place._replace(key=f"{game}-{number}")


def name_of(word: str) -> str:
    """An act without the seat that it is aimed at."""
    return word.rstrip("0123456789")


def found(pool: Executor, game: str, first: int, wanted: Wanted) -> Iterator[TrainingPlace]:
    """Places of one game after the other, in which bots of all levels sit."""
    levels, rules = [*BOTS[game].levels], RECIPES[game].options
    for index in count(first):
        luck, options = random.Random(f"{SEED} {index}"), rules[index % len(rules)]
        players = find(game).options(options).players
        policies = [luck.choice(levels) for _ in range(players)]
        spec = read_spec(game=game, games=10**6, seed=SEED, options=options, policies=policies)
        course = course_of_simulated(Simulated(spec, index))
        for seat in range(players):
            for place in of_seat(pool, course, seat, luck, wanted):
                yield place._replace(origin=place.origin._replace(seed=SEED, game=index))


def of_seat(
    pool: Executor, course: Course, seat: int, luck: random.Random, wanted: Wanted
) -> Iterator[TrainingPlace]:
    """A few decisions of a seat whose best act is sure, in any order; the strongest bot plays on
    for it."""
    game, made = course.game.key, 0
    known = [each for each in decisions_of(course, seat) if is_late(course, each)]
    strongest = [*BOTS[game].levels][-1]
    seats = [strongest if each == seat else level for each, level in enumerate(course.seats)]
    playouts = playouts_of(course.game, course.o, seats)
    for decision in luck.sample(known, min(TRIED, len(known))):
        place = place_of(course, seat, playouts, decision)
        for games in (FEW, MORE, MOST):
            answers = tuple(played(pool, course, seat, playouts, decision, games))
            place = place._replace(answers=answers)
            is_good = place.is_sure if games > FEW else place.apart >= SURE_POINTS
            if not (is_good and wanted(place.best.act)):
                break
        else:
            yield place._replace(levels=right(place))
            made += 1
        if made == EACH:
            return


def is_late(course: Course, decision: Decision) -> bool:
    since = RECIPES[course.game.key].since
    return not since or decision.state.now >= since


def place_of(course: Course, seat: int, playouts: Playouts, decision: Decision) -> TrainingPlace:
    state = course.position_in(decision.state, str(seat + 1)).start.state
    rules = (course.game.key, course.game.canonical(course.o), playouts.version)
    origin = Origin(0, 0, tuple(course.seats), course.recording.text_of(decision.frame))
    known = places.packed(state)
    return TrainingPlace("", *rules, seat + 1, playouts.policies, (), {}, known, origin)


def played(
    pool: Executor, course: Course, seat: int, playouts: Playouts, decision: Decision, games: int
) -> Iterator[Answer]:
    """How often the seat wins after each act."""
    start, known = (
        course.position_in(decision.state, str(seat + 1)).start,
        adapter_of(course.game.key),
    )
    assert known.decisions is not None
    asked = [(start.choosing(seat, act).packed(), 0, games) for act in decision.choices]
    tallies = pool.submit(tally_packed, playouts, asked).result()
    for act, tally in zip(decision.choices, tallies, strict=True):
        won = round(tally.chances[seat] * games, 3)
        yield Answer(known.decisions.word(act), won, games)


def right(place: TrainingPlace) -> dict[str, float]:
    """How often the bots of each level choose the best act."""
    best = place.best.act
    return {
        level: [*choices_at(place, level)].count(best) / ASKED for level in BOTS[place.game].levels
    }
