"""Training places: decisions in games between bots, as the seat saw the game, with the chances
after each act.  Places are made by `python -m tests.development make_places`, and shipped."""

import base64
import json
import zlib
from collections.abc import Mapping
from functools import cache as once
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from django.urls import reverse

from games.lab.chances.tally import version_of
from games.lab.counting.adapter import find
from games.lab.runs.spec import RunSpec, read_spec
from games.rules.catalogue import find as rules_of
from games.rules.game import State

SHIPPED = Path(__file__).with_name("places.json")
FEWEST = 100  # games of a run that has the game of a place: few runs have them all
SURE_POINTS, SURE_ERRORS = 0.04, 4.0  # how far the two best acts are apart


class Answer(NamedTuple):
    """A possible act, by its word, and the number of games won after it (shared wins count in
    part)."""

    act: str
    won: float
    games: int

    @property
    def chance(self) -> float:
        return self.won / self.games

    @property
    def variance(self) -> float:
        return self.chance * (1 - self.chance) / self.games


class Origin(NamedTuple):
    """The origin of a decision: a place of a simulated game, and the bots in its seats."""

    seed: int
    game: int  # its number
    policies: tuple[str, ...]
    at: str  # `12.2`


class TrainingPlace(NamedTuple):
    """A decision of a seat (from 1).  `levels`: for each level, the share of bots that choose the
    best act; `state` is what the seat knows, in the form of `packed`."""

    key: str
    game: str
    options: str  # canonical
    version: int  # see `version_of`
    seat: int
    policies: tuple[str, ...]  # who plays on
    answers: tuple[Answer, ...]
    levels: Mapping[str, float]
    state: str
    origin: Origin

    @property
    def best(self) -> Answer:
        return max(self.answers, key=lambda answer: answer.chance)

    @property
    def edition(self) -> str:
        """The key and the version of the place, because keys are used again when places are made
        again."""
        return f"{self.key}@{self.version}"

    def cost(self, act: str) -> float:
        """The cost of an act: the loss in the chance to win, compared with the best act.  Raises
        KeyError if the place has no such act."""
        chances = {answer.act: answer.chance for answer in self.answers}
        return self.best.chance - chances[act]

    def get_absolute_url(self) -> str:
        return reverse("train_place", args=[self.key])

    @property
    def two_best(self) -> tuple[Answer, Answer]:
        other, best = sorted(self.answers, key=lambda answer: answer.chance)[-2:]
        return best, other

    @property
    def apart(self) -> float:
        """The amount by which the chance after the best act exceeds the chance after the second
        best."""
        best, other = self.two_best
        return best.chance - other.chance

    @property
    def is_sure(self) -> bool:
        """Whether the best act is better by at least four points and four standard errors."""
        error = sqrt(sum(answer.variance for answer in self.two_best))
        return self.apart >= max(SURE_POINTS, SURE_ERRORS * error)

    @property
    def table(self) -> State:
        """The state of the game.  Raises StaleLayout if another version of the site stored it."""
        return rules_of(self.game).load(zlib.decompress(base64.b85decode(self.state)))

    @property
    def run(self) -> RunSpec:
        """The specification of a run that contains the game of this place."""
        origin = self.origin
        return read_spec(
            game=self.game,
            games=max(FEWEST, origin.game + 1),
            seed=origin.seed,
            options=self.options,
            policies=origin.policies,
        )

    @property
    def is_of_today(self) -> bool:
        """Whether the place was made with today's rules, bots and counting."""
        return self.version == version_of(find(self.game), self.policies)


def packed(state: State) -> str:
    return base64.b85encode(zlib.compress(state.to_bytes(), 9)).decode()


def read(row: Mapping[str, object]) -> TrainingPlace:
    """The place in this row of JSON."""
    place = TrainingPlace(**row)  # type: ignore[arg-type]  # as `write` wrote it
    answers = tuple(Answer(*answer) for answer in place.answers)
    seed, game, policies, at = place.origin
    origin = Origin(seed, game, tuple(policies), at)
    return place._replace(policies=tuple(place.policies), answers=answers, origin=origin)


def written(place: TrainingPlace) -> str:
    """The place as a row of JSON, in one line."""
    return json.dumps(place._asdict() | {"answers": [list(one) for one in place.answers]})


@once
def shipped() -> dict[str, TrainingPlace]:
    """The places for today's rules and bots, by key."""
    rows = json.loads(SHIPPED.read_text()) if SHIPPED.exists() else []
    places = (read(row) for row in rows)
    return {place.key: place for place in places if place.is_of_today}
