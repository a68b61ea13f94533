"""What py4swiss is told, and the same as a file for everybody: TRF16 (sections 5.6.2, 5.6.3, 12.5).

Starting number, rank and seed are one; in seat 1 is White."""

from collections.abc import Mapping
from fractions import Fraction

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

from games.tournaments.pairing.snapshot import Snapshot
from games.tournaments.scoring.record import Kind, Round, Table
from games.tournaments.settings import Settings

NAME_LENGTH = 33  # columns 15 to 47 of a line of a player
UNPLAYED = {
    Kind.BYE: ResultToken.PAIRING_ALLOCATED_BYE,
    Kind.FULL: ResultToken.FULL_POINT_BYE,
    Kind.HALF: ResultToken.HALF_POINT_BYE,
    Kind.VOID: ResultToken.HALF_POINT_BYE,
}  # every other round without a game is worth nothing


def feed(snapshot: Snapshot) -> ParsedTrf:
    """A new object for each draw: the library changes what it is given.

    Raises ValueError for points that are no tenths."""
    seeds = snapshot.seeds
    scoring = _scoring(snapshot.settings)
    rounds = [_entries(round_, seeds) for round_ in snapshot.rounds]
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
    return ParsedTrf(player_sections=players, x_section=_extensions(snapshot, scoring))


def text(snapshot: Snapshot, title: str, names: Mapping[int, str]) -> str:
    """The file of the stage as it stands: `py4swiss --strict` reads it and draws the next round.
    Names, by entrant, are cut to 33 characters."""
    trf = feed(snapshot)
    for player, entrant in zip(trf.player_sections, snapshot.field, strict=True):
        player.name = _line(names[entrant])[:NAME_LENGTH]
    tournament = TournamentSection(
        tournament_name=_line(title), number_of_players=str(len(snapshot.field))
    )
    lines = [
        *tournament.to_strings(),
        *(player.to_string() for player in trf.player_sections),
        *trf.x_section.to_strings(),
    ]
    return "\n".join(lines) + "\n"


def _line(words: str) -> str:
    """In one line: a break would begin another record."""
    return " ".join(words.split())


def _entries(round_: Round, seeds: Mapping[int, int]) -> dict[int, RoundResult]:
    """What a round was for every entrant."""
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
    one, other = table.seats
    first, second = table.places
    white, black = ColorToken.WHITE, ColorToken.BLACK
    return {
        one: RoundResult(id=seeds[other], color=white, result=_outcome(first, second)),
        other: RoundResult(id=seeds[one], color=black, result=_outcome(second, first)),
    }


def _outcome(own: int | None, other: int | None) -> ResultToken:
    """What this place is against that one; None: did not come."""
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


def _extensions(snapshot: Snapshot, scoring: ScoringPointSystem) -> XSection:
    """Rounds, points, colour of the first round, who is away and who may not meet."""
    settings, seeds = snapshot.settings, snapshot.seeds
    section = XSection(
        number_of_rounds=settings.rounds,
        zeroed_ids={seed for entrant, seed in seeds.items() if entrant not in snapshot.present},
        scoring_point_system=scoring,
        forbidden_pairs={
            (seeds[a], seeds[b]) for a, b in settings.forbidden if a in seeds and b in seeds
        },
    )
    section.configuration.first_round_color = settings.first_seat != 2
    return section
