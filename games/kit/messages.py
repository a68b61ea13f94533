"""What a program is told of a match: the lines of a table's stream (docs/api.md), in English."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.kit.match import Match, Move
from games.rules.bots import Bots
from games.rules.events import read_event, seen_by
from games.rules.phrases import ENGLISH
from games.rules.words import own_words, safe
from games.schemas.messages import (
    Ack,
    BeatMessage,
    Line,
    Player,
    Reject,
    State,
    Table,
    Words,
)

Message = dict[str, Any]


def state(match: Match, names: Sequence[str], code: str, since: int) -> State:
    """The whole state as the program sees it, and what has happened after version `since`."""
    events, lines = list[Message](), list[Line]()
    for move in moves_after(match, since):
        rows = seen(match, move)
        events += [{"n": move.number, "t": move.at, **row} for row in rows]
        lines += lines_of(match, move, rows, names)
    return {
        "now": match.now,
        "watchers": 0,
        "v": match.shown,
        "from": since,
        "view": match.game.view(match.t, match.o, match.seat),
        "table": table_facts(match, names, code),
        "events": events,
        "lines": lines,
        "words": words(match, names),
    }


def moves_after(match: Match, since: int) -> list[Move]:
    """The public moves after this version, in order."""
    later = list[Move]()
    for move in reversed(match.moves):
        if move.number <= since:
            break
        later.append(move)
    return later[::-1]


def seen(match: Match, move: Move) -> list[Message]:
    """The events of a move as the program may know them; nothing is secret after the end."""
    if match.is_over:
        return [event.to_dict() for event in move.events]
    return [seen_by(event, match.seat) for event in move.events]


def lines_of(match: Match, move: Move, rows: Sequence[Message], names: Sequence[str]) -> list[Line]:
    """The lines of a move; `mine`: others read another sentence."""
    events = [read_event(match.game.key, row) for row in rows]
    own = match.game.describe(events, names, ENGLISH, match.seat)
    others = match.game.describe(events, names, ENGLISH)
    lines = list[Line]()
    for said, other in zip(own, others, strict=True):
        line: Line = {
            "n": move.number,
            "number": said.number,
            "text": said.text,
            "kind": said.kind,
        }
        if said != other:
            line["mine"] = True
        lines.append(line)
    return lines


def words(match: Match, names: Sequence[str]) -> Words:
    game, t, o = match.game, match.t, match.o
    view = game.view(t, o, match.seat)
    said = game.prompts(t, o, view, safe(names), ENGLISH)
    said["hints"] = [{"key": key, "text": game.hint_texts[key]} for key in game.hints(view)]
    said["own"] = own_words(game, t, o, match.seat, safe(names), ENGLISH)
    return {"view": said, "table": {"title": game.name, "options": game.phrases(o)}}


def table_facts(match: Match, names: Sequence[str], code: str) -> Table:
    """The table: its seats, and how the game ended."""
    game, result = match.game, match.game.result(match.t, match.o)
    return {
        "code": code,
        "status": "running" if result is None else "finished",
        "game": game.key,
        "rules_version": game.rules_version,
        "players": match.o.players,
        "private": True,
        "arranged": False,
        "rated": False,
        "chat": "off",
        "agree": False,
        "offer": None,
        "deal_ms": None,
        "limit_ms": None,
        "paused": False,
        "rematch": None,
        "commitment": "",
        "day": None,
        "end": result.end if result else "",
        "result": result.text if result else "*",
        "reason": "",
        "seats": [seat_facts(match, seat, name) for seat, name in enumerate(names)],
    }


def seat_facts(match: Match, seat: int, name: str) -> Player:
    result = match.game.result(match.t, match.o)
    return {
        "number": seat + 1,
        "name": name,
        "emblem": "",
        "bot": True,
        "level": match.levels.get(seat, ""),
        "owner": None,
        "ready": True,
        "away_ms": None,
        "substitute": False,
        "absence": None,
        "place": result.places[seat] if result else None,
        "won": seat + 1 in result.winners if result else False,
        "you": seat == match.seat,
    }


def beat(match: Match, probe: str) -> BeatMessage:
    """The question whether the program has said all it wants to say now."""
    return {"beat": {"v": match.shown, "now": match.now, "watchers": 0, "probe": probe}}


def ack(command: str, version: int) -> Ack:
    return {"ack": command, "v": version}


def reject(command: str, code: str, text: str, version: int) -> Reject:
    return {"reject": command, "code": code, "text": text, "v": version}


def names_of(levels: Mapping[int, str], program: int, bots: Bots) -> list[str]:
    """The names of the seats, each of them once: those of the bots' levels, with a number if
    several play at one."""
    names = list[str]()
    for seat in range(len(levels) + 1):
        name = "Program" if seat == program else bots.find(levels[seat]).name
        same = sum(other.partition(" (")[0] == name for other in names)
        names.append(f"{name} ({same + 1})" if same else name)
    return names
