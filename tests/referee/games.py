"""The games of every table: numbers, who sits there, and why some do not count (17.2, 17.9)."""

from collections.abc import Iterator
from itertools import pairwise

from tests.referee.file import Act, Fault, Faults, File, Game, Pairing, Places, Round, compare
from tests.referee.timeline import round_key


def faults(file: File) -> Faults:
    for stage in file.stages:
        rounds: list[Round] = [*stage.rounds, *stage.undone]
        for round_ in rounds:
            for pairing in round_.pairings:
                where = f"stage {stage.no} round {round_.no} table {pairing.no}"
                yield from _games(where, file, pairing)
                if file.has_rulings:
                    for game in pairing.games:
                        own = f"{where} game {game.no}"
                        yield from _cause(own, file, (stage.no, round_.no), pairing, game)


def _games(where: str, file: File, pairing: Pairing) -> Faults:
    """Numbers, who sits there, and their places."""
    numbers = [game.no for game in pairing.games]
    if not file.has_rulings:
        yield from compare(where, "the games", numbers, [*range(1, len(numbers) + 1)])
    elif any(a >= b for a, b in pairwise([0, *numbers])):
        yield Fault(where, f"the numbers of its games are {numbers}")
    for game in pairing.games:
        strangers = {*game.seats} - {0} - {*pairing.seats}
        if strangers:
            yield Fault(where, f"{strangers} play game {game.no}")
        if game.places and not is_ranking(game.places):
            yield Fault(where, f"{game.places} are no places of game {game.no}")


def is_ranking(places: Places, bots: int = 0) -> bool:
    """1, 2, 2, 4: who shares a place takes the better one; so many bots may stand between."""
    taken = sorted(place for place in places if place is not None)
    ahead = [place - 1 - sum(other < place for other in taken) for place in taken]
    return all(a <= b for a, b in pairwise([0, *ahead, bots]))


def _cause(where: str, file: File, key: tuple[int, int], pairing: Pairing, game: Game) -> Faults:
    """A game that has started and does not count was ended by an act that is in the log."""
    if game.started is None:
        yield Fault(where, "it never started")
        return
    if game.status == "counted":
        yield from compare(where, "why it does not count", game.cause, None)
        return
    if game.cause is None and pairing.status == "open":  # an operator has ended it
        return
    ended = game.ended or 0
    times = [act.at for act in _acts(file, key, pairing, game) if act.act == game.cause]
    if not any(game.started <= at <= ended for at in times):
        yield Fault(where, f"no act {game.cause} ended it between {game.started} and {ended}")


def _acts(file: File, key: tuple[int, int], pairing: Pairing, game: Game) -> Iterator[Act]:
    """The acts that may end a game of this table."""
    for act in file.acts:
        match act.act:
            case "cancel":
                yield act
            case "undo" if round_key(act) == key:
                yield act
            case "withdraw" | "disqualify" if act.args["entrant"] in pairing.seats:
                yield act
            case "rule" | "void" | "noshow" | "restart":
                table = (*round_key(act), act.args["pairing"])
                if table == (*key, pairing.no) and act.args.get("game", game.no) == game.no:
                    yield act
