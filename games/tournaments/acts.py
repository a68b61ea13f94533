"""Acts of a tournament: who may do what and when (1.3-1.5, 1.8, 9.5), and the chain of hashes that
shows whether the log was rewritten (1.6, 1.7).

An act in the log is plain JSON: `no, at, by: {player, role}, act, args, reason, hash`."""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from games.rules.phrases import gettext_noop as _
from games.tournaments.declared import Labelled

LONGEST_REASON = 300  # characters
REOPEN_MS = 24 * 3600 * 1000
FIRST_HASH = "0" * 64


class State(Labelled):
    """States of a tournament (1.3)."""

    NEW = "", ""  # before the act `create`
    DRAFT = "draft", _("Draft")
    ANNOUNCED = "announced", _("Announced")
    OPEN = "open", _("Entries open")
    CHECKIN = "checkin", _("Check-in")
    RUNNING = "running", _("Running")
    PAUSED = "paused", _("Paused")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")


class Role(StrEnum):
    """The role in which a person acts.  Entrants act only for themselves."""

    DIRECTOR = "director"
    ENTRANT = "entrant"
    SYSTEM = "system"


class Refused(Exception):
    """An act was refused and had no effect.  `code` is STATE, NOT_ALLOWED, REASON, CONFLICT or
    STALE."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Rule(NamedTuple):
    """The name of an act in the log, and the conditions under which it is allowed.  `reason`: the
    states in which directors and the system must give one.  `to`: the state it leads to, None for
    no change."""

    label: str
    states: Collection[State]
    roles: Collection[Role]
    reason: Collection[State] = ()
    to: State | None = None


NEW, DRAFT, ANNOUNCED, OPEN, CHECKIN, RUNNING, PAUSED, FINISHED, CANCELLED = State
DIRECTOR, ENTRANT, SYSTEM = {Role.DIRECTOR}, {Role.ENTRANT}, {Role.SYSTEM}
OFFICE, PERSON = DIRECTOR | SYSTEM, DIRECTOR | ENTRANT
ENTRIES, LIVE = {OPEN, CHECKIN}, {RUNNING, PAUSED}
TOLD = {ANNOUNCED, OPEN, CHECKIN, RUNNING}
ENDED = (FINISHED, CANCELLED)
ALIVE = {DRAFT, ANNOUNCED, OPEN, CHECKIN, RUNNING, PAUSED}

RULES = {
    # The life of a tournament (1.3)
    "create": Rule(_("Created"), {NEW}, DIRECTOR, to=DRAFT),
    "announce": Rule(_("Announced"), {DRAFT}, DIRECTOR, to=ANNOUNCED),
    "open": Rule(_("Entries opened"), {ANNOUNCED}, OFFICE, to=OPEN),
    "checkin": Rule(_("Check-in opened"), {OPEN}, OFFICE, to=CHECKIN),
    "start": Rule(_("Started"), ENTRIES, OFFICE, to=RUNNING),
    "pause": Rule(_("Paused"), {RUNNING}, DIRECTOR, reason={RUNNING}, to=PAUSED),
    "resume": Rule(_("Resumed"), {PAUSED}, DIRECTOR, to=RUNNING),
    "finish": Rule(_("Finished"), {RUNNING}, OFFICE, to=FINISHED),
    "reopen": Rule(_("Reopened"), {FINISHED}, DIRECTOR, reason={FINISHED}, to=RUNNING),
    "cancel": Rule(_("Cancelled"), ALIVE, OFFICE, reason=ALIVE, to=CANCELLED),
    # Entrants (1.4)
    "enter": Rule(_("Entered"), ENTRIES | LIVE, PERSON, reason=LIVE),
    "leave": Rule(_("Left"), ENTRIES, PERSON),
    "arrive": Rule(_("Checked in"), {CHECKIN}, PERSON),
    "withdraw": Rule(_("Withdrew"), LIVE, PERSON, reason=LIVE),
    "return": Rule(_("Came back"), LIVE, PERSON, reason=LIVE),
    "absent": Rule(_("Will miss rounds"), LIVE, PERSON, reason=LIVE),
    "disqualify": Rule(_("Disqualified"), LIVE, DIRECTOR, reason=LIVE),
    "card": Rule(_("Sat down with a card"), ENTRIES | LIVE, ENTRANT),
    "newcard": Rule(_("New card"), ENTRIES | LIVE, DIRECTOR),
    # Rounds
    "draw": Rule(_("Drawn"), {RUNNING}, OFFICE),
    "redraw": Rule(_("Drawn again"), {RUNNING}, DIRECTOR, reason={RUNNING}),
    "set": Rule(_("Pairings set by hand"), {RUNNING}, DIRECTOR, reason={RUNNING}),
    "publish": Rule(_("Published"), {RUNNING}, OFFICE),
    "begin": Rule(_("Begun"), {RUNNING}, OFFICE),
    "complete": Rule(_("Complete"), LIVE, OFFICE),
    "stage": Rule(_("Next stage"), {RUNNING}, OFFICE),
    "undo": Rule(_("Undone"), LIVE, DIRECTOR, reason=LIVE),
    # Tables
    "result": Rule(_("Result"), LIVE, SYSTEM),
    "noshow": Rule(_("Did not come"), {RUNNING}, SYSTEM),
    "rule": Rule(_("Result decided"), LIVE, DIRECTOR, reason=LIVE),
    "void": Rule(_("Result void"), LIVE, DIRECTOR, reason=LIVE),
    "restart": Rule(_("Restarted"), LIVE, DIRECTOR, reason=LIVE),
    # Settings
    "edit": Rule(_("Changed"), {DRAFT} | TOLD, DIRECTOR, reason=TOLD),
    "forbid": Rule(_("Pair forbidden"), {DRAFT} | TOLD, DIRECTOR, reason={DRAFT} | TOLD),
    "seed": Rule(_("Seeded by hand"), TOLD, DIRECTOR),
    "note": Rule(_("Note"), {DRAFT} | TOLD, DIRECTOR),
    "newscreen": Rule(_("New address of the screen"), ALIVE, DIRECTOR),
}


def verify(
    act: str, state: State, role: Role, reason: str, *, has_checkin: bool = False, since_ms: int = 0
) -> State:
    """The state after this act in a tournament that has been in `state` for `since_ms`
    milliseconds.

    Raises:
        Refused: NOT_ALLOWED (not for this role), STATE (not now), REASON (none, or too long).
    """
    rule = RULES[act]
    if role not in rule.roles:
        raise Refused("NOT_ALLOWED")
    skips_checkin = act == "start" and state == OPEN and has_checkin
    if state not in rule.states or skips_checkin or (act == "reopen" and since_ms > REOPEN_MS):
        raise Refused("STATE")
    is_needed = state in rule.reason and role != Role.ENTRANT
    if len(reason) > LONGEST_REASON or (is_needed and not reason.strip()):
        raise Refused("REASON")
    return rule.to or state


def is_own(director: int, seated: Collection[int], directors: Collection[int]) -> bool:
    """Whether a director acts on a table at which they sit, as the only director.  All arguments
    are players' ids.

    Raises:
        Refused: CONFLICT, there is another director (1.5).
    """
    if director not in seated:
        return False
    if set(directors) - {director}:
        raise Refused("CONFLICT")
    return True


def verify_fresh(args: Mapping[str, Any], since: Iterable[Mapping[str, Any]]) -> None:
    """Check that no act since the form was made touches the same round or entrant (9.5).

    Results and no-shows of other tables do not count, because they are recorded all the time.

    Raises:
        Refused: STALE.
    """
    if any(_touch(args, act["args"], act["act"]) for act in since):
        raise Refused("STALE")


def _touch(mine: Mapping[str, Any], theirs: Mapping[str, Any], act: str) -> bool:
    """Whether two acts, given by their arguments, concern the same round or entrant."""
    keys = ["stage", "round"]
    if act in ("result", "noshow") and "pairing" in mine:
        keys.append("pairing")
    same_round = "round" in mine and all(mine.get(key) == theirs.get(key) for key in keys)
    return same_round or bool(_entrants(mine) & _entrants(theirs))


def _entrants(args: Mapping[str, Any]) -> set[int]:
    return {*args.get("pair", ()), *([args["entrant"]] if "entrant" in args else ())}


# The chain -------------------------------------------------------------------------------


def canonical(act: Mapping[str, Any]) -> str:
    """The act as text without its hash: keys sorted, no spaces, non-ASCII characters unescaped."""
    content = {key: value for key, value in act.items() if key != "hash"}
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def next_hash(before: str, act: Mapping[str, Any]) -> str:
    """The hash of an act that follows the one with the hash `before`, 64 hex digits."""
    return hashlib.sha256(f"{before}\n{canonical(act)}".encode()).hexdigest()
