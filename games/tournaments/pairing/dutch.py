"""A round by the FIDE Dutch system, C.04.3 in force until 31 January 2026 (section 5.6): drawn by
py4swiss, explained by facts that anybody can check (8.1, 8.2), and exported as TRF16 (12.5).

For the library, starting number, rank and seed are the same; seat 1 is White."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import (
    ColorToken,
    ResultToken,
    RoundResult,
    ScoringPointSystem,
    ScoringPointSystemCode,
)
from py4swiss.trf.sections import PlayerSection, TournamentSection, XSection

from games.tournaments.pairing.draw import Draw
from games.tournaments.pairing.explanation import Facts, Reason, bye_facts, explained, facts
from games.tournaments.scoring.record import Kind, Round, StageRecord, Table
from games.tournaments.settings import Settings

NAME_LENGTH = 33  # columns 15 to 47 of a line of a player
UNPLAYED = {
    Kind.BYE: ResultToken.PAIRING_ALLOCATED_BYE,
    Kind.FULL: ResultToken.FULL_POINT_BYE,
    Kind.HALF: ResultToken.HALF_POINT_BYE,
    Kind.VOID: ResultToken.HALF_POINT_BYE,
}  # every other round without a game is worth nothing


def feed(record: StageRecord) -> ParsedTrf:
    """The input of the library, created for each draw, because the library changes it.

    Raises ValueError for points that are not tenths."""
    seeds = record.seeds
    scoring = _scoring(record.settings)
    rounds = [_entries(round_, seeds) for round_ in record.rounds]
    players = []
    for entrant, seed in seeds.items():
        results = [entries[entrant] for entries in rounds]
        points = sum(map(scoring.get_points_times_ten, results))
        players.append(
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=seed,
                rank=seed,
                points_times_ten=points,
                results=results,
            )
        )
    return ParsedTrf(player_sections=players, x_section=_extensions(record, scoring))


def text(record: StageRecord, title: str, names: Mapping[int, str]) -> str:
    """The stage so far as a TRF16 file, from which `py4swiss --strict` draws the next round.
    Names, by entrant, are cut to 33 characters."""
    trf = feed(record)
    for player, entrant in zip(trf.player_sections, record.field, strict=True):
        player.name = _line(names[entrant])[:NAME_LENGTH]
    tournament = TournamentSection(
        tournament_name=_line(title), number_of_players=str(len(record.field))
    )
    lines = [
        *tournament.to_strings(),
        *(player.to_string() for player in trf.player_sections),
        *trf.x_section.to_strings(),
    ]
    return "\n".join(lines) + "\n"


def _line(words: str) -> str:
    """The text in one line, because a line break would begin another record."""
    return " ".join(words.split())


def _entries(round_: Round, seeds: Mapping[int, int]) -> dict[int, RoundResult]:
    """The result of each entrant in a round, in the library's form."""
    entries = {one.entrant: _without_game(one.kind, bool(one.points)) for one in round_.unpaired}
    for table in round_.tables:
        if table.kind is Kind.PLAYED:
            entries |= _at_table(table, seeds)
        else:  # void or annulled: they have not met
            entries |= dict.fromkeys(table.seats, _without_game(table.kind))
    return entries


def _without_game(kind: Kind, has_points: bool = False) -> RoundResult:
    if kind is Kind.LATE and has_points:
        kind = Kind.HALF
    token = UNPLAYED.get(kind, ResultToken.ZERO_POINT_BYE)
    return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=token)


def _at_table(table: Table, seeds: Mapping[int, int]) -> dict[int, RoundResult]:
    white_entrant, black_entrant = table.seats
    first, second = table.places
    white, black = ColorToken.WHITE, ColorToken.BLACK
    return {
        white_entrant: RoundResult(
            id=seeds[black_entrant], color=white, result=_outcome(first, second)
        ),
        black_entrant: RoundResult(
            id=seeds[white_entrant], color=black, result=_outcome(second, first)
        ),
    }


def _outcome(own: int | None, other: int | None) -> ResultToken:
    """The outcome for an entrant with the place `own` against one with the place `other`; None
    stands for an entrant who did not come."""
    if own is None:
        return ResultToken.FORFEIT_LOSS
    if other is None:
        return ResultToken.FORFEIT_WIN
    if own == other:
        return ResultToken.DRAW
    return ResultToken.WIN if own < other else ResultToken.LOSS


def _scoring(settings: Settings) -> ScoringPointSystem:
    codes = ScoringPointSystemCode
    average = sum(settings.points[2], Fraction(0)) / 2
    worth = {
        codes.WIN: settings.win,  # full byes and walk-overs included
        codes.DRAW: average if settings.draw is None else settings.draw,
        codes.LOSS: Fraction(0),  # zero byes and no-shows included
        codes.HALF_POINT_BYE: settings.half,
        codes.PAIRING_ALLOCATED_BYE: settings.bye,
    }
    scoring = ScoringPointSystem()
    for code, points in worth.items():
        scoring.apply_code(code, _tenths(points))
    return scoring


def _tenths(points: Fraction) -> int:
    tenths = points * 10
    if tenths.denominator != 1:
        raise ValueError(f"the Dutch system counts in tenths of a point, not {points}")
    return tenths.numerator


def _extensions(record: StageRecord, scoring: ScoringPointSystem) -> XSection:
    """The extensions of the file: rounds, points, colour of the first round, absent entrants and
    forbidden pairs."""
    settings, seeds = record.settings, record.seeds
    section = XSection(
        number_of_rounds=settings.rounds,
        zeroed_ids={seed for entrant, seed in seeds.items() if entrant not in record.present},
        scoring_point_system=scoring,
        forbidden_pairs={
            (seeds[a], seeds[b]) for a, b in settings.forbidden if a in seeds and b in seeds
        },
    )
    section.configuration.first_round_color = settings.first_seat != 2
    return section


class NoLegalPairing(Exception):
    """In every pairing two entrants meet again, have a second bye or may not meet (5.6.5)."""


Pairs = Sequence[tuple[int, int]]


def draw(record: StageRecord) -> Draw:
    """Draw the round; the same record gives the same round on every machine.

    Raises NoLegalPairing if there is none, ValueError for points that are not tenths."""
    entrant = dict(enumerate(record.field, start=1))
    try:
        drawn = DutchEngine.generate_pairings(feed(record))
    except PairingError as refused:
        raise NoLegalPairing from refused
    pairs = [(entrant[pair.white], entrant[pair.black]) for pair in drawn if pair.black]
    bye = next((entrant[pair.white] for pair in drawn if not pair.black), None)
    return _explained(record, pairs, bye)


LIKE_BYES = {ResultToken.PAIRING_ALLOCATED_BYE, ResultToken.FORFEIT_WIN}


@dataclass(frozen=True, slots=True)
class Record:
    """An entrant's record at the draw.  `met` by seed; `seats` of the rounds played, in order."""

    entrant: int
    seed: int
    points: Fraction
    met: frozenset[int]
    seats: tuple[int, ...]
    had_bye: bool

    @property
    def due(self) -> int | None:
        """The seat that the entrant should have next: it evens out the counts, or differs from the
        last seat.  None before the first game."""
        ones, twos = self.seats.count(1), self.seats.count(2)
        if ones != twos:
            return 1 if ones < twos else 2
        return 3 - self.seats[-1] if self.seats else None


def by_rank(record: Record) -> tuple[Fraction, int]:
    """A key for the order of the draw: more points, then the better seed."""
    return -record.points, record.seed


def _explained(record: StageRecord, pairs: Pairs, bye: int | None) -> Draw:
    """The draw with the reasons for it."""
    players = {player.entrant: player for player in _records(record)}
    forbidden = {frozenset(pair) for pair in record.settings.forbidden}
    paired = [(players[a], players[b]) for a, b in pairs]
    naturals = _naturals(paired)
    by_table = [
        fact | _departure(min(pair, key=by_rank), naturals, pair, forbidden)
        for fact, pair in zip(facts(record, pairs), paired, strict=True)
    ]
    byes = [] if bye is None else [_bye(players[bye], record.present, players)]
    return explained(record, "dutch", pairs, by_table, byes)


def _records(record: StageRecord) -> Iterator[Record]:
    for entrant, player in zip(record.field, feed(record).player_sections, strict=True):
        played = [one for one in player.results if one.result.is_played()]
        yield Record(
            entrant,
            player.starting_number,
            Fraction(player.points_times_ten, 10),
            frozenset(one.id for one in played),
            tuple(1 if one.color is ColorToken.WHITE else 2 for one in played),
            any(one.result in LIKE_BYES for one in player.results),
        )


def _naturals(pairs: Iterable[tuple[Record, Record]]) -> dict[int, Record]:
    """The natural opponent of each entrant.  In a group, entrants who float down meet the best of
    the group; of the rest the upper half meets the lower half, each in order."""
    naturals: dict[int, Record] = {}
    ranked = [sorted(pair, key=by_rank) for pair in pairs]
    for points in {low.points for _, low in ranked}:
        group = [pair for pair in ranked if pair[1].points == points]
        everybody = sorted((record for pair in group for record in pair), key=by_rank)
        floating = sum(record.points > points for record in everybody)
        rest = everybody[2 * floating :]
        upper = everybody[:floating] + rest[: len(rest) // 2]
        lower = everybody[floating : 2 * floating] + rest[len(rest) // 2 :]
        for record, other in zip(upper, lower, strict=True):
            naturals |= {record.entrant: other, other.entrant: record}
    return naturals


def _departure(
    better: Record,
    naturals: Mapping[int, Record],
    pair: Collection[Record],
    forbidden: Collection[frozenset[int]],
) -> Facts:
    """The `natural` opponent of the better entrant of a pair, and the first `reason` why the two do
    not meet; empty if they meet."""
    natural = naturals[better.entrant]
    if natural in pair:
        return {}
    return {"natural": natural.entrant, "reason": str(_reason(better, natural, forbidden))}


def _reason(record: Record, other: Record, forbidden: Collection[frozenset[int]]) -> Reason:
    if other.seed in record.met:
        return Reason.MET
    if record.due and record.due == other.due:
        return Reason.SEAT
    if {record.entrant, other.entrant} in forbidden:
        return Reason.FORBIDDEN
    return Reason.REST


def _bye(chosen: Record, present: Collection[int], records: Mapping[int, Record]) -> Facts:
    below = [one for one in records.values() if by_rank(one) > by_rank(chosen)]
    passed_over = [
        (player.entrant, Reason.BYE if player.had_bye else Reason.REST)
        for player in sorted(below, key=by_rank, reverse=True)
        if player.entrant in present
    ]
    return bye_facts(chosen.entrant, chosen.points, passed_over)
