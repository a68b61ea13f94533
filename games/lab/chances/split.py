"""The split of a game's result for one seat: the chance at the deal, the effect of cards and
opponents, and the effect of the seat's own choices.  The sum of these parts is the result.  Chances
are based on what the seat knew, and on games that bots play to the end.

A choice is judged by the chances after each possible act, never by the later course of the game.
The games after all acts of a decision have the same luck: if the bot would have chosen the same
act, the games before and after the choice are the same."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import sqrt
from typing import NamedTuple

from games.lab.chances.curve import TIMES, Curve, Part, Place
from games.lab.chances.decisions import CHOSEN, OTHER
from games.lab.chances.tally import Tally

SURE = 2.0  # standard errors: what is nearer is no difference
POINT = 0.01


class Judged(NamedTuple):
    """A decision: the chances before it, and the chances after each act, by the word for the
    act."""

    at: str
    before: Tally
    chosen: str
    acts: dict[str, Tally]
    seat: int  # from 0

    @property
    def change(self) -> float:
        """The effect of the choice, compared with the bot's choice in the seat's place."""
        return chance(self.acts[self.chosen], self.seat) - chance(self.before, self.seat)

    @property
    def change_error(self) -> float:
        return error(self.acts[self.chosen], self.before, self.seat)

    @property
    def best(self) -> str:
        return max(self.acts, key=lambda act: chance(self.acts[act], self.seat))

    @property
    def cost(self) -> float:
        """The amount by which the chance after the best act exceeds the chance after the chosen
        act."""
        best = chance(self.acts[self.best], self.seat)
        return best - chance(self.acts[self.chosen], self.seat)

    @property
    def cost_error(self) -> float:
        return error(self.acts[self.best], self.acts[self.chosen], self.seat)

    @property
    def is_costly(self) -> bool:
        """Whether the choice cost more than a point, with certainty."""
        return self.cost > POINT and self.cost > SURE * self.cost_error


class Split(NamedTuple):
    """The split of the result of a seat (from 0), from the deal to the end."""

    seat: int
    deal: Tally
    choices: list[Judged]
    end: Tally

    @property
    def dealt(self) -> float:
        return chance(self.deal, self.seat)

    @property
    def result(self) -> float:
        """The result of the game: 1 for a win, a part for a shared win, otherwise 0."""
        return chance(self.end, self.seat)

    @property
    def lucks(self) -> list[float]:
        """The effects of cards and opponents: before each decision, and after the last one."""
        befores = [chance(each.before, self.seat) for each in self.choices] + [self.result]
        afters = [chance(each.acts[each.chosen], self.seat) for each in self.choices]
        pairs = zip([self.dealt, *afters], befores, strict=True)
        return [before - after for after, before in pairs]

    @property
    def luck(self) -> float:
        return sum(self.lucks)

    @property
    def choice(self) -> float:
        return sum(each.change for each in self.choices)

    @property
    def choice_error(self) -> float:
        """The standard error of the effect of all choices, and about that of the luck, too."""
        return sqrt(sum(each.change_error**2 for each in self.choices))

    @property
    def costly(self) -> list[Judged]:
        """The choices that certainly cost more than a point, the costliest first."""
        return sorted((each for each in self.choices if each.is_costly), key=lambda c: -c.cost)


def split_of(curve: Curve) -> Split:
    """The split that is stored as this curve, which must be complete."""
    seat = int(curve.view) - 1
    first, *looks, last = curve.places
    choices = [judged(seat, places) for places in decisions_in(looks)]
    return Split(seat, first.tally, choices, last.tally)


def decisions_in(looks: Sequence[Place]) -> Iterator[list[Place]]:
    """The places of each decision: the place before it, and the place after each act."""
    for _at, places in groupby(looks, key=lambda look: place_of(look.at)):
        yield list(places)


def place_of(at: str) -> str:
    """The place of the replay at which a decision was made; `at` is one of its places in the
    split."""
    return at.replace(CHOSEN, OTHER).partition(OTHER)[0]


def judged(seat: int, places: Sequence[Place]) -> Judged:
    before, *rest = places
    acts = {look.at[len(before.at) + 1 :]: look.tally for look in rest}
    (chosen,) = (look.at[len(before.at) + 1 :] for look in rest if CHOSEN in look.at)
    return Judged(before.at, before.tally, chosen, acts, seat)


def chance(tally: Tally, seat: int) -> float:
    return tally.chances[seat]


def error(one: Tally, other: Tally, seat: int) -> float:
    """An upper bound of the standard error of the difference of two chances; 0 if the counts are
    equal, because the games are the same then."""
    if one == other:
        return 0.0
    shares = [(tally.chances[seat], tally.games) for tally in (one, other) if not tally.exact]
    return sqrt(sum(share * (1 - share) / max(games, 1) for share, games in shares))


# What to play next ---------------------------------------------------------------------------


def next_looks(curve: Curve, budget: int, first: int, most: int) -> list[Part]:
    """The next parts to play, about `budget` games at several places; empty if the split is
    complete.  After each act `first` games are played, and up to `most` while the two best acts are
    near."""
    open_ = [i for i, place in enumerate(curve.places) if place.tally.games < 1]
    parts = [Part(i, 0, first) for i in open_] or list(unsure(curve, most))
    return parts[: max(1, budget // parts[0].games)] if parts else []


def unsure(curve: Curve, most: int) -> Iterator[Part]:
    """The parts that quadruple the games after each act of decisions whose two best acts are near,
    after all places of the decision have the same number of games."""
    index, seat = 1, int(curve.view) - 1
    for places in decisions_in(curve.places[1:-1]):
        tallies = [place.tally for place in places]
        played = max(tally.games for tally in tallies)
        behind = [i for i, tally in enumerate(tallies) if tally.games < played]
        if not behind and played < most and are_near(tallies[1:], seat):
            behind, played = list(range(len(tallies))), TIMES * played
        for i in behind:
            games = tallies[i].games
            if not tallies[i].exact:
                yield Part(index + i, games, min(most, played) - games)
        index += len(places)


def are_near(tallies: Sequence[Tally], seat: int) -> bool:
    """Whether the difference of the two best chances is at most twice its standard error."""
    other, best = sorted(tallies, key=lambda tally: tally.chances[seat])[-2:]
    distance = chance(best, seat) - chance(other, seat)
    return distance <= SURE * error(best, other, seat) and best != other
