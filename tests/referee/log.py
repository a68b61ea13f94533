"""The log: numbers, times, hashes, rights, states and reasons (1.3-1.8), and who it says takes
part (2)."""

import hashlib
import json
from typing import NamedTuple

from tests.referee.file import Act, Fault, Faults, File, compare

DAY_MS = 24 * 3_600_000
LONGEST_REASON = 300


class Rule(NamedTuple):
    """In which states an act is allowed, by whom (the first letters of roles), whether directors
    and the system need a reason, and the state it leads to."""

    states: str
    roles: str
    reason: bool = False
    to: str = ""


BEFORE, LIVE, ON = "open checkin", "running paused", "running"
TOLD = "announced open checkin running"
RULES = {
    "create": Rule("new", "d", to="draft"),
    "announce": Rule("draft", "d", to="announced"),
    "open": Rule("announced", "ds", to="open"),
    "checkin": Rule("open", "ds", to="checkin"),
    "start": Rule(BEFORE, "ds", to="running"),
    "pause": Rule(ON, "d", True, "paused"),
    "resume": Rule("paused", "d", to="running"),
    "finish": Rule(ON, "ds", to="finished"),
    "reopen": Rule("finished", "d", True, "running"),
    "cancel": Rule(f"draft {TOLD} paused", "ds", True, "cancelled"),
    "enter": Rule(f"{BEFORE} {LIVE}", "de"),
    "leave": Rule(BEFORE, "de"),
    "arrive": Rule("checkin", "de"),
    **dict.fromkeys(("withdraw", "return", "absent"), Rule(LIVE, "de", True)),
    "disqualify": Rule(LIVE, "d", True),
    "card": Rule(f"{BEFORE} {LIVE}", "e"),
    "newcard": Rule(f"{BEFORE} {LIVE}", "d"),
    **dict.fromkeys(("draw", "publish", "begin", "stage"), Rule(ON, "ds")),
    **dict.fromkeys(("redraw", "set"), Rule(ON, "d", True)),
    "complete": Rule(LIVE, "ds"),
    **dict.fromkeys(("undo", "rule", "void", "restart"), Rule(LIVE, "d", True)),
    "result": Rule(LIVE, "s"),
    "noshow": Rule(ON, "s"),
    "edit": Rule(f"draft {TOLD}", "d", True),
    "forbid": Rule(f"draft {TOLD}", "d", True),
    "seed": Rule(TOLD, "d"),
    "note": Rule(f"draft {TOLD}", "d"),
    "newscreen": Rule(f"draft {TOLD} paused", "d"),
}


def faults(file: File) -> Faults:
    yield from chain(file)
    yield from states(file)
    yield from entries(file)


def chain(file: File) -> Faults:
    """Numbers without a gap, times that never fall, and every hash (1.6, 1.7)."""
    digest, at = "0" * 64, 0
    yield from compare("log", "the revision", file.tournament.revision, len(file.acts))
    for number, act in enumerate(file.acts, 1):
        where = f"act {number}"
        yield from compare(where, "its number", act.no, number)
        if act.at < at:
            yield Fault(where, "it is older than the act before")
        plain = act.model_dump(exclude={"hash"})
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        digest, at = hashlib.sha256(f"{digest}\n{text}".encode()).hexdigest(), act.at
        yield from compare(where, "its hash", act.hash, digest)


def states(file: File) -> Faults:
    """Every act was allowed, and the state of the tournament follows from them."""
    state, since, t = "new", 0, file.tournament
    times = {"created": 0, "started": None, "ended": None}
    for act in file.acts:
        rule = RULES.get(act.act)
        if rule is None:
            yield Fault(f"act {act.no}", f"there is no act {act.act}")
            continue
        yield from _allowed(act, rule, state)
        if act.act == "reopen" and act.at - since > DAY_MS:
            yield Fault(f"act {act.no}", "it was reopened after more than a day")
        if rule.to:
            state, since = rule.to, act.at
            times["ended"] = act.at if state in ("finished", "cancelled") else None
        if act.act in ("create", "start"):
            times["created" if act.act == "create" else "started"] = act.at
    yield from compare("tournament", "its state", t.status, state)
    for name, at in times.items():
        yield from compare("tournament", f"when it was {name}", getattr(t, name), at)
    directors = {act.by.player for act in file.acts if act.by.role == "director"}
    yield from compare("tournament", "its directors", set(t.directors), directors)


def _allowed(act: Act, rule: Rule, state: str) -> Faults:
    where = f"act {act.no} ({act.act})"
    if state not in rule.states.split():
        yield Fault(where, f"not possible in the state {state}")
    if act.by.role[0] not in rule.roles:
        yield Fault(where, f"not for a {act.by.role}")
    if (act.by.player is None) != (act.by.role == "system"):
        yield Fault(where, "the system is nobody, everybody else is somebody")
    by_office = act.by.role != "entrant"
    late_entry = act.act == "enter" and state in LIVE.split()
    needed = (rule.reason and (act.act != "edit" or state != "draft")) or late_entry
    if by_office and needed and not act.reason.strip():
        yield Fault(where, "it has no reason")
    if len(act.reason) > LONGEST_REASON:
        yield Fault(where, "its reason is too long")


def entries(file: File) -> Faults:
    """Entrants act for themselves, and their numbers and status follow from the log (2)."""
    players = {one.no: one.player for one in file.entrants}
    known: dict[int, str] = {}
    first: dict[int, int] = {}
    is_bot = {one.no for one in file.entrants if one.bot}
    for act in file.acts:
        number = act.args.get("entrant")
        if number is None:
            continue
        where = f"act {act.no} ({act.act})"
        if act.act == "enter":
            if number not in known:
                yield from compare(where, "the number of the entrant", number, len(known) + 1)
                first[number] = act.at
            if number in is_bot and act.by.role != "director":
                yield Fault(where, "only directors enter bots")
        elif number not in known:
            yield Fault(where, f"entrant {number} has not entered")
        if act.by.role == "entrant" and players.get(number) != act.by.player:
            yield Fault(where, "somebody acts as another entrant")
        known[number] = {
            "leave": "left", "withdraw": "withdrawn", "disqualify": "disqualified", "enter": "in",
            "return": "in",
        }.get(act.act, known.get(number, ""))  # fmt: skip
    yield from compare("entrants", "the numbers", [one.no for one in file.entrants], [*first])
    for entrant in file.entrants:
        where = f"entrant {entrant.no}"
        yield from compare(where, "when they entered", entrant.entered, first.get(entrant.no))
        inside = entrant.status in ("entered", "waiting", "playing", "dropped")
        yield from compare(
            where, "status", "in" if inside else entrant.status, known.get(entrant.no)
        )
    if len(set(players.values())) < len(file.entrants):
        yield Fault("entrants", "a player has entered twice")
