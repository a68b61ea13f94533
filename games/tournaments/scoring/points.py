"""Points of a place, of a shared place and of a round without a table (7.1-7.4), and the history of
results that follows; matches of several games (3.7, 5.1.3); late, absent and missing entrants (2.4,
2.5, 2.9, 6.5, 6.6)."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from games.tournaments.scoring.record import FILLER, Game, Kind, Round, Table, Unpaired
from games.tournaments.settings import MOST_SEATS, Settings

NONE = Fraction(0)
SHARED = Fraction(1, 2)  # a draw, or level with somebody
HALF_A_WIN = frozenset({Kind.HALF, Kind.VOID})
A_WIN = frozenset({Kind.FULL, Kind.WALKOVER})


def places_by(worth: Mapping[int, float | Fraction]) -> dict[int, int]:
    """The place of each entrant, the largest `worth` first; equals share the better place: 1, 2, 2,
    4."""
    return {
        entrant: 1 + sum(other > own for other in worth.values()) for entrant, own in worth.items()
    }


def is_ranking(places: Sequence[int | None], bots: int = 0) -> bool:
    """Whether these places by seat are a ranking of the entrants who came (1, 2, 2, 4), or a
    ranking of them together with up to `bots` bots (2, 3)."""
    taken = sorted(place for place in places if place is not None)
    bots_ahead = [place - 1 - taken.index(place) for place in taken]
    return bots_ahead == sorted(bots_ahead) and all(0 <= n <= bots for n in bots_ahead)


def bots_beside(settings: Settings, places: Sequence[int | None]) -> int:
    """The number of bots that also have a place at a table where these are the places of the
    entrants."""
    entrants = sum(place is not None for place in places)
    return settings.size - entrants if settings.duplicate and entrants > 1 else 0


def among_entrants(seats: Sequence[int], places: Sequence[int]) -> dict[int, int]:
    """The places of a game counted among its entrants only (6.2, 6.6): entrant -> place."""
    return places_by({seat: -place for seat, place in zip(seats, places, strict=True) if seat})


def of_game(settings: Settings, game: Game) -> dict[int, int]:
    """The places of a game by entrant.  They are counted among entrants only, except in duplicate,
    where each seat is compared with the same seat at other tables."""
    if settings.duplicate:
        return {seat: at for seat, at in zip(game.seats, game.places, strict=True) if seat}
    return among_entrants(game.seats, game.places)


def of_places(settings: Settings, places: Sequence[int | None]) -> tuple[Fraction, ...]:
    """The points of a table by seat.

    Shared places get the average of the places they cover.  The size of the table is the number of
    entrants who came, and an absent entrant gets nothing.  An entrant who came alone gets a first
    place at a full table (6.5)."""
    taken = [place for place in places if place is not None]
    if len(taken) < 2:
        return tuple(NONE if place is None else settings.win for place in places)
    worth = {place: _worth(settings, place, taken) for place in set(taken)}
    return tuple(NONE if place is None else worth[place] for place in places)


def _worth(settings: Settings, place: int, taken: Sequence[int]) -> Fraction:
    """The points of `place` at a table where the places `taken` were taken."""
    sharing = taken.count(place)
    if len(taken) == sharing == 2 and settings.draw is not None:
        return settings.draw
    covered = settings.points[len(taken)][place - 1 : place - 1 + sharing]
    return sum(covered, NONE) / sharing


def of_table(settings: Settings, table: Table) -> tuple[Fraction, ...]:
    """The points of a pairing by seat: a void pairing gives everybody half a win, an annulled one
    nothing (6.8)."""
    if table.kind == Kind.VOID:
        return (settings.half,) * len(table.seats)
    if table.kind == Kind.ANNULLED:
        return (NONE,) * len(table.seats)
    return of_places(settings, table.places)


def of_round(settings: Settings, tables: Sequence[Table]) -> list[tuple[Fraction, ...]]:
    """The points of every table of a round by seat."""
    if settings.duplicate:
        return of_duplicate(settings, tables)
    return [of_table(settings, table) for table in tables]


def of_duplicate(settings: Settings, tables: Sequence[Table]) -> list[tuple[Fraction, ...]]:
    """The points of tables with the same cards: an entrant is compared with those who held the same
    seat at other tables, and gets the share of them that did worse, plus half of the share that did
    equally well.

    Tables without a game are not compared, and neither are bots.  A walk-over counts as a win.  An
    entrant who is compared with nobody gets 1/2."""
    played = [table for table in tables if table.kind == Kind.PLAYED and len(table.came) > 1]
    held: defaultdict[int, list[int]] = defaultdict(list)  # places at those tables, by seat
    for seat, place in (row for table in played for row in enumerate(table.places)):
        if place is not None:
            held[seat].append(place)

    def gain(table: Table, seat: int, place: int | None) -> Fraction:
        if place is None:
            return NONE
        if len(table.came) < 2:
            return settings.win
        others = len(held[seat]) - 1
        if not others:
            return SHARED
        worse, level = sum(other > place for other in held[seat]), held[seat].count(place) - 1
        return (worse + SHARED * level) / others

    return [
        tuple(gain(table, seat, place) for seat, place in enumerate(table.places))
        if table.kind == Kind.PLAYED
        else of_table(settings, table)
        for table in tables
    ]


def of_kind(settings: Settings, kind: Kind) -> Fraction:
    """The points of an entrant for a round without a table, which `kind` explains.  Rounds missed
    before a late entry have rules of their own (2.4)."""
    if kind == Kind.BYE:
        return settings.bye
    if kind in HALF_A_WIN:
        return settings.half
    return settings.win if kind in A_WIN else NONE


def unpaired(settings: Settings, entrant: int, kind: Kind) -> Unpaired:
    """An entrant without a table, with the points for this kind of round."""
    return Unpaired(entrant, kind, of_kind(settings, kind))


# History ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One round of one entrant.  `others`: the other entrants who came to the table, with their
    places."""

    round: int
    kind: Kind
    points: Fraction
    place: int | None = None
    others: tuple[tuple[int, int], ...] = ()
    games: tuple[Game, ...] = ()

    @property
    def is_win(self) -> bool:
        """Whether the round was played, and won alone."""
        alone = all(place > 1 for _, place in self.others)
        return self.kind == Kind.PLAYED and self.place == 1 and alone


History = dict[int, list[Line]]  # by entrant, rounds in order


def history(settings: Settings, rounds: Sequence[Round]) -> History:
    """The lines of all entrants in these rounds, the first of which is round 1."""
    lines: defaultdict[int, list[Line]] = defaultdict(list)
    for number, played in enumerate(rounds, 1):
        gained = of_round(settings, played.tables)
        for table, gains in zip(played.tables, gained, strict=True):
            for entrant, line in _of_table(number, table, gains):
                lines[entrant].append(line)
        for unpaired in played.unpaired:
            lines[unpaired.entrant].append(Line(number, unpaired.kind, unpaired.points))
    return dict(lines)


def _of_table(number: int, table: Table, gained: Sequence[Fraction]) -> Iterator[tuple[int, Line]]:
    """The line of each entrant at this table in round `number`; `gained` are the points by seat."""
    players = [(e, p) for e, p in zip(table.seats, table.places, strict=True) if p is not None]
    for entrant, place, gain in zip(table.seats, table.places, gained, strict=True):
        kind = _kind(table, place, len(players))
        if kind != Kind.PLAYED:
            yield entrant, Line(number, kind, gain)
            continue
        others = tuple(one for one in players if one[0] != entrant)
        yield entrant, Line(number, kind, gain, place, others, table.games)


def _kind(table: Table, place: int | None, players: int) -> Kind:
    """The kind of round of an entrant at a table: played if two or more came, a walk-over if only
    this one came, a no-show if this one did not come (6.5)."""
    if table.kind != Kind.PLAYED:
        return table.kind
    if place is None:
        return Kind.NOSHOW
    return Kind.PLAYED if players > 1 else Kind.WALKOVER


def seat_counts(rounds: Sequence[Round]) -> dict[int, list[int]]:
    """How often each entrant has played in seat 1, 2, ... of the pairing (3.6)."""
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0] * MOST_SEATS)
    for table in (table for played in rounds for table in played.tables):
        has_played = [place is not None for place in table.places]
        for seat, entrant in enumerate(table.seats):
            kind = _kind(table, table.places[seat], sum(has_played))
            if has_played[seat] and kind == Kind.PLAYED:
                counts[entrant][seat] += 1
    return dict(counts)


# Matches and attendance ------------------------------------------------------------------

EXTRA_GAMES = 2  # extra games of a knock-out match that is level after all its games


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match.  `next`: another game follows, with these `seats`; `lot`: the match is
    level after the extra games, so the lot decides; `over`: the match has ended with these
    `places`."""

    state: Literal["next", "over", "lot"]
    score: tuple[Fraction, Fraction]
    seats: tuple[int, int] | None = None
    places: tuple[int, int] | None = None


def match(seats: tuple[int, int], games: Sequence[Game], best_of: int, *, knockout: bool) -> Match:
    """The state of the match of two entrants after its counted games; `seats` are those of game 1.

    A match is over as soon as one entrant has more than half of `best_of` games and is ahead."""
    first, second = seats
    won = sum((_score(game, first, second) for game in games), Fraction(0))
    score = (won, len(games) - won)
    if score[0] != score[1] and max(score) > Fraction(best_of, 2):
        return Match("over", score, places=(1, 2) if score[0] > score[1] else (2, 1))
    if len(games) < best_of + EXTRA_GAMES * knockout:
        return Match("next", score, seats=(second, first) if len(games) % 2 else seats)
    return Match("lot", score) if knockout else Match("over", score, places=(1, 1))


def _score(game: Game, first: int, second: int) -> Fraction:
    """The score of the first entrant against the second in a game: 1, 1/2 or 0."""
    place = among_entrants(game.seats, game.places)
    if place[first] == place[second]:
        return SHARED
    return Fraction(place[first] < place[second])


@dataclass(frozen=True, slots=True)
class Attendance:
    """The decision about a pairing at the end of the grace period.  `play`: with these `seats`, of
    which bots (0) have the last ones; `walkover`: for the `winner`; `noshow`: nobody came."""

    status: Literal["play", "walkover", "noshow"]
    seats: tuple[int, ...] = ()
    winner: int | None = None


def attendance(
    seats: Sequence[int], absent: Collection[int], game_least: int, *, keep_seats: bool = False
) -> Attendance:
    """The decision about a pairing.  The entrants who came play in the same order at a smaller
    table, which bots fill up to the least number of players for the game (6.5, 6.6).  With
    `keep_seats` entrants keep their seats, and bots take the seats of the absent."""
    present = tuple(entrant for entrant in seats if entrant not in absent)
    if not present:
        return Attendance("noshow")
    if len(present) == 1:
        return Attendance("walkover", winner=present[0])
    if keep_seats:
        present = tuple(FILLER if entrant in absent else entrant for entrant in seats)
    return Attendance("play", present + (FILLER,) * (game_least - len(present)))


def may_enter_late(rounds: int, next_round: int) -> bool:
    """Whether late entry is open: until half of the rounds are drawn, and for one more."""
    return next_round <= rounds // 2 + 1


def missed(settings: Settings, entrant: int, next_round: int) -> list[Unpaired]:
    """The rounds that a late entrant has missed, from round 1 on, with the points for each
    (2.4)."""
    halves = {"half-first": 1, "half": next_round - 1, "zero": 0}[settings.late]
    return [
        Unpaired(entrant, Kind.LATE, settings.half if number <= halves else Fraction(0))
        for number in range(1, next_round)
    ]


def announced_absence(settings: Settings, entrant: int, number: int, halves_had: int) -> Unpaired:
    """An announced absence from a round.  It is worth half a win if the entrant has not used up
    their halves, and the round is not the last of the stage (2.5)."""
    has_half = halves_had < settings.halves and number != settings.rounds
    return unpaired(settings, entrant, Kind.HALF if has_half else Kind.ABSENT)


def is_annulled(sat_down: int, tables: int) -> bool:
    """Whether an entrant who leaves a round robin of two has all pairings annulled, because they
    have not sat down at half of their tables; free rounds are not counted (2.9)."""
    return 2 * sat_down < tables
