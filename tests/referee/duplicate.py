"""Duplicate: all tables of a round play the same cards, so each seat is compared with the same seat
elsewhere."""

import hashlib
import hmac
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from tests.referee.file import Fault, Faults, File, Places, Round, Settings, Stage, compare
from tests.standalone import standalone

ZERO, HALF = Fraction(0), Fraction(1, 2)
Table = tuple[str, Places]  # status, places by seat


def shares(s: Settings, tables: Sequence[Table]) -> list[list[Fraction]]:
    """The points by seat of these tables: of those in the same seat, the share that came off worse,
    equals by half."""
    compared: dict[int, list[int]] = defaultdict(list)
    for _, places in filter(is_compared, tables):
        for seat, place in enumerate(places):
            if place:
                compared[seat].append(place)
    return [
        [gain(s, table, place, compared[seat]) for seat, place in enumerate(table[1])]
        for table in tables
    ]


def is_compared(table: Table) -> bool:
    """Was there a game of two or more?"""
    return sum(place is not None for place in table[1]) > 1


def gain(s: Settings, table: Table, place: int | None, compared: Sequence[int]) -> Fraction:
    """A walk-over is a win; who is compared with nobody gets a half (17.10)."""
    if table[0] == "void":
        return s.half
    if place is None:
        return ZERO
    if not is_compared(table):
        return s.win
    others = len(compared) - 1
    if not others:
        return HALF
    worse = sum(other > place for other in compared)
    level = compared.count(place) - 1
    return Fraction(2 * worse + level, 2 * others)


def bots(s: Settings, places: Places) -> int:
    """How many of them have places beside these: every seat that no entrant plays in."""
    present = sum(place is not None for place in places)
    return s.size - present if s.deals == "duplicate" and present > 1 else 0


def deal(file: File, stage: Stage, round_: Round) -> Faults:
    """The common deal of a complete round is there if a game was played, and comes from the secret
    of the tournament, the round, and how often that was drawn."""
    where = f"stage {stage.no} round {round_.no}"
    is_dealt = any(pairing.games for pairing in round_.pairings)
    yield from compare(where, "a common deal", round_.deal is not None, is_dealt)
    if not is_dealt or file.tournament.secret is None:
        return
    draws = 1 + sum(gone.no == round_.no for gone in stage.undone)
    name = f"{file.tournament.code}|{stage.no}|{round_.no}|{draws}"
    secret = hmac.digest(bytes.fromhex(file.tournament.secret), f"deal|{name}".encode(), "sha256")
    fairness = {"commitment": hashlib.sha256(secret).hexdigest(), "secret": secret.hex()}
    s = stage.settings
    game = {"game": s.game, "options": s.options, "players": s.size, "moves": []}
    try:
        standalone.verify(game | {"deal": round_.deal, "fairness": fairness | {"deal": name}})
    except standalone.VerificationFailed as failed:
        yield Fault(where, str(failed))
