"""What the games of a program come to: results with intervals, and what it did wrong."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt

from games.kit.match import Match
from games.lab.runs.statistics import Z95, Share, moments, quantile

Named = Counter[tuple[str, str]]  # acts by name and code


@dataclass
class Conduct:
    """How a program behaved.  Acts that the rules refused are `late` if they could have been done
    when they were sent, and otherwise `illegal`; `SLOW` ones were done, but took longer to think
    about than a table waits."""

    illegal: Named = field(default_factory=Counter)
    late: Named = field(default_factory=Counter)
    failures: Counter[tuple[str, str]] = field(default_factory=Counter)  # by kind and reason
    answers: int = 0
    total_s: float = 0.0
    slowest_s: float = 0.0

    def answered(self, seconds: float) -> None:
        self.answers += 1
        self.total_s += seconds
        self.slowest_s = max(self.slowest_s, seconds)

    def add(self, other: "Conduct") -> None:
        self.illegal += other.illegal
        self.late += other.late
        self.failures += other.failures
        self.answers += other.answers
        self.total_s += other.total_s
        self.slowest_s = max(self.slowest_s, other.slowest_s)


@dataclass
class Tally:
    """Counts over games."""

    unit: str
    players: int
    games: int = 0
    won: int = 0
    shared: int = 0
    points: list[float] = field(default_factory=list)  # of each game: the part that was won
    seats: Counter[int] = field(default_factory=Counter)  # games by the program's seat, from 1
    seats_won: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    conduct: Conduct = field(default_factory=Conduct)

    def add(self, match: Match, conduct: Conduct) -> None:
        """Count a game that is over."""
        result = match.game.result(match.t, match.o)
        assert result is not None, "the game is over"
        seat = match.seat + 1
        is_winner, is_alone = seat in result.winners, len(result.winners) == 1
        self.games += 1
        self.won += is_winner and is_alone
        self.shared += is_winner and not is_alone
        self.points.append(is_winner / len(result.winners))
        self.seats[seat] += 1
        self.seats_won[seat] += is_winner and is_alone
        self.lengths[match.game.standing(match.t, match.o)["number"]] += 1
        self.ends[result.end] += 1
        self.conduct.add(conduct)

    # In words ---------------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """The report, line by line."""
        if not self.games:
            yield "No game was played."
            return
        yield f"won     {percent(Share(self.won, self.games))}"
        yield f"shared  {percent(Share(self.shared, self.games))}"
        mean, half = self.score()
        score = f"{100 * mean:.1f} %, give or take {100 * half:.1f}"
        yield f"score   {score}; equals have {100 / self.players:.1f} %"
        for seat in sorted(self.seats):
            share = Share(self.seats_won[seat], self.seats[seat])
            yield f"seat {seat}  {percent(share)}"
        yield f"length  {self.length()}"
        yield f"ended   {', '.join(f'{end} {n}' for end, n in self.ends.most_common())}"
        yield from self.conduct_lines()

    def score(self) -> tuple[float, float]:
        """The mean part of a game that was won, and half of its 95 % interval."""
        mean = sum(self.points) / self.games
        squares = sum((point - mean) ** 2 for point in self.points)
        spread = sqrt(squares / (self.games - 1)) if self.games > 1 else 0.0
        return mean, Z95 * spread / sqrt(self.games)

    def length(self) -> str:
        counts = [self.lengths[value] for value in range(max(self.lengths) + 1)]
        mean, sd = moments(counts)
        half = Z95 * sd / sqrt(self.games)
        return f"{mean:.1f} {self.unit}s, give or take {half:.1f}; median {quantile(counts, 0.5)}"

    def conduct_lines(self) -> Iterator[str]:
        """What went wrong, named; and how long the program thought."""
        conduct = self.conduct
        for kind in ("crash", "hang"):
            failures = [(why, n) for (named, why), n in conduct.failures.items() if named == kind]
            named = "".join(f"; {why}: {n}" for why, n in failures)
            yield f"{kind:7} {sum(n for _, n in failures)}{named}"
        for kind, acts in (("illegal", conduct.illegal), ("late", conduct.late)):
            rows = [(act, n) for act, n in sorted(acts.items()) if n]
            named = "".join(f"; {name} {code}: {n}" for (name, code), n in rows)
            yield f"{kind:7} {sum(n for _, n in rows)}{named}"
        mean = 1000 * conduct.total_s / max(1, conduct.answers)
        slowest = 1000 * conduct.slowest_s
        yield f"answers {conduct.answers}; {mean:.1f} ms each, at most {slowest:.0f} ms"


def percent(share: Share) -> str:
    return (
        f"{share.hits} of {share.of}, {100 * share.value:.1f} %"
        f" ({100 * share.low:.1f} to {100 * share.high:.1f})"
    )
