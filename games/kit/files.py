"""Games in files, replayed with the rules: JSON, lines of JSON, and WSN.

A file of JSON has all that was stored, so everything in it is checked: the secret, the deal, every
move with its packets and shown cards, the result.  WSN has no secret and no key: its deal and its
luck are taken as they are written, and everything else has to follow from the rules."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.rules import logs, replay, verification
from games.rules.catalogue import UnknownGame, find
from games.rules.game import Game, Options, State
from games.rules.replay import Draw, Replayed
from games.rules.verification import Check, Verification
from games.untrusted import BadJson, parse_json

Row = Mapping[str, Any]


class Unreadable(Exception):
    """This is no file of a game, or of one that cannot be checked yet; the message says why."""


class Move(NamedTuple):
    """A stored move, as it is in a file."""

    number: int
    seat: int
    act: str
    args: Row
    at_ms: int
    refused: str
    events: Sequence[Row]

    @classmethod
    def of(cls, row: Row) -> "Move":
        return cls(
            row["n"],
            row["seat"],
            row["act"],
            row.get("args", {}),
            row["t"],
            row.get("refused", ""),
            row.get("events", []),
        )


def games_in(text: str) -> list[Row]:
    """The games in a file of JSON: one, or one a line as in exports.  Raises Unreadable."""
    try:
        found = [parse_json(text)]
    except BadJson:
        found = [parsed(line) for line in text.splitlines() if line.strip()]
    games = [row for row in found if not (isinstance(row, dict) and row.get("end") is True)]
    if not all(isinstance(row, dict) and "moves" in row for row in games) or not games:
        raise Unreadable("this is no game with its moves (exports have them with with_moves=true)")
    return games


def parsed(line: str) -> Any:
    try:
        return parse_json(line)
    except BadJson:
        raise Unreadable("this is neither JSON nor WSN") from None


def verify(row: Row, origins: Mapping[str, Row]) -> Verification:
    """Check a game as it is in a file of JSON.  `origins`: other games by their codes, from which
    it may go on.  Raises Unreadable."""
    try:
        return Verification(str(row["code"]), tuple(checks_of(row, origins)))
    except (UnknownGame, KeyError, TypeError, IndexError, AttributeError) as error:
        raise Unreadable(f"something is missing or in the wrong place: {error!r}") from error
    except ValueError as error:
        raise Unreadable(str(error)) from error


def checks_of(row: Row, origins: Mapping[str, Row]) -> list[Check]:
    fair, (game, o) = row["fairness"], rules_of(row)
    key, checks = key_of(row), list[Check]()
    if "commitment" in fair:
        checks.append(verification.promised(bytes.fromhex(fair["secret"]), fair["commitment"]))
    start = begun(row, key, origins)
    if row.get("branch"):
        checks.append(Check("branch", True, f"it goes on from game {row['branch']['of']}"))
    else:
        deal = replay.dealt(game, o, key, row.get("by_hand", ""))
        checks.append(Check("deal", deal == row["deal"], f"the key {key.hex()} deals {deal}"))
    try:
        played = verification.replay(start, map(Move.of, row["moves"]))
    except ValueError as error:
        return [*checks, Check("moves", False, str(error))]
    return [
        *checks,
        verification.replayed(played),
        verification.concluded(game, o, played.state, row["result"], row["end"]),
        stands(row, game, o, played.state),
    ]


def rules_of(row: Row) -> tuple[Game, Options]:
    game = find(row["game"])
    return game, game.options(row["options"])


def key_of(row: Row) -> bytes:
    """The key of a game.  Raises Unreadable while it is secret."""
    fair, game = row["fairness"], find(row["game"])
    if "commitment" not in fair:
        return Draw(day=fair["day"]).key(game)
    if fair["secret"] is None:
        raise Unreadable(
            "its secret is not in the file: it is shown when the day, or the round, is over"
        )
    secret = bytes.fromhex(fair["secret"])
    if "deal" in fair:
        return Draw(secret, shared=fair["deal"]).key(game)
    if "day" in fair:
        return Draw(secret, day=fair["day"]).key(game)
    entropies = [bytes.fromhex(entropy) for entropy in fair["entropies"]]
    return Draw(secret, row["code"], entropies).key(game)


def begun(row: Row, key: bytes, origins: Mapping[str, Row]) -> Replayed:
    """The game at its beginning: its deal, or a place of another game.  Raises Unreadable, and
    ValueError if the other game cannot be replayed."""
    (game, o), branch = rules_of(row), row.get("branch")
    if not branch:
        return Replayed(game, o, key, replay.begin(game, o, row["deal"], row["rules_version"]))
    if "state" in branch:  # a simulated game, of which nothing else is stored
        return Replayed(game, o, key, game.table.from_dict(branch["state"]), branch["ms"])
    origin = origins.get(branch["of"])
    if origin is None:
        raise Unreadable(f"it goes on from game {branch['of']}: name the file of that game, too")
    others = {code: game for code, game in origins.items() if code != branch["of"]}
    before = begun(origin, key_of(origin), others)
    for move in map(Move.of, origin["moves"]):
        if move.number > branch["move"]:
            break
        before.step(move)
    return Replayed(game, o, key, before.state, before.at)


def stands(row: Row, game: Game, o: Options, state: State) -> Check:
    """Check what the file says of the end: its length, its wars, and every seat's place."""
    standing, result = game.standing(state, o), game.result(state, o)
    places = list(result.places) if result else [None] * o.players
    winners = result.winners if result else ()
    found = [standing["number"], standing["wars"], places, [n in winners for n in seats_of(o)]]
    seats = sorted(row["seats"], key=lambda seat: seat["seat"])
    told = [row["length"], row["wars"], *([seat[k] for seat in seats] for k in ("place", "won"))]
    words = f"{standing['number']} {game.unit}s, places {', '.join(map(str, places))}"
    return Check("standing", found == told, words)


def seats_of(o: Options) -> range:
    return range(1, o.players + 1)


def verify_wsn(text: str, name: str) -> Verification:
    """Check a game as it is in a WSN file; `name` is that of the file, for a game without a code.
    Raises Unreadable."""
    try:
        log = logs.read(text)
    except logs.BadLine as error:
        raise Unreadable(str(error)) from error
    code = log.tag("Table") or name
    try:
        is_same = logs.rewrite(text) == text
    except logs.BadLine as error:
        return Verification(code, (Check("moves", False, str(error)),))
    words = f"{len(log.lines)} lines follow from the rules"
    moves = Check("moves", is_same, words if is_same else "the rules write other lines")
    return Verification(code, (moves, Check("result", True, f"the result is {log.tag('Result')}")))
