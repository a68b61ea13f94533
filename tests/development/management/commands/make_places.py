"""`make_places`: places to train on, for the shipped file: decisions of simulated games whose best
act is better by at least four points and four standard errors."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from itertools import count
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.lab.chances.course import Course, course_of_simulated, playouts_of
from games.lab.chances.decisions import Decision, decisions_of, word_of
from games.lab.chances.tally import Playouts, tally_packed
from games.lab.runs.cache import compiled_process
from games.lab.runs.games import Simulated
from games.lab.runs.spec import read_spec
from games.lab.training import places
from games.lab.training.places import Answer, Origin, TrainingPlace
from games.rules.catalogue import BOTS, find

SEED = 11
FIRST, MOST = 1_600, 6_400  # games after each act; those that ship are played on so often
EACH = 2  # places of a seat in a game
LUCK = 20  # how often each bot is asked
Wanted = Callable[[str], bool]  # whether there are few places yet whose best act this is


class Command(BaseCommand):
    help = "Make places to train on, instead of those in the shipped file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", default="ww3")
        parser.add_argument("--places", type=int, default=200)

    def handle(self, *args: Any, game: str, places: int, **options: Any) -> None:
        made: list[TrainingPlace] = []
        with compiled_process() as pool:
            # A trainer whose answer is nearly always the same teaches nothing.
            often: Counter[str] = Counter()
            for place in found(pool, game, lambda act: often[act] < places // 2):
                often[place.best.act] += 1
                made.append(place._replace(key=f"{game}-{len(made) + 1}"))
                write(made)
                if len(made) == places:
                    break
        self.stdout.write(f"{len(made)} places")


def write(made: list[TrainingPlace]) -> None:
    rows = ",\n".join(places.written(place) for place in made)
    places.SHIPPED.write_text(f"[\n{rows}\n]\n")


def found(pool: Executor, game: str, wanted: Wanted) -> Iterator[TrainingPlace]:
    """Places of one game after the other, in which bots of all levels sit."""
    luck, levels = random.Random(SEED), [*BOTS[game].levels]
    players = find(game).options("").players
    for index in count():
        policies = [luck.choice(levels) for _ in range(players)]
        spec = read_spec(game=game, games=10**6, seed=SEED, policies=policies)
        course = course_of_simulated(Simulated(spec, index))
        for seat in range(players):
            for place in of_seat(pool, course, seat, luck, wanted):
                yield place._replace(origin=place.origin._replace(seed=SEED, game=index))


def of_seat(
    pool: Executor, course: Course, seat: int, luck: random.Random, wanted: Wanted
) -> Iterator[TrainingPlace]:
    """A few decisions of a seat whose best act is sure, in any order; the strongest bot plays on
    for it."""
    game, decisions, made = course.game.key, list(decisions_of(course, seat)), 0
    strongest = [*BOTS[game].levels][-1]
    seats = [strongest if each == seat else level for each, level in enumerate(course.seats)]
    playouts = playouts_of(course.game, course.o, seats)
    for decision in luck.sample(decisions, len(decisions)):
        place = place_of(course, seat, playouts, decision)
        for games in (FIRST, MOST):
            answers = tuple(played(pool, course, seat, playouts, decision, games))
            place = place._replace(answers=answers)
            if not (place.is_sure and wanted(place.best.act)):
                break
        else:
            yield place._replace(levels=right(course, seat, decision, place.best.act))
            made += 1
        if made == EACH:
            return


def place_of(course: Course, seat: int, playouts: Playouts, decision: Decision) -> TrainingPlace:
    state = course.position(decision.frame, str(seat + 1)).start.state
    rules = (course.game.key, course.game.canonical(course.o), playouts.version)
    origin = Origin(0, 0, tuple(course.seats), course.recording.text_of(decision.frame))
    known = places.packed(state)
    return TrainingPlace("", *rules, seat + 1, playouts.policies, (), {}, known, origin)


def played(
    pool: Executor, course: Course, seat: int, playouts: Playouts, decision: Decision, games: int
) -> Iterator[Answer]:
    """How often the seat wins after each act."""
    start = course.position(decision.frame, str(seat + 1)).start
    asked = [(start.choosing(seat, act).packed(), 0, games) for act in decision.acts]
    tallies = pool.submit(tally_packed, playouts, asked).result()
    for act, tally in zip(decision.acts, tallies, strict=True):
        yield Answer(word_of(course.game.key, act), round(tally.chances[seat] * games, 3), games)


def right(course: Course, seat: int, decision: Decision, best: str) -> dict[str, float]:
    """How often the bots of each level choose the best act."""
    bots, t = BOTS[course.game.key], course.position(decision.frame).table
    shares = {}
    for level in bots.levels:
        told = [bots.decide(t, course.o, seat, level, number) for number in range(LUCK)]
        acts = [
            word_of(course.game.key, course.game.read_act(one.act, one.args)) for one in told if one
        ]
        shares[level] = acts.count(best) / LUCK
    return shares
