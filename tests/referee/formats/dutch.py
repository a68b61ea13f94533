"""The input of py4swiss, written from 5.6.2 and 5.6.3."""

from typing import TYPE_CHECKING

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
from py4swiss.trf.sections import PlayerSection, XSection

from tests.referee.file import Round
from tests.referee.scores import HALF, beats

if TYPE_CHECKING:
    from tests.referee.formats.swiss import Draw

Pairs = tuple[list[tuple[int, int]], list[int]]
CODES = {"void": "H", "bye": "U", "full": "F", "half": "H"}


class NoPairing(Exception):
    """There is no legal round."""


def drawn(draw: "Draw", total: int) -> Pairs:
    """Pairs in order of tables, and the bye, when so many rounds are played.  Raises NoPairing."""
    seeds = {e: seed for seed, e in enumerate(draw.field, 1)}
    scoring = _scoring(draw)
    sections = []
    for entrant, seed in seeds.items():
        results = [_result(draw, one, entrant, seeds) for one in draw.rounds]
        sections.append(
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=seed,
                rank=seed,
                points_times_ten=sum(map(scoring.get_points_times_ten, results)),
                results=results,
            )
        )
    extra = XSection(
        number_of_rounds=total,
        zeroed_ids={seeds[e] for e in draw.field if e not in draw.present},
        scoring_point_system=scoring,
        forbidden_pairs={
            (seeds[a], seeds[b]) for a, b in draw.forbidden if a in seeds and b in seeds
        },
    )
    extra.configuration.first_round_color = draw.stage.settings.first_seat == 1
    try:
        pairings = DutchEngine.generate_pairings(
            ParsedTrf(player_sections=sections, x_section=extra)
        )
    except PairingError as none:
        raise NoPairing from none
    pairs = [(draw.field[p.white - 1], draw.field[p.black - 1]) for p in pairings if p.black]
    return pairs, [draw.field[p.white - 1] for p in pairings if not p.black]


def _scoring(draw: "Draw") -> ScoringPointSystem:
    s, codes = draw.stage.settings, ScoringPointSystemCode
    scoring = ScoringPointSystem()
    shared = sum(s.points[2]) / 2 if s.draw is None else s.draw
    for code, points in (
        (codes.WIN, s.win),
        (codes.DRAW, shared),
        (codes.LOSS, 0),
        (codes.HALF_POINT_BYE, s.half),
        (codes.PAIRING_ALLOCATED_BYE, s.bye),
    ):
        scoring.apply_code(code, int(points * 10))
    return scoring


def _result(draw: "Draw", round_: Round, entrant: int, seeds: dict[int, int]) -> RoundResult:
    """One round of one entrant."""
    line = draw.lines[entrant][draw.rounds.index(round_)]
    pairing = next((p for p in round_.pairings if entrant in p.seats), None)
    if pairing is None or line.kind in ("void", "annulled"):
        late = line.kind == "late" and line.points > 0
        code = "H" if late else CODES.get(line.kind, "Z")
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken(code))
    seat = pairing.seats.index(entrant)
    if line.kind == "played":
        (place,) = line.others.values()
        against = beats(line.place, place)
        code = "=" if against == HALF else "1" if against else "0"
    else:
        code = "+" if line.kind == "walkover" else "-"
    color = ColorToken.BLACK if seat else ColorToken.WHITE
    return RoundResult(id=seeds[pairing.seats[1 - seat]], color=color, result=ResultToken(code))
