"""Tables: places from their games, points from places, and what a status means (5.1.3, 6, 7)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from tests.referee.duplicate import bots, deal, shares
from tests.referee.file import (
    Fault,
    Faults,
    File,
    Game,
    Pairing,
    Places,
    Round,
    Settings,
    Stage,
    compare,
)
from tests.referee.games import is_ranking
from tests.referee.lots import tie_lots
from tests.referee.scores import ZERO, beats
from tests.referee.timeline import RESULTS, result_of

FROM_GAMES = ("played", "adjudicated", "lot")
EXTRA_GAMES = 2  # of a level match in an elimination


def points_of(s: Settings, status: str, places: Places) -> list[Fraction]:
    """The points of a table by seat (7.2, 7.3)."""
    is_off = s.format == "arena" and None in places and status != "void"  # for all (5.8.4)
    if s.knockout or status == "annulled" or is_off:
        return [ZERO] * len(places)
    if status == "void":
        return [s.half] * len(places)
    counts = Counter(place for place in places if place is not None)
    size = counts.total()
    if size < 2:
        return [s.win if place else ZERO for place in places]
    return [_worth(s, size, place, counts[place]) if place else ZERO for place in places]


def without_series(s: Settings, pairing: Pairing) -> Pairing:
    """The pairing of an arena with the points of its places alone."""
    if pairing.points is None:
        return pairing
    places = pairing.places or [None] * len(pairing.seats)
    return pairing.model_copy(update={"points": points_of(s, pairing.status, places)})


def _worth(s: Settings, size: int, place: int, sharing: int) -> Fraction:
    """The average of the places that are covered; two may have a draw of its own."""
    if size == sharing == 2 and s.draw is not None:
        return s.draw
    return sum(s.points[size][place - 1 : place - 1 + sharing], ZERO) / sharing


def as_played(game: Game) -> dict[int, int]:
    """The places of the entrants, with those of bots between them."""
    return {e: p or 0 for e, p in zip(game.seats, game.places or (), strict=True) if e}


def entrant_places(game: Game) -> dict[int, int]:
    """The places of a game among its entrants, without bots (6.2, 6.6)."""
    places = as_played(game)
    return {e: 1 + sum(o < p for o in places.values()) for e, p in places.items()}


def faults(file: File) -> Faults:
    for stage in file.stages:
        yield from settings(stage)
        lots = tie_lots(file, stage)
        for round_ in stage.rounds:
            yield from _duplicate(file, stage, round_)
            for pairing in round_.pairings:
                where = f"stage {stage.no} round {round_.no} table {pairing.no}"
                if file.counts_series and stage.settings.format == "arena":
                    pairing = without_series(stage.settings, pairing)  # those are for arenas
                yield from _table(where, stage.settings, pairing, lots)
    by_number = {stage.no: stage.settings for stage in file.stages}
    for act in file.acts:
        if act.act in RESULTS and act.args["stage"] in by_number:
            status, places, points = result_of(act)
            own = places or [None] * len(points)
            yield from _points(f"act {act.no}", by_number[act.args["stage"]], status, own, points)


def settings(stage: Stage) -> Faults:
    """Points fall from the first place to the last, for every size (14.2)."""
    s, where = stage.settings, f"stage {stage.no} settings"
    yield from compare(where, "the sizes", sorted(s.points), [*range(2, s.most + 1)])
    for size, own in s.points.items():
        falls = own == sorted(own, reverse=True) and own[0] > own[-1]
        if len(own) != size or not falls:
            yield Fault(where, f"points of a table of {size} are {own}")
    if not 2 <= s.least <= s.size <= s.most <= 8:
        yield Fault(where, f"sizes {s.least}, {s.size}, {s.most}")


def _points(
    where: str, s: Settings, status: str, places: Places, points: Sequence[Fraction]
) -> Faults:
    right = points_of(s, status, places)
    if s.streaks and len(points) == len(right):  # they may count double
        right = [p if p == 2 * own else own for p, own in zip(points, right, strict=True)]
    if s.deals == "own":
        yield from compare(where, "the points", list(points), right)
    if not is_ranking(places, bots(s, places)):
        yield Fault(where, f"{places} are no places")


def _duplicate(file: File, stage: Stage, round_: Round) -> Faults:
    """The points of a round in which all have played the same cards, and its deal."""
    where = f"stage {stage.no} round {round_.no}"
    if stage.settings.deals == "own" or round_.status != "complete":
        yield from compare(where, "its common deal", round_.deal, None)
        return
    tables = [(p.status, p.places or [None] * len(p.seats)) for p in round_.pairings]
    recorded = [pairing.points for pairing in round_.pairings]
    yield from compare(where, "its points", recorded, shares(stage.settings, tables))
    yield from deal(file, stage, round_)


def _table(where: str, s: Settings, pairing: Pairing, lots: Mapping[int, int]) -> Faults:
    if len(set(pairing.seats)) < len(pairing.seats):
        yield Fault(where, "somebody sits twice")
    if pairing.status in ("planned", "open"):
        return
    if pairing.status in ("void", "annulled"):
        yield from compare(where, "its places", (pairing.places, pairing.absent), (None, []))
        nobody: Places = [None] * len(pairing.seats)
        yield from _points(where, s, pairing.status, nobody, pairing.points or [])
        return
    waits = s.deals == "duplicate"  # for the other tables
    if waits and pairing.status == "noshow":
        yield from compare(where, "its places", pairing.places, None)
        yield from compare(where, "who was absent", pairing.absent, pairing.seats)
        return
    if pairing.places is None or (pairing.points is None and not waits):
        yield Fault(where, f"{pairing.status} without places")
        return
    placed = dict(zip(pairing.seats, pairing.places, strict=True))
    absent = [e for e, place in placed.items() if place is None]
    yield from compare(where, "who was absent", pairing.absent, absent)
    yield from _points(where, s, pairing.status, pairing.places, pairing.points or [])
    present = len(placed) - len(absent)
    counted = [game for game in pairing.games if game.status == "counted" and game.places]
    if pairing.status in FROM_GAMES:
        if present < 2 or not counted:
            yield Fault(where, f"{pairing.status}, but {present} came to {len(counted)} games")
            return
        yield from _from_games(where, s, pairing, counted, lots)
    if pairing.status in ("walkover", "noshow"):
        most = len(pairing.seats) - 1 if s.format == "arena" else 0  # called off for all
        fits = present == 1 if pairing.status == "walkover" else present <= most
        if counted or not fits:
            yield Fault(where, f"{pairing.status}, but {present} came to {len(counted)} games")


def _from_games(
    where: str, s: Settings, pairing: Pairing, games: Sequence[Game], lots: Mapping[int, int]
) -> Faults:
    """Places and status follow from the counted games."""
    last = entrant_places(games[-1])
    if s.deals == "duplicate":  # 17.10
        last = as_played(games[-1])
    right = last
    is_match = s.two and len(last) == 2 and (s.games > 1 or s.knockout)
    level = False
    if is_match:
        yield from _seats(where, pairing, games)
        right, level = _match(s, pairing.seats, games)
        yield from _length(where, s, pairing.seats, games)
    elif len(games) > 1:
        yield Fault(where, f"{len(games)} games count")
    if level and s.knockout:
        yield from compare(where, "the status", pairing.status, "lot")
        order = sorted(pairing.seats, key=lambda e: lots.get(e, 0))
        right = {e: place for place, e in enumerate(order, 1)} if lots else {}
    else:
        ends = {game.end for game in games}
        status = "adjudicated" if "limit" in ends else "played"
        yield from compare(where, "the status", pairing.status, status)
    if right:
        recorded = dict(zip(pairing.seats, pairing.places or (), strict=True))
        yield from compare(where, "the places", recorded, {e: right.get(e) for e in pairing.seats})


def _score(seats: Sequence[int], games: Sequence[Game]) -> Fraction:
    """The score of the first of two."""
    first, second = seats
    places = [entrant_places(game) for game in games]
    return sum((beats(one[first], one[second]) for one in places), ZERO)


def _match(s: Settings, seats: Sequence[int], games: Sequence[Game]) -> tuple[dict[int, int], bool]:
    """The places of a match, and whether it is level."""
    won = _score(seats, games)
    lost = len(games) - won
    first, second = seats
    return {first: 1 + (won < lost), second: 1 + (lost < won)}, won == lost


def _length(where: str, s: Settings, seats: Sequence[int], games: Sequence[Game]) -> Faults:
    """It ends as soon as one has more than half and is ahead, or after all games (5.1.3)."""
    most = s.games + EXTRA_GAMES * s.knockout
    for played in range(1, len(games) + 1):
        won = _score(seats, games[:played])
        ahead = won != played - won and max(won, played - won) > Fraction(s.games, 2)
        is_over = ahead or played == most
        if is_over != (played == len(games)):
            yield Fault(where, f"the match has {len(games)} games")
            return


def _seats(where: str, pairing: Pairing, games: Sequence[Game]) -> Faults:
    """The seats as paired, then in turn (3.7)."""
    for number, game in enumerate(games):
        seats = pairing.seats[::-1] if number % 2 else pairing.seats
        yield from compare(f"{where} game {number + 1}", "the seats", game.seats, seats)
